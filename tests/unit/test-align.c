/* test-align.c - offsets between ranks, and who waited for whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-align.h"
#include "test-step-support.h"

/* A rank with collectives that end at the given times, @offset later; durations rise by 10. */
static LscTimeline *
make_rank (gint64 rank, guint lane, const char *operation, const gint64 *ends, guint n,
           gint64 offset)
{
  g_autofree Event *events = g_new0 (Event, n + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  LscTimeline *timeline;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (names, g_strdup_printf ("%s__%03d_%u_1", operation, 865, i));
      events[i] = (Event){ lane, g_ptr_array_index (names, i), LSC_SLICE_COMM_OP,
                           ends[i] + offset - 10 * (i + 1) * (rank + 1), ends[i] + offset };
    }
  timeline = test_timeline_new (events, n, NULL, 0, NULL, 0);
  timeline->rank = rank;
  return timeline;
}

static void
free_ranks (LscTimeline **ranks, guint n)
{
  for (guint i = 0; i < n; i++)
    lsc_timeline_unref (ranks[i]);
}

static LscClocks *
align (LscTimeline *const *ranks, guint n)
{
  return lsc_align_ranks (ranks, n, 0, NULL);
}

static void
test_median (void)
{
  static const gint64 base[] = { 10000, 20000, 30000, 40000, 50000 };
  static const gint64 other[] = { 10002, 20001, 30000, 40004, 50900 }; /* one straggler */
  LscTimeline *ranks[] = {
    make_rank (0, GROUP_TP, "hcom_allReduce", base, 5, 0),
    make_rank (1, GROUP_TP, "hcom_allReduce", other, 5, 5000000),
  };
  g_autoptr (LscClocks) clocks = align (ranks, 2);
  const LscClock *clock = &clocks->clocks[1];

  g_assert_cmpuint (clocks->n_clocks, ==, 2);
  g_assert_cmpint (clock->refusal, ==, LSC_CLOCK_NOT_REFUSED);
  g_assert_cmpint (clock->source, ==, LSC_CLOCK_COLLECTIVES);
  g_assert_cmpint (clock->rank, ==, 1);
  g_assert_cmpuint (clock->n_messages, ==, 5);
  g_assert_cmpint (clock->offset_ns, ==, 5000002);
  g_assert_cmpint (clock->p10_ns, ==, 5000000);
  g_assert_cmpint (clock->p90_ns, ==, 5000900);
  g_assert_cmpint (clocks->clocks[0].offset_ns, ==, 0);
  free_ranks (ranks, 2);
}

static void
check_refused (const char *operation, const gint64 *base, const gint64 *other, guint n,
               LscClockRefusal refusal)
{
  LscTimeline *ranks[] = {
    make_rank (0, GROUP_TP, operation, base, n, 0),
    make_rank (1, GROUP_TP, operation, other, n, 0),
  };
  g_autoptr (LscClocks) clocks = align (ranks, 2);

  g_assert_cmpint (clocks->clocks[1].refusal, ==, refusal);
  g_assert_cmpint (clocks->clocks[1].source, ==, LSC_CLOCK_UNKNOWN);
  g_assert_cmpint (clocks->clocks[1].offset_ns, ==, 0);
  free_ranks (ranks, 2);
}

static void
test_refusals (void)
{
  static const gint64 base[] = { 10000000, 20000000, 30000000, 40000000 };
  static const gint64 same[] = { 10000001, 20000001, 30000001, 40000001 };
  static const gint64 wide[] = { 10000000, 20000000, 31500000, 42000000 };
  g_autoptr (LscClocks) none = NULL;

  check_refused ("hcom_allReduce", base, same, 2, LSC_CLOCK_TOO_FEW);  /* too few */
  check_refused ("hcom_allReduce", base, wide, 4, LSC_CLOCK_DISAGREE); /* they disagree */
  check_refused ("hcom_send", base, same, 4, LSC_CLOCK_TOO_FEW); /* members do not leave together */
  check_refused ("hcom_broadcast", base, same, 4, LSC_CLOCK_TOO_FEW);
  none = align (NULL, 0);
  g_assert_cmpuint (none->n_clocks, ==, 0);
}

