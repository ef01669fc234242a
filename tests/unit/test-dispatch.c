/* test-dispatch.c - launches, gaps, queue, breaks and remedies of small timelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-step-support.h"

static LscTimeline *
complete (const Event *events, gsize n_events, const Link *links, gsize n_links)
{
  LscTimeline *timeline = test_timeline_new (events, n_events, links, n_links, NULL, 0);

  test_timeline_complete (timeline);
  return timeline;
}

static const char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return NULL;
  spot = lsc_timeline_get_spot (timeline, id);
  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

/* A gap for each class, split where its launch has ended and where a copy runs. Kernels k0 to k6
 * are 100 long, gaps 100. */
static const Event classes[] = {
  { STREAM_A, "k0", LSC_SLICE_CUBE, 1000, 1100 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 1200, 1300 }, /* launched late after a synchronisation */
  { STREAM_A, "k2", LSC_SLICE_CUBE, 1400, 1500 }, /* launched late by a compiling call */
  { STREAM_A, "k3", LSC_SLICE_CUBE, 1600, 1700 }, /* launched late by Python */
  { STREAM_A, "k4", LSC_SLICE_CUBE, 1800, 1900 }, /* in time, behind a copy */
  { STREAM_A, "k5", LSC_SLICE_CUBE, 2000, 2100 }, /* in time, nothing runs */
  { STREAM_A, "k6", LSC_SLICE_CUBE, 2200, 2300 }, /* nobody knows */
  { STREAM_B, "copy", LSC_SLICE_COPY, 1750, 1760 },
  { STREAM_B, "wait", LSC_SLICE_WAIT, 1755, 1790 },
  { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 900, 910 },
  { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 950, 1120 },
  { CANN_MAIN, "StreamSynchronize", LSC_SLICE_CANN_RUNTIME, 955, 1115 },
  { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 1180, 1200 },
  { CANN_MAIN, "aclopCompileAndExecute", LSC_SLICE_CANN_ACL, 1310, 1400 },
  { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 1390, 1400 },
  { MAIN, "ProfilerStep#1", LSC_SLICE_STEP, 800, 2300 },
  { MAIN, "aten::outer", LSC_SLICE_OP, 1450, 1620 },
  { MAIN, "aten::inner", LSC_SLICE_OP, 1500, 1595 },
  { MAIN, "aten::tiny", LSC_SLICE_OP, 1510, 1520 },
  { CANN_MAIN, "l3", LSC_SLICE_CANN_NODE, 1590, 1600 },
  { CANN_MAIN, "l4", LSC_SLICE_CANN_NODE, 1650, 1652 },
  { CANN_MAIN, "l5", LSC_SLICE_CANN_NODE, 1660, 1662 },
};

static const Link class_links[] = {
  { 9, 0, LSC_LINK_LAUNCH },  { 12, 1, LSC_LINK_LAUNCH }, { 14, 2, LSC_LINK_LAUNCH },
  { 19, 3, LSC_LINK_LAUNCH }, { 20, 4, LSC_LINK_LAUNCH }, { 21, 5, LSC_LINK_LAUNCH },
};

static LscTimeline *
complete_classes (void)
{
  return complete (classes, G_N_ELEMENTS (classes), class_links, G_N_ELEMENTS (class_links));
}

static void
test_classes (void)
{
  static const struct
  {
    LscSliceKind kind;
    gint64 end_ns;
    const char *cause;
    const char *next;
  } expected[] = {
    { LSC_SLICE_GAP_HOST_SYNC, 1200, "aclrtSynchronizeStream", "k1" },
    { LSC_SLICE_GAP_HOST, 1400, "aclopCompileAndExecute", "k2" },
    { LSC_SLICE_GAP_HOST, 1600, "aten::inner", "k3" },
    { LSC_SLICE_GAP_UNKNOWN, 1750, NULL, "copy" }, /* what launched that nobody knows */
    { LSC_SLICE_GAP_QUEUED_TASK, 1760, "copy", "k4" },
    { LSC_SLICE_GAP_QUEUED_TASK, 1800, "wait", "k4" },
    { LSC_SLICE_GAP_QUEUED_IDLE, 2000, NULL, "k5" },
    { LSC_SLICE_GAP_UNKNOWN, 2200, NULL, "k6" },
  };
  static const gint64 sums_ns[] = { 100, 200, 10 + 40, 100, 50 + 100 };
  static const gint64 counts[] = { 1, 2, 2, 1, 2 };
  g_autoptr (LscTimeline) timeline = complete_classes ();
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpuint (dispatch->gaps.n, ==, G_N_ELEMENTS (expected));
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const LscGap *gap = &dispatch->gaps.items[i];

      g_assert_cmpint (gap->kind, ==, expected[i].kind);
      g_assert_cmpint (gap->end_ns, ==, expected[i].end_ns);
      g_assert_cmpstr (name_of (timeline, gap->cause), ==, expected[i].cause);
      g_assert_cmpstr (name_of (timeline, gap->next), ==, expected[i].next);
      g_assert_cmpint (gap->is_compiling, ==, i == 1);
    }
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpint (dispatch->all.n_gaps[i], ==, counts[i]);
      g_assert_cmpint (dispatch->all.gap_ns[i], ==, sums_ns[i]);
    }
}

