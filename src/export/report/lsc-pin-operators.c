/* lsc-pin-operators.c - pinned tables and charts of operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-pin-maker-private.h"

#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"
#include "export/report/lsc-report-op-changes.h"
#include "export/report/lsc-report-operators.h"
#include "judge/operators/lsc-op-lookup.h"
#include "judge/operators/lsc-op-offsets.h"

#define MOST_LISTED 5000 /* kernels, as on the page */

static gint64
get_int (const LscPin *pin, const char *name, gint64 none)
{
  gint64 value;

  return lsc_pin_get_int (pin, name, &value) ? value : none;
}

/* (transfer full) (nullable) */
static GArray *
read_numbers (const LscPin *pin, const char *name)
{
  const char *text = lsc_pin_get (pin, name);
  g_auto (GStrv) parts = text ? g_strsplit (text, ",", -1) : NULL;
  GArray *numbers = parts ? g_array_new (FALSE, FALSE, sizeof (gint64)) : NULL;

  for (guint i = 0; parts && parts[i]; i++)
    g_array_append_val (numbers, ((gint64){ g_ascii_strtoll (parts[i], NULL, 10) }));
  return numbers;
}

/* Texts are borrowed from the pin. */
static LscOpFilter
read_filter (const LscPin *pin)
{
  LscOpFilter filter = { .core = lsc_pin_get (pin, "core"),
                         .type = lsc_pin_get (pin, "type"),
                         .name = lsc_pin_get (pin, "name"),
                         .shapes = lsc_pin_get (pin, "shapes"),
                         .module = lsc_pin_get (pin, "module"),
                         .stream = get_int (pin, "stream", -1),
                         .least_ns = get_int (pin, "least_ns", 0),
                         .most_ns = get_int (pin, "most_ns", 0),
                         .is_whole = get_int (pin, "whole", FALSE) != 0,
                         .classes = (guint) get_int (pin, "classes", 0),
                         .is_dynamic = get_int (pin, "dynamic", FALSE) != 0,
                         .is_ai_cpu = get_int (pin, "ai_cpu", FALSE) != 0 };

  filter.has_range = lsc_pin_get_int (pin, "begin_ns", &filter.begin_ns) &&
                     lsc_pin_get_int (pin, "end_ns", &filter.end_ns);
  filter.ranks = read_numbers (pin, "ranks");
  filter.steps = read_numbers (pin, "steps");
  return filter;
}

static LscOpGroups *
make_groups (LscPinMaker *self, const LscPin *pin, LscOpKeys more, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (LscOperators) operators =
      side ? lsc_session_get_operators (side->session, self->job, error) : NULL;
  LscOpKeys keys = (LscOpKeys) get_int (pin, "keys", LSC_OP_BY_TYPE | LSC_OP_BY_CORE) | more;
  g_autoptr (GArray) offsets = read_numbers (pin, "offsets");
  LscOpFilter filter;
  LscOpGroups *groups;

  if (!operators)
    return NULL;
  filter = read_filter (pin);
  groups =
      lsc_operators_group_with_offsets (operators, keys, &filter, offsets, TRUE, self->job, error);
  g_clear_pointer (&filter.ranks, g_array_unref);
  g_clear_pointer (&filter.steps, g_array_unref);
  return groups;
}

static LscTable *
make_shapes (LscPinMaker *self, const LscPin *pin, LscOpGroups *groups, gsize row, GError **error)
{
  g_autoptr (LscOpGroups) split = make_groups (self, pin, LSC_OP_BY_SHAPES, error);
  g_autoptr (LscTable) table = lsc_op_groups_get_table (groups);
  g_autoptr (LscTable) finer = split ? lsc_op_groups_get_table (split) : NULL;
  g_autoptr (GArray) rows = finer ? lsc_op_find_likes (table, row, finer) : NULL;
  LscTable *shapes = rows ? lsc_table_new_like (finer) : NULL;

  if (shapes)
    lsc_table_append_rows (shapes, finer, (guint32 *) (gpointer) rows->data, rows->len);
  return shapes;
}

/* (transfer full): groups that have so much of the time */
static LscTable *
keep_large (const LscTable *table, gint64 least_percent)
{
  LscTable *large = lsc_table_new_like (table);

  for (guint32 i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscValue share = lsc_table_get_named (table, i, "share");

      if (!share.is_null && share.real * 100 >= (double) least_percent)
        lsc_table_append_rows (large, table, &i, 1);
    }
  return large;
}

