/* test-lane.c - rows, parents, look-ups and level of detail of a lane
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "lsc-test-growth.h"
#include "model/lsc-around.h"
#include "model/lsc-lane.h"

/* ---- making lanes --------------------------------------------------------------------------- */

static void
add (LscRawSlices *raw, gint64 start_ns, gint64 end_ns)
{
  LscRawSlice *slice = lsc_raw_slices_add (raw, start_ns, end_ns);

  slice->name = (guint32) raw->n % 97;
  slice->detail = (gint64) raw->n - 1; /* tells slices apart after sorting */
  slice->kind = LSC_SLICE_OP;
}

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 row;
  int parent; /* index in the list, -1 */
} Expected;

/* Without positions every slice has kept its own. */
static guint32
place_of (const guint32 *position, gsize index)
{
  return position ? position[index] : (guint32) index;
}

static void
check_lane (const Expected *slices, gsize n, LscLaneRule rule)
{
  LscRawSlices raw = { 0 };
  g_autofree guint32 *position = NULL;
  g_autoptr (LscLane) lane = NULL;

  for (gsize i = 0; i < n; i++)
    add (&raw, slices[i].start_ns, slices[i].end_ns);
  lane = lsc_lane_new (&raw, rule, &position);
  g_assert_null (raw.items);
  g_assert_cmpuint (lane->n, ==, n);
  for (gsize i = 0; i < n; i++)
    {
      guint32 at = place_of (position, i);

      g_assert_cmpint (lsc_lane_get_detail (lane, at), ==, (gint64) i);
      g_assert_cmpint (lane->start_ns[at], ==, slices[i].start_ns);
      g_assert_cmpint (lsc_lane_get_end_ns (lane, at), ==, slices[i].end_ns);
      g_assert_cmpuint (lsc_lane_get_row (lane, at), ==, slices[i].row);
      if (slices[i].parent < 0)
        g_assert_cmpuint (lsc_lane_get_parent (lane, at), ==, LSC_SLICE_NONE);
      else
        g_assert_cmpuint (lsc_lane_get_parent (lane, at), ==,
                          place_of (position, (gsize) slices[i].parent));
    }
}

/* What a file says stays what it is, whether 32 bits hold all of it or not. */
static void
test_details (void)
{
  static const gint64 lists[][3] = {
    { -1, 0, 7 },           { 0, (gint64) G_MAXUINT32 - 1, -1 },
    { 1, G_MAXUINT32, -1 }, { G_MAXINT64, -1, 3 },
    { -2, 5, G_MININT64 },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (lists); k++)
    for (gint64 rows = 1; rows <= 2; rows++)
      {
        LscRawSlices raw = { 0 };
        g_autofree guint32 *position = NULL;
        g_autoptr (LscLane) lane = NULL;

        for (gsize i = 0; i < G_N_ELEMENTS (lists[k]); i++)
          {
            gint64 start_ns = rows == 1 ? (gint64) i * 10 : 10 - (gint64) i;

            add (&raw, start_ns, rows == 1 ? start_ns + 5 : 20 + (gint64) i);
            raw.items[i].detail = lists[k][i];
          }
        lane = lsc_lane_new (&raw, LSC_LANE_NESTED, &position);
        g_assert_true ((lane->n_rows == 1) == (rows == 1));
        g_assert_true ((lane->detail != NULL) == (k < 2));
        g_assert_true ((lane->wide_detail != NULL) == (k >= 2));
        for (gsize i = 0; i < G_N_ELEMENTS (lists[k]); i++)
          g_assert_cmpint (lsc_lane_get_detail (lane, place_of (position, i)), ==, lists[k][i]);
      }
}

static void
test_nesting (void)
{
  static const Expected nested[] = {
    { 0, 100, 0, -1 }, { 10, 40, 1, 0 },  { 10, 20, 2, 1 }, { 20, 40, 2, 1 },
    { 40, 50, 1, 0 },  { 60, 100, 1, 0 }, { 70, 70, 2, 5 }, { 100, 110, 0, -1 },
  };
  static const Expected disordered[] = {
    { 100, 110, 0, -1 }, { 20, 40, 2, 6 }, { 0, 100, 0, -1 }, { 10, 20, 2, 6 },
    { 40, 50, 1, 2 },    { 60, 60, 1, 2 }, { 10, 40, 1, 2 },
  };
  static const Expected equal[] = {
    { 5, 9, 0, -1 }, { 5, 9, 1, 0 }, { 5, 9, 2, 1 }, { 5, 5, 3, 2 }, { 5, 5, 3, 2 },
  };

  check_lane (nested, G_N_ELEMENTS (nested), LSC_LANE_NESTED);
  check_lane (disordered, G_N_ELEMENTS (disordered), LSC_LANE_NESTED);
  check_lane (equal, G_N_ELEMENTS (equal), LSC_LANE_NESTED);
  check_lane (NULL, 0, LSC_LANE_NESTED);
}

