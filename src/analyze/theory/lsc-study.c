/* lsc-study.c - one measured step explained
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <gio/gio.h>

#include "lsc-study.h"

LscStudy *
lsc_study_new (
    LscPipeline *pipeline, const LscPipelineGroup *group, gsize step, LscJob *job, GError **error)
{
  (void) pipeline;
  (void) group;
  (void) step;
  (void) job;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

LscStudy *
lsc_study_ref (LscStudy *self)
{
  (void) self;
  return NULL;
}

void
lsc_study_unref (LscStudy *self)
{
  (void) self;
}

gboolean
lsc_study_durations (const LscStudy *self, LscTheoryCosts costs, gint64 *durations)
{
  (void) self;
  (void) costs;
  (void) durations;
  return 0;
}

LscPipeline *
lsc_study_theory (const LscStudy *self, LscTheoryCosts costs, gboolean with_latency, GError **error)
{
  (void) self;
  (void) costs;
  (void) with_latency;
  (void) error;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not there yet");
  return NULL;
}

guint32
lsc_study_op_of_block (const LscStudy *self, guint32 row, guint32 block)
{
  (void) self;
  (void) row;
  (void) block;
  return 0;
}

guint32
lsc_study_binding (const LscStudy *self, guint32 row, guint32 block, guint32 *block_out)
{
  (void) self;
  (void) row;
  (void) block;
  (void) block_out;
  return 0;
}

GArray *
lsc_study_pieces_in (const LscStudy *self, guint32 row, gint64 begin_ns, gint64 end_ns)
{
  (void) self;
  (void) row;
  (void) begin_ns;
  (void) end_ns;
  return NULL;
}

char *
lsc_study_describe_piece (const LscStudy *self, const LscBlamePiece *piece)
{
  (void) self;
  (void) piece;
  return NULL;
}

gint64
lsc_study_excess (const LscStudy *self, gsize row, gsize column)
{
  (void) self;
  (void) row;
  (void) column;
  return 0;
}

const char *
lsc_cause_name (LscCause cause)
{
  (void) cause;
  return NULL;
}

const char *
lsc_cause_title (LscCause cause)
{
  (void) cause;
  return NULL;
}
