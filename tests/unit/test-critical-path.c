/* test-critical-path.c - critical path, slack, busy and idle time, latencies
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analysis-helper.h"
#include "analyze/theory/lsc-critical-path.h"
#include "analyze/theory/lsc-plan-stats.h"

/* A schedule with lengths and a latency for each link. */
typedef struct
{
  LscPlan *plan;
  gint64 *durations;
  gint64 *by_link;
  LscPlanLatency latency;
  LscPlanTimes times;
} Case;

static void
replay (Case *self)
{
  g_autoptr (GError) error = NULL;

  lsc_plan_times_clear (&self->times);
  g_assert_true (lsc_plan_times_init (&self->times, self->plan));
  lsc_plan_replay (self->plan, self->durations, &self->latency, &self->times, &error);
  g_assert_no_error (error);
}

static void
case_init (Case *self, GRand *rand)
{
  LscScheduleType type =
      (LscScheduleType) g_rand_int_range (rand, LSC_SCHEDULE_1F1B, LSC_SCHEDULE_N_TYPES);
  gsize p = (gsize) g_rand_int_range (rand, 1, 6);
  gint32 longest = g_rand_int_range (rand, 1, 60);

  p += type == LSC_SCHEDULE_DUALPIPE ? p % 2 : 0;
  *self = (Case){ .plan = analysis_plan_new (type, p, 2 * p, 2) };
  self->durations = g_new (gint64, self->plan->n_ops);
  for (gsize i = 0; i < self->plan->n_ops; i++)
    self->durations[i] = g_rand_int_range (rand, 0, longest + 1);
  self->by_link = g_new (gint64, p * p);
  for (gsize i = 0; i < p * p; i++)
    self->by_link[i] = g_rand_int_range (rand, 0, 8);
  self->latency.ns = g_rand_int_range (rand, 0, 8);
  self->latency.by_link = g_rand_boolean (rand) ? self->by_link : NULL;
  replay (self);
}

static void
case_clear (Case *self)
{
  lsc_plan_times_clear (&self->times);
  g_clear_pointer (&self->plan, lsc_plan_free);
  g_clear_pointer (&self->durations, g_free);
  g_clear_pointer (&self->by_link, g_free);
}

/* In time order, each op once. */
static void
check_order (const LscCriticalPath *path, gsize n_ops)
{
  g_autofree guint8 *seen = g_new0 (guint8, n_ops);

  g_assert_cmpuint (path->n_steps, >, 0);
  for (gsize i = 0; i < path->n_steps; i++)
    {
      g_assert_false (seen[path->steps[i].op]);
      seen[path->steps[i].op] = 1;
      g_assert_cmpint (path->steps[i].why == LSC_PATH_START, ==, i == 0);
    }
}

static void
test_replay (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);

  for (guint round = 0; round < 400; round++)
    {
      Case self;
      g_autoptr (LscCriticalPath) path = NULL;
      g_autofree gint64 *slack = NULL;
      gint64 window;

      case_init (&self, rand);
      window = self.times.t1_ns - self.times.t0_ns;
      path = lsc_critical_path_new (self.plan, &self.times, &self.latency);
      check_order (path, self.plan->n_ops);
      g_assert_cmpint (path->busy_ns + path->latency_ns, ==, window);
      g_assert_cmpint (path->idle_ns, ==, 0);
      if (!self.latency.by_link)
        g_assert_cmpint (path->latency_ns, ==, (gint64) path->n_hops * self.latency.ns);
      slack = lsc_plan_slack (self.plan, &self.times, &self.latency);
      for (gsize i = 0; i < path->n_steps; i++)
        g_assert_cmpint (slack[path->steps[i].op], ==, 0);
      case_clear (&self);
    }
}

/* An op that takes longer by its slack does not move the end; one more does, by one. */
static void
test_slack_is_exact (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);

  for (guint round = 0; round < 40; round++)
    {
      Case self;
      g_autofree gint64 *slack = NULL;
      gint64 window;

      case_init (&self, rand);
      window = self.times.t1_ns;
      slack = lsc_plan_slack (self.plan, &self.times, &self.latency);
      for (gsize i = 0; i < self.plan->n_ops; i++)
        {
          gint64 before = self.durations[i];

          self.durations[i] = before + slack[i];
          replay (&self);
          g_assert_cmpint (self.times.t1_ns, ==, window);
          self.durations[i]++;
          replay (&self);
          g_assert_cmpint (self.times.t1_ns, ==, window + 1);
          self.durations[i] = before;
        }
      case_clear (&self);
    }
}

