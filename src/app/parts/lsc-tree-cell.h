/* lsc-tree-cell.h - a figure in a row of the tree, with an optional bar below it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LSC_TYPE_TREE_CELL (lsc_tree_cell_get_type ())
G_DECLARE_FINAL_TYPE (LscTreeCell, lsc_tree_cell, LSC, TREE_CELL, GtkWidget)

GtkWidget *lsc_tree_cell_new (gboolean is_number);
void lsc_tree_cell_set (LscTreeCell *self, const char *text, double share);

G_END_DECLS
