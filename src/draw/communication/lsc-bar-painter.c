/* lsc-bar-painter.c - paints a plot of bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/communication/lsc-bar-view.h"

#include <math.h>

#include "base/lsc-time.h"
#include "draw/lsc-axis.h"
#include "draw/lsc-paint.h"

#define PAD 6.0
#define SWATCH 12.0
#define KEY_GAP 14.0
#define TICK_PX 84.0
#define LEAST_TICK_PX 48.0 /* in a narrow plot */
#define HATCH_PX 5.0
#define BAND_ALPHA 0.14
#define GAP_FROM 5.0 /* px of a bar, for a gap to the next one */
#define DOTS_FROM 9.0
#define COUNT_PX 26.0
#define SHARE_PX 52.0 /* from one share to the next */

/** A picture while it is painted. */
typedef struct
{
  LscText *text;
  cairo_t *cr;
  const LscBarView *view;
  LscBarPlaces places;
} Paint;

static void
write_line (const Paint *self, const LscColor *color, LscTextLine line, const char *text)
{
  line.size = self->view->text_px;
  lsc_color_set (self->cr, color);
  lsc_text_draw (self->text, self->cr, &line, text);
}

/* ---- inks ---- */

/* As the same parts are painted on Overview (drawing.md#budget-colours); the last arrivers by
 * colours that no part has. */
static guint32
get_fill (guint ink, gboolean is_dark)
{
  static const guint32 cycle[LSC_PLOT_N_CYCLE] = { 0x009E73, 0x56B4E9, 0x6A4FB3,
                                                   0xB3A300, 0x1F4E66, 0x7A8FA3 };

  switch (ink)
    {
    case LSC_PLOT_TRANSFER:
      return lsc_palette_budget_fill (LSC_BUDGET_TRANSFER, is_dark);
    case LSC_PLOT_WAIT:
    case LSC_PLOT_WAIT_OTHER:
      return lsc_palette_budget_fill (LSC_BUDGET_WAIT, is_dark);
    case LSC_PLOT_MESSAGE:
    case LSC_PLOT_MESSAGE_OTHER:
      return lsc_palette_budget_fill (LSC_BUDGET_BUBBLE, is_dark);
    case LSC_PLOT_OTHER:
      return lsc_palette_budget_fill (LSC_BUDGET_COMM_OTHER, is_dark);
    case LSC_PLOT_WHOLE:
      return lsc_palette_budget_fill (LSC_BUDGET_COMM, is_dark);
    case LSC_PLOT_COMPUTE:
      return lsc_palette_budget_fill (LSC_BUDGET_COMPUTE, is_dark);
    case LSC_PLOT_REST:
      return is_dark ? 0x7A7980 : 0xA9A7AE;
    default:
      return cycle[(ink - LSC_PLOT_FIRST_CYCLE) % LSC_PLOT_N_CYCLE];
    }
}

static void
paint_ink (const Paint *self, guint ink, double x, double y, double width, double height)
{
  guint32 fill = get_fill (ink, self->view->theme.is_dark);

  if (ink == LSC_PLOT_SUM)
    {
      lsc_paint_rect (self->cr, &self->view->theme.foreground, x, round (y + height / 2) - 1, width,
                      2);
      return;
    }
  lsc_paint_rect_rgb (self->cr, fill, x, y, width, height);
  if ((ink != LSC_PLOT_WAIT_OTHER && ink != LSC_PLOT_MESSAGE_OTHER) ||
      MIN (width, height) < HATCH_PX)
    return;
  lsc_color_set_rgb (self->cr, lsc_color_mix_rgb (fill, 0xFFFFFF, 0.65));
  lsc_paint_hatch (self->cr, x, y, width, height, HATCH_PX);
}

/* ---- bars ---- */

static double
place_value (const Paint *self, double value)
{
  const LscBarPlot *plot = self->view->plot;
  double length = plot->is_upright ? self->places.height : self->places.width;

  return CLAMP ((value - plot->low) / (plot->high - plot->low), 0, 1) * length;
}

