/* lsc-straggler-marks.c - what stands out in a study of stragglers: a stage, a replica, a worker
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-straggler-marks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-stats.h"

#define MOST_NAMED 6 /* numbers in a sentence */
#define FAR 10       /* times the usual distance of two steps: a break */

/* What S exceeds 1 by. Places that do less than the mean have S below 1: that they differ from each
 * other says nothing of a straggler. */
static double
get_excess (double slowdown)
{
  return slowdown > 1 ? slowdown - 1 : 0; /* not known: nothing */
}

/** How far what stands out must be above the others: by a share of its own excess, and at least. */
typedef struct
{
  double share;
  double least;
} Gap;

/* Where all take long nobody stands out by a little more. Of steps all may, for the same reason,
 * and still some by a reason of their own. */
static const Gap gap_of_places = { 0.5, 0 }, gap_of_steps = { 0, LSC_STRAGGLER_LEAST - 1 };

/* Finds how many of the highest values stand out: at most half of them, each at least 1.03, further
 * above the others than those lie apart, and than @least. @sorted: rising. Returns: 0 = none */
static gsize
count_outstanding (const double *sorted, gsize n, const Gap *least)
{
  double largest = 0;
  gsize found = 0;

  for (gsize k = 1; k <= n / 2; k++)
    {
      double own = sorted[n - k], gap = own - sorted[n - k - 1];
      double spread = sorted[n - k - 1] - sorted[0];

      if (own < LSC_STRAGGLER_LEAST - 1 || gap <= spread * (1 + 1e-9) || gap < least->share * own ||
          gap < least->least || gap <= largest)
        continue;
      largest = gap;
      found = k;
    }
  return found;
}

/* (transfer full): by index, whether a value stands out. @n_out: (out): how many do */
static gboolean *
mark (const double *slowdowns, gsize n, const Gap *least, gsize *n_out)
{
  g_autofree double *sorted = g_new (double, MAX (n, 1));
  gboolean *marks = g_new0 (gboolean, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    sorted[i] = get_excess (slowdowns[i]);
  lsc_sort_doubles (sorted, n);
  *n_out = count_outstanding (sorted, n, least);
  if (*n_out == 0)
    return marks;
  for (gsize i = 0; i < n; i++)
    marks[i] = get_excess (slowdowns[i]) >= sorted[n - *n_out];
  return marks;
}

/* ---- in words ---- */

/** Places of one kind, while a sentence is made of them. */
typedef struct
{
  const double *slowdowns;
  const gint64 *numbers;
  const gboolean *marks;
  gsize n;
} Places;

/* (transfer full): "3, 5, 7 and 4 more" */
static LscPhrase *
name_places (const Places *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) list = NULL;
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    if (self->marks[i] && ++n <= MOST_NAMED)
      {
        g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, self->numbers[i]);

        g_ptr_array_add (parts, lsc_phrase_new_verbatim (number));
      }
  list = lsc_phrase_new_joined (", ", parts);
  return n > MOST_NAMED ? lsc_phrase_new (N_ ("%s and %zu more"), lsc_phrase_as_argument (list),
                                          n - MOST_NAMED)
                        : g_steal_pointer (&list);
}

/* (transfer full): "1.18", or "1.12 to 1.20" */
static LscPhrase *
name_range (double low, double high)
{
  if (round (low * 100) == round (high * 100))
    return lsc_phrase_new ("%.2f", high);
  return lsc_phrase_new (N_ ("%.2f to %.2f"), low, high);
}

/* Lowest and highest S of the places that are marked, or of those that are not. */
static void
find_range (const Places *self, gboolean is_marked, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (gsize i = 0; i < self->n; i++)
    if (self->marks[i] == is_marked && !isnan (self->slowdowns[i]))
      {
        *low = MIN (*low, self->slowdowns[i]);
        *high = MAX (*high, self->slowdowns[i]);
      }
  if (*low > *high)
    *low = *high = 1;
}

/** The parts that sentences about places have in common. */
typedef struct
{
  gsize n;
  LscPhrase *names;
  LscPhrase *range;
  double others; /* highest S of the others */
} Words;