/* Measured times break edges: what really was stays allowed. */
static void
test_any_times (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);

  for (guint round = 0; round < 200; round++)
    {
      Case self;
      g_autoptr (LscCriticalPath) path = NULL;
      g_autofree gint64 *slack = NULL;

      case_init (&self, rand);
      for (gsize i = 0; i < self.plan->n_ops; i++)
        {
          self.times.start_ns[i] = g_rand_int_range (rand, 0, 500);
          self.times.end_ns[i] = self.times.start_ns[i] + self.durations[i];
        }
      lsc_plan_times_find_window (&self.times, self.plan);
      path = lsc_critical_path_new (self.plan, &self.times, &self.latency);
      check_order (path, self.plan->n_ops);
      g_assert_cmpint (path->busy_ns + path->latency_ns + path->idle_ns, ==,
                       self.times.t1_ns - self.times.t0_ns);
      g_assert_cmpint (self.times.end_ns[path->steps[path->n_steps - 1].op], ==, self.times.t1_ns);
      slack = lsc_plan_slack (self.plan, &self.times, &self.latency);
      for (gsize i = 0; i < self.plan->n_ops; i++)
        {
          g_assert_cmpint (slack[i], >=, 0);
          g_assert_cmpint (slack[i], <=, self.times.t1_ns - self.times.end_ns[i]);
        }
      case_clear (&self);
    }
}

/* The host started an op late: the wait is idle time on the path, and not slack of what came
 * before it on another rank only. */
static void
test_late_start (void)
{
  g_autoptr (LscPlan) plan = analysis_plan_new (LSC_SCHEDULE_GPIPE, 2, 1, 1);
  gint64 durations[] = { 10, 20, 10, 20 }; /* F B, F B */
  g_auto (LscPlanTimes) times = { NULL };
  LscPlanLatency latency = { 3, NULL };
  g_autoptr (LscCriticalPath) path = NULL;
  g_autofree gint64 *slack = NULL;

  g_assert_cmpuint (plan->n_ops, ==, 4);
  analysis_replay (plan, durations, 3, &times);
  times.start_ns[3] += 5;
  times.end_ns[3] += 5;
  times.start_ns[1] += 5;
  times.end_ns[1] += 5;
  lsc_plan_times_find_window (&times, plan);
  path = lsc_critical_path_new (plan, &times, &latency);
  g_assert_cmpuint (path->n_steps, ==, 4);
  g_assert_cmpuint (path->n_hops, ==, 2);
  g_assert_cmpint (path->busy_ns, ==, 60);
  g_assert_cmpint (path->latency_ns, ==, 6);
  g_assert_cmpint (path->idle_ns, ==, 5);
  slack = lsc_plan_slack (plan, &times, &latency);
  g_assert_cmpint (slack[0], ==, 5);
  g_assert_cmpint (slack[2], ==, 5);
  g_assert_cmpint (slack[1], ==, 0);
  g_assert_cmpint (slack[3], ==, 0);
}

/* A message faster than the latency: the op before has the slack that the order leaves, no less. */
static void
test_fast_message (void)
{
  g_autoptr (LscPlan) plan = analysis_plan_new (LSC_SCHEDULE_GPIPE, 2, 2, 1);
  /* rank 0: F0 F1 B0 B1, rank 1: the same */
  gint64 start[] = { 0, 15, 60, 70, 13, 26, 40, 50 }, end[] = { 10, 25, 70, 80, 14, 36, 50, 60 };
  LscPlanTimes times = { start, end, 8, 0, 80 };
  LscPlanLatency latency = { 3, NULL };
  g_autofree gint64 *slack = lsc_plan_slack (plan, &times, &latency);

  g_assert_cmpuint (plan->n_ops, ==, 8);
  g_assert_cmpint (slack[5], ==, 11); /* rank 1 could end its F1 at 47 */
  g_assert_cmpint (slack[1], ==, 11); /* it took 1 to get there, not 3 */
  g_assert_cmpint (slack[0], ==, 16);
}

/* Ops that need each other: the walk passes each once, and there is no slack to speak of. */
static void
test_circle (void)
{
  LscPlanOp ops[2] = { { .rank = 0, .n_needs = 1, .needs = { 1 } },
                       { .rank = 1, .n_needs = 1, .needs = { 0 } } };
  guint32 first[] = { 0, 1, 2 };
  gint64 start[] = { 0, 0 }, end[] = { 5, 5 };
  LscPlan plan = { .n_ranks = 2, .n_ops = 2, .first = first, .ops = ops };
  LscPlanTimes times = { start, end, 2, 0, 9 };
  g_autoptr (LscCriticalPath) path = lsc_critical_path_new (&plan, &times, NULL);
  g_autofree gint64 *slack = lsc_plan_slack (&plan, &times, NULL);

  g_assert_cmpuint (path->n_steps, ==, 2);
  g_assert_cmpint (slack[0], ==, 0);
  g_assert_cmpint (slack[1], ==, 0);
}

