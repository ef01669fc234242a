/* lsc-icicle.c - the slices of a time range as a tree of names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-hash.h"
#include "analyze/step/lsc-range-private.h"
#include "base/lsc-sort.h"

/* Rows ascend and a parent stands above its children, so the node of a parent is known when a child
 * comes. */

typedef struct
{
  GArray *nodes; /* LscIcicleNode; first_child and next are set at the end */
  LscHash index; /* by (parent node, timeline, name, kind) */
  guint32 timeline;
  const LscLane *lane;
  guint32 *of_slice; /* node of each slice of the lane that was seen */
  gint64 *longest_ns;
  gsize n_longest;
} Build;

static LscIcicleNode *
get_node (const Build *self, guint32 index)
{
  return &g_array_index (self->nodes, LscIcicleNode, index);
}

static inline guint64
hash_node (const LscIcicleNode *node)
{
  guint64 hash = lsc_hash_mix (0, (guint64) node->parent << 32 | node->name);

  return lsc_hash_mix (hash, (guint64) node->timeline << 8 | node->kind);
}

static inline gboolean
is_same_node (const LscIcicleNode *a, const LscIcicleNode *b)
{
  return a->parent == b->parent && a->name == b->name && a->kind == b->kind &&
         a->timeline == b->timeline;
}

LSC_DEFINE_HASH (index, LscIcicleNode, hash_node, is_same_node)

static guint32
find_node (Build *self, guint32 parent, guint32 name, guint8 kind)
{
  LscIcicleNode fresh = { .name = name,
                          .timeline = self->timeline,
                          .parent = parent,
                          .first_child = LSC_SLICE_NONE,
                          .next = LSC_SLICE_NONE,
                          .kind = kind,
                          .longest = LSC_SPOT_NONE };
  guint32 found = index_put (&self->index, get_node (self, 0), &fresh, self->nodes->len);

  if (found < self->nodes->len)
    return found;
  if (parent != LSC_SLICE_NONE)
    fresh.depth = (guint16) (get_node (self, parent)->depth + 1);
  g_array_append_val (self->nodes, fresh);
  return found;
}

/* The node of a slice, %LSC_SLICE_NONE below the deepest level there is: its time is in its
 * ancestor there. */
static guint32
find_node_of (Build *self, const LscRangePiece *piece, guint32 slice)
{
  guint32 parent = lsc_range_parent (piece->range, piece->lane, slice);

  if (parent != LSC_SLICE_NONE)
    {
      parent = self->of_slice[parent];
      if (parent == LSC_SLICE_NONE || get_node (self, parent)->depth == G_MAXUINT16)
        return LSC_SLICE_NONE;
    }
  return find_node (self, parent, piece->lane->name[slice], piece->lane->kind[slice]);
}

static void
note_longest (Build *self, guint32 index, gint64 duration_ns, LscSpot spot)
{
  if (index >= self->n_longest)
    {
      gsize n = MAX ((gsize) index + 1, self->n_longest * 2 + 64);

      self->longest_ns = g_renew (gint64, self->longest_ns, n);
      for (gsize i = self->n_longest; i < n; i++)
        self->longest_ns[i] = -1;
      self->n_longest = n;
    }
  if (duration_ns <= self->longest_ns[index])
    return;
  self->longest_ns[index] = duration_ns;
  get_node (self, index)->longest = spot;
}

