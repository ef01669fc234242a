/* lsc-study-tables-balance.c - balance, ladder and critical path of a study as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-array.h"
#include "base/lsc-stats.h"
#include "analyze/lsc-table-list.h"
#include "analyze/theory/lsc-study-private.h"

/* pipeline.md#balance, theory.md#critical-path, #ladder. */

/* ---- balance ---- */

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 stage;
  gint64 rank;
  int kind; /* LscBlockKind, or one of LscBlockFigure */
  gint64 count;
  gint64 mean_ns;
  gint64 p50_ns;
  gint64 p95_ns;
  gint64 max_ns;
  gint64 outliers;
  double over_inner;
  double imbalance;
} BalanceRow;

#define BALANCE(member, name, title, unit, about)                                                  \
  LSC_COLUMN (BalanceRow, member, name, title, unit, "pipeline.md#balance", about)

static const LscColumn balance_columns[] = {
  LSC_PIPELINE_COLUMN (BalanceRow),
  LSC_PIPELINE_STEP_COLUMN (BalanceRow),
  LSC_PIPELINE_STAGE_COLUMN (BalanceRow),
  LSC_PIPELINE_RANK_COLUMN (BalanceRow, "rank"),
  LSC_CODES (BalanceRow, kind, "kind", N_ ("Kind"), lsc_block_figure_words, "pipeline.md#kinds",
             N_ ("Kind of the blocks; F, B and F+B without a stage compare the stages.")),
  BALANCE (count, "count", N_ ("Blocks"), LSC_UNIT_COUNT, N_ ("Number of such blocks.")),
  BALANCE (mean_ns, "mean_ns", N_ ("Mean"), LSC_UNIT_NS, N_ ("Mean of their lengths.")),
  BALANCE (p50_ns, "p50_ns", N_ ("Median"), LSC_UNIT_NS,
           N_ ("Half of them are as long as this or shorter.")),
  BALANCE (p95_ns, "p95_ns", N_ ("P95"), LSC_UNIT_NS,
           N_ ("95 of 100 are as long as this or shorter.")),
  BALANCE (max_ns, "max_ns", N_ ("Longest"), LSC_UNIT_NS, N_ ("Length of the longest of them.")),
  BALANCE (outliers, "outliers", N_ ("Outliers"), LSC_UNIT_COUNT,
           N_ ("How many of them are unusually long.")),
  BALANCE (over_inner, "over_inner", N_ ("Above the inner stages"), LSC_UNIT_SHARE,
           N_ ("By how much the mean of the first or last stage exceeds the median of the inner "
               "stages, which is 100 %.")),
  BALANCE (imbalance, "imbalance", N_ ("Imbalance"), LSC_UNIT_SHARE,
           N_ ("By how much the slowest stage exceeds the mean of the stages, which is 100 %.")),
};

const LscTableInfo lsc_study_balance_table_info =
    LSC_TABLE_INFO ("PpBalance", BalanceRow, balance_columns);

/* Lengths of a stage's blocks by kind, sorted. */
typedef struct
{
  LscInt64s lengths[LSC_BLOCK_N_KINDS];
  gint64 sum_ns[LSC_BLOCK_N_KINDS];
  gsize n_outliers[LSC_BLOCK_N_KINDS];
} Stage;

/* What the stages are compared by: mean of a forward, of a whole backward, of both. */
typedef enum
{
  WORK_F,
  WORK_B,
  WORK_ALL,
  N_WORKS,
} Work;

static void
read_stage (const LscPipelineRow *row, Stage *stage)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];

      lsc_int64s_append (&stage->lengths[block->kind], block->end_ns - block->start_ns);
      stage->sum_ns[block->kind] += block->end_ns - block->start_ns;
      stage->n_outliers[block->kind] += (block->flags & LSC_BLOCK_OUTLIER) != 0;
    }
  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    lsc_sort_int64s (stage->lengths[kind].items, stage->lengths[kind].n);
}

static Stage *
read_stages (const LscPipelineStep *step)
{
  Stage *stages = g_new0 (Stage, step->n_rows);

  for (gsize i = 0; i < step->n_rows; i++)
    read_stage (&step->rows[i], &stages[i]);
  return stages;
}

static void
free_stages (Stage *stages, gsize n)
{
  for (gsize i = 0; i < n; i++)
    for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
      lsc_int64s_clear (&stages[i].lengths[kind]);
  g_free (stages);
}

/* Mean length per pass of the stage, ns; negative = it has none. A backward in two blocks counts as
 * one; an overlapped pair only where forward and backward are not told apart. */
