/* lsc-pipeline-layout.h - which ranks form a pipeline, and in which order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-metadata.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

/** A rank and what its recording says: key to JSON text. */
typedef struct
{
  gint64 rank;
  GHashTable *metadata;
} LscLayoutMember;

gboolean lsc_layout_check_options (const LscPipelineOptions *options, GError **error);
gint64 lsc_layout_stride (const LscParallelSizes *sizes, const char *order, gboolean *is_guess);
GPtrArray *lsc_layout_from_metadata (const LscLayoutMember *members, gsize n,
                                     const LscPipelineOptions *options, LscPipeline *pipeline,
                                     GHashTable **taken);

G_END_DECLS
