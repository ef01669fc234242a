/* lsc-query-load.c - the recordings that a query reads
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/query/lsc-query-private.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-error.h"

/* Of extracts it is said once, of all of them. */
static gboolean
lacks_events (const LscSource *source, const GError *error)
{
  return source->origin != NULL && /* an extract has one */
         g_error_matches (error, LSC_ERROR, LSC_ERROR_UNSUPPORTED);
}

static void
note_extracts (LscQuery *self)
{
  LscNotice *notice;

  if (self->n_extracts == 0)
    return;
  notice = lsc_notice_mark_loss (lsc_notice_new (
      LSC_SEVERITY_ERROR, "rank-not-read",
      g_dngettext (GETTEXT_PACKAGE, "%u rank is an extract, which has no single events.",
                   "%u ranks are extracts, which have no single events.", self->n_extracts),
      self->n_extracts));
  notice->count = self->n_extracts;
  lsc_notice_set_help (notice, NULL, _ ("Query the recordings on the hosts where they were made."));
  lsc_notices_add (self->notices, notice);
  self->n_extracts = 0;
}

static void
note_failure (LscQuery *self, LscSource *source, const GError *error)
{
  LscNotice *notice;

  self->n_failed++;
  if (lacks_events (source, error))
    {
      self->n_extracts++;
      return;
    }
  notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-not-read", "%s", error->message);

  lsc_notice_set_place (notice, source->rank, source->file, NULL);
  lsc_notices_add (self->notices, notice);
}

static gboolean
load_timeline (LscQuery *self, guint index, GError **error)
{
  LscSource *source = g_ptr_array_index (self->sources, index);
  g_autoptr (LscTimeline) timeline = self->loader.load_timeline (
      self->loader.data, source, self->loader.n_threads, self->account.job, error);

  if (!timeline || (!lsc_timeline_get_analysis (timeline) &&
                    !lsc_timeline_complete (timeline, self->account.job, error)))
    return FALSE;
  lsc_notices_add_all (self->notices, timeline->notices);
  self->timelines[index] = g_steal_pointer (&timeline);
  return TRUE;
}

static gboolean
load_timelines (LscQuery *self)
{
  gsize n_loaded = 0;
  gboolean are_extracts;

  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!self->timelines[i] && !load_timeline (self, i, &error))
        {
          if (lsc_job_is_cancelled (self->account.job) || (self->sources->len == 1))
            {
              self->error = g_steal_pointer (&error);
              return FALSE;
            }
          note_failure (self, g_ptr_array_index (self->sources, i), error);
        }
      n_loaded += self->timelines[i] != NULL;
    }
  are_extracts = self->n_extracts > 0 && self->n_extracts == self->sources->len;
  note_extracts (self);
  if (n_loaded > 0)
    return TRUE;
  return lsc_fail (&self->error, LSC_ERROR_NOTHING, "%s",
                   are_extracts ? _ ("Extracts have no single events. Query the recordings on the "
                                     "hosts where they were made.")
                                : _ ("None of the ranks could be read."));
}

/*
 * Reads the timelines that are not there yet. A rank that cannot be read is a notice; only when
 * none can, or the user cancels, the statement fails.
 */
gboolean
_lsc_query_load_timelines (LscQuery *self)
{
  if (self->are_timelines_loaded)
    return TRUE;
  g_clear_error (&self->error);
  lsc_query_account_pause (&self->account);
  self->are_timelines_loaded = load_timelines (self);
  lsc_query_account_resume (&self->account);
  return self->are_timelines_loaded;
}

/* Reads the runs for the module tree, the pipeline and the kernels, once. */
gboolean
_lsc_query_load_runs (LscQuery *self, GError **error)
{
  const LscLoadFlags flags = LSC_LOAD_EVERYTHING | LSC_LOAD_COUNTERS;

  if (self->runs)
    return TRUE;
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);
  for (guint i = 0; i < self->sources->len; i++)
    {
      LscSource *source = g_ptr_array_index (self->sources, i);
      g_autoptr (GError) failure = NULL;
      LscRun *run =
          self->loader.load_run (self->loader.data, source, flags, self->account.job, &failure);

      if (run)
        {
          lsc_notices_add_all (self->notices, run->notices);
          g_ptr_array_add (self->runs, run);
        }
      else if (lsc_job_is_cancelled (self->account.job))
        {
          g_clear_pointer (&self->runs, g_ptr_array_unref);
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      else
        note_failure (self, source, failure);
    }
  note_extracts (self);
  return TRUE;
}
