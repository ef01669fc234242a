/* lsc-communication-cause.c - who is waited for, and what that costs, by what findings say
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-time.h"
#include "judge/communication/lsc-communication-private.h"
#include "judge/findings/lsc-finding-rules.h"

/* communication.md#headline */

#define LEAST_DIRECT 0.1 /* of all waiting: so much is directly for those who are late */
#define FEW_RANKS 0.5    /* of all: so many can be late while the others wait for them */
#define TIMES_FAIR                                                                                 \
  2                    /* times what it were if all ranks were waited for alike: a proof by itself \
                        */
#define LEAST_FAIR 0.5 /* of that: with less nobody waits for them */
#define LEAST_GAIN 0.25 /* of the waiting of a rank: so much would go away */
#define MOST_PART 0.5   /* of what is exposed: so much waiting is what it is about */
#define LEAST_LAST 0.25 /* of the instances with waits: so often last is worth a sentence */
#define LEAST_WAITS 4   /* so many instances: fewer show nothing */

static gboolean
has_id (const LscFinding *row, LscRule rule)
{
  return g_str_equal (row->id, lsc_finding_rules[rule].id);
}

static gboolean
has_rank (const LscFinding *row, gint64 rank)
{
  for (guint i = 0; i < row->ranks->len; i++)
    if (g_array_index (row->ranks, gint64, i) == rank)
      return TRUE;
  return FALSE;
}

/* About a rank alone, about its stage, or about few of all ranks, such as a group of tensor
 * parallelism of which one slows the others down. */
static gboolean
is_of_a_place (const LscCommunication *self, const LscFinding *row)
{
  return lsc_finding_stands_out (row) && row->ranks->len > 0 &&
         (row->ranks->len == 1 || has_id (row, LSC_RULE_STAGE_IMBALANCE) ||
          (double) row->ranks->len <= FEW_RANKS * (double) self->digests->len);
}

/* About communication itself, whoever is late. What waits is not to be overlapped, but to be waited
 * for no longer. */
static gboolean
is_of_communication (const LscCommunication *self, const LscFinding *row)
{
  gboolean is_waiting = (double) self->wait_ns >= MOST_PART * (double) self->exposed_ns;

  return lsc_finding_stands_out (row) && row->gain_ns != LSC_INT_NULL && row->gain_ns > 0 &&
         (has_id (row, LSC_RULE_COMMUNICATION_WAIT) || has_id (row, LSC_RULE_SLOW_COLLECTIVE) ||
          has_id (row, LSC_RULE_SENT_AGAIN) ||
          (has_id (row, LSC_RULE_UNCOVERED_COMMUNICATION) && !is_waiting));
}

static gboolean
is_about (const LscCommunication *self, const LscFinding *row)
{
  if (self->cause == LSC_COMM_CAUSE_LINK)
    return has_id (row, LSC_RULE_SLOW_LINK);
  if (self->cause == LSC_COMM_CAUSE_HOSTS)
    return has_id (row, LSC_RULE_SLOW_HOST_LINK) || has_id (row, LSC_RULE_SLOW_SWITCH);
  return is_of_a_place (self, row) && has_rank (row, self->cause_rank);
}

/* ---- of waits that no rank causes most of: for whom ---- */

/* Exposed waiting directly for the ranks of a finding. */
static gint64
sum_direct_ns (const LscCommunication *self, const LscFinding *row)
{
  gint64 ns = 0;

  for (guint i = 0; i < self->digests->len; i++)
    if (has_rank (row, _lsc_communication_get_digest (self, i)->rank))
      ns += self->caused_ns[i];
  return ns;
}

static double
get_direct_share (const LscCommunication *self, const LscFinding *row)
{
  return (double) sum_direct_ns (self, row) / (double) self->wait_ns;
}

/* What the direct waiting would be if all ranks were waited for alike. */
static double
get_fair_share (const LscCommunication *self, const LscFinding *row)
{
  return (double) row->ranks->len / MAX (self->digests->len, 1);
}

/* Whether others wait for the ranks of a finding so much longer than for others that no finding has
 * to say so. */
static gboolean
is_awaited_most (const LscCommunication *self, const LscFinding *row)
{
  double direct = get_direct_share (self, row);

  return direct >= LEAST_DIRECT && direct >= TIMES_FAIR * get_fair_share (self, row);
}

/* Waiting of a rank in a step, mean over all. */
static double
get_mean_wait_ns (const LscCommunication *self)
{
  return (double) self->wait_ns / (double) MAX (self->base.n_known, 1);
}

/* In a pipeline a late rank makes its neighbours late, so most waits are for these, and those for
 * whom others wait most need not be the cause. What of the waiting would go away is the proof. */
static gboolean
holds_up (const LscCommunication *self, const LscFinding *row)
{
  if (!is_of_a_place (self, row) || row->gain_ns == LSC_INT_NULL || row->gain_ns <= 0)
    return FALSE;
  return is_awaited_most (self, row) ||
         (get_direct_share (self, row) >= LEAST_FAIR * get_fair_share (self, row) &&
          (double) row->gain_ns >= LEAST_GAIN * get_mean_wait_ns (self));
}

