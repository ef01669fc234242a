/* lsc-rule-peers.c - rules that compare ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "judge/findings/lsc-findings-private.h"
#include "judge/findings/lsc-rank-levels-private.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "model/lsc-kernel-label.h"

#define LEAST_MEAN 0.9 /* of the median: from there on all steps take longer alike */

/* findings.md#own: who is slow, and why, is decided once (lsc-rank-causes.h); here it is said. */

static gboolean
are_peers (const LscJudge *self, gsize a, gsize b)
{
  return self->ranks[a].stage == self->ranks[b].stage;
}

/* ---- the ranks that others wait for, of one kind ---- */

/**
 * Roots: those of a kind
 * @is_named: (array): of each rank 1 or 0
 * @worst: index of the one that gains most
 * @level: the weakest of them
 * @changes: what the gain is without
 */
typedef struct
{
  double *is_named;
  gsize worst;
  LscNoiseLevel level;
  double gain_ns;
  GArray *changes;
} Roots;

static gboolean
roots_init (Roots *self, const LscJudge *judge, LscRankCauseKind kind)
{
  const LscRankCauses *causes = judge->causes;

  *self = (Roots){ g_new0 (double, judge->n + 1), LSC_JUDGE_NO_RANK, LSC_NOISE_SURE, 0, NULL };
  for (gsize i = 0; causes && i < judge->n; i++)
    {
      const LscRankCause *cause = &causes->ranks[i];

      if (!cause->is_root || cause->kind != kind)
        continue;
      self->is_named[i] = 1;
      self->level = MIN (self->level, cause->level);
      if (self->worst == LSC_JUDGE_NO_RANK || cause->gain_ns > causes->ranks[self->worst].gain_ns)
        self->worst = i;
    }
  if (self->worst == LSC_JUDGE_NO_RANK)
    return FALSE;
  self->gain_ns = MAX (causes->gains_ns[kind], 0);
  self->changes = causes->changes[kind];
  return TRUE;
}

static void
roots_clear (Roots *self)
{
  g_free (self->is_named);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Roots, roots_clear)

static LscFindingCertainty
get_certainty (const LscJudge *self, const Roots *roots)
{
  return roots->level == LSC_NOISE_SURE && !self->causes->is_bound ? LSC_FINDING_SURE
                                                                   : LSC_FINDING_LIKELY;
}

static const LscRankCause *
get_worst (const LscJudge *self, const Roots *roots)
{
  return &self->causes->ranks[roots->worst];
}

/* Whether all of them get slower with each step. */
static gboolean
is_growing (const LscJudge *self, const Roots *roots)
{
  for (gsize i = 0; i < self->n; i++)
    if (roots->is_named[i] > 0 && !self->causes->ranks[i].by_step_ns)
      return FALSE;
  return TRUE;
}

static LscWhen
find_when (const LscJudge *self, const Roots *roots)
{
  return is_growing (self, roots) ? LSC_WHEN_GROWING : LSC_WHEN_ALWAYS;
}

/* @text: of the ranks, and of how much longer kernels take in the first step and in the last;
 * marked for translation */
static LscPhrase *
say_growing (const LscJudge *self, const Roots *roots, const char *text)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, roots->is_named);
  g_autofree char *first = lsc_format_share (get_worst (self, roots)->first_more);
  g_autofree char *last = lsc_format_share (get_worst (self, roots)->last_more);

  return lsc_phrase_new (text, lsc_phrase_as_argument (ranks), first, last);
}

/* (transfer full) (nullable): one of the kernels, on the rank and on another one, with its own
 * percentage: what all of them take longer is a median */
