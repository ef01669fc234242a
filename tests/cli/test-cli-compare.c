/* test-cli-compare.c - compare: its forms, that its lists add up, and what it says of odd pairs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-sheet.h"

/* A recording of a pipeline of two ranks with other words for the synthesizer. */
static char *
record (LscTestPlace *place, const char *name, const char *steps, const char *micro_batches)
{
  g_autofree char *options =
      g_strdup_printf ("--preset=pipeline --pp=2 %s %s", steps, micro_batches);

  return lsc_test_record (place, name, options);
}

static JsonObject *
get_json (LscTestPlace *place, int code, const char *before, const char *after, const char *option)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, code, "compare", before, after, "--json", option, NULL);

  return lsc_test_json_object (output->out);
}

static gint64
add_up (JsonObject *object, const char *list, const char *member)
{
  JsonArray *rows = json_object_get_array_member (object, list);
  gint64 sum = 0;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    sum += json_object_get_int_member (json_array_get_object_element (rows, i), member);
  return sum;
}

static void
assert_adds_up (JsonObject *object)
{
  static const char *const lists[] = { "categories", "modules", "ops" };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_assert_cmpint (add_up (object, lists[i], "delta_ns"), ==,
                       json_object_get_int_member (object, "step_delta_ns"));
      g_assert_cmpint (add_up (object, lists[i], "a_ns"), ==,
                       json_object_get_int_member (object, "a_step_ns"));
      g_assert_cmpint (add_up (object, lists[i], "b_ns"), ==,
                       json_object_get_int_member (object, "b_step_ns"));
    }
}

static const char *
get_verdict (JsonObject *object, const char *member)
{
  return json_object_get_string_member (json_object_get_object_member (object, "verdict"), member);
}

static void
test_json (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record (place, "before", "--steps=6", "--micro-batches=8");
  g_autofree char *after = record (place, "after", "--steps=7", "--micro-batches=6");
  g_autoptr (JsonObject) all = get_json (place, EXIT_DELIVERED, before, after, NULL);
  g_autoptr (JsonObject) one = get_json (place, EXIT_DELIVERED, before, after, "--rank=1");
  JsonArray *ranks = json_object_get_array_member (all, "ranks");

  assert_adds_up (all);
  g_assert_cmpstr (get_verdict (all, "word"), ==, "other_work"); /* 6 micro-batches of 8 */
  g_assert_cmpstr (get_verdict (all, "certainty"), ==, "sure");
  g_assert_false (json_object_get_boolean_member (all, "identical"));
  g_assert_cmpuint (json_array_get_length (ranks), ==, 2);
  for (guint i = 0; i < 2; i++)
    assert_adds_up (json_array_get_object_element (ranks, i));
  assert_adds_up (one);
  g_assert_cmpint (
      json_object_get_int_member (one, "step_delta_ns"), ==,
      json_object_get_int_member (json_array_get_object_element (ranks, 1), "step_delta_ns"));
}

/* Sets of runs of one program, a run of another one among them, and a side without the other. */
static void
test_runs (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *one = record (place, "one", "--steps=3", "--micro-batches=4");
  g_autofree char *two = record (place, "two", "--steps=4", "--micro-batches=4");
  g_autofree char *other = record (place, "other", "--steps=3", "--micro-batches=6");
  g_autoptr (LscTestOutput) same = lsc_test_cli_output (
      place, EXIT_DELIVERED, "compare", "--json", "--before", one, two, "--after", two, one, NULL);
  g_autoptr (LscTestOutput) mixed =
      lsc_test_cli_output (place, EXIT_DELIVERED, "compare", "--json", "--before", one, two,
                           "--after", one, other, NULL);
  g_autoptr (JsonObject) alike = lsc_test_json_object (same->out);
  g_autoptr (JsonObject) unlike = lsc_test_json_object (mixed->out);
  JsonObject *runs = json_object_get_object_member (alike, "runs");

  g_assert_cmpstr (get_verdict (alike, "word"), ==, "same");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (runs, "a_ns")), ==, 2);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (runs, "b_ns")), ==, 2);
  g_assert_cmpstr (get_verdict (unlike, "word"), ==, "other_work");
  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", "--before", one, two, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", "--before", one, "--after", two, "-d", two,
                NULL);
}

