/* lsc-overview-words-steps.c - how long a step takes, in sentences
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/overview/lsc-overview-private.h"
#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"

#define MOST_CLASSES 3
/* Of the step: so much ranks may differ and it is still the step of all. */
#define LEAST_SPREAD 0.01

static char *
say_span (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

static void
add (LscOverview *self, LscPhrase *phrase)
{
  g_ptr_array_add (self->lines, phrase);
}

/** Returns: (nullable): the rank whose step is told: the longest; %NULL where no length is known */
const LscOverviewRank *
_lsc_overview_find_longest (const LscOverview *self)
{
  for (guint i = 0; self->step_ns != LSC_INT_NULL && i < self->ranks->len; i++)
    if (_lsc_overview_rank (self, i)->step_ns == self->step_ns)
      return _lsc_overview_rank (self, i);
  return NULL;
}

/** Returns: how many steps of @rank count */
gsize
_lsc_overview_count_steps (const LscOverview *self, const LscOverviewRank *rank)
{
  gsize n = 0;

  for (guint i = 0; i < self->steps.n; i++)
    {
      const LscOverviewStep *step = &self->steps.items[i];

      n += _lsc_overview_rank (self, step->index) == rank && step->is_counted;
    }
  return n;
}

/* How many of the steps of a rank are left out for a reason. */
static gsize
count_left_out (const LscOverview *self, const LscOverviewRank *rank, LscStepStanding standing)
{
  gsize n = 0;

  for (guint i = 0; i < self->steps.n; i++)
    {
      const LscOverviewStep *step = &self->steps.items[i];

      n += _lsc_overview_rank (self, step->index) == rank && !step->is_counted &&
           step->sums.standing == standing;
    }
  return n;
}

static gboolean
has_steps (const LscOverview *self)
{
  return self->steps.n > 0 && self->steps.items[0].sums.step != LSC_INT_NULL;
}

/* (transfer full): "decode step of 8 requests"; "step" where all are alike */
static LscPhrase *
name_class (const LscOverviewRank *rank, guint32 index)
{
  const LscStepClass *class = index < rank->classes.n ? &rank->classes.items[index] : NULL;
  g_autoptr (LscPhrase) phase = NULL;

  if (!class)
    return lsc_phrase_new_text (N_ ("step"));
  if (class->n_kernels == 0)
    return lsc_phrase_new_text (N_ ("step without a kernel"));
  if (!lsc_step_class_is_marked (class))
    return lsc_phrase_new_plural ((gulong) class->n_kernels, "step of %" PRId64 " kernel",
                                  "step of %" PRId64 " kernels", class->n_kernels);
  phase = lsc_phrase_new_text (lsc_step_phase_words[class->phase].title);
  if (class->batch < 0)
    return lsc_phrase_new (N_ ("%s step"), lsc_phrase_as_argument (phase));
  return lsc_phrase_new_plural ((gulong) class->batch, "%s step of %" PRId64 " request",
                                "%s step of %" PRId64 " requests", lsc_phrase_as_argument (phase),
                                class->batch);
}

static LscPhrase *
say_only_step (const LscOverview *self, const LscOverviewRank *rank, const char *length)
{
  g_autoptr (LscPhrase) name = name_class (rank, rank->main_class);

  if (!has_steps (self))
    return lsc_phrase_new (N_ ("The recording has no step marks and lasts %s."), length);
  if (rank->classes.n == 0 && rank->n_steps == 1)
    return lsc_phrase_new (
        N_ ("Step time %s. The variation is not known, because only one step was recorded."),
        length);
  return lsc_phrase_new (rank->classes.n > 0 ? N_ ("A %s takes %s. The variation is not known, "
                                                   "because only one such step was recorded.")
                                             : N_ ("A %s takes %s. The variation is not known, "
                                                   "because only one was recorded completely."),
                         lsc_phrase_as_argument (name), length);
}

/* Steps of one kind of which at most the first, and the last where the device places it, are left
 * out. */
static LscPhrase *
say_plain_steps (const LscOverview *self, const LscOverviewRank *rank, const char *length,
                 const char *least, const char *most, const char *spread)
{
  gsize n = _lsc_overview_count_steps (self, rank);
  gboolean is_later = count_left_out (self, rank, LSC_STEP_FIRST) > 0;
  gboolean is_inner = is_later && count_left_out (self, rank, LSC_STEP_OPEN) > 0;

  if (g_str_equal (least, most))
    return lsc_phrase_new (is_inner
                               ? N_ ("Step time %s (all %zu steps alike, first and last excluded).")
                           : is_later ? N_ ("Step time %s (all %zu steps alike, first excluded).")
                                      : N_ ("Step time %s (all %zu steps alike)."),
                           length, n);
  return lsc_phrase_new (
      is_inner ? N_ ("Median step time %s (%zu steps, first and last excluded; %s to %s, typically "
                     "±%s).")
      : is_later ? N_ ("Median step time %s (%zu steps, first excluded; %s to %s, typically ±%s).")
                 : N_ ("Median step time %s (%zu steps; %s to %s, typically ±%s)."),
      length, n, least, most, spread);
}

static LscPhrase *
say_steps (const LscOverview *self, const LscOverviewRank *longest, const char *length)
{
  gsize n = _lsc_overview_count_steps (self, longest);
  g_autofree char *least = say_span (longest->least_ns);
  g_autofree char *most = say_span (longest->most_ns);
  g_autofree char *spread =
      lsc_format_share ((double) longest->mad_ns / (double) MAX (longest->step_ns, 1));
  g_autoptr (LscPhrase) name = name_class (longest, longest->main_class);

  if (longest->classes.n == 0)
    return say_plain_steps (self, longest, length, least, most, spread);
  if (g_str_equal (least, most))
    return lsc_phrase_new (N_ ("A %s takes %s (all %zu alike)."), lsc_phrase_as_argument (name),
                           length, n);
  return lsc_phrase_new (N_ ("Median time of a %s: %s (%zu of them; %s to %s, typically ±%s)."),
                         lsc_phrase_as_argument (name), length, n, least, most, spread);
}

static void
say_step (LscOverview *self)
{
  const LscOverviewRank *longest = _lsc_overview_find_longest (self);
  g_autofree char *length = longest ? say_span (longest->step_ns) : NULL;

  if (!longest)
    add (self, lsc_phrase_new_text (N_ ("Step time is not known.")));
  else
    add (self, _lsc_overview_count_steps (self, longest) == 1
                   ? say_only_step (self, longest, length)
                   : say_steps (self, longest, length));
}

/* The other classes, those that take most time first. */
static void
say_classes (LscOverview *self)
{
  const LscOverviewRank *rank = _lsc_overview_find_longest (self);
  g_autofree gboolean *is_told = g_new0 (gboolean, rank ? rank->classes.n + 1 : 1);

  for (guint n = 0; rank && n < MOST_CLASSES; n++)
    {
      guint32 next = LSC_CLASS_NONE;
      const LscStepClass *class;
      g_autoptr (LscPhrase) name = NULL;
      g_autofree char *length = NULL;

      for (guint32 i = 0; i < rank->classes.n; i++)
        if (!is_told[i] && i != rank->main_class &&
            rank->classes.items[i].step_ns != LSC_INT_NULL &&
            (next == LSC_CLASS_NONE ||
             rank->classes.items[i].total_ns > rank->classes.items[next].total_ns))
          next = i;
      if (next == LSC_CLASS_NONE)
        return;
      is_told[next] = TRUE;
      class = &rank->classes.items[next];
      name = name_class (rank, next);
      length = say_span (class->step_ns);
      add (self,
           lsc_phrase_new_plural ((gulong) class->n, "A %s takes %s; %" PRId64 " was recorded.",
                                  "A %s takes %s; %" PRId64 " were recorded.",
                                  lsc_phrase_as_argument (name), length, class->n));
    }
}

static LscPhrase *
say_left_out_step (const LscOverviewRank *rank, const LscBudgetStep *step)
{
  g_autofree char *length = say_span (step->step_ns);

  switch (step->standing)
    {
    case LSC_STEP_IDLE:
      return lsc_phrase_new (
          rank->steps_rule == LSC_STEPS_UNLINKED
              ? N_ ("Step %" PRId64 " is excluded: the device did nothing in it.")
              : N_ ("Step %" PRId64 " is excluded: nothing was launched in it."),
          step->step);
    case LSC_STEP_STUB:
      return lsc_phrase_new (N_ ("Step %" PRId64 " is excluded: it was cut off at %s."), step->step,
                             length);
    case LSC_STEP_FAR:
      return lsc_phrase_new (N_ ("Step %" PRId64 " is excluded as an outlier: it takes %s."),
                             step->step, length);
    case LSC_STEP_STALLED:
      return lsc_phrase_new (
          N_ ("Step %" PRId64 " is excluded: the profiler itself stalls it at %s."), step->step,
          length);
    case LSC_STEP_OPEN:
      return lsc_phrase_new (
          N_ ("Step %" PRId64
              ", the last one, is excluded: the pause before the next step was not recorded."),
          step->step);
    default:
      return NULL;
    }
}

/* Steps at the ends that are no whole steps. That of the last, where a sentence says it already,
 * needs no other. */
static void
say_left_out (LscOverview *self)
{
  const LscOverviewRank *rank = _lsc_overview_find_longest (self);
  gboolean is_inner = rank && rank->classes.n == 0 && _lsc_overview_count_steps (self, rank) > 1 &&
                      count_left_out (self, rank, LSC_STEP_FIRST) > 0;

  for (guint i = 0; rank && i < self->steps.n; i++)
    {
      const LscOverviewStep *step = &self->steps.items[i];
      LscPhrase *text;

      if (_lsc_overview_rank (self, step->index) != rank || step->is_counted ||
          (step->sums.standing == LSC_STEP_OPEN && is_inner))
        continue;
      text = say_left_out_step (rank, &step->sums);
      if (text)
        add (self, text);
    }
}

/* What the steps are where the profiler recorded none. */
static void
say_mark (LscOverview *self)
{
  const LscOverviewRank *rank = _lsc_overview_find_longest (self);

  if (rank && rank->steps_mark)
    add (self, lsc_phrase_new (N_ ("Steps are the program's ranges %s."), rank->steps_mark));
}

/* Whether the steps of a rank are of the same kind as those of another: of a device, or the marks
 * of a host alone. */
static gboolean
is_alike (const LscOverviewRank *rank, const LscOverviewRank *other)
{
  return (rank->ns[LSC_BUDGET_COMPUTE] == LSC_INT_NULL) ==
         (other->ns[LSC_BUDGET_COMPUTE] == LSC_INT_NULL);
}

/* Whose step is the one that is told, unless they are all as long. */
static void
say_spread (LscOverview *self)
{
  const LscOverviewRank *longest = _lsc_overview_find_longest (self), *shortest = longest;
  g_autofree char *length = NULL;
  g_autoptr (LscPhrase) first = NULL;
  g_autoptr (LscPhrase) last = NULL;

  for (guint i = 0; longest && i < self->ranks->len; i++)
    {
      const LscOverviewRank *rank = _lsc_overview_rank (self, i);

      if (rank->step_ns != LSC_INT_NULL && rank->step_ns < shortest->step_ns &&
          is_alike (rank, longest))
        shortest = rank;
    }
  if (!longest || !lsc_rank_is_told (longest->rank) || !lsc_rank_is_told (shortest->rank) ||
      (double) shortest->step_ns >= (1 - LEAST_SPREAD) * (double) longest->step_ns)
    return;
  length = say_span (shortest->step_ns);
  first = lsc_rank_name_new (longest->rank, NULL);
  last = lsc_rank_name_new (shortest->rank, NULL);
  add (self,
       lsc_phrase_new (N_ ("This is the longest step, on %s; the shortest, on %s, takes %s."),
                       lsc_phrase_as_argument (first), lsc_phrase_as_argument (last), length));
}

/** Adds what is said of the length of steps to @self->lines. */
void
_lsc_overview_say_steps (LscOverview *self)
{
  say_step (self);
  say_classes (self);
  say_mark (self);
  say_left_out (self);
  say_spread (self);
}
