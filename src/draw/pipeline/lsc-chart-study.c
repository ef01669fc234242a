/* lsc-chart-study.c - what a study found, for the pipeline painter
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/pipeline/lsc-chart-study.h"

/**
 * lsc_chart_path_new:
 * @n_out: (out): number of blocks
 *
 * Returns: (transfer full) (nullable): the blocks of the measured critical path in time order, free
 *   with g_free(); %NULL without one
 */
LscChartPathBlock *
lsc_chart_path_new (const LscStudy *study, gsize *n_out)
{
  LscChartPathBlock *blocks;

  *n_out = 0;
  if (!study->path || !study->plan || !study->blocks)
    return NULL;
  blocks = g_new (LscChartPathBlock, MAX (study->path->n_steps, 1));
  for (gsize i = 0; i < study->path->n_steps; i++)
    {
      const LscPathStep *step = &study->path->steps[i];

      blocks[i] = (LscChartPathBlock){ .row = study->plan->ops[step->op].rank,
                                       .block = study->blocks[step->op],
                                       .is_hop = step->why == LSC_PATH_P2P };
    }
  *n_out = study->path->n_steps;
  return blocks;
}

/**
 * lsc_chart_view_show_causes:
 * @study: (nullable): of the step shown; borrowed as long as it is shown
 *
 * Tints idle time by its causes, or no longer.
 */
void
lsc_chart_view_show_causes (LscChartView *view, const LscStudy *study)
{
  const GArray *pieces = study != NULL ? study->pieces : NULL;

  view->idle = pieces != NULL ? (const LscBlamePiece *) (gpointer) pieces->data : NULL;
  view->n_idle = pieces != NULL ? pieces->len : 0;
}
