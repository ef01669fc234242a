/* lsc-cli-facts.c - what of all ranks is compared, read one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-facts.h"

#include "cli/lsc-cli-timeline.h"
#include "read/lsc-open.h"

static gpointer
digest (LscTimeline *timeline, LscJob *job, GError **error)
{
  return lsc_rank_digest_new (timeline, job, error);
}

/**
 * lsc_cli_load_digests:
 * @project: opened; its notices take those of the recordings
 *
 * Reads the chosen ranks, as many at a time as there are threads, and prints what was odd. A rank
 * that cannot be read makes the project a part.
 *
 * Returns: (transfer full) (element-type LscRankDigest): of those that could be read, by rank
 */
GPtrArray *
lsc_cli_load_digests (LscCliProject *project, const LscCliOptions *options)
{
  return lsc_cli_digest_timelines (project, options, digest,
                                   (GDestroyNotify) lsc_rank_digest_free);
}

/** Returns: (transfer full): the ranks beside each other; %NULL when the job was cancelled */
LscOverview *
lsc_cli_make_overview (const LscCliProject *project, const GPtrArray *digests, GError **error)
{
  g_autofree LscRankFacts **facts = g_new (LscRankFacts *, digests->len + 1);

  for (guint i = 0; i < digests->len; i++)
    facts[i] = ((LscRankDigest *) digests->pdata[i])->facts;
  return lsc_overview_new (facts, digests->len, project->job, error);
}

static gboolean
has_blocks (const GPtrArray *digests)
{
  for (guint i = 0; i < digests->len; i++)
    if (((LscRankDigest *) digests->pdata[i])->rules->has_blocks)
      return TRUE;
  return FALSE;
}

/* (transfer full) (nullable): of the pipelines; what is odd about them “pp” tells. */
static LscVerdicts *
make_verdicts (const LscCliProject *project, GError **error)
{
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GPtrArray) runs = lsc_runs_load (project->sources, LSC_LOAD_FOR_PIPELINE,
                                              project->n_threads, project->job, failures);
  const LscPipelineOptions options = { 0 };
  g_autoptr (LscPipeline) pipeline = NULL;

  pipeline = runs->len > 0 ? lsc_pipeline_new (runs, &options, project->job, error) : NULL;
  return pipeline ? lsc_verdicts_new (pipeline, project->job, error) : NULL;
}

/** Returns: (transfer full): what the rules find; %NULL when the job was cancelled */
LscFindings *
lsc_cli_make_findings (const LscCliProject *project, const GPtrArray *digests,
                       const LscOverview *overview)
{
  g_autofree LscRuleFacts **rules = g_new (LscRuleFacts *, digests->len + 1);
  g_autoptr (LscVerdicts) verdicts = has_blocks (digests) ? make_verdicts (project, NULL) : NULL;

  for (guint i = 0; i < digests->len; i++)
    rules[i] = ((LscRankDigest *) digests->pdata[i])->rules;
  return lsc_findings_new (overview, rules, verdicts);
}
