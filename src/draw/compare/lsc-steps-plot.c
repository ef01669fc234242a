/* lsc-steps-plot.c - the steps of two recordings as dots along one axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-steps-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "draw/lsc-axis.h"
#include "draw/lsc-paint.h"

#define STRIP_PX 64.0
#define AXIS_PX 26.0
#define DOT_PX 4.0
#define GAP_PX 12.0
#define LEAST_LABEL_PX 90.0
#define SPARE 0.06 /* of what the steps lie between, at either side */

/**
 * lsc_steps_plot_new:
 * @names: of the sides
 *
 * Returns: (transfer full) (nullable): %NULL where a side has no steps
 */
LscStepsPlot *
lsc_steps_plot_new (const LscCompare *compare, char *const names[LSC_N_SIDES])
{
  LscStepsPlot *self;

  g_return_val_if_fail (compare && names, NULL);
  if (compare->steps[LSC_BEFORE].ns->len == 0 || compare->steps[LSC_AFTER].ns->len == 0)
    return NULL;
  self = g_new0 (LscStepsPlot, 1);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->names[side] = g_strdup (names[side]);
      self->ns[side] = g_array_ref (compare->steps[side].ns);
      self->median_ns[side] = compare->steps[side].median_ns;
    }
  if (!isnan (compare->floor))
    self->floor_ns = llround (compare->floor * (double) self->median_ns[LSC_BEFORE]);
  return self;
}

/**
 * lsc_steps_plot_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_steps_plot_free (LscStepsPlot *self)
{
  if (self == NULL)
    return;
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_free (self->names[side]);
      g_array_unref (self->ns[side]);
    }
  g_free (self);
}

/** A plot while it is painted. @first_ns, @ns_per_px: of the axis, which begins at @left px */
typedef struct
{
  const LscStepsPlot *plot;
  LscText *text;
  LscTheme theme;
  double width;
  double text_px;
  double left;
  double first_ns;
  double ns_per_px;
} Painter;

static gint64
get_ns (const LscStepsPlot *self, guint side, guint index)
{
  return g_array_index (self->ns[side], gint64, index);
}

static void
find_axis (Painter *self)
{
  const LscStepsPlot *plot = self->plot;
  double low = (double) (plot->median_ns[LSC_BEFORE] - plot->floor_ns);
  double high = (double) (plot->median_ns[LSC_BEFORE] + plot->floor_ns);
  double names = 0, spare;

  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      names = MAX (names, lsc_text_width_bold (self->text, self->text_px, plot->names[side]));
      for (guint i = 0; i < plot->ns[side]->len; i++)
        {
          low = MIN (low, (double) get_ns (plot, side, i));
          high = MAX (high, (double) get_ns (plot, side, i));
        }
    }
  spare = MAX ((high - low) * SPARE, high * 0.001 + 1);
  self->left = MIN (names, self->width / 4) + 2 * GAP_PX;
  self->first_ns = MAX (low - spare, 0);
  self->ns_per_px = (high + spare - self->first_ns) / MAX (self->width - self->left - GAP_PX, 1);
}

static double
x_of (const Painter *self, double ns)
{
  return self->left + (ns - self->first_ns) / self->ns_per_px;
}

static void
paint_band (const Painter *self, cairo_t *cr)
{
  const LscStepsPlot *plot = self->plot;
  double x0 = x_of (self, (double) (plot->median_ns[LSC_BEFORE] - plot->floor_ns));
  double x1 = x_of (self, (double) (plot->median_ns[LSC_BEFORE] + plot->floor_ns));

  if (plot->floor_ns > 0)
    lsc_paint_rect (cr, &self->theme.bubble, x0, 0, x1 - x0, LSC_N_SIDES * STRIP_PX);
}

/* In their order, from the top of the strip to its bottom. */
static void
paint_dots (const Painter *self, cairo_t *cr, guint side)
{
  const LscStepsPlot *plot = self->plot;
  guint n = plot->ns[side]->len;
  double room = STRIP_PX - 4 * DOT_PX;

  lsc_color_set (cr, side == LSC_BEFORE ? &self->theme.dim : &self->theme.accent);
  for (guint i = 0; i < n; i++)
    {
      double y = side * STRIP_PX + 2 * DOT_PX + room * (n > 1 ? (double) i / (n - 1) : 0.5);

      cairo_new_sub_path (cr);
      cairo_arc (cr, x_of (self, (double) get_ns (plot, side, i)), y, DOT_PX, 0, 2 * G_PI);
    }
  cairo_fill (cr);
}

