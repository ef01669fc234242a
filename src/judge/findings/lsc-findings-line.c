/* lsc-findings-line.c - a finding in one line: what, where, and what it costs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#line. A line has at most twelve words: of what says where it is the longest form is
 * taken that leaves room for the cost. */

#define MOST_WORDS 12

/* What is to blame, as the subject of a verb in the singular. Rules that are possible at most never
 * stand in the first line, so they have none. */
static const char *const subjects[LSC_N_RULES] = {
  [LSC_RULE_FREQUENCY_DROP] = N_ ("Low core frequency"),
  [LSC_RULE_SLOW_RANK] = N_ ("Slow computation"),
  [LSC_RULE_STAGE_IMBALANCE] = N_ ("Stage imbalance"),
  [LSC_RULE_UNEVEN_WORK] = N_ ("Uneven work"),
  [LSC_RULE_SYNC_CALLS] = N_ ("Device synchronisation"),
  [LSC_RULE_COMPILE] = N_ ("Operator compilation"),
  [LSC_RULE_COLLECTOR] = N_ ("Garbage collection"),
  [LSC_RULE_SILENCE] = N_ ("Stalled host process"),
  [LSC_RULE_DATA_LOADER] = N_ ("Data loading"),
  [LSC_RULE_ALLOCATOR] = N_ ("Memory allocation"),
  [LSC_RULE_PROFILER] = N_ ("Profiler overhead"),
  [LSC_RULE_SMALL_KERNELS] = N_ ("Launch-bound execution"),
  [LSC_RULE_CHECKPOINT] = N_ ("Checkpointing"),
  [LSC_RULE_SLOW_HOST] = N_ ("Slow host"),
  [LSC_RULE_HOST_BOUND] = N_ ("Host-bound execution"),
  [LSC_RULE_FREE_DEVICE] = N_ ("Delayed kernel start"),
  [LSC_RULE_FREE_UNLINKED] = N_ ("Device idle time"),
  [LSC_RULE_TAIL] = N_ ("Idle step end"),
  [LSC_RULE_COPIES] = N_ ("Exposed copying"),
  [LSC_RULE_SLOW_HOST_LINK] = N_ ("Slow host network"),
  [LSC_RULE_SLOW_SWITCH] = N_ ("Slow network switch"),
  [LSC_RULE_SLOW_LINK] = N_ ("Slow link"),
  [LSC_RULE_SLOW_GROUP] = N_ ("Slow communication group"),
  [LSC_RULE_SENT_AGAIN] = N_ ("Packet retransmission"),
  [LSC_RULE_COMMUNICATION_WAIT] = N_ ("Waiting for other ranks"),
  [LSC_RULE_UNCOVERED_COMMUNICATION] = N_ ("Exposed communication"),
  [LSC_RULE_AI_CPU] = N_ ("AI CPU execution"),
  [LSC_RULE_MEMORY_GROWTH] = N_ ("Memory growth"),
  [LSC_RULE_HOST_OR_LINK] = N_ ("Late host or link"),
  [LSC_RULE_SLOW_COLLECTIVE] = N_ ("Slow collective"),
  [LSC_RULE_LONG_MICRO_BATCH] = N_ ("Long micro-batch"),
  [LSC_RULE_PAUSE] = N_ ("Stalled block"),
};

/* What it costs: for certain, probably, perhaps; at most. */
static const char *const costs[LSC_FINDING_N_CERTAINTIES] = {
  [LSC_FINDING_SURE] = N_ ("%s costs %s per step (%s)."),
  [LSC_FINDING_LIKELY] = N_ ("%s probably costs %s per step (%s)."),
  [LSC_FINDING_POSSIBLE] = N_ ("%s may cost %s per step (%s)."),
};

/* The same of what was recorded without marks of steps. */
static const char *const costs_of_recording[LSC_FINDING_N_CERTAINTIES] = {
  [LSC_FINDING_SURE] = N_ ("%s costs %s of the recording (%s)."),
  [LSC_FINDING_LIKELY] = N_ ("%s probably costs %s of the recording (%s)."),
  [LSC_FINDING_POSSIBLE] = N_ ("%s may cost %s of the recording (%s)."),
};

