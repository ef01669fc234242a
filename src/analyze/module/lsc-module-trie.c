/* lsc-module-trie.c - lists of 32-bit ids, each distinct list with an id of its own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-trie.h"

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

typedef struct
{
  guint32 parent;
  guint32 item;
  guint32 depth;
} Node;

LSC_DEFINE_ARRAY (Nodes, nodes, Node)

static inline guint64
hash_node (const Node *node)
{
  return lsc_hash_mix (0, (guint64) node->parent << 32 | node->item);
}

static inline gboolean
is_same (const Node *a, const Node *b)
{
  return a->parent == b->parent && a->item == b->item;
}

LSC_DEFINE_HASH (index, Node, hash_node, is_same)

struct _LscTrie
{
  Nodes nodes;
  LscHash index; /* of all but the root */
};

/**
 * lsc_trie_new:
 *
 * Returns: (transfer full): a trie that knows the empty list
 */
LscTrie *
lsc_trie_new (void)
{
  LscTrie *self = g_new0 (LscTrie, 1);
  Node root = { LSC_TRIE_ROOT, G_MAXUINT32, 0 };

  nodes_append (&self->nodes, root);
  return self;
}

void
lsc_trie_free (LscTrie *self)
{
  if (!self)
    return;
  nodes_clear (&self->nodes);
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
  Node entry = { node, item, self->nodes.items[node].depth + 1 };
  guint32 found = index_put (&self->index, self->nodes.items, &entry, (guint32) self->nodes.n);

  if (found == self->nodes.n)
    nodes_append (&self->nodes, entry);
  return found;
}

guint32
lsc_trie_get_parent (const LscTrie *self, guint32 node)
{
  return self->nodes.items[node].parent;
}

guint32
lsc_trie_get_item (const LscTrie *self, guint32 node)
{
  return self->nodes.items[node].item;
}

/**
 * lsc_trie_get_depth:
 *
 * Returns: the length of the list
 */
guint32
lsc_trie_get_depth (const LscTrie *self, guint32 node)
{
  return self->nodes.items[node].depth;
}

gsize
lsc_trie_get_size (const LscTrie *self)
{
  return self->nodes.n;
}

/**
 * lsc_trie_is_prefix:
 *
 * Returns: whether the list @node begins with the list @prefix
 */
gboolean
lsc_trie_is_prefix (const LscTrie *self, guint32 prefix, guint32 node)
{
  guint32 depth = lsc_trie_get_depth (self, prefix);

  while (lsc_trie_get_depth (self, node) > depth)
    node = lsc_trie_get_parent (self, node);
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
  guint32 n = lsc_trie_get_depth (self, node);
  guint32 *list = g_new (guint32, (gsize) n + 1);

  while (n > 0)
    {
      list[--n] = lsc_trie_get_item (self, node);
      node = lsc_trie_get_parent (self, node);
    }
  return list;
}
