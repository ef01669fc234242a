/* lsc-study-collect.c - the tables of all studied steps of a pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-collect.h"

#include "base/lsc-error.h"

typedef LscTable *(*TableFunc) (const LscStudy *study);

/* One study at a time is held: only its tables stay. */
static const TableFunc table_funcs[] = {
  lsc_study_bubble_table, lsc_study_wait_table,    lsc_study_balance_table,
  lsc_study_ladder_table, lsc_study_path_table,    lsc_study_micro_batch_table,
  lsc_study_link_table,   lsc_study_summary_table,
};

static void
copy_value (LscTable *to, gsize row, guint column, const LscValue *value)
{
  if (value->is_null)
    return;
  switch (value->type)
    {
    case LSC_TYPE_INT:
      lsc_table_set_int (to, row, column, value->integer);
      break;
    case LSC_TYPE_REAL:
      lsc_table_set_real (to, row, column, value->real);
      break;
    case LSC_TYPE_TEXT:
    default:
      lsc_table_set_text (to, row, column, value->text);
      break;
    }
}

/**
 * lsc_study_place_table:
 * @table: a table of a study
 * @group: number of its pipeline
 *
 * Returns: (transfer full): the same rows behind the columns groupId and step, if they are not
 *   there already
 */
LscTable *
lsc_study_place_table (const LscTable *table, guint group, const LscPipelineStep *step)
{
  guint n = lsc_table_get_n_columns (table);
  g_autofree LscColumn *columns = g_new (LscColumn, n + 2);
  LscTable *placed;

  if (lsc_table_find_column (table, "groupId") >= 0)
    return lsc_table_ref ((LscTable *) table);
  columns[0] =
      (LscColumn){ "groupId", "Pipeline", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 1.7" };
  columns[1] = (LscColumn){ "step", "Step", LSC_TYPE_INT, LSC_UNIT_ID, "STEP_TIME.id" };
  for (guint i = 0; i < n; i++)
    columns[i + 2] = *lsc_table_get_column (table, i);
  placed = lsc_table_new (lsc_table_get_name (table), columns, n + 2);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      gsize at = lsc_table_add_row (placed);

      lsc_table_set_int (placed, at, 0, group);
      if (step->has_id)
        lsc_table_set_int (placed, at, 1, step->id);
      for (guint i = 0; i < n; i++)
        {
          LscValue value = lsc_table_get (table, row, i);

          copy_value (placed, at, i + 2, &value);
        }
    }
  return placed;
}

static void
add_tables (GPtrArray *tables, const LscStudy *study, guint group)
{
  const LscPipelineStep *step = &study->group->steps[study->step];

  for (guint i = 0; i < G_N_ELEMENTS (table_funcs); i++)
    {
      g_autoptr (LscTable) table = table_funcs[i](study);
      g_autoptr (LscTable) placed = lsc_study_place_table (table, group, step);

      if (i < tables->len)
        lsc_table_append_table (g_ptr_array_index (tables, i), placed);
      else
        g_ptr_array_add (tables, g_steal_pointer (&placed));
    }
}

/**
 * lsc_study_collect_tables:
 * @job: (nullable): to be cancelled
 *
 * Studies every step of every group.
 *
 * Cost: O(blocks log blocks) and the waits of all idle intervals. Thread: any.
 *
 * Returns: (transfer full) (element-type LscTable) (nullable): PpBubble with causes first, then
 *   waits, balance, ladder, critical path, micro-batches, links and summary, with columns for group
 *   and step; %NULL with %LSC_ERROR_CANCELLED
 */
GPtrArray *
lsc_study_collect_tables (LscPipeline *pipeline, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);

  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);

      for (gsize k = 0; k < group->n_steps; k++)
        {
          g_autoptr (LscStudy) study = lsc_study_new (pipeline, group, k, job, error);

          if (!study)
            return NULL;
          add_tables (tables, study, i);
        }
    }
  return g_steal_pointer (&tables);
}
