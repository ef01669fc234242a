/* snapshot-helper.c - pickles that are written opcode by opcode
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "snapshot-helper.h"

#include <string.h>

#include "lsc-test-files.h"

void
snapshot_put (GString *out, const char *bytes, gsize n)
{
  g_string_append_len (out, bytes, (gssize) n);
}

void
snapshot_put_op (GString *out, char opcode)
{
  g_string_append_c (out, opcode);
}

/* BINUNICODE */
void
snapshot_put_text (GString *out, const char *text)
{
  guint32 n = GUINT32_TO_LE ((guint32) strlen (text));

  snapshot_put_op (out, 'X');
  snapshot_put (out, (const char *) &n, 4);
  snapshot_put (out, text, strlen (text));
}

/* LONG1 of eight bytes */
void
snapshot_put_int (GString *out, gint64 number)
{
  guint64 bytes = GUINT64_TO_LE ((guint64) number);

  snapshot_put (out, "\x8a\x08", 2);
  snapshot_put (out, (const char *) &bytes, 8);
}

void
snapshot_put_key_int (GString *out, const char *key, gint64 number)
{
  snapshot_put_text (out, key);
  snapshot_put_int (out, number);
}

void
snapshot_put_key_text (GString *out, const char *key, const char *text)
{
  snapshot_put_text (out, key);
  snapshot_put_text (out, text);
}

/* "frames": a stack of one frame in train.py; none without @function */
void
snapshot_put_frames (GString *out, const char *function, int line)
{
  snapshot_put_text (out, "frames");
  snapshot_put_op (out, ']');
  if (!function)
    return;
  snapshot_put (out, "}(", 2);
  snapshot_put_key_text (out, "name", function);
  snapshot_put_key_text (out, "filename", "/train/train.py");
  snapshot_put_key_int (out, "line", line);
  snapshot_put (out, "ua", 2);
}

void
snapshot_begin (GString *out)
{
  snapshot_put (out, "\x80\x02}(", 4);
  snapshot_put_text (out, "segments");
  snapshot_put (out, "](", 2);
}

static void
put_block (GString *out, guint64 address, gint64 size, gint64 requested, const char *state)
{
  snapshot_put (out, "}(", 2);
  snapshot_put_key_int (out, "address", (gint64) address);
  snapshot_put_key_int (out, "size", size);
  snapshot_put_key_int (out, "requested_size", requested);
  snapshot_put_key_text (out, "state", state);
  snapshot_put_frames (out, NULL, 0);
  snapshot_put_op (out, 'u');
}

/* A segment of device 0, of which the first @used bytes are a block and the rest is free. */
void
snapshot_put_segment (GString *out, guint64 address, gint64 size, gint64 used, gint64 requested)
{
  snapshot_put (out, "}(", 2);
  snapshot_put_key_int (out, "device", 0);
  snapshot_put_key_int (out, "address", (gint64) address);
  snapshot_put_key_int (out, "total_size", size);
  snapshot_put_key_int (out, "stream", 0);
  snapshot_put_key_text (out, "segment_type", "large");
  snapshot_put_text (out, "blocks");
  snapshot_put (out, "](", 2);
  if (used > 0)
    put_block (out, address, used, requested, "active_allocated");
  if (used < size)
    put_block (out, address + (guint64) used, size - used, 0, "inactive");
  snapshot_put (out, "eu", 2);
}

void
snapshot_begin_events (GString *out)
{
  snapshot_put_op (out, 'e');
  snapshot_put_text (out, "device_traces");
  snapshot_put (out, "](](", 4);
}

void
snapshot_put_event (GString *out, const char *action, guint64 address, gint64 size, gint64 time_us,
                    const char *function)
{
  snapshot_put (out, "}(", 2);
  snapshot_put_key_text (out, "action", action);
  snapshot_put_key_int (out, "addr", (gint64) address);
  snapshot_put_key_int (out, "size", size);
  snapshot_put_key_int (out, "stream", 0);
  snapshot_put_key_int (out, "time_us", time_us);
  snapshot_put_frames (out, function, 7);
  snapshot_put_op (out, 'u');
}

void
snapshot_end (GString *out)
{
  snapshot_put (out, "eeu.", 4);
}

LscMemoryLog *
snapshot_read (const GString *bytes, LscNotices *notices, GError **error)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "a.pickle", NULL);

  g_assert_true (g_file_set_contents (path, bytes->str, (gssize) bytes->len, NULL));
  return lsc_snapshot_read (path, notices, NULL, error);
}

gboolean
snapshot_has_notice (LscNotices *notices, const char *code)
{
  for (gsize i = 0; i < lsc_notices_get_count (notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (notices, i);

      if (g_str_equal (notice->code, code))
        return TRUE;
    }
  return FALSE;
}
