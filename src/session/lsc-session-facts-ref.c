/* lsc-session-facts-ref.c - who holds what is kept of a rank
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-private.h"

LscSessionFacts *
_lsc_session_facts_ref (LscSessionFacts *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
_lsc_session_facts_unref (LscSessionFacts *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->digest, lsc_rank_digest_unref);
  g_clear_pointer (&self->kernels, lsc_step_kernels_unref);
  g_clear_pointer (&self->sheet, lsc_op_sheet_unref);
  g_clear_pointer (&self->pipeline, lsc_pipeline_rank_unref);
  g_clear_pointer (&self->notices, lsc_notices_unref);
  g_clear_error (&self->failure);
  g_clear_pointer (&self->picture, lsc_timeline_unref);
  g_clear_pointer (&self->excerpt, lsc_timeline_unref);
  g_free (self);
}

/** What is known of the pipeline of a rank becomes also that of @self, which has nothing of it. */
void
_lsc_session_facts_share_pipeline (LscSessionFacts *self, const LscSessionFacts *from)
{
  self->has_pipeline = from->has_pipeline;
  self->pipeline = from->pipeline ? lsc_pipeline_rank_ref (from->pipeline) : NULL;
  self->notices = from->notices ? lsc_notices_ref (from->notices) : NULL;
  self->failure = from->failure ? g_error_copy (from->failure) : NULL;
}