static void
words_clear (Words *self)
{
  lsc_phrase_free (self->names);
  lsc_phrase_free (self->range);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Words, words_clear)

static Words
words_new (const Places *places)
{
  Words self = { .names = name_places (places) };
  double low, high;

  for (gsize i = 0; i < places->n; i++)
    self.n += places->marks[i] ? 1 : 0;
  find_range (places, TRUE, &low, &high);
  self.range = name_range (low, high);
  find_range (places, FALSE, &low, &self.others);
  return self;
}

/* ---- the study ---- */

/** A study while its marks are made. */
typedef struct
{
  const LscStragglers *study;
  LscStragglerMarks *marks;
  double *of_stage;
  gint64 *stage_numbers;
  gsize n_slow_stages;
  gsize n_slow_replicas;
  gsize n_slow_steps;
  gsize n_long; /* workers of 1.03 or more */
  double low;   /* of the S of workers */
  double high;
} Marking;

static gsize
get_n_workers (const LscStragglers *study)
{
  return study->n_stages * study->n_replicas;
}

static Places
get_stages (const Marking *self)
{
  return (Places){ self->of_stage, self->stage_numbers, self->marks->stages,
                   self->study->n_stages };
}

static Places
get_replicas (const Marking *self)
{
  return (Places){ self->study->slowdown_of_replica, self->study->replicas, self->marks->replicas,
                   self->study->n_replicas };
}

static void
look_at_workers (Marking *self)
{
  self->low = INFINITY;
  self->high = -INFINITY;
  for (gsize i = 0; i < get_n_workers (self->study); i++)
    {
      double slowdown = self->study->workers[i].slowdown;

      if (isnan (slowdown))
        continue;
      self->n_long += slowdown >= LSC_STRAGGLER_LEAST ? 1 : 0;
      self->low = MIN (self->low, slowdown);
      self->high = MAX (self->high, slowdown);
    }
}

static gboolean
is_marked (const Marking *self, LscStragglerPattern pattern, gsize worker)
{
  gboolean has_stage = self->marks->stages[worker % self->study->n_stages];
  gboolean has_replica = self->marks->replicas[worker / self->study->n_stages];

  return pattern == LSC_STRAGGLERS_STAGES     ? has_stage
         : pattern == LSC_STRAGGLERS_REPLICAS ? has_replica
                                              : has_stage && has_replica;
}

/* S of a worker is the smaller one of two: where replicas differ, the row of a long stage looks
 * like the others. So the workers must show it, too: twice the loss of the others. */
static gboolean
is_seen (const Marking *self, LscStragglerPattern pattern)
{
  double own = 0, others = 0;
  gsize n_own = 0, n_others = 0;

  for (gsize i = 0; i < get_n_workers (self->study); i++)
    {
      double excess = get_excess (self->study->workers[i].slowdown);

      if (is_marked (self, pattern, i))
        {
          own += excess;
          n_own++;
        }
      else
        {
          others += excess;
          n_others++;
        }
    }
  return others * (double) n_own * 2 <= own * (double) n_others;
}

static LscStragglerPattern
choose_pattern (const Marking *self)
{
  gsize n = get_n_workers (self->study);
  LscStragglerPattern pattern = LSC_STRAGGLERS_NOTHING;

  if (n == 1)
    return LSC_STRAGGLERS_ALONE;
  if (self->n_long == n && get_excess (self->low) >= get_excess (self->high) / 2)
    return LSC_STRAGGLERS_ALL;
  if (self->n_slow_stages > 0 && self->n_slow_replicas > 0)
    pattern = LSC_STRAGGLERS_WORKERS;
  else if (self->n_slow_stages > 0)
    pattern = LSC_STRAGGLERS_STAGES;
  else if (self->n_slow_replicas > 0)
    pattern = LSC_STRAGGLERS_REPLICAS;
  if (pattern != LSC_STRAGGLERS_NOTHING && is_seen (self, pattern))
    return pattern;
  return self->n_long > 0 ? LSC_STRAGGLERS_SCATTERED : LSC_STRAGGLERS_NOTHING;
}

