/* lsc-pipeline-passes.h - recordings without pipeline ranges: what can be shown or said instead
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

void lsc_pipeline_read_passes (LscPipelineBuild *build);
void lsc_pipeline_set_nothing (const LscPipelineBuild *build, GError **error);

G_END_DECLS
