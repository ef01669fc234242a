/* lsc-synth-timeline.h - when every block, message and step of the run takes place
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "synth/lsc-synth-plan.h"
#include "synth/lsc-synth-schedule.h"

G_BEGIN_DECLS

/* Begin of the run: 2 February 2026, 02:40 UTC. */
#define LSC_SYNTH_BASE_NS G_GINT64_CONSTANT (1770000000000000000)

typedef enum
{
  LSC_SYNTH_PLAN_F,
  LSC_SYNTH_PLAN_B,
  LSC_SYNTH_PLAN_I,
  LSC_SYNTH_PLAN_W,
  LSC_SYNTH_PLAN_L,
  LSC_SYNTH_N_PLANS,
} LscSynthPlanKind;

/**
 * LscSynthReplica:
 * @rows: for each stage an array of LscSynthBlock with times
 * @messages: array of LscSynthMessage, by sender, receiver and time
 *
 * One step of one data-parallel replica.
 */
typedef struct
{
  GPtrArray *rows;
  GArray *messages;
} LscSynthReplica;

typedef struct
{
  guint id;
  gint64 host_begin_ns;
  gint64 host_end_ns;
  gint64 optimizer_begin_ns;
  gint64 optimizer_end_ns;
  LscSynthReplica *replicas;
} LscSynthStep;

/**
 * LscSynthTimeline:
 * @plans: LSC_SYNTH_N_PLANS for each virtual stage
 * @n_kernels: estimate for all ranks together
 * @origin_ns: begin of the run, where clocks that drift are right
 * @lead_ns: how much earlier the host does everything than a host that waits for the device
 *
 * All times are true ones; the clock of host 0 shows them unless it has an offset of its own.
 */
typedef struct
{
  const LscSynthOptions *options;
  LscSynthSchedule *schedule;
  LscSynthPlan **plans;
  guint n_virtual;
  LscSynthPlan *optimizer;
  LscSynthPlan *filler;
  LscSynthStep *steps;
  gint64 unit_ns;
  gint64 n_kernels;
  gint64 origin_ns;
  gint64 lead_ns;
  gboolean detailed;
} LscSynthTimeline;

LscSynthTimeline *lsc_synth_timeline_new (LscSynthOptions *options, GError **error);
void lsc_synth_timeline_free (LscSynthTimeline *self);
const LscSynthPlan *lsc_synth_timeline_plan (const LscSynthTimeline *self, guint stage, guint chunk,
                                             LscSynthPlanKind kind);
gint64 lsc_synth_timeline_clock_offset (const LscSynthOptions *options, guint rank);
gint64 lsc_synth_timeline_clock_drift (const LscSynthOptions *options, guint rank);
gint64 lsc_synth_timeline_gain (gint64 drift_ppb, gint64 length_ns);
gint64 lsc_synth_timeline_local (const LscSynthTimeline *self, guint rank, gint64 true_ns);
guint lsc_synth_timeline_host (const LscSynthOptions *options, guint rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscSynthTimeline, lsc_synth_timeline_free)

G_END_DECLS
