/* lsc-tree-model.c - the visible rows of the module tree as a list
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "app/parts/lsc-tree-model.h"

#include <string.h>

#include "app/parts/lsc-tree-listing.h"
#include "base/lsc-task.h"
#include "base/lsc-watchdog.h"

/* The rows are a flat array of node ids; an expansion moves the tail. Row objects are made when
 * asked for and not kept. The model is its own selection model, by node, so that neither sorting
 * nor filtering looks for the selected row among a million new ones. When all rows change at once
 * they are announced as removed and then as added, because GTK would otherwise fetch every new row
 * in search of the old ones. */

#define BIG_TREE 50000 /* rows of larger trees are listed by a thread */

/* GTK makes about 205 row widgets when a list fills, which takes 100 ms and more. New rows are
 * therefore announced a few at a time until it has them all, and then the rest at once. */
#define STEP_ROWS 12
#define GTK_ROWS 216

/* ---- The model ----------------------------------------------------------------------------- */

struct _LscTreeModel
{
  GObject parent_instance;

  LscTree *tree;
  LscIndexes rows;
  gsize n_announced; /* of the rows */
  guint announce_id;
  guint8 *expanded;
  guint8 *unfiltered; /* (nullable): what was expanded before the filter */
  guint8 *keep;
  gsize n_bytes;
  LscTreeColumn sort;
  gboolean descending;
  guint32 selected;
  guint selected_at; /* position, or INVALID when it has to be looked for */
  gboolean selected_known;
  LscTask *listing; /* running */
};

enum
{
  PROP_BUSY = 1,
  N_PROPS
};

enum
{
  SIGNAL_REPLACED,
  N_SIGNALS
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

static GType
lsc_tree_model_get_item_type (GListModel *model)
{
  return LSC_TYPE_TREE_ROW;
}

static guint
lsc_tree_model_get_n_items (GListModel *model)
{
  return (guint) LSC_TREE_MODEL (model)->n_announced;
}

static gpointer
lsc_tree_model_get_item (GListModel *model, guint position)
{
  LscTreeModel *self = LSC_TREE_MODEL (model);

  if (position >= self->n_announced)
    return NULL;
  return lsc_tree_row_new (self->tree, self->rows.items[position]);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = lsc_tree_model_get_item_type;
  iface->get_n_items = lsc_tree_model_get_n_items;
  iface->get_item = lsc_tree_model_get_item;
}

/* ---- Selection ----------------------------------------------------------------------------- */

static guint
get_selected_position (LscTreeModel *self)
{
  if (!self->selected_known)
    {
      gsize i = 0;

      while (i < self->n_announced && self->rows.items[i] != self->selected)
        i++;
      self->selected_at = i < self->n_announced ? (guint) i : GTK_INVALID_LIST_POSITION;
      self->selected_known = TRUE;
    }
  return self->selected_at;
}

static gboolean
lsc_tree_model_is_selected (GtkSelectionModel *model, guint position)
{
  LscTreeModel *self = LSC_TREE_MODEL (model);

  return position < self->n_announced && self->rows.items[position] == self->selected;
}

static GtkBitset *
lsc_tree_model_get_selection (GtkSelectionModel *model, guint position, guint n_items)
{
  GtkBitset *set = gtk_bitset_new_empty ();
  guint at = get_selected_position (LSC_TREE_MODEL (model));

  if (at != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (set, at);
  return set;
}

static gboolean
lsc_tree_model_select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  LscTreeModel *self = LSC_TREE_MODEL (model);

  if (position >= self->rows.n)
    return FALSE;
  lsc_tree_model_select (self, self->rows.items[position]);
  return TRUE;
}

static gboolean
lsc_tree_model_unselect_item (GtkSelectionModel *model, guint position)
{
  return FALSE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = lsc_tree_model_is_selected;
  iface->get_selection_in_range = lsc_tree_model_get_selection;
  iface->select_item = lsc_tree_model_select_item;
  iface->unselect_item = lsc_tree_model_unselect_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LscTreeModel, lsc_tree_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))

/** lsc_tree_model_get_selected: Returns: the node, %LSC_INDEX_NONE if none is selected */
guint32
lsc_tree_model_get_selected (LscTreeModel *self)
{
  return self->selected;
}

/**
 * lsc_tree_model_select:
 * @node: a node, visible or not, or %LSC_INDEX_NONE
 */
