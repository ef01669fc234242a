/* test-cli-waits.c - how long ranks waited for each other, against lengths that are known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-test-cli.h"

/* Two ranks reduce three times. The lengths are written into their databases, so that the waits
 * can be worked out by hand: who takes longer than the other has waited for it. */
static const gint64 lengths_ns[2][3] = { { 1000000, 100000, 100000 }, { 100000, 100000, 400000 } };

static char *
find_database (const char *folder, int rank)
{
  g_autofree char *name = g_strdup_printf ("ascend_pytorch_profiler_%d.db", rank);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *child;

  g_assert_nonnull (dir);
  while ((child = g_dir_read_name (dir)))
    {
      g_autofree char *path =
          g_build_filename (folder, child, "ASCEND_PROFILER_OUTPUT", name, NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
  g_error ("%s: no %s", folder, name);
}

/* The ends stay, so that the order of operators does. */
static void
set_lengths (const char *folder, int rank)
{
  g_autofree char *database = find_database (folder, rank);

  for (int i = 0; i < 3; i++)
    {
      g_autofree char *sql = g_strdup_printf (
          "UPDATE COMMUNICATION_OP SET startNs = endNs - %" G_GINT64_FORMAT " WHERE opName = "
          "(SELECT opName FROM COMMUNICATION_OP JOIN STRING_IDS ON id = opName "
          "WHERE value LIKE 'hcom_allReduce%%' ORDER BY endNs LIMIT 1 OFFSET %d)",
          lengths_ns[rank][i], i);

      lsc_test_sql_run (database, sql);
    }
}

static char *
record (LscTestPlace *place)
{
  char *folder = lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");

  set_lengths (folder, 0);
  set_lengths (folder, 1);
  return folder;
}

/* The rows of a type and a rank, in their order; @keys of each, parted by commas. */
static char *
pick (const char *text, const char *type, gint64 rank, const char *const *keys)
{
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (text);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    if (g_str_equal (json_object_get_string_member (lines->pdata[i], "type"), type) &&
        json_object_get_int_member (lines->pdata[i], "rank") == rank)
      {
        g_autofree char *row = lsc_test_json_row (lines->pdata[i], keys);

        g_string_append_printf (out, "%s%s", out->len > 0 ? "," : "", row);
      }
  return g_string_free (out, FALSE);
}

static void
assert_picked (const char *text, const char *type, gint64 rank, const char *const *keys,
               const char *expected)
{
  g_autofree char *found = pick (text, type, rank, keys);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_known (void)
{
  static const char *const of_wait[] = { "dur_ns", "wait_ns", NULL };
  static const char *const of_group[] = { "operators", "dur_ns", "wait_ns", "net_wait_ns", NULL };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place);
  g_autoptr (LscTestOutput) json =
      lsc_test_cli_output (place, EXIT_DELIVERED, "waits", folder, "--json", NULL);
  g_autoptr (LscTestOutput) text =
      lsc_test_cli_output (place, EXIT_DELIVERED, "waits", folder, NULL);

  assert_picked (json->out, "wait", 0, of_wait, "1000000|900000,100000|0,100000|0");
  assert_picked (json->out, "wait", 1, of_wait, "100000|0,100000|0,400000|300000");
  assert_picked (json->out, "group", 0, of_group, "3|1200000|900000|600000");
  assert_picked (json->out, "group", 1, of_group, "3|600000|300000|0");
  lsc_test_assert_contains (text->out, "900.0 µs");
  g_assert_cmpstr (text->err, ==, "");
}

static void
test_tables (void)
{
  static const char *const endings[] = { "json", "csv", "xlsx", "db" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place);
  g_autofree char *database = g_build_filename (place->root, "waits.db", NULL);
  g_autofree char *sums = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("waits.", endings[i], NULL);
      g_autofree char *path = g_build_filename (place->root, name, NULL);

      lsc_test_cli (place, EXIT_DELIVERED, "waits", folder, "--table", path, NULL);
      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  sums = lsc_test_sql (database, "SELECT sum(wait_ns) FROM waits WHERE rank < 2 GROUP BY rank");
  g_assert_cmpstr (sums, ==, "900000\n300000\n");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "waits", folder, "--table", "waits.txt", NULL);
}

/* One rank alone has waited for nobody that is known: no zero, and a sentence. */
static void
test_alone (void)
{
  static const char *const of_wait[] = { "wait_ns", "members_missing", NULL };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place);
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_PART, "waits", folder, "--rank-list=0", "--json", NULL);

  assert_picked (output->out, "wait", 0, of_wait, "null|1,null|1,null|1");
  lsc_test_assert_contains (output->err, "Of 3 of 3 collectives no other member was read");
}

static void
test_none (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place);
  g_autoptr (LscTestOutput) output = NULL;

  for (int rank = 0; rank < 4; rank++)
    {
      g_autofree char *database = find_database (folder, rank);

      lsc_test_sql_run (database, "DELETE FROM COMMUNICATION_OP");
    }
  output = lsc_test_cli_output (place, EXIT_PART, "waits", folder, "--json", NULL);
  lsc_test_assert_contains (output->out, "{\"not_known\": [{\"code\": \"no_communication\", ");
  lsc_test_assert_contains (output->err, "No collective was recorded");
}

/* Where all ranks are there, each in groups of its own, it is not a matter of opening more. */
static void
test_groups_of_one (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "demo", "--preset demo");
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (place, EXIT_PART, "waits", folder, NULL);

  lsc_test_assert_contains (output->err, "groups of one rank");
  lsc_test_assert_contains (output->err, "lanescope-cli pp");
  lsc_test_assert_lacks (output->err, "Open the folder of all ranks");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waits/known", test_known);
  g_test_add_func ("/waits/tables", test_tables);
  g_test_add_func ("/waits/alone", test_alone);
  g_test_add_func ("/waits/none", test_none);
  g_test_add_func ("/waits/groups-of-one", test_groups_of_one);
  return g_test_run ();
}
