/* lsc-op-instances.c - the kernels of one group, and its ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "judge/operators/lsc-operators-private.h"

/** A kernel of a rank: what leads to the rest of it. */
typedef struct
{
  gint64 duration_ns;
  gint64 begin_ns;
  guint32 rank;
  guint32 kernel;
  guint32 step;
  guint32 reserved;
} Instance;

LSC_DEFINE_ARRAY (Instances, instances, Instance)

/* ---- which kernels ---- */

/* Whether kernels of a kind belong to the group of @key; steps are asked apart. */
static gboolean
is_kind_of (const LscOpScan *scan, const LscOpGroupKey *key, gsize kind)
{
  LscOpGroupKey own;

  if (scan->passes[kind] != LSC_OP_TAKEN)
    return FALSE;
  own = _lsc_op_scan_make_key (scan, &scan->sheet->kinds.items[kind], LSC_OP_NO_STEP);
  own.step = key->step;
  return memcmp (&own, key, sizeof own) == 0;
}

static gboolean
is_step_of (const LscOpScan *scan, const LscOpGroupKey *key, guint32 step)
{
  const LscOpSheet *sheet = scan->sheet;

  if (!scan->steps[MIN (step, sheet->steps.n)])
    return FALSE;
  if (!scan->has_steps)
    return TRUE;
  return key->step == (step < sheet->steps.n ? sheet->steps.items[step].number : LSC_INT_NULL);
}

static void
list_block (const LscOpScan *scan, const guint8 *is_asked, const LscOpBlock *block, Instances *out)
{
  const LscOpSheet *sheet = scan->sheet;

  for (gsize i = block->first; i < block->first + block->n; i++)
    {
      gint64 ns = lsc_op_sheet_get_duration_ns (sheet, i);
      gint64 begin_ns = block->base_ns + sheet->starts[i];

      if (is_asked[sheet->kinds_of[i]] &&
          _lsc_op_filter_has_time (scan->filter, scan->offset_ns, begin_ns) &&
          _lsc_op_filter_has_length (scan->filter, ns))
        instances_append (out, (Instance){ ns, begin_ns, scan->rank, (guint32) i, block->step, 0 });
    }
}

static void
list_rank (const LscOpGroups *self, const LscOpGroup *group, guint32 rank, Instances *out)
{
  LscOpScan scan;
  g_autofree guint8 *is_asked = NULL;

  _lsc_op_scan_init (&scan, self, rank);
  is_asked = g_new0 (guint8, scan.sheet->kinds.n + 1);
  for (gsize i = 0; i < scan.sheet->kinds.n; i++)
    is_asked[i] = is_kind_of (&scan, &group->key, i);
  for (gsize i = 0; i < scan.sheet->blocks.n; i++)
    if (is_step_of (&scan, &group->key, scan.sheet->blocks.items[i].step))
      list_block (&scan, is_asked, &scan.sheet->blocks.items[i], out);
  _lsc_op_scan_clear (&scan);
}

static gboolean
list_all (const LscOpGroups *self, const LscOpGroup *group, Instances *out, LscJob *job,
          GError **error)
{
  for (gsize i = 0; i < group->n_ranks; i++)
    {
      if (!lsc_job_check (job, error))
        return FALSE;
      list_rank (self, group, self->rank_sums.items[group->first_rank + i].rank, out);
    }
  return TRUE;
}

static int
compare_by_length (gconstpointer a, gconstpointer b)
{
  const Instance *x = a, *y = b;

  LSC_RETURN_ORDER (y->duration_ns, x->duration_ns);
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->begin_ns, y->begin_ns);
}

static int
compare_by_begin (gconstpointer a, gconstpointer b)
{
  const Instance *x = a, *y = b;

  LSC_RETURN_ORDER (x->begin_ns, y->begin_ns);
  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->kernel, y->kernel);
}

static const LscOpSheet *
get_sheet (const LscOpGroups *self, guint32 rank)
{
  return self->operators->sheets->pdata[rank];
}

/**
 * lsc_op_groups_get_instances:
 * @row: of the table
 * @out: (out caller-allocates): gets all kernels of the row, by start; to be cleared
 *
 * Cost: O(kernels of its ranks). Errors: %LSC_ERROR_CANCELLED.
 *
 * Returns: %FALSE with @error
 */
