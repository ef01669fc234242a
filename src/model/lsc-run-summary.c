/* lsc-run-summary.c - what the header of a recording says
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-run-summary.h"

void
lsc_run_summary_free (LscRunSummary *self)
{
  if (!self)
    return;
  g_free (self->host_name);
  g_free (self->host_uid);
  g_free (self->schema_version);
  lsc_steps_clear (&self->steps);
  g_clear_pointer (&self->metadata, lsc_metadata_unref);
  g_clear_pointer (&self->table_names, g_ptr_array_unref);
  lsc_int64s_clear (&self->table_rows);
  lsc_indexes_clear (&self->estimated);
  g_clear_pointer (&self->notices, lsc_notices_unref);
  g_free (self);
}
