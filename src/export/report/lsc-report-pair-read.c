/* lsc-report-pair-read.c - what the document of a comparison is made of, asked of the sessions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pair.h"
#include "session/lsc-session-lacks.h"

/**
 * lsc_report_pair_read:
 * @self: with a comparison of @pair; lsc_report_pair_clear() frees what is read
 *
 * Reads what stands beside the comparison. What a side does not have is no error: the document
 * lacks a chapter, or says why it is short.
 *
 * Thread: any but the main loop. Cost: that of pipelines, pictures, operators and memory of both
 * sides.
 */
void
lsc_report_pair_read (LscReportPair *self, LscSessionPair *pair, LscJob *job)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (self && pair);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      self->pipelines[side] =
          lsc_session_get_pipelines (lsc_session_pair_get_session (pair, side), job, NULL);
      self->timelines[side] = lsc_session_pair_get_picture (pair, side, job, NULL);
      self->digests[side] = lsc_session_get_digests (lsc_session_pair_get_session (pair, side),
                                                     LSC_DIGEST_FIGURES, job, NULL);
    }
  for (guint side = 0; side < LSC_N_SIDES; side++)
    self->lacks[side] = lsc_session_get_lacks (lsc_session_pair_get_session (pair, side));
  self->operators = lsc_session_pair_get_main_operators (pair, job, &error);
  if (error)
    self->operators_missing = g_strdup (error->message);
  g_clear_error (&error);
  self->memory = lsc_session_pair_get_memory (pair, job, &error);
  if (error)
    self->memory_missing = g_strdup (error->message);
}

/** Frees what was read. */
void
lsc_report_pair_clear (LscReportPair *self)
{
  g_return_if_fail (self);
  for (guint side = 0; side < LSC_N_SIDES; side++)
    {
      g_clear_pointer (&self->pipelines[side], lsc_pipeline_unref);
      g_clear_pointer (&self->timelines[side], lsc_timeline_unref);
      g_clear_pointer (&self->digests[side], g_ptr_array_unref);
    }
  g_clear_pointer (&self->operators, lsc_op_changes_unref);
  g_clear_pointer (&self->operators_missing, g_free);
  g_clear_pointer (&self->memory, lsc_memory_pair_unref);
  g_clear_pointer (&self->memory_missing, g_free);
}
