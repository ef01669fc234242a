/* lsc-rule-links.c - links that are slower than others of their kind
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-link-kinds-private.h"

/* findings.md#links. */

/** Links that one finding is about: between two ranks, or of slow hosts. */
typedef struct
{
  const LscLinkKinds *kinds;
  gboolean is_of_hosts;
  gint64 ends[2]; /* the lower first */
} Subject;

static double
get_excess_ns (const LscRankLink *link)
{
  return link->is_slow ? link->ns - link->bytes / link->usual : 0;
}

static gboolean
is_about (const Subject *self, const LscRankLink *link)
{
  if (self->is_of_hosts)
    return _lsc_link_kinds_is_slow_host (self->kinds, link->hosts[0]) ||
           _lsc_link_kinds_is_slow_host (self->kinds, link->hosts[1]);
  return MIN (link->first->source, link->first->target) == self->ends[0] &&
         MAX (link->first->source, link->first->target) == self->ends[1];
}

/* Links on a switch tell how slow it is; those that leave it may be slower anyway. */
static gboolean
tells_rate (const Subject *self, const LscRankLink *link)
{
  return link->is_slow && is_about (self, link) &&
         (!self->is_of_hosts || self->kinds->slow_hosts.n == 1 ||
          (_lsc_link_kinds_is_slow_host (self->kinds, link->hosts[0]) &&
           _lsc_link_kinds_is_slow_host (self->kinds, link->hosts[1])));
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
      guint host = _lsc_link_kinds_find_host (self->kinds, digest);

      n_ends += digest->rank == self->ends[0] || digest->rank == self->ends[1];
      n_slow += _lsc_link_kinds_is_slow_host (self->kinds, host);
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
      part = get_excess_ns (link) / link->ns;
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
      excess_ns += get_excess_ns (link);
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

/* Of those that a finding is about the one that loses most; of several that lose as much the
 * first. */
static const LscRankLink *
find_worst (const Subject *self)
{
  const LscRankLink *worst = NULL;
  double most_ns = 0;

  for (gsize i = 0; i < self->kinds->links.n; i++)
    {
      const LscRankLink *link = &self->kinds->links.items[i];

      if (!tells_rate (self, link) || get_excess_ns (link) <= most_ns)
        continue;
      most_ns = get_excess_ns (link);
      worst = link;
    }
  return worst;
}

/* Rate of slow ones and the usual one of the kind in which most is lost: bytes per ns. */
static void
sum_rates (const Subject *self, const LscRankLink *like, double *own, double *usual)
{
  double bytes = 0, ns = 0;

  for (gsize i = 0; i < self->kinds->links.n; i++)
    {
      const LscRankLink *link = &self->kinds->links.items[i];

      if (link->kind != like->kind || !tells_rate (self, link))
        continue;
      bytes += link->bytes;
      ns += link->ns;
    }
  *own = bytes / ns;
  *usual = like->usual;
}

static LscPhrase *
say_pair (const Subject *self, const LscRankLink *worst)
{
  return lsc_phrase_new (N_ ("The link from rank %" PRId64 " to rank %" PRId64 " moves %.1f GB/s, "
                             "others of its kind %.1f GB/s."),
                         worst->first->source, worst->first->target, _lsc_link_get_rate (worst),
                         worst->usual);
}

static LscPhrase *
say_hosts (const Subject *self, const LscRankLink *worst)
{
  const LscIndexes *hosts = &self->kinds->slow_hosts;
  g_autoptr (GString) names = g_string_new (NULL);
  double own, usual;

  sum_rates (self, worst, &own, &usual);
  for (gsize i = 0; i < hosts->n; i++)
    g_string_append_printf (names, i > 0 ? ", %s" : "%s",
                            lsc_intern_text (self->kinds->texts, hosts->items[i]));
  if (hosts->n == 1)
    return lsc_phrase_new (
        N_ ("The network of %s is probably slow: its messages to other hosts take "
            "%.2f times as long as those between other hosts (%.1f GB/s instead "
            "of %.1f GB/s)."),
        names->str, usual / own, own, usual);
  return lsc_phrase_new (N_ ("The hosts %s probably share a slow switch: their messages take %.2f "
                             "times as long as those between other hosts (%.1f GB/s instead of "
                             "%.1f GB/s)."),
                         names->str, usual / own, own, usual);
}

static LscPhrase *
say_remedy (const LscLinkKinds *kinds, gboolean is_of_hosts)
{
  if (!is_of_hosts)
    return lsc_phrase_new_text (
        N_ ("Look at the link: cable, port, driver, or other traffic on it."));
  if (kinds->slow_hosts.n == 1)
    return lsc_phrase_new_text (N_ ("Look at the network of the host: card, driver, cable, port of "
                                    "the switch, or other traffic on it."));
  return lsc_phrase_new_text (N_ ("Look at the switch that these hosts share: its ports, "
                                  "congestion, settings, or other traffic on it."));
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

      if (_lsc_link_kinds_is_slow_host (subject->kinds,
                                        _lsc_link_kinds_find_host (subject->kinds, digest)))
        g_array_append_val (row->ranks, digest->rank);
    }
}

