/* lsc-around.c - which slice of a kind is around another, asked again and again
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-around.h"

/* Calls nest some ten deep, and a walk from parent to parent is the fastest there is. But slices
 * that each end a little later than the one before, as kernels of a stream in a trace of whole
 * microseconds may, are nested as deep as there are: a walk from each of them would take time with
 * the square of their number. So the first walk of a lane that goes far is the last one. */
#define FEW_LEVELS 32

void
lsc_around_init (LscAround *self, LscAroundFunc is_wanted, gpointer user_data)
{
  g_return_if_fail (self && is_wanted);
  *self = (LscAround){ is_wanted, user_data, NULL };
}

void
lsc_around_clear (LscAround *self)
{
  g_return_if_fail (self);
  g_clear_pointer (&self->known, g_hash_table_unref);
}

/* A parent stands in a row above, and so before its children in the lane. */
static guint32 *
find_all (const LscAround *self, const LscLane *lane)
{
  guint32 *found = g_new (guint32, lane->n);

  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 parent = lsc_lane_get_parent (lane, i);

      g_assert (parent == LSC_SLICE_NONE || parent < i);
      if (self->is_wanted (lane, i, self->user_data))
        found[i] = i;
      else
        found[i] = parent == LSC_SLICE_NONE ? LSC_SLICE_NONE : found[parent];
    }
  return found;
}

/**
 * lsc_around_find:
 * @slice: index in @lane, which must live as long as @self; %LSC_SLICE_NONE
 *
 * Cost: O(levels), and O(1) for all but the first of a lane that is nested deep, whose answers take
 * 4 bytes a slice.
 *
 * Returns: the innermost slice that is wanted at a slice or around it, %LSC_SLICE_NONE
 */
guint32
lsc_around_find (LscAround *self, const LscLane *lane, guint32 slice)
{
  g_return_val_if_fail (self && lane, LSC_SLICE_NONE);

  guint32 *found = NULL;

  for (guint i = 0; i < FEW_LEVELS; i++, slice = lsc_lane_get_parent (lane, slice))
    if (slice == LSC_SLICE_NONE || self->is_wanted (lane, slice, self->user_data))
      return slice;
  if (slice == LSC_SLICE_NONE)
    return LSC_SLICE_NONE;
  if (!self->known)
    self->known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  found = g_hash_table_lookup (self->known, lane);
  if (!found)
    {
      found = find_all (self, lane);
      g_hash_table_insert (self->known, (gpointer) lane, found);
    }
  return found[slice];
}
