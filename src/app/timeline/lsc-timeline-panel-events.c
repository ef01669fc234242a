/* lsc-timeline-panel-events.c - every event of a lane, with all that was recorded of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "analyze/step/lsc-slice-args.h"
#include "base/lsc-time.h"
#include "app/parts/lsc-table-view.h"
#include "app/parts/lsc-template.h"
#include "app/timeline/lsc-timeline-panel.h"

#define MOST_LISTED 100000 /* rows; a range finds the others */
#define STRIDE 4096        /* rows between two looks at the job */

struct _LscPanelEvents
{
  LscPanel parent_instance;

  GtkStack *stack;
  GtkSearchEntry *filter;
  LscTableView *table;

  GPtrArray *paths; /* (nullable): of the lanes that are listed */
  guint32 rank;     /* of the layout */
  LscTable *all;    /* (nullable): without the filter */
  gsize n_found;    /* events of the lanes in the range */
  gboolean keeps_all;
};

G_DEFINE_FINAL_TYPE (LscPanelEvents, lsc_panel_events, LSC_TYPE_PANEL)

/** What a thread works on. */
typedef struct
{
  LscTimeline *timeline;
  GArray *ranges; /* LscRange of one lane each: lanes may be moved alone */
  GArray *nodes;  /* guint32, of these */
  char *filter;
  LscTable *all; /* (nullable): what only is to be filtered */
  gsize n_found;
} Work;

/** What it finds. */
typedef struct
{
  LscTable *all;
  LscTable *shown;
  gsize n_found;
} Found;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->timeline, lsc_timeline_unref);
  g_array_unref (work->ranges);
  g_array_unref (work->nodes);
  g_free (work->filter);
  g_clear_pointer (&work->all, lsc_table_unref);
  g_free (work);
}

static void
found_free (gpointer data)
{
  Found *found = data;

  g_clear_pointer (&found->all, lsc_table_unref);
  g_clear_pointer (&found->shown, lsc_table_unref);
  g_free (found);
}

/* ---- in the thread ---- */

static GArray *
list_spots (const Work *work)
{
  GArray *spots = g_array_new (FALSE, FALSE, sizeof (LscSpot));

  for (guint i = 0; i < work->ranges->len; i++)
    {
      LscRange range = g_array_index (work->ranges, LscRange, i);
      g_autoptr (GArray) of_lane = NULL;

      range.nodes = &g_array_index (work->nodes, guint32, i);
      of_lane = lsc_lane_slices_list (&range);
      g_array_append_vals (spots, of_lane->data, of_lane->len);
    }
  return spots;
}

/* (nullable): the events with their arguments */
static LscTable *
make_table (Work *work, LscJob *job, GError **error)
{
  g_autoptr (GArray) spots = list_spots (work);
  g_autoptr (LscSliceArgs) args = lsc_slice_args_new ();
  const LscSpot *list = (const LscSpot *) (gpointer) spots->data;
  gsize n = MIN (spots->len, (guint) MOST_LISTED);

  work->n_found = spots->len;
  return lsc_slice_args_learn (args, work->timeline, list, n, job, error)
             ? lsc_slice_args_get_table (args, work->timeline, list, n, job, error)
             : NULL;
}

/* Each text of a table is there once: whether it has the words is looked for once, too. */
static gboolean
has_words (GHashTable *known, const char *text, const char *words)
{
  gpointer has;
  g_autofree char *folded = NULL;

  if (g_hash_table_lookup_extended (known, text, NULL, &has))
    return GPOINTER_TO_INT (has);
  folded = g_utf8_casefold (text, -1);
  has = GINT_TO_POINTER (strstr (folded, words) != NULL);
  g_hash_table_insert (known, (gpointer) text, has);
  return GPOINTER_TO_INT (has);
}

static gboolean
row_has_words (LscTable *table, gsize row, GHashTable *known, const char *words)
{
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      LscValue value = lsc_table_get (table, row, i);
      g_autofree char *text = NULL;

      if (value.is_null)
        continue;
      if (value.type == LSC_TYPE_TEXT && has_words (known, value.text, words))
        return TRUE;
      if (value.type == LSC_TYPE_TEXT)
        continue;
      text = lsc_cell_exact (value, "");
      if (strstr (text, words))
        return TRUE;
    }
  return FALSE;
}

/* (transfer full) (nullable): the rows that have the words in some cell */
static LscTable *
filter_table (LscTable *table, const char *filter, LscJob *job, GError **error)
{
  g_autofree char *words = g_utf8_casefold (filter, -1);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  LscTable *shown;

  if (*words == '\0')
    return lsc_table_ref (table);
  for (guint32 row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      if (row % STRIDE == 0 && !lsc_job_check (job, error))
        return NULL;
      if (row_has_words (table, row, known, words))
        g_array_append_val (rows, row);
    }
  shown = lsc_table_new_like (table);
  lsc_table_append_rows (shown, table, (const guint32 *) (gpointer) rows->data, rows->len);
  return shown;
}

