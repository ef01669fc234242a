/* lsc-pipeline-schedule-table.c - the table of schedules that explain what was recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

typedef struct
{
  gint64 group;
  const char *ranks;
  const char *schedule;
  const LscPhrase *variant;
  gint64 stages;
  gint64 micro_batches;
  gint64 chunks;
  gint64 reported;
  const LscPhrase *reason;
} Row;

static const LscColumn schedule_columns[] = {
  LSC_PIPELINE_COLUMN (Row),
  LSC_COLUMN (Row, ranks, "ranks", N_ ("Ranks"), LSC_UNIT_NONE, "pipeline.md#stages",
              N_ ("The ranks of the pipeline, by stage.")),
  LSC_COLUMN (Row, schedule, "schedule", N_ ("Schedule"), LSC_UNIT_NONE, "pipeline.md#recognise",
              N_ ("Stable name of a schedule that explains the order of the blocks.")),
  LSC_COLUMN (Row, variant, "variant", N_ ("Variant"), LSC_UNIT_NONE, "pipeline.md#recognise",
              N_ ("How it differs from the plain schedule of that name.")),
  LSC_COLUMN (Row, stages, "stages", N_ ("Stages"), LSC_UNIT_COUNT, "P",
              N_ ("Number of stages of the pipeline.")),
  LSC_COLUMN (Row, micro_batches, "microBatches", N_ ("Micro-batches"), LSC_UNIT_COUNT, "M",
              N_ ("Number of micro-batches of a step.")),
  LSC_COLUMN (Row, chunks, "chunks", N_ ("Chunks"), LSC_UNIT_COUNT, "v",
              N_ ("Parts of the model on each rank.")),
  LSC_COLUMN (Row, reported, "isReported", N_ ("Reported"), LSC_UNIT_NONE,
              "1 for the one that names the blocks",
              N_ ("1 for the schedule by which the blocks are named, 0 for others that explain the "
                  "order as well.")),
  LSC_COLUMN (Row, reason, "reason", N_ ("Reason"), LSC_UNIT_NONE, "why none was recognised",
              N_ ("Why no schedule was recognised.")),
};

const LscTableInfo lsc_pipeline_schedule_table_info =
    LSC_TABLE_INFO ("PpSchedule", Row, schedule_columns);

static void
add_row (LscTable *table, const LscPipelineGroup *group, guint index, gsize candidate)
{
  gboolean is_known = candidate < group->n_candidates;
  const LscSchedule *schedule = is_known ? &group->candidates[candidate] : NULL;
  g_autoptr (LscPhrase) variant = schedule ? lsc_schedule_make_variant (schedule) : NULL;
  Row row;

  lsc_table_info_clear_row (&lsc_pipeline_schedule_table_info, &row);
  row.group = index;
  row.ranks = group->label;
  row.stages = (gint64) group->n_ranks;
  if (schedule)
    {
      row.schedule = lsc_schedule_type_name (schedule->type);
      row.variant = variant;
      row.micro_batches = (gint64) schedule->n_micro_batches;
      row.chunks = MAX (schedule->n_chunks, 1);
      row.reported = candidate == 0;
    }
  else
    row.reason = group->banner;
  lsc_table_add (table, &row);
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
  LscTable *table = lsc_table_new_for (&lsc_pipeline_schedule_table_info);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      for (gsize k = 0; k < MAX (group->n_candidates, 1); k++)
        add_row (table, group, i, k);
    }
  return table;
}
