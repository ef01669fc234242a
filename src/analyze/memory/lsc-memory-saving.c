/* lsc-memory-saving.c - how much room is left, and what would lower the peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-time.h"

/* memory.md#saving. */

/* The first row of a hint; rows if there is none. */
static gsize
find_hint (const LscMemory *self, const char *hint)
{
  gsize n = lsc_table_get_n_rows (self->hints);

  for (gsize row = 0; row < n; row++)
    if (g_strcmp0 (lsc_table_get_named (self->hints, row, "hint").text, hint) == 0)
      return row;
  return n;
}

/* (transfer full) (nullable): the bytes of a hint */
static char *
get_hint (const LscMemory *self, const char *hint)
{
  gsize row = find_hint (self, hint);

  return row < lsc_table_get_n_rows (self->hints)
             ? _lsc_memory_format (lsc_table_get_named (self->hints, row, "bytes").integer)
             : NULL;
}

/* What the pool held then and the program did not; %LSC_INT_NULL = not known */
static gint64
get_unused (const LscMemory *self, gint64 time_ns)
{
  gint64 reserved = _lsc_memory_curve_at (_lsc_memory_find (self, LSC_MEMORY_RESERVED), time_ns);
  gint64 allocated = _lsc_memory_curve_at (_lsc_memory_find (self, LSC_MEMORY_ALLOCATED), time_ns);

  return lsc_int_subtract (reserved, allocated);
}

/* What was free in the pool when the first allocation failed, in pieces where it was as much;
 * %LSC_INT_NULL = less, or not known. */
static gint64
get_pieces (const LscMemory *self)
{
  const LscMemoryFailure *failure = &self->log->failures.items[0];
  gint64 unused = get_unused (self, failure->time_ns);

  return unused != LSC_INT_NULL && unused >= failure->bytes ? unused : LSC_INT_NULL;
}

static LscPhrase *
say_failure (const LscMemory *self)
{
  const LscMemoryFailure *failure = &self->log->failures.items[0];
  gint64 unused = get_pieces (self);
  g_autofree char *asked = _lsc_memory_format (failure->bytes);
  g_autofree char *unused_text = _lsc_memory_format (unused == LSC_INT_NULL ? 0 : unused);

  return unused != LSC_INT_NULL
             ? lsc_phrase_new (N_ ("An allocation of %s failed; the pool had %s in pieces."), asked,
                               unused_text)
             : lsc_phrase_new (N_ ("An allocation of %s failed."), asked);
}

/**
 * _lsc_memory_say_alarm:
 * @grows: memory grows from step to step, which is told before what may be saved
 *
 * Returns: (transfer full) (nullable): in few words what weighs more than where the peak is
 */
LscPhrase *
_lsc_memory_say_alarm (const LscMemory *self, gboolean grows)
{
  g_autofree char *limit = grows ? NULL : get_hint (self, "near_limit");
  g_autofree char *unused = grows ? NULL : get_hint (self, "fragmentation");
  g_autofree char *device = _lsc_memory_format (self->log->device_bytes);

  if (self->log->failures.n > 0)
    return say_failure (self);
  if (limit)
    return lsc_phrase_new (N_ ("Memory is nearly full: %s of the device's %s."), limit, device);
  if (unused)
    return lsc_phrase_new (N_ ("Less fragmentation may free up to %s at the peak."), unused);
  return NULL;
}

/* What the process holds, or the pool at least. */
static const LscMemoryPoint *
get_held (const LscMemory *self, gboolean *is_process)
{
  const LscMemoryPoint *process = _lsc_memory_curve_peak (_lsc_memory_find_process (self->log));

  *is_process = process != NULL;
  return process ? process : _lsc_memory_curve_peak (_lsc_memory_find (self, LSC_MEMORY_RESERVED));
}

/** Returns: the most that the process holds, else the pool, else what is allocated in it;
 * %LSC_INT_NULL where none was recorded. @what: (out): which of them */
