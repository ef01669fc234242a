/* test-dispatch-lists.c - operators on their way to the device, calls of the host, counted by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <math.h>

#include "test-step-support.h"

/* An operator through the task queue with two kernels, one that launches by itself and whose kernel
 * starts before the call has returned, and a launch without an operator. */
static const Event ways[] = {
  { MAIN, "aten::add", LSC_SLICE_OP, 0, 100 },
  { MAIN, "Enqueue", LSC_SLICE_ENQUEUE, 40, 50 },
  { DEQUEUE, "Dequeue@add", LSC_SLICE_DEQUEUE, 120, 200 },
  { CANN_DEQUEUE, "launch", LSC_SLICE_CANN_NODE, 150, 180 },
  { CANN_DEQUEUE, "launch", LSC_SLICE_CANN_NODE, 185, 195 },
  { STREAM_A, "k0", LSC_SLICE_CUBE, 230, 260 },
  { STREAM_A, "k1", LSC_SLICE_CUBE, 300, 350 },
  { MAIN, "aten::mul", LSC_SLICE_OP, 400, 500 },
  { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 410, 450 },
  { STREAM_A, "k2", LSC_SLICE_CUBE, 440, 470 },
  { CANN_MAIN, "launch", LSC_SLICE_CANN_NODE, 600, 610 },
  { STREAM_A, "k3", LSC_SLICE_CUBE, 620, 640 },
};

static const Link way_links[] = {
  { 1, 2, LSC_LINK_QUEUE },  { 3, 5, LSC_LINK_LAUNCH },   { 4, 6, LSC_LINK_LAUNCH },
  { 8, 9, LSC_LINK_LAUNCH }, { 10, 11, LSC_LINK_LAUNCH },
};

static const char *const parts[] = { "framework_ns", "task_queue_ns", "launch_ns", "stream_wait_ns",
                                     "on_device_ns" };

static LscTimeline *
complete (const Event *events, gsize n_events, const Link *links, gsize n_links)
{
  LscTimeline *timeline = test_timeline_new (events, n_events, links, n_links, NULL, 0);

  test_timeline_complete (timeline);
  return timeline;
}

static gint64
get_int (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

static const char *
get_text (const LscTable *table, gsize row, const char *name)
{
  return lsc_table_get_named (table, row, name).text;
}

static void
check_ops (const LscTable *table, const char *const *names, const gint64 (*expected)[8])
{
  static const char *const columns[] = { "dispatches",     "kernels",       "end_to_end_ns",
                                         "framework_ns",   "task_queue_ns", "launch_ns",
                                         "stream_wait_ns", "on_device_ns" };

  for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
    {
      g_assert_cmpstr (get_text (table, row, "operator"), ==, names[row]);
      for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
        {
          g_test_message ("%s %s", names[row], columns[i]);
          g_assert_cmpint (get_int (table, row, columns[i]), ==, expected[row][i]);
        }
    }
}

static void
test_ops (void)
{
  static const char *const names[] = { "aten::add", "aten::mul", NULL };
  static const gint64 expected[][8] = { { 1, 2, 350, 40, 80, 60, 50, 120 },
                                        { 1, 1, 70, 10, 0, 30, 0, 30 },
                                        { 1, 1, 40, 0, 0, 10, 10, 20 } };
  g_autoptr (LscTimeline) timeline =
      complete (ways, G_N_ELEMENTS (ways), way_links, G_N_ELEMENTS (way_links));
  g_autoptr (LscTable) table =
      lsc_dispatch_get_ops (timeline, test_dispatch (timeline), NULL, NULL);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  check_ops (table, names, expected);
  g_assert_cmpint (get_int (table, 0, "work_ns"), ==, 80);
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (table, 0, "share").real, 350.0 / 460, 1e-12);
  g_assert_cmpint (get_int (table, 0, "longest_id"), ==,
                   test_timeline_find (timeline, "aten::add"));
}

/* Where no queue was recorded nobody knows how long it took. */
static void
test_no_queue (void)
{
  g_autoptr (LscTimeline) timeline =
      complete (ways + 7, 3, (const Link[]){ { 1, 2, LSC_LINK_LAUNCH } }, 1);
  g_autoptr (LscTable) table =
      lsc_dispatch_get_ops (timeline, test_dispatch (timeline), NULL, NULL);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  g_assert_cmpint (get_int (table, 0, "task_queue_ns"), ==, LSC_INT_NULL);
  g_assert_cmpint (get_int (table, 0, "end_to_end_ns"), ==, 70);
}

static void
test_no_launches (void)
{
  g_autoptr (LscTimeline) timeline = complete (ways, G_N_ELEMENTS (ways), NULL, 0);
  g_autoptr (LscTable) table =
      lsc_dispatch_get_ops (timeline, test_dispatch (timeline), NULL, NULL);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 0);
  g_assert_nonnull (test_dispatch (timeline)->reason);
}

