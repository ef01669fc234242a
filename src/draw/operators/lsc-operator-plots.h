/* lsc-operator-plots.h - tables of operators as plots of bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table-labels.h"
#include "analyze/step/lsc-range-stats.h"
#include "draw/communication/lsc-bar-plot.h"

G_BEGIN_DECLS

/** The tag of the bar that all rows without one share. */
#define LSC_OPERATOR_REST (-1)

/** How a chip is used: of its peak, or for which part of the time its busiest unit works. */
typedef enum
{
  LSC_OPERATOR_BUSY, /* where there is too little room it goes first */
  LSC_OPERATOR_MFU,
  LSC_OPERATOR_N_USES,
} LscOperatorUse;

char *lsc_operator_key (const LscTable *groups, gsize row, const char *column);
char *lsc_operator_label (const LscTable *groups, gsize row);
char *lsc_operator_label_shown (LscTableLabels *labels, const LscTable *groups, gsize row);
char *lsc_operator_use (const LscTable *groups, gsize row, LscOperatorUse use);

LscBarPlot *lsc_plot_new_pareto (const LscTable *groups, const guint32 *rows, gsize n, guint most);
LscBarPlot *lsc_plot_new_split (const LscTable *parts, const guint32 *rows, gsize n,
                                const char *column, const char *caption);
LscBarPlot *lsc_plot_new_durations (const LscHistogram *histogram, const char *name);
LscBarPlot *lsc_plot_new_totals (const LscTable *ranks, const char *name);

G_END_DECLS
