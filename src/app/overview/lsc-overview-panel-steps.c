/* lsc-overview-panel-steps.c - the steps of each rank, one after another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-explain.h"

struct _LscOverviewSteps
{
  LscPanel parent_instance;

  LscOverviewChart *chart;
};

G_DEFINE_FINAL_TYPE (LscOverviewSteps, lsc_overview_steps, LSC_TYPE_PANEL)

static void
lsc_overview_steps_refresh (LscPanel *panel)
{
  LscOverviewSteps *self = LSC_OVERVIEW_STEPS (panel);
  LscOverviewPage *page = LSC_OVERVIEW_PAGE (lsc_panel_get_page (panel));
  gboolean has_points = page->rows && page->rows->has_points;
  g_autofree char *reason = NULL;

  if (lsc_overview_chart_get_chart (self->chart)->rows != page->rows)
    lsc_overview_chart_set_rows (self->chart, page->rows);
  lsc_overview_chart_select (self->chart, lsc_overview_chart_get_chart (page->chart)->selected);
  reason = has_points ? NULL : lsc_explain_words (GTK_WIDGET (panel), LSC_UNKNOWN_NO_STEPS);
  lsc_panel_set_reason (panel, reason);
}

/* The rows that were drawn go away now, not when somebody looks again. */
static gboolean
lsc_overview_steps_wants (LscPanel *panel, guint what)
{
  if (what & LSC_OVERVIEW_ON_SUMMARY)
    lsc_overview_chart_set_rows (LSC_OVERVIEW_STEPS (panel)->chart, NULL);
  return TRUE;
}

static void
on_selected (LscOverviewSteps *self)
{
  LscOverviewPage *page = (LscOverviewPage *) lsc_panel_get_page (LSC_PANEL (self));
  const LscRankChart *chart = lsc_overview_chart_get_chart (self->chart);

  if (page && chart->rows && chart->selected != LSC_RANK_CHART_NONE)
    _lsc_overview_page_select (page, lsc_rank_rows_get (chart->rows, chart->selected)->index);
}

static void
on_activated (LscOverviewChart *chart, guint row, int category, LscOverviewSteps *self)
{
  LscOverviewPage *page = (LscOverviewPage *) lsc_panel_get_page (LSC_PANEL (self));

  if (page)
    _lsc_overview_page_show_rank (page, lsc_rank_rows_get (page->rows, row)->index,
                                  LSC_PLACE_SLICE);
}

static void
lsc_overview_steps_class_init (LscOverviewStepsClass *class)
{
  LSC_PANEL_CLASS (class)->depends = LSC_OVERVIEW_ON_SUMMARY | LSC_OVERVIEW_ON_SELECTION;
  LSC_PANEL_CLASS (class)->wants = lsc_overview_steps_wants;
  LSC_PANEL_CLASS (class)->refresh = lsc_overview_steps_refresh;
  LSC_PANEL_CLASS (class)->pin = "steps";
}

static void
lsc_overview_steps_init (LscOverviewSteps *self)
{
  self->chart = g_object_new (LSC_TYPE_OVERVIEW_CHART, "vexpand", TRUE, "hexpand", TRUE, NULL);
  lsc_overview_chart_set_kind (self->chart, LSC_RANK_CHART_STEPS);
  g_signal_connect_object (self->chart, "selection-changed", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->chart, "rank-activated", G_CALLBACK (on_activated), self, 0);
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (self->chart));
}
