/* lsc-pipeline-schedule.c - orders of blocks of the known pipeline schedules
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-schedule.h"

#include <glib/gi18n-lib.h>

#include "analyze/pipeline/lsc-pipeline-zbv-search.h"

/* The orders of pipeline.md#dualpipev, #recognise, theory.md#orders. They are pushed item by item,
 * so that a comparison ends at the first difference. In all of them d = P - 1 - stage. */

typedef struct
{
  const LscSchedule *schedule;
  LscScheduleFunc func;
  gpointer user_data;
  gsize stage;
  guint near; /* the chunk that small letters stand for, see Part */
  gint8 phase;
  gboolean is_stopped;
  gboolean has_logits;
  guint32 next_f[2]; /* next micro-batch of each chunk */
  guint32 next_b[2];
  GArray *pending; /* LscScheduleItem of I without its W */
  guint pending_begin;
} Walk;

/* Micro-batches beyond the last one are those that an order was only written down for. */
static void
push (Walk *self, const LscScheduleItem *item)
{
  guint32 mb = item->mb_f != LSC_SCHEDULE_NO_ID ? item->mb_f : item->mb_b;

  if (!self->is_stopped && mb < self->schedule->n_micro_batches)
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

/* The oldest pending weight gradient of a chunk. */
static void
push_weight_of (Walk *self, guint chunk)
{
  for (guint i = self->pending_begin; i < self->pending->len; i++)
    {
      LscScheduleItem item = g_array_index (self->pending, LscScheduleItem, i);

      if (item.chunk_b != chunk)
        continue;
      g_array_remove_index (self->pending, i);
      item.kind = LSC_BLOCK_W;
      push (self, &item);
      return;
    }
}

static void
push_rest_of_weights (Walk *self)
{
  while (!self->is_stopped && self->pending_begin < self->pending->len)
    push_weight (self);
}

static void
push_pair (Walk *self, guint chunk_f, guint chunk_b)
{
  LscScheduleItem item = make_item (self, LSC_BLOCK_X);

  if (self->schedule->no_overlap)
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

/* A part of an order: @actions, @n times. A small letter is about the chunk that enters at this end
 * of the pipeline, a capital about the other one: f forward, b backward, i backward for inputs, x
 * forward together with the backward of the other chunk, v the oldest pending weight gradient of
 * the chunk; w is the oldest pending one of both. */
typedef struct
{
  gint8 phase;
  gsize n;
  const char *actions;
} Part;

static void
act (Walk *self, char action)
{
  guint chunk = g_ascii_islower (action) ? self->near : 1 - self->near;

  switch (g_ascii_tolower (action))
    {
    case 'f':
      push_forward (self, chunk);
      break;
    case 'b':
      push_backward (self, chunk);
      break;
    case 'i':
      push_input (self, chunk);
      break;
    case 'x':
      push_pair (self, chunk, 1 - chunk);
      break;
    case 'v':
      push_weight_of (self, chunk);
      break;
    default:
      push_weight (self);
    }
}

static void
run (Walk *self, const Part *parts, gsize n_parts)
{
  for (gsize i = 0; i < n_parts; i++)
    {
      self->phase = parts[i].phase;
      for (gsize k = 0; k < parts[i].n && !self->is_stopped; k++)
        for (const char *at = parts[i].actions; *at && !self->is_stopped; at++)
          act (self, *at);
    }
}

static void
walk_gpipe (Walk *self)
{
  gsize n = self->schedule->n_micro_batches;
  const Part parts[] = { { -1, n, "f" }, { -1, n, "b" } };

  run (self, parts, G_N_ELEMENTS (parts));
}

/* The micro-batch whose activations were stored last leaves first. */
static void
walk_gpipe_reversed (Walk *self)
{
  const Part forwards = { -1, self->schedule->n_micro_batches, "f" };

  run (self, &forwards, 1);
  for (gsize i = self->schedule->n_micro_batches; i > 0 && !self->is_stopped; i--)
    {
      /* push_backward() counts upwards, this order goes down */
      self->next_b[0] = (guint32) (i - 1);
      push_backward (self, 0);
    }
}

/* Forwards before the first backward: one for each stage that follows, the eager schedules two. */
static gsize
count_warmup (const Walk *self, gsize per_stage)
{
  return MIN (per_stage * (self->schedule->n_stages - 1 - self->stage),
              self->schedule->n_micro_batches);
}

static void
walk_1f1b (Walk *self)
{
  gsize n = self->schedule->n_micro_batches;
  gsize warmup = count_warmup (self, self->schedule->type == LSC_SCHEDULE_EAGER_1F1B ? 2 : 1);
  const Part parts[] = { { -1, warmup, "f" }, { -1, n - warmup, "fb" }, { -1, warmup, "b" } };

  run (self, parts, G_N_ELEMENTS (parts));
}

/* Weight gradients run @stage backward steps late, in ZB-H2 twice as many. */
static void
walk_zbh (Walk *self)
{
  gsize hold = self->schedule->type == LSC_SCHEDULE_ZBH2 ? 2 : 1;
  gsize n = self->schedule->n_micro_batches;
  gsize warmup = count_warmup (self, hold), steady = n - warmup;
  gsize late = MIN (hold * self->stage, steady);
  gsize later = MIN (hold * self->stage - late, warmup);
  const Part parts[] = { { -1, warmup, "f" },
                         { -1, late, "fi" },
                         { -1, steady - late, "fiw" },
                         { -1, later, "i" },
                         { -1, warmup - later, "iw" } };

  run (self, parts, G_N_ELEMENTS (parts));
}

/* N: the micro-batches that run through a chunk before the next one has its turn. */
static gsize
run_length_of (const LscSchedule *self)
{
  return self->type == LSC_SCHEDULE_BREADTH_FIRST ? self->n_micro_batches : self->run_length;
}

/* The @index-th step of an interleaved schedule: groups of N micro-batches, each group through all
 * chunks. */
static void
push_interleaved (Walk *self, gsize index, gboolean is_backward)
{
  const LscSchedule *s = self->schedule;
  gsize run_length = run_length_of (s);
  gsize group = index / (run_length * s->n_chunks);
  gsize first = group * run_length;
  gsize length = MIN (run_length, s->n_micro_batches - first);
  gsize rest = index - first * s->n_chunks;
  guint chunk = (guint) (rest / length);
  guint32 mb = (guint32) (first + rest % length);
  LscScheduleItem item = make_item (self, is_backward ? LSC_BLOCK_B : LSC_BLOCK_F);

  if (is_backward)
    {
      /* a backward goes through the chunks from the last one on */
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
  /* theory.md#orders: two forwards for each stage that follows, and a run of all chunks but one */
  gsize warmup = s->n_chunks == 1 ? late : late * 2 + (s->n_chunks - 1) * s->run_length;

  warmup = MIN (warmup + s->extra_warmup, total);
  if (s->type == LSC_SCHEDULE_BREADTH_FIRST)
    warmup = total;
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

/* What DualPipeV and DualPipe have in common: the phases up to the first of the cool-down. @rank
 * counts from the end of the pipeline at which the near chunk enters. */
static void
walk_dual_body (Walk *self, gsize d, gsize rank, gsize n_pairs, gboolean splits_first)
{
  const Part parts[] = { { 0, 2 * d, "f" },
                         { 1, rank + 1, "fF" },
                         { 2, d, self->schedule->fused_middle ? "BF" : "IwF" },
                         { 3, 1, splits_first ? "fBX" : "xX" },
                         { 3, n_pairs - 1, "xX" },
                         { 4, d, "BX" },
                         { 5, (rank + 1) / 2, "Bb" },
                         { 5, (rank + 1) % 2, "B" } };

  run (self, parts, G_N_ELEMENTS (parts));
}

static void
walk_dualpipev (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize p = s->n_stages, r = self->stage, turns = r + 1;
  gboolean is_late = s->late_weights;
  const Part parts[] = {
    { 6, turns / 2, turns % 2 ? (is_late ? "iI" : "bB") : (is_late ? "Ii" : "Bb") },
    { 6, turns % 2, is_late ? "i" : "b" },
    { 6, p - turns, is_late ? "wi" : "b" },
  };

  walk_dual_body (self, p - 1 - r, r, s->n_micro_batches - 2 * p + r + 1,
                  r == p - 1 && !s->fused_first);
  self->has_logits = FALSE;
  run (self, parts, G_N_ELEMENTS (parts));
}

static void
walk_dualpipe (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize p = s->n_stages, r = self->stage, half = p / 2;
  gsize rank = MIN (r, p - 1 - r), d = half - 1 - rank, turns = rank + 1;
  const Part parts[] = { { 6, turns / 2, turns % 2 ? "iI" : "Ii" },
                         { 6, turns % 2, "i" },
                         { 6, d, "wi" } };

  /* Both directions have half of the micro-batches, numbered one after the other. */
  self->near = r >= half ? 1 : 0;
  self->next_f[1] = self->next_b[1] = (guint32) (s->n_micro_batches / 2);
  walk_dual_body (self, d, rank, s->n_micro_batches / 2 - p + rank + 1,
                  rank == half - 1 && !s->fused_first);
  run (self, parts, G_N_ELEMENTS (parts));
}

static void
walk_zbv (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize r = self->stage, d = s->n_stages - 1 - r;
  gsize n_pairs = s->n_micro_batches - 2 * s->n_stages + r + 1;
  const Part parts[] = { { -1, 2 * d, "f" }, { -1, r + 1, "fF" },
                         { -1, d, "IwF" },   { -1, n_pairs, "IwfiwF" },
                         { -1, d, "IwiwF" }, { -1, r + 1, "Ii" },
                         { -1, d, "wi" } };

  run (self, parts, G_N_ELEMENTS (parts));
}

/* As torch.distributed.pipelining writes it down: for at least 2P - 1 micro-batches, of which those
 * that do not exist are left out. Each chunk has its own queue of weight gradients. */
static void
walk_zbv_pytorch (Walk *self)
{
  const LscSchedule *s = self->schedule;
  gsize r = self->stage, rest = s->n_stages - r, n = MAX (s->n_micro_batches, 2 * s->n_stages - 1);
  gsize n_full = n + r - (2 * s->n_stages - 1); /* steady turns with a forward of each chunk */
  const Part parts[] = { { -1, 2 * rest - 1, "f" },
                         { -1, r, "Ff" },
                         { -1, rest, "FIV" },
                         { -1, n_full, "fivFIV" },
                         { -1, rest - 1, "ivFIV" },
                         { -1, r, "iI" },
                         { -1, rest, "iv" },
                         { -1, r, "V" },
                         { -1, r, "v" } };

  run (self, parts, G_N_ELEMENTS (parts));
}

static void
act_on_search (char action, gpointer user_data)
{
  act (user_data, action);
}

static void
walk_zbv_greedy (Walk *self)
{
  const LscSchedule *s = self->schedule;

  lsc_zbv_search (s->n_stages, s->n_micro_batches, self->stage, act_on_search, &self->is_stopped,
                  self);
}

static LscPhrase *
explain_two_chunks (const LscSchedule *self)
{
  gsize p = self->n_stages, m = self->n_micro_batches;
  const char *name = lsc_schedule_type_message (self->type);

  if (self->type == LSC_SCHEDULE_DUALPIPE && p % 2 != 0)
    return lsc_phrase_new (N_ ("%s needs an even number of stages, not P = %zu"), name, p);
  if (m < 2 * p)
    return lsc_phrase_new (N_ ("%s needs at least two micro-batches for each stage: M >= %zu for "
                               "P = %zu, not %zu"),
                           name, 2 * p, p, m);
  if (self->type == LSC_SCHEDULE_DUALPIPE && m % 2 != 0)
    return lsc_phrase_new (N_ ("%s needs an even number of micro-batches, not M = %zu"), name, m);
  return NULL;
}

static LscPhrase *
explain_chunks (const LscSchedule *self)
{
  if (self->n_chunks >= 1 && self->n_chunks < LSC_CHUNK_NONE)
    return NULL;
  return lsc_phrase_new (N_ ("The interleaved schedule takes 1 to %u chunks on each rank, not %u"),
                         LSC_CHUNK_NONE - 1, self->n_chunks);
}

static LscPhrase *
explain_breadth_first (const LscSchedule *self)
{
  LscPhrase *refusal = explain_chunks (self);

  if (refusal || self->n_micro_batches >= self->n_stages)
    return refusal;
  return lsc_phrase_new (N_ ("The breadth-first schedule needs at least as many micro-batches as "
                             "stages: M >= %zu, not %zu"),
                         self->n_stages, self->n_micro_batches);
}

static LscPhrase *
explain_interleaved (const LscSchedule *self)
{
  gsize p = self->n_stages, m = self->n_micro_batches, n = self->run_length;
  LscPhrase *refusal = explain_chunks (self);

  if (refusal)
    return refusal;
  if (n < p)
    return lsc_phrase_new (N_ ("The interleaved schedule runs at least as many micro-batches in a "
                               "row as there are stages: N >= %zu, not %zu"),
                           p, n);
  if (n > m)
    return lsc_phrase_new (N_ ("The interleaved schedule needs at least as many micro-batches as "
                               "run in a row: M >= %zu, not %zu"),
                           n, m);
  if (m % n != 0 && m % n < p)
    return lsc_phrase_new (N_ ("The last group of the interleaved schedule has to be full or at "
                               "least as long as there are stages: M = %zu in groups of %zu leaves "
                               "%zu for P = %zu"),
                           m, n, m % n, p);
  return NULL;
}

/**
 * lsc_schedule_make_refusal:
 *
 * Returns: (transfer full) (nullable): the rule of theory.md#orders that these sizes
 *   break, with the numbers; %NULL if the schedule exists
 */
LscPhrase *
lsc_schedule_make_refusal (const LscSchedule *self)
{
  g_return_val_if_fail (self, NULL);

  gsize p = self->n_stages, m = self->n_micro_batches;

  if (self->type <= LSC_SCHEDULE_NONE || self->type >= LSC_SCHEDULE_N_TYPES)
    return lsc_phrase_new_text (N_ ("There is no order without a known schedule"));
  if (p == 0 || m == 0)
    return lsc_phrase_new (N_ ("A schedule needs at least one stage and one micro-batch, not "
                               "P = %zu and M = %zu"),
                           p, m);
  if (m > G_MAXUINT32 / 4 || p > G_MAXUINT32 / 4)
    return lsc_phrase_new (N_ ("P = %zu and M = %zu are too large; at most %u each"), p, m,
                           G_MAXUINT32 / 4);
  switch (self->type)
    {
    case LSC_SCHEDULE_INTERLEAVED:
      return explain_interleaved (self);
    case LSC_SCHEDULE_BREADTH_FIRST:
      return explain_breadth_first (self);
    case LSC_SCHEDULE_DUALPIPEV:
    case LSC_SCHEDULE_DUALPIPE:
    case LSC_SCHEDULE_ZBV:
    case LSC_SCHEDULE_ZBV_GREEDY:
      return explain_two_chunks (self);
    default:
      return NULL;
    }
}

/** Returns: whether the schedule exists for these sizes: whether lsc_schedule_make_refusal() has
 * nothing against it */
gboolean
lsc_schedule_is_possible (const LscSchedule *self)
{
  g_return_val_if_fail (self, FALSE);
  g_autoptr (LscPhrase) refusal = lsc_schedule_make_refusal (self);

  return !refusal;
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
    [LSC_SCHEDULE_1F1B] = walk_1f1b,
    [LSC_SCHEDULE_INTERLEAVED] = walk_interleaved,
    [LSC_SCHEDULE_DUALPIPEV] = walk_dualpipev,
    [LSC_SCHEDULE_DUALPIPE] = walk_dualpipe,
    [LSC_SCHEDULE_ZBH1] = walk_zbh,
    [LSC_SCHEDULE_ZBV] = walk_zbv,
    [LSC_SCHEDULE_GPIPE] = walk_gpipe,
    [LSC_SCHEDULE_GPIPE_REVERSED] = walk_gpipe_reversed,
    [LSC_SCHEDULE_EAGER_1F1B] = walk_1f1b,
    [LSC_SCHEDULE_BREADTH_FIRST] = walk_interleaved,
    [LSC_SCHEDULE_ZBH2] = walk_zbh,
    [LSC_SCHEDULE_ZBV_PYTORCH] = walk_zbv_pytorch,
    [LSC_SCHEDULE_ZBV_GREEDY] = walk_zbv_greedy,
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
  push_rest_of_weights (&walk);
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
  g_return_val_if_fail (self, 0);

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
