/* lsc-told-sums.h - what an exporter summed up, held against the events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-job.h"
#include "model/lsc-timeline.h"

G_BEGIN_DECLS

/** What of a recording the sums of its exporter are held against. */
typedef enum
{
  LSC_TOLD_NOTHING, /* no sums lie beside it */
  LSC_TOLD_COMM,    /* communication operators of a database */
  LSC_TOLD_EVENTS,  /* everything */
} LscToldNeeds;

LscToldNeeds lsc_told_sums_need (const LscSource *source);
void lsc_told_sums_compare_ops (const LscSource *source, gboolean is_thorough, LscNotices *notices,
                                LscJob *job);
void lsc_told_sums_compare (LscTimeline *timeline, LscJob *job);

G_END_DECLS
