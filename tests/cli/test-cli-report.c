/* test-cli-report.c - reports: their forms agree, they can be found through, and are the same twice
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "base/lsc-time.h"
#include "lsc-test-cli.h"
#include "lsc-test-sheet.h"

/** Two recordings and a file for their report. */
typedef struct
{
  LscTestPlace *place;
  char *before;
  char *after;
} Pair;

static void
set_up (Pair *self)
{
  self->place = lsc_test_place_new ();
  self->before = lsc_test_record_pipeline (self->place, "before", "--micro-batches=8");
  self->after = lsc_test_record_pipeline (self->place, "after", "--micro-batches=6");
}

static void
clear (Pair *self)
{
  lsc_test_place_free (self->place);
  g_free (self->before);
  g_free (self->after);
}

static char *
write_report (Pair *self, int code, const char *name, const char *option)
{
  g_autofree char *path = g_build_filename (self->place->root, name, NULL);

  lsc_test_cli (self->place, code, "compare", self->before, self->after, "-q", "--report", path,
                option, NULL);
  return lsc_test_read (path, NULL);
}

static JsonObject *
find_table (JsonObject *report, const char *section, const char *name)
{
  JsonArray *sections = json_object_get_array_member (report, "sections");

  for (guint i = 0; i < json_array_get_length (sections); i++)
    {
      JsonObject *chapter = json_array_get_object_element (sections, i);
      JsonArray *items = json_object_get_array_member (chapter, "items");

      for (guint k = 0; k < json_array_get_length (items); k++)
        {
          JsonObject *item = json_array_get_object_element (items, k);

          if (g_str_equal (json_object_get_string_member (chapter, "id"), section) &&
              json_object_has_member (item, "table") &&
              g_str_equal (json_object_get_string_member (item, "table"), name))
            return item;
        }
    }
  g_assert_not_reached ();
}

/* A time as the tables of pages show it. */
static char *
say_ms (gint64 ns)
{
  gint64 us = (ABS (ns) + 500) / 1000;

  return g_strdup_printf ("%s%" G_GINT64_FORMAT ".%03" G_GINT64_FORMAT, ns < 0 ? "-" : "",
                          us / 1000, us % 1000);
}

/* Every figure of the categories stands in HTML and Markdown as the table has it. */
static void
test_figures (void)
{
  Pair pair;
  g_autofree char *json = NULL, *html = NULL, *markdown = NULL;
  g_autoptr (JsonObject) report = NULL;
  JsonArray *rows;

  set_up (&pair);
  json = write_report (&pair, EXIT_DELIVERED, "r.json", NULL);
  html = write_report (&pair, EXIT_DELIVERED, "r.html", NULL);
  markdown = write_report (&pair, EXIT_DELIVERED, "r.md", NULL);
  report = lsc_test_json_object (json);
  rows =
      json_object_get_array_member (find_table (report, "categories", "CompareCategory"), "rows");
  g_assert_cmpuint (json_array_get_length (rows), >, 2);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      g_autofree char *before = say_ms (json_object_get_int_member (row, "before_ns"));
      g_autofree char *cell = g_strdup_printf (">%s</td>", before);
      g_autofree char *column = g_strdup_printf ("| %s |", before);

      if (json_object_get_int_member (row, "before_ns") == 0)
        continue;
      lsc_test_assert_contains (html, cell);
      lsc_test_assert_contains (markdown, column);
    }
  clear (&pair);
}

/* The answer of the command stands in each form that is text. */
static void
test_verdict (void)
{
  static const char *const names[] = { "r.json", "r.html", "r.md" };
  Pair pair;
  g_autoptr (LscTestOutput) output = NULL;
  g_auto (GStrv) clauses = NULL;

  set_up (&pair);
  output =
      lsc_test_cli_output (pair.place, EXIT_DELIVERED, "compare", pair.before, pair.after, NULL);
  clauses = g_strsplit (output->out, "\n", 2);
  g_assert_cmpuint (strlen (clauses[0]), >, 8);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = write_report (&pair, EXIT_DELIVERED, names[i], NULL);

      lsc_test_assert_contains (text, clauses[0]);
      lsc_test_assert_lacks (text, pair.place->root);
    }
  clear (&pair);
}

static void
test_same_bytes (void)
{
  static const char *const endings[] = { "pdf", "html", "xlsx", "md", "json" };
  Pair pair;

  set_up (&pair);
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *first = g_strconcat ("a.", endings[i], NULL);
      g_autofree char *second = g_strconcat ("b.", endings[i], NULL);
      g_autofree char *one = write_report (&pair, EXIT_DELIVERED, first, NULL);
      g_autofree char *other = write_report (&pair, EXIT_DELIVERED, second, NULL);
      g_autofree char *a = g_build_filename (pair.place->root, first, NULL);
      g_autofree char *b = g_build_filename (pair.place->root, second, NULL);

      lsc_test_assert_same_file (a, b);
    }
  clear (&pair);
}

