/* lsc-compare-words.c - the verdict of a comparison, in one sentence
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "judge/compare/lsc-compare-private.h"
#include "base/lsc-time.h"

#define TELLING 0.1 /* of the step's change: what a category must have to be named */
#define MOST_TOLD 3 /* categories in the sentence */

const LscWord lsc_match_words[LSC_MATCH_N] = {
  [LSC_MATCH_BOTH] = { "both", N_ ("On both sides") },
  [LSC_MATCH_MAPPED] = { "mapped", N_ ("By the file of names") },
  [LSC_MATCH_ONLY_BEFORE] = { "only_before", N_ ("Only before") },
  [LSC_MATCH_ONLY_AFTER] = { "only_after", N_ ("Only after") },
};

const LscWord lsc_significance_words[LSC_CHANGE_N] = {
  [LSC_CHANGE_UNKNOWN] = { "unknown", N_ ("Not known: too few steps") },
  [LSC_CHANGE_NONE] = { "none", N_ ("No difference: the same recording") },
  [LSC_CHANGE_NOISE] = { "noise", N_ ("Within the noise") },
  [LSC_CHANGE_REAL] = { "real", N_ ("Beyond the noise") },
};

const LscWord lsc_compare_words[LSC_COMPARE_N_WORDS] = {
  [LSC_COMPARE_FASTER] = { "faster", N_ ("Faster") },
  [LSC_COMPARE_SLOWER] = { "slower", N_ ("Slower") },
  [LSC_COMPARE_SAME] = { "same", N_ ("The same") },
  [LSC_COMPARE_UNKNOWN] = { "unknown", N_ ("Not known") },
  [LSC_COMPARE_OTHER_WORK] = { "other_work", N_ ("Other work") },
};

const LscWord lsc_compare_certainty_words[LSC_COMPARE_N_CERTAINTIES] = {
  [LSC_COMPARE_SURE] = { "sure", N_ ("Sure") },
  [LSC_COMPARE_LIKELY] = { "likely", N_ ("Likely") },
  [LSC_COMPARE_POSSIBLE] = { "possible", N_ ("Possible") },
};

static char *
format (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

static double
find_share (const LscCompare *self)
{
  const LscRankChange *total = self->total;

  return total->step_ns[LSC_BEFORE] > 0
             ? (double) total->step_delta_ns / (double) total->step_ns[LSC_BEFORE]
             : 0;
}

/* ---- parts of the sentence ---- */

/* "step 74.00 ms → 62.55 ms, 15.5 % shorter" */
static LscPhrase *
say_step (const LscCompare *self)
{
  const LscRankChange *total = self->total;
  g_autofree char *before = format (total->step_ns[LSC_BEFORE]);
  g_autofree char *after = format (total->step_ns[LSC_AFTER]);
  g_autofree char *share = lsc_format_share (fabs (find_share (self)));

  if (total->step_delta_ns == 0)
    return lsc_phrase_new (N_ ("step %s on both sides"), before);
  return total->step_delta_ns < 0
             ? lsc_phrase_new (N_ ("step %s → %s, %s shorter"), before, after, share)
             : lsc_phrase_new (N_ ("step %s → %s, %s longer"), before, after, share);
}

static gboolean
has_change (const LscChange *const *changes, guint n, const LscChange *change)
{
  for (guint i = 0; i < n; i++)
    if (changes[i] == change)
      return TRUE;
  return FALSE;
}

/* The largest change of a category; @sign: 0 = of either direction; @but: those that were told. */
static const LscChange *
find_largest (const LscCompare *self, int sign, const LscChange *const *but, guint n)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_CATEGORIES];
  const LscChange *best = NULL;

  for (guint i = 0; i < list->len; i++)
    {
      const LscChange *change = list->pdata[i];

      if (has_change (but, n, change) || change->delta_ns == 0 ||
          (sign < 0 && change->delta_ns > 0) || (sign > 0 && change->delta_ns < 0))
        continue;
      if (!best || ABS (change->delta_ns) > ABS (best->delta_ns))
        best = change;
    }
  return best;
}

/* Where parts cancel, the step's change is less than half of the largest of them: then that and
 * what it is made up for by are told, else what goes the same way as the step. */
