/* lsc-study-private.h - what the parts of a study share
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-study-types.h"

G_BEGIN_DECLS

/** Sums of measured lengths: of a stage or of all. */
typedef struct
{
  gint64 sum_ns[LSC_BLOCK_N_KINDS];
  gsize n[LSC_BLOCK_N_KINDS];
} LscStudyMeans;

/* measure: plan, lengths and times from the blocks; latencies of links */
gboolean _lsc_study_read_blocks (LscStudy *self, LscPhrase **refusal);
void _lsc_study_measure_latency (LscStudy *self);
gint64 *_lsc_study_link_bounds (const LscStudy *self);

/* means and replays */
gint64 _lsc_study_mean (gint64 sum, gsize n, gint64 scale);
gboolean _lsc_study_replay (const LscStudy *self, LscTheoryCosts costs,
                            const LscPlanLatency *latency, LscPlanTimes *times, GError **error);
gboolean _lsc_study_climb (LscStudy *self, LscPlanTimes *ideal, LscJob *job, GError **error);

/* blame */
gboolean _lsc_study_blame (LscStudy *self, const LscPlanTimes *ideal, LscJob *job, GError **error);

/* words */
gint64 _lsc_study_recorded (const LscStudy *self, guint32 row, guint32 before, gint64 time_ns);

/** Returns: the number of the step as tables have it */
static inline gint64
_lsc_study_step_id (const LscStudy *self)
{
  const LscPipelineStep *step = lsc_study_get_step (self);

  return step->has_id ? step->id : LSC_INT_NULL;
}

G_END_DECLS
