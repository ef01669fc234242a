/* lsc-session-communication.c - what communication costs, over all ranks of a session
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

#include <glib/gi18n-lib.h>

#include "read/text/lsc-told-sums.h"

/* The ranks in the layout that the user gives; where the preferences have one that does not fit, as
 * they are: overviews tell that. */
static LscRankSet *
make_set (LscSession *self, const GPtrArray *digests, GError **error)
{
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  const LscRankDigest *const *ranks = (const LscRankDigest *const *) digests->pdata;
  LscOverviewOptions about = { .has_step = options->has_step, .step = options->step };
  g_autoptr (GError) failure = NULL;
  LscGivenLayout layout;

  if (!options->layout)
    return lsc_rank_set_new (ranks, digests->len, &about, error);
  if (lsc_given_layout_parse (&layout, options->layout, &failure) &&
      lsc_given_layout_check (&layout, ranks, digests->len, &failure))
    about.layout = &layout;
  else if (!options->ignores_bad_layout)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  return lsc_rank_set_new (ranks, digests->len, &about, error);
}

/* What the headline blames costs what findings say it does, and who is waited for they know; they
 * are of all steps. */
static gboolean
take_gain (LscSession *self, LscCommunication *communication, LscJob *job)
{
  g_autoptr (LscSessionOptions) options = lsc_session_copy_options (self);
  g_autoptr (LscFindings) findings = NULL;

  if (options->has_step || !lsc_communication_wants_findings (communication))
    return TRUE;
  findings = lsc_session_get_findings (self, job, NULL);
  if (findings)
    lsc_communication_take_gain (communication, findings);
  return findings != NULL;
}

/* Of how many databases the exporter lists other times of operators than they have; long lists are
 * left to those who check. */
static guint
count_differing (LscSession *self, LscJob *job)
{
  guint n = 0;

  for (guint i = 0; i < self->sources->len && !lsc_job_is_cancelled (job); i++)
    {
      const LscSource *source = self->sources->pdata[i];
      g_autoptr (LscNotices) notices = lsc_notices_new ();

      if (source->format != LSC_FORMAT_ASCEND_DB || !source->analysis_db)
        continue;
      lsc_told_sums_compare_ops (source, FALSE, notices, job);
      n += lsc_notices_get_count (notices) > 0;
    }
  return n;
}

static gpointer
make_communication (gpointer data, LscJob *job, GError **error)
{
  g_autoptr (GPtrArray) digests = _lsc_session_get_judged (data, FALSE, job, error);
  g_autoptr (LscRankSet) set = digests ? make_set (data, digests, error) : NULL;
  g_autoptr (LscCommunication) communication = NULL;

  if (set)
    lsc_job_say (job, _ ("Judging: pairing communication operators"));
  communication = set ? lsc_communication_new (set, job, error) : NULL;
  if (!communication || (!take_gain (data, communication, job) && !lsc_job_check (job, error)))
    return NULL;
  lsc_communication_note_differing (communication, count_differing (data, job));
  return g_steal_pointer (&communication);
}

/**
 * lsc_session_get_communication:
 *
 * Errors: those of lsc_session_get_overview().
 *
 * Returns: (transfer full) (nullable): all communication of the ranks that are judged together
 */
LscCommunication *
lsc_session_get_communication (LscSession *self, LscJob *job, GError **error)
{
  g_return_val_if_fail (self, NULL);
  return lsc_once_get (self->communication, make_communication, self, job, error);
}
