/* lsc-compare-page.c - two recordings: what of a step changed, and whether it is real
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/compare/lsc-compare-page-private.h"
#include "app/compare/lsc-compare-panels.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-panel-place.h"
#include "app/parts/lsc-template.h"
#include "app/parts/lsc-toolbar.h"
#include "app/window/lsc-app.h"
#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"
#include "session/lsc-session-lacks.h"

#define PANELS_PX 240 /* high, until the user moves the border */

G_DEFINE_FINAL_TYPE (LscComparePage, lsc_compare_page, LSC_TYPE_APP_PAGE)

/* ---- what is shown ---- */

/** Returns: what the bars are: a list, or %LSC_COMPARE_BARS_OPERATORS */
LscCompareList
_lsc_compare_page_get_list (LscComparePage *self)
{
  return (LscCompareList) gtk_drop_down_get_selected (self->list_choice);
}

/** Whether the bars are of operators. */
gboolean
_lsc_compare_page_draws_operators (LscComparePage *self)
{
  return _lsc_compare_page_get_list (self) == LSC_COMPARE_BARS_OPERATORS;
}

/** Whether a view, "bars", "timelines", "pipelines" or "chips", is the one above the tables. */
gboolean
_lsc_compare_page_shows (LscComparePage *self, const char *view)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->views), view) == 0;
}

static LscWaterfall *
make_waterfall (LscComparePage *self)
{
  if (!self->comparison)
    return NULL;
  if (_lsc_compare_page_draws_operators (self))
    return _lsc_compare_page_draw_operators (self);
  return lsc_waterfall_new (self->comparison->compare, _lsc_compare_page_get_ranks (self),
                            _lsc_compare_page_get_list (self));
}

static void
fill_chart (LscComparePage *self)
{
  lsc_waterfall_chart_set (self->chart, make_waterfall (self));
}

/** Draws the operators anew, where they are what the bars are. */
void
_lsc_compare_page_operators_changed (LscComparePage *self)
{
  if (_lsc_compare_page_draws_operators (self))
    fill_chart (self);
}

/* What stands beside the comparison of another pair. */
static void
clear_parts (LscComparePage *self)
{
  _lsc_compare_page_clear_twin (self);
  _lsc_compare_page_clear_pipelines (self);
  _lsc_compare_page_clear_findings (self);
  _lsc_compare_page_clear_operators (self);
  _lsc_compare_page_clear_memory (self);
}

static void
set_comparison (LscComparePage *self, LscComparison *comparison)
{
  LscComparison *old = self->comparison;

  clear_parts (self);
  self->comparison = comparison;
  _lsc_compare_page_fill_ranks (self);
  fill_chart (self);
  _lsc_compare_page_fill_chips (self);
  if (comparison)
    _lsc_compare_page_fill_words (self);
  _lsc_compare_page_fill_scope (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_RESULT);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
  if (comparison && _lsc_compare_page_shows (self, "timelines"))
    _lsc_compare_page_show_twin (self);
  if (comparison && _lsc_compare_page_shows (self, "pipelines"))
    _lsc_compare_page_show_pipelines (self);
  g_clear_pointer (&old, lsc_comparison_unref);
}

static void
on_list_chosen (LscComparePage *self)
{
  if (!self->comparison)
    return;
  fill_chart (self);
  _lsc_compare_page_fill_chips (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_LIST);
}

static void
on_rank_chosen (LscComparePage *self)
{
  if (!self->comparison || self->is_filling)
    return;
  fill_chart (self);
  _lsc_compare_page_fill_scope (self);
  if (_lsc_compare_page_shows (self, "timelines"))
    _lsc_compare_page_show_twin (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMPARE_ON_RESULT);
}

