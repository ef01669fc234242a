/* lsc-slice.h - what a slice is: its kind, its raw form, how to name it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/** No slice, no parent, no lane, no node. */
#define LSC_SLICE_NONE G_MAXUINT32

/**
 * LscSliceKind: what a slice is, for colours, classes and analyses. One byte.
 *
 * Computing (the set C of steps.md#sets) is every kind from %LSC_SLICE_CUBE to
 * %LSC_SLICE_COMPUTE; communication (K) is %LSC_SLICE_COMM_OP.
 */
typedef enum
{
  LSC_SLICE_OTHER = 0,
  /* host, framework */
  LSC_SLICE_STEP, /* ProfilerStep#n */
  LSC_SLICE_OP,
  LSC_SLICE_ENQUEUE,
  LSC_SLICE_DEQUEUE,
  LSC_SLICE_PYTHON, /* a Python frame */
  LSC_SLICE_MODULE, /* nn.Module frame, or a range of the mstx domain Module */
  LSC_SLICE_GC,
  LSC_SLICE_MARK, /* a range or marker of the user's, host side */
  /* host, CANN by level; CUDA runtime and driver count as runtime */
  LSC_SLICE_CANN_ACL,
  LSC_SLICE_CANN_MODEL,
  LSC_SLICE_CANN_NODE,
  LSC_SLICE_CANN_COMM,
  LSC_SLICE_CANN_RUNTIME,
  LSC_SLICE_OSRT,
  LSC_SLICE_LAUNCH_ANCHOR, /* a launch of which only time and thread are known */
  /* device, computing */
  LSC_SLICE_CUBE,
  LSC_SLICE_VECTOR,
  LSC_SLICE_MIX,
  LSC_SLICE_AI_CPU,
  LSC_SLICE_DSA,
  LSC_SLICE_COMPUTE, /* of unknown core: level 0, GPU kernels */
  /* device, the rest */
  LSC_SLICE_SCHEDULE, /* a kernel that only drives communication: no computing */
  LSC_SLICE_COPY,     /* copies and memsets */
  LSC_SLICE_WAIT,     /* EVENT_WAIT, Notify Wait, stream wait */
  LSC_SLICE_EVENT,    /* records, write value, profiler switches */
  LSC_SLICE_PARENT,   /* an FFTS+ task around kernels or a collective */
  LSC_SLICE_DEVICE,   /* any other task */
  LSC_SLICE_DEVICE_MARK,
  LSC_SLICE_COMM_OP,
  LSC_SLICE_COMM_TASK, /* a sub-task of a collective, on its plane or stream */
  /* computed: overlap analysis (steps.md#overlap) */
  LSC_SLICE_COMPUTING,
  LSC_SLICE_COMMUNICATION,
  LSC_SLICE_NOT_OVERLAPPED,
  LSC_SLICE_FREE,
  LSC_SLICE_FREE_EDGE, /* head and tail of the extended rule: hatched */
  /* computed: gap classes (dispatch.md#gaps) */
  LSC_SLICE_GAP_HOST_SYNC,
  LSC_SLICE_GAP_HOST,
  LSC_SLICE_GAP_QUEUED_TASK,
  LSC_SLICE_GAP_QUEUED_IDLE,
  LSC_SLICE_GAP_UNKNOWN,
  /* whatever it was, its time cannot be: no sum, no step and no launch counts it (times.md) */
  LSC_SLICE_MISTIMED,
  LSC_SLICE_N_KINDS,
} LscSliceKind;

static inline gboolean
lsc_slice_kind_is_computing (guint8 kind)
{
  return kind >= LSC_SLICE_CUBE && kind <= LSC_SLICE_COMPUTE;
}

static inline gboolean
lsc_slice_kind_is_device (guint8 kind)
{
  return kind >= LSC_SLICE_CUBE && kind <= LSC_SLICE_COMM_TASK;
}

static inline gboolean
lsc_slice_kind_is_launch (guint8 kind)
{
  return kind >= LSC_SLICE_CANN_ACL && kind <= LSC_SLICE_LAUNCH_ANCHOR;
}

/** Names of #LscSliceKind for files, and untranslated for people. */
extern const LscWord lsc_slice_kind_words[LSC_SLICE_N_KINDS];

const char *lsc_slice_kind_name (guint8 kind);
const char *lsc_slice_kind_title (guint8 kind);

/** A duration that does not fit 32 bits: LscRawSlice.duration then indexes the table of long ones.
 */
#define LSC_DURATION_LONG G_MAXUINT32

/**
 * LscRawSlice: a slice as a reader writes it down. 32 bytes.
 * @start_ns: since the epoch, or since the base of the file until that is known
 * @detail: where the rest can be read again: byte offset in the (inflated) text, or rowid
 * @duration: ns; %LSC_DURATION_LONG = in the table of long durations
 * @name: id of LscTimeline.strings
 * @link: the reader's own: correlation or connection, %LSC_SLICE_NONE = none
 * @category: the reader's own
 * @kind: #LscSliceKind
 * @flags: the reader's own
 */
typedef struct
{
  gint64 start_ns;
  gint64 detail;
  guint32 duration;
  guint32 name;
  guint32 link;
  guint16 category;
  guint8 kind;
  guint8 flags;
} LscRawSlice;

/** A duration of 2^32-1 ns (4.29 s) or more: of the raw slice @index. */
typedef struct
{
  gint64 duration_ns;
  guint32 index;
  guint32 reserved;
} LscLongDuration;

LSC_DEFINE_ARRAY (LscLongDurations, lsc_long_durations, LscLongDuration)

gint64 lsc_long_durations_find_ns (const LscLongDurations *self, gsize index);

/** Raw slices of one lane in the order of the file; @longs rises by index. */
typedef struct
{
  LscRawSlice *items;
  gsize n;
  gsize capacity;
  LscLongDurations longs;
} LscRawSlices;

LscRawSlice *lsc_raw_slices_add (LscRawSlices *self, gint64 start_ns, gint64 end_ns);
gint64 lsc_raw_slices_get_end_ns (const LscRawSlices *self, gsize index);
void lsc_raw_slices_append_all (LscRawSlices *self, LscRawSlices *other);
void lsc_raw_slices_clear (LscRawSlices *self);

G_END_DECLS
