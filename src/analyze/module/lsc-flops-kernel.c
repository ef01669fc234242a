/* lsc-flops-kernel.c - what a kernel computes, and its FLOPs against the peak
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-flops-private.h"

#define ABOVE_PEAK 1.05

/* Op types with FLOPs. One line each: what their shapes tell is the business of its kind. */
static const struct
{
  const char *op_type;
  LscOpKind kind;
} op_kinds[] = {
  { "MatMul", LSC_OP_KIND_MATMUL },
  { "MatMulV2", LSC_OP_KIND_MATMUL },
  { "MatMulV3", LSC_OP_KIND_MATMUL },
  { "BatchMatMul", LSC_OP_KIND_BATCH_MATMUL },
  { "BatchMatMulV2", LSC_OP_KIND_BATCH_MATMUL },
  { "BatchMatMulV3", LSC_OP_KIND_BATCH_MATMUL },
  { "FlashAttentionScore", LSC_OP_KIND_ATTENTION },
  { "FlashAttentionScoreGrad", LSC_OP_KIND_ATTENTION_GRAD },
  { "FusedInferAttentionScore", LSC_OP_KIND_CARRIER },
  { "PromptFlashAttention", LSC_OP_KIND_CARRIER },
  { "IncreFlashAttention", LSC_OP_KIND_CARRIER },
  { "BlockSparseAttention", LSC_OP_KIND_CARRIER },
  { "GroupedMatmul", LSC_OP_KIND_CARRIER },
  { "GroupedMatmulSwigluQuantV2", LSC_OP_KIND_CARRIER },
  { "QuantMatmulGelu", LSC_OP_KIND_CARRIER },
  { "QuantBatchMatmulV3", LSC_OP_KIND_CARRIER },
  { "TransposeBatchMatMul", LSC_OP_KIND_CARRIER },
  { "AllGatherMatmul", LSC_OP_KIND_CARRIER },
  { "MatmulReduceScatter", LSC_OP_KIND_CARRIER },
  { "MatmulAllReduce", LSC_OP_KIND_CARRIER },
  { "AlltoAllvGroupedMatMul", LSC_OP_KIND_CARRIER },
  { "GroupedMatMulAlltoAllv", LSC_OP_KIND_CARRIER },
  { "Conv2D", LSC_OP_KIND_CARRIER },
  { "Conv2DBackpropInput", LSC_OP_KIND_CARRIER },
  { "Conv2DBackpropFilter", LSC_OP_KIND_CARRIER },
  { "Conv3D", LSC_OP_KIND_CARRIER },
  { "Conv3DV2", LSC_OP_KIND_CARRIER },
  { "Conv3DBackpropInput", LSC_OP_KIND_CARRIER },
  { "Conv3DBackpropFilter", LSC_OP_KIND_CARRIER },
};

/**
 * _lsc_flops_detail:
 *
 * Returns: (nullable): the description of a compute kernel whose shapes are known
 *   (flops.md#shape-text)
 */
const LscKernelDetail *
_lsc_flops_detail (const LscFlops *self, guint32 kernel)
{
  const LscKernel *item = &self->run->kernels.items[kernel];
  const LscKernelDetail *detail;

  if (item->kernel_class != LSC_KERNEL_COMPUTE || item->detail >= self->run->kernel_details.n)
    return NULL;
  detail = &self->run->kernel_details.items[item->detail];
  if (!_lsc_shape_is_known (self->run, detail->input_shapes) ||
      !_lsc_shape_is_known (self->run, detail->output_shapes))
    return NULL;
  return detail;
}

/**
 * _lsc_flops_kind:
 *
 * Returns: what a compute kernel's op type computes
 */
LscOpKind
_lsc_flops_kind (LscFlops *self, guint32 kernel)
{
  const LscKernel *item = &self->run->kernels.items[kernel];
  guint32 name;
  guint8 *known;

  if (item->kernel_class != LSC_KERNEL_COMPUTE || item->detail >= self->run->kernel_details.n)
    return LSC_OP_KIND_OTHER;
  name = self->run->kernel_details.items[item->detail].op_type;
  if (name >= lsc_intern_size (self->run->strings))
    return LSC_OP_KIND_OTHER;
  known = &self->kind_of[name];
  if (*known != LSC_OP_KIND_UNKNOWN)
    return (LscOpKind) *known;
  *known = LSC_OP_KIND_OTHER;
  for (gsize i = 0; i < G_N_ELEMENTS (op_kinds); i++)
    if (strcmp (op_kinds[i].op_type, lsc_run_text (self->run, name)) == 0)
      *known = (guint8) op_kinds[i].kind;
  return (LscOpKind) *known;
}

