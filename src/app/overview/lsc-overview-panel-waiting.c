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
  GArray *shown; /* (element-type guint32): of each row, its pair */
};

G_DEFINE_FINAL_TYPE (LscOverviewWaiting, lsc_overview_waiting, LSC_TYPE_PANEL)

/* Those that one of the chosen ranks has a part in. */
static LscTable *
make_table (LscOverviewWaiting *self, LscOverviewPage *page)
{
  const LscOverview *overview = page->summary->overview;
  LscOverviewChoice choice = _lsc_overview_page_get_choice (page);
  g_autoptr (LscTable) all = lsc_overview_get_waits_table (overview);

  g_array_set_size (self->shown, 0);
  for (guint32 i = 0; i < lsc_table_get_n_rows (all); i++)
    {
      const LscWaitPair *pair = &overview->waits->pairs.items[i];

      if (lsc_overview_choice_has (&choice, lsc_overview_get_rank (overview, pair->waiter)->rank) ||
          lsc_overview_choice_has (&choice, lsc_overview_get_rank (overview, pair->cause)->rank))
        g_array_append_val (self->shown, i);
    }
  return lsc_table_model_copy_rows (all, (guint32 *) (gpointer) self->shown->data,
                                    self->shown->len);
}

static void
lsc_overview_waiting_refresh (LscPanel *panel)
{
  LscOverviewWaiting *self = LSC_OVERVIEW_WAITING (panel);
  LscOverviewPage *page = LSC_OVERVIEW_PAGE (lsc_panel_get_page (panel));
  g_autoptr (LscTable) table = page->summary ? make_table (self, page) : NULL;
  g_autofree char *reason = NULL;

  if (page->summary && page->summary->overview->waits->pairs.n == 0)
    reason = _lsc_overview_say_no_waits (page->summary->overview);
  else if (table && self->shown->len == 0)
    reason = g_strdup (_ ("No rank waits for the chosen ones, nor they for others."));
  lsc_table_view_set_table (self->table, table);
  lsc_panel_set_reason (panel, reason);
}

/* The longest time that one waited for the other. */
static void
on_row_activated (LscTableView *view, guint row, LscOverviewWaiting *self)
{
  LscOverviewPage *page = (LscOverviewPage *) lsc_panel_get_page (LSC_PANEL (self));

  if (page)
    _lsc_overview_page_show_wait (page, g_array_index (self->shown, guint32, row), LSC_PLACE_SLICE);
}

/* Both of them. */
static void
on_row_narrowed (LscTableView *view, guint row, LscOverviewWaiting *self)
{
  LscOverviewPage *page = (LscOverviewPage *) lsc_panel_get_page (LSC_PANEL (self));
  const LscWaitPair *pair;

  if (!page)
    return;
  pair = &page->summary->overview->waits->pairs.items[g_array_index (self->shown, guint32, row)];
  _lsc_overview_page_narrow (page, (gsize[]){ pair->waiter, pair->cause }, 2);
}

static void
lsc_overview_waiting_finalize (GObject *object)
{
  g_array_unref (LSC_OVERVIEW_WAITING (object)->shown);
  G_OBJECT_CLASS (lsc_overview_waiting_parent_class)->finalize (object);
}

static void
lsc_overview_waiting_class_init (LscOverviewWaitingClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_overview_waiting_finalize;
  LSC_PANEL_CLASS (class)->depends = LSC_OVERVIEW_ON_SUMMARY;
  LSC_PANEL_CLASS (class)->refresh = lsc_overview_waiting_refresh;
}

static void
lsc_overview_waiting_init (LscOverviewWaiting *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->table = LSC_TABLE_VIEW (lsc_table_view_new (_ ("Who waits for whom")));
  lsc_table_view_offer_narrowing (self->table);
  lsc_table_view_offer_comparing (self->table);
  g_signal_connect_object (self->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), self->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (self->table));
}
