/* lsc-report-text-bars.c - the chart of an answer as a small table with bars of letters
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-text-bars.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "analyze/budget/lsc-budget.h"
#include "base/lsc-time.h"
#include "export/report/lsc-report-markdown-text.h"

#define CELLS 30     /* of the longest bar */
#define MOST_ROWS 16 /* as many ranks as the chart of an answer has */

/** What the parts of a bar are told by, darkest first. */
typedef enum
{
  INK_COMPUTING,
  INK_COMMUNICATION,
  INK_WAITING,
  INK_IDLE,
  N_INKS,
} Ink;

static const char *const letters[N_INKS] = { "█", "▓", "▒", "░" };

static Ink
choose_ink (const char *column)
{
  static const struct
  {
    LscBudgetCategory category;
    Ink ink;
  } inks[] = {
    { LSC_BUDGET_COMPUTE, INK_COMPUTING },
    { LSC_BUDGET_TRANSFER, INK_COMMUNICATION },
    { LSC_BUDGET_COMM_OTHER, INK_COMMUNICATION },
    { LSC_BUDGET_COMM, INK_COMMUNICATION },
    { LSC_BUDGET_WAIT, INK_WAITING },
    { LSC_BUDGET_BUBBLE, INK_WAITING },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (inks); i++)
    {
      const char *key = lsc_budget_words[inks[i].category].key;

      if (g_str_has_prefix (column, key) && g_str_equal (column + strlen (key), "_ns"))
        return inks[i].ink;
    }
  return INK_IDLE;
}

static double
get_number (const LscTable *table, gsize row, const char *column)
{
  LscValue value = lsc_table_get_named (table, row, column);

  if (value.is_null)
    return 0;
  return value.type == LSC_TYPE_INT ? (double) value.integer : value.real;
}

static void
append_letters (GString *out, const char *letter, double n)
{
  for (long i = lround (n); i > 0; i--)
    g_string_append (out, letter);
}

static void
append_name (GString *out, const LscTable *table, gsize row)
{
  LscValue name = lsc_table_get_named (table, row, "name");

  g_string_append (out, "| ");
  lsc_markdown_append (out, name.is_null ? "" : name.text, TRUE);
}

static void
append_ms (GString *out, double ns)
{
  g_string_append_printf (out, "%.2f", ns / 1e6);
}

/* ---- ranks ---- */

static double
find_longest (const LscTable *table, const char *column)
{
  double most = 0;

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    most = MAX (most, fabs (get_number (table, row, column)));
  return most;
}

/* Parts end where their sum does, so that a bar is as long as its whole. */
static void
append_bar (GString *out, const LscTable *table, gsize row, double most_ns)
{
  double ns[N_INKS] = { 0 }, sum_ns = 0;
  long drawn = 0;

  for (guint i = 0; i < lsc_table_get_n_columns (table); i++)
    {
      const LscColumn *column = lsc_table_get_column (table, i);

      if (column->unit == LSC_UNIT_NS && !g_str_equal (column->name, "step_ns"))
        ns[choose_ink (column->name)] += get_number (table, row, column->name);
    }
  g_string_append_c (out, '`');
  for (Ink ink = 0; ink < N_INKS; ink++)
    {
      long end;

      sum_ns += ns[ink];
      end = lround (sum_ns / most_ns * CELLS);
      append_letters (out, letters[ink], (double) (end - drawn));
      drawn = end;
    }
  g_string_append_c (out, '`');
}

static void
append_rank (GString *out, const LscTable *table, gsize row, double most_ns)
{
  append_name (out, table, row);
  g_string_append (out, get_number (table, row, "slow") > 0 ? " ◀ | " : " | ");
  if (lsc_table_get_named (table, row, "step_ns").is_null)
    {
      g_string_append (out, "– | – | – |\n");
      return;
    }
  append_ms (out, get_number (table, row, "compute_ns"));
  g_string_append (out, " | ");
  append_ms (out, get_number (table, row, "step_ns"));
  g_string_append (out, " | ");
  append_bar (out, table, row, most_ns);
  g_string_append (out, " |\n");
}

