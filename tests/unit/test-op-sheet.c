/* test-op-sheet.c - kernels of small traces that are written here
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analyze/operators/lsc-op-sheet.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "kineto-helper.h"
#include "lsc-test-files.h"

#define US G_GINT64_CONSTANT (1000)
#define T0 (1000 * US)
#define THREAD 1

static LscOpSheet *
make_of_timeline (LscTimeline *timeline)
{
  g_autoptr (LscRun) run = NULL;
  g_autoptr (GError) error = NULL;
  LscOpSheet *sheet;

  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  run = lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_TREE | LSC_LOAD_COUNTERS, NULL, &error);
  g_assert_no_error (error);
  sheet = lsc_op_sheet_new (&(LscOpRecording){ .timeline = timeline, .run = run }, NULL, &error);
  g_assert_no_error (error);
  return sheet;
}

static LscOpSheet *
make_sheet (const KtTrace *trace)
{
  g_autoptr (LscTimeline) timeline = kt_load (trace);

  return make_of_timeline (timeline);
}

/* Arguments of kernels are read of the file. */
static LscOpSheet *
make_of_file (const KtTrace *trace)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "trace.json", NULL);
  g_autofree char *text =
      g_strdup_printf ("{%s\"traceEvents\": [%s]}", trace->top->str, trace->events->str);
  g_autoptr (LscTimeline) timeline = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  timeline = kt_load_file (path);
  return make_of_timeline (timeline);
}

/* Returns: place of the first kernel of that name */
static gsize
find (const LscOpSheet *sheet, const char *name)
{
  for (gsize i = 0; i < sheet->n; i++)
    if (g_str_equal (lsc_intern_text (sheet->texts, sheet->kinds.items[sheet->kinds_of[i]].name),
                     name))
      return i;
  g_error ("no kernel %s", name);
}

/* Two steps of a host that runs ahead. A kernel of the first one, on another stream, runs on into
 * the second, where it owns the time until it ends, because it started first. */
static LscOpSheet *
make_crossing (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  kt_mark (trace, "ProfilerStep#1", THREAD, T0, T0 + 30 * US);
  kt_op (trace, "aten::first", THREAD, T0 + 2 * US, T0 + 14 * US);
  kt_launch (trace, THREAD, T0 + 4 * US, 1);
  kt_kernel (trace, "first", 7, T0 + 20 * US, T0 + 120 * US, 1);
  kt_launch (trace, THREAD, T0 + 20 * US, 2);
  kt_kernel (trace, "crossing", 8, T0 + 130 * US, T0 + 250 * US, 2);
  kt_mark (trace, "ProfilerStep#2", THREAD, T0 + 30 * US, T0 + 60 * US);
  kt_launch (trace, THREAD, T0 + 34 * US, 3);
  kt_kernel (trace, "second", 7, T0 + 200 * US, T0 + 300 * US, 3);
  return make_sheet (trace);
}

static void
test_crossing (void)
{
  g_autoptr (LscOpSheet) sheet = make_crossing ();
  gsize crossing = find (sheet, "crossing"), second = find (sheet, "second");

  g_assert_cmpuint (sheet->n, ==, 3);
  g_assert_cmpuint (sheet->steps.n, ==, 2);
  g_assert_cmpint (sheet->steps.items[0].begin_ns, ==, T0 + 20 * US);
  g_assert_cmpint (sheet->steps.items[1].begin_ns, ==, T0 + 200 * US);
  g_assert_cmpint (lsc_op_sheet_get_duration_ns (sheet, crossing), ==, 120 * US);
  g_assert_cmpint (lsc_op_sheet_get_owned_ns (sheet, crossing), ==, 70 * US);
  g_assert_cmpuint (sheet->spills.n, ==, 1);
  g_assert_cmpuint (sheet->spills.items[0].kernel, ==, crossing);
  g_assert_cmpuint (sheet->spills.items[0].step, ==, 1);
  g_assert_cmpint (sheet->spills.items[0].ns, ==, 50 * US);
  g_assert_cmpint (lsc_op_sheet_get_owned_ns (sheet, second), ==, 50 * US);
}

