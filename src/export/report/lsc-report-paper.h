/* lsc-report-paper.h - pages of 16:9, filled from top to bottom
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/lsc-palette.h"
#include "draw/lsc-text.h"
#include "export/report/lsc-report.h"

G_BEGIN_DECLS

/* Points, of a slide of 13⅓ by 7½ inches. */
#define LSC_PAPER_HEIGHT 540.0
#define LSC_PAPER_MARGIN 40.0
#define LSC_PAPER_TOP (LSC_PAPER_MARGIN - 8)
#define LSC_PAPER_BOTTOM 506.0 /* what stands on a page ends here */
#define LSC_PAPER_ROOM LSC_REPORT_CHART_WIDTH
#define LSC_PAPER_WIDTH (LSC_PAPER_ROOM + 2 * LSC_PAPER_MARGIN)

/**
 * LscPaper: a document while its pages are filled
 * @x, @room: where paragraphs and tables begin, and how wide they may be, pt
 * @y: where the next thing stands, pt
 * @bottom: where what stands on a page ends, pt
 * @is_short: what has no room on a page is left out, instead of going on on the next one
 * @more_rows: of tables of a short form, beyond those that they have there in any case
 * @is_wide: tables stand below each other, none beside another
 * @n_lost: rows and points that had no room
 * @n_narrow: columns that had no room
 * @n_pages: begun so far
 * @running: (nullable): title of the chapter, for pages that go on with it
 */
typedef struct
{
  const LscReport *report;
  cairo_surface_t *surface;
  cairo_t *cr;
  PangoContext *context;
  LscText *text;
  LscTheme theme;
  double x;
  double room;
  double y;
  double bottom;
  gboolean is_short;
  gsize more_rows;
  gboolean is_wide;
  gsize n_lost;
  gsize n_narrow;
  guint n_pages;
  const char *running;
} LscPaper;

/**
 * LscPaperText: a paragraph
 * @x, @width, @size: pt
 * @tag: (nullable): what it is to those who cannot see the page, static: H1; else a paragraph
 */
typedef struct
{
  const char *text;
  double x;
  double width;
  double size;
  gboolean is_bold;
  gboolean is_dim;
  const char *tag;
} LscPaperText;

/**
 * LscPaperRoom: room for a chart, pt
 * @scale: pt per px, 0 = 1; smaller ones show more
 * @is_single: what is too high ends there; else it goes on on other pages
 */
typedef struct
{
  double x;
  double width;
  double height;
  double scale;
  gboolean is_single;
} LscPaperRoom;

void lsc_paper_init (LscPaper *self, const LscReport *report, GByteArray *bytes);
cairo_status_t lsc_paper_finish (LscPaper *self);
void lsc_paper_begin_page (LscPaper *self);
void lsc_paper_begin_chapter (LscPaper *self, const char *title, const char *name, double height);
double lsc_paper_measure_title (LscPaper *self, const char *title);
void lsc_paper_need (LscPaper *self, double height);
double lsc_paper_measure (LscPaper *self, const LscPaperText *text);
void lsc_paper_write (LscPaper *self, const LscPaperText *text);
void lsc_paper_draw_chart (LscPaper *self, const LscReportItem *item, const LscPaperRoom *room);
void lsc_paper_write_table (LscPaper *self, const LscReportItem *item);
void lsc_paper_write_points (LscPaper *paper, const LscReportItem *item);
void lsc_paper_write_item (LscPaper *paper, const LscReportItem *item);
double lsc_paper_measure_item (const LscPaper *paper, const LscReportItem *item);
gsize lsc_paper_count_lines (const LscPaper *paper, const LscReportItem *item);
gboolean lsc_paper_fit_item (LscPaper *paper, const LscReportItem *item);

G_END_DECLS
