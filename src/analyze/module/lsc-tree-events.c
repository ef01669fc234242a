/* lsc-tree-events.c - figures of all events below a node that are computed when first asked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-private.h"
#include "analyze/module/lsc-tree-private.h"

#include <string.h>

/* -- Spans ---------------------------------------------------------------------------------------
 */

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 device;
  guint32 stream;
} Interval;

static int
compare_intervals (gconstpointer a, gconstpointer b)
{
  const Interval *x = a;
  const Interval *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return x->start_ns < y->start_ns ? -1 : x->start_ns > y->start_ns;
}

/* Union and hull of the intervals of each device; sorted by (device, start). */
static void
add_union (const Interval *intervals, gsize n, gint64 *span_ns, gint64 *gap_ns)
{
  gsize i = 0;

  *span_ns = *gap_ns = 0;
  while (i < n)
    {
      guint32 device = intervals[i].device;
      gint64 first_ns = intervals[i].start_ns;
      gint64 end_ns = first_ns;
      gint64 busy_ns = 0;

      for (; i < n && intervals[i].device == device; i++)
        {
          gint64 from_ns = MAX (end_ns, intervals[i].start_ns);

          if (intervals[i].end_ns > from_ns)
            {
              busy_ns += intervals[i].end_ns - from_ns;
              end_ns = intervals[i].end_ns;
            }
        }
      *span_ns += busy_ns;
      *gap_ns += end_ns - first_ns - busy_ns;
    }
}

/* The distance to a stray event is no gap, but the event itself is as long as any. */
static void
add_spans (const LscTree *self, LscTreeEvents *events, const Interval *intervals, gsize n)
{
  g_autofree Interval *counted = NULL, *strays = NULL;
  gsize n_counted = 0, n_strays = 0;
  gint64 stray_ns, ignored;

  if (!self->data->has_strays)
    {
      add_union (intervals, n, &events->span_ns, &events->gap_ns);
      return;
    }
  counted = g_new (Interval, MAX (n, 1));
  strays = g_new (Interval, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    if (_lsc_module_counts (self->data, intervals[i].start_ns, intervals[i].end_ns))
      counted[n_counted++] = intervals[i];
    else
      strays[n_strays++] = intervals[i];
  add_union (counted, n_counted, &events->span_ns, &events->gap_ns);
  add_union (strays, n_strays, &stray_ns, &ignored);
  events->span_ns += stray_ns;
}

static void
count_places (LscTreeEvents *events, const Interval *intervals, gsize n)
{
  g_autoptr (GHashTable) streams = g_hash_table_new (NULL, NULL);

  events->n_devices = 0;
  events->only_stream = events->only_device = -1;
  for (gsize i = 0; i < n; i++)
    {
      gsize key = (gsize) intervals[i].device << 32 | intervals[i].stream;

      if (i == 0 || intervals[i].device != intervals[i - 1].device)
        events->n_devices++;
      if (intervals[i].stream == LSC_ID_NONE) /* a communication op has none of its own */
        continue;
      g_hash_table_add (streams, GSIZE_TO_POINTER (key));
      events->only_stream = intervals[i].stream;
    }
  events->n_streams = g_hash_table_size (streams);
  if (events->n_streams != 1)
    events->only_stream = -1;
  if (events->n_devices == 1)
    events->only_device = intervals[0].device;
}

/* The exact union over streams, device by device, without the schedule class as in Total. */
static void
fill_span (const LscTree *self, const LscTreeNode *node, LscTreeEvents *events)
{
  g_autofree Interval *intervals = g_new (Interval, MAX (node->n_slots, 1));
  gboolean sorted = TRUE;
  gsize n = 0;

  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);

      if (kernel->kernel_class == LSC_KERNEL_SCHEDULE && node->kind != LSC_NODE_KERNEL)
        continue;
      intervals[n++] =
          (Interval){ kernel->start_ns, kernel->end_ns, kernel->device, kernel->stream };
      sorted = sorted && (n < 2 || compare_intervals (&intervals[n - 2], &intervals[n - 1]) <= 0);
    }
  if (!sorted)
    qsort (intervals, n, sizeof (Interval), compare_intervals);
  add_spans (self, events, intervals, n);
  count_places (events, intervals, n);
}

/* -- Sums and flags ------------------------------------------------------------------------------
 */

static void
fill_classes (const LscTree *self, const LscTreeNode *node, LscTreeEvents *events)
{
  memset (events->class_ns, 0, sizeof events->class_ns);
  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);

      events->class_ns[kernel->kernel_class & 3] += kernel->end_ns - kernel->start_ns;
    }
}

static void
fill_flags (LscTree *self, const LscTreeNode *node, LscTreeEvents *events)
{
  gsize n;
  const LscTreeFlops *flops = _lsc_tree_node_flops (self, node, &n);

  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);
      guint32 op = self->slot_op[self->slots[node->slot_begin + p]];

      if (op != LSC_INDEX_NONE)
        events->op_flags |= self->op_flags[op];
      if (kernel->kernel_class == LSC_KERNEL_COMMUNICATION && !events->has_guess)
        events->has_guess = _lsc_tree_has_guessed_plane (self, kernel);
    }
  for (gsize i = 0; i < n; i++)
    events->flops_flags |= (guint8) flops[i].flags;
}

static void
fill_kinds (LscTree *self, const LscTreeNode *node, guint32 kinds, LscTreeEvents *events)
{
  if (kinds & LSC_HEAVY_SPAN)
    fill_span (self, node, events);
  if (kinds & LSC_HEAVY_CLASS)
    fill_classes (self, node, events);
  if (kinds & LSC_HEAVY_COMM)
    _lsc_tree_fill_comm (self, node, events);
  if (kinds & LSC_HEAVY_FLAGS)
    fill_flags (self, node, events);
  events->known |= kinds;
}

/* The span of a kernel has what that of other nodes leaves out. */
static GHashTable *
get_cache (LscTree *self, const LscTreeNode *node)
{
  return node->kind == LSC_NODE_KERNEL ? self->kernel_events : self->events;
}

/**
 * _lsc_tree_events:
 * @wanted: bits of LscTreeHeavyKind
 *
 * Cost: O(n log n) in the node's kernels the first time that a node of just these kernels is asked
 * for: of modules nested one in the other, only one. Thread: any.
 *
 * Returns: figures of the events below the node, of which those @wanted are filled
 */
LscTreeEvents
_lsc_tree_events (LscTree *self, const LscTreeNode *node, guint32 wanted)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) node->slot_begin << 32 | node->n_slots);
  gboolean is_cached = node->n_slots >= LSC_TREE_CACHE_FROM_SLOTS;
  LscTreeEvents events = { 0 };
  const LscTreeEvents *stored;

  if (is_cached)
    {
      g_mutex_lock (&self->lock);
      stored = g_hash_table_lookup (get_cache (self, node), key);
      if (stored)
        events = *stored;
      g_mutex_unlock (&self->lock);
    }
  if ((wanted & ~events.known) == 0)
    return events;
  fill_kinds (self, node, wanted & ~events.known, &events);
  if (is_cached)
    {
      g_mutex_lock (&self->lock);
      stored = g_hash_table_lookup (get_cache (self, node), key);
      if (!stored || (stored->known & ~events.known) == 0)
        g_hash_table_replace (get_cache (self, node), key, g_memdup2 (&events, sizeof events));
      g_mutex_unlock (&self->lock);
    }
  return events;
}