static double
work_of (const Stage *stage, Work work)
{
  const gint64 *sum = stage->sum_ns;
  const LscInt64s *lengths = stage->lengths;
  gsize n_forward = lengths[LSC_BLOCK_F].n, n_backward = lengths[LSC_BLOCK_B].n;
  gsize n_both = n_forward + lengths[LSC_BLOCK_X].n;
  gint64 backward = sum[LSC_BLOCK_B] + sum[LSC_BLOCK_I] + sum[LSC_BLOCK_W] + sum[LSC_BLOCK_L];

  n_backward += lengths[LSC_BLOCK_I].n;
  switch (work)
    {
    case WORK_F:
      return n_forward > 0 ? (double) sum[LSC_BLOCK_F] / (double) n_forward : -1;
    case WORK_B:
      backward -= lengths[LSC_BLOCK_X].n > 0 ? sum[LSC_BLOCK_L] : 0;
      return n_backward > 0 ? (double) backward / (double) n_backward : -1;
    case WORK_ALL:
    case N_WORKS:
    default:
      return n_both > 0
                 ? (double) (sum[LSC_BLOCK_F] + sum[LSC_BLOCK_X] + backward) / (double) n_both
                 : -1;
    }
}

/* Median over the inner stages that have such blocks; negative = none. */
static double
inner_median (const Stage *stages, gsize n, guint kind)
{
  g_autofree double *means = g_new (double, n);
  gsize count = 0;

  for (gsize i = 1; i + 1 < n; i++)
    if (stages[i].lengths[kind].n > 0)
      means[count++] = (double) stages[i].sum_ns[kind] / (double) stages[i].lengths[kind].n;
  if (count == 0)
    return -1;
  return lsc_median_mean_double (means, count);
}

static void
begin_balance (const LscStudy *self, BalanceRow *row)
{
  lsc_table_info_clear_row (&lsc_study_balance_table_info, row);
  row->group = self->group_index;
  row->step = _lsc_study_step_id (self);
}

static void
add_balance (const LscStudy *self, LscTable *table, const Stage *stages, gsize stage, guint kind)
{
  gsize n = lsc_study_get_step (self)->n_rows;
  const LscInt64s *lengths = &stages[stage].lengths[kind];
  double inner = stage == 0 || stage + 1 == n ? inner_median (stages, n, kind) : -1;
  gint64 sum = stages[stage].sum_ns[kind];
  BalanceRow row;

  if (lengths->n == 0)
    return;
  begin_balance (self, &row);
  row.stage = (gint64) stage;
  row.rank = lsc_study_get_step (self)->rows[stage].rank;
  row.kind = (int) kind;
  row.count = (gint64) lengths->n;
  row.mean_ns = _lsc_study_mean (sum, lengths->n, 1);
  row.p50_ns = lengths->items[lsc_nearest_rank (lengths->n, 50)];
  row.p95_ns = lengths->items[lsc_nearest_rank (lengths->n, 95)];
  row.max_ns = lengths->items[lengths->n - 1];
  row.outliers = (gint64) stages[stage].n_outliers[kind];
  if (inner > 0)
    row.over_inner = (double) sum / (double) lengths->n / inner - 1;
  lsc_table_add (table, &row);
}

/* Max over stages / mean over stages - 1. */
static void
add_imbalance (const LscStudy *self, LscTable *table, const Stage *stages, Work work)
{
  static const int kinds[N_WORKS] = { LSC_BLOCK_F, LSC_BLOCK_B, LSC_FIGURE_FORWARD_BACKWARD };
  double most = 0, sum = 0;
  gsize count = 0;
  BalanceRow row;

  for (gsize i = 0; i < lsc_study_get_step (self)->n_rows; i++)
    {
      double mean = work_of (&stages[i], work);

      if (mean < 0)
        continue;
      most = MAX (most, mean);
      sum += mean;
      count++;
    }
  if (sum <= 0)
    return;
  begin_balance (self, &row);
  row.kind = kinds[work];
  row.imbalance = most / (sum / (double) count) - 1;
  lsc_table_add (table, &row);
}

/**
 * lsc_study_balance_table:
 *
 * Returns: (transfer full): table PpBalance: lengths of blocks by stage and kind, first and last
 *   stage against the median of the inner ones, and, without a stage, the imbalance of forward,
 *   backward and both; known without a study, too
 */
LscTable *
lsc_study_balance_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  const LscPipelineStep *step = lsc_study_get_step (self);
  LscTable *table = lsc_table_new_for (&lsc_study_balance_table_info);
  Stage *stages = read_stages (step);

  for (gsize i = 0; i < step->n_rows; i++)
    for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
      add_balance (self, table, stages, i, kind);
  for (int work = WORK_F; work < N_WORKS; work++)
    add_imbalance (self, table, stages, (Work) work);
  free_stages (stages, step->n_rows);
  return table;
}

