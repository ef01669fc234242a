/* lsc-operators-page-selection.c - which operator is selected, and where it is seen
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/operators/lsc-operators-page-private.h"
#include "app/parts/lsc-explain.h"

#include <glib/gi18n-lib.h>

#include "draw/operators/lsc-operator-plots.h"
#include "judge/operators/lsc-op-lookup.h"

/** A kernel that is looked for on another page. */
typedef struct
{
  gint64 rank;
  gint64 begin_ns;
  gint64 end_ns;
  const char *name; /* (nullable) */
  guint32 slice;    /* id in the rank's timeline */
} Place;

/* ---- what is selected ---- */

/** Returns: (nullable): the table of the selected row */
const LscTable *
_lsc_operators_page_get_selected (LscOperatorsPage *self)
{
  return self->selected.tab < LSC_OPERATORS_N_TABS && self->tables[self->selected.tab] &&
                 self->selected.row < lsc_table_get_n_rows (self->tables[self->selected.tab])
             ? self->tables[self->selected.tab]
             : NULL;
}

/** Actions on a row need one. */
void
_lsc_operators_page_update_actions (LscOperatorsPage *self)
{
  static const char *const names[] = { "operators.show-timeline", "operators.show-modules",
                                       "operators.show-overview", "operators.copy-row",
                                       "operators.narrow" };
  gboolean is_selected = _lsc_operators_page_get_selected (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], is_selected);
}

static void
tell (LscOperatorsPage *self)
{
  _lsc_operators_page_update_actions (self);
  lsc_app_page_tell_panels (LSC_APP_PAGE (self), LSC_OPERATORS_ON_SELECTION);
  lsc_app_page_selection_changed (LSC_APP_PAGE (self));
}

/** Selects a row of the table of a tab, here and in the charts. */
void
_lsc_operators_page_select (LscOperatorsPage *self, guint tab, guint32 row)
{
  if (self->selected.tab == tab && self->selected.row == row)
    return;
  self->selected = (LscOperatorsSpot){ tab, row };
  if (tab == LSC_OPERATORS_TAB_GROUPS && _lsc_operators_page_get_selected (self))
    {
      _lsc_operators_parts_choose (self, row);
      lsc_bar_chart_select (self->shares, row);
      lsc_roofline_chart_select_group (self->roofline_chart, row);
    }
  tell (self);
}

/** A bar of the shares is a group. */
void
_lsc_operators_page_on_share_selected (LscOperatorsPage *self)
{
  gint64 tag;

  if (lsc_bar_chart_get_selected (self->shares, &tag) && tag != LSC_OPERATOR_REST)
    _lsc_operators_page_select (self, LSC_OPERATORS_TAB_GROUPS, (guint32) tag);
}

/** A bar of the chosen group is one of its shapes or ranks; a bin of durations is no row. */
void
_lsc_operators_page_on_bar_selected (LscOperatorsPage *self)
{
  guint choice = gtk_drop_down_get_selected (self->chart_choice);
  gint64 tag;

  if (!lsc_bar_chart_get_selected (self->bars, &tag) || tag == LSC_OPERATOR_REST)
    return;
  if (choice == LSC_OPERATORS_CHART_SHAPES)
    _lsc_operators_page_select (self, LSC_OPERATORS_TAB_SHAPES, (guint32) tag);
  else if (choice == LSC_OPERATORS_CHART_RANKS)
    _lsc_operators_page_select (self, LSC_OPERATORS_TAB_RANKS, (guint32) tag);
}

/* ---- where it is ---- */

static gboolean
get_int (const LscTable *table, gsize row, const char *column, gint64 *value)
{
  LscValue found = lsc_table_find_column (table, column) < 0
                       ? (LscValue){ .is_null = TRUE }
                       : lsc_table_get_named (table, row, column);

  *value = found.integer;
  return !found.is_null && found.type == LSC_TYPE_INT;
}

static gboolean
get_place_of_instance (const LscTable *list, gsize row, Place *place)
{
  LscValue name = lsc_table_get_named (list, row, "name");
  gint64 duration_ns, slice;

  place->name = name.is_null ? NULL : name.text;
  if (!get_int (list, row, "rank", &place->rank) ||
      !get_int (list, row, "begin_ns", &place->begin_ns) ||
      !get_int (list, row, "duration_ns", &duration_ns) || !get_int (list, row, "slice", &slice))
    return FALSE;
  place->slice = (guint32) slice;
  place->end_ns = place->begin_ns + duration_ns;
  return TRUE;
}

/* The longest of a rank; instances are listed by their length. */
static gboolean
get_place_of_rank (LscOperatorsPage *self, gsize row, Place *place)
{
  const LscTable *list = self->parts->list;
  gint64 wanted, rank;

  if (!get_int (self->parts->ranks, row, "rank", &wanted))
    return FALSE;
  for (gsize i = 0; i < lsc_table_get_n_rows (list); i++)
    if (get_int (list, i, "rank", &rank) && rank == wanted)
      return get_place_of_instance (list, i, place);
  return FALSE;
}

static gboolean
get_place_of_group (LscOpGroups *groups, gsize row, Place *place)
{
  return lsc_op_groups_get_place (groups, row, &place->rank, &place->slice, &place->begin_ns,
                                  &place->end_ns);
}

static gboolean
find_place (LscOperatorsPage *self, Place *place)
{
  gsize row = self->selected.row;

  switch (self->selected.tab)
    {
    case LSC_OPERATORS_TAB_GROUPS:
      return get_place_of_group (self->groups, row, place);
    case LSC_OPERATORS_TAB_SHAPES:
      return get_place_of_group (self->parts->split,
                                 g_array_index (self->parts->shape_rows, guint32, row), place);
    case LSC_OPERATORS_TAB_STREAMS:
      return FALSE;
    case LSC_OPERATORS_TAB_INSTANCES:
      return get_place_of_instance (self->parts->list, row, place);
    default:
      return get_place_of_rank (self, row, place);
    }
}

