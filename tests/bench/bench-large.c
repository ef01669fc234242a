/* bench-large.c - how time and memory grow with the tasks of a rank, and what threads are worth
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-report.h"
#include "bench-scan.h"

/* Of recordings of one rank, made once for each build folder. The floor is one thread that steps
 * over the columns that a timeline, or module_statistic, is made of, and does nothing. Floor and
 * commands take turns, so that a change of the machine's speed meets them all; the best of the runs
 * counts. Where other programs run as well, CPU time is the figure to look at. Memory is the most
 * that the whole process had resident, program and libraries included. */

static const gint64 default_sizes[] = { 100000, 1000000, 4000000 };

/* Other kinds of recordings are measured with so many tasks. */
#define OTHER_TASKS G_GINT64_CONSTANT (1000000)
/* From here on what a program takes to start no longer counts. */
#define LEAST_TASKS 100000

static int n_runs = 3;

typedef enum
{
  OVERVIEW,
  MODULES,
} Command;

/** What one recording costs: the floor, and a command with one thread and with two. */
typedef struct
{
  BenchCost scan;
  BenchCost one;
  BenchCost two;
} Costs;

static void
scan_timeline (gpointer user_data)
{
  bench_scan_database (user_data);
}

static void
scan_modules (gpointer user_data)
{
  bench_scan_modules (user_data);
}

static BenchCost
run_command (Command command, const char *folder, const char *n_threads)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  const char *overview[] = { cli, "overview", folder, "--json", "-j", n_threads, NULL };
  const char *modules[] = { cli,    "-m",      "module_statistic",
                            "-d",   folder,    "--export_type",
                            "json", "-o",      "-",
                            "-j",   n_threads, NULL };
  BenchCost cost = bench_cost_of_program (1, command == OVERVIEW ? overview : modules);

  if (cost.status != 0)
    bench_fail ("a command on %s did not finish:", folder);
  return cost;
}

static Costs
measure (Command command, const char *folder)
{
  g_autofree char *file = bench_find_file (folder, "ascend_pytorch_profiler");
  Costs best = { 0 };

  for (int i = 0; i < n_runs; i++)
    {
      BenchCost scan =
          bench_cost_of_child (1, command == OVERVIEW ? scan_timeline : scan_modules, file);
      BenchCost one = run_command (command, folder, "1");
      BenchCost two = run_command (command, folder, "2");

      bench_cost_take_better (&best.scan, &scan, i == 0);
      bench_cost_take_better (&best.one, &one, i == 0);
      bench_cost_take_better (&best.two, &two, i == 0);
    }
  if (best.scan.status != 0)
    bench_fail ("stepping over %s did not finish:", file);
  return best;
}

static void
print_head (const char *what)
{
  g_print ("%s; -j1, -j2: wall and CPU seconds\n", what);
  g_print ("  %9s %7s %7s %7s %7s %7s %9s\n", "tasks", "scan", "1 wall", "1 CPU", "2 wall", "2 CPU",
           "bytes");
}

static double
peak_per_task (const Costs *costs, gint64 n_tasks)
{
  return (double) MAX (costs->one.resident_bytes, costs->two.resident_bytes) / (double) n_tasks;
}

static void
print_row (const Costs *costs, gint64 n_tasks)
{
  g_print ("  %9" G_GINT64_FORMAT " %7.2f %7.2f %7.2f %7.2f %7.2f %9.0f\n", n_tasks,
           costs->scan.cpu_s, costs->one.wall_s, costs->one.cpu_s, costs->two.wall_s,
           costs->two.cpu_s, peak_per_task (costs, n_tasks));
}

static double
to_scan (const Costs *costs)
{
  return costs->one.cpu_s / costs->scan.cpu_s;
}

static char *
make_profile (const char *kind, const char *options, gint64 n_tasks)
{
  g_autofree char *name = g_strdup_printf ("large-%s-%" G_GINT64_FORMAT, kind, n_tasks);
  g_autofree char *all = g_strdup_printf ("%s --tasks %" G_GINT64_FORMAT, options, n_tasks);

  return bench_make_profile (name, all);
}

