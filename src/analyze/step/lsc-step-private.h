/* lsc-step-private.h - rows of device events, and slices by their number
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-overlap.h"
#include "base/lsc-sort.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscRowPart: a run of slices of one row
 * @begin, @end: slices of @lane, half open
 */
typedef struct
{
  const LscLane *lane;
  guint32 node;
  guint32 first_id;
  guint32 begin;
  guint32 end;
} LscRowPart;

LSC_DEFINE_ARRAY (LscRowParts, lsc_row_parts, LscRowPart)

/** Where the rows of lanes of a role are put. */
typedef struct
{
  LscNodeRole role;
  LscRowParts *parts;
} LscRowRequest;

/* First slice of [@low, @high) of a row that ends after a time; slices of a row never overlap. */
static inline guint32
_lsc_lane_find_after (const LscLane *lane, guint32 low, guint32 high, gint64 time_ns)
{
  return (guint32) LSC_BISECT (i, low, high, lsc_lane_get_end_ns (lane, i) <= time_ns);
}

/* First slice of [@low, @high) of a row that starts at a time or after it. */
static inline guint32
_lsc_lane_find_start (const LscLane *lane, guint32 low, guint32 high, gint64 time_ns)
{
  return (guint32) LSC_BISECT (i, low, high, lane->start_ns[i] < time_ns);
}

void _lsc_row_parts_collect (const LscTimeline *timeline, guint32 most_rows,
                             const LscRowRequest *requests, gsize n);
LscRowPart _lsc_row_part_between (const LscRowPart *part, gint64 begin_ns, gint64 end_ns);

/** Finds slices by their number; remembers the last hit. One thread. */
typedef struct
{
  const LscTimeline *timeline;
  guint32 node_index; /* the last hit */
  guint32 begin;      /* its slices */
  guint32 end;
  const LscNode *node;
} LscSliceMap;

/** A slice, found by its number. */
typedef struct
{
  const LscNode *node;
  guint32 node_index;
  guint32 slice;
} LscFoundSlice;

void _lsc_slice_map_init (LscSliceMap *self, const LscTimeline *timeline);
void _lsc_slice_map_seek (LscSliceMap *self, guint32 id);

/**
 * _lsc_slice_map_find:
 * @id: number of a slice of the timeline
 *
 * Cost: O(1) in the lane of the last one found, else O(log nodes between), O(log nodes) before it.
 *
 * Returns: where it is
 */
static inline LscFoundSlice
_lsc_slice_map_find (LscSliceMap *self, guint32 id)
{
  if (G_UNLIKELY (id < self->begin || id >= self->end))
    _lsc_slice_map_seek (self, id);
  return (LscFoundSlice){ self->node, self->node_index, id - self->begin };
}

static inline gint64
_lsc_found_start (const LscFoundSlice *found)
{
  return found->node->lane->start_ns[found->slice];
}

static inline gint64
_lsc_found_end (const LscFoundSlice *found)
{
  return lsc_lane_get_end_ns (found->node->lane, found->slice);
}

/* Returns: whether it is no stray slice */
static inline gboolean
_lsc_found_counts (const LscTimeline *timeline, const LscFoundSlice *found)
{
  return lsc_timeline_counts (timeline, _lsc_found_start (found), _lsc_found_end (found));
}

static inline guint8
_lsc_found_kind (const LscFoundSlice *found)
{
  return found->node->lane->kind[found->slice];
}

/* An event of C u K: what the device is busy with (steps.md#sets). Kernels of a collective on a
 * GPU stream stand for the operator, which has the same times. */
static inline gboolean
_lsc_kind_is_busy (const LscTimeline *timeline, guint8 kind)
{
  return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COMM_OP ||
         (kind == LSC_SLICE_COMM_TASK && timeline->is_gpu);
}

/* Names of kernels fall into so many places by their text; what falls into the same place is taken
 * for the same. */
#define LSC_SKETCH_SIZE 64

/** How many kernels of each place a step runs. */
typedef struct
{
  guint32 n[LSC_SKETCH_SIZE];
} LscStepSketch;

void _lsc_device_steps_judge (LscDeviceSteps *self, const LscTimeline *timeline,
                              const LscStepSketch *sketches);
gboolean _lsc_device_steps_find_cut (const LscDeviceSteps *self, const LscTimeline *timeline);
void _lsc_overlap_find_extents (LscOverlap *self);
const LscOverlapSums *_lsc_overlap_find_step (const LscOverlap *self, gint64 time_ns);

gint64 _lsc_intervals_length_in (const LscIntervals *self, gint64 begin_ns, gint64 end_ns);

G_END_DECLS
