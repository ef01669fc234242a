/* lsc-report-stragglers.h - maps of stragglers in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-stragglers.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

gboolean lsc_report_add_stragglers (LscReportSection *section, const char *title,
                                    LscStragglers *study, GError **error);
void lsc_report_add_straggler_section (LscReport *report, LscStragglers *study);

G_END_DECLS
