/* lsc-pipeline-frame.c - axis, phase brackets and header column of the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "draw/lsc-ruler.h"
#include "draw/pipeline/lsc-pipeline-painter-private.h"

#define TICK_DISTANCE 80.0
#define AXIS_FONT 11.0
#define HEADER_PAD 10.0
#define HEADER_FONT 12.0 /* the largest */
#define HEADER_LEAST_PX 130.0
#define HEADER_MOST_PX 280.0
#define WARNING_RGB 0xC64600 /* seen on light and dark */
#define WARNING_GAP 4.0

/* ---- axis ---- */

typedef struct
{
  LscPipelinePainter *painter;
  cairo_t *cr;
  const LscPipelineRows *layout;
} AxisPaint;

/* Labels count from @origin_ns of the chart, in its unit. */
static LscRuler
make_ruler (const LscPipelineView *view, gint64 origin_ns, gboolean is_clock)
{
  LscRulerScale scale = { .origin_ns = origin_ns,
                          .least_distance = is_clock ? TICK_DISTANCE * 1.5 : TICK_DISTANCE,
                          .is_clock = is_clock };

  if (view->units_per_ns > 0)
    {
      scale.unit = view->unit_label ? view->unit_label : _ ("time");
      scale.unit_ns = 1 / view->units_per_ns;
    }
  return lsc_ruler_new (&view->port, &scale);
}

/* Middle of the labels, and of the edge that the ticks stand on. A figure has its axis below. */
static double
axis_label_y (const LscPipelineView *view)
{
  return view->is_figure ? view->port.height - (LSC_PIPELINE_AXIS_HEIGHT - 8) / 2
                         : (LSC_PIPELINE_AXIS_HEIGHT - 6) / 2;
}

static double
axis_line_y (const LscPipelineView *view)
{
  return view->is_figure ? floor (view->port.height - LSC_PIPELINE_AXIS_HEIGHT)
                         : LSC_PIPELINE_AXIS_HEIGHT - 1;
}

static void
draw_axis_title (AxisPaint *paint)
{
  const LscPipelineView *view = paint->layout->view;
  LscRuler ruler = make_ruler (view, 0, FALSE);
  const char *unit = ruler.axis.unit;
  g_autofree char *title = NULL;

  if (view->units_per_ns > 0)
    title = g_strdup (unit);
  else if (view->absolute_time)
    title = g_strdup (_ ("UTC"));
  else if (view->is_figure)
    title = g_strdup_printf (_ ("time (%s)"), unit);
  else
    title = g_strdup_printf (_ ("%s since first block"), unit);
  lsc_color_set (paint->cr, &view->theme.dim);
  if (view->is_figure)
    lsc_text_draw (paint->painter->text, paint->cr,
                   &(LscTextLine){ .x = view->port.header_width - HEADER_PAD,
                                   .middle = axis_label_y (view),
                                   .align = 1,
                                   .size = AXIS_FONT },
                   title);
  else
    lsc_text_draw (
        paint->painter->text, paint->cr,
        &(LscTextLine){ .x = HEADER_PAD, .middle = axis_label_y (view), .size = AXIS_FONT - 1 },
        title);
}

static void
draw_axis (AxisPaint *paint)
{
  const LscPipelineRows *layout = paint->layout;
  const LscPipelineView *view = layout->view;
  gboolean is_split = view->side_by_side && layout->n_steps > 1;
  LscRulerLook look = { .tick = view->is_figure ? view->theme.dim : view->theme.grid,
                        .label = view->theme.dim,
                        .tick_top = axis_line_y (view) - (view->is_figure ? 0 : 5),
                        .tick_height = view->is_figure ? 4 : 6,
                        .label_middle = axis_label_y (view),
                        .label_size = AXIS_FONT,
                        .end_of_last = view->port.header_width - 6 };

  lsc_paint_rect (paint->cr, &look.tick, view->is_figure ? view->port.header_width : 0,
                  axis_line_y (view), view->is_figure ? layout->body_width : view->port.width, 1);
  draw_axis_title (paint);
  for (gsize s = 0; s < (is_split ? layout->n_steps : 1); s++)
    {
      const LscRowStretch *stretch = &layout->map.items[s];
      gint64 begin_ns = is_split ? lsc_row_to_axis (stretch, stretch->begin_ns) : 0;
      gint64 origin_ns = view->absolute_time ? -stretch->offset_ns : begin_ns;
      LscRuler ruler = make_ruler (view, origin_ns, view->absolute_time);

      lsc_ruler_paint_ticks (&ruler, paint->cr, paint->painter->text, &look,
                             is_split ? begin_ns : G_MININT64,
                             is_split ? lsc_row_to_axis (stretch, stretch->end_ns) : G_MAXINT64);
    }
}

