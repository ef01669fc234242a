/* test-range-stats.c - sums, icicle and histogram of a time range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/step/lsc-longest.h"
#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-error.h"

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  const char *name;
  guint8 kind;
} Item;

static LscTimeline *
make_timeline (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a/folder", "/a/folder/x");
  LscTimeline *self = lsc_timeline_new (source);

  self->rank = 0;
  return self;
}

static guint32
add_lane_of (LscTimeline *timeline, LscNodeRole role, const Item *items, gsize n, LscLaneRule rule)
{
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < n; i++)
    {
      LscRawSlice *slice = lsc_raw_slices_add (&raw, items[i].start_ns, items[i].end_ns);

      slice->name = lsc_intern_add (timeline->strings, items[i].name);
      slice->kind = items[i].kind;
    }
  return lsc_timeline_add_lane (timeline, 0, role, "lane", lsc_lane_new (&raw, rule, NULL));
}

static guint32
add_lane (LscTimeline *timeline, const Item *items, gsize n, LscLaneRule rule)
{
  return add_lane_of (timeline, LSC_ROLE_OTHER, items, n, rule);
}

static LscRange
make_range (const LscTimeline *timeline, const guint32 *nodes, gsize n, gint64 begin, gint64 end)
{
  return (LscRange){
    .timeline = timeline, .nodes = nodes, .n_nodes = n, .begin_ns = begin, .end_ns = end
  };
}

static const LscRangeRow *
find_row (const LscRangeStats *stats, const LscTimeline *timeline, const char *name, guint8 kind)
{
  for (guint i = 0; i < stats->rows->len; i++)
    {
      const LscRangeRow *row = &g_array_index (stats->rows, LscRangeRow, i);

      if (row->kind == kind && strcmp (lsc_timeline_text (timeline, row->name), name) == 0)
        return row;
    }
  return NULL;
}

/* The worked example of lsc-range-stats.c. */
static void
test_example (void)
{
  static const Item items[] = { { 0, 100, "a", 1 }, { 10, 40, "b", 1 }, { 50, 90, "b", 1 } };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 node = add_lane (timeline, items, G_N_ELEMENTS (items), LSC_LANE_NESTED);
  LscRange range = make_range (timeline, &node, 1, 20, 60);
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_autoptr (LscRangeStats) inside = NULL;
  g_autoptr (LscTable) table = lsc_range_stats_get_table (stats, &range);
  const LscRangeRow *a = find_row (stats, timeline, "a", 1);
  const LscRangeRow *b = find_row (stats, timeline, "b", 1);

  g_assert_cmpuint (stats->n_slices, ==, 3);
  g_assert_cmpuint (stats->rows->len, ==, 2);
  g_assert_cmpint (stats->top_ns, ==, 40);
  g_assert_cmpint (a->sum_ns, ==, 40);
  g_assert_cmpint (a->self_ns, ==, 10);
  g_assert_cmpint (b->sum_ns, ==, 30);
  g_assert_cmpint (b->self_ns, ==, 30);
  g_assert_cmpuint (b->n, ==, 2);
  g_assert_cmpfloat (b->mean_ns, ==, 35);
  g_assert_cmpint (b->median_ns, ==, 30);
  g_assert_cmpint (b->p90_ns, ==, 40);
  g_assert_cmpint (b->least_ns, ==, 30);
  g_assert_cmpint (b->most_ns, ==, 40);
  g_assert_cmpuint (b->longest.slice, ==, 2);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpstr (lsc_table_get (table, 0, 1).text, ==, "a");
  g_assert_cmpfloat (lsc_table_get (table, 1, 11).real, ==, 0.75);

  range.begin_ns = 10;
  range.end_ns = 90;
  range.inside_only = TRUE; /* a is cut: its children are on top now */
  inside = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_assert_cmpuint (inside->n_slices, ==, 2);
  g_assert_cmpint (inside->top_ns, ==, 70);
  g_assert_null (find_row (inside, timeline, "a", 1));
}

