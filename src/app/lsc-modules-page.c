/* lsc-modules-page.c - the page of the module tree: loading, layout, selection
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-modules-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "lsc-watchdog.h"

#define PROGRESS_MS 100

G_DEFINE_FINAL_TYPE (LscModulesPage, lsc_modules_page, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/** What a thread makes. */
typedef struct
{
  LscRun *run;
  LscModuleData *data; /* (nullable): made if there is none */
  LscTree *tree;
  LscTreeView view;
  guint64 columns;

  GMutex lock;
  double share;
  char *what;
} Load;

static void
release_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_boolean (task, TRUE);
}

/* Frees in a thread what would hold up the main loop. */
static void
release (gpointer data, GDestroyNotify destroy)
{
  g_autoptr (GTask) task = NULL;

  if (!data)
    return;
  task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, data, destroy);
  g_task_run_in_thread (task, release_thread);
}

static void
load_free (Load *load)
{
  g_clear_pointer (&load->run, lsc_run_unref);
  g_clear_pointer (&load->data, lsc_module_data_unref);
  g_clear_pointer (&load->tree, lsc_tree_unref);
  g_mutex_clear (&load->lock);
  g_free (load->what);
  g_free (load);
}

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
  escaped = g_markup_escape_text (text, -1);
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
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Several changes in a row are told as one. */
static void
queue_announce (LscModulesPage *self)
{
  if (self->announce_id == 0)
    self->announce_id = g_idle_add (announce_selection, self);
}

static void
on_selection_changed (GtkSelectionModel *model, guint position, guint n, LscModulesPage *self)
{
  queue_announce (self);
}

static void
on_rows_replaced (LscTreeModel *model, LscModulesPage *self)
{
  LSC_WATCH ("rows replaced");

  if (!self->tree)
    return;
  queue_announce (self);
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
  lsc_tree_model_set_expanded (
      self->model, position, !lsc_tree_model_is_expanded (self->model, node));
  _lsc_modules_columns_refresh (self);
}

/* Left closes a row or goes to the one above it, Right opens it or goes to the first below. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
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

  if (!gtk_widget_translate_coordinates (
          GTK_WIDGET (self->table), GTK_WIDGET (self), x, y, &page_x, &page_y))
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

static void
on_popup_key (GtkWidget *widget, const char *name, GVariant *parameter)
{
  popup_menu (LSC_MODULES_PAGE (widget), 40, 60);
}

/* ---- Texts --------------------------------------------------------------------------------- */

static const char *
get_source_name (const LscModuleData *data)
{
  if (data->n_forward_calls == 0)
    return _ ("no modules recorded");
  return data->source == LSC_MODULE_SOURCE_TRACE ? _ ("modules from nn.Module call records")
                                                 : _ ("modules from mstx ranges");
}

static void
update_summary (LscModulesPage *self)
{
  gint64 total_ns = lsc_tree_get_total_ns (self->tree);
  gint64 inside_ns = lsc_tree_get_module_total_ns (self->tree);
  LscValue mfu = lsc_tree_value (self->tree, LSC_TREE_ROOT, LSC_TREE_MFU_TOTAL);
  g_autofree char *rank = lsc_run_get_label (self->run);
  g_autofree char *total = lsc_format_duration (total_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *inside = lsc_format_duration (inside_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share =
      total_ns > 0 ? lsc_format_share ((double) inside_ns / (double) total_ns) : g_strdup ("–");
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_steps = self->run->steps.n;

  g_string_append_printf (text, "%s · %s", rank, get_source_name (self->data));
  if (n_steps > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "%u step", "%u steps", n_steps), (guint) n_steps);
    }
  g_string_append (text, " · ");
  /* Translators: time in modules, all device time, its share */
  g_string_append_printf (text, _ ("%s of %s device time in modules (%s)"), inside, total, share);
  if (!mfu.is_null)
    {
      g_autofree char *value = lsc_format_share (mfu.real);

      g_string_append_printf (text, _ (" · MFU %s"), value);
      if (lsc_tree_get_peak (self->tree).source == LSC_PEAK_ESTIMATED)
        g_string_append (text, _ (" (peak estimated)"));
    }
  gtk_label_set_label (self->summary, text->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary), text->str);
}

