/* lsc-dispatch-gaps.c - why the device was free
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-dispatch-private.h"

/* Timeline 12.3. Gaps rise in time, so every row is walked once beside them: one cursor for the
 * event that ends a gap, one for tasks that overlap it. Times of the host are compared after adding
 * the skew. */

#define CHECK_EVERY 4096
#define MOST_ROWS 256

/** Where a row of the device stands. */
typedef struct
{
  LscRowPart part;
  guint32 event; /* first slice that may start at the end of the gap */
  guint32 task;  /* first slice that may end after the gap's begin */
  gsize link;    /* its launch: position in the order of targets */
  gboolean is_stream;
  gboolean has_work;  /* events of C u K */
  gboolean has_other; /* other tasks */
} Row;

LSC_DEFINE_ARRAY (Rows, rows, Row)

/** The event that ends a gap, and its launch. */
typedef struct
{
  guint32 id;
  gboolean is_computing;
  guint32 launch; /* LSC_SLICE_NONE */
} Next;

/* Whether a slice of a stream, or of a group, is work. */
static inline gboolean
is_work (const Row *row, guint32 slice)
{
  guint8 kind = row->part.lane->kind[slice];

  return (row->is_stream ? lsc_slice_kind_is_computing (kind) : kind == LSC_SLICE_COMM_OP) &&
         row->part.lane->duration[slice] > 0;
}

static inline gboolean
is_other_task (const Row *row, guint32 slice)
{
  guint8 kind = row->part.lane->kind[slice];

  return row->is_stream && lsc_slice_kind_is_device (kind) && kind != LSC_SLICE_DEVICE_MARK &&
         !is_work (row, slice);
}

static void
add_rows (const LscDispatchBuild *self, const LscRowParts *parts, gboolean is_stream, Rows *rows)
{
  for (gsize i = 0; i < parts->n; i++)
    {
      Row row = { .part = parts->items[i], .is_stream = is_stream };

      row.event = row.task = row.part.begin;
      lsc_links_find_to (&self->timeline->links, row.part.first_id + row.part.begin, &row.link);
      for (guint32 k = row.part.begin; k < row.part.end && !(row.has_work && row.has_other); k++)
        {
          row.has_work = row.has_work || is_work (&row, k);
          row.has_other = row.has_other || is_other_task (&row, k);
        }
      rows_append (rows, row);
    }
}

/* Returns the launch of a slice of the row; slices are asked for in ascending order. */
static guint32
find_launch (const LscDispatchBuild *self, Row *row, guint32 id, guint8 kind)
{
  const LscLinks *links = &self->timeline->links;
  const guint32 *by_to = links->by_to;
  gsize at = row->link;
  guint32 launch;

  while (at < links->n && links->items[by_to[at]].to < id)
    at++;
  row->link = at;
  for (; at < links->n && links->items[by_to[at]].to == id; at++)
    if (links->items[by_to[at]].kind == LSC_LINK_LAUNCH)
      return links->items[by_to[at]].from;
  if (kind == LSC_SLICE_COMM_OP && _lsc_find_launch (self->timeline, id, &launch))
    return launch;
  return LSC_SLICE_NONE;
}

static gboolean
is_better (const Next *a, const Next *b)
{
  if (b->id == LSC_SLICE_NONE)
    return TRUE;
  if ((a->launch != LSC_SLICE_NONE) != (b->launch != LSC_SLICE_NONE))
    return a->launch != LSC_SLICE_NONE;
  if (a->is_computing != b->is_computing)
    return a->is_computing;
  return a->id < b->id;
}

