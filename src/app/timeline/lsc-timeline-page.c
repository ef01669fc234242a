/* lsc-timeline-page.c - the page with the timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-label.h"
#include "app/window/lsc-loader-visible.h"
#include "app/timeline/lsc-timeline-page-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-keys.h"
#include "app/parts/lsc-template.h"
#include "base/lsc-sort.h"
#include "base/lsc-watchdog.h"

#define PANELS_PX 230      /* high, until the user moves the border */
#define RANGE_DELAY_MS 120 /* a drag of the range is told when it rests so long */

G_DEFINE_FINAL_TYPE (LscTimelinePage, lsc_timeline_page, LSC_TYPE_APP_PAGE)

/* ---- telling ---- */

/** lsc_timeline_page_say: tells the user one sentence */
void
lsc_timeline_page_say (LscTimelinePage *self, const char *text)
{
  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self) && text);
  lsc_app_page_say (LSC_APP_PAGE (self), text);
}

/* Something is another: panels are filled again, and the window asks for details. */
void
_lsc_timeline_page_tell (LscTimelinePage *self, LscPanelDepends what)
{
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), what);
  if (what == LSC_PANEL_ON_SELECTION)
    lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

void
_lsc_timeline_page_bell (LscTimelinePage *self)
{
  gtk_widget_error_bell (GTK_WIDGET (self));
}

GtkWindow *
_lsc_timeline_page_get_window (LscTimelinePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

/* ---- what the chart tells ---- */

static void
on_selection_changed (LscTimelinePage *self)
{
  _lsc_timeline_page_details_changed (self);
  _lsc_timeline_page_update_words (self);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_SELECTION);
}

/* The panel comes with the first range that is ever drawn; from then on the user decides. */
static void
offer_panel (LscTimelinePage *self)
{
  g_autoptr (GVariant) chosen = g_settings_get_user_value (self->settings, "timeline-panel");

  if (!chosen && lsc_timeline_chart_get_view (self->chart)->has_range)
    g_settings_set_boolean (self->settings, "timeline-panel", TRUE);
}

static gboolean
on_range_rests (gpointer user_data)
{
  LscTimelinePage *self = user_data;
  LSC_WATCH ("timeline: range");

  self->range_id = 0;
  offer_panel (self);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_RANGE);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_SELECTION);
  if (self->range_is_locked)
    _lsc_timeline_page_search_restart (self);
  return G_SOURCE_REMOVE;
}

static void
on_range_changed (LscTimelinePage *self)
{
  if (!lsc_timeline_chart_get_view (self->chart)->has_range)
    self->range_is_locked = FALSE;
  _lsc_timeline_page_update_range_label (self);
  g_clear_handle_id (&self->range_id, g_source_remove);
  self->range_id = g_timeout_add (RANGE_DELAY_MS, on_range_rests, self);
}

static void
on_hits_changed (LscTimelinePage *self)
{
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_HITS);
}

static void
on_view_changed (LscTimelinePage *self)
{
  _lsc_timeline_page_update_window_label (self);
  _lsc_timeline_page_try_wanted (self);
}

static void
on_lanes_changed (LscTimelinePage *self)
{
  _lsc_timeline_page_update_labels (self);
  _lsc_timeline_page_queue_save (self);
}

static void
on_load_rank (LscTimelinePage *self, guint rank)
{
  _lsc_timeline_page_load (self, rank, FALSE);
}

static void
on_filter_changed (LscTimelinePage *self)
{
  lsc_timeline_layout_set_filter (lsc_timeline_chart_get_layout (self->chart),
                                  gtk_editable_get_text (GTK_EDITABLE (self->filter)));
  lsc_timeline_chart_layout_edited (self->chart);
  on_range_changed (self);
}

static void
on_entry_done (LscTimelinePage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->chart));
}

static void
on_filter_stopped (LscTimelinePage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->filter), "");
  on_filter_changed (self);
  on_entry_done (self);
}

static void
on_mark_activated (LscTimelinePage *self, GtkListBoxRow *row)
{
  gtk_menu_button_popdown (self->marks_button);
  lsc_timeline_page_show_mark (self, (guint) gtk_list_box_row_get_index (row));
  on_entry_done (self);
}

/* ---- public: what is shown ---- */

static int
compare_path_ranges (gconstpointer a, gconstpointer b)
{
  const LscTimelinePathRange *x = a, *y = b;

  LSC_RETURN_ORDER (x->rank, y->rank);
  return LSC_ORDER (x->begin_ns, y->begin_ns);
}

