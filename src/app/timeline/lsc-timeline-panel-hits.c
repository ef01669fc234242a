/* lsc-timeline-panel-hits.c - what the search found, as a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-panel.h"
#include "app/parts/lsc-template.h"

#define MOST_LISTED 200000 /* F3 steps through the others */

struct _LscPanelHits
{
  LscPanel parent_instance;

  LscTableView *table;
  GArray *spots; /* LscTimelineSpot of each row */
  gsize n_found;
};

G_DEFINE_FINAL_TYPE (LscPanelHits, lsc_panel_hits, LSC_TYPE_PANEL)

/** What a thread works on: timelines by rank of the layout. */
typedef struct
{
  GPtrArray *timelines; /* (element-type LscTimeline) (nullable) */
  GArray *spots;
} Work;

static void
timeline_unref (gpointer data)
{
  if (data)
    lsc_timeline_unref (data);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  g_ptr_array_unref (work->timelines);
  g_array_unref (work->spots);
  g_free (work);
}

/* Rows in the order of the hits, which go from rank to rank: tables of runs, one after another. */
static gpointer
compute (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GArray) run = g_array_new (FALSE, FALSE, sizeof (LscSpot));

  for (guint i = 0; i < work->spots->len; i++)
    {
      const LscTimelineSpot *spot = &g_array_index (work->spots, LscTimelineSpot, i);
      g_autoptr (LscTable) part = NULL;

      g_array_append_val (run, spot->spot);
      if (i + 1 < work->spots->len && spot[1].rank == spot->rank)
        continue;
      if (!lsc_job_check (job, error))
        return NULL;
      part = lsc_slices_get_table (g_ptr_array_index (work->timelines, spot->rank),
                                   (const LscSpot *) run->data, run->len);
      g_array_set_size (run, 0);
      if (!table)
        table = g_steal_pointer (&part);
      else
        lsc_table_append_table (table, part);
    }
  return g_steal_pointer (&table);
}

static void
lsc_panel_hits_done (LscPanel *panel, gpointer result, const GError *error)
{
  static const char *const hidden[] = { "id", "parent", "row", NULL };
  LscPanelHits *self = LSC_PANEL_HITS (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  g_autofree char *count = lsc_format_count ((gint64) self->n_found);
  g_autofree char *listed = lsc_format_count ((gint64) self->spots->len);
  g_autofree char *text = NULL;

  if (error)
    return;
  text = self->n_found > self->spots->len
             ? g_strdup_printf (_ ("%s matches, the first %s listed"), count, listed)
             : g_strdup_printf (
                   g_dngettext (GETTEXT_PACKAGE, "%s match", "%s matches", self->n_found), count);
  lsc_panel_set_text (panel, text);
  lsc_table_view_set_hidden (self->table, hidden);
  lsc_table_view_set_origin (
      self->table, lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page))->origin_ns);
  lsc_table_view_set_table (self->table, result);
}

/* What was looked for, as it was. */
static void
on_pinning (LscTableView *view, LscPin *pin, LscPanelHits *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));

  if (page)
    lsc_timeline_page_pin_search (page, pin);
}

static Work *
work_new (LscPanelHits *self, LscTimelineLayout *layout)
{
  Work *work = g_new0 (Work, 1);

  work->spots = g_array_ref (self->spots);
  work->timelines = g_ptr_array_new_with_free_func (timeline_unref);
  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    {
      LscTimeline *timeline = lsc_timeline_layout_get_timeline (layout, i);

      g_ptr_array_add (work->timelines, timeline ? lsc_timeline_ref (timeline) : NULL);
    }
  return work;
}

static void
lsc_panel_hits_refresh (LscPanel *panel)
{
  LscPanelHits *self = LSC_PANEL_HITS (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  const GArray *hits = lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page))->hits;

  self->n_found = hits ? hits->len : 0;
  g_array_unref (self->spots);
  self->spots = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  if (self->n_found == 0)
    {
      lsc_panel_stop (panel);
      lsc_table_view_set_table (self->table, NULL);
      lsc_panel_set_text (panel,
                          _ ("Nothing is found yet: type into the field at the top (Ctrl+F)."));
      return;
    }
  g_array_append_vals (self->spots, hits->data, (guint) MIN (self->n_found, (gsize) MOST_LISTED));
  lsc_panel_start (panel,
                   &(LscTaskWork){ .name = "panel: list matches",
                                   .run = compute,
                                   .data = work_new (self, lsc_timeline_page_get_layout (page)),
                                   .free_data = work_free,
                                   .free_result = (GDestroyNotify) lsc_table_unref });
}

static void
on_row_selected (LscTableView *table, guint row, LscPanelHits *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  const LscTimelineSpot *spot;

  if (!page || row >= self->spots->len)
    return;
  spot = &g_array_index (self->spots, LscTimelineSpot, row);
  if (lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), spot->rank))
    lsc_timeline_page_show_slice (page, spot->rank, spot->spot);
}

static void
on_row_entered (LscTableView *view, guint row, LscPanelHits *self)
{
  on_row_selected (view, row, self);
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

static void
lsc_panel_hits_finalize (GObject *object)
{
  g_array_unref (LSC_PANEL_HITS (object)->spots);
  G_OBJECT_CLASS (lsc_panel_hits_parent_class)->finalize (object);
}

static void
lsc_panel_hits_class_init (LscPanelHitsClass *class)
{
  static const LscTemplateChild children[] = { LSC_CHILD (LscPanelHits, table) };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = lsc_panel_hits_finalize;
  panel_class->depends = LSC_PANEL_ON_HITS | LSC_PANEL_ON_RANKS;
  panel_class->outdates = LSC_PANEL_ON_RANKS;
  panel_class->refresh = lsc_panel_hits_refresh;
  panel_class->done = lsc_panel_hits_done;
  lsc_template_set (class, "lsc-panel-hits", children, G_N_ELEMENTS (children));
  gtk_widget_class_bind_template_callback (widget_class, on_row_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, lsc_table_view_ask_export);
}

static void
lsc_panel_hits_init (LscPanelHits *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->spots = g_array_new (FALSE, FALSE, sizeof (LscTimelineSpot));
  lsc_table_view_set_label (self->table, _ ("Matches of the search"));
  g_signal_connect_object (self->table, "pinning", G_CALLBACK (on_pinning), self, 0);
}
