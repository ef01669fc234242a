/* test-budget-random.c - random steps and their budgets against asking one by one
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget.h"
#include "lsc-naive-budget.h"
#include "lsc-naive-steps.h"
#include "test-step-support.h"

#define ROUNDS 2000
#define MOVES 1000
#define STRETCH 16
#define MOST_EVENTS 40
#define MOST_STEPS 3
#define LENGTH 400

/** @naive: one for each of the first events; the rest are launches */
typedef struct
{
  Event events[2 * MOST_EVENTS];
  char names[2 * MOST_EVENTS][40];
  NaiveEvent naive[MOST_EVENTS];
  gint64 asked[MOST_EVENTS];
  Link links[MOST_EVENTS];
  LscStep steps[MOST_STEPS];
  guint n;
  guint n_events;
  guint n_links;
  guint n_steps;
} Random;

static gboolean
one_of (guint n)
{
  return g_test_rand_int_range (0, (gint32) n) == 0;
}

/* What may stand in a lane. */
static void
add_event (Random *self, guint lane, gint64 begin, gint64 end)
{
  static const char *const tasks[] = { "Memcpy", "Reduce_Inline", "Notify_Wait", "Notify_Record" };
  guint at = self->n++, task = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (tasks));
  gboolean is_copy = lane == STREAM_B && one_of (3), is_message = lane == GROUP_PP;
  Event *event = &self->events[at];
  NaiveEvent *naive = &self->naive[at];

  *event = (Event){ lane, self->names[at], LSC_SLICE_COMM_TASK, begin, end };
  *naive = (NaiveEvent){ NAIVE_COMPUTE, begin, end, G_MAXINT64, is_message };
  self->asked[at] = NAIVE_NOT_ASKED;
  if (lane == STREAM_A || lane == STREAM_B)
    event->kind = is_copy ? LSC_SLICE_COPY : LSC_SLICE_VECTOR;
  else if (lane == GROUP_TP || lane == GROUP_PP)
    event->kind = LSC_SLICE_COMM_OP;
  if (is_copy)
    naive->class = NAIVE_COPY;
  else if (event->kind == LSC_SLICE_COMM_OP)
    naive->class = NAIVE_COMM;
  else if (event->kind == LSC_SLICE_COMM_TASK)
    naive->class = task < 2 ? NAIVE_TRANSFER : NAIVE_WAIT;
  if (event->kind == LSC_SLICE_COMM_TASK && task == 3)
    naive->end = naive->begin; /* neither moves data nor waits */
  g_snprintf (self->names[at], sizeof self->names[at], "%s %u",
              event->kind == LSC_SLICE_COMM_TASK ? tasks[task]
              : is_message                       ? "hcom_BatchSendRecv"
                                                 : "hcom_allReduce",
              at);
}

static void
fill_lane (Random *self, guint lane)
{
  gint64 time = g_test_rand_int_range (0, LENGTH / 2);

  while (time < LENGTH && self->n < MOST_EVENTS)
    {
      gint64 end = time + g_test_rand_int_range (1, 60);

      add_event (self, lane, time, end);
      time = end + (one_of (3) ? 0 : g_test_rand_int_range (0, 80));
    }
}

/* Each launch in a lane of its own order: they do not overlap. */
static void
launch (Random *self)
{
  gint64 time = 0;

  self->n_events = self->n;
  for (guint i = 0; i < self->n; i++)
    {
      guint at = self->n_events;
      gint64 end = time + g_test_rand_int_range (1, 15);

      if (self->events[i].kind == LSC_SLICE_COMM_TASK || one_of (4))
        continue;
      g_snprintf (self->names[at], sizeof self->names[at], "launch %u", at);
      self->events[at] = (Event){ CANN_DEQUEUE, self->names[at], LSC_SLICE_CANN_NODE, time, end };
      self->links[self->n_links++] = (Link){ at, i, LSC_LINK_LAUNCH };
      self->naive[i].launched = end;
      self->asked[i] = time;
      self->n_events++;
      time = end + g_test_rand_int_range (0, 20);
    }
}

