/* lsc-session-judge.c - what is concluded from all ranks together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "judge/overview/lsc-given-layout.h"
#include "model/lsc-rank-name.h"

/* ---- overview ---- */

/* One that does not fit leaves the ranks as they are where it may be meant for another recording,
 * such as the one of the preferences. */
static gboolean
read_layout (LscSession *self, const LscSessionOptions *options,
             const LscRankDigest *const *digests, gsize n, LscGivenLayout *layout, gboolean *fits,
             GError **error)
{
  g_autoptr (GError) failure = NULL;
  LscNotice *notice;

  *fits = lsc_given_layout_parse (layout, options->layout, &failure) &&
          lsc_given_layout_check (layout, digests, n, &failure);
  if (*fits && (options->ignores_bad_layout || lsc_given_layout_is_needed (digests, n)))
    return TRUE;
  if (*fits)
    {
      lsc_notices_add (self->notices,
                       lsc_notice_new (LSC_SEVERITY_WARNING, "layout-recorded", "%s",
                                       _ ("--layout is not used: the recording has its parallel "
                                          "sizes.")));
      return TRUE;
    }
  if (!options->ignores_bad_layout)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "layout", "%s", failure->message);
  lsc_notice_set_help (notice, NULL, _ ("Change the parallel sizes in the preferences."));
  lsc_notices_add (self->notices, notice);
  return TRUE;
}

static const LscRankDigest *const *
list_digests (const GPtrArray *digests)
{
  return (const LscRankDigest *const *) digests->pdata;
}

static void
tell_beside (LscSession *self, const LscRankDigest *digest)
{
  g_autofree char *title = lsc_rank_digest_get_title (digest);
  LscNotice *notice =
      lsc_notice_new (LSC_SEVERITY_WARNING, "no-rank",
                      _ ("%s has no device events: it is a process next to the ranks, such as the "
                         "front end of a server, and is not compared with them."),
                      title);

  lsc_notice_set_place (notice, digest->rank, NULL, NULL);
  lsc_notices_add (self->notices, notice);
}

/**
 * _lsc_session_get_judged:
 * @tells: which are not judged is told
 *
 * Returns: (transfer full) (element-type LscRankDigest) (nullable): those that are judged together
 */
GPtrArray *
_lsc_session_get_judged (LscSession *self, gboolean tells, LscJob *job, GError **error)
{
  GPtrArray *digests = lsc_session_get_digests (self, LSC_DIGEST_JUDGED, job, error);
  guint n_beside = 0;

  for (guint i = 0; digests && i < digests->len; i++)
    n_beside += _lsc_session_is_beside (digests->pdata[i]);
  if (!digests || n_beside == digests->len)
    return digests;
  for (guint i = digests->len; n_beside > 0 && i-- > 0;)
    if (_lsc_session_is_beside (digests->pdata[i]))
      {
        if (tells)
          tell_beside (self, digests->pdata[i]);
        g_ptr_array_remove_index (digests, i);
      }
  return digests;
}

static gpointer
make_overview (gpointer data, LscJob *job, GError **error)
{
  LscSession *self = data;
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  g_autoptr (GPtrArray) digests = _lsc_session_get_judged (self, TRUE, job, error);
  LscGivenLayout layout;
  LscOverviewOptions about = { .has_step = options->has_step, .step = options->step };

  if (!digests)
    return NULL;
  if (options->layout)
    {
      gboolean fits;

      if (!read_layout (self, options, list_digests (digests), digests->len, &layout, &fits, error))
        return NULL;
      about.layout = fits ? &layout : NULL;
    }
  lsc_job_say (job, _ ("Judging: comparing the ranks"));
  return lsc_overview_new (list_digests (digests), digests->len, &about, job, error);
}

/**
 * lsc_session_get_overview:
 *
 * Errors: those of reading the first rank if none can be read; %LSC_ERROR_USAGE for a layout that
 * does not fit.
 *
 * Returns: (transfer full) (nullable): the ranks beside each other
 */
LscOverview *
lsc_session_get_overview (LscSession *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->overview, make_overview, self, job, error);
}

/**
 * lsc_session_make_rank_set:
 * @digests: (element-type LscRankDigest): of the session; the set borrows of them
 *
 * For those who compare ranks in a way of their own, in the layout and the step of the options.
 *
 * Errors: %LSC_ERROR_USAGE for a layout that does not fit.
 *
 * Returns: (transfer full) (nullable): the ranks that are looked at together
 */
