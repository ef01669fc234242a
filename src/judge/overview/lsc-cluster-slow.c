/* lsc-cluster-slow.c - the reference tool's votes for slow ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "judge/overview/lsc-cluster-private.h"
#include "judge/overview/lsc-cluster-tables.h"
#include "judge/overview/lsc-dixon.h"
#include "base/lsc-stats.h"

/* exports.md#slow-rank. Figures are us, though the names of the columns say Ns, as the reference
 * has them. */

typedef struct
{
  gint64 rank;
  gint64 count;
} RankRow;

static const LscColumn rank_columns[] = {
  LSC_COLUMN (RankRow, rank, "rankId", N_ ("Rank"), LSC_UNIT_ID, "rank",
              N_ ("Number of the rank.")),
  LSC_COLUMN (RankRow, count, "slowAffectCount", N_ ("Votes"), LSC_UNIT_COUNT,
              "exports.md#slow-rank", N_ ("Operators in which the rank came conspicuously late.")),
};

const LscTableInfo lsc_cluster_slow_ranks_table_info =
    LSC_TABLE_INFO ("SlowRank", RankRow, rank_columns);

typedef struct
{
  const char *rank;
  const char *op;
  const char *group;
  gint64 timestamp;
  gint64 count;
  double mean;
  double deviation;
  double least;
  double quarter;
  double median;
  double three_quarters;
  double most;
  double sum;
} OpRow;

#define FIGURE(member, name, title, about)                                                         \
  LSC_COLUMN (OpRow, member, name, title, LSC_UNIT_NONE, "exports.md#slow-rank", about)

static const LscColumn op_columns[] = {
  FIGURE (rank, "SlowRank", N_ ("Slow rank"), N_ ("Rank that came conspicuously late.")),
  LSC_COLUMN (OpRow, op, "OpName", N_ ("Operator"), LSC_UNIT_NONE, "COMMUNICATION_OP.opName",
              N_ ("Name of the operator.")),
  LSC_COLUMN (OpRow, group, "GroupName", N_ ("Group"), LSC_UNIT_NONE, "COMMUNICATION_OP.groupName",
              N_ ("Full name of the group.")),
  FIGURE (timestamp, "Timestamp", N_ ("Start"), N_ ("When the rank entered the operator, ns.")),
  FIGURE (count, "Count", N_ ("Ranks"), N_ ("Ranks.")),
  FIGURE (mean, "MeanNs", N_ ("Mean (µs)"), N_ ("Mean length of the operator over the ranks, µs.")),
  FIGURE (deviation, "StdNs", N_ ("Deviation (µs)"), N_ ("Standard deviation of a sample, µs.")),
  FIGURE (least, "MinNs", N_ ("Least (µs)"), N_ ("Shortest, µs.")),
  FIGURE (quarter, "Q1Ns", N_ ("First quartile (µs)"), N_ ("First quartile, µs.")),
  FIGURE (median, "MedianNs", N_ ("Median (µs)"), N_ ("Median, µs.")),
  FIGURE (three_quarters, "Q3Ns", N_ ("Third quartile (µs)"), N_ ("Third quartile, µs.")),
  FIGURE (most, "MaxNs", N_ ("Most (µs)"), N_ ("Longest, µs.")),
  FIGURE (sum, "SumNs", N_ ("Sum (µs)"), N_ ("Sum, µs.")),
};

const LscTableInfo lsc_cluster_slow_ops_table_info =
    LSC_TABLE_INFO ("SlowOpStats", OpRow, op_columns);

static void
set_lengths (OpRow *row, const gint64 *sorted, gsize n)
{
  double variance = 0;

  row->count = (gint64) n;
  row->sum = 0;
  for (gsize i = 0; i < n; i++)
    row->sum += (double) sorted[i] / 1000;
  row->mean = row->sum / (double) n;
  for (gsize i = 0; i < n; i++)
    variance += pow ((double) sorted[i] / 1000 - row->mean, 2) / (double) (n - 1);
  row->deviation = sqrt (variance);
  row->least = (double) sorted[0] / 1000;
  row->quarter = lsc_quantile_linear (sorted, n, 0.25) / 1000;
  row->median = lsc_quantile_linear (sorted, n, 0.5) / 1000;
  row->three_quarters = lsc_quantile_linear (sorted, n, 0.75) / 1000;
  row->most = (double) sorted[n - 1] / 1000;
}

static const LscClusterOp *
find_shortest (const LscClusterOp *items, gsize n)
{
  const LscClusterOp *shortest = items;

  for (gsize i = 1; i < n; i++)
    if (items[i].op->end_ns - items[i].op->begin_ns < shortest->op->end_ns - shortest->op->begin_ns)
      shortest = &items[i];
  return shortest;
}

static void
judge_run (const LscClusterOp *items, gsize n, const LscRankSet *set, LscIntern *texts,
           gint64 *counts, LscTable *table)
{
  g_autofree gint64 *lengths = g_new (gint64, n);
  const LscClusterOp *shortest = find_shortest (items, n);
  g_autofree char *rank = lsc_rank_to_text (set->digests[shortest->rank]->rank);
  OpRow row = { .rank = rank,
                .op = lsc_intern_text (texts, shortest->name),
                .group = lsc_intern_text (texts, shortest->group),
                .timestamp = shortest->op->begin_ns };

  for (gsize i = 0; i < n; i++)
    lengths[i] = items[i].op->end_ns - items[i].op->begin_ns;
  lsc_sort_int64s (lengths, n);
  if (!lsc_dixon_is_least_outlier (lengths, n))
    return;
  counts[shortest->rank]++;
  set_lengths (&row, lengths, n);
  lsc_table_add (table, &row);
}

static gboolean
is_message (const LscClusterOp *item)
{
  return item->op->kind == LSC_RANK_OP_SEND || item->op->kind == LSC_RANK_OP_RECEIVE ||
         item->op->kind == LSC_RANK_OP_BATCH;
}

/**
 * lsc_cluster_slow_tables:
 * @slow_ranks: (out) (transfer full): the table "SlowRank": ranks with votes
 * @slow_ops: (out) (transfer full): the table "SlowOpStats": operators that voted
 *
 * Votes of exports.md#slow-rank. They count operators, not time; overview.md#slow does that.
 */
void
lsc_cluster_slow_tables (const LscRankSet *set, LscTable **slow_ranks, LscTable **slow_ops)
{
  LscClusterOps ops = { 0 };
  g_autoptr (LscIntern) texts = NULL;
  g_autofree gint64 *counts = NULL;
  gsize end;

  g_return_if_fail (set && slow_ranks && slow_ops);
  texts = _lsc_cluster_ops_collect (&ops, set);
  counts = g_new0 (gint64, set->n + 1);
  *slow_ranks = lsc_table_new_for (&lsc_cluster_slow_ranks_table_info);
  *slow_ops = lsc_table_new_for (&lsc_cluster_slow_ops_table_info);
  for (gsize begin = 0; begin < ops.n; begin = end)
    {
      end = _lsc_cluster_ops_find_end (&ops, begin);
      if (!is_message (&ops.items[begin]) && end - begin > 3)
        judge_run (&ops.items[begin], end - begin, set, texts, counts, *slow_ops);
    }
  for (gsize i = 0; i < set->n; i++)
    if (counts[i] > 0)
      lsc_table_add (*slow_ranks, &(RankRow){ set->digests[i]->rank, counts[i] });
  lsc_cluster_ops_clear (&ops);
}
