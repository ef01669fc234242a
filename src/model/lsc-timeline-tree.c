/* lsc-timeline-tree.c - the tree of lanes while it is built
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-timeline-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-hash.h"

/* ---- names ---- */

#define TEXT_BYTES 4096

struct _LscChildNames
{
  GStringChunk *texts;
  LscHash index; /* of all nodes but the root: there may be as many names as slices */
};

static inline guint64
get_hash (const LscNode *node)
{
  return node->name_hash;
}

static inline gboolean
is_same (const LscNode *a, const LscNode *b)
{
  return a->name_hash == b->name_hash && a->parent == b->parent && strcmp (a->name, b->name) == 0;
}

LSC_DEFINE_HASH (index, LscNode, get_hash, is_same)

static void
set_name (LscNode *node, const char *name)
{
  node->name = name;
  node->name_hash = (guint32) lsc_hash_mix (lsc_hash_bytes (name, strlen (name)), node->parent);
}

/** Returns: (transfer full): what LscTimeline.child_names is at first */
LscChildNames *
_lsc_child_names_new (void)
{
  LscChildNames *self = g_new0 (LscChildNames, 1);

  self->texts = g_string_chunk_new (TEXT_BYTES);
  return self;
}

/** Frees the names of all nodes, too. */
void
_lsc_child_names_free (LscChildNames *self)
{
  g_string_chunk_free (self->texts);
  lsc_hash_clear (&self->index);
  g_free (self);
}

/**
 * lsc_timeline_has_child:
 *
 * Returns: whether a child of @parent has that name
 */
gboolean
lsc_timeline_has_child (const LscTimeline *self, guint32 parent, const char *name)
{
  LscNode node = { .parent = parent };

  g_return_val_if_fail (self && parent < self->nodes->len && name, FALSE);
  set_name (&node, name);
  return index_find (&self->child_names->index, lsc_timeline_get_node (self, 0), &node) !=
         LSC_HASH_NONE;
}

/* Gives a node that is about to be added a name unlike that of any sibling. Numbers that were given
 * are never free again, so each is tried once. */
static void
name_node (LscTimeline *self, LscNode *node, const char *name)
{
  LscChildNames *names = self->child_names;
  LscNode *nodes = (LscNode *) (gpointer) self->nodes->data;
  guint32 own = self->nodes->len, taken, found;
  g_autofree char *text = NULL;

  set_name (node, name);
  taken = found = index_put (&names->index, nodes, node, own);
  while (found != own)
    {
      g_free (text);
      text = g_strdup_printf ("%s (%u)", name, 2 + nodes[taken].n_numbered++);
      set_name (node, text);
      found = index_put (&names->index, nodes, node, own);
    }
  node->name = g_string_chunk_insert (names->texts, node->name);
}

/* ---- nodes ---- */

/* Below the root nodes stand in the order of their roles, elsewhere in that of adding. */
static void
insert_child (LscTimeline *self, guint32 parent, guint32 child)
{
  LscNode *nodes = (LscNode *) (gpointer) self->nodes->data;
  /* Kept beside the first: to walk to the end for each new child would be quadratic. */
  guint32 last = nodes[parent].last_child;
  guint32 *link = &nodes[parent].first_child;

  g_assert (child > parent); /* so that nothing is its own ancestor */
  if (last != LSC_SLICE_NONE && (parent != 0 || nodes[last].role <= nodes[child].role))
    link = &nodes[last].next;
  else
    while (*link != LSC_SLICE_NONE && nodes[*link].role <= nodes[child].role)
      link = &nodes[*link].next;
  nodes[child].next = *link;
  *link = child;
  if (nodes[child].next == LSC_SLICE_NONE)
    nodes[parent].last_child = child;
}

/**
 * lsc_timeline_reserve_nodes:
 * @n: nodes that are about to be added
 *
 * Makes room once where nodes would move again and again. Room that is not needed takes no memory.
 */
void
lsc_timeline_reserve_nodes (LscTimeline *self, guint n)
{
  g_return_if_fail (self);

  GArray *nodes = _lsc_timeline_nodes_new (self->nodes->len + n);

  g_array_append_vals (nodes, self->nodes->data, self->nodes->len);
  g_array_set_clear_func (self->nodes, NULL); /* they have moved */
  g_array_unref (self->nodes);
  self->nodes = nodes;
}

static guint32
add_node (LscTimeline *self, guint32 parent, LscNodeType type, LscNodeRole role, const char *name)
{
  LscNode node = { .type = type,
                   .role = role,
                   .parent = parent,
                   .first_child = LSC_SLICE_NONE,
                   .last_child = LSC_SLICE_NONE,
                   .next = LSC_SLICE_NONE,
                   .first_id = self->n_slices,
                   .pid = -1,
                   .tid = -1 };

  g_return_val_if_fail (parent < self->nodes->len && name, LSC_SLICE_NONE);
  name_node (self, &node, name);
  g_array_append_val (self->nodes, node);
  insert_child (self, parent, self->nodes->len - 1);
  return self->nodes->len - 1;
}

