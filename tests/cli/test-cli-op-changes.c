/* test-cli-op-changes.c - operators of two recordings in what compare writes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-files.h"

/** Two recordings of the samples; %FALSE where there are none. */
typedef struct
{
  LscTestPlace *place;
  char *before;
  char *after;
} Pair;

static gboolean
pair_init (Pair *self)
{
  g_autofree char *root = lsc_test_require_samples ();

  if (!root)
    return FALSE;
  self->place = lsc_test_place_new ();
  self->before = g_build_filename (root, "before-after", "before", NULL);
  self->after = g_build_filename (root, "before-after", "after", NULL);
  return TRUE;
}

static void
pair_clear (Pair *self)
{
  lsc_test_place_free (self->place);
  g_free (self->before);
  g_free (self->after);
}

static void
test_text (void)
{
  g_autoptr (LscTestOutput) output = NULL;
  Pair pair;

  if (!pair_init (&pair))
    return;
  output = lsc_test_cli_output (pair.place, EXIT_DELIVERED, "compare", pair.before, pair.after,
                                "--parts", "operators", NULL);
  lsc_test_assert_contains (output->out, "By operator:\n");
  lsc_test_assert_contains (output->out, "Kernels per step and rank: 3.986 ms → 3.139 ms (2 and 2 "
                                         "steps, mean of 2 ranks).");
  pair_clear (&pair);
}

/* The rows of files add up to the difference of all kernels, too. */
static void
test_files (void)
{
  g_autofree char *db = NULL, *svg = NULL, *sum = NULL, *picture = NULL;
  Pair pair;

  if (!pair_init (&pair))
    return;
  db = g_build_filename (pair.place->root, "pair.db", NULL);
  svg = g_build_filename (pair.place->root, "pair.svg", NULL);
  lsc_test_cli (pair.place, EXIT_DELIVERED, "compare", pair.before, pair.after, "--parts",
                "operators", "--table", db, "--out", svg, "-q", NULL);
  sum = lsc_test_sql (db, "SELECT sum(delta_ns) = sum(count_effect_ns) + "
                          "sum(duration_effect_ns) AND sum(delta_ns) = sum(after_ns) - "
                          "sum(before_ns) FROM CompareOperators");
  g_assert_cmpstr (g_strstrip (sum), ==, "1");
  g_assert_true (g_file_get_contents (svg, &picture, NULL, NULL));
  lsc_test_assert_contains (picture, "MulGrad");
  pair_clear (&pair);
}

static void
test_report (void)
{
  g_autofree char *path = NULL, *text = NULL;
  Pair pair;

  if (!pair_init (&pair))
    return;
  path = g_build_filename (pair.place->root, "pair.md", NULL);
  lsc_test_cli (pair.place, EXIT_DELIVERED, "compare", pair.before, pair.after, "--report", path,
                "-q", NULL);
  text = lsc_test_read (path, NULL);
  lsc_test_assert_contains (text, "<summary><b>Operators</b>");
  lsc_test_assert_contains (text, "is gone and took");
  lsc_test_assert_contains (text, "The Largest Differences per Step and Rank");
  pair_clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-op-changes/text", test_text);
  g_test_add_func ("/cli-op-changes/files", test_files);
  g_test_add_func ("/cli-op-changes/report", test_report);
  return g_test_run ();
}
