/* lsc-rule-links.c - links that are slower than others of their kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "judge/findings/lsc-link-kinds.h"

/* findings.md#links. */

/** Links that one finding is about: between two ranks, or of slow hosts. */
typedef struct
{
  const LscLinkKinds *kinds;
  gboolean is_of_hosts;
  gint64 ends[2]; /* the lower first */
} Subject;

static gboolean
is_about (const Subject *self, const LscRankLink *link)
{
  if (self->is_of_hosts)
    return lsc_link_kinds_is_of_slow_host (self->kinds, link);
  return MIN (link->first->source, link->first->target) == self->ends[0] &&
         MAX (link->first->source, link->first->target) == self->ends[1];
}

static gboolean
tells_rate (const Subject *self, const LscRankLink *link)
{
  return self->is_of_hosts ? lsc_link_kinds_tells_hosts (self->kinds, link)
                           : link->is_slow && is_about (self, link);
}

/* ---- what it costs ---- */

/* Whether the members of an operator are the ends of such a link. */
static gboolean
has_members (const Subject *self, const LscJudge *judge, const LscReplayJoint *joint)
{
  guint n_ends = 0, n_slow = 0, n_others = 0, first = LSC_LINK_NO_HOST;

  for (guint32 i = joint->first; i < joint->first + joint->n; i++)
    {
      const LscRankDigest *digest =
          judge->ranks[lsc_job_replay_get_op (judge->replay, i)->rank].digest;
      guint host = lsc_link_kinds_find_host (self->kinds, digest);

      n_ends += digest->rank == self->ends[0] || digest->rank == self->ends[1];
      n_slow += lsc_link_kinds_is_slow_host (self->kinds, host);
      first = i == joint->first ? host : first;
      n_others += host != first;
    }
  return self->is_of_hosts ? n_slow > 0 && n_others > 0 : n_ends == 2;
}

/* Id of the label of an operator's group in the texts of the links. */
static guint
find_group (const Subject *self, const LscRankDigest *digest, const LscRankOp *op)
{
  for (gsize i = 0; i < digest->groups.n; i++)
    if (digest->groups.items[i].name == op->group)
      {
        const char *label = lsc_rank_digest_text (digest, digest->groups.items[i].label);

        return label ? lsc_intern_find (self->kinds->texts, label) : LSC_STRING_NONE;
      }
  return LSC_STRING_NONE;
}

/* What of an operator is lost: the part that its slow link loses, of the sizes whose transfers take
 * about as long. */
static double
get_lost_part (const Subject *self, guint group, double transfer_ns)
{
  const LscRankLinks *links = &self->kinds->links;
  double nearest = G_MAXDOUBLE, part = 0;

  for (gsize i = 0; i < links->n; i++)
    {
      const LscRankLink *link = &links->items[i];
      double mean_ns = link->ns / MAX (link->n, 1), away;

      if (link->group != group || !tells_rate (self, link))
        continue;
      away = ABS (log (MAX (transfer_ns, 1) / MAX (mean_ns, 1)));
      if (away >= nearest)
        continue;
      nearest = away;
      part = lsc_link_get_excess_ns (link) / link->ns;
    }
  return part;
}

/* (transfer full) (element-type LscReplayChange): transfers as if links were as their like */
static GArray *
list_changes (const Subject *self, const LscJudge *judge)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));
  gsize n = lsc_job_replay_get_n_joints (judge->replay);

  for (gsize i = 0; i < n; i++)
    {
      const LscReplayJoint *joint = lsc_job_replay_get_joint (judge->replay, i);
      const LscReplayOp *op = lsc_job_replay_get_op (judge->replay, joint->first);
      const LscRankDigest *digest = judge->ranks[op->rank].digest;
      LscReplayChange change = { 0, LSC_REPLAY_TRANSFER, (guint) i, LSC_REPLAY_ALL_STEPS, 0 };

      if (!has_members (self, judge, joint))
        continue;
      change.ns = op->transfer_ns *
                  get_lost_part (self, find_group (self, digest, &digest->ops.items[op->op]),
                                 op->transfer_ns);
      if (change.ns > 0)
        g_array_append_val (changes, change);
    }
  return changes;
}

/* What a rank moves, and nothing hides, beyond the usual: that no other rule tells again. */
static double
get_open_excess_ns (const Subject *self, const LscJudge *judge, gsize rank)
{
  double excess_ns = 0, all_ns = 0;

  for (gsize i = 0; i < self->kinds->links.n; i++)
    {
      const LscRankLink *link = &self->kinds->links.items[i];

      if (link->rank != rank || !is_about (self, link))
        continue;
      excess_ns += lsc_link_get_excess_ns (link);
      all_ns += link->ns;
    }
  if (excess_ns <= 0)
    return 0;
  return MIN (excess_ns / (double) MAX (judge->ranks[rank].digest->counted.n, 1),
              judge->ranks[rank].ns[LSC_LOSS_TRANSFER] * excess_ns / all_ns);
}

/* ---- what is said ---- */

