/* lsc-overview-page-private.h - what the parts of the overview share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "draw/overview/lsc-overview-rows.h"
#include "app/overview/lsc-overview-chart.h"
#include "app/overview/lsc-overview-findings.h"
#include "app/overview/lsc-overview-legend.h"
#include "app/overview/lsc-overview-page.h"
#include "app/parts/lsc-grid-pane.h"
#include "app/parts/lsc-page-words.h"

G_BEGIN_DECLS

struct _LscOverviewPage
{
  LscAppPage parent_instance;

  LscPageWords *words;
  GtkLabel *headline;
  GtkLabel *caption; /* beside the chart */
  GtkLabel *remark;
  GtkWidget *all_findings;
  LscOverviewFindings *findings;
  GtkDropDown *step_choice;
  GtkDropDown *scale_choice;
  GtkDropDown *metric_choice;
  GtkDropDown *order_choice;
  GtkToggleButton *grid_button;
  GtkStack *ranks_stack;
  LscGridPane *grid;
  GtkPaned *paned;
  LscOverviewChart *chart;
  LscOverviewLegend *legend;
  GtkNotebook *panel;

  LscRankSummary *summary; /* (nullable) */
  LscRankRows *rows;       /* (nullable): of it, as they are drawn */
  GArray *steps;           /* (nullable) (element-type gint64): numbers of steps, rising */
};

/** What panels depend on. */
enum
{
  LSC_OVERVIEW_ON_SUMMARY = 1 << 0,
  LSC_OVERVIEW_ON_SELECTION = 1 << 1,
  LSC_OVERVIEW_ON_EXPORT = 1 << 2, /* the user wants the table of the ranks as a file */
};

/** Where something is seen: times of the rank's clock. @name: (nullable): of the slice; borrowed */
typedef struct
{
  LscSource *source;
  gint64 begin_ns;
  gint64 end_ns;
  const char *name;
} LscOverviewPlace;

/* -- lsc-overview-rows.c -- */
GArray *_lsc_overview_list_steps (const LscOverview *overview);
void _lsc_overview_describe_row (GPtrArray *facts, const LscRankRow *row);
char *_lsc_overview_say_remark (const LscOverview *overview, const LscFindings *findings);
char *_lsc_overview_say_no_waits (const LscOverview *overview);
gboolean _lsc_overview_find_place (const LscRankSummary *summary, gsize index,
                                   LscOverviewPlace *place);
gboolean _lsc_overview_find_wait (const LscRankSummary *summary, gsize pair,
                                  LscOverviewPlace *place);

/* -- lsc-overview-page-grid.c -- */
void _lsc_overview_page_set_up_grid (LscOverviewPage *self);
void _lsc_overview_page_fill_grid (LscOverviewPage *self, const gint64 *step);
void _lsc_overview_page_follow_grid (LscOverviewPage *self);
gboolean _lsc_overview_page_is_grid (LscOverviewPage *self);

/* -- lsc-overview-page.c -- */
LscOverviewChoice _lsc_overview_page_get_choice (LscOverviewPage *self);
void _lsc_overview_page_narrow (LscOverviewPage *self, const gsize *indexes, gsize n);
void _lsc_overview_page_select (LscOverviewPage *self, gsize index);
void _lsc_overview_page_show_rank (LscOverviewPage *self, gsize index, LscPlace place);
void _lsc_overview_page_show_wait (LscOverviewPage *self, gsize pair, LscPlace place);

G_END_DECLS
