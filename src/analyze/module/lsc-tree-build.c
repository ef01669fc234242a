/* lsc-tree-build.c - nodes as they are met, then put in depth-first order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <string.h>

#define MAX_DEPTH G_MAXUINT16

void
_lsc_draft_init (LscTreeDraft *self, LscTree *tree)
{
  memset (self, 0, sizeof *self);
  self->tree = tree;
}

void
_lsc_draft_clear (LscTreeDraft *self)
{
  lsc_draft_nodes_clear (&self->nodes);
  lsc_hash_clear (&self->index);
  g_clear_pointer (&self->slot_leaf, g_free);
  g_clear_pointer (&self->call_node, g_free);
}

/**
 * _lsc_draft_add:
 * @name: id of the run's strings, or of the tree's texts
 * @first_ns: time by which siblings are ordered
 *
 * Adds a node that is like no other.
 *
 * Returns: its draft id; parents precede their children
 */
guint32
_lsc_draft_add (LscTreeDraft *self, guint32 parent, LscNodeKind kind, LscPhase phase, guint32 name,
                gint64 first_ns)
{
  LscDraftNode *node;

  /* Parents precede their children: every pass over the tree counts on it. */
  g_assert (parent < self->nodes.n || self->nodes.n == 0);
  node = lsc_draft_nodes_add (&self->nodes);
  memset (node, 0, sizeof *node);
  node->parent = parent;
  node->kind = (guint8) kind;
  node->phase = (guint8) phase;
  node->name = name;
  node->key = LSC_INDEX_NONE;
  node->first_ns = first_ns;
  return (guint32) (self->nodes.n - 1);
}

static inline guint64
hash_node (const LscDraftNode *node)
{
  guint64 hash = lsc_hash_mix (0, (guint64) node->parent << 32 | node->name);

  return lsc_hash_mix (hash, (guint64) node->key << 16 | node->kind << 8 | node->phase);
}

static inline gboolean
is_same_node (const LscDraftNode *a, const LscDraftNode *b)
{
  return a->parent == b->parent && a->kind == b->kind && a->phase == b->phase &&
         a->name == b->name && a->key == b->key;
}

LSC_DEFINE_HASH (index, LscDraftNode, hash_node, is_same_node)

/**
 * _lsc_draft_get:
 * @key: what tells siblings of equal name apart, %LSC_INDEX_NONE if nothing does
 *
 * Returns: the node of that identity, new or known
 */
guint32
_lsc_draft_get (LscTreeDraft *self, guint32 parent, LscNodeKind kind, LscPhase phase, guint32 name,
                guint32 key, gint64 first_ns)
{
  LscDraftNode node = {
    .parent = parent, .kind = (guint8) kind, .phase = (guint8) phase, .name = name, .key = key
  };
  guint32 id = index_put (&self->index, self->nodes.items, &node, (guint32) self->nodes.n);

  if (id < self->nodes.n)
    self->nodes.items[id].first_ns = MIN (self->nodes.items[id].first_ns, first_ns);
  else
    {
      _lsc_draft_add (self, parent, kind, phase, name, first_ns);
      self->nodes.items[id].key = key;
    }
  return id;
}

/* -- From draft to tree --------------------------------------------------------------------------
 */

/* A phase node that is the only one of its parent says nothing: what is below moves up. */
static void
drop_lone_phases (LscTreeDraft *self)
{
  g_autofree guint8 *n_phases = g_malloc0 (self->nodes.n);
  LscDraftNode *nodes = self->nodes.items;

  for (gsize i = 1; i < self->nodes.n; i++)
    if (nodes[i].kind == LSC_NODE_PHASE && n_phases[nodes[i].parent] < 2)
      n_phases[nodes[i].parent]++;
  for (gsize i = 1; i < self->nodes.n; i++)
    {
      LscDraftNode *parent = &nodes[nodes[i].parent];

      if (parent->kind == LSC_NODE_PHASE && n_phases[parent->parent] == 1)
        nodes[i].parent = parent->parent;
    }
  for (gsize i = 1; i < self->nodes.n; i++)
    if (nodes[i].kind == LSC_NODE_PHASE && n_phases[nodes[i].parent] == 1)
      nodes[i].kind = G_MAXUINT8; /* dropped */
}

