/* lsc-job-ops-read.c - reads the op timeline of a job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ops/lsc-job-ops-read.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/ops/lsc-job-ops-private.h"

static void
reading_clear (LscOpsReading *self)
{
  lsc_trace_window_clear (&self->window);
  g_clear_pointer (&self->ops, lsc_job_ops_unref);
  lsc_op_tracks_clear (&self->tracks);
  lsc_hash_clear (&self->track_index);
  lsc_op_places_clear (&self->places);
  lsc_int64s_clear (&self->steps);
  lsc_hash_clear (&self->step_index);
  lsc_op_name_table_clear (&self->known);
  if (self->scratch)
    g_string_free (self->scratch, TRUE);
}

typedef LscOpsReading Reading;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static gboolean
check_ops (LscOpsReading *self, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  GError *failure = self->window.failure;

  if (failure &&
      (self->ops->ops.n == 0 || g_error_matches (failure, LSC_ERROR, LSC_ERROR_CANCELLED)))
    {
      g_propagate_error (error, g_error_copy (failure));
      return FALSE;
    }
  if (self->ops->ops.n > 0)
    return TRUE;
  return lsc_fail (error, LSC_ERROR_CORRUPT,
                   _ ("%s is no op timeline: it has no op with a step, a start and a length."),
                   shown);
}

/**
 * lsc_job_ops_read:
 * @path: a bare list of events, plain or packed
 * @names: (nullable): names of the user
 * @job: (nullable): progress in bytes, and cancellation
 *
 * Reads the ops of all workers and steps of a job. What is left out is told by a notice of the
 * result.
 *
 * Cost: O(bytes), and for each op 32 bytes, 40 while it is read; 4 more if the ops are not by step
 * and worker in the file.
 *
 * Errors: those of lsc_text_input_open(); %LSC_ERROR_CORRUPT (no op in it), %LSC_ERROR_LIMIT (more
 * workers than any job has), %LSC_ERROR_CANCELLED
 *
 * Source: formats.md#op-timelines.
 *
 * Returns: (transfer full) (nullable): the ops
 */
LscJobOps *
lsc_job_ops_read (const char *path, const LscOpNames *names, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autoptr (LscTextInput) input = lsc_text_input_open (path, job, error);
  g_auto (Reading) self = { .path = path, .names = names };

  if (!input)
    return NULL;
  self.ops = lsc_job_ops_new ();
  self.scratch = g_string_new (NULL);
  lsc_trace_window_init (&self.window, input, 0, job);
  _lsc_ops_read_events (&self);
  lsc_text_input_stop (input);
  if (!check_ops (&self, error) || !_lsc_ops_order (&self, job, error))
    return NULL;
  _lsc_ops_number (&self);
  _lsc_ops_set_clock (self.ops);
  _lsc_ops_read_meta (self.ops, path);
  _lsc_ops_tell (&self);
  return g_steal_pointer (&self.ops);
}
