/* lsc-comparison.h - two recordings beside each other, and what was read of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"
#include "judge/compare/lsc-compare.h"
#include "model/lsc-notice.h"
#include "model/lsc-source.h"

G_BEGIN_DECLS

/**
 * LscSideSet: all ranks of a recording, to be compared; immutable, reference counted
 * @sources: (element-type LscSource): those that could be read
 * @ranks: (element-type LscRankDigest): of these
 */
typedef struct
{
  gatomicrefcount refs;
  GPtrArray *sources;
  GPtrArray *ranks;
  LscNotices *notices;
} LscSideSet;

LscSideSet *lsc_side_set_new (GPtrArray *sources, LscJob *job, GError **error);
LscSideSet *lsc_side_set_ref (LscSideSet *self);
void lsc_side_set_unref (LscSideSet *self);

/** LscComparison: immutable after it was made; reference counted */
typedef struct
{
  gatomicrefcount refs;
  LscSideSet *sides[LSC_N_SIDES];
  LscCompare *compare;
} LscComparison;

LscComparison *lsc_comparison_new (LscSideSet *before, LscSideSet *after,
                                   const char *const names[LSC_N_SIDES], LscJob *job,
                                   GError **error);
void lsc_comparison_unref (LscComparison *self);
LscSource *lsc_comparison_find_source (const LscComparison *self, LscSide side, gint64 rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSideSet, lsc_side_set_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscComparison, lsc_comparison_unref)

G_END_DECLS
