/* lsc-plan-pipeline.h - a plan that ran as a pipeline to be drawn
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

LscPipeline *lsc_plan_to_pipeline (const LscPlan *plan,
                                   const LscPlanTimes *times,
                                   const gint64 *ranks,
                                   const char *label,
                                   GError **error);
char *lsc_plan_describe_variant (const LscPlan *plan);
guint32 lsc_plan_op_of_block (const LscPlan *plan, guint32 rank, guint32 block);

G_END_DECLS
