/* test-run-from-timeline.c - module trees of Kineto traces
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-tree.h"
#include "kineto-helper.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"

static LscModuleData *
analyse_with (LscTimeline *timeline, const LscModuleOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscRun) run = lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_TREE, NULL, &error);
  LscModuleData *data;

  g_assert_no_error (error);
  data = lsc_module_data_new (run, options, NULL, &error);
  g_assert_no_error (error);
  return data;
}

static LscModuleData *
analyse (LscTimeline *timeline)
{
  LscModuleOptions options = { .allow_empty = TRUE };

  return analyse_with (timeline, &options);
}

static LscTree *
make_tree (LscModuleData *data, LscTreeView view)
{
  g_autoptr (GError) error = NULL;
  LscTree *tree = lsc_tree_new (data, view, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return tree;
}

/* The tree by call as text: a line for each leaf, "Class_1/Class_2/Forward/op/kernel". */
static void
list_leaves (LscTree *tree, guint32 node, const char *path, GString *out)
{
  guint32 n;
  const guint32 *children = lsc_tree_get_children (tree, node, &n);

  if (n == 0)
    g_string_append_printf (out, "%s\n", path);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *below = g_strdup_printf ("%s%s%s", path, *path ? " > " : "",
                                                lsc_tree_get_name (tree, children[i]));

      list_leaves (tree, children[i], below, out);
    }
}

static void
assert_tree (const KtTrace *trace, LscTreeView view, const char *expected)
{
  g_autoptr (LscTimeline) timeline = kt_load (trace);
  g_autoptr (LscModuleData) data = analyse (timeline);
  g_autoptr (LscTree) tree = make_tree (data, view);
  g_autoptr (GString) text = g_string_new (NULL);

  list_leaves (tree, LSC_TREE_ROOT, "", text);
  g_assert_cmpstr (text->str, ==, expected);
}

/* -- The rules of formats.md#kineto-links ---------------------------------------------------------
 */

/* Rule 1: a correlation that nobody has is no launch; one with several kernels is a graph. */
static void
test_launches (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  kt_frame (trace, "nn.Module: Model_0", 1, 0, 20000);
  kt_op (trace, "aten::mm", 1, 1000, 4000);
  kt_launch (trace, 1, 2000, 1);
  kt_kernel (trace, "gemm", 7, 3000, 5000, 1);
  kt_op (trace, "aten::replay", 1, 6000, 9000);
  kt_slice (trace, "cuda_runtime", "cudaGraphLaunch", KT_PID, 1, 7000, 8000, "\"correlation\": 2");
  kt_kernel (trace, "a", 7, 8000, 9000, 2);
  kt_kernel (trace, "b", 7, 9000, 10000, 2);
  kt_kernel (trace, "lost", 7, 11000, 12000, 3);
  kt_op (trace, "aten::sort", 1, 12000, 15000); /* several kernels of one call are no graph */
  kt_launch (trace, 1, 13000, 4);
  kt_kernel (trace, "c", 7, 14000, 15000, 4);
  kt_kernel (trace, "d", 7, 15000, 16000, 4);
  assert_tree (trace, LSC_TREE_BY_INSTANCE,
               "Model_0 > aten::mm > gemm\n"
               "Model_0 > graph > a\n"
               "Model_0 > graph > b\n"
               "Model_0 > aten::sort > c\n"
               "Model_0 > aten::sort > d\n"
               "No framework op > lost\n");
}

/* Rule 2: the innermost op on the launch's thread; without one the Python frame, else the call. */
static void
test_ops (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  kt_frame (trace, "nn.Module: Model_0", 1, 0, 20000);
  kt_frame (trace, "kernels.py(7): run", 1, 10000, 15000);
  kt_op (trace, "aten::linear", 1, 1000, 5000);
  kt_op (trace, "aten::addmm", 1, 2000, 4000);
  kt_op (trace, "aten::other", 2, 2500, 4000);
  kt_launch (trace, 1, 3000, 1);
  kt_kernel (trace, "gemm", 7, 3500, 5000, 1);
  kt_launch (trace, 1, 11000, 2);
  kt_kernel (trace, "triton", 7, 12000, 13000, 2);
  kt_launch (trace, 3, 16000, 4);
  kt_kernel (trace, "bare", 7, 17000, 18000, 4);
  assert_tree (trace, LSC_TREE_BY_INSTANCE,
               "Model_0 > aten::addmm > gemm\n"
               "Model_0 > kernels.py(7): run > triton\n"
               "Model_0 > cudaLaunchKernel > bare\n");
}

