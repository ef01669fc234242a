/* lsc-rank-digest.h - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rule-facts.h"
#include "analyze/digest/lsc-rank-facts.h"

G_BEGIN_DECLS

/** LscRankDigest: immutable; all that budget, overview and findings need of a rank */
typedef struct
{
  LscRankFacts *facts;
  LscRuleFacts *rules;
  LscTable *budget;
} LscRankDigest;

LscRankDigest *lsc_rank_digest_new (const LscTimeline *timeline, LscJob *job, GError **error);
void lsc_rank_digest_free (LscRankDigest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankDigest, lsc_rank_digest_free)

G_END_DECLS
