/* lsc-compare-work.h - whether the steps of two recordings do the same work
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-step-kernels.h"

G_BEGIN_DECLS

/** Whether steps of both sides do the same work (compare.md#work). */
typedef enum
{
  LSC_WORK_MATCH_SAME,    /* by the shapes of their products */
  LSC_WORK_MATCH_PARTLY,  /* of the same input; some products differ, or run again */
  LSC_WORK_MATCH_ASSUMED, /* shapes are not known, and nothing speaks against it */
  LSC_WORK_MATCH_UNKNOWN, /* shapes are not known, and the kernels may do other work */
  LSC_WORK_MATCH_OTHER,
  LSC_WORK_MATCH_N,
} LscWorkMatch;

extern const LscWord lsc_work_match_words[LSC_WORK_MATCH_N];

/**
 * LscCompareWork: (compare.md#work)
 * @has_flops: the shapes of the products are known on both sides
 * @flops: of products with weights in a step of the job, mean; 0 = not known
 * @n_products: kernels that multiply matrices in a step of the paired ranks, mean
 * @factor: how much more work a step does after: by FLOPs, else by the number of products
 * @common: share of the work that is alike on both sides, 0 to 1
 * @is_recomputed: products are more, or fewer, and backward kernels as many as before
 * @has_other_sequences: attention runs by the same kernels with other shapes
 * @pace: median factor by which equal kernels take longer after; NAN = there are none
 * @pace_noise: 3 standard errors of @pace, by the spread between kernels
 * @attention: share of attention in what equal kernels change by
 * @equal_ns: of kernels of one kind that are as often on both sides, a step of a pair of ranks,
 * mean
 * @other_ns: of the others
 * @moved: share of the time of equal kernels that became longer, or shorter, as most of them did
 */
typedef struct
{
  LscWorkMatch match;
  gboolean has_flops;
  double flops[2];
  double n_products[2];
  double factor;
  double common;
  gboolean is_recomputed;
  gboolean has_other_sequences;
  double pace;
  double pace_noise;
  gint64 equal_ns[2];
  gint64 other_ns[2];
  double moved;
  double attention;
} LscCompareWork;

/**
 * LscWorkPair: the kernels of a pair of ranks
 * @kernels: of the step that stands for all
 * @steps: (array length=n): of each side indexes of the steps that count
 */
typedef struct
{
  const LscStepKernels *kernels[2];
  const guint32 *steps[2];
  gsize n[2];
} LscWorkPair;

LscCompareWork lsc_compare_work_new (const LscWorkPair *pairs, gsize n, const double scale[2],
                                     gboolean is_other_job);

G_END_DECLS
