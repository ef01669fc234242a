/* bench-store.c - what the event store costs: building, drawing, range statistics, search
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/step/lsc-range-stats.h"
#include "base/lsc-stats.h"
#include "bench-report.h"
#include "model/lsc-timeline.h"

/* Ten million slices (one with --quick) on 40 lanes: most of them streams, dense, thin, or with
 * nine tenths of their slices in bursts; the rest nested host threads. Times of drawing are CPU of
 * the thread, because a busy machine adds its own to the wall. */

#define N_LANES 40
#define N_NESTED 12
#define WIDTH 1600
#define POSITIONS 200
#define P99 (POSITIONS * 99 / 100 - 1)
#define EXTENT_NS (60 * G_GINT64_CONSTANT (1000000000))
#define N_NAMES 4000

static double
thread_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static guint32
next_random (guint32 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* ---- the data ------------------------------------------------------------------------------- */

static void
add (LscRawSlices *raw, gint64 start_ns, gint64 end_ns, guint32 *random, guint8 kind)
{
  LscRawSlice *slice = lsc_raw_slices_add (raw, start_ns, end_ns);
  guint32 r = next_random (random) % N_NAMES;

  slice->name = (guint32) ((guint64) r * r / N_NAMES); /* few names make most slices */
  slice->kind = kind == LSC_SLICE_CUBE ? (guint8) (kind + r % 6) : kind;
  slice->detail = (gint64) raw->n;
}

/* One row: even, or bursts that hold nine tenths of the slices in a hundredth of the time. */
static void
fill_stream (LscRawSlices *raw, gsize n, gboolean has_bursts, guint32 *random)
{
  gint64 step = EXTENT_NS / (gint64) n, time = 0;

  for (gsize i = 0; i < n; i++)
    {
      gboolean is_burst = has_bursts && i % 10000 < 9000;
      gint64 room = has_bursts ? (is_burst ? MAX (2, step / 90) : step * 99 / 10) : step;
      gint64 length = 1 + next_random (random) % (guint32) room;

      add (raw, time, time + MIN (length, room), random, LSC_SLICE_CUBE);
      time += room;
    }
}

static void
fill_call (LscRawSlices *raw, gint64 begin, gint64 end, guint depth, guint32 *random)
{
  gint64 third = (end - begin) / 3;

  add (raw, begin, end, random, depth == 0 ? LSC_SLICE_OP : LSC_SLICE_CANN_RUNTIME);
  if (depth == 3 || third < 3)
    return;
  for (int i = 0; i < 3; i++)
    fill_call (raw, begin + i * third + 1, begin + (i + 1) * third - 1, depth + 1, random);
}

static void
fill_thread (LscRawSlices *raw, gsize n, guint32 *random)
{
  gint64 calls = (gint64) n / 40, step = EXTENT_NS / calls; /* 1 + 3 + 9 + 27 */

  for (gint64 i = 0; i < calls; i++)
    fill_call (raw, i * step, i * step + step * 4 / 5, 0, random);
}

static LscTimeline *
build (gsize total, double *seconds)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "bench", "bench");
  LscTimeline *self = lsc_timeline_new (source);
  gsize nested = total / 60, flat = (total - N_NESTED * nested) / (N_LANES - N_NESTED);
  guint32 group, random = 2463534242u;

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = g_strdup_printf ("aten::operator_%u::call<float, %u>", i * 7, i);

      lsc_intern_add (self->strings, name);
    }
  group = lsc_timeline_add_group (self, 0, LSC_ROLE_DEVICE, "Device");
  *seconds = 0;
  for (guint i = 0; i < N_LANES; i++)
    {
      g_autofree char *name = g_strdup_printf ("Stream %u", i);
      LscRawSlices raw = { 0 };
      LscLane *lane;
      double begin;

      if (i < N_NESTED)
        fill_thread (&raw, nested, &random);
      else
        fill_stream (&raw, flat, i % 4 == 3, &random);
      begin = thread_seconds ();
      lane = lsc_lane_new (&raw, LSC_LANE_NESTED, NULL);
      *seconds += thread_seconds () - begin;
      lsc_timeline_add_lane (self, group, LSC_ROLE_STREAM, name, lane);
    }
  lsc_timeline_seal (self, NULL);
  return self;
}

