/* lsc-memory-view.h - where the parts of a chart of memory stand, and what it tells in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-palette.h"
#include "draw/lsc-viewport.h"
#include "draw/memory/lsc-memory-plot.h"

G_BEGIN_DECLS

#define LSC_MEMORY_RULER_PX 24.0
#define LSC_MEMORY_HEADER_PX 72.0

/**
 * LscMemoryView: what is shown
 * @plot: (nullable): borrowed
 * @legend_px: height of the legend, which stands above the ruler
 * @moment_ns: that is looked at; %G_MININT64 = none
 * @scale: pixels a px
 */
typedef struct
{
  const LscMemoryPlot *plot;
  double legend_px;
  gint64 moment_ns;
  LscViewport port;
  LscTheme theme;
  double scale;
} LscMemoryView;

void lsc_memory_view_init (LscMemoryView *self, const LscMemoryPlot *plot);
gboolean lsc_memory_view_is_empty (const LscMemoryView *self);
double lsc_memory_view_body_top (const LscMemoryView *self);
double lsc_memory_view_room (const LscMemoryView *self);
double lsc_memory_view_bands_px (const LscMemoryView *self);
double lsc_memory_view_value_to_y (const LscMemoryView *self, double bytes);
LscViewLimits lsc_memory_view_get_limits (const LscMemoryView *self);
void lsc_memory_view_fit (LscMemoryView *self);
gboolean lsc_memory_view_is_over_body (const LscMemoryView *self, double x, double y);

char *lsc_memory_format_bytes (gint64 bytes);
const char *lsc_memory_series_get_title (const LscMemorySeries *series);
gboolean lsc_memory_view_get_own (const LscMemoryView *self, guint series, gint64 time_ns,
                                  gint64 *bytes);
char *lsc_memory_band_get_name (const LscMemoryBand *band);
char *lsc_memory_view_name_time (const LscMemoryView *self, gint64 time_ns);
char *lsc_memory_view_describe_time (const LscMemoryView *self, gint64 time_ns);

G_END_DECLS
