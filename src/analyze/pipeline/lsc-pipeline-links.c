/* lsc-pipeline-links.c - dependencies between blocks of different ranks, by ids and as measured
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "analyze/pipeline/lsc-pipeline-legs.h"
#include "base/lsc-sort.h"

/* pipeline.md#links: F(m, k) to F(m, k+1), B or I(m, k+1) to B or I(m, k), wherever the two
 * virtual stages lie on different ranks. */

LSC_DEFINE_ARRAY (Links, links_array, LscPipelineLink)

typedef struct
{
  LscPipelineStep *step;
  const LscSchedule *schedule;
  guint n_chunks;
  gsize n_micro_batches;
  gsize *position;  /* of each row among those with blocks, G_MAXSIZE */
  guint32 *forward; /* block of (row, chunk, micro-batch), G_MAXUINT32 */
  guint32 *backward;
  gboolean is_through; /* only links through stages that were not recorded */
  Links links;
} Linker;

static gsize
slot (const Linker *self, gsize row, guint chunk, guint mb)
{
  return (self->position[row] * self->n_chunks + chunk) * self->n_micro_batches + mb;
}

static gboolean
is_known (const Linker *self, guint chunk, guint mb)
{
  return mb != LSC_MB_NONE && chunk < self->n_chunks && mb < self->n_micro_batches;
}

static void
index_blocks (Linker *self)
{
  gsize n = 0;

  self->position = g_new (gsize, self->step->n_rows);
  for (gsize row = 0; row < self->step->n_rows; row++)
    self->position[row] = self->step->rows[row].n_blocks > 0 ? n++ : G_MAXSIZE;
  n *= self->n_chunks * self->n_micro_batches;
  self->forward = g_new (guint32, n);
  self->backward = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    self->forward[i] = self->backward[i] = G_MAXUINT32;
  for (gsize row = 0; row < self->step->n_rows; row++)
    for (gsize i = 0; i < self->step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &self->step->rows[row].blocks[i];
        guint f = lsc_block_chunk_f (block), b = lsc_block_chunk_b (block);

        if (_lsc_pipeline_has_forward (block->kind) && is_known (self, f, block->mb_f))
          self->forward[slot (self, row, f, block->mb_f)] = (guint32) i;
        if (_lsc_pipeline_has_backward (block->kind) && is_known (self, b, block->mb_b))
          self->backward[slot (self, row, b, block->mb_b)] = (guint32) i;
      }
}

/* The next virtual stage that was recorded, on the way of a forward or backward. Returns FALSE at
 * the end of the chain. @is_far: a stage that was not recorded lies between. */
static gboolean
next_place (const Linker *self, gsize place, guint chunk, gboolean is_backward, gsize *stage,
            guint *other_chunk, gboolean *is_far)
{
  gsize length = lsc_schedule_chain_length (self->schedule);

  *is_far = FALSE;
  while (is_backward ? place > 0 : place + 1 < length)
    {
      place = is_backward ? place - 1 : place + 1;
      lsc_schedule_place (self->schedule, place, chunk, stage, other_chunk);
      if (*stage < self->step->n_rows && self->position[*stage] != G_MAXSIZE)
        return TRUE;
      /* Without that stage's work in between the two are not neighbours: no latency is measured. */
      if (!self->is_through)
        return FALSE;
      *is_far = TRUE;
    }
  return FALSE;
}

static void
link_part (Linker *self, gsize row, gsize block, guint chunk, guint mb, gboolean is_backward)
{
  gsize place = lsc_schedule_virtual_stage (self->schedule, row, chunk);
  gsize stage;
  guint other_chunk;
  guint32 other;
  gboolean is_far;

  if (!is_known (self, chunk, mb) ||
      !next_place (self, place, chunk, is_backward, &stage, &other_chunk, &is_far) ||
      is_far != self->is_through || stage == row || !is_known (self, other_chunk, mb))
    return;
  other = (is_backward ? self->backward : self->forward)[slot (self, stage, other_chunk, mb)];
  if (other == G_MAXUINT32)
    return;
  links_array_append (&self->links, (LscPipelineLink){ .src_row = (guint32) row,
                                                       .dst_row = (guint32) stage,
                                                       .src_block = (guint32) block,
                                                       .dst_block = other,
                                                       .is_backward = is_backward });
}

