/* lsc-cli-memory-text.c - tables of memory for people
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "cli/lsc-cli-memory-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "analyze/lsc-cell-format.h"
#include "base/lsc-visible.h"
#include "cli/lsc-cli-command.h"

#define MIB 1048576.0

static gboolean
is_moment (const LscColumn *column)
{
  static const char *const names[] = { "time_ns",       "begin_ns",  "end_ns",
                                       "active_end_ns", "oldest_ns", NULL };

  return g_strv_contains (names, column->name);
}

/**
 * lsc_cli_memory_from:
 * @origin_ns: first event of memory of the rank
 *
 * Nobody can read an absolute time; `--at` takes one from the first event, too.
 *
 * Returns: (transfer full): the table with points in time from there on
 */
LscTable *
lsc_cli_memory_from (const LscTable *table, gint64 origin_ns)
{
  LscTable *moved;

  g_return_val_if_fail (table, NULL);
  moved = lsc_table_new_like (table);
  lsc_table_append_table (moved, table);
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    for (gsize row = 0;
         is_moment (lsc_table_get_column (table, i)) && row < lsc_table_get_n_rows (table); row++)
      {
        LscValue value = lsc_table_get (table, row, i);

        if (!value.is_null && value.type == LSC_TYPE_INT)
          lsc_table_set_int (moved, row, i, lsc_int_subtract (value.integer, origin_ns));
      }
  return moved;
}

/* What is for programs, and sentences, which stand alone; of a stack with all its frames people see
 * who asked. */
static gboolean
is_hidden (const LscTable *table, const char *column)
{
  static const char *const hidden[] = { "slice", "is_main", "address", NULL };
  static const char *const of_stacks[] = { "memory_keepers", "memory_change", NULL };
  const char *name = lsc_table_get_name (table);

  return g_strv_contains (hidden, column) || strcmp (column, "text") == 0 ||
         (strcmp (column, "stack") == 0 && g_strv_contains (of_stacks, name));
}

/* A column in which no row says anything is left out for people, and so are those for programs.
 * @has_moments: (out) */
static LscTable *
pick_shown (const LscTable *table, gboolean has_ranks, gboolean *has_moments)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  *has_moments = FALSE;
  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);
      gboolean says = FALSE;

      for (gsize row = 0; row < lsc_table_get_n_rows (table) && !says; row++)
        says = !lsc_table_get (table, row, i).is_null;
      if (!says || (!has_ranks && strcmp (column->name, "rank") == 0) ||
          is_hidden (table, column->name))
        continue;
      g_ptr_array_add (names, (gpointer) column->name);
      *has_moments |= is_moment (column);
    }
  g_ptr_array_add (names, NULL);
  return lsc_cli_pick_columns (table, (const char *const *) names->pdata, NULL);
}

/* ---- cells ---- */

/* Sizes are numbers of MiB, with the unit in the head; times from the first event are no longer
 * points in time. */
static LscColumn
make_column (const LscColumn *from)
{
  LscColumn column = *from;

  column.words = NULL; /* codes stay as the other forms of the result have them */
  if (from->unit == LSC_UNIT_BYTES && from->type == LSC_TYPE_INT)
    {
      g_autofree char *head = lsc_cell_head (from, "", "MiB");

      column.title = g_intern_string (head);
      column.type = LSC_TYPE_REAL;
      column.unit = LSC_UNIT_RATE; /* two digits behind the point */
    }
  if (is_moment (from))
    column.name = "since_ns";
  return column;
}

static void
copy_cell (LscTable *to, gsize row, guint column, const LscTable *from)
{
  const LscColumn *about = lsc_table_get_column (from, column);
  LscValue value = lsc_table_get (from, row, column);

  if (value.is_null)
    return;
  if (value.type == LSC_TYPE_TEXT)
    {
      g_autofree char *words = about->words ? NULL : lsc_table_get_words (from, row, column);

      lsc_table_set_text (to, row, column, words ? words : value.text);
    }
  else if (value.type == LSC_TYPE_REAL)
    lsc_table_set_real (to, row, column, value.real);
  else if (about->unit == LSC_UNIT_BYTES)
    lsc_table_set_real (to, row, column, (double) value.integer / MIB);
  else
    lsc_table_set_int (to, row, column, value.integer);
}

/**
 * lsc_cli_memory_to_text:
 * @table: with points in time from some origin
 *
 * Returns: (transfer full): the table in aligned columns, sizes in MiB
 */
char *
lsc_cli_memory_to_text (const LscTable *table)
{
  guint n_columns;
  g_autofree LscColumn *columns = NULL;
  g_autoptr (LscTable) readable = NULL;

  g_return_val_if_fail (table, NULL);
  n_columns = lsc_table_get_n_columns (table);
  columns = g_new (LscColumn, n_columns + 1);
  for (guint i = 0; i < n_columns; i++)
    columns[i] = make_column (lsc_table_get_column (table, i));
  readable = lsc_table_new (lsc_table_get_name (table), columns, n_columns);
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      lsc_table_add_row (readable);
      for (guint i = 0; i < n_columns; i++)
        copy_cell (readable, row, i, table);
    }
  return lsc_cli_table_to_text (readable);
}

/* ---- what people see ---- */

/* A sentence does not fit into a cell. */
static void
append_hints (GString *out, const LscTable *table, gboolean has_ranks)
{
  if (strcmp (lsc_table_get_name (table), "memory_hints") != 0)
    return;
  g_string_append_c (out, '\n');
  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      LscValue rank = lsc_table_get_named (table, row, "rank");
      g_autofree char *words =
          lsc_table_get_words (table, row, (guint) lsc_table_find_column (table, "text"));
      g_autofree char *visible = lsc_visible_line (words);

      if (has_ranks && !rank.is_null)
        {
          lsc_cli_append (out, _ ("Rank %" PRId64), rank.integer);
          g_string_append (out, ": ");
        }
      g_string_append_printf (out, "%s\n", visible);
    }
}

/**
 * lsc_cli_memory_append:
 * @table: of lsc_cli_memory_from(), or one without points in time
 * @has_ranks: whether it is of several
 *
 * Appends the columns that say something, sizes in MiB; nothing where there are no rows.
 */
void
lsc_cli_memory_append (GString *out, const LscTable *table, gboolean has_ranks)
{
  g_autoptr (LscTable) picked = NULL;
  g_autofree char *rows = NULL;
  gboolean has_moments;

  g_return_if_fail (out && table);
  if (lsc_table_get_n_rows (table) == 0)
    return;
  append_hints (out, table, has_ranks);
  picked = pick_shown (table, has_ranks, &has_moments);
  rows = lsc_cli_memory_to_text (picked);
  g_string_append_printf (out, "\n%s", rows);
  if (has_moments)
    g_string_append_printf (out, "%s\n",
                            _ ("Times are from the first event of memory, as --at takes them."));
}
