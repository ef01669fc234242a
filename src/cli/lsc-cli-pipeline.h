/* lsc-cli-pipeline.h - the pipelines of a recording, for documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"

G_BEGIN_DECLS

/** Pipelines and what they are made of. @pipeline: (nullable): %NULL = there are none */
typedef struct
{
  GPtrArray *runs; /* LscRun */
  LscPipeline *pipeline;
} LscCliPipeline;

void lsc_cli_pipeline_find (LscCliPipeline *self, const LscCliProject *project);
void lsc_cli_pipeline_find_at (LscCliPipeline *self, const LscCliOptions *options,
                               const char *path);
void lsc_cli_pipeline_clear (LscCliPipeline *self);

G_END_DECLS