/* How many columns (of rows that are marked) take long in all of these; or rows of columns. */
static gsize
count_crossed (const Marking *self, gboolean are_stages)
{
  const LscStragglers *study = self->study;
  gsize n = are_stages ? study->n_replicas : study->n_stages, found = 0;

  for (gsize i = 0; i < n; i++)
    {
      gboolean is_long = TRUE;

      for (gsize k = 0; k < (are_stages ? study->n_stages : study->n_replicas) && is_long; k++)
        if (are_stages ? self->marks->stages[k] : self->marks->replicas[k])
          {
            gsize worker = are_stages ? i * study->n_stages + k : k * study->n_stages + i;

            is_long = study->workers[worker].slowdown >= LSC_STRAGGLER_LEAST;
          }
      found += is_long ? 1 : 0;
    }
  return found;
}

static LscPhrase *
say_stages (const Marking *self)
{
  const Places places = get_stages (self);
  g_auto (Words) words = words_new (&places);
  const char *names = lsc_phrase_as_argument (words.names);
  const char *range = lsc_phrase_as_argument (words.range);
  gsize n = self->study->n_replicas, n_crossed = count_crossed (self, TRUE);

  if (n == 1 || n_crossed == 0)
    return lsc_phrase_new_plural (words.n, "Stage %s takes long: S %s, other stages at most %.2f",
                                  "Stages %s take long: S %s, other stages at most %.2f", names,
                                  range, words.others);
  if (n_crossed == n)
    return lsc_phrase_new_plural (
        words.n, "Stage %s takes long in all replicas: S %s, other stages at most %.2f",
        "Stages %s take long in all replicas: S %s, other stages at most %.2f", names, range,
        words.others);
  return lsc_phrase_new_plural (
      words.n, "Stage %s takes long in %zu of %zu replicas: S %s, other stages at most %.2f",
      "Stages %s take long in %zu of %zu replicas: S %s, other stages at most %.2f", names,
      n_crossed, n, range, words.others);
}

/* In pipelines much longer than their micro-batches are many, all stages of a replica can be slow
 * and none of them matter alone: then nothing is said of stages. */
static LscPhrase *
say_replicas (const Marking *self)
{
  const Places places = get_replicas (self);
  g_auto (Words) words = words_new (&places);
  const char *names = lsc_phrase_as_argument (words.names);
  const char *range = lsc_phrase_as_argument (words.range);
  gsize n = self->study->n_stages;

  if (n > 1 && count_crossed (self, FALSE) == n)
    return lsc_phrase_new_plural (
        words.n, "Replica %s takes long in all stages: S %s, other replicas at most %.2f",
        "Replicas %s take long in all stages: S %s, other replicas at most %.2f", names, range,
        words.others);
  return lsc_phrase_new_plural (words.n, "Replica %s takes long: S %s, other replicas at most %.2f",
                                "Replicas %s take long: S %s, other replicas at most %.2f", names,
                                range, words.others);
}

/* Of several crossings the estimate cannot tell which of the workers take long. */
static LscPhrase *
say_workers (const Marking *self)
{
  const Places stages = get_stages (self), replicas = get_replicas (self);
  g_autoptr (LscPhrase) of_stages = name_places (&stages), of_replicas = name_places (&replicas);
  g_autoptr (LscPhrase) range = NULL;
  double low = INFINITY, high = -INFINITY, others = -INFINITY;

  for (gsize i = 0; i < get_n_workers (self->study); i++)
    {
      double slowdown = self->study->workers[i].slowdown;

      if (isnan (slowdown))
        continue;
      if (!lsc_straggler_marks_has_worker (self->marks, i / self->study->n_stages,
                                           i % self->study->n_stages))
        {
          others = MAX (others, slowdown);
          continue;
        }
      low = MIN (low, slowdown);
      high = MAX (high, slowdown);
    }
  range = name_range (low, high);
  return lsc_phrase_new_plural (
      self->n_slow_stages * self->n_slow_replicas,
      "Worker (replica %s, stage %s) takes long: S %s, other workers at most %.2f",
      "Workers of replicas %s in stages %s take long: S %s, other workers at most %.2f",
      lsc_phrase_as_argument (of_replicas), lsc_phrase_as_argument (of_stages),
      lsc_phrase_as_argument (range), others);
}

