/* lsc-test-pipeline.h - pipelines made by rule, for painting
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline.h"

G_BEGIN_DECLS

LscPipeline *lsc_test_pipeline_1f1b (guint n_stages, guint n_micro_batches, guint n_steps,
                                     gboolean with_legs);
LscPipeline *lsc_test_pipeline_dualpipev (guint n_stages, guint n_micro_batches);
void lsc_test_pipeline_free (LscPipeline *self);

G_END_DECLS
