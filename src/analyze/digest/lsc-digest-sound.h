/* lsc-digest-sound.h - whether the references of a digest lead somewhere
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

gboolean lsc_rank_digest_is_sound (const LscRankDigest *self);

G_END_DECLS