static LscPhrase *
say_pattern (const Marking *self)
{
  g_autoptr (LscPhrase) range = NULL;

  switch (self->marks->pattern)
    {
    case LSC_STRAGGLERS_STAGES:
      return say_stages (self);
    case LSC_STRAGGLERS_REPLICAS:
      return say_replicas (self);
    case LSC_STRAGGLERS_WORKERS:
      return say_workers (self);
    case LSC_STRAGGLERS_ALL:
      range = name_range (self->low, self->high);
      return lsc_phrase_new (N_ ("All workers are slow: S %s, no single outlier"),
                             lsc_phrase_as_argument (range));
    case LSC_STRAGGLERS_SCATTERED:
      return lsc_phrase_new (
          N_ ("%zu of %zu workers take long: S up to %.2f, spread over stages and "
              "replicas"),
          self->n_long, get_n_workers (self->study), self->high);
    case LSC_STRAGGLERS_ALONE:
      return lsc_phrase_new (N_ ("There is only one worker, and nothing to compare it with"));
    case LSC_STRAGGLERS_NOTHING:
      return lsc_phrase_new (N_ ("No outlier: S of each worker is at most %.2f"),
                             MAX (self->high, 0));
    case LSC_STRAGGLERS_UNKNOWN:
    default:
      return lsc_phrase_new (N_ ("There are no workers to compare"));
    }
}

/* (transfer full) (nullable): of what many have in common some places may still have the most. */
static LscPhrase *
say_longest (const Marking *self)
{
  const Places places = self->n_slow_stages > 0 ? get_stages (self) : get_replicas (self);
  g_auto (Words) words = words_new (&places);
  const char *names = lsc_phrase_as_argument (words.names);
  const char *range = lsc_phrase_as_argument (words.range);

  if (self->marks->pattern != LSC_STRAGGLERS_ALL &&
      self->marks->pattern != LSC_STRAGGLERS_SCATTERED)
    return NULL;
  if (self->n_slow_stages > 0)
    return lsc_phrase_new_plural (
        words.n, "Stage %s is also slower than the others: S %s, others at most %.2f",
        "Stages %s are also slower than the others: S %s, others at most %.2f", names, range,
        words.others);
  if (self->n_slow_replicas > 0)
    return lsc_phrase_new_plural (
        words.n, "Replica %s is also slower than the others: S %s, others at most %.2f",
        "Replicas %s are also slower than the others: S %s, others at most %.2f", names, range,
        words.others);
  return NULL;
}

static LscPhrase *
say_steps (const Marking *self)
{
  gsize n = self->study->n_steps;
  g_autofree double *slowdowns = g_new (double, MAX (n, 1));
  g_autofree gint64 *numbers = g_new (gint64, MAX (n, 1));
  Places places = { slowdowns, numbers, self->marks->steps, n };

  if (self->n_slow_steps == 0)
    return NULL;
  for (gsize i = 0; i < n; i++)
    {
      slowdowns[i] = self->study->steps[i].slowdown;
      numbers[i] = self->study->steps[i].number;
    }
  {
    g_auto (Words) words = words_new (&places);

    return lsc_phrase_new_plural (words.n, "Step %s is an outlier: S %s, other steps at most %.2f",
                                  "Steps %s are outliers: S %s, other steps at most %.2f",
                                  lsc_phrase_as_argument (words.names),
                                  lsc_phrase_as_argument (words.range), words.others);
  }
}

/* (transfer full) (nullable): a loss below what the replay is off by may be none. */
static LscPhrase *
say_doubt (const Marking *self)
{
  double error = fabs (self->study->replay_error);

  if (isnan (error) || self->n_long == 0 || error <= get_excess (self->high))
    return NULL;
  return lsc_phrase_new (N_ ("In doubt: the replay is off by %.1f %%, more than any of this"),
                         error * 100);
}