static LscPhrase *
say_proof (const LscJudge *self, const Roots *roots)
{
  const LscRankCause *cause = get_worst (self, roots);
  g_autoptr (LscPhrase) own = lsc_rank_name_new (self->ranks[roots->worst].digest->rank, NULL);
  g_autoptr (LscPhrase) peer = NULL;
  g_autofree char *own_ns = lsc_format_duration ((gint64) cause->kernel_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *peer_ns =
      lsc_format_duration ((gint64) cause->peer_kernel_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *label = cause->kernel ? lsc_kernel_label (cause->kernel) : NULL;
  g_autofree char *longer = NULL;

  if (!cause->kernel || cause->peer_kernel_ns <= 0)
    return NULL;
  peer = lsc_rank_name_new (self->ranks[cause->peer].digest->rank, NULL);
  longer = lsc_format_share (cause->kernel_ns / cause->peer_kernel_ns - 1);
  return lsc_phrase_new (
      N_ ("For example, %" PRId64 " %s kernels of equal shapes take %s each on %s, %s longer than "
          "on %s (%s)."),
      cause->n_kernels, label ? label : cause->kernel, own_ns, lsc_phrase_as_argument (own), longer,
      lsc_phrase_as_argument (peer), peer_ns);
}

/* Whether its steps take longer alike: where some do not, a gain is less than the median for that.
 */
static gboolean
is_always (const LscRankCause *cause)
{
  /* not known of all: as ever */
  return !(cause->mean_ns > 0 && cause->mean_ns < LEAST_MEAN * cause->excess_ns);
}

/* (transfer full) (nullable): why the step gains less than what the slowest of them takes longer */
static LscPhrase *
say_rest (const LscJudge *self, const Roots *roots)
{
  if (self->causes->is_bound || is_growing (self, roots) || !is_always (get_worst (self, roots)))
    return NULL;
  return _lsc_judge_say_rest (self, roots->worst, get_worst (self, roots)->excess_ns,
                              roots->gain_ns);
}

/* (transfer full): @advice about their devices. @advice: (transfer full) */
static LscPhrase *
advise (const LscJudge *self, const Roots *roots, LscPhrase *advice)
{
  return _lsc_judge_advise_on_devices (self, roots->is_named, advice);
}

/* ---- frequency ---- */

static LscPhrase *
say_clock (const LscJudge *self, const Roots *roots)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, roots->is_named);
  g_autofree char *more = lsc_format_share (get_worst (self, roots)->more);
  g_autofree char *lower = lsc_format_share (get_worst (self, roots)->clock_lower);

  if (is_growing (self, roots))
    return say_growing (self, roots,
                        N_ ("Growing throttling on %s: the same kernels take %s longer than on "
                            "other ranks in the first step, %s in the last."));
  if (!get_worst (self, roots)->is_like)
    return lsc_phrase_new (N_ ("Low core frequency on %s: computation takes %s longer than on "
                               "other ranks while the clock is %s lower."),
                           lsc_phrase_as_argument (ranks), more, lower);
  return lsc_phrase_new (N_ ("Low core frequency on %s: the same kernels take %s longer than on "
                             "other ranks while the clock is %s lower."),
                         lsc_phrase_as_argument (ranks), more, lower);
}

/** frequency_drop: computes at less than the usual frequency. */
void
_lsc_rule_frequency_drop (LscJudge *self, LscRule rule)
{
  g_auto (Roots) roots = { NULL };
  LscFinding *row;

  if (!roots_init (&roots, self, LSC_RANK_CAUSE_CLOCK))
    {
      _lsc_rule_common_drop (self, rule);
      return;
    }
  row = _lsc_judge_add (self, (LscFound){
                                  .rule = rule,
                                  .lost_ns = roots.is_named,
                                  .changes = roots.changes,
                                  .gain_ns = roots.gain_ns,
                                  .is_bound = self->causes->is_bound,
                                  .certainty = get_certainty (self, &roots),
                                  .when = find_when (self, &roots),
                                  .text = say_clock (self, &roots),
                                  .proof = say_proof (self, &roots),
                                  .rest = say_rest (self, &roots),
                                  .remedy = advise (self, &roots, _lsc_rule_advise_on_frequency ()),
                                  .unknown = _lsc_rank_levels_are_named (self, roots.is_named)
                                                 ? _lsc_rank_levels_say_doubt ()
                                                 : NULL,
                              });
  _lsc_rule_show_clocks (row, self, roots.is_named);
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
    if (i != rank && are_peers (self, i, rank) &&
        !(self->causes && self->causes->ranks[rank].is_upper && self->causes->ranks[i].is_upper))
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

/* Replicas that serve by themselves wait for nobody. */
static gboolean
is_waited_for (const LscJudge *self)
{
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].digest->groups.n > 0)
      return TRUE;
  return FALSE;
}

static LscPhrase *
say_slow_device (const LscJudge *self, const Roots *roots)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, roots->is_named);
  g_autofree char *more = lsc_format_share (get_worst (self, roots)->more);

  if (is_growing (self, roots))
    return say_growing (self, roots,
                        N_ ("Increasingly slow device on %s: the same kernels take %s longer than "
                            "on other ranks in the first step, %s in the last."));
  if (_lsc_rank_levels_are_named (self, roots->is_named))
    return _lsc_rank_levels_say (
        self, roots->is_named,
        N_ ("Slow devices on %zu of %zu ranks: the same kernels take %s longer on %s than on %s."),
        more);
  return lsc_phrase_new (
      is_waited_for (self)
          ? N_ ("Slow device on %s: the same kernels take %s longer than on other ranks, which "
                "wait "
                "for it.")
          : N_ ("Slow device on %s: the same kernels take %s longer than on other ranks."),
      lsc_phrase_as_argument (ranks), more);
}