static void
on_other_chosen (LscComparePage *self)
{
  guint position = gtk_drop_down_get_selected (self->other_choice);

  if (self->is_filling || !self->others || position >= self->others->len)
    return;
  _lsc_compare_page_clear_runs (self);
  _lsc_compare_page_clear_parts (self);
  g_free (self->other_path);
  self->other_path = g_strdup (((LscProject *) self->others->pdata[position])->path);
  lsc_app_page_reload (LSC_APP_PAGE (self));
}

static void
on_name_activated (LscComparePage *self)
{
  lsc_app_page_reload (LSC_APP_PAGE (self));
}

static void
swap (LscComparePage *self)
{
  g_autofree char *before =
      g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->names[LSC_BEFORE])));

  gtk_editable_set_text (GTK_EDITABLE (self->names[LSC_BEFORE]),
                         gtk_editable_get_text (GTK_EDITABLE (self->names[LSC_AFTER])));
  gtk_editable_set_text (GTK_EDITABLE (self->names[LSC_AFTER]), before);
  self->is_swapped = !self->is_swapped;
  _lsc_compare_page_swap_runs (self);
  _lsc_compare_page_swap_parts (self);
  lsc_app_page_reload (LSC_APP_PAGE (self));
}

/**
 * _lsc_compare_page_explain:
 *
 * Returns: (transfer full): why something is not known of both sides, with what the profiler of the
 *   recording before can do
 */
char *
_lsc_compare_page_explain (LscComparePage *self, LscUnknown unknown)
{
  LscSession *before = lsc_session_pair_get_session (self->comparison->pair, LSC_BEFORE);

  return lsc_unknown_to_window_words (unknown, lsc_session_get_lacks (before).recorder);
}

/* ---- elsewhere ---- */

/** _lsc_compare_page_show_place: shows an instance on the timeline of a side */
void
_lsc_compare_page_show_place (LscComparePage *self, const LscComparePlace *place, LscSide side)
{
  LscSource *source = lsc_comparison_find_source (self->comparison, side, place->rank);

  if (place->slice == LSC_SLICE_NONE || !source)
    lsc_app_page_say (LSC_APP_PAGE (self), side == LSC_BEFORE
                                               ? _ ("Not available: the recording before has none")
                                               : _ ("Not available: the recording after has none"));
  else
    lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = LSC_PLACE_SLICE,
                                                        .rank = place->rank,
                                                        .source = source,
                                                        .begin_ns = place->begin_ns,
                                                        .end_ns = place->end_ns,
                                                        .with_range = TRUE,
                                                        .has_slice = TRUE,
                                                        .slice = place->slice });
}

/* Returns: (nullable): where the longest instances of a row are, of each side */
static const LscComparePlace *
get_places (LscComparePage *self, LscCompareList list, guint row)
{
  return list == LSC_COMPARE_BARS_OPERATORS
             ? _lsc_compare_page_get_operator_places (self, row)
             : lsc_rank_change_get (_lsc_compare_page_get_ranks (self), list, row)->places;
}

/** _lsc_compare_page_show: shows the longest instance of a change on the timeline of a side */
void
_lsc_compare_page_show (LscComparePage *self, LscCompareList list, guint row, LscSide side)
{
  const LscComparePlace *places = get_places (self, list, row);

  if (places)
    _lsc_compare_page_show_place (self, &places[side], side);
}

static guint
get_selected_change (LscComparePage *self)
{
  const LscWaterfallView *view = lsc_waterfall_chart_get_view (self->chart);

  return view->waterfall && view->selected != LSC_WATERFALL_NONE
             ? lsc_waterfall_get (view->waterfall, view->selected)->index
             : LSC_WATERFALL_NONE;
}

static void
on_bar_activated (LscWaterfallChart *chart, guint bar, LscComparePage *self)
{
  guint change = get_selected_change (self);

  if (change != LSC_WATERFALL_NONE && _lsc_compare_page_get_list (self) != LSC_COMPARE_CATEGORIES)
    _lsc_compare_page_show (self, _lsc_compare_page_get_list (self), change, LSC_AFTER);
  else if (_lsc_compare_page_get_list (self) ==
           LSC_COMPARE_CATEGORIES) /* tells there which ones they are */
    gtk_drop_down_set_selected (self->list_choice, LSC_COMPARE_OPS);
}

