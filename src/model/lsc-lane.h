/* lsc-lane.h - sorted slices of one strip, with rows, parents and level of detail
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-slice.h"

G_BEGIN_DECLS

/**
 * LscPyramidNode: what 16 neighbours of a row, or 16 nodes of the level below, come to
 * @start_ns: start of the first
 * @covered_ns: sum of their durations; slices of a row never overlap
 * @longest: index of the longest slice among them, the first of equals
 * @longest_ns: its duration, %LSC_DURATION_LONG if longer
 */
typedef struct
{
  gint64 start_ns;
  gint64 covered_ns;
  guint32 longest;
  guint32 longest_ns;
} LscPyramidNode;

#define LSC_PYRAMID_FAN_OUT 16

/** One level of one row: nodes [@first, @first + @n) of LscLane.nodes. */
typedef struct
{
  gsize first;
  gsize n;
} LscPyramidLevel;

/** How a lane arranges its rows. */
typedef enum
{
  LSC_LANE_NESTED, /* true nesting, lanes.md#nesting */
  LSC_LANE_SLACK,  /* the same, but an end may stick out of its parent by up to 1 us, one unit
                      of the last place (whole-microsecond traces, modules.md#nesting) */
} LscLaneRule;

/**
 * LscLane:
 *
 * Slices by (row, start). Sealed when made; any thread may read it. Columns are parallel arrays of
 * @n items. Rows and parents are those of lanes.md#nesting: slices of a row never overlap, a parent
 * contains its children. Columns and pyramid take at most 28 bytes a slice, 4 more where slices
 * cross and where a detail does not fit 32 bits.
 */
typedef struct
{
  gsize n;
  guint32 n_rows;
  LscLaneRule rule;
  gboolean is_crossing; /* some slice does not stand in the row below its parent's, or sticks out of
                           it */
  gint64 *start_ns;
  guint32 *duration; /* ns, see lsc_lane_get_duration_ns() */
  guint32 *name;
  guint32 *detail; /* (nullable): of LscRawSlice, G_MAXUINT32 for -1, where all fit */
  gint64
      *wide_detail; /* (nullable): where one does not; neither where the program made all itself */
  guint32 *parent;  /* index in the lane, LSC_SLICE_NONE; (nullable): none in a lane of one row */
  guint8 *kind;     /* LscSliceKind */
  guint32 *row_begin; /* n_rows + 1 items */
  LscLongDurations longs;
  gint64 begin_ns;    /* first start; 0 when empty */
  gint64 end_ns;      /* last end */
  guint32 *by_parent; /* where slices cross, else NULL: all by parent, then by index */

  LscPyramidNode *nodes;
  LscPyramidLevel *levels; /* row r: levels [level_begin[r], level_begin[r + 1]), finest first */
  guint32 *level_begin;    /* n_rows + 1 items */
  gsize n_nodes;
} LscLane;

LscLane *lsc_lane_new (LscRawSlices *raw, LscLaneRule rule, guint32 **position_out);
void lsc_lane_free (LscLane *self);

gint64 lsc_lane_get_long_ns (const LscLane *self, guint32 slice);

static inline gint64
lsc_lane_get_duration_ns (const LscLane *self, guint32 slice)
{
  return G_LIKELY (self->duration[slice] != LSC_DURATION_LONG) ? (gint64) self->duration[slice]
                                                               : lsc_lane_get_long_ns (self, slice);
}

static inline gint64
lsc_lane_get_end_ns (const LscLane *self, guint32 slice)
{
  return self->start_ns[slice] + lsc_lane_get_duration_ns (self, slice);
}

/** Returns: LscRawSlice.detail of a slice; -1 = no file says more of it */
static inline gint64
lsc_lane_get_detail (const LscLane *self, guint32 slice)
{
  if (G_LIKELY (self->detail))
    return self->detail[slice] != G_MAXUINT32 ? (gint64) self->detail[slice] : -1;
  return self->wide_detail ? self->wide_detail[slice] : -1;
}

/** Returns: index in the lane of the slice that contains a slice; %LSC_SLICE_NONE */
static inline guint32
lsc_lane_get_parent (const LscLane *self, guint32 slice)
{
  return self->parent ? self->parent[slice] : LSC_SLICE_NONE;
}

guint32 lsc_lane_get_row (const LscLane *self, guint32 slice);
gint64 lsc_lane_get_self_ns (const LscLane *self, guint32 slice);
void lsc_lane_get_children (const LscLane *self, guint32 slice, LscIndexes *out);

/** Rows of which it is known where looking begins; deeper ones are searched from their begin. */
#define LSC_LANE_N_HINTS 64

/** Where in each row of a lane the last time was found: the next one is near. Zeros at first. */
typedef struct
{
  guint32 rows[LSC_LANE_N_HINTS];
} LscLaneHints;

guint32 lsc_lane_find_start (const LscLane *self, guint32 row, gint64 time_ns);
guint32 lsc_lane_find_start_near (const LscLane *self, guint32 row, gint64 time_ns,
                                  LscLaneHints *hints);
guint32 lsc_lane_find_at (const LscLane *self, guint32 row, gint64 time_ns);
guint32 lsc_lane_find_deepest (const LscLane *self, gint64 time_ns);
guint32 lsc_lane_find_deepest_near (const LscLane *self, gint64 time_ns, LscLaneHints *hints);
guint32 lsc_lane_find_first (const LscLane *self, guint32 row, gint64 time_ns);
guint32 lsc_lane_find_exact (const LscLane *self, gint64 start_ns, gint64 end_ns, guint32 name);
guint32 lsc_lane_find_longest (const LscLane *self, gint64 begin_ns, gint64 end_ns, guint32 name);
guint32 lsc_lane_get_next (const LscLane *self, guint32 slice);
guint32 lsc_lane_get_previous (const LscLane *self, guint32 slice);
gsize lsc_lane_get_memory_bytes (const LscLane *self);

/**
 * LscSpan: what a run of pixels of a row shows
 * @x0, @x1: px, half open, @x1 > @x0, inside the window
 * @slice: the only slice, or the longest of those merged, the first of equals
 * @n: slices merged into it; 1 = a single slice, perhaps narrower than its pixel. More than that
 *   need not be exact beyond 2
 * @share: covered share of the pixels, 0 to 1; 1 for a single slice of a pixel or more, 0 for one
 *   without length
 */
typedef struct
{
  gint32 x0;
  gint32 x1;
  guint32 slice;
  guint32 n;
  float share;
} LscSpan;

gsize lsc_lane_get_spans (const LscLane *self, guint32 row, gint64 begin_ns, double ns_per_px,
                          guint width, LscSpan *spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscLane, lsc_lane_free)

G_END_DECLS
