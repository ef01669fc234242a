/* lsc-memory-log.c - memory as it was recorded, whatever recorded it: curves, blocks, segments
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-memory-log.h"

static void
clear_curve (gpointer data)
{
  lsc_memory_points_clear (&((LscMemoryCurve *) data)->points);
}

/**
 * lsc_memory_log_new:
 * @source: what recorded it
 *
 * Returns: (transfer full): an empty log; whoever reads a recording fills it
 */
LscMemoryLog *
lsc_memory_log_new (LscMemorySource source)
{
  LscMemoryLog *self = g_new0 (LscMemoryLog, 1);

  g_atomic_ref_count_init (&self->refs);
  self->source = source;
  self->texts = lsc_intern_new ();
  self->curves = g_array_new (FALSE, TRUE, sizeof (LscMemoryCurve));
  g_array_set_clear_func (self->curves, clear_curve);
  self->device_bytes = -1;
  return self;
}

LscMemoryLog *
lsc_memory_log_ref (LscMemoryLog *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_memory_log_unref (LscMemoryLog *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_memory_frames_clear (&self->frames);
  lsc_memory_stacks_clear (&self->stacks);
  lsc_memory_pools_clear (&self->pools);
  lsc_memory_lives_clear (&self->lives);
  lsc_memory_segments_clear (&self->segments);
  lsc_memory_marks_clear (&self->marks);
  lsc_memory_failures_clear (&self->failures);
  g_array_unref (self->curves);
  lsc_intern_unref (self->texts);
  g_free (self);
}

/**
 * lsc_memory_log_find_curve:
 * @pool: index in LscMemoryLog.pools
 *
 * Returns: (transfer none) (nullable): the curve, %NULL where that was not recorded
 */
const LscMemoryCurve *
lsc_memory_log_find_curve (const LscMemoryLog *self, guint32 pool, LscMemoryQuantity quantity)
{
  g_return_val_if_fail (self, NULL);

  for (guint i = 0; i < self->curves->len; i++)
    {
      const LscMemoryCurve *curve = &g_array_index (self->curves, LscMemoryCurve, i);

      if (curve->pool == pool && curve->quantity == quantity)
        return curve;
    }
  return NULL;
}
