/* lsc-snapshot-stacks-private.h - frames and stacks of a snapshot, each kept once
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-hash.h"
#include "model/lsc-memory-log.h"

G_BEGIN_DECLS

/** A stack by what is in it. @all: frames of all stacks */
typedef struct
{
  guint64 hash;
  const LscMemoryFrames *all;
  guint32 first;
  guint32 n;
} LscSnapshotStack;

LSC_DEFINE_ARRAY (LscSnapshotStackList, _lsc_snapshot_stack_list, LscSnapshotStack)

/**
 * LscSnapshotStacks:
 * @frames: the frames that there are, by id
 * @scratch: a stack that is being put together
 */
typedef struct
{
  LscMemoryLog *log;
  LscMemoryFrames frames;
  LscHash frame_index;
  LscSnapshotStackList stacks;
  LscHash stack_index;
  LscMemoryFrames scratch;
} LscSnapshotStacks;

void _lsc_snapshot_stacks_clear (LscSnapshotStacks *self);
guint32 _lsc_snapshot_stacks_add_frame (LscSnapshotStacks *self, const LscMemoryFrame *frame);
guint32 _lsc_snapshot_stacks_add (LscSnapshotStacks *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscSnapshotStacks, _lsc_snapshot_stacks_clear)

G_END_DECLS
