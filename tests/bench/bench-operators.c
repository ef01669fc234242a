/* bench-operators.c - what grouping kernels and slices costs, and reading them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <locale.h>

#include "analyze/step/lsc-range-stats.h"
#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-report.h"
#include "judge/operators/lsc-operators.h"
#include "lsc-test-timeline.h"

/* Groups are made in this process, of kernels without a recording; commands run as children, on a
 * warm page cache. */

#define KERNELS 10000000
#define KINDS 2000
#define TYPES 60
#define STEPS 100
#define RUNS 5
#define SUMS_MS 100.0
#define QUANTILES_MS 1000.0
#define MOST_BYTES 24.5 /* of a kernel: 24, and blocks and kinds */
#define RANGE_LANES 40
#define RANGE_SLICES 5000000
#define RANGE_MS 300.0
#define MOST_RATIO 1.3

static int n_runs = 5;
static char *given; /* (nullable): a folder of ranks to measure on instead */

/* ---- grouping ---- */

static void
add_kinds (LscOpSheet *sheet)
{
  for (guint i = 0; i < KINDS; i++)
    {
      g_autofree char *type = g_strdup_printf ("Type%u", i % TYPES);
      g_autofree char *name = g_strdup_printf ("kernel_%u", i / 2);
      LscOpVariant kind = { .type = lsc_intern_add (sheet->texts, type),
                            .core = lsc_intern_add (sheet->texts, "AI_CORE"),
                            .name = lsc_intern_add (sheet->texts, name),
                            .shapes = LSC_STRING_NONE,
                            .dtypes = LSC_STRING_NONE,
                            .module = LSC_STRING_NONE,
                            .op = LSC_STRING_NONE,
                            .launch = LSC_ID_NONE,
                            .bytes = 4096,
                            .family = (guint8) (i % LSC_N_OP_FAMILIES) };

      lsc_op_variants_append (&sheet->kinds, kind);
    }
}

static LscOpSheet *
make_sheet (gint64 rank, gsize n, GRand *random)
{
  LscOpSheet *sheet = lsc_op_sheet_new_blank (rank);
  gsize per_step = n / STEPS;

  add_kinds (sheet);
  lsc_op_sheet_reserve (sheet, n);
  sheet->has_budget = TRUE;
  for (guint32 i = 0; i < STEPS; i++)
    {
      gint64 begin_ns = (gint64) i * 1000000000;

      lsc_op_steps_append (
          &sheet->steps, (LscOpStep){ i, begin_ns, begin_ns + 1000000000, 1000000000, 0, 0, TRUE });
      lsc_op_blocks_append (&sheet->blocks,
                            (LscOpBlock){ i, 0, i * per_step,
                                          i + 1 < STEPS ? per_step : n - i * per_step, begin_ns });
    }
  for (gsize i = 0; i < n; i++)
    {
      sheet->kinds_of[i] = (guint32) g_rand_int_range (random, 0, KINDS);
      sheet->starts[i] = (guint32) (i % per_step * 1000);
      sheet->durations[i] = sheet->owned[i] = (guint32) g_rand_int_range (random, 1000, 500000);
      sheet->slices[i] = (guint32) i;
    }
  return sheet;
}

/* Returns: ms of the fastest of some runs */
static double
measure (LscOperators *operators, LscOpKeys keys, gboolean quantiles)
{
  gint64 best_us = G_MAXINT64;

  for (guint i = 0; i < RUNS; i++)
    {
      gint64 begin_us = g_get_monotonic_time ();
      g_autoptr (LscOpGroups) groups =
          lsc_operators_group (operators, keys, NULL, quantiles, NULL, NULL);

      best_us = MIN (best_us, g_get_monotonic_time () - begin_us);
    }
  return (double) best_us / 1e3;
}