/* Of nested calls the outer one is listed and charged, the others are not listed. */
static void
test_syncs (void)
{
  g_autoptr (LscTimeline) timeline = complete_classes ();
  const LscSyncCalls *syncs = &test_dispatch (timeline)->syncs;

  g_assert_cmpuint (syncs->n, ==, 1);
  g_assert_cmpstr (name_of (timeline, syncs->items[0].call), ==, "aclrtSynchronizeStream");
  g_assert_cmpint (syncs->items[0].duration_ns, ==, 170);
  g_assert_cmpint (syncs->items[0].free_ns, ==, 100);
  g_assert_cmpint (syncs->items[0].gap_ns, ==, 100);
}

/* A long call that only waits while the device works is charged nothing. */
static void
test_waiting_is_not_idling (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 5000 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 5100, 5200 },
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 50, 60 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 70, 80 },
    { CANN_MAIN, "aclrtSynchronizeDevice", LSC_SLICE_CANN_ACL, 90, 5150 },
  };
  static const Link links[] = { { 2, 0, LSC_LINK_LAUNCH }, { 3, 1, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = complete (events, G_N_ELEMENTS (events), links, 2);
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpint (dispatch->gaps.items[0].kind, ==, LSC_SLICE_GAP_QUEUED_IDLE);
  g_assert_cmpuint (dispatch->syncs.n, ==, 1);
  g_assert_cmpint (dispatch->syncs.items[0].free_ns, ==, 0);
}

static void
test_lanes (void)
{
  g_autoptr (LscTimeline) timeline = complete_classes ();
  guint32 device = lsc_timeline_find_child (timeline, 0, LSC_ROLE_DEVICE);
  guint32 gaps = lsc_timeline_get_node (timeline, device)->first_child;
  guint32 queue = lsc_timeline_get_node (timeline, gaps)->next;
  guint32 stream = lsc_timeline_get_node (timeline, queue)->next;
  const LscNode *lane = lsc_timeline_get_node (timeline, gaps);
  const LscNode *counter = lsc_timeline_get_node (timeline, queue);
  LscCounterReading reading;

  g_assert_cmpint (lane->role, ==, LSC_ROLE_GAPS);
  g_assert_cmpint (counter->role, ==, LSC_ROLE_QUEUE);
  g_assert_cmpint (lsc_timeline_get_node (timeline, stream)->role, ==, LSC_ROLE_STREAM);
  g_assert_cmpuint (lane->lane->n, ==, 8);
  g_assert_cmpstr (lsc_timeline_text (timeline, lane->lane->name[1]), ==,
                   "Host late: aclopCompileAndExecute");
  g_assert_cmpint (lane->lane->kind[6], ==, LSC_SLICE_GAP_QUEUED_IDLE);
  g_assert_cmpuint (counter->series->len, ==, 1);
  reading = lsc_counter_read (g_ptr_array_index (counter->series, 0), 1665, 1670);
  g_assert_true (reading.is_known);
  g_assert_cmpfloat (reading.most, ==, 2);
}

/* What other threads wait for holds nobody up: neither on another thread of a GPU trace, nor where
 * the operator behind the launch is known. */
static void
test_syncs_of_others (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 400, 500 },
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 50, 60 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 350, 360 },
    { CANN_DEQUEUE, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 150, 300 },
    { MAIN, "aten::mm", LSC_SLICE_OP, 345, 365 },
  };
  static const Link links[] = { { 2, 0, LSC_LINK_LAUNCH }, { 3, 1, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) known = complete (events, 6, links, 2);
  g_autoptr (LscTimeline) unknown = complete (events, 5, links, 2);

  g_assert_cmpint (test_dispatch (known)->gaps.items[0].kind, ==, LSC_SLICE_GAP_HOST);
  g_assert_cmpint (test_dispatch (unknown)->gaps.items[0].kind, ==, LSC_SLICE_GAP_HOST_SYNC);
}

