/* lsc-pipeline-tables.c - result tables of the pipeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#tables. groupId is the index of the group; step is NULL for blocks outside steps. */

#define TEXT(Row, member, name, title, source, about)                                              \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NONE, source, about)
#define ID(Row, member, name, title, source, about)                                                \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_ID, source, about)
#define TIME(Row, member, name, title, source, about)                                              \
  LSC_COLUMN (Row, member, name, title, LSC_UNIT_NS, source, about)

typedef struct
{
  const char *name;
  gint64 start_ns;
  gint64 end_ns;
  gint64 type;
  gint64 rank;
} StepTaskRow;

static const LscColumn step_task_columns[] = {
  TEXT (StepTaskRow, name, "name", N_ ("Name"), "pipeline.md#names, #dualpipev",
        N_ ("Name of the block as the reference tool has it.")),
  TIME (StepTaskRow, start_ns, "startNs", N_ ("Start"), "TASK.startNs",
        N_ ("When the block starts by the clock of its rank.")),
  TIME (StepTaskRow, end_ns, "endNs", N_ ("End"), "TASK.endNs",
        N_ ("When the block ends by the clock of its rank.")),
  ID (StepTaskRow, type, "type", N_ ("Type"), "pipeline.md#names, #dualpipev",
      N_ ("Phase of DualPipeV, else 0 for forward and 1 for backward.")),
  LSC_PIPELINE_RANK_COLUMN (StepTaskRow, "rankID"),
};

const LscTableInfo lsc_step_task_table_info =
    LSC_TABLE_INFO ("StepTaskInfo", StepTaskRow, step_task_columns);

typedef struct
{
  gint64 group;
  gint64 stage;
  gint64 rank;
  gint64 step;
  gint64 seq;
  const char *name;
  int kind;
  gint64 type;
  gint64 start_ns;
  gint64 end_ns;
  gint64 aligned_start_ns;
  gint64 mb_f;
  gint64 chunk_f;
  gint64 mb_b;
  gint64 chunk_b;
  gint64 host_start_ns;
  gint64 host_end_ns;
  gint64 stream;
  gint64 compute_ns;
  gint64 exposed_comm_ns;
  gint64 idle_ns;
  gint64 flags;
} BlockRow;

static const LscColumn block_columns[] = {
  LSC_PIPELINE_COLUMN (BlockRow),
  LSC_PIPELINE_STAGE_COLUMN (BlockRow),
  LSC_PIPELINE_RANK_COLUMN (BlockRow, "rank"),
  LSC_PIPELINE_STEP_COLUMN (BlockRow),
  ID (BlockRow, seq, "seq", N_ ("Position"), "order of device starts",
      N_ ("Position among the blocks of its rank and step, from 0.")),
  TEXT (BlockRow, name, "name", N_ ("Name"), "pipeline.md#dualpipev, #ids",
        N_ ("Name of the block: its micro-batch, and what distinguishes it from others of that "
            "micro-batch.")),
  LSC_CODES (BlockRow, kind, "kind", N_ ("Kind"), lsc_block_kind_words,
             "pipeline.md#kinds, #dualpipev",
             N_ ("Forward, backward or a part of it, or both overlapped.")),
  ID (BlockRow, type, "type", N_ ("Type"), "pipeline.md#names, #dualpipev",
      N_ ("Phase of DualPipeV, else 0 for forward and 1 for backward; -1 where no schedule "
          "explains "
          "the step.")),
  TIME (BlockRow, start_ns, "start_ns", N_ ("Start"), "TASK.startNs",
        N_ ("When the block starts by the clock of its rank.")),
  TIME (BlockRow, end_ns, "end_ns", N_ ("End"), "TASK.endNs",
        N_ ("When the block ends by the clock of its rank.")),
  TIME (BlockRow, aligned_start_ns, "aligned_start_ns", N_ ("Aligned start"),
        "times.md#clock-sources",
        N_ ("When it starts by the clock of the first stage, where clocks are aligned.")),
  ID (BlockRow, mb_f, "mb_f", N_ ("Micro-batch (forward)"), "pipeline.md#dualpipev, #ids",
      N_ ("Micro-batch of its forward part.")),
  ID (BlockRow, chunk_f, "chunk_f", N_ ("Chunk (forward)"), "pipeline.md#dualpipev, #ids",
      N_ ("Part of the model on the rank that the forward runs.")),
  ID (BlockRow, mb_b, "mb_b", N_ ("Micro-batch (backward)"), "pipeline.md#dualpipev, #ids",
      N_ ("Micro-batch of its backward part.")),
  ID (BlockRow, chunk_b, "chunk_b", N_ ("Chunk (backward)"), "pipeline.md#dualpipev, #ids",
      N_ ("Part of the model on the rank that the backward runs.")),
  TIME (BlockRow, host_start_ns, "host_start_ns", N_ ("Host start"), "MSTX_EVENTS.startNs",
        N_ ("When its range starts on the host.")),
  TIME (BlockRow, host_end_ns, "host_end_ns", N_ ("Host end"), "MSTX_EVENTS.endNs",
        N_ ("When its range ends on the host.")),
  ID (BlockRow, stream, "stream_id", N_ ("Stream"), "TASK.streamId",
      N_ ("Stream of the device that it was marked on.")),
  TIME (BlockRow, compute_ns, "compute_ns", N_ ("Compute"), "pipeline.md#inside",
        N_ ("Time inside the block in which at least one kernel computes.")),
  TIME (BlockRow, exposed_comm_ns, "exposed_comm_ns", N_ ("Exposed communication"),
        "pipeline.md#inside", N_ ("Communication inside the block during which nothing computes.")),
  TIME (BlockRow, idle_ns, "idle_ns", N_ ("Idle inside"), "pipeline.md#inside",
        N_ ("Time inside the block in which the device neither computes nor communicates.")),
  ID (BlockRow, flags, "flags", N_ ("Flags"),
      "1 id recorded, 2 order unusual, 4 cut, 8 outlier, 16 host time",
      N_ ("Sum of: 1 its id was recorded, 2 its order is unusual, 4 it is cut, 8 it is unusually "
          "long, 16 its times are those of the host.")),
};

