/* test-cli-report-tables.c - reports tell what the commands tell, and the same sentences in each
 * form
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-report.h"

/* ---- the tables of the commands ---- */

/* Returns: how many tables of a report stand in a workbook that a command wrote, cell by cell */
static guint
check_book (JsonObject *report, const char *book)
{
  g_autoptr (GPtrArray) tables = lsc_test_report_tables (report, FALSE);
  guint n_found = 0;

  for (guint i = 0; i < tables->len; i++)
    {
      guint number = lsc_test_report_find_sheet (
          book, json_object_get_string_member (tables->pdata[i], "table"));
      g_autoptr (LscTestSheet) sheet = number > 0 ? lsc_test_sheet_read (book, number) : NULL;

      if (sheet == NULL)
        continue;
      lsc_test_report_check_sheet (sheet, tables->pdata[i]);
      n_found++;
    }
  return n_found;
}

/* The tables of a report of two are those that the command writes. */
static void
test_tables (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");
  g_autofree char *path = g_build_filename (place->root, "r.json", NULL);
  g_autofree char *book = g_build_filename (place->root, "t.xlsx", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonObject) report = NULL;
  g_autoptr (GPtrArray) tables = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "-q", "--report", path, "--table",
                book, "--parts", "operators", NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  tables = lsc_test_report_tables (report, FALSE);
  g_assert_cmpuint (tables->len, >, 4);
  if (lsc_test_can_unzip ())
    g_assert_cmpuint (check_book (report, book), ==, tables->len);
  lsc_test_place_free (place);
}

/* How many steps of a rank “budget” tells before the one at @index. */
static guint
count_before (const GPtrArray *steps, guint index)
{
  gint64 rank = json_object_get_int_member (steps->pdata[index], "rank");
  guint n = 0;

  for (guint i = 0; i < index; i++)
    n += json_object_get_int_member (steps->pdata[i], "rank") == rank;
  return n;
}

/* The category of a step, means of what “budget” tells of each rank and step that counts
 * (figures.md#steps), to the ns; of three steps the first does not. */
static void
check_budget (LscTestPlace *place, const char *folder, JsonObject *category)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--json", "-q", NULL);
  g_autoptr (GPtrArray) steps = lsc_test_json_lines (output->out);
  gint64 sum = 0, n = 0;

  for (guint i = 0; i < steps->len; i++)
    if (count_before (steps, i) > 0)
      {
        JsonObject *of = json_object_get_object_member (steps->pdata[i], "categories");

        sum +=
            json_object_get_int_member (of, json_object_get_string_member (category, "category"));
        n++;
      }
  g_assert_cmpint (n, >, 0);
  g_assert_cmpuint (count_before (steps, steps->len - 1), >=, 2); /* three steps or more */
  g_assert_cmpint (ABS (json_object_get_int_member (category, "ns") - sum / n), <=, 1);
}

/* Those of a report of one are the tables of the commands that tell the same. */
static void
test_single_tables (void)
{
  static const char *const commands[][2] = {
    { "overview", "--table" },   { "findings", "--xlsx" },       { "pp", "--table" },
    { "stragglers", "--table" }, { "communication", "--table" }, { "operators", "--table" }
  };
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *path = g_build_filename (place->root, "r.json", NULL), *text = NULL;
  g_autoptr (JsonObject) report = NULL;
  g_autoptr (GPtrArray) tables = NULL;
  guint n = 0;

  lsc_test_cli (place, EXIT_DELIVERED, "report", folder, "-q", "--report", path, NULL);
  text = lsc_test_read (path, NULL);
  report = lsc_test_json_object (text);
  tables = lsc_test_report_tables (report, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (commands) && lsc_test_can_unzip (); i++)
    {
      g_autofree char *name = g_strconcat (commands[i][0], ".xlsx", NULL);
      g_autofree char *book = g_build_filename (place->root, name, NULL);

      lsc_test_cli (place, EXIT_DELIVERED, commands[i][0], folder, "-q", commands[i][1], book,
                    NULL);
      n += check_book (report, book);
    }
  for (guint i = 0; i < tables->len; i++)
    {
      const char *name = json_object_get_string_member (tables->pdata[i], "table");
      JsonArray *rows = json_object_get_array_member (tables->pdata[i], "rows");

      for (guint k = 0; g_str_equal (name, "StepCategory") && k < json_array_get_length (rows); k++)
        check_budget (place, folder, json_array_get_object_element (rows, k));
    }
  if (lsc_test_can_unzip ()) /* the others are StepCategory and StepOp; it has no modules */
    g_assert_cmpuint (n, ==, tables->len - 2);
  lsc_test_place_free (place);
}

