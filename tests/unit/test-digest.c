/* test-digest.c - what the rules of findings need of a rank, from small recordings
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "analyze/digest/lsc-digest-pack.h"
#include "analyze/digest/lsc-digest-sound.h"
#include "analyze/digest/lsc-rank-digest.h"
#include "lsc-test-files.h"
#include "lsc-test-profile.h"
#include "read/lsc-timeline-read.h"
#include "test-step-support.h"

#define US G_GINT64_CONSTANT (1000)
#define MS (1000 * US)

static LscRankDigest *
make_digest (LscTimeline *timeline)
{
  g_autoptr (GError) error = NULL;
  LscRankDigest *digest;

  test_timeline_complete (timeline);
  digest = lsc_rank_digest_new (timeline, NULL, LSC_DIGEST_JUDGED, NULL, &error);
  g_assert_no_error (error);
  return digest;
}

static const LscStep whole = { .id = 7, .start_ns = 0, .end_ns = 100 * MS };

/* The example of findings.md#silence: what the main thread does in 40 ms makes the difference. */
static void
test_silence (void)
{
  for (guint works = 0; works < 2; works++)
    {
      const Event events[] = {
        { MAIN, "aten::item", LSC_SLICE_OP, 30 * MS, 30 * MS + (works ? 500 : 300) * US },
        { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 60 * MS, 60 * MS + 10 * US },
        { STREAM_A, "k1", LSC_SLICE_CUBE, 5 * MS, 20 * MS },
        { STREAM_A, "k2", LSC_SLICE_CUBE, 60 * MS, 70 * MS },
      };
      const Link links[] = { { 1, 3, LSC_LINK_LAUNCH } };
      g_autoptr (LscTimeline) timeline =
          test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), &whole, 1);
      g_autoptr (LscRankDigest) digest = make_digest (timeline);
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, 0);

      g_assert_cmpint (step->loss_ns[LSC_LOSS_SILENT], ==, works ? 0 : 40 * MS);
      g_assert_cmpint (step->loss_ns[LSC_LOSS_HOST], ==, (works ? 40 : 0) * MS);
      g_assert_cmpint (step->loss_ns[LSC_LOSS_UNLINKED], ==, 5 * MS); /* before k1 */
      g_assert_cmpint (step->loss_ns[LSC_LOSS_TAIL], ==, 30 * MS);
    }
}

/* What only waits is no work, and is named; a call that takes less than what no call does is not.
 */
static void
test_waiting (void)
{
  for (guint waits = 0; waits < 2; waits++)
    {
      const Event events[] = {
        { MAIN, waits ? "engine: wait_for_requests" : "engine: schedule", LSC_SLICE_OP, 19 * MS,
          59 * MS },
        { MAIN, "aten::embedding", LSC_SLICE_OP, 80 * MS, 82 * MS },
        { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 60 * MS, 60 * MS + 10 * US },
        { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 85 * MS, 85 * MS + 10 * US },
        { STREAM_A, "k1", LSC_SLICE_CUBE, 5 * MS, 20 * MS },
        { STREAM_A, "k2", LSC_SLICE_CUBE, 60 * MS, 76 * MS },
        { STREAM_A, "k3", LSC_SLICE_CUBE, 85 * MS, 95 * MS },
        { MAIN, "aten::mm", LSC_SLICE_OP, 60 * MS, 60 * MS + 20 * US },
      };
      const Link links[] = { { 2, 5, LSC_LINK_LAUNCH },
                             { 3, 6, LSC_LINK_LAUNCH },
                             { 7, 2, LSC_LINK_OP_LAUNCH } };
      g_autoptr (LscTimeline) timeline =
          test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), NULL, 0);
      g_autoptr (LscRankDigest) digest = make_digest (timeline);
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, 0);

      g_assert_cmpint (step->loss_ns[LSC_LOSS_SILENT], ==, waits ? 40 * MS : 0);
      g_assert_cmpint (step->loss_ns[LSC_LOSS_HOST], ==, (waits ? 9 : 49) * MS);
      g_assert_cmpstr (lsc_rank_digest_text (digest, digest->calls[LSC_LOSS_SILENT]), ==,
                       waits ? "engine: wait_for_requests" : NULL);
      g_assert_cmpstr (lsc_rank_digest_text (digest, digest->calls[LSC_LOSS_HOST]), ==,
                       waits ? NULL : "engine: schedule");
    }
}

/* Without marks of steps nobody knows what was to be done before the first work and behind the
 * last.
 */
static void
test_unmarked (void)
{
  for (guint is_marked = 0; is_marked < 2; is_marked++)
    {
      const Event events[] = {
        { MAIN, "import", LSC_SLICE_OP, 0, 19 * MS },
        { MAIN, "work", LSC_SLICE_OP, 30 * MS, 59 * MS },
        { MAIN, "exit", LSC_SLICE_OP, 80 * MS, 100 * MS },
        { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 20 * MS - 10 * US, 20 * MS },
        { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 60 * MS - 10 * US, 60 * MS },
        { STREAM_A, "k1", LSC_SLICE_CUBE, 20 * MS, 30 * MS },
        { STREAM_A, "k2", LSC_SLICE_CUBE, 60 * MS, 70 * MS },
      };
      const Link links[] = { { 3, 5, LSC_LINK_LAUNCH }, { 4, 6, LSC_LINK_LAUNCH } };
      g_autoptr (LscTimeline) timeline = test_timeline_new (
          events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), &whole, is_marked);
      g_autoptr (LscRankDigest) digest = make_digest (timeline);
      const LscBudgetStep *step = lsc_rank_digest_get_counted (digest, 0);

      g_assert_cmpint (step->loss_ns[LSC_LOSS_HOST], ==, (is_marked ? 50 : 30) * MS);
      g_assert_cmpint (step->loss_ns[LSC_LOSS_TAIL], ==, (is_marked ? 30 : 0) * MS);
    }
}

/* The call that costs most is named, so its longest time is shown, not the longest of all. */
static void
test_named (void)
{
  const Event events[] = {
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 30 * MS - 20 * US, 30 * MS - 10 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 55 * MS - 20 * US, 55 * MS - 10 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 80 * MS - 20 * US, 80 * MS - 10 * US },
    { MAIN, "aten::once", LSC_SLICE_OP, 11 * MS, 30 * MS },
    { MAIN, "aten::often", LSC_SLICE_OP, 41 * MS, 55 * MS },
    { MAIN, "aten::often", LSC_SLICE_OP, 66 * MS, 80 * MS },
    { STREAM_A, "k0", LSC_SLICE_CUBE, 0, 10 * MS },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 30 * MS, 40 * MS },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 55 * MS, 65 * MS },
    { STREAM_A, "k3", LSC_SLICE_CUBE, 80 * MS, 100 * MS },
  };
  const Link links[] = { { 0, 7, LSC_LINK_LAUNCH },
                         { 1, 8, LSC_LINK_LAUNCH },
                         { 2, 9, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), &whole, 1);
  g_autoptr (LscRankDigest) digest = make_digest (timeline);

  g_assert_cmpstr (lsc_rank_digest_text (digest, digest->calls[LSC_LOSS_HOST]), ==, "aten::often");
  g_assert_cmpint (digest->longest[LSC_LOSS_HOST].begin_ns, ==, 40 * MS);
  g_assert_cmpint (digest->longest[LSC_LOSS_HOST].end_ns, >, 54 * MS);
}

