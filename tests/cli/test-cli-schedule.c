/* test-cli-schedule.c - ideal schedules from the command line
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsc-test-cli.h"

static LscTestOutput *
run (LscTestPlace *place, int code, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  LscTestOutput *output;

  g_ptr_array_add (all, (gpointer) "schedule");
  for (guint i = 0; list[i]; i++)
    g_ptr_array_add (all, list[i]);
  g_ptr_array_add (all, NULL);
  output = lsc_test_spawn (program, (char **) all->pdata);
  if (output->code != code)
    g_error ("schedule %s: exit %d, not %d: %s", words, output->code, code, output->err);
  return output;
}

/* All blocks of the smallest 1F1B with two stages, worked out by hand. */
static void
test_blocks (void)
{
  static const char *const expected =
      "{\"rank\": 0, \"seq\": 0, \"kind\": \"F\", \"mb\": 0, \"chunk\": 0, \"start\": 0, "
      "\"end\": 1.5}\n"
      "{\"rank\": 0, \"seq\": 1, \"kind\": \"F\", \"mb\": 1, \"chunk\": 0, \"start\": 1.5, "
      "\"end\": 3}\n"
      "{\"rank\": 0, \"seq\": 2, \"kind\": \"B\", \"mb\": 0, \"chunk\": 0, \"start\": 6.5, "
      "\"end\": 9.5}\n"
      "{\"rank\": 0, \"seq\": 3, \"kind\": \"B\", \"mb\": 1, \"chunk\": 0, \"start\": 11, "
      "\"end\": 14}\n"
      "{\"rank\": 1, \"seq\": 0, \"kind\": \"F\", \"mb\": 0, \"chunk\": 0, \"start\": 1.75, "
      "\"end\": 3.25}\n"
      "{\"rank\": 1, \"seq\": 1, \"kind\": \"B\", \"mb\": 0, \"chunk\": 0, \"start\": 3.25, "
      "\"end\": 6.25}\n"
      "{\"rank\": 1, \"seq\": 2, \"kind\": \"F\", \"mb\": 1, \"chunk\": 0, \"start\": 6.25, "
      "\"end\": 7.75}\n"
      "{\"rank\": 1, \"seq\": 3, \"kind\": \"B\", \"mb\": 1, \"chunk\": 0, \"start\": 7.75, "
      "\"end\": 10.75}\n";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output =
      run (place, EXIT_DELIVERED,
           "1f1b --stages 2 --micro-batches 2 --cost F=1.5 --latency 0.25 "
           "--json");

  g_assert_cmpstr (output->out, ==, expected);
  g_assert_cmpstr (output->err, ==, "");
}

/* An overlapped block carries both micro-batches. */
static void
test_overlapped (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output =
      run (place, EXIT_DELIVERED, "dualpipev --stages 2 --micro-batches 4 --json");

  lsc_test_assert_contains (output->out, "\"kind\": \"X\", \"mb\": 3, \"chunk\": 0, \"mb_b\": 1, "
                                         "\"chunk_b\": 1, ");
  lsc_test_assert_lacks (output->out, "\"mb\": 4");
}

/* Short weight gradients leave waits in ZB-V, into which others can be moved. */
static void
test_refill (void)
{
  static const char *const words = "zbv -P 4 -M 8 --cost F=10,B=20,I=14,W=6";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *moved_words = g_strconcat (words, " --variant refill", NULL);
  g_autoptr (LscTestOutput) plain = run (place, EXIT_DELIVERED, words);
  g_autoptr (LscTestOutput) moved = run (place, EXIT_DELIVERED, moved_words);
  const char *before = strstr (plain->out, "window "), *after = strstr (moved->out, "window ");

  g_assert_true (before != NULL && after != NULL);
  g_assert_cmpint (atoi (after + strlen ("window ")), <, atoi (before + strlen ("window ")));
}

/* P = 4, M = 8 and unit costs: windows of the table in theory.md#windows. */
static void
test_windows (void)
{
  static const struct
  {
    const char *words;
    const char *window;
  } cases[] = {
    { "gpipe", ": window 33, bubble 27.3 %" },
    { "1f1b", ": window 33, bubble 27.3 %" },
    { "zbh1", ": window 27, " },
    { "interleaved --chunks 2", ": window 57, " },
    { "zbv", ": window 51, " },
    { "zbv-pytorch", ": window 51, " },
    { "zbv-greedy", ": window " },
    { "zbh2", ": window 27, " },
    { "eager-1f1b", ": window 33, " },
    { "gpipe-reversed", ": window 33, " },
    { "breadth-first --chunks 2", ": window 57, " },
    { "bfs --chunks 4", ": window 105, " },
    { "dualpipev", ": window 54, " },
    { "dualpipev --variant no-w-split", ": window 60, " },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = g_strdup_printf ("%s -P 4 -M 8", cases[i].words);
      g_autoptr (LscTestOutput) output = run (place, EXIT_DELIVERED, words);

      lsc_test_assert_contains (output->out, cases[i].window);
    }
}