static void
find_telling (const LscCompare *self, const LscChange *telling[MOST_TOLD])
{
  gint64 delta_ns = self->total->step_delta_ns, least_ns = ABS (delta_ns);
  const LscChange *first = find_largest (self, 0, NULL, 0);
  gboolean is_cancelled = first && ABS (first->delta_ns) / 2 > least_ns;
  int sign = delta_ns < 0 ? -1 : 1;

  if (is_cancelled)
    {
      least_ns = ABS (first->delta_ns);
      sign = first->delta_ns < 0 ? 1 : -1;
    }
  else
    first = find_largest (self, sign, NULL, 0);
  telling[0] = first;
  for (guint i = 1; i < MOST_TOLD; i++)
    telling[i] = find_largest (self, sign, telling, i);
  for (guint i = 0; i < MOST_TOLD; i++)
    if (telling[i] && (double) ABS (telling[i]->delta_ns) < TELLING * (double) least_ns)
      telling[i] = NULL;
}

static const LscChange *
find_category (const LscCompare *self, LscBudgetCategory category)
{
  const GPtrArray *list = self->total->lists[LSC_COMPARE_CATEGORIES];

  for (guint i = 0; i < list->len; i++)
    if (((LscChange *) list->pdata[i])->category == (int) category)
      return list->pdata[i];
  return NULL;
}

/* "8.003 ms less waiting in collectives" */
static LscPhrase *
say_change (const LscChange *change)
{
  g_autofree char *ns = format (ABS (change->delta_ns));
  g_autoptr (LscPhrase) what = lsc_phrase_new_text (lsc_budget_clauses[change->category]);

  return change->delta_ns < 0
             ? lsc_phrase_new (N_ ("%s less %s"), ns, lsc_phrase_as_argument (what))
             : lsc_phrase_new (N_ ("%s more %s"), ns, lsc_phrase_as_argument (what));
}

/* Where computing is not what changed, it is said: it is what people look for first. */
static LscPhrase *
say_compute (const LscCompare *self, const LscChange *telling)
{
  const LscChange *compute = find_category (self, LSC_BUDGET_COMPUTE);
  g_autofree char *before = NULL, *after = NULL;

  if (!compute || compute == telling || !telling ||
      (double) ABS (compute->delta_ns) >= TELLING * (double) ABS (self->total->step_delta_ns))
    return NULL;
  before = format (compute->ns[LSC_BEFORE]);
  after = format (compute->ns[LSC_AFTER]);
  return lsc_phrase_new (N_ ("computing is not what changed (%s → %s)"), before, after);
}

/* Communication that nothing hides may have gone below computing. */
static LscPhrase *
say_hidden (const LscCompare *self, const LscChange *telling)
{
  const gint64 *hidden = self->total->hidden_ns;
  g_autofree char *ns = NULL;

  if (telling->category < LSC_BUDGET_TRANSFER || telling->category > LSC_BUDGET_BUBBLE ||
      hidden[LSC_BEFORE] == LSC_INT_NULL || hidden[LSC_AFTER] == LSC_INT_NULL ||
      (double) ABS (hidden[LSC_AFTER] - hidden[LSC_BEFORE]) <
          TELLING * (double) ABS (self->total->step_delta_ns))
    return NULL;
  ns = format (ABS (hidden[LSC_AFTER] - hidden[LSC_BEFORE]));
  return hidden[LSC_AFTER] < hidden[LSC_BEFORE]
             ? lsc_phrase_new (N_ ("%s less communication that computing hides"), ns)
             : lsc_phrase_new (N_ ("%s more communication that computing hides"), ns);
}

/* @clause: (transfer full) (nullable): behind a comma of the reader's language */
static void
add_clause (LscPhrase **text, LscPhrase *clause)
{
  g_autoptr (LscPhrase) first = *text;
  g_autoptr (LscPhrase) second = clause;

  *text = second ? lsc_phrase_new (N_ ("%s, %s"), lsc_phrase_as_argument (first),
                                   lsc_phrase_as_argument (second))
                 : g_steal_pointer (&first);
}

/* Behind figures of one rank it is said of what these are. */
static LscPhrase *
say_mean_change (const LscCompare *self, const LscChange *change)
{
  LscCompareCulprits culprits;
  g_autoptr (LscPhrase) clause = say_change (change);
  guint n = self->ranks->len;

  if (!_lsc_compare_find_culprits (self, &culprits))
    return g_steal_pointer (&clause);
  g_free (culprits.names);
  return lsc_phrase_new_plural (n, "on the mean of %u rank %s", "on the mean of %u ranks %s", n,
                                lsc_phrase_as_argument (clause));
}

