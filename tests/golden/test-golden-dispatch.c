/* test-golden-dispatch.c - launches, gaps, queue and breaks of the sample recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/step/lsc-align.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

/* Figures of checks.md#dispatch: us, per cent, counts; spans of idle time, split at the launch.
 * NAN, -1: not told. */
typedef struct
{
  const char *folder;
  guint rank;
  double free_percent;
  gint64 gap_us[4]; /* synchronisation, other, queued task, queued idle */
  gint64 n_gaps[4];
  double p10_us, p50_us, p90_us, max_us;
  gint64 le20, le50, le100, depth0, max_depth;
  double empty_percent;
  gint64 n_breaks, breaks_us;
} Reference;

static const Reference references[] = {
  { "ascend-db-level0",
    0,
    21.5,
    { 913, 20209, 477, 4300 },
    { 1, 43, 24, 60 },
    7.7,
    623,
    3646,
    81177,
    32,
    36,
    44,
    48,
    35,
    18.1,
    39,
    20675 },
  { "ascend-db-level0",
    1,
    21.3,
    { 1003, 21018, 480, 4248 },
    { 1, 42, 23, 62 },
    NAN,
    NAN,
    NAN,
    NAN,
    -1,
    -1,
    -1,
    -1,
    -1,
    NAN,
    -1,
    -1 },
  { "ascend-db-level1",
    0,
    19.1,
    { 953, 19127, 696, 4482 },
    { 1, 34, 28, 73 },
    9.9,
    461,
    2674,
    89918,
    34,
    39,
    46,
    38,
    28,
    15.3,
    33,
    19121 },
  { "ascend-db-level1",
    1,
    20.0,
    { 951, 19812, 492, 4586 },
    { 1, 38, 25, 70 },
    NAN,
    NAN,
    NAN,
    NAN,
    -1,
    -1,
    -1,
    -1,
    -1,
    NAN,
    -1,
    -1 },
  { "ascend-db-level2",
    0,
    20.3,
    { 933, 19466, 479, 4361 },
    { 1, 39, 26, 62 },
    9.0,
    508,
    2883,
    82176,
    34,
    37,
    45,
    46,
    30,
    16.6,
    37,
    19353 },
  { "ascend-db-level2",
    1,
    19.3,
    { 948, 19114, 611, 4555 },
    { 1, 39, 25, 67 },
    NAN,
    NAN,
    NAN,
    NAN,
    -1,
    -1,
    -1,
    -1,
    -1,
    NAN,
    -1,
    -1 },
};

static GPtrArray *
load_ranks (const char *name)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autofree char *path = samples ? g_build_filename (samples, name, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  const LscCluster *cluster;
  GPtrArray *timelines;

  if (!samples)
    return NULL;
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  timelines = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_timeline_unref);
  cluster = g_ptr_array_index (project->clusters, 0);
  for (guint i = 0; i < cluster->sources->len; i++)
    {
      LscTimeline *timeline =
          lsc_timeline_load (g_ptr_array_index (cluster->sources, i), 1, NULL, &error);

      g_assert_no_error (error);
      g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
      g_ptr_array_add (timelines, timeline);
    }
  return timelines;
}

static const LscDispatch *
get_dispatch (GPtrArray *timelines, guint rank)
{
  return lsc_timeline_get_analysis (g_ptr_array_index (timelines, rank))->dispatch;
}

static const char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

/* Equal after rounding to the digits printed; some were rounded twice: 3,666.493 to 3,667. */
static void
check_printed (double value, double printed, double unit)
{
  if (isnan (printed))
    return;
  if (fabs (value - printed) > unit * 0.55 + 1e-9)
    g_error ("%f is printed as %f", value, printed);
}

static void
check_count (gint64 value, gint64 printed)
{
  if (printed >= 0)
    g_assert_cmpint (value, ==, printed);
}

