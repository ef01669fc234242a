/* test-plan.c - plans from schedules and from recorded ops, replays that cannot be, limits
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/theory/lsc-plan.h"
#include "base/lsc-error.h"

static LscPlan *
make_plan (LscScheduleType type, gsize p, gsize m)
{
  LscSchedule schedule = lsc_plan_default_schedule (type, p, m);
  g_autoptr (GError) error = NULL;
  LscPlan *plan = lsc_plan_new (&schedule, &error);

  g_assert_no_error (error);
  return plan;
}

static gint64 *
same_durations (const LscPlan *plan, gint64 ns)
{
  gint64 *durations = g_new (gint64, plan->n_ops);

  for (gsize i = 0; i < plan->n_ops; i++)
    durations[i] = ns;
  return durations;
}

static void
assert_plans_equal (const LscPlan *a, const LscPlan *b)
{
  g_assert_cmpuint (a->n_ops, ==, b->n_ops);
  g_assert_cmpmem (a->first, (a->n_ranks + 1) * sizeof *a->first, b->first,
                   (b->n_ranks + 1) * sizeof *b->first);
  for (gsize i = 0; i < a->n_ops; i++)
    {
      g_assert_cmpuint (a->ops[i].kind, ==, b->ops[i].kind);
      g_assert_cmpuint (a->ops[i].rank, ==, b->ops[i].rank);
      g_assert_cmpuint (a->ops[i].n_needs, ==, b->ops[i].n_needs);
      for (guint j = 0; j < a->ops[i].n_needs; j++)
        g_assert_cmpuint (a->ops[i].needs[j], ==, b->ops[i].needs[j]);
    }
}

/* Every need comes from the op with the key the chart names, in its order. */
static void
test_needs (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_1F1B, 2, 2);
  /* 0: F0 F1 B0 B1, 1: F0 B0 F1 B1 */
  const guint32 expected[8][2] = {
    { LSC_PLAN_NO_OP }, { LSC_PLAN_NO_OP }, { 0, 5 }, { 1, 7 }, { 0 }, { 4 }, { 1 }, { 6 },
  };
  const guint8 counts[8] = { 0, 0, 2, 2, 1, 1, 1, 1 };

  g_assert_cmpuint (plan->n_ops, ==, 8);
  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (plan->ops[i].n_needs, ==, counts[i]);
      for (guint j = 0; j < counts[i]; j++)
        g_assert_cmpuint (plan->ops[i].needs[j], ==, expected[i][j]);
    }
}

static void
test_no_head (void)
{
  LscSchedule schedule = {
    .type = LSC_SCHEDULE_DUALPIPEV, .n_stages = 4, .n_micro_batches = 9, .n_chunks = 2
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPlan) plan = lsc_plan_new (&schedule, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < plan->n_ops; i++)
    g_assert_cmpuint (plan->ops[i].kind, !=, LSC_BLOCK_L);
  g_assert_cmpint (plan->ops[plan->first[1] - 1].phase, ==, 6);
}

static void
test_round_trip (void)
{
  for (int type = 1; type < LSC_SCHEDULE_N_TYPES; type++)
    {
      g_autoptr (LscPlan) plan = make_plan ((LscScheduleType) type, 4, 12);
      g_autofree LscPlanOp *bare = g_memdup2 (plan->ops, plan->n_ops * sizeof *plan->ops);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscPlan) copy = NULL;

      for (gsize i = 0; i < plan->n_ops; i++)
        {
          bare[i].n_needs = 9;
          bare[i].rank = 1234;
        }
      copy = lsc_plan_new_from_ops (&plan->schedule, bare, plan->first, FALSE, &error);
      g_assert_no_error (error);
      assert_plans_equal (plan, copy);
    }
}

static void
assert_replay_fails (const LscPlan *plan, const gint64 *durations, gint64 latency_ns, int code)
{
  LscPlanLatency latency = { .ns = latency_ns };
  g_auto (LscPlanTimes) times = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (lsc_plan_replay (plan, durations, &latency, &times, &error));
  g_assert_error (error, LSC_ERROR, code);
}

