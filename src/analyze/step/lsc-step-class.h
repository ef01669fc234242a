/* lsc-step-class.h - which steps are alike, and which count
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/step/lsc-step-mark.h"
#include "base/lsc-array.h"

G_BEGIN_DECLS

/** Why a step is left out of lengths, spread and gains (steps.md#typical). */
typedef enum
{
  LSC_STEP_TYPICAL, /* it is not */
  LSC_STEP_FIRST,   /* the first of three or more: it still warms up */
  LSC_STEP_IDLE,    /* at an end of the recording, and the device was asked for nothing in it */
  LSC_STEP_STUB,    /* likewise, with less than half of the work and length of the others */
  LSC_STEP_FAR,     /* likewise, far from the length of the others */
  LSC_STEP_OPEN,    /* the last: it lacks the pause before the next one */
  LSC_STEP_STALLED, /* the profiler does its own work in it, and it is longer than others */
  LSC_STEP_OTHER,   /* of another class than the one that takes most of the time */
  LSC_STEP_N_STANDINGS,
} LscStepStanding;

extern const LscWord lsc_step_standing_words[LSC_STEP_N_STANDINGS];

#define LSC_CLASS_NONE G_MAXUINT32

/**
 * LscStepClass: steps that do the same (steps.md#classes)
 * @batch: requests in each, as the program marks it; -1 = not known
 * @n_kernels: that each runs, of the first of them, where kernels tell the classes apart; else -1
 * @n: steps that count as such
 * @n_typical: those of them that are not left out for what they are themselves
 * @total_ns: how long @n take together
 * @step_ns: the median of those that are not left out, of an even number the shorter; likewise the
 *   least and the most
 */
typedef struct
{
  LscStepPhase phase;
  gint64 batch;
  gint64 n_kernels;
  gint64 n;
  gint64 n_typical;
  gint64 total_ns;
  gint64 step_ns;
  gint64 least_ns;
  gint64 most_ns;
} LscStepClass;

LSC_DEFINE_ARRAY (LscStepClasses, lsc_step_classes, LscStepClass)

/** Returns: whether the program told them apart */
static inline gboolean
lsc_step_class_is_marked (const LscStepClass *self)
{
  return self->n_kernels < 0;
}

G_END_DECLS
