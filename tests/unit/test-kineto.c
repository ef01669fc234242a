/* test-kineto.c - Kineto traces become timelines
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "kineto-helper.h"
#include "lsc-test-files.h"
#include "read/kineto/lsc-kineto.h"

#define STREAMS (G_GUINT64_CONSTANT (1) << LSC_ROLE_STREAM)
#define THREADS (G_GUINT64_CONSTANT (1) << LSC_ROLE_HOST_THREAD)
#define GROUPS (G_GUINT64_CONSTANT (1) << LSC_ROLE_COMM_GROUP)
#define RUNTIME (G_GUINT64_CONSTANT (1) << LSC_ROLE_CANN_THREAD)

typedef struct
{
  const char *file;
  gsize n_device;
  gsize n_linked;
  gint64 rank;
} Sample;

static const Sample samples[] = {
  { "alexnet-train.json.gz", 98, 98, 0 },
  { "backward-thread.json", 1, 1, 0 },
  { "bert-small-h100.json.gz", 61, 61, -1 },
  { "bert-small-mi300.json.gz", 61, 61, -1 },
  { "cpu-only.json.gz", 0, 0, 34 },
  { "event-sync-multi-stream.json.gz", 6, 6, 0 },
  { "qwen1.5-0.5b-h100.json.gz", 1707, 1198, -1 },
};

/* -- Samples -------------------------------------------------------------------------------------
 */

/* The kind that an event of the file has to have; -1 = no slice. */
static int
expected_kind (JsonObject *event)
{
  const char *phase = kt_json_text (event, "ph");
  const char *category = kt_json_text (event, "cat");
  const char *name = kt_json_text (event, "name");

  if (strcmp (phase, "i") == 0 && strcmp (category, "cpu_instant_event") == 0)
    return -1;
  if (strcmp (phase, "X") != 0 && strcmp (phase, "i") != 0)
    return -1;
  if (strcmp (category, "cpu_op") == 0)
    return LSC_SLICE_OP;
  if (strcmp (category, "user_annotation") == 0)
    return g_str_has_prefix (name, "ProfilerStep#") ? LSC_SLICE_STEP : LSC_SLICE_MARK;
  if (strcmp (category, "python_function") == 0)
    return g_str_has_prefix (name, "nn.Module: ") ? LSC_SLICE_MODULE : LSC_SLICE_PYTHON;
  if (strcmp (category, "cuda_runtime") == 0 || strcmp (category, "cuda_driver") == 0)
    return LSC_SLICE_CANN_RUNTIME;
  if (strcmp (category, "kernel") == 0)
    return strstr (name, "nccl") ? LSC_SLICE_COMM_TASK : LSC_SLICE_COMPUTE;
  if (strcmp (category, "gpu_memcpy") == 0 || strcmp (category, "gpu_memset") == 0)
    return LSC_SLICE_COPY;
  if (strcmp (category, "cuda_sync") == 0)
    return LSC_SLICE_WAIT;
  if (strcmp (category, "gpu_user_annotation") == 0)
    return LSC_SLICE_DEVICE_MARK;
  return LSC_SLICE_OTHER;
}

static gsize
count_linked_device (LscTimeline *timeline)
{
  g_autoptr (GHashTable) linked = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      LscSpot spot = lsc_timeline_get_spot (timeline, link->to);

      if (link->kind == LSC_LINK_LAUNCH &&
          lsc_timeline_get_node (timeline, spot.node)->role == LSC_ROLE_STREAM)
        g_hash_table_add (linked, GSIZE_TO_POINTER ((gsize) link->to + 1));
    }
  return g_hash_table_size (linked);
}

static void
check_counts (LscTimeline *timeline, const KtJson *json, const Sample *sample)
{
  gsize counts[LSC_SLICE_N_KINDS] = { 0 };

  for (guint i = 0; i < json_array_get_length (json->events); i++)
    {
      int kind = expected_kind (json_array_get_object_element (json->events, i));

      if (kind >= 0)
        counts[kind]++;
    }
  counts[LSC_SLICE_COMM_OP] = counts[LSC_SLICE_COMM_TASK];
  for (guint kind = 0; kind < LSC_SLICE_N_KINDS; kind++)
    if (kt_count_kind (timeline, kind) != counts[kind])
      g_error ("%s: %zu slices of kind %s, %zu in the file", sample->file,
               kt_count_kind (timeline, kind), lsc_slice_kind_name ((guint8) kind), counts[kind]);
  g_assert_cmpuint (counts[LSC_SLICE_COMPUTE] + counts[LSC_SLICE_COMM_TASK] +
                        counts[LSC_SLICE_COPY],
                    ==, sample->n_device);
}

