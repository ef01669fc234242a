/* lsc-mean-plot.h - the mean step of each rank as a bar: overlap, and idle time by cause
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "draw/communication/lsc-bar-plot.h"

G_BEGIN_DECLS

/** What the mean step is split into. */
typedef enum
{
  LSC_MEAN_OVERLAP, /* computation, communication, both, neither */
  LSC_MEAN_IDLE,    /* idle time by the cause of its gaps */
} LscMeanKind;

LscBarPlot *lsc_mean_plot_new (LscMeanKind kind);
void lsc_mean_plot_add (LscBarPlot *self, LscMeanKind kind, const LscTable *table,
                        const char *title);

G_END_DECLS