/* A launch a moment after the gap begins does not make the host late for all of it. */
static void
test_launch_inside_gap (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_COMPUTE, 100, 200 },
    { STREAM_B, "k1", LSC_SLICE_COMPUTE, 9000, 9500 },
    { CANN_MAIN, "cudaLaunchKernel", LSC_SLICE_CANN_RUNTIME, 50, 60 },
    { CANN_MAIN, "cudaStreamWaitEvent", LSC_SLICE_CANN_RUNTIME, 210, 220 },
    { CANN_MAIN, "cudaLaunchKernel", LSC_SLICE_CANN_RUNTIME, 230, 240 },
  };
  static const Link links[] = { { 2, 0, LSC_LINK_LAUNCH }, { 4, 1, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = complete (events, 5, links, 2);
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpuint (dispatch->gaps.n, ==, 2);
  g_assert_cmpint (dispatch->gaps.items[0].kind, ==, LSC_SLICE_GAP_HOST);
  g_assert_cmpint (dispatch->gaps.items[0].end_ns, ==, 240);
  g_assert_cmpint (dispatch->gaps.items[1].kind, ==, LSC_SLICE_GAP_QUEUED_IDLE);
  g_assert_cmpstr (name_of (timeline, dispatch->gaps.items[1].cause), ==, "cudaStreamWaitEvent");
  g_assert_false (dispatch->all.is_dispatch_bound);
}

/* The stream's own wait is named before a longer task of another one. */
static void
test_own_stream (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "EVENT_WAIT", LSC_SLICE_WAIT, 210, 900 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 1000, 1100 },
    { STREAM_B, "NOTIFY_WAIT", LSC_SLICE_WAIT, 0, 2000 },
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 50, 60 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 70, 80 },
  };
  static const Link links[] = { { 4, 0, LSC_LINK_LAUNCH }, { 5, 2, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = complete (events, 6, links, 2);
  const LscGap *gap = &test_dispatch (timeline)->gaps.items[0];

  g_assert_cmpint (gap->kind, ==, LSC_SLICE_GAP_QUEUED_TASK);
  g_assert_cmpstr (name_of (timeline, gap->cause), ==, "EVENT_WAIT");
}

/* Latencies 10, 20, 30 us and so on: figures that can be counted on fingers. */
static void
test_summary (void)
{
  enum
  {
    N = 10
  };
  Event events[2 * N];
  Link links[N];
  g_autoptr (LscTimeline) timeline = NULL;
  const LscDispatchSummary *all;

  for (guint i = 0; i < N; i++)
    {
      gint64 launch = 1000000 * (gint64) i;
      gint64 start = launch + 10000 * (gint64) (i + 1);

      events[i] = (Event){ CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, launch, launch + 1000 };
      events[N + i] = (Event){ STREAM_A, "k", LSC_SLICE_CUBE, start, start + 500000 };
      links[i] = (Link){ i, N + i, LSC_LINK_LAUNCH };
    }
  timeline = complete (events, 2 * N, links, N);
  all = &test_dispatch (timeline)->all;
  g_assert_cmpint (test_dispatch (timeline)->skew_ns, ==, 0);
  g_assert_true (all->has_launches);
  g_assert_cmpuint (all->n_launches, ==, N);
  g_assert_cmpint (all->p10_ns, ==, 10000);
  g_assert_cmpint (all->p50_ns, ==, 50000);
  g_assert_cmpint (all->p90_ns, ==, 90000);
  g_assert_cmpint (all->max_ns, ==, 100000);
  g_assert_cmpint (all->le20, ==, 2);
  g_assert_cmpint (all->le50, ==, 5);
  g_assert_cmpint (all->le100, ==, 10);
  g_assert_cmpint (all->depth0, ==, N);
  g_assert_cmpint (all->max_depth, ==, 0);
  g_assert_cmpfloat_with_epsilon (all->empty_share, (9100000.0 - 550000.0) / 9100000.0, 1e-12);
  g_assert_cmpuint (test_dispatch (timeline)->breaks.n, ==, N - 1);
  g_assert_true (all->is_dispatch_bound);
}

/* The device seems to start before its launch: the skew goes into every comparison. */
static void
test_skew (void)
{
  static const Event events[] = {
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 110, 120 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 205, 206 },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 300, 400 },
  };
  static const Link links[] = { { 0, 2, LSC_LINK_LAUNCH }, { 1, 3, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = complete (events, 4, links, 2);
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpint (dispatch->skew_ns, ==, -10);
  g_assert_cmpint (dispatch->all.p10_ns, ==, 0);
  g_assert_cmpint (dispatch->all.max_ns, ==, 105);
  /* 205 - 10 is before the gap begins: launched in time */
  g_assert_cmpint (dispatch->gaps.items[0].kind, ==, LSC_SLICE_GAP_QUEUED_IDLE);
  g_assert_cmpuint (dispatch->breaks.n, ==, 0);
  g_assert_cmpint (dispatch->all.depth0, ==, 2);
}

/* One launch with several events: the first counts for the latency, the last for breaks. */
static void
test_one_launch_many_events (void)
{
  static const Event events[] = {
    { CANN_MAIN, "cudaGraphLaunch", LSC_SLICE_CANN_RUNTIME, 0, 10 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 250, 260 },
    { STREAM_A, "g0", LSC_SLICE_COMPUTE, 100, 200 },
    { STREAM_A, "g1", LSC_SLICE_COMPUTE, 220, 300 },
    { STREAM_A, "k1", LSC_SLICE_COMPUTE, 350, 400 },
    { STREAM_B, "copy", LSC_SLICE_COPY, 20, 30 },
  };
  static const Link links[] = {
    { 0, 3, LSC_LINK_LAUNCH },
    { 0, 2, LSC_LINK_LAUNCH },
    { 0, 5, LSC_LINK_LAUNCH },
    { 1, 4, LSC_LINK_LAUNCH },
  };
  g_autoptr (LscTimeline) timeline = complete (events, 6, links, 4);
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpuint (dispatch->launches.n, ==, 2);
  g_assert_cmpstr (name_of (timeline, dispatch->launches.items[0].device), ==, "g0");
  g_assert_cmpint (dispatch->launches.items[0].end_ns, ==, 300);
  g_assert_cmpuint (dispatch->breaks.n, ==, 0);
  g_assert_cmpint (dispatch->gaps.items[0].kind, ==, LSC_SLICE_GAP_QUEUED_IDLE);
}

/* A break of 1000 ns, with something on the launching thread or on the one that queued. */
static void
check_break (const Event *what, gsize n, LscBreakCause type, const char *cause)
{
  Event events[16] = {
    { CANN_DEQUEUE, "l0", LSC_SLICE_CANN_NODE, 0, 10 },
    { CANN_DEQUEUE, "l1", LSC_SLICE_CANN_NODE, 1200, 1210 },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 1300, 1400 },
    { DEQUEUE, "Dequeue", LSC_SLICE_DEQUEUE, 1195, 1230 },
    { MAIN, "Enqueue", LSC_SLICE_ENQUEUE, 1180, 1190 },
    { MAIN, "aten::launching", LSC_SLICE_OP, 1170, 1192 },
  };
  static const Link links[] = {
    { 0, 2, LSC_LINK_LAUNCH },
    { 1, 3, LSC_LINK_LAUNCH },
    { 5, 4, LSC_LINK_QUEUE },
  };
  g_autoptr (LscTimeline) timeline = NULL;
  const LscBreaks *breaks;

  for (gsize i = 0; i < n; i++)
    events[7 + i] = what[i];
  timeline = complete (events, 7 + n, links, G_N_ELEMENTS (links));
  breaks = &test_dispatch (timeline)->breaks;
  g_assert_cmpuint (breaks->n, ==, 1);
  g_assert_cmpint (breaks->items[0].begin_ns, ==, 200);
  g_assert_cmpint (breaks->items[0].idle_ns, ==, 1000);
  g_assert_cmpstr (name_of (timeline, breaks->items[0].launch), ==, "l1");
  g_assert_cmpint (breaks->items[0].type, ==, type);
  g_assert_cmpstr (name_of (timeline, breaks->items[0].cause), ==, cause);
}

