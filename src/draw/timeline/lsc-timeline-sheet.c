/* lsc-timeline-sheet.c - the page with the lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/timeline/lsc-timeline-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/timeline/lsc-timeline-painter-private.h"
#include "draw/timeline/lsc-timeline-swatches.h"

typedef struct
{
  LscTimelinePainter *painter;
  LscTimelineView view;
  GArray *legend; /* swatches */
} Sheet;

/* ---- what is shown, in words ---- */

/* The window's length and begin, the ranks. An axis that was set to begin elsewhere, as that of two
 * recordings is, does not count from the first event. */
static char *
describe (const LscTimelineView *view)
{
  gint64 first = 0, begin = view->port.begin_ns - view->origin_ns;
  gboolean is_usual = !lsc_timeline_layout_get_extent (view->layout, &first, &(gint64){ 0 }) ||
                      first == view->origin_ns;
  g_autofree char *length =
      lsc_format_duration ((gint64) MIN (round (view->port.span_ns), 9e18), LSC_TIME_UNIT_AUTO);
  g_autofree char *from =
      lsc_format_duration (is_usual ? MAX (begin, 0) : begin, LSC_TIME_UNIT_AUTO);
  gsize n = lsc_timeline_layout_get_n_ranks (view->layout);

  if (!is_usual)
    return g_strdup_printf (ngettext ("%s from %s on the axis · %zu rank",
                                      "%s from %s on the axis · %zu ranks", (gulong) n),
                            length, from, n);
  return g_strdup_printf (ngettext ("%s from %s after the first event · %zu rank",
                                    "%s from %s after the first event · %zu ranks", (gulong) n),
                          length, from, n);
}

/* The same, and the lanes in the view. */
static char *
describe_lanes (const char *about, const LscTimelineView *view)
{
  g_autoptr (GString) text = g_string_new (about);

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (view->layout); i++)
    {
      const LscStrip *strip = lsc_timeline_layout_get_strip (view->layout, i);
      g_autofree char *path = lsc_timeline_layout_get_path (view->layout, strip->rank, strip->node);
      double top = _lsc_view_strip_top (view, strip);

      if (top < view->port.height && top + strip->height > view->ruler_height)
        g_string_append_printf (text, "\n%s", path ? path : "");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- chart and legend ---- */

static void
paint_chart (gpointer data, cairo_t *cr, double scale)
{
  Sheet *self = data;

  self->view.scale = MAX (scale, 1);
  lsc_timeline_painter_paint (self->painter, cr, &self->view, scale > 0);
  lsc_color_set (cr, &self->view.theme.grid);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, -0.5, -0.5, self->view.port.width + 1, self->view.port.height + 1);
  cairo_stroke (cr);
}

static double
paint_legend (gpointer data, cairo_t *cr)
{
  Sheet *self = data;

  return lsc_timeline_swatches_paint (self->legend, self->painter->text,
                                      &self->view.theme.foreground, cr, self->view.port.width);
}

/* ---- the page ---- */

static void
set_up_view (LscTimelineView *view, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->hovered = LSC_TIMELINE_SPOT_NONE;
  view->hover_x = -1;
  view->focus_strip = G_MAXSIZE;
  view->port.width = CLAMP (round (view->port.width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  if (options->is_whole)
    {
      view->port.scroll_y = 0;
      view->port.height =
          ceil (view->ruler_height + lsc_timeline_layout_get_pinned_height (view->layout) +
                lsc_timeline_layout_get_content_height (view->layout));
    }
  view->port.height = MAX (round (view->port.height), LSC_PAGE_LEAST_HEIGHT);
}

/* Where a long chart can be torn without cutting a lane. */
static GArray *
list_row_tops (const LscTimelineView *view)
{
  GArray *tops = g_array_new (FALSE, FALSE, sizeof (double));
  double end = view->port.height;

  for (gsize i = 0; i < lsc_timeline_layout_get_n_strips (view->layout); i++)
    {
      double top = _lsc_view_strip_top (view, lsc_timeline_layout_get_strip (view->layout, i));

      g_array_append_val (tops, top);
    }
  g_array_append_val (tops, end);
  return tops;
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_timeline_painter_free (self->painter);
  g_array_unref (self->legend);
  g_free (self);
}

/**
 * lsc_timeline_sheet_new:
 * @view: its layout, hits and marks are borrowed for the life of the page
 * @context: fonts of the texts
 *
 * Makes the page around the lanes: title, time scale, lanes, legend, footer (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_timeline_sheet_new (const LscTimelineView *view, const LscPageOptions *options,
                        PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (view && view->layout && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  self->view = *view;
  self->painter = lsc_timeline_painter_new (context);
  self->view.port.header_width =
      MAX (view->port.header_width, MIN (lsc_timeline_painter_measure_names (self->painter, view),
                                         LSC_TIMELINE_WIDE_HEADER_PX));
  set_up_view (&self->view, options);
  self->legend = lsc_timeline_swatches_new (&self->view, NULL);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.port.width,
    .height = self->view.port.height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Timeline")),
    .about = describe (&self->view),
    .footer = g_strdup (options->footer),
    .paint_chart = paint_chart,
    .row_tops = list_row_tops (&self->view),
    .paint_legend = paint_legend,
    .data = self,
    .free_data = sheet_free,
  };
  page->description = describe_lanes (page->about, &self->view);
  return page;
}
