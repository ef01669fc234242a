/* lsc-trace-tracks.c - which threads and processes the events of a trace belong to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/trace/lsc-trace-private.h"

static inline guint64
hash_track (const LscTrackState *state)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) state->pid_key), (guint64) state->tid_key);
}

static inline gboolean
is_same_track (const LscTrackState *a, const LscTrackState *b)
{
  return a->pid_key == b->pid_key && a->tid_key == b->tid_key;
}

LSC_DEFINE_HASH (track_index, LscTrackState, hash_track, is_same_track)

/* There may be as many tracks as events, so this is not left to printf(). */
static guint32
intern_number (LscTraceWorker *self, gint64 number)
{
  char text[20];
  gsize begin = sizeof text;

  do
    {
      text[--begin] = (char) ('0' + number % 10);
      number /= 10;
    }
  while (number > 0);
  return lsc_intern_add_bytes (self->file.strings, text + begin, sizeof text - begin);
}

/* The text of a key as id, and its number. */
static guint32
describe_key (LscTraceWorker *self, gint64 key, gint64 *number)
{
  if (key >= 0)
    {
      *number = key;
      return intern_number (self, key);
    }
  if (!lsc_json_parse_int64 (lsc_intern_text (self->file.strings, (guint32) (-1 - key)),
                             lsc_intern_length (self->file.strings, (guint32) (-1 - key)), number))
    *number = -1;
  return (guint32) (-1 - key);
}

static void
add_track (LscTraceWorker *self, const LscTrackState *state)
{
  LscTrack track = { 0 };

  track.pid = describe_key (self, state->pid_key, &track.pid_number);
  track.tid = describe_key (self, state->tid_key, &track.tid_number);
  track.process_name = track.thread_name = track.process_labels = LSC_STRING_NONE;
  track.process_sort = track.thread_sort = G_MAXINT64;
  g_array_append_val (self->file.tracks, track);
  g_assert (self->file.tracks->len == self->states.n + 1);
  lsc_track_states_append (&self->states, *state);
}

/**
 * lsc_trace_get_track:
 *
 * Returns: the number of a track, new or known; %LSC_SLICE_NONE when there are too many
 */
guint32
lsc_trace_get_track (LscTraceWorker *self, gint64 pid_key, gint64 tid_key)
{
  LscTrackState state = { pid_key, tid_key, NULL };
  guint32 found;

  /* Events of one thread mostly follow each other. */
  if (G_LIKELY (self->states.n > 0) &&
      is_same_track (&self->states.items[self->last_track], &state))
    return self->last_track;
  if (self->states.n >= LSC_TRACE_MOST_TRACKS)
    {
      found = track_index_find (&self->track_index, self->states.items, &state);
      if (found == LSC_HASH_NONE)
        return LSC_SLICE_NONE;
    }
  else
    found =
        track_index_put (&self->track_index, self->states.items, &state, (guint32) self->states.n);
  if (found == self->states.n)
    add_track (self, &state);
  return self->last_track = found;
}

/**
 * lsc_trace_get_process:
 *
 * Returns: what is known of a pid, valid until the next call
 */
LscTraceProcess *
lsc_trace_get_process (LscTraceWorker *self, gint64 pid_key)
{
  gsize index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->process_index, &pid_key));

  if (index == 0)
    {
      LscTraceProcess process = { pid_key, LSC_STRING_NONE, LSC_STRING_NONE, G_MAXINT64 };

      lsc_trace_processes_append (&self->processes, process);
      index = self->processes.n;
      g_hash_table_insert (self->process_index, g_memdup2 (&pid_key, sizeof pid_key),
                           GSIZE_TO_POINTER (index));
    }
  return &self->processes.items[index - 1];
}