static void
show_list (LscComparePage *self, int list)
{
  gtk_drop_down_set_selected (self->list_choice, (guint) list);
}

static void
show_side (LscComparePage *self, int side)
{
  guint change = get_selected_change (self);

  if (change != LSC_WATERFALL_NONE && _lsc_compare_page_get_list (self) != LSC_COMPARE_CATEGORIES)
    _lsc_compare_page_show (self, _lsc_compare_page_get_list (self), change, (LscSide) side);
}

static void
on_bar_selected (LscComparePage *self)
{
  gboolean has_place = get_selected_change (self) != LSC_WATERFALL_NONE &&
                       _lsc_compare_page_get_list (self) != LSC_COMPARE_CATEGORIES;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.show-before", has_place);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.show-after", has_place);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

static GPtrArray *
get_details (LscAppPage *page)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  guint index = self->comparison ? get_selected_change (self) : LSC_WATERFALL_NONE;
  g_autoptr (LscTable) table = NULL;

  if (_lsc_compare_page_shows (self, "pipelines"))
    return _lsc_compare_page_describe_block (self);
  if (!_lsc_compare_page_shows (self, "bars"))
    return NULL; /* those of a bar that nobody sees */
  if (index == LSC_WATERFALL_NONE)
    return NULL;
  table =
      _lsc_compare_page_draws_operators (self)
          ? lsc_op_changes_get_table (self->operators.changes)
          : lsc_compare_get_table (self->comparison->compare, _lsc_compare_page_get_ranks (self),
                                   _lsc_compare_page_get_list (self));
  return _lsc_compare_page_describe_row (table, index);
}

/* ---- what is in view ---- */

static void
toggle_panels (LscComparePage *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LSC_APP_ID);

  g_settings_set_boolean (settings, "compare-panel",
                          !g_settings_get_boolean (settings, "compare-panel"));
}

/* In the order of the choice. */
static const char *const views[] = { "bars", "timelines", "pipelines", "chips" };

static void
show_view (LscComparePage *self, guint view)
{
  if (view == 1)
    _lsc_compare_page_show_twin (self);
  else if (view == 2)
    _lsc_compare_page_show_pipelines (self);
  else if (view == 3)
    _lsc_compare_page_show_chips (self);
  else
    gtk_stack_set_visible_child_name (self->views, views[view]);
}

/* Shows one of the others, or the bars again. */
static void
toggle_view (LscComparePage *self, int view)
{
  show_view (self, _lsc_compare_page_shows (self, views[view]) ? 0 : (guint) view);
}

static void
on_view_chosen (LscComparePage *self)
{
  guint view = gtk_drop_down_get_selected (self->view_choice);

  if (view < G_N_ELEMENTS (views) && !_lsc_compare_page_shows (self, views[view]))
    show_view (self, view);
}

