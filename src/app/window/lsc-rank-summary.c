/* lsc-rank-summary.c - what is known of all ranks of a recording together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-rank-summary.h"

#include <glib/gi18n-lib.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "judge/overview/lsc-given-layout.h"
#include "app/window/lsc-rank-reading.h"
#include "read/lsc-open.h"

static const LscRankDigest *
get_digest (const LscRankReading *reading, gsize index)
{
  return reading->kept->pdata[index];
}

static gpointer
keep (LscTimeline *timeline, LscJob *job, GError **error)
{
  return lsc_rank_digest_new (timeline, LSC_DIGEST_JUDGED, job, error);
}

static gboolean
has_blocks (const LscRankReading *reading)
{
  for (gsize i = 0; i < reading->kept->len; i++)
    if (get_digest (reading, i)->rules->has_blocks)
      return TRUE;
  return FALSE;
}

/* (transfer full) (nullable): of the pipelines, for clusters of which the window reads them all;
 * what is odd about them their own page tells */
static LscVerdicts *
judge_pipelines (const LscRankReading *reading, LscJob *job)
{
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GPtrArray) runs = NULL;

  if (reading->sources->len > LSC_MOST_PIPELINE_RANKS)
    return NULL;
  runs = lsc_runs_load (reading->sources, LSC_LOAD_FOR_PIPELINE, 0, job, failures);
  return lsc_verdicts_new_for_runs (runs, job, NULL);
}

/* One that does not fit leaves the ranks as they are: it may be meant for another recording. */
static gboolean
read_layout (LscGivenLayout *given, const char *layout, const LscRankFacts *const *facts, gsize n,
             LscNotices *notices)
{
  g_autoptr (GError) error = NULL;
  LscNotice *notice;

  if (lsc_given_layout_parse (given, layout, &error) &&
      lsc_given_layout_check (given, facts, n, &error))
    return TRUE;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "layout", "%s", error->message);
  notice->remedy = g_strdup (_ ("Change the parallel sizes in the preferences."));
  lsc_notices_add (notices, notice);
  return FALSE;
}

static gboolean
judge (const LscRankReading *reading, const char *layout, LscRankSummary *summary, LscJob *job,
       GError **error)
{
  gsize n = reading->kept->len;
  g_autofree const LscRankFacts **facts = g_new (const LscRankFacts *, n);
  g_autofree const LscRuleFacts **rules = g_new (const LscRuleFacts *, n);
  g_autoptr (LscVerdicts) verdicts = NULL;
  LscOverviewOptions options = { 0 };
  LscGivenLayout given;

  for (gsize i = 0; i < n; i++)
    {
      facts[i] = get_digest (reading, i)->facts;
      rules[i] = get_digest (reading, i)->rules;
    }
  if (layout != NULL && read_layout (&given, layout, facts, n, summary->notices))
    options.layout = &given;
  summary->overview = lsc_overview_new (facts, n, &options, job, error);
  if (summary->overview == NULL)
    return FALSE;
  if (has_blocks (reading))
    verdicts = judge_pipelines (reading, job);
  summary->findings = lsc_findings_new (summary->overview, rules, verdicts);
  return TRUE;
}

static LscRankSummary *
compare (LscRankReading *reading, const char *layout, LscJob *job, GError **error)
{
  g_autoptr (LscRankSummary) summary = g_new0 (LscRankSummary, 1);

  g_atomic_ref_count_init (&summary->refs);
  summary->sources = g_ptr_array_ref (reading->sources);
  summary->notices = lsc_notices_ref (reading->notices);
  summary->timeline = g_steal_pointer (&reading->timeline);
  return judge (reading, layout, summary, job, error) ? g_steal_pointer (&summary) : NULL;
}

/**
 * lsc_rank_summary_new:
 * @sources: (element-type LscSource): the ranks of a cluster
 * @layout: (nullable): parallel sizes that the user gives, where none were recorded
 *
 * Reads all ranks and compares them. One that cannot be read is left out, and a notice.
 *
 * Thread: any.
 *
 * Returns: (transfer full): %NULL with the error of the first rank if none can be read, or with
 *   %LSC_ERROR_CANCELLED
 */
LscRankSummary *
lsc_rank_summary_new (GPtrArray *sources, const char *layout, LscJob *job, GError **error)
{
  LscRankReading reading;
  LscRankSummary *summary = NULL;

  if (lsc_rank_reading_init (&reading, sources, keep, (GDestroyNotify) lsc_rank_digest_unref, job,
                             error))
    summary = compare (&reading, layout, job, error);
  lsc_rank_reading_clear (&reading);
  return summary;
}

LscRankSummary *
lsc_rank_summary_ref (LscRankSummary *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_rank_summary_unref:
 * @self: (transfer full):
 */
void
lsc_rank_summary_unref (LscRankSummary *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_ptr_array_unref (self->sources);
  g_clear_pointer (&self->overview, lsc_overview_unref);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  lsc_notices_unref (self->notices);
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  g_free (self);
}