void
lsc_tree_model_select (LscTreeModel *self, guint32 node)
{
  guint before, now;

  g_return_if_fail (LSC_IS_TREE_MODEL (self));
  before = get_selected_position (self);
  if (node == self->selected)
    return;
  self->selected = node;
  self->selected_known = FALSE;
  now = get_selected_position (self);
  if (before != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), before, 1);
  if (now != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), now, 1);
  else if (before == GTK_INVALID_LIST_POSITION && self->rows.n > 0)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), 0, 1);
}

/* ---- LscTreeListing
 * ------------------------------------------------------------------------------- */

static LscTreeListing
borrow_listing (LscTreeModel *self)
{
  return (LscTreeListing){ .tree = self->tree,
                           .expanded = self->expanded,
                           .keep = self->keep,
                           .n_bytes = self->n_bytes,
                           .sort = self->sort,
                           .descending = self->descending };
}

static void
listing_free (gpointer data)
{
  LscTreeListing *listing = data;

  lsc_tree_unref (listing->tree);
  g_free (listing->expanded);
  g_free (listing->keep);
  lsc_indexes_clear (&listing->rows);
  g_free (listing);
}

static gpointer
run_list (gpointer data, LscJob *job, GError **error)
{
  lsc_tree_list_below (data, LSC_TREE_ROOT);
  return NULL;
}

static void
announce_until (LscTreeModel *self, gsize n)
{
  gsize before = self->n_announced;

  if (n <= before)
    return;
  self->n_announced = n;
  self->selected_known = FALSE;
  g_list_model_items_changed (G_LIST_MODEL (self), (guint) before, 0, (guint) (n - before));
}

static gboolean
announce_more (gpointer user_data)
{
  LscTreeModel *self = user_data;
  LSC_WATCH ("announce rows");

  announce_until (self, self->n_announced < GTK_ROWS
                            ? MIN (self->n_announced + STEP_ROWS, self->rows.n)
                            : self->rows.n);
  if (self->n_announced < self->rows.n)
    return G_SOURCE_CONTINUE;
  self->announce_id = 0;
  return G_SOURCE_REMOVE;
}

/* Before anything that counts on positions. */
static void
announce_rest (LscTreeModel *self)
{
  g_clear_handle_id (&self->announce_id, g_source_remove);
  announce_until (self, self->rows.n);
}

/* Takes over @rows and announces them. */
static void
replace_rows (LscTreeModel *self, LscIndexes *rows)
{
  guint n_before = (guint) self->n_announced;

  g_clear_handle_id (&self->announce_id, g_source_remove);
  lsc_indexes_clear (&self->rows);
  self->n_announced = 0;
  self->selected_known = FALSE;
  if (n_before > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, 0);
  self->rows = *rows;
  *rows = (LscIndexes){ 0 };
  self->selected_known = FALSE;
  announce_until (self, MIN (self->rows.n, STEP_ROWS));
  if (self->n_announced < self->rows.n)
    self->announce_id = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, announce_more, self, NULL);
  g_signal_emit (self, signals[SIGNAL_REPLACED], 0);
}

static void
on_listed (gpointer owner, gpointer result, gpointer data, const GError *error)
{
  LscTreeListing *listing = data;

  replace_rows (owner, &listing->rows);
  g_object_notify_by_pspec (owner, props[PROP_BUSY]);
}

static void
start_listing (LscTreeModel *self)
{
  LscTreeListing *listing = g_new (LscTreeListing, 1);

  *listing = borrow_listing (self);
  lsc_tree_ref (listing->tree);
  listing->expanded = g_memdup2 (listing->expanded, listing->n_bytes);
  listing->keep = listing->keep ? g_memdup2 (listing->keep, listing->n_bytes) : NULL;
  lsc_task_start (self, &self->listing,
                  &(LscTaskWork){ .name = "tree: list rows",
                                  .run = run_list,
                                  .data = listing,
                                  .free_data = listing_free,
                                  .done = on_listed });
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
update_rows (LscTreeModel *self)
{
  LscTreeListing listing;

  if (!self->tree)
    return;
  if (lsc_tree_get_n_nodes (self->tree) > BIG_TREE)
    {
      start_listing (self);
      return;
    }
  listing = borrow_listing (self);
  lsc_tree_list_below (&listing, LSC_TREE_ROOT);
  replace_rows (self, &listing.rows);
}

/* ---- Expanding ----------------------------------------------------------------------------- */

gboolean
lsc_tree_model_is_expanded (LscTreeModel *self, guint32 node)
{
  return self->tree && lsc_bits_get (self->expanded, node);
}

static void
insert_below (LscTreeModel *self, guint position)
{
  LscTreeListing listing = borrow_listing (self);
  gsize n;

  announce_rest (self);
  lsc_tree_list_below (&listing, self->rows.items[position]);
  n = listing.rows.n;
  lsc_indexes_reserve (&self->rows, self->rows.n + n);
  memmove (self->rows.items + position + 1 + n, self->rows.items + position + 1,
           (self->rows.n - position - 1) * sizeof (guint32));
  if (n > 0)
    memcpy (self->rows.items + position + 1, listing.rows.items, n * sizeof (guint32));
  self->n_announced = self->rows.n += n;
  self->selected_known = FALSE;
  lsc_indexes_clear (&listing.rows);
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position + 1, 0, (guint) n);
}

