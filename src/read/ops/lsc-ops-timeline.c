/* lsc-ops-timeline.c - the timeline of a worker of a job
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "read/lsc-timeline-read.h"
#include "read/ops/lsc-ops-timeline-private.h"

/* lanes.md#ops. Computing stands on streams of a group "Ops", messages and collectives on lanes
 * of their groups. There are no kernels and no launches. */

static const char *const row_names[LSC_JOB_N_ROWS] = { "compute", "pp-comm", "tp-comm", "dp-comm",
                                                       "misc" };

/* Communication of the row of replicas is of several groups. */
static LscOpsLaneKind
get_lane (const LscJobOp *op)
{
  switch (op->kind)
    {
    case LSC_JOB_OP_GC:
      return LSC_OPS_LANE_GC;
    case LSC_JOB_OP_EMBEDDING_ALL_REDUCE:
      return LSC_OPS_LANE_EMBEDDING;
    case LSC_JOB_OP_LAYERNORM_ALL_REDUCE:
      return LSC_OPS_LANE_OWN;
    case LSC_JOB_OP_CLIP_GRAD:
      return LSC_OPS_LANE_ALL;
    default:
      return (LscOpsLaneKind) MIN (op->row, LSC_JOB_ROW_MISC);
    }
}

/* What of computing no replay has may stand around other ops: it is drawn and counts as nothing. */
static guint8
get_slice_kind (const LscJobOp *op)
{
  switch ((LscJobOpKind) op->kind)
    {
    case LSC_JOB_OP_FORWARD_COMPUTE:
    case LSC_JOB_OP_BACKWARD_COMPUTE:
    case LSC_JOB_OP_OPTIMIZER:
      return LSC_SLICE_COMPUTE;
    case LSC_JOB_OP_GC:
      return LSC_SLICE_GC;
    case LSC_JOB_OP_OTHER:
      return op->row == LSC_JOB_ROW_TENSOR ? LSC_SLICE_COMM_OP : LSC_SLICE_OTHER;
    default:
      return LSC_SLICE_COMM_OP;
    }
}

static void
add_op (LscOpsBuild *self, gsize index)
{
  const LscJobOp *op = &self->ops->ops.items[index];
  LscRawSlice *slice =
      lsc_raw_slices_add (&self->lanes[get_lane (op)], op->start_ns, op->start_ns + op->length_ns);

  slice->detail = (gint64) index;
  slice->name = _lsc_ops_take_name (self, op->name);
  slice->kind = get_slice_kind (op);
}

/** Returns: the id of a name of the job in the timeline */
guint32
_lsc_ops_take_name (LscOpsBuild *self, guint32 id)
{
  if (self->names[id] == LSC_STRING_NONE)
    self->names[id] =
        lsc_intern_add (self->timeline->strings, lsc_intern_text (self->ops->strings, id));
  return self->names[id];
}

static void
add_steps (LscOpsBuild *self)
{
  LscTimeline *timeline = self->timeline;
  LscRawSlices raw = { 0 };

  for (gsize i = 0; i < self->ops->steps.n; i++)
    {
      const LscJobStep *step = &self->ops->steps.items[i];
      LscRawSlice *slice;
      gsize n;

      if (!lsc_job_ops_get (self->ops, i, self->worker, &n))
        continue; /* it has no op in it */
      lsc_steps_append (&timeline->steps, (LscStep){ step->number, step->begin_ns,
                                                     step->begin_ns + step->length_ns });
      slice = lsc_raw_slices_add (&raw, step->begin_ns, step->begin_ns + step->length_ns);
      slice->detail = -1;
      slice->name =
          lsc_intern_add_take (timeline->strings, g_strdup_printf ("Step #%" PRId64, step->number));
      slice->kind = LSC_SLICE_STEP;
    }
  lsc_timeline_add_lane (timeline, 0, LSC_ROLE_STEPS, "Steps",
                         lsc_lane_new (&raw, LSC_LANE_NESTED, NULL));
}

static guint32
add_lane (LscOpsBuild *self, guint32 *group, LscNodeRole group_role, const char *group_name,
          LscNodeRole role, LscOpsLaneKind kind, const char *name)
{
  LscRawSlices *raw = &self->lanes[kind];
  guint32 node;

  if (raw->n == 0)
    return LSC_SLICE_NONE;
  if (*group == LSC_SLICE_NONE)
    *group = lsc_timeline_add_group (self->timeline, 0, group_role, group_name);
  node = lsc_timeline_add_lane (self->timeline, *group, role, name,
                                lsc_lane_new (raw, LSC_LANE_NESTED, NULL));
  lsc_timeline_get_node (self->timeline, node)->tid = kind;
  return node;
}

