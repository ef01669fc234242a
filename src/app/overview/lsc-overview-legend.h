/* lsc-overview-legend.h - what the colours of the ranks mean
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/overview/lsc-overview-chart.h"

G_BEGIN_DECLS

#define LSC_TYPE_OVERVIEW_LEGEND (lsc_overview_legend_get_type ())
G_DECLARE_FINAL_TYPE (LscOverviewLegend, lsc_overview_legend, LSC, OVERVIEW_LEGEND, GtkWidget)

void lsc_overview_legend_set_chart (LscOverviewLegend *self, LscOverviewChart *chart);

G_END_DECLS
