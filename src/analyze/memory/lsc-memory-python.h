/* lsc-memory-python.h - which Python asked for a block, of traces that record Python frames
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-memory-log.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscMemoryPython: stacks of one trace
 * @stacks: by the frames of each its place in LscMemoryLog.stacks, + 1
 * @frames: by the name of a slice, + 1, its place in @parsed, + 1
 * @lanes: by the node of a thread's operators, + 1, its lane of frames, %NULL = none
 */
typedef struct
{
  LscMemoryLog *log;
  const LscTimeline *timeline;
  GHashTable *stacks;
  GHashTable *frames;
  LscMemoryFrames parsed;
  GHashTable *lanes;
} LscMemoryPython;

void lsc_memory_python_init (LscMemoryPython *self, LscMemoryLog *log, const LscTimeline *timeline);
void lsc_memory_python_clear (LscMemoryPython *self);
guint32 lsc_memory_python_find (LscMemoryPython *self, guint32 slice);

G_END_DECLS