/* ---- brackets ---- */

#define BRACKET_PAD 8 /* the text covers the line of its bracket, but not its ends */

static void
draw_bracket (AxisPaint *paint, double x0, double x1, const char *name, gint64 length_ns)
{
  const LscPipelineView *view = paint->layout->view;
  double top = lsc_pipeline_view_body_top (view) - BRACKET_HEIGHT + 3,
         bottom = top + BRACKET_HEIGHT - 6;
  double left = MAX (x0, view->port.header_width), right = MIN (x1, view->port.width);
  g_autofree char *length = _lsc_pipeline_duration (view, length_ns);
  g_autofree char *text = g_strdup_printf ("%s %s", name, length);
  const char *shown = text;
  double width;

  if (right - left < 1)
    return;
  lsc_color_set (paint->cr, &view->theme.dim);
  cairo_set_line_width (paint->cr, 1);
  cairo_move_to (paint->cr, floor (x0) + 1.5, bottom);
  cairo_line_to (paint->cr, floor (x0) + 1.5, bottom - 5.5);
  cairo_line_to (paint->cr, floor (x1) - 1.5, bottom - 5.5);
  cairo_line_to (paint->cr, floor (x1) - 1.5, bottom);
  cairo_stroke (paint->cr);
  width = lsc_text_width (paint->painter->text, 10, shown);
  if (width + BRACKET_PAD >
      right - left) /* its length can be read from the axis, its name cannot */
    {
      shown = name;
      width = lsc_text_width (paint->painter->text, 10, shown);
    }
  if (width + BRACKET_PAD > right - left)
    return;
  lsc_paint_rect (paint->cr, &view->theme.background, (left + right - width) / 2 - 4, top - 2,
                  width + 8, 16);
  lsc_color_set (paint->cr, &view->theme.foreground);
  lsc_text_draw (
      paint->painter->text, paint->cr,
      &(LscTextLine){ .x = (left + right) / 2, .middle = top + 6, .align = 0.5, .size = 10 },
      shown);
}

static void
draw_brackets (AxisPaint *paint)
{
  const LscPipelineRows *layout = paint->layout;
  const LscPipelineView *view = layout->view;

  cairo_save (paint->cr);
  lsc_paint_clip (paint->cr, view->port.header_width, layout->body_top - BRACKET_HEIGHT,
                  layout->body_width, BRACKET_HEIGHT);
  for (gsize s = 0; s < layout->n_steps; s++)
    {
      gsize index = _lsc_pipeline_rows_marked_row (layout);
      const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, s, index);
      const LscPipelineStep *step = _lsc_pipeline_rows_step (layout, s);
      gint64 t[4];
      double x[4];

      if (!row || row->n_blocks == 0)
        continue;
      t[0] = step->t0_ns;
      t[1] = row->metrics.warmup_end_ns;
      t[2] = row->metrics.cooldown_begin_ns;
      t[3] = step->t1_ns;
      for (int i = 0; i < 4; i++)
        x[i] = view->port.header_width + _lsc_pipeline_rows_x (layout, s, t[i]);
      draw_bracket (paint, x[0], x[1], _ ("warm-up"), t[1] - t[0]);
      draw_bracket (paint, x[1], x[2], _ ("steady"), t[2] - t[1]);
      draw_bracket (paint, x[2], x[3], _ ("cool-down"), t[3] - t[2]);
    }
  cairo_restore (paint->cr);
}

/**
 * lsc_pipeline_painter_paint_axis:
 *
 * Paints the time axis and the phase brackets.
 */
