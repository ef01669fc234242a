/* lsc-dispatch-gaps.c - why the device was free: the one rule for idle time
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"
#include "base/lsc-sort.h"

/* dispatch.md#gaps. A gap is split where a copy runs in it, and before each task that ends a part
 * of it at the end of that task's launch: before it the host was late, after it the device or a
 * wait was. Budget, findings and Timeline take these spans, so that nobody has a rule of his own.
 *
 * Gaps rise in time, so every row is walked once beside them, and only those rows are looked at in
 * which something happens: a heap knows which row has the next event that may end a gap, finders
 * know what covers it. Times of the host are compared after adding the skew. */

#define CHECK_EVERY 4096
#define MOST_ROWS 256
#define MOST_STREAM_ROWS 8   /* tasks of a stream seldom overlap */
#define MOST_SYNCS_AROUND 16 /* threads that synchronise at the same time */
#define MOST_CALLS_BEFORE 8  /* between the wait of a stream and the launch that it holds up */

/** Where a row of the device stands. */
typedef struct
{
  LscRowPart part;
  guint32 event; /* first slice that may start at the end of the gap */
  gsize link;    /* its launch: position in the order of targets */
  gboolean is_stream;
} Row;

LSC_DEFINE_ARRAY (Rows, rows, Row)

/** A copy, or what no copy before it covers. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 id;
} Copy;

LSC_DEFINE_ARRAY (Copies, copies, Copy)

/**
 * Search: what is found of one gap after the other
 * @rows: those with work, streams before groups
 * @events: @rows by the start of the next event
 * @copies: of all streams, by time, each moment once
 * @copy: the first that ends after the gaps so far
 * @tasks: other tasks of the streams
 * @calls: calls of the host
 */
