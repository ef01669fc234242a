/* lsc-module-trie.c - lists of 32-bit ids, each distinct list with an id of its own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-trie.h"

#include <string.h>

#include "base/lsc-array.h"

typedef struct
{
  guint32 parent;
  guint32 item;
  guint32 depth;
} Node;

LSC_DEFINE_ARRAY (Nodes, nodes, Node)

struct _LscTrie
{
  Nodes nodes;
  guint32 *slots; /* node, 0 = free: the root is nobody's child */
  gsize n_slots;  /* a power of two */
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

  self->n_slots = 1024;
  self->slots = g_new0 (guint32, self->n_slots);
  nodes_append (&self->nodes, root);
  return self;
}

void
lsc_trie_free (LscTrie *self)
{
  if (!self)
    return;
  nodes_clear (&self->nodes);
  g_free (self->slots);
  g_free (self);
}

static gsize
first_slot (const LscTrie *self, guint32 parent, guint32 item)
{
  guint64 key = (guint64) parent << 32 | item;

  key *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (gsize) (key ^ key >> 32) & (self->n_slots - 1);
}

static void
grow_slots (LscTrie *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);
  for (gsize i = 1; i < self->nodes.n; i++)
    {
      const Node *node = &self->nodes.items[i];
      gsize slot = first_slot (self, node->parent, node->item);

      while (self->slots[slot])
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = (guint32) i;
    }
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
  gsize slot = first_slot (self, node, item);
  Node entry = { node, item, 0 };
  guint32 found;

  for (; (found = self->slots[slot]); slot = (slot + 1) & (self->n_slots - 1))
    if (self->nodes.items[found].parent == node && self->nodes.items[found].item == item)
      return found;
  entry.depth = self->nodes.items[node].depth + 1;
  found = (guint32) self->nodes.n;
  nodes_append (&self->nodes, entry);
  self->slots[slot] = found;
  if (self->nodes.n * 2 > self->n_slots)
    grow_slots (self);
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
