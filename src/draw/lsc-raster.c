/* lsc-raster.c - writing spans, strips and masks straight into an image's memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-raster.h"

#include <string.h>

/**
 * lsc_raster_begin:
 * @image: an image surface of format RGB24 or ARGB32
 *
 * Gets hold of an image's memory. Until lsc_raster_end() nobody else may draw on it.
 *
 * Returns: %FALSE if @image is of another type, in error or without pixels
 */
gboolean
lsc_raster_begin (LscRaster *self, cairo_surface_t *image)
{
  cairo_format_t format;

  g_return_val_if_fail (self && image, FALSE);
  *self = (LscRaster){ 0 };
  if (cairo_surface_status (image) != CAIRO_STATUS_SUCCESS ||
      cairo_surface_get_type (image) != CAIRO_SURFACE_TYPE_IMAGE)
    return FALSE;
  format = cairo_image_surface_get_format (image);
  if (format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_ARGB32)
    return FALSE;
  cairo_surface_flush (image);
  self->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (image);
  self->stride = cairo_image_surface_get_stride (image) / 4;
  self->width = cairo_image_surface_get_width (image);
  self->height = cairo_image_surface_get_height (image);
  return self->pixels && self->width > 0 && self->height > 0;
}

/**
 * lsc_raster_end:
 *
 * Tells cairo that the pixels have changed.
 */
void
lsc_raster_end (LscRaster *self, cairo_surface_t *image)
{
  g_return_if_fail (self && self->pixels && image);
  cairo_surface_mark_dirty (image);
  self->pixels = NULL;
}

static inline guint32 *
row_at (LscRaster *self, int y)
{
  return self->pixels + (gsize) y * (gsize) self->stride;
}

static inline gboolean
clip_rect (const LscRaster *self, int *x0, int *y0, int *x1, int *y1)
{
  *x0 = MAX (*x0, 0);
  *y0 = MAX (*y0, 0);
  *x1 = MIN (*x1, self->width);
  *y1 = MIN (*y1, self->height);
  return *x0 < *x1 && *y0 < *y1;
}

/**
 * lsc_raster_fill:
 * @rgb: 0xRRGGBB
 *
 * Fills the whole image.
 */
void
lsc_raster_fill (LscRaster *self, guint32 rgb)
{
  g_return_if_fail (self);
  lsc_raster_fill_rect (self, 0, 0, self->width, self->height, rgb);
}

/**
 * lsc_raster_fill_rect:
 *
 * Fills the half-open rectangle [@x0, @x1) x [@y0, @y1).
 */
void
lsc_raster_fill_rect (LscRaster *self, int x0, int y0, int x1, int y1, guint32 rgb)
{
  guint32 *first;

  if (!clip_rect (self, &x0, &y0, &x1, &y1))
    return;
  first = row_at (self, y0) + x0;
  for (int x = 0; x < x1 - x0; x++)
    first[x] = rgb | 0xff000000;
  for (int y = y0 + 1; y < y1; y++)
    memcpy (row_at (self, y) + x0, first, (gsize) (x1 - x0) * 4);
}

/**
 * lsc_raster_mix:
 * @alpha: 0 = @from, 255 = @to
 *
 * Returns: the mixed colour
 */
guint32
lsc_raster_mix (guint32 from, guint32 to, guint alpha)
{
  guint a = alpha + (alpha >> 7); /* 0 to 256 */
  guint32 rb = (from & 0xff00ff) * (256 - a) + (to & 0xff00ff) * a;
  guint32 g = (from & 0x00ff00) * (256 - a) + (to & 0x00ff00) * a;

  return 0xff000000 | ((rb >> 8) & 0xff00ff) | ((g >> 8) & 0x00ff00);
}

/**
 * lsc_raster_blend_rect:
 * @alpha: 0 to 255
 *
 * Mixes a colour into a rectangle.
 */
void
lsc_raster_blend_rect (LscRaster *self, int x0, int y0, int x1, int y1, guint32 rgb, guint alpha)
{
  if (!clip_rect (self, &x0, &y0, &x1, &y1))
    return;
  for (int y = y0; y < y1; y++)
    {
      guint32 *row = row_at (self, y);

      for (int x = x0; x < x1; x++)
        row[x] = lsc_raster_mix (row[x], rgb, alpha);
    }
}

/**
 * lsc_raster_copy_line:
 * @line: pixels of one row, as wide as the image
 *
 * Copies a line into the rows [@y0, @y1).
 */
void
lsc_raster_copy_line (LscRaster *self, const guint32 *line, int y0, int y1)
{
  y0 = MAX (y0, 0);
  y1 = MIN (y1, self->height);
  for (int y = y0; y < y1; y++)
    memcpy (row_at (self, y), line, (gsize) self->width * 4);
}

