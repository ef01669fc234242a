/* lsc-waterfall.h - the parts of a change as bars from before to after
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"
#include "judge/compare/lsc-op-changes.h"

G_BEGIN_DECLS

/** Modules or ops of a waterfall; smaller changes are one bar. */
#define LSC_WATERFALL_MOST_BARS 12

/** What no place is. */
#define LSC_WATERFALL_NONE G_MAXUINT

/**
 * LscWaterfallBar: a step, or a part of its change
 * @name: (owned): for people
 * @is_step: the whole step before or after: @from_ns is 0
 * @category: #LscBudgetCategory, -1 = of no one category
 * @from_ns, @to_ns: where the bar begins and ends
 * @index: of the change in its list, %LSC_WATERFALL_NONE of a step and of smaller ones together
 */
typedef struct
{
  char *name;
  gboolean is_step;
  int category;
  gint64 from_ns;
  gint64 to_ns;
  LscSignificance significance;
  guint index;
} LscWaterfallBar;

/**
 * LscWaterfall: immutable after it was made; borrows nothing
 * @bars: LscWaterfallBar: before, changes in the order of their list, after
 * @low_ns, @high_ns: what the changes lie between, the ends of the steps among them
 */
typedef struct
{
  GArray *bars;
  gint64 low_ns;
  gint64 high_ns;
} LscWaterfall;

LscWaterfall *lsc_waterfall_new (const LscCompare *compare, const LscRankChange *ranks,
                                 LscCompareList list);
LscWaterfall *lsc_waterfall_new_operators (const LscOpChanges *changes,
                                           const char *const names[LSC_N_SIDES]);
void lsc_waterfall_free (LscWaterfall *self);
char *lsc_waterfall_describe (const LscWaterfall *self, guint bar);

/** Returns: bar @index */
static inline const LscWaterfallBar *
lsc_waterfall_get (const LscWaterfall *self, guint index)
{
  return &g_array_index (self->bars, LscWaterfallBar, index);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscWaterfall, lsc_waterfall_free)

G_END_DECLS
