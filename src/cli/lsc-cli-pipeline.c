/* lsc-cli-pipeline.c - what the commands about pipelines share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-pipeline.h"

#include <glib/gi18n-lib.h>

#include "analyze/theory/lsc-study.h"
#include "base/lsc-error.h"
#include "export/lsc-export-step-task.h"

/**
 * lsc_cli_pipelines_find:
 * @self: zeroed; the caller's to clear in any case
 * @project: opened; its notices take those of the pipelines
 *
 * Returns: whether there are any; %FALSE with an error, and without LscCliPipelines.ranks where no
 *   rank could be read, which is among the notices then
 */
gboolean
lsc_cli_pipelines_find (LscCliPipelines *self, const LscCliProject *project, GError **error)
{
  g_return_val_if_fail (self && project && project->session, FALSE);
  self->ranks = lsc_session_get_pipeline_ranks (project->session, project->job, error);
  if (self->ranks)
    self->pipeline = lsc_session_get_pipelines (project->session, project->job, error);
  lsc_notices_add_all (project->notices, lsc_session_get_pipeline_notices (project->session));
  return self->pipeline != NULL;
}

/** Frees what was found. */
void
lsc_cli_pipelines_clear (LscCliPipelines *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->ranks, g_ptr_array_unref);
}

/** Returns: whether all ranks could be read */
gboolean
lsc_cli_pipelines_have_all (const LscCliPipelines *self)
{
  g_return_val_if_fail (self && self->ranks, FALSE);
  return !g_ptr_array_find (self->ranks, NULL, NULL);
}

/** Returns: when the profiler stopped on the last of the ranks, ns */
gint64
lsc_cli_pipelines_get_end_ns (const LscCliPipelines *self)
{
  gint64 end_ns = 0;

  g_return_val_if_fail (self && self->ranks, 0);
  for (guint i = 0; i < self->ranks->len; i++)
    if (self->ranks->pdata[i])
      end_ns = MAX (end_ns, lsc_pipeline_rank_get_collection_end_ns (self->ranks->pdata[i]));
  return end_ns;
}

static gboolean
has_blocks (const LscPipelineGroup *group, gsize row)
{
  for (gsize i = 0; i < group->n_steps; i++)
    if (row < group->steps[i].n_rows && group->steps[i].rows[row].n_blocks > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_read (const LscCliPipelines *self, gint64 rank)
{
  for (guint i = 0; i < self->ranks->len; i++)
    if (self->ranks->pdata[i] && lsc_pipeline_rank_get_rank (self->ranks->pdata[i]) == rank)
      return TRUE;
  return FALSE;
}

/** Returns: whether the schedule was recognised and every rank that was read gave blocks */
gboolean
lsc_cli_pipelines_have_group (const LscCliPipelines *self, const LscPipelineGroup *group)
{
  g_return_val_if_fail (self && group, FALSE);
  if (group->banner)
    return FALSE;
  for (gsize row = 0; group->n_steps > 0 && row < group->steps[0].n_rows; row++)
    if (is_read (self, group->steps[0].rows[row].rank) && !has_blocks (group, row))
      return FALSE;
  return TRUE;
}

/**
 * lsc_cli_pipelines_list_tables:
 * @shown: the pipelines, or some of their steps
 *
 * Returns: (transfer full) (element-type LscTable) (nullable): StepTaskInfo, P2PPairs, PpBlock,
 *   PpLink, PpMetric, those of lsc_study_collect_tables(), PpVerdict, PpClock and PpSchedule; %NULL
 *   with the errors of that
 */
GPtrArray *
lsc_cli_pipelines_list_tables (const LscCliPipelines *self, const LscCliProject *project,
                               LscPipeline *shown, GError **error)
{
  g_autoptr (GPtrArray) studies = NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;
  GPtrArray *tables;

  g_return_val_if_fail (self && project && shown, NULL);
  studies = lsc_study_collect_tables (shown, project->job, error);
  verdicts =
      studies ? lsc_session_get_verdicts_of (project->session, shown, project->job, error) : NULL;
  if (!verdicts)
    return NULL;
  tables = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_table_unref);
  g_ptr_array_add (tables, lsc_pipeline_step_task_table (shown));
  g_ptr_array_add (tables, lsc_pipeline_p2p_table_from_ranks (self->ranks));
  g_ptr_array_add (tables, lsc_pipeline_block_table (shown));
  g_ptr_array_add (tables, lsc_pipeline_link_table (shown));
  g_ptr_array_add (tables, lsc_pipeline_metric_table (shown));
  g_ptr_array_extend (tables, studies, (GCopyFunc) (void (*) (void)) lsc_table_ref, NULL);
  g_ptr_array_add (tables, lsc_verdicts_table (verdicts));
  g_ptr_array_add (tables, lsc_pipeline_clock_table (shown));
  g_ptr_array_add (tables, lsc_pipeline_schedule_table (shown));
  return tables;
}

/* What was read in place of a database, such as the text export beside it, is not for these rows.
 */
static gboolean
is_database (const LscSource *source, gint64 rank, GError **error)
{
  g_autofree char *shown = g_filename_display_name (source->file);
  g_autoptr (LscPhrase) name = lsc_rank_name_new (rank, NULL);
  g_autofree char *words = lsc_phrase_to_words (name);

  if (lsc_format_is_database (source->format))
    return TRUE;
  return lsc_fail (
      error, LSC_ERROR_IO,
      _ ("“%s” is left as it is: %s was read from it, but it is not the profiler's database, which "
         "alone takes these rows. Open the folder that holds the database."),
      shown, words);
}

/**
 * lsc_cli_pipelines_write:
 * @self: with all their steps
 *
 * Writes the rows of each rank into its database, as --write-step-task-info asks for
 * (exports.md#step-task-info).
 *
 * Returns: %FALSE with %LSC_ERROR_IO; ranks before the one that failed are written, none when a
 *   rank was not read from a database
 */
gboolean
lsc_cli_pipelines_write (const LscCliPipelines *self, const LscCliProject *project, GError **error)
{
  g_autoptr (LscTable) step_tasks = NULL;
  g_autoptr (LscTable) pairs = NULL;

  g_return_val_if_fail (self && self->pipeline && project, FALSE);
  step_tasks = lsc_pipeline_step_task_table (self->pipeline);
  pairs = lsc_pipeline_p2p_table_from_ranks (self->ranks);
  for (guint i = 0; i < self->ranks->len; i++)
    if (self->ranks->pdata[i] &&
        !is_database (project->sources->pdata[i],
                      lsc_pipeline_rank_get_rank (self->ranks->pdata[i]), error))
      return FALSE;
  for (guint i = 0; i < self->ranks->len; i++)
    {
      const LscSource *source = project->sources->pdata[i];

      if (self->ranks->pdata[i] &&
          !lsc_export_step_tasks (source->file, lsc_pipeline_rank_get_rank (self->ranks->pdata[i]),
                                  step_tasks, pairs, project->job, error))
        return FALSE;
    }
  return TRUE;
}