static gboolean
is_before (const LscDraftNode *nodes, guint32 a, guint32 b)
{
  if (nodes[a].last != nodes[b].last)
    return nodes[a].last < nodes[b].last;
  if (nodes[a].first_ns != nodes[b].first_ns)
    return nodes[a].first_ns < nodes[b].first_ns;
  return a < b;
}

static int
compare_drafts (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscDraftNode *nodes = user_data;
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  return x == y ? 0 : is_before (nodes, x, y) ? -1 : 1;
}

static void
sort_group (const LscDraftNode *nodes, guint32 *ids, gsize n)
{
  gsize i = 1;

  while (i < n && is_before (nodes, ids[i - 1], ids[i]))
    i++;
  if (i < n)
    g_qsort_with_data (ids, (int) n, sizeof *ids, compare_drafts, (gpointer) nodes);
}

/* The children of each draft node in order; begin[i] is where those of i start. */
static guint32 *
list_children (const LscTreeDraft *self, guint32 *begin)
{
  const LscDraftNode *nodes = self->nodes.items;
  gsize n = self->nodes.n;
  guint32 *list = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *fill = NULL;

  memset (begin, 0, (n + 1) * sizeof *begin);
  for (gsize i = 1; i < n; i++)
    if (nodes[i].kind != G_MAXUINT8)
      begin[nodes[i].parent + 1]++;
  for (gsize i = 0; i < n; i++)
    begin[i + 1] += begin[i];
  fill = g_memdup2 (begin, (n + 1) * sizeof *begin);
  for (gsize i = 1; i < n; i++)
    if (nodes[i].kind != G_MAXUINT8)
      list[fill[nodes[i].parent]++] = (guint32) i;
  for (gsize i = 0; i < n; i++)
    if (begin[i + 1] - begin[i] > 1)
      sort_group (nodes, list + begin[i], begin[i + 1] - begin[i]);
  return list;
}

static void
copy_node (LscTreeDraft *self, guint32 draft, guint32 parent, LscTreeNode *node)
{
  const LscDraftNode *from = &self->nodes.items[draft];

  memset (node, 0, sizeof *node);
  node->parent = parent;
  node->name = from->name;
  node->kind = from->kind & 0xf;
  node->flags = from->flags & 0xf;
  node->phase = from->phase;
  node->calls = from->calls;
  node->extra = LSC_INDEX_NONE;
  if (parent != LSC_INDEX_NONE)
    node->depth = (guint16) MIN (self->tree->nodes.items[parent].depth + 1, MAX_DEPTH);
}

/* Numbers the nodes depth first; @place[i] becomes the id of draft node i. A node's children list
 * is written with draft ids and translated at the end. */
static void
number_nodes (LscTreeDraft *self, const guint32 *list, const guint32 *begin, guint32 *place)
{
  LscTree *tree = self->tree;
  LscIndexes stack = { 0 };
  LscIndexes parents = { 0 };
  gsize n_children = 0;

  lsc_tree_nodes_reserve (&tree->nodes, self->nodes.n);
  tree->children = g_new (guint32, self->nodes.n);
  lsc_indexes_append (&stack, 0);
  lsc_indexes_append (&parents, LSC_INDEX_NONE);
  while (stack.n > 0)
    {
      guint32 draft = stack.items[--stack.n];
      guint32 parent = parents.items[--parents.n];
      guint32 id = (guint32) tree->nodes.n;
      LscTreeNode *node = lsc_tree_nodes_add (&tree->nodes);

      copy_node (self, draft, parent, node);
      place[draft] = id;
      node->child_begin = (guint32) n_children;
      node->n_children = begin[draft + 1] - begin[draft];
      for (guint32 i = 0; i < node->n_children; i++)
        tree->children[n_children++] = list[begin[draft] + i];
      for (guint32 i = node->n_children; i-- > 0;)
        {
          lsc_indexes_append (&stack, list[begin[draft] + i]);
          lsc_indexes_append (&parents, id);
        }
    }
  for (gsize i = 0; i < n_children; i++)
    tree->children[i] = place[tree->children[i]];
  lsc_indexes_clear (&stack);
  lsc_indexes_clear (&parents);
}

