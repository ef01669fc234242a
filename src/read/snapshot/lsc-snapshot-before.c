/* lsc-snapshot-before.c - what there was before the first event of a snapshot
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "read/snapshot/lsc-snapshot-replay-private.h"

/* A block was there before if the first event of its address is a release, or if it lives at the
 * end and no event has allocated it. */

static LscSnapshotTrack *
get_track (LscSnapshotReplay *self, guint32 place, guint32 device)
{
  LscSnapshotTrack *track = &self->tracks[place];

  if (track->device == device + 1)
    return track;
  *track = (LscSnapshotTrack){ .size_bytes = -1,
                               .device = device + 1,
                               .life = LSC_MEMORY_NONE,
                               .last_alloc = LSC_MEMORY_NONE,
                               .older = LSC_MEMORY_NONE,
                               .stack = LSC_MEMORY_NONE };
  return track;
}

static void
add_older (LscSnapshotReplay *self, LscSnapshotTrack *track, guint32 place,
           const LscSnapshotEvent *event, gboolean is_pending)
{
  LscSnapshotOlder older = { .requested_bytes = event->size_bytes,
                             .size_bytes = -1,
                             .stream = event->stream,
                             .device = track->device - 1,
                             .place = place,
                             .stack = LSC_MEMORY_NONE,
                             .is_pending = is_pending };

  older.address = self->machine->events.places.items[place].address;
  track->older = (guint32) self->olders.n;
  _lsc_snapshot_olders_append (&self->olders, older);
}

static void
add_gain (LscSnapshotReplay *self, guint32 device, const LscSnapshotEvent *event)
{
  LscSnapshotGain gain = { .size_bytes = event->size_bytes, .device = device };

  gain.address = self->machine->events.places.items[event->place].address;
  gain.is_gain =
      event->kind == LSC_SNAPSHOT_SEGMENT_ALLOC || event->kind == LSC_SNAPSHOT_SEGMENT_MAP;
  gain.is_expandable =
      event->kind == LSC_SNAPSHOT_SEGMENT_MAP || event->kind == LSC_SNAPSHOT_SEGMENT_UNMAP;
  _lsc_snapshot_gains_append (&self->gains, gain);
}

static void
look_at_event (LscSnapshotReplay *self, guint32 device, const LscSnapshotEvent *event,
               guint32 number)
{
  LscSnapshotTrack *track;

  if (event->kind == LSC_SNAPSHOT_OOM)
    return;
  if (event->kind > LSC_SNAPSHOT_FREE_COMPLETED)
    {
      add_gain (self, device, event);
      return;
    }
  track = get_track (self, event->place, device);
  if (event->kind == LSC_SNAPSHOT_ALLOC)
    {
      track->state = LSC_SNAPSHOT_LIVE;
      track->last_alloc = number;
      return;
    }
  if (track->state == LSC_SNAPSHOT_UNSEEN)
    add_older (self, track, event->place, event, event->kind == LSC_SNAPSHOT_FREE_COMPLETED);
  track->state =
      event->kind == LSC_SNAPSHOT_FREE_REQUESTED ? LSC_SNAPSHOT_PENDING : LSC_SNAPSHOT_FREE;
}

static void
look_at_block (LscSnapshotReplay *self, const LscSnapshotSegment *segment,
               const LscSnapshotBlock *block)
{
  guint32 place = _lsc_snapshot_events_find_place (&self->machine->events, block->address);
  LscSnapshotTrack *track = NULL;

  if (place != LSC_MEMORY_NONE && self->tracks[place].device == segment->device + 1)
    track = &self->tracks[place];
  if (block->state == 0)
    return;
  if (track && track->state == LSC_SNAPSHOT_PENDING && track->last_alloc == LSC_MEMORY_NONE &&
      track->older != LSC_MEMORY_NONE)
    {
      LscSnapshotOlder *older = &self->olders.items[track->older];

      older->size_bytes = block->size_bytes;
      older->stack = block->stack;
      return;
    }
  if (track && (track->state == LSC_SNAPSHOT_LIVE ||
                (track->state == LSC_SNAPSHOT_PENDING && track->last_alloc != LSC_MEMORY_NONE)))
    {
      track->size_bytes = block->size_bytes;
      track->stack = block->stack;
      return;
    }
  if (track)
    {
      self->n_odd++; /* it lives although its last event says that it was released */
      return;
    }
  _lsc_snapshot_olders_append (&self->olders,
                               (LscSnapshotOlder){ .address = block->address,
                                                   .requested_bytes = block->requested_bytes,
                                                   .size_bytes = block->size_bytes,
                                                   .stream = segment->stream,
                                                   .device = segment->device,
                                                   .place = LSC_MEMORY_NONE,
                                                   .stack = block->stack,
                                                   .is_pending = block->state == 2 });
}

static void
look_at_segments (LscSnapshotReplay *self)
{
  const LscSnapshotValue *root = &self->machine->root_segments;

  for (gint64 i = 0; i < root->n; i++)
    {
      const LscSnapshotSegment *segment = &self->machine->segments.items[root->id + i];

      for (guint32 k = 0; k < segment->n; k++)
        look_at_block (self, segment, &self->machine->blocks.items[segment->first + k]);
    }
}

static void
widen (LscMemoryLog *log, gint64 time_us, gboolean is_first)
{
  gint64 time_ns = time_us * 1000;

  log->begin_ns = is_first ? time_ns : MIN (log->begin_ns, time_ns);
  log->end_ns = is_first ? time_ns : MAX (log->end_ns, time_ns);
}

/**
 * _lsc_snapshot_look_back:
 *
 * Fills @tracks, @olders and @gains, and when the recording begins and ends.
 *
 * Errors: %LSC_ERROR_CANCELLED
 */
gboolean
_lsc_snapshot_look_back (LscSnapshotReplay *self, GError **error)
{
  LscSnapshotMachine *machine = self->machine;
  const LscSnapshotTrace *traces =
      _lsc_snapshot_traces_from (&machine->traces, machine->root_traces.id);
  gsize n_traces = (gsize) machine->root_traces.n, device = 0;
  gboolean is_first = TRUE;
  LscSnapshotEvent event;
  guint32 number = 0;

  self->tracks = g_new0 (LscSnapshotTrack, machine->events.places.n);
  _lsc_snapshot_events_rewind (&machine->events);
  for (; _lsc_snapshot_events_next (&machine->events, &event, FALSE); number++)
    {
      while (device < n_traces && number >= traces[device].first + traces[device].n)
        device++;
      if (device == n_traces || number < traces[device].first)
        continue;
      widen (self->log, event.time_us, is_first);
      is_first = FALSE;
      look_at_event (self, (guint32) device, &event, number);
      if (number % 65536 == 0 && !lsc_job_check (self->job, error))
        return FALSE;
    }
  for (gsize i = 0; is_first && i < machine->annotations.n; i++)
    widen (self->log, machine->annotations.items[i].time_us, i == 0);
  look_at_segments (self);
  for (gsize i = 0; i < machine->events.places.n; i++)
    self->tracks[i].state = LSC_SNAPSHOT_UNSEEN;
  return TRUE;
}