static void
test_identical (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "one", "--steps=2", "--micro-batches=4");
  g_autofree char *copy = record (place, "copy", "--steps=2", "--micro-batches=4");
  g_autoptr (JsonObject) same = get_json (place, EXIT_DELIVERED, folder, folder, NULL);
  g_autoptr (JsonObject) alike = get_json (place, EXIT_DELIVERED, folder, copy, NULL);
  g_autofree char *db = g_build_filename (place->root, "compare.db", NULL);
  g_autofree char *words = NULL;

  g_assert_true (json_object_get_boolean_member (same, "identical"));
  g_assert_true (json_object_get_boolean_member (alike, "identical"));
  g_assert_cmpint (json_object_get_int_member (same, "step_delta_ns"), ==, 0);
  g_assert_cmpstr (get_verdict (same, "word"), ==, "same");
  lsc_test_cli (place, EXIT_DELIVERED, "compare", folder, folder, "--table", db, "-q", NULL);
  words = lsc_test_sql (db, "SELECT group_concat(DISTINCT significance) FROM CompareOp");
  g_assert_cmpstr (g_strstrip (words), ==, "none");
}

static void
test_forms (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record (place, "before", "--steps=1", "--micro-batches=8");
  g_autofree char *after = record (place, "after", "--steps=1", "--micro-batches=6");
  g_autofree char *book = g_build_filename (place->root, "compare.xlsx", NULL);
  g_autofree char *db = g_build_filename (place->root, "compare.db", NULL);
  g_autofree char *count = NULL;
  g_autoptr (LscTestOutput) text = lsc_test_cli_output (place, EXIT_DELIVERED, "compare", before,
                                                        after, "--labels=old,new", NULL);
  g_autoptr (LscTestOutput) reversed = lsc_test_cli_output (
      place, EXIT_DELIVERED, "compare", "-d", after, "-bp", before, "--labels=old,new", NULL);

  lsc_test_assert_contains (text->out, "does other work than"); /* 6 micro-batches of 8 */
  lsc_test_assert_contains (text->out, "shorter");
  g_assert_cmpstr (text->out, ==, reversed->out);
  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--table", book, NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--table", db, "-q", NULL);
  g_assert_true (g_file_test (book, G_FILE_TEST_EXISTS));
  count = lsc_test_sql (db, "SELECT sum(delta_ns) = (SELECT step_delta_ns FROM CompareVerdict) "
                            "FROM CompareCategory");
  g_assert_cmpstr (g_strstrip (count), ==, "1");
}

static void
assert_picture (LscTestPlace *place, const char *before, const char *after, const char *parts)
{
  g_autofree char *picture = g_build_filename (place->root, "twin.svg", NULL);
  g_autofree char *svg = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--labels=old,new", "--out",
                picture, "--parts", parts, "-q", NULL);
  g_assert_true (g_file_get_contents (picture, &svg, NULL, NULL));
  lsc_test_assert_contains (svg, "old → new");
}

/* Both recordings below one another, each by its name; no pipelines is told. */
static void
test_pictures (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record (place, "before", "--steps=2", "--micro-batches=8");
  g_autofree char *after = record (place, "after", "--steps=2", "--micro-batches=6");
  g_autofree char *picture = g_build_filename (place->root, "none.svg", NULL);
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autofree char *plain = g_build_filename (place->root, "plain", NULL);
  const char *words[] = { "--preset", "bench", "--kernels=200", "--out", plain, NULL };
  g_autoptr (LscTestOutput) made = lsc_test_spawn (synth, (char **) words);

  g_assert_cmpint (made->code, ==, 0);
  assert_picture (place, before, after, "timelines");
  assert_picture (place, before, after, "pipelines");
  lsc_test_cli (place, EXIT_NOTHING, "compare", plain, plain, "--out", picture, "--parts",
                "pipelines", "-q", NULL);
  g_assert_false (g_file_test (picture, G_FILE_TEST_EXISTS));
}