/* Two lanes with the same step: a moment counts once in the share, and kinds can be chosen. */
static void
test_covered_once (void)
{
  static const Item items[] = { { 0, 88, "step", LSC_SLICE_STEP } };
  static const Item again[] = { { 0, 88, "step", LSC_SLICE_STEP },
                                { 10, 20, "k", LSC_SLICE_CUBE } };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 nodes[] = { add_lane (timeline, items, G_N_ELEMENTS (items), LSC_LANE_NESTED),
                      add_lane (timeline, again, G_N_ELEMENTS (again), LSC_LANE_NESTED) };
  LscRange range = make_range (timeline, nodes, 2, 0, 100);
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_autoptr (LscTable) table = lsc_range_stats_get_table (stats, &range);
  g_autoptr (LscRangeStats) device = NULL;

  g_assert_cmpint (find_row (stats, timeline, "step", LSC_SLICE_STEP)->sum_ns, ==, 176);
  g_assert_cmpint (find_row (stats, timeline, "step", LSC_SLICE_STEP)->covered_ns, ==, 88);
  g_assert_cmpfloat (lsc_table_get_named (table, 0, "share").real, ==, 0.88);
  range.kinds = G_GUINT64_CONSTANT (1) << LSC_SLICE_CUBE;
  device = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_assert_cmpuint (device->rows->len, ==, 1);
  g_assert_cmpint (g_array_index (device->rows, LscRangeRow, 0).self_ns, ==, 10);
}

static void
test_kinds_and_edges (void)
{
  static const Item items[] = { { 0, 10, "x", 1 },
                                { 10, 10, "x", 2 },
                                { 10, 20, "x", 2 },
                                { 20, 30, "x", 1 },
                                { 30, 30, "y", 1 } };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 node = add_lane (timeline, items, G_N_ELEMENTS (items), LSC_LANE_NESTED);
  LscRange range = make_range (timeline, &node, 1, 10, 30);
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_autoptr (LscRangeStats) empty = NULL;
  g_autoptr (LscRangeStats) all = NULL;

  g_assert_cmpuint (stats->rows->len, ==, 2); /* half open: y is outside, the first x too */
  g_assert_cmpuint (find_row (stats, timeline, "x", 1)->n, ==, 1);
  g_assert_cmpuint (find_row (stats, timeline, "x", 2)->n, ==, 2);
  g_assert_cmpint (find_row (stats, timeline, "x", 2)->least_ns, ==, 0);
  range.end_ns = 10;
  empty = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_assert_cmpuint (empty->rows->len, ==, 0);
  range = make_range (timeline, &node, 1, G_MININT64, G_MAXINT64);
  all = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_assert_cmpuint (all->n_slices, ==, 5);
}

/* ---- random lanes against the slow way ------------------------------------------------------ */

static guint32
add_random_lane (LscTimeline *timeline, gsize n, gboolean nests)
{
  g_autofree Item *items = g_new0 (Item, n);
  static const char *const names[] = { "a", "b", "c", "d", "e" };
  gint64 time = 0;

  for (gsize i = 0; i < n; i++)
    {
      gint64 length = g_test_rand_int_range (0, 40);

      if (nests)
        items[i].start_ns = g_test_rand_int_range (0, 500) / 50 * 50 + (gint64) (i % 3) * 5;
      else
        items[i].start_ns = time += g_test_rand_int_range (0, 12);
      items[i].end_ns = items[i].start_ns + length;
      items[i].name = names[g_test_rand_int_range (0, G_N_ELEMENTS (names))];
      items[i].kind = (guint8) g_test_rand_int_range (1, 3);
    }
  return add_lane (timeline, items, n, LSC_LANE_NESTED);
}

static int
compare_gint64 (const void *a, const void *b)
{
  gint64 ia = *(const gint64 *) a, ib = *(const gint64 *) b;

  return ia < ib ? -1 : ia > ib;
}

static gboolean
counts (const LscRange *range, const LscLane *lane, guint32 i)
{
  gint64 start = lane->start_ns[i], end = lsc_lane_get_end_ns (lane, i);

  if (start >= range->end_ns || (end <= range->begin_ns && start < range->begin_ns))
    return FALSE;
  return !range->inside_only || (start >= range->begin_ns && end <= range->end_ns);
}

/* Self time the slow way: ns of the range covered by the slice and by none of its children. */
static gint64
naive_self (const LscRange *range, const LscLane *lane, guint32 slice)
{
  gint64 self = 0;

  for (gint64 t = MAX (lane->start_ns[slice], range->begin_ns);
       t < MIN (lsc_lane_get_end_ns (lane, slice), range->end_ns); t++)
    {
      gboolean is_covered = FALSE;

      for (guint32 i = 0; i < lane->n && !is_covered; i++)
        is_covered = lsc_lane_get_parent (lane, i) == slice && lane->start_ns[i] <= t &&
                     lsc_lane_get_end_ns (lane, i) > t && counts (range, lane, i);
      self += !is_covered;
    }
  return self;
}

