/* lsc-pipeline-clock.h - the clocks of a pipeline's ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

void lsc_pipeline_clock_shift_row (LscPipelineRow *row, gint64 shift_ns);
gboolean lsc_pipeline_clock_check_options (const LscPipelineOptions *options, GError **error);
void lsc_pipeline_clock_tell_unused (LscPipelineBuild *build);
void lsc_pipeline_clock_clear (LscPipelineClocks *clocks);
void lsc_pipeline_align (LscPipelineBuild *build, LscPipelineGroup *group, LscPipelineRank **ranks,
                         const LscClockSamples *messages);

G_END_DECLS
