/* lsc-study-tables-balance.c - balance, ladder and critical path of a study as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-array.h"
#include "base/lsc-stats.h"
#include "analyze/theory/lsc-study-private.h"

/* Pipeline chart 5.5, 5.6 and 5.8. */

/* ---- balance ---- */

enum
{
  BALANCE_STAGE = LSC_STUDY_N_PLACE_COLUMNS,
  BALANCE_RANK,
  BALANCE_KIND,
  BALANCE_COUNT,
  BALANCE_MEAN,
  BALANCE_P50,
  BALANCE_P95,
  BALANCE_MAX,
  BALANCE_OUTLIERS,
  BALANCE_OVER_INNER,
  BALANCE_IMBALANCE,
};

#define BALANCE(name, title, type, unit)                                                           \
  {                                                                                                \
    name, title, type, unit, "pipeline chart 5.5"                                                  \
  }

static const LscColumn balance_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "stage", N_ ("Stage"), LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 1.7" },
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "kind", N_ ("Kind"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 1.3" },
  BALANCE ("count", N_ ("Blocks"), LSC_TYPE_INT, LSC_UNIT_COUNT),
  BALANCE ("meanNs", N_ ("Mean"), LSC_TYPE_INT, LSC_UNIT_NS),
  BALANCE ("p50Ns", N_ ("Median"), LSC_TYPE_INT, LSC_UNIT_NS),
  BALANCE ("p95Ns", N_ ("95 % below"), LSC_TYPE_INT, LSC_UNIT_NS),
  BALANCE ("maxNs", N_ ("Longest"), LSC_TYPE_INT, LSC_UNIT_NS),
  BALANCE ("outliers", N_ ("Outliers"), LSC_TYPE_INT, LSC_UNIT_COUNT),
  BALANCE ("overInner", N_ ("Above the inner stages"), LSC_TYPE_REAL, LSC_UNIT_SHARE),
  BALANCE ("imbalance", N_ ("Imbalance"), LSC_TYPE_REAL, LSC_UNIT_SHARE),
};

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
add_balance (const LscStudy *self, LscTable *table, const Stage *stages, gsize n, gsize stage,
             guint kind)
{
  const LscInt64s *lengths = &stages[stage].lengths[kind];
  double inner = stage == 0 || stage + 1 == n ? inner_median (stages, n, kind) : -1;
  gsize at;

  if (lengths->n == 0)
    return;
  at = _lsc_study_add_row (self, table);
  lsc_table_set_int (table, at, BALANCE_STAGE, (gint64) stage);
  lsc_table_set_int (table, at, BALANCE_RANK, lsc_study_get_step (self)->rows[stage].rank);
  lsc_table_set_text (table, at, BALANCE_KIND, lsc_block_kind_name (kind));
  lsc_table_set_int (table, at, BALANCE_COUNT, (gint64) lengths->n);
  lsc_table_set_int (table, at, BALANCE_MEAN,
                     _lsc_study_mean (stages[stage].sum_ns[kind], lengths->n, 1));
  lsc_table_set_int (table, at, BALANCE_P50, lengths->items[lsc_nearest_rank (lengths->n, 50)]);
  lsc_table_set_int (table, at, BALANCE_P95, lengths->items[lsc_nearest_rank (lengths->n, 95)]);
  lsc_table_set_int (table, at, BALANCE_MAX, lengths->items[lengths->n - 1]);
  lsc_table_set_int (table, at, BALANCE_OUTLIERS, (gint64) stages[stage].n_outliers[kind]);
  if (inner > 0)
    lsc_table_set_real (table, at, BALANCE_OVER_INNER,
                        (double) stages[stage].sum_ns[kind] / (double) lengths->n / inner - 1);
}

/* Max over stages / mean over stages - 1. */
static void
add_imbalance (const LscStudy *self, LscTable *table, const Stage *stages, gsize n, Work work)
{
  static const char *const names[N_WORKS] = { "F", "B", "F+B" };
  double most = 0, sum = 0;
  gsize count = 0, at;

  for (gsize i = 0; i < n; i++)
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
  at = _lsc_study_add_row (self, table);
  lsc_table_set_text (table, at, BALANCE_KIND, names[work]);
  lsc_table_set_real (table, at, BALANCE_IMBALANCE, most / (sum / (double) count) - 1);
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
  const LscPipelineStep *step = lsc_study_get_step (self);
  LscTable *table = lsc_table_new ("PpBalance", balance_columns, G_N_ELEMENTS (balance_columns));
  Stage *stages = read_stages (step);

  for (gsize i = 0; i < step->n_rows; i++)
    for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
      add_balance (self, table, stages, step->n_rows, i, kind);
  for (int work = WORK_F; work < N_WORKS; work++)
    add_imbalance (self, table, stages, step->n_rows, (Work) work);
  free_stages (stages, step->n_rows);
  return table;
}