static void
measure_sizes (Linker *self)
{
  self->n_chunks = MAX (self->schedule->n_chunks, 1);
  for (gsize row = 0; row < self->step->n_rows; row++)
    for (gsize i = 0; i < self->step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &self->step->rows[row].blocks[i];

        if (block->mb_f != LSC_MB_NONE)
          self->n_micro_batches = MAX (self->n_micro_batches, (gsize) block->mb_f + 1);
        if (block->mb_b != LSC_MB_NONE)
          self->n_micro_batches = MAX (self->n_micro_batches, (gsize) block->mb_b + 1);
      }
}

static void
link_blocks (Linker *self)
{
  LscPipelineStep *step = self->step;

  measure_sizes (self);
  index_blocks (self);
  for (gsize row = 0; row < step->n_rows; row++)
    for (gsize i = 0; i < step->rows[row].n_blocks; i++)
      {
        const LscBlock *block = &step->rows[row].blocks[i];

        if (_lsc_pipeline_has_forward (block->kind))
          link_part (self, row, i, lsc_block_chunk_f (block), block->mb_f, FALSE);
        if (_lsc_pipeline_has_backward (block->kind))
          link_part (self, row, i, lsc_block_chunk_b (block), block->mb_b, TRUE);
      }
  g_free (self->position);
  g_free (self->forward);
  g_free (self->backward);
}

/** Links the blocks of a step by their ids. Rows are stages. */
void
_lsc_pipeline_derive_links (LscPipelineStep *step, const LscSchedule *schedule)
{
  Linker self = { .step = step, .schedule = schedule };

  link_blocks (&self);
  step->links = self.links.items;
  step->n_links = self.links.n;
}

/**
 * _lsc_pipeline_links_through:
 * @step: a step with a schedule
 * @n: (out): number of links
 *
 * Dependencies between blocks whose chain goes through stages that were not recorded: they hold,
 * but the time between the two blocks has those stages' work in it.
 *
 * Returns: (transfer full) (nullable): the links
 */
LscPipelineLink *
_lsc_pipeline_links_through (LscPipelineStep *step, gsize *n)
{
  Linker self = { .step = step, .schedule = &step->schedule, .is_through = TRUE };

  link_blocks (&self);
  *n = self.links.n;
  return self.links.items;
}

/* pipeline.md#tie. Where as many messages as dependencies join two ranks of a step they
 * belong together in order; else a send belongs to the last block that can produce it and ends
 * before it does. */

typedef struct
{
  LscPipelineStep *step;
  LscLegRefs *legs;
  LscPipelineLink *stray;
  gsize n_stray;
  gint64 n_contradictions;
} Tying;

static gint64
src_end (const LscPipelineStep *step, const LscPipelineLink *link)
{
  return step->rows[link->src_row].blocks[link->src_block].end_ns;
}

static gint64
dst_start (const LscPipelineStep *step, const LscPipelineLink *link)
{
  return step->rows[link->dst_row].blocks[link->dst_block].start_ns;
}

static int
compare_links (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscPipelineStep *step = data;
  const LscPipelineLink *x = &step->links[*(const gsize *) a];
  const LscPipelineLink *y = &step->links[*(const gsize *) b];

  /* rows first: find_links() looks for those between two rows by halving */
  LSC_RETURN_ORDER (x->src_row, y->src_row);
  LSC_RETURN_ORDER (x->dst_row, y->dst_row);
  LSC_RETURN_ORDER (src_end (step, x), src_end (step, y));
  LSC_RETURN_ORDER (dst_start (step, x), dst_start (step, y));
  return LSC_ORDER (x->is_backward, y->is_backward);
}