/* The example of replay.md#own, and an operator that computing hides: only the first holds. */
static void
test_own (void)
{
  const Event events[] = {
    { STREAM_A, "k1", LSC_SLICE_CUBE, 0, 3 * MS },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 6 * MS, 10 * MS },
    { GROUP_TP, "hcom_allReduce_1", LSC_SLICE_COMM_OP, 3 * MS, 5 * MS },
    { GROUP_TP, "hcom_allReduce_2", LSC_SLICE_COMM_OP, 7 * MS, 9 * MS },
  };
  static const LscStep step = { .id = 7, .start_ns = 0, .end_ns = 10 * MS };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), NULL, 0, &step, 1);
  g_autoptr (LscRankDigest) digest = make_digest (timeline);
  gint64 computing_ns = 0;

  g_assert_cmpuint (digest->ops.n, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const LscRankOp *op = &digest->ops.items[i];

      g_assert_cmpint (op->own_begin_ns, ==, (i == 0 ? 3 : 5) * MS);
      g_assert_cmpint (op->own_end_ns, ==, (i == 0 ? 3 : 7) * MS);
      g_assert_cmpint (op->holds, ==, i == 0);
    }
  for (gsize i = 0; i < digest->own.n; i++)
    if (digest->own.items[i].work == LSC_WORK_COMPUTE)
      computing_ns += digest->own.items[i].ns;
  g_assert_cmpint (computing_ns, ==, 7 * MS);
  g_assert_cmpint (digest->own_steps.items[0].end_ns, ==, 8 * MS);
}

/* An operator takes what was computed before its launch, though its stream was not free then; what
 * begins before that is computed does not take it. */
static void
test_ready (void)
{
  const Event events[] = {
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 0, 10 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 20 * US, 30 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 40 * US, 50 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 60 * US, 70 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 80 * US, 90 * US },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 1 * MS, 3 * MS },
    { GROUP_TP, "hcom_allReduce_1", LSC_SLICE_COMM_OP, 3 * MS, 8 * MS },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 3 * MS, 5 * MS },
    { GROUP_TP, "hcom_allReduce_2", LSC_SLICE_COMM_OP, 8 * MS, 9 * MS },
    { STREAM_A, "k3", LSC_SLICE_CUBE, 5 * MS, 10 * MS },
    { GROUP_TP, "hcom_allReduce_3", LSC_SLICE_COMM_OP, 9 * MS, 11 * MS },
  };
  const Link links[] = { { 0, 5, LSC_LINK_LAUNCH },
                         { 1, 6, LSC_LINK_LAUNCH },
                         { 2, 7, LSC_LINK_LAUNCH },
                         { 3, 8, LSC_LINK_LAUNCH },
                         { 4, 9, LSC_LINK_LAUNCH } };
  static const LscStep step = { .id = 7, .start_ns = 0, .end_ns = 11 * MS };
  g_autoptr (LscTimeline) timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), &step, 1);
  g_autoptr (LscRankDigest) digest = make_digest (timeline);

  g_assert_cmpuint (digest->ops.n, ==, 3);
  g_assert_cmpint (digest->ops.items[0].own_ready_ns, ==, 3 * MS);
  g_assert_cmpint (digest->ops.items[1].own_begin_ns, ==, 8 * MS);
  g_assert_cmpint (digest->ops.items[1].own_ready_ns, ==, 5 * MS);
  g_assert_cmpint (digest->ops.items[2].own_ready_ns, ==, 0); /* its launch was not recorded */
}

/* Events of a stream behind each other, each of 10 us, @gap_us between them. */
static LscRankDigest *
make_stream_of (const char *const *names, gsize n, gint64 gap_us, gboolean is_gpu)
{
  g_autofree Event *events = g_new0 (Event, n + 2);
  g_autofree Link *links = g_new0 (Link, n);
  g_autoptr (LscTimeline) timeline = NULL;

  for (gsize i = 0; i < n; i++)
    {
      gint64 at_ns = MS + (gint64) i * (10 + gap_us) * US;

      events[i] = (Event){ STREAM_A, names[i],
                           strcmp (names[i], "Memcpy") == 0 ? LSC_SLICE_COPY
                           : is_gpu                         ? LSC_SLICE_COMPUTE
                                                            : LSC_SLICE_VECTOR,
                           at_ns, at_ns + 10 * US };
    }
  timeline = test_timeline_new (events, n, NULL, 0, &whole, 1);
  timeline->is_gpu = is_gpu;
  return make_digest (timeline);
}

static LscRankDigest *
make_stream (const char *const *names, gsize n, gint64 gap_us)
{
  return make_stream_of (names, n, gap_us, FALSE);
}

static const LscDigestSequence *
get_sequence (const LscRankDigest *digest, guint index)
{
  g_assert_cmpuint (digest->sequences.n, >, index);
  return &digest->sequences.items[index];
}

/* What one call does: with a Cast inside, without what may be missing, and not over a copy. */
static void
test_patterns (void)
{
  static const char *const names[] = {
    "aclnnSilu_SwishAiCore_Swish",
    "aclnnCast_CastAiCore_Cast",
    "aclnnMul_MulAiCore_Mul",
    "aclnnSilu_SwishAiCore_Swish",
    "Memcpy",
    "aclnnMul_MulAiCore_Mul",
    "aclnnBmm_BatchMatMulV2",
    "aclnnSoftmax_x_SoftmaxV2",
    "aclnnBmm_BatchMatMulV2",
    "aclnnSilu_SwishAiCore_Swish",
    "aclnnMul_MulAiCore_Mul",
    "aclnnSoftmax_x_SoftmaxV2",
  };
  g_autoptr (LscRankDigest) digest = make_stream (names, G_N_ELEMENTS (names), 1);
  g_autoptr (LscRankDigest) apart = make_stream (names, G_N_ELEMENTS (names), 201);

  g_assert_cmpuint (apart->sequences.n, ==, 0);
  g_assert_cmpuint (digest->sequences.n, ==, 2);
  g_assert_cmpstr (lsc_fused_calls[get_sequence (digest, 0)->fused], ==, "torch_npu.npu_swiglu");
  g_assert_cmpstr (lsc_rank_digest_text (digest, get_sequence (digest, 0)->names), ==,
                   "Swish, Cast, Mul");
  g_assert_cmpint (get_sequence (digest, 0)->n, ==, 2);
  g_assert_cmpint (get_sequence (digest, 0)->saved_ns, ==, 30 * US);
  g_assert_cmpint (get_sequence (digest, 0)->end_ns - get_sequence (digest, 0)->begin_ns, ==,
                   32 * US);
  g_assert_cmpstr (lsc_fused_calls[get_sequence (digest, 1)->fused], ==,
                   "torch_npu.npu_fusion_attention");
  g_assert_cmpint (get_sequence (digest, 1)->saved_ns, ==, 20 * US);
}

/* Of a GPU what one kernel could do: not over a product, nor what is fused already, nor over a
 * pause. A kernel takes at least as long as the longest of those that it replaces. */
