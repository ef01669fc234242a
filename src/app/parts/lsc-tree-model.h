/* lsc-tree-model.h - the visible rows of the module tree as a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

#include "analyze/module/lsc-tree.h"
#include "app/parts/lsc-tree-row.h"

G_BEGIN_DECLS

#define LSC_TYPE_TREE_MODEL (lsc_tree_model_get_type ())
G_DECLARE_FINAL_TYPE (LscTreeModel, lsc_tree_model, LSC, TREE_MODEL, GObject)

LscTreeModel *lsc_tree_model_new (void);
void lsc_tree_model_set_tree (LscTreeModel *self, LscTree *tree);
LscTree *lsc_tree_model_get_tree (LscTreeModel *self);
gboolean lsc_tree_model_is_busy (LscTreeModel *self);

guint32 lsc_tree_model_get_node (LscTreeModel *self, guint position);
guint lsc_tree_model_find_position (LscTreeModel *self, guint32 node);
const guint32 *lsc_tree_model_get_rows (LscTreeModel *self, gsize *n_rows);

gboolean lsc_tree_model_is_expanded (LscTreeModel *self, guint32 node);
void lsc_tree_model_set_expanded (LscTreeModel *self, guint position, gboolean expanded);
void lsc_tree_model_expand_all (LscTreeModel *self);
void lsc_tree_model_collapse_all (LscTreeModel *self);
guint32 lsc_tree_model_expand_hottest (LscTreeModel *self, guint32 node);
void lsc_tree_model_reveal (LscTreeModel *self, guint32 node);

void lsc_tree_model_set_sort (LscTreeModel *self, LscTreeColumn column, gboolean descending);
void lsc_tree_model_set_filter (LscTreeModel *self, const LscIndexes *nodes, gboolean with_below);
gboolean lsc_tree_model_has_filter (LscTreeModel *self);

guint32 lsc_tree_model_get_selected (LscTreeModel *self);
void lsc_tree_model_select (LscTreeModel *self, guint32 node);

G_END_DECLS
