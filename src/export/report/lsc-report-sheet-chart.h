/* lsc-report-sheet-chart.h - charts that a spreadsheet draws itself
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report-book.h"

G_BEGIN_DECLS

gsize lsc_report_sheet_add_chart (LscReportBook *self, lxw_worksheet *sheet,
                                  const LscBookSheet *about, gsize row, guint column);
void lsc_report_sheet_print_chart (lxw_worksheet *sheet, const LscBookSheet *about, gsize row,
                                   guint column, gsize n_rows);

G_END_DECLS
