/* lsc-ui-overview.c - the Overview in the real window, for the tests of it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-ui-overview.h"

#include "app/window/lsc-window-private.h"

/** The program with @path opened and painted. */
LscUi *
lsc_ui_start_on (const char *path)
{
  LscUi *ui = lsc_ui_start ();

  g_assert_true (lsc_ui_open (ui, path));
  lsc_ui_settle ();
  return ui;
}

/** Whether the page @name is the one that is seen. */
gboolean
lsc_ui_is_front (LscUi *self, const char *name)
{
  GtkWidget *page = lsc_window_get_page (self->window, name);

  return page != NULL && gtk_widget_get_mapped (page);
}

/** Shows the page @name and waits until it is ready. */
void
lsc_ui_go_to (LscUi *self, const char *name)
{
  lsc_window_show_page (self->window, name);
  g_assert_true (lsc_ui_wait_ready (self));
  g_assert_true (lsc_ui_is_front (self, name));
}

/** Returns: (transfer none): the Overview */
LscOverviewPage *
lsc_ui_get_overview (LscUi *self)
{
  return LSC_OVERVIEW_PAGE (lsc_window_get_page (self->window, "overview"));
}

/** Shows @tab below the Overview. Returns: (transfer none): its table */
LscTableView *
lsc_ui_get_overview_table (LscUi *self, LscOverviewTab tab)
{
  LscAppPage *page = LSC_APP_PAGE (lsc_ui_get_overview (self));
  LscPanel *panel = lsc_app_page_get_panel (page, tab);

  lsc_app_page_show_panel (page, tab);
  lsc_ui_settle ();
  return LSC_TABLE_VIEW (lsc_ui_find (GTK_WIDGET (panel), LSC_TYPE_TABLE_VIEW, NULL));
}
