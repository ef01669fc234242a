/* lsc-modules-page.c - the page of the module tree: layout, selection, choices
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/modules/lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-choices.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-one-stop.h"
#include "base/lsc-visible.h"
#include "app/window/lsc-loader.h"
#include "app/window/lsc-rank-summary.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-watchdog.h"

G_DEFINE_FINAL_TYPE (LscModulesPage, lsc_modules_page, LSC_TYPE_APP_PAGE)

/* ---- Selection and rows -------------------------------------------------------------------- */

void
_lsc_modules_toast (LscModulesPage *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  escaped = lsc_visible_markup (text);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

static gboolean
focus_selected (gpointer user_data)
{
  LscModulesPage *self = user_data;

  self->focus_id = 0;
  gtk_widget_grab_focus (gtk_widget_get_last_child (GTK_WIDGET (self->table)));
  return G_SOURCE_REMOVE;
}

/** _lsc_modules_show_selected: scrolls to the selected row; keys in the table go on from there */
void
_lsc_modules_show_selected (LscModulesPage *self)
{
  guint32 node = lsc_tree_model_get_selected (self->model);
  guint position = lsc_tree_model_find_position (self->model, node);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->table));

  _lsc_modules_columns_refresh (self);
  if (position != GTK_INVALID_LIST_POSITION && list)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
  if (gtk_widget_get_focus_child (GTK_WIDGET (self->table)) && self->focus_id == 0)
    self->focus_id = g_idle_add (focus_selected, self); /* once the row is there */
}

static gboolean
announce_selection (gpointer user_data)
{
  LscModulesPage *self = user_data;
  LSC_WATCH ("module selection");

  self->announce_id = 0;
  _lsc_modules_update_actions (self);
  _lsc_modules_search_update_label (self);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
  return G_SOURCE_REMOVE;
}

/** _lsc_modules_queue_announce: tells of another selection; several in a row are told as one */
void
_lsc_modules_queue_announce (LscModulesPage *self)
{
  if (self->announce_id == 0)
    self->announce_id = g_idle_add (announce_selection, self);
}

static void
on_selection_changed (GtkSelectionModel *model, guint position, guint n, LscModulesPage *self)
{
  _lsc_modules_queue_announce (self);
}

static void
on_rows_replaced (LscTreeModel *model, LscModulesPage *self)
{
  LSC_WATCH ("rows replaced");

  if (!self->tree)
    return;
  _lsc_modules_queue_announce (self);
  _lsc_modules_show_selected (self);
}

static void
on_busy_changed (LscTreeModel *model, GParamSpec *pspec, LscModulesPage *self)
{
  gtk_spinner_set_spinning (self->busy, lsc_tree_model_is_busy (model));
}

static void
on_activate (GtkColumnView *table, guint position, LscModulesPage *self)
{
  guint32 node = lsc_tree_model_get_node (self->model, position);

  if (node == LSC_INDEX_NONE)
    return;
  lsc_tree_model_set_expanded (self->model, position,
                               !lsc_tree_model_is_expanded (self->model, node));
  _lsc_modules_columns_refresh (self);
}

