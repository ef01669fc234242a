/* lsc-straggler-template-private.h - what one step of an op timeline consists of, and what waits
 * for what
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-straggler-model-private.h"

G_BEGIN_DECLS

#define LSC_STRAGGLER_NO_OP G_MAXUINT32

/** When an op of the template was recorded. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
} LscStragglerTime;

/**
 * LscStragglerTemplate: the order of one step, which holds for all
 * @model: its ops, by stage, then start
 * @first: ops of stage p are @first[p] to @first[p + 1] - 1
 * @times: by op
 * @by_key: ops by stage, kind and number
 * @n_chunks: of each stage
 * @owner: by op: of a message the computing op of its stage that it belongs to
 * @before: by op: of a receive the computing op that is over when it is posted
 * @partner: by op: of a message the one at the other end
 */
typedef struct
{
  LscStragglerModel *model;
  gsize *first;
  LscStragglerTime *times;
  guint32 *by_key;
  guint n_chunks;
  guint32 *owner;
  guint32 *before;
  guint32 *partner;
} LscStragglerTemplate;

gboolean _lsc_straggler_template_init (LscStragglerTemplate *self, LscStragglerModel *model,
                                       const LscJobOps *ops, const gsize *workers,
                                       LscPhrase **refusal);
void _lsc_straggler_template_clear (LscStragglerTemplate *self);
void _lsc_straggler_template_list (const LscStragglerTemplate *self, gsize stage, guint kind,
                                   LscIndexes *out);
guint32 _lsc_straggler_template_find (const LscStragglerTemplate *self, gsize stage, guint kind,
                                      guint32 number);
gboolean _lsc_straggler_template_tie (LscStragglerTemplate *self, LscPhrase **refusal);
gboolean _lsc_straggler_template_connect (LscStragglerTemplate *self, LscPhrase **refusal);

/** Counts ops of each kind, of those that were recorded without a number. */
typedef struct
{
  guint32 next[LSC_JOB_N_OP_KINDS];
} LscStragglerNumbers;

static inline guint32
_lsc_straggler_number (LscStragglerNumbers *self, const LscJobOp *op)
{
  guint32 number = self->next[op->kind]++;

  return op->number == LSC_JOB_NO_NUMBER ? number : op->number;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscIndexes, lsc_indexes_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscStragglerTemplate, _lsc_straggler_template_clear)

G_END_DECLS
