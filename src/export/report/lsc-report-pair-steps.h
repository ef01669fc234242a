/* lsc-report-pair-steps.h - lengths of the steps of two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

gboolean lsc_report_has_single_steps (const LscCompare *self);
void lsc_report_add_step_lengths (LscReport *report, const LscCompare *compare);

G_END_DECLS