/* Two ops of a rank swapped: B0 before F0 on the last rank. */
static void
test_deadlock (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_1F1B, 3, 4);
  guint32 a = plan->first[2];
  LscPlanOp op = plan->ops[a];
  g_autoptr (LscPlan) broken = NULL;
  g_autoptr (LscPlan) moved = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (LscPlanTimes) times = { 0 };
  g_autofree gint64 *durations = same_durations (plan, 1);
  g_autofree gint64 *moved_durations = NULL;

  plan->ops[a] = plan->ops[a + 1];
  plan->ops[a + 1] = op;
  broken = lsc_plan_new_from_ops (&plan->schedule, plan->ops, plan->first, FALSE, &error);
  g_assert_no_error (error);
  g_assert_false (lsc_plan_replay (broken, durations, NULL, &times, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  /* what runs: F0 F1 F2 on rank 0, F0 F1 on rank 1 */
  g_assert_cmpstr (error->message, ==,
                   "This is not a valid schedule: 19 blocks wait for each other");
  g_clear_error (&error);
  moved = lsc_plan_refill_weights (broken, durations, NULL, 0, 1, &moved_durations, &error);
  g_assert_null (moved);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
}

static void
test_overflow (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_ZBH1, 3, 4);
  g_autofree gint64 *durations = same_durations (plan, 1);
  g_autofree gint64 *moved_durations = NULL;
  g_autoptr (GError) error = NULL;

  assert_replay_fails (plan, durations, G_MAXINT64 / 2, LSC_ERROR_LIMIT);
  g_assert_null (lsc_plan_refill_weights (plan, durations, &(LscPlanLatency){ .ns = G_MAXINT64 }, 0,
                                          1, &moved_durations, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
  g_clear_error (&error);
  durations[2] = durations[5] = G_MAXINT64 - 3;
  assert_replay_fails (plan, durations, 0, LSC_ERROR_LIMIT);
  g_assert_null (lsc_plan_refill_weights (plan, durations, NULL, 0, 1, &moved_durations, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
}

static LscPlan *
without_op (const LscPlan *plan, guint32 lost, gboolean allow_missing, GError **error)
{
  g_autofree LscPlanOp *ops = g_new (LscPlanOp, plan->n_ops);
  g_autofree guint32 *first = g_new (guint32, plan->n_ranks + 1);
  guint32 n = 0;

  for (guint32 i = 0; i < plan->n_ops; i++)
    if (i != lost)
      ops[n++] = plan->ops[i];
  for (gsize r = 0; r <= plan->n_ranks; r++)
    first[r] = plan->first[r] - (plan->first[r] > lost);
  return lsc_plan_new_from_ops (&plan->schedule, ops, first, allow_missing, error);
}

/* Any one op left out: an error that names it, or an input that counts as there. */
static void
test_missing (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_DUALPIPEV, 3, 7);

  for (guint32 lost = 0; lost < plan->n_ops; lost++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscPlan) strict = without_op (plan, lost, FALSE, &error);
      g_autoptr (LscPlan) lenient = NULL;
      g_auto (LscPlanTimes) times = { 0 };
      g_autofree gint64 *durations = same_durations (plan, 5);
      gsize n_missing = 0;

      if (plan->ops[lost].kind == LSC_BLOCK_W) /* nothing needs it */
        g_assert_no_error (error);
      else
        g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
      g_clear_error (&error);
      lenient = without_op (plan, lost, TRUE, &error);
      g_assert_no_error (error);
      g_assert_true (lsc_plan_replay (lenient, durations, NULL, &times, &error));
      for (gsize i = 0; i < lenient->n_ops; i++)
        for (guint j = 0; j < lenient->ops[i].n_needs; j++)
          n_missing += lenient->ops[i].needs[j] == LSC_PLAN_NO_OP;
      g_assert_true (n_missing > 0 || plan->ops[lost].kind != LSC_BLOCK_F);
    }
}

static void
test_missing_names (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_1F1B, 2, 2);
  g_autoptr (GError) error = NULL;

  g_assert_null (without_op (plan, 1, FALSE, &error));
  g_assert_cmpstr (error->message, ==,
                   "The forward of micro-batch 1 on virtual stage 0 is missing");
  g_clear_error (&error);
  g_assert_null (without_op (plan, 5, FALSE, &error));
  g_assert_cmpstr (error->message, ==,
                   "The backward of micro-batch 0 on virtual stage 1 is missing");
}

static void
assert_ops_fail (const LscPlan *plan, const char *sentence)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lsc_plan_new_from_ops (&plan->schedule, plan->ops, plan->first, TRUE, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_assert_cmpstr (error->message, ==, sentence);
}

static void
test_wrong_ops (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_1F1B, 2, 2);

  plan->ops[1].parts[0].mb = 0;
  assert_ops_fail (plan, "F of micro-batch 0, chunk 0 on stage 0 is there twice");
  plan->ops[1].parts[0].mb = 2;
  assert_ops_fail (plan, "F of micro-batch 2, chunk 0 on stage 0 is not part of the schedule");
  plan->ops[1].parts[0].mb = G_MAXUINT32;
  assert_ops_fail (plan,
                   "F of micro-batch 4294967295, chunk 0 on stage 0 is not part of the schedule");
  plan->ops[1].parts[0] = (LscPlanPart){ .role = LSC_BLOCK_F, .chunk = 1, .mb = 1 };
  assert_ops_fail (plan, "F of micro-batch 1, chunk 1 on stage 0 is not part of the schedule");
  plan->ops[1].parts[0] = (LscPlanPart){ .role = LSC_BLOCK_B, .mb = 1 };
  assert_ops_fail (plan, "Block 1 of stage 0 has parts that do not belong to its kind");
  plan->ops[1].kind = LSC_BLOCK_B;
  assert_ops_fail (plan, "B of micro-batch 1, chunk 0 on stage 0 is there twice");
  plan->ops[1].kind = LSC_BLOCK_L;
  assert_ops_fail (plan, "Block 1 of stage 0 has parts that do not belong to its kind");
}

