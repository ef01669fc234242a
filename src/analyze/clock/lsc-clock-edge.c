/* lsc-clock-edge.c - what messages, dependencies and collectives tell of two clocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock-private.h"
#include "base/lsc-stats.h"

/* times.md#clock-messages, #clock-bounds. With theta = clock of b minus clock of a and delays of at
 * least zero
 *
 *   a message up:   receive end - send end = theta + delay, so theta is at most the smallest
 *   a message down: receive end - send end = delay - theta, so theta is at least minus the smallest
 *
 * The estimate is (f - g) / 2 of the two medians; it is right if both directions take equally long.
 * However unequal they are, theta lies between the two bounds: the uncertainty is the larger
 * distance to them, so that the true skew is inside. */

#define N_SLICES 8
#define LEAST_SLICES 3
#define LEAST_POINTS 16
#define DRIFT_SPAN_NS G_GINT64_CONSTANT (10000000000)
#define DRIFT_GAIN_NS 20000
#define N_ROUNDS 4
/* Clocks drift by less: 200 parts per million. */
#define LARGEST_DRIFT 2e-4
#define N_HALVINGS 40
/* The ends of a line lie beyond the middles of the outer slices. */
#define BEYOND_SLICES 1.5

static LscClockEdge *
find_edge (GHashTable *by_key, GPtrArray *edges, guint a, guint b)
{
  gint64 key = (gint64) MIN (a, b) << 32 | MAX (a, b);
  LscClockEdge *edge = g_hash_table_lookup (by_key, &key);

  if (edge)
    return edge;
  edge = g_new0 (LscClockEdge, 1);
  edge->a = MIN (a, b);
  edge->b = MAX (a, b);
  g_ptr_array_add (edges, edge);
  g_hash_table_insert (by_key, g_memdup2 (&key, sizeof key), edge);
  return edge;
}

static void
add_points (GHashTable *by_key, GPtrArray *edges, const guint *domain_of_rank,
            const LscClockSamples *samples, gboolean is_link)
{
  for (gsize i = 0; samples && i < samples->n; i++)
    {
      const LscClockSample *sample = &samples->items[i];
      guint src = domain_of_rank[sample->src], dst = domain_of_rank[sample->dst];
      gboolean is_down = src > dst;
      LscClockEdge *edge;
      LscClockPoint point = { is_down ? sample->src_ns : sample->dst_ns,
                              sample->dst_ns - sample->src_ns };

      if (src == dst)
        continue;
      edge = find_edge (by_key, edges, src, dst);
      lsc_clock_points_append (is_link ? &edge->links[is_down] : &edge->messages[is_down], point);
    }
}

/**
 * _lsc_clock_edges:
 * @domain_of_rank: number of the clock that each rank has
 *
 * Returns: (transfer full) (element-type LscClockEdge): what joins two clocks, not measured yet
 */
GPtrArray *
_lsc_clock_edges (const LscClockQuestion *question, const guint *domain_of_rank)
{
  GPtrArray *edges = g_ptr_array_new_with_free_func ((GDestroyNotify) _lsc_clock_edge_free);
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  add_points (by_key, edges, domain_of_rank, question->messages, FALSE);
  add_points (by_key, edges, domain_of_rank, question->bounds, TRUE);
  return edges;
}

/** Returns: (transfer full): an edge that is measured already */
LscClockEdge *
_lsc_clock_edge_of_tie (const LscClockTie *tie, const guint *domain_of_rank)
{
  const LscClock *clock = &tie->clock;
  LscClockEdge *edge = g_new0 (LscClockEdge, 1);

  edge->a = domain_of_rank[tie->a];
  edge->b = domain_of_rank[tie->b];
  edge->is_tie = TRUE;
  edge->source = clock->source;
  edge->theta_ns = clock->offset_ns;
  edge->p10_ns = clock->p10_ns;
  edge->p90_ns = clock->p90_ns;
  edge->uncertainty_ns = clock->uncertainty_ns;
  edge->delta_ns = clock->delay_ns;
  edge->drift = (double) clock->drift_ppb / 1e9;
  edge->at_ns = clock->at_ns;
  edge->n_messages = clock->n_messages;
  return edge;
}

