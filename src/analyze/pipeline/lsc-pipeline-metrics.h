/* lsc-pipeline-metrics.h - busy and idle time of a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"
#include "base/lsc-array.h"

G_BEGIN_DECLS

void lsc_row_metrics_add (LscRowMetrics *self, gint64 *covered_ns, gint64 start_ns, gint64 end_ns,
                          gboolean is_first);
void lsc_row_metrics_finish (LscRowMetrics *self, gint64 covered_ns, gint64 t1_ns);

void lsc_pipeline_count_steps (LscPipeline *self, const LscInt64s *counted);

G_END_DECLS
