/* lsc-snapshot-device.c - a device of a snapshot, from its first event to its last
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-replay-private.h"

/* An event tells what was asked for. What the block takes follows from the free run that it was cut
 * from, and from the rules of the allocator: the rest of a run stays behind where it is of use.
 * What lives at the end is known by the file instead. */

#define LEAST_REST ((guint64) 512)
#define LEAST_LARGE_REST ((guint64) 1 << 20) /* and one byte more */
#define SMALL_BYTES (G_GINT64_CONSTANT (1) << 20)
#define MOST_FAILURES 100

static void
set_bytes (LscSnapshotDevice *self, LscMemoryQuantity quantity, gint64 change)
{
  if (change == 0)
    return;
  self->bytes[quantity] = _lsc_snapshot_sum (self->bytes[quantity], change);
  _lsc_snapshot_curve_add (&self->curves[quantity], self->time_ns, self->bytes[quantity]);
}

static LscSnapshotRange
make_range (guint64 address, gint64 size_bytes, guint mark)
{
  return (LscSnapshotRange){ address, address + (guint64) size_bytes, mark };
}

static void
add_segment (LscSnapshotDevice *self, guint64 address, gint64 size_bytes, gboolean is_expandable)
{
  _lsc_snapshot_ranges_add (self->segments, make_range (address, size_bytes, is_expandable),
                            is_expandable, is_expandable);
}

/* Free neighbours are one block, within a segment. */
static void
add_free (LscSnapshotDevice *self, guint64 address, gint64 size_bytes)
{
  const LscSnapshotRange *segment = _lsc_snapshot_ranges_find (self->segments, address);
  LscSnapshotRange range = make_range (address, size_bytes, 0);

  _lsc_snapshot_ranges_add (self->free, range, segment && segment->begin < range.begin,
                            segment && segment->end > range.end);
}

static void
begin_segments (LscSnapshotDevice *self, LscSnapshotReplay *replay)
{
  const LscSnapshotMachine *machine = replay->machine;

  for (gint64 i = 0; i < machine->root_segments.n; i++)
    {
      const LscSnapshotSegment *segment = &machine->segments.items[machine->root_segments.id + i];

      if (segment->device == self->device)
        add_segment (self, segment->address, segment->size_bytes, segment->is_expandable);
    }
  for (gsize i = replay->gains.n; i-- > 0;)
    {
      const LscSnapshotGain *gain = &replay->gains.items[i];
      guint64 end = gain->address + (guint64) gain->size_bytes;

      if (gain->device != self->device)
        continue;
      if (!gain->is_gain)
        add_segment (self, gain->address, gain->size_bytes, gain->is_expandable);
      else if (_lsc_snapshot_ranges_remove (self->segments, gain->address, end) !=
               (guint64) gain->size_bytes)
        replay->n_odd++;
    }
}

static gboolean
begin_free (gpointer key, gpointer value, gpointer user_data)
{
  LscSnapshotDevice *self = user_data;
  const LscSnapshotRange *segment = key;

  self->bytes[LSC_MEMORY_RESERVED] = _lsc_snapshot_sum (self->bytes[LSC_MEMORY_RESERVED],
                                                        (gint64) (segment->end - segment->begin));
  _lsc_snapshot_ranges_add (self->free, (LscSnapshotRange){ segment->begin, segment->end, 0 },
                            FALSE, FALSE);
  return FALSE;
}

static LscMemoryLife
make_life (const LscSnapshotDevice *self, guint64 address, gint64 stream)
{
  return (LscMemoryLife){ .begin_ns = G_MININT64,
                          .end_ns = G_MAXINT64,
                          .active_end_ns = G_MAXINT64,
                          .address = address,
                          .stream = stream,
                          .pool = self->pool,
                          .name = LSC_MEMORY_NONE,
                          .stack = LSC_MEMORY_NONE,
                          .module = LSC_MEMORY_NONE,
                          .slice = LSC_MEMORY_NONE,
                          .end = LSC_MEMORY_END_NONE };
}

