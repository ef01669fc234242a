/* lsc-communication-page-selection.c - what of communication is selected, and where it is seen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/communication/lsc-communication-page-private.h"
#include "app/parts/lsc-explain.h"

#include <glib/gi18n-lib.h>

/* ---- what is selected ---- */

/** Returns: (nullable): the table of the selected row */
const LscTable *
_lsc_communication_page_get_selected (LscCommunicationPage *self)
{
  return self->selected.tab < LSC_COMMUNICATION_N_TABS && self->tables[self->selected.tab] &&
                 self->selected.row < lsc_table_get_n_rows (self->tables[self->selected.tab])
             ? self->tables[self->selected.tab]
             : NULL;
}

static gboolean
get_int (const LscTable *table, gsize row, const char *column, gint64 *value)
{
  LscValue found = lsc_table_get_named (table, row, column);

  *value = found.integer;
  return !found.is_null;
}

static gsize
find_operator (LscCommunicationPage *self, const char *group)
{
  const LscTable *operators = self->tables[LSC_COMMUNICATION_TAB_OPERATORS];

  for (gsize i = 0; i < lsc_table_get_n_rows (operators); i++)
    if (g_strcmp0 (lsc_table_get_named (operators, i, "group").text, group) == 0)
      return i;
  return G_MAXSIZE;
}

/* The costliest operator whose data moves over a link; the groups of that are in one text. */
static gsize
find_operator_of_link (LscCommunicationPage *self, guint32 row)
{
  LscValue value = lsc_table_get_named (self->tables[LSC_COMMUNICATION_TAB_LINKS], row, "groups");
  g_auto (GStrv) groups = g_strsplit (value.is_null ? "" : value.text, "; ", -1);
  gsize least = G_MAXSIZE;

  for (guint i = 0; groups[i]; i++)
    least = MIN (least, find_operator (self, groups[i]));
  return least;
}

/** Actions on a row need one. */
void
_lsc_communication_page_update_actions (LscCommunicationPage *self)
{
  static const char *const names[] = { "communication.show-timeline", "communication.show-modules",
                                       "communication.show-overview", "communication.copy-row",
                                       "communication.narrow" };
  gboolean is_selected = _lsc_communication_page_get_selected (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], is_selected);
}

/* The cell of a link, in the matrix as it is filtered. */
static void
mark_cell (LscCommunicationPage *self, guint32 row)
{
  const LscTable *links = self->tables[LSC_COMMUNICATION_TAB_LINKS];
  const LscLinkMatrix *matrix = lsc_matrix_chart_get_view (self->matrix)->matrix;
  LscMatrixSpot spot = { LSC_MATRIX_CELL, 0, 0 };
  gint64 src, dst;

  if (matrix && !matrix->is_of_experts && get_int (links, row, "src_rank", &src) &&
      get_int (links, row, "dst_rank", &dst) &&
      lsc_link_matrix_find_rank (matrix, src, &spot.src) &&
      lsc_link_matrix_find_rank (matrix, dst, &spot.dst))
    lsc_matrix_chart_select (self->matrix, &spot);
}

/** Marks the cell of the selected link again, in a matrix of other links. */
void
_lsc_communication_page_mark (LscCommunicationPage *self)
{
  if (_lsc_communication_page_get_selected (self) &&
      self->selected.tab == LSC_COMMUNICATION_TAB_LINKS)
    mark_cell (self, self->selected.row);
}

