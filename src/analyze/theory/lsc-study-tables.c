/* lsc-study-tables.c - idle times, waits, messages and micro-batches of studies as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "base/lsc-interval.h"
#include "analyze/theory/lsc-study-private.h"
#include "base/lsc-error.h"

/* pipeline.md#tables, theory.md#blame. */

/* ---- bubbles ---- */

static const LscWord phases[] = {
  { "warmup", N_ ("Warm-up") },
  { "steady", N_ ("Steady") },
  { "cooldown", N_ ("Cool-down") },
};

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 rank;
  gint64 start_ns;
  gint64 end_ns;
  int phase;
  int cause;
  gint64 cause_rank;
  int kind;
} BubbleRow;

static const LscColumn bubble_columns[] = {
  LSC_PIPELINE_COLUMN (BubbleRow),
  LSC_PIPELINE_STEP_COLUMN (BubbleRow),
  LSC_PIPELINE_RANK_COLUMN (BubbleRow, "rank"),
  LSC_COLUMN (BubbleRow, start_ns, "start_ns", N_ ("Start"), LSC_UNIT_NS,
              "pipeline.md#bubble; clock of the rank",
              N_ ("When the rank became idle, by its own clock.")),
  LSC_COLUMN (BubbleRow, end_ns, "end_ns", N_ ("End"), LSC_UNIT_NS,
              "pipeline.md#bubble; clock of the rank",
              N_ ("When this part of its idle time ends, by its own clock.")),
  LSC_CODES (BubbleRow, phase, "phase", N_ ("Phase"), phases, "pipeline.md#phases",
             N_ ("Whether the pipeline was filling, running steadily or draining.")),
  LSC_CODES (BubbleRow, cause, "cause", N_ ("Cause"), lsc_cause_words, "theory.md#blame",
             N_ ("What the rank waited for; empty where that is not determined.")),
  LSC_COLUMN (BubbleRow, cause_rank, "cause_rank", N_ ("Cause rank"), LSC_UNIT_ID,
              "theory.md#blame", N_ ("Number of the rank that it waited for.")),
  LSC_CODES (BubbleRow, kind, "kind", N_ ("Kind waited for"), lsc_block_kind_words,
             "theory.md#blame", N_ ("Kind of the block that it waited for.")),
};

const LscTableInfo lsc_study_bubble_table_info =
    LSC_TABLE_INFO ("PpBubble", BubbleRow, bubble_columns);

static gboolean
is_same_cause (const LscBlamePiece *a, const LscBlamePiece *b)
{
  return a->end_ns == b->begin_ns && a->before == b->before && a->cause == b->cause &&
         a->from == b->from && a->to == b->to && (a->cause != LSC_CAUSE_WORK || a->kind == b->kind);
}

static void
add_bubble_part (const LscStudy *self, LscTable *table, const LscBlamePiece *piece,
                 LscInterval part, int phase)
{
  const LscPipelineRow *rows = lsc_study_get_step (self)->rows;
  gboolean has_rank = piece->cause < LSC_CAUSE_N && piece->cause != LSC_CAUSE_END &&
                      piece->cause != LSC_CAUSE_UNKNOWN;

  if (part.end_ns <= part.begin_ns)
    return;
  lsc_table_add (
      table, &(BubbleRow){
                 .group = self->group_index,
                 .step = _lsc_study_step_id (self),
                 .rank = rows[piece->rank].rank,
                 .start_ns = _lsc_study_recorded (self, piece->rank, piece->before, part.begin_ns),
                 .end_ns = _lsc_study_recorded (self, piece->rank, piece->before, part.end_ns),
                 .phase = phase,
                 .cause = piece->cause < LSC_CAUSE_N ? (int) piece->cause : LSC_CODE_NULL,
                 .cause_rank = has_rank ? rows[piece->from].rank : LSC_INT_NULL,
                 .kind = piece->cause == LSC_CAUSE_WORK ? (int) piece->kind : LSC_CODE_NULL });
}

/* One piece, cut where the phases of its row change. */
static void
add_bubble (const LscStudy *self, LscTable *table, const LscBlamePiece *piece)
{
  const LscRowMetrics *metrics = &lsc_study_get_step (self)->rows[piece->rank].metrics;
  gint64 begin = piece->begin_ns, end = piece->end_ns;
  gint64 warm = CLAMP (metrics->warmup_end_ns, begin, end);
  gint64 cool = CLAMP (metrics->cooldown_begin_ns, warm, end);

  add_bubble_part (self, table, piece, (LscInterval){ begin, warm }, 0);
  add_bubble_part (self, table, piece, (LscInterval){ warm, cool }, 1);
  add_bubble_part (self, table, piece, (LscInterval){ cool, end }, 2);
}

