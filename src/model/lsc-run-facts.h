/* lsc-run-facts.h - what pipelines ask of a recording and its lanes do not show
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "model/lsc-run.h"

G_BEGIN_DECLS

/**
 * LscOddKernel: a kernel that is not what its slice shows
 * @detail: LscLane.detail of the slice
 * @name: of the kernel
 * @kernel_class: #LscKernelClass
 *
 * A task with such kernels has no others.
 */
typedef struct
{
  gint64 detail;
  guint32 name;
  guint32 kernel_class;
} LscOddKernel;

LSC_DEFINE_ARRAY (LscOddKernels, lsc_odd_kernels, LscOddKernel)

/** The device of the tasks of a lane, %LSC_ID_NONE = not said. */
typedef struct
{
  guint32 node;
  guint32 device;
} LscLaneDevice;

LSC_DEFINE_ARRAY (LscLaneDevices, lsc_lane_devices, LscLaneDevice)

/** A notice of a run, with the loads that it concerns. */
typedef struct
{
  LscNotice *notice;
  guint loads; /* LscLoadFlags, any of them */
  guint order;
} LscRunNotice;

/**
 * LscRunFacts:
 *
 * Beside the lanes of a timeline what makes a run of it that equals the one that is read of the
 * file with %LSC_LOAD_FOR_PIPELINE. Texts are ids of the timeline's strings; the fields are those
 * of #LscRun. Sealed with the timeline.
 *
 * @comm_tasks: those of messages that name both ranks
 * @steps: rows of STEP_TIME, without steps that were found otherwise
 * @has_backward: some op is said to be a backward one
 * @only_device: tasks of another device do not count; -1 = all do
 * @notices: (element-type LscRunNotice): in the order in which a run lists them
 */
typedef struct
{
  gint64 device;
  gint64 only_device;
  gint64 collection_end_ns;
  char *schema_version;
  gboolean has_marks_table;
  gboolean has_mark_domains;
  gboolean has_backward;
  LscInt64s threads;
  LscSteps steps;
  LscMarks marks;
  LscMarkTasks mark_tasks;
  LscStepTasks step_tasks;
  LscCommOps comm_ops;
  LscCommTasks comm_tasks;
  LscOddKernels odd_kernels;
  gboolean has_exchange; /* kernels among them are tasks of communication in the lanes */
  LscLaneDevices lane_devices;
  GArray *notices;
} LscRunFacts;

LscRunFacts *lsc_run_facts_new (void);
void lsc_run_facts_free (LscRunFacts *self);
void lsc_run_facts_add_notice (LscRunFacts *self, const LscNotice *notice, guint loads,
                               guint order);
void lsc_run_facts_seal (LscRunFacts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscRunFacts, lsc_run_facts_free)

G_END_DECLS
