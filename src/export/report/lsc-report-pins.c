/* lsc-report-pins.c - what the user pinned, as a chapter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-pins.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-table-key.h"
#include "base/lsc-error.h"
#include "base/lsc-sort.h"
#include "base/lsc-visible.h"

#define SECTION "pin-" /* and its number */
#define MOST_ROWS 16

/* ---- the rows of a table ---- */

typedef struct
{
  const LscTable *table;
  guint column;
  gboolean is_descending;
} Sorting;

/* What is not known comes last, whatever the direction. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Sorting *self = user_data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  LscValue left = lsc_table_get (self->table, x, self->column);
  LscValue right = lsc_table_get (self->table, y, self->column);
  int order = 0;

  if (left.is_null != right.is_null)
    return left.is_null ? 1 : -1;
  if (!left.is_null)
    order = left.type == LSC_TYPE_TEXT   ? strcmp (left.text, right.text)
            : left.type == LSC_TYPE_REAL ? LSC_ORDER (left.real, right.real)
                                         : LSC_ORDER (left.integer, right.integer);
  if (order != 0)
    return self->is_descending ? -order : order;
  return LSC_ORDER (x, y);
}

static void
append_sorted (LscIndexes *rows, const LscTable *table, const LscPin *pin)
{
  int column = pin->sort ? lsc_table_find_column (table, pin->sort) : -1;
  Sorting sorting = { table, (guint) MAX (column, 0), pin->is_descending };

  for (guint32 i = 0; i < lsc_table_get_n_rows (table); i++)
    lsc_indexes_append (rows, i);
  if (column >= 0 && rows->n > 1)
    g_qsort_with_data (rows->items, (gint) rows->n, sizeof *rows->items, compare_rows, &sorting);
}

/* Returns: how many rows of the pin the table does not have any more */
static guint
append_chosen (LscIndexes *rows, const LscTable *table, const LscPin *pin)
{
  guint n_gone = 0;

  for (guint i = 0; i < pin->rows->len; i++)
    {
      gsize row;

      if (lsc_table_key_find (table, pin->rows->pdata[i], &row))
        lsc_indexes_append (rows, (guint32) row);
      else
        n_gone++;
    }
  return n_gone;
}

/* (transfer full): the rows of a pin, under a name that no other table of the document has */
static LscTable *
pick_rows (const LscTable *table, const LscPin *pin, guint number, guint *n_gone)
{
  g_autofree char *name = g_strdup_printf ("Pin %u %s", number, lsc_table_get_name (table));
  g_autofree LscColumn *columns = g_new (LscColumn, lsc_table_get_n_columns (table) + 1);
  LscIndexes rows = { 0 };
  LscTable *picked;

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    columns[i] = *lsc_table_get_column (table, i);
  *n_gone = 0;
  if (pin->rows->len > 0)
    *n_gone = append_chosen (&rows, table, pin);
  else
    append_sorted (&rows, table, pin);
  picked = lsc_table_new (name, columns, lsc_table_get_n_columns (table));
  lsc_table_append_rows (picked, table, rows.items, rows.n);
  lsc_indexes_clear (&rows);
  return picked;
}

/* ---- words ---- */

static void
append_fact (GString *out, const char *format, const char *value)
{
  g_autofree char *visible = value ? lsc_visible_line (value) : NULL;

  if (!visible)
    return;
  g_string_append (out, out->len > 0 ? " · " : "");
  g_string_append_printf (out, format, visible);
}

/* (transfer full) (nullable): what of the recording it is */
static char *
say_scope (const LscPin *pin, const LscPinMaker *maker)
{
  GString *out = g_string_new (NULL);
  const char *side = lsc_pin_maker_get_name (maker, pin);

  append_fact (out, "%s", side);
  append_fact (out, _ ("rank %s"), lsc_pin_get (pin, "rank"));
  append_fact (out, _ ("ranks %s"), lsc_pin_get (pin, "ranks"));
  append_fact (out, C_ ("number of a step", "step %s"), lsc_pin_get (pin, "step"));
  append_fact (out, _ ("pipeline %s"), lsc_pin_get (pin, "group"));
  append_fact (out, _ ("slices named “%s”"), lsc_pin_get (pin, "name"));
  append_fact (out, _ ("slices found by “%s”"), lsc_pin_get (pin, "text"));
  append_fact (out, "%s", lsc_pin_get (pin, "sql"));
  return g_string_free (out, out->len == 0);
}