/* Several events may start together: one with a launch, then a kernel, then the first counts. */
static Next
find_next (const LscDispatchBuild *self, Rows *rows, gint64 time_ns)
{
  Next next = { .id = LSC_SLICE_NONE, .launch = LSC_SLICE_NONE };

  for (gsize i = 0; i < rows->n; i++)
    {
      Row *row = &rows->items[i];
      const LscLane *lane = row->part.lane;

      if (!row->has_work)
        continue;
      while (row->event < row->part.end && lane->start_ns[row->event] < time_ns)
        row->event++;
      for (guint32 k = row->event; k < row->part.end && lane->start_ns[k] == time_ns; k++)
        {
          Next found = { .id = row->part.first_id + k, .is_computing = row->is_stream };

          if (!is_work (row, k))
            continue;
          found.launch = find_launch (self, row, found.id, lane->kind[k]);
          if (is_better (&found, &next))
            next = found;
        }
    }
  return next;
}

/* Returns whether a task that is no work overlaps the gap, and the one that does most. */
static gboolean
find_other_task (Rows *rows, const LscGap *gap, guint32 *id)
{
  gboolean is_found = FALSE;
  gint64 most_ns = -1;

  for (gsize i = 0; i < rows->n; i++)
    {
      Row *row = &rows->items[i];
      const LscLane *lane = row->part.lane;

      if (!row->has_other)
        continue;
      while (row->task < row->part.end && lsc_lane_get_end_ns (lane, row->task) <= gap->begin_ns)
        row->task++;
      for (guint32 k = row->task; k < row->part.end && lane->start_ns[k] < gap->end_ns; k++)
        {
          gint64 end_ns = lsc_lane_get_end_ns (lane, k);
          gint64 covered_ns =
              _lsc_overlap_ns (lane->start_ns[k], end_ns, gap->begin_ns, gap->end_ns);

          if (end_ns <= gap->begin_ns || !is_other_task (row, k) || covered_ns <= most_ns)
            continue;
          is_found = TRUE;
          most_ns = covered_ns;
          *id = row->part.first_id + k;
        }
    }
  return is_found;
}

/* Returns whether a synchronising call ends in the gap or covers it, and the outermost one that
 * starts first. */
static gboolean
find_sync (const LscDispatchBuild *self, const LscGap *gap, guint32 *id)
{
  const LscSyncSlices *syncs = &self->syncs;
  gint64 skew_ns = self->result->skew_ns;
  const LscSyncSlice *first = NULL;
  gsize low = 0, high = syncs->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (syncs->items[middle].end_ns + skew_ns <= gap->begin_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < syncs->n && syncs->items[low].end_ns + skew_ns <= gap->end_ns; low++)
    if (!first || syncs->items[low].start_ns < first->start_ns)
      first = &syncs->items[low];
  if (low < syncs->n)
    {
      const LscSyncSlice *around = &syncs->items[self->earliest[low]];

      if (around->start_ns + skew_ns <= gap->begin_ns &&
          (!first || around->start_ns < first->start_ns))
        first = around;
    }
  if (first)
    *id = first->outermost;
  return first != NULL;
}

