/* lsc-module-trie.c - lists of 32-bit ids, each distinct list with an id of its own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-trie.h"

static inline guint64
hash_node (const LscTrieNode *node)
{
  return lsc_hash_mix (0, (guint64) node->parent << 32 | node->item);
}

static inline gboolean
is_same (const LscTrieNode *a, const LscTrieNode *b)
{
  return a->parent == b->parent && a->item == b->item;
}

LSC_DEFINE_HASH (index, LscTrieNode, hash_node, is_same)

/**
 * lsc_trie_new:
 *
 * Returns: (transfer full): a trie that knows the empty list
 */
LscTrie *
lsc_trie_new (void)
{
  LscTrie *self = g_new0 (LscTrie, 1);
  LscTrieNode root = { LSC_TRIE_ROOT, G_MAXUINT32, 0 };

  lsc_trie_nodes_append (&self->nodes, root);
  return self;
}

void
lsc_trie_free (LscTrie *self)
{
  if (!self)
    return;
  lsc_trie_nodes_clear (&self->nodes);
  lsc_hash_clear (&self->index);
  g_free (self);
}

/**
 * lsc_trie_add:
 * @node: a list
 *
 * Returns: the list @node followed by @item
 */
guint32
lsc_trie_add (LscTrie *self, guint32 node, guint32 item)
{
  LscTrieNode entry = { node, item, self->nodes.items[node].depth + 1 };
  guint32 found = index_put (&self->index, self->nodes.items, &entry, (guint32) self->nodes.n);

  if (found == self->nodes.n)
    lsc_trie_nodes_append (&self->nodes, entry);
  return found;
}

/**
 * lsc_trie_is_prefix:
 *
 * Returns: whether the list @node begins with the list @prefix
 */
gboolean
lsc_trie_is_prefix (const LscTrie *self, guint32 prefix, guint32 node)
{
  const LscTrieNode *nodes = self->nodes.items;

  while (nodes[node].depth > nodes[prefix].depth)
    node = nodes[node].parent;
  return node == prefix;
}

/**
 * lsc_trie_get_list:
 *
 * Returns: (transfer full): the ids of the list, first to last
 */
guint32 *
lsc_trie_get_list (const LscTrie *self, guint32 node)
{
  const LscTrieNode *nodes;
  guint32 *list;

  g_return_val_if_fail (self && node < self->nodes.n, NULL);
  nodes = self->nodes.items;
  list = g_new (guint32, (gsize) nodes[node].depth + 1);
  for (; nodes[node].depth > 0; node = nodes[node].parent)
    list[nodes[node].depth - 1] = nodes[node].item;
  return list;
}
