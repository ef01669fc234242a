/* lsc-certainty-words.c - how certain something is, as it stands beside it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/verdict/lsc-certainty-words.h"

#include <glib/gi18n-lib.h>

/* findings.md#certainty. The cause is what is certain or not: who reads "up to" beside "sure" must
 * not take the gain for sure. */

static const char *const titles[LSC_CERTAIN_N] = {
  [LSC_CERTAIN_SURE] = NC_ ("certainty", "Sure"),
  [LSC_CERTAIN_LIKELY] = NC_ ("certainty", "Likely"),
  [LSC_CERTAIN_POSSIBLE] = NC_ ("certainty", "Possible"),
  [LSC_CERTAIN_PREDICTED] = NC_ ("certainty", "Predicted"),
};

static const char *const abouts[LSC_CERTAIN_N] = {
  [LSC_CERTAIN_SURE] = N_ ("Sure: findings of this kind are true 99 of 100 times."),
  [LSC_CERTAIN_LIKELY] = N_ ("Likely: findings of this kind are true 80 of 100 times or more."),
  [LSC_CERTAIN_POSSIBLE] = N_ ("Possible: true less often than 80 of 100 times."),
  [LSC_CERTAIN_PREDICTED] =
      N_ ("Predicted: computed by replaying the recorded blocks in another order, not tried."),
};

static const char *const abouts_of_bounds[LSC_CERTAIN_N] = {
  [LSC_CERTAIN_SURE] = N_ ("Sure: causes of this kind are true 99 of 100 times. “Up to” is about "
                           "the gain, which may be smaller."),
  [LSC_CERTAIN_LIKELY] = N_ ("Likely: causes of this kind are true 80 of 100 times or more. “Up "
                             "to” is about the gain, which may be smaller."),
  [LSC_CERTAIN_POSSIBLE] = N_ ("Possible: true less often than 80 of 100 times. “Up to” is about "
                               "the gain, which may be smaller."),
};

/**
 * lsc_certainty_words_get:
 * @is_bound: the gain that stands beside it is the most that it can be
 *
 * Returns: the words, which are static
 */
LscCertaintyWords
lsc_certainty_words_get (LscCertain certain, gboolean is_bound)
{
  const char *about;

  g_return_val_if_fail (certain < LSC_CERTAIN_N, ((LscCertaintyWords){ NULL, NULL }));
  if (certain == LSC_CERTAIN_NOT_SAID)
    return (LscCertaintyWords){ NULL, NULL };
  about = is_bound && abouts_of_bounds[certain] ? abouts_of_bounds[certain] : abouts[certain];
  return (LscCertaintyWords){ g_dpgettext2 (GETTEXT_PACKAGE, "certainty", titles[certain]),
                              g_dgettext (GETTEXT_PACKAGE, about) };
}
