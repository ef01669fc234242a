/* lsc-rule-communication.c - rules about communication that nothing hides
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-time.h"
#include "judge/overview/lsc-awaited.h"

/* findings.md#communication. */

#define LEAST_WAIT 0.02 /* of the step: less than that is jitter */
#define LEAST_BACKLOG_STEPS 3
#define BACKLOG_NOISE 0.01        /* of the step: a backlog grows by more, and shrinks by less */
#define HIDEABLE_PART (1.0 / 3.0) /* of these; the rest has nothing to hide behind */
#define SUM_OF_STAGES 1.05        /* times what a rank exposes: that is more than one rank has */
#define LEAST_HIDDEN 0.5          /* of communication: who hides more overlaps already */

/* ---- waits that nobody who was recorded explains ---- */

static gboolean
is_recorded (const LscJudge *self, gint64 rank)
{
  return g_hash_table_contains (self->recorded, &rank);
}

/* Whether it is known which ranks were recorded. */
static gboolean
are_numbered (const LscJudge *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].digest->rank < 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_complete (const LscJudge *self, const LscRankGroup *group)
{
  for (gsize i = 0; i < group->ranks.n; i++)
    if (!is_recorded (self, group->ranks.items[i]))
      return FALSE;
  return group->ranks.n > 0;
}

/* The group in which a rank waits longest for ranks that were not recorded, or may not have been.
 */
static const LscRankGroup *
find_open_group (const LscJudge *self, gsize rank)
{
  const LscRankGroups *groups = &self->ranks[rank].digest->groups;
  const LscRankGroup *best = NULL;

  for (gsize i = 0; i < groups->n; i++)
    {
      const LscRankGroup *group = &groups->items[i];

      if (group->wait_ns > 0 && !is_complete (self, group) &&
          (!best || group->wait_ns > best->wait_ns))
        best = group;
    }
  return best;
}

/* What a rank waits for ranks that were not recorded, of a step. */
static double
get_open_wait_ns (const LscJudge *self, gsize rank)
{
  const LscRankDigest *digest = self->ranks[rank].digest;
  double sum_ns = 0;

  for (gsize i = 0; i < digest->groups.n; i++)
    {
      const LscRankGroup *group = &digest->groups.items[i];

      if (!is_complete (self, group))
        sum_ns += (double) group->wait_ns;
    }
  return sum_ns / (double) MAX (digest->counted.n, 1);
}

/* What every rank waits at least: the rest is the lateness of ranks that were recorded. */
static double
get_common_wait_ns (const LscJudge *self)
{
  double least_ns = G_MAXDOUBLE;

  for (gsize i = 0; i < self->n; i++)
    least_ns = MIN (least_ns, self->ranks[i].wait_ns);
  return least_ns;
}

static gint64
get_hidden_ns (const LscRankDigest *digest, gsize index)
{
  return lsc_rank_digest_get_counted (digest, index)->hidden_comm_ns;
}

/* How much later the others are with every step, as far as computing still hides it. Those who
 * start communication and compute on see no wait as long as there is something to compute: a rank
 * that is late by as much in every step falls behind, until that is used up. 0 where it does not
 * grow. */
static double
get_backlog_ns (const LscJudge *self, gsize rank)
{
  const LscRankDigest *digest = self->ranks[rank].digest;
  gsize n = digest->counted.n;

  if (n < LEAST_BACKLOG_STEPS || !find_open_group (self, rank))
    return 0;
  for (gsize i = 1; i < n; i++)
    if ((double) (get_hidden_ns (digest, i) - get_hidden_ns (digest, i - 1)) <
        -BACKLOG_NOISE * self->step_ns)
      return 0;
  return (double) MAX (get_hidden_ns (digest, n - 1) - get_hidden_ns (digest, 0), 0) /
         (double) (n - 1);
}

/* What every rank sees of it. */
static double
get_common_backlog_ns (const LscJudge *self)
{
  double least_ns = G_MAXDOUBLE;

  for (gsize i = 0; i < self->n; i++)
    least_ns = MIN (least_ns, get_backlog_ns (self, i));
  return self->n > 0 && least_ns >= BACKLOG_NOISE * self->step_ns ? least_ns : 0;
}

