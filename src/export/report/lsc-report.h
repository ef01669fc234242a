/* lsc-report.h - a document that shows what was found, in no form yet
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "draw/lsc-page.h"

G_BEGIN_DECLS

#define LSC_REPORT_CHART_WIDTH                                                                     \
  880.0 /* px: of a chart that takes a page of 16:9, where a px is a pt */

/** Where a part stands on a page that is wide enough. */
typedef enum
{
  LSC_REPORT_WIDE,
  LSC_REPORT_LEFT,  /* in the left half of the page */
  LSC_REPORT_RIGHT, /* in the right half, beside the parts at the left before it */
} LscReportSide;

typedef enum
{
  LSC_REPORT_TEXT,
  LSC_REPORT_POINTS,
  LSC_REPORT_TABLE,
  LSC_REPORT_CHART,
} LscReportType;

/**
 * LscReportFrame: the room for a chart
 * @width, @height: px
 * @is_paper: what is higher goes on on the next page
 * @text_px: size of its texts, where its painter lets choose
 */
typedef struct
{
  double width;
  double height;
  gboolean is_paper;
  double text_px;
  LscTheme theme;
} LscReportFrame;

/** Returns: (transfer full): the page of a chart, a figure */
typedef LscPage *(*LscReportChartFunc) (gpointer data, const LscReportFrame *frame,
                                        PangoContext *context);

/**
 * LscReportItem: a part of a section. All texts are in the language of the process.
 * @title: (nullable): of a table or chart; of points: the sentence above them
 * @text: (nullable): a paragraph; of a chart: what it says
 * @points: (nullable): short sentences
 * @table: (nullable): with all rows and columns, for files that are read by programs; of a chart:
 *   a name and what is stacked
 * @figures: (nullable): of a chart without a table: the name of the one in which its figures stand,
 *   static
 * @columns: (nullable) (array zero-terminated=1): those that a page shows, static
 * @most_rows: that a page shows, 0 = all
 * @paper_rows: likewise, of a page of the short form, 0 = as @most_rows
 * @says_once: of a table: a number that all rows share is said below it, as words always are
 * @side: of a page of the short form
 * @is_extra: the short form leaves it out; HTML folds it
 * @is_small: of points: small print
 * @is_head: of a paragraph: a heading; a page has it above a part of it alone
 * @is_raw: the figures of a chart beside it: HTML folds them, PDF and Markdown leave them out
 * @height_share: of a chart's width
 * @fits_narrow: the chart can be read as a column of a telephone, too: its bars get shorter
 */
typedef struct
{
  LscReportType type;
  char *title;
  char *text;
  GPtrArray *points;
  LscTable *table;
  const char *figures;
  const char *const *columns;
  gsize most_rows;
  gsize paper_rows;
  LscReportSide side;
  gboolean says_once;
  gboolean is_extra;
  gboolean is_small;
  gboolean is_head;
  gboolean is_raw;
  double height_share;
  gboolean fits_narrow;
  LscReportChartFunc chart;
  gpointer data;
  GDestroyNotify free_data;
} LscReportItem;

/**
 * LscReportSection: a chapter
 * @id: stable, for links
 * @title: (nullable): a noun
 * @message: (nullable): what it says, as a sentence: the title of its page
 * @items: LscReportItem
 * @is_extra: the short form leaves it out; HTML folds it
 * @is_joined: it stands on the page of the chapter before it
 * @is_kept: the short form has it, whatever else that leaves out
 */
typedef struct
{
  const char *id;
  char *title;
  char *message;
  GPtrArray *items;
  gboolean is_extra;
  gboolean is_joined;
  gboolean is_kept;
} LscReportSection;

/** LscReportFact: a part of the answer, such as why. @id: stable; @label: a noun */
typedef struct
{
  const char *id;
  char *label;
  char *text;
} LscReportFact;

/**
 * LscReport: a document
 * @title: what it is called
 * @author: (nullable)
 * @date: (nullable): of the recordings, 2026-01-31
 * @headline: the answer, one short sentence
 * @facts: (element-type LscReportFact): why, what it costs, what to do
 * @detail: (nullable): of what the steps consist: small print
 * @about: (nullable): one line below the title: what was recorded
 * @created_ns: date of the document, that of the recordings; 0 = not known
 * @sections: LscReportSection; the first one stands below the answer
 * @is_full: of all chapters and parts, however many pages that takes
 */
typedef struct
{
  char *title;
  char *author;
  char *date;
  char *headline;
  GPtrArray *facts;
  char *detail;
  char *about;
  gint64 created_ns;
  GPtrArray *sections;
  gboolean is_full;
} LscReport;

LscReport *lsc_report_new (void);
void lsc_report_free (LscReport *self);

void lsc_report_take_fact (LscReport *self, const char *id, const char *label, char *text);
LscReportSection *lsc_report_add_section (LscReport *self, const char *id, const char *title);
void lsc_report_add_text (LscReportSection *section, const char *text);
void lsc_report_take_text (LscReportSection *section, char *text);
LscReportItem *lsc_report_take_points (LscReportSection *section, GPtrArray *points);
LscReportItem *lsc_report_take_table (LscReportSection *section, const char *title, LscTable *table,
                                      const char *const *columns);
LscReportItem *lsc_report_add_chart (LscReportSection *section, const char *title,
                                     LscReportChartFunc chart, gpointer data,
                                     GDestroyNotify free_data);

/** Returns: section @index */
static inline const LscReportSection *
lsc_report_get (const LscReport *self, guint index)
{
  return self->sections->pdata[index];
}

/** Returns: fact @index */
static inline const LscReportFact *
lsc_report_get_fact (const LscReport *self, guint index)
{
  return self->facts->pdata[index];
}

/** Returns: item @index */
static inline const LscReportItem *
lsc_report_section_get (const LscReportSection *self, guint index)
{
  return self->items->pdata[index];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscReport, lsc_report_free)

G_END_DECLS