LscRankSet *
lsc_session_make_rank_set (LscSession *self, const GPtrArray *digests, GError **error)
{
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  LscOverviewOptions about = { .has_step = options->has_step, .step = options->step };
  LscGivenLayout layout;

  g_return_val_if_fail (self && digests, NULL);
  if (options->layout)
    {
      if (!lsc_given_layout_parse (&layout, options->layout, error))
        return NULL;
      about.layout = &layout;
    }
  return lsc_rank_set_new (list_digests (digests), digests->len, &about, error);
}

/* ---- pipelines ---- */

/* A rank is told once, however often pipelines are made. */
static void
tell_rank (LscSession *self, gsize index, LscNotices *notices)
{
  gboolean is_told;

  g_mutex_lock (&self->lock);
  is_told = self->ranks[index].is_run_told;
  self->ranks[index].is_run_told = TRUE;
  g_mutex_unlock (&self->lock);
  if (!is_told)
    lsc_notices_add_all (self->pipeline_notices, notices);
}

/* The rank is there for everything else. */
static void
tell_failure (LscSession *self, const LscSessionFacts *facts)
{
  LscSessionRank *rank = &self->ranks[facts->index];
  LscNotice *notice;
  gboolean is_told;

  g_mutex_lock (&self->lock);
  is_told = rank->is_run_told;
  rank->is_run_told = TRUE;
  g_mutex_unlock (&self->lock);
  if (is_told)
    return;
  notice =
      lsc_notice_new (LSC_SEVERITY_WARNING, "pipeline-unreadable", "%s", facts->failure->message);
  lsc_notice_set_place (notice, rank->source->rank, rank->source->file, NULL);
  lsc_notice_set_help (notice, _ ("Pipelines are shown without this rank."), NULL);
  lsc_notices_add (self->notices, notice);
}

static GPtrArray *
list_ranks (LscSession *self, const GPtrArray *facts)
{
  GPtrArray *ranks = g_ptr_array_new ();

  for (guint i = 0; i < facts->len; i++)
    {
      const LscSessionFacts *rank = facts->pdata[i];

      if (rank->notices)
        tell_rank (self, rank->index, rank->notices);
      if (rank->failure)
        tell_failure (self, rank);
      if (rank->pipeline)
        g_ptr_array_add (ranks, rank->pipeline);
    }
  return ranks;
}

/* Returns: whether the layout has a place for all ranks that recorded none, as in overviews */
static gboolean
has_ranks (const LscGivenLayout *layout, const GPtrArray *ranks, GError **error)
{
  for (guint i = 0; i < ranks->len; i++)
    {
      gint64 rank = lsc_pipeline_rank_get_rank (ranks->pdata[i]);
      g_autofree char *label = lsc_rank_name_get_title (rank, NULL);

      if (!lsc_pipeline_rank_tells_place (ranks->pdata[i]) &&
          !lsc_given_layout_has_rank (layout, rank, label, error))
        return FALSE;
    }
  return TRUE;
}

/* The layout that the user gives. That one of the preferences does not fit is told with the
 * overview. */
static gboolean
find_given_sizes (LscSession *self, const GPtrArray *ranks, LscParallelSizes *sizes, GError **error)
{
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  g_autoptr (GError) failure = NULL;
  LscGivenLayout layout;

  if (!options->layout)
    return TRUE;
  if (lsc_given_layout_parse (&layout, options->layout, &failure) &&
      has_ranks (&layout, ranks, &failure))
    *sizes = lsc_given_layout_get_sizes (&layout);
  else if (!options->ignores_bad_layout)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

/* The numbers of the steps that count on each rank that has them. */
static void
list_counted (const LscRankSet *set, LscInt64s *counted)
{
  g_autoptr (GHashTable) all = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer number, is_counted;

  for (gsize i = 0; i < set->n; i++)
    for (guint k = 0; k < set->digests[i]->steps.n; k++)
      {
        const gint64 *step = &lsc_rank_digest_get_step (set->digests[i], k)->step;
        gboolean likes = lsc_rank_set_counts (set, i, k) &&
                         (!g_hash_table_lookup_extended (all, step, NULL, &is_counted) ||
                          GPOINTER_TO_INT (is_counted));

        g_hash_table_replace (all, g_memdup2 (step, sizeof *step), GINT_TO_POINTER (likes));
      }
  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, &number, &is_counted))
    if (GPOINTER_TO_INT (is_counted))
      lsc_int64s_append (counted, *(gint64 *) number);
}

/* The step that stands for a pipeline is one of those that the figures of the overview are of. */
static void
count_steps (LscSession *self, LscPipeline *pipeline, LscJob *job)
{
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  const LscOverviewOptions about = { .has_step = options->has_step, .step = options->step };
  g_autoptr (GPtrArray) digests = _lsc_session_get_judged (self, FALSE, job, NULL);
  g_autoptr (LscRankSet) set =
      digests ? lsc_rank_set_new (list_digests (digests), digests->len, &about, NULL) : NULL;
  LscInt64s counted = { NULL, 0, 0 };

  if (set)
    list_counted (set, &counted);
  lsc_pipeline_count_steps (pipeline, &counted);
  lsc_int64s_clear (&counted);
}