static void
paint_bar (const Paint *self, guint index)
{
  const LscPlotBar *bar = lsc_bar_plot_get (self->view->plot, index);
  double box[4], from = bar->from, step = self->places.step;
  double gap = step >= GAP_FROM ? MAX (round (step * 0.15), 1) : step >= 2 ? 0.5 : 0;

  lsc_bar_view_get_box (self->view, &self->places, index, box);
  for (guint i = 0; i < bar->n_parts; i++)
    {
      double begin = place_value (self, from),
             end = place_value (self, from + bar->parts[i].length);
      double length = MAX (end - begin, 1);

      from += bar->parts[i].length;
      if (self->view->plot->is_upright)
        paint_ink (self, bar->parts[i].ink, box[0] + gap / 2,
                   self->places.y + self->places.height - begin - length, box[2] - gap, length);
      else
        paint_ink (self, bar->parts[i].ink, box[0] + begin, box[1] + gap / 2, length, box[3] - gap);
    }
}

static void
paint_bars (const Paint *self)
{
  guint n = self->view->plot->bars->len;

  for (guint i = 0; i < n; i += self->places.n_together)
    paint_bar (self, lsc_bar_view_get_shown (self->view, &self->places, i));
}

/* ---- what is reached ---- */

static void
find_reached (const Paint *self, guint index, double *x, double *y)
{
  double box[4], at = place_value (self, lsc_bar_plot_get (self->view->plot, index)->reached);

  lsc_bar_view_get_box (self->view, &self->places, index, box);
  *x = self->view->plot->is_upright ? box[0] + box[2] / 2 : box[0] + at;
  *y = self->view->plot->is_upright ? box[1] + box[3] - at : box[1] + box[3] / 2;
}

static void
paint_reached (const Paint *self)
{
  double x, y;

  lsc_color_set (self->cr, &self->view->theme.foreground);
  cairo_set_line_width (self->cr, 1.5);
  cairo_new_path (self->cr);
  for (guint i = 0; i < self->view->plot->bars->len; i += self->places.n_together)
    if (lsc_bar_plot_get (self->view->plot, i)->reached > 0)
      {
        find_reached (self, i, &x, &y);
        cairo_line_to (self->cr, x, y);
      }
  cairo_stroke (self->cr);
  if (self->places.step < DOTS_FROM)
    return;
  for (guint i = 0; i < self->view->plot->bars->len; i += self->places.n_together)
    if (lsc_bar_plot_get (self->view->plot, i)->reached > 0)
      {
        find_reached (self, i, &x, &y);
        cairo_arc (self->cr, x, y, 2.5, 0, 2 * G_PI);
        cairo_fill (self->cr);
      }
}

/* ---- figures beside the bars ---- */

/* As many as can be read, beside the bars that have labels. */
static void
paint_column (const Paint *self, guint note)
{
  const LscBarPlot *plot = self->view->plot;
  LscTextLine line = { .x = self->places.note_x[note], .align = 1 };
  double end = -G_MAXDOUBLE, size = self->view->text_px * LSC_BAR_LINE_SHARE;

  for (guint i = 0; i < plot->bars->len; i += self->places.n_together)
    {
      guint shown = lsc_bar_view_get_shown (self->view, &self->places, i);
      const char *text = lsc_bar_plot_get (plot, shown)->notes[note];
      double box[4];

      lsc_bar_view_get_box (self->view, &self->places, i, box);
      line.middle = box[1] + box[3] / 2;
      if (line.middle - size / 2 < end)
        continue;
      end = line.middle + size / 2;
      if (text)
        write_line (self, &self->view->theme.foreground, line, text);
    }
}

static void
paint_notes (const Paint *self)
{
  const LscBarPlot *plot = self->view->plot;
  double head = self->places.y - self->places.row / 2 - PAD / 2;

  for (guint note = self->places.first_note; !plot->is_upright && note < plot->n_notes; note++)
    {
      write_line (self, &self->view->theme.dim,
                  (LscTextLine){ .x = self->places.note_x[note], .middle = head, .align = 1 },
                  plot->note_titles[note]);
      paint_column (self, note);
    }
}

/* ---- labels ---- */

static void
paint_label (const Paint *self, guint index)
{
  const LscPlotBar *bar = lsc_bar_plot_get (self->view->plot, index);
  double box[4];

  lsc_bar_view_get_box (self->view, &self->places, index, box);
  if (self->view->plot->is_upright)
    write_line (
        self, &self->view->theme.dim,
        (LscTextLine){ .x = box[0] + box[2] / 2,
                       .middle = self->places.y + self->places.height + self->places.row / 2,
                       .align = 0.5 },
        bar->label);
  else
    write_line (self, &self->view->theme.dim,
                (LscTextLine){ .x = self->places.x - PAD,
                               .middle = box[1] + box[3] / 2,
                               .align = 1,
                               .room = self->places.x - PAD - self->view->margin,
                               .keeps_ends = TRUE }, /* kernels begin alike */
                bar->label);
}

