/* lsc-pipeline-twins.c - the pipelines of two recordings beside each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/compare/lsc-pipeline-twins.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/lsc-table-list.h"
#include "judge/compare/lsc-pipeline-compare.h"

/* theory.md#twins: each pipeline stands beside that of the same ranks, the others in their order.
 * Of each its step of median window counts. */

/* ---- pairs ---- */

/* Adds every pipeline that has steps. */
static GPtrArray *
list_groups (const LscPipeline *pipeline)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; pipeline != NULL && i < pipeline->groups->len; i++)
    {
      LscPipelineGroup *group = g_ptr_array_index (pipeline->groups, i);

      if (group->n_steps > 0)
        g_ptr_array_add (list, group);
    }
  return list;
}

/* Pipelines by their ranks. Several may have one label, where ranks have no numbers. */
typedef struct
{
  GPtrArray *groups;
  GHashTable *first; /* label -> index + 1 of the first that was not taken */
  guint *next;       /* by index: index + 1 of the next one with that label */
} ByRanks;

static void
by_ranks_init (ByRanks *self, GPtrArray *groups)
{
  *self = (ByRanks){ groups, g_hash_table_new (g_str_hash, g_str_equal),
                     g_new0 (guint, groups->len + 1) };
  for (guint i = groups->len; i > 0; i--)
    {
      const LscPipelineGroup *group = groups->pdata[i - 1];

      self->next[i - 1] = GPOINTER_TO_UINT (g_hash_table_lookup (self->first, group->label));
      g_hash_table_insert (self->first, group->label, GUINT_TO_POINTER (i));
    }
}

/* (nullable): that of the same ranks, which then no longer is in the list of groups */
static const LscPipelineGroup *
take_same (ByRanks *self, const LscPipelineGroup *of)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->first, of->label));
  LscPipelineGroup *group;

  if (found == 0)
    return NULL;
  group = g_steal_pointer (&self->groups->pdata[found - 1]);
  g_hash_table_insert (self->first, group->label, GUINT_TO_POINTER (self->next[found - 1]));
  return group;
}

static void
by_ranks_clear (ByRanks *self)
{
  g_hash_table_unref (self->first);
  g_free (self->next);
}

/* (nullable): the next pipeline from @at on that nobody took */
static const LscPipelineGroup *
take_next (GPtrArray *groups, guint *at)
{
  while (*at < groups->len && groups->pdata[*at] == NULL)
    ++*at;
  return *at < groups->len ? groups->pdata[(*at)++] : NULL;
}

/**
 * lsc_pipeline_twins_new:
 * @before: (nullable):
 * @after: (nullable): both outlive what is returned
 *
 * Cost: O(pipelines). Thread: any.
 *
 * Returns: (transfer full) (element-type LscPipelineTwins): all pipelines that have steps, those of
 *   both recordings in pairs, in the order of the recording before
 */
GArray *
lsc_pipeline_twins_new (const LscPipeline *before, const LscPipeline *after)
{
  GArray *twins = g_array_new (FALSE, TRUE, sizeof (LscPipelineTwins));
  g_autoptr (GPtrArray) first = list_groups (before);
  g_autoptr (GPtrArray) second = list_groups (after);
  const LscPipelineGroup *alone;
  ByRanks by_ranks;
  guint next = 0;

  by_ranks_init (&by_ranks, second);
  for (guint i = 0; i < first->len; i++)
    {
      LscPipelineTwins pair = { first->pdata[i], take_same (&by_ranks, first->pdata[i]) };

      g_array_append_val (twins, pair);
    }
  by_ranks_clear (&by_ranks);
  for (guint i = 0; i < first->len; i++)
    if (g_array_index (twins, LscPipelineTwins, i).after == NULL)
      g_array_index (twins, LscPipelineTwins, i).after = take_next (second, &next);
  while ((alone = take_next (second, &next)) != NULL)
    {
      LscPipelineTwins pair = { NULL, alone };

      g_array_append_val (twins, pair);
    }
  return twins;
}