/* ---- sentences ---- */

static void
add_member (GPtrArray *texts, JsonObject *object, const char *name)
{
  const char *text =
      json_object_has_member (object, name) && !json_object_get_null_member (object, name)
          ? json_object_get_string_member (object, name)
          : NULL;

  if (text != NULL)
    g_ptr_array_add (texts, (gpointer) text);
}

static void
add_item (GPtrArray *texts, JsonObject *item, gboolean with_charts)
{
  const char *type = json_object_get_string_member (item, "type");
  gboolean is_chart = g_str_equal (type, "chart");
  JsonArray *points;

  if (!g_str_equal (type, "table") && (with_charts || !is_chart))
    add_member (texts, item, "title");
  if (with_charts || !is_chart)
    add_member (texts, item, "text");
  if (!json_object_has_member (item, "points"))
    return;
  points = json_object_get_array_member (item, "points");
  for (guint i = 0; i < json_array_get_length (points); i++)
    g_ptr_array_add (texts, (gpointer) json_array_get_string_element (points, i));
}

/* (transfer container): what a report says, but for its tables; @first: sections left out;
 * @with_charts: titles of sections and words of charts, too */
static GPtrArray *
list_texts (JsonObject *report, guint first, gboolean with_charts)
{
  JsonArray *sections = json_object_get_array_member (report, "sections");
  GPtrArray *texts = g_ptr_array_new ();

  add_member (texts, report, "title");
  add_member (texts, report, "verdict");
  add_member (texts, report, "detail");
  for (guint i = first; i < json_array_get_length (sections); i++)
    {
      JsonObject *section = json_array_get_object_element (sections, i);
      JsonArray *items = json_object_get_array_member (section, "items");

      if (with_charts)
        add_member (texts, section, "title");
      for (guint k = 0; k < json_array_get_length (items); k++)
        add_item (texts, json_array_get_object_element (items, k), with_charts);
    }
  return texts;
}

/* (transfer full): without blanks, tags and marks of a form, and with ligatures as letters */
static char *
squeeze (const char *text)
{
  static const char *const entities[][2] = { { "&lt;", "<" },    { "&gt;", ">" },
                                             { "&quot;", "\"" }, { "&apos;", "'" },
                                             { "&#39;", "'" },   { "&amp;", "&" } };
  g_autoptr (GString) entire = g_string_new (text);
  GString *out = g_string_new (NULL);
  g_autofree char *plain = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (entities); i++)
    g_string_replace (entire, entities[i][0], entities[i][1], 0);
  g_string_replace (entire, "<wbr>", "", 0);
  plain = g_utf8_normalize (entire->str, -1, G_NORMALIZE_ALL_COMPOSE);
  for (const char *at = plain; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isspace (g_utf8_get_char (at)) && !strchr ("\\*`", *at < 0 ? 'x' : *at))
      g_string_append_unichar (out, g_utf8_get_char (at));
  return g_string_free (out, FALSE);
}

static void
check_texts (const GPtrArray *texts, const char *form, const char *what)
{
  g_autofree char *where = squeeze (form);

  g_assert_cmpuint (texts->len, >, 5);
  for (guint i = 0; i < texts->len; i++)
    {
      g_autofree char *text = squeeze (texts->pdata[i]);

      if (strstr (where, text) == NULL)
        g_error ("“%s” is not in %s", (const char *) texts->pdata[i], what);
    }
}