/* What the change consists of; NULL where no category stands out. */
static LscPhrase *
say_why (const LscCompare *self)
{
  const LscChange *telling[MOST_TOLD];
  LscPhrase *text = _lsc_compare_say_cause (self);

  find_telling (self, telling);
  if (!telling[0])
    return text;
  if (text)
    add_clause (&text, say_mean_change (self, telling[0]));
  else
    text = say_change (telling[0]);
  add_clause (&text, say_hidden (self, telling[0]));
  for (guint i = 1; i < MOST_TOLD; i++)
    add_clause (&text, telling[i] ? say_change (telling[i]) : NULL);
  if (!has_change (telling, MOST_TOLD, find_category (self, LSC_BUDGET_COMPUTE)))
    add_clause (&text, say_compute (self, telling[0]));
  return text;
}

static char *
format_spread (const LscStepTest *test)
{
  gint64 mad = MAX (test->mad_ns[0], test->mad_ns[1]);

  return lsc_format_share (test->median_ns[0] > 0 ? (double) mad / (double) test->median_ns[0] : 0);
}

static char *
format_floor (const LscStepTest *test)
{
  return lsc_format_share (
      test->median_ns[0] > 0 ? (double) test->floor_ns / (double) test->median_ns[0] : 0);
}

/* ---- the sentence ---- */

/* "“After” is faster than “Before”: mean step 74.00 ms → 62.55 ms, 15.5 % shorter, beyond the noise
 * of 2.00 %" */
static LscPhrase *
say_real (const LscCompare *self, const LscStepTest *test, const LscPhrase *step)
{
  static const char *const messages[2][2] = {
    { N_ ("%s is slower than %s: %s, above the noise of %s"),
      N_ ("%s is likely slower than %s: %s, above the noise of %s") },
    { N_ ("%s is faster than %s: %s, above the noise of %s"),
      N_ ("%s is likely faster than %s: %s, above the noise of %s") },
  };
  g_autoptr (LscPhrase) before = _lsc_compare_name_side (self, LSC_BEFORE);
  g_autoptr (LscPhrase) after = _lsc_compare_name_side (self, LSC_AFTER);
  g_autofree char *floor = format_floor (test);

  return lsc_phrase_new (
      messages[self->word == LSC_COMPARE_FASTER][self->certainty != LSC_COMPARE_SURE],
      lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
      lsc_phrase_as_argument (step), floor);
}

static LscPhrase *
say_apart (const LscCompare *self, const LscStepTest *test, const LscPhrase *step)
{
  g_autoptr (LscPhrase) before = _lsc_compare_name_side (self, LSC_BEFORE);
  g_autoptr (LscPhrase) after = _lsc_compare_name_side (self, LSC_AFTER);

  return self->word == LSC_COMPARE_FASTER
             ? lsc_phrase_new (
                   N_ ("%s is likely faster than %s: %s; each of %u steps is shorter than all "
                       "of %u before"),
                   lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
                   lsc_phrase_as_argument (step), (guint) test->n[1], (guint) test->n[0])
             : lsc_phrase_new (
                   N_ ("%s is likely slower than %s: %s; each of %u steps is longer than all "
                       "of %u before"),
                   lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
                   lsc_phrase_as_argument (step), (guint) test->n[1], (guint) test->n[0]);
}

/* What a verdict on one step rests on: the kernels that both sides have. */
static LscPhrase *
say_one_step (const LscCompare *self, const LscPhrase *step)
{
  g_autoptr (LscPhrase) before = _lsc_compare_name_side (self, LSC_BEFORE);
  g_autoptr (LscPhrase) after = _lsc_compare_name_side (self, LSC_AFTER);
  g_autofree char *pace = lsc_format_share (fabs (self->work.pace - 1));

  return lsc_phrase_new (
      self->word == LSC_COMPARE_FASTER
          ? N_ ("%s is likely faster than %s: %s, on one step; kernels of both sides differ by %s")
          : N_ ("%s is likely slower than %s: %s, on one step; kernels of both sides differ by %s"),
      lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
      lsc_phrase_as_argument (step), pace);
}

/* "median step 74.00 ms → 62.55 ms, 15.5 % shorter (runs before: 3, after: 2)" */
static LscPhrase *
say_levels (const LscCompare *self)
{
  const LscRunTest *runs = &self->runs;
  g_autofree char *before = format (runs->level_ns[LSC_BEFORE]);
  g_autofree char *after = format (runs->level_ns[LSC_AFTER]);
  g_autofree char *share = lsc_format_share (fabs (runs->change));

  return lsc_phrase_new (runs->change < 0
                             ? N_ ("median step %s → %s, %s shorter (runs before: %u, after: %u)")
                             : N_ ("median step %s → %s, %s longer (runs before: %u, after: %u)"),
                         before, after, share, (guint) runs->n[0], (guint) runs->n[1]);
}

