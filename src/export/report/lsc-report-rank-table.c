/* lsc-report-rank-table.c - bars of ranks as a table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "draw/overview/lsc-rank-rows.h"
#include "export/report/lsc-report-private.h"

/** A bar, before its parts. */
typedef struct
{
  const char *name;
  gint64 slow;
  gint64 step_ns;
} RankRow;

#define N_FIXED 3 /* columns of it */

static const LscColumn fixed_columns[N_FIXED] = {
  LSC_COLUMN (RankRow, name, "name", N_ ("Rank"), LSC_UNIT_NONE, "overview.md#slow",
              N_ ("The rank, and what it shares with its neighbours.")),
  LSC_COLUMN (RankRow, slow, "slow", N_ ("Slow"), LSC_UNIT_FLAG, "overview.md#slow",
              N_ ("Whether its bar is marked.")),
  LSC_COLUMN (RankRow, step_ns, "step_ns", N_ ("Step Time"), LSC_UNIT_NS, "budget.md#categories",
              N_ ("Length of the whole bar.")),
};

static gboolean
occurs (const LscRankRows *rows, guint category)
{
  for (guint i = 0; i < rows->rows->len; i++)
    if (lsc_rank_rows_get (rows, i)->has_ns && lsc_rank_rows_get (rows, i)->ns[category] > 0)
      return TRUE;
  return FALSE;
}

static LscColumn
make_column (guint category)
{
  g_autofree char *name = g_strconcat (lsc_budget_words[category].key, "_ns", NULL);

  return (LscColumn){ .name = g_intern_string (name),
                      .type = LSC_TYPE_INT,
                      .form = LSC_FORM_INT,
                      .unit = LSC_UNIT_NS,
                      .source = "budget.md#categories" };
}

static char *
say_name (const LscRankRow *row)
{
  return row->group ? g_strdup_printf ("%s · %s", row->group, row->label) : g_strdup (row->label);
}

/* @categories: of the columns after the fixed ones */
static void
fill_row (LscTable *table, const LscRankRow *bar, const GArray *categories)
{
  g_autofree char *name = say_name (bar);
  gsize row = lsc_table_add_row (table);

  lsc_table_set_text (table, row, 0, name);
  lsc_table_set_int (table, row, 1, bar->is_slow);
  if (!bar->has_ns)
    return;
  lsc_table_set_int (table, row, 2, bar->length_ns);
  for (guint i = 0; i < categories->len; i++)
    lsc_table_set_int (table, row, N_FIXED + i, bar->ns[g_array_index (categories, guint, i)]);
}

/**
 * _lsc_report_ranks_table:
 *
 * Returns: (transfer full): a row each bar, with the categories that occur, for programs that draw
 *   it themselves; what is not known of a bar is NULL
 */
LscTable *
_lsc_report_ranks_table (const LscRankRows *rows)
{
  LscColumn columns[N_FIXED + LSC_BUDGET_N_CATEGORIES];
  g_autoptr (GArray) categories = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean is_of_ops = rows->rows->len > 0 && lsc_rank_rows_get (rows, 0)->is_of_ops;
  LscTable *table;

  for (guint i = 0; i < N_FIXED; i++)
    columns[i] = fixed_columns[i];
  for (guint i = 0; i < LSC_BUDGET_N_CATEGORIES; i++)
    if (occurs (rows, i))
      {
        columns[N_FIXED + categories->len] = make_column (i);
        columns[N_FIXED + categories->len].title = lsc_budget_get_title (i, is_of_ops);
        g_array_append_val (categories, i);
      }
  table = lsc_table_new ("RankBars", columns, N_FIXED + categories->len);
  for (guint i = 0; i < rows->rows->len; i++)
    fill_row (table, lsc_rank_rows_get (rows, i), categories);
  return table;
}
