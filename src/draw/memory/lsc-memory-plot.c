/* lsc-memory-plot.c - the curves of a pool of memory as a chart shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/memory/lsc-memory-plot.h"

#include "base/lsc-sort.h"
#include "draw/lsc-viewport.h"

#define MOST_DEPTH 1            /* of bands: steps, and modules in them */
#define MOST_TIMES 4            /* the highest value, what is on the axis beside the curves */
#define MOST_COMPONENTS 8       /* with the rest as one of them: as many as can be told apart */
#define LEAST_FLOORS 3          /* of steps: fewer show no growth */
#define LEAST_SPAN_NS (1000000) /* of an axis whose points all have one time */

static void
clear_series (gpointer data)
{
  lsc_memory_series_clear (data);
}

/** lsc_memory_plot_free: @self: (nullable) (transfer full): */
void
lsc_memory_plot_free (LscMemoryPlot *self)
{
  if (!self)
    return;
  g_array_unref (self->series);
  g_array_unref (self->bands);
  g_array_unref (self->peaks);
  g_array_unref (self->floors);
  lsc_memory_log_unref (self->log);
  g_free (self);
}

/** lsc_memory_plot_is_empty: @self: (nullable): Returns: whether there is no curve */
gboolean
lsc_memory_plot_is_empty (const LscMemoryPlot *self)
{
  return !self || self->series->len == 0;
}

/* ---- curves ---- */

static const LscMemoryCurve *
get_curve (const LscMemoryLog *log, guint index)
{
  return &g_array_index (log->curves, LscMemoryCurve, index);
}

/* What the process and its components hold is counted beside the pools, for the same device. */
static gboolean
is_beside (const LscMemoryLog *log, guint32 pool, guint32 other)
{
  gint64 mine, theirs;

  if (pool >= log->pools.n || other >= log->pools.n)
    return FALSE;
  mine = log->pools.items[pool].device;
  theirs = log->pools.items[other].device;
  return mine < 0 || theirs < 0 || mine == theirs;
}

static gboolean
is_shown (const LscMemoryLog *log, guint32 pool, const LscMemoryCurve *curve,
          LscMemoryPlotForm form)
{
  if (curve->points.n == 0)
    return FALSE;
  if (form == LSC_MEMORY_PLOT_COMPONENTS)
    return curve->quantity == LSC_MEMORY_COMPONENT && is_beside (log, pool, curve->pool);
  if (curve->quantity == LSC_MEMORY_PROCESS)
    return is_beside (log, pool, curve->pool);
  return curve->quantity != LSC_MEMORY_COMPONENT && curve->pool == pool;
}

/**
 * lsc_memory_plot_can_show:
 * @pool: index in LscMemoryLog.pools
 *
 * Returns: whether something of that form was recorded
 */
gboolean
lsc_memory_plot_can_show (const LscMemoryLog *log, guint32 pool, LscMemoryPlotForm form)
{
  g_return_val_if_fail (log, FALSE);
  for (guint i = 0; i < log->curves->len; i++)
    if (is_shown (log, pool, get_curve (log, i), form))
      return TRUE;
  return FALSE;
}

/* One line of each quantity, in the order that readers look for them. */
static void
add_curves (LscMemoryPlot *self)
{
  for (guint quantity = 0; quantity < LSC_MEMORY_COMPONENT; quantity++)
    for (guint i = 0; i < self->log->curves->len; i++)
      {
        const LscMemoryCurve *curve = get_curve (self->log, i);
        LscMemorySeries series;

        if (curve->quantity != quantity || !is_shown (self->log, self->pool, curve, self->form))
          continue;
        lsc_memory_series_init (&series, (LscMemoryQuantity) quantity, &curve->points);
        g_array_append_val (self->series, series);
        break;
      }
  self->main = self->series->len > 0 ? 0 : -1;
}

/* ---- components ---- */

typedef struct
{
  const LscMemoryCurve *curve;
  gint64 most_bytes;
  gsize next; /* point */
} Component;

static int
compare_components (gconstpointer a, gconstpointer b)
{
  const Component *x = a, *y = b;

  if (x->most_bytes != y->most_bytes)
    return x->most_bytes < y->most_bytes ? 1 : -1;
  return x->curve->pool < y->curve->pool ? -1 : x->curve->pool > y->curve->pool;
}

/* (transfer full) (element-type Component): the largest first, without those that hold nothing */
static GArray *
list_components (const LscMemoryPlot *self)
{
  GArray *components = g_array_new (FALSE, TRUE, sizeof (Component));

  for (guint i = 0; i < self->log->curves->len; i++)
    {
      Component component = { .curve = get_curve (self->log, i) };

      if (!is_shown (self->log, self->pool, component.curve, self->form))
        continue;
      for (gsize k = 0; k < component.curve->points.n; k++)
        component.most_bytes = MAX (component.most_bytes, component.curve->points.items[k].bytes);
      if (component.most_bytes > 0)
        g_array_append_val (components, component);
    }
  g_array_sort (components, compare_components);
  return components;
}