/* Those that are marked first, then the others, as far as there is room. */
static GArray *
choose_rows (const LscTable *table)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    if (lsc_table_get_n_rows (table) > MOST_ROWS && get_number (table, row, "slow") > 0 &&
        rows->len < MOST_ROWS)
      g_array_append_val (rows, row);
  for (gsize row = 0; row < lsc_table_get_n_rows (table) && rows->len < MOST_ROWS; row++)
    if (lsc_table_get_n_rows (table) <= MOST_ROWS || get_number (table, row, "slow") <= 0)
      g_array_append_val (rows, row);
  return rows;
}

static void
append_ranks (GString *out, const LscTable *table)
{
  g_autoptr (GArray) rows = choose_rows (table);
  double most_ns = find_longest (table, "step_ns");

  /* Translators: the head of a table in Markdown; each %s is a letter that bars consist of */
  g_string_append_printf (out,
                          _ ("| Rank | Computing (ms) | Step (ms) | %s computing, %s "
                             "communication, %s waiting, %s idle |"),
                          letters[INK_COMPUTING], letters[INK_COMMUNICATION], letters[INK_WAITING],
                          letters[INK_IDLE]);
  g_string_append (out, "\n|---|---:|---:|---|\n");
  for (guint i = 0; i < rows->len; i++)
    append_rank (out, table, g_array_index (rows, gsize, i), MAX (most_ns, 1));
}

/* ---- shares ---- */

static void
append_shares (GString *out, const LscTable *table)
{
  gsize n = MIN (lsc_table_get_n_rows (table), MOST_ROWS);

  g_string_append (out, _ ("| What Computes | Share | Bar |"));
  g_string_append (out, "\n|---|---:|---|\n");
  for (gsize row = 0; row < n; row++)
    {
      double share = get_number (table, row, "share");
      g_autofree char *text = lsc_format_share (share);

      append_name (out, table, row);
      g_string_append_printf (out, " | %s | `", text);
      append_letters (out, letters[INK_COMPUTING], share * CELLS);
      append_letters (out, letters[INK_IDLE], CELLS - round (share * CELLS));
      g_string_append (out, "` |\n");
    }
}

/* ---- changes ---- */

static double
get_change (const LscTable *table, gsize row)
{
  return get_number (table, row, "longer_ns") - get_number (table, row, "shorter_ns");
}

static void
append_changes (GString *out, const LscTable *table)
{
  gsize n = MIN (lsc_table_get_n_rows (table), MOST_ROWS);
  double most_ns = MAX (find_longest (table, "longer_ns"), find_longest (table, "shorter_ns"));

  g_string_append (out, _ ("| Part | Difference (ms) | − shorter, + longer |"));
  g_string_append (out, "\n|---|---:|---|\n");
  for (gsize row = 0; row < n; row++)
    {
      double change_ns = get_change (table, row);
      long length = lround (fabs (change_ns) / MAX (most_ns, 1) * CELLS);

      if (get_number (table, row, "step_ns") > 0 || length == 0)
        continue;
      append_name (out, table, row);
      g_string_append_printf (out, " | %+.2f | `%s", change_ns / 1e6, change_ns < 0 ? "−" : "+");
      append_letters (out, letters[INK_COMPUTING], (double) length);
      g_string_append (out, "` |\n");
    }
}

/**
 * lsc_report_append_text_bars:
 * @item: a chart
 *
 * Appends a chart as a table of Markdown whose bars are letters, for places without pictures; its
 * title is below it.
 *
 * Returns: %FALSE where it cannot be drawn so
 */
gboolean
lsc_report_append_text_bars (GString *out, const LscReportItem *item)
{
  const char *name;

  g_return_val_if_fail (out && item, FALSE);
  if (!item->table || lsc_table_get_n_rows (item->table) == 0)
    return FALSE;
  name = lsc_table_get_name (item->table);
  if (g_str_equal (name, "RankBars"))
    append_ranks (out, item->table);
  else if (g_str_equal (name, "Pareto"))
    append_shares (out, item->table);
  else if (g_str_equal (name, "Waterfall"))
    append_changes (out, item->table);
  else
    return FALSE;
  if (item->title)
    {
      g_string_append (out, "\n<sub>");
      lsc_markdown_append (out, item->title, FALSE);
      g_string_append (out, "</sub>\n");
    }
  g_string_append_c (out, '\n');
  return TRUE;
}