gboolean
lsc_op_groups_get_instances (LscOpGroups *self, gsize row, LscOpInstances *out, LscJob *job,
                             GError **error)
{
  Instances list = { 0 };
  gboolean ok;

  g_return_val_if_fail (self && out && row < self->groups.n, FALSE);
  *out = (LscOpInstances){ 0 };
  ok = list_all (self, &self->groups.items[row], &list, job, error);
  if (ok && list.n > 1)
    qsort (list.items, list.n, sizeof (Instance), compare_by_begin);
  for (gsize i = 0; i < list.n && ok; i++)
    {
      const Instance *item = &list.items[i];

      lsc_op_instances_append (
          out, (LscOpInstance){ item->begin_ns, item->duration_ns, item->rank,
                                get_sheet (self, item->rank)->slices[item->kernel] });
    }
  instances_clear (&list);
  return ok;
}

/**
 * lsc_op_groups_get_place:
 * @rank: (out): its number, or what stands for its name
 * @slice: (out): id in the timeline of the rank
 *
 * Returns: %FALSE if the row has no kernel; where its longest one is
 */
gboolean
lsc_op_groups_get_place (const LscOpGroups *self, gsize row, gint64 *rank, guint32 *slice,
                         gint64 *begin_ns, gint64 *end_ns)
{
  const LscOpSums *sums;
  const LscOpSheet *sheet;
  const LscOpBlock *block;
  gsize at;

  g_return_val_if_fail (self && row < self->groups.n, FALSE);
  sums = &self->groups.items[row].sums;
  if (sums->n == 0)
    return FALSE;
  sheet = get_sheet (self, sums->longest_rank);
  at = LSC_BISECT (i, 0, sheet->blocks.n, sheet->blocks.items[i].first <= sums->longest);
  block = &sheet->blocks.items[at - 1];
  *rank = sheet->rank;
  *slice = sheet->slices[sums->longest];
  *begin_ns = block->base_ns + sheet->starts[sums->longest];
  *end_ns = *begin_ns + sums->most_ns;
  return TRUE;
}

/* ---- as a table ---- */

typedef struct
{
  gint64 rank;
  gint64 step;
  gint64 begin_ns;
  gint64 duration_ns;
  gint64 wait_ns;
  gint64 stream;
  const char *name;
  const char *type;
  const char *shapes;
  const char *dtypes;
  const char *module;
  const char *op;
  gint64 slice;
} Row;

