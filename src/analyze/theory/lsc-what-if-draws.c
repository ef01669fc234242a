/* lsc-what-if-draws.c - steps of a target in which what disturbed the recorded ones comes again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "base/lsc-stats.h"
#include "analyze/theory/lsc-what-if-private.h"

/* theory.md#what-if-events. How many events a step will have is known as far as they were counted:
 * of n in S steps, the number in e steps' worth is negative binomial (events at a constant rate of
 * which nothing else is known, by the prior of Jeffreys). How much one step of the target is worth
 * is not known: events come with blocks, with micro-batches, with steps or with time. The least and
 * the most are both drawn, and the range holds either. */

#define DRAWS_LEAST 16
#define DRAWS_MOST 128
#define DRAW_OPS ((gsize) 1 << 19)   /* all draws together */
#define PRIOR 0.5                    /* events, of a count and of each rank */
#define OUTSIDE 0.05                 /* share of steps that may be outside of the range */
#define SAME 0.05                    /* difference of two exposures that are drawn once */
#define MOST_TIME ((gint64) 1 << 61) /* of events together, in the unit of a replay */
#define TAIL 8                       /* standard deviations that counts reach to */

typedef struct
{
  LscWhatIfMaker *maker;
  const LscWhatIfEvents *events;
  gint64 *extra;     /* by op, in the unit of the bench */
  double *of_counts; /* [k]: how likely at most k events are */
  gsize n_counts;
  guint64 random;
} Drawer;

/* A number from 0 to 1 that looks like chance; the same ones every time. */
static double
next_uniform (Drawer *self)
{
  guint64 value = self->random += 0x9e3779b97f4a7c15U;

  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return (double) ((value ^ (value >> 31)) >> 11) * 0x1p-53;
}

static gsize
next_index (Drawer *self, gsize n)
{
  return MIN ((gsize) (next_uniform (self) * (double) n), n - 1);
}

/* How likely counts are in a step that is worth @exposure recorded ones. */
static void
fill_counts (Drawer *self, double exposure)
{
  double shape = (double) self->events->sizes.n + PRIOR;
  double p = (double) self->events->n_steps / ((double) self->events->n_steps + exposure);
  double mean = shape * (1 - p) / p, sum = 0;

  g_free (self->of_counts);
  self->n_counts = 1;
  if (self->events->sizes.n > 0)
    self->n_counts += (gsize) (mean + TAIL * sqrt (mean / p) + TAIL);
  self->of_counts = g_new (double, self->n_counts);
  for (gsize k = 0; k < self->n_counts; k++)
    {
      sum += exp (lgamma ((double) k + shape) - lgamma ((double) k + 1) - lgamma (shape) +
                  shape * log (p) + (double) k * log1p (-p));
      self->of_counts[k] = sum;
    }
}

static gsize
count_at (const Drawer *self, double share)
{
  gsize k = 0;

  while (k + 1 < self->n_counts && self->of_counts[k] < share)
    k++;
  return k;
}

/* Ranks that had events have them more likely. */
static gsize
draw_rank (Drawer *self)
{
  gsize n = self->maker->bench.plan->n_ranks, rank = 0;
  double left = next_uniform (self) * ((double) self->events->sizes.n + PRIOR * (double) n);

  for (; rank + 1 < n; rank++)
    {
      left -= (double) self->events->n_of_rank[rank] + PRIOR;
      if (left < 0)
        break;
    }
  return rank;
}

static void
add_events (Drawer *self, gsize n)
{
  const LscWhatIfBench *bench = &self->maker->bench;
  const LscPlan *plan = bench->plan;
  gint64 left = MOST_TIME;

  for (gsize i = 0; i < plan->n_ops; i++)
    self->extra[i] = 0;
  for (gsize i = 0; i < n && left > 0; i++)
    {
      gsize rank = draw_rank (self), n_ops = plan->first[rank + 1] - plan->first[rank];
      gint64 size = self->events->sizes.items[next_index (self, self->events->sizes.n)];

      /* no longer than a window, of which @unit leaves room for several */
      size *= bench->unit;
      left -= size;
      if (n_ops > 0 && left > 0)
        self->extra[plan->first[rank] + next_index (self, n_ops)] += size;
    }
}

