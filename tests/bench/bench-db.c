/* bench-db.c - what it costs to make a timeline of a database
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <time.h>
#include <unistd.h>

#include "analyze/budget/lsc-budget.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-report.h"
#include "bench-scan.h"
#include "read/lsc-timeline-read.h"

/* Every figure is of a child process, the best of several runs on a warm page cache; runs that are
 * compared take turns, so that a change of the machine's speed meets them all. The floor steps over
 * the same columns of the same tables and does nothing. */

typedef struct
{
  const char *file;
  guint n_threads;
  gboolean is_bare; /* loaded, not completed */
} Run;

static int n_runs = 5;

/* One kind of run and the best of what it cost. */
typedef struct
{
  BenchChildFunc func;
  Run run;
  BenchCost best;
} Series;

static void
measure (Series *series, gsize n)
{
  for (int i = 0; i < n_runs; i++)
    for (gsize k = 0; k < n; k++)
      {
        BenchCost cost = bench_cost_of_child (1, series[k].func, &series[k].run);

        bench_cost_take_better (&series[k].best, &cost, i == 0);
      }
  for (gsize k = 0; k < n; k++)
    if (series[k].best.status != 0)
      bench_fail ("a run did not finish:");
}

static void
step_tables (gpointer user_data)
{
  bench_scan_database (((const Run *) user_data)->file);
}

/* ---- the timeline ---- */

static LscTimeline *
load (const Run *run)
{
  g_autofree char *folder = g_path_get_dirname (run->file);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, folder, run->file);
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline =
      lsc_ascend_timeline_load (source, LSC_TIMELINE_WHOLE, run->n_threads, NULL, NULL, &error);

  if (timeline && (run->is_bare || lsc_timeline_complete (timeline, NULL, &error)))
    return timeline;
  g_printerr ("%s\n", error ? error->message : "failed");
  _exit (1);
}

static void
load_and_leave (gpointer user_data)
{
  load (user_data);
}

static char *
checksum (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);

  return file ? g_compute_checksum_for_data (G_CHECKSUM_SHA256,
                                             (const guchar *) g_mapped_file_get_contents (file),
                                             g_mapped_file_get_length (file))
              : NULL;
}

/* Of a recording that is loaded; the best of the runs, CPU seconds. */
static double
measure_budget (const LscTimeline *timeline)
{
  double best_s = G_MAXDOUBLE;

  for (int i = 0; i < n_runs; i++)
    {
      struct timespec begin, end;

      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &begin);
      lsc_budget_free (lsc_budget_new (timeline, NULL, NULL));
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
      best_s = MIN (best_s, (double) (end.tv_sec - begin.tv_sec) +
                                (double) (end.tv_nsec - begin.tv_nsec) / 1e9);
    }
  return best_s;
}

static void
bench_cpu (const char *file)
{
  Series series[] = {
    { .func = step_tables, .run = { file, 1, FALSE } },
    { .func = load_and_leave, .run = { file, 1, TRUE } },
    { .func = load_and_leave, .run = { file, 1, FALSE } },
  };
  const BenchCost *all = &series[2].best;
  LscTimeline *timeline;
  gsize n;

  measure (series, G_N_ELEMENTS (series));
  timeline = load (&series[2].run);
  n = timeline->n_slices;
  g_print ("  %zu slices, %zu links\n", n, timeline->links.n);
  g_print ("  bare stepping %.3f s CPU, loaded %.3f s, with its analyses %.3f s\n",
           series[0].best.cpu_s, series[1].best.cpu_s, all->cpu_s);
  bench_report ("ratio to bare stepping", all->cpu_s / series[0].best.cpu_s, 1.6, "");
  bench_report ("budget of its steps to bare stepping",
                measure_budget (timeline) / series[0].best.cpu_s, 0.2, "");
  g_print ("  anonymous peak %.0f bytes a slice\n", (double) all->anonymous_bytes / (double) n);
  bench_report ("kept with links", (double) lsc_timeline_get_memory_bytes (timeline) / (double) n,
                48, "B/slice");
  lsc_timeline_unref (timeline);
}

static void
bench_threads (const char *file)
{
  Series series[] = {
    { .func = load_and_leave, .run = { file, 1, TRUE } },
    { .func = load_and_leave, .run = { file, 2, TRUE } },
  };

  measure (series, G_N_ELEMENTS (series));
  g_print ("  one thread %.3f s wall, two %.3f s (CPU %.3f s, %.3f s)\n", series[0].best.wall_s,
           series[1].best.wall_s, series[0].best.cpu_s, series[1].best.cpu_s);
  bench_report ("two threads to one, wall", series[1].best.wall_s / series[0].best.wall_s, 0.7, "");
}

/* For a profiler: one run in this process. */
static int
run_here (const char *what, const char *file, guint n_threads)
{
  Run run = { file, n_threads, g_str_equal (what, "load") };

  if (g_str_equal (what, "step"))
    step_tables (&run);
  else
    load (&run);
  return 0;
}

static char *
make_file (gint64 tasks)
{
  g_autofree char *name = g_strdup_printf ("tasks-%" G_GINT64_FORMAT, tasks);
  g_autofree char *options =
      g_strdup_printf ("--preset bench --ranks 1 --tasks %" G_GINT64_FORMAT, tasks);
  g_autofree char *folder = bench_make_profile (name, options);

  return bench_find_file (folder, "ascend_pytorch_profiler");
}

int
main (int argc, char **argv)
{
  gint64 tasks = 1000000;
  int n_threads = 1;
  g_autofree char *given = NULL;
  g_autofree char *here = NULL;
  GOptionEntry entries[] = {
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &given, "Database to measure on", "FILE" },
    { "tasks", 0, 0, G_OPTION_ARG_INT64, &tasks, "Rows of TASK to write", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &n_runs, "Best of how many", "N" },
    { "here", 0, 0, G_OPTION_ARG_STRING, &here, "Do this once and nothing else", "step|load|all" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &n_threads, "For --here: how many threads", "N" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *file = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  file = given ? g_strdup (given) : make_file (tasks);
  if (!file)
    g_error ("no database");
  if (here)
    return run_here (here, file, (guint) n_threads);
  g_print ("timeline of a database, best of %d:\n", n_runs);
  before = checksum (file);
  bench_cpu (file);
  bench_threads (file);
  after = checksum (file);
  if (g_strcmp0 (before, after) != 0)
    bench_fail ("%s was changed:", file);
  return bench_get_exit_status ();
}
