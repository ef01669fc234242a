/* lsc-details-room.c - the width that is left beside the details
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-details-room.h"

#define PX_KEY "lsc-details-px"
#define ASKED_KEY "lsc-asked-for-details"

/* Whoever asked is measured anew. */
static void
tell_below (GtkWidget *root)
{
  if (g_object_get_data (G_OBJECT (root), ASKED_KEY))
    {
      gtk_widget_queue_resize (root);
      gtk_widget_queue_draw (root);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child;
       child = gtk_widget_get_next_sibling (child))
    tell_below (child);
}

/**
 * lsc_details_room_set:
 * @area: with all pages
 * @details_px: that it will be narrower when something is selected; 0 = it already is, or nothing
 *   opens beside it
 */
void
lsc_details_room_set (GtkWidget *area, int details_px)
{
  g_return_if_fail (GTK_IS_WIDGET (area) && details_px >= 0);
  if (GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), PX_KEY)) == details_px)
    return;
  g_object_set_data (G_OBJECT (area), PX_KEY, GINT_TO_POINTER (details_px));
  tell_below (area);
}

/**
 * lsc_details_room_narrow:
 * @widget: as wide as the page
 * @width: of it now, px
 *
 * Returns: px that it has when the details are shown, too
 */
int
lsc_details_room_narrow (GtkWidget *widget, int width)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), width);
  g_object_set_data (G_OBJECT (widget), ASKED_KEY, widget);
  for (GtkWidget *at = widget; at; at = gtk_widget_get_parent (at))
    if (g_object_get_data (G_OBJECT (at), PX_KEY))
      return MAX (width - GPOINTER_TO_INT (g_object_get_data (G_OBJECT (at), PX_KEY)), 1);
  return width;
}
