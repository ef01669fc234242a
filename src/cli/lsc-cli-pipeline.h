/* lsc-cli-pipeline.h - what the commands about pipelines share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "cli/lsc-cli.h"

G_BEGIN_DECLS

/**
 * LscCliPipelines: the pipelines of an opened path
 * @ranks: (element-type LscPipelineRank) (nullable): what they are made of, by source; %NULL items
 *   for ranks that could not be read
 * @pipeline: (nullable)
 */
typedef struct
{
  GPtrArray *ranks;
  LscPipeline *pipeline;
} LscCliPipelines;

gboolean lsc_cli_pipelines_find (LscCliPipelines *self, const LscCliProject *project,
                                 GError **error);
void lsc_cli_pipelines_clear (LscCliPipelines *self);
gboolean lsc_cli_pipelines_have_all (const LscCliPipelines *self);
gint64 lsc_cli_pipelines_get_end_ns (const LscCliPipelines *self);
gboolean lsc_cli_pipelines_have_group (const LscCliPipelines *self, const LscPipelineGroup *group);
GPtrArray *lsc_cli_pipelines_list_tables (const LscCliPipelines *self, const LscCliProject *project,
                                          LscPipeline *shown, GError **error);
gboolean lsc_cli_pipelines_write (const LscCliPipelines *self, const LscCliProject *project,
                                  GError **error);

G_END_DECLS
