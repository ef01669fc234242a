# model.py - kernels of a transformer, with shapes and the time that their work takes
#
# Copyright 2026 The Lanescope Authors
# SPDX-License-Identifier: Apache-2.0
"""Recipes: lists of kernels in the order of a layer. Times follow from floating-point operations
and bytes, so that longer sequences take longer and show it in their shapes."""

import dataclasses
import functools

FLOPS_A_NS = 190e3   # of matrix products, as they reach it
BYTES_A_NS = 1050.0  # of what only moves memory
FIXED_NS = 5500.0    # of any kernel

COMM = 'comm'        # an entry of a recipe: here members of the tensor-parallel group reduce


@dataclasses.dataclass(frozen=True)
class Kernel:
    """`core` is what it runs on, `torch` the operator that launches it."""
    name: str
    type: str
    core: str
    torch: str
    span: float
    inputs: str
    outputs: str
    tensors: int


@dataclasses.dataclass(frozen=True)
class Size:
    """Of a model."""
    hidden: int = 2048
    ffn: int = 8192
    vocabulary: int = 32000
    experts: int = 0
    top: int = 2


def kernel(name, kind, core, torch, span, inputs, outputs):
    """Inputs and outputs are lists of shapes."""
    text = [';'.join(','.join(str(d) for d in shape) for shape in shapes)
            for shapes in (inputs, outputs)]
    return Kernel(name, kind, core, torch, FIXED_NS + span, *text, len(inputs))


def product(m, k, n):
    return kernel('aclnnMatmul_MatMulV3Common_MatMulV3', 'MatMulV3', 'AI_CORE', 'aten::mm',
                  2.0 * m * k * n / FLOPS_A_NS, [(m, k), (k, n)], [(m, n)])


def vector(name, kind, torch, m, n, moves):
    return kernel(f'aclnn{name}_{kind}_{kind}', kind, 'AI_VECTOR_CORE', torch,
                  2.0 * m * n * moves / BYTES_A_NS, [(m, n)], [(m, n)])


def attention(tokens, keys, width, back):
    """Causal: half of the products; `keys` is how far a token looks, on average."""
    word, kind = (('FlashAttentionScoreGrad', 'npu::npu_fusion_attention_backward') if back
                  else ('FlashAttentionScore', 'npu::npu_fusion_attention'))
    flops = 4.0 * tokens * keys * width / 2 * (2.5 if back else 1.0) * 1.6
    shape = (tokens, width)
    return kernel(f'aclnn{word}_{word}_{word}', word, 'MIX_AIC', kind, flops / FLOPS_A_NS,
                  [shape, (keys, width), (keys, width)], [shape])


