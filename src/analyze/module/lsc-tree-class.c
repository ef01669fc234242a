/* lsc-tree-class.c - view by class: a class with all that the modules inside it do
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

/** What a call does, with all that is inside it. */
typedef struct
{
  gint64 total_ns;
  gint64 phase_ns[5];
  gint64 flops_ns;
  double flops;
  double peak_flop;
  guint8 has_flops;
  guint8 is_inside_own; /* a call of the same name contains it */
} CallSums;

/** Calls by the call above them. */
typedef struct
{
  guint32 *first; /* by call: the first below it; that of all behind the last */
  guint32 *next;  /* by call: the next below the same one */
} Below;

static void
below_clear (Below *self)
{
  g_free (self->first);
  g_free (self->next);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Below, below_clear)

static void
below_init (Below *self, const LscTree *tree)
{
  gsize n = tree->data->calls.n;

  self->first = g_new (guint32, n + 1);
  self->next = g_new (guint32, n + 1);
  for (gsize c = 0; c <= n; c++)
    self->first[c] = LSC_INDEX_NONE;
  for (gsize c = n; c-- > 0;)
    {
      guint32 parent = tree->call_parent[c];
      guint32 *first = &self->first[parent == LSC_INDEX_NONE ? n : parent];

      self->next[c] = *first;
      *first = (guint32) c;
    }
}

/* Returns how many there were before. */
static guint
count_name (GHashTable *n_around, guint32 name, int step)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (n_around, GUINT_TO_POINTER (name)));

  g_hash_table_insert (n_around, GUINT_TO_POINTER (name), GUINT_TO_POINTER (n + (guint) step));
  return n;
}

/* Walks down and up again, and counts of each name how many calls contain the one at hand. */
static void
find_inside_own (const LscTree *self, CallSums *sums)
{
  const LscCalls *calls = &self->data->calls;
  g_autoptr (GHashTable) n_around = g_hash_table_new (NULL, NULL);
  g_auto (Below) below = { 0 };
  guint32 c;

  below_init (&below, self);
  c = below.first[calls->n];
  while (c != LSC_INDEX_NONE)
    {
      sums[c].is_inside_own = count_name (n_around, calls->items[c].name, 1) > 0;
      if (below.first[c] != LSC_INDEX_NONE)
        {
          c = below.first[c];
          continue;
        }
      for (; c != LSC_INDEX_NONE; c = self->call_parent[c])
        {
          count_name (n_around, calls->items[c].name, -1);
          if (below.next[c] != LSC_INDEX_NONE)
            break;
        }
      if (c != LSC_INDEX_NONE)
        c = below.next[c];
    }
}

/* The sums of the call to which the event at a place belongs; %NULL outside modules. */
static CallSums *
get_sums_at (const LscTree *self, CallSums *sums, gsize place, guint32 *op)
{
  guint32 call;

  *op = self->slot_op[self->slots[place]];
  call = *op != LSC_INDEX_NONE ? self->data->ops.items[*op].call : LSC_INDEX_NONE;
  if (call >= self->data->calls.n || self->call_instance[call] == LSC_INDEX_NONE)
    return NULL;
  return &sums[self->call_instance[call]];
}

static void
add_events (const LscTree *self, CallSums *sums)
{
  guint32 op;

  for (gsize p = 0; p < self->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, p);
      CallSums *call = get_sums_at (self, sums, p, &op);

      if (!call || kernel->kernel_class == LSC_KERNEL_SCHEDULE)
        continue;
      call->total_ns += kernel->end_ns - kernel->start_ns;
      call->phase_ns[self->op_phase[op]] += kernel->end_ns - kernel->start_ns;
    }
  for (gsize i = 0; i < self->flops.n; i++)
    {
      const LscTreeFlops *flops = &self->flops.items[i];
      const LscKernel *kernel = _lsc_tree_kernel_at (self, flops->place);
      CallSums *call = get_sums_at (self, sums, flops->place, &op);

      if (!call)
        continue;
      call->has_flops = TRUE;
      call->flops += flops->flops;
      call->flops_ns += kernel->end_ns - kernel->start_ns;
      call->peak_flop += flops->peak * (double) (kernel->end_ns - kernel->start_ns) * 1e-9;
    }
}

static void
add_sums (CallSums *to, const CallSums *from)
{
  to->total_ns += from->total_ns;
  for (guint p = 0; p < G_N_ELEMENTS (to->phase_ns); p++)
    to->phase_ns[p] += from->phase_ns[p];
  to->flops_ns += from->flops_ns;
  to->flops += from->flops;
  to->peak_flop += from->peak_flop;
  to->has_flops |= from->has_flops;
}

/* Calls follow the one around them. */
static void
sum_up (const LscTree *self, CallSums *sums)
{
  for (gsize c = self->data->calls.n; c-- > 0;)
    if (self->call_instance[c] == c && self->call_parent[c] != LSC_INDEX_NONE)
      add_sums (&sums[self->call_parent[c]], &sums[c]);
}

static void
sum_class (LscTree *self, LscTreeNode *node, const CallSums *sums)
{
  LscTreeExtra *extra = &self->extras.items[node->extra];
  CallSums all = { 0 };

  for (guint32 i = 0; i < extra->n_calls; i++)
    {
      const CallSums *call = &sums[self->call_order[extra->call_begin + i]];

      if (!call->is_inside_own)
        add_sums (&all, call);
    }
  node->total_ns = all.total_ns;
  for (guint p = 0; p < G_N_ELEMENTS (extra->phase_ns); p++)
    extra->phase_ns[p] = all.phase_ns[p];
  extra->flops_ns = all.flops_ns;
  extra->flops = all.flops;
  extra->peak_flop = all.peak_flop;
  extra->has_flops = all.has_flops;
}

/**
 * _lsc_tree_widen_classes:
 * @self: a tree by class whose sums are those of own ops
 *
 * Makes Total, its phases and FLOPs of each class those of all that its calls contain, each event
 * once: what leaving the class out would save at most. Rows so overlap. Self, and what is counted
 * event by event, stay those of its own ops.
 *
 * Cost: linear in device events and calls.
 */
void
_lsc_tree_widen_classes (LscTree *self)
{
  g_autofree CallSums *sums = g_new0 (CallSums, MAX (self->data->calls.n, 1));

  add_events (self, sums);
  find_inside_own (self, sums);
  sum_up (self, sums);
  for (gsize i = 0; i < self->nodes.n; i++)
    if (self->nodes.items[i].kind == LSC_NODE_MODULE)
      sum_class (self, &self->nodes.items[i], sums);
}
