/* trace-helper.c - small traces in a temporary folder, and looks into what was read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "trace-helper.h"

#include <zlib.h>

#include "base/lsc-error.h"

char *trace_dir;

LscTraceFile *
trace_try_file (const char *path, LscTraceDialect dialect, guint n_parts, GError **error)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, trace_dir, path);

  return _lsc_trace_file_read_parts (source, dialect, n_parts, 1, NULL, error);
}

LscTraceFile *
trace_try_bytes (const char *text, gsize n, LscTraceDialect dialect, guint n_parts, GError **error)
{
  g_autofree char *path = g_build_filename (trace_dir, "trace.json", NULL);

  g_assert_true (g_file_set_contents (path, text, (gssize) n, NULL));
  return trace_try_file (path, dialect, n_parts, error);
}

LscTraceFile *
trace_read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  LscTraceFile *file = trace_try_bytes (text, strlen (text), LSC_TRACE_ASCEND, 1, &error);

  g_assert_no_error (error);
  return file;
}

void
trace_expect_error (const char *text, gsize n, int code, const char *words)
{
  g_autoptr (GError) error = NULL;

  for (guint parts = 1; parts <= 2; parts++)
    {
      g_assert_null (trace_try_bytes (text, n, LSC_TRACE_ASCEND, parts, &error));
      g_assert_error (error, LSC_ERROR, code);
      g_assert_nonnull (strstr (error->message, words));
      g_assert_nonnull (strstr (error->message, "trace.json"));
      g_clear_error (&error);
    }
}

LscTrack *
trace_track (const LscTraceFile *file, guint index)
{
  g_assert_cmpuint (index, <, file->tracks->len);
  return &g_array_index (file->tracks, LscTrack, index);
}

const LscRawSlice *
trace_slice (const LscTraceFile *file, guint track, gsize index)
{
  g_assert_cmpuint (index, <, trace_track (file, track)->slices.n);
  return &trace_track (file, track)->slices.items[index];
}

gint64
trace_duration (const LscTraceFile *file, guint track, gsize index)
{
  const LscRawSlices *slices = &trace_track (file, track)->slices;

  if (slices->items[index].duration != LSC_DURATION_LONG)
    return slices->items[index].duration;
  for (gsize i = 0; i < slices->longs.n; i++)
    if (slices->longs.items[i].index == index)
      return slices->longs.items[i].duration_ns;
  g_assert_not_reached ();
}

const char *
trace_name (const LscTraceFile *file, guint track, gsize index)
{
  return lsc_intern_text (file->strings, trace_slice (file, track, index)->name);
}

gboolean
trace_has_notice (const LscTraceFile *file, const char *code)
{
  for (gsize i = 0; i < lsc_notices_get_count (file->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (file->notices, i);

      g_assert_nonnull (notice->what);
      if (strcmp (notice->code, code) == 0)
        return TRUE;
    }
  return FALSE;
}

char *
trace_write_gzip (const char *text, gsize n)
{
  char *path = g_build_filename (trace_dir, "trace.json.gz", NULL);
  gzFile file = gzopen (path, "wb1");

  g_assert_cmpint (gzwrite (file, text, (unsigned) n), ==, (int) n);
  gzclose (file);
  return path;
}