static LscPhrase *
say_detail (const Marking *self)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  LscPhrase *all[] = { say_longest (self), say_steps (self), say_doubt (self) };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i])
      g_ptr_array_add (parts, all[i]);
  return parts->len > 0 ? lsc_phrase_new_joined (" · ", parts) : NULL;
}

static void
mark_all (Marking *self)
{
  const LscStragglers *study = self->study;
  g_autofree double *of_step = g_new (double, MAX (study->n_steps, 1));

  for (gsize i = 0; i < study->n_steps; i++)
    of_step[i] = study->steps[i].slowdown;
  for (gsize i = 0; i < study->n_stages; i++)
    {
      self->of_stage[i] = study->stages[i].slowdown;
      self->stage_numbers[i] = study->stages[i].stage;
    }
  self->marks->stages =
      mark (self->of_stage, study->n_stages, &gap_of_places, &self->n_slow_stages);
  self->marks->replicas =
      mark (study->slowdown_of_replica, study->n_replicas, &gap_of_places, &self->n_slow_replicas);
  self->marks->steps = mark (of_step, study->n_steps, &gap_of_steps, &self->n_slow_steps);
}

/* Numbers of steps have gaps: recorders keep some steps of each thousand. Those much wider than
 * usual are breaks. */
static void
find_slots (Marking *self)
{
  const LscStragglers *study = self->study;
  gsize n = study->n_steps;
  g_autofree gint64 *distances = g_new0 (gint64, MAX (n, 1));
  gint64 usual;

  self->marks->slots = g_new0 (gsize, MAX (n, 1));
  for (gsize i = 1; i < n; i++)
    distances[i - 1] = study->steps[i].number - study->steps[i - 1].number;
  usual = n > 1 ? MAX (lsc_median_lower_int64 (distances, n - 1), 1) : 1;
  for (gsize i = 1; i < n; i++)
    {
      gint64 distance = study->steps[i].number - study->steps[i - 1].number;

      self->marks->slots[i] =
          self->marks->slots[i - 1] + (distance / FAR > usual ? LSC_STRAGGLER_BREAK : 1);
    }
  self->marks->n_slots = n > 0 ? self->marks->slots[n - 1] + 1 : 0;
}

/**
 * lsc_straggler_marks_new:
 *
 * Finds what stands out (stragglers.md#marks).
 *
 * Example. S by stage 1.00, 0.98, 0.98, 1.23: the last stage stands out by 0.23, the others lie
 * within 0. S by replica 1.17, 1.18: none stands out. So the cause is a stage, in all replicas.
 *
 * Returns: (transfer full):
 */
LscStragglerMarks *
lsc_straggler_marks_new (const LscStragglers *study)
{
  LscStragglerMarks *marks;
  Marking marking;

  g_return_val_if_fail (study, NULL);
  marks = g_new0 (LscStragglerMarks, 1);
  marking = (Marking){ .study = study,
                       .marks = marks,
                       .of_stage = g_new (double, MAX (study->n_stages, 1)),
                       .stage_numbers = g_new (gint64, MAX (study->n_stages, 1)) };
  mark_all (&marking);
  find_slots (&marking);
  look_at_workers (&marking);
  marks->pattern = get_n_workers (study) > 0 ? choose_pattern (&marking) : LSC_STRAGGLERS_UNKNOWN;
  marks->text = study->refusal ? lsc_phrase_copy (study->refusal) : say_pattern (&marking);
  marks->detail = say_detail (&marking);
  g_free (marking.of_stage);
  g_free (marking.stage_numbers);
  return marks;
}

/**
 * lsc_straggler_marks_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_straggler_marks_free (LscStragglerMarks *self)
{
  if (!self)
    return;
  g_free (self->stages);
  g_free (self->replicas);
  g_free (self->steps);
  g_free (self->slots);
  g_clear_pointer (&self->text, lsc_phrase_free);
  g_clear_pointer (&self->detail, lsc_phrase_free);
  g_free (self);
}
