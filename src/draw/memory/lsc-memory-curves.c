/* lsc-memory-curves.c - the lines and areas of memory, a column of pixels at a time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A column shows all that lies between its least and its most, so that no zoom loses a peak. What
 * stays the same over many columns is one line of the path, which keeps documents small.
 */
#include "config.h"

#include <math.h>

#include "draw/lsc-paint.h"
#include "draw/memory/lsc-memory-painter-private.h"

#define AREA_ALPHA 0.18 /* twice where all of a column is filled */
#define HATCH_PX 7.0
#define DARK_WHITE 0.3 /* share of white in lines on dark ground */

/** Returns: how a series looks */
LscMemoryInk
_lsc_memory_ink (const LscMemoryView *view, guint series)
{
  static const LscMemoryInk lines[] = {
    [LSC_MEMORY_ALLOCATED] = { 0x0072B2, 1.5, 0, TRUE, LSC_HATCH_NONE },
    [LSC_MEMORY_ACTIVE] = { 0x009E73, 1.5, 0, FALSE, LSC_HATCH_NONE },
    [LSC_MEMORY_REQUESTED] = { 0x56B4E9, 1.5, 2, FALSE, LSC_HATCH_NONE },
    [LSC_MEMORY_RESERVED] = { 0xD55E00, 2.5, 0, FALSE, LSC_HATCH_NONE },
    [LSC_MEMORY_PROCESS] = { 0xCC79A7, 2, 6, FALSE, LSC_HATCH_NONE },
  };
  static const guint32 fills[] = { 0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7,
                                   0x56B4E9, 0xD55E00, 0xF0E442, 0x999999 };
  static const LscHatch hatches[] = { LSC_HATCH_NONE,    LSC_HATCH_RISING, LSC_HATCH_NONE,
                                      LSC_HATCH_FALLING, LSC_HATCH_NONE,   LSC_HATCH_LEVEL,
                                      LSC_HATCH_NONE,    LSC_HATCH_CROSSED };
  guint quantity = lsc_memory_plot_get (view->plot, series)->quantity;
  LscMemoryInk ink;

  if (quantity < G_N_ELEMENTS (lines))
    {
      ink = lines[quantity];
      if (view->theme.is_dark)
        ink.rgb = lsc_color_mix_rgb (ink.rgb, 0xFFFFFF, DARK_WHITE);
      return ink;
    }
  return (LscMemoryInk){ fills[series % G_N_ELEMENTS (fills)], 1, 0, TRUE,
                         hatches[series % G_N_ELEMENTS (hatches)] };
}

/** Sets colour and form of a line. */
void
_lsc_memory_set_line (cairo_t *cr, const LscMemoryInk *ink)
{
  lsc_color_set_rgb (cr, ink->rgb);
  cairo_set_line_width (cr, ink->width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, (double[]){ ink->dash, ink->dash / 2 + 1 }, ink->dash > 0 ? 2 : 0, 0);
}

/** What a walk over the columns makes: a path. */
typedef enum
{
  PATH_LINE,  /* through all that each column has */
  PATH_MOST,  /* along the highest of each column, closed at the axis */
  PATH_LEAST, /* along the lowest, likewise */
} Path;

typedef struct
{
  const LscMemoryView *view;
  cairo_t *cr;
  Path path;
  gboolean is_open;
  double first_x;
  double x; /* where the last line ends that was not drawn yet */
  double y;
} Pen;

static void
pen_down (Pen *self, double x, double y)
{
  if (!self->is_open)
    {
      self->is_open = TRUE;
      self->first_x = x;
      cairo_move_to (self->cr, x, y);
    }
  else if (y != self->y)
    {
      cairo_line_to (self->cr, x, self->y);
      cairo_line_to (self->cr, x, y);
    }
  self->y = y;
  self->x = x;
}

static void
pen_up (Pen *self)
{
  double bottom = self->view->port.height;

  if (!self->is_open)
    return;
  cairo_line_to (self->cr, self->x, self->y);
  if (self->path != PATH_LINE)
    {
      cairo_line_to (self->cr, self->x, bottom);
      cairo_line_to (self->cr, self->first_x, bottom);
      cairo_close_path (self->cr);
    }
  self->is_open = FALSE;
}

static double
to_y (const Pen *self, gint64 bytes)
{
  return lsc_memory_view_value_to_y (self->view, (double) bytes);
}

