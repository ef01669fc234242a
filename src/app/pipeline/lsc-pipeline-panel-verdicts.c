/* lsc-pipeline-panel-verdicts.c - what makes the steps longer, worst first
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/pipeline/lsc-pipeline-panel.h"

struct _LscPipelineVerdicts
{
  LscPanel parent_instance;

  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (LscPipelineVerdicts, lsc_pipeline_verdicts, LSC_TYPE_PANEL)

static const char *
why_empty (const LscPipelinePage *page)
{
  if (!page->verdicts)
    return _ ("The recording is being judged…");
  return lsc_verdicts_say_nothing (page->verdicts);
}

static void
lsc_pipeline_verdicts_refresh (LscPanel *panel)
{
  LscPipelineVerdicts *self = LSC_PIPELINE_VERDICTS (panel);
  LscPipelinePage *page = lsc_pipeline_panel_get_page (panel);
  g_autoptr (LscTable) table = page->verdicts ? lsc_verdicts_table (page->verdicts) : NULL;
  gboolean is_empty = !table || lsc_table_get_n_rows (table) == 0;

  lsc_table_view_set_table (LSC_TABLE_VIEW (self->table), table);
  lsc_table_view_place (LSC_TABLE_VIEW (self->table), "text", 0);
  lsc_table_view_place (LSC_TABLE_VIEW (self->table), "remedy", 1);
  lsc_table_view_widen (LSC_TABLE_VIEW (self->table), "text", 380);
  lsc_table_view_widen (LSC_TABLE_VIEW (self->table), "remedy", 300);
  lsc_panel_set_reason (panel, is_empty ? why_empty (page) : NULL);
}

static void
on_row_activated (LscPipelineVerdicts *self)
{
  guint32 row;

  if (lsc_table_view_get_selected (LSC_TABLE_VIEW (self->table), &row))
    _lsc_pipeline_page_show_verdict (lsc_pipeline_panel_get_page (LSC_PANEL (self)), row);
}

static void
lsc_pipeline_verdicts_class_init (LscPipelineVerdictsClass *class)
{
  LSC_PANEL_CLASS (class)->refresh = lsc_pipeline_verdicts_refresh;
}

/* The sentence has them. */
static const char *const in_words[] = { "group_id",  "stage",    "rank",       "peer_stage",
                                        "peer_rank", "kind",     "microbatch", "excess",
                                        "op",        "op_share", "schedule",   "other",
                                        "share",     NULL };

static void
lsc_pipeline_verdicts_init (LscPipelineVerdicts *self)
{
  self->table = g_object_new (LSC_TYPE_TABLE_VIEW, NULL);
  lsc_pipeline_panel_prepare_table (self->table, _ ("What makes the steps longer"));
  lsc_table_view_set_hidden (LSC_TABLE_VIEW (self->table), in_words);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self,
                           G_CONNECT_SWAPPED);
  lsc_panel_set_content (LSC_PANEL (self), self->table);
}