static gpointer
compute (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  Found *found = g_new0 (Found, 1);

  found->all = work->all ? lsc_table_ref (work->all) : make_table (work, job, error);
  if (found->all)
    found->shown = filter_table (found->all, work->filter, job, error);
  found->n_found = work->n_found;
  if (found->shown)
    return found;
  found_free (found);
  return NULL;
}

/* ---- showing ---- */

/* "Stream 2" or "Stream 2 and 3 more" */
static char *
name_lanes (LscPanelEvents *self)
{
  const char *path = g_ptr_array_index (self->paths, 0);
  const char *slash = strchr (path, '/');

  path = slash ? slash + 1 : path;
  return self->paths->len > 1
             ? g_strdup_printf (_ ("%s and %zu more"), path, (gsize) self->paths->len - 1)
             : g_strdup (path);
}

static void
show_count (LscPanelEvents *self, const Found *found)
{
  gsize n_listed = lsc_table_get_n_rows (found->all), n_shown = lsc_table_get_n_rows (found->shown);
  g_autofree char *lanes = name_lanes (self);
  g_autofree char *count = lsc_format_count ((gint64) found->n_found);
  g_autofree char *listed = lsc_format_count ((gint64) n_listed);
  g_autofree char *shown = lsc_format_count ((gint64) n_shown);
  g_autofree char *text = NULL;

  if (found->n_found > n_listed && n_shown == n_listed)
    text = g_strdup_printf (_ ("%s: the first %s of %s events; select a range to see others"),
                            lanes, listed, count);
  else if (found->n_found > n_listed)
    text = g_strdup_printf (_ ("%s: %s of the first %s events (%s in all)"), lanes, shown, listed,
                            count);
  else if (n_shown < n_listed)
    text = g_strdup_printf (_ ("%s: %s of %s events"), lanes, shown, count);
  else
    text = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s: %s event", "%s: %s events", found->n_found), lanes,
        count);
  lsc_panel_set_text (LSC_PANEL (self), text);
}

static void
lsc_panel_events_done (LscPanel *panel, gpointer result, const GError *error)
{
  static const char *const hidden[] = { "rank", "id", "parent", NULL };
  static const char *const hidden_alone[] = { "rank", "lane", "id", "parent", NULL };
  LscPanelEvents *self = LSC_PANEL_EVENTS (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  Found *found = result;

  if (error)
    {
      lsc_table_view_set_table (self->table, NULL);
      lsc_panel_set_text (panel, error->message);
      return;
    }
  g_clear_pointer (&self->all, lsc_table_unref);
  self->all = lsc_table_ref (found->all);
  self->n_found = found->n_found;
  lsc_table_view_set_origin (
      self->table, lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page))->origin_ns);
  lsc_table_view_set_hidden (self->table, self->paths->len > 1 ? hidden : hidden_alone);
  lsc_table_view_set_table (self->table, found->shown);
  show_count (self, found);
}

/* Adds a lane with the range where it is shown, or all time. */
static void
add_lane (Work *work, const LscTimelineView *view, guint32 rank, guint32 node)
{
  gint64 offset_ns = lsc_timeline_layout_get_node_offset (view->layout, rank, node);
  LscRange range = {
    .timeline = work->timeline, .n_nodes = 1, .begin_ns = G_MININT64, .end_ns = G_MAXINT64
  };

  if (view->has_range)
    {
      range.begin_ns = lsc_ns_add (view->range_begin_ns, offset_ns);
      range.end_ns = lsc_ns_add (view->range_end_ns, offset_ns);
    }
  g_array_append_val (work->ranges, range);
  g_array_append_val (work->nodes, node);
}

/* (transfer full) (nullable): NULL while no lane of the list is there */
static Work *
work_new (LscPanelEvents *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  const LscTimelineView *view = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page));
  Work *work = g_new0 (Work, 1);
  guint32 rank, node;

  work->ranges = g_array_new (FALSE, FALSE, sizeof (LscRange));
  work->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  work->filter = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->filter)));
  if (self->keeps_all && self->all)
    {
      work->all = lsc_table_ref (self->all);
      work->n_found = self->n_found;
      return work;
    }
  for (guint i = 0; i < self->paths->len; i++)
    {
      if (!lsc_timeline_layout_find_path (view->layout, g_ptr_array_index (self->paths, i), &rank,
                                          &node))
        continue;
      if (!work->timeline)
        work->timeline = lsc_timeline_ref (lsc_timeline_layout_get_timeline (view->layout, rank));
      self->rank = rank; /* lanes of one strip are of one rank */
      add_lane (work, view, rank, node);
    }
  if (work->timeline)
    return work;
  work_free (work);
  return NULL;
}

static void
lsc_panel_events_refresh (LscPanel *panel)
{
  LscPanelEvents *self = LSC_PANEL_EVENTS (panel);
  Work *work = self->paths ? work_new (self) : NULL;

  self->keeps_all = FALSE;
  gtk_stack_set_visible_child_name (self->stack, work ? "events" : "empty");
  gtk_widget_set_sensitive (GTK_WIDGET (self->filter), work != NULL);
  if (!work)
    {
      lsc_panel_stop (panel);
      lsc_panel_set_text (panel, NULL);
      return;
    }
  lsc_panel_start (panel, &(LscTaskWork){ .name = "panel: events of a lane",
                                          .run = compute,
                                          .data = work,
                                          .free_data = work_free,
                                          .free_result = found_free });
}

