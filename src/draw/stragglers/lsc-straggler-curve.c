/* lsc-straggler-curve.c - paints S over the steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/stragglers/lsc-straggler-painter-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "draw/lsc-paint.h"

#define PAD 8.0
#define DOT_PX 2.5
#define DOTS_LEAST_PX 4.0 /* from one step to the next, for each to have a dot */
#define SPARE 0.08        /* of the range, at either end */
#define LABEL_GAP 8.0
#define LABEL_LEAST_PX 12.0 /* narrower is no number */
#define TICKS_PX 34.0       /* from one line to the next, at least */

/** The axis of S: from the bottom to the top of the plot. */
typedef struct
{
  double low;
  double high;
  double tick;
} Axis;

/* 1 is always seen: what lies above it is the loss. */
static Axis
find_axis (const LscStragglerPaint *self)
{
  static const double ticks[] = { 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000 };
  const LscStragglers *study = self->view->study;
  Axis axis = { 1, MAX (study->slowdown, 1.05), 1000 };
  double most = MAX (floor (self->places.curve.height / TICKS_PX), 1), spare;

  for (gsize i = 0; i < study->n_steps; i++)
    {
      axis.low = MIN (axis.low, study->steps[i].slowdown);
      axis.high = MAX (axis.high, study->steps[i].slowdown);
    }
  spare = (axis.high - axis.low) * SPARE;
  axis.low -= spare;
  axis.high += spare;
  for (guint i = G_N_ELEMENTS (ticks); i > 0; i--)
    if ((axis.high - axis.low) / ticks[i - 1] <= most)
      axis.tick = ticks[i - 1];
  return axis;
}

static double
y_of (const LscStragglerPaint *self, const Axis *axis, double slowdown)
{
  const LscStragglerBox *curve = &self->places.curve;

  return curve->y + curve->height * (axis->high - slowdown) / (axis->high - axis->low);
}

static void
paint_axis (const LscStragglerPaint *self, const Axis *axis)
{
  const LscStragglerBox *curve = &self->places.curve;
  const LscTheme *theme = &self->view->theme;
  int first = (int) ceil ((axis->low - 1) / axis->tick);
  int last = (int) floor ((axis->high - 1) / axis->tick);

  for (int i = first; i <= last; i++)
    {
      double slowdown = 1 + i * axis->tick, y = floor (y_of (self, axis, slowdown));
      g_autofree char *label = g_strdup_printf (axis->tick < 0.1 ? "%.2f"
                                                : axis->tick < 1 ? "%.1f"
                                                                 : "%.0f",
                                                slowdown);

      lsc_paint_rect (self->cr, i == 0 ? &theme->dim : &theme->grid, curve->x, y, curve->width, 1);
      _lsc_straggler_write (self, &theme->dim,
                            (LscTextLine){ .x = curve->x - PAD / 2, .middle = y, .align = 1 },
                            label);
    }
}

/* S of all steps: a dashed line with its value at the right end of the line above the plot. */
static void
paint_mean (const LscStragglerPaint *self, const Axis *axis)
{
  const LscStragglerBox *curve = &self->places.curve;
  double y = floor (y_of (self, axis, self->view->study->slowdown)) + 0.5;
  g_autofree char *label = g_strdup_printf (_ ("All steps: S %.3f"), self->view->study->slowdown);
  double width = lsc_text_width (self->text, self->view->text_px, label);
  LscTextLine title = { .x = curve->x,
                        .middle = self->places.curve.y - self->places.row / 2,
                        .room = MAX (curve->width - width - LABEL_GAP, 1) };

  lsc_color_set (self->cr, &self->view->theme.dim);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, (const double[]){ 6, 4 }, 2, 0);
  cairo_move_to (self->cr, curve->x, y);
  cairo_line_to (self->cr, curve->x + curve->width, y);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
  _lsc_straggler_write (self, &self->view->theme.dim, title, _ ("S by Step"));
  title.x = curve->x + curve->width;
  title.align = 1;
  title.room = 0;
  _lsc_straggler_write (self, &self->view->theme.dim, title, label);
}

/* Where many steps are not recorded the line ends, and the axis is cut by two strokes. */
static void
paint_break (const LscStragglerPaint *self, gsize step)
{
  const LscStragglerBox *curve = &self->places.curve;
  double x = (lsc_straggler_view_step_x (self->view, &self->places, step - 1) +
              lsc_straggler_view_step_x (self->view, &self->places, step)) /
             2;
  double y = curve->y + curve->height;

  lsc_paint_rect (self->cr, &self->view->theme.background, x - 3, curve->y, 5, curve->height + 2);
  lsc_color_set (self->cr, &self->view->theme.dim);
  cairo_set_line_width (self->cr, 1);
  for (int i = -1; i <= 1; i += 2)
    {
      cairo_move_to (self->cr, x + i * 2.5 - 2, y + 4);
      cairo_line_to (self->cr, x + i * 2.5 + 2, y - 4);
    }
  cairo_stroke (self->cr);
}

