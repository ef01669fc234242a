/* lsc-overview-panel-ranks.c - the table of the ranks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "app/overview/lsc-overview-page-private.h"
#include "app/overview/lsc-overview-panels.h"
#include "app/parts/lsc-table-view.h"
#include "analyze/lsc-table-unknown.h"
#include "base/lsc-words.h"

/* At least; it takes what the other columns leave. */
#define REASON_PX 180
#define REASON_LINES 2

struct _LscOverviewRanks
{
  LscPanel parent_instance;

  LscTableView *table;
  GArray *shown; /* (nullable) (element-type guint32): of each row, the index of its rank */
};

G_DEFINE_FINAL_TYPE (LscOverviewRanks, lsc_overview_ranks, LSC_TYPE_PANEL)

static LscOverviewPage *
get_page (LscOverviewRanks *self)
{
  return (LscOverviewPage *) lsc_panel_get_page (LSC_PANEL (self));
}

static guint32
get_rank (LscOverviewRanks *self, guint row)
{
  return g_array_index (self->shown, guint32, row);
}

/* The row of the rank that is selected in the chart. */
static void
show_selected (LscOverviewRanks *self)
{
  const LscRankChart *chart = lsc_overview_chart_get_chart (get_page (self)->chart);

  if (lsc_table_view_get_table (self->table) && chart->rows &&
      chart->selected != LSC_RANK_CHART_NONE)
    for (guint32 i = 0; i < self->shown->len; i++)
      if (get_rank (self, i) == lsc_rank_rows_get (chart->rows, chart->selected)->index)
        lsc_table_view_select (self->table, i);
}

/* What no rank has: a part of the step, a reason where none is slow, what was not recorded. A line
 * above the table says once what is not known, and why. */
static gboolean
is_empty (LscTable *table, guint column)
{
  static const char *const kept[] = { "rank", "step_ns", NULL };
  const LscColumn *about = lsc_table_get_column (table, column);
  gboolean is_time = about->unit == LSC_UNIT_NS && about->type == LSC_TYPE_INT;

  if (g_strv_contains (kept, about->name))
    return FALSE;
  for (guint i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue value = lsc_table_get (table, i, column);

      if (!value.is_null && (!is_time || value.integer != 0))
        return FALSE;
    }
  return TRUE;
}

/* (transfer full) (nullable): what all rows say alike of what is not known of them */
static char *
find_reason (LscTable *table)
{
  int column = lsc_table_find_column (table, "not_available");
  gsize n = lsc_table_get_n_rows (table);
  g_autofree char *first = NULL;

  if (column < 0 || n == 0 || lsc_table_get (table, 0, (guint) column).is_null)
    return NULL;
  first = lsc_table_get_words (table, 0, (guint) column);
  for (gsize i = 1; i < n; i++)
    {
      g_autofree char *other = lsc_table_get_words (table, i, (guint) column);

      if (g_strcmp0 (first, other) != 0)
        return NULL;
    }
  return g_steal_pointer (&first);
}

/* As many steps count in each rank. */
static gboolean
is_same (LscTable *table, guint column)
{
  if (g_strcmp0 (lsc_table_get_column (table, column)->name, "counted_steps") != 0)
    return FALSE;
  for (guint i = 1; i < lsc_table_get_n_rows (table); i++)
    if (lsc_table_get (table, i, column).integer != lsc_table_get (table, 0, column).integer)
      return FALSE;
  return TRUE;
}

/* They tell nothing, and each column makes thousands of ranks slower to show. @reason: (nullable):
 * told above the table, and in no cell */
static void
hide_empty (LscOverviewRanks *self, LscTable *table, const char *reason)
{
  static const char *const said[] = { "not_available", "verdict", NULL };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const char *name = lsc_table_get_column (table, i)->name;

      if (is_empty (table, i) || is_same (table, i) || (reason && g_strv_contains (said, name)))
        g_ptr_array_add (names, (gpointer) name);
    }
  g_ptr_array_add (names, NULL);
  lsc_table_view_set_hidden (self->table, (const char *const *) names->pdata);
}

/* @reason: (nullable): what all rows say alike */
static void
say_unknown (LscOverviewRanks *self, LscTable *table, const char *reason)
{
  g_autoptr (GPtrArray) list = lsc_table_list_unknown (table);
  g_autoptr (GString) text = g_string_new (NULL);

  if (reason)
    g_string_append_printf (text, _ ("Which ranks are slow: %s"), reason);
  for (guint i = 0; i < list->len; i++)
    {
      g_autofree char *words = lsc_unknown_cells_to_words (list->pdata[i]);

      lsc_words_append (text, words);
    }
  lsc_panel_set_text (LSC_PANEL (self), text->len > 0 ? text->str : NULL);
}

