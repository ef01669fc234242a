/* lsc-rank-sheet.c - the page with a chart of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-rank-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/overview/lsc-rank-painter.h"

typedef struct
{
  LscRankPainter *painter;
  LscRankChart chart;
} Sheet;

static char *
describe (const LscRankChart *chart)
{
  gulong n = chart->rows->rows->len;
  g_autofree char *ranks = g_strdup_printf (ngettext ("%lu rank", "%lu ranks", n), n);

  if (chart->kind == LSC_RANK_CHART_STEPS)
    return g_strdup_printf (_ ("Length of each step · %s"), ranks);
  return g_strdup_printf (_ ("Where the time of a step goes, median of the steps · %s"), ranks);
}

/* The same, and how long the step of each rank is. */
static char *
describe_ranks (const char *about, const LscRankChart *chart)
{
  g_autoptr (GString) text = g_string_new (about);

  for (guint i = 0; i < chart->rows->rows->len; i++)
    {
      const LscRankRow *row = lsc_rank_rows_get (chart->rows, i);
      g_autofree char *length = row->length_ns != LSC_INT_NULL
                                    ? lsc_format_duration (row->length_ns, LSC_TIME_UNIT_AUTO)
                                    : g_strdup (_ ("not available"));

      g_string_append_printf (text, "\n%s: %s", row->label, length);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
paint_chart (gpointer data, cairo_t *cr, double scale)
{
  Sheet *self = data;

  self->chart.scale = MAX (scale, 1);
  lsc_rank_painter_paint_body (self->painter, cr, &self->chart);
  lsc_rank_painter_paint_headers (self->painter, cr, &self->chart);
  lsc_rank_painter_paint_ruler (self->painter, cr, &self->chart);
  lsc_color_set (cr, &self->chart.theme.grid);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, -0.5, -0.5, self->chart.port.width + 1, self->chart.port.height + 1);
  cairo_stroke (cr);
}

static double
paint_legend (gpointer data, cairo_t *cr)
{
  Sheet *self = data;

  return lsc_rank_painter_paint_legend (self->painter, cr, &self->chart, self->chart.port.width);
}

static void
set_up_chart (LscRankChart *chart, const LscPageOptions *options)
{
  if (!options->keep_theme)
    chart->theme = lsc_theme_light ();
  chart->hovered = chart->selected = LSC_RANK_CHART_NONE;
  chart->port.width = CLAMP (round (chart->port.width), LSC_PAGE_LEAST_WIDTH, LSC_PAGE_MOST_PX / 2);
  if (options->is_whole && chart->kind == LSC_RANK_CHART_BARS)
    {
      chart->port.height = LSC_RANK_CHART_RULER_PX + ceil (lsc_rank_chart_content_height (chart));
      lsc_rank_chart_fit (chart);
    }
  chart->port.height = MAX (round (chart->port.height), LSC_PAGE_LEAST_HEIGHT);
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_rank_painter_free (self->painter);
  g_free (self);
}

/**
 * lsc_rank_sheet_new:
 * @chart: not empty; its rows are borrowed for the life of the page
 * @context: fonts of the texts
 *
 * Makes the page around a chart of ranks: title, axis, bars, legend, footer (drawing.md#pictures).
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_rank_sheet_new (const LscRankChart *chart, const LscPageOptions *options, PangoContext *context)
{
  Sheet *self;
  LscPage *page;

  g_return_val_if_fail (chart && options && context, NULL);
  self = g_new0 (Sheet, 1);
  page = g_new0 (LscPage, 1);
  self->chart = *chart;
  self->painter = lsc_rank_painter_new (context);
  set_up_chart (&self->chart, options);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->chart.theme,
    .width = self->chart.port.width,
    .height = self->chart.port.height,
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Overview")),
    .about = describe (&self->chart),
    .footer = g_strdup (options->footer),
    .paint_chart = paint_chart,
    .paint_legend = paint_legend,
    .data = self,
    .free_data = sheet_free,
  };
  page->description = describe_ranks (page->about, &self->chart);
  return page;
}
