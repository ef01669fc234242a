/* test-findings-kernels.c - rules about kernels, on facts made by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "test-findings-support.h"

/* Rules about kernels count each its own, from a share of the step on. */
static void
test_kernels (void)
{
  static const struct
  {
    const char *name;
    guint8 kind;
    const char *id;
    LscFindingSeverity severity;
    gint64 little_us;
  } rules[] = {
    { "TopK", LSC_SLICE_AI_CPU, "K01", LSC_FINDING_MAJOR, 900 },
    { "trans_TransData_9", LSC_SLICE_VECTOR, "K12", LSC_FINDING_MINOR, 1900 },
    { "aclnnForeachAddList", LSC_SLICE_VECTOR, "F03", LSC_FINDING_MINOR, 900 },
    { "SyncBatchNormGatherStats", LSC_SLICE_VECTOR, "S02", LSC_FINDING_MINOR, 900 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint is_much = 0; is_much < 2; is_much++)
      {
        g_auto (Case) self = { 0 };
        const LscFinding *found;

        case_init (&self, 1);
        case_add_kernels (&self, 0, "MatMulV3", LSC_SLICE_CUBE, 40 * MS);
        case_add_kernels (&self, 0, rules[i].name, rules[i].kind,
                          is_much ? 3 * MS : rules[i].little_us * MS / 1000);
        case_get_last_kernel (&self)->n = 12;
        found = case_find (&self, rules[i].id);
        g_assert_true ((found != NULL) == is_much);
        g_assert_cmpuint (self.findings->rows->len, ==, is_much);
        if (!found)
          continue;
        g_assert_true (lsc_finding_stands_out (found) == (rules[i].severity == LSC_FINDING_MAJOR));
        g_assert_true (found->is_bound);
      }
}

static gboolean
says (const LscFinding *found, const char *words)
{
  g_autofree char *text = lsc_phrase_to_words (found->text);

  return strstr (text, words) != NULL;
}

/* What an optimizer launches one by one is told once, by its name. */
static void
test_optimizer (void)
{
  g_auto (Case) self = { 0 };
  LscDigestSequence sequence = {
    .fused = LSC_FUSED_OPTIMIZER, .n = 2, .saved_ns = 2 * 3 * MS, .slice = LSC_SLICE_NONE
  };
  const LscFinding *found;

  case_init (&self, 1);
  sequence.names = lsc_rank_digest_add_text (self.digests[0], "Optimizer.step#AdamW.step");
  lsc_digest_sequences_append (&self.digests[0]->sequences, sequence);
  found = case_find (&self, "F03");
  g_assert_nonnull (found);
  g_assert_cmpint (found->gain_ns, ==, 3 * MS);
  g_assert_true (says (found, "Optimizer.step#AdamW.step updates parameters"));
  g_assert_cmpuint (self.findings->rows->len, ==, 1);
}

/* A few kernels that update many tensors at once are no optimizer in pieces. */
static void
test_few_foreach (void)
{
  for (gint64 n = 10; n <= 12; n += 2)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      case_add_kernels (&self, 0, "aclnnForeachAddList", LSC_SLICE_VECTOR, 3 * MS);
      case_get_last_kernel (&self)->n = n;
      g_assert_true ((case_find (&self, "F03") != NULL) == (n == 12));
    }
}

/* Float32 without Tensor Cores is told of GPUs, by the names of kernels, with what TF32 could gain.
 */
