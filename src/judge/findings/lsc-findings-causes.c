/* lsc-findings-causes.c - which findings are effects of others, and what all of them gain together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#causes. */

#define MOST_LEFT 0.25    /* of its own gain: so much an effect may gain beside its cause */
#define LEAST_KNOWN 0.5   /* of a gain: so much a replay must tell again */
#define MOST_CAUSES 4     /* that others are replayed with: what costs most stands first */
#define MOST_OVERLAP 0.02 /* of the sum: so far gains add up */

/** Findings of @effect say more about one of @cause. @needs_rank: only where they share one */
typedef struct
{
  const char *effect;
  const char *cause;
  gboolean needs_rank;
} Link;

/* The first that is there counts. */
static const Link links[] = {
  { "G05", "slow_rank", TRUE },
  { "G05", "frequency_drop", TRUE },
  { "G05", "uneven_work", TRUE },
  { "G05", "slow_host", TRUE },
  { "G05", "host_bound", TRUE },
  { "frequency_drop", "slow_rank", TRUE },
  { "K02", "K01", TRUE },
  { "K03", "host_bound", FALSE },
  { "K03", "compile", FALSE },
  { "C01", "uncovered_communication", FALSE },
  { "C02", "uncovered_communication", FALSE },
  { "C03", "uncovered_communication", FALSE },
  { "C04", "uncovered_communication", FALSE },
  { "C07", "uncovered_communication", FALSE },
  { "E01", "host_bound", FALSE },
  { "E02", "uncovered_communication", FALSE },
  { "E03", "host_bound", FALSE },
  { "E04", "compile", FALSE },
  { "E04", "host_bound", FALSE },
  { "E05", "memory_fragmentation", FALSE },
  { "E06", "host_bound", FALSE },
  { "E07", "uncovered_communication", FALSE },
};

static gboolean
shares_rank (const LscFinding *a, const LscFinding *b)
{
  for (guint i = 0; i < a->ranks->len; i++)
    for (guint k = 0; k < b->ranks->len; k++)
      if (g_array_index (a->ranks, gint64, i) == g_array_index (b->ranks, gint64, k))
        return TRUE;
  return FALSE;
}

/* (nullable) */
static LscFinding *
find_linked (const GPtrArray *rows, const LscFinding *effect)
{
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    for (guint k = 0; g_str_equal (links[i].effect, effect->id) && k < rows->len; k++)
      {
        LscFinding *row = rows->pdata[k];

        if (g_str_equal (links[i].cause, row->id) &&
            lsc_finding_get_group (row) <= lsc_finding_get_group (effect) &&
            (!links[i].needs_rank || shares_rank (row, effect)))
          return row;
      }
  return NULL;
}

static gboolean
is_replayed (const LscFinding *row)
{
  return row->changes && row->changes->len > 0 && row->gain_ns != LSC_INT_NULL;
}

static double
replay_gain (const LscJobReplay *replay, const LscFinding *a, const LscFinding *b)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  g_array_append_vals (all, a->changes->data, a->changes->len);
  if (b)
    g_array_append_vals (all, b->changes->data, b->changes->len);
  return lsc_job_replay_gain (replay, (const LscReplayChange *) (gpointer) all->data, all->len);
}

/* What a replay takes away is all that the finding is about: not so where it told its gain by other
 * means, or of single steps. */
static gboolean
is_known (const LscJobReplay *replay, const LscFinding *row)
{
  return is_replayed (row) &&
         replay_gain (replay, row, NULL) >= LEAST_KNOWN * (double) row->gain_ns;
}

/* Whether nearly all that @row gains is gone with what @cause loses. */
static gboolean
is_effect (const LscJobReplay *replay, const LscFinding *row, const LscFinding *cause)
{
  double cause_ns = replay_gain (replay, cause, NULL);

  return cause_ns >= LEAST_KNOWN * (double) cause->gain_ns &&
         replay_gain (replay, cause, row) - cause_ns <= MOST_LEFT * (double) row->gain_ns;
}

