/* lsc-snapshot-replay.c - the events of a snapshot, run again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-replay-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "base/lsc-sort.h"

/* 350 MB and 17 MB a curve. */
#define MOST_LIVES ((gsize) 4 << 20)
#define MOST_POINTS ((gsize) 1 << 20)

static void
clear (LscSnapshotReplay *self)
{
  g_free (self->tracks);
  _lsc_snapshot_olders_clear (&self->olders);
  _lsc_snapshot_gains_clear (&self->gains);
  _lsc_snapshot_peaks_clear (&self->peaks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSnapshotReplay, clear)

static LscSnapshotTrace
get_trace (const LscSnapshotMachine *machine, guint32 device)
{
  if (device < machine->root_traces.n)
    return machine->traces.items[machine->root_traces.id + device];
  return (LscSnapshotTrace){ 0, 0 };
}

static gboolean
has_segments (const LscSnapshotMachine *machine, guint32 device)
{
  for (gint64 i = 0; i < machine->root_segments.n; i++)
    if (machine->segments.items[machine->root_segments.id + i].device == device)
      return TRUE;
  return FALSE;
}

static guint32
count_devices (const LscSnapshotMachine *machine)
{
  guint32 n = (guint32) machine->root_traces.n;

  for (gint64 i = 0; i < machine->root_segments.n; i++)
    n = MAX (n, machine->segments.items[machine->root_segments.id + i].device + 1);
  return n;
}

static guint32
add_pool (LscMemoryLog *log, guint32 device)
{
  g_autofree char *name = g_strdup_printf (_ ("device %u"), device);

  lsc_memory_pools_append (
      &log->pools, (LscMemoryPool){ lsc_intern_add (log->texts, name), device, G_MAXINT64 });
  return (guint32) (log->pools.n - 1);
}

static gboolean
run_device (LscSnapshotReplay *self, guint32 number, guint32 *n_run, GError **error)
{
  LscSnapshotTrace trace = get_trace (self->machine, number);
  LscSnapshotDevice device = { .device = number };
  LscSnapshotEvent event;
  gboolean goes_on = TRUE;

  if (trace.n == 0 && !has_segments (self->machine, number))
    return TRUE;
  device.pool = add_pool (self->log, number);
  _lsc_snapshot_device_begin (&device, self);
  while (goes_on && trace.n > 0 && *n_run < trace.first + trace.n &&
         _lsc_snapshot_events_next (&self->machine->events, &event, TRUE))
    {
      if (*n_run >= trace.first)
        _lsc_snapshot_device_run (&device, self, &event, *n_run);
      goes_on = ++*n_run % 65536 != 0 || lsc_job_check (self->job, error);
    }
  _lsc_snapshot_device_end (&device, self);
  _lsc_snapshot_add_segments (self, number, device.pool);
  return goes_on;
}

/* Events of a device follow those of the device before. */
static gboolean
check_traces (const LscSnapshotMachine *machine)
{
  guint32 end = 0;

  for (gint64 i = 0; i < machine->root_traces.n; i++)
    {
      LscSnapshotTrace trace = get_trace (machine, (guint32) i);

      if (trace.n > 0 && trace.first < end)
        return FALSE;
      end = trace.n > 0 ? trace.first + trace.n : end;
    }
  return TRUE;
}

static gint64
get_begin (gsize index, gconstpointer data)
{
  return ((const LscMemoryLife *) data)[index].begin_ns;
}

static void
finish (LscSnapshotReplay *self)
{
  LscMemoryLog *log = self->log;

  if (log->n_left_out > 0)
    _lsc_snapshot_drop_lives (self, log->left_out_until_ns);
  if (log->pools.n > 1)
    lsc_sort_items (log->lives.items, log->lives.n, sizeof (LscMemoryLife), get_begin);
  log->n_lost = self->n_older_with_stack > 0 ? -1 : 0;
  log->has_blocks = TRUE;
  log->has_stacks = log->stacks.n > 0;
  _lsc_snapshot_add_marks (self->machine);
}

/**
 * _lsc_snapshot_replay:
 *
 * Makes curves, blocks, segments and marks of what was read.
 *
 * Errors: %LSC_ERROR_CORRUPT, %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_snapshot_replay (LscSnapshotMachine *machine, LscNotices *notices, const char *path,
                      LscJob *job, GError **error)
{
  g_auto (LscSnapshotReplay) self = { .machine = machine,
                                      .log = machine->log,
                                      .job = job,
                                      .most_lives = MOST_LIVES,
                                      .most_points = MOST_POINTS };
  guint32 n_devices = count_devices (machine), n_run = 0;

  if (machine->most_lives > 0)
    self.most_lives = machine->most_lives;
  if (machine->most_points > 0)
    self.most_points = machine->most_points;
  if (!check_traces (machine))
    return lsc_fail (error, LSC_ERROR_CORRUPT,
                     _ ("%s is no memory snapshot that can be read: two devices share events. "
                        "Write it again with torch.cuda.memory._dump_snapshot()"),
                     path);
  if (!_lsc_snapshot_look_back (&self, error))
    return FALSE;
  _lsc_snapshot_events_rewind (&machine->events);
  for (guint32 i = 0; i < n_devices; i++)
    if (!run_device (&self, i, &n_run, error))
      return FALSE;
  finish (&self);
  _lsc_snapshot_tell (&self, notices, path);
  return TRUE;
}
