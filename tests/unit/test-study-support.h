/* test-study-support.h - steps that ran in memory, for the tests of studies
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"
#include "analyze/theory/lsc-study.h"

G_BEGIN_DECLS

/**
 * Simulation: a step to be run
 * @base: lengths of its blocks, ns
 * @latency_ns: of a message
 * @jitter: standard deviation of lengths, as a share
 * @slow: stage whose blocks take @factor times as long, -1 = none
 * @seed: of the random numbers
 * @link: lower stage of a link whose messages take @link_ns more; only with @link_ns
 */
typedef struct
{
  LscSchedule schedule;
  LscPlanCosts base;
  gint64 latency_ns;
  double jitter;
  int slow;
  double factor;
  guint32 seed;
  guint link;
  gint64 link_ns;
} Simulation;

LscPipeline *simulate_plan (const Simulation *sim, const LscPlan *plan, const gint64 *durations);
LscPipeline *simulate (const Simulation *sim);

G_END_DECLS
