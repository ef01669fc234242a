/* lsc-test-golden.h - reader of reference tables kept as lines of JSON, and row comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LSC_TEST_CELL_NULL,
  LSC_TEST_CELL_INT,
  LSC_TEST_CELL_REAL,
  LSC_TEST_CELL_TEXT,
} LscTestCellType;

/* One row: for each column its type and its text. Integers keep every digit, reals the shortest
 * text that reads back to the same double, texts are unescaped. */
typedef struct
{
  gint64 row;             /* position in the reference table */
  guint n_cells;          /* as many as the table has columns */
  LscTestCellType *types; /* n_cells */
  char **texts;           /* n_cells + 1, NULL-terminated; "" for null */
} LscTestRow;

typedef struct
{
  char *name;
  char **columns;     /* NULL-terminated names, without _row */
  char **declared;    /* NULL-terminated declared types */
  gint64 stated_rows; /* number of rows the header states */
  GPtrArray *rows;    /* LscTestRow, ascending by row */
} LscTestGolden;

LscTestGolden *lsc_test_golden_load (const char *path, GError **error);
void lsc_test_golden_free (LscTestGolden *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTestGolden, lsc_test_golden_free)

gint lsc_test_golden_column (const LscTestGolden *self, const char *name);

LscTestRow *lsc_test_row_new (guint n_cells);
void lsc_test_row_free (LscTestRow *row);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTestRow, lsc_test_row_free)

void lsc_test_row_set_int (LscTestRow *row, guint column, gint64 value);
void lsc_test_row_set_real (LscTestRow *row, guint column, double value);
void lsc_test_row_set_text (LscTestRow *row, guint column, const char *value);
gint64 lsc_test_row_int (const LscTestRow *row, guint column);
double lsc_test_row_real (const LscTestRow *row, guint column);

gboolean lsc_test_real_equal (double a, double b);
gboolean lsc_test_cell_equal (const LscTestRow *a, guint ca, const LscTestRow *b, guint cb);
gboolean lsc_test_row_equal (const LscTestRow *a, const LscTestRow *b, guint *column_out);
gboolean lsc_test_rows_equal (GPtrArray *expected, GPtrArray *actual, char **difference_out);
char *lsc_test_row_to_string (const LscTestRow *row);

G_END_DECLS
