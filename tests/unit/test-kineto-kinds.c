/* test-kineto-kinds.c - GPU traces of other programs, devices and versions
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "kineto-helper.h"
#include "model/lsc-core-clocks.h"

static void
count (LscTimeline *timeline, LscSliceKind kind, gsize expected)
{
  g_assert_cmpuint (kt_count_kind (timeline, kind), ==, expected);
}

/* ROCm records copies and fills as kernels. */
static void
test_rocm_copies (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  kt_kernel (trace, "Cijk_Ailk_Bljk", 0, 0, 1000, 1);
  kt_kernel (trace, "__amd_rocclr_copyBufferAligned", 0, 1000, 2000, 2);
  kt_kernel (trace, "__amd_rocclr_fillBufferAligned", 0, 2000, 3000, 3);
  kt_kernel (trace, "MEMORY_COPY_DEVICE_TO_DEVICE", 0, 3000, 4000, 4);
  timeline = kt_load (trace);
  count (timeline, LSC_SLICE_COMPUTE, 1);
  count (timeline, LSC_SLICE_COPY, 3);
}

/* Copies between cards inside of a collective make it; others do not. */
static void
test_copy_engines (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  kt_mark (trace, "nccl:_all_gather_base", 1, 0, 10000);
  kt_op (trace, "symm_mem::fused_all_gather_matmul", 1, 20000, 30000);
  for (guint i = 0; i < 5; i++)
    kt_launch (trace, 1, i < 3 ? 1000 + 2000 * i : i == 3 ? 21000 : 40000, i + 1);
  kt_slice (trace, "gpu_memcpy", "Memcpy PtoP (Device -> Device)", 0, 7, 5000, 6000,
            "\"stream\": 7, \"correlation\": 1");
  kt_slice (trace, "gpu_memcpy", "Memcpy DtoD (Device -> Device)", 0, 7, 6000, 7000,
            "\"stream\": 7, \"correlation\": 2");
  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 0, 7, 7000, 8000,
            "\"stream\": 7, \"correlation\": 3");
  kt_slice (trace, "gpu_memcpy", "Memcpy PtoP (Device -> Device)", 0, 7, 25000, 26000,
            "\"stream\": 7, \"correlation\": 4");
  kt_slice (trace, "gpu_memcpy", "Memcpy PtoP (Device -> Device)", 0, 7, 45000, 46000,
            "\"stream\": 7, \"correlation\": 5");
  timeline = kt_load (trace);
  count (timeline, LSC_SLICE_COMM_TASK, 3);
  count (timeline, LSC_SLICE_COMM_OP, 3);
  count (timeline, LSC_SLICE_COPY, 2);
}

/* A product with a collective in it computes and communicates. */
static void
test_fused (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  kt_kernel (trace, "matmul_all_reduce_kernel", 7, 0, 1000, 1);
  timeline = kt_load (trace);
  count (timeline, LSC_SLICE_COMPUTE, 1);
  count (timeline, LSC_SLICE_COMM_OP, 1);
  count (timeline, LSC_SLICE_COMM_TASK, 0);
}

/* Of a trace without correlations arrows tell launches: from the call around their tail, or from an
 * anchor where no call was recorded. */
static void
test_arrows (void)
{
  static const gboolean has_calls[] = { FALSE, TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (has_calls); i++)
    {
      g_autoptr (KtTrace) trace = kt_trace_new ();
      g_autoptr (LscTimeline) timeline = NULL;

      kt_op (trace, "aten::mm", 1, 1000, 4000);
      if (has_calls[i])
        kt_slice (trace, "cuda_runtime", "launch", KT_PID, 1, 2000, 3000, NULL);
      kt_slice (trace, "kernel", "gemm", 0, 7, 5000, 6000, "\"stream\": 7");
      kt_flow (trace, "ac2g", 's', 1, 2500, 9);
      kt_raw (trace,
              "{\"ph\": \"f\", \"cat\": \"ac2g\", \"name\": \"ac2g\", \"id\": 9, \"pid\": 0, "
              "\"tid\": 7, \"ts\": 5, \"bp\": \"e\"}");
      timeline = kt_load (trace);
      g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
      g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 1);
      count (timeline, LSC_SLICE_LAUNCH_ANCHOR, has_calls[i] ? 0 : 1);
      g_assert_null (timeline->launch_reason);
    }
}