/* As users of the reference tool type it; a folder that is a file is told. */
static void
test_folder (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record (place, "before", "--steps=1", "--micro-batches=8");
  g_autofree char *after = record (place, "after", "--steps=1", "--micro-batches=6");
  g_autofree char *folder = g_build_filename (place->root, "new", "out", NULL);
  g_autofree char *blocked = g_build_filename (place->root, "blocked", NULL);
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "compare", "-d", after, "-bp", before, "-o", folder, "--json", NULL);
  g_autoptr (GDir) names = g_dir_open (folder, 0, NULL);
  const char *name;
  g_autoptr (JsonObject) printed = lsc_test_json_object (output->out);

  g_assert_false (json_object_get_boolean_member (printed, "identical"));
  lsc_test_assert_contains (output->err, folder);
  g_assert_nonnull (names);
  name = g_dir_read_name (names);
  g_assert_nonnull (name);
  g_assert_true (g_str_has_prefix (name, "performance_comparison_result_"));
  g_assert_true (g_str_has_suffix (name, ".xlsx"));
  g_assert_null (g_dir_read_name (names));
  g_assert_true (g_file_set_contents (blocked, "", -1, NULL));
  lsc_test_cli (place, EXIT_IO, "compare", before, after, "-o", blocked, NULL);
}

/* "name, name" of the sheets of a workbook. */
static char *
list_sheets (const char *book)
{
  g_autofree char *text = lsc_test_unzip (book, "xl/workbook.xml");
  g_auto (GStrv) parts = g_strsplit (text, "<sheet name=\"", -1);
  GString *names = g_string_new (NULL);

  for (guint i = 1; parts[i]; i++)
    g_string_append_printf (names, "%s%.*s", i > 1 ? ", " : "", (int) strcspn (parts[i], "\""),
                            parts[i]);
  return g_string_free (names, FALSE);
}

static double
get_number (const LscTestSheet *sheet, guint row, guint column)
{
  const char *text = lsc_test_sheet_cell (sheet, row, column);

  g_assert_nonnull (text);
  return g_ascii_strtod (text, NULL);
}

static void
assert_row (const char *book, guint number, guint row, const char *expected)
{
  g_autoptr (LscTestSheet) sheet = lsc_test_sheet_read (book, number);
  g_autofree char *cells = lsc_test_sheet_row (sheet, row, 17);

  g_assert_true (g_str_has_prefix (cells, expected));
}

/* What stands below a time, further to the right, are its parts. */
static void
assert_parts (const LscTestSheet *overall)
{
  static const struct
  {
    guint row;
    const char *index;
  } rows[] = { { 5, "Uncovered Communication Time" },
               { 6, "\t\tWait" },
               { 7, "\t\tTransmit" },
               { 8, "Free Time" },
               { 9, "\tSDMA" },
               { 10, "\tFree" } };
  static const guint times[] = { 2, 5, 8 }; /* columns: of both, and the difference */

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (lsc_test_sheet_cell (overall, rows[i].row, 1), ==, rows[i].index);
  for (gsize i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint row = 5; row <= 8; row += 3)
      g_assert_cmpfloat_with_epsilon (
          get_number (overall, row, times[i]),
          get_number (overall, row + 1, times[i]) + get_number (overall, row + 2, times[i]), 1e-9);
  g_assert_cmpfloat (get_number (overall, 7, 2), >, 0);
}

/* The reference tool's sheets, with our figures: its parts of a step add up, its kernels are ours.
 */