static void
remove_below (LscTreeModel *self, guint position)
{
  guint32 node = self->rows.items[position];
  guint32 end = lsc_tree_get_subtree_end (self->tree, node);
  gsize last = position + 1;
  gsize n;

  announce_rest (self);
  while (last < self->rows.n && self->rows.items[last] > node && self->rows.items[last] < end)
    last++;
  n = last - position - 1;
  memmove (self->rows.items + position + 1, self->rows.items + last,
           (self->rows.n - last) * sizeof (guint32));
  self->n_announced = self->rows.n -= n;
  self->selected_known = FALSE;
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position + 1, (guint) n, 0);
}

/**
 * lsc_tree_model_set_expanded:
 *
 * Shows or hides what is below a row. A selection that would be hidden moves up to the row.
 */
void
lsc_tree_model_set_expanded (LscTreeModel *self, guint position, gboolean expanded)
{
  guint32 node;

  g_return_if_fail (position < self->rows.n);
  node = self->rows.items[position];
  if (lsc_bits_get (self->expanded, node) == expanded ||
      lsc_tree_get_n_children (self->tree, node) == 0)
    return;
  if (!expanded && self->selected != LSC_INDEX_NONE && self->selected > node &&
      self->selected < lsc_tree_get_subtree_end (self->tree, node))
    lsc_tree_model_select (self, node);
  lsc_bits_set (self->expanded, node, expanded);
  if (self->listing)
    start_listing (self); /* the running one does not know yet */
  if (expanded)
    insert_below (self, position);
  else
    remove_below (self, position);
}

void
lsc_tree_model_expand_all (LscTreeModel *self)
{
  g_return_if_fail (LSC_IS_TREE_MODEL (self));
  if (!self->tree)
    return;
  memset (self->expanded, 0xff, self->n_bytes);
  update_rows (self);
}

void
lsc_tree_model_collapse_all (LscTreeModel *self)
{
  g_return_if_fail (LSC_IS_TREE_MODEL (self));
  if (!self->tree)
    return;
  memset (self->expanded, 0, self->n_bytes);
  if (self->selected != LSC_INDEX_NONE && self->selected != LSC_TREE_ROOT)
    while (lsc_tree_get_depth (self->tree, self->selected) > 1)
      self->selected = lsc_tree_get_parent (self->tree, self->selected);
  update_rows (self);
}

/* Expands what is above @node, from the top down, so that it becomes visible. */
static void
expand_above (LscTreeModel *self, guint32 node)
{
  LscIndexes above = { 0 };
  gboolean changed = FALSE;

  for (node = lsc_tree_get_parent (self->tree, node);
       node != LSC_INDEX_NONE && node != LSC_TREE_ROOT;
       node = lsc_tree_get_parent (self->tree, node))
    lsc_indexes_append (&above, node);
  while (above.n > 0)
    {
      guint position;

      node = above.items[--above.n];
      if (lsc_bits_get (self->expanded, node))
        continue;
      position =
          self->listing ? GTK_INVALID_LIST_POSITION : lsc_tree_model_find_position (self, node);
      if (position != GTK_INVALID_LIST_POSITION)
        lsc_tree_model_set_expanded (self, position, TRUE);
      else
        {
          lsc_bits_set (self->expanded, node, TRUE);
          changed = TRUE;
        }
    }
  if (changed && self->listing)
    start_listing (self);
  lsc_indexes_clear (&above);
}

