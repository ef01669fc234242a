/* lsc-window.c - the main window
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/window/lsc-app.h"
#include "base/lsc-visible.h"
#include "app/modules/lsc-modules-page.h"
#include "app/pipeline/lsc-pipeline-page.h"
#include "app/query/lsc-query-page.h"
#include "app/window/lsc-recent.h"
#include "app/timeline/lsc-timeline-page.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "base/lsc-watchdog.h"
#include "app/window/lsc-window-private.h"

/* Narrower windows lay the sidebar over the page. */
#define FOLD_WIDTH_PX 900
#define DETAILS_HEIGHT_PX 220

G_DEFINE_FINAL_TYPE (LscWindow, lsc_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- Pages --------------------------------------------------------------------------------- */

/**
 * _lsc_window_get_page_name:
 *
 * Returns: (transfer none): "timeline", "modules", "pipeline" or "query", made or not
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
 * Returns: (transfer none) (nullable): the widget of the chosen page
 */
GtkWidget *
_lsc_window_get_page (LscWindow *self)
{
  return adw_view_stack_get_child_by_name (self->pages, _lsc_window_get_page_name (self));
}

static void
on_selection_changed (GtkWidget *page, LscWindow *self)
{
  LSC_WATCH ("window: selection changed");

  if (page == _lsc_window_get_page (self))
    _lsc_window_update_details (self);
}

static void
on_modules_in_block (GtkWidget *page, gint64 rank, gint64 start_ns, gint64 end_ns, LscWindow *self)
{
  LSC_WATCH ("window: modules in block");

  self->has_range = TRUE;
  self->range_rank = rank;
  self->range_start_ns = start_ns;
  self->range_end_ns = end_ns;
  lsc_window_show_page (self, "modules");
  if (!lsc_window_show_rank (self, rank))
    _lsc_window_tell (self, _ ("This rank was not recorded"));
}

/* From a row of Modules or a block of Pipeline to its slice. */
static void
on_show_timeline (GtkWidget *page, gint64 rank, gint64 start_ns, gint64 end_ns, const char *name,
                  LscWindow *self)
{
  LSC_WATCH ("window: show in timeline");

  if (rank != self->source->rank && !lsc_window_show_rank (self, rank))
    {
      _lsc_window_tell (self, _ ("This rank was not recorded"));
      return;
    }
  lsc_window_show_page (self, "timeline");
  lsc_timeline_page_show_range (LSC_TIMELINE_PAGE (self->timeline_page), self->source, start_ns,
                                end_ns, name, page == self->pipeline_page);
}

/* What the analysis found belongs to the problems, too. */
static void
on_modules_loaded (GtkWidget *page, LscWindow *self)
{
  LscModuleData *data = lsc_modules_page_get_data (LSC_MODULES_PAGE (page));
  LSC_WATCH ("window: modules there");

  if (data && self->project && self->modules.state == LSC_PAGE_READY)
    lsc_open_project_add_notices (self->project, data->notices);
  _lsc_window_update_details (self);
  _lsc_window_survey (self);
  if (page == _lsc_window_get_page (self))
    _lsc_window_focus_page (self);
}

static GtkWidget *
make_modules_page (LscWindow *self)
{
  self->modules_page = lsc_modules_page_new ();
  g_signal_connect_object (self->modules_page, "loaded", G_CALLBACK (on_modules_loaded), self, 0);
  g_signal_connect_object (self->modules_page, "show-timeline", G_CALLBACK (on_show_timeline), self,
                           0);
  return self->modules_page;
}

static void
on_message (GtkWidget *page, const char *text, LscWindow *self)
{
  _lsc_window_tell (self, text);
}

/* The critical path that the pipeline shows, on the timeline too. */
static void
update_path (LscWindow *self)
{
  g_autofree LscPathRange *ranges = NULL;
  GArray *path = NULL;
  gsize n = 0;

  if (!self->timeline_page)
    return;
  if (self->pipeline_page)
    n = lsc_pipeline_page_get_path (LSC_PIPELINE_PAGE (self->pipeline_page), &ranges);
  if (n > 0)
    path = g_array_sized_new (FALSE, FALSE, sizeof (LscTimelinePathRange), (guint) n);
  for (gsize i = 0; i < n; i++)
    {
      LscTimelinePathRange range = { ranges[i].rank, ranges[i].start_ns, ranges[i].end_ns };

      g_array_append_val (path, range);
    }
  lsc_timeline_page_take_path (LSC_TIMELINE_PAGE (self->timeline_page), path);
}

static GtkWidget *
make_pipeline_page (LscWindow *self)
{
  self->pipeline_page = lsc_pipeline_page_new ();
  g_signal_connect_object (self->pipeline_page, "modules-in-block",
                           G_CALLBACK (on_modules_in_block), self, 0);
  g_signal_connect_object (self->pipeline_page, "show-timeline", G_CALLBACK (on_show_timeline),
                           self, 0);
  g_signal_connect_object (self->pipeline_page, "message", G_CALLBACK (on_message), self, 0);
  g_signal_connect_object (self->pipeline_page, "path-changed", G_CALLBACK (update_path), self,
                           G_CONNECT_SWAPPED);
  return self->pipeline_page;
}

static void
on_show_in (GtkWidget *page, const char *name, LscSource *source, gint64 start_ns, gint64 end_ns,
            LscWindow *self)
{
  LSC_WATCH ("window: show elsewhere");

  self->range_rank = source->rank;
  self->range_start_ns = start_ns;
  self->range_end_ns = end_ns;
  self->has_range = g_str_equal (name, "modules");
  self->has_time = g_str_equal (name, "pipeline");
  _lsc_window_show (self, self->project, self->cluster, source);
  lsc_window_show_page (self, name);
}

static void
on_saved (GtkWidget *page, const char *path, LscWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.tell-saved", "s", path);
}

static void
on_timeline_rank_loaded (GtkWidget *page, gint64 rank, LscNotices *notices, LscWindow *self)
{
  if (self->project && notices)
    lsc_open_project_add_notices (self->project, notices);
}

static GtkWidget *
make_timeline_page (LscWindow *self)
{
  self->timeline_page = lsc_timeline_page_new ();
  g_signal_connect_object (self->timeline_page, "show-in", G_CALLBACK (on_show_in), self, 0);
  g_signal_connect_object (self->timeline_page, "message", G_CALLBACK (on_message), self, 0);
  g_signal_connect_object (self->timeline_page, "saved", G_CALLBACK (on_saved), self, 0);
  g_signal_connect_object (self->timeline_page, "rank-loaded", G_CALLBACK (on_timeline_rank_loaded),
                           self, 0);
  update_path (self);
  return self->timeline_page;
}

/* From a row of Query to its slice, exactly that one. */
static void
on_show_slice (GtkWidget *page, LscTimeline *timeline, guint id, LscWindow *self)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  LscTimelineLayout *layout;

  on_show_timeline (page, timeline->rank, lane->start_ns[spot.slice],
                    lsc_lane_get_end_ns (lane, spot.slice),
                    lsc_timeline_text (timeline, lane->name[spot.slice]), self);
  if (!self->timeline_page)
    return;
  layout = lsc_timeline_page_get_layout (LSC_TIMELINE_PAGE (self->timeline_page));
  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    if (lsc_timeline_layout_get_timeline (layout, i) == timeline)
      lsc_timeline_page_show_slice (LSC_TIMELINE_PAGE (self->timeline_page), i, spot);
}

