/* lsc-axis.c - ticks of a time axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-axis.h"

#include <math.h>

#define MAX_TICKS 1000

/* The smallest 1-2-5 value that is not below @least. */
static double
round_step (double least)
{
  double power = pow (10, floor (log10 (least)));
  static const double steps[] = { 1, 2, 5, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * power >= least * (1 - 1e-9))
      return steps[i] * power;
  return 10 * power;
}

static void
choose_unit (LscAxis *axis, double span_ns)
{
  if (span_ns < 1e6)
    axis->unit_ns = 1e3, axis->unit = "µs";
  else if (span_ns < 1e9)
    axis->unit_ns = 1e6, axis->unit = "ms";
  else
    axis->unit_ns = 1e9, axis->unit = "s";
  axis->decimals = (int) MAX (0, ceil (-log10 (axis->step_ns / axis->unit_ns) - 1e-9));
}

/**
 * lsc_axis_new:
 * @begin_ns: time at the left edge
 * @span_ns: time over the whole width
 * @width: px
 * @least_distance: px between two ticks at least
 *
 * Chooses ticks in 1-2-5 steps and the unit of their labels by the span (drawing.md#axis).
 */
LscAxis
lsc_axis_new (double begin_ns, double span_ns, double width, double least_distance)
{
  LscAxis axis = { 0 };

  if (!(span_ns > 0) || !(width > 0) || !isfinite (begin_ns) || !isfinite (span_ns))
    {
      choose_unit (&axis, 1);
      axis.decimals = 0;
      return axis;
    }
  axis.step_ns = round_step (span_ns * least_distance / width);
  choose_unit (&axis, span_ns);
  axis.first = (gint64) ceil (begin_ns / axis.step_ns - 1e-9);
  axis.n_ticks = (guint) CLAMP (
      floor ((begin_ns + span_ns) / axis.step_ns + 1e-9) - (double) axis.first + 1, 0, MAX_TICKS);
  return axis;
}

/**
 * lsc_axis_tick_ns:
 *
 * Returns: the time of a tick, same origin as the begin of the axis
 */
double
lsc_axis_tick_ns (const LscAxis *axis, guint index)
{
  return (double) (axis->first + index) * axis->step_ns;
}

/**
 * lsc_axis_label:
 *
 * Returns: (transfer full): the tick's value in the axis' unit, without the unit
 */
char *
lsc_axis_label (const LscAxis *axis, guint index)
{
  double value;
  char number[G_ASCII_DTOSTR_BUF_SIZE + 32];
  char format[8];

  g_return_val_if_fail (axis && axis->unit_ns > 0, NULL);
  value = lsc_axis_tick_ns (axis, index) / axis->unit_ns;
  if (axis->first + index == 0)
    return g_strdup ("0");
  g_snprintf (format, sizeof format, "%%.%df", MIN (axis->decimals, 9));
  return g_strdup (g_ascii_formatd (number, sizeof number, format, value));
}

/**
 * lsc_axis_clock_label:
 *
 * For an axis whose times are ns since 1970.
 *
 * Returns: (transfer full): time of day in UTC, as many decimals of a second as the ticks need
 */
char *
lsc_axis_clock_label (const LscAxis *axis, guint index)
{
  gint64 day_ns, step_ns, ns, s, rest;
  int decimals;
  g_autofree char *whole = NULL;

  g_return_val_if_fail (axis && axis->step_ns > 0, NULL);
  day_ns = 86400 * G_GINT64_CONSTANT (1000000000);
  step_ns = (gint64) MAX (axis->step_ns, 1);
  ns = ((axis->first + index) * step_ns % day_ns + day_ns) % day_ns;
  s = ns / 1000000000;
  rest = ns % 1000000000;
  decimals = (int) CLAMP (ceil (-log10 (axis->step_ns / 1e9) - 1e-9), 0, 9);
  whole = g_strdup_printf ("%02d:%02d:%02d", (int) (s / 3600), (int) (s / 60 % 60), (int) (s % 60));
  if (decimals == 0)
    return g_steal_pointer (&whole);
  for (int i = decimals; i < 9; i++)
    rest /= 10;
  return g_strdup_printf ("%s.%0*" G_GINT64_FORMAT, whole, decimals, rest);
}
