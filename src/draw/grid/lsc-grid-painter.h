/* lsc-grid-painter.h - paints a grid of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/grid/lsc-grid-view.h"

G_BEGIN_DECLS

void lsc_grid_paint (LscText *text, cairo_t *cr, const LscGridView *view);
void lsc_grid_paint_spots (LscText *text, cairo_t *cr, const LscGridView *view);

G_END_DECLS
