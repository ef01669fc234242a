/* lsc-pipeline-schedule.c - orders of blocks of the known pipeline schedules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-schedule.h"

/* The orders of pipeline.md#dualpipev, #recognise, theory.md#orders. They are pushed item by item,
 * so that a comparison ends at the first difference. In all of them d = P - 1 - stage. */

typedef struct
{
  const LscSchedule *schedule;
  LscScheduleFunc func;
  gpointer user_data;
  gsize stage;
  gint8 phase;
  gboolean is_stopped;
  gboolean has_logits;
  guint32 next_f[2]; /* next micro-batch of each chunk */
  guint32 next_b[2];
  GArray *pending; /* LscScheduleItem of I without its W */
  guint pending_begin;
} Walk;

static void
push (Walk *self, const LscScheduleItem *item)
{
  if (!self->is_stopped)
    self->is_stopped = !self->func (item, self->user_data);
}

static LscScheduleItem
make_item (const Walk *self, LscBlockKind kind)
{
  return (LscScheduleItem){ .kind = (guint8) kind,
                            .phase = self->phase,
                            .chunk_f = LSC_CHUNK_NONE,
                            .chunk_b = LSC_CHUNK_NONE,
                            .mb_f = LSC_SCHEDULE_NO_ID,
                            .mb_b = LSC_SCHEDULE_NO_ID };
}

static void
push_logits (Walk *self, guint chunk)
{
  LscScheduleItem item = make_item (self, LSC_BLOCK_L);

  item.chunk_b = (guint8) chunk;
  item.mb_b = self->next_b[chunk]; /* that of the backward it comes before */
  if (self->has_logits && chunk == 1)
    push (self, &item);
}

static void
push_forward (Walk *self, guint chunk)
{
  LscScheduleItem item = make_item (self, LSC_BLOCK_F);

  item.chunk_f = (guint8) chunk;
  item.mb_f = self->next_f[chunk]++;
  push (self, &item);
}

static void
push_backward (Walk *self, guint chunk)
{
  LscScheduleItem item = make_item (self, LSC_BLOCK_B);

  push_logits (self, chunk);
  item.chunk_b = (guint8) chunk;
  item.mb_b = self->next_b[chunk]++;
  push (self, &item);
}

static void
push_input (Walk *self, guint chunk)
{
  LscScheduleItem item = make_item (self, LSC_BLOCK_I);

  push_logits (self, chunk);
  item.chunk_b = (guint8) chunk;
  item.mb_b = self->next_b[chunk]++;
  push (self, &item);
  g_array_append_val (self->pending, item);
}

/* The oldest pending weight gradient. */
static void
push_weight (Walk *self)
{
  LscScheduleItem item = g_array_index (self->pending, LscScheduleItem, self->pending_begin++);

  item.kind = LSC_BLOCK_W;
  item.phase = self->phase;
  if (!self->schedule->no_weights)
    push (self, &item);
}

static void
push_input_and_weight (Walk *self, guint chunk)
{
  push_input (self, chunk);
  push_weight (self);
}

static void
push_rest_of_weights (Walk *self)
{
  while (!self->is_stopped && self->pending_begin < self->pending->len)
    push_weight (self);
}

static void
push_pair (Walk *self, guint chunk_f, guint chunk_b, gboolean is_fused)
{
  LscScheduleItem item = make_item (self, LSC_BLOCK_X);

  if (self->schedule->no_overlap || !is_fused)
    {
      push_forward (self, chunk_f);
      push_backward (self, chunk_b);
      return;
    }
  push_logits (self, chunk_b);
  item.chunk_f = (guint8) chunk_f;
  item.chunk_b = (guint8) chunk_b;
  item.mb_f = self->next_f[chunk_f]++;
  item.mb_b = self->next_b[chunk_b]++;
  push (self, &item);
}

static void
walk_gpipe (Walk *self)
{
  for (gsize i = 0; i < self->schedule->n_micro_batches && !self->is_stopped; i++)
    push_forward (self, 0);
  for (gsize i = 0; i < self->schedule->n_micro_batches && !self->is_stopped; i++)
    push_backward (self, 0);
}

