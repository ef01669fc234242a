/* test-timeline-extent.c - stray slices and samples of whole timelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-step-support.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)
#define YEAR (365 * DAY)
#define NOW (G_GINT64_CONSTANT (1760000000) * SECOND)

enum
{
  N_EVENTS = 40,
};

/* Kernels every us on one stream, the last two or one of them elsewhere. */
static LscTimeline *
make_timeline (const LscInterval *strays, gsize n_strays)
{
  Event events[N_EVENTS];

  for (gsize i = 0; i < N_EVENTS; i++)
    {
      gint64 start = NOW + (gint64) i * 1000;

      events[i] = (Event){ STREAM_A, "MatMul", LSC_SLICE_CUBE, start, start + 600 };
      if (i >= N_EVENTS - n_strays)
        events[i] = (Event){ i % 2 == 0 ? STREAM_A : STREAM_B, "Lost", LSC_SLICE_CUBE,
                             strays[N_EVENTS - 1 - i].begin_ns, strays[N_EVENTS - 1 - i].end_ns };
    }
  return test_timeline_new (events, N_EVENTS, NULL, 0, NULL, 0);
}

/* (transfer full): counts of the problems that tell of stray events, in their order: "2, 1" */
static char *
get_told (const LscTimeline *timeline)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (timeline->notices);
  GString *counts = g_string_new (NULL);

  for (guint i = 0; i < notices->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (notices, i);

      if (g_str_equal (notice->code, "stray-event"))
        g_string_append_printf (counts, "%s%" G_GINT64_FORMAT, counts->len > 0 ? ", " : "",
                                notice->count);
    }
  return g_string_free (counts, FALSE);
}

static void
check_told (const LscTimeline *timeline, const char *expected)
{
  g_autofree char *told = get_told (timeline);

  g_assert_cmpstr (told, ==, expected);
}

/* The sentence of a problem, in words. */
static void
check_sentence (const LscTimeline *timeline, guint nth, const char *begin)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < notices->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (notices, i);

      if (g_str_equal (notice->code, "stray-event") && nth-- == 0)
        {
          if (!g_str_has_prefix (notice->what, begin))
            g_assert_cmpstr (notice->what, ==, begin);
          return;
        }
    }
  g_assert_not_reached ();
}

static gsize
count_free (const LscTimeline *timeline)
{
  gsize n = 0;

  for (guint i = 0; i < timeline->nodes->len; i++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, i)->lane;

      for (gsize k = 0; lane && k < lane->n; k++)
        n += lane->kind[k] == LSC_SLICE_FREE;
    }
  return n;
}

static void
check_timeline (const LscInterval *strays, gsize n_strays, const char *told)
{
  g_autoptr (LscTimeline) timeline = make_timeline (strays, n_strays);
  gint64 n = (gint64) (N_EVENTS - n_strays);
  const LscOverlapSums *all;

  test_timeline_complete (timeline);
  g_assert_true (timeline->has_strays);
  check_told (timeline, told);
  g_assert_cmpint (timeline->main_begin_ns, ==, NOW);
  g_assert_cmpint (timeline->main_end_ns, ==, NOW + n * 1000 - 400);
  all = &test_overlap (timeline)->all;
  g_assert_cmpint (all->computing_ns, ==, n * 600);
  g_assert_cmpint (all->free_ns, ==, (n - 1) * 400);
  g_assert_cmpint (all->free_extended_ns, ==, (n - 1) * 400);
  g_assert_cmpuint (test_dispatch (timeline)->gaps.n, ==, n - 1);
  g_assert_cmpuint (count_free (timeline), ==, n - 1);
  g_assert_cmpint (timeline->begin_ns, ==, MIN (NOW, strays[n_strays - 1].begin_ns));
}

static void
test_timelines (void)
{
  const LscInterval at_zero = { 0, 1 }, ahead = { NOW + 56 * YEAR, NOW + 56 * YEAR + 7 };
  const LscInterval from_past = { NOW - 50 * 24 * HOUR, NOW + 5 };
  const LscInterval both[] = { ahead, at_zero };
  const LscInterval across = { NOW - 50 * 24 * HOUR, NOW + 50 * 24 * HOUR };

  check_timeline (&at_zero, 1, "1");
  check_timeline (&ahead, 1, "1");
  check_timeline (&from_past, 1, "1");
  check_timeline (both, 2, "1, 1");
  check_timeline (&across, 1, "1");
}

static void
test_ordinary_timeline (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline (NULL, 0);

  test_timeline_complete (timeline);
  g_assert_false (timeline->has_strays);
  check_told (timeline, "");
  g_assert_cmpint (timeline->main_begin_ns, ==, timeline->begin_ns);
  g_assert_cmpint (timeline->main_end_ns, ==, timeline->end_ns);
}

