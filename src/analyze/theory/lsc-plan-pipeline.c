/* lsc-plan-pipeline.c - a plan that ran as a pipeline to be drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-plan.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

/* The painter, the tables and the metrics know pipelines, whether they were recorded or computed:
 * a plan becomes a group with one step whose blocks are its ops. */

static LscScheduleItem
item_of_op (const LscPlanOp *op)
{
  LscScheduleItem item = { .kind = op->kind,
                           .phase = op->phase,
                           .chunk_f = LSC_CHUNK_NONE,
                           .chunk_b = LSC_CHUNK_NONE,
                           .mb_f = LSC_SCHEDULE_NO_ID,
                           .mb_b = LSC_SCHEDULE_NO_ID };

  for (guint i = 0; i < op->n_parts; i++)
    if (op->parts[i].role == LSC_BLOCK_F)
      {
        item.chunk_f = op->parts[i].chunk;
        item.mb_f = op->parts[i].mb;
      }
    else
      {
        item.chunk_b = op->parts[i].chunk;
        item.mb_b = op->parts[i].mb;
      }
  return item;
}

static void
fill_row (LscPipelineRow *row, const LscPlan *plan, const LscPlanTimes *times, guint32 rank,
          LscIntern *strings)
{
  row->n_blocks = plan->first[rank + 1] - plan->first[rank];
  row->blocks = g_new0 (LscBlock, row->n_blocks);
  row->details = g_new0 (LscBlockDetail, row->n_blocks);
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      guint32 op = plan->first[rank] + (guint32) i;
      LscScheduleItem item = item_of_op (&plan->ops[op]);

      row->blocks[i] = (LscBlock){
        .start_ns = times->start_ns[op],
        .end_ns = times->end_ns[op],
        .mb_f = (guint16) MIN (item.mb_f, LSC_MB_NONE),
        .mb_b = (guint16) MIN (item.mb_b, LSC_MB_NONE),
        .kind = item.kind,
        .chunks = (guint8) (item.chunk_f | item.chunk_b << 4),
        .type = plan->schedule.type == LSC_SCHEDULE_DUALPIPEV ? item.phase : -1,
        .name = lsc_intern_add_take (strings, lsc_schedule_item_name (&plan->schedule, &item)),
        .detail = (guint32) i,
      };
      row->details[i] = (LscBlockDetail){ .compute_ns = -1,
                                          .exposed_comm_ns = -1,
                                          .idle_ns = -1,
                                          .collective_ns = -1,
                                          .n_kernels = -1,
                                          .message = LSC_STRING_NONE,
                                          .peer_name = LSC_STRING_NONE };
    }
}

static gboolean
check_size (const LscPlan *plan, GError **error)
{
  if (plan->schedule.n_micro_batches < LSC_MB_NONE)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("A chart holds at most %u micro-batches, not %zu"),
                   LSC_MB_NONE, plan->schedule.n_micro_batches);
}

/**
 * lsc_plan_describe_variant:
 *
 * Returns: (transfer full) (nullable): the variant for people; that a plan has no block of its own
 *   for the head goes without saying
 */
char *
lsc_plan_describe_variant (const LscPlan *plan)
{
  g_return_val_if_fail (plan, NULL);

  LscSchedule schedule = plan->schedule;

  schedule.no_logits = FALSE;
  return lsc_schedule_describe_variant (&schedule);
}

static LscPipelineGroup *
make_group (const LscPlan *plan, const gint64 *ranks, const char *label)
{
  LscPipelineGroup *group = g_new0 (LscPipelineGroup, 1);

  group->label = g_strdup (label);
  group->n_ranks = plan->n_ranks;
  group->ranks = g_new (gint64, plan->n_ranks);
  for (gsize i = 0; i < plan->n_ranks; i++)
    group->ranks[i] = ranks ? ranks[i] : -1;
  group->is_recognised = TRUE;
  group->schedule = lsc_schedule_type_name (plan->schedule.type);
  group->variant = lsc_plan_describe_variant (plan);
  group->micro_batches = plan->schedule.n_micro_batches;
  group->n_chunks = MAX (plan->schedule.n_chunks, 1);
  group->n_steps = 1;
  group->steps = g_new0 (LscPipelineStep, 1);
  return group;
}

/**
 * lsc_plan_to_pipeline:
 * @times: of the ops of @plan
 * @ranks: (nullable): rank of each stage, %NULL = unknown
 * @label: what it is, for people: becomes the label of the group and of its step
 *
 * Cost: O(ops). Thread: any.
 *
 * Returns: (transfer full): a pipeline of one group with one step, whose blocks are the ops in
 *   their order with @times as they are; block i of row r is op @plan->first[r] + i. %NULL with
 *   %LSC_ERROR_USAGE if it has more micro-batches than a chart can show.
 */
LscPipeline *
lsc_plan_to_pipeline (const LscPlan *plan, const LscPlanTimes *times, const gint64 *ranks,
                      const char *label, GError **error)
{
  LscIntern *strings;
  LscPipelineGroup *group;
  LscPipelineStep *step;

  g_return_val_if_fail (plan, NULL);
  if (!check_size (plan, error))
    return NULL;
  strings = lsc_intern_new ();
  group = make_group (plan, ranks, label);
  step = group->steps;
  step->label = g_strdup (label);
  step->is_recognised = TRUE;
  step->schedule = plan->schedule;
  step->n_rows = plan->n_ranks;
  step->rows = g_new0 (LscPipelineRow, plan->n_ranks);
  for (gsize i = 0; i < plan->n_ranks; i++)
    {
      LscPipelineRow *row = &step->rows[i];

      row->rank = group->ranks[i];
      row->stage = (int) i;
      row->is_recorded = TRUE;
      row->n_sublanes = 1;
      fill_row (row, plan, times, (guint32) i, strings);
      row->metrics.compute_ns = -1;
    }
  return lsc_pipeline_new_made (strings, group);
}
