/* lsc-op-family.c - what an operator of a device does, by its type or its name
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-op-family.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/lsc-kernel-name.h"

const LscWord lsc_op_family_words[LSC_N_OP_FAMILIES] = {
  [LSC_OP_FAMILY_MATRIX] = { "matrix", N_ ("Matrix Product") },
  [LSC_OP_FAMILY_ATTENTION] = { "attention", N_ ("Attention Kernels, Forward") },
  [LSC_OP_FAMILY_ATTENTION_GRAD] = { "attention_backward", N_ ("Attention Kernels, Backward") },
  [LSC_OP_FAMILY_CONVOLUTION] = { "convolution", N_ ("Convolution") },
  [LSC_OP_FAMILY_NORM] = { "normalisation", N_ ("Normalisation") },
  [LSC_OP_FAMILY_ELEMENTWISE] = { "elementwise", N_ ("Elementwise") },
  [LSC_OP_FAMILY_REDUCTION] = { "reduction", N_ ("Reduction") },
  [LSC_OP_FAMILY_COPY] = { "copy", N_ ("Copy and Layout") },
  [LSC_OP_FAMILY_COMMUNICATION] = { "communication", N_ ("Communication") },
  [LSC_OP_FAMILY_OTHER] = { "other", N_ ("Other") },
};

/* Words of the types of NPU operators and of names of kernels, in the order in which they are
 * looked for: a product may end with an activation, a norm has a reduction in it, and the gradient
 * of a pooling is no sum of a gradient. What none of them says is left to the names of GPU kernels.
 */
static const struct
{
  const char *word;
  LscOpFamily family;
} words[] = {
  { "convert", LSC_OP_FAMILY_COPY },
  { "matmul", LSC_OP_FAMILY_MATRIX },
  { "conv1d", LSC_OP_FAMILY_CONVOLUTION },
  { "conv2d", LSC_OP_FAMILY_CONVOLUTION },
  { "conv3d", LSC_OP_FAMILY_CONVOLUTION },
  { "convolution", LSC_OP_FAMILY_CONVOLUTION },
  { "convolve", LSC_OP_FAMILY_CONVOLUTION },
  { "conv_depthwise", LSC_OP_FAMILY_CONVOLUTION },
  { "dgrad", LSC_OP_FAMILY_CONVOLUTION },
  { "wgrad", LSC_OP_FAMILY_CONVOLUTION },
  { "scudnn", LSC_OP_FAMILY_CONVOLUTION },
  { "implicit_gemm", LSC_OP_FAMILY_CONVOLUTION },
  { "fprop", LSC_OP_FAMILY_CONVOLUTION },
  { "layernorm", LSC_OP_FAMILY_NORM },
  { "rmsnorm", LSC_OP_FAMILY_NORM },
  { "batchnorm", LSC_OP_FAMILY_NORM },
  { "groupnorm", LSC_OP_FAMILY_NORM },
  { "bntraining", LSC_OP_FAMILY_NORM },
  { "bninfer", LSC_OP_FAMILY_NORM },
  { "l2normalize", LSC_OP_FAMILY_NORM },
  { "softmax", LSC_OP_FAMILY_REDUCTION },
  { "reduce", LSC_OP_FAMILY_REDUCTION },
  { "argmax", LSC_OP_FAMILY_REDUCTION },
  { "argmin", LSC_OP_FAMILY_REDUCTION },
  { "cumsum", LSC_OP_FAMILY_REDUCTION },
  { "l2loss", LSC_OP_FAMILY_REDUCTION },
  { "lpnorm", LSC_OP_FAMILY_REDUCTION },
  { "topk", LSC_OP_FAMILY_REDUCTION },
  { "maxpool", LSC_OP_FAMILY_REDUCTION },
  { "avgpool", LSC_OP_FAMILY_REDUCTION },
  { "pooling", LSC_OP_FAMILY_REDUCTION },
  { "nllloss", LSC_OP_FAMILY_REDUCTION },
  { "crossentropy", LSC_OP_FAMILY_REDUCTION },
  { "transdata", LSC_OP_FAMILY_COPY },
  { "transpose", LSC_OP_FAMILY_COPY },
  { "memcpy", LSC_OP_FAMILY_COPY },
  { "memset", LSC_OP_FAMILY_COPY },
  { "tensormove", LSC_OP_FAMILY_COPY },
  { "viewcopy", LSC_OP_FAMILY_COPY },
  { "asstrided", LSC_OP_FAMILY_COPY },
  { "identity", LSC_OP_FAMILY_COPY },
  { "concat", LSC_OP_FAMILY_COPY },
  { "split", LSC_OP_FAMILY_COPY },
  { "slice", LSC_OP_FAMILY_COPY },
  { "gather", LSC_OP_FAMILY_COPY },
  { "scatter", LSC_OP_FAMILY_COPY },
  { "indexput", LSC_OP_FAMILY_COPY },
  { "index", LSC_OP_FAMILY_COPY },
  { "embedding", LSC_OP_FAMILY_COPY },
  { "broadcastto", LSC_OP_FAMILY_COPY },
  { "expand", LSC_OP_FAMILY_COPY },
  { "tile", LSC_OP_FAMILY_COPY },
  { "zeroslike", LSC_OP_FAMILY_COPY },
  { "oneslike", LSC_OP_FAMILY_COPY },
  { "fill", LSC_OP_FAMILY_COPY },
  { "pad", LSC_OP_FAMILY_COPY },
  { "foreach", LSC_OP_FAMILY_ELEMENTWISE },
  { "applyadam", LSC_OP_FAMILY_ELEMENTWISE },
  { "swiglu", LSC_OP_FAMILY_ELEMENTWISE },
  { "rotary", LSC_OP_FAMILY_ELEMENTWISE },
  { "dropout", LSC_OP_FAMILY_ELEMENTWISE },
  { "swish", LSC_OP_FAMILY_ELEMENTWISE },
  { "gelu", LSC_OP_FAMILY_ELEMENTWISE },
  { "silu", LSC_OP_FAMILY_ELEMENTWISE },
  { "relu", LSC_OP_FAMILY_ELEMENTWISE },
  { "sigmoid", LSC_OP_FAMILY_ELEMENTWISE },
  { "tanh", LSC_OP_FAMILY_ELEMENTWISE },
  { "cast", LSC_OP_FAMILY_ELEMENTWISE },
};