/* The earliest point that was not looked at yet; %G_MAXINT64: none is left. */
static gint64
find_next_time (GArray *components)
{
  gint64 time_ns = G_MAXINT64;

  for (guint i = 0; i < components->len; i++)
    {
      const Component *component = &g_array_index (components, Component, i);

      if (component->next < component->curve->points.n)
        time_ns = MIN (time_ns, component->curve->points.items[component->next].time_ns);
    }
  return time_ns;
}

static gint64
go_to (Component *component, gint64 time_ns)
{
  const LscMemoryPoints *points = &component->curve->points;

  while (component->next < points->n && points->items[component->next].time_ns <= time_ns)
    component->next++;
  return component->next > 0 ? points->items[component->next - 1].bytes : 0;
}

/* Sums from below; those beyond the last level are one. */
static void
add_levels (GArray *components, LscMemoryPoints *levels, guint n_levels, gint64 time_ns)
{
  gint64 sum = 0;

  for (guint i = 0; i < components->len; i++)
    {
      gint64 bytes = go_to (&g_array_index (components, Component, i), time_ns);

      if (__builtin_add_overflow (sum, MAX (bytes, 0), &sum))
        sum = G_MAXINT64;
      if (i + 1 < n_levels || i + 1 == components->len)
        lsc_memory_points_append (&levels[MIN (i, n_levels - 1)], (LscMemoryPoint){ time_ns, sum });
    }
}

static const char *
name_pool (const LscMemoryLog *log, guint32 pool)
{
  guint32 name = pool < log->pools.n ? log->pools.items[pool].name : LSC_MEMORY_NONE;

  return name != LSC_MEMORY_NONE ? lsc_intern_text (log->texts, name) : NULL;
}

/* The peak of a stacked series is that of what it adds, not of all below it. */
static void
take_own_peak (LscMemorySeries *series, const LscMemoryPoints *below)
{
  series->peak_bytes = G_MININT64;
  for (gsize i = 0; i < series->n_points; i++)
    {
      gint64 bytes = series->points[i].bytes - (below ? below->items[i].bytes : 0);

      if (bytes <= series->peak_bytes)
        continue;
      series->peak_bytes = bytes;
      series->peak_ns = series->points[i].time_ns;
    }
}

static void
add_components (LscMemoryPlot *self)
{
  g_autoptr (GArray) components = list_components (self);
  LscMemoryPoints levels[MOST_COMPONENTS] = { 0 };
  guint n_levels = MIN (components->len, MOST_COMPONENTS);
  gint64 time_ns;

  while (n_levels > 0 && (time_ns = find_next_time (components)) != G_MAXINT64)
    add_levels (components, levels, n_levels, time_ns);
  for (guint i = 0; i < n_levels; i++)
    {
      const Component *component = &g_array_index (components, Component, i);
      LscMemorySeries series;

      lsc_memory_series_take (&series, LSC_MEMORY_COMPONENT, levels[i]);
      series.base = (int) i - 1;
      if (i + 1 < n_levels || components->len <= MOST_COMPONENTS)
        series.name = name_pool (self->log, component->curve->pool);
      take_own_peak (&series, i > 0 ? &levels[i - 1] : NULL);
      g_array_append_val (self->series, series);
    }
  self->main = (int) self->series->len - 1; /* the sum of all */
}

/* ---- what lies behind and around them ---- */

/* Marks that lie in a step are its modules; deeper ones would be too narrow to be read. */
static void
add_bands (LscMemoryPlot *self, const LscMemoryMarks *marks)
{
  gint64 until_ns = G_MININT64;

  for (gsize i = 0; marks && i < marks->n; i++)
    {
      const LscMemoryMark *mark = &marks->items[i];
      LscMemoryBand band = { .name = lsc_intern_text (self->log->texts, mark->name),
                             .begin_ns = mark->begin_ns,
                             .end_ns = MIN (mark->end_ns, self->end_ns),
                             .is_judged = mark->is_judged };

      band.depth = mark->begin_ns < until_ns && band.end_ns <= until_ns;
      if (band.depth == 0)
        until_ns = MAX (until_ns, band.end_ns);
      if (band.end_ns > band.begin_ns)
        g_array_append_val (self->bands, band);
    }
}