static void
test_compat (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record (place, "before", "--steps=1", "--micro-batches=8");
  g_autofree char *after = record (place, "after", "--steps=1", "--micro-batches=6");
  g_autofree char *book = g_build_filename (place->root, "compat.xlsx", NULL);
  g_autofree char *sheets = NULL;
  g_autoptr (JsonObject) object = NULL;
  g_autoptr (LscTestSheet) overall = NULL, ops = NULL;
  double sum = 0;

  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", before, after, "--compat", NULL);
  if (!lsc_test_can_unzip ())
    return;
  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--compat", "--table", book, NULL);
  sheets = list_sheets (book);
  g_assert_cmpstr (sheets, ==,
                   "OverallMetrics, OperatorCompare, OperatorCompareStatistic, KernelCompare, "
                   "KernelTypeCompare, CommunicationCompare, MemoryCompare, "
                   "MemoryCompareStatistic, ModuleCompare, ModuleCompareStatistic, ApiCompare, "
                   "Method");
  assert_row (book, 1, 3,
              "Index|Duration(ms)|Duration Ratio|Number|Duration(ms)|Duration Ratio|Number|"
              "Diff Duration(ms)|Diff Ratio");
  assert_row (book, 4, 3,
              "Order Id|Kernel|Input Shape|Total Duration(us)|Avg Duration(us)|Max Duration(us)|"
              "Min Duration(us)|Calls|Total Duration(us)");
  assert_row (book, 7, 3,
              "Order Id|Operator Name|Input Shape|Input Type|Allocated Details|Size(KB)|"
              "Operator Name|Input Shape|Input Type|Allocated Details|Size(KB)|Diff Size(KB)|"
              "Diff Ratio");
  assert_row (book, 8, 3,
              "Top|Operator Name|Base Allocated Duration(ms)|Base Allocated Memory(MB)|"
              "Base Operator Number|Comparison Allocated Duration(ms)|"
              "Comparison Allocated Memory(MB)|Comparison Operator Number|Diff Memory(MB)|"
              "Diff Ratio");
  object = get_json (place, EXIT_DELIVERED, before, after, NULL);
  overall = lsc_test_sheet_read (book, 1);
  g_assert_cmpstr (lsc_test_sheet_cell (overall, 1, 2), ==, "Base Profiling: before");
  g_assert_cmpstr (lsc_test_sheet_cell (overall, 11, 1), ==, "E2E Time");
  g_assert_cmpfloat_with_epsilon (
      get_number (overall, 11, 8),
      (double) json_object_get_int_member (object, "step_delta_ns") / 1e6, 1e-9);
  for (guint row = 4; row < 11; row++)
    if (!g_str_has_prefix (lsc_test_sheet_cell (overall, row, 1), "\t"))
      sum += get_number (overall, row, 8);
  g_assert_cmpfloat_with_epsilon (sum, get_number (overall, 11, 8), 1e-9);
  assert_parts (overall);
  ops = lsc_test_sheet_read (book, 3);
  g_assert_cmpfloat_with_epsilon (get_number (ops, 4, 7),
                                  get_number (ops, 4, 5) - get_number (ops, 4, 3), 1e-9);
}

static void
test_faults (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "one", "--steps=1", "--micro-batches=4");
  g_autofree char *map = g_build_filename (place->root, "names", NULL);
  g_autofree char *empty = g_build_filename (place->root, "empty", NULL);
  g_autoptr (LscTestOutput) odd = NULL;

  g_assert_cmpint (g_mkdir_with_parents (empty, 0700), ==, 0);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", folder, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", folder, folder, folder, NULL);
  lsc_test_cli (place, EXIT_NOTHING, "compare", folder, empty, NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", folder, "/nowhere/at/all", NULL);
  g_assert_true (g_file_set_contents (map, "a -> b\n", -1, NULL));
  odd =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "compare", folder, folder, "--map", map, NULL);
  lsc_test_assert_contains (odd->err, "line 1");
}

