/* lsc-straggler-painter.h - paints a map of stragglers and the curve of the steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/stragglers/lsc-straggler-view.h"

G_BEGIN_DECLS

/* lsc-straggler-ink.c */
guint32 lsc_straggler_fill (double slowdown, gboolean is_dark);
void lsc_straggler_paint (LscText *text, cairo_t *cr, const LscStragglerView *view);
void lsc_straggler_paint_spots (LscText *text, cairo_t *cr, const LscStragglerView *view);

G_END_DECLS
