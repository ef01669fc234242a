/* lsc-comparison.h - two recordings beside each other, for the page that shows them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "session/lsc-session-pair.h"

G_BEGIN_DECLS

/** LscComparison: a pair and its result; immutable, reference counted. @chips: (nullable): where
 * the sides ran on different ones */
typedef struct
{
  gatomicrefcount refs;
  LscSessionPair *pair;
  LscCompare *compare;
  LscChips *chips;
} LscComparison;

LscComparison *lsc_comparison_new (LscSessionPair *pair, LscJob *job, GError **error);
void lsc_comparison_unref (LscComparison *self);
LscSource *lsc_comparison_find_source (const LscComparison *self, LscSide side, gint64 rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscComparison, lsc_comparison_unref)

G_END_DECLS
