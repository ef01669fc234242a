/* test-kernel-label.c - names of kernels as lists show them, on names of real recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib.h>

#include "model/lsc-kernel-label.h"

typedef struct
{
  const char *name;
  const char *label; /* NULL = as it is */
} Case;

/* One list: each label is what its row shows. */
static const Case cases[] = {
  { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
    "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>)",
    "CUDAFunctor_add (vectorized_elementwise) [BFloat16]" },
  { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
    "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>)",
    "CUDAFunctor_add (vectorized_elementwise) [float, 4]" },
  { "void at::native::vectorized_elementwise_kernel<8, at::native::CUDAFunctor_add<float>, "
    "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>)",
    "CUDAFunctor_add (vectorized_elementwise) [float, 8]" },
  { "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::"
    "BinaryFunctor<c10::BFloat16, at::native::binary_internal::MulFunctor<float> > >"
    "(at::TensorIteratorBase&)::{lambda(int)#1}>(int)",
    "MulFunctor (elementwise)" },
  { "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda("
    "at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}>(int)",
    "direct_copy_kernel_cuda (unrolled_elementwise) [#7]" },
  { "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda("
    "at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#12}>(int)",
    "direct_copy_kernel_cuda (unrolled_elementwise) [#12]" },
  { "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, "
    "float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float>)",
    "MeanOps (reduce)" },
  { "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, "
    "false, false, cutlass::bfloat16_t> >(pytorch_flash::Flash_fwd_params)",
    "flash_fwd_kernel [64]" },
  { "void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<96, 128, 128, 4, "
    "false, false, cutlass::bfloat16_t> >(pytorch_flash::Flash_fwd_params)",
    "flash_fwd_kernel [96]" },
  { "void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8>"
    "(cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_32x32_128x2_tn_align8::Params)",
    "cutlass_80_wmma_tens… [32x32]" },
  { "void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x2_tn_align8>"
    "(cutlass_80_wmma_tensorop_bf16_s161616gemm_bf16_16x16_128x2_tn_align8::Params)",
    "cutlass_80_wmma_tens… [16x16]" },
  { "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL" },
  { "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>"
    "(int, float, c10::BFloat16 const*)",
    "vectorized_layer_norm_kernel" },
  /* only what points to the arguments differs, in which there is no word */
  { "void f<int*>(int)", "f #2" },
  { "void f<int**>(int)", "f" },
  /* as short names already are */
  { "elementwise_kernel: AddFunctor", "AddFunctor (elementwise)" },
  /* long names that end alike */
  { "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_warpgroupsize2x1x1_"
    "execute_segment_k_off_kernel__5x_cublas",
    "sm90_xmma_gemm_bf16b… [tn]" },
  { "sm90_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_tilesize128x256x64_warpgroupsize2x1x1_"
    "execute_segment_k_off_kernel__5x_cublas",
    "sm90_xmma_gemm_bf16b… [nn]" },
  { "Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT16x16x128_WSGRB0_WS64_WG16_4_4",
    "Cijk_Alik_Bljk_B_BS_… [MT16x16x128]" },
  { "Cijk_Alik_Bljk_B_BS_BH_Bias_HA_S_SAV_UserArgs_MT32x16x64_WSGRB0_WS64_WG16_4_4",
    "Cijk_Alik_Bljk_B_BS_… [MT32x16x64]" },
  /* as they are: libraries that write no C++ names, compilers, NPUs, ops of the framework */
  { "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x4_tn", NULL },
  { "nvjet_tst_128x256_64x4_1x2_h_bz_coopB_TNT", NULL },
  { "triton_poi_fused_add_mul_3", NULL },
  { "triton_per_fused_native_layer_norm_backward_7", NULL },
  { "aclnnMatmul_MatMulCommon_MatMulV2", NULL },
  { "trans_TransData_0", NULL },
  { "aten::add", NULL },
  { "Memcpy HtoD (Pageable -> Device)", NULL },
  { "autograd::engine::evaluate_function: MulBackward0", NULL },
};

static LscKernelLabels *
list_cases (void)
{
  LscKernelLabels *labels = lsc_kernel_labels_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    lsc_kernel_labels_add (labels, cases[i].name);
  return labels;
}

static void
test_labels (void)
{
  g_autoptr (LscKernelLabels) labels = list_cases ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (lsc_kernel_labels_get (labels, cases[i].name), ==, cases[i].label);
  g_assert_null (lsc_kernel_labels_get (labels, "of no list"));
}

/* Whatever is in a list: no two rows read the same, and the order of the list does not matter. */
static void
test_distinct (void)
{
  g_autoptr (LscKernelLabels) labels = list_cases ();
  g_autoptr (LscKernelLabels) turned = lsc_kernel_labels_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = G_N_ELEMENTS (cases); i-- > 0;)
    lsc_kernel_labels_add (turned, cases[i].name);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *label = lsc_kernel_labels_get (labels, cases[i].name);

      g_assert_true (g_hash_table_add (seen, (gpointer) (label ? label : cases[i].name)));
      g_assert_cmpstr (lsc_kernel_labels_get (turned, cases[i].name), ==, label);
    }
}

/* One that stands alone says no more than it has to. */
static void
test_alone (void)
{
  g_autoptr (LscKernelLabels) labels = lsc_kernel_labels_new ();
  g_autofree char *label = lsc_kernel_label (cases[0].name);

  lsc_kernel_labels_add (labels, cases[0].name);
  lsc_kernel_labels_add (labels, cases[0].name);
  g_assert_cmpstr (lsc_kernel_labels_get (labels, cases[0].name), ==,
                   "CUDAFunctor_add (vectorized_elementwise)");
  g_assert_cmpstr (label, ==, "CUDAFunctor_add (vectorized_elementwise)");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel-label/labels", test_labels);
  g_test_add_func ("/kernel-label/distinct", test_distinct);
  g_test_add_func ("/kernel-label/alone", test_alone);
  return g_test_run ();
}
