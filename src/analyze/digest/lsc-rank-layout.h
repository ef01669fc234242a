/* lsc-rank-layout.h - where each rank stands in the parallel layout
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-phrase.h"
#include "model/lsc-metadata.h"

G_BEGIN_DECLS

/** Dimensions along which work is shared. */
typedef enum
{
  LSC_DIM_TP,
  LSC_DIM_CP,
  LSC_DIM_PP,
  LSC_DIM_DP,
  LSC_DIM_EP,
  LSC_DIM_N,
} LscDim;

extern const char *const lsc_dim_names[LSC_DIM_N];

/** Orders of dimensions in use, fastest first (overview.md#orders). */
typedef enum
{
  LSC_ORDER_MEGATRON,          /* tp-cp-ep-dp-pp, ep divides dp */
  LSC_ORDER_MEGATRON_PP_FIRST, /* tp-cp-pp-ep-dp, ep divides dp */
  LSC_ORDER_MINDSPEED,         /* tp-cp-ep-dp-pp, ep divides dp x cp */
  LSC_ORDER_MINDIE,            /* tp-dp-ep-pp-moetp, ep divides tp x dp */
  LSC_ORDER_VLLM,              /* tp-pp-dp-ep, ep divides tp x dp */
  LSC_ORDER_N,
} LscOrder;

extern const char *const lsc_order_names[LSC_ORDER_N];

/** Where the coordinates of a rank come from. */
typedef enum
{
  LSC_PLACE_NONE,
  LSC_PLACE_GROUPS,  /* recorded groups */
  LSC_PLACE_FORMULA, /* recorded sizes and an order of dimensions */
  LSC_PLACE_N_SOURCES,
} LscPlaceSource;

extern const LscWord lsc_place_source_words[LSC_PLACE_N_SOURCES];

/** What a recording says of the layout: sizes and its own places in groups; 0 and -1 = not said. */
typedef struct
{
  gint64 sizes[LSC_DIM_N];
  gint64 world;
  gboolean has_sizes;
  gint64 group_places[LSC_DIM_N];
  gint64 group_sizes[LSC_DIM_N];
} LscRankRecord;

/** @at: coordinate by dimension, -1 = not known; that of LSC_DIM_PP is the stage */
typedef struct
{
  gint64 at[LSC_DIM_N];
  LscPlaceSource source;
} LscRankPlace;

void lsc_rank_record_read (LscRankRecord *self, LscMetadata *metadata, gint64 rank);
gboolean lsc_order_place (LscOrder order, const gint64 sizes[LSC_DIM_N], gint64 rank,
                          LscRankPlace *place);
LscRankPlace lsc_rank_record_place (const LscRankRecord *self, gint64 rank, LscPhrase **doubt);

G_END_DECLS
