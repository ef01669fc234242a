/* lsc-run-from-timeline-device.c - kernels and communication operators of a timeline
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <string.h>

#include "base/lsc-sort.h"
#include "base/lsc-time.h"
#include "model/lsc-around.h"
#include "model/lsc-kernel-name.h"

/* Kernels are the computing slices of streams; collectives count once, as the operators of their
 * group, not as their tasks on streams. Who sends to whom a Kineto trace says in the annotation
 * around the launch: `nccl:send 0->1`, `nccl:recv 1<-0` (pipeline.md#gpu). */

#define N_CLASSES 4

gboolean
_lsc_run_build_is_kernel (guint8 kind)
{
  return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COMM_OP ||
         kind == LSC_SLICE_SCHEDULE || kind == LSC_SLICE_COPY;
}

static LscKernelClass
class_of (guint8 kind)
{
  switch (kind)
    {
    case LSC_SLICE_COMM_OP:
      return LSC_KERNEL_COMMUNICATION;
    case LSC_SLICE_SCHEDULE:
      return LSC_KERNEL_SCHEDULE;
    case LSC_SLICE_COPY:
      return LSC_KERNEL_COPY;
    default:
      return LSC_KERNEL_COMPUTE;
    }
}

/* The real id of a device slice: its launch, else itself where an op is linked to it directly, as
 * to a task of a graph whose module is known. */
static gint64
connection_of (const LscTimeline *timeline, guint32 id)
{
  guint32 launch = _lsc_run_build_find_link (timeline, id, LSC_LINK_LAUNCH);

  if (launch != LSC_SLICE_NONE)
    return lsc_timeline_find_graph_name (timeline, id) ? id : launch;
  return _lsc_run_build_find_link (timeline, id, LSC_LINK_OP_DEVICE) != LSC_SLICE_NONE ? (gint64) id
                                                                                       : -1;
}

/* -- Send and receive ----------------------------------------------------------------------------
 */

static gboolean
is_p2p_text (const char *text)
{
  return g_str_has_prefix (text, "nccl:send") || g_str_has_prefix (text, "nccl:recv");
}

/* The innermost annotation of a lane at a time that says send or receive. */
static guint32
find_p2p (const LscTimeline *timeline, guint32 node, gint64 time_ns)
{
  const LscLane *lane =
      node == LSC_SLICE_NONE ? NULL : lsc_timeline_get_node (timeline, node)->lane;
  guint32 slice = lane ? lsc_lane_find_deepest (lane, time_ns) : LSC_SLICE_NONE;

  for (guint i = 0; i < LSC_AROUND_MOST_LEVELS && slice != LSC_SLICE_NONE;
       i++, slice = lsc_lane_get_parent (lane, slice))
    {
      const char *text = lsc_intern_text (timeline->strings, lane->name[slice]);

      if (text && is_p2p_text (text))
        return lane->name[slice];
    }
  return LSC_STRING_NONE;
}

/* The lane of annotations above the stream of a device slice. */
static guint32
find_stream_marks (const LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);
  const LscNode *stream = lsc_timeline_get_node (timeline, spot.node);

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_STREAM && node->type == LSC_NODE_LANE &&
          node->pid == stream->pid && node->tid == stream->tid && node->lane->n > 0 &&
          node->lane->kind[0] == LSC_SLICE_DEVICE_MARK)
        return i;
    }
  return LSC_SLICE_NONE;
}

/* String of the timeline that names what a communication op of a GPU trace does, its own name if
 * nothing else does. */
static guint32
name_of_comm (const LscRunBuild *build, guint32 id, guint32 own)
{
  const LscTimeline *timeline = build->timeline;
  guint32 launch = _lsc_run_build_find_link (timeline, id, LSC_LINK_LAUNCH);
  guint32 name = LSC_STRING_NONE;
  gsize first;

  if (launch != LSC_SLICE_NONE)
    {
      LscSpot spot = lsc_timeline_get_spot (timeline, launch);
      const LscNode *node = lsc_timeline_get_node (timeline, spot.node);

      name = find_p2p (timeline, _lsc_run_build_find_node (build->marks, node),
                       node->lane->start_ns[spot.slice]);
    }
  for (gsize n = lsc_links_find_from (&timeline->links, id, &first), i = 0;
       i < n && name == LSC_STRING_NONE; i++)
    {
      const LscLink *link = &timeline->links.items[first + i];

      if (link->kind == LSC_LINK_COMM_TASK)
        name = find_p2p (timeline, find_stream_marks (timeline, link->to),
                         _lsc_run_build_start (timeline, link->to));
    }
  return name == LSC_STRING_NONE ? own : name;
}

