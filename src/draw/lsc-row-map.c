/* lsc-row-map.c - where the recorded times of a row stand on the axis of a chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/lsc-row-map.h"

/**
 * lsc_row_map_get_end:
 *
 * Returns: the end of the last stretch on the axis, at least 0
 */
gint64
lsc_row_map_get_end (const LscRowMap *self)
{
  gint64 end_ns = 0;

  g_return_val_if_fail (self, 0);
  for (gsize i = 0; i < self->n; i++)
    end_ns = MAX (end_ns, lsc_row_to_axis (&self->items[i], self->items[i].end_ns));
  return end_ns;
}