/* Every X event of the file is there at its very time. */
static void
check_times (LscTimeline *timeline, const KtJson *json)
{
  gint64 base =
      json_object_has_member (json_node_get_object (json->root), "baseTimeNanoseconds")
          ? json_object_get_int_member (json_node_get_object (json->root), "baseTimeNanoseconds")
          : 0;

  for (guint i = 0; i < json_array_get_length (json->events); i += 7)
    {
      JsonObject *event = json_array_get_object_element (json->events, i);
      gint64 start_ns = base + kt_json_ns (event, "ts");
      const char *name = kt_json_text (event, "name");
      gboolean is_mark = strcmp (kt_json_text (event, "cat"), "gpu_user_annotation") == 0;
      g_autofree char *shown = g_strconcat (
          name, is_mark && g_str_has_prefix (name, "ProfilerStep#") ? " on the device" : "", NULL);
      LscSpot spot;

      if (strcmp (kt_json_text (event, "ph"), "X") != 0)
        continue;
      spot = lsc_timeline_find_slice (timeline, 0, start_ns, start_ns + kt_json_ns (event, "dur"),
                                      shown);
      if (spot.node == LSC_SLICE_NONE)
        g_error ("event %u is not there: %s", i, kt_json_text (event, "name"));
    }
}

static void
check_nesting (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 row = 0; row < lane->n_rows; row++)
    for (guint32 i = lane->row_begin[row] + 1; i < lane->row_begin[row + 1]; i++)
      g_assert_cmpint (lane->start_ns[i], >=, lane->start_ns[i - 1]);
}

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (KtJson) json = NULL;

  if (!folder)
    return;
  timeline = kt_load_sample (sample->file);
  json = kt_json_sample (sample->file);
  check_counts (timeline, json, sample);
  check_times (timeline, json);
  lsc_timeline_foreach_lane (timeline, 0, check_nesting, NULL);
  g_assert_cmpuint (count_linked_device (timeline), ==, sample->n_linked);
  g_assert_cmpint (timeline->rank, ==, sample->rank);
  g_assert_true (timeline->is_gpu);
  g_assert_cmpint (timeline->has_extended, ==, sample->n_device > 0);
  g_assert_cmpint (timeline->extended_reason != NULL, ==, sample->n_device == 0);
}

static const char *
detail (GPtrArray *details, const char *key)
{
  for (guint i = 0; i < details->len; i++)
    if (strcmp (((LscDetail *) details->pdata[i])->key, key) == 0)
      return ((LscDetail *) details->pdata[i])->value;
  return NULL;
}

static char *
read_detail (LscTimeline *timeline, guint32 id, const char *key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) details =
      lsc_timeline_read_details (timeline, lsc_timeline_get_spot (timeline, id), &error);

  g_assert_no_error (error);
  g_assert_nonnull (details);
  return g_strdup (detail (details, key));
}

/* The op found by containment is the one that External id names, in traces where that is the id of
 * an op. */
static void
test_external_ids (void)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  gsize n = 0, n_equal = 0;

  if (!folder)
    return;
  timeline = kt_load_sample ("bert-small-h100.json.gz");
  for (gsize i = 0; i < timeline->links.n; i++)
    {
      const LscLink *link = &timeline->links.items[i];
      g_autofree char *of_op = NULL;
      g_autofree char *of_launch = NULL;

      if (link->kind != LSC_LINK_OP_LAUNCH)
        continue;
      of_op = read_detail (timeline, link->from, "External id");
      of_launch = read_detail (timeline, link->to, "External id");
      n++;
      n_equal += of_op && g_strcmp0 (of_op, of_launch) == 0;
    }
  g_assert_cmpuint (n, ==, 61);
  g_assert_cmpuint (n_equal, ==, 61);
}

static LscCounter *
find_series (LscTimeline *timeline, const char *node_name, const char *name)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role != LSC_ROLE_MEMORY_COUNTER || strcmp (node->name, node_name) != 0)
        continue;
      for (guint k = 0; k < node->series->len; k++)
        if (strcmp (((LscCounter *) node->series->pdata[k])->name, name) == 0)
          return node->series->pdata[k];
    }
  return NULL;
}

