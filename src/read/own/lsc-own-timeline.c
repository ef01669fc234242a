/* lsc-own-timeline.c - the timeline of a recording in a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-timeline-read.h"
#include "read/own/lsc-own-private.h"

/**
 * lsc_own_timeline_load:
 * @source: of a database that lanescope-cli convert wrote
 *
 * Reads what was recorded; what was computed is left to lsc_timeline_complete(), as with every
 * recording.
 *
 * Errors: %LSC_ERROR_UNSUPPORTED of another layout, %LSC_ERROR_CORRUPT of a file that does not hold
 * what was written, %LSC_ERROR_IO, %LSC_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the timeline, sealed
 */
LscTimeline *
lsc_own_timeline_load (LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  g_return_val_if_fail (source, NULL);

  g_autoptr (LscTimeline) timeline = lsc_timeline_new (source);
  g_autoptr (LscDb) db = _lsc_own_open (source->file, job, error);
  LscOwn self = { .db = db, .source = source, .job = job, .timeline = timeline };
  LscLinkList links = { 0 };
  gboolean is_read;

  if (!db)
    return NULL;
  lsc_job_add_work (job, lsc_db_guess_rows (db, "slice_rows"));
  self.kernels = _lsc_own_kernels_new ();
  timeline->reader = self.kernels;
  timeline->free_reader = (GDestroyNotify) _lsc_own_kernels_free;
  is_read = _lsc_own_read_header (&self, error) && _lsc_own_read_kernels (&self, error) &&
            _lsc_own_read_lanes (&self, error) && _lsc_own_read_links (&self, &links, error) &&
            _lsc_own_read_messages (&self, error) && lsc_db_check_answers (db, error) &&
            lsc_db_check_unchanged (db, error) && lsc_job_check (job, error);
  if (is_read)
    {
      lsc_timeline_seal (timeline, &links);
      lsc_db_return (g_steal_pointer (&db)); /* the next rank may be in the same file */
    }
  lsc_link_list_clear (&links);
  lsc_indexes_clear (&self.new_ids);
  lsc_indexes_clear (&self.graph_texts);
  return is_read ? g_steal_pointer (&timeline) : NULL;
}
