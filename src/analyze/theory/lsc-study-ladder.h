/* lsc-study-ladder.h - the step of a study as theory has it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study-types.h"

G_BEGIN_DECLS

LscPipeline *lsc_study_theory (const LscStudy *self, LscTheoryCosts costs, gboolean with_latency,
                               GError **error);

G_END_DECLS