/* Marks the critical path of the pipeline shown on the lanes of its ranks. */
static void
take_path (LscAppPage *page, GArray *path)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);

  path = path ? g_array_copy (path) : NULL;
  if (path)
    g_array_sort (path, compare_path_ranges);
  lsc_timeline_chart_set_path (self->chart, path);
  g_clear_pointer (&self->critical_path, g_array_unref);
  self->critical_path = path;
}

static void
load_state (LscTimelinePage *self)
{
  g_autoptr (GError) error = NULL;

  lsc_timeline_chart_set_marks (self->chart, NULL);
  lsc_timeline_state_free (self->state);
  self->state =
      self->path ? lsc_timeline_state_load (self->path, &error) : lsc_timeline_state_new ();
  if (error)
    lsc_timeline_page_say (self, error->message);
}

static void
forget_found (LscTimelinePage *self)
{
  _lsc_timeline_page_search_stop (self);
  lsc_task_stop (&self->naming);
  g_clear_pointer (&self->names, g_array_unref);
  g_clear_pointer (&self->names_of, g_free);
  g_clear_pointer (&self->extra, g_ptr_array_unref);
  g_clear_pointer (&self->extra_error, g_free);
  self->detailed = self->base = LSC_TIMELINE_SPOT_NONE;
  self->range_is_locked = FALSE;
}

/* Selection, hits and base name slices by number: a timeline that is replaced has others. */
void
_lsc_timeline_page_forget_slices (LscTimelinePage *self)
{
  forget_found (self);
  lsc_timeline_chart_take_hits (self->chart, NULL, G_MAXSIZE);
  lsc_timeline_chart_select (self->chart, NULL);
}

/* Shows the ranks of another cluster, none of them loaded yet, with what the user did to its lanes
 * the last time. No cluster: nothing is open. The caller reads @reading. */
static void
set_cluster (LscTimelinePage *self, LscCluster *cluster, LscSource *reading)
{
  if (self->save_id != 0)
    _lsc_timeline_page_save (self);
  forget_found (self);
  _lsc_timeline_page_forget_words (self);
  lsc_timeline_chart_take_hits (self->chart, NULL, G_MAXSIZE);
  g_free (self->path);
  self->path = cluster ? g_strdup (cluster->path) : NULL;
  _lsc_timeline_page_clear_ranks (self);
  load_state (self);
  lsc_timeline_chart_take_layout (self->chart, lsc_timeline_layout_new ());
  if (cluster)
    _lsc_timeline_page_fill_ranks (self, cluster, reading);
  if (self->state->lanes)
    lsc_timeline_layout_restore (lsc_timeline_chart_get_layout (self->chart), self->state->lanes);
  lsc_timeline_chart_set_marks (self->chart, self->state->marks);
  on_filter_changed (self);
  _lsc_timeline_page_settings_apply (self);
  _lsc_timeline_page_marks_update (self);
  _lsc_timeline_page_update_labels (self);
  gtk_stack_set_visible_child_name (self->stack, cluster ? "timeline" : "status");
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_RANKS);
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_MARKS);
}

/* ---- public: for panels ---- */

/** lsc_timeline_panel_get_page: Returns: (transfer none) (nullable): %NULL while it goes away */
LscTimelinePage *
lsc_timeline_panel_get_page (LscPanel *panel)
{
  return (LscTimelinePage *) lsc_panel_get_page (panel);
}

/**
 * lsc_timeline_panel_list_loaded:
 *
 * Returns: (transfer full) (element-type LscTimeline): the ranks that are loaded, for a thread
 */
GPtrArray *
lsc_timeline_panel_list_loaded (LscPanel *panel)
{
  LscTimelineLayout *layout;
  GPtrArray *ranks;

  g_return_val_if_fail (LSC_IS_PANEL (panel), NULL);
  layout = lsc_timeline_page_get_layout (lsc_timeline_panel_get_page (panel));
  ranks = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, i);

      if (timeline)
        g_ptr_array_add (ranks, lsc_timeline_ref (timeline));
    }
  return ranks;
}

/** lsc_timeline_page_get_chart: Returns: (transfer none): the lanes */
LscTimelineChart *
lsc_timeline_page_get_chart (LscTimelinePage *self)
{
  return self->chart;
}

/** lsc_timeline_page_get_layout: Returns: (transfer none): ranks and lanes */
LscTimelineLayout *
lsc_timeline_page_get_layout (LscTimelinePage *self)
{
  return lsc_timeline_chart_get_layout (self->chart);
}

/** lsc_timeline_page_get_selected: Returns: the selected slice, rank %LSC_SLICE_NONE = none */
LscTimelineSpot
lsc_timeline_page_get_selected (LscTimelinePage *self)
{
  return lsc_timeline_chart_get_selected (self->chart);
}