/**
 * lsc_tree_model_reveal:
 *
 * Expands what is above a node and selects it.
 */
void
lsc_tree_model_reveal (LscTreeModel *self, guint32 node)
{
  g_return_if_fail (LSC_IS_TREE_MODEL (self));
  if (!self->tree)
    return;
  expand_above (self, node);
  lsc_tree_model_select (self, node);
}

/* Returns: the first of the nodes of a kind with the largest total; %LSC_INDEX_NONE */
static guint32
find_hottest (LscTreeModel *self, guint32 above, LscNodeKind kind)
{
  guint32 end = lsc_tree_get_subtree_end (self->tree, above), hottest = LSC_INDEX_NONE;
  gint64 most_ns = -1;

  for (guint32 node = above; node < end; node++)
    {
      gint64 ns;

      if (lsc_tree_get_kind (self->tree, node) != kind ||
          (self->keep && !lsc_bits_get (self->keep, node)))
        continue;
      ns = lsc_tree_value (self->tree, node, LSC_TREE_TOTAL).integer;
      if (ns <= most_ns)
        continue;
      most_ns = ns;
      hottest = node;
    }
  return hottest;
}

/**
 * lsc_tree_model_expand_hottest:
 * @node: where to start
 *
 * Selects the op that costs most of all below @node, wherever it is: a module with a larger total
 * may have smaller ops. Where nothing belongs to an op it is the kernel that costs most.
 *
 * Cost: O(nodes below @node).
 *
 * Returns: that node
 */
guint32
lsc_tree_model_expand_hottest (LscTreeModel *self, guint32 node)
{
  g_return_val_if_fail (LSC_IS_TREE_MODEL (self) && self->tree &&
                            node < lsc_tree_get_n_nodes (self->tree),
                        LSC_INDEX_NONE);
  guint32 hottest;

  hottest = find_hottest (self, node, LSC_NODE_OP);
  if (hottest == LSC_INDEX_NONE)
    hottest = find_hottest (self, node, LSC_NODE_KERNEL);
  if (hottest == LSC_INDEX_NONE)
    hottest = node;
  lsc_tree_model_reveal (self, hottest);
  return hottest;
}

/* ---- Sorting and filtering ----------------------------------------------------------------- */

/**
 * lsc_tree_model_set_sort:
 * @column: %LSC_TREE_N_COLUMNS = by first start
 *
 * Sorts the rows below each row; the selection stays on its node.
 */
void
lsc_tree_model_set_sort (LscTreeModel *self, LscTreeColumn column, gboolean descending)
{
  g_return_if_fail (LSC_IS_TREE_MODEL (self) && column <= LSC_TREE_N_COLUMNS);
  if (self->sort == column && self->descending == descending)
    return;
  self->sort = column;
  self->descending = descending;
  update_rows (self);
}

/* Shows a node, and opens what is above it. */
static void
keep_node (LscTreeModel *self, guint32 node)
{
  guint32 at = node;

  while (at != LSC_INDEX_NONE && !lsc_bits_get (self->keep, at))
    {
      lsc_bits_set (self->keep, at, TRUE);
      at = lsc_tree_get_parent (self->tree, at);
      if (at != LSC_INDEX_NONE)
        lsc_bits_set (self->expanded, at, TRUE);
    }
  if (at != LSC_INDEX_NONE && at != node)
    lsc_bits_set (self->expanded, at, TRUE);
}

/**
 * lsc_tree_model_set_filter:
 * @nodes: (nullable): nodes to show with what is above them, %NULL = all
 * @with_below: shows what is below them, too, once they are opened
 *
 * What was expanded before a filter is so again after it.
 */
void
lsc_tree_model_set_filter (LscTreeModel *self, const LscIndexes *nodes, gboolean with_below)
{
  g_return_if_fail (LSC_IS_TREE_MODEL (self));
  if (!self->tree || (!nodes && !self->keep))
    return;
  g_clear_pointer (&self->keep, g_free);
  if (!nodes)
    {
      g_free (self->expanded);
      self->expanded = g_steal_pointer (&self->unfiltered);
    }
  else
    {
      if (!self->unfiltered)
        self->unfiltered = g_memdup2 (self->expanded, self->n_bytes);
      self->keep = g_malloc0 (self->n_bytes);
      memset (self->expanded, 0, self->n_bytes);
      for (gsize i = 0; i < nodes->n; i++)
        keep_node (self, nodes->items[i]);
      for (gsize i = 0; with_below && i < nodes->n; i++)
        for (guint32 k = nodes->items[i] + 1;
             k < lsc_tree_get_subtree_end (self->tree, nodes->items[i]); k++)
          lsc_bits_set (self->keep, k, TRUE);
    }
  update_rows (self);
}

