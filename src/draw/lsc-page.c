/* lsc-page.c - a page around the pipeline chart: title, legend, table, footer
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-page.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-time.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define MARGIN 16.0
#define TITLE_PX 17.0
#define TEXT_PX 12.0
#define TABLE_PX 10.0
#define TABLE_ROW 16.0
#define N_COLUMNS 10

typedef struct
{
  LscChartPainter *painter;
  cairo_t *cr; /* (nullable): only measure */
  const LscChartView *view;
  double y;
} PagePaint;

static double
text (PagePaint *self, double x, double align, double size, gboolean is_bold, const char *string)
{
  if (self->cr == NULL)
    return 0;
  return _lsc_painter_draw_text (self->painter, self->cr, x, self->y, align, size, is_bold, string);
}

static void
set_color (PagePaint *self, const LscColor *color)
{
  if (self->cr != NULL)
    lsc_color_set (self->cr, color);
}

/* ---- title ---- */

static char *
describe_steps (const LscChartView *view)
{
  const LscPipelineStep *step = &view->group->steps[view->first_step];

  if (view->n_steps > 1)
    return g_strdup_printf (_ ("%zu steps"), view->n_steps);
  if (!step->has_id)
    return g_strdup (_ ("step -"));
  return g_strdup_printf (_ ("step %" PRId64), step->id);
}

/**
 * lsc_page_shorten_ranks:
 * @label: label of a group, such as "(0,4,8,12)"
 *
 * Returns: (transfer full): the label, of more than eight ranks the first three and the last
 */
char *
lsc_page_shorten_ranks (const char *label)
{
  g_auto (GStrv) ranks = g_strsplit (label, ",", -1);
  guint n = g_strv_length (ranks);

  if (n <= 8)
    return g_strdup (label);
  return g_strdup_printf ("%s,%s,%s,…,%s", ranks[0], ranks[1], ranks[2], ranks[n - 1]);
}

/**
 * lsc_page_describe:
 *
 * Returns: (transfer full): one line on what is shown: group, step, schedule, P, M, bubble ratios
 */
char *
lsc_page_describe (const LscChartView *view)
{
  const LscPipelineGroup *group = view->group;
  g_autoptr (GString) out = g_string_new (NULL);

  if (group == NULL || view->first_step >= group->n_steps)
    return g_strdup (_ ("No pipeline"));

  const LscPipelineStep *step = &group->steps[view->first_step];
  g_autofree char *steps = describe_steps (view);
  g_autofree char *ranks = lsc_page_shorten_ranks (group->label);

  g_string_append_printf (out, _ ("group %s"), ranks);
  g_string_append_printf (out, " · %s · ", steps);
  if (group->schedule == NULL)
    g_string_append (out, _ ("schedule not recognised"));
  else
    g_string_append (out, lsc_schedule_type_title (lsc_schedule_type_from_name (group->schedule)));
  if (group->variant != NULL && *group->variant != '\0')
    g_string_append_printf (out, " (%s)", group->variant);
  g_string_append_printf (out, " · P %" G_GSIZE_FORMAT, group->n_ranks);
  if (group->micro_batches > 0)
    g_string_append_printf (out, " · M %" G_GSIZE_FORMAT, group->micro_batches);
  if (view->n_steps == 1)
    g_string_append_printf (out, _ (" · bubble %.1f %% overall, %.1f %% over work"),
                            step->bubble_ratio * 100, step->bubble_over_work * 100);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
draw_chip (PagePaint *self, const char *string)
{
  const LscTheme *theme = &self->view->theme;
  double width, right = self->view->width + MARGIN;

  if (self->cr == NULL)
    return;
  width = _lsc_painter_text_width (self->painter, 11, string);
  lsc_color_set (self->cr, &theme->bubble);
  cairo_rectangle (self->cr, right - width - 16, self->y - 9, width + 16, 18);
  cairo_fill_preserve (self->cr);
  lsc_color_set (self->cr, &theme->grid);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  lsc_color_set (self->cr, &theme->dim);
  text (self, right - 8, 1, 11, FALSE, string);
}

static void
paint_figure_title (PagePaint *self, const LscPage *page)
{
  if (page->title == NULL)
    return;
  self->y += 8;
  set_color (self, &self->view->theme.foreground);
  text (self, MARGIN + self->view->width / 2, 0.5, TEXT_PX + 2, TRUE, page->title);
  self->y += 12;
}

static void
paint_title (PagePaint *self, const LscPage *page)
{
  g_autofree char *about = lsc_page_describe (self->view);
  const char *clocks = self->view->group != NULL ? self->view->group->clocks.text : NULL;

  self->y += 12;
  set_color (self, &self->view->theme.foreground);
  text (self, MARGIN, 0, TITLE_PX, TRUE, page->title != NULL ? page->title : _ ("Pipeline"));
  if (clocks != NULL)
    draw_chip (self, clocks);
  self->y += 24;
  set_color (self, &self->view->theme.dim);
  text (self, MARGIN, 0, TEXT_PX, FALSE, about);
  self->y += 16;
  if (self->view->group == NULL || self->view->group->banner == NULL)
    return;

  g_autofree char *banner = g_strdup (self->view->group->banner);

  g_strdelimit (banner, "\n", ' ');
  self->y += 4;
  set_color (self, &self->view->theme.foreground);
  text (self, MARGIN, 0, TEXT_PX - 1, FALSE, banner);
  self->y += 16;
}

/* ---- table ---- */

static const char *const table_heads[N_COLUMNS] = {
  N_ ("stage"), N_ ("rank"),    N_ ("busy"),   N_ ("idle"),      N_ ("ratio"),
  N_ ("inner"), N_ ("warm-up"), N_ ("steady"), N_ ("cool-down"), N_ ("window"),
};

static LscRowMetrics
sum_metrics (const LscChartView *view, gsize row, gint64 *window_ns)
{
  LscRowMetrics sum = { 0 };

  *window_ns = 0;
  for (gsize s = 0; s < view->n_steps && view->first_step + s < view->group->n_steps; s++)
    {
      const LscPipelineStep *step = &view->group->steps[view->first_step + s];
      const LscRowMetrics *one = row < step->n_rows ? &step->rows[row].metrics : NULL;

      if (one == NULL || step->rows[row].n_blocks == 0)
        continue;
      sum.busy_ns += one->busy_ns;
      sum.bubble_ns += one->bubble_ns;
      sum.inner_ns += one->inner_ns;
      sum.warmup_ns += one->warmup_ns;
      sum.steady_ns += one->steady_ns;
      sum.cooldown_ns += one->cooldown_ns;
      *window_ns += step->t1_ns - step->t0_ns;
    }
  return sum;
}

static void
paint_table_row (PagePaint *self, gsize index, double column)
{
  const LscPipelineStep *step = &self->view->group->steps[self->view->first_step];
  const LscPipelineRow *row = &step->rows[index];
  gint64 window_ns;
  LscRowMetrics sum = sum_metrics (self->view, index, &window_ns);
  gint64 times[N_COLUMNS] = { 0,
                              0,
                              sum.busy_ns,
                              sum.bubble_ns,
                              0,
                              sum.inner_ns,
                              sum.warmup_ns,
                              sum.steady_ns,
                              sum.cooldown_ns,
                              window_ns };

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autofree char *cell = NULL;

      if (i == 0)
        cell = row->stage >= 0 ? g_strdup_printf ("%d", row->stage) : g_strdup ("?");
      else if (i == 1)
        cell = row->rank >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, row->rank) : g_strdup ("–");
      else if (i == 4)
        cell = window_ns > 0 ? g_strdup_printf ("%.2f %%",
                                                100.0 * (double) sum.bubble_ns / (double) window_ns)
                             : g_strdup ("–");
      else
        cell = _lsc_chart_duration (self->view, times[i]);
      text (self, MARGIN + (i + 1) * column - 8, 1, TABLE_PX, FALSE, cell);
    }
}

