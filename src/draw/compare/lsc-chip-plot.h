/* lsc-chip-plot.h - two chips as bars: what each reaches of its own peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "draw/communication/lsc-bar-plot.h"
#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

LscBarPlot *lsc_chip_plot_new (const LscTable *table, const char *const names[LSC_N_SIDES],
                               const char *caption);

G_END_DECLS
