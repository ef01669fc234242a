/* lsc-compare-verdict.c - the verdict of a comparison: faster, slower, and how certain that is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "judge/compare/lsc-compare-private.h"

#define LEAST_SCORE 0.5
#define MOST 0.5 /* of a change: what it is called by */

/* With fewer steps a side nobody knows how much each resembles the one before it. */
#define LEAST_SURE_STEPS 8

/* What two runs of one program may differ by, a share: their levels have a deviation of 1.5 %, a
 * difference of two of them one of 2.1 %, and three of these hold nearly all. */
#define RUN_LEVELS (3 * LSC_RUN_SPREAD * M_SQRT2)

/* Of sets of runs: two say little of their spread. */
#define LEAST_SURE_RUNS 3
#define SURE_OF_RUNS 0.01
#define LEAST_CHANGE 0.02

/* What noise may hide, a share of the step: up to the first it is sure that no more changed, up to
 * the second likely. */
#define MOST_SURE_FLOOR 0.05
#define MOST_LIKELY_FLOOR 0.1

static double
share_of (const LscCompare *self, double ns)
{
  gint64 before_ns = self->total->step_ns[LSC_BEFORE];

  return before_ns > 0 ? ns / (double) before_ns : 0;
}

static gboolean
is_of_host (const LscChange *change)
{
  return change->category == LSC_BUDGET_PREPARE || change->category == LSC_BUDGET_FREE_HOST ||
         change->category == LSC_BUDGET_FREE_UNLINKED || change->category == LSC_BUDGET_TAIL;
}

/* Whether on these ranks time that the device waits for the host changed as the step did, by half
 * of that: how long the host takes differs from one start of a program to the next. */
static gboolean
has_other_host (const LscCompare *self, const LscRankChange *ranks)
{
  const GPtrArray *list = ranks->lists[LSC_COMPARE_CATEGORIES];
  double delta = (double) self->total->step_delta_ns, host = 0;

  for (guint i = 0; i < list->len; i++)
    host += is_of_host (list->pdata[i]) ? (double) ((LscChange *) list->pdata[i])->delta_ns : 0;
  return host * delta > 0 && fabs (host) >= MOST * fabs (delta);
}

/* One rank whose host is late makes the others wait. */
static gboolean
is_by_host (const LscCompare *self)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (has_other_host (self, self->ranks->pdata[i]))
      return TRUE;
  return has_other_host (self, self->total);
}

/* What a verdict on @self cannot know, so that it is not sure. */
static LscCompareLimits
find_limits (const LscCompare *self, const LscStepTest *test)
{
  LscCompareLimits limits = 0;

  if (fabs (share_of (self, (double) self->total->step_delta_ns)) < RUN_LEVELS || is_by_host (self))
    limits |= LSC_COMPARE_LIMIT_RUNS;
  if (self->work.match != LSC_WORK_MATCH_SAME)
    limits |= LSC_COMPARE_LIMIT_WORK;
  if (MIN (test->n[0], test->n[1]) < LEAST_SURE_STEPS)
    limits |= LSC_COMPARE_LIMIT_STEPS;
  return limits;
}

static void
set_direction (LscCompare *self, const LscStepTest *test)
{
  self->word = self->total->step_delta_ns < 0 ? LSC_COMPARE_FASTER : LSC_COMPARE_SLOWER;
  self->limits = find_limits (self, test);
  self->certainty = self->limits ? LSC_COMPARE_LIKELY : LSC_COMPARE_SURE;
  if (self->work.match != LSC_WORK_MATCH_ASSUMED)
    self->limits &= ~LSC_COMPARE_LIMIT_WORK; /* it is told as a reason */
}

static void
set_same (LscCompare *self, const LscStepTest *test)
{
  double floor = share_of (self, (double) test->floor_ns);
  gboolean has_steps = MIN (test->n[0], test->n[1]) >= LSC_STEP_TEST_LEAST;

  self->word = LSC_COMPARE_SAME;
  self->certainty = floor > MOST_LIKELY_FLOOR               ? LSC_COMPARE_POSSIBLE
                    : floor > MOST_SURE_FLOOR || !has_steps ? LSC_COMPARE_LIKELY
                                                            : LSC_COMPARE_SURE;
}

/* ---- one step ---- */

/* Kernels of one kind tell how much a step's pace may differ; what is beyond that and is of kernels
 * that differ is a change of the program. Idle time differs from step to step. */
static gboolean
is_of_other_kernels (const LscCompare *self)
{
  const LscCompareWork *work = &self->work;
  double delta = (double) self->total->step_delta_ns;
  double other = (double) (work->other_ns[LSC_AFTER] - work->other_ns[LSC_BEFORE]);
  double pace = fabs (work->pace - 1) + work->pace_noise;

  return other * delta > 0 && fabs (other) >= MOST * fabs (delta) && !isnan (work->pace) &&
         pace * (double) work->equal_ns[LSC_BEFORE] < MOST * fabs (delta);
}

/* Equal kernels that do the same work at another pace. */
static gboolean
is_of_pace (const LscCompare *self)
{
  const LscCompareWork *work = &self->work;
  double delta = (double) self->total->step_delta_ns;
  double equal = (double) (work->equal_ns[LSC_AFTER] - work->equal_ns[LSC_BEFORE]);

  return work->match == LSC_WORK_MATCH_SAME && equal * delta > 0 &&
         fabs (equal) >= MOST * fabs (delta) &&
         fabs (work->pace - 1) > MAX (work->pace_noise, RUN_LEVELS);
}

