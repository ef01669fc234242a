/* lsc-rank-facts-private.h - the parts that a digest is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

LscRankOpKind _lsc_rank_op_kind (const char *name);
gboolean _lsc_rank_facts_measure (LscRankDigest *self, const LscBudget *budget, LscJob *job,
                                  GError **error);
gboolean _lsc_rank_digest_take_facts (LscRankDigest *self, const LscTimeline *timeline,
                                      const LscBudget *budget, LscJob *job, GError **error);
gboolean _lsc_rank_digest_take_owners (LscRankDigest *self, const LscTimeline *timeline,
                                       const LscBudget *budget, LscJob *job, GError **error);
gboolean _lsc_rank_digest_take_rules (LscRankDigest *self, const LscTimeline *timeline,
                                      const LscBudget *budget, LscJob *job, GError **error);

G_END_DECLS
