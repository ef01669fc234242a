/* lsc-tree-comm.c - wait, transfer and overlap of communication ops
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-tree-private.h"

#include <string.h>

#include "base/lsc-sort.h"

/* ENUM_HCCL_TRANSPORT_TYPE and ENUM_HCCL_LINK_TYPE. */
#define TRANSPORT_SDMA 0u
#define TRANSPORT_RDMA 1u
#define LINK_ON_CHIP 0u

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
  g_clear_pointer (&comm->is_guess, g_free);
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

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return x->start_ns < y->start_ns ? -1 : x->start_ns > y->start_ns;
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

  return x < y ? -1 : x > y;
}

typedef struct
{
  guint32 wait;
  guint32 copy;
  guint32 reduce;
} TaskTypes;

/* The plane whose tasks tell the story of the op: marked as master, else the lowest one that waits.
 */
static guint32
find_master_plane (const LscCommTask *tasks, const guint32 *order, gsize n, const TaskTypes *types,
                   gboolean *guess)
{
  guint32 plane = LSC_ID_NONE;

  for (gsize i = 0; i < n; i++)
    {
      const LscCommTask *task = &tasks[order[i]];

      if (task->is_master == 1)
        {
          *guess = FALSE;
          return task->plane;
        }
      if (task->task_type == types->wait)
        plane = MIN (plane, task->plane);
    }
  *guess = TRUE;
  return plane;
}

static void
split_op (LscTreeComm *comm, gsize op, const LscCommTask *tasks, const guint32 *order, gsize n,
          const TaskTypes *types)
{
  gboolean guess;
  gboolean is_known = FALSE; /* the plane carries the payload */
  gboolean is_remote = FALSE;
  guint32 plane = find_master_plane (tasks, order, n, types, &guess);
  gint64 wait_ns = 0;
  gint64 transfer_ns = 0;

  if (plane == LSC_ID_NONE)
    return;
  for (gsize i = 0; i < n; i++)
    {
      const LscCommTask *task = &tasks[order[i]];
      gint64 ns = task->end_ns - task->start_ns;

      if (task->plane != plane)
        continue;
      if (task->task_type == types->wait)
        wait_ns += ns;
      else if (task->transport == TRANSPORT_RDMA)
        is_remote = TRUE; /* its payload groups are not in the file */
      else if ((task->task_type == types->copy || task->task_type == types->reduce) &&
               task->transport == TRANSPORT_SDMA && task->link != LINK_ON_CHIP)
        {
          transfer_ns += ns;
          is_known = TRUE;
        }
    }
  comm->wait_ns[op] = wait_ns;
  comm->transfer_ns[op] = is_remote || (guess && !is_known) ? -1 : transfer_ns;
  comm->is_guess[op] = guess;
}

static void
split_ops (LscTreeComm *comm, const LscRun *run)
{
  const LscCommTask *tasks = run->comm_tasks.items;
  gsize n = run->comm_tasks.n;
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
  TaskTypes types = { lsc_intern_find (run->strings, "Notify_Wait"),
                      lsc_intern_find (run->strings, "Memcpy"),
                      lsc_intern_find (run->strings, "Reduce_Inline") };

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_tasks, (gpointer) tasks);
  for (gsize op = 0; op < run->comm_ops.n; op++)
    {
      gint64 id = run->comm_ops.items[op].op_id;
      gsize begin = LSC_BISECT (i, 0, n, tasks[order[i]].op_id < id);
      gsize end = begin;

      while (end < n && tasks[order[end]].op_id == id)
        end++;
      split_op (comm, op, tasks, order + begin, end - begin, &types);
    }
}

/** _lsc_tree_ensure_comm: makes the times of communication ops, once */
void
_lsc_tree_ensure_comm (LscTree *self)
{
  const LscRun *run = self->data->run;
  LscTreeComm *comm = &self->comm;
  gsize n = MAX (run->comm_ops.n, 1);

  g_mutex_lock (&self->once_lock);
  if (!comm->ready)
    {
      comm->wait_ns = g_new (gint64, n);
      comm->transfer_ns = g_new (gint64, n);
      comm->is_guess = g_malloc0 (n);
      memset (comm->wait_ns, 0xff, n * sizeof (gint64));
      memset (comm->transfer_ns, 0xff, n * sizeof (gint64));
      split_ops (comm, run);
      comm->busy = make_busy (run);
      comm->ready = TRUE;
    }
  g_mutex_unlock (&self->once_lock);
}

static void
add_known (gint64 *sum, gint64 value)
{
  if (value >= 0)
    *sum = MAX (*sum, 0) + value;
}

/**
 * _lsc_tree_fill_comm:
 *
 * Sums wait, transfer and not overlapped time of the communication ops below a node. Wait and
 * transfer stay -1 where no op has them.
 *
 * Source: COMMUNICATION_TASK_INFO, TASK (modules.md#comm-split).
 */
void
_lsc_tree_fill_comm (LscTree *self, const LscTreeNode *node, LscTreeEvents *events)
{
  _lsc_tree_ensure_comm (self);
  events->wait_ns = events->transfer_ns = events->not_overlapped_ns = -1;
  for (gsize p = 0; p < node->n_slots; p++)
    {
      const LscKernel *kernel = _lsc_tree_kernel_at (self, node->slot_begin + p);

      if (kernel->kernel_class != LSC_KERNEL_COMMUNICATION)
        continue;
      add_known (&events->not_overlapped_ns,
                 kernel->end_ns - kernel->start_ns - get_overlap (&self->comm, kernel));
      if (kernel->detail >= self->data->run->comm_ops.n)
        continue;
      add_known (&events->wait_ns, self->comm.wait_ns[kernel->detail]);
      add_known (&events->transfer_ns, self->comm.transfer_ns[kernel->detail]);
    }
}

gboolean
_lsc_tree_has_guessed_plane (LscTree *self, const LscKernel *kernel)
{
  _lsc_tree_ensure_comm (self);
  return kernel->detail < self->data->run->comm_ops.n && self->comm.is_guess[kernel->detail];
}
