/* lsc-grid-peers.c - which ranks of a grid are members of the same group
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-rank-grid.h"

#include <inttypes.h>

/* Places along all dimensions but those of a mask; that of experts is told by the others. */
static gboolean
agree (const LscGridCell *a, const LscGridCell *b, guint but)
{
  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    if (!(but & 1u << dim) && a->at[dim] != b->at[dim])
      return FALSE;
  return TRUE;
}

/* ---- experts ---- */

static char *
make_key (const LscGridCell *cell, guint but, gint64 expert)
{
  GString *key = g_string_new (NULL);

  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    if (!(but & 1u << dim))
      g_string_append_printf (key, "%" PRId64 ",", cell->at[dim]);
  g_string_append_printf (key, "%" PRId64, expert);
  return g_string_free (key, FALSE);
}

/* Returns: whether ranks that differ along a dimension alone have different experts */
static gboolean
has_other_experts (const LscRankGrid *self, LscDim dim)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (self, i), *other;
      g_autofree char *key = make_key (cell, 1u << dim, 0);

      other = g_hash_table_lookup (seen, key);
      if (other && other->at[LSC_DIM_EP] != cell->at[LSC_DIM_EP])
        return TRUE;
      g_hash_table_insert (seen, g_steal_pointer (&key), (gpointer) cell);
    }
  return FALSE;
}

/**
 * lsc_rank_grid_find_experts:
 *
 * Finds the dimensions along which the groups of experts run (overview.md#grid).
 *
 * Returns: a mask of 1 << #LscDim, 0 where it is not known
 */
guint
lsc_rank_grid_find_experts (const LscRankGrid *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint mask = 0;

  g_return_val_if_fail (self, 0);
  for (guint i = 0; i < self->cells->len; i++)
    if (lsc_rank_grid_get (self, i)->at[LSC_DIM_EP] < 0)
      return 0;
  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    if (dim != LSC_DIM_PP && has_other_experts (self, dim))
      mask |= 1u << dim;
  for (guint i = 0; i < self->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (self, i);

      if (!g_hash_table_add (seen, make_key (cell, mask, cell->at[LSC_DIM_EP])))
        return 0;
    }
  return mask;
}

/**
 * lsc_rank_grid_find_peering:
 *
 * Finds the groups of which two ranks are members (overview.md#grid).
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
        agree (of, other, 1u << dim))
      mask |= 1u << dim;
  if (self->experts && of->at[LSC_DIM_EP] != other->at[LSC_DIM_EP] &&
      agree (of, other, self->experts))
    mask |= 1u << LSC_DIM_EP;
  return mask;
}
