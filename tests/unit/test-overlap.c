/* test-overlap.c - computing, communication and free time of small timelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "test-step-support.h"

static LscTimeline *
complete (const Event *events, gsize n)
{
  LscTimeline *timeline = test_timeline_new (events, n, NULL, 0, NULL, 0);

  test_timeline_complete (timeline);
  return timeline;
}

/* Kernels on two streams, a collective that half overlaps, a copy and a wait that are neither. */
static const Event mixed[] = {
  { STREAM_A, "k1", LSC_SLICE_CUBE, 100, 200 },
  { STREAM_A, "k2", LSC_SLICE_VECTOR, 200, 250 }, /* touches: merged */
  { STREAM_B, "k3", LSC_SLICE_AI_CPU, 150, 300 },
  { STREAM_B, "empty", LSC_SLICE_CUBE, 50, 50 }, /* s != e */
  { STREAM_B, "copy", LSC_SLICE_COPY, 320, 350 },
  { STREAM_B, "task", LSC_SLICE_COMM_TASK, 360, 380 },
  { STREAM_B, "driver", LSC_SLICE_SCHEDULE, 360, 370 },
  { GROUP_TP, "hcom_allReduce__1_0_1", LSC_SLICE_COMM_OP, 280, 310 },
  { STREAM_A, "k4", LSC_SLICE_MIX, 400, 450 },
};

static void
test_sums (void)
{
  g_autoptr (LscTimeline) timeline = complete (mixed, G_N_ELEMENTS (mixed));
  const LscOverlap *overlap = test_overlap (timeline);
  const LscOverlapSums *all = &overlap->all;

  g_assert_cmpuint (overlap->computing.n, ==, 2);
  g_assert_cmpint (all->computing_ns, ==, 250);
  g_assert_cmpint (all->communication_ns, ==, 30);
  g_assert_cmpint (all->not_overlapped_ns, ==, 10);
  g_assert_cmpint (all->overlapped_ns, ==, 20);
  g_assert_cmpint (all->free_ns, ==, 90);
  g_assert_cmpint (all->begin_ns, ==, 100);
  g_assert_cmpint (all->end_ns, ==, 450);
  g_assert_cmpuint (overlap->steps.n, ==, 1);
  g_assert_false (overlap->steps.items[0].has_step);
}

static void
test_lanes (void)
{
  g_autoptr (LscTimeline) timeline = complete (mixed, G_N_ELEMENTS (mixed));
  guint32 group = lsc_timeline_get_node (timeline, 0)->first_child;
  guint32 lane = lsc_timeline_find_path (timeline, "Overlap Analysis/Free");
  const LscNode *free_lane;

  g_assert_cmpint (lsc_timeline_get_node (timeline, group)->role, ==, LSC_ROLE_OVERLAP);
  g_assert_cmpuint (lsc_timeline_get_node (timeline, group)->flags & LSC_NODE_COLLAPSED, ==, 0);
  g_assert_cmpuint (lane, !=, LSC_SLICE_NONE);
  free_lane = lsc_timeline_get_node (timeline, lane);
  g_assert_cmpuint (free_lane->lane->n, ==, 1);
  g_assert_cmpint (free_lane->lane->start_ns[0], ==, 310);
  g_assert_cmpint (free_lane->lane->kind[0], ==, LSC_SLICE_FREE);
}

/* Lanes that would hold nothing are not there: no communication was recorded. */
static void
test_no_communication (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 300, 400 },
  };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 2, NULL, 0, NULL, 0);

  test_timeline_complete (timeline);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Overlap Analysis/Computing"), !=,
                    LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Overlap Analysis/Communication"), ==,
                    LSC_SLICE_NONE);
  g_assert_cmpuint (
      lsc_timeline_find_path (timeline, "Overlap Analysis/Communication(Not Overlapped)"), ==,
      LSC_SLICE_NONE);
}