/* What the analysis could not find, when that is why the tree looks poor. */
static void
update_info (LscModulesPage *self)
{
  gboolean poor = self->data->n_forward_calls == 0;
  g_autofree char *text = NULL;

  for (gsize i = 0; poor && i < lsc_notices_get_count (self->data->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (self->data->notices, i);

      if (notice->severity == LSC_SEVERITY_NOTE)
        continue;
      text = g_strdup_printf ("%s %s", notice->what, notice->remedy ? notice->remedy : "");
      break;
    }
  if (poor && !text)
    text = g_strdup (_ ("No module calls were recorded, so ops stand outside modules."));
  gtk_label_set_label (self->info_label, text ? text : "");
  gtk_info_bar_set_revealed (self->info, text != NULL);
}

static void
add_detail (GPtrArray *rows, const char *label, char *value)
{
  char **pair = g_new0 (char *, 3);

  if (!value)
    {
      g_free (pair);
      return;
    }
  pair[0] = g_strdup (label);
  pair[1] = value;
  g_ptr_array_add (rows, pair);
}

static void
details_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  guint32 node = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (task), "lsc-node"));

  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    if (lsc_tree_has_column (data, (LscTreeColumn) i))
      (void) lsc_tree_value (data, node, (LscTreeColumn) i);
  g_task_return_boolean (task, TRUE);
}

static void
on_detailed (GObject *object, GAsyncResult *result, gpointer user_data)
{
  LscModulesPage *self = LSC_MODULES_PAGE (object);

  self->detailing = LSC_INDEX_NONE;
  if (self->tree)
    queue_announce (self);
}

/* Figures of a large node that are still to be computed: the selection is told again with them. */
static void
start_details (LscModulesPage *self, guint32 node)
{
  g_autoptr (GTask) task = NULL;

  if (self->detailing != LSC_INDEX_NONE)
    return; /* asked for again when that one is done */
  self->detailing = node;
  task = g_task_new (self, NULL, on_detailed, NULL);
  g_task_set_name (task, "modules: start details");
  g_object_set_data (G_OBJECT (task), "lsc-node", GUINT_TO_POINTER (node));
  g_task_set_task_data (task, lsc_tree_ref (self->tree), (GDestroyNotify) lsc_tree_unref);
  g_task_run_in_thread (task, details_thread);
}

/**
 * lsc_modules_page_get_details:
 *
 * Figures of a large node that take long are left out at first; once a thread has computed them
 * "selection-changed" is emitted again.
 *
 * Returns: (transfer full) (element-type GStrv): a label and a value each for the selected row,
 *   every figure that is known, with all digits; empty without a selection
 */
GPtrArray *
lsc_modules_page_get_details (LscModulesPage *self)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  guint32 node;
  gboolean is_complete = TRUE;

  g_return_val_if_fail (LSC_IS_MODULES_PAGE (self), rows);
  node = lsc_modules_page_get_selected (self);
  if (!self->tree || node == LSC_INDEX_NONE)
    return rows;
  for (guint i = 0; i < LSC_TREE_N_COLUMNS; i++)
    {
      const LscColumn *about = lsc_tree_column ((LscTreeColumn) i);
      g_autofree char *path = i == LSC_TREE_NAME ? lsc_tree_get_path (self->tree, node) : NULL;

      if (path)
        add_detail (rows, _ ("Path"), g_utf8_make_valid (path, -1));
      else if (!lsc_tree_has_column (self->tree, (LscTreeColumn) i))
        continue;
      else if (!lsc_tree_is_quick (self->tree, node, (LscTreeColumn) i))
        is_complete = FALSE;
      else
        add_detail (
            rows, _ (about->title), _lsc_modules_exact_text (self->tree, node, (LscTreeColumn) i));
    }
  if (!is_complete)
    start_details (self, node);
  return rows;
}

/* ---- Loading ------------------------------------------------------------------------------- */

