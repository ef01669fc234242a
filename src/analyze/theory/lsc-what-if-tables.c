/* lsc-what-if-tables.c - predictions as text and table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-what-if.h"

gboolean
lsc_what_if_parse (const char *text,
                   const LscPipelineGroup *group,
                   GArray **targets,
                   GError **error)
{
  (void) text;
  (void) group;
  (void) targets;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return 0;
}

LscTable *
lsc_what_if_table (const LscWhatIf *self)
{
  (void) self;
  return NULL;
}

char *
lsc_what_if_describe_assumptions (const LscWhatIf *self)
{
  (void) self;
  return NULL;
}