/* Head and tail of the extended rule stand in the lane of free time, as edges. */
static void
test_extended (void)
{
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (mixed, G_N_ELEMENTS (mixed), NULL, 0, NULL, 0);
  const LscOverlap *overlap;
  const LscLane *lane;

  timeline->has_extended = TRUE;
  timeline->extended_begin_ns = 40;
  timeline->extended_end_ns = 470;
  test_timeline_complete (timeline);
  overlap = test_overlap (timeline);
  g_assert_true (overlap->all.has_extended);
  g_assert_cmpint (overlap->all.free_ns, ==, 90);
  g_assert_cmpint (overlap->all.free_extended_ns, ==, 90 + 60 + 20);
  lane =
      lsc_timeline_get_node (timeline, lsc_timeline_find_path (timeline, "Overlap Analysis/Free"))
          ->lane;
  g_assert_cmpuint (lane->n, ==, 3);
  g_assert_cmpint (lane->kind[0], ==, LSC_SLICE_FREE_EDGE);
  g_assert_cmpint (lane->kind[1], ==, LSC_SLICE_FREE);
  g_assert_cmpint (lane->kind[2], ==, LSC_SLICE_FREE_EDGE);
}

/* Unknown is NULL with a reason, never 0. */
static void
test_unknown (void)
{
  static const Event host[] = { { MAIN, "aten::add", LSC_SLICE_OP, 0, 100 } };
  g_autoptr (LscTimeline) timeline = complete (host, 1);
  g_autoptr (LscTimeline) device = complete (mixed, G_N_ELEMENTS (mixed));
  g_autoptr (LscTable) none = lsc_overlap_get_table (timeline, test_overlap (timeline));
  g_autoptr (LscTable) some = lsc_overlap_get_table (device, test_overlap (device));
  static const char *const names[] = { "computing_ns",  "communication_ns", "free_ns",
                                       "overlapped_ns", "free_extended_ns", "step" };

  g_assert_cmpuint (lsc_table_get_n_rows (none), ==, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (lsc_table_get (none, 0, (guint) lsc_table_find_column (none, names[i])).is_null);
  g_assert_false (lsc_table_get (none, 0, (guint) lsc_table_find_column (none, "reason")).is_null);
  g_assert_cmpuint (lsc_timeline_find_child (timeline, 0, LSC_ROLE_OVERLAP), ==, LSC_SLICE_NONE);
  g_assert_nonnull (test_dispatch (timeline)->reason);

  g_assert_false (lsc_table_get (some, 0, (guint) lsc_table_find_column (some, "free_ns")).is_null);
  g_assert_true (
      lsc_table_get (some, 0, (guint) lsc_table_find_column (some, "free_extended_ns")).is_null);
  g_assert_false (lsc_table_get (some, 0, (guint) lsc_table_find_column (some, "reason")).is_null);
}

/* Two steps; the host runs ahead, and a copy of the second overtakes kernels of the first. */
static const Event ahead[] = {
  { CANN_MAIN, "launch1", LSC_SLICE_CANN_NODE, 1000, 1010 },
  { CANN_MAIN, "launch2", LSC_SLICE_CANN_NODE, 1020, 1030 },
  { CANN_MAIN, "launch3", LSC_SLICE_CANN_NODE, 1100, 1110 },
  { CANN_MAIN, "launch4", LSC_SLICE_CANN_NODE, 1120, 1130 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 1050, 1300 },
  { STREAM_A, "k2", LSC_SLICE_CUBE, 1350, 1500 },
  { STREAM_B, "copy3", LSC_SLICE_COPY, 1150, 1200 },
  { STREAM_A, "k4", LSC_SLICE_CUBE, 1520, 1600 },
  { GROUP_PP, "hcom_receive__7_0_1", LSC_SLICE_COMM_OP, 1550, 1700 },
  { GROUP_PP, "hcom_receive__7_1_1", LSC_SLICE_COMM_OP, 1560, 1700 },
};

static const Link ahead_links[] = {
  { 0, 4, LSC_LINK_LAUNCH },
  { 1, 5, LSC_LINK_LAUNCH },
  { 2, 6, LSC_LINK_LAUNCH },
  { 3, 7, LSC_LINK_LAUNCH },
};

static const LscStep ahead_steps[] = { { 5, 990, 1090 }, { 6, 1090, 1200 } };

static void
test_steps (void)
{
  g_autoptr (LscTimeline) timeline = test_timeline_new (ahead, G_N_ELEMENTS (ahead), ahead_links,
                                                        G_N_ELEMENTS (ahead_links), ahead_steps, 2);
  const LscOverlapSums *first, *second;
  LscSpot spot;
  gint64 step = 0;

  test_timeline_complete (timeline);
  g_assert_cmpuint (test_overlap (timeline)->steps.n, ==, 2);
  first = &test_overlap (timeline)->steps.items[0];
  second = &test_overlap (timeline)->steps.items[1];
  g_assert_cmpint (first->step, ==, 5);
  g_assert_cmpint (first->computing_ns, ==, 400);
  g_assert_cmpint (first->free_ns, ==, 50);
  g_assert_cmpint (first->preparing_ns, ==, 60);
  g_assert_cmpint (first->pp_send_receive_ns, ==, 0);
  g_assert_cmpint (second->step, ==, 6);
  g_assert_cmpint (second->computing_ns, ==, 80);
  /* the receives start in the extent only if something launched by the step ends later */
  g_assert_cmpint (second->begin_ns, ==, 1520);
  g_assert_cmpint (second->bubble_ns, ==, 150);
  g_assert_cmpint (second->stage_ns, ==, 30);
  g_assert_cmpint (second->pp_send_receive_ns, ==, 150);
  g_assert_cmpint (test_overlap (timeline)->device->rule, !=, LSC_STEPS_UNLINKED);

  spot = lsc_timeline_get_spot (timeline, test_timeline_find (timeline, "k2"));
  g_assert_true (lsc_timeline_find_step (timeline, spot, &step));
  g_assert_cmpint (step, ==, 5); /* on the device, though the host is in step 6 by then */
  spot = lsc_timeline_get_spot (timeline, test_timeline_find (timeline, "launch4"));
  g_assert_true (lsc_timeline_find_step (timeline, spot, &step));
  g_assert_cmpint (step, ==, 6);
}

/* Work of the second step starts on another stream while a kernel of the first still runs. */
static void
test_concurrent_steps (void)
{
  static const Event events[] = {
    { CANN_MAIN, "launch1", LSC_SLICE_CANN_NODE, 10, 15 },
    { CANN_MAIN, "launch2", LSC_SLICE_CANN_NODE, 60, 65 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 20, 100 },
    { STREAM_B, "k2", LSC_SLICE_CUBE, 70, 90 },
  };
  static const Link links[] = { { 0, 2, LSC_LINK_LAUNCH }, { 1, 3, LSC_LINK_LAUNCH } };
  static const LscStep steps[] = { { 1, 0, 50 }, { 2, 50, 80 } };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 4, links, 2, steps, 2);
  const LscOverlapSums *sums;

  test_timeline_complete (timeline);
  sums = test_overlap (timeline)->steps.items;
  g_assert_cmpint (sums[0].computing_ns, ==, 80);
  g_assert_cmpint (sums[1].computing_ns, ==, 20);
}

