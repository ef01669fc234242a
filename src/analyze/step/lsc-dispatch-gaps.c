/* lsc-dispatch-gaps.c - why the device was free
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"
#include "base/lsc-sort.h"

/* dispatch.md#gaps. Gaps rise in time, so every row is walked once beside them, and only those rows
 * are looked at in which something happens: a heap knows which row has the next event that may end
 * a gap, finders know what covers it. Times of the host are compared after adding the skew. */

#define CHECK_EVERY 4096
#define MOST_ROWS 256

/** Where a row of the device stands. */
typedef struct
{
  LscRowPart part;
  guint32 event; /* first slice that may start at the end of the gap */
  gsize link;    /* its launch: position in the order of targets */
  gboolean is_stream;
} Row;

LSC_DEFINE_ARRAY (Rows, rows, Row)

/**
 * Search: what is found of one gap after the other
 * @rows: those with work, streams before groups
 * @events: @rows by the start of the next event
 * @tasks: other tasks of the streams
 * @calls: calls of the host
 */
typedef struct
{
  LscDispatchBuild *build;
  Rows rows;
  LscHeap events;
  LscCoverFinder *tasks;
  LscCoverFinder *calls;
} Search;

/** The event that ends a gap, and its launch. */
typedef struct
{
  guint32 id;
  gboolean is_computing;
  guint32 launch; /* LSC_SLICE_NONE */
} Next;

static inline gboolean
is_stream_work (const LscLane *lane, guint32 slice)
{
  return lsc_slice_kind_is_computing (lane->kind[slice]) && lane->duration[slice] > 0;
}

/* Whether a slice of a stream, or of a group, is work. */
static inline gboolean
is_work (const Row *row, guint32 slice)
{
  const LscLane *lane = row->part.lane;

  return row->is_stream ? is_stream_work (lane, slice)
                        : lane->kind[slice] == LSC_SLICE_COMM_OP && lane->duration[slice] > 0;
}

static gboolean
is_other_task (const LscLane *lane, guint32 slice)
{
  guint8 kind = lane->kind[slice];

  return lsc_slice_kind_is_device (kind) && kind != LSC_SLICE_DEVICE_MARK &&
         !is_stream_work (lane, slice);
}

static gboolean
is_call (const LscLane *lane, guint32 slice)
{
  guint8 kind = lane->kind[slice];

  return kind >= LSC_SLICE_CANN_ACL && kind <= LSC_SLICE_CANN_RUNTIME;
}

static gboolean
has_work (const Row *row)
{
  for (guint32 k = row->part.begin; k < row->part.end; k++)
    if (is_work (row, k))
      return TRUE;
  return FALSE;
}