void
_lsc_clock_edge_free (LscClockEdge *self)
{
  for (guint i = 0; i < 2; i++)
    {
      lsc_clock_points_clear (&self->messages[i]);
      lsc_clock_points_clear (&self->links[i]);
    }
  g_free (self);
}

/* The part of the points that lies in a slice of time. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns; /* the last point of all is inside */
} Slice;

/* Values of the points without the drift: upper median (times.md#clock-messages) and
 * smallest. Returns their number. */
static gsize
reduce (const LscClockEdge *self, const LscClockPoints *points, guint direction, const Slice *slice,
        double *median, double *smallest, double *mean_time)
{
  g_autofree double *values = g_new (double, points->n + 1);
  double sum = 0;
  gsize n = 0;

  for (gsize i = 0; i < points->n; i++)
    {
      const LscClockPoint *point = &points->items[i];
      double since = (double) (point->time_ns - self->at_ns);

      if (slice && (point->time_ns < slice->begin_ns || point->time_ns > slice->end_ns))
        continue;
      values[n++] =
          (double) point->diff_ns + (direction == LSC_CLOCK_UP ? -1 : 1) * self->drift * since;
      sum += since;
    }
  if (n == 0)
    return 0;
  *median = lsc_median_upper_double (values, n); /* which sorts them */
  *smallest = values[0];
  if (mean_time)
    *mean_time = sum / (double) n;
  return n;
}

static void
find_span (const LscClockEdge *self, gint64 *begin_ns, gint64 *end_ns)
{
  *begin_ns = G_MAXINT64;
  *end_ns = G_MININT64;
  for (guint k = 0; k < 4; k++)
    {
      const LscClockPoints *points = k < 2 ? &self->messages[k] : &self->links[k - 2];

      for (gsize i = 0; i < points->n; i++)
        {
          *begin_ns = MIN (*begin_ns, points->items[i].time_ns);
          *end_ns = MAX (*end_ns, points->items[i].time_ns);
        }
    }
}

/* Theta of a slice, as the whole is estimated. */
static gboolean
slice_theta (const LscClockEdge *self, const Slice *slice, double *theta, double *time)
{
  double f = 0, g = 0, least, t = 0, u = 0;
  gsize n = reduce (self, &self->messages[0], LSC_CLOCK_UP, slice, &f, &least, &t);
  gsize m = reduce (self, &self->messages[1], LSC_CLOCK_DOWN, slice, &g, &least, &u);
  gboolean has_up = self->messages[0].n > 0, has_down = self->messages[1].n > 0;

  if ((has_up && n == 0) || (has_down && m == 0))
    return FALSE;
  *theta = has_up && has_down ? (f - g) / 2 : has_up ? f : -g;
  *time = (t * (double) n + u * (double) m) / (double) (n + m);
  return TRUE;
}

/* Line through the slices: its slope, and how far they spread. FALSE if there are too few. */
static gboolean
fit_slices (const LscClockEdge *self, gint64 begin_ns, gint64 end_ns, double *slope, double *spread)
{
  double times[N_SLICES], thetas[N_SLICES];
  double mean_t = 0, mean_v = 0, tv = 0, tt = 0, low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
  guint n = 0;

  for (gint64 i = 0; i < N_SLICES; i++)
    {
      gint64 part = (end_ns - begin_ns) / N_SLICES;
      Slice slice = { begin_ns + part * i, i + 1 < N_SLICES ? begin_ns + part * (i + 1) : end_ns };

      n += slice_theta (self, &slice, &thetas[n], &times[n]);
    }
  if (n < LEAST_SLICES)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      mean_t += times[i] / n;
      mean_v += thetas[i] / n;
      low = MIN (low, thetas[i]);
      high = MAX (high, thetas[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      tv += (times[i] - mean_t) * (thetas[i] - mean_v);
      tt += (times[i] - mean_t) * (times[i] - mean_t);
    }
  if (tt <= 0)
    return FALSE;
  *slope = tv / tt;
  *spread = high - low;
  return TRUE;
}

/* Fits the drift. Points of a slice are not at its middle, so the line is fitted to what the one
 * before left. Returns what of theta's change in the recording is not taken out. */
static double
fit_drift (LscClockEdge *self, gint64 begin_ns, gint64 end_ns)
{
  double before = 0, after = 0, slope = 0, span = (double) (end_ns - begin_ns), found;

  if (self->messages[0].n + self->messages[1].n < LEAST_POINTS)
    return 0;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      if (!fit_slices (self, begin_ns, end_ns, &slope, i == 0 ? &before : &after))
        {
          self->drift = 0;
          return 0;
        }
      self->drift += slope;
    }
  if (!fit_slices (self, begin_ns, end_ns, &slope, &after))
    after = before;
  found = self->drift;
  if (end_ns - begin_ns > DRIFT_SPAN_NS && before - after > DRIFT_GAIN_NS && ABS (found) < 0.01)
    return 0;
  self->drift = 0;
  return ABS (found) * span / 2;
}

