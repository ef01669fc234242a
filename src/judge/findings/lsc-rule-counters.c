/* lsc-rule-counters.c - rules about how well kernels use the device
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "judge/findings/lsc-findings-private.h"

/* findings.md#counters. What a better kernel would take is not known: all are upper bounds. */

#define LEAST_LONG_NS 20000 /* shorter kernels are not worth tuning */
#define BOUND_CUBE 0.95     /* shares of the time in which a pipe works */
#define BOUND_ATTENTION 0.8
#define BOUND_FIXPIPE 0.75
#define BOUND_VECTOR 0.7
#define WELL_USED 0.9
#define NO_BOUND 0.8

static gboolean
is_matrix (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  const char *name = lsc_rank_digest_text (digest, kernel->name);

  return strstr (name, "MatMul") || strstr (name, "Gemm");
}

static gboolean
is_attention (const LscRankDigest *digest, const LscDigestKernel *kernel, gboolean is_backward)
{
  const char *name = lsc_rank_digest_text (digest, kernel->name);

  return strstr (name, "FlashAttention") && (strstr (name, "Grad") != NULL) == is_backward;
}

static gboolean
is_other (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return !strstr (lsc_rank_digest_text (digest, kernel->name), "FlashAttention");
}

static double
get_most (const LscDigestKernel *kernel)
{
  double most = 0;

  for (guint i = 0; i < LSC_PIPE_N; i++)
    most = MAX (most, kernel->pipes[i]);
  return most;
}

/* What is lost where a pipe works longer than those that compute. */
static double
get_excess (const LscDigestKernel *kernel, double most)
{
  return MAX (0, most - MAX (kernel->pipes[LSC_PIPE_MAC], kernel->pipes[LSC_PIPE_VECTOR]));
}

static double
lose_odd (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  return kernel->is_odd && is_matrix (digest, kernel) ? 1 : 0;
}

static double
lose_cube (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  double load = kernel->pipes[LSC_PIPE_LOAD];

  return kernel->kind == LSC_SLICE_CUBE && is_other (digest, kernel) && load >= BOUND_CUBE
             ? get_excess (kernel, load)
             : 0;
}

static double
lose_forward (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  double load = kernel->pipes[LSC_PIPE_LOAD];

  return is_attention (digest, kernel, FALSE) && load >= BOUND_ATTENTION ? get_excess (kernel, load)
                                                                         : 0;
}

static double
lose_backward (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  double load = kernel->pipes[LSC_PIPE_LOAD], fixpipe = kernel->pipes[LSC_PIPE_FIXPIPE];

  return is_attention (digest, kernel, TRUE) &&
                 (load >= BOUND_ATTENTION || fixpipe >= BOUND_FIXPIPE)
             ? get_excess (kernel, MAX (load, fixpipe))
             : 0;
}

static double
lose_vector (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  const double *pipes = kernel->pipes;
  double moves = MAX (pipes[LSC_PIPE_LOAD], pipes[LSC_PIPE_STORE]);

  return kernel->kind == LSC_SLICE_VECTOR && is_other (digest, kernel) && moves >= BOUND_VECTOR
             ? get_excess (kernel, moves)
             : 0;
}

/* A vector kernel whose pipes work by turns uses the time well. */
static gboolean
is_well_used (const LscDigestKernel *kernel)
{
  return kernel->kind == LSC_SLICE_VECTOR && kernel->pipes[LSC_PIPE_VECTOR] +
                                                     kernel->pipes[LSC_PIPE_LOAD] +
                                                     kernel->pipes[LSC_PIPE_STORE] >=
                                                 WELL_USED;
}

static double
lose_no_bound (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  double most = get_most (kernel);
  double bound = kernel->kind == LSC_SLICE_VECTOR ? BOUND_VECTOR : NO_BOUND;

  return kernel->has_pipes && is_other (digest, kernel) && kernel->longest_ns >= LEAST_LONG_NS &&
                 !is_well_used (kernel) && most < bound
             ? 1 - most / bound
             : 0;
}

/* Cores that idle in the last round of blocks. Each core of the cube has two vector cores. */
static double
lose_blocks (const LscRankDigest *digest, const LscDigestKernel *kernel)
{
  double cores = digest->n_cores * (kernel->kind == LSC_SLICE_VECTOR ? 2 : 1);
  double blocks = (double) kernel->n_cores;

  if (cores <= 0 || blocks <= 0 ||
      (kernel->kind != LSC_SLICE_CUBE && kernel->kind != LSC_SLICE_VECTOR))
    return 0;
  return 1 - blocks / (ceil (blocks / cores) * cores);
}

#define ONE_EACH N_ ("Only the longest kernel of each name was examined.")

static const LscKernelRule rules[] = {
  { LSC_RULE_ODD_SHAPES, lose_odd, TRUE,
    N_ ("Matrix products on %s have inner dimensions that are not multiples of 256, mainly %s."),
    N_ ("Pad that dimension (hidden size, vocabulary, sequence) to a multiple of 256."), ONE_EACH },
  { LSC_RULE_MATRIX_LOADS, lose_cube, FALSE,
    N_ ("Matrix kernels are memory-bound on %s, mainly %s."),
    N_ ("Make the matrices larger (batch, sequence), or store weights in the kernel's native "
        "format."),
    ONE_EACH },
  { LSC_RULE_ATTENTION_LOADS, lose_forward, FALSE,
    N_ ("Attention is memory-bound on %s, mainly %s."),
    N_ ("Make head size and sequence length multiples of 128."), ONE_EACH },
  { LSC_RULE_ATTENTION_GRAD_LOADS, lose_backward, FALSE,
    N_ ("The backward pass of attention is memory-bound on %s, mainly %s."),
    N_ ("Make head size and sequence length multiples of 128."), ONE_EACH },
  { LSC_RULE_VECTOR_MOVES, lose_vector, FALSE,
    N_ ("Vector kernels are memory-bound on %s, mainly %s."),
    N_ ("Fuse them with their neighbours to move less data, or use a shorter data type."),
    ONE_EACH },
  { LSC_RULE_IDLE_CORES, lose_blocks, FALSE,
    N_ ("Kernels leave cores idle on %s, mainly %s: their blocks do not divide evenly among the "
        "cores."),
    N_ ("Choose shapes or a tiling with a multiple of the core count as block count."), ONE_EACH },
  { LSC_RULE_IDLE_PIPES, lose_no_bound, FALSE,
    N_ ("Kernels use no pipe of the core well on %s, mainly %s."),
    N_ ("Tune their tiling, or report them to the operator's vendor."), ONE_EACH },
};

/** K04 to K10: whether kernels could use the cores better, as far as counters tell. */
void
_lsc_rule_counters (LscJudge *self, LscRule rule)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].rule == rule)
      _lsc_judge_kernels (self, &rules[i]);
}
