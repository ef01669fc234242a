/* lsc-timeline-range-groups.h - the kernels of a range, by the keys of the page Operators
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "app/timeline/lsc-timeline-panel.h"
#include "judge/operators/lsc-operators.h"
#include "session/lsc-session.h"

G_BEGIN_DECLS

typedef struct _LscRangeQuestion LscRangeQuestion;

/**
 * LscRangeGroups: what a range comes to, group by group
 * @groups: (nullable): %NULL: @reason says why
 * @reason: (nullable): why the recording cannot be grouped so
 */
typedef struct
{
  LscOpGroups *groups;
  char *reason;
  gsize n_kernels;
} LscRangeGroups;

guint lsc_range_groups_list (const char *const **titles);
LscOpKeys lsc_range_groups_get_keys (guint choice);

LscRangeQuestion *lsc_range_question_new (LscSession *session, LscOpKeys keys, guint classes,
                                          const LscTimelineRanges *ranges);
void lsc_range_question_free (LscRangeQuestion *self);
LscRangeGroups *lsc_range_question_ask (const LscRangeQuestion *self, LscJob *job, GError **error);
void lsc_range_question_pin (const LscRangeQuestion *self, LscPin *pin);

void lsc_range_groups_free (LscRangeGroups *self);

G_END_DECLS
