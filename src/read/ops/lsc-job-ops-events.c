/* lsc-job-ops-events.c - the events of an op timeline, one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "read/ops/lsc-job-ops-private.h"
#include "read/trace/lsc-trace-file.h"

static inline guint64
hash_track (const LscOpTrack *track)
{
  return lsc_hash_mix (lsc_hash_mix (0, (guint64) track->pid), (guint64) track->tid);
}

static inline gboolean
is_same_track (const LscOpTrack *a, const LscOpTrack *b)
{
  return a->pid == b->pid && a->tid == b->tid;
}

static inline guint64
hash_step (const gint64 *step)
{
  return lsc_hash_mix (0, (guint64) *step);
}

static inline gboolean
is_same_step (const gint64 *a, const gint64 *b)
{
  return *a == *b;
}

LSC_DEFINE_HASH (tracks, LscOpTrack, hash_track, is_same_track)
LSC_DEFINE_HASH (steps, gint64, hash_step, is_same_step)

static guint32
get_track (LscOpsReading *self, gint64 pid, gint64 tid)
{
  LscOpTrack key = { .pid = pid,
                     .tid = tid,
                     .stage = LSC_OPS_NO_NUMBER,
                     .row = LSC_OPS_NO_NUMBER,
                     .worker = LSC_HASH_NONE };
  guint32 index = self->last_track;

  if (index < self->tracks.n && is_same_track (&self->tracks.items[index], &key))
    return index;
  index = tracks_put (&self->track_index, self->tracks.items, &key, (guint32) self->tracks.n);
  if (index == self->tracks.n)
    lsc_op_tracks_append (&self->tracks, key);
  return self->last_track = index;
}

static guint32
get_step (LscOpsReading *self, gint64 number)
{
  guint32 index = self->last_step;

  if (index < self->steps.n && self->steps.items[index] == number)
    return index;
  index = steps_put (&self->step_index, self->steps.items, &number, (guint32) self->steps.n);
  if (index == self->steps.n)
    lsc_int64s_append (&self->steps, number);
  return self->last_step = index;
}

static guint32
intern (LscOpsReading *self, LscJsonText text)
{
  if (!text.text)
    return lsc_intern_add (self->ops->strings, "");
  if (!lsc_json_needs_decoding (text.text, text.n))
    return lsc_intern_add_bytes (self->ops->strings, text.text, text.n);
  g_string_truncate (self->scratch, 0);
  lsc_json_decode (self->scratch, text.text, text.n);
  return lsc_intern_add_bytes (self->ops->strings, self->scratch->str, self->scratch->len);
}

static LscOpName *
get_name (LscOpsReading *self, guint32 id)
{
  while (self->known.n <= id)
    lsc_op_name_table_append (&self->known, (LscOpName){ 0 });
  return &self->known.items[id];
}

/* What a text means; asked once. */
static LscOpName *
understand (LscOpsReading *self, LscJsonText text, guint32 *id)
{
  LscOpName *name;

  *id = intern (self, text);
  name = get_name (self, *id);
  if (!name->is_asked)
    {
      name->is_known = lsc_op_names_find (self->names, lsc_intern_text (self->ops->strings, *id),
                                          &name->meaning);
      name->is_asked = TRUE;
    }
  return name;
}

static void
note (LscOpsReading *self, LscOpsOdd kind, const char *p)
{
  if (self->odd[kind].n++ == 0)
    self->odd[kind].first = lsc_trace_window_offset (&self->window, p);
}

/* Numbers of micro-batches, of computing alone, and of chunks; -1 is none
 * (formats.md#op-timelines). */
static guint16
get_small (gint64 value)
{
  return value >= 0 && value < LSC_JOB_NO_CHUNK ? (guint16) value : LSC_JOB_NO_CHUNK;
}

G_STATIC_ASSERT (LSC_JOB_NO_CHUNK == LSC_JOB_NO_MICRO_BATCH);

