/* lsc-report-sheet.h - a table of a document as a sheet that people read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "export/report/lsc-report-book.h"

G_BEGIN_DECLS

/** Rows that are looked at for how wide a column is, and after which a job is asked whether to go
 * on. */
#define LSC_SHEET_LOOKED_ROWS 256

gboolean lsc_report_sheet_write (LscReportBook *self, const LscBookSheet *sheet, LscJob *job,
                                 GError **error);

G_END_DECLS
