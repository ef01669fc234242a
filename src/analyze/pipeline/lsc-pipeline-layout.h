/* lsc-pipeline-layout.h - which ranks form a pipeline, and in which order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-metadata.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

G_BEGIN_DECLS

gboolean lsc_layout_check_options (const LscPipelineOptions *options, GError **error);

G_END_DECLS
