/* lsc-table-view.h - a result table on the screen: sorting, copying, exporting
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "app/parts/lsc-table-model.h"

G_BEGIN_DECLS

/* Signals, all with the row of the table (guint), however it is sorted:
 *
 * "row-selected"   one row alone was selected by the user
 * "row-activated"  double click or Enter
 * "row-narrowed"   all pages are to show what the row is about alone, see
 *                  lsc_table_view_offer_narrowing()
 *
 * "pinning" (pin)  LscPin * of it, to be told what of the recording it is: its view is the name of
 * the table, or becomes another
 *
 * Actions: table.copy (rows), table.copy-cell, table.copy-all, table.export, table.narrow,
 * table.compare, table.pin, table.pin-rows, table.pin-cell */

#define LSC_TYPE_TABLE_VIEW (lsc_table_view_get_type ())
G_DECLARE_FINAL_TYPE (LscTableView, lsc_table_view, LSC, TABLE_VIEW, GtkWidget)

GtkWidget *lsc_table_view_new (const char *label);
void lsc_table_view_set_label (LscTableView *self, const char *label);
void lsc_table_view_set_table (LscTableView *self, LscTable *table);
LscTable *lsc_table_view_get_table (LscTableView *self);
LscTableModel *lsc_table_view_get_model (LscTableView *self);
void lsc_table_view_set_hidden (LscTableView *self, const char *const *names);
void lsc_table_view_set_origin (LscTableView *self, gint64 origin_ns);
void lsc_table_view_set_in_mib (LscTableView *self, gboolean is_in_mib);
void lsc_table_view_set_most_lines (LscTableView *self, int most_lines);
void lsc_table_view_set_exact (LscTableView *self, gboolean is_exact);
gboolean lsc_table_view_get_selected (LscTableView *self, guint32 *row);
void lsc_table_view_offer_narrowing (LscTableView *self);
void lsc_table_view_offer_comparing (LscTableView *self);
void lsc_table_view_select (LscTableView *self, guint32 row);
void lsc_table_view_widen (LscTableView *self, const char *column, int width_px);
void lsc_table_view_place (LscTableView *self, const char *column, guint position);
void lsc_table_view_sort (LscTableView *self, const char *column, gboolean descending);

char *lsc_table_view_get_text (LscTableView *self, guint32 row, guint column);
void lsc_table_view_ask_export (LscTableView *self);
void lsc_table_view_export (LscTableView *self, const char *path);
gboolean lsc_table_view_is_busy (LscTableView *self);

G_END_DECLS
