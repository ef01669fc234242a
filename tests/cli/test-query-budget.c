/* test-query-budget.c - query keeps to its time, its memory and its threads
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"

#define EXIT_BUDGET 5

#define COUNT_UP "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) "

/* ---- time and memory ------------------------------------------------------------------------ */

/* The engine's own test walks more of them; here, exit code and sentence. */
static void
test_time (void)
{
  static const char *const statements[] = {
    "SELECT length(trim(printf('%.*c', 1000000, 'a'), printf('%.*c', 100000, 'b') || 'a'))",
    "SELECT instr(printf('%.*c', 9000000, 'a'), printf('%.*c', 4500000, 'a') || 'b')",
    "SELECT printf('%.*c', 2000000000, 'a')",
    COUNT_UP "SELECT i FROM c ORDER BY random()",
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_BUDGET, "query", place->data, statements[i], "--timeout", "0.3", NULL);

      lsc_test_assert_contains (output->err, "lanescope-cli: ");
    }
}

static void
test_memory (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) rows = NULL;
  g_autoptr (LscTestOutput) sort = NULL;

  lsc_test_write_modules (place, 1);
  rows = lsc_test_cli_output (place, EXIT_BUDGET, "query", place->data,
                              COUNT_UP "SELECT printf('%.*c', 10000, 'x') AS t FROM c", "--csv",
                              "--max-memory", "8M", NULL);
  lsc_test_assert_contains (rows->err, "stopped at 8.0\302\240MiB of memory (--max-memory)");
  g_assert_cmpuint (rows->out_length, >, 1000000);
  g_assert_cmpuint (rows->out_length, <, 8 * 1024 * 1024);
  sort =
      lsc_test_cli_output (place, EXIT_BUDGET, "query", place->data,
                           COUNT_UP "SELECT i FROM c ORDER BY random()", "--max_memory=16m", NULL);
  lsc_test_assert_contains (sort->err, "16.0\302\240MiB");
  lsc_test_cli (place, EXIT_DELIVERED, "query", place->data,
                "SELECT name FROM slices ORDER BY dur_ns", "--max-memory", "1G", NULL);
}

static void
test_memory_usage (void)
{
  static const char *const sizes[] = {
    "", "M", "0", "-1", "0.5G", "12 M", "1KB", "10K", "1000", "99P", "99999999999999999999"
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_WRONG_USAGE, "query", place->data, "SELECT 1",
                               "--max-memory", sizes[i], NULL);

      lsc_test_assert_contains (output->err, "--max-memory");
    }
}

/* The machine may have less than the budget grants. */
static void
test_little_memory (void)
{
#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("AddressSanitizer needs more address space than this leaves");
#else
  /* With some, rows and the table of them have no room at the same time. */
  static const int limits_kb[] = { 150000, 250000, 300000 };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");

  lsc_test_write_modules (place, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (limits_kb); i++)
    {
      g_autofree char *script = g_strdup_printf (
          "ulimit -v %d; exec \"$0\" query --max-memory 400M \"$1\" \"$2\" --csv", limits_kb[i]);
      const char *words[] = { "-c",
                              script,
                              program,
                              place->data,
                              COUNT_UP "SELECT printf('%.*c', 10000, 'x') || i FROM c",
                              NULL };
      g_autoptr (LscTestOutput) output = lsc_test_spawn ("/bin/sh", (char **) words);

      g_assert_cmpint (output->code, ==, EXIT_BUDGET);
      lsc_test_assert_contains (output->err, "memory");
    }
#endif
}

/* ---- threads -------------------------------------------------------------------------------- */

#ifndef __SANITIZE_ADDRESS__
static int
count_threads (LscTestPlace *place, char **words)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *library = lsc_test_program ("tests/cli/libcount-threads.so");
  g_autofree char *file = g_build_filename (place->root, "threads", NULL);
  g_autofree char *preload = g_strconcat ("LD_PRELOAD=", library, NULL);
  g_autofree char *to = g_strconcat ("LSC_TEST_THREADS_FILE=", file, NULL);
  g_autofree char *line = g_strjoinv (" ", words);
  g_autofree char *count = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (LscTestOutput) output = NULL;

  g_ptr_array_add (argv, preload);
  g_ptr_array_add (argv, to);
  g_ptr_array_add (argv, program);
  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, NULL);
  output = lsc_test_spawn ("/usr/bin/env", (char **) argv->pdata);
  if (output->code != EXIT_DELIVERED)
    g_error ("exit code %d of: %s\n%s", output->code, line, output->err);
  count = lsc_test_read (file, NULL);
  g_test_message ("%s threads: %s", count, line);
  return (int) g_ascii_strtoll (count, NULL, 10);
}

/* Pictures are left out: Pango looks for fonts in threads of its own. */
static void
assert_alone (LscTestPlace *place, const char *path)
{
  g_autofree char *db = g_build_filename (place->root, "all.db", NULL);
  const char *const commands[][9] = {
    { "query", path, "SELECT count(*) FROM slices", "-j1", "-q" },
    { "query", path, "SELECT count(*) FROM modules", "-j1", "-q" },
    { "query", path, "SELECT count(*) FROM gaps", "-j1", "-q" },
    { "info", path, "-j1" },
    { "tree", path, "-j1", "-q" },
    { "overlap", path, "-j1", "-q" },
    { "dispatch", path, "-j1", "-q" },
    { "slices", path, "-j1", "-q" },
    { "convert", path, "--to", "db", "--out", db, "-j1", "-q" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_assert_cmpint (count_threads (place, (char **) commands[i]), ==, 0);
}
#endif

static void
test_one_thread (void)
{
#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("AddressSanitizer counts threads itself, and must be loaded first");
#else
  g_autoptr (LscTestPlace) db = lsc_test_place_new ();
  g_autoptr (LscTestPlace) trace = lsc_test_place_new ();
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  const char *write[] = { "--preset", "small", "--kineto",  "--gzip",
                          "--no-db",  "--out", trace->data, NULL };
  const char *ask[] = { "query", trace->data, "SELECT count(*) FROM slices", "-j2", "-q", NULL };
  g_autoptr (LscTestOutput) written = lsc_test_spawn (synth, (char **) write);

  g_assert_cmpint (written->code, ==, 0);
  lsc_test_write_modules (db, 2);
  assert_alone (db, db->data);
  assert_alone (trace, trace->data);
  g_assert_cmpint (count_threads (trace, (char **) ask), >, 0); /* it does count them */
#endif
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-budget/time", test_time);
  g_test_add_func ("/query-budget/memory", test_memory);
  g_test_add_func ("/query-budget/memory-usage", test_memory_usage);
  g_test_add_func ("/query-budget/little-memory", test_little_memory);
  g_test_add_func ("/query-budget/one-thread", test_one_thread);
  return g_test_run ();
}
