/* lsc-window-actions.c - what the window's menus and keys do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-visible.h"
#include "app/window/lsc-problems-dialog.h"
#include "app/window/lsc-recent.h"
#include "base/lsc-watchdog.h"
#include "app/parts/lsc-chart.h"
#include "app/window/lsc-window-private.h"

/* ---- Opening ------------------------------------------------------------------------------- */

static void
on_chooser_response (GtkNativeDialog *dialog, int response, LscWindow *self)
{
  LSC_WATCH ("window: file chosen");

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));

      for (guint i = 0; i < g_list_model_get_n_items (files); i++)
        {
          g_autoptr (GFile) file = g_list_model_get_item (files, i);

          lsc_window_open_file (self, file);
        }
    }
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

static GtkFileChooserNative *
choose_for (LscWindow *self, const char *title, GtkFileChooserAction action, GCallback on_response)
{
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, _ ("_Open"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  g_signal_connect (dialog, "response", on_response, self);
  return dialog;
}

static GtkFileChooserNative *
choose (LscWindow *self, const char *title, GtkFileChooserAction action)
{
  return choose_for (self, title, action, G_CALLBACK (on_chooser_response));
}

static void
open_folder (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkFileChooserNative *dialog =
      choose (user_data, _ ("Open Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
on_second_chosen (GtkNativeDialog *dialog, int response, LscWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    lsc_window_keep_page (self, "compare");
  on_chooser_response (dialog, response, self);
}

/* What opens is compared with what is shown. */
static void
open_to_compare (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkFileChooserNative *dialog =
      choose_for (user_data, _ ("Open a Recording to Compare With"),
                  GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, G_CALLBACK (on_second_chosen));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), FALSE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* With another one that is open, else with one that is to be opened. */
static void
compare_with (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;

  if (g_list_model_get_n_items (G_LIST_MODEL (self->projects)) > 1)
    lsc_window_show_page (self, "compare");
  else
    open_to_compare (action, parameter, user_data);
}

static void
open_file (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const char *const patterns[] = { "*.db",     "*.json",    "*.json.gz", "*.pftrace",
                                          "*.sqlite", "*.sqlite3", "*.lscope",  "*.zip",
                                          "*.tar",    "*.tar.gz",  "*.tgz" };
  GtkFileChooserNative *dialog = choose (user_data, _ ("Open File"), GTK_FILE_CHOOSER_ACTION_OPEN);
  g_autoptr (GtkFileFilter) databases = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (databases, _ ("Profiler databases and traces"));
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    gtk_file_filter_add_pattern (databases, patterns[i]);
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), databases);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), all);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
open_demo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_open_demo (user_data);
}

static void
open_uri (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  lsc_window_open_file (user_data, file);
}

static void
open_beside (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_open_beside (user_data, g_variant_get_string (parameter, NULL));
}

static void
clear_recent (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  lsc_recent_clear (LSC_WINDOW (user_data)->settings);
}

static void
close_project (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;
  const char *path = g_variant_get_string (parameter, NULL);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->projects));

  for (guint i = n; i-- > 0;)
    {
      g_autoptr (LscOpenProject) project = g_list_model_get_item (G_LIST_MODEL (self->projects), i);
      g_autofree char *shown =
          g_filename_display_name (lsc_open_project_get_project (project)->path);

      if (g_strcmp0 (shown, path) == 0)
        _lsc_window_close_project (self, project);
    }
}

static void
back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;

  gtk_stack_set_visible_child_name (self->root, self->project ? "project" : "start");
}

/* ---- Pages --------------------------------------------------------------------------------- */

/** _lsc_window_set_page: goes to a page, which the user has not asked for */
void
_lsc_window_set_page (LscWindow *self, const char *name)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "show-page");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (name));
  lsc_sidebar_set_page (self->sidebar, name);
  _lsc_window_update (self);
}

/**
 * lsc_window_keep_page:
 *
 * Goes to a page, and stays there when the next project opens.
 */
void
lsc_window_keep_page (LscWindow *self, const char *name)
{
  g_return_if_fail (LSC_IS_WINDOW (self));
  _lsc_window_set_page (self, name);
  self->has_chosen_page = TRUE;
}

static void
show_page (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;
  const char *name = lsc_pages_find (g_variant_get_string (parameter, NULL))->name;
  LSC_WATCH ("window: show page");

  self->looks_for_page = FALSE;
  self->has_chosen_page = !self->project;
  _lsc_window_set_page (self, name);
}

