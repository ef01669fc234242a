/* lsc-synth-recipes.c - the framework ops of the model and the kernels that they launch
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "synth/lsc-synth-recipes.h"

#include "synth/lsc-synth-db.h"
#include "synth/lsc-synth-names.h"

/* Sizes of the model. */
#define TOKENS 2048
#define HIDDEN 1024
#define FFN 2816
#define VOCABULARY 8192
#define HEADS 8
#define HEAD_SIZE 128

/* Floating point operations that a matrix kernel does in 1 ns: 55 % of 24 cores at 1800 MHz. */
#define FLOPS_PER_NS 194641.0

static const LscSynthOpText texts[LSC_SYNTH_N_OPS] = {
  [LSC_SYNTH_OP_COPY] = { { "aten::to", "aten::_to_copy", "aten::copy_",
                            "acl_memcpy_host_to_device" },
                          -1,
                          NULL,
                          { 0 } },
  [LSC_SYNTH_OP_EMBEDDING] = { { "aten::embedding", "aclnnEmbedding" },
                               0,
                               "EmbeddingBackward0",
                               { "aten::embedding_dense_backward",
                                 "aclnnEmbeddingDenseBackward" } },
  [LSC_SYNTH_OP_NORM] = { { "npu::npu_rms_norm" },
                          0,
                          "NpuRmsNormBackward0",
                          { "aclnnRmsNormGrad" } },
  [LSC_SYNTH_OP_QKV] = { { "aten::linear", "aten::matmul", "aten::mm", "aclnnMm" },
                         2,
                         "MmBackward0",
                         { "aten::mm", "aclnnMm" } },
  [LSC_SYNTH_OP_VIEW] = { { "aten::view" }, 0, "ViewBackward0", { NULL } },
  [LSC_SYNTH_OP_ROTARY] = { { "npu::npu_rotary_mul" },
                            0,
                            "NpuRotaryMulBackward0",
                            { "aclnnRotaryPositionEmbeddingGrad" } },
  [LSC_SYNTH_OP_ATTENTION] = { { "npu::npu_fusion_attention", "aclnnFlashAttentionScore" },
                               0,
                               "NpuFusionAttentionBackward0",
                               { "npu::npu_fusion_attention_grad",
                                 "aclnnFlashAttentionScoreGrad" } },
  [LSC_SYNTH_OP_PROJECTION] = { { "aten::linear", "aten::matmul", "aten::mm", "aclnnMm" },
                                2,
                                "MmBackward0",
                                { "aten::mm", "aclnnMm" } },
  [LSC_SYNTH_OP_ALL_REDUCE] = { { "c10d::allreduce_", "HcclAllreduce" }, -1, NULL, { NULL } },
  [LSC_SYNTH_OP_ADD] = { { "aten::add", "aclnnAdd" }, 0, "AddBackward0", { NULL } },
  [LSC_SYNTH_OP_GATE_UP] = { { "aten::linear", "aten::matmul", "aten::mm", "aclnnMm" },
                             2,
                             "MmBackward0",
                             { "aten::mm", "aclnnMm" } },
  [LSC_SYNTH_OP_SWIGLU] = { { "npu::npu_swiglu" }, 0, "NpuSwigluBackward0", { "aclnnSwiGluGrad" } },
  [LSC_SYNTH_OP_DOWN] = { { "aten::linear", "aten::matmul", "aten::mm", "aclnnMm" },
                          2,
                          "MmBackward0",
                          { "aten::mm", "aclnnMm" } },
  [LSC_SYNTH_OP_SOFTMAX] = { { "aten::softmax", "aten::_softmax", "aclnnSoftmax" },
                             1,
                             "SoftmaxBackward0",
                             { "aten::_softmax_backward_data", "aclnnSoftmaxBackward" } },
  [LSC_SYNTH_OP_TOPK] = { { "aten::topk", "aclnnTopk" }, -1, NULL, { NULL } },
  [LSC_SYNTH_OP_ALL_TO_ALL] = { { "c10d::alltoall_base_", "HcclAlltoAllV" }, -1, NULL, { NULL } },
  [LSC_SYNTH_OP_FUSED] = { { "npu::npu_mm_all_reduce_base", "aclnnMatmulAllReduce" },
                           0,
                           "NpuMmAllReduceBaseBackward0",
                           { "aten::mm", "aclnnMm" } },
  [LSC_SYNTH_OP_HEAD] = { { "aten::linear", "aten::matmul", "aten::mm", "aclnnMm" },
                          2,
                          "MmBackward0",
                          { "aten::mm", "aclnnMm" } },
  [LSC_SYNTH_OP_LOSS] = { { "aten::cross_entropy_loss", "aten::nll_loss", "aclnnCrossEntropyLoss" },
                          1,
                          "NllLossBackward0",
                          { "aten::nll_loss_backward", "aclnnCrossEntropyLossGrad" } },
  [LSC_SYNTH_OP_ACCUMULATE] = { { "autograd::engine::evaluate_function: "
                                  "torch::autograd::AccumulateGrad",
                                  "torch::autograd::AccumulateGrad", "aten::add_",
                                  "aclnnInplaceAdd" },
                                -1,
                                NULL,
                                { NULL } },
  [LSC_SYNTH_OP_OPTIMIZER] = { { "Optimizer.step#AdamW.step", "npu::npu_apply_adam_w",
                                 "aclnnApplyAdamWV2" },
                               -1,
                               NULL,
                               { NULL } },
  [LSC_SYNTH_OP_GRAD_REDUCE] = { { "c10d::allreduce_", "HcclAllreduce" }, -1, NULL, { NULL } },
};

