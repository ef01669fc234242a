/* lsc-job-ops.c - the op timeline of a whole job: what each worker did in each step
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-job-ops.h"

static const char *const kind_names[LSC_JOB_N_OP_KINDS] = {
  [LSC_JOB_OP_PARAMS_ALL_GATHER] = "params-all-gather",
  [LSC_JOB_OP_FORWARD_RECV] = "forward-recv",
  [LSC_JOB_OP_FORWARD_COMPUTE] = "forward-compute",
  [LSC_JOB_OP_FORWARD_SEND] = "forward-send",
  [LSC_JOB_OP_BACKWARD_RECV] = "backward-recv",
  [LSC_JOB_OP_BACKWARD_COMPUTE] = "backward-compute",
  [LSC_JOB_OP_BACKWARD_SEND] = "backward-send",
  [LSC_JOB_OP_GC] = "gc",
  [LSC_JOB_OP_LAYERNORM_ALL_REDUCE] = "layernorm-grads-all-reduce",
  [LSC_JOB_OP_EMBEDDING_ALL_REDUCE] = "embedding-grads-all-reduce",
  [LSC_JOB_OP_REDUCE_SCATTER] = "grads-reduce-scatter",
  [LSC_JOB_OP_SEPARATE_ALL_REDUCE] = "separate-grads-all-reduce",
  [LSC_JOB_OP_CLIP_GRAD] = "optimizer-clip-main-grad",
  [LSC_JOB_OP_OPTIMIZER] = "optimizer",
};

/**
 * lsc_job_ops_new:
 *
 * Returns: (transfer full): without workers, steps and ops; who fills it sorts them and makes
 *   LscJobOps.first
 */
LscJobOps *
lsc_job_ops_new (void)
{
  LscJobOps *self = g_new0 (LscJobOps, 1);

  g_atomic_ref_count_init (&self->refs);
  self->strings = lsc_intern_new ();
  self->notices = lsc_notices_new ();
  return self;
}

/** Returns: (transfer full): @self */
LscJobOps *
lsc_job_ops_ref (LscJobOps *self)
{
  g_return_val_if_fail (self, NULL);
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
lsc_job_ops_unref (LscJobOps *self)
{
  g_return_if_fail (self);
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->name);
  lsc_intern_unref (self->strings);
  lsc_job_workers_clear (&self->workers);
  lsc_job_steps_clear (&self->steps);
  lsc_job_op_array_clear (&self->ops);
  g_free (self->first);
  lsc_notices_unref (self->notices);
  g_free (self);
}

/**
 * lsc_job_ops_get:
 * @step, @worker: indexes
 * @n: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n): the ops of a worker in a step, by start
 */
const LscJobOp *
lsc_job_ops_get (const LscJobOps *self, gsize step, gsize worker, gsize *n)
{
  g_return_val_if_fail (self && n && self->first, NULL);
  gsize at = step * self->workers.n + worker;

  g_return_val_if_fail (step < self->steps.n && worker < self->workers.n, NULL);
  *n = self->first[at + 1] - self->first[at];
  return *n > 0 ? self->ops.items + self->first[at] : NULL;
}

/** Returns: (transfer none) (nullable): how op timelines name ops of this kind */
const char *
lsc_job_op_kind_name (LscJobOpKind kind)
{
  return (guint) kind < LSC_JOB_N_OP_KINDS ? kind_names[kind] : NULL;
}