static void
test_break_causes (void)
{
  const Event item[] = {
    { MAIN, "aten::item", LSC_SLICE_OP, 150, 900 },
    { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 160, 890 },
  };
  const Event copy[] = { { MAIN, "aten::copy_", LSC_SLICE_OP, 300, 900 } };
  const Event memcpy_call[] = {
    { CANN_DEQUEUE, "aclrtMemcpyAsync", LSC_SLICE_CANN_ACL, 300, 900 },
  };
  const Event communication[] = {
    { CANN_DEQUEUE, "HcclAllreduce", LSC_SLICE_CANN_COMM, 300, 900 },
  };
  const Event gc[] = {
    { MAIN, "GC", LSC_SLICE_GC, 300, 900 },
    { MAIN, "aten::add", LSC_SLICE_OP, 910, 1100 },
  };
  const Event loader[] = {
    { MAIN, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", LSC_SLICE_OP, 250,
      1100 },
  };
  const Event op[] = {
    { MAIN, "ProfilerStep#1", LSC_SLICE_STEP, 0, 1300 },
    { MAIN, "aten::outer", LSC_SLICE_OP, 210, 1100 },
    { MAIN, "aten::inner", LSC_SLICE_OP, 300, 1000 },
    { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 400, 500 },
  };
  const Event siblings[] = {
    { MAIN, "aten::earlier", LSC_SLICE_OP, 300, 400 },
    { MAIN, "aten::longer", LSC_SLICE_OP, 500, 1100 },
  };

  check_break (item, 2, LSC_BREAK_SYNC, "aclrtSynchronizeStream");
  check_break (copy, 1, LSC_BREAK_COPY, "aten::copy_");
  check_break (memcpy_call, 1, LSC_BREAK_COPY, "aclrtMemcpyAsync");
  check_break (communication, 1, LSC_BREAK_COMMUNICATION, "HcclAllreduce");
  check_break (gc, 2, LSC_BREAK_GC, "GC");
  check_break (loader, 1, LSC_BREAK_DATA_LOADER,
               "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
  check_break (op, 4, LSC_BREAK_OP, "aten::inner");
  check_break (siblings, 2, LSC_BREAK_OP, "aten::longer");
}

/* Level 0 text: of a launch only time and thread are known. */
static void
test_anchors (void)
{
  static const Event events[] = {
    { CANN_MAIN, "HostToDevice", LSC_SLICE_LAUNCH_ANCHOR, 10, 10 },
    { CANN_MAIN, "HostToDevice", LSC_SLICE_LAUNCH_ANCHOR, 350, 350 },
    { STREAM_A, "k0", LSC_SLICE_COMPUTE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_COMPUTE, 400, 500 },
    { MAIN, "aten::slow", LSC_SLICE_OP, 190, 390 },
  };
  static const Link links[] = { { 0, 2, LSC_LINK_LAUNCH }, { 1, 3, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = complete (events, 5, links, 2);
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpuint (dispatch->launches.n, ==, 2);
  g_assert_cmpint (dispatch->gaps.items[0].kind, ==, LSC_SLICE_GAP_HOST);
  g_assert_false (dispatch->gaps.items[0].is_compiling);
  g_assert_cmpstr (name_of (timeline, dispatch->gaps.items[0].cause), ==, "aten::slow");
  g_assert_cmpint (dispatch->breaks.items[0].type, ==, LSC_BREAK_OP);
}

/* A collective whose launch leads to its task counts through that task. */
static void
test_launch_of_task (void)
{
  static const Event events[] = {
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 10, 20 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 240, 250 },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_B, "parent", LSC_SLICE_PARENT, 300, 400 },
    { GROUP_TP, "hcom_allReduce__1_0_1", LSC_SLICE_COMM_OP, 300, 400 },
  };
  static const Link links[] = {
    { 0, 2, LSC_LINK_LAUNCH },
    { 1, 3, LSC_LINK_LAUNCH },
    { 4, 3, LSC_LINK_COMM_TASK },
  };
  g_autoptr (LscTimeline) timeline = complete (events, 5, links, 3);
  const LscDispatch *dispatch = test_dispatch (timeline);

  g_assert_cmpint (dispatch->gaps.items[0].kind, ==, LSC_SLICE_GAP_HOST);
}

static const char *
get_gap_name (const LscTimeline *timeline, guint32 index)
{
  guint32 device = lsc_timeline_find_child (timeline, 0, LSC_ROLE_DEVICE);
  guint32 gaps = lsc_timeline_find_child (timeline, device, LSC_ROLE_GAPS);

  return lsc_timeline_text (timeline, lsc_timeline_get_node (timeline, gaps)->lane->name[index]);
}

/* Why a cause is not known: what was launched before the recording began, what was launched in it
 * but not recorded, or no launches at all. */
static void
test_unknown_names (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 300, 400 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 600, 700 },
    { STREAM_A, "k3", LSC_SLICE_CUBE, 800, 900 },
    { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 450, 460 },
  };
  static const Link links[] = { { 4, 2, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = complete (events, G_N_ELEMENTS (events), links, 1);
  g_autoptr (LscTimeline) without = complete (events, 2, NULL, 0);

  g_assert_cmpstr (get_gap_name (timeline, 0), ==, "Launched before the recording");
  g_assert_cmpstr (get_gap_name (timeline, 1), ==, "Host late");
  g_assert_cmpstr (get_gap_name (timeline, 2), ==, "Launched");
  g_assert_cmpstr (get_gap_name (timeline, 3), ==, "Launch not recorded");
  g_assert_cmpstr (get_gap_name (without, 0), ==, "No launches recorded");
}

static void
test_no_launches (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 300, 400 },
  };
  g_autoptr (LscTimeline) timeline = complete (events, 2, NULL, 0);
  const LscDispatch *dispatch = test_dispatch (timeline);
  g_autoptr (LscTable) table = lsc_dispatch_get_summary (timeline, dispatch);
  g_autoptr (LscTable) gaps = lsc_dispatch_get_gaps (timeline, dispatch);
  static const char *const names[] = { "step", "p10",   "p50",       "p90",         "max",   "le20",
                                       "le50", "le100", "max_depth", "empty_share", "depth0" };

  g_assert_nonnull (dispatch->reason);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (
        lsc_table_get (table, 0, (guint) lsc_table_find_column (table, names[i])).is_null);
  g_assert_false (
      lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "reason")).is_null);
  g_assert_cmpfloat (
      lsc_table_get (table, 0, (guint) lsc_table_find_column (table, "free_share")).real, >, 0.3);
  g_assert_cmpuint (lsc_table_get_n_rows (gaps), ==, 1);
  g_assert_cmpstr (lsc_table_get (gaps, 0, (guint) lsc_table_find_column (gaps, "class")).text, ==,
                   "gap-unknown");
  g_assert_cmpuint (dispatch->remedies->len, ==, 0);
}