static void
check_summary (const LscDispatchSummary *sums, const Reference *reference)
{
  g_assert_true (sums->has_launches);
  g_assert_cmpuint (sums->n_launches, ==, 191);
  check_printed (sums->free_share * 100, reference->free_percent, 0.1);
  for (guint i = 0; i < 4; i++)
    {
      check_printed ((double) sums->gap_ns[i] / 1000.0, (double) reference->gap_us[i], 1);
      g_assert_cmpint (sums->n_gaps[i], ==, reference->n_gaps[i]);
    }
  g_assert_cmpint (sums->n_gaps[4], ==, 0);
  check_printed ((double) sums->p10_ns / 1000.0, reference->p10_us, 0.1);
  check_printed ((double) sums->p50_ns / 1000.0, reference->p50_us, 1);
  check_printed ((double) sums->p90_ns / 1000.0, reference->p90_us, 1);
  check_printed ((double) sums->max_ns / 1000.0, reference->max_us, 1);
  check_count (sums->le20, reference->le20);
  check_count (sums->le50, reference->le50);
  check_count (sums->le100, reference->le100);
  check_count (sums->depth0, reference->depth0);
  check_count (sums->max_depth, reference->max_depth);
  check_printed (sums->empty_share * 100, reference->empty_percent, 0.1);
  g_assert_true (sums->is_dispatch_bound);
}

static void
test_references (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
    {
      const Reference *reference = &references[i];
      g_autoptr (GPtrArray) timelines = load_ranks (reference->folder);
      const LscDispatch *dispatch;
      gint64 idle_ns = 0;

      if (!timelines)
        return;
      dispatch = get_dispatch (timelines, reference->rank);
      g_assert_cmpint ((gint64) dispatch->gaps.n, ==,
                       reference->n_gaps[0] + reference->n_gaps[1] + reference->n_gaps[2] +
                           reference->n_gaps[3]);
      g_assert_cmpuint (dispatch->steps.n, ==, 1);
      check_summary (&dispatch->all, reference);
      check_summary (&dispatch->steps.items[0], reference);
      for (gsize k = 0; k < dispatch->breaks.n; k++)
        idle_ns += dispatch->breaks.items[k].idle_ns;
      check_count ((gint64) dispatch->breaks.n, reference->n_breaks);
      if (reference->breaks_us >= 0)
        check_printed ((double) idle_ns / 1000.0, (double) reference->breaks_us, 1);
    }
}

/* Clock check of lanes.md#links: the smallest distance from launch to start. */
static void
test_skew (void)
{
  static const double skew_us[] = { -20.5, -1.1, -3.2, -3.0, 0, 0 };

  for (guint level = 0; level < 3; level++)
    {
      g_autofree char *name = g_strdup_printf ("ascend-db-level%u", level);
      g_autoptr (GPtrArray) timelines = load_ranks (name);

      if (!timelines)
        return;
      for (guint rank = 0; rank < 2; rank++)
        check_printed ((double) get_dispatch (timelines, rank)->skew_ns / 1000.0,
                       skew_us[level * 2 + rank], 0.1);
    }
}

/* dispatch.md#gaps: seven stream synchronisations of 87.4 ms, one span of 953 us charged to one. */
static void
test_syncs (void)
{
  g_autoptr (GPtrArray) timelines = load_ranks ("ascend-db-level1");
  const LscTimeline *timeline;
  const LscDispatch *dispatch;
  gint64 sum_ns = 0, longest_ns = 0, gap_ns = 0;
  gsize n = 0, n_charged = 0;

  if (!timelines)
    return;
  timeline = g_ptr_array_index (timelines, 0);
  dispatch = get_dispatch (timelines, 0);
  for (gsize i = 0; i < dispatch->syncs.n; i++)
    {
      const LscSyncCall *sync = &dispatch->syncs.items[i];

      n_charged += sync->gap_ns > 0;
      gap_ns += sync->gap_ns;
      g_assert_cmpint (sync->free_ns, <=, sync->gap_ns);
      if (!g_str_equal (name_of (timeline, sync->call), "aclrtSynchronizeStreamWithTimeout"))
        continue;
      n++;
      sum_ns += sync->duration_ns;
      if (sync->duration_ns > longest_ns)
        {
          longest_ns = sync->duration_ns;
          g_assert_cmpstr (name_of (timeline, sync->op), ==, "aten::_local_scalar_dense");
        }
    }
  g_assert_cmpuint (n, ==, 7);
  check_printed ((double) sum_ns / 1e6, 87.4, 0.1);
  check_printed ((double) longest_ns / 1e6, 82.95, 0.01);
  g_assert_cmpuint (n_charged, ==, 1);
  check_printed ((double) gap_ns / 1000.0, 953, 1);
  g_assert_cmpint (dispatch->syncs.items[0].duration_ns, ==, 32040);
}

