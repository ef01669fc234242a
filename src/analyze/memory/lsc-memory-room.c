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
 *
 * How many steps the peak, growing as it does, needs to reach what the device has: (memory of the
 * device - peak) / growth a step. Worked example: a peak of 8 GiB grows by 16 MiB a step on a
 * device of 80 GiB: 72 GiB / 16 MiB = 4,608 steps.
 *
 * Returns: that; %LSC_INT_NULL where it does not grow, or the memory of the device was not recorded
 */
gint64
_lsc_memory_count_room (const LscMemory *self)
{
  gint64 device = self->log->device_bytes;

  if (device <= 0 || self->peak_bytes == LSC_INT_NULL || device <= self->peak_bytes ||
      !(self->growth >= 1))
    return LSC_INT_NULL;
  return (gint64) ((double) (device - self->peak_bytes) / self->growth);
}

/** _lsc_memory_say_room: Returns: (transfer full) (nullable): _lsc_memory_count_room() in a
 * sentence
 */
LscPhrase *
_lsc_memory_say_room (const LscMemory *self)
{
  gint64 steps = _lsc_memory_count_room (self);
  g_autofree char *size = _lsc_memory_format (self->log->device_bytes);
  g_autofree char *count = lsc_format_count (lsc_int_or_zero (steps));

  if (steps == LSC_INT_NULL)
    return NULL;
  return lsc_phrase_new (N_ ("At this rate the device's %s are full after about %s more steps."),
                         size, count);
}