static void
test_float32 (void)
{
  static const struct
  {
    const char *name;
    gboolean is_gpu;
    gboolean is_found;
  } cases[] = {
    { "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_ffma_execute_kernel", TRUE,
      TRUE },
    { "ampere_sgemm_128x64_tn", TRUE, TRUE },
    { "cutlass_80_simt_sgemm_128x64_8x5_nn_align1", TRUE, TRUE },
    { "void cudnn::cnn::implicit_convolve_sgemm<float, 128, 5>", TRUE, TRUE },
    { "ampere_sgemm_128x64_tn", FALSE, FALSE },
    { "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32_tensor16x8x8_kernel", TRUE,
      FALSE },
    { "cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4", TRUE, FALSE },
    { "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_nn", TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 1);
      self.digests[0]->is_gpu = cases[i].is_gpu;
      case_add_kernels (&self, 0, cases[i].name, LSC_SLICE_COMPUTE, 40 * MS);
      found = case_find (&self, "float32_matrix");
      g_assert_true ((found != NULL) == cases[i].is_found);
      g_assert_true (!found || found->gain_ns == 35 * MS);
    }
}

/* Where no steps are marked a silent host may have had nothing to do; and without a backward pass
 * there is little beside which a collective could run. */
static void
test_served (void)
{
  for (guint k = 0; k < 4; k++)
    {
      gboolean is_marked = k & 1, trains = k & 2;
      g_auto (Case) self = { 0 };
      const LscFinding *silence, *open;

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_SILENT, 20 * MS);
      case_lose (&self, 0, LSC_LOSS_TRANSFER, 10 * MS);
      case_add_kernels (&self, 0, trains ? "FlashAttentionScoreGrad" : "FlashAttentionScore",
                        LSC_SLICE_MIX, 5 * MS);
      for (guint i = 0; i < 2 && !is_marked; i++)
        case_get_step (&self, 0, i)->step = LSC_INT_NULL;
      silence = case_find (&self, "S05");
      open = case_find (&self, "uncovered_communication");
      g_assert_true (silence && open);
      g_assert_true (lsc_finding_stands_out (silence) == is_marked);
      g_assert_true ((silence->unknown == NULL) == is_marked);
      g_assert_true (silence->is_bound == !is_marked);
      g_assert_true (lsc_finding_stands_out (open) == (is_marked || trains));
      if (trains && !is_marked)
        {
          g_autofree char *larger = lsc_phrase_to_plain (self.findings->larger);

          g_assert_nonnull (strstr (larger, "Idle host, up to 20.00 ms of the recording (20.0 %)"));
        }
    }
}

/* ---- what computes most ---- */

static void
add_owner (Case *self, LscOwnerType type, const char *name, gint64 ns)
{
  LscRankOwner owner = { .text = lsc_rank_digest_add_text (self->digests[0], name),
                         .type = (guint8) type,
                         .category = LSC_BUDGET_COMPUTE,
                         .ns = ns };

  lsc_rank_owners_append (&self->digests[0]->owners, owner);
}

/* Modules that are not listed and kernels of no module have rows as well, so that all of computing
 * is there: of 24 modules of 2, 3, ... 25 ms those of 2 to 5 ms are not listed. */
static void
test_computing (void)
{
  g_auto (Case) self = { 0 };
  g_autoptr (LscTable) table = NULL;
  double sum = 0;
  gsize n;

  case_init (&self, 1);
  add_owner (&self, LSC_OWNER_KERNEL, "MatMul", 400 * MS);
  for (guint i = 0; i < 24; i++)
    {
      char name[] = { 'N', 'e', 't', '/', (char) ('A' + i), '\0' };

      add_owner (&self, LSC_OWNER_MODULE, name, (2 + i) * MS);
    }
  case_find (&self, "slow_rank");
  table = lsc_findings_get_computing (self.findings);
  n = lsc_table_get_n_rows (table);
  g_assert_cmpuint (n, ==, 22);
  for (gsize i = 0; i < n; i++)
    sum += lsc_table_get_named (table, i, "share").real;
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
  g_assert_cmpstr (lsc_table_get_named (table, n - 2, "name").text, ==, "4 Other Modules");
  g_assert_cmpint (lsc_table_get_named (table, n - 2, "ns").integer, ==, 7 * MS);
  g_assert_cmpstr (lsc_table_get_named (table, n - 1, "name").text, ==, "Outside Modules");
  g_assert_cmpstr (lsc_table_get_named (table, n - 1, "kind").text, ==, "rest");
}

