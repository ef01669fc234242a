/* lsc-tree-listing.h - which rows of the module tree are visible, in which order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/module/lsc-tree.h"

G_BEGIN_DECLS

/** Which nodes are visible, and in which order: what a listing depends on. */
typedef struct
{
  LscTree *tree;
  guint8 *expanded; /* a bit per node */
  guint8 *keep;     /* (nullable): the same, nodes that pass the filter */
  gsize n_bytes;
  LscTreeColumn sort;
  gboolean descending;
  LscIndexes rows; /* the result */
} LscTreeListing;

gboolean lsc_bits_get (const guint8 *bits, guint32 node);
void lsc_bits_set (guint8 *bits, guint32 node, gboolean value);
void lsc_tree_list_below (LscTreeListing *listing, guint32 node);

G_END_DECLS