/* Rule 3: the module that contains the launch, also inside an op around it; own thread first. */
static void
test_modules (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  kt_frame (trace, "nn.Module: Outer_0", 1, 0, 50000);
  kt_op (trace, "compiled", 1, 1000, 40000);
  kt_frame (trace, "nn.Module: Inner_3", 1, 10000, 20000);
  kt_launch (trace, 1, 5000, 1);
  kt_kernel (trace, "before", 7, 6000, 7000, 1);
  kt_launch (trace, 1, 15000, 2);
  kt_kernel (trace, "within", 7, 16000, 17000, 2);
  kt_frame (trace, "nn.Module: Side_0", 2, 0, 60000);
  kt_op (trace, "aten::add", 2, 11000, 12000);
  kt_launch (trace, 2, 11500, 3);
  kt_kernel (trace, "own", 7, 18000, 19000, 3);
  kt_op (trace, "aten::far", 3, 12000, 13000);
  kt_launch (trace, 3, 12500, 4);
  kt_kernel (trace, "other", 7, 20000, 21000, 4);
  assert_tree (trace, LSC_TREE_BY_INSTANCE,
               "Side_0 > Outer_0 > compiled > before\n"
               "Side_0 > Outer_0 > Inner_3 > aten::far > other\n"
               "Side_0 > Outer_0 > Inner_3 > compiled > within\n"
               "Side_0 > aten::add > own\n");
}

static void
add_training (KtTrace *trace)
{
  kt_frame (trace, "nn.Module: Net_0", 1, 0, 20000);
  kt_frame (trace, "nn.Module: Linear_0", 1, 1000, 9000);
  kt_slice (trace, "cpu_op", "aten::addmm", KT_PID, 1, 2000, 8000,
            "\"Sequence number\": 5, \"Fwd thread id\": 0");
  kt_launch (trace, 1, 3000, 1);
  kt_kernel (trace, "gemm", 7, 4000, 6000, 1);
  kt_slice (trace, "cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", KT_PID, 2,
            30000, 40000, "\"Sequence number\": 5, \"Fwd thread id\": 1");
  kt_slice (trace, "cpu_op", "AddmmBackward0", KT_PID, 2, 31000, 39000,
            "\"Sequence number\": 5, \"Fwd thread id\": 1");
  kt_op (trace, "aten::mm", 2, 32000, 34000);
  kt_launch (trace, 2, 33000, 2);
  kt_kernel (trace, "gemm_dx", 7, 35000, 37000, 2);
}

/* Rule 4: backward work belongs to the module of its forward op; what follows the linked op, such
 * as the accumulation of gradients, does not. Without Python frames ops stand outside. */
static void
test_backward (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  add_training (trace);
  kt_op (trace, "torch::autograd::AccumulateGrad", 2, 41000, 44000);
  kt_launch (trace, 2, 42000, 3);
  kt_kernel (trace, "add", 7, 43000, 44000, 3);
  kt_mark (trace, "Optimizer.step#SGD.step", 1, 50000, 60000);
  kt_op (trace, "aten::_foreach_add_", 1, 51000, 54000);
  kt_launch (trace, 1, 52000, 4);
  kt_kernel (trace, "sgd", 7, 53000, 55000, 4);
  assert_tree (trace, LSC_TREE_BY_INSTANCE,
               "Net_0 > Linear_0 > Own ops, forward > aten::addmm > gemm\n"
               "Net_0 > Linear_0 > Own ops, backward > aten::mm > gemm_dx\n"
               "Outside modules > Optimizer > aten::_foreach_add_ > sgd\n"
               "Outside modules > Gradient accumulation and hooks > "
               "torch::autograd::AccumulateGrad > add\n");
}

/* Rule 5: module frames on the thread of autograd are recomputed. */
static void
test_recompute (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();

  add_training (trace);
  kt_frame (trace, "nn.Module: Linear_0", 2, 45000, 49000);
  kt_op (trace, "aten::addmm", 2, 46000, 48000);
  kt_launch (trace, 2, 47000, 6);
  kt_kernel (trace, "again", 7, 47500, 48000, 6);
  assert_tree (trace, LSC_TREE_BY_INSTANCE,
               "Net_0 > Linear_0 > Own ops, forward > aten::addmm > gemm\n"
               "Net_0 > Linear_0 > Own ops, backward > aten::mm > gemm_dx\n"
               "Net_0 > Linear_0 > Own ops, recompute > aten::addmm > again\n");
}

