/* lsc-test-report.c - looking at reports as JSON
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-report.h"

#include <math.h>
#include <string.h>

/* (transfer container): the items with a table, in their order; @with_charts: those of charts, too
 */
GPtrArray *
lsc_test_report_tables (JsonObject *report, gboolean with_charts)
{
  GPtrArray *found = g_ptr_array_new ();
  JsonArray *sections = json_object_get_array_member (report, "sections");

  for (guint i = 0; i < json_array_get_length (sections); i++)
    {
      JsonArray *items =
          json_object_get_array_member (json_array_get_object_element (sections, i), "items");

      for (guint k = 0; k < json_array_get_length (items); k++)
        {
          JsonObject *item = json_array_get_object_element (items, k);

          if (json_object_has_member (item, "table") &&
              (with_charts || g_str_equal (json_object_get_string_member (item, "type"), "table")))
            g_ptr_array_add (found, item);
        }
    }
  return found;
}

static void
check_sheet_cell (const char *cell, JsonNode *value)
{
  if (JSON_NODE_HOLDS_NULL (value))
    g_assert_null (cell);
  else if (json_node_get_value_type (value) == G_TYPE_STRING)
    g_assert_cmpstr (cell != NULL ? cell : "", ==, json_node_get_string (value));
  else if (json_node_get_value_type (value) == G_TYPE_BOOLEAN)
    g_assert_cmpstr (cell, ==, json_node_get_boolean (value) ? "1" : "0");
  else if (json_node_get_value_type (value) == G_TYPE_DOUBLE)
    g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cell, NULL), json_node_get_double (value),
                                    1e-14 * MAX (1, fabs (json_node_get_double (value))));
  else
    g_assert_cmpint (g_ascii_strtoll (cell, NULL, 10), ==, json_node_get_int (value));
}

/* The sheet has the columns and rows of an item with a table, cell by cell. */
void
lsc_test_report_check_sheet (const LscTestSheet *sheet, JsonObject *item)
{
  JsonArray *columns = json_object_get_array_member (item, "columns");
  JsonArray *rows = json_object_get_array_member (item, "rows");

  g_assert_cmpuint (sheet->n_rows, ==, json_array_get_length (rows) + 1);
  for (guint i = 0; i < json_array_get_length (columns); i++)
    {
      const char *name =
          json_object_get_string_member (json_array_get_object_element (columns, i), "name");

      g_assert_cmpstr (lsc_test_sheet_cell (sheet, 1, i + 1), ==, name);
      for (guint row = 0; row < json_array_get_length (rows); row++)
        check_sheet_cell (lsc_test_sheet_cell (sheet, row + 2, i + 1),
                          json_object_get_member (json_array_get_object_element (rows, row), name));
    }
}

/* The number of the sheet of that name, 0 = there is none. */
guint
lsc_test_report_find_sheet (const char *book, const char *name)
{
  g_autofree char *xml = lsc_test_unzip (book, "xl/workbook.xml");
  g_autofree char *wanted = g_strdup_printf ("<sheet name=\"%s\"", name);
  const char *found = strstr (xml, wanted);
  guint n = 0;

  for (const char *at = xml; found != NULL && at <= found && (at = strstr (at, "<sheet name="));
       at++)
    n += at <= found;
  return n;
}

/* The sheet of that name has the columns and rows of an item, cell by cell. */
void
lsc_test_report_check_named (const char *book, const char *name, JsonObject *item)
{
  guint number;

  if (!lsc_test_can_unzip ())
    return;
  number = lsc_test_report_find_sheet (book, name);
  g_assert_cmpuint (number, >, 0);
  g_assert_nonnull (item);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (item, "rows")), >, 0);
  {
    g_autoptr (LscTestSheet) sheet = lsc_test_sheet_read (book, number);

    lsc_test_report_check_sheet (sheet, item);
  }
}