static int
compare_pairs (gconstpointer a, gconstpointer b, gpointer data)
{
  const LscLegRefs *legs = data;
  const LscLegPair *x = a, *y = b;
  const LscLegRef *s = &legs->items[x->send], *t = &legs->items[y->send];
  const LscLegRef *u = &legs->items[x->receive], *v = &legs->items[y->receive];

  LSC_RETURN_ORDER (s->step, t->step);
  LSC_RETURN_ORDER (s->row, t->row);
  LSC_RETURN_ORDER (u->row, v->row);
  LSC_RETURN_ORDER (s->leg.start_ns, t->leg.start_ns);
  LSC_RETURN_ORDER (u->leg.end_ns, v->leg.end_ns);
  return LSC_ORDER (x->send, y->send);
}

static void
set_times (LscPipelineLink *link, const LscLegRef *send, const LscLegRef *receive)
{
  link->is_measured = TRUE;
  link->send_start_ns = send->leg.start_ns;
  link->send_end_ns = send->leg.end_ns;
  link->recv_start_ns = receive->leg.start_ns;
  link->recv_end_ns = receive->leg.end_ns;
}

static void
tie (Tying *self, LscPipelineLink *link, const LscLegPair *pair)
{
  LscLegRef *send = &self->legs->items[pair->send];
  LscLegRef *receive = &self->legs->items[pair->receive];

  set_times (link, send, receive);
  send->leg.block = link->src_block;
  receive->leg.block = link->dst_block;
}

static void
add_stray (Tying *self, const LscLegPair *pair)
{
  const LscLegRef *send = &self->legs->items[pair->send];
  const LscLegRef *receive = &self->legs->items[pair->receive];
  LscPipelineLink *link;

  /* full at 0, 1, 3, 7, …: twice the room and one */
  if ((self->n_stray & (self->n_stray + 1)) == 0)
    self->stray = g_renew (LscPipelineLink, self->stray, 2 * self->n_stray + 1);
  link = &self->stray[self->n_stray++];
  *link = (LscPipelineLink){ .src_row = send->row,
                             .dst_row = receive->row,
                             .src_block = G_MAXUINT32,
                             .dst_block = G_MAXUINT32,
                             .is_backward = send->row > receive->row };
  set_times (link, send, receive);
  self->n_contradictions++;
}

/* Ties by time: @links are those between the two rows, in the order of their producers. */
static void
tie_by_time (Tying *self, const gsize *links, gsize n_links, const LscLegPair *pairs, gsize n_pairs)
{
  gsize used = 0;

  for (gsize i = 0; i < n_pairs; i++)
    {
      const LscLegRef *send = &self->legs->items[pairs[i].send];
      const LscLegRef *receive = &self->legs->items[pairs[i].receive];
      gsize found = G_MAXSIZE;

      for (gsize k = used; k < n_links; k++)
        {
          const LscPipelineLink *link = &self->step->links[links[k]];

          /* pipeline.md#tie: a message cannot leave before the block ends that makes it */
          if (src_end (self->step, link) > send->leg.end_ns)
            break;
          found = k;
        }
      if (found == G_MAXSIZE ||
          dst_start (self->step, &self->step->links[links[found]]) < receive->leg.start_ns)
        {
          add_stray (self, &pairs[i]);
          continue;
        }
      tie (self, &self->step->links[links[found]], &pairs[i]);
      /* messages between two ranks do not overtake each other */
      used = found + 1;
    }
}

static gboolean
fits_in_order (const Tying *self, const gsize *links, const LscLegPair *pairs, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (src_end (self->step, &self->step->links[links[i]]) >
        self->legs->items[pairs[i].send].leg.end_ns)
      return FALSE;
  return TRUE;
}

