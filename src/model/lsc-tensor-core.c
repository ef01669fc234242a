/* lsc-tensor-core.c - whether the name of a kernel shows that it uses Tensor Cores
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-tensor-core.h"

#include <string.h>

/* operators.md#tensor-cores: instructions of the matrix units are part of the names of kernels:
 * m8n8k4, m16n8k8, m16n8k16, and the warp groups of Hopper and later. */
static const char *const parts[] = {
  /* Volta, Turing, Ampere: what PyTorch's plugin for TensorBoard looks for */
  "h884",
  "s884",
  "h1688",
  "s1688",
  "c1688",
  "i8816",
  "16816",
  "hmma",
  "xmma_gemm",
  "xmma_sparse_gemm",
  "xmma_implicit_gemm",
  "xmma_sparse_conv",
  "xmma_warp_specialized_implicit_gemm",
  "conv1x1",
  "conv2d_c1_k1",
  "direct_group",
  "dgrad_1x1_stride_2x2",
  "first_layer_wgrad_kernel",
  /* Hopper and later, CUTLASS, attention */
  "tensorop",
  "gmma",
  "nvjet",
  "_tf32",
  "flash_fwd_kernel",
  "flash_fwd_splitkv_kernel",
  "flash_bwd_dq_dk_dv",
};

/* Matrix products in float32 by the other cores: by instruction (ffma), by precision (sgemm), and
 * cuDNN's convolutions of that. */
static const char *const shunning[] = { "ffma", "_sgemm", "scudnn" };

static gboolean
has_part (const char *name, const char *const *list, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (strstr (name, list[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_tensor_core_is_shunned_by:
 * @name: of a kernel of an NVIDIA GPU
 *
 * Cost: O(length).
 *
 * Source: operators.md#tensor-cores.
 *
 * Returns: whether it is known by its name to multiply matrices in float32 without Tensor Cores
 */
gboolean
lsc_tensor_core_is_shunned_by (const char *name)
{
  g_return_val_if_fail (name, FALSE);
  return has_part (name, shunning, G_N_ELEMENTS (shunning));
}

/**
 * lsc_tensor_core_is_used_by:
 * @name: of a kernel of an NVIDIA GPU
 *
 * Cost: O(length).
 *
 * Returns: whether it is known by its name to use Tensor Cores; others may as well
 */
gboolean
lsc_tensor_core_is_used_by (const char *name)
{
  g_return_val_if_fail (name, FALSE);
  return has_part (name, parts, G_N_ELEMENTS (parts)) && !lsc_tensor_core_is_shunned_by (name);
}