static int
compare_lengths (const void *a, const void *b)
{
  const LscGap *x = a, *y = b;
  gint64 nx = x->end_ns - x->begin_ns, ny = y->end_ns - y->begin_ns;

  return (nx < ny) - (nx > ny);
}

/* dispatch.md#gaps: the two largest gaps lie inside aclopCompileAndExecute, the next are Python. */
static void
test_compiling (void)
{
  static const char *const next[] = { "trans_TransData_9", "trans_TransData_6" };
  static const double us[] = { 2333, 2010 };
  g_autoptr (GPtrArray) timelines = load_ranks ("ascend-db-level1");
  g_autofree LscGap *gaps = NULL;
  const LscTimeline *timeline;
  const LscDispatch *dispatch;
  gsize n_python = 0;

  if (!timelines)
    return;
  timeline = g_ptr_array_index (timelines, 0);
  dispatch = get_dispatch (timelines, 0);
  gaps = g_memdup2 (dispatch->gaps.items, dispatch->gaps.n * sizeof (LscGap));
  qsort (gaps, dispatch->gaps.n, sizeof (LscGap), compare_lengths);
  for (gsize i = 0; i < 2; i++)
    {
      g_assert_cmpstr (name_of (timeline, gaps[i].next), ==, next[i]);
      check_printed ((double) (gaps[i].end_ns - gaps[i].begin_ns) / 1000.0, us[i], 1);
      g_assert_cmpint (gaps[i].kind, ==, LSC_SLICE_GAP_HOST);
      g_assert_true (gaps[i].is_compiling);
      g_assert_cmpstr (name_of (timeline, gaps[i].cause), ==, "aclopCompileAndExecute");
    }
  for (gsize i = 2; i < 6; i++)
    n_python += gaps[i].kind == LSC_SLICE_GAP_HOST && !gaps[i].is_compiling;
  g_assert_cmpuint (n_python, ==, 4);
}

static void
test_breaks (void)
{
  g_autoptr (GPtrArray) timelines = load_ranks ("ascend-db-level1");
  g_autoptr (LscTable) groups = NULL;
  const LscDispatch *dispatch;
  gint64 idle_ns = 0, grouped_ns = 0, grouped = 0;
  gsize n = 0;

  if (!timelines)
    return;
  dispatch = get_dispatch (timelines, 0);
  for (gsize i = 0; i < dispatch->breaks.n; i++)
    if (dispatch->breaks.items[i].idle_ns >= 50000)
      {
        n++;
        idle_ns += dispatch->breaks.items[i].idle_ns;
        g_assert_cmpuint (dispatch->breaks.items[i].type, !=, LSC_BREAK_UNKNOWN);
      }
  g_assert_cmpuint (n, ==, 28);
  check_printed ((double) idle_ns / 1000.0, 19056, 1);
  groups = lsc_dispatch_get_break_groups (g_ptr_array_index (timelines, 0), dispatch, 50000);
  for (gsize row = 0; row < lsc_table_get_n_rows (groups); row++)
    {
      grouped +=
          lsc_table_get (groups, row, (guint) lsc_table_find_column (groups, "count")).integer;
      grouped_ns +=
          lsc_table_get (groups, row, (guint) lsc_table_find_column (groups, "idle_ns")).integer;
    }
  g_assert_cmpint (grouped, ==, 28);
  g_assert_cmpint (grouped_ns, ==, idle_ns);
}

/* Text of rank 0 at the three levels: the share of Free in which the host was late. At level 0 only
 * the begin of launches is known, so that it is less than in the database. */
