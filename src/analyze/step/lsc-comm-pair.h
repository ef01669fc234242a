/* lsc-comm-pair.h - which collective of one rank is which of another
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** What told which are the same, of one kind in one group. */
typedef enum
{
  LSC_COMM_BY_ORDER,  /* all ranks recorded the same ones */
  LSC_COMM_BY_NUMBER, /* recorded numbers in the group */
  LSC_COMM_BY_STEP,   /* their order within a step of the same number */
  LSC_COMM_BY_TIME,   /* they end together */
  LSC_COMM_BY_NOTHING,
} LscCommRule;

/**
 * LscCommItem: an operator of a rank
 * @rank: an index
 * @tag: for the caller
 * @number: in its group, -1 = not recorded
 * @step: number of the step that it is in, -1 = none
 * @key_step, @ordinal: (out): the same of one and the same operator on all ranks; a pair of numbers
 */
typedef struct
{
  guint32 rank;
  gsize tag;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 number;
  gint64 step;
  gint64 key_step;
  gint64 ordinal;
} LscCommItem;

LSC_DEFINE_ARRAY (LscCommItems, lsc_comm_items, LscCommItem)

LscCommRule lsc_comm_pair (LscCommItem *items, gsize n);

G_END_DECLS
