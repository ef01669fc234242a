/* lsc-findings-steps.c - what ranks do step by step, beside each other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-stats.h"

/* findings.md#over-steps. */

#define MOST_LISTED 6 /* of more steps a sentence says how many they are */

/* ---- steps side by side ---- */

/* Whether a step is one of those that are likened. The first and the last do the work of a step;
 * what they lack are pauses. */
static gboolean
is_likened (const LscBudgetStep *step)
{
  switch (step->standing)
    {
    case LSC_STEP_TYPICAL:
    case LSC_STEP_FIRST:
    case LSC_STEP_OPEN:
    case LSC_STEP_FAR:
      return !step->is_told;
    default:
      return FALSE;
    }
}

static gsize
list_likened (const LscRankDigest *digest, guint32 *places)
{
  gsize n = 0;

  for (gsize i = 0; i < digest->steps.n; i++)
    if (is_likened (lsc_rank_digest_get_step (digest, i)))
      places[n++] = (guint32) i;
  return n;
}

static gboolean
has_numbers (const LscJudge *judge)
{
  for (gsize i = 0; i < judge->n; i++)
    {
      const LscRankDigest *digest = judge->ranks[i].digest;

      if (digest->steps_unnumbered)
        return FALSE;
      for (gsize k = 0; k < digest->steps.n; k++)
        if (lsc_rank_digest_get_step (digest, k)->step == LSC_INT_NULL)
          return FALSE;
    }
  return TRUE;
}

/* The rank with the most steps tells which there are. */
static gsize
find_longest (const LscJudge *judge)
{
  gsize longest = 0;

  for (gsize i = 1; i < judge->n; i++)
    if (judge->ranks[i].digest->steps.n > judge->ranks[longest].digest->steps.n)
      longest = i;
  return longest;
}

/* Where a rank has the step of a number, else the one at a place among its own. */
static guint32
find_place (const LscRankDigest *digest, const guint32 *places, gsize n, gboolean by_number,
            gint64 number, gsize at)
{
  if (!by_number)
    return at < n ? places[at] : LSC_JUDGE_NO_STEP;
  for (gsize i = 0; i < n; i++)
    if (lsc_rank_digest_get_step (digest, places[i])->step == number)
      return places[i];
  return LSC_JUDGE_NO_STEP;
}

/** Sets ranks' steps side by side. @judge: with its ranks */
void
_lsc_judged_steps_init (LscJudgedSteps *self, const LscJudge *judge)
{
  gboolean by_number = has_numbers (judge);
  const LscRankDigest *longest;
  g_autofree guint32 *first = NULL, *own = NULL;

  *self = (LscJudgedSteps){ 0 };
  if (judge->n == 0)
    return;
  longest = judge->ranks[find_longest (judge)].digest;
  first = g_new (guint32, longest->steps.n + 1);
  own = g_new (guint32, longest->steps.n + 1);
  self->n = list_likened (longest, first);
  self->numbers = g_new (gint64, self->n + 1);
  self->places = g_new (guint32, judge->n * self->n + 1);
  for (gsize i = 0; i < self->n; i++)
    self->numbers[i] =
        by_number ? lsc_rank_digest_get_step (longest, first[i])->step : LSC_INT_NULL;
  for (gsize rank = 0; rank < judge->n; rank++)
    {
      const LscRankDigest *digest = judge->ranks[rank].digest;
      gsize n = list_likened (digest, own);

      for (gsize i = 0; i < self->n; i++)
        self->places[rank * self->n + i] =
            find_place (digest, own, n, by_number, self->numbers[i], i);
    }
}

void
_lsc_judged_steps_clear (LscJudgedSteps *self)
{
  g_clear_pointer (&self->numbers, g_free);
  g_clear_pointer (&self->places, g_free);
}

/** Returns: (nullable): a step of a rank, by its place in LscJudge.steps */
const LscBudgetStep *
_lsc_judge_get_step (const LscJudge *self, gsize rank, gsize step)
{
  guint32 place = self->steps.places[rank * self->steps.n + step];

  return place == LSC_JUDGE_NO_STEP ? NULL
                                    : lsc_rank_digest_get_step (self->ranks[rank].digest, place);
}

/* ---- causes ---- */

