/* test-op-sheet.c - kernels of small traces that are written here
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/operators/lsc-op-sheet.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "kineto-helper.h"

#define US G_GINT64_CONSTANT (1000)
#define T0 (1000 * US)
#define THREAD 1

static LscOpSheet *
make_sheet (const KtTrace *trace)
{
  g_autoptr (LscTimeline) timeline = kt_load (trace);
  g_autoptr (LscRun) run = NULL;
  g_autoptr (GError) error = NULL;
  LscOpSheet *sheet;

  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  run = lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_TREE | LSC_LOAD_COUNTERS, NULL, &error);
  g_assert_no_error (error);
  sheet = lsc_op_sheet_new (&(LscOpRecording){ timeline, run, NULL, NULL }, NULL, &error);
  g_assert_no_error (error);
  return sheet;
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-sheet/crossing", test_crossing);
  g_test_add_func ("/op-sheet/wait", test_wait);
  g_test_add_func ("/op-sheet/kinds", test_kinds);
  g_test_add_func ("/op-sheet/empty", test_empty);
  return g_test_run ();
}
