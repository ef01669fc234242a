/* lsc-rank-reading.c - reading the ranks of a cluster, of each of which something is kept
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/window/lsc-rank-reading.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "base/lsc-array.h"
#include "base/lsc-error.h"
#include "model/lsc-source.h"
#include "read/lsc-timeline-read.h"

/* A place of its own in @kept for each thread. */
typedef struct
{
  GPtrArray *sources;
  LscJob *job;
  LscRankKeepFunc keep;
  gpointer *kept; /* (nullable) each */
  LscRankReading *reading;
  GMutex lock;   /* of what follows */
  GError *error; /* (nullable): of the first rank that failed */
} Work;

static void
leave_out (Work *self, const LscSource *source, GError *error)
{
  LscNotice *notice;

  if (!g_error_matches (error, LSC_ERROR, LSC_ERROR_CANCELLED))
    {
      notice = lsc_notice_new (LSC_SEVERITY_ERROR, "rank-unreadable", "%s", error->message);
      lsc_notice_set_place (notice, source->rank, source->file, NULL);
      lsc_notice_set_help (notice, _ ("This rank is left out; the others go on."), NULL);
      lsc_notices_add (self->reading->notices, notice);
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
  Work *self = user_data;
  LscSource *source = g_ptr_array_index (self->sources, index);
  g_autoptr (LscTimeline) timeline = NULL;
  GError *error = NULL;

  if (lsc_job_is_cancelled (self->job))
    return;
  timeline = lsc_timeline_load (source, self->sources->len > 1 ? 1 : 0, self->job, &error);
  if (timeline != NULL && lsc_timeline_complete (timeline, self->job, &error))
    self->kept[index] = self->keep (timeline, self->job, &error);
  if (self->kept[index] == NULL)
    leave_out (self, source, error);
  if (timeline != NULL)
    lsc_notices_add_all (self->reading->notices, timeline->notices);
  if (self->sources->len == 1)
    self->reading->timeline = g_steal_pointer (&timeline);
}

static void
gather (Work *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (self->kept[i] != NULL)
      {
        g_ptr_array_add (self->reading->sources,
                         lsc_source_ref (g_ptr_array_index (self->sources, i)));
        g_ptr_array_add (self->reading->kept, self->kept[i]);
      }
}

/**
 * lsc_rank_reading_init:
 * @self: (out caller-allocates): to be cleared in any case
 * @sources: (element-type LscSource): the ranks of a cluster
 *
 * Reads all ranks. One that cannot be read is left out, and a notice. Thread: any.
 *
 * Returns: %FALSE with the error of the first rank if none can be read, or with
 *   %LSC_ERROR_CANCELLED
 */
gboolean
lsc_rank_reading_init (LscRankReading *self, GPtrArray *sources, LscRankKeepFunc keep,
                       GDestroyNotify free_kept, LscJob *job, GError **error)
{
  g_autofree gpointer *kept = g_new0 (gpointer, MAX (sources->len, 1));
  Work work = { .sources = sources, .job = job, .keep = keep, .kept = kept, .reading = self };
  gboolean is_read;

  *self = (LscRankReading){ .sources =
                                g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref),
                            .kept = g_ptr_array_new_with_free_func (free_kept),
                            .notices = lsc_notices_new () };
  g_mutex_init (&work.lock);
  lsc_job_run_parallel (0, sources->len, read_rank, &work);
  gather (&work);
  lsc_array_give_back ();
  is_read = lsc_job_check (job, error) && self->kept->len > 0;
  if (!is_read && error != NULL && *error == NULL)
    g_propagate_error (error, g_steal_pointer (&work.error));
  g_clear_error (&work.error);
  g_mutex_clear (&work.lock);
  return is_read;
}

void
lsc_rank_reading_clear (LscRankReading *self)
{
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->kept);
  lsc_notices_unref (self->notices);
  g_clear_pointer (&self->timeline, lsc_timeline_unref);
}