/* Types that are short words, which other names have in them: they must be all of it, but for a
 * number or a letter behind. */
static const char *const elementwise[] = {
  "add",        "adds",        "sub",          "subs",        "mul",          "muls",
  "div",        "realdiv",     "pow",          "pows",        "sqrt",         "rsqrt",
  "exp",        "log",         "neg",          "abs",         "square",       "maximum",
  "minimum",    "equal",       "notequal",     "greater",     "greaterequal", "less",
  "lessequal",  "select",      "selectv2",     "where",       "addcmul",      "addcdiv",
  "addn",       "axpy",        "lerp",         "sign",        "floor",        "ceil",
  "round",      "reciprocal",  "logicaland",   "logicalor",   "logicalnot",   "isfinite",
  "maskedfill", "masked_fill", "maskedselect", "clipbyvalue", "clip",         "cos",
  "sin",        "erf",         "fusedmuladd",  "range",       "arange",       NULL
};

static gboolean
is_elementwise (const char *lower)
{
  gsize n = strlen (lower);
  g_autofree char *plain = NULL;

  if (n > 2 && lower[n - 2] == 'v' && g_ascii_isdigit (lower[n - 1]))
    n -= 2;
  plain = g_strndup (lower, n);
  return g_strv_contains (elementwise, plain);
}

static gboolean
is_backward (const char *lower)
{
  return strstr (lower, "grad") || strstr (lower, "bwd") || strstr (lower, "backward");
}

static LscOpFamily
from_kernel (LscKernelFamily family, const char *lower)
{
  static const LscOpFamily families[LSC_N_FAMILIES] = {
    [LSC_FAMILY_MATRIX] = LSC_OP_FAMILY_MATRIX,
    [LSC_FAMILY_ATTENTION] = LSC_OP_FAMILY_ATTENTION,
    [LSC_FAMILY_NORM] = LSC_OP_FAMILY_NORM,
    [LSC_FAMILY_ELEMENTWISE] = LSC_OP_FAMILY_ELEMENTWISE,
    [LSC_FAMILY_REDUCTION] = LSC_OP_FAMILY_REDUCTION,
    [LSC_FAMILY_COPY] = LSC_OP_FAMILY_COPY,
    [LSC_FAMILY_COMMUNICATION] = LSC_OP_FAMILY_COMMUNICATION,
    [LSC_FAMILY_OTHER] = LSC_OP_FAMILY_OTHER,
  };

  if (family == LSC_FAMILY_ATTENTION && is_backward (lower))
    return LSC_OP_FAMILY_ATTENTION_GRAD;
  return families[family];
}

/* Returns: what its words say, %LSC_N_OP_FAMILIES if nothing */
static LscOpFamily
find_word (const char *lower)
{
  if (strstr (lower, "attention") || strstr (lower, "flash_attn") || strstr (lower, "fmha"))
    return is_backward (lower) ? LSC_OP_FAMILY_ATTENTION_GRAD : LSC_OP_FAMILY_ATTENTION;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i].word))
      return words[i].family;
  return is_elementwise (lower) ? LSC_OP_FAMILY_ELEMENTWISE : LSC_N_OP_FAMILIES;
}

/**
 * lsc_op_family_find:
 * @type: (nullable): type of its operator, as NPUs have them; %NULL: not known, or a GPU
 * @name: of the kernel
 *
 * Cost: O(length x words); callers keep the answer. Thread: any.
 *
 * Source: operators.md#families.
 *
 * Returns: what the kernel does
 */
LscOpFamily
lsc_op_family_find (const char *type, const char *name)
{
  g_return_val_if_fail (name, LSC_OP_FAMILY_OTHER);

  g_autofree char *brief = type ? NULL : lsc_kernel_name_shorten (name);
  const char *text = type ? type : brief ? brief : lsc_kernel_name_get_type (name);
  g_autofree char *lower = g_ascii_strdown (text, -1);
  LscOpFamily family;

  if (type)
    {
      family = find_word (lower);
      if (family != LSC_N_OP_FAMILIES)
        return family;
    }
  family = from_kernel (lsc_kernel_name_family (name), lower);
  /* of products by name some are convolutions */
  if (family == LSC_OP_FAMILY_MATRIX && find_word (lower) == LSC_OP_FAMILY_CONVOLUTION)
    return LSC_OP_FAMILY_CONVOLUTION;
  if (family != LSC_OP_FAMILY_OTHER || type)
    return family;
  family = find_word (lower);
  return family != LSC_N_OP_FAMILIES ? family : LSC_OP_FAMILY_OTHER;
}