/* (nullable): how long a rank waits, and what of that the gain is; the rest has other causes */
static LscPhrase *
say_part_of_wait (const LscCommunication *self, const LscFinding *row)
{
  double wait_ns = get_mean_wait_ns (self);
  g_autofree char *part = NULL, *wait = NULL, *gain = NULL;

  if ((double) row->gain_ns >= wait_ns)
    return NULL;
  part = lsc_format_share ((double) row->gain_ns / wait_ns);
  wait = lsc_format_duration (llround (wait_ns), LSC_TIME_UNIT_AUTO);
  gain = lsc_format_duration (row->gain_ns, LSC_TIME_UNIT_AUTO);
  return row->is_bound ? lsc_phrase_new (
                             N_ ("A rank waits for %s per step (mean, not overlapped). The gain of "
                                 "up to %s is at most %s of that."),
                             wait, gain, part)
                       : lsc_phrase_new (
                             N_ ("A rank waits for %s per step (mean, not overlapped). The gain of "
                                 "%s is %s of that."),
                             wait, gain, part);
}

/* The stage that the ranks of a finding share, -1 = they share none, or it is not known. */
static gint64
find_stage (const LscCommunication *self, const LscFinding *row)
{
  gint64 stage = -1;

  for (guint i = 0; i < self->digests->len; i++)
    if (has_rank (row, _lsc_communication_get_digest (self, i)->rank))
      {
        if (self->stages[i] < 0 || (stage >= 0 && stage != self->stages[i]))
          return -1;
        stage = self->stages[i];
      }
  return stage;
}

static LscPhrase *
name_ranks (const GArray *ranks)
{
  const gint64 *first = (const gint64 *) (gpointer) ranks->data;

  return ranks->len == 1 ? lsc_rank_name_new (*first, NULL)
                         : lsc_rank_names_list (first, ranks->len);
}

/* (nullable) */
static LscPhrase *
say_direct (const LscCommunication *self, const LscFinding *row)
{
  gint64 stage = find_stage (self, row);
  g_autoptr (LscPhrase) ranks = name_ranks (row->ranks);
  g_autofree char *share = lsc_format_share (get_direct_share (self, row));

  if (!ranks || !is_awaited_most (self, row))
    return NULL;
  if (stage < 0)
    return lsc_phrase_new (N_ ("Of the waiting, %s is directly for %s."), share,
                           lsc_phrase_as_argument (ranks));
  return lsc_phrase_new (N_ ("Of the waiting, %s is directly for %s (stage %" PRId64
                             "); ranks that wait there hold up others in turn."),
                         share, lsc_phrase_as_argument (ranks), stage);
}

/* The first kind of operator in which one of the ranks comes last most often: its row. */
static void
point_at_late (LscCommunication *self, const LscFinding *row)
{
  for (gsize i = 0; i < self->operators.n; i++)
    {
      const LscCommOperator *sum = &self->operators.items[i];

      if (sum->n_last == 0 ||
          !has_rank (row, _lsc_communication_get_digest (self, sum->last_rank)->rank))
        continue;
      self->headline_table = LSC_COMMUNICATION_OPERATORS;
      self->headline_row = i;
      return;
    }
}

/* (nullable): how often one of the ranks comes last in what point_at_late() found: the proof that
 * is seen on the page */
static LscPhrase *
say_last (const LscCommunication *self, const LscFinding *row)
{
  const LscCommOperator *sum =
      self->headline_table == LSC_COMMUNICATION_OPERATORS && self->headline_row < self->operators.n
          ? &self->operators.items[self->headline_row]
          : NULL;
  g_autofree char *last = NULL, *waited = NULL;
  gint64 rank;

  if (!sum || sum->n_waited < LEAST_WAITS ||
      (double) sum->n_last < LEAST_LAST * (double) sum->n_waited)
    return NULL;
  rank = _lsc_communication_get_digest (self, sum->last_rank)->rank;
  if (!has_rank (row, rank) || !lsc_rank_is_told (rank))
    return NULL;
  last = lsc_format_count (sum->n_last);
  waited = lsc_format_count (sum->n_waited);
  return lsc_phrase_new (N_ ("Rank %" PRId64 " arrives last in %s of %s waits: %s in %s."), rank,
                         last, waited, lsc_intern_text (self->match.texts, sum->name),
                         _lsc_communication_get_label (self, sum->group));
}

/* ---- the headline ---- */

