/* lsc-synth-replay.c - earliest start of every block of a schedule (theory.md#replay)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-schedule.h"

#include <gio/gio.h>

/* Where and when a part ended; block is one more than its index, 0 = has not run. */
typedef struct
{
  gint64 end_ns;
  guint rank;
  guint block;
} Done;

typedef struct
{
  const LscSynthSchedule *schedule;
  GPtrArray *rows;
  GArray *messages;
  Done *forward;
  Done *backward;
  gint64 *now_ns;
  guint *next;
  gint64 latency_ns;
} Replay;

static Done *
done_at (const Replay *replay, Done *table, guint mb, guint stage)
{
  return &table[(gsize) mb * replay->schedule->chain_length + stage];
}

/* Lists what a part waits for. */
static guint
list_needs (const Replay *replay, guint rank, const LscSynthPart *part, Done *needs[2])
{
  guint stage = lsc_synth_schedule_stage_of (replay->schedule, rank, part->chunk);
  guint n = 0;

  switch (part->role)
    {
    case 'F':
      if (stage > 0)
        needs[n++] = done_at (replay, replay->forward, part->mb, stage - 1);
      break;
    case 'B':
    case 'I':
      needs[n++] = done_at (replay, replay->forward, part->mb, stage);
      if (stage + 1 < replay->schedule->chain_length)
        needs[n++] = done_at (replay, replay->backward, part->mb, stage + 1);
      break;
    case 'W':
      needs[n++] = done_at (replay, replay->backward, part->mb, stage);
      break;
    default:
      break;
    }
  return n;
}

/* Finds when a block can start; FALSE if something that it needs has not run. */
static gboolean
find_start (const Replay *replay, guint rank, const LscSynthBlock *block, gint64 *start_ns)
{
  *start_ns = replay->now_ns[rank];
  for (guint p = 0; p < block->n_parts; p++)
    {
      Done *needs[2];
      guint n = list_needs (replay, rank, &block->parts[p], needs);

      for (guint i = 0; i < n; i++)
        {
          if (needs[i]->block == 0)
            return FALSE;
          *start_ns =
              MAX (*start_ns, needs[i]->end_ns + (needs[i]->rank != rank ? replay->latency_ns : 0));
        }
    }
  return TRUE;
}

static void
finish_block (Replay *replay, guint rank, LscSynthBlock *block, gint64 start_ns)
{
  block->begin_ns = start_ns;
  block->end_ns = start_ns + block->cost_ns;
  replay->now_ns[rank] = block->end_ns;
  replay->next[rank]++;
  for (guint p = 0; p < block->n_parts; p++)
    {
      const LscSynthPart *part = &block->parts[p];
      guint stage = lsc_synth_schedule_stage_of (replay->schedule, rank, part->chunk);
      Done *done = NULL;

      if (part->role == 'F')
        done = done_at (replay, replay->forward, part->mb, stage);
      else if (part->role == 'B' || part->role == 'I')
        done = done_at (replay, replay->backward, part->mb, stage);
      if (done != NULL)
        *done = (Done){ block->end_ns, rank, replay->next[rank] };
    }
}

static void
add_message (Replay *replay, const Done *src, guint dst, guint dst_block, const LscSynthPart *part)
{
  LscSynthMessage message = {
    .src = src->rank,
    .src_block = src->block - 1,
    .dst = dst,
    .dst_block = dst_block,
    .role = part->role == 'F' ? 'F' : 'B',
    .chunk = part->chunk,
    .mb = part->mb,
  };

  g_array_append_val (replay->messages, message);
  g_array_index ((GArray *) g_ptr_array_index (replay->rows, src->rank), LscSynthBlock,
                 src->block - 1)
      .n_sends++;
  g_array_index ((GArray *) g_ptr_array_index (replay->rows, dst), LscSynthBlock, dst_block)
      .n_receives++;
}

/* A block receives what it needs from other ranks. */
static void
list_messages (Replay *replay)
{
  for (guint r = 0; r < replay->schedule->n_stages; r++)
    {
      GArray *row = g_ptr_array_index (replay->rows, r);

      for (guint i = 0; i < row->len; i++)
        {
          LscSynthBlock block = g_array_index (row, LscSynthBlock, i);

          for (guint p = 0; p < block.n_parts; p++)
            {
              Done *needs[2];
              guint n = list_needs (replay, r, &block.parts[p], needs);

              for (guint k = 0; k < n; k++)
                if (needs[k]->rank != r)
                  add_message (replay, needs[k], r, i, &block.parts[p]);
            }
        }
    }
}

static gboolean
run_all (Replay *replay)
{
  gboolean progress = TRUE;
  guint left = 0;

  while (progress)
    {
      progress = FALSE;
      left = 0;
      for (guint r = 0; r < replay->schedule->n_stages; r++)
        {
          GArray *row = g_ptr_array_index (replay->rows, r);
          gint64 start_ns;

          while (replay->next[r] < row->len &&
                 find_start (replay, r, &g_array_index (row, LscSynthBlock, replay->next[r]),
                             &start_ns))
            {
              finish_block (replay, r, &g_array_index (row, LscSynthBlock, replay->next[r]),
                            start_ns);
              progress = TRUE;
            }
          left += row->len - replay->next[r];
        }
    }
  return left == 0;
}

/**
 * lsc_synth_schedule_replay:
 * @self: a schedule
 * @rows: its rows with their costs; begin and end are filled
 * @begin_ns: when every stage is free
 * @latency_ns: added to every dependency between two ranks
 * @messages: (nullable): array of LscSynthMessage to which the remote dependencies are appended
 * @error: (out) (optional): G_IO_ERROR_FAILED if the order cannot run
 *
 * Gives every block its earliest start while the order of each stage is kept.
 *
 * Returns: %FALSE on error
 */
gboolean
lsc_synth_schedule_replay (const LscSynthSchedule *self, GPtrArray *rows, gint64 begin_ns,
                           gint64 latency_ns, GArray *messages, GError **error)
{
  gsize n = (gsize) self->n_micro_batches * self->chain_length;
  g_autofree Done *forward = g_new0 (Done, n);
  g_autofree Done *backward = g_new0 (Done, n);
  g_autofree gint64 *now_ns = g_new0 (gint64, self->n_stages);
  g_autofree guint *next = g_new0 (guint, self->n_stages);
  Replay replay = { self, rows, messages, forward, backward, now_ns, next, latency_ns };

  for (guint r = 0; r < self->n_stages; r++)
    now_ns[r] = begin_ns;
  if (!run_all (&replay))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "The schedule cannot run to its end.");
      return FALSE;
    }
  if (messages != NULL)
    list_messages (&replay);
  return TRUE;
}
