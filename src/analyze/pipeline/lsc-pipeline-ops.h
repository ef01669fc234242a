/* lsc-pipeline-ops.h - what the kernels of each name took inside of a rank's blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"

G_BEGIN_DECLS

gint64 lsc_pipeline_group_get_op (const LscPipelineGroup *self, gsize row, guint32 name);

G_END_DECLS
