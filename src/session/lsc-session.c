/* lsc-session.c - what is known of opened recordings, once for every door
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

static gpointer
ref_overview (gpointer result)
{
  return lsc_overview_ref (result);
}

static gpointer
ref_findings (gpointer result)
{
  return lsc_findings_ref (result);
}

static gpointer
ref_communication (gpointer result)
{
  return lsc_communication_ref (result);
}

static gpointer
ref_operators (gpointer result)
{
  return lsc_operators_ref (result);
}

static gpointer
ref_pipeline (gpointer result)
{
  return lsc_pipeline_ref (result);
}

static gpointer
ref_studies (gpointer result)
{
  return g_ptr_array_ref (result);
}

static gpointer
ref_verdicts (gpointer result)
{
  return lsc_verdicts_ref (result);
}

/**
 * lsc_session_new:
 * @sources: (element-type LscSource): the ranks that are looked at, each once; a list of its own is
 *   kept
 * @options: (nullable): copied
 *
 * Reads nothing yet.
 *
 * Returns: (transfer full): the session
 */
LscSession *
lsc_session_new (GPtrArray *sources, const LscSessionOptions *options)
{
  LscSession *self;

  g_return_val_if_fail (sources, NULL);
  self = g_new0 (LscSession, 1);
  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->options = lsc_session_options_copy (options);
  self->n_threads =
      self->options->n_threads > 0 ? self->options->n_threads : g_get_num_processors ();
  self->keeps_timelines = self->options->keeps_timelines;
  lsc_session_memory_init (&self->memory, lsc_session_options_get_memory (self->options));
  self->sources = g_ptr_array_new_full (sources->len, (GDestroyNotify) lsc_source_unref);
  self->ranks = g_new0 (LscSessionRank, MAX (sources->len, 1));
  self->index = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < sources->len; i++)
    {
      g_ptr_array_add (self->sources, lsc_source_ref (sources->pdata[i]));
      _lsc_session_rank_init (&self->ranks[i], sources->pdata[i]);
      g_hash_table_insert (self->index, sources->pdata[i], GUINT_TO_POINTER (i + 1));
    }
  self->notices = lsc_notices_new ();
  self->pipeline_notices = lsc_notices_new ();
  self->overview = lsc_once_new (ref_overview, (GDestroyNotify) lsc_overview_unref);
  self->findings = lsc_once_new (ref_findings, (GDestroyNotify) lsc_findings_unref);
  self->communication = lsc_once_new (ref_communication, (GDestroyNotify) lsc_communication_unref);
  self->operators = lsc_once_new (ref_operators, (GDestroyNotify) lsc_operators_unref);
  self->judged_operators = lsc_once_new (ref_operators, (GDestroyNotify) lsc_operators_unref);
  self->pipelines = lsc_once_new (ref_pipeline, (GDestroyNotify) lsc_pipeline_unref);
  self->verdicts = lsc_once_new (ref_verdicts, (GDestroyNotify) lsc_verdicts_unref);
  self->stragglers = lsc_once_new (ref_studies, (GDestroyNotify) g_ptr_array_unref);
  return self;
}

LscSession *
lsc_session_ref (LscSession *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * lsc_session_unref:
 * @self: (transfer full):
 *
 * Frees with the last reference what is in memory of the recordings, which may take a while.
 */
void
lsc_session_unref (LscSession *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_once_free (self->stragglers);
  lsc_once_free (self->verdicts);
  lsc_once_free (self->pipelines);
  lsc_once_free (self->communication);
  lsc_once_free (self->operators);
  lsc_once_free (self->judged_operators);
  lsc_once_free (self->findings);
  lsc_once_free (self->overview);
  for (guint i = 0; i < self->sources->len; i++)
    _lsc_session_rank_clear (&self->ranks[i]);
  g_free (self->ranks);
  g_queue_clear (&self->held);
  g_queue_clear (&self->runs);
  g_hash_table_unref (self->index);
  g_ptr_array_unref (self->sources);
  lsc_notices_unref (self->pipeline_notices);
  lsc_notices_unref (self->notices);
  lsc_session_memory_clear (&self->memory);
  lsc_session_options_free (self->options);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/** Returns: (transfer none) (element-type LscSource): the ranks that are looked at */
GPtrArray *
lsc_session_get_sources (LscSession *self)
{
  g_return_val_if_fail (self, NULL);
  return self->sources;
}

/** Returns: (transfer none) (nullable): the recording of a rank; the only one whatever its number
 */
LscSource *
lsc_session_find_source (LscSession *self, gint64 rank)
{
  g_return_val_if_fail (self, NULL);
  for (guint i = 0; i < self->sources->len; i++)
    if (((LscSource *) self->sources->pdata[i])->rank == rank)
      return self->sources->pdata[i];
  return self->sources->len == 1 ? self->sources->pdata[0] : NULL;
}

/* Returns: (nullable): what is known of a rank; %NULL for one of another session */
LscSessionRank *
_lsc_session_find (LscSession *self, LscSource *source)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->index, source));

  return place > 0 ? &self->ranks[place - 1] : NULL;
}

