/* lsc-timeline-legend.h - what the colours of the lanes mean, under them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/timeline/lsc-timeline-chart.h"

G_BEGIN_DECLS

#define LSC_TYPE_TIMELINE_LEGEND (lsc_timeline_legend_get_type ())
G_DECLARE_FINAL_TYPE (LscTimelineLegend, lsc_timeline_legend, LSC, TIMELINE_LEGEND, GtkWidget)

void lsc_timeline_legend_set_chart (LscTimelineLegend *self, LscTimelineChart *chart);
void lsc_timeline_legend_set_shown (LscTimelineLegend *self, gboolean is_shown);
guint lsc_timeline_legend_get_n_swatches (LscTimelineLegend *self);

G_END_DECLS
