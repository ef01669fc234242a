/* lsc-grid-peers.c - which ranks of a grid are members of the same group
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "draw/grid/lsc-rank-grid.h"

#include <string.h>

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

/* What ranks that differ along some dimensions alone have alike. */
typedef struct
{
  gint64 at[LSC_DIM_EP]; /* -1 along those dimensions */
  gint64 expert;
} Key;

static Key
make_key (const LscGridCell *cell, guint but, gint64 expert)
{
  Key key = { .expert = expert };

  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    key.at[dim] = but & 1u << dim ? -1 : cell->at[dim];
  return key;
}

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;
  guint64 hash = (guint64) key->expert;

  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    hash = (hash ^ (guint64) key->at[dim]) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
  return (guint) (hash >> 32);
}

static gboolean
is_same_key (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

/* Returns: whether ranks that differ along a dimension alone have different experts */
static gboolean
has_other_experts (const LscRankGrid *self, LscDim dim)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_key, is_same_key);
  g_autofree Key *keys = g_new (Key, self->cells->len + 1);

  for (guint i = 0; i < self->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (self, i), *other;

      keys[i] = make_key (cell, 1u << dim, 0);
      other = g_hash_table_lookup (seen, &keys[i]);
      if (other && other->at[LSC_DIM_EP] != cell->at[LSC_DIM_EP])
        return TRUE;
      g_hash_table_insert (seen, &keys[i], (gpointer) cell);
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
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_key, is_same_key);
  g_autofree Key *keys = NULL;
  guint mask = 0;

  g_return_val_if_fail (self, 0);
  for (guint i = 0; i < self->cells->len; i++)
    if (lsc_rank_grid_get (self, i)->at[LSC_DIM_EP] < 0)
      return 0;
  for (LscDim dim = 0; dim < LSC_DIM_EP; dim++)
    if (dim != LSC_DIM_PP && has_other_experts (self, dim))
      mask |= 1u << dim;
  keys = g_new (Key, self->cells->len + 1);
  for (guint i = 0; i < self->cells->len; i++)
    {
      const LscGridCell *cell = lsc_rank_grid_get (self, i);

      keys[i] = make_key (cell, mask, cell->at[LSC_DIM_EP]);
      if (!g_hash_table_add (seen, &keys[i]))
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