static void
test_runs (void)
{
  static const char *const names[] = {
    "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)",
    "void at::native::reduce_kernel<512, 1, at::native::MeanOps<float>>(int)",
    "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda>(int)",
    "sm90_xmma_gemm_bf16",
    "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)",
    "triton_poi_fused_mul_0",
    "triton_red_fused_mean_1",
    "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)",
  };
  g_autoptr (LscRankDigest) digest = make_stream_of (names, G_N_ELEMENTS (names), 1, TRUE);
  g_autoptr (LscRankDigest) apart = make_stream_of (names, G_N_ELEMENTS (names), 201, TRUE);
  g_autoptr (LscRankDigest) other = make_stream_of (names, G_N_ELEMENTS (names), 1, FALSE);

  g_assert_cmpuint (apart->sequences.n, ==, 0);
  g_assert_cmpuint (other->sequences.n, ==, 0);
  g_assert_cmpuint (digest->sequences.n, ==, 1);
  g_assert_cmpuint (get_sequence (digest, 0)->fused, ==, LSC_FUSED_RUN);
  g_assert_cmpint (get_sequence (digest, 0)->n, ==, 2);
  g_assert_cmpint (get_sequence (digest, 0)->saved_ns, ==, (20 + 10) * US);
  g_assert_cmpint (get_sequence (digest, 0)->end_ns - get_sequence (digest, 0)->begin_ns, ==,
                   32 * US);
  g_assert_cmpstr (lsc_rank_digest_text (digest, get_sequence (digest, 0)->names), ==,
                   "vectorized_elementwise_kernel: MulFunctor, reduce_kernel: MeanOps, "
                   "unrolled_elementwise_kernel: direct_copy_kernel_cuda");
  g_assert_cmpuint (get_sequence (digest, 0)->n_kernels, ==, 3);
  g_assert_cmpstr (lsc_rank_digest_text (digest, get_sequence (digest, 0)->first), ==,
                   "vectorized_elementwise_kernel: MulFunctor");
  g_assert_cmpstr (lsc_rank_digest_text (digest, get_sequence (digest, 0)->last), ==,
                   "unrolled_elementwise_kernel: direct_copy_kernel_cuda");
}

static const char bmm[] = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x256x64_cublas";
static const char scale[] =
    "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)";
static const char softmax[] =
    "void (anonymous namespace)::softmax_warp_forward<c10::BFloat16, float, 11, false>(int)";
static const char gradient[] =
    "void (anonymous namespace)::softmax_warp_backward<c10::BFloat16, float, 11, false>(int)";
static const char loss[] = "void at::native::cunn_SoftMaxForward<4, float, float, float, "
                           "at::native::LogSoftMaxForwardEpilogue>(float*)";

/* Attention of a GPU that is not fused: one product on either side of a softmax, two in the
 * backward pass, whose projections stand beside them; a loss is none, nor a softmax behind a pause.
 */
static void
test_attention (void)
{
  static const struct
  {
    const char *names[9];
    gsize n;
    gint64 gap_us;
    gint64 n_found;
    gint64 saved_us;
  } cases[] = {
    { { bmm, scale, softmax, bmm }, 4, 1, 1, 30 },
    { { bmm, bmm, scale, scale, softmax, scale, bmm, bmm }, 8, 1, 1, 50 }, /* one projects */
    { { bmm, bmm, bmm, gradient, scale, bmm, bmm, bmm }, 8, 1, 1, 50 },
    { { bmm, gradient, bmm }, 3, 1, 0, 0 },
    { { bmm, scale, loss, bmm }, 4, 1, 0, 0 },
    { { bmm, scale, softmax, scale }, 4, 1, 0, 0 },
    { { softmax, bmm, bmm }, 3, 1, 0, 0 },
    { { bmm, scale, softmax, bmm }, 4, 201, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscRankDigest) digest =
          make_stream_of (cases[i].names, cases[i].n, cases[i].gap_us, TRUE);
      g_autoptr (LscRankDigest) other =
          make_stream_of (cases[i].names, cases[i].n, cases[i].gap_us, FALSE);
      gint64 n = 0, saved_ns = 0;

      for (gsize k = 0; k < digest->sequences.n; k++)
        if (digest->sequences.items[k].fused == LSC_FUSED_ATTENTION)
          {
            n += digest->sequences.items[k].n;
            saved_ns += digest->sequences.items[k].saved_ns;
          }
      g_assert_cmpint (n, ==, cases[i].n_found);
      g_assert_cmpint (saved_ns, ==, cases[i].saved_us * US);
      g_assert_cmpuint (other->sequences.n, ==, 0);
    }
}

/* Launched kernels of 10, 30, 20, 10 and 5 us in one run, of two layers of a module, of an operator
 * outside of all, and of nothing: the longest stays, the others would go, most time first. Not the
 * last one, which stands alone. */