static void
find_subtree_ends (LscTree *tree)
{
  LscTreeNode *nodes = tree->nodes.items;

  for (gsize i = 0; i < tree->nodes.n; i++)
    nodes[i].subtree_end = (guint32) i + 1;
  for (gsize i = tree->nodes.n; i-- > 1;)
    nodes[nodes[i].parent].subtree_end =
        MAX (nodes[nodes[i].parent].subtree_end, nodes[i].subtree_end);
}

/* Counting sort of the slots by leaf; slots of one leaf stay in their order. */
static void
place_slots (LscTreeDraft *self, const guint32 *place)
{
  LscTree *tree = self->tree;
  LscTreeNode *nodes = tree->nodes.items;
  g_autofree guint32 *fill = g_new0 (guint32, tree->nodes.n + 1);
  gsize n_slots = _lsc_tree_count_slots (tree);
  guint32 sum = 0;

  for (gsize s = 0; s < n_slots; s++)
    if (self->slot_leaf[s] != LSC_INDEX_NONE)
      {
        self->slot_leaf[s] = place[self->slot_leaf[s]];
        nodes[self->slot_leaf[s]].n_slots++;
      }
  for (gsize i = 0; i < tree->nodes.n; i++)
    {
      nodes[i].slot_begin = fill[i] = sum;
      sum += nodes[i].n_slots;
    }
  g_assert (tree->has_range ? sum <= n_slots : sum == n_slots); /* each slot has one leaf */
  tree->n_slots = sum;
  fill[tree->nodes.n] = sum;
  for (gsize i = 0; i < tree->nodes.n; i++)
    {
      guint32 end = nodes[i].subtree_end;

      nodes[i].n_slots = (end < tree->nodes.n ? nodes[end].slot_begin : sum) - nodes[i].slot_begin;
    }
  tree->slots = g_new (guint32, MAX (sum, 1));
  for (gsize s = 0; s < n_slots; s++)
    if (self->slot_leaf[s] != LSC_INDEX_NONE)
      tree->slots[fill[self->slot_leaf[s]]++] = (guint32) s;
}

/* -- Sums ----------------------------------------------------------------------------------------
 */

static gboolean
needs_extra (const LscTreeNode *node)
{
  return node->phase == LSC_PHASE_NONE || node->kind == LSC_NODE_MODULE;
}

static LscTreeExtra *
get_extra (LscTree *tree, const LscTreeNode *node)
{
  return node->extra == LSC_INDEX_NONE ? NULL : &tree->extras.items[node->extra];
}

static void
add_extras (LscTree *tree)
{
  for (gsize i = 0; i < tree->nodes.n; i++)
    if (needs_extra (&tree->nodes.items[i]))
      {
        tree->nodes.items[i].extra = (guint32) tree->extras.n;
        memset (lsc_tree_extras_add (&tree->extras), 0, sizeof (LscTreeExtra));
      }
}

/* The events of a leaf. */
static void
sum_slots (LscTree *tree, LscTreeNode *node)
{
  LscTreeExtra *extra = get_extra (tree, node);

  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (tree, node->slot_begin + p);
      guint32 op = tree->slot_op[tree->slots[node->slot_begin + p]];
      gint64 ns = kernel->end_ns - kernel->start_ns;

      if (kernel->kernel_class == LSC_KERNEL_SCHEDULE)
        continue;
      node->total_ns += ns;
      if (extra)
        extra->phase_ns[op == LSC_INDEX_NONE ? LSC_PHASE_OTHER : tree->op_phase[op]] += ns;
    }
}

