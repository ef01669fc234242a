/* lsc-table-view-growth.c - rows of a long table come a few at a time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-table-view-private.h"

/* GTK makes the widgets of the first 205 rows of a list at once, seen or not: with twenty columns
 * these are thousands, and the window would stand still for more than ten frames. Each time rows
 * come, all that are there are measured again, so that smaller pieces would take longer together.
 */
#define FIRST_ROWS 24 /* fill a panel of usual height */
#define MORE_ROWS 60
#define MOST_MADE 205 /* what is further down has no widgets */
#define ALL_ROWS G_MAXUINT

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  LscTableView *self = LSC_TABLE_VIEW (widget);
  guint most = MIN (g_list_model_get_n_items (G_LIST_MODEL (self->model)), MOST_MADE);
  guint size = gtk_slice_list_model_get_size (self->slice) + MORE_ROWS;

  gtk_slice_list_model_set_size (self->slice, size < most ? size : ALL_ROWS);
  if (size < most)
    return G_SOURCE_CONTINUE;
  self->growth_id = 0;
  return G_SOURCE_REMOVE;
}

static void
stop (LscTableView *self)
{
  if (self->growth_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->growth_id);
  self->growth_id = 0;
}

/** _lsc_table_view_go_on: rows that are missing come while the table is seen */
void
_lsc_table_view_go_on (LscTableView *self, gboolean is_shown)
{
  stop (self);
  if (is_shown && gtk_slice_list_model_get_size (self->slice) != ALL_ROWS)
    self->growth_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/** _lsc_table_view_grow: to be called before the first rows of a table, of which there are @n */
void
_lsc_table_view_grow (LscTableView *self, gsize n)
{
  gtk_slice_list_model_set_size (self->slice, n > FIRST_ROWS ? FIRST_ROWS : ALL_ROWS);
  _lsc_table_view_go_on (self, gtk_widget_get_mapped (GTK_WIDGET (self)));
}

/** _lsc_table_view_grow_to: @position: is in the list from now on */
void
_lsc_table_view_grow_to (LscTableView *self, guint position)
{
  if (position < gtk_slice_list_model_get_size (self->slice))
    return;
  stop (self);
  gtk_slice_list_model_set_size (self->slice, ALL_ROWS);
}
