/* test-idle-traces.c - what idles, and who is to blame, in small traces written here
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "judge/findings/lsc-findings.h"
#include "kineto-helper.h"

#define US G_GINT64_CONSTANT (1000)
#define T0 (1000 * US)
#define THREAD 1
#define OTHER_THREAD 2

/** What is known of a trace when all have looked at it. */
typedef struct
{
  LscTimeline *timeline;
  LscRankDigest *digest;
  LscOverview *overview;
  LscFindings *findings;
} Judged;

static Judged
judge_timeline (LscTimeline *timeline)
{
  Judged self = { .timeline = timeline };
  const LscRankDigest *digests[1];

  g_assert_true (lsc_timeline_complete (timeline, NULL, NULL));
  self.digest = lsc_rank_digest_new (timeline, NULL, LSC_DIGEST_JUDGED, NULL, NULL);
  digests[0] = self.digest;
  self.overview = lsc_overview_new (digests, 1, NULL, NULL, NULL);
  self.findings = lsc_findings_new (self.overview, digests, NULL, NULL);
  return self;
}

static void
judged_clear (Judged *self)
{
  lsc_findings_unref (self->findings);
  lsc_overview_unref (self->overview);
  lsc_rank_digest_unref (self->digest);
  lsc_timeline_unref (self->timeline);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Judged, judged_clear)

/* (nullable) */
static const LscFinding *
find (const Judged *self, const char *id)
{
  for (guint i = 0; i < self->findings->rows->len; i++)
    if (g_str_equal (lsc_findings_get (self->findings, i)->id, id))
      return lsc_findings_get (self->findings, i);
  return NULL;
}

static gboolean
is_major (const Judged *self, const char *id)
{
  const LscFinding *finding = find (self, id);

  return finding && lsc_finding_stands_out (finding);
}

static void
assert_says (const LscPhrase *phrase, const char *part)
{
  g_autofree char *words = lsc_phrase_to_words (phrase);

  if (!strstr (words, part))
    g_error ("\"%s\" is not in: %s", part, words);
}

/* Three kernels of 100 us in a step of 1 ms; the second is launched 500 us late, and nothing else
 * idles for more than 20 us. Times are us after T0. */
static KtTrace *
make_late (void)
{
  static const gint64 starts_us[] = { 10, 610, 715 };
  KtTrace *trace = kt_trace_new ();

  kt_mark (trace, "ProfilerStep#1", THREAD, T0, T0 + 830 * US);
  for (guint i = 0; i < G_N_ELEMENTS (starts_us); i++)
    {
      gint64 start_ns = T0 + starts_us[i] * US;

      kt_launch (trace, THREAD, start_ns - 8 * US, i + 1);
      kt_kernel (trace, "gemm", 7, start_ns, start_ns + 100 * US, i + 1);
    }
  return trace;
}

/* The host is late, and no thread tells why. */
static void
test_late (void)
{
  g_autoptr (KtTrace) trace = make_late ();
  g_auto (Judged) judged = judge_timeline (kt_load (trace));

  g_assert_true (is_major (&judged, "host_bound"));
  g_assert_false (is_major (&judged, "free_device"));
  assert_says (judged.findings->headline, "most is waiting for the host");
}

/* The profiler flushes its buffers meanwhile: that is named, and costs nothing without it. */
static void
test_profiler (void)
{
  g_autoptr (KtTrace) trace = make_late ();
  g_auto (Judged) judged = { NULL };

  kt_slice (trace, "overhead", "Buffer Flush", -1, 0, T0 + 115 * US, T0 + 590 * US, NULL);
  judged = judge_timeline (kt_load (trace));
  g_assert_true (is_major (&judged, "profiler"));
  g_assert_null (find (&judged, "host_bound") && is_major (&judged, "host_bound")
                     ? "the host is blamed"
                     : NULL);
  assert_says (find (&judged, "profiler")->text, "Buffer Flush");
  g_assert_cmpint (judged.digest->steps.items[0].host_ns[LSC_BUDGET_HOST_PROFILER], >, 400 * US);
}

