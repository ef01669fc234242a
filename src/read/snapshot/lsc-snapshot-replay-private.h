/* lsc-snapshot-replay-private.h - the events of a snapshot, run again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "read/snapshot/lsc-snapshot-curve-private.h"
#include "read/snapshot/lsc-snapshot-private.h"
#include "read/snapshot/lsc-snapshot-ranges-private.h"

G_BEGIN_DECLS

#define LSC_SNAPSHOT_N_CURVES 4 /* %LSC_MEMORY_ALLOCATED to %LSC_MEMORY_RESERVED */

typedef enum
{
  LSC_SNAPSHOT_UNSEEN,
  LSC_SNAPSHOT_LIVE,
  LSC_SNAPSHOT_PENDING,
  LSC_SNAPSHOT_FREE,
} LscSnapshotState;

/**
 * LscSnapshotTrack: what is known of a place
 * @device: that it was met on, + 1
 * @life: index of what lives there in LscMemoryLog.lives
 * @last_alloc: number of the last allocation there that has no release
 * @older: index of what lived there before the recording, else %LSC_MEMORY_NONE
 * @size_bytes: of what lives there at the end, as the file tells; -1 = nothing does
 */
typedef struct
{
  gint64 size_bytes;
  guint32 device;
  guint32 life;
  guint32 last_alloc;
  guint32 older;
  guint32 stack;
  guint8 state;
} LscSnapshotTrack;

/** A block from before the recording. @size_bytes: -1 = known by what was asked for only */
typedef struct
{
  guint64 address;
  gint64 requested_bytes;
  gint64 size_bytes;
  gint64 stream;
  guint32 device;
  guint32 place;
  guint32 stack;
  guint8 is_pending;
} LscSnapshotOlder;

/** A change of segments. @is_gain: memory came from the driver */
typedef struct
{
  guint64 address;
  gint64 size_bytes;
  guint32 device;
  guint8 is_gain;
  guint8 is_expandable;
} LscSnapshotGain;

LSC_DEFINE_ARRAY (LscSnapshotOlders, _lsc_snapshot_olders, LscSnapshotOlder)
LSC_DEFINE_ARRAY (LscSnapshotGains, _lsc_snapshot_gains, LscSnapshotGain)

/** @peak_bytes, @peak_ns: of what is allocated, so far */
typedef struct
{
  gint64 peak_bytes;
  gint64 peak_ns;
} LscSnapshotPeak;

LSC_DEFINE_ARRAY (LscSnapshotPeaks, _lsc_snapshot_peaks, LscSnapshotPeak)

/**
 * LscSnapshotReplay:
 * @tracks: by place
 * @peaks: by pool
 * @n_odd: events that do not fit those before them
 * @n_inexact: blocks whose size is not that which the rules give
 * @n_backwards: events whose time is before that of the event before
 * @n_bound: blocks that are known by what was asked for only
 */
typedef struct
{
  LscSnapshotMachine *machine;
  LscMemoryLog *log;
  LscJob *job;
  LscSnapshotTrack *tracks;
  LscSnapshotOlders olders;
  LscSnapshotGains gains;
  LscSnapshotPeaks peaks;
  gsize most_lives;
  gsize most_points;
  gint64 n_odd;
  gint64 n_inexact;
  gint64 n_backwards;
  gint64 n_bound;
  gint64 n_older_with_stack;
  gint64 n_unlike_end;
  gboolean has_folded;
} LscSnapshotReplay;

/** The device that is being replayed. @bytes, @curves: by #LscMemoryQuantity */
typedef struct
{
  guint32 device;
  guint32 pool;
  gint64 time_ns;
  LscSnapshotRanges *segments;
  LscSnapshotRanges *free;
  gint64 bytes[LSC_SNAPSHOT_N_CURVES];
  LscSnapshotCurve curves[LSC_SNAPSHOT_N_CURVES];
} LscSnapshotDevice;

/* what was there before */
gboolean _lsc_snapshot_look_back (LscSnapshotReplay *self, GError **error);

/* a device from its first event to its last */
void _lsc_snapshot_device_begin (LscSnapshotDevice *self, LscSnapshotReplay *replay);
void _lsc_snapshot_device_run (LscSnapshotDevice *self, LscSnapshotReplay *replay,
                               const LscSnapshotEvent *event, guint32 number);
void _lsc_snapshot_device_end (LscSnapshotDevice *self, LscSnapshotReplay *replay);

/* blocks */
guint32 _lsc_snapshot_add_life (LscSnapshotReplay *self, const LscMemoryLife *life);
void _lsc_snapshot_drop_lives (LscSnapshotReplay *self, gint64 until_ns);

/* segments, marks and words */
void _lsc_snapshot_add_segments (LscSnapshotReplay *self, guint32 device, guint32 pool);
void _lsc_snapshot_add_marks (LscSnapshotMachine *machine);
void _lsc_snapshot_tell (const LscSnapshotReplay *self, LscNotices *notices, const char *path);

/** Returns: a sum that wraps where a file says sizes that cannot be */
static inline gint64
_lsc_snapshot_sum (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

/** Returns: bytes that a block takes at least for what was asked for */
static inline gint64
_lsc_snapshot_round (gint64 requested_bytes)
{
  return MAX (512, (requested_bytes + 511) / 512 * 512);
}

G_END_DECLS