/** Selects a row of the table of a tab, here and in the charts. */
void
_lsc_communication_page_select (LscCommunicationPage *self, guint tab, guint32 row)
{
  gint64 instance;
  gsize operator_row;

  if (self->selected.tab == tab && self->selected.row == row)
    return;
  self->selected = (LscCommunicationSpot){ tab, row };
  if (_lsc_communication_page_get_selected (self) && tab == LSC_COMMUNICATION_TAB_LINKS)
    {
      mark_cell (self, row);
      operator_row = find_operator_of_link (self, row);
      if (operator_row != G_MAXSIZE)
        _lsc_communication_bars_choose (self, operator_row);
    }
  else if (_lsc_communication_page_get_selected (self) && tab == LSC_COMMUNICATION_TAB_OPERATORS)
    _lsc_communication_bars_choose (self, row);
  else if (_lsc_communication_page_get_selected (self) && tab == LSC_COMMUNICATION_TAB_GROUPS)
    {
      operator_row =
          find_operator (self, lsc_table_get_named (self->tables[tab], row, "group").text);
      if (operator_row != G_MAXSIZE)
        _lsc_communication_bars_choose (self, operator_row);
    }
  else if (_lsc_communication_page_get_selected (self) && tab == LSC_COMMUNICATION_TAB_INSTANCES &&
           get_int (self->tables[tab], row, "instance", &instance))
    _lsc_communication_bars_choose_instance (self, instance);
  _lsc_communication_page_update_actions (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMMUNICATION_ON_SELECTION);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

/** A cell of the matrix leads to its link, or to the rank and step. */
void
_lsc_communication_page_on_cell_selected (LscCommunicationPage *self)
{
  const LscMatrixView *view = lsc_matrix_chart_get_view (self->matrix);
  const LscMatrixCell *cell =
      view->selected.type == LSC_MATRIX_CELL
          ? lsc_link_matrix_find (view->matrix, view->selected.src, view->selected.dst)
          : NULL;
  guint tab = view->matrix && view->matrix->is_of_experts ? LSC_COMMUNICATION_TAB_EXPERTS
                                                          : LSC_COMMUNICATION_TAB_LINKS;
  const GArray *shown = self->shown[tab];

  if (!cell || cell->row >= shown->len)
    return;
  _lsc_communication_page_select (self, tab, g_array_index (shown, guint32, cell->row));
  if (gtk_widget_has_focus (GTK_WIDGET (self->matrix)))
    lsc_app_page_show_panel (LSC_APP_PAGE (self), tab);
}

/** A bar of arrivals is an instance; of its ranks each is a place of its own. */
void
_lsc_communication_page_on_bar_selected (LscCommunicationPage *self)
{
  const LscTable *instances = self->tables[LSC_COMMUNICATION_TAB_INSTANCES];
  gint64 tag, instance;

  if (!lsc_bar_chart_get_selected (self->bars, &tag) || !instances ||
      gtk_drop_down_get_selected (self->bars_choice) != LSC_COMMUNICATION_BARS_ARRIVALS)
    return;
  for (guint32 i = 0; i < lsc_table_get_n_rows (instances); i++)
    if (get_int (instances, i, "instance", &instance) && instance == tag)
      {
        self->selected = (LscCommunicationSpot){ LSC_COMMUNICATION_TAB_INSTANCES, i };
        _lsc_communication_page_update_actions (self);
        lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_COMMUNICATION_ON_SELECTION);
        lsc_app_page_selection_changed (LSC_APP_PAGE (self));
        return;
      }
}

/* ---- elsewhere ---- */

static void
jump_to (LscCommunicationPage *self, const LscTable *table, gsize row, int place)
{
  LscValue name = lsc_table_find_column (table, "name") >= 0
                      ? lsc_table_get_named (table, row, "name")
                      : (LscValue){ .is_null = TRUE };
  gint64 rank, begin_ns, end_ns;

  if (get_int (table, row, "rank", &rank) && get_int (table, row, "begin_ns", &begin_ns) &&
      get_int (table, row, "end_ns", &end_ns))
    lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = (LscPlace) place,
                                                        .rank = rank,
                                                        .begin_ns = begin_ns,
                                                        .end_ns = end_ns,
                                                        .name = name.is_null ? NULL : name.text,
                                                        .with_range = TRUE });
  else
    {
      g_autofree char *words = lsc_explain_words (GTK_WIDGET (self), LSC_UNKNOWN_TABLES_ONLY);

      lsc_app_page_say (LSC_APP_PAGE (self), words);
    }
}