/* As many as can be read. */
static void
paint_labels (const Paint *self)
{
  const LscBarPlot *plot = self->view->plot;
  double end = -G_MAXDOUBLE;

  for (guint i = 0; i < plot->bars->len; i += self->places.n_together)
    {
      guint shown = lsc_bar_view_get_shown (self->view, &self->places, i);
      const char *label = lsc_bar_plot_get (plot, shown)->label;
      double size = plot->is_upright ? lsc_text_width (self->text, self->view->text_px, label) + PAD
                                     : self->view->text_px * LSC_BAR_LINE_SHARE;
      double middle = self->places.step * (i / self->places.n_together + 0.5);

      if (!*label || middle - size / 2 < end)
        continue;
      paint_label (self, shown);
      end = middle + size / 2;
    }
}

/* ---- scale ---- */

static void
paint_tick (const Paint *self, double value, const char *label)
{
  double at = place_value (self, value);
  double x = floor (self->places.x + at), y = self->places.y + self->places.height - floor (at);
  double half = lsc_text_width (self->text, self->view->text_px, label) / 2;

  if (self->view->plot->is_upright)
    {
      lsc_paint_rect (self->cr, &self->view->theme.grid, self->places.x, y, self->places.width, 1);
      write_line (self, &self->view->theme.dim,
                  (LscTextLine){ .x = self->places.x - PAD, .middle = y, .align = 1 }, label);
      return;
    }
  lsc_paint_rect (self->cr, &self->view->theme.grid, x, self->places.y, 1, self->places.height);
  write_line (self, &self->view->theme.dim,
              (LscTextLine){ .x = x,
                             .middle = self->places.y + self->places.height + self->places.row / 2,
                             .align = x + half > self->places.x + self->places.width ? 1
                                      : at < 1                                       ? 0
                                                                                     : 0.5 },
              label);
}

/* Whole numbers, at multiples of 1, 2 or 5 of a power of ten. */
static void
paint_counts (const Paint *self, double length)
{
  const LscBarPlot *plot = self->view->plot;
  double least = (plot->high - plot->low) * COUNT_PX / MAX (length, 1), step = 1;
  static const double factors[] = { 2, 2.5, 2 };

  for (guint i = 0; step < least; i++)
    step *= factors[i % G_N_ELEMENTS (factors)];
  for (double value = 0; value <= plot->high; value += step)
    {
      g_autofree char *label = lsc_format_count ((gint64) value);

      paint_tick (self, value, label);
    }
}

/* Of less than a half the largest step of 1, 2 or 5 times a power of ten that has room. */
static void
paint_small_shares (const Paint *self, double length)
{
  const LscBarPlot *plot = self->view->plot;
  double least = plot->high * SHARE_PX / MAX (length, 1), step = 1e-5;
  static const double factors[] = { 2, 2.5, 2 };

  for (guint i = 0; step < least; i++)
    step *= factors[i % G_N_ELEMENTS (factors)];
  for (guint i = 0; i * step <= plot->high; i++)
    {
      g_autofree char *label = g_strdup_printf ("%g %%", i * step * 100);

      paint_tick (self, i * step, label);
    }
}

static void
paint_shares (const Paint *self, double length)
{
  static const double shares[] = { 0, 0.25, 0.5, 0.75, 1 };
  /* the last label stands before the end, so that the one before it needs more room */
  double widest = lsc_text_width (self->text, self->view->text_px, "100 %");
  double room = MAX (SHARE_PX, 2 * widest);
  guint stride = length > 4 * room ? 1 : length > 2 * room ? 2 : 4;

  if (self->view->plot->high < shares[2])
    {
      paint_small_shares (self, length);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (shares); i += stride)
    if (shares[i] <= self->view->plot->high)
      {
        g_autofree char *label = g_strdup_printf ("%.0f %%", shares[i] * 100);

        paint_tick (self, shares[i], label);
      }
}

