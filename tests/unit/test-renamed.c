/* test-renamed.c - columns and codes are small letters, and old names lead to them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <string.h>

#include "analyze/lsc-renamed.h"
#include "analyze/lsc-table-key.h"
#include "analyze/lsc-table-list.h"

/* Programs read these by the names of the reference tool (renamed.md). */
static const char *const of_the_reference[] = { "ModuleStatistic",    "StepTaskInfo", "P2PPairs",
                                                "ClusterTimeSummary", "SlowRank",     "SlowOpStats",
                                                "ModuleMFU",          "OperatorMFU",  NULL };

static gboolean
is_plain (const char *name)
{
  return g_regex_match_simple ("^[a-z0-9]+(_[a-z0-9]+)*$", name, 0, 0);
}

static gboolean
has_column (const LscTableInfo *table, const char *name)
{
  for (guint i = 0; i < table->n_columns; i++)
    if (g_str_equal (table->columns[i].name, name))
      return TRUE;
  return FALSE;
}

static void
test_columns (void)
{
  guint n;
  const LscTableInfo *const *tables = lsc_table_list (&n);

  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < tables[i]->n_columns; c++)
      if (!g_strv_contains (of_the_reference, tables[i]->name) &&
          !is_plain (tables[i]->columns[c].name))
        g_error ("%s.%s is no name of small letters", tables[i]->name, tables[i]->columns[c].name);
}

/* Each old name is found, and what it is called now is a name of something. */
static void
test_list (void)
{
  guint n, n_tables;
  const LscRenamed *list = lsc_renamed_list (&n);
  const LscTableInfo *const *tables = lsc_table_list (&n_tables);

  for (guint i = 0; i < n; i++)
    {
      guint n_found = 0;

      g_assert_cmpstr (lsc_renamed_find (list[i].was), ==, list[i].now);
      g_assert_null (lsc_renamed_find (list[i].now));
      g_assert_false (is_plain (list[i].was));
      g_assert_true (is_plain (list[i].now));
      g_assert_true (i == 0 || strcmp (list[i - 1].was, list[i].was) < 0);
      for (guint t = 0; t < n_tables; t++)
        n_found += has_column (tables[t], list[i].now) ? 1 : 0;
      g_test_message ("%s: %u tables", list[i].now, n_found);
    }
}

/* The page says the same, row by row. */
static void
test_page (void)
{
  g_autofree char *path = NULL;
  g_autofree char *page = NULL;
  g_autoptr (GError) error = NULL;
  guint n, n_rows = 0;
  const LscRenamed *list = lsc_renamed_list (&n);

  if (!g_getenv ("LANESCOPE_SOURCE_DIR"))
    {
      g_test_skip ("no sources");
      return;
    }
  path = g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "docs/definitions/renamed.md", NULL);
  g_file_get_contents (path, &page, NULL, &error);
  g_assert_no_error (error);
  for (const char *at = page; (at = strstr (at, "\n| `")); at++)
    n_rows++;
  g_assert_cmpuint (n_rows, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *row = g_strdup_printf ("\n| `%s` | `%s` | ", list[i].was, list[i].now);

      if (!strstr (page, row))
        g_error ("renamed.md lacks %s", list[i].was);
    }
}

typedef struct
{
  const char *category;
  gint64 gain_ns;
} Row;

static const LscColumn columns[] = {
  LSC_COLUMN (Row, category, "category", NULL, LSC_UNIT_NONE, NULL, NULL),
  LSC_COLUMN (Row, gain_ns, "gain_ns", NULL, LSC_UNIT_NS, NULL, NULL),
};
static const LscTableInfo info = LSC_TABLE_INFO ("T", Row, columns);

/* What was saved with an old name is found: a column, a row by its code. */
static void
test_saved (void)
{
  g_autoptr (LscTable) table = lsc_table_new_for (&info);
  const Row rows[] = { { "compute", 1 }, { "comm_wait", 2 } };
  const char *const key[] = { "category=comm.wait", NULL };
  gsize row = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    lsc_table_add (table, &rows[i]);
  g_assert_cmpint (lsc_table_find_column (table, "gainNs"), ==, 1);
  g_assert_cmpint (lsc_table_find_column (table, "gainN"), ==, -1);
  g_assert_true (lsc_table_key_find (table, key, &row));
  g_assert_cmpint (row, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/renamed/columns", test_columns);
  g_test_add_func ("/renamed/list", test_list);
  g_test_add_func ("/renamed/page", test_page);
  g_test_add_func ("/renamed/saved", test_saved);
  return g_test_run ();
}
