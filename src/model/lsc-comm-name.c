/* lsc-comm-name.c - which kernels communicate, by their names
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "model/lsc-comm-name.h"

#include <string.h>

/* The one list of names of collectives: readers, colours and findings ask here. Words are compared
 * in any case, from where a word of the name begins: neither SmallReduce nor the two words of
 * ReduceAll_ReduceAll are an all-reduce. A new library is a row. */

/* How much a word proves. */
typedef enum
{
  LIBRARY, /* the name of a library, or a kernel that only it has: in all of the name */
  VERB,    /* what is done: in the function and its namespaces, unless it also computes */
  FUSED,   /* a product of which a collective is part */
} Proof;

static const struct
{
  const char *text;
  Proof proof;
  const char *source; /* who calls kernels so */
} words[] = {
  /* libraries of vendors */
  { "nccl", LIBRARY, "NCCL (ncclKernel_, ncclDevKernel_, ncclSymDevKernel_), oneCCL (oneccl_)" },
  { "rccl", LIBRARY, "RCCL (rcclGenericKernel)" },
  { "hccl", LIBRARY, "HCCL of Ascend and of Gaudi" },
  { "hcom_", LIBRARY, "HCCL: operators" },
  { "oneccl", LIBRARY, "oneCCL" },
  { "oneapi::ccl", LIBRARY, "oneCCL: SYCL kernels" },
  { "mscclpp", LIBRARY, "MSCCL++" },
  { "msccl", LIBRARY, "MSCCL" },
  { "cncl", LIBRARY, "CNCL of Cambricon" },
  { "bkcl", LIBRARY, "BKCL of Kunlun" },
  { "nvshmem", LIBRARY, "NVSHMEM (nvshmemi_transfer_rma_nbi)" },
  { "rocshmem", LIBRARY, "rocSHMEM" },
  { "ishmem", LIBRARY, "Intel SHMEM" },
  { "aclshmem", LIBRARY, "SHMEM of Ascend" },
  /* exchange of experts */
  { "deep_ep", LIBRARY, "DeepEP" },
  { "::ep::", LIBRARY, "DeepEP and UCCL, built into other programs" },
  { "internode::", LIBRARY, "DeepEP, without its own namespace" },
  { "intranode::", LIBRARY, "DeepEP, without its own namespace" },
  { "internode_ll::", LIBRARY, "DeepEP, low latency" },
  { "epdispatch", LIBRARY, "mori (EpDispatchIntraNodeKernel)" },
  { "epcombine", LIBRARY, "mori (EpCombineInterNodeKernel)" },
  { "moea2a", LIBRARY, "TensorRT-LLM, FlashInfer (moeA2ADispatchKernel)" },
  { "moecommkernel", LIBRARY, "TensorRT-LLM: exchange over NVLink" },
  { "uccl", LIBRARY, "UCCL" },
  { "pplx", LIBRARY, "pplx-kernels" },
  { "moedistribute", LIBRARY, "CANN (MoeDistributeDispatch, …Combine, V2, Cam…, …Setup)" },
  { "moedispatchnormal", LIBRARY, "vLLM-Ascend, SGLang on Ascend (CamMoeDispatchNormal)" },
  { "moecombinenormal", LIBRARY, "vLLM-Ascend, SGLang on Ascend (CamMoeCombineNormal)" },
  { "dispatchnormal", LIBRARY, "DeepEP for Ascend (DispatchNormalA2)" },
  { "combinenormal", LIBRARY, "DeepEP for Ascend (CombineNormalA2)" },
  { "notifydispatch", LIBRARY, "DeepEP for Ascend (NotifyDispatch, NotifyDispatchA2)" },
  { "notify_dispatch", LIBRARY, "DeepEP (notify_dispatch, cached_notify_dispatch)" },
  { "distributebarrier", LIBRARY, "CANN (DistributeBarrier)" },
  /* kernels of one node */
  { "cross_device_", LIBRARY, "vLLM, SGLang, aiter (cross_device_reduce_1stage)" },
  { "userbuffers", LIBRARY, "Transformer Engine (userbuffers_fp16_sum_inplace_gpu_rr_ag)" },
  { "quickreduce", LIBRARY, "quickreduce of AMD" },
  { "quick_reduce", LIBRARY, "quickreduce of AMD, in vLLM" },
  { "symmetric_memory::", LIBRARY, "PyTorch, symmetric memory" },
  { "symm_mem::", LIBRARY, "PyTorch, symmetric memory" },
  { "multimem_", LIBRARY, "PyTorch, SGLang: over NVLink SHARP" },
  /* products with a collective in them */
  { "dispatchffncombine", FUSED, "vLLM-Ascend" },
  { "dispatch_ffn_combine", FUSED, "vLLM-Ascend" },
  { "dispatchgmmcombine", FUSED, "vLLM-Ascend (DispatchGmmCombineDecode)" },
  { "dispatch_gmm_combine", FUSED, "vLLM-Ascend" },
  { "fuseddeepmoe", FUSED, "vLLM-Ascend, SGLang on Ascend" },
  { "fused_deep_moe", FUSED, "vLLM-Ascend, SGLang on Ascend" },
  /* what is done, whoever does it */
  { "all_reduce", VERB, "vLLM, SGLang, PyTorch, Iris" },
  { "allreduce", VERB, "TensorRT-LLM, FlashInfer" },
  { "all_gather", VERB, "PyTorch, HCCL on vector cores (aiv_all_gather_bfloat16_t)" },
  { "allgather", VERB, "TensorRT-LLM, aiter" },
  { "reduce_scatter", VERB, "PyTorch, aiter" },
  { "reducescatter", VERB, "TensorRT-LLM" },
  { "all_to_all", VERB, "PyTorch, HCCL on vector cores" },
  { "all_toall", VERB, "older programs" },
  { "allto_all", VERB, "older programs" },
  { "alltoall", VERB, "TensorRT-LLM, CANN (AlltoAllv)" },
  { "all2all", VERB, "vLLM" },
  { "send_recv", VERB, "point to point" },
  { "sendrecv", VERB, "point to point" },
};

