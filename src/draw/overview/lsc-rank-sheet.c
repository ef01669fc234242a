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

#define AROUND_PX 28.0 /* of a figure, above and below chart and legend */
#define NOTE_PX 16.0   /* of the line on what is left out */

typedef struct
{
  LscRankPainter *painter;
  LscRankChart chart;
  LscRankRows *picked; /* (nullable): (owned): where there is no room for all */
  char *left_out;      /* (nullable): (owned): */
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
  lsc_rank_painter_paint_left_out (self->painter, cr, &self->chart, NOTE_PX);
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

/* (transfer full): @n: of all ranks */
static char *
say_left_out (const LscRankRows *picked, gulong n)
{
  return g_strdup_printf (
      picked->has_groups
          ? ngettext ("%u of %lu rank: the slow ones, then the first of each stage",
                      "%u of %lu ranks: the slow ones, then the first of each stage", n)
          : ngettext ("%u of %lu rank: the slow ones, then the first",
                      "%u of %lu ranks: the slow ones, then the first", n),
      picked->rows->len, n);
}

/* A page of paper has its height: bars get lower, and where they could not be read any more some
 * ranks are left out, never a slow one; that is said. */
static void
fit_paper (Sheet *self, double height)
{
  LscRankChart *chart = &self->chart;
  gulong n = chart->rows->rows->len, n_all = MAX (n, chart->rows->n_all);
  double room = height - AROUND_PX -
                lsc_rank_painter_paint_legend (self->painter, NULL, chart, chart->port.width);
  guint n_fit = lsc_rank_chart_fit_paper (chart, room);

  if (n_fit < n)
    {
      n_fit = lsc_rank_chart_fit_paper (chart, room - NOTE_PX);
      self->picked = lsc_rank_rows_pick (chart->rows, n_fit);
      chart->rows = self->picked;
      lsc_rank_chart_fit_paper (chart, room - NOTE_PX);
      self->left_out = say_left_out (self->picked, n_all);
      chart->left_out = self->left_out;
    }
  chart->port.header_width = lsc_rank_painter_measure_headers (self->painter, chart);
  chart->port.height = LSC_RANK_CHART_RULER_PX + ceil (lsc_rank_chart_content_height (chart));
}

static void
sheet_free (gpointer data)
{
  Sheet *self = data;

  lsc_rank_rows_free (self->picked);
  g_free (self->left_out);
  lsc_rank_painter_free (self->painter);
  g_free (self);
}

/* (nullable): where a picture on several pages is torn: above a row, or below the last one */
static GArray *
list_row_tops (const LscRankChart *chart)
{
  GArray *tops;
  double end = chart->port.height;

  if (chart->kind != LSC_RANK_CHART_BARS || lsc_rank_chart_has_cells (chart))
    return NULL;
  tops = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < chart->rows->rows->len; i++)
    {
      double y = lsc_rank_chart_row_y (chart, i);

      g_array_append_val (tops, y);
    }
  g_array_append_val (tops, end);
  return tops;
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
  self->chart.left_out = NULL;
  set_up_chart (&self->chart, options);
  self->chart.port.header_width = lsc_rank_painter_measure_headers (self->painter, &self->chart);
  if (options->room_px > 0 && self->chart.kind == LSC_RANK_CHART_BARS &&
      !lsc_rank_chart_has_cells (&self->chart))
    fit_paper (self, options->room_px);
  *page = (LscPage){
    .text = lsc_text_new (context),
    .theme = self->chart.theme,
    .width = self->chart.port.width,
    .height = self->chart.port.height + (self->left_out ? NOTE_PX : 0),
    .is_figure = options->is_figure,
    .title = g_strdup (options->title || options->is_figure ? options->title : _ ("Overview")),
    .about = describe (&self->chart),
    .footer = g_strdup (options->footer),
    .paint_chart = paint_chart,
    .paint_legend = paint_legend,
    .row_tops = list_row_tops (&self->chart),
    .data = self,
    .free_data = sheet_free,
  };
  page->description = describe_ranks (page->about, &self->chart);
  return page;
}
