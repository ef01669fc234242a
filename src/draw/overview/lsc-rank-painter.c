/* lsc-rank-painter.c - paints a chart of ranks: bars, headers, ruler, selection
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/overview/lsc-rank-painter-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/lsc-paint.h"
#include "draw/lsc-ruler.h"

#define BAR_GAP 3.0
#define LABEL_LEAST_PX 44.0 /* of a part, for its share to be written into it */
#define LABEL_ROW_PX 13.0
#define HEADER_LEAST_PX 110.0
#define HEADER_MOST_PX 300.0
#define SLOW_PX 11.0
#define PAD 6.0

/** lsc_rank_painter_new: Returns: (transfer full): with the fonts of @context */
LscRankPainter *
lsc_rank_painter_new (PangoContext *context)
{
  LscRankPainter *self;

  g_return_val_if_fail (context, NULL);
  self = g_new0 (LscRankPainter, 1);
  self->text = lsc_text_new (context);
  return self;
}

/**
 * lsc_rank_painter_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_rank_painter_free (LscRankPainter *self)
{
  if (!self)
    return;
  lsc_text_free (self->text);
  g_free (self);
}

/** lsc_rank_painter_reset: to be called when the fonts have changed */
void
lsc_rank_painter_reset (LscRankPainter *self)
{
  g_return_if_fail (self);
  lsc_text_reset (self->text);
}

/* Of names and shares: low bars have smaller ones. */
static double
text_px (const LscRankChart *chart)
{
  return lsc_rank_chart_has_cells (chart)
             ? LSC_RANK_TEXT_PX
             : CLAMP (chart->port.lane_height - 1, 7, LSC_RANK_TEXT_PX);
}

/* (transfer full): */
static char *
name_row (const LscRankChart *chart, const LscRankRow *row)
{
  return chart->is_dense && row->group ? g_strdup_printf ("%s · %s", row->group, row->label)
                                       : g_strdup (row->label);
}

/* (transfer full): @first: the first row of the group */
static char *
name_group (const LscRankChart *chart, guint first)
{
  const LscRankRow *row = lsc_rank_rows_get (chart->rows, first), *end;
  guint last = first;

  if (row->group)
    return g_strdup (row->group);
  while (last + 1 < chart->rows->rows->len &&
         lsc_rank_rows_get (chart->rows, last + 1)->group_index == row->group_index)
    last++;
  end = lsc_rank_rows_get (chart->rows, last);
  if (row->rank < 0 || end->rank < 0)
    return g_strdup_printf ("%s – %s", row->label, end->label);
  return g_strdup_printf (_ ("Ranks %" PRId64 "–%" PRId64), row->rank, end->rank);
}

/* ---- bars ---- */

static double
axis_x (const LscRankChart *chart, const LscRankRow *row, gint64 ns)
{
  double share = (double) ns / (double) MAX (row->length_ns, 1);

  return lsc_viewport_time_to_x (
      &chart->port, chart->is_share ? (gint64) (share * (double) LSC_RANK_CHART_ALL_NS) : ns);
}

static void
paint_share (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart, int category,
             double share, double x, double middle)
{
  g_autofree char *text = g_strdup_printf ("%.0f %%", share * 100);
  guint32 fill = lsc_palette_budget_fill (category, chart->theme.is_dark);

  lsc_color_set_rgb (cr, lsc_palette_label_is_white (fill) ? 0xFFFFFF : 0x000000);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = x, .middle = middle, .align = 0.5, .size = text_px (chart) },
                 text);
}

static void
paint_bar (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart, const LscRankRow *row,
           double y)
{
  double height = chart->port.lane_height - BAR_GAP, x0, x1;
  gint64 at_ns = 0;

  for (int i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      x0 = axis_x (chart, row, at_ns);
      at_ns += row->ns[i];
      x1 = axis_x (chart, row, at_ns);
      if (x1 <= x0 || x1 < chart->port.header_width || x0 > chart->port.width)
        continue;
      x0 = MAX (x0, chart->port.header_width - 8);
      x1 = MIN (x1, chart->port.width + 8);
      _lsc_rank_paint_category (cr, chart, i, x0, y, x1 - x0, height);
      if (x1 - x0 >= LABEL_LEAST_PX && height >= LABEL_ROW_PX - BAR_GAP &&
          lsc_palette_budget_hatch (i) == LSC_HATCH_NONE) /* no text over lines */
        paint_share (self, cr, chart, i, (double) row->ns[i] / (double) MAX (row->length_ns, 1),
                     (x0 + x1) / 2, y + height / 2);
    }
}

