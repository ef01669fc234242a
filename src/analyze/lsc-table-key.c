/* lsc-table-key.c - which row of a table it is, told without its figures
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-table-key.h"

#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "analyze/lsc-renamed.h"

/* Of several rows that agree in all names, the first, the second, … */
#define PLACE "#="

/**
 * lsc_table_key_has:
 *
 * Returns: whether the column tells rows apart: a name or a number of something, no figure. A
 *   sentence is none, as it may quote figures.
 */
gboolean
lsc_table_key_has (const LscTable *table, guint column)
{
  const LscColumn *about = lsc_table_get_column (table, column);

  if (about->form == LSC_FORM_PHRASE)
    return FALSE;
  return about->type == LSC_TYPE_TEXT ||
         (about->type == LSC_TYPE_INT &&
          (about->unit == LSC_UNIT_ID || about->unit == LSC_UNIT_NONE));
}

static char *
say_part (const LscTable *table, gsize row, guint column)
{
  g_autofree char *text = lsc_cell_exact (lsc_table_get (table, row, column), "");

  return g_strconcat (lsc_table_get_column (table, column)->name, "=", text, NULL);
}

/* What another recording of the same thing may have otherwise: numbers of slices, judgements. */
static gboolean
is_loose (const LscColumn *column)
{
  return column->words || strcmp (column->name, "id") == 0 ||
         strcmp (column->name, "parent") == 0 || g_str_has_suffix (column->name, "_id");
}

static gboolean
is_same_part (const LscTable *table, gsize row, const char *part, gboolean firm_only)
{
  const char *sign = strchr (part, '=');
  g_autofree char *name = sign ? g_strndup (part, (gsize) (sign - part)) : NULL;
  g_autofree char *text = NULL;
  int column;

  if (!name || g_str_has_prefix (part, PLACE))
    return TRUE;
  column = lsc_table_find_column (table, name);
  if (column < 0)
    return FALSE;
  if (firm_only && is_loose (lsc_table_get_column (table, (guint) column)))
    return TRUE;
  text = lsc_cell_exact (lsc_table_get (table, row, (guint) column), "");
  return strcmp (text, sign + 1) == 0 || g_strcmp0 (text, lsc_renamed_find (sign + 1)) == 0;
}

static gboolean
is_same (const LscTable *table, gsize row, const char *const *key, gboolean firm_only)
{
  for (guint i = 0; key[i]; i++)
    if (!is_same_part (table, row, key[i], firm_only))
      return FALSE;
  return TRUE;
}

/**
 * lsc_table_key_new:
 *
 * Tells a row by its names and numbers of things; of rows that agree in them, by its place among
 * them.
 *
 * Cost: O(rows * columns).
 *
 * Returns: (transfer full): texts "column=value"
 */
GStrv
lsc_table_key_new (const LscTable *table, gsize row)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  guint n_before = 0;

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    if (lsc_table_key_has (table, i))
      g_ptr_array_add (parts, say_part (table, row, i));
  g_ptr_array_add (parts, NULL);
  for (gsize i = 0; i < row; i++)
    n_before += is_same (table, i, (const char *const *) parts->pdata, FALSE) ? 1 : 0;
  if (n_before > 0)
    {
      parts->pdata[parts->len - 1] = g_strdup_printf (PLACE "%u", n_before + 1);
      g_ptr_array_add (parts, NULL);
    }
  return (GStrv) g_ptr_array_free (g_steal_pointer (&parts), FALSE);
}

static gboolean
find (const LscTable *table, const char *const *key, gboolean firm_only, gsize *row)
{
  guint64 place = 1;

  for (guint i = 0; key[i]; i++)
    if (g_str_has_prefix (key[i], PLACE))
      place = g_ascii_strtoull (key[i] + strlen (PLACE), NULL, 10);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (is_same (table, i, key, firm_only) && --place == 0)
      {
        *row = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * lsc_table_key_find:
 * @row: (out):
 *
 * Finds the row of a key; where another recording numbers its slices or is judged otherwise, the
 * row of the same names.
 *
 * Cost: O(rows * columns).
 *
 * Returns: %FALSE where the table has no such row
 */
gboolean
lsc_table_key_find (const LscTable *table, const char *const *key, gsize *row)
{
  return find (table, key, FALSE, row) || find (table, key, TRUE, row);
}
