/* lsc-chart-keys.c - keys of charts, and the actions that they do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-chart.h"

static void
on_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lsc_chart_perform (LSC_CHART (widget), name + sizeof "chart." - 1);
}

/**
 * lsc_chart_class_add_keys:
 * @keys: (array length=n): those of one verb one after the other
 *
 * Gives the class the actions "chart.VERB" and their keys.
 */
void
lsc_chart_class_add_keys (LscChartClass *class, const LscChartKey *keys, gsize n)
{
  GtkWidgetClass *widget_class;

  g_return_if_fail (class && (keys || n == 0));
  widget_class = GTK_WIDGET_CLASS (class);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("chart.", keys[i].verb, NULL);

      if (i == 0 || !g_str_equal (keys[i].verb, keys[i - 1].verb))
        gtk_widget_class_install_action (widget_class, action, NULL, on_action);
      for (guint k = 0; k < G_N_ELEMENTS (keys[i].keys) && keys[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (widget_class, keys[i].keys[k], keys[i].modifiers,
                                             action, NULL);
    }
}

/** lsc_chart_class_add_usual_keys: those that every chart without a list of its own has */
void
lsc_chart_class_add_usual_keys (LscChartClass *class)
{
  static const LscChartKey keys[] = {
    { "zoom-in", 0, { GDK_KEY_w, GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add } },
    { "zoom-in", GDK_SHIFT_MASK, { GDK_KEY_plus } },
    { "zoom-out", 0, { GDK_KEY_s, GDK_KEY_minus, GDK_KEY_KP_Subtract } },
    { "earlier", 0, { GDK_KEY_a } },
    { "later", 0, { GDK_KEY_d } },
    { "fit", 0, { GDK_KEY_f } },
    { "undo", 0, { GDK_KEY_BackSpace } },
    { "redo", GDK_SHIFT_MASK, { GDK_KEY_BackSpace } },
    { "menu", 0, { GDK_KEY_Menu } },
    { "menu", GDK_SHIFT_MASK, { GDK_KEY_F10 } },
  };

  g_return_if_fail (class);
  lsc_chart_class_add_keys (class, keys, G_N_ELEMENTS (keys));
}