static void
test_text (void)
{
  static const double percent[] = { 78.6, 81.0, 80.1 };
  static const double unit[] = { 0.1, 0.1, 0.1 };

  for (guint level = 0; level < 3; level++)
    {
      g_autofree char *name = g_strdup_printf ("ascend-text-level%u", level);
      g_autoptr (GPtrArray) timelines = load_ranks (name);
      const LscDispatchSummary *all;
      gint64 free_ns;

      if (!timelines)
        return;
      all = &get_dispatch (timelines, 0)->all;
      free_ns = lsc_timeline_get_analysis (g_ptr_array_index (timelines, 0))->overlap->all.free_ns;
      g_assert_cmpuint (all->n_launches, >=, 188);
      g_assert_cmpuint (all->n_launches, <=, 191);
      check_printed (100.0 * (double) (all->gap_ns[0] + all->gap_ns[1]) / (double) free_ns,
                     percent[level], unit[level]);
    }
}

/* times.md#clock-collectives: ends of rank 0 minus ends of rank 1. */
static void
test_alignment (void)
{
  static const double ends_us[3][2] = { { -19.6, -11.8 }, { -15.5, -9.6 }, { -16.9, -8.2 } };

  for (guint level = 0; level < 3; level++)
    {
      g_autofree char *name = g_strdup_printf ("ascend-db-level%u", level);
      g_autoptr (GPtrArray) timelines = load_ranks (name);
      g_autoptr (LscClocks) clocks = NULL;
      const LscClock *clock;

      if (!timelines)
        return;
      clocks = lsc_align_ranks ((LscTimeline *const *) timelines->pdata, timelines->len, 0, NULL);
      clock = &clocks->clocks[1];
      g_assert_cmpint (clock->source, ==, LSC_CLOCK_COLLECTIVES);
      g_assert_cmpuint (clock->n_messages, ==, 4);
      check_printed ((double) -clock->p90_ns / 1000.0, ends_us[level][0], 0.1);
      check_printed ((double) -clock->p10_ns / 1000.0, ends_us[level][1], 0.1);
      g_assert_cmpint (clock->offset_ns, >=, clock->p10_ns);
      g_assert_cmpint (clock->offset_ns, <=, clock->p90_ns);
      g_assert_cmpint (clocks->clocks[0].offset_ns, ==, 0);
    }
}

/* The same lane, later. */
static LscLane *
shift_lane (const LscLane *lane, gint64 shift_ns)
{
  LscRawSlices raw = { 0 };

  for (guint32 i = 0; i < lane->n; i++)
    {
      LscRawSlice *slice = lsc_raw_slices_add (&raw, lane->start_ns[i] + shift_ns,
                                               lsc_lane_get_end_ns (lane, i) + shift_ns);

      slice->name = lane->name[i];
      slice->kind = lane->kind[i];
    }
  return lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
}

static void
shift_groups (LscTimeline *timeline, gint64 shift_ns)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      LscNode *node = lsc_timeline_get_node (timeline, i);
      LscLane *shifted;

      if (node->role != LSC_ROLE_COMM_GROUP)
        continue;
      shifted = shift_lane (node->lane, shift_ns);
      lsc_lane_free (node->lane);
      node->lane = shifted;
    }
}

static const LscLane *
find_group_lane (const LscTimeline *timeline)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    if (lsc_timeline_get_node (timeline, i)->role == LSC_ROLE_COMM_GROUP)
      return lsc_timeline_get_node (timeline, i)->lane;
  return NULL;
}

/* Acceptance of times.md#clock-collectives: 5 ms later and aligned again, ends differ by at most 6
 * us. */
static void
test_shift (void)
{
  g_autoptr (GPtrArray) timelines = load_ranks ("ascend-db-level1");
  g_autoptr (LscClocks) clocks = NULL;
  const LscClock *clock;
  const LscLane *a, *b;

  if (!timelines)
    return;
  shift_groups (g_ptr_array_index (timelines, 1), 5000000);
  clocks = lsc_align_ranks ((LscTimeline *const *) timelines->pdata, 2, 0, NULL);
  clock = &clocks->clocks[1];
  g_assert_cmpint (clock->source, ==, LSC_CLOCK_COLLECTIVES);
  a = find_group_lane (g_ptr_array_index (timelines, 0));
  b = find_group_lane (g_ptr_array_index (timelines, 1));
  g_assert_cmpuint (a->n, ==, 4);
  g_assert_cmpuint (b->n, ==, 4);
  for (guint32 i = 0; i < 4; i++)
    {
      gint64 rest_ns = lsc_lane_get_end_ns (b, i) - clock->offset_ns - lsc_lane_get_end_ns (a, i);

      g_assert_cmpint (ABS (rest_ns), <=, 6000);
    }
}