static void
page_action (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWidget *page = GTK_WIDGET (_lsc_window_get_page (user_data));
  const char *detailed = g_variant_get_string (parameter, NULL);
  g_autoptr (GVariant) target = NULL;
  g_autofree char *name = NULL;

  if (page && g_action_parse_detailed_name (detailed, &name, &target, NULL))
    gtk_widget_activate_action_variant (page, name, target);
}

static void
search (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWidget *page = GTK_WIDGET (_lsc_window_get_page (user_data));
  g_autofree char *name = g_strdup_printf ("%s.find", _lsc_window_get_page_name (user_data));

  if (page && !gtk_widget_activate_action (page, name, NULL))
    _lsc_window_tell (user_data, _ ("There is nothing to search on this page"));
}

static void
export_menu (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_menu_button_popup (LSC_WINDOW (user_data)->export_menu);
}

static void
copy_command (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;
  g_autofree char *of_page = lsc_app_page_get_command (_lsc_window_get_page (self));
  g_autofree char *command = _lsc_window_add_names_to_command (self, of_page);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  _lsc_window_tell (self, _ ("Copied the command that gives the same"));
}

static void
report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  lsc_app_page_ask_report (_lsc_window_get_page (user_data), FALSE);
}

static void
pin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_pin (user_data);
}

static void
pin_table (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_pin_table (user_data, g_variant_get_string (parameter, NULL));
}

static void
pins (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_show_pins (user_data);
}

/* ---- Window -------------------------------------------------------------------------------- */

static void
show_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  lsc_selection_clear (LSC_WINDOW (user_data)->selection, g_variant_get_uint32 (parameter));
}

static void
only_ranks (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gsize n;
  const gint64 *ranks = g_variant_get_fixed_array (parameter, &n, sizeof (gint64));

  lsc_selection_set_ranks (LSC_WINDOW (user_data)->selection, ranks, n);
}

static void
only_module (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  lsc_selection_set_module (LSC_WINDOW (user_data)->selection,
                            g_variant_get_string (parameter, NULL));
}

static void
only_op (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  lsc_selection_set_op (LSC_WINDOW (user_data)->selection, g_variant_get_string (parameter, NULL));
}

static void
problems (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;

  if (self->project)
    gtk_window_present (GTK_WINDOW (lsc_problems_dialog_new (GTK_WINDOW (self), self->project)));
}

static void
reload (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_reload (user_data);
}

static void
retry (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_retry (user_data);
}

static void
cancel (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_cancel_shown (user_data);
}

static void
tell (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_tell (user_data, g_variant_get_string (parameter, NULL));
}

static void
show_file (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = g_file_get_uri (folder ? folder : file);

  gtk_show_uri (GTK_WINDOW (user_data), uri, GDK_CURRENT_TIME);
}

/* A toast for a file that was written, with a button that opens its folder. */
static void
tell_saved (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;
  const char *path = g_variant_get_string (parameter, NULL);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Saved “%s”"), name);
  g_autofree char *markup = lsc_visible_markup (text);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_button_label (toast, _ ("Show in Folder"));
  adw_toast_set_action_name (toast, "win.show-file");
  adw_toast_set_action_target (toast, "s", path);
  _lsc_window_add_toast (self, toast);
}

static void
change_sidebar (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  LscWindow *self = user_data;

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->root), "project") == 0)
    adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static void
change_details (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LscWindow *self = user_data;
  gboolean is_revealed = gtk_widget_get_visible (GTK_WIDGET (self->details));

  if (!self->is_details_over)
    g_settings_set_boolean (self->settings, "details-visible", !is_revealed);
  _lsc_window_reveal_details (self, !is_revealed);
}

static void
move_to_pane (LscWindow *self, int direction)
{
  GtkWidget *panes[] = { GTK_WIDGET (self->sidebar), GTK_WIDGET (self->content),
                         GTK_WIDGET (self->details) };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  int n = G_N_ELEMENTS (panes), current = direction > 0 ? n - 1 : 0;

  for (int i = 0; i < n; i++)
    if (focus && (focus == panes[i] || gtk_widget_is_ancestor (focus, panes[i])))
      current = i;
  for (int i = 1; i <= n; i++)
    {
      GtkWidget *pane = panes[(current + direction * i + n * n) % n];

      if (gtk_widget_get_mapped (pane) && gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD))
        return;
    }
}

static void
next_pane (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move_to_pane (user_data, 1);
}

static void
previous_pane (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move_to_pane (user_data, -1);
}

/* ---- Keys of the page ---------------------------------------------------------------------- */