static void
paint_table (PagePaint *self)
{
  const LscChartView *view = self->view;
  double column = MIN (self->view->width / N_COLUMNS, 110);
  gsize n = lsc_chart_view_n_rows (view);

  if (n == 0)
    return;
  self->y += TABLE_ROW / 2 + 4;
  set_color (self, &view->theme.dim);
  for (guint i = 0; i < N_COLUMNS; i++)
    text (self, MARGIN + (i + 1) * column - 8, 1, TABLE_PX, TRUE, _ (table_heads[i]));
  set_color (self, &view->theme.foreground);
  n = MIN (n, view->group->steps[view->first_step].n_rows);
  for (gsize r = 0; r < n; r++)
    {
      self->y += TABLE_ROW;
      if (self->cr != NULL)
        paint_table_row (self, r, column);
    }
  self->y += TABLE_ROW / 2;
}

/* ---- the whole ---- */

static void
paint_chart (PagePaint *self, const LscPage *page)
{
  double legend;

  self->y += page->is_figure ? 2 : 8;
  if (self->cr != NULL)
    {
      cairo_save (self->cr);
      cairo_translate (self->cr, MARGIN, self->y);
      lsc_chart_painter_paint (self->painter, self->cr, self->view);
      cairo_restore (self->cr);
    }
  self->y += self->view->height + 8;
  legend =
      lsc_chart_painter_paint_legend (self->painter, NULL, self->view, self->view->width, TRUE);
  if (self->cr != NULL)
    {
      cairo_save (self->cr);
      cairo_translate (self->cr, MARGIN, self->y);
      lsc_chart_painter_paint_legend (self->painter, self->cr, self->view, self->view->width,
                                      FALSE);
      cairo_restore (self->cr);
    }
  self->y += legend;
}

static double
paint_all (PagePaint *self, const LscPage *page)
{
  self->y = page->is_figure ? MARGIN / 2 : MARGIN;
  if (page->is_figure)
    paint_figure_title (self, page);
  else
    paint_title (self, page);
  if (self->view->group != NULL)
    {
      paint_chart (self, page);
      if (!page->is_figure)
        paint_table (self);
    }
  if (page->is_figure)
    return self->y + MARGIN / 2;
  if (page->footer != NULL)
    {
      self->y += 14;
      set_color (self, &self->view->theme.dim);
      text (self, MARGIN, 0, TABLE_PX, FALSE, page->footer);
      self->y += 8;
    }
  return self->y + MARGIN;
}

/**
 * lsc_page_measure:
 * @width: (out): px
 * @height: (out): px
 *
 * Tells how large the page around @view becomes.
 */
void
lsc_page_measure (LscChartPainter *painter, const LscChartView *view, const LscPage *page,
                  double *width, double *height)
{
  PagePaint paint = { painter, NULL, view, 0 };

  *width = ceil (view->width + 2 * MARGIN);
  *height = ceil (paint_all (&paint, page));
}

/**
 * lsc_page_paint:
 *
 * Paints title, chart, legend, table of idle times and footer from @cr's origin.
 */
void
lsc_page_paint (LscChartPainter *painter, cairo_t *cr, const LscChartView *view,
                const LscPage *page)
{
  PagePaint paint = { painter, cr, view, 0 };

  lsc_color_set (cr, &view->theme.background);
  cairo_paint (cr);
  paint_all (&paint, page);
}