/* Left closes a row or goes to the one above it, Right opens it or goes to the first below. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers,
                LscModulesPage *self)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  guint32 node = lsc_tree_model_get_selected (self->model);
  guint position = lsc_tree_model_find_position (self->model, node);
  gboolean closes = key == (rtl ? GDK_KEY_Right : GDK_KEY_Left);
  gboolean opens = key == (rtl ? GDK_KEY_Left : GDK_KEY_Right);
  guint32 parent;

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK) ||
      position == GTK_INVALID_LIST_POSITION || (!closes && !opens))
    return GDK_EVENT_PROPAGATE;
  parent = lsc_tree_get_parent (self->tree, node);
  if (lsc_tree_model_is_expanded (self->model, node) != opens &&
      lsc_tree_get_n_children (self->tree, node) > 0)
    lsc_tree_model_set_expanded (self->model, position, opens);
  else if (closes && parent != LSC_TREE_ROOT && parent != LSC_INDEX_NONE)
    lsc_tree_model_select (self->model, parent);
  else if (opens && lsc_tree_get_n_children (self->tree, node) > 0)
    lsc_tree_model_select (self->model, lsc_tree_model_get_node (self->model, position + 1));
  _lsc_modules_show_selected (self);
  return GDK_EVENT_STOP;
}

static void
popup_menu (LscModulesPage *self, double x, double y)
{
  GdkRectangle at = { 0, 0, 1, 1 };
  double page_x, page_y;

  if (!gtk_widget_translate_coordinates (GTK_WIDGET (self->table), GTK_WIDGET (self), x, y, &page_x,
                                         &page_y))
    return;
  at.x = (int) page_x;
  at.y = (int) page_y;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_table_pressed (GtkGestureClick *gesture, int n_press, double x, double y, LscModulesPage *self)
{
  LscCellInfo *info = _lsc_modules_cell_at (self, x, y);
  LscTreeRow *row = info ? gtk_list_item_get_item (info->list_item) : NULL;

  if (!row)
    return;
  self->menu_column = info->column;
  if (gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) != GDK_BUTTON_SECONDARY)
    return;
  lsc_tree_model_select (self->model, lsc_tree_row_get_node (row));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  popup_menu (self, x, y);
}

/** _lsc_modules_popup_menu: opens the menu that a right click opens */
void
_lsc_modules_popup_menu (LscModulesPage *self)
{
  popup_menu (self, 40, 60);
}

/* ---- Choices ------------------------------------------------------------------------------- */

/** lsc_modules_page_set_view: groups the rows in another way and remembers it */
void
lsc_modules_page_set_view (LscModulesPage *self, LscTreeView view)
{
  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  if (view >= LSC_TREE_N_VIEWS)
    return;
  gtk_drop_down_set_selected (self->view_drop, view);
}

static void
on_view_chosen (GtkDropDown *drop, GParamSpec *pspec, LscModulesPage *self)
{
  guint view = gtk_drop_down_get_selected (drop);

  if (view >= LSC_TREE_N_VIEWS || view == self->view)
    return;
  self->view = (LscTreeView) view;
  g_settings_set_string (self->settings, "module-view", lsc_tree_view_name (self->view));
  _lsc_modules_reload (self);
}

static const char *const unit_names[] = { "auto", "ns", "us", "ms", "s", NULL };

static void
on_unit_setting (GSettings *settings, const char *key, LscModulesPage *self)
{
  _lsc_modules_columns_set_unit (self,
                                 (LscTimeUnit) lsc_choice_get (settings, "time-unit", unit_names));
}

static void
fill_drop_downs (LscModulesPage *self)
{
  g_autoptr (GtkStringList) views = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) units = gtk_string_list_new (NULL);
  g_autofree char *view_name = g_settings_get_string (self->settings, "module-view");

  for (guint i = 0; i < LSC_TREE_N_VIEWS; i++)
    gtk_string_list_append (views, _ (lsc_tree_view_title ((LscTreeView) i)));
  gtk_string_list_append (units, _ ("Unit: auto"));
  for (guint i = 1; unit_names[i]; i++)
    gtk_string_list_append (units, lsc_time_unit_name ((LscTimeUnit) i));
  (void) lsc_tree_view_from_name (view_name, &self->view);
  gtk_drop_down_set_model (self->view_drop, G_LIST_MODEL (views));
  gtk_drop_down_set_selected (self->view_drop, self->view);
  gtk_drop_down_set_model (self->unit_drop, G_LIST_MODEL (units));
  g_signal_connect (self->view_drop, "notify::selected", G_CALLBACK (on_view_chosen), self);
  lsc_choice_bind (self->settings, "time-unit", self->unit_drop, unit_names);
  g_signal_connect_object (self->settings, "changed::time-unit", G_CALLBACK (on_unit_setting), self,
                           0);
  on_unit_setting (self->settings, NULL, self);
}

/* ---- Life ---------------------------------------------------------------------------------- */

gboolean
lsc_modules_page_is_loading (LscModulesPage *self)
{
  return self->loading || lsc_tree_model_is_busy (self->model);
}

/** lsc_modules_page_get_data: Returns: (transfer none) (nullable): with the notices of the analysis
 */
