/* test-late-hosts.c - tests of hosts that are late with all of their ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/causes/lsc-late-hosts.h"

#define N_RANKS 8
#define N_STEPS 6
#define STEP_NS 20e6
#define QUIET_NS 20e3

/** Eight ranks on two hosts, of one stage or of one each. */
typedef struct
{
  double late_ns[N_RANKS][N_STEPS];
  LscLateRank ranks[N_RANKS];
} Job;

static void
job_init (Job *self, gboolean by_stage)
{
  for (gsize i = 0; i < N_RANKS; i++)
    {
      for (gsize step = 0; step < N_STEPS; step++)
        self->late_ns[i][step] = QUIET_NS + 1e3 * (double) ((i + step) % 3);
      self->ranks[i] = (LscLateRank){ i < 4 ? "node-00" : "node-01", by_stage ? (gint64) i : 0,
                                      self->late_ns[i] };
    }
}

static void
judge (const Job *self, LscLateHosts *hosts)
{
  lsc_late_hosts_init (hosts, self->ranks, N_RANKS, N_STEPS, STEP_NS);
}

/* Each rank of the second host stops in two steps of its own. */
static void
stop_second_host (Job *self, gsize first)
{
  for (gsize i = first; i < N_RANKS; i++)
    for (gsize k = 0; k < 3; k++)
      self->late_ns[i][(i + 2 * k) % N_STEPS] = 2e6;
}

static void
test_quiet (void)
{
  g_auto (LscLateHosts) hosts = { 0 };
  Job job;

  job_init (&job, FALSE);
  judge (&job, &hosts);
  g_assert_cmpuint (hosts.n, ==, 0);
}

static void
test_late (void)
{
  g_auto (LscLateHosts) hosts = { 0 };
  Job job;

  job_init (&job, FALSE);
  stop_second_host (&job, 4);
  judge (&job, &hosts);
  g_assert_cmpuint (hosts.n, ==, 1);
  g_assert_cmpstr (hosts.names->pdata[0], ==, "node-01");
  g_assert_cmpuint (hosts.n_hit, ==, 4);
  g_assert_true (hosts.is_late[4] && hosts.is_late[7] && !hosts.is_late[0]);
  /* 9 hits, without those of one rank, of 18 of 42 known steps, on one of two hosts */
  g_assert_cmpfloat (fabs (hosts.chance - 2 * pow (18.0 / 42, 9)), <, 1e-9);
  g_assert_cmpfloat (hosts.usual_ns[4], ==, QUIET_NS + 1e3);
  g_assert_cmpfloat (fabs (hosts.excess_ns[4] - (3 * (2e6 - QUIET_NS - 1e3) + 1e3) / 6), <=, 1e3);
}

/* One rank that is late is no host, and neither are two of four. */
static void
test_few_ranks (void)
{
  for (gsize first = 6; first < N_RANKS; first++)
    {
      g_auto (LscLateHosts) hosts = { 0 };
      Job job;

      job_init (&job, FALSE);
      stop_second_host (&job, first);
      judge (&job, &hosts);
      g_assert_cmpuint (hosts.n, ==, 0);
    }
}

/* Where both hosts stop as often it is no matter of one of them. */
static void
test_both (void)
{
  g_auto (LscLateHosts) hosts = { 0 };
  Job job;

  job_init (&job, FALSE);
  stop_second_host (&job, 0);
  judge (&job, &hosts);
  g_assert_cmpuint (hosts.n, ==, 0);
}

/* Stages do different things: where no other host has the same, nothing can be compared. */
static void
test_stages (void)
{
  g_auto (LscLateHosts) hosts = { 0 };
  Job job;

  job_init (&job, TRUE);
  stop_second_host (&job, 4);
  judge (&job, &hosts);
  g_assert_cmpuint (hosts.n, ==, 0);
}

/* What is not known is neither late nor in time; a rank without the name of its host is of none. */
static void
test_unknown (void)
{
  g_auto (LscLateHosts) hosts = { 0 };
  Job job;

  job_init (&job, FALSE);
  stop_second_host (&job, 4);
  job.ranks[0].host = NULL;
  for (gsize step = 0; step < N_STEPS; step++)
    job.late_ns[1][step] = job.late_ns[2][step] = job.late_ns[3][step] = (double) NAN;
  judge (&job, &hosts);
  g_assert_cmpuint (hosts.n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/late-hosts/quiet", test_quiet);
  g_test_add_func ("/late-hosts/late", test_late);
  g_test_add_func ("/late-hosts/few-ranks", test_few_ranks);
  g_test_add_func ("/late-hosts/both", test_both);
  g_test_add_func ("/late-hosts/stages", test_stages);
  g_test_add_func ("/late-hosts/unknown", test_unknown);
  return g_test_run ();
}