#define N_RANDOM 40

/* Parts are never negative and add up, whatever crosses whatever. */
static void
test_random_ops (void)
{
  for (guint round = 0; round < 100; round++)
    {
      Event events[3 * N_RANDOM];
      Link links[N_RANDOM];
      gsize n = (gsize) g_test_rand_int_range (1, N_RANDOM);
      gint64 work_ns = 0, kernels = 0;
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (LscTable) table = NULL;

      for (gsize i = 0; i < n; i++)
        {
          gint64 launch = g_test_rand_int_range (0, 5000), begin = launch - launch % 100;
          gint64 start = launch + g_test_rand_int_range (-20, 300);
          gint64 length = g_test_rand_int_range (1, 30);

          events[i] = (Event){ CANN_MAIN, "l", LSC_SLICE_CANN_NODE, launch,
                               launch + g_test_rand_int_range (0, 50) };
          events[n + i] =
              (Event){ i % 2 ? STREAM_A : STREAM_B, "k", LSC_SLICE_CUBE, start, start + length };
          events[2 * n + i] =
              (Event){ MAIN, launch % 3 ? "a" : "b", LSC_SLICE_OP, begin, begin + 90 };
          links[i] = (Link){ (guint) i, (guint) (n + i), LSC_LINK_LAUNCH };
          work_ns += length;
        }
      timeline = complete (events, 3 * n, links, n);
      table = lsc_dispatch_get_ops (timeline, test_dispatch (timeline), NULL, NULL);
      for (gsize row = 0; row < lsc_table_get_n_rows (table); row++)
        {
          gint64 sum = 0;

          for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
            {
              gint64 part_ns = get_int (table, row, parts[i]);

              g_assert_true (part_ns >= 0 || part_ns == LSC_INT_NULL);
              sum += lsc_int_or_zero (part_ns);
            }
          g_assert_cmpint (sum, ==, get_int (table, row, "end_to_end_ns"));
          kernels += get_int (table, row, "kernels");
          work_ns -= get_int (table, row, "work_ns");
        }
      g_assert_cmpint (kernels, ==, (gint64) n);
      g_assert_cmpint (work_ns, ==, 0);
    }
}

/* Durations 10, 20, 90 of one name: mean 40, median 20, variance (900 + 400 + 2500) / 3. */
static const Event calls[] = {
  { CANN_MAIN, "aclA", LSC_SLICE_CANN_ACL, 0, 10000 },
  { CANN_MAIN, "aclA", LSC_SLICE_CANN_ACL, 20000, 40000 },
  { CANN_MAIN, "inner", LSC_SLICE_CANN_RUNTIME, 25000, 31000 },
  { CANN_DEQUEUE, "aclA", LSC_SLICE_CANN_ACL, 0, 90000 },
  { CANN_DEQUEUE, "inner", LSC_SLICE_CANN_ACL, 1000, 2000 },
  { CANN_DEQUEUE, "anchor", LSC_SLICE_LAUNCH_ANCHOR, 91000, 91000 },
  { STREAM_A, "k", LSC_SLICE_CUBE, 0, 10 },
};

static void
test_host_calls (void)
{
  g_autoptr (LscTimeline) timeline = complete (calls, G_N_ELEMENTS (calls), NULL, 0);
  g_autoptr (LscTable) table = lsc_dispatch_get_host_calls (timeline, test_dispatch (timeline));

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 3);
  g_assert_cmpstr (get_text (table, 0, "name"), ==, "aclA");
  g_assert_cmpstr (get_text (table, 0, "level"), ==, "acl");
  g_assert_cmpint (get_int (table, 0, "count"), ==, 3);
  g_assert_cmpint (get_int (table, 0, "time_ns"), ==, 120000);
  g_assert_cmpint (get_int (table, 0, "self_ns"), ==, 120000 - 6000 - 1000);
  g_assert_cmpint (get_int (table, 0, "mean_ns"), ==, 40000);
  g_assert_cmpint (get_int (table, 0, "median_ns"), ==, 20000);
  g_assert_cmpint (get_int (table, 0, "p95_ns"), ==, 83000);
  g_assert_cmpint (get_int (table, 0, "p99_ns"), ==, 88600);
  g_assert_cmpint (get_int (table, 0, "min_ns"), ==, 10000);
  g_assert_cmpint (get_int (table, 0, "max_ns"), ==, 90000);
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (table, 0, "variance_us2").real, 3800.0 / 3,
                                  1e-9);
  /* one name on two levels is two calls */
  g_assert_cmpstr (get_text (table, 1, "level"), ==, "runtime");
  g_assert_cmpstr (get_text (table, 2, "level"), ==, "acl");
  /* nobody knows what the device waited for */
  g_assert_cmpint (get_int (table, 0, "gap_ns"), ==, LSC_INT_NULL);
}

