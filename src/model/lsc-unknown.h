/* lsc-unknown.h - why something is not known, and what would make it known
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscUnknown: a reason (unknown.md#codes), by weight: where several hold, the first is told
 *
 * Their codes are stable; sentences may change.
 */
typedef enum
{
  LSC_UNKNOWN_NOTHING_FOUND, /* no recording is there */
  LSC_UNKNOWN_UNREADABLE,    /* of none that could be read */
  LSC_UNKNOWN_DAMAGED,
  LSC_UNKNOWN_SNAPSHOT,
  LSC_UNKNOWN_OPS_TIMELINE,
  LSC_UNKNOWN_TABLES_ONLY,
  LSC_UNKNOWN_NO_DATABASE,
  LSC_UNKNOWN_NO_EVENTS,
  LSC_UNKNOWN_NO_DEVICE,
  LSC_UNKNOWN_NO_HOST,
  LSC_UNKNOWN_NO_KERNELS,
  LSC_UNKNOWN_NO_PIPELINE,
  LSC_UNKNOWN_NO_MARKS,
  LSC_UNKNOWN_HOST_TIMES,
  LSC_UNKNOWN_NO_COMMUNICATION,
  LSC_UNKNOWN_LEVEL_0,
  LSC_UNKNOWN_COLLECTIVE_KERNELS,
  LSC_UNKNOWN_ON_CCU,
  LSC_UNKNOWN_NO_COMM_TASKS,
  LSC_UNKNOWN_NO_COMM_TABLES,
  LSC_UNKNOWN_NO_TABLE,
  LSC_UNKNOWN_ONE_RANK,
  LSC_UNKNOWN_RANK_MISSING,
  LSC_UNKNOWN_NO_GROUPS,
  LSC_UNKNOWN_NO_LAYOUT,
  LSC_UNKNOWN_NO_RANK,
  LSC_UNKNOWN_NO_STEPS,
  LSC_UNKNOWN_NO_SUCH_STEP,
  LSC_UNKNOWN_ONE_STEP,
  LSC_UNKNOWN_NO_LAUNCHES,
  LSC_UNKNOWN_NO_SHAPES,
  LSC_UNKNOWN_NO_COUNTERS,
  LSC_UNKNOWN_NO_FREQUENCY,
  LSC_UNKNOWN_NO_MODULES,
  LSC_UNKNOWN_NO_MEMORY,
  LSC_UNKNOWN_NO_BLOCKS,
  LSC_UNKNOWN_NO_EXPERTS,
  LSC_UNKNOWN_NO_BASE,
  LSC_UNKNOWN_NO_CHIP,
  LSC_UNKNOWN_NO_BANDWIDTH,
  LSC_UNKNOWN_N,
} LscUnknown;

/** No reason: it is known. */
#define LSC_UNKNOWN_NONE ((LscUnknown) LSC_UNKNOWN_N)

/** What recorded: it decides what can be advised. */
typedef enum
{
  LSC_RECORDER_ASCEND,
  LSC_RECORDER_GPU,
  LSC_RECORDER_OPS,
  LSC_RECORDER_NSIGHT, /* as of a GPU, where nothing else is advised */
  LSC_RECORDER_N,
} LscRecorder;

/**
 * LscLacks: what a recording lacks
 * @bits: 1 << #LscUnknown
 * @recorder: what can be advised
 */
typedef struct
{
  guint64 bits;
  LscRecorder recorder;
} LscLacks;

static inline void
lsc_lacks_add (LscLacks *self, LscUnknown unknown)
{
  self->bits |= G_GUINT64_CONSTANT (1) << unknown;
}

static inline gboolean
lsc_lacks_has (const LscLacks *self, LscUnknown unknown)
{
  return unknown < LSC_UNKNOWN_N && (self->bits >> unknown & 1) != 0;
}

const char *lsc_unknown_get_code (LscUnknown self);
const char *lsc_unknown_get_reason (LscUnknown self);
const char *lsc_unknown_get_remedy (LscUnknown self, LscRecorder recorder);
gboolean lsc_unknown_is_of (LscUnknown self, LscRecorder recorder);
LscUnknown lsc_unknown_from_code (const char *code);
char *lsc_unknown_to_words (LscUnknown self, LscRecorder recorder);
char *lsc_unknown_to_window_words (LscUnknown self, LscRecorder recorder);
char *lsc_unknown_to_sentence (LscUnknown self, LscRecorder recorder, const char *subject);

G_END_DECLS