static void
paint_median (const Painter *self, cairo_t *cr, guint side)
{
  double x = x_of (self, (double) self->plot->median_ns[side]);

  lsc_color_set (cr, &self->theme.foreground);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, x, side * STRIP_PX + 3);
  cairo_line_to (cr, x, (side + 1) * STRIP_PX - 3);
  cairo_stroke (cr);
}

static void
paint_name (const Painter *self, cairo_t *cr, guint side)
{
  lsc_color_set (cr, &self->theme.foreground);
  lsc_text_draw (self->text, cr,
                 &(LscTextLine){ .x = self->left - GAP_PX,
                                 .middle = (side + 0.5) * STRIP_PX,
                                 .align = 1,
                                 .size = self->text_px,
                                 .is_bold = TRUE,
                                 .room = self->left - 2 * GAP_PX },
                 self->plot->names[side]);
}

static void
paint_axis (const Painter *self, cairo_t *cr)
{
  double room = self->width - self->left - GAP_PX, y = LSC_N_SIDES * STRIP_PX;
  LscAxis axis = lsc_axis_new (self->first_ns, self->ns_per_px * room, room, LEAST_LABEL_PX);

  lsc_paint_rect (cr, &self->theme.grid, self->left, y, room, 1);
  for (guint i = 0; i < axis.n_ticks; i++)
    {
      double x = x_of (self, lsc_axis_tick_ns (&axis, i));
      g_autofree char *number = lsc_axis_label (&axis, i);
      g_autofree char *label = g_strdup_printf ("%s %s", number, axis.unit);

      if (x < self->left || x > self->width - 2 * GAP_PX)
        continue;
      lsc_paint_rect (cr, &self->theme.grid, floor (x), y, 1, 5);
      lsc_color_set (cr, &self->theme.dim);
      lsc_text_draw (self->text, cr,
                     &(LscTextLine){ .x = x,
                                     .middle = y + 6 + self->text_px * 0.6,
                                     .align = 0.5,
                                     .size = self->text_px * 0.85 },
                     label);
    }
}

static void
paint (gpointer data, cairo_t *cr, G_GNUC_UNUSED double scale)
{
  Painter *self = data;

  find_axis (self);
  paint_band (self, cr);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      paint_name (self, cr, side);
      paint_dots (self, cr, side);
      paint_median (self, cr, side);
    }
  paint_axis (self, cr);
}

static void
painter_free (gpointer data)
{
  Painter *self = data;

  lsc_text_free (self->text);
  g_free (self);
}

static char *
describe (const LscStepsPlot *self)
{
  g_autofree char *before = lsc_format_duration (self->median_ns[LSC_BEFORE], LSC_TIME_UNIT_AUTO);
  g_autofree char *after = lsc_format_duration (self->median_ns[LSC_AFTER], LSC_TIME_UNIT_AUTO);

  return g_strdup_printf (_ ("Lengths of %u steps of %s, median %s, and of %u steps of %s, median "
                             "%s."),
                          self->ns[LSC_BEFORE]->len, self->names[LSC_BEFORE], before,
                          self->ns[LSC_AFTER]->len, self->names[LSC_AFTER], after);
}

/**
 * lsc_steps_plot_page:
 * @self: borrowed for the life of the page
 * @width, @text_px: px
 *
 * Makes the figure with a dot for each step, the medians as lines, and what is noise around that
 * before as a band.
 *
 * Returns: (transfer full):
 */
LscPage *
lsc_steps_plot_page (const LscStepsPlot *self, double width, double text_px, LscTheme theme,
                     PangoContext *context)
{
  Painter *painter;
  LscPage *page;

  g_return_val_if_fail (self && context && width > 0 && text_px > 0, NULL);
  painter = g_new0 (Painter, 1);
  page = g_new0 (LscPage, 1);
  *painter = (Painter){
    .plot = self, .text = lsc_text_new (context), .theme = theme, .width = width, .text_px = text_px
  };
  *page = (LscPage){ .text = lsc_text_new (context),
                     .theme = theme,
                     .width = width,
                     .height = LSC_N_SIDES * STRIP_PX + AXIS_PX,
                     .is_figure = TRUE,
                     .description = describe (self),
                     .paint_chart = paint,
                     .data = painter,
                     .free_data = painter_free };
  return page;
}
