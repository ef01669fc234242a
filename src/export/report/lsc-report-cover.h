/* lsc-report-cover.h - the first sheets of a workbook: the answer, and what else is said
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report-book.h"

G_BEGIN_DECLS

gboolean lsc_report_cover_write (LscReportBook *self, GError **error);
gboolean lsc_report_notes_write (LscReportBook *self, GError **error);

G_END_DECLS
