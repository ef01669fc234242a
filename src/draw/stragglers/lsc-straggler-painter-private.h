/* lsc-straggler-painter-private.h - what the parts of the painter of stragglers share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/stragglers/lsc-straggler-painter.h"

G_BEGIN_DECLS

/** A picture while it is painted. */
typedef struct
{
  LscText *text;
  cairo_t *cr;
  const LscStragglerView *view;
  LscStragglerPlaces places;
} LscStragglerPaint;

/* -- lsc-straggler-ink.c -- */
void _lsc_straggler_write (const LscStragglerPaint *self, const LscColor *color, LscTextLine line,
                           const char *text);

/* -- lsc-straggler-cells.c -- */
void _lsc_straggler_paint_cells (const LscStragglerPaint *self);
void _lsc_straggler_paint_frames (const LscStragglerPaint *self);
void _lsc_straggler_paint_outlines (const LscStragglerPaint *self);

/* -- lsc-straggler-margins.c -- */
void _lsc_straggler_paint_labels (const LscStragglerPaint *self);
void _lsc_straggler_paint_bars (const LscStragglerPaint *self);

/* -- lsc-straggler-curve.c -- */
void _lsc_straggler_paint_curve (const LscStragglerPaint *self);

/* -- lsc-straggler-legend.c -- */
void _lsc_straggler_paint_legend (const LscStragglerPaint *self);

G_END_DECLS