const LscTableInfo lsc_pipeline_block_table_info =
    LSC_TABLE_INFO ("PpBlock", BlockRow, block_columns);

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

  LSC_RETURN_ORDER (x->rank, y->rank);
  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (y->end_ns, x->end_ns);
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
 * Source: pipeline.md#names, #dualpipev and the end of pipeline.md#links.
 *
 * Returns: (transfer full): table StepTaskInfo, ranks ascending, by start
 */
LscTable *
lsc_pipeline_step_task_table (LscPipeline *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_step_task_table_info);
  StepTasks tasks = { NULL, 0, 0 };

  for_each_step (self, add_step_tasks, &tasks);
  if (tasks.n > 1)
    qsort (tasks.items, tasks.n, sizeof (StepTask), compare_step_tasks);
  for (gsize i = 0; i < tasks.n; i++)
    lsc_table_add (table,
                   &(StepTaskRow){ .name = lsc_intern_text (self->strings, tasks.items[i].name),
                                   .start_ns = tasks.items[i].start_ns,
                                   .end_ns = tasks.items[i].end_ns,
                                   .type = tasks.items[i].type,
                                   .rank = tasks.items[i].rank });
  step_tasks_clear (&tasks);
  return table;
}

static gint64
known_or_null (gint64 value, gboolean is_known)
{
  return is_known ? value : LSC_INT_NULL;
}

static void
take_ids (BlockRow *row, const LscBlock *block)
{
  guint f = lsc_block_chunk_f (block), b = lsc_block_chunk_b (block);
  gboolean has_f = block->mb_f != LSC_MB_NONE, has_b = block->mb_b != LSC_MB_NONE;

  row->mb_f = known_or_null (block->mb_f, has_f);
  row->chunk_f = known_or_null (f, has_f && f != LSC_CHUNK_NONE);
  row->mb_b = known_or_null (block->mb_b, has_b);
  row->chunk_b = known_or_null (b, has_b && b != LSC_CHUNK_NONE);
}

static void
take_detail (BlockRow *row, const LscBlockDetail *detail)
{
  row->host_start_ns = known_or_null (detail->host_start_ns, detail->host_end_ns != 0);
  row->host_end_ns = known_or_null (detail->host_end_ns, detail->host_end_ns != 0);
  row->stream = known_or_null (detail->stream, detail->stream != LSC_ID_NONE);
  row->compute_ns = known_or_null (detail->compute_ns, detail->compute_ns >= 0);
  row->exposed_comm_ns = known_or_null (detail->exposed_comm_ns, detail->exposed_comm_ns >= 0);
  row->idle_ns = known_or_null (detail->idle_ns, detail->idle_ns >= 0);
}

