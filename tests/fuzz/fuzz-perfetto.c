/* fuzz-perfetto.c - damaged Perfetto traces never crash or stall the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "read/lsc-timeline-read.h"
#include "read/perfetto/lsc-perfetto.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_track (const LscTraceFile *file, const LscTrack *track, const LscTraceTexts *texts)
{
  gsize n_strings = lsc_intern_size (file->strings), longs = 0;

  g_assert (track->pid < n_strings && track->tid < n_strings);
  for (gsize i = 0; i < track->slices.n; i++)
    {
      const LscRawSlice *slice = &track->slices.items[i];

      g_assert (slice->name < n_strings && slice->category < file->categories->len);
      g_assert (slice->detail >= 0);
      if (slice->duration == LSC_DURATION_LONG)
        g_assert (track->slices.longs.items[longs++].index == i);
      lsc_trace_file_get_link (file, slice->link);
    }
  g_assert (longs == track->slices.longs.n);
  if (track->slices.n > 0)
    {
      gsize n = 0;
      g_autofree char *text = texts->read (texts->data, track->slices.items[0].detail, &n, NULL);

      g_assert (text && g_utf8_validate_len (text, n, NULL));
      g_ptr_array_unref (lsc_trace_list_details (text, n));
    }
}

static void
check (const LscTraceFile *file, const LscTraceTexts *texts)
{
  gsize n_strings = lsc_intern_size (file->strings);

  for (gsize i = 0; i < n_strings; i++)
    g_assert (g_utf8_validate_len (lsc_intern_text (file->strings, (guint32) i),
                                   lsc_intern_length (file->strings, (guint32) i), NULL));
  for (guint i = 0; i < file->tracks->len; i++)
    check_track (file, &g_array_index (file->tracks, LscTrack, i), texts);
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
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_PERFETTO, "/", path);
  LscTraceTexts texts = { 0 };

  lsc_perfetto_begins ((const char *) data, size);
  if (size > 0 && write (fd, data, size) == (ssize_t) size)
    {
      g_autoptr (LscTraceFile) file = lsc_perfetto_read (source, &texts, NULL, NULL);
      g_autoptr (LscTimeline) timeline = lsc_kineto_load (source, 1, NULL, NULL);

      g_assert (!file == !timeline);
      if (file)
        check (file, &texts);
      lsc_trace_texts_clear (&texts);
    }
  close (fd);
  return 0;
}
