/* lsc-tree-events.c - figures of all events below a node that are computed when first asked for
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-module-private.h"
#include "analyze/module/lsc-tree-private.h"

#include <string.h>
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"
#include "model/lsc-comm-task-kind.h"

/** When one device computes: disjoint, ascending. */
typedef struct
{
  guint16 device;
  gsize n;
  gint64 *start_ns;
  gint64 *end_ns;
  gint64 *before_ns; /* busy time before each */
} LscTreeBusy;

static void
busy_free (gpointer data)
{
  LscTreeBusy *self = data;

  g_free (self->start_ns);
  g_free (self->end_ns);
  g_free (self->before_ns);
  g_free (self);
}

void
_lsc_tree_comm_clear (LscTreeComm *comm)
{
  g_clear_pointer (&comm->wait_ns, g_free);
  g_clear_pointer (&comm->transfer_ns, g_free);
  g_clear_pointer (&comm->busy, g_ptr_array_unref);
}

/* -- Overlap with computing ----------------------------------------------------------------------
 */

static int
compare_kernels (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscKernel *kernels = user_data;
  const LscKernel *x = &kernels[*(const guint32 *) a];
  const LscKernel *y = &kernels[*(const guint32 *) b];

  LSC_RETURN_ORDER (x->device, y->device);
  return LSC_ORDER (x->start_ns, y->start_ns);
}

static LscTreeBusy *
merge_device (const LscKernel *kernels, const guint32 *order, gsize n)
{
  LscTreeBusy *self = g_new0 (LscTreeBusy, 1);

  self->device = kernels[order[0]].device;
  self->start_ns = g_new (gint64, n);
  self->end_ns = g_new (gint64, n);
  self->before_ns = g_new (gint64, n);
  for (gsize i = 0; i < n; i++)
    {
      const LscKernel *kernel = &kernels[order[i]];

      /* intervals that touch are one, too: fewer to look through later */
      if (self->n > 0 && kernel->start_ns <= self->end_ns[self->n - 1])
        {
          self->end_ns[self->n - 1] = MAX (self->end_ns[self->n - 1], kernel->end_ns);
          continue;
        }
      self->before_ns[self->n] = 0;
      if (self->n > 0)
        self->before_ns[self->n] =
            self->before_ns[self->n - 1] + self->end_ns[self->n - 1] - self->start_ns[self->n - 1];
      self->start_ns[self->n] = kernel->start_ns;
      self->end_ns[self->n++] = kernel->end_ns;
    }
  return self;
}

/* Only intervals that can meet a communication op are kept: without any there is nothing to do. */
static GPtrArray *
make_busy (const LscRun *run)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (busy_free);
  gsize n = run->class_begin[LSC_KERNEL_COMPUTE + 1];
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
  const LscKernel *kernels = run->kernels.items;
  gboolean sorted = TRUE;
  gsize begin = 0;

  if (run->class_begin[LSC_KERNEL_COMMUNICATION] == run->class_begin[LSC_KERNEL_COMMUNICATION + 1])
    return list;
  for (gsize i = 0; i < n; i++)
    {
      order[i] = (guint32) i;
      sorted =
          sorted && (i == 0 || compare_kernels (&order[i - 1], &order[i], (gpointer) kernels) <= 0);
    }
  if (!sorted)
    g_qsort_with_data (order, (int) n, sizeof *order, compare_kernels, (gpointer) kernels);
  for (gsize i = 1; i <= n; i++)
    if (i == n || kernels[order[i]].device != kernels[order[begin]].device)
      {
        g_ptr_array_add (list, merge_device (kernels, order + begin, i - begin));
        begin = i;
      }
  return list;
}

/* Busy time of the device before a moment. */
static gint64
get_busy_before (const LscTreeBusy *busy, gint64 time_ns)
{
  gsize n = LSC_BISECT (i, 0, busy->n, busy->start_ns[i] < time_ns);

  if (n == 0)
    return 0;
  return busy->before_ns[n - 1] + MIN (busy->end_ns[n - 1], time_ns) - busy->start_ns[n - 1];
}

static gint64
get_overlap (const LscTreeComm *comm, const LscKernel *kernel)
{
  for (guint i = 0; i < comm->busy->len; i++)
    {
      const LscTreeBusy *busy = g_ptr_array_index (comm->busy, i);

      if (busy->device == kernel->device)
        return get_busy_before (busy, kernel->end_ns) - get_busy_before (busy, kernel->start_ns);
    }
  return 0;
}

/* -- Wait and transfer --------------------------------------------------------------------------
 */

