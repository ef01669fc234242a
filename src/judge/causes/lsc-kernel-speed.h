/* lsc-kernel-speed.h - how fast ranks run kernels that do the same work
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

/** Of the ranks of a job. Immutable; borrows the digests. */
typedef struct _LscKernelSpeeds LscKernelSpeeds;

/**
 * LscKernelProof: kernels of one shape on a rank and on another one that runs at the usual speed
 * @kernel, @peer_kernel: (nullable): %NULL: there are none
 * @peer: index of the other rank
 * @excess_ns: what they take longer on the rank than usually, over the steps that count
 */
typedef struct
{
  const LscDigestShape *kernel;
  const LscDigestShape *peer_kernel;
  gsize peer;
  double excess_ns;
} LscKernelProof;

LscKernelSpeeds *lsc_kernel_speeds_new (const LscRankDigest *const *digests, gsize n);
void lsc_kernel_speeds_free (LscKernelSpeeds *self);
double lsc_kernel_speeds_get_covered (const LscKernelSpeeds *self, gsize rank);
gsize lsc_kernel_speeds_list_longer (const LscKernelSpeeds *self, gsize rank, double *longer);
LscKernelProof lsc_kernel_speeds_find_proof (const LscKernelSpeeds *self, gsize rank,
                                             const gboolean *is_usual);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LscKernelSpeeds, lsc_kernel_speeds_free)

G_END_DECLS