static void
draw_column (Pen *self, const LscMemoryColumn *column, double x, double width)
{
  if (self->path == PATH_MOST)
    pen_down (self, x, to_y (self, column->most_bytes));
  else if (self->path == PATH_LEAST)
    pen_down (self, x, to_y (self, column->least_bytes));
  else
    {
      pen_down (self, x, to_y (self, column->first_bytes));
      if (column->least_bytes < column->most_bytes)
        {
          pen_down (self, x + width / 2, to_y (self, column->most_bytes));
          pen_down (self, x + width / 2, to_y (self, column->least_bytes));
          pen_down (self, x + width / 2, to_y (self, column->last_bytes));
        }
    }
  self->x = x + width;
}

/* From the first point on to the end of what was recorded. */
static void
make_path (const LscMemoryView *view, cairo_t *cr, const LscMemorySeries *series, Path path)
{
  const LscViewport *port = &view->port;
  Pen pen = { .view = view, .cr = cr, .path = path };
  double width = 1 / MAX (view->scale, 1);
  gint64 begin_ns = lsc_viewport_x_to_time (port, port->header_width);
  gsize near_point = 0;

  cairo_new_path (cr);
  for (double x = port->header_width; x < port->width; x += width)
    {
      gint64 next_ns = lsc_viewport_x_to_time (port, x + width);
      gint64 end_ns = MAX (next_ns, lsc_ns_add (begin_ns, 1));
      LscMemoryColumn column;

      if (begin_ns > view->plot->end_ns)
        break;
      if (lsc_memory_series_get_column (series, begin_ns, end_ns, &near_point, &column))
        draw_column (&pen, &column, x, width);
      begin_ns = next_ns;
    }
  pen_up (&pen);
}

/* What holds all of a column is darker than what is reached in it. */
static void
paint_area (cairo_t *cr, const LscMemoryView *view, const LscMemorySeries *series,
            const LscMemoryInk *ink)
{
  lsc_color_set_rgb_alpha (cr, ink->rgb, AREA_ALPHA);
  make_path (view, cr, series, PATH_MOST);
  cairo_fill (cr);
  make_path (view, cr, series, PATH_LEAST);
  cairo_fill (cr);
}

static void
paint_line (cairo_t *cr, const LscMemoryView *view, const LscMemorySeries *series,
            const LscMemoryInk *ink)
{
  _lsc_memory_set_line (cr, ink);
  make_path (view, cr, series, PATH_LINE);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Lines over the path, which is used up. */
static void
paint_hatch (cairo_t *cr, const LscMemoryView *view, LscHatch hatch)
{
  double top = floor (lsc_memory_view_body_top (view));

  cairo_save (cr);
  cairo_clip (cr);
  lsc_color_set_alpha (cr, &view->theme.background, 0.55);
  lsc_paint_hatch_as (cr, hatch, view->port.header_width, top,
                      lsc_viewport_body_width (&view->port), view->port.height - top, HATCH_PX);
  cairo_restore (cr);
}

/* From the top down: each covers what lies below it of the one above. */
static void
paint_stack (cairo_t *cr, const LscMemoryView *view)
{
  for (guint i = view->plot->series->len; i-- > 0;)
    {
      const LscMemorySeries *series = lsc_memory_plot_get (view->plot, i);
      LscMemoryInk ink = _lsc_memory_ink (view, i);

      make_path (view, cr, series, PATH_MOST);
      lsc_color_set_rgb (cr, ink.rgb);
      cairo_fill (cr);
      if (ink.hatch != LSC_HATCH_NONE)
        {
          make_path (view, cr, series, PATH_MOST);
          paint_hatch (cr, view, ink.hatch);
        }
      make_path (view, cr, series, PATH_LINE);
      lsc_color_set (cr, &view->theme.background);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
}

/** Paints all series; the body's clip is set. What is looked at most lies above the others. */
void
_lsc_memory_paint_series (cairo_t *cr, const LscMemoryView *view)
{
  if (view->plot->form == LSC_MEMORY_PLOT_COMPONENTS)
    {
      paint_stack (cr, view);
      return;
    }
  for (guint i = view->plot->series->len; i-- > 0;)
    {
      const LscMemorySeries *series = lsc_memory_plot_get (view->plot, i);
      LscMemoryInk ink = _lsc_memory_ink (view, i);

      if (ink.is_area)
        paint_area (cr, view, series, &ink);
    }
  for (guint i = view->plot->series->len; i-- > 0;)
    {
      LscMemoryInk ink = _lsc_memory_ink (view, i);

      paint_line (cr, view, lsc_memory_plot_get (view->plot, i), &ink);
    }
}