static void
test_nothing (void)
{
  guint32 first[] = { 0, 0, 0 };
  LscPlan plan = { .n_ranks = 2, .first = first };
  LscPlanTimes times = { 0 };
  g_autofree LscRowMetrics *stats = NULL;
  double ratio;

  g_assert_null (lsc_critical_path_new (&plan, &times, NULL));
  stats = lsc_plan_rank_stats (&plan, &times, &ratio);
  g_assert_cmpint (stats[0].bubble_ns, ==, -1);
  g_assert_cmpint (stats[1].busy_ns, ==, -1);
  g_assert_cmpfloat (ratio, ==, -1);
}

/* 1F1B, F = 10, B = 20: ratio (P - 1) / (M + P - 1); a micro-batch that lost an op has none. */
static void
test_stats (void)
{
  g_autoptr (LscPlan) plan = analysis_plan_new (LSC_SCHEDULE_1F1B, 4, 8, 1);
  LscPlanCosts costs = { .f = 10, .b = 20 };
  g_autofree gint64 *durations = g_new (gint64, plan->n_ops);
  g_autofree LscRowMetrics *stats = NULL;
  g_autofree LscMicroBatchLatency *latencies = NULL;
  g_auto (LscPlanTimes) times = { NULL };
  double ratio;
  gsize n;

  lsc_plan_cost_ops (plan, &costs, durations);
  analysis_replay (plan, durations, 0, &times);
  stats = lsc_plan_rank_stats (plan, &times, &ratio);
  g_assert_cmpfloat_with_epsilon (ratio, 3.0 / 11, 1e-12);
  for (gsize rank = 0; rank < 4; rank++)
    {
      g_assert_cmpint (stats[rank].busy_ns, ==, 240);
      g_assert_cmpint (stats[rank].bubble_ns, ==, 90);
      g_assert_cmpint (stats[rank].ramp_ns, ==, (gint64) rank * 10);
      g_assert_cmpint (stats[rank].tail_ns, ==, (gint64) rank * 20);
      g_assert_cmpuint (stats[rank].peak, ==, 4 - rank);
    }
  plan->ops[plan->first[2]].parts[0].mb = 1; /* micro-batch 0 loses an F */
  latencies = lsc_plan_latencies (plan, &times, &n);
  g_assert_cmpuint (n, ==, 8);
  g_assert_cmpint (latencies[0].forward_ns, ==, -1);
  g_assert_cmpint (latencies[0].full_ns, ==, -1);
  g_assert_cmpint (latencies[7].forward_ns, >, 0);
  g_assert_cmpint (latencies[7].full_ns, >, latencies[7].forward_ns);
}

/* Two streams of a rank overlap: busy time counts once. */
static void
test_overlap (void)
{
  LscPlanOp ops[3] = {
    { .kind = LSC_BLOCK_F, .n_parts = 1, .parts = { { .role = LSC_BLOCK_F } } },
    { .kind = LSC_BLOCK_B, .n_parts = 1, .parts = { { .role = LSC_BLOCK_B } } },
    { .kind = LSC_BLOCK_B, .n_parts = 1, .parts = { { .role = LSC_BLOCK_B } } }
  };
  guint32 first[] = { 0, 3 };
  gint64 start[] = { 2, 4, 13 }, end[] = { 10, 6, 15 };
  LscPlan plan = { .n_ranks = 1, .n_ops = 3, .first = first, .ops = ops };
  LscPlanTimes times = { start, end, 3, 0, 20 };
  g_autofree LscRowMetrics *stats = lsc_plan_rank_stats (&plan, &times, NULL);

  g_assert_cmpint (stats[0].busy_ns, ==, 10);
  g_assert_cmpint (stats[0].ramp_ns, ==, 2);
  g_assert_cmpint (stats[0].inner_ns, ==, 3);
  g_assert_cmpint (stats[0].tail_ns, ==, 5);
  g_assert_cmpint (stats[0].warmup_ns, ==, 2);
  g_assert_cmpint (stats[0].steady_ns, ==, 0);
  g_assert_cmpint (stats[0].cooldown_ns, ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical-path/replay", test_replay);
  g_test_add_func ("/critical-path/slack-is-exact", test_slack_is_exact);
  g_test_add_func ("/critical-path/any-times", test_any_times);
  g_test_add_func ("/critical-path/late-start", test_late_start);
  g_test_add_func ("/critical-path/fast-message", test_fast_message);
  g_test_add_func ("/critical-path/circle", test_circle);
  g_test_add_func ("/critical-path/nothing", test_nothing);
  g_test_add_func ("/plan-stats/1f1b", test_stats);
  g_test_add_func ("/plan-stats/overlap", test_overlap);
  return g_test_run ();
}