static void
add_block (LscPipeline *self, LscTable *table, guint group, const LscPipelineStep *step,
           const LscPipelineRow *row, gsize index)
{
  const LscBlock *block = &row->blocks[index];
  const LscBlockDetail *detail = &row->details[block->detail];
  BlockRow to = { .group = group,
                  .stage = known_or_null (row->stage, row->stage >= 0),
                  .rank = row->rank,
                  .step = known_or_null (step->id, step->has_id),
                  .seq = (gint64) index,
                  .name = lsc_intern_text (self->strings, block->name),
                  .kind = block->kind,
                  .type = step->is_recognised ? detail->peer_type : -1,
                  .start_ns = block->start_ns - detail->shift_ns,
                  .end_ns = block->end_ns - detail->shift_ns - detail->stretch_ns,
                  .aligned_start_ns = block->start_ns,
                  .flags = block->flags };

  take_ids (&to, block);
  take_detail (&to, detail);
  lsc_table_add (table, &to);
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
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_block_table_info);

  for_each_step (self, add_blocks, table);
  return table;
}

static const LscWord link_kinds[] = { { "f", N_ ("forward") }, { "b", N_ ("backward") } };
static const LscWord link_sources[] = { { "derived", N_ ("derived") },
                                        { "measured", N_ ("measured") } };

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 src_rank;
  gint64 dst_rank;
  gint64 src_seq;
  gint64 dst_seq;
  int kind;
  gint64 send_start_ns;
  gint64 send_end_ns;
  gint64 recv_start_ns;
  gint64 recv_end_ns;
  int source;
} LinkRow;

static const LscColumn link_columns[] = {
  LSC_PIPELINE_COLUMN (LinkRow),
  LSC_PIPELINE_STEP_COLUMN (LinkRow),
  ID (LinkRow, src_rank, "src_rank", N_ ("Sender"), "pipeline.md#links",
      N_ ("Number of the rank that sends.")),
  ID (LinkRow, dst_rank, "dst_rank", N_ ("Receiver"), "pipeline.md#links",
      N_ ("Number of the rank that receives.")),
  ID (LinkRow, src_seq, "src_seq", N_ ("Block of the sender"), "pipeline.md#links",
      N_ ("Position of the block whose result is sent.")),
  ID (LinkRow, dst_seq, "dst_seq", N_ ("Block of the receiver"), "pipeline.md#links",
      N_ ("Position of the block that needs it.")),
  LSC_CODES (LinkRow, kind, "kind", N_ ("Kind"), link_kinds, "f forward, b backward",
             N_ ("Whether activations go forward or gradients backward.")),
  TIME (LinkRow, send_start_ns, "send_start_ns", N_ ("Send start"), "COMMUNICATION_OP.startNs",
        N_ ("When the send operator starts by the clock of its rank.")),
  TIME (LinkRow, send_end_ns, "send_end_ns", N_ ("Send end"), "COMMUNICATION_OP.endNs",
        N_ ("When the send operator ends by the clock of its rank.")),
  TIME (LinkRow, recv_start_ns, "recv_start_ns", N_ ("Receive start"), "COMMUNICATION_OP.startNs",
        N_ ("When the receive operator starts by the clock of its rank.")),
  TIME (LinkRow, recv_end_ns, "recv_end_ns", N_ ("Receive end"), "COMMUNICATION_OP.endNs",
        N_ ("When the receive operator ends by the clock of its rank.")),
  LSC_CODES (LinkRow, source, "source", N_ ("Source"), link_sources,
             "measured, or derived from ids",
             N_ ("Whether send and receive were recorded, or the schedule says that there was a "
                 "message.")),
};

const LscTableInfo lsc_pipeline_link_table_info = LSC_TABLE_INFO ("PpLink", LinkRow, link_columns);

static void
add_link (LscTable *table, guint group, const LscPipelineStep *step, const LscPipelineLink *link)
{
  gboolean is_measured = link->is_measured;

  lsc_table_add (
      table,
      &(LinkRow){
          .group = group,
          .step = known_or_null (step->id, step->has_id),
          .src_rank = step->rows[link->src_row].rank,
          .dst_rank = step->rows[link->dst_row].rank,
          .src_seq = known_or_null (link->src_block, link->src_block != G_MAXUINT32),
          .dst_seq = known_or_null (link->dst_block, link->dst_block != G_MAXUINT32),
          .kind = link->is_backward,
          .send_start_ns = known_or_null (link->send_start_ns - link->send_shift_ns, is_measured),
          .send_end_ns = known_or_null (link->send_end_ns - link->send_shift_ns, is_measured),
          .recv_start_ns = known_or_null (link->recv_start_ns - link->recv_shift_ns, is_measured),
          .recv_end_ns = known_or_null (link->recv_end_ns - link->recv_shift_ns, is_measured),
          .source = is_measured });
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
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_link_table_info);

  for_each_step (self, add_links, table);
  return table;
}

