/* lsc-findings-hidden.c - causes that cost little only because another one hides them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#hidden. A rank computes 8 ms too long while all wait 12 ms for the data of another
 * one: its own gain is nothing, and yet without both the step is 12 ms shorter, without the data
 * alone only 5 ms. */

#define LEAST_MORE 0.01 /* of the step: so much more it gains with all others mended */

static gboolean
is_counted (const LscFinding *row)
{
  return row->severity == LSC_FINDING_MAJOR && row->certainty != LSC_FINDING_POSSIBLE &&
         row->gain_ns != LSC_INT_NULL && row->changes && row->changes->len > 0;
}

/* All that is taken away, as long as it may matter: what is less than that hides nothing. */
static double
sum_changes (const LscFinding *row)
{
  double sum_ns = 0;

  for (guint i = 0; row->changes && i < row->changes->len; i++)
    sum_ns += MAX (g_array_index (row->changes, LscReplayChange, i).ns, 0);
  return sum_ns;
}

/* What is certain of itself, and minor for its gain alone. */
static gboolean
may_be_hidden (const LscJudge *judge, const LscFinding *row)
{
  return row->severity == LSC_FINDING_MINOR && row->own_certainty != LSC_FINDING_POSSIBLE &&
         !row->cause && !row->is_bound && !row->is_of_pipeline &&
         sum_changes (row) >= LEAST_MORE * judge->step_ns;
}

/* What the step gains without all of @rows, and without all but one. */
static double
replay_but (const LscJudge *judge, const GPtrArray *rows, const LscFinding *but)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (guint i = 0; i < rows->len; i++)
    {
      const LscFinding *row = rows->pdata[i];

      if (row != but)
        g_array_append_vals (all, row->changes->data, row->changes->len);
    }
  return all->len > 0
             ? lsc_job_replay_gain (judge->replay,
                                    (const LscReplayChange *) (gconstpointer) all->data, all->len)
             : 0;
}

/* The gain of some recordings is of all of them, not of a step. */
static const char *
choose_words (const LscFinding *row)
{
  if (row->own_certainty == LSC_FINDING_SURE)
    return row->is_of_recording
               ? N_ ("With the other findings fixed, this would save %s of the recording (%s).")
               : N_ ("With the other findings fixed, this would save %s per step (%s).");
  return row->is_of_recording
             ? N_ ("With the other findings fixed, this would probably save %s of the recording "
                   "(%s).")
             : N_ ("With the other findings fixed, this would probably save %s per step (%s).");
}

static void
tell_hidden (const LscJudge *judge, LscFinding *row)
{
  g_autoptr (GPtrArray) phrases = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autofree char *gain = lsc_format_duration (row->hidden_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share = lsc_format_share ((double) row->hidden_ns / judge->step_ns);

  g_ptr_array_add (phrases, lsc_phrase_new (choose_words (row), gain, share));
  if (row->rest)
    g_ptr_array_add (phrases, row->rest);
  row->rest = lsc_phrase_new_joined (" ", phrases);
  row->certainty = row->own_certainty;
  _lsc_finding_say_found (row);
}

/**
 * _lsc_findings_find_hidden:
 * @judge: its rows in their order, with their causes
 *
 * Finds LscFinding.hidden_ns, and says it.
 *
 * Cost: a replay for each finding that may be hidden.
 */
void
_lsc_findings_find_hidden (const LscJudge *judge)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  guint n_counted = 0;
  double all_ns;

  if (!judge->replay || lsc_job_replay_is_bound (judge->replay) || judge->step_ns <= 0)
    return;
  for (guint i = 0; i < judge->rows->len; i++)
    {
      gboolean counts = is_counted (judge->rows->pdata[i]);

      n_counted += counts;
      if (counts || may_be_hidden (judge, judge->rows->pdata[i]))
        g_ptr_array_add (rows, judge->rows->pdata[i]);
    }
  if (rows->len < 2 || rows->len == n_counted)
    return;
  all_ns = replay_but (judge, rows, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      LscFinding *row = rows->pdata[i];
      double more_ns = is_counted (row) ? 0 : all_ns - replay_but (judge, rows, row);

      if (more_ns - (double) lsc_int_or_zero (row->gain_ns) < LEAST_MORE * judge->step_ns)
        continue;
      row->hidden_ns = (gint64) (more_ns + 0.5);
    }
  for (guint i = 0; i < rows->len; i++)
    if (((LscFinding *) rows->pdata[i])->hidden_ns > 0)
      tell_hidden (judge, rows->pdata[i]);
}
