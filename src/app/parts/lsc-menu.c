/* lsc-menu.c - what buttons with menus have in common
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-menu.h"

static void
on_shown (GtkWidget *menu, GParamSpec *pspec, GtkWidget *button)
{
  gtk_widget_set_has_tooltip (button, !gtk_widget_get_visible (menu));
}

static void
on_popover (GtkMenuButton *button)
{
  GtkPopover *menu = gtk_menu_button_get_popover (button);

  if (menu)
    g_signal_connect_object (menu, "notify::visible", G_CALLBACK (on_shown), button, 0);
}

/**
 * lsc_menu_mind_tooltip:
 *
 * While its menu is open the button has no tool tip, which would cover the first entry.
 */
void
lsc_menu_mind_tooltip (GtkMenuButton *button)
{
  g_return_if_fail (GTK_IS_MENU_BUTTON (button));
  if (!gtk_widget_get_has_tooltip (GTK_WIDGET (button)))
    return;
  g_signal_connect (button, "notify::popover", G_CALLBACK (on_popover), NULL);
  on_popover (button);
}
