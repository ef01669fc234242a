/* lsc-rank-likeness.h - whether two ranks run the same program
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

gboolean lsc_rank_likeness_is_given (const LscRankDigest *a, const LscRankDigest *b);
gboolean lsc_rank_likeness_is_possible (const LscRankDigest *a, const LscRankDigest *b);

G_END_DECLS
