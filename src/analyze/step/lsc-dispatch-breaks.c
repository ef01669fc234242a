/* lsc-dispatch-breaks.c - where the pipeline of launches was interrupted, and by what
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"
#include "base/lsc-sort.h"

/* dispatch.md#breaks. Between the end of all that was launched and the next launch, the host did
 * something: the longest synchronising call, copy, communication launch, collection of garbage or
 * data loader is compared with the operator that took most time itself. Time of the former is not
 * counted for the operator around it, or .item() would always win against the waiting inside it. */

#define CHECK_EVERY 1024
#define MOST_ROWS 256 /* deeper nesting is hostile, and its slices explain no more */

/** A slice of an operator lane inside the break, with the time that is its own. */
typedef struct
{
  guint32 slice;
  gint64 own_ns;
} Part;

LSC_DEFINE_ARRAY (Parts, parts, Part)

/** What was found so far; times of the host. */
typedef struct
{
  LscDispatchBuild *build;
  gint64 begin_ns;
  gint64 end_ns;
  LscBreakCause type;
  guint32 id;
  gint64 longest_ns;
  gint64 cause_begin_ns;
  gint64 cause_end_ns;
} Search;

/** Lanes of the thread that launched and of the one that asked for it; may hold the same twice. */
typedef struct
{
  guint32 calls[2];
  guint32 ops[2];
} Threads;

static gboolean
break_cause_of (LscDispatchBuild *build, guint8 kind, guint32 name, LscBreakCause *type)
{
  if (kind == LSC_SLICE_GC)
    {
      *type = LSC_BREAK_GC;
      return TRUE;
    }
  if (kind == LSC_SLICE_CANN_COMM)
    {
      *type = LSC_BREAK_COMMUNICATION;
      return TRUE;
    }
  if (kind == LSC_SLICE_LAUNCH_ANCHOR || kind == LSC_SLICE_STEP || kind == LSC_SLICE_PYTHON ||
      kind == LSC_SLICE_MODULE)
    return FALSE;
  switch (_lsc_dispatch_classify (build, name))
    {
    case LSC_CALL_SYNC:
      *type = LSC_BREAK_SYNC;
      return TRUE;
    case LSC_CALL_COPY:
      *type = LSC_BREAK_COPY;
      return TRUE;
    case LSC_CALL_COMMUNICATION:
      *type = LSC_BREAK_COMMUNICATION;
      return TRUE;
    case LSC_CALL_DATA_LOADER:
      *type = LSC_BREAK_DATA_LOADER;
      return TRUE;
    default:
      return FALSE;
    }
}

static guint32
find_after (const LscLane *lane, guint32 row, gint64 time_ns)
{
  return _lsc_lane_find_after (lane, lane->row_begin[row], lane->row_begin[row + 1], time_ns);
}

static void
search_lane (Search *self, guint32 node_index)
{
  const LscNode *node;
  const LscLane *lane;

  if (node_index == LSC_SLICE_NONE)
    return;
  node = lsc_timeline_get_node (self->build->timeline, node_index);
  lane = node->lane;
  for (guint32 row = 0; row < MIN (lane->n_rows, MOST_ROWS); row++)
    for (guint32 i = find_after (lane, row, self->begin_ns);
         i < lane->row_begin[row + 1] && lane->start_ns[i] < self->end_ns; i++)
      {
        gint64 begin_ns = MAX (lane->start_ns[i], self->begin_ns);
        gint64 end_ns = MIN (lsc_lane_get_end_ns (lane, i), self->end_ns);
        LscBreakCause type;

        if (end_ns - begin_ns <= self->longest_ns ||
            !break_cause_of (self->build, lane->kind[i], lane->name[i], &type))
          continue;
        self->type = type;
        self->id = node->first_id + i;
        self->longest_ns = end_ns - begin_ns;
        self->cause_begin_ns = begin_ns;
        self->cause_end_ns = end_ns;
      }
}

static int
compare_parts (const void *a, const void *b)
{
  const Part *x = a, *y = b;

  return LSC_ORDER (x->slice, y->slice);
}

/* The time of a slice inside the break that is not explained yet. */
static gint64
unexplained_ns (const Search *self, const LscLane *lane, guint32 slice)
{
  gint64 begin_ns = MAX (lane->start_ns[slice], self->begin_ns);
  gint64 end_ns = MIN (lsc_lane_get_end_ns (lane, slice), self->end_ns);

  return MAX (end_ns - begin_ns, 0) -
         (self->id == LSC_SLICE_NONE
              ? 0
              : _lsc_overlap_ns (begin_ns, end_ns, self->cause_begin_ns, self->cause_end_ns));
}

