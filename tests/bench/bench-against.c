/* bench-against.c - whether this build needs more time than an older one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: bench-against [--pairs N] BUILD [LINE…]; BUILD is the older build folder. Both builds do
 * the same work on the same files, in pairs that run one right after the other and take turns at
 * being the first. The figure of a pair is the quotient of their CPU times, this build to the older
 * one, so that a machine that grows slower or faster meets both. A line fails when the lower bound
 * of the median quotient (see bench-ratio.c) reaches MOST_RATIO.
 */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-ratio.h"
#include "bench-report.h"

#define MOST_RATIO 1.03
#define LEAST_PAIRS 10
#define LEAST_CPU_S 0.05 /* of a figure: shorter work is repeated */
#define MOST_REPEATS 20
#define CLI "src/cli/lanescope-cli"

typedef enum
{
  NOTHING,
  TASKS,
  PIPELINE,
  TRACE_VIEW,
  KINETO,
} Input;

/* Written once, by this build. */
static const struct
{
  const char *name;
  const char *options;
} inputs[] = {
  [TASKS] = { "against-tasks", "--preset bench --tasks 200000" },
  [PIPELINE] = { "against-pipeline", "--preset pipeline --pp=64 -M 128" },
  [TRACE_VIEW] = { "against-trace", "--text --no-db --ranks 1 --tp 1 --trace-size=200M" },
  [KINETO] = { "against-kineto", "--kineto --no-db --ranks 1 --tp 1 --trace-size=200M" },
};

/* IN and OUT stand for the input and a folder that is empty before each run. */
#define IN "IN"
#define OUT "OUT"

typedef struct
{
  const char *name;
  Input input;
  const char *argv[14]; /* the program below the build folder, and its arguments */
  gboolean needs_display;
} Line;

static const Line lines[] = {
  { "info", TASKS, { CLI, "info", IN }, FALSE },
  { "module_statistic-json",
    TASKS,
    { CLI, "-m", "module_statistic", "-d", IN, "--mfu", "off", "--export_type", "json", "-o", OUT,
      "-j", "1" },
    FALSE },
  { "module_statistic-db",
    TASKS,
    { CLI, "-m", "module_statistic", "-d", IN, "--export_type", "db", "-o", OUT, "-j", "1" },
    FALSE },
  { "tree", TASKS, { CLI, "tree", IN, "--json", "--depth", "0" }, FALSE },
  { "overlap-db", TASKS, { CLI, "overlap", IN, "--json", "-j", "1" }, FALSE },
  { "overlap-trace", TRACE_VIEW, { CLI, "overlap", IN, "--json", "-j", "1" }, FALSE },
  { "overlap-kineto", KINETO, { CLI, "overlap", IN, "--json", "-j", "1" }, FALSE },
  { "dispatch", TASKS, { CLI, "dispatch", IN, "--json" }, FALSE },
  { "query",
    TASKS,
    { CLI, "query", IN, "SELECT name, count(*), sum(dur_ns) FROM slices GROUP BY name" },
    FALSE },
  { "slices", TASKS, { CLI, "slices", IN, "--json", "--lanes", "Device/*" }, FALSE },
  { "timeline-svg", TASKS, { CLI, "timeline", IN, "--out", OUT "/lanes.svg" }, FALSE },
  { "convert", TASKS, { CLI, "convert", IN, "--to", "db", "--out", OUT "/all.db" }, FALSE },
  { "pp", PIPELINE, { CLI, "pp", IN, "--theory", "global", "--what-if", "all" }, FALSE },
  { "pp-png", PIPELINE, { CLI, "pp", IN, "--out", OUT "/chart.png" }, FALSE },
  { "pp_chart",
    PIPELINE,
    { CLI, "-m", "pp_chart", "-d", IN, "--export_type", "db", "-o", OUT, "-j", "1" },
    FALSE },
  { "schedule",
    NOTHING,
    { CLI, "schedule", "1f1b", "--stages", "64", "--micro-batches", "256", "--out",
      OUT "/schedule.svg" },
    FALSE },
  { "paint-pipeline", NOTHING, { "tests/bench/bench-paint" }, FALSE },
  { "paint-timeline", NOTHING, { "tests/bench/bench-timeline", "--one" }, FALSE },
  { "window-start", NOTHING, { "tests/bench/bench-ui", "--first-frame" }, TRUE },
};

typedef struct
{
  const char *build;
  guint repeats;
  int status;
} Side;

static char *out_folder;

/* ---- One run -------------------------------------------------------------------------------- */

static void
remove_content (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        remove_content (path);
      g_remove (path);
    }
}

/* Returns: (transfer full): the program and its arguments */
static char **
make_argv (const Line *line, const char *build, const char *in)
{
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_autofree char *program = g_build_filename (build, line->argv[0], NULL);

  g_strv_builder_add (argv, program);
  for (gsize i = 1; line->argv[i]; i++)
    {
      const char *word = line->argv[i];
      g_autofree char *below =
          g_str_has_prefix (word, OUT) ? g_strconcat (out_folder, word + strlen (OUT), NULL) : NULL;

      g_strv_builder_add (argv, below ? below : g_str_equal (word, IN) ? in : word);
    }
  return g_strv_builder_end (argv);
}

/* Returns: the CPU time, s, of as many runs as @side repeats; its status tells whether all went
 * well */
