/* lsc-overlap.h - computing, communication and free time of a rank, exactly
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/lsc-table.h"
#include "analyze/step/lsc-device-steps.h"
#include "base/lsc-interval.h"
#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/**
 * LscOverlapSums: the figures of one step, or of the whole recording (steps.md#overlap, #step)
 * @has_step: FALSE: the recording has no steps, or all of it
 * @begin_ns, @end_ns: first start and last end of C u K in it; equal when there is nothing
 * @host_begin_ns, @host_end_ns: the step on the host; equal when there is no step
 * @extent_begin_ns, @extent_end_ns: device events that start here belong to the step
 * @has_device: whether there is any computing or communication; else the sums mean nothing
 * @free_extended_ns: of a step: its free time and what of the edges lies in its extent; the first
 *   step also has all of the head, the last all of the tail
 * @bubble_ns: of operators hcom_receive*; time that several of them cover counts once
 * @pp_send_receive_ns: communication of groups of pipeline stages
 */
typedef struct
{
  gboolean has_step;
  gint64 step;
  gboolean has_device;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 host_begin_ns;
  gint64 host_end_ns;
  gint64 extent_begin_ns;
  gint64 extent_end_ns;
  gint64 computing_ns;
  gint64 communication_ns;
  gint64 not_overlapped_ns;
  gint64 overlapped_ns;
  gint64 free_ns;
  gboolean has_extended;
  gint64 free_extended_ns;
  gint64 bubble_ns; /* hcom_receive* */
  gint64 stage_ns;
  gint64 preparing_ns; /* 0 without a step */
  gint64 pp_send_receive_ns;
} LscOverlapSums;

LSC_DEFINE_ARRAY (LscOverlapSteps, lsc_overlap_steps, LscOverlapSums)

/**
 * LscOverlap:
 * @computing, @communication, @not_overlapped: merged; gone after lsc_overlap_forget_ranges(), as
 * are @receives and @pipeline
 * @free: inner rule, over the whole recording; empty when the timeline is complete: its lane has it
 * @edges: what the extended rule adds to it: at most a head and a tail
 * @receives, @pipeline: merged: operators hcom_receive*, operators of groups of pipeline stages
 * @steps: LscOverlapSums; one without a step when there are no steps
 * @device: where the steps are on the device; its rule says whether launches are recorded
 * @outside_ns: computing and communication, once, that is in none of the steps; 0 without steps
 * @before_ns: what of @outside_ns was launched before the first step, where the device places the
 * steps
 * @all: of the whole recording
 */
typedef struct
{
  LscIntervals computing;
  LscIntervals communication;
  LscIntervals not_overlapped;
  LscIntervals free;
  LscIntervals edges;
  LscIntervals no_time; /* between steps that have a clock each */
  LscIntervals receives;
  LscIntervals pipeline;
  LscOverlapSteps steps;
  LscDeviceSteps *device;
  gint64 before_ns;
  gint64 outside_ns;
  LscOverlapSums all;
} LscOverlap;

LscOverlap *lsc_overlap_new (const LscTimeline *timeline, LscJob *job, GError **error);
void lsc_overlap_free (LscOverlap *self);
gint64 lsc_overlap_sums_get_busy_ns (const LscOverlapSums *self);
void lsc_overlap_forget_ranges (LscOverlap *self);
LscOverlapSums lsc_overlap_sum_range (const LscOverlap *self, gint64 begin_ns, gint64 end_ns);
LscTable *lsc_overlap_get_table (const LscTimeline *timeline, const LscOverlap *self);
gboolean lsc_timeline_find_step (const LscTimeline *timeline, LscSpot spot, gint64 *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscOverlap, lsc_overlap_free)

G_END_DECLS
