/* lsc-snapshot-ranges-private.h - a set of address ranges
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Addresses from @begin to before @end. @mark: of the caller; ranges of different marks are never
 * joined. */
typedef struct
{
  guint64 begin;
  guint64 end;
  guint mark;
} LscSnapshotRange;

/** Ranges that do not overlap, by address. */
typedef struct _LscSnapshotRanges LscSnapshotRanges;

LscSnapshotRanges *_lsc_snapshot_ranges_new (void);
void _lsc_snapshot_ranges_free (LscSnapshotRanges *self);
const LscSnapshotRange *_lsc_snapshot_ranges_find (LscSnapshotRanges *self, guint64 address);
void _lsc_snapshot_ranges_add (LscSnapshotRanges *self, LscSnapshotRange range,
                               gboolean joins_before, gboolean joins_behind);
guint64 _lsc_snapshot_ranges_remove (LscSnapshotRanges *self, guint64 begin, guint64 end);
guint64 _lsc_snapshot_ranges_get_longest (LscSnapshotRanges *self);
void _lsc_snapshot_ranges_foreach (LscSnapshotRanges *self, GTraverseFunc func, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSnapshotRanges, _lsc_snapshot_ranges_free)

G_END_DECLS
