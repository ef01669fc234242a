/* lsc-cli-drawn.c - what documents draw of a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-drawn.h"

#include "read/lsc-timeline-read.h"

/**
 * lsc_cli_drawn_find:
 * @self: zeroed; the caller's to clear
 *
 * Finds the pipelines of the chosen ranks. What is odd about them “pp” tells.
 */
void
lsc_cli_drawn_find (LscCliDrawn *self, const LscCliProject *project)
{
  const LscPipelineOptions options = { 0 };
  g_autoptr (LscNotices) failures = lsc_notices_new ();

  self->sources = g_ptr_array_ref (project->sources);
  self->runs = lsc_runs_load (project->sources, LSC_LOAD_FOR_PIPELINE, project->n_threads,
                              project->job, failures);
  if (self->runs->len > 0)
    self->pipeline = lsc_pipeline_new (self->runs, &options, project->job, NULL);
}

static void
find_timeline (LscCliDrawn *self, const LscCliProject *project, gint64 rank)
{
  for (guint i = 0; i < project->sources->len && self->timeline == NULL; i++)
    {
      LscSource *source = project->sources->pdata[i];

      if (source->rank == rank || project->sources->len == 1)
        self->timeline = lsc_timeline_load (source, project->n_threads, project->job, NULL);
    }
}

/**
 * lsc_cli_drawn_find_at:
 * @options: which ranks
 * @rank: whose timeline is drawn
 *
 * The same for a path that was read before: what is wrong with it was told then.
 */
void
lsc_cli_drawn_find_at (LscCliDrawn *self, const LscCliOptions *options, const char *path,
                       gint64 rank)
{
  LscCliProject project = { 0 };
  LscCliOptions own = *options;

  own.path = g_strdup (path);
  if (lsc_cli_project_open (&project, &own) == LSC_EXIT_OK)
    {
      lsc_cli_drawn_find (self, &project);
      find_timeline (self, &project, rank);
    }
  lsc_cli_project_clear (&project);
  g_free (own.path);
}

/** Frees what was found. */
void
lsc_cli_drawn_clear (LscCliDrawn *self)
{
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
}