gboolean
lsc_tree_model_has_filter (LscTreeModel *self)
{
  return self->keep != NULL;
}

/* ---- Life ---------------------------------------------------------------------------------- */

/**
 * lsc_tree_model_set_tree:
 * @tree: (nullable): the tree to show, all collapsed
 */
void
lsc_tree_model_set_tree (LscTreeModel *self, LscTree *tree)
{
  LscIndexes none = { 0 };
  LscTree *old;

  g_return_if_fail (LSC_IS_TREE_MODEL (self));
  lsc_task_stop (&self->listing);
  old = g_steal_pointer (&self->tree); /* first: rows that GTK still shows ask what is open in it */
  g_clear_pointer (&self->expanded, g_free);
  g_clear_pointer (&self->unfiltered, g_free);
  g_clear_pointer (&self->keep, g_free);
  self->selected = LSC_INDEX_NONE;
  if (old)
    {
      replace_rows (self, &none);
      lsc_tree_unref (old);
    }
  if (!tree)
    return;
  self->tree = lsc_tree_ref (tree);
  self->n_bytes = lsc_tree_get_n_nodes (tree) / 8 + 1;
  self->expanded = g_malloc0 (self->n_bytes);
  update_rows (self);
}

LscTree *
lsc_tree_model_get_tree (LscTreeModel *self)
{
  return self->tree;
}

/** lsc_tree_model_is_busy: Returns: whether a thread is listing rows; property "busy" */
gboolean
lsc_tree_model_is_busy (LscTreeModel *self)
{
  return self->listing != NULL;
}

guint32
lsc_tree_model_get_node (LscTreeModel *self, guint position)
{
  return position < self->rows.n ? self->rows.items[position] : LSC_INDEX_NONE;
}

/** lsc_tree_model_find_position: Returns: where a node is shown, or %GTK_INVALID_LIST_POSITION */
guint
lsc_tree_model_find_position (LscTreeModel *self, guint32 node)
{
  for (gsize i = 0; node != LSC_INDEX_NONE && i < self->rows.n; i++)
    if (self->rows.items[i] == node)
      {
        if (i >= self->n_announced)
          announce_rest (self);
        return (guint) i;
      }
  return GTK_INVALID_LIST_POSITION;
}

/** lsc_tree_model_get_rows: Returns: (transfer none): nodes of the visible rows, until they change
 */
const guint32 *
lsc_tree_model_get_rows (LscTreeModel *self, gsize *n_rows)
{
  g_return_val_if_fail (LSC_IS_TREE_MODEL (self) && n_rows, NULL);
  *n_rows = self->rows.n;
  return self->rows.items;
}

static void
lsc_tree_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, lsc_tree_model_is_busy (LSC_TREE_MODEL (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lsc_tree_model_finalize (GObject *object)
{
  LscTreeModel *self = LSC_TREE_MODEL (object);

  lsc_task_stop (&self->listing);
  g_clear_handle_id (&self->announce_id, g_source_remove);
  g_clear_pointer (&self->tree, lsc_tree_unref);
  lsc_indexes_clear (&self->rows);
  g_free (self->expanded);
  g_free (self->unfiltered);
  g_free (self->keep);
  G_OBJECT_CLASS (lsc_tree_model_parent_class)->finalize (object);
}

static void
lsc_tree_model_class_init (LscTreeModelClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = lsc_tree_model_get_property;
  object_class->finalize = lsc_tree_model_finalize;
  props[PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  /* all rows are new: whoever scrolled somewhere has to do so again */
  signals[SIGNAL_REPLACED] = g_signal_new ("replaced", LSC_TYPE_TREE_MODEL, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lsc_tree_model_init (LscTreeModel *self)
{
  self->selected = LSC_INDEX_NONE;
  self->sort = LSC_TREE_N_COLUMNS;
}

LscTreeModel *
lsc_tree_model_new (void)
{
  return g_object_new (LSC_TYPE_TREE_MODEL, NULL);
}