/* On the thread that works. */
static void
on_progress (double share, const char *what, gpointer user_data)
{
  Load *load = user_data;

  g_mutex_lock (&load->lock);
  load->share = share;
  g_free (load->what);
  load->what = g_strdup (what);
  g_mutex_unlock (&load->lock);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Load *load = data;
  LscModuleOptions options = { .allow_empty = TRUE };
  g_autoptr (LscJob) job = lsc_job_new (cancellable, on_progress, load);
  GError *error = NULL;

  if (!load->data)
    load->data = lsc_module_data_new (load->run, &options, job, &error);
  if (load->data)
    load->tree = lsc_tree_new (load->data, load->view, NULL, job, &error);
  if (load->tree && lsc_tree_prepare (load->tree, load->columns, job, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
on_progress_tick (gpointer user_data)
{
  GTask *task = user_data;
  LscModulesPage *self = g_task_get_source_object (task);
  Load *load = g_task_get_task_data (task);
  LSC_WATCH ("module progress");

  g_mutex_lock (&load->lock);
  if (load->what)
    gtk_label_set_label (self->progress_label, load->what);
  if (load->share > 0)
    gtk_progress_bar_set_fraction (self->progress, CLAMP (load->share, 0, 1));
  else
    gtk_progress_bar_pulse (self->progress);
  g_mutex_unlock (&load->lock);
  return G_SOURCE_CONTINUE;
}

static void
end_loading (LscModulesPage *self)
{
  g_clear_object (&self->loading);
  g_clear_handle_id (&self->progress_id, g_source_remove);
  gtk_spinner_set_spinning (self->busy, FALSE);
}

static void
stop_loading (LscModulesPage *self)
{
  if (self->loading)
    g_cancellable_cancel (self->loading);
  end_loading (self);
}

static void
drop_tree (LscModulesPage *self)
{
  if (self->preparing)
    g_cancellable_cancel (self->preparing);
  g_clear_object (&self->preparing);
  lsc_tree_model_set_tree (self->model, NULL);
  release (g_steal_pointer (&self->tree), (GDestroyNotify) lsc_tree_unref);
  lsc_indexes_clear (&self->matches);
}

static void
show_error (LscModulesPage *self, const char *title, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_status_page_set_title (self->error_page, title);
  adw_status_page_set_description (self->error_page, escaped);
  gtk_stack_set_visible_child_name (self->stack, "error");
}

/* Opens the top of the tree as far as there is but one way to go. */
static void
expand_first_levels (LscModulesPage *self)
{
  guint32 node = LSC_TREE_ROOT;

  for (guint level = 0; level < 3; level++)
    {
      guint32 child = lsc_tree_hottest_child (self->tree, node);
      guint32 n;
      const guint32 *children = lsc_tree_get_children (self->tree, node, &n);

      if (level == 0)
        for (guint32 i = 0; i < n && n < 100; i++)
          if (lsc_tree_get_kind (self->tree, children[i]) == LSC_NODE_MODULE &&
              (lsc_tree_get_kind (self->tree, child) != LSC_NODE_MODULE ||
               lsc_tree_value (self->tree, children[i], LSC_TREE_TOTAL).integer >
                   lsc_tree_value (self->tree, child, LSC_TREE_TOTAL).integer))
            child = children[i];
      if (child == LSC_INDEX_NONE || lsc_tree_get_kind (self->tree, child) != LSC_NODE_MODULE)
        break;
      lsc_tree_model_reveal (self->model, child);
      node = child;
      if (lsc_tree_get_n_children (self->tree, node) > 1 && level > 0)
        break;
    }
  if (node != LSC_TREE_ROOT)
    {
      guint position = lsc_tree_model_find_position (self->model, node);

      if (position != GTK_INVALID_LIST_POSITION && lsc_tree_get_n_children (self->tree, node) < 200)
        lsc_tree_model_set_expanded (self->model, position, TRUE);
    }
  lsc_tree_model_select (self->model, lsc_tree_model_get_node (self->model, 0));
}

static void
show_tree (LscModulesPage *self, Load *load)
{
  if (load->data != self->data)
    {
      release (self->data, (GDestroyNotify) lsc_module_data_unref);
      self->data = lsc_module_data_ref (load->data);
    }
  drop_tree (self);
  self->tree = g_steal_pointer (&load->tree);
  _lsc_modules_columns_update (self);
  lsc_tree_model_set_tree (self->model, self->tree);
  expand_first_levels (self);
  update_summary (self);
  update_info (self);
  if (lsc_tree_get_n_nodes (self->tree) > 1)
    gtk_stack_set_visible_child_name (self->stack, "content");
  else
    show_error (self,
                _ ("No Device Events"),
                _ ("This recording holds no op, kernel or communication of this rank. Collect it "
                   "with the NPU activity switched on."));
  _lsc_modules_search_restart (self);
  _lsc_modules_update_actions (self);
  _lsc_modules_show_selected (self);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  LscModulesPage *self = LSC_MODULES_PAGE (object);
  Load *load = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  LSC_WATCH ("show module tree");

  /* Something else has been asked for since. */
  if (g_task_get_cancellable (G_TASK (result)) != self->loading)
    return;
  end_loading (self);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    show_tree (self, load);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
           g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    show_error (self, _ ("Cancelled"), _ ("The analysis of this rank was cancelled."));
  else
    show_error (self, _ ("This Rank Cannot Be Analysed"), error->message);
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
}

static void
start_loading (LscModulesPage *self)
{
  g_autoptr (GTask) task = NULL;
  Load *load = g_new0 (Load, 1);

  stop_loading (self);
  g_mutex_init (&load->lock);
  load->run = lsc_run_ref (self->run);
  load->data = self->data ? lsc_module_data_ref (self->data) : NULL;
  load->view = self->view;
  load->columns = _lsc_modules_columns_wanted (self);
  if (load->view == LSC_TREE_BY_CLASS)
    load->columns |= LSC_TREE_COLUMN_BIT (LSC_TREE_INCLUSIVE);
  self->loading = g_cancellable_new ();
  task = g_task_new (self, self->loading, on_loaded, NULL);
  g_task_set_name (task, "modules: start loading");
  g_task_set_task_data (task, load, (GDestroyNotify) load_free);
  self->progress_id = g_timeout_add_full (
      G_PRIORITY_DEFAULT, PROGRESS_MS, on_progress_tick, g_object_ref (task), g_object_unref);
  if (self->tree)
    gtk_spinner_set_spinning (self->busy, TRUE);
  else
    {
      gtk_label_set_label (self->progress_label, _ ("Building the module tree…"));
      gtk_progress_bar_set_fraction (self->progress, 0);
      gtk_stack_set_visible_child_name (self->stack, "loading");
    }
  g_task_run_in_thread (task, load_thread);
}

void
_lsc_modules_reload (LscModulesPage *self)
{
  if (self->run)
    start_loading (self);
}

/**
 * lsc_modules_page_set_run:
 * @run: (nullable): a rank loaded with %LSC_LOAD_FOR_TREE, %NULL for none
 *
 * Shows the module tree of a rank. It is built in a thread; the signal "loaded" tells when.
 */
void
lsc_modules_page_set_run (LscModulesPage *self, LscRun *run)
{
  g_return_if_fail (LSC_IS_MODULES_PAGE (self));
  if (run == self->run)
    return;
  stop_loading (self);
  drop_tree (self);
  release (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
  release (g_steal_pointer (&self->run), (GDestroyNotify) lsc_run_unref);
  self->has_range = FALSE;
  gtk_info_bar_set_revealed (self->range_bar, FALSE);
  queue_announce (self);
  if (!run)
    {
      gtk_stack_set_visible_child_name (self->stack, "empty");
      return;
    }
  self->run = lsc_run_ref (run);
  start_loading (self);
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

static const char *const unit_names[] = { "auto", "ns", "us", "ms", "s" };

static void
on_unit_chosen (GtkDropDown *drop, GParamSpec *pspec, LscModulesPage *self)
{
  guint unit = gtk_drop_down_get_selected (drop);

  if (unit >= G_N_ELEMENTS (unit_names) || unit == self->unit)
    return;
  _lsc_modules_columns_set_unit (self, (LscTimeUnit) unit);
  g_settings_set_string (self->settings, "time-unit", unit_names[unit]);
}

/* Also when the preferences dialog sets the unit. */
static void
on_unit_setting (GSettings *settings, const char *key, LscModulesPage *self)
{
  g_autofree char *name = g_settings_get_string (settings, "time-unit");

  for (guint i = 0; i < G_N_ELEMENTS (unit_names); i++)
    if (g_str_equal (unit_names[i], name))
      gtk_drop_down_set_selected (self->unit_drop, i);
}

static void
fill_drop_downs (LscModulesPage *self)
{
  g_autoptr (GtkStringList) views = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) units = gtk_string_list_new (NULL);
  g_autofree char *view_name = g_settings_get_string (self->settings, "module-view");

  for (guint i = 0; i < LSC_TREE_N_VIEWS; i++)
    gtk_string_list_append (views, _ (lsc_tree_view_title ((LscTreeView) i)));
  gtk_string_list_append (units, _ ("Auto"));
  for (guint i = 1; i < G_N_ELEMENTS (unit_names); i++)
    gtk_string_list_append (units, lsc_time_unit_name ((LscTimeUnit) i));
  (void) lsc_tree_view_from_name (view_name, &self->view);
  gtk_drop_down_set_model (self->view_drop, G_LIST_MODEL (views));
  gtk_drop_down_set_selected (self->view_drop, self->view);
  gtk_drop_down_set_model (self->unit_drop, G_LIST_MODEL (units));
  g_signal_connect (self->view_drop, "notify::selected", G_CALLBACK (on_view_chosen), self);
  g_signal_connect (self->unit_drop, "notify::selected", G_CALLBACK (on_unit_chosen), self);
  g_signal_connect_object (
      self->settings, "changed::time-unit", G_CALLBACK (on_unit_setting), self, 0);
  on_unit_setting (self->settings, NULL, self);
}

/* ---- Life ---------------------------------------------------------------------------------- */

gboolean
lsc_modules_page_is_loading (LscModulesPage *self)
{
  return self->loading != NULL || lsc_tree_model_is_busy (self->model);
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
      stop_loading (self);
      g_signal_handlers_disconnect_by_data (self->model, self);
      drop_tree (self);
    }
  g_clear_handle_id (&self->announce_id, g_source_remove);
  g_clear_handle_id (&self->focus_id, g_source_remove);
  _lsc_modules_search_dispose (self);
  _lsc_modules_columns_dispose (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->model);
  g_clear_object (&self->settings);
  release (g_steal_pointer (&self->data), (GDestroyNotify) lsc_module_data_unref);
  release (g_steal_pointer (&self->run), (GDestroyNotify) lsc_run_unref);
  G_OBJECT_CLASS (lsc_modules_page_parent_class)->dispose (object);
}

static void
lsc_modules_page_finalize (GObject *object)
{
  LscModulesPage *self = LSC_MODULES_PAGE (object);

  g_hash_table_unref (self->cells);
  g_free (self->needle);
  G_OBJECT_CLASS (lsc_modules_page_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, stack);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, error_page);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, progress_label);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, progress);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, view_drop);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, unit_drop);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, search);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, match_label);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, filter_toggle);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, columns_button);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, columns_box);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, summary);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, busy);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, info);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, info_label);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, range_bar);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, range_label);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, table);
  gtk_widget_class_bind_template_child (widget_class, LscModulesPage, menu);
}

