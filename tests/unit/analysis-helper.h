/* analysis-helper.h - pipelines of which the reference generators wrote an analysis
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

/** The pipeline of a seed of analysis-1000.txt.gz; lengths and times as make-analysis.py says. */
typedef struct
{
  guint32 seed;
  LscPlan *plan;
  LscPlanTimes times;
  LscPlanLatency latency;
  gint64 max_link_ns; /* -1: without bound */
  gint64 *max_link_of_op;
} Analysed;

guint32 analysis_mix (guint32 seed, guint32 a, guint32 b);
void analysed_init (Analysed *self, const char *line);
void analysed_clear (Analysed *self);
char **analysis_read_lines (void);
LscPlan *analysis_plan_new (LscScheduleType type, gsize p, gsize m, guint v);
void analysis_replay (const LscPlan *plan, const gint64 *durations, gint64 latency_ns,
                      LscPlanTimes *times);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Analysed, analysed_clear)