/* Annotations are the last resort, and those of PyTorch itself are none. */
static void
test_annotations (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscModuleData) data = NULL;

  kt_mark (trace, "ProfilerStep#1", 1, 0, 90000);
  kt_mark (trace, "DistributedDataParallel.forward", 1, 500, 80000);
  kt_mark (trace, "## forward ##", 1, 600, 70000);
  kt_mark (trace, "attn(F)", 1, 1000, 9000);
  kt_mark (trace, "nccl:all_reduce", 1, 1500, 8000);
  kt_op (trace, "aten::mm", 1, 2000, 4000);
  kt_launch (trace, 1, 3000, 1);
  kt_kernel (trace, "gemm", 7, 3500, 5000, 1);
  assert_tree (trace, LSC_TREE_BY_INSTANCE, "attn(F) > aten::mm > gemm\n");
  timeline = kt_load (trace);
  data = analyse (timeline);
  g_assert_cmpint (data->source, ==, LSC_MODULE_SOURCE_MSTX);
  kt_frame (trace, "nn.Module: Net_0", 1, 0, 90000);
  assert_tree (trace, LSC_TREE_BY_INSTANCE, "Net_0 > aten::mm > gemm\n");
}

/* A trace without modules says how to record them; one without anything does not fail either. */
static void
test_nothing (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscModuleData) data = NULL;
  gboolean is_told = FALSE;

  kt_op (trace, "aten::mm", 1, 2000, 4000);
  timeline = kt_load (trace);
  data = analyse (timeline);
  for (gsize i = 0; i < lsc_notices_get_count (data->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (data->notices, i);

      is_told |= strcmp (notice->code, "no-module-ranges") == 0 &&
                 strstr (notice->remedy, "with_modules=True") != NULL;
    }
  g_assert_true (is_told);
}

/* Copies are device events with launches here, and collectives count once. */
static void
test_classes (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscRun) run = NULL;
  g_autoptr (GError) error = NULL;

  kt_frame (trace, "nn.Module: Net_0", 1, 0, 90000);
  kt_op (trace, "aten::copy_", 1, 2000, 4000);
  kt_launch (trace, 1, 3000, 1);
  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD", 0, 7, 4000, 6000,
            "\"stream\": 7, \"correlation\": 1");
  kt_op (trace, "c10d::allreduce_", 1, 5000, 7000);
  kt_launch (trace, 1, 6000, 2);
  kt_kernel (trace, "ncclDevKernel_AllReduce", 20, 7000, 9000, 2);
  assert_tree (trace, LSC_TREE_BY_INSTANCE,
               "Net_0 > aten::copy_ > Memcpy HtoD\n"
               "Net_0 > c10d::allreduce_ > ncclDevKernel_AllReduce\n");
  timeline = kt_load (trace);
  run = lsc_run_new_from_timeline (timeline, LSC_LOAD_EVERYTHING, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (run->kernels.n, ==, 2);
  g_assert_cmpuint (run->comm_ops.n, ==, 1);
  g_assert_cmpuint (run->kernels.items[run->class_begin[LSC_KERNEL_COMMUNICATION]].stream, ==, 20);
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COPY], ==, 1);
}

/* Whole microseconds: an op that sticks out of its module by one unit is inside. */
static void
test_slack (void)
{
  static const char text[] =
      "{\"traceEvents\": ["
      "{\"ph\": \"X\", \"cat\": \"python_function\", \"name\": \"nn.Module: Net_0\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 100, \"dur\": 10},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 105, \"dur\": 6},"
      "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 107, \"dur\": 1, \"args\": {\"correlation\": 4}},"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 120, "
      "\"dur\": 2, \"args\": {\"correlation\": 4, \"stream\": 7}}]}";
  g_autoptr (LscTimeline) timeline = kt_load_text (text, strlen (text));
  g_autoptr (LscModuleData) data = analyse (timeline);

  g_assert_cmpuint (data->ops.n, ==, 1);
  g_assert_cmpuint (data->ops.items[0].call, ==, 0);
}

/* -- Samples -------------------------------------------------------------------------------------
 */

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
} Range;