/* The names of processes and threads tell a device; of a process with streams only these are. */
static void
test_named_devices (void)
{
  static const struct
  {
    const char *pid;
    const char *tid;
    const char *category;
    gboolean is_device;
  } cases[] = {
    { "\"Device 0\"", "\"Stream 7\"", "cuda", TRUE },
    { "\"Device 0\"", "\"NVTX Kernel Thread 5\"", "nvtx-kernel", FALSE },
    { "\"MTIA 1\"", "4", "novelty", TRUE },
    { "\"/device:TPU:0\"", "\"XLA Ops\"", "", TRUE },
    { "\"gpuworker\"", "4", "novelty", FALSE },
    { "\"/host:CPU\"", "4", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cuda\", \"name\": \"k\", \"pid\": "
          "\"Device 0\", "
          "\"tid\": \"Stream 9\", \"ts\": 1, \"dur\": 1}, {\"ph\": \"X\", %s%s%s \"name\": \"a\", "
          "\"pid\": %s, \"tid\": %s, \"ts\": 5, \"dur\": 2}]}",
          *cases[i].category ? "\"cat\": \"" : "", cases[i].category,
          *cases[i].category ? "\"," : "", cases[i].pid, cases[i].tid);
      g_autoptr (LscTimeline) timeline = kt_load_text (text, strlen (text));

      g_test_message ("%s", cases[i].pid);
      count (timeline, LSC_SLICE_COMPUTE, 1 + cases[i].is_device);
    }
}

/* What is not recognised is named. */
static void
test_unknown_device (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *reason = NULL;

  kt_op (trace, "aten::mm", 1, 1000, 4000);
  kt_slice (trace, "warp_drive", "engage", 12, 3, 2000, 3000, NULL);
  timeline = kt_load (trace);
  reason = lsc_phrase_to_plain (timeline->extended_reason);
  g_assert_nonnull (strstr (reason, "warp_drive"));
}

/* Of samples with Bytes alone the running sum is the curve; older ones have no category. */
static void
test_memory_changes (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  const LscCounter *counter;
  guint32 node;

  for (guint i = 0; i < 3; i++)
    {
      static const int bytes[] = { 1024, 512, -1024 };
      g_autofree char *event = g_strdup_printf (
          "{\"ph\": \"i\", \"s\": \"t\", \"name\": \"[memory]\", \"pid\": 1, \"tid\": 1, \"ts\": "
          "%u, "
          "\"args\": {\"Device Type\": 1, \"Device Id\": 0, \"Addr\": 7, \"Bytes\": %d}}",
          10 + i, bytes[i]);

      kt_raw (trace, event);
    }
  kt_kernel (trace, "gemm", 7, 5000, 6000, 1);
  timeline = kt_load (trace);
  node = lsc_timeline_find_path (timeline, "Memory/GPU 0");
  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  counter = g_ptr_array_index (lsc_timeline_get_node (timeline, node)->series, 0);
  g_assert_cmpuint (counter->samples.n, ==, 3);
  g_assert_cmpfloat (counter->samples.items[0].value, ==, 1024);
  g_assert_cmpfloat (counter->samples.items[1].value, ==, 1536);
  g_assert_cmpfloat (counter->samples.items[2].value, ==, 512);
}

/* ---- counters of devices ---- */

static void
add_sample (KtTrace *trace, const char *name, guint device, guint us, double value)
{
  g_autofree char *event = g_strdup_printf (
      "{\"ph\": \"C\", \"name\": \"%s\", \"pid\": \"GPU %u Counters\", \"ts\": %u, "
      "\"args\": {\"\": %g}}",
      name, device, us, value);

  kt_raw (trace, event);
}

static void
add_kernel (KtTrace *trace, guint us, const char *args)
{
  kt_slice (trace, "kernel", "gemm", 0, 7, us * 1000, us * 1000 + 500, args);
}

static const LscCounter *
get_counter (LscTimeline *timeline, const char *path)
{
  guint32 node = lsc_timeline_find_path (timeline, path);

  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  return g_ptr_array_index (lsc_timeline_get_node (timeline, node)->series, 0);
}

static void
expect_counter (LscTimeline *timeline, const char *path, LscCounterUnit unit, double value,
                const char *words)
{
  const LscCounter *counter = get_counter (timeline, path);
  g_autofree char *text = lsc_counter_format (counter, counter->samples.items[0].value);

  g_assert_cmpint (counter->unit, ==, unit);
  g_assert_cmpfloat (counter->samples.items[0].value, ==, value);
  g_assert_cmpstr (text, ==, words);
}

