/* lsc-paint.c - shapes that the charts are made of, on cairo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-paint.h"

#include <math.h>

#define HEAD_ANGLE 0.45 /* between an arrow's line and the sides of its head */

/**
 * lsc_paint_clip:
 *
 * Keeps what is painted from now on inside a rectangle.
 */
void
lsc_paint_clip (cairo_t *cr, double x, double y, double width, double height)
{
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
}

/**
 * lsc_paint_rect:
 *
 * Fills a rectangle; the colour stays @cr's source.
 */
void
lsc_paint_rect (cairo_t *cr, const LscColor *color, double x, double y, double width, double height)
{
  lsc_color_set (cr, color);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

/**
 * lsc_paint_rect_rgb:
 * @rgb: 0xRRGGBB
 *
 * As lsc_paint_rect().
 */
void
lsc_paint_rect_rgb (cairo_t *cr, guint32 rgb, double x, double y, double width, double height)
{
  lsc_color_set_rgb (cr, rgb);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

/**
 * lsc_paint_hatch_as:
 * @distance: from one line to the next
 *
 * Draws diagonals or level lines inside a rectangle in @cr's colour.
 */
void
lsc_paint_hatch_as (cairo_t *cr, LscHatch hatch, double x, double y, double width, double height,
                    double distance)
{
  g_return_if_fail (cr && distance > 0);
  if (hatch == LSC_HATCH_NONE)
    return;
  cairo_save (cr);
  lsc_paint_clip (cr, x, y, width, height);
  cairo_set_line_width (cr, 1);
  for (double at = x; at < x + width + height; at += distance)
    {
      if (hatch & LSC_HATCH_RISING)
        {
          cairo_move_to (cr, at, y);
          cairo_line_to (cr, at - height, y + height);
        }
      if (hatch & LSC_HATCH_FALLING)
        {
          cairo_move_to (cr, at, y + height);
          cairo_line_to (cr, at - height, y);
        }
    }
  for (double at = y + floor (distance / 2) + 0.5; at < y + height && (hatch & LSC_HATCH_LEVEL);
       at += distance)
    {
      cairo_move_to (cr, x, at);
      cairo_line_to (cr, x + width, at);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * lsc_paint_hatch:
 *
 * As lsc_paint_hatch_as() with lines that rise.
 */
void
lsc_paint_hatch (cairo_t *cr, double x, double y, double width, double height, double distance)
{
  lsc_paint_hatch_as (cr, LSC_HATCH_RISING, x, y, width, height, distance);
}

/**
 * lsc_paint_head:
 * @angle: where the arrow points to, 0 = right, rising downwards
 *
 * Fills the head of an arrow that ends at a point.
 */
void
lsc_paint_head (cairo_t *cr, double x, double y, double angle, double length)
{
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - length * cos (angle - HEAD_ANGLE), y - length * sin (angle - HEAD_ANGLE));
  cairo_line_to (cr, x - length * cos (angle + HEAD_ANGLE), y - length * sin (angle + HEAD_ANGLE));
  cairo_close_path (cr);
  cairo_fill (cr);
}

/**
 * lsc_paint_new_image:
 * @scale: pixels a px
 *
 * Returns: (transfer full): an image that is to be written to, without pixels if there is no room
 */
cairo_surface_t *
lsc_paint_new_image (double width, double height, double scale)
{
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (MAX (width * scale, 0)),
                                     (int) ceil (MAX (height * scale, 0)));
}

/**
 * lsc_paint_image:
 * @scale: pixels a px
 *
 * Paints an image, every pixel as it is.
 */
void
lsc_paint_image (cairo_t *cr, cairo_surface_t *image, double x, double y, double scale)
{
  g_return_if_fail (cr && image && scale > 0);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, 1 / scale, 1 / scale);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_restore (cr);
}