static gboolean
add_piece (const LscRangePiece *piece, gpointer user_data)
{
  const LscLane *lane = piece->lane;
  Build *self = user_data;

  if (lane != self->lane)
    {
      g_free (self->of_slice);
      self->of_slice = g_new (guint32, lane->n);
      self->lane = lane;
    }
  for (guint32 i = piece->begin; i < piece->end; i++)
    {
      gint64 start_ns = lane->start_ns[i], end_ns = lsc_lane_get_end_ns (lane, i);
      LscIcicleNode *node;
      guint32 index;

      if (!lsc_range_counts (piece->range, start_ns, end_ns))
        continue;
      index = find_node_of (self, piece, i);
      self->of_slice[i] = index;
      if (index == LSC_SLICE_NONE)
        continue;
      node = get_node (self, index);
      node->n++;
      node->sum_ns += lsc_range_clip (piece->range, start_ns, end_ns);
      note_longest (self, index, end_ns - start_ns, (LscSpot){ piece->node, i });
    }
  return TRUE;
}

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Build *self = user_data;
  guint32 ia = *(const guint32 *) a, ib = *(const guint32 *) b;
  const LscIcicleNode *na = get_node (self, ia), *nb = get_node (self, ib);

  /* the top level first: its parent wraps to 0 */
  if (na->parent != nb->parent)
    return na->parent + 1 < nb->parent + 1 ? -1 : 1;
  LSC_RETURN_ORDER (nb->sum_ns, na->sum_ns);
  return LSC_ORDER (ia, ib);
}

/* Siblings by sum, falling, side by side; links between the nodes. */
static void
arrange (Build *self, LscIcicle *icicle)
{
  guint n = self->nodes->len;
  g_autofree guint32 *order = g_new (guint32, n);
  g_autofree guint32 *place = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  if (n > 1)
    g_qsort_with_data (order, (gint) n, sizeof *order, compare_nodes, self);
  for (guint32 i = 0; i < n; i++)
    place[order[i]] = i;
  for (guint32 i = 0; i < n; i++)
    {
      LscIcicleNode node = *get_node (self, order[i]);

      if (node.parent == LSC_SLICE_NONE)
        icicle->root_ns += node.sum_ns;
      else
        node.parent = place[node.parent];
      icicle->n_levels = MAX (icicle->n_levels, node.depth + 1u);
      g_array_append_val (icicle->nodes, node);
    }
  for (guint32 i = n; i-- > 0;)
    {
      LscIcicleNode *node = &g_array_index (icicle->nodes, LscIcicleNode, i);

      if (i + 1 < n && node[1].parent == node->parent)
        node->next = i + 1;
      if (node->parent != LSC_SLICE_NONE)
        g_array_index (icicle->nodes, LscIcicleNode, node->parent).first_child = i;
    }
}

/**
 * lsc_icicle_new:
 * @ranges: (array length=n_ranges): one for each rank
 * @job: (nullable): looked at every few thousand slices
 *
 * Folds the slices of the ranges: those of the same name and kind under the same parent are one
 * node. The sum of the top level is that of lsc_range_stats_new().
 *
 * Cost: O(slices); 4 bytes for each slice of a lane while it works.
 *
 * Returns: (transfer full) (nullable): the tree; %NULL with %LSC_ERROR_CANCELLED
 */
LscIcicle *
lsc_icicle_new (const LscRange *ranges, gsize n_ranges, LscJob *job, GError **error)
{
  Build work = { .nodes = g_array_new (FALSE, FALSE, sizeof (LscIcicleNode)) };
  LscIcicle *self = NULL;
  gboolean is_built = TRUE;

  for (gsize i = 0; i < n_ranges && is_built; i++)
    {
      work.timeline = (guint32) i;
      work.lane = NULL;
      is_built = _lsc_range_foreach (&ranges[i], add_piece, &work, job, error);
    }
  if (is_built)
    {
      self = g_new0 (LscIcicle, 1);
      self->nodes = g_array_sized_new (FALSE, FALSE, sizeof (LscIcicleNode), work.nodes->len);
      arrange (&work, self);
    }
  g_array_unref (work.nodes);
  lsc_hash_clear (&work.index);
  g_free (work.of_slice);
  g_free (work.longest_ns);
  return self;
}

void
lsc_icicle_free (LscIcicle *self)
{
  if (!self)
    return;
  g_array_unref (self->nodes);
  g_free (self);
}