/* ---- the AI CPU ---- */

/* What it computes of a step, and the data types of the inputs as the facts tell them. */
static void
add_ai_cpu (Case *self, const char *name, const char *slow_types, gint64 ns)
{
  case_add_kernels (self, 0, name, LSC_SLICE_AI_CPU, ns);
  case_get_last_kernel (self)->has_types = slow_types != NULL;
  case_get_last_kernel (self)->slow_types =
      lsc_rank_digest_add_text (self->digests[0], slow_types && *slow_types ? slow_types : NULL);
}

/* Why the AI CPU computes it is told by K01 where that is said, and by K02 alone where it is
 * little: the examples of findings.md#ai-cpu. */
static void
test_ai_cpu_reason (void)
{
  static const struct
  {
    const char *name;
    const char *slow_types; /* (nullable): types were not recorded */
    const char *said;       /* (nullable): no reason is known */
    const char *said_alone;
  } cases[] = {
    { "aclnnSort_SortAiCpu_Sort", "DOUBLE, INT64", "Sort, which has DOUBLE, INT64 inputs.",
      "Sort, which has DOUBLE, INT64 inputs." },
    { "aclnnIndexPutImpl_IndexPutAiCpu_IndexPutV2", "INT64", "which selects or sets",
      "that select or set" },
    { "NonZero", NULL, "which selects or sets", "that select or set" },
    { "Index12", NULL, "which selects or sets", "that select or set" },
    { "IndexSelect", "", NULL, NULL },
    { "aclnnSort_SortAiCpu_Sort", "", NULL, NULL },
    { "aclnnSort_SortAiCpu_Sort", NULL, NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint is_much = 0; is_much < 2; is_much++)
      {
        g_auto (Case) self = { 0 };
        const LscFinding *found;

        case_init (&self, 1);
        case_add_kernels (&self, 0, "NonZero", LSC_SLICE_VECTOR, 5 * MS);
        add_ai_cpu (&self, cases[i].name, cases[i].slow_types, is_much ? 3 * MS : MS / 2);
        found = case_find (&self, is_much ? "K01" : "K02");
        g_assert_cmpuint (self.findings->rows->len, ==, is_much || cases[i].said ? 1 : 0);
        g_assert_true (case_is_silent (&self, "K02") ==
                       (is_much && !cases[i].said && !cases[i].slow_types));
        if (!found)
          continue;
        g_assert_true ((found->unknown != NULL) == case_is_silent (&self, "K02"));
        g_assert_true (lsc_finding_stands_out (found) == (is_much));
        if (cases[i].said)
          g_assert_true (says (found, is_much ? cases[i].said : cases[i].said_alone));
        else
          g_assert_false (says (found, "which"));
      }
}

/* What K01 does not tell, K02 does; less than a thousandth of a step is not told, nor what the
 * cores compute. */
static void
test_ai_cpu_other_reason (void)
{
  for (guint is_any = 0; is_any < 2; is_any++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 1);
      for (guint i = 0; i < 2; i++)
        {
          case_add_kernels (&self, 0, i ? "Sort" : "IndexPut", LSC_SLICE_VECTOR, 5 * MS);
          case_get_last_kernel (&self)->slow_types =
              lsc_rank_digest_add_text (self.digests[0], "DOUBLE");
        }
      add_ai_cpu (&self, "NonZero", "", 4 * MS);
      add_ai_cpu (&self, "Sort", "DOUBLE", is_any ? 3 * MS : MS / 20);
      found = case_find (&self, "K02");
      g_assert_true ((found != NULL) == is_any);
      g_assert_nonnull (case_find (&self, "K01"));
      if (!found)
        continue;
      g_assert_cmpint (found->gain_ns, ==, 3 * MS);
      g_assert_false (lsc_finding_stands_out (found));
      g_assert_cmpint (case_find (&self, "K01")->gain_ns, ==, 7 * MS);
    }
}