/* ---- drawing -------------------------------------------------------------------------------- */

static guint32
densest_row (const LscLane *lane)
{
  guint32 best = 0;

  for (guint32 row = 1; row < lane->n_rows; row++)
    if (lane->row_begin[row + 1] - lane->row_begin[row] >
        lane->row_begin[best + 1] - lane->row_begin[best])
      best = row;
  return best;
}

static gsize
draw (const LscTimeline *timeline, gint64 begin_ns, double ns_per_px, LscSpan *spans)
{
  gsize n = 0;

  for (guint32 node = 0; node < timeline->nodes->len; node++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

      if (lane)
        n += lsc_lane_get_spans (lane, densest_row (lane), begin_ns, ns_per_px, WIDTH, spans);
    }
  return n;
}

static void
bench_draw (const LscTimeline *timeline)
{
  LscSpan spans[WIDTH];
  guint32 random = 88172645u;
  double worst = 0, worst_span = 0;

  g_print ("viewport of %d tracks x %d columns, thread CPU:\n", N_LANES, WIDTH);
  for (double span = EXTENT_NS; span > 1000; span /= 2)
    {
      double times[POSITIONS];
      gsize n = 0;

      for (int i = 0; i < POSITIONS; i++)
        {
          gint64 room = EXTENT_NS - (gint64) span;
          gint64 begin_ns = room > 0
                                ? (gint64) ((double) room * next_random (&random) / 4294967296.0)
                                : -i * 1000;
          double begin = thread_seconds ();

          n += draw (timeline, begin_ns, span / WIDTH, spans);
          times[i] = thread_seconds () - begin;
        }
      lsc_sort_doubles (times, POSITIONS);
      g_print ("  %12.3f ms  p50 %7.0f us  p99 %7.0f us  %7.0f spans\n", span / 1e6,
               times[POSITIONS / 2] * 1e6, times[P99] * 1e6, (double) n / POSITIONS);
      if (times[P99] > worst)
        {
          worst = times[P99];
          worst_span = span;
        }
    }
  g_print ("  worst zoom: %g ms\n", worst_span / 1e6);
  bench_report ("viewport, p99 at the worst zoom", worst * 1e3, 5, "ms");
}

/* ---- statistics, search, look-ups ------------------------------------------------------------ */

static GArray *
list_lanes (const LscTimeline *timeline)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 node = 0; node < timeline->nodes->len; node++)
    if (lsc_timeline_get_node (timeline, node)->lane)
      g_array_append_val (nodes, node);
  return nodes;
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (30000);
  g_cancellable_cancel (data);
  return GSIZE_TO_POINTER ((gsize) g_get_monotonic_time ());
}

static void
bench_cancel (const LscRange *range)
{
  double worst = 0;

  for (int i = 0; i < 5; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      g_autoptr (LscRangeStats) stats = lsc_range_stats_new (range, 1, job, NULL);
      gint64 end = g_get_monotonic_time ();
      gint64 asked = (gint64) GPOINTER_TO_SIZE (g_thread_join (thread));

      worst = MAX (worst, stats ? 0 : (double) (end - asked) / 1e3);
    }
  bench_report ("range statistics, from cancelling to return", worst, 50, "ms");
}

