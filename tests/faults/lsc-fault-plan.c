/* lsc-fault-plan.c - which of many calls are to fail, one at a time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-fault-plan.h"

#define N_FIRST 30
#define N_LAST 10
#define N_RANDOM 60
#define SEED 20261122

/* A file is read, written and stepped through in loops, where one turn fails like the next; all
 * other calls are few, and each is another place in the source. */
static gboolean
is_in_loops (LscFaultKind kind)
{
  return kind == LSC_FAULT_READ || kind == LSC_FAULT_WRITE || kind == LSC_FAULT_STEP;
}

/**
 * lsc_fault_plan:
 * @n_calls: how many calls of that kind a run without faults makes
 *
 * All calls, or of those in loops the first, the last and some by seed; all of those, too, when
 * LANESCOPE_FAULTS is "all".
 *
 * Returns: (transfer full) (element-type gint64): numbers of calls from 1, rising
 */
GArray *
lsc_fault_plan (LscFaultKind kind, gint64 n_calls)
{
  gboolean is_exhaustive =
      !is_in_loops (kind) || g_strcmp0 (g_getenv ("LANESCOPE_FAULTS"), "all") == 0;
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 n_between = n_calls - N_FIRST - N_LAST;
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (gint64 i = 1; i <= n_calls; i++)
    {
      gboolean is_edge = i <= N_FIRST || i > n_calls - N_LAST;

      if (is_exhaustive || is_edge || n_between <= N_RANDOM ||
          g_rand_double (rand) * (double) n_between < N_RANDOM)
        g_array_append_val (numbers, i);
    }
  return numbers;
}
