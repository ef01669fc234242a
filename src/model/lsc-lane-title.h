/* lsc-lane-title.h - what lanes and computed slices are called in the user's language
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-slice.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

const char *lsc_lane_title_get (LscNodeRole role, const char *name);
gboolean lsc_slice_title_is_own (LscSliceKind kind);
char *lsc_slice_title_get (LscSliceKind kind, const char *name);

G_END_DECLS
