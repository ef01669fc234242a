/* lsc-rule-groups.c - groups whose collectives are slower than the same ones of others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"
#include "judge/findings/lsc-slow-groups.h"

/* findings.md#groups. */

/* ---- what it costs ---- */

/* (transfer full) (element-type LscReplayChange): collectives as long as they usually are */
static GArray *
list_changes (const LscSlowGroups *groups)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (gsize i = 0; i < groups->ops.n; i++)
    {
      const LscGroupOp *op = &groups->ops.items[i];
      LscReplayChange change = { 0, LSC_REPLAY_TRANSFER, op->joint, LSC_REPLAY_ALL_STEPS,
                                 op->excess_ns };

      if (op->excess_ns > 0)
        g_array_append_val (changes, change);
    }
  return changes;
}

/* Adds what of an operator's excess holds its members, of a step, and tells who they are. */
static void
add_members (const LscJudge *self, const LscGroupOp *op, double *lost_ns, double *is_named)
{
  const LscReplayJoint *joint = lsc_job_replay_get_joint (self->replay, op->joint);

  for (guint32 i = joint->first; i < joint->first + joint->n; i++)
    {
      const LscReplayOp *at = lsc_job_replay_get_op (self->replay, i);
      const LscRankDigest *digest = self->ranks[at->rank].digest;

      is_named[at->rank] = 1;
      if (op->counts)
        lost_ns[at->rank] += MIN (op->excess_ns, at->open_ns) / (double) MAX (digest->counted.n, 1);
    }
}

/* ---- what is said ---- */

static LscPhrase *
say_slow (const LscJudge *self, const LscSlowGroups *groups, const double *is_named)
{
  const LscGroupOp *worst = &groups->ops.items[groups->worst];
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, is_named);
  const char *who = lsc_phrase_as_argument (ranks);
  double times = worst->ns / worst->usual_ns;

  return groups->n_slow == 1
             ? lsc_phrase_new (N_ ("Collectives between %s take up to %.1f times as long as the "
                                   "same ones in similar groups."),
                               who, times)
             : lsc_phrase_new (N_ ("Collectives in groups of %s take up to %.1f times as long as "
                                   "the same ones in similar groups."),
                               who, times);
}

/* (transfer full): in a few words (findings.md#line) */
static LscPhrase *
name_place (const LscJudge *self, const double *is_named)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, is_named);

  return lsc_phrase_new (N_ ("Slow communication between %s"), lsc_phrase_as_argument (ranks));
}

static const LscRankOp *
get_worst_op (const LscJudge *self, const LscSlowGroups *groups, const LscRankDigest **digest)
{
  guint32 joint = groups->ops.items[groups->worst].joint;
  const LscReplayOp *at =
      lsc_job_replay_get_op (self->replay, lsc_job_replay_get_joint (self->replay, joint)->first);

  *digest = self->ranks[at->rank].digest;
  return &(*digest)->ops.items[at->op];
}

/* The usual length beside that of the longest. */
static LscPhrase *
say_proof (const LscSlowGroups *groups)
{
  const LscGroupOp *worst = &groups->ops.items[groups->worst];
  g_autofree char *own = lsc_format_duration ((gint64) worst->ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *usual = lsc_format_duration ((gint64) worst->usual_ns, LSC_TIME_UNIT_AUTO);

  return lsc_phrase_new (N_ ("The slowest takes %s after its last rank has come, in similar "
                             "groups %s."),
                         own, usual);
}

static LscPhrase *
say_remedy (const char *hosts)
{
  return hosts ? lsc_phrase_new (N_ ("Check the network of these ranks between %s: card, driver, "
                                     "cable, switch port, other traffic."),
                                 hosts)
               : lsc_phrase_new_text (
                     N_ ("Check the links of these ranks: cable, port, driver, other traffic."));
}

static void
show_worst (LscFinding *row, const LscJudge *self, const LscSlowGroups *groups)
{
  const LscRankDigest *digest;
  const LscRankOp *op = get_worst_op (self, groups, &digest);
  LscEvidencePlace *place = g_new0 (LscEvidencePlace, 1);

  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = op->begin_ns,
    .end_ns = op->end_ns,
    .slice = op->slice,
    .name = g_strdup (lsc_rank_digest_text (digest, op->name)),
    .text = lsc_phrase_new_text (N_ ("The slowest collective")),
  };
  g_ptr_array_add (row->places, place);
}

static void
name_ranks (LscFinding *row, const LscJudge *self, const double *is_named)
{
  g_array_set_size (row->ranks, 0);
  for (gsize i = 0; i < self->n; i++)
    if (is_named[i] > 0)
      g_array_append_val (row->ranks, self->ranks[i].digest->rank);
}

static void
add (LscJudge *self, LscRule rule, const LscSlowGroups *groups, const LscRankDigest *const *digests)
{
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  g_autofree double *is_named = g_new0 (double, self->n + 1);
  g_autofree char *hosts = lsc_slow_groups_list_hosts (groups, digests);
  g_autoptr (GArray) changes = list_changes (groups);
  double gain_ns =
      lsc_job_replay_gain (self->replay, (const LscReplayChange *) changes->data, changes->len);
  LscFinding *row;

  if (!_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  for (gsize i = 0; i < groups->ops.n; i++)
    if (groups->ops.items[i].usual_ns > 0)
      add_members (self, &groups->ops.items[i], lost_ns, is_named);
  for (gsize i = 0; i < self->n; i++)
    self->ranks[i].slow_link_ns = MAX (self->ranks[i].slow_link_ns, lost_ns[i]);
  row = _lsc_judge_add (
      self, (LscFound){ .rule = rule,
                        .changes = changes,
                        .gain_ns = gain_ns,
                        .certainty = groups->has_like ? LSC_FINDING_SURE : LSC_FINDING_LIKELY,
                        .text = say_slow (self, groups, is_named),
                        .proof = say_proof (groups),
                        .subject = name_place (self, is_named),
                        .remedy = say_remedy (hosts) });
  name_ranks (row, self, is_named);
  show_worst (row, self, groups);
}

/** slow_group: its collectives take longer than the same ones of other groups. */
void
_lsc_rule_slow_group (LscJudge *self, LscRule rule)
{
  g_autofree const LscRankDigest **digests = g_new (const LscRankDigest *, self->n + 1);
  g_auto (LscSlowGroups) groups = { NULL };

  if (!self->replay || lsc_job_replay_is_bound (self->replay))
    return;
  for (gsize i = 0; i < self->n; i++)
    digests[i] = self->ranks[i].digest;
  lsc_slow_groups_init (&groups, self->replay, digests, self->n);
  if (groups.n_slow > 0)
    add (self, rule, &groups, digests);
}
