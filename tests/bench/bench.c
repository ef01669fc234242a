/* bench.c - what reading and analysing costs, as figures and ratios
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-report.h"
#include "bench-scan.h"

/* Every figure is of a child process, the best of several runs on a warm page cache. */

#define RUNS 5

static gboolean is_full;

/* ---- Measurements -------------------------------------------------------------------------- */

static BenchCost
measure_modules (const char *folder, const char *jobs, int runs)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  const char *argv[] = { cli,
                         "-m",
                         "module_statistic",
                         "-d",
                         folder,
                         "--mfu",
                         "off",
                         "--export_type",
                         "json",
                         "-o",
                         "-",
                         "-j",
                         jobs,
                         NULL };
  BenchCost cost = bench_cost_of_program (runs, argv);

  if (cost.status != 0)
    bench_fail ("module_statistic of %s did not finish:", folder);
  return cost;
}

static void
bench_writer (void)
{
  g_autofree char *folder = g_build_filename (bench_get_build_dir (), "bench", "kernels-1e6", NULL);
  g_autofree char *synth = bench_program ("synth/lanescope-synth");
  const char *argv[] = {
    synth, folder, "--preset", "bench", "--kernels", "1000000", "--force", NULL
  };
  BenchCost cost;

  g_mkdir_with_parents (folder, 0755);
  cost = bench_cost_of_program (1, argv);
  if (cost.status != 0)
    bench_fail ("lanescope-synth did not finish:");
  bench_report ("writing 1,000,000 kernels of one rank, wall", cost.wall_s, 10, "s");
}

static void
scan_modules (gpointer user_data)
{
  bench_scan_modules (user_data);
}

static void
bench_modules (void)
{
  g_autofree char *folder = bench_make_profile ("tasks-1e6", "--preset bench --tasks 1000000");
  g_autofree char *database = bench_find_file (folder, "ascend_pytorch_profiler");
  BenchCost floor = bench_cost_of_child (RUNS, scan_modules, database);
  BenchCost cost = measure_modules (folder, "1", RUNS);

  if (floor.status != 0)
    bench_fail ("stepping over %s did not finish:", database);
  g_print ("module_statistic, 1,000,000 TASK rows, one thread, best of %d:\n", RUNS);
  g_print ("  bare stepping %.3f s CPU, whole command %.3f s CPU\n", floor.cpu_s, cost.cpu_s);
  bench_report ("whole command against bare stepping", cost.cpu_s / floor.cpu_s, 1.5, "");
  bench_report ("anonymous peak", (double) cost.anonymous_bytes / 1e6, 200, "B/row");
}

static void
bench_ranks (void)
{
  g_autofree char *folder =
      bench_make_profile ("ranks-16", "--preset bench --tasks 100000 --ranks 16");
  BenchCost cost = measure_modules (folder, "2", 3);

  g_print ("16 ranks of 100,000 TASK rows, -j2: wall %.3f s, CPU %.3f s\n", cost.wall_s,
           cost.cpu_s);
  bench_report ("wall against CPU", cost.wall_s / cost.cpu_s, 0.6, "");
}

/* Everything from the files to what is wrong. */
static void
bench_pipelines (void)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  g_autofree char *folder = bench_make_profile (
      "pipelines-32", "--preset pipeline --schedule 1f1b --pp 16 --dp 32 -M 64 --steps 3 "
                      "--jitter 0.02 --straggler 37:1.2 --no-modules");
  const char *argv[] = { cli, "pp", folder, "--json", NULL };
  BenchCost cost = bench_cost_of_program (3, argv);

  if (cost.status != 0)
    bench_fail ("pp of %s did not finish:", folder);
  bench_report ("32 pipelines of 16 stages, verdicts, wall", cost.wall_s, 3, "s");
  bench_report ("anonymous peak", (double) cost.anonymous_bytes / 1e6, 1000, "MB");
}