static void
on_view_shown (LscComparePage *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (_lsc_compare_page_shows (self, views[i]))
      gtk_drop_down_set_selected (self->view_choice, i);
  gtk_widget_set_visible (GTK_WIDGET (self->list_choice),
                          _lsc_compare_page_shows (self, "bars") ||
                              _lsc_compare_page_shows (self, "chips"));
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

static const LscAppPageAction actions[] = {
  { "compare.timelines", G_CALLBACK (toggle_view), 1, "t" },
  { "compare.pipelines", G_CALLBACK (toggle_view), 2, "p" },
  { "compare.chips", G_CALLBACK (toggle_view), 3, "c" },
  { "compare.add-before", G_CALLBACK (_lsc_compare_page_choose_runs), LSC_BEFORE },
  { "compare.add-after", G_CALLBACK (_lsc_compare_page_choose_runs), LSC_AFTER },
  { "compare.add-files-before", G_CALLBACK (_lsc_compare_page_choose_run_files), LSC_BEFORE },
  { "compare.add-files-after", G_CALLBACK (_lsc_compare_page_choose_run_files), LSC_AFTER },
  { "compare.parts", G_CALLBACK (_lsc_compare_page_ask_parts), 0, "r" },
  { "compare.swap", G_CALLBACK (swap), 0, "s" },
  { "compare.modules", G_CALLBACK (show_list), LSC_COMPARE_MODULES },
  { "compare.panel", G_CALLBACK (toggle_panels), 0, "q" },
  { "compare.show-before", G_CALLBACK (show_side), LSC_BEFORE },
  { "compare.show-after", G_CALLBACK (show_side), LSC_AFTER, "<Control>t" },
  { "compare.show-block", G_CALLBACK (_lsc_compare_page_show_block) },
  { "compare.export", G_CALLBACK (_lsc_compare_page_export_picture) },
  { "compare.copy-verdict", G_CALLBACK (_lsc_compare_page_copy_verdict) },
  { NULL },
};

/* ---- for the window ---- */

/* The focus goes from a button that is gone to the first text, all of which it selects. */
static void
leave_text (LscComparePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  if (focus != GTK_WIDGET (self->headline))
    return;
  gtk_label_select_region (self->headline, 0, 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->chart));
}

/* Of two chips each against its own peak is what is asked for first. */
static void
show_first (LscComparePage *self)
{
  if (!self->comparison->chips || self->has_shown_chips)
    return;
  self->has_shown_chips = TRUE;
  gtk_drop_down_set_selected (self->list_choice, LSC_COMPARE_MODULES);
  _lsc_compare_page_show_chips (self);
}

static void
on_loaded (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscComparePage *self = owner;

  if (error)
    {
      lsc_app_page_fail (owner, error);
      return;
    }
  set_comparison (self, result);
  show_first (self);
  lsc_app_page_set_ready (owner);
  lsc_app_page_settle (owner);
  leave_text (self);
}

static void
load (LscAppPage *page)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  LscCluster *clusters[LSC_N_SIDES];
  const char *names[LSC_N_SIDES];
  gboolean is_pair;
  LscTaskWish wish;

  _lsc_compare_page_follow_projects (self);
  is_pair = _lsc_compare_page_find_clusters (self, clusters);
  gtk_stack_set_visible_child_name (self->stack, is_pair ? "compared" : "alone");
  if (!is_pair)
    {
      set_comparison (self, NULL);
      lsc_app_page_set_ready (page);
      lsc_app_page_settle (page);
      return;
    }
  wish = lsc_app_page_wish (page, on_loaded);
  if (_lsc_compare_page_has_runs (self))
    {
      _lsc_compare_page_load_runs (self, &wish);
      return;
    }
  if (_lsc_compare_page_has_parts (self))
    {
      _lsc_compare_page_load_parts (self, &wish);
      return;
    }
  _lsc_compare_page_get_names (self, names);
  lsc_loader_load_comparison (lsc_app_page_get_source (page)->loader, clusters, names, &wish);
}

static void
clear (LscAppPage *page)
{
  set_comparison (LSC_COMPARE_PAGE (page), NULL);
}

/* One rank that is chosen on another page. */
static guint
take_selection (LscAppPage *page, LscSelection *selection, guint changed)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  const GArray *chosen = lsc_selection_get_ranks (selection);
  GPtrArray *ranks = self->comparison ? self->comparison->compare->ranks : NULL;
  guint position = 0; /* of the mean of all */

  for (guint i = 0; ranks && ranks->len > 1 && chosen->len == 1 && i < ranks->len; i++)
    if (((const LscRankChange *) ranks->pdata[i])->rank[LSC_AFTER] ==
        g_array_index (chosen, gint64, 0))
      position = i + 1;
  if (ranks && (changed & LSC_NARROW_RANKS))
    gtk_drop_down_set_selected (self->rank_choice, position);
  return position > 0 ? LSC_NARROW_RANKS : 0;
}