static void
walk_1f1b (Walk *self)
{
  gsize n = self->schedule->n_micro_batches;
  gsize warmup = MIN (self->schedule->n_stages - 1 - self->stage, n);

  for (gsize i = 0; i < warmup && !self->is_stopped; i++)
    push_forward (self, 0);
  for (gsize i = 0; i < n - warmup && !self->is_stopped; i++)
    {
      push_forward (self, 0);
      push_backward (self, 0);
    }
  for (gsize i = 0; i < warmup && !self->is_stopped; i++)
    push_backward (self, 0);
}

/* Weight gradients run @stage backward steps late. */
static void
push_zbh1_backward (Walk *self)
{
  push_input (self, 0);
  if (self->next_b[0] > self->stage)
    push_weight (self);
}

static void
walk_zbh1 (Walk *self)
{
  gsize n = self->schedule->n_micro_batches;
  gsize warmup = MIN (self->schedule->n_stages - 1 - self->stage, n);

  for (gsize i = 0; i < warmup && !self->is_stopped; i++)
    push_forward (self, 0);
  for (gsize i = 0; i < n - warmup && !self->is_stopped; i++)
    {
      push_forward (self, 0);
      push_zbh1_backward (self);
    }
  for (gsize i = 0; i < warmup && !self->is_stopped; i++)
    push_zbh1_backward (self);
  push_rest_of_weights (self);
}

/* The @index-th step of an interleaved schedule: groups of N micro-batches, each group through all
 * chunks. */
static void
push_interleaved (Walk *self, gsize index, gboolean is_backward)
{
  const LscSchedule *s = self->schedule;
  gsize group = index / (s->run_length * s->n_chunks);
  gsize first = group * s->run_length;
  gsize length = MIN (s->run_length, s->n_micro_batches - first);
  gsize rest = index - first * s->n_chunks;
  guint chunk = (guint) (rest / length);
  guint32 mb = (guint32) (first + rest % length);
  LscScheduleItem item = make_item (self, is_backward ? LSC_BLOCK_B : LSC_BLOCK_F);

  if (is_backward)
    {
      item.chunk_b = (guint8) (s->n_chunks - 1 - chunk);
      item.mb_b = mb;
    }
  else
    {
      item.chunk_f = (guint8) chunk;
      item.mb_f = mb;
    }
  push (self, &item);
}

static void
walk_interleaved (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize total = s->n_micro_batches * s->n_chunks;
  gsize late = s->n_stages - 1 - self->stage;
  gsize warmup = s->n_chunks == 1 ? late : late * 2 + (s->n_chunks - 1) * s->run_length;

  warmup = MIN (warmup + s->extra_warmup, total);
  for (gsize i = 0; i < warmup && !self->is_stopped; i++)
    push_interleaved (self, i, FALSE);
  for (gsize i = 0; i < total - warmup && !self->is_stopped; i++)
    {
      push_interleaved (self, warmup + i, FALSE);
      push_interleaved (self, i, TRUE);
    }
  for (gsize i = total - warmup; i < total && !self->is_stopped; i++)
    push_interleaved (self, i, TRUE);
}

/* What DualPipeV and DualPipe have in common: the phases up to the cool-down. @near is the chunk
 * that enters here, @rank counts from its end of the pipeline. */
static void
walk_dual_body (Walk *self, gsize d, gsize rank, gsize n_pairs, gboolean splits_first, guint near)
{
  guint far = 1 - near;

  self->phase = 0;
  for (gsize i = 0; i < 2 * d && !self->is_stopped; i++)
    push_forward (self, near);
  self->phase = 1;
  for (gsize i = 0; i < rank + 1 && !self->is_stopped; i++)
    {
      push_forward (self, near);
      push_forward (self, far);
    }
  self->phase = 2;
  for (gsize i = 0; i < d && !self->is_stopped; i++)
    {
      if (self->schedule->fused_middle)
        push_backward (self, far);
      else
        push_input_and_weight (self, far);
      push_forward (self, far);
    }
  self->phase = 3;
  for (gsize i = 0; i < n_pairs && !self->is_stopped; i++)
    {
      push_pair (self, near, far, !(splits_first && i == 0));
      push_pair (self, far, near, TRUE);
    }
  self->phase = 4;
  for (gsize i = 0; i < d && !self->is_stopped; i++)
    {
      push_backward (self, far);
      push_pair (self, far, near, TRUE);
    }
}

