/* lsc-cluster-tables.h - tables of the reference tool that compare ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

LscTable *lsc_cluster_step_table (const LscRankSet *set);
LscTable *lsc_cluster_base_table (const LscRankSet *set);
LscTable *lsc_cluster_time_table (const LscRankSet *set, guint *n_incomplete);
void lsc_cluster_slow_tables (const LscRankSet *set, LscTable **slow_ranks, LscTable **slow_ops);

G_END_DECLS
