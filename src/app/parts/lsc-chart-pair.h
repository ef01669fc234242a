/* lsc-chart-pair.h - two charts beside each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Alike in width beside the details; without them the second one has what they leave. So neither
 * moves when they open. */

#define LSC_TYPE_CHART_PAIR (lsc_chart_pair_get_type ())
G_DECLARE_FINAL_TYPE (LscChartPair, lsc_chart_pair, LSC, CHART_PAIR, GtkWidget)

G_END_DECLS
