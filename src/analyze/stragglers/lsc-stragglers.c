/* lsc-stragglers.c - what slow ops cost a job: S by kind, stage, replica, worker and step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/stragglers/lsc-stragglers.h"

#include "analyze/stragglers/lsc-straggler-model-private.h"

/** Returns: (transfer full): a study in which nothing is known yet */
LscStragglers *
_lsc_stragglers_new_empty (void)
{
  LscStragglers *self = g_new0 (LscStragglers, 1);

  g_atomic_ref_count_init (&self->refs);
  self->notices = lsc_notices_new ();
  self->slowdown = self->m_w = self->m_s = self->replay_error = NAN;
  return self;
}

/** Returns: (transfer full): @self */
LscStragglers *
lsc_stragglers_ref (LscStragglers *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_stragglers_unref (LscStragglers *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->name);
  g_clear_pointer (&self->refusal, lsc_phrase_free);
  g_free (self->steps);
  g_free (self->kinds);
  g_free (self->stages);
  g_free (self->replicas);
  g_free (self->slowdown_of_replica);
  g_free (self->workers);
  g_free (self->slowest);
  g_free (self->kind_ns);
  g_free (self->stage_ns);
  g_free (self->replica_ns);
  g_free (self->ops);
  g_clear_pointer (&self->notices, lsc_notices_unref);
  g_free (self);
}