/* From the shortest to the longest step. */
static void
paint_whisker (cairo_t *cr, const LscRankChart *chart, const LscRankRow *row, double y)
{
  double x0, x1, middle = round (y + (chart->port.lane_height - BAR_GAP) / 2) + 0.5;

  if (chart->is_share || row->least_ns == LSC_INT_NULL || row->most_ns == LSC_INT_NULL)
    return;
  x0 = round (lsc_viewport_time_to_x (&chart->port, row->least_ns)) + 0.5;
  x1 = round (lsc_viewport_time_to_x (&chart->port, row->most_ns)) + 0.5;
  if (x1 - x0 < 2)
    return;
  lsc_color_set (cr, &chart->theme.foreground);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x0, middle);
  cairo_line_to (cr, x1, middle);
  cairo_move_to (cr, x0, middle - 4);
  cairo_line_to (cr, x0, middle + 4);
  cairo_move_to (cr, x1, middle - 4);
  cairo_line_to (cr, x1, middle + 4);
  cairo_stroke (cr);
}

/* How long the host's step is. */
static void
paint_host (cairo_t *cr, const LscRankChart *chart, const LscRankRow *row, double y)
{
  double x = row->host_ns != LSC_INT_NULL ? axis_x (chart, row, row->host_ns) : 0;

  if (row->host_ns != LSC_INT_NULL && x <= chart->port.width + 8)
    _lsc_rank_paint_host (cr, chart, round (x), y, chart->port.lane_height - BAR_GAP);
}

static void
paint_missing (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart, const LscRankRow *row,
               double y)
{
  const char *text = row->missing ? row->missing : _ ("not available");
  double left = chart->port.header_width + 3 * PAD, height = chart->port.lane_height - BAR_GAP;
  double width =
      MIN (lsc_text_width (self->text, LSC_RANK_TEXT_PX, text), MAX (chart->port.width - left, 1));

  if (row->length_ns != LSC_INT_NULL) /* the step is known, its parts are not */
    {
      double x1 = MIN (axis_x (chart, row, row->length_ns), chart->port.width);

      lsc_color_set (cr, &chart->theme.dim);
      cairo_set_line_width (cr, 1);
      cairo_rectangle (cr, chart->port.header_width + 0.5, y + 0.5,
                       MAX (x1 - chart->port.header_width - 1, 1), height - 1);
      cairo_stroke (cr);
    }
  lsc_paint_rect (cr, &chart->theme.background, left - PAD, y + 1, width + 2 * PAD, height - 2);
  lsc_color_set (cr, &chart->theme.dim);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = left,
                                 .middle = y + height / 2,
                                 .size = LSC_RANK_TEXT_PX,
                                 .room = MAX (chart->port.width - left, 1) },
                 text);
}

static gboolean
is_seen (const LscRankChart *chart, double y)
{
  return y < chart->port.height && y + chart->port.lane_height > LSC_RANK_CHART_RULER_PX;
}

static void
paint_bars (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  for (guint i = 0; i < chart->rows->rows->len; i++)
    {
      const LscRankRow *row = lsc_rank_rows_get (chart->rows, i);
      double y = lsc_rank_chart_row_y (chart, i);

      if (!is_seen (chart, y))
        continue;
      if (row->has_ns)
        {
          paint_bar (self, cr, chart, row, y);
          paint_whisker (cr, chart, row, y);
          paint_host (cr, chart, row, y);
        }
      else
        paint_missing (self, cr, chart, row, y);
    }
}

/* ---- ruler ---- */

