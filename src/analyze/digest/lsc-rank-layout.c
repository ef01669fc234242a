/* lsc-rank-layout.c - where each rank stands in the parallel layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-rank-layout.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "analyze/pipeline/lsc-pipeline-metadata.h"

/* overview.md#layout: recorded groups come first, because they are what ran; then sizes with the
 * first order of dimensions. Where both are there and disagree, that is told. */

const char *const lsc_dim_names[LSC_DIM_N] = { "tp", "cp", "pp", "dp", "ep" };

const char *const lsc_order_names[LSC_ORDER_N] = {
  "Megatron-LM (tp-cp-ep-dp-pp)",   "Megatron-LM (tp-cp-pp-ep-dp)", "MindSpeed (tp-cp-ep-dp-pp)",
  "MindIE-LLM (tp-dp-ep-pp-moetp)", "vLLM (tp-pp-dp-ep)",
};

const LscWord lsc_place_source_words[LSC_PLACE_N_SOURCES] = {
  { "none", N_ ("not known") },
  { "groups", N_ ("recorded groups") },
  { "formula", N_ ("recorded sizes") },
};

/** An order: dimensions with a stride of their own, fastest first, and those that experts share. */
typedef struct
{
  guint n_dims;
  LscDim dims[4];
  guint n_shared;
  LscDim shared[2]; /* fastest first */
} Order;

static const Order orders[LSC_ORDER_N] = {
  { 4, { LSC_DIM_TP, LSC_DIM_CP, LSC_DIM_DP, LSC_DIM_PP }, 1, { LSC_DIM_DP } },
  { 4, { LSC_DIM_TP, LSC_DIM_CP, LSC_DIM_PP, LSC_DIM_DP }, 1, { LSC_DIM_DP } },
  { 4, { LSC_DIM_TP, LSC_DIM_CP, LSC_DIM_DP, LSC_DIM_PP }, 2, { LSC_DIM_CP, LSC_DIM_DP } },
  { 3, { LSC_DIM_TP, LSC_DIM_DP, LSC_DIM_PP }, 2, { LSC_DIM_TP, LSC_DIM_DP } },
  { 3, { LSC_DIM_TP, LSC_DIM_PP, LSC_DIM_DP }, 2, { LSC_DIM_TP, LSC_DIM_DP } },
};

/* Experts: ranks equal in what is not shared are cut into ep runs. */
static gboolean
place_expert (const Order *order, const gint64 sizes[LSC_DIM_N], LscRankPlace *place)
{
  gint64 n = 1, at = 0;

  for (guint i = 0; i < order->n_shared; i++)
    {
      at += place->at[order->shared[i]] * n;
      n *= sizes[order->shared[i]];
    }
  if (sizes[LSC_DIM_EP] < 1 || n % sizes[LSC_DIM_EP] != 0)
    return FALSE;
  place->at[LSC_DIM_EP] = at / (n / sizes[LSC_DIM_EP]);
  return TRUE;
}

/**
 * lsc_order_place:
 * @sizes: of all dimensions, 1 or more
 * @place: (out)
 *
 * Coordinates by formula: the stride of a dimension is the product of the sizes of those before it
 * (overview.md#orders).
 *
 * Returns: %FALSE where the sizes do not fit the order or the rank
 */
gboolean
lsc_order_place (LscOrder order, const gint64 sizes[LSC_DIM_N], gint64 rank, LscRankPlace *place)
{
  const Order *about = &orders[order];
  gint64 rest = rank;

  *place = (LscRankPlace){ .at = { 0, 0, 0, 0, 0 }, .source = LSC_PLACE_FORMULA };
  if (rank < 0 || (about->n_dims < 4 && sizes[LSC_DIM_CP] != 1))
    return FALSE;
  for (guint i = 0; i < about->n_dims; i++)
    {
      if (sizes[about->dims[i]] < 1)
        return FALSE;
      place->at[about->dims[i]] = rest % sizes[about->dims[i]];
      rest /= sizes[about->dims[i]];
    }
  return rest == 0 && place_expert (about, sizes, place);
}

