/* lsc-run-from-timeline-ops.c - ops of host threads, and which kernels they launched
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto.h"
#include "read/facts/lsc-run-from-timeline-private.h"

#include <string.h>

/* formats.md#kineto-links. A launch counts where its call begins: an op that contains module calls
 * is split, its launches inside of them become ops of no length at that time. Launches without an
 * op are named after the Python frame, else after the call; a launch of a graph is one op, whatever
 * it starts. */

static LscOpType
type_of (guint8 kind)
{
  switch (kind)
    {
    case LSC_SLICE_ENQUEUE:
    case LSC_SLICE_DEQUEUE:
    case LSC_SLICE_MISTIMED: /* no tree shows it, as nobody knows where it stands */
      return LSC_OP_QUEUE;
    case LSC_SLICE_PYTHON:
    case LSC_SLICE_MODULE:
      return LSC_OP_TRACE;
    case LSC_SLICE_MARK:
      return LSC_OP_MSTX;
    default:
      return LSC_OP_FRAMEWORK;
    }
}

/* An end of a trace of whole microseconds may stick out of what contains it. */
static gint64
end_inside (const LscLane *lane, guint32 slice)
{
  gint64 end_ns = lsc_lane_get_end_ns (lane, slice);
  guint32 parent = lsc_lane_get_parent (lane, slice);

  if (parent == LSC_SLICE_NONE)
    return end_ns;
  return MAX (lane->start_ns[slice], MIN (end_ns, lsc_lane_get_end_ns (lane, parent)));
}

static LscOp *
add_op (LscRunBuild *build, const LscNode *node, guint32 slice)
{
  const LscLane *lane = node->lane;
  LscOp *op = lsc_ops_add (&build->run->ops);

  *op =
      (LscOp){ .start_ns = lane->start_ns[slice],
               .end_ns = end_inside (lane, slice),
               .name = _lsc_run_build_name (build, lane->name[slice]),
               .thread = _lsc_run_build_thread (build, node),
               .local_id = LSC_ID_NONE,
               .type = (guint8) type_of (lane->kind[slice]),
               .fwd_role = (guint8) lsc_kineto_get_role (build->timeline, node->first_id + slice) };
  return op;
}

static void
add_thread_ops (LscRunBuild *build, guint32 index)
{
  const LscNode *node = lsc_timeline_get_node (build->timeline, index);

  build->first_op[index] = (guint32) build->run->ops.n;
  lsc_ops_reserve (&build->run->ops, build->run->ops.n + node->lane->n);
  for (guint32 i = 0; i < node->lane->n; i++)
    {
      LscOp *op = add_op (build, node, i);

      if (op->type == LSC_OP_QUEUE)
        op->local_id = (guint32) (build->run->ops.n - 1);
    }
}

static void
add_module_frames (LscRunBuild *build, const LscNode *node)
{
  for (guint32 i = 0; i < node->lane->n; i++)
    if (node->lane->kind[i] == LSC_SLICE_MODULE)
      add_op (build, node, i);
}

/* Annotations of GPU traces stand where databases have ops: Optimizer.step and its like. */
static void
add_annotations (LscRunBuild *build, const LscNode *node)
{
  for (guint32 i = 0; i < node->lane->n; i++)
    if (node->lane->kind[i] != LSC_SLICE_MISTIMED)
      add_op (build, node, i)->type = LSC_OP_FRAMEWORK;
}

/**
 * _lsc_run_build_ops:
 *
 * Fills the ops of the run: all of the host threads, module frames, and annotations of GPU traces.
 */
gboolean
_lsc_run_build_ops (LscRunBuild *build, GError **error)
{
  for (guint32 i = 0; i < build->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (build->timeline, i);

      if (node->type != LSC_NODE_LANE)
        continue;
      if (node->role == LSC_ROLE_HOST_THREAD)
        add_thread_ops (build, i);
      else if (node->role == LSC_ROLE_PYTHON_STACK)
        add_module_frames (build, node);
      else if (node->role == LSC_ROLE_MARK_LANE && build->timeline->is_gpu)
        add_annotations (build, node);
      if (!lsc_job_check (build->job, error))
        return FALSE;
    }
  return TRUE;
}

/* -- Links ---------------------------------------------------------------------------------------
 */