/* Where it is, the longest form first. */
typedef enum
{
  WHERE_LISTED,  /* ranks 0, 2, 5 */
  WHERE_COUNTED, /* 3 of 16 ranks */
  WHERE_NUMBER,  /* 3 ranks */
  WHERE_NOT,
  N_WHERE,
} Where;

/* (transfer full) (nullable): NULL where the form does not tell the ranks. One rank that is all
 * there is needs no name. */
static LscPhrase *
name_ranks (const GArray *ranks, gsize n_all, gboolean has_all, Where where)
{
  if (ranks->len == 0 || n_all < 2 || where == WHERE_NOT)
    return NULL;
  if (ranks->len == n_all)
    return lsc_phrase_new_text (has_all ? N_ ("all ranks") : N_ ("all opened ranks"));
  if (where == WHERE_COUNTED)
    return lsc_phrase_new (N_ ("%u of %zu ranks"), ranks->len, n_all);
  if (where == WHERE_NUMBER)
    return lsc_phrase_new_plural (ranks->len, "%u rank", "%u ranks", ranks->len);
  return ranks->len == 1
             ? lsc_rank_name_new (g_array_index (ranks, gint64, 0), NULL)
             : lsc_rank_names_list ((const gint64 *) (gconstpointer) ranks->data, ranks->len);
}

static const char *
find_subject (const LscFinding *row)
{
  const LscFindingRule *rule = lsc_finding_rule_find (row->id);

  return rule ? subjects[rule - lsc_finding_rules] : NULL;
}

/* (transfer full) (nullable) */
static LscPhrase *
say_subject (const LscJudge *judge, const LscFinding *row, Where where)
{
  const char *subject = find_subject (row);
  g_autoptr (LscPhrase) name = NULL, ranks = NULL;

  if (row->subject && where < WHERE_NOT)
    return lsc_phrase_copy (row->subject);
  if (!subject)
    return NULL;
  name = lsc_phrase_new_text (row->title ? row->title : subject);
  ranks = name_ranks (row->ranks, judge->n, judge->world <= (gint64) judge->n, where);
  if (!ranks)
    return g_steal_pointer (&name);
  return lsc_phrase_new (N_ ("%s on %s"), lsc_phrase_as_argument (name),
                         lsc_phrase_as_argument (ranks));
}

