/* lsc-straggler-messages-private.h - the ops of a recorded schedule and its messages as a model
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/stragglers/lsc-straggler-model-private.h"
#include "analyze/theory/lsc-study.h"

G_BEGIN_DECLS

/** From where to where a message goes: ops of the plan. Two blocks may hand over two of them. */
typedef struct
{
  guint32 src;
  guint32 dst;
  gboolean is_backward;
} LscStragglerEnds;

/**
 * LscStragglerMessage: what a block of another stage hands over
 * @send, @receive: ops of the model
 */
typedef struct
{
  LscStragglerEnds ends;
  guint32 send;
  guint32 receive;
  gint64 send_start_ns;
  gint64 receive_start_ns;
} LscStragglerMessage;

LSC_DEFINE_ARRAY (LscStragglerMessages, lsc_straggler_messages, LscStragglerMessage)

/** What is known of when receives are posted (stragglers.md#pipelines). */
typedef enum
{
  LSC_STRAGGLER_POSTED,   /* when the computing of their direction before is over */
  LSC_STRAGGLER_UNPOSTED, /* nothing: they begin with their sends */
  LSC_STRAGGLER_UNSENT,   /* messages are not replayed */
} LscStragglerRules;

/**
 * LscStragglerSchedule: the order of one step of one pipeline, which holds for all
 * @study: of that step
 * @op_of_block: by op of its plan: op of the model
 * @messages: by source and destination; empty where they are not replayed
 * @rules: by which they are
 */
typedef struct
{
  LscStudy *study;
  guint32 *op_of_block;
  LscStragglerMessages messages;
  LscStragglerRules rules;
} LscStragglerSchedule;

gboolean _lsc_straggler_schedule_init (LscStragglerSchedule *self, LscStudy *study,
                                       LscStragglerRules rules, LscStragglerModel *model,
                                       LscPhrase **refusal);
void _lsc_straggler_schedule_clear (LscStragglerSchedule *self);
const LscPipelineLink *_lsc_straggler_find_link (const LscPipelineLink *const *sorted, gsize n,
                                                 const LscStudy *study, LscStragglerEnds ends);
const LscPipelineLink **_lsc_straggler_sort_links (const LscStudy *study, gsize *n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LscStragglerSchedule, _lsc_straggler_schedule_clear)

G_END_DECLS
