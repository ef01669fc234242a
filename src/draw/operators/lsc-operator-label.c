/* lsc-operator-label.c - a group of kernels in a few words
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/operators/lsc-operator-plots.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/lsc-time.h"

/** What groups are by, in the order in which it is read; numbers say of what they are. */
static const struct
{
  const char *column;
  const char *format;
} keys[] = {
  { "family", "%s" },
  { "name", "%s" },
  { "type", "%s" },
  { "op", "%s" },
  { "module", "%s" },
  { "core", "%s" },
  { "shapes", "%s" },
  { "dtypes", "%s" },
  { "stream", N_ ("Stream %s") },
  { "rank", N_ ("Rank %s") },
  { "step", N_ ("Step %s") },
};

/**
 * lsc_operator_key:
 * @column: of what groups are by
 *
 * Returns: (transfer full) (nullable): what the kernels of a row have there; %NULL where there is
 *   no such column or nothing was recorded
 */
char *
lsc_operator_key (const LscTable *groups, gsize row, const char *column)
{
  int found;
  LscValue value;
  g_autofree char *words = NULL;

  g_return_val_if_fail (groups && column, NULL);
  found = lsc_table_find_column (groups, column);
  if (found < 0)
    return NULL;
  value = lsc_table_get (groups, row, (guint) found);
  if (value.is_null)
    return NULL;
  if (value.type == LSC_TYPE_INT)
    return g_strdup_printf ("%" PRId64, value.integer);
  words = g_str_equal (column, "rank") /* which are numbers, but where one has a name */
              ? g_strdup (value.text)
              : lsc_table_get_words (groups, row, (guint) found);
  return words && *words ? g_steal_pointer (&words) : NULL;
}

/**
 * lsc_operator_label:
 * @groups: a table with columns of what it is grouped by
 *
 * Returns: (transfer full): what the kernels of a row have in common
 */
char *
lsc_operator_label (const LscTable *groups, gsize row)
{
  GString *label = g_string_new (NULL);

  g_return_val_if_fail (groups, g_string_free (label, FALSE));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *words = lsc_operator_key (groups, row, keys[i].column);

      if (!words)
        continue;
      if (label->len > 0)
        g_string_append (label, " · ");
      g_string_append_printf (label, _ (keys[i].format), words);
    }
  if (label->len == 0)
    g_string_append (label, _ ("Not known"));
  return g_string_free (label, FALSE);
}

/**
 * lsc_operator_use:
 * @groups: a table with utilisations
 *
 * How much of the chip the kernels of a row use: of its peak where their operations are known, else
 * for which part of the time their busiest unit works.
 *
 * Returns: (transfer full) (nullable): such as "MFU 41.2 %", "Busy 70.0 %"; %NULL where none
 * was recorded
 */
char *
lsc_operator_use (const LscTable *groups, gsize row)
{
  static const struct
  {
    const char *column;
    const char *format;
  } units[] = { { "mfu", N_ ("MFU %s") },
                { "mac_ratio", N_ ("Busy %s") },
                { "vec_ratio", N_ ("Busy %s") } };
  double most = -1;
  const char *format = NULL;
  g_autofree char *share = NULL;

  g_return_val_if_fail (groups, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (units) && !(i > 0 && most >= 0 && format == units[0].format);
       i++)
    {
      int column = lsc_table_find_column (groups, units[i].column);
      LscValue value =
          column < 0 ? (LscValue){ .is_null = TRUE } : lsc_table_get (groups, row, (guint) column);

      if (value.is_null || value.real <= most)
        continue;
      most = value.real;
      format = units[i].format;
    }
  if (!format)
    return NULL;
  share = lsc_format_share (most);
  return g_strdup_printf (_ (format), share);
}