typedef struct
{
  LscDispatchBuild *build;
  Rows rows;
  LscHeap events;
  Copies copies;
  gsize copy;
  LscCoverFinder *tasks;
  LscCoverFinder *calls;
  LscCoverFunc is_other_task;
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

/* GPU traces draw the waits of the host among the tasks of a stream. */
static gboolean
is_other_task_of_gpu (const LscLane *lane, guint32 slice)
{
  return is_other_task (lane, slice) && lane->kind[slice] != LSC_SLICE_WAIT;
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

/* ---- copies ---- */

static gint64
copy_begin (gsize index, gconstpointer data)
{
  return ((const Copy *) data)[index].begin_ns;
}

/* Of copies that run at the same time the one that started first owns it. */
static void
collect_copies (Search *self)
{
  const LscRowParts *streams = &self->build->streams;
  gint64 done_ns = G_MININT64;
  gsize n = 0;

  for (gsize i = 0; i < streams->n; i++)
    {
      const LscRowPart *row = &streams->items[i];

      for (guint32 k = row->begin; k < row->end; k++)
        if (row->lane->kind[k] == LSC_SLICE_COPY && row->lane->duration[k] > 0)
          copies_append (&self->copies,
                         (Copy){ row->lane->start_ns[k], lsc_lane_get_end_ns (row->lane, k),
                                 row->first_id + k });
    }
  lsc_sort_items (self->copies.items, self->copies.n, sizeof (Copy), copy_begin);
  for (gsize i = 0; i < self->copies.n; i++)
    {
      Copy copy = self->copies.items[i];

      if (copy.end_ns <= done_ns)
        continue;
      copy.begin_ns = MAX (copy.begin_ns, done_ns);
      done_ns = copy.end_ns;
      self->copies.items[n++] = copy;
    }
  self->copies.n = n;
}

/* ---- causes ---- */

/* Of the stream of @next the task that is no work and covers half of the span or more: a wait for
 * an event, a copy. */
static guint32
find_on_stream (Search *self, const LscGap *span)
{
  LscFoundSlice next = _lsc_slice_map_find (&self->build->tasks, span->next);
  const LscLane *lane = next.node->lane;

  for (guint32 row = 0; row < MIN (lane->n_rows, MOST_STREAM_ROWS); row++)
    for (guint32 k = _lsc_lane_find_after (lane, lane->row_begin[row], lane->row_begin[row + 1],
                                           span->begin_ns);
         k < lane->row_begin[row + 1] && lane->start_ns[k] < span->end_ns; k++)
      if (self->is_other_task (lane, k) &&
          2 * _lsc_overlap_ns (lane->start_ns[k], lsc_lane_get_end_ns (lane, k), span->begin_ns,
                               span->end_ns) >=
              span->end_ns - span->begin_ns)
        return next.node->first_id + k;
  return LSC_SLICE_NONE;
}

/* Returns whether a task that is no work overlaps the span; one of the stream that waits before the
 * one that does most. */
static gboolean
find_other_task (Search *self, const LscGap *span, guint32 *id)
{
  LscCover cover = _lsc_cover_finder_find (self->tasks, span->begin_ns, span->end_ns);
  guint32 own = cover.slice != LSC_SLICE_NONE ? find_on_stream (self, span) : LSC_SLICE_NONE;

  *id = own != LSC_SLICE_NONE ? own : cover.slice;
  return cover.slice != LSC_SLICE_NONE;
}

/* The call by which a stream was told to wait, where the thread made it right before the launch.
 * For which stream it is, recordings do not tell. */
static guint32
find_wait_call (LscDispatchBuild *self, guint32 launch)
{
  LscFoundSlice call = _lsc_slice_map_find (&self->map, launch);
  const LscLane *lane = call.node->lane;
  guint32 first = lane->row_begin[lsc_lane_get_row (lane, call.slice)];

  for (guint32 k = call.slice; k > first && call.slice - k < MOST_CALLS_BEFORE; k--)
    switch (_lsc_dispatch_classify (self, lane->name[k - 1]))
      {
      case LSC_CALL_STREAM_WAIT:
        return call.node->first_id + k - 1;
      case LSC_CALL_LAUNCH:
        return LSC_SLICE_NONE;
      default:
        break;
      }
  return LSC_SLICE_NONE;
}

static gboolean
is_same_thread (const LscTimeline *timeline, guint32 a, guint32 b)
{
  const LscNode *x = lsc_timeline_get_node (timeline, a), *y = lsc_timeline_get_node (timeline, b);

  return x->pid == y->pid && x->tid == y->tid;
}

/* Whether a call can hold up a launch: it is on the thread that launches, or on the one that asked
 * for that; what others wait for is no matter of it. Who asked is not always recorded of an NPU,
 * where another thread launches. */
static gboolean
holds_up (LscDispatchBuild *self, const LscSyncSlice *sync, guint32 launch)
{
  LscFoundSlice call = _lsc_slice_map_find (&self->map, launch);
  LscSpot op;

  if (is_same_thread (self->timeline, sync->node, call.node_index))
    return TRUE;
  op = _lsc_dispatch_find_op (self, launch);
  return op.node == LSC_SLICE_NONE ? !self->timeline->is_gpu
                                   : is_same_thread (self->timeline, sync->node, op.node);
}

/* Returns whether a synchronising call that holds up the launch ends in the span or covers it, and
 * the outermost one that starts first. */
static gboolean
find_sync (LscDispatchBuild *self, const LscGap *span, guint32 *id)
{
  const LscSyncSlices *syncs = &self->syncs;
  gint64 skew_ns = self->result->skew_ns;
  const LscSyncSlice *first = NULL;
  gsize low = LSC_BISECT (i, 0, syncs->n, syncs->items[i].end_ns + skew_ns <= span->begin_ns);
  gsize end;

  for (; low < syncs->n && syncs->items[low].end_ns + skew_ns <= span->end_ns; low++)
    if ((!first || syncs->items[low].start_ns < first->start_ns) &&
        holds_up (self, &syncs->items[low], span->launch))
      first = &syncs->items[low];
  end = MIN (syncs->n, low + MOST_SYNCS_AROUND);
  if (low < syncs->n && syncs->items[self->earliest[low]].start_ns + skew_ns > span->begin_ns)
    end = low; /* none of them had begun */
  for (; low < end; low++)
    {
      const LscSyncSlice *around = &syncs->items[low];

      if (around->start_ns + skew_ns <= span->begin_ns &&
          (!first || around->start_ns < first->start_ns) && holds_up (self, around, span->launch))
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

/* ---- spans ---- */

/* What the host did until it had launched what ends the span. */
static void
explain_host (Search *self, LscGap *span)
{
  LscDispatchBuild *build = self->build;

  if (find_sync (build, span, &span->cause))
    {
      span->kind = LSC_SLICE_GAP_HOST_SYNC;
      return;
    }
  span->kind = LSC_SLICE_GAP_HOST;
  span->is_compiling = find_call (self, span, &span->cause);
  if (!span->is_compiling)
    span->cause = find_op (build, span, span->launch);
}

/* What the device did then. */
static void
explain_device (Search *self, LscGap *span)
{
  if (find_other_task (self, span, &span->cause))
    {
      span->kind = LSC_SLICE_GAP_QUEUED_TASK;
      return;
    }
  span->kind = LSC_SLICE_GAP_QUEUED_IDLE;
  span->cause = find_wait_call (self->build, span->launch);
}

static void
add_span (Search *self, LscGap span)
{
  if (span.end_ns > span.begin_ns)
    lsc_gaps_append (&self->build->result->gaps, span);
}

/* Idle time before @next, which the end of its launch splits. */
static void
split_idle (Search *self, gint64 begin_ns, gint64 end_ns, Next next)
{
  LscDispatchBuild *build = self->build;
  LscGap span = { .begin_ns = begin_ns,
                  .end_ns = end_ns,
                  .next = next.id,
                  .launch = next.launch,
                  .cause = LSC_SLICE_NONE,
                  .kind = LSC_SLICE_GAP_UNKNOWN };
  LscFoundSlice launch = { NULL };
  gint64 launched_ns;

  if (end_ns <= begin_ns)
    return;
  if (next.launch != LSC_SLICE_NONE)
    launch = _lsc_slice_map_find (&build->map, next.launch);
  if (next.launch == LSC_SLICE_NONE || !_lsc_found_counts (build->timeline, &launch) ||
      _lsc_found_kind (&launch) == LSC_SLICE_MISTIMED)
    {
      span.launch = LSC_SLICE_NONE;
      add_span (self, span);
      return;
    }
  span.is_graph =
      _lsc_dispatch_classify (build, launch.node->lane->name[launch.slice]) == LSC_CALL_GRAPH;
  launched_ns = CLAMP (_lsc_found_end (&launch) + build->result->skew_ns, begin_ns, end_ns);
  span.end_ns = launched_ns;
  if (launched_ns > begin_ns)
    explain_host (self, &span);
  add_span (self, span);
  span.begin_ns = launched_ns;
  span.end_ns = end_ns;
  span.is_compiling = FALSE;
  if (end_ns > launched_ns)
    explain_device (self, &span);
  add_span (self, span);
}

static Next
make_copy_next (const Search *self, const Copy *copy)
{
  Next next = { .id = copy->id, .launch = LSC_SLICE_NONE };

  lsc_find_launch (self->build->timeline, copy->id, &next.launch);
  return next;
}

static void
split_gap (Search *self, gint64 begin_ns, gint64 end_ns)
{
  const Copies *copies = &self->copies;
  Next next = find_next (self, end_ns);
  gint64 now_ns = begin_ns;

  while (self->copy < copies->n && copies->items[self->copy].end_ns <= begin_ns)
    self->copy++;
  for (gsize i = self->copy; i < copies->n && copies->items[i].begin_ns < end_ns; i++)
    {
      const Copy *copy = &copies->items[i];
      gint64 copied_ns = MIN (copy->end_ns, end_ns);

      split_idle (self, now_ns, copy->begin_ns, make_copy_next (self, copy));
      add_span (self, (LscGap){ .begin_ns = MAX (copy->begin_ns, begin_ns),
                                .end_ns = copied_ns,
                                .next = next.id,
                                .launch = next.launch,
                                .cause = copy->id,
                                .kind = LSC_SLICE_GAP_QUEUED_TASK,
                                .is_copy = TRUE });
      now_ns = copied_ns;
    }
  split_idle (self, now_ns, end_ns, next);
}

static void
search_init (Search *self, LscDispatchBuild *build)
{
  *self = (Search){ .build = build };
  self->is_other_task = build->timeline->is_gpu ? is_other_task_of_gpu : is_other_task;
  self->tasks = _lsc_cover_finder_new (&build->streams, self->is_other_task);
  self->calls = _lsc_cover_finder_new (&build->calls, is_call);
  add_rows (self, &build->streams, TRUE);
  add_rows (self, &build->groups, FALSE);
  collect_copies (self);
}

static void
search_clear (Search *self)
{
  _lsc_cover_finder_free (self->tasks);
  _lsc_cover_finder_free (self->calls);
  lsc_heap_clear (&self->events);
  copies_clear (&self->copies);
  rows_clear (&self->rows);
}

/**
 * _lsc_dispatch_find_gaps:
 *
 * Splits every interval of Free and says why. Needs launches' skew and the synchronising calls.
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
  lsc_gaps_reserve (gaps, 2 * free->n);
  for (gsize i = 0; i < free->n && is_done; i++)
    {
      split_gap (&search, free->items[i].begin_ns, free->items[i].end_ns);
      if (i % CHECK_EVERY == 0)
        is_done = lsc_job_check (self->job, error);
    }
  search_clear (&search);
  return is_done;
}
