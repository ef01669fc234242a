/* lsc-straggler-model-private.h - the ops of a job as a replay takes them, whatever they were read
 * from
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-stragglers.h"
#include "analyze/theory/lsc-replay.h"

G_BEGIN_DECLS

/**
 * LscStragglerModel:
 * @replay: what waits for what among @ops; its copies are the replicas
 * @ops: what each step consists of; their times in the ideal replay are not known yet
 * @stages, @replicas: their numbers
 * @ranks: replica * @n_stages + stage; -1 = not known
 * @numbers: of the steps
 * @recorded_ns: by step
 * @lengths: (step * @n_ops + op) * @n_replicas + replica
 */
typedef struct
{
  LscReplay *replay;
  LscStragglerOp *ops;
  gsize n_ops;
  gint64 *stages;
  gsize n_stages;
  gint64 *replicas;
  gsize n_replicas;
  gint64 *ranks;
  gint64 *numbers;
  gint64 *recorded_ns;
  gsize n_steps;
  gint64 *lengths;
} LscStragglerModel;

/** A wait: @node for @need. */
typedef struct
{
  guint32 node;
  guint32 need;
} LscStragglerWait;

LSC_DEFINE_ARRAY (LscStragglerWaits, lsc_straggler_waits, LscStragglerWait)

void _lsc_straggler_model_clear (LscStragglerModel *self);
gboolean _lsc_straggler_model_connect (LscStragglerModel *self, const LscStragglerWaits *waits,
                                       const LscReplayGroups *groups, LscPhrase **refusal);
gboolean _lsc_straggler_model_allocate (LscStragglerModel *self, gsize n_steps,
                                        LscPhrase **refusal);
gboolean _lsc_straggler_model_check (const LscStragglerModel *self, LscPhrase **refusal);

/** Returns: (array length=n_replicas): recorded lengths of an op in a step */
static inline gint64 *
_lsc_straggler_model_row (const LscStragglerModel *self, gsize step, gsize op)
{
  return self->lengths + (step * self->n_ops + op) * self->n_replicas;
}

/** Returns: whether ops of this kind compute blocks of micro-batches */
static inline gboolean
_lsc_straggler_kind_computes (guint kind)
{
  return kind == LSC_JOB_OP_FORWARD_COMPUTE || kind == LSC_JOB_OP_BACKWARD_COMPUTE ||
         kind == LSC_STRAGGLER_INPUTS || kind == LSC_STRAGGLER_WEIGHTS ||
         kind == LSC_STRAGGLER_PAIR;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscStragglerModel, _lsc_straggler_model_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscStragglerWaits, lsc_straggler_waits_clear)

/* figures: the replays, and what follows from them */
gboolean _lsc_stragglers_compute (LscStragglers *self, const LscStragglerModel *model, LscJob *job,
                                  GError **error);
/* lengths: without a replay */
void _lsc_stragglers_measure (LscStragglers *self, const LscStragglerModel *model);
gint64 *_lsc_straggler_ideal_lengths (const LscStragglerModel *self);

LscStragglers *_lsc_stragglers_new_empty (void);

G_END_DECLS