/* A launch belongs to the step of its operator, however late a thread of its own hands it on. */
static void
test_step_of_op (void)
{
  static const Event events[] = {
    { MAIN, "aten::mul", LSC_SLICE_OP, 10, 20 },
    { MAIN, "aten::add", LSC_SLICE_OP, 60, 70 },
    { CANN_DEQUEUE, "launch1", LSC_SLICE_CANN_NODE, 80, 85 },
    { CANN_DEQUEUE, "launch2", LSC_SLICE_CANN_NODE, 90, 95 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 100, 110 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 130, 140 },
  };
  static const Link links[] = {
    { 0, 2, LSC_LINK_OP_LAUNCH },
    { 1, 3, LSC_LINK_OP_LAUNCH },
    { 2, 4, LSC_LINK_LAUNCH },
    { 3, 5, LSC_LINK_LAUNCH },
  };
  static const LscStep steps[] = { { 1, 0, 50 }, { 2, 50, 100 } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), steps, 2);

  test_timeline_complete (timeline);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (test_overlap (timeline)->steps.items[i].computing_ns, ==, 10);
}

/* A step ends before its end: what is launched at that moment, or in a pause behind it, belongs to
 * none. Steps 1 and 2 have k0 and k49, and k60. */
static void
test_launches_at_the_ends (void)
{
  static const Event events[] = {
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 0, 2 },
    { CANN_MAIN, "l49", LSC_SLICE_CANN_NODE, 49, 50 },
    { CANN_MAIN, "l50", LSC_SLICE_CANN_NODE, 50, 52 },
    { CANN_MAIN, "l60", LSC_SLICE_CANN_NODE, 60, 62 },
    { CANN_MAIN, "l100", LSC_SLICE_CANN_NODE, 100, 102 },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 110, 111 },
    { STREAM_A, "k49", LSC_SLICE_CUBE, 120, 122 },
    { STREAM_A, "k60", LSC_SLICE_CUBE, 130, 134 },
    { STREAM_A, "k50", LSC_SLICE_CUBE, 200, 208 },
    { STREAM_A, "k100", LSC_SLICE_CUBE, 210, 226 },
  };
  static const Link links[] = {
    { 0, 5, LSC_LINK_LAUNCH }, { 1, 6, LSC_LINK_LAUNCH }, { 3, 7, LSC_LINK_LAUNCH },
    { 2, 8, LSC_LINK_LAUNCH }, { 4, 9, LSC_LINK_LAUNCH },
  };
  static const LscStep steps[] = { { 1, 0, 50 }, { 2, 60, 100 } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), steps, 2);
  const LscOverlapSums *sums;

  test_timeline_complete (timeline);
  sums = test_overlap (timeline)->steps.items;
  g_assert_cmpint (sums[0].computing_ns, ==, 3);
  g_assert_cmpint (sums[1].computing_ns, ==, 4);
  g_assert_cmpint (test_overlap (timeline)->outside_ns, ==, 24);
}