static gboolean
offers (const LscTimeline *timeline, const char *code)
{
  GPtrArray *remedies = test_dispatch (timeline)->remedies;

  for (guint i = 0; i < remedies->len; i++)
    if (g_str_equal (((LscRemedy *) g_ptr_array_index (remedies, i))->code, code))
      return TRUE;
  return FALSE;
}

static LscTimeline *
complete_with_environment (const char *environment)
{
  LscTimeline *timeline = test_timeline_new (classes, G_N_ELEMENTS (classes), class_links,
                                             G_N_ELEMENTS (class_links), NULL, 0);

  if (environment)
    lsc_metadata_set (timeline->metadata, "ENV_VARIABLES", environment);
  test_timeline_complete (timeline);
  return timeline;
}

/* A remedy is offered with its trigger only, and not when it is in place. */
static void
test_remedies (void)
{
  static const Event fed[] = {
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 0, 5 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 10, 15 },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 900 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 905, 1700 },
  };
  static const Link fed_links[] = { { 0, 2, LSC_LINK_LAUNCH }, { 1, 3, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) plain = complete_with_environment (NULL);
  g_autoptr (LscTimeline) set = complete_with_environment (
      "{\"MY_TASK_QUEUE_ENABLE\": \"1\", \"TASK_QUEUE_ENABLE\": \"2\", \"CPU_AFFINITY_CONF\":1}");
  g_autoptr (LscTimeline) weak =
      complete_with_environment ("{\"TASK_QUEUE_ENABLE\": \"1\", \"MINDIE_LOG_LEVEL\": \"3\"}");
  g_autoptr (LscTimeline) escaped =
      complete_with_environment ("\"{\\\"TASK_QUEUE_ENABLE\\\": \\\"2\\\"}\"");
  g_autoptr (LscTimeline) good = complete (fed, 4, fed_links, 2);

  g_assert_true (offers (plain, "task-queue"));
  g_assert_true (offers (plain, "cpu-affinity"));
  g_assert_true (offers (plain, "warm-up"));
  g_assert_false (offers (plain, "async-scheduling"));
  g_assert_false (offers (plain, "no-item"));
  g_assert_false (offers (set, "task-queue"));
  g_assert_false (offers (set, "cpu-affinity"));
  g_assert_true (offers (weak, "task-queue"));
  g_assert_true (offers (weak, "async-scheduling"));
  g_assert_false (offers (escaped, "task-queue"));
  g_assert_cmpuint (test_dispatch (good)->remedies->len, ==, 0);
}

