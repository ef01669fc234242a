/* lsc-study-tables-links.c - messages and micro-batches of a study as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/lsc-table-list.h"
#include "analyze/theory/lsc-study-private.h"

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
  LSC_COLUMN (LinkRow, src_rank, "srcRank", N_ ("Sender"), LSC_UNIT_ID, "pipeline.md#links",
              N_ ("Number of the rank that sends.")),
  LSC_COLUMN (LinkRow, dst_rank, "dstRank", N_ ("Receiver"), LSC_UNIT_ID, "pipeline.md#links",
              N_ ("Number of the rank that receives.")),
  LSC_CODES (LinkRow, kind, "kind", N_ ("Kind"), link_kinds, "f forward, b backward",
             N_ ("Whether activations go forward or gradients backward.")),
  LSC_COLUMN (LinkRow, mb, "mb", N_ ("Micro-batch"), LSC_UNIT_ID, "pipeline.md#dualpipev, #ids",
              N_ ("Micro-batch of the sender's block.")),
  LSC_COLUMN (LinkRow, chunk, "chunk", N_ ("Chunk of the sender"), LSC_UNIT_ID,
              "pipeline.md#dualpipev, #ids",
              N_ ("Part of the model on the sender that its block runs.")),
  LINK_NS (late_sender_ns, "lateSenderNs", N_ ("Late sender"),
           N_ ("How long the receive had been running when the send started.")),
  LINK_NS (late_receiver_ns, "lateReceiverNs", N_ ("Late receiver"),
           N_ ("How long the send had been running when the receive started.")),
  LINK_NS (transfer_ns, "transferNs", N_ ("Transfer"),
           N_ ("Time in which send and receive both run; empty where they do not.")),
  LINK_NS (slack_ns, "slackNs", N_ ("Slack between blocks"),
           N_ ("From the end of the sender's block to the start of the receiver's; negative where "
               "clocks do not agree.")),
  LSC_CODES (LinkRow, source, "source", N_ ("Source"), link_sources,
             "measured, or derived from ids",
             N_ ("Whether send and receive were recorded, or the schedule says that there was a "
                 "message.")),
};

const LscTableInfo lsc_study_link_table_info = LSC_TABLE_INFO ("PpLinkWait", LinkRow, link_columns);

static void
take_operators (LinkRow *row, const LscPipelineLink *link)
{
  gint64 late_sender = MIN (link->send_start_ns, link->recv_end_ns) - link->recv_start_ns;
  gint64 late_receiver = MIN (link->recv_start_ns, link->send_end_ns) - link->send_start_ns;
  gint64 transfer =
      MIN (link->send_end_ns, link->recv_end_ns) - MAX (link->send_start_ns, link->recv_start_ns);

  row->late_sender_ns = MAX (late_sender, 0);
  row->late_receiver_ns = MAX (late_receiver, 0);
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
        take_operators (&row, &links[i]);
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
  const LscPipelineStep *step = lsc_study_get_step (self);
  LscTable *table = lsc_table_new_for (&lsc_study_link_table_info);

  add_links (self, table, step->links, step->n_links);
  add_links (self, table, step->stray_links, step->n_stray_links);
  return table;
}

/* How much of [begin, end) receive operators cover. They are by start; @cursor skips those that end
 * before, as intervals come in time order. */
static gint64
covered_by_receives (const LscPipelineRow *row, gsize *cursor, gint64 begin_ns, gint64 end_ns)
{
  gint64 covered = 0;

  while (*cursor < row->n_legs && row->legs[*cursor].end_ns <= begin_ns)
    (*cursor)++;
  for (gsize i = *cursor; i < row->n_legs && row->legs[i].start_ns < end_ns; i++)
    {
      const LscLeg *leg = &row->legs[i];
      gint64 from = MAX (begin_ns, leg->start_ns), to = MIN (end_ns, leg->end_ns);

      if (leg->is_send || to <= from)
        continue;
      covered += to - from;
      begin_ns = to;
    }
  return covered;
}

/**
 * _lsc_study_p2p_wait:
 *
 * Returns: how long a rank was idle between its blocks with a receive running, ns
 *   (pipeline.md#link-times); -1 if no receive was recorded
 */
gint64
_lsc_study_p2p_wait (const LscPipelineStep *step, gsize row)
{
  const LscPipelineRow *at = &step->rows[row];
  gint64 sum = 0, covered = step->t0_ns;
  gboolean any = FALSE;
  gsize cursor = 0;

  for (gsize i = 0; i < at->n_legs && !any; i++)
    any = !at->legs[i].is_send;
  for (gsize i = 0; i < at->n_blocks && any; i++)
    {
      sum += covered_by_receives (at, &cursor, covered, at->blocks[i].start_ns);
      covered = MAX (covered, at->blocks[i].end_ns);
    }
  return any ? sum : -1;
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
  LSC_COLUMN (MicroBatchRow, forward_ns, "forwardNs", N_ ("Forward latency"), LSC_UNIT_NS,
              "pipeline.md#micro-batch",
              N_ ("From the start of its first forward to the end of its last one.")),
  LSC_COLUMN (MicroBatchRow, full_ns, "fullNs", N_ ("Full latency"), LSC_UNIT_NS,
              "pipeline.md#micro-batch",
              N_ ("From the start of its first forward to the end of its last backward.")),
};

const LscTableInfo lsc_study_micro_batch_table_info =
    LSC_TABLE_INFO ("PpMicroBatch", MicroBatchRow, micro_batch_columns);

static gint64
known_or_null (gint64 value_ns)
{
  return value_ns >= 0 ? value_ns : LSC_INT_NULL;
}

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
                                            .forward_ns = known_or_null (latencies[i].forward_ns),
                                            .full_ns = known_or_null (latencies[i].full_ns) });
  return table;
}