static LscPhrase *
say_slow (const LscJudge *self, const Roots *roots, const char *kernel)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, roots->is_named);
  g_autofree char *more = lsc_format_share (get_worst (self, roots)->more);
  g_autofree char *label = kernel ? lsc_kernel_label (kernel) : NULL;

  if (_lsc_rank_levels_are_named (self, roots->is_named))
    return _lsc_rank_levels_say (
        self, roots->is_named,
        N_ ("Slow computation on %zu of %zu ranks: %s longer on %s than on %s."), more);
  if (kernel)
    return lsc_phrase_new (
        is_waited_for (self)
            ? N_ ("Slow computation on %s: %s longer than on its peers, mostly in %s. Other ranks "
                  "wait for it.")
            : N_ ("Slow computation on %s: %s longer than on its peers, mostly in %s."),
        lsc_phrase_as_argument (ranks), more, label ? label : kernel);
  return lsc_phrase_new (
      is_waited_for (self)
          ? N_ ("Slow computation on %s: %s longer than on its peers. Other ranks wait for it.")
          : N_ ("Slow computation on %s: %s longer than on its peers."),
      lsc_phrase_as_argument (ranks), more);
}

static void
show_slow (LscJudge *self, LscFinding *row, gsize worst, const LscDigestKernel *kernel)
{
  if (!kernel)
    return;
  _lsc_finding_show_kernel (row, self->ranks[worst].digest, kernel);
  _lsc_rule_show_peer (row, self->ranks[_lsc_rule_find_fastest (self, worst)].digest,
                       self->ranks[worst].digest, kernel);
}

/* The kernels that prove it, on the rank and where they run at the usual speed. */
static void
show_proof (LscFinding *row, const LscJudge *self, const Roots *roots)
{
  const LscRankCause *cause = get_worst (self, roots);
  const LscRankDigest *digest = self->ranks[roots->worst].digest;

  for (gsize i = 0; cause->kernel && i < digest->kernels.n; i++)
    {
      const LscDigestKernel *kernel = &digest->kernels.items[i];

      if (!g_str_equal (lsc_rank_digest_text (digest, kernel->name), cause->kernel))
        continue;
      _lsc_finding_show_kernel (row, digest, kernel);
      _lsc_rule_show_peer (row, self->ranks[cause->peer].digest, digest, kernel);
      return;
    }
}

/* (transfer full) (nullable): what is not known where all ranks of a stage are as slow */
static LscPhrase *
say_doubt (const LscJudge *self, const Roots *roots)
{
  if (_lsc_rank_levels_are_named (self, roots->is_named))
    return _lsc_rank_levels_say_doubt ();
  return get_worst (self, roots)->is_of_stage
             ? lsc_phrase_new_text (N_ (
                   "It is not known whether devices are slow or the stage has more work: all its "
                   "ranks take longer for the same kernels."))
             : NULL;
}

/* By kernels of equal shapes. */
static void
tell_slow_devices (LscJudge *self)
{
  g_auto (Roots) roots = { NULL };
  LscFinding *row;

  if (!roots_init (&roots, self, LSC_RANK_CAUSE_DEVICE))
    return;
  row = _lsc_judge_add (
      self,
      (LscFound){ .rule = LSC_RULE_SLOW_RANK,
                  .lost_ns = roots.is_named,
                  .changes = roots.changes,
                  .gain_ns = roots.gain_ns,
                  .is_bound = self->causes->is_bound,
                  .certainty = get_certainty (self, &roots),
                  .when = find_when (self, &roots),
                  .text = say_slow_device (self, &roots),
                  .title = N_ ("Slow device"),
                  .proof = _lsc_rank_levels_join (_lsc_rank_levels_say_hosts (self, roots.is_named),
                                                  say_proof (self, &roots)),
                  .rest = say_rest (self, &roots),
                  .remedy = advise (
                      self, &roots,
                      lsc_phrase_new_text (N_ (
                          "Check the device: temperature, power limit, memory, other processes."))),
                  .unknown = say_doubt (self, &roots) });
  if (!_lsc_rank_levels_are_named (self, roots.is_named))
    self->slow = roots.worst;
  show_proof (row, self, &roots);
}

/* Why work cannot be told from speed. Ops of a GPU trace may have shapes, its kernels have none. */
static LscPhrase *
say_what_is_slow (const LscJudge *self, const Roots *roots)
{
  gboolean is_gpu = self->ranks[roots->worst].digest->is_gpu;

  if (_lsc_rank_levels_are_named (self, roots->is_named))
    return _lsc_rank_levels_join (
        lsc_phrase_new_text (
            is_gpu ? N_ ("Whether these ranks have more work or slow devices is not known, because "
                         "GPU kernels are recorded without shapes.")
                   : N_ ("Whether these ranks have more work or slow devices is not known, because "
                         "kernel shapes were not recorded.")),
        _lsc_rank_levels_say_doubt ());
  return lsc_phrase_new_text (
      is_gpu ? N_ ("Whether the rank has more work or a slow device is not known, because GPU "
                   "kernels are recorded without shapes.")
      : self->ranks[roots->worst].digest->has_shapes
          ? N_ ("Whether the rank has more work or a slow device is not known, because its kernels "
                "have other shapes than those of its peers.")
          : N_ ("Whether the rank has more work or a slow device is not known, because kernel "
                "shapes were not recorded."));
}

