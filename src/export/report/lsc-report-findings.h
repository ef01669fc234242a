/* lsc-report-findings.h - what makes the step longer, in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

void lsc_report_add_findings_section (LscReport *report, const LscFindings *findings,
                                      const LscOverview *overview);

G_END_DECLS
