/* lsc-excerpt-make.h - parts of a timeline around what is looked at most, small enough to be
 * carried
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "base/lsc-pack.h"
#include "model/lsc-excerpt.h"

G_BEGIN_DECLS

/** Names of the parts of a pack begin so. */
#define LSC_EXCERPT_PREFIX "excerpt."

void lsc_excerpt_choose (const LscTimeline *whole, const LscRankDigest *digest,
                         LscIntervals *spans);
LscTimeline *lsc_excerpt_cut (const LscTimeline *whole, const LscIntervals *spans);
gsize lsc_excerpt_count (const LscTimeline *whole, LscInterval span);
void lsc_excerpt_pack (const LscTimeline *excerpt, LscPack *pack);
gboolean lsc_excerpt_is_packed (const LscPack *pack);
LscTimeline *lsc_excerpt_unpack (const LscPack *pack, LscSource *source, GError **error);

G_END_DECLS