static LscRankDigest *
make_placed_in (const char *mark)
{
  static const char add[] =
      "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int)";
  static const gint64 lengths_us[] = { 10, 30, 20, 10, 5 };
  Event events[15] = {
    { MODULES, "nn.Module: Norm_0", LSC_SLICE_MODULE, 100 * US, 200 * US },
    { MAIN, "aten::mul", LSC_SLICE_OP, 110 * US, 190 * US },
    { MODULES, "nn.Module: Norm_1", LSC_SLICE_MODULE, 300 * US, 400 * US },
    { MAIN, "aten::mul", LSC_SLICE_OP, 310 * US, 390 * US },
    { MAIN, "aten::copy_", LSC_SLICE_OP, 500 * US, 600 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 120 * US, 121 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 130 * US, 131 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 320 * US, 321 * US },
    { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 510 * US, 511 * US },
  };
  const Link links[] = { { 1, 5, LSC_LINK_OP_LAUNCH }, { 1, 6, LSC_LINK_OP_LAUNCH },
                         { 3, 7, LSC_LINK_OP_LAUNCH }, { 4, 8, LSC_LINK_OP_LAUNCH },
                         { 5, 9, LSC_LINK_LAUNCH },    { 6, 10, LSC_LINK_LAUNCH },
                         { 7, 11, LSC_LINK_LAUNCH },   { 8, 12, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline = NULL;
  gint64 at_ns = MS;

  for (guint i = 0; i < G_N_ELEMENTS (lengths_us); i++)
    {
      events[9 + i] =
          (Event){ STREAM_A, add, LSC_SLICE_COMPUTE, at_ns, at_ns + lengths_us[i] * US };
      at_ns += lengths_us[i] * US + US;
    }
  events[14] = (Event){ MARKS, mark, LSC_SLICE_MARK, 450 * US, 700 * US };
  timeline =
      test_timeline_new (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links), &whole, 1);
  timeline->is_gpu = TRUE;
  return make_digest (timeline);
}

static LscRankDigest *
make_placed (void)
{
  return make_placed_in ("logging");
}

static void
check_place (const LscRankDigest *digest, gsize index, LscOwnerType type, const char *name,
             gint64 n, gint64 ns)
{
  const LscDigestRunPlace *place = &digest->run_places.items[index];

  g_assert_cmpuint (digest->run_places.n, >, index);
  g_assert_cmpuint (place->type, ==, type);
  g_assert_cmpstr (lsc_rank_digest_text (digest, place->name), ==, name);
  g_assert_cmpint (place->n, ==, n);
  g_assert_cmpint (place->ns, ==, ns);
}

static void
test_run_places (void)
{
  g_autoptr (LscRankDigest) digest = make_placed ();

  g_assert_cmpint (get_sequence (digest, 0)->saved_ns, ==, 45 * US);
  g_assert_cmpuint (digest->run_places.n, ==, 3);
  check_place (digest, 0, LSC_OWNER_MODULE, "Norm", 2, 30 * US); /* of both layers */
  check_place (digest, 1, LSC_OWNER_OP, "aten::copy_", 1, 10 * US);
  check_place (digest, 2, LSC_OWNER_KERNEL, "vectorized_elementwise_kernel: AddFunctor", 1, 5 * US);
}

/* What an optimizer launches is told as its step, whatever operators it is made of. */
static void
test_optimizer (void)
{
  g_autoptr (LscRankDigest) digest = make_placed_in ("Optimizer.step#AdamW.step");

  check_place (digest, 0, LSC_OWNER_MODULE, "Norm", 2, 30 * US);
  check_place (digest, 1, LSC_OWNER_OP, "Optimizer.step#AdamW.step", 1, 10 * US);
}

/* Vector kernels of 10 us, 1 us apart, that an NPU's optimizer launches one by one, behind one of
 * the model: all but one of them would go, from the first to the last. A few are no matter. */
static void
test_optimizer_of_npu (void)
{
  for (guint n = 15; n <= 16; n++)
    {
      Event events[2 + 3 * 17];
      Link links[2 * 17];
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (LscRankDigest) digest = NULL;

      events[0] = (Event){ MAIN, "Optimizer.step#AdamW.step", LSC_SLICE_OP, 200 * US, 900 * US };
      events[1] = (Event){ MAIN, "aten::rand", LSC_SLICE_OP, 10 * US, 20 * US };
      for (guint i = 0; i < n + 1; i++)
        {
          gint64 op_ns = i == 0 ? 12 * US : 200 * US + i * 20 * US;
          gint64 at_ns = MS + i * 11 * US;

          events[2 + i] = (Event){ MAIN, "aten::mul_", LSC_SLICE_OP, op_ns, op_ns + 6 * US };
          events[3 + n + i] =
              (Event){ CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, op_ns + US, op_ns + 2 * US };
          events[4 + 2 * n + i] =
              (Event){ STREAM_A, "aclnnMul_Mul", LSC_SLICE_VECTOR, at_ns, at_ns + 10 * US };
          links[2 * i] = (Link){ 2 + i, 3 + n + i, LSC_LINK_OP_LAUNCH };
          links[2 * i + 1] = (Link){ 3 + n + i, 4 + 2 * n + i, LSC_LINK_LAUNCH };
        }
      timeline = test_timeline_new (events, 2 + 3 * (n + 1), links, 2 * (n + 1), &whole, 1);
      digest = make_digest (timeline);
      g_assert_cmpuint (digest->sequences.n, ==, n == 16 ? 1 : 0);
      if (n < 16)
        continue;
      g_assert_cmpuint (get_sequence (digest, 0)->fused, ==, LSC_FUSED_OPTIMIZER);
      g_assert_cmpint (get_sequence (digest, 0)->saved_ns, ==, (16 * 11 - 1 - 10) * US);
      g_assert_cmpstr (lsc_rank_digest_text (digest, get_sequence (digest, 0)->names), ==,
                       "Optimizer.step#AdamW.step");
    }
}

/* Of more than five those with most time. */
static void
test_most_run_places (void)
{
  static const char *const names[] = {
    "void at::native::vectorized_elementwise_kernel<4, at::native::AFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::FFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::EFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::DFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::CFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::BFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::GFunctor<float>>(int)",
    "void at::native::vectorized_elementwise_kernel<4, at::native::GFunctor<float>>(int)",
  };
  g_autoptr (LscRankDigest) digest = make_stream_of (names, G_N_ELEMENTS (names), 1, TRUE);
  g_autoptr (LscRankDigest) other = make_stream_of (names, G_N_ELEMENTS (names), 1, FALSE);

  g_assert_cmpuint (other->run_places.n, ==, 0);
  g_assert_cmpuint (digest->run_places.n, ==, 5);
  check_place (digest, 0, LSC_OWNER_KERNEL, "vectorized_elementwise_kernel: GFunctor", 2, 20 * US);
  for (guint i = 1; i < 5; i++) /* equal ones by name */
    {
      g_autofree char *name =
          g_strdup_printf ("vectorized_elementwise_kernel: %cFunctor", 'A' + (int) i);

      check_place (digest, i, LSC_OWNER_KERNEL, name, 1, 10 * US);
    }
}

/* They stay in a file, and what leads nowhere is found. */
static void
test_packed_run_places (void)
{
  g_autoptr (LscRankDigest) digest = make_placed ();
  g_autoptr (LscRankDigest) again = NULL;
  g_autoptr (LscPack) pack = lsc_pack_new ();
  g_autoptr (GError) error = NULL;
  LscDigestRunPlace *place;

  lsc_rank_digest_pack (digest, pack);
  again = lsc_rank_digest_unpack (pack, &error);
  g_assert_no_error (error);
  check_place (again, 0, LSC_OWNER_MODULE, "Norm", 2, 30 * US);
  place = &again->run_places.items[1];
  place->type = LSC_OWNER_INSTANCES + 1;
  g_assert_false (lsc_rank_digest_is_sound (again));
  place->type = LSC_OWNER_OP;
  g_assert_true (lsc_rank_digest_is_sound (again));
  place->name = LSC_STRING_NONE;
  g_assert_false (lsc_rank_digest_is_sound (again));
  place->name = lsc_intern_size (again->texts) + 1;
  g_assert_false (lsc_rank_digest_is_sound (again));
}

/* Six times the same three kernels behind a launch that is late, or with gaps too short for that.
 */
static void
test_repeats (void)
{
  for (guint is_late = 0; is_late < 2; is_late++)
    {
      Event events[19];
      Link links[1] = { { 18, 0, LSC_LINK_LAUNCH } };
      static const char *const names[] = { "Add", "Exp", "Exp" };
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (LscRankDigest) digest = NULL;

      for (gint64 i = 0; i < 18; i++)
        {
          gint64 pause_ns = (is_late ? i / 3 == 2 ? 60 : 50 : 20) * US; /* the third is longest */
          gint64 at_ns = 5 * MS + i / 3 * MS + i % 3 * pause_ns;

          events[i] = (Event){ STREAM_A, names[i % 3], LSC_SLICE_VECTOR, at_ns, at_ns + 10 * US };
        }
      events[18] = (Event){ CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 5 * MS, 5 * MS + 1 };
      timeline = test_timeline_new (events, G_N_ELEMENTS (events), links, 1, &whole, 1);
      digest = make_digest (timeline);
      g_assert_cmpuint (digest->sequences.n, ==, is_late);
      if (!is_late)
        continue;
      g_assert_cmpstr (lsc_rank_digest_text (digest, get_sequence (digest, 0)->names), ==,
                       "Add, Exp × 2");
      g_assert_cmpint (get_sequence (digest, 0)->n, ==, 6);
      g_assert_cmpint (get_sequence (digest, 0)->saved_ns, ==, (5 * 80 + 100) * US);
      g_assert_cmpint (get_sequence (digest, 0)->begin_ns, ==, 7 * MS);
      g_assert_cmpint (get_sequence (digest, 0)->end_ns, ==, 7 * MS + 130 * US);
    }
}

/* What a database of a rank comes to. */
static LscRankDigest *
read_digest (LscTestProfile *profile)
{
  g_autoptr (GError) error = NULL;
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *file = NULL;
  g_autoptr (LscSource) source = NULL;
  g_autoptr (LscTimeline) timeline = NULL;

  lsc_test_profile_write (profile, root, 0, &error);
  g_assert_no_error (error);
  file = lsc_test_profile_db_path (root, 0);
  source = lsc_source_new (LSC_FORMAT_ASCEND_DB, root, file);
  timeline = lsc_ascend_timeline_load (source, LSC_TIMELINE_WHOLE, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return make_digest (timeline);
}

/* A sample of a counter. */
static void
add_memory (LscTestProfile *profile, gint64 time_ns, gint64 allocated, gint64 reserved,
            gint64 process)
{
  g_autofree char *sql = g_strdup_printf (
      "INSERT INTO MEMORY_RECORD VALUES (%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64
      "); INSERT INTO NPU_MEM VALUES (%" PRId64 ", %" PRId64 ", %" PRId64 ");",
      lsc_test_profile_string (profile, "PTA"), LSC_TEST_T0 + time_ns, allocated, reserved,
      lsc_test_profile_string (profile, "app"), LSC_TEST_T0 + time_ns, process);

  lsc_test_profile_sql (profile, sql);
}

/* What is reserved when most is allocated and when the process holds most, and the largest of the
 * components, of which APP is the pool itself. */
static void
test_peaks (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;

  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 10, 90);
  lsc_test_profile_sql (profile,
                        "CREATE TABLE MEMORY_RECORD (component INTEGER, timestamp INTEGER, "
                        "totalAllocated INTEGER, totalReserved INTEGER);"
                        "CREATE TABLE NPU_MEM (type INTEGER, timestampNs INTEGER, hbm INTEGER);"
                        "CREATE TABLE ENUM_MODULE (id INTEGER, name TEXT);"
                        "INSERT INTO ENUM_MODULE VALUES (3, 'HCCL'), (7, 'GE'), (33, 'APP');"
                        "CREATE TABLE NPU_MODULE_MEM (moduleId INTEGER, timestampNs INTEGER, "
                        "totalReserved INTEGER);");
  lsc_test_profile_sql (profile, "INSERT INTO NPU_MODULE_MEM VALUES (3, 1736414119000000020, 40), "
                                 "(7, 1736414119000000020, 30), (33, 1736414119000000020, 900);");
  add_memory (profile, 10, 50, 60, 100);
  add_memory (profile, 20, 80, 90, 110);
  add_memory (profile, 30, 70, 95, 120);
  add_memory (profile, 40, 10, 20, 115);
  digest = read_digest (profile);
  g_assert_cmpint (digest->peaks.allocated_at_ns, ==, LSC_TEST_T0 + 20);
  g_assert_cmpint (digest->peaks.allocated_bytes, ==, 80);
  g_assert_cmpint (digest->peaks.reserved_bytes, ==, 90);
  g_assert_cmpint (digest->peaks.process_bytes, ==, 120);
  g_assert_cmpint (digest->peaks.pool_bytes, ==, 95);
  g_assert_cmpstr (lsc_rank_digest_text (digest, digest->peaks.component), ==, "HCCL");
  g_assert_cmpint (digest->peaks.component_bytes, ==, 40);
}

/* Without counters nothing is known of memory, rather than 0. */
static void
test_no_peaks (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;

  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 10, 90);
  digest = read_digest (profile);
  g_assert_cmpint (digest->peaks.allocated_bytes, ==, LSC_INT_NULL);
  g_assert_cmpint (digest->peaks.process_bytes, ==, LSC_INT_NULL);
  g_assert_cmpuint (digest->peaks.component, ==, LSC_STRING_NONE);
}

