/* lsc-op-lookup.c - what belongs to what among groups of kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "judge/operators/lsc-op-lookup.h"

#include "judge/operators/lsc-operators-private.h"

/** A key that a group has, and its columns in both tables. */
typedef struct
{
  guint column;
  guint finer;
} Key;

/* Keys of a group; what it is not grouped by tells nothing of the finer ones. */
static GArray *
list_keys (const LscTable *groups, const LscTable *finer)
{
  static const char *const names[] = { "type", "core",   "name", "shapes", "dtypes", "module",
                                       "op",   "stream", "rank", "step",   "family" };
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (Key));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      int column = lsc_table_find_column (groups, names[i]);
      int other = lsc_table_find_column (finer, names[i]);

      if (column >= 0 && other >= 0)
        g_array_append_val (keys, ((Key){ (guint) column, (guint) other }));
    }
  return keys;
}

static gboolean
is_equal (LscValue a, LscValue b)
{
  if (a.is_null || b.is_null)
    return a.is_null == b.is_null;
  return a.type == b.type &&
         (a.type == LSC_TYPE_TEXT ? g_strcmp0 (a.text, b.text) == 0 : a.integer == b.integer);
}

/**
 * lsc_op_find_likes:
 * @groups: a table of groups
 * @finer: a table of the same kernels, by the same keys and others
 *
 * Finds what a group is made of.
 *
 * Returns: (transfer full) (element-type guint32): rows of @finer, in their order
 */
GArray *
lsc_op_find_likes (const LscTable *groups, gsize row, const LscTable *finer)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) keys = NULL;

  g_return_val_if_fail (groups && finer && row < lsc_table_get_n_rows (groups), rows);
  keys = list_keys (groups, finer);
  for (guint32 i = 0; i < lsc_table_get_n_rows (finer); i++)
    {
      gboolean is_like = TRUE;

      for (guint k = 0; k < keys->len && is_like; k++)
        {
          const Key *key = &g_array_index (keys, Key, k);

          is_like = is_equal (lsc_table_get (groups, row, key->column),
                              lsc_table_get (finer, i, key->finer));
        }
      if (is_like)
        g_array_append_val (rows, i);
    }
  return rows;
}

/** lsc_operators_get_rank: Returns: the number of a rank, or what stands for its name; @index: as
 * instances have it */
gint64
lsc_operators_get_rank (const LscOperators *self, guint index)
{
  g_return_val_if_fail (self && index < self->sheets->len, LSC_INT_NULL);
  return ((const LscOpSheet *) self->sheets->pdata[index])->rank;
}
