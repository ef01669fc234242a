/* lsc-rank-digest.h - what stays of a rank when its timeline goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-facts.h"
#include "analyze/digest/lsc-rule-facts.h"
#include "analyze/digest/lsc-side-rank.h"

G_BEGIN_DECLS

/** What of a digest is asked for; steps, operators, groups and budget are always there. */
typedef enum
{
  LSC_DIGEST_JUDGED = 1 << 0,   /* what overview and findings need: owners, rules */
  LSC_DIGEST_COMPARED = 1 << 1, /* what comparing needs: parts, kernels of the median step */
  LSC_DIGEST_SHEETS = 1 << 2,   /* COMPARED, and what only the sheets of the reference tool show:
                                   launches, calls, blocks of memory */
} LscDigestParts;

/**
 * LscRankDigest: immutable, reference counted; borrows nothing
 * @parts: what was asked for
 * @facts: with owners as of #LSC_DIGEST_JUDGED
 * @rules: (nullable): of #LSC_DIGEST_JUDGED
 * @side: (nullable): of #LSC_DIGEST_COMPARED; its facts are @facts
 */
typedef struct
{
  gatomicrefcount refs;
  LscDigestParts parts;
  LscRankFacts *facts;
  LscRuleFacts *rules;
  LscSideRank *side;
  LscTable *budget;
} LscRankDigest;

LscRankDigest *lsc_rank_digest_new (const LscTimeline *timeline, LscDigestParts parts, LscJob *job,
                                    GError **error);
LscRankDigest *lsc_rank_digest_ref (LscRankDigest *self);
void lsc_rank_digest_unref (LscRankDigest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRankDigest, lsc_rank_digest_unref)

G_END_DECLS