/* What the file says of itself, counted with another parser. */
typedef struct
{
  gint64 total_ns;  /* of all device events */
  gint64 linked_ns; /* of those with a launch */
  gint64 inside_ns; /* of those launched inside a module call */
  gsize n_device;
  gsize n_linked;
  gsize n_ranges;
  GHashTable *classes;
} Truth;

static void
find_launches (const KtJson *json, GHashTable *launches, GArray *ranges)
{
  for (guint i = 0; i < json_array_get_length (json->events); i++)
    {
      JsonObject *event = json_array_get_object_element (json->events, i);
      const char *category = kt_json_text (event, "cat");
      JsonObject *args = kt_json_args (event);
      gint64 start_ns = kt_json_ns (event, "ts");
      Range range = { start_ns, start_ns + kt_json_ns (event, "dur") };

      if (strcmp (kt_json_text (event, "ph"), "X") != 0)
        continue;
      if (g_str_has_prefix (category, "cuda_") && !g_str_has_suffix (category, "sync") && args &&
          json_object_has_member (args, "correlation"))
        g_hash_table_insert (
            launches,
            GSIZE_TO_POINTER ((gsize) json_object_get_int_member (args, "correlation") + 1),
            g_memdup2 (&start_ns, sizeof start_ns));
      if (g_str_has_prefix (kt_json_text (event, "name"), "nn.Module: "))
        g_array_append_val (ranges, range);
    }
}

static gboolean
is_inside (const GArray *ranges, gint64 time_ns)
{
  for (guint i = 0; i < ranges->len; i++)
    if (g_array_index (ranges, Range, i).start_ns <= time_ns &&
        time_ns <= g_array_index (ranges, Range, i).end_ns)
      return TRUE;
  return FALSE;
}

static void
count_events (const KtJson *json, Truth *truth)
{
  g_autoptr (GHashTable) launches = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (Range));

  find_launches (json, launches, ranges);
  truth->n_ranges = ranges->len;
  for (guint i = 0; i < json_array_get_length (json->events); i++)
    {
      JsonObject *event = json_array_get_object_element (json->events, i);
      gint64 dur_ns = kt_json_ns (event, "dur");
      const gint64 *launch;
      gsize id;

      if (!kt_json_is_device (event) || strcmp (kt_json_text (event, "ph"), "X") != 0)
        continue;
      id = (gsize) json_object_get_int_member (kt_json_args (event), "correlation") + 1;
      launch = g_hash_table_lookup (launches, GSIZE_TO_POINTER (id));
      truth->n_device++;
      truth->total_ns += dur_ns;
      truth->n_linked += launch != NULL;
      truth->linked_ns += launch ? dur_ns : 0;
      truth->inside_ns += launch && is_inside (ranges, *launch) ? dur_ns : 0;
    }
}

/* "nn.Module: BertLayer_3" -> "BertLayer" */
static void
collect_classes (const KtJson *json, GHashTable *classes)
{
  for (guint i = 0; i < json_array_get_length (json->events); i++)
    {
      JsonObject *event = json_array_get_object_element (json->events, i);
      const char *name = kt_json_text (event, "name");

      if (g_str_has_prefix (name, "nn.Module: ") && strrchr (name, '_'))
        g_hash_table_add (classes,
                          g_strndup (name + 11, (gsize) (strrchr (name, '_') - name - 11)));
    }
}

static void
check_classes (const LscModuleData *data, const KtJson *json)
{
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);

  collect_classes (json, expected);
  for (gsize i = 0; i < data->calls.n; i++)
    if (data->calls.items[i].kind == LSC_CALL_FORWARD)
      {
        const char *name = lsc_module_data_text (data, data->calls.items[i].name);

        g_assert_true (g_hash_table_contains (expected, name));
        g_hash_table_add (found, (gpointer) name);
      }
  g_assert_cmpuint (g_hash_table_size (found), ==, g_hash_table_size (expected));
}

/* Every view shows every device event exactly once. */
static void
check_views (LscModuleData *data, const Truth *truth)
{
  for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
    {
      g_autoptr (LscTree) tree = make_tree (data, view);

      g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, truth->total_ns);
      if (truth->n_ranges > 0)
        g_assert_cmpint (lsc_tree_get_module_total_ns (tree), ==, truth->inside_ns);
    }
}

