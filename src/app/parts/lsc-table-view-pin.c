/* lsc-table-view-pin.c - what of a table is pinned for a report
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-table-view-private.h"

#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "analyze/lsc-table-key.h"

/* Rows of which each is looked for by its names: a report has no room for more anyway. */
#define MOST_ROWS 64

/* Where an instance stands and which number it has leads nowhere on a page. */
static gboolean
is_place (const char *name)
{
  static const char *const names[] = { "id", "parent", "row", NULL };

  return g_strv_contains (names, name) || g_str_has_suffix (name, "start_ns") ||
         g_str_has_suffix (name, "begin_ns") || g_str_has_suffix (name, "end_ns") ||
         g_str_has_suffix (name, "_id");
}

static gboolean
is_shown (LscTableView *self, const char *name)
{
  return !self->hidden || !g_strv_contains ((const char *const *) self->hidden, name);
}

/* (transfer full): the columns that are shown; of a cell, its own and those that name its row */
static GStrv
list_columns (LscTableView *self, LscTablePart part)
{
  const LscTable *table = lsc_table_model_get_table (self->model);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const char *name = lsc_table_get_column (table, i)->name;
      gboolean is_wanted = is_shown (self, name) && !is_place (name);

      if (part == LSC_TABLE_CELL)
        is_wanted = i == self->menu_column || (is_wanted && lsc_table_key_has (table, i) &&
                                               lsc_table_get_column (table, i)->words == NULL);
      if (is_wanted)
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static void
take_rows (LscTableView *self, LscPin *pin, LscTablePart part)
{
  const LscTable *table = lsc_table_model_get_table (self->model);
  g_autofree guint32 *rows = NULL;
  gsize n = 1;

  if (part == LSC_TABLE_CELL)
    rows = g_memdup2 (&self->menu_row, sizeof self->menu_row);
  else
    rows = _lsc_table_view_get_selected_rows (self, &n);
  for (gsize i = 0; i < MIN (n, MOST_ROWS); i++)
    g_ptr_array_add (pin->rows, lsc_table_key_new (table, rows[i]));
}

static void
take_order (LscTableView *self, LscPin *pin)
{
  const LscTable *table = lsc_table_model_get_table (self->model);
  int column = lsc_table_model_get_sort (self->model, &pin->is_descending);

  if (column >= 0 && (guint) column < lsc_table_get_n_columns (table))
    pin->sort = g_strdup (lsc_table_get_column (table, (guint) column)->name);
}

static char *
make_title (LscTableView *self, LscTablePart part)
{
  const LscTable *table = lsc_table_model_get_table (self->model);
  const LscColumn *column =
      part == LSC_TABLE_CELL ? lsc_table_get_column (table, self->menu_column) : NULL;
  const char *label = self->label ? self->label : lsc_table_get_name (table);

  return column && column->title ? g_strdup_printf ("%s: %s", label, lsc_cell_title (column))
                                 : g_strdup (label);
}

/**
 * _lsc_table_view_pin:
 *
 * Pins the table as it is sorted, the selected rows, or the cell under the menu. What of the
 * recording it is say those who listen to "pinning" and the page; the window keeps it.
 */
void
_lsc_table_view_pin (LscTableView *self, LscTablePart part)
{
  LscTable *table = lsc_table_model_get_table (self->model);
  g_autofree char *title = NULL, *json = NULL;
  g_autoptr (LscPin) pin = NULL;
  g_autoptr (GPtrArray) pins = g_ptr_array_new ();

  if (!table || lsc_table_get_n_rows (table) == 0 ||
      (part == LSC_TABLE_CELL && self->menu_row >= lsc_table_get_n_rows (table)))
    return;
  title = make_title (self, part);
  pin = lsc_pin_new (lsc_table_get_name (table), title);
  pin->columns = list_columns (self, part);
  if (part == LSC_TABLE_WHOLE)
    take_order (self, pin);
  else
    take_rows (self, pin, part);
  g_signal_emit_by_name (self, "pinning", pin);
  g_ptr_array_add (pins, pin);
  json = lsc_pins_to_json (pins);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.pin-table", "s", json);
}
