/* lsc-plan-pipeline.h - a plan that ran as a pipeline to be drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

LscPipeline *lsc_plan_to_pipeline (const LscPlan *plan, const LscPlanTimes *times,
                                   const gint64 *ranks, const char *label, GError **error);
char *lsc_plan_describe_variant (const LscPlan *plan);

G_END_DECLS