static void
begin_older (LscSnapshotDevice *self, LscSnapshotReplay *replay, const LscSnapshotOlder *older)
{
  LscMemoryLife life = make_life (self, older->address, older->stream);
  guint32 index;

  life.requested_bytes = older->requested_bytes;
  life.size_bytes =
      older->size_bytes >= 0 ? older->size_bytes : _lsc_snapshot_round (older->requested_bytes);
  life.is_bound = older->size_bytes < 0;
  life.stack = older->stack;
  if (older->is_pending)
    {
      life.end_ns = G_MININT64;
      life.end = LSC_MEMORY_END_RECORDED;
    }
  replay->n_bound += life.is_bound;
  replay->n_older_with_stack += older->stack != LSC_MEMORY_NONE;
  _lsc_snapshot_ranges_remove (self->free, life.address, life.address + (guint64) life.size_bytes);
  if (!older->is_pending)
    self->bytes[LSC_MEMORY_ALLOCATED] =
        _lsc_snapshot_sum (self->bytes[LSC_MEMORY_ALLOCATED], life.size_bytes);
  self->bytes[LSC_MEMORY_ACTIVE] =
      _lsc_snapshot_sum (self->bytes[LSC_MEMORY_ACTIVE], life.size_bytes);
  self->bytes[LSC_MEMORY_REQUESTED] =
      _lsc_snapshot_sum (self->bytes[LSC_MEMORY_REQUESTED], life.requested_bytes);
  index = _lsc_snapshot_add_life (replay, &life);
  if (older->place != LSC_MEMORY_NONE)
    {
      replay->tracks[older->place].life = index;
      replay->tracks[older->place].state =
          older->is_pending ? LSC_SNAPSHOT_PENDING : LSC_SNAPSHOT_LIVE;
    }
}

/**
 * _lsc_snapshot_device_begin:
 * @self: @device and @pool set, the rest zero
 *
 * Brings a device to where it was before its first event.
 */
void
_lsc_snapshot_device_begin (LscSnapshotDevice *self, LscSnapshotReplay *replay)
{
  LscSnapshotPeak peak;

  self->segments = _lsc_snapshot_ranges_new ();
  self->free = _lsc_snapshot_ranges_new ();
  self->time_ns = replay->log->begin_ns;
  _lsc_snapshot_peaks_append (&replay->peaks, (LscSnapshotPeak){ 0, self->time_ns });
  begin_segments (self, replay);
  _lsc_snapshot_ranges_foreach (self->segments, begin_free, self);
  for (gsize i = 0; i < replay->olders.n; i++)
    if (replay->olders.items[i].device == self->device)
      begin_older (self, replay, &replay->olders.items[i]);
  for (guint i = 0; i < LSC_SNAPSHOT_N_CURVES; i++)
    {
      self->curves[i].most = replay->most_points;
      _lsc_snapshot_curve_add (&self->curves[i], self->time_ns, self->bytes[i]);
    }
  peak = (LscSnapshotPeak){ self->bytes[LSC_MEMORY_ALLOCATED], self->time_ns };
  replay->peaks.items[self->pool] = peak;
}

/* Bytes of a block of which @requested_bytes were asked for, in a free run with @room bytes. */
static guint64
cut_block (const LscSnapshotReplay *replay, gint64 requested_bytes, guint64 room,
           gboolean is_expandable)
{
  guint64 size = (guint64) _lsc_snapshot_round (requested_bytes), rest = room - size;
  gint64 most = replay->machine->max_split_bytes;

  if (is_expandable || size <= (guint64) SMALL_BYTES)
    return rest >= LEAST_REST ? size : room;
  if (most > 0 && size >= (guint64) most)
    return room;
  return rest > LEAST_LARGE_REST ? size : room;
}

/* Returns: bytes of the new block at @address, -1 where no free run has room for it */
static gint64
find_size (LscSnapshotDevice *self, const LscSnapshotReplay *replay, guint64 address,
           gint64 requested_bytes)
{
  const LscSnapshotRange *run = _lsc_snapshot_ranges_find (self->free, address);
  const LscSnapshotRange *segment = _lsc_snapshot_ranges_find (self->segments, address);

  if (!run || !segment || run->end - address < (guint64) _lsc_snapshot_round (requested_bytes))
    return -1;
  return (gint64) cut_block (replay, requested_bytes, run->end - address, segment->mark == 1);
}

static void
note_peak (LscSnapshotDevice *self, LscSnapshotReplay *replay)
{
  LscSnapshotPeak *peak = &replay->peaks.items[self->pool];

  if (self->bytes[LSC_MEMORY_ALLOCATED] <= peak->peak_bytes)
    return;
  peak->peak_bytes = self->bytes[LSC_MEMORY_ALLOCATED];
  peak->peak_ns = self->time_ns;
}

