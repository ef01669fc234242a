/* lsc-study-tables-links.c - messages and micro-batches of a study as tables
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study-private.h"

/* Pipeline chart 5.3 and 5.7. */

enum
{
  LINK_SRC = LSC_STUDY_N_PLACE_COLUMNS,
  LINK_DST,
  LINK_KIND,
  LINK_MB,
  LINK_CHUNK,
  LINK_LATE_SENDER,
  LINK_LATE_RECEIVER,
  LINK_TRANSFER,
  LINK_SLACK,
  LINK_SOURCE,
};

#define LINK_NS(name, title)                                                                       \
  {                                                                                                \
    name, title, LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.3"                                   \
  }

static const LscColumn link_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "srcRank", "Sender", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 2.6" },
  { "dstRank", "Receiver", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 2.6" },
  { "kind", "Kind", LSC_TYPE_TEXT, LSC_UNIT_NONE, "f forward, b backward" },
  { "mb", "Micro-batch", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 2.3, 7.1" },
  { "chunk", "Chunk of the sender", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 2.3, 7.1" },
  LINK_NS ("lateSenderNs", "Late sender"),
  LINK_NS ("lateReceiverNs", "Late receiver"),
  LINK_NS ("transferNs", "Transfer"),
  LINK_NS ("slackNs", "Slack between blocks"),
  { "source", "Source", LSC_TYPE_TEXT, LSC_UNIT_NONE, "measured, or derived from ids" },
};

static void
set_operators (LscTable *table, gsize at, const LscPipelineLink *link)
{
  gint64 late_sender = MIN (link->send_start_ns, link->recv_end_ns) - link->recv_start_ns;
  gint64 late_receiver = MIN (link->recv_start_ns, link->send_end_ns) - link->send_start_ns;
  gint64 transfer =
      MIN (link->send_end_ns, link->recv_end_ns) - MAX (link->send_start_ns, link->recv_start_ns);

  lsc_table_set_int (table, at, LINK_LATE_SENDER, MAX (late_sender, 0));
  lsc_table_set_int (table, at, LINK_LATE_RECEIVER, MAX (late_receiver, 0));
  _lsc_study_set_known (table, at, LINK_TRANSFER, transfer, transfer > 0);
}

static void
set_blocks (LscTable *table, gsize at, const LscPipelineStep *step, const LscPipelineLink *link)
{
  const LscBlock *src, *dst;
  guint mb, chunk;

  if (link->src_block == G_MAXUINT32 || link->dst_block == G_MAXUINT32)
    return;
  src = &step->rows[link->src_row].blocks[link->src_block];
  dst = &step->rows[link->dst_row].blocks[link->dst_block];
  mb = link->is_backward ? src->mb_b : src->mb_f;
  chunk = link->is_backward ? lsc_block_chunk_b (src) : lsc_block_chunk_f (src);
  _lsc_study_set_known (table, at, LINK_MB, mb, mb != LSC_MB_NONE);
  _lsc_study_set_known (table, at, LINK_CHUNK, chunk, mb != LSC_MB_NONE && chunk != LSC_CHUNK_NONE);
  lsc_table_set_int (table, at, LINK_SLACK, dst->start_ns - src->end_ns);
}

static void
add_links (const LscStudy *self, LscTable *table, const LscPipelineLink *links, gsize n)
{
  const LscPipelineStep *step = lsc_study_get_step (self);

  for (gsize i = 0; i < n; i++)
    {
      gsize at = _lsc_study_add_row (self, table);

      lsc_table_set_int (table, at, LINK_SRC, step->rows[links[i].src_row].rank);
      lsc_table_set_int (table, at, LINK_DST, step->rows[links[i].dst_row].rank);
      lsc_table_set_text (table, at, LINK_KIND, links[i].is_backward ? "b" : "f");
      set_blocks (table, at, step, &links[i]);
      if (links[i].is_measured)
        set_operators (table, at, &links[i]);
      lsc_table_set_text (table, at, LINK_SOURCE, links[i].is_measured ? "measured" : "derived");
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
  LscTable *table = lsc_table_new ("PpLinkWait", link_columns, G_N_ELEMENTS (link_columns));

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
 * Returns: how long a rank was idle between its blocks with a receive running, ns (pipeline chart
 *   5.3); -1 if no receive was recorded
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

static const LscColumn micro_batch_columns[] = {
  LSC_STUDY_PLACE_COLUMNS,
  { "mb", "Micro-batch", LSC_TYPE_INT, LSC_UNIT_ID, "pipeline chart 2.3, 7.1" },
  { "forwardNs", "Forward latency", LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.7" },
  { "fullNs", "Full latency", LSC_TYPE_INT, LSC_UNIT_NS, "pipeline chart 5.7" },
};

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
  LscTable *table =
      lsc_table_new ("PpMicroBatch", micro_batch_columns, G_N_ELEMENTS (micro_batch_columns));
  g_autofree LscMicroBatchLatency *latencies = NULL;
  gsize n = 0;

  if (!self->plan || self->missing)
    return table;
  latencies = lsc_plan_latencies (self->plan, &self->times, &n);
  for (gsize i = 0; i < n; i++)
    {
      gsize at = _lsc_study_add_row (self, table);

      lsc_table_set_int (table, at, 2, (gint64) i);
      _lsc_study_set_known (table, at, 3, latencies[i].forward_ns, latencies[i].forward_ns >= 0);
      _lsc_study_set_known (table, at, 4, latencies[i].full_ns, latencies[i].full_ns >= 0);
    }
  return table;
}