/* A step that it stalls is no length of a step, and that is told. */
static void
test_stalled_step (void)
{
  static const gint64 begins_us[] = { 0, 500, 1000, 3000, 3500 };
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_auto (Judged) judged = { NULL };
  gboolean is_told = FALSE;

  for (guint i = 0; i + 1 < G_N_ELEMENTS (begins_us); i++)
    {
      gint64 begin_ns = T0 + begins_us[i] * US, end_ns = T0 + begins_us[i + 1] * US;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", i + 1);

      kt_mark (trace, name, THREAD, begin_ns, end_ns);
      kt_launch (trace, THREAD, begin_ns + 2 * US, i + 1);
      kt_kernel (trace, "gemm", 7, begin_ns + 10 * US, begin_ns + 400 * US, i + 1);
    }
  kt_slice (trace, "overhead", "Buffer Flush", -1, 0, T0 + 1450 * US, T0 + 2950 * US, NULL);
  judged = judge_timeline (kt_load (trace));
  g_assert_cmpint (judged.overview->step_ns, ==, 500 * US);
  for (guint i = 0; i < judged.overview->lines->len; i++)
    {
      g_autofree char *words = lsc_phrase_to_words (judged.overview->lines->pdata[i]);

      is_told = is_told || strstr (words, "Step 3 is excluded: the profiler itself stalls it");
    }
  g_assert_true (is_told);
}

/* Its events are no device time, whatever they claim. */
static void
test_overhead_on_stream (void)
{
  g_autoptr (KtTrace) trace = make_late ();
  g_auto (Judged) judged = { NULL };

  kt_slice (trace, "overhead", "Command Buffer Full", 0, 7, T0 + 115 * US, T0 + 590 * US,
            "\"device\": 0, \"stream\": 7");
  kt_slice (trace, "gpu_overhead", "Command Buffer Full", 0, 7, T0 + 120 * US, T0 + 580 * US,
            "\"device\": 0, \"stream\": 7");
  kt_slice (trace, "some_device_events", "Activity Buffer Request", 0, 7, T0 + 130 * US,
            T0 + 570 * US, "\"device\": 0, \"stream\": 7");
  judged = judge_timeline (kt_load (trace));
  g_assert_cmpint (judged.digest->steps.items[0].ns[LSC_BUDGET_COMPUTE], ==, 300 * US);
  g_assert_true (is_major (&judged, "profiler"));
}

#define LOADER "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"

/* A range named after a loader explains the lateness of its own thread alone, or of one that waits
 * for it; not that of another process whose thread has the same number. */
