/* lsc-rank-figures.h - what a rank does itself in a step, and how steady that is
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "judge/causes/lsc-kernel-speed.h"
#include "judge/overview/lsc-rank-set.h"

G_BEGIN_DECLS

/** A figure over the steps that count. @error: standard error of its mean */
typedef struct
{
  double median;
  double error;
} LscRankFigure;

/**
 * LscRankFigures: of a rank over the steps that count; waits for others are in none of them
 * @n_steps: that count and have figures, with the values of each step
 * @n_whole: these, and behind them the first and the last step, which do not count, but are no
 *   shorter than others; of these @work_ns and @longer_by_step are not known:
 * @compute_ns: computing
 * @work_ns: what it would compute if its kernels took as long as kernels of their shapes usually
 *   do; as @compute_ns where @is_covered is %FALSE
 * @host_ns: idle, because its host had not launched
 * @steps: their indexes in LscRankDigest.steps
 * @longer: how much longer its kernels take than kernels of their shapes usually do, as logarithm
 * @compute, @work, @host: of these figures
 * @is_covered: enough of its kernels have shapes that other ranks ran, too
 * @is_mostly_covered: most of their time is of such
 * @mhz: at which its device computes, NAN = not recorded
 */
typedef struct
{
  gsize n_steps;
  gsize n_whole;
  guint *steps;
  double *compute_ns;
  double *work_ns;
  double *host_ns;
  double *longer_by_step;
  LscRankFigure compute;
  LscRankFigure work;
  LscRankFigure host;
  LscRankFigure longer;
  gboolean is_covered;
  gboolean is_mostly_covered;
  double mhz;
} LscRankFigures;

void lsc_rank_figures_init (LscRankFigures *self, const LscRankSet *set, gsize rank,
                            const LscKernelSpeeds *speeds);
void lsc_rank_figures_clear (LscRankFigures *self);
double lsc_rank_figures_find_step_ns (const LscRankSet *set);
gboolean lsc_rank_figures_is_steady (const double *values, gsize n, double usual, double excess);

G_END_DECLS