static void
walk_dualpipev (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize p = s->n_stages, r = self->stage;
  gboolean splits_first = r == p - 1 && !s->fused_first;
  guint chunk = 1;

  walk_dual_body (self, p - 1 - r, r, s->n_micro_batches - 2 * p + r + 1, splits_first, 0);
  self->phase = 5;
  for (gsize i = 0; i < r + 1 && !self->is_stopped; i++, chunk = 1 - chunk)
    push_backward (self, chunk);
  self->phase = 6;
  self->has_logits = FALSE;
  for (gsize i = 0; i < p && !self->is_stopped; i++, chunk = 1 - chunk)
    {
      if (i >= r + 1)
        chunk = 0;
      if (!s->late_weights)
        {
          push_backward (self, chunk);
          continue;
        }
      if (i >= r + 1)
        push_weight (self);
      push_input (self, chunk);
    }
  push_rest_of_weights (self);
}

static void
walk_dualpipe (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize p = s->n_stages, r = self->stage, half = p / 2;
  gsize rank = MIN (r, p - 1 - r);
  gsize d = half - 1 - rank;
  gsize n_pairs = s->n_micro_batches / 2 - p + rank + 1;
  gboolean splits_first = rank == half - 1 && !s->fused_first;
  guint near = r >= half ? 1 : 0;
  guint chunk = 1 - near;

  self->next_f[1] = self->next_b[1] = (guint32) (s->n_micro_batches / 2);
  walk_dual_body (self, d, rank, n_pairs, splits_first, near);
  self->phase = 5;
  for (gsize i = 0; i < rank + 1 && !self->is_stopped; i++, chunk = 1 - chunk)
    push_backward (self, chunk);
  self->phase = 6;
  for (gsize i = 0; i < rank + 1 && !self->is_stopped; i++, chunk = 1 - chunk)
    push_input (self, chunk);
  for (gsize i = 0; i < d && !self->is_stopped; i++)
    {
      push_weight (self);
      push_input (self, near);
    }
  push_rest_of_weights (self);
}

static void
walk_zbv_steady (Walk *self, gsize d, gsize n_pairs)
{
  for (gsize i = 0; i < n_pairs && !self->is_stopped; i++)
    {
      push_input_and_weight (self, 1);
      push_forward (self, 0);
      push_input_and_weight (self, 0);
      push_forward (self, 1);
    }
  for (gsize i = 0; i < d && !self->is_stopped; i++)
    {
      push_input_and_weight (self, 1);
      push_input_and_weight (self, 0);
      push_forward (self, 1);
    }
}

static void
walk_zbv (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize r = self->stage, d = s->n_stages - 1 - r;

  for (gsize i = 0; i < 2 * d && !self->is_stopped; i++)
    push_forward (self, 0);
  for (gsize i = 0; i < r + 1 && !self->is_stopped; i++)
    {
      push_forward (self, 0);
      push_forward (self, 1);
    }
  for (gsize i = 0; i < d && !self->is_stopped; i++)
    {
      push_input_and_weight (self, 1);
      push_forward (self, 1);
    }
  walk_zbv_steady (self, d, s->n_micro_batches - 2 * s->n_stages + r + 1);
  for (gsize i = 0; i < r + 1 && !self->is_stopped; i++)
    {
      push_input (self, 1);
      push_input (self, 0);
    }
  for (gsize i = 0; i < d && !self->is_stopped; i++)
    {
      push_weight (self);
      push_input (self, 0);
    }
  push_rest_of_weights (self);
}

