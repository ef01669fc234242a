/* lsc-table-model.h - the rows of a result table as a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "analyze/lsc-table.h"

G_BEGIN_DECLS

/* What the list hands out: made when asked for. It stands for a position, not for a row of the
 * table, so that sorting changes no item: ask lsc_table_model_get_row() what stands there. */
#define LSC_TYPE_TABLE_ROW (lsc_table_row_get_type ())
G_DECLARE_FINAL_TYPE (LscTableRow, lsc_table_row, LSC, TABLE_ROW, GObject)

/* Signal "sorted": rows stand in another order, at the same positions; what was selected is to be
 * selected again, and what was shown of a position to be asked for again. */
#define LSC_TYPE_TABLE_MODEL (lsc_table_model_get_type ())
G_DECLARE_FINAL_TYPE (LscTableModel, lsc_table_model, LSC, TABLE_MODEL, GObject)

LscTableModel *lsc_table_model_new (void);
void lsc_table_model_set_table (LscTableModel *self, LscTable *table);
LscTable *lsc_table_model_get_table (LscTableModel *self);
void lsc_table_model_set_sort (LscTableModel *self, int column, gboolean descending);
int lsc_table_model_get_sort (LscTableModel *self, gboolean *is_descending);
gboolean lsc_table_model_is_busy (LscTableModel *self);

guint32 lsc_table_model_get_row (LscTableModel *self, guint position);
guint lsc_table_model_find_position (LscTableModel *self, guint32 row);
LscTable *lsc_table_model_copy_rows (LscTable *table, const guint32 *rows, gsize n_rows);
guint32 *lsc_table_model_copy_order (LscTableModel *self, gsize *n_rows);

gboolean lsc_table_get_int (LscTable *table, guint row, const char *name, gint64 *value);

G_END_DECLS
