/* lsc-tree-labels.h - names of kernels in a tree as people see them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-tree.h"

G_BEGIN_DECLS

/** LscTreeLabels: of one tree. Thread: one at a time. */
typedef struct _LscTreeLabels LscTreeLabels;

LscTreeLabels *lsc_tree_labels_new (LscTree *tree);
gboolean lsc_tree_labels_is_of (const LscTreeLabels *self, const LscTree *tree);
char *lsc_tree_labels_get (LscTreeLabels *self, guint32 node);
void lsc_tree_labels_free (LscTreeLabels *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTreeLabels, lsc_tree_labels_free)

G_END_DECLS
