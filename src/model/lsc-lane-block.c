/* lsc-lane-block.c - the memory of a lane
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-lane-private.h"

#include <string.h>

/* A recording may have tens of thousands of lanes of a slice or two, which an array for each column
 * would make expensive. So the columns follow the lane in one block, the widest items first: then
 * each is aligned without gaps. */

/** Takes @n items of @size bytes from the block. */
static gpointer
take (char **next, gsize n, gsize size)
{
  gpointer column = *next;

  *next += n * size;
  return column;
}

/**
 * _lsc_lane_alloc:
 * @row_begin: (array): where the slices of each row begin, @n_rows + 1 items; to be copied
 *
 * Returns: (transfer full): a lane with columns for row_begin[@n_rows] slices and with room for
 *   their pyramid; the columns are not filled
 */
LscLane *
_lsc_lane_alloc (const guint32 *row_begin, guint32 n_rows)
{
  gsize n = row_begin[n_rows], n_borders = (gsize) n_rows + 1, n_levels, n_nodes;
  LscLane *self;
  char *next;

  /* Its size is known from the rows alone, so that it fits into the same block. */
  _lsc_pyramid_count (row_begin, n_rows, &n_levels, &n_nodes);
  self = g_malloc (sizeof *self + n_nodes * sizeof *self->nodes + n_levels * sizeof *self->levels +
                   n_borders * (sizeof *self->row_begin + sizeof *self->level_begin) +
                   n * (sizeof *self->start_ns + sizeof *self->detail + sizeof *self->duration +
                        sizeof *self->name + sizeof *self->parent + sizeof *self->kind));
  next = (char *) (self + 1);
  *self = (LscLane){ .n = n, .n_rows = n_rows };
  self->nodes = take (&next, n_nodes, sizeof *self->nodes);
  self->levels = take (&next, n_levels, sizeof *self->levels);
  self->start_ns = take (&next, n, sizeof *self->start_ns);
  self->detail = take (&next, n, sizeof *self->detail);
  self->row_begin = take (&next, n_borders, sizeof *self->row_begin);
  self->level_begin = take (&next, n_borders, sizeof *self->level_begin);
  self->duration = take (&next, n, sizeof *self->duration);
  self->name = take (&next, n, sizeof *self->name);
  self->parent = take (&next, n, sizeof *self->parent);
  self->kind = take (&next, n, sizeof *self->kind);
  memcpy (self->row_begin, row_begin, n_borders * sizeof *row_begin);
  return self;
}

void
lsc_lane_free (LscLane *self)
{
  if (!self)
    return;
  g_free (self->by_parent);
  lsc_long_durations_clear (&self->longs);
  g_free (self);
}
