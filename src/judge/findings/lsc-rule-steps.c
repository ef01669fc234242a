/* lsc-rule-steps.c - rules about what hits some steps, not all
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-time.h"
#include "model/lsc-rank-name.h"
#include "model/lsc-sched-names.h"

/* findings.md#over-steps. */

#define CERTAIN_CHANCE 0.0001 /* that noise alone does it: so small that nothing else remains */
#define CERTAIN_HITS 2        /* what comes once has nothing to be compared with */

/**
 * Hits: what ranks lose in some steps
 * @lost: of each rank in each step; NAN where nothing is known
 * @mean_ns: of each rank, mean of the steps
 * @named: of each rank whether it is
 * @longest_ns: in one step
 */
typedef struct
{
  LscStepTimes lost;
  double *mean_ns;
  double *named;
  double longest_ns;
  double gain_ns;
  LscTimeShape shape;
} Hits;

static void
hits_init (Hits *self, const LscJudge *judge, const LscTimeCauses *causes, LscReplayWhat what,
           guint kind)
{
  gsize n = judge->steps.n;

  *self = (Hits){ .mean_ns = g_new0 (double, judge->n + 1) };
  lsc_step_times_init (&self->lost, judge->n, n);
  for (gsize rank = 0; rank < judge->n; rank++)
    for (gsize step = 0; step < n; step++)
      {
        double ns = causes->excess_ns[rank * n + step];

        *lsc_step_times_at (&self->lost, rank, step) = ns;
        self->mean_ns[rank] += ns / (double) n;
        self->longest_ns = MAX (self->longest_ns, ns);
      }
  self->named = _lsc_judge_find_named (judge, &self->lost, self->mean_ns);
  _lsc_judge_find_shape (judge, &self->lost, &self->shape);
  self->gain_ns = _lsc_judge_gain_of_steps (judge, what, kind, &self->lost);
}

static void
hits_clear (Hits *self)
{
  lsc_step_times_clear (&self->lost);
  lsc_time_shape_clear (&self->shape);
  g_free (self->mean_ns);
  g_free (self->named);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Hits, hits_clear)

/* One rank alone has no peers: what it does in a step may be more work. */
static LscFindingCertainty
find_certainty (const LscJudge *judge, const LscTimeCauses *causes)
{
  if (judge->n < 2)
    return LSC_FINDING_POSSIBLE;
  return causes->n_hits >= CERTAIN_HITS && causes->chance <= CERTAIN_CHANCE ? LSC_FINDING_SURE
                                                                            : LSC_FINDING_LIKELY;
}

/* ---- computing ---- */

/* Where launches were not recorded kernels belong to a step by their time alone, and one that seems
 * longer may have some of another. */
static LscFindingCertainty
find_certainty_of_work (const LscJudge *judge, const Hits *hits, gsize worst)
{
  LscFindingCertainty certainty = find_certainty (judge, &judge->slow_steps);

  if (judge->ranks[worst].digest->steps_rule != LSC_STEPS_UNLINKED)
    return certainty;
  return hits->shape.when == LSC_WHEN_ONE ? LSC_FINDING_POSSIBLE
                                          : MAX (certainty, LSC_FINDING_LIKELY);
}

static LscPhrase *
say_slow (const LscJudge *judge, const Hits *hits, gsize worst)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (judge, hits->named);
  g_autoptr (LscPhrase) when = _lsc_judge_say_when (judge, &hits->shape);
  g_autofree char *longest = lsc_format_duration ((gint64) hits->longest_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share =
      lsc_format_share (hits->longest_ns / MAX (judge->ranks[worst].compute_ns, 1));

  return lsc_phrase_new (
      N_ ("Computation takes up to %s (%s) longer on %s %s than usual and than on other ranks."),
      longest, share, lsc_phrase_as_argument (ranks), lsc_phrase_as_argument (when));
}

