/* lsc-step-work.h - how much work the steps of a rank do, by what was recorded of their kernels
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-array.h"

G_BEGIN_DECLS

/**
 * LscStepWork: matrix products of a step with weights (compare.md#work)
 * @flops: of those whose shapes are known, added up
 * @n_products: how many there are
 * @n_told: how many of them have shapes that tell their FLOPs
 */
typedef struct
{
  double flops;
  gint64 n_products;
  gint64 n_told;
} LscStepWork;

LSC_DEFINE_ARRAY (LscStepWorks, lsc_step_works, LscStepWork)

double lsc_product_find_flops (const char *shapes);
gboolean lsc_product_is_of_weights (const char *type);

G_END_DECLS