/* Idle times of a row without a study: what they waited for is not determined. */
static void
add_plain_bubbles (const LscStudy *self, LscTable *table, guint32 rank)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  const LscPipelineRow *row = &step->rows[rank];
  LscBlamePiece piece = {
    .begin_ns = step->t0_ns, .rank = rank, .before = LSC_PLAN_NO_OP, .cause = LSC_CAUSE_N
  };

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      piece.end_ns = row->blocks[i].start_ns;
      if (piece.end_ns > piece.begin_ns)
        add_bubble (self, table, &piece);
      piece.begin_ns = MAX (piece.begin_ns, row->blocks[i].end_ns);
    }
  piece.end_ns = step->t1_ns;
  if (row->n_blocks > 0 && piece.end_ns > piece.begin_ns)
    add_bubble (self, table, &piece);
}

/**
 * lsc_study_bubble_table:
 *
 * Returns: (transfer full): table PpBubble: the idle times of every rank in its own clock, cut at
 *   phases and causes; those of a rank add up to its bubble exactly. The cause is NULL in a step
 *   that was not studied, causeRank after the last block and where nothing was recorded.
 */
LscTable *
lsc_study_bubble_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_study_bubble_table_info);

  if (!self->pieces)
    {
      for (guint32 i = 0; i < lsc_study_get_step (self)->n_rows; i++)
        add_plain_bubbles (self, table, i);
      return table;
    }
  for (guint i = 0; i < self->pieces->len; i++)
    {
      LscBlamePiece piece = g_array_index (self->pieces, LscBlamePiece, i);

      for (; i + 1 < self->pieces->len; i++)
        {
          const LscBlamePiece *next = &g_array_index (self->pieces, LscBlamePiece, i + 1);

          if (next->rank != piece.rank || !is_same_cause (&piece, next))
            break;
          piece.end_ns = next->end_ns;
        }
      add_bubble (self, table, &piece);
    }
  return table;
}

/* ---- waits ---- */

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 stage;
  gint64 rank;
  gint64 for_stage;
  gint64 for_rank;
  gint64 forward_ns;
  gint64 backward_ns;
  gint64 input_ns;
  gint64 weight_ns;
  gint64 overlap_ns;
  gint64 host_ns;
  gint64 ideal_ns;
  gint64 excess_ns;
  gint64 link_ns;
  gint64 clock_ns;
  gint64 end_ns;
  gint64 unknown_ns;
  gint64 total_ns;
} WaitRow;

#define WAIT_NS(member, name, title, about)                                                        \
  LSC_COLUMN (WaitRow, member, name, title, LSC_UNIT_NS, "theory.md#blame", about)

static const LscColumn wait_columns[] = {
  LSC_PIPELINE_COLUMN (WaitRow),
  LSC_PIPELINE_STEP_COLUMN (WaitRow),
  LSC_PIPELINE_STAGE_COLUMN (WaitRow),
  LSC_PIPELINE_RANK_COLUMN (WaitRow, "rank"),
  LSC_COLUMN (WaitRow, for_stage, "waited_stage", N_ ("Waited for stage"), LSC_UNIT_ID,
              "theory.md#blame", N_ ("Stage that it waited for; empty for what is nobody's.")),
  LSC_COLUMN (WaitRow, for_rank, "waited_rank", N_ ("Waited for rank"), LSC_UNIT_ID,
              "theory.md#blame", N_ ("Number of the rank that it waited for.")),
  WAIT_NS (forward_ns, "forward_ns", N_ ("Forward"),
           N_ ("Idle time while that stage ran a forward.")),
  WAIT_NS (backward_ns, "backward_ns", N_ ("Backward"),
           N_ ("Idle time while that stage ran a whole backward.")),
  WAIT_NS (input_ns, "input_ns", N_ ("Backward for inputs"),
           N_ ("Idle time while that stage ran a backward for inputs.")),
  WAIT_NS (weight_ns, "weight_ns", N_ ("Backward for weights"),
           N_ ("Idle time while that stage ran a backward for weights.")),
  WAIT_NS (overlap_ns, "overlap_ns", N_ ("Overlapped passes"),
           N_ ("Idle time while that stage ran a forward with a backward.")),
  WAIT_NS (host_ns, "host_ns", N_ ("Host late"),
           N_ ("Idle time in which a block could have started, but its host was late.")),
  LSC_COLUMN (WaitRow, ideal_ns, "ideal_ns", N_ ("Also in the ideal"), LSC_UNIT_NS,
              "the same in rung 1 (5.8)",
              N_ ("How long it waits for that stage in the ideal of the same schedule.")),
  LSC_COLUMN (WaitRow, excess_ns, "excess_ns", N_ ("Excess"), LSC_UNIT_NS, "work and host - ideal",
              N_ ("Waits for work and host beyond those of the ideal; may be negative.")),
  WAIT_NS (link_ns, "link_ns", N_ ("Message on its way"),
           N_ ("Idle time while a message of that stage was on its way.")),
  WAIT_NS (clock_ns, "clock_ns", N_ ("Clocks"),
           N_ ("Idle time that contradicts the clocks of the two.")),
  WAIT_NS (end_ns, "end_ns", N_ ("After the last block"),
           N_ ("Idle time after the last block of the rank.")),
  WAIT_NS (unknown_ns, "unknown_ns", N_ ("Not known"),
           N_ ("Idle time whose cause was not recorded.")),
  LSC_COLUMN (WaitRow, total_ns, "total_ns", N_ ("Total"), LSC_UNIT_NS,
              "work, host, link, clock, end, unknown",
              N_ ("All of these; the rows of a rank add up to its bubble.")),
};