static LscPipeline *
make_pipelines_as (LscSession *self, const LscPipelineOptions *options, LscJob *job, GError **error)
{
  /* with what tells which steps count, so that each rank is read once */
  g_autoptr (GPtrArray) facts =
      lsc_pipeline_options_check (options, error)
          ? _lsc_session_get_facts (self, LSC_DIGEST_JUDGED, TRUE, job, error)
          : NULL;
  g_autoptr (GPtrArray) ranks = facts ? list_ranks (self, facts) : NULL;
  LscPipelineOptions about = *options;
  LscPipeline *pipeline;

  if (!facts)
    return NULL;
  if (ranks->len == 0)
    {
      lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("No rank could be read for its pipeline."));
      return NULL;
    }
  if (!find_given_sizes (self, ranks, &about.given, error))
    return NULL;
  lsc_job_say (job, _ ("Judging: measuring the pipelines"));
  pipeline = lsc_pipeline_new_from_ranks (ranks, &about, job, error);
  if (pipeline)
    count_steps (self, pipeline, job);
  return pipeline;
}

static gpointer
make_pipelines (gpointer data, LscJob *job, GError **error)
{
  LscSession *self = data;
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  LscPipeline *pipeline = make_pipelines_as (self, &options->pipeline, job, error);

  if (pipeline)
    lsc_notices_add_all (self->pipeline_notices, pipeline->notices);
  return pipeline;
}

/**
 * lsc_session_get_pipelines:
 *
 * This is the one answer to whether the recording has pipelines.
 *
 * Errors: those of reading the first rank if none can be read; those of lsc_pipeline_new(), of
 * which %LSC_ERROR_NOTHING says that there is none.
 *
 * Returns: (transfer full) (nullable): all pipelines of the ranks
 */
LscPipeline *
lsc_session_get_pipelines (LscSession *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->pipelines, make_pipelines, self, job, error);
}

static gpointer
make_verdicts (gpointer data, LscJob *job, GError **error)
{
  g_autoptr (LscPipeline) pipeline = lsc_session_get_pipelines (data, job, error);

  if (!pipeline)
    return NULL;
  lsc_job_say (job, _ ("Judging: testing causes in the pipelines"));
  return lsc_verdicts_new (pipeline, job, error);
}

/* What lengths of blocks say alone: findings decide on it. */
static LscVerdicts *
get_undecided (LscSession *self, LscJob *job, GError **error)
{
  return lsc_once_get (self->verdicts, make_verdicts, self, job, error);
}

/**
 * lsc_session_get_verdicts:
 *
 * They are those of lsc_session_get_findings(), so that both say the same; where findings cannot be
 * had, what the pipelines alone tell.
 *
 * Errors: those of lsc_session_get_pipelines().
 *
 * Returns: (transfer full) (nullable): what makes the steps of the pipelines longer
 */
LscVerdicts *
lsc_session_get_verdicts (LscSession *self, LscJob *job, GError **error)
{
  g_autoptr (LscVerdicts) undecided = NULL;
  g_autoptr (LscFindings) findings = NULL;

  g_return_val_if_fail (self, NULL);
  lsc_session_expect (self, LSC_DIGEST_JUDGED, TRUE); /* so that each rank is read once */
  undecided = get_undecided (self, job, error);
  findings = undecided ? lsc_session_get_findings (self, job, NULL) : NULL;
  if (undecided && !lsc_job_check (job, error))
    return NULL;
  return findings && findings->verdicts ? lsc_verdicts_ref (findings->verdicts)
                                        : g_steal_pointer (&undecided);
}

/* ---- pipelines with other options, and their parts ---- */

static void
unref_rank (gpointer rank)
{
  if (rank)
    lsc_pipeline_rank_unref (rank);
}

static gboolean
are_usual (LscSession *self, const LscPipelineOptions *options)
{
  g_autoptr (LscSessionOptions) usual = lsc_session_copy_options (self);
  const LscSessionOptions asked = { .layout = usual->layout, .pipeline = *options };

  return lsc_session_options_same_pipelines (usual, &asked);
}

/**
 * lsc_session_get_pipelines_as:
 * @options: of the pipelines; host passes as in the session
 *
 * For what was kept with options of its own, such as a pin. Only the pipelines with the options of
 * the session are kept; notices of others stay with them.
 *
 * Errors: those of lsc_session_get_pipelines().
 *
 * Returns: (transfer full) (nullable): all pipelines of the ranks
 */
