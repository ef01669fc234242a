/* lsc-tree-stats.c - figures of a node that are computed when first asked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-stats.h"
#include "analyze/module/lsc-module-private.h"
#include "analyze/module/lsc-tree-private.h"

#include <glib/gi18n-lib.h>

static guint32
get_op_at (const LscTree *self, gsize place)
{
  return self->slot_op[self->slots[place]];
}

/* -- One call against the other ------------------------------------------------------------------
 */

typedef struct
{
  guint32 op;
  gint64 ns;
  gint64 first_ns;
} OpSum;

static int
compare_op_sums (gconstpointer a, gconstpointer b)
{
  const OpSum *x = a;
  const OpSum *y = b;

  return x->op < y->op ? -1 : x->op > y->op;
}

/* Start of a kernel; G_MAXINT64 when it tells nothing. */
static gint64
get_known_start (const LscTree *self, const LscKernel *kernel)
{
  return _lsc_module_counts (self->data, kernel->start_ns, kernel->end_ns) ? kernel->start_ns
                                                                           : G_MAXINT64;
}

/* The calls of the node's ops, each once: device time and first kernel inside this node. */
static OpSum *
list_op_calls (const LscTree *self, const LscTreeNode *node, gsize *n_out)
{
  OpSum *sums = g_new (OpSum, MAX (node->n_slots, 1));
  gsize n = 0;
  gsize kept = 0;

  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);
      guint32 op = get_op_at (self, node->slot_begin + p);
      gboolean counts = kernel->kernel_class != LSC_KERNEL_SCHEDULE;

      if (op != LSC_INDEX_NONE)
        sums[n++] = (OpSum){ op, counts ? kernel->end_ns - kernel->start_ns : 0,
                             get_known_start (self, kernel) };
    }
  qsort (sums, n, sizeof (OpSum), compare_op_sums);
  for (gsize i = 0; i < n; i++)
    if (kept > 0 && sums[kept - 1].op == sums[i].op)
      {
        sums[kept - 1].ns += sums[i].ns;
        sums[kept - 1].first_ns = MIN (sums[kept - 1].first_ns, sums[i].first_ns);
      }
    else
      sums[kept++] = sums[i];
  *n_out = kept;
  return sums;
}

static gint64 *
list_call_values (LscTree *self, const LscTreeNode *node, gsize *n_out)
{
  const LscTreeExtra *extra =
      node->extra == LSC_INDEX_NONE ? NULL : &self->extras.items[node->extra];
  gint64 *values = NULL;
  gsize n = 0;

  if (node->kind == LSC_NODE_MODULE && self->view != LSC_TREE_BY_OP)
    {
      values = g_new (gint64, MAX (extra->n_calls, 1));
      for (guint32 i = 0; i < extra->n_calls; i++)
        {
          const LscTreeCallSums *sums = &self->call_sums[self->call_order[extra->call_begin + i]];
          gint64 ns = self->view == LSC_TREE_BY_CLASS ? sums->self_ns : sums->total_ns;

          if (ns > 0)
            values[n++] = ns;
        }
    }
  else if (node->kind == LSC_NODE_KERNEL)
    {
      values = g_new (gint64, MAX (node->n_slots, 1));
      for (gsize p = 0; p < node->n_slots; p++)
        {
          const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);

          if (kernel->kernel_class != LSC_KERNEL_SCHEDULE)
            values[n++] = kernel->end_ns - kernel->start_ns;
        }
    }
  else if (node->kind == LSC_NODE_OP || node->kind == LSC_NODE_MODULE)
    {
      g_autofree OpSum *sums = list_op_calls (self, node, &n);

      values = g_new (gint64, MAX (n, 1));
      for (gsize i = 0; i < n; i++)
        values[i] = sums[i].ns;
    }
  *n_out = n;
  return values;
}

static void
fill_calls (LscTree *self, const LscTreeNode *node, LscTreeHeavy *heavy)
{
  gsize n;
  g_autofree gint64 *values = list_call_values (self, node, &n);

  heavy->min_ns = heavy->max_ns = -1;
  heavy->p50_ns = heavy->p95_ns = -1;
  if (n == 0)
    return;
  lsc_sort_int64s (values, n);
  heavy->min_ns = values[0];
  heavy->max_ns = values[n - 1];
  heavy->p50_ns = lsc_quantile_linear (values, n, 0.5);
  heavy->p95_ns = lsc_quantile_linear (values, n, 0.95);
}

/* -- Sums of calls -------------------------------------------------------------------------------
 */

static void
add_op_to_call (LscTree *self, gsize i)
{
  const LscOpCall *op = &self->data->ops.items[i];
  guint32 instance;
  LscTreeCallSums *sums;

  if (op->call >= self->data->calls.n)
    return;
  instance = self->call_instance[op->call];
  if (instance == LSC_INDEX_NONE)
    return;
  sums = &self->call_sums[instance];
  for (guint32 k = 0; k < op->n_kernels; k++)
    {
      const LscKernel *kernel = _lsc_tree_slot_kernel (self, op->first_kernel + k);

      if (!_lsc_tree_shows_slot (self, op->first_kernel + k))
        continue;
      if (self->op_phase[i] != LSC_PHASE_BACKWARD)
        sums->first_kernel_ns = MIN (sums->first_kernel_ns, get_known_start (self, kernel));
      if (kernel->kernel_class != LSC_KERNEL_SCHEDULE)
        sums->self_ns += kernel->end_ns - kernel->start_ns;
    }
}