static void
find_extent (LscMemoryPlot *self, const LscMemoryMarks *marks)
{
  self->begin_ns = self->log->begin_ns;
  self->end_ns = self->log->end_ns;
  for (guint i = 0; i < self->series->len; i++)
    {
      const LscMemorySeries *series = lsc_memory_plot_get (self, i);

      self->begin_ns = MIN (self->begin_ns, series->points[0].time_ns);
      self->end_ns = MAX (self->end_ns, series->points[series->n_points - 1].time_ns);
    }
  for (gsize i = 0; marks && i < marks->n; i++)
    {
      self->begin_ns = MIN (self->begin_ns, marks->items[i].begin_ns);
      if (marks->items[i].end_ns != G_MAXINT64)
        self->end_ns = MAX (self->end_ns, marks->items[i].end_ns);
    }
  self->end_ns = MAX (self->end_ns, lsc_ns_add (self->begin_ns, LEAST_SPAN_NS));
}

static gint64
get_highest (const LscMemorySeries *series)
{
  gint64 most_bytes = 0;

  for (gsize i = 0; i < series->n_points; i++)
    most_bytes = MAX (most_bytes, series->points[i].bytes);
  return most_bytes;
}

/* Returns: whether a limit may be on the axis: far above the curves it would press them flat. */
static gboolean
is_near (const LscMemoryPlot *self, gint64 bytes)
{
  return self->top_bytes <= 0 || bytes / MOST_TIMES <= self->top_bytes;
}

/* The pool first; what the process holds, and the device has, if that is near. */
static void
find_top (LscMemoryPlot *self)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->series->len; i++)
      {
        LscMemorySeries *series = &g_array_index (self->series, LscMemorySeries, i);
        gint64 highest = get_highest (series);

        if ((series->quantity == LSC_MEMORY_PROCESS) != (pass == 1))
          continue;
        series->is_beyond = pass == 1 && !is_near (self, highest);
        if (!series->is_beyond)
          self->top_bytes = MAX (self->top_bytes, highest);
      }
  self->device_bytes = self->log->device_bytes;
  self->is_device_seen =
      self->device_bytes > 0 && self->top_bytes > 0 && is_near (self, self->device_bytes);
  if (self->is_device_seen)
    self->top_bytes = MAX (self->top_bytes, self->device_bytes);
  self->top_bytes = MAX (self->top_bytes, 1);
}

static void
add_peak (LscMemoryPlot *self, gint64 begin_ns, gint64 end_ns)
{
  LscMemoryPlotPeak peak = { 0 };

  peak.time_ns =
      lsc_memory_series_find_peak (lsc_memory_plot_get_main (self), begin_ns, end_ns, &peak.bytes);
  if (peak.time_ns != G_MININT64)
    g_array_append_val (self->peaks, peak);
}

static void
find_peaks (LscMemoryPlot *self)
{
  if (!lsc_memory_plot_get_main (self))
    return;
  self->peak.time_ns =
      lsc_memory_series_find_peak (lsc_memory_plot_get_main (self), self->begin_ns,
                                   lsc_ns_add (self->end_ns, 1), &self->peak.bytes);
  for (guint i = 0; i < self->bands->len; i++)
    {
      const LscMemoryBand *band = &g_array_index (self->bands, LscMemoryBand, i);

      if (band->depth == 0)
        add_peak (self, band->begin_ns, band->end_ns);
    }
  if (self->peaks->len == 0)
    g_array_append_val (self->peaks, self->peak);
}

/* ---- what steps do not free ---- */

static gboolean
find_floor (const LscMemorySeries *series, const LscMemoryBand *band, gint64 *bytes)
{
  LscMemoryColumn column;
  gsize near_point = 0;

  if (!lsc_memory_series_get_column (series, band->begin_ns, band->end_ns, &near_point, &column))
    return FALSE;
  *bytes = column.least_bytes;
  return TRUE;
}

static gboolean
has_judged (const LscMemoryPlot *self)
{
  for (guint i = 0; i < self->bands->len; i++)
    if (g_array_index (self->bands, LscMemoryBand, i).is_judged)
      return TRUE;
  return FALSE;
}

/* The lowest value of each step, where these grow: each but the first two, which fill caches, lies
 * above the one before. */
static void
find_floors (LscMemoryPlot *self)
{
  const LscMemorySeries *main = lsc_memory_plot_get_main (self);
  gboolean is_judged = has_judged (self);
  guint n_less = 0;

  if (!main || self->form != LSC_MEMORY_PLOT_CURVES)
    return;
  for (guint i = 0; i < self->bands->len; i++)
    {
      const LscMemoryBand *band = &g_array_index (self->bands, LscMemoryBand, i);
      LscMemoryFloor floor = { band->begin_ns, band->end_ns, 0, 0, is_judged && !band->is_judged };

      if (band->depth > 0 || !find_floor (main, band, &floor.bytes))
        continue;
      if (self->floors->len > 0)
        floor.growth_bytes =
            floor.bytes - g_array_index (self->floors, LscMemoryFloor, self->floors->len - 1).bytes;
      n_less += self->floors->len > 1 && floor.growth_bytes <= 0;
      g_array_append_val (self->floors, floor);
    }
  if (self->floors->len < LEAST_FLOORS || n_less > 0)
    g_array_set_size (self->floors, 0);
}

