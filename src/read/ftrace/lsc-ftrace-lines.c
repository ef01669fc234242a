/* lsc-ftrace-lines.c - a line of a trace of the kernel, as tracefs and trace-cmd print it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ftrace/lsc-ftrace-private.h"

#include <string.h>

/* formats.md#ftrace: "comm-pid [cpu] flags seconds.micros: event: arguments". A name may hold
 * anything, so what is looked for is a processor in brackets with a time behind it. */

#define CLOCK_MARK "trace_event_clock_sync: realtime_ts="
#define ARROW " ==> "
#define MOST_SECONDS G_GINT64_CONSTANT (1000000000)
#define MOST_MS G_GINT64_CONSTANT (100000000000000)
#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define NS_PER_MS G_GINT64_CONSTANT (1000000)

/** Returns: whether a text is that word */
gboolean
_lsc_ftrace_is (LscFtraceText text, const char *word)
{
  return text.n == strlen (word) && memcmp (text.text, word, text.n) == 0;
}

static LscFtraceText
skip_blanks (LscFtraceText text)
{
  while (text.n > 0 && (*text.text == ' ' || *text.text == '\t'))
    text = (LscFtraceText){ text.text + 1, text.n - 1 };
  return text;
}

/* Takes the digits at the begin. Returns: whether there are any, and not too many */
static gboolean
take_number (LscFtraceText *text, gint64 most, gint64 *value)
{
  gsize i = 0;

  *value = 0;
  for (; i < text->n && g_ascii_isdigit (text->text[i]); i++)
    {
      *value = *value * 10 + (text->text[i] - '0');
      if (*value > most)
        return FALSE;
    }
  *text = (LscFtraceText){ text->text + i, text->n - i };
  return i > 0;
}

static gboolean
take_char (LscFtraceText *text, char c)
{
  if (text->n == 0 || *text->text != c)
    return FALSE;
  *text = (LscFtraceText){ text->text + 1, text->n - 1 };
  return TRUE;
}

/* "88211.417003: ", in micro- or nanoseconds */
static gboolean
take_time (LscFtraceText *text, gint64 *time_ns)
{
  LscFtraceText rest = *text;
  gint64 seconds, fraction;
  gsize n;

  if (!take_number (&rest, MOST_SECONDS, &seconds) || !take_char (&rest, '.'))
    return FALSE;
  n = rest.n;
  if (!take_number (&rest, NS_PER_S, &fraction) || n - rest.n > 9)
    return FALSE;
  for (n -= rest.n; n < 9; n++)
    fraction *= 10;
  if (!take_char (&rest, ':'))
    return FALSE;
  *time_ns = seconds * NS_PER_S + fraction;
  *text = rest;
  return TRUE;
}

static LscFtraceText
skip_word (LscFtraceText text)
{
  while (text.n > 0 && *text.text != ' ')
    text = (LscFtraceText){ text.text + 1, text.n - 1 };
  return skip_blanks (text);
}

/* What stands behind a processor; flags are missing in what trace-cmd prints. */
static gboolean
read_rest (LscFtraceText rest, LscFtraceLine *line)
{
  const char *colon;

  rest = skip_blanks (rest);
  if (!take_time (&rest, &line->time_ns))
    {
      rest = skip_word (rest);
      if (!take_time (&rest, &line->time_ns))
        return FALSE;
    }
  rest = skip_blanks (rest);
  colon = memchr (rest.text, ':', rest.n);
  if (!colon || colon == rest.text)
    return FALSE;
  line->name = (LscFtraceText){ rest.text, (gsize) (colon - rest.text) };
  line->args = skip_blanks ((LscFtraceText){ colon + 1, rest.n - (gsize) (colon + 1 - rest.text) });
  return TRUE;
}

/** Returns: whether a line is an event */
gboolean
_lsc_ftrace_read_line (const char *text, gsize n, LscFtraceLine *line)
{
  const char *end = text + n;

  for (const char *p = memchr (text, '[', n); p; p = memchr (p + 1, '[', (gsize) (end - p - 1)))
    {
      LscFtraceText rest = { p + 1, (gsize) (end - p - 1) };

      if (take_number (&rest, G_MAXINT32, &line->cpu) && take_char (&rest, ']') &&
          read_rest (rest, line))
        return TRUE;
    }
  return FALSE;
}