static GtkWidget *
make_query_page (LscWindow *self)
{
  self->query_page = lsc_query_page_new ();
  g_signal_connect_object (self->query_page, "message", G_CALLBACK (on_message), self, 0);
  g_signal_connect_object (self->query_page, "show-slice", G_CALLBACK (on_show_slice), self, 0);
  g_signal_connect_object (self->query_page, "show-timeline", G_CALLBACK (on_show_timeline), self,
                           0);
  return self->query_page;
}

static GtkWidget *
make_page (LscWindow *self, const char *name)
{
  if (g_str_equal (name, "query"))
    return make_query_page (self);
  if (g_str_equal (name, "timeline"))
    return make_timeline_page (self);
  return g_str_equal (name, "pipeline") ? make_pipeline_page (self) : make_modules_page (self);
}

/**
 * _lsc_window_ensure_page:
 *
 * Makes the chosen page, when there is something for it to show, and brings it to the front.
 */
void
_lsc_window_ensure_page (LscWindow *self)
{
  const char *name = _lsc_window_get_page_name (self);
  GtkWidget *page = _lsc_window_get_page (self);

  if (!page)
    {
      page = make_page (self, name);
      adw_view_stack_add_named (self->pages, page, name);
      g_signal_connect_object (page, "selection-changed", G_CALLBACK (on_selection_changed), self,
                               0);
    }
  adw_view_stack_set_visible_child (self->pages, page);
}

