/* lsc-report-lead.h - the first page of a recording: who, why, what it costs, what to do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/findings/lsc-findings.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

char *lsc_report_shorten (const char *text, guint most_words, gboolean *is_whole);
char *lsc_report_cut_words (char *text, const char *part);
char *lsc_report_first_sentence (const char *text);
void lsc_report_take_message (LscReportSection *section, char *text);
void lsc_report_take_words (const LscReport *report, LscReportSection *section, char *line,
                            char *rest);
gboolean lsc_report_says_message (const LscReportSection *section);
const char *lsc_report_skip_message (const LscReportSection *section, const char *text);
const LscFinding *lsc_report_get_cause (const LscFindings *findings, const LscOverview *overview);
char *lsc_report_say_unknown (const LscFinding *finding, const LscOverview *overview,
                              gboolean *is_certainty);
void lsc_report_fill_lead (LscReport *report, const LscFindings *findings,
                           const LscOverview *overview);

G_END_DECLS