/* Level 0 records no shapes: its kernels stand beside those of level 1 all the same. */
static void
test_compat_levels (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = root ? g_build_filename (root, "ascend-db-level0", NULL) : NULL;
  g_autofree char *after = root ? g_build_filename (root, "ascend-db-level1", NULL) : NULL;
  g_autofree char *book = g_build_filename (place->root, "levels.xlsx", NULL);
  g_autoptr (LscTestSheet) kernels = NULL;
  guint n_alone = 0;

  if (!root || !lsc_test_can_unzip ())
    return;
  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--rank=0", "--compat", "--table",
                book, NULL);
  kernels = lsc_test_sheet_read (book, 4);
  for (guint row = 4; row <= kernels->n_rows; row++)
    n_alone += get_number (kernels, row, 4) == 0 || get_number (kernels, row, 9) == 0;
  g_assert_cmpuint (kernels->n_rows, >, 20);
  g_assert_cmpuint (n_alone, <=, 2); /* of 187 kernels one runs on another stream */
}

static void
assert_cell (const LscTestSheet *sheet, guint row, guint column, JsonNode *expected)
{
  const char *cell = lsc_test_sheet_cell (sheet, row, column);

  if (JSON_NODE_HOLDS_NULL (expected))
    g_assert_true (!cell || !*cell);
  else if (json_node_get_value_type (expected) == G_TYPE_STRING)
    g_assert_cmpstr (cell, ==, json_node_get_string (expected));
  else
    g_assert_cmpfloat_with_epsilon (get_number (sheet, row, column),
                                    json_node_get_double (expected), 1e-6);
}

/* Rows of a sheet, from its titles on, are those that the reference tool wrote; @n: 0 = all */
static void
assert_golden (const char *book, guint number, JsonObject *golden, const char *name, guint n)
{
  g_autoptr (LscTestSheet) sheet = lsc_test_sheet_read (book, number);
  JsonArray *rows = json_object_get_array_member (golden, name);
  guint n_rows = n > 0 ? n : json_array_get_length (rows);

  g_assert_cmpuint (sheet->n_rows, ==, n_rows);
  for (guint row = 2; row < n_rows; row++)
    {
      JsonArray *cells = json_array_get_array_element (rows, row);

      for (guint i = 0; i < json_array_get_length (cells); i++)
        assert_cell (sheet, row + 1, i + 1, json_array_get_element (cells, i));
    }
}

/* Kernels and communication are those of the reference tool, row by row. */
static void
test_compat_golden (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = root ? g_build_filename (root, "before-after", "before", NULL) : NULL;
  g_autofree char *after = root ? g_build_filename (root, "before-after", "after", NULL) : NULL;
  g_autofree char *path =
      root ? g_build_filename (root, "before-after", "golden", "after", "compare.rank0.json", NULL)
           : NULL;
  g_autofree char *book = g_build_filename (place->root, "golden.xlsx", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *golden;

  if (!root || !lsc_test_can_unzip ())
    return;
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  golden = json_node_get_object (json_parser_get_root (parser));
  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--rank=0", "--compat", "--table",
                book, NULL);
  assert_golden (book, 4, golden, "KernelCompare", 0);
  assert_golden (book, 6, golden, "CommunicationCompare", 0);
}

/* What operators allocate, of one recording twice: the sums are those of OP_MEMORY, instances have
 * partners, and nothing differs. */