/* Kernels that could be one; those that merely repeat cost no more than the host is late. */
static void
test_sequences (void)
{
  for (guint is_known = 0; is_known < 2; is_known++)
    for (gint64 late_ms = 0; late_ms <= 3; late_ms += 3)
      {
        g_auto (Case) self = { 0 };
        LscDigestSequence sequence = { .fused = is_known ? LSC_FUSED_SWIGLU : LSC_FUSED_NONE,
                                       .n = 8,
                                       .saved_ns = 2 * 4 * MS,
                                       .slice = LSC_SLICE_NONE };
        const char *id = is_known ? "F02" : "F01";

        case_init (&self, 1);
        case_lose (&self, 0, LSC_LOSS_SMALL_KERNELS, late_ms * MS);
        sequence.names = lsc_rank_digest_add_text (self.digests[0], "Swish, Mul");
        lsc_digest_sequences_append (&self.digests[0]->sequences, sequence);
        g_assert_true ((case_find (&self, id) != NULL) == (is_known || late_ms > 0));
        if (!case_find (&self, id))
          continue;
        g_assert_cmpint (case_find (&self, id)->gain_ns, ==, (is_known ? 4 : 3) * MS);
        g_assert_false (lsc_finding_stands_out (case_find (&self, id)));
      }
}

/* Below 1 % of a step they are not told. */
static void
test_short_sequences (void)
{
  for (guint is_known = 0; is_known < 2; is_known++)
    {
      g_auto (Case) self = { 0 };
      LscDigestSequence sequence = { .fused = is_known ? LSC_FUSED_SWIGLU : LSC_FUSED_NONE,
                                     .n = 8,
                                     .saved_ns = 2 * MS - 200000,
                                     .slice = LSC_SLICE_NONE };

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_SMALL_KERNELS, 3 * MS);
      sequence.names = lsc_rank_digest_add_text (self.digests[0], "Swish, Mul");
      lsc_digest_sequences_append (&self.digests[0]->sequences, sequence);
      g_assert_null (case_find (&self, is_known ? "F02" : "F01"));
    }
}

/* A step of 100 ms, of which 80 or 60 are computing; @saved_ms: of runs of kernels of a GPU */
static void
make_unfused (Case *self, gboolean is_gpu, gint64 compute_ms, gint64 simple_ms, gint64 saved_us)
{
  LscDigestSequence runs = { .fused = LSC_FUSED_RUN,
                             .n = 6,
                             .saved_ns = 2 * saved_us * MS / 1000,
                             .slice = LSC_SLICE_NONE,
                             .first = LSC_STRING_NONE,
                             .last = LSC_STRING_NONE };

  case_init (self, 1);
  self->digests[0]->is_gpu = is_gpu;
  for (guint i = 0; i < 2; i++)
    case_get_step (self, 0, i)->ns[LSC_BUDGET_COMPUTE] = compute_ms * MS;
  case_add_kernels (self, 0, "sm90_xmma_gemm_bf16", LSC_SLICE_COMPUTE,
                    (compute_ms - simple_ms) * MS);
  case_add_kernels (self, 0, "void at::native::reduce_kernel<at::native::MeanOps>(int)",
                    LSC_SLICE_COMPUTE, simple_ms * MS / 2);
  case_add_kernels (self, 0, "void at::native::elementwise_kernel<at::native::MulFunctor>(int)",
                    LSC_SLICE_COMPUTE, simple_ms * MS / 2 + MS);
  runs.names = lsc_rank_digest_add_text (self->digests[0], "a, b");
  lsc_digest_sequences_append (&self->digests[0]->sequences, runs);
}

/* Said of GPUs alone, where the device is the limit, where it is a good part of computing, and from
 * 5 % of the step on. */
