/* lsc-db-cell.c - one value of a row, from SQLite or from a page of the file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db.h"

#include <string.h>

#include "base/lsc-time.h"

/**
 * lsc_cell_set:
 * @value: of the present row; must outlive the use of @self
 *
 * Takes a value of SQLite.
 */
void
lsc_cell_set (LscCell *self, sqlite3_value *value)
{
  self->type = sqlite3_value_type (value);
  self->integer = self->type == SQLITE_INTEGER ? sqlite3_value_int64 (value) : 0;
  self->n_bytes = 0;
  self->text = NULL;
  self->value = value;
}

/* The number that a text begins with, as SQLite reads it: 0 if there is none, the nearest if it has
 * more than 63 bits. */
static gint64
read_prefix (const char *text)
{
  gboolean is_negative;
  guint64 sum = 0, most;

  while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
    text++;
  is_negative = *text == '-';
  most = (guint64) G_MAXINT64 + is_negative;
  if (*text == '-' || *text == '+')
    text++;
  for (; g_ascii_isdigit (*text); text++)
    {
      guint64 digit = (guint64) (*text - '0');

      sum = sum > (most - digit) / 10 ? most : sum * 10 + digit;
    }
  return is_negative ? (gint64) (0 - sum) : (gint64) sum;
}

/**
 * lsc_cell_convert_int64:
 *
 * The rest of lsc_cell_get_int64().
 *
 * Returns: the integer that SQLite makes of what is stored
 */
gint64
lsc_cell_convert_int64 (const LscCell *self)
{
  if (self->value)
    return sqlite3_value_int64 (self->value);
  return self->type == SQLITE_TEXT ? read_prefix (self->text) : self->integer;
}

/**
 * lsc_cell_convert_text:
 *
 * The rest of lsc_cell_get_text().
 *
 * Returns: (nullable): the text that SQLite makes of what is stored
 */
const char *
lsc_cell_convert_text (LscCell *self)
{
  if (self->value)
    {
      self->text = (const char *) sqlite3_value_text (self->value);
      self->n_bytes = sqlite3_value_bytes (self->value);
    }
  else if (self->type == SQLITE_INTEGER && !self->text)
    {
      g_snprintf (self->digits, sizeof self->digits, "%" G_GINT64_FORMAT, self->integer);
      self->text = self->digits;
      self->n_bytes = (int) strlen (self->digits);
    }
  return self->text;
}

/**
 * lsc_cell_get_double:
 *
 * Returns: the number that SQLite makes of what is stored
 */
double
lsc_cell_get_double (const LscCell *self)
{
  if (self->value)
    return sqlite3_value_double (self->value);
  return self->type == SQLITE_TEXT ? g_ascii_strtod (self->text, NULL) : (double) self->integer;
}

/**
 * lsc_value_convert_int64:
 * @value: (out): the value
 *
 * Accepts an integer, a real number without fraction and decimal text.
 *
 * Returns: %FALSE and @value untouched for NULL, a blob, other text, other reals
 */
gboolean
lsc_value_convert_int64 (LscCell *cell, gint64 *value)
{
  double real;

  if (G_LIKELY (cell->type == SQLITE_INTEGER))
    {
      *value = cell->integer;
      return TRUE;
    }
  if (cell->type == SQLITE_TEXT)
    {
      const char *text = lsc_cell_get_text (cell);
      gint64 parsed;

      if (!text ||
          lsc_parse_int64 (text, (gsize) lsc_cell_get_bytes (cell), &parsed) != LSC_PARSE_OK)
        return FALSE;
      *value = parsed;
      return TRUE;
    }
  if (cell->type != SQLITE_FLOAT)
    return FALSE;
  real = lsc_cell_get_double (cell);
  if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0) ||
      real != (double) (gint64) real)
    return FALSE;
  *value = (gint64) real;
  return TRUE;
}

/** As lsc_value_convert_int64(), of the present row of @stmt. */
gboolean
lsc_column_int64 (sqlite3_stmt *stmt, int column, gint64 *value)
{
  LscCell cell;

  lsc_cell_set (&cell, sqlite3_column_value (stmt, column));
  return lsc_value_int64 (&cell, value);
}
