/* lsc-op-sheet-join.c - which row of a run each kernel of a timeline is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-op-sheet-private.h"
#include "base/lsc-sort.h"

/* Lanes say where and when, rows say what; both are of the same events and meet by times, stream
 * and class. */

#define MOST_NEAR 16

/** @order: (nullable): rows by start, %NULL = as they stand; @at: where the last one was found;
 * @is_taken: of each row */
typedef struct
{
  const LscRun *run;
  const LscNode *node;
  guint32 *order;
  gsize n;
  gsize at;
  guint8 *is_taken;
} Join;

static gint64
get_start (gsize index, gconstpointer data)
{
  return ((const LscKernel *) data)[index].start_ns;
}

static guint32
row_at (const Join *self, gsize place)
{
  return self->order ? self->order[place] : (guint32) place;
}

static gint64
start_at (const Join *self, gsize place)
{
  return self->run->kernels.items[row_at (self, place)].start_ns;
}

static LscOpClass
class_of (const LscKernel *row)
{
  switch (row->kernel_class)
    {
    case LSC_KERNEL_COMPUTE:
      return LSC_OP_COMPUTING;
    case LSC_KERNEL_COMMUNICATION:
      return LSC_OP_COMMUNICATION;
    case LSC_KERNEL_COPY:
      return LSC_OP_COPYING;
    default:
      return LSC_OP_N_CLASSES;
    }
}

static gboolean
is_row_of (const Join *self, const LscKernel *row, const LscOpRaw *raw)
{
  return class_of (row) == (LscOpClass) raw->class &&
         row->end_ns - row->start_ns == raw->duration_ns &&
         (raw->class == LSC_OP_COMMUNICATION || row->stream == LSC_ID_NONE ||
          row->stream == (guint32) self->node->tid);
}

/* The next kernel of a lane is near the one before. */
static void
seek (Join *self, gint64 start_ns)
{
  gsize end;

  if (self->at >= self->n || start_at (self, self->at) > start_ns)
    self->at = LSC_BISECT (i, 0, self->at, start_at (self, i) < start_ns);
  end = MIN (self->n, self->at + MOST_NEAR);
  while (self->at < end && start_at (self, self->at) < start_ns)
    self->at++;
  if (self->at == end && end < self->n)
    self->at = LSC_BISECT (i, end, self->n, start_at (self, i) < start_ns);
}

static guint32
find_row (Join *self, const LscOpRaw *raw)
{
  seek (self, raw->start_ns);
  for (gsize i = self->at; i < self->n && start_at (self, i) == raw->start_ns; i++)
    {
      guint32 row = row_at (self, i);

      if (self->is_taken[row] || !is_row_of (self, &self->run->kernels.items[row], raw))
        continue;
      self->is_taken[row] = 1;
      return row;
    }
  return LSC_ID_NONE;
}

/** Cost: O(n log n) of the kernels. */
void
_lsc_op_maker_join_rows (LscOpMaker *self)
{
  gsize n = self->run->kernels.n;
  g_autofree guint32 *order = lsc_sort_order (n, get_start, self->run->kernels.items);
  g_autofree guint8 *is_taken = g_new0 (guint8, n + 1);
  Join join = { .run = self->run, .order = order, .n = n, .is_taken = is_taken };

  for (gsize i = 0; i < self->raws.n; i++)
    {
      join.node = lsc_timeline_get_node (self->timeline, self->raws.items[i].node);
      self->raws.items[i].row = find_row (&join, &self->raws.items[i]);
    }
}
