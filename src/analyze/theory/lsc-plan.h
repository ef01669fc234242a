/* lsc-plan.h - the ops of a schedule with what each needs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-schedule.h"
#include "analyze/pipeline/lsc-pipeline.h"
#include "analyze/theory/lsc-replay.h"

G_BEGIN_DECLS

#define LSC_PLAN_NO_OP G_MAXUINT32
#define LSC_PLAN_N_NEEDS 3

/** One role of an op: F, I, W or B (LscBlockKind) of a micro-batch in a chunk. */
typedef struct
{
  guint8 role;
  guint8 chunk;
  guint32 mb;
} LscPlanPart;

/**
 * LscPlanOp:
 * @kind: LscBlockKind: F, B, I, W or X; X has two parts, the forward first
 * @phase: 0 to 6 for DualPipe(V), else -1
 * @needs: indexes of the ops that have to end before it, in the order of its parts: F of the
 * virtual stage before; for B and I first the F of its own virtual stage, then B or I of the next
 * one; for W its I or B. %LSC_PLAN_NO_OP stands for one that was not recorded. The op before it on
 * its rank is not among them (but may be when it is needed as data).
 */
typedef struct
{
  LscPlanPart parts[2];
  guint32 needs[LSC_PLAN_N_NEEDS];
  guint32 rank;
  guint8 kind;
  gint8 phase;
  guint8 n_parts;
  guint8 n_needs;
} LscPlanOp;

/**
 * LscPlan: for each rank its ops in order
 * @schedule: sizes and geometry
 * @first: ops of rank r are @ops[@first[r]] to @ops[@first[r + 1] - 1]
 * @replay: (nullable): what lsc_plan_replay() finds out once
 */
typedef struct
{
  LscSchedule schedule;
  gsize n_ranks;
  gsize n_ops;
  guint32 *first;
  LscPlanOp *ops;
  LscReplay *replay;
} LscPlan;

/** When the ops run, by index. */
typedef struct
{
  gint64 *start_ns;
  gint64 *end_ns;
  gsize n_ops;
  gint64 t0_ns; /* window */
  gint64 t1_ns;
} LscPlanTimes;

/** Lengths by kind, the same for all ranks. */
typedef struct
{
  gint64 f, b, i, w, x;
} LscPlanCosts;

/**
 * LscPlanLatency: of edges between different ranks; zero-filled = none
 * @ns: of every edge
 * @by_link: (nullable): instead of @ns: n_ranks x n_ranks, source * n_ranks + destination
 * @by_need: (nullable): instead of both, also of edges inside a rank: op * %LSC_PLAN_N_NEEDS + need
 * @late: (nullable): by op: how long after everything is there it starts
 */
typedef struct
{
  gint64 ns;
  const gint64 *by_link;
  const gint64 *by_need;
  const gint64 *late;
} LscPlanLatency;

LscPlan *lsc_plan_new (const LscSchedule *schedule, GError **error);
LscPlan *lsc_plan_new_from_ops (const LscSchedule *schedule, const LscPlanOp *ops,
                                const guint32 *first, gboolean allow_missing, GError **error);
void lsc_plan_free (LscPlan *self);
LscSchedule lsc_plan_default_schedule (LscScheduleType type, gsize n_stages, gsize n_micro_batches);

void lsc_plan_cost_ops (const LscPlan *self, const LscPlanCosts *costs, gint64 *durations);
gboolean lsc_plan_replay (const LscPlan *self, const gint64 *durations,
                          const LscPlanLatency *latency, LscPlanTimes *times, GError **error);
LscPlan *lsc_plan_refill_weights (const LscPlan *self, const gint64 *durations,
                                  const LscPlanLatency *latency, gsize cap, double fill,
                                  gint64 **durations_out, GError **error);
gboolean lsc_plan_times_init (LscPlanTimes *self, const LscPlan *plan);
void lsc_plan_times_clear (LscPlanTimes *self);
void lsc_plan_times_find_window (LscPlanTimes *self, const LscPlan *plan);

LscPipeline *lsc_plan_to_pipeline (const LscPlan *plan, const LscPlanTimes *times,
                                   const gint64 *ranks, const char *label, GError **error);
char *lsc_plan_describe_variant (const LscPlan *plan);

static inline gint64
lsc_plan_latency_get (const LscPlan *plan, const LscPlanLatency *latency, guint32 src, guint32 dst)
{
  if (!latency || src == dst)
    return 0;
  return latency->by_link ? latency->by_link[src * plan->n_ranks + dst] : latency->ns;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscPlan, lsc_plan_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscPlanTimes, lsc_plan_times_clear)

G_END_DECLS
