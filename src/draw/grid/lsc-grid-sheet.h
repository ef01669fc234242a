/* lsc-grid-sheet.h - the page with a grid of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/grid/lsc-grid-painter.h"
#include "draw/lsc-page.h"

G_BEGIN_DECLS

LscPage *lsc_grid_sheet_new (const LscGridView *view, const LscPageOptions *options,
                             PangoContext *context);

G_END_DECLS