gint64
_lsc_flops_duration (const LscFlops *self, guint32 kernel)
{
  return self->run->kernels.items[kernel].end_ns - self->run->kernels.items[kernel].start_ns;
}

/* A recording has few lists of types and many kernels. */
static LscDtype
dtype_of (const LscFlops *self, guint32 kernel)
{
  const LscKernel *item = &self->run->kernels.items[kernel];
  guint32 types = self->run->kernel_details.items[item->detail].input_types;

  if (types >= lsc_intern_size (self->run->strings))
    return _lsc_dtype_at (self->run, types, 0, self->is_peer);
  if (self->dtypes[types] == 0)
    self->dtypes[types] = (guint8) (1 + _lsc_dtype_at (self->run, types, 0, self->is_peer));
  return (LscDtype) (self->dtypes[types] - 1);
}

static double
peak_for (const LscFlops *self, guint32 kernel)
{
  switch (dtype_of (self, kernel))
    {
    case LSC_DTYPE_FP16:
      return self->peak.fp16;
    case LSC_DTYPE_FP32:
      return self->options->dtype_basis && !self->is_peer ? self->peak.fp32 : self->peak.fp16;
    case LSC_DTYPE_INT8:
      return self->peak.int8;
    case LSC_DTYPE_UNSUPPORTED:
    default:
      return 0;
    }
}

/**
 * _lsc_flops_set:
 * @item: has kernel and peak
 *
 * Sets the FLOPs of a kernel, and whether they are above what the chip can.
 */
void
_lsc_flops_set (const LscFlops *self, LscKernelFlops *item, double flops)
{
  item->flops = flops;
  item->flags &= (guint8) ~LSC_FLOPS_ABOVE_PEAK;
  if (lsc_kernel_flops_mfu (self->run, item) > ABOVE_PEAK)
    item->flags |= LSC_FLOPS_ABOVE_PEAK;
}

/**
 * _lsc_flops_add:
 * @op: index into the data's ops
 * @kernel: index into the run's kernels
 *
 * Notes the FLOPs of a kernel; not of one without length or of a data type without a peak
 * (exports.md#q37). Where no peak is known at all FLOPs have none.
 */
void
_lsc_flops_add (LscFlops *self, guint32 op, guint32 kernel, double flops, LscFlopsSource origin,
                guint32 label, guint8 flags)
{
  double peak = peak_for (self, kernel);
  gboolean is_counted = self->peak.source == LSC_PEAK_UNKNOWN
                            ? dtype_of (self, kernel) != LSC_DTYPE_UNSUPPORTED
                            : peak > 0;
  LscKernelFlops item = { .kernel = kernel,
                          .op = op,
                          .peak = peak,
                          .label = label,
                          .origin = (guint8) origin,
                          .flags = flags };

  self->op_done[op] = TRUE;
  if (!(flops > 0) || !is_counted || _lsc_flops_duration (self, kernel) <= 0)
    return;
  if (self->peak.source == LSC_PEAK_ESTIMATED)
    item.flags |= LSC_FLOPS_ESTIMATED;
  _lsc_flops_set (self, &item, flops);
  lsc_kernel_flops_list_append (self->out, item);
}

/**
 * lsc_kernel_flops_mfu:
 *
 * Returns: FLOPs over seconds over peak, 1 = the peak
 */
double
lsc_kernel_flops_mfu (const LscRun *run, const LscKernelFlops *flops)
{
  const LscKernel *kernel;
  double seconds;

  g_return_val_if_fail (run && flops && flops->kernel < run->kernels.n, 0);
  kernel = &run->kernels.items[flops->kernel];
  seconds = (double) (kernel->end_ns - kernel->start_ns) / 1e9;
  return seconds > 0 && flops->peak > 0 ? flops->flops / seconds / flops->peak : 0;
}
