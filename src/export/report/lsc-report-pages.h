/* lsc-report-pages.h - which chapters of a document share a page of its short form
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "export/report/lsc-report-paper.h"

G_BEGIN_DECLS

#define LSC_REPORT_MOST_PAGES 6 /* of the short form, with the first one */

/**
 * LscReportSheet: chapters that stand below one title
 * @first: index of the first one in the document; @n: how many
 * @height: below the title, pt
 * @page: that it stands on, 0 = the one after the first
 * @is_dropped: the pages are full without it
 */
typedef struct
{
  guint first;
  guint n;
  double height;
  guint page;
  gboolean is_dropped;
} LscReportSheet;

const char *lsc_report_name_sheet (const LscReport *report, const LscReportSheet *sheet);
GArray *lsc_report_plan_sheets (LscPaper *paper, const LscReport *report);
char *lsc_report_say_dropped (const LscReport *report, const GArray *sheets);
void lsc_paper_write_sheet (LscPaper *paper, const LscReport *report, const LscReportSheet *sheet);

G_END_DECLS
