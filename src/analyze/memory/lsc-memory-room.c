/* lsc-memory-room.c - whether memory leaks, and when the device is full
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/digest/lsc-rank-digest.h"
#include "analyze/memory/lsc-memory-stacks-private.h"
#include "base/lsc-time.h"

/* memory.md#room. */

static gboolean
has_leak (const LscMemory *self)
{
  g_autoptr (LscTable) keepers = lsc_memory_list_keepers (self->log);

  return lsc_table_get_n_rows (keepers) > 0 &&
         g_strcmp0 (lsc_table_get_named (keepers, 0, "keeps").text, "leak") == 0;
}

/** lsc_memory_is_older: Returns: whether what was allocated before the recording holds most of the
 * peak, so that it is not known who does */
gboolean
lsc_memory_is_older (const LscMemory *self)
{
  g_return_val_if_fail (self, FALSE);
  return self->is_older;
}

/**
 * lsc_memory_leaks:
 *
 * Cost: O(kept blocks), of a snapshot O(its events). Thread: any.
 *
 * Returns: whether it is known who makes the memory grow from step to step
 */
gboolean
lsc_memory_leaks (const LscMemory *self)
{
  g_return_val_if_fail (self, FALSE);
  if (self->log->source == LSC_MEMORY_FROM_SNAPSHOT)
    return has_leak (self);
  if (!(self->growth > 0))
    return FALSE;
  for (gsize i = 0; i < self->kept.n; i++)
    if (_lsc_memory_kept_grows (self, &self->kept.items[i]))
      return TRUE;
  return FALSE;
}

/**
 * _lsc_memory_count_room:
 * @what: (out): what is counted
 *
 * How many steps the most that is held, growing as what is allocated does, needs to reach what the
 * device has: (memory of the device - most held) / growth a step. Worked example: a pool of 8 GiB
 * at most, in which 16 MiB more are allocated in each step, on a device of 80 GiB: 72 GiB / 16 MiB
 * = 4,608 steps.
 *
 * Returns: that; %LSC_INT_NULL where it does not grow, or the memory of the device was not recorded
 */
gint64
_lsc_memory_count_room (const LscMemory *self, LscMemoryHeld *what)
{
  gint64 device = self->log->device_bytes;
  gint64 held = _lsc_memory_get_most_held (self, what);

  if (device <= 0 || held == LSC_INT_NULL || device <= held || !(self->growth >= 1))
    return LSC_INT_NULL;
  return (gint64) ((double) (device - held) / self->growth);
}

/** _lsc_memory_say_room: Returns: (transfer full) (nullable): _lsc_memory_count_room() in a
 * sentence
 */
LscPhrase *
_lsc_memory_say_room (const LscMemory *self)
{
  static const char *const messages[LSC_MEMORY_N_HELD] = {
    [LSC_MEMORY_HELD_BY_PROCESS] =
        N_ ("At this rate the process, which holds up to %s, fills the device's %s after about %s "
            "more steps."),
    [LSC_MEMORY_HELD_RESERVED] =
        N_ ("At this rate reserved memory, %s at most, fills the device's %s after about %s more "
            "steps."),
    [LSC_MEMORY_HELD_ALLOCATED] =
        N_ ("At this rate allocated memory, %s at most, fills the device's %s after about %s more "
            "steps."),
  };
  LscMemoryHeld what;
  gint64 steps = _lsc_memory_count_room (self, &what);
  g_autofree char *held = NULL, *size = NULL, *count = NULL;

  if (steps == LSC_INT_NULL)
    return NULL;
  held = _lsc_memory_format (_lsc_memory_get_most_held (self, &what));
  size = _lsc_memory_format (self->log->device_bytes);
  count = lsc_format_count (steps);
  return lsc_phrase_new (messages[what], held, size, count);
}