/** lsc_timeline_page_enter_lanes: gives the lanes the focus, after a jump that the user asked for
 */
void
lsc_timeline_page_enter_lanes (LscTimelinePage *self)
{
  if (self)
    gtk_widget_grab_focus (GTK_WIDGET (self->chart));
}

/**
 * lsc_timeline_page_show_slice:
 * @rank: index in the layout
 *
 * Selects a slice and moves the view there.
 */
void
lsc_timeline_page_show_slice (LscTimelinePage *self, guint32 rank, LscSpot spot)
{
  LscTimelineSpot wanted = { rank, spot };

  g_return_if_fail (LSC_IS_TIMELINE_PAGE (self));
  lsc_timeline_chart_select (self->chart, &wanted);
  lsc_timeline_chart_reveal (self->chart, &wanted);
}

/* ---- actions ---- */

/* The switches that have keys. */
static const char *const switches[] = { "timeline-panel", "timeline-absolute-time",
                                        "timeline-auto-height", "timeline-show-stacks" };

static void
toggle (LscTimelinePage *self, int which)
{
  g_settings_set_boolean (self->settings, switches[which],
                          !g_settings_get_boolean (self->settings, switches[which]));
}

static void
lock_range (LscTimelinePage *self)
{
  if (!lsc_timeline_chart_get_view (self->chart)->has_range)
    {
      lsc_timeline_page_say (self, _ ("Select a range first: drag in the lanes or the ruler."));
      return;
    }
  self->range_is_locked = !self->range_is_locked;
  _lsc_timeline_page_update_range_label (self);
  _lsc_timeline_page_search_restart (self);
}

/* Escape: selection, then range, then search. */
static void
clear (LscTimelinePage *self)
{
  if (lsc_timeline_chart_get_selected (self->chart).rank != LSC_SLICE_NONE)
    lsc_timeline_chart_select (self->chart, NULL);
  else if (lsc_timeline_chart_get_view (self->chart)->has_range)
    lsc_timeline_chart_clear_range (self->chart);
  else if (lsc_timeline_chart_get_view (self->chart)->selected_paths->len > 0)
    lsc_timeline_chart_unselect_lanes (self->chart);
  else if (!_lsc_timeline_page_search_clear (self))
    _lsc_timeline_page_bell (self);
}

static void
show_keys (LscTimelinePage *self)
{
  gtk_window_present (GTK_WINDOW (
      lsc_timeline_keys_window_new (_lsc_timeline_page_get_window (self), self->settings)));
}

static void
focus_filter (LscTimelinePage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->filter));
}

static void
show_query (LscTimelinePage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s", "query");
}

static const LscAppPageAction actions[] = {
  { "timeline.panel", G_CALLBACK (toggle), 0 },
  { "timeline.absolute-time", G_CALLBACK (toggle), 1 },
  { "timeline.auto-height", G_CALLBACK (toggle), 2 },
  { "timeline.show-stacks", G_CALLBACK (toggle), 3 },
  { "timeline.lock-range", G_CALLBACK (lock_range) },
  { "timeline.clear", G_CALLBACK (clear) },
  { "timeline.filter", G_CALLBACK (focus_filter) },
  { "timeline.jump", G_CALLBACK (_lsc_timeline_page_jump) },
  { "timeline.query", G_CALLBACK (show_query) },
  { "timeline.keys", G_CALLBACK (show_keys) },
  { NULL },
};

static void
on_chart_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LSC_WATCH ("timeline: action");

  if (!lsc_chart_perform (LSC_CHART (LSC_TIMELINE_PAGE (widget)->chart),
                          name + strlen ("timeline.")))
    g_warning ("timeline: nobody knows %s", name);
}

static void
on_follow (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lsc_timeline_chart_follow (LSC_TIMELINE_PAGE (widget)->chart, g_variant_get_uint32 (parameter));
}

/* What has a key and is not done by the page is done by the chart. */
static void
install_actions (LscAppPageClass *class)
{
  const LscAppPageAction *const tables[] = {
    actions,
    _lsc_timeline_page_search_actions,
    _lsc_timeline_page_mark_actions,
    _lsc_timeline_page_align_actions,
    _lsc_timeline_page_lane_actions,
    _lsc_timeline_page_offset_actions,
    _lsc_timeline_page_rank_actions,
    _lsc_timeline_page_detail_actions,
    _lsc_timeline_page_export_actions,
    _lsc_timeline_page_link_actions,
    _lsc_timeline_page_narrow_actions,
  };
  gsize n;
  const LscTimelineKey *keys = lsc_timeline_keys_list (&n);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    lsc_app_page_class_install (class, tables[i]);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("timeline.", keys[i].verb, NULL);

      if (!g_hash_table_contains (class->actions, name))
        gtk_widget_class_install_action (GTK_WIDGET_CLASS (class), name, NULL, on_chart_action);
    }
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (class), "timeline.follow", "u", on_follow);
}

