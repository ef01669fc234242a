/* lsc-rank-turns.h - whether a rank's host is late by itself, or ranks are late in turns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-rank-excess.h"

G_BEGIN_DECLS

gboolean lsc_rank_turns_is_own (const LscRankPeers *self, const LscRankExcess *excess, gsize rank);

G_END_DECLS