/* @parts: (element-type LscPhrase): become the words below the headline, and end with what to do */
static void
take (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  if (row->remedy)
    g_ptr_array_add (parts, lsc_phrase_copy (row->remedy));
  g_clear_pointer (&self->detail, lsc_phrase_free);
  self->detail = lsc_phrase_new_joined (" ", parts);
  if (row->remedy)
    {
      g_ptr_array_remove_index (parts, parts->len - 1);
      g_ptr_array_insert (parts, 0, lsc_phrase_copy (row->remedy));
      g_clear_pointer (&self->guide, lsc_phrase_free);
      self->guide = lsc_phrase_new_joined (" ", parts);
    }
  if (row->line)
    {
      lsc_phrase_free (self->headline);
      self->headline = lsc_phrase_copy (row->line);
      self->answer_certainty = lsc_finding_get_certainty_words (row);
    }
  self->finding = row->id;
  self->is_of_pipeline = row->is_of_pipeline;
}

static void
add_last (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  LscPhrase *last;

  point_at_late (self, row);
  last = say_last (self, row);
  if (last)
    g_ptr_array_add (parts, last);
}

/* A link is told in the finding's words already; why others wait for a rank is not. */
static gboolean
take_cost (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  LscPhrase *cost =
      self->cause == LSC_COMM_CAUSE_RANK ? lsc_phrase_copy (row->text) : lsc_finding_say_gain (row);

  if (!cost)
    return FALSE;
  if (self->cause == LSC_COMM_CAUSE_RANK)
    add_last (self, parts, row);
  g_ptr_array_add (parts, lsc_phrase_copy (self->detail));
  g_ptr_array_add (parts, cost);
  take (self, parts, row);
  return TRUE;
}

static gboolean
take_cause (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  LscPhrase *part = say_part_of_wait (self, row), *direct = say_direct (self, row);

  add_last (self, parts, row);
  g_ptr_array_add (parts, lsc_phrase_copy (self->amount));
  g_ptr_array_add (parts, lsc_phrase_copy (row->brief ? row->brief : row->text));
  if (part)
    g_ptr_array_add (parts, part);
  if (direct)
    g_ptr_array_add (parts, direct);
  take (self, parts, row);
  self->cause = LSC_COMM_CAUSE_RANK;
  self->cause_rank = g_array_index (row->ranks, gint64, 0);
  return TRUE;
}

/* (nullable): what the ranks wait on the mean, beside the gain, which is bound by the rank that
 * waits least (findings.md#communication) */
static LscPhrase *
say_least (const LscCommunication *self, const LscFinding *row)
{
  g_autofree char *gain = NULL, *wait = NULL;

  if (!has_id (row, LSC_RULE_COMMUNICATION_WAIT) || self->base.n_known < 2 ||
      (double) row->gain_ns >= get_mean_wait_ns (self))
    return NULL;
  gain = lsc_format_duration (row->gain_ns, LSC_TIME_UNIT_AUTO);
  wait = lsc_format_duration (llround (get_mean_wait_ns (self)), LSC_TIME_UNIT_AUTO);
  return lsc_phrase_new (N_ ("The table calls this “Exposed Wait, Cause Not Known”: %s per step on "
                             "average. The rank that waits least bounds the gain: %s."),
                         wait, gain);
}

static gboolean
take_own (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  LscPhrase *least = say_least (self, row);

  if (least)
    g_ptr_array_add (parts, least);
  g_ptr_array_add (parts, lsc_phrase_copy (self->amount));
  g_ptr_array_add (parts, lsc_phrase_copy (row->brief ? row->brief : row->text));
  take (self, parts, row);
  return TRUE;
}

static gboolean
take_row (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  if (self->cause != LSC_COMM_NO_CAUSE)
    return is_about (self, row) && take_cost (self, parts, row);
  if (self->wait_ns > 0 && holds_up (self, row))
    return take_cause (self, parts, row);
  return is_of_communication (self, row) && take_own (self, parts, row);
}

/**
 * lsc_communication_wants_findings:
 *
 * Returns: whether the headline blames something, of which a finding may tell what it costs, or so
 *   much is exposed that a finding may tell why
 */
gboolean
lsc_communication_wants_findings (const LscCommunication *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->cause != LSC_COMM_NO_CAUSE || self->is_dear;
}

/**
 * lsc_communication_take_gain:
 * @findings: of the same ranks
 *
 * Ends the headline with what the finding about the same link, hosts or rank gains, of a rank also
 * why it is late. Where the waits themselves name no rank, the first finding about ranks that
 * others wait for, or about communication itself, says who or what it is. Without one the headline
 * stays. Only before others have @self.
 */
void
lsc_communication_take_gain (LscCommunication *self, const LscFindings *findings)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  gboolean is_done = FALSE;

  g_return_if_fail (self && findings);
  for (guint i = 0; !is_done && lsc_communication_wants_findings (self) && i < findings->rows->len;
       i++)
    is_done = take_row (self, parts, lsc_findings_get (findings, i));
}

/**
 * lsc_communication_get_finding:
 * @is_of_pipeline: (out): whether a pipeline's verdict says it
 *
 * Returns: (transfer none) (nullable): id of the rule whose finding the headline ends with
 */
const char *
lsc_communication_get_finding (const LscCommunication *self, gboolean *is_of_pipeline)
{
  g_return_val_if_fail (self && is_of_pipeline, NULL);
  *is_of_pipeline = self->is_of_pipeline;
  return self->finding;
}
