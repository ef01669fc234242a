/* lsc-cli-facts.c - what of all ranks is compared, read one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-facts.h"

#include "cli/lsc-cli-timeline.h"

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