static void
test_compat_memory (void)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = root ? g_build_filename (root, "ascend-db-level1", NULL) : NULL;
  g_autofree char *book = g_build_filename (place->root, "memory.xlsx", NULL);
  g_autoptr (LscTestSheet) pairs = NULL, sums = NULL;
  double kb = 0, mb = 0, n = 0;

  if (!root || !lsc_test_can_unzip ())
    return;
  lsc_test_cli (place, EXIT_DELIVERED, "compare", folder, folder, "--rank=0", "--compat", "--table",
                book, NULL);
  pairs = lsc_test_sheet_read (book, 7);
  for (guint row = 4; row <= pairs->n_rows; row++)
    {
      g_assert_cmpstr (lsc_test_sheet_cell (pairs, row, 2), ==,
                       lsc_test_sheet_cell (pairs, row, 7));
      g_assert_cmpfloat (get_number (pairs, row, 12), ==, 0);
      kb += get_number (pairs, row, 6);
    }
  sums = lsc_test_sheet_read (book, 8);
  for (guint row = 4; row <= sums->n_rows; row++)
    {
      mb += get_number (sums, row, 4);
      n += get_number (sums, row, 5);
    }
  g_assert_cmpfloat_with_epsilon (kb / 1024, mb, 1e-6);
  g_assert_cmpfloat_with_epsilon (mb, 1426.01904, 1e-3);
  g_assert_cmpfloat (n, ==, pairs->n_rows - 3);
}

/* What became of the findings is told when it is asked for; a recording beside itself keeps all. */
static void
test_findings (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record (place, "before", "--steps=3", "--micro-batches=8");
  g_autofree char *after = record (place, "after", "--steps=3", "--micro-batches=6");
  g_autoptr (JsonObject) plain = get_json (place, EXIT_DELIVERED, before, after, NULL);
  g_autoptr (JsonObject) told = get_json (place, EXIT_DELIVERED, before, before, "--findings");
  g_autoptr (LscTestOutput) text =
      lsc_test_cli_output (place, EXIT_DELIVERED, "compare", before, after, "--findings", NULL);
  g_autoptr (LscTestOutput) own =
      lsc_test_cli_output (place, EXIT_DELIVERED, "findings", before, "--json", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (own->out), "\n", -1);
  JsonArray *rows = json_object_get_array_member (told, "findings");

  g_assert_false (json_object_has_member (plain, "findings"));
  g_assert_cmpuint (json_array_get_length (rows), ==, g_strv_length (lines));
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      g_assert_cmpstr (json_object_get_string_member (row, "state"), ==, "stays");
      g_assert_nonnull (strstr (lines[i], json_object_get_string_member (row, "id")));
    }
  lsc_test_assert_contains (text->out, "Largest finding before, ");
}

static char *
record_layers (LscTestPlace *place, const char *name, const char *layers, const char *kernels)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  char *folder = g_build_filename (place->root, name, NULL);
  const char *words[] = { "--preset=bench", "--modules", "--steps=1", layers,
                          kernels,          "--out",     folder,      NULL };
  g_autoptr (LscTestOutput) output = lsc_test_spawn (synth, (char **) words);

  g_assert_cmpint (output->code, ==, 0);
  return folder;
}

/* Two of 32 layers are gone: each of their modules is one row, whose change is that of its count,
 * and none of it is a row of one side only. */
static void
test_layers (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record_layers (place, "32", "--layers=32", "--kernels=1280");
  g_autofree char *after = record_layers (place, "30", "--layers=30", "--kernels=1200");
  g_autoptr (JsonObject) object = get_json (place, EXIT_DELIVERED, before, after, NULL);
  JsonArray *rows = json_object_get_array_member (object, "modules");
  guint n_found = 0;

  assert_adds_up (object);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "unmatched")), ==,
                    0);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (!g_str_has_suffix (json_object_get_string_member (row, "name"),
                             "TransformerLayer/RMSNorm"))
        continue;
      g_assert_cmpfloat (json_object_get_double_member (row, "a_count"), ==, 64);
      g_assert_cmpfloat (json_object_get_double_member (row, "b_count"), ==, 60);
      g_assert_cmpint (json_object_get_int_member (row, "count_effect_ns"), <,
                       8 * ABS (json_object_get_int_member (row, "speed_effect_ns")) * -1);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, 1);
}