/** lsc_synth_recipe_text: the names of the ops of a recipe. */
const LscSynthOpText *
lsc_synth_recipe_text (guint recipe)
{
  return &texts[recipe];
}

static void
add_vector (GArray *kernels, const char *name, const char *op_type, guint elements, gint64 ns)
{
  g_autofree char *shape = g_strdup_printf ("\"%u\"", elements);
  LscSynthKernel kernel = {
    .class = LSC_SYNTH_COMPUTE,
    .name = lsc_synth_name (name),
    .op_type = lsc_synth_name (op_type),
    .task_type = lsc_synth_name ("KERNEL_AIVEC"),
    .core = lsc_synth_name ("AI_VECTOR_CORE"),
    .formats = lsc_synth_name ("ND"),
    .in_types = lsc_synth_name ("DT_BF16"),
    .in_shapes = lsc_synth_name (shape),
    .out_types = lsc_synth_name ("DT_BF16"),
    .out_shapes = lsc_synth_name (shape),
    .blocks = 48,
    .nominal_ns = ns,
  };

  g_array_append_val (kernels, kernel);
}

/* A product of m x k and k x n. */
static void
add_matmul (GArray *kernels, guint m, guint n, guint k)
{
  g_autofree char *in = g_strdup_printf ("\"%u,%u;%u,%u\"", m, k, k, n);
  g_autofree char *out = g_strdup_printf ("\"%u,%u\"", m, n);
  LscSynthKernel kernel = {
    .class = LSC_SYNTH_COMPUTE,
    .name = lsc_synth_name ("aclnnMm_MatMulCommon_MatMulV2"),
    .op_type = lsc_synth_name ("MatMulV2"),
    .task_type = lsc_synth_name ("KERNEL_AICORE"),
    .core = lsc_synth_name ("AI_CORE"),
    .formats = lsc_synth_name ("ND;ND"),
    .in_types = lsc_synth_name ("DT_BF16;DT_BF16"),
    .in_shapes = lsc_synth_name (in),
    .out_types = lsc_synth_name ("DT_BF16"),
    .out_shapes = lsc_synth_name (out),
    .blocks = 24,
    .nominal_ns = (gint64) (2.0 * m * n * k / FLOPS_PER_NS),
  };

  g_array_append_val (kernels, kernel);
}