static gboolean
get_report (LscAppPage *page, LscReportOf *what)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);

  if (!self->comparison || !_lsc_compare_page_find_clusters (self, what->clusters))
    return FALSE;
  _lsc_compare_page_get_names (self, what->names);
  if (_lsc_compare_page_has_runs (self) || _lsc_compare_page_has_parts (self))
    what->pair = self->comparison->pair;
  if (!_lsc_compare_page_has_runs (self))
    return TRUE;
  /* Sets of one run each are two recordings. */
  for (guint side = 0; side < LSC_N_SIDES; side++)
    if (self->runs[LSC_BEFORE]->len + self->runs[LSC_AFTER]->len > LSC_N_SIDES)
      what->runs[side] = self->runs[side];
  return TRUE;
}

/* Bars or timelines, of the pair of ranks that is chosen. */
static gboolean
complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscComparePage *self = LSC_COMPARE_PAGE (page);
  gboolean is_chart = strcmp (pin->view, "compare/chart") == 0;
  const LscRankChange *ranks;

  if (!self->comparison)
    return lsc_app_page_fail_pin (error);
  if (is_chart && _lsc_compare_page_shows (self, "pipelines"))
    return _lsc_compare_page_pin_pipelines (self, pin, error);
  ranks = _lsc_compare_page_get_ranks (self);
  if (ranks != self->comparison->compare->total)
    {
      g_autofree char *rank = lsc_rank_to_text (ranks->rank[LSC_BEFORE]);

      lsc_pin_set (pin, "rank", rank);
    }
  if (is_chart && _lsc_compare_page_shows (self, "timelines"))
    _lsc_compare_page_pin_twin (self, pin);
  else if (is_chart && _lsc_compare_page_shows (self, "chips"))
    _lsc_compare_page_pin_chips (self, pin);
  else if (is_chart)
    lsc_pin_set_int (pin, "list", _lsc_compare_page_get_list (self));
  _lsc_compare_page_pin_operators (self, pin);
  _lsc_compare_page_pin_memory (self, pin);
  return TRUE;
}

static char *
get_command (LscAppPage *page)
{
  return _lsc_compare_page_get_command (LSC_COMPARE_PAGE (page));
}

/* ---- life ---- */

static gboolean
lsc_compare_page_grab_focus (GtkWidget *widget)
{
  LscComparePage *self = LSC_COMPARE_PAGE (widget);

  return self->comparison && gtk_widget_grab_focus (GTK_WIDGET (self->chart));
}

static void
lsc_compare_page_dispose (GObject *object)
{
  LscComparePage *self = LSC_COMPARE_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  if (child) /* the charts of the other views go with it */
    {
      clear_parts (self);
      g_clear_pointer (&self->twin_name, g_free);
    }
  if (child)
    gtk_widget_unparent (child);
  g_clear_weak_pointer (&self->projects);
  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_clear_pointer (&self->other_path, g_free);
  _lsc_compare_page_clear_runs (self);
  _lsc_compare_page_clear_parts (self);
  g_clear_pointer (&self->comparison, lsc_comparison_unref);
  G_OBJECT_CLASS (lsc_compare_page_parent_class)->dispose (object);
}