/* Without ids of blocks: the last block before the send, the first after the receive. */
static guint32
block_before (const LscPipelineRow *row, gint64 time_ns)
{
  gsize next = LSC_BISECT (i, 0, row->n_blocks, row->blocks[i].end_ns <= time_ns);

  return next > 0 ? (guint32) (next - 1) : G_MAXUINT32;
}

static guint32
block_after (const LscPipelineRow *row, gint64 time_ns)
{
  gsize found = LSC_BISECT (i, 0, row->n_blocks, row->blocks[i].start_ns < time_ns);

  return found < row->n_blocks ? (guint32) found : G_MAXUINT32;
}

static void
link_by_time (Tying *self, const LscLegPair *pairs, gsize n)
{
  LscPipelineStep *step = self->step;

  step->links = g_renew (LscPipelineLink, step->links, step->n_links + n);
  for (gsize i = 0; i < n; i++)
    {
      const LscLegRef *send = &self->legs->items[pairs[i].send];
      const LscLegRef *receive = &self->legs->items[pairs[i].receive];
      LscPipelineLink link = { .src_row = send->row,
                               .dst_row = receive->row,
                               .is_backward = send->row > receive->row };

      link.src_block = block_before (&step->rows[send->row], send->leg.end_ns);
      link.dst_block = block_after (&step->rows[receive->row], receive->leg.end_ns);
      if (link.src_block == G_MAXUINT32 || link.dst_block == G_MAXUINT32)
        {
          add_stray (self, &pairs[i]);
          continue;
        }
      tie (self, &link, &pairs[i]);
      step->links[step->n_links++] = link;
    }
}

static gboolean
same_rows (const Tying *self, const LscLegPair *a, const LscLegPair *b)
{
  return self->legs->items[a->send].row == self->legs->items[b->send].row &&
         self->legs->items[a->receive].row == self->legs->items[b->receive].row;
}

/* The links of the step between two rows lie together in @order: finds them. */
static gsize
find_links (const Tying *self, const gsize *order, gsize n, const LscLegPair *pair, gsize *count)
{
  const LscPipelineLink *links = self->step->links;
  guint32 src = self->legs->items[pair->send].row, dst = self->legs->items[pair->receive].row;
  gsize begin = LSC_BISECT (i, 0, n,
                            links[order[i]].src_row < src ||
                                (links[order[i]].src_row == src && links[order[i]].dst_row < dst));
  gsize end = begin;

  while (end < n && links[order[end]].src_row == src && links[order[end]].dst_row == dst)
    end++;
  *count = end - begin;
  return begin;
}

static void
tie_step (Tying *self, const LscLegPair *pairs, gsize n, gboolean has_ids)
{
  gsize n_links = self->step->n_links, begin = 0;
  g_autofree gsize *order = g_new (gsize, n_links + 1);

  if (!has_ids)
    {
      link_by_time (self, pairs, n);
      return;
    }
  for (gsize i = 0; i < n_links; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) MIN (n_links, G_MAXINT), sizeof (gsize), compare_links,
                     self->step);
  for (gsize i = 1; i <= n; i++)
    {
      gsize first, count;

      if (i < n && same_rows (self, &pairs[i], &pairs[begin]))
        continue;
      first = find_links (self, order, n_links, &pairs[begin], &count);
      if (count == i - begin && fits_in_order (self, order + first, pairs + begin, count))
        for (gsize k = 0; k < count; k++)
          tie (self, &self->step->links[order[first + k]], &pairs[begin + k]);
      else
        tie_by_time (self, order + first, count, pairs + begin, i - begin);
      begin = i;
    }
}

