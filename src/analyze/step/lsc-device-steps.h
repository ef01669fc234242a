/* lsc-device-steps.h - steps by what the device does for them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-step-class.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What places the steps of a rank (steps.md#device-step). */
typedef enum
{
  LSC_STEPS_NONE,      /* there are no steps */
  LSC_STEPS_BY_DEVICE, /* the host is ahead somewhere: from first kernel to first kernel */
  LSC_STEPS_BY_HOST,   /* it is ahead nowhere: the host's windows hold what they launched */
  LSC_STEPS_UNLINKED,  /* launches are not recorded: the host's windows */
} LscStepsRule;

/** Tasks of the device. */
typedef struct
{
  gint64 n_kernels; /* that compute */
  gint64 n_comms;   /* communication operators; of a GPU their kernels */
  gint64 n_copies;
  gint64 end_ns; /* of the last task of any kind; %G_MININT64 = none */
} LscTaskCount;

/**
 * LscDeviceStep: times of the rank's clock, ns
 * @step: its number
 * @host_begin_ns, @host_end_ns: the host's mark
 * @skew_ns: what is added to those where they are compared with the device, 0 or less
 * @begin_ns, @end_ns: the step; equal where the device did nothing for it
 * @first_task_ns, @first_busy_ns, @first_compute_ns: of the tasks that were launched in it the
 * first of any kind, the first that computes or communicates, the first that computes; %G_MAXINT64
 * = none
 * @tasks: launched in it, wherever they run
 * @is_cut: the recording ended before the device had done what was launched in it
 * @is_open: nothing of the device follows: it ends with its own last task, where others last to the
 *   begin of the next one
 * @class: index in LscDeviceSteps.classes, %LSC_CLASS_NONE
 * @standing: whether it counts in lengths, spread and gains; of one that does not count at all
 *   nothing is said
 */
typedef struct
{
  gint64 step;
  gint64 host_begin_ns;
  gint64 host_end_ns;
  gint64 skew_ns;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 first_task_ns;
  gint64 first_busy_ns;
  gint64 first_compute_ns;
  LscTaskCount tasks;
  gboolean is_cut;
  gboolean is_open;
  guint32 class;
  LscStepStanding standing;
} LscDeviceStep;

LSC_DEFINE_ARRAY (LscDeviceStepList, lsc_device_step_list, LscDeviceStep)

/** @step: its number */
typedef struct
{
  guint32 slice; /* id */
  gint64 step;
} LscLaunchedComm;

LSC_DEFINE_ARRAY (LscLaunchedComms, lsc_launched_comms, LscLaunchedComm)

/**
 * LscDeviceSteps:
 * @steps: one for each step of the timeline, in its order; of one that was recorded twice, by two
 *   threads, or inside another one the second has no length
 * @windows: those of @steps that count, from begin to end
 * @comms: communication that was launched in a step, by slice
 * @classes: of the steps that count; empty where they are all alike
 * @main_class: the one that takes most of the time, %LSC_CLASS_NONE
 * @front_ns: of the first step, what communicates or copies in front of its first kernel, each
 *   moment once, where the device places it
 * @before: of no step: launched before the first one
 * @between, @after: likewise in the pauses of the marks, and after the last one
 */
typedef struct
{
  LscStepsRule rule;
  LscDeviceStepList steps;
  LscSteps windows;
  LscLaunchedComms comms;
  LscStepClasses classes;
  guint32 main_class;
  gint64 front_ns;
  LscTaskCount before;
  LscTaskCount between;
  LscTaskCount after;
} LscDeviceSteps;

LscDeviceSteps *lsc_device_steps_new (const LscTimeline *timeline);
void lsc_device_steps_free (LscDeviceSteps *self);
gint64 lsc_device_steps_find_comm (const LscDeviceSteps *self, guint32 slice);

/** Returns: whether it counts as a step: the device did something for it, and all was recorded */
static inline gboolean
lsc_device_step_counts (const LscDeviceStep *self)
{
  return self->end_ns > self->begin_ns && !self->is_cut;
}

/** Returns: how far the device is behind the host where the step begins, ns; 0 without a kernel */
static inline gint64
lsc_device_step_get_lead_begin_ns (const LscDeviceStep *self)
{
  return self->end_ns > self->begin_ns ? self->begin_ns - self->host_begin_ns - self->skew_ns : 0;
}

/** Returns: how long after the host's mark the last task of the step ended, ns; below 0: before */
static inline gint64
lsc_device_step_get_lead_end_ns (const LscDeviceStep *self)
{
  return self->tasks.end_ns > G_MININT64 ? self->tasks.end_ns - self->host_end_ns - self->skew_ns
                                         : 0;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscDeviceSteps, lsc_device_steps_free)

G_END_DECLS
