/* lsc-tree.c - the tree of modules, ops and kernels: making it, walking it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/lsc-error.h"

/* -- FLOPs ---------------------------------------------------------------------------------------
 */

static guint32
find_slot (const LscTree *self, const LscKernelFlops *item)
{
  const LscOpCall *op;

  if (item->op >= self->data->ops.n)
    return LSC_INDEX_NONE;
  op = &self->data->ops.items[item->op];
  for (guint32 k = 0; k < op->n_kernels; k++)
    if (self->data->kernels.items[op->first_kernel + k] == item->kernel)
      return op->first_kernel + k;
  return LSC_INDEX_NONE;
}

/* The list by slot: index of its FLOPs, LSC_INDEX_NONE. */
static guint32 *
index_flops (const LscTree *self, const LscKernelFlopsList *list)
{
  gsize n_slots = _lsc_tree_count_slots (self);
  guint32 *index = g_new (guint32, MAX (n_slots, 1));

  memset (index, 0xff, n_slots * sizeof *index);
  for (gsize i = 0; i < list->n; i++)
    {
      guint32 slot = find_slot (self, &list->items[i]);

      if (slot != LSC_INDEX_NONE)
        index[slot] = (guint32) i;
    }
  return index;
}

/* Every level of the tree sums all of them, so the kernels are looked up once. */
static gint64 *
find_lengths_ns (const LscTree *self)
{
  gint64 *lengths_ns = g_new (gint64, self->flops.n);

  for (gsize i = 0; i < self->flops.n; i++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, self->flops.items[i].place);

      lengths_ns[i] = kernel->end_ns - kernel->start_ns;
    }
  return lengths_ns;
}

static void
sum_flops (LscTree *self)
{
  g_autofree gint64 *lengths_ns = find_lengths_ns (self);

  for (gsize i = 0; i < self->nodes.n; i++)
    {
      LscTreeNode *node = &self->nodes.items[i];
      const LscTreeFlops *flops;
      LscTreeExtra *extra;
      gsize n;

      if (node->extra == LSC_INDEX_NONE)
        continue;
      extra = &self->extras.items[node->extra];
      flops = _lsc_tree_node_flops (self, node, &n);
      extra->has_flops = n > 0;
      for (gsize k = 0; k < n; k++)
        {
          gint64 ns = lengths_ns[flops + k - self->flops.items];

          extra->flops += flops[k].flops;
          extra->flops_ns += ns;
          extra->peak_flop += flops[k].peak * (double) ns * 1e-9;
        }
    }
}

static void
add_flops (LscTree *self, const LscKernelFlopsList *list)
{
  g_autofree guint32 *index = NULL;

  if (list->n == 0)
    return;
  index = index_flops (self, list);
  lsc_tree_flops_list_reserve (&self->flops, list->n);
  for (gsize p = 0; p < self->n_slots; p++)
    if (index[self->slots[p]] != LSC_INDEX_NONE)
      {
        const LscKernelFlops *item = &list->items[index[self->slots[p]]];

        lsc_tree_flops_list_append (
            &self->flops, (LscTreeFlops){ (guint32) p, item->flags, item->flops, item->peak });
      }
  sum_flops (self);
}

/* -- Making --------------------------------------------------------------------------------------
 */

/** What is made of the data by two threads that do not touch each other's results. */
typedef struct
{
  LscTree *tree;
  LscTreeDraft draft;
  const LscMfuOptions *mfu;
  LscKernelFlopsList flops;
  LscJob *job;
  GError *error; /* of either: a job ends for all */
  GMutex lock;
} Making;

static void
make_part (gsize part, gpointer user_data)
{
  Making *self = user_data;
  GError *error = NULL;

  if (part == 0)
    (void) (_lsc_tree_place (&self->draft, self->job, &error) &&
            _lsc_draft_finish (&self->draft, self->job, &error));
  else
    (void) lsc_mfu_compute (self->tree->data, self->mfu, &self->tree->peak, &self->flops, self->job,
                            &error);
  if (!error)
    return;
  g_mutex_lock (&self->lock);
  if (!self->error)
    self->error = g_steal_pointer (&error);
  g_mutex_unlock (&self->lock);
  g_clear_error (&error);
}