/* Whom all who lose by it wait for, if that is one and was not recorded: what the tasks say. */
static gboolean
find_awaited (const LscJudge *self, const double *lost_ns, LscAwaited *awaited)
{
  g_autofree const LscRankDigest **digests = g_new (const LscRankDigest *, self->n + 1);
  gboolean is_found = FALSE;

  for (gsize i = 0; i < self->n; i++)
    digests[i] = self->ranks[i].digest;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscRankGroup *group = find_open_group (self, i);
      LscAwaited own;

      if (!group || !_lsc_judge_takes_part (lost_ns, self->n, i))
        continue;
      if (!lsc_awaited_find (digests, self->n, i, group, &own) || own.is_recorded ||
          (is_found && (own.rank != awaited->rank || own.place != awaited->place)))
        return FALSE;
      *awaited = own;
      is_found = TRUE;
    }
  return is_found;
}

static LscPhrase *
say_missing (const LscJudge *self, const LscRankGroup *group, const LscAwaited *awaited)
{
  g_autoptr (LscPhrase) name = awaited ? lsc_awaited_name (awaited) : NULL;
  g_autoptr (GString) list = g_string_new (NULL);
  gsize n = 0;

  if (!are_numbered (self))
    return lsc_phrase_new_text (N_ ("Whether the late rank was opened is not known, because the "
                                    "recordings have no rank numbers."));
  if (awaited)
    return lsc_phrase_new (N_ ("Why %s is late is not known, because it was not opened."),
                           lsc_phrase_as_argument (name));
  for (gsize i = 0; i < group->ranks.n; i++)
    if (!is_recorded (self, group->ranks.items[i]) && n++ < 8)
      g_string_append_printf (list, n > 1 ? ", %" PRId64 : "%" PRId64, group->ranks.items[i]);
  if (n == 0)
    return lsc_phrase_new_text (
        N_ ("Who is late is not known, because the members of the group were not recorded."));
  if (n > 8)
    g_string_append (list, ", …");
  return lsc_phrase_new_plural (
      n, "Rank %s of the group was not opened, so why it is late is not known.",
      "Ranks %s of the group were not opened, so which of them is late, and why, is not "
      "known.",
      list->str);
}

/* (transfer full): inside a sentence */
static LscPhrase *
name_awaited (const LscAwaited *awaited)
{
  g_autoptr (LscPhrase) name = awaited ? lsc_awaited_name (awaited) : NULL;

  return name ? lsc_phrase_new (N_ ("%s, which was not opened,"), lsc_phrase_as_argument (name))
              : lsc_phrase_new_text (N_ ("other ranks"));
}

/* (transfer full) (nullable) */
static LscPhrase *
name_unopened (const LscAwaited *awaited)
{
  return awaited && awaited->rank >= 0
             ? lsc_phrase_new (N_ ("Waiting for unopened rank %" PRId64), awaited->rank)
             : NULL;
}

/* The same where there is no other group. */
static LscPhrase *
say_wait_alone (const LscPhrase *ranks, const LscPhrase *whom, double backlog_ns)
{
  g_autofree char *backlog = lsc_format_duration ((gint64) backlog_ns, LSC_TIME_UNIT_AUTO);

  if (backlog_ns > 0)
    return lsc_phrase_new (N_ ("Communication waits for %s on %s. Part of it is still overlapped "
                               "and grows by %s per step."),
                           lsc_phrase_as_argument (whom), lsc_phrase_as_argument (ranks), backlog);
  return lsc_phrase_new (N_ ("Communication waits for %s on %s."), lsc_phrase_as_argument (whom),
                         lsc_phrase_as_argument (ranks));
}

static LscPhrase *
say_wait (const LscJudge *self, const double *lost_ns, const LscRankGroup *group,
          const LscAwaited *awaited, double backlog_ns)
{
  const LscRankDigest *digest = self->ranks[_lsc_judge_find_worst (lost_ns, self->n)].digest;
  const char *label = lsc_rank_digest_text (digest, group->label);
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  g_autoptr (LscPhrase) whom = name_awaited (awaited);
  g_autofree char *backlog = lsc_format_duration ((gint64) backlog_ns, LSC_TIME_UNIT_AUTO);

  if (!lsc_awaited_needs_group (digest, group))
    return say_wait_alone (ranks, whom, backlog_ns);
  if (backlog_ns > 0)
    return lsc_phrase_new (N_ ("Communication waits for %s on %s, mostly in %s. Part of it is "
                               "still overlapped and grows by %s per step."),
                           lsc_phrase_as_argument (whom), lsc_phrase_as_argument (ranks), label,
                           backlog);
  return lsc_phrase_new (N_ ("Communication waits for %s on %s, mostly in %s."),
                         lsc_phrase_as_argument (whom), lsc_phrase_as_argument (ranks), label);
}