static int
compare_tasks (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscCommTask *tasks = user_data;
  gint64 x = tasks[*(const guint32 *) a].op_id;
  gint64 y = tasks[*(const guint32 *) b].op_id;

  return LSC_ORDER (x, y);
}

/* 1 + LscCommTaskKind by name, filled as it is asked for. */
static LscCommTaskKind
get_kind (guint8 *kinds, const LscRun *run, guint32 name)
{
  if (kinds[name] == 0)
    kinds[name] = (guint8) (1 + lsc_comm_task_find_kind (lsc_run_text (run, name)));
  return (LscCommTaskKind) (kinds[name] - 1);
}

/** The tasks of an operator, those of all its planes. */
typedef struct
{
  LscIntervals transfers;
  LscIntervals waits;
  gsize n; /* with times */
} OpTasks;

/* Only what lies in the operator counts. */
static void
take_task (OpTasks *self, const LscCommTask *task, LscCommTaskKind kind, const LscCommOp *op)
{
  LscInterval interval = { MAX (task->start_ns, op->start_ns), MIN (task->end_ns, op->end_ns) };

  if (task->end_ns <= task->start_ns)
    return;
  self->n++;
  if (kind == LSC_COMM_TASK_TRANSFER)
    lsc_intervals_append (&self->transfers, interval);
  else if (kind == LSC_COMM_TASK_WAIT)
    lsc_intervals_append (&self->waits, interval);
}

static void
split_op (LscTreeComm *comm, gsize op, OpTasks *tasks)
{
  LscIntervals only_waits = { 0 };

  if (tasks->n == 0)
    return;
  lsc_intervals_merge (&tasks->transfers);
  lsc_intervals_merge (&tasks->waits);
  /* modules.md#comm-split: while anything is sent on one plane, waiting on another is no waiting */
  lsc_intervals_subtract (&tasks->waits, &tasks->transfers, &only_waits);
  comm->transfer_ns[op] = lsc_intervals_length (&tasks->transfers);
  comm->wait_ns[op] = lsc_intervals_length (&only_waits);
  lsc_intervals_clear (&only_waits);
}

static void
split_ops (LscTreeComm *comm, const LscRun *run)
{
  const LscCommTask *tasks = run->comm_tasks.items;
  gsize n = run->comm_tasks.n;
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
  g_autofree guint8 *kinds = g_new0 (guint8, lsc_intern_size (run->strings) + 1);

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_tasks, (gpointer) tasks);
  for (gsize op = 0; op < run->comm_ops.n; op++)
    {
      const LscCommOp *about = &run->comm_ops.items[op];
      gsize at = LSC_BISECT (i, 0, n, tasks[order[i]].op_id < about->op_id);
      OpTasks own = { { 0 } };

      for (; at < n && tasks[order[at]].op_id == about->op_id; at++)
        if (tasks[order[at]].task_type != LSC_STRING_NONE)
          take_task (&own, &tasks[order[at]], get_kind (kinds, run, tasks[order[at]].task_type),
                     about);
      split_op (comm, op, &own);
      lsc_intervals_clear (&own.transfers);
      lsc_intervals_clear (&own.waits);
    }
}

/** _lsc_tree_ensure_comm: makes the times of communication ops, once */
void
_lsc_tree_ensure_comm (LscTree *self)
{
  const LscRun *run = self->data->run;
  LscTreeComm *comm = &self->comm;
  gsize n = MAX (run->comm_ops.n, 1);

  /* Cells are asked for by the window and by exports at the same time. */
  g_mutex_lock (&self->once_lock);
  if (!comm->ready)
    {
      comm->wait_ns = g_new (gint64, n);
      comm->transfer_ns = g_new (gint64, n);
      memset (comm->wait_ns, 0xff, n * sizeof (gint64));
      memset (comm->transfer_ns, 0xff, n * sizeof (gint64));
      if (!run->is_gpu) /* of which one kernel is all of an operator */
        split_ops (comm, run);
      comm->busy = make_busy (run);
      comm->ready = TRUE;
    }
  g_mutex_unlock (&self->once_lock);
}

/* Sums wait, transfer, other and not overlapped time of the communication ops below a node; the
 * first three together are all of it, and -1 where they are not known of each op. Source:
 * COMMUNICATION_TASK_INFO, TASK (modules.md#comm-split). */
