/* lsc-raster.h - writing spans, strips and masks straight into an image's memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <cairo.h>
#include <glib.h>

#include "draw/lsc-palette.h"

G_BEGIN_DECLS

/** The pixels of an RGB24 image surface. Coordinates are device pixels; everything is clipped. */
typedef struct
{
  guint32 *pixels;
  int stride; /* pixels */
  int width;
  int height;
} LscRaster;

/** Diagonals. */
typedef struct
{
  LscHatch hatch;
  int period;    /* px from line to line */
  int thickness; /* px */
  int phase;     /* x at which a line meets the first row */
  guint32 rgb;
  guint alpha; /* 0 to 255 */
} LscRasterLines;

/** Red, green, blue and covered share of a pixel column, or a colour with share 1. */
typedef float LscMix __attribute__ ((vector_size (16)));

gboolean lsc_raster_begin (LscRaster *self, cairo_surface_t *image);
void lsc_raster_end (LscRaster *self, cairo_surface_t *image);

void lsc_raster_fill (LscRaster *self, guint32 rgb);
void lsc_raster_fill_rect (LscRaster *self, int x0, int y0, int x1, int y1, guint32 rgb);
void lsc_raster_blend_rect (LscRaster *self, int x0, int y0, int x1, int y1, guint32 rgb,
                            guint alpha);
void lsc_raster_copy_line (LscRaster *self, const guint32 *line, int y0, int y1);
void lsc_raster_hatch (LscRaster *self, int x0, int y0, int x1, int y1,
                       const LscRasterLines *lines);
void lsc_raster_dashed_frame (LscRaster *self, int x0, int y0, int x1, int y1, int dash,
                              int thickness, guint32 rgb);
void lsc_raster_blend_mask (LscRaster *self, const guchar *mask, int mask_stride, int x, int y,
                            int width, int height, int clip_x0, int clip_x1, guint32 rgb,
                            guint alpha);

guint32 lsc_raster_mix (guint32 from, guint32 to, guint alpha);
LscMix lsc_mix_from_rgb (guint32 rgb);
guint32 lsc_mix_over (LscMix mix, guint32 base);

/**
 * lsc_mix_add_span:
 * @columns: one value for each pixel column
 * @width: how many columns there are
 * @x0: left edge; at least 0
 * @x1: right edge; at most @width
 *
 * Adds a colour to the columns between two edges, weighted by the share of each column that it
 * covers.
 */
static inline void
lsc_mix_add_span (LscMix *columns, int width, float x0, float x1, LscMix color)
{
  int first = (int) x0, last = (int) x1;

  if (first == last)
    {
      if (first < width)
        columns[first] += color * (x1 - x0);
      return;
    }
  columns[first] += color * ((float) (first + 1) - x0);
  for (int x = first + 1; x < last; x++)
    columns[x] += color;
  if (last < width)
    columns[last] += color * (x1 - (float) last);
}

G_END_DECLS
