/* test-cli-own.c - what convert writes is opened again, and gives the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"
#include "model/lsc-sql-schema.h"

static char *
convert (LscTestPlace *place, const char *from, const char *name)
{
  char *path = g_build_filename (place->root, name, NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "convert", from, "--to", "db", "--out", path, "-q", NULL);
  return path;
}

static LscTestOutput *
run (const char *command, const char *path)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  const char *words[] = { command, path, "--json", NULL };

  return lsc_test_spawn (program, (char **) words);
}

static void
assert_same_answer (const char *a, const char *b, const char *command)
{
  g_autoptr (LscTestOutput) x = run (command, a);
  g_autoptr (LscTestOutput) y = run (command, b);

  g_assert_cmpint (x->code, ==, y->code);
  g_assert_cmpstr (x->out, ==, y->out);
}

/* Converting what was converted gives the same file to the byte. */
static void
assert_round_trip (LscTestPlace *place, const char *data)
{
  g_autofree char *once = convert (place, data, "once.db");
  g_autofree char *twice = convert (place, once, "twice.db");

  lsc_test_assert_same_file (once, twice);
}

static void
test_round_trip (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *once = NULL;
  g_autofree char *picture = NULL;
  g_autoptr (LscTestOutput) told = NULL;
  g_autoptr (LscTestOutput) tree = NULL;

  lsc_test_write_modules (place, 3);
  assert_round_trip (place, place->data);
  once = g_build_filename (place->root, "once.db", NULL);
  assert_same_answer (place->data, once, "slices");
  assert_same_answer (place->data, once, "overlap");
  told = lsc_test_cli_output (place, EXIT_DELIVERED, "info", once, "--json", NULL);
  lsc_test_assert_contains (told->out, "slice_rows");
  tree = lsc_test_cli_output (place, EXIT_DELIVERED, "tree", once, "--json", NULL);
  lsc_test_assert_contains (tree->err, "[facts-not-kept]");
  picture = g_build_filename (place->root, "x.svg", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "timeline", once, "--out", picture, NULL);
}

/* What kernels read, and how near they come to the peak, is that of the recording. */
static void
assert_same_kernels (const char *a, const char *b)
{
  assert_same_answer (a, b, "operators");
  assert_same_answer (a, b, "roofline");
}

static void
test_kernels (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  char *words[] = { (char *) "--preset",
                    (char *) "small",
                    (char *) "--steps",
                    (char *) "3",
                    (char *) "--out",
                    place->data,
                    NULL };
  g_autoptr (LscTestOutput) made = lsc_test_spawn (synth, words);
  g_autoptr (LscTestOutput) operators = NULL;
  g_autofree char *once = NULL;

  g_assert_cmpint (made->code, ==, 0);
  assert_round_trip (place, place->data);
  once = g_build_filename (place->root, "once.db", NULL);
  assert_same_kernels (place->data, once);
  assert_same_answer (place->data, once, "overview"); /* who waits for whom */
  operators = run ("operators", once);
  g_assert_true (
      g_regex_match_simple ("\"mfu\": 0\\.[0-9]*[1-9]", operators->out, 0, 0)); /* not null */
}

static void
test_samples (void)
{
  static const char *const samples[] = { "kineto/bert-small-h100.json.gz",
                                         "ascend-db-level2",
                                         "ascend-text-level1",
                                         "ascend-text-level2",
                                         "ascend-db-level1",
                                         "ascend-4rank-pp2dp2",
                                         "msprof-db",
                                         "pp-1f1b-4x8",
                                         "kineto/alexnet-train.json.gz",
                                         "kineto/cpu-only.json.gz",
                                         "kineto/event-sync-multi-stream.json.gz" };
  const char *folder = g_getenv ("LANESCOPE_SAMPLES");

  if (!folder)
    {
      g_test_skip ("LANESCOPE_SAMPLES is not set");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *data = g_build_filename (folder, samples[i], NULL);
      g_autofree char *once = NULL;

      assert_round_trip (place, data);
      once = g_build_filename (place->root, "once.db", NULL);
      assert_same_answer (data, once, "slices");
      assert_same_answer (data, once, "overlap");
      if (i < 4) /* of the others kernels have no shapes, or it takes long */
        assert_same_kernels (data, once);
    }
}

/* A table has the same columns and rows in a query and in the file, but for what a query reads from
 * the recording. */
