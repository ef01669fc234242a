/* lsc-memory-chart.h - the curves of memory as a widget
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/parts/lsc-chart.h"
#include "draw/memory/lsc-memory-painter.h"

G_BEGIN_DECLS

/* Signals beside those of #LscChart, of which "selection-changed" tells of another moment:
 *
 * "moment-activated"   double click or Enter: the moment is to be seen in the timeline */

#define LSC_TYPE_MEMORY_CHART (lsc_memory_chart_get_type ())
G_DECLARE_FINAL_TYPE (LscMemoryChart, lsc_memory_chart, LSC, MEMORY_CHART, LscChart)

void lsc_memory_chart_set_plot (LscMemoryChart *self, const LscMemoryPlot *plot,
                                gboolean keeps_place);
void lsc_memory_chart_set_moment (LscMemoryChart *self, gint64 time_ns);
void lsc_memory_chart_show_time (LscMemoryChart *self, gint64 begin_ns, gint64 end_ns);
const LscMemoryView *lsc_memory_chart_get_view (LscMemoryChart *self);

G_END_DECLS
