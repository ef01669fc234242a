/* lsc-stage-work.h - what stages have to compute, and what could be moved between them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "analyze/digest/lsc-rank-digest.h"

G_BEGIN_DECLS

/**
 * LscStageWork: what the usual rank of a stage has to compute, at the usual speed of its kernels
 * @stage: its number
 * @rank: index of a rank that stands for it
 * @work_ns: a step
 * @n_layers: of how many equal parts they are, by their greatest common divisor; 0 = not known
 * @n_moved: layers that should go to other stages; below 0: that should come
 */
typedef struct
{
  gint64 stage;
  gsize rank;
  double work_ns;
  gint64 n_layers;
  gint64 n_moved;
} LscStageWork;

double lsc_stages_find_layer_ns (const LscRankDigest *const *digests, LscStageWork *stages,
                                 gsize n);
void lsc_stages_balance (LscStageWork *stages, gsize n, double layer_ns);

G_END_DECLS
