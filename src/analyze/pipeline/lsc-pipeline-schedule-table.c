/* lsc-pipeline-schedule-table.c - the table of schedules that explain what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-private.h"

static const LscColumn schedule_columns[] = {
  { "groupId", "Pipeline", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 1.7" },
  { "ranks", "Ranks", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 1.7" },
  { "schedule", "Schedule", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 2.4" },
  { "variant", "Variant", LSC_TYPE_TEXT, LSC_UNIT_NONE, "pipeline chart 2.4" },
  { "stages", "Stages", LSC_TYPE_INT, LSC_UNIT_COUNT, "P" },
  { "microBatches", "Micro-batches", LSC_TYPE_INT, LSC_UNIT_COUNT, "M" },
  { "chunks", "Chunks", LSC_TYPE_INT, LSC_UNIT_COUNT, "v" },
  { "isReported", "Reported", LSC_TYPE_INT, LSC_UNIT_NONE, "1 for the one that names the blocks" },
  { "reason", "Reason", LSC_TYPE_TEXT, LSC_UNIT_NONE, "why none was recognised" },
};

static void
add_schedule (LscTable *table, gsize at, const LscSchedule *schedule, gboolean is_reported)
{
  g_autofree char *variant = lsc_schedule_describe_variant (schedule);

  lsc_table_set_text (table, at, 2, lsc_schedule_type_name (schedule->type));
  if (variant)
    lsc_table_set_text (table, at, 3, variant);
  lsc_table_set_int (table, at, 5, (gint64) schedule->n_micro_batches);
  lsc_table_set_int (table, at, 6, MAX (schedule->n_chunks, 1));
  lsc_table_set_int (table, at, 7, is_reported);
}

/**
 * lsc_pipeline_schedule_table:
 *
 * Returns: (transfer full): table PpSchedule: for each pipeline every schedule that explains the
 *   order of its blocks, the reported one first; one row with the reason where none does
 */
LscTable *
lsc_pipeline_schedule_table (LscPipeline *self)
{
  LscTable *table = lsc_table_new ("PpSchedule", schedule_columns, G_N_ELEMENTS (schedule_columns));

  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      for (gsize k = 0; k < MAX (group->n_candidates, 1); k++)
        {
          gsize at = lsc_table_add_row (table);

          lsc_table_set_int (table, at, 0, i);
          lsc_table_set_text (table, at, 1, group->label);
          lsc_table_set_int (table, at, 4, (gint64) group->n_ranks);
          if (k < group->n_candidates)
            add_schedule (table, at, &group->candidates[k], k == 0);
          else if (group->banner)
            lsc_table_set_text (table, at, 8, group->banner);
        }
    }
  return table;
}
