/* lsc-flops-formula.h - FLOPs of attention and convolution by their sizes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Sizes of an attention; @mask: sparse_mode of the operator, 0 = none */
typedef struct
{
  double batch;
  double heads; /* of the query */
  double query_length;
  double key_length;
  double query_size; /* of a head */
  double value_size;
  gint64 mask;
} LscAttentionSizes;

double lsc_attention_scores (gint64 mask, double query_length, double key_length);
double lsc_attention_flops (const LscAttentionSizes *sizes);
double lsc_convolution_flops (const char *inputs, const char *outputs);

G_END_DECLS