/* The op of a slice, LSC_ID_NONE if it is no op. Gives it a local id. */
static guint32
local_of (LscRunBuild *build, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (build->timeline, id);
  guint32 op;

  if (spot.node == LSC_SLICE_NONE || build->first_op[spot.node] == LSC_ID_NONE)
    return LSC_ID_NONE;
  op = build->first_op[spot.node] + spot.slice;
  build->run->ops.items[op].local_id = op;
  return op;
}

static void
connect (LscRunBuild *build, gint64 real_id, guint32 local_id)
{
  lsc_connections_append (&build->run->connections, (LscConnection){ real_id, local_id });
}

static gboolean
is_module_kind (guint8 kind)
{
  return kind == LSC_SLICE_MODULE;
}

static gboolean
is_any_kind (guint8 kind)
{
  return TRUE;
}

/* The slice of the Python stack of a thread that is innermost at a time, LSC_SLICE_NONE. */
static guint32
find_on_stack (const LscRunBuild *build, const LscNode *thread, gint64 time_ns,
               gboolean (*is_wanted) (guint8 kind), const LscLane **lane_out)
{
  guint32 node = _lsc_run_build_find_node (build->stacks, thread);

  if (node == LSC_SLICE_NONE)
    return LSC_SLICE_NONE;
  *lane_out = lsc_timeline_get_node (build->timeline, node)->lane;
  return _lsc_run_build_find_frame (*lane_out, time_ns, is_wanted);
}

/* Whether an op contains a module call that contains the launch. */
static gboolean
is_split (const LscRunBuild *build, const LscNode *thread, guint32 op, gint64 time_ns)
{
  const LscOp *item = &build->run->ops.items[op];
  const LscLane *lane;
  guint32 slice = find_on_stack (build, thread, time_ns, is_module_kind, &lane);

  return slice != LSC_SLICE_NONE && lane->start_ns[slice] >= item->start_ns &&
         lsc_lane_get_end_ns (lane, slice) <= item->end_ns &&
         (lane->start_ns[slice] > item->start_ns ||
          lsc_lane_get_end_ns (lane, slice) < item->end_ns);
}

/* An op of no length where a launch begins. */
static guint32
make_op (LscRunBuild *build, const LscNode *thread, gint64 time_ns, guint32 name, guint role)
{
  guint32 local = (guint32) build->run->ops.n;

  lsc_ops_append (&build->run->ops, (LscOp){ .start_ns = time_ns,
                                             .end_ns = time_ns,
                                             .name = name,
                                             .thread = _lsc_run_build_thread (build, thread),
                                             .local_id = local,
                                             .type = LSC_OP_FRAMEWORK,
                                             .fwd_role = (guint8) role });
  return local;
}

static guint32
name_of_launch (LscRunBuild *build, const LscNode *node, guint32 slice)
{
  const LscLane *lane;
  guint32 frame = find_on_stack (build, node, node->lane->start_ns[slice], is_any_kind, &lane);

  if (frame != LSC_SLICE_NONE)
    return _lsc_run_build_name (build, lane->name[frame]);
  return _lsc_run_build_name (build, node->lane->name[slice]);
}

/* cudaGraphLaunch, hipGraphLaunch, cuGraphLaunch_ptsz: other calls may start several kernels, too.
 */
static gboolean
is_graph (const LscRunBuild *build, const LscNode *node, guint32 slice)
{
  return strstr (lsc_timeline_text (build->timeline, node->lane->name[slice]), "GraphLaunch") !=
         NULL;
}

