/* lsc-tree-row.c - a visible row of the module tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-tree-row.h"

struct _LscTreeRow
{
  GObject parent_instance;

  LscTree *tree;
  guint32 node;
};

G_DEFINE_FINAL_TYPE (LscTreeRow, lsc_tree_row, G_TYPE_OBJECT)

static void
lsc_tree_row_finalize (GObject *object)
{
  LscTreeRow *self = LSC_TREE_ROW (object);

  g_clear_pointer (&self->tree, lsc_tree_unref);
  G_OBJECT_CLASS (lsc_tree_row_parent_class)->finalize (object);
}

static void
lsc_tree_row_class_init (LscTreeRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lsc_tree_row_finalize;
}

static void
lsc_tree_row_init (LscTreeRow *self)
{
}

/**
 * lsc_tree_row_new:
 *
 * Returns: (transfer full): a row of @tree
 */
LscTreeRow *
lsc_tree_row_new (LscTree *tree, guint32 node)
{
  LscTreeRow *self;

  g_return_val_if_fail (tree && node < lsc_tree_get_n_nodes (tree), NULL);
  self = g_object_new (LSC_TYPE_TREE_ROW, NULL);
  self->tree = lsc_tree_ref (tree);
  self->node = node;
  return self;
}

/** lsc_tree_row_get_tree: Returns: (transfer none): the tree that the row is of */
LscTree *
lsc_tree_row_get_tree (LscTreeRow *self)
{
  return self->tree;
}

guint32
lsc_tree_row_get_node (LscTreeRow *self)
{
  return self->node;
}