/* Only calls that the device was free because of are told of, with how long. */
static void
test_no_item (void)
{
  static const Event calls[] = {
    { MAIN, "aten::item", LSC_SLICE_OP, 940, 1125 },
    { MAIN, "aten::item", LSC_SLICE_OP, 2005, 2095 }, /* while k5 runs */
    { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 2010, 2090 },
  };
  Event events[G_N_ELEMENTS (classes) + G_N_ELEMENTS (calls)];
  g_autoptr (LscTimeline) timeline = NULL;
  const char *why = NULL;
  GPtrArray *remedies;

  memcpy (events, classes, sizeof classes);
  memcpy (events + G_N_ELEMENTS (classes), calls, sizeof calls);
  timeline = complete (events, G_N_ELEMENTS (events), class_links, G_N_ELEMENTS (class_links));
  g_assert_cmpuint (test_dispatch (timeline)->syncs.n, ==, 2);
  remedies = test_dispatch (timeline)->remedies;
  for (guint i = 0; i < remedies->len; i++)
    if (g_str_equal (((LscRemedy *) g_ptr_array_index (remedies, i))->code, "no-item"))
      why = ((LscRemedy *) g_ptr_array_index (remedies, i))->evidence;
  g_assert_cmpstr (why, ==,
                   "such calls: 1; the device is free for 100 ns because of them, most in "
                   "aten::item");
}

