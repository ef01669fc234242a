/* lsc-snapshot-fail.c - why the reading of a snapshot stops
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/snapshot/lsc-snapshot-private.h"

/** Says why reading stops, unless that was said before. Returns: %FALSE */
gboolean
_lsc_snapshot_fail (LscSnapshotMachine *self, const char *format, ...)
{
  va_list args;

  if (self->problem)
    return FALSE;
  va_start (args, format);
  self->problem = g_strdup_vprintf (format, args);
  va_end (args);
  return FALSE;
}
