/* lsc-lane-pyramid.c - level of detail: groups of 16, groups of groups
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-private.h"

#define FAN_OUT ((gsize) LSC_PYRAMID_FAN_OUT)

/* A row has levels as long as the last one has more than 16 items. */
static guint
count_levels (gsize n, gsize *n_nodes)
{
  guint n_levels = 0;

  for (; n > FAN_OUT; n_levels++)
    {
      n = (n + FAN_OUT - 1) / FAN_OUT;
      *n_nodes += n;
    }
  return n_levels;
}

static inline void
node_add (LscPyramidNode *node, gint64 covered_ns, guint32 longest, guint32 longest_ns)
{
  node->covered_ns = lsc_saturated_add (node->covered_ns, covered_ns);
  /* The first of equals stays, as when the slices themselves are walked. */
  if (longest_ns > node->longest_ns)
    {
      node->longest = longest;
      node->longest_ns = longest_ns;
    }
}

static void
add_long (const LscLane *lane, LscPyramidNode *node, guint32 slice)
{
  gint64 duration_ns = lsc_lane_get_long_ns (lane, slice);

  node->covered_ns = lsc_saturated_add (node->covered_ns, duration_ns);
  if (node->longest_ns != LSC_DURATION_LONG ||
      duration_ns > lsc_lane_get_duration_ns (lane, node->longest))
    {
      node->longest = slice;
      node->longest_ns = LSC_DURATION_LONG;
    }
}

static void
build_finest (LscLane *self, LscPyramidNode *nodes, guint32 begin, guint32 end)
{
  for (gsize i = begin; i < end;)
    {
      gsize stop = MIN (i + FAN_OUT, end);
      LscPyramidNode *node = nodes++;

      *node = (LscPyramidNode){ self->start_ns[i], 0, (guint32) i, 0 };
      for (; i < stop; i++)
        {
          if (G_UNLIKELY (self->duration[i] == LSC_DURATION_LONG))
            add_long (self, node, (guint32) i);
          else
            node_add (node, self->duration[i], (guint32) i, self->duration[i]);
        }
    }
}

static void
build_next (const LscLane *self, const LscPyramidNode *below, gsize n, LscPyramidNode *nodes)
{
  for (gsize i = 0; i < n;)
    {
      gsize stop = MIN (i + FAN_OUT, n);
      LscPyramidNode *node = nodes++;

      *node = below[i++];
      for (; i < stop; i++)
        {
          gboolean is_longer = below[i].longest_ns > node->longest_ns;

          /* The mark is the same for all long ones; only the table tells which is longer. */
          if (G_UNLIKELY (below[i].longest_ns == LSC_DURATION_LONG &&
                          node->longest_ns == LSC_DURATION_LONG))
            is_longer = lsc_lane_get_duration_ns (self, below[i].longest) >
                        lsc_lane_get_duration_ns (self, node->longest);
          node->covered_ns = lsc_saturated_add (node->covered_ns, below[i].covered_ns);
          if (is_longer)
            {
              node->longest = below[i].longest;
              node->longest_ns = below[i].longest_ns;
            }
        }
    }
}

static void
build_row (LscLane *self, guint32 row, gsize *next_node)
{
  guint32 begin = self->row_begin[row], end = self->row_begin[row + 1];
  gsize n = end - begin;

  for (guint32 k = self->level_begin[row]; k < self->level_begin[row + 1]; k++)
    {
      LscPyramidLevel *level = &self->levels[k];

      level->first = *next_node;
      level->n = (n + FAN_OUT - 1) / FAN_OUT;
      if (k == self->level_begin[row])
        build_finest (self, &self->nodes[level->first], begin, end);
      else
        build_next (self, &self->nodes[level[-1].first], n, &self->nodes[level->first]);
      n = level->n;
      *next_node += n;
    }
}

/** Counts the levels and nodes of a lane of such rows. */
void
_lsc_pyramid_count (const guint32 *row_begin, guint32 n_rows, gsize *n_levels, gsize *n_nodes)
{
  *n_levels = *n_nodes = 0;
  for (guint32 row = 0; row < n_rows; row++)
    *n_levels += count_levels (row_begin[row + 1] - row_begin[row], n_nodes);
}

/**
 * _lsc_lane_build_pyramid:
 * @self: a lane with filled columns
 *
 * Fills the pyramid: 24 bytes for 16 slices, and a fifteenth of that for the levels above.
 *
 * Cost: O(n).
 */
void
_lsc_lane_build_pyramid (LscLane *self)
{
  gsize n_levels = 0, next_node = 0;

  for (guint32 row = 0; row < self->n_rows; row++)
    {
      self->level_begin[row] = (guint32) n_levels;
      n_levels += count_levels (self->row_begin[row + 1] - self->row_begin[row], &self->n_nodes);
    }
  self->level_begin[self->n_rows] = (guint32) n_levels;
  for (guint32 row = 0; row < self->n_rows; row++)
    build_row (self, row, &next_node);
  g_assert (next_node == self->n_nodes); /* what the lane has room for */
}
