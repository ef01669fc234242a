/* lsc-verdict-types.h - what makes the steps of a pipeline longer, one cause a row
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/pipeline/lsc-pipeline-types.h"
#include "analyze/theory/lsc-what-if-types.h"
#include "base/lsc-phrase.h"

G_BEGIN_DECLS

/** What is to blame (verdicts.md#causes). */
typedef enum
{
  LSC_VERDICT_CLOCKS,
  LSC_VERDICT_SLOW_RANK,
  LSC_VERDICT_HEAVY_STAGE,
  LSC_VERDICT_SLOW_LINK,
  LSC_VERDICT_LATE_HOST,
  LSC_VERDICT_HOST_OR_LINK,
  LSC_VERDICT_SLOW_COLLECTIVE,
  LSC_VERDICT_HOST_GAPS,
  LSC_VERDICT_LONG_MICRO_BATCH,
  LSC_VERDICT_PAUSE,
  LSC_VERDICT_UNKNOWN, /* a step is longer than the others, and nothing tells why */
  LSC_VERDICT_SCHEDULE,
  LSC_VERDICT_LOW_CLOCK, /* these two kernels tell, not blocks: findings decide them */
  LSC_VERDICT_UNEVEN_WORK,
  LSC_VERDICT_N_CAUSES,
} LscVerdictCause;

typedef enum
{
  LSC_CERTAINTY_SURE,   /* what was recorded excludes every other cause */
  LSC_CERTAINTY_LIKELY, /* explains best, others remain */
  LSC_CERTAINTY_UNKNOWN,
  LSC_CERTAINTY_N,
} LscCertainty;

/** What it is told by. */
typedef enum
{
  LSC_EVIDENCE_BLOCKS,       /* lengths of blocks, without kernels */
  LSC_EVIDENCE_KERNELS,      /* lengths of kernels */
  LSC_EVIDENCE_MORE_KERNELS, /* lengths and number of kernels */
  LSC_EVIDENCE_COLLECTIVES,  /* collectives inside blocks */
  LSC_EVIDENCE_IDLE,         /* idle device inside blocks */
  LSC_EVIDENCE_MESSAGES,     /* recorded sends and receives */
  LSC_EVIDENCE_LAUNCHES,     /* recorded launches besides */
  LSC_EVIDENCE_GAPS,         /* gaps between blocks, without messages */
  LSC_EVIDENCE_ORDER,        /* the order of the blocks */
  LSC_EVIDENCE_CLOCKS,
  LSC_EVIDENCE_N,
} LscEvidence;

/** What the gain of another schedule takes for fixed (verdicts.md#gain). */
typedef enum
{
  LSC_REPAIR_NONE,     /* nothing: no device is known to be slow */
  LSC_REPAIR_ASSUMED,  /* a slow device, whose own gain may be a part of it */
  LSC_REPAIR_INCLUDED, /* a slow device, whose own gain is a part of it */
} LscRepair;

/**
 * LscScheduleGains: what another schedule gains, with and without slow devices that are fixed
 * @n_stages: of the pipeline, %LSC_INT_NULL where only @own_ns is known
 * @own_ns: with what takes longer taken for layers; %LSC_INT_NULL where nothing is gained
 * @fixed_ns: by suspect: and with what its ranks take longer gone
 */
typedef struct
{
  gint64 n_stages;
  gint64 own_ns;
  gint64 fixed_ns[LSC_N_SUSPECTS];
} LscScheduleGains;

/**
 * LscVerdict: one cause at one place
 * @group: index of the pipeline that shows it most
 * @step: number of the step as recorded, %LSC_INT_NULL = all
 * @stage: @rank, @peer_stage, @peer_rank, @micro_batch: %LSC_INT_NULL where there is none, or it is
 *   not known
 * @kind: LscBlockKind of a block that pauses, %LSC_CODE_NULL
 * @excess: how much longer it takes than what it is compared with, 0.1 = 10 %; %LSC_REAL_NULL
 * @gain_ns: the replay with it less the replay without it, per step, median; %LSC_INT_NULL
 * @share: @gain_ns of the pipeline's window in a step
 * @step_share: @gain_ns of the whole step, as findings tell it; %LSC_REAL_NULL where none judged it
 * @op: (nullable): name of the kernels that take most of the excess; @op_share: of it
 * @schedule: the one that was recognised, of %LSC_VERDICT_SCHEDULE, else %LSC_SCHEDULE_NONE
 * @other: the schedule that would bring the gain, %LSC_SCHEDULE_NONE = none surely does
 * @repair: what its gain takes for fixed; @gains: which it is one of
 * @text: (nullable): says it, where it was decided by more than the pipeline
 * @line: (nullable): the same in at most twelve words, of the finding that it became
 * @remedy: (nullable): what to do first, of that finding
 */
typedef struct
{
  gint64 group;
  gint64 step;
  LscVerdictCause cause;
  gint64 stage;
  gint64 rank;
  gint64 peer_stage;
  gint64 peer_rank;
  int kind;
  gint64 micro_batch;
  gint64 gain_ns;
  double share;
  double step_share;
  double excess;
  char *op;
  double op_share;
  LscCertainty certainty;
  LscEvidence evidence;
  LscScheduleType schedule;
  LscScheduleType other;
  LscRepair repair;
  LscScheduleGains gains;
  LscPhrase *text;
  LscPhrase *line;
  LscPhrase *remedy;
} LscVerdict;

/** LscVerdictPlace: where a rank stands. @window_ns: of the usual step of its pipeline */
typedef struct
{
  gint64 rank;
  gint64 group;
  gint64 stage;
  gint64 window_ns;
} LscVerdictPlace;

/**
 * LscVerdicts: immutable after it was made; reference counted; worst first
 * @is_partial: of a pipeline no schedule was recognised: causes that need one were not looked for
 * @step_ns: what @step_share is of; %LSC_INT_NULL
 * @is_step_mean: it is the mean of the steps, which differs from the median
 * @found_ns: what the largest finding gains, 0 where there is none
 * @places: (element-type LscVerdictPlace): of every rank of the pipelines
 */
typedef struct
{
  gatomicrefcount refs;
  gboolean is_partial;
  gint64 step_ns;
  gboolean is_step_mean;
  gint64 found_ns;
  GArray *rows; /* LscVerdict */
  GArray *places;
} LscVerdicts;

/** Returns: row @index */
static inline const LscVerdict *
lsc_verdicts_get (const LscVerdicts *self, guint index)
{
  return &g_array_index (self->rows, LscVerdict, index);
}

G_END_DECLS
