/* lsc-replay-read.c - the operators of a recorded job, and which of them are the same
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/causes/lsc-job-replay-private.h"
#include "judge/overview/lsc-rank-match.h"

/* replay.md#model. */

static gboolean
is_message (const LscRankOp *op)
{
  return op->kind != LSC_RANK_OP_JOINT && op->kind != LSC_RANK_OP_ROOTED;
}

/* As overview.md#waits compares them. */
static gboolean
is_joint (const LscMatch *match, const LscMatchItem *item, const LscRankOp *op, gsize n)
{
  const LscMatchGroup *about = &g_array_index (match->groups, LscMatchGroup, item->group);
  gsize n_members = about->members ? about->members->n : 0;

  if (is_message (op) && op->kind != LSC_RANK_OP_BATCH && n_members > 2)
    return n == 2 && item->is_pair;
  if (item->is_pair)
    return n == 2 && !about->has_lost;
  return n > 1 && n == n_members;
}

static void
add_op (LscJobReplay *self, const LscMatchItem *item)
{
  const LscRankOp *op = &self->ranks[item->rank].digest->ops.items[item->op];

  lsc_replay_ops_append (&self->ops, (LscReplayOp){ .rank = item->rank,
                                                    .op = (guint32) item->op,
                                                    .joint = (guint32) self->joints.n,
                                                    .step = op->step,
                                                    .holds = op->holds,
                                                    .own_begin_ns = (double) op->own_begin_ns,
                                                    .own_end_ns = (double) op->own_end_ns,
                                                    .own_ready_ns = (double) op->own_ready_ns });
}

static void
add_joint (LscJobReplay *self, const LscMatchItem *items, gsize n)
{
  guint32 first = (guint32) self->ops.n;

  for (gsize i = 0; i < n; i++)
    add_op (self, &items[i]);
  lsc_replay_joints_append (&self->joints, (LscReplayJoint){ first, (guint32) n });
}

/**
 * _lsc_replay_read_ops:
 * @self: with ranks
 * @match: of them
 */
void
_lsc_replay_read_ops (LscJobReplay *self, const LscMatch *match)
{
  const LscMatchItem *items = match->items.items;

  lsc_replay_ops_reserve (&self->ops, match->items.n);
  for (gsize begin = 0, end; begin < match->items.n; begin = end)
    {
      const LscRankOp *op = &self->ranks[items[begin].rank].digest->ops.items[items[begin].op];

      for (end = begin + 1; end < match->items.n && lsc_match_is_same (&items[begin], &items[end]);)
        end++;
      if (is_joint (match, &items[begin], op, end - begin))
        add_joint (self, &items[begin], end - begin);
      else
        for (gsize i = begin; i < end; i++)
          add_joint (self, &items[i], 1);
    }
}

gsize
lsc_job_replay_get_n_joints (const LscJobReplay *self)
{
  g_return_val_if_fail (self, 0);
  return self->joints.n;
}

const LscReplayJoint *
lsc_job_replay_get_joint (const LscJobReplay *self, gsize joint)
{
  g_return_val_if_fail (self && joint < self->joints.n, NULL);
  return &self->joints.items[joint];
}

const LscReplayOp *
lsc_job_replay_get_op (const LscJobReplay *self, gsize op)
{
  g_return_val_if_fail (self && op < self->ops.n, NULL);
  return &self->ops.items[op];
}