/* Of sizes in rising order. */
static void
bench_sizes (const gint64 *sizes, gsize n)
{
  g_autofree Costs *all = g_new0 (Costs, n);

  print_head ("overview");
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *folder = make_profile ("bench", "--preset bench", sizes[i]);

      all[i] = measure (OVERVIEW, folder);
      print_row (&all[i], sizes[i]);
    }
  bench_report ("CPU to the scan, one thread", to_scan (&all[n - 1]), 1.2, "");
  bench_report ("wall of two threads to one", all[n - 1].two.wall_s / all[n - 1].one.wall_s, 0.65,
                "");
  bench_report ("resident peak", peak_per_task (&all[n - 1], sizes[n - 1]), 250, "B/task");
  if (n > 1)
    bench_report ("exponent of growth of CPU, first size to last",
                  log (all[n - 1].one.cpu_s / all[0].one.cpu_s) /
                      log ((double) sizes[n - 1] / (double) sizes[0]),
                  1.03, "");
  if (n > 2)
    bench_report ("exponent of growth of CPU, last two sizes",
                  log (all[n - 1].one.cpu_s / all[n - 2].one.cpu_s) /
                      log ((double) sizes[n - 1] / (double) sizes[n - 2]),
                  1.03, "");
}

static void
bench_kind (Command command, const char *kind, const char *options, double most_to_scan,
            double most_wall)
{
  g_autofree char *folder = make_profile (kind, options, OTHER_TASKS);
  Costs costs = measure (command, folder);
  g_autofree char *title =
      g_strdup_printf ("%s, %s", command == OVERVIEW ? "overview" : "module_statistic", options);

  print_head (title);
  print_row (&costs, OTHER_TASKS);
  bench_report ("CPU to the scan, one thread", to_scan (&costs), most_to_scan, "");
  if (most_wall > 0)
    bench_report ("wall of two threads to one", costs.two.wall_s / costs.one.wall_s, most_wall, "");
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return left < right ? -1 : left > right;
}

/* Returns: (transfer full) (nullable): the sizes asked for, or those by default, in rising order */
static GArray *
read_sizes (char **words)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; words && words[i]; i++)
    {
      gint64 n;

      if (!g_ascii_string_to_signed (words[i], 10, LEAST_TASKS, G_MAXINT32, &n, NULL))
        {
          g_printerr ("bench-large: \"%s\" is no number of tasks from %d on\n", words[i],
                      LEAST_TASKS);
          return NULL;
        }
      g_array_append_val (sizes, n);
    }
  if (sizes->len == 0)
    g_array_append_vals (sizes, default_sizes, G_N_ELEMENTS (default_sizes));
  g_array_sort (sizes, compare_sizes);
  return g_steal_pointer (&sizes);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) words = NULL;
  const GOptionEntry entries[] = {
    { "runs", 0, 0, G_OPTION_ARG_INT, &n_runs, "Measure so often, and take the best", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, "[TASKS…]" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GArray) sizes = NULL;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  setvbuf (stdout, NULL, _IOLBF, 0);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("bench-large: %s\n", error->message);
      return 2;
    }
  n_runs = MAX (n_runs, 1);
  sizes = read_sizes (words);
  if (!sizes)
    return 2;
  bench_sizes ((const gint64 *) (gpointer) sizes->data, sizes->len);
  bench_kind (MODULES, "bench", "--preset bench", 1.2, 0.6);
  bench_kind (OVERVIEW, "distinct", "--preset bench --distinct-shapes", 1.6, 0);
  bench_kind (MODULES, "distinct", "--preset bench --distinct-shapes", 1.6, 0);
  bench_kind (OVERVIEW, "host", "--preset bench-host", 1.4, 0);
  bench_kind (MODULES, "host", "--preset bench-host", 1.4, 0);
  return bench_get_exit_status ();
}
