/* test-cli-formats.c - one run in three formats: pp says the same of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "lsc-test-cli.h"

#define PIPELINE "--preset pipeline --pp 4 --dp 2 --steps 4 --micro-batches 8 --straggler 2:1.5"

static const struct
{
  const char *name;
  const char *option;
} formats[] = {
  { "database", "" },
  { "kineto", " --kineto --no-db" },
  { "text", " --text --no-db" },
};

/* The first row of a table in what pp prints. */
static JsonObject *
find_row (GPtrArray *lines, const char *table)
{
  for (guint i = 0; i < lines->len; i++)
    if (strcmp (json_object_get_string_member_with_default (lines->pdata[i], "table", ""), table) ==
        0)
      return lines->pdata[i];
  g_error ("no table %s", table);
}

static GPtrArray *
study (LscTestPlace *place, guint format)
{
  g_autofree char *options = g_strconcat (PIPELINE, formats[format].option, NULL);
  g_autofree char *folder = lsc_test_record (place, formats[format].name, options);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "pp", folder, "--json", "--step", "all", NULL);

  return lsc_test_json_lines (output->out);
}

/* Messages whose both sides were recorded. */
static guint
count_measured (LscTestPlace *place, const char *format)
{
  g_autofree char *folder = g_build_filename (place->root, format, NULL);
  g_autofree char *tables = g_strconcat (folder, ".db", NULL);
  g_autofree char *count = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "pp", folder, "--step", "all", "--table", tables, NULL);
  count = lsc_test_sql (tables, "SELECT count(*) FROM PpLink WHERE source = 'measured'");
  return (guint) g_ascii_strtoull (count, NULL, 10);
}

/* The slow rank comes first, by the same sentence and within 1 % of the same gain. */
static void
test_verdicts (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  gint64 gain_ns = 0;

  lsc_test_place_watch (place, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GPtrArray) lines = study (place, i);
      JsonObject *verdict = find_row (lines, "PpVerdict");
      gint64 its_ns = json_object_get_int_member (verdict, "gain_ns");

      g_assert_cmpstr (json_object_get_string_member (verdict, "cause"), ==, "slow_rank");
      g_assert_cmpint (json_object_get_int_member (verdict, "rank"), ==, 2);
      g_assert_cmpstr (json_object_get_string_member (verdict, "certainty"), ==, "sure");
      gain_ns = i == 0 ? its_ns : gain_ns;
      g_assert_cmpfloat (fabs ((double) (its_ns - gain_ns)), <=, 0.01 * (double) gain_ns);
    }
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_assert_cmpuint (count_measured (place, formats[i].name), ==, 384);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-formats/verdicts", test_verdicts);
  return g_test_run ();
}