static double
get_compute_ns (const LscJudge *judge, gsize rank, gsize step)
{
  const LscBudgetStep *about = _lsc_judge_get_step (judge, rank, step);

  if (!about || lsc_budget_lacks_steps (judge->ranks[rank].digest->lack))
    return (double) NAN;
  return (double) about->ns[LSC_BUDGET_COMPUTE];
}

/* Not known of steps whose host was not recorded. */
static double
get_host_ns (const LscBudgetStep *step, LscBudgetHost host)
{
  return step->host_ns[host] == LSC_INT_NULL ? (double) NAN : (double) step->host_ns[host];
}

/** Returns: what the host does in the first step before the device begins it: nothing was running
 * yet; 0 in others */
double
_lsc_judge_get_lead_in_ns (const LscJudge *judge, gsize rank, const LscBudgetStep *step)
{
  return judge->ranks[rank].digest->steps_rule == LSC_STEPS_BY_DEVICE &&
                 step->standing == LSC_STEP_FIRST && step->lead_begin_ns > 0
             ? (double) step->lead_begin_ns
             : 0;
}

/* Losses are known of the steps that count; of the first one what the host did, before the device
 * began it, too. The last one lacks the pause behind it. */
static double
get_late_ns (const LscJudge *judge, gsize rank, gsize step)
{
  const LscBudgetStep *about = _lsc_judge_get_step (judge, rank, step);

  if (!about || judge->ranks[rank].digest->is_of_ops)
    return (double) NAN;
  if (about->standing == LSC_STEP_TYPICAL)
    return (double) (about->loss_ns[LSC_LOSS_HOST] +
                     (judge->has_late_hosts ? about->loss_ns[LSC_LOSS_SYNC] : 0));
  if (about->standing == LSC_STEP_FIRST)
    return get_host_ns (about, LSC_BUDGET_HOST_CALL) + get_host_ns (about, LSC_BUDGET_HOST_OP) +
           get_host_ns (about, LSC_BUDGET_HOST_SILENT) +
           _lsc_judge_get_lead_in_ns (judge, rank, about);
  return (double) NAN;
}

static void
find_causes (const LscJudge *judge, LscTimeCauses *causes, LscTimesUnit unit,
             double (*get_ns) (const LscJudge *judge, gsize rank, gsize step))
{
  g_auto (LscStepTimes) times = { 0 };

  lsc_step_times_init (&times, judge->n, judge->steps.n);
  for (gsize rank = 0; rank < judge->n; rank++)
    for (gsize step = 0; step < judge->steps.n; step++)
      *lsc_step_times_at (&times, rank, step) = get_ns (judge, rank, step);
  lsc_time_causes_init (causes, &times, unit);
}

/* A rank that is hit while it warms up, and never again by half as much (findings.md#when), is not.
 */
#define PART_OF_FIRST 0.5

static void
set_warm_up_aside (const LscJudge *judge, LscTimeCauses *causes)
{
  for (gsize rank = 0; rank < judge->n; rank++)
    {
      double *excess_ns = &causes->excess_ns[rank * judge->steps.n];
      gsize n = 0;

      for (gsize step = 1; step < judge->steps.n; step++)
        n += excess_ns[step] > 0 && excess_ns[step] >= PART_OF_FIRST * excess_ns[0];
      if (n == 0 && judge->steps.n > 0)
        excess_ns[0] = 0;
    }
}

/* A host that is late in other steps, too, is late always, now more and now less, or more with each
 * step: exceptions are only what takes a rank most of what it loses beyond the others. */
#define MOST_REST 0.25

/* Beside what the step takes all: the first one takes each longer. */
static gboolean
is_later_with_each_step (const LscJudge *judge, const LscTimeCauses *causes, gsize rank)
{
  g_autofree double *late_ns = g_new (double, judge->steps.n + 1);
  g_auto (LscTimeShape) shape = { 0 };

  for (gsize step = 0; step < judge->steps.n; step++)
    late_ns[step] = get_late_ns (judge, rank, step) - causes->levels[step];
  lsc_time_shape_init (&shape, late_ns, judge->steps.n);
  return shape.when == LSC_WHEN_GROWING;
}