static void
test_closed_form (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) holds = run (place, EXIT_DELIVERED, "1f1b -P 4 -M 8 --cost F=2,B=3");
  g_autoptr (LscTestOutput) fails =
      run (place, EXIT_DELIVERED, "zbv -P 4 -M 8 --cost F=2,B=3,I=1,W=2");
  g_autoptr (LscTestOutput) whole =
      run (place, EXIT_DELIVERED, "zbh1 -P 4 -M 8 --cost F=2,B=3,I=2,W=1");
  g_autoptr (LscTestOutput) apart =
      run (place, EXIT_DELIVERED, "zbh1 -P 4 -M 8 --cost F=2,B=4,I=2,W=1");

  lsc_test_assert_contains (whole->out, "(P-1)(F+B-2W) = 9\n");
  lsc_test_assert_contains (apart->out, "(P-1)(F+I-W) = 9\n"); /* B is not I + W */
  lsc_test_assert_contains (holds->out, "(P-1)(F+B)");
  lsc_test_assert_contains (holds->out, "= 15\n");
  lsc_test_assert_lacks (fails->out, "closed form");
}

/* Without any length there is no share of it. */
static void
test_free_of_cost (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = run (place, EXIT_DELIVERED, "1f1b -P 2 -M 3 --cost F=0");

  lsc_test_assert_contains (output->out, "window 0\n");
  lsc_test_assert_lacks (output->out, "%");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *words;
    const char *reason;
  } cases[] = {
    { "zbv -P 4 -M 7 --json", "8" },
    { "dualpipev -P 4 -M 7 --json", "8" },
    { "dualpipe -P 3 -M 8 --json", "" },
    { "dualpipe -P 4 -M 9 --json", "" },
    { "interleaved -P 4 -M 3 --json", "" },
    { "interleaved -P 4 -M 6 --json", "" },
    { "nobody -P 4 -M 8", "nobody" },
    { "1f1b -P 0 -M 8", "--stages" },
    { "1f1b -P 4", "--micro-batches" },
    { "1f1b -P 4 -M 8 --chunks 2", "interleaved" },
    { "interleaved -P 4 -M 8 --chunks 0", "--chunks takes" },
    { "1f1b -P 4 -M 8 --cost F=x", "F=x" },
    { "1f1b -P 4 -M 8 --cost F=-1", "F=-1" },
    { "1f1b -P 4 -M 8 --cost Q=1", "Q=1" },
    { "1f1b -P 4 -M 8 --latency -1", "--latency" },
    { "1f1b -P 4 -M 8 --variant no-overlap", "no-overlap" },
    { "1f1b -P 4 -M 9000000000", "16 million" },
    { "1f1b -P 4 -M 8 --cost F=9000000000000000000", "" },
    { "1f1b -P 4 -M 8 --out a.gif", ".svg" },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestOutput) output = run (place, EXIT_WRONG_USAGE, cases[i].words);

      g_assert_cmpstr (output->out, ==, "");
      g_assert_cmpstr (output->err, !=, "");
      lsc_test_assert_contains (output->err, cases[i].reason);
    }
}

static void
test_pictures (void)
{
  static const struct
  {
    const char *ending;
    const char *magic;
  } forms[] = { { "svg", "<?xml" }, { "pdf", "%PDF" }, { "png", "\x89PNG" } };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/figure.%s", place->root, forms[i].ending);
      g_autofree char *words = g_strdup_printf ("zbh1 -P 4 -M 8 --json --out %s", path);
      g_autoptr (LscTestOutput) output = run (place, EXIT_DELIVERED, words);
      gsize length;
      g_autofree char *bytes = lsc_test_read (path, &length);

      g_assert_cmpuint (length, >, 2000);
      g_assert_true (memcmp (bytes, forms[i].magic, 4) == 0);
      lsc_test_assert_contains (output->out, "\"kind\": \"W\"");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/schedule/blocks", test_blocks);
  g_test_add_func ("/cli/schedule/overlapped", test_overlapped);
  g_test_add_func ("/cli/schedule/windows", test_windows);
  g_test_add_func ("/cli/schedule/refill", test_refill);
  g_test_add_func ("/cli/schedule/closed-form", test_closed_form);
  g_test_add_func ("/cli/schedule/free-of-cost", test_free_of_cost);
  g_test_add_func ("/cli/schedule/refused", test_refused);
  g_test_add_func ("/cli/schedule/pictures", test_pictures);
  return g_test_run ();
}