@functools.lru_cache(4096)
def layer(size, tokens, keys, tp, back, rings=1):
    """A dense layer, forward or backward; `rings` parts of the attention, between which keys and
    values go round (entry 'ring')."""
    h, f, w = size.hidden, size.ffn // tp, size.hidden // tp
    look = [attention(tokens, keys // rings, w, back)]
    ring = look if rings == 1 else ['ring', *look * rings]
    if not back:
        return (vector('RmsNorm', 'RmsNorm', 'npu::npu_rms_norm', tokens, h, 3),
                product(tokens, h, 3 * w), *ring, product(tokens, w, h), COMM,
                vector('AddRmsNorm', 'AddRmsNorm', 'npu::npu_add_rms_norm', tokens, h, 5),
                product(tokens, h, f),
                vector('SwiGlu', 'SwiGlu', 'npu::npu_swiglu', tokens, f, 2),
                product(tokens, f, h), COMM)
    return (product(tokens, h, f), product(f, tokens, h),
            vector('SwiGluGrad', 'SwiGluGrad', 'npu::npu_swiglu_backward', tokens, f, 3),
            product(tokens, f, h), product(h, tokens, f), COMM,
            vector('RmsNormGrad', 'RmsNormGrad', 'npu::npu_rms_norm_backward', tokens, h, 6),
            product(tokens, h, w), product(w, tokens, h), *ring,
            product(tokens, 3 * w, h), product(h, tokens, 3 * w), COMM,
            vector('RmsNormGrad', 'RmsNormGrad', 'npu::npu_rms_norm_backward', tokens, h, 4))


@functools.lru_cache(4096)
def expert_layer(size, tokens, keys, own, back):
    """A layer with experts; `own` tokens come to the experts of this rank. Entries 'dispatch' and
    'combine' stand for the transfers between experts."""
    h, f = size.hidden, size.ffn // 2
    held = max(1, size.experts)
    grouped = kernel('aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul', 'GroupedMatmul', 'AI_CORE',
                     'npu::npu_grouped_matmul', 2.0 * own * h * f * 1.15 / FLOPS_A_NS,
                     [(own, h), (held, h, f)], [(own, f)])
    act = vector('SwiGluGrad' if back else 'SwiGlu', 'SwiGluGrad' if back else 'SwiGlu',
                 'npu::npu_swiglu', own, f, 3 if back else 2)
    dense = [entry for entry in layer(size, tokens, keys, 1, back) if entry != COMM]
    router = kernel('aclnnMoeGatingTopKSoftmax_MoeGatingTopKSoftmax_MoeGatingTopKSoftmax',
                    'MoeGatingTopKSoftmax', 'AI_VECTOR_CORE', 'npu::npu_moe_gating_top_k_softmax',
                    2.0 * tokens * 64 * 8 / BYTES_A_NS, [(tokens, 64)], [(tokens, size.top)])
    if not back:
        return (*dense[:5], router, 'dispatch', grouped, act, grouped, 'combine')
    return ('combine', grouped, grouped, act, grouped, grouped, 'dispatch', router, *dense[5:])


@functools.lru_cache(1024)
def embedding(size, tokens, back):
    word, torch = (('EmbeddingDenseGrad', 'aten::embedding_dense_backward') if back
                   else ('Embedding', 'aten::embedding'))
    return (vector(word, word, torch, tokens, size.hidden, 4 if back else 2),)


@functools.lru_cache(1024)
def head(size, tokens, tp, back):
    v, h = size.vocabulary // tp, size.hidden
    if back:
        return (vector('CrossEntropyGrad', 'SoftmaxCrossEntropyGrad', 'aten::nll_loss_backward',
                       tokens, v, 2), product(tokens, v, h), COMM, product(h, tokens, v))
    return (product(tokens, h, v),
            vector('CrossEntropy', 'SoftmaxCrossEntropy', 'aten::cross_entropy_loss', tokens, v, 3))


@functools.lru_cache(256)
def optimizer(size, layers, tp, shards):
    """Norm of the gradients, then the update, a kernel a bucket."""
    held = int(layers * 12 * size.hidden * size.hidden / tp / shards) // size.hidden
    norm = vector('ForeachNorm', 'ForeachNorm', 'aten::_foreach_norm', held, size.hidden, 2)
    adam = kernel('aclnnApplyFusedAdamW_ApplyFusedAdamW_ApplyFusedAdamW', 'ApplyFusedAdamW',
                  'AI_VECTOR_CORE', 'npu::npu_apply_fused_adamw',
                  14.0 * held * size.hidden / 4 / BYTES_A_NS, [(held // 4, size.hidden)] * 4,
                  [(held // 4, size.hidden)])
    return norm, (adam,) * 4


@functools.lru_cache(1024)
def decode_layer(size, batch, keys, tp):
    """GPU kernels of a layer that decodes: bound by memory, so by weights and by cached keys."""
    h, f, w = size.hidden, size.ffn // tp, size.hidden // tp

    def weights(name, m, k, n):
        span = max(2.0 * k * n / 2100.0, 2.0 * m * k * n / 420e3)
        return kernel(name, 'gemm', 'GPU', 'aten::mm', span - FIXED_NS + 2500.0, [(m, k), (k, n)],
                      [(m, n)])

    def small(name, m, n):
        return kernel(name, 'vector', 'GPU', 'vllm::op', 4.0 * m * n / 2100.0 - 3000.0, [(m, n)],
                      [(m, n)])
    look = 4.0 * batch * keys * w / 2100.0 / 4 - FIXED_NS + 4000.0
    return (small('void vllm::rms_norm_kernel<c10::BFloat16>', batch, h),
            weights('nvjet_tst_64x64_qkv', batch, h, 3 * w),
            small('void vllm::rotary_embedding_kernel<c10::BFloat16>', batch, 2 * w),
            kernel('flash_fwd_splitkv_kernel', 'attention', 'GPU', 'vllm::unified_attention', look,
                   [(batch, keys, w)], [(batch, w)]),
            weights('nvjet_tst_64x64_proj', batch, w, h), COMM,
            small('void vllm::fused_add_rms_norm_kernel<c10::BFloat16>', batch, h),
            weights('nvjet_tst_64x64_up', batch, h, 2 * f),
            small('void vllm::act_and_mul_kernel<c10::BFloat16>', batch, f),
            weights('nvjet_tst_64x64_down', batch, f, h), COMM)


@functools.lru_cache(1024)
def prefill_layer(size, tokens, keys, tp):
    """GPU kernels of a layer that reads prompts."""
    h, f, w = size.hidden, size.ffn // tp, size.hidden // tp

    def multiply(name, m, k, n):
        return kernel(name, 'gemm', 'GPU', 'aten::mm', 2.0 * m * k * n / 420e3, [(m, k), (k, n)],
                      [(m, n)])

    def small(name, m, n):
        return kernel(name, 'vector', 'GPU', 'vllm::op', 6.0 * m * n / 2100.0, [(m, n)], [(m, n)])
    return (small('void vllm::rms_norm_kernel<c10::BFloat16>', tokens, h),
            multiply('nvjet_tst_192x192_qkv', tokens, h, 3 * w),
            small('void vllm::rotary_embedding_kernel<c10::BFloat16>', tokens, 2 * w),
            kernel('flash_fwd_kernel', 'attention', 'GPU', 'vllm::unified_attention',
                   4.0 * tokens * keys * w / 420e3, [(tokens, w)], [(tokens, w)]),
            multiply('nvjet_tst_192x192_proj', tokens, w, h), COMM,
            small('void vllm::fused_add_rms_norm_kernel<c10::BFloat16>', tokens, h),
            multiply('nvjet_tst_192x192_up', tokens, h, 2 * f),
            small('void vllm::act_and_mul_kernel<c10::BFloat16>', tokens, f),
            multiply('nvjet_tst_192x192_down', tokens, f, h), COMM)