/* ---- life ---- */

static gboolean
lsc_timeline_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LSC_TIMELINE_PAGE (widget)->chart));
}

/* Whoever comes in lands on the lanes, whose keys are wanted; from there Tab leads round. The
 * default would ask grab_focus each time and never let Tab reach the toolbar. */
static gboolean
lsc_timeline_page_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (!gtk_widget_get_focus_child (widget) && lsc_timeline_page_grab_focus (widget))
    return TRUE;
  return gtk_widget_child_focus (GTK_WIDGET (LSC_TIMELINE_PAGE (widget)->stack), direction);
}

static void
lsc_timeline_page_dispose (GObject *object)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (self->save_id != 0)
    _lsc_timeline_page_save (self);
  g_clear_handle_id (&self->range_id, g_source_remove);
  if (self->chart)
    {
      forget_found (self);
      _lsc_timeline_page_forget_words (self);
      lsc_timeline_chart_set_marks (self->chart, NULL);
      take_path (LSC_APP_PAGE (self), NULL);
    }
  g_clear_object (&self->settings);
  g_clear_object (&self->kind_actions);
  g_clear_pointer (&self->ranks, g_ptr_array_unref);
  self->chart = NULL;
  if (child)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (lsc_timeline_page_parent_class)->dispose (object);
}

static void
lsc_timeline_page_finalize (GObject *object)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (object);

  lsc_timeline_state_free (self->state);
  _lsc_timeline_page_forget_offsets (self);
  g_clear_pointer (&self->listed_lanes, g_ptr_array_unref);
  g_free (self->path);
  _lsc_timeline_page_clear_wanted (self);
  g_free (self->searched);
  G_OBJECT_CLASS (lsc_timeline_page_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_selection_changed);
  gtk_widget_class_bind_template_callback (class, on_range_changed);
  gtk_widget_class_bind_template_callback (class, on_view_changed);
  gtk_widget_class_bind_template_callback (class, on_hits_changed);
  gtk_widget_class_bind_template_callback (class, on_lanes_changed);
  gtk_widget_class_bind_template_callback_full (class, "on_hovered",
                                                G_CALLBACK (_lsc_timeline_page_update_pointer));
  gtk_widget_class_bind_template_callback (class, on_load_rank);
  gtk_widget_class_bind_template_callback_full (class, "on_edit_mark",
                                                G_CALLBACK (lsc_timeline_page_edit_mark));
  gtk_widget_class_bind_template_callback (class, on_filter_changed);
  gtk_widget_class_bind_template_callback (class, on_filter_stopped);
  gtk_widget_class_bind_template_callback (class, on_entry_done);
  gtk_widget_class_bind_template_callback (class, on_mark_activated);
}

/* ---- for the window ---- */

static void
on_first_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscAppPage *page = owner;
  g_autoptr (LscTimeline) timeline = result;
  guint32 rank;

  if (error)
    {
      lsc_app_page_fail (page, error);
      return;
    }
  rank = _lsc_timeline_page_find_source (owner, timeline->source);
  if (rank != LSC_SLICE_NONE)
    _lsc_timeline_page_put (owner, rank, timeline);
  lsc_app_page_set_ready (page);
  lsc_app_page_settle (page);
}

/* The first rank; the page reads others itself. */
static void
load (LscAppPage *page)
{
  const LscAppPageSource *source = lsc_app_page_get_source (page);
  LscTaskWish wish = lsc_app_page_wish (page, on_first_loaded);

  set_cluster (LSC_TIMELINE_PAGE (page), source->cluster, source->source);
  lsc_loader_load_visible (source->loader, source->source, &wish);
}

/* Reads a rank when it is not there, and scrolls to it. */
static gboolean
follow (LscAppPage *page, const LscAppPageSource *next)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  guint32 rank = _lsc_timeline_page_find_source (self, next->source);

  if (lsc_app_page_get_state (page) != LSC_PAGE_READY)
    return FALSE;
  if (rank != LSC_SLICE_NONE)
    _lsc_timeline_page_load (self, rank, TRUE);
  return TRUE;
}

static void
clear_page (LscAppPage *page)
{
  set_cluster (LSC_TIMELINE_PAGE (page), NULL, NULL);
}

