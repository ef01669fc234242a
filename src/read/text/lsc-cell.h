/* lsc-cell.h - the present row's values, as fast as SQLite gives them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <string.h>

#include "base/lsc-db.h"
#include "base/lsc-time.h"

G_BEGIN_DECLS

/* The value, or @fallback when there is none. */
static inline gint64
lsc_value_int64_or (LscCell *cell, gint64 fallback)
{
  gint64 value;

  return lsc_value_int64 (cell, &value) ? value : fallback;
}

/* A real connection id, -1 for the values that mean "none" (formats.md#ids). */
static inline gint64
lsc_value_connection (LscCell *cell)
{
  gint64 value = lsc_value_int64_or (cell, -1);

  return value < 0 || value == G_MAXUINT32 ? -1 : value;
}

/* A value of 32 bits, G_MAXUINT32 for none and for what does not fit. */
static inline guint32
lsc_value_uint32 (LscCell *cell)
{
  gint64 value = lsc_value_int64_or (cell, -1);

  return value < 0 || value > G_MAXUINT32 ? G_MAXUINT32 : (guint32) value;
}

gint64 lsc_value_zero_or (LscCell *cell, gint64 fallback);

/* As lsc_value_int64_or() for ids in hot loops. What is no integer but begins like one reads as
 * that. */
static inline gint64
lsc_value_id (LscCell *cell, gint64 fallback)
{
  gint64 value = lsc_cell_get_int64 (cell);

  return G_LIKELY (value != 0) ? value : lsc_value_zero_or (cell, fallback);
}

/* As lsc_value_id(), and whether there is one. */
static inline gboolean
lsc_value_has_id (LscCell *cell, gint64 *value)
{
  *value = lsc_cell_get_int64 (cell);
  return G_LIKELY (*value != 0) || lsc_value_int64 (cell, value);
}

/* lsc_value_uint32() for ids in hot loops. */
static inline guint32
lsc_value_id32 (LscCell *cell)
{
  gint64 value = lsc_value_id (cell, -1);

  return value < 0 || value > G_MAXUINT32 ? G_MAXUINT32 : (guint32) value;
}

LscParse lsc_value_time (LscCell *cell, gint64 *value_ns);
gboolean lsc_value_usual_time (LscCell *cell, gint64 *value_ns);

/* The same of the present row of a statement. */
static inline gint64
lsc_column_int64_or (sqlite3_stmt *stmt, int column, gint64 fallback)
{
  gint64 value;

  return lsc_column_int64 (stmt, column, &value) ? value : fallback;
}

G_END_DECLS
