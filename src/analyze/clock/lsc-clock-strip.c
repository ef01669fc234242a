/* lsc-clock-strip.c - all lines between bounds: how two clocks can stand to each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/clock/lsc-clock-private.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"

#include <math.h>

/* times.md#clock-messages. Theta, clock b minus clock a, is taken for a line in time: level + slope
 * x time. What goes up may not lie below it, what goes down not above it:
 *
 *   level + slope x t <= u   for each point that goes up
 *   level + slope x t >= d   for each that goes down, |slope| <= LSC_CLOCK_LARGEST_DRIFT
 *
 * For a slope the level lies between floor (slope), the largest d - slope x t, and ceiling (slope),
 * the smallest u - slope x t. Both are made of straight pieces that change at the slopes of the
 * hull around the points: what holds there and at the ends holds everywhere. The corners of the
 * area between floor and ceiling give the extremes of theta at any time.
 *
 * Example: u = 3 at time 0 and 5 at time 10, d = -1 at 0 and 1 at 10. At slope 0.2 the level may be
 * -1 to 3: no other slope leaves as much. Without drift 1 to 3 is left. */

typedef struct
{
  double time;
  double value;
} Vertex;

LSC_DEFINE_ARRAY (Vertices, vertices, Vertex)

static int
compare_vertices (gconstpointer a, gconstpointer b)
{
  const Vertex *x = a, *y = b;

  LSC_RETURN_ORDER (x->time, y->time);
  return LSC_ORDER (x->value, y->value);
}

static double
slope_between (const Vertex *a, const Vertex *b)
{
  return (b->value - a->value) / (b->time - a->time);
}

/* Whether the last vertex lies on or above the line from the one before to @next. */
static gboolean
is_covered (const Vertices *hull, const Vertex *next)
{
  const Vertex *last = &hull->items[hull->n - 1], *before = last - 1;

  return slope_between (before, last) >= slope_between (before, next);
}

/* Keeps the hull below the points, by time. */
static void
reduce (Vertices *points)
{
  Vertices hull = { points->items, 0, 0 }; /* grows more slowly than it is read */

  if (points->n == 0)
    return;
  qsort (points->items, points->n, sizeof (Vertex), compare_vertices);
  for (gsize i = 0; i < points->n; i++)
    {
      Vertex next = points->items[i];

      if (hull.n > 0 && hull.items[hull.n - 1].time >= next.time)
        continue;
      while (hull.n > 1 && is_covered (&hull, &next))
        hull.n--;
      hull.items[hull.n++] = next;
    }
  points->n = hull.n;
}

/* The bounds on one side, as far as they can touch a line. Values of what goes down are negated,
 * so that a line stays below them, too. */
static Vertices
read_side (const LscClockStrip *self, const LscClockPoints *points, gboolean is_down)
{
  gint64 base = is_down ? -self->base_ns : self->base_ns;
  Vertices hull = { NULL, 0, 0 };

  vertices_reserve (&hull, points->n);
  for (gsize i = 0; i < points->n; i++)
    vertices_append (&hull, (Vertex){ (double) (points->items[i].time_ns - self->at_ns),
                                      (double) (points->items[i].diff_ns - base) });
  reduce (&hull);
  return hull;
}

/* The highest level of a line with that slope below the hull. */
static double
ceiling_of (const Vertices *hull, double slope)
{
  gsize at =
      LSC_BISECT (i, 1, hull->n, slope_between (&hull->items[i - 1], &hull->items[i]) < slope) - 1;

  return hull->items[at].value - slope * hull->items[at].time;
}

static void
add_slopes (GArray *slopes, const Vertices *hull, double sign)
{
  for (gsize i = 1; i < hull->n; i++)
    {
      double slope = sign * slope_between (&hull->items[i - 1], &hull->items[i]);

      if (fabs (slope) < LSC_CLOCK_LARGEST_DRIFT)
        g_array_append_val (slopes, slope);
    }
}

static void
add_corner (LscClockStrip *self, double slope, double floor, double ceiling)
{
  LscClockCorner corner = { slope, floor, ceiling };

  g_array_append_val (self->corners, corner);
}

/* The part of the corners where the ceiling is not below the floor, with its ends. */
static void
clip (LscClockStrip *self)
{
  g_autoptr (GArray) all = self->corners;

  self->corners = g_array_new (FALSE, FALSE, sizeof (LscClockCorner));
  for (guint i = 0; i < all->len; i++)
    {
      const LscClockCorner *corner = &g_array_index (all, LscClockCorner, i), *last = corner - 1;
      double open = corner->ceiling - corner->floor;
      double before = i > 0 ? last->ceiling - last->floor : open;

      if ((open < 0) != (before < 0))
        {
          double share = before / (before - open);
          double level = last->floor + share * (corner->floor - last->floor);

          add_corner (self, last->slope + share * (corner->slope - last->slope), level, level);
        }
      if (open >= 0)
        g_array_append_val (self->corners, *corner);
    }
}

