/* lsc-tree-listing.c - which rows of the module tree are visible, in which order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-tree-listing.h"

gboolean
lsc_bits_get (const guint8 *bits, guint32 node)
{
  return bits[node / 8] & (1u << node % 8);
}

void
lsc_bits_set (guint8 *bits, guint32 node, gboolean value)
{
  if (value)
    bits[node / 8] |= (guint8) (1u << node % 8);
  else
    bits[node / 8] &= (guint8) ~(1u << node % 8);
}

static void
push_children (const LscTreeListing *listing, guint32 node, LscIndexes *stack)
{
  guint32 n;
  const guint32 *children = lsc_tree_get_children (listing->tree, node, &n);
  gsize first = stack->n;

  lsc_indexes_reserve (stack, stack->n + n);
  for (guint32 i = 0; i < n; i++)
    if (!listing->keep || lsc_bits_get (listing->keep, children[i]))
      stack->items[stack->n++] = children[i];
  n = (guint32) (stack->n - first);
  lsc_tree_sort (listing->tree, stack->items + first, n, listing->sort, listing->descending);
  for (guint32 i = 0; i < n / 2; i++)
    {
      guint32 swap = stack->items[first + i];

      stack->items[first + i] = stack->items[first + n - 1 - i];
      stack->items[first + n - 1 - i] = swap;
    }
}

/** lsc_tree_list_below: appends the visible rows below @node to the rows of @listing */
void
lsc_tree_list_below (LscTreeListing *listing, guint32 node)
{
  LscIndexes stack = { 0 };

  g_return_if_fail (listing && listing->tree);
  push_children (listing, node, &stack);
  while (stack.n > 0)
    {
      guint32 top = stack.items[--stack.n];

      lsc_indexes_append (&listing->rows, top);
      if (lsc_bits_get (listing->expanded, top))
        push_children (listing, top, &stack);
    }
  lsc_indexes_clear (&stack);
}