static void
divide (Random *self)
{
  gint64 time = g_test_rand_int_range (0, 50);

  self->n_steps = (guint) g_test_rand_int_range (0, MOST_STEPS + 1);
  for (guint i = 0; i < self->n_steps; i++)
    {
      gint64 end = time + g_test_rand_int_range (50, 200);

      self->steps[i] = (LscStep){ .id = i, .start_ns = time, .end_ns = end };
      time = end + (one_of (2) ? 0 : g_test_rand_int_range (0, 50));
    }
}

static guint32
find_id (const LscTimeline *timeline, const Random *self, guint owner)
{
  return owner == NAIVE_NOBODY ? LSC_SLICE_NONE : test_timeline_find (timeline, self->names[owner]);
}

static void
check_piece (const LscTimeline *timeline, const Random *self, const NaiveStep *naive,
             const LscBudgetPiece *piece)
{
  for (gint64 time = piece->begin_ns; time < piece->end_ns; time++)
    {
      guint owner;
      const char *category = naive_budget_at (naive, time, &owner);

      g_assert_cmpstr (lsc_budget_words[piece->category].key, ==, category);
      g_assert_cmpuint (piece->owner, ==, find_id (timeline, self, owner));
    }
}

static void
check_step (const LscTimeline *timeline, const Random *self, const LscBudget *budget,
            const LscBudgetStep *step)
{
  NaiveStep naive = { self->naive, self->n, step->begin_ns, step->end_ns,
                      budget->rule == LSC_STEPS_BY_DEVICE };
  gint64 time = step->begin_ns, ns[LSC_BUDGET_N_CATEGORIES] = { 0 };

  for (gsize i = 0; i < step->n_pieces; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[step->first_piece + i];

      g_assert_cmpint (piece->begin_ns, ==, time);
      check_piece (timeline, self, &naive, piece);
      time = piece->end_ns;
      ns[piece->category] += piece->end_ns - piece->begin_ns;
    }
  g_assert_cmpint (time, ==, step->end_ns);
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    g_assert_cmpint (step->ns[i], ==, ns[i]);
}

/* What a step has of a category in a window; free time reaches from the first work of the recording
 * to the last. */
static gint64
sum_within (const LscBudget *budget, const LscBudgetStep *step, LscBudgetCategory category,
            const LscStep *window, const LscOverlapSums *all)
{
  gint64 begin_ns = MAX (window->start_ns, all->begin_ns);
  gint64 end_ns = MIN (window->end_ns, all->end_ns), sum_ns = 0;

  for (gsize i = 0; i < step->n_pieces; i++)
    {
      const LscBudgetPiece *piece = &budget->pieces.items[step->first_piece + i];

      if (piece->category == category)
        sum_ns += MAX (0, MIN (piece->end_ns, end_ns) - MAX (piece->begin_ns, begin_ns));
    }
  return sum_ns;
}

/* Budget and dispatch have one rule for idle time (dispatch.md#gaps). */
static void
check_dispatch (const LscTimeline *timeline, const LscBudget *budget)
{
  const LscDispatch *dispatch = test_dispatch (timeline);
  guint at = 0;

  for (guint i = 0; i < dispatch->steps.n; i++)
    {
      const LscDispatchSummary *sums = &dispatch->steps.items[i];
      const LscBudgetStep *step = at < budget->steps.n ? lsc_budget_get_step (budget, at) : NULL;
      gint64 ns[LSC_BUDGET_N_CATEGORIES];

      if (!sums->has_step || !step || sums->step != step->step)
        continue;
      for (guint k = 0; k < LSC_BUDGET_N_CATEGORIES; k++)
        ns[k] = sum_within (budget, step, k, &dispatch->windows.items[at],
                            &test_overlap (timeline)->all);
      g_assert_cmpint (sums->gap_ns[0] + sums->gap_ns[1], ==, ns[LSC_BUDGET_FREE_HOST]);
      g_assert_cmpint (sums->gap_ns[4], ==, ns[LSC_BUDGET_FREE_UNLINKED]);
      g_assert_cmpint (sums->gap_ns[2] + sums->gap_ns[3], ==,
                       ns[LSC_BUDGET_FREE_DEVICE] + ns[LSC_BUDGET_MEMCPY]);
      at++;
    }
  if (budget->rule != LSC_STEPS_NONE)
    g_assert_cmpuint (at, ==, budget->steps.n);
}

