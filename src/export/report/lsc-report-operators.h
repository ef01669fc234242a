/* lsc-report-operators.h - operators in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "judge/operators/lsc-operators.h"
#include "session/lsc-session.h"
#include "draw/operators/lsc-roofline-plot.h"

G_BEGIN_DECLS

gboolean lsc_report_add_roofline (LscReportSection *section, const char *title,
                                  LscRooflinePlot *plot, GError **error);
gboolean lsc_report_add_shares (LscReportSection *section, const char *title, LscOpGroups *groups,
                                guint most, GError **error);
LscOpGroups *lsc_report_group_operators (LscSession *session, LscOpGroups **families, LscJob *job);
void lsc_report_add_families_section (LscReport *report, LscOpGroups *families);
void lsc_report_add_operators_section (LscReport *report, LscOpGroups *groups);

G_END_DECLS
