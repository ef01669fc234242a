/* test-cli-columns.c - columns of tables that are never filled
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

/* Whether a value is right is for the tests of its table. A column that stays empty where it could
 * be known is noticed here, of whichever table. */

#define RECORDING                                                                                  \
  "--preset=demo --ranks=2 --pp=2 --dp=2 --steps=2 --micro-batches=4 --layers=1 --depth=5"

/* Has a slow rank and messages that take long. */
#define SLOW RECORDING " --seed=9 --straggler=1:1.3 --latency=300000"

/* What these recordings do not say: all is known, so that there are no reasons why it is not; the
 * host waits for no device; two steps are too few for a test of significance. */
static const char *const empty_columns[] = {
  "steps.reason",
  "dispatch.reason",
  "breaks.source", /* no Python frames */
  "kernels.parent",
  "kernels.pid",
  "kernels.mte1_ratio", /* other counters than these were chosen */
  "kernels.mte2_ratio",
  "kernels.mte3_ratio",
  "kernels.fixpipe_ratio",
  "kernels.scalar_ratio",
  "kernels.icache_miss",
  "kernels.cube_utilisation",
  "kernels.occupancy", /* of GPUs */
  "kernels.blocks_per_sm",
  "kernels.warps_per_sm",
  "kernels.registers",
  "kernels.shared_memory",
  "shapes.mte1_ratio",
  "shapes.mte2_ratio",
  "shapes.mte3_ratio",
  "shapes.fixpipe_ratio",
  "shapes.scalar_ratio",
  "shapes.icache_miss",
  "shapes.cube_utilisation",
  "shapes.occupancy",
  "shapes.blocks_per_sm",
  "shapes.warps_per_sm",
  "shapes.registers",
  "shapes.shared_memory",
  "collectives.pid",
  "collectives.tid",
  "collectives.stream",
  "PpMetric.note",
  "PpBalance.over_inner",
  "PpVerdict.step",
  "PpVerdict.kind",
  "PpVerdict.microbatch",
  "PpVerdict.op_share", /* findings decide the slow rank by its kernels */
  "PpSchedule.variant",
  "PpSchedule.reason",
  "overview.gain_ranks", /* of gains that several ranks share */
  "overview.comm_ns",    /* all of communication is split into waits and transfers */
  "overview.not_available",
  "overview.classes", /* all steps are alike */
  "overview_steps.class",
  "overview_steps.batch",
  "overview_steps.comm_ns",
  "overview_steps.lead_begin_ns", /* the host is nowhere ahead */
  "overview_steps.lead_end_ns",
  "CompareVerdict.p",
  "CompareVerdict.low_ns",
  "CompareVerdict.high_ns",
  "CompareCategory.name_after", /* categories have neither other names nor instances */
  "CompareCategory.before_count",
  "CompareCategory.after_count",
  "CompareCategory.count_effect_ns",
  "CompareCategory.speed_effect_ns",
  "CompareCategory.p",
  "CompareCategory.before_rank",
  "CompareCategory.before_slice_id",
  "CompareCategory.before_begin_ns",
  "CompareCategory.after_rank",
  "CompareCategory.after_slice_id",
  "CompareCategory.after_begin_ns",
  "CompareModule.category",
  "CompareModule.name_after",
  "CompareModule.p",
  "CompareOp.name_after",
  "CompareOp.p",
  NULL,
};

/* Tables without rows. */
static const char *const empty_tables[] = { "syncs",         "blocks_of_memory",
                                            "CompareMemory", "CompareUnmatched",
                                            "CompareRuns",   NULL };

static void
check_count (const char *table, const char *column, const char *count)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", table, column);

  if (g_strv_contains (empty_tables, table))
    g_assert_cmpstr (count, ==, "0");
  else if (g_str_equal (count, "0") != g_strv_contains (empty_columns, name))
    g_error ("%s has %s values", name, count);
}

/* ---- tables of queries ---- */

/* (transfer full): how many values each of these columns has */
static char **
count_values (LscTestPlace *place, const char *folder, const char *table, char **columns)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autoptr (LscTestOutput) output = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; columns[i] != NULL; i++)
    g_string_append_printf (sql, "%scount(\"%s\") AS c%u", i > 0 ? ", " : "", columns[i], i);
  g_string_append_printf (sql, " FROM %s", table);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "query", folder, sql->str, "--csv", NULL);
  lines = g_strsplit (output->out, "\n", 3);
  return g_strsplit (lines[1], ",", -1);
}

/* @line: "table (column, column)" */
static void
check_line (LscTestPlace *place, const char *folder, const char *line)
{
  g_auto (GStrv) parts = g_strsplit_set (line, "()", 3);
  const char *table = g_strchomp (parts[0]);
  g_auto (GStrv) columns = g_strsplit (parts[1], ", ", -1);
  g_auto (GStrv) counts = count_values (place, folder, table, columns);

  for (guint i = 0; columns[i] != NULL; i++)
    check_count (table, columns[i], counts[i]);
}

static void
test_query (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "plain", RECORDING);
  g_autoptr (LscTestOutput) tables =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", folder, "--tables", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (tables->out), "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), >=, 16);
  for (guint i = 0; lines[i] != NULL; i++)
    check_line (place, folder, lines[i]);
}

/* ---- tables of files ---- */

static void
check_file (const char *path, guint n_tables)
{
  g_autofree char *names =
      lsc_test_sql (path, "SELECT m.name, p.name FROM sqlite_master m, "
                          "pragma_table_info(m.name) p WHERE m.type = 'table'");
  g_auto (GStrv) lines = g_strsplit (g_strchomp (names), "\n", -1);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], "|", 2);
      g_autofree char *sql =
          g_strdup_printf ("SELECT count(\"%s\") FROM \"%s\"", words[1], words[0]);
      g_autofree char *count = lsc_test_sql (path, sql);

      check_count (words[0], words[1], g_strchomp (count));
      g_hash_table_add (seen, g_strdup (words[0]));
    }
  g_assert_cmpuint (g_hash_table_size (seen), >=, n_tables);
}

static void
test_files (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *plain = lsc_test_record (place, "plain", RECORDING);
  g_autofree char *slow = lsc_test_record (place, "slow", SLOW);
  g_autofree char *pp = g_build_filename (place->root, "pp.db", NULL);
  g_autofree char *overview = g_build_filename (place->root, "overview.db", NULL);
  g_autofree char *compare = g_build_filename (place->root, "compare.db", NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "pp", slow, "--table", pp, NULL);
  check_file (pp, 16);
  lsc_test_cli (place, EXIT_DELIVERED, "overview", slow, "--table", overview, NULL);
  check_file (overview, 5);
  lsc_test_cli (place, EXIT_DELIVERED, "compare", plain, slow, "--table", compare, NULL);
  check_file (compare, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-columns/query", test_query);
  g_test_add_func ("/cli-columns/files", test_files);
  return g_test_run ();
}
