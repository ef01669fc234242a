/* test-compare-support.h - sides of a comparison that are made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-compare.h"

LscRankDigest *test_side_new (gint64 number, guint64 fingerprint);
void test_side_add_step (LscRankDigest *self, gint64 compute_ns, gint64 wait_ns);
void test_side_add_part (LscRankDigest *self, LscOwnerType type, const char *name, const gint64 *ns,
                         gint64 n);
LscCompare *test_sides_compare (LscRankDigest *const *before, guint n_before,
                                LscRankDigest *const *after, guint n_after, const LscNameMap *map);
void test_sides_assert_sums (const LscRankChange *ranks);
const LscChange *test_sides_find (const LscCompare *self, LscCompareList list, const char *name);
