/* bench-overview.c - how long painting the ranks takes: bars, cells, steps, up to 10,000 of them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/lsc-stats.h"
#include "draw/overview/lsc-rank-painter.h"

#define WIDTH 1600
#define HEIGHT 800
#define FRAMES 60
#define BUDGET_MS 8.0
#define STEPS 10
#define MS G_GINT64_CONSTANT (1000000)

static LscRankRows *
make_rows (guint n, guint a_stage)
{
  LscRankRows *rows = lsc_rank_rows_new ();

  for (guint i = 0; i < n; i++)
    {
      LscRankRow *row = lsc_rank_rows_add (rows, i, i);

      row->label = g_strdup_printf ("Rank %u", i);
      row->group = g_strdup_printf ("Stage %u", i / a_stage);
      row->has_ns = TRUE;
      row->length_ns = 0;
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        row->length_ns += row->ns[k] = (gint64) ((i * 7919 + k * 104729) % 40) * MS;
      row->least_ns = row->length_ns - MS;
      row->most_ns = row->length_ns + 9 * MS;
      row->is_slow = i % 97 == 0;
      row->points = g_array_new (FALSE, FALSE, sizeof (LscRankPoint));
      for (gint64 k = 0; k < STEPS; k++)
        g_array_append_val (row->points, ((LscRankPoint){ k, row->length_ns + k * MS }));
    }
  lsc_rank_rows_seal (rows);
  return rows;
}

static double
paint_frame (LscRankPainter *painter, const LscRankChart *chart, cairo_surface_t *image)
{
  gint64 begin_us = g_get_monotonic_time ();
  cairo_t *cr = cairo_create (image);

  lsc_rank_painter_paint_body (painter, cr, chart);
  lsc_rank_painter_paint_headers (painter, cr, chart);
  lsc_rank_painter_paint_ruler (painter, cr, chart);
  lsc_rank_painter_paint_overlay (painter, cr, chart);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return (double) (g_get_monotonic_time () - begin_us) / 1000;
}

/* Scrolls through the rows. Returns: whether the limit was kept */
static gboolean
run (guint n, guint a_stage, LscRankChartKind kind, const char *title)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (LscRankPainter) painter = lsc_rank_painter_new (context);
  g_autoptr (LscRankRows) rows = make_rows (n, a_stage);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  double times[FRAMES], p95;
  LscRankChart chart;

  lsc_rank_chart_init (&chart, rows);
  chart.kind = kind;
  chart.port.width = WIDTH;
  chart.port.height = HEIGHT;
  lsc_rank_chart_fit (&chart);
  for (guint i = 0; i < FRAMES; i++)
    {
      chart.port.scroll_y =
          MAX (lsc_rank_chart_content_height (&chart) - lsc_rank_chart_room (&chart), 0) * i /
          FRAMES;
      times[i] = paint_frame (painter, &chart, image);
    }
  lsc_sort_doubles (times, FRAMES);
  p95 = times[FRAMES * 95 / 100];
  printf ("  %s: p50 %.2f ms, p95 %.2f ms, budget %.0f ms: %s\n", title, times[FRAMES / 2], p95,
          BUDGET_MS, p95 <= BUDGET_MS ? "PASS" : "FAIL");
  cairo_surface_destroy (image);
  g_object_unref (context);
  return p95 <= BUDGET_MS;
}

int
main (void)
{
  gboolean is_kept = TRUE;

  is_kept &= run (256, 32, LSC_RANK_CHART_BARS, "256 ranks as bars");
  is_kept &= run (4096, 256, LSC_RANK_CHART_BARS, "4,096 ranks as cells");
  is_kept &= run (10000, 625, LSC_RANK_CHART_BARS, "10,000 ranks as cells");
  is_kept &= run (64, 8, LSC_RANK_CHART_STEPS, "steps of 64 ranks");
  is_kept &= run (4096, 256, LSC_RANK_CHART_STEPS, "steps of 4,096 ranks");
  return is_kept ? EXIT_SUCCESS : EXIT_FAILURE;
}