#define LEAST_ALIKE 8 /* links of a kind: the spread of fewer is not known well */

/* Between hosts the network may be built so, which nobody recorded. */
static LscFindingCertainty
find_certainty (const LscLinkKinds *kinds, const LscRankLink *worst)
{
  gsize n = 0;

  for (gsize i = 0; i < kinds->links.n; i++)
    n += kinds->links.items[i].kind == worst->kind;
  return n < LEAST_ALIKE || _lsc_link_is_between (worst) ? LSC_FINDING_LIKELY : LSC_FINDING_SURE;
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
      self,
      (LscFound){
          .rule = rule,
          .lost_ns = is_replayed ? NULL : lost_ns,
          .changes = changes,
          .gain_ns = is_replayed
                         ? lsc_job_replay_gain (self->replay, (LscReplayChange *) changes->data,
                                                changes->len)
                         : _lsc_judge_gain (self, lost_ns),
          .certainty = find_certainty (subject->kinds, worst),
          .text = subject->is_of_hosts ? say_hosts (subject, worst) : say_pair (subject, worst),
          .remedy = say_remedy (subject->kinds, subject->is_of_hosts),
      });
  name_ranks (row, self, subject);
  show_link (row, self, worst);
}

/** slow_link: slower than others of the same kind, for sizes alike; of two ranks. */
void
_lsc_rule_slow_link (LscJudge *self, LscRule rule)
{
  LscLinkKinds kinds;
  Subject subject = { &kinds, FALSE, { 0, 0 } };
  const LscRankLink *worst = NULL;

  _lsc_link_kinds_init (&kinds, self);
  _lsc_link_kinds_judge_hosts (&kinds);
  for (gsize i = 0; i < kinds.links.n; i++)
    {
      const LscRankLink *link = &kinds.links.items[i];

      if (!(kinds.slow_hosts.n > 0 && _lsc_link_is_between (link)) &&
          get_excess_ns (link) > (worst ? get_excess_ns (worst) : 0))
        worst = link;
    }
  if (worst)
    {
      subject.ends[0] = MIN (worst->first->source, worst->first->target);
      subject.ends[1] = MAX (worst->first->source, worst->first->target);
      add (self, rule, &subject, worst);
    }
  _lsc_link_kinds_clear (&kinds);
}

/** slow_host_link, slow_switch: all links of a host to others, or of the hosts on a switch. */
void
_lsc_rule_slow_hosts (LscJudge *self, LscRule rule)
{
  LscLinkKinds kinds;
  Subject subject = { &kinds, TRUE, { LSC_RANK_UNKNOWN, LSC_RANK_UNKNOWN } };
  const LscRankLink *worst;

  _lsc_link_kinds_init (&kinds, self);
  _lsc_link_kinds_judge_hosts (&kinds);
  worst = kinds.slow_hosts.n > 0 ? find_worst (&subject) : NULL;
  if (worst && (kinds.slow_hosts.n == 1) == (rule == LSC_RULE_SLOW_HOST_LINK))
    add (self, rule, &subject, worst);
  _lsc_link_kinds_clear (&kinds);
}