/* The op that stands for a launch of a GPU trace with @n_kernels kernels. */
static guint32
find_gpu_op (LscRunBuild *build, guint32 launch, gsize n_kernels)
{
  LscSpot spot = lsc_timeline_get_spot (build->timeline, launch);
  const LscNode *node = lsc_timeline_get_node (build->timeline, spot.node);
  gint64 time_ns = node->lane->start_ns[spot.slice];
  guint32 from = _lsc_run_build_find_link (build->timeline, launch, LSC_LINK_OP_LAUNCH);
  guint32 op = LSC_ID_NONE;
  guint role = LSC_FWD_UNKNOWN;

  if (from != LSC_SLICE_NONE)
    {
      LscSpot above = lsc_timeline_get_spot (build->timeline, from);

      if (build->first_op[above.node] != LSC_ID_NONE)
        {
          op = build->first_op[above.node] + above.slice;
          role = build->run->ops.items[op].fwd_role;
        }
    }
  if (n_kernels > 1 && is_graph (build, node, spot.slice))
    return make_op (build, node, time_ns, lsc_intern_add (build->run->strings, "graph"), role);
  if (op == LSC_ID_NONE)
    return make_op (build, node, time_ns, name_of_launch (build, node, spot.slice), role);
  if (is_split (build, node, op, time_ns))
    return make_op (build, node, time_ns, build->run->ops.items[op].name, role);
  return local_of (build, from);
}

static guint32
find_op (LscRunBuild *build, guint32 launch, gsize n_kernels)
{
  guint32 from;

  if (build->timeline->is_gpu)
    return find_gpu_op (build, launch, n_kernels);
  from = _lsc_run_build_find_link (build->timeline, launch, LSC_LINK_OP_LAUNCH);
  return from == LSC_SLICE_NONE ? LSC_ID_NONE : local_of (build, from);
}

/* Kernels of a graph whose module is known have an op of their own. */
static gboolean
is_to_kernel (const LscRunBuild *build, const LscLink *link)
{
  return link->kind == LSC_LINK_LAUNCH &&
         _lsc_run_build_is_kernel (_lsc_run_build_kind (build->timeline, link->to)) &&
         !lsc_timeline_find_graph_name (build->timeline, link->to);
}

/* All links from one slice, of which the first is at @begin. */
static void
connect_launch (LscRunBuild *build, gsize begin, gsize end)
{
  const LscLink *links = build->timeline->links.items;
  gsize n_kernels = 0;
  guint32 op;

  for (gsize i = begin; i < end; i++)
    n_kernels += is_to_kernel (build, &links[i]);
  if (build->timeline->graph_names.n > 0)
    _lsc_run_build_graph_calls (build, begin, end);
  if (n_kernels == 0)
    return;
  op = find_op (build, links[begin].from, n_kernels);
  if (op != LSC_ID_NONE)
    connect (build, links[begin].from, op);
}

static void
connect_direct (LscRunBuild *build, const LscLink *link)
{
  guint32 op;

  if (_lsc_run_build_find_link (build->timeline, link->to, LSC_LINK_LAUNCH) != LSC_SLICE_NONE)
    return; /* the launch says it too */
  op = local_of (build, link->from);
  if (op != LSC_ID_NONE)
    connect (build, link->to, op);
}

static void
connect_pass (LscRunBuild *build, const LscLink *link, gint64 *next_id)
{
  guint32 forward = local_of (build, link->from);
  guint32 backward = local_of (build, link->to);

  if (forward == LSC_ID_NONE || backward == LSC_ID_NONE || forward == backward)
    return;
  if (!build->timeline->facts || build->timeline->facts->has_backward)
    {
      build->run->ops.items[forward].fwd_role = LSC_FWD_FORWARD;
      build->run->ops.items[backward].fwd_role = LSC_FWD_BACKWARD;
    }
  connect (build, *next_id, forward);
  connect (build, *next_id, backward);
  ++*next_id;
}

/**
 * _lsc_run_build_connections:
 *
 * Turns links into connection ids (modules.md#connections): a launch is one real id, a pair of
 * forward and backward op another. Cost: O(links log links).
 */
gboolean
_lsc_run_build_connections (LscRunBuild *build, GError **error)
{
  const LscLinks *links = &build->timeline->links;
  gint64 next_id = LSC_RUN_FIRST_PAIR_ID;
  gsize end;

  for (gsize begin = 0; begin < links->n; begin = end)
    {
      for (end = begin; end < links->n && links->items[end].from == links->items[begin].from; end++)
        if (links->items[end].kind == LSC_LINK_OP_DEVICE)
          connect_direct (build, &links->items[end]);
        else if (links->items[end].kind == LSC_LINK_FWD_BWD)
          connect_pass (build, &links->items[end], &next_id);
      connect_launch (build, begin, end);
      if ((begin & 4095) == 0 && !lsc_job_check (build->job, error))
        return FALSE;
    }
  return TRUE;
}