static void
say_gone (LscReportSection *section, guint n_gone)
{
  if (n_gone > 0)
    lsc_report_take_text (
        section, g_strdup_printf (ngettext ("%u pinned row is not in this recording.",
                                            "%u pinned rows are not in this recording.", n_gone),
                                  n_gone));
}

/* ---- the chapters ---- */

static gboolean
add_table (LscReportSection *section, const LscPin *pin, LscPinMaker *maker, guint number,
           GError **error)
{
  g_autoptr (LscTable) table = lsc_pin_maker_make_table (maker, pin, error);
  LscReportItem *item;
  guint n_gone;

  if (!table)
    return FALSE;
  if (lsc_table_get_n_rows (table) == 0)
    return lsc_fail (error, LSC_ERROR_NOTHING, "%s", _ ("The table has no rows."));
  item = lsc_report_take_table (section, pin->title, pick_rows (table, pin, number, &n_gone),
                                (const char *const *) pin->columns);
  item->most_rows = pin->rows->len > 0 ? 0 : MOST_ROWS;
  say_gone (section, n_gone);
  return n_gone == 0;
}

/* What the user says of it stands above it, what of the recording it is as its caption. */
static gboolean
fill_section (LscReportSection *section, const LscPin *pin, LscPinMaker *maker, guint number)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *scope = say_scope (pin, maker);
  guint at;
  gboolean is_made;

  if (pin->note && *pin->note != '\0')
    lsc_report_add_text (section, pin->note);
  at = section->items->len;
  is_made = lsc_pin_is_chart (pin) ? lsc_pin_maker_add_chart (maker, pin, section, &error)
                                   : add_table (section, pin, maker, number, &error);
  if (error)
    lsc_report_take_text (section, g_strdup_printf (_ ("Not available: %s"), error->message));
  else if (scope && section->items->len > at)
    {
      LscReportItem *item = section->items->pdata[at];

      g_free (item->title);
      item->title = g_steal_pointer (&scope);
    }
  return is_made;
}

static gboolean
add_pin (LscReport *report, const LscPin *pin, LscPinMaker *maker, guint number)
{
  g_autofree char *id = g_strdup_printf (SECTION "%u", number);
  g_autofree char *title = lsc_visible_line (pin->title);

  return fill_section (lsc_report_add_section (report, g_intern_string (id), title), pin, maker,
                       number);
}

/* How it was measured stays last. */
static void
move_to_end (GPtrArray *sections, guint index)
{
  LscReportSection *section = g_ptr_array_steal_index (sections, index);

  section->is_joined = FALSE;
  g_ptr_array_add (sections, section);
}

/**
 * lsc_report_add_pins:
 * @pins: (element-type LscPin):
 * @maker: outlives the document
 *
 * Adds a chapter for each thing that the user pinned, above that on how it was measured. Each is
 * made anew from the recordings; where that cannot be, the document says why.
 *
 * Returns: how many could not be made, or not whole
 */
guint
lsc_report_add_pins (LscReport *report, GPtrArray *pins, LscPinMaker *maker)
{
  guint last, n_failed = 0;

  g_return_val_if_fail (report && report->sections->len > 0 && pins && maker, 0);
  last = report->sections->len - 1;
  lsc_pin_maker_keep (maker, pins);
  for (guint i = 0; i < pins->len; i++)
    n_failed += add_pin (report, pins->pdata[i], maker, i + 1) ? 0 : 1;
  move_to_end (report->sections, last);
  return n_failed;
}

/** lsc_report_keep_pins_only: drops all chapters but the pins and how it was measured */
void
lsc_report_keep_pins_only (LscReport *report)
{
  g_return_if_fail (report);
  for (guint i = report->sections->len; i-- > 0;)
    {
      const char *id = lsc_report_get (report, i)->id;

      if (!g_str_has_prefix (id, SECTION) && strcmp (id, "method") != 0)
        g_ptr_array_remove_index (report->sections, i);
    }
}