/* One step: as one of the recorded ones was as a whole, with @n events. */
static gboolean
draw_step (Drawer *self, gsize n, double *window, GError **error)
{
  LscWhatIfBench *bench = &self->maker->bench;
  gsize state = next_index (self, self->events->n_steps);
  gint64 replay;
  gboolean is_done;

  add_events (self, n);
  bench->extra = self->extra;
  bench->late_ns = self->events->late_ns + state * bench->plan->n_ranks;
  is_done = lsc_job_check (self->maker->work->job, error) &&
            _lsc_what_if_bench_run (bench, &self->maker->work->point, LSC_NO_DRAW, &replay, error);
  bench->extra = NULL;
  bench->late_ns = bench->machine->late_ns;
  if (is_done)
    *window = (double) replay * self->events->pace[state];
  return is_done;
}

static gboolean
draw_steps (Drawer *self, double exposure, double *windows, gsize n, GError **error)
{
  fill_counts (self, exposure);
  for (gsize i = 0; i < n; i++)
    if (!draw_step (self, count_at (self, ((double) i + 0.5) / (double) n), &windows[i], error))
      return FALSE;
  lsc_sort_doubles (windows, n);
  return TRUE;
}

/* What a step of the target is worth of recorded steps, at least and at most. */
static void
find_exposures (const LscWhatIfMaker *self, double means, double *least, double *most)
{
  const LscWhatIfWork *work = self->work;
  const LscPlan *now = work->self->study->plan, *then = self->bench.plan;
  double worth[] = {
    (double) then->n_ops / (double) now->n_ops,
    (double) then->schedule.n_micro_batches / (double) MAX (now->schedule.n_micro_batches, 1),
    means / (double) self->bench.unit / (double) work->rung_ns,
  };

  *least = *most = 1;
  for (gsize i = 0; i < G_N_ELEMENTS (worth); i++)
    {
      *least = MIN (*least, worth[i]);
      *most = MAX (*most, worth[i]);
    }
}

/* The shortest range that all but %OUTSIDE of @n sorted windows are in: where nothing comes back at
 * all often enough, all doubt is about how much more does. */
static LscWhatIfRatios
find_shortest (const double *windows, gsize n)
{
  gsize last = n - 1 - (gsize) (OUTSIDE * (double) n);
  LscWhatIfRatios best = { windows[0], windows[last] };

  for (gsize i = 1; last + i < n; i++)
    if (windows[last + i] - windows[i] < best.high - best.low)
      best = (LscWhatIfRatios){ windows[i], windows[last + i] };
  return best;
}

static void
take_range (LscWhatIfMaker *self, const double *least, const double *most, gsize n, double means)
{
  double middle = (least[n / 2] + most[n / 2]) / 2;
  LscWhatIfRatios a = find_shortest (least, n), b = find_shortest (most, n);

  if (means <= 0 || middle <= 0)
    return;
  self->stretch *= middle / means;
  self->events.low = MIN (MIN (a.low, b.low) / middle, 1);
  self->events.high = MAX (MAX (a.high, b.high) / middle, 1);
}

/**
 * _lsc_what_if_draw_events:
 *
 * Replays steps of a target with events as they were recorded: the typical one is predicted, and
 * nearly all of them are in the range.
 */
gboolean
_lsc_what_if_draw_events (LscWhatIfMaker *self, GError **error)
{
  const LscWhatIfEvents *events = &self->work->events;
  gsize n_ops = MAX (self->bench.plan->n_ops, 1);
  gsize n = CLAMP (DRAW_OPS / n_ops, DRAWS_LEAST, DRAWS_MOST);
  g_autofree double *low = g_new (double, n);
  g_autofree double *high = g_new (double, n);
  Drawer drawer = { .maker = self, .events = events };
  double least, most;
  gint64 means;
  gboolean is_done;

  if (events->sizes.n == 0 && !events->do_steps_differ)
    return TRUE;
  if (!_lsc_what_if_bench_run (&self->bench, &self->work->point, LSC_NO_DRAW, &means, error))
    return FALSE;
  drawer.extra = g_new0 (gint64, n_ops);
  find_exposures (self, (double) means, &least, &most);
  is_done = draw_steps (&drawer, most, high, n, error) &&
            draw_steps (&drawer, most < least * (1 + SAME) ? most : least, low, n, error);
  g_free (drawer.extra);
  g_free (drawer.of_counts);
  if (is_done)
    take_range (self, low, high, n, (double) means);
  return is_done;
}
