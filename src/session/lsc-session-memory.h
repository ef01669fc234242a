/* lsc-session-memory.h - how many recordings are read at a time, as far as memory goes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"

G_BEGIN_DECLS

/**
 * LscSessionMemory: a gate before readings
 * @limit_bytes: what they may take together
 * @reading_bytes: what those that go on are expected to take
 * @n_reading: how many go on
 */
typedef struct
{
  GMutex lock;
  GCond changed;
  guint64 limit_bytes;
  guint64 reading_bytes;
  guint n_reading;
} LscSessionMemory;

void lsc_session_memory_init (LscSessionMemory *self, guint64 limit_bytes);
void lsc_session_memory_clear (LscSessionMemory *self);
gboolean lsc_session_memory_enter (LscSessionMemory *self, guint64 bytes, guint64 held_bytes,
                                   LscJob *job, GError **error);
void lsc_session_memory_leave (LscSessionMemory *self, guint64 bytes);

G_END_DECLS
