/* lsc-straggler-marks.h - what stands out in a study of stragglers: a stage, a replica, a worker
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-stragglers.h"

G_BEGIN_DECLS

/** S from which on a place can stand out (stragglers.md#marks). */
#define LSC_STRAGGLER_LEAST 1.03

/** Slots from a step to the next one where many steps between them were not recorded. */
#define LSC_STRAGGLER_BREAK 3

/** Which kind of cause the S of the workers show. */
typedef enum
{
  LSC_STRAGGLERS_UNKNOWN,   /* there is no study */
  LSC_STRAGGLERS_NOTHING,   /* no worker takes long */
  LSC_STRAGGLERS_STAGES,    /* a row of the map */
  LSC_STRAGGLERS_REPLICAS,  /* a column of the map */
  LSC_STRAGGLERS_WORKERS,   /* cells: where slow rows and columns cross */
  LSC_STRAGGLERS_ALL,       /* everything, nearly alike */
  LSC_STRAGGLERS_SCATTERED, /* some workers, of no one stage or replica */
  LSC_STRAGGLERS_ALONE,     /* one worker, which nothing can be compared with */
} LscStragglerPattern;

/**
 * LscStragglerMarks: what stands out (stragglers.md#marks)
 * @stages, @replicas, @steps: by index: whether it stands out from the others
 * @slots: by index of a step, where it stands when steps are drawn one beside another: 1 behind the
 *   one before, and %LSC_STRAGGLER_BREAK where far more steps lie between than usual
 * @n_slots: of all steps
 * @text: which kind of cause it is, and where
 * @detail: (nullable): what stands out besides
 */
typedef struct
{
  LscStragglerPattern pattern;
  gboolean *stages;
  gboolean *replicas;
  gboolean *steps;
  gsize *slots;
  gsize n_slots;
  LscPhrase *text;
  LscPhrase *detail;
} LscStragglerMarks;

LscStragglerMarks *lsc_straggler_marks_new (const LscStragglers *study);
void lsc_straggler_marks_free (LscStragglerMarks *self);

/** Returns: whether a worker is to blame by itself: its stage and its replica stand out */
static inline gboolean
lsc_straggler_marks_has_worker (const LscStragglerMarks *self, gsize replica, gsize stage)
{
  return self->pattern == LSC_STRAGGLERS_WORKERS && self->stages[stage] && self->replicas[replica];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscStragglerMarks, lsc_straggler_marks_free)

G_END_DECLS