/* ---- blocks of memory ---- */

#define MIB (G_GINT64_CONSTANT (1) << 20)
#define BLOCK_STEP_NS (100 * MS)
#define N_BLOCK_STEPS 6

static void
add_block (LscTestProfile *profile, const char *name, gint64 bytes, gint64 begin_ns, gint64 end_ns,
           gint64 active_end_ns)
{
  g_autofree char *end = end_ns < 0
                             ? g_strdup ("NULL, NULL")
                             : g_strdup_printf ("%" PRId64 ", %" PRId64, LSC_TEST_T0 + end_ns,
                                                LSC_TEST_T0 + active_end_ns);
  g_autofree char *sql = g_strdup_printf (
      "INSERT INTO OP_MEMORY VALUES (%" PRId64 ", %" PRId64 ", %" PRId64 ", %s, 0)",
      lsc_test_profile_string (profile, name), bytes, LSC_TEST_T0 + begin_ns, end);

  lsc_test_profile_sql (profile, sql);
}

/* What is allocated and active, MiB. */
static void
add_pool (LscTestProfile *profile, gint64 time_ns, gint64 allocated, gint64 active)
{
  g_autofree char *sql =
      g_strdup_printf ("INSERT INTO MEMORY_RECORD VALUES (%" PRId64 ", %" PRId64 ", %" PRId64
                       ", %" PRId64 ", %" PRId64 ")",
                       lsc_test_profile_string (profile, "PTA"), LSC_TEST_T0 + time_ns,
                       allocated * MIB, active * MIB, (gint64) 20000 * MIB);

  lsc_test_profile_sql (profile, sql);
}

/* Steps of 100 ms with a kernel and aten::cat inside a module. */
static LscTestProfile *
make_blocks (void)
{
  LscTestProfile *profile = lsc_test_profile_new ();

  lsc_test_profile_sql (profile,
                        "CREATE TABLE MEMORY_RECORD (component INTEGER, timestamp INTEGER, "
                        "totalAllocated INTEGER, totalActive INTEGER, totalReserved INTEGER);"
                        "CREATE TABLE OP_MEMORY (name INTEGER, size INTEGER, allocationTime "
                        "INTEGER, releaseTime INTEGER, activeReleaseTime INTEGER, deviceId "
                        "INTEGER);");
  for (gint64 i = 0; i < N_BLOCK_STEPS; i++)
    {
      gint64 at = i * BLOCK_STEP_NS;

      lsc_test_profile_step (profile, i, at, at + BLOCK_STEP_NS);
      lsc_test_profile_module (profile, "Layer", at + 10 * MS, at + 40 * MS, 1);
      lsc_test_profile_op (profile, "aten::cat", at + 15 * MS, at + 20 * MS, 1);
      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", at + MS,
                                  at + 90 * MS);
    }
  return profile;
}

