/* lsc-report-op-changes.h - operators before and after in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "judge/compare/lsc-op-changes.h"

G_BEGIN_DECLS

void lsc_report_add_op_bars (LscReportSection *section, const char *title,
                             const LscOpChanges *changes, const char *const names[LSC_N_SIDES]);
void lsc_report_add_op_changes (LscReport *report, const LscOpChanges *changes,
                                const char *const names[LSC_N_SIDES]);

G_END_DECLS