static BenchCost
measure_comparison (const char *before, const char *after, const char *ending, int runs)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  g_autofree char *path =
      g_strdup_printf ("%s/bench/report%s", bench_get_build_dir (), ending != NULL ? ending : "");
  const char *argv[] = { cli,   "compare", before,
                         after, "-q",      ending != NULL ? "--report" : "--json",
                         path,  NULL };
  BenchCost cost;

  if (ending == NULL)
    argv[6] = NULL;
  cost = bench_cost_of_program (runs, argv);
  if (cost.status != 0)
    bench_fail ("compare of %s did not finish:", before);
  return cost;
}

/* Documents of the demo in each form, and of a large pair against comparing it. */
static void
bench_reports (void)
{
  static const char *const endings[] = { ".pdf", ".html", ".xlsx", ".md", ".json" };
  g_autofree char *before = bench_make_profile ("report-demo-a", "--preset demo --steps 20");
  g_autofree char *after =
      bench_make_profile ("report-demo-b", "--preset demo --steps 20 --seed 77 --straggler 2:1.0");
  g_autofree char *large = bench_make_profile ("report-1e6-a", "--preset bench --kernels 1000000");
  g_autofree char *other =
      bench_make_profile ("report-1e6-b", "--preset bench --kernels 1000000 --seed 7");
  BenchCost bare, cost;

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *title = g_strdup_printf ("demo pair as %s, wall", endings[i]);

      cost = measure_comparison (before, after, endings[i], 3);
      bench_report (title, cost.wall_s, 5, "s");
      bench_report ("anonymous peak", (double) cost.anonymous_bytes / 1e6, 500, "MB");
    }
  bare = measure_comparison (large, other, NULL, 3);
  cost = measure_comparison (large, other, ".pdf", 3);
  g_print ("pair of 1,000,000 kernels: comparing %.3f s, as a report %.3f s\n", bare.wall_s,
           cost.wall_s);
  bench_report ("report against comparing", cost.wall_s / bare.wall_s, 1.5, "");
}

/* Against reading both and taking their steps apart, which comparing cannot do without. */
static void
bench_compare (void)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  g_autofree char *before = bench_make_profile ("tasks-1e6", "--preset bench --tasks 1000000");
  g_autofree char *after =
      bench_make_profile ("tasks-1e6-after", "--preset bench --tasks 1000000 --seed 7");
  const char *compare[] = { cli, "compare", before, after, "--json", NULL };
  const char *loads[][5] = { { cli, "budget", before, "--json", NULL },
                             { cli, "budget", after, "--json", NULL } };
  BenchCost cost = bench_cost_of_program (RUNS, compare);
  BenchCost first = bench_cost_of_program (RUNS, loads[0]);
  BenchCost second = bench_cost_of_program (RUNS, loads[1]);

  if (cost.status != 0 || first.status != 0 || second.status != 0)
    bench_fail ("compare of %s did not finish:", before);
  g_print ("compare, 2 x 1,000,000 TASK rows: wall %.3f s, CPU %.3f s\n", cost.wall_s, cost.cpu_s);
  bench_report ("wall against the budgets of both", cost.wall_s / (first.wall_s + second.wall_s),
                1.2, "");
  bench_report ("anonymous peak", (double) cost.anonymous_bytes / 1e6, 1000, "MB");
}

static void
bench_growth (void)
{
  gint64 largest = is_full ? 10000000 : 1000000;

  g_print ("growth of module_statistic%s:\n", is_full ? "" : " (10,000,000 with --full)");
  g_print ("  %12s %12s %14s %14s\n", "TASK rows", "CPU s", "us per row", "bytes per row");
  for (gint64 tasks = 10000, power = 4; tasks <= largest; tasks *= 10, power++)
    {
      g_autofree char *name = g_strdup_printf ("tasks-1e%d", (int) power);
      g_autofree char *options =
          g_strdup_printf ("--preset bench --tasks %" G_GINT64_FORMAT, tasks);
      g_autofree char *folder = bench_make_profile (name, options);
      BenchCost cost = measure_modules (folder, "1", tasks > 1000000 ? 1 : 3);

      g_print ("  %12" G_GINT64_FORMAT " %12.3f %14.3f %14.0f\n", tasks, cost.cpu_s,
               cost.cpu_s * 1e6 / (double) tasks, (double) cost.anonymous_bytes / (double) tasks);
    }
}

