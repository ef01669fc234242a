/* lsc-findings-say.c - a finding in sentences: what it is, and what the step would gain without it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"

/* How a gain is told: for certain, probably, perhaps; the most that it can be. */
static const char *const gains[LSC_FINDING_N_CERTAINTIES][2] = {
  [LSC_FINDING_SURE] = { N_ ("Fixing this would save %s per step (%s)."),
                         N_ ("Fixing this would save up to %s per step (%s).") },
  [LSC_FINDING_LIKELY] = { N_ ("Fixing this would probably save %s per step (%s)."),
                           N_ ("Fixing this would probably save up to %s per step (%s).") },
  [LSC_FINDING_POSSIBLE] = { N_ ("Fixing this may save %s per step (%s)."),
                             N_ ("Fixing this may save up to %s per step (%s).") },
};

/* The same of what hits some steps. */
static const char *const some_gains[LSC_FINDING_N_CERTAINTIES][2] = {
  [LSC_FINDING_SURE] = { N_ ("Fixing this would save %s per step on average (%s)."),
                         N_ ("Fixing this would save up to %s per step on average (%s).") },
  [LSC_FINDING_LIKELY] = { N_ ("Fixing this would probably save %s per step on average (%s)."),
                           N_ ("Fixing this would probably save up to %s per step on average "
                               "(%s).") },
  [LSC_FINDING_POSSIBLE] = { N_ ("Fixing this may save %s per step on average (%s)."),
                             N_ ("Fixing this may save up to %s per step on average (%s).") },
};

/* The same of what was recorded without marks of steps. */
static const char *const gains_of_recording[LSC_FINDING_N_CERTAINTIES][2] = {
  [LSC_FINDING_SURE] = { N_ ("Fixing this would save %s of the recording (%s)."),
                         N_ ("Fixing this would save up to %s of the recording (%s).") },
  [LSC_FINDING_LIKELY] = { N_ ("Fixing this would probably save %s of the recording (%s)."),
                           N_ ("Fixing this would probably save up to %s of the recording "
                               "(%s).") },
  [LSC_FINDING_POSSIBLE] = { N_ ("Fixing this may save %s of the recording (%s)."),
                             N_ ("Fixing this may save up to %s of the recording (%s).") },
};

/**
 * lsc_finding_say_gain:
 *
 * Returns: (transfer full) (nullable): what a step would gain without it, as a sentence
 */
LscPhrase *
lsc_finding_say_gain (const LscFinding *self)
{
  g_autofree char *gain = NULL, *share = NULL;

  g_return_val_if_fail (self, NULL);
  if (self->gain_ns == LSC_INT_NULL || isnan (self->share))
    return NULL;
  gain = lsc_format_duration (self->gain_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (self->share);
  if (self->is_of_recording)
    return lsc_phrase_new (gains_of_recording[self->certainty][self->is_bound], gain, share);
  return self->when != LSC_WHEN_ALWAYS
             ? lsc_phrase_new (some_gains[self->certainty][self->is_bound], gain, share)
             : lsc_phrase_new (gains[self->certainty][self->is_bound], gain, share);
}

/* (transfer full): what is not %NULL, one behind the other */
static LscPhrase *
join (const LscPhrase *const *phrases, gsize n)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  for (gsize i = 0; i < n; i++)
    if (phrases[i])
      g_ptr_array_add (parts, lsc_phrase_copy (phrases[i]));
  return lsc_phrase_new_joined (" ", parts);
}

/**
 * _lsc_finding_say_found:
 *
 * Makes @row's sentences of its parts: the cause, its proof, the gain and why it is no more.
 */
void
_lsc_finding_say_found (LscFinding *row)
{
  g_autoptr (LscPhrase) gain = lsc_finding_say_gain (row);
  const LscPhrase *all[] = { row->fact, row->proof, gain, row->rest };
  const LscPhrase *brief[] = { row->fact, gain };

  g_clear_pointer (&row->text, lsc_phrase_free);
  g_clear_pointer (&row->brief, lsc_phrase_free);
  row->text = join (all, G_N_ELEMENTS (all));
  row->brief = row->proof ? join (brief, G_N_ELEMENTS (brief)) : NULL;
}
