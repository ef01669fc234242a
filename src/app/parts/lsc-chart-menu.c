/* lsc-chart-menu.c - what opens over a chart: its menu, and content at what is selected
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-chart-private.h"

/** lsc_chart_set_menu: sets what a right click opens */
void
lsc_chart_set_menu (LscChart *self, GMenuModel *menu)
{
  LscChartPrivate *priv;

  g_return_if_fail (LSC_IS_CHART (self) && G_IS_MENU_MODEL (menu));
  priv = _lsc_chart_private (self);
  if (!priv->menu)
    {
      priv->menu = gtk_popover_menu_new_from_model (menu);
      gtk_popover_set_has_arrow (GTK_POPOVER (priv->menu), FALSE);
      gtk_widget_set_halign (priv->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (priv->menu, GTK_WIDGET (self));
    }
  else if (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (priv->menu)) != menu)
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (priv->menu), menu);
}

static void
place_of_selection (LscChart *self, double *x, double *y)
{
  LscChartClass *class = LSC_CHART_GET_CLASS (self);
  const LscViewport *port = _lsc_chart_private (self)->port;
  double x0, y0, x1, y1;
  LscChartAreas areas;

  _lsc_chart_get_areas (self, &areas);
  *x = port->header_width + 20;
  *y = areas.body_top + 20 + class->top;
  if (!class->get_selected_box || !class->get_selected_box (self, &x0, &y0, &x1, &y1))
    return;
  *x = CLAMP ((x0 + x1) / 2, port->header_width, port->width);
  *y = CLAMP (y1, 0, port->height) + class->top;
}

/**
 * lsc_chart_popup:
 * @x: px of the widget; negative = at what is selected
 *
 * Opens the menu.
 */
void
lsc_chart_popup (LscChart *self, double x, double y)
{
  LscChartPrivate *priv;

  g_return_if_fail (LSC_IS_CHART (self));
  priv = _lsc_chart_private (self);
  if (!priv->menu)
    return;
  if (x < 0)
    place_of_selection (self, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->menu),
                               &(GdkRectangle){ (int) MAX (x, 0), (int) MAX (y, 0), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (priv->menu));
}

/**
 * lsc_chart_popup_content:
 * @content: (transfer full): instead of what was shown before
 *
 * Opens a popover at what is selected.
 */
void
lsc_chart_popup_content (LscChart *self, GtkWidget *content)
{
  LscChartPrivate *priv;
  double x, y;

  g_return_if_fail (LSC_IS_CHART (self) && GTK_IS_WIDGET (content));
  priv = _lsc_chart_private (self);
  if (!priv->bubble)
    {
      priv->bubble = gtk_popover_new ();
      gtk_widget_set_parent (priv->bubble, GTK_WIDGET (self));
    }
  gtk_popover_set_child (GTK_POPOVER (priv->bubble), content);
  place_of_selection (self, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->bubble),
                               &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (priv->bubble));
}