static void
check_row (const LscRange *range, const LscRangeRow *row)
{
  g_autoptr (GArray) durations = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 sum = 0, self = 0;
  double whole = 0;
  guint n;

  for (gsize k = 0; k < range->n_nodes; k++)
    {
      const LscLane *lane = lsc_timeline_get_node (range->timeline, range->nodes[k])->lane;

      for (guint32 i = 0; i < lane->n; i++)
        {
          gint64 duration = lsc_lane_get_duration_ns (lane, i);

          if (!counts (range, lane, i) || lane->name[i] != row->name || lane->kind[i] != row->kind)
            continue;
          sum += MAX (0, MIN (lsc_lane_get_end_ns (lane, i), range->end_ns) -
                             MAX (lane->start_ns[i], range->begin_ns));
          self += naive_self (range, lane, i);
          whole += (double) duration;
          g_array_append_val (durations, duration);
        }
    }
  n = durations->len;
  qsort (durations->data, n, sizeof (gint64), compare_gint64);
  g_assert_cmpuint (row->n, ==, n);
  g_assert_cmpint (row->sum_ns, ==, sum);
  g_assert_cmpint (row->self_ns, ==, self);
  g_assert_cmpfloat_with_epsilon (row->mean_ns, whole / n, 1e-9);
  g_assert_cmpint (row->least_ns, ==, g_array_index (durations, gint64, 0));
  g_assert_cmpint (row->most_ns, ==, g_array_index (durations, gint64, n - 1));
  g_assert_cmpint (row->median_ns, ==, g_array_index (durations, gint64, (n * 50 + 99) / 100 - 1));
  g_assert_cmpint (row->p90_ns, ==, g_array_index (durations, gint64, (n * 90 + 99) / 100 - 1));
  g_assert_cmpint (
      lsc_lane_get_duration_ns (lsc_timeline_get_node (range->timeline, row->longest.node)->lane,
                                row->longest.slice),
      ==, row->most_ns);
}

static gint64
check_icicle (const LscRange *range)
{
  g_autoptr (LscIcicle) icicle = lsc_icicle_new (range, 1, NULL, NULL);
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (range, 1, NULL, NULL);
  gsize n = 0;
  gint64 top = 0;

  g_assert_cmpint (icicle->root_ns, ==, stats->top_ns);
  for (guint i = 0; i < icicle->nodes->len; i++)
    {
      const LscIcicleNode *node = &g_array_index (icicle->nodes, LscIcicleNode, i);
      guint n_children = 0;

      n += node->n;
      top += node->parent == LSC_SLICE_NONE ? node->sum_ns : 0;
      g_assert_cmpuint (node->depth, <, icicle->n_levels);
      for (guint32 child = node->first_child; child != LSC_SLICE_NONE;)
        {
          const LscIcicleNode *about = &g_array_index (icicle->nodes, LscIcicleNode, child);

          g_assert_cmpuint (about->parent, ==, i);
          g_assert_cmpuint (about->depth, ==, node->depth + 1);
          if (about->next != LSC_SLICE_NONE)
            g_assert_cmpint (about->sum_ns, >=,
                             g_array_index (icicle->nodes, LscIcicleNode, about->next).sum_ns);
          child = about->next;
          n_children++;
        }
      g_assert_cmpuint (n_children, <=, icicle->nodes->len);
    }
  if (icicle->nodes->len > 0)
    g_assert_cmpuint (g_array_index (icicle->nodes, LscIcicleNode, 0).parent, ==, LSC_SLICE_NONE);
  g_assert_cmpuint (n, ==, stats->n_slices);
  g_assert_cmpint (top, ==, icicle->root_ns);
  return top;
}

static void
test_random (void)
{
  for (int round = 0; round < 40; round++)
    {
      g_autoptr (LscTimeline) timeline = make_timeline ();
      guint32 nodes[] = { add_random_lane (timeline, 80, TRUE),
                          add_random_lane (timeline, 60, FALSE),
                          add_random_lane (timeline, 1, TRUE) };
      gint64 begin = g_test_rand_int_range (-50, 400);
      LscRange range = make_range (timeline, nodes, G_N_ELEMENTS (nodes), begin,
                                   begin + g_test_rand_int_range (1, 300));
      g_autoptr (LscRangeStats) stats = NULL;

      range.inside_only = round % 4 == 3;
      stats = lsc_range_stats_new (&range, 1, NULL, NULL);
      for (guint i = 0; i < stats->rows->len; i++)
        {
          check_row (&range, &g_array_index (stats->rows, LscRangeRow, i));
          if (i > 0)
            g_assert_cmpint (g_array_index (stats->rows, LscRangeRow, i - 1).sum_ns, >=,
                             g_array_index (stats->rows, LscRangeRow, i).sum_ns);
        }
      check_icicle (&range);
    }
}

