/* lsc-rule-peers.c - rules that compare ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-sort.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-name.h"

/* findings.md#peers. */

#define LEAST_EXCESS 0.02    /* of what peers compute: jitter stays below */
#define LEAST_STEPS 0.6      /* of the steps show it */
#define PART_OF_CAUSE 0.5    /* a cause that explains half of an excess is the cause */
#define LEAST_IMBALANCE 0.04 /* between stages, of their mean */

/* ---- what ranks compute, step by step ---- */

/* By place among the steps that count; of ranks that recorded others, by number. */
static gint64
get_compute_ns (const LscJudge *self, gsize rank, guint step)
{
  const LscRankDigest *digest = self->ranks[rank].digest;
  gint64 number = self->first_step + step;

  if (self->is_cut)
    {
      step = (guint) LSC_BISECT (i, 0, digest->counted.n,
                                 lsc_rank_digest_get_counted (digest, i)->step < number);
      if (step < digest->counted.n && lsc_rank_digest_get_counted (digest, step)->step != number)
        return -1;
    }
  return step < digest->counted.n
             ? lsc_rank_digest_get_counted (digest, step)->ns[LSC_BUDGET_COMPUTE]
             : -1;
}

/**
 * PeerTimes: what the other ranks of the same stage compute
 * @ns: of each rank, by step: their median, -1 without any
 */
typedef struct
{
  gsize n_steps;
  gint64 *ns;
} PeerTimes;

/** A rank by its stage. */
typedef struct
{
  gint64 stage;
  gsize rank;
} Member;

static int
compare_members (gconstpointer a, gconstpointer b)
{
  const Member *x = a, *y = b;

  LSC_RETURN_ORDER (x->stage, y->stage);
  return LSC_ORDER (x->rank, y->rank);
}

/* Each rank of a stage is compared with the same values without its own. */
static void
add_stage_times (PeerTimes *self, const LscJudge *judge, const Member *members, gsize n,
                 gint64 *values)
{
  for (guint step = 0; step < self->n_steps; step++)
    {
      gsize n_values = 0;

      for (gsize i = 0; i < n; i++)
        if (get_compute_ns (judge, members[i].rank, step) >= 0)
          values[n_values++] = get_compute_ns (judge, members[i].rank, step);
      lsc_sort_int64s (values, n_values);
      for (gsize i = 0; i < n; i++)
        {
          gint64 own_ns = get_compute_ns (judge, members[i].rank, step);

          if (own_ns >= 0 && n_values > 1)
            self->ns[members[i].rank * self->n_steps + step] =
                lsc_median_mean_without_int64 (values, n_values, own_ns);
        }
    }
}

static void
peer_times_init (PeerTimes *self, const LscJudge *judge)
{
  g_autofree Member *members = g_new (Member, judge->n + 1);
  g_autofree gint64 *values = g_new (gint64, judge->n + 1);
  gsize end;

  self->n_steps = 0;
  for (gsize i = 0; i < judge->n; i++)
    {
      members[i] = (Member){ judge->ranks[i].stage, i };
      self->n_steps = MAX (self->n_steps, judge->ranks[i].digest->counted.n);
    }
  if (judge->is_cut)
    self->n_steps = (gsize) (judge->last_step - judge->first_step + 1);
  self->ns = g_new (gint64, judge->n * self->n_steps + 1);
  for (gsize i = 0; i < judge->n * self->n_steps; i++)
    self->ns[i] = -1;
  if (judge->n > 1)
    qsort (members, judge->n, sizeof *members, compare_members);
  for (gsize begin = 0; begin < judge->n; begin = end)
    {
      for (end = begin + 1; end < judge->n && members[end].stage == members[begin].stage;)
        end++;
      add_stage_times (self, judge, &members[begin], end - begin, values);
    }
}

static gboolean
are_peers (const LscJudge *self, gsize a, gsize b)
{
  return self->ranks[a].stage == self->ranks[b].stage;
}

/** How much longer a rank computes than its peers. */
typedef struct
{
  double excess_ns; /* median of the steps */
  double share;     /* of what they compute */
  gboolean is_steady;
} Excess;

static Excess
find_excess (const LscJudge *self, const PeerTimes *peer_times, gsize rank)
{
  guint n_steps =
      self->is_cut ? (guint) peer_times->n_steps : (guint) self->ranks[rank].digest->counted.n;
  g_autofree gint64 *values = g_new (gint64, MAX (n_steps, 1));
  gsize n = 0, n_more = 0;
  double peers_ns = 0;
  Excess excess = { 0, 0, FALSE };

  for (guint i = 0; i < n_steps; i++)
    {
      gint64 peers = peer_times->ns[rank * peer_times->n_steps + i];

      if (peers < 0 || get_compute_ns (self, rank, i) < 0)
        continue;
      values[n++] = get_compute_ns (self, rank, i) - peers;
      peers_ns += (double) peers;
    }
  if (n == 0 || peers_ns <= 0)
    return excess;
  excess.excess_ns = (double) lsc_median_mean_int64 (values, n);
  excess.share = excess.excess_ns * (double) n / peers_ns;
  for (gsize i = 0; i < n; i++)
    n_more += (double) values[i] > excess.excess_ns / 2;
  excess.is_steady = (double) n_more >= LEAST_STEPS * (double) n;
  return excess;
}