static void
add_to_parent (LscTree *tree, const LscTreeNode *node)
{
  LscTreeNode *parent = &tree->nodes.items[node->parent];
  const LscTreeExtra *from = get_extra (tree, node);
  LscTreeExtra *to = get_extra (tree, parent);

  parent->total_ns += node->total_ns;
  if (!to)
    return;
  if (node->kind == LSC_NODE_MODULE || node->kind == LSC_NODE_REMAINDER)
    to->self_ns -= node->total_ns;
  if (!from)
    to->phase_ns[node->phase] += node->total_ns;
  else
    for (guint p = 0; p < G_N_ELEMENTS (to->phase_ns); p++)
      to->phase_ns[p] += from->phase_ns[p];
}

static void
sum_up (LscTree *tree)
{
  add_extras (tree);
  for (gsize i = tree->nodes.n; i-- > 0;)
    {
      LscTreeNode *node = &tree->nodes.items[i];
      LscTreeExtra *extra = get_extra (tree, node);

      if (node->n_children == 0)
        sum_slots (tree, node);
      if (node->kind == LSC_NODE_KERNEL)
        node->calls = node->n_slots;
      if (extra)
        extra->self_ns += node->total_ns;
      if (i > 0)
        add_to_parent (tree, node);
    }
}

static void
order_calls (LscTreeDraft *self, const guint32 *place)
{
  LscTree *tree = self->tree;
  gsize n = tree->data->calls.n;
  guint32 sum = 0;

  for (gsize c = 0; c < n; c++)
    if (self->call_node[c] != LSC_INDEX_NONE)
      {
        LscTreeNode *node = &tree->nodes.items[place[self->call_node[c]]];

        tree->extras.items[node->extra].n_calls++;
      }
  for (gsize i = 0; i < tree->nodes.n; i++)
    if (tree->nodes.items[i].extra != LSC_INDEX_NONE)
      {
        LscTreeExtra *extra = &tree->extras.items[tree->nodes.items[i].extra];

        extra->call_begin = sum;
        sum += extra->n_calls;
        if (tree->nodes.items[i].kind == LSC_NODE_MODULE && tree->view != LSC_TREE_BY_OP)
          tree->nodes.items[i].calls = extra->n_calls;
        extra->n_calls = 0;
      }
  tree->n_call_order = sum;
  tree->call_order = g_new (guint32, MAX (sum, 1));
  for (gsize c = 0; c < n; c++)
    if (self->call_node[c] != LSC_INDEX_NONE)
      {
        LscTreeNode *node = &tree->nodes.items[place[self->call_node[c]]];
        LscTreeExtra *extra = &tree->extras.items[node->extra];

        tree->call_order[extra->call_begin + extra->n_calls++] = (guint32) c;
      }
}

/**
 * _lsc_draft_finish:
 *
 * Turns the draft into the tree: siblings by first start, ids and slots depth first, sums from the
 * leaves up. Needs slot_leaf of every slot, %LSC_INDEX_NONE where the tree leaves it out, and
 * call_node of every call.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
_lsc_draft_finish (LscTreeDraft *self, LscJob *job, GError **error)
{
  g_autofree guint32 *begin = g_new (guint32, self->nodes.n + 1);
  g_autofree guint32 *list = NULL;
  g_autofree guint32 *place = g_new0 (guint32, self->nodes.n);

  g_assert (self->nodes.n > 0);
  lsc_hash_clear (&self->index);
  drop_lone_phases (self);
  list = list_children (self, begin);
  if (!lsc_job_check (job, error))
    return FALSE;
  number_nodes (self, list, begin, place);
  g_clear_pointer (&list, g_free);
  find_subtree_ends (self->tree);
  g_assert (self->tree->nodes.items[0].subtree_end == self->tree->nodes.n);
  place_slots (self, place);
  if (!lsc_job_check (job, error))
    return FALSE;
  sum_up (self->tree);
  order_calls (self, place);
  return TRUE;
}