/* Samples stretch nothing, but are told. */
static void
test_samples (void)
{
  for (int n_far = 0; n_far < 12; n_far++)
    {
      g_autoptr (LscTimeline) timeline = make_timeline (NULL, 0);
      guint32 node = lsc_timeline_add_counter (timeline, 0, LSC_ROLE_COUNTER, "HBM");
      g_autofree char *expected = NULL;
      LscCounter *series = lsc_counter_new ("Read", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_BYTES);

      for (int i = 0; i < 20; i++)
        lsc_samples_append (&series->samples,
                            (LscSample){ i < n_far ? i : NOW + i * 1000, (double) i });
      lsc_counter_seal (series);
      g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, series);
      test_timeline_complete (timeline);
      expected = n_far > 0 ? g_strdup_printf ("%d", n_far) : g_strdup ("");
      check_told (timeline, expected);
      g_assert_cmpint (timeline->main_begin_ns, ==, NOW);
    }
}

/* A series that is an hour or a day away is how the recording is; a month is not. */
static void
test_far_series (void)
{
  static const gint64 distances[] = { 10 * HOUR, 20 * DAY, 60 * DAY, -60 * DAY };

  for (gsize i = 0; i < G_N_ELEMENTS (distances); i++)
    {
      g_autoptr (LscTimeline) timeline = make_timeline (NULL, 0);
      guint32 node = lsc_timeline_add_counter (timeline, 0, LSC_ROLE_COUNTER, "HBM");

      for (int k = 0; k < 2; k++)
        {
          LscCounter *series =
              lsc_counter_new (k == 0 ? "Read" : "Write", LSC_COUNTER_LINE, LSC_COUNTER_UNIT_BYTES);

          for (int n = 0; n < 40; n++)
            lsc_samples_append (&series->samples,
                                (LscSample){ NOW + distances[i] + n * SECOND, (double) n });
          lsc_counter_seal (series);
          g_ptr_array_add (lsc_timeline_get_node (timeline, node)->series, series);
        }
      test_timeline_complete (timeline);
      check_told (timeline, ABS (distances[i]) > 30 * DAY ? "80" : "");
      g_assert_cmpint (timeline->main_end_ns - timeline->main_begin_ns, <, SECOND);
    }
}

/* A quarter of the slices lies two years ahead: the calls of another day, told of in one sentence
 * with the first of them. */
static void
test_another_day (void)
{
  Event events[32];
  g_autoptr (LscTimeline) timeline = NULL;
  const LscOverlapSums *all;

  for (int i = 0; i < 32; i++)
    {
      gboolean is_other = i % 4 == 3;
      gint64 start = NOW + i * 1000 + (is_other ? 2 * YEAR + 50 * SECOND * (i % 8) : 0);

      events[i] = (Event){ is_other ? CANN_MAIN : STREAM_A, is_other ? "Late" : "MatMul",
                           is_other ? LSC_SLICE_CANN_ACL : LSC_SLICE_CUBE, start, start + 600 };
    }
  timeline = test_timeline_new (events, 32, NULL, 0, NULL, 0);
  test_timeline_complete (timeline);
  g_assert_true (timeline->has_strays);
  g_assert_cmpint (timeline->main_begin_ns, ==, NOW);
  g_assert_cmpint (timeline->main_end_ns, ==, NOW + 30 * 1000 + 600);
  all = &test_overlap (timeline)->all;
  g_assert_cmpint (all->computing_ns, ==, 24 * 600);
  check_told (timeline, "8");
  check_sentence (timeline, 0, "8 events are far from all others; the first, “Late” of Rank 0/");
}

/* Events that are all years apart are told of by their number. */
static void
test_many_clusters (void)
{
  LscInterval strays[9];
  g_autoptr (LscTimeline) timeline = NULL;

  for (int i = 0; i < 9; i++)
    strays[i] = (LscInterval){ NOW + (9 - i) * 60 * DAY, NOW + (9 - i) * 60 * DAY + 5 };
  timeline = make_timeline (strays, 9);
  test_timeline_complete (timeline);
  check_told (timeline, "1, 1, 1, 1, 1, 4");
  check_sentence (timeline, 0, "1 event is far from all others: “Lost” of Rank 0/");
  check_sentence (timeline, 5, "4 more events are far from all others");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-extent/strays", test_timelines);
  g_test_add_func ("/timeline-extent/ordinary", test_ordinary_timeline);
  g_test_add_func ("/timeline-extent/samples", test_samples);
  g_test_add_func ("/timeline-extent/far-series", test_far_series);
  g_test_add_func ("/timeline-extent/another-day", test_another_day);
  g_test_add_func ("/timeline-extent/many-clusters", test_many_clusters);
  return g_test_run ();
}