static void
jump (LscOperatorsPage *self, const Place *place, int where)
{
  lsc_app_page_jump (LSC_APP_PAGE (self), &(LscJump){ .place = (LscPlace) where,
                                                      .rank = place->rank,
                                                      .begin_ns = place->begin_ns,
                                                      .end_ns = place->end_ns,
                                                      .name = place->name,
                                                      .with_range = TRUE,
                                                      .has_slice = TRUE,
                                                      .slice = place->slice });
}

/** Shows what is selected on another page: the longest of it. @place: #LscPlace */
void
_lsc_operators_page_show (LscOperatorsPage *self, int place)
{
  Place found = { 0 };

  if (!_lsc_operators_page_get_selected (self))
    return;
  if (find_place (self, &found))
    jump (self, &found, place);
  else
    {
      g_autofree char *words = lsc_explain_words (GTK_WIDGET (self), LSC_UNKNOWN_TABLES_ONLY);

      lsc_app_page_say (LSC_APP_PAGE (self), words);
    }
}

/** Shows the longest kernel of a bar in the timeline. */
void
_lsc_operators_page_on_share_activated (LscOperatorsPage *self)
{
  _lsc_operators_page_on_share_selected (self);
  _lsc_operators_page_show (self, LSC_PLACE_SLICE);
}

/** Shows the longest kernel of a shape or rank in the timeline; a bin leaves the others out. */
void
_lsc_operators_page_on_bar_activated (LscOperatorsPage *self)
{
  const LscHistogramBin *bin;
  gint64 tag;

  if (!lsc_bar_chart_get_selected (self->bars, &tag) || !self->parts)
    return;
  if (gtk_drop_down_get_selected (self->chart_choice) != LSC_OPERATORS_CHART_DURATIONS)
    {
      _lsc_operators_page_on_bar_selected (self);
      _lsc_operators_page_show (self, LSC_PLACE_SLICE);
      return;
    }
  bin = &g_array_index (self->parts->histogram->bins, LscHistogramBin, (guint) tag);
  _lsc_operators_filter_set_durations (self, bin->begin_ns, bin->end_ns - 1);
}

static const LscOpInstance *
get_point (LscOperatorsPage *self)
{
  gsize point;

  return self->parts && lsc_scatter_chart_get_selected (self->scatter, &point)
             ? &self->parts->instances.items[point]
             : NULL;
}

/** A point is an instance, which is listed where it is among the longest. */
void
_lsc_operators_page_on_point_selected (LscOperatorsPage *self)
{
  const LscOpInstance *point = get_point (self);
  const LscTable *list = self->tables[LSC_OPERATORS_TAB_INSTANCES];
  gint64 begin_ns, slice;

  for (guint32 i = 0; point && i < lsc_table_get_n_rows (list); i++)
    if (get_int (list, i, "begin_ns", &begin_ns) && begin_ns == point->begin_ns &&
        get_int (list, i, "slice", &slice) && slice == point->slice)
      {
        _lsc_operators_page_select (self, LSC_OPERATORS_TAB_INSTANCES, i);
        return;
      }
}

/** Shows the kernel of a point in the timeline. */
void
_lsc_operators_page_on_point_activated (LscOperatorsPage *self)
{
  const LscOpInstance *point = get_point (self);
  Place place;

  if (!point)
    return;
  place = (Place){ .rank = lsc_operators_get_rank (self->operators, point->rank),
                   .begin_ns = point->begin_ns,
                   .end_ns = point->begin_ns + point->duration_ns,
                   .slice = point->slice };
  jump (self, &place, LSC_PLACE_SLICE);
}

/* ---- all pages ---- */

/* The rank of the row, or the one that has most of it. */
static gboolean
get_rank (const LscTable *table, gsize row, gint64 *rank)
{
  return get_int (table, row, "rank", rank) || get_int (table, row, "longest_rank", rank);
}

/** All pages show what the selected row is about alone: its module, step or rank, else its name. */
void
_lsc_operators_page_narrow (LscOperatorsPage *self)
{
  LscSelection *selection = lsc_app_page_get_selection (LSC_APP_PAGE (self));
  const LscTable *table = _lsc_operators_page_get_selected (self);
  gsize row = self->selected.row;
  g_autofree char *module = NULL, *op = NULL;
  gint64 value;

  if (!table)
    return;
  module = lsc_operator_key (table, row, "module");
  op = lsc_operator_key (table, row, "op");
  op = op ? op : lsc_operator_key (table, row, "name");
  if (get_int (table, row, "step", &value))
    lsc_selection_set_step (selection, value);
  if (module)
    lsc_selection_set_module (selection, module);
  else if (op)
    lsc_selection_set_op (selection, op);
  else if (get_rank (table, row, &value))
    lsc_selection_set_ranks (selection, &value, 1);
  else
    lsc_app_page_say (LSC_APP_PAGE (self),
                      _ ("Not available: group by module, operator, name, step or rank first"));
}

/** Shows the rank that takes longest in the overview. */
void
_lsc_operators_page_show_overview (LscOperatorsPage *self)
{
  const LscTable *table = _lsc_operators_page_get_selected (self);
  gint64 rank;

  if (table && get_rank (table, self->selected.row, &rank))
    lsc_selection_set_ranks (lsc_app_page_get_selection (LSC_APP_PAGE (self)), &rank, 1);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-page", "s", "overview");
}