static gboolean
is_busy (LscAppPage *page)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);

  return self->n_loading > 0 || self->searching || self->naming || self->range_id != 0;
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture…"), "timeline.export", TRUE },
    { N_ ("_Marks…"), "timeline.export-marks", TRUE },
    { N_ ("Copy _Details as Text"), "timeline.copy-text", FALSE },
    { N_ ("Copy Details as _JSON"), "timeline.copy-json", FALSE },
    { NULL },
  };

  class->places = LSC_PLACE_SLICE;
  class->exports = exports;
  class->panel_setting = "timeline-panel";
  class->failed_title = N_ ("This Rank Could Not Be Read");
  class->load = load;
  class->follow = follow;
  class->clear = clear_page;
  class->get_details = _lsc_timeline_page_get_details;
  class->complete_pin = _lsc_timeline_page_complete_pin;
  class->is_busy = is_busy;
  class->get_command = _lsc_timeline_page_get_command;
  class->show = _lsc_timeline_page_show_jump;
  class->take_path = take_path;
  class->take_selection = _lsc_timeline_page_take_selection;
  class->scope = N_ ("it shows the ranks that are loaded, and marks names");
}

static void
lsc_timeline_page_class_init (LscTimelinePageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscTimelinePage, stack),         LSC_CHILD (LscTimelinePage, status),
    LSC_CHILD (LscTimelinePage, paned),         LSC_CHILD (LscTimelinePage, chart),
    LSC_CHILD (LscTimelinePage, panel),         LSC_CHILD (LscTimelinePage, color_choice),
    LSC_CHILD (LscTimelinePage, kinds_menu),    LSC_CHILD (LscTimelinePage, lane_menu),
    LSC_CHILD (LscTimelinePage, header_menu),   LSC_CHILD (LscTimelinePage, search),
    LSC_CHILD (LscTimelinePage, match_label),   LSC_CHILD (LscTimelinePage, filter),
    LSC_CHILD (LscTimelinePage, marks_button),  LSC_CHILD (LscTimelinePage, align_button),
    LSC_CHILD (LscTimelinePage, marks_list),    LSC_CHILD (LscTimelinePage, marks_stack),
    LSC_CHILD (LscTimelinePage, pointer_label), LSC_CHILD (LscTimelinePage, window_label),
    LSC_CHILD (LscTimelinePage, range_label),   LSC_CHILD (LscTimelinePage, lock_image),
    LSC_CHILD (LscTimelinePage, ranks_label),   LSC_CHILD (LscTimelinePage, load_all),
    LSC_CHILD (LscTimelinePage, hidden_label),  LSC_CHILD (LscTimelinePage, show_hidden),
    LSC_CHILD (LscTimelinePage, legend),        LSC_CHILD (LscTimelinePage, headline_label),
    LSC_CHILD (LscTimelinePage, words_label),   LSC_CHILD (LscTimelinePage, find_tools)
  };
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_TIMELINE_CHART);
  g_type_ensure (LSC_TYPE_TIMELINE_LEGEND);
  object_class->dispose = lsc_timeline_page_dispose;
  object_class->finalize = lsc_timeline_page_finalize;
  widget_class->focus = lsc_timeline_page_focus;
  widget_class->grab_focus = lsc_timeline_page_grab_focus;
  lsc_template_set (class, "lsc-timeline-page", children, G_N_ELEMENTS (children));
  bind_children (widget_class);
  install_actions (LSC_APP_PAGE_CLASS (class));
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

/* Other keys: another controller. */
static void
update_keys (LscTimelinePage *self)
{
  if (self->keys)
    gtk_widget_remove_controller (GTK_WIDGET (self->chart), self->keys);
  self->keys = lsc_timeline_keys_controller_new (self->settings);
  gtk_widget_add_controller (GTK_WIDGET (self->chart), self->keys);
}

static void
lsc_timeline_page_init (LscTimelinePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  self->settings = g_settings_new (LSC_APP_ID);
  self->state = lsc_timeline_state_new ();
  self->detailed = self->base = LSC_TIMELINE_SPOT_NONE;
  _lsc_timeline_page_clear_ranks (self);
  lsc_timeline_legend_set_chart (self->legend, self->chart);
  _lsc_timeline_page_settings_init (self);
  _lsc_timeline_page_search_init (self);
  update_keys (self);
  g_signal_connect_object (self->settings, "changed::" LSC_TIMELINE_KEYS_SETTING,
                           G_CALLBACK (update_keys), self, G_CONNECT_SWAPPED);
  lsc_timeline_chart_set_menus (self->chart, self->lane_menu, self->header_menu);
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
  _lsc_timeline_page_settings_apply (self);
  _lsc_timeline_page_marks_update (self);
}
