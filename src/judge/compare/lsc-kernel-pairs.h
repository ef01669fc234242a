/* lsc-kernel-pairs.h - which kernels of two steps belong together
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"

G_BEGIN_DECLS

/**
 * LscKernelPairs: how many kernels of the paired steps were paired in the order of their streams
 * @n_exact: of the same name, type and shapes, as far as both recordings tell them
 * @n_other_shape: of the same name
 * @n_renamed: of the same type at the same place
 * @n_only: without a partner, before and after
 * @common: multiset similarity of type and shapes, 0 to 1; NAN without kernels
 */
typedef struct
{
  gint64 n_exact;
  gint64 n_other_shape;
  gint64 n_renamed;
  gint64 n_only[2];
  double common;
} LscKernelPairs;

/**
 * LscKernelBlock: kernels of a stream between two that have partners, where the sides differ
 * @sides, @first, @n: of each side its kernels
 */
typedef struct
{
  const LscStepKernels *sides[2];
  gsize first[2];
  gsize n[2];
} LscKernelBlock;

typedef void (*LscKernelBlockFunc) (const LscKernelBlock *block, gpointer data);

void lsc_kernel_pairs_add (LscKernelPairs *self, const LscStepKernels *before,
                           const LscStepKernels *after, LscKernelBlockFunc func, gpointer data);
double lsc_kernel_pairs_find_common (const LscStepKernels *before, const LscStepKernels *after);

G_END_DECLS
