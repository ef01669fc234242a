/* lsc-ascend-timeline-peers.c - whom sends and receives are with
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

/** Keeps of the parts between whom they are; they may go then. */
void
_lsc_ascend_timeline_keep_ends (LscAscendTimeline *self)
{
  for (gsize i = 0; i < self->comm_parts.n; i++)
    if (self->comm_parts.items[i].id != LSC_COMM_PART_NO_ID)
      lsc_comm_ends_add_part (&self->comm_ends, self->comm_parts.items[i].op_id,
                              self->comm_parts.items[i].source, self->comm_parts.items[i].target);
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

      if (item == LSC_ID_MAP_NONE ||
          !lsc_comm_name_is_message (lsc_timeline_text (timeline, node->lane->name[i])))
        continue;
      for (; item != LSC_ID_MAP_NONE; item = lsc_id_map_next (map, item))
        {
          gint64 rank = lsc_comm_end_get_peer (&self->comm_ends.items[item], timeline, group);

          peer.rank = peer.rank == LSC_RANK_UNKNOWN || peer.rank == rank ? rank : LSC_PEER_MANY;
        }
      lsc_comm_peers_append (&timeline->comm_peers, peer);
    }
}

/** Finds the partners of messages in groups of more than two, when all lanes are in the tree. */
void
_lsc_ascend_timeline_name_peers (LscAscendTimeline *self)
{
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
  lsc_comm_peers_sort (&self->timeline->comm_peers);
  lsc_id_map_clear (&map);
  lsc_comm_ends_clear (&self->comm_ends);
}