/* Where shapes were not recorded nobody knows whether it has more work. */
static void
tell_slow_computing (LscJudge *self)
{
  g_auto (Roots) roots = { NULL };
  const LscDigestKernel *kernel;
  LscFinding *row;

  if (!roots_init (&roots, self, LSC_RANK_CAUSE_COMPUTE))
    return;
  kernel = find_excess_kernel (self, roots.worst);
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = LSC_RULE_SLOW_RANK,
          .lost_ns = roots.is_named,
          .changes = roots.changes,
          .gain_ns = roots.gain_ns,
          .is_bound = self->causes->is_bound,
          .certainty = LSC_FINDING_LIKELY,
          .text = say_slow (
              self, &roots,
              kernel ? lsc_rank_digest_text (self->ranks[roots.worst].digest, kernel->name) : NULL),
          .proof = _lsc_rank_levels_say_hosts (self, roots.is_named),
          .rest = say_rest (self, &roots),
          .remedy =
              advise (self, &roots,
                      lsc_phrase_new_text (N_ (
                          "If the rank has more work, balance the load; if the same kernels take "
                          "longer, check its device: temperature, power limit, other processes."))),
          .unknown = say_what_is_slow (self, &roots),
      });
  if (!_lsc_rank_levels_are_named (self, roots.is_named))
    self->slow = roots.worst;
  show_slow (self, row, roots.worst, kernel);
}

/** slow_rank: its device is slow, or it computes longer for whatever reason. */
void
_lsc_rule_slow_rank (LscJudge *self, LscRule rule)
{
  if (_lsc_rule_leaves_ops (self))
    _lsc_rule_slow_worker (self);
  else if (self->uneven)
    _lsc_judge_stay_silent (
        self, rule,
        lsc_phrase_new_text (
            N_ ("The recordings hold different iterations and no step marks to compare them by.")));
  else
    {
      tell_slow_devices (self);
      tell_slow_computing (self);
    }
}

/* ---- work ---- */

static LscPhrase *
say_more_work (const LscJudge *self, const Roots *roots)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (self, roots->is_named);
  g_autofree char *more = lsc_format_share (get_worst (self, roots)->more);

  if (_lsc_rank_levels_are_named (self, roots->is_named))
    return _lsc_rank_levels_say (
        self, roots->is_named,
        N_ ("More work on %zu of %zu ranks: %s more on %s than on %s, at the usual speed."), more);
  return lsc_phrase_new (is_waited_for (self) ? N_ ("More work on %s: up to %s more than on its "
                                                    "peers, in more or larger kernels at the "
                                                    "usual speed. Other ranks wait for it.")
                                              : N_ ("More work on %s: up to %s more than on its "
                                                    "peers, in more or larger kernels at the "
                                                    "usual speed."),
                         lsc_phrase_as_argument (ranks), more);
}

static void
tell_more_work (LscJudge *self)
{
  g_auto (Roots) roots = { NULL };
  const LscDigestKernel *kernel;
  LscFinding *row;
  gboolean is_upper;

  if (!roots_init (&roots, self, LSC_RANK_CAUSE_WORK))
    return;
  is_upper = _lsc_rank_levels_are_named (self, roots.is_named);
  kernel = find_excess_kernel (self, roots.worst);
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = LSC_RULE_UNEVEN_WORK,
          .lost_ns = roots.is_named,
          .changes = roots.changes,
          .gain_ns = roots.gain_ns,
          .is_bound = self->causes->is_bound || is_upper,
          .certainty = get_certainty (self, &roots),
          .text = say_more_work (self, &roots),
          .title = N_ ("More work"),
          .proof = _lsc_rank_levels_say_hosts (self, roots.is_named),
          .rest = is_upper ? lsc_phrase_new_text (N_ ("Moving the excess to the other ranks saves "
                                                      "less than leaving it out."))
                           : say_rest (self, &roots),
          .remedy = lsc_phrase_new_text (N_ (
              "Balance the work of the ranks: samples, sequence lengths, tokens per expert.")) });
  show_slow (self, row, roots.worst, kernel);
}

/** uneven_work: ranks, or micro-batches, have more work than others of the same role. */
void
_lsc_rule_uneven_work (LscJudge *self, LscRule rule)
{
  if (self->study && !self->study->refusal)
    _lsc_rule_uneven_ops (self);
  else
    {
      tell_more_work (self);
      _lsc_rule_uneven_steps (self, rule);
    }
}
