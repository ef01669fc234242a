/* test-budget.c - budgets of steps that were counted by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/budget/lsc-budget.h"
#include "base/lsc-error.h"
#include "test-step-support.h"

static LscBudget *
make_budget (LscTimeline *timeline)
{
  g_autoptr (GError) error = NULL;
  LscBudget *budget;

  test_timeline_complete (timeline);
  budget = lsc_budget_new (timeline, NULL, &error);
  g_assert_no_error (error);
  return budget;
}

static const char *
name_of (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot;

  if (id == LSC_SLICE_NONE)
    return "-";
  spot = lsc_timeline_get_spot (timeline, id);
  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

/* "compute 100 k1", a line a piece. */
static char *
tell_pieces (const LscTimeline *timeline, const LscBudget *budget, guint index)
{
  const LscBudgetStep *step = lsc_budget_get_step (budget, index);
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < step->n_pieces; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[step->first_piece + i];

      g_string_append_printf (out, "%s %" G_GINT64_FORMAT " %s\n",
                              lsc_budget_words[piece->category].key,
                              piece->end_ns - piece->begin_ns, name_of (timeline, piece->owner));
    }
  return g_string_free (out, FALSE);
}

/* "compute 100, tail 20": the categories that are not empty. */
static char *
tell_sums (const LscBudgetStep *step)
{
  GString *out = g_string_new (NULL);
  gint64 sum_ns = 0;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    {
      sum_ns += step->ns[i];
      if (step->ns[i] != 0)
        g_string_append_printf (out, "%s%s %" G_GINT64_FORMAT, out->len > 0 ? ", " : "",
                                lsc_budget_words[i].key, step->ns[i]);
    }
  g_assert_cmpint (sum_ns, ==, step->end_ns - step->begin_ns);
  return g_string_free (out, FALSE);
}

static void
assert_sums (const LscBudget *budget, guint index, const char *expected)
{
  g_autofree char *sums = tell_sums (lsc_budget_get_step (budget, index));

  g_assert_cmpstr (sums, ==, expected);
}

static const LscStep whole = { .id = 7, .start_ns = 1000, .end_ns = 2000 };

/* Everything that a step can hold, once. */
static const Event all[] = {
  { STREAM_A, "early copy", LSC_SLICE_COPY, 1050, 1060 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 1100, 1200 },
  { STREAM_B, "k2", LSC_SLICE_VECTOR, 1150, 1260 },
  { GROUP_TP, "hcom_allReduce__1_0_1", LSC_SLICE_COMM_OP, 1240, 1500 },
  { PLANE_0, "Notify_Wait", LSC_SLICE_COMM_TASK, 1240, 1300 },
  { PLANE_1, "Memcpy", LSC_SLICE_COMM_TASK, 1290, 1350 },
  { PLANE_0, "Reduce_Inline", LSC_SLICE_COMM_TASK, 1350, 1380 },
  { PLANE_0, "Notify_Wait", LSC_SLICE_COMM_TASK, 1380, 1460 },
  { PLANE_0, "Notify_Record", LSC_SLICE_COMM_TASK, 1460, 1470 },
  { STREAM_A, "copy", LSC_SLICE_COPY, 1480, 1540 },
  { STREAM_A, "k3", LSC_SLICE_MIX, 1600, 1640 },
  { STREAM_A, "k4", LSC_SLICE_AI_CPU, 1700, 1710 },
  { GROUP_PP, "hcom_BatchSendRecv__2_0_1", LSC_SLICE_COMM_OP, 1710, 1780 },
  { PLANE_0, "Notify_Wait", LSC_SLICE_COMM_TASK, 1710, 1760 },
  { STREAM_A, "late copy", LSC_SLICE_COPY, 1800, 1820 },
  { CANN_DEQUEUE, "launch", LSC_SLICE_CANN_NODE, 1560, 1570 },
};
static const Link all_links[] = { { 15, 10, LSC_LINK_LAUNCH } };

static LscTimeline *
make_all (gsize n_steps)
{
  return test_timeline_new (all, G_N_ELEMENTS (all), all_links, 1, &whole, n_steps);
}

