/* lsc-digest-patterns.c - operator types behind each other that one call does
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/digest/lsc-digest-patterns-private.h"

#include <string.h>

#include "model/lsc-kernel-name.h"

/* findings.md#sequences. */

const char *const lsc_fused_calls[LSC_FUSED_N] = {
  [LSC_FUSED_ATTENTION] = "torch_npu.npu_fusion_attention",
  [LSC_FUSED_RMS_NORM] = "torch_npu.npu_rms_norm",
  [LSC_FUSED_GELU] = "torch.nn.functional.gelu",
  [LSC_FUSED_ROTARY] = "torch_npu.npu_rotary_mul",
  [LSC_FUSED_MASKED_SOFTMAX] = "torch_npu.npu_scaled_masked_softmax",
  [LSC_FUSED_GROUP_NORM_SILU] = "torch_npu.npu_group_norm_silu",
  [LSC_FUSED_SWIGLU] = "torch_npu.npu_swiglu",
  [LSC_FUSED_ADD_RMS_NORM] = "torch_npu.npu_add_rms_norm",
  [LSC_FUSED_ADD_LAYER_NORM] = "torch_npu.npu_add_layer_norm",
};

/* The first that fits counts, so that longer ones stand before their parts. None begins with what
 * may be missing. */
static const LscPattern patterns[] = {
  { LSC_FUSED_ATTENTION,
    { "BatchMatMul*", "?Mul|Muls|RealDiv|Div", "?Add|MaskedFill|MaskedScale", "SoftmaxV2",
      "?DropOutDoMask", "BatchMatMul*" } },
  { LSC_FUSED_RMS_NORM, { "Square|Pow", "ReduceMean*", "Add|Adds", "Rsqrt", "Mul", "Mul" } },
  { LSC_FUSED_GELU, { "Pow", "Mul|Muls", "Add", "Mul|Muls", "Tanh", "Add|Adds", "Mul|Muls" } },
  { LSC_FUSED_ROTARY, { "Neg", "Concat*", "Mul", "Add" } },
  { LSC_FUSED_MASKED_SOFTMAX, { "Mul|Muls", "Add|MaskedFill", "SoftmaxV2" } },
  { LSC_FUSED_GROUP_NORM_SILU, { "GroupNorm*", "Swish|Silu" } },
  { LSC_FUSED_SWIGLU, { "Swish|Silu", "Mul" } },
  { LSC_FUSED_ADD_RMS_NORM, { "Add", "RmsNorm" } },
  { LSC_FUSED_ADD_LAYER_NORM, { "Add", "LayerNorm*" } },
};

/** Returns: whether a type is one of those of a token */
gboolean
_lsc_patterns_fits (const char *token, const char *type)
{
  while (token)
    {
      const char *end = strchrnul (token, '|');
      gsize n = (gsize) (end - token);

      if (n > 0 && token[n - 1] == '*' ? strncmp (type, token, n - 1) == 0
                                       : strlen (type) == n && strncmp (type, token, n) == 0)
        return TRUE;
      token = *end ? end + 1 : NULL;
    }
  return FALSE;
}

/** Returns: a bit for each pattern that a type can begin */
guint16
_lsc_patterns_find_begins (const char *type)
{
  guint16 begins = 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (patterns) <= 16);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (_lsc_patterns_fits (patterns[i].tokens[0], type))
      begins |= (guint16) (1u << i);
  return begins;
}

/** Returns: the pattern of a bit */
const LscPattern *
_lsc_patterns_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (patterns), NULL);
  return &patterns[index];
}

/** Returns: whether a kernel of a GPU computes little for what it reads, by its name */
gboolean
_lsc_patterns_is_simple (const char *name)
{
  LscKernelFamily family = lsc_kernel_name_family (name);

  return family == LSC_FAMILY_ELEMENTWISE || family == LSC_FAMILY_REDUCTION ||
         family == LSC_FAMILY_NORM;
}

/** Returns: whether one kernel could do what it and its neighbours do */
gboolean
_lsc_patterns_can_fuse (const char *name)
{
  return (_lsc_patterns_is_simple (name) || lsc_kernel_name_family (name) == LSC_FAMILY_COPY) &&
         !lsc_kernel_name_is_fused (name);
}
