/* lsc-time-causes.h - what takes a rank longer than its peers in some steps, not in all
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LscStepTimes: what ranks do of a kind, without waiting
 * @ns: by rank, then by step; NAN where it is not known
 */
typedef struct
{
  gsize n_ranks;
  gsize n_steps;
  double *ns;
} LscStepTimes;

/** How steps of different length are likened (findings.md#over-steps). */
typedef enum
{
  LSC_TIMES_BY_RATIO,      /* more work takes all ranks longer in proportion: computing */
  LSC_TIMES_BY_DIFFERENCE, /* what the host does, does not grow with the work */
} LscTimesUnit;

/**
 * LscTimeCauses:
 * @excess_ns: by rank, then by step: what lies beyond the noise, else 0
 * @levels: of each step what it takes all ranks more than usual: a factor, or ns
 * @noise_ns: the longest excess that is taken for noise
 * @n_hits: how many lie beyond
 * @chance: at most so likely is it that the noise of the recording alone makes that
 */
typedef struct
{
  double *excess_ns;
  double *levels;
  double noise_ns;
  gsize n_hits;
  double chance;
} LscTimeCauses;

void lsc_step_times_init (LscStepTimes *self, gsize n_ranks, gsize n_steps);
void lsc_step_times_clear (LscStepTimes *self);
void lsc_time_causes_init (LscTimeCauses *self, const LscStepTimes *times, LscTimesUnit unit);
void lsc_time_causes_clear (LscTimeCauses *self);

/** Returns: where the value of a rank in a step is */
static inline double *
lsc_step_times_at (const LscStepTimes *self, gsize rank, gsize step)
{
  return &self->ns[rank * self->n_steps + step];
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscStepTimes, lsc_step_times_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscTimeCauses, lsc_time_causes_clear)

G_END_DECLS
