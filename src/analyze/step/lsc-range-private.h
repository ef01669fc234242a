/* lsc-range-private.h - walking the slices of a range, shared by statistics, icicle and histogram
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-range-stats.h"

G_BEGIN_DECLS

/** Slices looked at between two looks at the job. */
#define LSC_RANGE_STRIDE 4096

/** Slices [@begin, @end) of a row of a lane, one after the other; all touch the range. */
typedef struct
{
  const LscRange *range;
  const LscLane *lane;
  guint32 node;
  guint32 row;
  guint32 begin;
  guint32 end;
} LscRangePiece;

/** Returns: %FALSE to stop */
typedef gboolean (*LscRangeFunc) (const LscRangePiece *piece, gpointer user_data);

gboolean _lsc_range_foreach (const LscRange *range, LscRangeFunc func, gpointer user_data,
                             LscJob *job, GError **error);
gint64 _lsc_select_nth (gint64 *values, gsize n, gsize nth, LscJob *job);

/* The part of a slice that lies in the range. */
static inline gint64
lsc_range_clip (const LscRange *range, gint64 start_ns, gint64 end_ns)
{
  return MAX (0, MIN (end_ns, range->end_ns) - MAX (start_ns, range->begin_ns));
}

/* Whether a slice that touches the range counts. */
static inline gboolean
lsc_range_counts (const LscRange *range, gint64 start_ns, gint64 end_ns)
{
  return !range->inside_only || (start_ns >= range->begin_ns && end_ns <= range->end_ns);
}

static inline gboolean
lsc_range_has_kind (const LscRange *range, guint8 kind)
{
  return range->kinds == 0 || (range->kinds >> kind & 1) != 0;
}

/* The parent when it counts as well, else none: the slice is then on top. A parent out of which the
 * slice sticks may lie outside the range. */
static inline guint32
lsc_range_parent (const LscRange *range, const LscLane *lane, guint32 slice)
{
  guint32 parent = lsc_lane_get_parent (lane, slice);
  gint64 start_ns, end_ns;

  if (parent == LSC_SLICE_NONE || (!range->inside_only && !lane->is_crossing))
    return parent;
  start_ns = lane->start_ns[parent];
  end_ns = lsc_lane_get_end_ns (lane, parent);
  if (end_ns <= range->begin_ns && start_ns < range->begin_ns)
    return LSC_SLICE_NONE;
  return lsc_range_counts (range, start_ns, end_ns) ? parent : LSC_SLICE_NONE;
}

G_END_DECLS