static void
paint_scale (const Paint *self)
{
  const LscBarPlot *plot = self->view->plot;
  double length = plot->is_upright ? self->places.height : self->places.width;
  LscAxis axis;

  if (plot->scale == LSC_PLOT_SHARE)
    {
      paint_shares (self, length);
      return;
    }
  if (plot->scale == LSC_PLOT_COUNT)
    {
      paint_counts (self, length);
      return;
    }
  axis = lsc_axis_new (plot->low, plot->high - plot->low, length,
                       plot->is_upright ? self->places.row * 1.6
                                        : CLAMP (length / 2, LEAST_TICK_PX, TICK_PX));
  for (guint i = 0; i < axis.n_ticks; i++)
    {
      double value = lsc_axis_tick_ns (&axis, i);
      g_autofree char *number = lsc_axis_label (&axis, i);
      g_autofree char *label = g_strdup_printf (value == 0 ? "%s" : "%s %s", number, axis.unit);

      if (value >= plot->low && value <= plot->high)
        paint_tick (self, value, label);
    }
}

/* ---- around ---- */

static void
paint_words (const Paint *self)
{
  const LscBarPlot *plot = self->view->plot;
  double room = self->view->width - 2 * self->view->margin;

  write_line (self, &self->view->theme.foreground,
              (LscTextLine){ .x = self->view->margin,
                             .middle = self->view->margin + self->places.row / 2,
                             .is_bold = TRUE,
                             .room = room },
              plot->caption);
  if (plot->about)
    write_line (
        self, &self->view->theme.dim,
        (LscTextLine){ .x = self->places.x,
                       .middle = self->places.y + self->places.height + self->places.row * 1.5,
                       .room = self->places.width },
        plot->about);
}

static void
paint_legend (const Paint *self)
{
  double x = self->view->margin, y = self->places.legend_y;

  for (guint i = 0; i < self->view->plot->keys->len; i++)
    {
      const LscPlotKey *key = &g_array_index (self->view->plot->keys, LscPlotKey, i);
      double width = SWATCH + PAD + lsc_text_width (self->text, self->view->text_px, key->text);

      if (x > self->view->margin && x + width > self->view->width - self->view->margin)
        {
          x = self->view->margin;
          y += self->places.row;
        }
      paint_ink (self, key->ink, x, round (y + (self->places.row - SWATCH) / 2), SWATCH, SWATCH);
      write_line (self, &self->view->theme.dim,
                  (LscTextLine){ .x = x + SWATCH + PAD, .middle = y + self->places.row / 2 },
                  key->text);
      x += width + KEY_GAP;
    }
}

/**
 * lsc_bars_paint:
 *
 * Paints the caption, the scale, the bars with their labels and what their colours stand for
 * (drawing.md#bar-plots). Of bars that share a place the longest is seen.
 */
void
lsc_bars_paint (LscText *text, cairo_t *cr, const LscBarView *view)
{
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_bar_view_is_empty (view))
    return;
  self = (Paint){ text, cr, view, lsc_bar_view_place (view, text) };
  paint_words (&self);
  paint_scale (&self);
  paint_bars (&self);
  paint_reached (&self);
  paint_labels (&self);
  paint_notes (&self);
  paint_legend (&self);
}

static void
paint_band (const Paint *self, guint bar, gboolean is_selected)
{
  double box[4];

  if (bar >= self->view->plot->bars->len)
    return;
  lsc_bar_view_get_box (self->view, &self->places, bar, box);
  lsc_color_set_alpha (self->cr, &self->view->theme.accent, BAND_ALPHA);
  cairo_rectangle (self->cr, box[0], box[1], box[2], box[3]);
  cairo_fill (self->cr);
  if (!is_selected)
    return;
  lsc_color_set (self->cr, &self->view->theme.accent);
  cairo_set_line_width (self->cr, 2);
  cairo_rectangle (self->cr, box[0] + 1, box[1] + 1, MAX (box[2] - 2, 1), MAX (box[3] - 2, 1));
  cairo_stroke (self->cr);
}

/** lsc_bars_paint_spots: marks what is selected and what is under the pointer, over the rest */
void
lsc_bars_paint_spots (LscText *text, cairo_t *cr, const LscBarView *view)
{
  Paint self;

  g_return_if_fail (text && cr && view);
  if (lsc_bar_view_is_empty (view))
    return;
  self = (Paint){ text, cr, view, lsc_bar_view_place (view, text) };
  if (view->hovered != view->selected)
    paint_band (&self, view->hovered, FALSE);
  paint_band (&self, view->selected, TRUE);
}
