/* lsc-ops-summary.c - what an op timeline says of a worker
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ops/lsc-ops-summary.h"

/** Returns: (transfer full): rank and steps of a worker, of which all is in memory already */
LscRunSummary *
lsc_ops_summarise (LscSource *source)
{
  g_return_val_if_fail (source && source->ops, NULL);

  LscRunSummary *self = g_new0 (LscRunSummary, 1);

  self->rank = source->rank;
  self->device = -1;
  self->level = -1;
  self->notices = lsc_notices_new ();
  self->metadata = lsc_metadata_new ();
  self->table_names = g_ptr_array_new_with_free_func (g_free);
  self->has_steps = TRUE;
  for (gsize i = 0; i < source->ops->steps.n; i++)
    {
      const LscJobStep *step = &source->ops->steps.items[i];
      gsize n;

      if (lsc_job_ops_get (source->ops, i, source->worker, &n))
        lsc_steps_append (&self->steps, (LscStep){ step->number, step->begin_ns,
                                                   step->begin_ns + step->length_ns });
    }
  return self;
}