/* What changes most is named; of communication it is said that its waiting counts. */
static void
test_largest (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *sentence;
  } cases[] = {
    { "--preset=small", "--preset=small --straggler=0:1.5", "The op that changes most: aclnnMm, " },
    { "--preset=pipeline --pp=2 --micro-batches=8 --latency=1000",
      "--preset=pipeline --pp=2 --micro-batches=8 --latency=3000000",
      "The op that changes most, with its waiting: receive @ pp, " },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Pair pair = { .place = lsc_test_place_new () };
      g_autofree char *text = NULL;

      pair.before = lsc_test_record (pair.place, "before", cases[i].before);
      pair.after = lsc_test_record (pair.place, "after", cases[i].after);
      text = write_report (&pair, EXIT_DELIVERED, "r.md", NULL);
      lsc_test_assert_contains (text, cases[i].sentence);
      clear (&pair);
    }
}

/* Charts are shapes with texts, nothing is fetched, and nothing runs but what sorts tables. */
static void
test_html (void)
{
  Pair pair;
  g_autofree char *html = NULL;
  const char *script;

  set_up (&pair);
  html = write_report (&pair, EXIT_DELIVERED, "r.html", "--labels=<b>&old,\342\200\256new");
  lsc_test_assert_contains (html, "<svg xmlns");
  lsc_test_assert_contains (html, ">Computing</text>");
  lsc_test_assert_contains (html, "var(--k1)");
  lsc_test_assert_contains (html, "prefers-color-scheme:dark");
  lsc_test_assert_contains (html, "&lt;b&gt;&amp;old");
  lsc_test_assert_lacks (html, "<b>");
  lsc_test_assert_lacks (html, "\342\200\256");
  lsc_test_assert_contains (html,
                            "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-");
  lsc_test_assert_contains (html, "<table data-most=");
  script = strstr (html, "<script");
  g_assert_true (script && g_str_has_prefix (script, "<script>'use strict';\n"));
  g_assert_null (strstr (script + 1, "<script"));
  lsc_test_assert_lacks (html, "src=");
  lsc_test_assert_lacks (html, "url(http");
  clear (&pair);
}

/* (transfer full): what xmllint says of a file, without the elements that are younger than it */
static char *
lint (LscTestPlace *place, const char *name)
{
  g_autofree char *program = g_find_program_in_path ("xmllint");
  g_autofree char *path = g_build_filename (place->root, name, NULL);
  const char *words[] = { "--html", "--noout", path, NULL };
  g_autoptr (LscTestOutput) output = NULL;
  g_auto (GStrv) lines = NULL;
  GString *out = g_string_new (NULL);

  if (program == NULL)
    return g_string_free (out, FALSE);
  output = lsc_test_spawn (program, (char **) words);
  g_assert_cmpint (output->code, ==, 0);
  lines = g_strsplit (output->err, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], " : ") != NULL && strstr (lines[i], "error : Tag ") == NULL)
      g_string_append_printf (out, "%s\n", lines[i]);
  return g_string_free (out, FALSE);
}

/* Well formed, and every id once, also those of charts that are drawn for narrow screens, too. */
static void
test_valid (void)
{
  Pair pair;
  g_autofree char *html = NULL, *said = NULL;
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  set_up (&pair);
  html = write_report (&pair, EXIT_DELIVERED, "r.html", NULL);
  said = lint (pair.place, "r.html");
  g_assert_cmpstr (said, ==, "");
  for (const char *at = html; (at = strstr (at, " id=\"")) != NULL;)
    {
      const char *end = strchr (at += strlen (" id=\""), '"');

      if (!g_hash_table_add (ids, g_strndup (at, (gsize) (end - at))))
        g_error ("twice: %.*s", (int) (end - at), at);
    }
  g_assert_cmpuint (g_hash_table_size (ids), >, 10);
  g_assert_true (g_hash_table_contains (ids, "c1-title"));
  g_assert_true (g_hash_table_contains (ids, "c1n-title"));
  clear (&pair);
}

/* (transfer full) (nullable): a packed stream of a PDF, unpacked */
static char *
unpack (const char *bytes, gsize length)
{
  g_autoptr (GZlibDecompressor) zlib = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  g_autoptr (GInputStream) packed =
      g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (packed, G_CONVERTER (zlib));
  GString *text = g_string_new (NULL);
  char part[4096];
  gssize n;

  while ((n = g_input_stream_read (stream, part, sizeof part, NULL, NULL)) > 0)
    g_string_append_len (text, part, n);
  return g_string_free (text, FALSE);
}