static void
choose_by_kernels (LscCompare *self, const LscStepTest *test)
{
  if (lsc_step_test_is_beyond_floor (test) && (is_of_other_kernels (self) || is_of_pace (self)))
    set_direction (self, test);
  else if (!lsc_step_test_is_beyond_floor (test) && self->work.moved < MOST &&
           !isnan (self->work.pace))
    set_same (self, test);
}

/* ---- several ---- */

static void
choose_by_steps (LscCompare *self, const LscStepTest *test)
{
  gint64 mean_ns = self->total->step_delta_ns;
  gboolean is_told = ABS (mean_ns) > test->floor_ns; /* the sentence names the mean */
  gboolean is_real = lsc_step_test_is_beyond_floor (test) && test->p < LSC_SIGNIFICANT;

  if (is_real && mean_ns != 0 && (mean_ns < 0) != (test->median_ns[1] < test->median_ns[0]))
    return; /* they go different ways */
  if (is_real && is_told)
    set_direction (self, test);
  else
    set_same (self, test);
}

/* 2 to 4 steps on a side. */
static void
choose_by_order (LscCompare *self, const LscStepTest *test)
{
  gint64 mean_ns = self->total->step_delta_ns;

  if (lsc_step_test_is_beyond_floor (test) && ABS (mean_ns) > test->floor_ns && test->is_apart)
    set_direction (self, test);
}

/* ---- sets of runs ---- */

/* The spread between runs is the noise, so that steps need not be independent. */
static void
choose_by_runs (LscCompare *self)
{
  const LscRunTest *test = &self->runs;
  gboolean is_real = fabs (test->change) > LEAST_CHANGE && test->p < LSC_SIGNIFICANT;
  gboolean is_sure = test->p < SURE_OF_RUNS && self->work.match == LSC_WORK_MATCH_SAME &&
                     MIN (test->n[0], test->n[1]) >= LEAST_SURE_RUNS;

  if (!is_real)
    {
      self->word = LSC_COMPARE_SAME;
      self->certainty =
          2 * test->error > MOST_LIKELY_FLOOR ? LSC_COMPARE_POSSIBLE : LSC_COMPARE_LIKELY;
      return;
    }
  self->word = test->change < 0 ? LSC_COMPARE_FASTER : LSC_COMPARE_SLOWER;
  self->certainty = is_sure ? LSC_COMPARE_SURE : LSC_COMPARE_LIKELY;
  if (self->work.match == LSC_WORK_MATCH_ASSUMED)
    self->limits |= LSC_COMPARE_LIMIT_WORK;
}

/* Work first: where that differs, or may, the length of a step says nothing. */
static void
choose_word (LscCompare *self, const LscStepTest *test)
{
  const LscCompareWork *work = &self->work;

  if (work->match == LSC_WORK_MATCH_OTHER)
    {
      self->word = LSC_COMPARE_OTHER_WORK;
      self->certainty = work->has_flops ? LSC_COMPARE_SURE : LSC_COMPARE_LIKELY;
      return;
    }
  if (self->score < LEAST_SCORE)
    self->limits |= LSC_COMPARE_LIMIT_SCORE;
  else if (work->match == LSC_WORK_MATCH_UNKNOWN)
    self->limits |= LSC_COMPARE_LIMIT_PACE;
  else if (self->runs.n[0] > 0)
    choose_by_runs (self);
  else if (!isnan (test->p))
    choose_by_steps (self, test);
  else if (MIN (test->n[0], test->n[1]) > 1)
    choose_by_order (self, test);
  else
    choose_by_kernels (self, test);
}

/* FLOPs per second, where other work has them. */
static double
find_rate_change (const LscCompare *self)
{
  const gint64 *step_ns = self->total->step_ns;

  if (self->work.match != LSC_WORK_MATCH_OTHER || !self->work.has_flops ||
      self->work.has_other_sequences || step_ns[LSC_BEFORE] <= 0 || step_ns[LSC_AFTER] <= 0)
    return (double) NAN;
  return self->work.factor * (double) step_ns[LSC_BEFORE] / (double) step_ns[LSC_AFTER] - 1;
}

/**
 * _lsc_compare_judge:
 * @test: of the steps' lengths; (nullable): there are none to compare
 *
 * Sets word, certainty and sentence (compare.md#verdict).
 */
void
_lsc_compare_judge (LscCompare *self, const LscStepTest *test)
{
  self->word = LSC_COMPARE_UNKNOWN;
  self->certainty = LSC_COMPARE_POSSIBLE;
  self->rate_change = (double) NAN;
  if (self->is_identical && self->runs.n[0] == 0)
    {
      self->word = LSC_COMPARE_SAME;
      self->certainty = LSC_COMPARE_SURE;
      self->text = lsc_phrase_new_text (
          N_ ("Both sides are the same recording, so there is no difference."));
      self->head = lsc_phrase_copy (self->text);
      self->answer = lsc_phrase_copy (self->text);
      return;
    }
  if (!test)
    {
      self->text = lsc_phrase_new_text (
          N_ ("No verdict, because step time is not known on both sides. Open recordings with "
              "device events."));
      self->head = lsc_phrase_copy (self->text);
      self->answer =
          lsc_phrase_new_text (N_ ("No verdict, because step time is not known on both sides."));
      return;
    }
  choose_word (self, test);
  self->rate_change = find_rate_change (self);
  _lsc_compare_say (self, test);
}
