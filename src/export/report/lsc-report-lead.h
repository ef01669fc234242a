/* lsc-report-lead.h - the first page of a recording: who, why, what it costs, what to do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

const LscFinding *lsc_report_get_cause (const LscFindings *findings, const LscOverview *overview);
char *lsc_report_say_unknown (const LscFinding *finding, const LscOverview *overview,
                              gboolean *is_certainty);
void lsc_report_fill_lead (LscReport *report, const LscFindings *findings,
                           const LscOverview *overview);

G_END_DECLS
