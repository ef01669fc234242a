/* lsc-trace-worker.c - a part of a trace, event by event
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/trace/lsc-trace-private.h"

/* What the file is made of: an array of events, or an object with the array somewhere in it. A
 * worker that begins in the middle begins at an event and is told at the end which of the two it
 * is. Damage costs the events it touches: a bad event is left by counting its brackets, and where
 * that leads nowhere, by looking for the next thing that reads like an event. */

static void
clear_track (gpointer data)
{
  LscTrack *self = data;

  lsc_raw_slices_clear (&self->slices);
  lsc_indexes_free (self->domains);
}

/**
 * lsc_trace_worker_new:
 * @input: (nullable): %NULL for tables that are not made of a text
 * @begin: where to begin in a plain file; 0 is the only choice else
 *
 * Returns: (transfer full): a worker that has read nothing yet
 */
LscTraceWorker *
lsc_trace_worker_new (LscTextInput *input, LscTraceDialect dialect, gint64 begin, LscJob *job)
{
  LscTraceWorker *self = g_new0 (LscTraceWorker, 1);

  lsc_trace_window_init (&self->window, input, begin, job);
  self->dialect = dialect;
  self->begin = self->progress_at = begin;
  self->stop = G_MAXINT64;
  self->p = self->window.begin;
  self->file.strings = lsc_intern_new ();
  self->file.tracks = g_array_new (FALSE, FALSE, sizeof (LscTrack));
  g_array_set_clear_func (self->file.tracks, clear_track);
  self->process_index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->file.categories = g_ptr_array_new_with_free_func (g_free);
  self->category_index = g_hash_table_new (g_str_hash, g_str_equal);
  self->no_category = -1;
  self->scratch = g_string_new (NULL);
  self->fold_index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->file.top = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/** Empties the tables of @self, or what is left of them. */
void
_lsc_trace_file_clear (LscTraceFile *self)
{
  g_clear_pointer (&self->strings, lsc_intern_unref);
  g_clear_pointer (&self->tracks, g_array_unref);
  g_clear_pointer (&self->categories, g_ptr_array_unref);
  lsc_flows_clear (&self->flows);
  lsc_trace_samples_clear (&self->samples);
  lsc_trace_sequences_clear (&self->sequences);
  lsc_trace_groups_clear (&self->groups);
  lsc_trace_memories_clear (&self->memories);
  lsc_trace_pairs_clear (&self->pairs);
  lsc_trace_nodes_clear (&self->graph_nodes);
  lsc_copies_clear (&self->copies);
  lsc_trace_asyncs_clear (&self->asyncs);
  lsc_int64s_clear (&self->folded);
  g_clear_pointer (&self->top, g_hash_table_unref);
}

void
lsc_trace_worker_free (LscTraceWorker *self)
{
  if (!self)
    return;
  lsc_trace_window_clear (&self->window);
  _lsc_trace_file_clear (&self->file);
  for (gsize i = 0; i < self->states.n; i++)
    lsc_indexes_free (self->states.items[i].open);
  lsc_track_states_clear (&self->states);
  lsc_hash_clear (&self->track_index);
  lsc_trace_processes_clear (&self->processes);
  g_hash_table_unref (self->process_index);
  g_hash_table_unref (self->category_index);
  g_string_free (self->scratch, TRUE);
  g_hash_table_unref (self->fold_index);
  lsc_trace_orphans_clear (&self->orphans);
  g_free (self);
}

/**
 * lsc_trace_worker_offset:
 *
 * Returns: where the worker stands in the text
 */
gint64
lsc_trace_worker_offset (const LscTraceWorker *self)
{
  return lsc_trace_window_offset (&self->window, self->p);
}

/* Ends the work at @offset: the text ended there, or leads nowhere. */
gboolean
_lsc_trace_worker_give_up (LscTraceWorker *self, gint64 offset)
{
  self->ends_inside = TRUE;
  self->ended_at = offset;
  self->place = LSC_TRACE_FINISHED;
  return FALSE;
}

/* More text behind self->p, which moves with the window. */
LscTraceRefill
_lsc_trace_worker_refill (LscTraceWorker *self)
{
  LscTraceRefill result = lsc_trace_window_refill (&self->window, self->p);

  /* where there is no room for more, the window did not move either */
  if (result != LSC_TRACE_TOO_LONG)
    self->p = self->window.begin;
  return result;
}

/* Whether far too much text went by without anything to be had from it. */
static gboolean
is_endless (LscTraceWorker *self)
{
  if (lsc_trace_worker_offset (self) - self->progress_at <= LSC_TRACE_MOST_GAP)
    return FALSE;
  self->is_too_long = TRUE;
  return TRUE;
}

/* Moves self->p to a byte that is no blank; FALSE at the end of the text. */
gboolean
_lsc_trace_worker_skip_blanks (LscTraceWorker *self)
{
  for (;;)
    {
      self->p = lsc_json_skip_blanks (self->p);
      if (G_LIKELY (self->p < self->window.end))
        return TRUE;
      self->p = self->window.end;
      if (is_endless (self) || _lsc_trace_worker_refill (self) != LSC_TRACE_REFILLED)
        return FALSE;
    }
}

/* Goes over the value at self->p, of any size, keeping nothing. FALSE at the end of the text. */
gboolean
_lsc_trace_worker_skip_long_value (LscTraceWorker *self)
{
  LscJsonSkip skip = { 0 };
  gboolean is_plain = *self->p != '"' && *self->p != '{' && *self->p != '[';

  for (;;)
    {
      const char *after = NULL;

      if (is_plain)
        {
          while (self->p < self->window.end && !strchr (",}] \t\r\n", *self->p))
            self->p++;
          after = self->p < self->window.end ? self->p : NULL;
        }
      else
        after = lsc_json_skip_run (&skip, self->p, self->window.end);
      if (after)
        {
          self->p = after;
          return TRUE;
        }
      self->p = self->window.end;
      if (is_endless (self) || _lsc_trace_worker_refill (self) != LSC_TRACE_REFILLED)
        return FALSE;
    }
}

/* ---- Damage ------------------------------------------------------------------------------- */

/* Whether what follows a closing brace at @p is a comma and an event; its brace in @event_at. */
static LscJsonStatus
try_event (LscTraceWorker *self, const char *p, const char **event_at)
{
  const char *end = self->window.end;
  LscTraceEvent event;
  LscJsonStatus status = LSC_JSON_BAD;

  p = lsc_json_skip_blanks (p + 1);
  if (p < end && *p != ',')
    return LSC_JSON_BAD;
  p = lsc_json_skip_blanks (p + 1);
  if (p < end && *p != '{')
    return LSC_JSON_BAD;
  /* not bad, but cut by the end of the window: the next one decides */
  if (p >= end)
    return LSC_JSON_MORE;
  *event_at = p;
  if (!_lsc_trace_parse (self, p, end, &event, &status))
    return status;
  return event.phase ? LSC_JSON_OK : LSC_JSON_BAD;
}

/**
 * _lsc_trace_worker_find_event:
 * @most: bytes to look through
 *
 * Looks for the next place behind the worker's that reads like a closing brace, a comma and a whole
 * event, and moves to that event.
 *
 * Returns: %FALSE when there is none
 */
gboolean
_lsc_trace_worker_find_event (LscTraceWorker *self, gint64 most)
{
  gint64 begin = lsc_trace_worker_offset (self);

  for (;;)
    {
      const char *brace = self->p < self->window.end
                              ? memchr (self->p, '}', (gsize) (self->window.end - self->p))
                              : NULL;
      const char *event_at;
      LscJsonStatus status = brace ? try_event (self, brace, &event_at) : LSC_JSON_MORE;

      if (status == LSC_JSON_OK)
        {
          self->p = event_at;
          return TRUE;
        }
      self->p = brace ? brace : self->window.end;
      if (lsc_trace_worker_offset (self) - begin > most)
        return FALSE;
      if (status != LSC_JSON_MORE)
        self->p++;
      else
        switch (_lsc_trace_worker_refill (self))
          {
          case LSC_TRACE_REFILLED:
            break;
          case LSC_TRACE_AT_END:
            if (!brace)
              return FALSE;
            self->p++;
            break;
          default:
            self->p++;
            break;
          }
    }
}

/* Leaves the bad thing at self->p by its brackets, or by looking for the next event. FALSE when the
 * text ends before either. Brackets that lead nowhere may cost a few times the text, no more. */
static gboolean
leave_bad_event (LscTraceWorker *self)
{
  gint64 offset = lsc_trace_worker_offset (self);
  LscJsonSkip skip;
  const char *after;

  while (self->wasted <= LSC_TRACE_MOST_WASTE + 4 * (offset - self->begin))
    {
      memset (&skip, 0, sizeof skip);
      after = lsc_json_skip_run (&skip, self->p, self->window.end);
      if (after)
        {
          const char *next = lsc_json_skip_blanks (after);

          if (next < self->window.end || self->window.at_end)
            {
              /* Brackets that end where an item may end are believed; others were inside a text. */
              if (next >= self->window.end || *next == ',' || *next == ']')
                {
                  self->p = after;
                  return TRUE;
                }
              self->wasted += after - self->p;
              break;
            }
        }
      /* What is read in vain is counted, so that damage cannot make the work quadratic. */
      self->wasted += self->window.end - self->p;
      if (_lsc_trace_worker_refill (self) != LSC_TRACE_REFILLED)
        break;
    }
  self->p++;
  return _lsc_trace_worker_find_event (self, LSC_TRACE_MOST_GAP) ||
         _lsc_trace_worker_give_up (self, offset);
}

/* ---- Events ------------------------------------------------------------------------------- */

static gboolean
read_bad_event (LscTraceWorker *self, LscTraceBad kind)
{
  gboolean is_event = *self->p == '{';
  gint64 offset = lsc_trace_worker_offset (self);

  if (kind == LSC_TRACE_BAD_LENGTH)
    {
      if (!_lsc_trace_worker_skip_long_value (self))
        {
          lsc_trace_note_bad (self, kind, offset);
          return _lsc_trace_worker_give_up (self, offset);
        }
    }
  else if (!leave_bad_event (self))
    {
      /* It never ends. Depth is worth a word all the same. */
      if (kind == LSC_TRACE_BAD_DEPTH)
        lsc_trace_note_bad (self, kind, offset);
      return FALSE;
    }
  lsc_trace_note_bad (self, kind, offset);
  self->file.n_events += is_event;
  return TRUE;
}

/* The event at self->p. FALSE: the work is over. */
static gboolean
read_event (LscTraceWorker *self)
{
  for (;;)
    {
      LscTraceEvent event;
      LscJsonStatus status = LSC_JSON_BAD;
      const char *after = _lsc_trace_parse (self, self->p, self->window.end, &event, &status);

      if (G_LIKELY (after))
        {
          _lsc_trace_commit (self, &event, lsc_trace_worker_offset (self));
          self->p = after;
          break;
        }
      if (status == LSC_JSON_DEEP)
        {
          if (!read_bad_event (self, LSC_TRACE_BAD_DEPTH))
            return FALSE;
          break;
        }
      if (status == LSC_JSON_BAD)
        {
          if (!read_bad_event (self, LSC_TRACE_BAD_JSON))
            return FALSE;
          break;
        }
      switch (_lsc_trace_worker_refill (self))
        {
        case LSC_TRACE_AT_END:
          return _lsc_trace_worker_give_up (self, lsc_trace_worker_offset (self));
        case LSC_TRACE_TOO_LONG:
          if (!read_bad_event (self, LSC_TRACE_BAD_LENGTH))
            return FALSE;
          goto done;
        default:
          break;
        }
    }
done:
  /* only events are progress: is_endless() measures from the last one */
  self->progress_at = lsc_trace_worker_offset (self);
  return TRUE;
}

/* What is in the array but no event: a number, a text, an array. */
static gboolean
skip_odd_item (LscTraceWorker *self)
{
  gint64 offset = lsc_trace_worker_offset (self);
  const char *before = self->p;

  if (*self->p == '[' || *self->p == '"')
    {
      if (!_lsc_trace_worker_skip_long_value (self))
        {
          lsc_trace_note_bad (self, LSC_TRACE_BAD_JSON, offset);
          return _lsc_trace_worker_give_up (self, offset);
        }
    }
  else
    {
      if (!_lsc_trace_worker_skip_long_value (self))
        return _lsc_trace_worker_give_up (self, offset);
      if (self->p == before) /* a closing brace, or the like */
        self->p++;
    }
  lsc_trace_note_bad (self, LSC_TRACE_BAD_JSON, offset);
  return TRUE;
}

/* Events up to the end of their array, or to where the next part begins. */
static void
read_events (LscTraceWorker *self)
{
  while (_lsc_trace_worker_skip_blanks (self))
    {
      switch (*self->p)
        {
        case '{':
          /* The next worker begins with this very event. */
          if (G_UNLIKELY (lsc_trace_worker_offset (self) >= self->stop))
            return;
          if (!read_event (self))
            return;
          break;
        case ',':
          self->p++;
          break;
        case ']':
          self->p++;
          self->place = LSC_TRACE_IN_TOP;
          self->progress_at = lsc_trace_worker_offset (self);
          return;
        default:
          if (self->is_loose)
            {
              self->place = LSC_TRACE_FINISHED;
              return;
            }
          if (!skip_odd_item (self))
            return;
          break;
        }
    }
  if (self->is_loose && !self->is_too_long && !self->window.failure)
    self->place = LSC_TRACE_FINISHED;
  else
    _lsc_trace_worker_give_up (self, lsc_trace_worker_offset (self));
}

/* ---- Where it begins ---------------------------------------------------------------------- */

/* Whether an event begins at self->p, a brace. */
static gboolean
begins_event (LscTraceWorker *self)
{
  LscTraceEvent event;
  LscJsonStatus status = LSC_JSON_BAD;

  return *self->p == '{' && _lsc_trace_parse (self, self->p, self->window.end, &event, &status) &&
         event.phase != 0;
}

static void
begin (LscTraceWorker *self)
{
  if (!_lsc_trace_worker_skip_blanks (self))
    {
      _lsc_trace_worker_give_up (self, 0);
      return;
    }
  if (self->window.end - self->p >= 3 && memcmp (self->p, "\xef\xbb\xbf", 3) == 0)
    {
      self->p += 3; /* byte order mark */
      if (!_lsc_trace_worker_skip_blanks (self))
        {
          _lsc_trace_worker_give_up (self, 0);
          return;
        }
    }
  self->is_object = *self->p == '{';
  self->has_array = *self->p == '[';
  self->place = self->is_object ? LSC_TRACE_IN_TOP : LSC_TRACE_IN_EVENTS;
  if (!self->is_object && !self->has_array)
    {
      self->gave_up_json = TRUE;
      _lsc_trace_worker_give_up (self, 0);
      return;
    }
  if (self->is_object && begins_event (self))
    {
      /* one event behind the other, without an array */
      self->is_loose = self->has_array = TRUE;
      self->is_object = FALSE;
      self->place = LSC_TRACE_IN_EVENTS;
      return;
    }
  self->p++;
}

/* ---- Behind the document ------------------------------------------------------------------ */

/* Whether a list of events begins at self->p: a bracket may also begin a line of a log. */
static gboolean
begins_list (LscTraceWorker *self)
{
  for (;;)
    {
      const char *next = lsc_json_skip_blanks (self->p + 1);

      if (*self->p != '[')
        return FALSE;
      if (next < self->window.end)
        return *next == '{';
      if (_lsc_trace_worker_refill (self) != LSC_TRACE_REFILLED)
        return FALSE;
    }
}

/* Whether the base of times that an object begins with, if any, is that of the first one: times of
 * two bases cannot stand beside each other. */
static gboolean
has_same_base (const LscTraceWorker *self, const char *text, gsize n)
{
  static const char key[] = "\"baseTimeNanoseconds\"";
  const char *known = g_hash_table_lookup (self->file.top, "baseTimeNanoseconds");
  const char *own = memmem (text, n, key, strlen (key));
  const char *end = text + n;

  for (own = own ? own + strlen (key) : NULL; own && own < end && strchr (": \t\r\n", *own);)
    own++;
  if (!own || !known)
    return !own && !known;
  return (gsize) (end - own) > strlen (known) && memcmp (own, known, strlen (known)) == 0 &&
         !g_ascii_isdigit (own[strlen (known)]);
}

/* Whether an object with events begins at self->p; what stands in front of them fits the window. */
static gboolean
begins_object (LscTraceWorker *self)
{
  static const char key[] = "\"traceEvents\"";
  const char *found;

  if (*self->p != '{')
    return FALSE;
  found = memmem (self->p, (gsize) (self->window.end - self->p), key, strlen (key));
  if (!found && _lsc_trace_worker_refill (self) == LSC_TRACE_REFILLED)
    found = memmem (self->p, (gsize) (self->window.end - self->p), key, strlen (key));
  self->is_apart = found && !has_same_base (self, self->p, (gsize) (found - self->p));
  return found && !self->is_apart;
}

/* Blanks, and the commas that people join files with. */
static gboolean
skip_joint (LscTraceWorker *self)
{
  while (_lsc_trace_worker_skip_blanks (self))
    {
      if (*self->p != ',')
        return TRUE;
      self->p++;
    }
  return FALSE;
}

/* The document is complete. Some programs write a second one, or more events, behind the first;
 * anything else is counted, so that it can be told. The text is read to its end in any case, since
 * a checksum stands there when it is packed. */
static void
read_behind (LscTraceWorker *self)
{
  gboolean is_list = FALSE, is_object = FALSE, is_loose = FALSE;
  gint64 begin;

  if (!_lsc_trace_worker_skip_blanks (self))
    return;
  begin = lsc_trace_worker_offset (self);
  if (skip_joint (self))
    {
      is_list = begins_list (self);
      is_object = !is_list && begins_object (self);
      is_loose = !is_list && !is_object && begins_event (self);
    }
  if (is_list || is_object || is_loose)
    {
      self->n_joined++;
      self->p += !is_loose;
      self->is_loose = is_loose;
      self->is_object = is_object;
      self->has_array = TRUE;
      self->place = is_object ? LSC_TRACE_IN_TOP : LSC_TRACE_IN_EVENTS;
      return;
    }
  self->behind_at = begin;
  do
    self->p = self->window.end;
  while (_lsc_trace_worker_refill (self) == LSC_TRACE_REFILLED);
  self->n_behind = lsc_trace_window_offset (&self->window, self->window.end) - self->behind_at;
}

/**
 * _lsc_trace_worker_run:
 *
 * Reads until the text ends or @self->stop is reached or passed; a later part stops behind its
 * array, too, since it cannot know in what the array stands. Failures of the input are in the
 * window; they end the text.
 */
void
_lsc_trace_worker_run (LscTraceWorker *self)
{
  if (self->place == LSC_TRACE_BEGIN)
    begin (self);
  while (self->place != LSC_TRACE_FINISHED)
    {
      if (self->place == LSC_TRACE_IN_EVENTS)
        {
          read_events (self);
          if (self->place == LSC_TRACE_IN_EVENTS)
            return; /* at the next part */
        }
      else if (self->is_later_part)
        return;
      else if (self->is_object)
        _lsc_trace_worker_read_top (self);
      else
        self->place = LSC_TRACE_FINISHED; /* a bare array is over */
      if (self->place == LSC_TRACE_FINISHED && !self->ends_inside)
        read_behind (self);
    }
}