static void
test_crossing (void)
{
  static const Expected example[] = { { 0, 10, 0, -1 }, { 5, 15, 1, -1 }, { 6, 9, 2, 1 } };
  static const Expected inside[] = {
    { 0, 100, 0, -1 }, { 10, 20, 1, 0 }, { 15, 25, 2, 0 },   { 18, 19, 3, 2 },
    { 20, 22, 3, 2 },  { 25, 30, 1, 0 }, { 99, 120, 1, -1 },
  };

  check_lane (example, G_N_ELEMENTS (example), LSC_LANE_NESTED);
  check_lane (inside, G_N_ELEMENTS (inside), LSC_LANE_NESTED);
}

static void
test_slack (void)
{
  static const Expected slack[] = {
    { 0, 10000, 0, -1 },
    { 5000, 11000, 1, 0 },
    { 20000, 30000, 0, -1 },
    { 25000, 31001, 1, -1 },
  };
  static const Expected strict[] = { { 0, 10000, 0, -1 }, { 5000, 11000, 1, -1 } };

  check_lane (slack, G_N_ELEMENTS (slack), LSC_LANE_SLACK);
  check_lane (strict, G_N_ELEMENTS (strict), LSC_LANE_NESTED);
}

static void
test_long_durations (void)
{
  static const Expected slices[] = {
    { 50, 60, 1, 1 },
    { 0, 5000000000, 0, -1 },
    { 100, 4294967395, 1, 1 }, /* 2^32 - 1 ns: the first that needs the table */
    { 5000000000, 5000000000 + 4294967294, 0, -1 },
    { 20000000000, G_MAXINT64, 0, -1 },
  };
  LscRawSlices raw = { 0 }, more = { 0 };
  g_autoptr (LscLane) lane = NULL;

  check_lane (slices, G_N_ELEMENTS (slices), LSC_LANE_NESTED);

  add (&raw, 0, 10);
  add (&more, 10, 5000000010);
  lsc_raw_slices_append_all (&raw, &more);
  g_assert_cmpint (lsc_raw_slices_get_end_ns (&raw, 1), ==, 5000000010);
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  g_assert_cmpint (lsc_lane_get_duration_ns (lane, 1), ==, 5000000000);
}

/* Times at the ends of what 64 bits hold: no overflow, no crash (the sanitizers look). */
static void
test_extreme_times (void)
{
  LscRawSlices raw = { 0 };
  LscSpan spans[100];
  g_autoptr (LscLane) lane = NULL;

  add (&raw, G_MININT64, G_MAXINT64);
  add (&raw, G_MININT64, G_MININT64);
  add (&raw, G_MAXINT64 - 5, G_MAXINT64);
  add (&raw, 5, -5);
  lsc_raw_slices_add (&raw, 0, 100)->start_ns = G_MAXINT64 - 50; /* moved by a reader's base */
  for (int i = 0; i < 40; i++)
    add (&raw, G_MAXINT64, G_MAXINT64);
  lane = lsc_lane_new (&raw, LSC_LANE_SLACK, NULL);
  g_assert_cmpint (lane->end_ns, ==, G_MAXINT64);
  for (guint32 i = 0; i < lane->n; i++)
    g_assert_cmpint (lsc_lane_get_end_ns (lane, i), >=, lane->start_ns[i]);
  for (double zoom = 1e-3; zoom < 1e20; zoom *= 10)
    for (guint32 row = 0; row < lane->n_rows; row++)
      {
        lsc_lane_get_spans (lane, row, G_MININT64, zoom, 100, spans);
        lsc_lane_get_spans (lane, row, 0, zoom, 100, spans);
        lsc_lane_get_spans (lane, row, G_MAXINT64 - 10, zoom, 100, spans);
        lsc_lane_find_first (lane, row, G_MAXINT64);
        lsc_lane_find_at (lane, row, G_MININT64);
      }
}