static void
test_sample (gconstpointer name)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (KtJson) json = NULL;
  Truth truth = { 0 };

  if (!folder)
    return;
  timeline = kt_load_sample (name);
  json = kt_json_sample (name);
  count_events (json, &truth);
  data = analyse (timeline);
  g_assert_cmpuint (data->run->kernels.n, ==, truth.n_device);
  g_assert_cmpuint (data->unlinked.n, ==, truth.n_device - truth.n_linked);
  g_assert_cmpuint (data->n_forward_calls, ==, truth.n_ranges);
  check_views (data, &truth);
  check_classes (data, json);
  g_test_message ("%s: %.2f %% of %zu linked events inside modules", (const char *) name,
                  100.0 * (double) truth.inside_ns / (double) MAX (truth.linked_ns, 1),
                  truth.n_linked);
}

/* No nn.Module in this one: annotations take their place, and the sums close. */
static void
test_alexnet (void)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (KtJson) json = NULL;
  g_autoptr (LscTree) tree = NULL;
  Truth truth = { 0 };

  if (!folder)
    return;
  timeline = kt_load_sample ("alexnet-train.json.gz");
  json = kt_json_sample ("alexnet-train.json.gz");
  count_events (json, &truth);
  data = analyse (timeline);
  g_assert_cmpuint (truth.n_ranges, ==, 0);
  g_assert_cmpuint (data->run->kernels.n, ==, truth.n_device);
  g_assert_cmpuint (data->unlinked.n, ==, 0);
  tree = make_tree (data, LSC_TREE_BY_INSTANCE);
  g_assert_cmpint (lsc_tree_get_total_ns (tree), ==, truth.total_ns);
}

/* -- FLOPs ---------------------------------------------------------------------------------------
 */

static double
sum_flops (LscModuleData *data, double peak_tflops, gsize *n)
{
  const LscMfuOptions options = { .peak_tflops = peak_tflops };
  LscKernelFlopsList list = { 0 };
  g_autoptr (GError) error = NULL;
  LscPeak peak;
  double sum = 0;

  g_assert_true (lsc_mfu_compute (data, &options, &peak, &list, NULL, &error));
  g_assert_no_error (error);
  *n = list.n;
  for (gsize i = 0; i < list.n; i++)
    sum += list.items[i].flops;
  lsc_kernel_flops_list_clear (&list);
  return sum;
}

static gint64
dim (JsonArray *dims, guint tensor, guint index)
{
  return json_array_get_int_element (json_array_get_array_element (dims, tensor), index);
}

/* aten::mm, aten::addmm and aten::bmm are the products of these samples that launch kernels. */
static double
count_flops (const KtJson *json, gsize *n)
{
  double sum = 0;

  *n = 0;
  for (guint i = 0; i < json_array_get_length (json->events); i++)
    {
      JsonObject *event = json_array_get_object_element (json->events, i);
      const char *name = kt_json_text (event, "name");
      guint first = strcmp (name, "aten::addmm") == 0;
      guint batch = strcmp (name, "aten::bmm") == 0;
      JsonArray *dims;

      if (strcmp (kt_json_text (event, "cat"), "cpu_op") != 0 ||
          (first + batch == 0 && strcmp (name, "aten::mm") != 0))
        continue;
      dims = json_object_get_array_member (kt_json_args (event), "Input Dims");
      sum += 2.0 * (double) (batch ? dim (dims, 0, 0) : 1) * (double) dim (dims, first, batch) *
             (double) dim (dims, first, batch + 1) * (double) dim (dims, first + 1, batch + 1);
      ++*n;
    }
  return sum;
}

static void
test_flops_sample (gconstpointer name)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (KtJson) json = NULL;
  gsize n, expected;

  if (!folder)
    return;
  timeline = kt_load_sample (name);
  json = kt_json_sample (name);
  data = analyse (timeline);
  for (int with_peak = 0; with_peak < 2; with_peak++)
    {
      g_assert_cmpfloat (sum_flops (data, with_peak * 100, &n), ==, count_flops (json, &expected));
      g_assert_cmpuint (n, ==, expected);
    }
}

typedef struct
{
  const char *name;
  const char *args;
  double flops;
  const char *detail; /* (nullable): what computes, from and to which shapes */
} ProductCase;

#define TYPES "\"Input type\": [\"float\", \"float\", \"float\", \"Scalar\"]"

