/* lsc-lane-private.h - shared by the files that make lanes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-lane.h"

G_BEGIN_DECLS

/** Lanes of no more slices than this are made without an allocation on the way. */
#define LSC_NESTING_FEW 16

/**
 * LscNesting: rows and parents of sorted slices (lanes.md#nesting)
 * @row: of each slice
 * @parent: index of the parent in the same order, %LSC_SLICE_NONE
 * @few: what both point into for lanes of few slices
 */
typedef struct
{
  guint32 few[2 * LSC_NESTING_FEW];
  guint32 *row;
  guint32 *parent;
  guint32 n_rows;
  gboolean is_crossing;
  gint64 end_ns; /* last end */
} LscNesting;

gboolean _lsc_nesting_find (LscNesting *self, const LscRawSlices *raw, gint64 slack_ns);
void _lsc_nesting_clear (LscNesting *self);
/** Which column of details a lane has. */
typedef enum
{
  LSC_DETAILS_NONE,
  LSC_DETAILS_NARROW,
  LSC_DETAILS_WIDE,
} LscLaneDetails;

LscLane *_lsc_lane_alloc (const guint32 *row_begin, guint32 n_rows, LscLaneDetails details);
void _lsc_pyramid_count (const guint32 *row_begin, guint32 n_rows, gsize *n_levels, gsize *n_nodes);
void _lsc_lane_build_pyramid (LscLane *self);

static inline gint64
lsc_saturated_add (gint64 a, gint64 b)
{
  gint64 sum;

  if (G_LIKELY (!__builtin_add_overflow (a, b, &sum)))
    return sum;
  return b > 0 ? G_MAXINT64 : G_MININT64;
}

static inline gint64
lsc_saturated_subtract (gint64 a, gint64 b)
{
  gint64 difference;

  if (G_LIKELY (!__builtin_sub_overflow (a, b, &difference)))
    return difference;
  return b < 0 ? G_MAXINT64 : G_MININT64;
}

G_END_DECLS
