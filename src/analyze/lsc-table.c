/* lsc-table.c - a result table: typed columns with unit and source
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/lsc-table.h"

#include <string.h>

#include "base/lsc-intern.h"

/* One array of 64-bit cells per column and a bit for NULL: text cells hold ids of the table's own
 * pool. Column descriptions are copied shallowly: their texts are string literals. */

typedef struct
{
  LscColumn about;
  guint64 *cells;
  guint8 *known; /* one byte a row: a bit would save little and cost a mask */
} Column;

struct _LscTable
{
  gatomicrefcount refs;
  char *name;
  Column *columns;
  guint n_columns;
  gsize n_rows;
  gsize capacity;
  LscIntern *texts;
};

/**
 * lsc_table_new:
 * @name: name of the table in a database
 * @columns: (array length=n_columns): copied; the texts in it must be static
 *
 * Returns: (transfer full): a table without rows
 */
LscTable *
lsc_table_new (const char *name, const LscColumn *columns, guint n_columns)
{
  LscTable *self = g_new0 (LscTable, 1);

  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->n_columns = n_columns;
  self->columns = g_new0 (Column, n_columns);
  for (guint i = 0; i < n_columns; i++)
    self->columns[i].about = columns[i];
  self->texts = lsc_intern_new ();
  return self;
}

LscTable *
lsc_table_ref (LscTable *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_table_unref (LscTable *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_free (self->columns[i].cells);
      g_free (self->columns[i].known);
    }
  g_free (self->columns);
  lsc_intern_unref (self->texts);
  g_free (self->name);
  g_free (self);
}

const char *
lsc_table_get_name (const LscTable *self)
{
  return self->name;
}

guint
lsc_table_get_n_columns (const LscTable *self)
{
  return self->n_columns;
}

gsize
lsc_table_get_n_rows (const LscTable *self)
{
  return self->n_rows;
}

/**
 * lsc_table_get_column:
 *
 * Returns: (transfer none): the description of a column
 */
const LscColumn *
lsc_table_get_column (const LscTable *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  return &self->columns[column].about;
}

/**
 * lsc_table_find_column:
 *
 * Returns: the column of that name, -1 if there is none
 */
int
lsc_table_find_column (const LscTable *self, const char *name)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (strcmp (self->columns[i].about.name, name) == 0)
      return (int) i;
  return -1;
}

static void
grow (LscTable *self)
{
  gsize capacity = self->capacity + self->capacity / 2 + 64;

  for (guint i = 0; i < self->n_columns; i++)
    {
      Column *column = &self->columns[i];

      column->cells = g_realloc_n (column->cells, capacity, sizeof *column->cells);
      column->known = g_realloc_n (column->known, capacity, 1);
    }
  self->capacity = capacity;
}

/**
 * lsc_table_add_row:
 *
 * Returns: the index of a new row, all NULL
 */
gsize
lsc_table_add_row (LscTable *self)
{
  if (self->n_rows == self->capacity)
    grow (self);
  for (guint i = 0; i < self->n_columns; i++)
    self->columns[i].known[self->n_rows] = FALSE;
  return self->n_rows++;
}

static guint64 *
cell_to_set (LscTable *self, gsize row, guint column, LscType type)
{
  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, NULL);
  g_return_val_if_fail (self->columns[column].about.type == type, NULL);
  self->columns[column].known[row] = TRUE;
  return &self->columns[column].cells[row];
}

void
lsc_table_set_int (LscTable *self, gsize row, guint column, gint64 value)
{
  guint64 *cell = cell_to_set (self, row, column, LSC_TYPE_INT);

  if (cell)
    memcpy (cell, &value, sizeof value);
}

void
lsc_table_set_real (LscTable *self, gsize row, guint column, double value)
{
  guint64 *cell = cell_to_set (self, row, column, LSC_TYPE_REAL);

  if (cell)
    memcpy (cell, &value, sizeof value);
}

/**
 * lsc_table_set_text:
 * @value: (nullable): copied; %NULL leaves the cell NULL
 */
void
lsc_table_set_text (LscTable *self, gsize row, guint column, const char *value)
{
  guint64 *cell;

  if (!value)
    return;
  cell = cell_to_set (self, row, column, LSC_TYPE_TEXT);
  if (cell)
    *cell = lsc_intern_add (self->texts, value);
}

/**
 * lsc_table_get:
 *
 * Returns: the value of a cell; its text is valid as long as the table
 */
LscValue
lsc_table_get (const LscTable *self, gsize row, guint column)
{
  LscValue value = { TRUE, LSC_TYPE_TEXT, 0, 0.0, NULL };
  const Column *store;

  g_return_val_if_fail (row < self->n_rows && column < self->n_columns, value);
  store = &self->columns[column];
  value.type = store->about.type;
  value.is_null = !store->known[row];
  if (value.is_null)
    return value;
  if (value.type == LSC_TYPE_TEXT)
    value.text = lsc_intern_text (self->texts, (guint32) store->cells[row]);
  else if (value.type == LSC_TYPE_INT)
    memcpy (&value.integer, &store->cells[row], sizeof value.integer);
  else
    memcpy (&value.real, &store->cells[row], sizeof value.real);
  return value;
}

static void
copy_cell (LscTable *self, gsize row, guint column, const LscValue *value)
{
  if (value->is_null)
    return;
  if (value->type == LSC_TYPE_TEXT)
    lsc_table_set_text (self, row, column, value->text);
  else if (value->type == LSC_TYPE_INT)
    lsc_table_set_int (self, row, column, value->integer);
  else
    lsc_table_set_real (self, row, column, value->real);
}

/**
 * lsc_table_append_table:
 * @other: a table whose columns are found by name; what it lacks stays NULL
 *
 * Adds the rows of another table.
 */
void
lsc_table_append_table (LscTable *self, const LscTable *other)
{
  g_autofree int *from = g_new (int, self->n_columns);

  for (guint i = 0; i < self->n_columns; i++)
    from[i] = lsc_table_find_column (other, self->columns[i].about.name);
  for (gsize row = 0; row < other->n_rows; row++)
    {
      gsize target = lsc_table_add_row (self);

      for (guint i = 0; i < self->n_columns; i++)
        if (from[i] >= 0)
          {
            LscValue value = lsc_table_get (other, row, (guint) from[i]);

            copy_cell (self, target, i, &value);
          }
    }
}