static void
add_attention (GArray *kernels, const char *name, const char *op_type, gint64 ns)
{
  g_autofree char *in = g_strdup_printf ("\"%u,1,%u;%u,1,%u;%u,1,%u\"", TOKENS, HIDDEN, TOKENS,
                                         HIDDEN, TOKENS, HIDDEN);
  g_autofree char *out = g_strdup_printf ("\"%u,1,%u\"", TOKENS, HIDDEN);
  LscSynthKernel kernel = {
    .class = LSC_SYNTH_COMPUTE,
    .name = lsc_synth_name (name),
    .op_type = lsc_synth_name (op_type),
    .task_type = lsc_synth_name ("KERNEL_MIX_AIC"),
    .core = lsc_synth_name ("MIX_AIC"),
    .formats = lsc_synth_name ("ND;ND;ND"),
    .in_types = lsc_synth_name ("DT_BF16;DT_BF16;DT_BF16"),
    .in_shapes = lsc_synth_name (in),
    .out_types = lsc_synth_name ("DT_BF16"),
    .out_shapes = lsc_synth_name (out),
    .blocks = 24,
    .nominal_ns = ns,
  };

  g_array_append_val (kernels, kernel);
}

static void
add_collective (GArray *kernels, const char *op_type, LscSynthGroupKind group, gint64 ns)
{
  LscSynthKernel kernel = {
    .class = LSC_SYNTH_COMMUNICATION,
    .group = group,
    .name = lsc_synth_name (op_type),
    .nominal_ns = ns,
  };

  g_array_append_val (kernels, kernel);
}

static void
add_other (GArray *kernels, LscSynthKernelClass class, const char *name, const char *type,
           gint64 ns)
{
  LscSynthKernel kernel = {
    .class = class,
    .name = lsc_synth_name (name),
    .op_type = lsc_synth_name (name),
    .task_type = lsc_synth_name (type),
    .core = lsc_synth_name ("AI_CPU"),
    .nominal_ns = ns,
  };

  g_array_append_val (kernels, kernel);
}

/** lsc_synth_recipe_is_linear: whether the op multiplies by a weight. */
gboolean
lsc_synth_recipe_is_linear (guint recipe)
{
  return recipe == LSC_SYNTH_OP_QKV || recipe == LSC_SYNTH_OP_PROJECTION ||
         recipe == LSC_SYNTH_OP_GATE_UP || recipe == LSC_SYNTH_OP_DOWN ||
         recipe == LSC_SYNTH_OP_HEAD || recipe == LSC_SYNTH_OP_FUSED;
}

static void
weight_size (guint recipe, guint *n, guint *k)
{
  *k = recipe == LSC_SYNTH_OP_DOWN || recipe == LSC_SYNTH_OP_FUSED ? FFN : HIDDEN;
  *n = recipe == LSC_SYNTH_OP_QKV       ? 3 * HIDDEN
       : recipe == LSC_SYNTH_OP_GATE_UP ? 2 * FFN
       : recipe == LSC_SYNTH_OP_HEAD    ? VOCABULARY
                                        : HIDDEN;
}

/**
 * lsc_synth_recipe_flops:
 * @recipe: an op
 *
 * Source: the formulas of flops.md#attention.
 *
 * Returns: floating point operations that are recorded for the op, 0 = none
 */
gint64
lsc_synth_recipe_flops (guint recipe)
{
  guint n, k;

  if (recipe == LSC_SYNTH_OP_ATTENTION)
    return (gint64) 2 * HEADS * TOKENS * TOKENS / 2 * (HEAD_SIZE + HEAD_SIZE);
  if (!lsc_synth_recipe_is_linear (recipe) || recipe == LSC_SYNTH_OP_FUSED)
    return 0;
  weight_size (recipe, &n, &k);
  return (gint64) 2 * TOKENS * n * k;
}

