/* lsc-rank-facts-private.h - the parts that facts of a rank are made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-facts.h"

G_BEGIN_DECLS

LscRankOpKind _lsc_rank_op_kind (const char *name);
gboolean _lsc_rank_facts_measure (LscRankFacts *self, const LscBudget *budget, LscJob *job,
                                  GError **error);

G_END_DECLS
