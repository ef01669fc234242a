/* lsc-report-waterfall.h - what the change of a step consists of, as a figure
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

void lsc_report_add_waterfall (LscReportSection *section, const LscCompare *compare,
                               LscCompareList list, const char *title);

G_END_DECLS
