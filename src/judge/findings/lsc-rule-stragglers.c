/* lsc-rule-stragglers.c - rules on the study of stragglers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/lsc-stats.h"
#include "base/lsc-time.h"
#include "judge/findings/lsc-findings-private.h"

/* findings.md#stragglers. */

#define LEAST_SPREAD                                                                               \
  0.05                      /* of a mean: lengths of micro-batches vary by less where work is even \
                             */
#define LEAST_AGREEMENT 0.8 /* of forward and backward: the micro-batch is long, not the moment */
#define LEAST_GAIN 0.02     /* of the step */
#define LEAST_SURPLUS 0.04  /* of a stage over the mean of the stages */
#define LEAST_EXCESS 0.03   /* of a worker over those of its stage */
#define LEAST_PAIR_EXCESS 0.05 /* where there are too few to know how much they vary */
#define FEW_WORKERS 4
#define MOST_DEVIATIONS 4.0
#define NORMAL 1.4826 /* standard deviations in a median absolute deviation */

static const LscStragglers *
get_study (const LscJudge *self)
{
  return self->study && !self->study->refusal ? self->study : NULL;
}

/**
 * _lsc_rule_leaves_ops:
 *
 * Where the ops of a job are all that was recorded, what is slow is known by its study alone: by
 * the mean of many steps and replicas, where one pipeline has its chances.
 *
 * Returns: whether rules that compare ranks, and verdicts of single pipelines, leave that to it
 */
gboolean
_lsc_rule_leaves_ops (const LscJudge *self)
{
  const LscStragglers *study = get_study (self);

  return study && study->is_of_ops;
}

/* Returns: (transfer full): that the gain is one of a replay, and how far that is off; of what the
 * replay alone misses nothing is known */
static LscPhrase *
say_error (const LscStragglers *study, double gain_ns, LscPhrase *more)
{
  g_autofree char *error = lsc_format_share (fabs (study->replay_error));
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);

  if (more)
    g_ptr_array_add (parts, more);
  if (isnan (study->replay_error))
    g_ptr_array_add (parts,
                     lsc_phrase_new_text (N_ ("The gain is computed by replaying the ops.")));
  else if (fabs (study->replay_error) * study->base_ns >= gain_ns)
    g_ptr_array_add (parts,
                     lsc_phrase_new (N_ ("The replay of the ops deviates from the recording by %s, "
                                         "more than the gain, so the gain is uncertain."),
                                     error));
  else
    g_ptr_array_add (parts, lsc_phrase_new (N_ ("The gain is computed by replaying the ops; the "
                                                "replay deviates from the recording by %s."),
                                            error));
  return lsc_phrase_new_joined (" ", parts);
}

/* The gain of a replay is certain as far as the replay shows what was recorded. */
static gboolean
is_doubtful (const LscStragglers *study, double gain_ns)
{
  return fabs (study->replay_error) * study->base_ns >= gain_ns;
}

/* ---- micro-batches ---- */

/* Returns: the stage whose forwards vary most and agree with its backwards; n_stages = none */
static gsize
find_uneven (const LscStragglers *study)
{
  gsize found = study->n_stages;

  for (gsize i = 0; i < study->n_stages; i++)
    {
      const LscStragglerStage *stage = &study->stages[i];

      if (stage->forward_spread >= LEAST_SPREAD && stage->agreement >= LEAST_AGREEMENT &&
          (found == study->n_stages || stage->forward_spread > study->stages[found].forward_spread))
        found = i;
    }
  return study->base_ns - study->even_ns >= LEAST_GAIN * study->base_ns ? found : study->n_stages;
}

static LscPhrase *
say_uneven (const LscStragglerStage *stage)
{
  g_autofree char *forward = lsc_format_share (stage->forward_spread);
  g_autofree char *backward = lsc_format_share (stage->backward_spread);

  return lsc_phrase_new (N_ ("Micro-batches are unequal: forwards of stage %" PRId64
                             " vary by %s within a step, backwards by %s (standard deviation), the "
                             "same micro-batches on all workers."),
                         stage->stage, forward, backward);
}

