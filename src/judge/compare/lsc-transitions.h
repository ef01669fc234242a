/* lsc-transitions.h - what became of what between two recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/compare/lsc-kernel-pairs.h"

G_BEGIN_DECLS

/** What a change is (compare.md#transitions). */
typedef enum
{
  LSC_TRANSITION_FUSED,    /* kernels became fewer other ones */
  LSC_TRANSITION_SPLIT,    /* more other ones */
  LSC_TRANSITION_REPLACED, /* as many other ones */
  LSC_TRANSITION_DROPPED,  /* none */
  LSC_TRANSITION_ADDED,    /* from none */
  LSC_TRANSITION_PARTED,   /* AllReduce became ReduceScatter and AllGather */
  LSC_TRANSITION_JOINED,   /* the reverse */
  LSC_TRANSITION_HIDDEN,   /* communication moved under computing */
  LSC_TRANSITION_EXPOSED,  /* the reverse */
  LSC_TRANSITION_MODULE,   /* a module took the place of another one */
  LSC_TRANSITION_MOVED,    /* the same, at another place of the step */
  LSC_TRANSITION_N,
} LscTransitionKind;

extern const LscWord lsc_transition_words[LSC_TRANSITION_N];

/**
 * LscTransition: one change with both sides
 * @names: (owned): of each side what was or is there; "" = nothing
 * @n: how many a step of a rank, mean
 * @ns: how long a step of a rank, mean; of communication what nothing hides
 */
typedef struct
{
  LscTransitionKind kind;
  char *names[2];
  double n[2];
  gint64 ns[2];
} LscTransition;

LscTransition *lsc_transitions_get (GPtrArray *self, LscTransitionKind kind, const char *before,
                                    const char *after);
GPtrArray *lsc_transitions_new (void);
void lsc_transitions_take_block (const LscKernelBlock *block, gpointer self);
void lsc_transitions_finish (GPtrArray *self, guint n_pairs);
LscTransition lsc_transitions_sum (const GPtrArray *self, LscTransitionKind kind);

/** Returns: one of them */
static inline const LscTransition *
lsc_transitions_at (const GPtrArray *self, guint index)
{
  return self->pdata[index];
}

G_END_DECLS
