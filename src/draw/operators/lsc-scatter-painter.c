/* lsc-scatter-painter.c - paints when kernels started and how long they took
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-scatter-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/lsc-axis.h"
#include "draw/lsc-paint.h"

#define PAD 6.0
#define CELL_PX 2.0 /* points that share such a square are one */
#define DOT_PX 3.0
#define DIAMOND_PX 3.5 /* half of it */
#define TICK_PX 84.0
#define SWATCH 12.0
#define KEY_GAP 14.0
#define LEAST_ALPHA 0.55
#define DENSE 16 /* points of a square that is opaque */

/* As computing is painted elsewhere, and what stands out from it; they differ in shape, too. */
static const guint32 fills[2] = { 0x0072B2, 0xD55E00 };

typedef struct
{
  LscText *text;
  cairo_t *cr;
  const LscScatterView *view;
  LscScatterPlaces places;
} Paint;

/** Squares of the plot. @counts: of both kinds of points, one behind the other */
typedef struct
{
  gsize n_columns;
  gsize n_rows;
  guint32 *counts[2];
} Cells;

static void
write_line (const Paint *self, const LscColor *color, LscTextLine line, const char *text)
{
  line.size = self->view->text_px;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->text, self->cr, &line, text);
}

/* ---- points ---- */

/* Every point is in a square that is painted, so that none is lost, however many there are. */
static Cells
count_points (const Paint *self)
{
  const LscScatterPlot *plot = self->view->plot;
  Cells cells = { .n_columns = (gsize) (self->places.width / CELL_PX) + 1,
                  .n_rows = (gsize) (self->places.height / CELL_PX) + 1 };

  for (guint kind = 0; kind < G_N_ELEMENTS (cells.counts); kind++)
    cells.counts[kind] = g_new0 (guint32, cells.n_columns * cells.n_rows);
  for (gsize i = 0; i < plot->points.n; i++)
    {
      double x, y;
      gsize column, row;

      lsc_scatter_view_get_spot (self->view, &self->places, i, &x, &y);
      column = MIN ((gsize) MAX ((x - self->places.x) / CELL_PX, 0), cells.n_columns - 1);
      row = MIN ((gsize) MAX ((y - self->places.y) / CELL_PX, 0), cells.n_rows - 1);
      cells.counts[plot->points.items[i].is_other ? 1 : 0][row * cells.n_columns + column]++;
    }
  return cells;
}

