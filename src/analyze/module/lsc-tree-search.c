/* lsc-tree-search.c - sorting rows, finding names, nodes in a time range
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <math.h>
#include <string.h>

#define CHECK_EVERY 65536

/* -- Sorting -------------------------------------------------------------------------------------
 */

/**
 * lsc_tree_sort_key:
 *
 * Returns: a number that sorts as the column does; NaN where the value is NULL, and for texts
 */
double
lsc_tree_sort_key (LscTree *self, guint32 node, LscTreeColumn column)
{
  LscValue value;

  g_return_val_if_fail (self, 0);
  if (column == LSC_TREE_KIND)
    return self->nodes.items[node].kind;
  if (column == LSC_TREE_PHASE)
    return self->nodes.items[node].phase;
  value = lsc_tree_value (self, node, column);
  if (value.is_null || value.type == LSC_TYPE_TEXT)
    return NAN;
  return value.type == LSC_TYPE_INT ? (double) value.integer : value.real;
}

/* Keys as unsigned numbers of the same order; nodes without a value last. */
typedef struct
{
  guint64 key;
  guint32 node;
  guint32 is_null;
  const char *text; /* tie break of names */
} SortItem;

static guint64
get_ordered_bits (double value)
{
  guint64 bits;

  value += 0.0; /* no negative zero */
  memcpy (&bits, &value, sizeof bits);
  return bits & G_GUINT64_CONSTANT (1) << 63 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

static guint64
get_text_bits (const char *text)
{
  guint64 bits = 0;

  for (guint i = 0; i < 8; i++)
    {
      bits = bits << 8 | (guchar) *text;
      if (*text)
        text++;
    }
  return bits;
}

static void
fill_item (LscTree *self, SortItem *item, guint32 node, LscTreeColumn column, gboolean descending)
{
  gboolean is_text = column == LSC_TREE_NAME || column == LSC_TREE_FLAGS;

  item->node = node;
  item->text = NULL;
  if (is_text)
    {
      const char *text = _lsc_tree_plain_text (self, node, column);

      item->is_null = text == NULL;
      item->text = text ? text : "";
      item->key = get_text_bits (item->text);
    }
  else
    {
      double key = lsc_tree_sort_key (self, node, column);

      item->is_null = isnan (key);
      item->key = item->is_null ? 0 : get_ordered_bits (key);
    }
  if (descending && !item->is_null)
    item->key = ~item->key;
}

static gboolean
is_not_after (const SortItem *a, const SortItem *b, gboolean descending)
{
  if (a->is_null != b->is_null)
    return !a->is_null;
  if (a->key != b->key)
    return a->key < b->key;
  if (a->text)
    {
      int order = strcmp (a->text, b->text);

      if (order)
        return descending ? order > 0 : order < 0;
    }
  return a->node <= b->node;
}

/* Merge sort, bottom up: stable order and no callback per comparison. */
static void
sort_items (SortItem *items, gsize n, gboolean descending)
{
  g_autofree SortItem *other = g_new (SortItem, MAX (n, 1));
  SortItem *from = items;
  SortItem *to = other;

  for (gsize width = 1; width < n; width *= 2)
    {
      SortItem *swap = from;

      for (gsize low = 0; low < n; low += 2 * width)
        {
          gsize mid = MIN (low + width, n);
          gsize high = MIN (low + 2 * width, n);
          gsize a = low;
          gsize b = mid;

          for (gsize i = low; i < high; i++)
            if (a < mid && (b >= high || is_not_after (&from[a], &from[b], descending)))
              to[i] = from[a++];
            else
              to[i] = from[b++];
        }
      from = to;
      to = swap;
    }
  if (from != items)
    memcpy (items, from, n * sizeof *items);
}

/**
 * lsc_tree_sort:
 * @nodes: (array length=n): sorted in place
 *
 * Sorts by a column; nodes without a value come last either way, ties stay in tree order.
 */
void
lsc_tree_sort (LscTree *self, guint32 *nodes, gsize n, LscTreeColumn column, gboolean descending)
{
  g_autofree SortItem *items = NULL;

  g_return_if_fail (self && (nodes || n == 0));
  if (n < 2 || column >= LSC_TREE_N_COLUMNS)
    return;
  items = g_new (SortItem, n);
  for (gsize i = 0; i < n; i++)
    fill_item (self, &items[i], nodes[i], column, descending);
  sort_items (items, n, descending);
  for (gsize i = 0; i < n; i++)
    nodes[i] = items[i].node;
}

/* -- Finding -------------------------------------------------------------------------------------
 */

/* Many nodes share few names: each name is compared once. */
typedef struct
{
  const LscTree *tree;
  char *needle;
  gboolean is_ascii;
  guint8 *run_names; /* 0 = not compared, 1 = no, 2 = yes */
  guint8 *own_names;
} Matcher;

static void
matcher_init (Matcher *self, const LscTree *tree, const char *needle)
{
  self->tree = tree;
  self->is_ascii = g_str_is_ascii (needle);
  self->needle = self->is_ascii ? g_strdup (needle) : g_utf8_casefold (needle, -1);
  self->run_names = g_malloc0 (lsc_intern_size (tree->data->run->strings) + 1);
  self->own_names = g_malloc0 (lsc_intern_size (tree->texts) + 1);
}

static void
matcher_clear (Matcher *self)
{
  g_free (self->needle);
  g_free (self->run_names);
  g_free (self->own_names);
}

static gboolean
matches_text (const Matcher *self, const char *text)
{
  g_autofree char *valid = NULL;
  g_autofree char *folded = NULL;

  if (self->is_ascii)
    return strcasestr (text, self->needle) != NULL;
  valid = g_utf8_make_valid (text, -1);
  folded = g_utf8_casefold (valid, -1);
  return strstr (folded, self->needle) != NULL;
}

static gboolean
matches_node (Matcher *self, guint32 node)
{
  guint32 name = self->tree->nodes.items[node].name;
  guint8 *known;

  if (name == LSC_STRING_NONE)
    return matches_text (self, lsc_tree_get_name (self->tree, node));
  known = name & LSC_TREE_TEXT_BIT ? &self->own_names[name & ~LSC_TREE_TEXT_BIT]
                                   : &self->run_names[name];
  if (!*known)
    *known = matches_text (self, lsc_tree_get_name (self->tree, node)) ? 2 : 1;
  return *known == 2;
}

/**
 * lsc_tree_match:
 *
 * Returns: (transfer full): every node whose name holds @needle, case ignored, in tree order; what
 *   was found so far if cancelled. Free with lsc_indexes_clear().
 */
LscIndexes
lsc_tree_match (LscTree *self, const char *needle, LscJob *job)
{
  LscIndexes found = { 0 };
  Matcher matcher;

  g_return_val_if_fail (self && needle, (LscIndexes){ 0 });
  if (!*needle)
    return found;
  matcher_init (&matcher, self, needle);
  for (gsize i = 1; i < self->nodes.n; i++)
    {
      if (i % CHECK_EVERY == 0 && lsc_job_is_cancelled (job))
        break;
      if (matches_node (&matcher, (guint32) i))
        lsc_indexes_append (&found, (guint32) i);
    }
  matcher_clear (&matcher);
  return found;
}

/** lsc_tree_hottest_child: Returns: the child with the largest total, %LSC_INDEX_NONE for a leaf */
guint32
lsc_tree_hottest_child (LscTree *self, guint32 node)
{
  g_return_val_if_fail (self, LSC_INDEX_NONE);

  guint32 n;
  const guint32 *children = lsc_tree_get_children (self, node, &n);
  guint32 hottest = LSC_INDEX_NONE;

  for (guint32 i = 0; i < n; i++)
    if (hottest == LSC_INDEX_NONE ||
        self->nodes.items[children[i]].total_ns > self->nodes.items[hottest].total_ns)
      hottest = children[i];
  return hottest;
}

/**
 * lsc_tree_find_main:
 *
 * Follows the largest child from the root as long as it has at least half of the node above: below
 * that there are several of alike weight. Ends at an op. Phases have no name of their own and are
 * passed over.
 *
 * Returns: the last node with a name, %LSC_INDEX_NONE if the root has no such child
 */
guint32
lsc_tree_find_main (LscTree *self)
{
  g_return_val_if_fail (self, LSC_INDEX_NONE);

  guint32 node = LSC_TREE_ROOT, found = LSC_INDEX_NONE, child;

  while (lsc_tree_get_kind (self, node) != LSC_NODE_OP &&
         (child = lsc_tree_hottest_child (self, node)) != LSC_INDEX_NONE &&
         self->nodes.items[child].total_ns > 0 &&
         (node == LSC_TREE_ROOT ||
          self->nodes.items[child].total_ns >=
              self->nodes.items[node].total_ns - self->nodes.items[child].total_ns))
    {
      node = child;
      if (lsc_tree_get_kind (self, node) != LSC_NODE_PHASE &&
          lsc_tree_get_kind (self, node) != LSC_NODE_RANK)
        found = node;
    }
  return found;
}

/**
 * lsc_tree_waits_mostly:
 * @wait_ns: (out): communication of the node that waits for other ranks
 * @transfer_ns: (out): communication of the node that moves data
 *
 * Cost: as of lsc_tree_value() for %LSC_TREE_COMM_WAIT. Thread: any.
 *
 * Returns: whether more than half of the node's time is communication that waits for other ranks
 *   (modules.md#comm-split); %FALSE also where the split is not known, nothing is set then
 */
gboolean
lsc_tree_waits_mostly (LscTree *self, guint32 node, gint64 *wait_ns, gint64 *transfer_ns)
{
  g_return_val_if_fail (self && node < self->nodes.n, FALSE);

  LscValue wait, transfer;

  if (!lsc_tree_has_column (self, LSC_TREE_COMM_WAIT))
    return FALSE;
  wait = lsc_tree_value (self, node, LSC_TREE_COMM_WAIT);
  transfer = lsc_tree_value (self, node, LSC_TREE_COMM_TRANSFER);
  if (wait.is_null || transfer.is_null ||
      wait.integer <= self->nodes.items[node].total_ns - wait.integer)
    return FALSE;
  *wait_ns = wait.integer;
  *transfer_ns = transfer.integer;
  return TRUE;
}

/**
 * lsc_tree_find_longest:
 * @start_ns: (out): start of the node's longest device event, the first of several
 * @end_ns: (out):
 * @name: (out) (transfer none) (nullable): as recorded
 *
 * Cost: O(device events of the node).
 *
 * Returns: %FALSE if the node has no device event
 */
gboolean
lsc_tree_find_longest (LscTree *self, guint32 node, gint64 *start_ns, gint64 *end_ns,
                       const char **name)
{
  g_return_val_if_fail (self && node < self->nodes.n, FALSE);

  const LscTreeNode *about = &self->nodes.items[node];
  const LscKernel *longest = NULL;

  for (gsize p = 0; p < about->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, about->slot_begin + p);
      gint64 more_ns =
          longest ? (kernel->end_ns - kernel->start_ns) - (longest->end_ns - longest->start_ns) : 1;

      if (more_ns > 0 || (more_ns == 0 && kernel->start_ns < longest->start_ns))
        longest = kernel;
    }
  if (!longest)
    return FALSE;
  *start_ns = longest->start_ns;
  *end_ns = longest->end_ns;
  *name = lsc_module_data_text (self->data, longest->name);
  return TRUE;
}
