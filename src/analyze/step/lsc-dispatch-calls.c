/* lsc-dispatch-calls.c - what host calls do, and which of them wait for the device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-dispatch-private.h"
#include "base/lsc-sort.h"
#include "model/lsc-around.h"

#include <stdlib.h>
#include <string.h>

/**
 * lsc_is_sync_call:
 * @name: of a CANN or CUDA call
 *
 * Returns: whether the call waits for the device (list of dispatch.md#gaps)
 */
gboolean
lsc_is_sync_call (const char *name)
{
  static const char *const prefixes[] = { "aclrtSynchronizeStream", "aclrtSynchronizeDevice",
                                          "aclrtSynchronizeEvent" };
  static const char *const names[] = {
    "aclrtMemcpy",      "StreamSynchronize", "DeviceSynchronize",
    "EventSynchronize", "MemCopySync",       "StreamSyncTaskFinish",
    "cudaMemcpy",       "hipMemcpy",         "hipMemcpyWithStream",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i]))
      return TRUE;
  return (g_str_has_prefix (name, "cuda") || g_str_has_prefix (name, "hip") ||
          (g_str_has_prefix (name, "cu") && g_ascii_isupper (name[2]))) &&
         g_str_has_suffix (name, "Synchronize");
}

static gboolean
holds_any (const char *name, const char *const *words)
{
  for (; *words; words++)
    if (strstr (name, *words))
      return TRUE;
  return FALSE;
}

/**
 * lsc_is_graph_launch:
 * @name: of a call
 *
 * Returns: whether the call launches a captured graph, many tasks at once
 */
gboolean
lsc_is_graph_launch (const char *name)
{
  static const char *const names[] = { "cudaGraphLaunch", "cuGraphLaunch", "hipGraphLaunch",
                                       "aclmdlRIExecute", "aclmdlExecute", "ModelExecute" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i]))
      return TRUE;
  return FALSE;
}

static LscCallClass
classify (const char *name)
{
  static const char *const copies[] = { "Memcpy", "MemCopy", "memcpy", NULL };
  static const char *const copy_ops[] = {
    "aten::copy_", "aten::_to_copy", "aten::to", "aten::contiguous", "aten::clone", NULL,
  };
  static const char *const communication[] = { "hcom",  "Hccl",   "HCCL",   "c10d::",
                                               "nccl:", "nccl::", "hccl::", NULL };

  if (lsc_is_sync_call (name))
    return LSC_CALL_SYNC;
  if (lsc_is_graph_launch (name))
    return LSC_CALL_GRAPH;
  if (strstr (name, "StreamWaitEvent"))
    return LSC_CALL_STREAM_WAIT;
  if (strstr (name, "LaunchKernel") || strstr (name, "KernelLaunch"))
    return LSC_CALL_LAUNCH;
  if (strstr (name, "DataLoader"))
    return LSC_CALL_DATA_LOADER;
  if (g_strv_contains (copy_ops, name) || holds_any (name, copies))
    return LSC_CALL_COPY;
  if (holds_any (name, communication))
    return LSC_CALL_COMMUNICATION;
  return LSC_CALL_OTHER;
}

/** Returns: what the call of that name does. Each name is looked at once. */
LscCallClass
_lsc_dispatch_classify (LscDispatchBuild *self, guint32 name)
{
  if (name == LSC_STRING_NONE)
    return LSC_CALL_OTHER;
  if (self->classes[name] == LSC_CALL_UNKNOWN)
    self->classes[name] = classify (lsc_intern_text (self->timeline->strings, name));
  return self->classes[name];
}

static int
compare_syncs (const void *a, const void *b)
{
  const LscSyncSlice *x = a, *y = b;

  LSC_RETURN_ORDER (x->end_ns, y->end_ns);
  return LSC_ORDER (x->id, y->id);
}

static void
collect_syncs (LscDispatchBuild *self, const LscRowPart *part)
{
  const LscLane *lane = part->lane;

  for (guint32 i = part->begin; i < part->end; i++)
    {
      LscSyncSlice *sync;
      guint32 outermost = i;
      guint32 at = lsc_lane_get_parent (lane, i);

      if (lane->kind[i] == LSC_SLICE_LAUNCH_ANCHOR ||
          _lsc_dispatch_classify (self, lane->name[i]) != LSC_CALL_SYNC)
        continue;
      for (guint k = 0; k < LSC_AROUND_MOST_LEVELS && at != LSC_SLICE_NONE;
           k++, at = lsc_lane_get_parent (lane, at))
        if (_lsc_dispatch_classify (self, lane->name[at]) == LSC_CALL_SYNC)
          outermost = at;
      sync = lsc_sync_slices_add (&self->syncs);
      *sync = (LscSyncSlice){ lane->start_ns[i], lsc_lane_get_end_ns (lane, i), part->first_id + i,
                              part->first_id + outermost, part->node };
    }
}

