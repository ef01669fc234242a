/* lsc-cli-facts.c - what of all ranks is compared, read one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-facts.h"

#include <glib/gi18n-lib.h>

#include "judge/overview/lsc-given-layout.h"
#include "cli/lsc-cli-timeline.h"
#include "read/lsc-open.h"

static gpointer
digest (LscTimeline *timeline, gpointer data, LscJob *job, GError **error)
{
  return lsc_rank_digest_new (timeline, LSC_DIGEST_JUDGED, job, error);
}

/**
 * lsc_cli_load_digests:
 * @project: opened; its notices take those of the recordings
 *
 * Reads the chosen ranks, as many at a time as there are threads. A rank that cannot be read makes
 * the project a part.
 *
 * Returns: (transfer full) (element-type LscRankDigest): of those that could be read, by rank
 */
GPtrArray *
lsc_cli_load_digests (LscCliProject *project)
{
  return lsc_cli_digest_timelines (project, digest, NULL, (GDestroyNotify) lsc_rank_digest_unref);
}

/**
 * lsc_cli_list_facts:
 * @digests: (element-type LscRankDigest):
 *
 * Returns: (transfer container) (array): the facts of each of them
 */
const LscRankFacts **
lsc_cli_list_facts (const GPtrArray *digests)
{
  const LscRankFacts **facts = g_new (const LscRankFacts *, digests->len + 1);

  for (guint i = 0; i < digests->len; i++)
    facts[i] = ((const LscRankDigest *) digests->pdata[i])->facts;
  return facts;
}

/**
 * lsc_cli_list_rules:
 * @digests: (element-type LscRankDigest):
 *
 * Returns: (transfer container) (array): what the rules need of each of them
 */
const LscRuleFacts **
lsc_cli_list_rules (const GPtrArray *digests)
{
  const LscRuleFacts **rules = g_new (const LscRuleFacts *, digests->len + 1);

  for (guint i = 0; i < digests->len; i++)
    rules[i] = ((const LscRankDigest *) digests->pdata[i])->rules;
  return rules;
}

/**
 * lsc_cli_make_overview:
 * @layout: (nullable): parallel sizes that the user gives
 *
 * Returns: (transfer full): the ranks beside each other; %NULL when the job was cancelled, or with
 *   %LSC_ERROR_USAGE if the layout cannot be read or does not fit
 */
LscOverview *
lsc_cli_make_overview (const LscCliProject *project, const char *layout, const GPtrArray *digests,
                       GError **error)
{
  g_autofree const LscRankFacts **facts = lsc_cli_list_facts (digests);
  LscGivenLayout given;
  LscOverviewOptions options = { .layout = layout ? &given : NULL };

  if (layout && !lsc_given_layout_parse (&given, layout, error))
    return NULL;
  return lsc_overview_new (facts, digests->len, &options, project->job, error);
}

/**
 * lsc_cli_load_overview:
 * @project: opened; its notices take those of the recordings, and are printed
 * @digests: (out) (transfer full) (element-type LscRankDigest): of the ranks, by rank
 * @code: (out): %LSC_EXIT_OK, or why there is no overview, which has been said then
 *
 * Reads the chosen ranks and sets them beside each other, in the layout that the user gives.
 *
 * Returns: (transfer full) (nullable): the ranks beside each other
 */
LscOverview *
lsc_cli_load_overview (LscCliProject *project, const LscCliOptions *options, GPtrArray **digests,
                       LscExit *code)
{
  g_autoptr (GError) error = NULL;
  LscOverview *overview;

  *digests = lsc_cli_load_digests (project);
  lsc_cli_print_notices (project->notices, lsc_cli_least_severity (options));
  *code = LSC_EXIT_NOTHING;
  if ((*digests)->len == 0)
    return NULL;
  overview = lsc_cli_make_overview (project, options->layout, *digests, &error);
  *code = overview ? LSC_EXIT_OK : lsc_cli_fail (error);
  return overview;
}

static gboolean
has_blocks (const GPtrArray *digests)
{
  for (guint i = 0; i < digests->len; i++)
    if (((LscRankDigest *) digests->pdata[i])->rules->has_blocks)
      return TRUE;
  return FALSE;
}

