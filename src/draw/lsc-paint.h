/* lsc-paint.h - shapes that the charts are made of, on cairo
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-palette.h"

G_BEGIN_DECLS

/* All lengths are px of @cr's user space. */

void lsc_paint_clip (cairo_t *cr, double x, double y, double width, double height);
void lsc_paint_rect (cairo_t *cr, const LscColor *color, double x, double y, double width,
                     double height);
void lsc_paint_rect_rgb (cairo_t *cr, guint32 rgb, double x, double y, double width, double height);
void lsc_paint_hatch (cairo_t *cr, double x, double y, double width, double height,
                      double distance);
void lsc_paint_hatch_as (cairo_t *cr, LscHatch hatch, double x, double y, double width,
                         double height, double distance);
void lsc_paint_head (cairo_t *cr, double x, double y, double angle, double length);

cairo_surface_t *lsc_paint_new_image (double width, double height, double scale);
void lsc_paint_image (cairo_t *cr, cairo_surface_t *image, double x, double y, double scale);

G_END_DECLS