/* `nccl:send 0->1` and `nccl:recv 1<-0`: the own rank stands first, both count inside the group. */
static gboolean
parse_p2p (const char *text, guint32 *own, guint32 *other)
{
  const char *at = text + strlen ("nccl:send");
  char *end;
  guint64 a, b;

  while (*at == ' ')
    at++;
  if (!is_p2p_text (text) || !g_ascii_isdigit (*at))
    return FALSE;
  a = g_ascii_strtoull (at, &end, 10);
  if (!g_str_has_prefix (end, "->") && !g_str_has_prefix (end, "<-"))
    return FALSE;
  at = end + 2;
  if (!g_ascii_isdigit (*at))
    return FALSE;
  b = g_ascii_strtoull (at, &end, 10);
  if (a >= LSC_ID_NONE || b >= LSC_ID_NONE)
    return FALSE;
  *own = (guint32) a;
  *other = (guint32) b;
  return TRUE;
}

static void
add_comm_task (LscRunBuild *build, const LscCommOp *op, guint32 own, guint32 other)
{
  lsc_comm_tasks_append (
      &build->run->comm_tasks,
      (LscCommTask){ .op_id = op->op_id,
                     .start_ns = op->start_ns,
                     .end_ns = op->end_ns,
                     .task_type = lsc_intern_add (build->run->strings, "Notify_Record"),
                     .group = op->group,
                     .src_rank = own,
                     .dst_rank = other });
}

/* -- Communication operators ---------------------------------------------------------------------
 */

/* hcom_send__849_0_1 is of the type hcom_send_. */
static guint32
type_of_comm (LscRunBuild *build, const char *name)
{
  const char *end = g_str_has_prefix (name, "hcom_") ? strstr (name, "__") : NULL;

  return end ? lsc_intern_add_bytes (build->run->strings, name, (gsize) (end + 1 - name))
             : lsc_intern_add (build->run->strings, name);
}

static guint32
add_comm_op (LscRunBuild *build, const LscNode *node, guint32 slice, gint64 connection_id)
{
  const LscLane *lane = node->lane;
  guint32 id = node->first_id + slice;
  guint32 name =
      build->timeline->is_gpu ? name_of_comm (build, id, lane->name[slice]) : lane->name[slice];
  const char *text = lsc_intern_text (build->timeline->strings, name);
  LscCommOp *op = lsc_comm_ops_add (&build->run->comm_ops);
  guint32 own, other;

  *op = (LscCommOp){ .op_id = id,
                     .connection_id = connection_id,
                     .start_ns = lane->start_ns[slice],
                     .end_ns = lsc_lane_get_end_ns (lane, slice),
                     .op_name = _lsc_run_build_name (build, name),
                     .op_type = type_of_comm (build, text ? text : ""),
                     .group =
                         lsc_intern_add (build->run->strings, node->text ? node->text : node->name),
                     .device = (guint32) MAX (build->timeline->device, 0),
                     .op_connection_id = LSC_STRING_NONE };
  if (text && parse_p2p (text, &own, &other))
    add_comm_task (build, op, own, other);
  return (guint32) (build->run->comm_ops.n - 1);
}

/* The first pair of a slice from @id on. */
static gsize
find_pair (const LscTimeline *timeline, guint32 id)
{
  const LscCommPairs *pairs = &timeline->comm_pairs;

  return LSC_BISECT (i, 0, pairs->n, pairs->items[i].slice < id);
}

/* The tasks of a plane belong to the operator of the group that runs when they begin. Of those of
 * messages, which may run side by side, the reader found out whose they are and which ranks they
 * join. */
static void
add_plane (LscRunBuild *build, const LscNode *plane)
{
  const LscNode *group = lsc_timeline_get_node (build->timeline, plane->parent);
  guint32 name = lsc_intern_add (build->run->strings, group->text ? group->text : group->name);
  const LscCommPairs *pairs = &build->timeline->comm_pairs;
  gsize at = find_pair (build->timeline, plane->first_id);

  for (guint32 i = 0; i < plane->lane->n; i++)
    {
      gboolean has_pair = at < pairs->n && pairs->items[at].slice == plane->first_id + i;
      const LscCommPair *pair = has_pair ? &pairs->items[at++] : NULL;
      guint32 op = pair ? pair->op - group->first_id
                        : lsc_lane_find_deepest (group->lane, plane->lane->start_ns[i]);

      if (op == LSC_SLICE_NONE)
        continue;
      lsc_comm_tasks_append (
          &build->run->comm_tasks,
          (LscCommTask){ .op_id = group->first_id + op,
                         .start_ns = plane->lane->start_ns[i],
                         .end_ns = lsc_lane_get_end_ns (plane->lane, i),
                         .task_type = _lsc_run_build_name (build, plane->lane->name[i]),
                         .group = name,
                         .src_rank = pair ? pair->source : LSC_ID_NONE,
                         .dst_rank = pair ? pair->target : LSC_ID_NONE });
    }
}

static void
add_plane_tasks (LscRunBuild *build)
{
  const LscTimeline *timeline = build->timeline;

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role == LSC_ROLE_COMM_PLANE && node->lane && node->parent < timeline->nodes->len &&
          lsc_timeline_get_node (timeline, node->parent)->lane)
        add_plane (build, node);
    }
}

/* -- Kernels -------------------------------------------------------------------------------------
 */