/* Each step one block stays, and another one goes: findings.md#blocks. Without growth nobody reads
 * the table. */
static void
test_kept (void)
{
  for (guint grows = 0; grows < 2; grows++)
    {
      g_autoptr (LscTestProfile) profile = make_blocks ();
      g_autoptr (LscRankDigest) digest = NULL;
      const LscDigestBlocks *kept;

      for (gint64 i = 0; i < N_BLOCK_STEPS; i++)
        {
          gint64 at = i * BLOCK_STEP_NS;

          add_pool (profile, at, 4000 + (grows ? 100 * i : 0), 4000);
          add_block (profile, "aten::cat", 100 * MIB, at + 16 * MS, i == 3 ? 590 * MS : -1,
                     590 * MS);
          add_block (profile, "aten::mm", 500 * MIB, at + 17 * MS, at + 150 * MS, at + 150 * MS);
        }
      add_block (profile, "once", 900 * MIB, 105 * MS, -1, 0);
      digest = read_digest (profile);
      g_assert_cmpuint (digest->kept.n, ==, grows);
      g_assert_cmpint (digest->blocks_state, !=, LSC_BLOCKS_NOT_RECORDED);
      if (!grows)
        continue;
      kept = &digest->kept.items[0];
      g_assert_cmpstr (lsc_rank_digest_text (digest, kept->name), ==, "aten::cat");
      g_assert_cmpstr (lsc_rank_digest_text (digest, kept->module), ==, "Layer");
      g_assert_cmpint (kept->bytes, ==, 100 * MIB);
      g_assert_cmpint (kept->n_steps, ==, 3); /* 1 to 3: nobody knows yet of the last two */
      g_assert_cmpint (kept->slice, !=, LSC_SLICE_NONE);
    }
}

/* Whatever a file says of sizes, sums over blocks fit. */
static void
test_huge_blocks (void)
{
  g_autoptr (LscMemoryBlocks) blocks = lsc_memory_blocks_new ();

  for (guint i = 0; i < 3; i++)
    lsc_memory_blocks_add (blocks, (LscMemoryBlock){ .size_bytes = G_MAXINT64 / 2, .begin_ns = 1 });
  lsc_memory_blocks_add (blocks, (LscMemoryBlock){ .size_bytes = -1, .begin_ns = 1 });
  lsc_memory_blocks_add (blocks, (LscMemoryBlock){ .size_bytes = 1, .begin_ns = 0 });
  g_assert_cmpuint (blocks->list.n, ==, 2);
  g_assert_cmpint (blocks->bytes, ==, G_MAXINT64 - 1);
  g_assert_cmpint (blocks->n_bad, ==, 3);
}

/* Growth without a table of blocks: that is said. */
static void
test_no_blocks (void)
{
  g_autoptr (LscTestProfile) profile = make_blocks ();
  g_autoptr (LscRankDigest) digest = NULL;

  lsc_test_profile_sql (profile, "DROP TABLE OP_MEMORY");
  for (gint64 i = 0; i < N_BLOCK_STEPS; i++)
    add_pool (profile, i * BLOCK_STEP_NS, 4000 + 100 * i, 4000);
  digest = read_digest (profile);
  g_assert_cmpuint (digest->kept.n, ==, 0);
  g_assert_cmpint (digest->blocks_state, ==, LSC_BLOCKS_NOT_RECORDED);
}

/* Blocks of 32 MiB or more that the device has for more than 10 ms after their release. */
static void
test_late (void)
{
  for (gint64 delay_ms = 10; delay_ms <= 12; delay_ms += 2)
    {
      g_autoptr (LscTestProfile) profile = make_blocks ();
      g_autoptr (LscRankDigest) digest = NULL;

      add_pool (profile, 0, 100, 100);
      add_pool (profile, 20 * MS, 100, 164);
      add_block (profile, "aten::cat", 64 * MIB, 16 * MS, 20 * MS, (20 + delay_ms) * MS);
      add_block (profile, "aten::cat", 31 * MIB, 16 * MS, 20 * MS, 90 * MS);
      digest = read_digest (profile);
      g_assert_cmpint (digest->late.n, ==, delay_ms > 10);
      if (delay_ms == 10)
        continue;
      g_assert_cmpint (digest->late.bytes, ==, 64 * MIB);
      g_assert_cmpint (digest->late_ns, ==, 12 * MS);
      g_assert_cmpstr (lsc_rank_digest_text (digest, digest->late.name), ==, "aten::cat");
      g_assert_cmpint (digest->late.begin_ns, ==, LSC_TEST_T0 + 20 * MS);
    }
}

/* A block of the peak, of 5 % of it or more, that lives for less than 5 % of the step. */
static void
test_spike (void)
{
  for (gint64 life_ms = 4; life_ms <= 6; life_ms += 2)
    {
      g_autoptr (LscTestProfile) profile = make_blocks ();
      g_autoptr (LscRankDigest) digest = NULL;

      add_pool (profile, 0, 900, 900);
      add_pool (profile, 116 * MS, 1000, 1000);
      add_pool (profile, (116 + life_ms) * MS, 900, 900);
      add_block (profile, "aten::cat", 100 * MIB, 116 * MS, (116 + life_ms) * MS,
                 (116 + life_ms) * MS);
      add_block (profile, "aten::mm", 800 * MIB, MS, 590 * MS, 590 * MS);
      digest = read_digest (profile);
      g_assert_cmpint (digest->spike.bytes, ==, life_ms == 4 ? 100 * MIB : 0);
      if (life_ms == 4)
        g_assert_cmpstr (lsc_rank_digest_text (digest, digest->spike.module), ==, "Layer");
    }
}

/* Two transfers between ranks 0 and 4 of sizes alike, of which one is no multiple of 512 bytes. */
static void
test_links (void)
{
  const LscTestCommTask tasks[] = {
    { "Memcpy", 10, 30, 0, 0, 0, 1, 2048, LSC_TRANSPORT_RDMA, 3 },
    { "Memcpy", 30, 50, 0, 0, 0, 1, 2049, LSC_TRANSPORT_RDMA, 3 },
    { "Notify_Wait", 50, 60, 0, 7, 0, 1, 0, LSC_TRANSPORT_SDMA, 1 },
  };
  const LscTestCommOp op = { .op = LSC_TEST_NONE,
                             .op_name = "hcom_allReduce__865_0_1",
                             .op_type = "hcom_allReduce_",
                             .group = "g",
                             .start_ns = 10,
                             .end_ns = 60 };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;

  lsc_test_profile_metadata (profile, "parallel_group_info",
                             "{\"g\": {\"group_name\": \"dp\", \"group_rank\": 0, "
                             "\"global_ranks\": [0, 4]}}");
  lsc_test_profile_comm_op (profile, &op, tasks, G_N_ELEMENTS (tasks));
  digest = read_digest (profile);
  g_assert_cmpuint (digest->links.n, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const LscDigestLink *link = &digest->links.items[i];

      g_assert_cmpint (link->target, ==, 4);
      g_assert_cmpuint (link->transport, ==, LSC_TRANSPORT_RDMA);
      g_assert_cmpuint (link->link, ==, 3);
      g_assert_cmpint (link->n, ==, 1);
      g_assert_cmpint (link->bytes, ==, link->is_odd ? 2049 : 2048);
    }
}