/* Of the reference tool's sheet of modules: what the modules own, and what their operators take, is
 * the total of the outermost, on each side; the total of one is that of those inside, too. */
static void
test_modules (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = record_layers (place, "3", "--layers=3", "--kernels=120");
  g_autofree char *after = record_layers (place, "2", "--layers=2", "--kernels=80");
  g_autofree char *book = g_build_filename (place->root, "modules.xlsx", NULL);
  g_autoptr (LscTestSheet) rows = NULL;
  double owned[2] = { 0, 0 }, launched[2] = { 0, 0 };

  if (!lsc_test_can_unzip ())
    return;
  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "--compat", "--table", book, NULL);
  rows = lsc_test_sheet_read (book, 9);
  g_assert_cmpstr (lsc_test_sheet_cell (rows, 4, 4), ==, "GPTModel");
  g_assert_cmpstr (lsc_test_sheet_cell (rows, 4, 5), ==, "[ TOTAL ]");
  for (guint row = 4; row <= rows->n_rows; row++)
    for (guint side = 0; side < 2; side++)
      {
        const char *name = lsc_test_sheet_cell (rows, row, 5 + 4 * side);

        *(g_strcmp0 (name, "[ TOTAL ]") == 0 ? &owned[side] : &launched[side]) +=
            get_number (rows, row, 7 + 4 * side);
      }
  for (guint side = 0; side < 2; side++)
    {
      double total = get_number (rows, 4, 8 + 4 * side);

      g_assert_cmpfloat (total, >, 0);
      g_assert_cmpfloat_with_epsilon (owned[side], total, 1e-6);
      g_assert_cmpfloat_with_epsilon (launched[side], total, 1e-6);
    }
  g_assert_cmpfloat_with_epsilon (get_number (rows, 4, 13),
                                  get_number (rows, 4, 12) - get_number (rows, 4, 8), 1e-6);
}

/* Two real recordings of the same job: what differs is waiting, not computing. */
static void
test_real (void)
{
  static const struct
  {
    const char *name;
    gint64 delta_ns;
  } expected[] = { { "prepare", -209286 },    { "compute", -2975 },     { "comm_transfer", 35439 },
                   { "comm_wait", -8003466 }, { "comm_other", -23221 }, { "memcpy", 47721 },
                   { "tail", 28005 } };
  g_autofree char *root = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *before = root ? g_build_filename (root, "ascend-db-level1", NULL) : NULL;
  g_autofree char *after = root ? g_build_filename (root, "ascend-db-level2", NULL) : NULL;
  g_autoptr (JsonObject) object = NULL;
  JsonArray *rows;

  if (!root)
    return;
  object = get_json (place, EXIT_DELIVERED, before, after, "--rank=0");
  rows = json_object_get_array_member (object, "categories");
  assert_adds_up (object);
  g_assert_cmpint (json_object_get_int_member (object, "step_delta_ns"), ==, -8146880);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (expected); k++)
      {
        JsonObject *row = json_array_get_object_element (rows, i);

        if (g_str_equal (json_object_get_string_member (row, "name"), expected[k].name))
          g_assert_cmpint (json_object_get_int_member (row, "delta_ns"), ==, expected[k].delta_ns);
      }
  g_assert_cmpint (
      json_object_get_int_member (json_object_get_object_member (object, "kernels"), "exact"), ==,
      187);
  lsc_test_assert_contains (get_verdict (object, "text"), "less waiting in collectives");
  lsc_test_assert_contains (get_verdict (object, "text"), "computing is not what changed");
  g_clear_pointer (&object, json_object_unref);
  object = get_json (place, EXIT_DELIVERED, before, after, "--rank=1");
  g_assert_cmpint (json_object_get_int_member (object, "step_delta_ns"), ==, -136600);
}