static void
test_loader (void)
{
  static const struct
  {
    gint64 pid;
    gint64 tid;
    gboolean waits;
    gboolean is_cause;
  } cases[] = {
    { KT_PID, THREAD, FALSE, TRUE },      { KT_PID, OTHER_THREAD, FALSE, FALSE },
    { KT_PID, OTHER_THREAD, TRUE, TRUE }, { KT_PID + 1, THREAD, FALSE, FALSE },
    { KT_PID + 1, THREAD, TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (KtTrace) trace = make_late ();
      g_auto (Judged) judged = { NULL };

      kt_slice (trace, "user_annotation", LOADER, cases[i].pid, cases[i].tid, T0 + 112 * US,
                T0 + 595 * US, NULL);
      if (cases[i].waits)
        kt_frame (trace, "queue.py(154): get", THREAD, T0 + 112 * US, T0 + 595 * US);
      judged = judge_timeline (kt_load (trace));
      g_assert_cmpint (is_major (&judged, "S06"), ==, cases[i].is_cause);
      g_assert_cmpint (is_major (&judged, "host_bound"), ==, !cases[i].is_cause);
    }
}

/* Each step waits for 600 us before its first kernel, the first one as well: what its host did
 * there is not told apart, and is not counted as no time. */
static void
test_loader_of_steps (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_auto (Judged) judged = { NULL };
  const LscFinding *finding;

  for (guint i = 0; i < 5; i++)
    {
      gint64 begin_ns = T0 + i * 1000 * US;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", i + 1);

      kt_mark (trace, name, THREAD, begin_ns, begin_ns + 1000 * US);
      kt_slice (trace, "user_annotation", LOADER, KT_PID, THREAD, begin_ns + US,
                begin_ns + 600 * US, NULL);
      kt_launch (trace, THREAD, begin_ns + 605 * US, i + 1);
      kt_kernel (trace, "gemm", 7, begin_ns + 610 * US, begin_ns + 990 * US, i + 1);
    }
  judged = judge_timeline (kt_load (trace));
  finding = find (&judged, "S06");
  g_assert_nonnull (finding);
  g_assert_cmpint (finding->gain_ns, >, 590 * US);
  g_assert_cmpint (finding->gain_ns, <=, 610 * US);
}

/* Launched 40 us into a gap of 9 ms, for which the stream waits. */
static void
test_stream_wait (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_auto (Judged) judged = { NULL };

  kt_mark (trace, "ProfilerStep#3", THREAD, T0, T0 + 10000 * US);
  kt_launch (trace, THREAD, T0 + 5 * US, 1);
  kt_kernel (trace, "gemm", 7, T0 + 20 * US, T0 + 120 * US, 1);
  kt_slice (trace, "cuda_runtime", "cudaStreamWaitEvent", KT_PID, THREAD, T0 + 150 * US,
            T0 + 155 * US, NULL);
  kt_launch (trace, THREAD, T0 + 160 * US, 2);
  kt_kernel (trace, "gemm", 8, T0 + 9160 * US, T0 + 9990 * US, 2);
  judged = judge_timeline (kt_load (trace));
  g_assert_true (is_major (&judged, "free_device"));
  g_assert_false (is_major (&judged, "host_bound"));
  assert_says (find (&judged, "free_device")->text, "mostly behind cudaStreamWaitEvent");
  assert_says (judged.findings->headline, "idle time although work was launched");
}

/* Preparing is split as well: launched at once, the first kernel starts 800 us later. */
static void
test_prepare (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_auto (Judged) judged = { NULL };

  kt_mark (trace, "ProfilerStep#3", THREAD, T0, T0 + 1000 * US);
  kt_launch (trace, THREAD, T0 + 5 * US, 1);
  kt_kernel (trace, "gemm", 7, T0 + 820 * US, T0 + 990 * US, 1);
  judged = judge_timeline (kt_load (trace));
  g_assert_true (is_major (&judged, "free_device"));
  g_assert_false (is_major (&judged, "host_bound"));
  g_assert_cmpint (judged.digest->steps.items[0].ns[LSC_BUDGET_PREPARE], ==, 820 * US);
  g_assert_cmpint (judged.digest->steps.items[0].prepare_launched_ns, >, 800 * US);
}

/* Nothing after one short kernel: the headline is what takes the step. */
static void
test_tail (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_auto (Judged) judged = { NULL };

  kt_mark (trace, "ProfilerStep#3", THREAD, T0, T0 + 1000 * US);
  kt_launch (trace, THREAD, T0 + 5 * US, 1);
  kt_kernel (trace, "gemm", 7, T0 + 20 * US, T0 + 30 * US, 1);
  judged = judge_timeline (kt_load (trace));
  g_assert_true (is_major (&judged, "tail"));
  assert_says (judged.findings->headline, "the end of the step after the last kernel (97.0 %)");
}

/* A message of a trace alone may wait or move: it is no exposed communication. */
static void
test_message (void)
{
  g_autoptr (KtTrace) trace = make_late ();
  g_auto (Judged) judged = { NULL };
  gboolean is_told = FALSE;

  kt_launch (trace, THREAD, T0 + 112 * US, 9);
  kt_kernel (trace, "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 20, T0 + 120 * US,
             T0 + 600 * US, 9);
  judged = judge_timeline (kt_load (trace));
  g_assert_null (find (&judged, "uncovered_communication"));
  for (guint i = 0; i < judged.findings->silent->len; i++)
    is_told = is_told || g_str_equal (((LscSilentRule *) judged.findings->silent->pdata[i])->id,
                                      "uncovered_communication");
  g_assert_true (is_told);
}

/* One of two ranks: 0 computes and sends, 1 receives from the begin of the step on and computes
 * then.
 */
static LscTimeline *
make_partner (guint rank)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  g_string_append_printf (trace->top, "\"distributedInfo\": {\"rank\": %u, \"world_size\": 2},",
                          rank);
  for (guint step = 0; step < 4; step++)
    {
      gint64 begin_ns = T0 + step * 2000 * US, sent_ns = begin_ns + 1420 * US;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", step + 1);
      g_autofree char *args = g_strdup_printf (
          "\"device\": 0, \"stream\": 20, \"correlation\": %u, \"Collective name\": \"%s\", "
          "\"Process Group Name\": \"7\", \"Process Group Ranks\": \"[0, 1]\", \"Src Rank\": 0, "
          "\"Dst Rank\": 1, \"Seq\": %u",
          10 * step + 2, rank == 0 ? "send" : "recv", step + 1);

      kt_mark (trace, name, THREAD, begin_ns, begin_ns + 2000 * US);
      kt_launch (trace, THREAD, begin_ns + 2 * US, 10 * step + 1);
      kt_launch (trace, THREAD, begin_ns + 5 * US, 10 * step + 2);
      if (rank == 0)
        kt_kernel (trace, "gemm", 7, begin_ns + 20 * US, sent_ns, 10 * step + 1);
      kt_slice (trace, "kernel", "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 0, 20,
                rank == 0 ? sent_ns : begin_ns + 20 * US, sent_ns + 20 * US, args);
      if (rank == 1)
        kt_kernel (trace, "gemm", 7, sent_ns + 20 * US, begin_ns + 1980 * US, 10 * step + 1);
    }
  return kt_load (trace);
}