/* Nodes and FLOPs, and then the FLOPs of the nodes. */
static gboolean
make (LscTree *tree, const LscMfuOptions *mfu, LscJob *job, GError **error)
{
  static const LscMfuOptions defaults = { .flops = LSC_FLOPS_SHAPES };
  Making self = { .tree = tree, .mfu = mfu ? mfu : &defaults, .job = job };

  g_mutex_init (&self.lock);
  _lsc_draft_init (&self.draft, tree);
  self.draft.slot_leaf = g_new0 (guint32, MAX (_lsc_tree_count_slots (tree), 1));
  self.draft.call_node = g_new (guint32, MAX (tree->data->calls.n, 1));
  lsc_job_run_parallel (lsc_job_get_n_threads (job), self.mfu->mode == LSC_MFU_OFF ? 1 : 2,
                        make_part, &self);
  _lsc_draft_clear (&self.draft);
  if (!self.error)
    add_flops (tree, &self.flops);
  if (!self.error && tree->view == LSC_TREE_BY_CLASS)
    _lsc_tree_widen_classes (tree);
  lsc_kernel_flops_list_clear (&self.flops);
  g_mutex_clear (&self.lock);
  if (!self.error)
    return TRUE;
  g_propagate_error (error, self.error);
  return FALSE;
}

/* -- Life ----------------------------------------------------------------------------------------
 */

static gboolean
check_size (const LscModuleData *data, GError **error)
{
  if (data->kernels.n + data->unlinked.n < LSC_TREE_TEXT_BIT &&
      lsc_intern_size (data->run->strings) < LSC_TREE_TEXT_BIT)
    return TRUE;
  return lsc_fail (
      error, LSC_ERROR_LIMIT,
      _ ("The recording has more device events than a tree can hold. Look at a single step "
         "instead."));
}

/**
 * lsc_tree_new:
 * @data: ops with their kernels; the tree keeps a reference
 * @range: (nullable): only device events that start in it, whole, and the modules and calls that
 *   have some; %NULL for all
 * @mfu: (nullable): how to find FLOPs, %NULL for the defaults
 * @job: (nullable): progress and cancellation
 *
 * Builds the tree of one rank in one view (modules.md#tree). Forward and backward of a module
 * call stand in one node, their times in columns side by side; its own ops stand below it, grouped
 * by phase where there are several. Modules without device time are kept, but for a range.
 *
 * Cost: linear in calls and kernels. Thread: any; the result may be read by many.
 * Errors: %LSC_ERROR_CANCELLED, %LSC_ERROR_LIMIT, and those of lsc_mfu_compute().
 *
 * Returns: (transfer full): the tree, or %NULL with @error set
 */
LscTree *
lsc_tree_new (LscModuleData *data, LscTreeView view, const LscInterval *range,
              const LscMfuOptions *mfu, LscJob *job, GError **error)
{
  g_autoptr (LscTree) self = NULL;
  gsize n_calls = MAX (data->calls.n, 1);

  g_return_val_if_fail (view < LSC_TREE_N_VIEWS, NULL);
  if (!check_size (data, error))
    return NULL;
  self = g_new0 (LscTree, 1);
  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  g_mutex_init (&self->once_lock);
  self->data = lsc_module_data_ref (data);
  self->view = view;
  self->texts = lsc_intern_new ();
  self->says = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->heavy = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->events = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->kernel_events = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->has_range = range != NULL;
  if (range)
    self->range = *range;
  self->slot_op = g_new (guint32, MAX (_lsc_tree_count_slots (self), 1));
  self->op_phase = g_malloc0 (MAX (data->ops.n, 1));
  self->op_flags = g_malloc0 (MAX (data->ops.n, 1));
  self->call_instance = g_new (guint32, n_calls);
  self->call_parent = g_new (guint32, n_calls);
  if (!make (self, mfu, job, error))
    return NULL;
  return g_steal_pointer (&self);
}

