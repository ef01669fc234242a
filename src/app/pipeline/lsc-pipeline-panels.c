/* lsc-pipeline-panels.c - the panels below the pipeline chart
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-panels.h"

#include <glib/gi18n-lib.h>

#define HEIGHT_PX 250 /* of the panels, until the user moves the border */

/** lsc_pipeline_panel_get_page: Returns: (transfer none) (nullable): %NULL while it goes away */
LscPipelinePage *
lsc_pipeline_panel_get_page (LscPanel *panel)
{
  return (LscPipelinePage *) lsc_panel_get_page (panel);
}

/**
 * lsc_pipeline_panel_why_no_study:
 *
 * Returns: (transfer full) (nullable): why panels of the study have nothing to show
 */
char *
lsc_pipeline_panel_why_no_study (LscPanel *panel)
{
  return _lsc_pipeline_page_why_no_study (lsc_pipeline_panel_get_page (panel));
}

/**
 * lsc_pipeline_panel_new_table:
 * @label: what the table is, for people who do not see it
 */
GtkWidget *
lsc_pipeline_panel_new_table (const char *label)
{
  GtkWidget *table = lsc_table_view_new (label);

  /* one step of one group is shown; the rest is for files */
  static const char *const hidden[] = { "groupId",  "step",     "name", "value",   "unit", "target",
                                        "replayNs", "changeNs", "atNs", "applied", "rung", NULL };

  gtk_widget_set_vexpand (table, TRUE);
  lsc_table_view_set_hidden (LSC_TABLE_VIEW (table), hidden);
  return table;
}

/**
 * lsc_pipeline_panel_set_table:
 * @table: (nullable)
 *
 * Shows a table. Its columns are made while there are no rows: cells of columns that are hidden
 * in the end would cost most of the time.
 */
void
lsc_pipeline_panel_set_table (GtkWidget *view, LscTable *table)
{
  LscTable *shown = lsc_table_view_get_table (LSC_TABLE_VIEW (view));

  if (table != NULL &&
      (shown == NULL || g_strcmp0 (lsc_table_get_name (shown), lsc_table_get_name (table)) != 0))
    {
      g_autoptr (LscTable) empty = lsc_table_model_copy_rows (table, NULL, 0);

      lsc_table_view_set_table (LSC_TABLE_VIEW (view), empty);
    }
  lsc_table_view_set_table (LSC_TABLE_VIEW (view), table);
}

/* ---- all of them ---- */

/**
 * lsc_pipeline_panels_get:
 *
 * Returns: (transfer none): the panel of a tab
 */
LscPanel *
lsc_pipeline_panels_get (LscPipelinePage *page, LscPipelineTab tab)
{
  return LSC_PANEL (gtk_notebook_get_nth_page (page->panel, (int) tab));
}

/** lsc_pipeline_panels_show: brings a tab to the front, and the panel with it */
void
lsc_pipeline_panels_show (LscPipelinePage *page, LscPipelineTab tab)
{
  gtk_notebook_set_current_page (page->panel, (int) tab);
  g_settings_set_boolean (page->settings, "pipeline-panel", TRUE);
}

/** lsc_pipeline_panels_invalidate: the study or what stands beside the step is another */
void
lsc_pipeline_panels_invalidate (LscPipelinePage *page)
{
  lsc_panel_tell_all (page->panel, G_MAXUINT);
}

/** lsc_pipeline_panels_add: makes the panels of a page; called once */
void
lsc_pipeline_panels_add (LscPipelinePage *page)
{
  const struct
  {
    GType type;
    const char *title;
  } panels[LSC_PIPELINE_N_TABS] = {
    [LSC_PIPELINE_TAB_SUMMARY] = { LSC_TYPE_PIPELINE_SUMMARY, _ ("Summary") },
    [LSC_PIPELINE_TAB_WAITING] = { LSC_TYPE_PIPELINE_WAITING, _ ("Waiting") },
    [LSC_PIPELINE_TAB_BALANCE] = { LSC_TYPE_PIPELINE_BALANCE, _ ("Balance") },
    [LSC_PIPELINE_TAB_LADDER] = { LSC_TYPE_PIPELINE_LADDER, _ ("Ladder") },
    [LSC_PIPELINE_TAB_PATH] = { LSC_TYPE_PIPELINE_PATH, _ ("Critical Path") },
    [LSC_PIPELINE_TAB_WHAT_IF] = { LSC_TYPE_PIPELINE_WHAT_IF, _ ("What-If") },
    [LSC_PIPELINE_TAB_DELTAS] = { LSC_TYPE_PIPELINE_DELTAS, _ ("Differences") },
    [LSC_PIPELINE_TAB_CLOCKS] = { LSC_TYPE_PIPELINE_CLOCK_PANEL, _ ("Clocks") },
  };

  for (guint tab = 0; tab < LSC_PIPELINE_N_TABS; tab++)
    lsc_panel_add (page->panel, GTK_WIDGET (page), panels[tab].type, panels[tab].title);
  lsc_panel_place_below (page->panel, page->paned, HEIGHT_PX);
}