/* ---- ladder ---- */

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 rung;
  const char *name;
  gint64 window_ns;
  gint64 difference_ns;
  double share;
  const LscPhrase *meaning;
} LadderRow;

static const LscColumn ladder_columns[] = {
  LSC_PIPELINE_COLUMN (LadderRow),
  LSC_PIPELINE_STEP_COLUMN (LadderRow),
  LSC_COLUMN (LadderRow, rung, "rung", N_ ("Rung"), LSC_UNIT_ID, "theory.md#ladder",
              N_ ("From 1, the ideal, to 6, what was measured.")),
  LSC_COLUMN (LadderRow, name, "name", N_ ("Lengths"), LSC_UNIT_NONE, "theory.md#ladder",
              N_ ("Which lengths the blocks of the replay have.")),
  LSC_COLUMN (LadderRow, window_ns, "window_ns", N_ ("Window"), LSC_UNIT_NS, "theory.md#ladder",
              N_ ("From the first start to the last end of the replay's blocks.")),
  LSC_COLUMN (LadderRow, difference_ns, "difference_ns", N_ ("Difference"), LSC_UNIT_NS,
              "to the rung before", N_ ("How much longer it is than the rung before.")),
  LSC_COLUMN (LadderRow, share, "share", N_ ("% Window"), LSC_UNIT_SHARE,
              "difference / measured window",
              N_ ("Difference as a part of the measured window, which is 100 %.")),
  LSC_COLUMN (LadderRow, meaning, "meaning", N_ ("What it is"), LSC_UNIT_NONE, "theory.md#ladder",
              N_ ("Meaning of the difference.")),
};

const LscTableInfo lsc_study_ladder_table_info =
    LSC_TABLE_INFO ("PpLadder", LadderRow, ladder_columns);

/* Why a rung can be shorter than the one before. */
static const char *
negative_meaning (LscRung rung)
{
  static const char *const meanings[LSC_N_RUNGS] = {
    [LSC_RUNG_STAGES] =
        N_ ("shorter: the longest way leads through stages that are faster than the "
            "mean"),
    [LSC_RUNG_BLOCKS] = N_ ("shorter: the blocks on the longest way are shorter than the mean of "
                            "their stage"),
    [LSC_RUNG_LATENCY] = N_ ("shorter: the longest way leads over links that are faster than most"),
    [LSC_RUNG_MEASURED] = N_ ("shorter: messages on the longest way took less than the usual time "
                              "of their link, or clocks differ"),
  };

  return meanings[rung];
}

static gboolean
has_messages (const LscStudy *self)
{
  const LscPipelineStep *step = lsc_study_get_step (self);

  for (gsize i = 0; i < step->n_links; i++)
    if (step->links[i].is_measured)
      return TRUE;
  return FALSE;
}

static const char *
rung_meaning (const LscStudy *self, LscRung rung)
{
  static const char *const meanings[LSC_N_RUNGS] = {
    [LSC_RUNG_BALANCED] = N_ ("the schedule with equal stages: its work and its own bubble"),
    [LSC_RUNG_STAGES] = N_ ("imbalance between stages"),
    [LSC_RUNG_BLOCKS] = N_ ("jitter between micro-batches"),
    [LSC_RUNG_MESSAGES] = N_ ("latency of messages"),
    [LSC_RUNG_LATENCY] = N_ ("links that are slower than most"),
    [LSC_RUNG_MEASURED] = N_ ("rest: hosts, collectives between blocks, clocks"),
  };

  if (rung == LSC_RUNG_LATENCY && !has_messages (self))
    return N_ ("links that are slower than most, or hosts behind them: no messages were recorded");
  return meanings[rung];
}

/**
 * lsc_study_ladder_table:
 *
 * Returns: (transfer full): table PpLadder: windows from the ideal to the measured step; the first
 *   and the differences add up to the last. Empty without a study; with missing ranks only what can
 *   be known
 */
LscTable *
lsc_study_ladder_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  static const char *const names[LSC_N_RUNGS] = { "balanced", "stages", "blocks",
                                                  "latency",  "links",  "measured" };
  LscTable *table = lsc_table_new_for (&lsc_study_ladder_table_info);
  double measured = (double) self->rungs[LSC_RUNG_MEASURED];

  for (int rung = 0; !self->refusal && rung < LSC_N_RUNGS; rung++)
    {
      gboolean is_known = self->rungs[rung] >= 0;
      gboolean has_last = is_known && rung > 0 && self->rungs[rung - 1] >= 0;
      gint64 difference = has_last ? self->rungs[rung] - self->rungs[rung - 1] : 0;
      const char *shorter = difference < 0 ? negative_meaning ((LscRung) rung) : NULL;
      g_autoptr (LscPhrase) meaning =
          is_known ? lsc_phrase_new_text (shorter ? shorter : rung_meaning (self, (LscRung) rung))
                   : lsc_phrase_copy (self->missing);

      lsc_table_add (table, &(LadderRow){ .group = self->group_index,
                                          .step = _lsc_study_step_id (self),
                                          .rung = rung + 1,
                                          .name = names[rung],
                                          .window_ns = is_known ? self->rungs[rung] : LSC_INT_NULL,
                                          .difference_ns = has_last ? difference : LSC_INT_NULL,
                                          .share = has_last && measured > 0
                                                       ? (double) difference / measured
                                                       : LSC_REAL_NULL,
                                          .meaning = meaning });
    }
  return table;
}