const LscTableInfo lsc_study_wait_table_info = LSC_TABLE_INFO ("PpWait", WaitRow, wait_columns);

static void
begin_wait (const LscStudy *self, WaitRow *row, gsize stage)
{
  lsc_table_info_clear_row (&lsc_study_wait_table_info, row);
  row->group = self->group_index;
  row->step = _lsc_study_step_id (self);
  row->stage = (gint64) stage;
  row->rank = lsc_study_get_step (self)->rows[stage].rank;
}

static void
add_wait (const LscStudy *self, LscTable *table, gsize row, gsize column)
{
  const gint64 *work = lsc_blame_parts (self->wait, row, column);
  gint64 waited = lsc_study_waited (self, self->wait, row, column);
  gint64 ideal = lsc_study_waited (self, self->ideal_wait, row, column);
  gint64 link = lsc_blame_get (self->wait, row, column, LSC_CAUSE_LINK);
  gint64 clock = lsc_blame_get (self->wait, row, column, LSC_CAUSE_CLOCK);
  WaitRow to;

  if (waited == 0 && ideal == 0 && link == 0 && clock == 0)
    return;
  begin_wait (self, &to, row);
  to.for_stage = (gint64) column;
  to.for_rank = lsc_study_get_step (self)->rows[column].rank;
  to.forward_ns = work[LSC_BLOCK_F];
  to.backward_ns = work[LSC_BLOCK_B];
  to.input_ns = work[LSC_BLOCK_I];
  to.weight_ns = work[LSC_BLOCK_W];
  to.overlap_ns = work[LSC_BLOCK_X];
  to.host_ns = lsc_blame_get (self->wait, row, column, LSC_CAUSE_HOST);
  if (self->ideal_wait)
    {
      to.ideal_ns = ideal;
      to.excess_ns = waited - ideal;
    }
  to.link_ns = link;
  to.clock_ns = clock;
  to.total_ns = waited + link + clock;
  lsc_table_add (table, &to);
}

/* What a rank waited without waiting for a stage. */
static void
add_rest (const LscStudy *self, LscTable *table, gsize row)
{
  gint64 end = lsc_blame_get (self->wait, row, row, LSC_CAUSE_END);
  gint64 unknown = lsc_blame_get (self->wait, row, row, LSC_CAUSE_UNKNOWN);
  WaitRow to;

  if (end == 0 && unknown == 0)
    return;
  begin_wait (self, &to, row);
  to.end_ns = end;
  to.unknown_ns = unknown;
  to.total_ns = end + unknown;
  lsc_table_add (table, &to);
}

/**
 * lsc_study_wait_table:
 *
 * Returns: (transfer full): table PpWait: for each pair of stages how long the first waited for the
 *   second, by what that did, and by how much that exceeds the waits of the ideal; a row without a
 *   second stage holds what is nobody's. totalNs of a rank add up to its bubble. Messages are
 *   charged to their sender. Empty without a study.
 */
