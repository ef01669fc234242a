/* test-budget-random.c - budgets of random steps against asking about each nanosecond
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/budget/lsc-budget.h"
#include "lsc-naive-budget.h"
#include "test-step-support.h"

#define ROUNDS 400
#define MOST_EVENTS 40
#define MOST_STEPS 3
#define LENGTH 400

/** @naive: one for each of the first events; the rest are launches */
typedef struct
{
  Event events[2 * MOST_EVENTS];
  char names[2 * MOST_EVENTS][40];
  NaiveEvent naive[MOST_EVENTS];
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
  NaiveStep naive = { self->naive, self->n, step->begin_ns, step->end_ns };
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

static void
run_round (void)
{
  static const guint lanes[] = { STREAM_A, STREAM_B, GROUP_TP, GROUP_PP, PLANE_0, PLANE_1 };
  g_autofree Random *self = g_new0 (Random, 1);
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscBudget) budget = NULL;
  gint64 skew_ns;

  fill_lane (self, STREAM_A); /* there is something to budget */
  for (guint i = 1; i < G_N_ELEMENTS (lanes); i++)
    if (!one_of (4))
      fill_lane (self, lanes[i]);
  launch (self);
  divide (self);
  timeline = test_timeline_new (self->events, self->n_events, self->links, self->n_links,
                                self->steps, self->n_steps);
  test_timeline_complete (timeline);
  budget = lsc_budget_new (timeline, NULL, NULL);
  if (!budget->is_split)
    return;
  skew_ns = test_dispatch (timeline)->skew_ns; /* that of the clocks is tested elsewhere */
  for (guint i = 0; i < self->n; i++)
    if (self->naive[i].launched < G_MAXINT64)
      self->naive[i].launched += skew_ns;
  g_assert_cmpuint (budget->steps.n, ==, MAX (self->n_steps, 1));
  for (guint i = 0; i < budget->steps.n; i++)
    check_step (timeline, self, budget, lsc_budget_get_step (budget, i));
}

static void
test_random (void)
{
  for (guint i = 0; i < ROUNDS; i++)
    run_round ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget-random/each-nanosecond", test_random);
  return g_test_run ();
}