typedef struct
{
  const LscCliProject *project;
  LscPipelineRank **ranks; /* by source */
} Reading;

/* What is odd about a recording “pp” tells. */
static void
read_rank (gsize index, gpointer user_data)
{
  const Reading *self = user_data;
  g_autoptr (LscRun) run = NULL;

  if (!lsc_job_check (self->project->job, NULL))
    return;
  run = lsc_run_load (g_ptr_array_index (self->project->sources, index), LSC_LOAD_FOR_PIPELINE,
                      self->project->job, NULL);
  if (run)
    self->ranks[index] = lsc_pipeline_rank_new (run, NULL, NULL);
}

/* (transfer full) (nullable): of the pipelines. One recording a thread is in memory at a time. */
static LscVerdicts *
make_verdicts (const LscCliProject *project, GError **error)
{
  guint n = project->sources->len;
  g_autofree LscPipelineRank **ranks = g_new0 (LscPipelineRank *, n + 1);
  g_autoptr (GPtrArray) read =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_pipeline_rank_unref);
  Reading reading = { project, ranks };

  lsc_job_run_parallel (project->n_threads, n, read_rank, &reading);
  for (guint i = 0; i < n; i++)
    if (ranks[i])
      g_ptr_array_add (read, ranks[i]);
  return lsc_verdicts_new_for_ranks (read, project->job, error);
}

/** Returns: (transfer full): what the rules find */
LscFindings *
lsc_cli_make_findings (const LscCliProject *project, const GPtrArray *digests,
                       const LscOverview *overview)
{
  g_autofree const LscRuleFacts **rules = lsc_cli_list_rules (digests);
  g_autoptr (LscVerdicts) verdicts = has_blocks (digests) ? make_verdicts (project, NULL) : NULL;

  return lsc_findings_new (overview, rules, verdicts);
}

static void
append_phrase (GString *out, const char *before, const LscPhrase *phrase)
{
  g_autofree char *words = phrase ? lsc_phrase_to_words (phrase) : NULL;

  if (words)
    lsc_cli_append (out, "%s%s\n", before, words);
}

static void
append_severity (GString *out, const LscFindings *findings, LscFindingSeverity severity)
{
  for (guint i = 0; i < findings->rows->len; i++)
    {
      const LscFinding *finding = lsc_findings_get (findings, i);

      if (finding->severity != severity)
        continue;
      g_string_append (out, severity == LSC_FINDING_MAJOR ? "\n" : "  ");
      append_phrase (out, "", finding->text);
      append_phrase (out, severity == LSC_FINDING_MAJOR ? "  → " : "    → ", finding->remedy);
      append_phrase (out, severity == LSC_FINDING_MAJOR ? "  ? " : "    ? ", finding->unknown);
    }
}

static gboolean
has_minor (const LscFindings *findings)
{
  return findings->rows->len > 0 &&
         lsc_findings_get (findings, findings->rows->len - 1)->severity == LSC_FINDING_MINOR;
}

/**
 * lsc_cli_say_findings:
 * @is_all: with minor ones, and rules that could not be judged
 *
 * Returns: (transfer full): the findings in lines for people
 */
char *
lsc_cli_say_findings (const LscFindings *findings, gboolean is_all)
{
  GString *out = g_string_new (NULL);

  append_phrase (out, "", findings->headline);
  append_severity (out, findings, LSC_FINDING_MAJOR);
  if (!is_all)
    return g_string_free (out, FALSE);
  if (has_minor (findings))
    g_string_append_printf (out, "\n%s\n", _ ("Minor:"));
  append_severity (out, findings, LSC_FINDING_MINOR);
  if (findings->silent->len > 0)
    g_string_append_printf (out, "\n%s\n", _ ("Not judged:"));
  for (guint i = 0; i < findings->silent->len; i++)
    {
      const LscSilentRule *rule = findings->silent->pdata[i];
      g_autofree char *words = lsc_phrase_to_words (rule->reason);

      lsc_cli_append (out, "  %s: %s\n", rule->id, words);
    }
  return g_string_free (out, FALSE);
}
