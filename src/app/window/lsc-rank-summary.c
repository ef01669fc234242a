/* lsc-rank-summary.c - what is known of all ranks of a recording together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-rank-summary.h"

#include <glib/gi18n-lib.h>

#include "analyze/findings/lsc-rank-digest.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"

#define MOST_PIPELINE_RANKS 64 /* as many as the Pipeline page reads at once */

/* What is read of each rank. A place of its own for each thread. */
typedef struct
{
  GPtrArray *sources;
  LscJob *job;
  LscRankDigest **digests; /* (nullable) each */
  LscTimeline *timeline;   /* (nullable): of the only rank */
  LscNotices *notices;
  GPtrArray *read; /* (element-type LscSource): those that could be read */
  GMutex lock;     /* of what follows */
  GError *error;   /* (nullable): of the first rank that failed */
} Reading;

static void
reading_init (Reading *self, GPtrArray *sources, LscJob *job)
{
  *self = (Reading){ .sources = sources, .job = job };
  self->digests = g_new0 (LscRankDigest *, MAX (sources->len, 1));
  self->notices = lsc_notices_new ();
  self->read = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  g_mutex_init (&self->lock);
}

static void
reading_clear (Reading *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    g_clear_pointer (&self->digests[i], lsc_rank_digest_free);
  g_free (self->digests);
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  lsc_notices_unref (self->notices);
  g_ptr_array_unref (self->read);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
}

/* ---- a rank ---- */

static void
leave_out (Reading *self, const LscSource *source, GError *error)
{
  LscNotice *notice;

  if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    {
      notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message);
      lsc_notice_set_place (notice, source->rank, source->file, NULL);
      lsc_notice_set_help (notice, _ ("This rank is left out; the others go on."), NULL);
      lsc_notices_add (self->notices, notice);
    }
  g_mutex_lock (&self->lock);
  if (self->error == NULL)
    self->error = g_steal_pointer (&error);
  g_mutex_unlock (&self->lock);
  g_clear_error (&error);
}

/* Memory goes by the ranks that are read at once: the events of each are let go of. */
static void
read_rank (gsize index, gpointer user_data)
{
  Reading *self = user_data;
  LscSource *source = g_ptr_array_index (self->sources, index);
  g_autoptr (LscTimeline) timeline = NULL;
  GError *error = NULL;

  if (lsc_job_is_cancelled (self->job))
    return;
  timeline = lsc_timeline_load (source, self->sources->len > 1 ? 1 : 0, self->job, &error);
  if (timeline != NULL && lsc_timeline_complete (timeline, self->job, &error))
    self->digests[index] = lsc_rank_digest_new (timeline, self->job, &error);
  if (self->digests[index] == NULL)
    leave_out (self, source, error);
  if (timeline != NULL)
    lsc_notices_add_all (self->notices, timeline->notices);
  if (self->sources->len == 1)
    self->timeline = g_steal_pointer (&timeline);
}

/* ---- all of them ---- */

/* Those that were read stand first afterwards. Returns: how many they are */
static gsize
gather (Reading *self)
{
  gsize n = 0;

  for (guint i = 0; i < self->sources->len; i++)
    if (self->digests[i] != NULL)
      {
        LscRankDigest *digest = g_steal_pointer (&self->digests[i]);

        g_ptr_array_add (self->read, lsc_source_ref (g_ptr_array_index (self->sources, i)));
        self->digests[n++] = digest;
      }
  return n;
}

static gboolean
has_blocks (const Reading *self, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (self->digests[i]->rules->has_blocks)
      return TRUE;
  return FALSE;
}

/* (transfer full) (nullable): of the pipelines, for clusters of which the window reads them all;
 * what is odd about them their own page tells */
static LscVerdicts *
judge_pipelines (const Reading *self)
{
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (GPtrArray) runs = NULL;

  if (self->read->len > MOST_PIPELINE_RANKS)
    return NULL;
  runs = lsc_runs_load (self->read, LSC_LOAD_FOR_PIPELINE, 0, self->job, failures);
  return lsc_verdicts_new_for_runs (runs, self->job, NULL);
}

static gboolean
judge (Reading *self, gsize n, LscRankSummary *summary, GError **error)
{
  g_autofree LscRankFacts **facts = g_new (LscRankFacts *, n);
  g_autofree LscRuleFacts **rules = g_new (LscRuleFacts *, n);
  g_autoptr (LscVerdicts) verdicts = NULL;

  for (gsize i = 0; i < n; i++)
    {
      facts[i] = self->digests[i]->facts;
      rules[i] = self->digests[i]->rules;
    }
  summary->overview = lsc_overview_new (facts, n, self->job, error);
  if (summary->overview == NULL)
    return FALSE;
  if (has_blocks (self, n))
    verdicts = judge_pipelines (self);
  summary->findings = lsc_findings_new (summary->overview, rules, verdicts);
  return TRUE;
}

static LscRankSummary *
compare (Reading *self, GError **error)
{
  gsize n = gather (self);
  g_autoptr (LscRankSummary) summary = NULL;

  if (!lsc_job_check (self->job, error))
    return NULL;
  if (n == 0)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return NULL;
    }
  summary = g_new0 (LscRankSummary, 1);
  g_atomic_ref_count_init (&summary->refs);
  summary->sources = g_ptr_array_ref (self->read);
  summary->notices = lsc_notices_ref (self->notices);
  summary->timeline = g_steal_pointer (&self->timeline);
  return judge (self, n, summary, error) ? g_steal_pointer (&summary) : NULL;
}

/**
 * lsc_rank_summary_new:
 * @sources: (element-type LscSource): the ranks of a cluster
 *
 * Reads all ranks and compares them. One that cannot be read is left out, and a notice.
 *
 * Thread: any.
 *
 * Returns: (transfer full): %NULL with the error of the first rank if none can be read, or with
 *   %LSC_ERROR_CANCELLED
 */
LscRankSummary *
lsc_rank_summary_new (GPtrArray *sources, LscJob *job, GError **error)
{
  Reading reading;
  LscRankSummary *summary;

  reading_init (&reading, sources, job);
  lsc_job_run_parallel (0, sources->len, read_rank, &reading);
  summary = compare (&reading, error);
  reading_clear (&reading);
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
  g_clear_pointer (&self->overview, lsc_overview_free);
  g_clear_pointer (&self->findings, lsc_findings_unref);
  lsc_notices_unref (self->notices);
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
  g_free (self);
}