/* ---- frequency ---- */

static LscPhrase *
say_frequency (const LscJudge *self, const double *lost_ns)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);

  return lsc_phrase_new (N_ ("The frequency drops on %s while it computes."),
                         lsc_phrase_as_argument (ranks));
}

/** frequency_drop: computes at less than the usual frequency. */
void
_lsc_rule_frequency_drop (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  double gain_ns;
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = self->ranks[i].ns[LSC_LOSS_FREQUENCY];
  gain_ns = _lsc_judge_gain (self, lost_ns);
  if (!_lsc_judge_is_enough (self, rule, gain_ns))
    return;
  row = _lsc_judge_add (
      self, (LscFound){
                .rule = rule,
                .lost_ns = lost_ns,
                .gain_ns = gain_ns,
                .text = say_frequency (self, lost_ns),
                .remedy = lsc_phrase_new_text (N_ ("Look at power limit, temperature and cooling "
                                                   "of the device.")),
            });
  for (gsize i = 0; i < self->n; i++)
    if (_lsc_judge_takes_part (lost_ns, self->n, i))
      _lsc_finding_show_loss (row, self->ranks[i].digest, LSC_LOSS_FREQUENCY);
}

/* ---- slow ranks ---- */

static gint64
get_kernel_ns (const LscRankDigest *digest, const LscRankDigest *from, const LscDigestKernel *like)
{
  const LscDigestKernel *kernel = _lsc_rule_find_kernel (digest, from, like);

  return kernel ? kernel->ns : 0;
}

/* By how much the kernels of a name take longer than the median of the peers'. */
static gint64
get_kernel_excess_ns (const LscJudge *self, gsize rank, const LscDigestKernel *kernel)
{
  g_autofree gint64 *values = g_new (gint64, self->n);
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    if (i != rank && are_peers (self, i, rank))
      values[n++] = get_kernel_ns (self->ranks[i].digest, self->ranks[rank].digest, kernel);
  return n > 0 ? kernel->ns - lsc_median_mean_among_int64 (values, n) : 0;
}

#define MOST_NAMES 64 /* the names that take most; an excess is among them */

/* The kernels that take most of the excess of a rank. */
static const LscDigestKernel *
find_excess_kernel (const LscJudge *self, gsize rank)
{
  const LscDigestKernels *kernels = &self->ranks[rank].digest->kernels;
  const LscDigestKernel *best = NULL;
  gint64 most_ns = 0;

  for (gsize i = 0; i < MIN (kernels->n, MOST_NAMES); i++)
    {
      const LscDigestKernel *kernel = &kernels->items[i];
      gint64 ns = get_kernel_excess_ns (self, rank, kernel);

      if (ns > most_ns)
        {
          most_ns = ns;
          best = kernel;
        }
    }
  return best;
}

static LscPhrase *
say_slow (const LscJudge *self, const double *lost_ns, double share, const char *kernel)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, lost_ns);
  g_autofree char *more = lsc_format_share (share);
  g_autofree char *label = kernel ? lsc_kernel_name_shorten (kernel) : NULL;

  if (kernel)
    return lsc_phrase_new (N_ ("The others wait for %s: computing takes %s longer there than on "
                               "its peers, most in %s."),
                           lsc_phrase_as_argument (ranks), more, label ? label : kernel);
  return lsc_phrase_new (N_ ("The others wait for %s: computing takes %s longer there than on its "
                             "peers."),
                         lsc_phrase_as_argument (ranks), more);
}

/* What ranks compute more than their peers, as far as their frequency does not explain it. */
static gboolean
find_slow (const LscJudge *self, double *lost_ns, double *share)
{
  gboolean is_any = FALSE;
  PeerTimes peer_times;

  peer_times_init (&peer_times, self);
  for (gsize i = 0; i < self->n; i++)
    {
      Excess excess = find_excess (self, &peer_times, i);
      double known_ns = self->ranks[i].ns[LSC_LOSS_FREQUENCY];

      if (excess.share < LEAST_EXCESS || !excess.is_steady ||
          known_ns > PART_OF_CAUSE * excess.excess_ns)
        continue;
      lost_ns[i] = excess.excess_ns;
      *share = MAX (*share, excess.share);
      is_any = TRUE;
    }
  g_free (peer_times.ns);
  return is_any;
}