static const ProductCase product_cases[] = {
  { "aten::mm", "\"Input Dims\": [[4, 2], [2, 8]], " TYPES, 128, "MatMul 4,2;2,8 to 4,8" },
  { "aten::addmm", "\"Input Dims\": [[8], [4, 2], [2, 8], []], " TYPES, 128,
    "MatMul 4,2;2,8 to 4,8" },
  { "aten::bmm", "\"Input Dims\": [[3, 4, 2], [3, 2, 8]], " TYPES, 384,
    "BatchMatMul 3,4,2;3,2,8 to 3,4,8" },
  { "aten::bmm", "\"Input Dims\": [[1, 4, 2], [1, 2, 8]], " TYPES, 128, "MatMul 4,2;2,8 to 4,8" },
  { "aten::bmm", "\"Input Dims\": [[3, 4, 2], [2, 2, 8]], " TYPES, 0 },
  { "aten::baddbmm", "\"Input Dims\": [[1], [3, 4, 2], [3, 2, 8]], " TYPES, 384,
    "BatchMatMul 3,4,2;3,2,8 to 3,4,8" },
  { "aten::linear", "\"Input Dims\": [[3, 4, 2], [8, 2], [8]], " TYPES, 384,
    "MatMul 12,2;2,8 to 12,8" },
  { "aten::matmul", "\"Input Dims\": [[3, 4, 2], [2, 8]], " TYPES, 384, "MatMul 12,2;2,8 to 12,8" },
  { "aten::mm", "\"Input Dims\": [[4, 3], [2, 8]], " TYPES, 0 },
  { "aten::mm", "\"Input Dims\": [[4, 2], [2, 8]]", 0 },
  { "aten::mm", "\"Input Dims\": [[[4, 2], [2, 8]]], " TYPES, 0 },
  { "aten::mm", "\"Input Dims\": [[], []], " TYPES, 0 },
  { "aten::mm", "\"Input Dims\": [[9223372036854775807, 2], [2, 8]], \"Input type\": [\"double\"]",
    0 },
  { "aten::mm", "\"Input Dims\": ]", 0 },
  { "aten::mm", NULL, 0 },
  { "aten::add", "\"Input Dims\": [[4, 2], [4, 2]], " TYPES, 0 },
};

static char *
describe_detail (const LscRun *run, const LscKernelDetail *detail)
{
  return g_strdup_printf ("%s %s to %s", lsc_intern_text (run->strings, detail->op_type),
                          lsc_intern_text (run->strings, detail->input_shapes),
                          lsc_intern_text (run->strings, detail->output_shapes));
}

/* All FLOPs go to the longest kernel of the op. */
static void
test_flops (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (product_cases); i++)
    {
      const ProductCase *item = &product_cases[i];
      g_autoptr (KtTrace) trace = kt_trace_new ();
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (LscModuleData) data = NULL;
      g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
      g_autofree char *path = g_build_filename (dir, "t.json", NULL);
      g_autofree char *text = NULL;
      gsize n;

      kt_slice (trace, "cpu_op", item->name, KT_PID, 1, 1000, 9000, item->args);
      kt_launch (trace, 1, 2000, 1);
      kt_kernel (trace, "gemm", 7, 3000, 5000, 1);
      kt_launch (trace, 1, 4000, 2);
      kt_kernel (trace, "splitk_reduce", 7, 5000, 6000, 2);
      text = g_strdup_printf ("{\"traceEvents\": [%s]}", trace->events->str);
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      timeline = kt_load_file (path);
      data = analyse (timeline);
      for (int with_peak = 0; with_peak < 2; with_peak++)
        {
          g_assert_cmpfloat (sum_flops (data, with_peak * 100, &n), ==, item->flops);
          g_assert_cmpuint (n, ==, item->flops > 0);
        }
      if (item->detail != NULL)
        {
          g_autofree char *detail =
              describe_detail (data->run, &data->run->kernel_details.items[0]);

          g_assert_cmpstr (detail, ==, item->detail);
        }
    }
}

/* -- Text exports of Ascend ----------------------------------------------------------------------
 */

