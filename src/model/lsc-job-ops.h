/* lsc-job-ops.h - the op timeline of a whole job: what each worker did in each step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"
#include "base/lsc-intern.h"
#include "model/lsc-notice.h"

G_BEGIN_DECLS

/** Kinds of ops that the study of stragglers knows (formats.md#op-kinds). */
typedef enum
{
  LSC_JOB_OP_PARAMS_ALL_GATHER,
  LSC_JOB_OP_FORWARD_RECV,
  LSC_JOB_OP_FORWARD_COMPUTE,
  LSC_JOB_OP_FORWARD_SEND,
  LSC_JOB_OP_BACKWARD_RECV,
  LSC_JOB_OP_BACKWARD_COMPUTE,
  LSC_JOB_OP_BACKWARD_SEND,
  LSC_JOB_OP_GC,
  LSC_JOB_OP_LAYERNORM_ALL_REDUCE,
  LSC_JOB_OP_EMBEDDING_ALL_REDUCE,
  LSC_JOB_OP_REDUCE_SCATTER,
  LSC_JOB_OP_SEPARATE_ALL_REDUCE,
  LSC_JOB_OP_CLIP_GRAD,
  LSC_JOB_OP_OPTIMIZER,
  LSC_JOB_N_OP_KINDS,
  LSC_JOB_OP_OTHER = LSC_JOB_N_OP_KINDS, /* drawn, in no replay */
} LscJobOpKind;

/** Where an op is drawn: a lane of its worker. */
typedef enum
{
  LSC_JOB_ROW_COMPUTE,
  LSC_JOB_ROW_MESSAGES,
  LSC_JOB_ROW_TENSOR,
  LSC_JOB_ROW_DATA, /* data parallel, and the end of a step */
  LSC_JOB_ROW_MISC,
  LSC_JOB_N_ROWS,
} LscJobRow;

#define LSC_JOB_NO_MICRO_BATCH G_MAXUINT16
#define LSC_JOB_NO_CHUNK G_MAXUINT16
#define LSC_JOB_NO_NUMBER G_MAXUINT32

/**
 * LscJobOp: 32 bytes
 * @length_ns: may be below 0 where clocks of hosts differ; drawn it has the length 0
 * @name: id in LscJobOps.strings, as it was recorded
 * @number: among the ops of its kind, of its worker, in its step, by start, from 0;
 *   %LSC_JOB_NO_NUMBER
 */
typedef struct
{
  gint64 start_ns;
  gint64 length_ns;
  guint32 name;
  guint32 number;
  guint16 micro_batch;
  guint16 chunk;
  guint8 kind; /* LscJobOpKind */
  guint8 row;  /* LscJobRow */
  guint16 reserved;
} LscJobOp;

/** One recorded rank. */
typedef struct
{
  gint64 replica;
  gint64 stage;
  gint64 rank;
} LscJobWorker;

/** A step on its clock: they were laid one behind the other, what lies between them is no time. */
typedef struct
{
  gint64 number;
  gint64 begin_ns;
  gint64 length_ns;
} LscJobStep;

LSC_DEFINE_ARRAY (LscJobOpArray, lsc_job_op_array, LscJobOp)
LSC_DEFINE_ARRAY (LscJobWorkers, lsc_job_workers, LscJobWorker)
LSC_DEFINE_ARRAY (LscJobSteps, lsc_job_steps, LscJobStep)

/**
 * LscJobOps:
 * @name: (nullable): of the job
 * @n_ranks: of the job, recorded or not; 0 = not known
 * @workers: by rank
 * @steps: by number
 * @ops: by step, worker, start, then in the order of the file
 * @first: those of step s and worker w are @ops[@first[s * workers.n + w]] to @ops[@first[that + 1]
 *   - 1]
 *
 * Complete when it is handed over, then shared by threads without locks. Reference counted.
 */
typedef struct
{
  gatomicrefcount refs;
  char *name;
  gint64 n_ranks;
  LscIntern *strings;
  LscJobWorkers workers;
  LscJobSteps steps;
  LscJobOpArray ops;
  gsize *first;
  LscNotices *notices;
} LscJobOps;

LscJobOps *lsc_job_ops_new (void);
LscJobOps *lsc_job_ops_ref (LscJobOps *self);
void lsc_job_ops_unref (LscJobOps *self);
const LscJobOp *lsc_job_ops_get (const LscJobOps *self, gsize step, gsize worker, gsize *n);
const char *lsc_job_op_kind_name (LscJobOpKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscJobOps, lsc_job_ops_unref)

G_END_DECLS
