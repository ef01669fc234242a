/* lsc-table.h - a result table: typed columns with unit and source
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LSC_TYPE_TEXT,
  LSC_TYPE_INT,
  LSC_TYPE_REAL,
} LscType;

typedef enum
{
  LSC_UNIT_NONE,
  LSC_UNIT_NS,
  LSC_UNIT_BYTES,
  LSC_UNIT_COUNT,
  LSC_UNIT_SHARE, /* 0 to 1, shown in percent */
  LSC_UNIT_FLOPS,
  LSC_UNIT_FLOPS_PER_S,
  LSC_UNIT_ID,
} LscUnit;

/**
 * LscColumn:
 * @name: stable name: database column, JSON key, CSV header
 * @title: (nullable): header for people, untranslated (translate when shown)
 * @source: (nullable): where the value comes from: table and column, or the formula's name
 */
typedef struct
{
  const char *name;
  const char *title;
  LscType type;
  LscUnit unit;
  const char *source;
} LscColumn;

/** A value of a table or tree; @is_null first. */
typedef struct
{
  gboolean is_null;
  LscType type;
  gint64 integer;
  double real;
  const char *text; /* borrowed */
} LscValue;

/**
 * LscTable:
 *
 * Rows of values, built by one thread, then read by many. Every value starts as NULL. Reference
 * counted.
 */
typedef struct _LscTable LscTable;

LscTable *lsc_table_new (const char *name, const LscColumn *columns, guint n_columns);
LscTable *lsc_table_ref (LscTable *self);
void lsc_table_unref (LscTable *self);

const char *lsc_table_get_name (const LscTable *self);
guint lsc_table_get_n_columns (const LscTable *self);
gsize lsc_table_get_n_rows (const LscTable *self);
const LscColumn *lsc_table_get_column (const LscTable *self, guint column);
int lsc_table_find_column (const LscTable *self, const char *name);

gsize lsc_table_add_row (LscTable *self);
void lsc_table_set_int (LscTable *self, gsize row, guint column, gint64 value);
void lsc_table_set_real (LscTable *self, gsize row, guint column, double value);
void lsc_table_set_text (LscTable *self, gsize row, guint column, const char *value);
void lsc_table_append_table (LscTable *self, const LscTable *other);

LscValue lsc_table_get (const LscTable *self, gsize row, guint column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTable, lsc_table_unref)

G_END_DECLS
