/* lsc-inks.h - rectangles by colour, for pictures of paths
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/** A rectangle, px. */
typedef struct
{
  double x, y, width, height;
} LscRect;

/** Rectangles of a few colours. */
typedef struct _LscInks LscInks;

GArray *lsc_rects_new (void);
void lsc_rects_add (GArray *rects, double x0, double y0, double x1, double y1);
void lsc_rects_add_path (const GArray *rects, cairo_t *cr);

LscInks *lsc_inks_new (void);
void lsc_inks_free (LscInks *self);
void lsc_inks_add (LscInks *self, guint32 rgb, double x0, double y0, double x1, double y1);
void lsc_inks_fill (const LscInks *self, cairo_t *cr);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscInks, lsc_inks_free)

G_END_DECLS