/* Samples of one device in the file, equal neighbours once. */
static gsize
count_values (const KtJson *json, const char *key, gint64 *last)
{
  gsize n = 0;

  *last = -1;
  for (guint i = 0; i < json_array_get_length (json->events); i++)
    {
      JsonObject *event = json_array_get_object_element (json->events, i);
      JsonObject *args = kt_json_args (event);

      if (strcmp (kt_json_text (event, "name"), "[memory]") != 0 ||
          json_object_get_int_member (args, "Device Type") == 0)
        continue;
      n += json_object_get_int_member (args, key) != *last;
      *last = json_object_get_int_member (args, key);
    }
  return n;
}

static void
test_memory (void)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autoptr (KtJson) json = NULL;
  LscCounter *counter;
  gint64 last;

  if (!folder)
    return;
  timeline = kt_load_sample ("qwen1.5-0.5b-h100.json.gz");
  json = kt_json_sample ("qwen1.5-0.5b-h100.json.gz");
  counter = find_series (timeline, "GPU 0", "Allocated");
  g_assert_nonnull (counter);
  /* and what was there before the first event, from the begin of the step on */
  g_assert_cmpuint (counter->samples.n, ==, count_values (json, "Total Allocated", &last) + 1);
  g_assert_cmpint (counter->samples.items[0].time_ns, ==, timeline->steps.items[0].start_ns);
  g_assert_cmpfloat (counter->samples.items[counter->samples.n - 1].value, ==, (double) last);
  counter = find_series (timeline, "GPU 0", "Reserved");
  g_assert_cmpuint (counter->samples.n, ==, count_values (json, "Total Reserved", &last));
  g_assert_null (timeline->counter_reason);
}

static void
test_header (void)
{
  g_autofree char *folder = lsc_test_require_samples ();
  g_autoptr (LscTimeline) timeline = NULL;

  if (!folder)
    return;
  timeline = kt_load_sample ("backward-thread.json");
  g_assert_cmpuint (timeline->steps.n, ==, 1);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 552);
  g_assert_cmpint (timeline->steps.items[0].start_ns, ==, G_GINT64_CONSTANT (1666149715033200000));
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Python/Thread 24922 (backward)"), !=,
                    LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Device/Stream 7"), !=, LSC_SLICE_NONE);
  g_clear_pointer (&timeline, lsc_timeline_unref);
  timeline = kt_load_sample ("bert-small-mi300.json.gz");
  g_assert_cmpint (timeline->device, ==, 2);
  g_assert_nonnull (strstr (lsc_timeline_metadata (timeline, "deviceProperties"), "MI300X"));
  g_assert_nonnull (strstr (timeline->chip_name, "MI300X"));
  g_clear_pointer (&timeline, lsc_timeline_unref);
  timeline = kt_load_sample ("cpu-only.json.gz");
  g_assert_cmpint (timeline->device, ==, -1);
  g_assert_nonnull (timeline->launch_reason);
  g_assert_cmpuint (timeline->comm_groups->len, ==, 11);
}

/* -- Built traces --------------------------------------------------------------------------------
 */

#define BASE G_GINT64_CONSTANT (1735632360000000000)

static void
test_base_after_events (void)
{
  g_autoptr (LscTimeline) timeline = NULL;
  static const char text[] =
      "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": "
      "1, "
      "\"tid\": 1, \"ts\": 4203669604595.407, \"dur\": 1.5}], \"distributedInfo\": {\"rank\": 3}, "
      "\"baseTimeNanoseconds\": 1735632360000000000}";
  guint32 id;
  LscSpot spot;

  timeline = kt_load_text (text, strlen (text));
  id = kt_find (timeline, THREADS, "aten::add");
  spot = lsc_timeline_get_spot (timeline, id);
  g_assert_cmpint (lsc_timeline_get_node (timeline, spot.node)->lane->start_ns[spot.slice], ==,
                   BASE + G_GINT64_CONSTANT (4203669604595407));
  g_assert_cmpint (timeline->rank, ==, 3);
}

/* Those of PyTorch 1 write "stream 7" where a number came later. */
static void
test_streams_in_words (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  guint32 child;

  kt_raw (trace, "{\"ph\": \"X\", \"cat\": \"Kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": "
                 "\"stream 7\", \"ts\": 0, \"dur\": 10, \"args\": {\"stream\": 7}}");
  kt_raw (trace, "{\"ph\": \"X\", \"cat\": \"Kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": "
                 "\"stream 20\", \"ts\": 0, \"dur\": 5, \"args\": {\"stream\": 20}}");
  timeline = kt_load (trace);
  child = lsc_timeline_get_node (timeline, lsc_timeline_find_child (timeline, 0, LSC_ROLE_DEVICE))
              ->first_child;
  g_assert_cmpstr (lsc_timeline_get_node (timeline, child)->name, ==, "Stream 7");
  child = lsc_timeline_get_node (timeline, child)->next;
  g_assert_cmpstr (lsc_timeline_get_node (timeline, child)->name, ==, "Stream 20");
}

