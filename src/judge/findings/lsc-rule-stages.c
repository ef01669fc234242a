/* lsc-rule-stages.c - a stage that has more to compute than the others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "judge/findings/lsc-findings-private.h"
#include "base/lsc-stats.h"
#include "base/lsc-time.h"

/* findings.md#stages. */

#define LEAST_IMBALANCE 0.04 /* between stages, of their mean */
#define LEAST_ODD 0.1        /* of their mean: what a stage with a layer more has beyond it */
#define MOST_STAGES 8        /* whose layers are listed */

/** What the ranks of a stage compute: half of them no more, as a slow one makes no stage heavy. */
typedef struct
{
  gint64 stage;
  double compute_ns;
} Stage;

/* What a rank computes, without what its device takes longer for it than others. */
static gint64
get_work_ns (const LscJudge *self, gsize rank)
{
  const LscRankCause *cause = self->causes ? &self->causes->ranks[rank] : NULL;
  gboolean is_slow = cause && (cause->is_root || cause->is_unseen) &&
                     (cause->kind == LSC_RANK_CAUSE_DEVICE || cause->kind == LSC_RANK_CAUSE_CLOCK);

  return (gint64) (self->ranks[rank].compute_ns - (is_slow ? cause->excess_ns : 0));
}

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
        if (self->ranks[k].stage == self->ranks[i].stage)
          {
            is_first &= k >= i;
            values[n++] = get_work_ns (self, k);
          }
      if (is_first)
        {
          Stage stage = { self->ranks[i].stage, (double) lsc_median_lower_int64 (values, n) };

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

  return lsc_phrase_new (
      N_ ("Stage %" PRId64
          " holds up the pipeline: it computes for %s per step, the average stage for %s."),
      worst->stage, own, mean);
}

static LscPhrase *
name_stage (gint64 stage)
{
  return lsc_phrase_new (N_ ("Heavy stage %" PRId64), stage);
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

/* Where stages run as many kernels of a name, those of one are larger; a head or an embedding makes
 * them more. */
static gboolean
has_larger_kernels (const LscJudge *self, const double *lost_ns)
{
  gsize worst = _lsc_judge_find_worst (lost_ns, self->n);
  gsize other = _lsc_rule_find_lightest (self, worst);
  const LscDigestKernel *most = _lsc_rule_find_excess (self, worst, other);
  const LscDigestKernel *less =
      most ? _lsc_rule_find_kernel (self->ranks[other].digest, self->ranks[worst].digest, most)
           : NULL;

  return less && less->n == most->n;
}

/* (nullable): where kernels of a stage are larger, that it may be by one of its layers */
static LscPhrase *
say_layers (const LscJudge *self, const double *lost_ns)
{
  return has_larger_kernels (self, lost_ns)
             ? lsc_phrase_new_text (N_ ("Whether one layer of it or several are heavier is not "
                                        "known, because kernels do not name their layer."))
             : NULL;
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
                                  .certainty = LSC_FINDING_LIKELY,
                                  .is_minor = self->causes && self->causes->stages->len > 0 &&
                                              !has_larger_kernels (self, lost_ns),
                                  .text = say_imbalance (worst, mean_ns),
                                  .subject = name_stage (worst->stage),
                                  .unknown = say_layers (self, lost_ns),
                                  .remedy = lsc_phrase_new_text (
                                      N_ ("Move layers to other stages, or the embedding and "
                                          "the head to stages with fewer layers.")),
                              });
  show_stage (row, self, lost_ns);
}

/* ---- by the shapes of kernels ---- */

/* Whether layers of a stage should go to others. */
static gboolean
is_heavy (const LscJudge *self, gint64 stage)
{
  for (guint i = 0; i < self->causes->stages->len; i++)
    if (g_array_index (self->causes->stages, LscStageWork, i).stage == stage)
      return g_array_index (self->causes->stages, LscStageWork, i).n_moved > 0;
  return FALSE;
}

static const LscStageWork *
find_heaviest (const LscJudge *self)
{
  const LscStageWork *worst = NULL;

  for (guint i = 0; i < self->causes->stages->len; i++)
    {
      const LscStageWork *stage = &g_array_index (self->causes->stages, LscStageWork, i);

      if (stage->n_moved > 0 && (!worst || stage->work_ns > worst->work_ns))
        worst = stage;
    }
  return worst;
}

