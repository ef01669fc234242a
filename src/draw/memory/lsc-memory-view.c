/* lsc-memory-view.c - where the parts of a chart of memory stand, and what it tells in words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/memory/lsc-memory-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-time.h"
#include "model/lsc-counter.h"

#define BAND_PX 17.0
#define TOP_SHARE 1.08      /* of the highest value: room for the words at the peak */
#define LEAST_SPAN_NS 100.0 /* when zoomed in */
#define USUAL_WIDTH 800
#define USUAL_HEIGHT 320

/** lsc_memory_view_init: @plot: (nullable): borrowed */
void
lsc_memory_view_init (LscMemoryView *self, const LscMemoryPlot *plot)
{
  g_return_if_fail (self);
  *self = (LscMemoryView){ .plot = plot,
                           .moment_ns = G_MININT64,
                           .port = { .span_ns = 1e9,
                                     .width = USUAL_WIDTH,
                                     .height = USUAL_HEIGHT,
                                     .header_width = LSC_MEMORY_HEADER_PX },
                           .theme = lsc_theme_light (),
                           .scale = 1 };
  lsc_memory_view_fit (self);
}

gboolean
lsc_memory_view_is_empty (const LscMemoryView *self)
{
  return lsc_memory_plot_is_empty (self->plot);
}

/* ---- places ---- */

/** lsc_memory_view_body_top: Returns: px above the curves and their bands */
double
lsc_memory_view_body_top (const LscMemoryView *self)
{
  return self->legend_px + LSC_MEMORY_RULER_PX;
}

/** lsc_memory_view_room: Returns: px of the body's height */
double
lsc_memory_view_room (const LscMemoryView *self)
{
  return MAX (self->port.height - lsc_memory_view_body_top (self), 1);
}

/** lsc_memory_view_bands_px: Returns: px of the names of steps and modules, within the body */
double
lsc_memory_view_bands_px (const LscMemoryView *self)
{
  guint depth = 0;

  if (!self->plot || self->plot->bands->len == 0)
    return 0;
  for (guint i = 0; i < self->plot->bands->len && depth == 0; i++)
    depth = g_array_index (self->plot->bands, LscMemoryBand, i).depth;
  return BAND_PX * (depth + 1);
}

/** lsc_memory_view_value_to_y: Returns: px; the axis begins with 0 at the bottom */
double
lsc_memory_view_value_to_y (const LscMemoryView *self, double bytes)
{
  double top = lsc_memory_view_body_top (self) + lsc_memory_view_bands_px (self);
  double bottom = self->port.height;

  return bottom - bytes / ((double) self->plot->top_bytes * TOP_SHARE) * MAX (bottom - top, 1);
}

LscViewLimits
lsc_memory_view_get_limits (const LscMemoryView *self)
{
  return (LscViewLimits){ self->plot->begin_ns, self->plot->end_ns, LEAST_SPAN_NS };
}

/** lsc_memory_view_fit: shows the whole recording */
void
lsc_memory_view_fit (LscMemoryView *self)
{
  g_return_if_fail (self);
  if (self->plot)
    lsc_viewport_fit (&self->port, self->plot->begin_ns, self->plot->end_ns, LEAST_SPAN_NS);
}

gboolean
lsc_memory_view_is_over_body (const LscMemoryView *self, double x, double y)
{
  return !lsc_memory_view_is_empty (self) && x >= self->port.header_width && x < self->port.width &&
         y >= lsc_memory_view_body_top (self) && y < self->port.height;
}

/* ---- words ---- */

/** lsc_memory_format_bytes: Returns: (transfer full): a size with its unit, powers of 1,024 */
char *
lsc_memory_format_bytes (gint64 bytes)
{
  return lsc_counter_format (&(LscCounter){ .unit = LSC_COUNTER_UNIT_BYTES }, (double) bytes);
}

/** lsc_memory_series_get_title: Returns: (transfer none): for people */
const char *
lsc_memory_series_get_title (const LscMemorySeries *series)
{
  static const char *const titles[LSC_MEMORY_N_QUANTITIES] = {
    [LSC_MEMORY_ALLOCATED] = N_ ("Allocated"), [LSC_MEMORY_ACTIVE] = N_ ("Active"),
    [LSC_MEMORY_REQUESTED] = N_ ("Requested"), [LSC_MEMORY_RESERVED] = N_ ("Reserved"),
    [LSC_MEMORY_PROCESS] = N_ ("Process"),     [LSC_MEMORY_COMPONENT] = N_ ("Other components"),
  };

  g_return_val_if_fail (series && series->quantity < LSC_MEMORY_N_QUANTITIES, NULL);
  return series->name ? series->name : _ (titles[series->quantity]);
}

/**
 * lsc_memory_view_get_own:
 * @series: index; of a stacked one only what it adds is meant
 *
 * Returns: %FALSE before the first point
 */
gboolean
lsc_memory_view_get_own (const LscMemoryView *self, guint series, gint64 time_ns, gint64 *bytes)
{
  const LscMemorySeries *at = lsc_memory_plot_get (self->plot, series);
  gint64 below_bytes;

  if (!lsc_memory_series_get_value (at, time_ns, bytes))
    return FALSE;
  if (at->base >= 0 &&
      lsc_memory_series_get_value (lsc_memory_plot_get (self->plot, (guint) at->base), time_ns,
                                   &below_bytes))
    *bytes -= below_bytes;
  return TRUE;
}

/** lsc_memory_band_get_name: Returns: (transfer full): for people; of some recordings a step has a
 * number alone */
char *
lsc_memory_band_get_name (const LscMemoryBand *band)
{
  const char *name = band->name ? band->name : "";

  return *name && strspn (name, "0123456789") == strlen (name)
             ? g_strdup_printf (_ ("Step %s"), name)
             : g_strdup (name);
}

/** lsc_memory_view_name_time: Returns: (transfer full): since the recording began, and the step */
char *
lsc_memory_view_name_time (const LscMemoryView *self, gint64 time_ns)
{
  const LscMemoryBand *step = lsc_memory_plot_find_band (self->plot, time_ns, 0);
  const LscMemoryBand *module = lsc_memory_plot_find_band (self->plot, time_ns, 1);
  g_autofree char *time =
      lsc_format_duration (lsc_ns_subtract (time_ns, self->plot->begin_ns), LSC_TIME_UNIT_AUTO);
  g_autofree char *step_name = step ? lsc_memory_band_get_name (step) : NULL;

  if (step && module)
    return g_strdup_printf (C_ ("moment", "%s · %s · %s"), time, step_name, module->name);
  if (step || module)
    return g_strdup_printf (C_ ("moment", "%s · %s"), time, step ? step_name : module->name);
  return g_steal_pointer (&time);
}

/** lsc_memory_view_describe_time: Returns: (transfer full): lines: the time, each series' value */
char *
lsc_memory_view_describe_time (const LscMemoryView *self, gint64 time_ns)
{
  g_autofree char *time = NULL;
  GString *text;

  g_return_val_if_fail (self && self->plot, NULL);
  time = lsc_memory_view_name_time (self, time_ns);
  text = g_string_new (time);
  for (guint i = 0; i < self->plot->series->len; i++)
    {
      const char *title = lsc_memory_series_get_title (lsc_memory_plot_get (self->plot, i));
      gint64 bytes;
      g_autofree char *value = lsc_memory_view_get_own (self, i, time_ns, &bytes)
                                   ? lsc_memory_format_bytes (bytes)
                                   : g_strdup (_ ("not recorded yet"));

      g_string_append_printf (text, _ ("\n%s: %s"), title, value);
    }
  return g_string_free (text, FALSE);
}