/* The smallest size of letters in a stream: they stand upright, by the matrix of their text. */
static double
find_smallest (const char *stream, double smallest, guint *n)
{
  for (const char *at = stream; (at = strstr (at, " Tm")) != NULL; at++)
    {
      const char *begin = at;
      double size;

      for (guint blanks = 0; begin > stream && blanks < 3; begin--)
        blanks += begin[-1] == ' ';
      size = ABS (g_ascii_strtod (begin + 1, NULL));
      smallest = MIN (smallest, size);
      (*n)++;
    }
  return smallest;
}

/* Nothing is too small to be read on a stage: 9 pt on a page of 960 x 540 pt. */
static void
test_sizes (void)
{
  Pair pair;
  g_autofree char *path = NULL, *bytes = NULL;
  gsize length;
  double smallest = 100;
  guint n = 0;

  set_up (&pair);
  g_free (write_report (&pair, EXIT_DELIVERED, "r.pdf", NULL));
  path = g_build_filename (pair.place->root, "r.pdf", NULL);
  bytes = lsc_test_read (path, &length);
  for (gsize i = 0; i + 10 < length; i++)
    if (memcmp (bytes + i, "stream\n", 7) == 0)
      {
        g_autofree char *stream = unpack (bytes + i + 7, length - i - 7);

        smallest = find_smallest (stream, smallest, &n);
      }
  g_assert_cmpuint (n, >, 100);
  g_assert_cmpfloat (smallest, >=, 9 - 1e-9);
  g_assert_cmpfloat (smallest, <=, 9.5); /* it does find them: the number of the page */
  clear (&pair);
}

/* Bars of the workbook: the first row above, and an axis that begins at 0. */
static void
test_chart (void)
{
  Pair pair;
  g_autofree char *path = NULL, *bytes = NULL, *xml = NULL;
  const char *rows, *times;

  if (!lsc_test_can_unzip ())
    return;
  set_up (&pair);
  bytes = write_report (&pair, EXIT_DELIVERED, "r.xlsx", NULL);
  path = g_build_filename (pair.place->root, "r.xlsx", NULL);
  xml = lsc_test_unzip (path, "xl/charts/chart1.xml");
  rows = strstr (xml, "<c:catAx>");
  times = strstr (xml, "<c:valAx>");
  g_assert_true (rows != NULL && times != NULL && rows < times);
  g_assert_nonnull (g_strstr_len (rows, times - rows, "<c:orientation val=\"maxMin\"/>"));
  lsc_test_assert_contains (times, "<c:min val=\"0\"/>");
  lsc_test_assert_contains (times, "Time (ms)");
  lsc_test_assert_lacks (times, "maxMin");
  clear (&pair);
}

/* Of curves the chart is printed without its points, which stay in the sheet; bars are printed with
 * their figures. */
static void
test_print (void)
{
  LscTestPlace *place;
  g_autofree char *recording = NULL, *path = NULL, *xml = NULL;

  if (!lsc_test_can_unzip ())
    return;
  place = lsc_test_place_new ();
  recording = lsc_test_record_pipeline (place, "memory", "--memory");
  path = g_build_filename (place->root, "m.xlsx", NULL);
  lsc_test_cli (place, EXIT_DELIVERED, "report", recording, "--report", path, "-q", NULL);
  xml = lsc_test_unzip (path, "xl/workbook.xml");
  lsc_test_assert_contains (xml, ">'Memory Curves'!$E$2:$T$25</definedName>");
  g_assert_nonnull (strstr (xml, "_xlnm.Print_Area"));
  g_assert_null (strstr (strstr (xml, "_xlnm.Print_Area") + 1, "_xlnm.Print_Area"));
  lsc_test_assert_contains (xml, "'Memory Curves'!$A$1:$C$"); /* the filter: all points */
  lsc_test_place_free (place);
}

/* One recording: its pipeline is drawn, its parts are those of its budget. */
static void
test_single (void)
{
  Pair pair;
  g_autofree char *html = NULL, *json = NULL, *path = NULL, *other = NULL;
  g_autoptr (JsonObject) report = NULL;
  JsonArray *rows;
  gint64 sum = 0;
  double shares = 0;

  set_up (&pair);
  path = g_build_filename (pair.place->root, "one.html", NULL);
  other = g_build_filename (pair.place->root, "one.json", NULL);
  lsc_test_cli (pair.place, EXIT_DELIVERED, "report", pair.before, "--report", path, "-q", NULL);
  lsc_test_cli (pair.place, EXIT_DELIVERED, "report", pair.before, "--report", other, "-q", NULL);
  html = lsc_test_read (path, NULL);
  json = lsc_test_read (other, NULL);
  lsc_test_assert_contains (html, ">stage 1 · rank");
  lsc_test_assert_lacks (html, pair.place->root);
  report = lsc_test_json_object (json);
  rows = json_object_get_array_member (find_table (report, "categories", "StepCategory"), "rows");
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      sum += json_object_get_int_member (json_array_get_object_element (rows, i), "ns");
      shares += json_object_get_double_member (json_array_get_object_element (rows, i), "share");
    }
  g_assert_cmpint (sum, >, 0);
  g_assert_cmpfloat_with_epsilon (shares, 1.0, 1e-9);
  lsc_test_cli (pair.place, EXIT_WRONG_USAGE, "report", pair.before, NULL);
  clear (&pair);
}

