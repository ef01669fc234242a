/* fuzz-trace.c - damaged traces never crash or stall the reader, and parts agree with the whole
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "read/trace/lsc-trace-private.h"

/* The first byte says the dialect and in how many parts the rest is read a second time. */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check (LscTraceFile *file)
{
  gsize n_strings = lsc_intern_size (file->strings);

  for (gsize i = 0; i < n_strings; i++)
    g_assert (g_utf8_validate_len (lsc_intern_text (file->strings, (guint32) i),
                                   lsc_intern_length (file->strings, (guint32) i), NULL));
  for (guint i = 0; i < file->tracks->len; i++)
    {
      const LscTrack *track = &g_array_index (file->tracks, LscTrack, i);
      gsize longs = 0;

      g_assert (track->pid < n_strings && track->tid < n_strings);
      for (gsize j = 0; j < track->slices.n; j++)
        {
          const LscRawSlice *slice = &track->slices.items[j];

          g_assert (slice->name < n_strings && slice->category < file->categories->len);
          g_assert (slice->detail >= 0 && slice->detail < file->text_bytes);
          if (slice->duration == LSC_DURATION_LONG)
            g_assert (track->slices.longs.items[longs++].index == j);
          lsc_trace_file_get_link (file, slice->link);
        }
      g_assert (longs == track->slices.longs.n);
      if (track->slices.n > 0)
        {
          GPtrArray *details =
              lsc_trace_read_event (file->input, track->slices.items[0].detail, NULL);

          g_assert (details);
          g_ptr_array_unref (details);
        }
    }
  for (gsize i = 0; i < file->flows.n; i++)
    g_assert (file->flows.items[i].track < file->tracks->len);
  for (gsize i = 0; i < file->samples.n; i++)
    g_assert (file->samples.items[i].name < n_strings && file->samples.items[i].key < n_strings);
  for (gsize i = 0; i < file->sequences.n; i++)
    g_assert (file->sequences.items[i].index <
              g_array_index (file->tracks, LscTrack, file->sequences.items[i].track).slices.n);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("trace", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_KINETO, "/", path);
  g_autoptr (LscTraceFile) whole = NULL;
  g_autoptr (LscTraceFile) parts = NULL;

  if (size > 1 && write (fd, data + 1, size - 1) == (ssize_t) size - 1)
    {
      LscTraceDialect dialect = data[0] & 1 ? LSC_TRACE_ASCEND : LSC_TRACE_KINETO;

      whole = _lsc_trace_file_read_parts (source, dialect, 1, 1, NULL, NULL);
      parts = _lsc_trace_file_read_parts (source, dialect, 2 + data[0] / 2 % 4, 1, NULL, NULL);
      g_assert (!whole == !parts);
      if (whole)
        {
          check (whole);
          check (parts);
          g_assert (whole->n_events == parts->n_events && whole->n_bad == parts->n_bad);
          g_assert (whole->tracks->len == parts->tracks->len);
          g_assert (whole->flows.n == parts->flows.n && whole->samples.n == parts->samples.n);
          g_assert (whole->is_truncated == parts->is_truncated);
          g_assert (whole->truncated_at == parts->truncated_at);
        }
    }
  close (fd);
  return 0;
}
