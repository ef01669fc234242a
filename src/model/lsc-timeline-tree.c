/* lsc-timeline-tree.c - the tree of lanes while it is built
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-timeline-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* ---- names ---- */

/* A table with open addresses, as there may be as many names as slices. */

/** A name that a child of a node has. */
typedef struct
{
  guint32 hash;
  guint32 node;        /* that has it, LSC_SLICE_NONE = a free slot */
  guint32 next_number; /* numbers below it were given to siblings of this name */
} ChildName;

struct _LscChildNames
{
  GStringChunk *texts;
  ChildName *slots;
  gsize n_slots; /* a power of two */
  gsize n;
};

#define FEWEST_SLOTS 64
#define TEXT_BYTES 4096

static ChildName *
make_slots (gsize n)
{
  ChildName *slots = g_new (ChildName, n);

  for (gsize i = 0; i < n; i++)
    slots[i].node = LSC_SLICE_NONE;
  return slots;
}

/** Returns: (transfer full): what LscTimeline.child_names is at first */
LscChildNames *
_lsc_child_names_new (void)
{
  LscChildNames *self = g_new0 (LscChildNames, 1);

  self->texts = g_string_chunk_new (TEXT_BYTES);
  self->n_slots = FEWEST_SLOTS;
  self->slots = make_slots (self->n_slots);
  return self;
}

/** Frees the names of all nodes, too. */
void
_lsc_child_names_free (LscChildNames *self)
{
  g_string_chunk_free (self->texts);
  g_free (self->slots);
  g_free (self);
}

static void
grow_slots (LscChildNames *self)
{
  gsize n_slots = 2 * self->n_slots;
  ChildName *slots = make_slots (n_slots);

  for (gsize i = 0; i < self->n_slots; i++)
    {
      gsize to = self->slots[i].hash & (n_slots - 1);

      if (self->slots[i].node == LSC_SLICE_NONE)
        continue;
      while (slots[to].node != LSC_SLICE_NONE)
        to = (to + 1) & (n_slots - 1);
      slots[to] = self->slots[i];
    }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
}

static guint32
hash_child_name (guint32 parent, const char *name)
{
  guint32 hash = parent * 2654435761u;

  for (; *name; name++)
    hash = (hash ^ (guchar) *name) * 16777619u;
  hash = (hash ^ hash >> 16) * 2246822507u; /* names differ in their last digits */
  hash = (hash ^ hash >> 13) * 3266489909u;
  return hash ^ hash >> 16;
}

/* The slot of a name, or the free one where it belongs. */
static ChildName *
find_name (const LscTimeline *self, guint32 parent, const char *name, guint32 hash)
{
  const LscChildNames *names = self->child_names;
  gsize at = hash & (names->n_slots - 1);

  for (;; at = (at + 1) & (names->n_slots - 1))
    {
      ChildName *slot = &names->slots[at];
      const LscNode *node;

      if (slot->node == LSC_SLICE_NONE)
        return slot;
      node = lsc_timeline_get_node (self, slot->node);
      if (slot->hash == hash && node->parent == parent && strcmp (node->name, name) == 0)
        return slot;
    }
}

/**
 * lsc_timeline_has_child:
 *
 * Returns: whether a child of @parent has that name
 */
gboolean
lsc_timeline_has_child (const LscTimeline *self, guint32 parent, const char *name)
{
  return find_name (self, parent, name, hash_child_name (parent, name))->node != LSC_SLICE_NONE;
}

/* Gives a new node a name unlike that of any sibling. Numbers that were given are never free again,
 * so each is tried once. */
static const char *
name_node (LscTimeline *self, guint32 parent, const char *name, guint32 node)
{
  LscChildNames *names = self->child_names;
  guint32 hash = hash_child_name (parent, name);
  g_autofree char *text = NULL;
  ChildName *slot, *taken;

  if (names->n * 2 >= names->n_slots)
    grow_slots (names);
  slot = taken = find_name (self, parent, name, hash);
  while (slot->node != LSC_SLICE_NONE)
    {
      g_free (text);
      text = g_strdup_printf ("%s (%u)", name, taken->next_number++);
      hash = hash_child_name (parent, text);
      slot = find_name (self, parent, text, hash);
    }
  *slot = (ChildName){ .hash = hash, .node = node, .next_number = 2 };
  names->n++;
  return g_string_chunk_insert (names->texts, text ? text : name);
}

/* ---- nodes ---- */

/* Below the root nodes stand in the order of their roles, elsewhere in that of adding. */
static void
insert_child (LscTimeline *self, guint32 parent, guint32 child)
{
  LscNode *nodes = (LscNode *) (gpointer) self->nodes->data;
  guint32 last = nodes[parent].last_child;
  guint32 *link = &nodes[parent].first_child;

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

  g_return_val_if_fail (parent < self->nodes->len, LSC_SLICE_NONE);
  node.name = name_node (self, parent, name, self->nodes->len);
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

  if (lane->n >= (gsize) LSC_SLICE_NONE - self->n_slices)
    {
      LscNotice *notice = lsc_notice_mark_loss (
          lsc_notice_new (LSC_SEVERITY_ERROR, "too-many-slices",
                          _ ("The lane %s is left out: one timeline holds at most %u events"), name,
                          LSC_SLICE_NONE - 1));

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
  guint32 child = lsc_timeline_get_node (self, parent)->first_child;

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