static gboolean
is_time (gint64 ns)
{
  return ns >= LSC_TRACE_LEAST_TIME_NS && ns <= LSC_TRACE_MOST_TIME_NS;
}

static void
take_op (LscOpsReading *self, const LscOpEvent *event, const char *p)
{
  guint32 id, other;
  const LscOpName *name;
  LscOpMeaning meaning;
  gboolean is_computing;
  LscJobOp *op;

  if (!event->has_ts || !event->has_dur || event->pid < 0 || event->tid < 0 ||
      event->step == LSC_OPS_NO_NUMBER)
    {
      note (self, LSC_OPS_BAD_FIELDS, p);
      return;
    }
  if (!is_time (event->ts_ns) || ABS (event->dur_ns) > LSC_TRACE_MOST_DURATION_NS)
    {
      note (self, LSC_OPS_BAD_TIME, p);
      return;
    }
  name = understand (self, event->name, &id);
  meaning = name->meaning;
  if (!name->is_known && event->category.text)
    {
      const LscOpName *category = understand (self, event->category, &other);

      if (category->is_known)
        meaning = category->meaning;
      else
        self->known.items[id].n++;
    }
  else if (!name->is_known)
    self->known.items[id].n++;
  is_computing =
      meaning.kind == LSC_JOB_OP_FORWARD_COMPUTE || meaning.kind == LSC_JOB_OP_BACKWARD_COMPUTE;
  lsc_op_places_append (&self->places, (LscOpPlace){ get_track (self, event->pid, event->tid),
                                                     get_step (self, event->step) });
  self->tracks.items[self->last_track].has_ops = TRUE;
  op = lsc_job_op_array_add (&self->ops->ops);
  *op = (LscJobOp){ .start_ns = event->ts_ns,
                    .length_ns = event->dur_ns,
                    .name = id,
                    .number = event->number >= 0 && event->number < LSC_JOB_NO_NUMBER
                                  ? (guint32) event->number
                                  : LSC_JOB_NO_NUMBER,
                    .micro_batch =
                        is_computing ? get_small (event->micro_batch) : LSC_JOB_NO_MICRO_BATCH,
                    .chunk = get_small (event->chunk),
                    .kind = (guint8) meaning.kind,
                    .row = (guint8) meaning.row };
}

/* The number behind @word in the name of a thread. */
static gint64
find_number (const char *text, const char *word)
{
  const char *at = strstr (text, word);
  gint64 number;
  gsize n;

  if (!at)
    return LSC_OPS_NO_NUMBER;
  at += strlen (word);
  n = strspn (at, "0123456789");
  return n > 0 && n < 10 && lsc_json_parse_int64 (at, n, &number) ? number : LSC_OPS_NO_NUMBER;
}

/* "PP rank 1, TP rank 0, dp-comm". */
static void
take_thread_name (LscOpsReading *self, const LscOpEvent *event)
{
  static const char *const rows[LSC_JOB_N_ROWS] = { "compute", "pp-comm", "tp-comm", "dp-comm",
                                                    "misc" };
  guint32 index = get_track (self, event->pid, event->tid);
  LscOpTrack *track = &self->tracks.items[index];
  const char *row;

  g_string_truncate (self->scratch, 0);
  lsc_json_decode (self->scratch, event->label.text, event->label.n);
  if (track->stage == LSC_OPS_NO_NUMBER)
    track->stage = find_number (self->scratch->str, "PP rank ");
  row = strrchr (self->scratch->str, ',');
  for (guint i = 0; row && i < LSC_JOB_N_ROWS; i++)
    if (strcmp (row + 1 + strspn (row + 1, " "), rows[i]) == 0)
      track->row = i;
}

static void
take_event (LscOpsReading *self, const LscOpEvent *event, const char *p)
{
  self->n_events++;
  if (event->phase == 'X')
    take_op (self, event, p);
  else if (event->phase != 'M')
    note (self, LSC_OPS_NO_OP, p);
  else if (event->pid >= 0 && event->tid >= 0 && event->label.text && event->name.n == 11 &&
           memcmp (event->name.text, "thread_name", 11) == 0)
    take_thread_name (self, event);
}