static void
add_rows (Search *self, const LscRowParts *parts, gboolean is_stream)
{
  rows_reserve (&self->rows, self->rows.n + parts->n);
  lsc_heap_reserve (&self->events, self->events.n + parts->n);
  for (gsize i = 0; i < parts->n; i++)
    {
      Row row = { .part = parts->items[i], .is_stream = is_stream };

      if (!has_work (&row))
        continue;
      row.event = row.part.begin;
      lsc_links_find_to (&self->build->timeline->links, row.part.first_id + row.part.begin,
                         &row.link);
      lsc_heap_push (&self->events, row.part.lane->start_ns[row.event], (guint32) self->rows.n);
      rows_append (&self->rows, row);
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
  if (kind == LSC_SLICE_COMM_OP && lsc_find_launch (self->timeline, id, &launch))
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

/* Moves the row behind the events that start at or before a time, and looks at those at it. */
static void
walk_events (const LscDispatchBuild *self, Row *row, gint64 time_ns, Next *next)
{
  const LscLane *lane = row->part.lane;
  guint32 k = row->event;

  while (k < row->part.end && lane->start_ns[k] < time_ns)
    k++;
  for (; k < row->part.end && lane->start_ns[k] == time_ns; k++)
    {
      Next found = { .id = row->part.first_id + k, .is_computing = row->is_stream };

      if (!is_work (row, k))
        continue;
      found.launch = find_launch (self, row, found.id, lane->kind[k]);
      if (is_better (&found, next))
        *next = found;
    }
  row->event = k;
}

/* Several events may start together: one with a launch, then a kernel, then the first counts. */
static Next
find_next (Search *self, gint64 time_ns)
{
  Next next = { .id = LSC_SLICE_NONE, .launch = LSC_SLICE_NONE };
  LscHeap *events = &self->events;

  while (events->n > 0 && events->items[0].key <= time_ns)
    {
      guint32 index = lsc_heap_pop (events);
      Row *row = &self->rows.items[index];

      walk_events (self->build, row, time_ns, &next);
      if (row->event < row->part.end)
        lsc_heap_push (events, row->part.lane->start_ns[row->event], index);
    }
  return next;
}

/* Returns whether a task that is no work overlaps the gap, and the one that does most. */
static gboolean
find_other_task (Search *self, const LscGap *gap, guint32 *id)
{
  LscCover cover = _lsc_cover_finder_find (self->tasks, gap->begin_ns, gap->end_ns);

  *id = cover.slice;
  return cover.slice != LSC_SLICE_NONE;
}

/* Returns whether a synchronising call ends in the gap or covers it, and the outermost one that
 * starts first. */
static gboolean
find_sync (const LscDispatchBuild *self, const LscGap *gap, guint32 *id)
{
  const LscSyncSlices *syncs = &self->syncs;
  gint64 skew_ns = self->result->skew_ns;
  const LscSyncSlice *first = NULL;
  gsize low = LSC_BISECT (i, 0, syncs->n, syncs->items[i].end_ns + skew_ns <= gap->begin_ns);

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

/* Returns whether one CANN call covers half of the gap or more. */
static gboolean
find_call (Search *self, const LscGap *gap, guint32 *id)
{
  gint64 skew_ns = self->build->result->skew_ns;
  LscCover cover =
      _lsc_cover_finder_find (self->calls, gap->begin_ns - skew_ns, gap->end_ns - skew_ns);

  *id = cover.slice;
  return cover.covered_ns > 0 && cover.covered_ns >= (gap->end_ns - gap->begin_ns + 1) / 2;
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
      LscRowPart part = { lane, spot.node, node->first_id, lane->row_begin[row - 1],
                          lane->row_begin[row] };

      for (guint32 k = _lsc_lane_find_after (lane, part.begin, part.end, begin_ns);
           k < part.end && lane->start_ns[k] < end_ns; k++)
        if (lane->kind[k] == LSC_SLICE_OP &&
            2 * _lsc_overlap_ns (lane->start_ns[k], lsc_lane_get_end_ns (lane, k), begin_ns,
                                 end_ns) >=
                end_ns - begin_ns)
          return node->first_id + k;
    }
  return LSC_SLICE_NONE;
}

static void
classify (Search *self, LscGap *gap)
{
  LscDispatchBuild *build = self->build;
  Next next = find_next (self, gap->end_ns);
  LscFoundSlice launch;

  gap->next = next.id;
  gap->cause = LSC_SLICE_NONE;
  gap->kind = LSC_SLICE_GAP_UNKNOWN;
  if (next.launch == LSC_SLICE_NONE)
    return;
  launch = _lsc_slice_map_find (&build->map, next.launch);
  if (!_lsc_found_counts (build->timeline, &launch))
    return;
  if (_lsc_found_start (&launch) + build->result->skew_ns <= gap->begin_ns)
    gap->kind = find_other_task (self, gap, &gap->cause) ? LSC_SLICE_GAP_QUEUED_TASK
                                                         : LSC_SLICE_GAP_QUEUED_IDLE;
  else if (find_sync (build, gap, &gap->cause))
    gap->kind = LSC_SLICE_GAP_HOST_SYNC;
  else
    {
      gap->kind = LSC_SLICE_GAP_HOST;
      gap->is_compiling = find_call (self, gap, &gap->cause);
      if (!gap->is_compiling)
        gap->cause = find_op (build, gap, next.launch);
    }
}

static void
search_init (Search *self, LscDispatchBuild *build)
{
  *self = (Search){ .build = build };
  self->tasks = _lsc_cover_finder_new (&build->streams, is_other_task);
  self->calls = _lsc_cover_finder_new (&build->calls, is_call);
  add_rows (self, &build->streams, TRUE);
  add_rows (self, &build->groups, FALSE);
}

static void
search_clear (Search *self)
{
  _lsc_cover_finder_free (self->tasks);
  _lsc_cover_finder_free (self->calls);
  lsc_heap_clear (&self->events);
  rows_clear (&self->rows);
}

/**
 * _lsc_dispatch_find_gaps:
 *
 * Classifies every interval of Free. Needs launches' skew and the synchronising calls.
 *
 * Cost: O((device events + calls + gaps) * log rows).
 *
 * Returns: whether it was not cancelled
 */
gboolean
_lsc_dispatch_find_gaps (LscDispatchBuild *self, GError **error)
{
  const LscIntervals *free = &self->overlap->free;
  LscGaps *gaps = &self->result->gaps;
  gboolean is_done = TRUE;
  Search search;

  search_init (&search, self);
  lsc_gaps_reserve (gaps, free->n);
  for (gsize i = 0; i < free->n && is_done; i++)
    {
      LscGap *gap = lsc_gaps_add (gaps);

      *gap = (LscGap){ .begin_ns = free->items[i].begin_ns, .end_ns = free->items[i].end_ns };
      classify (&search, gap);
      if (i % CHECK_EVERY == 0)
        is_done = lsc_job_check (self->job, error);
    }
  search_clear (&search);
  return is_done;
}
