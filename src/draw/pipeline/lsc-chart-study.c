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

static int
compare_idle (gconstpointer a, gconstpointer b)
{
  const LscChartIdle *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->begin_ns > y->begin_ns) - (x->begin_ns < y->begin_ns);
}

/**
 * lsc_chart_idle_new:
 * @n_out: (out): number of intervals
 *
 * Returns: (transfer full) (nullable): the idle intervals with their causes by row and time, free
 *   with g_free(); %NULL without any
 */
LscChartIdle *
lsc_chart_idle_new (const LscStudy *study, gsize *n_out)
{
  LscChartIdle *idle;

  *n_out = 0;
  if (!study->pieces || study->pieces->len == 0)
    return NULL;
  idle = g_new (LscChartIdle, study->pieces->len);
  for (guint i = 0; i < study->pieces->len; i++)
    {
      const LscBlamePiece *piece = &g_array_index (study->pieces, LscBlamePiece, i);

      idle[i] = (LscChartIdle){ .begin_ns = piece->begin_ns,
                                .end_ns = piece->end_ns,
                                .row = piece->rank,
                                .cause = piece->cause };
    }
  qsort (idle, study->pieces->len, sizeof (LscChartIdle), compare_idle);
  *n_out = study->pieces->len;
  return idle;
}
