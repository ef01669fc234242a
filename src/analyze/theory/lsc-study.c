/* lsc-study.c - one measured step explained
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/theory/lsc-study.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "analyze/theory/lsc-study-private.h"

static gboolean
has_host_times (const LscPipelineStep *step)
{
  for (gsize i = 0; i < step->n_rows; i++)
    for (gsize k = 0; k < step->rows[i].n_blocks; k++)
      if (step->rows[i].blocks[k].flags & LSC_BLOCK_HOST_TIME)
        return TRUE;
  return FALSE;
}

/* Who waited for whom is a square of stages; a longer list of ranks is a damaged one. */
#define MOST_STAGES 1024

/* Whether the step can be explained at all (pipeline.md#bad-input) by @order. Its lengths can be
 * replayed where its times cannot be compared. Returns NULL or why not. */
static LscPhrase *
find_refusal (const LscPipelineGroup *group, const LscPipelineStep *step, const LscSchedule *order,
              gboolean needs_times)
{
  if (step->is_forward_only)
    return lsc_phrase_new_text (
        N_ ("This step has forward blocks only (an evaluation): there is no schedule "
            "to compare it with. Choose a training step."));
  if (step->is_partial)
    return lsc_phrase_new_text (
        N_ ("The recording of this step is cut: it has more forward than backward "
            "blocks or the other way round. Choose a step that was recorded whole."));
  if (group->n_ranks < 2 || step->n_rows < 2)
    return lsc_phrase_new_text (N_ ("The pipeline has one stage: nobody waits for anybody."));
  if (needs_times && group->clocks.unknown)
    return lsc_phrase_copy (group->clocks.unknown);
  if (step->n_rows > MOST_STAGES)
    return lsc_phrase_new (N_ ("The pipeline has %zu stages; theory and waits are computed for at "
                               "most %u. Look at the list of its ranks."),
                           step->n_rows, MOST_STAGES);
  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].stage != (int) i)
      return lsc_phrase_new_text (
          N_ ("It is not known which rank runs which stage. Give the ranks of each "
              "pipeline by stage, such as 0,4,8,12."));
  if (has_host_times (step))
    return lsc_phrase_new_text (
        N_ ("The blocks have host times, and the host runs ahead of the device, so waits are not "
            "known. Record ranges with a stream."));
  if (order->type == LSC_SCHEDULE_NONE || order->n_stages != step->n_rows)
    return lsc_phrase_new_text (
        N_ ("No schedule explains the order of the blocks, so it is not known which "
            "block needs which. The notice about the schedule says where the order "
            "differs; another schedule can be chosen by hand."));
  return NULL;
}

/* Which rows have nothing. Returns NULL if all were recorded. */
static LscPhrase *
describe_missing (const LscPipelineStep *step)
{
  g_autoptr (GString) ranks = g_string_new (NULL);
  gsize n = 0;

  for (gsize i = 0; i < step->n_rows; i++)
    if (step->rows[i].n_blocks == 0)
      g_string_append_printf (ranks, "%s%" G_GINT64_FORMAT, n++ > 0 ? ", " : "",
                              step->rows[i].rank);
  if (n == 0)
    return NULL;
  return lsc_phrase_new_plural (n, "rank %s was not recorded", "ranks %s were not recorded",
                                ranks->str);
}

static gboolean
explain (LscStudy *self, LscJob *job, GError **error)
{
  g_auto (LscPlanTimes) ideal = { 0 };
  LscPlanLatency latency;

  _lsc_study_measure_latency (self);
  latency = lsc_study_latency (self);
  if (!lsc_job_check (job, error) || !_lsc_study_climb (self, &ideal, job, error) ||
      !_lsc_study_blame (self, &ideal, job, error) || !lsc_job_check (job, error))
    return FALSE;
  self->path = lsc_critical_path_new (self->plan, &self->times, &latency);
  self->slack = lsc_plan_slack (self->plan, &self->times, &latency);
  return TRUE;
}

