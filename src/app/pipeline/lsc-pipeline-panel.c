/* lsc-pipeline-panel.c - what all tabs below the pipeline do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/pipeline/lsc-pipeline-panel.h"

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
 * lsc_pipeline_panel_prepare_table:
 * @table: an #LscTableView
 * @label: what the table is, for people who do not see it
 *
 * One step of one group is shown; the rest is for files.
 */
void
lsc_pipeline_panel_prepare_table (GtkWidget *table, const char *label)
{
  static const char *const hidden[] = { "group_id", "step",    "name",      "value",
                                        "unit",     "target",  "replay_ns", "change_ns",
                                        "at_ns",    "applied", "rung",      NULL };

  gtk_widget_set_vexpand (table, TRUE);
  lsc_table_view_set_label (LSC_TABLE_VIEW (table), label);
  lsc_table_view_set_hidden (LSC_TABLE_VIEW (table), hidden);
}