/* ---- random lanes --------------------------------------------------------------------------- */

static int
compare_gint64 (const void *a, const void *b)
{
  gint64 ia = *(const gint64 *) a, ib = *(const gint64 *) b;

  return ia < ib ? -1 : ia > ib;
}

/* Self time the slow way: time covered by no direct child. */
static gint64
naive_self_ns (const LscLane *lane, guint32 slice)
{
  gint64 begin = lane->start_ns[slice], end = lsc_lane_get_end_ns (lane, slice), self = 0;
  g_autoptr (GArray) borders = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_array_append_val (borders, begin);
  g_array_append_val (borders, end);
  for (guint32 i = 0; i < lane->n; i++)
    if (lsc_lane_get_parent (lane, i) == slice)
      {
        gint64 stop = MIN (lsc_lane_get_end_ns (lane, i), end);

        g_array_append_val (borders, lane->start_ns[i]);
        g_array_append_val (borders, stop);
      }
  qsort (borders->data, borders->len, sizeof (gint64), compare_gint64);
  for (guint k = 0; k + 1 < borders->len; k++)
    {
      gint64 from = g_array_index (borders, gint64, k), to = g_array_index (borders, gint64, k + 1);
      gboolean is_covered = FALSE;

      for (guint32 i = 0; i < lane->n && !is_covered; i++)
        is_covered = lsc_lane_get_parent (lane, i) == slice && lane->start_ns[i] <= from &&
                     lsc_lane_get_end_ns (lane, i) >= to;
      if (!is_covered)
        self += to - from;
    }
  return self;
}

static LscLane *
make_random_lane (gsize n, gint64 extent, gint64 longest)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      gint64 start = g_test_rand_int_range (0, (gint32) extent);
      gint64 length = g_test_rand_int_range (0, (gint32) longest);

      if (g_test_rand_int_range (0, 4) == 0)
        length = 0;
      add (&raw, start, start + length);
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

static void
check_parents (const LscLane *lane)
{
  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 parent = lsc_lane_get_parent (lane, i);

      if (parent == LSC_SLICE_NONE)
        continue;
      g_assert_cmpint (lane->start_ns[parent], <=, lane->start_ns[i]);
      g_assert_cmpint (lsc_lane_get_end_ns (lane, parent), >=, lsc_lane_get_end_ns (lane, i));
      g_assert_cmpuint (lsc_lane_get_row (lane, parent), <, lsc_lane_get_row (lane, i));
    }
}

/* What must hold of any lane: rows are sorted and never overlap, parents contain children, every
 * look-up agrees with a scan. */
static void
check_invariants (const LscLane *lane, gint64 extent)
{
  LscLaneHints rising = { 0 }, falling = { 0 };
  LscIndexes children = { 0 };
  gsize n_children = 0, n_top = 0;

  check_parents (lane);
  for (guint32 row = 0; row < lane->n_rows; row++)
    for (guint32 i = lane->row_begin[row]; i + 1 < lane->row_begin[row + 1]; i++)
      g_assert_cmpint (lsc_lane_get_end_ns (lane, i), <=, lane->start_ns[i + 1]);
  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 found = lsc_lane_find_exact (lane, lane->start_ns[i], lsc_lane_get_end_ns (lane, i),
                                           lane->name[i]);

      g_assert_cmpuint (found, !=, LSC_SLICE_NONE);
      g_assert_cmpint (lane->start_ns[found], ==, lane->start_ns[i]);
      g_assert_cmpuint (lane->name[found], ==, lane->name[i]);
      lsc_lane_get_children (lane, i, &children);
      for (gsize k = 0; k < children.n; k++)
        g_assert_cmpuint (lsc_lane_get_parent (lane, children.items[k]), ==, i);
      n_children += children.n;
      n_top += lsc_lane_get_parent (lane, i) == LSC_SLICE_NONE;
      g_assert_cmpint (lsc_lane_get_self_ns (lane, i), ==, naive_self_ns (lane, i));
    }
  g_assert_cmpuint (n_children + n_top, ==, lane->n);
  for (gint64 t = -2; t < extent; t += extent / 50 + 1)
    {
      guint32 deepest = LSC_SLICE_NONE;

      for (guint32 i = 0; i < lane->n; i++)
        if (lane->start_ns[i] <= t && (lsc_lane_get_end_ns (lane, i) > t || lane->start_ns[i] == t))
          deepest = i; /* rows ascend */
      g_assert_cmpuint (lsc_lane_find_deepest (lane, t), ==, deepest);
      g_assert_cmpuint (lsc_lane_find_deepest_near (lane, t, &rising), ==, deepest);
      g_assert_cmpuint (lsc_lane_find_deepest_near (lane, extent - t, &falling), ==,
                        lsc_lane_find_deepest (lane, extent - t));
    }
  lsc_indexes_clear (&children);
}

