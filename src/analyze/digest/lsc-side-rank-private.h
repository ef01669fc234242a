/* lsc-side-rank-private.h - the parts that a rank to be compared is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-side-rank.h"

G_BEGIN_DECLS

void _lsc_rank_digest_take_side (LscRankDigest *self, const LscTimeline *timeline);

G_END_DECLS