static void
read_group (LscRankRecord *self, LscMetadata *metadata, gint64 rank, LscDim dim, const char *name)
{
  g_autoptr (GArray) ranks = lsc_metadata_ranks (metadata, name, rank);

  if (!ranks || self->group_places[dim] >= 0)
    return;
  self->group_places[dim] = lsc_metadata_find_rank (ranks, rank);
  self->group_sizes[dim] = ranks->len;
}

/* A group of several dimensions stands in for one of them where the other has one member. */
static void
read_composite (LscRankRecord *self, LscMetadata *metadata, gint64 rank, LscDim dim, LscDim other,
                const char *name)
{
  gboolean is_alone = self->group_sizes[other] == 1 || (self->has_sizes && self->sizes[other] == 1);

  if (is_alone)
    read_group (self, metadata, rank, dim, name);
}

/**
 * lsc_rank_record_read:
 * @self: (out caller-allocates)
 *
 * Source: parallel_group_info, distributed_args.
 */
void
lsc_rank_record_read (LscRankRecord *self, LscMetadata *metadata, gint64 rank)
{
  LscParallelSizes sizes;

  *self = (LscRankRecord){ 0 };
  for (guint i = 0; i < LSC_DIM_N; i++)
    self->group_places[i] = -1;
  if (lsc_metadata_sizes (metadata, &sizes))
    {
      const gint64 all[LSC_DIM_N] = { sizes.tp, sizes.cp, sizes.pp, sizes.dp, sizes.ep };

      for (guint i = 0; i < LSC_DIM_N; i++)
        self->sizes[i] = all[i];
      self->world = sizes.world;
      self->has_sizes = TRUE;
    }
  for (guint i = 0; i < LSC_DIM_N; i++)
    read_group (self, metadata, rank, i, lsc_dim_names[i]);
  read_group (self, metadata, rank, LSC_DIM_EP, "exp");
  read_composite (self, metadata, rank, LSC_DIM_DP, LSC_DIM_CP, "dp_cp");
  read_composite (self, metadata, rank, LSC_DIM_PP, LSC_DIM_TP, "mp");
}

static gboolean
fits_world (const LscRankRecord *self)
{
  gint64 product = 1;

  for (guint i = 0; i < LSC_DIM_EP; i++)
    if (__builtin_mul_overflow (product, self->sizes[i], &product))
      return FALSE;
  return self->has_sizes && (self->world == 0 || self->world == product);
}

static LscPhrase *
say_doubt (gint64 rank, LscDim dim, gint64 recorded, gint64 computed)
{
  return lsc_phrase_new (N_ ("The recorded groups put rank %" PRId64 " at place %" PRId64
                             " of %s, the recorded sizes in the order "
                             "%s at %" PRId64 "."),
                         rank, recorded, lsc_dim_names[dim], lsc_order_names[LSC_ORDER_MEGATRON],
                         computed);
}

/**
 * lsc_rank_record_place:
 * @doubt: (out) (optional) (nullable) (transfer full): what groups and sizes disagree in
 *
 * Returns: the coordinates of the rank; overview.md#layout
 */
LscRankPlace
lsc_rank_record_place (const LscRankRecord *self, gint64 rank, LscPhrase **doubt)
{
  LscRankPlace place = { .at = { -1, -1, -1, -1, -1 }, .source = LSC_PLACE_NONE };
  LscRankPlace computed;
  gboolean is_computed =
      fits_world (self) && lsc_order_place (LSC_ORDER_MEGATRON, self->sizes, rank, &computed);

  if (doubt)
    *doubt = NULL;
  if (is_computed)
    place = computed;
  for (guint i = 0; i < LSC_DIM_N; i++)
    {
      gint64 recorded = self->group_places[i];

      if (recorded < 0)
        continue;
      if (doubt && !*doubt && is_computed && i != LSC_DIM_EP && recorded != place.at[i])
        *doubt = say_doubt (rank, i, recorded, place.at[i]);
      place.at[i] = recorded;
      place.source = LSC_PLACE_GROUPS;
    }
  return place;
}