/* ---- ladder ---- */

static const LscColumn ladder_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "rung", N_ ("Rung"), LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 5.8" },
  { "name", N_ ("Lengths"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5.8" },
  { "windowNs", N_ ("Window"), LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.8" },
  { "differenceNs", N_ ("Difference"), LSC_TYPE_INT, LSC_UNIT_NS, "to the rung before" },
  { "share", N_ ("Share of the step"), LSC_TYPE_REAL, LSC_UNIT_SHARE,
    "difference / measured window" },
  { "meaning", N_ ("What it is"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 5.8" },
};

static const char *
rung_meaning (LscRung rung)
{
  switch (rung)
    {
    case LSC_RUNG_BALANCED:
      return _ ("the schedule with equal stages: its work and its own bubble");
    case LSC_RUNG_STAGES:
      return _ ("imbalance between stages");
    case LSC_RUNG_BLOCKS:
      return _ ("jitter between micro-batches");
    case LSC_RUNG_LATENCY:
      return _ ("latency of messages");
    case LSC_RUNG_MEASURED:
    case LSC_N_RUNGS:
    default:
      return _ ("rest: hosts, collectives between blocks, clocks");
    }
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
  static const char *const names[LSC_N_RUNGS] = { "balanced", "stages", "blocks", "latency",
                                                  "measured" };
  LscTable *table = lsc_table_new ("PpLadder", ladder_columns, G_N_ELEMENTS (ladder_columns));
  double measured = (double) self->rungs[LSC_RUNG_MEASURED];

  for (int rung = 0; !self->refusal && rung < LSC_N_RUNGS; rung++)
    {
      gboolean is_known = self->rungs[rung] >= 0;
      gboolean has_last = is_known && rung > 0 && self->rungs[rung - 1] >= 0;
      gint64 difference = has_last ? self->rungs[rung] - self->rungs[rung - 1] : 0;
      gsize at = _lsc_study_add_row (self, table);

      lsc_table_set_int (table, at, 2, rung + 1);
      lsc_table_set_text (table, at, 3, names[rung]);
      _lsc_study_set_known (table, at, 4, self->rungs[rung], is_known);
      _lsc_study_set_known (table, at, 5, difference, has_last);
      if (has_last && measured > 0)
        lsc_table_set_real (table, at, 6, (double) difference / measured);
      lsc_table_set_text (table, at, 7, is_known ? rung_meaning ((LscRung) rung) : self->missing);
    }
  return table;
}

/* ---- path ---- */

enum
{
  PATH_PART = LSC_STUDY_N_PLACE_COLUMNS,
  PATH_STAGE,
  PATH_RANK,
  PATH_KIND,
  PATH_COUNT,
  PATH_TIME,
  PATH_SHARE,
};

static const LscColumn path_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "part", N_ ("Part of the path"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "blocks, messages or idle" },
  { "stage", N_ ("Stage"), LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 1.7" },
  { "rank", N_ ("Rank"), LSC_TYPE_INT, LSC_UNIT_ID, "rank" },
  { "kind", N_ ("Kind"), LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 1.3" },
  { "count", N_ ("Count"), LSC_TYPE_INT, LSC_UNIT_COUNT, "pipeline chart 5.6" },
  { "ns", N_ ("Time"), LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.6" },
  { "share", N_ ("Share of the step"), LSC_TYPE_REAL, LSC_UNIT_SHARE, "pipeline chart 5.6" },
};

static gsize
add_path (const LscStudy *self, LscTable *table, const char *part, gsize count, gint64 ns)
{
  gsize at = _lsc_study_add_row (self, table);
  double window = (double) (self->times.t1_ns - self->times.t0_ns);

  lsc_table_set_text (table, at, PATH_PART, part);
  lsc_table_set_int (table, at, PATH_COUNT, (gint64) count);
  lsc_table_set_int (table, at, PATH_TIME, ns);
  if (window > 0)
    lsc_table_set_real (table, at, PATH_SHARE, (double) ns / window);
  return at;
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
        gsize at = add_path (self, table, "blocks", counts[cell], sums[cell]);

        lsc_table_set_int (table, at, PATH_STAGE, (gint64) stage);
        lsc_table_set_int (table, at, PATH_RANK, lsc_study_get_step (self)->rows[stage].rank);
        lsc_table_set_text (table, at, PATH_KIND, lsc_block_kind_name (cell % LSC_BLOCK_N_KINDS));
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
  LscTable *table = lsc_table_new ("PpPath", path_columns, G_N_ELEMENTS (path_columns));

  if (!self->path)
    return table;
  add_path_blocks (self, table);
  add_path (self, table, "messages", self->path->n_hops, self->path->latency_ns);
  add_path (self, table, "idle", 0, self->path->idle_ns);
  return table;
}
