/* lsc-template.c - widgets that a file of ui describes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-template.h"

#include "app/parts/lsc-chart-pair.h"
#include "app/parts/lsc-toolbar.h"
#include "app/parts/lsc-page-words.h"
#include "app/window/lsc-app.h"

/**
 * lsc_template_set:
 * @class: of a widget
 * @name: of a file in ui, without its ending
 *
 * Makes instances from a template, for gtk_widget_init_template().
 */
void
lsc_template_set (gpointer class, const char *name, const LscTemplateChild *children,
                  guint n_children)
{
  g_autofree char *path = NULL;

  g_return_if_fail (class && name && (children || n_children == 0));
  path = g_strdup_printf (LSC_RESOURCES "/ui/%s.ui", name);
  g_type_ensure (LSC_TYPE_TOOLBAR); /* which templates of pages have */
  g_type_ensure (LSC_TYPE_PAGE_WORDS);
  g_type_ensure (LSC_TYPE_CHART_PAIR);
  gtk_widget_class_set_template_from_resource (class, path);
  for (guint i = 0; i < n_children; i++)
    gtk_widget_class_bind_template_child_full (class, children[i].name, FALSE, children[i].offset);
}