void
lsc_pipeline_painter_paint_axis (LscPipelinePainter *self, cairo_t *cr, const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };
  AxisPaint paint;

  g_return_if_fail (self && cr && view);
  layout = _lsc_pipeline_rows_new (view);
  paint = (AxisPaint){ self, cr, &layout };
  if (!view->group)
    return;
  if (layout.n_steps > 0)
    {
      draw_axis (&paint);
      if (view->show_brackets && layout.n_rows > 0)
        draw_brackets (&paint);
    }
}

/* ---- header column ---- */

static gboolean
hosts_differ (const LscPipelineRows *layout)
{
  const char *first = NULL;

  for (gsize r = 0; r < layout->n_rows; r++)
    {
      const LscPipelineRow *row = _lsc_pipeline_rows_row (layout, 0, r);

      if (!row || !row->host)
        continue;
      if (!first)
        first = row->host;
      else if (strcmp (first, row->host) != 0)
        return TRUE;
    }
  return FALSE;
}

/* Stage, rank and host of a row, as far as they are known and asked for. */
char *
_lsc_pipeline_row_label (const LscPipelineRow *row, gboolean with_rank, gboolean with_host)
{
  g_autofree char *stage =
      row->stage >= 0 ? g_strdup_printf (_ ("stage %d"), row->stage) : g_strdup (_ ("stage ?"));
  g_autoptr (LscPhrase) name = lsc_rank_name_new (row->rank, NULL);
  g_autofree char *rank = lsc_phrase_to_words (name);

  if (!with_rank || !lsc_rank_is_told (row->rank))
    return g_steal_pointer (&stage);
  if (with_host && row->host)
    return g_strdup_printf ("%s · %s · %s", stage, rank, row->host);
  return g_strdup_printf ("%s · %s", stage, rank);
}

/* Bubble ratio of a row over the shown steps; -1 when it has no blocks, or clocks are not known. */
static double
row_ratio (const LscPipelineRows *layout, gsize row)
{
  double bubble = 0, window = 0;

  for (gsize s = 0; s < layout->n_steps; s++)
    {
      const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, s, row);
      const LscPipelineStep *step = _lsc_pipeline_rows_step (layout, s);

      if (!data || data->n_blocks == 0)
        continue;
      if (!lsc_pipeline_step_is_compared (step))
        return -1;
      bubble += (double) data->metrics.bubble_ns;
      window += (double) (step->t1_ns - step->t0_ns);
    }
  return window > 0 ? bubble / window : -1;
}

/* Work is solid, the idle part at its end hatched as in the chart. */
static void
draw_ratio (cairo_t *cr, const LscTheme *theme, double x0, double x1, double middle, double height,
            double ratio)
{
  double idle = round (CLAMP (ratio, 0, 1) * (x1 - x0));

  lsc_paint_rect (cr, &theme->dim, x0, middle - height / 2, x1 - x0 - idle, height);
  lsc_paint_rect (cr, &theme->bubble, x1 - idle, middle - height / 2, idle, height);
  lsc_color_set (cr, &theme->dim);
  lsc_paint_hatch (cr, x1 - idle, middle - height / 2, idle, height, 4);
}

/* The sign of the line above the chart that says why. Returns: its width */
static double
draw_warning (cairo_t *cr, double x, double middle, double size)
{
  lsc_color_set_rgb (cr, WARNING_RGB);
  cairo_move_to (cr, x + size / 2, middle - size / 2);
  cairo_line_to (cr, x + size, middle + size / 2);
  cairo_line_to (cr, x, middle + size / 2);
  cairo_close_path (cr);
  cairo_fill (cr);
  lsc_paint_rect_rgb (cr, 0xFFFFFF, x + size / 2 - 0.75, middle - size / 6, 1.5, size * 0.34);
  lsc_paint_rect_rgb (cr, 0xFFFFFF, x + size / 2 - 0.75, middle + size * 0.28, 1.5, 1.5);
  return size + WARNING_GAP;
}