static void
keep_what_comes_always (const LscJudge *judge, LscTimeCauses *causes)
{
  g_autofree double *rest_ns = g_new0 (double, judge->n + 1);
  g_autofree double *sorted_ns = g_new0 (double, judge->n + 1);
  g_autofree double *excess_ns = g_new0 (double, judge->n + 1);
  double usual_ns;

  for (gsize rank = 0; rank < judge->n; rank++)
    {
      for (gsize step = 0; step < judge->steps.n; step++)
        {
          double ns = get_late_ns (judge, rank, step);
          double hit_ns = causes->excess_ns[rank * judge->steps.n + step];

          excess_ns[rank] += hit_ns;
          rest_ns[rank] += isnan (ns) ? 0 : ns - hit_ns;
        }
      sorted_ns[rank] = rest_ns[rank];
    }
  usual_ns = judge->n > 1 ? lsc_median_lower_double (sorted_ns, judge->n) : 0;
  for (gsize rank = 0; rank < judge->n; rank++)
    if (rest_ns[rank] - usual_ns > MOST_REST * excess_ns[rank] ||
        is_later_with_each_step (judge, causes, rank))
      for (gsize step = 0; step < judge->steps.n; step++)
        causes->excess_ns[rank * judge->steps.n + step] = 0;
}

/* A device that gets slower with each step is that in the last ones, too. */
static void
keep_what_grows (const LscJudge *judge, LscTimeCauses *causes)
{
  for (gsize rank = 0; judge->causes && rank < judge->n; rank++)
    if (judge->causes->ranks[rank].by_step_ns)
      for (gsize step = 0; step < judge->steps.n; step++)
        causes->excess_ns[rank * judge->steps.n + step] = 0;
}

/* ---- hosts that are late as a whole ---- */

/* The losses by which a host is late. */
static double
get_whole_late_ns (const LscJudge *self, gsize rank, gsize step)
{
  const LscBudgetStep *about = _lsc_judge_get_step (self, rank, step);

  if (!about || about->standing != LSC_STEP_TYPICAL || self->ranks[rank].digest->is_of_ops)
    return (double) NAN;
  return (double) about->loss_ns[LSC_LOSS_HOST] + (double) about->loss_ns[LSC_LOSS_SILENT];
}

/** Returns: whether all of the host of a rank is late */
gboolean
_lsc_judge_is_of_late_host (const LscJudge *self, gsize rank)
{
  return self->late_hosts && self->late_hosts->is_late[rank];
}

/**
 * _lsc_judge_get_late_host_ns:
 *
 * Returns: what a rank is late in a step because its whole host is; 0 of other ranks
 */
double
_lsc_judge_get_late_host_ns (const LscJudge *self, gsize rank, gsize step)
{
  double ns;

  if (!_lsc_judge_is_of_late_host (self, rank))
    return 0;
  ns = get_whole_late_ns (self, rank, step) - self->late_hosts->usual_ns[rank];
  return isnan (ns) ? 0 : MAX (ns, 0);
}

/* Of a host that is late as a whole, now here and now there, no rank and no step is an exception.
 */
static void
leave_to_hosts (const LscJudge *self, LscTimeCauses *causes)
{
  for (gsize rank = 0; rank < self->n; rank++)
    for (gsize step = 0; _lsc_judge_is_of_late_host (self, rank) && step < self->steps.n; step++)
      causes->excess_ns[rank * self->steps.n + step] = 0;
}

/* What of a loss is there because the whole host is late. */
static double
get_host_part_ns (const LscJudge *self, const LscBudgetStep *of, LscLoss loss, gsize rank,
                  gsize step)
{
  double ns = _lsc_judge_get_late_host_ns (self, rank, step);
  double silent_ns = MIN (ns, (double) of->loss_ns[LSC_LOSS_SILENT]);

  return loss == LSC_LOSS_SILENT ? silent_ns : ns - silent_ns;
}

