/* lsc-pipeline-steps.c - the step of each range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-stats.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/* pipeline.md#blocks step 5 and 7.2. A range belongs to the STEP_TIME row that holds its host
 * start, else to the one that it overlaps most. Without STEP_TIME a step ends where as many
 * backward as forward passes are done: on stage 0 that is only so at the end of a step. */

#define GAP_FACTOR 3

static gsize
last_step_before (const LscSteps *steps, gint64 time_ns)
{
  return LSC_BISECT (i, 0, steps->n, steps->items[i].start_ns <= time_ns); /* one behind it */
}

static gint64
step_of_range (const LscSteps *steps, const LscBlockRange *range)
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
place_in_steps (LscPipelineMember *rank, const LscSteps *steps)
{
  for (gsize i = 0; i < rank->ranges.n; i++)
    rank->ranges.items[i].step = step_of_range (steps, &rank->ranges.items[i]);
}

typedef struct
{
  gint64 forward;
  gint64 backward;
} Passes;

static void
count_range (Passes *self, const LscBlockRange *range)
{
  self->forward += _lsc_pipeline_has_forward (range->kind);
  self->backward += _lsc_pipeline_has_backward (range->kind);
}

/* With a head that runs its backward apart, for half of the passes, three are two. */
static gboolean
is_quiet (const Passes *self, gboolean has_head)
{
  return has_head ? self->backward * 2 == self->forward * 3 : self->backward == self->forward;
}

/* Numbers of forwards after which nothing is in flight; empty if the counts never meet. */
static void
find_quiet_points (const LscPipelineMember *rank, LscInt64s *points)
{
  Passes all = { 0, 0 }, now = { 0, 0 };
  gboolean has_head;

  points->n = 0;
  for (gsize i = 0; i < rank->ranges.n; i++)
    count_range (&all, &rank->ranges.items[i]);
  has_head = all.backward != all.forward;
  if (!is_quiet (&all, has_head))
    return;
  for (gsize i = 0; i < rank->ranges.n; i++)
    {
      count_range (&now, &rank->ranges.items[i]);
      if (is_quiet (&now, has_head) && now.forward > 0 &&
          (points->n == 0 || points->items[points->n - 1] != now.forward))
        lsc_int64s_append (points, now.forward);
    }
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

/* Idle time before each forward pass, 0 before the first. */
typedef struct
{
  LscInt64s gaps;
  gint64 usual_gap;    /* of all blocks */
  gint64 usual_length; /* of forward passes */
} Rhythm;

static Rhythm
find_rhythm (const LscPipelineMember *rank)
{
  LscInt64s all = { NULL, 0, 0 }, lengths = { NULL, 0, 0 };
  Rhythm self = { 0 };

  for (gsize i = 0; i < rank->ranges.n; i++)
    {
      const LscBlockRange *at = &rank->ranges.items[i];
      gint64 gap = i > 0 ? MAX (0, at->start_ns - at[-1].end_ns) : 0;

      if (i > 0)
        lsc_int64s_append (&all, gap);
      if (!_lsc_pipeline_has_forward (at->kind))
        continue;
      lsc_int64s_append (&self.gaps, gap);
      lsc_int64s_append (&lengths, at->end_ns - at->start_ns);
    }
  self.usual_gap = lsc_median_upper_int64 (all.items, all.n);
  self.usual_length = lsc_median_upper_int64 (lengths.items, lengths.n);
  lsc_int64s_clear (&all);
  lsc_int64s_clear (&lengths);
  return self;
}

/* Keeps the points where a rank is idle for more than three times its usual gap. The last stage of
 * a 1F1B is quiet after every micro-batch: most of its points are no ends of steps, so that the
 * pause has to stand out among them, and to be one that a pipeline needs to empty and fill. */
static void
confirm_by_gaps (const LscPipelineMember *rank, LscInt64s *points)
{
  Rhythm rhythm = find_rhythm (rank);
  const LscInt64s *gaps = &rhythm.gaps;
  LscInt64s of_points = { NULL, 0, 0 };
  gint64 limit = rhythm.usual_gap * GAP_FACTOR;
  gsize n = 0;

  for (gsize i = 0; i < points->n; i++)
    if (points->items[i] < (gint64) gaps->n)
      lsc_int64s_append (&of_points, gaps->items[points->items[i]]);
  if (of_points.n > gaps->n / 2)
    {
      gint64 usual = lsc_median_upper_int64 (of_points.items, of_points.n);

      limit = MAX (MAX (limit, usual * GAP_FACTOR), rhythm.usual_length / 2);
    }
  for (gsize i = 0; i < points->n; i++)
    if (points->items[i] < (gint64) gaps->n && gaps->items[points->items[i]] > limit)
      points->items[n++] = points->items[i];
  points->n = n;
  lsc_int64s_clear (&rhythm.gaps);
  lsc_int64s_clear (&of_points);
}

static void
cut_rank (LscPipelineMember *rank, const LscInt64s *points)
{
  gint64 forward = 0, step = 1;
  gsize at = 0;

  for (gsize i = 0; i < rank->ranges.n; i++)
    {
      LscBlockRange *range = &rank->ranges.items[i];

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
count_forward (const LscPipelineMember *rank)
{
  gint64 n = 0;

  for (gsize i = 0; i < rank->ranges.n; i++)
    n += _lsc_pipeline_has_forward (rank->ranges.items[i].kind);
  return n;
}

/* Cuts at those points that have something behind them; a single step stays without a number. */
static void
cut_ranks (LscPipelineBuild *build, LscPipelineMember **ranks, gsize n, LscInt64s *points,
           gint64 n_forward)
{
  while (points->n > 0 && points->items[points->n - 1] >= n_forward)
    points->n--;
  if (points->n == 0)
    return;
  for (gsize i = 0; i < n; i++)
    if (ranks[i])
      cut_rank (ranks[i], points);
  _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_NOTE, "pp-steps-by-count", NULL,
                      (gint64) points->n + 1,
                      _ ("STEP_TIME is missing: steps were found by counting forward and "
                         "backward passes."),
                      NULL, NULL);
}

static void
find_steps_by_count (LscPipelineBuild *build, LscPipelineMember **ranks, gsize n,
                     gboolean has_stages)
{
  LscInt64s points = { NULL, 0, 0 }, other = { NULL, 0, 0 };
  LscPipelineMember *first = NULL;

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
_lsc_pipeline_find_steps (LscPipelineBuild *build, LscPipelineMember **ranks, gsize n,
                          gboolean has_stages)
{
  const LscSteps *borrowed = NULL;
  gint64 n_without = 0;

  for (gsize i = 0; i < n && !borrowed; i++)
    if (ranks[i] && ranks[i]->rank->steps.n > 0 && !ranks[i]->rank->is_from_table)
      borrowed = &ranks[i]->rank->steps;
  if (!borrowed)
    {
      find_steps_by_count (build, ranks, n, has_stages);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      if (!ranks[i])
        continue;
      n_without += ranks[i]->rank->steps.n == 0 && ranks[i]->ranges.n > 0;
      place_in_steps (ranks[i], ranks[i]->rank->steps.n > 0 ? &ranks[i]->rank->steps : borrowed);
    }
  _lsc_pipeline_note (build->pipeline->notices, LSC_SEVERITY_WARNING, "pp-steps-borrowed", NULL,
                      n_without,
                      _ ("STEP_TIME is missing for some ranks: the steps of another "
                         "rank were used."),
                      _ ("Blocks at the border of two steps may be in the wrong one."), NULL);
}