/* A kernel that does one of these beside a collective's verb computes on what was exchanged. */
static const char *const computing[] = { "gemm", "gemv", "softmax", "attention", "attn" };

/* Inductor names kernels after all that stood in their graph: these compute. */
static const char *const generated[] = { "triton_poi_", "triton_red_", "triton_per_",
                                         "triton_tem_", "triton_mm_",  "triton_for_" };

/* What names in one case write before a word without a separator. */
static const char *const glued[] = { "matmul", "aclnn", "shot", "lamport", "custom" };

static gboolean
contains_any (const char *text, const char *const *list, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (strstr (text, list[i]))
      return TRUE;
  return FALSE;
}

static gboolean
follows_glued (const char *text, const char *at)
{
  for (gsize i = 0; i < G_N_ELEMENTS (glued); i++)
    {
      gsize n = strlen (glued[i]);

      if ((gsize) (at - text) >= n && g_ascii_strncasecmp (at - n, glued[i], n) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether a word of a name begins there: behind what is no letter, or at a capital that follows a
 * small letter or begins a word of small ones. @is_snake: the word has separators of its own, so
 * that capitals of other words do not begin it */
static gboolean
begins_word (const char *text, const char *at, gboolean is_snake)
{
  if (at == text || !g_ascii_isalpha (*at) || !g_ascii_isalpha (at[-1]))
    return TRUE;
  if (!is_snake && g_ascii_isupper (*at) && (g_ascii_islower (at[-1]) || g_ascii_islower (at[1])))
    return TRUE;
  return !is_snake && follows_glued (text, at);
}

/* ---- how words begin ---- */

/* A pass over a name looks at how a word may begin, and at the words themselves only where one
 * does: a file may have a name for each kernel. */

#define N_LETTERS 128
#define PROOF_BIT(proof) (1u << (proof))

/* The proofs of the words that begin with two characters, as bits, and these two of each word. */
static guint8 beginnings[N_LETTERS][N_LETTERS];
static guint16 pairs[G_N_ELEMENTS (words)];

static inline guint
small_letter (char letter)
{
  return (guchar) (letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

static gpointer
fill_beginnings (gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      guint first = small_letter (words[i].text[0]), second = small_letter (words[i].text[1]);

      beginnings[first][second] |= (guint8) PROOF_BIT (words[i].proof);
      pairs[i] = (guint16) (first << 8 | second);
    }
  return NULL;
}

static gboolean
is_word_at (const char *text, const char *at, const char *word)
{
  return g_ascii_strncasecmp (at, word, strlen (word)) == 0 &&
         begins_word (text, at, strpbrk (word, "_:") != NULL);
}

/* Returns: of the proofs @wanted, as bits, those of which a word stands at @at */
static guint
find_words_at (const char *text, const char *at, guint pair, guint wanted)
{
  guint found = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (pairs[i] == pair && (wanted & PROOF_BIT (words[i].proof)) != 0 &&
        is_word_at (text, at, words[i].text))
      found |= PROOF_BIT (words[i].proof);
  return found;
}

/* Returns: of the proofs @wanted, as bits, those of which a word stands in @text */
static guint
find_words (const char *text, guint wanted)
{
  static GOnce once = G_ONCE_INIT;
  guint found = 0;

  g_once (&once, fill_beginnings, NULL);
  for (const char *at = text; *at; at++)
    {
      guint first = small_letter (at[0]), second = small_letter (at[1]);

      if (first < N_LETTERS && second < N_LETTERS && (beginnings[first][second] & wanted) != 0)
        found |= find_words_at (text, at, first << 8 | second, wanted);
    }
  return found;
}

static gboolean
is_generated (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (generated); i++)
    if (g_str_has_prefix (text, generated[i]))
      return TRUE;
  return FALSE;
}

/**
 * lsc_comm_name_classify:
 * @name: of a kernel of any device
 * @path: the function and namespaces in it
 *
 * For lsc_kernel_name_get_comm(). Cost: O(length) for names that do not communicate. Thread: any.
 *
 * Source: formats.md#communication-names.
 *
 * Returns: whether the kernel communicates, as far as its name tells
 */
LscCommName
lsc_comm_name_classify (const char *name, const char *path)
{
  g_autofree char *small = NULL;
  guint found;

  g_return_val_if_fail (name && path, LSC_COMM_NAME_NONE);

  found = find_words (name, PROOF_BIT (FUSED) | PROOF_BIT (LIBRARY));
  if (found & PROOF_BIT (FUSED))
    return LSC_COMM_NAME_FUSED;
  if (found & PROOF_BIT (LIBRARY))
    return LSC_COMM_NAME_WHOLE;
  if (find_words (path, PROOF_BIT (VERB)) == 0)
    return LSC_COMM_NAME_NONE;
  small = g_ascii_strdown (path, -1);
  if (is_generated (small) || contains_any (small, computing, G_N_ELEMENTS (computing)))
    return LSC_COMM_NAME_NONE;
  return strstr (small, "matmul") ? LSC_COMM_NAME_FUSED : LSC_COMM_NAME_WHOLE;
}