/* Traces of PyTorch 1 have other words for the same. */
static void
test_old_categories (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  kt_slice (trace, "Operator", "ProfilerStep#3", KT_PID, 1, 0, 9000, NULL);
  kt_slice (trace, "Operator", "aten::add", KT_PID, 1, 0, 3000, NULL);
  kt_slice (trace, "Runtime", "cudaLaunchKernel", KT_PID, 1, 1000, 2000, "\"correlation\": 7");
  kt_slice (trace, "Kernel", "add_kernel", 0, 7, 4000, 5000,
            "\"device\": 0, \"stream\": 7, \"correlation\": 7");
  kt_slice (trace, "Kernel", "ncclKernel_AllReduce", 0, 7, 5000, 6000,
            "\"device\": 0, \"stream\": 7, \"correlation\": 8");
  kt_slice (trace, "Memcpy", "Memcpy HtoD", 0, 7, 6000, 7000, "\"device\": 0, \"stream\": 7");
  kt_slice (trace, "Memset", "Memset", 0, 7, 7000, 8000, "\"device\": 0, \"stream\": 7");
  timeline = kt_load (trace);
  g_assert_cmpuint (timeline->steps.n, ==, 1);
  g_assert_cmpint (timeline->steps.items[0].id, ==, 3);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_OP), ==, 1);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_CANN_RUNTIME), ==, 1);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMPUTE), ==, 1);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMM_TASK), ==, 1);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COPY), ==, 2);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_OTHER), ==, 0);
  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
}

static void
test_unknown_categories (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  kt_slice (trace, "xpu_runtime", "xpuLaunch", KT_PID, 1, 0, 1000, "\"correlation\": 7");
  kt_slice (trace, "mtia_work", "matmul", 3, 9, 2000, 3000, "\"stream\": 9, \"correlation\": 7");
  kt_slice (trace, "novelty", "what", KT_PID, 1, 0, 500, NULL);
  kt_slice (trace, "overhead", "Instrumentation", -1, 0, 0, 500, NULL);
  kt_raw (trace, "{\"ph\": \"X\", \"cat\": \"Trace\", \"name\": \"PyTorch Profiler (0)\", \"pid\": "
                 "\"Spans\", \"tid\": \"PyTorch Profiler\", \"ts\": 0, \"dur\": 10}");
  timeline = kt_load (trace);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_CANN_RUNTIME), ==, 1);
  /* no category is known for kernels, so that these are the kernels */
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMPUTE), ==, 1);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_OTHER), ==, 3);
  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_LAUNCH), ==, 1);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Device/Stream 9"), !=, LSC_SLICE_NONE);
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Profiler/Spans PyTorch Profiler"), !=,
                    LSC_SLICE_NONE);
}

static void
add_collectives (KtTrace *trace)
{
  g_string_append (trace->top,
                   "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": 1, \"world_size\": 4, "
                   "\"pg_config\": [{\"pg_name\": \"2\", \"pg_desc\": \"tp\", \"ranks\": [0, 1]}, "
                   "{\"pg_name\": \"3\", \"pg_desc\": \"PIPELINE_GROUP\", \"ranks\": [1, 3]}]},");
  kt_op (trace, "c10d::allreduce_", 1, 0, 5000);
  kt_launch (trace, 1, 1000, 11);
  kt_slice (trace, "kernel", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", 0, 20, 10000, 20000,
            "\"correlation\": 11, \"stream\": 20, \"Process Group Name\": \"2\", \"Process Group "
            "Ranks\": \"[0, 1]\"");
  kt_kernel (trace, "gemm", 7, 9000, 15000, 12);
  kt_kernel (trace, "void dpsk::ep::internode::dispatch<8>", 27, 30000, 31000, 13);
  kt_kernel (trace, "reduceScatter", 27, 32000, 33000, 14);
  kt_kernel (trace, "void at::native::reduce_kernel<512>", 7, 34000, 35000, 15);
}

/* Kernels of collectives stay on their stream and are mirrored by group
 * (formats.md#kineto-communication). */
