/* lsc-pipeline-ops.c - what the kernels of each name took inside of a rank's blocks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/pipeline/lsc-pipeline-ops.h"

#include "analyze/pipeline/lsc-pipeline-private.h"
#include "base/lsc-array.h"
#include "base/lsc-interval.h"
#include "base/lsc-sort.h"

/* verdicts.md#op. */

LSC_DEFINE_ARRAY (Ops, ops, LscPipelineOp)

/* The time that the blocks of a rank take in all steps. */
static void
collect_blocks (const LscPipelineGroup *group, gsize row, LscIntervals *blocks)
{
  for (gsize i = 0; i < group->n_steps; i++)
    {
      const LscPipelineRow *at = &group->steps[i].rows[row];

      for (gsize k = 0; k < at->n_blocks; k++)
        if (at->blocks[k].kind != LSC_BLOCK_O)
          lsc_intervals_append (blocks,
                                (LscInterval){ at->blocks[k].start_ns, at->blocks[k].end_ns });
    }
  lsc_intervals_merge (blocks);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return LSC_ORDER (((const LscPipelineOp *) a)->name, ((const LscPipelineOp *) b)->name);
}

static void
measure_rank (LscPipeline *pipeline, LscPipelineGroup *group, gsize row,
              const LscPipelineRank *rank)
{
  const LscPipelineInside *inside = &rank->inside;
  LscIntervals blocks = { 0 };
  g_autofree gint64 *sums = NULL;
  Ops found = { NULL, 0, 0 };

  collect_blocks (group, row, &blocks);
  sums = _lsc_pipeline_inside_sum_ops (inside, &blocks);
  ops_reserve (&found, inside->n_names);
  for (guint32 i = 0; i < inside->n_names; i++)
    if (sums[i] > 0)
      {
        const char *name = lsc_pipeline_rank_text (rank, inside->names[i]);

        ops_append (&found, (LscPipelineOp){ lsc_intern_add (pipeline->strings, name), sums[i] });
      }
  if (found.n > 1)
    qsort (found.items, found.n, sizeof *found.items, compare_names);
  group->ops[row] = (LscPipelineOps){ found.items, found.n };
  lsc_intervals_clear (&blocks);
}

/** Sums up the kernels inside of the blocks whose inside was measured. */
void
_lsc_pipeline_measure_ops (LscPipeline *pipeline, LscPipelineGroup *group,
                           LscPipelineMember **ranks)
{
  group->ops = g_new0 (LscPipelineOps, group->n_ranks);
  for (gsize row = 0; row < group->n_ranks; row++)
    if (ranks[row] && group->n_steps > 0 && group->steps[0].rows[row].metrics.compute_ns >= 0)
      measure_rank (pipeline, group, row, ranks[row]->rank);
}

/**
 * lsc_pipeline_group_get_op:
 * @name: id in the pipeline's strings
 *
 * Returns: ns that kernels of that name took inside of the blocks of a row, in all steps
 */
gint64
lsc_pipeline_group_get_op (const LscPipelineGroup *self, gsize row, guint32 name)
{
  g_return_val_if_fail (self && row < self->n_ranks, 0);

  const LscPipelineOp key = { name, 0 };
  const LscPipelineOp *found = NULL;

  if (self->ops && self->ops[row].n > 0)
    found = bsearch (&key, self->ops[row].items, self->ops[row].n, sizeof key, compare_names);
  return found ? found->ns : 0;
}
