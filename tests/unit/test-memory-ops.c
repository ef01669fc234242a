/* test-memory-ops.c - memory and device time of operators, with what they call
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/memory/lsc-memory-python.h"
#include "analyze/memory/lsc-memory-stacks.h"
#include "analyze/memory/lsc-memory.h"
#include "analyze/step/lsc-timeline-complete.h"
#include "kineto-helper.h"

#define US G_GINT64_CONSTANT (1000)
#define T0 (1000 * US)
#define THREAD 1
#define HOST_OPS (G_GUINT64_CONSTANT (1) << LSC_ROLE_HOST_THREAD)

/* aten::linear calls aten::mm and itself; a kernel of either, and one of the inner linear. */
static LscTimeline *
make_timeline (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (GError) error = NULL;
  LscTimeline *timeline;

  kt_op (trace, "aten::linear", THREAD, T0, T0 + 100 * US);
  kt_launch (trace, THREAD, T0 + 2 * US, 1);
  kt_op (trace, "aten::mm", THREAD, T0 + 10 * US, T0 + 50 * US);
  kt_launch (trace, THREAD, T0 + 12 * US, 2);
  kt_op (trace, "aten::linear", THREAD, T0 + 60 * US, T0 + 90 * US);
  kt_launch (trace, THREAD, T0 + 62 * US, 3);
  kt_kernel (trace, "outer", 7, T0 + 200 * US, T0 + 201 * US, 1);
  kt_kernel (trace, "product", 7, T0 + 210 * US, T0 + 220 * US, 2);
  kt_kernel (trace, "inner", 7, T0 + 230 * US, T0 + 250 * US, 3);
  timeline = kt_load (trace);
  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  return timeline;
}

static void
add_life (LscMemoryLog *log, guint32 slice, gint64 bytes, gint64 begin_ns, gint64 end_ns)
{
  lsc_memory_lives_append (&log->lives, (LscMemoryLife){ .requested_bytes = bytes,
                                                         .size_bytes = bytes,
                                                         .begin_ns = begin_ns,
                                                         .end_ns = end_ns,
                                                         .active_end_ns = end_ns,
                                                         .stream = G_MAXINT64,
                                                         .name = LSC_MEMORY_NONE,
                                                         .stack = LSC_MEMORY_NONE,
                                                         .module = LSC_MEMORY_NONE,
                                                         .slice = slice });
}

/* Returns: (transfer full): blocks of aten::mm, of the inner aten::linear, and of nobody */
static LscMemoryLog *
make_log (LscTimeline *timeline)
{
  LscMemoryLog *log = lsc_memory_log_new (LSC_MEMORY_FROM_TRACE);
  guint32 mm = kt_find (timeline, HOST_OPS, "aten::mm");
  LscMemoryCurve curve = { 0, LSC_MEMORY_ALLOCATED, { 0 } };

  g_assert_cmpuint (mm, !=, LSC_SLICE_NONE);
  lsc_memory_pools_append (&log->pools,
                           (LscMemoryPool){ lsc_intern_add (log->texts, "GPU 0"), 0, G_MAXINT64 });
  lsc_memory_points_append (&curve.points, (LscMemoryPoint){ T0, 100 });
  g_array_append_val (log->curves, curve);
  add_life (log, mm, 8, T0 + 20 * US, T0 + 40 * US);
  add_life (log, mm, 16, T0 + 30 * US, G_MAXINT64);
  add_life (log, mm, 4, T0 + 45 * US, T0 + 70 * US); /* after aten::mm, in aten::linear */
  add_life (log, LSC_MEMORY_NONE, 32, T0 + 300 * US, G_MAXINT64);
  add_life (log, mm, 64, G_MININT64, T0 + 20 * US); /* older than the recording */
  return log;
}

static gint64
get (const LscTable *table, const char *op, const char *column)
{
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (g_strcmp0 (lsc_table_get_named (table, i, "op").text, op) == 0)
      return lsc_table_get_named (table, i, column).is_null
                 ? LSC_INT_NULL
                 : lsc_table_get_named (table, i, column).integer;
  g_error ("no row of %s", op ? op : "nobody");
}

