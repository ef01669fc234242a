/* lsc-waterfall-painter.c - paints a waterfall
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/compare/lsc-waterfall-painter.h"

#include <math.h>
#include <string.h>

#include "draw/lsc-paint.h"

#define MARGIN 14.0
#define GAP 10.0
#define LEAST_ROW 1.55 /* of the size of texts */
#define MOST_ROW 6.5
#define BAR_SHARE 0.66   /* of its row */
#define NAMES_SHARE 0.36 /* of the width, at most */
#define SPARE 0.12       /* of what the changes lie between, at either side */
#define BREAK_PX 5.0     /* of the zigzag where an axis does not begin with 0 */

/** Where things stand, px. @first_ns: time at the left edge of the bars */
typedef struct
{
  double row;
  double names;
  double bars;
  double values;
  double ns_per_px;
  double first_ns;
} Places;

static double
row_height (const LscWaterfallView *view)
{
  double room = view->height / MAX (view->waterfall->bars->len, 1);

  return CLAMP (floor (room), LEAST_ROW * view->text_px, MOST_ROW * view->text_px);
}

/** Returns: px that all bars need at least */
double
lsc_waterfall_view_height (const LscWaterfallView *self)
{
  return self->waterfall ? ceil (LEAST_ROW * self->text_px * self->waterfall->bars->len) : 0;
}

static double
widest (LscText *text, const LscWaterfallView *view, gboolean is_value)
{
  double most = 0;

  for (guint i = 0; i < view->waterfall->bars->len; i++)
    {
      const LscWaterfallBar *bar = lsc_waterfall_get (view->waterfall, i);
      g_autofree char *value = is_value ? lsc_waterfall_describe (view->waterfall, i) : NULL;
      const char *shown = value ? value : bar->name;

      most = MAX (most, bar->is_step ? lsc_text_width_bold (text, view->text_px, shown)
                                     : lsc_text_width (text, view->text_px, shown));
    }
  return ceil (most);
}

/* The axis begins with 0 where that leaves the changes large enough to be seen, and where there are
 * none. */
static Places
find_places (LscText *text, const LscWaterfallView *view)
{
  const LscWaterfall *waterfall = view->waterfall;
  double low = (double) waterfall->low_ns, high = (double) waterfall->high_ns;
  double spare = MAX ((high - low) * SPARE, high * 0.002);
  Places places = { .row = row_height (view) };

  places.names = MIN (widest (text, view, FALSE), floor (view->width * NAMES_SHARE));
  places.values = widest (text, view, TRUE);
  places.bars = MAX (view->width - places.names - places.values - 2 * MARGIN - 2 * GAP, 20);
  places.first_ns = high == low || high - low > 0.25 * high ? 0 : MAX (low - 3 * spare, 0);
  places.ns_per_px = MAX ((high - places.first_ns) / places.bars, 1e-9);
  return places;
}

static double
x_of (const Places *places, gint64 ns)
{
  return MARGIN + places->names + GAP + MAX ((double) ns - places->first_ns, 0) / places->ns_per_px;
}

static guint32
fill_of (const LscWaterfallView *view, const LscWaterfallBar *bar)
{
  if (bar->category >= 0)
    return lsc_palette_budget_fill (bar->category, view->theme.is_dark);
  if (bar->is_step)
    return view->theme.is_dark ? 0x9A9996 : 0x77767B;
  if (bar->index == LSC_WATERFALL_NONE) /* parts of several kinds: none of their colours */
    return view->theme.is_dark ? 0x7A7980 : 0xA9A7AE;
  return bar->to_ns < bar->from_ns ? 0x2EC27E : 0xE01B24;
}

/* A whole step whose axis begins later: its left edge is torn. */
static void
paint_torn (cairo_t *cr, const LscWaterfallView *view, const Places *places, double y,
            double height)
{
  double x = MARGIN + places->names + GAP + 3 * BREAK_PX;

  lsc_color_set (cr, &view->theme.background);
  cairo_move_to (cr, x, y - 1);
  for (guint i = 0; i < 5; i++)
    cairo_line_to (cr, x + (i % 2 == 0 ? BREAK_PX : 0), y + height * (i + 0.5) / 5);
  cairo_line_to (cr, x, y + height + 1);
  cairo_set_line_width (cr, 3);
  cairo_stroke (cr);
}

