/* test-cli-pins.c - pins in reports: made anew by the tables of the program, told where they cannot
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-files.h"
#include "lsc-test-report.h"

static char *
write_pins (LscTestPlace *place, const char *pins)
{
  char *path = g_build_filename (place->root, "pins.json", NULL);
  g_autofree char *text = g_strdup_printf ("{\"version\":1,\"pins\":[%s]}", pins);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static char *
report_path (LscTestPlace *place, const char *name)
{
  return g_build_filename (place->root, name, NULL);
}

/* (transfer full): the JSON form of the report of a recording, or of two, with pins */
static JsonObject *
report_with (LscTestPlace *place, int code, const char *pins, const char *before, const char *after)
{
  g_autofree char *file = write_pins (place, pins), *path = report_path (place, "r.json");
  g_autofree char *json = NULL;

  if (after != NULL)
    lsc_test_cli (place, code, "compare", before, after, "-q", "--report", path, "--pins", file,
                  NULL);
  else
    lsc_test_cli (place, code, "report", before, "-q", "--report", path, "--pins", file, NULL);
  json = lsc_test_read (path, NULL);
  return lsc_test_json_object (json);
}

/* (transfer none) (nullable): the first item with a table of a section; its first one without */
static JsonObject *
find_item (JsonObject *report, const char *id)
{
  JsonArray *sections = json_object_get_array_member (report, "sections");

  for (guint i = 0; i < json_array_get_length (sections); i++)
    {
      JsonObject *section = json_array_get_object_element (sections, i);
      JsonArray *items = json_object_get_array_member (section, "items");

      if (!g_str_equal (json_object_get_string_member (section, "id"), id))
        continue;
      for (guint k = 0; k < json_array_get_length (items); k++)
        if (json_object_has_member (json_array_get_object_element (items, k), "rows"))
          return json_array_get_object_element (items, k);
      return json_array_get_object_element (items, 0);
    }
  return NULL;
}

static char *
say_rows (JsonObject *item)
{
  return json_to_string (json_object_get_member (item, "rows"), FALSE);
}

static const char *
name_at (JsonObject *item, guint row)
{
  JsonArray *rows = json_object_get_array_member (item, "rows");

  g_assert_cmpuint (row, <, json_array_get_length (rows));
  return json_object_get_string_member (json_array_get_object_element (rows, row), "name");
}

/* The runs of two sets, all of them: not the two alone that lists are of. */
static void
test_runs (void)
{
  static const char pins[] = "{\"view\":\"compare/CompareRuns\",\"title\":\"R\"}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *one = lsc_test_record_pipeline (place, "one", "--micro-batches=8");
  g_autofree char *two = lsc_test_record_pipeline (place, "two", "--micro-batches=8");
  g_autofree char *file = write_pins (place, pins), *path = report_path (place, "r.json");
  g_autofree char *json = NULL;
  g_autoptr (JsonObject) report = NULL;
  JsonObject *item;

  lsc_test_cli (place, EXIT_DELIVERED, "compare", "-q", "--report", path, "--pins", file,
                "--before", one, two, "--after", two, one, NULL);
  json = lsc_test_read (path, NULL);
  report = lsc_test_json_object (json);
  item = find_item (report, "pin-1");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (item, "rows")), ==, 4);
  lsc_test_place_free (place);
}

/* How busy streams are is made anew, and the roofline is drawn, of the steps that were selected. */
static void
test_operators (void)
{
  static const char pins[] = "{\"view\":\"operators/streams\",\"title\":\"S\"},"
                             "{\"view\":\"operators/roofline\",\"title\":\"R\",\"steps\":\"8\"}";
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *trace = root ? g_build_filename (root, "h100/base-1.json.gz", NULL) : NULL;
  LscTestPlace *place;
  g_autofree char *path = NULL, *page = NULL, *file = NULL;
  g_autoptr (JsonObject) report = NULL;

  if (!root)
    return;
  place = lsc_test_place_new ();
  report = report_with (place, EXIT_DELIVERED, pins, trace, NULL);
  g_assert_cmpuint (
      json_array_get_length (json_object_get_array_member (find_item (report, "pin-1"), "rows")),
      ==, 3);
  file = write_pins (place, pins);
  path = report_path (place, "r.html");
  lsc_test_cli (place, EXIT_DELIVERED, "report", trace, "-q", "--report", path, "--pins", file,
                NULL);
  page = lsc_test_read (path, NULL);
  g_assert_nonnull (strstr (page, "FLOP/byte"));
  lsc_test_place_free (place);
}