gint64
_lsc_memory_get_most_held (const LscMemory *self, LscMemoryHeld *what)
{
  gboolean is_process;
  const LscMemoryPoint *held = get_held (self, &is_process);

  if (held && (self->peak_bytes == LSC_INT_NULL || held->bytes >= self->peak_bytes))
    {
      *what = is_process ? LSC_MEMORY_HELD_BY_PROCESS : LSC_MEMORY_HELD_RESERVED;
      return held->bytes;
    }
  *what = LSC_MEMORY_HELD_ALLOCATED;
  return self->peak_bytes;
}

/**
 * _lsc_memory_say_headroom:
 *
 * Example: a pool of 8 GiB at most on a device of 80 GiB leaves 72 GiB, 90 %.
 *
 * Returns: (transfer full) (nullable): how much of the device stays free
 */
LscPhrase *
_lsc_memory_say_headroom (const LscMemory *self)
{
  gboolean is_process;
  const LscMemoryPoint *held = get_held (self, &is_process);
  gint64 device = self->log->device_bytes;
  g_autofree char *held_text = _lsc_memory_format (held ? held->bytes : 0);
  g_autofree char *free_text = NULL, *share = NULL;

  if (!held || device <= 0 || held->bytes > device)
    return NULL;
  free_text = _lsc_memory_format (device - held->bytes);
  share = lsc_format_share ((double) (device - held->bytes) / (double) device);
  return is_process ? lsc_phrase_new (N_ ("The process holds up to %s; %s of the device (%s) stay "
                                          "free."),
                                      held_text, free_text, share)
                    : lsc_phrase_new (N_ ("The pool holds up to %s; %s of the device (%s) stay "
                                          "free for it and all else."),
                                      held_text, free_text, share);
}

static LscPhrase *
say_spike (const LscMemory *self, gsize row)
{
  gint64 bytes = lsc_table_get_named (self->hints, row, "bytes").integer;
  const char *op = lsc_table_get_named (self->hints, row, "op").text;
  g_autofree char *bytes_text = _lsc_memory_format (bytes);
  g_autofree char *share = lsc_format_share ((double) bytes / (double) MAX (self->peak_bytes, 1));

  return op && *op ? lsc_phrase_new (N_ ("Without a short-lived block of %s the peak may be up to "
                                         "%s (%s) lower."),
                                     op, bytes_text, share)
                   : lsc_phrase_new (N_ ("Without a short-lived block the peak may be up to %s "
                                         "(%s) lower."),
                                     bytes_text, share);
}

/**
 * _lsc_memory_say_saving:
 * @has_holder: who holds most is known
 *
 * Returns: (transfer full): what would lower the peak, as far as the recording proves it; else why
 *   that is not known
 */
LscPhrase *
_lsc_memory_say_saving (const LscMemory *self, gboolean has_holder)
{
  gsize spike = find_hint (self, "spike");
  g_autofree char *unused = get_hint (self, "fragmentation");
  g_autofree char *late = get_hint (self, "late_release");

  if (self->log->failures.n > 0 && get_pieces (self) != LSC_INT_NULL)
    return lsc_phrase_new_text (N_ ("Try expandable segments, which use what is in pieces."));
  if (spike < lsc_table_get_n_rows (self->hints))
    return say_spike (self, spike);
  if (unused)
    return lsc_phrase_new (N_ ("Of the pool %s are in pieces at the peak: expandable segments may "
                               "free them."),
                           unused);
  if (late)
    return lsc_phrase_new (N_ ("Up to %s are freed late: synchronise streams earlier."), late);
  if (!self->log->has_blocks)
    return lsc_phrase_new_text (
        N_ ("What could be saved is not known, because single memory blocks "
            "were not recorded."));
  if (has_holder)
    return lsc_phrase_new_text (N_ ("To lower the peak, start with the largest holder: no block at "
                                    "the peak is short-lived or freed late."));
  return lsc_phrase_new_text (
      N_ ("What could be saved is not known, because no block at the peak is "
          "short-lived or freed late."));
}