/* The rows of a view with their totals. */
static char *
describe (LscRun *run, LscTreeView view)
{
  const LscModuleOptions options = { .allow_empty = TRUE };
  const LscMfuOptions mfu = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, NULL, &error);
  g_autoptr (LscTree) tree = NULL;
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  tree = lsc_tree_new (data, view, NULL, &mfu, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 1; i < lsc_tree_get_n_nodes (tree); i++)
    {
      LscValue total = lsc_tree_value (tree, i, LSC_TREE_TOTAL);
      LscValue calls = lsc_tree_value (tree, i, LSC_TREE_CALLS);
      LscValue flops = lsc_tree_value (tree, i, LSC_TREE_FLOPS);

      g_string_append_printf (text, "%u %s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %.0f\n",
                              lsc_tree_get_depth (tree, i), lsc_tree_get_name (tree, i),
                              total.integer, calls.integer, flops.real);
    }
  return g_string_free (text, FALSE);
}

static LscRun *
load_text (LscSource *source)
{
  g_autofree char *file =
      g_build_filename (source->folder, "ASCEND_PROFILER_OUTPUT", "trace_view.json", NULL);
  g_autoptr (LscSource) text = lsc_source_new (LSC_FORMAT_TRACE_VIEW, source->folder, file);
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  LscRun *run;

  text->rank = source->rank;
  text->info_json = g_strdup (source->info_json);
  text->metadata_json = g_strdup (source->metadata_json);
  timeline = lsc_trace_view_load (text, 1, NULL, &error);
  g_assert_no_error (error);
  run = lsc_run_new_from_timeline (timeline, LSC_LOAD_FOR_TREE, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* Database and text of one recording give the same trees, durations and FLOPs. */
static void
test_text_equals_database (void)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autofree char *path = folder ? g_build_filename (folder, "module-small", NULL) : NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  LscCluster *cluster;

  if (!folder)
    return;
  project = lsc_discover (path, NULL, &error);
  g_assert_no_error (error);
  cluster = project->clusters->pdata[0];
  g_assert_cmpuint (cluster->sources->len, ==, 2);
  for (guint i = 0; i < cluster->sources->len; i++)
    {
      LscSource *source = cluster->sources->pdata[i];
      g_autoptr (LscRun) database = lsc_run_load (source, LSC_LOAD_FOR_TREE, NULL, &error);
      g_autoptr (LscRun) text = load_text (source);

      g_assert_no_error (error);
      g_assert_cmpuint (text->marks.n, ==, database->marks.n);
      g_assert_cmpuint (text->ops.n, ==, database->ops.n);
      g_assert_cmpuint (text->comm_ops.n, ==, database->comm_ops.n);
      g_assert_cmpuint (text->comm_tasks.n, ==, database->comm_tasks.n);
      for (guint view = 0; view < LSC_TREE_N_VIEWS; view++)
        {
          g_autofree char *expected = describe (database, view);
          g_autofree char *found = describe (text, view);

          g_assert_cmpuint (strlen (expected), >, 1000);
          g_assert_cmpstr (found, ==, expected);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-from-timeline/launches", test_launches);
  g_test_add_func ("/run-from-timeline/ops", test_ops);
  g_test_add_func ("/run-from-timeline/modules", test_modules);
  g_test_add_func ("/run-from-timeline/backward", test_backward);
  g_test_add_func ("/run-from-timeline/recompute", test_recompute);
  g_test_add_func ("/run-from-timeline/annotations", test_annotations);
  g_test_add_func ("/run-from-timeline/nothing", test_nothing);
  g_test_add_func ("/run-from-timeline/classes", test_classes);
  g_test_add_func ("/run-from-timeline/slack", test_slack);
  g_test_add_data_func ("/run-from-timeline/sample/bert-h100", "bert-small-h100.json.gz",
                        test_sample);
  g_test_add_data_func ("/run-from-timeline/sample/bert-mi300", "bert-small-mi300.json.gz",
                        test_sample);
  g_test_add_data_func ("/run-from-timeline/sample/qwen", "qwen1.5-0.5b-h100.json.gz", test_sample);
  g_test_add_func ("/run-from-timeline/sample/alexnet", test_alexnet);
  g_test_add_func ("/run-from-timeline/flops/products", test_flops);
  g_test_add_data_func ("/run-from-timeline/flops/bert-h100", "bert-small-h100.json.gz",
                        test_flops_sample);
  g_test_add_data_func ("/run-from-timeline/flops/qwen", "qwen1.5-0.5b-h100.json.gz",
                        test_flops_sample);
  g_test_add_func ("/run-from-timeline/text-equals-database", test_text_equals_database);
  return g_test_run ();
}