static char *
find_notice (const LscTimeline *timeline, const char *code)
{
  for (gsize i = 0; i < lsc_notices_get_count (timeline->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (timeline->notices, i);

      if (g_str_equal (notice->code, code))
        return lsc_notice_to_text (notice);
    }
  return NULL;
}

/* Without launches steps are cut by host times, and the timeline says so. */
static void
test_steps_by_host (void)
{
  static const Event events[] = {
    { STREAM_A, "k1", LSC_SLICE_CUBE, 10, 20 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 55, 75 },
    { STREAM_A, "k3", LSC_SLICE_CUBE, 120, 125 },
  };
  static const LscStep steps[] = { { 1, 0, 50 }, { 2, 50, 100 } };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 3, NULL, 0, steps, 2);
  g_autofree char *said = NULL;

  test_timeline_complete (timeline);
  g_assert_cmpint (test_overlap (timeline)->device->rule, ==, LSC_STEPS_UNLINKED);
  g_assert_cmpint (test_overlap (timeline)->steps.items[0].computing_ns, ==, 10);
  g_assert_cmpint (test_overlap (timeline)->steps.items[1].computing_ns, ==, 25);
  said = find_notice (timeline, "steps-by-host");
  g_assert_nonnull (said);
}

/* Work that runs before what the first step launched and after the last step, and gaps of both:
 * counted by the recording alone, and told. The steps have k1 and k2. */