/** slow_rank: computes more than its peers. */
void
_lsc_rule_slow_rank (LscJudge *self, LscRule rule)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  const LscDigestKernel *kernel;
  double share = 0, gain_ns;
  gsize worst;
  LscFinding *row;

  if (_lsc_rule_leaves_ops (self))
    {
      _lsc_rule_slow_worker (self);
      return;
    }
  if (self->uneven)
    {
      _lsc_judge_stay_silent (self, rule,
                              lsc_phrase_new_text (N_ ("The recordings hold different iterations, "
                                                       "and have no steps to compare them by.")));
      return;
    }
  if (!find_slow (self, lost_ns, &share))
    return;
  gain_ns = _lsc_judge_gain (self, lost_ns);
  if (gain_ns <= 0)
    return;
  worst = _lsc_judge_find_worst (lost_ns, self->n);
  kernel = find_excess_kernel (self, worst);
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = rule,
          .lost_ns = lost_ns,
          .gain_ns = gain_ns,
          .text = say_slow (self, lost_ns, share,
                            kernel ? lsc_rank_digest_text (self->ranks[worst].digest, kernel->name)
                                   : NULL),
          .remedy = lsc_phrase_new_text (
              N_ ("If the rank has more work, balance it; if the same kernels take longer, look at "
                  "its device: temperature, power limit, other processes.")),
      });
  if (kernel)
    {
      _lsc_finding_show_kernel (row, self->ranks[worst].digest, kernel);
      _lsc_rule_show_peer (row, self->ranks[_lsc_rule_find_fastest (self, worst)].digest,
                           self->ranks[worst].digest, kernel);
    }
  self->slow = worst;
}

/* ---- stages ---- */

/** What the ranks of a stage compute. */
typedef struct
{
  gint64 stage;
  double compute_ns;
} Stage;

static GArray *
list_stages (const LscJudge *self)
{
  GArray *stages = g_array_new (FALSE, FALSE, sizeof (Stage));

  for (gsize i = 0; i < self->n; i++)
    {
      g_autofree gint64 *values = g_new (gint64, self->n);
      gsize n = 0;
      gboolean is_first = self->ranks[i].stage != LSC_INT_NULL;

      for (gsize k = 0; k < self->n; k++)
        if (are_peers (self, i, k))
          {
            is_first &= k >= i;
            values[n++] = (gint64) self->ranks[k].compute_ns;
          }
      if (is_first)
        {
          Stage stage = { self->ranks[i].stage, (double) lsc_median_mean_int64 (values, n) };

          g_array_append_val (stages, stage);
        }
    }
  return stages;
}

static LscPhrase *
say_imbalance (const Stage *worst, double mean_ns)
{
  g_autofree char *own = lsc_format_duration ((gint64) worst->compute_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *mean = lsc_format_duration ((gint64) mean_ns, LSC_TIME_UNIT_AUTO);

  return lsc_phrase_new (N_ ("The others wait for stage %" PRId64
                             ": it computes %s a step, the mean "
                             "of the stages is %s."),
                         worst->stage, own, mean);
}

/* Of what the ranks of a stage compute most more than the one that computes least elsewhere. */
static void
show_stage (LscFinding *row, const LscJudge *self, const double *lost_ns)
{
  gsize worst = _lsc_judge_find_worst (lost_ns, self->n);
  gsize other = _lsc_rule_find_lightest (self, worst);
  const LscDigestKernel *most = _lsc_rule_find_excess (self, worst, other);

  if (!most)
    return;
  for (gsize i = 0; i < self->n; i++)
    {
      const LscDigestKernel *kernel =
          lost_ns[i] > 0
              ? _lsc_rule_find_kernel (self->ranks[i].digest, self->ranks[worst].digest, most)
              : NULL;

      if (kernel)
        _lsc_finding_show_kernel (row, self->ranks[i].digest, kernel);
    }
  _lsc_rule_show_peer (row, self->ranks[other].digest, self->ranks[worst].digest, most);
}

static void
add_imbalance (LscJudge *self, const Stage *worst, double mean_ns)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  LscFinding *row;

  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].stage == worst->stage)
      lost_ns[i] = worst->compute_ns - mean_ns;
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = LSC_RULE_STAGE_IMBALANCE,
                                  .lost_ns = lost_ns,
                                  .gain_ns = worst->compute_ns - mean_ns,
                                  .is_bound = TRUE,
                                  .text = say_imbalance (worst, mean_ns),
                                  .remedy = lsc_phrase_new_text (
                                      N_ ("Move layers to other stages, or the embedding and "
                                          "the head to stages with fewer layers.")),
                              });
  show_stage (row, self, lost_ns);
}

/** stage_imbalance: a stage computes more than the others. */
void
_lsc_rule_stage_imbalance (LscJudge *self, LscRule rule)
{
  g_autoptr (GArray) stages = list_stages (self);
  const Stage *worst = NULL;
  double sum_ns = 0, least_ns = G_MAXDOUBLE;

  if (_lsc_rule_leaves_ops (self))
    {
      _lsc_rule_long_stage (self);
      return;
    }
  for (guint i = 0; i < stages->len; i++)
    {
      const Stage *stage = &g_array_index (stages, Stage, i);

      sum_ns += stage->compute_ns;
      least_ns = MIN (least_ns, stage->compute_ns);
      if (!worst || stage->compute_ns > worst->compute_ns)
        worst = stage;
    }
  if (stages->len < 2 || sum_ns <= 0 ||
      worst->compute_ns - least_ns < LEAST_IMBALANCE * sum_ns / stages->len)
    return;
  add_imbalance (self, worst, sum_ns / stages->len);
}
