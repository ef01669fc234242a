/* lsc-pipeline-study.c - what a study found, for the pipeline painter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/pipeline/lsc-pipeline-study.h"

/**
 * lsc_pipeline_path_new:
 * @n_out: (out): number of blocks
 *
 * Returns: (transfer full) (nullable): the blocks of the measured critical path in time order, free
 *   with g_free(); %NULL without one
 */
LscPipelinePathBlock *
lsc_pipeline_path_new (const LscStudy *study, gsize *n_out)
{
  LscPipelinePathBlock *blocks;

  g_return_val_if_fail (study && n_out, NULL);
  *n_out = 0;
  if (!study->path || !study->plan || !study->blocks)
    return NULL;
  blocks = g_new (LscPipelinePathBlock, MAX (study->path->n_steps, 1));
  for (gsize i = 0; i < study->path->n_steps; i++)
    {
      const LscPathStep *step = &study->path->steps[i];

      blocks[i] = (LscPipelinePathBlock){ .row = study->plan->ops[step->op].rank,
                                          .block = study->blocks[step->op],
                                          .is_hop = step->why == LSC_PATH_P2P };
    }
  *n_out = study->path->n_steps;
  return blocks;
}

/**
 * lsc_pipeline_view_show_causes:
 * @study: (nullable): of the step shown; borrowed as long as it is shown
 *
 * Tints idle time by its causes, or no longer.
 */
void
lsc_pipeline_view_show_causes (LscPipelineView *view, const LscStudy *study)
{
  const GArray *pieces;

  g_return_if_fail (view);
  pieces = study ? study->pieces : NULL;
  view->idle = pieces ? (const LscBlamePiece *) (gpointer) pieces->data : NULL;
  view->n_idle = pieces ? pieces->len : 0;
}
