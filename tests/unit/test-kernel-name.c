/* test-kernel-name.c - families and short names of GPU kernels, on names of real recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>

#include "model/lsc-kernel-name.h"

typedef struct
{
  const char *name;
  const char *brief; /* NULL = as it is */
  LscKernelFamily family;
} Case;

static const Case cases[] = {
  { "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_cublas", NULL, LSC_FAMILY_MATRIX },
  { "ampere_sgemm_32x32_sliced1x4_tn", NULL, LSC_FAMILY_MATRIX },
  { "nvjet_tst_128x256_64x4_1x2_h_bz_coopB_TNT", NULL, LSC_FAMILY_MATRIX },
  { "cudnn_ampere_scudnn_128x64_relu_xregs_large_nn_v1", NULL, LSC_FAMILY_MATRIX },
  { "Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x128", NULL, LSC_FAMILY_MATRIX },
  { "void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8>"
    "(cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8::Params)",
    "cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8", LSC_FAMILY_MATRIX },
  { "void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2> > >"
    "(flash::FlashAttnFwdSm90::Params)",
    "FlashAttnFwdSm90", LSC_FAMILY_ATTENTION },
  { "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, "
    "false, false, cutlass::bfloat16_t> >(pytorch_flash::Flash_fwd_params)",
    "flash_fwd_kernel", LSC_FAMILY_ATTENTION },
  { "attn_fwd", NULL, LSC_FAMILY_ATTENTION },
  { "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>"
    "(int, float, c10::BFloat16 const*)",
    "vectorized_layer_norm_kernel", LSC_FAMILY_NORM },
  { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
    "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>)",
    "vectorized_elementwise_kernel: CUDAFunctor_add", LSC_FAMILY_ELEMENTWISE },
  { "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::"
    "BinaryFunctor<c10::BFloat16, at::native::binary_internal::MulFunctor<float> > >"
    "(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
    "elementwise_kernel: MulFunctor", LSC_FAMILY_ELEMENTWISE },
  { "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda("
    "at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}>(int)",
    "unrolled_elementwise_kernel: direct_copy_kernel_cuda", LSC_FAMILY_COPY },
  { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, "
    "float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float>)",
    "reduce_kernel: MeanOps", LSC_FAMILY_REDUCTION },
  { "void at::native::(anonymous namespace)::CatArrayBatchedCopy<at::native::(anonymous namespace)"
    "::OpaqueType<2u>, unsigned int, 4, 64, 64>(char*)",
    "CatArrayBatchedCopy", LSC_FAMILY_COPY },
  { "Memcpy HtoD (Pageable -> Device)", NULL, LSC_FAMILY_COPY },
  { "Memset (Device)", NULL, LSC_FAMILY_COPY },
  { "void deep_ep::internode::combine<false, 8, __nv_bfloat16, 8>(int4*, float*, bool const*)",
    "internode::combine", LSC_FAMILY_COMMUNICATION },
  { "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", LSC_FAMILY_COMMUNICATION },
  { "void at::native::(anonymous namespace)::max_pool_forward_nchw<float, float>(int)",
    "max_pool_forward_nchw", LSC_FAMILY_OTHER },
  { "triton_poi_fused_add_mul_3", NULL, LSC_FAMILY_ELEMENTWISE },
  /* no kernels: they stay as they are */
  { "aten::add", NULL, LSC_FAMILY_OTHER },
  { "autograd::engine::evaluate_function: MulBackward0", NULL, LSC_FAMILY_OTHER },
  { "<built-in method conv2d of type object at 0xffff>", NULL, LSC_FAMILY_OTHER },
  { "torch/nn/modules/module.py(1501): _call_impl", NULL, LSC_FAMILY_OTHER },
  { "forward(mb0)", NULL, LSC_FAMILY_OTHER },
  { "", NULL, LSC_FAMILY_OTHER },
  { "void ", NULL, LSC_FAMILY_OTHER },
  { "void f<", "f", LSC_FAMILY_OTHER },
  { "void f(a<", "f", LSC_FAMILY_OTHER },
};

