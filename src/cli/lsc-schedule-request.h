/* lsc-schedule-request.h - an ideal schedule asked for on the command line
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/theory/lsc-plan.h"

G_BEGIN_DECLS

#define LSC_SCHEDULE_CHUNKS_NOT_GIVEN G_MININT64

/** The words of a command, as given; @stages and @micro_batches 0 = not given. */
typedef struct
{
  const char *name;
  gint64 stages;
  gint64 micro_batches;
  gint64 chunks;       /* LSC_SCHEDULE_CHUNKS_NOT_GIVEN */
  const char *cost;    /* (nullable) "F=10,B=20" */
  const char *latency; /* (nullable) */
  const char *variant; /* (nullable) "no-overlap,no-w-split" */
} LscScheduleWords;

/**
 * LscScheduleRequest: a schedule with its costs
 * @exponent: times are integers of 10^-@exponent of the unit in which the costs were given, so that
 *   every decimal is exact
 */
typedef struct
{
  LscPlan *plan;
  LscPlanTimes times;
  LscPlanCosts costs;
  gint64 latency;
  guint exponent;
  gboolean refill; /* weight gradients were to be moved into waits */
} LscScheduleRequest;

gboolean lsc_schedule_request_init (LscScheduleRequest *self, const LscScheduleWords *words,
                                    GError **error);
void lsc_schedule_request_clear (LscScheduleRequest *self);
void lsc_schedule_request_append (const LscScheduleRequest *self, GString *out, gint64 time);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscScheduleRequest, lsc_schedule_request_clear)

G_END_DECLS