/* The name tells the unit, the process the device; what is derived is no counter. */
static void
test_device_counters (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  add_kernel (trace, 10, "\"stream\": 7");
  add_sample (trace, "SM Clock (MHz)", 0, 10, 1980);
  add_sample (trace, "SM Clock (MHz)", 3, 10, 1500);
  add_sample (trace, "Power (W)", 0, 10, 535.86);
  add_sample (trace, "Temperature (C)", 0, 10, 61);
  add_sample (trace, "DRAM BW (%)", 0, 10, 25);
  add_sample (trace, "Cycles (Current Kernel)", 0, 10, 12345);
  add_sample (trace, "sm__cycles_active.avg", 0, 10, 7);
  timeline = kt_load (trace);
  expect_counter (timeline, "Counters/SM Clock (GPU 0)", LSC_COUNTER_UNIT_MHZ, 1980, "1980 MHz");
  expect_counter (timeline, "Counters/SM Clock (GPU 3)", LSC_COUNTER_UNIT_MHZ, 1500, "1500 MHz");
  expect_counter (timeline, "Counters/Power (GPU 0)", LSC_COUNTER_UNIT_WATTS, 535.86, "535.86 W");
  expect_counter (timeline, "Counters/Temperature (GPU 0)", LSC_COUNTER_UNIT_CELSIUS, 61, "61 °C");
  expect_counter (timeline, "Counters/DRAM BW (GPU 0)", LSC_COUNTER_UNIT_SHARE, 0.25, "25.0 %");
  expect_counter (timeline, "Counters/sm__cycles_active.avg (GPU 0)", LSC_COUNTER_UNIT_NONE, 7,
                  "7");
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Counters/Cycles (Current Kernel) (GPU 0)"),
                    ==, LSC_SLICE_NONE);
}

static guint
count_clocks (const LscTimeline *timeline)
{
  g_autoptr (GArray) clocks = g_array_new (FALSE, FALSE, sizeof (const LscCounter *));

  lsc_core_clocks_list (timeline, clocks);
  return clocks->len;
}

/* Only the clock of its own device says anything about kernels, and whether they are alike is
 * asked for only where there is one. Broken sizes of a launch are none. */
static void
test_core_clock (void)
{
  static const struct
  {
    const char *counter;
    guint device;
    guint n_clocks;
  } cases[] = { { "SM Clock (MHz)", 0, 1 },
                { "SM Clock (MHz)", 1, 0 },
                { "Memory Clock (MHz)", 0, 0 },
                { "SM Clock", 0, 0 },
                { "Cycles (Current Kernel)", 0, 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (KtTrace) trace = kt_trace_new ();
      g_autoptr (LscTimeline) timeline = NULL;

      add_kernel (trace, 10, "\"stream\": 7, \"grid\": [8, 2, 1], \"block\": [128, 1, 1]");
      add_kernel (trace, 11, "\"stream\": 7, \"grid\": [8, {\"a\": 1}], \"block\": [1, 1, 1]");
      add_kernel (trace, 12, "\"stream\": 7, \"block\": [128, 1, 1], \"grid\": 7");
      add_kernel (trace, 13, "\"stream\": 7");
      add_sample (trace, cases[i].counter, cases[i].device, 10, 1980);
      timeline = kt_load (trace);
      g_assert_cmpuint (count_clocks (timeline), ==, cases[i].n_clocks);
      g_assert_cmpuint (timeline->launch_keys.n, ==, cases[i].n_clocks);
      if (timeline->launch_keys.n > 0)
        g_assert_cmpstr (lsc_intern_text (timeline->strings, timeline->launch_keys.items[0].shapes),
                         ==, "[8,2,1][128,1,1]");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kineto-kinds/rocm-copies", test_rocm_copies);
  g_test_add_func ("/kineto-kinds/copy-engines", test_copy_engines);
  g_test_add_func ("/kineto-kinds/fused", test_fused);
  g_test_add_func ("/kineto-kinds/arrows", test_arrows);
  g_test_add_func ("/kineto-kinds/named-devices", test_named_devices);
  g_test_add_func ("/kineto-kinds/unknown-device", test_unknown_device);
  g_test_add_func ("/kineto-kinds/memory-changes", test_memory_changes);
  g_test_add_func ("/kineto-kinds/device-counters", test_device_counters);
  g_test_add_func ("/kineto-kinds/core-clock", test_core_clock);
  return g_test_run ();
}
