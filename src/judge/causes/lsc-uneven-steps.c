/* lsc-uneven-steps.c - work that is spread over ranks anew in each step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * findings.md#uneven-steps: in each step another rank has most work, so that none of them is the
 * one that others wait for, and yet they wait in every step. Worked example: two ranks compute 60
 * and 40 ms in one step, 40 and 60 ms in the next one: each step lasts 60 ms, with 50 ms on both it
 * would last 50.
 */
#include "config.h"

#include "judge/causes/lsc-uneven-steps.h"

#include <math.h>

#include "judge/causes/lsc-time-causes.h"

#define LEAST_ANEW 0.5 /* of what work differs by: the rest stays with the rank */
#define LEAST_STEPS 2

/**
 * Spread: by rank, then by step from the first that is looked at
 * @work: what each rank would compute at the usual speed, ns; NAN = not known
 * @more: of that, what exceeds the mean of the ranks of its stage, 0.1 = 10 %
 */
typedef struct
{
  const LscRankPeers *peers;
  LscStepTimes work;
  LscStepTimes more;
} Spread;

/* ---- work ---- */

/* The first and the last step do not count, but have as much work as others, at the same speed. */
static double
get_work_ns (const LscRankFigures *figures, gsize at)
{
  return at < figures->n_steps ? figures->work_ns[at]
                               : figures->compute_ns[at] / exp (figures->longer.median);
}

static gsize
get_place (const Spread *self, gsize rank, gsize at)
{
  return self->peers->figures[rank].steps[at] - self->peers->set->steps[rank].begin;
}

static double
find_mean (const Spread *self, gsize rank, gsize step)
{
  double sum = 0;
  gsize n = 0;

  for (gsize i = 0; i < self->work.n_ranks; i++)
    {
      double ns = *lsc_step_times_at (&self->work, i, step);

      if (self->peers->stages[i] != self->peers->stages[rank] || isnan (ns))
        continue;
      sum += ns;
      n++;
    }
  return n > 1 ? sum / (double) n : (double) NAN;
}

static void
spread_init (Spread *self, const LscRankPeers *peers)
{
  gsize n = peers->set->n, n_steps = 0;

  *self = (Spread){ .peers = peers };
  for (gsize i = 0; i < n; i++)
    n_steps = MAX (n_steps, peers->set->steps[i].end - peers->set->steps[i].begin);
  lsc_step_times_init (&self->work, n, n_steps);
  lsc_step_times_init (&self->more, n, n_steps);
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < peers->figures[i].n_whole; k++)
      *lsc_step_times_at (&self->work, i, get_place (self, i, k)) =
          get_work_ns (&peers->figures[i], k);
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k < n_steps; k++)
      *lsc_step_times_at (&self->more, i, k) =
          *lsc_step_times_at (&self->work, i, k) / find_mean (self, i, k) - 1;
}

static void
spread_clear (Spread *self)
{
  lsc_step_times_clear (&self->work);
  lsc_step_times_clear (&self->more);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Spread, spread_clear)

/* ---- anew ---- */

/* Sums of squares of what a rank has more than the mean, and of that about its own mean; the latter
 * by one step more than is free to differ. */
static void
add_squares (const Spread *self, gsize rank, double *all, double *anew)
{
  const LscRankFigures *figures = &self->peers->figures[rank];
  double sum = 0, squares = 0, n = 0;

  for (gsize i = 0; i < figures->n_steps; i++)
    {
      double more = *lsc_step_times_at (&self->more, rank, get_place (self, rank, i));

      if (isnan (more))
        continue;
      sum += more;
      squares += more * more;
      n++;
    }
  if (n < LEAST_STEPS)
    return;
  *all += squares;
  *anew += (squares - sum * sum / n) * n / (n - 1);
}

/* Whether most of what work differs by does not stay with the ranks. */
static gboolean
is_anew (const Spread *self)
{
  double all = 0, anew = 0;

  for (gsize i = 0; i < self->work.n_ranks; i++)
    {
      if (!self->peers->figures[i].is_covered)
        return FALSE;
      add_squares (self, i, &all, &anew);
    }
  return all > 0 && anew >= LEAST_ANEW * all;
}

/* ---- gain ---- */

/* Each rank has the mean of its stage, at its own speed. */
static void
list_changes (LscUnevenSteps *self, const Spread *spread)
{
  for (gsize i = 0; i < spread->work.n_ranks; i++)
    for (gsize k = 0; k < spread->peers->figures[i].n_whole; k++)
      {
        const LscRankFigures *figures = &spread->peers->figures[i];
        double more = *lsc_step_times_at (&spread->more, i, get_place (spread, i, k));
        LscReplayChange change = { i, LSC_REPLAY_WORK, LSC_WORK_COMPUTE, figures->steps[k],
                                   figures->compute_ns[k] * more / (1 + more) };

        if (isnan (more))
          continue;
        g_array_append_val (self->changes, change);
        if (k >= figures->n_steps || more <= self->most)
          continue;
        self->most = more;
        self->rank = i;
        self->step = figures->steps[k];
      }
}

/* What the rank with most has too much in each step: the most that a step could be shorter by. */
static double
find_bound_ns (const Spread *self)
{
  double sum_ns = 0;
  gsize n = 0;

  for (gsize step = 0; step < self->more.n_steps; step++)
    {
      double most_ns = 0;
      gboolean is_known = FALSE;

      for (gsize i = 0; i < self->more.n_ranks; i++)
        {
          double more = *lsc_step_times_at (&self->more, i, step);

          if (isnan (more))
            continue;
          is_known = TRUE;
          most_ns = MAX (most_ns, *lsc_step_times_at (&self->work, i, step) * more / (1 + more));
        }
      sum_ns += most_ns;
      n += is_known;
    }
  return n > 0 ? sum_ns / (double) n : 0;
}

static double
find_gain_ns (const LscUnevenSteps *self, const Spread *spread, const LscJobReplay *replay)
{
  gsize n_steps = 1;

  if (lsc_job_replay_is_bound (replay))
    return find_bound_ns (spread);
  for (gsize i = 0; i < spread->work.n_ranks; i++)
    n_steps = MAX (n_steps, spread->peers->figures[i].n_whole);
  return lsc_job_replay_gain_of_run (replay,
                                     (const LscReplayChange *) (gconstpointer) self->changes->data,
                                     self->changes->len) /
         (double) n_steps;
}

/**
 * lsc_uneven_steps_init:
 * @self: (out caller-allocates): to be cleared
 * @replay: of the ranks of @peers
 *
 * Formula: findings.md#uneven-steps. Cost: O(ranks^2 * steps) and a replay. Thread: any.
 */
void
lsc_uneven_steps_init (LscUnevenSteps *self, const LscRankPeers *peers, const LscJobReplay *replay)
{
  g_auto (Spread) spread = { NULL };

  *self = (LscUnevenSteps){ .changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange)) };
  spread_init (&spread, peers);
  if (!is_anew (&spread))
    return;
  list_changes (self, &spread);
  self->gain_ns = find_gain_ns (self, &spread, replay);
  self->is_found = self->gain_ns > 0;
}

void
lsc_uneven_steps_clear (LscUnevenSteps *self)
{
  g_clear_pointer (&self->changes, g_array_unref);
}