static GtkWidget *
find_chart (GtkWidget *widget)
{
  GtkWidget *found = LSC_IS_CHART (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_chart (child);
  return found;
}

static gboolean
moves_focus (guint key)
{
  static const guint keys[] = { GDK_KEY_Tab,   GDK_KEY_ISO_Left_Tab, GDK_KEY_Up,
                                GDK_KEY_Down,  GDK_KEY_Left,         GDK_KEY_Right,
                                GDK_KEY_space, GDK_KEY_Return,       GDK_KEY_KP_Enter };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i] == key)
      return TRUE;
  return FALSE;
}

/* Keys of the page work wherever the focus is, but in a text: whoever has clicked a button of the
 * toolbar or a row of a panel goes on zooming. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state,
                LscWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *page = GTK_WIDGET (_lsc_window_get_page (self));
  GtkWidget *chart = page && gtk_widget_get_mapped (page) ? find_chart (page) : NULL;
  LSC_WATCH ("window: key");

  if (!chart || moves_focus (key) || GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus) ||
      (focus && (focus == chart || gtk_widget_is_ancestor (focus, chart))))
    return FALSE;
  return gtk_event_controller_key_forward (controller, chart) ||
         gtk_event_controller_key_forward (controller, page);
}

static void
add_key_controller (LscWindow *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
add_names (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _lsc_window_choose_names (user_data);
}

static const GActionEntry entries[] = {
  { .name = "open-folder", .activate = open_folder },
  { .name = "open-file", .activate = open_file },
  { .name = "open-to-compare", .activate = open_to_compare },
  { .name = "compare-with", .activate = compare_with },
  { .name = "open-demo", .activate = open_demo },
  { .name = "open-beside", .activate = open_beside, .parameter_type = "s" },
  { .name = "open-uri", .activate = open_uri, .parameter_type = "s" },
  { .name = "clear-recent", .activate = clear_recent },
  { .name = "close-project", .activate = close_project, .parameter_type = "s" },
  { .name = "back", .activate = back },
  { .name = "show-page", .activate = show_page, .parameter_type = "s", .state = "''" },
  { .name = "page-action", .activate = page_action, .parameter_type = "s" },
  { .name = "search", .activate = search },
  { .name = "export-menu", .activate = export_menu },
  { .name = "copy-command", .activate = copy_command },
  { .name = "report", .activate = report },
  { .name = "show-all", .activate = show_all, .parameter_type = "u" },
  { .name = "only-ranks", .activate = only_ranks, .parameter_type = "ax" },
  { .name = "only-module", .activate = only_module, .parameter_type = "s" },
  { .name = "only-op", .activate = only_op, .parameter_type = "s" },
  { .name = "pin", .activate = pin },
  { .name = "pin-table", .activate = pin_table, .parameter_type = "s" },
  { .name = "pins", .activate = pins },
  { .name = "problems", .activate = problems },
  { .name = "retry", .activate = retry },
  { .name = "reload", .activate = reload },
  { .name = "add-names", .activate = add_names },
  { .name = "cancel", .activate = cancel },
  { .name = "tell", .activate = tell, .parameter_type = "s" },
  { .name = "tell-saved", .activate = tell_saved, .parameter_type = "s" },
  { .name = "show-file", .activate = show_file, .parameter_type = "s" },
  { .name = "show-sidebar", .activate = change_sidebar },
  { .name = "show-details", .activate = change_details },
  { .name = "next-pane", .activate = next_pane },
  { .name = "previous-pane", .activate = previous_pane },
};

static void
set_enabled (LscWindow *self, const char *name, gboolean is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

/**
 * _lsc_window_update_actions:
 *
 * Switches off what makes no sense now.
 */
void
_lsc_window_update_actions (LscWindow *self)
{
  LscAppPage *page = _lsc_window_get_page (self);
  gboolean has_source = self->source != NULL;
  gboolean has_page = has_source && page && lsc_app_page_get_state (page) == LSC_PAGE_READY;

  set_enabled (self, "page-action", has_page);
  set_enabled (self, "search", has_page);
  set_enabled (self, "copy-command", has_source);
  set_enabled (self, "report", has_source);
  set_enabled (self, "add-names", has_source);
  set_enabled (self, "pin", has_page);
  set_enabled (self, "pin-table", has_page);
  set_enabled (self, "pins", has_source);
  set_enabled (self, "problems",
               self->project &&
                   lsc_notices_get_count (lsc_open_project_get_notices (self->project)) > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_menu), has_source);
  gtk_widget_set_visible (self->sidebar_toggle, self->project != NULL);
}

/**
 * _lsc_window_init_actions:
 *
 * Called once, from the instance's initialisation.
 */
void
_lsc_window_init_actions (LscWindow *self)
{
  add_key_controller (self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