static void
test_communication (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  LscCommGroup *group;
  guint32 op, task, node;
  gsize first;

  add_collectives (trace);
  timeline = kt_load (trace);
  g_assert_cmpint (timeline->rank, ==, 1);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMM_OP), ==, 3);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMM_TASK), ==, 3);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMPUTE), ==, 2);
  node = lsc_timeline_find_path (timeline, "Communication/tp [0, 1]");
  g_assert_cmpuint (node, !=, LSC_SLICE_NONE);
  g_assert_cmpstr (lsc_timeline_get_node (timeline, node)->text, ==, "2 [0, 1]");
  g_assert_cmpuint (lsc_timeline_find_path (timeline, "Communication/Communication"), !=,
                    LSC_SLICE_NONE);
  g_assert_nonnull (lsc_timeline_get_comm_group (timeline, "2 [0, 1]"));
  group = lsc_timeline_get_comm_group (timeline, "3 [1, 3]");
  g_assert_true (group->is_pipeline);
  g_assert_cmpuint (group->ranks.n, ==, 2);
  g_assert_cmpint (group->ranks.items[1], ==, 3);
  op = kt_find (timeline, GROUPS, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
  task = kt_find (timeline, STREAMS, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
  g_assert_cmpuint (lsc_links_find_from (&timeline->links, op, &first), ==, 1);
  g_assert_cmpuint (timeline->links.items[first].to, ==, task);
  g_assert_cmpuint (timeline->links.items[first].kind, ==, LSC_LINK_COMM_TASK);
  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_LAUNCH), ==, 2);
}

/* Streams stand by computing time, cards by number. */
static void
test_streams (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  guint32 device, child;

  kt_slice (trace, "kernel", "k", 0, 7, 0, 1000, "\"stream\": 7");
  kt_slice (trace, "kernel", "k", 0, 9, 0, 5000, "\"stream\": 9");
  kt_slice (trace, "kernel", "nccl", 0, 20, 0, 50000, "\"stream\": 20");
  kt_slice (trace, "gpu_user_annotation", "fwd", 0, 7, 0, 1000, NULL);
  kt_slice (trace, "gpu_user_annotation", "ProfilerStep#6", 0, 7, 0, 900, NULL);
  kt_slice (trace, "gpu_memcpy", "Memcpy HtoD", 1, 7, 0, 1000, "\"stream\": 7");
  timeline = kt_load (trace);
  device = lsc_timeline_find_child (timeline, 0, LSC_ROLE_DEVICE);
  child = lsc_timeline_get_node (timeline, device)->first_child;
  for (guint i = 0; i < 5; i++)
    {
      static const char *const names[] = { "GPU 0 Stream 9", "GPU 0 Stream 7 annotations",
                                           "GPU 0 Stream 7", "GPU 0 Stream 20", "GPU 1 Stream 7" };

      g_assert_cmpstr (lsc_timeline_get_node (timeline, child)->name, ==, names[i]);
      child = lsc_timeline_get_node (timeline, child)->next;
    }
  g_assert_cmpuint (child, ==, LSC_SLICE_NONE);
  g_assert_cmpint (timeline->device, ==, 0);
  /* the step has another length on the host, and one name is one number */
  g_assert_cmpuint (kt_find (timeline, STREAMS, "ProfilerStep#6 on the device"), !=,
                    LSC_SLICE_NONE);
  g_assert_cmpuint (kt_find (timeline, STREAMS, "fwd"), !=, LSC_SLICE_NONE);
}

static void
add_pass_ops (KtTrace *trace)
{
  kt_slice (trace, "cpu_op", "aten::linear", KT_PID, 1, 1000, 9000,
            "\"Sequence number\": 5, \"Fwd thread id\": 0");
  kt_slice (trace, "cpu_op", "aten::addmm", KT_PID, 1, 2000, 8000,
            "\"Sequence number\": 5, \"Fwd thread id\": 0");
  kt_slice (trace, "cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", KT_PID, 2,
            20000, 30000, "\"Sequence number\": 5, \"Fwd thread id\": 1");
  kt_slice (trace, "cpu_op", "AddmmBackward0", KT_PID, 2, 21000, 29000,
            "\"Sequence number\": 5, \"Fwd thread id\": 1");
  kt_slice (trace, "cpu_op", "aten::mm", KT_PID, 2, 22000, 23000, NULL);
}

