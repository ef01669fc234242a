/* lsc-window.c - the main window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/parts/lsc-menu.h"
#include "app/window/lsc-app.h"
#include "app/window/lsc-recent.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"
#include "app/parts/lsc-chart.h"
#include "app/parts/lsc-details-room.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-template.h"

/* Narrower windows lay the sidebar over the page. */
#define FOLD_WIDTH_PX 900
/* Narrower windows lay the details over it. */
#define DETAILS_FOLD_WIDTH_PX 1100

G_DEFINE_FINAL_TYPE (LscWindow, lsc_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- Pages --------------------------------------------------------------------------------- */

/**
 * _lsc_window_get_page_name:
 *
 * Returns: (transfer none): the name of the chosen page, made or not
 */
const char *
_lsc_window_get_page_name (LscWindow *self)
{
  GVariant *state = g_action_group_get_action_state (G_ACTION_GROUP (self), "show-page");
  const char *name = g_intern_string (g_variant_get_string (state, NULL));

  g_variant_unref (state);
  return name;
}

/**
 * _lsc_window_get_page:
 *
 * Returns: (transfer none) (nullable): the chosen page, once it is made
 */
LscAppPage *
_lsc_window_get_page (LscWindow *self)
{
  return (LscAppPage *) lsc_window_get_page (self, _lsc_window_get_page_name (self));
}

static void
on_selection_changed (LscAppPage *page, LscWindow *self)
{
  LSC_WATCH ("window: selection changed");

  if (page == _lsc_window_get_page (self))
    _lsc_window_update_details (self);
}

static void
on_changed (LscAppPage *page, LscWindow *self)
{
  LSC_WATCH ("window: page changed");

  if (self->source)
    _lsc_window_update (self);
}

/* Nothing has to wait for the headers of other ranks now. */
/* A profile is opened to see something: if the page that was asked for has nothing of it, the usual
 * one may, or the one with all events. */
static void
look_further (LscWindow *self, LscAppPage *page)
{
  const LscPageKind *next = lsc_pages_find (NULL);

  self->looks_for_page = FALSE;
  if (!lsc_app_page_is_empty (page))
    return;
  if (strcmp (_lsc_window_get_page_name (self), next->name) == 0)
    next = lsc_pages_find_place (LSC_PLACE_SLICE);
  else
    self->looks_for_page = TRUE;
  _lsc_window_set_page (self, next->name);
}

static void
on_settled (LscAppPage *page, LscWindow *self)
{
  _lsc_window_survey (self);
  if (self->looks_for_page && page == _lsc_window_get_page (self))
    look_further (self, page);
}

static void
on_found (LscAppPage *page, LscNotices *notices, LscWindow *self)
{
  if (self->project)
    lsc_open_project_add_notices (self->project, notices);
}

static void
on_message (LscAppPage *page, const char *text, LscWindow *self)
{
  _lsc_window_tell (self, text);
}

static void
on_saved (LscAppPage *page, const char *path, LscWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell-saved", "s", path);
}

static void
on_jump (LscAppPage *page, const LscJump *jump, LscWindow *self)
{
  _lsc_window_jump (self, jump);
}

/* What one page offers, such as the critical path of the pipeline, is marked by all that can. */
static void
update_path (LscWindow *self)
{
  GtkWidget *first = _lsc_window_first_page (self);
  g_autoptr (GArray) path = NULL;

  for (GtkWidget *page = first; page && !path; page = _lsc_window_next_page (page))
    if (LSC_APP_PAGE_GET_CLASS (page)->get_path)
      path = LSC_APP_PAGE_GET_CLASS (page)->get_path (LSC_APP_PAGE (page));
  for (GtkWidget *page = first; page; page = _lsc_window_next_page (page))
    if (LSC_APP_PAGE_GET_CLASS (page)->take_path)
      LSC_APP_PAGE_GET_CLASS (page)->take_path (LSC_APP_PAGE (page), path);
}

static void
make_page (LscWindow *self, const LscPageKind *kind)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } connections[] = {
    { "changed", G_CALLBACK (on_changed) },
    { "settled", G_CALLBACK (on_settled) },
    { "selection-changed", G_CALLBACK (on_selection_changed) },
    { "message", G_CALLBACK (on_message) },
    { "saved", G_CALLBACK (on_saved) },
    { "found", G_CALLBACK (on_found) },
    { "jump", G_CALLBACK (on_jump) },
  };
  GtkWidget *page = g_object_new (kind->get_type (), NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (kind->title), -1);
  if (kind->panels)
    lsc_app_page_add_panels (LSC_APP_PAGE (page), kind->panels);
  _lsc_window_add_page (self, page, kind->name);
  for (guint i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_connect_object (page, connections[i].signal, connections[i].callback, self, 0);
  g_signal_connect_object (page, "path-changed", G_CALLBACK (update_path), self, G_CONNECT_SWAPPED);
  update_path (self);
  _lsc_window_choose (self);
}