static LscStudy *
read_order (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step,
            const LscSchedule *order, gboolean needs_times)
{
  LscStudy *self = g_new0 (LscStudy, 1);

  g_atomic_ref_count_init (&self->refs);
  self->pipeline = lsc_pipeline_ref (pipeline);
  self->group = group;
  g_ptr_array_find (pipeline->groups, group, &self->group_index);
  self->step = step;
  self->ideal_ratio = -1;
  for (guint i = 0; i < LSC_N_RUNGS; i++)
    self->rungs[i] = -1;
  self->refusal = find_refusal (group, lsc_study_get_step (self), order, needs_times);
  if (self->refusal)
    return self;
  self->missing = describe_missing (lsc_study_get_step (self));
  _lsc_study_read_blocks (self, &self->refusal);
  return self;
}

/**
 * lsc_study_new_order:
 * @pipeline: kept alive by the study
 * @group: (transfer none): one of its groups
 * @step: index of the step
 *
 * Reads the order of a step alone: its plan, with the measured lengths and times, or a refusal; of
 * a step whose schedule was not recognised by what is assumed. What lsc_study_new() finds out
 * besides is zero.
 *
 * Cost: O(blocks). Thread: any.
 *
 * Returns: (transfer full): the study
 */
LscStudy *
lsc_study_new_order (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step)
{
  g_return_val_if_fail (step < group->n_steps, NULL);
  return read_order (pipeline, group, step, lsc_pipeline_step_get_order (&group->steps[step]),
                     TRUE);
}

/**
 * lsc_study_new_lengths:
 *
 * As lsc_study_new_order(), also where the clocks of the ranks do not agree: for those who look at
 * the plan and the lengths alone, and at no times.
 *
 * Returns: (transfer full): the study
 */
LscStudy *
lsc_study_new_lengths (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step)
{
  g_return_val_if_fail (step < group->n_steps, NULL);
  return read_order (pipeline, group, step, lsc_pipeline_step_get_order (&group->steps[step]),
                     FALSE);
}

/**
 * lsc_study_new:
 * @pipeline: kept alive by the study
 * @group: (transfer none): one of its groups
 * @step: index of the step
 * @job: (nullable): to be stopped by
 *
 * Explains one measured step: what its blocks waited for, how long the ideal order of the same
 * blocks takes, what lies between the two (pipeline.md#link-times, theory.md#blame,
 * pipeline.md#balance, theory.md#critical-path, pipeline.md#micro-batch, theory.md#ladder). A step
 * that cannot be explained gives a study with a refusal, never an error.
 *
 * Cost: O(blocks) for what is always the same, plus the chains of waiting. Thread: any.
 *
 * Returns: (transfer full): the study; %NULL with %G_IO_ERROR_CANCELLED, or if the times of the
 *   step do not fit into 64 bits
 */
LscStudy *
lsc_study_new (LscPipeline *pipeline, const LscPipelineGroup *group, gsize step, LscJob *job,
               GError **error)
{
  g_autoptr (LscStudy) self = NULL;

  g_return_val_if_fail (step < group->n_steps, NULL);
  self = read_order (pipeline, group, step, &group->steps[step].schedule, TRUE);
  if (!self->refusal && !explain (self, job, error))
    return NULL;
  return g_steal_pointer (&self);
}

/** Returns: @self with one reference more; from any thread. */
LscStudy *
lsc_study_ref (LscStudy *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/** Takes a reference from @self and frees it with the last one; from any thread. */
void
lsc_study_unref (LscStudy *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->plan, lsc_plan_free);
  g_clear_pointer (&self->theory_plan, lsc_plan_free);
  g_clear_pointer (&self->wait, lsc_blame_free);
  g_clear_pointer (&self->ideal_wait, lsc_blame_free);
  g_clear_pointer (&self->pieces, g_array_unref);
  g_clear_pointer (&self->path, lsc_critical_path_free);
  lsc_plan_times_clear (&self->times);
  g_free (self->first_piece);
  g_free (self->slack);
  g_free (self->blocks);
  g_free (self->durations);
  g_free (self->link_latency);
  lsc_phrase_free (self->refusal);
  lsc_phrase_free (self->missing);
  lsc_pipeline_unref (self->pipeline);
  g_free (self);
}
