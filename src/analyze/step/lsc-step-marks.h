/* lsc-step-marks.h - the iterations that a program marks
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-step-mark.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** A range on a thread that stands for an iteration. @name: id in the timeline's strings */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 name;
  LscIterationName about;
} LscIterationMark;

LSC_DEFINE_ARRAY (LscIterationMarks, lsc_iteration_marks, LscIterationMark)

void lsc_iteration_marks_find (LscIterationMarks *self, const LscTimeline *timeline);
void lsc_timeline_find_marked_steps (LscTimeline *timeline);

G_END_DECLS
