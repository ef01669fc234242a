/* lsc-dispatch.c - whether the host feeds the device, and where it does not
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"

#include <glib/gi18n-lib.h>

/* Slices nested deeper than this are left out of the search for causes: no real lane has so many
 * rows, and each is looked at for every gap. */
#define MOST_ROWS 256

static void
free_remedy (gpointer data)
{
  LscRemedy *self = data;

  g_free (self->text);
  g_free (self->evidence);
  g_free (self);
}

static LscDispatch *
dispatch_alloc (void)
{
  LscDispatch *self = g_new0 (LscDispatch, 1);

  self->remedies = g_ptr_array_new_with_free_func (free_remedy);
  return self;
}

void
lsc_dispatch_free (LscDispatch *self)
{
  if (!self)
    return;
  lsc_launches_clear (&self->launches);
  lsc_gaps_clear (&self->gaps);
  lsc_breaks_clear (&self->breaks);
  lsc_sync_calls_clear (&self->syncs);
  lsc_dispatch_summaries_clear (&self->steps);
  lsc_steps_clear (&self->windows);
  g_ptr_array_unref (self->remedies);
  lsc_phrase_free (self->reason);
  g_free (self->starts);
  g_free (self);
}

static void
build_init (LscDispatchBuild *self, const LscTimeline *timeline, const LscOverlap *overlap)
{
  const LscRowRequest requests[] = { { LSC_ROLE_STREAM, &self->streams },
                                     { LSC_ROLE_COMM_GROUP, &self->groups },
                                     { LSC_ROLE_CANN_THREAD, &self->calls } };

  *self = (LscDispatchBuild){ .timeline = timeline, .overlap = overlap };
  self->classes = g_malloc0 (lsc_intern_size (timeline->strings) + 1);
  _lsc_slice_map_init (&self->map, timeline);
  _lsc_slice_map_init (&self->tasks, timeline);
  _lsc_row_parts_collect (timeline, MOST_ROWS, requests, G_N_ELEMENTS (requests));
}

static void
build_clear (LscDispatchBuild *self)
{
  g_free (self->classes);
  g_free (self->earliest);
  g_clear_pointer (&self->host_lanes, g_hash_table_unref);
  lsc_row_parts_clear (&self->streams);
  lsc_row_parts_clear (&self->groups);
  lsc_row_parts_clear (&self->calls);
  lsc_sync_slices_clear (&self->syncs);
}

static LscPhrase *
explain_missing_launches (const LscDispatchBuild *self)
{
  if (lsc_notices_have_end_lost (self->timeline->notices))
    return lsc_phrase_new_text (N_ ("The recording is truncated or damaged; the part that could be "
                                    "read does not link host launches to device events."));
  if (!self->overlap->all.has_device)
    return lsc_phrase_new_text (
        N_ ("The recording holds no computing and no communication of a device."));
  if (self->timeline->launch_reason)
    return lsc_phrase_copy (self->timeline->launch_reason);
  return lsc_phrase_new_text (
      N_ ("The recording does not say which call of the host launched which event of "
          "the device. Record with CPU activities as well."));
}

static gboolean
analyse (LscDispatchBuild *self, GError **error)
{
  if (!lsc_job_check (self->job, error))
    return FALSE;
  _lsc_dispatch_find_launches (self);
  _lsc_dispatch_find_syncs (self);
  if (!_lsc_dispatch_find_gaps (self, error) || !_lsc_dispatch_find_breaks (self, error))
    return FALSE;
  _lsc_dispatch_list_syncs (self);
  _lsc_dispatch_place_steps (self);
  _lsc_dispatch_sum_up (self);
  _lsc_dispatch_find_remedies (self);
  if (self->result->launches.n == 0)
    self->result->reason = explain_missing_launches (self);
  return TRUE;
}

/**
 * lsc_dispatch_new:
 * @timeline: sealed, with links
 * @overlap: its overlap analysis
 * @job: (nullable): stops it
 *
 * Dispatch analysis of dispatch.md#gaps. Without launches everything but the gaps, which are then
 * of unknown class, is empty, and @reason says why.
 *
 * Cost: linear in device events, links and host calls.
 *
 * Returns: (transfer full) (nullable): the analysis; %NULL with %LSC_ERROR_CANCELLED
 */
LscDispatch *
lsc_dispatch_new (const LscTimeline *timeline, const LscOverlap *overlap, LscJob *job,
                  GError **error)
{
  g_autoptr (LscDispatch) self = dispatch_alloc ();
  LscDispatchBuild build;
  gboolean is_done;

  build_init (&build, timeline, overlap);
  build.result = self;
  build.job = job;
  is_done = analyse (&build, error);
  build_clear (&build);
  return is_done ? g_steal_pointer (&self) : NULL;
}
