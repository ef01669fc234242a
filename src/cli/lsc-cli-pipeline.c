/* lsc-cli-pipeline.c - the pipelines of a recording, for documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-pipeline.h"

/**
 * lsc_cli_pipeline_find:
 * @self: zeroed; the caller's to clear
 *
 * Finds the pipelines of the chosen ranks. What is odd about them “pp” tells.
 */
void
lsc_cli_pipeline_find (LscCliPipeline *self, const LscCliProject *project)
{
  const LscPipelineOptions options = { 0 };
  g_autoptr (LscNotices) failures = lsc_notices_new ();

  self->runs = lsc_runs_load (project->sources, LSC_LOAD_FOR_PIPELINE, project->n_threads,
                              project->job, failures);
  if (self->runs->len > 0)
    self->pipeline = lsc_pipeline_new (self->runs, &options, project->job, NULL);
}

/**
 * lsc_cli_pipeline_find_at:
 * @options: which ranks
 *
 * The same for a path that was read before: what is wrong with it was told then.
 */
void
lsc_cli_pipeline_find_at (LscCliPipeline *self, const LscCliOptions *options, const char *path)
{
  LscCliProject project = { 0 };
  LscCliOptions own = *options;

  own.path = g_strdup (path);
  if (lsc_cli_project_open (&project, &own) == LSC_EXIT_OK)
    lsc_cli_pipeline_find (self, &project);
  lsc_cli_project_clear (&project);
  g_free (own.path);
}

/** Frees what was found. */
void
lsc_cli_pipeline_clear (LscCliPipeline *self)
{
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
}
