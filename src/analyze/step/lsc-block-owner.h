/* lsc-block-owner.h - which operator allocated a block of memory
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-timeline.h"

G_BEGIN_DECLS

LscSpot lsc_block_find_op (const LscTimeline *timeline, const char *name, gint64 time_ns);
guint32 lsc_block_get_slice (const LscTimeline *timeline, const LscMemoryBlock *block,
                             const char *name);

G_END_DECLS