/** Returns: (transfer full): what was told about the recordings */
LscSessionOptions *
lsc_session_copy_options (LscSession *self)
{
  LscSessionOptions *copy;

  g_return_val_if_fail (self, NULL);
  g_mutex_lock (&self->lock);
  copy = lsc_session_options_copy (self->options);
  g_mutex_unlock (&self->lock);
  return copy;
}

/* Whether FLOPs and modules of kernels stay the same. */
static gboolean
has_same_work (const LscSessionOptions *a, const LscSessionOptions *b)
{
  return a->mfu.mode == b->mfu.mode && a->mfu.flops == b->mfu.flops &&
         a->mfu.peak_tflops == b->mfu.peak_tflops && a->mfu.dtype_basis == b->mfu.dtype_basis &&
         g_strcmp0 (a->mfu.chip, b->mfu.chip) == 0 && a->module.source == b->module.source &&
         a->module.threads == b->module.threads && a->module.slack_ns == b->module.slack_ns &&
         a->module.event_types == b->module.event_types;
}

/**
 * lsc_session_set_options:
 * @options: copied; threads and memory stay as they were
 *
 * What depends on what has changed is forgotten, and made anew when it is asked for; who has it
 * keeps it. What was read stays.
 */
void
lsc_session_set_options (LscSession *self, const LscSessionOptions *options)
{
  gboolean other_overview, other_pipelines, other_ranks, other_work;

  g_return_if_fail (self && options);
  g_mutex_lock (&self->lock);
  other_overview = !lsc_session_options_same_overview (self->options, options);
  other_pipelines = !lsc_session_options_same_pipelines (self->options, options);
  other_ranks = !lsc_session_options_same_parts (self->options, options);
  other_work = (self->expected & LSC_SESSION_OPERATORS) && !has_same_work (self->options, options);
  lsc_session_options_free (self->options);
  self->options = lsc_session_options_copy (options);
  g_mutex_unlock (&self->lock);
  if (other_overview)
    {
      lsc_once_forget (self->overview);
      lsc_once_forget (self->communication);
    }
  if (other_overview || other_pipelines)
    {
      lsc_once_forget (self->findings);
      lsc_once_forget (self->judged_operators);
    }
  if (other_pipelines)
    {
      lsc_once_forget (self->stragglers);
      lsc_once_forget (self->verdicts);
      lsc_once_forget (self->pipelines);
    }
  if (other_work)
    {
      lsc_once_forget (self->operators);
      lsc_once_forget (self->judged_operators);
    }
  for (guint i = 0; (other_ranks || other_work) && i < self->sources->len; i++)
    lsc_once_forget (self->ranks[i].facts);
}

/**
 * lsc_session_get_notices:
 *
 * Returns: (transfer none): what was missing or odd in what was read up to now, each once; any
 *   thread may add to it
 */
LscNotices *
lsc_session_get_notices (LscSession *self)
{
  g_return_val_if_fail (self, NULL);
  return self->notices;
}

/**
 * lsc_session_get_pipeline_notices:
 *
 * Returns: (transfer none): what was odd about pipelines, for those who show them
 */
LscNotices *
lsc_session_get_pipeline_notices (LscSession *self)
{
  g_return_val_if_fail (self, NULL);
  return self->pipeline_notices;
}

/**
 * lsc_session_expect:
 * @parts: of digests, 0 = nothing more
 * @pipelines: whether these, too
 *
 * Says what will be asked for later, so that a rank is read once for all of it.
 */
