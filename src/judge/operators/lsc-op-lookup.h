/* lsc-op-lookup.h - what belongs to what among groups of kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/operators/lsc-operators.h"

G_BEGIN_DECLS

GArray *lsc_op_find_likes (const LscTable *groups, gsize row, const LscTable *finer);
gint64 lsc_operators_get_rank (const LscOperators *self, guint index);

G_END_DECLS