/* Ranks 0 and 1 share a group, 1 and 2 another: 2 is aligned through 1. */
static void
test_chain (void)
{
  static const gint64 tp[] = { 10000, 20000, 30000 };
  static const gint64 pp[] = { 11000, 21000, 31000 };
  Event events[6];
  LscTimeline *ranks[3];
  g_autoptr (LscClocks) clocks = NULL;

  for (guint i = 0; i < 3; i++)
    {
      events[i] = (Event){ GROUP_TP, "hcom_allGather__1_0_1", LSC_SLICE_COMM_OP, tp[i] - 5 + 700,
                           tp[i] + 700 };
      events[3 + i] = (Event){ GROUP_PP, "hcom_allGather__1_0_1", LSC_SLICE_COMM_OP,
                               pp[i] - 5 + 700, pp[i] + 700 };
    }
  ranks[0] = make_rank (0, GROUP_TP, "hcom_allGather", tp, 3, 0);
  ranks[1] = test_timeline_new (events, 6, NULL, 0, NULL, 0);
  ranks[1]->rank = 1;
  ranks[2] = make_rank (2, GROUP_PP, "hcom_allGather", pp, 3, 900);
  clocks = align (ranks, 3);
  g_assert_cmpint (clocks->clocks[1].offset_ns, ==, 700);
  g_assert_cmpint (clocks->clocks[2].offset_ns, ==, 900);
  g_assert_cmpint (clocks->clocks[2].source, ==, LSC_CLOCK_COLLECTIVES);
  free_ranks (ranks, 3);
}

static void
test_by_slice (void)
{
  static const Event base[] = {
    { STREAM_A, "k", LSC_SLICE_CUBE, 100, 110 },
    { STREAM_B, "k", LSC_SLICE_CUBE, 150, 170 },
    { STREAM_A, "k", LSC_SLICE_CUBE, 200, 210 },
  };
  static const Event other[] = {
    { STREAM_B, "k", LSC_SLICE_CUBE, 1100, 1150 },
    { STREAM_A, "k", LSC_SLICE_CUBE, 1160, 1190 },
  };
  g_autoptr (LscTimeline) a = test_timeline_new (base, 3, NULL, 0, NULL, 0);
  g_autoptr (LscTimeline) b = test_timeline_new (other, 2, NULL, 0, NULL, 0);
  guint32 stream_a = lsc_timeline_find_path (a, "Group 13/Stream 2");
  guint32 stream_b = lsc_timeline_find_path (a, "Group 13/Stream 3");
  gint64 offset = 0;

  g_assert_cmpuint (stream_a, !=, LSC_SLICE_NONE);
  g_assert_true (lsc_align_by_slice (a, (LscSpot){ stream_a, 0 }, b, FALSE, &offset));
  g_assert_cmpint (offset, ==, 1000);
  g_assert_true (lsc_align_by_slice (a, (LscSpot){ stream_b, 0 }, b, FALSE, &offset));
  g_assert_cmpint (offset, ==, 1010);
  g_assert_true (lsc_align_by_slice (a, (LscSpot){ stream_b, 0 }, b, TRUE, &offset));
  g_assert_cmpint (offset, ==, 1020);
  g_assert_false (lsc_align_by_slice (a, (LscSpot){ stream_a, 1 }, b, FALSE, &offset));
}

static gint64
get_int (const LscTable *table, gsize row, const char *column)
{
  return lsc_table_get (table, row, (guint) lsc_table_find_column (table, column)).integer;
}

static void
test_waits (void)
{
  static const gint64 ends[] = { 10000, 20000, 30000 };
  LscTimeline *ranks[] = {
    make_rank (0, GROUP_TP, "hcom_allReduce", ends, 3, 0),
    make_rank (1, GROUP_TP, "hcom_allReduce", ends, 3, 123),
    make_rank (2, GROUP_PP, "hcom_allReduce", ends, 3, 0),
  };
  g_autoptr (LscTable) table = lsc_align_wait_table (ranks, 3);
  g_autoptr (LscTable) groups = lsc_align_group_wait_table (ranks, 3);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 9);
  for (gsize row = 0; row < 6; row++)
    {
      gint64 index = get_int (table, row, "index");

      g_assert_cmpint (get_int (table, row, "loaded"), ==, 2);
      g_assert_cmpint (get_int (table, row, "members_missing"), ==, 0);
      g_assert_cmpint (get_int (table, row, "wait_ns"), ==,
                       get_int (table, row, "rank") == 0 ? 0 : 10 * (index + 1));
    }
  for (gsize row = 6; row < 9; row++)
    {
      g_assert_cmpint (get_int (table, row, "members_missing"), ==, 1);
      g_assert_true (
          lsc_table_get (table, row, (guint) lsc_table_find_column (table, "wait_ns")).is_null);
    }
  g_assert_cmpuint (lsc_table_get_n_rows (groups), ==, 2);
  g_assert_cmpint (get_int (groups, 1, "dur_ns"), ==, 120);
  g_assert_cmpint (get_int (groups, 1, "wait_ns"), ==, 60);
  g_assert_cmpint (get_int (groups, 1, "net_wait_ns"), ==, 60);
  free_ranks (ranks, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/align/median", test_median);
  g_test_add_func ("/align/refusals", test_refusals);
  g_test_add_func ("/align/chain", test_chain);
  g_test_add_func ("/align/by-slice", test_by_slice);
  g_test_add_func ("/align/waits", test_waits);
  return g_test_run ();
}
