/* lsc-synth-pipeline.c - writes the steps of a rank: pipeline ranges, transfers, what runs inside
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-rank.h"

#include <string.h>

#include "synth/lsc-synth-names.h"

#define OUTSIDE_NS 300

static gint64 *
link_base_of (LscSynthRank *self, const LscSynthPart *part)
{
  return &self->link_bases[(gsize) part->chunk * self->options->micro_batches + part->mb];
}

static LscSynthPlanKind
plan_kind_of (char role)
{
  return role == 'B'   ? LSC_SYNTH_PLAN_B
         : role == 'I' ? LSC_SYNTH_PLAN_I
         : role == 'W' ? LSC_SYNTH_PLAN_W
         : role == 'L' ? LSC_SYNTH_PLAN_L
                       : LSC_SYNTH_PLAN_F;
}

/* Names of the wrapped functions (pipeline.md#input, #kinds). */
static const char *
function_name (const LscSynthRank *self, char kind)
{
  const gboolean is_v = self->options->schedule == LSC_SYNTH_DUALPIPEV;

  switch (kind)
    {
    case 'F':
      return is_v ? "forward_step_with_model_graph" : "forward_step";
    case 'X':
      return "forward_backward_overlaping";
    case 'W':
      return is_v ? "WeightGradStore.pop" : "backward_weight";
    case LSC_SYNTH_KIND_POP:
      return "WeightGradStore.pop";
    case 'I':
      return is_v                            ? "backward_step_with_model_graph"
             : self->options->record_weights ? "backward_input"
                                             : "backward_step";
    default:
      return is_v ? "backward_step_with_model_graph" : "backward_step";
    }
}

static guint
message_of (const LscSynthRank *self, const LscSynthBlock *block)
{
  const LscSynthOptions *o = self->options;
  const LscSynthPart *part = &block->parts[0];
  const char *name = function_name (self, block->kind);
  gboolean two_chunks = o->schedule == LSC_SYNTH_DUALPIPEV || o->schedule == LSC_SYNTH_ZBV;
  g_autofree char *text = NULL;

  if (!o->mb_ids || part->role != 'F')
    text = g_strdup_printf ("{'name': '%s'}", name);
  else if (o->schedule == LSC_SYNTH_INTERLEAVED)
    text = g_strdup_printf ("{'name': '%s', 'current_microbatch': %u, 'chunk': %u}", name, part->mb,
                            part->chunk);
  else
    text = g_strdup_printf (
        "{'name': '%s', 'current_microbatch': %u}", name,
        part->mb + (two_chunks && !o->chunk_mb_ids ? part->chunk * o->micro_batches : 0));
  return lsc_synth_name (text);
}

/* The forward function of DualPipeV calls another wrapped one; overlapped layers call pop. */
static void
emit_nested_range (LscSynthRank *self, const LscSynthBlock *block, const LscSynthSpan *host)
{
  const char *text = block->kind == 'F'   ? "{'name': 'forward_step_no_model_graph'}"
                     : block->kind == 'X' ? "{'name': 'WeightGradStore.pop'}"
                                          : NULL;
  gint64 quarter_ns = (block->end_ns - block->begin_ns) / 4;

  if (text == NULL || self->options->schedule != LSC_SYNTH_DUALPIPEV)
    return;
  lsc_synth_rank_emit_mstx (self, "default", lsc_synth_name (text), 2, host->begin_ns + 100,
                            host->end_ns - 100, block->begin_ns + self->clock_ns + quarter_ns,
                            block->end_ns + self->clock_ns - quarter_ns);
}

/* "PP:2F1": stage 2, forward, micro-batch 1 (pipeline.md#gpu). */
static char *
annotation_name (LscSynthRank *self, const LscSynthBlock *block)
{
  const LscSynthSchedule *schedule = self->timeline->schedule;
  const LscSynthPart *a = &block->parts[0], *b = &block->parts[1];
  guint stage = lsc_synth_schedule_stage_of (schedule, self->stage, a->chunk);

  if (block->kind == LSC_SYNTH_KIND_X)
    return g_strdup_printf ("PP:(%u%c%u;%u%c%u)OVERLAP_F_B", stage, a->role, a->mb,
                            lsc_synth_schedule_stage_of (schedule, self->stage, b->chunk), b->role,
                            b->mb);
  return g_strdup_printf ("PP:%u%c%u", stage,
                          block->kind == LSC_SYNTH_KIND_I && !self->options->record_weights
                              ? LSC_SYNTH_KIND_B
                              : block->kind,
                          a->mb);
}