/* In the locale of a bare system, too; a font without Chinese letters is told, by the status, too.
 */
/* Whether --lang can be obeyed: newer C libraries translate nothing in the locales that every
 * system has. */
static gboolean
translates (const char *folder)
{
  static const char *const locales[] = { "C.UTF-8", "zh_CN.UTF-8", "en_US.UTF-8" };
  gboolean result = FALSE;

  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  bindtextdomain (GETTEXT_PACKAGE, folder);
  for (gsize i = 0; i < G_N_ELEMENTS (locales) && !result; i++)
    result = setlocale (LC_ALL, locales[i]) != NULL &&
             !g_str_equal (dgettext (GETTEXT_PACKAGE, "measured"), "measured");
  setlocale (LC_ALL, "C");
  g_unsetenv ("LANGUAGE");
  return result;
}

static void
test_language (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "po", NULL);
  g_autofree char *catalog =
      g_build_filename (folder, "zh_CN", "LC_MESSAGES", "lanescope.mo", NULL);
  g_autofree char *markdown = NULL, *fonts = NULL, *pdf = NULL;
  g_autoptr (LscTestOutput) output = NULL;
  Pair pair;

  if (!g_file_test (catalog, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("translations were not built");
      return;
    }
  if (!translates (folder))
    {
      g_test_skip ("there is no locale here that is translated");
      return;
    }
  set_up (&pair);
  g_setenv ("LANESCOPE_LOCALEDIR", folder, TRUE);
  g_unsetenv ("LC_ALL");
  g_setenv ("LANG", "C.UTF-8", TRUE);
  markdown = write_report (&pair, EXIT_DELIVERED, "zh.md", "--lang=zh");
  lsc_test_assert_contains (markdown, "<sub>\345\217\221\347\224\237");
  fonts = g_build_filename (pair.place->root, "fonts.conf", NULL);
  g_assert_true (
      g_file_set_contents (fonts, "<?xml version=\"1.0\"?><fontconfig></fontconfig>", -1, NULL));
  g_setenv ("FONTCONFIG_FILE", fonts, TRUE);
  pdf = g_build_filename (pair.place->root, "zh.pdf", NULL);
  output = lsc_test_cli_output (pair.place, EXIT_PART, "compare", pair.before, pair.after, "-q",
                                "--report", pdf, "--lang=zh", NULL);
  lsc_test_assert_contains (output->err, "fonts-noto-cjk");
  g_unsetenv ("FONTCONFIG_FILE");
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_unsetenv ("LANESCOPE_LOCALEDIR");
  clear (&pair);
}

static void
test_faults (void)
{
  Pair pair;
  g_autofree char *inside = NULL;

  set_up (&pair);
  inside = g_build_filename (pair.before, "r.pdf", NULL);
  lsc_test_cli (pair.place, EXIT_WRONG_USAGE, "compare", pair.before, pair.after, "--report",
                "r.doc", NULL);
  lsc_test_cli (pair.place, EXIT_WRONG_USAGE, "compare", pair.before, pair.after, "--title", "T",
                NULL);
  lsc_test_cli (pair.place, EXIT_WRONG_USAGE, "compare", pair.before, pair.after, "--lang", "xx",
                "--report", "r.md", NULL);
  lsc_test_cli (pair.place, EXIT_IO, "compare", pair.before, pair.after, "--report",
                "/dev/full/r.md", NULL);
  clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-report/figures", test_figures);
  g_test_add_func ("/cli-report/verdict", test_verdict);
  g_test_add_func ("/cli-report/same-bytes", test_same_bytes);
  g_test_add_func ("/cli-report/largest", test_largest);
  g_test_add_func ("/cli-report/html", test_html);
  g_test_add_func ("/cli-report/valid", test_valid);
  g_test_add_func ("/cli-report/sizes", test_sizes);
  g_test_add_func ("/cli-report/chart", test_chart);
  g_test_add_func ("/cli-report/print", test_print);
  g_test_add_func ("/cli-report/single", test_single);
  g_test_add_func ("/cli-report/language", test_language);
  g_test_add_func ("/cli-report/faults", test_faults);
  return g_test_run ();
}
