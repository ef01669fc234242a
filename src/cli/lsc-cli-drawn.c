/* lsc-cli-drawn.c - what documents draw of a recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-drawn.h"

#include "read/lsc-timeline-read.h"

static void
find_pipeline (LscCliDrawn *self, const LscCliProject *project)
{
  const LscPipelineOptions options = { 0 };
  g_autoptr (LscNotices) failures = lsc_notices_new ();

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
 * lsc_cli_drawn_find:
 * @self: zeroed, or with a timeline that is in memory; the caller's to clear
 * @has_blocks: whether a rank marks blocks of a pipeline
 * @rank: whose timeline is drawn, %LSC_RANK_NONE = of nobody
 *
 * Finds the pipelines of the chosen ranks, and a timeline. What is odd about pipelines “pp” tells.
 */
void
lsc_cli_drawn_find (LscCliDrawn *self, const LscCliProject *project, gboolean has_blocks,
                    gint64 rank)
{
  if (self->sources == NULL)
    self->sources = g_ptr_array_ref (project->sources);
  if (has_blocks)
    find_pipeline (self, project);
  if (rank != LSC_RANK_NONE)
    find_timeline (self, project, rank);
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