LscModuleData *
lsc_modules_page_get_data (LscModulesPage *self)
{
  return self->data;
}

LscTree *
lsc_modules_page_get_tree (LscModulesPage *self)
{
  return self->tree;
}

guint32
lsc_modules_page_get_selected (LscModulesPage *self)
{
  g_return_val_if_fail (LSC_IS_MODULES_PAGE (self), LSC_INDEX_NONE);
  return lsc_tree_model_get_selected (self->model);
}

static void
add_table_controllers (LscModulesPage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->table), keys);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_table_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->table), GTK_EVENT_CONTROLLER (click));
}

static void
lsc_modules_page_dispose (GObject *object)
{
  LscModulesPage *self = LSC_MODULES_PAGE (object);
  GtkWidget *child;

  if (self->model)
    {
      _lsc_modules_stop_loading (self);
      lsc_task_stop (&self->judging);
      g_signal_handlers_disconnect_by_data (self->model, self);
      _lsc_modules_drop_tree (self);
    }
  g_clear_handle_id (&self->announce_id, g_source_remove);
  g_clear_handle_id (&self->focus_id, g_source_remove);
  _lsc_modules_search_dispose (self);
  _lsc_modules_columns_dispose (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_pointer (&self->labels, lsc_tree_labels_free);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  g_clear_object (&self->model);
  g_clear_object (&self->settings);
  lsc_release_in_thread (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
  lsc_release_in_thread (g_steal_pointer (&self->run), (GDestroyNotify) lsc_run_unref);
  G_OBJECT_CLASS (lsc_modules_page_parent_class)->dispose (object);
}

static void
lsc_modules_page_finalize (GObject *object)
{
  LscModulesPage *self = LSC_MODULES_PAGE (object);

  g_hash_table_unref (self->cells);
  g_free (self->needle);
  g_free (self->wanted);
  G_OBJECT_CLASS (lsc_modules_page_parent_class)->finalize (object);
}

/* ---- For the window ------------------------------------------------------------------------ */

static void
on_run_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscAppPage *page = owner;
  g_autoptr (LscRun) run = result;

  if (error)
    {
      lsc_app_page_fail (page, error);
      return;
    }
  lsc_app_page_found (page, run->notices);
  lsc_modules_page_set_run (owner, run);
  lsc_app_page_set_ready (page);
}

static void
on_judged (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscModulesPage *self = owner;
  g_autoptr (LscRankSummary) summary = result;

  g_clear_pointer (&self->findings, lsc_findings_unref);
  if (summary)
    {
      self->findings = lsc_findings_ref (summary->findings);
      lsc_app_page_found (owner, summary->notices);
    }
  else if (error)
    lsc_app_page_say (owner, error->message);
  if (self->tree)
    _lsc_modules_update_texts (self);
}

/* What may be gained is known of all ranks together; the tree does not wait for it. */
static void
load (LscAppPage *page)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_run_loaded);
  LscTaskWish judged = { .owner = self, .slot = &self->judging, .done = on_judged };

  lsc_loader_load_rank (source->loader, source->source, &wish);
  if (source->cluster && !self->findings && !self->judging)
    lsc_loader_load_summary (source->loader, source->cluster, &judged);
}

static void
clear (LscAppPage *page)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);

  lsc_task_stop (&self->judging);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  lsc_modules_page_set_run (LSC_MODULES_PAGE (page), NULL);
}

static gboolean
is_busy (LscAppPage *page)
{
  return lsc_modules_page_is_loading (LSC_MODULES_PAGE (page));
}

static gboolean
is_empty (LscAppPage *page)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);

  return self->tree && lsc_tree_get_n_nodes (self->tree) < 2;
}