static const LscWord clock_sources[] = {
  [LSC_CLOCK_REFERENCE] = { "reference", N_ ("reference") },
  [LSC_CLOCK_SAME_HOST] = { "same host", N_ ("same host") },
  [LSC_CLOCK_P2P] = { "p2p", N_ ("messages") },
  [LSC_CLOCK_ONE_SIDED] = { "one-sided", N_ ("messages one way") },
  [LSC_CLOCK_BOUNDS] = { "bounds", N_ ("dependencies") },
  [LSC_CLOCK_COLLECTIVES] = { "collectives", N_ ("collectives") },
  [LSC_CLOCK_GIVEN] = { "given", N_ ("given") },
  [LSC_CLOCK_UNKNOWN] = { "unknown", N_ ("unknown") },
};

typedef struct
{
  gint64 group;
  gint64 rank;
  const char *host;
  int source;
  gint64 offset_ns;
  gint64 uncertainty_ns;
  gint64 drift_ppb;
  gint64 at_ns;
  gint64 messages;
  gint64 delay_ns;
  gint64 applied;
} ClockRow;

static const LscColumn clock_columns[] = {
  LSC_PIPELINE_COLUMN (ClockRow),
  LSC_PIPELINE_RANK_COLUMN (ClockRow, "rank"),
  TEXT (ClockRow, host, "host", N_ ("Host"), "HOST_INFO.hostName",
        N_ ("Name of the machine that the rank ran on.")),
  LSC_CODES (ClockRow, source, "source", N_ ("Source"), clock_sources,
             "times.md#clock-messages, #clock-bounds", N_ ("What the offset was found by.")),
  TIME (ClockRow, offset_ns, "offset_ns", N_ ("Offset"), "times.md#clock-messages, #clock-bounds",
        N_ ("How far the clock of the rank is ahead of that of the first stage.")),
  TIME (ClockRow, uncertainty_ns, "uncertainty_ns", N_ ("Uncertainty"),
        "times.md#clock-messages, #clock-bounds",
        N_ ("The true offset differs by no more than this.")),
  ID (ClockRow, drift_ppb, "drift_ppb", N_ ("Drift (parts per billion)"), "times.md#clock-messages",
      N_ ("How much the offset grows, in ns per second.")),
  TIME (ClockRow, at_ns, "at_ns", N_ ("Offset at"), "local time",
        N_ ("Time of the rank's clock at which the offset holds.")),
  ID (ClockRow, messages, "messages", N_ ("Messages"), "times.md#clock-messages",
      N_ ("Number of messages that the offset was found by.")),
  TIME (ClockRow, delay_ns, "delay_ns", N_ ("Delay of a message"), "times.md#clock-messages",
        N_ ("Time that a message takes where nobody waits.")),
  ID (ClockRow, applied, "applied", N_ ("Applied"), "whether times are shown shifted by it",
      N_ ("1 where times are shown shifted by the offset.")),
};

const LscTableInfo lsc_pipeline_clock_table_info =
    LSC_TABLE_INFO ("PpClock", ClockRow, clock_columns);

static void
add_clock (LscTable *table, guint group, const LscPipelineClocks *clocks, gsize index)
{
  const LscClock *clock = &clocks->clocks[index];
  gboolean is_known = clock->source != LSC_CLOCK_UNKNOWN;

  lsc_table_add (
      table, &(ClockRow){ .group = group,
                          .rank = clock->rank,
                          .host = clock->host,
                          .source = (int) clock->source,
                          .offset_ns = known_or_null (clock->offset_ns, is_known),
                          .uncertainty_ns = known_or_null (clock->uncertainty_ns,
                                                           is_known && clock->uncertainty_ns >= 0),
                          .drift_ppb = known_or_null (clock->drift_ppb, is_known),
                          .at_ns = known_or_null (clock->at_ns, is_known && clock->at_ns != 0),
                          .messages = (gint64) clock->n_messages,
                          .delay_ns = known_or_null (clock->delay_ns, clock->delay_ns >= 0),
                          .applied = clocks->is_applied && is_known });
}

