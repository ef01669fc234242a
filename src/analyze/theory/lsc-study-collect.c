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
add_tables (GPtrArray *tables, const LscStudy *study)
{
  for (guint i = 0; i < G_N_ELEMENTS (table_funcs); i++)
    {
      g_autoptr (LscTable) table = table_funcs[i](study);

      if (i < tables->len)
        lsc_table_append_table (g_ptr_array_index (tables, i), table);
      else
        g_ptr_array_add (tables, g_steal_pointer (&table));
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
          add_tables (tables, study);
        }
    }
  return g_steal_pointer (&tables);
}
