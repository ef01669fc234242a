/* lsc-report-grid.c - what a page shows of a table, as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-grid.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"

/* Characters that a page shows; files for programs have all of them. */
#define FEW_ROWS 2 /* that are not worth a note */
#define LONGEST_NAME 160
#define LONGEST_SENTENCE 800
#define MIB 1048576.0

/** lsc_report_grid_is_place: Returns: whether a column says where an instance stands, which is for
 * programs: pages lead nowhere */
gboolean
lsc_report_grid_is_place (const LscColumn *column)
{
  const char *name = column->name;

  return g_str_has_suffix (name, "begin_ns") || g_str_has_suffix (name, "start_ns") ||
         g_str_has_suffix (name, "end_ns") || g_str_has_suffix (name, "slice_id") ||
         g_str_has_suffix (name, "slice");
}

static gboolean
is_shown (const LscReportItem *item, const LscColumn *column)
{
  if (!item->columns)
    return !lsc_report_grid_is_place (column);
  return g_strv_contains (item->columns, column->name);
}

/* A column in which no row says anything takes room from the others. */
static gboolean
says_anything (const LscTable *table, guint column)
{
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (!lsc_table_get (table, row, column).is_null)
      return TRUE;
  return FALSE;
}

/**
 * lsc_report_grid_shows:
 * @column: of the item's table
 *
 * Returns: whether a page shows a column, or says below the table what is the same in all its rows;
 *   of a chart's figures: all that say anything
 */
gboolean
lsc_report_grid_shows (const LscReportItem *item, guint column)
{
  g_return_val_if_fail (item && item->table, FALSE);
  return (item->type == LSC_REPORT_CHART ||
          is_shown (item, lsc_table_get_column (item->table, column))) &&
         says_anything (item->table, column);
}

/* A word that all rows share is said once. */
static gboolean
is_same_word (const LscTable *table, guint column, gsize n_rows)
{
  LscValue first;

  if (!lsc_table_get_column (table, column)->words || n_rows < 2)
    return FALSE;
  first = lsc_table_get (table, 0, column);
  for (gsize row = 0; row < n_rows; row++)
    {
      LscValue value = lsc_table_get (table, row, column);

      if (value.is_null || value.integer != first.integer)
        return FALSE;
    }
  return TRUE;
}

/* One unit for all times of a table, so that they compare; three decimals tell small ones. */
static LscTimeUnit
choose_unit (const LscTable *table, const GArray *sources, gsize n_rows)
{
  gint64 most = 0;

  for (guint i = 0; i < sources->len; i++)
    {
      guint column = g_array_index (sources, guint, i);

      if (lsc_table_get_column (table, column)->unit != LSC_UNIT_NS)
        continue;
      for (gsize row = 0; row < n_rows; row++)
        {
          LscValue value = lsc_table_get (table, row, column);

          if (!value.is_null && value.type == LSC_TYPE_INT)
            most = MAX (most, MAX (value.integer, -value.integer));
        }
    }
  if (most >= G_GINT64_CONSTANT (100000000000))
    return LSC_TIME_UNIT_S;
  return most >= 1000000 ? LSC_TIME_UNIT_MS : LSC_TIME_UNIT_US;
}

/** lsc_report_grid_is_difference: Returns: whether the figures of a column say their direction */
gboolean
lsc_report_grid_is_difference (const LscColumn *column)
{
  return g_str_has_suffix (column->name, "delta_ns") ||
         g_str_has_suffix (column->name, "effect_ns") || strcmp (column->name, "delta") == 0 ||
         strcmp (column->name, "change") == 0;
}