static void
test_categories (void)
{
  g_autoptr (LscTimeline) timeline = make_all (1);
  g_autoptr (LscBudget) budget = make_budget (timeline);
  g_autofree char *pieces = tell_pieces (timeline, budget, 0);
  const LscBudgetStep *step = lsc_budget_get_step (budget, 0);

  g_assert_cmpstr (pieces, ==,
                   "prepare 50 early copy\n"
                   "memcpy 10 early copy\n"
                   "prepare 40 k1\n"
                   "compute 100 k1\n"
                   "compute 60 k2\n"
                   "comm_wait 30 hcom_allReduce__1_0_1\n"
                   "comm_transfer 90 hcom_allReduce__1_0_1\n"
                   "comm_wait 80 hcom_allReduce__1_0_1\n"
                   "comm_other 40 hcom_allReduce__1_0_1\n"
                   "memcpy 40 copy\n"
                   "free_host 30 k3\n"
                   "free_device 30 k3\n"
                   "compute 40 k3\n"
                   "free_unlinked 60 k4\n"
                   "compute 10 k4\n"
                   "bubble 50 hcom_BatchSendRecv__2_0_1\n"
                   "comm_other 20 hcom_BatchSendRecv__2_0_1\n"
                   "tail 20 -\n"
                   "memcpy 20 late copy\n"
                   "tail 180 -\n");
  assert_sums (budget, 0,
               "compute 210, comm_transfer 90, comm_wait 110, comm_other 60, bubble 50, memcpy 70, "
               "prepare 90, free_host 30, free_device 30, free_unlinked 60, tail 200");
  g_assert_true (step->step == 7);
  g_assert_cmpint (step->hidden_comm_ns, ==, 20);
  g_assert_cmpint (step->core_ns[LSC_BUDGET_CUBE], ==, 100);
  g_assert_cmpint (step->core_ns[LSC_BUDGET_VECTOR], ==, 60);
  g_assert_cmpint (step->core_ns[LSC_BUDGET_MIX], ==, 40);
  g_assert_cmpint (step->core_ns[LSC_BUDGET_AI_CPU], ==, 10);
  g_assert_cmpint (step->host_ns[LSC_BUDGET_HOST_SILENT], ==, 30);
}

/* Without steps the recording is one, from its first event to its last. */
static void
test_capture (void)
{
  g_autoptr (LscTimeline) timeline = make_all (0);
  g_autoptr (LscBudget) budget = make_budget (timeline);
  const LscBudgetStep *step = lsc_budget_get_step (budget, 0);

  g_assert_cmpuint (budget->steps.n, ==, 1);
  g_assert_cmpint (step->step, ==, LSC_INT_NULL);
  g_assert_cmpint (step->begin_ns, ==, 1050);
  g_assert_cmpint (step->end_ns, ==, 1820);
  assert_sums (budget, 0,
               "compute 210, comm_transfer 90, comm_wait 110, comm_other 60, bubble 50, memcpy 70, "
               "prepare 40, free_host 30, free_device 30, free_unlinked 60, tail 20");
}

/* A kernel over an edge belongs to the step of its start, its time to both. Step 3 was recorded by
 * a second thread too, and in step 4 nothing begins. */
static void
test_edges (void)
{
  static const Event events[] = {
    { STREAM_A, "k1", LSC_SLICE_CUBE, 180, 230 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 250, 260 },
    { STREAM_A, "outside", LSC_SLICE_CUBE, 450, 460 },
  };
  static const LscStep steps[] = {
    { .id = 2, .start_ns = 100, .end_ns = 200 },
    { .id = 3, .start_ns = 200, .end_ns = 300 },
    { .id = 3, .start_ns = 201, .end_ns = 299 },
    { .id = 4, .start_ns = 310, .end_ns = 400 },
  };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), NULL, 0, steps, G_N_ELEMENTS (steps));
  g_autoptr (LscBudget) budget = make_budget (timeline);
  const LscBudgetStep *first = lsc_budget_get_step (budget, 0);

  g_assert_cmpuint (budget->steps.n, ==, 3);
  assert_sums (budget, 0, "compute 20, prepare 80");
  assert_sums (budget, 1, "compute 40, prepare 20, tail 40");
  assert_sums (budget, 2, "prepare 90");
  g_assert_cmpint (first->n_clipped, ==, 1);
  g_assert_cmpint (first->clipped_ns, ==, 30);
  g_assert_cmpint (lsc_budget_get_step (budget, 1)->n_clipped, ==, 0);
}