/* Three transfers beside matrix products take 200 ns each, three without them 100. */
static void
test_contention (void)
{
  LscTestCommTask tasks[7];
  LscTestCommOp op = { .op = LSC_TEST_NONE,
                       .op_name = "hcom_allReduce__865_0_1",
                       .op_type = "hcom_allReduce_",
                       .group = "g",
                       .end_ns = 5000 };
  const LscTestKernelInfo cube = { .op_type = "MatMulV2", .task_type = "AI_CORE" };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;

  for (gint64 i = 0; i < 6; i++)
    {
      gint64 at_ns = i < 3 ? i * 200 : 1000 + i * 100;

      tasks[i] = (LscTestCommTask){ "Memcpy", at_ns,   at_ns + (i < 3 ? 200 : 100), 0, 0, 0,
                                    1,        2000000, LSC_TRANSPORT_SDMA,          1 };
    }
  tasks[6] = (LscTestCommTask){ "Memcpy", 0, 900, 0, 0, 0, 1, 999999, LSC_TRANSPORT_SDMA, 1 };
  lsc_test_profile_comm_op (profile, &op, tasks, G_N_ELEMENTS (tasks));
  lsc_test_profile_kernel_set_info (profile,
                                    lsc_test_profile_kernel_on (profile, LSC_TEST_NONE,
                                                                LSC_TEST_KERNEL_COMPUTE, "MatMul",
                                                                50, 1000),
                                    &cube);
  digest = read_digest (profile);
  g_assert_cmpfloat (digest->contention.bytes, ==, 6e6);
  g_assert_cmpfloat (digest->contention.ns, ==, 600);
  g_assert_cmpfloat (digest->contention.excess_ns, ==, 300);
  g_assert_cmpint (digest->contention.end_ns - digest->contention.begin_ns, ==, 200);
}

static void
add_metric (LscTestProfile *profile, gint64 task, const char *name, const char *value)
{
  g_autofree char *sql =
      g_strdup_printf ("INSERT INTO TASK_PMU_INFO SELECT globalTaskId, %" PRId64
                       ", %s FROM COMPUTE_TASK_INFO ORDER BY rowid LIMIT 1 OFFSET %" PRId64,
                       lsc_test_profile_string (profile, name), value, task);

  lsc_test_profile_sql (profile, sql);
}

/* The longest kernel of a name tells shapes, blocks and counters; one of 1 % is not looked at. */
static void
test_details (void)
{
  const LscTestKernelInfo odd = {
    "MatMulV2", "AI_CORE", "DT_BF16;DT_BF16", "4096,256;256,300", "DT_BF16", "4096,300", 22
  };
  const LscTestKernelInfo even = {
    "MatMulV2", "AI_CORE", "DT_BF16;DT_BF16", "256,256;256,256", "DT_BF16", "256,256", 8
  };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;
  const LscDigestKernel *kernel;
  guint at = lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "MatMul",
                                         100, 200);

  lsc_test_profile_kernel_set_info (profile, at, &even);
  at = lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "MatMul", 200,
                                   1000);
  lsc_test_profile_kernel_set_info (profile, at, &odd);
  at = lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "Tiny", 1000,
                                   1008);
  lsc_test_profile_kernel_set_info (profile, at, &odd);
  lsc_test_profile_sql (profile, "CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER, name INTEGER, "
                                 "value NUMERIC)");
  add_metric (profile, 0, "aic_mac_ratio", "0.9");
  add_metric (profile, 1, "aic_mac_ratio", "0.25");
  add_metric (profile, 1, "aic_mte2_ratio", "0.75");
  add_metric (profile, 1, "aic_mte2_time", "600");
  digest = read_digest (profile);
  g_assert_cmpfloat (digest->n_cores, ==, 24);
  g_assert_cmpuint (digest->kernels.n, ==, 2);
  kernel = &digest->kernels.items[0];
  g_assert_cmpint (kernel->n_cores, ==, 22);
  g_assert_true (kernel->is_odd && kernel->has_pipes && !kernel->is_dynamic);
  g_assert_cmpfloat (kernel->pipes[LSC_PIPE_MAC], ==, 0.25);
  g_assert_cmpfloat (kernel->pipes[LSC_PIPE_LOAD], ==, 0.75);
  kernel = &digest->kernels.items[1];
  g_assert_true (kernel->n_cores == 0 && !kernel->is_odd && !kernel->has_pipes);
}

/* Kernels of the AI CPU tell their data types from a thousandth of all kernels on, and whether a
 * kernel takes any shape its state. */
static void
test_types (void)
{
  static const struct
  {
    const char *types; /* (nullable) */
    gint64 ns;
    gboolean is_known;
    const char *slow_types; /* (nullable) */
  } cases[] = {
    { "FLOAT;INT32", 3, TRUE, NULL },
    { "INT64;DT_DOUBLE", 3, TRUE, "DOUBLE, INT64" },
    { "COMPLEX64;COMPLEX64", 30, TRUE, "COMPLEX64" },
    { NULL, 3, FALSE, NULL },
    { "DOUBLE", 0, FALSE, NULL }, /* too short to be looked at */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const LscTestKernelInfo info = { "Sort", "AI_CPU", cases[i].types, "8", "FLOAT", "8", 1 };
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_autoptr (LscRankDigest) digest = NULL;
      const LscDigestKernel *kernel;
      guint at = lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE,
                                             "Sort", 10000, 10001 + cases[i].ns);

      lsc_test_profile_kernel_set_info (profile, at, &info);
      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 0,
                                  cases[i].ns ? 1000 : 2000);
      digest = read_digest (profile);
      kernel = &digest->kernels.items[1];
      g_assert_cmpint (kernel->kind, ==, LSC_SLICE_AI_CPU);
      g_assert_true (kernel->has_types == cases[i].is_known);
      g_assert_cmpstr (lsc_rank_digest_text (digest, kernel->slow_types), ==, cases[i].slow_types);
    }
}

/* What a table tells of a kernel's state; without the column nobody knows. */
static void
test_state (void)
{
  static const char *const states[] = { "dynamic", "static", "N/A", NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_autoptr (LscRankDigest) digest = NULL;
      const LscDigestKernel *kernel;

      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 0, 1000);
      if (states[i])
        {
          g_autofree char *sql =
              g_strdup_printf ("ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN opState INTEGER;"
                               "UPDATE COMPUTE_TASK_INFO SET opState = %" PRId64,
                               lsc_test_profile_string (profile, states[i]));

          lsc_test_profile_sql (profile, sql);
        }
      digest = read_digest (profile);
      kernel = &digest->kernels.items[0];
      g_assert_true (kernel->is_dynamic == (i == 0));
      g_assert_true (kernel->has_state == (i < 2));
    }
}