/**
 * lsc_memory_plot_new:
 * @log: a reference is taken
 * @pool: index in LscMemoryLog.pools
 * @steps: (nullable): by begin; modules stand behind the step that they are in
 *
 * Takes the curves of a pool, and of the process around it; or its components on each other: the
 * seven largest and all others together.
 *
 * Cost: O(n) of the points.
 *
 * Returns: (transfer full): empty where nothing of that form was recorded
 */
LscMemoryPlot *
lsc_memory_plot_new (LscMemoryLog *log, guint32 pool, LscMemoryPlotForm form,
                     const LscMemoryMarks *steps)
{
  LscMemoryPlot *self;

  g_return_val_if_fail (log, NULL);
  self = g_new0 (LscMemoryPlot, 1);
  self->log = lsc_memory_log_ref (log);
  self->pool = pool;
  self->form = form;
  self->series = g_array_new (FALSE, TRUE, sizeof (LscMemorySeries));
  g_array_set_clear_func (self->series, clear_series);
  self->bands = g_array_new (FALSE, TRUE, sizeof (LscMemoryBand));
  self->peaks = g_array_new (FALSE, TRUE, sizeof (LscMemoryPlotPeak));
  self->floors = g_array_new (FALSE, TRUE, sizeof (LscMemoryFloor));
  if (form == LSC_MEMORY_PLOT_COMPONENTS)
    add_components (self);
  else
    add_curves (self);
  find_extent (self, steps);
  add_bands (self, steps);
  find_top (self);
  find_peaks (self);
  find_floors (self);
  return self;
}

/* ---- moments ---- */

/** lsc_memory_plot_find_band: Returns: (nullable): the step, or the module in it, at a time */
const LscMemoryBand *
lsc_memory_plot_find_band (const LscMemoryPlot *self, gint64 time_ns, guint depth)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->bands->len; i++)
    {
      const LscMemoryBand *band = &g_array_index (self->bands, LscMemoryBand, i);

      if (band->depth == depth && band->begin_ns <= time_ns && time_ns < band->end_ns)
        return band;
    }
  return NULL;
}

static gboolean
is_nearer (gint64 time_ns, gint64 from_ns, gint64 found_ns, int by)
{
  if (by > 0)
    return time_ns > from_ns && (found_ns == G_MININT64 || time_ns < found_ns);
  return time_ns < from_ns && (found_ns == G_MININT64 || time_ns > found_ns);
}

/** lsc_memory_plot_find_peak: @by: 1 = the next, -1 = the one before. Returns: the time of the peak
 * of a step; %G_MININT64 = there is none on that side */
gint64
lsc_memory_plot_find_peak (const LscMemoryPlot *self, gint64 from_ns, int by)
{
  gint64 found_ns = G_MININT64;

  g_return_val_if_fail (self, G_MININT64);
  for (guint i = 0; i < self->peaks->len; i++)
    {
      gint64 time_ns = g_array_index (self->peaks, LscMemoryPlotPeak, i).time_ns;

      if (is_nearer (time_ns, from_ns, found_ns, by))
        found_ns = time_ns;
    }
  return found_ns;
}

/** lsc_memory_plot_find_step: Returns: the begin of the next step, or of the one before, as
 * lsc_memory_plot_find_peak() */
gint64
lsc_memory_plot_find_step (const LscMemoryPlot *self, gint64 from_ns, int by)
{
  gint64 found_ns = G_MININT64;

  g_return_val_if_fail (self, G_MININT64);
  for (guint i = 0; i < self->bands->len; i++)
    {
      const LscMemoryBand *band = &g_array_index (self->bands, LscMemoryBand, i);

      if (band->depth == 0 && is_nearer (band->begin_ns, from_ns, found_ns, by))
        found_ns = band->begin_ns;
    }
  return found_ns;
}

/** lsc_memory_plot_find_change: Returns: the next point of the main series, or the one before, as
 * lsc_memory_plot_find_peak() */
gint64
lsc_memory_plot_find_change (const LscMemoryPlot *self, gint64 from_ns, int by)
{
  const LscMemorySeries *series = lsc_memory_plot_get_main (self);
  gsize i;

  if (!series)
    return G_MININT64;
  if (by > 0)
    {
      i = LSC_BISECT (k, 0, series->n_points, series->points[k].time_ns <= from_ns);
      return i < series->n_points ? series->points[i].time_ns : G_MININT64;
    }
  i = LSC_BISECT (k, 0, series->n_points, series->points[k].time_ns < from_ns);
  return i > 0 ? series->points[i - 1].time_ns : G_MININT64;
}