/* Outermost calls alone count, and a gap is charged to the outermost. */
static void
test_call_groups (void)
{
  static const Event events[] = {
    { STREAM_A, "k0", LSC_SLICE_CUBE, 0, 100 },
    { STREAM_A, "k1", LSC_SLICE_CUBE, 300, 400 },
    { STREAM_A, "k2", LSC_SLICE_CUBE, 500, 600 },
    { CANN_MAIN, "l0", LSC_SLICE_CANN_NODE, 0, 0 },
    { MAIN, "aten::conv", LSC_SLICE_OP, 90, 310 },
    { CANN_MAIN, "aclopCompileAndExecute", LSC_SLICE_CANN_ACL, 100, 300 },
    { CANN_MAIN, "opCompile", LSC_SLICE_CANN_ACL, 105, 290 },
    { CANN_MAIN, "l1", LSC_SLICE_CANN_NODE, 295, 300 },
    { CANN_MAIN, "aclrtSynchronizeStream", LSC_SLICE_CANN_ACL, 320, 420 },
    { CANN_MAIN, "StreamSynchronize", LSC_SLICE_CANN_RUNTIME, 330, 410 },
    { CANN_MAIN, "aclopCompileAndExecute", LSC_SLICE_CANN_ACL, 700, 710 },
    { CANN_MAIN, "l2", LSC_SLICE_CANN_NODE, 490, 500 },
  };
  static const Link links[] = { { 3, 0, LSC_LINK_LAUNCH },
                                { 7, 1, LSC_LINK_LAUNCH },
                                { 11, 2, LSC_LINK_LAUNCH } };
  g_autoptr (LscTimeline) timeline =
      complete (events, G_N_ELEMENTS (events), links, G_N_ELEMENTS (links));
  g_autoptr (LscTable) compiles =
      lsc_dispatch_get_compile_calls (timeline, test_dispatch (timeline));
  g_autoptr (LscTable) syncs = lsc_dispatch_get_sync_calls (timeline, test_dispatch (timeline));

  g_assert_cmpuint (lsc_table_get_n_rows (compiles), ==, 2);
  g_assert_cmpstr (get_text (compiles, 0, "call"), ==, "aclopCompileAndExecute");
  g_assert_cmpstr (get_text (compiles, 0, "operator"), ==, "aten::conv");
  g_assert_cmpint (get_int (compiles, 0, "count"), ==, 1);
  g_assert_cmpint (get_int (compiles, 0, "time_ns"), ==, 200);
  g_assert_cmpint (get_int (compiles, 0, "gap_ns"), ==, 200);
  g_assert_null (get_text (compiles, 1, "operator"));
  g_assert_cmpuint (lsc_table_get_n_rows (syncs), ==, 1);
  g_assert_cmpstr (get_text (syncs, 0, "call"), ==, "aclrtSynchronizeStream");
  g_assert_cmpint (get_int (syncs, 0, "max_ns"), ==, 100);
  g_assert_cmpint (get_int (syncs, 0, "gap_ns"), ==, 100);
  g_assert_cmpint (get_int (syncs, 0, "free_ns"), ==, 100);
}

static void
test_compile_names (void)
{
  g_assert_true (lsc_is_compiling_call ("aclopCompileAndExecuteV2"));
  g_assert_true (lsc_is_compiling_call ("cuModuleLoadData"));
  g_assert_true (lsc_is_compiling_call ("cuLibraryLoadData"));
  g_assert_false (lsc_is_compiling_call ("cudaLaunchKernel"));
  g_assert_true (lsc_name_compiles ("_compile.compile_inner (dynamo_timed)"));
  g_assert_true (lsc_name_compiles ("triton/compiler/compiler.py(226): compile"));
  g_assert_true (lsc_name_compiles ("CompiledOnce, compile_again"));
  /* what runs what was compiled, and a wrapper of torch/_compile.py around each optimizer step */
  g_assert_true (lsc_name_compiles ("aclmdlRICaptureEnd"));
  g_assert_true (lsc_name_compiles ("cudaGraphInstantiate"));
  g_assert_false (lsc_name_compiles ("aclmdlRIExecuteAsync"));
  g_assert_false (lsc_name_compiles ("CompiledFunctionBackward"));
  g_assert_false (lsc_name_compiles ("Torch-Compiled Region: 0/1"));
  g_assert_false (lsc_name_compiles ("torch/_compile.py(32): inner"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dispatch-lists/ops", test_ops);
  g_test_add_func ("/dispatch-lists/no-queue", test_no_queue);
  g_test_add_func ("/dispatch-lists/no-launches", test_no_launches);
  g_test_add_func ("/dispatch-lists/random-ops", test_random_ops);
  g_test_add_func ("/dispatch-lists/host-calls", test_host_calls);
  g_test_add_func ("/dispatch-lists/call-groups", test_call_groups);
  g_test_add_func ("/dispatch-lists/compile-names", test_compile_names);
  return g_test_run ();
}