/* The node whose stream a communication op runs on. */
static const LscNode *
stream_of_comm (const LscTimeline *timeline, guint32 id)
{
  gsize first;
  gsize n = lsc_links_find_from (&timeline->links, id, &first);

  for (gsize i = 0; i < n; i++)
    {
      const LscLink *link = &timeline->links.items[first + i];
      LscSpot spot = lsc_timeline_get_spot (timeline, link->to);
      const LscNode *node = lsc_timeline_get_node (timeline, spot.node);

      if (link->kind == LSC_LINK_COMM_TASK && node->role == LSC_ROLE_STREAM)
        return node;
    }
  return NULL;
}

static void
add_kernel (LscRunBuild *build, const LscNode *node, guint32 slice, LscKernels *classes)
{
  const LscLane *lane = node->lane;
  guint32 id = node->first_id + slice;
  guint class = class_of (lane->kind[slice]);
  const LscNode *stream = node;
  LscKernel kernel = { .start_ns = lane->start_ns[slice],
                       .end_ns = lsc_lane_get_end_ns (lane, slice),
                       .connection_id = connection_of (build->timeline, id),
                       .name = _lsc_run_build_name (build, lane->name[slice]),
                       .detail = LSC_ID_NONE,
                       .kernel_class = (guint8) class };
  gint64 device;

  if (class == LSC_KERNEL_COMMUNICATION)
    {
      kernel.detail = add_comm_op (build, node, slice, kernel.connection_id);
      if (!build->timeline->is_gpu) /* databases count collectives by type as well */
        kernel.name = build->run->comm_ops.items[kernel.detail].op_type;
      stream = stream_of_comm (build->timeline, id);
    }
  device = stream && build->timeline->is_gpu ? stream->pid : build->timeline->device;
  kernel.stream = stream ? (guint32) stream->tid : LSC_ID_NONE;
  kernel.device = (guint16) CLAMP (device, 0, G_MAXUINT16);
  lsc_kernels_append (&classes[class], kernel);
}

static int
compare_kernels (gconstpointer a, gconstpointer b)
{
  const LscKernel *x = a, *y = b;

  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  if (x->end_ns != y->end_ns)
    return x->end_ns < y->end_ns ? -1 : 1;
  return (x->stream > y->stream) - (x->stream < y->stream);
}

static void
join_classes (LscRun *run, LscKernels *classes)
{
  gsize n = 0;

  for (guint c = 0; c < N_CLASSES; c++)
    n += classes[c].n;
  lsc_kernels_reserve (&run->kernels, n);
  for (guint c = 0; c < N_CLASSES; c++)
    {
      run->class_begin[c] = run->kernels.n;
      if (classes[c].n > 1)
        qsort (classes[c].items, classes[c].n, sizeof (LscKernel), compare_kernels);
      for (gsize i = 0; i < classes[c].n; i++)
        lsc_kernels_append (&run->kernels, classes[c].items[i]);
      lsc_kernels_clear (&classes[c]);
    }
  run->class_begin[N_CLASSES] = run->kernels.n;
}

/* A product with a collective in it is a kernel that computes; its operator shows the other half in
 * the timeline alone, so that nothing is counted twice. */
static gboolean
is_fused (LscRunBuild *build, const LscLane *lane, guint32 slice)
{
  guint32 name = lane->name[slice];

  if (lane->kind[slice] != LSC_SLICE_COMM_OP || name >= build->n_names)
    return FALSE;
  if (build->fused_of[name] == 0)
    build->fused_of[name] =
        lsc_kernel_name_get_comm (lsc_timeline_text (build->timeline, name)) == LSC_COMM_NAME_FUSED
            ? 2
            : 1;
  return build->fused_of[name] == 2;
}

/**
 * _lsc_run_build_kernels:
 *
 * Fills kernels, communication operators and their tasks. Cost: O(n log n).
 */
gboolean
_lsc_run_build_kernels (LscRunBuild *build, GError **error)
{
  LscKernels classes[N_CLASSES] = { 0 };
  gboolean with_copies = (build->flags & LSC_LOAD_COPIES) != 0;
  gboolean ok = TRUE;

  for (guint32 i = 0; i < build->timeline->nodes->len && ok && !build->run->is_of_ops; i++)
    {
      const LscNode *node = lsc_timeline_get_node (build->timeline, i);

      if (node->type != LSC_NODE_LANE ||
          (node->role != LSC_ROLE_STREAM && node->role != LSC_ROLE_COMM_GROUP))
        continue;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (_lsc_run_build_is_kernel (node->lane->kind[k]) &&
            (with_copies || node->lane->kind[k] != LSC_SLICE_COPY) &&
            !is_fused (build, node->lane, k))
          add_kernel (build, node, k, classes);
      ok = lsc_job_check (build->job, error);
    }
  join_classes (build->run, classes);
  if (ok && (build->flags & (LSC_LOAD_COMM_TASKS | LSC_LOAD_COMM_PAIRS)))
    add_plane_tasks (build);
  return ok;
}