/* First slice of a part that ends after a time. Slices of a row never overlap. */
static guint32
find_after (const LscRowPart *part, gint64 time_ns)
{
  guint32 low = part->begin, high = part->end;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (lsc_lane_get_end_ns (part->lane, middle) <= time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns whether one CANN call covers half of the gap or more. */
static gboolean
find_call (const LscDispatchBuild *self, const LscGap *gap, guint32 *id)
{
  gint64 begin_ns = gap->begin_ns - self->result->skew_ns;
  gint64 end_ns = gap->end_ns - self->result->skew_ns;
  gint64 most_ns = 0;

  for (gsize i = 0; i < self->calls.n; i++)
    {
      const LscRowPart *part = &self->calls.items[i];
      const LscLane *lane = part->lane;

      for (guint32 k = find_after (part, begin_ns); k < part->end && lane->start_ns[k] < end_ns;
           k++)
        {
          gint64 covered_ns =
              _lsc_overlap_ns (lane->start_ns[k], lsc_lane_get_end_ns (lane, k), begin_ns, end_ns);

          if (lane->kind[k] < LSC_SLICE_CANN_ACL || lane->kind[k] > LSC_SLICE_CANN_RUNTIME ||
              covered_ns <= most_ns)
            continue;
          most_ns = covered_ns;
          *id = part->first_id + k;
        }
    }
  return most_ns > 0 && most_ns >= (gap->end_ns - gap->begin_ns + 1) / 2;
}

/* The innermost operator that covers half of the gap or more, on the thread that asked for the
 * launch. */
static guint32
find_op (LscDispatchBuild *self, const LscGap *gap, guint32 launch)
{
  LscSpot spot = _lsc_dispatch_find_op (self, launch);
  gint64 begin_ns = gap->begin_ns - self->result->skew_ns;
  gint64 end_ns = gap->end_ns - self->result->skew_ns;
  const LscNode *node;

  if (spot.node == LSC_SLICE_NONE)
    return LSC_SLICE_NONE;
  node = lsc_timeline_get_node (self->timeline, spot.node);
  for (guint32 row = MIN (node->lane->n_rows, MOST_ROWS); row > 0; row--)
    {
      const LscLane *lane = node->lane;
      LscRowPart part = {
        lane, spot.node, node->first_id, lane->row_begin[row - 1], lane->row_begin[row]
      };

      for (guint32 k = find_after (&part, begin_ns); k < part.end && lane->start_ns[k] < end_ns;
           k++)
        if (lane->kind[k] == LSC_SLICE_OP &&
            2 * _lsc_overlap_ns (
                    lane->start_ns[k], lsc_lane_get_end_ns (lane, k), begin_ns, end_ns) >=
                end_ns - begin_ns)
          return node->first_id + k;
    }
  return LSC_SLICE_NONE;
}

static void
classify (LscDispatchBuild *self, Rows *rows, LscGap *gap)
{
  Next next = find_next (self, rows, gap->end_ns);
  LscFoundSlice launch;

  gap->next = next.id;
  gap->cause = LSC_SLICE_NONE;
  gap->kind = LSC_SLICE_GAP_UNKNOWN;
  if (next.launch == LSC_SLICE_NONE)
    return;
  launch = _lsc_slice_map_find (&self->map, next.launch);
  if (!_lsc_found_counts (self->timeline, &launch))
    return;
  if (_lsc_found_start (&launch) + self->result->skew_ns <= gap->begin_ns)
    gap->kind = find_other_task (rows, gap, &gap->cause) ? LSC_SLICE_GAP_QUEUED_TASK
                                                         : LSC_SLICE_GAP_QUEUED_IDLE;
  else if (find_sync (self, gap, &gap->cause))
    gap->kind = LSC_SLICE_GAP_HOST_SYNC;
  else
    {
      gap->kind = LSC_SLICE_GAP_HOST;
      gap->is_compiling = find_call (self, gap, &gap->cause);
      if (!gap->is_compiling)
        gap->cause = find_op (self, gap, next.launch);
    }
}

/**
 * _lsc_dispatch_find_gaps:
 *
 * Classifies every interval of Free. Needs launches' skew and the synchronising calls.
 *
 * Cost: O(device events + gaps * (rows + log calls)).
 *
 * Returns: whether it was not cancelled
 */
gboolean
_lsc_dispatch_find_gaps (LscDispatchBuild *self, GError **error)
{
  const LscIntervals *free = &self->overlap->free;
  LscGaps *gaps = &self->result->gaps;
  gboolean is_done = TRUE;
  Rows rows = { 0 };

  add_rows (self, &self->streams, TRUE, &rows);
  add_rows (self, &self->groups, FALSE, &rows);
  lsc_gaps_reserve (gaps, free->n);
  for (gsize i = 0; i < free->n && is_done; i++)
    {
      LscGap *gap = lsc_gaps_add (gaps);

      *gap = (LscGap){ .begin_ns = free->items[i].begin_ns, .end_ns = free->items[i].end_ns };
      classify (self, &rows, gap);
      if (i % CHECK_EVERY == 0)
        is_done = lsc_job_check (self->job, error);
    }
  rows_clear (&rows);
  return is_done;
}
