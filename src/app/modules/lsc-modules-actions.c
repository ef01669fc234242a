/* lsc-modules-actions.c - actions and keys of the modules page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

/* From the top, whatever is selected: the way to what costs most of all. */
static void
expand_hottest (LscModulesPage *self)
{
  if (!self->tree)
    return;
  lsc_tree_model_expand_hottest (self->model, LSC_TREE_ROOT);
  _lsc_modules_show_selected (self);
}

static void
expand_all (LscModulesPage *self)
{
  lsc_tree_model_expand_all (self->model);
}

static void
collapse_all (LscModulesPage *self)
{
  lsc_tree_model_collapse_all (self->model);
}

static void
find (LscModulesPage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
cancel (LscModulesPage *self)
{
  if (self->loading)
    lsc_task_cancel (self->loading);
}

/** _lsc_modules_update_actions: enables what the tree and the selection allow */
void
_lsc_modules_update_actions (LscModulesPage *self)
{
  static const char *const of_tree[] = { "modules.copy-table",     "modules.copy-markdown",
                                         "modules.export-table",   "modules.export-tree",
                                         "modules.expand-hottest", "modules.expand-all",
                                         "modules.collapse-all" };
  gboolean has_row = self->tree && lsc_tree_model_get_selected (self->model) != LSC_INDEX_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (of_tree); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), of_tree[i], self->tree != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.copy-cell", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.copy-row", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.show-timeline", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.narrow", has_row);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "modules.export-workbook",
                                 self->data && self->data->n_forward_calls > 0);
}

const LscAppPageAction _lsc_modules_actions[] = {
  { "modules.copy-cell", G_CALLBACK (_lsc_modules_copy), LSC_COPY_CELL },
  { "modules.copy-row", G_CALLBACK (_lsc_modules_copy), LSC_COPY_ROW, "<Control>c" },
  { "modules.copy-table", G_CALLBACK (_lsc_modules_copy), LSC_COPY_TABLE, "<Control><Shift>c" },
  { "modules.copy-markdown", G_CALLBACK (_lsc_modules_copy), LSC_COPY_MARKDOWN },
  { "modules.export-table", G_CALLBACK (_lsc_modules_ask_table_file) },
  { "modules.export-tree", G_CALLBACK (_lsc_modules_ask_tree_file) },
  { "modules.export-workbook", G_CALLBACK (_lsc_modules_ask_workbook_file) },
  { "modules.expand-hottest", G_CALLBACK (expand_hottest), 0, "<Control>h" },
  { "modules.expand-all", G_CALLBACK (expand_all), 0,
    "<Control>plus|<Control><Shift>plus|<Control>KP_Add" },
  { "modules.collapse-all", G_CALLBACK (collapse_all), 0, "<Control>minus|<Control>KP_Subtract" },
  { "modules.find", G_CALLBACK (find), 0, "<Control>f" },
  { "modules.find-next", G_CALLBACK (_lsc_modules_search_step), TRUE, "<Control>g|F3" },
  { "modules.find-previous", G_CALLBACK (_lsc_modules_search_step), FALSE,
    "<Control><Shift>g|<Shift>F3" },
  { "modules.clear-search", G_CALLBACK (_lsc_modules_search_clear), 0, "Escape" },
  { "modules.show-timeline", G_CALLBACK (_lsc_modules_show_timeline), 0, "<Control>t" },
  { "modules.narrow", G_CALLBACK (_lsc_modules_part_narrow) },
  { "modules.cancel", G_CALLBACK (cancel) },
  { "modules.retry", G_CALLBACK (_lsc_modules_reload) },
  { "modules.popup-menu", G_CALLBACK (_lsc_modules_popup_menu), 0, "<Shift>F10|Menu" },
  { NULL },
};