/**
 * lsc_schedule_is_possible:
 *
 * Returns: whether the schedule exists for these sizes (theory.md#orders): the V schedules and
 *   DualPipe need M >= 2P, DualPipe even sizes, interleaved P <= N <= M and a last group that is
 *   full or at least P long
 */
gboolean
lsc_schedule_is_possible (const LscSchedule *self)
{
  g_return_val_if_fail (self, FALSE);

  gsize p = self->n_stages, m = self->n_micro_batches, n = self->run_length;

  if (p == 0 || m == 0 || m > G_MAXUINT32 / 4)
    return FALSE;
  switch (self->type)
    {
    case LSC_SCHEDULE_1F1B:
    case LSC_SCHEDULE_ZBH1:
    case LSC_SCHEDULE_GPIPE:
      return TRUE;
    case LSC_SCHEDULE_INTERLEAVED:
      return self->n_chunks >= 1 && self->n_chunks < LSC_CHUNK_NONE && n >= p && n <= m &&
             (m % n == 0 || m % n >= p);
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_ZBV:
      return m >= 2 * p;
    case LSC_SCHEDULE_DUALPIPE:
      return m >= 2 * p && m % 2 == 0 && p % 2 == 0;
    default:
      return FALSE;
    }
}

/**
 * lsc_schedule_walk:
 * @stage: 0 to P - 1
 * @func: told every block in order
 *
 * Cost: O(blocks) until @func stops it. Thread: any.
 *
 * Returns: %FALSE if @func stopped it or the schedule is not possible
 */
gboolean
lsc_schedule_walk (const LscSchedule *self, gsize stage, LscScheduleFunc func, gpointer user_data)
{
  g_return_val_if_fail (self, FALSE);

  static void (*const walks[LSC_SCHEDULE_N_TYPES]) (Walk *) = {
    [LSC_SCHEDULE_1F1B] = walk_1f1b,           [LSC_SCHEDULE_INTERLEAVED] = walk_interleaved,
    [LSC_SCHEDULE_DUALPIPEV] = walk_dualpipev, [LSC_SCHEDULE_DUALPIPE] = walk_dualpipe,
    [LSC_SCHEDULE_ZBH1] = walk_zbh1,           [LSC_SCHEDULE_ZBV] = walk_zbv,
    [LSC_SCHEDULE_GPIPE] = walk_gpipe,
  };
  Walk walk = {
    .schedule = self, .func = func, .user_data = user_data, .stage = stage, .phase = -1
  };

  if (stage >= self->n_stages || !lsc_schedule_is_possible (self))
    return FALSE;
  walk.has_logits =
      self->type == LSC_SCHEDULE_DUALPIPEV && stage == 0 && !self->no_overlap && !self->no_logits;
  walk.pending = g_array_new (FALSE, FALSE, sizeof (LscScheduleItem));
  walks[self->type](&walk);
  g_array_unref (walk.pending);
  return !walk.is_stopped;
}

static gboolean
count_item (const LscScheduleItem *item, gpointer user_data)
{
  ++*(gsize *) user_data;
  return TRUE;
}

/** Returns: the number of blocks of a stage, 0 if the schedule is not possible. */
gsize
lsc_schedule_count (const LscSchedule *self, gsize stage)
{
  gsize n = 0;

  return lsc_schedule_walk (self, stage, count_item, &n) ? n : 0;
}

/**
 * lsc_schedule_kind_matches:
 * @scheduled: kind of a block of the order
 * @recorded: kind by the range's name
 *
 * Returns: whether such a block is recorded so: a head backward and a backward for inputs are
 *   usually recorded as plain backward
 */
gboolean
lsc_schedule_kind_matches (LscBlockKind scheduled, LscBlockKind recorded)
{
  return scheduled == recorded ||
         (recorded == LSC_BLOCK_B && (scheduled == LSC_BLOCK_I || scheduled == LSC_BLOCK_L));
}