/* A figure names the stage in the middle of its lanes and nothing else. */
static void
draw_figure_header (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout, gsize row)
{
  const LscPipelineView *view = layout->view;
  const LscRowPlace *place = &layout->rows[row];
  const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, 0, row);
  double lanes = place->n_lanes * (layout->lane_height + LANE_GAP) - LANE_GAP;
  g_autofree char *label = data ? _lsc_pipeline_row_label (data, FALSE, FALSE) : NULL;

  if (!label || (lanes < 8 && row % 2 == 1))
    return;
  lsc_color_set (cr, &view->theme.foreground);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = view->port.header_width - HEADER_PAD,
                                 .middle = place->y + lanes / 2,
                                 .align = 1,
                                 .size = CLAMP (lanes * 0.5, 8, 13) },
                 label);
}

/* Rows of the second side that have no rank or stand between those of the first begin like the
 * title of their side: the stage alone would be read as the same. */
static char *
make_label (const LscPipelineRows *layout, const LscPipelineRow *data, gboolean with_host)
{
  const char *title = layout->is_second ? layout->view->twin.title : NULL;
  const char *end = title ? strchr (title, ':') : NULL;
  gboolean is_between = layout->is_between;
  g_autofree char *stage = _lsc_pipeline_row_label (data, FALSE, FALSE);
  g_autofree char *brief = NULL;

  if (!layout->is_second || (lsc_rank_is_told (data->rank) && !is_between))
    return _lsc_pipeline_row_label (data, TRUE, with_host);
  if (!title)
    return g_strdup_printf (_ ("%s · other"), stage);
  brief = end ? g_strndup (title, (gsize) (end - title)) : g_strdup (title);
  if (g_utf8_strlen (brief, -1) > 12)
    return g_steal_pointer (&stage);
  return g_strdup_printf ("%s · %s", stage, brief);
}

/* Takes @text; returns what of it fits, with an ellipsis for the rest. */
static char *
fit_text (LscPipelinePainter *self, double font, char *text, double room)
{
  g_autoptr (GString) fitting = g_string_new (NULL);

  if (!text || lsc_text_width (self->text, font, text) <= room)
    return text;
  for (glong n = g_utf8_strlen (text, -1) - 1; n > 0; n--)
    {
      g_string_truncate (fitting, 0);
      g_string_append_len (fitting, text, g_utf8_offset_to_pointer (text, n) - text);
      g_string_append (fitting, "…");
      if (lsc_text_width (self->text, font, fitting->str) <= room)
        break;
    }
  g_free (text);
  return g_strdup (fitting->str);
}

/* Where bars of idle time end, of which all rows have the same length: before the widest text. */
static double
find_bar_end (LscPipelinePainter *self, double font, double right)
{
  g_autofree char *widest = g_strdup_printf (_ ("%.1f %% idle"), 100.0);

  return right - lsc_text_width (self->text, font, widest) - 6;
}

static void
draw_row_header (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout, gsize row,
                 gboolean with_host)
{
  const LscPipelineView *view = layout->view;
  const LscRowPlace *place = &layout->rows[row];
  const LscPipelineRow *data = _lsc_pipeline_rows_row (layout, 0, row);
  double right = view->port.header_width - HEADER_PAD, ratio = row_ratio (layout, row);
  gboolean two_lines = place->height >= 20;
  gboolean is_bold = view->selected.row == row && !view->selected.is_twin;
  double font = CLAMP (place->height * (two_lines ? 0.46 : 0.72), 7, 12), left = HEADER_PAD;
  double first = place->y + (two_lines ? place->height * 0.27 : place->height / 2);
  double second = place->y + place->height * 0.77;
  double sign = view->blamed_row == row ? font + WARNING_GAP : 0;
  g_autofree char *label = !data       ? NULL
                           : two_lines ? fit_text (self, font, make_label (layout, data, with_host),
                                                   right - HEADER_PAD - sign)
                                       : make_label (layout, data, with_host);
  g_autofree char *number = ratio < 0   ? g_strdup (_ ("not recorded"))
                            : two_lines ? g_strdup_printf (_ ("%.1f %% idle"), ratio * 100)
                                        : g_strdup_printf ("%.1f %%", ratio * 100);
  double number_width;

  if (layout->n_steps == 0 || !label || (place->height < 8 && row % 2 == 1))
    return;
  if (sign > 0)
    left += draw_warning (cr, left, first, font);
  lsc_color_set (cr, layout->is_second ? &view->theme.dim : &view->theme.foreground);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = left, .middle = first, .size = font, .is_bold = is_bold },
                 label);
  number_width = lsc_text_width (self->text, font - 1, number);
  if (!two_lines && left + lsc_text_width (self->text, font, label) + number_width + 6 > right)
    return;
  lsc_color_set (cr, &view->theme.dim);
  lsc_text_draw (
      self->text, cr,
      &(LscTextLine){
          .x = right, .middle = two_lines ? second : first, .align = 1, .size = font - 1 },
      number);
  if (two_lines && ratio >= 0)
    draw_ratio (cr, &view->theme, HEADER_PAD, find_bar_end (self, font - 1, right), second, 6,
                ratio);
}

