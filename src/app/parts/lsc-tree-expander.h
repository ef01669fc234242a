/* lsc-tree-expander.h - first cell of a tree row: indent, arrow, name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LSC_TYPE_TREE_EXPANDER (lsc_tree_expander_get_type ())
G_DECLARE_FINAL_TYPE (LscTreeExpander, lsc_tree_expander, LSC, TREE_EXPANDER, GtkWidget)

typedef enum
{
  LSC_EXPANDER_LEAF,
  LSC_EXPANDER_CLOSED,
  LSC_EXPANDER_OPEN,
} LscExpanderState;

GtkWidget *lsc_tree_expander_new (void);
void lsc_tree_expander_set (LscTreeExpander *self, guint depth, LscExpanderState state,
                            const char *name, const char *css_class);
void lsc_tree_expander_set_state (LscTreeExpander *self, LscExpanderState state);

G_END_DECLS