static LscRuler
make_ruler (const LscRankChart *chart)
{
  LscRulerScale scale = { .least_distance = 70 };

  if (chart->kind == LSC_RANK_CHART_STEPS || lsc_rank_chart_has_cells (chart))
    {
      scale.unit = "";
      scale.unit_ns = LSC_RANK_CHART_UNIT_NS;
      scale.least_distance = /* no halves */
          MAX (scale.least_distance,
               (double) LSC_RANK_CHART_UNIT_NS * lsc_viewport_px_per_ns (&chart->port));
    }
  else if (chart->is_share)
    {
      scale.unit = "%";
      scale.unit_ns = LSC_RANK_CHART_ALL_NS / 100;
    }
  return lsc_ruler_new (&chart->port, &scale);
}

/* (transfer full): the parts of a bar stand by kind, not in the order of time. */
static char *
name_axis (const LscRankChart *chart, const LscRuler *ruler)
{
  if (chart->kind == LSC_RANK_CHART_STEPS)
    return g_strdup (_ ("Step"));
  if (lsc_rank_chart_has_cells (chart))
    return g_strdup (_ ("Place in the group"));
  /* Translators: a unit, of an axis along which times of one kind each are added up */
  return g_strdup_printf (_ ("Time (%s, cumulative)"), ruler->axis.unit);
}

static double
measure_row (LscRankPainter *self, const LscRankChart *chart, const LscRankRow *row)
{
  g_autofree char *length = row->length_ns != LSC_INT_NULL
                                ? lsc_format_duration (row->length_ns, LSC_TIME_UNIT_AUTO)
                                : g_strdup ("–");
  g_autofree char *label = name_row (chart, row);
  double name = row->is_slow
                    ? lsc_text_width_bold (self->text, text_px (chart), label) + SLOW_PX + 4
                    : lsc_text_width (self->text, text_px (chart), label);

  return name + lsc_text_width (self->text, text_px (chart), length);
}

/* Cells have names of their groups alone: those of thousands of ranks would take long to measure.
 */
static double
measure_groups (LscRankPainter *self, const LscRankChart *chart)
{
  double most = 0;

  for (guint i = 0; i < chart->rows->rows->len; i++)
    if (lsc_rank_rows_get (chart->rows, i)->member == 0)
      {
        g_autofree char *name = name_group (chart, i);

        most = MAX (most, lsc_text_width (self->text, LSC_RANK_TEXT_PX, name) - 2 * PAD);
      }
  return most;
}

/**
 * lsc_rank_painter_measure_headers:
 *
 * Returns: px of a column in which all names can be read whole, as far as that leaves room for the
 *   bars
 */
double
lsc_rank_painter_measure_headers (LscRankPainter *self, const LscRankChart *chart)
{
  LscRuler ruler;
  g_autofree char *axis = NULL;
  double most;

  g_return_val_if_fail (self && chart, HEADER_LEAST_PX);
  if (lsc_rank_chart_is_empty (chart))
    return HEADER_LEAST_PX;
  ruler = make_ruler (chart);
  axis = name_axis (chart, &ruler);
  most = lsc_text_width (self->text, LSC_RANK_TEXT_PX, axis) - 2 * PAD;
  if (lsc_rank_chart_has_cells (chart))
    most = MAX (most, measure_groups (self, chart));
  else if (chart->rows->rows->len <= LSC_RANK_ROWS_MOST_BARS) /* points of more have no names */
    for (guint i = 0; i < chart->rows->rows->len; i++)
      most = MAX (most, measure_row (self, chart, lsc_rank_rows_get (chart->rows, i)));
  return CLAMP (ceil (most + 4 * PAD) + 2, HEADER_LEAST_PX, HEADER_MOST_PX);
}

/* ---- the axis ---- */