/* What sets of runs tell: how much runs of one side differ is the noise. */
static LscPhrase *
say_runs (const LscCompare *self)
{
  static const char *const messages[2][2] = {
    { N_ ("%s is slower than %s: %s; levels of runs spread by %s"),
      N_ ("%s is likely slower than %s: %s; levels of runs spread by %s") },
    { N_ ("%s is faster than %s: %s; levels of runs spread by %s"),
      N_ ("%s is likely faster than %s: %s; levels of runs spread by %s") },
  };
  g_autoptr (LscPhrase) before = _lsc_compare_name_side (self, LSC_BEFORE);
  g_autoptr (LscPhrase) after = _lsc_compare_name_side (self, LSC_AFTER);
  g_autoptr (LscPhrase) levels = say_levels (self);
  g_autofree char *spread = lsc_format_share (self->runs.spread);

  if (self->word == LSC_COMPARE_SAME)
    return lsc_phrase_new (N_ ("No change above the run-to-run spread (%s): %s"), spread,
                           lsc_phrase_as_argument (levels));
  return lsc_phrase_new (
      messages[self->word == LSC_COMPARE_FASTER][self->certainty != LSC_COMPARE_SURE],
      lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
      lsc_phrase_as_argument (levels), spread);
}

static LscPhrase *
say_verdict (const LscCompare *self, const LscStepTest *test, const LscPhrase *step)
{
  g_autoptr (LscPhrase) head = self->runs.n[0] > 0                 ? say_runs (self)
                               : !isnan (test->p)                  ? say_real (self, test, step)
                               : MIN (test->n[0], test->n[1]) == 1 ? say_one_step (self, step)
                                                                   : say_apart (self, test, step);

  if (self->limits & LSC_COMPARE_LIMIT_RUNS)
    return lsc_phrase_new (N_ ("%s; single recordings may vary this much from run to run"),
                           lsc_phrase_as_argument (head));
  if (self->limits & LSC_COMPARE_LIMIT_WORK)
    return lsc_phrase_new (N_ ("%s; shapes were not recorded, so the same work is assumed"),
                           lsc_phrase_as_argument (head));
  return g_steal_pointer (&head);
}

static LscPhrase *
say_same (const LscStepTest *test, const LscPhrase *step)
{
  g_autofree char *floor = format_floor (test), *spread = format_spread (test);

  if (MAX (test->n[0], test->n[1]) == 1)
    return lsc_phrase_new (N_ ("No change above %s: %s; one step per side has no measured noise"),
                           floor, lsc_phrase_as_argument (step));
  return lsc_phrase_new (N_ ("No change above the noise: %s (spread %s, floor %s)"),
                         lsc_phrase_as_argument (step), spread, floor);
}

/* A few steps that lag far behind move the mean, and a verdict on either would mislead. */
static LscPhrase *
say_divided (const LscStepTest *test, const LscPhrase *step)
{
  g_autofree char *before = format (test->median_ns[0]), *after = format (test->median_ns[1]);

  return lsc_phrase_new (N_ ("No verdict: mean and median disagree (mean of a %s; median %s → %s)"),
                         lsc_phrase_as_argument (step), before, after);
}

static LscPhrase *
say_unknown (const LscStepTest *test, const LscPhrase *step)
{
  guint before = (guint) test->n[0], after = (guint) test->n[1];

  if (!isnan (test->p))
    return say_divided (test, step);
  return before == 1 && after == 1
             ? lsc_phrase_new (
                   N_ ("Too few steps to separate this from noise: %s, 1 step per side"),
                   lsc_phrase_as_argument (step))
             : lsc_phrase_new (
                   N_ ("Too few steps to separate this from noise: %s, %u and %u steps"),
                   lsc_phrase_as_argument (step), before, after);
}

static LscPhrase *
say_unlike (const LscCompare *self, const LscPhrase *step)
{
  return lsc_phrase_new (N_ ("No verdict: comparability is only %.0f %% (50 %% is required); %s"),
                         100 * self->score, lsc_phrase_as_argument (step));
}

static LscPhrase *
say_pace (const LscCompare *self, const LscPhrase *step)
{
  if (self->work.moved <= 0.5)
    return lsc_phrase_new (N_ ("No verdict, because attention changed most and shapes were not "
                               "recorded: the sequences may have other lengths; %s"),
                           lsc_phrase_as_argument (step));
  return lsc_phrase_new (N_ ("No verdict, because shapes were not recorded and most kernels take "
                             "%.3g times as long: other work, or another pace; %s"),
                         self->work.pace, lsc_phrase_as_argument (step));
}

