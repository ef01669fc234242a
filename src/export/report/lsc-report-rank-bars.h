/* lsc-report-rank-bars.h - bars of ranks as a part of a chapter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/overview/lsc-rank-rows.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

void lsc_report_take_rank_bars (LscReportSection *section, const char *title, LscRankRows *rows,
                                double most_px, double around_px);

G_END_DECLS
