/* lsc-critical-path.h - the chain of ops that decides the window, and the slack of the others
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

typedef enum
{
  LSC_PATH_START, /* nothing came before */
  LSC_PATH_ORDER, /* the op before it on its rank */
  LSC_PATH_P2P,   /* an input from another rank */
} LscPathWhy;

typedef struct
{
  guint32 op;
  guint8 why; /* LscPathWhy: why it could not start earlier */
} LscPathStep;

/**
 * LscCriticalPath: in time order; busy_ns + latency_ns + idle_ns = window
 * @idle_ns: 0 in a replay; negative where inputs seem to end after their readers began
 */
typedef struct
{
  LscPathStep *steps;
  gsize n_steps;
  gsize n_hops;
  gint64 busy_ns;
  gint64 latency_ns; /* of the hops */
  gint64 idle_ns;
} LscCriticalPath;

LscCriticalPath *lsc_critical_path_new (const LscPlan *plan, const LscPlanTimes *times,
                                        const LscPlanLatency *latency);
void lsc_critical_path_free (LscCriticalPath *self);
gint64 *lsc_plan_slack (const LscPlan *plan, const LscPlanTimes *times,
                        const LscPlanLatency *latency);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscCriticalPath, lsc_critical_path_free)

G_END_DECLS
