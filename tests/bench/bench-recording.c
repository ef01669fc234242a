/* bench-recording.c - what a recording costs to read and to load, beside a bare scan of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-recording.h"

#include <sys/stat.h>
#include <unistd.h>

#include "bench-cost.h"
#include "bench-report.h"
#include "read/lsc-timeline-read.h"

typedef struct
{
  const BenchReader *reader;
  const char *path;
  BenchTask task;
} Work;

static void
do_work (gpointer user_data)
{
  const Work *work = user_data;
  g_autofree char *folder = g_path_get_dirname (work->path);
  g_autoptr (LscSource) source = lsc_source_new (work->reader->format, folder, work->path);
  LscTraceTexts texts = { 0 };

  if (work->task == BENCH_SCAN)
    work->reader->scan (work->path);
  else if (work->task == BENCH_READ && !work->reader->read (source, &texts, NULL, NULL))
    _exit (2);
  else if (work->task == BENCH_LOAD && !lsc_kineto_load (source, 1, NULL, NULL))
    _exit (2);
}

/** Prints the least of some runs of each kind, and holds it against its limit. */
void
bench_recording (const BenchReader *reader, const char *path, int runs)
{
  const char *const titles[BENCH_N_TASKS] = { reader->scan_title, "read to raw slices", "loaded" };
  BenchCost best[BENCH_N_TASKS] = { { 0 } };
  struct stat about;

  for (int run = 0; run < runs; run++)
    for (BenchTask i = 0; i < BENCH_N_TASKS; i++)
      {
        Work work = { reader, path, i };
        BenchCost cost = bench_cost_of_child (1, do_work, &work);

        if (cost.status)
          {
            bench_fail ("%s did not finish", titles[i]);
            return;
          }
        bench_cost_take_better (&best[i], &cost, run == 0);
      }
  if (stat (path, &about) != 0)
    g_error ("%s cannot be read", path);
  g_print ("%s\n  %.0f MB, best of %d\n", path, (double) about.st_size / 1e6, runs);
  for (BenchTask i = 0; i < BENCH_N_TASKS; i++)
    g_print ("  %-20s %.3f s CPU, wall %.3f s, %4.0f MB anonymous\n", titles[i], best[i].cpu_s,
             best[i].wall_s, (double) best[i].anonymous_bytes / 1e6);
  for (BenchTask i = BENCH_READ; i < BENCH_N_TASKS; i++)
    {
      g_autofree char *what = g_strdup_printf ("%s against the floor, CPU", titles[i]);
      double times = best[i].cpu_s / best[BENCH_SCAN].cpu_s;

      if (i == reader->limited)
        bench_report (what, times, reader->most_floor, "");
      else
        g_print ("  %s: %.2f\n", what, times);
    }
}