static void
fill_comm (LscTree *self, const LscTreeNode *node, LscTreeEvents *events)
{
  gint64 total_ns = 0, wait_ns = 0, transfer_ns = 0;
  gsize n = 0, n_known = 0;

  _lsc_tree_ensure_comm (self);
  events->not_overlapped_ns = 0;
  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);

      if (kernel->kernel_class != LSC_KERNEL_COMMUNICATION)
        continue;
      n++;
      total_ns += kernel->end_ns - kernel->start_ns;
      events->not_overlapped_ns +=
          kernel->end_ns - kernel->start_ns - get_overlap (&self->comm, kernel);
      if (kernel->detail >= self->data->run->comm_ops.n || self->comm.wait_ns[kernel->detail] < 0)
        continue;
      n_known++;
      wait_ns += self->comm.wait_ns[kernel->detail];
      transfer_ns += self->comm.transfer_ns[kernel->detail];
    }
  if (n == 0)
    events->not_overlapped_ns = -1;
  /* A sum of some of them would look like that of all. */
  events->wait_ns = n > 0 && n_known == n ? wait_ns : -1;
  events->transfer_ns = events->wait_ns < 0 ? -1 : transfer_ns;
  events->other_ns = events->wait_ns < 0 ? -1 : total_ns - wait_ns - transfer_ns;
}

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

  LSC_RETURN_ORDER (x->device, y->device);
  return LSC_ORDER (x->start_ns, y->start_ns);
}

/* Whether a step begins in a hole: then it lies between two steps and is nobody's. */
static gboolean
is_between_steps (const LscSteps *steps, gint64 begin_ns, gint64 end_ns)
{
  gsize i = LSC_BISECT (s, 0, steps->n, steps->items[s].start_ns < begin_ns);

  return i < steps->n && steps->items[i].start_ns <= end_ns;
}

/* Length of the union of the intervals of each device, and of the holes in it; sorted by (device,
 * start). */
static void
add_union (const LscTree *self, const Interval *intervals, gsize n, gint64 *span_ns, gint64 *gap_ns)
{
  const LscSteps *steps = &self->data->steps;
  gsize i = 0;

  *span_ns = *gap_ns = 0;
  while (i < n)
    {
      guint32 device = intervals[i].device;
      /* from the first start on, so that what lies before it is no hole */
      gint64 end_ns = intervals[i].start_ns;

      for (; i < n && intervals[i].device == device; i++)
        {
          gint64 from_ns = MAX (end_ns, intervals[i].start_ns);

          if (from_ns > end_ns && !is_between_steps (steps, end_ns, from_ns))
            *gap_ns += from_ns - end_ns;
          *span_ns += MAX (intervals[i].end_ns - from_ns, 0);
          /* never back: an interval may lie within the one before, or end before it starts */
          end_ns = MAX (from_ns, intervals[i].end_ns);
        }
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
      add_union (self, intervals, n, &events->span_ns, &events->gap_ns);
      return;
    }
  counted = g_new (Interval, MAX (n, 1));
  strays = g_new (Interval, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    if (_lsc_module_counts (self->data, intervals[i].start_ns, intervals[i].end_ns))
      counted[n_counted++] = intervals[i];
    else
      strays[n_strays++] = intervals[i];
  add_union (self, counted, n_counted, &events->span_ns, &events->gap_ns);
  add_union (self, strays, n_strays, &stray_ns, &ignored);
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
  g_assert (n > 0 || events->n_devices == 0);
  if (events->n_devices == 1)
    events->only_device = intervals[0].device;
}

/* What of the intervals lies between the first step and the last, times at which several run, on
 * one device or more, counted once. What came before and after belongs to no step. */
static gint64
get_in_steps_ns (const LscTree *self, const Interval *intervals, gsize n)
{
  const LscSteps *steps = &self->data->steps;
  LscIntervals inside = { 0 };
  gint64 begin_ns, end_ns, ns;

  if (steps->n == 0)
    return 0;
  begin_ns = steps->items[0].start_ns;
  end_ns = steps->items[steps->n - 1].end_ns;
  for (gsize i = 0; i < n; i++)
    {
      LscInterval part = { MAX (intervals[i].start_ns, begin_ns),
                           MIN (intervals[i].end_ns, end_ns) };

      if (part.begin_ns < part.end_ns)
        lsc_intervals_append (&inside, part);
    }
  lsc_intervals_merge (&inside);
  ns = lsc_intervals_length (&inside);
  lsc_intervals_clear (&inside);
  return ns;
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
  events->in_steps_ns = get_in_steps_ns (self, intervals, n);
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
      guint32 op = self->slot_op[self->slots[node->slot_begin + p]];

      if (op != LSC_INDEX_NONE)
        events->op_flags |= self->op_flags[op];
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
    fill_comm (self, node, events);
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