/**
 * _lsc_window_ensure_page:
 *
 * Makes the chosen page, when there is something for it to show, and brings it to the front.
 */
void
_lsc_window_ensure_page (LscWindow *self)
{
  const LscPageKind *kind = lsc_pages_find (_lsc_window_get_page_name (self));
  g_autoptr (GMenuModel) menu = NULL;
  GtkWidget *page;

  if (!_lsc_window_get_page (self))
    make_page (self, kind);
  page = GTK_WIDGET (_lsc_window_get_page (self));
  if (g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), kind->name) == 0 &&
      gtk_menu_button_get_menu_model (self->export_menu))
    return;
  adw_view_stack_set_visible_child_name (self->pages, kind->name);
  menu = lsc_app_page_create_export_menu (LSC_APP_PAGE (page));
  gtk_menu_button_set_menu_model (self->export_menu, menu);
}

/* As the template says, or what the words need; what is hidden cannot be measured. */
static int
get_details_width (LscWindow *self)
{
  int width_px, least_px;

  gtk_widget_get_size_request (GTK_WIDGET (self->details), &width_px, NULL);
  gtk_widget_measure (GTK_WIDGET (self->details), GTK_ORIENTATION_HORIZONTAL, -1, &least_px, NULL,
                      NULL, NULL);
  return MAX (width_px, least_px);
}

/* Whether the next selection brings them beside the page. */
static gboolean
may_open (LscWindow *self, gboolean is_revealed)
{
  return !is_revealed && !self->is_details_over &&
         g_settings_get_boolean (self->settings, "details-visible");
}

/**
 * _lsc_window_reveal_details:
 *
 * Shows or hides them: beside the page, or over it where that is too narrow.
 */
void
_lsc_window_reveal_details (LscWindow *self, gboolean is_revealed)
{
  int beside_px;

  gtk_widget_set_visible (GTK_WIDGET (self->details), is_revealed);
  beside_px = is_revealed && !self->is_details_over ? get_details_width (self) : 0;
  lsc_details_room_set (self->page_area,
                        may_open (self, is_revealed) ? get_details_width (self) : 0);
  if (gtk_widget_get_margin_end (self->page_area) == beside_px)
    return;
  lsc_chart_hold_scale_in (GTK_WIDGET (self->pages));
  gtk_widget_set_margin_end (self->page_area, beside_px);
}

/* Whether window and page leave no room beside the page. */
static gboolean
is_too_narrow (LscWindow *self)
{
  int sidebar_px = 0, page_px;

  if (adw_flap_get_reveal_flap (self->flap))
    sidebar_px = gtk_widget_get_width (GTK_WIDGET (self->sidebar));
  gtk_widget_measure (GTK_WIDGET (self->content), GTK_ORIENTATION_HORIZONTAL, -1, &page_px, NULL,
                      NULL, NULL);
  return self->width_px <
         MAX (DETAILS_FOLD_WIDTH_PX, sidebar_px + page_px + get_details_width (self));
}

/* Details belong to a selection: beside the page they come and go with it; over the page, where
 * they hide some of it, they only come when they are asked for. */
static void
place_details (LscWindow *self)
{
  gboolean was_over = self->is_details_over;
  gboolean is_wanted;

  self->is_details_over = is_too_narrow (self);
  is_wanted = self->is_details_over
                  ? was_over && gtk_widget_get_visible (GTK_WIDGET (self->details))
                  : g_settings_get_boolean (self->settings, "details-visible");
  _lsc_window_reveal_details (self, self->has_details && is_wanted);
}

