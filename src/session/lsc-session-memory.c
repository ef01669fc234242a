/* lsc-session-memory.c - how many recordings are read at a time, as far as memory goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "session/lsc-session-memory.h"

/* How often one who waits looks whether he is still wanted. */
#define LOOK_US (G_USEC_PER_SEC / 50)

void
lsc_session_memory_init (LscSessionMemory *self, guint64 limit_bytes)
{
  g_return_if_fail (self);
  *self = (LscSessionMemory){ .limit_bytes = limit_bytes };
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
}

void
lsc_session_memory_clear (LscSessionMemory *self)
{
  g_assert (self->n_reading == 0);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
}

/* Whatever its size, one alone may go on: it has to be read. Sums are compared without adding up
 * what the caller says, which may be anything. */
static gboolean
has_room (const LscSessionMemory *self, guint64 bytes, guint64 held_bytes)
{
  guint64 taken = self->reading_bytes + held_bytes;

  return self->n_reading == 0 || (taken < self->limit_bytes && bytes <= self->limit_bytes - taken);
}

/**
 * lsc_session_memory_enter:
 * @bytes: what the reading is expected to take
 * @held_bytes: what is held besides, by others
 *
 * Waits until there is room for another reading. Thread: any.
 *
 * Returns: %FALSE with %LSC_ERROR_CANCELLED; else lsc_session_memory_leave() is to be called
 */
gboolean
lsc_session_memory_enter (LscSessionMemory *self, guint64 bytes, guint64 held_bytes, LscJob *job,
                          GError **error)
{
  gboolean goes_on;

  g_return_val_if_fail (self, FALSE);
  g_mutex_lock (&self->lock);
  while ((goes_on = lsc_job_check (job, error)) && !has_room (self, bytes, held_bytes))
    g_cond_wait_until (&self->changed, &self->lock, g_get_monotonic_time () + LOOK_US);
  if (goes_on)
    {
      self->n_reading++;
      self->reading_bytes += bytes;
    }
  g_mutex_unlock (&self->lock);
  return goes_on;
}

/** lsc_session_memory_leave: @bytes: as told when it began */
void
lsc_session_memory_leave (LscSessionMemory *self, guint64 bytes)
{
  g_return_if_fail (self && self->n_reading > 0);

  g_mutex_lock (&self->lock);
  self->n_reading--;
  self->reading_bytes -= bytes;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}
