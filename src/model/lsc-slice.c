/* lsc-slice.c - what a slice is: its kind, its raw form, how to name it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-slice.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-sort.h"

const LscWord lsc_slice_kind_words[LSC_SLICE_N_KINDS] = {
  [LSC_SLICE_OTHER] = { "other", N_ ("Other") },
  [LSC_SLICE_STEP] = { "step", N_ ("Step") },
  [LSC_SLICE_OP] = { "op", N_ ("Framework op") },
  [LSC_SLICE_ENQUEUE] = { "enqueue", N_ ("Enqueue") },
  [LSC_SLICE_DEQUEUE] = { "dequeue", N_ ("Dequeue") },
  [LSC_SLICE_PYTHON] = { "python", N_ ("Python function") },
  [LSC_SLICE_MODULE] = { "module", N_ ("Module") },
  [LSC_SLICE_GC] = { "gc", N_ ("Garbage collection") },
  [LSC_SLICE_MARK] = { "mark", N_ ("Mark") },
  [LSC_SLICE_CANN_ACL] = { "cann-acl", N_ ("CANN call, ACL level") },
  [LSC_SLICE_CANN_MODEL] = { "cann-model", N_ ("CANN call, model level") },
  [LSC_SLICE_CANN_NODE] = { "cann-node", N_ ("CANN call, node level") },
  [LSC_SLICE_CANN_COMM] = { "cann-communication", N_ ("CANN call, communication level") },
  [LSC_SLICE_CANN_RUNTIME] = { "cann-runtime", N_ ("Runtime call") },
  [LSC_SLICE_OSRT] = { "osrt", N_ ("Operating system call") },
  [LSC_SLICE_LAUNCH_ANCHOR] = { "launch", N_ ("Launch") },
  [LSC_SLICE_CUBE] = { "kernel-cube", N_ ("Cube kernel") },
  [LSC_SLICE_VECTOR] = { "kernel-vector", N_ ("Vector kernel") },
  [LSC_SLICE_MIX] = { "kernel-mix", N_ ("Mixed cube and vector kernel") },
  [LSC_SLICE_AI_CPU] = { "kernel-ai-cpu", N_ ("AI CPU kernel") },
  [LSC_SLICE_DSA] = { "kernel-dsa", N_ ("DSA kernel") },
  [LSC_SLICE_COMPUTE] = { "kernel", N_ ("Computing kernel") },
  [LSC_SLICE_SCHEDULE] = { "kernel-schedule", N_ ("Kernel that schedules communication") },
  [LSC_SLICE_COPY] = { "copy", N_ ("Memory copy") },
  [LSC_SLICE_WAIT] = { "wait", N_ ("Wait") },
  [LSC_SLICE_EVENT] = { "event", N_ ("Event record") },
  [LSC_SLICE_PARENT] = { "task-parent", N_ ("Task around others") },
  [LSC_SLICE_DEVICE] = { "task", N_ ("Device task") },
  [LSC_SLICE_DEVICE_MARK] = { "device-mark", N_ ("Mark on the device") },
  [LSC_SLICE_COMM_OP] = { "communication", N_ ("Communication") },
  [LSC_SLICE_COMM_TASK] = { "communication-task", N_ ("Communication task") },
  [LSC_SLICE_COMPUTING] = { "overlap-computing", N_ ("Computing") },
  [LSC_SLICE_COMMUNICATION] = { "overlap-communication", N_ ("Communication") },
  [LSC_SLICE_NOT_OVERLAPPED] = { "overlap-not-overlapped", N_ ("Communication (not overlapped)") },
  [LSC_SLICE_FREE] = { "overlap-free", N_ ("Free") },
  [LSC_SLICE_FREE_EDGE] = { "overlap-free-edge", N_ ("Free before the first or after the last") },
  [LSC_SLICE_GAP_HOST_SYNC] = { "gap-host-sync",
                                N_ ("Idle: not launched, the host waits for the device") },
  [LSC_SLICE_GAP_HOST] = { "gap-host", N_ ("Idle: not launched, the host is late") },
  [LSC_SLICE_GAP_QUEUED_TASK] = { "gap-queued-task", N_ ("Idle: launched, behind another task") },
  [LSC_SLICE_GAP_QUEUED_IDLE] = { "gap-queued-idle", N_ ("Idle: launched, nothing runs") },
  [LSC_SLICE_GAP_UNKNOWN] = { "gap-unknown", N_ ("Idle: launch not recorded") },
  [LSC_SLICE_MISTIMED] = { "mistimed", N_ ("Event with an impossible time") },
};

/**
 * lsc_slice_kind_name:
 *
 * Returns: (transfer none): the stable, untranslated name of a #LscSliceKind
 */