/* (nullable): one that stands before it. @rows: in their order */
static LscFinding *
find_replayed (const LscJobReplay *replay, const GPtrArray *rows, guint index)
{
  const LscFinding *row = rows->pdata[index];
  guint n = 0;

  if (row->severity == LSC_FINDING_MINOR || !is_known (replay, row))
    return NULL;
  for (guint i = 0; i < index && n < MOST_CAUSES; i++)
    {
      LscFinding *cause = rows->pdata[i];

      if (!lsc_finding_stands_out (cause) || !is_replayed (cause) || cause->gain_ns < row->gain_ns)
        continue;
      n++;
      if (is_effect (replay, row, cause))
        return cause;
    }
  return NULL;
}

static LscFinding *
find_root (LscFinding *row)
{
  while (row->cause)
    row = (LscFinding *) row->cause;
  return row;
}

/**
 * _lsc_findings_find_causes:
 * @judge: its rows in their order
 *
 * Tells of each finding which other one it is an effect of.
 */
void
_lsc_findings_find_causes (const LscJudge *judge)
{
  const LscJobReplay *replay = judge->replay;
  gboolean can_replay = replay && !lsc_job_replay_is_bound (replay);

  for (guint i = 0; i < judge->rows->len; i++)
    {
      LscFinding *row = judge->rows->pdata[i];
      LscFinding *cause = find_linked (judge->rows, row);

      if (!cause && can_replay)
        cause = find_replayed (replay, judge->rows, i);
      row->cause = cause && find_root (cause) != row ? cause : NULL;
    }
  for (guint i = 0; i < judge->rows->len; i++)
    {
      LscFinding *row = judge->rows->pdata[i];

      row->cause = row->cause ? find_root (row) : NULL;
    }
}

/* ---- gains behind a wait ---- */

static gboolean
counts (const LscFinding *row)
{
  return row->severity == LSC_FINDING_MAJOR && row->certainty != LSC_FINDING_POSSIBLE &&
         row->gain_ns != LSC_INT_NULL;
}

static gboolean
waits_for_missing (const LscFinding *row)
{
  return lsc_finding_stands_out (row) && row->gain_ns != LSC_INT_NULL &&
         g_str_equal (row->id, lsc_finding_rules[LSC_RULE_COMMUNICATION_WAIT].id);
}

static void
add_unknown (LscFinding *row, LscPhrase *phrase)
{
  g_autoptr (GPtrArray) phrases = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (row->unknown)
    g_ptr_array_add (phrases, row->unknown);
  g_ptr_array_add (phrases, phrase);
  row->unknown = lsc_phrase_new_joined (" ", phrases);
}

/**
 * _lsc_findings_doubt_gains:
 * @judge: its rows in their order
 *
 * What ranks lose that wait longer than that for a rank which nobody recorded, may only make them
 * wait longer: that is said, and the gain is the most that it can be.
 */
void
_lsc_findings_doubt_gains (const LscJudge *judge)
{
  const LscFinding *wait = NULL;

  for (guint i = 0; i < judge->rows->len && !wait; i++)
    wait = waits_for_missing (judge->rows->pdata[i]) ? judge->rows->pdata[i] : NULL;
  for (guint i = 0; wait && i < judge->rows->len; i++)
    {
      LscFinding *row = judge->rows->pdata[i];

      if (row == wait || !counts (row) || row->gain_ns >= wait->gain_ns || !shares_rank (row, wait))
        continue;
      _lsc_finding_bound_gain (row);
      add_unknown (row, lsc_phrase_new_text (
                            N_ ("These ranks wait longer for ranks that were not opened: fixing "
                                "this alone may save nothing.")));
    }
}

/* ---- all together ---- */

/**
 * _lsc_findings_sum_gains:
 * @sum_ns: (out): what they gain one by one, effects left out
 *
 * What findings that count gain together: a replay without all that they lose, so that nothing
 * counts twice (findings.md#gain), and what others hide counts (findings.md#hidden). A gain of
 * which it is not known where it is added, so that the sum is the most that it can be.
 *
 * Returns: ns a step
 */
