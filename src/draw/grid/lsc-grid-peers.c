/* lsc-grid-peers.c - which ranks of a grid are members of the same group
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-rank-grid.h"

/* Places along all dimensions but @but and that of the experts, which the others already tell. */
static gboolean
agree (const LscGridCell *a, const LscGridCell *b, LscDim but, LscDim but_too)
{
  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    if (dim != but && dim != but_too && a->at[dim] != b->at[dim])
      return FALSE;
  return TRUE;
}

/* Experts are shared by replicas: by all of them where each has a place of its own. */
static gboolean
are_experts (const LscRankGrid *self, guint a, guint b)
{
  const LscGridCell *of = lsc_rank_grid_get (self, a), *other = lsc_rank_grid_get (self, b);

  if (of->at[LSC_DIM_EP] < 0 || other->at[LSC_DIM_EP] < 0 ||
      of->at[LSC_DIM_EP] == other->at[LSC_DIM_EP] || !agree (of, other, LSC_DIM_DP, LSC_DIM_DP))
    return FALSE;
  for (guint i = 0; i < self->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (self, i);

      if (i != a && agree (of, cell, LSC_DIM_DP, LSC_DIM_DP) &&
          (cell->at[LSC_DIM_EP] == of->at[LSC_DIM_EP] ||
           (i != b && cell->at[LSC_DIM_EP] == other->at[LSC_DIM_EP])))
        return FALSE;
    }
  return TRUE;
}

/**
 * lsc_rank_grid_find_peering:
 *
 * Finds the groups of which two ranks are members (overview.md#grid): they differ along that
 * dimension alone.
 *
 * Returns: a mask of 1 << #LscDim, 0 without one
 */
guint
lsc_rank_grid_find_peering (const LscRankGrid *self, guint a, guint b)
{
  const LscGridCell *of, *other;
  guint mask = 0;

  g_return_val_if_fail (self && a < self->cells->len && b < self->cells->len, 0);
  of = lsc_rank_grid_get (self, a);
  other = lsc_rank_grid_get (self, b);
  if (a == b || self->why_plain)
    return 0;
  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    if (of->at[dim] >= 0 && other->at[dim] >= 0 && of->at[dim] != other->at[dim] &&
        agree (of, other, dim, dim))
      mask |= 1u << dim;
  return are_experts (self, a, b) ? mask | 1u << LSC_DIM_EP : mask;
}
