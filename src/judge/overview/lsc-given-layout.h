/* lsc-given-layout.h - parallel sizes that the user gives, where none were recorded
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-facts.h"

G_BEGIN_DECLS

/** Sizes by dimension, 1 where none is given. */
typedef struct
{
  gint64 sizes[LSC_DIM_N];
} LscGivenLayout;

gboolean lsc_given_layout_parse (LscGivenLayout *self, const char *text, GError **error);
gboolean lsc_given_layout_apply (const LscGivenLayout *self, LscRankFacts *const *ranks, gsize n,
                                 GError **error);

G_END_DECLS
