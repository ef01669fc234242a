/* lsc-memory-sheet.c - the page with a chart of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/memory/lsc-memory-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/memory/lsc-memory-painter.h"

#define WHOLE_HEIGHT 360.0
#define MOST_PEAKS 200 /* of the description */

typedef struct
{
  LscMemoryPainter *painter;
  LscMemoryView view;
} Sheet;

static void
paint_chart (gpointer data, cairo_t *cr, double scale)
{
  Sheet *self = data;

  self->view.scale = MAX (scale, 1);
  lsc_memory_painter_paint_body (self->painter, cr, &self->view);
  lsc_memory_painter_paint_moment (self->painter, cr, &self->view);
  lsc_memory_painter_paint_headers (self->painter, cr, &self->view);
  lsc_memory_painter_paint_ruler (self->painter, cr, &self->view);
  lsc_color_set (cr, &self->view.theme.grid);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, -0.5, -0.5, self->view.port.width + 1, self->view.port.height + 1);
  cairo_stroke (cr);
}

static double
paint_legend (gpointer data, cairo_t *cr)
{
  Sheet *self = data;

  return lsc_memory_painter_paint_legend (self->painter, cr, &self->view, self->view.port.width);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_memory_painter_free (self->painter);
  g_free (self);
}

/* (transfer full): what is shown, of which pool */
static char *
name_content (const LscMemoryView *view)
{
  const LscMemoryLog *log = view->plot->log;
  const char *pool = view->plot->pool < log->pools.n
                         ? lsc_intern_text (log->texts, log->pools.items[view->plot->pool].name)
                         : NULL;

  if (view->plot->form == LSC_MEMORY_PLOT_COMPONENTS)
    return g_strdup (_ ("Memory of the process by component"));
  return pool ? g_strdup_printf (_ ("Memory of the pool %s"), pool) : g_strdup (_ ("Memory"));
}

/* What is seen, for those who cannot: how high each series goes, and each step. */
static char *
describe (const LscMemoryView *view, const char *about)
{
  GString *text = g_string_new (about);

  for (guint i = 0; i < view->plot->series->len; i++)
    {
      const LscMemorySeries *series = lsc_memory_plot_get (view->plot, i);
      g_autofree char *time = lsc_memory_view_name_time (view, series->peak_ns);
      g_autofree char *size = lsc_memory_format_bytes (series->peak_bytes);

      g_string_append_printf (text, _ ("\n%s: at most %s, at %s"),
                              lsc_memory_series_get_title (series), size, time);
    }
  for (guint i = 0; i < MIN (view->plot->peaks->len, MOST_PEAKS); i++)
    {
      const LscMemoryPlotPeak *peak = &g_array_index (view->plot->peaks, LscMemoryPlotPeak, i);
      g_autofree char *time = lsc_memory_view_name_time (view, peak->time_ns);
      g_autofree char *size = lsc_memory_format_bytes (peak->bytes);

      g_string_append_printf (text, _ ("\nPeak at %s: %s"), time, size);
    }
  return g_string_free (text, FALSE);
}

static void
set_up_view (LscMemoryView *view, const LscPageOptions *options)
{
  if (!options->keep_theme)
    view->theme = lsc_theme_light ();
  view->port.width = CLAMP (round (view->port.width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  view->port.height =
      CLAMP (round (view->port.height - view->legend_px), LSC_PAGE_LEAST_HEIGHT, LSC_PAGE_MOST_PX);
  view->legend_px = 0; /* the page has one below */
  if (!options->is_whole)
    return;
  if (!options->is_figure)
    view->port.height = MAX (view->port.height, WHOLE_HEIGHT);
  lsc_memory_view_fit (view);
}

/**
 * lsc_memory_sheet_new:
 * @view: not empty; its plot outlives the page
 * @context: fonts of the texts
 *
 * Makes the page around a chart of memory (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_memory_sheet_new (const LscMemoryView *view, const LscPageOptions *options,
                      PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (view && !lsc_memory_view_is_empty (view) && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  self->view = *view;
  self->painter = lsc_memory_painter_new (context);
  set_up_view (&self->view, options);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->view.theme,
    .width = self->view.port.width,
    .height = self->view.port.height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Memory")),
    .about = name_content (&self->view),
    .footer = g_strdup (options->footer),
    .paint_chart = paint_chart,
    .paint_legend = paint_legend,
    .data = self,
    .free_data = sheet_free,
  };
  page->description = describe (&self->view, page->about);
  return page;
}