/** slow_rank, of a rank that computes longer in some steps than in others. */
void
_lsc_rule_slow_steps (LscJudge *self, LscRule rule)
{
  g_auto (Hits) hits = { 0 };
  gsize worst;

  if (self->slow_steps.n_hits == 0)
    return;
  hits_init (&hits, self, &self->slow_steps, LSC_REPLAY_WORK, LSC_WORK_COMPUTE);
  worst = _lsc_judge_find_worst (hits.mean_ns, self->n);
  if (hits.gain_ns < 0.001 * self->step_ns)
    return;
  _lsc_judge_add (self,
                  (LscFound){ .rule = LSC_RULE_SLOW_RANK,
                              .lost_ns = hits.mean_ns,
                              .named = hits.named,
                              .gain_ns = hits.gain_ns,
                              .certainty = find_certainty_of_work (self, &hits, worst),
                              .when = hits.shape.when,
                              .numbers = _lsc_judge_list_numbers (self, &hits.shape),
                              .text = say_slow (self, &hits, worst),
                              .remedy = lsc_phrase_new_text (
                                  N_ ("Check the device in these steps: temperature, power limit, "
                                      "other processes, and whether it has more work.")) });
}

/* ---- hosts ---- */

/* Every host stops for a while now and then: once is no cause that comes back, and more often is
 * likely. What is named after a checkpoint is meant. */
static LscFindingCertainty
find_certainty_of_host (const LscJudge *judge, const Hits *hits, gboolean is_saving)
{
  LscFindingCertainty certainty = find_certainty (judge, &judge->late_steps);

  if (is_saving)
    return certainty;
  return hits->shape.when == LSC_WHEN_ONE ? LSC_FINDING_POSSIBLE
                                          : MAX (certainty, LSC_FINDING_LIKELY);
}

static gboolean
is_checkpoint (const char *call)
{
  static const char *const words[] = { "checkpoint", "Checkpoint",
                                       "torch.save", "torch/serialization",
                                       "save_model", "save_state",
                                       NULL };

  for (gsize i = 0; call && words[i]; i++)
    if (strstr (call, words[i]))
      return TRUE;
  return FALSE;
}

/** Returns: (nullable): the call that takes most of what a rank is late, if the longest of it lies
 * in a step of which that is told by itself */
const char *
_lsc_rule_find_late_call (const LscJudge *judge, gsize rank)
{
  const LscTimeCauses *causes = &judge->late_steps;
  const LscRankDigest *digest = judge->ranks[rank].digest;
  gint64 longest_ns = digest->longest[LSC_LOSS_HOST].begin_ns;

  for (gsize step = 0; causes->n_hits > 0 && step < judge->steps.n; step++)
    {
      const LscBudgetStep *about = _lsc_judge_get_step (judge, rank, step);

      if (about && causes->excess_ns[rank * judge->steps.n + step] > 0 &&
          longest_ns >= about->begin_ns && longest_ns < about->end_ns)
        return lsc_rank_digest_text (digest, digest->calls[LSC_LOSS_HOST]);
    }
  return NULL;
}

static LscPhrase *
say_late (const LscJudge *judge, const Hits *hits, const char *call, gboolean is_saving)
{
  g_autoptr (LscPhrase) ranks = _lsc_judge_name_ranks (judge, hits->named);
  g_autoptr (LscPhrase) when = _lsc_judge_say_when (judge, &hits->shape);
  g_autofree char *longest = lsc_format_duration ((gint64) hits->longest_ns, LSC_TIME_UNIT_AUTO);
  const char *who = lsc_phrase_as_argument (ranks), *which = lsc_phrase_as_argument (when);

  if (is_saving)
    return lsc_phrase_new (
        N_ ("A checkpoint stalls the job %s: the device of %s idles for up to %s, mostly in %s."),
        which, who, longest, call);
  if (lsc_sched_find_preemptor (call))
    return lsc_phrase_new (N_ ("The host stalls on %s %s: the device idles for up to %s, mostly "
                               "while %s pre-empts the launching thread."),
                           who, which, longest, lsc_sched_find_preemptor (call));
  if (call)
    return lsc_phrase_new (
        N_ ("The host stalls on %s %s: the device idles for up to %s, mostly in %s."), who, which,
        longest, call);
  return lsc_phrase_new (N_ ("The host stalls on %s %s: the device idles for up to %s."), who,
                         which, longest);
}

const char *const _lsc_preempted_remedy =
    N_ ("Keep other processes off the processors of this one: bind both with taskset or cgroups.");

