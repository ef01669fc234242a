/* lsc-straggler-chart.h - the map of stragglers as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-canvas.h"
#include "draw/stragglers/lsc-straggler-view.h"

G_BEGIN_DECLS

/** Where a place of the map leads to. */
typedef enum
{
  LSC_STRAGGLER_TO_PIPELINE,
  LSC_STRAGGLER_TO_TIMELINE,
} LscStragglerTarget;

/* Signals:
 *
 * "selection-changed"
 * "spot-activated"     with an #LscStragglerTarget (int): double click, Enter, the menu */

#define LSC_TYPE_STRAGGLER_CHART (lsc_straggler_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscStragglerChart, lsc_straggler_chart, LSC, STRAGGLER_CHART, LscCanvas)

void lsc_straggler_chart_set (LscStragglerChart *self, const LscStragglers *study,
                              const LscStragglerMarks *marks);
const LscStragglerView *lsc_straggler_chart_get_view (LscStragglerChart *self);
void lsc_straggler_chart_select (LscStragglerChart *self, const LscStragglerSpot *spot);

G_END_DECLS
