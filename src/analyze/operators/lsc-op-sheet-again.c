/* lsc-op-sheet-again.c - ops of a forward that runs again in the backward pass
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-op-sheet-private.h"

#include <string.h>

/* operators.md#recomputed. Example: CheckpointFunctionBackward calls aten::mm, and then the engine
 * of autograd for MmBackward0: the former runs again, the latter is backward work. */

#define CHECK_EVERY 4096
#define MOST_LEVELS 1024
#define CHECKPOINT_FILE "checkpoint.py("

typedef enum
{
  NAME_NEW, /* not looked at */
  NAME_OTHER,
  NAME_BACKWARD, /* an op of autograd */
  NAME_AGAIN,    /* what it calls runs a forward again */
} NameClass;

/** Lanes of a thread, %LSC_SLICE_NONE. */
typedef struct
{
  guint32 ops;
  guint32 stack;
} Lanes;

/** @lanes: of each thread of the run; @names: of each name of the timeline #NameClass */
typedef struct
{
  const LscOpMaker *maker;
  const LscModuleData *data;
  Lanes *lanes;
  guint8 *names;
  gboolean has_frames;
} Again;

/* MmBackward0 and MmBackward, but no BackwardHook. */
static gboolean
ends_in_backward (const char *name)
{
  gsize n = strlen (name);

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  return n >= strlen ("Backward") &&
         memcmp (name + n - strlen ("Backward"), "Backward", strlen ("Backward")) == 0;
}

static NameClass
classify (const char *name)
{
  const char *frame = strstr (name, CHECKPOINT_FILE);

  if (frame && (strstr (frame, ": recompute_fn") || strstr (frame, ": unpack_hook")))
    return NAME_AGAIN;
  if (g_str_has_prefix (name, "autograd::engine::evaluate_function"))
    return NAME_BACKWARD;
  if (!ends_in_backward (name))
    return NAME_OTHER;
  return g_str_has_prefix (name, "Checkpoint") ? NAME_AGAIN : NAME_BACKWARD;
}

static NameClass
get_class (const Again *self, const LscLane *lane, guint32 slice)
{
  guint8 *known = &self->names[lane->name[slice]];

  if (*known == NAME_NEW)
    *known = classify (lsc_timeline_text (self->maker->timeline, lane->name[slice]));
  return (NameClass) *known;
}

static const LscLane *
get_lane (const Again *self, guint32 node)
{
  return node == LSC_SLICE_NONE ? NULL : lsc_timeline_get_node (self->maker->timeline, node)->lane;
}

/* Returns: what the innermost op of autograd around a moment is; @start_ns: (out): its start */
static NameClass
find_op (const Again *self, const LscLane *lane, gint64 time_ns, gint64 *start_ns)
{
  guint32 slice = lane ? lsc_lane_find_deepest (lane, time_ns) : LSC_SLICE_NONE;

  for (guint i = 0; i < MOST_LEVELS && slice != LSC_SLICE_NONE;
       i++, slice = lsc_lane_get_parent (lane, slice))
    if (get_class (self, lane, slice) != NAME_OTHER)
      {
        *start_ns = lane->start_ns[slice];
        return get_class (self, lane, slice);
      }
  return NAME_OTHER;
}

/* A frame that the op of autograd calls, not one that is around it. */
static gboolean
has_frame (const Again *self, const LscLane *lane, gint64 time_ns, gint64 from_ns)
{
  guint32 slice = lane ? lsc_lane_find_deepest (lane, time_ns) : LSC_SLICE_NONE;

  for (guint i = 0; i < MOST_LEVELS && slice != LSC_SLICE_NONE && lane->start_ns[slice] >= from_ns;
       i++, slice = lsc_lane_get_parent (lane, slice))
    if (get_class (self, lane, slice) == NAME_AGAIN)
      return TRUE;
  return FALSE;
}

/* A module that runs forward inside its backward (modules.md#recompute). */
static gboolean
is_in_call (const LscModuleData *data, guint32 call)
{
  for (guint i = 0; i < MOST_LEVELS && call != LSC_INDEX_NONE; i++)
    {
      const LscCall *at = &data->calls.items[call];

      if (at->kind != LSC_CALL_FORWARD)
        return FALSE;
      if (at->flags & LSC_CALL_RECOMPUTE)
        return TRUE;
      call = at->parent;
    }
  return FALSE;
}