static const char *
find_remedy (const char *call, gboolean is_saving)
{
  if (is_saving)
    return N_ ("Save asynchronously or less often: copy to host memory, and write from another "
               "thread.");
  if (lsc_sched_find_preemptor (call))
    return _lsc_preempted_remedy;
  return N_ ("Check what the host does then: garbage collection, data, checkpoints, logging, other "
             "processes.");
}

/** checkpoint, and host_bound of a host that is late in some steps. */
void
_lsc_rule_late_steps (LscJudge *self, LscRule rule)
{
  g_auto (Hits) hits = { 0 };
  const char *call;
  gsize worst;
  gboolean is_saving;
  LscFinding *row;

  if (self->late_steps.n_hits == 0)
    return;
  hits_init (&hits, self, &self->late_steps, LSC_REPLAY_LOSS, LSC_LOSS_HOST);
  worst = _lsc_judge_find_worst (hits.mean_ns, self->n);
  if (!_lsc_judge_is_enough (self, rule, hits.gain_ns))
    return;
  call = _lsc_rule_find_late_call (self, worst);
  is_saving = is_checkpoint (call);
  row = _lsc_judge_add (
      self, (LscFound){ .rule = is_saving ? LSC_RULE_CHECKPOINT : LSC_RULE_HOST_BOUND,
                        .lost_ns = hits.mean_ns,
                        .named = hits.named,
                        .what = LSC_REPLAY_LOSS,
                        .kind = LSC_LOSS_HOST,
                        .gain_ns = hits.gain_ns,
                        .certainty = find_certainty_of_host (self, &hits, is_saving),
                        .when = hits.shape.when,
                        .numbers = _lsc_judge_list_numbers (self, &hits.shape),
                        .text = say_late (self, &hits, call, is_saving),
                        .remedy = lsc_phrase_new_text (find_remedy (call, is_saving)) });
  for (gsize i = 0; i < self->n; i++)
    if (hits.named[i] > 0)
      _lsc_finding_show_loss (row, self->ranks[i].digest, LSC_LOSS_HOST);
}

/* ---- work ---- */

static LscPhrase *
say_uneven (const LscJudge *judge, const LscUnevenSteps *uneven)
{
  const LscRankDigest *digest = judge->ranks[uneven->rank].digest;
  g_autoptr (LscPhrase) rank = lsc_rank_name_new (digest->rank, NULL);
  g_autofree char *most = lsc_format_share (uneven->most);
  gint64 number = lsc_rank_digest_get_step (digest, uneven->step)->step;

  if (number == LSC_INT_NULL || digest->steps_unnumbered)
    return lsc_phrase_new (
        N_ ("The work is unbalanced from step to step: each time another rank has up to %s more "
            "than the average (%s), and the others wait for it."),
        most, lsc_phrase_as_argument (rank));
  return lsc_phrase_new (
      N_ ("The work is unbalanced from step to step: each time another rank has up to %s more than "
          "the average (%s in step %" PRId64 "), and the others wait for it."),
      most, lsc_phrase_as_argument (rank), number);
}

/** uneven_work of ranks none of which has more than the others in all steps. Whether work can be
 * dealt out otherwise is not recorded. */
void
_lsc_rule_uneven_steps (LscJudge *self, LscRule rule)
{
  const LscUnevenSteps *uneven = self->causes ? &self->causes->uneven : NULL;
  g_autofree double *is_named = g_new0 (double, self->n + 1);

  if (!uneven || !uneven->is_found || !_lsc_judge_is_enough (self, rule, uneven->gain_ns))
    return;
  for (gsize i = 0; i < self->n; i++)
    is_named[i] = 1;
  _lsc_judge_add (
      self, (LscFound){
                .rule = rule,
                .lost_ns = is_named,
                .changes = uneven->changes,
                .gain_ns = uneven->gain_ns,
                .is_bound = TRUE,
                .certainty = LSC_FINDING_POSSIBLE,
                .text = say_uneven (self, uneven),
                .remedy = lsc_phrase_new_text (
                    N_ ("Balance each step: sort or pack sequences by cost, which grows faster "
                        "than length, and spread them evenly over the ranks.")),
                .unknown = lsc_phrase_new_text (N_ (
                    "Whether the samples of a step can be spread more evenly was not recorded.")),
            });
}
