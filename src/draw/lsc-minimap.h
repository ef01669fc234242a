/* lsc-minimap.h - all of the time in a strip, with the window on it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-palette.h"
#include "draw/lsc-viewport.h"

G_BEGIN_DECLS

/** Its sides, px, and pixels per px. */
typedef struct
{
  double width;
  double height;
  double scale;
} LscMinimapSize;

/** The strip's picture, kept while nothing but the window moves. All zero: none. */
typedef struct
{
  cairo_surface_t *image;
  GBytes *key; /* what it was painted for */
  LscMinimapSize size;
} LscMinimap;

void lsc_minimap_clear (LscMinimap *self);
gboolean lsc_minimap_renew (LscMinimap *self, const LscMinimapSize *size, gconstpointer key,
                            gsize key_size);
void lsc_minimap_paint (const LscMinimap *self, cairo_t *cr);
void lsc_minimap_paint_window (const LscMinimap *self, cairo_t *cr, const LscViewport *whole,
                               const LscViewport *port, const LscTheme *theme);
gboolean lsc_minimap_jump (const LscViewport *whole, LscViewport *port, double x);
void lsc_minimap_drag (const LscViewport *whole, LscViewport *port, const LscViewPlace *from,
                       double dx);

G_END_DECLS