/**
 * lsc_synth_recipe_weights:
 * @recipe: an op
 *
 * Returns: how many numbers its parameters have, 0 = it has none
 */
gint64
lsc_synth_recipe_weights (guint recipe)
{
  guint n, k;

  if (recipe == LSC_SYNTH_OP_EMBEDDING)
    return (gint64) VOCABULARY * HIDDEN;
  if (recipe == LSC_SYNTH_OP_NORM)
    return HIDDEN;
  if (!lsc_synth_recipe_is_linear (recipe))
    return 0;
  weight_size (recipe, &n, &k);
  return (gint64) n * k;
}

static void
add_linear (guint recipe, GArray *kernels)
{
  guint n, k;

  weight_size (recipe, &n, &k);
  if (recipe == LSC_SYNTH_OP_GATE_UP)
    add_vector (kernels, "trans_TransData", "TransData", TOKENS * HIDDEN, 6000);
  add_matmul (kernels, TOKENS, n, k);
  if (recipe == LSC_SYNTH_OP_HEAD)
    add_vector (kernels, "aclnnMm_CastAiCore_Cast", "Cast", TOKENS * VOCABULARY, 22000);
  if (recipe == LSC_SYNTH_OP_FUSED)
    {
      add_collective (kernels, "hcom_allReduce_", LSC_SYNTH_GROUP_TP, 34000);
      add_other (kernels, LSC_SYNTH_SCHEDULE_TASK, "MatmulAllReduceAicpuKernel", "KERNEL_AICPU",
                 9000);
    }
}

/* What an op that only communicates runs. */
static void
add_communication (guint recipe, GArray *kernels)
{
  switch (recipe)
    {
    case LSC_SYNTH_OP_ALL_REDUCE:
      add_collective (kernels, "hcom_allReduce_", LSC_SYNTH_GROUP_TP, 42000);
      break;
    case LSC_SYNTH_OP_ALL_TO_ALL:
      add_collective (kernels, "hcom_alltoAllV_", LSC_SYNTH_GROUP_EXP, 52000);
      break;
    case LSC_SYNTH_OP_GRAD_REDUCE:
      add_collective (kernels, "hcom_allReduce_", LSC_SYNTH_GROUP_DP, 180000);
      break;
    default:
      break;
    }
}

/**
 * lsc_synth_recipe_kernels:
 * @recipe: an op
 * @kernels: array of LscSynthKernel to which its kernels are appended
 */
