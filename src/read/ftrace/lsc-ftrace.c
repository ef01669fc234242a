/* lsc-ftrace.c - when threads ran, and when they could have: a trace of the kernel's scheduler
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * formats.md#ftrace. A thread that is switched out while it could run on (state R) is runnable; it
 * was pre-empted by whoever got the processor. Worked example: python is switched out with state R
 * for stress, 3.2 ms later stress with state R for python: python was runnable for 3.2 ms, and
 * stress had its processor. With state S it had slept.
 */
#include "config.h"

#include "read/ftrace/lsc-ftrace-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"
#include "base/lsc-text-input.h"

#define HEAD_BYTES ((gsize) 65536)
#define MOST_BYTES ((gsize) 1024 * 1024 * 1024)
#define LEAST_EVENTS 2 /* of the scheduler, among the first lines of a file */
#define MOST_LOOKED_AT 400
#define CHECKED_LINES 4095

/** A thread that is followed. @cpu: where it runs, or ran last */
typedef struct
{
  gint64 since_ns;
  gint64 cpu;
  guint32 by;
  LscSchedState state;
} Thread;

typedef struct
{
  LscFtrace *out;
  GHashTable *tids; /* (nullable): those that are asked for */
  GHashTable *threads;
} Follower;

/* ---- states ---- */

static Thread *
get_thread (Follower *self, gint64 tid)
{
  Thread *thread;

  if (tid == 0 || (self->tids && !g_hash_table_contains (self->tids, &tid)))
    return NULL;
  thread = g_hash_table_lookup (self->threads, &tid);
  if (!thread)
    {
      thread = g_new0 (Thread, 1);
      thread->cpu = -1;
      thread->by = LSC_STRING_NONE;
      g_hash_table_insert (self->threads, g_memdup2 (&tid, sizeof tid), thread);
    }
  return thread;
}

/* Lines of several processors may be a little out of order. */
static void
enter (Follower *self, gint64 tid, Thread *thread, LscSchedState state, gint64 time_ns)
{
  time_ns = MAX (time_ns, thread->since_ns);
  if (thread->state != LSC_SCHED_UNKNOWN && time_ns > thread->since_ns)
    lsc_sched_spans_append (
        &self->out->spans,
        (LscSchedSpan){ thread->since_ns, time_ns, tid, thread->by, (guint8) thread->state });
  thread->state = state;
  thread->since_ns = time_ns;
  thread->by = LSC_STRING_NONE;
}

static LscSchedState
read_state (char letter)
{
  switch (letter)
    {
    case 'R':
      return LSC_SCHED_RUNNABLE;
    case 'S':
    case 'I':
      return LSC_SCHED_SLEEPING;
    case 'D':
      return LSC_SCHED_BLOCKED;
    default: /* it is gone, or stopped */
      return LSC_SCHED_UNKNOWN;
    }
}

static guint32
take_name (Follower *self, LscFtraceText name)
{
  g_autofree char *valid = g_utf8_make_valid (name.text, (gssize) name.n);

  return lsc_intern_add (self->out->texts, valid);
}

static gboolean
take_switch (Follower *self, const LscFtraceLine *line)
{
  LscFtraceSwitch found;
  Thread *thread;

  if (!_lsc_ftrace_read_switch (line->args, &found))
    return FALSE;
  thread = get_thread (self, found.from);
  if (thread)
    {
      enter (self, found.from, thread, read_state (found.state), line->time_ns);
      thread->cpu = line->cpu;
      if (thread->state == LSC_SCHED_RUNNABLE && found.to != 0)
        thread->by = take_name (self, found.to_name);
    }
  thread = get_thread (self, found.to);
  if (thread)
    {
      enter (self, found.to, thread, LSC_SCHED_RUNNING, line->time_ns);
      thread->cpu = line->cpu;
    }
  return TRUE;
}

/* Who sleeps is runnable from the first word about it. */
static gboolean
take_waking (Follower *self, const LscFtraceLine *line)
{
  gint64 tid;
  Thread *thread;

  if (!_lsc_ftrace_read_thread (line->args, &tid))
    return FALSE;
  thread = get_thread (self, tid);
  if (thread && thread->state != LSC_SCHED_RUNNING && thread->state != LSC_SCHED_RUNNABLE)
    enter (self, tid, thread, LSC_SCHED_RUNNABLE, line->time_ns);
  return TRUE;
}

static gboolean
take_exit (Follower *self, const LscFtraceLine *line)
{
  gint64 tid;
  Thread *thread;

  if (!_lsc_ftrace_read_thread (line->args, &tid))
    return FALSE;
  thread = get_thread (self, tid);
  if (thread)
    enter (self, tid, thread, LSC_SCHED_UNKNOWN, line->time_ns);
  return TRUE;
}

/* What happened to its threads meanwhile nobody knows. The line has no time: what was known ends
 * with the last event. */
static void
take_lost (Follower *self, gint64 cpu)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Thread *thread = value;

      if (thread->cpu == cpu)
        thread->state = LSC_SCHED_UNKNOWN;
    }
}

/* ---- lines ---- */