/* Of the pinned rows of the module tree each that is still there, by its path where its number is
 * another's now. */
static void
test_modules (void)
{
  static const char pins[] =
      "{\"view\":\"modules/"
      "ModuleTree\",\"title\":\"M\",\"columns\":[\"kind\",\"calls\",\"name\",\"total_ns\","
      "\"phase\","
      "\"odd\"],\"arguments\":{\"rank\":\"0\",\"nodes\":\"0 \\n7 Outside modules\\n1 gone\\nodd\\n"
      "9999999999 Outside modules › Loss and other ops\"}}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *path = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autoptr (JsonObject) report = report_with (place, EXIT_DELIVERED, pins, path, NULL);
  JsonObject *item = find_item (report, "pin-1");

  JsonArray *columns = json_object_get_array_member (item, "columns");
  g_autoptr (GString) names = g_string_new (NULL);

  /* What every row has anyway stands there once. */
  for (guint i = 0; i < json_array_get_length (columns); i++)
    g_string_append_printf (
        names, "%s ",
        json_object_get_string_member (json_array_get_object_element (columns, i), "name"));
  g_assert_cmpstr (names->str, ==, "depth kind phase name calls total_ns ");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (item, "rows")), ==, 3);
  g_assert_cmpstr (name_at (item, 0), ==, "Rank 0");
  g_assert_cmpstr (name_at (item, 1), ==, "Outside modules");
  g_assert_cmpstr (name_at (item, 2), ==, "Loss and other ops");
  lsc_test_place_free (place);
}

/* A pinned table is the table of the report itself, row by row. */
static void
test_equal (void)
{
  static const char pins[] = "{\"view\":\"compare/CompareCategory\",\"title\":\"P\"},"
                             "{\"view\":\"compare/CompareOp\",\"title\":\"Q\"}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");
  g_autoptr (JsonObject) report = report_with (place, EXIT_DELIVERED, pins, before, after);
  g_autofree char *first = say_rows (find_item (report, "pin-1"));
  g_autofree char *second = say_rows (find_item (report, "pin-2"));
  g_autofree char *categories = say_rows (find_item (report, "categories"));
  JsonArray *sections = json_object_get_array_member (report, "sections");
  JsonObject *last = json_array_get_object_element (sections, json_array_get_length (sections) - 1);

  g_assert_cmpstr (first, ==, categories);
  g_assert_cmpuint (strlen (second), >, 100);
  g_assert_cmpstr (json_object_get_string_member (last, "id"), ==, "method");
  lsc_test_place_free (place);
}

/* One row and one column: a cell, whose figure is that of the table; order and side are kept. */
static void
test_cells (void)
{
  static const char pins[] =
      "{\"view\":\"compare/CompareCategory\",\"title\":\"C\",\"columns\":[\"name\",\"after_ns\"],"
      "\"rows\":[[\"category=compute\"]]},"
      "{\"view\":\"overview/overview\",\"title\":\"R\",\"side\":\"before\",\"sort\":\"rank\","
      "\"descending\":true},"
      "{\"view\":\"compare/CompareCategory\",\"title\":\"G\",\"rows\":[[\"name=nobody\"]]}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");
  g_autoptr (JsonObject) report = report_with (place, EXIT_PART, pins, before, after);
  JsonArray *cell = json_object_get_array_member (find_item (report, "pin-1"), "rows");
  JsonArray *ranks = json_object_get_array_member (find_item (report, "pin-2"), "rows");

  g_assert_cmpuint (json_array_get_length (cell), ==, 1);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (cell, 0), "after_ns"),
                   >, 0);
  g_assert_cmpuint (json_array_get_length (ranks), ==, 2);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (ranks, 0), "rank"),
                   ==, 1);
  lsc_test_place_free (place);
}