static void
test_outside_steps (void)
{
  static const Event events[] = {
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 100, 105 },
    { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 155, 160 },
    { STREAM_A, "early", LSC_SLICE_CUBE, 80, 110 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 120, 140 },
    { STREAM_A, "k1b", LSC_SLICE_CUBE, 145, 150 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 170, 195 },
    { STREAM_A, "late", LSC_SLICE_CUBE, 240, 260 },
    { CANN_MAIN, "l3", LSC_SLICE_CANN_NODE, 210, 215 },
  };
  static const Link links[] = { { 0, 3, LSC_LINK_LAUNCH },
                                { 0, 4, LSC_LINK_LAUNCH },
                                { 1, 5, LSC_LINK_LAUNCH },
                                { 7, 6, LSC_LINK_LAUNCH } };
  static const LscStep steps[] = { { 1, 100, 150 }, { 2, 150, 200 } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), steps, 2);
  g_autoptr (LscTimeline) without =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), NULL, 0);
  g_autofree char *text = NULL;
  const LscGaps *gaps;

  test_timeline_complete (timeline);
  g_assert_cmpint (test_overlap (timeline)->outside_ns, ==, 50);
  g_assert_cmpint (test_overlap (timeline)->device->before.n_kernels, ==, 1);
  g_assert_cmpint (test_overlap (timeline)->device->after.n_kernels, ==, 1);
  text = find_notice (timeline, "kernels-outside-steps");
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "50 ns of 100 ns of kernels"));
  gaps = &test_dispatch (timeline)->gaps;
  g_assert_cmpuint (gaps->n, ==, 6);
  for (gsize i = 0; i < gaps->n; i++)
    {
      gint64 step = 0;

      lsc_dispatch_find_step (test_dispatch (timeline), &gaps->items[i], &step);
      g_assert_cmpint (step, ==, gaps->items[i].begin_ns == 140 ? 1 : 0);
    }
  test_timeline_complete (without);
  g_assert_cmpint (test_overlap (without)->outside_ns, ==, 0);
  g_assert_null (find_notice (without, "kernels-outside-steps"));
}

/* A host that is ahead: steps 1 and 2 begin with k1 and k2 and the last ends with its own last
 * task, a copy. The copy of step 2 that runs ahead begins nothing; what has no launch belongs to
 * the step around it on its stream, and in front of the first that has one to none. Step 3 asked
 * for nothing.
 */
static void
test_device_steps (void)
{
  static const Event events[] = {
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 10, 12 },
    { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 30, 32 },
    { CANN_MAIN, "l3", LSC_SLICE_CANN_NODE, 34, 36 },
    { STREAM_A, "old", LSC_SLICE_CUBE, 0, 60 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 60, 100 },
    { STREAM_A, "k1b", LSC_SLICE_CUBE, 110, 150 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 160, 170 },
    { STREAM_B, "ahead", LSC_SLICE_COPY, 70, 80 },
    { STREAM_B, "after", LSC_SLICE_COPY, 180, 190 },
  };
  static const Link links[] = {
    { 0, 4, LSC_LINK_LAUNCH },
    { 1, 6, LSC_LINK_LAUNCH },
    { 2, 7, LSC_LINK_LAUNCH },
  };
  static const LscStep steps[] = { { 1, 5, 25 }, { 2, 25, 45 }, { 3, 45, 65 } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), steps, 3);
  const LscDeviceSteps *device;
  const LscDeviceStep *step;

  test_timeline_complete (timeline);
  device = test_overlap (timeline)->device;
  step = device->steps.items;
  g_assert_cmpint (device->rule, ==, LSC_STEPS_BY_DEVICE);
  g_assert_cmpint (step[0].begin_ns, ==, 60);
  g_assert_cmpint (step[0].end_ns, ==, 160);
  g_assert_cmpint (step[0].tasks.n_kernels, ==, 2);
  g_assert_cmpint (lsc_device_step_get_lead_begin_ns (&step[0]), ==, 55);
  g_assert_cmpint (lsc_device_step_get_lead_end_ns (&step[0]), ==, 125);
  g_assert_cmpint (step[1].begin_ns, ==, 160);
  g_assert_cmpint (step[1].end_ns, ==, 190);
  g_assert_cmpint (step[1].tasks.n_copies, ==, 2);
  g_assert_cmpint (step[2].begin_ns, ==, step[2].end_ns);
  g_assert_cmpint (device->before.n_kernels, ==, 1);
  g_assert_cmpint (device->before.end_ns, ==, 60);
}

