/* lsc-pipeline-tables.c - result tables of the pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-private.h"

/* Pipeline chart 2.5. groupId is the index of the group; step is NULL for blocks outside steps. */

#define TEXT(name, title, source)                                                                  \
  {                                                                                                \
    name, title, LSC_TYPE_TEXT, LSC_UNIT_NONE, source                                              \
  }
#define ID(name, title, source)                                                                    \
  {                                                                                                \
    name, title, LSC_TYPE_INT, LSC_UNIT_ID, source                                                 \
  }
#define TIME(name, title, source)                                                                  \
  {                                                                                                \
    name, title, LSC_TYPE_INT, LSC_UNIT_NS, source                                                 \
  }

static const LscColumn step_task_columns[] = {
  TEXT ("name", "Name", "pipeline chart 2.2, 2.3"),
  TIME ("startNs", "Start", "TASK.startNs"),
  TIME ("endNs", "End", "TASK.endNs"),
  ID ("type", "Type", "pipeline chart 2.2, 2.3"),
  ID ("rankID", "Rank", "rank"),
};

static const LscColumn block_columns[] = {
  ID ("groupId", "Pipeline", "pipeline chart 1.7"),
  ID ("stage", "Stage", "pipeline chart 1.7"),
  ID ("rank", "Rank", "rank"),
  ID ("step", "Step", "STEP_TIME.id"),
  ID ("seq", "Position", "order of device starts"),
  TEXT ("name", "Name", "pipeline chart 2.3, 7.1"),
  TEXT ("kind", "Kind", "pipeline chart 1.3, 2.3"),
  ID ("type", "Type", "pipeline chart 2.2, 2.3"),
  TIME ("startNs", "Start", "TASK.startNs"),
  TIME ("endNs", "End", "TASK.endNs"),
  TIME ("alignedStartNs", "Aligned start", "pipeline chart 8"),
  ID ("mbF", "Micro-batch (forward)", "pipeline chart 2.3, 7.1"),
  ID ("chunkF", "Chunk (forward)", "pipeline chart 2.3, 7.1"),
  ID ("mbB", "Micro-batch (backward)", "pipeline chart 2.3, 7.1"),
  ID ("chunkB", "Chunk (backward)", "pipeline chart 2.3, 7.1"),
  TIME ("hostStartNs", "Host start", "MSTX_EVENTS.startNs"),
  TIME ("hostEndNs", "Host end", "MSTX_EVENTS.endNs"),
  ID ("streamId", "Stream", "TASK.streamId"),
  TIME ("computeNs", "Compute", "pipeline chart 5.1"),
  TIME ("exposedCommNs", "Exposed communication", "pipeline chart 4.5"),
  TIME ("idleNs", "Idle inside", "pipeline chart 4.5"),
  ID ("flags", "Flags", "1 id recorded, 2 order unusual, 4 cut, 8 outlier, 16 host time"),
};

enum
{
  BLOCK_GROUP,
  BLOCK_STAGE,
  BLOCK_RANK,
  BLOCK_STEP,
  BLOCK_SEQ,
  BLOCK_NAME,
  BLOCK_KIND,
  BLOCK_TYPE,
  BLOCK_START,
  BLOCK_END,
  BLOCK_ALIGNED_START,
  BLOCK_MB_F,
  BLOCK_CHUNK_F,
  BLOCK_MB_B,
  BLOCK_CHUNK_B,
  BLOCK_HOST_START,
  BLOCK_HOST_END,
  BLOCK_STREAM,
  BLOCK_COMPUTE,
  BLOCK_EXPOSED,
  BLOCK_IDLE,
  BLOCK_FLAGS,
};

/* Order of rows of StepTaskInfo: rank, then start. */
typedef struct
{
  gint64 rank;
  gint64 start_ns;
  gint64 end_ns;
  guint32 name;
  gint8 type;
} StepTask;

LSC_DEFINE_ARRAY (StepTasks, step_tasks, StepTask)

static int
compare_step_tasks (gconstpointer a, gconstpointer b)
{
  const StepTask *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->end_ns < y->end_ns) - (x->end_ns > y->end_ns);
}