/* Views of every page, of one recording; charts are drawn in the forms that have them. */
static void
test_views (void)
{
  static const char *const views[] = {
    "overview/overview", "findings/findings", "pipeline/PpSummary", "pipeline/PpBalance",
    "pipeline/PpPath",   "pipeline/PpWait",   "pipeline/PpVerdict", "pipeline/PpClock",
    "timeline/range",    "overview/chart",    "pipeline/chart",     "timeline/chart",
    "overview/steps",    "pipeline/PpWhatIf", "pipeline/PpDelta",   "pipeline/PpLadder",
  };
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *path = report_path (place, "r.html"), *html = NULL, *file = NULL;
  g_autoptr (GString) pins = g_string_new (
      "{\"view\":\"query/query\",\"title\":\"S\",\"arguments\":{\"sql\":\"select 7 as seven\"}},"
      "{\"view\":\"timeline/slices\",\"title\":\"N\",\"arguments\":{\"text\":\"Step\"}}");

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    g_string_append_printf (pins, ",{\"view\":\"%s\",\"title\":\"<b>%s\",\"note\":\"Look & see\"}",
                            views[i], views[i]);
  file = write_pins (place, pins->str);
  lsc_test_cli (place, EXIT_DELIVERED, "report", before, "-q", "--report", path, "--pins", file,
                "--pins-only", NULL);
  html = lsc_test_read (path, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *title = g_strdup_printf ("&lt;b&gt;%s</h2>", views[i]);

      lsc_test_assert_contains (html, title);
    }
  lsc_test_assert_contains (html, "Look &amp; see");
  lsc_test_assert_contains (html, ">seven</th>");
  lsc_test_assert_contains (html, ">stage 1</text>");
  lsc_test_assert_contains (html, "id=\"method\"");
  lsc_test_assert_lacks (html, "id=\"findings\"");
  lsc_test_assert_lacks (html, "Not available");
  lsc_test_place_free (place);
}

/* The same rows as the sheet, the largest difference first. */
static void
check_deltas (const char *book, JsonObject *item)
{
  JsonArray *rows = json_object_get_array_member (item, "rows");
  guint number = lsc_test_can_unzip () ? lsc_test_report_find_sheet (book, "PpDelta") : 0;
  g_autoptr (LscTestSheet) sheet = number > 0 ? lsc_test_sheet_read (book, number) : NULL;
  gint64 last_ns = G_MAXINT64;

  g_assert_cmpuint (json_array_get_length (rows), >, 2);
  for (guint i = 1; i < json_array_get_length (rows); i++) /* the first is the window */
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      gint64 delta_ns = json_object_get_null_member (row, "delta_ns")
                            ? 0
                            : ABS (json_object_get_int_member (row, "delta_ns"));

      g_assert_cmpint (delta_ns, <=, last_ns);
      last_ns = delta_ns;
    }
  if (sheet != NULL)
    g_assert_cmpuint (sheet->n_rows, ==, json_array_get_length (rows) + 1);
}

/* Predictions and differences are those of “pp”, with what was entered. */
static void
test_beside (void)
{
  static const char pins[] =
      "{\"view\":\"pipeline/PpWhatIf\",\"title\":\"W\",\"arguments\":{\"targets\":\"zbh1,M=16\","
      "\"w_share\":\"0.4\",\"spread_lumps\":\"yes\"}},"
      "{\"view\":\"pipeline/PpDelta\",\"title\":\"T\",\"arguments\":{\"costs\":\"2\"}}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *book = report_path (place, "w.xlsx"), *other = report_path (place, "d.xlsx");
  g_autoptr (JsonObject) report = report_with (place, EXIT_DELIVERED, pins, folder, NULL);

  lsc_test_cli (place, EXIT_DELIVERED, "pp", folder, "-q", "--what-if", "zbh1,M=16", "--w-share",
                "0.4", "--spread-lumps", "--table", book, NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "pp", folder, "-q", "--theory", "stage", "--table", other,
                NULL);
  lsc_test_report_check_named (book, "PpWhatIf", find_item (report, "pin-1"));
  check_deltas (other, find_item (report, "pin-2"));
  lsc_test_place_free (place);
}