static gint64
round_ns (double value)
{
  return (gint64) (value < 0 ? value - 0.5 : value + 0.5);
}

/* How far theta can be from the estimate: the larger distance to a bound. */
static double
distance (double theta, double low, double high, double delta)
{
  double far = MAX (ABS (theta - low), ABS (high - theta));

  return low > high ? far + 2 * MAX (delta, 0) : far;
}

/* Where theta may be at the ends of the recording: bounds of the outer slices alone; a clock that
 * drifts is not where its middle is. */
static double
outer_distance (const LscClockEdge *self, gint64 begin_ns, gint64 end_ns, double theta)
{
  const LscClockPoints *points[2];
  gint64 part = (end_ns - begin_ns) / N_SLICES;
  double far = 0;

  for (guint i = 0; i < 2; i++)
    points[i] = self->messages[i].n > 0 ? &self->messages[i] : &self->links[i];
  for (guint i = 0; i < 2; i++)
    {
      Slice slice = { i ? end_ns - part : begin_ns, i ? end_ns : begin_ns + part };
      double f, g, up, down;

      if (reduce (self, points[0], LSC_CLOCK_UP, &slice, &f, &up, NULL) > 0 &&
          reduce (self, points[1], LSC_CLOCK_DOWN, &slice, &g, &down, NULL) > 0)
        far = MAX (far, distance (theta, -down, up, (f + g) / 2));
    }
  return self->drift != 0 ? BEYOND_SLICES * far : far;
}

static void
measure_messages (LscClockEdge *self, gint64 begin_ns, gint64 end_ns)
{
  double f = 0, g = 0, up = 0, down = 0, theta, delta = 0, far, low, high;
  double unexplained = fit_drift (self, begin_ns, end_ns);
  gsize n = reduce (self, &self->messages[0], LSC_CLOCK_UP, NULL, &f, &up, NULL);
  gsize m = reduce (self, &self->messages[1], LSC_CLOCK_DOWN, NULL, &g, &down, NULL);

  self->n_messages = n + m;
  if (n > 0 && m > 0)
    {
      self->source = LSC_CLOCK_P2P;
      self->has_bounds = TRUE;
      theta = (f - g) / 2;
      delta = (f + g) / 2;
      far = distance (theta, -down, up, delta);
      low = -down;
      high = up;
    }
  else
    {
      /* The other bound can only come from dependencies. */
      guint other = n > 0 ? LSC_CLOCK_DOWN : LSC_CLOCK_UP;
      double middle, least = 0;

      self->source = LSC_CLOCK_ONE_SIDED;
      theta = n > 0 ? up : -down;
      self->has_bounds = reduce (self, &self->links[other], other, NULL, &middle, &least, NULL) > 0;
      low = other == LSC_CLOCK_DOWN ? -least : theta;
      high = other == LSC_CLOCK_DOWN ? theta : least;
      far = self->has_bounds ? distance (theta, low, high, 0) : -1;
    }
  if (far >= 0 && n + m >= LEAST_POINTS)
    far = MAX (far, outer_distance (self, begin_ns, end_ns, theta));
  self->low_ns = round_ns (low);
  self->high_ns = round_ns (high);
  self->theta_ns = round_ns (theta);
  self->delta_ns = round_ns (delta);
  /* The drift is kept in whole parts per billion. */
  if (self->drift != 0)
    unexplained += (double) (end_ns - begin_ns) / 4e9 + 1;
  self->uncertainty_ns = far < 0 ? -1 : round_ns (far + unexplained) + 1;
}

