/* lsc-timeline-panel-waits.c - how long the loaded ranks waited for each other in collectives
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/step/lsc-align.h"
#include "app/parts/lsc-table-view.h"
#include "app/timeline/lsc-timeline-page-private.h"
#include "app/timeline/lsc-timeline-panel.h"

typedef enum
{
  GROUPS,
  WAITS,
  N_TABLES,
} TableId;

static const char *const titles[N_TABLES] = { N_ ("By Group"), N_ ("By Collective") };

struct _LscPanelWaits
{
  LscPanel parent_instance;

  GtkStack *stack;
  LscTableView *tables[N_TABLES];
};

G_DEFINE_FINAL_TYPE (LscPanelWaits, lsc_panel_waits, LSC_TYPE_PANEL)

/* ---- in the thread ---- */

typedef struct
{
  LscTable *tables[N_TABLES];
  guint n_ranks;
} Found;

static void
found_free (gpointer data)
{
  Found *found = data;

  for (guint i = 0; i < N_TABLES; i++)
    g_clear_pointer (&found->tables[i], lsc_table_unref);
  g_free (found);
}

static gpointer
compute (gpointer data, LscJob *job, GError **error)
{
  GPtrArray *ranks = data;
  LscTimeline *const *timelines = (LscTimeline *const *) ranks->pdata;
  Found *found = g_new0 (Found, 1);

  found->n_ranks = ranks->len;
  found->tables[GROUPS] = lsc_align_group_wait_table (timelines, ranks->len);
  found->tables[WAITS] = lsc_align_wait_table (timelines, ranks->len);
  return found;
}

/* ---- showing ---- */

static void
lsc_panel_waits_done (LscPanel *panel, gpointer result, const GError *error)
{
  static const char *const hidden[] = { "slice_id", NULL };
  LscPanelWaits *self = LSC_PANEL_WAITS (panel);
  LscTimelinePage *page = lsc_timeline_panel_get_page (panel);
  Found *found = result;
  g_autofree char *text = NULL;

  if (error)
    return;
  text = found->n_ranks < 2
             ? g_strdup (_ ("Load two ranks or more to see how long they waited for each other."))
             : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rank is loaded",
                                             "%u ranks are loaded", found->n_ranks),
                                found->n_ranks);
  lsc_panel_set_text (panel, text);
  for (guint i = 0; i < N_TABLES; i++)
    {
      lsc_table_view_set_hidden (self->tables[i], hidden);
      lsc_table_view_set_origin (
          self->tables[i],
          lsc_timeline_chart_get_view (lsc_timeline_page_get_chart (page))->origin_ns);
      lsc_table_view_set_table (self->tables[i], found->tables[i]);
    }
}

static void
lsc_panel_waits_refresh (LscPanel *panel)
{
  lsc_panel_start (panel, &(LscTaskWork){ .name = "panel: waits",
                                          .run = compute,
                                          .data = lsc_timeline_panel_list_loaded (panel),
                                          .free_data = (GDestroyNotify) g_ptr_array_unref,
                                          .free_result = found_free });
}

/* Slices have other numbers when other ranks are loaded. */
static gboolean
lsc_panel_waits_wants (LscPanel *panel, guint what)
{
  for (guint i = 0; i < N_TABLES; i++)
    lsc_table_view_set_table (LSC_PANEL_WAITS (panel)->tables[i], NULL);
  return TRUE;
}

/* A row of a collective leads to it. */
static void
on_row_selected (LscTableView *view, guint row, LscPanelWaits *self)
{
  LscTimelinePage *page = lsc_timeline_panel_get_page (LSC_PANEL (self));
  LscTable *table = lsc_table_view_get_table (view);
  LscTimeline *timeline;
  guint32 index;
  gint64 rank, id;

  if (!page || !lsc_table_get_int (table, row, "rank", &rank) ||
      !lsc_table_get_int (table, row, "slice_id", &id))
    return;
  index = _lsc_timeline_page_find_rank (page, rank);
  timeline = index != LSC_SLICE_NONE
                 ? lsc_timeline_layout_get_timeline (lsc_timeline_page_get_layout (page), index)
                 : NULL;
  if (timeline && id < timeline->n_slices)
    lsc_timeline_page_show_slice (page, index, lsc_timeline_get_spot (timeline, (guint32) id));
}

static void
on_row_entered (LscTableView *view, guint row, LscPanelWaits *self)
{
  on_row_selected (view, row, self);
  lsc_timeline_page_enter_lanes (lsc_timeline_panel_get_page (LSC_PANEL (self)));
}

static void
on_export_clicked (LscPanelWaits *self)
{
  lsc_table_view_ask_export (LSC_TABLE_VIEW (gtk_stack_get_visible_child (self->stack)));
}

/* ---- life ---- */

static void
lsc_panel_waits_class_init (LscPanelWaitsClass *class)
{
  LscPanelClass *panel_class = LSC_PANEL_CLASS (class);

  panel_class->depends = LSC_PANEL_ON_RANKS;
  panel_class->outdates = LSC_PANEL_ON_RANKS;
  panel_class->wants = lsc_panel_waits_wants;
  panel_class->refresh = lsc_panel_waits_refresh;
  panel_class->done = lsc_panel_waits_done;
}

static void
lsc_panel_waits_init (LscPanelWaits *self)
{
  LscPanel *panel = LSC_PANEL (self);
  GtkWidget *switcher = gtk_stack_switcher_new ();

  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  for (guint i = 0; i < N_TABLES; i++)
    {
      self->tables[i] = LSC_TABLE_VIEW (lsc_table_view_new (_ (titles[i])));
      gtk_stack_add_titled (self->stack, GTK_WIDGET (self->tables[i]), titles[i], _ (titles[i]));
      g_signal_connect_object (self->tables[i], "row-selected", G_CALLBACK (on_row_selected), self,
                               0);
      g_signal_connect_object (self->tables[i], "row-activated", G_CALLBACK (on_row_entered), self,
                               0);
    }
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), self->stack);
  gtk_widget_add_css_class (switcher, "timeline-small-tabs");
  lsc_panel_add_tool (panel, switcher);
  lsc_panel_add_tool (panel, lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                               G_CALLBACK (on_export_clicked), self));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (self->stack));
}