/* What hits some steps is told by itself, and no part of what ranks do in all of them. */
static void
take_away (LscJudge *self)
{
  for (gsize rank = 0; rank < self->n; rank++)
    {
      LscJudgedRank *about = &self->ranks[rank];
      double n = (double) MAX (about->digest->counted.n, 1);

      for (gsize step = 0; step < self->steps.n; step++)
        {
          const LscBudgetStep *of = _lsc_judge_get_step (self, rank, step);
          gsize at = rank * self->steps.n + step;

          if (!of || of->standing != LSC_STEP_TYPICAL)
            continue;
          about->compute_ns -= self->slow_steps.excess_ns[at] / n;
          about->ns[LSC_LOSS_HOST] -= self->late_steps.excess_ns[at] / n;
          for (guint loss = 0; loss < LSC_LOSS_N; loss++)
            if (loss == LSC_LOSS_HOST || loss == LSC_LOSS_SILENT)
              about->ns[loss] -= get_host_part_ns (self, of, (LscLoss) loss, rank, step) / n;
        }
    }
}

static double
get_step_ns (const LscJudge *judge, gsize rank, gsize step)
{
  const LscBudgetStep *about = _lsc_judge_get_step (judge, rank, step);

  return about && !lsc_budget_lacks_steps (judge->ranks[rank].digest->lack)
             ? (double) about->step_ns
             : (double) NAN;
}

#define SHORT_STEPS 4 /* one of so many is as short as steps are without what hits some */

/* What each step of a rank is longer than one that nothing hits, with as much computing. */
static void
measure_lengths (LscJudge *self)
{
  const double *levels = self->slow_steps.levels;
  g_autofree double *values = g_new (double, self->steps.n + 1);

  lsc_step_times_init (&self->longer, self->n, self->steps.n);
  for (gsize rank = 0; rank < self->n; rank++)
    {
      gsize n = 0;

      for (gsize step = 0; step < self->steps.n; step++)
        if (levels[step] > 0 && !isnan (get_step_ns (self, rank, step)))
          values[n++] = get_step_ns (self, rank, step) / levels[step];
      lsc_sort_doubles (values, n);
      for (gsize step = 0; step < self->steps.n && n > 0; step++)
        *lsc_step_times_at (&self->longer, rank, step) =
            get_step_ns (self, rank, step) - levels[step] * values[n / SHORT_STEPS];
    }
}

#define SAME_CALLS                                                                                 \
  1.25                   /* of the median of the ranks: what one calls more often costs by itself  \
                          */
#define PART_OF_LATE 0.5 /* of what the ranks that idle most lose */

/* Whether ranks idle for synchronising calls that others make as often, and idle little for: it is
 * their hosts that are late. */
static gboolean
has_late_hosts (const LscJudge *self)
{
  g_autofree double *ns = g_new (double, self->n + 1);
  g_autofree double *calls = g_new (double, self->n + 1);
  double usual_calls, usual_ns, most_ns = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankDigest *digest = self->ranks[i].digest;

      ns[i] = self->ranks[i].ns[LSC_LOSS_SYNC];
      calls[i] = (double) digest->n_syncs / (double) MAX (digest->counted.n, 1);
      most_ns = MAX (most_ns, ns[i]);
    }
  usual_calls = self->n > 2 ? lsc_median_mean_double (calls, self->n) : 0;
  usual_ns = self->n > 2 ? lsc_median_mean_double (ns, self->n) : 0;
  if (self->n < 3 || usual_ns > PART_OF_LATE * most_ns)
    return FALSE;
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].ns[LSC_LOSS_SYNC] >= PART_OF_LATE * most_ns &&
        (double) self->ranks[i].digest->n_syncs >
            SAME_CALLS * usual_calls * (double) self->ranks[i].digest->counted.n)
      return FALSE;
  return TRUE;
}

/** Returns: what the host of a rank is late a step, by itself */
double
_lsc_judge_get_host_ns (const LscJudge *self, gsize rank)
{
  return self->ranks[rank].ns[LSC_LOSS_HOST] +
         (self->has_late_hosts ? self->ranks[rank].ns[LSC_LOSS_SYNC] : 0);
}

