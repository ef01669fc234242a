/* lsc-step-kernels-private.h - what only sheets show of the kernels of a step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"

G_BEGIN_DECLS

gboolean _lsc_step_kernels_add_sheets (LscStepKernels *self, const LscTimeline *timeline,
                                       const LscBudgetStep *step, LscJob *job, GError **error);

G_END_DECLS