static char *
say_text (const LscTable *table, gsize row, guint column)
{
  gboolean is_sentence = lsc_table_get_column (table, column)->form == LSC_FORM_PHRASE;
  g_autofree char *words = lsc_table_get_words (table, row, column);
  g_autofree char *visible = NULL;

  if (!is_sentence)
    return lsc_visible_name (words, LONGEST_NAME);
  visible = lsc_visible_line (words);
  if (g_utf8_strlen (visible, -1) > LONGEST_SENTENCE)
    {
      g_autofree char *head = g_utf8_substring (visible, 0, LONGEST_SENTENCE - 1);

      return g_strconcat (head, "…", NULL);
    }
  return g_steal_pointer (&visible);
}

static gboolean
is_zero (const char *text)
{
  return strpbrk (text, "123456789") == NULL;
}

static char *
say_cell (const LscTable *table, gsize row, guint column, LscTimeUnit unit)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue value = lsc_table_get (table, row, column);
  char text[LSC_CELL_TEXT];
  gboolean is_positive;

  if (value.is_null)
    return g_strdup ("");
  if (value.type == LSC_TYPE_TEXT)
    return say_text (table, row, column);
  if (about->unit == LSC_UNIT_BYTES && value.type == LSC_TYPE_INT)
    g_ascii_formatd (text, sizeof text, "%.2f", (double) value.integer / MIB);
  else
    lsc_cell_format (text, about, value, unit);
  lsc_drop_minus (text);
  is_positive = value.type == LSC_TYPE_INT ? value.integer > 0 : value.real > 0;
  return lsc_report_grid_is_difference (about) && is_positive && !is_zero (text) && *text != '<'
             ? g_strconcat ("+", text, NULL)
             : g_strdup (text);
}

/* A number that all rows show alike, also where they differ by less than is shown. */
static gboolean
is_same_number (const LscTable *table, guint column, LscTimeUnit unit)
{
  gsize n = lsc_table_get_n_rows (table);
  g_autofree char *first = NULL;

  if (n < 2 || lsc_table_get_column (table, column)->type == LSC_TYPE_TEXT)
    return FALSE;
  first = say_cell (table, 0, column, unit);
  for (gsize row = 1; row < n; row++)
    {
      g_autofree char *cell = say_cell (table, row, column, unit);

      if (!g_str_equal (cell, first))
        return FALSE;
    }
  return *first != '\0';
}

static void
clear_column (gpointer data)
{
  g_free (((LscReportColumn *) data)->title);
}

static void
note_word (LscReportGrid *self, const LscTable *table, guint column)
{
  g_autofree char *words = say_text (table, 0, column);

  g_ptr_array_add (self->notes,
                   g_strdup_printf (_ ("%s, of all rows: %s."),
                                    _ (lsc_table_get_column (table, column)->title), words));
}

static GArray *
choose_columns (LscReportGrid *self, const LscReportItem *item)
{
  GArray *sources = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < lsc_table_get_n_columns (item->table); i++)
    {
      if (!lsc_report_grid_shows (item, i))
        continue;
      if (is_same_word (item->table, i, self->n_rows))
        note_word (self, item->table, i);
      else
        g_array_append_val (sources, i);
    }
  return sources;
}

static void
append_number (const LscReportGrid *self, const LscTable *table, guint column, GString *out)
{
  g_autofree char *title =
      lsc_cell_head (lsc_table_get_column (table, column), lsc_time_unit_name (self->unit), "MiB");
  g_autofree char *cell = say_cell (table, 0, column, self->unit);

  g_string_append (out, out->len > 0 ? " " : "");
  g_string_append_printf (out, _ ("%s, of all rows: %s."), title, cell);
}

/* Numbers that are said once take no column, and one line together. The first column names the
 * rows. */
static void
drop_same (LscReportGrid *self, const LscReportItem *item, GArray *sources)
{
  g_autoptr (GString) note = g_string_new (NULL);

  for (guint i = 1; item->says_once && i < sources->len;)
    {
      guint column = g_array_index (sources, guint, i);

      if (is_same_number (item->table, column, self->unit))
        {
          append_number (self, item->table, column, note);
          g_array_remove_index (sources, i);
        }
      else
        i++;
    }
  if (note->len > 0)
    g_ptr_array_add (self->notes, g_strdup (note->str));
}

