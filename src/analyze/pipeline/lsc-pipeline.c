/* lsc-pipeline.c - the measured pipelines of ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-sort.h"

/** Returns: %FALSE with %LSC_ERROR_USAGE for options that cannot be read */
gboolean
_lsc_pipeline_check_options (const LscPipelineOptions *options, GError **error)
{
  g_autofree char *names = NULL;

  if (!_lsc_pipeline_check_groups (options, error) || !_lsc_pipeline_check_offsets (options, error))
    return FALSE;
  if (!options->schedule || lsc_schedule_type_from_name (options->schedule) != LSC_SCHEDULE_NONE)
    return TRUE;
  names = lsc_schedule_list_names ();
  return lsc_fail (error, LSC_ERROR_USAGE, _ ("“%s” is no known schedule; known are %s"),
                   options->schedule, names);
}

/**
 * lsc_pipeline_options_check:
 *
 * Cost: none but reading the texts.
 *
 * Returns: %FALSE with %LSC_ERROR_USAGE for options that lsc_pipeline_new() would not take
 */
gboolean
lsc_pipeline_options_check (const LscPipelineOptions *options, GError **error)
{
  g_autoptr (LscPipelineWords) words = NULL;

  g_return_val_if_fail (options, FALSE);
  if (!_lsc_pipeline_check_options (options, error))
    return FALSE;
  words = lsc_pipeline_words_new (options->names, options->loose_names, error);
  return words != NULL;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const LscPipelineGroup *x = *(LscPipelineGroup *const *) a;
  const LscPipelineGroup *y = *(LscPipelineGroup *const *) b;

  return LSC_ORDER (_lsc_pipeline_find_lowest (x->ranks, x->n_ranks),
                    _lsc_pipeline_find_lowest (y->ranks, y->n_ranks));
}

static gboolean
build_groups (LscPipelineBuild *build, GError **error)
{
  g_autoptr (GPtrArray) layouts = _lsc_pipeline_layouts (build);

  for (guint i = 0; i < layouts->len; i++)
    {
      LscPipelineGroup *group = _lsc_pipeline_build_group (build, g_ptr_array_index (layouts, i));

      if (group)
        g_ptr_array_add (build->pipeline->groups, group);
      if (!lsc_job_check (build->job, error))
        return FALSE;
    }
  g_ptr_array_sort (build->pipeline->groups, compare_groups);
  if (build->pipeline->groups->len > 0)
    return TRUE;
  _lsc_pipeline_set_nothing (build, error);
  return FALSE;
}

/**
 * lsc_pipeline_new_from_ranks:
 * @ranks: (element-type LscPipelineRank): in any order; %NULL items do not count
 * @options: (nullable): %NULL = the defaults; those of which the ranks were made are not read again
 * @job: (nullable): to be cancelled
 *
 * Finds the pipelines of the recordings, their steps and blocks, names the blocks by the schedule
 * that explains their order, links and measures them. Worked example: ranges of forward_step at
 * 1000..1010 and 1010..1020 and of backward_step at 1030..1050 ns are F of micro-batches 0 and 1
 * and B of micro-batch 0; the window is 50 ns, 40 of them busy.
 *
 * Cost: O(blocks log blocks). Thread: any; the ranks are only read.
 * Source: pipeline.md#input, #blocks, #bubble, #phases.
 *
 * Returns: (transfer full): the pipelines, or %NULL with %LSC_ERROR_NOTHING without any pipeline
 *   range, %LSC_ERROR_USAGE for options that cannot be read, %LSC_ERROR_CANCELLED
 */
LscPipeline *
lsc_pipeline_new_from_ranks (GPtrArray *ranks, const LscPipelineOptions *options, LscJob *job,
                             GError **error)
{
  static const LscPipelineOptions defaults = { 0 };
  LscPipeline *self = NULL;
  LscPipelineBuild build;

  g_return_val_if_fail (ranks, NULL);
  options = options ? options : &defaults;
  if (!_lsc_pipeline_check_options (options, error) || !lsc_job_check (job, error))
    return NULL;
  _lsc_pipeline_build_init (&build, ranks, options, job);
  if (build_groups (&build, error))
    {
      _lsc_pipeline_tell_missing (&build);
      _lsc_pipeline_tell_unused_offsets (&build);
      self = g_steal_pointer (&build.pipeline);
    }
  _lsc_pipeline_build_clear (&build);
  return self;
}

/**
 * lsc_pipeline_new:
 * @runs: (element-type LscRun): recordings loaded with %LSC_LOAD_FOR_PIPELINE
 *
 * lsc_pipeline_new_from_ranks() for recordings that are all loaded.
 *
 * Returns: (transfer full): the pipelines, or %NULL with the errors of
 *   lsc_pipeline_new_from_ranks()
 */
LscPipeline *
lsc_pipeline_new (GPtrArray *runs, const LscPipelineOptions *options, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) ranks =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_pipeline_rank_unref);

  g_return_val_if_fail (runs, NULL);
  if (options && !_lsc_pipeline_check_options (options, error))
    return NULL;
  for (guint i = 0; i < runs->len; i++)
    {
      LscPipelineRank *rank;

      if (!g_ptr_array_index (runs, i))
        continue;
      rank = lsc_job_check (job, error)
                 ? lsc_pipeline_rank_new (g_ptr_array_index (runs, i), options, error)
                 : NULL;
      if (!rank)
        return NULL;
      g_ptr_array_add (ranks, rank);
    }
  return lsc_pipeline_new_from_ranks (ranks, options, job, error);
}

/**
 * lsc_pipeline_new_made:
 * @strings: (transfer full): pool of the names of its blocks
 * @group: (transfer full): one that no recording holds, such as an ideal schedule: ranks, label,
 *   steps with rows and named blocks; all of it allocated as lsc_pipeline_new() would. Steps with a
 *   schedule get their links, all their metrics.
 *
 * Cost: O(blocks). Thread: any.
 *
 * Returns: (transfer full): a pipeline of that group alone
 */
LscPipeline *
lsc_pipeline_new_made (LscIntern *strings, LscPipelineGroup *group)
{
  LscPipeline *self = _lsc_pipeline_new_empty ();

  g_return_val_if_fail (strings && group, self);
  lsc_intern_unref (self->strings);
  self->strings = strings;
  g_ptr_array_add (self->groups, group);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      LscPipelineStep *step = &group->steps[i];

      if (step->schedule.type != LSC_SCHEDULE_NONE)
        _lsc_pipeline_derive_links (step, &step->schedule);
      _lsc_pipeline_measure_step (step);
    }
  return self;
}