static const LscColumn columns[] = {
  LSC_RANK_COLUMN (Row),
  LSC_STEP_COLUMN (Row),
  LSC_COLUMN (Row, begin_ns, "begin_ns", N_ ("Start"), LSC_UNIT_NS, "operators.md#kernels",
              N_ ("Start of the kernel, as recorded.")),
  LSC_COLUMN (Row, duration_ns, "duration_ns", N_ ("Duration"), LSC_UNIT_NS, "operators.md#kernels",
              N_ ("How long the kernel runs.")),
  LSC_COLUMN (Row, wait_ns, "wait_ns", N_ ("Stream Idle Before"), LSC_UNIT_NS, "operators.md#wait",
              N_ ("How long its stream did no work before it.")),
  LSC_COLUMN (Row, stream, "stream", N_ ("Stream"), LSC_UNIT_ID, "operators.md#keys",
              N_ ("Stream of the device.")),
  LSC_COLUMN (Row, name, "name", N_ ("Name"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Name of the kernel, without what belongs to one run.")),
  LSC_COLUMN (Row, type, "type", N_ ("Type"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Type of the operator; on a GPU the short name of the kernel.")),
  LSC_COLUMN (Row, shapes, "shapes", N_ ("Input Shapes"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Shapes of the inputs.")),
  LSC_COLUMN (Row, dtypes, "dtypes", N_ ("Input Types"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Data types of the inputs.")),
  LSC_COLUMN (Row, module, "module", N_ ("Module"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Path of the module that launches the kernel.")),
  LSC_COLUMN (Row, op, "op", N_ ("Framework Operator"), LSC_UNIT_NONE, "operators.md#keys",
              N_ ("Operator of the framework that launches the kernel.")),
  LSC_COLUMN (Row, slice, "slice", N_ ("Slice"), LSC_UNIT_ID, "operators.md#kernels",
              N_ ("Number of the event in the recording.")),
};

const LscTableInfo lsc_operator_instances_table_info =
    LSC_TABLE_INFO ("operator_instances", Row, columns);

static const char *
get_text (const LscOpSheet *sheet, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (sheet->texts, id) : NULL;
}

static Row
make_row (const LscOpSheet *sheet, const Instance *item)
{
  const LscOpVariant *kind = &sheet->kinds.items[sheet->kinds_of[item->kernel]];

  return (Row){ .rank = lsc_rank_or_null (sheet->rank),
                .step = item->step < sheet->steps.n ? sheet->steps.items[item->step].number
                                                    : LSC_INT_NULL,
                .begin_ns = item->begin_ns,
                .duration_ns = item->duration_ns,
                .wait_ns = lsc_int_or_null (lsc_op_sheet_get_wait_ns (sheet, item->kernel)),
                .stream = kind->stream != LSC_ID_NONE ? (gint64) kind->stream : LSC_INT_NULL,
                .name = get_text (sheet, kind->name),
                .type = get_text (sheet, kind->type),
                .shapes = get_text (sheet, kind->shapes),
                .dtypes = get_text (sheet, kind->dtypes),
                .module = get_text (sheet, kind->module),
                .op = get_text (sheet, kind->op),
                .slice = sheet->slices[item->kernel] };
}

/**
 * lsc_op_groups_list_instances:
 * @row: of the table
 * @most: kernels at most
 *
 * Cost: O(kernels of its ranks). Errors: %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): its kernels, the longest first
 */
LscTable *
lsc_op_groups_list_instances (LscOpGroups *self, gsize row, gsize most, LscJob *job, GError **error)
{
  Instances list = { 0 };
  LscTable *table = NULL;

  g_return_val_if_fail (self && row < self->groups.n, NULL);
  if (list_all (self, &self->groups.items[row], &list, job, error))
    {
      table = lsc_table_new_for (&lsc_operator_instances_table_info);
      if (list.n > 1)
        qsort (list.items, list.n, sizeof (Instance), compare_by_length);
    }
  for (gsize i = 0; table && i < MIN (list.n, most); i++)
    {
      Row item = make_row (get_sheet (self, list.items[i].rank), &list.items[i]);

      lsc_table_add (table, &item);
    }
  instances_clear (&list);
  return table;
}

/* ---- ranks ---- */

typedef struct
{
  gint64 rank;
  gint64 count;
  gint64 total_ns;
  gint64 mean_ns;
  double deviation;
} RankRow;

static const LscColumn rank_columns[] = {
  LSC_RANK_COLUMN (RankRow),
  LSC_COLUMN (RankRow, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "operators.md#sums",
              N_ ("Kernels of the group.")),
  LSC_COLUMN (RankRow, total_ns, "total_ns", N_ ("Total"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Sum of their durations.")),
  LSC_COLUMN (RankRow, mean_ns, "mean_ns", N_ ("Mean"), LSC_UNIT_NS, "operators.md#sums",
              N_ ("Mean duration.")),
  LSC_COLUMN (RankRow, deviation, "deviation", N_ ("Deviation"), LSC_UNIT_SHARE,
              "operators.md#imbalance",
              N_ ("How much the total is above or below the median of the ranks, which is 100 %.")),
};

const LscTableInfo lsc_operator_ranks_table_info =
    LSC_TABLE_INFO ("operator_ranks", RankRow, rank_columns);

/**
 * lsc_op_groups_list_ranks:
 * @row: of the table
 *
 * Returns: (transfer full) (nullable): what each rank has of it
 */
LscTable *
lsc_op_groups_list_ranks (LscOpGroups *self, gsize row, LscJob *job, GError **error)
{
  const LscOpGroup *group;
  const LscOpRankSum *sums;
  g_autofree gint64 *totals = NULL;
  LscTable *table;
  double median_ns;

  g_return_val_if_fail (self && row < self->groups.n, NULL);
  if (!lsc_job_check (job, error))
    return NULL;
  group = &self->groups.items[row];
  sums = self->rank_sums.items + group->first_rank;
  totals = g_new (gint64, group->n_ranks + 1);
  table = lsc_table_new_for (&lsc_operator_ranks_table_info);
  for (gsize i = 0; i < group->n_ranks; i++)
    totals[i] = sums[i].total_ns;
  median_ns = group->n_ranks > 0 ? (double) lsc_median_mean_int64 (totals, group->n_ranks) : 0;
  for (gsize i = 0; i < group->n_ranks; i++)
    {
      RankRow item = { lsc_rank_or_null (get_sheet (self, sums[i].rank)->rank), sums[i].n,
                       sums[i].total_ns, sums[i].total_ns / sums[i].n,
                       median_ns > 0 ? (double) sums[i].total_ns / median_ns - 1 : LSC_REAL_NULL };

      lsc_table_add (table, &item);
    }
  return table;
}
