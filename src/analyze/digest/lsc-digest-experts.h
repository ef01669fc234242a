/* lsc-digest-experts.h - tokens that the experts of a rank take in
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/** All experts of a rank together. */
#define LSC_EXPERT_ALL G_MAXUINT32

/** So many experts of a rank are told apart; more of a kernel are taken together. */
#define LSC_DIGEST_MOST_EXPERTS 1024

/**
 * LscDigestExpert: what an expert of a rank, or all of them, take in during a step
 * @step: index of LscRankDigest.steps, %LSC_SLICE_NONE: outside of all steps
 * @expert: its place among the experts of the rank, where kernels have an input for each;
 *   %LSC_EXPERT_ALL: all together, also those that are not told apart
 * @n: kernels; @n_unread: those of them of which it is not known; of these @tokens has nothing
 * @tokens: %LSC_INT_NULL = more than a number holds
 */
typedef struct
{
  guint32 step;
  guint32 expert;
  gint64 n;
  gint64 n_unread;
  gint64 tokens;
} LscDigestExpert;

LSC_DEFINE_ARRAY (LscDigestExperts, lsc_digest_experts, LscDigestExpert)

G_END_DECLS