static gboolean
on_idle_details (gpointer user_data)
{
  LscWindow *self = user_data;
  g_autoptr (GPtrArray) rows = NULL;
  GtkWidget *page = _lsc_window_get_page (self);
  LSC_WATCH ("window: details");

  self->details_id = 0;
  if (!page || g_strcmp0 (gtk_stack_get_visible_child_name (self->content), "pages") != 0)
    rows = NULL;
  else if (page == self->modules_page)
    rows = lsc_modules_page_get_details (LSC_MODULES_PAGE (page));
  else if (page == self->pipeline_page)
    rows = lsc_pipeline_page_get_details (LSC_PIPELINE_PAGE (page));
  else if (page == self->timeline_page)
    rows = lsc_timeline_page_get_details (LSC_TIMELINE_PAGE (page));
  lsc_details_pane_set_rows (self->details, rows);
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
  subtitle = g_strdup_printf (_ ("%s · %s shown"), ranks, label);
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

/**
 * _lsc_window_tell:
 * @text: something that happened, translated
 *
 * Shows a toast.
 */
void
_lsc_window_tell (LscWindow *self, const char *text)
{
  g_autofree char *markup = lsc_visible_markup (text);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
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
on_layout (GdkSurface *surface, int width, int height, LscWindow *self)
{
  gboolean is_narrow = width > 0 && width < FOLD_WIDTH_PX;
  AdwFlapFoldPolicy policy = is_narrow ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER;

  if (adw_flap_get_fold_policy (self->flap) == policy)
    return;
  adw_flap_set_fold_policy (self->flap, policy);
  adw_flap_set_reveal_flap (
      self->flap, !is_narrow && g_settings_get_boolean (self->settings, "sidebar-visible"));
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

/* The paned counts from the top, the setting from the bottom. */
static void
on_max_position (GtkPaned *paned, GParamSpec *pspec, LscWindow *self)
{
  int max, height = g_settings_get_int (self->settings, "details-height");

  g_object_get (paned, "max-position", &max, NULL);
  if (self->is_paned_placed || max <= 1 || max == G_MAXINT)
    return;
  self->is_paned_placed = TRUE;
  height = height > 0 ? height : DETAILS_HEIGHT_PX;
  gtk_paned_set_position (paned, MAX (100, gtk_widget_get_height (GTK_WIDGET (paned)) - height));
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
  if (!gtk_widget_get_visible (GTK_WIDGET (self->details)))
    g_settings_set_int (self->settings, "details-height", 0);
  else if (gtk_widget_get_height (GTK_WIDGET (self->details)) > 0)
    g_settings_set_int (self->settings, "details-height",
                        gtk_widget_get_height (GTK_WIDGET (self->details)));
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
  gtk_widget_class_bind_template_child (widget_class, LscWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, drop_area);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, drop_hint);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, sidebar_toggle);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, open_menu);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, export_menu);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, recent_section);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, banner_text);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, root);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, failed);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, paned);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, content);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, busy);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, busy_progress);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, message);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, details);
  gtk_widget_class_bind_template_child (widget_class, LscWindow, tasks);
  gtk_widget_class_bind_template_callback (widget_class, on_banner_response);
  gtk_widget_class_bind_template_callback (widget_class, on_reveal_flap);
  gtk_widget_class_bind_template_callback (widget_class, on_max_position);
}

static void
lsc_window_class_init (LscWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lsc_window_dispose;
  widget_class->realize = lsc_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = lsc_window_close_request;
  g_type_ensure (LSC_TYPE_SIDEBAR);
  g_type_ensure (LSC_TYPE_START_PAGE);
  g_type_ensure (LSC_TYPE_DETAILS_PANE);
  g_type_ensure (LSC_TYPE_TASK_STRIP);
  gtk_widget_class_set_template_from_resource (widget_class, LSC_RESOURCES "/ui/lsc-window.ui");
  bind_children (widget_class);
}

static void
lsc_window_init (LscWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  _lsc_window_init_load (self);
  _lsc_window_init_actions (self);
  _lsc_window_init_drop (self);
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
  LscWindow *self = g_object_new (LSC_TYPE_WINDOW, "application", application, NULL);
  g_autofree char *page = g_settings_get_string (settings, "last-page");

  self->settings = g_object_ref (settings);
  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                               g_settings_get_int (settings, "window-height"));
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  adw_flap_set_reveal_flap (self->flap, g_settings_get_boolean (settings, "sidebar-visible"));
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          g_settings_get_int (settings, "details-height") > 0);
  lsc_start_page_set_settings (self->start_page, settings);
  g_signal_connect_object (settings, "changed::recent-projects", G_CALLBACK (on_recent_changed),
                           self, 0);
  on_recent_changed (settings, NULL, self);
  lsc_window_show_page (self, page);
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
 * @name: "timeline", "modules", "pipeline" or "query"; other names are taken for "modules"
 */
void
lsc_window_show_page (LscWindow *self, const char *name)
{
  g_return_if_fail (LSC_IS_WINDOW (self));
  g_action_group_activate_action (G_ACTION_GROUP (self), "show-page", g_variant_new_string (name));
}

/**
 * lsc_window_get_page:
 * @name: "timeline", "modules", "pipeline" or "query"
 *
 * Returns: (transfer none) (nullable): the widget of a page, once something was opened
 */
GtkWidget *
lsc_window_get_page (LscWindow *self, const char *name)
{
  g_return_val_if_fail (LSC_IS_WINDOW (self), NULL);
  return adw_view_stack_get_child_by_name (self->pages, name);
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
