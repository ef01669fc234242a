/* lsc-compare-same.h - whether a change of computing is one of speed alone
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"

G_BEGIN_DECLS

gboolean lsc_compare_is_same_work (const LscCompare *self);

G_END_DECLS
