/* lsc-time-causes.c - what takes a rank longer than its peers in some steps, not in all
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-time-causes.h"

#include <math.h>

#include "base/lsc-stats.h"

/* findings.md#over-steps. Each rank is likened to what it usually takes, and each step to what it
 * takes all ranks; what is left is noise, or a cause of its own. */

#define LEAST_STEPS 3    /* with fewer nothing is usual */
#define MOST_PART 0.25   /* of all that was looked at, to be an exception */
#define TAIL 2.0         /* exponent of the heaviest tail that is reckoned with */
#define ROBUST 1.4826    /* of a normal distribution: deviation / median distance */
#define MOST_CHANCE 0.01 /* of noise alone */

/** What is left of a rank in a step. */
typedef struct
{
  double ns;
  gsize rank;
  gsize step;
} Rest;

void
lsc_step_times_init (LscStepTimes *self, gsize n_ranks, gsize n_steps)
{
  *self = (LscStepTimes){ n_ranks, n_steps, g_new (double, n_ranks *n_steps + 1) };
  for (gsize i = 0; i < n_ranks * n_steps; i++)
    self->ns[i] = (double) NAN;
}

void
lsc_step_times_clear (LscStepTimes *self)
{
  g_clear_pointer (&self->ns, g_free);
}

/* Medians; NAN without any value. Of two the lesser: it is not both that are slow. */
static double
find_median (double *values, gsize n)
{
  if (n == 0)
    return (double) NAN;
  return n == 2 ? MIN (values[0], values[1]) : lsc_median_mean_double (values, n);
}

/* What each rank usually takes. */
static double *
find_usual (const LscStepTimes *times)
{
  double *usual = g_new (double, times->n_ranks + 1);
  g_autofree double *values = g_new (double, times->n_steps + 1);

  for (gsize rank = 0; rank < times->n_ranks; rank++)
    {
      gsize n = 0;

      for (gsize step = 0; step < times->n_steps; step++)
        if (!isnan (*lsc_step_times_at (times, rank, step)))
          values[n++] = *lsc_step_times_at (times, rank, step);
      usual[rank] = n >= LEAST_STEPS ? find_median (values, n) : (double) NAN;
    }
  return usual;
}

/* What a step takes all ranks more than usual: a factor, or ns. */
static double
find_level (const LscStepTimes *times, LscTimesUnit unit, const double *usual, gsize step,
            double *values)
{
  gsize n = 0;

  for (gsize rank = 0; rank < times->n_ranks; rank++)
    {
      double ns = *lsc_step_times_at (times, rank, step);

      if (isnan (ns) || isnan (usual[rank]) || (unit == LSC_TIMES_BY_RATIO && usual[rank] <= 0))
        continue;
      values[n++] = unit == LSC_TIMES_BY_RATIO ? ns / usual[rank] : ns - usual[rank];
    }
  /* A rank without peers has its own steps alone. */
  if (n == 1)
    return unit == LSC_TIMES_BY_RATIO ? 1 : 0;
  return find_median (values, n);
}

/* @levels, @rests: (out): room for all. Returns how many rests there are. */
static gsize
list_rests (const LscStepTimes *times, LscTimesUnit unit, double *levels, Rest *rests)
{
  g_autofree double *usual = find_usual (times);
  g_autofree double *values = g_new (double, times->n_ranks + 1);
  gsize n = 0;

  for (gsize step = 0; step < times->n_steps; step++)
    {
      double level = levels[step] = find_level (times, unit, usual, step, values);

      for (gsize rank = 0; rank < times->n_ranks; rank++)
        {
          double ns = *lsc_step_times_at (times, rank, step);
          double expected = unit == LSC_TIMES_BY_RATIO ? usual[rank] * level : usual[rank] + level;

          if (!isnan (ns - expected))
            rests[n++] = (Rest){ ns - expected, rank, step };
        }
    }
  return n;
}

static int
compare_rests (gconstpointer a, gconstpointer b)
{
  const Rest *x = a, *y = b;

  if (x->ns != y->ns)
    return x->ns > y->ns ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->step < y->step ? -1 : x->step > y->step;
}