static void
list_ranks (LscOverviewRanks *self, const LscOverview *overview)
{
  LscOverviewChoice choice = _lsc_overview_page_get_choice (get_page (self));
  g_autoptr (GArray) all = lsc_overview_list_worst_first (overview);

  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < all->len; i++)
    {
      guint32 index = g_array_index (all, guint32, i);

      if (lsc_overview_choice_has (&choice, lsc_overview_get_rank (overview, index)->rank))
        g_array_append_val (self->shown, index);
    }
}

static void
fill (LscOverviewRanks *self)
{
  const LscRankSummary *summary = get_page (self)->summary;
  g_autoptr (LscTable) all = NULL, table = NULL;
  g_autofree char *reason = NULL;

  if (lsc_table_view_get_table (self->table) || !summary)
    return;
  all = lsc_overview_get_table (summary->overview);
  reason = find_reason (all);
  hide_empty (self, all, reason);
  say_unknown (self, all, reason);
  list_ranks (self, summary->overview);
  table =
      lsc_table_model_copy_rows (all, (guint32 *) (gpointer) self->shown->data, self->shown->len);
  lsc_table_view_set_table (self->table, table);
  lsc_table_view_place (self->table, "gain_ns", 2); /* at the end they would be cut */
  lsc_table_view_place (self->table, "gain_ranks", 3);
  lsc_table_view_widen (self->table, "reason", REASON_PX);
}

static void
lsc_overview_ranks_refresh (LscPanel *panel)
{
  fill (LSC_OVERVIEW_RANKS (panel));
  show_selected (LSC_OVERVIEW_RANKS (panel));
}

static void
ask_export (LscOverviewRanks *self)
{
  fill (self); /* it may not have been seen yet */
  lsc_table_view_ask_export (self->table);
}

static gboolean
lsc_overview_ranks_wants (LscPanel *panel, guint what)
{
  LscOverviewRanks *self = LSC_OVERVIEW_RANKS (panel);

  if (what & LSC_OVERVIEW_ON_SUMMARY)
    lsc_table_view_set_table (self->table, NULL);
  if (what & LSC_OVERVIEW_ON_EXPORT)
    ask_export (self);
  return (what & ~(guint) LSC_OVERVIEW_ON_EXPORT) != 0;
}

static void
on_row_selected (LscTableView *view, guint row, LscOverviewRanks *self)
{
  if (get_page (self))
    _lsc_overview_page_select (get_page (self), get_rank (self, row));
}

static void
on_row_activated (LscTableView *view, guint row, LscOverviewRanks *self)
{
  if (get_page (self))
    _lsc_overview_page_show_rank (get_page (self), get_rank (self, row), LSC_PLACE_SLICE);
}

static void
on_row_narrowed (LscTableView *view, guint row, LscOverviewRanks *self)
{
  gsize rank = get_rank (self, row);

  if (get_page (self))
    _lsc_overview_page_narrow (get_page (self), &rank, 1);
}

static void
lsc_overview_ranks_finalize (GObject *object)
{
  g_array_unref (LSC_OVERVIEW_RANKS (object)->shown);
  G_OBJECT_CLASS (lsc_overview_ranks_parent_class)->finalize (object);
}

static void
lsc_overview_ranks_class_init (LscOverviewRanksClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_overview_ranks_finalize;
  LSC_PANEL_CLASS (class)->wants = lsc_overview_ranks_wants;
  LSC_PANEL_CLASS (class)->refresh = lsc_overview_ranks_refresh;
}

static void
lsc_overview_ranks_init (LscOverviewRanks *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->table = LSC_TABLE_VIEW (lsc_table_view_new (_ ("Ranks")));
  lsc_table_view_set_most_lines (self->table, REASON_LINES);
  lsc_table_view_offer_narrowing (self->table);
  lsc_table_view_offer_comparing (self->table);
  g_signal_connect_object (self->table, "row-narrowed", G_CALLBACK (on_row_narrowed), self, 0);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, 0);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  lsc_panel_add_tool (LSC_PANEL (self),
                      lsc_panel_button ("document-save-symbolic", _ ("Export…"),
                                        G_CALLBACK (lsc_table_view_ask_export), self->table));
  lsc_panel_set_content (LSC_PANEL (self), GTK_WIDGET (self->table));
}
