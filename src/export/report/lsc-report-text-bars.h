/* lsc-report-text-bars.h - the chart of an answer as a small table with bars of letters
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"

G_BEGIN_DECLS

gboolean lsc_report_append_text_bars (GString *out, const LscReportItem *item);

G_END_DECLS
