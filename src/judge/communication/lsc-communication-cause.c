/* lsc-communication-cause.c - who is waited for, and what that costs, by what findings say
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"
#include "judge/communication/lsc-communication-private.h"
#include "judge/findings/lsc-finding-rules.h"

/* communication.md#headline */

#define LEAST_DIRECT 0.1 /* of all waiting: so much is directly for those who are late */

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

/* About a rank alone, or about its stage. */
static gboolean
is_of_a_place (const LscFinding *row)
{
  return lsc_finding_stands_out (row) &&
         (row->ranks->len == 1 || has_id (row, LSC_RULE_STAGE_IMBALANCE));
}

static gboolean
is_about (const LscCommunication *self, const LscFinding *row)
{
  if (self->cause == LSC_COMM_CAUSE_LINK)
    return has_id (row, LSC_RULE_SLOW_LINK);
  if (self->cause == LSC_COMM_CAUSE_HOSTS)
    return has_id (row, LSC_RULE_SLOW_HOST_LINK) || has_id (row, LSC_RULE_SLOW_SWITCH);
  return is_of_a_place (row) && has_rank (row, self->cause_rank);
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

/* In a pipeline a late rank makes its neighbours late, so most waits are for these. */
static gboolean
holds_up (const LscCommunication *self, const LscFinding *row)
{
  return is_of_a_place (row) && row->gain_ns != LSC_INT_NULL && row->gain_ns > 0 &&
         (double) sum_direct_ns (self, row) >= LEAST_DIRECT * (double) self->wait_ns;
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

static LscPhrase *
say_direct (const LscCommunication *self, const LscFinding *row)
{
  gint64 stage = find_stage (self, row);
  g_autoptr (LscPhrase) ranks = name_ranks (row->ranks);
  g_autofree char *share =
      lsc_format_share ((double) sum_direct_ns (self, row) / (double) self->wait_ns);

  if (!ranks)
    return NULL;
  if (stage < 0)
    return lsc_phrase_new (N_ ("Of the waiting, %s is directly for %s."), share,
                           lsc_phrase_as_argument (ranks));
  return lsc_phrase_new (N_ ("Of the waiting, %s is directly for %s (stage %" PRId64
                             "); ranks that wait there hold up others in turn."),
                         share, lsc_phrase_as_argument (ranks), stage);
}

/* The first kind of operator in which the rank comes last most often. */
static void
point_at_late (LscCommunication *self, gint64 rank)
{
  for (gsize i = 0; i < self->operators.n; i++)
    {
      const LscCommOperator *sum = &self->operators.items[i];

      if (sum->n_last == 0 || _lsc_communication_get_digest (self, sum->last_rank)->rank != rank)
        continue;
      self->headline_table = LSC_COMMUNICATION_OPERATORS;
      self->headline_row = i;
      return;
    }
}

/* ---- the headline ---- */

/* @parts: (element-type LscPhrase): becomes the headline, which ends with @row */
static void
take (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  g_clear_pointer (&self->detail, lsc_phrase_free);
  self->detail = lsc_phrase_new_joined (" ", parts);
  if (row->line)
    {
      lsc_phrase_free (self->headline);
      self->headline = lsc_phrase_copy (row->line);
    }
  self->finding = row->id;
  self->is_of_pipeline = row->is_of_pipeline;
}

/* A link is told in the finding's words already; why others wait for a rank is not. */
static gboolean
take_cost (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  LscPhrase *cost =
      self->cause == LSC_COMM_CAUSE_RANK ? lsc_phrase_copy (row->text) : lsc_finding_say_gain (row);

  if (!cost)
    return FALSE;
  g_ptr_array_add (parts, lsc_phrase_copy (self->detail));
  g_ptr_array_add (parts, cost);
  take (self, parts, row);
  return TRUE;
}

static gboolean
take_cause (LscCommunication *self, GPtrArray *parts, const LscFinding *row)
{
  LscPhrase *direct = say_direct (self, row);

  g_ptr_array_add (parts, lsc_phrase_copy (self->amount));
  g_ptr_array_add (parts, lsc_phrase_copy (row->brief ? row->brief : row->text));
  if (direct)
    g_ptr_array_add (parts, direct);
  take (self, parts, row);
  self->cause = LSC_COMM_CAUSE_RANK;
  self->cause_rank = g_array_index (row->ranks, gint64, 0);
  point_at_late (self, self->cause_rank);
  return TRUE;
}

/**
 * lsc_communication_wants_findings:
 *
 * Returns: whether the headline blames something, of which a finding may tell what it costs, or
 *   there is waiting, of which a finding may tell for whom
 */
gboolean
lsc_communication_wants_findings (const LscCommunication *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->cause != LSC_COMM_NO_CAUSE || self->wait_ns > 0;
}

/**
 * lsc_communication_take_gain:
 * @findings: of the same ranks
 *
 * Ends the headline with what the finding about the same link, hosts or rank gains, of a rank also
 * why it is late. Where the waits themselves name no rank, the first finding about one that others
 * wait for says who it is. Without one the headline stays. Only before others have @self.
 */
void
lsc_communication_take_gain (LscCommunication *self, const LscFindings *findings)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  gboolean is_done = FALSE;

  g_return_if_fail (self && findings);
  for (guint i = 0; !is_done && lsc_communication_wants_findings (self) && i < findings->rows->len;
       i++)
    {
      const LscFinding *row = lsc_findings_get (findings, i);

      if (self->cause == LSC_COMM_NO_CAUSE)
        is_done = holds_up (self, row) && take_cause (self, parts, row);
      else
        is_done = is_about (self, row) && take_cost (self, parts, row);
    }
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
