/* lsc-test-golden.c - reader of reference tables kept as lines of JSON, and row comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-golden.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define REAL_TOLERANCE 1e-9

/**
 * lsc_test_row_new:
 * @n_cells: number of columns
 *
 * Returns: (transfer full): a row of nulls with position 0
 */
LscTestRow *
lsc_test_row_new (guint n_cells)
{
  LscTestRow *row = g_new0 (LscTestRow, 1);

  row->n_cells = n_cells;
  row->types = g_new0 (LscTestCellType, n_cells);
  row->texts = g_new0 (char *, n_cells + 1);
  for (guint i = 0; i < n_cells; i++)
    row->texts[i] = g_strdup ("");
  return row;
}

/**
 * lsc_test_row_free:
 * @row: (nullable): a row
 *
 * Frees @row.
 */
void
lsc_test_row_free (LscTestRow *row)
{
  if (row == NULL)
    return;
  g_strfreev (row->texts);
  g_free (row->types);
  g_free (row);
}

static void
set_cell (LscTestRow *row, guint column, LscTestCellType type, char *text)
{
  g_assert (column < row->n_cells);
  g_free (row->texts[column]);
  row->texts[column] = text;
  row->types[column] = type;
}

/**
 * lsc_test_row_set_int:
 * @row: a row
 * @column: index
 * @value: value
 *
 * Stores an integer with all its digits.
 */
void
lsc_test_row_set_int (LscTestRow *row, guint column, gint64 value)
{
  set_cell (row, column, LSC_TEST_CELL_INT, g_strdup_printf ("%" G_GINT64_FORMAT, value));
}

/**
 * lsc_test_row_set_real:
 * @row: a row
 * @column: index
 * @value: value
 *
 * Stores a double as the shortest text that reads back to it.
 */
void
lsc_test_row_set_real (LscTestRow *row, guint column, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (!(g_ascii_strtod (text, NULL) < value || g_ascii_strtod (text, NULL) > value))
        break;
    }
  set_cell (row, column, LSC_TEST_CELL_REAL, g_strdup (text));
}

/**
 * lsc_test_row_set_text:
 * @row: a row
 * @column: index
 * @value: (nullable): text, %NULL for a null cell
 *
 * Stores a text.
 */
void
lsc_test_row_set_text (LscTestRow *row, guint column, const char *value)
{
  set_cell (row, column, value != NULL ? LSC_TEST_CELL_TEXT : LSC_TEST_CELL_NULL,
            g_strdup (value != NULL ? value : ""));
}

/**
 * lsc_test_row_int:
 * @row: a row
 * @column: index
 *
 * Returns: the cell as an integer; of a real the part before the point
 */
gint64
lsc_test_row_int (const LscTestRow *row, guint column)
{
  g_assert (column < row->n_cells);
  if (row->types[column] == LSC_TEST_CELL_REAL)
    return (gint64) g_ascii_strtod (row->texts[column], NULL);
  return g_ascii_strtoll (row->texts[column], NULL, 10);
}

/**
 * lsc_test_row_real:
 * @row: a row
 * @column: index
 *
 * Returns: the cell as a double, NaN for a null cell
 */
double
lsc_test_row_real (const LscTestRow *row, guint column)
{
  g_assert (column < row->n_cells);
  if (row->types[column] == LSC_TEST_CELL_NULL)
    return (double) NAN;
  return g_ascii_strtod (row->texts[column], NULL);
}

static void
cell_from_json (LscTestRow *row, guint column, JsonNode *node)
{
  if (node == NULL || JSON_NODE_HOLDS_NULL (node) || !JSON_NODE_HOLDS_VALUE (node))
    return;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    lsc_test_row_set_text (row, column, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    lsc_test_row_set_real (row, column, json_node_get_double (node));
  else
    lsc_test_row_set_int (row, column, json_node_get_int (node));
}

static gboolean
read_header (LscTestGolden *self, JsonObject *header)
{
  JsonNode *node = json_object_get_member (header, "columns");
  JsonArray *columns;
  guint n;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  columns = json_node_get_array (node);
  n = json_array_get_length (columns);
  self->name = g_strdup (json_object_get_string_member_with_default (header, "table", ""));
  self->stated_rows = json_object_get_int_member_with_default (header, "rows", -1);
  self->columns = g_new0 (char *, n + 1);
  self->declared = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *pair = json_array_get_element (columns, i);
      JsonArray *column = JSON_NODE_HOLDS_ARRAY (pair) ? json_node_get_array (pair) : NULL;

      if (column == NULL || json_array_get_length (column) != 2)
        return FALSE;
      self->columns[i] = g_strdup (json_array_get_string_element (column, 0));
      self->declared[i] = g_strdup (json_array_get_string_element (column, 1));
    }
  return n > 0;
}

static void
read_row (LscTestGolden *self, JsonObject *object)
{
  guint n = g_strv_length (self->columns);
  LscTestRow *row = lsc_test_row_new (n);

  row->row = json_object_get_int_member_with_default (object, "_row", -1);
  for (guint i = 0; i < n; i++)
    cell_from_json (row, i, json_object_get_member (object, self->columns[i]));
  g_ptr_array_add (self->rows, row);
}

static gint
compare_positions (gconstpointer a, gconstpointer b)
{
  const LscTestRow *ra = *(LscTestRow *const *) a, *rb = *(LscTestRow *const *) b;

  return ra->row < rb->row ? -1 : ra->row > rb->row;
}