static double
run_side (Side *side, const Line *line, const char *in)
{
  g_auto (GStrv) argv = make_argv (line, side->build, in);
  double cpu_s = 0;

  for (guint i = 0; i < side->repeats; i++)
    {
      BenchCost cost;

      remove_content (out_folder);
      cost = bench_cost_of_program (1, (const char *const *) argv);
      cpu_s += cost.cpu_s;
      side->status |= cost.status;
    }
  return cpu_s;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static void
judge (const char *name, double *ratios, guint n, double cpu_s)
{
  BenchBounds bounds;

  if (!bench_bounds_init (&bounds, ratios, n))
    g_error ("%u pairs are too few", n);
  g_print ("  %-24s %8.3f s %8.3f  %.3f to %.3f %s\n", name, cpu_s, bounds.median, bounds.low,
           bounds.high, bench_judge (bounds.low, nextafter (MOST_RATIO, 0)));
}

/* One pair before the others warms both up, tells how often to repeat and whether both can do it.
 */
static gboolean
warm_up (const Line *line, const char *in, Side *older, Side *newer)
{
  double cpu_s = run_side (older, line, in);

  cpu_s = MAX (cpu_s, run_side (newer, line, in));
  if (newer->status != 0)
    bench_fail ("%-24s does not work:", line->name);
  else if (older->status != 0)
    g_print ("  %-24s is new\n", line->name);
  newer->repeats = older->repeats =
      (guint) CLAMP (ceil (LEAST_CPU_S / MAX (cpu_s, 1e-3)), 1, MOST_REPEATS);
  return newer->status == 0 && older->status == 0;
}

static void
run_line (const Line *line, const char *older_build, guint n_pairs)
{
  Side older = { older_build, 1, 0 }, newer = { bench_get_build_dir (), 1, 0 };
  g_autofree char *in = line->input == NOTHING ? NULL
                                               : bench_make_profile (inputs[line->input].name,
                                                                     inputs[line->input].options);
  g_autofree double *ratios = g_new (double, n_pairs);
  double newer_s = 0;

  if (!warm_up (line, in, &older, &newer))
    return;
  for (guint i = 0; i < n_pairs; i++)
    {
      double first_s = run_side (i % 2 ? &newer : &older, line, in);
      double second_s = run_side (i % 2 ? &older : &newer, line, in);

      ratios[i] = i % 2 ? first_s / second_s : second_s / first_s;
      newer_s += i % 2 ? first_s : second_s;
    }
  if (older.status != 0 || newer.status != 0)
    bench_fail ("%-24s works at times only:", line->name);
  else
    judge (line->name, ratios, n_pairs, newer_s / (n_pairs * newer.repeats));
}

/* A line needs its program on both sides, and some need a display. */
static gboolean
can_run (const Line *line, const char *older_build)
{
  g_autofree char *older = g_build_filename (older_build, line->argv[0], NULL);
  g_autofree char *newer = g_build_filename (bench_get_build_dir (), line->argv[0], NULL);

  if (!g_file_test (older, G_FILE_TEST_IS_EXECUTABLE) ||
      !g_file_test (newer, G_FILE_TEST_IS_EXECUTABLE))
    g_print ("  %-24s is not built on both sides\n", line->name);
  else if (line->needs_display && !g_getenv ("DISPLAY") && !g_getenv ("WAYLAND_DISPLAY"))
    g_print ("  %-24s needs a display\n", line->name);
  else
    return TRUE;
  return FALSE;
}

static gboolean
is_line (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    if (strcmp (lines[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Returns: whether the arguments make sense, and says what is wrong otherwise */
static gboolean
check_arguments (char **arguments, int n_pairs)
{
  if (!arguments)
    g_printerr ("bench-against: name the build folder to compare with\n");
  else if (n_pairs < LEAST_PAIRS || n_pairs > 1000)
    g_printerr ("bench-against: --pairs takes %d to 1000\n", LEAST_PAIRS);
  else
    {
      for (gsize i = 1; arguments[i]; i++)
        if (!is_line (arguments[i]))
          {
            g_printerr ("bench-against: there is no line \"%s\"; there are:", arguments[i]);
            for (gsize k = 0; k < G_N_ELEMENTS (lines); k++)
              g_printerr (" %s", lines[k].name);
            g_printerr ("\n");
            return FALSE;
          }
      return TRUE;
    }
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) arguments = NULL;
  int n_pairs = LEAST_PAIRS;
  const GOptionEntry entries[] = {
    { "pairs", 0, 0, G_OPTION_ARG_INT, &n_pairs, "Pairs of runs a line (10)", "N" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments, NULL, "BUILD [LINE…]" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  setvbuf (stdout, NULL, _IOLBF, 0);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("bench-against: %s\n", error->message);
      return 2;
    }
  if (!check_arguments (arguments, n_pairs))
    return 2;
  g_unsetenv ("LANESCOPE_BUILD_DIR"); /* each program finds its own */
  out_folder = g_dir_make_tmp ("lanescope-bench-XXXXXX", &error);
  if (!out_folder)
    g_error ("%s", error->message);
  g_print ("CPU time of this build to that of %s, %d pairs:\n", arguments[0], n_pairs);
  g_print ("  %-24s %10s %8s  bounds (limit %g)\n", "", "CPU", "median", MOST_RATIO);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    if ((!arguments[1] || g_strv_contains ((const char *const *) arguments + 1, lines[i].name)) &&
        can_run (&lines[i], arguments[0]))
      run_line (&lines[i], arguments[0], (guint) n_pairs);
  remove_content (out_folder);
  g_rmdir (out_folder);
  g_free (out_folder);
  return bench_get_exit_status ();
}