static gboolean
take_event (Follower *self, const LscFtraceLine *line)
{
  if (_lsc_ftrace_is (line->name, "sched_switch"))
    return take_switch (self, line);
  if (_lsc_ftrace_is (line->name, "sched_waking") || _lsc_ftrace_is (line->name, "sched_wakeup") ||
      _lsc_ftrace_is (line->name, "sched_wakeup_new"))
    return take_waking (self, line);
  if (_lsc_ftrace_is (line->name, "sched_process_exit"))
    return take_exit (self, line);
  return FALSE;
}

static gboolean
is_of_scheduler (const LscFtraceLine *line)
{
  return line->name.n > 6 && memcmp (line->name.text, "sched_", 6) == 0;
}

static void
take_line (Follower *self, const char *text, gsize n)
{
  LscFtrace *out = self->out;
  gint64 cpu, n_lost, offset_ns;
  LscFtraceLine line;

  if (n == 0 || *text == '#')
    return;
  if (_lsc_ftrace_read_lost (text, n, &cpu, &n_lost))
    {
      out->n_lost += n_lost;
      take_lost (self, cpu);
    }
  else if (!_lsc_ftrace_read_line (text, n, &line))
    out->n_bad++;
  else if (take_event (self, &line))
    out->n_events++;
  else
    {
      out->n_other++;
      if (!out->has_offset && _lsc_ftrace_read_clock (&line, &offset_ns))
        {
          out->has_offset = TRUE;
          out->offset_ns = offset_ns;
        }
    }
}

static gsize
find_line_end (const char *text, gsize n)
{
  const char *end = memchr (text, '\n', n);

  return end ? (gsize) (end - text) : n;
}

/**
 * lsc_ftrace_parse:
 * @text: (array length=n): what tracefs or trace-cmd printed
 * @tids: (nullable) (element-type gint64): threads that are asked for; %NULL: all
 * @error: %LSC_ERROR_CANCELLED
 *
 * Cost: O(n). Thread: any.
 *
 * Returns: (transfer full) (nullable): the states of threads; lines that are none are counted
 */
LscFtrace *
lsc_ftrace_parse (const char *text, gsize n, GHashTable *tids, LscJob *job, GError **error)
{
  g_autoptr (LscFtrace) self = g_new0 (LscFtrace, 1);
  g_autoptr (GHashTable) threads =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  Follower follower = { self, tids, threads };
  gsize n_lines = 0, length;

  g_return_val_if_fail (text || n == 0, NULL);
  self->texts = lsc_intern_new ();
  for (gsize at = 0; at < n; at += length + 1)
    {
      length = find_line_end (text + at, n - at);
      take_line (&follower, text + at, length);
      if ((++n_lines & CHECKED_LINES) == 0 && !lsc_job_check (job, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
lsc_ftrace_free (LscFtrace *self)
{
  if (!self)
    return;
  lsc_sched_spans_clear (&self->spans);
  lsc_intern_unref (self->texts);
  g_free (self);
}

/**
 * lsc_ftrace_recognise:
 * @head: the first @n bytes of a file
 *
 * Returns: whether it is a trace with events of the scheduler
 */
gboolean
lsc_ftrace_recognise (const char *head, gsize n)
{
  gsize n_lines = 0, n_found = 0, length;

  for (gsize at = 0; at < n && n_lines < MOST_LOOKED_AT; at += length + 1, n_lines++)
    {
      LscFtraceLine line;

      length = find_line_end (head + at, n - at);
      n_found += _lsc_ftrace_read_line (head + at, length, &line) && is_of_scheduler (&line);
    }
  return n_found >= LEAST_EVENTS;
}

/** Returns: whether a file is one, by its first lines */
gboolean
lsc_ftrace_recognise_file (const char *path)
{
  g_autoptr (LscTextInput) input = NULL;
  g_autoptr (GString) head = g_string_new (NULL);
  LscTextBlock block;

  g_return_val_if_fail (path, FALSE);
  input = lsc_text_input_open (path, NULL, NULL);
  while (input && head->len < HEAD_BYTES && lsc_text_input_next (input, &block, NULL))
    g_string_append_len (head, block.data, (gssize) MIN (block.n, HEAD_BYTES));
  return lsc_ftrace_recognise (head->str, head->len);
}

/* The whole text, unpacked; %FALSE with @error. */
static gboolean
read_text (const char *path, GString *text, LscJob *job, GError **error)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, job, error);
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (GError) reason = NULL;
  LscTextBlock block;

  if (!input)
    return FALSE;
  while (lsc_text_input_next (input, &block, &reason))
    {
      if (text->len + block.n > MOST_BYTES)
        return lsc_fail (error, LSC_ERROR_LIMIT,
                         _ ("%s is larger than 1 GiB. Record fewer events, or a shorter time."),
                         name);
      g_string_append_len (text, block.data, (gssize) block.n);
    }
  if (!reason)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/**
 * lsc_ftrace_read:
 * @path: a text as tracefs and trace-cmd print it, plain or gzipped
 * @tids: (nullable) (element-type gint64): threads that are asked for; %NULL: all
 * @error: %LSC_ERROR_IO, %LSC_ERROR_CORRUPT, %LSC_ERROR_LIMIT, %LSC_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the states of its threads
 */
LscFtrace *
lsc_ftrace_read (const char *path, GHashTable *tids, LscJob *job, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (path, NULL);
  if (!read_text (path, text, job, error))
    return NULL;
  return lsc_ftrace_parse (text->str, text->len, tids, job, error);
}
