/* lsc-memory-painter-private.h - what the parts of the painter of memory share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-text.h"
#include "draw/memory/lsc-memory-painter.h"

G_BEGIN_DECLS

struct _LscMemoryPainter
{
  LscText *text;
};

#define LSC_MEMORY_TEXT_PX 11.0
#define LSC_MEMORY_FLOOR_PX 2.0 /* of the line at the lowest value of a step */

/**
 * LscMemoryInk: how a series looks; none is told from others by its colour alone
 * @width: px of its line
 * @dash: px; 0 = a whole line
 * @is_area: filled down to the axis
 */
typedef struct
{
  guint32 rgb;
  double width;
  double dash;
  gboolean is_area;
  LscHatch hatch;
} LscMemoryInk;

/* -- lsc-memory-curves.c -- */
LscMemoryInk _lsc_memory_ink (const LscMemoryView *view, guint series);
void _lsc_memory_set_line (cairo_t *cr, const LscMemoryInk *ink);
void _lsc_memory_paint_series (cairo_t *cr, const LscMemoryView *view);

G_END_DECLS
