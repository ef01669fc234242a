/* bench-traps.c - odd shapes of input against as many ordinary events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "bench-cost.h"
#include "bench-report.h"
#include "lsc-test-files.h"
#include "lsc-test-traps.h"

/* bench-traps [PART…]: the cases whose names hold one of the parts, such as "dispatch" or "40000
 * threads"; all without any. Every figure is a ratio of user and system time of the command line,
 * the best of several runs. */

#define RUNS 3
#define MOST_RATIO 3.0

typedef struct
{
  const LscTestTrap *trap;
  guint n;
  const char *command;
  const char *words[8]; /* after the input */
} Case;

static const Case cases[] = {
  { &lsc_test_trap_namesakes, 4000, "query", { "select sum(self_ns) from slices", NULL } },
  { &lsc_test_trap_threads, 40000, "info", { NULL } },
  { &lsc_test_trap_threads, 40000, "query", { "select sum(self_ns) from slices", NULL } },
  { &lsc_test_trap_threads, 40000, "slices", { "--json", NULL } },
  { &lsc_test_trap_threads, 40000, "convert", { "--to", "db", "--out", "OUT", NULL } },
  { &lsc_test_trap_streams, 100000, "overlap", { NULL } },
  { &lsc_test_trap_streams, 100000, "tree", { NULL } },
  { &lsc_test_trap_streams, 100000, "dispatch", { NULL } },
  { &lsc_test_trap_streams, 100000, "slices", { "--json", NULL } },
  { &lsc_test_trap_streams, 100000, "convert", { "--to", "db", "--out", "OUT", NULL } },
  { &lsc_test_trap_both, 40000, "dispatch", { NULL } },
  { &lsc_test_trap_links, 200000, "query", { "select count(*) from links", NULL } },
  { &lsc_test_trap_links, 200000, "convert", { "--to", "db", "--out", "OUT", NULL } },
  { &lsc_test_trap_staircase, 100000, "query", { "select sum(self_ns) from slices", NULL } },
  { &lsc_test_trap_staircase, 100000, "slices", { "--json", NULL } },
  { &lsc_test_trap_staircase, 100000, "convert", { "--to", "db", "--out", "OUT", NULL } },
  { &lsc_test_trap_nest, 80000, "tree", { NULL } },
  { &lsc_test_trap_nest, 80000, "overlap", { NULL } },
};

static const char *program;
static const char *folder;

/* Returns the seconds of the best run, NAN when one failed; trees of nothing are no failure. */
static double
run (const Case *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char *out = g_build_filename (folder, "out.db", NULL);
  g_autofree char *in = g_build_filename (folder, self->trap->file, NULL);
  BenchCost cost;

  g_ptr_array_add (words, (gpointer) program);
  g_ptr_array_add (words, (gpointer) self->command);
  g_ptr_array_add (words, in);
  for (guint i = 0; self->words[i]; i++)
    g_ptr_array_add (words, g_str_equal (self->words[i], "OUT") ? out : (gpointer) self->words[i]);
  g_ptr_array_add (words, NULL);
  cost = bench_cost_of_program (RUNS, (const char *const *) words->pdata);
  return cost.status == 0 || g_str_equal (self->command, "tree") ? cost.cpu_s : NAN;
}

static double
measure (const Case *self, gboolean is_plain)
{
  lsc_test_trap_write (self->trap, folder, self->n, is_plain);
  return run (self);
}

/* @names: parts of names of cases, none = all */
static gboolean
is_wanted (const char *what, char **names)
{
  for (gsize i = 0; names[i]; i++)
    if (strstr (what, names[i]))
      return TRUE;
  return names[0] == NULL;
}

static void
compare (const Case *self, char **names)
{
  g_autofree char *what = g_strdup_printf ("%s of %u %s", self->command, self->n, self->trap->name);
  double odd_s, plain_s, ratio;

  if (!is_wanted (what, names))
    return;
  odd_s = measure (self, FALSE);
  plain_s = measure (self, TRUE);
  ratio = odd_s / plain_s;

  g_print ("  %-44s %8.2f (limit %.2f) %s   %.3f s, ordinary %.3f s\n", what, ratio, MOST_RATIO,
           bench_judge (ratio, MOST_RATIO), odd_s, plain_s);
}

int
main (int argc, char **argv)
{
  g_auto (LscTestTempDir) place = lsc_test_temp_dir_new ();
  g_autofree char *cli =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "cli", "lanescope-cli", NULL);

  setlocale (LC_ALL, "C.UTF-8");
  program = cli;
  folder = place;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    compare (&cases[i], argv + 1);
  return bench_get_exit_status ();
}