static NaiveTaskType
get_type (const Event *event)
{
  if (event->kind == LSC_SLICE_VECTOR)
    return NAIVE_TASK_KERNEL;
  if (event->kind == LSC_SLICE_COMM_OP)
    return NAIVE_TASK_COMM;
  return event->kind == LSC_SLICE_COPY ? NAIVE_TASK_COPY : NAIVE_TASK_OTHER;
}

/* Of what stands on no stream only what has a launch is looked at. */
static guint
list_tasks (const Random *self, NaiveTask *tasks)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const Event *event = &self->events[i];
      gboolean is_on_stream = event->lane == STREAM_A || event->lane == STREAM_B;

      if (is_on_stream || self->asked[i] != NAIVE_NOT_ASKED)
        tasks[n++] =
            (NaiveTask){ get_type (event), event->lane, event->start, event->end, self->asked[i] };
    }
  return n;
}

/* Copies run where they like, kernels and communication behind their launch. */
static gint64
find_skew (const NaiveTask *tasks, gsize n)
{
  gint64 skew = 0;

  for (gsize i = 0; i < n; i++)
    if ((tasks[i].type == NAIVE_TASK_KERNEL || tasks[i].type == NAIVE_TASK_COMM) &&
        tasks[i].asked != NAIVE_NOT_ASKED)
      skew = MIN (skew, tasks[i].begin - tasks[i].asked);
  return skew;
}

static void
check_places (const Random *self, const LscBudget *budget)
{
  NaiveTask tasks[MOST_EVENTS];
  NaiveMark marks[MOST_STEPS + 2] = { { 0 } };
  NaiveDevice device = { tasks, list_tasks (self, tasks), marks, self->n_steps + 2 };
  guint n = 0;

  device.skew = find_skew (tasks, device.n_tasks);
  for (guint i = 0; i < self->n_steps; i++)
    marks[i + 1] = (NaiveMark){ .begin = self->steps[i].start_ns, .end = self->steps[i].end_ns };
  naive_place_steps (&device);
  for (guint i = 0; i < self->n_steps; i++)
    {
      if (marks[i + 1].device_end <= marks[i + 1].device_begin)
        continue;
      g_assert_cmpuint (n, <, budget->steps.n);
      g_assert_cmpint (budget->steps.items[n].begin_ns, ==, marks[i + 1].device_begin);
      g_assert_cmpint (budget->steps.items[n++].end_ns, ==, marks[i + 1].device_end);
    }
  g_assert_cmpuint (n, ==, self->n_steps > 0 ? budget->steps.n : 0);
}

static Random *
random_new (void)
{
  static const guint lanes[] = { STREAM_A, STREAM_B, GROUP_TP, GROUP_PP, PLANE_0, PLANE_1 };
  Random *self = g_new0 (Random, 1);

  fill_lane (self, STREAM_A); /* there is something to budget */
  for (guint i = 1; i < G_N_ELEMENTS (lanes); i++)
    if (!one_of (4))
      fill_lane (self, lanes[i]);
  launch (self);
  divide (self);
  return self;
}

static LscTimeline *
make_timeline (const Random *self)
{
  LscTimeline *timeline = test_timeline_new (self->events, self->n_events, self->links,
                                             self->n_links, self->steps, self->n_steps);

  test_timeline_complete (timeline);
  return timeline;
}