static void
lsc_modules_page_class_init (LscModulesPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lsc_modules_page_dispose;
  object_class->finalize = lsc_modules_page_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lanescope/Lanescope/ui/lsc-modules-page.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "lsc-modules-page");
  bind_children (widget_class);
  _lsc_modules_install_actions (widget_class);
  gtk_widget_class_install_action (widget_class, "modules.popup-menu", NULL, on_popup_key);
  gtk_widget_class_add_binding_action (
      widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "modules.popup-menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "modules.popup-menu", NULL);
  /* another row is selected, or none: lsc_modules_page_get_details() */
  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new ("selection-changed",
                                                    LSC_TYPE_MODULES_PAGE,
                                                    G_SIGNAL_RUN_LAST,
                                                    0,
                                                    NULL,
                                                    NULL,
                                                    NULL,
                                                    G_TYPE_NONE,
                                                    0);
  /* a tree is there, or an error is shown: lsc_modules_page_get_data() */
  signals[SIGNAL_LOADED] = g_signal_new (
      "loaded", LSC_TYPE_MODULES_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_modules_page_init (LscModulesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (LSC_APP_ID);
  self->model = lsc_tree_model_new ();
  self->menu_column = LSC_TREE_NAME;
  self->detailing = LSC_INDEX_NONE;
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  _lsc_modules_columns_init (self);
  _lsc_modules_search_init (self);
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

GtkWidget *
lsc_modules_page_new (void)
{
  return g_object_new (LSC_TYPE_MODULES_PAGE, NULL);
}