/* What was never released although its place is given again. */
static void
end_lost (LscSnapshotDevice *self, LscSnapshotReplay *replay, LscSnapshotTrack *track)
{
  LscMemoryLife *life;

  if (track->life == LSC_MEMORY_NONE)
    return;
  life = &replay->log->lives.items[track->life];
  replay->n_odd++;
  if (track->state == LSC_SNAPSHOT_LIVE)
    {
      life->end_ns = self->time_ns;
      set_bytes (self, LSC_MEMORY_ALLOCATED, -life->size_bytes);
    }
  life->active_end_ns = self->time_ns;
  life->end = LSC_MEMORY_END_INFERRED;
  set_bytes (self, LSC_MEMORY_ACTIVE, -life->size_bytes);
  set_bytes (self, LSC_MEMORY_REQUESTED, -life->requested_bytes);
  add_free (self, life->address, life->size_bytes);
  track->life = LSC_MEMORY_NONE;
}

static void
run_alloc (LscSnapshotDevice *self, LscSnapshotReplay *replay, const LscSnapshotEvent *event,
           LscSnapshotTrack *track, guint32 number)
{
  guint64 address = replay->machine->events.places.items[event->place].address;
  LscMemoryLife life = make_life (self, address, event->stream);
  gboolean is_last = track->last_alloc == number && track->size_bytes >= 0;
  gint64 size_bytes;

  end_lost (self, replay, track);
  size_bytes = find_size (self, replay, address, event->size_bytes);
  life.begin_ns = self->time_ns;
  life.requested_bytes = event->size_bytes;
  life.size_bytes = is_last           ? track->size_bytes
                    : size_bytes >= 0 ? size_bytes
                                      : _lsc_snapshot_round (event->size_bytes);
  life.is_bound = !is_last && size_bytes < 0;
  life.stack = event->stack == LSC_MEMORY_NONE && is_last ? track->stack : event->stack;
  replay->n_odd += size_bytes < 0;
  replay->n_inexact += is_last && size_bytes >= 0 && size_bytes != track->size_bytes;
  replay->n_bound += life.is_bound;
  _lsc_snapshot_ranges_remove (self->free, address, address + (guint64) life.size_bytes);
  track->state = LSC_SNAPSHOT_LIVE;
  track->life = _lsc_snapshot_add_life (replay, &life);
  set_bytes (self, LSC_MEMORY_ALLOCATED, life.size_bytes);
  set_bytes (self, LSC_MEMORY_ACTIVE, life.size_bytes);
  set_bytes (self, LSC_MEMORY_REQUESTED, life.requested_bytes);
  note_peak (self, replay);
}

static void
run_free (LscSnapshotDevice *self, LscSnapshotReplay *replay, const LscSnapshotEvent *event,
          LscSnapshotTrack *track)
{
  gboolean is_request = event->kind == LSC_SNAPSHOT_FREE_REQUESTED;
  LscMemoryLife *life;

  if (track->life == LSC_MEMORY_NONE || (is_request && track->state != LSC_SNAPSHOT_LIVE))
    {
      replay->n_odd++;
      return;
    }
  life = &replay->log->lives.items[track->life];
  if (track->state == LSC_SNAPSHOT_LIVE)
    {
      life->end_ns = self->time_ns;
      life->end = LSC_MEMORY_END_RECORDED;
      set_bytes (self, LSC_MEMORY_ALLOCATED, -life->size_bytes);
    }
  track->state = LSC_SNAPSHOT_PENDING;
  if (is_request)
    return;
  life->active_end_ns = self->time_ns;
  set_bytes (self, LSC_MEMORY_ACTIVE, -life->size_bytes);
  set_bytes (self, LSC_MEMORY_REQUESTED, -life->requested_bytes);
  add_free (self, life->address, life->size_bytes);
  track->state = LSC_SNAPSHOT_FREE;
  track->life = LSC_MEMORY_NONE;
}