static LscPhrase *
say_cost (const LscFinding *row, const LscPhrase *subject)
{
  const char *what = lsc_phrase_as_argument (subject);
  g_autofree char *gain = NULL, *share = NULL;

  if (row->gain_ns == LSC_INT_NULL || isnan (row->share))
    return lsc_phrase_new (N_ ("%s."), what);
  gain = lsc_format_duration (row->gain_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (row->share);
  if (row->is_of_recording)
    return lsc_phrase_new (row->is_bound ? N_ ("%s costs up to %s of the recording (%s).")
                                         : costs_of_recording[row->certainty],
                           what, gain, share);
  return row->is_bound ? lsc_phrase_new (N_ ("%s costs up to %s per step (%s)."), what, gain, share)
                       : lsc_phrase_new (costs[row->certainty], what, gain, share);
}

/**
 * _lsc_finding_say_line:
 *
 * Returns: (transfer full) (nullable): what is to blame, where, and what it costs, in at most
 *   twelve words (findings.md#line); %NULL of a rule that never stands first
 */
LscPhrase *
_lsc_finding_say_line (const LscJudge *judge, const LscFinding *row)
{
  LscPhrase *line = NULL;

  for (Where where = 0; where < N_WHERE; where++)
    {
      g_autoptr (LscPhrase) subject = say_subject (judge, row, where);

      g_clear_pointer (&line, lsc_phrase_free);
      line = subject ? say_cost (row, subject) : NULL;
      if (line && lsc_phrase_count_words (line) <= MOST_WORDS)
        return line;
    }
  return line;
}

/* ---- the line below ---- */

/* (nullable): the finding of the schedule with its gain */
static const LscFinding *
find_predicted (const LscFindings *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (lsc_findings_get (self, i)->is_predicted)
      return lsc_findings_get (self, i);
  return NULL;
}

/* (nullable): the first one that stands out, which is that of the bold line */
static const LscFinding *
find_first (const LscFindings *self)
{
  const LscFinding *first = self->rows->len > 0 ? lsc_findings_get (self, 0) : NULL;

  return first && lsc_finding_stands_out (first) ? first : NULL;
}

/* Where no steps are marked most of the recording may be silence of which nobody knows the reason:
 * it is told, though it is only possible. */
static gboolean
is_large_silence (const LscFinding *row)
{
  return row->is_of_recording && row->unknown && row->severity == LSC_FINDING_MAJOR &&
         g_str_equal (row->id, lsc_finding_rules[LSC_RULE_SILENCE].id);
}

/**
 * _lsc_findings_find_larger:
 * @self: with its rows, answer and prediction
 *
 * Returns: (transfer none) (nullable): what gains more, at most, than the finding of the bold line:
 *   a prediction, which is told where it gains more than each finding, else the largest of those
 *   that stand behind it, as less of them is expected
 */
const LscFinding *
_lsc_findings_find_larger (const LscFindings *self)
{
  const LscFinding *first = find_first (self), *larger = first;

  if (self->prediction)
    return find_predicted (self);
  if (!first || self->is_device || first->gain_ns == LSC_INT_NULL)
    return NULL;
  for (guint i = 1; i < self->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (self, i);

      if ((lsc_finding_stands_out (row) || is_large_silence (row)) &&
          row->gain_ns != LSC_INT_NULL && row->gain_ns > larger->gain_ns)
        larger = row;
    }
  return larger != first ? larger : NULL;
}

/**
 * _lsc_findings_say_larger:
 *
 * Returns: (transfer full) (nullable): what may gain more than the finding of the bold line, why it
 *   does not stand there, and whether the two overlap as far as a replay shows
 */
LscPhrase *
_lsc_findings_say_larger (const LscFindings *self, const LscJudge *judge)
{
  const LscFinding *row = self->larger_row;
  g_autoptr (LscPhrase) subject = NULL;
  g_autofree char *gain = NULL, *share = NULL;
  const char *what;

  if (self->prediction)
    return lsc_phrase_copy (self->prediction);
  subject = row ? say_subject (judge, row, WHERE_LISTED) : NULL;
  if (!subject)
    return NULL;
  what = lsc_phrase_as_argument (subject);
  gain = lsc_format_duration (row->gain_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (row->share);
  if (row->is_of_recording)
    return lsc_phrase_new (
        N_ ("Could save more, probably less: %s, up to %s of the recording (%s)."), what, gain,
        share);
  return _lsc_findings_overlap (judge, find_first (self), row)
             ? lsc_phrase_new (N_ ("Could save more, probably less: %s, up to %s per step "
                                   "(%s). The two gains overlap."),
                               what, gain, share)
             : lsc_phrase_new (N_ ("Could save more, probably less: %s, up to %s per step "
                                   "(%s)."),
                               what, gain, share);
}

/**
 * _lsc_findings_say_larger_briefly:
 *
 * Returns: (transfer full) (nullable): the same without why it does not stand there
 */
LscPhrase *
_lsc_findings_say_larger_briefly (const LscFindings *self, const LscJudge *judge)
{
  const LscFinding *row = self->larger_row;
  g_autoptr (LscPhrase) subject = NULL;
  g_autofree char *gain = NULL, *share = NULL;

  if (self->prediction)
    return lsc_verdicts_say_prediction_briefly (self->verdicts);
  subject = row ? say_subject (judge, row, WHERE_NUMBER) : NULL;
  if (!subject)
    return NULL;
  gain = lsc_format_duration (row->gain_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (row->share);
  return lsc_phrase_new (N_ ("Could save more: %s, up to %s (%s)"),
                         lsc_phrase_as_argument (subject), gain, share);
}
