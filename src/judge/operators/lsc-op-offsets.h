/* lsc-op-offsets.h - kernels of a range, of ranks whose clocks do not agree
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/operators/lsc-operators.h"

G_BEGIN_DECLS

LscOpGroups *lsc_operators_group_with_offsets (LscOperators *self, LscOpKeys keys,
                                               const LscOpFilter *filter, const GArray *offsets,
                                               gboolean quantiles, LscJob *job, GError **error);

G_END_DECLS
