/* lsc-snapshot-events-private.h - events of a snapshot, a few bytes each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_SNAPSHOT_ALLOC,
  LSC_SNAPSHOT_FREE_REQUESTED,
  LSC_SNAPSHOT_FREE_COMPLETED,
  LSC_SNAPSHOT_SEGMENT_ALLOC,
  LSC_SNAPSHOT_SEGMENT_FREE,
  LSC_SNAPSHOT_SEGMENT_MAP,
  LSC_SNAPSHOT_SEGMENT_UNMAP,
  LSC_SNAPSHOT_OOM,
} LscSnapshotEventKind;

/**
 * LscSnapshotEvent:
 * @place: index of its address in LscSnapshotEvents.places
 * @size_bytes: as the file has it: of blocks what was asked for
 * @free_bytes: of an allocation that failed: what the driver still had
 * @stack: of allocations, else %LSC_MEMORY_NONE
 */
typedef struct
{
  LscSnapshotEventKind kind;
  guint32 place;
  guint32 stack;
  gint64 size_bytes;
  gint64 free_bytes;
  gint64 time_us;
  gint64 stream;
} LscSnapshotEvent;

/** An address, and the size that was last told of it. */
typedef struct
{
  guint64 address;
  gint64 size_bytes;
} LscSnapshotPlace;

LSC_DEFINE_ARRAY (LscSnapshotPlaces, _lsc_snapshot_places, LscSnapshotPlace)

/** What an event is written as the difference to. */
typedef struct
{
  gint64 time_us;
  gint64 stream;
} LscSnapshotEventBase;

/**
 * LscSnapshotEvents:
 *
 * Written from front to back, then read from front to back, as often as is wanted.
 */
typedef struct
{
  GPtrArray *chunks;
  guchar *out;
  guchar *out_end;
  LscSnapshotPlaces places;
  LscHash place_index;
  LscSnapshotEventBase last;
  gsize n;
  gsize n_read;
  gsize chunk; /* that is being read */
  const guchar *in;
} LscSnapshotEvents;

void _lsc_snapshot_events_init (LscSnapshotEvents *self);
void _lsc_snapshot_events_clear (LscSnapshotEvents *self);
void _lsc_snapshot_events_add (LscSnapshotEvents *self, const LscSnapshotEvent *event,
                               guint64 address);
guint32 _lsc_snapshot_events_find_place (const LscSnapshotEvents *self, guint64 address);
void _lsc_snapshot_events_rewind (LscSnapshotEvents *self);
gboolean _lsc_snapshot_events_next (LscSnapshotEvents *self, LscSnapshotEvent *event,
                                    gboolean is_last_time);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSnapshotEvents, _lsc_snapshot_events_clear)

G_END_DECLS
