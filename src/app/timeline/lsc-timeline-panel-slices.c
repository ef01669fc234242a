/* lsc-timeline-panel-slices.c - every slice of one name: how long they take, and where they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "app/parts/lsc-histogram-view.h"
#include "app/parts/lsc-label.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "app/parts/lsc-template.h"

#define MOST_LISTED 200000 /* rows; the histogram counts all, and the brush finds the others */

struct _LscPanelSlices
{
  LscPanel parent_instance;

  GtkStack *stack;
  LscHistogramView *histogram;
  GtkLabel *figures;
  GtkCheckButton *by_time;
  LscTableView *table;
  GArray *ranks; /* guint32: rank of the layout for each row */

  char *name;   /* (nullable): what is listed */
  guint32 rank; /* of the layout, LSC_SLICE_NONE = all */
  gboolean keep_histogram;
};

G_DEFINE_FINAL_TYPE (LscPanelSlices, lsc_panel_slices, LSC_TYPE_PANEL)

/** What a thread works on. */
typedef struct
{
  LscTimelineRanges *ranges;
  char *name;
  guint32 rank;
  gboolean with_histogram;
  gboolean has_brush;
  gint64 least_ns;
  gint64 below_ns;
} Work;

/** What it finds. */
typedef struct
{
  LscHistogram *histogram; /* (nullable) */
  LscTable *table;
  GArray *ranks;
  gsize n_found;
} Found;

static void
work_free (gpointer data)
{
  Work *work = data;

  lsc_timeline_ranges_free (work->ranges);
  g_free (work->name);
  g_free (work);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->histogram, lsc_histogram_free);
  g_clear_pointer (&found->table, lsc_table_unref);
  g_clear_pointer (&found->ranks, g_array_unref);
  g_free (found);
}

/* ---- in the thread ---- */

static gboolean
is_wanted (const Work *work, const LscRange *range, GHashTable *nodes, LscSpot spot)
{
  gint64 ns;

  if (!g_hash_table_contains (nodes, GUINT_TO_POINTER (spot.node + 1)))
    return FALSE;
  ns = lsc_lane_get_duration_ns (lsc_timeline_get_node (range->timeline, spot.node)->lane,
                                 spot.slice);
  return !work->has_brush || (ns >= work->least_ns && ns < work->below_ns);
}

static void
add_range (const Work *work, const LscRange *range, guint32 rank, GArray *hits, Found *found)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (LscSpot));
  g_autoptr (LscTable) table = NULL;

  for (gsize i = 0; i < range->n_nodes; i++)
    g_hash_table_add (nodes, GUINT_TO_POINTER (range->nodes[i] + 1));
  for (guint i = 0; i < hits->len; i++)
    {
      LscSpot spot = g_array_index (hits, LscSpot, i);

      if (!is_wanted (work, range, nodes, spot))
        continue;
      found->n_found++;
      if (found->ranks->len == MOST_LISTED)
        continue;
      g_array_append_val (wanted, spot);
      g_array_append_val (found->ranks, rank);
    }
  table = lsc_slices_get_table (range->timeline, (const LscSpot *) wanted->data, wanted->len);
  if (!found->table)
    found->table = g_steal_pointer (&table);
  else
    lsc_table_append_table (found->table, table);
}

static gboolean
find_slices (const Work *work, Found *found, LscJob *job, GError **error)
{
  for (gsize i = 0; i < work->ranges->n; i++)
    {
      const LscRange *range = &work->ranges->ranges[i];
      LscSearch search = { .text = work->name,
                           .is_exact = TRUE,
                           .is_case_sensitive = TRUE,
                           .has_range = work->ranges->is_selected,
                           .begin_ns = range->begin_ns,
                           .end_ns = range->end_ns };
      g_autoptr (LscSearchResult) result = lsc_search_run (range->timeline, &search, job, error);

      if (!result)
        return FALSE;
      add_range (work, range, work->ranges->layout_ranks[i], result->hits, found);
    }
  return TRUE;
}