static gboolean
is_break (const LscStragglerMarks *marks, gsize step)
{
  return marks->slots[step] > marks->slots[step - 1] + 1;
}

/* Steps that follow each other are joined by a line, those with some missing between by dots. */
static void
paint_lines (const LscStragglerPaint *self, const Axis *axis)
{
  const LscStragglers *study = self->view->study;

  cairo_set_line_width (self->cr, 1.5);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  for (gsize i = 1; i < study->n_steps; i++)
    {
      gboolean is_next = study->steps[i].number - study->steps[i - 1].number == 1;

      if (is_break (self->view->marks, i))
        {
          paint_break (self, i);
          continue;
        }
      lsc_color_set_rgb (self->cr, self->view->theme.is_dark ? 0xE8A04A : 0xB8541A);
      cairo_set_dash (self->cr, (const double[]){ 2, 3 }, is_next ? 0 : 2, 0);
      cairo_move_to (self->cr, lsc_straggler_view_step_x (self->view, &self->places, i - 1),
                     y_of (self, axis, study->steps[i - 1].slowdown));
      cairo_line_to (self->cr, lsc_straggler_view_step_x (self->view, &self->places, i),
                     y_of (self, axis, study->steps[i].slowdown));
      cairo_stroke (self->cr);
    }
  cairo_set_dash (self->cr, NULL, 0, 0);
}

static void
paint_dot (const LscStragglerPaint *self, const Axis *axis, gsize step)
{
  gboolean is_marked = self->view->marks->steps[step];
  double x = lsc_straggler_view_step_x (self->view, &self->places, step);
  double y = y_of (self, axis, self->view->study->steps[step].slowdown);

  lsc_color_set_rgb (self->cr, self->view->theme.is_dark ? 0xE8A04A : 0xB8541A);
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, DOT_PX, 0, 2 * G_PI);
  cairo_fill (self->cr);
  if (!is_marked)
    return;
  lsc_color_set (self->cr, &self->view->theme.foreground);
  cairo_set_line_width (self->cr, 2);
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, 2 * DOT_PX + 0.5, 0, 2 * G_PI);
  cairo_stroke (self->cr);
}

static void
paint_dots (const LscStragglerPaint *self, const Axis *axis)
{
  const LscStragglers *study = self->view->study;
  double distance = self->places.curve.width / (double) MAX (self->view->marks->n_slots, 1);

  for (gsize i = 0; i < study->n_steps; i++)
    if (distance >= DOTS_LEAST_PX || self->view->marks->steps[i] || study->n_steps == 1)
      paint_dot (self, axis, i);
}

/* @taken: middles of the numbers that are there; without room beside them there is none. */
static void
paint_number (const LscStragglerPaint *self, gsize step, GArray *taken)
{
  const LscStragglerBox *curve = &self->places.curve;
  gboolean is_marked = self->view->marks->steps[step];
  g_autofree char *number = g_strdup_printf ("%" PRId64, self->view->study->steps[step].number);
  double half = lsc_text_width_bold (self->text, self->view->text_px, number) / 2;
  double x = lsc_straggler_view_step_x (self->view, &self->places, step);

  for (guint i = 0; i < taken->len; i++)
    if (fabs (g_array_index (taken, double, i) - x) < 2 * half + LABEL_GAP)
      return;
  g_array_append_val (taken, x);
  lsc_paint_rect (self->cr, &self->view->theme.dim, floor (x), curve->y + curve->height, 1, 3);
  _lsc_straggler_write (
      self, is_marked ? &self->view->theme.foreground : &self->view->theme.dim,
      (LscTextLine){ .x = x,
                     .middle = curve->y + curve->height + 3 + self->view->text_px * 0.7,
                     .align = 0.5,
                     .is_bold = is_marked },
      number);
}

/* Those that stand out come first, then the first one of each stretch, then as many as fit. */
static void
paint_numbers (const LscStragglerPaint *self)
{
  const LscStragglers *study = self->view->study;
  const LscStragglerMarks *marks = self->view->marks;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (double));
  double step_px = self->places.curve.width / (double) MAX (marks->n_slots, 1);
  gsize stride = (gsize) MAX (ceil (LABEL_LEAST_PX / MAX (step_px, 1e-3)), 1);

  for (gsize i = 0; i < study->n_steps; i++)
    if (marks->steps[i])
      paint_number (self, i, taken);
  for (gsize i = 0; i < study->n_steps; i++)
    if (i == 0 || is_break (marks, i))
      paint_number (self, i, taken);
  for (gsize i = 0; i < study->n_steps; i += stride)
    paint_number (self, i, taken);
}

/** Paints S over the steps, where there are steps. */
void
_lsc_straggler_paint_curve (const LscStragglerPaint *self)
{
  Axis axis;

  if (self->places.curve.width < 20)
    return;
  axis = find_axis (self);
  paint_axis (self, &axis);
  paint_mean (self, &axis);
  paint_lines (self, &axis);
  paint_dots (self, &axis);
  paint_numbers (self);
}
