/* lsc-report-sums.c - which columns of a table add up, and to what
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "export/report/lsc-report-sums.h"

#include <string.h>

#include "draw/lsc-viewport.h"

/* Lists of columns are short: this is one more than the longest has. */
#define MOST_COLUMNS 10

/* A row of these tables is a part of a whole. Columns that are not named are means, extremes or
 * properties, which do not add up. Times of groups are means of the ranks of each group: of groups
 * of different ranks their sum is longer than a step. */
static const struct
{
  const char *table;
  const char *columns[MOST_COLUMNS];
} sums[] = {
  { "StepCategory", { "ns", "share" } },
  { "StepModule", { "ns", "share", "count" } },
  { "StepOp", { "ns", "share", "count" } },
  { "kinds_of_work", { "count", "total_ns", "share", "step_share", "exposed_ns" } },
  { "operators", { "count", "total_ns", "share", "step_share", "exposed_ns" } },
  { "communication_groups", { "ops", "size_bytes" } },
  { "communication_operators", { "count", "size_bytes" } },
  { "communication_links", { "size_bytes" } },
  { "memory_live", { "count", "bytes", "share" } },
  { "memory_ops", { "calls", "self_allocated_bytes", "self_kept_bytes" } },
  { "memory_segments", { "size_bytes", "allocated_bytes", "free_bytes" } },
  { "CompareCategory", { "before_ns", "after_ns", "delta_ns", "share_of_change" } },
  { "CompareModule", { "before_ns", "after_ns", "delta_ns", "share_of_change" } },
  { "CompareOp",
    { "before_ns", "after_ns", "delta_ns", "share_of_change", "before_count", "after_count",
      "count_effect_ns", "speed_effect_ns" } },
  { "CompareOperators",
    { "before_ns", "after_ns", "delta_ns", "before_count", "after_count", "count_effect_ns",
      "shapes_effect_ns", "duration_effect_ns" } },
  { "CompareMemoryLive",
    { "before_bytes", "after_bytes", "delta_bytes", "before_count", "after_count" } },
  { "CompareAllocations",
    { "before_count", "after_count", "delta_count", "before_bytes", "after_bytes",
      "delta_bytes" } },
};

/* What a relative difference is made of, in the unit of its table. */
static const char *const differences[][2] = { { "delta_ns", "before_ns" },
                                              { "delta_bytes", "before_bytes" } };

static gboolean
adds_up (const LscTable *table, const char *column)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sums); i++)
    for (gsize k = 0; k < MOST_COLUMNS && sums[i].columns[k]; k++)
      if (g_str_equal (sums[i].table, lsc_table_get_name (table)) &&
          g_str_equal (sums[i].columns[k], column))
        return TRUE;
  return FALSE;
}

/* (nullable): the two columns of which "change" is the quotient, where both add up */
static const char *const *
find_quotient (const LscTable *table, const char *column)
{
  for (gsize i = 0; g_str_equal (column, "change") && i < G_N_ELEMENTS (differences); i++)
    if (adds_up (table, differences[i][0]) && adds_up (table, differences[i][1]))
      return differences[i];
  return NULL;
}

/** lsc_report_sums_has: Returns: whether a row for several ones has a value in a column */
gboolean
lsc_report_sums_has (const LscTable *table, guint column)
{
  const char *name;

  g_return_val_if_fail (table, FALSE);
  name = lsc_table_get_column (table, column)->name;
  return adds_up (table, name) || find_quotient (table, name);
}

static const LscValue unknown = { .is_null = TRUE };

/* Of a difference a side that lacks a row counts as nothing: the other side has all of it. */
static gboolean
counts_as_nothing (const char *column)
{
  return g_str_has_prefix (column, "before_") || g_str_has_prefix (column, "after_");
}

static LscValue
add (const LscTable *table, guint column, gsize first, gsize end)
{
  const LscColumn *about = lsc_table_get_column (table, column);
  LscValue sum = { .type = about->type };

  for (gsize row = first; row < end; row++)
    {
      LscValue value = lsc_table_get (table, row, column);

      if (value.is_null && counts_as_nothing (about->name))
        continue;
      if (value.is_null)
        return unknown;
      sum.integer = lsc_ns_add (sum.integer, value.integer);
      sum.real += value.real;
    }
  return sum;
}

static double
to_real (LscValue value)
{
  return value.type == LSC_TYPE_INT ? (double) value.integer : value.real;
}

/**
 * lsc_report_sums_get:
 * @first, @end: rows, half open
 *
 * Returns: what a column comes to in some rows: their sum, of relative differences the difference
 * of all by the time before of all; null where it does not add up, or a part of it is not known
 */
LscValue
lsc_report_sums_get (const LscTable *table, guint column, gsize first, gsize end)
{
  const char *name;
  const char *const *quotient;
  LscValue parts[2], value = { .type = LSC_TYPE_REAL };

  g_return_val_if_fail (table && end <= lsc_table_get_n_rows (table), unknown);
  name = lsc_table_get_column (table, column)->name;
  if (adds_up (table, name))
    return add (table, column, first, end);
  quotient = find_quotient (table, name);
  for (guint i = 0; i < 2; i++)
    parts[i] = quotient
                   ? add (table, (guint) lsc_table_find_column (table, quotient[i]), first, end)
                   : unknown;
  if (parts[0].is_null || parts[1].is_null || to_real (parts[1]) <= 0)
    return unknown;
  value.real = to_real (parts[0]) / to_real (parts[1]);
  return value;
}
