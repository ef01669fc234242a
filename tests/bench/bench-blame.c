/* bench-blame.c - how long it takes to say who waited for whom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "analyze/theory/lsc-blame.h"
#include "analyze/theory/lsc-critical-path.h"
#include "analyze/theory/lsc-plan-stats.h"
#include "bench-blame.h"

#define STAGES 64
#define MICRO_BATCHES 512
#define ROUNDS 5
#define LIMIT_MS 300.0
#define US_PER_MS 1e3
#define LATENCY_NS 40000

typedef enum
{
  REPLAYED,  /* every op starts as early as it can */
  STRAGGLER, /* one rank is slower by a third: all others wait in every round */
  MEASURED,  /* ops start late, clocks are wrong by up to 0.1 ms */
  N_LOADS,
} Load;

static const char *const load_names[] = { "replayed", "straggler", "measured" };

static gint64 *
make_durations (const LscPlan *plan, GRand *rand, Load load)
{
  static const gint64 lengths[] = { [LSC_BLOCK_F] = 1000000,
                                    [LSC_BLOCK_B] = 2100000,
                                    [LSC_BLOCK_I] = 1000000,
                                    [LSC_BLOCK_W] = 1000000,
                                    [LSC_BLOCK_X] = 2900000 };
  gint64 *durations = g_new (gint64, plan->n_ops);

  for (gsize i = 0; i < plan->n_ops; i++)
    {
      gint64 length = lengths[plan->ops[i].kind];

      if (load == STRAGGLER && plan->ops[i].rank == STAGES / 2)
        length = length * 4 / 3;
      durations[i] = length + g_rand_int_range (rand, 0, 200000);
    }
  return durations;
}

static gboolean
make_times (const LscPlan *plan, Load load, LscPlanTimes *times)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_autofree gint64 *durations = make_durations (plan, rand, load);
  LscPlanLatency latency = { LATENCY_NS, NULL };
  g_autoptr (GError) error = NULL;

  if (!lsc_plan_times_init (times, plan) ||
      !lsc_plan_replay (plan, durations, &latency, times, &error))
    {
      printf ("blame: %s FAIL\n", error ? error->message : "no memory");
      return FALSE;
    }
  for (gsize rank = 0; rank < plan->n_ranks && load == MEASURED; rank++)
    {
      gint64 shift = g_rand_int_range (rand, 0, 100000);

      for (guint32 i = plan->first[rank]; i < plan->first[rank + 1]; i++)
        {
          times->start_ns[i] += shift + g_rand_int_range (rand, 0, 50000);
          times->end_ns[i] += shift;
        }
    }
  lsc_plan_times_find_window (times, plan);
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left < right ? -1 : left > right;
}

static void
count_piece (const LscBlamePiece *piece, gpointer data)
{
  (void) piece;
  (*(gsize *) data)++;
}

/* One step; returns what it took, ms by part: blame, path, slack and all. */
static void
run_once (const LscPlan *plan, const LscPlanTimes *times, double ms[4])
{
  LscPlanLatency latency = { LATENCY_NS, NULL };
  gint64 t0 = g_get_monotonic_time (), t1, t2, t3;
  g_autoptr (LscBlame) blame = lsc_blame_new (plan, times, NULL, NULL, NULL, NULL, NULL);
  g_autoptr (LscCriticalPath) path = NULL;
  g_autofree gint64 *slack = NULL;

  t1 = g_get_monotonic_time ();
  path = lsc_critical_path_new (plan, times, &latency);
  t2 = g_get_monotonic_time ();
  slack = lsc_plan_slack (plan, times, &latency);
  t3 = g_get_monotonic_time ();
  ms[0] = (double) (t1 - t0) / US_PER_MS;
  ms[1] = (double) (t2 - t1) / US_PER_MS;
  ms[2] = (double) (t3 - t2) / US_PER_MS;
  ms[3] = (double) (t3 - t0) / US_PER_MS;
}

static gboolean
measure (const LscPlan *plan, Load load)
{
  g_auto (LscPlanTimes) times = { NULL };
  double ms[4][ROUNDS];
  gsize n_pieces = 0;

  if (!make_times (plan, load, &times))
    return FALSE;
  for (guint round = 0; round < ROUNDS; round++)
    {
      double once[4];

      run_once (plan, &times, once);
      for (guint i = 0; i < 4; i++)
        ms[i][round] = once[i];
    }
  for (guint i = 0; i < 4; i++)
    qsort (ms[i], ROUNDS, sizeof (double), compare);
  lsc_blame_free (lsc_blame_new (plan, &times, NULL, count_piece, &n_pieces, NULL, NULL));
  printf ("blame %-11s %-9s %7zu ops %8zu pieces: blame %6.1f path %5.1f slack %5.1f, together "
          "%6.1f ms (limit %.0f)%s\n",
          lsc_schedule_type_name (plan->schedule.type), load_names[load], plan->n_ops, n_pieces,
          ms[0][ROUNDS / 2], ms[1][ROUNDS / 2], ms[2][ROUNDS / 2], ms[3][ROUNDS / 2], LIMIT_MS,
          ms[3][ROUNDS / 2] > LIMIT_MS ? " FAIL" : " PASS");
  return ms[3][ROUNDS / 2] <= LIMIT_MS;
}

/** Measures blame, critical path and slack of one step with P = 64, M = 512: %FALSE over limit. */
gboolean
bench_blame (void)
{
  static const LscScheduleType types[] = { LSC_SCHEDULE_1F1B, LSC_SCHEDULE_INTERLEAVED,
                                           LSC_SCHEDULE_ZBV, LSC_SCHEDULE_DUALPIPEV };
  gboolean is_good = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      LscSchedule schedule = lsc_plan_default_schedule (types[i], STAGES, MICRO_BATCHES);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscPlan) plan = NULL;

      if (types[i] == LSC_SCHEDULE_INTERLEAVED)
        schedule.n_chunks = 4;
      plan = lsc_plan_new (&schedule, &error);
      if (!plan)
        {
          printf ("blame: %s FAIL\n", error->message);
          return FALSE;
        }
      for (Load load = REPLAYED; load < N_LOADS; load++)
        is_good &= measure (plan, load);
    }
  return is_good;
}