static void
test_not_split (void)
{
  static const Event events[] = {
    { STREAM_A, "k1", LSC_SLICE_CUBE, 100, 200 },
    { GROUP_TP, "hcom_allReduce__1_0_1", LSC_SLICE_COMM_OP, 150, 400 },
  };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 2, NULL, 0, NULL, 0);
  g_autoptr (LscBudget) budget = make_budget (timeline);
  g_autoptr (LscTable) table = lsc_budget_get_table (timeline, budget);

  g_assert_false (budget->is_split);
  g_assert_cmpint (budget->lack, ==, LSC_BUDGET_LACKS_TASKS);
  assert_sums (budget, 0, "compute 100, comm 200");
  g_assert_true (lsc_table_get_named (table, 0, "comm_wait_ns").is_null);
  g_assert_cmpint (lsc_table_get_named (table, 0, "comm_ns").integer, ==, 200);
  g_assert_false (lsc_table_get_named (table, 0, "not_available").is_null);
}

/* The kernels of collectives of a GPU tell nothing of their waits, whatever their names. */
static void
test_gpu (void)
{
  static const Event events[] = {
    { STREAM_A, "k1", LSC_SLICE_COMPUTE, 100, 200 },
    { STREAM_B, "ncclDevKernel_SendRecv", LSC_SLICE_COMM_TASK, 150, 400 },
  };
  g_autoptr (LscTimeline) timeline = test_timeline_new (events, 2, NULL, 0, NULL, 0);
  g_autoptr (LscBudget) budget = NULL;

  timeline->is_gpu = TRUE;
  budget = make_budget (timeline);
  g_assert_false (budget->is_split);
  assert_sums (budget, 0, "compute 100, comm 200");
}

/* Unknown is not 0. How long the host's mark is, that is known. */
static void
test_nothing (void)
{
  static const Event host[] = { { MAIN, "aten::add", LSC_SLICE_OP, 0, 100 } };
  g_autoptr (LscTimeline) timeline = test_timeline_new (host, 1, NULL, 0, &whole, 1);
  g_autoptr (LscBudget) budget = make_budget (timeline);
  g_autoptr (LscTable) table = lsc_budget_get_table (timeline, budget);

  g_assert_cmpuint (budget->steps.n, ==, 0);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  g_assert_cmpint (lsc_table_get_named (table, 0, "step_ns").integer, ==,
                   whole.end_ns - whole.start_ns);
  g_assert_true (lsc_table_get_named (table, 0, "compute_ns").is_null);
  g_assert_true (lsc_table_get_named (table, 0, "n_clipped").is_null);
  g_assert_false (lsc_table_get_named (table, 0, "not_available").is_null);
}

/* What only a table of an exporter tells. */
static void
test_told (void)
{
  static const Event host[] = { { MAIN, "aten::add", LSC_SLICE_OP, 0, 100 } };
  g_autoptr (LscTimeline) timeline = test_timeline_new (host, 1, NULL, 0, NULL, 0);
  g_autoptr (LscBudget) budget = NULL;
  g_autoptr (LscTable) table = NULL;

  lsc_told_steps_append (&timeline->told_steps, (LscToldStep){ 13, 500, 300, 200, -1, 40 });
  budget = make_budget (timeline);
  table = lsc_budget_get_table (timeline, budget);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  g_assert_cmpint (lsc_table_get_named (table, 0, "step").integer, ==, 13);
  g_assert_true (lsc_table_get_named (table, 0, "step_ns").is_null);
  g_assert_cmpint (lsc_table_get_named (table, 0, "compute_ns").integer, ==, 500);
  g_assert_cmpint (lsc_table_get_named (table, 0, "comm_ns").integer, ==, 200);
  g_assert_true (lsc_table_get_named (table, 0, "hidden_comm_ns").is_null);
  g_assert_cmpint (lsc_table_get_named (table, 0, "free_ns").integer, ==, 40);
  g_assert_true (lsc_table_get_named (table, 0, "free_host_ns").is_null);
}

