/* lsc-report-svg.h - charts as SVG with real text, in colours that follow the reader
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/** The colours of a document, each with its counterpart for dark screens. */
typedef struct _LscReportColors LscReportColors;

LscReportColors *lsc_report_colors_new (void);
void lsc_report_colors_free (LscReportColors *self);
void lsc_report_colors_append_css (const LscReportColors *self, gboolean is_dark, GString *out);

char *lsc_report_chart_to_svg (const LscReportItem *item, const char *prefix, gboolean is_narrow,
                               LscReportColors *colors);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscReportColors, lsc_report_colors_free)

G_END_DECLS
