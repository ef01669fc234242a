/* lsc-chart-study.h - what a study found, for the pipeline painter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study.h"
#include "draw/pipeline/lsc-pipeline-painter.h"

G_BEGIN_DECLS

LscChartPathBlock *lsc_chart_path_new (const LscStudy *study, gsize *n_out);
void lsc_chart_view_show_causes (LscChartView *view, const LscStudy *study);

G_END_DECLS
