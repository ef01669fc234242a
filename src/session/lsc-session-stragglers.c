/* lsc-session-stragglers.c - what slow ops cost the jobs of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include <glib/gi18n-lib.h>

/* The op timelines that the ranks belong to, each once. */
static GPtrArray *
list_jobs (LscSession *self)
{
  GPtrArray *jobs = g_ptr_array_new ();

  for (guint i = 0; i < self->sources->len; i++)
    {
      const LscSource *source = self->sources->pdata[i];

      if (source->ops && !g_ptr_array_find (jobs, source->ops, NULL))
        g_ptr_array_add (jobs, source->ops);
    }
  return jobs;
}

static gboolean
add_study (LscSession *self, GPtrArray *studies, LscStragglers *study)
{
  if (!study)
    return FALSE;
  lsc_notices_add_all (self->notices, study->notices);
  g_ptr_array_add (studies, study);
  return TRUE;
}

static GPtrArray *
study_jobs (LscSession *self, const LscStepList *steps, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) jobs = list_jobs (self);
  g_autoptr (GPtrArray) studies =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_stragglers_unref);
  g_autoptr (LscPipeline) pipeline = NULL;

  for (guint i = 0; i < jobs->len; i++)
    if (!add_study (self, studies, lsc_stragglers_new_from_ops (jobs->pdata[i], steps, job, error)))
      return NULL;
  if (jobs->len > 0)
    return g_steal_pointer (&studies);
  pipeline = lsc_session_get_pipelines (self, job, error);
  lsc_job_say (job, _ ("Judging: replaying the job without each slow worker"));
  if (!pipeline ||
      !add_study (self, studies, lsc_stragglers_new_from_pipelines (pipeline, steps, job, error)))
    return NULL;
  return g_steal_pointer (&studies);
}

static gpointer
make_studies (gpointer data, LscJob *job, GError **error)
{
  return study_jobs (data, NULL, job, error);
}

/**
 * lsc_session_list_stragglers:
 * @steps: (nullable): of each job those to study; only the study of all steps is kept
 *
 * The study of each op timeline, or of the pipelines of other recordings. What it leaves out is
 * among the notices of the session.
 *
 * Errors: those of lsc_session_get_pipelines(), of which %LSC_ERROR_NOTHING says that there are
 * none; %LSC_ERROR_USAGE if none of @steps was recorded.
 *
 * Returns: (transfer full) (element-type LscStragglers) (nullable): one at least
 */
GPtrArray *
lsc_session_list_stragglers (LscSession *self, const LscStepList *steps, LscJob *job,
                             GError **error)
{
  g_return_val_if_fail (self, NULL);
  return steps ? study_jobs (self, steps, job, error)
               : lsc_once_get (self->stragglers, make_studies, self, job, error);
}

/**
 * lsc_session_get_stragglers:
 * @steps: (nullable): as for lsc_session_list_stragglers()
 *
 * Errors: those of lsc_session_list_stragglers().
 *
 * Returns: (transfer full) (nullable): the study of the job, of the first one where there are
 *   several
 */
LscStragglers *
lsc_session_get_stragglers (LscSession *self, const LscStepList *steps, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) studies = lsc_session_list_stragglers (self, steps, job, error);

  return studies ? lsc_stragglers_ref (studies->pdata[0]) : NULL;
}