static void
show_wait (LscFinding *row, const LscRankDigest *digest, const LscRankGroup *group)
{
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = group->wait.begin_ns,
    .end_ns = group->wait.end_ns,
    .slice = group->wait.slice,
    .name = g_strdup (lsc_rank_digest_text (digest, group->label)),
    .is_title = TRUE,
    .text = lsc_phrase_new_text (N_ ("The longest wait")),
  };
  g_ptr_array_add (row->places, place);
}

static LscPhrase *
say_wait_remedy (const LscAwaited *awaited)
{
  g_autoptr (LscPhrase) name = awaited ? lsc_awaited_name (awaited) : NULL;

  return name ? lsc_phrase_new (
                    N_ ("Open %s as well, recorded in the same steps, to see what delays it."),
                    lsc_phrase_as_argument (name))
              : lsc_phrase_new_text (
                    N_ ("Open all ranks of the group, recorded in the same steps, to see "
                        "what delays the late one."));
}

/* One step is no rule: the next one may wait for another rank. */
static LscFindingCertainty
get_wait_certainty (const LscJudge *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].digest->counted.n < 2)
      return LSC_FINDING_LIKELY;
  return LSC_FINDING_SURE;
}

static void
add_wait (LscJudge *self, const double *lost_ns, double gain_ns, double backlog_ns)
{
  LscAwaited found;
  const LscAwaited *awaited = find_awaited (self, lost_ns, &found) ? &found : NULL;
  gsize worst = _lsc_judge_find_worst (lost_ns, self->n);
  const LscRankGroup *group = find_open_group (self, worst);
  LscFinding *row =
      _lsc_judge_add (self, (LscFound){
                                .rule = LSC_RULE_COMMUNICATION_WAIT,
                                .lost_ns = lost_ns,
                                .what = LSC_REPLAY_LOSS,
                                .kind = LSC_LOSS_WAIT,
                                .gain_ns = gain_ns,
                                .is_bound = TRUE,
                                .certainty = get_wait_certainty (self),
                                .is_minor = gain_ns < LEAST_WAIT * self->step_ns,
                                .text = say_wait (self, lost_ns, group, awaited, backlog_ns),
                                .subject = name_unopened (awaited),
                                .remedy = say_wait_remedy (awaited),
                                .unknown = say_missing (self, group, awaited),
                            });

  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i) && find_open_group (self, i))
      show_wait (row, self->ranks[i].digest, find_open_group (self, i));
}

/** communication_wait: all wait for ranks that were not recorded. */
void
_lsc_rule_communication_wait (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  double common_ns = get_common_wait_ns (self), gain_ns = G_MAXDOUBLE;
  double backlog_ns = get_common_backlog_ns (self);

  for (gsize i = 0; i < self->n; i++)
    {
      lost_ns[i] = MIN (get_open_wait_ns (self, i), self->ranks[i].wait_ns);
      gain_ns = MIN (gain_ns, lost_ns[i]);
    }
  gain_ns = MIN (gain_ns, common_ns) + backlog_ns;
  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] += backlog_ns;
  if (self->n > 0 && gain_ns > 0)
    add_wait (self, lost_ns, gain_ns, backlog_ns);
}

/* ---- transfers ---- */

/* What operators take after their last member has come. In a ring all go at the pace of the
 * slowest: its neighbours have moved their part, and wait. -1 where the replay does not know. */
static double
get_replayed_ns (const LscJudge *self, const LscJudgedRank *rank)
{
  return self->replay ? lsc_job_replay_get_transfer_ns (self->replay, (gsize) (rank - self->ranks))
                      : -1;
}

/* Without sub-tasks all of an operator that is not known to be waiting counts as transfer, but what
 * a message does is not known until the other side is: a receive waits until its send begins. */
