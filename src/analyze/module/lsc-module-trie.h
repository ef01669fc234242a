/* lsc-module-trie.h - lists of 32-bit ids, each distinct list with an id of its own
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-hash.h"

G_BEGIN_DECLS

/** The node of the empty list. */
#define LSC_TRIE_ROOT ((guint32) 0)

/** A list: the one without its last id, that id, and its length. */
typedef struct
{
  guint32 parent;
  guint32 item;
  guint32 depth;
} LscTrieNode;

LSC_DEFINE_ARRAY (LscTrieNodes, lsc_trie_nodes, LscTrieNode)

/**
 * LscTrie:
 * @nodes: to be read only
 * @index: of all but the root
 *
 * Every distinct list of ids is one node: the list without its last id is the node's parent. Two
 * lists are equal exactly when their nodes are, so that paths, kernel lists and op sequences are
 * compared, grouped and hashed as single numbers. Cost of a step: one probe of a hash table.
 */
typedef struct
{
  LscTrieNodes nodes;
  LscHash index;
} LscTrie;

LscTrie *lsc_trie_new (void);
void lsc_trie_free (LscTrie *self);
guint32 lsc_trie_add (LscTrie *self, guint32 node, guint32 item);
gboolean lsc_trie_is_prefix (const LscTrie *self, guint32 prefix, guint32 node);
guint32 *lsc_trie_get_list (const LscTrie *self, guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscTrie, lsc_trie_free)

G_END_DECLS