LscPipeline *
lsc_session_get_pipelines_as (LscSession *self, const LscPipelineOptions *options, LscJob *job,
                              GError **error)
{
  g_return_val_if_fail (self && options, NULL);
  return are_usual (self, options) ? lsc_session_get_pipelines (self, job, error)
                                   : make_pipelines_as (self, options, job, error);
}

/**
 * lsc_session_get_verdicts_of:
 * @self: (nullable): %NULL: of pipelines that belong to no session, such as an ideal schedule
 * @pipeline: of the session, or some of its steps; of other options, too
 *
 * Only those of lsc_session_get_pipelines() are kept, and decided by what else was recorded; those
 * of some steps, or of other options, are what lengths of blocks tell.
 *
 * Errors: those of lsc_verdicts_new().
 *
 * Returns: (transfer full) (nullable): what makes its steps longer
 */
LscVerdicts *
lsc_session_get_verdicts_of (LscSession *self, LscPipeline *pipeline, LscJob *job, GError **error)
{
  g_autoptr (LscPipeline) usual = NULL;

  g_return_val_if_fail (pipeline, NULL);
  usual = self ? lsc_once_peek (self->pipelines) : NULL;
  return usual == pipeline ? lsc_session_get_verdicts (self, job, error)
                           : lsc_verdicts_new (pipeline, job, error);
}

/**
 * lsc_session_get_pipeline_ranks:
 *
 * Errors: those of reading the first rank if none can be read.
 *
 * Returns: (transfer full) (element-type LscPipelineRank) (nullable): what pipelines were made of,
 *   by source; %NULL items for ranks that could not be read
 */
GPtrArray *
lsc_session_get_pipeline_ranks (LscSession *self, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) facts = NULL;
  GPtrArray *ranks;

  g_return_val_if_fail (self, NULL);
  facts = _lsc_session_get_facts (self, 0, TRUE, job, error);
  if (!facts)
    return NULL;
  ranks = g_ptr_array_new_full (self->sources->len, unref_rank);
  g_ptr_array_set_size (ranks, (int) self->sources->len);
  for (guint i = 0; i < facts->len; i++)
    {
      const LscSessionFacts *rank = facts->pdata[i];

      if (rank->pipeline)
        ranks->pdata[rank->index] = lsc_pipeline_rank_ref (rank->pipeline);
    }
  return ranks;
}

/* ---- findings ---- */

/* A recording without pipelines has none; whatever else is wrong with them is told. */
static LscVerdicts *
find_verdicts (LscSession *self, LscJob *job)
{
  g_autoptr (GError) error = NULL;
  LscVerdicts *verdicts = get_undecided (self, job, &error);
  LscNotice *notice;

  if (verdicts || g_error_matches (error, LSC_ERROR, LSC_ERROR_NOTHING) ||
      g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    return verdicts;
  notice = lsc_notice_new (LSC_SEVERITY_WARNING, "no-verdicts", "%s", error->message);
  lsc_notice_set_help (notice, _ ("Findings are shown without the pipelines."), NULL);
  lsc_notices_add (self->notices, notice);
  return NULL;
}

/* Of op timelines alone: where kernels were recorded they say what is slow. */
static LscStragglers *
find_study (LscSession *self, LscJob *job)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (((const LscSource *) self->sources->pdata[i])->ops)
      return lsc_session_get_stragglers (self, NULL, job, NULL);
  return NULL;
}

static gpointer
make_findings (gpointer data, LscJob *job, GError **error)
{
  LscSession *self = data;
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscVerdicts) verdicts = NULL;
  g_autoptr (LscStragglers) study = NULL;
  g_autoptr (GPtrArray) digests = NULL;

  lsc_session_expect (self, LSC_DIGEST_JUDGED, TRUE); /* so that each rank is read once */
  overview = lsc_session_get_overview (self, job, error);
  digests = overview ? _lsc_session_get_judged (self, FALSE, job, error) : NULL;
  if (!digests)
    return NULL;
  verdicts = find_verdicts (self, job);
  study = find_study (self, job);
  if (!lsc_job_check (job, error))
    return NULL;
  lsc_job_say (job, _ ("Judging: applying the rules"));
  return lsc_findings_new (overview, list_digests (digests), verdicts, study);
}

/**
 * lsc_session_get_findings:
 *
 * Errors: those of lsc_session_get_overview().
 *
 * Returns: (transfer full) (nullable): what makes the steps longer, by what could be avoided
 */
LscFindings *
lsc_session_get_findings (LscSession *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->findings, make_findings, self, job, error);
}
