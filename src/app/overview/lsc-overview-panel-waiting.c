/* lsc-overview-panel-waiting.c - which rank waits for which
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"

struct _LscOverviewWaiting
{
  LscPanel parent_instance;

  LscTableView *table;
};

G_DEFINE_FINAL_TYPE (LscOverviewWaiting, lsc_overview_waiting, LSC_TYPE_PANEL)

static void
lsc_overview_waiting_refresh (LscPanel *panel)
{
  LscOverviewWaiting *self = LSC_OVERVIEW_WAITING (panel);
  LscOverviewPage *page = LSC_OVERVIEW_PAGE (lsc_panel_get_page (panel));
  g_autoptr (LscTable) table =
      page->summary != NULL ? lsc_overview_get_waits_table (page->summary->overview) : NULL;
  g_autofree char *reason = NULL;

  if (page->summary != NULL && lsc_table_get_n_rows (table) == 0)
    reason = _lsc_overview_say_no_waits (page->summary->overview);
  lsc_table_view_set_table (self->table, table);
  lsc_panel_set_reason (panel, reason);
}

/* The longest time that one waited for the other. */
static void
on_row_activated (LscTableView *view, guint row, LscOverviewWaiting *self)
{
  LscOverviewPage *page = (LscOverviewPage *) lsc_panel_get_page (LSC_PANEL (self));

  if (page != NULL)
    _lsc_overview_page_show_wait (page, row, LSC_PLACE_SLICE);
}

static void
lsc_overview_waiting_class_init (LscOverviewWaitingClass *class)
{
  LSC_PANEL_CLASS (class)->depends = LSC_OVERVIEW_ON_SUMMARY;
  LSC_PANEL_CLASS (class)->refresh = lsc_overview_waiting_refresh;
}

static void
lsc_overview_waiting_init (LscOverviewWaiting *self)
{
  self->table = LSC_TABLE_VIEW (lsc_table_view_new (_ ("Who waits for whom")));
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), self->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (self->table));
}
