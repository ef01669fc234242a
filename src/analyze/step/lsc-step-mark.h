/* lsc-step-mark.h - what the name of a mark says of an iteration
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/** What an iteration of a server does (steps.md#classes). */
typedef enum
{
  LSC_STEP_PHASE_NONE, /* nobody tells */
  LSC_STEP_PHASE_PREFILL,
  LSC_STEP_PHASE_DECODE,
  LSC_STEP_PHASE_MIXED,  /* some requests are prefilled, others decode */
  LSC_STEP_PHASE_VERIFY, /* several tokens of a request at once, which a draft guessed */
  LSC_STEP_PHASE_DRAFT,
  LSC_STEP_PHASE_IDLE, /* without a request, as others of a group have one */
  LSC_STEP_PHASE_N,
} LscStepPhase;

extern const LscWord lsc_step_phase_words[LSC_STEP_PHASE_N];

/** How much a mark is worth as an iteration; of several kinds in one recording the first counts. */
typedef enum
{
  LSC_MARK_NO_ITERATION,
  LSC_MARK_FORWARD, /* one pass of the model, with its batch */
  LSC_MARK_BATCH,   /* a round of the scheduler, which may hold several passes */
  LSC_MARK_WORD,    /* nothing but a word such as "decode" says so */
} LscMarkRole;

/**
 * LscIterationName: what a name says
 * @batch: requests in it; -1 = not said
 * @number: of the iteration; -1 = not said
 */
typedef struct
{
  LscMarkRole role;
  LscStepPhase phase;
  gint64 batch;
  gint64 number;
} LscIterationName;

LscIterationName lsc_iteration_name_parse (const char *name, gboolean is_annotation);

G_END_DECLS