static void
check_order (const LscLane *lane)
{
  guint32 slice = LSC_SLICE_NONE, last = LSC_SLICE_NONE;
  gsize n = 0;

  for (guint32 row = 0; row < lane->n_rows; row++)
    if (slice == LSC_SLICE_NONE || lane->start_ns[lane->row_begin[row]] < lane->start_ns[slice])
      slice = lane->row_begin[row];
  for (; slice != LSC_SLICE_NONE; slice = lsc_lane_get_next (lane, slice))
    {
      g_assert_cmpuint (lsc_lane_get_previous (lane, slice), ==, last);
      if (last != LSC_SLICE_NONE)
        g_assert_cmpint (lane->start_ns[last], <=, lane->start_ns[slice]);
      last = slice;
      n++;
    }
  g_assert_cmpuint (n, ==, lane->n);
}

static void
test_random (void)
{
  for (int round = 0; round < 60; round++)
    {
      gint64 extent = g_test_rand_int_range (1, 2000);
      g_autoptr (LscLane) lane = make_random_lane (
          g_test_rand_int_range (1, 150), extent, g_test_rand_int_range (1, round % 2 ? 20 : 1000));

      check_invariants (lane, extent);
      check_order (lane);
    }
}

/* ---- many overlapping slices ---------------------------------------------------------------- */