static void
test_unfused (void)
{
  static const struct
  {
    gboolean is_gpu;
    gint64 compute_ms;
    gint64 simple_ms;
    gint64 saved_us;
    gboolean is_said;
  } cases[] = {
    { TRUE, 80, 40, 10000, TRUE },  { FALSE, 80, 40, 10000, FALSE }, { TRUE, 60, 40, 10000, FALSE },
    { TRUE, 80, 18, 10000, FALSE }, { TRUE, 80, 40, 4900, FALSE },   { TRUE, 80, 40, 5000, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      make_unfused (&self, cases[i].is_gpu, cases[i].compute_ms, cases[i].simple_ms,
                    cases[i].saved_us);
      found = case_find (&self, "unfused_kernels");
      g_assert_true ((found != NULL) == cases[i].is_said);
      if (!found)
        continue;
      g_assert_cmpint (found->gain_ns, ==, cases[i].saved_us * 1000);
      g_assert_true (found->is_bound);
      g_assert_true (says (found, "50.6 % of the computing time is not matrix work"));
      g_assert_true (says (found, "the largest that is not fused is MulFunctor (elementwise)."));
      g_assert_true (says (found, "Per step, 3 runs of neighbouring kernels"));
      g_assert_false (lsc_finding_stands_out (found));
      /* an overview tells it all the same, as nothing else says what to do */
      g_assert_true (self.findings->is_device);
      g_assert_cmpuint (lsc_findings_count_told (self.findings), ==, 1);
      g_assert_true (lsc_findings_get_told (self.findings, 0) == found);
    }
}

/* Where the host takes longer than the step would, it says where the gain ends. The evidence is a
 * run, named by its ends and by how many kernels it has. */
static void
test_unfused_host (void)
{
  for (guint is_long = 0; is_long < 2; is_long++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;
      const LscEvidencePlace *place;
      LscDigestSequence *runs;
      g_autofree char *seen = NULL;

      make_unfused (&self, TRUE, 80, 40, 10000);
      self.digests[0]->steps_rule = LSC_STEPS_BY_DEVICE;
      g_array_index (self.overview.ranks, LscOverviewRank, 0).host_step_ns =
          is_long ? 91 * MS : 89 * MS;
      runs = &self.digests[0]->sequences.items[0];
      runs->n_kernels = 23;
      runs->first = lsc_rank_digest_add_text (self.digests[0], "copy_kernel");
      runs->last = lsc_rank_digest_add_text (self.digests[0], "cunn_SoftMaxBackward");
      found = case_find (&self, "unfused_kernels");
      g_assert_nonnull (found);
      g_assert_true (says (found,
                           "The host limits first: it takes 91.00 ms per step. Beyond a gain "
                           "of 9.000 ms its launches must become fewer, too.") == is_long);
      g_assert_true (says (found, "The host limits") == is_long);
      g_assert_true (says (found, "takes as long as its longest one."));
      g_assert_cmpuint (found->places->len, ==, 1);
      place = found->places->pdata[0];
      seen = lsc_phrase_to_words (place->text);
      g_assert_cmpstr (place->name, ==, "copy_kernel"); /* under which a table has it */
      g_assert_cmpstr (seen, ==, "A run of 23 kernels, from copy_kernel to cunn_SoftMaxBackward");
    }
}

static void
add_place (LscRankDigest *digest, LscOwnerType type, const char *name, gint64 ns)
{
  lsc_digest_run_places_append (
      &digest->run_places,
      (LscDigestRunPlace){ lsc_rank_digest_add_text (digest, name), type, 4, ns });
}

/* It says whose the kernels are, with their time a step: of two steps 20 ms would be saved. */
static void
test_unfused_places (void)
{
  static const struct
  {
    gint64 first_ms;
    gint64 second_ms;
    const char *says;
  } cases[] = {
    { 10, 4, "longest one. Most of the time to save is in module GPT/Norm (5.000 ms). Fixing" },
    { 8, 4,
      "The largest part of the time to save is in module GPT/Norm (4.000 ms), then operator "
      "aten::copy_ (2.000 ms). Fixing" },
    { 8, 0, "The largest part of the time to save is in module GPT/Norm (4.000 ms). Fixing" },
    { 0, 12, "Most of the time to save is in operator aten::copy_ (6.000 ms). Fixing" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      make_unfused (&self, TRUE, 80, 40, 10000);
      if (cases[i].first_ms > 0)
        add_place (self.digests[0], LSC_OWNER_MODULE, "GPT/Norm", cases[i].first_ms * MS);
      if (cases[i].second_ms > 0)
        add_place (self.digests[0], LSC_OWNER_OP, "aten::copy_", cases[i].second_ms * MS);
      found = case_find (&self, "unfused_kernels");
      g_assert_nonnull (found);
      g_assert_true (says (found, cases[i].says));
    }
}

/* Beside the verdict that computing is the limit nothing is called host-bound; where the host costs
 * more, the step is not called compute-bound. */
static void
test_one_verdict (void)
{
  for (guint is_much = 0; is_much < 2; is_much++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;
      g_autofree char *headline = NULL, *answer = NULL;

      make_unfused (&self, TRUE, 80, 0, 0);
      case_lose (&self, 0, LSC_LOSS_HOST, is_much ? 6 * MS : 4 * MS);
      for (guint i = 0; i < 2; i++)
        case_get_step (&self, 0, i)->ns[LSC_BUDGET_FREE_HOST] = 6 * MS;
      found = case_find (&self, "host_bound");
      g_assert_nonnull (found);
      g_assert_true (says (found, "Host-bound on") == is_much);
      g_assert_true (says (found, "Some launches come late on") != is_much);
      headline = lsc_phrase_to_words (self.findings->headline);
      answer = lsc_phrase_to_words (self.findings->answer);
      g_assert_true (g_str_has_prefix (headline, "Compute-bound:") != is_much);
      g_assert_true (g_str_has_prefix (answer, "Compute-bound:") != is_much);
    }
}

/* Each rule at its threshold and just below; gains are of 40 ms of kernels a step. */
static void
test_counters (void)
{
  static const struct
  {
    const char *id; /* (nullable) */
    const char *name;
    guint8 kind;
    double pipes[LSC_PIPE_N]; /* mac, vector, load, store, fixpipe, other */
    double gain_ms;
  } cases[] = {
    { "K05", "MatMulV3", LSC_SLICE_CUBE, { 0.4, 0, 0.96 }, 22.4 },
    { NULL, "MatMulV3", LSC_SLICE_CUBE, { 0.4, 0, 0.94 }, 0 },
    { "K06", "FlashAttentionScore", LSC_SLICE_MIX, { 0.3, 0.5, 0.8 }, 12 },
    { NULL, "FlashAttentionScore", LSC_SLICE_MIX, { 0.3, 0.5, 0.79 }, 0 },
    { "K07", "FlashAttentionScoreGrad", LSC_SLICE_MIX, { 0.3, 0.25, 0.1, 0, 0.75 }, 18 },
    { NULL, "FlashAttentionScoreGrad", LSC_SLICE_MIX, { 0.3, 0.25, 0.79, 0, 0.74 }, 0 },
    { "K08", "Add", LSC_SLICE_VECTOR, { 0, 0.2, 0.3, 0.7 }, 20 },
    { NULL, "Add", LSC_SLICE_VECTOR, { 0, 0.2, 0.3, 0.69 }, 0 },
    { "K10", "Add", LSC_SLICE_VECTOR, { 0, 0.2, 0.35, 0.1 }, 20 },
    { "K10", "MatMulV3", LSC_SLICE_CUBE, { 0.4, 0, 0.6 }, 10 },
    { NULL, "MatMulV3", LSC_SLICE_CUBE, { 0.8, 0, 0.6 }, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      case_add_kernels (&self, 0, cases[i].name, cases[i].kind, 40 * MS);
      case_get_last_kernel (&self)->has_pipes = TRUE;
      case_get_last_kernel (&self)->longest_ns = MS;
      memcpy (case_get_last_kernel (&self)->pipes, cases[i].pipes, sizeof cases[i].pipes);
      g_assert_true ((case_find (&self, cases[i].id ? cases[i].id : "K05") != NULL) ==
                     (cases[i].id != NULL));
      g_assert_cmpuint (self.findings->rows->len, ==, cases[i].id ? 1 : 0);
      if (cases[i].id)
        g_assert_cmpfloat_with_epsilon ((double) case_find (&self, cases[i].id)->gain_ns,
                                        cases[i].gain_ms * (double) MS, 1);
    }
}

/* Without counters these rules say so; blocks on all cores lose nothing. */
static void
test_blocks (void)
{
  for (gint64 n = 42; n <= 48; n += 6)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      self.digests[0]->n_cores = 24;
      case_add_kernels (&self, 0, "aclnnMm_MatMulV2", LSC_SLICE_CUBE, 20 * MS);
      case_get_last_kernel (&self)->n_cores = n / 2;
      case_get_last_kernel (&self)->is_odd = n == 42;
      case_add_kernels (&self, 0, "Add", LSC_SLICE_VECTOR, 20 * MS);
      case_get_last_kernel (&self)->n_cores = n;
      g_assert_true ((case_find (&self, "K09") != NULL) == (n == 42));
      g_assert_true ((case_find (&self, "K04") != NULL) == (n == 42));
      g_assert_cmpuint (self.findings->rows->len, ==, n == 42 ? 2 : 0);
      if (n == 42)
        {
          g_assert_cmpint (case_find (&self, "K09")->gain_ns, ==, 5 * MS);
          g_assert_cmpint (case_find (&self, "K04")->gain_ns, ==, LSC_INT_NULL);
        }
      g_assert_true (case_is_silent (&self, "K05-K08, K10"));
      g_assert_false (case_is_silent (&self, "K09"));
    }
}

/* The host is late, and kernels of changing shapes take some or little of what computes. */
static void
test_dynamic (void)
{
  for (guint little = 0; little < 2; little++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 1);
      lsc_rank_digest_set_variable (self.digests[0], "HOST_CACHE_CAPACITY", "");
      case_lose (&self, 0, LSC_LOSS_HOST, 5 * MS);
      case_add_kernels (&self, 0, "MatMulV3", LSC_SLICE_CUBE, 18 * MS);
      case_add_kernels (&self, 0, "Index", LSC_SLICE_VECTOR, little ? MS : 2 * MS);
      case_get_last_kernel (&self)->is_dynamic = TRUE;
      g_assert_true ((case_find (&self, "E04") != NULL) == !little);
    }
}

/* The example of findings.md#shapes: half of what is known is dynamic. Without a late host, or
 * where hardly anything is dynamic, nothing is told; where nobody knows, that is said. */
static void
test_shapes (void)
{
  static const struct
  {
    gint64 host_ms;
    gint64 compile_ms;
    gint64 dynamic_ms;
    gboolean has_state;
    gboolean is_told;
  } cases[] = {
    { 6, 1, 20, TRUE, TRUE }, { 1, 6, 20, TRUE, TRUE }, { 1, 1, 20, TRUE, FALSE },
    { 6, 1, 2, TRUE, FALSE }, { 6, 1, 0, TRUE, FALSE }, { 6, 1, 20, FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) self = { 0 };
      const LscFinding *found;

      case_init (&self, 1);
      case_lose (&self, 0, LSC_LOSS_HOST, cases[i].host_ms * MS);
      case_lose (&self, 0, LSC_LOSS_COMPILE, cases[i].compile_ms * MS);
      case_add_kernels (&self, 0, "MatMulV3", LSC_SLICE_CUBE, 20 * MS);
      case_get_last_kernel (&self)->has_state = cases[i].has_state;
      case_add_kernels (&self, 0, "Add", LSC_SLICE_VECTOR, cases[i].dynamic_ms * MS);
      case_get_last_kernel (&self)->has_state = cases[i].has_state;
      case_get_last_kernel (&self)->is_dynamic = cases[i].has_state && cases[i].dynamic_ms > 0;
      case_add_kernels (&self, 0, "Other", LSC_SLICE_VECTOR, 5 * MS);
      found = case_find (&self, "K03");
      g_assert_true ((found != NULL) == cases[i].is_told);
      g_assert_true (case_is_silent (&self, "K03") == !cases[i].has_state);
      if (!found)
        continue;
      g_assert_cmpint (found->gain_ns, ==, 7 * MS / 2);
      g_assert_false (lsc_finding_stands_out (found));
      g_assert_cmpfloat_with_epsilon (found->weight, 0.0035, 1e-9);
      g_assert_true (found->is_bound && found->unknown);
      g_assert_true (says (found, "take 50.0 % of the kernel time, mostly Add."));
      g_assert_cmpuint (found->places->len, ==, 1);
      g_assert_cmpstr (lsc_findings_get (self.findings, 0)->id, ==,
                       cases[i].host_ms > cases[i].compile_ms ? "host_bound" : "compile");
    }
}

/* A late host is found on both ranks, but dynamic kernels on the first alone: without them the step
 * would be shorter by as little as the second is faster. */
static void
test_shapes_of_one (void)
{
  for (guint is_much = 0; is_much < 2; is_much++)
    {
      g_auto (Case) self = { 0 };

      case_init (&self, 2);
      case_lose (&self, 0, LSC_LOSS_HOST, 10 * MS);
      case_lose (&self, 1, LSC_LOSS_HOST, 5 * MS);
      case_lose (&self, 1, LSC_LOSS_WAIT, is_much ? MS : MS / 20);
      for (guint i = 0; i < 2; i++)
        {
          LscDigestKernel *kernel;

          case_add_kernels (&self, i, "Add", LSC_SLICE_VECTOR, 20 * MS);
          kernel = &self.digests[i]->kernels.items[0];
          kernel->has_state = TRUE;
          kernel->is_dynamic = i == 0;
        }
      g_assert_true ((case_find (&self, "K03") != NULL) == is_much);
      g_assert_true (lsc_finding_stands_out (case_find (&self, "host_bound")));
      if (is_much)
        g_assert_cmpint (get_only_rank (case_find (&self, "K03")), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/findings-kernels/kernels", test_kernels);
  g_test_add_func ("/findings-kernels/optimizer", test_optimizer);
  g_test_add_func ("/findings-kernels/few-foreach", test_few_foreach);
  g_test_add_func ("/findings-kernels/float32", test_float32);
  g_test_add_func ("/findings-kernels/served", test_served);
  g_test_add_func ("/findings-kernels/computing", test_computing);
  g_test_add_func ("/findings-kernels/sequences", test_sequences);
  g_test_add_func ("/findings-kernels/short-sequences", test_short_sequences);
  g_test_add_func ("/findings-kernels/unfused", test_unfused);
  g_test_add_func ("/findings-kernels/unfused-host", test_unfused_host);
  g_test_add_func ("/findings-kernels/unfused-places", test_unfused_places);
  g_test_add_func ("/findings-kernels/one-verdict", test_one_verdict);
  g_test_add_func ("/findings-kernels/ai-cpu-reason", test_ai_cpu_reason);
  g_test_add_func ("/findings-kernels/ai-cpu-other-reason", test_ai_cpu_other_reason);
  g_test_add_func ("/findings-kernels/shapes", test_shapes);
  g_test_add_func ("/findings-kernels/shapes-of-one", test_shapes_of_one);
  g_test_add_func ("/findings-kernels/counters", test_counters);
  g_test_add_func ("/findings-kernels/blocks", test_blocks);
  g_test_add_func ("/findings-kernels/dynamic", test_dynamic);
  return g_test_run ();
}
