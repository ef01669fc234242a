/* test-golden-reports-idle.c - idle time, headline and advice of small inputs with right answers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "lsc-test-files.h"

/* Each input is opened by the command line, as users do; what is shown is looked for in words, what
 * programs read in JSON. */

/* (nullable): what the command prints of an input; without samples %NULL, and the test is skipped
 */
static char *
run (const char *input, const char *command, const char *option)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, "reports", input, NULL) : NULL;
  g_autofree char *program =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src/cli/lanescope-cli", NULL);
  const char *words[] = { program, command, path, option, NULL };
  char *out = NULL;
  g_autoptr (GError) error = NULL;

  if (!path || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the inputs after public reports are not there");
      return NULL;
    }
  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               &out, NULL, NULL, &error));
  g_assert_no_error (error);
  return out;
}

static void
assert_has (const char *text, const char *part)
{
  if (!strstr (text, part))
    g_error ("\"%s\" is not in:\n%s", part, text);
}

static void
assert_lacks (const char *text, const char *part)
{
  if (strstr (text, part))
    g_error ("\"%s\" is in:\n%s", part, text);
}

/* The nth line of JSON, or NULL. */
static JsonObject *
read_line (const char *text, guint line)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (JsonNode) node =
      line < g_strv_length (lines) ? json_from_string (lines[line], NULL) : NULL;

  return node ? json_node_dup_object (node) : NULL;
}

/* The idle time of a step by side of the launch, us. */
typedef struct
{
  const char *input;
  guint line;
  gint64 prepare_us;
  gint64 prepare_launched_us;
  gint64 free_host_us;
  gint64 free_device_us;
  gint64 tail_us;
} Idle;

static const Idle idle[] = {
  { "stream-wait", 0, 20, 9, 45, 8995, 30 },  { "mostly-idle", 0, 40, 20, 0, 0, 9958 },
  { "cuda-graph", 0, 160, 10, 570, 50, 620 }, { "base", 0, 200, 80, 60, 240, 50 },
  { "base", 1, 200, 80, 60, 240, 50 },        { "loader-thread", 2, 200, 80, 60, 240, 50 },
  { "late-kernels", 0, 0, 0, 0, 550, 0 },     { "late-kernels", 1, 0, 0, 0, 300, 0 },
  { "recompute", 0, 200, 30, 400, 100, 900 },
};

static void
check_budget (const Idle *wanted)
{
  g_autofree char *out = run (wanted->input, "budget", "--json");
  g_autoptr (JsonObject) step = out ? read_line (out, wanted->line) : NULL;
  JsonObject *parts, *refined;
  gint64 sum_ns = 0;

  if (!out)
    return;
  g_assert_nonnull (step);
  parts = json_object_get_object_member (step, "categories");
  refined = json_object_get_object_member (step, "refined");
  g_assert_cmpint (json_object_get_int_member (parts, "prepare"), ==, wanted->prepare_us * 1000);
  g_assert_cmpint (json_object_get_int_member (refined, "prepare_launched_ns"), ==,
                   wanted->prepare_launched_us * 1000);
  g_assert_cmpint (json_object_get_int_member (parts, "free_host"), ==,
                   wanted->free_host_us * 1000);
  g_assert_cmpint (json_object_get_int_member (parts, "free_device"), ==,
                   wanted->free_device_us * 1000);
  g_assert_cmpint (json_object_get_int_member (parts, "tail"), ==, wanted->tail_us * 1000);
  for (g_autoptr (GList) names = json_object_get_members (parts), item = names; item;
       item = item->next)
    {
      g_assert_cmpint (json_object_get_int_member (parts, item->data), >=, 0);
      sum_ns += json_object_get_int_member (parts, item->data);
    }
  g_assert_cmpint (sum_ns, ==, json_object_get_int_member (step, "step_ns"));
}

/* The same of `dispatch`, which counts within the same steps. */
static void
check_dispatch (const Idle *wanted)
{
  g_autofree char *budget = run (wanted->input, "budget", "--json");
  g_autofree char *out = run (wanted->input, "dispatch", "--json");
  g_autoptr (JsonObject) step = budget ? read_line (budget, wanted->line) : NULL;
  gint64 host_ns = 0, device_ns = 0;

  for (guint i = 0; step; i++)
    {
      g_autoptr (JsonObject) row = read_line (out, i);
      const char *class;
      gint64 *sum;

      if (!row || g_strcmp0 (json_object_get_string_member (row, "type"), "gap") != 0)
        break;
      if (json_object_get_null_member (row, "step") ||
          json_object_get_int_member (row, "step") != json_object_get_int_member (step, "step"))
        continue;
      class = json_object_get_string_member (row, "class");
      sum = g_str_has_prefix (class, "gap-host") ? &host_ns : &device_ns;
      g_assert_cmpstr (class, !=, "gap-unknown");
      *sum += json_object_get_int_member (row, "dur_ns");
    }
  if (!step)
    return;
  g_assert_cmpint (host_ns, ==, wanted->free_host_us * 1000);
  g_assert_cmpint (device_ns, ==, wanted->free_device_us * 1000);
}

