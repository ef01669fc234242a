/* lsc-export-convert.h - whole timelines into a database of our own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-timeline-complete.h"
#include "model/lsc-run.h"

G_BEGIN_DECLS

/**
 * LscConvert:
 *
 * A result database while it is written: under a temporary name until lsc_convert_finish(). One
 * timeline after the other is added, so that only one has to be in memory.
 *
 * Tables and views are those of model/lsc-sql-schema.h; the table about explains each. Times are ns
 * since the epoch, as recorded. Lanescope opens it again.
 */
typedef struct _LscConvert LscConvert;

LscConvert *lsc_convert_new (const char *path, GError **error);
gboolean lsc_convert_add (LscConvert *self, LscTimeline *timeline, const LscRun *run, LscJob *job,
                          GError **error);
gboolean lsc_convert_finish (LscConvert *self, GError **error);
void lsc_convert_free (LscConvert *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscConvert, lsc_convert_free)

G_END_DECLS
