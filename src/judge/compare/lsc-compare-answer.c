/* lsc-compare-answer.c - the bold line of a comparison: who changed, and by how much
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "judge/compare/lsc-compare-private.h"
#include "judge/compare/lsc-compare-same.h"

/* compare.md#answer. The statistic and what else changed stand in the line below. */

#define MOST_WORDS 12

static char *
format (gint64 ns)
{
  return lsc_format_duration (ns, LSC_TIME_UNIT_AUTO);
}

/* ---- what stands where nothing has a direction ---- */

static LscPhrase *
say_no_verdict (const LscCompare *self)
{
  if (self->limits & LSC_COMPARE_LIMIT_SCORE)
    return lsc_phrase_new (N_ ("No verdict: comparability is only %.0f %%."), 100 * self->score);
  if (self->limits & LSC_COMPARE_LIMIT_PACE)
    return lsc_phrase_new_text (N_ ("No verdict, because shapes were not recorded."));
  return isnan (self->p) ? lsc_phrase_new_text (N_ ("No verdict, because too few steps were "
                                                    "recorded."))
                         : lsc_phrase_new_text (N_ ("No verdict: mean and median disagree."));
}

static LscPhrase *
say_other_work (const LscCompare *self)
{
  g_autoptr (LscPhrase) before = _lsc_compare_name_side (self, LSC_BEFORE);
  g_autoptr (LscPhrase) after = _lsc_compare_name_side (self, LSC_AFTER);

  return lsc_phrase_new (N_ ("%s does other work than %s."), lsc_phrase_as_argument (after),
                         lsc_phrase_as_argument (before));
}

static LscPhrase *
say_same (const LscCompare *self)
{
  g_autofree char *before = format (self->total->step_ns[LSC_BEFORE]);
  g_autofree char *after = format (self->total->step_ns[LSC_AFTER]);

  if (self->total->step_delta_ns == 0)
    return lsc_phrase_new (N_ ("The step takes %s on both sides."), before);
  return lsc_phrase_new (N_ ("The step has not changed beyond the noise: %s → %s."), before, after);
}

/* ---- what changed ---- */

/* (transfer full): what became of the step, as a part of what it was */
static char *
format_step_share (const LscCompare *self)
{
  gint64 before_ns = self->total->step_ns[LSC_BEFORE];

  return lsc_format_share (
      before_ns > 0 ? fabs ((double) self->total->step_delta_ns / (double) before_ns) : 0);
}

/* (transfer full) (nullable): who computes differently, as a clause; what the same work takes is a
 * matter of speed */
static LscPhrase *
say_rank (const LscCompare *self)
{
  LscCompareCulprits culprits;
  g_autofree char *ns = NULL, *share = NULL, *names = NULL;
  gint64 before_ns;

  if (!_lsc_compare_find_culprits (self, &culprits))
    return NULL;
  names = culprits.names;
  before_ns = culprits.compute->ns[LSC_BEFORE];
  ns = format (ABS (culprits.compute->delta_ns));
  share = lsc_format_share (
      before_ns > 0 ? fabs ((double) culprits.compute->delta_ns / (double) before_ns) : 0);
  if (lsc_compare_is_same_work (self))
    return lsc_phrase_new (culprits.compute->delta_ns < 0
                               ? (culprits.n > 1 ? N_ ("ranks %s compute %s faster")
                                                 : N_ ("rank %s computes %s faster"))
                               : (culprits.n > 1 ? N_ ("ranks %s compute %s slower")
                                                 : N_ ("rank %s computes %s slower")),
                           names, share);
  if (culprits.n > 1)
    return lsc_phrase_new (culprits.compute->delta_ns < 0 ? N_ ("ranks %s compute %s less")
                                                          : N_ ("ranks %s compute %s more"),
                           names, ns);
  return lsc_phrase_new (culprits.compute->delta_ns < 0 ? N_ ("rank %s computes %s less")
                                                        : N_ ("rank %s computes %s more"),
                         names, ns);
}

/* (transfer full): the step on both sides, and who made it so. @who: (transfer none) */
static LscPhrase *
say_step_and (const LscCompare *self, const LscPhrase *who)
{
  g_autofree char *share = format_step_share (self);
  g_autofree char *before = format (self->total->step_ns[LSC_BEFORE]);
  g_autofree char *after = format (self->total->step_ns[LSC_AFTER]);

  return lsc_phrase_new (self->total->step_delta_ns < 0 ? N_ ("Step %s shorter (%s → %s): %s.")
                                                        : N_ ("Step %s longer (%s → %s): %s."),
                         share, before, after, lsc_phrase_as_argument (who));
}

static LscPhrase *
say_change (const LscCompare *self, LscPhrase *what)
{
  g_autofree char *share = format_step_share (self);
  g_autoptr (LscPhrase) cause = what;

  return lsc_phrase_new (self->total->step_delta_ns < 0 ? N_ ("The step is %s shorter: %s.")
                                                        : N_ ("The step is %s longer: %s."),
                         share, lsc_phrase_as_argument (cause));
}

static LscPhrase *
say_step (const LscCompare *self)
{
  g_autofree char *before = format (self->total->step_ns[LSC_BEFORE]);
  g_autofree char *after = format (self->total->step_ns[LSC_AFTER]);

  return say_change (self, lsc_phrase_new (N_ ("%s → %s"), before, after));
}

/* Whether it fits; if not, it is freed. */
static gboolean
fits (LscPhrase *line)
{
  if (line && lsc_phrase_count_words (line) <= MOST_WORDS)
    return TRUE;
  if (line)
    lsc_phrase_free (line);
  return FALSE;
}

static LscPhrase *
say_direction (const LscCompare *self)
{
  g_autoptr (LscPhrase) who = say_rank (self);
  LscPhrase *line = who ? say_step_and (self, who) : NULL, *cause;

  if (fits (line))
    return line;
  line = who ? say_change (self, lsc_phrase_copy (who)) : NULL;
  if (fits (line))
    return line;
  cause = _lsc_compare_say_cause_briefly (self);
  line = cause ? say_change (self, cause) : NULL;
  return fits (line) ? line : say_step (self);
}

/**
 * _lsc_compare_say_answer:
 * @self: with its word, and the sentence
 *
 * Returns: (transfer full): who changed and by how much, else what became of the step, in at most
 *   twelve words
 */
LscPhrase *
_lsc_compare_say_answer (const LscCompare *self)
{
  if (self->word == LSC_COMPARE_OTHER_WORK)
    return say_other_work (self);
  if (_lsc_compare_is_varied (self))
    return _lsc_compare_answer_varied (self);
  if (self->word == LSC_COMPARE_SAME)
    return say_same (self);
  return self->word == LSC_COMPARE_UNKNOWN ? say_no_verdict (self) : say_direction (self);
}
