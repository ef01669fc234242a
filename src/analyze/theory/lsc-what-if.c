/* lsc-what-if.c - predictions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-what-if.h"

GArray *
lsc_what_if_default_targets (const LscStudy *study)
{
  (void) study;
  return NULL;
}

LscWhatIf *
lsc_what_if_new (LscStudy *study,
                 const LscWhatIfTarget *targets,
                 gsize n_targets,
                 const LscWhatIfInputs *inputs,
                 LscJob *job,
                 GError **error)
{
  (void) study;
  (void) targets;
  (void) n_targets;
  (void) inputs;
  (void) job;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

LscWhatIf *
lsc_what_if_ref (LscWhatIf *self)
{
  (void) self;
  return NULL;
}

void
lsc_what_if_unref (LscWhatIf *self)
{
  (void) self;
}

LscPipeline *
lsc_what_if_draw (const LscWhatIf *self, gsize row, GError **error)
{
  (void) self;
  (void) row;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}