static gboolean
on_idle_details (gpointer user_data)
{
  LscWindow *self = user_data;
  g_autoptr (GPtrArray) rows = NULL;
  LscAppPage *page = _lsc_window_get_page (self);
  LSC_WATCH ("window: details");

  self->details_id = 0;
  if (page && g_strcmp0 (gtk_stack_get_visible_child_name (self->content), "pages") == 0)
    rows = lsc_app_page_get_details (page);
  lsc_details_pane_set_rows (self->details, rows);
  self->has_details = rows && rows->len > 0;
  place_details (self);
  return G_SOURCE_REMOVE;
}

/**
 * _lsc_window_update_details:
 *
 * Shows what the visible page knows of its selection, once for any number of changes.
 */
void
_lsc_window_update_details (LscWindow *self)
{
  if (self->details_id == 0)
    self->details_id = g_idle_add (on_idle_details, self);
}

/* ---- Head ---------------------------------------------------------------------------------- */

/**
 * _lsc_window_update_title:
 *
 * The title is the project, the subtitle what of it is shown.
 */
void
_lsc_window_update_title (LscWindow *self)
{
  g_autofree char *ranks = NULL;
  g_autofree char *label = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *title = NULL;
  LscAppPage *page = _lsc_window_get_page (self);
  guint n;

  if (!self->project || !self->source)
    {
      adw_window_title_set_title (self->title, _ ("Lanescope"));
      adw_window_title_set_subtitle (self->title, "");
      gtk_window_set_title (GTK_WINDOW (self), _ ("Lanescope"));
      return;
    }
  n = self->cluster->sources->len;
  ranks = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rank", "%u ranks", n), n);
  label = lsc_source_get_label (self->source);
  /* a trace that tells no rank is called by its file, as the project is */
  if (self->source->format == LSC_FORMAT_SNAPSHOT)
    subtitle = g_strdup (lsc_format_name (self->source->format));
  else
    subtitle = (page && LSC_APP_PAGE_GET_CLASS (page)->shows_all_ranks) ||
                       g_str_equal (label, lsc_open_project_get_title (self->project))
                   ? g_strdup (ranks)
                   : g_strdup_printf (_ ("%s · %s shown"), ranks, label);
  title = g_strdup_printf (_ ("%s – Lanescope"), lsc_open_project_get_title (self->project));
  adw_window_title_set_title (self->title, lsc_open_project_get_title (self->project));
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

/**
 * _lsc_window_update_banner:
 *
 * Says which ranks are missing, until it is closed.
 */
void
_lsc_window_update_banner (LscWindow *self)
{
  g_autofree char *text = NULL;
  guint failed = self->project ? lsc_open_project_count_failed (self->project) : 0;
  gsize all;

  if (failed == 0 || g_hash_table_contains (self->dismissed, self->project))
    {
      gtk_info_bar_set_revealed (self->banner, FALSE);
      return;
    }
  all = lsc_project_count_ranks (lsc_open_project_get_project (self->project));
  text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %zu rank could not be read.",
                                       "%u of %zu ranks could not be read.", all),
                          failed, all);
  gtk_label_set_label (self->banner_text, text);
  gtk_info_bar_set_revealed (self->banner, TRUE);
}

static void
on_banner_response (GtkInfoBar *banner, int response, LscWindow *self)
{
  if (self->project)
    g_hash_table_add (self->dismissed, self->project);
  _lsc_window_update_banner (self);
}

static void
on_recent_changed (GSettings *settings, const char *key, LscWindow *self)
{
  g_autoptr (GMenuModel) menu = lsc_recent_to_menu (settings);
  LSC_WATCH ("window: recent menu");

  g_menu_remove_all (self->recent_section);
  if (g_menu_model_get_n_items (menu) > 0)
    g_menu_append_section (self->recent_section, _ ("Recent"), menu);
}

/* ---- Size ---------------------------------------------------------------------------------- */

static void
fold_sidebar (LscWindow *self, gboolean is_narrow)
{
  AdwFlapFoldPolicy policy = is_narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER;

  if (adw_flap_get_fold_policy (self->flap) == policy)
    return;
  adw_flap_set_fold_policy (self->flap, policy);
  adw_flap_set_reveal_flap (
      self->flap, !is_narrow && g_settings_get_boolean (self->settings, "sidebar-visible"));
}