/** Finds what ranks do longer in some steps than in others, and than their peers. */
void
_lsc_judge_look_over_steps (LscJudge *self)
{
  _lsc_judged_steps_init (&self->steps, self);
  self->has_late_hosts = has_late_hosts (self);
  find_causes (self, &self->slow_steps, LSC_TIMES_BY_RATIO, get_compute_ns);
  find_causes (self, &self->late_steps, LSC_TIMES_BY_DIFFERENCE, get_late_ns);
  set_warm_up_aside (self, &self->slow_steps);
  set_warm_up_aside (self, &self->late_steps);
  keep_what_comes_always (self, &self->late_steps);
  leave_to_hosts (self, &self->late_steps);
  keep_what_grows (self, &self->slow_steps);
  measure_lengths (self);
  take_away (self);
}

/* ---- losses ---- */

#define PART_UNSEEN 0.5 /* of what a later step loses beyond what the first one is known to */

/* What the host did before the first kernel of the first step is not told apart. Returns: whether
 * as much may be lost there as in other steps */
static gboolean
may_hide_loss (const LscBudgetStep *step, double known_ns, double most_ns)
{
  double unseen_ns = (double) (step->ns[LSC_BUDGET_PREPARE] - step->prepare_launched_ns);

  return known_ns < most_ns && unseen_ns >= PART_UNSEEN * (most_ns - known_ns);
}

/* What the first step loses is known by what the host did; while it warms up that may be more. */
static double
get_first_loss_ns (const LscJudge *self, gsize rank, LscLoss loss, double most_ns)
{
  static const LscBudgetHost hosts[LSC_LOSS_N] = {
    [LSC_LOSS_GC] = LSC_BUDGET_HOST_GC,
    [LSC_LOSS_DATA_LOADER] = LSC_BUDGET_HOST_DATA_LOADER,
  };
  const LscBudgetStep *step = _lsc_judge_get_step (self, rank, 0);
  double known_ns;

  if (!step || step->standing != LSC_STEP_FIRST || hosts[loss] == 0)
    return (double) NAN;
  known_ns = get_host_ns (step, hosts[loss]);
  return isnan (known_ns) || may_hide_loss (step, known_ns, most_ns) ? (double) NAN
                                                                     : MIN (known_ns, most_ns);
}

/* What a rank loses in a step beside what hits only some (of the host: that is told by itself). */
static double
get_loss_ns (const LscJudge *self, gsize rank, gsize step, LscLoss loss)
{
  const LscBudgetStep *about = _lsc_judge_get_step (self, rank, step);
  double ns;

  if (!about || about->standing != LSC_STEP_TYPICAL)
    return (double) NAN;
  ns = (double) about->loss_ns[loss];
  if (loss == LSC_LOSS_HOST && self->has_late_hosts)
    ns += (double) about->loss_ns[LSC_LOSS_SYNC];
  if (loss == LSC_LOSS_HOST)
    ns -= self->late_steps.excess_ns[rank * self->steps.n + step];
  if (loss == LSC_LOSS_HOST || loss == LSC_LOSS_SILENT)
    ns -= get_host_part_ns (self, about, loss, rank, step);
  return ns;
}

/* What a rank loses in the worst of the steps that count. */
static double
find_most_ns (const LscStepTimes *lost, gsize rank)
{
  double most_ns = 0;

  for (gsize step = 1; step < lost->n_steps; step++)
    most_ns = fmax (most_ns, *lsc_step_times_at (lost, rank, step));
  return most_ns;
}

#define PART_OF_WORST 0.5 /* of the rank that loses most */

/* A first step of which that is not known of a rank that loses much elsewhere, is not known to be
 * without loss because others are seen to lose nothing there. */
static void
leave_first_out (const LscJudge *self, LscStepTimes *lost)
{
  double most_ns = 0;
  gboolean is_unknown = FALSE;

  for (gsize rank = 0; rank < self->n; rank++)
    most_ns = MAX (most_ns, find_most_ns (lost, rank));
  for (gsize rank = 0; most_ns > 0 && rank < self->n; rank++)
    is_unknown |= isnan (*lsc_step_times_at (lost, rank, 0)) &&
                  find_most_ns (lost, rank) >= PART_OF_WORST * most_ns;
  for (gsize rank = 0; is_unknown && rank < self->n; rank++)
    *lsc_step_times_at (lost, rank, 0) = (double) NAN;
}

/**
 * _lsc_judge_list_losses:
 * @lost: (out caller-allocates): of each rank in each of LscJudge.steps; NAN where it is not known;
 *   their mean is LscJudgedRank.ns
 */