/* Nothing runs beyond the mark in which it was asked for: the host's windows hold it all. */
static void
test_host_steps (void)
{
  static const Event events[] = {
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 10, 12 },
    { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 60, 62 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 20, 50 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 70, 100 },
  };
  static const Link links[] = { { 0, 2, LSC_LINK_LAUNCH }, { 1, 3, LSC_LINK_LAUNCH } };
  static const LscStep steps[] = { { 1, 0, 50 }, { 2, 50, 100 } };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 4, links, 2, steps, 2);
  const LscDeviceSteps *device;

  test_timeline_complete (timeline);
  device = test_overlap (timeline)->device;
  g_assert_cmpint (device->rule, ==, LSC_STEPS_BY_HOST);
  g_assert_cmpint (device->steps.items[1].begin_ns, ==, 50);
  g_assert_cmpint (device->steps.items[1].end_ns, ==, 100);
}

/* A step in which the device did nothing has no figures. */
static void
test_idle_step (void)
{
  static const Event events[] = {
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 110, 115 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 120, 130 },
  };
  static const Link links[] = { { 0, 1, LSC_LINK_LAUNCH } };
  static const LscStep steps[] = { { 1, 0, 100 }, { 2, 100, 200 }, { 3, 200, 300 } };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 2, links, 1, steps, 3);
  g_autoptr (LscTable) table = NULL;
  guint computing;

  test_timeline_complete (timeline);
  table = lsc_overlap_get_table (timeline, test_overlap (timeline));
  computing = (guint) lsc_table_find_column (table, "computing_ns");
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  g_assert_true (lsc_table_get (table, 0, computing).is_null);
  g_assert_cmpint (lsc_table_get (table, 1, computing).integer, ==, 10);
  g_assert_true (lsc_table_get (table, 2, computing).is_null);
}

/* Durations beyond 2^32 ns, and times near the ends of the scale. */
static void
test_extremes (void)
{
  const gint64 second = 1000000000;
  const Event events[] = {
    { STREAM_A, "long", LSC_SLICE_CUBE, 0, 10 * second },
    { GROUP_TP, "hcom_allReduce__1_0_1", LSC_SLICE_COMM_OP, 5 * second, 25 * second },
    { STREAM_A, "late", LSC_SLICE_CUBE, 30 * second, 31 * second },
  };
  g_autoptr (LscTimeline) timeline = complete (events, 3);
  const LscOverlapSums *all = &test_overlap (timeline)->all;

  g_assert_cmpint (all->computing_ns, ==, 11 * second);
  g_assert_cmpint (all->not_overlapped_ns, ==, 15 * second);
  g_assert_cmpint (all->free_ns, ==, 5 * second);
}

/* ---- properties ---------------------------------------------------------------------------- */

#define N_RANDOM 300
#define SPAN 20000

static gsize
make_random (Event *events)
{
  static const LscSliceKind kinds[] = {
    LSC_SLICE_CUBE, LSC_SLICE_VECTOR, LSC_SLICE_COPY, LSC_SLICE_WAIT, LSC_SLICE_COMPUTE,
  };
  static const guint lanes[] = { STREAM_A, STREAM_B, GROUP_TP, GROUP_PP };
  gsize n = (gsize) g_test_rand_int_range (1, N_RANDOM);

  for (gsize i = 0; i < n; i++)
    {
      gint64 start = g_test_rand_int_range (0, SPAN);
      guint lane = lanes[g_test_rand_int_range (0, 4)];

      events[i] =
          (Event){ lane, "e",
                   lane >= GROUP_TP ? LSC_SLICE_COMM_OP : kinds[g_test_rand_int_range (0, 5)],
                   start, start + g_test_rand_int_range (0, 200) };
    }
  return n;
}