static void
run_round (void)
{
  g_autofree Random *self = random_new ();
  g_autoptr (LscTimeline) timeline = make_timeline (self);
  g_autoptr (LscBudget) budget = NULL;
  gint64 skew_ns;

  budget = lsc_budget_new (timeline, NULL, NULL);
  if (!budget->is_split)
    return;
  skew_ns = test_dispatch (timeline)->skew_ns; /* that of the clocks is tested elsewhere */
  for (guint i = 0; i < self->n; i++)
    if (self->naive[i].launched < G_MAXINT64)
      self->naive[i].launched += skew_ns;
  check_places (self, budget);
  for (guint i = 0; i < budget->steps.n; i++)
    check_step (timeline, self, budget, lsc_budget_get_step (budget, i));
  check_dispatch (timeline, budget);
}

static void
test_random (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    run_round ();
}

/* ---- A host that is further ahead ------------------------------------------------------------ */

/* So that times which differ still do when all have moved. */
static void
stretch (Random *self)
{
  for (guint i = 0; i < self->n_events; i++)
    {
      self->events[i].start *= STRETCH;
      self->events[i].end *= STRETCH;
    }
  for (guint i = 0; i < self->n_steps; i++)
    {
      self->steps[i].start_ns *= STRETCH;
      self->steps[i].end_ns *= STRETCH;
    }
}

/* Earlier by @ns, and by more the later something is: of @STRETCH @share. */
static void
move_time (gint64 *time, gint64 ns, gint64 share)
{
  *time -= ns + *time / STRETCH * share;
}

static void
move_host (Random *self, gint64 ns, gint64 share)
{
  for (guint i = self->n; i < self->n_events; i++)
    {
      move_time (&self->events[i].start, ns, share);
      move_time (&self->events[i].end, ns, share);
    }
  for (guint i = 0; i < self->n_steps; i++)
    {
      move_time (&self->steps[i].start_ns, ns, share);
      move_time (&self->steps[i].end_ns, ns, share);
    }
}

static gint64
get_idle_ns (const LscBudgetStep *step)
{
  gint64 ns = 0;

  for (guint i = LSC_BUDGET_PREPARE; i < LSC_BUDGET_N_CATEGORIES; i++)
    ns += step->ns[i];
  return ns;
}

/* steps.md#device-step: what the device does does not change with the time at which it was asked.
 */
static gboolean
run_move (void)
{
  g_autofree Random *self = random_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscTimeline) moved = NULL;
  g_autoptr (LscBudget) before = NULL;
  g_autoptr (LscBudget) after = NULL;

  stretch (self);
  timeline = make_timeline (self);
  before = lsc_budget_new (timeline, NULL, NULL);
  if (before->rule != LSC_STEPS_BY_DEVICE)
    return FALSE;
  move_host (self, g_test_rand_int_range (0, 100 * STRETCH), g_test_rand_int_range (0, STRETCH));
  moved = make_timeline (self);
  after = lsc_budget_new (moved, NULL, NULL);
  g_assert_cmpuint (before->steps.n, ==, after->steps.n);
  for (guint i = 0; i < before->steps.n; i++)
    {
      const LscBudgetStep *x = &before->steps.items[i], *y = &after->steps.items[i];

      g_assert_cmpint (x->step, ==, y->step);
      g_assert_cmpint (x->begin_ns, ==, y->begin_ns);
      g_assert_cmpint (x->end_ns, ==, y->end_ns);
      g_assert_cmpint (x->comm_ns, ==, y->comm_ns);
      g_assert_cmpint (get_idle_ns (x), ==, get_idle_ns (y));
      for (guint k = 0; k < LSC_BUDGET_PREPARE; k++)
        g_assert_cmpint (x->ns[k], ==, y->ns[k]);
    }
  return TRUE;
}

static void
test_moved_host (void)
{
  for (guint n = 0; n < MOVES;)
    n += run_move ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget-random/each-nanosecond", test_random);
  g_test_add_func ("/budget-random/moved-host", test_moved_host);
  return g_test_run ();
}