static void
assert_same_table (LscTestPlace *place, const char *db, const char *name)
{
  g_autofree char *count = g_strdup_printf ("SELECT count(*) FROM \"%s\"", name);
  g_autofree char *all = g_strdup_printf ("SELECT * FROM \"%s\"", name);
  g_autofree char *columns =
      g_strdup_printf ("SELECT group_concat(name, ',') FROM pragma_table_info('%s')", name);
  g_autofree char *in_file = lsc_test_sql (db, columns);
  g_autofree char *n_in_file = lsc_test_sql (db, count);
  g_autoptr (LscTestOutput) table = lsc_test_cli_output (place, EXIT_DELIVERED, "query",
                                                         place->data, all, "--csv", "--raw", NULL);
  g_auto (GStrv) lines = g_strsplit (table->out, "\n", 2);
  g_autoptr (LscTestOutput) n = lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data,
                                                     count, "--csv", "--raw", NULL);
  g_auto (GStrv) numbers = g_strsplit (n->out, "\n", -1);

  if (g_str_has_suffix (g_strstrip (lines[0]), ",bytes"))
    lines[0][strlen (lines[0]) - strlen (",bytes")] = '\0';
  g_assert_cmpstr (lines[0], ==, g_strstrip (in_file));
  g_assert_cmpstr (g_strstrip (numbers[1]), ==, g_strstrip (n_in_file));
}

static void
test_one_schema (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;
  guint n_tables;
  const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

  lsc_test_write_modules (place, 2);
  db = convert (place, place->data, "x.db");
  for (guint i = 0; i < n_tables; i++)
    if (tables[i].places == LSC_SQL_IN_BOTH)
      assert_same_table (place, db, tables[i].name);
}

/* The page of the documents lists every table and column, with the same words. */
static void
test_page (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "docs", "definitions", "sql.md", NULL);
  g_autofree char *page = lsc_test_read (path, NULL);
  guint n_tables;
  const LscSqlTable *tables = lsc_sql_list_tables (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    if (tables[i].places & LSC_SQL_IN_QUERY)
      {
        g_autofree char *head =
            g_strdup_printf ("## <a id=\"%s\"></a>%s\n", tables[i].name, tables[i].name);
        g_autofree char *rest = NULL;

        lsc_test_assert_contains (page, head);
        rest = g_strndup (strstr (page, head) + strlen (head),
                          strcspn (strstr (page, head) + strlen (head), "#"));
        for (guint k = 0; k < tables[i].n_columns; k++)
          {
            const LscSqlColumn *column = &tables[i].columns[k];
            g_autofree char *row = g_strdup_printf ("| `%s` | %s | %s | %s |\n", column->name,
                                                    lsc_sql_type_name (column->type),
                                                    column->unit ? column->unit : "", column->text);

            lsc_test_assert_contains (rest, row);
          }
      }
}

/* The ids in figures are those of slices, whichever the rank. */
static void
test_ids (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;
  g_autofree char *n_odd = NULL;
  g_autofree char *n_second = NULL;

  lsc_test_write_modules (place, 2);
  db = convert (place, place->data, "x.db");
  n_odd = lsc_test_sql (db, "SELECT count(*) FROM gaps g LEFT JOIN slices s ON s.id = g.next_id "
                            "WHERE g.next_id NOT NULL AND (s.rank IS NOT g.rank OR "
                            "s.name IS NOT g.next)");
  n_second = lsc_test_sql (db, "SELECT count(*) > 0 FROM gaps WHERE next_id >> 32 = 1");
  g_assert_cmpstr (g_strstrip (n_odd), ==, "0");
  g_assert_cmpstr (g_strstrip (n_second), ==, "1");
}

/* Beside what it was made of it is a result; by itself it is a recording. */
static void
test_places (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *alone = g_build_filename (place->root, "alone", NULL);
  g_autofree char *db = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *moved = g_build_filename (alone, "x.db", NULL);
  g_autoptr (LscTestOutput) before = NULL;
  g_autoptr (LscTestOutput) after = NULL;

  lsc_test_write_modules (place, 2);
  db = convert (place, place->data, "x.db");
  before = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--json", NULL);
  lsc_test_place_watch (place, FALSE);
  beside = g_build_filename (place->data, "x.db", NULL);
  lsc_test_copy (db, beside);
  lsc_test_place_watch (place, TRUE);
  after = lsc_test_cli_output (place, EXIT_DELIVERED, "slices", place->data, "--json", NULL);
  g_assert_cmpstr (before->out, ==, after->out);
  g_assert_cmpint (g_mkdir (alone, 0700), ==, 0);
  lsc_test_copy (db, moved);
  assert_same_answer (place->data, alone, "slices");
  lsc_test_cli (place, EXIT_IO, "convert", db, "--to", "db", "--out", db, NULL);
}

/* ---- hostile files ------------------------------------------------------------------------- */

