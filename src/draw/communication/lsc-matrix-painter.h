/* lsc-matrix-painter.h - paints a matrix of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-matrix-view.h"

G_BEGIN_DECLS

void lsc_matrix_paint (LscText *text, cairo_t *cr, const LscMatrixView *view);
void lsc_matrix_paint_spots (LscText *text, cairo_t *cr, const LscMatrixView *view);

G_END_DECLS