/* Floor and ceiling at every slope where one of them turns. */
static void
find_corners (LscClockStrip *self, const Vertices *up, const Vertices *down)
{
  static const double ends[] = { -LSC_CLOCK_LARGEST_DRIFT, 0, LSC_CLOCK_LARGEST_DRIFT };
  g_autoptr (GArray) slopes = g_array_new (FALSE, FALSE, sizeof (double));

  g_array_append_vals (slopes, ends, G_N_ELEMENTS (ends));
  add_slopes (slopes, up, 1);
  add_slopes (slopes, down, -1);
  lsc_sort_doubles ((double *) slopes->data, slopes->len);
  for (guint i = 0; i < slopes->len; i++)
    {
      double slope = g_array_index (slopes, double, i);

      add_corner (self, slope, -ceiling_of (down, -slope), ceiling_of (up, slope));
    }
}

/* The slope that leaves most room; where none would leave half of that, none: the simpler line. */
static const LscClockCorner *
find_widest (const LscClockStrip *self, gboolean with_drift)
{
  const LscClockCorner *widest = NULL, *still = NULL;

  for (guint i = 0; i < self->corners->len; i++)
    {
      const LscClockCorner *corner = &g_array_index (self->corners, LscClockCorner, i);

      if (!widest || corner->ceiling - corner->floor > widest->ceiling - widest->floor)
        widest = corner;
      if (corner->slope <= 0 && corner->slope >= 0)
        still = corner;
    }
  if (still &&
      (!with_drift || 2 * (still->ceiling - still->floor) >= widest->ceiling - widest->floor))
    return still;
  return widest;
}

/* Moves floor and ceiling apart by what is lacking on each side. Returns FALSE if that is too much.
 */
static gboolean
widen (LscClockStrip *self, double most_slack_ns)
{
  const LscClockCorner *widest = find_widest (self, TRUE);

  self->slack_ns = MAX (widest->floor - widest->ceiling, 0);
  if (self->slack_ns > most_slack_ns)
    return FALSE;
  for (guint i = 0; i < self->corners->len && self->slack_ns > 0; i++)
    {
      g_array_index (self->corners, LscClockCorner, i).floor -= self->slack_ns;
      g_array_index (self->corners, LscClockCorner, i).ceiling += self->slack_ns;
    }
  return TRUE;
}

/**
 * _lsc_clock_strip_init:
 * @up, @down: of an edge, by direction; neither is empty
 * @at_ns: where the level is counted from
 * @most_slack_ns: by so much the bounds may contradict each other
 *
 * Finds all lines that the bounds allow. Bounds that contradict each other a little, as times of
 * devices do after their conversion, are each moved by that much.
 *
 * Cost: O(n log n).
 *
 * Returns: %FALSE if no line is allowed; to be cleared all the same
 */
gboolean
_lsc_clock_strip_init (LscClockStrip *self, const LscClockPoints *up, const LscClockPoints *down,
                       gint64 at_ns, gint64 most_slack_ns)
{
  Vertices sides[2];
  gboolean is_open;

  *self = (LscClockStrip){ .at_ns = at_ns,
                           .base_ns = up->items[0].diff_ns,
                           .corners = g_array_new (FALSE, FALSE, sizeof (LscClockCorner)) };
  sides[0] = read_side (self, up, FALSE);
  sides[1] = read_side (self, down, TRUE);
  find_corners (self, &sides[0], &sides[1]);
  is_open = widen (self, (double) most_slack_ns);
  if (is_open)
    clip (self);
  for (guint i = 0; i < 2; i++)
    vertices_clear (&sides[i]);
  return is_open;
}

void
_lsc_clock_strip_clear (LscClockStrip *self)
{
  g_clear_pointer (&self->corners, g_array_unref);
}

/**
 * _lsc_clock_strip_choose:
 * @with_drift: whether enough is known to tell a drift; without one is chosen only if it must be
 * @share: where between the floor, 0, and the ceiling, 1
 * @drift_ppb: (out): of the line, in parts per billion
 *
 * Returns: theta at the strip's origin of the line where the strip is widest
 */
gint64
_lsc_clock_strip_choose (const LscClockStrip *self, gboolean with_drift, double share,
                         gint64 *drift_ppb)
{
  const LscClockCorner *widest = find_widest (self, with_drift);

  *drift_ppb = llround (widest->slope * 1e9);
  return self->base_ns +
         (gint64) llround (widest->floor + share * (widest->ceiling - widest->floor));
}

/**
 * _lsc_clock_strip_distance:
 * @theta_ns, @drift: a line, by what it is at the strip's origin
 *
 * Returns: how far any line of the strip can be from that one at a time, ns
 */
gint64
_lsc_clock_strip_distance (const LscClockStrip *self, gint64 theta_ns, double drift, gint64 time_ns)
{
  double since = (double) (time_ns - self->at_ns), far = 0;
  double level = (double) (theta_ns - self->base_ns);

  for (guint i = 0; i < self->corners->len; i++)
    {
      const LscClockCorner *corner = &g_array_index (self->corners, LscClockCorner, i);
      double turn = (corner->slope - drift) * since;

      far = MAX (far, fabs (corner->floor - level + turn));
      far = MAX (far, fabs (corner->ceiling - level + turn));
    }
  return (gint64) ceil (far);
}
