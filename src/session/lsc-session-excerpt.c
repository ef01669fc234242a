/* lsc-session-excerpt.c - timelines to be looked at: the recording, or what an extract holds of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-excerpt.h"

#include <glib/gi18n-lib.h>

#include "analyze/excerpt/lsc-excerpt-make.h"
#include "base/lsc-error.h"
#include "read/extract/lsc-extract-file.h"
#include "session/lsc-session-private.h"

/* An excerpt is shown and listed. Nothing is summed up over it: that would be no sum of the
 * recording. So nobody gets one who has not asked for it by name. */

static void
tell_excerpt (LscSession *self, const LscSource *source)
{
  LscNotice *notice = lsc_notice_mark_loss (lsc_notice_new (
      LSC_SEVERITY_WARNING, "excerpt", "%s",
      _ ("The timeline of an extract is an excerpt around the largest instances.")));

  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  _lsc_session_set_origin (notice, source);
  lsc_notices_add (self->notices, notice);
}

/**
 * lsc_session_expect_excerpt:
 *
 * Says that what is shown most of the events of each rank is to be packed with the rest
 * (lsc_session_pack_rank()).
 */
void
lsc_session_expect_excerpt (LscSession *self)
{
  g_return_if_fail (self);
  g_mutex_lock (&self->lock);
  self->expects_excerpt = TRUE;
  g_mutex_unlock (&self->lock);
}

/** What reading an excerpt needs to know. */
typedef struct
{
  LscSession *session;
  LscSource *source;
} Reading;

static gpointer
read_excerpt (gpointer data, LscJob *job, GError **error)
{
  const Reading *reading = data;
  g_autofree char *shown = g_filename_display_name (reading->source->file);
  g_autoptr (LscPack) pack = lsc_extract_read_source (reading->source, TRUE, job, error);
  g_autoptr (GError) local = NULL;
  LscTimeline *timeline;

  if (!pack)
    return NULL;
  if (!lsc_excerpt_is_packed (pack))
    {
      _lsc_session_fail_extract (reading->source, error);
      return NULL;
    }
  timeline = lsc_excerpt_unpack (pack, reading->source, &local);
  if (timeline)
    tell_excerpt (reading->session, reading->source);
  else
    lsc_fail (error, LSC_ERROR_CORRUPT, _ ("%s cannot be used: %s. Extract the rank again."), shown,
              local->message);
  return timeline;
}

/**
 * lsc_session_has_events:
 * @source: a rank
 *
 * Cost: it may look through a folder, so not in the thread of a window. Thread: any.
 *
 * Returns: whether all events of it can be read: of an extract, whether its recording is here
 */
gboolean
lsc_session_has_events (const LscSource *source, LscJob *job)
{
  g_autoptr (LscSource) origin = NULL;

  g_return_val_if_fail (source, FALSE);
  if (source->format != LSC_FORMAT_EXTRACT)
    return TRUE;
  origin = _lsc_session_find_origin (source, job);
  return origin != NULL;
}

/**
 * lsc_session_get_visible:
 * @source: of the session
 * @parts: what is needed of it
 *
 * As lsc_session_get_timeline(), for those who show or list single events: of an extract whose
 * recording is not here they get its excerpt, see lsc_excerpt_is().
 *
 * Errors: also %LSC_ERROR_UNSUPPORTED of an extract without one.
 *
 * Returns: (transfer full) (nullable): the events of a rank; an excerpt is not completed
 */
LscTimeline *
lsc_session_get_visible (LscSession *self, LscSource *source, LscTimelineParts parts, LscJob *job,
                         GError **error)
{
  LscSessionRank *rank;
  Reading reading = { self, source };

  g_return_val_if_fail (self && source, NULL);
  rank = _lsc_session_find (self, source);
  g_return_val_if_fail (rank, NULL);
  return lsc_session_has_events (source, job)
             ? lsc_session_get_timeline (self, source, parts, job, error)
             : lsc_once_get (rank->excerpt, read_excerpt, &reading, job, error);
}

/* ---- all ranks ----------------------------------------------------------------------------- */

static gboolean
has_extracts (const LscSession *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (((const LscSource *) self->sources->pdata[i])->format == LSC_FORMAT_EXTRACT)
      return TRUE;
  return FALSE;
}

/** While several are read. Each thread has places of its own. */
typedef struct
{
  LscSession *session;
  LscTimelineParts parts;
  LscJob *job;
  LscTimeline **timelines;
  GError **errors;
} Several;

static void
read_one (gsize index, gpointer user_data)
{
  Several *self = user_data;

  if (lsc_job_check (self->job, &self->errors[index]))
    self->timelines[index] =
        lsc_session_get_visible (self->session, self->session->sources->pdata[index], self->parts,
                                 self->job, &self->errors[index]);
}

/**
 * lsc_session_get_all_visible:
 * @parts: what is needed of each
 *
 * As lsc_session_get_timelines(), with excerpts as of lsc_session_get_visible().
 *
 * Returns: (transfer full) (element-type LscTimeline) (nullable): of the ranks that could be read,
 *   in the order of the sources
 */
GPtrArray *
lsc_session_get_all_visible (LscSession *self, LscTimelineParts parts, LscJob *job, GError **error)
{
  g_autofree LscTimeline **timelines = NULL;
  g_autofree GError **errors = NULL;
  GPtrArray *list;
  guint n;

  g_return_val_if_fail (self, NULL);
  if (!has_extracts (self)) /* fewer ranks than threads share these */
    return lsc_session_get_timelines (self, parts, job, error);
  n = self->sources->len;
  timelines = g_new0 (LscTimeline *, MAX (n, 1));
  errors = g_new0 (GError *, MAX (n, 1));
  lsc_job_run_parallel (self->n_threads, n, read_one,
                        &(Several){ self, parts, job, timelines, errors });
  list = _lsc_session_gather (self, (gpointer *) timelines, errors,
                              (GDestroyNotify) lsc_timeline_unref, job, error);
  for (guint i = 0; i < n; i++)
    g_clear_error (&errors[i]);
  return list;
}
