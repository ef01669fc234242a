/* lsc-pipeline-compare.c - two steps of pipelines, block by block
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "judge/compare/lsc-pipeline-compare.h"
#include "base/lsc-sort.h"

#include <math.h>

/* theory.md#compare: blocks pair where stage, kind, micro-batch and chunk exist on both sides.
 * Rows are stages, so that a row pairs with the row of the same index. */

typedef struct
{
  guint64 key;
  guint32 block;
} Keyed;

static int
compare_keyed (gconstpointer a, gconstpointer b)
{
  const Keyed *x = a, *y = b;

  LSC_RETURN_ORDER (x->key, y->key);
  return LSC_ORDER (x->block, y->block);
}

static Keyed *
sort_row (const LscPipelineRow *row)
{
  Keyed *keys = g_new (Keyed, row->n_blocks);

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];

      keys[i].key = (guint64) block->kind << 40 | (guint64) block->chunks << 32 |
                    (guint64) block->mb_f << 16 | block->mb_b;
      keys[i].block = (guint32) i;
    }
  if (row->n_blocks > 0)
    qsort (keys, row->n_blocks, sizeof (Keyed), compare_keyed);
  return keys;
}

static guint32 *
new_unpaired (gsize n)
{
  guint32 *list = g_new (guint32, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    list[i] = LSC_PAIR_NONE;
  return list;
}

static gsize
pair_rows (const LscPipelineRow *row, const LscPipelineRow *other, guint32 *there, guint32 *back)
{
  g_autofree Keyed *left = sort_row (row);
  g_autofree Keyed *right = sort_row (other);
  gsize i = 0, j = 0, n = 0;

  while (i < row->n_blocks && j < other->n_blocks)
    if (left[i].key < right[j].key)
      i++;
    else if (left[i].key > right[j].key)
      j++;
    else
      {
        there[left[i].block] = right[j].block;
        back[right[j].block] = left[i].block;
        i++, j++, n++;
      }
  return n;
}

/**
 * lsc_block_pairs_new:
 *
 * Pairs the blocks of two steps; the number of ranks and micro-batches may differ. Blocks that
 * occur several times with the same name (ids unknown) pair in their order.
 *
 * Cost: O(n log n). Thread: any.
 *
 * Returns: (transfer full): the pairs
 */
LscBlockPairs *
lsc_block_pairs_new (const LscPipelineStep *step, const LscPipelineStep *other)
{
  LscBlockPairs *self = g_new0 (LscBlockPairs, 1);

  g_return_val_if_fail (step && other, NULL);
  self->n_rows = step->n_rows;
  self->n_other_rows = other->n_rows;
  self->other = g_new (guint32 *, MAX (step->n_rows, 1));
  self->back = g_new (guint32 *, MAX (other->n_rows, 1));
  for (gsize i = 0; i < step->n_rows; i++)
    self->other[i] = new_unpaired (step->rows[i].n_blocks);
  for (gsize i = 0; i < other->n_rows; i++)
    self->back[i] = new_unpaired (other->rows[i].n_blocks);
  for (gsize i = 0; i < MIN (step->n_rows, other->n_rows); i++)
    self->n_pairs += pair_rows (&step->rows[i], &other->rows[i], self->other[i], self->back[i]);
  return self;
}

/** Frees @self. */
void
lsc_block_pairs_free (LscBlockPairs *self)
{
  for (gsize i = 0; i < self->n_rows; i++)
    g_free (self->other[i]);
  for (gsize i = 0; i < self->n_other_rows; i++)
    g_free (self->back[i]);
  g_free (self->other);
  g_free (self->back);
  g_free (self);
}

/* ---- table ---- */

typedef struct
{
  gint64 stage;
  gint64 rank;
  gint64 other_rank;
  int what; /* LscBlockKind, or one of LscBlockFigure */
  gint64 count;
  gint64 other_count;
  gint64 mean_ns;
  gint64 other_mean_ns;
  gint64 delta_ns;
  double change;
} Row;

static const LscColumn delta_columns[] = {
  LSC_COLUMN (Row, stage, "stage", N_ ("Stage"), LSC_UNIT_ID, "theory.md#compare",
              N_ ("Pipeline stage, from 0; empty for the window of all.")),
  LSC_PIPELINE_RANK_COLUMN (Row, "rank"),
  LSC_COLUMN (Row, other_rank, "other_rank", N_ ("Other rank"), LSC_UNIT_ID, "rank",
              N_ ("Number of the rank that runs this stage on the other side.")),
  LSC_CODES (Row, what, "what", N_ ("What"), lsc_block_figure_words,
             "kind of block, bubble or window", N_ ("Kind of the blocks, or bubble, or window.")),
  LSC_COLUMN (Row, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "blocks of that kind",
              N_ ("Number of such blocks; of the window, micro-batches.")),
  LSC_COLUMN (Row, other_count, "other_count", N_ ("Other count"), LSC_UNIT_COUNT,
              "blocks of that kind", N_ ("The same of the other side.")),
  LSC_COLUMN (Row, mean_ns, "mean_ns", N_ ("Mean"), LSC_UNIT_NS,
              "mean length; the length of bubble and window",
              N_ ("Mean length of such blocks; of bubble and window their whole length.")),
  LSC_COLUMN (Row, other_mean_ns, "other_mean_ns", N_ ("Other mean"), LSC_UNIT_NS, "likewise",
              N_ ("The same of the other side.")),
  LSC_COLUMN (Row, delta_ns, "delta_ns", N_ ("Difference"), LSC_UNIT_NS, "other_mean_ns - mean_ns",
              N_ ("Other mean − Mean: negative where the other side is shorter.")),
  LSC_COLUMN (Row, change, "change", N_ ("Relative change"), LSC_UNIT_SHARE, "deltaNs / meanNs",
              N_ ("Difference as a part of Mean, which is 100 %: negative where the other side is "
                  "shorter.")),
};

const LscTableInfo lsc_pipeline_delta_table_info = LSC_TABLE_INFO ("PpDelta", Row, delta_columns);

/** One side of a line. */
typedef struct
{
  gint64 count; /* -1 = not counted */
  gint64 ns;    /* -1 = not there */
} Amount;

/**
 * lsc_pipeline_row_count_kind:
 * @count: (inout): grows by the blocks of @kind
 * @sum_ns: (inout): grows by their lengths
 */
void
lsc_pipeline_row_count_kind (const LscPipelineRow *row, LscBlockKind kind, gint64 *count,
                             gint64 *sum_ns)
{
  g_return_if_fail (row && count && sum_ns);
  for (gsize i = 0; i < row->n_blocks; i++)
    if (row->blocks[i].kind == kind)
      {
        *sum_ns += row->blocks[i].end_ns - row->blocks[i].start_ns;
        ++*count;
      }
}

static Amount
measure_kind (const LscPipelineRow *row, LscBlockKind kind)
{
  Amount amount = { 0, -1 };
  gint64 sum = 0;

  if (row)
    lsc_pipeline_row_count_kind (row, kind, &amount.count, &sum);
  if (amount.count > 0)
    amount.ns = (gint64) llrint ((double) sum / (double) amount.count);
  return amount;
}

static Row
make_row (int what, Amount here, Amount there)
{
  gboolean has_both = here.ns >= 0 && there.ns >= 0;
  double delta = (double) (there.ns - here.ns);

  return (Row){ .stage = LSC_INT_NULL,
                .rank = LSC_INT_NULL,
                .other_rank = LSC_INT_NULL,
                .what = what,
                .count = lsc_int_or_null (here.count),
                .other_count = lsc_int_or_null (there.count),
                .mean_ns = lsc_int_or_null (here.ns),
                .other_mean_ns = lsc_int_or_null (there.ns),
                .delta_ns = has_both ? there.ns - here.ns : LSC_INT_NULL,
                .change = has_both && here.ns > 0 ? delta / (double) here.ns : LSC_REAL_NULL };
}

static void
add_of_stage (LscTable *table, Row to, gsize stage, const LscPipelineRow *row,
              const LscPipelineRow *other)
{
  to.stage = (gint64) stage;
  to.rank = row ? lsc_rank_or_null (row->rank) : LSC_INT_NULL;
  to.other_rank = other ? lsc_rank_or_null (other->rank) : LSC_INT_NULL;
  lsc_table_add (table, &to);
}

/** A row and its step; none of either is none. */
typedef struct
{
  const LscPipelineStep *step;
  const LscPipelineRow *row;
} Place;

static Place
find_place (const LscPipelineStep *step, gsize stage)
{
  return (Place){ step, stage < step->n_rows ? &step->rows[stage] : NULL };
}

static Amount
measure_bubble (Place place)
{
  gboolean is_known =
      place.row && place.row->n_blocks > 0 && lsc_pipeline_step_is_compared (place.step);

  return (Amount){ -1, is_known ? place.row->metrics.bubble_ns : -1 };
}

static void
add_stage (LscTable *table, gsize stage, Place first, Place second)
{
  const LscPipelineRow *row = first.row, *other = second.row;

  for (guint kind = 0; kind < LSC_BLOCK_N_KINDS; kind++)
    {
      Amount here = measure_kind (row, (LscBlockKind) kind);
      Amount there = measure_kind (other, (LscBlockKind) kind);

      if (here.count == 0 && there.count == 0)
        continue;
      add_of_stage (table, make_row ((int) kind, here, there), stage, row, other);
    }
  add_of_stage (table,
                make_row (LSC_FIGURE_BUBBLE, measure_bubble (first), measure_bubble (second)),
                stage, row, other);
}

/**
 * lsc_pipeline_delta_table:
 * @group, @step: this side
 * @other_group, @other: what it is compared with
 *
 * Cost: O(blocks). Thread: any.
 *
 * Returns: (transfer full): table PpDelta: first the windows, then for each stage every kind with
 *   count and mean on both sides, and its bubble. This side is before, and 100 %; a difference is
 *   negative when the other one is shorter, and empty where one side has none.
 */
LscTable *
lsc_pipeline_delta_table (const LscPipelineGroup *group, const LscPipelineStep *step,
                          const LscPipelineGroup *other_group, const LscPipelineStep *other)
{
  g_return_val_if_fail (group && step && other_group && other, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_delta_table_info);
  gsize n = MAX (step->n_rows, other->n_rows);
  Row window = make_row (
      LSC_FIGURE_WINDOW, (Amount){ (gint64) group->micro_batches, step->t1_ns - step->t0_ns },
      (Amount){ (gint64) other_group->micro_batches, other->t1_ns - other->t0_ns });

  lsc_table_add (table, &window);
  for (gsize i = 0; i < n; i++)
    add_stage (table, i, find_place (step, i), find_place (other, i));
  return table;
}

static gint64
size_of (const LscTable *table, guint32 row)
{
  LscValue delta = lsc_table_get_named (table, row, "delta_ns");

  return delta.is_null ? -1 : ABS (delta.integer);
}

/* What is not known comes last. */
static int
compare_sizes (gconstpointer a, gconstpointer b, gpointer table)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  LSC_RETURN_ORDER (size_of (table, y), size_of (table, x));
  return LSC_ORDER (x, y);
}

/**
 * lsc_pipeline_delta_order:
 * @deltas: of lsc_pipeline_delta_table()
 *
 * Returns: (transfer full): the window, which is all of it, then the largest difference first,
 *   whatever its sign
 */
LscTable *
lsc_pipeline_delta_order (LscTable *deltas)
{
  g_return_val_if_fail (deltas, NULL);

  gsize n = lsc_table_get_n_rows (deltas);
  g_autofree guint32 *rows = g_new (guint32, n + 1);
  LscTable *ordered = lsc_table_new_like (deltas);

  for (guint32 i = 0; i < n; i++)
    rows[i] = i;
  if (n > 2)
    g_qsort_with_data (rows + 1, (gint) n - 1, sizeof *rows, compare_sizes, deltas);
  lsc_table_append_rows (ordered, deltas, rows, n);
  return ordered;
}
