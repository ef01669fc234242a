/* lsc-minimap.c - all of the time in a strip, with the window on it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-minimap.h"

#include <math.h>
#include <string.h>

#include "draw/lsc-paint.h"

#define LEAST_WINDOW_PX 2.0
#define SHADE 0.6

/**
 * lsc_minimap_clear:
 *
 * Forgets the picture. To be called when what is shown has changed and the key cannot tell, and at
 * the end.
 */
void
lsc_minimap_clear (LscMinimap *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->image, cairo_surface_destroy);
  g_clear_pointer (&self->key, g_bytes_unref);
}

/**
 * lsc_minimap_renew:
 * @key: what the picture depends on besides its size, compared by byte
 *
 * Returns: %TRUE if the picture has to be painted: an empty one is there then
 */
gboolean
lsc_minimap_renew (LscMinimap *self, const LscMinimapSize *size, gconstpointer key, gsize key_size)
{
  g_return_val_if_fail (self && size && key && key_size > 0, FALSE);
  if (self->image && self->size.width == size->width && self->size.height == size->height &&
      self->size.scale == size->scale && g_bytes_get_size (self->key) == key_size &&
      memcmp (g_bytes_get_data (self->key, NULL), key, key_size) == 0)
    return FALSE;
  lsc_minimap_clear (self);
  self->size = *size;
  self->key = g_bytes_new (key, key_size);
  self->image = lsc_paint_new_image (size->width, size->height, size->scale);
  return TRUE;
}

/**
 * lsc_minimap_paint:
 *
 * Paints the picture from @cr's origin.
 */
void
lsc_minimap_paint (const LscMinimap *self, cairo_t *cr)
{
  g_return_if_fail (self && self->image && cr);
  lsc_paint_image (cr, self->image, 0, 0, self->size.scale);
}

/**
 * lsc_minimap_paint_window:
 * @whole: shows all of the time over the strip's width, without headers
 * @port: what the chart shows of it
 *
 * Shades what lies outside of the window, and frames it. Nothing when all is visible.
 */
void
lsc_minimap_paint_window (const LscMinimap *self, cairo_t *cr, const LscViewport *whole,
                          const LscViewport *port, const LscTheme *theme)
{
  double width, height, begin, x0, x1;
  LscColor shade;

  g_return_if_fail (self && cr && whole && port && theme);
  width = self->size.width;
  height = self->size.height;
  begin = lsc_viewport_time_to_x (whole, port->begin_ns) +
          port->begin_fraction * lsc_viewport_px_per_ns (whole);
  x0 = CLAMP (begin, 0, width);
  x1 = CLAMP (begin + port->span_ns * lsc_viewport_px_per_ns (whole), 0, width);
  shade = theme->background;
  if (x1 - x0 > width - 0.5)
    return;
  x1 = MAX (x1, x0 + LEAST_WINDOW_PX);
  shade.alpha = SHADE;
  lsc_color_set (cr, &shade);
  cairo_rectangle (cr, 0, 0, x0, height);
  cairo_rectangle (cr, x1, 0, width - x1, height);
  cairo_fill (cr);
  lsc_color_set (cr, &theme->accent);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, floor (x0) + 0.5, 0.5, MAX (floor (x1 - x0) - 1, 1), height - 1);
  cairo_stroke (cr);
}

/**
 * lsc_minimap_jump:
 * @x: px from the strip's left edge
 *
 * A press on the strip: moves the window's middle there, unless @x is on the window already.
 *
 * Returns: %TRUE if it moved
 */
gboolean
lsc_minimap_jump (const LscViewport *whole, LscViewport *port, double x)
{
  double after_ns, since_ns;

  g_return_val_if_fail (whole && port, FALSE);
  after_ns = whole->begin_fraction + x / lsc_viewport_px_per_ns (whole);
  since_ns = lsc_ns_difference (whole->begin_ns, port->begin_ns) + after_ns - port->begin_fraction;
  if (since_ns >= 0 && since_ns < port->span_ns)
    return FALSE;
  lsc_viewport_set_begin (port, whole->begin_ns, after_ns - port->span_ns / 2);
  return TRUE;
}

/**
 * lsc_minimap_drag:
 * @from: where the drag began
 * @dx: px since then
 *
 * Moves the window along with the pointer.
 */
void
lsc_minimap_drag (const LscViewport *whole, LscViewport *port, const LscViewPlace *from, double dx)
{
  g_return_if_fail (whole && port && from);
  lsc_viewport_set_begin (port, from->begin_ns,
                          from->begin_fraction + dx / lsc_viewport_px_per_ns (whole));
}