/* Six of eight members are not in the sample: waits are lower bounds, and say so if the members are
 * known at all. */
static void
test_waits (void)
{
  g_autoptr (GPtrArray) timelines = load_ranks ("ascend-db-level2");
  g_autoptr (LscTable) table = NULL;
  guint wait, loaded;

  if (!timelines)
    return;
  table = lsc_align_wait_table ((LscTimeline *const *) timelines->pdata, timelines->len);
  wait = (guint) lsc_table_find_column (table, "wait_ns");
  loaded = (guint) lsc_table_find_column (table, "loaded");
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 8);
  for (gsize row = 0; row < 8; row += 2)
    {
      g_assert_cmpint (lsc_table_get (table, row, loaded).integer, ==, 2);
      g_assert_cmpint (MIN (lsc_table_get (table, row, wait).integer,
                            lsc_table_get (table, row + 1, wait).integer),
                       ==, 0);
      g_assert_cmpint (lsc_table_get (table, row, wait).integer +
                           lsc_table_get (table, row + 1, wait).integer,
                       >, 0);
    }
}

static gint64
get_int (const LscTable *table, gsize row, const char *column)
{
  return lsc_table_get (table, row, (guint) lsc_table_find_column (table, column)).integer;
}

/* The worked example of steps.md#waits: in group pp rank 0 waits 313.9 - 72.7 = 241.2 ms more than
 * rank 2. */
static void
test_pipeline_wait (void)
{
  g_autoptr (GPtrArray) timelines = load_ranks ("ascend-4rank-pp2dp2");
  g_autoptr (LscTable) waits = NULL, groups = NULL;
  gint64 wait_ns = 0;
  gsize n = 0;

  if (!timelines)
    return;
  waits = lsc_align_wait_table ((LscTimeline *const *) timelines->pdata, timelines->len);
  groups = lsc_align_group_wait_table ((LscTimeline *const *) timelines->pdata, timelines->len);
  for (gsize row = 0; row < lsc_table_get_n_rows (waits); row++)
    {
      guint operation = (guint) lsc_table_find_column (waits, "operation");

      if (get_int (waits, row, "rank") != 0 ||
          !strstr (lsc_table_get (waits, row, operation).text, "batchSendRecv"))
        continue;
      n++;
      wait_ns += get_int (waits, row, "wait_ns");
      g_assert_cmpint (get_int (waits, row, "members_missing"), ==, 0);
    }
  g_assert_cmpuint (n, ==, 3);
  n = 0;
  for (gsize row = 0; row < lsc_table_get_n_rows (groups); row++)
    if (get_int (groups, row, "rank") == 0 && get_int (groups, row, "wait_ns") == wait_ns)
      {
        n++;
        check_printed ((double) get_int (groups, row, "dur_ns") / 1e6, 313.9, 0.1);
        check_printed ((double) get_int (groups, row, "net_wait_ns") / 1e6, 241.2, 0.1);
      }
  g_assert_cmpuint (n, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden-dispatch/references", test_references);
  g_test_add_func ("/golden-dispatch/skew", test_skew);
  g_test_add_func ("/golden-dispatch/syncs", test_syncs);
  g_test_add_func ("/golden-dispatch/compiling", test_compiling);
  g_test_add_func ("/golden-dispatch/breaks", test_breaks);
  g_test_add_func ("/golden-dispatch/text", test_text);
  g_test_add_func ("/golden-dispatch/alignment", test_alignment);
  g_test_add_func ("/golden-dispatch/shift", test_shift);
  g_test_add_func ("/golden-dispatch/waits", test_waits);
  g_test_add_func ("/golden-dispatch/pipeline-wait", test_pipeline_wait);
  return g_test_run ();
}