/* "1.5 times as many FLOPs of matrix products per step" */
static LscPhrase *
say_factor (const LscCompareWork *work)
{
  if (work->has_other_sequences)
    return lsc_phrase_new_text (N_ ("sequences of other lengths"));
  return work->has_flops
             ? lsc_phrase_new (N_ ("%.3g times the FLOPs of matrix products per step"),
                               work->factor)
             : lsc_phrase_new (N_ ("%.3g times as many matrix products per step"), work->factor);
}

static LscPhrase *
say_other_work (const LscCompare *self, const LscPhrase *step)
{
  g_autoptr (LscPhrase) before = _lsc_compare_name_side (self, LSC_BEFORE);
  g_autoptr (LscPhrase) after = _lsc_compare_name_side (self, LSC_AFTER);
  g_autoptr (LscPhrase) factor = say_factor (&self->work);
  double change = self->rate_change;
  g_autofree char *share = lsc_format_share (fabs (change));

  if (isnan (change))
    return lsc_phrase_new (N_ ("%s does other work than %s: %s; %s"),
                           lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
                           lsc_phrase_as_argument (factor), lsc_phrase_as_argument (step));
  return lsc_phrase_new (
      change < 0 ? N_ ("%s does other work than %s: %s, at %s fewer FLOPs per second; %s")
                 : N_ ("%s does other work than %s: %s, at %s more FLOPs per second; %s"),
      lsc_phrase_as_argument (after), lsc_phrase_as_argument (before),
      lsc_phrase_as_argument (factor), share, lsc_phrase_as_argument (step));
}

static LscPhrase *
say_head (const LscCompare *self, const LscStepTest *test)
{
  g_autoptr (LscPhrase) step = say_step (self);

  if (self->word == LSC_COMPARE_OTHER_WORK)
    return say_other_work (self, step);
  if (self->limits & LSC_COMPARE_LIMIT_SCORE)
    return say_unlike (self, step);
  if (self->limits & LSC_COMPARE_LIMIT_PACE)
    return say_pace (self, step);
  if (_lsc_compare_is_varied (self))
    return _lsc_compare_say_varied (self, step);
  if (self->word == LSC_COMPARE_SAME)
    return self->runs.n[0] > 0 ? say_runs (self) : say_same (test, step);
  return self->word == LSC_COMPARE_UNKNOWN ? say_unknown (test, step)
                                           : say_verdict (self, test, step);
}

/* Whether the headline says that shapes were not recorded. */
static gboolean
says_shapes (const LscCompare *self)
{
  gboolean has_direction = self->word == LSC_COMPARE_FASTER || self->word == LSC_COMPARE_SLOWER;

  if (self->limits & LSC_COMPARE_LIMIT_SCORE)
    return FALSE;
  return (self->limits & LSC_COMPARE_LIMIT_PACE) ||
         (has_direction && (self->limits & LSC_COMPARE_LIMIT_WORK) &&
          !(self->limits & LSC_COMPARE_LIMIT_RUNS));
}

/* What the headline says stands once. A reason that lowers the score stays: it explains that. */
static void
drop_said (LscCompare *self)
{
  for (guint i = self->reasons->len; says_shapes (self) && i > 0; i--)
    {
      const LscCompareReason *reason = self->reasons->pdata[i - 1];

      if (g_str_equal (reason->id, "work") && reason->share >= 1.0)
        g_ptr_array_remove_index (self->reasons, i - 1);
    }
}

/**
 * _lsc_compare_say:
 * @self: with its word and certainty
 * @test: of the steps' lengths
 *
 * Sets the sentence and its parts (compare.md#verdict); a reason that it says is told once.
 */
void
_lsc_compare_say (LscCompare *self, const LscStepTest *test)
{
  if (_lsc_compare_say_beside (self))
    return;
  self->head = say_head (self, test);
  drop_said (self);
  self->why = self->word != LSC_COMPARE_SAME ? say_why (self) : NULL;
  self->text = self->why ? lsc_phrase_new (N_ ("%s; %s."), lsc_phrase_as_argument (self->head),
                                           lsc_phrase_as_argument (self->why))
                         : lsc_phrase_new (N_ ("%s."), lsc_phrase_as_argument (self->head));
  self->answer = _lsc_compare_say_answer (self);
}