/* Doubling a range never lowers a sum; nor does any wider one. */
static void
test_wider (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 nodes[] = { add_random_lane (timeline, 200, TRUE),
                      add_random_lane (timeline, 200, FALSE) };

  for (int round = 0; round < 100; round++)
    {
      gint64 begin = g_test_rand_int_range (-10, 600), length = g_test_rand_int_range (1, 200);
      LscRange narrow = make_range (timeline, nodes, 2, begin, begin + length);
      LscRange wide = make_range (timeline, nodes, 2, begin - length / 2, begin + 2 * length);
      g_autoptr (LscRangeStats) first = lsc_range_stats_new (&narrow, 1, NULL, NULL);
      g_autoptr (LscRangeStats) second = lsc_range_stats_new (&wide, 1, NULL, NULL);

      for (guint i = 0; i < first->rows->len; i++)
        {
          const LscRangeRow *row = &g_array_index (first->rows, LscRangeRow, i);
          const LscRangeRow *wider =
              find_row (second, timeline, lsc_timeline_text (timeline, row->name), row->kind);

          g_assert_cmpint (wider->sum_ns, >=, row->sum_ns);
          g_assert_cmpint (wider->self_ns, >=, row->self_ns);
          g_assert_cmpuint (wider->n, >=, row->n);
        }
      g_assert_cmpint (second->top_ns, >=, first->top_ns);
    }
}

/* A child that sticks out of its parent by a microsecond, in a range that the parent misses. */
static void
test_slack (void)
{
  static const Item items[] = { { 0, 10000, "p", 1 }, { 5000, 11000, "c", 1 } };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 node = add_lane (timeline, items, 2, LSC_LANE_SLACK);
  LscRange range = make_range (timeline, &node, 1, 10500, 12000);
  g_autoptr (LscRangeStats) stats = NULL;

  g_assert_cmpint (check_icicle (&range), ==, 500);
  range.begin_ns = 0;
  stats = lsc_range_stats_new (&range, 1, NULL, NULL);
  g_assert_cmpint (find_row (stats, timeline, "p", 1)->self_ns, ==, 5000);
  g_assert_cmpint (find_row (stats, timeline, "c", 1)->self_ns, ==, 6000);
}

/* Deeper than an icicle goes: the rest is in the deepest node's ancestors. */
static void
test_deep (void)
{
  const gsize n = 70000;
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscIcicle) icicle = NULL;
  LscRawSlices raw = { 0 };
  LscRange range;
  guint32 node;

  for (gsize i = 0; i < n; i++)
    lsc_raw_slices_add (&raw, (gint64) i, (gint64) (3 * n - i))->name =
        lsc_intern_add (timeline->strings, "f");
  node = lsc_timeline_add_lane (timeline, 0, LSC_ROLE_OTHER, "l",
                                lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
  range = make_range (timeline, &node, 1, 0, (gint64) (3 * n));
  icicle = lsc_icicle_new (&range, 1, NULL, NULL);
  g_assert_cmpuint (icicle->nodes->len, ==, G_MAXUINT16 + 1);
  g_assert_cmpuint (icicle->n_levels, ==, G_MAXUINT16 + 1);
}

