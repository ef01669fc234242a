/* lsc-findings-launched.c - what the device idles for, though its work was launched
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "model/lsc-rank-name.h"

/* findings.md#headline. */

#define LEAST_LAUNCHED 0.03 /* of the step of a rank: idle time that the bars show */
#define LEAST_GIVEN 0.02    /* likewise, of waiting for members: worth a sentence */

/** @idle_ns: of each rank, means over the steps that count; @worst: rank with most of it */
typedef struct
{
  const LscJudge *judge;
  double *idle_ns;
  gsize worst;
  double step_ns;
  double given_ns;
} Launched;

static void
launched_clear (Launched *self)
{
  g_free (self->idle_ns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Launched, launched_clear)

static double
get_idle_ns (const LscRankDigest *digest)
{
  double sum_ns = 0;

  for (gsize i = 0; i < digest->counted.n; i++)
    sum_ns += (double) MAX (lsc_rank_digest_get_counted (digest, i)->ns[LSC_BUDGET_FREE_DEVICE], 0);
  return sum_ns / (double) MAX (digest->counted.n, 1);
}

static double
get_step_ns (const LscRankDigest *digest)
{
  double sum_ns = 0;

  for (gsize i = 0; i < digest->counted.n; i++)
    sum_ns += (double) MAX (lsc_rank_digest_get_counted (digest, i)->step_ns, 0);
  return sum_ns / (double) MAX (digest->counted.n, 1);
}

static void
launched_init (Launched *self, const LscJudge *judge)
{
  *self = (Launched){ .judge = judge, .idle_ns = g_new0 (double, judge->n + 1) };
  for (gsize i = 0; i < judge->n; i++)
    self->idle_ns[i] = get_idle_ns (judge->ranks[i].digest);
  self->worst = _lsc_judge_find_worst (self->idle_ns, judge->n);
  self->step_ns = get_step_ns (judge->ranks[self->worst].digest);
  if (judge->replay)
    self->given_ns = lsc_job_replay_get_given_ns (judge->replay, self->worst);
}

/* Whether a finding that stands out says why work that was launched begins late. */
static gboolean
is_told (const LscFindings *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *row = lsc_findings_get (self, i);

      if (g_str_equal (row->id, lsc_finding_rules[LSC_RULE_FREE_DEVICE].id) &&
          lsc_finding_get_group (row) == LSC_FINDINGS_OUTSTANDING)
        return TRUE;
    }
  return FALSE;
}

/* As far as the recording proves what the device waits for. */
static LscPhrase *
say_idle (const Launched *self)
{
  const LscRankDigest *digest = self->judge->ranks[self->worst].digest;
  double idle_ns = self->idle_ns[self->worst];
  const char *behind = lsc_rank_digest_text (digest, digest->calls[LSC_LOSS_DEVICE]);
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self->judge, self->idle_ns);
  g_autofree char *most = lsc_format_duration ((gint64) idle_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share = lsc_format_share (idle_ns / self->step_ns);
  const char *who = lsc_phrase_as_argument (ranks);

  if (2 * self->given_ns >= idle_ns)
    return lsc_phrase_new (N_ ("On %s the device idles for up to %s (%s) with work launched, "
                               "mostly waiting for ranks that reach a collective later."),
                           who, most, share);
  if (behind)
    return lsc_phrase_new (N_ ("On %s the device idles for up to %s (%s) with work launched, "
                               "mostly behind %s."),
                           who, most, share, behind);
  if (self->given_ns >= LEAST_GIVEN * self->step_ns)
    return lsc_phrase_new (N_ ("On %s the device idles for up to %s (%s) with work launched, "
                               "partly waiting for ranks that reach a collective later."),
                           who, most, share);
  return lsc_phrase_new (N_ ("On %s the device idles for up to %s (%s) with work launched. The "
                             "recording does not show whether it waits for another stream, an "
                             "event or its peers."),
                         who, most, share);
}

static const char *
find_label (const LscRankDigest *digest, guint32 group)
{
  for (gsize i = 0; i < digest->groups.n; i++)
    if (digest->groups.items[i].name == group)
      return lsc_rank_digest_text (digest, digest->groups.items[i].label);
  return NULL;
}

/* (nullable): for whom the rank that idles most waits, where one comes to the collectives last */
static LscPhrase *
say_meet (const Launched *self)
{
  const LscJudgedRank *ranks = self->judge->ranks;
  const LscReplayMeet *meet =
      self->judge->replay ? lsc_job_replay_get_meet (self->judge->replay, self->worst) : NULL;
  const LscRankDigest *digest = ranks[self->worst].digest;
  g_autoptr (LscPhrase) who = NULL, whom = NULL;
  g_autofree char *ns = NULL;
  const char *label;

  label = meet ? find_label (digest, meet->group) : NULL;
  if (!label || self->given_ns < LEAST_GIVEN * self->step_ns || !lsc_rank_is_told (digest->rank))
    return NULL;
  ns = lsc_format_duration ((gint64) meet->ns, LSC_TIME_UNIT_AUTO);
  who = lsc_rank_name_new_first (digest->rank, NULL);
  whom = lsc_rank_name_new (ranks[meet->last].digest->rank, NULL);
  if (!meet->is_prompt || !lsc_rank_is_told (ranks[meet->last].digest->rank))
    return lsc_phrase_new (N_ ("%s idles longest before a collective: %s per step in %s."),
                           lsc_phrase_as_argument (who), ns, label);
  if (meet->is_of_all)
    return lsc_phrase_new (
        N_ ("%s idles longest before a collective: %s per step in %s. All groups "
            "of its kind begin together, once %s arrives last."),
        lsc_phrase_as_argument (who), ns, label, lsc_phrase_as_argument (whom));
  return lsc_phrase_new (N_ ("%s idles longest before a collective: %s per step for %s (%s)."),
                         lsc_phrase_as_argument (who), ns, lsc_phrase_as_argument (whom), label);
}

/**
 * _lsc_findings_say_launched:
 *
 * What the bars show as idle though launched, where that is a large part of one: what the device
 * waits for, and for whom, as far as the recording proves it.
 *
 * Returns: (transfer full) (nullable):
 */
LscPhrase *
_lsc_findings_say_launched (const LscFindings *self, const LscJudge *judge)
{
  g_auto (Launched) launched = { NULL };
  g_autoptr (GPtrArray) sentences =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  LscPhrase *meet;

  if (judge->n == 0 || judge->ranks[0].digest->is_of_ops || is_told (self))
    return NULL;
  launched_init (&launched, judge);
  if (launched.idle_ns[launched.worst] < LEAST_LAUNCHED * MAX (launched.step_ns, 1))
    return NULL;
  g_ptr_array_add (sentences, say_idle (&launched));
  meet = say_meet (&launched);
  if (meet)
    g_ptr_array_add (sentences, meet);
  return meet ? lsc_phrase_new_joined (" ", sentences) : g_ptr_array_steal_index (sentences, 0);
}
