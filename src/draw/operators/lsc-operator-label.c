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

/* (transfer full) (nullable) */
static char *
get_shown_key (LscTableLabels *labels, const LscTable *groups, gsize row, const char *column)
{
  int found = labels ? lsc_table_find_column (groups, column) : -1;
  char *label = found >= 0 ? lsc_table_labels_get (labels, row, (guint) found) : NULL;

  return label ? label : lsc_operator_key (groups, row, column);
}

static char *
make_label (LscTableLabels *labels, const LscTable *groups, gsize row)
{
  GString *label = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *words = get_shown_key (labels, groups, row, keys[i].column);

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
 * lsc_operator_label:
 * @groups: a table with columns of what it is grouped by
 *
 * Returns: (transfer full): what the kernels of a row have in common
 */
char *
lsc_operator_label (const LscTable *groups, gsize row)
{
  g_return_val_if_fail (groups, NULL);
  return make_label (NULL, groups, row);
}

/**
 * lsc_operator_label_shown:
 * @labels: of @groups
 *
 * Returns: (transfer full): the same with names of kernels as a list shows them
 */
char *
lsc_operator_label_shown (LscTableLabels *labels, const LscTable *groups, gsize row)
{
  g_return_val_if_fail (labels && groups, NULL);
  return make_label (labels, groups, row);
}

/* The largest of some shares of a row, below 0 where none was recorded. */
static double
find_most (const LscTable *groups, gsize row, const char *const *columns)
{
  double most = -1;

  for (guint i = 0; columns[i]; i++)
    {
      int column = lsc_table_find_column (groups, columns[i]);
      LscValue value =
          column < 0 ? (LscValue){ .is_null = TRUE } : lsc_table_get (groups, row, (guint) column);

      if (!value.is_null)
        most = MAX (most, value.real);
    }
  return most;
}

/**
 * lsc_operator_use:
 * @groups: a table with utilisations
 *
 * How much of the chip the kernels of a row use. The two do not compare: a unit that is busy all
 * the time may compute little of what it could.
 *
 * Returns: (transfer full) (nullable): as "41.2 %"; %NULL where it is not known
 */
char *
lsc_operator_use (const LscTable *groups, gsize row, LscOperatorUse use)
{
  static const char *const columns[LSC_OPERATOR_N_USES][3] = {
    [LSC_OPERATOR_MFU] = { "mfu", NULL },
    [LSC_OPERATOR_BUSY] = { "mac_ratio", "vec_ratio", NULL },
  };
  double most;

  g_return_val_if_fail (groups && use < LSC_OPERATOR_N_USES, NULL);
  most = find_most (groups, row, columns[use]);
  return most < 0 ? NULL : lsc_format_share (most);
}