/* Leaves only the rank that is asked for. */
static void
restrict_ranges (Work *work)
{
  LscTimelineRanges *ranges = work->ranges;
  gsize n = 0;

  for (gsize i = 0; i < ranges->n; i++)
    if (work->rank == LSC_SLICE_NONE || ranges->layout_ranks[i] == work->rank)
      {
        LscRange range = ranges->ranges[i];
        guint32 rank = ranges->layout_ranks[i];
        gint64 offset_ns = ranges->offsets_ns[i];

        /* what is left out stays behind those that count, to be freed with them */
        ranges->ranges[i] = ranges->ranges[n];
        ranges->layout_ranks[i] = ranges->layout_ranks[n];
        ranges->offsets_ns[i] = ranges->offsets_ns[n];
        ranges->ranges[n] = range;
        ranges->offsets_ns[n] = offset_ns;
        ranges->layout_ranks[n++] = rank;
      }
  for (gsize i = n; i < ranges->n; i++)
    {
      lsc_timeline_unref ((LscTimeline *) ranges->ranges[i].timeline);
      g_free ((guint32 *) ranges->ranges[i].nodes);
    }
  ranges->n = n;
}

static gpointer
compute (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  Found *found = g_new0 (Found, 1);

  restrict_ranges (work);
  found->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (work->with_histogram)
    found->histogram =
        lsc_histogram_new (work->ranges->ranges, work->ranges->n, work->name, job, error);
  if ((!work->with_histogram || found->histogram) && find_slices (work, found, job, error))
    return found;
  found_free (found);
  return NULL;
}

/* ---- showing ---- */

/* A figure is not torn from its name at the end of a line. */
static void
append_figure (GString *text, const char *title, gint64 duration_ns)
{
  g_autofree char *ns = lsc_format_duration (duration_ns, LSC_TIME_UNIT_AUTO);
  g_autoptr (GString) item = g_string_new (title);

  g_string_append_printf (item, " %s", ns);
  g_string_replace (item, " ", "\302\240", 0);
  g_string_append_printf (text, "%s%s", text->len > 0 ? "   " : "", item->str);
}

static void
show_figures (LscPanelSlices *self)
{
  static const char *const titles[] = { N_ ("min"), "25 %", N_ ("median"), "75 %",
                                        "90 %",     "99 %", N_ ("max") };
  const LscHistogram *histogram = lsc_histogram_view_get (self->histogram);
  g_autoptr (GString) text = g_string_new (NULL);

  if (histogram && histogram->n > 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
        append_figure (text, _ (titles[i]), histogram->percentile_ns[i]);
      append_figure (text, _ ("mean"), (gint64) (histogram->mean_ns + 0.5));
      append_figure (text, _ ("sigma"), (gint64) (histogram->sigma_ns + 0.5));
    }
  gtk_label_set_label (self->figures, text->str);
}

static void
mark_selected (LscPanelSlices *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTimelineSpot spot = lsc_timeline_page_get_selected (page);
  LscTimeline *timeline =
      spot.rank != LSC_SLICE_NONE
          ? lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), spot.rank)
          : NULL;
  const LscLane *lane = timeline ? lsc_timeline_get_node (timeline, spot.spot.node)->lane : NULL;

  if (!lane || !self->name ||
      g_strcmp0 (lsc_timeline_text (timeline, lane->name[spot.spot.slice]), self->name) != 0)
    lsc_histogram_view_set_current (self->histogram, -1);
  else
    lsc_histogram_view_set_current (self->histogram,
                                    lsc_lane_get_duration_ns (lane, spot.spot.slice));
}

static void
show_count (LscPanelSlices *self, const Found *found)
{
  g_autofree char *count = lsc_format_count ((gint64) found->n_found);
  g_autofree char *listed = lsc_format_count ((gint64) found->ranks->len);
  g_autofree char *text = NULL;

  if (found->n_found > found->ranks->len)
    text = g_strdup_printf (_ ("%s: %s slices, the first %s listed; choose durations in the "
                               "histogram to see others"),
                            self->name, count, listed);
  else
    text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s: %s slice", "%s: %s slices", found->n_found), self->name,
        count);
  lsc_panel_set_text (LSC_PANEL (self), text);
}

