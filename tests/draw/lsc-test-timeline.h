/* lsc-test-timeline.h - timelines made by rule, for painting
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

#define LSC_TEST_TIMELINE_BEGIN_NS G_GINT64_CONSTANT (1700000000000000000)

LscTimeline *lsc_test_timeline_new (gint64 rank, guint n_layers, guint n_steps);
LscTimeline *lsc_test_timeline_new_wide (guint n_lanes, guint32 n_slices);
LscTimeline *lsc_test_timeline_new_empty (gint64 rank);
void lsc_test_timeline_add_slice (LscTimeline *self, LscRawSlices *raw, gint64 start_ns,
                                  gint64 duration_ns, LscSliceKind kind, const char *name);

G_END_DECLS
