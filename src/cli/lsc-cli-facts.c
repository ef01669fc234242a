/* lsc-cli-facts.c - what of all ranks is compared, read one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-facts.h"

#include "analyze/step/lsc-timeline-complete.h"
#include "read/lsc-timeline-read.h"

typedef struct
{
  LscCliProject *project;
  guint n_threads; /* for each rank */
  LscRankFacts **facts;
  GError **errors;
} Loading;

/* The timeline goes when its facts are taken: of many ranks only as many are in memory as there are
 * threads. */
static void
load_one (gsize index, gpointer user_data)
{
  Loading *self = user_data;
  LscCliProject *project = self->project;
  GError **error = &self->errors[index];
  g_autoptr (LscTimeline) timeline = lsc_timeline_load (g_ptr_array_index (project->sources, index),
                                                        self->n_threads, project->job, error);
  g_autoptr (LscBudget) budget = NULL;

  if (!timeline || !lsc_timeline_complete (timeline, project->job, error))
    return;
  budget = lsc_budget_new (timeline, project->job, error);
  if (!budget)
    return;
  self->facts[index] = lsc_rank_facts_new (timeline, budget, project->job, error);
  lsc_notices_add_all (project->notices, timeline->notices);
}

/**
 * lsc_cli_load_facts:
 * @project: opened; its notices take those of the recordings
 *
 * Reads the chosen ranks, as many at a time as there are threads, and prints what was odd. A rank
 * that cannot be read makes the project a part.
 *
 * Returns: (transfer full) (element-type LscRankFacts): of those that could be read, by rank
 */
GPtrArray *
lsc_cli_load_facts (LscCliProject *project, const LscCliOptions *options)
{
  guint n = project->sources->len;
  g_autofree LscRankFacts **facts = g_new0 (LscRankFacts *, n + 1);
  g_autofree GError **errors = g_new0 (GError *, n + 1);
  Loading loading = { project, MAX (1, project->n_threads / MAX (n, 1)), facts, errors };
  GPtrArray *loaded = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_rank_facts_free);

  lsc_job_run_parallel (project->n_threads, n, load_one, &loading);
  for (guint i = 0; i < n; i++)
    if (facts[i])
      g_ptr_array_add (loaded, facts[i]);
    else
      {
        lsc_cli_note_unread (project, "rank-not-read", project->sources->pdata[i], errors[i]);
        g_error_free (errors[i]);
      }
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (options));
  return loaded;
}