static void
assert_pass (LscTimeline *timeline, const char *forward, const char *backward)
{
  gsize first;
  guint32 from = kt_find (timeline, THREADS, forward);

  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_FWD_BWD), ==, 1);
  g_assert_cmpuint (lsc_links_find_from (&timeline->links, from, &first), ==, 1);
  g_assert_cmpuint (timeline->links.items[first].to, ==, kt_find (timeline, THREADS, backward));
}

static void
test_passes_by_sequence (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  add_pass_ops (trace);
  timeline = kt_load (trace);
  assert_pass (timeline, "aten::addmm", "AddmmBackward0");
}

/* Two ops start where the flow ends: the one with a number counts, not the longer one. */
static void
test_passes_by_flow (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  add_pass_ops (trace);
  kt_op (trace, "wrapper", 1, 2000, 8500);
  kt_flow (trace, "fwdbwd", 's', 1, 2000, 77);
  kt_flow (trace, "fwdbwd", 'f', 2, 21000, 77);
  kt_flow (trace, "fwdbwd", 'f', 2, 22000, 78);
  kt_flow (trace, "ac2g", 's', 1, 2000, 79);
  kt_flow (trace, "ac2g", 'f', 2, 22000, 79);
  timeline = kt_load (trace);
  assert_pass (timeline, "aten::addmm", "AddmmBackward0");
}

/* Whole microseconds: an end that sticks out by one unit still nests. */
static void
test_whole_us (void)
{
  g_autoptr (LscTimeline) timeline = NULL;
  static const char text[] =
      "[{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"outer\", \"pid\": 1, \"tid\": 1, \"ts\": "
      "1695835542514261, \"dur\": 10},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"inner\", \"pid\": 1, \"tid\": 1, \"ts\": "
      "1695835542514263, \"dur\": 9},"
      "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 1695835542514273, \"dur\": 0, \"args\": {\"correlation\": 4}},"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": "
      "1695835542514280, \"dur\": 2, \"args\": {\"correlation\": 4, \"stream\": 7}}]";
  LscSpot spot;

  timeline = kt_load_text (text, strlen (text));
  spot = lsc_timeline_get_spot (timeline, kt_find (timeline, THREADS, "inner"));
  g_assert_cmpuint (
      lsc_lane_get_parent (lsc_timeline_get_node (timeline, spot.node)->lane, spot.slice), ==, 0);
  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 1);
}

static const char *
name_of (LscTimeline *timeline, guint32 id)
{
  LscSpot spot = lsc_timeline_get_spot (timeline, id);

  return lsc_timeline_text (timeline,
                            lsc_timeline_get_node (timeline, spot.node)->lane->name[spot.slice]);
}

/* The op that launched the kernel, "" for none. */
static const char *
op_of (LscTimeline *timeline, const char *kernel)
{
  guint32 id = kt_find (timeline, STREAMS, kernel);

  for (guint round = 0; round < 2; round++)
    {
      LscLinkKind kind = round == 0 ? LSC_LINK_LAUNCH : LSC_LINK_OP_LAUNCH;
      guint32 from = LSC_SLICE_NONE;

      for (gsize i = 0; i < timeline->links.n; i++)
        if (timeline->links.items[i].kind == kind && timeline->links.items[i].to == id)
          from = timeline->links.items[i].from;
      if (from == LSC_SLICE_NONE)
        return "";
      id = from;
    }
  return name_of (timeline, id);
}

static void
add_work (KtTrace *trace, const char *kernel, gint64 start_ns, gint64 length_ns, guint number,
          guint external)
{
  g_autofree char *args =
      g_strdup_printf ("\"External id\": %u, \"correlation\": %u", external, number);

  kt_slice (trace, "cuda_runtime", "cudaLaunchKernel", KT_PID, 1, start_ns, start_ns + length_ns,
            args);
  kt_kernel (trace, kernel, 7, 1000000 + number * 10000, 1005000 + number * 10000, number);
}

static void
add_op (KtTrace *trace, const char *name, gint64 start_ns, gint64 end_ns, guint external)
{
  g_autofree char *args = g_strdup_printf ("\"External id\": %u", external);

  kt_slice (trace, "cpu_op", name, KT_PID, 1, start_ns, end_ns, args);
}

/* A call of no length where one op ends and another begins is of the op that has its id, where
 * ids are those of ops. */