/* The gap is that of the own stream, and the first kernel of a stream has none. */
static void
test_wait (void)
{
  g_autoptr (LscOpSheet) sheet = make_crossing ();

  g_assert_cmpint (lsc_op_sheet_get_wait_ns (sheet, find (sheet, "second")), ==, 80 * US);
  g_assert_cmpint (lsc_op_sheet_get_wait_ns (sheet, find (sheet, "crossing")), ==, -1);
}

static void
test_kinds (void)
{
  g_autoptr (LscOpSheet) sheet = make_crossing ();
  const LscOpVariant *first = &sheet->kinds.items[sheet->kinds_of[find (sheet, "first")]];

  g_assert_cmpstr (lsc_intern_text (sheet->texts, first->op), ==, "aten::first");
  g_assert_cmpuint (first->stream, ==, 7);
  g_assert_cmpuint (first->core, ==, LSC_STRING_NONE);
  g_assert_cmpuint (first->class, ==, LSC_OP_COMPUTING);
  g_assert_null (sheet->counters);
}

/* What only drives the device has no kernels. */
static void
test_empty (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscOpSheet) sheet = NULL;

  kt_mark (trace, "ProfilerStep#1", THREAD, T0, T0 + 30 * US);
  kt_op (trace, "aten::first", THREAD, T0 + 2 * US, T0 + 14 * US);
  sheet = make_sheet (trace);
  g_assert_cmpuint (sheet->n, ==, 0);
}

static const LscOpVariant *
find_kind (const LscOpSheet *sheet, const char *name)
{
  return &sheet->kinds.items[sheet->kinds_of[find (sheet, name)]];
}

static void
add_launched (KtTrace *trace, const char *name, gint64 start_ns, guint correlation,
              const char *more)
{
  g_autofree char *args =
      g_strdup_printf ("\"device\": 0, \"stream\": 7, \"correlation\": %u%s", correlation, more);

  kt_launch (trace, THREAD, start_ns - 10 * US, correlation);
  kt_slice (trace, "kernel", name, 0, 7, start_ns, start_ns + 10 * US, args);
}

/* What a launch asks for is kept once for launches that are alike; what is negative or no number is
 * not known, and neither is an occupancy of 0, as Kineto writes it where it could not estimate. A
 * block without shared memory has 0 of it. */
static void
test_launches (void)
{
  static const char *const alike =
      ", \"registers per thread\": 168, \"shared memory\": 4096, \"blocks per SM\": 1.5, "
      "\"warps per SM\": 12, \"est. achieved occupancy %\": 50";
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscOpSheet) sheet = NULL;
  const LscKernelLaunch *launch;

  add_launched (trace, "alike", T0 + 100 * US, 1, alike);
  add_launched (trace, "alike", T0 + 200 * US, 2, alike);
  add_launched (trace, "odd", T0 + 300 * US, 3,
                ", \"est. achieved occupancy %\": -1, \"blocks per SM\": \"many\", "
                "\"warps per SM\": 2");
  add_launched (trace, "bare", T0 + 400 * US, 4, "");
  add_launched (trace, "zero", T0 + 500 * US, 5,
                ", \"shared memory\": 0, \"est. achieved occupancy %\": 0");
  sheet = make_of_file (trace);
  g_assert_cmpuint (sheet->n, ==, 5);
  g_assert_cmpuint (sheet->launches.n, ==, 3);
  g_assert_cmpuint (sheet->kinds.n, ==, 4);
  g_assert_cmpuint (find_kind (sheet, "bare")->launch, ==, LSC_ID_NONE);
  launch = &sheet->launches.items[find_kind (sheet, "alike")->launch];
  g_assert_cmpfloat (launch->values[LSC_LAUNCH_OCCUPANCY], ==, 0.5f);
  g_assert_cmpfloat (launch->values[LSC_LAUNCH_BLOCKS_PER_SM], ==, 1.5f);
  g_assert_cmpfloat (launch->values[LSC_LAUNCH_REGISTERS], ==, 168);
  g_assert_cmpfloat (launch->values[LSC_LAUNCH_SHARED_MEMORY], ==, 4096);
  launch = &sheet->launches.items[find_kind (sheet, "odd")->launch];
  g_assert_true (isnan (launch->values[LSC_LAUNCH_OCCUPANCY]));
  g_assert_true (isnan (launch->values[LSC_LAUNCH_BLOCKS_PER_SM]));
  g_assert_cmpfloat (launch->values[LSC_LAUNCH_WARPS_PER_SM], ==, 2);
  launch = &sheet->launches.items[find_kind (sheet, "zero")->launch];
  g_assert_true (isnan (launch->values[LSC_LAUNCH_OCCUPANCY]));
  g_assert_cmpfloat (launch->values[LSC_LAUNCH_SHARED_MEMORY], ==, 0);
}