static void
show_jump (LscAppPage *page, const LscJump *jump)
{
  LscModulesPage *self = LSC_MODULES_PAGE (page);

  g_free (self->wanted);
  self->wanted = g_strdup (jump->name);
  lsc_modules_page_select_range (self, jump->begin_ns, jump->end_ns);
  lsc_app_page_retake_selection (page);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("This _Table as Shown…"), "modules.export-table", TRUE },
    { N_ ("The Whole T_ree…"), "modules.export-tree", TRUE },
    { N_ ("_Workbook of the Reference Tool…"), "modules.export-workbook", TRUE },
    { NULL },
  };

  class->places = LSC_PLACE_MODULES;
  class->exports = exports;
  class->failed_title = N_ ("This Rank Could Not Be Read");
  class->load = load;
  class->clear = clear;
  class->get_details = _lsc_modules_get_details;
  class->complete_pin = _lsc_modules_complete_pin;
  class->is_busy = is_busy;
  class->is_empty = is_empty;
  class->get_command = _lsc_modules_get_command;
  class->show = show_jump;
  class->take_selection = _lsc_modules_part_take_selection;
  class->scope = N_ ("it shows one rank and what that has, a range rather than a step");
}

static void
lsc_modules_page_class_init (LscModulesPageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscModulesPage, toasts),        LSC_CHILD (LscModulesPage, stack),
    LSC_CHILD (LscModulesPage, error_page),    LSC_CHILD (LscModulesPage, progress_label),
    LSC_CHILD (LscModulesPage, progress),      LSC_CHILD (LscModulesPage, view_drop),
    LSC_CHILD (LscModulesPage, step_drop),     LSC_CHILD (LscModulesPage, unit_drop),
    LSC_CHILD (LscModulesPage, search),        LSC_CHILD (LscModulesPage, match_label),
    LSC_CHILD (LscModulesPage, filter_toggle), LSC_CHILD (LscModulesPage, columns_button),
    LSC_CHILD (LscModulesPage, columns_box),   LSC_CHILD (LscModulesPage, summary),
    LSC_CHILD (LscModulesPage, main_label),    LSC_CHILD (LscModulesPage, busy),
    LSC_CHILD (LscModulesPage, info),          LSC_CHILD (LscModulesPage, info_label),
    LSC_CHILD (LscModulesPage, range_bar),     LSC_CHILD (LscModulesPage, range_label),
    LSC_CHILD (LscModulesPage, table),         LSC_CHILD (LscModulesPage, menu),
    LSC_CHILD (LscModulesPage, find_tools)
  };
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  init_page_class (LSC_APP_PAGE_CLASS (class));

  object_class->dispose = lsc_modules_page_dispose;
  object_class->finalize = lsc_modules_page_finalize;
  g_type_ensure (LSC_TYPE_ONE_STOP);
  lsc_template_set (class, "lsc-modules-page", children, G_N_ELEMENTS (children));
  gtk_widget_class_set_css_name (widget_class, "lsc-modules-page");
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), _lsc_modules_actions);
}

/** _lsc_modules_show_timeline: asks for the longest device event of the selected row in the
 * timeline
 */
void
_lsc_modules_show_timeline (LscModulesPage *self)
{
  guint32 node = lsc_tree_model_get_selected (self->model);
  gint64 start_ns, end_ns;
  const char *name;

  if (!self->tree || !self->run || node == LSC_INDEX_NONE)
    return;
  if (!lsc_tree_find_longest (self->tree, node, &start_ns, &end_ns, &name))
    {
      _lsc_modules_toast (self, _ ("This row has no device event to show"));
      return;
    }
  lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = LSC_PLACE_SLICE,
                                                      .rank = self->run->source->rank,
                                                      .begin_ns = start_ns,
                                                      .end_ns = end_ns,
                                                      .name = name });
}

static void
lsc_modules_page_init (LscModulesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  self->settings = g_settings_new (LSC_APP_ID);
  self->model = lsc_tree_model_new ();
  self->menu_column = LSC_TREE_NAME;
  _lsc_modules_columns_init (self);
  _lsc_modules_search_init (self);
  _lsc_modules_part_init (self);
  fill_drop_downs (self);
  _lsc_modules_columns_update (self);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->model));
  g_signal_connect (self->table, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect (self->model, "selection-changed", G_CALLBACK (on_selection_changed), self);
  g_signal_connect (self->model, "replaced", G_CALLBACK (on_rows_replaced), self);
  g_signal_connect (self->model, "notify::busy", G_CALLBACK (on_busy_changed), self);
  add_table_controllers (self);
  _lsc_modules_update_actions (self);
}
