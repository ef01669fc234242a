/* lsc-timeline-page-details.c - what the details pane says of the selection
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/timeline/lsc-timeline-describe.h"
#include "app/timeline/lsc-timeline-page-private.h"

/** What a thread reads again. */
typedef struct
{
  LscTimeline *timeline;
  LscTimelineSpot spot;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lsc_timeline_unref (work->timeline);
  g_free (work);
}

static gpointer
run_read (gpointer data, LscJob *job, GError **error)
{
  Work *work = data;
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) fields =
      lsc_timeline_read_details (work->timeline, work->spot.spot, &failure);

  if (!failure)
    return g_steal_pointer (&fields);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

static gboolean
is_same (const LscTimelineSpot *a, const LscTimelineSpot *b)
{
  return a->rank == b->rank && a->spot.node == b->spot.node && a->spot.slice == b->spot.slice;
}

static void
on_read (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTimelinePage *self = owner;
  const Work *work = data;
  g_autoptr (GPtrArray) fields = result;

  if (self->ranks->len > work->spot.rank &&
      lsc_timeline_layout_get_timeline (lsc_timeline_chart_get_layout (self->chart),
                                        work->spot.rank) != work->timeline)
    return;
  self->extra = g_steal_pointer (&fields);
  self->extra_error = error ? g_strdup (error->message) : NULL;
  _lsc_timeline_page_tell (self, LSC_PANEL_ON_SELECTION);
}

/* To be called when another slice is selected: reads the rest of it again. */
void
_lsc_timeline_page_details_changed (LscTimelinePage *self)
{
  LscTimelineSpot spot = lsc_timeline_chart_get_selected (self->chart);
  LscTimeline *timeline;
  Work *work;

  if (is_same (&spot, &self->detailed))
    return;
  lsc_task_stop (&self->detailing);
  self->detailed = spot;
  g_clear_pointer (&self->extra, g_ptr_array_unref);
  g_clear_pointer (&self->extra_error, g_free);
  if (spot.rank == LSC_SLICE_NONE)
    return;
  timeline =
      lsc_timeline_layout_get_timeline (lsc_timeline_chart_get_layout (self->chart), spot.rank);
  if (!timeline || !timeline->read_details)
    return;
  work = g_new0 (Work, 1);
  work->timeline = lsc_timeline_ref (timeline);
  work->spot = spot;
  lsc_task_start (self, &self->detailing,
                  &(LscTaskWork){ .name = "timeline: read details",
                                  .run = run_read,
                                  .data = work,
                                  .free_data = work_free,
                                  .free_result = (GDestroyNotify) g_ptr_array_unref,
                                  .done = on_read,
                                  .priority = G_PRIORITY_HIGH });
}

/**
 * _lsc_timeline_page_get_details:
 *
 * What is read from the file again comes later; "selection-changed" is emitted then.
 *
 * Returns: (transfer full) (element-type GStrv): a label, a value and, for a row that leads
 *   somewhere, a detailed action of the page each, about the slice, else about the range
 */
GPtrArray *
_lsc_timeline_page_get_details (LscAppPage *page)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  GPtrArray *rows;

  if (view->selected.rank == LSC_SLICE_NONE)
    return lsc_timeline_range_details_new (view);
  rows = lsc_timeline_details_new (view, &view->selected);
  for (guint i = 0; self->extra && i < self->extra->len; i++)
    {
      const LscDetail *detail = g_ptr_array_index (self->extra, i);

      lsc_timeline_details_add (rows, detail->key, detail->value);
    }
  if (self->extra_error)
    lsc_timeline_details_add (rows, _ ("Not available"), self->extra_error);
  return rows;
}

static void
copy_details (LscTimelinePage *self, gboolean as_json)
{
  g_autoptr (GPtrArray) rows = _lsc_timeline_page_get_details (LSC_APP_PAGE (self));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *json = NULL;

  if (rows->len == 0)
    {
      _lsc_timeline_page_bell (self);
      return;
    }
  if (as_json)
    json = lsc_timeline_details_to_json (rows);
  for (guint i = 0; !as_json && i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      g_string_append_printf (text, "%s\t%s\n", row[0], row[1]);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), as_json ? json : text->str);
  lsc_timeline_page_say (self, _ ("Details copied"));
}

/* Local times of the slice or range for another page. */
static void
show_in (LscTimelinePage *self, LscPlace place)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscTimelineSpot spot = view->selected;
  guint32 rank = spot.rank;
  gint64 begin_ns, end_ns, offset;
  gboolean is_slice = lsc_timeline_chart_get_slice_time (self->chart, &spot, &begin_ns, &end_ns);

  if (!is_slice)
    {
      rank = _lsc_timeline_page_get_current_rank (self);
      begin_ns = view->range_begin_ns;
      end_ns = view->range_end_ns;
      if (!view->has_range)
        {
          lsc_timeline_page_say (self, _ ("Select a slice or a range first."));
          return;
        }
    }
  if (rank >= self->ranks->len)
    return;
  offset = is_slice ? lsc_timeline_layout_get_node_offset (view->layout, rank, spot.spot.node)
                    : lsc_timeline_layout_get_offset (view->layout, rank);
  lsc_app_page_jump (
      LSC_APP_PAGE (self),
      &(LscJump){ .place = place,
                  .rank = ((LscTimelineRank *) g_ptr_array_index (self->ranks, rank))->source->rank,
                  .begin_ns = begin_ns + offset,
                  .end_ns = MAX (end_ns, begin_ns + 1) + offset });
}

const LscAppPageAction _lsc_timeline_page_detail_actions[] = {
  { "timeline.copy-text", G_CALLBACK (copy_details), FALSE },
  { "timeline.copy-json", G_CALLBACK (copy_details), TRUE },
  { "timeline.show-modules", G_CALLBACK (show_in), LSC_PLACE_MODULES },
  { "timeline.show-pipeline", G_CALLBACK (show_in), LSC_PLACE_BLOCK },
  { NULL },
};
