/* lsc-extract-entry.c - a rank in a file of extracts
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-extract-entry.h"

/** @self: (transfer full) (nullable): */
void
lsc_extract_entry_free (LscExtractEntry *self)
{
  if (!self)
    return;
  g_free (self->replica);
  g_free (self->device);
  g_free (self->host);
  g_free (self->origin);
  g_free (self->folder);
  g_free (self->format);
  g_free (self->fingerprint);
  g_free (self);
}
