/* lsc-timeline-page-pin.c - what is pinned of the lanes and the panels below them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "app/timeline/lsc-timeline-page-private.h"
#include "app/timeline/lsc-timeline-panels.h"

/* Numbers of the ranks, and by how much their clocks are shifted where any is. @offsets_ns:
 * (nullable): of each, unless it is that of the rank */
static void
take_ranks (LscPin *pin, LscTimelineLayout *layout, const guint32 *ranks, const gint64 *offsets_ns,
            gsize n)
{
  g_autoptr (GString) numbers = g_string_new (NULL), offsets = g_string_new (NULL);
  gboolean is_shifted = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      gint64 offset_ns =
          offsets_ns ? offsets_ns[i] : lsc_timeline_layout_get_offset (layout, ranks[i]);
      g_autofree char *rank = NULL;

      rank = lsc_rank_to_text (lsc_timeline_layout_get_timeline (layout, ranks[i])->rank);
      g_string_append_printf (numbers, "%s%s", i > 0 ? "," : "", rank);
      g_string_append_printf (offsets, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", offset_ns);
      is_shifted = is_shifted || offset_ns != 0;
    }
  lsc_pin_set (pin, "ranks", numbers->str);
  lsc_pin_set (pin, "offsets", is_shifted ? offsets->str : NULL);
}

static gsize
list_loaded (LscTimelineLayout *layout, guint32 *ranks)
{
  gsize n = 0;

  for (guint32 i = 0; i < lsc_timeline_layout_get_n_ranks (layout); i++)
    if (lsc_timeline_layout_get_timeline (layout, i))
      ranks[n++] = i;
  return n;
}

static void
take_chart (LscTimelinePage *self, LscPin *pin)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  g_autofree char *state = lsc_timeline_layout_save (view->layout);
  const char *filter = gtk_editable_get_text (GTK_EDITABLE (self->filter));

  lsc_pin_set_int (pin, "begin_ns", view->port.begin_ns);
  lsc_pin_set_int (pin, "end_ns", view->port.begin_ns + (gint64) view->port.span_ns);
  lsc_pin_set_int (pin, "origin_ns", view->origin_ns);
  lsc_pin_set (pin, "state", state);
  lsc_pin_set (pin, "filter", *filter != '\0' ? filter : NULL);
  if (view->color != 0)
    lsc_pin_set_int (pin, "color", (gint64) view->color);
}

static void
append_lanes (GString *out, const LscRange *range)
{
  g_string_append (out, out->len > 0 ? ";" : "");
  for (gsize i = 0; i < range->n_nodes; i++)
    g_string_append_printf (out, "%s%u", i > 0 ? " " : "", range->nodes[i]);
}

/* The ranks, time and lanes that tables of slices are of. */
static void
take_ranges (LscTimelinePage *self, LscPin *pin)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);
  LscTimelineRanges *ranges = lsc_timeline_page_get_ranges (self);
  g_autoptr (GString) lanes = g_string_new (NULL);

  take_ranks (pin, view->layout, ranges->layout_ranks, ranges->offsets_ns, ranges->n);
  for (gsize i = 0; i < ranges->n; i++)
    append_lanes (lanes, &ranges->ranges[i]);
  /* a rank that is there twice has some of its lanes here, some there */
  lsc_pin_set (pin, "lanes", ranges->has_lanes || ranges->n > ranges->n_ranks ? lanes->str : NULL);
  if (ranges->is_selected)
    {
      lsc_pin_set_int (pin, "begin_ns", view->range_begin_ns);
      lsc_pin_set_int (pin, "end_ns", view->range_end_ns);
    }
  lsc_timeline_ranges_free (ranges);
}

/* The slices of the lane that the flame graph draws, name by name: paper has no room for its tree.
 */
static gboolean
take_flame (LscTimelinePage *self, LscPin *pin, GError **error)
{
  g_free (pin->view);
  pin->view = g_strdup ("timeline/range");
  take_ranges (self, pin);
  return lsc_panel_complete_pin (
             lsc_app_page_get_panel (LSC_APP_PAGE (self), LSC_TIMELINE_TAB_FLAME), pin) ||
         lsc_app_page_fail_pin (error);
}

/* What the search found is of all lanes, and of a range only while that is locked. */
static void
take_hits (LscTimelinePage *self, LscPin *pin)
{
  const LscTimelineView *view = lsc_timeline_chart_get_view (self->chart);

  if (!self->range_is_locked || !view->has_range)
    return;
  lsc_pin_set_int (pin, "begin_ns", view->range_begin_ns);
  lsc_pin_set_int (pin, "end_ns", view->range_end_ns);
}

/** _lsc_timeline_page_complete_pin: says which ranks, time and lanes a pin is of */
gboolean
_lsc_timeline_page_complete_pin (LscAppPage *page, LscPin *pin, GError **error)
{
  LscTimelinePage *self = LSC_TIMELINE_PAGE (page);
  LscTimelineLayout *layout = lsc_timeline_page_get_layout (self);
  g_autofree guint32 *ranks = g_new (guint32, lsc_timeline_layout_get_n_ranks (layout) + 1);
  gsize n = list_loaded (layout, ranks);

  if (n == 0)
    return lsc_app_page_fail_pin (error);
  take_ranks (pin, layout, ranks, NULL, n);
  if (strcmp (pin->view, "timeline/flame") == 0)
    return take_flame (self, pin, error);
  if (strcmp (pin->view, "timeline/chart") == 0)
    take_chart (self, pin);
  else if (lsc_pin_get (pin, "events"))
    lsc_panel_complete_pin (lsc_app_page_get_panel (page, LSC_TIMELINE_TAB_EVENTS), pin);
  else if (strcmp (pin->view, "timeline/range") == 0 || lsc_pin_get (pin, "name"))
    take_ranges (self, pin);
  else if (lsc_pin_get (pin, "text"))
    take_hits (self, pin);
  return TRUE;
}