/* Before each kernel the host did something else for 90 ns; launches take the last 10. */
static const Event causes[] = {
  { STREAM_A, "k0", LSC_SLICE_CUBE, 1000, 1100 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 1200, 1300 },
  { STREAM_A, "k2", LSC_SLICE_CUBE, 1400, 1500 },
  { STREAM_A, "k3", LSC_SLICE_CUBE, 1600, 1700 },
  { STREAM_A, "k4", LSC_SLICE_CUBE, 1800, 1900 },
  { STREAM_A, "k5", LSC_SLICE_CUBE, 2000, 2100 },
  { STREAM_A, "k6", LSC_SLICE_CUBE, 2200, 2300 },
  { STREAM_A, "k7", LSC_SLICE_CUBE, 2400, 2500 },
  { STREAM_A, "k8", LSC_SLICE_CUBE, 2600, 2700 },
  { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 990, 1000 },
  { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 1190, 1200 },
  { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 1390, 1400 },
  { CANN_MAIN, "l3", LSC_SLICE_CANN_NODE, 1590, 1600 },
  { CANN_MAIN, "l4", LSC_SLICE_CANN_NODE, 1790, 1800 },
  { CANN_MAIN, "l5", LSC_SLICE_CANN_NODE, 1990, 2000 },
  { CANN_MAIN, "l6", LSC_SLICE_CANN_NODE, 2190, 2200 },
  { CANN_MAIN, "l7", LSC_SLICE_CANN_NODE, 2390, 2400 },
  { CANN_MAIN, "l8", LSC_SLICE_CANN_NODE, 2590, 2600 },
  { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 1050, 1185 },
  { CANN_MAIN, "aclopCompileAndExecute", LSC_SLICE_CANN_ACL, 1305, 1385 },
  { MAIN, "gc", LSC_SLICE_GC, 1510, 1585 },
  { MAIN, "enumerate(DataLoader)#_next_data", LSC_SLICE_OP, 1705, 1785 },
  { CANN_MAIN, "aclrtMallocPhysical", LSC_SLICE_CANN_ACL, 1910, 1985 },
  { CANN_MAIN, "aclrtGetSomething", LSC_SLICE_CANN_ACL, 2105, 2185 },
  { CANN_MAIN, "aclrtShort", LSC_SLICE_CANN_ACL, 2310, 2330 }, /* less than half */
  { MAIN, "aten::add", LSC_SLICE_OP, 2490, 2610 },
  { DEQUEUE, "enumerate(DataLoader)#_prefetch", LSC_SLICE_OP, 900, 2800 }, /* holds nobody up */
};

static void
test_host (void)
{
  static const LscBudgetHost expected[] = {
    LSC_BUDGET_HOST_SYNC,        LSC_BUDGET_HOST_COMPILE, LSC_BUDGET_HOST_GC,
    LSC_BUDGET_HOST_DATA_LOADER, LSC_BUDGET_HOST_MEMORY,  LSC_BUDGET_HOST_CALL,
    LSC_BUDGET_HOST_SILENT,      LSC_BUDGET_HOST_OP,
  };
  static const char *const names[] = {
    "aclrtSynchronizeStream", "aclopCompileAndExecute", "gc", "enumerate(DataLoader)#_next_data",
    "aclrtMallocPhysical",    "aclrtGetSomething",      "-",  "aten::add",
  };
  Link links[10];
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscBudget) budget = NULL;
  const LscBudgetStep *step;
  guint n = 0;

  for (guint i = 0; i < 9; i++)
    links[i] = (Link){ 9 + i, i, LSC_LINK_LAUNCH };
  links[9] = (Link){ 25, 17, LSC_LINK_OP_LAUNCH };
  timeline = test_timeline_new (causes, G_N_ELEMENTS (causes), links, 10, NULL, 0);
  budget = make_budget (timeline);
  step = lsc_budget_get_step (budget, 0);
  for (gsize i = 0; i < budget->pieces.n; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[i];

      if (piece->category != LSC_BUDGET_FREE_HOST)
        continue;
      g_assert_cmpint (piece->end_ns - piece->begin_ns, ==, 100);
      g_assert_cmpstr (name_of (timeline, piece->cause), ==, names[n]);
      g_assert_cmpint (piece->detail, ==, expected[n++]);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < LSC_BUDGET_N_HOST; i++)
    g_assert_cmpint (step->host_ns[i], ==, i == LSC_BUDGET_HOST_PROFILER ? 0 : 100);
}

/* Idle time of 100 before the last kernel, and 200 behind it, which the calls of a thread cover in
 * part. */
static const Event tails[] = {
  { STREAM_A, "k0", LSC_SLICE_CUBE, 1000, 1500 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 1600, 1800 },
  { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 980, 990 },
  { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 1590, 1600 },
  { CANN_MAIN, "aclrtFree", LSC_SLICE_CANN_ACL, 1505, 1525 },
  { CANN_MAIN, "aclrtMallocPhysical", LSC_SLICE_CANN_ACL, 1550, 1585 },
  { CANN_MAIN, "aclrtFree", LSC_SLICE_CANN_ACL, 1810, 1850 },
  { CANN_MAIN, "aclrtMallocPhysical", LSC_SLICE_CANN_ACL, 1860, 1900 },
  { CANN_MAIN, "aclrtFree", LSC_SLICE_CANN_ACL, 1980, 2010 },
  { CANN_MAIN, "aclrtGetSomething", LSC_SLICE_CANN_ACL, 1800, 1950 },
};