/** uneven_work of op timelines: some micro-batches have more work than others, wherever they run.
 */
void
_lsc_rule_uneven_ops (LscJudge *self)
{
  g_autofree double *lost_ns = g_new0 (double, self->n);
  const LscStragglers *study = get_study (self);
  gsize stage = study ? find_uneven (study) : 0;
  double gain_ns;

  if (!study || stage == study->n_stages)
    return;
  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = 1;
  gain_ns = study->base_ns - study->even_ns;
  _lsc_judge_add (self,
                  (LscFound){
                      .rule = LSC_RULE_UNEVEN_WORK,
                      .lost_ns = lost_ns,
                      .gain_ns = gain_ns,
                      .is_studied = TRUE,
                      .is_minor = is_doubtful (study, gain_ns),
                      .text = say_uneven (&study->stages[stage]),
                      .remedy = lsc_phrase_new_text (
                          N_ ("Balance micro-batches: sort or pack sequences by cost, which grows "
                              "faster than length, and spread long ones over the replicas.")),
                      .unknown = say_error (study, gain_ns, NULL),
                  });
}

/* ---- stages ---- */

/* Of the usual worker of a stage: one that is slow by itself makes no long stage. */
static double
get_compute_ns (const LscStragglers *study, gsize stage)
{
  double excess = 0;

  for (gsize i = 0; i < study->n_replicas; i++)
    if (!isnan (study->workers[i * study->n_stages + stage].excess))
      excess += study->workers[i * study->n_stages + stage].excess;
  return (study->stages[stage].forward_ns + study->stages[stage].backward_ns) /
         (1 + excess / (double) MAX (study->n_replicas, 1));
}

static double
mean_of_others (const LscStragglers *study, gsize stage)
{
  double sum = 0;

  for (gsize i = 0; i < study->n_stages; i++)
    sum += i != stage ? get_compute_ns (study, i) : 0;
  return sum / (double) (study->n_stages - 1);
}

/* Returns: the stage that computes most, if it does so by enough; n_stages = none */
static gsize
find_heavy (const LscStragglers *study)
{
  gsize most = 0;

  for (gsize i = 1; i < study->n_stages; i++)
    if (get_compute_ns (study, i) > get_compute_ns (study, most))
      most = i;
  return study->n_stages > 1 &&
                 get_compute_ns (study, most) >= (1 + LEAST_SURPLUS) * mean_of_others (study, most)
             ? most
             : study->n_stages;
}

static LscPhrase *
say_heavy (const LscStragglers *study, gsize stage)
{
  g_autofree char *own =
      lsc_format_duration ((gint64) get_compute_ns (study, stage), LSC_TIME_UNIT_AUTO);
  g_autofree char *others =
      lsc_format_duration ((gint64) mean_of_others (study, stage), LSC_TIME_UNIT_AUTO);

  return lsc_phrase_new (
      stage + 1 == study->n_stages
          ? N_ ("Stage %" PRId64 ", the last one, holds up the pipeline: it computes for %s per "
                "micro-batch, the other stages for %s on average.")
          : N_ ("Stage %" PRId64 " holds up the pipeline: it computes for %s per micro-batch, the "
                "other stages for %s on average."),
      study->stages[stage].stage, own, others);
}

/* Returns: (transfer full) (nullable): what the gain rests on besides */
static LscPhrase *
say_alone (const LscStragglers *study, double alone_ns, double after_ns)
{
  g_autofree char *alone = NULL;

  if (after_ns <= alone_ns)
    return NULL;
  alone = lsc_format_share (MAX (alone_ns, 0) / study->base_ns);
  return lsc_phrase_new (
      N_ ("Fixing this alone saves %s; the rest follows once micro-batches are balanced."), alone);
}