/* ---- table ---- */

typedef struct
{
  const char *pipeline;
  const char *other_pipeline;
  gint64 stage;
  int what; /* LscBlockKind, or one of LscBlockFigure */
  gint64 count;
  gint64 other_count;
  gint64 mean_ns;
  gint64 other_mean_ns;
  gint64 delta_ns;
  double change;
} Row;

static const LscColumn twins_columns[] = {
  LSC_COLUMN (Row, pipeline, "pipeline", N_ ("Pipeline"), LSC_UNIT_NONE, "theory.md#twins",
              N_ ("Ranks of the pipeline before; empty for all of them together.")),
  LSC_COLUMN (Row, other_pipeline, "other_pipeline", N_ ("Pipeline after"), LSC_UNIT_NONE,
              "theory.md#twins", N_ ("Ranks of the pipeline after.")),
  LSC_COLUMN (Row, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "theory.md#twins",
              N_ ("Pipeline stage, from 0; empty for the window of all.")),
  LSC_CODES (Row, what, "what", N_ ("What"), lsc_block_figure_words,
             "kind of block, bubble or window", N_ ("Kind of the blocks, or bubble, or window.")),
  LSC_COLUMN (Row, count, "count", N_ ("Count before"), LSC_UNIT_COUNT, "blocks of that kind",
              N_ ("Number of such blocks in all pipelines; of the window, micro-batches.")),
  LSC_COLUMN (Row, other_count, "other_count", N_ ("Count after"), LSC_UNIT_COUNT,
              "blocks of that kind", N_ ("The same of the recording after.")),
  LSC_COLUMN (Row, mean_ns, "mean_ns", N_ ("Mean before"), LSC_UNIT_NS, "theory.md#twins",
              N_ ("Mean length of such blocks; of a bubble the mean of all ranks of the stage; the "
                  "length of a window.")),
  LSC_COLUMN (Row, other_mean_ns, "other_mean_ns", N_ ("Mean after"), LSC_UNIT_NS, "likewise",
              N_ ("The same of the recording after.")),
  LSC_COLUMN (Row, delta_ns, "delta_ns", N_ ("Difference"), LSC_UNIT_NS, "other_mean_ns - mean_ns",
              N_ ("Mean after − Mean before: negative where that is shorter.")),
  LSC_COLUMN (Row, change, "change", N_ ("Relative change"), LSC_UNIT_SHARE, "deltaNs / meanNs",
              N_ ("Difference as a part of Mean before, which is 100 %: negative where that after "
                  "is shorter.")),
};

const LscTableInfo lsc_pipeline_twins_table_info = LSC_TABLE_INFO ("PpTwins", Row, twins_columns);

/** What is counted of one side. */
typedef struct
{
  gint64 count;
  gint64 ns;
  gboolean is_unknown; /* the times of a rank are */
} Sum;

static const LscPipelineStep *
get_step (const LscPipelineGroup *group)
{
  return group != NULL ? &group->steps[group->median_step] : NULL;
}

static void
add_bubble (Sum *sum, const LscPipelineStep *step, const LscPipelineRow *row)
{
  if (row->n_blocks == 0)
    return;
  sum->is_unknown |= !lsc_pipeline_step_is_compared (step);
  sum->ns += row->metrics.bubble_ns;
  sum->count++;
}

/* Of a stage in all pipelines of a side. */
static Sum
sum_stage (const GArray *twins, gboolean is_after, gsize stage, int what)
{
  Sum sum = { 0 };

  for (guint i = 0; i < twins->len; i++)
    {
      const LscPipelineTwins *pair = &g_array_index (twins, LscPipelineTwins, i);
      const LscPipelineStep *step = get_step (is_after ? pair->after : pair->before);

      if (step == NULL || stage >= step->n_rows)
        continue;
      if (what == LSC_FIGURE_BUBBLE)
        add_bubble (&sum, step, &step->rows[stage]);
      else
        lsc_pipeline_row_count_kind (&step->rows[stage], (LscBlockKind) what, &sum.count, &sum.ns);
    }
  return sum;
}

