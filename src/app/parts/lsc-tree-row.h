/* lsc-tree-row.h - a visible row of the module tree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gio/gio.h>

#include "analyze/module/lsc-tree.h"

G_BEGIN_DECLS

#define LSC_TYPE_TREE_ROW (lsc_tree_row_get_type ())
G_DECLARE_FINAL_TYPE (LscTreeRow, lsc_tree_row, LSC, TREE_ROW, GObject)

LscTreeRow *lsc_tree_row_new (LscTree *tree, guint32 node);
LscTree *lsc_tree_row_get_tree (LscTreeRow *self);
guint32 lsc_tree_row_get_node (LscTreeRow *self);

G_END_DECLS