/** stage_imbalance of a job of which only ops are known: a stage is long in all replicas. */
void
_lsc_rule_long_stage (LscJudge *self)
{
  const LscStragglers *study = self->study;
  g_autofree double *lost_ns = g_new0 (double, self->n);
  gboolean is_uneven = find_uneven (study) < study->n_stages;
  gsize stage = find_heavy (study);
  double alone_ns = study->base_ns - study->balanced_ns;
  double after_ns = is_uneven ? study->even_ns - study->even_balanced_ns : alone_ns;
  double gain_ns = MAX (alone_ns, after_ns);

  if (stage == study->n_stages || gain_ns < LEAST_GAIN * study->base_ns)
    return;
  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = self->ranks[i].stage == study->stages[stage].stage;
  _lsc_judge_add (
      self, (LscFound){
                .rule = LSC_RULE_STAGE_IMBALANCE,
                .lost_ns = lost_ns,
                .gain_ns = gain_ns,
                .is_studied = TRUE,
                .is_bound = after_ns > alone_ns,
                .is_minor = is_doubtful (study, gain_ns),
                .text = say_heavy (study, stage),
                .subject = lsc_phrase_new (N_ ("Heavy stage %" PRId64), study->stages[stage].stage),
                .remedy = lsc_phrase_new_text (
                    stage + 1 == study->n_stages
                        ? N_ ("Move layers from the last stage to the others, or the "
                              "head and the loss off it.")
                        : N_ ("Move layers to other stages, or the embedding and the "
                              "head to stages with fewer layers.")),
                .unknown = say_error (study, gain_ns, say_alone (study, alone_ns, after_ns)),
            });
}

/* ---- workers ---- */

/* What the workers of its stage deviate by, without the one in question; 0 of too few. */
static double
find_deviation (const LscStragglers *study, gsize worker)
{
  g_autofree double *values = g_new (double, study->n_replicas);
  gsize n = 0;

  for (gsize i = worker % study->n_stages; i < study->n_replicas * study->n_stages;
       i += study->n_stages)
    if (i != worker && !isnan (study->workers[i].excess))
      values[n++] = fabs (study->workers[i].excess);
  return n + 1 >= FEW_WORKERS ? NORMAL * lsc_median_mean_double (values, n) : 0;
}

static gboolean
is_slow (const LscStragglers *study, gsize worker)
{
  double excess = study->workers[worker].excess;

  if (study->n_replicas < 2 || isnan (excess))
    return FALSE;
  if (study->n_replicas < FEW_WORKERS) /* what is uneven need not be their own */
    return excess >= LEAST_PAIR_EXCESS && find_uneven (study) == study->n_stages;
  return excess >= LEAST_EXCESS && excess >= MOST_DEVIATIONS * find_deviation (study, worker);
}

static LscPhrase *
say_slow (const LscStragglerWorker *worker)
{
  g_autoptr (LscPhrase) rank = lsc_rank_name_new_first (worker->rank, NULL);
  g_autofree char *excess = lsc_format_share (worker->excess);

  return lsc_phrase_new (N_ ("%s (stage %" PRId64 ", replica %" PRId64
                             ") computes %s longer than the other replicas of its stage."),
                         lsc_phrase_as_argument (rank), worker->stage, worker->replica, excess);
}

/** slow_rank of such a job: one worker takes longer than those with the same work. */
void
_lsc_rule_slow_worker (LscJudge *self)
{
  const LscStragglers *study = self->study;
  g_autofree double *lost_ns = g_new0 (double, self->n);
  const LscStragglerWorker *worker = &study->workers[study->worst];
  double gain_ns = study->base_ns - study->worst_ns;

  if (study->n_replicas * study->n_stages == 0 || !is_slow (study, study->worst) ||
      gain_ns < LEAST_GAIN * study->base_ns)
    return;
  for (gsize i = 0; i < self->n; i++)
    if (self->ranks[i].digest->rank == worker->rank)
      lost_ns[i] = 1;
  _lsc_judge_add (
      self,
      (LscFound){
          .rule = LSC_RULE_SLOW_RANK,
          .lost_ns = lost_ns,
          .gain_ns = gain_ns,
          .is_studied = TRUE,
          .is_minor = is_doubtful (study, gain_ns),
          .text = say_slow (worker),
          .subject = lsc_verdict_name_slow_rank (worker->rank, worker->stage),
          .remedy = lsc_phrase_new_text (
              N_ ("Check device and host of the rank: temperature, power limit, other processes.")),
          .unknown = say_error (study, gain_ns, NULL),
      });
}