static void
add_annotation (LscSynthRank *self, const char *name, LscSynthSpan host, LscSynthSpan device)
{
  LscSynthAnnotation row = { lsc_synth_name (name), host, device };

  if (!self->options->kineto)
    return;
  row.host.begin_ns = lsc_synth_rank_shown (self, host.begin_ns);
  row.host.end_ns = lsc_synth_rank_shown (self, host.end_ns);
  if (device.begin_ns > 0)
    {
      row.device.begin_ns = lsc_synth_rank_shown (self, device.begin_ns);
      row.device.end_ns = lsc_synth_rank_shown (self, device.end_ns);
    }
  g_array_append_val (self->annotations, row);
}

/* What runs in a block; @host_ns is inside its range. Returns where the host is afterwards. */
static gint64
emit_parts (LscSynthRank *self, const LscSynthBlock *block, gint64 host_ns)
{
  gint64 begin_ns = block->begin_ns;

  for (guint p = 0; p < block->n_parts && block->kind != LSC_SYNTH_KIND_POP; p++)
    {
      const LscSynthPart *part = &block->parts[p];
      const LscSynthPlan *plan = lsc_synth_timeline_plan (self->timeline, self->stage, part->chunk,
                                                          plan_kind_of (part->role));
      gint64 end_ns = block->end_ns;

      if (p + 1 < block->n_parts)
        end_ns = begin_ns + (block->end_ns - block->begin_ns) * 10 / 28;
      if (part->role == 'F')
        {
          *link_base_of (self, part) = self->next_link;
          self->next_link += plan->n_links;
        }
      lsc_synth_rank_emit_plan (self, plan, host_ns, begin_ns, end_ns, *link_base_of (self, part));
      if (self->holder != NULL)
        lsc_synth_holder_take_pass (self->holder, plan, part, host_ns + self->clock_ns);
      host_ns += plan->host_ns;
      begin_ns = end_ns;
    }
  return host_ns;
}

/* Messages of a block: receives before it, sends after it. Streams differ by direction and role,
 * so that no two operators of one stream overlap. */
static gint64
emit_messages (LscSynthRank *self, const GPtrArray *messages, gboolean send, gint64 host_ns)
{
  for (guint i = 0; messages != NULL && i < messages->len; i++)
    {
      const LscSynthMessage *m = g_ptr_array_index (messages, i);
      guint peer = send ? m->dst : m->src;
      guint stream = LSC_SYNTH_P2P_STREAM + (send ? 0 : 4) + (m->role == 'B' ? 2 : 0) +
                     (peer < self->stage ? 1 : 0);

      LscSynthTransfer times = {
        .host_ns = host_ns + self->clock_ns,
        .begin_ns = (send ? m->send_begin_ns : m->recv_begin_ns) + self->clock_ns,
        .peer_begin_ns = (send ? m->recv_begin_ns : m->send_begin_ns) + self->clock_ns,
        .end_ns = (send ? m->send_end_ns : m->recv_end_ns) + self->clock_ns,
      };

      if (!send && self->pace < 1 && self->options->waits) /* it is done earlier than its team */
        times.begin_ns = CLAMP (self->done_ns, times.host_ns + LSC_SYNTH_SLOT_NS,
                                MAX (times.begin_ns, times.host_ns + LSC_SYNTH_SLOT_NS));
      lsc_synth_rank_emit_p2p (self, send, peer, stream, &times);
      if (self->options->kineto)
        {
          g_autofree char *name = send ? g_strdup_printf ("nccl:send %u->%u", self->stage, peer)
                                       : g_strdup_printf ("nccl:recv %u<-%u", self->stage, peer);

          add_annotation (
              self, name,
              (LscSynthSpan){ host_ns + self->clock_ns, host_ns + self->clock_ns + 5000 },
              (LscSynthSpan){ 0, 0 });
        }
      host_ns += LSC_SYNTH_SLOT_NS;
    }
  return host_ns;
}

/* When a rank that is faster than its team begins a block: as soon as it is free, its input is
 * there and the host has launched. */
static gint64
find_enter (const LscSynthRank *self, const LscSynthBlock *block, const GPtrArray *receives,
            gint64 host_ns)
{
  gint64 enter_ns = MAX (self->done_ns - self->clock_ns, host_ns + LSC_SYNTH_SLOT_NS);

  for (guint i = 0; receives != NULL && i < receives->len; i++)
    enter_ns = MAX (enter_ns, ((const LscSynthMessage *) receives->pdata[i])->recv_end_ns);
  return MIN (enter_ns, block->begin_ns);
}

