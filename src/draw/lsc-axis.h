/* lsc-axis.h - ticks of a time axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscAxis: ticks at multiples of a 1-2-5 step
 * @step_ns: distance of two ticks
 * @first: number of the first tick; tick k stands at k * @step_ns
 * @n_ticks: how many there are
 * @unit_ns: what the labels count
 * @unit: its symbol
 * @decimals: digits after the point
 */
typedef struct
{
  double step_ns;
  gint64 first;
  guint n_ticks;
  double unit_ns;
  const char *unit;
  int decimals;
} LscAxis;

LscAxis lsc_axis_new (double begin_ns, double span_ns, double width, double least_distance);
double lsc_axis_tick_ns (const LscAxis *axis, guint index);
char *lsc_axis_label (const LscAxis *axis, guint index);
char *lsc_axis_clock_label (const LscAxis *axis, guint index);

G_END_DECLS
