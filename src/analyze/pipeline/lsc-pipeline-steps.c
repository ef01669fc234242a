/* lsc-pipeline-steps.c - the step of each range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "lsc-pipeline-private.h"

/* Pipeline chart 2.1 step 5 and 7.2. A range belongs to the STEP_TIME row that holds its host
 * start, else to the one that it overlaps most. Without STEP_TIME a step ends where as many
 * backward as forward passes are done: on stage 0 that is only so at the end of a step. */

#define GAP_FACTOR 3

static gsize
last_step_before (const LscSteps *steps, gint64 time_ns)
{
  gsize low = 0, high = steps->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (steps->items[middle].start_ns <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low; /* one behind it */
}

static gint64
step_of_range (const LscSteps *steps, const LscRange *range)
{
  gsize at = last_step_before (steps, range->host_start_ns);
  gint64 best = LSC_STEP_NONE, best_overlap = 0;

  if (at > 0 && range->host_start_ns < steps->items[at - 1].end_ns)
    return steps->items[at - 1].id;
  for (; at < steps->n && steps->items[at].start_ns < range->host_end_ns; at++)
    {
      const LscStep *step = &steps->items[at];
      gint64 overlap = MIN (step->end_ns, range->host_end_ns) - step->start_ns;

      if (overlap > best_overlap)
        {
          best = step->id;
          best_overlap = overlap;
        }
    }
  return best;
}

static void
place_in_steps (LscPipelineRank *rank, const LscSteps *steps)
{
  for (gsize i = 0; i < rank->ranges.n; i++)
    rank->ranges.items[i].step = step_of_range (steps, &rank->ranges.items[i]);
}

/* Numbers of forwards after which nothing is in flight; empty if the counts never meet. */
static void
find_quiet_points (const LscPipelineRank *rank, LscInt64s *points)
{
  gint64 forward = 0, backward = 0;

  points->n = 0;
  for (gsize i = 0; i < rank->ranges.n; i++)
    {
      guint kind = rank->ranges.items[i].kind;

      forward += _lsc_pipeline_has_forward (kind);
      backward += _lsc_pipeline_has_backward (kind);
      if (forward == backward && forward > 0 &&
          (points->n == 0 || points->items[points->n - 1] != forward))
        lsc_int64s_append (points, forward);
    }
  if (forward != backward)
    points->n = 0;
}

static void
intersect (LscInt64s *a, const LscInt64s *b)
{
  gsize n = 0, j = 0;

  for (gsize i = 0; i < a->n; i++)
    {
      while (j < b->n && b->items[j] < a->items[i])
        j++;
      if (j < b->n && b->items[j] == a->items[i])
        a->items[n++] = a->items[i];
    }
  a->n = n;
}

static int
compare_int64 (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Idle time before each block of a rank, 0 before the first. */
static LscInt64s
collect_gaps (const LscPipelineRank *rank)
{
  LscInt64s gaps = { NULL, 0, 0 };

  for (gsize i = 0; i < rank->ranges.n; i++)
    lsc_int64s_append (
        &gaps,
        i == 0 ? 0 : MAX (0, rank->ranges.items[i].start_ns - rank->ranges.items[i - 1].end_ns));
  return gaps;
}

/* Keeps the points where a rank is idle for more than three times its usual gap. */
static void
confirm_by_gaps (const LscPipelineRank *rank, LscInt64s *points)
{
  LscInt64s gaps = collect_gaps (rank);
  LscInt64s sorted = { NULL, 0, 0 };
  gint64 limit, forward = 0;
  gsize n = 0, at = 0;

  for (gsize i = 1; i < gaps.n; i++)
    lsc_int64s_append (&sorted, gaps.items[i]);
  if (sorted.n > 1)
    qsort (sorted.items, sorted.n, sizeof (gint64), compare_int64);
  limit = sorted.n > 0 ? sorted.items[sorted.n / 2] * GAP_FACTOR : 0;
  for (gsize i = 0; i < rank->ranges.n && at < points->n; i++)
    {
      if (!_lsc_pipeline_has_forward (rank->ranges.items[i].kind))
        continue;
      while (at < points->n && points->items[at] < forward)
        at++;
      if (at < points->n && points->items[at] == forward && gaps.items[i] > limit)
        points->items[n++] = points->items[at];
      forward++;
    }
  points->n = MIN (n, points->n);
  lsc_int64s_clear (&gaps);
  lsc_int64s_clear (&sorted);
}

static void
cut_rank (LscPipelineRank *rank, const LscInt64s *points)
{
  gint64 forward = 0, step = 1;
  gsize at = 0;

  for (gsize i = 0; i < rank->ranges.n; i++)
    {
      LscRange *range = &rank->ranges.items[i];

      if (_lsc_pipeline_has_forward (range->kind))
        {
          for (; at < points->n && points->items[at] <= forward; at++)
            step++;
          forward++;
        }
      range->step = step;
    }
}

static gint64
count_forward (const LscPipelineRank *rank)
{
  gint64 n = 0;

  for (gsize i = 0; i < rank->ranges.n; i++)
    n += _lsc_pipeline_has_forward (rank->ranges.items[i].kind);
  return n;
}

/* Cuts at those points that have something behind them; a single step stays without a number. */
static void
cut_ranks (
    LscPipelineBuild *build, LscPipelineRank **ranks, gsize n, LscInt64s *points, gint64 n_forward)
{
  while (points->n > 0 && points->items[points->n - 1] >= n_forward)
    points->n--;
  if (points->n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    if (ranks[i])
      cut_rank (ranks[i], points);
  _lsc_pipeline_note (build->pipeline,
                      LSC_SEVERITY_NOTE,
                      "pp-steps-by-count",
                      NULL,
                      (gint64) points->n + 1,
                      g_strdup (_ ("STEP_TIME is missing: steps were found by counting forward and "
                                   "backward passes.")),
                      NULL,
                      NULL);
}

static void
find_steps_by_count (LscPipelineBuild *build, LscPipelineRank **ranks, gsize n, gboolean has_stages)
{
  LscInt64s points = { NULL, 0, 0 }, other = { NULL, 0, 0 };
  LscPipelineRank *first = NULL;

  for (gsize i = 0; i < n; i++)
    {
      if (!ranks[i] || ranks[i]->ranges.n == 0)
        continue;
      find_quiet_points (ranks[i], &other);
      if (other.n == 0)
        continue;
      if (first)
        intersect (&points, &other);
      else
        for (gsize k = 0; k < other.n; k++)
          lsc_int64s_append (&points, other.items[k]);
      first = first ? first : ranks[i];
    }
  if (first)
    {
      /* stage 0 of a real pipeline is only quiet at the end of a step; others need a pause */
      if (!has_stages || n < 2 || first != ranks[0])
        confirm_by_gaps (first, &points);
      cut_ranks (build, ranks, n, &points, count_forward (first));
    }
  lsc_int64s_clear (&points);
  lsc_int64s_clear (&other);
}

/** Gives every range of a pipeline its step. */
void
_lsc_pipeline_find_steps (LscPipelineBuild *build,
                          LscPipelineRank **ranks,
                          gsize n,
                          gboolean has_stages)
{
  const LscSteps *borrowed = NULL;
  gint64 n_without = 0;

  for (gsize i = 0; i < n && !borrowed; i++)
    if (ranks[i] && ranks[i]->run->steps.n > 0 && !ranks[i]->is_from_table)
      borrowed = &ranks[i]->run->steps;
  if (!borrowed)
    {
      find_steps_by_count (build, ranks, n, has_stages);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      if (!ranks[i])
        continue;
      n_without += ranks[i]->run->steps.n == 0 && ranks[i]->ranges.n > 0;
      place_in_steps (ranks[i], ranks[i]->run->steps.n > 0 ? &ranks[i]->run->steps : borrowed);
    }
  if (n_without > 0)
    _lsc_pipeline_note (build->pipeline,
                        LSC_SEVERITY_WARNING,
                        "pp-steps-borrowed",
                        NULL,
                        n_without,
                        g_strdup (_ ("STEP_TIME is missing for some ranks: the steps of another "
                                     "rank were used.")),
                        _ ("Blocks at the border of two steps may be in the wrong one."),
                        NULL);
}