/* A backward and a backward for inputs stand for each other. */
static void
test_both_backwards (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_1F1B, 1, 2);

  plan->ops[3].kind = LSC_BLOCK_I;
  plan->ops[3].parts[0] = (LscPlanPart){ .role = LSC_BLOCK_I, .mb = 0 };
  assert_ops_fail (plan, "I of micro-batch 0, chunk 0 on stage 0 is there twice");
}

static void
test_links (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_1F1B, 2, 1);
  g_autofree gint64 *durations = same_durations (plan, 10);
  const gint64 by_link[4] = { 1000, 3, 7, 1000 }; /* forward 3, backward 7; own edges have none */
  LscPlanLatency latency = { .by_link = by_link };
  g_auto (LscPlanTimes) times = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (lsc_plan_replay (plan, durations, &latency, &times, &error));
  g_assert_cmpint (times.start_ns[2], ==, 13); /* F0 of rank 1 */
  g_assert_cmpint (times.start_ns[3], ==, 23);
  g_assert_cmpint (times.start_ns[1], ==, 40);
  g_assert_cmpint (times.t1_ns, ==, 50);
}

static void
test_times_reused (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_ZBV, 4, 9);
  g_autofree gint64 *durations = same_durations (plan, 3);
  g_auto (LscPlanTimes) a = { 0 };
  g_auto (LscPlanTimes) b = { 0 };

  g_assert_true (lsc_plan_times_init (&b, plan));
  g_assert_true (lsc_plan_replay (plan, durations, NULL, &a, NULL));
  for (guint i = 0; i < 2; i++)
    g_assert_true (lsc_plan_replay (plan, durations, NULL, &b, NULL));
  g_assert_cmpmem (a.end_ns, a.n_ops * 8, b.end_ns, b.n_ops * 8);
  lsc_plan_times_clear (&b);
  g_assert_null (b.start_ns);
}