static void
bench_grouping (guint n_ranks)
{
  const LscOpKeys by_type = (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_CORE);
  g_autoptr (GPtrArray) sheets =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_op_sheet_unref);
  g_autoptr (LscOperators) operators = NULL;
  GRand *random = g_rand_new_with_seed (1);
  gsize bytes = 0;

  for (guint i = 0; i < n_ranks; i++)
    {
      g_ptr_array_add (sheets, make_sheet (i, KERNELS / n_ranks, random));
      bytes += lsc_op_sheet_get_memory_bytes (sheets->pdata[i]);
    }
  g_rand_free (random);
  operators = lsc_operators_new (sheets, g_get_num_processors ());
  g_print ("%d kernels of %u rank%s:\n", KERNELS, n_ranks, n_ranks > 1 ? "s" : "");
  bench_report ("memory of a kernel", (double) bytes / KERNELS, MOST_BYTES, "B");
  bench_report ("sums by type and core", measure (operators, by_type, FALSE), SUMS_MS, "ms");
  bench_report ("sums by name", measure (operators, LSC_OP_BY_NAME, FALSE), SUMS_MS, "ms");
  bench_report ("quantiles by type and core", measure (operators, by_type, TRUE), QUANTILES_MS,
                "ms");
  bench_report ("quantiles by name", measure (operators, LSC_OP_BY_NAME, TRUE), QUANTILES_MS, "ms");
}

/* ---- a range of the timeline ---- */

static void
bench_range (void)
{
  g_autoptr (LscTimeline) timeline = lsc_test_timeline_new_wide (RANGE_LANES, RANGE_SLICES);
  g_autofree guint32 *nodes = g_new (guint32, timeline->nodes->len);
  LscRange range = {
    .timeline = timeline, .nodes = nodes, .begin_ns = timeline->begin_ns, .end_ns = timeline->end_ns
  };
  gint64 best_us = G_MAXINT64;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->lane)
      nodes[range.n_nodes++] = i;
  for (guint i = 0; i < RUNS; i++)
    {
      gint64 begin_us = g_get_monotonic_time ();
      LscRangeStats *stats = lsc_range_stats_new (&range, 1, NULL, NULL);

      best_us = MIN (best_us, g_get_monotonic_time () - begin_us);
      lsc_range_stats_free (stats);
    }
  g_print ("%u slices of %d lanes:\n", timeline->n_slices, RANGE_LANES);
  bench_report ("statistics of a range", (double) best_us / 1e3, RANGE_MS, "ms");
}

/* ---- against the overview ---- */

/* What a command of a recording costs beside its overview; both take turns. */
static void
bench_command (const char *command, const char *title, const char *folder)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  const char *overview[] = { cli, "overview", folder, "-j", "2", "--json", NULL };
  const char *other[] = { cli, command, folder, "-j", "2", "--json", NULL };
  g_autofree char *wall = g_strdup_printf ("%s against the overview, wall", command);
  g_autofree char *cpu = g_strdup_printf ("%s against the overview, CPU", command);
  BenchCost first = { 0 }, second = { 0 };

  for (int i = 0; i < n_runs; i++)
    {
      BenchCost a = bench_cost_of_program (1, overview);
      BenchCost b = bench_cost_of_program (1, other);

      bench_cost_take_better (&first, &a, i == 0);
      bench_cost_take_better (&second, &b, i == 0);
    }
  if (first.status != 0 || second.status != 0)
    bench_fail ("a run over %s did not finish:", folder);
  g_print ("%s, 2 threads, best of %d:\n", title, n_runs);
  g_print ("  overview: wall %.2f s, CPU %.2f s, %.0f MB\n", first.wall_s, first.cpu_s,
           (double) first.anonymous_bytes / 1e6);
  g_print ("  %s: wall %.2f s, CPU %.2f s, %.0f MB\n", command, second.wall_s, second.cpu_s,
           (double) second.anonymous_bytes / 1e6);
  bench_report (wall, second.wall_s / first.wall_s, MOST_RATIO, "");
  bench_report (cpu, second.cpu_s / first.cpu_s, MOST_RATIO, "");
}

/* @options: beside those of the size. */
static void
bench_made (const char *command, const char *title, const char *name, const char *options)
{
  g_autofree char *line = g_strconcat ("--preset bench --tasks 1000000", options, NULL);
  g_autofree char *folder = bench_make_profile (name, line);

  bench_command (command, title, folder);
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "folder", 0, 0, G_OPTION_ARG_FILENAME, &given, "Ranks whose operators to measure", "FOLDER" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &n_runs, "Best of how many", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  bench_grouping (1);
  bench_grouping (8);
  bench_range ();
  if (given != NULL)
    {
      bench_command ("operators", given, given);
      return bench_get_exit_status ();
    }
  bench_made ("operators", "1,000,000 TASK rows of one rank", "tasks-1e6", "");
  bench_made ("operators", "8 ranks of 1,000,000 TASK rows", "ranks-8", " --ranks 8");
  bench_made ("memory", "1,000,000 TASK rows with memory", "memory-1e6", " --memory");
  return bench_get_exit_status ();
}