/** Finds every synchronising call. Cost: O(calls of the host). */
void
_lsc_dispatch_find_syncs (LscDispatchBuild *self)
{
  LscSyncSlices *syncs = &self->syncs;

  for (gsize i = 0; i < self->calls.n; i++)
    collect_syncs (self, &self->calls.items[i]);
  if (syncs->n > 0)
    qsort (syncs->items, syncs->n, sizeof (LscSyncSlice), compare_syncs);
  self->earliest = g_new (guint32, syncs->n + 1);
  for (gsize i = syncs->n; i > 0; i--)
    self->earliest[i - 1] =
        i < syncs->n && syncs->items[self->earliest[i]].start_ns < syncs->items[i - 1].start_ns
            ? self->earliest[i]
            : (guint32) (i - 1);
}

static guint
hash_host_lane (gconstpointer data)
{
  const LscNode *self = data;

  return (g_int64_hash (&self->pid) * 31 + g_int64_hash (&self->tid)) * 31 + (guint) self->role;
}

static gboolean
equal_host_lanes (gconstpointer a, gconstpointer b)
{
  const LscNode *x = a, *y = b;

  return x->role == y->role && x->tid == y->tid && x->pid == y->pid;
}

/**
 * _lsc_host_lanes_new:
 * @timeline: gets no more nodes as long as this is used
 *
 * Cost: O(nodes).
 *
 * Returns: (transfer full) (element-type LscNode): the lanes of each thread, of several of one role
 *   the first
 */
GHashTable *
_lsc_host_lanes_new (const LscTimeline *timeline)
{
  const guint roles =
      1 << LSC_ROLE_HOST_THREAD | 1 << LSC_ROLE_CANN_THREAD | 1 << LSC_ROLE_PYTHON_STACK;
  GHashTable *self = g_hash_table_new (hash_host_lane, equal_host_lanes);

  for (guint32 i = timeline->nodes->len; i-- > 0;) /* the first takes the place of the others */
    {
      LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && (roles >> node->role & 1))
        g_hash_table_add (self, node);
    }
  return self;
}

/**
 * _lsc_host_lanes_find:
 * @like: a lane of the same thread
 *
 * Returns: the lane of that role and thread, %LSC_SLICE_NONE = none
 */
guint32
_lsc_host_lanes_find (GHashTable *self, const LscTimeline *timeline, LscNodeRole role,
                      const LscNode *like)
{
  LscNode wanted = { .pid = like->pid, .tid = like->tid, .role = role };
  const LscNode *found = g_hash_table_lookup (self, &wanted);

  return found ? (guint32) (found - lsc_timeline_get_node (timeline, 0)) : LSC_SLICE_NONE;
}

/** As _lsc_host_lanes_find(), of the thread of the lane @like. */
guint32
_lsc_dispatch_get_host_lane (LscDispatchBuild *self, LscNodeRole role, guint32 like)
{
  if (!self->host_lanes)
    self->host_lanes = _lsc_host_lanes_new (self->timeline);
  return _lsc_host_lanes_find (self->host_lanes, self->timeline, role,
                               lsc_timeline_get_node (self->timeline, like));
}

/* The innermost operator around a slice, itself included; an entry of the task queue leads to the
 * operator that queued it. */
static LscSpot
climb_to_op (LscDispatchBuild *self, LscSpot spot)
{
  const LscTimeline *timeline = self->timeline;

  for (guint hops = 0; hops < 2; hops++)
    {
      const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
      guint32 slice = spot.slice;
      gsize first, n;

      for (guint k = 0; k < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE &&
                        lane->kind[slice] != LSC_SLICE_OP && lane->kind[slice] != LSC_SLICE_DEQUEUE;
           k++)
        slice = lsc_lane_get_parent (lane, slice);
      if (slice == LSC_SLICE_NONE ||
          (lane->kind[slice] != LSC_SLICE_OP && lane->kind[slice] != LSC_SLICE_DEQUEUE))
        return LSC_SPOT_NONE;
      spot.slice = slice;
      if (lane->kind[slice] == LSC_SLICE_OP)
        return spot;
      n = lsc_links_find_to (&timeline->links, lsc_timeline_get_id (timeline, spot), &first);
      spot = LSC_SPOT_NONE;
      for (gsize i = 0; i < n && spot.node == LSC_SLICE_NONE; i++)
        {
          const LscLink *link = lsc_links_get_to (&timeline->links, first + i);
          LscFoundSlice from;

          if (link->kind != LSC_LINK_QUEUE)
            continue;
          from = _lsc_slice_map_find (&self->map, link->from);
          spot = (LscSpot){ from.node_index, from.slice };
        }
      if (spot.node == LSC_SLICE_NONE)
        return spot;
    }
  return LSC_SPOT_NONE;
}