static void
assert_impossible (LscSchedule schedule, const char *sentence)
{
  g_autoptr (LscPhrase) refusal = lsc_schedule_make_refusal (&schedule);
  g_autofree char *reason = lsc_phrase_to_plain (refusal);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (reason, ==, sentence);
  g_assert_false (lsc_schedule_is_possible (&schedule));
  g_assert_null (lsc_plan_new (&schedule, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_USAGE);
  g_assert_cmpstr (error->message, ==, sentence);
}

static void
test_impossible (void)
{
  LscSchedule runs = lsc_plan_default_schedule (LSC_SCHEDULE_INTERLEAVED, 4, 9);

  assert_impossible (lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPEV, 4, 7),
                     "DualPipeV needs at least two micro-batches for each stage: M >= 8 for "
                     "P = 4, not 7");
  assert_impossible (lsc_plan_default_schedule (LSC_SCHEDULE_ZBV, 3, 5),
                     "ZB-V needs at least two micro-batches for each stage: M >= 6 for "
                     "P = 3, not 5");
  assert_impossible (lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPE, 3, 8),
                     "DualPipe needs an even number of stages, not P = 3");
  assert_impossible (lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPE, 4, 9),
                     "DualPipe needs an even number of micro-batches, not M = 9");
  assert_impossible (runs,
                     "The last group of the interleaved schedule has to be full or at least as "
                     "long as there are stages: M = 9 in groups of 4 leaves 1 for P = 4");
  runs.run_length = 3;
  assert_impossible (runs,
                     "The interleaved schedule runs at least as many micro-batches in a row as "
                     "there are stages: N >= 4, not 3");
  runs.run_length = 10;
  assert_impossible (runs,
                     "The interleaved schedule needs at least as many micro-batches as run in a "
                     "row: M >= 10, not 9");
  runs.n_chunks = 0;
  assert_impossible (runs, "The interleaved schedule takes 1 to 14 chunks on each rank, not 0");
  assert_impossible (lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, 0, 8),
                     "A schedule needs at least one stage and one micro-batch, not P = 0 and "
                     "M = 8");
  assert_impossible ((LscSchedule){ .n_stages = 2, .n_micro_batches = 2 },
                     "There is no order without a known schedule");
}

/* A reason exactly where the schedule does not exist. */
static void
test_reasons_agree (void)
{
  for (int type = 1; type < LSC_SCHEDULE_N_TYPES; type++)
    for (gsize p = 0; p <= 6; p++)
      for (gsize m = 0; m <= 20; m++)
        for (gsize n = 0; n <= (type == LSC_SCHEDULE_INTERLEAVED ? 8 : 0); n++)
          {
            LscSchedule schedule = lsc_plan_default_schedule ((LscScheduleType) type, p, m);
            g_autoptr (LscPhrase) refusal = NULL;

            schedule.run_length = n;
            refusal = lsc_schedule_make_refusal (&schedule);
            g_assert_cmpint (refusal == NULL, ==, lsc_schedule_is_possible (&schedule));
          }
}