#define BACKWARD_THREAD 2

static void
add_op_with_kernel (KtTrace *trace, const char *op, const char *kernel, gint64 thread,
                    gint64 start_ns, guint correlation)
{
  kt_op (trace, op, thread, start_ns, start_ns + 8 * US);
  kt_launch (trace, thread, start_ns + 2 * US, correlation);
  kt_kernel (trace, kernel, 7, start_ns + 20 * US, start_ns + 30 * US, correlation);
}

#define ENGINE "autograd::engine::evaluate_function: "

/* With a function of its own the checkpoint runs the forward, then calls the engine again. */
static void
test_checkpoint_function (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscOpSheet) sheet = NULL;

  add_op_with_kernel (trace, "aten::mm", "forward", THREAD, T0, 1);
  kt_op (trace, ENGINE "CheckpointFunctionBackward", BACKWARD_THREAD, T0 + 100 * US, T0 + 200 * US);
  kt_op (trace, "CheckpointFunctionBackward", BACKWARD_THREAD, T0 + 100 * US, T0 + 199 * US);
  add_op_with_kernel (trace, "aten::mm", "again", BACKWARD_THREAD, T0 + 110 * US, 2);
  kt_op (trace, ENGINE "MmBackward0", BACKWARD_THREAD, T0 + 150 * US, T0 + 190 * US);
  kt_op (trace, "MmBackward0", BACKWARD_THREAD, T0 + 151 * US, T0 + 189 * US);
  add_op_with_kernel (trace, "aten::mm", "backward", BACKWARD_THREAD, T0 + 160 * US, 3);
  sheet = make_sheet (trace);
  g_assert_cmpuint (sheet->n, ==, 3);
  g_assert_false (find_kind (sheet, "forward")->is_recomputed);
  g_assert_true (find_kind (sheet, "again")->is_recomputed);
  g_assert_false (find_kind (sheet, "backward")->is_recomputed);
}

/* Without one the forward runs inside the op of autograd that misses a tensor. */
static void
test_checkpoint_frames (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscOpSheet) sheet = NULL;

  kt_op (trace, ENGINE "MmBackward0", BACKWARD_THREAD, T0 + 100 * US, T0 + 200 * US);
  kt_op (trace, "MmBackward0", BACKWARD_THREAD, T0 + 101 * US, T0 + 199 * US);
  kt_frame (trace, "torch/utils/checkpoint.py(1100): unpack_hook", BACKWARD_THREAD, T0 + 105 * US,
            T0 + 140 * US);
  kt_frame (trace, "torch/utils/checkpoint.py(1383): recompute_fn", BACKWARD_THREAD, T0 + 106 * US,
            T0 + 139 * US);
  add_op_with_kernel (trace, "aten::mm", "again", BACKWARD_THREAD, T0 + 110 * US, 1);
  add_op_with_kernel (trace, "aten::mm", "backward", BACKWARD_THREAD, T0 + 160 * US, 2);
  sheet = make_sheet (trace);
  g_assert_cmpuint (sheet->n, ==, 2);
  g_assert_true (find_kind (sheet, "again")->is_recomputed);
  g_assert_false (find_kind (sheet, "backward")->is_recomputed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-sheet/crossing", test_crossing);
  g_test_add_func ("/op-sheet/wait", test_wait);
  g_test_add_func ("/op-sheet/kinds", test_kinds);
  g_test_add_func ("/op-sheet/empty", test_empty);
  g_test_add_func ("/op-sheet/launches", test_launches);
  g_test_add_func ("/op-sheet/checkpoint-function", test_checkpoint_function);
  g_test_add_func ("/op-sheet/checkpoint-frames", test_checkpoint_frames);
  return g_test_run ();
}