/* Rows name slices of timelines that may be gone. */
static gboolean
lsc_panel_events_wants (LscPanel *panel, guint what)
{
  LscPanelEvents *self = LSC_PANEL_EVENTS (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  GPtrArray *lanes = page ? lsc_timeline_page_get_listed_lanes (page) : NULL;

  if (what == LSC_PANEL_ON_LANES && lanes)
    {
      g_clear_pointer (&self->paths, g_ptr_array_unref);
      self->paths = g_ptr_array_ref (lanes);
    }
  if (what != LSC_PANEL_ON_RANGE)
    {
      lsc_table_view_set_table (self->table, NULL);
      g_clear_pointer (&self->all, lsc_table_unref);
    }
  self->keeps_all = FALSE;
  return TRUE;
}

/* ---- what the user does ---- */

/* Which table it is; the page asks for the rest. */
static void
on_pinning (LscTableView *view, LscPin *pin, LscPanelEvents *self)
{
  lsc_pin_set (pin, "events", "yes");
}

/* Whose events they are: the rank once for each lane, as a lane may be moved alone. */
static gboolean
lsc_panel_events_complete_pin (LscPanel *panel, LscPin *pin)
{
  LscPanelEvents *self = LSC_PANEL_EVENTS (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  const LscTimelineView *view = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page));
  g_autoptr (GString) ranks = g_string_new (NULL), offsets = g_string_new (NULL),
                      lanes = g_string_new (NULL);
  guint32 rank, node;

  for (guint i = 0; self->paths && i < self->paths->len; i++)
    {
      g_autofree char *number = NULL;

      if (!lsc_timeline_layout_find_path (view->layout, g_ptr_array_index (self->paths, i), &rank,
                                          &node))
        continue;
      number = lsc_rank_to_text (lsc_timeline_layout_get_timeline (view->layout, rank)->rank);
      g_string_append_printf (ranks, "%s%s", ranks->len > 0 ? "," : "", number);
      g_string_append_printf (offsets, "%s%" G_GINT64_FORMAT, offsets->len > 0 ? "," : "",
                              lsc_timeline_layout_get_node_offset (view->layout, rank, node));
      g_string_append_printf (lanes, "%s%u", lanes->len > 0 ? ";" : "", node);
    }
  lsc_pin_set (pin, "ranks", ranks->str);
  lsc_pin_set (pin, "offsets", offsets->str);
  lsc_pin_set (pin, "lanes", lanes->str);
  if (view->has_range)
    {
      lsc_pin_set_int (pin, "begin_ns", view->range_begin_ns);
      lsc_pin_set_int (pin, "end_ns", view->range_end_ns);
    }
  return ranks->len > 0;
}

static void
on_filter_changed (LscPanelEvents *self)
{
  self->keeps_all = TRUE;
  lsc_panel_invalidate (LSC_PANEL (self));
}

static void
on_row_selected (LscTableView *table, guint row, LscPanelEvents *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTimeline *timeline =
      page ? lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), self->rank)
           : NULL;
  gint64 id;

  if (timeline && lsc_table_get_int (lsc_table_view_get_table (table), row, "id", &id) &&
      id < timeline->n_slices)
    lsc_timeline_page_show_slice (page, self->rank, lsc_timeline_get_spot (timeline, (guint32) id));
}

static void
on_row_entered (LscTableView *view, guint row, LscPanelEvents *self)
{
  on_row_selected (view, row, self);
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

/* ---- life ---- */

static void
lsc_panel_events_finalize (GObject *object)
{
  LscPanelEvents *self = LSC_PANEL_EVENTS (object);

  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_clear_pointer (&self->all, lsc_table_unref);
  G_OBJECT_CLASS (lsc_panel_events_parent_class)->finalize (object);
}

static void
lsc_panel_events_class_init (LscPanelEventsClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPanelEvents, stack),
                                               LSC_CHILD (LscPanelEvents, filter),
                                               LSC_CHILD (LscPanelEvents, table) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_panel_events_finalize;
  panel_class->depends = LSC_PANEL_ON_RANGE | LSC_PANEL_ON_RANKS | LSC_PANEL_ON_LANES;
  panel_class->outdates = LSC_PANEL_ON_RANKS | LSC_PANEL_ON_LANES;
  panel_class->complete_pin = lsc_panel_events_complete_pin;
  panel_class->wants = lsc_panel_events_wants;
  panel_class->refresh = lsc_panel_events_refresh;
  panel_class->done = lsc_panel_events_done;
  lsc_template_set (class, "lsc-panel-events", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_row_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, lsc_table_view_ask_export);
}

static void
lsc_panel_events_init (LscPanelEvents *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rank = LSC_SLICE_NONE;
  lsc_table_view_set_label (self->table, _ ("Events of a lane"));
  g_signal_connect_object (self->table, "pinning", G_CALLBACK (on_pinning), self, 0);
}