static void
test_border (void)
{
  for (guint older = 0; older < 2; older++)
    {
      g_autoptr (KtTrace) trace = kt_trace_new ();
      g_autoptr (LscTimeline) timeline = NULL;

      add_op (trace, "outer", 0, 90500, 1);
      add_op (trace, "first", 10500, 20500, 2);
      add_op (trace, "second", 20500, 40500, 3);
      add_work (trace, "inside", 15500, 1000, 1, older ? 1 : 2);
      add_work (trace, "of_first", 20500, 0, 2, older ? 2 : 2);
      add_work (trace, "of_second", 20500, 0, 3, 3);
      add_work (trace, "of_outer", 40500, 0, 4, older ? 4 : 1);
      add_work (trace, "again", 35500, 1000, 5, older ? 5 : 3);
      timeline = kt_load (trace);
      g_assert_cmpstr (op_of (timeline, "inside"), ==, "first");
      g_assert_cmpstr (op_of (timeline, "of_first"), ==, older ? "second" : "first");
      g_assert_cmpstr (op_of (timeline, "of_second"), ==, "second");
      g_assert_cmpstr (op_of (timeline, "of_outer"), ==, "outer");
    }
}

/* Of whole microseconds: a call that goes on behind the op that ended just before is not its. */
static void
test_border_whole_us (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;

  add_op (trace, "op", 1000000, 1011000, 2);
  add_work (trace, "inside", 1004000, 2000, 1, 2);
  add_work (trace, "behind", 1011000, 4000, 2, 9);
  add_op (trace, "other", 2000000, 2011000, 3);
  add_work (trace, "cut_off", 2011000, 1000, 3, 3);
  add_op (trace, "third", 3000000, 3011000, 4);
  add_work (trace, "alone", 3011000, 1000, 4, 8);
  timeline = kt_load (trace);
  g_assert_cmpstr (op_of (timeline, "inside"), ==, "op");
  g_assert_cmpstr (op_of (timeline, "behind"), ==, "");
  g_assert_cmpstr (op_of (timeline, "cut_off"), ==, "other");
  g_assert_cmpstr (op_of (timeline, "alone"), ==, "");
}

/* One number on several kernels, in two processes, and on nothing. */
static void
test_correlations (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  guint32 launch;
  gsize first;

  kt_op (trace, "op", 1, 0, 9000);
  kt_slice (trace, "cuda_runtime", "cudaGraphLaunch", KT_PID, 1, 1000, 2000, "\"correlation\": 3");
  kt_slice (trace, "cuda_runtime", "later", KT_PID + 1, 1, 50000, 51000, "\"correlation\": 3");
  kt_kernel (trace, "a", 7, 3000, 4000, 3);
  kt_kernel (trace, "b", 7, 4000, 5000, 3);
  kt_kernel (trace, "c", 7, 60000, 61000, 3);
  kt_kernel (trace, "lost", 7, 70000, 71000, 4);
  kt_slice (trace, "gpu_memset", "Memset", 0, 7, 80000, 81000, "\"stream\": 7");
  timeline = kt_load (trace);
  launch = kt_find (timeline, RUNTIME, "cudaGraphLaunch");
  g_assert_cmpuint (lsc_links_find_from (&timeline->links, launch, &first), ==, 2);
  launch = kt_find (timeline, RUNTIME, "later");
  g_assert_cmpuint (lsc_links_find_from (&timeline->links, launch, &first), ==, 1);
  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_LAUNCH), ==, 3);
  g_assert_cmpuint (kt_count_links (timeline, LSC_LINK_OP_LAUNCH), ==, 1);
}

/* Times that 64-bit nanoseconds cannot hold are left out and said. */
static void
test_out_of_range (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  gboolean is_told = FALSE;

  g_string_append (trace->top, "\"baseTimeNanoseconds\": 4000000000000000000,");
  kt_op (trace, "late", 1, G_GINT64_CONSTANT (900000000000000000),
         G_GINT64_CONSTANT (900000000000001000));
  kt_op (trace, "early", 1, 0, 1000);
  timeline = kt_load (trace);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_OP), ==, 1);
  for (gsize i = 0; i < lsc_notices_get_count (timeline->notices); i++)
    {
      g_autoptr (LscNotice) notice = lsc_notices_copy_nth (timeline->notices, i);

      is_told |= strcmp (notice->code, "time-out-of-range") == 0 && notice->count == 1;
    }
  g_assert_true (is_told);
}

static void
test_truncated (void)
{
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autoptr (LscTimeline) timeline = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 10; i++)
    kt_op (trace, "op", 1, i * 1000, i * 1000 + 500);
  text = g_strdup_printf ("{\"traceEvents\": [%s", trace->events->str);
  timeline = kt_load_text (text, strlen (text) - 20);
  g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_OP), ==, 9);
  g_assert_cmpuint (lsc_notices_get_count (timeline->notices), >, 0);
}