/* Of the rows that are left out; negative = not known. */
static double
sum_left (const LscReportGrid *self, const LscTable *table)
{
  double sum = 0;

  if (lsc_table_find_column (table, "share") < 0)
    return -1;
  for (gsize row = self->n_rows; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue share = lsc_table_get_named (table, row, "share");

      if (share.is_null)
        return -1;
      sum += share.real;
    }
  return sum;
}

static void
note_left (LscReportGrid *self, const LscReportItem *item)
{
  double sum = item->adds_up ? sum_left (self, item->table) : -1;
  g_autofree char *share = sum >= 0 ? lsc_format_share (sum) : NULL;

  if (self->n_left > 0 && share)
    g_ptr_array_add (
        self->notes,
        g_strdup_printf (
            ngettext ("… and %u more row, %s of the step, in the workbook and the JSON form.",
                      "… and %u more rows, %s of the step, in the workbook and the JSON form.",
                      self->n_left),
            (guint) self->n_left, share));
  else if (self->n_left > 0)
    g_ptr_array_add (
        self->notes,
        g_strdup_printf (
            ngettext ("… and %u more row: the workbook and the JSON form have all of them.",
                      "… and %u more rows: the workbook and the JSON form have all of them.",
                      self->n_left),
            (guint) self->n_left));
}

/**
 * lsc_report_grid_count_rows:
 *
 * Returns: how many rows of an item's table a page shows: what would say that one or two are left
 *   out takes as much room as they do
 */
gsize
lsc_report_grid_count_rows (const LscReportItem *item)
{
  gsize n_all;

  g_return_val_if_fail (item && item->table, 0);
  n_all = lsc_table_get_n_rows (item->table);
  return item->most_rows > 0 && n_all > item->most_rows + FEW_ROWS ? item->most_rows : n_all;
}

/**
 * lsc_report_grid_new:
 * @item: with a table
 *
 * Formats what a page shows of a table: the columns that say anything, one unit a column, all
 * times in the same unit (exports.md#report).
 *
 * Returns: (transfer full):
 */
LscReportGrid *
lsc_report_grid_new (const LscReportItem *item)
{
  LscReportGrid *self;
  g_autoptr (GArray) sources = NULL;
  gsize n_all;

  g_return_val_if_fail (item && item->table, NULL);
  self = g_new0 (LscReportGrid, 1);
  n_all = lsc_table_get_n_rows (item->table);
  self->n_rows = lsc_report_grid_count_rows (item);
  self->n_left = n_all - self->n_rows;
  self->columns = g_array_new (FALSE, TRUE, sizeof (LscReportColumn));
  g_array_set_clear_func (self->columns, clear_column);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  sources = choose_columns (self, item);
  self->unit = choose_unit (item->table, sources, self->n_rows);
  drop_same (self, item, sources);
  note_left (self, item);
  for (guint i = 0; i < sources->len; i++)
    {
      const LscColumn *source =
          lsc_table_get_column (item->table, g_array_index (sources, guint, i));
      LscReportColumn column = { source,
                                 lsc_cell_head (source, lsc_time_unit_name (self->unit), "MiB"),
                                 source->type != LSC_TYPE_TEXT };

      g_array_append_val (self->columns, column);
    }
  for (gsize row = 0; row < self->n_rows; row++)
    for (guint i = 0; i < sources->len; i++)
      g_ptr_array_add (self->cells,
                       say_cell (item->table, row, g_array_index (sources, guint, i), self->unit));
  return self;
}

/**
 * lsc_report_grid_free:
 * @self: (nullable) (transfer full):
 */
void
lsc_report_grid_free (LscReportGrid *self)
{
  if (!self)
    return;
  g_array_unref (self->columns);
  g_ptr_array_unref (self->cells);
  g_ptr_array_unref (self->notes);
  g_free (self);
}
