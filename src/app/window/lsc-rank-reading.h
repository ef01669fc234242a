/* lsc-rank-reading.h - reading the ranks of a cluster, of each of which something is kept
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-notice.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** Makes what is kept of a rank; on any thread. Returns: (transfer full) (nullable) */
typedef gpointer (*LscRankKeepFunc) (LscTimeline *timeline, LscJob *job, GError **error);

/**
 * LscRankReading: what was read
 * @sources: (element-type LscSource): the ranks that could be read
 * @kept: what is kept of each, in the same order
 * @notices: of the recordings, and of ranks that are left out
 * @timeline: (nullable): of the only rank
 */
typedef struct
{
  GPtrArray *sources;
  GPtrArray *kept;
  LscNotices *notices;
  LscTimeline *timeline;
} LscRankReading;

gboolean lsc_rank_reading_init (LscRankReading *self, GPtrArray *sources, LscRankKeepFunc keep,
                                GDestroyNotify free_kept, LscJob *job, GError **error);
void lsc_rank_reading_clear (LscRankReading *self);

G_END_DECLS