static void
on_layout (GdkSurface *surface, int width, int height, LscWindow *self)
{
  double shadow_px, top_px;

  gtk_native_get_surface_transform (GTK_NATIVE (self), &shadow_px, &top_px);
  width -= 2 * (int) shadow_px;
  if (width <= 0 || width == self->width_px)
    return;
  self->width_px = width;
  fold_sidebar (self, width < FOLD_WIDTH_PX);
  _lsc_window_update_details (self);
}

static void
lsc_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (lsc_window_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "layout",
                           G_CALLBACK (on_layout), widget, 0);
}

static void
on_reveal_flap (AdwFlap *flap, GParamSpec *pspec, LscWindow *self)
{
  if (!adw_flap_get_folded (flap))
    g_settings_set_boolean (self->settings, "sidebar-visible", adw_flap_get_reveal_flap (flap));
}

static gboolean
lsc_window_close_request (GtkWindow *window)
{
  LscWindow *self = LSC_WINDOW (window);
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  if (!gtk_window_is_maximized (window) && width > 0 && height > 0)
    {
      g_settings_set_int (self->settings, "window-width", MAX (width, 360));
      g_settings_set_int (self->settings, "window-height", MAX (height, 300));
    }
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (window));
  lsc_loader_cancel_all (self->loader);
  return GTK_WINDOW_CLASS (lsc_window_parent_class)->close_request (window);
}

/* ---- The class ----------------------------------------------------------------------------- */

static void
lsc_window_dispose (GObject *object)
{
  LscWindow *self = LSC_WINDOW (object);

  g_clear_handle_id (&self->details_id, g_source_remove);
  _lsc_window_clear_load (self);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (lsc_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_banner_response);
  gtk_widget_class_bind_template_callback (widget_class, on_reveal_flap);
}

static void
lsc_window_class_init (LscWindowClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscWindow, toasts),         LSC_CHILD (LscWindow, drop_area),
    LSC_CHILD (LscWindow, drop_hint),      LSC_CHILD (LscWindow, title),
    LSC_CHILD (LscWindow, sidebar_toggle), LSC_CHILD (LscWindow, open_menu),
    LSC_CHILD (LscWindow, main_menu),      LSC_CHILD (LscWindow, export_menu),
    LSC_CHILD (LscWindow, recent_section), LSC_CHILD (LscWindow, banner),
    LSC_CHILD (LscWindow, banner_text),    LSC_CHILD (LscWindow, root),
    LSC_CHILD (LscWindow, start_page),     LSC_CHILD (LscWindow, failed),
    LSC_CHILD (LscWindow, flap),           LSC_CHILD (LscWindow, sidebar),
    LSC_CHILD (LscWindow, page_area),      LSC_CHILD (LscWindow, content),
    LSC_CHILD (LscWindow, pages),          LSC_CHILD (LscWindow, busy),
    LSC_CHILD (LscWindow, selection_bar),  LSC_CHILD (LscWindow, busy_progress),
    LSC_CHILD (LscWindow, busy_phase),     LSC_CHILD (LscWindow, message),
    LSC_CHILD (LscWindow, details),        LSC_CHILD (LscWindow, tasks)
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lsc_window_dispose;
  widget_class->realize = lsc_window_realize;
  GTK_WINDOW_CLASS (class)->close_request = lsc_window_close_request;
  g_type_ensure (LSC_TYPE_SIDEBAR);
  g_type_ensure (LSC_TYPE_START_PAGE);
  g_type_ensure (LSC_TYPE_DETAILS_PANE);
  g_type_ensure (LSC_TYPE_SELECTION_BAR);
  g_type_ensure (LSC_TYPE_TASK_STRIP);
  lsc_template_set (class, "lsc-window", children, G_N_ELEMENTS (children));
  bind_children (widget_class);
}

static void
lsc_window_init (LscWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  lsc_menu_mind_tooltip (self->open_menu);
  lsc_menu_mind_tooltip (self->export_menu);
  lsc_menu_mind_tooltip (self->main_menu);
  _lsc_window_init_load (self);
  _lsc_window_init_actions (self);
  _lsc_window_init_drop (self);
}

/* Recordings are looked at in another way: what is concluded is asked for anew. */
static void
on_options_changed (LscWindow *self)
{
  static const char *const names[] = { "overview", "findings", "compare" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *page = lsc_window_get_page (self, names[i]);

      if (page)
        lsc_app_page_reload (LSC_APP_PAGE (page));
    }
}