static void
paint_bar (cairo_t *cr, const LscWaterfallView *view, const Places *places, guint index)
{
  const LscWaterfallBar *bar = lsc_waterfall_get (view->waterfall, index);
  double height = round (places->row * BAR_SHARE);
  double y = round (places->row * index + (places->row - height) / 2);
  gint64 left = MIN (bar->from_ns, bar->to_ns), right = MAX (bar->from_ns, bar->to_ns);
  double x0 = x_of (places, left), x1 = MAX (x_of (places, right), x0 + 1);

  lsc_paint_rect_rgb (cr, fill_of (view, bar), x0, y, x1 - x0, height);
  if (bar->significance == LSC_CHANGE_NOISE && !bar->is_step)
    {
      lsc_color_set_alpha (cr, &view->theme.background, 0.55);
      lsc_paint_hatch (cr, ceil (x0), y, floor (x1) - ceil (x0), height, 5);
    }
  if (bar->is_step && places->first_ns > 0)
    paint_torn (cr, view, places, y, height);
}

/* From the end of a bar to the begin of the next one. */
static void
paint_connector (cairo_t *cr, const LscWaterfallView *view, const Places *places, guint index)
{
  const LscWaterfallBar *bar = lsc_waterfall_get (view->waterfall, index);
  double x = round (x_of (places, bar->to_ns)) + 0.5;
  double half = places->row * BAR_SHARE / 2;

  lsc_color_set (cr, &view->theme.dim);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, x, places->row * (index + 0.5) + half);
  cairo_line_to (cr, x, places->row * (index + 1.5) - half);
  cairo_stroke (cr);
}

static void
paint_row (cairo_t *cr, const LscWaterfallView *view, const Places *places, guint index)
{
  if (index == view->selected)
    lsc_color_set_alpha (cr, &view->theme.accent, 0.18);
  else if (index == view->hovered)
    lsc_color_set_alpha (cr, &view->theme.foreground, 0.06);
  else
    return;
  cairo_rectangle (cr, 0, places->row * index, view->width, places->row);
  cairo_fill (cr);
}

/* Of a path as many of its last modules as there is room for. Returns: (transfer full) */
static char *
fit_name (LscText *text, const LscWaterfallView *view, const char *name, double room)
{
  const char *at = name;
  char *fitted = g_strdup (name);

  while (lsc_text_width (text, view->text_px, fitted) > room && (at = strchr (at, '/')))
    {
      g_free (fitted);
      fitted = g_strconcat ("…/", ++at, NULL);
    }
  return fitted;
}

/* The value stands behind its bar, where all can be compared along one edge: at the right. */
static void
paint_texts (LscText *text, cairo_t *cr, const LscWaterfallView *view, const Places *places,
             guint index)
{
  const LscWaterfallBar *bar = lsc_waterfall_get (view->waterfall, index);
  g_autofree char *value = lsc_waterfall_describe (view->waterfall, index);
  g_autofree char *name = fit_name (text, view, bar->name, places->names);
  LscTextLine line = { .x = MARGIN + places->names,
                       .middle = places->row * (index + 0.5),
                       .align = 1,
                       .size = view->text_px,
                       .is_bold = bar->is_step,
                       .room = places->names,
                       .keeps_ends = TRUE };

  lsc_color_set (cr, &view->theme.foreground);
  lsc_text_draw (text, cr, &line, name);
  line.x = view->width - MARGIN;
  line.room = 0;
  lsc_text_draw (text, cr, &line, value);
}

/**
 * lsc_waterfall_view_find:
 *
 * Returns: the bar whose row is at a place, %LSC_WATERFALL_NONE
 */
guint
lsc_waterfall_view_find (const LscWaterfallView *self, double x, double y)
{
  guint row;

  g_return_val_if_fail (self, LSC_WATERFALL_NONE);
  if (!self->waterfall || x < 0 || x >= self->width || y < 0)
    return LSC_WATERFALL_NONE;
  row = (guint) (y / row_height (self));
  return row < self->waterfall->bars->len ? row : LSC_WATERFALL_NONE;
}

/**
 * lsc_waterfall_paint:
 *
 * Paints a row for each bar: name, bar, value. Bars are in the colours of the budget's categories;
 * of modules and ops without one green is shorter and orange longer. Changes within the noise are
 * hatched (drawing.md#waterfall).
 */
void
lsc_waterfall_paint (LscText *text, cairo_t *cr, const LscWaterfallView *view)
{
  Places places;

  g_return_if_fail (text && cr && view);
  if (!view->waterfall)
    return;
  places = find_places (text, view);
  for (guint i = 0; i < view->waterfall->bars->len; i++)
    {
      paint_row (cr, view, &places, i);
      paint_bar (cr, view, &places, i);
      if (i + 1 < view->waterfall->bars->len)
        paint_connector (cr, view, &places, i);
      paint_texts (text, cr, view, &places, i);
    }
}