static void
hand_out_legs (LscPipelineGroup *group, const LscLegRefs *legs)
{
  for (gsize i = 0; i < legs->n; i++)
    if (legs->items[i].step != G_MAXSIZE)
      group->steps[legs->items[i].step].rows[legs->items[i].row].n_legs++;
  for (gsize i = 0; i < group->n_steps; i++)
    for (gsize k = 0; k < group->steps[i].n_rows; k++)
      {
        LscPipelineRow *row = &group->steps[i].rows[k];

        row->legs = row->n_legs > 0 ? g_new (LscLeg, row->n_legs) : NULL;
        row->n_legs = 0;
      }
  for (gsize i = 0; i < legs->n; i++)
    if (legs->items[i].step != G_MAXSIZE)
      {
        LscPipelineRow *row = &group->steps[legs->items[i].step].rows[legs->items[i].row];

        row->legs[row->n_legs++] = legs->items[i].leg;
      }
}

static int
compare_legs (gconstpointer a, gconstpointer b)
{
  const LscLeg *x = a, *y = b;

  LSC_RETURN_ORDER (x->start_ns, y->start_ns);
  return LSC_ORDER (x->end_ns, y->end_ns);
}

static void
sort_legs (LscPipelineGroup *group)
{
  for (gsize i = 0; i < group->n_steps; i++)
    for (gsize k = 0; k < group->steps[i].n_rows; k++)
      if (group->steps[i].rows[k].n_legs > 1)
        qsort (group->steps[i].rows[k].legs, group->steps[i].rows[k].n_legs, sizeof (LscLeg),
               compare_legs);
}

static gint64
tie_all (LscPipelineGroup *group, LscLegRefs *legs, LscLegPairs *pairs,
         const LscSchedule *schedules)
{
  gint64 n_contradictions = 0;
  gsize begin = 0;

  g_qsort_with_data (pairs->items, (gint) MIN (pairs->n, G_MAXINT), sizeof (LscLegPair),
                     compare_pairs, legs);
  for (gsize i = 1; i <= pairs->n; i++)
    {
      gsize step = legs->items[pairs->items[begin].send].step;
      Tying tying = { .legs = legs };

      if (i < pairs->n && legs->items[pairs->items[i].send].step == step)
        continue;
      if (step != G_MAXSIZE)
        {
          tying.step = &group->steps[step];
          tie_step (&tying, pairs->items + begin, i - begin,
                    schedules[step].type != LSC_SCHEDULE_NONE);
          tying.step->stray_links = tying.stray;
          tying.step->n_stray_links = tying.n_stray;
          n_contradictions += tying.n_contradictions;
        }
      begin = i;
    }
  return n_contradictions;
}

static void
list_samples (const LscLegRefs *legs, const LscLegPairs *pairs, LscClockSamples *samples)
{
  for (gsize i = 0; i < pairs->n; i++)
    {
      const LscLegRef *send = &legs->items[pairs->items[i].send];
      const LscLegRef *receive = &legs->items[pairs->items[i].receive];

      lsc_clock_samples_append (samples, (LscClockSample){ send->row, receive->row,
                                                           send->leg.end_ns, receive->leg.end_ns });
    }
}

/** Finds the measured links of a group, gives the rows their legs, and lists the messages in
 * @samples. */
void
_lsc_pipeline_measure_links (LscPipelineBuild *build, LscPipelineGroup *group,
                             LscPipelineMember **ranks, const LscSchedule *schedules,
                             LscClockSamples *samples)
{
  LscLegRefs legs = lsc_legs_collect (build, group, ranks, TRUE);
  LscLegPairs pairs = lsc_legs_pair (&legs, group);
  gint64 n_contradictions = 0;

  if (pairs.n > 0)
    n_contradictions = tie_all (group, &legs, &pairs, schedules);
  list_samples (&legs, &pairs, samples);
  hand_out_legs (group, &legs);
  sort_legs (group);
  _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_NOTE, "pp-leg-contradicts", NULL,
                      n_contradictions,
                      _ ("Pairs of send and receive that fit no two blocks are listed, "
                         "not drawn."),
                      NULL, NULL);
  lsc_leg_refs_clear (&legs);
  lsc_leg_pairs_clear (&pairs);
}