void
_lsc_judge_list_losses (const LscJudge *self, LscLoss loss, LscStepTimes *lost)
{
  lsc_step_times_init (lost, self->n, self->steps.n);
  for (gsize rank = 0; rank < self->n; rank++)
    {
      double sum_ns = 0, most_ns = 0, missing_ns;
      gsize n = 0;

      for (gsize step = 0; step < self->steps.n; step++)
        {
          double ns = *lsc_step_times_at (lost, rank, step) = get_loss_ns (self, rank, step, loss);

          n += !isnan (ns);
          sum_ns += isnan (ns) ? 0 : ns;
          most_ns = isnan (ns) ? most_ns : MAX (most_ns, ns);
        }
      /* What is known of a rank alone, such as turns that it waited for, is in all steps alike. */
      missing_ns = n > 0 ? (loss == LSC_LOSS_HOST ? _lsc_judge_get_host_ns (self, rank)
                                                  : self->ranks[rank].ns[loss]) -
                               sum_ns / (double) n
                         : 0;
      for (gsize step = 0; step < self->steps.n; step++)
        *lsc_step_times_at (lost, rank, step) += missing_ns;
      if (self->steps.n > 0 && n > 0 && isnan (*lsc_step_times_at (lost, rank, 0)))
        *lsc_step_times_at (lost, rank, 0) =
            get_first_loss_ns (self, rank, loss, most_ns + missing_ns);
    }
  leave_first_out (self, lost);
}

/** Finds when the job loses what its ranks lose. @shape: (out caller-allocates): to be cleared */
void
_lsc_judge_find_shape (const LscJudge *self, const LscStepTimes *lost, LscTimeShape *shape)
{
  g_autofree double *most_ns = g_new (double, self->steps.n + 1);

  for (gsize step = 0; step < self->steps.n; step++)
    {
      most_ns[step] = (double) NAN;
      for (gsize rank = 0; rank < self->n; rank++)
        {
          double ns = *lsc_step_times_at (lost, rank, step);

          if (!isnan (ns) && !(most_ns[step] >= ns))
            most_ns[step] = MAX (ns, 0);
        }
    }
  lsc_time_shape_init (shape, most_ns, self->steps.n);
}

/* ---- words ---- */

/** Returns: (transfer full) (element-type gint64): numbers of the steps of a shape */
GArray *
_lsc_judge_list_numbers (const LscJudge *self, const LscTimeShape *shape)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; i < shape->steps.n; i++)
    if (self->steps.numbers[shape->steps.items[i]] != LSC_INT_NULL)
      g_array_append_val (numbers, self->steps.numbers[shape->steps.items[i]]);
  return numbers;
}

/** Returns: (transfer full): "in steps 3, 7", inside a sentence */
LscPhrase *
_lsc_judge_say_when (const LscJudge *self, const LscTimeShape *shape)
{
  g_autoptr (GArray) numbers = _lsc_judge_list_numbers (self, shape);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) list = NULL;

  if (shape->when == LSC_WHEN_ALWAYS)
    return lsc_phrase_new_text (N_ ("in every step"));
  if (shape->when == LSC_WHEN_GROWING)
    return lsc_phrase_new_text (N_ ("growing from step to step"));
  if (numbers->len == 0 || numbers->len > MOST_LISTED)
    return lsc_phrase_new (N_ ("in %zu of %zu steps"), shape->steps.n, shape->n_steps);
  for (guint i = 0; i < numbers->len; i++)
    {
      g_autofree char *number = g_strdup_printf ("%" PRId64, g_array_index (numbers, gint64, i));

      g_ptr_array_add (parts, lsc_phrase_new_verbatim (number));
    }
  list = lsc_phrase_new_joined (", ", parts);
  if (shape->when == LSC_WHEN_ONE)
    return lsc_phrase_new (N_ ("only in step %s"), lsc_phrase_as_argument (list));
  if (shape->when == LSC_WHEN_PERIODIC)
    return lsc_phrase_new (N_ ("every %zu steps (%s)"), shape->period,
                           lsc_phrase_as_argument (list));
  return lsc_phrase_new (N_ ("in steps %s"), lsc_phrase_as_argument (list));
}