static void
add_lanes (LscOpsBuild *self)
{
  static const LscOpsLaneKind comm_lanes[] = { LSC_OPS_LANE_MESSAGES,  LSC_OPS_LANE_TENSOR,
                                               LSC_OPS_LANE_DATA,      LSC_OPS_LANE_OWN,
                                               LSC_OPS_LANE_EMBEDDING, LSC_OPS_LANE_ALL };
  guint32 host = LSC_SLICE_NONE, device = LSC_SLICE_NONE, comm = LSC_SLICE_NONE;

  add_lane (self, &host, LSC_ROLE_HOST, "Host", LSC_ROLE_HOST_THREAD, LSC_OPS_LANE_GC, "gc");
  add_lane (self, &device, LSC_ROLE_DEVICE, "Ops", LSC_ROLE_STREAM, LSC_OPS_LANE_COMPUTE,
            row_names[LSC_JOB_ROW_COMPUTE]);
  add_lane (self, &device, LSC_ROLE_DEVICE, "Ops", LSC_ROLE_STREAM, LSC_OPS_LANE_MISC,
            row_names[LSC_JOB_ROW_MISC]);
  for (gsize i = 0; i < G_N_ELEMENTS (comm_lanes); i++)
    {
      LscOpsLaneKind kind = comm_lanes[i];
      guint row = MIN ((guint) kind, LSC_JOB_ROW_DATA);
      g_autofree char *text = _lsc_ops_add_group (self, kind);
      const LscCommGroup *group = lsc_timeline_get_comm_group (self->timeline, text);
      g_autofree char *name =
          g_strdup_printf ("%s: %s", row_names[row], group ? group->label : text);
      guint32 node = add_lane (self, &comm, LSC_ROLE_COMM, "Communication", LSC_ROLE_COMM_GROUP,
                               kind, kind == LSC_OPS_LANE_TENSOR ? row_names[row] : name);

      if (node != LSC_SLICE_NONE)
        lsc_timeline_get_node (self->timeline, node)->text = g_steal_pointer (&text);
    }
}

/* ---- Details ------------------------------------------------------------------------------ */

static void
add_detail (GPtrArray *details, const char *key, char *value)
{
  LscDetail *detail = g_new (LscDetail, 1);

  detail->key = g_strdup (key);
  detail->value = value;
  g_ptr_array_add (details, detail);
}

static gint64
find_step (const LscJobOps *ops, gsize index)
{
  gsize n_places = ops->workers.n * ops->steps.n, low = 0, high = n_places;

  while (low + 1 < high)
    {
      gsize middle = low + (high - low) / 2;

      if (ops->first[middle] <= index)
        low = middle;
      else
        high = middle;
    }
  return ops->steps.items[low / ops->workers.n].number;
}

static void
add_number (GPtrArray *details, const char *key, gint64 value)
{
  add_detail (details, key, g_strdup_printf ("%" PRId64, value));
}

/* As the file calls them. Of a slice that is no op there is none. */
static GPtrArray *
read_details (const LscTimeline *timeline, LscSpot spot, GError **error)
{
  GPtrArray *details = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_detail_free);
  const LscJobOps *ops = timeline->reader;
  const LscLane *lane = lsc_timeline_get_node (timeline, spot.node)->lane;
  gint64 index = lane ? lsc_lane_get_detail (lane, spot.slice) : -1;
  const LscJobOp *op;
  const char *kind;

  if (index < 0 || (gsize) index >= ops->ops.n)
    return details;
  op = &ops->ops.items[index];
  kind = lsc_job_op_kind_name ((LscJobOpKind) op->kind);
  add_detail (details, "name", g_strdup (lsc_intern_text (ops->strings, op->name)));
  if (kind && strcmp (kind, lsc_intern_text (ops->strings, op->name)) != 0)
    add_detail (details, "kind", g_strdup (kind));
  add_number (details, "step", find_step (ops, (gsize) index));
  if (op->chunk != LSC_JOB_NO_CHUNK)
    add_number (details, "model_chunk", op->chunk);
  if (op->micro_batch != LSC_JOB_NO_MICRO_BATCH)
    add_number (details, "mb_id", op->micro_batch);
  if (op->number != LSC_JOB_NO_NUMBER)
    add_number (details, "seq_id", op->number);
  if (op->length_ns < 0) /* drawn it has none */
    add_detail (details, "dur",
                g_strdup_printf ("-%" PRId64 ".%03" PRId64 " us", -op->length_ns / 1000,
                                 -op->length_ns % 1000));
  return details;
}

/* ---- The timeline ------------------------------------------------------------------------- */

/**
 * lsc_ops_timeline_load:
 * @source: a worker of an op timeline, which was read when it was found
 *
 * Cost: O(ops of the worker).
 *
 * Errors: %LSC_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the timeline, sealed
 */
LscTimeline *
lsc_ops_timeline_load (LscSource *source, guint n_threads, LscJob *job, GError **error)
{
  g_return_val_if_fail (source && source->ops, NULL);

  g_autoptr (LscTimeline) timeline = lsc_timeline_new (source);
  LscOpsBuild self = { .timeline = timeline, .ops = source->ops, .worker = source->worker };
  gsize n_names = lsc_intern_size (source->ops->strings);

  self.names = g_new (guint32, n_names + 1);
  memset (self.names, 0xff, (n_names + 1) * sizeof *self.names);
  for (gsize i = 0; i < self.ops->steps.n; i++)
    {
      gsize at = i * self.ops->workers.n + self.worker;

      for (gsize k = self.ops->first[at]; k < self.ops->first[at + 1]; k++)
        add_op (&self, k);
    }
  add_steps (&self);
  add_lanes (&self);
  timeline->extended_reason =
      lsc_phrase_new_text (N_ ("An op timeline has no device data but its ops."));
  timeline->launch_reason = lsc_phrase_new_text (N_ ("An op timeline has no launches."));
  timeline->reader = lsc_job_ops_ref (self.ops);
  timeline->free_reader = (GDestroyNotify) lsc_job_ops_unref;
  timeline->read_details = read_details;
  lsc_timeline_seal (timeline, NULL);
  _lsc_ops_add_peers (&self);
  _lsc_ops_add_facts (&self);
  for (gsize i = 0; i < LSC_OPS_N_LANES; i++)
    lsc_raw_slices_clear (&self.lanes[i]);
  g_free (self.names);
  return lsc_job_check (job, error) ? g_steal_pointer (&timeline) : NULL;
}
