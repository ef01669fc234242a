/* lsc-matrix-painter-private.h - what the parts of the painter of a matrix share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-matrix-painter.h"

G_BEGIN_DECLS

/** A picture while it is painted. @value_width: px of a figure of a few digits */
typedef struct
{
  LscText *text;
  cairo_t *cr;
  const LscMatrixView *view;
  LscMatrixPlaces places;
  double value_width;
} LscMatrixPaint;

/* -- lsc-matrix-ink.c -- */
void _lsc_matrix_write (const LscMatrixPaint *self, const LscColor *color, LscTextLine line,
                        const char *text);

/* -- lsc-matrix-cells.c -- */
void _lsc_matrix_paint_cells (const LscMatrixPaint *self);

/* -- lsc-matrix-legend.c -- */
void _lsc_matrix_paint_legend (const LscMatrixPaint *self);

G_END_DECLS