/** lsc_rank_painter_paint_ruler: paints the axis above the rows */
void
lsc_rank_painter_paint_ruler (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  LscRuler ruler;
  g_autofree char *axis = NULL;
  LscViewLimits limits;
  LscRulerLook look;

  g_return_if_fail (self && cr && chart);
  ruler = make_ruler (chart);
  axis = name_axis (chart, &ruler);
  limits = lsc_rank_chart_get_limits (chart);
  look = (LscRulerLook){ .tick = chart->theme.grid,
                         .label = chart->theme.dim,
                         .tick_top = LSC_RANK_CHART_RULER_PX - 6,
                         .tick_height = 6,
                         .label_middle = LSC_RANK_CHART_RULER_PX / 2 - 1,
                         .label_size = LSC_RANK_TEXT_PX,
                         .end_of_last = chart->port.header_width - 2 * PAD };
  lsc_paint_rect (cr, &chart->theme.background, 0, 0, chart->port.width, LSC_RANK_CHART_RULER_PX);
  lsc_paint_rect (cr, &chart->theme.grid, 0, LSC_RANK_CHART_RULER_PX - 1, chart->port.width, 1);
  lsc_ruler_paint_ticks (&ruler, cr, self->text, &look, limits.begin_ns, limits.end_ns);
  lsc_color_set (cr, &chart->theme.dim);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = chart->port.header_width - PAD,
                                 .middle = LSC_RANK_CHART_RULER_PX / 2 - 1,
                                 .align = 1,
                                 .size = LSC_RANK_TEXT_PX,
                                 .room = chart->port.header_width - 2 * PAD },
                 axis);
}

static void
paint_grid (cairo_t *cr, const LscRankChart *chart)
{
  LscRuler ruler = make_ruler (chart);
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));

  lsc_ruler_tick_xs (&ruler, xs);
  for (guint i = 0; i < xs->len; i++)
    lsc_paint_rect (cr, &chart->theme.grid,
                    floor (chart->port.header_width + g_array_index (xs, double, i)),
                    LSC_RANK_CHART_RULER_PX, 1, lsc_rank_chart_room (chart));
}

/** lsc_rank_painter_paint_body: paints what is right of the headers and below the ruler */
void
lsc_rank_painter_paint_body (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  g_return_if_fail (self && cr && chart);
  cairo_save (cr);
  lsc_paint_clip (cr, chart->port.header_width, LSC_RANK_CHART_RULER_PX,
                  lsc_viewport_body_width (&chart->port), lsc_rank_chart_room (chart));
  lsc_color_set (cr, &chart->theme.background);
  cairo_paint (cr);
  if (lsc_rank_chart_has_cells (chart))
    _lsc_rank_painter_paint_cells (cr, chart);
  else
    {
      paint_grid (cr, chart);
      if (chart->kind == LSC_RANK_CHART_STEPS)
        _lsc_rank_painter_paint_steps (cr, chart);
      else
        paint_bars (self, cr, chart);
    }
  cairo_restore (cr);
}

/* ---- headers ---- */

static void
paint_header (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart, const LscRankRow *row,
              double y)
{
  double middle = y + (chart->port.lane_height - BAR_GAP) / 2, left = PAD, right;
  g_autofree char *length = row->length_ns != LSC_INT_NULL
                                ? lsc_format_duration (row->length_ns, LSC_TIME_UNIT_AUTO)
                                : g_strdup ("–");
  g_autofree char *label = name_row (chart, row);

  right = chart->port.header_width - PAD;
  lsc_color_set (cr, &chart->theme.dim);
  right -= lsc_text_draw (
      self->text, cr,
      &(LscTextLine){ .x = right, .middle = middle, .align = 1, .size = text_px (chart) }, length);
  if (row->is_slow)
    {
      _lsc_rank_paint_slow (cr, chart, left, middle - SLOW_PX / 2, SLOW_PX);
      left += SLOW_PX + 4;
    }
  lsc_color_set (cr, &chart->theme.foreground);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = left,
                                 .middle = middle,
                                 .size = text_px (chart),
                                 .is_bold = row->is_slow,
                                 .room = MAX (right - left - PAD, 1) },
                 label);
}

