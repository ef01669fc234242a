/* lsc-memory-plot.h - the curves of a pool of memory as a chart shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/memory/lsc-memory-series.h"

G_BEGIN_DECLS

/** What the chart shows. */
typedef enum
{
  LSC_MEMORY_PLOT_CURVES,     /* allocated, active, reserved … as lines over each other */
  LSC_MEMORY_PLOT_COMPONENTS, /* what the process holds by component, stacked */
} LscMemoryPlotForm;

/** A step, or a module in it, behind the curves. @name: borrowed; @depth: 0 = a step; @is_judged:
 * it is known whose blocks stay of it */
typedef struct
{
  const char *name;
  gint64 begin_ns;
  gint64 end_ns;
  guint depth;
  gboolean is_judged;
} LscMemoryBand;

/** What a step does not free: the lowest value in it, and how much that is above the step before.
 * @is_aside: whose blocks stay of it is not known, while of others it is */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 bytes;
  gint64 growth_bytes;
  gboolean is_aside;
} LscMemoryFloor;

/** The highest point of a step, or of the whole recording. */
typedef struct
{
  gint64 time_ns;
  gint64 bytes;
} LscMemoryPlotPeak;

/**
 * LscMemoryPlot:
 * @series: (element-type LscMemorySeries): in the order of the legend; stacked ones from below
 * @bands: (element-type LscMemoryBand): by begin
 * @peaks: (element-type LscMemoryPlotPeak): one of each step, by time
 * @floors: (element-type LscMemoryFloor): one of each step, by time, where these grow; else none
 * @main: index of the series that the peak is of: allocated, or what there is; the sum of stacked
 *   ones; -1 without series
 * @peak: the highest point of that
 * @begin_ns, @end_ns: of the axis
 * @top_bytes: highest value that is to be seen
 * @device_bytes: of the device, -1 = not known
 * @is_device_seen: the axis goes up to that
 */
typedef struct
{
  LscMemoryLog *log;
  guint32 pool;
  LscMemoryPlotForm form;
  GArray *series;
  GArray *bands;
  GArray *peaks;
  GArray *floors;
  int main;
  LscMemoryPlotPeak peak;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 top_bytes;
  gint64 device_bytes;
  gboolean is_device_seen;
} LscMemoryPlot;

LscMemoryPlot *lsc_memory_plot_new (LscMemoryLog *log, guint32 pool, LscMemoryPlotForm form,
                                    const LscMemoryMarks *steps);
void lsc_memory_plot_free (LscMemoryPlot *self);
gboolean lsc_memory_plot_is_empty (const LscMemoryPlot *self);
gboolean lsc_memory_plot_can_show (const LscMemoryLog *log, guint32 pool, LscMemoryPlotForm form);
const LscMemoryBand *lsc_memory_plot_find_band (const LscMemoryPlot *self, gint64 time_ns,
                                                guint depth);
gint64 lsc_memory_plot_find_peak (const LscMemoryPlot *self, gint64 from_ns, int by);
gint64 lsc_memory_plot_find_step (const LscMemoryPlot *self, gint64 from_ns, int by);
gint64 lsc_memory_plot_find_change (const LscMemoryPlot *self, gint64 from_ns, int by);

/** Returns: series @index */
static inline const LscMemorySeries *
lsc_memory_plot_get (const LscMemoryPlot *self, guint index)
{
  return &g_array_index (self->series, LscMemorySeries, index);
}

/** Returns: (nullable): the series that the peak is of */
static inline const LscMemorySeries *
lsc_memory_plot_get_main (const LscMemoryPlot *self)
{
  return self && self->main >= 0 ? lsc_memory_plot_get (self, (guint) self->main) : NULL;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscMemoryPlot, lsc_memory_plot_free)

G_END_DECLS