static void
test_histogram (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 node = add_random_lane (timeline, 300, FALSE);
  static const Item more[] = {
    { 0, 0, "z", 1 },
    { 100, 101, "z", 1 },
    { 200, 5000000200, "z", 1 },
    { 6000000000, 6000001000, "z", 1 },
  };
  guint32 other = add_lane (timeline, more, G_N_ELEMENTS (more), LSC_LANE_NESTED);
  LscRange ranges[] = { make_range (timeline, &node, 1, 0, 10000),
                        make_range (timeline, &other, 1, 0, 7000000000) };
  g_autoptr (LscRangeStats) stats = lsc_range_stats_new (ranges, 1, NULL, NULL);
  g_autoptr (LscHistogram) z = lsc_histogram_new (ranges, 2, "z", NULL, NULL);
  g_autoptr (LscHistogram) none = lsc_histogram_new (ranges, 2, "no such", NULL, NULL);
  g_autoptr (LscHistogram) a = lsc_histogram_new (ranges, 1, "a", NULL, NULL);
  gsize n = 0, in_rows = 0;

  g_assert_cmpuint (none->n, ==, 0);
  g_assert_cmpuint (none->bins->len, ==, 0);
  g_assert_cmpuint (z->n, ==, 4);
  g_assert_cmpint (z->percentile_ns[0], ==, 0);
  g_assert_cmpint (z->percentile_ns[2], ==, 1);
  g_assert_cmpint (z->percentile_ns[6], ==, 5000000000);
  g_assert_cmpint (g_array_index (z->bins, LscHistogramBin, 0).end_ns, ==, 1);
  for (guint i = 0; i < a->bins->len; i++)
    {
      const LscHistogramBin *bin = &g_array_index (a->bins, LscHistogramBin, i);

      g_assert_cmpint (bin->begin_ns, <, bin->end_ns);
      if (i > 0)
        g_assert_cmpint (bin->begin_ns, ==, bin[-1].end_ns);
      g_assert_cmpint (bin->sum_ns, >=, (gint64) bin->n * bin->begin_ns);
      g_assert_cmpint (bin->sum_ns, <=, (gint64) bin->n * (bin->end_ns - 1));
      n += bin->n;
    }
  for (guint i = 0; i < stats->rows->len; i++)
    {
      const LscRangeRow *row = &g_array_index (stats->rows, LscRangeRow, i);

      if (strcmp (lsc_timeline_text (timeline, row->name), "a") == 0)
        in_rows += row->n;
    }
  g_assert_cmpuint (n, ==, a->n);
  g_assert_cmpuint (n, ==, in_rows);
}