/* compare.md#parts: two ranks, two steps and two ranges of one recording. */
static void
test_parts (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      record (place, "one", "--steps=12 --straggler=1:1.3", "--micro-batches=4");
  g_autofree char *first = g_strconcat (folder, "@rank=0", NULL);
  g_autofree char *second = g_strconcat (folder, "@rank=1", NULL);
  g_autofree char *step = g_strconcat (folder, "@step=9", NULL);
  g_autofree char *other_step = g_strconcat (folder, "@step=10", NULL);
  g_autofree char *steps = g_strconcat (folder, "@rank=1,steps=8-12", NULL);
  g_autofree char *other_steps = g_strconcat (folder, "@rank=1,steps=13-17", NULL);
  g_autoptr (JsonObject) ranks = get_json (place, EXIT_DELIVERED, first, second, NULL);
  g_autoptr (JsonObject) one = get_json (place, EXIT_DELIVERED, step, other_step, NULL);
  g_autoptr (JsonObject) several = get_json (place, EXIT_DELIVERED, steps, other_steps, NULL);
  g_autoptr (LscTestOutput) text =
      lsc_test_cli_output (place, EXIT_DELIVERED, "compare", first, second, NULL);
  JsonObject *side;

  assert_adds_up (ranks);
  assert_adds_up (one);
  assert_adds_up (several);
  lsc_test_assert_contains (get_verdict (ranks, "text"), "Rank 1 computes ");
  lsc_test_assert_contains (get_verdict (ranks, "text"), " longer per step than Rank 0: ");
  lsc_test_assert_contains (get_verdict (one, "text"), "one step per side has no measured noise");
  lsc_test_assert_contains (text->out, "(Rank 1 − Rank 0; negative is shorter)");
  g_assert_null (strstr (text->out, "  Before  "));
  side = json_object_get_object_member (several, "a_steps");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (side, "steps")), ==, 5);
}

static void
test_parts_wrong (void)
{
  static const struct
  {
    const char *part;
    int code;
    const char *said;
  } cases[] = {
    { "@rank=7", EXIT_NOTHING, "Rank 7 is not in this recording" },
    { "@step=99", EXIT_NOTHING, "no step 99" },
    { "@steps=90-99", EXIT_NOTHING, "no step from 90 to 99" },
    { "@steps=x", EXIT_WRONG_USAGE, "names no part of a recording" },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = record (place, "one", "--steps=2", "--micro-batches=4");
  g_autofree char *step = g_strconcat (folder, "@step=7", NULL);
  g_autoptr (LscTestOutput) budget =
      lsc_test_cli_output (place, EXIT_WRONG_USAGE, "budget", step, NULL);

  lsc_test_assert_contains (budget->err, "--step-id");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat (folder, cases[i].part, NULL);
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, cases[i].code, "compare", folder, path, NULL);

      lsc_test_assert_contains (output->err, cases[i].said);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-compare/json", test_json);
  g_test_add_func ("/cli-compare/runs", test_runs);
  g_test_add_func ("/cli-compare/identical", test_identical);
  g_test_add_func ("/cli-compare/folder", test_folder);
  g_test_add_func ("/cli-compare/forms", test_forms);
  g_test_add_func ("/cli-compare/pictures", test_pictures);
  g_test_add_func ("/cli-compare/compat", test_compat);
  g_test_add_func ("/cli-compare/compat-levels", test_compat_levels);
  g_test_add_func ("/cli-compare/compat-golden", test_compat_golden);
  g_test_add_func ("/cli-compare/compat-memory", test_compat_memory);
  g_test_add_func ("/cli-compare/faults", test_faults);
  g_test_add_func ("/cli-compare/findings", test_findings);
  g_test_add_func ("/cli-compare/parts", test_parts);
  g_test_add_func ("/cli-compare/parts-wrong", test_parts_wrong);
  g_test_add_func ("/cli-compare/layers", test_layers);
  g_test_add_func ("/cli-compare/modules", test_modules);
  g_test_add_func ("/cli-compare/real", test_real);
  return g_test_run ();
}
