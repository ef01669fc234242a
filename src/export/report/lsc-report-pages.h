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
 * @n_lost: rows and points that have no room
 * @n_narrow: columns of its tables that have no room
 * @more_rows: of its tables, for which the page has room
 * @is_wide: its tables stand below each other, so that more columns have room
 * @page: that it stands on, 0 = the one after the first
 * @is_dropped: the pages are full without it
 */
typedef struct
{
  guint first;
  guint n;
  double height;
  gsize n_lost;
  gsize n_narrow;
  gsize more_rows;
  gboolean is_wide;
  guint page;
  gboolean is_dropped;
} LscReportSheet;

const char *lsc_report_name_sheet (const LscReport *report, const LscReportSheet *sheet);
GArray *lsc_report_plan_sheets (LscPaper *paper, const LscReport *report);
char *lsc_report_say_dropped (const LscReport *report, const GArray *sheets);
void lsc_paper_write_sheet (LscPaper *paper, const LscReport *report, const LscReportSheet *sheet);

G_END_DECLS
