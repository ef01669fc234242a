/* lsc-histogram-view.h - how long the slices of a name take, as bars
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "analyze/step/lsc-range-stats.h"

G_BEGIN_DECLS

/* Signal "brushed": lsc_histogram_view_get_brush() is another. */

#define LSC_TYPE_HISTOGRAM_VIEW (lsc_histogram_view_get_type ())
G_DECLARE_FINAL_TYPE (LscHistogramView, lsc_histogram_view, LSC, HISTOGRAM_VIEW, GtkWidget)

void lsc_histogram_view_take (LscHistogramView *self, LscHistogram *histogram);
const LscHistogram *lsc_histogram_view_get (LscHistogramView *self);
void lsc_histogram_view_set_current (LscHistogramView *self, gint64 duration_ns);
void lsc_histogram_view_set_by_time (LscHistogramView *self, gboolean by_time);
gboolean lsc_histogram_view_get_brush (LscHistogramView *self, gint64 *least_ns, gint64 *below_ns);
void lsc_histogram_view_brush (LscHistogramView *self, int first_bin, int last_bin);

G_END_DECLS