static void
test_ops (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscMemoryLog) log = make_log (timeline);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscMemory) memory = lsc_memory_new (log, timeline, NULL, &error);
  g_autoptr (LscTable) table = NULL;

  g_assert_no_error (error);
  table = lsc_memory_list_ops (memory, timeline, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  g_assert_cmpint (get (table, "aten::mm", "calls"), ==, 1);
  g_assert_cmpint (get (table, "aten::mm", "self_allocated_bytes"), ==, 28);
  g_assert_cmpint (get (table, "aten::mm", "self_released_bytes"), ==, 8);
  g_assert_cmpint (get (table, "aten::mm", "self_kept_bytes"), ==, 20);
  g_assert_cmpint (get (table, "aten::mm", "kept_bytes"), ==, 20);
  g_assert_cmpint (get (table, "aten::mm", "device_ns"), ==, 10 * US);
  g_assert_cmpint (get (table, "aten::linear", "calls"), ==, 2);
  g_assert_cmpint (get (table, "aten::linear", "self_allocated_bytes"), ==, 0);
  g_assert_cmpint (get (table, "aten::linear", "allocated_bytes"), ==, 28);
  g_assert_cmpint (get (table, "aten::linear", "released_bytes"), ==, 12);
  g_assert_cmpint (get (table, "aten::linear", "kept_bytes"), ==, 16);
  g_assert_cmpint (get (table, "aten::linear", "self_device_ns"), ==, 21 * US);
  g_assert_cmpint (get (table, "aten::linear", "device_ns"), ==, 31 * US);
  g_assert_cmpint (get (table, "aten::mm", "time_ns"), ==, T0 + 10 * US);
  g_assert_cmpint (get (table, "aten::linear", "time_ns"), ==, T0); /* not that of more time */
  g_assert_cmpint (get (table, NULL, "self_allocated_bytes"), ==, 32);
  g_assert_cmpint (get (table, NULL, "time_ns"), ==, LSC_INT_NULL);
  g_assert_cmpint (get (table, NULL, "device_ns"), ==, LSC_INT_NULL);
}

/* Without blocks the longest kernel says which call is meant. */
static void
test_no_blocks (void)
{
  g_autoptr (LscTimeline) timeline = make_timeline ();
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_TRACE);
  g_autoptr (LscMemory) memory = lsc_memory_new (log, timeline, NULL, NULL);
  g_autoptr (LscTable) table = lsc_memory_list_ops (memory, timeline, NULL, NULL);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 2);
  g_assert_cmpint (get (table, "aten::linear", "time_ns"), ==, T0); /* the outermost call */
  g_assert_cmpint (get (table, "aten::linear", "allocated_bytes"), ==, 0);
  g_assert_cmpint (get (table, "aten::mm", "time_ns"), ==, T0 + 10 * US);
}

/* Python frames around the operator that allocates are the stack of its block; two calls from the
 * same place are one stack, and an operator without a frame has none. */
static void
test_python (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscMemoryLog) log = lsc_memory_log_new (LSC_MEMORY_FROM_TRACE);
  g_autoptr (LscTimeline) timeline = NULL;
  LscMemoryPython python;
  guint32 first, second;
  g_autofree char *who = NULL;

  for (guint i = 0; i < 2; i++)
    {
      gint64 begin_ns = T0 + i * 100 * US;

      kt_frame (trace, "train.py(7): main", THREAD, begin_ns, begin_ns + 90 * US);
      kt_frame (trace, "metrics.py(41): remember", THREAD, begin_ns + 10 * US, begin_ns + 80 * US);
      kt_frame (trace, "<built-in method empty>", THREAD, begin_ns + 20 * US, begin_ns + 70 * US);
      kt_op (trace, i == 0 ? "aten::empty" : "aten::zeros", THREAD, begin_ns + 30 * US,
             begin_ns + 60 * US);
    }
  kt_op (trace, "aten::mm", THREAD, T0 + 300 * US, T0 + 310 * US);
  kt_kernel (trace, "product", 7, T0 + 400 * US, T0 + 410 * US, 0);
  timeline = kt_load (trace);
  lsc_memory_python_init (&python, log, timeline);
  first = lsc_memory_python_find (&python, kt_find (timeline, HOST_OPS, "aten::empty"));
  second = lsc_memory_python_find (&python, kt_find (timeline, HOST_OPS, "aten::zeros"));
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (second, ==, first);
  g_assert_cmpuint (log->stacks.n, ==, 1);
  g_assert_cmpuint (log->stacks.items[0].n, ==, 3);
  who = lsc_memory_describe_user_frame (log, first);
  g_assert_cmpstr (who, ==, "remember (metrics.py:41)");
  g_assert_cmpuint (lsc_memory_python_find (&python, kt_find (timeline, HOST_OPS, "aten::mm")), ==,
                    LSC_MEMORY_NONE);
  g_assert_cmpuint (lsc_memory_python_find (&python, LSC_SLICE_NONE), ==, LSC_MEMORY_NONE);
  lsc_memory_python_clear (&python);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-ops/ops", test_ops);
  g_test_add_func ("/memory-ops/no-blocks", test_no_blocks);
  g_test_add_func ("/memory-ops/python", test_python);
  return g_test_run ();
}