static double
get_open_ns (const LscJudge *self, const LscJudgedRank *rank)
{
  double open_ns = rank->ns[LSC_LOSS_TRANSFER] - rank->slow_link_ns;
  double replayed_ns = get_replayed_ns (self, rank);

  if (replayed_ns >= 0)
    return MAX (replayed_ns - rank->slow_link_ns, 0);

  /* tasks that move longer than their other side lasts wait (overview.md#waits) */
  open_ns -= MIN ((double) rank->overview->wrong_ns, open_ns);

  if (!rank->digest->is_split)
    open_ns += rank->ns[LSC_LOSS_COMM] - rank->peer_wait_ns - rank->message_ns;
  return open_ns;
}

#define LEAST_SHOWN 5e-5 /* less would be shown as 0.00 % */

/* A message waits for all stages before it, so what they lose adds up: together it may be more than
 * any rank has. */
static LscPhrase *
say_uncovered (const LscJudge *self, const double *lost_ns, double gain_ns)
{
  const LscJudgedRank *rank = &self->ranks[_lsc_judge_find_worst (lost_ns, self->n)];
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  double part = rank->hidden_ns / MAX (rank->hidden_ns + get_open_ns (self, rank), 1);
  g_autofree char *hidden = lsc_format_share (part);
  gboolean is_sum = gain_ns > SUM_OF_STAGES * lost_ns[rank - self->ranks];
  const char *format =
      is_sum
          ? N_ ("Communication is barely overlapped on %s: computation hides only %s of it. Delays "
                "of several stages add up, so the gain exceeds what one rank exposes.")
          : N_ ("Communication is barely overlapped on %s: computation hides only %s of it.");

  if (part < LEAST_SHOWN && !is_sum)
    return lsc_phrase_new (N_ ("Communication is not overlapped on %s: computation hides none of "
                               "it."),
                           lsc_phrase_as_argument (ranks));
  return lsc_phrase_new (format, lsc_phrase_as_argument (ranks), hidden);
}

/* Whether most of what is exposed waits, so that what cannot be split of the rest may wait too. */
static gboolean
may_wait (const LscJudge *self, const LscJudgedRank *rank)
{
  return get_replayed_ns (self, rank) < 0 && !rank->digest->is_split &&
         get_open_ns (self, rank) < rank->peer_wait_ns;
}

/* What of a rank's transfers could run beside computing. */
static double
get_uncovered_ns (const LscJudge *self, const LscJudgedRank *rank)
{
  double open_ns = get_open_ns (self, rank);

  if (may_wait (self, rank))
    return 0;
  if (open_ns <= 0 || rank->hidden_ns >= LEAST_HIDDEN * (rank->hidden_ns + open_ns))
    return 0;
  if (get_replayed_ns (self, rank) >= 0)
    open_ns =
        MIN (open_ns, lsc_job_replay_get_hidable_ns (self->replay, (gsize) (rank - self->ranks)));
  return CLAMP (rank->compute_ns - rank->hidden_ns, 0, open_ns);
}

static const LscRankGroup *
find_transfers (const LscRankDigest *digest)
{
  const LscRankGroup *best = NULL;

  for (gsize i = 0; i < digest->groups.n; i++)
    {
      const LscRankGroup *group = &digest->groups.items[i];

      if (group->transfer_ns > (best ? best->transfer_ns : 0))
        best = group;
    }
  return best;
}

static void
show_transfer (LscFinding *row, const LscRankDigest *digest)
{
  const LscRankGroup *group = find_transfers (digest);
  LscEvidencePlace *place;

  if (!group)
    return;
  place = g_new0 (LscEvidencePlace, 1);
  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = group->transfer.begin_ns,
    .end_ns = group->transfer.end_ns,
    .slice = group->transfer.slice,
    .name = g_strdup (lsc_rank_digest_text (digest, group->label)),
    .is_title = TRUE,
    .text = lsc_phrase_new_text (N_ ("The longest exposed transfer")),
  };
  g_ptr_array_add (row->places, place);
}

