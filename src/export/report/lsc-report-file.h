/* lsc-report-file.h - documents as files
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

gboolean lsc_report_write (const LscReport *report, const char *path, LscJob *job, GError **error);

char *lsc_report_to_html (const LscReport *report);
char *lsc_report_to_markdown (const LscReport *report);
char *lsc_report_to_json (const LscReport *report, GError **error);
GByteArray *lsc_report_to_pdf (const LscReport *report, GError **error);
gboolean lsc_report_to_workbook (const LscReport *report, const char *path, LscJob *job,
                                 GError **error);
gboolean lsc_report_lacks_fonts (const LscReport *report);

G_END_DECLS
