/* lsc-verdict-more.c - the worst cause in one line, and what stands behind it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "base/lsc-time.h"
#include "judge/verdict/lsc-verdict-private.h"

/* verdicts.md#words. The worst cause stands first although another schedule may gain more: that is
 * predicted, and of steps with all that is wrong in them. The line below names it. */

/* ---- another schedule ---- */

/* (transfer full): what another schedule may gain, with the share of what it is told of */
static LscPhrase *
say_other (const LscVerdict *self, const LscPhrase *name, const char *of_step,
           const char *of_window)
{
  gboolean is_of_step = _lsc_verdict_has_step_share (self);
  g_autofree char *gain = lsc_format_duration (self->gain_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share = lsc_format_share (is_of_step ? self->step_share : self->share);

  return _lsc_verdict_add_presumed (self,
                                    lsc_phrase_new (is_of_step ? of_step : of_window,
                                                    lsc_phrase_as_argument (name), gain, share));
}

/* What the largest of the causes gains, and of the findings beside them. */
static gint64
find_most_ns (const LscVerdicts *self)
{
  gint64 most_ns = self->found_ns;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscVerdict *verdict = lsc_verdicts_get (self, i);

      if (verdict->cause != LSC_VERDICT_SCHEDULE)
        most_ns = MAX (most_ns, lsc_int_or_zero (verdict->gain_ns));
    }
  return most_ns;
}

/* (nullable): a schedule that is predicted to gain more than any cause does, and enough */
static const LscVerdict *
find_better_schedule (const LscVerdicts *self)
{
  gint64 most_ns = find_most_ns (self);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscVerdict *verdict = lsc_verdicts_get (self, i);
      double share = _lsc_verdict_has_step_share (verdict) ? verdict->step_share : verdict->share;

      if (verdict->cause == LSC_VERDICT_SCHEDULE && verdict->other != LSC_SCHEDULE_NONE &&
          share >= LSC_VERDICT_LEAST_SHARE && lsc_int_or_zero (verdict->gain_ns) > most_ns)
        return verdict;
    }
  return NULL;
}

/* (transfer full): it is no gain of a finding */
static LscPhrase *
mark_predicted (const LscPhrase *what)
{
  return lsc_phrase_new (N_ ("%s This is predicted, not tried, and does not add to what was "
                             "measured."),
                         lsc_phrase_as_argument (what));
}

/* (transfer full): "ZB-V instead of 1F1B", where the recorded one is known */
static LscPhrase *
name_schedules (const LscVerdict *self)
{
  const char *own = lsc_schedule_type_title (self->schedule);
  const char *other = lsc_schedule_type_title (self->other);

  return own ? lsc_phrase_new (N_ ("%s instead of %s"), other, own)
             : lsc_phrase_new (N_ ("The schedule %s"), other);
}

/* (transfer full): that, with what is fixed beside it */
static LscPhrase *
name_change (const LscVerdict *self)
{
  g_autoptr (LscPhrase) name = name_schedules (self);

  return self->repair == LSC_REPAIR_INCLUDED
             ? lsc_phrase_new (N_ ("%s and the slow device fixed"), lsc_phrase_as_argument (name))
             : g_steal_pointer (&name);
}

/* What the line must not be taken for: a gain beside the one of the bold line. */
static const char *
find_warning (const LscVerdict *self)
{
  return self->repair == LSC_REPAIR_INCLUDED
             ? N_ ("%s Not tried; includes that fix.")
             : N_ ("%s Not tried; the two gains must not be added.");
}

/**
 * lsc_verdicts_say_prediction:
 *
 * What another schedule may gain is predicted from blocks as they were recorded, so that it adds to
 * no other gain: it is told beside the causes where it is more than each of them gains
 * (verdicts.md#gain).
 *
 * Returns: (transfer full) (nullable): that, and that it is predicted: the line below the bold one
 */
LscPhrase *
lsc_verdicts_say_prediction (const LscVerdicts *self)
{
  const LscVerdict *better;
  g_autoptr (LscPhrase) name = NULL, what = NULL;

  g_return_val_if_fail (self, NULL);
  better = find_better_schedule (self);
  if (!better)
    return NULL;
  name = name_change (better);
  if (find_most_ns (self) == 0)
    return say_other (better, name, N_ ("Predicted, not tried: %s, up to %s per step (%s)."),
                      N_ ("Predicted, not tried: %s, up to %s (%s of the pipeline's window)."));
  what = say_other (better, name, N_ ("Predicted to save more: %s, up to %s per step (%s)."),
                    N_ ("Predicted to save more: %s, up to %s (%s of the pipeline's window)."));
  return lsc_phrase_new (find_warning (better), lsc_phrase_as_argument (what));
}

/**
 * lsc_verdicts_say_prediction_briefly:
 *
 * Returns: (transfer full) (nullable): lsc_verdicts_say_prediction() without what it is instead of
 *   and what it presumes
 */