/* The bound that dependencies set to theta at a time after the edge's origin, if the clock drifts
 * that much. @sign: 1 = from above, -1 = from below. */
static double
bound_at (const LscClockEdge *self, int sign, double drift, double since)
{
  const LscClockPoints *points = &self->links[sign > 0 ? LSC_CLOCK_UP : LSC_CLOCK_DOWN];
  double least = G_MAXDOUBLE;

  for (gsize i = 0; i < points->n; i++)
    least = MIN (least, (double) points->items[i].diff_ns -
                            sign * drift * (double) (points->items[i].time_ns - self->at_ns));
  return sign * least + drift * since;
}

/* The largest drift of that sign that the bounds allow; without any they do. */
static double
largest_drift (const LscClockEdge *self, int sign)
{
  double least = 0, most = LARGEST_DRIFT * sign;

  if (bound_at (self, 1, most, 0) >= bound_at (self, -1, most, 0))
    return most;
  for (guint i = 0; i < N_HALVINGS; i++)
    {
      double middle = (least + most) / 2;

      *(bound_at (self, 1, middle, 0) >= bound_at (self, -1, middle, 0) ? &least : &most) = middle;
    }
  return most;
}

/* Bounds hold for a clock that drifts too: how far theta can be from the estimate at a time, for
 * all drifts that they allow. Bounds by drift are concave from above, convex from below: the
 * extreme is found by thirds. */
static double
drifting_distance (const LscClockEdge *self, double from, double to, double since, double theta)
{
  double far = 0;

  for (int sign = -1; sign <= 1; sign += 2)
    {
      double low = from, high = to;

      for (guint i = 0; i < N_HALVINGS; i++)
        {
          double a = low + (high - low) / 3, b = high - (high - low) / 3;

          if (sign * bound_at (self, sign, a, since) < sign * bound_at (self, sign, b, since))
            low = a;
          else
            high = b;
        }
      far = MAX (far, ABS (bound_at (self, sign, (low + high) / 2, since) - theta));
    }
  return far;
}

static void
measure_bounds (LscClockEdge *self, gint64 begin_ns, gint64 end_ns)
{
  double up, down, theta, from, to, far;

  if (self->links[0].n == 0 || self->links[1].n == 0)
    return;
  up = bound_at (self, 1, 0, 0);
  down = bound_at (self, -1, 0, 0);
  self->is_empty = down > up;
  if (self->is_empty)
    return;
  theta = (up + down) / 2;
  from = largest_drift (self, -1);
  to = largest_drift (self, 1);
  far = MAX (drifting_distance (self, from, to, (double) (begin_ns - self->at_ns), theta),
             drifting_distance (self, from, to, (double) (end_ns - self->at_ns), theta));
  self->source = LSC_CLOCK_BOUNDS;
  self->has_bounds = TRUE;
  self->low_ns = round_ns (down);
  self->high_ns = round_ns (up);
  self->theta_ns = round_ns (theta);
  self->uncertainty_ns = round_ns (MAX (far, (up - down) / 2)) + 1;
  self->delta_ns = -1;
}

/**
 * _lsc_clock_edge_measure:
 * @with_links: take bounds of dependencies where there is no message
 *
 * Finds theta, its uncertainty and its drift (times.md#clock-messages, #clock-bounds).
 *
 * Returns: %FALSE if nothing could be found
 */
gboolean
_lsc_clock_edge_measure (LscClockEdge *self, gboolean with_links)
{
  gint64 begin_ns, end_ns;

  self->source = LSC_CLOCK_UNKNOWN;
  self->drift = 0;
  find_span (self, &begin_ns, &end_ns);
  if (begin_ns > end_ns)
    return FALSE;
  self->at_ns = begin_ns + (end_ns - begin_ns) / 2;
  if (self->messages[0].n + self->messages[1].n > 0)
    measure_messages (self, begin_ns, end_ns);
  else if (with_links)
    measure_bounds (self, begin_ns, end_ns);
  return self->source != LSC_CLOCK_UNKNOWN;
}