/** Shows what is selected on another page: the longest of it. @place: #LscPlace */
void
_lsc_communication_page_show (LscCommunicationPage *self, int place)
{
  const LscTable *table = _lsc_communication_page_get_selected (self);
  gsize row = self->selected.row;

  if (!table || self->selected.tab == LSC_COMMUNICATION_TAB_PACKETS)
    return;
  if (self->selected.tab == LSC_COMMUNICATION_TAB_GROUPS)
    {
      row = find_operator (self, lsc_table_get_named (table, row, "group").text);
      table = self->tables[LSC_COMMUNICATION_TAB_OPERATORS];
    }
  if (row != G_MAXSIZE)
    jump_to (self, table, row, place);
}

/** Shows the transfer of the selected cell in the timeline. */
void
_lsc_communication_page_on_cell_activated (LscCommunicationPage *self)
{
  _lsc_communication_page_show (self, LSC_PLACE_SLICE);
}

/** Shows what a bar stands for: the operator of a rank, or all ranks of an instance. */
void
_lsc_communication_page_on_bar_activated (LscCommunicationPage *self)
{
  guint choice = gtk_drop_down_get_selected (self->bars_choice);
  gint64 tag;

  if (!lsc_bar_chart_get_selected (self->bars, &tag))
    return;
  if (choice == LSC_COMMUNICATION_BARS_MEMBERS && self->members)
    jump_to (self, self->members, (gsize) tag, LSC_PLACE_SLICE);
  else if (choice == LSC_COMMUNICATION_BARS_ARRIVALS)
    {
      _lsc_communication_bars_choose_instance (self, tag);
      gtk_drop_down_set_selected (self->bars_choice, LSC_COMMUNICATION_BARS_MEMBERS);
    }
}

static void
add_rank (GArray *ranks, const LscTable *table, gsize row, const char *column)
{
  gint64 rank;

  if (lsc_table_find_column (table, column) >= 0 && get_int (table, row, column, &rank))
    g_array_append_val (ranks, rank);
}

/* (transfer full) (element-type gint64): that the selected row is about */
static GArray *
list_ranks (LscCommunicationPage *self)
{
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (gint64));
  const LscTable *table = _lsc_communication_page_get_selected (self);
  const char *list;
  g_auto (GStrv) parts = NULL;

  if (!table)
    return ranks;
  add_rank (ranks, table, self->selected.row, "src_rank");
  add_rank (ranks, table, self->selected.row, "dst_rank");
  if (self->selected.tab == LSC_COMMUNICATION_TAB_GROUPS)
    {
      list = lsc_table_get_named (table, self->selected.row, "ranks").text;
      parts = list ? g_strsplit_set (list, "[], ", -1) : NULL;
      for (guint i = 0; parts && parts[i]; i++)
        if (*parts[i])
          g_array_append_val (ranks, ((gint64){ g_ascii_strtoll (parts[i], NULL, 10) }));
    }
  else if (ranks->len == 0)
    {
      add_rank (ranks, table, self->selected.row, "rank");
      add_rank (ranks, table, self->selected.row, "last_rank");
    }
  return ranks;
}

/** All pages show the ranks of what is selected alone. */
void
_lsc_communication_page_narrow (LscCommunicationPage *self)
{
  g_autoptr (GArray) ranks = list_ranks (self);

  if (ranks->len > 0)
    lsc_selection_set_ranks (lsc_app_page_get_selection (LSC_APP_PAGE (self)),
                             (const gint64 *) (gpointer) ranks->data, ranks->len);
  else
    lsc_app_page_say (LSC_APP_PAGE (self),
                      _ ("Not available: it is not known of which ranks it is"));
}

/** Shows its ranks in the overview. */
void
_lsc_communication_page_show_overview (LscCommunicationPage *self)
{
  _lsc_communication_page_narrow (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s", "overview");
}