static void
test_too_large (void)
{
  static const gsize sizes[][2] = { { 1 << 16, 1 << 16 },
                                    { 1 << 29, 1 << 29 },
                                    { 1 << 30, 1 << 10 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LscSchedule schedule =
          lsc_plan_default_schedule (LSC_SCHEDULE_1F1B, sizes[i][0], sizes[i][1]);
      g_autoptr (GError) error = NULL;

      g_assert_null (lsc_plan_new (&schedule, &error));
      g_assert_true (error->code == LSC_ERROR_LIMIT || error->code == LSC_ERROR_USAGE);
    }
}

/* One block less on the last rank, d blocks less on the others. */
static void
test_variants (void)
{
  LscSchedule plain = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPEV, 4, 10);
  LscSchedule first = plain, middle = plain, dual = plain;

  first.fused_first = TRUE;
  middle.fused_middle = TRUE;
  for (gsize r = 0; r < 4; r++)
    {
      gsize n = lsc_schedule_count (&plain, r);

      g_assert_cmpuint (lsc_schedule_count (&first, r), ==, r == 3 ? n - 1 : n);
      g_assert_cmpuint (lsc_schedule_count (&middle, r), ==, n - (3 - r));
    }
  dual = lsc_plan_default_schedule (LSC_SCHEDULE_DUALPIPE, 4, 10);
  first = dual;
  first.fused_first = TRUE;
  g_assert_cmpuint (lsc_schedule_count (&first, 0), ==, lsc_schedule_count (&dual, 0));
  g_assert_cmpuint (lsc_schedule_count (&first, 1), ==, lsc_schedule_count (&dual, 1) - 1);
  g_assert_cmpuint (lsc_schedule_count (&first, 2), ==, lsc_schedule_count (&dual, 2) - 1);
}

/* Weight gradients nobody recorded stay away, and the cap of activations does not stop the rest. */
static void
test_refill_without_weights (void)
{
  LscSchedule schedule = lsc_plan_default_schedule (LSC_SCHEDULE_ZBV, 4, 9);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscPlan) plan = NULL;
  g_autoptr (LscPlan) moved = NULL;
  g_autofree gint64 *durations = NULL;
  g_autofree gint64 *moved_durations = NULL;

  schedule.no_weights = TRUE;
  plan = lsc_plan_new (&schedule, &error);
  g_assert_no_error (error);
  durations = same_durations (plan, 2);
  moved = lsc_plan_refill_weights (plan, durations, NULL, 3, 0.5, &moved_durations, &error);
  g_assert_no_error (error);
  assert_plans_equal (plan, moved);
}

/* The backward of a weight gradient is missing: nothing holds it back, and it is not lost. */
static void
test_refill_with_missing (void)
{
  g_autoptr (LscPlan) plan = make_plan (LSC_SCHEDULE_ZBV, 3, 7);
  g_autofree gint64 *durations = same_durations (plan, 2);

  for (guint32 lost = 0; lost < plan->n_ops; lost++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscPlan) rest = without_op (plan, lost, TRUE, &error);
      g_autofree gint64 *moved_durations = NULL;
      g_autoptr (LscPlan) moved =
          lsc_plan_refill_weights (rest, durations, NULL, 0, 0.5, &moved_durations, &error);
      g_auto (LscPlanTimes) times = { 0 };

      g_assert_no_error (error);
      g_assert_cmpuint (moved->n_ops, ==, rest->n_ops);
      g_assert_true (lsc_plan_replay (moved, moved_durations, NULL, &times, &error));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/needs", test_needs);
  g_test_add_func ("/plan/no-head", test_no_head);
  g_test_add_func ("/plan/round-trip", test_round_trip);
  g_test_add_func ("/plan/deadlock", test_deadlock);
  g_test_add_func ("/plan/overflow", test_overflow);
  g_test_add_func ("/plan/missing", test_missing);
  g_test_add_func ("/plan/missing-names", test_missing_names);
  g_test_add_func ("/plan/wrong-ops", test_wrong_ops);
  g_test_add_func ("/plan/both-backwards", test_both_backwards);
  g_test_add_func ("/plan/links", test_links);
  g_test_add_func ("/plan/times-reused", test_times_reused);
  g_test_add_func ("/plan/impossible", test_impossible);
  g_test_add_func ("/plan/reasons-agree", test_reasons_agree);
  g_test_add_func ("/plan/too-large", test_too_large);
  g_test_add_func ("/plan/variants", test_variants);
  g_test_add_func ("/plan/refill-without-weights", test_refill_without_weights);
  g_test_add_func ("/plan/refill-with-missing", test_refill_with_missing);
  return g_test_run ();
}
