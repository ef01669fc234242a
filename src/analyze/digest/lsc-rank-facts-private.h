/* lsc-rank-facts-private.h - the parts that a digest is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

LscRankOpKind _lsc_rank_op_kind (const char *name);
void _lsc_rank_digest_take_facts (LscRankDigest *self, const LscTimeline *timeline,
                                  const LscBudget *budget);

G_END_DECLS
