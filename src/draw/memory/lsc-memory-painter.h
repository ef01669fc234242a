/* lsc-memory-painter.h - paints a chart of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <pango/pangocairo.h>

#include "draw/memory/lsc-memory-view.h"

G_BEGIN_DECLS

/** Paints charts with the fonts of a context. Not thread-safe: one for each thread. */
typedef struct _LscMemoryPainter LscMemoryPainter;

LscMemoryPainter *lsc_memory_painter_new (PangoContext *context);
void lsc_memory_painter_free (LscMemoryPainter *self);
void lsc_memory_painter_reset (LscMemoryPainter *self);

void lsc_memory_painter_paint_body (LscMemoryPainter *self, cairo_t *cr, const LscMemoryView *view);
void lsc_memory_painter_paint_ruler (LscMemoryPainter *self, cairo_t *cr,
                                     const LscMemoryView *view);
void lsc_memory_painter_paint_headers (LscMemoryPainter *self, cairo_t *cr,
                                       const LscMemoryView *view);
void lsc_memory_painter_paint_moment (LscMemoryPainter *self, cairo_t *cr,
                                      const LscMemoryView *view);
void lsc_memory_painter_paint_readout (LscMemoryPainter *self, cairo_t *cr,
                                       const LscMemoryView *view, double x);
double lsc_memory_painter_paint_legend (LscMemoryPainter *self, cairo_t *cr,
                                        const LscMemoryView *view, double width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMemoryPainter, lsc_memory_painter_free)

G_END_DECLS
