/* lsc-ascend-timeline-peers.c - whom sends and receives are with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

/* The parts of an operator tell between which positions of its group it moves or waits. A send, a
 * receive or a batch of them whose parts all name the same two, one of them the rank's own, has the
 * other one as its partner (lanes.md#links). Parts of an operator stand together in the file, so
 * that few ends are kept of many parts. */

static void
add_part (LscCommEnds *ends, const LscCommPart *part)
{
  LscCommEnd *last = ends->n > 0 ? &ends->items[ends->n - 1] : NULL;
  guint32 low = MIN (part->source, part->target), high = MAX (part->source, part->target);

  if (part->id == LSC_COMM_PART_NO_ID || part->op_id < 0 || low == high || high == G_MAXUINT32)
    return;
  if (!last || last->op_id != part->op_id)
    lsc_comm_ends_append (ends, (LscCommEnd){ part->op_id, low, high, TRUE });
  else
    last->is_clear = last->is_clear && last->low == low && last->high == high;
}

/** Keeps of the parts between whom they are; they may go then. */
void
_lsc_ascend_timeline_keep_ends (LscAscendTimeline *self)
{
  for (gsize i = 0; i < self->comm_parts.n; i++)
    add_part (&self->comm_ends, &self->comm_parts.items[i]);
}

static gboolean
is_message (const LscTimeline *timeline, guint32 name)
{
  g_autofree char *text = g_ascii_strdown (lsc_timeline_text (timeline, name), -1);

  return strstr (text, "send") || strstr (text, "recv") || strstr (text, "receive");
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

static gint64
get_peer (const LscTimeline *timeline, const LscCommGroup *group, const LscCommEnd *end)
{
  guint32 own = find_own (timeline, group);
  guint32 other = end->low == own ? end->high : end->low;

  return end->is_clear && own != G_MAXUINT32 && (end->low == own || end->high == own) &&
                 other < group->ranks.n
             ? group->ranks.items[other]
             : LSC_PEER_MANY;
}

/* @map: of the ends by operator */
static void
name_peers_of_lane (LscAscendTimeline *self, const LscRawLane *lane, const LscIdMap *map)
{
  LscTimeline *timeline = self->timeline;
  const LscNode *node = lsc_timeline_get_node (timeline, lane->node);
  const LscCommGroup *group = lsc_timeline_get_comm_group (timeline, node->text);

  for (gsize i = 0; i < node->lane->n; i++)
    {
      LscCommPeer peer = { .slice = node->first_id + (guint32) i, .rank = LSC_RANK_UNKNOWN };
      guint32 item = lane->op_ids.items[i] >= 0 ? lsc_id_map_find (map, lane->op_ids.items[i])
                                                : LSC_ID_MAP_NONE;

      if (item == LSC_ID_MAP_NONE || !is_message (timeline, node->lane->name[i]))
        continue;
      for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (map, item))
        {
          gint64 rank = get_peer (timeline, group, &self->comm_ends.items[item]);

          peer.rank = peer.rank == LSC_RANK_UNKNOWN || peer.rank == rank ? rank : LSC_PEER_MANY;
        }
      lsc_comm_peers_append (&timeline->comm_peers, peer);
    }
}

static int
compare_peers (const void *a, const void *b)
{
  const LscCommPeer *x = a, *y = b;

  return (x->slice > y->slice) - (x->slice < y->slice);
}

/** Finds the partners of messages in groups of more than two, when all lanes are in the tree. */
void
_lsc_ascend_timeline_name_peers (LscAscendTimeline *self)
{
  LscCommPeers *peers = &self->timeline->comm_peers;
  LscIdMap map = { 0 };

  if (self->comm_ends.n == 0)
    return;
  lsc_id_map_build (&map, &self->comm_ends.items[0].op_id, self->comm_ends.n,
                    sizeof *self->comm_ends.items);
  for (gsize i = 0; i < self->lanes.n; i++)
    {
      const LscRawLane *lane = self->lanes.items[i];

      if (lane->class == LSC_RAW_COMM_GROUP && lane->node != LSC_SLICE_NONE && lane->op_ids.n > 0)
        name_peers_of_lane (self, lane, &map);
    }
  if (peers->n > 1)
    qsort (peers->items, peers->n, sizeof *peers->items, compare_peers);
  lsc_id_map_clear (&map);
  lsc_comm_ends_clear (&self->comm_ends);
}
