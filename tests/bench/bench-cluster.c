/* bench-cluster.c - what it costs to say where the steps of many ranks go
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <unistd.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-job.h"
#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-report.h"
#include "bench-scan.h"
#include "model/lsc-source.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* The floor steps over the columns that are read, a connection for each core, and does nothing.
 * Every figure is of a child process, on a warm page cache; runs that are compared take turns. */

#define CORES 2

static int n_runs = 3;
static char *given; /* (nullable): a folder of ranks to measure on instead */

/* ---- the floor ---- */

/* Takes one file after another, until none is left. */
static gpointer
run_scans (gpointer files)
{
  char *file;

  while ((file = g_async_queue_try_pop (files)) != NULL)
    bench_scan_database (file);
  return NULL;
}

static void
push_databases (GAsyncQueue *files, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (dir == NULL)
    _exit (1);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        push_databases (files, path);
      else if (g_str_has_prefix (name, "ascend_pytorch_profiler") && g_str_has_suffix (name, ".db"))
        g_async_queue_push (files, g_steal_pointer (&path));
    }
}

static void
scan_folder (gpointer folder)
{
  GAsyncQueue *files = g_async_queue_new ();
  GThread *threads[CORES];

  push_databases (files, folder);
  for (guint i = 0; i < CORES; i++)
    threads[i] = g_thread_new ("scan", run_scans, files);
  for (guint i = 0; i < CORES; i++)
    g_thread_join (threads[i]);
}

/* ---- what is measured ---- */

typedef struct
{
  BenchCost scan;
  BenchCost overview;
  BenchCost findings;
} Costs;

static void
measure (const char *folder, Costs *best)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  const char *overview[] = { cli, "overview", folder, "-j", "2", "--json", NULL };
  const char *findings[] = { cli, "findings", folder, "-j", "2", "--json", NULL };

  for (int i = 0; i < n_runs; i++)
    {
      BenchCost scan = bench_cost_of_child (1, scan_folder, (gpointer) folder);
      BenchCost first = bench_cost_of_program (1, overview);
      BenchCost second = bench_cost_of_program (1, findings);

      if (scan.status != 0 || first.status != 0 || second.status != 0)
        bench_fail ("a run over %s did not finish:", folder);
      bench_cost_take_better (&best->scan, &scan, i == 0);
      bench_cost_take_better (&best->overview, &first, i == 0);
      bench_cost_take_better (&best->findings, &second, i == 0);
    }
}

static void
print_costs (const char *title, const Costs *costs)
{
  g_print ("%s, %d threads, best of %d:\n", title, CORES, n_runs);
  g_print ("  bare scan: wall %.2f s, CPU %.2f s\n", costs->scan.wall_s, costs->scan.cpu_s);
  g_print ("  overview: wall %.2f s, CPU %.2f s, %.0f MB\n", costs->overview.wall_s,
           costs->overview.cpu_s, (double) costs->overview.anonymous_bytes / 1e6);
  g_print ("  findings: wall %.2f s, CPU %.2f s, %.0f MB\n", costs->findings.wall_s,
           costs->findings.cpu_s, (double) costs->findings.anonymous_bytes / 1e6);
}

/* ---- cancelling ---- */

#define CANCEL_EVERY_US 450000
#define N_CANCELLED 12

typedef struct
{
  GPtrArray *sources;
  LscJob *job;
} Reading;

static void
read_rank (gsize index, gpointer user_data)
{
  const Reading *self = user_data;
  g_autoptr (LscTimeline) timeline =
      lsc_timeline_load (self->sources->pdata[index], 1, self->job, NULL);
  g_autoptr (LscRankDigest) digest = NULL;

  if (timeline != NULL && lsc_timeline_complete (timeline, self->job, NULL))
    digest = lsc_rank_digest_new (timeline, NULL, LSC_DIGEST_JUDGED, self->job, NULL);
}

typedef struct
{
  GCancellable *cancellable;
  gulong after_us;
} Cancelling;

static gpointer
cancel_later (gpointer data)
{
  const Cancelling *self = data;
  gint64 *asked_us = g_new (gint64, 1);

  g_usleep (self->after_us);
  *asked_us = g_get_monotonic_time ();
  g_cancellable_cancel (self->cancellable);
  return asked_us;
}

/* Returns the time from asking until every thread has let go, in ms; 0 when it was done before. */
static double
cancel_after (GPtrArray *sources, gulong after_us)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  Reading reading = { sources, job };
  Cancelling cancelling = { cancellable, after_us };
  GThread *thread = g_thread_new ("cancel", cancel_later, &cancelling);
  g_autofree gint64 *asked_us = NULL;
  gint64 end_us;

  lsc_job_run_parallel (CORES, sources->len, read_rank, &reading);
  end_us = g_get_monotonic_time ();
  asked_us = g_thread_join (thread);
  return MAX (0, (double) (end_us - *asked_us) / 1e3);
}

static void
bench_cancelling (const char *folder)
{
  g_autoptr (LscProject) project = lsc_discover (folder, NULL, NULL);
  double worst_ms = 0;

  if (project == NULL || project->clusters->len == 0)
    bench_fail ("no ranks in %s", folder);
  for (guint i = 1; i <= N_CANCELLED; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[0];
      double ms = cancel_after (cluster->sources, i * CANCEL_EVERY_US);

      g_print ("  cancelled after %.2f s: %.0f ms\n", i * CANCEL_EVERY_US / 1e6, ms);
      worst_ms = MAX (worst_ms, ms);
    }
  bench_report ("ranks of 1,000,000 rows, from cancelling to return", worst_ms, 200, "ms");
}

static void
bench_large (void)
{
  g_autofree char *folder =
      given != NULL ? g_strdup (given)
                    : bench_make_profile ("ranks-8", "--preset bench --tasks 1000000 --ranks 8");
  Costs costs = { 0 };

  measure (folder, &costs);
  print_costs (given != NULL ? given : "8 ranks of 1,000,000 TASK rows", &costs);
  bench_report ("overview against the bare scan, wall", costs.overview.wall_s / costs.scan.wall_s,
                1.5, "");
  bench_report ("findings against the bare scan, wall", costs.findings.wall_s / costs.scan.wall_s,
                1.5, "");
  bench_cancelling (folder);
}

static void
bench_many (void)
{
  g_autofree char *folder =
      bench_make_profile ("ranks-64", "--preset bench --tasks 100000 --ranks 64");
  Costs costs = { 0 };

  measure (folder, &costs);
  print_costs ("64 ranks of 100,000 TASK rows", &costs);
  bench_report ("overview, wall", costs.overview.wall_s, 5, "s");
  bench_report ("anonymous peak", (double) costs.overview.anonymous_bytes / 1e6, 2000, "MB");
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "folder", 0, 0, G_OPTION_ARG_FILENAME, &given, "Ranks to measure on", "FOLDER" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &n_runs, "Best of how many", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  if (given == NULL)
    bench_many ();
  bench_large ();
  return bench_get_exit_status ();
}
