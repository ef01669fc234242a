/* lsc-pipeline-inside.c - what the device did inside the blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-interval.h"
#include "analyze/pipeline/lsc-pipeline-private.h"

/* pipeline.md#inside: compute = union of compute kernels, exposed communication = what
 * communication covers beyond that, idle = the rest. */

/** Times that are covered; how much of them lies before each interval, and altogether. */
typedef struct
{
  LscIntervals spans;
  gint64 *before_ns;
} Cover;

static void
cover_clear (Cover *self)
{
  lsc_intervals_clear (&self->spans);
  g_clear_pointer (&self->before_ns, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cover, cover_clear)

/* The intervals of @self are complete and merged. */
static void
cover_sum (Cover *self)
{
  gint64 length = 0;

  self->before_ns = g_new (gint64, self->spans.n + 1);
  for (gsize i = 0; i < self->spans.n; i++)
    {
      self->before_ns[i] = length;
      length += self->spans.items[i].end_ns - self->spans.items[i].begin_ns;
    }
  self->before_ns[self->spans.n] = length;
}

static void
add_class (LscIntervals *spans, const LscRun *run, LscKernelClass kernel_class, gboolean one_device)
{
  gsize end = run->class_begin[kernel_class + 1];

  lsc_intervals_reserve (spans, end - run->class_begin[kernel_class]);
  for (gsize i = run->class_begin[kernel_class]; i < end; i++)
    {
      const LscKernel *kernel = &run->kernels.items[i];

      if (!one_device || kernel->device == run->device)
        lsc_intervals_append (spans, (LscInterval){ kernel->start_ns, kernel->end_ns });
    }
  lsc_intervals_merge (spans);
}

/* Covered time before an instant. */
static gint64
covered_before (const Cover *self, gint64 time_ns)
{
  gsize next = lsc_intervals_find (&self->spans, time_ns);
  gint64 covered = self->before_ns[next];

  if (next < self->spans.n)
    covered += MAX (time_ns - self->spans.items[next].begin_ns, 0);
  return covered;
}

static gint64
covered_between (const Cover *self, gint64 begin_ns, gint64 end_ns)
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
measure_row (LscPipelineRow *row, const Cover *compute, const Cover *all)
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
  g_auto (Cover) compute = { 0 };
  g_auto (Cover) all = { 0 };
  LscIntervals communication = { 0 };

  add_class (&compute.spans, run, LSC_KERNEL_COMPUTE, one_device);
  add_class (&communication, run, LSC_KERNEL_COMMUNICATION, one_device);
  lsc_intervals_unite (&compute.spans, &communication, &all.spans);
  lsc_intervals_clear (&communication);
  cover_sum (&compute);
  cover_sum (&all);
  for (gsize i = 0; i < group->n_steps; i++)
    {
      group->steps[i].rows[row].metrics.compute_ns = 0;
      measure_row (&group->steps[i].rows[row], &compute, &all);
    }
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