/* Where the other side is there, a receive waits until its send has begun: that is no exposed
 * communication. */
static void
test_message_of_two (void)
{
  LscTimeline *timelines[] = { make_partner (0), make_partner (1) };
  LscRankDigest *digests[2];
  g_autoptr (LscOverview) overview = NULL;
  g_autoptr (LscFindings) findings = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (lsc_timeline_complete (timelines[i], NULL, NULL));
      digests[i] = lsc_rank_digest_new (timelines[i], NULL, LSC_DIGEST_JUDGED, NULL, NULL);
    }
  overview = lsc_overview_new ((const LscRankDigest *const *) digests, 2, NULL, NULL, NULL);
  findings = lsc_findings_new (overview, (const LscRankDigest *const *) digests, NULL, NULL);
  g_assert_cmpint (lsc_overview_get_rank (overview, 1)->message_wait_ns, ==, 1400 * US);
  assert_says (findings->headline,
               "On rank 1 most of the time is exposed send/receive wait (bubble)");
  for (guint i = 0; i < findings->rows->len; i++)
    g_assert_cmpstr (lsc_findings_get (findings, i)->id, !=, "uncovered_communication");
  for (guint i = 0; i < 2; i++)
    {
      lsc_rank_digest_unref (digests[i]);
      lsc_timeline_unref (timelines[i]);
    }
}

/* A file that was cut before anything of a device: it is not said that nothing was recorded. */
static void
test_cut (void)
{
  static const char text[] =
      "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": "
      "\"ProfilerStep#1\", \"pid\": 1, \"tid\": 1, \"ts\": 1000, \"dur\": 500},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 1010, \"dur\": 50}, {\"ph\": \"X\", \"cat\": \"ker";
  g_auto (Judged) judged = judge_timeline (kt_load_text (text, sizeof text - 1));
  const LscDispatch *dispatch = lsc_timeline_get_analysis (judged.timeline)->dispatch;

  assert_says (judged.findings->headline, "truncated or damaged");
  assert_says (judged.findings->headline, "500.0 µs");
  assert_says (lsc_overview_get_rank (judged.overview, 0)->not_known, "truncated or damaged");
  assert_says (dispatch->reason, "truncated or damaged");
  for (guint i = 0; i < judged.findings->silent->len; i++)
    {
      const LscSilentRule *rule = judged.findings->silent->pdata[i];
      g_autofree char *words = lsc_phrase_to_words (rule->reason);

      g_assert_null (strstr (words, "not recorded"));
    }
}

