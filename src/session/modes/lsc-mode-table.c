/* lsc-mode-table.c - the tables of a mode: made, filled, and in their text form
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-time.h"
#include "session/modes/lsc-mode-private.h"

#define MOST_PLAIN 1e16

/** Returns: (transfer full): the shortest digits that read back the same, with a point; whole
 * numbers of up to 16 digits without exponent */
char *
_lsc_mode_real_text (double value)
{
  GString *text = g_string_new (NULL);

  if (ABS (value) < MOST_PLAIN && value == rint (value))
    g_string_printf (text, "%.1f", value);
  else
    lsc_real_to_string (text, value);
  return g_string_free (text, FALSE);
}

/** Appends us with as many decimals as are needed, none where there are none. */
void
_lsc_mode_append_time_us (GString *out, gint64 ns)
{
  guint64 size = ns < 0 ? 0 - (guint64) ns : (guint64) ns;
  guint part = (guint) (size % 1000);
  guint width = 3;

  g_string_append_printf (out, "%s%" PRIu64, ns < 0 ? "-" : "", size / 1000);
  for (; part > 0 && part % 10 == 0; width--)
    part /= 10;
  if (part > 0)
    g_string_append_printf (out, ".%0*u", (int) width, part);
}

/** The same, but 4.0 for 4,000 ns, as the reference writes a duration. */
void
_lsc_mode_append_us (GString *out, gint64 ns)
{
  _lsc_mode_append_time_us (out, ns);
  if (ns % 1000 == 0)
    g_string_append (out, ".0");
}

/** Returns: (transfer none): an empty table of the run */
LscTable *
_lsc_mode_add_table (LscModeRun *run, const char *name, const LscColumn *columns, guint n_columns)
{
  LscTable *table = lsc_table_new (name, columns, n_columns);

  g_ptr_array_add (run->tables, table);
  return table;
}

/** Returns: a new row of @table, before its first column */
LscModeRow
_lsc_mode_row (LscTable *table)
{
  return (LscModeRow){ table, lsc_table_add_row (table), 0 };
}

void
_lsc_mode_put_text (LscModeRow *self, const char *text)
{
  if (text)
    lsc_table_set_text (self->table, self->row, self->column, text);
  self->column++;
}

/** @value: %LSC_INT_NULL = none; whole numbers of a column of reals are taken as well */
void
_lsc_mode_put_int (LscModeRow *self, gint64 value)
{
  if (value == LSC_INT_NULL)
    self->column++;
  else if (lsc_table_get_column (self->table, self->column)->type == LSC_TYPE_REAL)
    lsc_table_set_real (self->table, self->row, self->column++, (double) value);
  else
    lsc_table_set_int (self->table, self->row, self->column++, value);
}

/** @value: %LSC_REAL_NULL = none */
void
_lsc_mode_put_real (LscModeRow *self, double value)
{
  if (isnan (value))
    self->column++;
  else if (lsc_table_get_column (self->table, self->column)->type == LSC_TYPE_INT)
    lsc_table_set_int (self->table, self->row, self->column++, (gint64) value);
  else
    lsc_table_set_real (self->table, self->row, self->column++, value);
}

void
_lsc_mode_put_figures (LscModeRow *self, const LscModeFigures *figures)
{
  _lsc_mode_put_int (self, figures->count);
  _lsc_mode_put_real (self, figures->mean);
  _lsc_mode_put_real (self, figures->sd);
  _lsc_mode_put_real (self, figures->min);
  _lsc_mode_put_real (self, figures->q1);
  _lsc_mode_put_real (self, figures->median);
  _lsc_mode_put_real (self, figures->q3);
  _lsc_mode_put_real (self, figures->max);
  _lsc_mode_put_real (self, figures->sum);
}

/* MeanNs becomes Mean(Us) or Mean(Ms). */
static const char *
name_in_text (const LscMode *mode, const LscColumn *column, guint index)
{
  gsize length = strlen (column->name);
  g_autofree char *stem = NULL;
  g_autofree char *name = NULL;

  if (mode->headers)
    return mode->headers[index];
  if (mode->text_ns == 0 || length < 3 || strcmp (column->name + length - 2, "Ns") != 0)
    return column->name;
  stem = g_strndup (column->name, length - 2);
  name = g_strdup_printf ("%s(%s)", stem, mode->text_ns == 1000 ? "Us" : "Ms");
  return g_intern_string (name);
}

static void
copy_cell (const LscTable *from, gsize from_row, LscTable *to, gsize row, guint column,
           double divisor)
{
  LscValue value = lsc_table_get (from, from_row, column);

  if (value.is_null)
    return;
  if (value.type == LSC_TYPE_TEXT)
    lsc_table_set_text (to, row, column, value.text);
  else if (lsc_table_get_column (to, column)->type == LSC_TYPE_INT)
    lsc_table_set_int (to, row, column, value.integer);
  else
    lsc_table_set_real (to, row, column,
                        (value.type == LSC_TYPE_INT ? (double) value.integer : value.real) /
                            divisor);
}

/**
 * lsc_mode_to_text_form:
 * @table: of the mode
 *
 * As the reference writes it to text: with its units and titles (modes.md#text).
 *
 * Returns: (transfer full): the table
 */
LscTable *
lsc_mode_to_text_form (const LscMode *self, const LscTable *table)
{
  guint n;
  g_autofree LscColumn *columns = NULL;
  LscTable *text;

  g_return_val_if_fail (self && table, NULL);
  n = lsc_table_get_n_columns (table);
  columns = g_new0 (LscColumn, n);
  for (guint i = 0; i < n; i++)
    {
      columns[i] = *lsc_table_get_column (table, i);
      columns[i].name = name_in_text (self, lsc_table_get_column (table, i), i);
      if (!self->headers && columns[i].name != lsc_table_get_column (table, i)->name)
        columns[i].type = LSC_TYPE_REAL;
    }
  text = lsc_table_new (lsc_table_get_name (table), columns, n);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      lsc_table_add_row (text);
      for (guint i = 0; i < n; i++)
        copy_cell (table, row, text, row, i,
                   !self->headers && columns[i].name != lsc_table_get_column (table, i)->name
                       ? (double) self->text_ns
                       : 1);
    }
  return text;
}

/**
 * lsc_mode_pick_rank:
 * @table: its last column is the rank
 *
 * Returns: (transfer full): the rows of @rank, without that column
 */
LscTable *
lsc_mode_pick_rank (const LscTable *table, gint64 rank)
{
  guint n;
  g_autofree LscColumn *columns = NULL;
  LscTable *own;
  gsize n_own = 0;

  g_return_val_if_fail (table && lsc_table_get_n_columns (table) > 1, NULL);
  n = lsc_table_get_n_columns (table) - 1;
  columns = g_new0 (LscColumn, n);
  for (guint i = 0; i < n; i++)
    columns[i] = *lsc_table_get_column (table, i);
  own = lsc_table_new (lsc_table_get_name (table), columns, n);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      if (lsc_table_get (table, row, n).integer != rank)
        continue;
      lsc_table_add_row (own);
      for (guint i = 0; i < n; i++)
        copy_cell (table, row, own, n_own, i, 1);
      n_own++;
    }
  return own;
}