LscTable *
lsc_study_wait_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_study_wait_table_info);

  for (gsize row = 0; self->wait && row < self->plan->n_ranks; row++)
    {
      for (gsize column = 0; column < self->plan->n_ranks; column++)
        add_wait (self, table, row, column);
      add_rest (self, table, row);
    }
  return table;
}

/* pipeline.md#link-times, #micro-batch. */

static const LscWord link_kinds[] = { { "f", N_ ("forward") }, { "b", N_ ("backward") } };
static const LscWord link_sources[] = { { "derived", N_ ("derived") },
                                        { "measured", N_ ("measured") } };

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 src_rank;
  gint64 dst_rank;
  int kind;
  gint64 mb;
  gint64 chunk;
  gint64 late_sender_ns;
  gint64 late_receiver_ns;
  gint64 transfer_ns;
  gint64 slack_ns;
  int source;
} LinkRow;

#define LINK_NS(member, name, title, about)                                                        \
  LSC_COLUMN (LinkRow, member, name, title, LSC_UNIT_NS, "pipeline.md#link-times", about)

static const LscColumn link_columns[] = {
  LSC_PIPELINE_COLUMN (LinkRow),
  LSC_PIPELINE_STEP_COLUMN (LinkRow),
  LSC_COLUMN (LinkRow, src_rank, "src_rank", N_ ("Sender"), LSC_UNIT_ID, "pipeline.md#links",
              N_ ("Number of the rank that sends.")),
  LSC_COLUMN (LinkRow, dst_rank, "dst_rank", N_ ("Receiver"), LSC_UNIT_ID, "pipeline.md#links",
              N_ ("Number of the rank that receives.")),
  LSC_CODES (LinkRow, kind, "kind", N_ ("Kind"), link_kinds, "f forward, b backward",
             N_ ("Whether activations go forward or gradients backward.")),
  LSC_COLUMN (LinkRow, mb, "mb", N_ ("Micro-batch"), LSC_UNIT_ID, "pipeline.md#dualpipev, #ids",
              N_ ("Micro-batch of the sender's block.")),
  LSC_COLUMN (LinkRow, chunk, "chunk", N_ ("Chunk of the sender"), LSC_UNIT_ID,
              "pipeline.md#dualpipev, #ids",
              N_ ("Part of the model on the sender that its block runs.")),
  LINK_NS (late_sender_ns, "late_sender_ns", N_ ("Late sender"),
           N_ ("How long the receive had been running when the send started.")),
  LINK_NS (late_receiver_ns, "late_receiver_ns", N_ ("Late receiver"),
           N_ ("How long the send had been running when the receive started.")),
  LINK_NS (transfer_ns, "transfer_ns", N_ ("Transfer"),
           N_ ("Time in which send and receive both run; empty where they do not.")),
  LINK_NS (slack_ns, "slack_ns", N_ ("Slack between blocks"),
           N_ ("From the end of the sender's block to the start of the receiver's; negative where "
               "clocks do not agree.")),
  LSC_CODES (LinkRow, source, "source", N_ ("Source"), link_sources,
             "measured, or derived from ids",
             N_ ("Whether send and receive were recorded, or the schedule says that there was a "
                 "message.")),
};

const LscTableInfo lsc_study_link_table_info = LSC_TABLE_INFO ("PpLinkWait", LinkRow, link_columns);

/* @has_waits: the operators last from when they were launched, and not the transfer alone */
static void
take_operators (LinkRow *row, const LscPipelineLink *link, gboolean has_waits)
{
  gint64 late_sender = MIN (link->send_start_ns, link->recv_end_ns) - link->recv_start_ns;
  gint64 late_receiver = MIN (link->recv_start_ns, link->send_end_ns) - link->send_start_ns;
  gint64 transfer =
      MIN (link->send_end_ns, link->recv_end_ns) - MAX (link->send_start_ns, link->recv_start_ns);

  row->late_sender_ns = has_waits ? MAX (late_sender, 0) : LSC_INT_NULL;
  row->late_receiver_ns = has_waits ? MAX (late_receiver, 0) : LSC_INT_NULL;
  row->transfer_ns = transfer > 0 ? transfer : LSC_INT_NULL;
}