/* Several calls of a kind that cover half of a piece together are its cause, the longest of them,
 * and so are those behind the last kernel of a step; else what lasts there, which explains nothing.
 */
static void
test_tails (void)
{
  static const Link links[] = { { 2, 0, LSC_LINK_LAUNCH }, { 3, 1, LSC_LINK_LAUNCH } };

  for (guint n_calls = 7; n_calls <= 9; n_calls++) /* the third is needed for half of the tail */
    {
      Event events[G_N_ELEMENTS (tails)];
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (LscBudget) budget = NULL;
      const LscBudgetPiece *idle, *tail;

      memcpy (events, tails, sizeof tails);
      if (n_calls < 9)
        events[n_calls] = tails[9];
      timeline = test_timeline_new (events, n_calls + (n_calls < 9), links, 2, &whole, 1);
      budget = make_budget (timeline);
      idle = &budget->pieces.items[1];
      tail = &budget->pieces.items[budget->pieces.n - 1];
      g_assert_cmpint (idle->category, ==, LSC_BUDGET_FREE_HOST);
      g_assert_cmpint (idle->detail, ==, LSC_BUDGET_HOST_MEMORY);
      g_assert_cmpstr (name_of (timeline, idle->cause), ==, "aclrtMallocPhysical");
      g_assert_cmpint (tail->category, ==, LSC_BUDGET_TAIL);
      g_assert_cmpint (tail->end_ns - tail->begin_ns, ==, 200);
      g_assert_cmpint (lsc_loss_of (tail), ==,
                       n_calls == 9 ? LSC_LOSS_MEMORY_CALLS : LSC_LOSS_TAIL);
      g_assert_cmpstr (name_of (timeline, tail->cause), ==,
                       n_calls == 9 ? "aclrtFree" : "aclrtGetSomething");
    }
}

/* Where no call and no operator was recorded, what Python did is named: the innermost frame. */
static void
test_frames (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 1000, 1500 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 1600, 1700 },
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 980, 990 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 1590, 1600 },
    { MODULES, "engine.py(7): loop", LSC_SLICE_PYTHON, 900, 1800 },
    { MODULES, "engine.py(12): schedule", LSC_SLICE_PYTHON, 1500, 1580 },
    { MODULES, "engine.py(40): pick", LSC_SLICE_PYTHON, 1540, 1560 },
  };
  static const Link links[] = { { 2, 0, LSC_LINK_LAUNCH }, { 3, 1, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, 2, &whole, 1);
  g_autoptr (LscBudget) budget = make_budget (timeline);
  const LscBudgetPiece *idle = &budget->pieces.items[1];

  g_assert_cmpint (idle->category, ==, LSC_BUDGET_FREE_HOST);
  g_assert_cmpint (idle->end_ns - idle->begin_ns, ==, 100);
  g_assert_cmpstr (name_of (timeline, idle->cause), ==, "engine.py(12): schedule");
}

/* Launches follow each other every 30 ns, but those behind calls that emptied the queue. */
static const Event syncs[] = {
  { STREAM_A, "k0", LSC_SLICE_CUBE, 1000, 1100 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 1100, 1200 },
  { STREAM_A, "k2", LSC_SLICE_CUBE, 1200, 1300 },
  { STREAM_A, "k3", LSC_SLICE_CUBE, 1800, 1900 },
  { STREAM_A, "k4", LSC_SLICE_CUBE, 1900, 2000 },
  { STREAM_A, "k5", LSC_SLICE_CUBE, 2100, 2200 },
  { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 960, 970 },
  { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 990, 1000 },
  { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 1020, 1030 },
  { CANN_MAIN, "l3", LSC_SLICE_CANN_NODE, 1790, 1800 },
  { CANN_MAIN, "l4", LSC_SLICE_CANN_NODE, 1820, 1830 },
  { CANN_MAIN, "l5", LSC_SLICE_CANN_NODE, 2090, 2100 },
  { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 1040, 1312 },
  { CANN_MAIN, "aclrtSynchronizeEvent", LSC_SLICE_CANN_ACL, 1835, 2010 },
  { CANN_MAIN, "aclrtSynchronizeDevice", LSC_SLICE_CANN_ACL, 2020, 2040 },
  { MAIN, "aten::slow", LSC_SLICE_OP, 1320, 1795 },
};