static void
lsc_panel_slices_done (LscPanel *panel, gpointer result, const GError *error)
{
  static const char *const hidden[] = { "name", "id", "parent", NULL };
  static const char *const hidden_alone[] = { "rank", "name", "id", "parent", NULL };
  LscPanelSlices *self = LSC_PANEL_SLICES (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (page);
  Found *found = result;

  if (error)
    return;
  if (found->histogram)
    lsc_histogram_view_take (self->histogram, g_steal_pointer (&found->histogram));
  g_array_unref (self->ranks);
  self->ranks = g_array_ref (found->ranks);
  lsc_table_view_set_origin (
      self->table, lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page))->origin_ns);
  lsc_table_view_set_hidden (self->table,
                             lsc_timeline_layout_get_n_ranks (layout) > 1 ? hidden : hidden_alone);
  lsc_table_view_set_table (self->table, found->table);
  show_count (self, found);
  show_figures (self);
  mark_selected (self);
}

static void
lsc_panel_slices_refresh (LscPanel *panel)
{
  LscPanelSlices *self = LSC_PANEL_SLICES (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  Work *work;

  gtk_stack_set_visible_child_name (self->stack, self->name ? "slices" : "empty");
  if (!self->name)
    {
      lsc_panel_set_text (panel, NULL);
      return;
    }
  work = g_new0 (Work, 1);
  work->ranges = lsc_timeline_page_get_ranges (page);
  work->name = g_strdup (self->name);
  work->rank = self->rank;
  work->with_histogram = !self->keep_histogram;
  if (self->keep_histogram)
    work->has_brush =
        lsc_histogram_view_get_brush (self->histogram, &work->least_ns, &work->below_ns);
  self->keep_histogram = FALSE;
  lsc_panel_start (panel, &(LscTaskWork){ .name = "panel: occurrences",
                                          .run = compute,
                                          .data = work,
                                          .free_data = work_free,
                                          .free_result = found_free });
}

/* ---- what is listed ---- */

static void
on_pinning (LscTableView *view, LscPin *pin, LscPanelSlices *self)
{
  gint64 least_ns, below_ns;

  lsc_pin_set (pin, "name", self->name);
  if (!lsc_histogram_view_get_brush (self->histogram, &least_ns, &below_ns))
    return;
  lsc_pin_set_int (pin, "least_ns", least_ns);
  lsc_pin_set_int (pin, "below_ns", below_ns);
}

/**
 * lsc_panel_slices_show_name:
 * @rank: of the layout, %LSC_SLICE_NONE = all that are loaded
 *
 * Lists the slices of a name in the range and comes to the front.
 */
void
lsc_panel_slices_show_name (LscTimelinePage *page, const char *name, guint32 rank)
{
  LscPanelSlices *self;

  g_return_if_fail (LSC_IS_TIMELINE_PAGE (page) && name);
  self = LSC_PANEL_SLICES (lsc_app_page_get_panel (LSC_APP_PAGE (page), LSC_TIMELINE_TAB_SLICES));
  if (name != self->name)
    {
      g_free (self->name);
      self->name = g_strdup (name);
    }
  self->rank = rank;
  self->keep_histogram = FALSE;
  lsc_panel_invalidate (LSC_PANEL (self));
  lsc_app_page_show_panel (LSC_APP_PAGE (page), LSC_TIMELINE_TAB_SLICES);
}

/* The list follows the selection to other names, and stays while the user steps through it. */
static gboolean
follow_selection (LscPanelSlices *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTimelineSpot spot = lsc_timeline_page_get_selected (page);
  LscTimeline *timeline;
  const char *name;

  if (spot.rank == LSC_SLICE_NONE)
    return FALSE;
  timeline = lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), spot.rank);
  name = lsc_timeline_text (
      timeline, lsc_timeline_get_node (timeline, spot.spot.node)->lane->name[spot.spot.slice]);
  if (g_strcmp0 (name, self->name) == 0 &&
      (self->rank == LSC_SLICE_NONE || self->rank == spot.rank))
    {
      mark_selected (self);
      return FALSE;
    }
  g_free (self->name);
  self->name = g_strdup (name);
  self->rank = spot.rank;
  return TRUE;
}