static void
test_cancel (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 node = add_random_lane (timeline, 300, FALSE);
  LscRange range = make_range (timeline, &node, 1, 0, 10000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_range_stats_new (&range, 1, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
  g_assert_null (lsc_icicle_new (&range, 1, job, NULL));
  g_assert_null (lsc_histogram_new (&range, 1, "a", job, NULL));
}

/* The worked example of lsc-longest.c: names count together, moments once, waits not at all. */
static void
test_longest (void)
{
  static const Item first[] = { { 0, 10, "a", LSC_SLICE_CUBE },
                                { 10, 16, "b", LSC_SLICE_VECTOR },
                                { 16, 40, "wait", LSC_SLICE_WAIT } };
  static const Item second[] = { { 5, 12, "a", LSC_SLICE_CUBE } };
  static const Item group[] = { { 0, 40, "long", LSC_SLICE_COMM_OP },
                                { 40, 45, "short", LSC_SLICE_COMM_OP } };
  g_autoptr (LscTimeline) timeline = make_timeline (), empty = make_timeline ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree LscLongest *longest = NULL, *none = NULL;
  guint32 node;

  add_lane_of (timeline, LSC_ROLE_STREAM, first, G_N_ELEMENTS (first), LSC_LANE_NESTED);
  add_lane_of (timeline, LSC_ROLE_STREAM, second, G_N_ELEMENTS (second), LSC_LANE_NESTED);
  node = add_lane_of (timeline, LSC_ROLE_COMM_GROUP, group, G_N_ELEMENTS (group), LSC_LANE_NESTED);
  timeline->main_begin_ns = 0;
  timeline->main_end_ns = 45;
  longest = lsc_longest_new (timeline, NULL, NULL);
  g_assert_cmpstr (lsc_timeline_text (timeline, longest->kernel), ==, "a");
  g_assert_cmpint (longest->kernel_ns, ==, 12);
  g_assert_cmpuint (longest->n_kernels, ==, 2);
  g_assert_cmpuint (longest->collective.node, ==, node);
  g_assert_cmpuint (longest->collective.slice, ==, 0);
  g_assert_cmpint (longest->collective_wait_ns, ==, -1); /* no tasks */

  none = lsc_longest_new (empty, NULL, NULL);
  g_assert_cmpuint (none->kernel, ==, LSC_STRING_NONE);
  g_assert_cmpuint (none->collective.node, ==, LSC_SLICE_NONE);
  g_assert_cmpint (none->collective_wait_ns, ==, -1);

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_longest_new (timeline, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

static void
add_plane (LscTimeline *timeline, guint32 group, const Item *items, gsize n)
{
  guint32 plane = add_lane_of (timeline, LSC_ROLE_COMM_PLANE, items, n, LSC_LANE_NESTED);

  lsc_timeline_get_node (timeline, plane)->parent = group;
}

/* The first plane waits in [10,30) and in what [38,45) has of the operator, the second moves data
 * in [15,20), another group waits all the time: 20 - 5 + 2 ns of [10,40). */
static void
test_longest_waits (void)
{
  static const Item ops[] = { { 10, 40, "long", LSC_SLICE_COMM_OP } };
  static const Item first[] = { { 0, 10, "Notify_Wait", LSC_SLICE_COMM_TASK },
                                { 10, 30, "Notify_Wait", LSC_SLICE_COMM_TASK },
                                { 30, 38, "Notify_Record", LSC_SLICE_COMM_TASK },
                                { 38, 45, "Notify_Wait", LSC_SLICE_COMM_TASK } };
  static const Item second[] = { { 15, 20, "Memcpy", LSC_SLICE_COMM_TASK },
                                 { 20, 25, "Notify_Wait", LSC_SLICE_COMM_TASK } };
  static const Item other[] = { { 0, 5, "short", LSC_SLICE_COMM_OP } };
  static const Item all[] = { { 0, 50, "Notify_Wait", LSC_SLICE_COMM_TASK } };
  g_autoptr (LscTimeline) timeline = make_timeline ();
  guint32 group = add_lane_of (timeline, LSC_ROLE_COMM_GROUP, ops, 1, LSC_LANE_NESTED);
  guint32 elsewhere = add_lane_of (timeline, LSC_ROLE_COMM_GROUP, other, 1, LSC_LANE_NESTED);
  g_autofree LscLongest *longest = NULL;

  add_plane (timeline, group, first, G_N_ELEMENTS (first));
  add_plane (timeline, group, second, G_N_ELEMENTS (second));
  add_plane (timeline, elsewhere, all, 1);
  longest = lsc_longest_new (timeline, NULL, NULL);
  g_assert_cmpuint (longest->collective.node, ==, group);
  g_assert_cmpint (longest->collective_wait_ns, ==, 17);
}

/* On a GPU what differs in its template arguments alone is one kernel, as findings name it. */
static void
test_longest_kind (void)
{
  static const Item items[] = {
    { 0, 10, "gemm", LSC_SLICE_CUBE },
    { 10, 17, "void apply<Mul<float>>(int)", LSC_SLICE_VECTOR },
    { 17, 23, "void apply<Add<float>>(int)", LSC_SLICE_VECTOR },
  };

  for (guint is_gpu = 0; is_gpu < 2; is_gpu++)
    {
      g_autoptr (LscTimeline) timeline = make_timeline ();
      g_autofree LscLongest *longest = NULL;

      timeline->is_gpu = is_gpu;
      timeline->main_end_ns = 23;
      add_lane_of (timeline, LSC_ROLE_STREAM, items, G_N_ELEMENTS (items), LSC_LANE_NESTED);
      longest = lsc_longest_new (timeline, NULL, NULL);
      g_assert_cmpstr (lsc_timeline_text (timeline, longest->kernel), ==,
                       is_gpu ? "void apply<Mul<float>>(int)" : "gemm");
      g_assert_cmpint (longest->kernel_ns, ==, is_gpu ? 13 : 10);
      g_assert_cmpuint (longest->n_kernels, ==, is_gpu ? 2 : 1);
      g_assert_cmpuint (longest->n_kernel_names, ==, is_gpu ? 2 : 1);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range-stats/example", test_example);
  g_test_add_func ("/range-stats/kinds-and-edges", test_kinds_and_edges);
  g_test_add_func ("/range/covered-once", test_covered_once);
  g_test_add_func ("/range-stats/random", test_random);
  g_test_add_func ("/range-stats/wider", test_wider);
  g_test_add_func ("/range-stats/slack", test_slack);
  g_test_add_func ("/range-stats/deep", test_deep);
  g_test_add_func ("/range-stats/histogram", test_histogram);
  g_test_add_func ("/range-stats/cancel", test_cancel);
  g_test_add_func ("/range/longest", test_longest);
  g_test_add_func ("/range/longest-waits", test_longest_waits);
  g_test_add_func ("/range/longest-kind", test_longest_kind);
  return g_test_run ();
}