/* The innermost operator of the framework around a host call, %LSC_SPOT_NONE. */
static LscSpot
find_op_around (LscDispatchBuild *self, guint32 call)
{
  LscFoundSlice found = _lsc_slice_map_find (&self->map, call);
  guint32 node = _lsc_dispatch_get_host_lane (self, LSC_ROLE_HOST_THREAD, found.node_index);
  guint32 slice;

  if (node == LSC_SLICE_NONE)
    return LSC_SPOT_NONE;
  slice = lsc_lane_find_deepest (lsc_timeline_get_node (self->timeline, node)->lane,
                                 _lsc_found_start (&found));
  return slice == LSC_SLICE_NONE ? LSC_SPOT_NONE : climb_to_op (self, (LscSpot){ node, slice });
}

/** Returns: the operator behind a launch: by its link, else the one around it; %LSC_SPOT_NONE */
LscSpot
_lsc_dispatch_find_op (LscDispatchBuild *self, guint32 launch)
{
  gsize first, n = lsc_links_find_to (&self->timeline->links, launch, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = lsc_links_get_to (&self->timeline->links, first + i);
      LscFoundSlice from;

      if (link->kind != LSC_LINK_OP_LAUNCH)
        continue;
      from = _lsc_slice_map_find (&self->map, link->from);
      return (LscSpot){ from.node_index, from.slice };
    }
  return find_op_around (self, launch);
}

static int
compare_charges (gconstpointer a, gconstpointer b)
{
  const LscSyncCall *x = a, *y = b;

  LSC_RETURN_ORDER (y->free_ns, x->free_ns);
  LSC_RETURN_ORDER (y->duration_ns, x->duration_ns);
  return LSC_ORDER (x->call, y->call);
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const LscSyncCall *x = a, *y = b;

  return LSC_ORDER (x->call, y->call);
}

/* A gap is charged to one call, LscGap.cause: what lies inside the call and after it. */
static void
charge_gaps (LscDispatchBuild *self)
{
  LscSyncCalls *calls = &self->result->syncs;

  for (gsize i = 0; i < self->result->gaps.n; i++)
    {
      const LscGap *gap = &self->result->gaps.items[i];
      LscSyncCall key = { .call = gap->cause }, *call;
      LscFoundSlice found;

      if (gap->kind != LSC_SLICE_GAP_HOST_SYNC || gap->cause == LSC_SLICE_NONE)
        continue;
      call = bsearch (&key, calls->items, calls->n, sizeof key, compare_calls);
      if (!call)
        continue;
      found = _lsc_slice_map_find (&self->map, call->call);
      call->free_ns +=
          gap->end_ns - MAX (gap->begin_ns, _lsc_found_start (&found) + self->result->skew_ns);
      call->gap_ns += gap->end_ns - gap->begin_ns;
    }
}

/**
 * _lsc_dispatch_list_syncs:
 *
 * Lists the synchronising calls, those inside another one not on their own, with the Free that each
 * causes. Needs the gaps.
 */
void
_lsc_dispatch_list_syncs (LscDispatchBuild *self)
{
  LscSyncCalls *calls = &self->result->syncs;

  for (gsize i = 0; i < self->syncs.n; i++)
    {
      const LscSyncSlice *sync = &self->syncs.items[i];
      LscSyncCall *call;
      LscSpot op;

      if (sync->outermost != sync->id)
        continue;
      op = find_op_around (self, sync->id);
      call = lsc_sync_calls_add (calls);
      *call =
          (LscSyncCall){ .call = sync->id,
                         .op = op.node == LSC_SLICE_NONE ? LSC_SLICE_NONE
                                                         : lsc_timeline_get_id (self->timeline, op),
                         .duration_ns = sync->end_ns - sync->start_ns };
    }
  if (calls->n == 0)
    return;
  qsort (calls->items, calls->n, sizeof (LscSyncCall), compare_calls);
  charge_gaps (self);
  qsort (calls->items, calls->n, sizeof (LscSyncCall), compare_charges);
}
