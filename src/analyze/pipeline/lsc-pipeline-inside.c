/* lsc-pipeline-inside.c - what the device did inside the blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-pipeline-private.h"

/* Pipeline chart 4.5 and 5.1: compute = union of compute kernels, exposed communication = what
 * communication covers beyond that, idle = the rest. */

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 before_ns; /* length of all intervals before this one */
} Interval;

LSC_DEFINE_ARRAY (Intervals, intervals, Interval)

static int
compare_intervals (gconstpointer a, gconstpointer b)
{
  const Interval *x = a, *y = b;

  return (x->begin_ns > y->begin_ns) - (x->begin_ns < y->begin_ns);
}

static void
add_class (Intervals *self, const LscRun *run, LscKernelClass kernel_class, gboolean one_device)
{
  for (gsize i = run->class_begin[kernel_class]; i < run->class_begin[kernel_class + 1]; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];

      if (kernel->end_ns > kernel->start_ns && (!one_device || kernel->device == run->device))
        intervals_append (self, (Interval){ kernel->start_ns, kernel->end_ns, 0 });
    }
}

/* Sorted, without overlaps, with running lengths. */
static void
merge (Intervals *self)
{
  gsize n = 0;
  gint64 length = 0;

  if (self->n > 1)
    qsort (self->items, self->n, sizeof (Interval), compare_intervals);
  for (gsize i = 0; i < self->n; i++)
    if (n > 0 && self->items[i].begin_ns <= self->items[n - 1].end_ns)
      self->items[n - 1].end_ns = MAX (self->items[n - 1].end_ns, self->items[i].end_ns);
    else
      self->items[n++] = self->items[i];
  self->n = n;
  for (gsize i = 0; i < n; i++)
    {
      self->items[i].before_ns = length;
      length += self->items[i].end_ns - self->items[i].begin_ns;
    }
}

/* Covered time before an instant. */
static gint64
covered_before (const Intervals *self, gint64 time_ns)
{
  gsize low = 0, high = self->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->items[middle].begin_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return 0;
  return self->items[low - 1].before_ns + MIN (time_ns, self->items[low - 1].end_ns) -
         self->items[low - 1].begin_ns;
}

static gint64
covered_between (const Intervals *self, gint64 begin_ns, gint64 end_ns)
{
  return covered_before (self, end_ns) - covered_before (self, begin_ns);
}

static gboolean
uses_device (const LscRun *run)
{
  for (gsize i = 0; run->device >= 0 && i < run->kernels.n; i++)
    if (run->kernels.items[i].device == run->device)
      return TRUE;
  return FALSE;
}

static void
measure_row (LscPipelineRow *row, const Intervals *compute, const Intervals *all)
{
  gint64 covered = G_MININT64;

  for (gsize i = 0; i < row->n_blocks; i++)
    {
      const LscBlock *block = &row->blocks[i];
      LscBlockDetail *detail = &row->details[block->detail];
      gint64 begin = MAX (block->start_ns, covered);
      gint64 touched = covered_between (all, block->start_ns, block->end_ns);

      detail->compute_ns = covered_between (compute, block->start_ns, block->end_ns);
      detail->exposed_comm_ns = touched - detail->compute_ns;
      detail->idle_ns = block->end_ns - block->start_ns - touched;
      if (block->end_ns > begin)
        {
          row->metrics.compute_ns += covered_between (compute, begin, block->end_ns);
          covered = block->end_ns;
        }
    }
}

static gboolean
has_host_time (const LscPipelineRank *rank)
{
  return rank->ranges.n > 0 && (rank->ranges.items[0].flags & LSC_BLOCK_HOST_TIME);
}

static void
measure_rank (LscPipelineGroup *group, gsize row, const LscPipelineRank *rank)
{
  const LscRun *run = rank->run;
  gboolean one_device = uses_device (run);
  Intervals compute = { NULL, 0, 0 }, all = { NULL, 0, 0 };

  add_class (&compute, run, LSC_KERNEL_COMPUTE, one_device);
  add_class (&all, run, LSC_KERNEL_COMPUTE, one_device);
  add_class (&all, run, LSC_KERNEL_COMMUNICATION, one_device);
  merge (&compute);
  merge (&all);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      group->steps[i].rows[row].metrics.compute_ns = 0;
      measure_row (&group->steps[i].rows[row], &compute, &all);
    }
  intervals_clear (&compute);
  intervals_clear (&all);
}

/** Measures the inside of all blocks; unknown (-1) without kernels or device time. */
void
_lsc_pipeline_measure_blocks (LscPipelineGroup *group, LscPipelineRank **ranks)
{
  for (gsize row = 0; row < group->n_ranks; row++)
    {
      for (gsize i = 0; i < group->n_steps; i++)
        group->steps[i].rows[row].metrics.compute_ns = -1;
      if (ranks[row] && ranks[row]->run->kernels.n > 0 && !has_host_time (ranks[row]))
        measure_rank (group, row, ranks[row]);
    }
}