void
lsc_synth_recipe_kernels (guint recipe, GArray *kernels)
{
  const guint all = TOKENS * HIDDEN;

  switch (recipe)
    {
    case LSC_SYNTH_OP_COPY:
      add_other (kernels, LSC_SYNTH_MEMCPY, "memcpy", "MEMCPY_ASYNC", 12000);
      break;
    case LSC_SYNTH_OP_EMBEDDING:
      add_vector (kernels, "aclnnEmbedding_GatherV2AiCore_GatherV2", "GatherV2", all, 9000);
      break;
    case LSC_SYNTH_OP_NORM:
      add_vector (kernels, "aclnnRmsNorm_RmsNorm_RmsNorm", "RmsNorm", all, 9000);
      break;
    case LSC_SYNTH_OP_ROTARY:
      add_vector (kernels, "aclnnRotaryPositionEmbedding_RotaryMul", "RotaryMul", all, 7000);
      break;
    case LSC_SYNTH_OP_ATTENTION:
      add_attention (kernels, "aclnnFlashAttentionScore_FlashAttentionScore", "FlashAttentionScore",
                     64000);
      break;
    case LSC_SYNTH_OP_ADD:
      add_vector (kernels, "aclnnAdd_AddAiCore_Add", "Add", all, 8000);
      break;
    case LSC_SYNTH_OP_SWIGLU:
      add_vector (kernels, "aclnnSwiGlu_SwiGlu_SwiGlu", "SwiGlu", TOKENS * FFN, 14000);
      break;
    case LSC_SYNTH_OP_SOFTMAX:
      add_vector (kernels, "aclnnSoftmax_SoftmaxV2AiCore_SoftmaxV2", "SoftmaxV2", TOKENS * 8, 4000);
      break;
    case LSC_SYNTH_OP_TOPK:
      add_vector (kernels, "aclnnTopk_TopKV2_TopKV2", "TopKV2", TOKENS * 8, 5000);
      add_vector (kernels, "aclnnTopk_Cast_Cast", "Cast", TOKENS * 2, 2000);
      break;
    case LSC_SYNTH_OP_LOSS:
      add_vector (kernels, "aclnnCrossEntropyLoss_LogSoftmax", "LogSoftmaxV2", TOKENS, 18000);
      add_vector (kernels, "aclnnCrossEntropyLoss_NLLLoss", "NLLLoss", TOKENS, 3000);
      break;
    case LSC_SYNTH_OP_ACCUMULATE:
      add_vector (kernels, "aclnnInplaceAdd_AddAiCore_Add", "Add", HIDDEN * HIDDEN, 6000);
      break;
    case LSC_SYNTH_OP_OPTIMIZER:
      add_vector (kernels, "aclnnApplyAdamWV2_ApplyAdamWV2", "ApplyAdamWV2", HIDDEN * HIDDEN,
                  24000);
      break;
    default:
      if (lsc_synth_recipe_is_linear (recipe))
        add_linear (recipe, kernels);
      else
        add_communication (recipe, kernels);
      break;
    }
}

/**
 * lsc_synth_recipe_backward_kernels:
 * @recipe: an op
 * @kind: B everything, I gradients of inputs, W gradients of weights
 * @kernels: array of LscSynthKernel to which the kernels are appended
 */
void
lsc_synth_recipe_backward_kernels (guint recipe, char kind, GArray *kernels)
{
  const guint all = TOKENS * HIDDEN;
  guint n, k;

  if (lsc_synth_recipe_is_linear (recipe))
    {
      weight_size (recipe, &n, &k);
      if (kind != 'W')
        add_matmul (kernels, TOKENS, k, n);
      if (kind != 'I')
        add_matmul (kernels, k, n, TOKENS);
      return;
    }
  if (kind == 'W')
    return;
  switch (recipe)
    {
    case LSC_SYNTH_OP_EMBEDDING:
      add_vector (kernels, "aclnnEmbeddingDenseBackward_Grad", "EmbeddingDenseGradV2", all, 16000);
      break;
    case LSC_SYNTH_OP_NORM:
      add_vector (kernels, "aclnnRmsNormGrad_RmsNormGrad", "RmsNormGrad", all, 15000);
      add_vector (kernels, "aclnnRmsNormGrad_ReduceSum", "ReduceSum", HIDDEN, 3000);
      break;
    case LSC_SYNTH_OP_ROTARY:
      add_vector (kernels, "aclnnRotaryPositionEmbeddingGrad_Grad", "RotaryMulGrad", all, 9000);
      break;
    case LSC_SYNTH_OP_ATTENTION:
      add_attention (kernels, "aclnnFlashAttentionScoreGrad_FlashAttentionScoreGrad",
                     "FlashAttentionScoreGrad", 160000);
      break;
    case LSC_SYNTH_OP_SWIGLU:
      add_vector (kernels, "aclnnSwiGluGrad_SwiGluGrad", "SwiGluGrad", TOKENS * FFN, 21000);
      break;
    case LSC_SYNTH_OP_SOFTMAX:
      add_vector (kernels, "aclnnSoftmaxBackward_SoftmaxGrad", "SoftmaxGrad", TOKENS * 8, 5000);
      break;
    case LSC_SYNTH_OP_LOSS:
      add_vector (kernels, "aclnnCrossEntropyLossGrad_Grad", "CrossEntropyLossGrad", TOKENS, 20000);
      break;
    default:
      break;
    }
}