static void
take_blocks (LinkRow *row, const LscPipelineStep *step, const LscPipelineLink *link)
{
  const LscBlock *src, *dst;
  guint mb, chunk;

  if (link->src_block == G_MAXUINT32 || link->dst_block == G_MAXUINT32)
    return;
  src = &step->rows[link->src_row].blocks[link->src_block];
  dst = &step->rows[link->dst_row].blocks[link->dst_block];
  mb = link->is_backward ? src->mb_b : src->mb_f;
  chunk = link->is_backward ? lsc_block_chunk_b (src) : lsc_block_chunk_f (src);
  if (mb != LSC_MB_NONE)
    {
      row->mb = mb;
      row->chunk = chunk != LSC_CHUNK_NONE ? (gint64) chunk : LSC_INT_NULL;
    }
  row->slack_ns = dst->start_ns - src->end_ns;
}

static void
add_links (const LscStudy *self, LscTable *table, const LscPipelineLink *links, gsize n)
{
  const LscPipelineStep *step = lsc_study_get_step (self);
  LinkRow row;

  for (gsize i = 0; i < n; i++)
    {
      lsc_table_info_clear_row (&lsc_study_link_table_info, &row);
      row.group = self->group_index;
      row.step = _lsc_study_step_id (self);
      row.src_rank = step->rows[links[i].src_row].rank;
      row.dst_rank = step->rows[links[i].dst_row].rank;
      row.kind = links[i].is_backward;
      row.source = links[i].is_measured;
      take_blocks (&row, step, &links[i]);
      if (links[i].is_measured)
        take_operators (&row, &links[i], !self->group->has_no_host);
      lsc_table_add (table, &row);
    }
}

/**
 * lsc_study_link_table:
 *
 * Returns: (transfer full): table PpLinkWait: for each message how late its sender and receiver
 *   were, how long it took and how long after the sender's block the receiver's began (negative:
 *   clocks); known without a study, too. NULL: not measured, or nothing was transferred at the same
 *   time.
 */
LscTable *
lsc_study_link_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  const LscPipelineStep *step = lsc_study_get_step (self);
  LscTable *table = lsc_table_new_for (&lsc_study_link_table_info);

  add_links (self, table, step->links, step->n_links);
  add_links (self, table, step->stray_links, step->n_stray_links);
  return table;
}

typedef struct
{
  gint64 group;
  gint64 step;
  gint64 mb;
  gint64 forward_ns;
  gint64 full_ns;
} MicroBatchRow;

static const LscColumn micro_batch_columns[] = {
  LSC_PIPELINE_COLUMN (MicroBatchRow),
  LSC_PIPELINE_STEP_COLUMN (MicroBatchRow),
  LSC_COLUMN (MicroBatchRow, mb, "mb", N_ ("Micro-batch"), LSC_UNIT_ID,
              "pipeline.md#dualpipev, #ids", N_ ("Number of the micro-batch, from 0.")),
  LSC_COLUMN (MicroBatchRow, forward_ns, "forward_ns", N_ ("Forward latency"), LSC_UNIT_NS,
              "pipeline.md#micro-batch",
              N_ ("From the start of its first forward to the end of its last one.")),
  LSC_COLUMN (MicroBatchRow, full_ns, "full_ns", N_ ("Full latency"), LSC_UNIT_NS,
              "pipeline.md#micro-batch",
              N_ ("From the start of its first forward to the end of its last backward.")),
};

const LscTableInfo lsc_study_micro_batch_table_info =
    LSC_TABLE_INFO ("PpMicroBatch", MicroBatchRow, micro_batch_columns);

/**
 * lsc_study_micro_batch_table:
 *
 * Returns: (transfer full): table PpMicroBatch: first forward start to last forward end and to last
 *   backward end; NULL for one that did not run whole. Empty without a study or with missing ranks,
 *   whose part of the way is not known.
 */
LscTable *
lsc_study_micro_batch_table (const LscStudy *self)
{
  g_return_val_if_fail (self, NULL);

  LscTable *table = lsc_table_new_for (&lsc_study_micro_batch_table_info);
  g_autofree LscMicroBatchLatency *latencies = NULL;
  gsize n = 0;

  if (!self->plan || self->missing)
    return table;
  latencies = lsc_plan_latencies (self->plan, &self->times, &n);
  for (gsize i = 0; i < n; i++)
    lsc_table_add (table, &(MicroBatchRow){ .group = self->group_index,
                                            .step = _lsc_study_step_id (self),
                                            .mb = (gint64) i,
                                            .forward_ns = lsc_int_or_null (latencies[i].forward_ns),
                                            .full_ns = lsc_int_or_null (latencies[i].full_ns) });
  return table;
}

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
  g_return_val_if_fail (pipeline, NULL);
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