static void
show_link (LscFinding *row, const LscJudge *self, const LscRankLink *link)
{
  const LscRankDigest *digest = self->ranks[link->rank].digest;
  LscEvidencePlace *place;

  if (link->first->n == 0) /* summed up by the exporter: there is no task to show */
    return;
  place = g_new0 (LscEvidencePlace, 1);
  *place = (LscEvidencePlace){
    .rank = digest->rank,
    .begin_ns = link->first->begin_ns,
    .end_ns = link->first->end_ns,
    .slice = LSC_SLICE_NONE,
    .name = g_strdup (lsc_rank_digest_text (digest, link->first->group)),
    .is_title = TRUE,
    .text = lsc_phrase_new_text (N_ ("The longest transfer on it")),
  };
  g_ptr_array_add (row->places, place);
}

static LscPhrase *
say_remedy (const LscLinkKinds *kinds, gboolean is_of_hosts)
{
  if (!is_of_hosts)
    return lsc_phrase_new_text (N_ ("Check the link: cable, port, driver, other traffic."));
  if (kinds->slow_hosts.n == 1)
    return lsc_phrase_new_text (
        N_ ("Check the network of the host: card, driver, cable, switch port, other traffic."));
  return lsc_phrase_new_text (
      N_ ("Check the switch that these hosts share: ports, congestion, settings, other traffic."));
}

/* The ranks of the hosts, or the two ends. */
static void
name_ranks (LscFinding *row, const LscJudge *judge, const Subject *subject)
{
  g_array_set_size (row->ranks, 0);
  if (!subject->is_of_hosts)
    {
      g_array_append_vals (row->ranks, subject->ends, 2);
      return;
    }
  for (gsize i = 0; i < judge->n; i++)
    {
      const LscRankDigest *digest = judge->ranks[i].digest;

      if (lsc_link_kinds_is_slow_host (subject->kinds,
                                       lsc_link_kinds_find_host (subject->kinds, digest)))
        g_array_append_val (row->ranks, digest->rank);
    }
}

static void
add (LscJudge *self, LscRule rule, const Subject *subject, const LscRankLink *worst)
{
  gboolean is_replayed = self->replay && !lsc_job_replay_is_bound (self->replay);
  g_autofree double *lost_ns = g_new0 (double, self->n);
  g_autoptr (GArray) changes = is_replayed ? list_changes (subject, self) : NULL;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    {
      lost_ns[i] = get_open_excess_ns (subject, self, i);
      self->ranks[i].slow_link_ns = MAX (self->ranks[i].slow_link_ns, lost_ns[i]);
    }
  row = _lsc_judge_add (
      self, (LscFound){
                .rule = rule,
                .lost_ns = is_replayed ? NULL : lost_ns,
                .changes = changes,
                .gain_ns = is_replayed ? lsc_job_replay_gain (self->replay,
                                                              (LscReplayChange *) changes->data,
                                                              changes->len)
                                       : _lsc_judge_gain (self, lost_ns),
                .certainty = lsc_link_kinds_is_sure (subject->kinds, worst) ? LSC_FINDING_SURE
                                                                            : LSC_FINDING_LIKELY,
                .text = subject->is_of_hosts ? lsc_link_kinds_say_hosts (subject->kinds, worst)
                                             : lsc_link_kinds_say_pair (subject->kinds, worst),
                .subject = subject->is_of_hosts ? NULL : lsc_link_kinds_name_pair (worst),
                .remedy = say_remedy (subject->kinds, subject->is_of_hosts),
            });
  name_ranks (row, self, subject);
  show_link (row, self, worst);
}

static void
read_links (LscLinkKinds *kinds, const LscJudge *judge)
{
  g_autofree const LscRankDigest **digests = g_new (const LscRankDigest *, judge->n + 1);

  for (gsize i = 0; i < judge->n; i++)
    digests[i] = judge->ranks[i].digest;
  lsc_link_kinds_init (kinds, digests, judge->n);
  lsc_link_kinds_judge_hosts (kinds);
}

/** slow_link: slower than others of the same kind, for sizes alike; of two ranks. */
void
_lsc_rule_slow_link (LscJudge *self, LscRule rule)
{
  LscLinkKinds kinds;
  Subject subject = { &kinds, FALSE, { 0, 0 } };
  const LscRankLink *worst;

  read_links (&kinds, self);
  worst = lsc_link_kinds_find_worst_pair (&kinds);
  if (worst)
    {
      subject.ends[0] = MIN (worst->first->source, worst->first->target);
      subject.ends[1] = MAX (worst->first->source, worst->first->target);
      add (self, rule, &subject, worst);
    }
  lsc_link_kinds_clear (&kinds);
}

/** slow_host_link, slow_switch: all links of a host to others, or of the hosts on a switch. */
void
_lsc_rule_slow_hosts (LscJudge *self, LscRule rule)
{
  LscLinkKinds kinds;
  Subject subject = { &kinds, TRUE, { LSC_RANK_UNKNOWN, LSC_RANK_UNKNOWN } };
  const LscRankLink *worst;

  read_links (&kinds, self);
  worst = lsc_link_kinds_find_worst_of_hosts (&kinds);
  if (worst && (kinds.slow_hosts.n == 1) == (rule == LSC_RULE_SLOW_HOST_LINK))
    add (self, rule, &subject, worst);
  lsc_link_kinds_clear (&kinds);
}