static void
bench_range (const LscTimeline *timeline)
{
  g_autoptr (GArray) nodes = list_lanes (timeline);
  LscRange range = { .timeline = timeline,
                     .nodes = (const guint32 *) (gpointer) nodes->data,
                     .n_nodes = nodes->len,
                     .begin_ns = EXTENT_NS / 4,
                     .end_ns = EXTENT_NS * 3 / 4 };
  double best = G_MAXDOUBLE, best_icicle = G_MAXDOUBLE;
  gsize n = 0;

  for (int i = 0; i < 3; i++)
    {
      double begin = thread_seconds ();
      g_autoptr (LscRangeStats) stats = lsc_range_stats_new (&range, 1, NULL, NULL);
      double middle = thread_seconds ();
      g_autoptr (LscIcicle) icicle = lsc_icicle_new (&range, 1, NULL, NULL);

      n = stats->n_slices;
      best = MIN (best, middle - begin);
      best_icicle = MIN (best_icicle, thread_seconds () - middle);
      g_assert_cmpint (icicle->root_ns, ==, stats->top_ns);
    }
  g_print ("range of half the time, %" G_GSIZE_FORMAT " slices:\n", n);
  bench_report ("range statistics, for 5,000,000 slices", best * 5e6 / (double) n, 0.3, "s");
  g_print ("  %-52s %9.3f s\n", "icicle", best_icicle);
  bench_cancel (&range);
}

static void
bench_search (const LscTimeline *timeline)
{
  static const struct
  {
    const char *what;
    gboolean is_limited; /* a third of all slices is no search for a name */
    LscSearch search;
  } cases[] = {
    { "one name", TRUE, { .text = "operator_2800::" } },
    { "a regular expression", TRUE, { .text = "operator_[0-9]*9::", .is_regex = TRUE } },
    { "a name and a duration", TRUE, { .text = "operator_2 dur>100us" } },
    { "a part of many names", FALSE, { .text = "OPERATOR_1" } },
  };
  double scale = 1e7 / timeline->n_slices;

  g_print ("search, seconds for 10,000,000 slices:\n");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double best = G_MAXDOUBLE;
      g_autofree char *what = NULL;
      guint hits = 0;

      for (int k = 0; k < 3; k++)
        {
          double begin = thread_seconds ();
          g_autoptr (LscSearchResult) result =
              lsc_search_run (timeline, &cases[i].search, NULL, NULL);

          best = MIN (best, thread_seconds () - begin);
          hits = result->hits->len;
        }
      what = g_strdup_printf ("%s, %u hits", cases[i].what, hits);
      if (cases[i].is_limited)
        bench_report (what, best * scale, 0.2, "s");
      else
        g_print ("  %-52s %9.3f s\n", what, best * scale);
    }
}

static void
bench_look_up (const LscTimeline *timeline)
{
  double begin = thread_seconds ();
  guint32 random = 123456789u;
  const int n = 2000;
  gsize found = 0;

  for (int i = 0; i < n; i++)
    {
      LscSpot spot = lsc_timeline_get_spot (timeline, next_random (&random) % timeline->n_slices);
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      gint64 start_ns = lane->start_ns[spot.slice];

      found += lsc_lane_find_deepest (lane, start_ns) != LSC_SLICE_NONE;
      found += lsc_lane_get_next (lane, spot.slice) != LSC_SLICE_NONE;
      found += lsc_lane_get_self_ns (lane, spot.slice) > 0;
      found +=
          lsc_timeline_find_slice (timeline, 0, start_ns, lsc_lane_get_end_ns (lane, spot.slice),
                                   lsc_timeline_text (timeline, lane->name[spot.slice]))
              .node != LSC_SLICE_NONE;
    }
  g_print ("look-ups (%" G_GSIZE_FORMAT " found):\n", found);
  bench_report ("slice by point, next, self time, by name and times",
                (thread_seconds () - begin) / n * 1e6, 1000, "us");
}

int
main (int argc, char *argv[])
{
  gboolean is_quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  gsize total = is_quick ? 1000000 : 10000000;
  LscTimeline *timeline;
  double seconds;

  setlocale (LC_ALL, "");
  timeline = build (total, &seconds);
  g_print ("store of %u slices on %d lanes:\n", timeline->n_slices, N_LANES);
  bench_report ("building, presorted", seconds / timeline->n_slices * 1e9, 50, "ns/slice");
  bench_report ("columns and pyramid",
                (double) lsc_timeline_get_memory_bytes (timeline) / timeline->n_slices, 32,
                "B/slice");
  bench_draw (timeline);
  bench_range (timeline);
  bench_search (timeline);
  bench_look_up (timeline);
  lsc_timeline_unref (timeline);
  return bench_get_exit_status ();
}