double
_lsc_findings_sum_gains (const LscJudge *judge, double *sum_ns)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
  double most_ns = 0, added_ns = 0;

  *sum_ns = 0;
  for (guint i = 0; i < judge->rows->len; i++)
    {
      const LscFinding *row = judge->rows->pdata[i];
      double gain_ns = (double) lsc_int_or_zero (row->gain_ns);

      if (row->hidden_ns > 0)
        {
          *sum_ns += (double) row->hidden_ns;
          g_array_append_vals (all, row->changes->data, row->changes->len);
        }
      if (!counts (row))
        continue;
      most_ns = MAX (most_ns, gain_ns);
      *sum_ns += row->cause ? 0 : gain_ns;
      if (judge->replay && is_known (judge->replay, row))
        g_array_append_vals (all, row->changes->data, row->changes->len);
      else if (!row->cause)
        added_ns += gain_ns;
    }
  if (all->len > 0)
    added_ns += lsc_job_replay_gain (judge->replay, (const LscReplayChange *) (gpointer) all->data,
                                     all->len);
  return MIN (MAX (most_ns, MIN (added_ns, *sum_ns)), judge->step_ns);
}

/**
 * _lsc_findings_overlap:
 *
 * Returns: whether a replay without both shows that they gain less together than one by one; what
 *   cannot be replayed is not known to
 */
gboolean
_lsc_findings_overlap (const LscJudge *judge, const LscFinding *a, const LscFinding *b)
{
  double sum_ns;

  if (!judge->replay || lsc_job_replay_is_bound (judge->replay) || !is_known (judge->replay, a) ||
      !is_known (judge->replay, b))
    return FALSE;
  sum_ns = replay_gain (judge->replay, a, NULL) + replay_gain (judge->replay, b, NULL);
  return sum_ns - replay_gain (judge->replay, a, b) > MOST_OVERLAP * sum_ns;
}

static guint
count_gains (const LscFindings *self)
{
  guint n = 0;

  for (guint i = 0; i < self->rows->len; i++)
    n += (counts (lsc_findings_get (self, i)) && !lsc_findings_get (self, i)->cause) ||
         lsc_findings_get (self, i)->hidden_ns > 0;
  return n;
}

static LscPhrase *
say_total (const LscJudge *judge, double total_ns, double sum_ns, gboolean has_prediction)
{
  g_autofree char *total = lsc_format_duration ((gint64) total_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share = lsc_format_share (total_ns / MAX (judge->step_ns, 1));

  if (!_lsc_judge_has_steps (judge))
    return lsc_phrase_new (N_ ("Fixing all findings would save up to %s of the recording (%s)."),
                           total, share);
  if (sum_ns - total_ns > MOST_OVERLAP * sum_ns)
    return lsc_phrase_new (N_ ("Fixing all findings would save up to %s per step (%s), less than "
                               "their sum, because the gains overlap."),
                           total, share);
  if (has_prediction) /* which is more than the total */
    return lsc_phrase_new (N_ ("Fixing all findings would save up to %s per step (%s) with this "
                               "schedule."),
                           total, share);
  return lsc_phrase_new (N_ ("Fixing all findings would save up to %s per step (%s)."), total,
                         share);
}

/**
 * _lsc_findings_say_total:
 * @self: with the total
 * @sum_ns: what they gain one by one
 *
 * Another schedule, which may gain more than all, is no part of it, and that is said.
 *
 * Returns: (transfer full) (nullable): what fixing all that stands out would save; %NULL where that
 *   is one
 */
LscPhrase *
_lsc_findings_say_total (const LscFindings *self, const LscJudge *judge, double sum_ns)
{
  return count_gains (self) < 2
             ? NULL
             : say_total (judge, (double) self->total_gain_ns, sum_ns, self->prediction != NULL);
}
