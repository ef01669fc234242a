/* lsc-cluster-tables.h - tables of the reference tool that compare ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/digest/lsc-rank-facts.h"

G_BEGIN_DECLS

LscTable *lsc_cluster_step_table (LscRankFacts *const *ranks, gsize n);
LscTable *lsc_cluster_base_table (LscRankFacts *const *ranks, gsize n);
LscTable *lsc_cluster_time_table (LscRankFacts *const *ranks, gsize n);
void lsc_cluster_slow_tables (LscRankFacts *const *ranks, gsize n, LscTable **slow_ranks,
                              LscTable **slow_ops);

G_END_DECLS