/**
 * lsc_pipeline_clock_table:
 *
 * How the clock of each rank stands to that of stage 0 of its pipeline: reference time = local time
 * - offset - drift x (local time - "Offset at"). True offset = offset +- uncertainty.
 *
 * Source: times.md#clock-sources.
 *
 * Returns: (transfer full): table PpClock, by group and stage; unknown values are NULL
 */
LscTable *
lsc_pipeline_clock_table (LscPipeline *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_clock_table_info);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      for (gsize k = 0; k < group->clocks.n_clocks; k++)
        add_clock (table, i, &group->clocks, k);
    }
  return table;
}

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
} ScheduleRow;

static const LscColumn schedule_columns[] = {
  LSC_PIPELINE_COLUMN (ScheduleRow),
  LSC_COLUMN (ScheduleRow, ranks, "ranks", N_ ("Ranks"), LSC_UNIT_NONE, "pipeline.md#stages",
              N_ ("The ranks of the pipeline, by stage.")),
  LSC_COLUMN (ScheduleRow, schedule, "schedule", N_ ("Schedule"), LSC_UNIT_NONE,
              "pipeline.md#recognise",
              N_ ("Stable name of a schedule that explains the order of the blocks.")),
  LSC_COLUMN (ScheduleRow, variant, "variant", N_ ("Variant"), LSC_UNIT_NONE,
              "pipeline.md#recognise", N_ ("How it differs from the plain schedule of that name.")),
  LSC_COLUMN (ScheduleRow, stages, "stages", N_ ("Stages"), LSC_UNIT_COUNT, "P",
              N_ ("Number of stages of the pipeline.")),
  LSC_COLUMN (ScheduleRow, micro_batches, "micro_batches", N_ ("Micro-batches"), LSC_UNIT_COUNT,
              "M", N_ ("Number of micro-batches of a step.")),
  LSC_COLUMN (ScheduleRow, chunks, "chunks", N_ ("Chunks"), LSC_UNIT_COUNT, "v",
              N_ ("Parts of the model on each rank.")),
  LSC_COLUMN (ScheduleRow, reported, "is_reported", N_ ("Reported"), LSC_UNIT_NONE,
              "1 for the one that names the blocks",
              N_ ("1 for the schedule by which the blocks are named, 0 for others that explain the "
                  "order as well. If it is not known which of them ran, none has 1.")),
  LSC_COLUMN (ScheduleRow, reason, "reason", N_ ("Reason"), LSC_UNIT_NONE,
              "why none was recognised", N_ ("Why no schedule was recognised.")),
};

const LscTableInfo lsc_pipeline_schedule_table_info =
    LSC_TABLE_INFO ("PpSchedule", ScheduleRow, schedule_columns);

/* @schedule: (nullable): none for why none was recognised */
static void
add_schedule (LscTable *table, const LscPipelineGroup *group, guint index,
              const LscSchedule *schedule)
{
  g_autoptr (LscPhrase) variant = schedule ? lsc_schedule_make_variant (schedule) : NULL;
  ScheduleRow row;

  lsc_table_info_clear_row (&lsc_pipeline_schedule_table_info, &row);
  row.group = index;
  row.ranks = group->label;
  row.stages = (gint64) group->n_ranks;
  if (schedule)
    {
      row.schedule = lsc_schedule_type_name (lsc_schedule_family (schedule->type));
      row.variant = variant;
      row.micro_batches = (gint64) schedule->n_micro_batches;
      row.chunks = MAX (schedule->n_chunks, 1);
      row.reported = group->schedule && schedule == group->candidates;
    }
  else
    row.reason = group->banner;
  lsc_table_add (table, &row);
}

/**
 * lsc_pipeline_schedule_table:
 *
 * Returns: (transfer full): table PpSchedule: for each pipeline every schedule that explains the
 *   order of its blocks, the reported one first; where none is reported a row with the reason
 *   first
 */
LscTable *
lsc_pipeline_schedule_table (LscPipeline *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_pipeline_schedule_table_info);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const LscPipelineGroup *group = g_ptr_array_index (self->groups, i);

      if (!group->schedule)
        add_schedule (table, group, i, NULL);
      for (gsize k = 0; k < group->n_candidates; k++)
        add_schedule (table, group, i, &group->candidates[k]);
    }
  return table;
}