static void
collect_step_tasks (const LscPipelineRow *row, StepTasks *tasks)
{
  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      const LscBlockDetail *detail = &row->details[block->detail];

      step_tasks_append (tasks, (StepTask){ row->rank, block->start_ns - detail->shift_ns,
                                            block->end_ns - detail->shift_ns - detail->stretch_ns,
                                            detail->peer_name, detail->peer_type });
    }
}

/** Told every step of every group. */
typedef void (*StepFunc) (LscPipeline *self, guint group, LscPipelineStep *step,
                          gpointer user_data);

static void
for_each_step (LscPipeline *self, StepFunc func, gpointer user_data)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      for (gsize k = 0; k < group->n_steps; k++)
        func (self, i, &group->steps[k], user_data);
    }
}

static void
add_step_tasks (LscPipeline *self, guint group, LscPipelineStep *step, gpointer user_data)
{
  for (gsize i = 0; i < step->n_rows; i++)
    collect_step_tasks (&step->rows[i], user_data);
}

/**
 * lsc_pipeline_step_task_table:
 *
 * The blocks as the reference tool names them: DualPipeV ids with the phase as type, else FP and BP
 * with 0 and 1; complete where its method does not work.
 *
 * Source: pipeline chart 2.2, 2.3 and the end of 2.6.
 *
 * Returns: (transfer full): table StepTaskInfo, ranks ascending, by start
 */
LscTable *
lsc_pipeline_step_task_table (LscPipeline *self)
{
  LscTable *table =
      lsc_table_new ("StepTaskInfo", step_task_columns, G_N_ELEMENTS (step_task_columns));
  StepTasks tasks = { NULL, 0, 0 };

  for_each_step (self, add_step_tasks, &tasks);
  if (tasks.n > 1)
    qsort (tasks.items, tasks.n, sizeof (StepTask), compare_step_tasks);
  for (gsize i = 0; i < tasks.n; i++)
    {
      gsize row = lsc_table_add_row (table);

      lsc_table_set_text (table, row, 0, lsc_intern_text (self->strings, tasks.items[i].name));
      lsc_table_set_int (table, row, 1, tasks.items[i].start_ns);
      lsc_table_set_int (table, row, 2, tasks.items[i].end_ns);
      lsc_table_set_int (table, row, 3, tasks.items[i].type);
      lsc_table_set_int (table, row, 4, tasks.items[i].rank);
    }
  step_tasks_clear (&tasks);
  return table;
}

static void
set_known (LscTable *table, gsize row, guint column, gint64 value, gboolean is_known)
{
  if (is_known)
    lsc_table_set_int (table, row, column, value);
}

static void
set_ids (LscTable *table, gsize at, const LscBlock *block)
{
  guint f = lsc_block_chunk_f (block), b = lsc_block_chunk_b (block);

  set_known (table, at, BLOCK_MB_F, block->mb_f, block->mb_f != LSC_MB_NONE);
  set_known (table, at, BLOCK_CHUNK_F, f, f != LSC_CHUNK_NONE && block->mb_f != LSC_MB_NONE);
  set_known (table, at, BLOCK_MB_B, block->mb_b, block->mb_b != LSC_MB_NONE);
  set_known (table, at, BLOCK_CHUNK_B, b, b != LSC_CHUNK_NONE && block->mb_b != LSC_MB_NONE);
}

static void
set_detail (LscTable *table, gsize at, const LscBlockDetail *detail)
{
  set_known (table, at, BLOCK_HOST_START, detail->host_start_ns, detail->host_end_ns != 0);
  set_known (table, at, BLOCK_HOST_END, detail->host_end_ns, detail->host_end_ns != 0);
  set_known (table, at, BLOCK_STREAM, detail->stream, detail->stream != LSC_ID_NONE);
  set_known (table, at, BLOCK_COMPUTE, detail->compute_ns, detail->compute_ns >= 0);
  set_known (table, at, BLOCK_EXPOSED, detail->exposed_comm_ns, detail->exposed_comm_ns >= 0);
  set_known (table, at, BLOCK_IDLE, detail->idle_ns, detail->idle_ns >= 0);
}

