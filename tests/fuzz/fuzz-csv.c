/* fuzz-csv.c - damaged tables never crash or stall their readers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/lsc-csv.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* The first byte of an input says which table the rest is; it is read as a table of any kind and as
 * part of a result that has nothing else. */

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char *const names[] = { "kernel_details.csv", "memory_record.csv",
                                     "npu_module_mem.csv", "step_trace_time.csv",
                                     "communication.json" };

static char *folder;
static char *output;

static void
quiet (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
}

static void
tidy_up (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (output, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (output);
  g_rmdir (folder);
}

static void
set_up (void)
{
  const char *fast = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *name = g_strdup_printf ("lanescope-fuzz-csv-%d", (int) getpid ());

  g_log_set_default_handler (quiet, NULL);
  folder = g_build_filename (fast, name, NULL);
  output = g_build_filename (folder, "ASCEND_PROFILER_OUTPUT", NULL);
  g_mkdir_with_parents (output, 0700);
  atexit (tidy_up);
}

/* Cells stay inside of their row whatever it is; a row is found again at its place. */
static void
read_table (const char *path)
{
  g_autoptr (LscCsv) csv = lsc_csv_open (path, NULL, NULL);
  gint64 last = -1;

  while (csv && lsc_csv_next (csv, NULL))
    {
      gint64 number;
      double real;
      gsize n;

      g_assert (lsc_csv_get_offset (csv) > last);
      last = lsc_csv_get_offset (csv);
      for (int i = -1; i <= (int) lsc_csv_get_n_columns (csv); i++)
        {
          const char *text = lsc_csv_get (csv, i, &n);

          g_assert (text || n == 0);
          lsc_csv_get_int64 (csv, i, &number);
          lsc_csv_get_us (csv, i, &number);
          if (lsc_csv_get_double (csv, i, &real))
            g_assert (real == real);
        }
    }
  if (csv && last >= 0 && !lsc_csv_is_truncated (csv))
    {
      g_autoptr (LscCsv) again = lsc_csv_open_at (path, last, NULL);

      g_assert (again);
      lsc_csv_next (again, NULL);
    }
}

static void
read_result (void)
{
  g_autoptr (LscProject) project = lsc_discover (folder, NULL, NULL);
  LscCluster *cluster;
  LscTimeline *timeline;

  if (!project || project->clusters->len == 0)
    return;
  cluster = g_ptr_array_index (project->clusters, 0);
  timeline = lsc_timeline_load (g_ptr_array_index (cluster->sources, 0), 1, NULL, NULL);
  if (!timeline)
    return;
  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      GPtrArray *details;

      if (!node->lane || node->lane->n == 0)
        continue;
      details = lsc_timeline_read_details (timeline, (LscSpot){ i, 0 }, NULL);
      if (details)
        g_ptr_array_unref (details);
    }
  lsc_timeline_unref (timeline);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *path = NULL;
  FILE *file;

  if (!folder)
    set_up ();
  if (size == 0)
    return 0;
  path = g_build_filename (output, names[data[0] % G_N_ELEMENTS (names)], NULL);
  file = g_fopen (path, "wb");
  if (!file)
    return 0;
  fwrite (data + 1, 1, size - 1, file);
  fclose (file);
  read_table (path);
  read_result ();
  g_remove (path);
  return 0;
}