const char *
lsc_slice_kind_name (guint8 kind)
{
  return lsc_slice_kind_words[kind < LSC_SLICE_N_KINDS ? kind : LSC_SLICE_OTHER].key;
}

/**
 * lsc_slice_kind_title:
 *
 * Returns: (transfer none): the translated name of a #LscSliceKind
 */
const char *
lsc_slice_kind_title (guint8 kind)
{
  return _ (lsc_slice_kind_words[kind < LSC_SLICE_N_KINDS ? kind : LSC_SLICE_OTHER].title);
}

/**
 * lsc_raw_slices_add:
 * @start_ns: start
 * @end_ns: end; one before @start_ns counts as @start_ns
 *
 * Returns: (transfer none): the new slice, valid until the next is added; name and link are none,
 *   the rest is 0, for the caller to fill in
 */
LscRawSlice *
lsc_raw_slices_add (LscRawSlices *self, gint64 start_ns, gint64 end_ns)
{
  guint64 duration = end_ns > start_ns ? (guint64) end_ns - (guint64) start_ns : 0;
  LscRawSlice *slice;

  g_return_val_if_fail (self, NULL);
  if (G_UNLIKELY (self->n == self->capacity))
    self->items = lsc_array_grow (self->items, &self->capacity, self->n + 1, sizeof *self->items);
  if (G_UNLIKELY (duration >= LSC_DURATION_LONG))
    {
      LscLongDuration *entry = lsc_long_durations_add (&self->longs);

      entry->duration_ns = (gint64) MIN (duration, (guint64) G_MAXINT64);
      entry->index = (guint32) self->n;
      entry->reserved = 0;
      duration = LSC_DURATION_LONG;
    }
  slice = &self->items[self->n++];
  *slice = (LscRawSlice){ .start_ns = start_ns,
                          .duration = (guint32) duration,
                          .name = G_MAXUINT32,
                          .link = LSC_SLICE_NONE };
  return slice;
}

/**
 * lsc_long_durations_find_ns:
 * @index: of a slice whose duration is %LSC_DURATION_LONG
 *
 * Cost: O(log n).
 *
 * Returns: its duration in ns
 */
gint64
lsc_long_durations_find_ns (const LscLongDurations *self, gsize index)
{
  gsize found = LSC_BISECT (i, 0, self->n, self->items[i].index < index);

  return found < self->n && self->items[found].index == index ? self->items[found].duration_ns
                                                              : (gint64) LSC_DURATION_LONG;
}

/**
 * lsc_raw_slices_get_end_ns:
 *
 * Cost: O(1), O(log) of the long ones for a long one.
 *
 * Returns: end of slice @index; the largest time there is when that does not fit
 */
gint64
lsc_raw_slices_get_end_ns (const LscRawSlices *self, gsize index)
{
  const LscRawSlice *slice = &self->items[index];
  gint64 duration_ns = slice->duration, end_ns;

  if (slice->duration == LSC_DURATION_LONG)
    duration_ns = lsc_long_durations_find_ns (&self->longs, index);
  return __builtin_add_overflow (slice->start_ns, duration_ns, &end_ns) ? G_MAXINT64 : end_ns;
}

/**
 * lsc_raw_slices_append_all:
 * @other: slices to move to the end of @self; empty afterwards
 */
void
lsc_raw_slices_append_all (LscRawSlices *self, LscRawSlices *other)
{
  g_return_if_fail (self && other);

  gsize n = self->n + other->n;

  if (self->n == 0)
    {
      LscRawSlices swap = *self;

      *self = *other;
      *other = swap;
      lsc_raw_slices_clear (other);
      return;
    }
  if (n > self->capacity)
    self->items = lsc_array_grow (self->items, &self->capacity, n, sizeof *self->items);
  if (other->n > 0)
    memcpy (self->items + self->n, other->items, other->n * sizeof *self->items);
  for (gsize i = 0; i < other->longs.n; i++)
    {
      LscLongDuration entry = other->longs.items[i];

      entry.index += (guint32) self->n;
      lsc_long_durations_append (&self->longs, entry);
    }
  self->n = n;
  lsc_raw_slices_clear (other);
}

/**
 * lsc_raw_slices_clear:
 *
 * Frees the arrays; @self is empty afterwards and may be used again.
 */
void
lsc_raw_slices_clear (LscRawSlices *self)
{
  g_return_if_fail (self);
  g_free (self->items);
  lsc_long_durations_clear (&self->longs);
  memset (self, 0, sizeof *self);
}