static void
add_block (LscPipeline *self, LscTable *table, guint group, const LscPipelineStep *step,
           const LscPipelineRow *row, gsize index)
{
  const LscBlock *block = &row->blocks[index];
  const LscBlockDetail *detail = &row->details[block->detail];
  gsize at = lsc_table_add_row (table);

  lsc_table_set_int (table, at, BLOCK_GROUP, group);
  set_known (table, at, BLOCK_STAGE, row->stage, row->stage >= 0);
  lsc_table_set_int (table, at, BLOCK_RANK, row->rank);
  set_known (table, at, BLOCK_STEP, step->id, step->has_id);
  lsc_table_set_int (table, at, BLOCK_SEQ, (gint64) index);
  lsc_table_set_text (table, at, BLOCK_NAME, lsc_intern_text (self->strings, block->name));
  lsc_table_set_text (table, at, BLOCK_KIND, lsc_block_kind_name (block->kind));
  lsc_table_set_int (table, at, BLOCK_TYPE, step->is_recognised ? detail->peer_type : -1);
  lsc_table_set_int (table, at, BLOCK_START, block->start_ns - detail->shift_ns);
  lsc_table_set_int (table, at, BLOCK_END, block->end_ns - detail->shift_ns - detail->stretch_ns);
  lsc_table_set_int (table, at, BLOCK_ALIGNED_START, block->start_ns);
  set_ids (table, at, block);
  set_detail (table, at, detail);
  lsc_table_set_int (table, at, BLOCK_FLAGS, block->flags);
}

static void
add_blocks (LscPipeline *self, guint group, LscPipelineStep *step, gpointer user_data)
{
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      add_block (self, user_data, group, step, &step->rows[i], k);
}

/** Returns: (transfer full): table PpBlock: every block, by group, step, stage and start. */
LscTable *
lsc_pipeline_block_table (LscPipeline *self)
{
  LscTable *table = lsc_table_new ("PpBlock", block_columns, G_N_ELEMENTS (block_columns));

  for_each_step (self, add_blocks, table);
  return table;
}

static const LscColumn link_columns[] = {
  ID ("groupId", "Pipeline", "pipeline chart 1.7"),
  ID ("step", "Step", "STEP_TIME.id"),
  ID ("srcRank", "Sender", "pipeline chart 2.6"),
  ID ("dstRank", "Receiver", "pipeline chart 2.6"),
  ID ("srcSeq", "Block of the sender", "pipeline chart 2.6"),
  ID ("dstSeq", "Block of the receiver", "pipeline chart 2.6"),
  TEXT ("kind", "Kind", "f forward, b backward"),
  TIME ("sendStartNs", "Send start", "COMMUNICATION_OP.startNs"),
  TIME ("sendEndNs", "Send end", "COMMUNICATION_OP.endNs"),
  TIME ("recvStartNs", "Receive start", "COMMUNICATION_OP.startNs"),
  TIME ("recvEndNs", "Receive end", "COMMUNICATION_OP.endNs"),
  TEXT ("source", "Source", "measured, or derived from ids"),
};

static void
add_link (LscTable *table, guint group, const LscPipelineStep *step, const LscPipelineLink *link)
{
  const LscPipelineRow *src = &step->rows[link->src_row], *dst = &step->rows[link->dst_row];
  gsize at = lsc_table_add_row (table);

  lsc_table_set_int (table, at, 0, group);
  set_known (table, at, 1, step->id, step->has_id);
  lsc_table_set_int (table, at, 2, src->rank);
  lsc_table_set_int (table, at, 3, dst->rank);
  set_known (table, at, 4, link->src_block, link->src_block != G_MAXUINT32);
  set_known (table, at, 5, link->dst_block, link->dst_block != G_MAXUINT32);
  lsc_table_set_text (table, at, 6, link->is_backward ? "b" : "f");
  set_known (table, at, 7, link->send_start_ns - link->send_shift_ns, link->is_measured);
  set_known (table, at, 8, link->send_end_ns - link->send_shift_ns, link->is_measured);
  set_known (table, at, 9, link->recv_start_ns - link->recv_shift_ns, link->is_measured);
  set_known (table, at, 10, link->recv_end_ns - link->recv_shift_ns, link->is_measured);
  lsc_table_set_text (table, at, 11, link->is_measured ? "measured" : "derived");
}

