/* lsc-snapshot-events.c - events of a snapshot, a few bytes each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-events-private.h"

#include "model/lsc-memory-log.h"

/* A head of one byte, then numbers of seven bits a byte: a release takes four bytes as a rule, an
 * allocation eight. Signed numbers have their sign in the lowest bit. */

#define CHUNK_BYTES ((gsize) 1 << 20)
#define MOST_EVENT_BYTES ((gsize) 64)

#define KIND 0x07
#define SAME_SIZE 0x08   /* as last time at that address */
#define SAME_STREAM 0x10 /* as the event before */
#define HAS_STACK 0x20

static guint64
hash_place (const LscSnapshotPlace *place)
{
  return lsc_hash_mix (0, place->address >> 9 ^ place->address << 55);
}

static gboolean
is_same_place (const LscSnapshotPlace *a, const LscSnapshotPlace *b)
{
  return a->address == b->address;
}

LSC_DEFINE_HASH (places, LscSnapshotPlace, hash_place, is_same_place)

void
_lsc_snapshot_events_init (LscSnapshotEvents *self)
{
  self->chunks = g_ptr_array_new_with_free_func (g_free);
}

void
_lsc_snapshot_events_clear (LscSnapshotEvents *self)
{
  g_clear_pointer (&self->chunks, g_ptr_array_unref);
  _lsc_snapshot_places_clear (&self->places);
  lsc_hash_clear (&self->place_index);
}

static guchar *
write_number (guchar *p, guint64 number)
{
  for (; number >= 0x80; number >>= 7)
    *p++ = (guchar) (number | 0x80);
  *p++ = (guchar) number;
  return p;
}

static guint64
read_number (const guchar **p)
{
  guint64 number = 0;
  guint shift = 0;

  for (; **p & 0x80; (*p)++, shift += 7)
    number |= (guint64) (**p & 0x7f) << shift;
  return number | (guint64) * (*p)++ << shift;
}

static guchar *
write_signed (guchar *p, gint64 number)
{
  return write_number (p, (guint64) number << 1 ^ (guint64) (number >> 63));
}

static gint64
read_signed (const guchar **p)
{
  guint64 number = read_number (p);

  return (gint64) (number >> 1 ^ (0 - (number & 1)));
}

static guint32
put_place (LscSnapshotEvents *self, guint64 address)
{
  LscSnapshotPlace place = { address, -1 };
  guint32 id = (guint32) self->places.n;
  guint32 found = places_put (&self->place_index, self->places.items, &place, id);

  if (found == id)
    _lsc_snapshot_places_append (&self->places, place);
  return found;
}

/** Returns: the place of @address, %LSC_MEMORY_NONE where no event is of it */
guint32
_lsc_snapshot_events_find_place (const LscSnapshotEvents *self, guint64 address)
{
  LscSnapshotPlace place = { address, -1 };

  return places_find (&self->place_index, self->places.items, &place);
}

/** Adds an event, of which @place is not looked at. */
void
_lsc_snapshot_events_add (LscSnapshotEvents *self, const LscSnapshotEvent *event, guint64 address)
{
  gboolean is_failure = event->kind == LSC_SNAPSHOT_OOM;
  guint32 id = is_failure ? 0 : put_place (self, address);
  LscSnapshotPlace *place = is_failure ? NULL : &self->places.items[id];
  gboolean is_same_size = place && place->size_bytes == event->size_bytes;
  gboolean is_same_stream = event->stream == self->last.stream;
  guchar *p;

  if ((gsize) (self->out_end - self->out) < MOST_EVENT_BYTES)
    {
      self->out = g_malloc (CHUNK_BYTES);
      self->out_end = self->out + CHUNK_BYTES;
      g_ptr_array_add (self->chunks, self->out);
    }
  p = self->out;
  *p++ =
      (guchar) (event->kind | (is_same_size ? SAME_SIZE : 0) | (is_same_stream ? SAME_STREAM : 0) |
                (event->stack != LSC_MEMORY_NONE ? HAS_STACK : 0));
  p = is_failure ? write_signed (p, event->free_bytes) : write_number (p, id);
  if (!is_same_size)
    p = write_number (p, (guint64) event->size_bytes);
  p = write_signed (p, event->time_us - self->last.time_us);
  if (!is_same_stream)
    p = write_signed (p, event->stream);
  if (event->stack != LSC_MEMORY_NONE)
    p = write_number (p, event->stack);
  if (place)
    place->size_bytes = event->size_bytes;
  self->last.time_us = event->time_us;
  self->last.stream = event->stream;
  self->out = p;
  self->n++;
}

/** Begins to read from the first event on. */
void
_lsc_snapshot_events_rewind (LscSnapshotEvents *self)
{
  self->n_read = 0;
  self->chunk = 0;
  self->in = self->chunks->len > 0 ? g_ptr_array_index (self->chunks, 0) : NULL;
  self->last = (LscSnapshotEventBase){ 0, 0 };
  for (gsize i = 0; i < self->places.n; i++)
    self->places.items[i].size_bytes = -1;
}

/* The writer leaves a chunk when an event might not fit, and so does the reader. */
static void
change_chunk (LscSnapshotEvents *self, gboolean is_last_time)
{
  const guchar *begin = g_ptr_array_index (self->chunks, self->chunk);

  if (CHUNK_BYTES - (gsize) (self->in - begin) >= MOST_EVENT_BYTES)
    return;
  if (is_last_time)
    g_clear_pointer (&g_ptr_array_index (self->chunks, self->chunk), g_free);
  self->chunk++;
  self->in = g_ptr_array_index (self->chunks, self->chunk);
}

/**
 * _lsc_snapshot_events_next:
 * @is_last_time: what was read is not needed any more
 *
 * Returns: %FALSE behind the last event
 */
gboolean
_lsc_snapshot_events_next (LscSnapshotEvents *self, LscSnapshotEvent *event, gboolean is_last_time)
{
  LscSnapshotPlace *place = NULL;
  guchar head;

  if (self->n_read == self->n)
    return FALSE;
  change_chunk (self, is_last_time);
  head = *self->in++;
  event->kind = head & KIND;
  event->place = LSC_MEMORY_NONE;
  event->free_bytes = -1;
  event->stack = LSC_MEMORY_NONE;
  if (event->kind == LSC_SNAPSHOT_OOM)
    event->free_bytes = read_signed (&self->in);
  else
    event->place = (guint32) read_number (&self->in);
  if (event->place != LSC_MEMORY_NONE)
    place = &self->places.items[event->place];
  event->size_bytes =
      place && head & SAME_SIZE ? place->size_bytes : (gint64) read_number (&self->in);
  event->time_us = self->last.time_us + read_signed (&self->in);
  event->stream = head & SAME_STREAM ? self->last.stream : read_signed (&self->in);
  if (head & HAS_STACK)
    event->stack = (guint32) read_number (&self->in);
  if (place)
    place->size_bytes = event->size_bytes;
  self->last.time_us = event->time_us;
  self->last.stream = event->stream;
  self->n_read++;
  return TRUE;
}