static gboolean
lsc_panel_slices_wants (LscPanel *panel, guint what)
{
  LscPanelSlices *self = LSC_PANEL_SLICES (panel);
  gboolean wants = what == LSC_PANEL_ON_SELECTION ? follow_selection (self) : TRUE;

  if (what == LSC_PANEL_ON_RANKS) /* rows name slices of timelines that may be gone */
    {
      lsc_table_view_set_table (self->table, NULL);
      lsc_histogram_view_take (self->histogram, NULL);
    }
  if (wants)
    self->keep_histogram = FALSE;
  return wants;
}

static void
on_brushed (LscPanelSlices *self)
{
  self->keep_histogram = TRUE;
  lsc_panel_invalidate (LSC_PANEL (self));
}

static void
on_row_selected (LscTableView *table, guint row, LscPanelSlices *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTable *rows = lsc_table_view_get_table (table);
  int id = lsc_table_find_column (rows, "id");
  LscTimeline *timeline;
  guint32 rank;

  if (!page || id < 0 || row >= self->ranks->len)
    return;
  rank = g_array_index (self->ranks, guint32, row);
  timeline = lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), rank);
  if (timeline)
    lsc_timeline_page_show_slice (
        page, rank,
        lsc_timeline_get_spot (timeline, (guint32) lsc_table_get (rows, row, (guint) id).integer));
}

static void
on_row_entered (LscTableView *view, guint row, LscPanelSlices *self)
{
  on_row_selected (view, row, self);
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

static void
on_by_time_toggled (LscPanelSlices *self)
{
  lsc_histogram_view_set_by_time (self->histogram, gtk_check_button_get_active (self->by_time));
}

/* ---- life ---- */

static void
lsc_panel_slices_finalize (GObject *object)
{
  LscPanelSlices *self = LSC_PANEL_SLICES (object);

  g_array_unref (self->ranks);
  g_free (self->name);
  G_OBJECT_CLASS (lsc_panel_slices_parent_class)->finalize (object);
}

static void
lsc_panel_slices_class_init (LscPanelSlicesClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPanelSlices, stack),
                                               LSC_CHILD (LscPanelSlices, histogram),
                                               LSC_CHILD (LscPanelSlices, figures),
                                               LSC_CHILD (LscPanelSlices, by_time),
                                               LSC_CHILD (LscPanelSlices, table) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_panel_slices_finalize;
  panel_class->depends = LSC_PANEL_ON_RANGE | LSC_PANEL_ON_SELECTION | LSC_PANEL_ON_RANKS;
  panel_class->outdates = LSC_PANEL_ON_RANKS;
  panel_class->wants = lsc_panel_slices_wants;
  panel_class->refresh = lsc_panel_slices_refresh;
  panel_class->done = lsc_panel_slices_done;
  g_type_ensure (LSC_TYPE_HISTOGRAM_VIEW);
  lsc_template_set (class, "lsc-panel-slices", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_by_time_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_brushed);
  gtk_widget_class_bind_template_callback (widget_class, on_row_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, lsc_table_view_ask_export);
}

static void
lsc_panel_slices_init (LscPanelSlices *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lsc_labels_keep_units (GTK_WIDGET (self));
  self->rank = LSC_SLICE_NONE;
  self->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  lsc_table_view_set_label (self->table, _ ("Slices of this name"));
  g_signal_connect_object (self->table, "pinning", G_CALLBACK (on_pinning), self, 0);
}
