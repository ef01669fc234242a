/* lsc-report-pair-answer.h - the chapter of the first page of a comparison
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

char *lsc_report_say_largest (const LscCompare *compare, LscCompareList list);
void lsc_report_add_change_section (LscReport *report, const LscCompare *compare);

G_END_DECLS