/* A call that emptied the queue costs until it returns, and a launch as usual: what the host does
 * beyond that is its own. A second call directly after it is one with it. */
static void
test_sync (void)
{
  static const LscBudgetPiece expected[] = {
    { 1300, 1342, 0, 12, 0, LSC_BUDGET_HOST_SYNC },
    { 1342, 1800, 0, 15, 0, LSC_BUDGET_HOST_OP },
    { 2000, 2100, 0, 13, 0, LSC_BUDGET_HOST_SYNC },
  };
  Link links[7];
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscBudget) budget = NULL;
  guint n = 0;

  for (guint i = 0; i < 6; i++)
    links[i] = (Link){ 6 + i, i, LSC_LINK_LAUNCH };
  links[6] = (Link){ 15, 9, LSC_LINK_OP_LAUNCH };
  timeline = test_timeline_new (syncs, G_N_ELEMENTS (syncs), links, 7, NULL, 0);
  budget = make_budget (timeline);
  for (gsize i = 0; i < budget->pieces.n; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[i];

      if (piece->category != LSC_BUDGET_FREE_HOST)
        continue;
      g_assert_cmpuint (n, <, G_N_ELEMENTS (expected));
      g_assert_cmpint (piece->begin_ns, ==, expected[n].begin_ns);
      g_assert_cmpint (piece->end_ns, ==, expected[n].end_ns);
      g_assert_cmpint (piece->detail, ==, expected[n].detail);
      g_assert_cmpstr (name_of (timeline, piece->cause), ==, syncs[expected[n++].cause].name);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
}

static void
test_cancelled (void)
{
  g_autoptr (LscTimeline) timeline = make_all (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);

  test_timeline_complete (timeline);
  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_budget_new (timeline, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

/* What a rank is busy with, of a step and of a piece alike: all but communication that is not told
 * apart, and what comes after the last work. What is not known stays so. */
static void
test_work (void)
{
  static const struct
  {
    LscWork work;
    guint categories;
  } cases[] = {
    { LSC_WORK_COMPUTE, 1 << LSC_BUDGET_COMPUTE },
    { LSC_WORK_HOST, 1 << LSC_BUDGET_PREPARE | 1 << LSC_BUDGET_FREE_HOST },
    { LSC_WORK_DEVICE, 1 << LSC_BUDGET_FREE_DEVICE | 1 << LSC_BUDGET_FREE_UNLINKED },
    { LSC_WORK_COPY, 1 << LSC_BUDGET_MEMCPY },
    { LSC_WORK_TRANSFER, 1 << LSC_BUDGET_TRANSFER | 1 << LSC_BUDGET_COMM_OTHER },
    { LSC_WORK_WAIT, 1 << LSC_BUDGET_WAIT | 1 << LSC_BUDGET_BUBBLE },
  };
  LscBudgetStep step = { .step = 1 };
  gint64 sum_ns = 1 << LSC_BUDGET_COMM | 1 << LSC_BUDGET_TAIL;

  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    step.ns[i] = 1 << i;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (lsc_work_get_ns (cases[i].work, &step), ==, cases[i].categories);
      sum_ns += lsc_work_get_ns (cases[i].work, &step);
    }
  g_assert_cmpint (sum_ns, ==, (1 << LSC_BUDGET_N_CATEGORIES) - 1);
  g_assert_cmpint (lsc_work_of (LSC_BUDGET_COMM), ==, LSC_WORK_N);
  g_assert_cmpint (lsc_work_of (LSC_BUDGET_TAIL), ==, LSC_WORK_N);
  step.ns[LSC_BUDGET_BUBBLE] = LSC_INT_NULL;
  g_assert_cmpint (lsc_work_get_ns (LSC_WORK_WAIT, &step), ==, LSC_INT_NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget/categories", test_categories);
  g_test_add_func ("/budget/capture", test_capture);
  g_test_add_func ("/budget/edges", test_edges);
  g_test_add_func ("/budget/not-split", test_not_split);
  g_test_add_func ("/budget/gpu", test_gpu);
  g_test_add_func ("/budget/nothing", test_nothing);
  g_test_add_func ("/budget/told", test_told);
  g_test_add_func ("/budget/host", test_host);
  g_test_add_func ("/budget/tails", test_tails);
  g_test_add_func ("/budget/frames", test_frames);
  g_test_add_func ("/budget/sync", test_sync);
  g_test_add_func ("/budget/cancelled", test_cancelled);
  g_test_add_func ("/budget/work", test_work);
  return g_test_run ();
}