static void
add_host_time (LscTree *self, guint32 c)
{
  const LscCalls *calls = &self->data->calls;
  const LscCall *call = &calls->items[c];
  gint64 ns = call->end_ns - call->start_ns;
  guint32 above = call->parent;

  if (call->kind == LSC_CALL_BACKWARD_PARENT || (call->flags & LSC_CALL_REPLAY))
    return;
  self->call_sums[self->call_instance[c]].host_ns += ns;
  self->call_sums[self->call_instance[c]].host_self_ns += ns;
  while (above < c && calls->items[above].kind == LSC_CALL_BACKWARD_PARENT)
    above = calls->items[above].parent;
  /* what is recomputed hangs below a call that was over long before */
  if (above < c && calls->items[above].end_ns >= call->end_ns)
    self->call_sums[self->call_instance[above]].host_self_ns -= ns;
}

static void
make_call_sums (LscTree *self)
{
  gsize n = self->data->calls.n;

  self->call_sums = g_new0 (LscTreeCallSums, MAX (n, 1));
  for (gsize c = 0; c < n; c++)
    self->call_sums[c].first_kernel_ns = G_MAXINT64;
  for (gsize i = 0; i < self->data->ops.n; i++)
    add_op_to_call (self, i);
  for (gsize c = 0; c < n; c++)
    self->call_sums[c].total_ns = self->call_sums[c].self_ns;
  for (gsize c = n; c-- > 0;)
    {
      guint32 parent = self->call_parent[c];

      add_host_time (self, (guint32) c);
      if (self->call_instance[c] != c || parent == LSC_INDEX_NONE)
        continue;
      self->call_sums[parent].total_ns += self->call_sums[c].total_ns;
      self->call_sums[parent].first_kernel_ns =
          MIN (self->call_sums[parent].first_kernel_ns, self->call_sums[c].first_kernel_ns);
    }
}

/** _lsc_tree_ensure_call_sums: makes the figures of calls, once */
void
_lsc_tree_ensure_call_sums (LscTree *self)
{
  g_mutex_lock (&self->once_lock);
  if (!self->has_call_sums)
    {
      make_call_sums (self);
      self->has_call_sums = TRUE;
    }
  g_mutex_unlock (&self->once_lock);
}

/* -- Host ----------------------------------------------------------------------------------------
 */

/* From @when of the host to a kernel, if both times tell something. */
static void
note_delay (const LscTree *self, LscTreeHeavy *heavy, const LscInterval *when, gint64 kernel_ns)
{
  gint64 delay_ns;

  if (kernel_ns == G_MAXINT64 ||
      !_lsc_module_counts (self->data, when->begin_ns, MAX (when->begin_ns, when->end_ns)))
    return;
  delay_ns = kernel_ns - when->begin_ns;
  if (delay_ns > 0 && (heavy->launch_delay_ns == 0 || delay_ns < heavy->launch_delay_ns))
    heavy->launch_delay_ns = delay_ns;
}

static gboolean
has_call_flag (const LscTree *self, const LscTreeNode *node, guint flag)
{
  const LscTreeExtra *extra = &self->extras.items[node->extra];

  for (guint32 i = 0; i < extra->n_calls; i++)
    if (self->data->calls.items[self->call_order[extra->call_begin + i]].flags & flag)
      return TRUE;
  return FALSE;
}

static gboolean
is_replay (const LscModuleData *data, const LscOpCall *op)
{
  return op->call < data->calls.n && (data->calls.items[op->call].flags & LSC_CALL_REPLAY);
}

static void
fill_host_of_module (LscTree *self, const LscTreeNode *node, LscTreeHeavy *heavy)
{
  const LscTreeExtra *extra = &self->extras.items[node->extra];

  if (has_call_flag (self, node, LSC_CALL_REPLAY)) /* of the launch no part is this module's */
    return;
  heavy->host_ns = heavy->host_self_ns = 0;
  for (guint32 i = 0; i < extra->n_calls; i++)
    {
      guint32 call = self->call_order[extra->call_begin + i];
      const LscTreeCallSums *sums = &self->call_sums[call];

      heavy->host_ns += sums->host_ns;
      heavy->host_self_ns += MAX (sums->host_self_ns, 0);
      note_delay (self, heavy,
                  &(LscInterval){ self->data->calls.items[call].start_ns,
                                  self->data->calls.items[call].end_ns },
                  sums->first_kernel_ns);
    }
}