static gboolean
read_lines (LscTestGolden *self, char **lines, GError **error)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      JsonNode *root;

      if (lines[i][0] == '\0')
        continue;
      if (!json_parser_load_from_data (parser, lines[i], -1, error))
        return FALSE;
      root = json_parser_get_root (parser);
      if (!JSON_NODE_HOLDS_OBJECT (root) ||
          (i == 0 && !read_header (self, json_node_get_object (root))))
        {
          g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "line %u is not a row", i + 1);
          return FALSE;
        }
      if (i > 0)
        read_row (self, json_node_get_object (root));
    }
  return TRUE;
}

/**
 * lsc_test_golden_load:
 * @path: a .jsonl file: a header line, then a line per row with its position in "_row"
 * @error: return location
 *
 * Reads a reference table. Columns a row does not have are null.
 *
 * Returns: (transfer full) (nullable): the table, rows in ascending position
 */
LscTestGolden *
lsc_test_golden_load (const char *path, GError **error)
{
  g_autoptr (LscTestGolden) self = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  self = g_new0 (LscTestGolden, 1);
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_test_row_free);
  lines = g_strsplit (text, "\n", -1);
  if (!read_lines (self, lines, error))
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  if (self->columns == NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: no header line", path);
      return NULL;
    }
  g_ptr_array_sort (self->rows, compare_positions);
  return g_steal_pointer (&self);
}

/**
 * lsc_test_golden_free:
 * @self: (nullable): a table
 *
 * Frees @self with its rows.
 */
void
lsc_test_golden_free (LscTestGolden *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_strfreev (self->columns);
  g_strfreev (self->declared);
  g_ptr_array_unref (self->rows);
  g_free (self);
}

/**
 * lsc_test_golden_column:
 * @self: a table
 * @name: name of a column
 *
 * Returns: its index, -1 when there is none
 */
gint
lsc_test_golden_column (const LscTestGolden *self, const char *name)
{
  for (gint i = 0; self->columns[i] != NULL; i++)
    if (g_str_equal (self->columns[i], name))
      return i;
  return -1;
}

/**
 * lsc_test_real_equal:
 * @a: a number
 * @b: a number
 *
 * Returns: whether they differ by at most 1e-9 of the greater one; two NaN are equal
 */
gboolean
lsc_test_real_equal (double a, double b)
{
  if (isnan (a) || isnan (b))
    return isnan (a) && isnan (b);
  return fabs (a - b) <= REAL_TOLERANCE * fmax (fabs (a), fabs (b));
}

/**
 * lsc_test_cell_equal:
 * @a: a row
 * @ca: column of @a
 * @b: a row
 * @cb: column of @b
 *
 * Compares integers and texts exactly, and as reals if one of the two is a real. Null equals null
 * only.
 *
 * Returns: whether the cells are equal
 */
gboolean
lsc_test_cell_equal (const LscTestRow *a, guint ca, const LscTestRow *b, guint cb)
{
  LscTestCellType ta = a->types[ca], tb = b->types[cb];
  gboolean numbers = (ta == LSC_TEST_CELL_INT || ta == LSC_TEST_CELL_REAL) &&
                     (tb == LSC_TEST_CELL_INT || tb == LSC_TEST_CELL_REAL);

  if (numbers && (ta == LSC_TEST_CELL_REAL || tb == LSC_TEST_CELL_REAL))
    return lsc_test_real_equal (lsc_test_row_real (a, ca), lsc_test_row_real (b, cb));
  return ta == tb && g_str_equal (a->texts[ca], b->texts[cb]);
}

/**
 * lsc_test_row_equal:
 * @a: a row
 * @b: a row
 * @column_out: (out) (optional): first column that differs
 *
 * Returns: whether both rows have the same cells
 */
gboolean
lsc_test_row_equal (const LscTestRow *a, const LscTestRow *b, guint *column_out)
{
  guint n = MIN (a->n_cells, b->n_cells);
  guint i = 0;

  while (i < n && lsc_test_cell_equal (a, i, b, i))
    i++;
  if (column_out != NULL)
    *column_out = i;
  return i == n && a->n_cells == b->n_cells;
}

/**
 * lsc_test_rows_equal:
 * @expected: (element-type LscTestRow): rows
 * @actual: (element-type LscTestRow): rows
 * @difference_out: (out) (optional) (transfer full): text on the first difference
 *
 * Compares two tables row by row in their order.
 *
 * Returns: whether they are equal
 */
gboolean
lsc_test_rows_equal (GPtrArray *expected, GPtrArray *actual, char **difference_out)
{
  guint n = MAX (expected->len, actual->len);

  for (guint i = 0; i < n; i++)
    {
      const LscTestRow *a = i < expected->len ? expected->pdata[i] : NULL;
      const LscTestRow *b = i < actual->len ? actual->pdata[i] : NULL;
      g_autofree char *ta = NULL;
      g_autofree char *tb = NULL;

      if (a != NULL && b != NULL && lsc_test_row_equal (a, b, NULL))
        continue;
      ta = a != NULL ? lsc_test_row_to_string (a) : g_strdup ("(no more rows)");
      tb = b != NULL ? lsc_test_row_to_string (b) : g_strdup ("(no more rows)");
      if (difference_out != NULL)
        *difference_out = g_strdup_printf ("row %u of %u / %u\n  expected %s\n  actual   %s", i,
                                           expected->len, actual->len, ta, tb);
      return FALSE;
    }
  if (difference_out != NULL)
    *difference_out = NULL;
  return TRUE;
}

/**
 * lsc_test_row_to_string:
 * @row: a row
 *
 * Returns: (transfer full): the cells separated by " | ", for messages
 */
char *
lsc_test_row_to_string (const LscTestRow *row)
{
  return g_strjoinv (" | ", row->texts);
}