/* Returns: (transfer full) (nullable): groups of kernels, or what one of them is made of */
LscTable *
_lsc_pin_make_operators (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscOpGroups) groups = make_groups (self, pin, (LscOpKeys) 0, error);
  g_autoptr (LscTable) table = groups ? lsc_op_groups_get_table (groups) : NULL;
  gint64 row = get_int (pin, "group", 0), least_percent = get_int (pin, "least_percent", 0);

  if (table && least_percent > 0)
    return keep_large (table, least_percent);
  if (!table || g_str_has_suffix (pin->view, "/operators"))
    return g_steal_pointer (&table);
  if (row < 0 || (guint64) row >= lsc_table_get_n_rows (table))
    {
      lsc_fail (error, LSC_ERROR_MISSING, "%s", _ ("The recording has no such group of kernels."));
      return NULL;
    }
  if (g_str_equal (pin->view, "operators/operator_shapes"))
    return make_shapes (self, pin, groups, (gsize) row, error);
  if (g_str_equal (pin->view, "operators/operator_ranks"))
    return lsc_op_groups_list_ranks (groups, (gsize) row, self->job, error);
  return lsc_op_groups_list_instances (groups, (gsize) row, MOST_LISTED, self->job, error);
}

/* Adds the chart of the shares. */
gboolean
_lsc_pin_add_shares (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                     GError **error)
{
  g_autoptr (LscOpGroups) groups = make_groups (self, pin, (LscOpKeys) 0, error);

  return groups && lsc_report_add_shares (section, pin->title, groups, 0, error);
}

/* Adds the roofline of the groups. */
gboolean
_lsc_pin_add_roofline (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                       GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (LscOpGroups) groups = make_groups (self, pin, (LscOpKeys) 0, error);
  g_autoptr (LscSessionOptions) options = side ? lsc_session_copy_options (side->session) : NULL;
  g_autoptr (GArray) ranks = read_numbers (pin, "ranks"), steps = read_numbers (pin, "steps");
  g_autoptr (LscRoofline) roofline =
      groups
          ? lsc_session_get_roofline (side->session, ranks, steps, &options->mfu, self->job, error)
          : NULL;
  g_autoptr (LscTable) table = roofline ? lsc_roofline_get_table (roofline) : NULL;
  g_autoptr (LscTable) shown = roofline ? lsc_op_groups_get_table (groups) : NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  LscRooflineJoin join;
  LscRoof roof;

  if (!roofline)
    return FALSE;
  for (guint32 i = 0; i < lsc_table_get_n_rows (shown); i++)
    g_array_append_val (rows, i);
  join = (LscRooflineJoin){ shown, (guint32 *) (gpointer) rows->data, rows->len, NULL };
  roof = lsc_roofline_get_roof (roofline);
  return lsc_report_add_roofline (section, pin->title, lsc_roofline_plot_new (table, &roof, &join),
                                  error);
}

/* Returns: (transfer full) (nullable): how busy devices and streams are */
LscTable *
_lsc_pin_make_streams (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscPinSideData *side = _lsc_pin_maker_get_side (self, pin, error);
  g_autoptr (LscOperators) operators =
      side ? lsc_session_get_operators (side->session, self->job, error) : NULL;
  LscOpFilter filter;
  LscTable *table;

  if (!operators)
    return NULL;
  filter = read_filter (pin);
  table = lsc_operators_list_streams (operators, &filter, self->job, error);
  g_clear_pointer (&filter.ranks, g_array_unref);
  g_clear_pointer (&filter.steps, g_array_unref);
  return table;
}

/* ---- two recordings ---- */

static LscOpChanges *
make_changes (LscPinMaker *self, const LscPin *pin, GError **error)
{
  LscOpKeys keys = (LscOpKeys) get_int (pin, "keys", LSC_OP_BY_TYPE | LSC_OP_BY_CORE);

  return _lsc_pin_maker_has_compare (self, error)
             ? lsc_session_pair_get_operators (self->pair, keys, NULL, self->job, error)
             : NULL;
}

/** Returns: (transfer full) (nullable): groups of kernels of both recordings */
LscTable *
_lsc_pin_make_op_changes (LscPinMaker *self, const LscPin *pin, GError **error)
{
  g_autoptr (LscOpChanges) changes = make_changes (self, pin, error);

  return changes ? lsc_op_changes_get_table (changes) : NULL;
}

/** Adds their largest differences as bars. */
gboolean
_lsc_pin_add_op_bars (LscPinMaker *self, const LscPin *pin, LscReportSection *section,
                      GError **error)
{
  g_autoptr (LscOpChanges) changes = make_changes (self, pin, error);

  if (!changes)
    return FALSE;
  lsc_report_add_op_bars (section, pin->title, changes, (const char *const *) self->compare->names);
  return TRUE;
}