static void
paint_point (cairo_t *cr, guint kind, double x, double y)
{
  if (kind == 0)
    cairo_rectangle (cr, x - DOT_PX / 2, y - DOT_PX / 2, DOT_PX, DOT_PX);
  else
    {
      cairo_move_to (cr, x, y - DIAMOND_PX);
      cairo_line_to (cr, x + DIAMOND_PX, y);
      cairo_line_to (cr, x, y + DIAMOND_PX);
      cairo_line_to (cr, x - DIAMOND_PX, y);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
}

static void
paint_kind (const Paint *self, const Cells *cells, guint kind)
{
  for (gsize row = 0; row < cells->n_rows; row++)
    for (gsize column = 0; column < cells->n_columns; column++)
      {
        guint32 n = cells->counts[kind][row * cells->n_columns + column];
        double share = MIN (log2 ((double) MAX (n, 1)) / log2 (DENSE), 1);

        if (n == 0)
          continue;
        lsc_color_set_rgb_alpha (self->cr, fills[kind],
                                 kind == 0 ? LEAST_ALPHA + (1 - LEAST_ALPHA) * share : 1);
        paint_point (self->cr, kind, self->places.x + ((double) column + 0.5) * CELL_PX,
                     self->places.y + ((double) row + 0.5) * CELL_PX);
      }
}

static void
paint_points (const Paint *self)
{
  Cells cells = count_points (self);

  cairo_new_path (self->cr);
  for (guint kind = 0; kind < G_N_ELEMENTS (cells.counts); kind++)
    {
      paint_kind (self, &cells, kind);
      g_free (cells.counts[kind]);
    }
}

static void
paint_median (const Paint *self)
{
  const LscScatterPlot *plot = self->view->plot;
  static const double dashes[] = { 5, 3 };
  double y;

  if (plot->median_ns < 0)
    return;
  y = round (self->places.y +
             self->places.height * (1 - (double) plot->median_ns / (double) plot->high_ns)) +
      0.5;
  cairo_save (self->cr);
  lsc_color_set (self->cr, &self->view->theme.foreground);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (self->cr, self->places.x, y);
  cairo_line_to (self->cr, self->places.x + self->places.width, y);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

/* ---- scales ---- */

static char *
make_label (const LscAxis *axis, guint index)
{
  g_autofree char *number = lsc_axis_label (axis, index);

  return g_str_equal (number, "0") ? g_strdup (number)
                                   : g_strdup_printf ("%s %s", number, axis->unit);
}

static void
paint_durations (const Paint *self)
{
  const LscScatterPlaces *places = &self->places;
  double high = (double) self->view->plot->high_ns;
  LscAxis axis = lsc_axis_new (0, high, places->height, places->row * 1.6);

  for (guint i = 0; i < axis.n_ticks; i++)
    {
      g_autofree char *label = make_label (&axis, i);
      double y = round (places->y + places->height * (1 - lsc_axis_tick_ns (&axis, i) / high));

      lsc_paint_rect (self->cr, &self->view->theme.grid, places->x, y, places->width, 1);
      write_line (self, &self->view->theme.dim,
                  (LscTextLine){ .x = places->x - PAD, .middle = y, .align = 1 }, label);
    }
}

static void
paint_starts (const Paint *self)
{
  const LscScatterPlaces *places = &self->places;
  double span = (double) self->view->plot->span_ns, bottom = places->y + places->height;
  LscAxis axis = lsc_axis_new (0, span, places->width, TICK_PX);

  for (guint i = 0; i < axis.n_ticks; i++)
    {
      g_autofree char *label = make_label (&axis, i);
      double x = places->x + places->width * lsc_axis_tick_ns (&axis, i) / span;
      gboolean is_last = x > places->x + places->width - TICK_PX / 2;

      lsc_paint_rect (self->cr, &self->view->theme.grid, floor (x), places->y, 1, places->height);
      write_line (self, &self->view->theme.dim,
                  (LscTextLine){ .x = x,
                                 .middle = bottom + places->row / 2,
                                 .align = is_last  ? 1
                                          : i == 0 ? 0
                                                   : 0.5 },
                  label);
    }
}

/* ---- around ---- */

static void
paint_words (const Paint *self)
{
  const LscScatterPlaces *places = &self->places;
  double margin = self->view->margin;

  write_line (self, &self->view->theme.foreground,
              (LscTextLine){ .x = margin,
                             .middle = margin + places->row / 2,
                             .is_bold = TRUE,
                             .room = self->view->width - 2 * margin },
              self->view->plot->caption);
  write_line (self, &self->view->theme.dim,
              (LscTextLine){ .x = places->x,
                             .middle = places->y + places->height + places->row * 1.5,
                             .room = places->width },
              self->view->plot->about);
}

static double
paint_key (const Paint *self, double x, const char *key)
{
  double middle = self->places.y + self->places.height + PAD + self->places.row * 2.5;
  LscTextLine line = { .x = x + SWATCH + PAD, .middle = middle };

  write_line (self, &self->view->theme.dim, line, key);
  return line.x + lsc_text_width (self->text, self->view->text_px, key) + KEY_GAP;
}

static void
paint_legend (const Paint *self)
{
  double middle = self->places.y + self->places.height + PAD + self->places.row * 2.5;
  double x = self->view->margin;

  for (guint kind = 0; kind < G_N_ELEMENTS (fills); kind++)
    {
      const char *key = self->view->plot->keys[kind];

      if (!key)
        continue;
      cairo_new_path (self->cr);
      lsc_color_set_rgb (self->cr, fills[kind]);
      paint_point (self->cr, kind, x + SWATCH / 2, middle);
      x = paint_key (self, x, key);
    }
  if (self->view->plot->median_ns < 0)
    return;
  lsc_paint_rect (self->cr, &self->view->theme.foreground, x, round (middle), 5, 1);
  lsc_paint_rect (self->cr, &self->view->theme.foreground, x + 8, round (middle), 5, 1);
  paint_key (self, x, _ ("Median"));
}

/**
 * lsc_scatter_paint:
 *
 * Paints the caption, both scales from 0, the points, the line of their median and the legend
 * (drawing.md#scatter). Points that share a square of 2 px are one, darker the more there are.
 */
void
lsc_scatter_paint (LscText *text, cairo_t *cr, const LscScatterView *view)
{
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_scatter_view_is_empty (view))
    return;
  self = (Paint){ text, cr, view, lsc_scatter_view_place (view, text) };
  paint_words (&self);
  paint_durations (&self);
  paint_starts (&self);
  paint_points (&self);
  paint_median (&self);
  paint_legend (&self);
}

static void
paint_ring (const Paint *self, gsize point, double radius)
{
  double x, y;

  if (point >= self->view->plot->points.n)
    return;
  lsc_scatter_view_get_spot (self->view, &self->places, point, &x, &y);
  cairo_new_path (self->cr);
  lsc_color_set (self->cr, &self->view->theme.accent);
  cairo_set_line_width (self->cr, 2);
  cairo_arc (self->cr, x, y, radius, 0, 2 * G_PI);
  cairo_stroke (self->cr);
}

/** lsc_scatter_paint_spots: marks what is selected and what is under the pointer, over the rest */
void
lsc_scatter_paint_spots (LscText *text, cairo_t *cr, const LscScatterView *view)
{
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_scatter_view_is_empty (view))
    return;
  self = (Paint){ text, cr, view, lsc_scatter_view_place (view, text) };
  if (view->hovered != view->selected)
    paint_ring (&self, view->hovered, 5);
  paint_ring (&self, view->selected, 7);
}