static gboolean
is_again (const Again *self, const LscOpCall *call)
{
  const LscOp *op = &self->maker->run->ops.items[call->op];
  const Lanes *lanes = &self->lanes[op->thread];
  gint64 start_ns = 0;
  NameClass found = find_op (self, get_lane (self, lanes->ops), op->start_ns, &start_ns);

  if (found == NAME_AGAIN)
    return TRUE;
  if (found == NAME_BACKWARD)
    return self->has_frames &&
           has_frame (self, get_lane (self, lanes->stack), op->start_ns, start_ns);
  return is_in_call (self->data, call->call);
}

static guint32
find_thread (const LscRun *run, gint64 tid)
{
  for (guint32 i = 0; i < run->threads.n; i++)
    if (run->threads.items[i] == tid)
      return i;
  return LSC_ID_NONE;
}

static void
find_lanes (Again *self)
{
  const LscRun *run = self->maker->run;

  self->lanes = g_new (Lanes, run->threads.n + 1);
  for (gsize i = 0; i <= run->threads.n; i++)
    self->lanes[i] = (Lanes){ LSC_SLICE_NONE, LSC_SLICE_NONE };
  for (guint32 i = 1; i < self->maker->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (self->maker->timeline, i);
      gint64 tid = (gint64) ((guint64) node->pid << 32 | ((guint64) node->tid & G_MAXUINT32));
      guint32 thread =
          node->lane && (node->role == LSC_ROLE_HOST_THREAD || node->role == LSC_ROLE_PYTHON_STACK)
              ? find_thread (run, tid)
              : LSC_ID_NONE;

      if (thread == LSC_ID_NONE)
        continue;
      if (node->role == LSC_ROLE_HOST_THREAD)
        self->lanes[thread].ops = i;
      else
        self->lanes[thread].stack = i;
    }
}

/* Whether any frame runs a forward again: most recordings have none, and stacks are deep. */
static gboolean
has_frames (const LscTimeline *timeline)
{
  for (guint32 i = 0; i < lsc_intern_size (timeline->strings); i++)
    if (strstr (lsc_timeline_text (timeline, i), CHECKPOINT_FILE))
      return TRUE;
  return FALSE;
}

/* Most recordings run nothing again, and who knows that need not look around each op. */
static gboolean
may_be_again (const Again *self)
{
  const LscTimeline *timeline = self->maker->timeline;
  const LscCalls *calls = &self->data->calls;

  for (gsize i = 0; i < calls->n; i++)
    if (calls->items[i].flags & LSC_CALL_RECOMPUTE)
      return TRUE;
  for (guint32 i = 0; i < lsc_intern_size (timeline->strings); i++)
    if (classify (lsc_timeline_text (timeline, i)) == NAME_AGAIN)
      return TRUE;
  return FALSE;
}

/**
 * _lsc_op_maker_find_again:
 * @data: of the same run
 *
 * Cost: O(ops * depth). Source: operators.md#recomputed.
 *
 * Returns: (transfer full): of each of LscModuleData.ops whether it runs a forward again
 */
guint8 *
_lsc_op_maker_find_again (const LscOpMaker *self, const LscModuleData *data)
{
  g_autofree guint8 *names = g_new0 (guint8, lsc_intern_size (self->timeline->strings) + 1);
  guint8 *again = g_new0 (guint8, data->ops.n + 1);
  Again state = { .maker = self, .data = data, .names = names };

  if (!may_be_again (&state))
    return again;
  state.has_frames = has_frames (self->timeline);
  find_lanes (&state);
  for (gsize i = 0; i < data->ops.n; i++)
    {
      if (i % CHECK_EVERY == 0 && !lsc_job_check (self->job, NULL))
        break;
      again[i] = data->ops.items[i].n_kernels > 0 && is_again (&state, &data->ops.items[i]);
    }
  g_free (state.lanes);
  return again;
}
