/* lsc-matrix-sheet.h - the page with a matrix of links
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-matrix-painter.h"
#include "draw/lsc-page.h"

G_BEGIN_DECLS

LscPage *lsc_matrix_sheet_new (const LscMatrixView *view, const LscPageOptions *options,
                               PangoContext *context);

G_END_DECLS