/* In a large table of counters the kernel's are found by its order, or without any. */
static void
test_many_counters (void)
{
  static const char *const orders[] = { "m, i", "i, m", "i * 7919 % 16384, m" };

  for (gsize k = 0; k < G_N_ELEMENTS (orders); k++)
    {
      g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
      g_autoptr (LscRankDigest) digest = NULL;
      const LscDigestKernel *kernel;
      g_autofree char *sql = NULL;

      for (gint64 i = 0; i < 3; i++)
        lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", i * 100,
                                    i * 100 + (i == 1 ? 90 : 50));
      sql = g_strdup_printf (
          "CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER, name INTEGER, value NUMERIC);"
          "WITH RECURSIVE tasks (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM tasks WHERE i < "
          "16383), "
          "metrics (m) AS (VALUES (%" PRId64 "), (%" PRId64 "), (%" PRId64 "), (%" PRId64 ")) "
          "INSERT INTO TASK_PMU_INFO SELECT i + (SELECT min (globalTaskId) FROM "
          "COMPUTE_TASK_INFO), m, CASE i WHEN 1 THEN 0.25 ELSE 0.75 END FROM tasks, metrics "
          "ORDER BY %s",
          lsc_test_profile_string (profile, "aic_mac_ratio"),
          lsc_test_profile_string (profile, "aiv_vec_ratio"),
          lsc_test_profile_string (profile, "aic_mte2_ratio"),
          lsc_test_profile_string (profile, "aiv_mte3_ratio"), orders[k]);
      lsc_test_profile_sql (profile, sql);
      digest = read_digest (profile);
      kernel = &digest->kernels.items[0];
      for (guint i = LSC_PIPE_MAC; i <= LSC_PIPE_STORE; i++)
        g_assert_cmpfloat (kernel->pipes[i], ==, 0.25);
    }
}

/* A kernel of one name may be of two kinds, now of one and now of the other; and of two that take
 * the same time the first by name stands first. */
static void
test_kinds (void)
{
  static const char *const cores[] = { "AI_CORE", "AI_VECTOR_CORE" };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;
  const LscDigestKernel *kernels;

  for (gint64 i = 0; i < 6; i++)
    {
      const LscTestKernelInfo info = { .op_type = "Op", .task_type = cores[i % 2] };

      lsc_test_profile_kernel_set_info (
          profile,
          lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "Both",
                                      i * 100, i * 100 + (i % 2 == 0 ? 10 : 20)),
          &info);
    }
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "z", 700, 790);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "a", 800, 890);
  digest = read_digest (profile);
  kernels = digest->kernels.items;
  g_assert_cmpuint (digest->kernels.n, ==, 4);
  g_assert_cmpstr (lsc_rank_digest_text (digest, kernels[0].name), ==, "a");
  g_assert_cmpstr (lsc_rank_digest_text (digest, kernels[1].name), ==, "z");
  for (guint i = 2; i < 4; i++)
    {
      g_assert_cmpstr (lsc_rank_digest_text (digest, kernels[i].name), ==, "Both");
      g_assert_cmpint (kernels[i].kind, ==, i == 2 ? LSC_SLICE_VECTOR : LSC_SLICE_CUBE);
      g_assert_cmpint (kernels[i].n, ==, 3);
      g_assert_cmpint (kernels[i].ns, ==, i == 2 ? 60 : 30);
    }
}

static void
assert_shape (const LscRankDigest *digest, gsize index, const char *name, const char *shapes,
              gint64 ns)
{
  const LscDigestShape *shape = &digest->shapes.items[index];

  g_assert_cmpstr (lsc_rank_digest_text (digest, shape->name), ==, name);
  g_assert_cmpstr (lsc_rank_digest_text (digest, shape->shapes), ==, shapes);
  g_assert_cmpint (shape->ns, ==, ns);
  g_assert_cmpuint (shape->n_cells, ==, 1);
  g_assert_cmpint (digest->shape_cells.items[shape->first_cell].ns, ==, ns);
}

/* Names that differ by a counter are one, whether the recording has the name without it or not. */
static void
test_shapes (void)
{
  static const struct
  {
    const char *name;
    const char *shapes;
    gint64 ns;
  } kernels[] = {
    { "Mul_1", "8,8", 10 }, { "Mul_2", "8,8", 20 }, { "Add_7", "8,8", 3 },  { "Add", "8,8", 4 },
    { "Add", "16,8", 90 },  { "Sub", NULL, 50 },    { "Sub_12", NULL, 11 },
  };
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRankDigest) digest = NULL;
  g_autofree char *sql = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (kernels); i++)
    {
      const LscTestKernelInfo info = {
        "Op", "AI_CORE", "FLOAT", kernels[i].shapes, "FLOAT", "8", 1
      };

      lsc_test_profile_kernel_set_info (
          profile,
          lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE,
                                      kernels[i].name, (gint64) i * 100,
                                      (gint64) i * 100 + kernels[i].ns),
          &info);
    }
  sql = g_strdup_printf (
      "UPDATE COMPUTE_TASK_INFO SET inputShapes = %" PRId64 " WHERE name = %" PRId64,
      lsc_test_profile_string (profile, "N/A"), lsc_test_profile_string (profile, "Sub"));
  lsc_test_profile_sql (profile, sql);
  digest = read_digest (profile);
  g_assert_cmpuint (digest->shapes.n, ==, 4);
  assert_shape (digest, 0, "Add", "\"16,8\"", 90);
  assert_shape (digest, 1, "Sub", NULL, 61);
  assert_shape (digest, 2, "Mul", "\"8,8\"", 30);
  assert_shape (digest, 3, "Add", "\"8,8\"", 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/digest/unmarked", test_unmarked);
  g_test_add_func ("/digest/own", test_own);
  g_test_add_func ("/digest/ready", test_ready);
  g_test_add_func ("/digest/silence", test_silence);
  g_test_add_func ("/digest/waiting", test_waiting);
  g_test_add_func ("/digest/named", test_named);
  g_test_add_func ("/digest/peaks", test_peaks);
  g_test_add_func ("/digest/no-peaks", test_no_peaks);
  g_test_add_func ("/digest/kept-blocks", test_kept);
  g_test_add_func ("/digest/no-blocks", test_no_blocks);
  g_test_add_func ("/digest/huge-blocks", test_huge_blocks);
  g_test_add_func ("/digest/late-blocks", test_late);
  g_test_add_func ("/digest/spike", test_spike);
  g_test_add_func ("/digest/links", test_links);
  g_test_add_func ("/digest/patterns", test_patterns);
  g_test_add_func ("/digest/runs", test_runs);
  g_test_add_func ("/digest/attention", test_attention);
  g_test_add_func ("/digest/run-places", test_run_places);
  g_test_add_func ("/digest/optimizer", test_optimizer);
  g_test_add_func ("/digest/optimizer-of-npu", test_optimizer_of_npu);
  g_test_add_func ("/digest/most-run-places", test_most_run_places);
  g_test_add_func ("/digest/packed-run-places", test_packed_run_places);
  g_test_add_func ("/digest/repeats", test_repeats);
  g_test_add_func ("/digest/contention", test_contention);
  g_test_add_func ("/digest/details", test_details);
  g_test_add_func ("/digest/types", test_types);
  g_test_add_func ("/digest/state", test_state);
  g_test_add_func ("/digest/many-counters", test_many_counters);
  g_test_add_func ("/digest/kinds", test_kinds);
  g_test_add_func ("/digest/shapes", test_shapes);
  return g_test_run ();
}