static gint64
get_mean (Sum sum)
{
  return sum.count > 0 && !sum.is_unknown ? (gint64) llrint ((double) sum.ns / (double) sum.count)
                                          : LSC_INT_NULL;
}

static void
add_row (LscTable *table, Row *row)
{
  gboolean has_both = row->mean_ns != LSC_INT_NULL && row->other_mean_ns != LSC_INT_NULL;

  row->delta_ns = lsc_int_subtract (row->other_mean_ns, row->mean_ns);
  row->change =
      has_both && row->mean_ns > 0 ? (double) row->delta_ns / (double) row->mean_ns : LSC_REAL_NULL;
  lsc_table_add (table, row);
}

static gint64
get_window (const LscPipelineStep *step)
{
  return step != NULL ? step->t1_ns - step->t0_ns : LSC_INT_NULL;
}

static gint64
get_micro_batches (const LscPipelineGroup *group)
{
  return group != NULL ? (gint64) group->micro_batches : LSC_INT_NULL;
}

static void
add_window (LscTable *table, const LscPipelineTwins *pair)
{
  Row row = { .pipeline = pair->before != NULL ? pair->before->label : NULL,
              .other_pipeline = pair->after != NULL ? pair->after->label : NULL,
              .stage = LSC_INT_NULL,
              .what = LSC_FIGURE_WINDOW,
              .count = get_micro_batches (pair->before),
              .other_count = get_micro_batches (pair->after),
              .mean_ns = get_window (get_step (pair->before)),
              .other_mean_ns = get_window (get_step (pair->after)) };

  add_row (table, &row);
}

static void
add_stage (LscTable *table, const GArray *twins, gsize stage, int what)
{
  Sum before = sum_stage (twins, FALSE, stage, what);
  Sum after = sum_stage (twins, TRUE, stage, what);
  gboolean is_bubble = what == LSC_FIGURE_BUBBLE;
  Row row = { .stage = (gint64) stage,
              .what = what,
              .count = is_bubble ? LSC_INT_NULL : before.count,
              .other_count = is_bubble ? LSC_INT_NULL : after.count,
              .mean_ns = get_mean (before),
              .other_mean_ns = get_mean (after) };

  if (before.count > 0 || after.count > 0)
    add_row (table, &row);
}

static gsize
count_stages (const GArray *twins)
{
  gsize n = 0;

  for (guint i = 0; i < twins->len; i++)
    {
      const LscPipelineTwins *pair = &g_array_index (twins, LscPipelineTwins, i);

      if (pair->before != NULL)
        n = MAX (n, get_step (pair->before)->n_rows);
      if (pair->after != NULL)
        n = MAX (n, get_step (pair->after)->n_rows);
    }
  return n;
}

/**
 * lsc_pipeline_twins_table:
 * @twins: (element-type LscPipelineTwins): as lsc_pipeline_twins_new() has them
 *
 * Cost: O(blocks). Thread: any.
 *
 * Returns: (transfer full): table PpTwins: first the window of each pipeline, then for each stage
 *   every kind of block and the bubble, of all pipelines together
 */
LscTable *
lsc_pipeline_twins_table (const GArray *twins)
{
  g_return_val_if_fail (twins, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_twins_table_info);
  gsize n_stages = count_stages (twins);

  for (guint i = 0; i < twins->len; i++)
    add_window (table, &g_array_index (twins, LscPipelineTwins, i));
  for (gsize stage = 0; stage < n_stages; stage++)
    {
      for (int kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
        add_stage (table, twins, stage, kind);
      add_stage (table, twins, stage, LSC_FIGURE_BUBBLE);
    }
  return table;
}
