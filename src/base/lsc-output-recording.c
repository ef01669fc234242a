/* lsc-output-recording.c - whether a file that is there is a recording, by what is in it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-output-private.h"
#include "base/lsc-text-input.h"

/* The readers know the formats to the last column; here it is only asked whether somebody recorded
 * this, so that an output does not replace it. In doubt it is a recording: the user can name
 * another place, but nobody can bring a profile back. */

/* Metadata may stand in front of a trace's events; no recording has more of them. */
#define HEAD_BYTES ((gsize) 8 << 20)
/* A list of events tells what it is by its first ones. */
#define EVENT_BYTES ((gsize) 64 << 10)
#define MOST_MEMBERS 256

/* In a database: what it begins with, and where the application's number stands. */
#define MAGIC "SQLite format 3"
#define APPLICATION_ID_AT 68

static gboolean
contains (const char *text, gsize n, const char *word)
{
  return memmem (text, n, word, strlen (word)) != NULL;
}

/* Whether @key is the name of a member somewhere in the JSON @text. */
static gboolean
has_key (const char *text, gsize n, const char *key)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", key);
  gsize length = strlen (quoted);
  const char *end = text + n;

  for (const char *at = text; (at = memmem (at, (gsize) (end - at), quoted, length)); at++)
    {
      const char *next = at + length;

      while (next < end && g_ascii_isspace (*next))
        next++;
      if (next < end && *next == ':')
        return TRUE;
    }
  return FALSE;
}

/* A trace is a list of events or an object with one; the rest are the profiler's own files, and a
 * snapshot of memory that was written as JSON. */
static gboolean
is_recorded_json (const char *text, gsize n)
{
  static const char *const keys[] = {
    "traceEvents",
    "Communication Bandwidth Info",
    "Communication Time Info",
    "Transit Size(MB)",
    "device_traces",
    "parallel_group_info",
    "start_info",
    "torch_npu_version",
  };

  if (*text == '[' && has_key (text, MIN (n, EVENT_BYTES), "ph"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (has_key (text, n, keys[i]))
      return TRUE;
  return FALSE;
}

/* By the columns that only the profiler names so; cluster_step_trace_time.csv, a result, has one of
 * them, too. */
static gboolean
is_recorded_csv (const char *text, gsize n)
{
  static const char *const columns[] = {
    "Start Time(us)", "Host Self Duration(us)",        "Total Time(us)",
    "Timestamp(us)",  "Allocation Time(us)",           "API Name",
    "Victim Rate",    "Communication(Not Overlapped)",
  };
  const char *end = memchr (text, '\n', n);
  gsize length = end ? (gsize) (end - text) : n;

  if (!memchr (text, ',', length) || contains (text, length, "Step,Type,Index,"))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    if (contains (text, length, columns[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_recorded_text (const char *text, gsize n)
{
  if (n >= sizeof MAGIC && memcmp (text, MAGIC, sizeof MAGIC) == 0)
    return TRUE;
  if (n > 2 && (guchar) text[0] == 0x80 && text[1] >= 2 && text[1] <= 5) /* pickle */
    return contains (text, n, "device_traces") || contains (text, n, "segments");
  if (n >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      n -= 3;
    }
  for (; n > 0 && g_ascii_isspace (*text); n--)
    text++;
  if (n == 0)
    return FALSE;
  return *text == '{' || *text == '[' ? is_recorded_json (text, n) : is_recorded_csv (text, n);
}

/* @path may be a member of an archive; what is packed is unpacked. */
static gboolean
is_recorded_file (const char *path)
{
  g_autoptr (LscTextInput) input = lsc_text_input_open (path, NULL, NULL);
  g_autoptr (GByteArray) head = g_byte_array_new ();
  LscTextBlock block = { 0 };

  while (input && head->len < HEAD_BYTES && lsc_text_input_next (input, &block, NULL) &&
         block.n > 0)
    g_byte_array_append (head, (const guint8 *) block.data, (guint) MIN (block.n, HEAD_BYTES));
  return head->len > 0 && is_recorded_text ((const char *) head->data, head->len);
}

static gboolean
is_archive_of_recordings (const char *path)
{
  g_auto (GStrv) members = lsc_archive_list (path, NULL, NULL);

  for (guint i = 0; members && members[i] && i < MOST_MEMBERS; i++)
    {
      g_autofree char *joined = lsc_archive_join (path, members[i]);

      if (is_recorded_file (joined))
        return TRUE;
    }
  return FALSE;
}

static gsize
read_start (const char *path, char *start, gsize size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gssize n = fd >= 0 ? read (fd, start, size) : -1;

  if (fd >= 0)
    close (fd);
  return n > 0 ? (gsize) n : 0;
}

/**
 * _lsc_output_get_maker:
 * @path: a regular file
 *
 * Returns: who made the database that @path is
 */
LscOutputMaker
_lsc_output_get_maker (const char *path)
{
  char head[APPLICATION_ID_AT + 4];
  gsize n = read_start (path, head, sizeof head);
  guint32 id;

  if (n < sizeof MAGIC || memcmp (head, MAGIC, sizeof MAGIC) != 0)
    return LSC_OUTPUT_MAKER_NONE;
  if (n < sizeof head)
    return LSC_OUTPUT_MAKER_OTHERS;
  memcpy (&id, head + APPLICATION_ID_AT, sizeof id);
  id = GUINT32_FROM_BE (id);
  if (id == LSC_OUTPUT_APPLICATION_ID)
    return LSC_OUTPUT_MAKER_CONVERT;
  if (id == LSC_OUTPUT_EXTRACT_ID)
    return LSC_OUTPUT_MAKER_EXTRACT;
  return id == LSC_OUTPUT_TABLES_ID ? LSC_OUTPUT_MAKER_TABLES : LSC_OUTPUT_MAKER_OTHERS;
}

/* zip, tar, and what is packed: a tar may be in it. */
static gboolean
may_be_archive (const char *start, gsize n)
{
  static const char *const packed[] = { "PK\3\4", "\x1f\x8b", "BZh",
                                        "\xfd"
                                        "7zXZ",
                                        "\x28\xb5\x2f\xfd" };

  for (gsize i = 0; i < G_N_ELEMENTS (packed); i++)
    if (n >= strlen (packed[i]) && memcmp (start, packed[i], strlen (packed[i])) == 0)
      return TRUE;
  return n >= 262 && memcmp (start + 257, "ustar", 5) == 0;
}

/**
 * _lsc_output_is_recording:
 * @path: a regular file
 *
 * Databases are not judged here: whether one may be replaced or added to is told by its mark.
 *
 * Returns: whether it is a trace, a table of a text result, a snapshot of memory, or an archive of
 *   recordings; %FALSE when it cannot be read
 */
gboolean
_lsc_output_is_recording (const char *path)
{
  char start[512];
  gsize n = read_start (path, start, sizeof start);

  if (n == 0 || (n >= sizeof MAGIC && memcmp (start, MAGIC, sizeof MAGIC) == 0))
    return FALSE;
  return is_recorded_file (path) || (may_be_archive (start, n) && is_archive_of_recordings (path));
}
