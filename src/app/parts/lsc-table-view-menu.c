/* lsc-table-view-menu.c - what a right click on a table opens
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-table-view-private.h"

#include <glib/gi18n-lib.h>

static void
find_cell (LscTableView *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkListItem *item = NULL;

  self->menu_row = G_MAXUINT32;
  for (; widget && widget != GTK_WIDGET (self) && !item; widget = gtk_widget_get_parent (widget))
    {
      GtkWidget *child = gtk_widget_get_first_child (widget);

      if (!_lsc_table_view_find_cell (widget, &item, &self->menu_column) &&
          (!child || !_lsc_table_view_find_cell (child, &item, &self->menu_column)))
        continue;
      self->menu_row = lsc_table_model_get_row (self->model, gtk_list_item_get_position (item));
      if (!gtk_list_item_get_selected (item))
        gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection),
                                         gtk_list_item_get_position (item), TRUE);
    }
}

/** _lsc_table_view_popup: opens the menu at a place of the view, px */
void
_lsc_table_view_popup (LscTableView *self, double x, double y)
{
  GdkRectangle at = { (int) x, (int) y, 1, 1 };

  if (!lsc_table_model_get_table (self->model))
    return;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.copy-cell",
                                 self->menu_row != G_MAXUINT32);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.pin-cell",
                                 self->menu_row != G_MAXUINT32);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_pressed (GtkGestureClick *gesture, int n, double x, double y, LscTableView *self)
{
  find_cell (self, x, y);
  _lsc_table_view_popup (self, x, y);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static GtkWidget *
make_menu (void)
{
  g_autoptr (GMenu) menu = g_menu_new (), pin = g_menu_new ();
  g_autoptr (GMenuItem) narrow = g_menu_item_new (_ ("_Only This, on All Pages"), "table.narrow");
  g_autoptr (GMenuItem) compare = g_menu_item_new (_ ("Co_mpare With…"), "table.compare");
  GtkWidget *popover;

  g_menu_item_set_attribute (narrow, "hidden-when", "s", "action-disabled");
  g_menu_item_set_attribute (compare, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, narrow);
  g_menu_append_item (menu, compare);
  g_menu_append (menu, _ ("Copy _Rows"), "table.copy");
  g_menu_append (menu, _ ("Copy _Cell"), "table.copy-cell");
  g_menu_append (menu, _ ("Copy _Table"), "table.copy-all");
  g_menu_append (menu, _ ("_Export…"), "table.export");
  g_menu_append (pin, _ ("_Pin Table for the Report"), "table.pin");
  g_menu_append (pin, _ ("Pin R_ows"), "table.pin-rows");
  g_menu_append (pin, _ ("Pin C_ell"), "table.pin-cell");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (pin));
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  return popover;
}

/** lsc_table_view_offer_narrowing: rows have a part of the recording that all pages can show */
void
lsc_table_view_offer_narrowing (LscTableView *self)
{
  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.narrow", TRUE);
}

/** lsc_table_view_offer_comparing: rows are of ranks or steps, which can be compared with others */
void
lsc_table_view_offer_comparing (LscTableView *self)
{
  g_return_if_fail (LSC_IS_TABLE_VIEW (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "table.compare", TRUE);
}

/** _lsc_table_view_add_menu: lets a right click open one */
void
_lsc_table_view_add_menu (LscTableView *self)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  self->menu = make_menu ();
  self->menu_row = G_MAXUINT32;
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  g_signal_connect (gesture, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
}
