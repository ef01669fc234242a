/* test-columns.c - docs/definitions/columns.md says what the columns say of themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * `test-columns FILE` writes the page.
 */
#include "config.h"

#include <glib.h>
#include <stdio.h>

#include "analyze/lsc-table-list.h"
#include "analyze/module/lsc-tree.h"

static const char head[] = "# Columns\n"
                           "\n"
                           "Columns of result tables in the program's own words, as "
                           "lsc_table_list() has them. This page is written by\n"
                           "`build/tests/unit/test-columns FILE`. Codes are for files and "
                           "programs; people read the words behind them.\n";

static const char *
get_unit (const LscColumn *column)
{
  switch (column->unit)
    {
    case LSC_UNIT_NS:
      return "ns";
    case LSC_UNIT_BYTES:
      return "bytes";
    case LSC_UNIT_COUNT:
      return "count";
    case LSC_UNIT_SHARE:
      return "share, 1 = 100 %";
    case LSC_UNIT_FLOPS:
      return "FLOPs";
    case LSC_UNIT_FLOPS_PER_S:
      return "FLOPs/s";
    case LSC_UNIT_RATE:
      return "GB/s";
    case LSC_UNIT_ID:
      return "id";
    case LSC_UNIT_FLAG:
      return "yes or no";
    case LSC_UNIT_NONE:
    default:
      return column->type == LSC_TYPE_TEXT ? "text" : "";
    }
}

/* A cell of a Markdown table, where a definition that is cited becomes a link. */
static void
add_cell (GString *page, const char *text)
{
  g_autoptr (GRegex) citation = g_regex_new ("[a-z]+\\.md#[a-z0-9-]+", 0, 0, NULL);
  g_autofree char *linked =
      g_regex_replace (citation, text ? text : "", -1, 0, "[\\0](\\0)", 0, NULL);
  g_auto (GStrv) parts = g_strsplit (linked, "|", -1);
  g_autofree char *escaped = g_strjoinv ("\\|", parts);

  g_string_append_printf (page, " %s |", escaped);
}

static void
add_column (GString *page, const LscColumn *column)
{
  g_autoptr (GString) about = g_string_new (column->about);

  for (guint i = 0; i < column->n_words; i++)
    {
      const LscWord *word = &column->words[i];

      g_string_append_printf (about, i ? "; `%s`" : " Codes: `%s`", word->key);
      if (word->title && g_strcmp0 (word->title, word->key))
        g_string_append_printf (about, " %s", word->title);
    }
  if (column->n_words)
    g_string_append_c (about, '.');

  g_string_append_printf (page, "| `%s` |", column->name);
  add_cell (page, column->title);
  add_cell (page, get_unit (column));
  add_cell (page, about->str);
  add_cell (page, column->source);
  g_string_append_c (page, '\n');
}

static void
add_head (GString *page, const char *name)
{
  g_string_append_printf (page,
                          "\n"
                          "## %s\n"
                          "\n"
                          "| Column | Title | Unit | Says | From |\n"
                          "|---|---|---|---|---|\n",
                          name);
}

static char *
make_page (void)
{
  GString *page = g_string_new (head);
  guint n;
  const LscTableInfo *const *tables = lsc_table_list (&n);

  for (guint i = 0; i < n; i++)
    {
      add_head (page, tables[i]->name);
      for (guint c = 0; c < tables[i]->n_columns; c++)
        add_column (page, &tables[i]->columns[c]);
    }
  add_head (page, "The tree of modules");
  for (guint c = 0; c < LSC_TREE_N_COLUMNS; c++)
    add_column (page, lsc_tree_column ((LscTreeColumn) c));
  return g_string_free (page, FALSE);
}

static void
test_page (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "docs/definitions/columns.md", NULL);
  g_autofree char *written = NULL;
  g_autofree char *made = make_page ();
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &written, NULL, &error);
  g_assert_no_error (error);
  if (!g_str_equal (written, made))
    g_test_message ("Write it anew: build/tests/unit/test-columns docs/definitions/columns.md");
  g_assert_cmpstr (written, ==, made);
}

static void
check_sentence (const char *table, const LscColumn *column)
{
  if (column->about && g_str_has_suffix (column->about, "."))
    return;
  g_test_message ("%s.%s has no sentence", table, column->name);
  g_test_fail ();
}

static void
test_sentences (void)
{
  guint n;
  const LscTableInfo *const *tables = lsc_table_list (&n);

  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < tables[i]->n_columns; c++)
      check_sentence (tables[i]->name, &tables[i]->columns[c]);
  for (guint c = 0; c < LSC_TREE_N_COLUMNS; c++)
    check_sentence ("tree", lsc_tree_column ((LscTreeColumn) c));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    {
      g_autofree char *made = make_page ();
      g_autoptr (GError) error = NULL;

      if (g_file_set_contents (argv[1], made, -1, &error))
        return 0;
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  g_test_add_func ("/columns/page", test_page);
  g_test_add_func ("/columns/sentences", test_sentences);
  return g_test_run ();
}
