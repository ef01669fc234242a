/* lsc-verdict.c - what makes the steps of a recording longer, worst first
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/verdict/lsc-verdict.h"

#include "analyze/theory/lsc-what-if.h"
#include "judge/verdict/lsc-verdict-private.h"
#include "base/lsc-error.h"

/* verdicts.md. */

/* ---- clocks ---- */

static gboolean
accuse_clocks (LscPipeline *pipeline, GArray *found)
{
  for (guint i = 0; i < pipeline->groups->len; i++)
    if (lsc_pipeline_get_group (pipeline, i)->clocks.unknown)
      {
        LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_CLOCKS);

        verdict.group = i;
        verdict.certainty = LSC_CERTAINTY_SURE;
        verdict.evidence = LSC_EVIDENCE_CLOCKS;
        g_array_append_val (found, verdict);
        return TRUE;
      }
  return FALSE;
}

/* ---- schedule ---- */

/* The other schedule that is shortest, if its whole range is shorter than the step. */
static gboolean
find_other (LscStudy *study, LscVerdict *verdict, LscJob *job, GError **error)
{
  g_autoptr (GArray) targets = lsc_what_if_default_targets (study);
  g_autoptr (LscWhatIf) what_if = NULL;
  gint64 measured = study->rungs[LSC_RUNG_MEASURED], best = measured;
  LscWhatIfInputs inputs = LSC_WHAT_IF_INPUTS_INIT;

  for (guint i = targets->len; i > 0; i--)
    {
      LscScheduleType type = g_array_index (targets, LscWhatIfTarget, i - 1).schedule.type;

      if (type == LSC_SCHEDULE_NONE || type == study->plan->schedule.type)
        g_array_remove_index (targets, i - 1);
    }
  if (targets->len == 0)
    return TRUE;
  inputs.limit_ns = measured;
  what_if = lsc_what_if_new (study, (const LscWhatIfTarget *) targets->data, targets->len, &inputs,
                             job, error);
  if (!what_if)
    return !error || !g_error_matches (*error, LSC_ERROR, LSC_ERROR_CANCELLED);
  for (guint i = 1; i < what_if->rows->len; i++)
    {
      const LscWhatIfRow *row = g_ptr_array_index (what_if->rows, i);

      if (row->refusal || row->range.high_ns >= measured || row->window_ns >= best)
        continue;
      best = row->window_ns;
      verdict->other = row->target.schedule.type;
      verdict->gain_ns = verdict->gains.own_ns = measured - best;
      for (guint suspect = 0; suspect < LSC_N_SUSPECTS; suspect++)
        verdict->gains.fixed_ns[suspect] = measured - row->fixed_ns[suspect];
      verdict->share = (double) verdict->gain_ns / (double) measured;
      verdict->certainty = LSC_CERTAINTY_LIKELY;
    }
  return TRUE;
}

/* What even the ideal order of equal stages leaves idle, of the pipeline with the longest step. */
static gboolean
accuse_schedule (LscPipeline *pipeline, LscJob *job, GArray *found, GError **error)
{
  LscVerdict verdict = lsc_verdict_init (LSC_VERDICT_SCHEDULE);
  gint64 longest = 0;
  g_autoptr (LscStudy) study = NULL;

  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);
      const LscPipelineStep *step = &group->steps[group->median_step];

      if (group->n_steps > 0 && group->is_recognised && step->t1_ns - step->t0_ns > longest)
        {
          longest = step->t1_ns - step->t0_ns;
          verdict.group = i;
        }
    }
  if (longest == 0)
    return TRUE;
  study = lsc_study_new (pipeline, lsc_pipeline_get_group (pipeline, (guint) verdict.group),
                         lsc_pipeline_get_group (pipeline, (guint) verdict.group)->median_step, job,
                         error);
  if (!study)
    return FALSE;
  if (study->refusal || study->ideal_ratio < LSC_VERDICT_LEAST_SHARE)
    return TRUE;
  verdict.schedule = study->plan->schedule.type;
  verdict.excess = study->ideal_ratio;
  if (study->plan->schedule.n_chunks <= 1 && study->plan->schedule.type != LSC_SCHEDULE_DUALPIPE)
    verdict.gains.n_stages = (gint64) study->plan->n_ranks;
  verdict.certainty = LSC_CERTAINTY_SURE;
  verdict.evidence = LSC_EVIDENCE_ORDER;
  if (!find_other (study, &verdict, job, error))
    return FALSE;
  g_clear_error (error);
  g_array_append_val (found, verdict);
  return TRUE;
}

/* ---- all pipelines ---- */

#define UNEVEN 0.05 /* deviation of lengths of blocks, as a share */

/* Of op timelines: where work differs from micro-batch to micro-batch, long ones and long steps are
 * chance, and the study of the job says so (findings.md#stragglers). */
static gboolean
is_uneven (const LscVerdictData *data)
{
  return data->n_groups > 0 &&
         lsc_pipeline_get_group (data->pipeline, data->groups[0])->has_no_host &&
         _lsc_verdict_noise_of_blocks (data) >= UNEVEN * UNEVEN;
}

static gboolean
judge (LscPipeline *pipeline, const guint *groups, gsize n, LscJob *job, GArray *found)
{
  LscVerdictData *data = _lsc_verdict_data_new (pipeline, groups, n, job, found);

  if (!data)
    return FALSE;
  if (!is_uneven (data))
    _lsc_verdict_find_blocks (data);
  _lsc_verdict_find_lengths (data);
  _lsc_verdict_find_waits (data);
  if (!is_uneven (data))
    _lsc_verdict_find_steps (data);
  _lsc_verdict_data_free (data);
  return TRUE;
}