/* Of cells every row, but only as many as can be read. */
static void
paint_groups (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  gboolean has_cells = lsc_rank_chart_has_cells (chart);
  double free_from = -1e9;

  for (guint i = 0; i < chart->rows->rows->len; i++)
    {
      double middle =
          has_cells ? lsc_rank_chart_row_y (chart, i) + chart->port.lane_height / 2
                    : lsc_rank_chart_row_y (chart, i) - lsc_rank_chart_group_px (chart) * 0.55;
      g_autofree char *name = NULL;

      if (lsc_rank_rows_get (chart->rows, i)->member != 0 || middle < free_from ||
          middle > chart->port.height + LSC_RANK_TEXT_PX)
        continue;
      name = name_group (chart, i);
      lsc_color_set (cr, &chart->theme.dim);
      lsc_text_draw (self->text, cr,
                     &(LscTextLine){ .x = PAD,
                                     .middle = middle,
                                     .size = LSC_RANK_TEXT_PX,
                                     .is_bold = !has_cells,
                                     .room = chart->port.header_width - 2 * PAD },
                     name);
      free_from = middle + LSC_RANK_TEXT_PX + 2;
    }
}

/** lsc_rank_painter_paint_headers: paints names left of the rows */
void
lsc_rank_painter_paint_headers (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  g_return_if_fail (self && cr && chart);
  cairo_save (cr);
  lsc_paint_clip (cr, 0, LSC_RANK_CHART_RULER_PX, chart->port.header_width,
                  lsc_rank_chart_room (chart));
  lsc_color_set (cr, &chart->theme.background);
  cairo_paint (cr);
  if (chart->kind == LSC_RANK_CHART_STEPS)
    _lsc_rank_painter_paint_step_headers (self, cr, chart);
  else if ((chart->rows->has_groups && !chart->is_dense) || lsc_rank_chart_has_cells (chart))
    paint_groups (self, cr, chart);
  for (guint i = 0; i < chart->rows->rows->len && chart->kind == LSC_RANK_CHART_BARS &&
                    !lsc_rank_chart_has_cells (chart);
       i++)
    if (is_seen (chart, lsc_rank_chart_row_y (chart, i)))
      paint_header (self, cr, chart, lsc_rank_rows_get (chart->rows, i),
                    lsc_rank_chart_row_y (chart, i));
  lsc_paint_rect (cr, &chart->theme.grid, chart->port.header_width - 1, LSC_RANK_CHART_RULER_PX, 1,
                  lsc_rank_chart_room (chart));
  cairo_restore (cr);
}

/* ---- what is selected ---- */

static void
paint_outline (cairo_t *cr, const LscRankChart *chart, guint row, double alpha)
{
  double x0, y0, x1, y1;

  if (row == LSC_RANK_CHART_NONE || row >= chart->rows->rows->len)
    return;
  lsc_rank_chart_row_box (chart, row, &x0, &y0, &x1, &y1);
  lsc_color_set_alpha (cr, &chart->theme.accent, alpha);
  cairo_set_line_width (cr, 2);
  cairo_rectangle (cr, floor (x0) - 1, floor (y0) - 1, ceil (x1 - x0) + 2,
                   y1 - y0 - (lsc_rank_chart_has_cells (chart) ? 0 : BAR_GAP) + 2);
  cairo_stroke (cr);
}

/** lsc_rank_painter_paint_left_out: says below the chart which ranks are not in it, if some are
 * not;
 * @height: px of the line */
void
lsc_rank_painter_paint_left_out (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart,
                                 double height)
{
  g_return_if_fail (self && cr && chart);
  if (!chart->left_out)
    return;
  lsc_color_set (cr, &chart->theme.foreground);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = PAD,
                                 .middle = chart->port.height + height / 2,
                                 .size = LSC_RANK_TEXT_PX,
                                 .room = chart->port.width - PAD },
                 chart->left_out);
}

/** lsc_rank_painter_paint_overlay: marks the selected rank and the one under the pointer */
void
lsc_rank_painter_paint_overlay (LscRankPainter *self, cairo_t *cr, const LscRankChart *chart)
{
  g_return_if_fail (self && cr && chart);
  if (chart->kind == LSC_RANK_CHART_STEPS)
    return;
  cairo_save (cr);
  lsc_paint_clip (cr, chart->port.header_width - 2, LSC_RANK_CHART_RULER_PX, chart->port.width,
                  lsc_rank_chart_room (chart));
  paint_outline (cr, chart, chart->hovered, 0.5);
  paint_outline (cr, chart, chart->selected, 1);
  cairo_restore (cr);
}
