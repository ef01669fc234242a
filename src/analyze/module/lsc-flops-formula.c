/* lsc-flops-formula.c - FLOPs of attention and convolution by their sizes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/module/lsc-flops-formula.h"

#include <string.h>

#include "base/lsc-time.h"

#define MOST_DIMS 8

/**
 * lsc_attention_scores:
 * @mask: 0 none, 2 causal from the top left, 3 causal from the bottom right
 *
 * Source: flops.md#attention.
 *
 * Returns: the scores that a mask leaves, -1 for an unknown mask
 */
double
lsc_attention_scores (gint64 mask, double query_length, double key_length)
{
  double sq = query_length, sk = key_length;

  if (mask == 0)
    return sq * sk;
  if (mask == 2)
    return sq >= sk ? sq * sk - sk * sk / 2 : sq * sq / 2;
  if (mask == 3)
    return sq >= sk ? sk * sk / 2 : sq * sk - sq * sq / 2;
  return -1;
}

/**
 * lsc_attention_flops:
 *
 * 32 heads of 128 over 4096 tokens without a mask: 2 * 32 * 4096^2 * 256 = 274.9 GFLOP.
 *
 * Source: flops.md#attention.
 *
 * Returns: FLOPs of the forward pass; 0 = not known
 */
double
lsc_attention_flops (const LscAttentionSizes *sizes)
{
  double scores;

  g_return_val_if_fail (sizes, 0);
  scores = lsc_attention_scores (sizes->mask, sizes->query_length, sizes->key_length);
  return scores > 0
             ? 2 * sizes->batch * sizes->heads * scores * (sizes->query_size + sizes->value_size)
             : 0;
}

/* Dimensions of part @index of `1,2;3,4`; 0 = there are none, or it is no list of them. */
static guint
read_dims (const char *shapes, guint index, double dims[MOST_DIMS])
{
  g_autofree char *bare = g_strdelimit (g_strdup (shapes), "\"'", ' ');
  g_auto (GStrv) tensors = g_strsplit (bare, ";", -1);
  g_auto (GStrv) parts = NULL;
  guint n = 0;

  if (g_strv_length (tensors) <= index)
    return 0;
  parts = g_strsplit (g_strstrip (tensors[index]), ",", -1);
  for (; parts[n]; n++)
    {
      gint64 value;

      g_strstrip (parts[n]);
      if (n == MOST_DIMS || lsc_parse_int64 (parts[n], strlen (parts[n]), &value) != LSC_PARSE_OK ||
          value <= 0)
        return 0;
      dims[n] = (double) value;
    }
  return n;
}

static double
multiply (const double *dims, guint from, guint to)
{
  double product = 1;

  for (guint i = from; i < to; i++)
    product *= dims[i];
  return product;
}

/**
 * lsc_convolution_flops:
 * @inputs: shapes, the second of which is that of the weights
 * @outputs: shapes, the first counts
 *
 * Each element of the output is a sum over the weights of its channel: 2 * N * O * H * W * C /
 * groups
 * * kh * kw. Blocks of channels (NC1HWC0 with weights FRACTAL_Z) count with their padding, as those
 * of products do. A convolution of 64 channels by 3 x 3 to 128 of 28 x 28: 2 * 128 * 28^2 * 64 * 9
 * = 115.6 MFLOP an image.
 *
 * Source: flops.md#convolution.
 *
 * Returns: FLOPs of the forward pass; 0 = not known
 */
double
lsc_convolution_flops (const char *inputs, const char *outputs)
{
  double weights[MOST_DIMS], output[MOST_DIMS];
  guint n_weights, n_output;

  g_return_val_if_fail (inputs && outputs, 0);
  n_weights = read_dims (inputs, 1, weights);
  n_output = read_dims (outputs, 0, output);
  /* C1 * kh * kw, blocks of outputs, outputs of a block, C0 */
  if (n_output == 5 && n_weights == 4)
    return 2 * output[0] * output[2] * output[3] * multiply (weights, 0, 4);
  if (n_output < 3 || n_weights != n_output || weights[0] != output[1])
    return 0;
  return 2 * multiply (output, 0, n_output) * multiply (weights, 1, n_weights);
}