/**
 * _lsc_clock_place_across:
 * @from: clock of one end of the edge
 * @is_up: that is a, the other b
 *
 * Returns: the clock of the other end: theta is added, and the drift of @from in the time between
 */
LscClockPlace
_lsc_clock_place_across (const LscClockPlace *from, const LscClockEdge *edge, gboolean is_up)
{
  double drift = is_up ? edge->drift : -edge->drift / (1 - edge->drift);
  gint64 theta = is_up ? edge->theta_ns : -edge->theta_ns;
  gint64 at = is_up ? edge->at_ns : edge->at_ns - edge->theta_ns;
  double since;

  /* A tie that holds at any time tells none. */
  if (edge->is_tie && edge->at_ns == 0)
    at = from->at_ns + theta;
  since = (double) (at - theta - from->at_ns);
  return (LscClockPlace){
    /* The way to the reference of a tie is as good as what led there. */
    .source = edge->source == LSC_CLOCK_REFERENCE ? from->source : edge->source,
    .offset_ns = theta + from->offset_ns + round_ns (from->drift * since),
    .drift = drift + from->drift * (1 - drift),
    .at_ns = at,
    .delta_ns = edge->delta_ns,
    .n_messages = edge->n_messages,
    .p10_ns = edge->p10_ns + from->offset_ns,
    .p90_ns = edge->p90_ns + from->offset_ns,
  };
}

/* A collective ends on all its ranks at about the same time, however late a rank comes to it
 * (times.md#clock-collectives). */

/** How far collectives are believed. */
typedef struct
{
  gsize least;           /* so many there must be */
  gint64 most_spread_ns; /* p90 - p10 */
  gint64 (*median) (gint64 *values, gsize n);
} Rule;

static const Rule rules[] = {
  /* A name with group and index in it is no chance match. */
  [LSC_CLOCK_BY_NAME] = { .least = 1,
                          .most_spread_ns = G_MAXINT64,
                          .median = lsc_median_upper_int64 },
  /* One that is missing on a side shifts all that follow: that shows in how they spread. */
  [LSC_CLOCK_BY_COUNT] = { .least = 3, .most_spread_ns = 1000000, .median = lsc_median_mean_int64 },
};

/**
 * _lsc_clock_edge_measure_common:
 * @ends: of collectives: when on the clock of b, how much later than on that of a
 *
 * Sets theta. How unequal the ends are is seen from how they differ; twice that is the uncertainty.
 *
 * Returns: why they are not believed; then number and percentiles are set, and the source is
 *   %LSC_CLOCK_UNKNOWN
 */
LscClockRefusal
_lsc_clock_edge_measure_common (LscClockEdge *self, const LscClockPoints *ends,
                                LscClockMatching matching)
{
  const Rule *rule = &rules[matching];
  LscInt64s diffs = { NULL, 0, 0 };
  gsize n = ends->n;

  self->source = LSC_CLOCK_UNKNOWN;
  self->n_messages = n;
  if (n == 0)
    return LSC_CLOCK_TOO_FEW;
  lsc_int64s_reserve (&diffs, n);
  for (gsize i = 0; i < n; i++)
    lsc_int64s_append (&diffs, ends->items[i].diff_ns);
  self->theta_ns = rule->median (diffs.items, n); /* which sorts them */
  self->p10_ns = diffs.items[lsc_nearest_rank (n, 10)];
  self->p90_ns = diffs.items[lsc_nearest_rank (n, 90)];
  self->uncertainty_ns =
      n > 1 ? 2 * MAX (diffs.items[n - 1] - self->theta_ns, self->theta_ns - diffs.items[0]) + 1
            : -1;
  lsc_int64s_clear (&diffs);
  self->drift = 0;
  self->at_ns = ends->items[n - 1].time_ns;
  self->delta_ns = -1;
  if (n < rule->least)
    return LSC_CLOCK_TOO_FEW;
  if (self->p90_ns - self->p10_ns > rule->most_spread_ns)
    return LSC_CLOCK_DISAGREE;
  self->source = LSC_CLOCK_COLLECTIVES;
  return LSC_CLOCK_NOT_REFUSED;
}