static void
init_page_class (LscAppPageClass *class)
{
  static const LscAppPageExport exports[] = {
    { N_ ("_Picture…"), "compare.export", TRUE },
    { N_ ("Copy _Verdict"), "compare.copy-verdict", FALSE },
    { NULL },
  };

  class->exports = exports;
  class->panel_setting = "compare-panel";
  class->shows_all_ranks = TRUE;
  class->loading_title = N_ ("Comparing Two Recordings");
  class->failed_title = N_ ("Not Comparable");
  class->load = load;
  class->clear = clear;
  class->get_details = get_details;
  class->complete_pin = complete_pin;
  class->get_command = get_command;
  class->get_report = get_report;
  class->take_selection = take_selection;
  class->scope = N_ ("it compares all paired steps, of one rank or of all");
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_callback (class, on_other_chosen);
  gtk_widget_class_bind_template_callback (class, on_list_chosen);
  gtk_widget_class_bind_template_callback (class, on_rank_chosen);
  gtk_widget_class_bind_template_callback (class, on_name_activated);
  gtk_widget_class_bind_template_callback (class, on_bar_selected);
  gtk_widget_class_bind_template_callback (class, on_bar_activated);
  gtk_widget_class_bind_template_callback (class, on_view_chosen);
  gtk_widget_class_bind_template_callback (class, on_view_shown);
  _lsc_compare_page_bind_pipelines (class);
}

static void
lsc_compare_page_class_init (LscComparePageClass *class)
{
  static const LscTemplateChild children[] = {
    LSC_CHILD (LscComparePage, stack),
    LSC_CHILD (LscComparePage, words),
    LSC_CHILD (LscComparePage, headline),
    LSC_CHILD (LscComparePage, why),
    LSC_CHILD (LscComparePage, reasons),
    LSC_CHILD (LscComparePage, other_label),
    LSC_CHILD (LscComparePage, other_choice),
    LSC_CHILD (LscComparePage, list_choice),
    LSC_CHILD (LscComparePage, rank_choice),
    LSC_CHILD (LscComparePage, scope),
    LSC_CHILD (LscComparePage, paned),
    LSC_CHILD (LscComparePage, chart),
    LSC_CHILD (LscComparePage, panel),
    LSC_CHILD (LscComparePage, views),
    LSC_CHILD (LscComparePage, twin),
    LSC_CHILD (LscComparePage, twin_label),
    LSC_CHILD (LscComparePage, view_choice),
    LSC_CHILD (LscComparePage, pipes_chart),
    LSC_CHILD (LscComparePage, pipes_legend),
    LSC_CHILD (LscComparePage, pipes_label),
    LSC_CHILD (LscComparePage, pipes_choice),
    LSC_CHILD (LscComparePage, chips_chart),
    LSC_CHILD (LscComparePage, chips_label),
    { "name_before", G_STRUCT_OFFSET (LscComparePage, names[LSC_BEFORE]) },
    { "runs_before", G_STRUCT_OFFSET (LscComparePage, run_lists[LSC_BEFORE]) },
    { "runs_after", G_STRUCT_OFFSET (LscComparePage, run_lists[LSC_AFTER]) },
    { "name_after", G_STRUCT_OFFSET (LscComparePage, names[LSC_AFTER]) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (LSC_TYPE_WATERFALL_CHART);
  g_type_ensure (LSC_TYPE_BAR_CHART);
  g_type_ensure (LSC_TYPE_TIMELINE_CHART);
  g_type_ensure (LSC_TYPE_PIPELINE_CHART);
  g_type_ensure (LSC_TYPE_PIPELINE_LEGEND);
  g_type_ensure (LSC_TYPE_TOOLBAR);
  G_OBJECT_CLASS (class)->dispose = lsc_compare_page_dispose;
  widget_class->grab_focus = lsc_compare_page_grab_focus;
  lsc_template_set (class, "lsc-compare-page", children, G_N_ELEMENTS (children));
  bind_children (widget_class);
  lsc_app_page_class_install (LSC_APP_PAGE_CLASS (class), actions);
  init_page_class (LSC_APP_PAGE_CLASS (class));
}

static void
lsc_compare_page_init (LscComparePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  _lsc_compare_page_init_runs (self);
  _lsc_compare_page_init_pipelines (self);
  lsc_app_page_take_notebook (LSC_APP_PAGE (self), self->panel, self->paned, PANELS_PX);
}
