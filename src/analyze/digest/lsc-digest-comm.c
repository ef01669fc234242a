/* lsc-digest-comm.c - what communication operators spend their time on, and what of it they own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * communication.md#parts: transfer is when any task of an operator moves data, wait when one of
 * them waits and none moves. Worked example: an operator lasts from 0 to 10 us, its tasks wait from
 * 1 to 7 and move data from 5 to 9. Transfer is 4, wait 4, the rest 2 us.
 */
#include "config.h"

#include "analyze/digest/lsc-digest-private.h"
#include "analyze/lsc-table.h"
#include "base/lsc-sort.h"
#include "model/lsc-comm-task-kind.h"

/* ---- transfers and waits ---- */

/** Tasks of a group by what they do, each moment once. */
typedef struct
{
  const LscTimeline *timeline;
  guint8 *kinds; /* 1 + LscCommTaskKind, by name */
  LscIntervals transfers;
  LscIntervals waits; /* without transfers */
} Tasks;

static LscCommTaskKind
get_kind (Tasks *self, guint32 name)
{
  if (self->kinds[name] == 0)
    self->kinds[name] =
        (guint8) (1 + lsc_comm_task_find_kind (lsc_timeline_text (self->timeline, name)));
  return (LscCommTaskKind) (self->kinds[name] - 1);
}

static void
take_task (Tasks *self, const LscLane *lane, guint32 slice)
{
  LscCommTaskKind kind = get_kind (self, lane->name[slice]);
  LscInterval at = { lane->start_ns[slice], lsc_lane_get_end_ns (lane, slice) };

  if (at.end_ns <= at.begin_ns || kind == LSC_COMM_TASK_OTHER)
    return;
  lsc_intervals_append (kind == LSC_COMM_TASK_TRANSFER ? &self->transfers : &self->waits, at);
}

/* Returns: whether the group has planes. */
static gboolean
take_planes (Tasks *self, guint32 group)
{
  gboolean has_any = FALSE;

  for (guint32 i = lsc_timeline_get_node (self->timeline, group)->first_child; i != LSC_SLICE_NONE;
       i = lsc_timeline_get_node (self->timeline, i)->next)
    {
      const LscNode *node = lsc_timeline_get_node (self->timeline, i);

      if (node->role != LSC_ROLE_COMM_PLANE || !node->lane)
        continue;
      has_any = has_any || node->lane->n > 0;
      for (guint32 k = 0; k < node->lane->n; k++)
        take_task (self, node->lane, k);
    }
  return has_any;
}

/* The tasks on streams, where they are on no plane. */
static gboolean
take_streams (Tasks *self, const LscNode *group)
{
  const LscLinks *links = &self->timeline->links;
  gboolean has_any = FALSE;

  for (guint32 i = 0; i < group->lane->n; i++)
    {
      gsize first, n = lsc_links_find_from (links, group->first_id + i, &first);

      for (gsize k = first; k < first + n; k++)
        {
          LscSpot spot = lsc_timeline_get_spot (self->timeline, links->items[k].to);

          if (links->items[k].kind != LSC_LINK_COMM_TASK || spot.node == LSC_SLICE_NONE)
            continue;
          has_any = TRUE;
          take_task (self, lsc_timeline_get_node (self->timeline, spot.node)->lane, spot.slice);
        }
    }
  return has_any;
}

static void
merge (Tasks *self)
{
  LscIntervals alone = { 0 };

  lsc_intervals_merge (&self->transfers);
  lsc_intervals_merge (&self->waits);
  lsc_intervals_subtract (&self->waits, &self->transfers, &alone);
  lsc_intervals_clear (&self->waits);
  self->waits = alone;
}

/* What of @in lies in an operator. */
static gint64
measure (const LscIntervals *in, const LscRankOp *op)
{
  gsize i = LSC_BISECT (k, 0, in->n, in->items[k].end_ns <= op->begin_ns);
  gint64 ns = 0;

  for (; i < in->n && in->items[i].begin_ns < op->end_ns; i++)
    ns += MIN (in->items[i].end_ns, op->end_ns) - MAX (in->items[i].begin_ns, op->begin_ns);
  return ns;
}

static void
clear_tasks (Tasks *self)
{
  lsc_intervals_clear (&self->transfers);
  lsc_intervals_clear (&self->waits);
}

/* Index of the operator of a slice, LSC_SLICE_NONE when it is of none. */
static inline guint32
find_op (const LscDigestComm *self, guint32 slice)
{
  return slice >= self->first && slice < self->end ? self->ops[slice - self->first]
                                                   : LSC_SLICE_NONE;
}