static LscPhrase *
say_heavy (const LscJudge *self, const LscStageWork *worst)
{
  double sum_ns = 0;
  g_autofree char *own = lsc_format_duration ((gint64) worst->work_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *layer =
      lsc_format_duration ((gint64) self->causes->layer_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *mean = NULL;

  for (guint i = 0; i < self->causes->stages->len; i++)
    sum_ns += g_array_index (self->causes->stages, LscStageWork, i).work_ns;
  mean = lsc_format_duration ((gint64) (sum_ns / self->causes->stages->len), LSC_TIME_UNIT_AUTO);
  return lsc_phrase_new (N_ ("Stage %" PRId64 " holds up the pipeline: it has %s of computation "
                             "per step, the average stage %s; a layer takes %s."),
                         worst->stage, own, mean, layer);
}

/* By how much work there is, whatever the devices make of it. */
static void
tell_heavy (LscJudge *self)
{
  const LscStageWork *worst = find_heaviest (self);
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  LscFinding *row;

  if (!worst)
    return;
  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = is_heavy (self, self->ranks[i].stage) ? 1 : 0;
  row = _lsc_judge_add (
      self,
      (LscFound){
          .rule = LSC_RULE_STAGE_IMBALANCE,
          .lost_ns = lost_ns,
          .changes = self->causes->stage_changes,
          .gain_ns = self->causes->stages_ns,
          .is_bound = self->causes->is_bound,
          .certainty = self->causes->is_bound ? LSC_FINDING_LIKELY : LSC_FINDING_SURE,
          .text = say_heavy (self, worst),
          .subject = name_stage (worst->stage),
          .remedy = lsc_phrase_new_text (N_ ("Move layers to other stages, or the embedding and "
                                             "the head to stages with fewer layers.")),
      });
  show_stage (row, self, lost_ns);
}

/* ---- layers that cannot be moved ---- */

static double
find_mean_ns (const GArray *stages)
{
  double sum_ns = 0;

  for (guint i = 0; i < stages->len; i++)
    sum_ns += g_array_index (stages, LscStageWork, i).work_ns;
  return sum_ns / (double) MAX (stages->len, 1);
}

/* (nullable): the stage with most work, if it has more layers than another one */
static const LscStageWork *
find_odd (const GArray *stages)
{
  const LscStageWork *worst = NULL;
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < stages->len; i++)
    {
      const LscStageWork *stage = &g_array_index (stages, LscStageWork, i);

      least = MIN (least, stage->n_layers);
      worst = !worst || stage->work_ns > worst->work_ns ? stage : worst;
    }
  return worst && worst->n_layers > least &&
                 worst->work_ns >= (1 + LEAST_ODD) * find_mean_ns (stages)
             ? worst
             : NULL;
}

/* What all stages have as much of takes as much away on some as it adds on others. */
static GArray *
even_out (const LscJudge *self, double mean_ns)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (LscReplayChange));

  for (gsize i = 0; i < self->n; i++)
    for (guint k = 0; k < self->causes->stages->len; k++)
      {
        const LscStageWork *stage = &g_array_index (self->causes->stages, LscStageWork, k);
        LscReplayChange change = { i, LSC_REPLAY_WORK, LSC_WORK_COMPUTE, LSC_REPLAY_ALL_STEPS,
                                   stage->work_ns - mean_ns };

        if (stage->stage == self->ranks[i].stage)
          g_array_append_val (changes, change);
      }
  return changes;
}

static LscPhrase *
say_odd (const LscJudge *self, const LscStageWork *worst, double mean_ns)
{
  const GArray *stages = self->causes->stages;
  g_autofree char *own = lsc_format_duration ((gint64) worst->work_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *mean = lsc_format_duration ((gint64) mean_ns, LSC_TIME_UNIT_AUTO);
  g_autoptr (GString) layers = g_string_new (NULL);

  for (guint i = 0; i < stages->len; i++)
    g_string_append_printf (layers, "%s%" PRId64, i > 0 ? " : " : "",
                            g_array_index (stages, LscStageWork, i).n_layers);
  if (stages->len > MOST_STAGES)
    return lsc_phrase_new (N_ ("Stage %" PRId64 " holds up the pipeline: it has %s of computation "
                               "per step, the average stage %s. Moving whole layers would not "
                               "help."),
                           worst->stage, own, mean);
  return lsc_phrase_new (N_ ("Stage %" PRId64 " holds up the pipeline: it has %s of computation "
                             "per step, the average stage %s. Layers per stage are as %s, and "
                             "moving whole ones would not help."),
                         worst->stage, own, mean, layers->str);
}

/* Layers do not divide by the stages: that they could be spread evenly is a matter of the model. */
static void
tell_odd (LscJudge *self)
{
  const LscStageWork *worst = find_odd (self->causes->stages);
  double mean_ns = find_mean_ns (self->causes->stages), gain_ns;
  g_autofree double *lost_ns = g_new0 (double, self->n + 1);
  g_autoptr (GArray) changes = NULL;
  LscFinding *row;

  if (!worst || !self->replay)
    return;
  changes = even_out (self, mean_ns);
  gain_ns = lsc_job_replay_is_bound (self->replay)
                ? worst->work_ns - mean_ns
                : lsc_job_replay_gain (self->replay,
                                       (const LscReplayChange *) (gconstpointer) changes->data,
                                       changes->len);
  if (gain_ns < LSC_FINDING_LEAST_SHARE * self->step_ns)
    return;
  for (gsize i = 0; i < self->n; i++)
    lost_ns[i] = self->ranks[i].stage == worst->stage ? 1 : 0;
  row = _lsc_judge_add (
      self, (LscFound){
                .rule = LSC_RULE_STAGE_IMBALANCE,
                .lost_ns = lost_ns,
                .changes = changes,
                .gain_ns = gain_ns,
                .is_bound = TRUE,
                .is_minor = TRUE,
                .text = say_odd (self, worst, mean_ns),
                .subject = name_stage (worst->stage),
                .remedy = lsc_phrase_new_text (
                    N_ ("Choose a number of layers that the stages divide evenly, or virtual "
                        "stages (interleaving) that spread them.")),
                .unknown = lsc_phrase_new_text (
                    N_ ("How many layers a stage has is known in proportion only, because kernels "
                        "do not name their layer.")),
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
  if (self->causes && self->causes->layer_ns > 0)
    {
      if (find_heaviest (self))
        tell_heavy (self);
      else
        tell_odd (self);
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