LscPhrase *
lsc_verdicts_say_prediction_briefly (const LscVerdicts *self)
{
  const LscVerdict *better;
  g_autofree char *gain = NULL, *share = NULL;
  gboolean is_of_step;
  const char *other;

  g_return_val_if_fail (self, NULL);
  better = find_better_schedule (self);
  if (!better)
    return NULL;
  is_of_step = _lsc_verdict_has_step_share (better);
  gain = lsc_format_duration (better->gain_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (is_of_step ? better->step_share : better->share);
  other = lsc_schedule_type_title (better->other);
  return find_most_ns (self) == 0
             ? lsc_phrase_new (N_ ("Predicted: %s, up to %s (%s)"), other, gain, share)
             : lsc_phrase_new (N_ ("Predicted to save more: %s, up to %s (%s)"), other, gain,
                               share);
}

/**
 * lsc_verdict_say_whole:
 *
 * Returns: (transfer full): lsc_verdict_make_phrase(), and of what another schedule may gain that
 * it is a prediction
 */
LscPhrase *
lsc_verdict_say_whole (const LscVerdict *self)
{
  g_autoptr (LscPhrase) what = NULL;

  g_return_val_if_fail (self, NULL);
  what = lsc_verdict_make_phrase (self);
  return self->cause == LSC_VERDICT_SCHEDULE && self->gain_ns != LSC_INT_NULL
             ? mark_predicted (what)
             : g_steal_pointer (&what);
}

/* ---- the line ---- */

/* (transfer full): the bold line of a verdict */
static LscPhrase *
say_line (const LscVerdict *self)
{
  g_autoptr (LscPhrase) name = NULL;

  if (self->line)
    return lsc_phrase_copy (self->line);
  if (self->cause != LSC_VERDICT_SCHEDULE || self->gain_ns == LSC_INT_NULL ||
      self->other == LSC_SCHEDULE_NONE)
    return lsc_verdict_make_phrase (self);
  name = name_change (self);
  return say_other (self, name, N_ ("%s may save up to %s per step (%s)."),
                    N_ ("%s may save up to %s (%s of the pipeline's window)."));
}

/**
 * lsc_verdicts_say_first:
 *
 * Returns: (transfer full) (nullable): the bold line, the worst cause; %NULL without verdicts
 */
LscPhrase *
lsc_verdicts_say_first (const LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);
  return self->rows->len > 0 ? say_line (lsc_verdicts_get (self, 0)) : NULL;
}

/**
 * lsc_verdicts_say_larger:
 *
 * Returns: (transfer full) (nullable): the line below the bold one: what is predicted to gain more
 *   than it; %NULL where the bold line says so
 */
LscPhrase *
lsc_verdicts_say_larger (const LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);
  return self->rows->len > 0 && lsc_verdicts_get (self, 0)->cause != LSC_VERDICT_SCHEDULE
             ? lsc_verdicts_say_prediction (self)
             : NULL;
}

/**
 * lsc_verdicts_say_larger_briefly:
 *
 * Returns: (transfer full) (nullable): the same in few words, for a place beside others
 */
LscPhrase *
lsc_verdicts_say_larger_briefly (const LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);
  return self->rows->len > 0 && lsc_verdicts_get (self, 0)->cause != LSC_VERDICT_SCHEDULE
             ? lsc_verdicts_say_prediction_briefly (self)
             : NULL;
}

/* ---- behind it ---- */

/* (nullable): where a pipeline has a window */
static const LscVerdictPlace *
find_window (const LscVerdicts *self, gint64 group)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const LscVerdictPlace *place = &g_array_index (self->places, LscVerdictPlace, i);

      if (place->group == group && place->window_ns > 0)
        return place;
    }
  return NULL;
}

/* The length of the step that shares are of, that of the pipeline in it, and why they differ. */
static LscPhrase *
say_lengths (const LscVerdicts *self, const LscVerdict *first)
{
  const LscVerdictPlace *place =
      self->step_ns != LSC_INT_NULL ? find_window (self, first->group) : NULL;
  g_autofree char *step = NULL, *window = NULL;

  if (!place)
    return NULL;
  step = lsc_format_duration (self->step_ns, LSC_TIME_UNIT_AUTO);
  window = lsc_format_duration (place->window_ns, LSC_TIME_UNIT_AUTO);
  return lsc_phrase_new (
      self->is_step_mean
          ? N_ ("A step takes %s (mean), the pipeline's window in it %s, from its first block to "
                "its last. Percentages are of the step, which begins earlier or ends later.")
          : N_ ("A step takes %s (median), the pipeline's window in it %s, from its first block to "
                "its last. Percentages are of the step, which begins earlier or ends later."),
      step, window);
}

static void
add_phrase (GPtrArray *sentences, LscPhrase *phrase)
{
  if (phrase)
    g_ptr_array_add (sentences, phrase);
}

/**
 * lsc_verdicts_say_more:
 *
 * Returns: (transfer full) (nullable): what stands behind the bold line and
 *   lsc_verdicts_say_larger(): what to do first, the worst cause in whole sentences, and what
 * lengths and gains are of
 */
LscPhrase *
lsc_verdicts_say_more (const LscVerdicts *self)
{
  const LscVerdict *first;
  g_autoptr (GPtrArray) sentences =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  g_return_val_if_fail (self, NULL);
  if (self->rows->len == 0)
    return NULL;
  first = lsc_verdicts_get (self, 0);
  add_phrase (sentences, first->remedy ? lsc_phrase_copy (first->remedy) : NULL);
  if (first->line || first->cause == LSC_VERDICT_SCHEDULE)
    add_phrase (sentences, lsc_verdict_say_whole (first));
  if (first->excess > 0 && first->gain_ns != LSC_INT_NULL && first->cause != LSC_VERDICT_SCHEDULE)
    add_phrase (sentences, lsc_phrase_new_text (N_ (
                               "“Longer” compares own work with that of peers; the gain is what "
                               "the whole step loses. The rest overlaps with waiting.")));
  add_phrase (sentences, say_lengths (self, first));
  return sentences->len > 0 ? lsc_phrase_new_joined (" ", sentences) : NULL;
}