LscTree *
lsc_tree_ref (LscTree *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_tree_unref (LscTree *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  lsc_tree_nodes_clear (&self->nodes);
  lsc_tree_extras_clear (&self->extras);
  lsc_tree_flops_list_clear (&self->flops);
  g_free (self->children);
  g_free (self->slots);
  g_free (self->slot_op);
  g_free (self->op_phase);
  g_free (self->op_flags);
  g_free (self->call_instance);
  g_free (self->call_parent);
  g_free (self->call_order);
  g_free (self->call_sums);
  _lsc_tree_comm_clear (&self->comm);
  g_hash_table_unref (self->heavy);
  g_hash_table_unref (self->events);
  g_hash_table_unref (self->kernel_events);
  lsc_intern_unref (self->texts);
  g_hash_table_unref (self->says);
  lsc_module_data_unref (self->data);
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->once_lock);
  g_free (self);
}

/* -- Walking -------------------------------------------------------------------------------------
 */

LscTreeView
lsc_tree_get_view (const LscTree *self)
{
  g_return_val_if_fail (self, LSC_TREE_N_VIEWS);
  return self->view;
}

LscModuleData *
lsc_tree_get_data (const LscTree *self)
{
  g_return_val_if_fail (self, NULL);
  return self->data;
}

/**
 * lsc_tree_get_n_nodes:
 *
 * Returns: the number of nodes. Ids run from 0, the root, in depth-first order.
 */
gsize
lsc_tree_get_n_nodes (const LscTree *self)
{
  return self->nodes.n;
}

LscPeak
lsc_tree_get_peak (const LscTree *self)
{
  return self->peak;
}

/** lsc_tree_get_total_ns: Returns: device time of all events, schedule class excluded */
gint64
lsc_tree_get_total_ns (const LscTree *self)
{
  g_return_val_if_fail (self && self->nodes.n > 0, 0);
  return self->nodes.items[0].total_ns;
}

/** lsc_tree_get_module_total_ns: Returns: the part of the total that lies in modules */
gint64
lsc_tree_get_module_total_ns (const LscTree *self)
{
  return self->module_total_ns;
}

guint32
lsc_tree_get_n_children (const LscTree *self, guint32 node)
{
  return self->nodes.items[node].n_children;
}

/**
 * lsc_tree_get_children:
 *
 * Returns: (transfer none): the children in order of first start, outside groups last
 */
const guint32 *
lsc_tree_get_children (LscTree *self, guint32 node, guint32 *n_children)
{
  *n_children = self->nodes.items[node].n_children;
  return self->children + self->nodes.items[node].child_begin;
}

/** lsc_tree_get_parent: Returns: the parent, %LSC_INDEX_NONE for the root */
guint32
lsc_tree_get_parent (const LscTree *self, guint32 node)
{
  return self->nodes.items[node].parent;
}

/** lsc_tree_get_subtree_end: Returns: the first id after @node and all that is below it */
guint32
lsc_tree_get_subtree_end (const LscTree *self, guint32 node)
{
  return self->nodes.items[node].subtree_end;
}

LscNodeKind
lsc_tree_get_kind (const LscTree *self, guint32 node)
{
  return (LscNodeKind) self->nodes.items[node].kind;
}

LscPhase
lsc_tree_get_phase (const LscTree *self, guint32 node)
{
  return (LscPhase) self->nodes.items[node].phase;
}

guint
lsc_tree_get_depth (const LscTree *self, guint32 node)
{
  return self->nodes.items[node].depth;
}

/**
 * lsc_tree_get_name:
 *
 * Returns: (transfer none): the name in the user's language; perhaps not UTF-8, since names come
 *   from the file
 */
const char *
lsc_tree_get_name (const LscTree *self, guint32 node)
{
  const LscTreeSaying *saying = _lsc_tree_find_saying (self, node);
  const char *name = saying ? saying->words : _lsc_tree_plain_name (self, node);

  return self->nodes.items[node].name == LSC_STRING_NONE ? _ (name) : name;
}

/**
 * lsc_tree_get_path:
 *
 * Returns: (transfer full): the names from below the root to @node, joined with " › ". For people:
 *   names may contain the mark.
 */
char *
lsc_tree_get_path (const LscTree *self, guint32 node)
{
  GString *path;

  g_return_val_if_fail (self && node < self->nodes.n, NULL);
  path = g_string_new (NULL);
  for (; node != LSC_TREE_ROOT && node < self->nodes.n; node = self->nodes.items[node].parent)
    {
      if (path->len > 0)
        g_string_prepend (path, " › ");
      g_string_prepend (path, lsc_tree_get_name (self, node));
    }
  return g_string_free (path, FALSE);
}
