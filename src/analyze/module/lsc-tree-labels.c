/* lsc-tree-labels.c - names of kernels in a tree as people see them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-labels.h"

#include "model/lsc-kernel-label.h"

/** @parent: whose children @labels are of; %LSC_INDEX_NONE = none yet */
struct _LscTreeLabels
{
  LscTree *tree;
  guint32 parent;
  LscKernelLabels *labels;
};

/** lsc_tree_labels_new: @tree: a reference is taken. Returns: (transfer full): its labels */
LscTreeLabels *
lsc_tree_labels_new (LscTree *tree)
{
  LscTreeLabels *self;

  g_return_val_if_fail (tree, NULL);
  self = g_new0 (LscTreeLabels, 1);
  self->tree = lsc_tree_ref (tree);
  self->parent = LSC_INDEX_NONE;
  return self;
}

/** lsc_tree_labels_free: @self: (nullable) (transfer full): */
void
lsc_tree_labels_free (LscTreeLabels *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->labels, lsc_kernel_labels_free);
  lsc_tree_unref (self->tree);
  g_free (self);
}

/** lsc_tree_labels_is_of: Returns: whether @self is of @tree */
gboolean
lsc_tree_labels_is_of (const LscTreeLabels *self, const LscTree *tree)
{
  return self && self->tree == tree;
}

static void
list_children (LscTreeLabels *self, guint32 parent)
{
  guint32 n;
  const guint32 *children = lsc_tree_get_children (self->tree, parent, &n);

  g_clear_pointer (&self->labels, lsc_kernel_labels_free);
  self->labels = lsc_kernel_labels_new ();
  self->parent = parent;
  for (guint32 i = 0; i < n; i++)
    lsc_kernel_labels_add (self->labels, lsc_tree_get_name (self->tree, children[i]));
}

/**
 * lsc_tree_labels_get:
 *
 * Cost: O(1) for siblings one after the other, else O(siblings).
 *
 * Returns: (transfer full): what a node is called (lsc_kernel_label()), unlike all its siblings
 */
char *
lsc_tree_labels_get (LscTreeLabels *self, guint32 node)
{
  const char *name, *label;
  g_autofree char *brief = NULL;
  guint32 parent;

  g_return_val_if_fail (self, NULL);
  name = lsc_tree_get_name (self->tree, node);
  brief = lsc_kernel_label (name);
  parent = lsc_tree_get_parent (self->tree, node);
  if ((!brief && !lsc_kernel_name_is_long (name)) || parent == LSC_INDEX_NONE)
    return brief ? g_steal_pointer (&brief) : g_strdup (name);
  if (parent != self->parent)
    list_children (self, parent);
  label = lsc_kernel_labels_get (self->labels, name);
  return g_strdup (label ? label : brief ? brief : name);
}