/* The same, a nanosecond at a time. */
static void
check_naive (const Event *events, gsize n, const LscOverlapSums *all)
{
  g_autofree guint8 *busy = g_new0 (guint8, SPAN + 400);
  gint64 sums[4] = { 0 };
  gint64 first = -1, last = -1;

  for (gsize i = 0; i < n; i++)
    for (gint64 t = events[i].start; t < events[i].end; t++)
      busy[t] |= lsc_slice_kind_is_computing (events[i].kind) ? 1
                 : events[i].kind == LSC_SLICE_COMM_OP        ? 2
                                                              : 0;
  for (gint64 t = 0; t < SPAN + 400; t++)
    if (busy[t])
      {
        first = first < 0 ? t : first;
        last = t + 1;
      }
  for (gint64 t = first; t >= 0 && t < last; t++)
    sums[busy[t]]++;
  g_assert_cmpint (all->computing_ns, ==, sums[1] + sums[3]);
  g_assert_cmpint (all->communication_ns, ==, sums[2] + sums[3]);
  g_assert_cmpint (all->not_overlapped_ns, ==, sums[2]);
  g_assert_cmpint (all->overlapped_ns, ==, sums[3]);
  g_assert_cmpint (all->free_ns, ==, sums[0]);
}

static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      Event events[N_RANDOM];
      gsize n = make_random (events);
      g_autoptr (LscTimeline) timeline = complete (events, n);
      const LscOverlap *overlap = test_overlap (timeline);
      const LscOverlapSums *all = &overlap->all;
      gint64 middle = g_test_rand_int_range (0, SPAN);
      LscOverlapSums left, right;

      if (!all->has_device)
        continue;
      check_naive (events, n, all);
      g_assert_cmpint (all->end_ns - all->begin_ns, ==,
                       all->computing_ns + all->not_overlapped_ns + all->free_ns);
      left = lsc_overlap_sum_range (overlap, G_MININT64, middle);
      right = lsc_overlap_sum_range (overlap, middle, G_MAXINT64);
      g_assert_cmpint (left.computing_ns + right.computing_ns, ==, all->computing_ns);
      g_assert_cmpint (left.communication_ns + right.communication_ns, ==, all->communication_ns);
      g_assert_cmpint (left.overlapped_ns + right.overlapped_ns, ==, all->overlapped_ns);
      g_assert_cmpint (left.free_ns + right.free_ns, ==, all->free_ns);
      for (gsize i = n - 1; i > 0; i--)
        {
          gsize k = (gsize) g_test_rand_int_range (0, (gint32) i + 1);
          Event event = events[i];

          events[i] = events[k];
          events[k] = event;
        }
      {
        g_autoptr (LscTimeline) shuffled = complete (events, n);

        g_assert_cmpint (test_overlap (shuffled)->all.free_ns, ==, all->free_ns);
        g_assert_cmpint (test_overlap (shuffled)->all.overlapped_ns, ==, all->overlapped_ns);
      }
    }
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (mixed, G_N_ELEMENTS (mixed), NULL, 0, NULL, 0);

  g_cancellable_cancel (cancellable);
  g_assert_false (lsc_timeline_complete (timeline, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overlap/sums", test_sums);
  g_test_add_func ("/overlap/lanes", test_lanes);
  g_test_add_func ("/overlap/no-communication", test_no_communication);
  g_test_add_func ("/overlap/extended", test_extended);
  g_test_add_func ("/overlap/unknown", test_unknown);
  g_test_add_func ("/overlap/steps", test_steps);
  g_test_add_func ("/overlap/concurrent-steps", test_concurrent_steps);
  g_test_add_func ("/overlap/step-of-op", test_step_of_op);
  g_test_add_func ("/overlap/launches-at-the-ends", test_launches_at_the_ends);
  g_test_add_func ("/overlap/steps-by-host", test_steps_by_host);
  g_test_add_func ("/overlap/outside-steps", test_outside_steps);
  g_test_add_func ("/overlap/device-steps", test_device_steps);
  g_test_add_func ("/overlap/host-steps", test_host_steps);
  g_test_add_func ("/overlap/idle-step", test_idle_step);
  g_test_add_func ("/overlap/extremes", test_extremes);
  g_test_add_func ("/overlap/random", test_random);
  g_test_add_func ("/overlap/cancel", test_cancel);
  return g_test_run ();
}
