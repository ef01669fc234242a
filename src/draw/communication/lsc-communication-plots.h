/* lsc-communication-plots.h - tables of communication as plots of bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/communication/lsc-bar-plot.h"

G_BEGIN_DECLS

/** Where the bars of the ranks of an operator stand. */
typedef enum
{
  LSC_PLOT_BY_END,   /* they end together, which needs no common clock */
  LSC_PLOT_BY_START, /* they begin together */
  LSC_PLOT_BY_CLOCK, /* as recorded */
} LscPlotAlign;

LscBarPlot *lsc_plot_new_members (const LscTable *members, LscPlotAlign align, gboolean is_message);
LscBarPlot *lsc_plot_new_arrivals (const LscTable *instances, const char *name);
LscBarPlot *lsc_plot_new_packets (const LscTable *packets);

G_END_DECLS