static void
split_group (Tasks *self, const LscDigestComm *comm, guint32 node)
{
  const LscNode *group = lsc_timeline_get_node (self->timeline, node);

  if (take_planes (self, node) || take_streams (self, group))
    {
      merge (self);
      for (guint32 i = 0; i < group->lane->n; i++)
        {
          guint32 index = find_op (comm, group->first_id + i);
          LscRankOp *op;

          if (index == LSC_SLICE_NONE)
            continue;
          op = &comm->digest->ops.items[index];
          op->transfer_ns = measure (&self->transfers, op);
          op->wait_ns = measure (&self->waits, op);
        }
    }
  clear_tasks (self);
}

/* ---- who owns time that nothing hides ---- */

typedef void (*SliceFunc) (LscDigestComm *self, guint32 slice, guint32 op);

static void
widen (LscDigestComm *self, guint32 slice, guint32 op)
{
  self->first = MIN (self->first, slice);
  self->end = MAX (self->end, slice + 1);
}

static void
set_op (LscDigestComm *self, guint32 slice, guint32 op)
{
  self->ops[slice - self->first] = op;
}

/* A GPU trace has the kernel of a collective on its stream, too: it is the same operator. */
static void
foreach_twin (LscDigestComm *self, const LscTimeline *timeline, SliceFunc func)
{
  for (gsize i = 0; timeline->is_gpu && i < self->digest->ops.n; i++)
    {
      guint32 slice = self->digest->ops.items[i].slice;
      gsize first, n = 0;

      if (slice < timeline->n_slices)
        n = lsc_links_find_from (&timeline->links, slice, &first);
      for (gsize k = 0; k < n; k++)
        if (timeline->links.items[first + k].kind == LSC_LINK_COMM_TASK)
          func (self, timeline->links.items[first + k].to, (guint32) i);
    }
}

static void
foreach_slice (LscDigestComm *self, const LscTimeline *timeline, SliceFunc func)
{
  for (gsize i = 0; i < self->digest->ops.n; i++)
    if (self->digest->ops.items[i].slice < timeline->n_slices)
      func (self, self->digest->ops.items[i].slice, (guint32) i);
  foreach_twin (self, timeline, func);
}

/**
 * _lsc_digest_comm_init:
 * @self: (out caller-allocates): to be cleared with _lsc_digest_comm_clear()
 * @digest: with operators
 *
 * Splits the operators into transfers and waits, where tasks were recorded.
 *
 * Cost: O(n log n) of the tasks of communication.
 */
void
_lsc_digest_comm_init (LscDigestComm *self, LscRankDigest *digest, const LscTimeline *timeline)
{
  gsize n_texts = lsc_intern_size (timeline->strings);
  g_autofree guint8 *kinds = g_new0 (guint8, n_texts + 1);
  Tasks tasks = { .timeline = timeline, .kinds = kinds };

  *self = (LscDigestComm){ .digest = digest, .first = LSC_SLICE_NONE };
  foreach_slice (self, timeline, widen);
  self->ops = g_new (guint32, self->end > self->first ? self->end - self->first : 1);
  for (guint32 i = self->first; i < self->end; i++)
    self->ops[i - self->first] = LSC_SLICE_NONE;
  for (gsize i = 0; i < digest->ops.n; i++)
    for (guint part = 0; part < LSC_OWNED_COMM_N; part++)
      digest->ops.items[i].owned_ns[part] = 0;
  foreach_slice (self, timeline, set_op);
  for (guint32 i = 0; digest->is_split && i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_COMM_GROUP)
        split_group (&tasks, self, i);
    }
}

static LscOwnedComm
get_part (guint8 category)
{
  if (category == LSC_BUDGET_TRANSFER)
    return LSC_OWNED_COMM_TRANSFER;
  return category == LSC_BUDGET_WAIT || category == LSC_BUDGET_BUBBLE ? LSC_OWNED_COMM_WAIT
                                                                      : LSC_OWNED_COMM_OTHER;
}

/** Adds a piece of communication to the operator that owns it. */
void
_lsc_digest_comm_take (LscDigestComm *self, const LscBudgetPiece *piece)
{
  guint32 op;

  if (piece->category < LSC_BUDGET_TRANSFER || piece->category > LSC_BUDGET_BUBBLE ||
      piece->owner == LSC_SLICE_NONE)
    return;
  op = find_op (self, piece->owner);
  if (op != LSC_SLICE_NONE)
    self->digest->ops.items[op].owned_ns[get_part (piece->category)] +=
        piece->end_ns - piece->begin_ns;
}

void
_lsc_digest_comm_clear (LscDigestComm *self)
{
  g_clear_pointer (&self->ops, g_free);
}
