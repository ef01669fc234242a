/* lsc-report-grid.c - what a page shows of a table, as text
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-grid.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "analyze/lsc-table-labels.h"
#include "base/lsc-time.h"
#include "base/lsc-visible.h"
#include "base/lsc-words.h"
#include "export/report/lsc-report-sums.h"

/* Characters that a page shows; files for programs have all of them. */
#define FEW_ROWS 2 /* that are not worth a note */
#define LONGEST_NAME 160
#define LONGEST_SENTENCE 800
#define MIB 1048576.0
#define LEAST_MEAN 1.0 /* of counts that are told with one decimal */
#define WHOLE 1e-9

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

static gint64
get_size (LscValue value)
{
  return !value.is_null && value.type == LSC_TYPE_INT ? ABS (value.integer) : 0;
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
        most = MAX (most, get_size (lsc_table_get (table, row, column)));
      most = MAX (most,
                  get_size (lsc_report_sums_get (table, column, 0, lsc_table_get_n_rows (table))));
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
say_text (const LscTable *table, LscTableLabels *labels, gsize row, guint column)
{
  gboolean is_sentence = lsc_table_get_column (table, column)->form == LSC_FORM_PHRASE;
  g_autofree char *label = lsc_table_labels_get (labels, row, column);
  g_autofree char *words =
      label ? g_steal_pointer (&label) : lsc_table_get_words (table, row, column);
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

/* Each step and rank has a whole number; the mean of several is told as one, by few decimals. */
static gboolean
is_mean_count (const LscColumn *about, LscValue value)
{
  return about->unit == LSC_UNIT_COUNT && value.type == LSC_TYPE_REAL && value.real >= LEAST_MEAN &&
         fabs (value.real - round (value.real)) > WHOLE;
}

static char *
say_number (const LscColumn *about, LscValue value, LscTimeUnit unit)
{
  char text[LSC_CELL_TEXT];
  gboolean is_positive;

  if (value.is_null)
    return g_strdup ("");
  if (about->unit == LSC_UNIT_BYTES && value.type == LSC_TYPE_INT)
    g_ascii_formatd (text, sizeof text, "%.2f", (double) value.integer / MIB);
  else if (is_mean_count (about, value))
    g_ascii_formatd (text, sizeof text, "%.1f", value.real);
  else
    lsc_cell_format (text, about, value, unit);
  lsc_drop_minus (text);
  is_positive = value.type == LSC_TYPE_INT ? value.integer > 0 : value.real > 0;
  return lsc_report_grid_is_difference (about) && is_positive && !is_zero (text) && *text != '<'
             ? g_strconcat ("+", text, NULL)
             : g_strdup (text);
}

static char *
say_cell (const LscTable *table, LscTableLabels *labels, gsize row, guint column, LscTimeUnit unit)
{
  LscValue value = lsc_table_get (table, row, column);

  return !value.is_null && value.type == LSC_TYPE_TEXT
             ? say_text (table, labels, row, column)
             : say_number (lsc_table_get_column (table, column), value, unit);
}

/* A number that all rows show alike, also where they differ by less than is shown. */
static gboolean
is_same_number (const LscTable *table, guint column, LscTimeUnit unit)
{
  gsize n = lsc_table_get_n_rows (table);
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);
  g_autofree char *first = NULL;

  if (n < 2 || lsc_table_get_column (table, column)->type == LSC_TYPE_TEXT)
    return FALSE;
  first = say_cell (table, labels, 0, column, unit);
  for (gsize row = 1; row < n; row++)
    {
      g_autofree char *cell = say_cell (table, labels, row, column, unit);

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
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);
  g_autofree char *words = say_text (table, labels, 0, column);

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
  g_autoptr (LscTableLabels) labels = lsc_table_labels_new (table);
  g_autofree char *cell = say_cell (table, labels, 0, column, self->unit);

  g_autofree char *sentence = g_strdup_printf (_ ("%s, of all rows: %s."), title, cell);

  lsc_words_append (out, sentence);
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

/* ---- rows that close a table ---- */

static gboolean
has_sums (const LscTable *table, const GArray *sources)
{
  for (guint i = 1; i < sources->len; i++)
    if (lsc_report_sums_has (table, g_array_index (sources, guint, i)))
      return TRUE;
  return FALSE;
}

/* (transfer full): empty where a column does not add up */
static char *
say_sum (const LscReportGrid *self, const LscTable *table, guint column, gsize first, gsize end)
{
  LscValue sum = lsc_report_sums_get (table, column, first, end);

  if (!lsc_report_sums_has (table, column))
    return g_strdup ("");
  return sum.is_null ? g_strdup ("–")
                     : say_number (lsc_table_get_column (table, column), sum, self->unit);
}

/* @label: (transfer full): in place of the name of a row; @first, @end: rows that it is of */
static void
close_with (LscReportGrid *self, const LscTable *table, const GArray *sources, char *label,
            gsize first, gsize end)
{
  g_ptr_array_add (self->cells, label);
  for (guint i = 1; i < sources->len; i++)
    g_ptr_array_add (self->cells,
                     say_sum (self, table, g_array_index (sources, guint, i), first, end));
  self->n_rows++;
}

/* A table whose rows are parts of a whole ends with what is left out of it, and the whole. */
static void
add_closing (LscReportGrid *self, const LscTable *table, const GArray *sources)
{
  gsize n_all = lsc_table_get_n_rows (table);

  if (n_all < 2 || !has_sums (table, sources))
    return;
  if (self->n_left > 0)
    close_with (self, table, sources, g_strdup_printf (_ ("Others (%u)"), (guint) self->n_left),
                self->n_body, n_all);
  close_with (self, table, sources, g_strdup (C_ ("row of a table", "Total")), 0, n_all);
}

static void
note_left (LscReportGrid *self, const LscTable *table, const GArray *sources)
{
  if (self->n_left > 0 && !has_sums (table, sources))
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
 * times in the same unit, and what its rows come to where they are parts of a whole
 * (exports.md#report).
 *
 * Returns: (transfer full):
 */
LscReportGrid *
lsc_report_grid_new (const LscReportItem *item)
{
  LscReportGrid *self;
  g_autoptr (GArray) sources = NULL;
  g_autoptr (LscTableLabels) labels = NULL;
  gsize n_all;

  g_return_val_if_fail (item && item->table, NULL);
  labels = lsc_table_labels_new (item->table);
  self = g_new0 (LscReportGrid, 1);
  n_all = lsc_table_get_n_rows (item->table);
  self->n_body = self->n_rows = lsc_report_grid_count_rows (item);
  self->n_left = n_all - self->n_body;
  self->columns = g_array_new (FALSE, TRUE, sizeof (LscReportColumn));
  g_array_set_clear_func (self->columns, clear_column);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  sources = choose_columns (self, item);
  self->unit = choose_unit (item->table, sources, self->n_rows);
  drop_same (self, item, sources);
  note_left (self, item->table, sources);
  for (guint i = 0; i < sources->len; i++)
    {
      const LscColumn *source =
          lsc_table_get_column (item->table, g_array_index (sources, guint, i));
      LscReportColumn column = { source,
                                 lsc_cell_head (source, lsc_time_unit_name (self->unit), "MiB"),
                                 source->type != LSC_TYPE_TEXT };

      g_array_append_val (self->columns, column);
    }
  for (gsize row = 0; row < self->n_body; row++)
    for (guint i = 0; i < sources->len; i++)
      g_ptr_array_add (self->cells, say_cell (item->table, labels, row,
                                              g_array_index (sources, guint, i), self->unit));
  add_closing (self, item->table, sources);
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