static void
add_links (LscPipeline *self, guint group, LscPipelineStep *step, gpointer user_data)
{
  for (gsize i = 0; i < step->n_links; i++)
    add_link (user_data, group, step, &step->links[i]);
  for (gsize i = 0; i < step->n_stray_links; i++)
    add_link (user_data, group, step, &step->stray_links[i]);
}

/**
 * lsc_pipeline_link_table:
 *
 * Returns: (transfer full): table PpLink: dependencies between ranks; srcSeq and dstSeq are NULL
 * for a pair of send and receive that fits no two blocks
 */
LscTable *
lsc_pipeline_link_table (LscPipeline *self)
{
  LscTable *table = lsc_table_new ("PpLink", link_columns, G_N_ELEMENTS (link_columns));

  for_each_step (self, add_links, table);
  return table;
}

static const LscColumn clock_columns[] = {
  ID ("groupId", N_ ("Pipeline"), "pipeline chart 1.7"),
  ID ("rank", N_ ("Rank"), "rank"),
  TEXT ("host", N_ ("Host"), "HOST_INFO.hostName"),
  TEXT ("source", N_ ("Source"), "pipeline chart 8.1, 8.2"),
  TIME ("offsetNs", N_ ("Offset"), "pipeline chart 8.1, 8.2"),
  TIME ("uncertaintyNs", N_ ("Uncertainty"), "pipeline chart 8.1, 8.2"),
  ID ("driftPpb", N_ ("Drift (parts per billion)"), "pipeline chart 8.1"),
  TIME ("atNs", N_ ("Offset at"), "local time"),
  ID ("messages", N_ ("Messages"), "pipeline chart 8.1"),
  TIME ("delayNs", N_ ("Delay of a message"), "pipeline chart 8.1"),
  ID ("applied", N_ ("Applied"), "whether times are shown shifted by it"),
};

static const char *
clock_source_name (LscClockSource source)
{
  static const char *const names[] = { "reference", "same host",   "p2p",   "one-sided",
                                       "bounds",    "collectives", "given", "unknown" };

  return names[source];
}

static void
add_clock (LscTable *table, guint group, const LscPipelineClocks *clocks, gsize index)
{
  const LscPipelineClock *clock = &clocks->clocks[index];
  gboolean is_known = clock->source != LSC_CLOCK_UNKNOWN;
  gsize at = lsc_table_add_row (table);

  lsc_table_set_int (table, at, 0, group);
  lsc_table_set_int (table, at, 1, clock->rank);
  if (clock->host)
    lsc_table_set_text (table, at, 2, clock->host);
  lsc_table_set_text (table, at, 3, clock_source_name (clock->source));
  set_known (table, at, 4, clock->offset_ns, is_known);
  set_known (table, at, 5, clock->uncertainty_ns, is_known && clock->uncertainty_ns >= 0);
  set_known (table, at, 6, clock->drift_ppb, is_known);
  set_known (table, at, 7, clock->at_ns, is_known && clock->at_ns != 0);
  lsc_table_set_int (table, at, 8, (gint64) clock->n_messages);
  set_known (table, at, 9, clock->delay_ns, clock->delay_ns >= 0);
  lsc_table_set_int (table, at, 10, clocks->is_applied && is_known);
}

/**
 * lsc_pipeline_clock_table:
 *
 * How the clock of each rank stands to that of stage 0 of its pipeline: reference time = local time
 * - offset - drift x (local time - "Offset at"). True offset = offset +- uncertainty.
 *
 * Source: pipeline chart 8.
 *
 * Returns: (transfer full): table PpClock, by group and stage; unknown values are NULL
 */
LscTable *
lsc_pipeline_clock_table (LscPipeline *self)
{
  LscTable *table = lsc_table_new ("PpClock", clock_columns, G_N_ELEMENTS (clock_columns));

  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      for (gsize k = 0; k < group->clocks.n_clocks; k++)
        add_clock (table, i, &group->clocks, k);
    }
  return table;
}