/* ---- path ---- */

static const LscWord path_parts[] = {
  { "blocks", N_ ("Block") },
  { "messages", N_ ("Message") },
  { "idle", N_ ("Idle") },
};

typedef struct
{
  gint64 group;
  gint64 step;
  int part;
  gint64 stage;
  gint64 rank;
  int kind;
  gint64 count;
  gint64 ns;
  double share;
} PathRow;

static const LscColumn path_columns[] = {
  LSC_PIPELINE_COLUMN (PathRow),
  LSC_PIPELINE_STEP_COLUMN (PathRow),
  LSC_CODES (PathRow, part, "part", N_ ("Part of the path"), path_parts, "blocks, messages or idle",
             N_ ("What is on the critical path: blocks, messages between them, or idle time.")),
  LSC_PIPELINE_STAGE_COLUMN (PathRow),
  LSC_PIPELINE_RANK_COLUMN (PathRow, "rank"),
  LSC_CODES (PathRow, kind, "kind", N_ ("Kind"), lsc_block_kind_words, "pipeline.md#kinds",
             N_ ("Kind of the blocks.")),
  LSC_COLUMN (PathRow, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "theory.md#critical-path",
              N_ ("How many of them lie on the path.")),
  LSC_COLUMN (PathRow, ns, "ns", N_ ("Time"), LSC_UNIT_NS, "theory.md#critical-path",
              N_ ("How long they take on the path.")),
  LSC_COLUMN (PathRow, share, "share", N_ ("% Window"), LSC_UNIT_SHARE, "theory.md#critical-path",
              N_ ("Time as a part of the measured window, which is 100 %.")),
};

const LscTableInfo lsc_study_path_table_info = LSC_TABLE_INFO ("PpPath", PathRow, path_columns);

/* Fills in what all rows have and adds it. */
static void
add_path (const LscStudy *self, LscTable *table, PathRow row)
{
  double window = (double) (self->times.t1_ns - self->times.t0_ns);

  row.group = self->group_index;
  row.step = _lsc_study_step_id (self);
  row.share = window > 0 ? (double) row.ns / window : LSC_REAL_NULL;
  lsc_table_add (table, &row);
}

static void
add_path_blocks (const LscStudy *self, LscTable *table)
{
  gsize n = self->plan->n_ranks * LSC_BLOCK_N_KINDS;
  g_autofree gint64 *sums = g_new0 (gint64, n);
  g_autofree gsize *counts = g_new0 (gsize, n);

  for (gsize i = 0; i < self->path->n_steps; i++)
    {
      guint32 op = self->path->steps[i].op;
      gsize cell = self->plan->ops[op].rank * LSC_BLOCK_N_KINDS + self->plan->ops[op].kind;

      sums[cell] += self->times.end_ns[op] - self->times.start_ns[op];
      counts[cell]++;
    }
  for (gsize cell = 0; cell < n; cell++)
    if (counts[cell] > 0)
      {
        gsize stage = cell / LSC_BLOCK_N_KINDS;

        add_path (self, table,
                  (PathRow){ .part = 0,
                             .stage = (gint64) stage,
                             .rank = lsc_study_get_step (self)->rows[stage].rank,
                             .kind = (int) (cell % LSC_BLOCK_N_KINDS),
                             .count = (gint64) counts[cell],
                             .ns = sums[cell] });
      }
}

/**
 * lsc_study_path_table:
 *
 * Returns: (transfer full): table PpPath: what the critical path consists of, by stage and kind,
 *   then its messages and its idle time ("host or other"). Empty without a study
 */
LscTable *
lsc_study_path_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_study_path_table_info);
  PathRow row;

  if (!self->path)
    return table;
  add_path_blocks (self, table);
  lsc_table_info_clear_row (&lsc_study_path_table_info, &row);
  row.part = 1;
  row.count = (gint64) self->path->n_hops;
  row.ns = self->path->latency_ns;
  add_path (self, table, row);
  row.part = 2;
  row.count = 0;
  row.ns = self->path->idle_ns;
  add_path (self, table, row);
  return table;
}