/* One row of lines, of which one begins at @at. */
static void
hatch_row (guint32 *row, int x0, int x1, int at, const LscRasterLines *lines)
{
  int offset = (at - x0) % lines->period;

  for (int x = x0 + (offset < 0 ? offset + lines->period : offset) - lines->period; x < x1;
       x += lines->period)
    for (int i = MAX (x, x0); i < MIN (x + lines->thickness, x1); i++)
      row[i] = lines->alpha == 255 ? lines->rgb | 0xff000000
                                   : lsc_raster_mix (row[i], lines->rgb, lines->alpha);
}

/**
 * lsc_raster_hatch:
 * @lines: how they look
 *
 * Draws lines into a rectangle: at 45 degrees, or level ones.
 */
void
lsc_raster_hatch (LscRaster *self, int x0, int y0, int x1, int y1, const LscRasterLines *lines)
{
  int top = y0;

  if (!clip_rect (self, &x0, &y0, &x1, &y1) || lines->period <= 0)
    return;
  for (int y = y0; y < y1; y++)
    {
      if (lines->hatch & LSC_HATCH_RISING)
        hatch_row (row_at (self, y), x0, x1, lines->phase - (y - top), lines);
      if (lines->hatch & LSC_HATCH_FALLING)
        hatch_row (row_at (self, y), x0, x1, lines->phase + (y - top), lines);
      if ((lines->hatch & LSC_HATCH_LEVEL) &&
          (y - top + lines->period / 2) % lines->period < lines->thickness)
        hatch_row (row_at (self, y), x0, x1, 0,
                   &(LscRasterLines){
                       .period = 1, .thickness = 1, .rgb = lines->rgb, .alpha = lines->alpha });
    }
}

/**
 * lsc_raster_dashed_frame:
 * @dash: px of a dash and of a gap
 *
 * Draws the dashed inner edge of a rectangle.
 */
void
lsc_raster_dashed_frame (LscRaster *self, int x0, int y0, int x1, int y1, int dash, int thickness,
                         guint32 rgb)
{
  int from, to;

  g_return_if_fail (self && dash > 0 && thickness > 0);
  from = MAX (x0, -2 * dash);
  to = MIN (x1, self->width + 2 * dash);
  from -= (from - x0) % (2 * dash); /* keeps dashes in place while panning */
  for (int x = from; x < to; x += 2 * dash)
    {
      int end = MIN (x + dash, x1);

      lsc_raster_fill_rect (self, x, y0, end, y0 + thickness, rgb);
      lsc_raster_fill_rect (self, x, y1 - thickness, end, y1, rgb);
    }
  for (int y = y0; y < y1; y += 2 * dash)
    {
      lsc_raster_fill_rect (self, x0, y, x0 + thickness, MIN (y + dash, y1), rgb);
      lsc_raster_fill_rect (self, x1 - thickness, y, x1, MIN (y + dash, y1), rgb);
    }
}

/**
 * lsc_raster_blend_mask:
 * @mask: one byte of coverage for each pixel
 * @x: where the mask's left edge lies
 * @clip_x0: nothing is written left of this
 * @clip_x1: nor from here on
 * @alpha: 0 to 255, on top of the mask's
 *
 * Draws a colour through a mask.
 */
void
lsc_raster_blend_mask (LscRaster *self, const guchar *mask, int mask_stride, int x, int y,
                       int width, int height, int clip_x0, int clip_x1, guint32 rgb, guint alpha)
{
  int x0 = MAX (x, clip_x0), x1 = MIN (x + width, clip_x1), y0 = y, y1 = y + height;

  if (!clip_rect (self, &x0, &y0, &x1, &y1))
    return;
  for (int row = y0; row < y1; row++)
    {
      const guchar *source = mask + (gsize) (row - y) * (gsize) mask_stride;
      guint32 *target = row_at (self, row);

      for (int i = x0; i < x1; i++)
        if (source[i - x] != 0)
          target[i] = lsc_raster_mix (target[i], rgb, source[i - x] * alpha / 255);
    }
}

/**
 * lsc_mix_from_rgb:
 *
 * Returns: a colour that covers its column wholly
 */
LscMix
lsc_mix_from_rgb (guint32 rgb)
{
  return (LscMix){ (float) ((rgb >> 16) & 0xff), (float) ((rgb >> 8) & 0xff), (float) (rgb & 0xff),
                   1.0f };
}

/**
 * lsc_mix_over:
 * @mix: what was added to a column
 * @base: colour of its uncovered part
 *
 * Returns: the pixel
 */
guint32
lsc_mix_over (LscMix mix, guint32 base)
{
  float share = mix[3];
  float scale = share > 1.0f ? 1.0f / share : 1.0f;
  float rest = share > 1.0f ? 0.0f : 1.0f - share;
  LscMix sum = mix * scale + lsc_mix_from_rgb (base) * rest + 0.5f;

  return 0xff000000 | (guint32) sum[0] << 16 | (guint32) sum[1] << 8 | (guint32) sum[2];
}