/* Metadata of any form, and arguments that lie, are survived. */
static void
test_odd_metadata (void)
{
  static const char *const tops[] = {
    "\"distributedInfo\": 3, \"deviceProperties\": {},",
    "\"distributedInfo\": {\"rank\": \"x\", \"pg_config\": [3, {}, {\"pg_name\": 5}, {\"pg_name\": "
    "\"a\", \"ranks\": [\"b\", 1.5, null]}]}, \"deviceProperties\": [1, {\"id\": \"x\"}],",
    "\"distributedInfo\": {\"rank\": -5, \"pg_config\": {}}, \"deviceProperties\": [[[[]]]],",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tops); i++)
    {
      g_autoptr (KtTrace) trace = kt_trace_new ();
      g_autoptr (LscTimeline) timeline = NULL;
      g_autoptr (LscRun) run = NULL;
      g_autoptr (GError) error = NULL;

      g_string_append (trace->top, tops[i]);
      kt_slice (trace, "kernel", "nccl", 0, 7, 0, 1000,
                "\"Process Group Name\": 7, \"Process Group Ranks\": \"[0, 1, ...]\"");
      kt_raw (trace,
              "{\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\", \"pid\": 1, "
              "\"tid\": 1, \"ts\": 5, \"args\": {\"Total Allocated\": \"x\", \"Device Id\": []}}");
      timeline = kt_load (trace);
      g_assert_cmpint (timeline->rank, ==, -1);
      g_assert_cmpuint (kt_count_kind (timeline, LSC_SLICE_COMM_OP), ==, 1);
      run = lsc_run_new_from_timeline (timeline, LSC_LOAD_EVERYTHING, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (run);
    }
}

/* What only the reader of these traces knows is not asked of what others keep. */
static void
test_other_reader (void)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/a", "/a/x.db");
  g_autoptr (LscTimeline) timeline = lsc_timeline_new (source);

  g_assert_cmpint (lsc_kineto_get_role (timeline, 0), ==, LSC_FWD_UNKNOWN);
  g_assert_false (lsc_kineto_has_events (timeline));
}

/* Details come from the event itself. */
static void
test_details (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "t.json", NULL);
  g_autoptr (KtTrace) trace = kt_trace_new ();
  g_autofree char *text = NULL;
  g_autofree char *value = NULL;
  g_autoptr (LscTimeline) timeline = NULL;

  kt_kernel (trace, "gemm", 7, 0, 1000, 5);
  text = g_strdup_printf ("{\"traceEvents\": [%s]}", trace->events->str);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  timeline = kt_load_file (path);
  value = read_detail (timeline, kt_find (timeline, STREAMS, "gemm"), "correlation");
  g_assert_cmpstr (value, ==, "5");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strdup_printf ("/kineto/sample/%s", samples[i].file);

      g_test_add_data_func (path, &samples[i], test_sample);
    }
  g_test_add_func ("/kineto/sample/external-ids", test_external_ids);
  g_test_add_func ("/kineto/sample/memory", test_memory);
  g_test_add_func ("/kineto/sample/header", test_header);
  g_test_add_func ("/kineto/base-after-events", test_base_after_events);
  g_test_add_func ("/kineto/old-categories", test_old_categories);
  g_test_add_func ("/kineto/unknown-categories", test_unknown_categories);
  g_test_add_func ("/kineto/communication", test_communication);
  g_test_add_func ("/kineto/streams", test_streams);
  g_test_add_func ("/kineto/streams-in-words", test_streams_in_words);
  g_test_add_func ("/kineto/passes/sequence", test_passes_by_sequence);
  g_test_add_func ("/kineto/passes/flow", test_passes_by_flow);
  g_test_add_func ("/kineto/whole-us", test_whole_us);
  g_test_add_func ("/kineto/border", test_border);
  g_test_add_func ("/kineto/border/whole-us", test_border_whole_us);
  g_test_add_func ("/kineto/correlations", test_correlations);
  g_test_add_func ("/kineto/out-of-range", test_out_of_range);
  g_test_add_func ("/kineto/truncated", test_truncated);
  g_test_add_func ("/kineto/odd-metadata", test_odd_metadata);
  g_test_add_func ("/kineto/other-reader", test_other_reader);
  g_test_add_func ("/kineto/details", test_details);
  return g_test_run ();
}
