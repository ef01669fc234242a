/* lsc-lazy-cell.h - a cell of a result table, written when it is seen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LscLazyCells: what all cells of a table share; owned by the view, which outlives them
 * @view: has the font of the cells, and cuts off what is out of sight
 * @owner: for the functions
 * @get_text: (transfer full): what stands at a position; @is_dim (out): to be shown faintly
 * @get_tooltip: (transfer full) (nullable): more than the cell shows
 * @cells: (element-type LscLazyCell): those that exist
 * @columns: (element-type LscLazyCellColumn): by column of the table
 */
typedef struct
{
  GtkWidget *view;
  gpointer owner;
  char *(*get_text) (gpointer owner, guint position, guint column, gboolean *is_dim);
  char *(*get_tooltip) (gpointer owner, guint position, guint column);
  GQueue cells;
  GArray *columns;
} LscLazyCells;

/**
 * LscLazyCellColumn: how wide the cells of a column are
 * @widest: (nullable): the longest text that it is known to have
 * @least_chars, @most_chars: bounds of the natural width; 0 = as @widest needs
 */
typedef struct
{
  char *widest;
  int least_chars;
  int most_chars;
  gboolean is_number;
  gboolean is_id; /* of a rank or step: no figure to compare, so it stands at the left */
  int least_px;   /* 0 = not measured */
  int natural_px;
  int line_px;
} LscLazyCellColumn;

#define LSC_TYPE_LAZY_CELL (lsc_lazy_cell_get_type ())
G_DECLARE_FINAL_TYPE (LscLazyCell, lsc_lazy_cell, LSC, LAZY_CELL, GtkWidget)

void lsc_lazy_cells_init (LscLazyCells *self, GtkWidget *view, gpointer owner);
void lsc_lazy_cells_clear (LscLazyCells *self);
void lsc_lazy_cells_set_columns (LscLazyCells *self, guint n);
void lsc_lazy_cells_forget_widths (LscLazyCells *self);
int lsc_lazy_cells_measure_chars (LscLazyCells *self, guint column, int most_chars);
void lsc_lazy_cells_refresh (LscLazyCells *self);
void lsc_lazy_cells_draw_seen (LscLazyCells *self);

GtkWidget *lsc_lazy_cell_new (LscLazyCells *cells, guint column);
void lsc_lazy_cell_set_item (LscLazyCell *self, GtkListItem *item);
GtkListItem *lsc_lazy_cell_get_item (LscLazyCell *self);
const char *lsc_lazy_cell_get_written (LscLazyCell *self);
guint lsc_lazy_cell_get_column (LscLazyCell *self);
char *lsc_lazy_cell_leave_out (const char *text);

G_END_DECLS
