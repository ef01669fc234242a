/* lsc-roofline-plot.c - rows of a roofline as marks, and the groups of operators that they are of
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-roofline-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/lsc-time.h"
#include "draw/operators/lsc-operator-plots.h"

/* ---- which group ---- */

/* (transfer full) (nullable): what a group, or a row of a roofline, is found by. Shapes of a
 * roofline go on with those of the outputs. */
static char *
make_key (const LscTable *table, gsize row, const char *column, gboolean has_shapes)
{
  g_autofree char *name = lsc_operator_key (table, row, column);
  g_autofree char *shapes = has_shapes ? lsc_operator_key (table, row, "shapes") : NULL;
  char *outputs = shapes ? strstr (shapes, " -> ") : NULL;

  if (outputs)
    *outputs = '\0';
  return name ? g_strdup_printf ("%s\n%s", name, shapes ? shapes : "") : NULL;
}

/* (transfer full): key to row + 1 of the first group that has it. @rows: (nullable): all */
static GHashTable *
index_groups (const LscTable *groups, const guint32 *rows, gsize n, gboolean has_shapes)
{
  GHashTable *index = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < n; i++)
    {
      guint32 row = rows ? rows[i] : (guint32) i;
      char *key = make_key (groups, row, "type", has_shapes);

      if (key && !g_hash_table_contains (index, key))
        g_hash_table_insert (index, key, GUINT_TO_POINTER (row + 1));
      else
        g_free (key);
    }
  return index;
}

static gint64
find_group (GHashTable *index, const LscTable *table, gsize row, gboolean has_shapes)
{
  g_autofree char *key = make_key (table, row, "type", has_shapes);

  return key ? (gint64) GPOINTER_TO_UINT (g_hash_table_lookup (index, key)) - 1
             : LSC_ROOFLINE_NO_GROUP;
}

/* ---- marks ---- */

static double
get_real (const LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  return value.is_null ? LSC_REAL_NULL : value.real;
}

static LscBound
get_bound (const LscTable *table, gsize row)
{
  LscValue value = lsc_table_get_named (table, row, "bound");

  for (int i = 0; i < LSC_BOUND_N && !value.is_null; i++)
    if (g_str_equal (value.text, lsc_bound_words[i].key))
      return i;
  return LSC_BOUND_UNKNOWN;
}

/* (transfer full) */
static char *
describe (const LscRooflineMark *mark, const char *shapes, double roof_share)
{
  g_autofree char *name =
      shapes ? g_strdup_printf ("%s %s", mark->name, shapes) : g_strdup (mark->name);
  g_autofree char *time = lsc_format_duration (mark->time_ns, LSC_TIME_UNIT_AUTO);
  g_autofree char *share = isnan (roof_share) ? NULL : lsc_format_share (roof_share);

  return share ? g_strdup_printf (_ ("%s\n%.4g FLOP/byte, %.4g TFLOP/s, %s of the roof; takes %s"),
                                  name, mark->intensity, mark->flops_per_s / 1e12, share, time)
               : g_strdup_printf (_ ("%s\n%.4g FLOP/byte, %.4g TFLOP/s; takes %s"), name,
                                  mark->intensity, mark->flops_per_s / 1e12, time);
}

static void
add_mark (LscRooflinePlot *self, const LscTable *table, guint32 row, gint64 group)
{
  LscValue time = lsc_table_get_named (table, row, "time_ns");
  g_autofree char *shapes = lsc_operator_key (table, row, "shapes");
  char *name = lsc_operator_key (table, row, "name");
  LscRooflineMark *mark = &self->marks[self->n_marks];

  name = name ? name : g_strdup ("?");
  *mark = (LscRooflineMark){ .name = name,
                             .intensity = get_real (table, row, "intensity"),
                             .flops_per_s = get_real (table, row, "flops_per_s"),
                             .time_ns = time.is_null ? 0 : time.integer,
                             .bound = get_bound (table, row) };
  g_ptr_array_add (self->names, name);
  g_ptr_array_add (self->words, describe (mark, shapes, get_real (table, row, "roof_share")));
  self->groups[self->n_marks] = group;
  self->n_marks++;
}

/* What is of no type that any kernel has, nothing leaves out. */
static void
add_marks (LscRooflinePlot *self, const LscTable *table, const LscRooflineJoin *join)
{
  gboolean is_by_type = lsc_table_find_column (join->groups, "type") >= 0;
  gboolean has_shapes = lsc_table_find_column (join->groups, "shapes") >= 0;
  g_autoptr (GHashTable) shown =
      index_groups (join->groups, join->shown, is_by_type ? join->n_shown : 0, has_shapes);
  g_autoptr (GHashTable) types = index_groups (
      join->types, NULL, is_by_type && join->types ? lsc_table_get_n_rows (join->types) : 0, FALSE);

  for (guint32 i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      gint64 group = find_group (shown, table, i, has_shapes);

      if (group != LSC_ROOFLINE_NO_GROUP ||
          find_group (types, table, i, FALSE) == LSC_ROOFLINE_NO_GROUP)
        add_mark (self, table, i, group);
    }
}

/**
 * lsc_roofline_plot_new:
 * @table: the table "roofline"
 *
 * Makes a mark of each row whose group is shown. Where groups are not by type, and where no kernel
 * has the type that a row is named by, it is of no group, and there is a mark nevertheless.
 *
 * Returns: (transfer full): with the marks in the order of the rows
 */
LscRooflinePlot *
lsc_roofline_plot_new (const LscTable *table, const LscRoof *roof, const LscRooflineJoin *join)
{
  LscRooflinePlot *self;
  gsize n;

  g_return_val_if_fail (table && roof && join && join->groups, NULL);
  n = lsc_table_get_n_rows (table);
  self = g_new0 (LscRooflinePlot, 1);
  self->roof = *roof;
  self->marks = g_new (LscRooflineMark, MAX (n, 1));
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->words = g_ptr_array_new_with_free_func (g_free);
  self->groups = g_new (gint64, MAX (n, 1));
  add_marks (self, table, join);
  return self;
}

/** lsc_roofline_plot_free: @self: (nullable) (transfer full): */
void
lsc_roofline_plot_free (LscRooflinePlot *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->words);
  g_free (self->marks);
  g_free (self->groups);
  g_free (self);
}

/** Returns: the mark of a group that takes longest and has a place; %LSC_ROOFLINE_NONE */
guint
lsc_roofline_plot_find (const LscRooflinePlot *self, gint64 group)
{
  g_return_val_if_fail (self, LSC_ROOFLINE_NONE);
  for (guint i = 0; i < self->n_marks && group != LSC_ROOFLINE_NO_GROUP; i++)
    if (self->groups[i] == group && lsc_roofline_mark_is_shown (&self->marks[i]))
      return i;
  return LSC_ROOFLINE_NONE;
}

/** Returns: (transfer none) (nullable): what a mark is, and how close it comes to the roof */
const char *
lsc_roofline_plot_get_words (const LscRooflinePlot *self, guint mark)
{
  g_return_val_if_fail (self, NULL);
  return mark < self->n_marks ? self->words->pdata[mark] : NULL;
}