/* Each starts before the one before it ends, and reaches beyond: no parents, a row for each. */
static gpointer
make_staircase (guint n)
{
  LscRawSlices raw = { 0 };

  for (guint i = 0; i < n; i++)
    add (&raw, i, (gint64) i + 1000000);
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

static void
sum_self_times (gpointer data, guint n)
{
  const LscLane *lane = data;
  gint64 sum_ns = 0;

  for (guint32 i = 0; i < lane->n; i++)
    sum_ns += lsc_lane_get_self_ns (lane, i);
  g_assert_cmpint (sum_ns, ==, (gint64) n * 1000000);
}

static void
test_staircase (void)
{
  static const LscTestWork work = { make_staircase, sum_self_times,
                                    (GDestroyNotify) lsc_lane_free };

  lsc_test_assert_linear (&work, 2500);
}

/* ---- spans ---------------------------------------------------------------------------------- */

/* The exact answer for the pixel [from, to): covered time and longest slice. */
static void
look_exactly (const LscLane *lane, guint32 row, double from, double to, double *covered,
              gint64 *longest)
{
  *covered = 0;
  *longest = -1;
  for (guint32 i = lane->row_begin[row]; i < lane->row_begin[row + 1]; i++)
    {
      double start = (double) lane->start_ns[i], end = (double) lsc_lane_get_end_ns (lane, i);

      if (start >= to)
        break;
      if (end < from || (end == from && start < from))
        continue;
      *covered += MAX (0, MIN (end, to) - MAX (start, from));
      *longest = MAX (*longest, lsc_lane_get_duration_ns (lane, i));
    }
}

static void
check_wide_span (const LscLane *lane, const LscSpan *span, gint64 begin, double zoom, guint width)
{
  double start = (double) (lane->start_ns[span->slice] - begin) / zoom;
  double end = (double) (lsc_lane_get_end_ns (lane, span->slice) - begin) / zoom;

  g_assert_cmpuint (span->n, ==, 1);
  g_assert_cmpfloat (fabs (CLAMP (start, 0, width) - span->x0), <=, 0.5 + 1e-6);
  g_assert_cmpfloat (fabs (CLAMP (end, 0, width) - span->x1), <=, 0.5 + 1e-6);
}

/* A column of narrow slices: the longest is one that lies within half a column, and is no shorter
 * than the longest in the column itself. */
static void
check_narrow_span (const LscLane *lane, guint32 row, const LscSpan *span, gint64 begin, double zoom)
{
  double from = (double) begin + span->x0 * zoom, to = (double) begin + span->x1 * zoom;
  gint64 duration = lsc_lane_get_duration_ns (lane, span->slice), least, most;
  double covered, ignored;

  look_exactly (lane, row, from + 1, to - 1, &covered, &least); /* borders are whole ns */
  look_exactly (lane, row, from, to, &covered, &most);
  look_exactly (lane, row, from - zoom / 2 - 1, to + zoom / 2 + 1, &ignored, &most);
  if (least < zoom) /* else a wide one reaches in and is drawn beside */
    g_assert_cmpint (duration, >=, least);
  g_assert_cmpint (duration, <=, most);
  g_assert_cmpfloat (duration, <, zoom);
  g_assert_cmpfloat (span->share, >=, 0);
  g_assert_cmpfloat (span->share, <=, 1);
  if (lane->row_begin[row + 1] - lane->row_begin[row] <= LSC_PYRAMID_FAN_OUT)
    g_assert_cmpfloat (fabs (span->share * zoom - covered), <=, 2 + zoom * 1e-6); /* no nodes */
}

/* Covered time up to each column's end equals the exact one up to half a column around it. */
static void
check_shares (const LscLane *lane, guint32 row, const LscSpan *spans, gsize n, gint64 begin,
              double zoom)
{
  for (gsize first = 0, last; first < n; first = last + 1)
    {
      double drawn = 0, least, most, ignored;
      gint64 longest;

      for (last = first; last < n; last++) /* a run of narrow columns */
        {
          if (spans[last].share >= 1 && spans[last].n == 1)
            break;
          drawn += spans[last].share;
          ignored = (double) begin;
          look_exactly (lane, row, ignored + (spans[first].x0 + 0.5) * zoom + 1,
                        ignored + (spans[last].x1 - 0.5) * zoom - 1, &least, &longest);
          look_exactly (lane, row, ignored + (spans[first].x0 - 0.5) * zoom - 1,
                        ignored + (spans[last].x1 + 0.5) * zoom + 1, &most, &longest);
          if (last > first && spans[last].x0 != spans[last - 1].x1)
            break;
          g_assert_cmpfloat (drawn * zoom, <=,
                             most + 2 * (double) (last - first + 1) + zoom * 1e-3);
          if (spans[last].x1 - spans[first].x0 == (gint32) (last - first) + 1)
            g_assert_cmpfloat (drawn * zoom, >=,
                               least - 2 * (double) (last - first + 1) - zoom * 1e-3);
        }
    }
}

static void
check_spans (const LscLane *lane, guint32 row, gint64 begin, double zoom, guint width)
{
  g_autofree LscSpan *spans = g_new (LscSpan, width);
  gsize n = lsc_lane_get_spans (lane, row, begin, zoom, width, spans);
  gsize k = 0;

  g_assert_cmpuint (n, <=, width);
  for (gsize i = 0; i < n; i++)
    {
      gint64 duration = lsc_lane_get_duration_ns (lane, spans[i].slice);

      g_assert_cmpuint (lsc_lane_get_row (lane, spans[i].slice), ==, row);
      g_assert_cmpint (spans[i].x0, >=, i > 0 ? spans[i - 1].x1 : 0);
      g_assert_cmpint (spans[i].x1, >, spans[i].x0);
      g_assert_cmpint (spans[i].x1, <=, (gint32) width);
      if ((double) duration >= zoom)
        check_wide_span (lane, &spans[i], begin, zoom, width);
      else
        check_narrow_span (lane, row, &spans[i], begin, zoom);
    }
  check_shares (lane, row, spans, n, begin, zoom);

  /* nothing visible is left out: every pixel that anything touches well inside is painted */
  for (guint x = 0; x < width; x++)
    {
      double covered;
      gint64 longest;

      look_exactly (lane, row, (double) begin + (x + 0.5) * zoom - 1e-6,
                    (double) begin + (x + 0.5) * zoom + 1e-6, &covered, &longest);
      while (k < n && spans[k].x1 <= (gint32) x)
        k++;
      if (longest >= 0 && zoom > 4)
        g_assert_true (k < n && spans[k].x0 <= (gint32) x);
    }
}

static LscLane *
make_row (gsize n)
{
  LscRawSlices raw = { 0 };
  gint64 time = 0;

  for (gsize i = 0; i < n; i++)
    {
      gint32 what = g_test_rand_int_range (0, 100);
      gint64 length = what < 10 ? 0 : g_test_rand_int_range (1, what < 95 ? 12 : 3000);

      if (what % 10 == 0)
        time += g_test_rand_int_range (0, what == 50 ? 1000000 : 30);
      add (&raw, time, time + length);
      time += length;
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

static void
test_spans (void)
{
  static const gsize sizes[] = { 1, 15, 16, 17, 300, 5000 };

  for (int round = 0; round < 24; round++)
    {
      g_autoptr (LscLane) lane = make_row (sizes[round % G_N_ELEMENTS (sizes)]);
      double extent = (double) (lane->end_ns - lane->begin_ns) + 1;

      for (int k = 0; k < 12; k++)
        {
          guint width = (guint) g_test_rand_int_range (1, 200);
          double zoom = extent / width / exp (g_test_rand_double_range (-2, 9));
          gint64 begin = lane->begin_ns + (gint64) (extent * g_test_rand_double_range (-0.2, 1.0));

          check_spans (lane, 0, k == 0 ? lane->begin_ns : begin, zoom, width);
        }
      check_spans (lane, 0, lane->begin_ns - 1, 1e-3, 50);
      check_spans (lane, 0, lane->begin_ns - 5, 1e12, 50);
    }
}

/* A fully covered row has no gaps at any zoom, whatever is merged. */
static void
test_full_row (void)
{
  LscRawSlices raw = { 0 };
  g_autoptr (LscLane) lane = NULL;
  LscSpan spans[700];

  for (gint64 time = 0; time < 1000000; time += 7)
    add (&raw, time, time + 7);
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  for (double zoom = 0.5; zoom < 1400; zoom *= 1.37)
    {
      gsize n = lsc_lane_get_spans (lane, 0, 3, zoom, 700, spans);

      g_assert_cmpint (spans[0].x0, ==, 0);
      g_assert_cmpint (spans[n - 1].x1, ==, 700);
      for (gsize i = 0; i < n; i++)
        {
          g_assert_cmpint (spans[i].x0, ==, i > 0 ? spans[i - 1].x1 : 0);
          if (zoom > 7)
            g_assert_cmpfloat (spans[i].share, >, 0.98 - 1 / zoom);
        }
    }
}

/* Everything in one instant, then one slice far away; and windows far outside. */
static void
test_bursts (void)
{
  LscRawSlices raw = { 0 };
  g_autoptr (LscLane) lane = NULL;
  LscSpan spans[100];
  gsize n;

  for (int i = 0; i < 100000; i++)
    add (&raw, 1000, 1000);
  add (&raw, G_GINT64_CONSTANT (1000000000000), G_GINT64_CONSTANT (1000000000001));
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  g_assert_cmpuint (lane->n_rows, ==, 1);

  n = lsc_lane_get_spans (lane, 0, 0, 1.1e10, 100, spans);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (spans[0].x0, ==, 0);
  g_assert_cmpuint (spans[0].n, >, 1);
  g_assert_cmpint (spans[1].x0, ==, 90);
  g_assert_cmpuint (spans[1].n, ==, 1);
  n = lsc_lane_get_spans (lane, 0, 1000, 0.001, 100, spans);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (spans[0].n, >, 1);
  g_assert_cmpuint (lsc_lane_get_spans (lane, 0, -5000000000000000000, 1, 100, spans), ==, 0);
  g_assert_cmpuint (lsc_lane_get_spans (lane, 0, 5000000000000000000, 1e12, 100, spans), ==, 0);
  g_assert_cmpuint (lsc_lane_get_spans (lane, 1, 0, 1, 100, spans), ==, 0);
}

/* ---- size ----------------------------------------------------------------------------------- */

static void
test_memory (void)
{
  LscRawSlices raw = { 0 };
  g_autoptr (LscLane) lane = NULL;

  for (gint64 i = 0; i < 100000; i++)
    add (&raw, i / 4 * 100 + i % 4, i / 4 * 100 + 100 - i % 4);
  lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
  g_assert_cmpuint (lane->n_rows, ==, 4);
  g_assert_cmpfloat ((double) lsc_lane_get_memory_bytes (lane) / (double) lane->n, <=, 28.0);
  g_assert_cmpuint (sizeof (LscRawSlice), ==, 32);
  g_assert_cmpuint (sizeof (LscPyramidNode), ==, 24);
}

/* Hostile shapes take no more than n log n: a million crossing slices, and 100,000 levels. */
static void
test_hostile_shapes (void)
{
  const gint64 n = 1000000, deep = 100000;
  LscRawSlices crossing = { 0 }, nested = { 0 }, mixed = { 0 };
  g_autoptr (LscLane) lane = NULL;
  gint64 begin = g_get_monotonic_time ();

  for (gint64 i = 0; i < n; i++)
    add (&crossing, i, n + i);
  lane = lsc_lane_new (&crossing, LSC_LANE_NESTED, NULL);
  g_assert_cmpuint (lane->n_rows, ==, n);
  g_clear_pointer (&lane, lsc_lane_free);

  for (gint64 i = 0; i < deep; i++)
    add (&nested, i, 2 * deep - i);
  lane = lsc_lane_new (&nested, LSC_LANE_NESTED, NULL);
  g_assert_cmpuint (lane->n_rows, ==, deep);
  g_assert_cmpuint (lsc_lane_get_parent (lane, deep - 1), ==, deep - 2);
  g_assert_false (lane->is_crossing);
  g_clear_pointer (&lane, lsc_lane_free);

  for (gint64 i = 0; i < n; i++)
    add (&mixed, i, i + 1 + (i * 7919) % 5000);
  lane = lsc_lane_new (&mixed, LSC_LANE_NESTED, NULL);
  for (guint32 row = 0; row < lane->n_rows; row++)
    for (guint32 i = lane->row_begin[row]; i + 1 < lane->row_begin[row + 1]; i++)
      g_assert_true (lsc_lane_get_end_ns (lane, i) <= lane->start_ns[i + 1]);
  g_test_message ("%g s", (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 60 * G_USEC_PER_SEC);
}

/* ---- what is around ---- */

/** Slices of a kind, and how many were looked at. */
typedef struct
{
  guint8 kind;
  guint64 n_asked;
} Wanted;

static gboolean
has_kind (const LscLane *lane, guint32 slice, gpointer user_data)
{
  Wanted *wanted = user_data;

  wanted->n_asked++;
  return lane->kind[slice] == wanted->kind;
}

/* Slices that each end a little later than the one before, all one in the other. */
static LscLane *
make_stairs (guint32 n)
{
  LscRawSlices raw = { 0 };

  for (guint32 i = 0; i < n; i++)
    add (&raw, i * 1000, i * 1000 + 3000000);
  return lsc_lane_new (&raw, LSC_LANE_SLACK, NULL);
}

/* Whatever the depth, each slice of a lane is looked at a few times. */
static void
test_around (void)
{
  const guint32 sizes[] = { 1, 20, 40, 50000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint32 n = sizes[i];
      LscLane *lane = make_stairs (n);
      Wanted wanted = { LSC_SLICE_MODULE, 0 };
      LscAround around;

      g_assert_cmpuint (lsc_lane_get_parent (lane, n - 1), ==, n > 1 ? n - 2 : LSC_SLICE_NONE);
      lsc_around_init (&around, has_kind, &wanted);
      for (guint32 k = 0; k < n; k++)
        g_assert_cmpuint (lsc_around_find (&around, lane, k), ==, LSC_SLICE_NONE);
      g_assert_cmpuint (wanted.n_asked, <, 40 * (guint64) n);
      lsc_around_clear (&around);
      lane->kind[n / 2] = lane->kind[0] = LSC_SLICE_MODULE;
      for (guint32 k = n; k-- > 0;)
        g_assert_cmpuint (lsc_around_find (&around, lane, k), ==, k >= n / 2 ? n / 2 : 0);
      g_assert_cmpuint (lsc_around_find (&around, lane, LSC_SLICE_NONE), ==, LSC_SLICE_NONE);
      lsc_around_clear (&around);
      lsc_lane_free (lane);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lane/details", test_details);
  g_test_add_func ("/lane/nesting", test_nesting);
  g_test_add_func ("/lane/crossing", test_crossing);
  g_test_add_func ("/lane/slack", test_slack);
  g_test_add_func ("/lane/long-durations", test_long_durations);
  g_test_add_func ("/lane/extreme-times", test_extreme_times);
  g_test_add_func ("/lane/random", test_random);
  g_test_add_func ("/lane/staircase", test_staircase);
  g_test_add_func ("/lane/spans", test_spans);
  g_test_add_func ("/lane/full-row", test_full_row);
  g_test_add_func ("/lane/bursts", test_bursts);
  g_test_add_func ("/lane/memory", test_memory);
  g_test_add_func ("/lane/hostile-shapes", test_hostile_shapes);
  g_test_add_func ("/lane/around", test_around);
  return g_test_run ();
}
