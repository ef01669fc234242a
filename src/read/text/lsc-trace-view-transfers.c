/* lsc-trace-view-transfers.c - what moved over each link, of a text export
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-transfers.h"
#include "read/text/lsc-trace-view-private.h"

static void
take_task (LscTimeline *timeline, guint32 group, const LscTracePair *pair, const LscLane *lane,
           guint32 i)
{
  gint64 end_ns = lsc_lane_get_end_ns (lane, i);
  LscTransfer transfer;

  if (pair->bytes <= 0 || pair->source == pair->target || end_ns <= lane->start_ns[i])
    return;
  transfer = lsc_transfer_of_task (group, pair->source, pair->target, pair->bytes,
                                   lane->start_ns[i], end_ns);
  transfer.transport = pair->transport;
  transfer.link = pair->link;
  lsc_transfers_add (&timeline->transfers, &transfer);
}

static void
take_plane (LscView *self, const LscViewLane *plane)
{
  const LscNode *node = lsc_timeline_get_node (self->timeline, plane->node);
  const LscNode *group = lsc_timeline_get_node (self->timeline, node->parent);
  guint32 name = lsc_intern_add (self->timeline->strings, group->text ? group->text : group->name);

  for (guint32 i = 0; i < node->lane->n; i++)
    if (plane->links[i] != LSC_SLICE_NONE)
      take_task (self->timeline, name, &self->trace->pairs.items[plane->links[i]], node->lane, i);
}

/**
 * _lsc_view_take_transfers:
 *
 * Adds up the tasks of communication that say between which places of their group they move how
 * many bytes, when all lanes are in the tree; where none does, what communication_matrix.json says.
 *
 * Source: formats.md#trace-view, #text-tables.
 */
void
_lsc_view_take_transfers (LscView *self)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      if (lane->has_pairs && lane->links && lane->node != LSC_SLICE_NONE)
        take_plane (self, lane);
    }
  if (lsc_transfers_get_n (&self->timeline->transfers) == 0)
    lsc_text_read_matrix (self->timeline, self->files, &self->timeline->transfers);
}
