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
 *   a message up:   receive end - send end = theta + delay, so theta is at most that
 *   a message down: receive end - send end = delay - theta, so theta is at least minus that
 *
 * The lines that keep all bounds are a strip (lsc-clock-strip.c). Its middle is right if the
 * fastest messages take equally long in both directions; however unequal they are, the truth is in
 * the strip. */

/* With fewer points no drift is looked for. */
#define LEAST_POINTS 16
/* Times of a device are converted to those of its host, which is good to some tens of microseconds:
 * so much may bounds contradict each other. */
#define MOST_SLACK_NS 50000

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
  edge->low_ns = G_MININT64;
  edge->high_ns = G_MAXINT64;
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

static void
clear_strip (LscClockEdge *self)
{
  if (self->strip)
    _lsc_clock_strip_clear (self->strip);
  g_clear_pointer (&self->strip, g_free);
}

void
_lsc_clock_edge_free (LscClockEdge *self)
{
  for (guint i = 0; i < 2; i++)
    {
      lsc_clock_points_clear (&self->messages[i]);
      lsc_clock_points_clear (&self->links[i]);
    }
  clear_strip (self);
  g_free (self);
}

static gint64
round_ns (double value)
{
  return (gint64) (value < 0 ? value - 0.5 : value + 0.5);
}

static void
find_span (LscClockEdge *self)
{
  self->begin_ns = G_MAXINT64;
  self->end_ns = G_MININT64;
  for (guint k = 0; k < 4; k++)
    {
      const LscClockPoints *points = k < 2 ? &self->messages[k] : &self->links[k - 2];

      for (gsize i = 0; i < points->n; i++)
        {
          self->begin_ns = MIN (self->begin_ns, points->items[i].time_ns);
          self->end_ns = MAX (self->end_ns, points->items[i].time_ns);
        }
    }
}

static gint64
smallest (const LscClockPoints *points)
{
  gint64 least = G_MAXINT64;

  for (gsize i = 0; i < points->n; i++)
    least = MIN (least, points->items[i].diff_ns);
  return least;
}

/* Upper median of what the messages of a direction took. */
static gint64
find_delay (const LscClockEdge *self, guint direction)
{
  const LscClockPoints *points = &self->messages[direction];
  LscInt64s delays = { NULL, 0, 0 };
  gint64 delay, sign = direction == LSC_CLOCK_UP ? 1 : -1;

  lsc_int64s_reserve (&delays, points->n);
  for (gsize i = 0; i < points->n; i++)
    {
      double drifted = self->drift * (double) (points->items[i].time_ns - self->at_ns);

      lsc_int64s_append (&delays,
                         points->items[i].diff_ns - sign * (self->theta_ns + round_ns (drifted)));
    }
  delay = lsc_median_upper_int64 (delays.items, delays.n);
  lsc_int64s_clear (&delays);
  return delay;
}

/* Bounds of dependencies stand in where a direction has no messages. */
static const LscClockPoints *
bounds_of (const LscClockEdge *self, guint direction)
{
  return self->messages[direction].n > 0 ? &self->messages[direction] : &self->links[direction];
}

/* Messages of one direction: the fastest is taken to take no time, unless that contradicts the
 * other bound. */
static double
share_of_strip (const LscClockEdge *self)
{
  if (self->source != LSC_CLOCK_ONE_SIDED)
    return 0.5;
  return self->messages[LSC_CLOCK_UP].n > 0 ? 1 : 0;
}

static gboolean
measure_strip (LscClockEdge *self, const LscClockPoints *up, const LscClockPoints *down)
{
  gint64 drift_ppb;

  self->strip = g_new0 (LscClockStrip, 1);
  if (!_lsc_clock_strip_init (self->strip, up, down, self->at_ns, MOST_SLACK_NS))
    {
      clear_strip (self);
      self->is_empty = TRUE;
      return FALSE;
    }
  self->theta_ns = _lsc_clock_strip_choose (self->strip, up->n + down->n >= LEAST_POINTS,
                                            share_of_strip (self), &drift_ppb);
  self->drift = (double) drift_ppb / 1e9;
  self->uncertainty_ns = _lsc_clock_edge_uncertainty (self, self->begin_ns, self->end_ns);
  return TRUE;
}

static LscClockSource
source_of_points (const LscClockEdge *self)
{
  gsize n = self->messages[LSC_CLOCK_UP].n, m = self->messages[LSC_CLOCK_DOWN].n;

  if (n + m > 0)
    return n > 0 && m > 0 ? LSC_CLOCK_P2P : LSC_CLOCK_ONE_SIDED;
  return self->links[0].n > 0 && self->links[1].n > 0 ? LSC_CLOCK_BOUNDS : LSC_CLOCK_UNKNOWN;
}

/* Messages of several chunks overtake each other, and are paired wrongly then: they contradict
 * themselves where dependencies of blocks, which know their ids, need not. Returns whether there is
 * anything else to go by. */
static gboolean
drop_messages (LscClockEdge *self, gboolean with_links)
{
  if (!with_links || self->n_messages == 0 || self->links[0].n == 0 || self->links[1].n == 0)
    return FALSE;
  self->messages[LSC_CLOCK_UP].n = self->messages[LSC_CLOCK_DOWN].n = 0;
  return TRUE;
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
  const LscClockPoints *up = bounds_of (self, LSC_CLOCK_UP);
  const LscClockPoints *down = bounds_of (self, LSC_CLOCK_DOWN);

  clear_strip (self);
  self->is_empty = FALSE;
  self->drift = 0;
  self->uncertainty_ns = self->delta_ns = -1;
  self->n_messages = self->messages[0].n + self->messages[1].n;
  self->high_ns = up->n > 0 ? smallest (up) : G_MAXINT64;
  self->low_ns = down->n > 0 ? -smallest (down) : G_MININT64;
  self->source = source_of_points (self);
  find_span (self);
  if (self->source == LSC_CLOCK_BOUNDS && !with_links)
    self->source = LSC_CLOCK_UNKNOWN;
  if (self->source == LSC_CLOCK_UNKNOWN)
    return FALSE;
  self->at_ns = self->begin_ns + (self->end_ns - self->begin_ns) / 2;
  if (up->n == 0 || down->n == 0)
    self->theta_ns = up->n > 0 ? self->high_ns : self->low_ns;
  else if (!measure_strip (self, up, down))
    {
      if (drop_messages (self, with_links))
        return _lsc_clock_edge_measure (self, with_links);
      self->source = LSC_CLOCK_UNKNOWN;
    }
  if (self->source == LSC_CLOCK_P2P)
    self->delta_ns = (find_delay (self, LSC_CLOCK_UP) + find_delay (self, LSC_CLOCK_DOWN)) / 2;
  else if (self->source == LSC_CLOCK_ONE_SIDED)
    self->delta_ns = 0;
  return self->source != LSC_CLOCK_UNKNOWN;
}

/**
 * _lsc_clock_edge_uncertainty:
 * @begin_ns, @end_ns: a span on the clock of b
 *
 * Returns: how far theta can be from the estimate there, ns; -1 if that is not known
 */
gint64
_lsc_clock_edge_uncertainty (const LscClockEdge *self, gint64 begin_ns, gint64 end_ns)
{
  if (!self->strip)
    return self->uncertainty_ns;
  return 1 + MAX (_lsc_clock_strip_distance (self->strip, self->theta_ns, self->drift, begin_ns),
                  _lsc_clock_strip_distance (self->strip, self->theta_ns, self->drift, end_ns));
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