static void
test_short_names (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *brief = lsc_kernel_name_shorten (cases[i].name);

      g_assert_cmpstr (brief, ==, cases[i].brief);
    }
}

static void
test_families (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].name);
      g_assert_cmpint (lsc_kernel_name_family (cases[i].name), ==, cases[i].family);
    }
  for (guint i = 0; i < LSC_N_FAMILIES; i++)
    g_assert_cmpstr (lsc_kernel_family_title (i), !=, "");
}

/* One case for each who calls its kernels so, and what looks like it and computes. */
static void
test_communication (void)
{
  static const struct
  {
    const char *name;
    LscCommName told;
  } names[] = {
    { "ncclSymkDevKernel_AllReduce_AGxLL_R_sum_bf16(ncclSymkDevWorkArgs const*)",
      LSC_COMM_NAME_WHOLE },
    { "rcclGenericKernel<0, false>(ncclDevComm*, unsigned long)", LSC_COMM_NAME_WHOLE },
    { "oneccl_allreduce_small", LSC_COMM_NAME_WHOLE },
    { "void mscclpp::allreduce7<half>(half*)", LSC_COMM_NAME_WHOLE },
    { "nvshmemi_transfer_rma_nbi<0>(int)", LSC_COMM_NAME_WHOLE },
    { "void deep_ep::internode_ll::combine<true, 7168>(int)", LSC_COMM_NAME_WHOLE },
    { "mori::moe::EpDispatchIntraNodeKernel<__hip_bfloat16>", LSC_COMM_NAME_WHOLE },
    { "void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)",
      LSC_COMM_NAME_WHOLE },
    { "void aiter::cross_device_reduce_1stage_naive<unsigned short, 8>(int)", LSC_COMM_NAME_WHOLE },
    { "void userbuffers_fp16_sum_inplace_gpu_rr_ag<8>(int)", LSC_COMM_NAME_WHOLE },
    { "void tensorrt_llm::kernels::moe_comm::moeA2ADispatchKernel<1>(int)", LSC_COMM_NAME_WHOLE },
    { "lamport_all_reduce_kernel", LSC_COMM_NAME_WHOLE },
    { "reduceScatter", LSC_COMM_NAME_WHOLE },
    { "hcom_allReduce__271_0_1", LSC_COMM_NAME_WHOLE },
    { "AllReduceAicpuKernel", LSC_COMM_NAME_WHOLE },
    { "aclnnAllReduce_AllReduceAicpuKernel", LSC_COMM_NAME_WHOLE },
    { "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
      LSC_COMM_NAME_WHOLE },
    { "ncclKernel_AllReduce_RING_LL_Sum_float", LSC_COMM_NAME_WHOLE },
    { "void two_shot_all_reduce_kernel<4>(float*)", LSC_COMM_NAME_WHOLE },
    { "void trt::twoShotAllReduceKernel<half, 8>(Params)", LSC_COMM_NAME_WHOLE },
    { "AIVAllGather", LSC_COMM_NAME_WHOLE },
    { "oneshotallreduce_bf16", LSC_COMM_NAME_WHOLE },
    { "_ZN4vllm28cross_device_reduce_1stageI6__halfLi8EEvPNS_8RankDataE", LSC_COMM_NAME_WHOLE },
    { "batchSendRecv", LSC_COMM_NAME_WHOLE },
    { "aclnnAlltoAllvGroupedMatMul_AlltoAllvGroupedMatMul", LSC_COMM_NAME_FUSED },
    { "matmul_all_reduce_add_rms_norm", LSC_COMM_NAME_FUSED },
    { "matmulallreduce", LSC_COMM_NAME_FUSED },
    { "aclnnMoeDistributeDispatchV2_MoeDistributeDispatchV2_MoeDistributeDispatchV2",
      LSC_COMM_NAME_WHOLE },
    { "aclnnCamMoeDistributeCombine_CamMoeDistributeCombine", LSC_COMM_NAME_WHOLE },
    { "CamMoeDispatchNormal", LSC_COMM_NAME_WHOLE },
    { "NotifyDispatchA2", LSC_COMM_NAME_WHOLE },
    { "aiv_all_gather_bfloat16_t", LSC_COMM_NAME_WHOLE },
    { "aclnnMatmulAllReduce_MatmulAllReduceAiCore_MatmulAllReduce", LSC_COMM_NAME_FUSED },
    { "AllGatherMatmul", LSC_COMM_NAME_FUSED },
    { "GroupedMatMulAlltoAllv", LSC_COMM_NAME_FUSED },
    { "DispatchFFNCombine", LSC_COMM_NAME_FUSED },
    { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >(int)",
      LSC_COMM_NAME_NONE },
    { "moe_dispatch_permute_kernel", LSC_COMM_NAME_NONE },
    { "aclnnReduceAll_ReduceAllAiCore_ReduceAll", LSC_COMM_NAME_NONE },
    { "aclnn_ReduceAll", LSC_COMM_NAME_NONE },
    { "ReduceAll_ReduceAll", LSC_COMM_NAME_NONE },
    { "ReduceAllOp", LSC_COMM_NAME_NONE },
    { "ReduceSum", LSC_COMM_NAME_NONE },
    { "aclnnAll_ReduceAll", LSC_COMM_NAME_NONE },
    { "aclnnSmallReduce_SmallReduceAiCore", LSC_COMM_NAME_NONE },
    { "small_reduce_kernel", LSC_COMM_NAME_NONE },
    { "void overall_reduce<float>(int)", LSC_COMM_NAME_NONE },
    { "aclnncclamp_kernel", LSC_COMM_NAME_NONE },
    { "StepDispatchKernel", LSC_COMM_NAME_NONE },
    { "wall_gather", LSC_COMM_NAME_NONE },
    { "succlear", LSC_COMM_NAME_NONE },
    { "combine_topk_kernel", LSC_COMM_NAME_NONE },
    { "all_gather_into_local_copy_gemm", LSC_COMM_NAME_NONE },
    { "send_logits_softmax", LSC_COMM_NAME_NONE },
    { "triton_poi_fused_all_gather_into_tensor_add_3", LSC_COMM_NAME_NONE },
    { "void elementwise_kernel<128, all_reduce_op<float> >(int)", LSC_COMM_NAME_NONE },
    { "aclnnGatherV2_GatherV2AiCore_GatherV2", LSC_COMM_NAME_NONE },
    { "MoeInitRouting", LSC_COMM_NAME_NONE },
    { "", LSC_COMM_NAME_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i].name);
      g_assert_cmpint (lsc_kernel_name_get_comm (names[i].name), ==, names[i].told);
      g_assert_cmpint (lsc_kernel_name_family (names[i].name) == LSC_FAMILY_COMMUNICATION, ==,
                       names[i].told == LSC_COMM_NAME_WHOLE);
    }
}