static gboolean
is_recorded (const LscSynthRank *self, const LscSynthBlock *block)
{
  return block->kind != LSC_SYNTH_KIND_W || self->options->record_weights;
}

static void
emit_block (LscSynthRank *self, const LscSynthBlock *block, const GPtrArray *receives,
            const GPtrArray *sends)
{
  gint64 host_ns = emit_messages (self, receives, FALSE, block->host_begin_ns);
  LscSynthSpan host = { host_ns + self->clock_ns, 0 };

  if (self->options->waits && self->pace < 1)
    self->enter_ns = find_enter (self, block, receives, host_ns);
  host_ns = emit_parts (self, block, host_ns + OUTSIDE_NS) + OUTSIDE_NS;
  host.end_ns = host_ns + self->clock_ns;
  if (self->options->schedule != LSC_SYNTH_NONE && self->options->kineto &&
      strchr ("FBIWX", block->kind) != NULL && is_recorded (self, block))
    {
      g_autofree char *name = annotation_name (self, block);

      add_annotation (
          self, name, host,
          (LscSynthSpan){ block->begin_ns + self->clock_ns, block->end_ns + self->clock_ns });
    }
  if (self->options->schedule != LSC_SYNTH_NONE && is_recorded (self, block))
    {
      emit_nested_range (self, block, &host);
      lsc_synth_rank_emit_mstx (self, "default", message_of (self, block), 2, host.begin_ns,
                                host.end_ns, block->begin_ns + self->clock_ns,
                                block->end_ns + self->clock_ns);
    }
  emit_messages (self, sends, TRUE, host_ns + OUTSIDE_NS);
}

/* Lists the messages of each block of this stage, in the order of their begin. */
static GPtrArray **
index_messages (LscSynthRank *self, const LscSynthReplica *replica, gboolean send, guint n_blocks)
{
  GPtrArray **lists = g_new0 (GPtrArray *, n_blocks);

  for (guint i = 0; i < replica->messages->len; i++)
    {
      LscSynthMessage *m = &g_array_index (replica->messages, LscSynthMessage, i);
      guint block = send ? m->src_block : m->dst_block;

      if ((send ? m->src : m->dst) != self->stage)
        continue;
      if (lists[block] == NULL)
        lists[block] = g_ptr_array_new ();
      g_ptr_array_add (lists[block], m);
    }
  return lists;
}

static void
free_messages (GPtrArray **lists, guint n_blocks)
{
  for (guint i = 0; i < n_blocks; i++)
    g_clear_pointer (&lists[i], g_ptr_array_unref);
  g_free (lists);
}

/**
 * lsc_synth_rank_emit_step:
 * @self: a rank with open databases
 * @n_step: number of the step
 *
 * Writes everything of one step.
 */
void
lsc_synth_rank_emit_step (LscSynthRank *self, guint n_step)
{
  const LscSynthTimeline *timeline = self->timeline;
  const LscSynthStep *step = &timeline->steps[n_step];
  const LscSynthReplica *replica = &step->replicas[self->dp];
  const GArray *row = g_ptr_array_index (replica->rows, self->stage);
  const LscSynthBlock *last = &g_array_index (row, LscSynthBlock, row->len - 1);
  GPtrArray **receives = index_messages (self, replica, FALSE, row->len);
  GPtrArray **sends = index_messages (self, replica, TRUE, row->len);

  self->step_id = step->id;
  self->first_kernel_ns = 0;
  self->last_task_ns = 0;
  self->receive_ns = 0;
  g_array_set_size (self->compute, 0);
  g_array_set_size (self->communication, 0);
  for (guint i = 0; i < row->len; i++)
    emit_block (self, &g_array_index (row, LscSynthBlock, i), receives[i], sends[i]);
  if (self->options->waits) /* for the gradients of the other replicas */
    self->enter_ns = MIN (last->end_ns + 10000, step->optimizer_begin_ns);
  lsc_synth_rank_emit_plan (self, timeline->optimizer, last->host_end_ns + 1000,
                            step->optimizer_begin_ns, step->optimizer_end_ns, 0);
  if (self->holder != NULL)
    lsc_synth_holder_end_step (self->holder, last->host_end_ns + 1000 + self->clock_ns +
                                                 timeline->optimizer->host_ns);
  if (n_step + 1 == self->options->steps)
    lsc_synth_rank_fill (self);
  lsc_synth_rank_emit_step_summary (self, step);
  free_messages (receives, row->len);
  free_messages (sends, row->len);
}
