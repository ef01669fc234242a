/* lsc-grid-side.h - ranks in their layout in place of the charts of a page
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-app-page.h"
#include "app/parts/lsc-grid-pane.h"

G_BEGIN_DECLS

#define LSC_TYPE_GRID_SIDE (lsc_grid_side_get_type ())
G_DECLARE_FINAL_TYPE (LscGridSide, lsc_grid_side, LSC, GRID_SIDE, GObject)

void lsc_grid_side_add (LscAppPage *page, LscGridPane *pane, GtkStack *stack,
                        GtkToggleButton *button, const char *setting);

G_END_DECLS