void
lsc_session_expect (LscSession *self, LscDigestParts parts, gboolean pipelines)
{
  g_return_if_fail (self);
  g_mutex_lock (&self->lock);
  self->expected |= parts;
  self->expects_pipelines |= pipelines;
  g_mutex_unlock (&self->lock);
}

/**
 * lsc_session_expect_picture:
 *
 * Says that the first rank will be drawn in a document (lsc_session_get_picture()), so that what is
 * drawn of it stays when it is read.
 */
void
lsc_session_expect_picture (LscSession *self)
{
  g_return_if_fail (self);
  g_mutex_lock (&self->lock);
  self->expects_picture = TRUE;
  g_mutex_unlock (&self->lock);
}

/* ---- ranks that cannot be read ---- */

/** What is said of all extracts is the same, so that it is read once; where events are is not. */
void
_lsc_session_set_origin (LscNotice *notice, const LscSource *source)
{
  g_autofree char *place = g_filename_display_name (source->origin);
  g_autofree char *help =
      source->origin_host
          ? g_strdup_printf (_ ("Open the recording: %s on host %s."), place, source->origin_host)
          : g_strdup_printf (_ ("Open the recording: %s."), place);

  lsc_notice_set_help (notice, help, NULL);
}

/* Of another version a file is not opened at all: what is unsupported is what it does not hold. */
static gboolean
lacks_events (const LscSource *source, const GError *error)
{
  return source->format == LSC_FORMAT_EXTRACT && source->origin &&
         g_error_matches (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED);
}

/* Told once, however often the rank is tried. */
static void
tell_failure (LscSession *self, LscSessionRank *rank, const GError *error)
{
  gboolean is_extract = lacks_events (rank->source, error);
  LscNotice *notice;
  gboolean is_told;

  if (g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED) ||
      g_error_matches (error, LSC_ERROR, LSC_ERROR_USAGE)) /* it is about the options */
    return;
  if (rank->source->format == LSC_FORMAT_SNAPSHOT && /* nothing is lost that it could have had */
      g_error_matches (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED))
    return;
  g_mutex_lock (&self->lock);
  is_told = rank->is_failure_told;
  rank->is_failure_told = TRUE;
  g_mutex_unlock (&self->lock);
  if (is_told)
    return;
  notice = lsc_notice_mark_loss (
      lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s",
                      is_extract ? _ ("Extracts hold no single events.") : error->message));
  lsc_notice_set_place (notice, rank->source->rank, rank->source->file, NULL);
  if (is_extract)
    _lsc_session_set_origin (notice, rank->source);
  else if (self->sources->len > 1)
    lsc_notice_set_help (notice, _ ("This rank was skipped; the others are shown."), NULL);
  lsc_notices_add (self->notices, notice);
}

/**
 * lsc_session_tell_failure:
 * @source: of the session
 * @error: why it could not be read
 *
 * For those who ask for single ranks, and go on without one.
 */
void
lsc_session_tell_failure (LscSession *self, LscSource *source, const GError *error)
{
  LscSessionRank *rank;

  g_return_if_fail (self && source && error);
  rank = _lsc_session_find (self, source);
  g_return_if_fail (rank);
  tell_failure (self, rank, error);
}

/**
 * _lsc_session_gather:
 * @results: (array): of each rank, (nullable) (transfer full) each
 * @errors: (array): of those without
 *
 * Notes once which ranks are left out.
 *
 * Returns: (transfer full) (nullable): the results that are there, in their order; %NULL with
 *   the first error when there are none, or when @job was cancelled
 */
GPtrArray *
_lsc_session_gather (LscSession *self, gpointer *results, GError **errors, GDestroyNotify unref,
                     LscJob *job, GError **error)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (unref);

  for (guint i = 0; i < self->sources->len; i++)
    if (results[i])
      g_ptr_array_add (list, results[i]);
    else if (errors[i])
      tell_failure (self, &self->ranks[i], errors[i]);
  if (lsc_job_check (job, error) && list->len > 0)
    return list;
  for (guint i = 0; i < self->sources->len && error && !*error; i++)
    *error = g_steal_pointer (&errors[i]);
  g_ptr_array_unref (list);
  return NULL;
}
