/* lsc-recognise-window.c - when a recording was made, without reading it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-db.h"
#include "base/lsc-time.h"
#include "read/find/lsc-recognise.h"
#include "read/nsight/lsc-nsight.h"
#include "read/perfetto/lsc-perfetto.h"

#define LOOK_BYTES 65536

/* Of a file of which only the begin can be read, such as a compressed one. */
#define USUAL_NS G_GINT64_CONSTANT (1000000000)

/* The number, or text of one, behind a key. */
static gboolean
parse_value (const char *at, const char *end, gint64 *value_ns)
{
  const char *digits;

  while (at < end && (g_ascii_isspace (*at) || *at == ':' || *at == '"'))
    at++;
  for (digits = at; at < end && (g_ascii_isdigit (*at) || *at == '.');)
    at++;
  return at > digits && at < end &&
         lsc_parse_us_to_ns (digits, (gsize) (at - digits), value_ns) == LSC_PARSE_OK;
}

/* Takes the times of the events in a piece of a trace; 0 is none. */
static void
take_times (const char *text, gsize n, LscInterval *window)
{
  const char *end = text + n, *at = text;

  while ((at = memmem (at, (gsize) (end - at), "\"ts\"", strlen ("\"ts\""))))
    {
      gint64 ns = 0;

      at += strlen ("\"ts\"");
      if (!parse_value (at, end, &ns) || ns == 0)
        continue;
      window->begin_ns = MIN (window->begin_ns, ns);
      window->end_ns = MAX (window->end_ns, ns);
    }
}

/* Times of newer traces count from this one, in whole ns. */
static gint64
find_base_ns (const char *text, gsize n)
{
  static const char key[] = "\"baseTimeNanoseconds\"";
  const char *end = text + n, *at = memmem (text, n, key, strlen (key)), *digits;
  gint64 base_ns = 0;

  if (!at)
    return 0;
  for (at += strlen (key); at < end && (g_ascii_isspace (*at) || *at == ':');)
    at++;
  for (digits = at; at < end && g_ascii_isdigit (*at);)
    at++;
  return lsc_parse_int64 (digits, (gsize) (at - digits), &base_ns) == LSC_PARSE_OK ? base_ns : 0;
}

static gboolean
find_in_trace (const char *path, LscInterval *window)
{
  g_autofree char *text = g_malloc (LOOK_BYTES);
  gsize n = lsc_recognise_read_head (path, text, LOOK_BYTES);
  gint64 base_ns = find_base_ns (text, n);

  *window = (LscInterval){ G_MAXINT64, G_MININT64 };
  take_times (text, n, window);
  n = lsc_recognise_read_tail (path, text, LOOK_BYTES);
  take_times (text, n, window);
  if (window->begin_ns > window->end_ns)
    return FALSE;
  if (n == 0)
    window->end_ns = window->begin_ns + USUAL_NS;
  base_ns = base_ns != 0 ? base_ns : find_base_ns (text, n);
  return !__builtin_add_overflow (window->begin_ns, base_ns, &window->begin_ns) &&
         !__builtin_add_overflow (window->end_ns, base_ns, &window->end_ns);
}

/* Only the moment of its clock snapshot stands at the begin. */
static gboolean
find_in_packets (const char *path, LscInterval *window)
{
  g_autofree char *head = g_malloc (LOOK_BYTES);

  if (!lsc_perfetto_find_begin (head, lsc_recognise_read_head (path, head, LOOK_BYTES),
                                &window->begin_ns))
    return FALSE;
  window->end_ns = window->begin_ns + USUAL_NS;
  return TRUE;
}

/* Rows stand by time, nearly. */
static gboolean
find_in_database (const char *path, LscJob *job, LscInterval *window)
{
  g_autoptr (LscDb) db = lsc_db_peek (path, job, NULL);

  if (!db)
    return FALSE;
  if (lsc_db_has_column (db, "SESSION_TIME_INFO", "endTimeNs") &&
      lsc_db_query_int64 (db, "SELECT \"startTimeNs\" FROM main.\"SESSION_TIME_INFO\" LIMIT 1",
                          &window->begin_ns) &&
      lsc_db_query_int64 (db, "SELECT \"endTimeNs\" FROM main.\"SESSION_TIME_INFO\" LIMIT 1",
                          &window->end_ns) &&
      window->begin_ns > 0 && window->end_ns > window->begin_ns)
    return TRUE;
  return lsc_db_has_column (db, "TASK", "endNs") &&
         lsc_db_query_int64 (db, "SELECT \"startNs\" FROM main.\"TASK\" LIMIT 1",
                             &window->begin_ns) &&
         lsc_db_query_int64 (db,
                             "SELECT \"endNs\" FROM main.\"TASK\" ORDER BY \"rowid\" DESC LIMIT 1",
                             &window->end_ns) &&
         window->end_ns > window->begin_ns;
}

static gboolean
find_in_export (const char *path, LscJob *job, LscInterval *window)
{
  g_autoptr (LscDb) db = lsc_db_peek (path, job, NULL);

  return db && lsc_nsight_find_window (db, &window->begin_ns, &window->end_ns);
}

/**
 * lsc_recognise_window:
 * @source: a recording
 * @window: (out): about when it was made: of the first and last events in the file
 *
 * Source: formats.md#rank-names.
 *
 * Returns: %FALSE where a look does not tell
 */
gboolean
lsc_recognise_window (const LscSource *source, LscJob *job, LscInterval *window)
{
  g_return_val_if_fail (source && window, FALSE);
  if (source->format == LSC_FORMAT_PERFETTO)
    return find_in_packets (source->file, window);
  if (source->format == LSC_FORMAT_NSIGHT)
    return find_in_export (source->file, job, window);
  if (source->format == LSC_FORMAT_KINETO || source->format == LSC_FORMAT_TRACE_VIEW)
    return find_in_trace (source->file, window);
  return lsc_format_is_database (source->format) && find_in_database (source->file, job, window);
}