/* The second side of a chart is drawn with the words that it had, theory and another step alike,
 * and so are causes and the critical path. */
static void
test_twin (void)
{
  static const char pins[] =
      "{\"view\":\"pipeline/chart\",\"title\":\"T\",\"arguments\":{\"twin\":\"1\","
      "\"costs\":\"2\",\"beside_title\":\"the theory\",\"first_title\":\"measured\"}},"
      "{\"view\":\"pipeline/chart\",\"title\":\"S\",\"arguments\":{\"twin\":\"1\",\"step\":\"7\","
      "\"beside_step\":\"8\",\"beside_title\":\"the other step\"}},"
      "{\"view\":\"pipeline/chart\",\"title\":\"W\",\"arguments\":{\"twin\":\"1\","
      "\"targets\":\"M=16\",\"prediction\":\"0\",\"beside_title\":\"what-if\"}},"
      "{\"view\":\"pipeline/chart\",\"title\":\"P\",\"arguments\":{\"critical_path\":\"yes\","
      "\"causes\":\"yes\",\"color\":\"2\",\"hidden_kinds\":\"1\"}}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (place, "before", "--preset=demo --steps=2");
  g_autofree char *path = report_path (place, "t.html"), *html = NULL;
  g_autofree char *file = write_pins (place, pins);

  lsc_test_cli (place, EXIT_DELIVERED, "report", folder, "-q", "--report", path, "--pins", file,
                "--pins-only", NULL);
  html = lsc_test_read (path, NULL);
  lsc_test_assert_lacks (html, "Not available");
  lsc_test_assert_contains (html, "the theory");
  lsc_test_assert_contains (html, "measured");
  lsc_test_assert_contains (html, "the other step");
  lsc_test_assert_contains (html, "what-if");
  lsc_test_assert_contains (html, "Critical path");
  lsc_test_place_free (place);
}

/* What compares two recordings: every view of that page. */
static void
test_compare (void)
{
  static const char pins[] = "{\"view\":\"compare/chart\",\"title\":\"A\"},"
                             "{\"view\":\"compare/timelines\",\"title\":\"B\"},"
                             "{\"view\":\"compare/pipelines\",\"title\":\"C\"},"
                             "{\"view\":\"compare/PpTwins\",\"title\":\"D\"},"
                             "{\"view\":\"compare/FindingChange\",\"title\":\"E\"},"
                             "{\"view\":\"compare/CompareModule\",\"title\":\"F\"}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");
  g_autoptr (JsonObject) report = report_with (place, EXIT_DELIVERED, pins, before, after);
  JsonObject *twins = find_item (report, "pin-4"), *changes = find_item (report, "pin-5");

  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (twins, "rows")), >, 0);
  g_assert_true (json_object_has_member (changes, "rows"));
  for (guint i = 1; i <= 6; i++)
    {
      g_autofree char *id = g_strdup_printf ("pin-%u", i);

      g_assert_nonnull (find_item (report, id));
      g_assert_false (json_object_has_member (find_item (report, id), "text"));
    }
  lsc_test_place_free (place);
}