static void
test_copies (void)
{
  g_assert_true (lsc_kernel_name_is_copy ("__amd_rocclr_copyBufferAligned.kd"));
  g_assert_true (lsc_kernel_name_is_copy ("__amd_rocclr_fillBufferAligned"));
  g_assert_true (lsc_kernel_name_is_copy ("MEMORY_COPY_HOST_TO_DEVICE"));
  g_assert_false (lsc_kernel_name_is_copy ("copy_kernel"));
  g_assert_false (lsc_kernel_name_is_copy ("__amd_rocclr_streamOpsWait"));
}

static void
test_types (void)
{
  g_assert_cmpstr (lsc_kernel_name_get_type ("aclnnCast_CastAiCore_Cast"), ==, "Cast");
  g_assert_cmpstr (lsc_kernel_name_get_type ("trans_TransData_0"), ==, "trans_TransData_0");
  g_assert_cmpstr (lsc_kernel_name_get_type ("aclnnCast"), ==, "aclnnCast");
  g_assert_cmpstr (lsc_kernel_name_get_type (""), ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-name/short", test_short_names);
  g_test_add_func ("/kernel-name/families", test_families);
  g_test_add_func ("/kernel-name/types", test_types);
  g_test_add_func ("/kernel-name/communication", test_communication);
  g_test_add_func ("/kernel-name/copies", test_copies);
  return g_test_run ();
}