static void
fill_host (LscTree *self, const LscTreeNode *node, LscTreeHeavy *heavy)
{
  g_autofree OpSum *sums = NULL;
  gsize n;

  heavy->host_ns = heavy->host_self_ns = -1;
  heavy->launch_delay_ns = 0;
  if (node->kind == LSC_NODE_MODULE && self->view != LSC_TREE_BY_OP)
    {
      fill_host_of_module (self, node, heavy);
      return;
    }
  if (node->kind != LSC_NODE_OP && node->kind != LSC_NODE_KERNEL)
    return;
  sums = list_op_calls (self, node, &n);
  if (node->kind == LSC_NODE_OP)
    heavy->host_ns = 0;
  for (gsize i = 0; i < n; i++)
    {
      const LscOpCall *call = &self->data->ops.items[sums[i].op];
      const LscOp *op = &self->data->run->ops.items[call->op];

      if (is_replay (self->data, call))
        {
          heavy->host_ns = -1;
          return;
        }
      if (node->kind == LSC_NODE_OP)
        heavy->host_ns += op->end_ns - op->start_ns;
      note_delay (self, heavy, &(LscInterval){ op->start_ns, op->end_ns }, sums[i].first_ns);
    }
}

/* -- The rest ------------------------------------------------------------------------------------
 */

static void
add_flag (GPtrArray *flags, const char *flag)
{
  g_ptr_array_add (flags, lsc_phrase_new_text (flag));
}

static void
add_event_flags (const LscTreeNode *node, const LscTreeEvents *events, GPtrArray *flags)
{
  gboolean is_event = node->kind == LSC_NODE_OP || node->kind == LSC_NODE_KERNEL;

  if (events->op_flags & LSC_TREE_OP_RECOMPUTE)
    add_flag (flags, N_ ("recompute"));
  if ((events->op_flags & LSC_TREE_OP_BY_TIME_ONLY) && is_event)
    add_flag (flags, N_ ("by time only"));
  if (events->flops_flags & LSC_FLOPS_ESTIMATED)
    add_flag (flags, N_ ("FLOPs estimated"));
  if (events->flops_flags & LSC_FLOPS_ABOVE_PEAK)
    add_flag (flags, N_ ("MFU above 105 %"));
}

static void
fill_flags (LscTree *self, const LscTreeNode *node, LscTreeHeavy *heavy)
{
  g_autoptr (GPtrArray) flags = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_phrase_free);
  g_autoptr (LscPhrase) text = NULL;

  add_event_flags (node, &heavy->events, flags);
  if (node->flags & LSC_TREE_NODE_REPLAY)
    add_flag (flags, N_ ("graph replay"));
  if (node->kind == LSC_NODE_MODULE && self->view != LSC_TREE_BY_OP)
    {
      if (has_call_flag (self, node, LSC_CALL_REPLAY))
        add_flag (flags, N_ ("graph replay"));
      if (has_call_flag (self, node, LSC_CALL_NEVER_ENDED))
        add_flag (flags, N_ ("never ended"));
    }
  if (flags->len > 0)
    text = lsc_phrase_new_joined (", ", flags);
  heavy->flags = _lsc_tree_saying_new (text);
}

static void
fill_kinds (LscTree *self, const LscTreeNode *node, guint32 kinds, LscTreeHeavy *heavy)
{
  if (kinds & (LSC_HEAVY_CALLS | LSC_HEAVY_HOST))
    _lsc_tree_ensure_call_sums (self);
  if (kinds & LSC_HEAVY_OF_EVENTS)
    heavy->events = _lsc_tree_events (self, node, (heavy->known | kinds) & LSC_HEAVY_OF_EVENTS);
  if (kinds & LSC_HEAVY_CALLS)
    fill_calls (self, node, heavy);
  if (kinds & LSC_HEAVY_HOST)
    fill_host (self, node, heavy);
  if (kinds & LSC_HEAVY_FLAGS)
    fill_flags (self, node, heavy);
  heavy->known |= kinds;
}

/**
 * _lsc_tree_heavy:
 * @wanted: bits of LscTreeHeavyKind
 *
 * Thread: any. Nothing is computed under the lock, so that one thread that prepares a column does
 * not hold up another that shows a row.
 *
 * Returns: figures of the node, of which those @wanted are filled
 */
LscTreeHeavy
_lsc_tree_heavy (LscTree *self, guint32 node, guint32 wanted)
{
  const LscTreeNode *about = &self->nodes.items[node];
  gboolean cached = about->n_slots >= LSC_TREE_CACHE_FROM_SLOTS;
  LscTreeHeavy heavy = { 0 };
  LscTreeHeavy *stored;
  guint32 missing;

  if (cached)
    {
      g_mutex_lock (&self->lock);
      stored = g_hash_table_lookup (self->heavy, GUINT_TO_POINTER (node));
      if (stored)
        heavy = *stored;
      g_mutex_unlock (&self->lock);
    }
  missing = wanted & ~heavy.known;
  if (missing == 0)
    return heavy;
  fill_kinds (self, about, missing, &heavy);
  if (cached)
    {
      g_mutex_lock (&self->lock);
      stored = g_hash_table_lookup (self->heavy, GUINT_TO_POINTER (node));
      if (!stored || (stored->known & ~heavy.known) == 0)
        g_hash_table_replace (self->heavy, GUINT_TO_POINTER (node),
                              g_memdup2 (&heavy, sizeof heavy));
      g_mutex_unlock (&self->lock);
    }
  return heavy;
}