/* Adds every slice of the lane inside the break; rows rise, so parents are already there. */
static void
collect_parts (const Search *self, const LscLane *lane, Parts *parts)
{
  for (guint32 row = 0; row < MIN (lane->n_rows, MOST_ROWS); row++)
    for (guint32 i = find_after (lane, row, self->begin_ns);
         i < lane->row_begin[row + 1] && lane->start_ns[i] < self->end_ns; i++)
      {
        Part key = { .slice = lsc_lane_get_parent (lane, i) };
        Part *parent = NULL;
        gint64 own_ns = unexplained_ns (self, lane, i);

        if (key.slice != LSC_SLICE_NONE && parts->n > 0)
          parent = bsearch (&key, parts->items, parts->n, sizeof (Part), compare_parts);
        if (parent)
          parent->own_ns -= own_ns;
        parts_append (parts, (Part){ i, own_ns });
      }
}

static void
search_ops (Search *self, guint32 node_index, Parts *parts)
{
  const LscNode *node;

  if (node_index == LSC_SLICE_NONE)
    return;
  node = lsc_timeline_get_node (self->build->timeline, node_index);
  parts->n = 0;
  collect_parts (self, node->lane, parts);
  for (gsize i = 0; i < parts->n; i++)
    if (node->lane->kind[parts->items[i].slice] == LSC_SLICE_OP &&
        parts->items[i].own_ns > self->longest_ns)
      {
        self->type = LSC_BREAK_OP;
        self->id = node->first_id + parts->items[i].slice;
        self->longest_ns = parts->items[i].own_ns;
      }
}

static Threads
find_threads (LscDispatchBuild *self, guint32 launch)
{
  LscFoundSlice call = _lsc_slice_map_find (&self->map, launch);
  LscSpot op = _lsc_dispatch_find_op (self, launch);
  guint32 host = _lsc_dispatch_get_host_lane (self, LSC_ROLE_HOST_THREAD, call.node_index);
  Threads threads = { { call.node_index, LSC_SLICE_NONE }, { host, LSC_SLICE_NONE } };

  if (op.node != LSC_SLICE_NONE && op.node != host)
    {
      threads.ops[1] = op.node;
      threads.calls[1] = _lsc_dispatch_get_host_lane (self, LSC_ROLE_CANN_THREAD, op.node);
      if (threads.calls[1] == threads.calls[0])
        threads.calls[1] = LSC_SLICE_NONE;
    }
  return threads;
}

static void
find_cause (LscDispatchBuild *self, LscBreak *found, gint64 launch_ns, Parts *parts)
{
  Search search = { .build = self,
                    .begin_ns = found->begin_ns - self->result->skew_ns,
                    .end_ns = launch_ns,
                    .type = LSC_BREAK_UNKNOWN,
                    .id = LSC_SLICE_NONE };
  Threads threads = find_threads (self, found->launch);

  for (guint i = 0; i < 2; i++)
    {
      search_lane (&search, threads.calls[i]);
      search_lane (&search, threads.ops[i]);
    }
  for (guint i = 0; i < 2; i++)
    search_ops (&search, threads.ops[i], parts);
  found->type = search.type;
  found->cause = search.id;
}

/**
 * _lsc_dispatch_find_breaks:
 *
 * Finds every pipeline break with its cause. Needs the launches.
 *
 * Cost: O(launches), and for each break O(rows * log slices + slices in it).
 *
 * Returns: whether it was not cancelled
 */
gboolean
_lsc_dispatch_find_breaks (LscDispatchBuild *self, GError **error)
{
  const LscLaunches *launches = &self->result->launches;
  LscBreaks *breaks = &self->result->breaks;
  gint64 done_ns = launches->n > 0 ? launches->items[0].end_ns : 0;
  gboolean is_done = TRUE;
  Parts parts = { 0 };

  for (gsize i = 1; i < launches->n && is_done; i++)
    {
      const LscLaunch *launch = &launches->items[i];
      gint64 idle_ns = launch->launch_ns + self->result->skew_ns - done_ns;

      if (idle_ns > 0)
        {
          LscBreak *found = lsc_breaks_add (breaks);

          *found = (LscBreak){ .begin_ns = done_ns, .idle_ns = idle_ns, .launch = launch->launch };
          find_cause (self, found, launch->launch_ns, &parts);
          if (breaks->n % CHECK_EVERY == 0)
            is_done = lsc_job_check (self->job, error);
        }
      done_ns = MAX (done_ns, launch->end_ns);
    }
  parts_clear (&parts);
  return is_done;
}