/* Its own page reads groups and sizes anew when it is loaded. */
static void
take_settings (LscWindow *self)
{
  GtkWidget *page = lsc_window_get_page (self, "pipeline");

  lsc_loader_take_settings (self->loader);
  if (page)
    lsc_app_page_reload (LSC_APP_PAGE (page));
}

static void
on_sizes_changed (LscWindow *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->projects)); i++)
    {
      g_autoptr (LscOpenProject) project = g_list_model_get_item (G_LIST_MODEL (self->projects), i);

      lsc_open_project_forget_notices (project, "layout");
    }
  take_settings (self);
}

/**
 * lsc_window_new:
 * @settings: preferences and the state of windows
 *
 * Returns: (transfer none): an empty window, not yet shown
 */
LscWindow *
lsc_window_new (GtkApplication *application, GSettings *settings)
{
  LscWindow *self;

  g_return_val_if_fail (GTK_IS_APPLICATION (application) && G_IS_SETTINGS (settings), NULL);
  self = g_object_new (LSC_TYPE_WINDOW, "application", application, NULL);
  self->settings = g_object_ref (settings);
  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                               g_settings_get_int (settings, "window-height"));
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  adw_flap_set_reveal_flap (self->flap, g_settings_get_boolean (settings, "sidebar-visible"));
  lsc_start_page_set_settings (self->start_page, settings);
  g_signal_connect_object (settings, "changed::recent-projects", G_CALLBACK (on_recent_changed),
                           self, 0);
  g_signal_connect_object (settings, "changed::parallel-sizes", G_CALLBACK (on_sizes_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::pipeline-groups", G_CALLBACK (take_settings), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "options-changed", G_CALLBACK (on_options_changed), self,
                           G_CONNECT_SWAPPED);
  on_recent_changed (settings, NULL, self);
  _lsc_window_set_page (self, lsc_pages_find (NULL)->name);
  return self;
}

/**
 * lsc_window_open_file:
 *
 * Opens a folder or file; errors are shown in the window.
 */
void
lsc_window_open_file (LscWindow *self, GFile *file)
{
  g_autofree char *path = NULL;

  g_return_if_fail (LSC_IS_WINDOW (self));
  path = g_file_get_path (file);
  if (path)
    _lsc_window_open_path (self, path);
  else
    _lsc_window_tell (self, _ ("Only folders and files of this computer can be opened"));
}

/**
 * lsc_window_is_empty:
 *
 * Returns: whether nothing is open or being opened
 */
gboolean
lsc_window_is_empty (LscWindow *self)
{
  g_return_val_if_fail (LSC_IS_WINDOW (self), TRUE);
  return !self->project && self->n_opening == 0;
}

/**
 * lsc_window_is_busy:
 *
 * Returns: whether background jobs run
 */
gboolean
lsc_window_is_busy (LscWindow *self)
{
  g_return_val_if_fail (LSC_IS_WINDOW (self), FALSE);
  return self->n_opening > 0 ||
         (self->loader && g_list_model_get_n_items (lsc_loader_get_tasks (self->loader)) > 0);
}

/**
 * lsc_window_show_page:
 * @name: as lsc_pages_find()
 */
void
lsc_window_show_page (LscWindow *self, const char *name)
{
  g_return_if_fail (LSC_IS_WINDOW (self));
  g_action_group_activate_action (G_ACTION_GROUP (self), "show-page", g_variant_new_string (name));
}

/**
 * lsc_window_get_page:
 * @name: of a page
 *
 * Returns: (transfer none) (nullable): the widget of a page, once something was opened
 */
GtkWidget *
lsc_window_get_page (LscWindow *self, const char *name)
{
  g_return_val_if_fail (LSC_IS_WINDOW (self), NULL);
  return _lsc_window_find_page (self, name);
}

/**
 * lsc_window_show_rank:
 *
 * Returns: whether the cluster that is shown has that rank
 */
gboolean
lsc_window_show_rank (LscWindow *self, gint64 rank)
{
  LscSource *source;

  g_return_val_if_fail (LSC_IS_WINDOW (self), FALSE);
  source = self->cluster ? lsc_cluster_find_rank (self->cluster, rank) : NULL;
  if (source)
    _lsc_window_show (self, self->project, self->cluster, source);
  return source != NULL;
}