static void
run_segment (LscSnapshotDevice *self, LscSnapshotReplay *replay, const LscSnapshotEvent *event)
{
  guint64 address = replay->machine->events.places.items[event->place].address;
  guint64 end = address + (guint64) event->size_bytes, n_lost;

  if (event->kind == LSC_SNAPSHOT_SEGMENT_ALLOC || event->kind == LSC_SNAPSHOT_SEGMENT_MAP)
    {
      add_segment (self, address, event->size_bytes, event->kind == LSC_SNAPSHOT_SEGMENT_MAP);
      add_free (self, address, event->size_bytes);
      set_bytes (self, LSC_MEMORY_RESERVED, event->size_bytes);
      return;
    }
  n_lost = _lsc_snapshot_ranges_remove (self->segments, address, end);
  _lsc_snapshot_ranges_remove (self->free, address, end);
  replay->n_odd += n_lost != (guint64) event->size_bytes;
  set_bytes (self, LSC_MEMORY_RESERVED, -event->size_bytes);
}

static void
run_failure (LscSnapshotDevice *self, LscSnapshotReplay *replay, const LscSnapshotEvent *event)
{
  gboolean has_run = replay->log->failures.n < MOST_FAILURES;
  LscMemoryFailure failure = { .time_ns = self->time_ns,
                               .bytes = event->size_bytes,
                               .free_bytes = event->free_bytes,
                               .pool = self->pool,
                               .stack = event->stack,
                               .largest_free_bytes = -1 };

  if (has_run)
    failure.largest_free_bytes = (gint64) _lsc_snapshot_ranges_get_longest (self->free);
  lsc_memory_failures_append (&replay->log->failures, failure);
}

/** Runs an event. @number: that it has among all events */
void
_lsc_snapshot_device_run (LscSnapshotDevice *self, LscSnapshotReplay *replay,
                          const LscSnapshotEvent *event, guint32 number)
{
  gint64 time_ns = event->time_us * 1000;

  replay->n_backwards += time_ns < self->time_ns;
  self->time_ns = MAX (self->time_ns, time_ns);
  switch (event->kind)
    {
    case LSC_SNAPSHOT_ALLOC:
      run_alloc (self, replay, event, &replay->tracks[event->place], number);
      break;
    case LSC_SNAPSHOT_FREE_REQUESTED:
    case LSC_SNAPSHOT_FREE_COMPLETED:
      run_free (self, replay, event, &replay->tracks[event->place]);
      break;
    case LSC_SNAPSHOT_OOM:
      run_failure (self, replay, event);
      break;
    default:
      run_segment (self, replay, event);
      break;
    }
}

/* Bytes of a device as its segments and blocks at the end have them. */
static void
count_end (const LscSnapshotMachine *machine, guint32 device, gint64 *bytes)
{
  for (gint64 i = 0; i < machine->root_segments.n; i++)
    {
      const LscSnapshotSegment *segment = &machine->segments.items[machine->root_segments.id + i];

      if (segment->device != device)
        continue;
      bytes[LSC_MEMORY_RESERVED] =
          _lsc_snapshot_sum (bytes[LSC_MEMORY_RESERVED], segment->size_bytes);
      for (guint32 k = 0; k < segment->n; k++)
        {
          const LscSnapshotBlock *block = &machine->blocks.items[segment->first + k];

          if (block->state == 1)
            bytes[LSC_MEMORY_ALLOCATED] =
                _lsc_snapshot_sum (bytes[LSC_MEMORY_ALLOCATED], block->size_bytes);
          if (block->state != 0)
            bytes[LSC_MEMORY_ACTIVE] =
                _lsc_snapshot_sum (bytes[LSC_MEMORY_ACTIVE], block->size_bytes);
        }
    }
}

/** Hands the curves of a device over, and compares where they end with what the file says. */
void
_lsc_snapshot_device_end (LscSnapshotDevice *self, LscSnapshotReplay *replay)
{
  static const LscMemoryQuantity told[] = { LSC_MEMORY_ALLOCATED, LSC_MEMORY_ACTIVE,
                                            LSC_MEMORY_RESERVED };
  gint64 end[LSC_SNAPSHOT_N_CURVES] = { 0 };

  count_end (replay->machine, self->device, end);
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    replay->n_unlike_end += end[told[i]] != self->bytes[told[i]];
  for (guint i = 0; i < LSC_SNAPSHOT_N_CURVES; i++)
    {
      LscMemoryCurve curve = { .pool = self->pool, .quantity = (guint8) i };

      _lsc_snapshot_curve_end (&self->curves[i]);
      replay->has_folded = replay->has_folded || self->curves[i].stride > 1;
      curve.points = self->curves[i].points;
      g_array_append_val (replay->log->curves, curve);
    }
  _lsc_snapshot_ranges_free (self->segments);
  _lsc_snapshot_ranges_free (self->free);
}
