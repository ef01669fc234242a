/* lsc-grid-pane.h - ranks in their layout, with the choice of the figure and the search for one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-grid-chart.h"

G_BEGIN_DECLS

/* Signals:
 *
 * "selection-changed"   another rank, by the user alone
 * "rank-activated"      double click or Enter on it */

#define LSC_TYPE_GRID_PANE (lsc_grid_pane_get_type ())
G_DECLARE_FINAL_TYPE (LscGridPane, lsc_grid_pane, LSC, GRID_PANE, GtkWidget)

void lsc_grid_pane_set_figures (LscGridPane *self, const LscGridFigure *figures, gsize n);
void lsc_grid_pane_set (LscGridPane *self, LscRankGrid *grid, const char *reason);
void lsc_grid_pane_select_index (LscGridPane *self, gsize index);
gboolean lsc_grid_pane_get_index (LscGridPane *self, gsize *index);
gboolean lsc_grid_pane_search (LscGridPane *self, const char *text);
LscGridChart *lsc_grid_pane_get_chart (LscGridPane *self);

G_END_DECLS