/* ---- The text ----------------------------------------------------------------------------- */

/* More text behind self->p. FALSE: there is none. */
static gboolean
refill (LscOpsReading *self)
{
  LscTraceRefill result = lsc_trace_window_refill (&self->window, self->p);

  self->p = self->window.begin;
  self->is_too_long = result == LSC_TRACE_TOO_LONG;
  return result == LSC_TRACE_REFILLED;
}

static void
give_up (LscOpsReading *self)
{
  self->ends_inside = TRUE;
  self->ended_at = lsc_trace_window_offset (&self->window, MIN (self->p, self->window.end));
}

/* FALSE: the text is over. */
static gboolean
skip_blanks (LscOpsReading *self)
{
  for (;;)
    {
      self->p = lsc_json_skip_blanks (self->p);
      if (self->p < self->window.end)
        return TRUE;
      self->p = self->window.end;
      if (!refill (self))
        return FALSE;
    }
}

/* Behind something damaged: to the brace of the next event, which stands behind a comma or the
 * bracket of the list. FALSE: there is none. */
static gboolean
find_event (LscOpsReading *self)
{
  char before = '\0';

  for (;;)
    {
      for (; self->p < self->window.end; self->p++)
        {
          if (*self->p == '{' && (before == ',' || before == '['))
            return TRUE;
          if ((guchar) *self->p > ' ')
            before = *self->p;
        }
      if (!refill (self))
        return FALSE;
    }
}

/* The event at self->p. FALSE: the text ends inside of it. */
static gboolean
read_event (LscOpsReading *self)
{
  for (;;)
    {
      LscOpEvent event;
      LscJsonStatus status = LSC_JSON_BAD;
      const char *after = _lsc_ops_parse (self->p, self->window.end, &event, &status);

      if (G_LIKELY (after))
        {
          take_event (self, &event, self->p);
          self->p = after;
          return TRUE;
        }
      if (status != LSC_JSON_MORE)
        {
          note (self, LSC_OPS_BAD_JSON, self->p++);
          self->n_events++;
          break;
        }
      if (!refill (self))
        return FALSE;
    }
  return find_event (self);
}

/* To behind the bracket that opens the list of events. */
static gboolean
find_list (LscOpsReading *self)
{
  static const char key[] = "\"traceEvents\"";
  const char *found;

  if (!skip_blanks (self))
    return FALSE;
  if (self->window.end - self->p >= 3 && memcmp (self->p, "\xef\xbb\xbf", 3) == 0)
    self->p += 3; /* byte order mark */
  if (!skip_blanks (self))
    return FALSE;
  if (*self->p == '{') /* what some tools make of a bare list */
    {
      found = memmem (self->p, (gsize) (self->window.end - self->p), key, strlen (key));
      self->p = found ? found + strlen (key) : self->p;
      while (found && skip_blanks (self) && *self->p == ':')
        self->p++;
    }
  if (!skip_blanks (self) || *self->p != '[')
    return FALSE;
  self->p++;
  return TRUE;
}

/**
 * _lsc_ops_read_events:
 *
 * Reads the text to its end, or to where it is damaged for good. Failures of the input are in
 * the window.
 */
void
_lsc_ops_read_events (LscOpsReading *self)
{
  self->p = self->window.begin;
  self->has_array = find_list (self);
  while (self->has_array)
    {
      if (!skip_blanks (self))
        break;
      if (*self->p == ']')
        {
          /* The checksum of a packed text stands at its end. */
          do
            self->p = self->window.end;
          while (refill (self));
          return;
        }
      if (*self->p == '{')
        {
          if (!read_event (self))
            break;
        }
      else if (*self->p == ',')
        self->p++;
      else
        {
          note (self, LSC_OPS_BAD_JSON, self->p++);
          if (!find_event (self))
            break;
        }
    }
  give_up (self);
}
