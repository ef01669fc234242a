/* lsc-snapshot-memo-private.h - what a pickle may fetch again, in one or two bytes an entry
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscSnapshotMemo:
 *
 * Entries are numbered in the order in which they are stored, as all picklers do. Most are never
 * fetched, which nothing says before the end of the file: so all are kept, and a block of them as
 * numbers of the few different values in it.
 */
typedef struct _LscSnapshotMemo LscSnapshotMemo;

LscSnapshotMemo *_lsc_snapshot_memo_new (void);
void _lsc_snapshot_memo_free (LscSnapshotMemo *self);
gsize _lsc_snapshot_memo_count (const LscSnapshotMemo *self);
void _lsc_snapshot_memo_add (LscSnapshotMemo *self, guint32 value);
guint32 _lsc_snapshot_memo_get (const LscSnapshotMemo *self, gsize index);
void _lsc_snapshot_memo_set (LscSnapshotMemo *self, gsize index, guint32 value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSnapshotMemo, _lsc_snapshot_memo_free)

G_END_DECLS
