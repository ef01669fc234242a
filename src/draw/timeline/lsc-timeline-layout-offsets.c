/* lsc-timeline-layout-offsets.c - by how much ranks and single lanes are moved on the axis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/timeline/lsc-timeline-layout-private.h"

#define MOST_NS (G_MAXINT64 / 2)

/* ---- ranks ---- */

/**
 * lsc_timeline_layout_set_offset:
 * @offset_ns: aligned time = recorded time - offset (times.md#offset)
 */
void
lsc_timeline_layout_set_offset (LscTimelineLayout *self, guint32 rank, gint64 offset_ns)
{
  LscLayoutRank *target;

  g_return_if_fail (self);
  target = _lsc_layout_rank (self, rank);
  offset_ns = CLAMP (offset_ns, -MOST_NS, MOST_NS);
  if (!target || target->stretch.offset_ns == offset_ns)
    return;
  target->stretch.offset_ns = offset_ns;
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_get_stretch:
 *
 * Returns: (transfer none): where the times of a rank stand on the axis; valid until its timeline
 *   or offset changes
 */
const LscRowStretch *
lsc_timeline_layout_get_stretch (const LscTimelineLayout *self, guint32 rank)
{
  static const LscRowStretch unmoved = { 0 };
  const LscLayoutRank *target = _lsc_layout_rank (self, rank);

  return target ? &target->stretch : &unmoved;
}

/**
 * lsc_timeline_layout_get_offset:
 *
 * Returns: ns
 */
gint64
lsc_timeline_layout_get_offset (const LscTimelineLayout *self, guint32 rank)
{
  return lsc_timeline_layout_get_stretch (self, rank)->offset_ns;
}

/* ---- lanes ---- */

static void
update_all (LscTimelineLayout *self)
{
  for (guint32 i = 0; i < self->ranks->len; i++)
    _lsc_layout_update_shifts (self, _lsc_layout_rank (self, i));
  _lsc_layout_touch (self);
}

/**
 * lsc_timeline_layout_set_lane_offset:
 * @path: of a lane or counter
 * @offset_ns: the lane is shown so much earlier than its rank; 0 = as its rank
 */
void
lsc_timeline_layout_set_lane_offset (LscTimelineLayout *self, const char *path, gint64 offset_ns)
{
  g_return_if_fail (self && path);
  offset_ns = CLAMP (offset_ns, -MOST_NS, MOST_NS);
  if (offset_ns == 0 && !_lsc_layout_peek_state (self, path))
    return;
  _lsc_layout_state (self, path)->offset_ns = offset_ns;
  update_all (self);
}

/** lsc_timeline_layout_clear_lane_offsets: shows all lanes at the times of their ranks */
void
lsc_timeline_layout_clear_lane_offsets (LscTimelineLayout *self)
{
  GHashTableIter iter;
  gpointer state;

  g_return_if_fail (self);
  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, NULL, &state))
    ((LscNodeState *) state)->offset_ns = 0;
  update_all (self);
}

/**
 * lsc_timeline_layout_dup_lane_offsets:
 *
 * Returns: (transfer full) (element-type utf8 gint64): path -> ns of the lanes that are moved alone
 */
GHashTable *
lsc_timeline_layout_dup_lane_offsets (const LscTimelineLayout *self)
{
  GHashTable *offsets;
  GHashTableIter iter;
  gpointer path, state;

  g_return_val_if_fail (self, NULL);
  offsets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_iter_init (&iter, self->states);
  while (g_hash_table_iter_next (&iter, &path, &state))
    {
      gint64 offset_ns = ((const LscNodeState *) state)->offset_ns;

      if (offset_ns != 0)
        g_hash_table_insert (offsets, g_strdup (path), g_memdup2 (&offset_ns, sizeof offset_ns));
    }
  return offsets;
}

/**
 * lsc_timeline_layout_set_lane_offsets:
 * @offsets: (element-type utf8 gint64): of lsc_timeline_layout_dup_lane_offsets()
 *
 * Moves these lanes alone, and no others.
 */
void
lsc_timeline_layout_set_lane_offsets (LscTimelineLayout *self, GHashTable *offsets)
{
  GHashTableIter iter;
  gpointer path, offset_ns;

  g_return_if_fail (self && offsets);
  lsc_timeline_layout_clear_lane_offsets (self);
  g_hash_table_iter_init (&iter, offsets);
  while (g_hash_table_iter_next (&iter, &path, &offset_ns))
    lsc_timeline_layout_set_lane_offset (self, path, *(const gint64 *) offset_ns);
}

/**
 * lsc_timeline_layout_get_lane_offset:
 *
 * Returns: ns by which a lane alone is shown earlier than its rank
 */
gint64
lsc_timeline_layout_get_lane_offset (const LscTimelineLayout *self, guint32 rank, guint32 node)
{
  const LscLayoutRank *target;

  g_return_val_if_fail (self, 0);
  target = _lsc_layout_rank (self, rank);
  return target && target->shifts && node < target->n_nodes ? target->shifts[node] : 0;
}

/**
 * lsc_timeline_layout_get_lane_stretch:
 *
 * Returns: where the times of a lane stand on the axis, the offset of its rank included
 */
LscRowStretch
lsc_timeline_layout_get_lane_stretch (const LscTimelineLayout *self, guint32 rank, guint32 node)
{
  LscRowStretch stretch = *lsc_timeline_layout_get_stretch (self, rank);

  stretch.offset_ns =
      lsc_ns_add (stretch.offset_ns, lsc_timeline_layout_get_lane_offset (self, rank, node));
  return stretch;
}

/**
 * lsc_timeline_layout_get_node_offset:
 *
 * Returns: ns: aligned time of what is in a lane = recorded time - offset, of rank and lane
 */
gint64
lsc_timeline_layout_get_node_offset (const LscTimelineLayout *self, guint32 rank, guint32 node)
{
  return lsc_timeline_layout_get_lane_stretch (self, rank, node).offset_ns;
}

/**
 * lsc_timeline_layout_has_lane_offsets:
 *
 * Returns: whether some lane of a rank stands elsewhere than its rank
 */
gboolean
lsc_timeline_layout_has_lane_offsets (const LscTimelineLayout *self, guint32 rank)
{
  const LscLayoutRank *target;

  g_return_val_if_fail (self, FALSE);
  target = _lsc_layout_rank (self, rank);
  return target && target->shifts;
}
