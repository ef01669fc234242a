/* lsc-compare-parts.c - what a step of one recording consists of, as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "judge/compare/lsc-compare-private.h"
#include "analyze/lsc-table-list.h"

typedef struct
{
  const LscPhrase *name;
  int category;
  gint64 ns;
  double share;
  double count;
  gint64 median_ns;
} PartRow;

static const LscColumn part_columns[] = {
  LSC_COLUMN (PartRow, name, "name", N_ ("Name"), LSC_UNIT_NONE, "compare.md#names",
              N_ ("Category, module or op, without what counts the instances of a run.")),
  LSC_CODES (PartRow, category, "category", N_ ("Category"), lsc_budget_words,
             "budget.md#categories", N_ ("What the time is; of communication its first part.")),
  LSC_COLUMN (PartRow, ns, "ns", N_ ("Time"), LSC_UNIT_NS, "compare.md#lists",
              N_ ("Time in a step, mean; the rows add up to the step.")),
  LSC_COLUMN (PartRow, share, "share",
              /* xgettext:no-c-format */
              N_ ("% Step"), LSC_UNIT_SHARE, "compare.md#lists",
              N_ ("The time as a share of the step, which is 100 %.")),
  LSC_COLUMN (PartRow, count, "count", N_ ("Count"), LSC_UNIT_COUNT, "compare.md#effects",
              N_ ("Instances in a step, mean.")),
  LSC_COLUMN (PartRow, median_ns, "median_ns", N_ ("Median"), LSC_UNIT_NS, "compare.md#test",
              N_ ("Median over the steps.")),
};

const LscTableInfo lsc_step_category_table_info =
    LSC_TABLE_INFO ("StepCategory", PartRow, part_columns);
const LscTableInfo lsc_step_module_table_info =
    LSC_TABLE_INFO ("StepModule", PartRow, part_columns);
const LscTableInfo lsc_step_op_table_info = LSC_TABLE_INFO ("StepOp", PartRow, part_columns);

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const LscChange *x = *(const LscChange *const *) a, *y = *(const LscChange *const *) b;

  if (x->is_word != y->is_word)
    return x->is_word - y->is_word;
  return (x->ns[LSC_BEFORE] < y->ns[LSC_BEFORE]) - (x->ns[LSC_BEFORE] > y->ns[LSC_BEFORE]);
}

static void
add_part (LscTable *table, const LscChange *change, LscCompareList list, gint64 step_ns)
{
  g_autoptr (LscPhrase) name = _lsc_change_name (change, list);

  lsc_table_add (
      table, &(PartRow){ .name = name,
                         .category = lsc_change_get_category (change, list),
                         .ns = change->ns[LSC_BEFORE],
                         .share = step_ns > 0 ? (double) change->ns[LSC_BEFORE] / (double) step_ns
                                              : LSC_REAL_NULL,
                         .count = change->count[LSC_BEFORE],
                         .median_ns = change->median_ns[LSC_BEFORE] });
}

/**
 * lsc_compare_get_parts_table:
 *
 * Returns: (transfer full): what a step before consists of, longest first, those without a name of
 *   their own last; categories in the order of a step
 */
LscTable *
lsc_compare_get_parts_table (const LscCompare *self, LscCompareList list)
{
  static const LscTableInfo *const infos[LSC_COMPARE_N_LISTS] = {
    [LSC_COMPARE_CATEGORIES] = &lsc_step_category_table_info,
    [LSC_COMPARE_MODULES] = &lsc_step_module_table_info,
    [LSC_COMPARE_OPS] = &lsc_step_op_table_info,
  };
  LscTable *table = lsc_table_new_for (infos[list]);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();

  for (guint i = 0; i < self->total->lists[list]->len; i++)
    g_ptr_array_add (sorted, self->total->lists[list]->pdata[i]);
  if (list != LSC_COMPARE_CATEGORIES)
    g_ptr_array_sort (sorted, compare_times);
  for (guint i = 0; i < sorted->len; i++)
    add_part (table, sorted->pdata[i], list, self->total->step_ns[LSC_BEFORE]);
  return table;
}