/* Pipelines with as many stages are compared with each other. */
static gboolean
judge_all (LscPipeline *pipeline, LscJob *job, GArray *found)
{
  guint n_groups = pipeline->groups->len;
  g_autofree guint *alike = g_new (guint, n_groups + 1);
  g_autofree gboolean *is_done = g_new0 (gboolean, n_groups + 1);

  for (guint first = 0; first < n_groups; first++)
    {
      gsize n = 0;
      gsize n_ranks = lsc_pipeline_get_group (pipeline, first)->n_ranks;

      for (guint i = first; i < n_groups && !is_done[first]; i++)
        if (!is_done[i] && lsc_pipeline_get_group (pipeline, i)->n_ranks == n_ranks &&
            lsc_pipeline_get_group (pipeline, i)->n_steps > 0)
          alike[n++] = i;
      for (gsize i = 0; i < n; i++)
        is_done[alike[i]] = TRUE;
      if (n > 0 && n_ranks > 1 && !judge (pipeline, alike, n, job, found))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_verdicts_new:
 * @pipeline: all pipelines of a recording
 * @job: (nullable): to be stopped by
 *
 * Finds what makes the steps longer (verdicts.md): each cause with its place, and what the steps
 * would be shorter by without it. While clocks are not aligned that is the only one. A recording
 * in which nothing is wrong has at most the row of its schedule.
 *
 * Cost: O(blocks) a cause that is tried. Thread: any.
 *
 * Returns: (transfer full) (nullable): the causes, worst first, the schedule last; %NULL with
 *   %LSC_ERROR_CANCELLED
 */
LscVerdicts *
lsc_verdicts_new (LscPipeline *pipeline, LscJob *job, GError **error)
{
  g_return_val_if_fail (pipeline, NULL);
  g_autoptr (LscVerdicts) self = _lsc_verdicts_new_empty ();

  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);

      self->is_partial |= !group->is_recognised;
      _lsc_verdicts_add_places (self, group, i);
    }
  if (!accuse_clocks (pipeline, self->rows))
    {
      if (!judge_all (pipeline, job, self->rows) ||
          !accuse_schedule (pipeline, job, self->rows, error))
        {
          if (error && !*error)
            lsc_job_check (job, error);
          return NULL;
        }
    }
  if (!lsc_job_check (job, error))
    return NULL;
  lsc_verdicts_sort (self);
  _lsc_verdicts_presume_repair (self);
  return g_steal_pointer (&self);
}

/* @pipeline: (transfer full) (nullable) */
static LscVerdicts *
judge_pipeline (LscPipeline *pipeline, LscJob *job, GError **error)
{
  g_autoptr (LscPipeline) own = pipeline;

  return own ? lsc_verdicts_new (own, job, error) : NULL;
}

/**
 * lsc_verdicts_new_for_ranks:
 * @ranks: (element-type LscPipelineRank): of a recording
 *
 * Returns: (transfer full): verdicts of the pipelines that the ranks hold; %NULL when they hold
 *   none or the job was cancelled
 */
LscVerdicts *
lsc_verdicts_new_for_ranks (GPtrArray *ranks, LscJob *job, GError **error)
{
  g_return_val_if_fail (ranks, NULL);
  return judge_pipeline (
      ranks->len > 0 ? lsc_pipeline_new_from_ranks (ranks, NULL, job, error) : NULL, job, error);
}

/**
 * lsc_verdicts_new_for_runs:
 * @runs: (element-type LscRun): loaded with %LSC_LOAD_FOR_PIPELINE
 *
 * Returns: (transfer full): as lsc_verdicts_new_for_ranks(), of recordings that are all loaded
 */
LscVerdicts *
lsc_verdicts_new_for_runs (GPtrArray *runs, LscJob *job, GError **error)
{
  g_return_val_if_fail (runs, NULL);
  return judge_pipeline (runs->len > 0 ? lsc_pipeline_new (runs, NULL, job, error) : NULL, job,
                         error);
}

/** Returns: (transfer none) (nullable): the worst cause; %NULL if nothing is wrong */
const LscVerdict *
lsc_verdicts_get_first (const LscVerdicts *self)
{
  g_return_val_if_fail (self, NULL);
  if (self->rows->len == 0 || lsc_verdicts_get (self, 0)->cause == LSC_VERDICT_SCHEDULE)
    return NULL;
  return lsc_verdicts_get (self, 0);
}

/**
 * lsc_verdicts_find_worst_group:
 * @self: (nullable): verdicts of @pipeline
 *
 * Which pipeline to look at first: the one that the worst cause is shown by; where nothing is
 * wrong, or nobody has judged, the one that is idle for most of its usual step. The first of equal
 * ones.
 *
 * Cost: O(pipelines). Returns: its index, 0 without any
 */
gsize
lsc_verdicts_find_worst_group (const LscVerdicts *self, const LscPipeline *pipeline)
{
  const LscVerdict *first;
  double most = -1;
  gsize worst = 0;

  g_return_val_if_fail (pipeline, 0);
  first = self ? lsc_verdicts_get_first (self) : NULL;
  if (first && first->group >= 0 && first->group < (gint64) pipeline->groups->len)
    return (gsize) first->group;
  for (guint i = 0; i < pipeline->groups->len; i++)
    {
      const LscPipelineGroup *group = lsc_pipeline_get_group (pipeline, i);
      double idle = group->n_steps > 0 ? group->steps[group->median_step].bubble_ratio : -1;

      if (idle <= most)
        continue;
      most = idle;
      worst = i;
    }
  return worst;
}