/* What cannot be made is told in its place, and by the status. */
static void
test_told (void)
{
  static const char pins[] =
      "{\"view\":\"compare/CompareOp\",\"title\":\"A\"},"
      "{\"view\":\"overview/overview\",\"title\":\"B\",\"side\":\"after\"},"
      "{\"view\":\"no/view\",\"title\":\"C\"},"
      "{\"view\":\"query/query\",\"title\":\"D\",\"arguments\":{\"sql\":\"select nothing\"}},"
      "{\"view\":\"pipeline/chart\",\"title\":\"E\",\"arguments\":{\"group\":\"9\"}},"
      "{\"view\":\"pipeline/chart\",\"title\":\"F\",\"arguments\":{\"step\":\"999\"}},"
      "{\"view\":\"timeline/chart\",\"title\":\"G\",\"arguments\":{\"ranks\":\"77\"}},"
      "{\"view\":\"modules/ModuleTree\",\"title\":\"H\",\"arguments\":{\"rank\":\"0\"}},"
      "{\"view\":\"pipeline/PpWhatIf\",\"title\":\"I\",\"arguments\":{\"targets\":\"nothing\"}},"
      "{\"view\":\"pipeline/PpWhatIf\",\"title\":\"J\",\"arguments\":{\"layers\":\"1,x\"}},"
      "{\"view\":\"pipeline/PpDelta\",\"title\":\"K\",\"arguments\":{\"beside_step\":\"999\"}},"
      "{\"view\":\"overview/chart\",\"title\":\"L\",\"arguments\":{\"ranks\":\"0,x\"}},"
      "{\"view\":\"compare/PpTwins\",\"title\":\"M\"},"
      "{\"view\":\"compare/FindingChange\",\"title\":\"N\"},"
      "{\"view\":\"compare/pipelines\",\"title\":\"O\"},"
      "{\"view\":\"pipeline/chart\",\"title\":\"P\",\"arguments\":{\"twin\":\"1\","
      "\"beside_step\":\"999\"}},"
      "{\"view\":\"pipeline/chart\",\"title\":\"Q\",\"arguments\":{\"twin\":\"1\","
      "\"targets\":\"M=16\",\"prediction\":\"9\"}}";
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autoptr (JsonObject) report = report_with (place, EXIT_PART, pins, before, NULL);

  for (guint i = 1; i <= 17; i++)
    {
      g_autofree char *id = g_strdup_printf ("pin-%u", i);
      JsonObject *item = find_item (report, id);

      g_assert_nonnull (item);
      lsc_test_assert_contains (json_object_get_string_member (item, "text"), "Not available: ");
    }
  lsc_test_place_free (place);
}

/* The file of pins is an input like others. */
static void
test_faults (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *pins = write_pins (place, "{\"view\":\"overview/chart\",\"title\":\"A\"}");
  g_autofree char *path = report_path (place, "r.md"), *bad = report_path (place, "bad.json");
  g_autofree char *was = lsc_test_read (pins, NULL), *is = NULL;

  g_assert_true (g_file_set_contents (bad, "{\"pins\":", -1, NULL));
  lsc_test_cli (place, EXIT_WRONG_USAGE, "report", before, "--report", path, "--pins-only", NULL);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "compare", before, before, "--pins", pins, NULL);
  lsc_test_cli (place, EXIT_IO, "report", before, "--report", path, "--pins", "/nowhere.json",
                NULL);
  lsc_test_cli (place, EXIT_NOTHING, "report", before, "--report", path, "--pins", bad, NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  lsc_test_cli (place, EXIT_IO, "report", before, "--report", pins, "--pins", pins, NULL);
  is = lsc_test_read (pins, NULL);
  g_assert_cmpstr (is, ==, was);
  lsc_test_place_free (place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/pins/operators", test_operators);
  g_test_add_func ("/cli-pins/equal", test_equal);
  g_test_add_func ("/cli-pins/modules", test_modules);
  g_test_add_func ("/cli-pins/cells", test_cells);
  g_test_add_func ("/cli-pins/views", test_views);
  g_test_add_func ("/cli-pins/beside", test_beside);
  g_test_add_func ("/cli-pins/twin", test_twin);
  g_test_add_func ("/cli-pins/compare", test_compare);
  g_test_add_func ("/cli-pins/told", test_told);
  g_test_add_func ("/cli-pins/faults", test_faults);
  g_test_add_func ("/cli-pins/runs", test_runs);
  return g_test_run ();
}