/**
 * lsc_timeline_add_group:
 * @parent: node, 0 = the root; groups of the root stand in the order of #LscNodeRole
 * @name: " (2)" is appended when a sibling has it
 *
 * Works on a sealed timeline too, until others see it. Pointers to nodes do not outlive this.
 *
 * Cost: O(1), however many siblings there are.
 *
 * Returns: the new node
 */
guint32
lsc_timeline_add_group (LscTimeline *self, guint32 parent, LscNodeRole role, const char *name)
{
  return add_node (self, parent, LSC_NODE_GROUP, role, name);
}

/**
 * lsc_timeline_add_lane:
 * @lane: (transfer full): its slices get the next numbers
 *
 * As lsc_timeline_add_group(). A timeline numbers at most 2^32 - 1 slices; a lane beyond that is
 * left out with a notice.
 *
 * Returns: the new node; %LSC_SLICE_NONE for a lane that was left out
 */
guint32
lsc_timeline_add_lane (LscTimeline *self, guint32 parent, LscNodeRole role, const char *name,
                       LscLane *lane)
{
  guint32 node;

  g_return_val_if_fail (self && lane, LSC_SLICE_NONE);
  if (lane->n >= (gsize) LSC_SLICE_NONE - self->n_slices)
    {
      LscNotice *notice = lsc_notice_mark_loss (lsc_notice_new (
          LSC_SEVERITY_ERROR, "too-many-slices",
          _ ("Lane %s was skipped: a timeline holds at most %u events"), name, LSC_SLICE_NONE - 1));

      lsc_timeline_take_notice (self, notice, NULL, (gint64) lane->n);
      lsc_lane_free (lane);
      return LSC_SLICE_NONE;
    }
  node = add_node (self, parent, LSC_NODE_LANE, role, name);
  lsc_timeline_get_node (self, node)->lane = lane;
  self->n_slices += (guint32) lane->n;
  return node;
}

/**
 * lsc_timeline_add_counter:
 *
 * As lsc_timeline_add_group(). The caller adds series to LscNode.series and seals them.
 *
 * Returns: the new node
 */
guint32
lsc_timeline_add_counter (LscTimeline *self, guint32 parent, LscNodeRole role, const char *name)
{
  guint32 node = add_node (self, parent, LSC_NODE_COUNTER, role, name);

  lsc_timeline_get_node (self, node)->series =
      g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_counter_free);
  return node;
}

/* ---- order ---- */

/**
 * lsc_timeline_find_child:
 *
 * Returns: the first child of @parent with that role; %LSC_SLICE_NONE
 */
guint32
lsc_timeline_find_child (const LscTimeline *self, guint32 parent, LscNodeRole role)
{
  guint32 child;

  g_return_val_if_fail (self && parent < self->nodes->len, LSC_SLICE_NONE);
  child = lsc_timeline_get_node (self, parent)->first_child;
  while (child != LSC_SLICE_NONE && lsc_timeline_get_node (self, child)->role != role)
    child = lsc_timeline_get_node (self, child)->next;
  return child;
}

typedef struct
{
  const LscTimeline *timeline;
  GCompareDataFunc compare;
  gpointer user_data;
} ChildOrder;

static int
compare_children (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const ChildOrder *order = user_data;

  return order->compare (lsc_timeline_get_node (order->timeline, *(const guint32 *) a),
                         lsc_timeline_get_node (order->timeline, *(const guint32 *) b),
                         order->user_data);
}

/**
 * lsc_timeline_order_children:
 * @compare: compares two #LscNode
 *
 * Changes the order in which the children of @parent stand; equal ones keep theirs.
 */
void
lsc_timeline_order_children (LscTimeline *self, guint32 parent, GCompareDataFunc compare,
                             gpointer user_data)
{
  ChildOrder order = { self, compare, user_data };
  guint32 *link = &lsc_timeline_get_node (self, parent)->first_child;
  LscIndexes children = { 0 };

  g_return_if_fail (compare);
  for (guint32 child = *link; child != LSC_SLICE_NONE;
       child = lsc_timeline_get_node (self, child)->next)
    lsc_indexes_append (&children, child);
  if (children.n > 1)
    g_qsort_with_data (children.items, (gint) children.n, sizeof *children.items, compare_children,
                       &order);
  for (gsize i = 0; i < children.n; i++)
    {
      *link = children.items[i];
      link = &lsc_timeline_get_node (self, *link)->next;
    }
  *link = LSC_SLICE_NONE;
  if (children.n > 0)
    lsc_timeline_get_node (self, parent)->last_child = children.items[children.n - 1];
  lsc_indexes_clear (&children);
}