static void
test_sync_names (void)
{
  static const char *const yes[] = {
    "aclrtSynchronizeStream",
    "aclrtSynchronizeStreamWithTimeout",
    "aclrtSynchronizeEvent",
    "aclrtMemcpy",
    "StreamSynchronize",
    "cudaDeviceSynchronize",
    "cudaMemcpy",
    "cuStreamSynchronize",
    "hipStreamSynchronize",
  };
  static const char *const no[] = {
    "aclrtMemcpyAsync", "cudaMemcpyAsync",    "cudaLaunchKernel",  "launch",
    "Synchronize",      "custom Synchronize", "aten::synchronize", "",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (yes); i++)
    g_assert_true (lsc_is_sync_call (yes[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (no); i++)
    g_assert_false (lsc_is_sync_call (no[i]));
}

/* ---- properties ---------------------------------------------------------------------------- */

#define N_RANDOM 120

/* Queue figures one pair at a time, as dispatch.md#launch, #queue write them. */
static void
check_naive (const LscDispatch *dispatch)
{
  const LscLaunch *items = dispatch->launches.items;
  gsize n = dispatch->launches.n;
  gint64 depth0 = 0, most = 0, empty_ns = 0, end_ns = 0;

  for (gsize i = 0; i < n; i++)
    {
      gint64 t = items[i].launch_ns + dispatch->skew_ns, depth = 0;

      for (gsize k = 0; k < n; k++)
        depth += k != i && items[k].launch_ns + dispatch->skew_ns <= t && t < items[k].start_ns;
      depth0 += depth == 0;
      most = MAX (most, depth);
      end_ns = MAX (end_ns, items[i].start_ns);
    }
  for (gint64 t = items[0].launch_ns + dispatch->skew_ns; t < end_ns; t++)
    {
      gboolean is_empty = TRUE;

      for (gsize k = 0; k < n && is_empty; k++)
        is_empty = !(items[k].launch_ns + dispatch->skew_ns <= t && t < items[k].start_ns);
      empty_ns += is_empty;
    }
  g_assert_cmpint (dispatch->all.depth0, ==, depth0);
  g_assert_cmpint (dispatch->all.max_depth, ==, most);
  if (end_ns > items[0].launch_ns + dispatch->skew_ns)
    g_assert_cmpfloat_with_epsilon (
        dispatch->all.empty_share,
        (double) empty_ns / (double) (end_ns - items[0].launch_ns - dispatch->skew_ns), 1e-12);
}

static void
test_random (void)
{
  for (guint round = 0; round < 100; round++)
    {
      Event events[2 * N_RANDOM];
      Link links[N_RANDOM];
      gsize n = (gsize) g_test_rand_int_range (1, N_RANDOM);
      g_autoptr (LscTimeline) timeline = NULL;
      const LscDispatch *dispatch;
      gint64 gap_ns = 0;

      for (gsize i = 0; i < n; i++)
        {
          gint64 launch = g_test_rand_int_range (0, 5000);
          gint64 start = launch + g_test_rand_int_range (-5, 300);

          events[i] = (Event){ CANN_MAIN, "l", LSC_SLICE_CANN_NODE, launch, launch + 3 };
          events[n + i] = (Event){ i % 2 ? STREAM_A : STREAM_B, "k", LSC_SLICE_CUBE, start,
                                   start + g_test_rand_int_range (1, 30) };
          links[i] = (Link){ (guint) i, (guint) (n + i), LSC_LINK_LAUNCH };
        }
      timeline = complete (events, 2 * n, links, n);
      dispatch = test_dispatch (timeline);
      g_assert_cmpuint (dispatch->launches.n, ==, n);
      check_naive (dispatch);
      for (guint i = 0; i < 5; i++)
        gap_ns += dispatch->all.gap_ns[i];
      g_assert_cmpint (gap_ns, ==, test_overlap (timeline)->all.free_ns);
      g_assert_cmpint (dispatch->all.n_gaps[4], ==, 0);
    }
}

/* The step in which something is called, or launched; none outside of all. */
static void
test_steps (void)
{
  static const Event events[] = {
    { CANN_DEQUEUE, "l0", LSC_SLICE_CANN_NODE, 0, 10 },
    { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 150, 890 },
    { CANN_DEQUEUE, "l1", LSC_SLICE_CANN_NODE, 1200, 1210 },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 100, 200 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 1300, 1400 },
  };
  static const Link links[] = { { 0, 3, LSC_LINK_LAUNCH }, { 2, 4, LSC_LINK_LAUNCH } };
  static const LscStep steps[] = { { 5, 100, 200 }, { 6, 1200, 1300 } };

  for (guint n_steps = 0; n_steps <= G_N_ELEMENTS (steps); n_steps++)
    {
      g_autoptr (LscTimeline) timeline =
          test_timeline_new (events, G_N_ELEMENTS (events), links, 2, steps, n_steps);
      g_autoptr (LscTable) syncs = NULL, breaks = NULL;
      LscValue called, launched;

      test_timeline_complete (timeline);
      syncs = lsc_dispatch_get_syncs (timeline, test_dispatch (timeline));
      breaks = lsc_dispatch_get_breaks (timeline, test_dispatch (timeline));
      g_assert_cmpuint (lsc_table_get_n_rows (syncs), ==, 1);
      g_assert_cmpuint (lsc_table_get_n_rows (breaks), ==, 1);
      called = lsc_table_get_named (syncs, 0, "step");
      launched = lsc_table_get_named (breaks, 0, "step");
      g_assert_cmpint (called.is_null, ==, n_steps < 1);
      g_assert_cmpint (launched.is_null, ==, n_steps < 2);
      g_assert_true (called.is_null || called.integer == 5);
      g_assert_true (launched.is_null || launched.integer == 6);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dispatch/classes", test_classes);
  g_test_add_func ("/dispatch/syncs", test_syncs);
  g_test_add_func ("/dispatch/waiting", test_waiting_is_not_idling);
  g_test_add_func ("/dispatch/syncs-of-others", test_syncs_of_others);
  g_test_add_func ("/dispatch/launch-inside-gap", test_launch_inside_gap);
  g_test_add_func ("/dispatch/own-stream", test_own_stream);
  g_test_add_func ("/dispatch/lanes", test_lanes);
  g_test_add_func ("/dispatch/summary", test_summary);
  g_test_add_func ("/dispatch/skew", test_skew);
  g_test_add_func ("/dispatch/one-launch-many-events", test_one_launch_many_events);
  g_test_add_func ("/dispatch/break-causes", test_break_causes);
  g_test_add_func ("/dispatch/anchors", test_anchors);
  g_test_add_func ("/dispatch/launch-of-task", test_launch_of_task);
  g_test_add_func ("/dispatch/no-launches", test_no_launches);
  g_test_add_func ("/dispatch/unknown-names", test_unknown_names);
  g_test_add_func ("/dispatch/remedies", test_remedies);
  g_test_add_func ("/dispatch/no-item", test_no_item);
  g_test_add_func ("/dispatch/sync-names", test_sync_names);
  g_test_add_func ("/dispatch/steps", test_steps);
  g_test_add_func ("/dispatch/random", test_random);
  return g_test_run ();
}
