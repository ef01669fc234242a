/* lsc-report-chips.h - two chips in documents
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"
#include "judge/chips/lsc-chips.h"

G_BEGIN_DECLS

gboolean lsc_report_add_chip_bars (LscReportSection *section, const char *title,
                                   const LscChips *chips, LscCompareList list, GError **error);
void lsc_report_add_chips_section (LscReport *report, const LscChips *chips);

G_END_DECLS
