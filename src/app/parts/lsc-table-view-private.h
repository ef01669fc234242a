/* lsc-table-view-private.h - what the parts of the table view share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-table-view.h"

#include "analyze/lsc-table-labels.h"
#include "app/parts/lsc-lazy-cell.h"
#include "base/lsc-time.h"
#include "model/lsc-pin.h"

G_BEGIN_DECLS

struct _LscTableView
{
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GtkColumnView *view;
  LscTableModel *model;
  GtkSliceListModel *slice; /* of the model: the rows that the list has so far */
  guint growth_id;          /* while it is not all of them */
  GtkMultiSelection *selection;
  GtkWidget *menu;
  char *label; /* (nullable) */

  GStrv hidden;           /* (nullable): names of columns that are not shown */
  LscTimeUnit *units;     /* (nullable): of each column of the table */
  LscTableLabels *labels; /* (nullable): names of kernels as they are shown */
  gboolean is_exact;      /* show values as they are stored */
  gboolean has_origin;
  gint64 origin_ns;
  int most_lines;        /* of a sentence; 0 = all that it needs */
  gboolean is_in_mib;    /* sizes, instead of in bytes */
  gboolean is_filling;   /* the selection changes by program */
  gboolean has_selected; /* the row to select again after sorting */
  guint32 selected;
  guint noted;         /* column that a sorter was asked for */
  guint sorted;        /* column by which the view was sorted last */
  gboolean is_sorting; /* on our own, in the order that is asked for */
  guint n_exporting;

  LscLazyCells cells;
  GPtrArray *sentences; /* labels, in columns of sentences */
  GdkFrameClock *clock; /* (nullable): that "layout" is heard of */
  gulong layout_id;

  guint32 menu_row; /* cell under the menu, G_MAXUINT32 = none */
  guint menu_column;
};

guint _lsc_table_view_column_of (gpointer object);

/* -- lsc-table-view-cells.c -- */
gboolean _lsc_table_view_is_time (const LscColumn *column);
gboolean _lsc_table_view_is_name (const LscColumn *column);
gboolean _lsc_table_view_has_long_names (LscTableView *self, const LscColumn *about, guint column);
gboolean _lsc_table_view_is_number (const LscColumn *column);
gboolean _lsc_table_view_is_sentence (LscTableView *self, const LscColumn *column);
void _lsc_table_view_init_cells (LscTableView *self);
void _lsc_table_view_fill_factory (LscTableView *self, GtkListItemFactory *factory,
                                   const LscColumn *column);
int _lsc_table_view_measure_words (LscTableView *self, const LscColumn *about, guint column);
void _lsc_table_view_choose_units (LscTableView *self, LscTable *table);
void _lsc_table_view_choose_widths (LscTableView *self, LscTable *table);
void _lsc_table_view_refresh_cells (LscTableView *self);
void _lsc_table_view_watch_frames (LscTableView *self, gboolean is_shown);
gboolean _lsc_table_view_find_cell (GtkWidget *widget, GtkListItem **item, guint *column);

/* -- lsc-table-view-growth.c -- */
void _lsc_table_view_grow (LscTableView *self, gsize n);
void _lsc_table_view_go_on (LscTableView *self, gboolean is_shown);
void _lsc_table_view_grow_to (LscTableView *self, guint position);

/* -- lsc-table-view-menu.c -- */
void _lsc_table_view_add_menu (LscTableView *self);
void _lsc_table_view_popup (LscTableView *self, double x, double y);

/* -- lsc-table-view-export.c -- */
void _lsc_table_view_copy_rows (LscTableView *self, gboolean all);
void _lsc_table_view_copy_cell (LscTableView *self);
guint32 *_lsc_table_view_get_selected_rows (LscTableView *self, gsize *n_rows);

/* -- lsc-table-view-pin.c -- */
typedef enum
{
  LSC_TABLE_WHOLE,
  LSC_TABLE_ROWS, /* those that are selected */
  LSC_TABLE_CELL, /* the one under the menu */
} LscTablePart;

void _lsc_table_view_pin (LscTableView *self, LscTablePart part);

G_END_DECLS