/** "CPU:3 [LOST 812 EVENTS]" */
gboolean
_lsc_ftrace_read_lost (const char *text, gsize n, gint64 *cpu, gint64 *n_lost)
{
  static const char begin[] = "CPU:", middle[] = "[LOST ";
  LscFtraceText rest = { text, n };

  if (n < strlen (begin) || memcmp (text, begin, strlen (begin)) != 0)
    return FALSE;
  rest = (LscFtraceText){ text + strlen (begin), n - strlen (begin) };
  if (!take_number (&rest, G_MAXINT32, cpu))
    return FALSE;
  rest = skip_blanks (rest);
  if (rest.n < strlen (middle) || memcmp (rest.text, middle, strlen (middle)) != 0)
    return FALSE;
  rest = (LscFtraceText){ rest.text + strlen (middle), rest.n - strlen (middle) };
  return take_number (&rest, G_MAXINT32, n_lost);
}

/* ---- arguments ---- */

static const char *
find (LscFtraceText text, const char *word)
{
  return text.n > 0 ? g_strstr_len (text.text, (gssize) text.n, word) : NULL;
}

static const char *
find_last (LscFtraceText text, const char *word)
{
  return text.n > 0 ? g_strrstr_len (text.text, (gssize) text.n, word) : NULL;
}

/* The last " key=" with a number behind it. */
static gboolean
read_key (LscFtraceText text, const char *key, gint64 *value)
{
  const char *p = find_last (text, key);
  LscFtraceText rest;

  if (!p)
    return FALSE;
  p += strlen (key);
  rest = (LscFtraceText){ p, text.n - (gsize) (p - text.text) };
  return take_number (&rest, G_MAXINT32, value);
}

/* "comm:pid [prio]", of which the rest is what stands behind. */
static gboolean
read_short (LscFtraceText text, LscFtraceText *name, gint64 *tid, LscFtraceText *rest)
{
  const char *bracket = find_last (text, " ["), *close, *colon;
  LscFtraceText number;

  if (!bracket)
    return FALSE;
  colon = g_strrstr_len (text.text, bracket - text.text, ":");
  close = memchr (bracket, ']', text.n - (gsize) (bracket - text.text));
  if (!colon || !close)
    return FALSE;
  *name = (LscFtraceText){ text.text, (gsize) (colon - text.text) };
  *rest = skip_blanks ((LscFtraceText){ close + 1, text.n - (gsize) (close + 1 - text.text) });
  number = (LscFtraceText){ colon + 1, (gsize) (bracket - colon - 1) };
  return take_number (&number, G_MAXINT32, tid);
}

static gboolean
read_long_switch (LscFtraceText from, LscFtraceText to, LscFtraceSwitch *out)
{
  static const char state[] = " prev_state=", comm[] = "next_comm=", pid[] = " next_pid=";
  const char *p = find_last (from, state), *name = find (to, comm), *end = find_last (to, pid);

  if (!p || !name || !end || !read_key (from, " prev_pid=", &out->from) ||
      !read_key (to, pid, &out->to))
    return FALSE;
  p += strlen (state);
  name += strlen (comm);
  if (p >= from.text + from.n || end < name)
    return FALSE;
  out->state = *p;
  out->to_name = (LscFtraceText){ name, (gsize) (end - name) };
  return TRUE;
}

/** What sched_switch says, in either form. */
gboolean
_lsc_ftrace_read_switch (LscFtraceText args, LscFtraceSwitch *out)
{
  const char *arrow = find_last (args, ARROW);
  LscFtraceText from, to, name, rest;

  if (!arrow)
    return FALSE;
  from = (LscFtraceText){ args.text, (gsize) (arrow - args.text) };
  arrow += strlen (ARROW);
  to = (LscFtraceText){ arrow, args.n - (gsize) (arrow - args.text) };
  if (read_long_switch (from, to, out))
    return TRUE;
  if (!read_short (from, &name, &out->from, &rest) || rest.n == 0)
    return FALSE;
  out->state = *rest.text;
  return read_short (to, &out->to_name, &out->to, &rest);
}

/** The thread that a wake-up, or an exit, is of. */
gboolean
_lsc_ftrace_read_thread (LscFtraceText args, gint64 *tid)
{
  LscFtraceText name, rest;

  return read_key (args, " pid=", tid) || read_short (args, &name, tid, &rest);
}

/** The mark that says what time of day it is, to 1 ms. */
gboolean
_lsc_ftrace_read_clock (const LscFtraceLine *line, gint64 *offset_ns)
{
  LscFtraceText rest = line->args;
  gint64 ms;

  if (rest.n < strlen (CLOCK_MARK) || memcmp (rest.text, CLOCK_MARK, strlen (CLOCK_MARK)) != 0)
    return FALSE;
  rest = (LscFtraceText){ rest.text + strlen (CLOCK_MARK), rest.n - strlen (CLOCK_MARK) };
  if (!take_number (&rest, MOST_MS / 10, &ms))
    return FALSE;
  *offset_ns = ms * NS_PER_MS - line->time_ns;
  return TRUE;
}
