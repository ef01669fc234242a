/* lsc-comm-ends.c - whom a send or a receive is with, by the tasks that it is made of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-comm-ends.h"

#include <stdlib.h>
#include <string.h>

/* The parts of an operator tell between which places of its group it moves or waits. A send, a
 * receive or a batch of them whose parts all name the same two, one of them the rank's own, has the
 * other one as its partner (lanes.md#links). Parts of an operator stand together in the file, so
 * that few ends are kept of many parts. */

/**
 * lsc_comm_ends_add_part:
 * @op_id: of the operator; < 0 = none
 * @source, @target: places in its group; %G_MAXUINT32 = none
 */
void
lsc_comm_ends_add_part (LscCommEnds *self, gint64 op_id, guint32 source, guint32 target)
{
  LscCommEnd *last = self->n > 0 ? &self->items[self->n - 1] : NULL;
  guint32 low = MIN (source, target), high = MAX (source, target);

  if (op_id < 0 || low == high || high == G_MAXUINT32)
    return;
  if (!last || last->op_id != op_id)
    lsc_comm_ends_append (self, (LscCommEnd){ op_id, low, high, TRUE });
  else
    last->is_clear = last->is_clear && last->low == low && last->high == high;
}

/* Returns: place of the rank among the members, G_MAXUINT32 if it is not there */
static guint32
find_own (const LscTimeline *timeline, const LscCommGroup *group)
{
  for (gsize i = 0; group && i < group->ranks.n; i++)
    if (group->ranks.items[i] == timeline->rank)
      return (guint32) i;
  return G_MAXUINT32;
}

/**
 * lsc_comm_end_get_peer:
 * @group: (nullable): of the operator
 *
 * Returns: number of the rank at the other end, %LSC_PEER_MANY where there are several or none is
 *   known
 */
gint64
lsc_comm_end_get_peer (const LscCommEnd *self, const LscTimeline *timeline,
                       const LscCommGroup *group)
{
  guint32 own = find_own (timeline, group);
  guint32 other = self->low == own ? self->high : self->low;

  return self->is_clear && own != G_MAXUINT32 && (self->low == own || self->high == own) &&
                 other < group->ranks.n
             ? group->ranks.items[other]
             : LSC_PEER_MANY;
}

/**
 * lsc_comm_name_is_message:
 *
 * Cost: O(length); callers keep the answer for a name.
 *
 * Returns: whether an operator is a send, a receive or a batch of them
 */
gboolean
lsc_comm_name_is_message (const char *name)
{
  g_return_val_if_fail (name, FALSE);

  g_autofree char *text = g_ascii_strdown (name, -1);

  return strstr (text, "send") || strstr (text, "recv") || strstr (text, "receive");
}

static int
compare_peers (const void *a, const void *b)
{
  const LscCommPeer *x = a, *y = b;

  return (x->slice > y->slice) - (x->slice < y->slice);
}

/** Puts the partners of messages into the order in which they are looked up. */
void
lsc_comm_peers_sort (LscCommPeers *self)
{
  if (self->n > 1)
    qsort (self->items, self->n, sizeof *self->items, compare_peers);
}