static void
test_hostile (void)
{
  static const struct
  {
    const char *sql;
    const char *told; /* a sentence on standard error */
  } cases[] = {
    { "UPDATE about SET text = '1' WHERE name = 'schema'", "layout 1" },
    { "UPDATE about SET text = '99' WHERE name = 'schema'", "layout 99" },
    { "UPDATE about SET text = x'ff' WHERE name = 'schema'", "layout 0" },
    { "DELETE FROM about", "layout -1" },
    { "DROP TABLE nodes", "table nodes" },
    { "DROP TABLE slice_rows", "table slice_rows" },
    { "ALTER TABLE names RENAME COLUMN name TO word", "table names" },
    { "DELETE FROM ranks", "table ranks" },
    { "UPDATE ranks SET id = -5 WHERE id = 0", "table ranks" },
    { "DELETE FROM nodes WHERE number = 3", "table nodes" },
    { "DELETE FROM nodes", "table nodes" },
    { "UPDATE nodes SET parent = number WHERE number = 2", "table nodes" },
    { "UPDATE nodes SET parent = 1000000 WHERE number = 2", "table nodes" },
    { "UPDATE nodes SET role = 4711 WHERE number = 2", "table nodes" },
    { "UPDATE nodes SET type = 'lame' WHERE type = 'lane'", "table nodes" },
    { "UPDATE nodes SET type = 'counter' WHERE type = 'lane'", "table link_rows" },
    { "UPDATE nodes SET slices = -1 WHERE type = 'lane'", "table nodes" },
    { "UPDATE nodes SET slices = 4294967290 WHERE type = 'lane'", "table" },
    { "UPDATE nodes SET slices = slices + 1 WHERE type = 'lane'", "table slice_rows" },
    { "DELETE FROM slice_rows WHERE id % 7 = 3", "table slice_rows" },
    { "UPDATE slice_rows SET name_id = 123456789", "table slice_rows" },
    { "UPDATE slice_rows SET name_id = 'x'", "table slice_rows" },
    { "UPDATE slice_rows SET kind_id = 4096", "table slice_rows" },
    { "UPDATE slice_rows SET start_ns = 'noon'", "table slice_rows" },
    { "UPDATE slice_rows SET dur_ns = -1", "table slice_rows" },
    { "UPDATE slice_rows SET dur_ns = 9223372036854775807", "table slice_rows" },
    { "UPDATE link_rows SET \"to\" = 9223372036854775807", "table link_rows" },
    { "UPDATE link_rows SET kind = NULL", "table link_rows" },
    { "DELETE FROM names WHERE id = 1", "table names" },
    { "UPDATE step_rows SET end_ns = begin_ns - 1", "table step_rows" },
    { "UPDATE facts SET name = NULL", "table facts" },
    { "DROP TABLE kernel_rows", "table kernel_rows" },
    { "UPDATE kernel_rows SET kind_id = 4711", "table kernel_rows" },
    { "UPDATE kernel_kinds SET id = id + 1000", "table kernel_kinds" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *db = NULL;
      g_autoptr (LscTestOutput) output = NULL;

      lsc_test_write_modules (place, 1);
      db = convert (place, place->data, "x.db");
      lsc_test_sql_run (db, cases[i].sql);
      g_test_message ("%s", cases[i].sql);
      output = lsc_test_cli_output (place, EXIT_NOTHING, "slices", db, "--json", NULL);
      lsc_test_assert_contains (output->err, cases[i].told);
    }
}

/* A file that ends early, wherever, gives a sentence and no more slices than there were. */
static void
test_cut (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = NULL;
  g_autofree char *whole = NULL;
  gsize length;

  lsc_test_write_modules (place, 1);
  db = convert (place, place->data, "x.db");
  whole = lsc_test_read (db, &length);
  for (gsize n = 512; n < length; n += MAX (length / 23, 1))
    {
      g_autoptr (LscTestOutput) output = NULL;

      g_assert_true (g_file_set_contents (db, whole, (gssize) n, NULL));
      output = run ("slices", db);
      g_assert_cmpint (output->code, !=, EXIT_DELIVERED);
      g_assert_cmpint (output->code, <=, EXIT_IO);
      lsc_test_assert_contains (output->err, db);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own/round-trip", test_round_trip);
  g_test_add_func ("/own/kernels", test_kernels);
  g_test_add_func ("/own/samples", test_samples);
  g_test_add_func ("/own/one-schema", test_one_schema);
  g_test_add_func ("/own/page", test_page);
  g_test_add_func ("/own/ids", test_ids);
  g_test_add_func ("/own/places", test_places);
  g_test_add_func ("/own/hostile", test_hostile);
  g_test_add_func ("/own/cut", test_cut);
  return g_test_run ();
}