/* The bands of titles go on in the header column. */
static void
draw_header_bands (cairo_t *cr, const LscPipelineRows *layout)
{
  const LscPipelineView *view = layout->view;

  for (guint side = 0; side < 2 && !view->is_figure; side++)
    {
      if (layout->band_height[side] <= 0)
        continue;
      lsc_paint_rect (cr, &view->theme.bubble, 0, layout->band_y[side], view->port.header_width,
                      layout->band_height[side]);
      if (side == 0)
        continue;
      lsc_paint_rect (cr, &view->theme.grid, 0, floor (layout->band_y[side]),
                      view->port.header_width, 1);
    }
}

static void
draw_side_headers (LscPipelinePainter *self, cairo_t *cr, const LscPipelineRows *layout)
{
  gboolean with_host = hosts_differ (layout);

  for (gsize r = layout->n_shared_rows; r < layout->n_rows; r++)
    if (!_lsc_pipeline_rows_row_is_visible (layout, r))
      continue;
    else if (layout->view->is_figure)
      draw_figure_header (self, cr, layout, r);
    else
      draw_row_header (self, cr, layout, r, with_host);
}

/**
 * lsc_pipeline_painter_measure_header:
 *
 * Returns: px of a header column in which the names of all rows can be read whole, as far as that
 *   leaves room for the blocks
 */
double
lsc_pipeline_painter_measure_header (LscPipelinePainter *self, const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };
  double most = 0;

  g_return_val_if_fail (self && view, HEADER_LEAST_PX);
  if (!view->group)
    return HEADER_LEAST_PX;
  layout = _lsc_pipeline_rows_new (view);
  for (const LscPipelineRows *side = &layout; side; side = side->twin)
    for (gsize row = 0; side->n_steps > 0 && row < side->n_rows; row++)
      {
        const LscPipelineRow *data = _lsc_pipeline_rows_row (side, 0, row);
        g_autofree char *label = data ? make_label (side, data, hosts_differ (side)) : NULL;

        if (label)
          most = MAX (most, lsc_text_width_bold (self->text, HEADER_FONT, label));
      }
  return CLAMP (ceil (most + 2 * HEADER_PAD + HEADER_FONT + WARNING_GAP), HEADER_LEAST_PX,
                HEADER_MOST_PX);
}

/**
 * lsc_pipeline_painter_paint_header:
 *
 * Paints the header column: stage, rank and bubble ratio of each row of both sides.
 */
void
lsc_pipeline_painter_paint_header (LscPipelinePainter *self, cairo_t *cr,
                                   const LscPipelineView *view)
{
  g_auto (LscPipelineRows) layout = { 0 };

  g_return_if_fail (self && cr && view);
  layout = _lsc_pipeline_rows_new (view);
  if (!view->group)
    return;
  cairo_save (cr);
  lsc_paint_clip (cr, 0, layout.body_top, view->port.header_width, layout.body_height);
  draw_header_bands (cr, &layout);
  for (const LscPipelineRows *side = &layout; side; side = side->twin)
    draw_side_headers (self, cr, side);
  if (!view->is_figure)
    lsc_paint_rect (cr, &view->theme.grid, view->port.header_width - 1, layout.body_top, 1,
                    layout.body_height);
  cairo_restore (cr);
}