/* Most computing is named where a step is compute-bound. */
static void
test_computing (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_auto (Judged) judged = { NULL };

  kt_mark (trace, "ProfilerStep#3", THREAD, T0, T0 + 1000 * US);
  kt_launch (trace, THREAD, T0 + 1 * US, 1);
  kt_kernel (trace, "gemm", 7, T0 + 10 * US, T0 + 810 * US, 1);
  kt_launch (trace, THREAD, T0 + 20 * US, 2);
  kt_kernel (trace, "softmax", 7, T0 + 810 * US, T0 + 1000 * US, 2);
  judged = judge_timeline (kt_load (trace));
  assert_says (judged.findings->headline, "Compute-bound: computation takes 99.0 %");
  assert_says (judged.findings->headline, "gemm 80.8 %, softmax 19.2 %");
}

/* The host is 350 us ahead when .item() waits for the device, and launches more slowly than that
 * computes: 10 us of idle time before each of 30 kernels are what .item() costs
 * (findings.md#debts), where the host @waits. Where it only stops, it is late itself. */
static KtTrace *
make_debt (gboolean waits)
{
  KtTrace *trace = kt_trace_new ();

  kt_mark (trace, "ProfilerStep#1", THREAD, T0, T0 + 2000 * US);
  for (guint i = 0; i < 10; i++)
    {
      kt_launch (trace, THREAD, T0 + (1 + 5 * i) * US, i + 1);
      kt_kernel (trace, "gemm", 7, T0 + (10 + 40 * i) * US, T0 + (50 + 40 * i) * US, i + 1);
    }
  if (waits)
    {
      kt_op (trace, "aten::item", THREAD, T0 + 58 * US, T0 + 416 * US);
      kt_slice (trace, "cuda_runtime", "cudaStreamSynchronize", KT_PID, THREAD, T0 + 60 * US,
                T0 + 414 * US, "\"cbid\": 131, \"correlation\": 999");
    }
  for (guint i = 0; i < 30; i++)
    {
      gint64 launch_ns = T0 + (420 + 50 * i) * US;

      kt_launch (trace, THREAD, launch_ns, 100 + i);
      kt_kernel (trace, "gemm", 7, launch_ns + 3 * US, launch_ns + 43 * US, 100 + i);
    }
  return trace;
}

static void
test_debt (void)
{
  g_autoptr (KtTrace) waiting = make_debt (TRUE);
  g_autoptr (KtTrace) stopping = make_debt (FALSE);
  g_auto (Judged) of_item = judge_timeline (kt_load (waiting));
  g_auto (Judged) of_host = judge_timeline (kt_load (stopping));

  g_assert_true (is_major (&of_item, "sync_calls"));
  g_assert_false (is_major (&of_item, "host_bound"));
  assert_says (find (&of_item, "sync_calls")->text, "mostly aten::item");
  g_assert_cmpint (find (&of_item, "sync_calls")->gain_ns, >, 200 * US);
  g_assert_true (is_major (&of_host, "host_bound"));
  g_assert_null (find (&of_host, "sync_calls"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/idle-traces/late", test_late);
  g_test_add_func ("/idle-traces/profiler", test_profiler);
  g_test_add_func ("/idle-traces/stalled-step", test_stalled_step);
  g_test_add_func ("/idle-traces/overhead-on-stream", test_overhead_on_stream);
  g_test_add_func ("/idle-traces/loader", test_loader);
  g_test_add_func ("/idle-traces/loader-of-steps", test_loader_of_steps);
  g_test_add_func ("/idle-traces/stream-wait", test_stream_wait);
  g_test_add_func ("/idle-traces/prepare", test_prepare);
  g_test_add_func ("/idle-traces/tail", test_tail);
  g_test_add_func ("/idle-traces/message", test_message);
  g_test_add_func ("/idle-traces/message-of-two", test_message_of_two);
  g_test_add_func ("/idle-traces/cut", test_cut);
  g_test_add_func ("/idle-traces/computing", test_computing);
  g_test_add_func ("/idle-traces/debt", test_debt);
  return g_test_run ();
}
