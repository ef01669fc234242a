/* fuzz-snapshot.c - damaged memory snapshots never crash or stall the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "analyze/memory/lsc-memory-stacks.h"
#include "read/snapshot/lsc-snapshot.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_texts (const LscMemoryLog *log)
{
  gsize n_texts = lsc_intern_size (log->texts);

  for (gsize i = 0; i < log->stacks.n; i++)
    g_assert (log->stacks.items[i].first + (gsize) log->stacks.items[i].n <= log->frames.n);
  for (gsize i = 0; i < log->frames.n; i++)
    g_assert (log->frames.items[i].function < n_texts && log->frames.items[i].file < n_texts);
  for (gsize i = 0; i < log->marks.n; i++)
    g_assert (log->marks.items[i].name < n_texts &&
              log->marks.items[i].begin_ns <= log->marks.items[i].end_ns);
}

/* All that is handed over is in order. */
static void
check (const LscMemoryLog *log)
{
  check_texts (log);
  for (gsize i = 0; i < log->lives.n; i++)
    {
      const LscMemoryLife *life = &log->lives.items[i];

      g_assert (i == 0 || log->lives.items[i - 1].begin_ns <= life->begin_ns);
      g_assert (life->pool < log->pools.n && life->begin_ns <= life->end_ns);
      g_assert (life->end_ns <= life->active_end_ns);
      g_assert (life->stack == LSC_MEMORY_NONE || life->stack < log->stacks.n);
    }
  for (guint i = 0; i < log->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (log->curves, LscMemoryCurve, i);

      g_assert (curve->points.n > 0);
      for (gsize k = 1; k < curve->points.n; k++)
        g_assert (curve->points.items[k - 1].time_ns <= curve->points.items[k].time_ns);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("snapshot", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (LscNotices) notices = lsc_notices_new ();

  if (size > 0 && write (fd, data, size) == (ssize_t) size)
    {
      g_autoptr (GError) error = NULL;
      LscMemoryLog *log = lsc_snapshot_read (path, notices, NULL, &error);

      g_assert ((log == NULL) == (error != NULL));
      if (log)
        {
          check (log);
          lsc_table_unref (lsc_memory_list_stacks (log));
          lsc_table_unref (lsc_memory_list_keepers (log));
          lsc_table_unref (lsc_memory_compare_stacks (log, log, TRUE));
          lsc_memory_log_unref (log);
        }
    }
  close (fd);
  return 0;
}
