/* lsc-rank-figures.c - what a rank does itself in a step, and how steady that is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-rank-figures.h"

#include <math.h>
#include <string.h>

#include "base/lsc-stats.h"
#include "judge/causes/lsc-noise.h"

/* findings.md#own. */

#define LEAST_COVERED 0.2  /* of the time of kernels: from there on it tells the speed of all */
#define MOSTLY_COVERED 0.5 /* from there on it is most of what is compared */
#define LEAST_STEPS 0.6    /* of the steps show an excess that is always there */

static double
known_ns (gint64 ns)
{
  return ns != LSC_INT_NULL ? (double) ns : 0;
}

/* Between the blocks of a pipeline idle time is no lateness of the host, and losses know it. */
static double
get_host_ns (const LscRankSet *set, gsize rank, const LscBudgetStep *step)
{
  double ns = set->places[rank].at[LSC_DIM_PP] <= 0 ? (double) step->loss_ns[LSC_LOSS_LEAD] : 0;

  if (!set->digests[rank]->has_blocks)
    return known_ns (lsc_work_get_ns (LSC_WORK_HOST, step));
  for (guint loss = LSC_LOSS_SYNC; loss <= LSC_LOSS_HOST; loss++)
    ns += (double) step->loss_ns[loss];
  return ns;
}

static void
take_step (LscRankFigures *self, const LscRankSet *set, gsize rank, guint index, double longer)
{
  const LscBudgetStep *step = lsc_rank_digest_get_step (set->digests[rank], index);
  gsize at = self->n_steps;

  if (step->ns[LSC_BUDGET_COMPUTE] == LSC_INT_NULL || (self->is_covered && !isfinite (longer)))
    return;
  self->steps[at] = index;
  self->compute_ns[at] = (double) step->ns[LSC_BUDGET_COMPUTE];
  self->work_ns[at] = self->compute_ns[at] / (self->is_covered ? 1 + longer : 1);
  self->longer_by_step[at] = self->is_covered ? log1p (longer) : 0;
  self->host_ns[at] = get_host_ns (set, rank, step);
  self->n_steps++;
}

/* What is always there is there while a job warms up, and in the last step, too. */
static void
take_end (LscRankFigures *self, const LscRankSet *set, gsize rank, guint index)
{
  const LscBudgetStep *step = lsc_rank_digest_get_step (set->digests[rank], index);

  if (lsc_rank_set_counts (set, rank, index) || step->ns[LSC_BUDGET_COMPUTE] == LSC_INT_NULL ||
      (step->standing != LSC_STEP_FIRST && step->standing != LSC_STEP_OPEN))
    return;
  self->steps[self->n_whole] = index;
  self->compute_ns[self->n_whole] = (double) step->ns[LSC_BUDGET_COMPUTE];
  self->host_ns[self->n_whole] = get_host_ns (set, rank, step);
  self->n_whole++;
}

static LscRankFigure
sum_up (const double *values, gsize n)
{
  g_autofree double *sorted = g_new (double, n + 1);

  if (n == 0)
    return (LscRankFigure){ (double) NAN, 0 };
  memcpy (sorted, values, n * sizeof *values);
  return (LscRankFigure){ lsc_median_mean_double (sorted, n), lsc_noise_find_error (values, n) };
}

/* The mean while it computes. */
static double
find_mhz (const LscRankFigures *self, const LscRankDigest *digest)
{
  double cycles = 0, ns = 0;

  for (gsize i = 0; i < self->n_steps; i++)
    {
      const LscBudgetStep *step = lsc_rank_digest_get_step (digest, self->steps[i]);

      if (step->cycles_mhz_ns <= 0)
        continue;
      cycles += step->cycles_mhz_ns;
      ns += (double) step->ns[LSC_BUDGET_COMPUTE];
    }
  return ns > 0 ? cycles / ns : (double) NAN;
}

/**
 * lsc_rank_figures_init:
 * @self: (out caller-allocates): to be cleared with lsc_rank_figures_clear()
 * @speeds: of the ranks of @set
 */
void
lsc_rank_figures_init (LscRankFigures *self, const LscRankSet *set, gsize rank,
                       const LscKernelSpeeds *speeds)
{
  const LscRankDigest *digest = set->digests[rank];
  gsize n = digest->steps.n + 1;
  g_autofree double *longer = g_new (double, n);

  *self = (LscRankFigures){ .steps = g_new (guint, n),
                            .compute_ns = g_new (double, n),
                            .work_ns = g_new (double, n),
                            .host_ns = g_new (double, n),
                            .longer_by_step = g_new (double, n) };
  self->is_covered = lsc_kernel_speeds_get_covered (speeds, rank) >= LEAST_COVERED;
  self->is_mostly_covered = lsc_kernel_speeds_get_covered (speeds, rank) >= MOSTLY_COVERED;
  lsc_kernel_speeds_list_longer (speeds, rank, longer);
  for (guint i = set->steps[rank].begin; i < set->steps[rank].end; i++)
    if (lsc_rank_set_counts (set, rank, i))
      take_step (self, set, rank, i, longer[i]);
  self->n_whole = self->n_steps;
  for (guint i = set->steps[rank].begin; i < set->steps[rank].end; i++)
    take_end (self, set, rank, i);
  self->compute = sum_up (self->compute_ns, self->n_steps);
  self->work = sum_up (self->work_ns, self->n_steps);
  self->host = sum_up (self->host_ns, self->n_steps);
  self->longer = sum_up (self->longer_by_step, self->n_steps);
  self->mhz = find_mhz (self, digest);
}

void
lsc_rank_figures_clear (LscRankFigures *self)
{
  g_free (self->steps);
  g_free (self->compute_ns);
  g_free (self->work_ns);
  g_free (self->host_ns);
  g_free (self->longer_by_step);
}

/** Returns: whether most steps show at least half of an excess: it is always there */
gboolean
lsc_rank_figures_is_steady (const double *values, gsize n, double usual, double excess)
{
  gsize n_more = 0;

  for (gsize i = 0; i < n; i++)
    n_more += values[i] - usual >= excess / 2;
  return (double) n_more >= LEAST_STEPS * (double) n;
}

/** Returns: the mean step that counts, of the rank where it is longest, ns */
double
lsc_rank_figures_find_step_ns (const LscRankSet *set)
{
  double most_ns = 0;

  for (gsize i = 0; i < set->n; i++)
    {
      double sum_ns = 0;
      guint n = 0;

      for (guint k = set->steps[i].begin; k < set->steps[i].end; k++)
        if (lsc_rank_set_counts (set, i, k) &&
            lsc_rank_digest_get_step (set->digests[i], k)->step_ns != LSC_INT_NULL)
          {
            sum_ns += (double) lsc_rank_digest_get_step (set->digests[i], k)->step_ns;
            n++;
          }
      most_ns = MAX (most_ns, sum_ns / MAX (n, 1));
    }
  return most_ns;
}