/* ---- Parts --------------------------------------------------------------------------------- */

/* A part is a function here or a program beside this one, which says PASS or FAIL on its lines and
 * fails when any line did. */
static const struct
{
  const char *name; /* of the argument, and of the program after "bench-" */
  const char *title;
  void (*func) (void); /* (nullable): NULL for a program */
  gboolean needs_display;
} parts[] = {
  { "writer", "writing a profile", bench_writer, FALSE },
  { "modules", "module_statistic of one rank", bench_modules, FALSE },
  { "host", "against stepping over the same columns", NULL, FALSE },
  { "ranks", "module_statistic of many ranks", bench_ranks, FALSE },
  { "pipelines", "verdicts of many pipelines", bench_pipelines, FALSE },
  { "reports", "reports of two recordings", bench_reports, FALSE },
  { "compare", "comparing two profiles", bench_compare, FALSE },
  { "growth", "module_statistic, growing", bench_growth, FALSE },
  { "store", "store", NULL, FALSE },
  { "db", "timeline of a database", NULL, FALSE },
  { "cluster", "overview and findings of many ranks", NULL, FALSE },
  { "operators", "operators and memory", NULL, FALSE },
  { "json", "timeline of a trace file", NULL, FALSE },
  { "theory", "theory of the pipeline", NULL, FALSE },
  { "traps", "odd shapes of input", NULL, FALSE },
  { "paint", "painting the pipeline", NULL, FALSE },
  { "timeline", "painting the timeline", NULL, FALSE },
  { "overview", "painting the ranks", NULL, FALSE },
  { "ui", "window", NULL, TRUE },
};

static void
run_program_of (gsize part)
{
  g_autofree char *name = g_strconcat ("bench-", parts[part].name, NULL);
  g_autofree char *path = g_build_filename (bench_get_build_dir (), "tests", "bench", name, NULL);
  char *wrapper = (char *) "tests/wrap-display"; /* of the source, as dev calls this there */
  char *argv[] = { wrapper, path, NULL };
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (!g_file_test (path, G_FILE_TEST_IS_EXECUTABLE)) /* the window need not be built */
    {
      g_print ("  not built\n");
      return;
    }
  if (!g_spawn_sync (NULL, parts[part].needs_display ? argv : argv + 1, NULL,
                     G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL, &status, &error) ||
      !g_spawn_check_wait_status (status, &error))
    bench_fail ("%s: %s", name, error->message);
}

static void
run_part (gsize part)
{
  g_print ("%s:\n", parts[part].title);
  if (parts[part].func)
    parts[part].func ();
  else
    run_program_of (part);
}

static gboolean
is_part (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strcmp (parts[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Says what is wrong, if an argument is no name of a part. */
static gboolean
check_names (char **names)
{
  for (gsize i = 0; names && names[i]; i++)
    if (!is_part (names[i]))
      {
        g_printerr ("bench: there is no part \"%s\"; there are:", names[i]);
        for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
          g_printerr (" %s", parts[k].name);
        g_printerr ("\n");
        return FALSE;
      }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = NULL;
  const GOptionEntry entries[] = {
    { "full", 0, 0, G_OPTION_ARG_NONE, &is_full, "Grow to 10,000,000 rows", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &names, NULL, "[PART…]" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  setvbuf (stdout, NULL, _IOLBF, 0); /* parts that are programs write in between */
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("bench: %s\n", error->message);
      return 2;
    }
  if (!check_names (names))
    return 2;
  g_setenv ("LANESCOPE_BUILD_DIR", bench_get_build_dir (), FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!names || g_strv_contains ((const char *const *) names, parts[i].name))
      run_part (i);
  return bench_get_exit_status ();
}