static char *
read_pdf (const char *path)
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");
  const char *words[] = { path, "-", NULL };
  g_autoptr (LscTestOutput) output = NULL;

  if (program == NULL)
    {
      g_test_message ("without pdftotext the sentences of the PDF are not looked at");
      return NULL;
    }
  output = lsc_test_spawn (program, (char **) words);
  return g_steal_pointer (&output->out);
}

/* (transfer full): all cells of the cover and of the sheet with the sentences */
static char *
read_info (const char *path)
{
  GString *out = g_string_new (NULL);

  for (guint number = 1; number <= 2; number++)
    {
      g_autoptr (LscTestSheet) sheet = lsc_test_sheet_read (path, number);

      for (guint row = 1; row <= sheet->n_rows; row++)
        for (guint column = 1; column <= 2; column++)
          {
            const char *text = lsc_test_sheet_cell (sheet, row, column);

            g_string_append_printf (out, "%s\n", text ? text : "");
          }
    }
  return g_string_free (out, FALSE);
}

/* What keeps a figure and its unit together is no part of the text. */
static void
drop_figures (char **html)
{
  GString *text = g_string_new (*html);

  g_string_replace (text, "<span class=\"u\">", "", 0);
  g_string_replace (text, "</span>", "", 0);
  g_free (*html);
  *html = g_string_free (text, FALSE);
}

/* @on_cover: sections of which the first page of the PDF shows what has room */
static void
check_words (LscTestPlace *place, const char *before, const char *after, guint on_cover)
{
  static const char *const endings[] = { "json", "html", "md", "xlsx", "pdf" };
  g_autofree char *texts[G_N_ELEMENTS (endings)] = { NULL };
  g_autofree char *paths[G_N_ELEMENTS (endings)] = { NULL };
  g_autoptr (JsonObject) report = NULL;
  g_autoptr (GPtrArray) all = NULL, said = NULL, paged = NULL;
  g_autofree char *pdf = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *name = g_strconcat ("w.", endings[i], NULL);

      paths[i] = g_build_filename (place->root, name, NULL);
      if (after != NULL)
        lsc_test_cli (place, EXIT_DELIVERED, "compare", before, after, "-q", "--full", "--report",
                      paths[i], NULL);
      else
        lsc_test_cli (place, EXIT_DELIVERED, "report", before, "-q", "--full", "--report", paths[i],
                      NULL);
      texts[i] = lsc_test_read (paths[i], NULL);
    }
  drop_figures (&texts[1]);
  report = lsc_test_json_object (texts[0]);
  all = list_texts (report, 0, TRUE);
  said = list_texts (report, 0, FALSE);
  paged = list_texts (report, on_cover, TRUE);
  check_texts (all, texts[1], "the HTML page");
  check_texts (said, texts[2], "Markdown");
  if (lsc_test_can_unzip ())
    {
      g_autofree char *info = read_info (paths[3]);

      check_texts (said, info, "the workbook");
    }
  pdf = read_pdf (paths[4]);
  if (pdf != NULL)
    check_texts (paged, pdf, "the PDF");
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_free (g_steal_pointer (&texts[i]));
      g_free (g_steal_pointer (&paths[i]));
    }
}

static void
test_words (void)
{
  LscTestPlace *place = lsc_test_place_new ();
  g_autofree char *before = lsc_test_record_pipeline (place, "before", "--micro-batches=8");
  g_autofree char *after = lsc_test_record_pipeline (place, "after", "--micro-batches=6");

  check_words (place, before, after, 0);
  check_words (place, before, NULL, 1);
  lsc_test_place_free (place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report-tables/pair", test_tables);
  g_test_add_func ("/report-tables/single", test_single_tables);
  g_test_add_func ("/report-tables/words", test_words);
  return g_test_run ();
}
