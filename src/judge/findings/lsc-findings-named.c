/* lsc-findings-named.c - which ranks a finding about steps names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "judge/findings/lsc-findings-private.h"

/* findings.md#named. Ranks that stop in turns each hold up everybody, now one and now another: by
 * their means some of them seem to lose little, and yet the gain is that of all. */

#define PART_OF_WORST 0.5 /* of the worst rank, and of the worst step */

static double
find_most_ns (const LscStepTimes *lost, gsize step)
{
  double most_ns = 0;

  for (gsize rank = 0; rank < lost->n_ranks; rank++)
    most_ns = fmax (most_ns, *lsc_step_times_at (lost, rank, step));
  return most_ns;
}

/**
 * _lsc_judge_find_named:
 * @lost: what each rank loses in each of LscJudge.steps; NAN where nothing is known
 * @mean_ns: of each rank
 *
 * Example: rank 0 loses 14 ms in three steps, rank 1 in a fourth one: both are named.
 *
 * Returns: (transfer full) (array): of each rank 1 where it is named, else 0
 */
double *
_lsc_judge_find_named (const LscJudge *self, const LscStepTimes *lost, const double *mean_ns)
{
  double *named = g_new0 (double, self->n + 1);
  double worst_ns = 0;

  for (gsize rank = 0; rank < self->n; rank++)
    named[rank] = _lsc_judge_takes_part (mean_ns, self->n, rank);
  for (gsize step = 0; step < lost->n_steps; step++)
    worst_ns = MAX (worst_ns, find_most_ns (lost, step));
  for (gsize step = 0; step < lost->n_steps; step++)
    {
      double most_ns = find_most_ns (lost, step);

      for (gsize rank = 0; most_ns >= PART_OF_WORST * worst_ns && rank < self->n; rank++)
        if (*lsc_step_times_at (lost, rank, step) > 0 &&
            *lsc_step_times_at (lost, rank, step) >= PART_OF_WORST * most_ns)
          named[rank] = 1;
    }
  return named;
}