static void
test_idle (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (idle); i++)
    {
      check_budget (&idle[i]);
      check_dispatch (&idle[i]);
    }
}

/* The host is not to blame for 9 ms that a stream waits for an event; what waits is named. */
static void
test_stream_wait (void)
{
  g_autofree char *findings = run ("stream-wait", "overview", NULL); /* the major ones */
  g_autofree char *dispatch = run ("stream-wait", "dispatch", NULL);

  if (!findings)
    return;
  assert_has (findings, "Most of the step is idle time although work was launched (90.0 %)");
  assert_has (findings, "On rank 0 kernels start late although they were launched in time, mostly "
                        "behind cudaStreamWaitEvent.");
  assert_lacks (findings, "Host-bound on");
  assert_lacks (findings, "Synchronising calls");
  assert_lacks (dispatch, "dispatch-bound");
  assert_lacks (dispatch, "governor");
  assert_lacks (dispatch, "outside steps");
}

static void
test_mostly_idle (void)
{
  g_autofree char *findings = run ("mostly-idle", "findings", NULL);
  g_autofree char *overview = run ("mostly-idle", "overview", NULL);

  if (!findings)
    return;
  assert_lacks (findings, "costs 2 %");
  assert_has (findings, "the end of the step after the last kernel (99.6 %)");
  assert_has (findings, "On rank 0 the device idles from the last kernel");
  assert_has (overview, "the end of the step after the last kernel (99.6 %)");
}

static void
test_late_kernels (void)
{
  g_autofree char *findings = run ("late-kernels", "overview", NULL);
  g_autofree char *dispatch = run ("late-kernels", "dispatch", NULL);

  if (!findings)
    return;
  assert_lacks (findings, "Host-bound on");
  assert_lacks (dispatch, "outside steps");
}

/* Who captures graphs needs no advice to. */
static void
test_graphs (void)
{
  g_autofree char *findings = run ("cuda-graph", "findings", NULL);
  g_autofree char *dispatch = run ("cuda-graph", "dispatch", NULL);

  if (!findings)
    return;
  assert_has (findings, "Host-bound on rank 0");
  assert_lacks (findings, "capture the step as a graph");
  assert_lacks (dispatch, "Capture the step as a graph");
}

/* A GPU trace is given no switches of NPUs. */
static void
test_gpu_words (void)
{
  static const char *const inputs[] = { "base",          "cuda-graph",   "stream-wait",
                                        "mostly-idle",   "late-kernels", "recompute",
                                        "cpu-only-steps" };
  static const char *const words[] = { "profiler_level", "aic_metrics", "TASK_QUEUE",  "NPU_",
                                       "torch_npu",      "HCCL",        "CPU_AFFINITY" };

  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autofree char *findings = run (inputs[i], "findings", NULL);
      g_autofree char *overview = run (inputs[i], "overview", NULL);
      g_autofree char *dispatch = run (inputs[i], "dispatch", NULL);

      for (gsize k = 0; findings && k < G_N_ELEMENTS (words); k++)
        {
          assert_lacks (findings, words[k]);
          assert_lacks (overview, words[k]);
          assert_lacks (dispatch, words[k]);
        }
    }
}

/* A thread that prefetches all the time, as it should, holds nobody up. */
static void
test_loader_thread (void)
{
  g_autofree char *findings = run ("loader-thread", "findings", NULL);
  g_autofree char *base = run ("base", "findings", NULL);

  if (!findings)
    return;
  assert_lacks (findings, "waits for input data");
  assert_has (base, "Host-bound on");
  assert_has (findings, "Host-bound on");
  assert_has (findings, "(18.0 %)");
  assert_has (base, "(18.0 %)");
}

/* The marks of a host alone tell how long a step is, and nothing of a device. */
static void
test_host_alone (void)
{
  g_autofree char *json = run ("cpu-only-steps", "overview", "--json");
  g_autofree char *words = run ("cpu-only-steps", "overview", NULL);
  g_autofree char *budget = run ("cpu-only-steps", "budget", NULL);
  g_autoptr (JsonObject) rank = json ? read_line (json, 0) : NULL;

  if (!json)
    return;
  g_assert_cmpint (json_object_get_int_member (rank, "step_ns"), ==, 1000000);
  g_assert_true (json_object_get_null_member (rank, "compute_ns"));
  assert_has (words, "Step time 1.000 ms");
  assert_lacks (words, "not known.\n");
  assert_lacks (words, "922");
  assert_lacks (words, "shortest");
  assert_has (budget, "step 1: 1.000 ms");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reports-idle/idle", test_idle);
  g_test_add_func ("/reports-idle/stream-wait", test_stream_wait);
  g_test_add_func ("/reports-idle/mostly-idle", test_mostly_idle);
  g_test_add_func ("/reports-idle/late-kernels", test_late_kernels);
  g_test_add_func ("/reports-idle/graphs", test_graphs);
  g_test_add_func ("/reports-idle/gpu-words", test_gpu_words);
  g_test_add_func ("/reports-idle/loader-thread", test_loader_thread);
  g_test_add_func ("/reports-idle/host-alone", test_host_alone);
  return g_test_run ();
}
