/* test-device-marks.c - a device's own marks of steps against its steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-device-marks.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "kineto-helper.h"

/* Three steps of 1 ms of the host. The device does each 3 ms later, in 2 ms, after a copy. */
#define N_STEPS 3
#define HOST_NS 1000000
#define DEVICE_NS 2000000
#define LAG_NS 3000000

static gint64
begin_of (guint step)
{
  return LAG_NS + step * (gint64) DEVICE_NS;
}

static void
add_step (KtTrace *trace, guint step)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", step);
  gint64 host_ns = step * (gint64) HOST_NS, begin_ns = begin_of (step);
  guint call = step * 10 + 1;

  kt_mark (trace, name, 1, host_ns, host_ns + HOST_NS);
  for (guint i = 0; i < 3; i++)
    kt_launch (trace, 1, host_ns + 1000 + i * 10000, call + i);
  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD", 0, 7, begin_ns - 90000, begin_ns - 50000,
            "\"stream\": 7");
  kt_kernel (trace, "first", 7, begin_ns, begin_ns + 900000, call + 1);
  kt_kernel (trace, "second", 7, begin_ns + 900000, begin_ns + 1800000, call + 2);
}

static void
add_mark (KtTrace *trace, guint step, gint64 begin_ns, gint64 end_ns)
{
  g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", step);

  kt_slice (trace, "gpu_user_annotation", name, 0, 7, begin_ns, end_ns, NULL);
}

static KtTrace *
make_trace (const gint64 *moved_ns)
{
  KtTrace *trace = kt_trace_new ();

  for (guint step = 0; step < N_STEPS; step++)
    {
      add_step (trace, step);
      add_mark (trace, step, begin_of (step) + moved_ns[step], begin_of (step) + 1800000);
    }
  return trace;
}

static gboolean
is_told (LscTimeline *timeline)
{
  g_autoptr (GPtrArray) notices = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < notices->len; i++)
    if (strcmp (((const LscNotice *) notices->pdata[i])->code, "device-marks-apart") == 0)
      return TRUE;
  return FALSE;
}

static void
check (const KtTrace *trace, LscStepsRule rule, gsize n_apart, gint64 step, gint64 apart_ns)
{
  g_autoptr (LscTimeline) timeline = kt_load (trace);
  const LscDeviceSteps *steps;
  LscDeviceMarks marks;

  g_assert_true (lsc_timeline_complete (timeline, NULL, NULL));
  steps = lsc_timeline_get_analysis (timeline)->overlap->device;
  g_assert_cmpint (steps->rule, ==, rule);
  marks = lsc_device_marks_compare (timeline, steps);
  g_assert_cmpuint (marks.n_steps, ==, N_STEPS);
  g_assert_cmpuint (marks.n_apart, ==, n_apart);
  g_assert_cmpint (marks.step, ==, step);
  g_assert_cmpint (marks.apart_ns, ==, apart_ns);
  g_assert_cmpint (is_told (timeline), ==, n_apart > 0);
}

/* From the copy in front of the first kernel on, and rounded to the microsecond behind it. */
static void
test_same (void)
{
  static const gint64 moved_ns[N_STEPS] = { -90000, 0, 400 };
  g_autoptr (KtTrace) trace = make_trace (moved_ns);

  check (trace, LSC_STEPS_BY_DEVICE, 0, 0, 0);
}

/* The mark of step 1 begins behind the first kernel, that of step 2 holds one of step 1. */
static void
test_apart (void)
{
  static const gint64 late_ns[N_STEPS] = { 0, 100000, 0 };
  static const gint64 early_ns[N_STEPS] = { 0, 0, -1100000 };
  g_autoptr (KtTrace) late = make_trace (late_ns);
  g_autoptr (KtTrace) early = make_trace (early_ns);

  check (late, LSC_STEPS_BY_DEVICE, 1, 1, 900000);
  check (early, LSC_STEPS_BY_DEVICE, 1, 2, -1100000);
}

/* Without launches steps are the host's marks, which say something else. */
static void
test_unlinked (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  for (guint step = 0; step < N_STEPS; step++)
    {
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%u", step);

      kt_mark (trace, name, 1, step * (gint64) DEVICE_NS, (step + 1) * (gint64) DEVICE_NS);
      kt_kernel (trace, "first", 7, step * (gint64) DEVICE_NS + 1500000,
                 step * (gint64) DEVICE_NS + 2500000, 0);
      kt_kernel (trace, "second", 7, step * (gint64) DEVICE_NS + 2500000,
                 step * (gint64) DEVICE_NS + 3400000, 0);
      add_mark (trace, step, step * (gint64) DEVICE_NS + 1500000,
                step * (gint64) DEVICE_NS + 3400000);
    }
  check (trace, LSC_STEPS_UNLINKED, 2, 1, 1000000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-marks/same", test_same);
  g_test_add_func ("/device-marks/apart", test_apart);
  g_test_add_func ("/device-marks/unlinked", test_unlinked);
  return g_test_run ();
}