/* What n values of a normal distribution with the spread of these exceed at most. */
static double
find_floor_ns (const Rest *rests, gsize n)
{
  g_autofree double *values = g_new (double, n + 1);

  for (gsize i = 0; i < n; i++)
    values[i] = fabs (rests[i].ns);
  return ROBUST * lsc_median_mean_double (values, n) * sqrt (2 * log ((double) MAX (n, 2)));
}

/* Whether the rank of @rests[at] is hit in a step beside this one, too, among the first. */
static gboolean
is_beside (const Rest *rests, gsize at)
{
  for (gsize i = 0; i < at; i++)
    if (rests[i].rank == rests[at].rank &&
        (rests[i].step + 1 == rests[at].step || rests[i].step == rests[at].step + 1))
      return TRUE;
  return FALSE;
}

/* How much a rest says of the one before of its rank: the correlation of those that are noise, and
 * twice what as few as these make by chance. */
static double
find_memory (const LscStepTimes *times, const Rest *rests, gsize n, double floor_ns)
{
  g_auto (LscStepTimes) noise = { 0 };
  double both = 0, all = 0;
  gsize n_pairs = 0;

  lsc_step_times_init (&noise, times->n_ranks, times->n_steps);
  for (gsize i = 0; i < n; i++)
    if (fabs (rests[i].ns) <= floor_ns)
      *lsc_step_times_at (&noise, rests[i].rank, rests[i].step) = rests[i].ns;
  for (gsize rank = 0; rank < times->n_ranks; rank++)
    for (gsize step = 1; step < times->n_steps; step++)
      {
        double before = *lsc_step_times_at (&noise, rank, step - 1);
        double here = *lsc_step_times_at (&noise, rank, step);

        if (isnan (before * here))
          continue;
        both += before * here;
        all += (before * before + here * here) / 2;
        n_pairs++;
      }
  return all > 0 ? CLAMP (both / all + 2 / sqrt ((double) n_pairs), 0, 1) : 1;
}

/* Looks for the gap among the largest that tells exceptions from noise. */
static void
find_hits (LscTimeCauses *self, const LscStepTimes *times, const Rest *rests, gsize n)
{
  double floor_ns = find_floor_ns (rests, n);
  double memory = find_memory (times, rests, n, floor_ns), runs = 0;
  gsize most = (gsize) (MOST_PART * (double) n);

  for (gsize i = 0; i < most && rests[i].ns > floor_ns; i++)
    {
      double next_ns = MAX (i + 1 < n ? rests[i + 1].ns : 0, floor_ns), chance;

      runs += is_beside (rests, i) ? 1 - memory : 1;
      if (next_ns <= 0) /* nothing varies: any exception is one */
        chance = 0;
      else
        chance = (double) ((i + 1) * (i + 2)) * pow (rests[i].ns / next_ns, -TAIL * runs);
      if (chance > MOST_CHANCE || chance > self->chance)
        continue;
      self->chance = chance;
      self->n_hits = i + 1;
      self->noise_ns = next_ns;
    }
}

/**
 * lsc_time_causes_init:
 * @self: (out caller-allocates): to be cleared
 * @times: of ranks that do the same
 *
 * Formula: findings.md#over-steps.
 *
 * Example: 8 ranks compute for 10 ms in each of 8 steps, 0.1 ms more or less; rank 4 for 14 ms in
 * steps 3 and 6: these are hit, 4 ms each.
 */
void
lsc_time_causes_init (LscTimeCauses *self, const LscStepTimes *times, LscTimesUnit unit)
{
  gsize n_cells = times->n_ranks * times->n_steps, n;
  g_autofree Rest *rests = g_new (Rest, n_cells + 1);

  *self = (LscTimeCauses){ .excess_ns = g_new0 (double, n_cells + 1),
                           .levels = g_new0 (double, times->n_steps + 1),
                           .chance = 1 };
  n = list_rests (times, unit, self->levels, rests);
  if (n == 0)
    return;
  if (n > 0)
    qsort (rests, n, sizeof *rests, compare_rests);
  find_hits (self, times, rests, n);
  for (gsize i = 0; i < self->n_hits; i++)
    self->excess_ns[rests[i].rank * times->n_steps + rests[i].step] = rests[i].ns;
}

void
lsc_time_causes_clear (LscTimeCauses *self)
{
  g_clear_pointer (&self->excess_ns, g_free);
  g_clear_pointer (&self->levels, g_free);
}
