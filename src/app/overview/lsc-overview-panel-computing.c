/* lsc-overview-panel-computing.c - which modules or kernels compute most
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"

struct _LscOverviewComputing
{
  LscPanel parent_instance;

  LscTableView *table;
};

G_DEFINE_FINAL_TYPE (LscOverviewComputing, lsc_overview_computing, LSC_TYPE_PANEL)

static void
lsc_overview_computing_refresh (LscPanel *panel)
{
  LscOverviewComputing *self = LSC_OVERVIEW_COMPUTING (panel);
  LscOverviewPage *page = LSC_OVERVIEW_PAGE (lsc_panel_get_page (panel));
  g_autoptr (LscTable) table =
      page->summary ? lsc_findings_get_computing (page->summary->findings) : NULL;
  gboolean is_empty = table && lsc_table_get_n_rows (table) == 0;

  lsc_table_view_set_table (self->table, table);
  lsc_panel_set_reason (panel,
                        is_empty ? _ ("Not available: nothing that computes was recorded.") : NULL);
}

static void
lsc_overview_computing_class_init (LscOverviewComputingClass *class)
{
  LSC_PANEL_CLASS (class)->depends = LSC_OVERVIEW_ON_SUMMARY;
  LSC_PANEL_CLASS (class)->refresh = lsc_overview_computing_refresh;
}

static void
lsc_overview_computing_init (LscOverviewComputing *self)
{
  self->table = LSC_TABLE_VIEW (lsc_table_view_new (_ ("What computes most")));
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), self->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (self->table));
}
