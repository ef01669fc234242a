/* lsc-modules-actions.c - actions and keys of the modules page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscCopyWhat what = g_str_equal (name, "modules.copy-cell")    ? LSC_COPY_CELL
                     : g_str_equal (name, "modules.copy-row")   ? LSC_COPY_ROW
                     : g_str_equal (name, "modules.copy-table") ? LSC_COPY_TABLE
                                                                : LSC_COPY_MARKDOWN;

  _lsc_modules_copy (LSC_MODULES_PAGE (widget), what);
}

static void
on_export_table (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _lsc_modules_ask_table_file (LSC_MODULES_PAGE (widget));
}

static void
on_export_workbook (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _lsc_modules_ask_workbook_file (LSC_MODULES_PAGE (widget));
}

static void
on_expand_hottest (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscModulesPage *self = LSC_MODULES_PAGE (widget);
  guint32 node = lsc_tree_model_get_selected (self->model);

  if (!self->tree)
    return;
  if (node == LSC_INDEX_NONE || lsc_tree_get_n_children (self->tree, node) == 0 ||
      lsc_tree_get_kind (self->tree, node) == LSC_NODE_OP)
    node = LSC_TREE_ROOT;
  lsc_tree_model_expand_hottest (self->model, node);
  _lsc_modules_show_selected (self);
}

static void
on_expand_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lsc_tree_model_expand_all (LSC_MODULES_PAGE (widget)->model);
}

static void
on_collapse_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lsc_tree_model_collapse_all (LSC_MODULES_PAGE (widget)->model);
}

static void
on_find (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscModulesPage *self = LSC_MODULES_PAGE (widget);

  if (g_str_equal (name, "modules.find"))
    gtk_widget_grab_focus (GTK_WIDGET (self->search));
  else
    _lsc_modules_search_step (self, g_str_equal (name, "modules.find-next"));
}

static void
on_clear_search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _lsc_modules_search_clear (LSC_MODULES_PAGE (widget));
}

static void
on_show_timeline (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _lsc_modules_show_timeline (LSC_MODULES_PAGE (widget));
}

static void
on_cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LscModulesPage *self = LSC_MODULES_PAGE (widget);

  if (self->loading)
    lsc_task_cancel (self->loading);
}

static void
on_retry (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _lsc_modules_reload (LSC_MODULES_PAGE (widget));
}

/** _lsc_modules_update_actions: enables what the tree and the selection allow */
void
_lsc_modules_update_actions (LscModulesPage *self)
{
  static const char *const of_tree[] = { "modules.copy-table",   "modules.copy-markdown",
                                         "modules.export-table", "modules.expand-hottest",
                                         "modules.expand-all",   "modules.collapse-all" };
  gboolean has_row = self->tree && lsc_tree_model_get_selected (self->model) != LSC_INDEX_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (of_tree); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), of_tree[i], self->tree != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.copy-cell", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.copy-row", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.show-timeline", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.export-workbook",
                                 self->data != NULL && self->data->n_forward_calls > 0);
}

static void
add_key (GtkWidgetClass *widget_class, guint key, GdkModifierType modifiers, const char *action)
{
  gtk_widget_class_add_binding_action (widget_class, key, modifiers, action, NULL);
}

void
_lsc_modules_install_actions (GtkWidgetClass *widget_class)
{
  GdkModifierType shift = GDK_CONTROL_MASK | GDK_SHIFT_MASK;

  gtk_widget_class_install_action (widget_class, "modules.copy-cell", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "modules.copy-row", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "modules.copy-table", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "modules.copy-markdown", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "modules.export-table", NULL, on_export_table);
  gtk_widget_class_install_action (widget_class, "modules.export-workbook", NULL,
                                   on_export_workbook);
  gtk_widget_class_install_action (widget_class, "modules.expand-hottest", NULL, on_expand_hottest);
  gtk_widget_class_install_action (widget_class, "modules.expand-all", NULL, on_expand_all);
  gtk_widget_class_install_action (widget_class, "modules.collapse-all", NULL, on_collapse_all);
  gtk_widget_class_install_action (widget_class, "modules.find", NULL, on_find);
  gtk_widget_class_install_action (widget_class, "modules.find-next", NULL, on_find);
  gtk_widget_class_install_action (widget_class, "modules.find-previous", NULL, on_find);
  gtk_widget_class_install_action (widget_class, "modules.clear-search", NULL, on_clear_search);
  gtk_widget_class_install_action (widget_class, "modules.show-timeline", NULL, on_show_timeline);
  gtk_widget_class_install_action (widget_class, "modules.cancel", NULL, on_cancel);
  gtk_widget_class_install_action (widget_class, "modules.retry", NULL, on_retry);

  add_key (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "modules.copy-row");
  add_key (widget_class, GDK_KEY_c, shift, "modules.copy-table");
  add_key (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "modules.find");
  add_key (widget_class, GDK_KEY_g, GDK_CONTROL_MASK, "modules.find-next");
  add_key (widget_class, GDK_KEY_g, shift, "modules.find-previous");
  add_key (widget_class, GDK_KEY_F3, 0, "modules.find-next");
  add_key (widget_class, GDK_KEY_F3, GDK_SHIFT_MASK, "modules.find-previous");
  add_key (widget_class, GDK_KEY_Escape, 0, "modules.clear-search");
  add_key (widget_class, GDK_KEY_t, GDK_CONTROL_MASK, "modules.show-timeline");
  add_key (widget_class, GDK_KEY_h, GDK_CONTROL_MASK, "modules.expand-hottest");
  add_key (widget_class, GDK_KEY_plus, GDK_CONTROL_MASK, "modules.expand-all");
  add_key (widget_class, GDK_KEY_KP_Add, GDK_CONTROL_MASK, "modules.expand-all");
  add_key (widget_class, GDK_KEY_minus, GDK_CONTROL_MASK, "modules.collapse-all");
  add_key (widget_class, GDK_KEY_KP_Subtract, GDK_CONTROL_MASK, "modules.collapse-all");
}
