/* lsc-tree-table.c - the tree as a result table
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analyze/module/lsc-tree-private.h"

enum
{
  COLUMN_ID,
  COLUMN_PARENT,
  COLUMN_DEPTH,
  COLUMN_KIND,
  COLUMN_PHASE,
  COLUMN_NAME,
  N_FIXED,
  N_IDS = COLUMN_DEPTH, /* ids, which say nothing to people */
};

#define FIXED(name_, title_, type_, unit_, about_)                                                 \
  {                                                                                                \
    .name = name_, .title = title_, .type = type_, .unit = unit_, .about = about_                  \
  }

static const LscColumn fixed_columns[N_FIXED] = {
  [COLUMN_ID] = FIXED ("id", N_ ("Id"), LSC_TYPE_INT, LSC_UNIT_ID,
                       N_ ("Number of the row, for the column Parent.")),
  [COLUMN_PARENT] = FIXED ("parent", N_ ("Parent"), LSC_TYPE_INT, LSC_UNIT_ID,
                           N_ ("Number of the row above in the tree; empty at its root.")),
  [COLUMN_DEPTH] = FIXED ("depth", N_ ("Depth"), LSC_TYPE_INT, LSC_UNIT_NONE,
                          N_ ("How many rows are above it in the tree.")),
};

static LscTable *
make_table (const LscTreeColumn *columns, guint n_columns, guint first)
{
  g_autofree LscColumn *all = g_new (LscColumn, N_FIXED + n_columns);

  for (guint i = 0; i < N_FIXED; i++)
    all[i] = fixed_columns[i];
  all[COLUMN_KIND] = *lsc_tree_column (LSC_TREE_KIND);
  all[COLUMN_PHASE] = *lsc_tree_column (LSC_TREE_PHASE);
  all[COLUMN_NAME] = *lsc_tree_column (LSC_TREE_NAME);
  for (guint i = 0; i < n_columns; i++)
    all[N_FIXED + i] = *lsc_tree_column (columns[i]);
  return lsc_table_new ("ModuleTree", all + first, N_FIXED - first + n_columns);
}

static void
set_text (LscTree *self, LscTable *table, gsize row, guint column, guint32 node,
          LscTreeColumn which)
{
  g_autoptr (LscPhrase) phrase = lsc_tree_copy_phrase (self, node, which);

  if (phrase)
    lsc_table_set_phrase (table, row, column, phrase);
  else if (which == LSC_TREE_NAME)
    lsc_table_set_text (table, row, column, lsc_tree_get_name (self, node));
}

static void
set_value (LscTree *self, LscTable *table, gsize row, guint column, guint32 node,
           LscTreeColumn which)
{
  LscValue value;

  if (lsc_tree_column (which)->type == LSC_TYPE_TEXT)
    {
      set_text (self, table, row, column, node, which);
      return;
    }
  value = lsc_tree_value (self, node, which);
  if (value.is_null)
    return;
  if (value.type == LSC_TYPE_INT)
    lsc_table_set_int (table, row, column, value.integer);
  else
    lsc_table_set_real (table, row, column, value.real);
}

/* A row without the columns before the @first. */
static void
add_row (LscTree *self, LscTable *table, guint32 node, const LscTreeColumn *columns,
         guint n_columns, guint first)
{
  gsize row = lsc_table_add_row (table);
  guint32 parent = lsc_tree_get_parent (self, node);
  LscPhase phase = lsc_tree_get_phase (self, node);

  if (first == COLUMN_ID)
    lsc_table_set_int (table, row, COLUMN_ID, node);
  if (first == COLUMN_ID && parent != LSC_INDEX_NONE)
    lsc_table_set_int (table, row, COLUMN_PARENT, parent);
  lsc_table_set_int (table, row, COLUMN_DEPTH - first, lsc_tree_get_depth (self, node));
  lsc_table_set_text (table, row, COLUMN_KIND - first,
                      lsc_node_kind_name (lsc_tree_get_kind (self, node)));
  if (phase != LSC_PHASE_NONE)
    lsc_table_set_text (table, row, COLUMN_PHASE - first, lsc_phase_name (phase));
  set_text (self, table, row, COLUMN_NAME - first, node, LSC_TREE_NAME);
  for (guint i = 0; i < n_columns; i++)
    set_value (self, table, row, N_FIXED - first + i, node, columns[i]);
}

/**
 * lsc_tree_rows_to_table:
 * @rows: (array length=n_rows): nodes
 * @with_ids: whether the table begins with id and parent
 *
 * Returns: (transfer full): as lsc_tree_to_table() makes it, of these rows in their order
 */
LscTable *
lsc_tree_rows_to_table (LscTree *self, const guint32 *rows, gsize n_rows,
                        const LscTreeColumn *columns, guint n_columns, gboolean with_ids)
{
  guint first = with_ids ? 0 : N_IDS;
  LscTable *table;

  g_return_val_if_fail (self && (rows || n_rows == 0) && columns, NULL);
  table = make_table (columns, n_columns, first);
  for (gsize i = 0; i < n_rows; i++)
    add_row (self, table, rows[i], columns, n_columns, first);
  return table;
}

/**
 * lsc_tree_to_table:
 * @columns: (array length=n_columns): columns after the fixed ones
 * @max_depth: nodes deeper than this are left out, 0 = none; the root has depth 0
 * @sort: column by which siblings are sorted, %LSC_TREE_N_COLUMNS = by first start
 *
 * Writes one row per node, depth first: id, parent, depth, kind, phase, name, then @columns. Ids
 * are those of the tree, whatever the order of the rows; the root's parent is NULL.
 *
 * Returns: (transfer full): the table
 */
LscTable *
lsc_tree_to_table (LscTree *self, const LscTreeColumn *columns, guint n_columns, guint max_depth,
                   LscTreeColumn sort, gboolean descending)
{
  LscTable *table;
  LscIndexes stack = { 0 };

  g_return_val_if_fail (self && columns, NULL);
  table = make_table (columns, n_columns, 0);
  lsc_indexes_append (&stack, LSC_TREE_ROOT);
  while (stack.n > 0)
    {
      guint32 node = stack.items[--stack.n];
      guint32 n;
      const guint32 *children = lsc_tree_get_children (self, node, &n);
      gsize first = stack.n;

      add_row (self, table, node, columns, n_columns, 0);
      if (max_depth > 0 && lsc_tree_get_depth (self, node) >= max_depth)
        continue;
      for (guint32 i = 0; i < n; i++)
        lsc_indexes_append (&stack, children[i]);
      lsc_tree_sort (self, stack.items + first, n, sort, descending);
      for (guint32 i = 0; i < n / 2; i++)
        {
          guint32 swap = stack.items[first + i];

          stack.items[first + i] = stack.items[first + n - 1 - i];
          stack.items[first + n - 1 - i] = swap;
        }
    }
  lsc_indexes_clear (&stack);
  return table;
}