/* A large part of a step without a finding: why there is none. */
static void
tell_waits (LscJudge *self, LscRule rule)
{
  double most_ns = 0;
  g_autofree char *ns = NULL, *share = NULL;

  for (gsize i = 0; i < self->n; i++)
    if (may_wait (self, &self->ranks[i]))
      most_ns = MAX (most_ns, self->ranks[i].ns[LSC_LOSS_COMM]);
  if (most_ns < LSC_FINDING_LEAST_SHARE * self->step_ns)
    return;
  ns = lsc_format_duration ((gint64) most_ns, LSC_TIME_UNIT_AUTO);
  share = lsc_format_share (most_ns / self->step_ns);
  _lsc_judge_stay_silent (
      self, rule,
      lsc_phrase_new (
          N_ ("Exposed communication takes up to %s of a step (%s), mostly waiting for peers. What "
              "overlap would save of the rest is not known, because its tasks were not recorded."),
          ns, share));
}

/* What messages do that nobody can split is said once. */
static void
tell_messages (LscJudge *self, LscRule rule)
{
  double most_ns = 0;
  g_autofree char *ns = NULL;

  for (gsize i = 0; i < self->n; i++)
    most_ns = MAX (most_ns, self->ranks[i].message_ns);
  if (most_ns < LSC_FINDING_LEAST_SHARE * self->step_ns)
    {
      tell_waits (self, rule);
      return;
    }
  ns = lsc_format_duration ((gint64) most_ns, LSC_TIME_UNIT_AUTO);
  _lsc_judge_stay_silent (
      self, rule,
      lsc_phrase_new (
          N_ ("Exposed messages between ranks take %s of a step. Whether they wait or transfer is "
              "not known, because no communication tasks and no recording of the peer were found."),
          ns));
}

/* What overlap would gain beside what a slow group costs: that one is told already. */
static double
gain_beside_slow_group (const LscJudge *self, const double *lost_ns, double gain_ns)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LscFinding *row = self->rows->pdata[i];
      g_autoptr (GArray) all = NULL;
      double group_ns;

      if (!g_str_equal (row->id, lsc_finding_rules[LSC_RULE_SLOW_GROUP].id) || !row->changes)
        continue;
      all = _lsc_judge_list_changes (
          self,
          &(LscFound){ .what = LSC_REPLAY_LOSS, .kind = LSC_LOSS_TRANSFER, .lost_ns = lost_ns });
      group_ns = lsc_job_replay_gain (self->replay, (const LscReplayChange *) row->changes->data,
                                      row->changes->len);
      g_array_append_vals (all, row->changes->data, row->changes->len);
      return lsc_job_replay_gain (self->replay, (const LscReplayChange *) all->data, all->len) -
             group_ns;
    }
  return gain_ns;
}

/* Between layers of one pass nothing can be computed before the collective has ended. */
static LscPhrase *
say_remedy (gboolean is_inference)
{
  return lsc_phrase_new_text (
      is_inference
          ? N_ ("Exchange less or faster inside a layer: smaller groups, faster links, or products "
                "fused with their collective.")
          : N_ ("Overlap it with computation: overlapped gradient reduction, overlapped tensor "
                "parallelism, asynchronous collectives."));
}

/** uncovered_communication: transfers that nothing hides. */
void
_lsc_rule_uncovered_communication (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  gboolean is_inference = _lsc_judge_is_inference (self);
  double gain_ns;
  LscFinding *row;

  tell_messages (self, rule);
  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = get_uncovered_ns (self, &self->ranks[i]);
  gain_ns = _lsc_judge_gain_of (self, LSC_REPLAY_LOSS, LSC_LOSS_TRANSFER, lost_ns);
  gain_ns = gain_beside_slow_group (self, lost_ns, gain_ns);
  if (!_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = rule,
          .lost_ns = lost_ns,
          .what = LSC_REPLAY_LOSS,
          .kind = LSC_LOSS_TRANSFER,
          .gain_ns = gain_ns,
          .is_bound = TRUE,
          .likely_part = HIDEABLE_PART,
          .certainty = is_inference ? LSC_FINDING_POSSIBLE : LSC_FINDING_SURE,
          .text = say_uncovered (self, lost_ns, gain_ns),
          .remedy = say_remedy (is_inference),
          .unknown = is_inference ? lsc_phrase_new_text (N_ (
                                        "How much can be hidden is not known, because each layer "
                                        "needs the result of its collective at once."))
                                  : NULL,
      });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      show_transfer (row, self->ranks[i].digest);
}
