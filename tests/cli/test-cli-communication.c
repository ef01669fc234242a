/* test-cli-communication.c - what communication costs, against the budget and against itself
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "lsc-test-cli.h"

#define ROUNDING 100 /* ns, of means over ranks and steps */

static gint64
get_int (JsonObject *row, const char *key)
{
  return json_object_get_null_member (row, key) ? 0 : json_object_get_int_member (row, key);
}

static gint64
sum (GPtrArray *lines, const char *key)
{
  gint64 all = 0;

  for (guint i = 0; i < lines->len; i++)
    all += get_int (lines->pdata[i], key);
  return all;
}

/* (transfer full): rows of a table of communication */
static GPtrArray *
list (LscTestPlace *place, int code, const char *folder, const char *which)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, code, "communication", folder, which, "--json", NULL);

  return lsc_test_json_lines (output->out);
}

/* The mean per step of the sum over ranks: each line is the mean of a rank of its group. */
static double
sum_means (GPtrArray *lines, GPtrArray *groups, const char *key)
{
  double all = 0;

  for (guint i = 0; i < lines->len; i++)
    for (guint g = 0; g < groups->len; g++)
      if (g_str_equal (json_object_get_string_member (lines->pdata[i], "group"),
                       json_object_get_string_member (groups->pdata[g], "group")))
        all += (double) get_int (lines->pdata[i], key) *
               (double) get_int (groups->pdata[g], "recorded");
  return all;
}

/* Steps of the first rank; the first of several does not count. */
static guint
count_steps (GPtrArray *budgets)
{
  guint n = 0;

  while (n < budgets->len &&
         get_int (budgets->pdata[n], "rank") == get_int (budgets->pdata[0], "rank"))
    n++;
  return n;
}

/* What the budgets of all ranks have of communication per step that counts. */
static double
get_mean_budget (LscTestPlace *place, const char *folder)
{
  static const char *const keys[] = { "comm", "comm_transfer", "comm_wait", "comm_other",
                                      "bubble" };
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--json", NULL);
  g_autoptr (GPtrArray) lines = lsc_test_json_lines (output->out);
  guint n_steps = count_steps (lines), n_left = n_steps > 1 ? 1 : 0;
  gint64 all = 0;

  for (guint i = 0; i < lines->len; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (keys) && i % n_steps >= n_left; k++)
      {
        JsonObject *row = json_object_get_object_member (lines->pdata[i], "categories");

        if (json_object_has_member (row, keys[k]))
          all += get_int (row, keys[k]);
      }
  return (double) all / (n_steps - n_left);
}

static void
check_parts (GPtrArray *lines)
{
  static const char *const parts[] = { "transfer_ns", "wait_recorded_ns", "wait_unexplained_ns",
                                       "other_ns" };

  for (guint i = 0; i < lines->len; i++)
    {
      gint64 ns = 0;

      for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
        ns += get_int (lines->pdata[i], parts[k]);
      g_assert_cmpint (ns, ==, get_int (lines->pdata[i], "length_ns"));
    }
}

/* Whatever moved is in links, in the matrix and in packets, and that of the steps that count in
 * groups and in operators. */
static void
check_sizes (LscTestPlace *place, const char *folder)
{
  g_autoptr (GPtrArray) links = list (place, EXIT_DELIVERED, folder, "--links");
  g_autoptr (GPtrArray) matrix = list (place, EXIT_DELIVERED, folder, "--matrix");
  g_autoptr (GPtrArray) ops = list (place, EXIT_DELIVERED, folder, "--ops");
  g_autoptr (GPtrArray) packets = list (place, EXIT_DELIVERED, folder, "--packets");
  g_autoptr (GPtrArray) groups = list (place, EXIT_DELIVERED, folder, "--groups");

  g_assert_cmpint (sum (groups, "size_bytes"), >, 0);
  g_assert_cmpint (sum (groups, "size_bytes"), ==, sum (ops, "size_bytes"));
  /* links are of the whole recording, the first step included */
  g_assert_cmpint (sum (links, "size_bytes"), >=, sum (groups, "size_bytes"));
  g_assert_cmpint (sum (links, "size_bytes"), ==, sum (matrix, "size_bytes"));
  g_assert_cmpint (sum (links, "size_bytes"), ==, sum (packets, "size_bytes"));
  g_assert_cmpint (sum (links, "time_ns"), ==, sum (matrix, "time_ns"));
}

static void
check_exposed (LscTestPlace *place, const char *folder)
{
  g_autoptr (GPtrArray) groups = list (place, EXIT_DELIVERED, folder, "--groups");
  g_autoptr (GPtrArray) ops = list (place, EXIT_DELIVERED, folder, "--ops");

  double of_groups = sum_means (groups, groups, "exposed_ns");
  double of_ops = sum_means (ops, groups, "exposed_ns");
  double of_budget = get_mean_budget (place, folder);

  check_parts (groups);
  check_parts (ops);
  g_assert_cmpfloat_with_epsilon (of_groups, of_budget, ROUNDING);
  g_assert_cmpfloat_with_epsilon (of_ops, of_budget, ROUNDING); /* none outside */
  g_assert_cmpfloat_with_epsilon (sum_means (groups, groups, "length_ns"),
                                  sum_means (ops, groups, "length_ns"), ROUNDING);
  g_assert_cmpint (sum (groups, "ops"), ==, sum (ops, "count"));
}

/* Exposed time is that of the budget, and links, matrix and operators moved the same. */
static void
test_recorded (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");

  check_exposed (place, folder);
  check_sizes (place, folder);
  lsc_test_cli (place, EXIT_WRONG_USAGE, "communication", folder, "--ops", "--links", NULL);
}

static void
test_transfers (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");
  g_autoptr (GPtrArray) links = list (place, EXIT_DELIVERED, folder, "--links");
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "query", folder,
      "SELECT sum(size_bytes) AS size FROM transfers WHERE src_rank IS NOT NULL", "--json", NULL);
  g_autoptr (GPtrArray) rows = lsc_test_json_lines (output->out);

  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpint (get_int (rows->pdata[0], "size"), ==, sum (links, "size_bytes"));
}

/* ---- tables of the exporter ---- */

/* Runs @sql in the database of each rank whose name begins with @prefix; returns how many it were.
 */
static guint
change (const char *folder, const char *prefix, const char *sql)
{
  g_autoptr (GDir) ranks = g_dir_open (folder, 0, NULL);
  const char *rank, *file;
  guint n = 0;

  g_assert_nonnull (ranks);
  while ((rank = g_dir_read_name (ranks)))
    {
      g_autofree char *inner = g_build_filename (folder, rank, "ASCEND_PROFILER_OUTPUT", NULL);
      g_autoptr (GDir) files = g_dir_open (inner, 0, NULL);

      while (files && (file = g_dir_read_name (files)))
        {
          g_autofree char *path = g_build_filename (inner, file, NULL);

          if (!g_str_has_prefix (file, prefix) || !g_str_has_suffix (file, ".db"))
            continue;
          lsc_test_sql_run (path, sql);
          n++;
        }
    }
  return n;
}

/* Ranks of a group agree on the link from its first place to its second; single operators stand
 * beside the total. */
#define LINK_OF_EACH                                                                               \
  "CREATE TABLE CommAnalyzerMatrix (hccl_op_name TEXT, group_name TEXT, src_rank TEXT, "           \
  "dst_rank TEXT, transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, "               \
  "bandwidth NUMERIC, step TEXT, type TEXT, op_name TEXT);"                                        \
  "INSERT INTO CommAnalyzerMatrix SELECT kind, group_name, '0', '1', 'HCCS', 2.5, 0.25, 10, "      \
  "step, 'collective', '' FROM (SELECT 'allreduce-total' AS kind UNION SELECT 'allreduce-top1'), " \
  "(SELECT group_name, step FROM CommAnalyzerTime WHERE hccl_op_name LIKE '%allReduce%' LIMIT 1)"

/* Where there are no tasks, the exporter's tables tell of groups, operators and links. */
static void
test_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=3");
  g_autoptr (GPtrArray) had = list (place, EXIT_DELIVERED, folder, "--ops");
  g_autoptr (GPtrArray) groups = NULL, ops = NULL, links = NULL, matrix = NULL;

  g_assert_cmpuint (change (folder, "ascend_pytorch_profiler",
                            "DELETE FROM TASK; DELETE FROM COMPUTE_TASK_INFO; "
                            "DELETE FROM COMMUNICATION_OP; DELETE FROM COMMUNICATION_TASK_INFO"),
                    ==, 4);
  g_assert_cmpuint (change (folder, "analysis", LINK_OF_EACH), ==, 4);
  groups = list (place, EXIT_DELIVERED, folder, "--groups");
  ops = list (place, EXIT_DELIVERED, folder, "--ops");
  links = list (place, EXIT_DELIVERED, folder, "--links");
  matrix = list (place, EXIT_DELIVERED, folder, "--matrix");
  g_assert_cmpuint (ops->len, ==, had->len);
  g_assert_cmpint (sum (ops, "count"), ==, sum (had, "count"));
  g_assert_cmpint (sum (groups, "ops"), ==, sum (had, "count"));
  /* ms as floating numbers: a ns each */
  g_assert_cmpint (ABS (sum (ops, "length_ns") - sum (had, "length_ns")), <=, sum (had, "count"));
  for (guint i = 0; i < ops->len; i++)
    {
      g_assert_cmpstr (json_object_get_string_member (ops->pdata[i], "source"), ==, "reported");
      g_assert_true (json_object_get_null_member (ops->pdata[i], "exposed_ns"));
    }
  g_assert_cmpuint (links->len, ==, 2); /* of dp [0, 1] and [2, 3] */
  g_assert_cmpint (sum (links, "size_bytes"), ==, 4 * 2500000);
  g_assert_cmpint (sum (links, "time_ns"), ==, 4 * 250000);
  g_assert_cmpint (sum (links, "size_bytes"), ==, sum (matrix, "size_bytes"));
}

/* Where both are there and differ, it is told. */
static void
test_differing (void)
{
  static const char told[] = "exporters of 4 ranks report other operator times";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "recording", "--preset=pipeline --pp=2 --dp=2 --steps=1");
  g_autoptr (LscTestOutput) before =
      lsc_test_cli_output (place, EXIT_DELIVERED, "communication", folder, NULL);
  g_autoptr (LscTestOutput) after = NULL;

  g_assert_null (strstr (before->out, "report other operator times"));
  g_assert_cmpuint (
      change (folder, "analysis", "UPDATE CommAnalyzerTime SET elapse_time = elapse_time * 1.5"),
      ==, 4);
  after = lsc_test_cli_output (place, EXIT_DELIVERED, "communication", folder, NULL);
  lsc_test_assert_contains (after->out, told);
}

/* ---- GPU traces ---- */

#define MESSAGE_BYTES                                                                              \
  (1048576 * 2) /* of each collective of the generator: elements of BFloat16                       \
                 */

/* Sizes are of messages: nobody knows what moved over which link, or how fast. */
static void
test_gpu (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "gpu", "--preset=pipeline --pp=2 --dp=2 --kineto --no-db");
  g_autoptr (GPtrArray) groups = list (place, EXIT_DELIVERED, folder, "--groups");
  g_autoptr (GPtrArray) ops = list (place, EXIT_DELIVERED, folder, "--ops");
  g_autoptr (GPtrArray) links = list (place, EXIT_PART, folder, "--links");

  g_assert_cmpuint (ops->len, >, 0);
  for (guint i = 0; i < ops->len; i++)
    {
      JsonObject *row = ops->pdata[i];

      g_assert_cmpint (get_int (row, "size_bytes"), ==, MESSAGE_BYTES * get_int (row, "count"));
      g_assert_cmpstr (json_object_get_string_member (row, "data_type"), ==, "BFP16");
      g_assert_true (json_object_get_null_member (row, "moved_ns"));
      g_assert_true (json_object_get_null_member (row, "bandwidth"));
    }
  g_assert_cmpint (sum (groups, "size_bytes"), ==, sum (ops, "size_bytes"));
  g_assert_cmpuint (links->len, ==, 1); /* that says why there are none */
  g_assert_true (json_object_has_member (links->pdata[0], "not_known"));
}

#define GATHER                                                                                     \
  "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\","                                            \
  "\"name\":\"ncclDevKernel_AllGather_RING_LL(a)\",\"pid\":0,\"tid\":7,\"ts\":10,\"dur\":5,"       \
  "\"args\":{\"device\":0,\"stream\":7,\"correlation\":2,\"Collective name\":\"_allgather_base\"," \
  "\"In msg nelems\":%s,\"Out msg nelems\":1024,\"Group size\":4,\"dtype\":\"%s\","                \
  "\"Process Group Name\":\"3\",\"Process Group Ranks\":\"[0, 1, 2, 3]\"}}],"                      \
  "\"distributedInfo\":{\"rank\":0,\"world_size\":4}}"

/* The example of communication.md#sizes; what is no size is none. */
static void
test_messages (void)
{
  static const struct
  {
    const char *elements;
    const char *type;
    gint64 bytes;
  } cases[] = { { "256", "BFloat16", 2048 },
                { "4096", "Float", 16384 },
                { "256", "Float8_e5m2", 1024 },
                { "256", "Quaternion", 0 },
                { "9223372036854775807", "Double", 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *path = g_build_filename (place->root, "rank0.json", NULL);
      g_autofree char *text = g_strdup_printf (GATHER, cases[i].elements, cases[i].type);
      g_autoptr (GPtrArray) ops = NULL;

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      ops = list (place, EXIT_DELIVERED, path, "--ops");
      g_assert_cmpuint (ops->len, ==, 1);
      g_assert_cmpint (get_int (ops->pdata[0], "size_bytes"), ==, cases[i].bytes);
      g_assert_cmpstr (json_object_get_string_member (ops->pdata[0], "group"), ==,
                       "3 [0, 1, 2, 3]");
    }
}

/* ---- samples ---- */

static char *
find_sample (const char *name)
{
  const char *samples = g_getenv ("LANESCOPE_SAMPLES");

  if (samples)
    return g_build_filename (samples, name, NULL);
  g_test_skip ("LANESCOPE_SAMPLES is not set");
  return NULL;
}

static void
test_samples (void)
{
  static const char *const names[] = { "ascend-db-level0", "ascend-db-level1", "ascend-db-level2" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *folder = find_sample (names[i]);

      if (!folder)
        return;
      check_exposed (place, folder);
      if (i > 0) /* the first level records no sizes */
        check_sizes (place, folder);
    }
}

/* Places in the group [0, 2] are the ranks 0 and 2. */
static void
test_numbers (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = find_sample ("ascend-4rank-pp2dp2");
  g_autoptr (GPtrArray) matrix = NULL;
  gboolean has_pair = FALSE;
  double best = 0;

  if (!folder)
    return;
  matrix = list (place, EXIT_DELIVERED, folder, "--matrix");
  for (guint i = 0; i < matrix->len; i++)
    {
      JsonObject *row = matrix->pdata[i];

      has_pair = has_pair || (get_int (row, "src_rank") == 0 && get_int (row, "dst_rank") == 2);
      g_assert_cmpfloat_with_epsilon (
          json_object_get_double_member (row, "bandwidth"),
          (double) get_int (row, "size_bytes") / (double) get_int (row, "time_ns"), 1e-9);
      best = MAX (best, json_object_get_double_member (row, "bandwidth"));
    }
  g_assert_true (has_pair);
  g_assert_cmpuint (matrix->len, ==, 8);
  g_assert_cmpfloat (best, >, 19);
}

/* What the exporter reports is what its database says. */
static void
check_reported (LscTestPlace *place, const char *folder, const char *which, const char *sql,
                const char *const *keys)
{
  g_autoptr (GPtrArray) lines = list (place, EXIT_DELIVERED, folder, which);
  g_autofree char *path =
      g_build_filename (folder, "rank0_ascend_pt", "ASCEND_PROFILER_OUTPUT", "analysis.db", NULL);
  g_autofree char *expected = lsc_test_sql (path, sql);
  g_autoptr (GString) found = g_string_new (NULL);
  g_auto (GStrv) rows = g_strsplit (expected, "\n", -1);
  guint n = 0;

  for (guint i = 0; i < lines->len; i++)
    if (get_int (lines->pdata[i], "rank_id") == 0)
      {
        g_auto (GStrv) cells = g_strsplit (rows[n], "|", -1);

        for (guint k = 0; keys[k]; k++)
          g_assert_cmpfloat_with_epsilon (json_object_get_double_member (lines->pdata[i], keys[k]),
                                          g_ascii_strtod (cells[k], NULL), 1e-9);
        n++;
      }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, ==, g_strv_length (rows) - 1);
}

static void
test_reported (void)
{
  static const char *const times[] = { "elapsed_time",         "transit_time", "wait_time",
                                       "synchronization_time", "idle_time",    NULL };
  static const char *const bands[] = { "transit_size", "transit_time", "bandwidth", NULL };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = find_sample ("ascend-db-level1");

  if (!folder)
    return;
  check_reported (place, folder, "--reported",
                  "SELECT elapse_time, transit_time, wait_time, synchronization_time, idle_time "
                  "FROM CommAnalyzerTime ORDER BY rowid",
                  times);
  check_reported (place, folder, "--reported-bandwidth",
                  "SELECT transit_size, transit_time, bandwidth FROM CommAnalyzerBandwidth "
                  "ORDER BY rowid",
                  bands);
}

/* ---- tokens of experts ---- */

/* Of each rank the additions of a step become kernels of two experts with 100 tokens each; on rank
 * 0 the first of these gets 300 from step 8 on. */
#define GROUPED                                                                                    \
  "INSERT INTO STRING_IDS (id, value) VALUES (900001, 'GroupedMatmul'), "                          \
  "(900002, '\"100,64;100,64;2,64,256;2\"'), (900003, '\"300,64;100,64;2,64,256;2\"'), "           \
  "(900004, 'N/A');"                                                                               \
  "UPDATE COMPUTE_TASK_INFO SET opType = 900001, inputShapes = 900002 "                            \
  "WHERE opType = (SELECT id FROM STRING_IDS WHERE value = 'Add')"
#define UNEVEN                                                                                     \
  "UPDATE COMPUTE_TASK_INFO SET inputShapes = 900003 WHERE opType = 900001 AND globalTaskId IN "   \
  "(SELECT globalTaskId FROM TASK WHERE startNs >= (SELECT startNs FROM STEP_TIME WHERE id = 8))"
#define NO_SHAPES "UPDATE COMPUTE_TASK_INFO SET inputShapes = 900004 WHERE opType = 900001"
#define A_STEP 8 /* additions */

static double
get_mode_sum (LscTestPlace *place, const char *folder)
{
  g_autofree char *out = g_build_filename (folder, "..", "mode", NULL);
  g_autofree char *db =
      g_build_filename (out, "cluster_analysis_output", "cluster_analysis.db", NULL);
  g_autofree char *sum = NULL;

  lsc_test_cli (place, EXIT_DELIVERED, "-m", "ep_load_balance", "-d", folder, "-o", out, NULL);
  sum = lsc_test_sql (db, "SELECT sum(inputShapesSummary) FROM EPTokensSummary");
  return g_ascii_strtod (sum, NULL);
}

static void
check_experts (GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      JsonObject *row = rows->pdata[i];
      gboolean is_uneven = get_int (row, "step") > 7, is_busy = is_uneven && i % 2 == 0;
      double mean = is_uneven ? 300 : 200;
      gint64 tokens = is_busy ? 400 : 200;

      g_assert_cmpint (get_int (row, "rank"), ==, i % 2);
      g_assert_cmpint (get_int (row, "step"), ==, 7 + i / 2);
      g_assert_cmpint (get_int (row, "kernels"), ==, A_STEP);
      g_assert_cmpint (get_int (row, "unread"), ==, 0);
      g_assert_cmpint (get_int (row, "tokens"), ==, tokens * A_STEP);
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (row, "of_mean"),
                                      (double) tokens / mean, 1e-9);
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (row, "share"),
                                      (double) tokens / mean / 2, 1e-9);
      g_assert_cmpint (get_int (row, "experts"), ==, 2);
      g_assert_cmpint (get_int (row, "busiest_expert"), ==, 0);
      g_assert_cmpint (get_int (row, "busiest_tokens"), ==, (is_busy ? 300 : 100) * A_STEP);
    }
}

/* Counted by hand, and the same as the mode of the reference tool; a step alone is that of all. */
static void
test_experts (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder =
      lsc_test_record (place, "experts", "--preset=pipeline --pp=1 --dp=2 --steps=3");
  g_autoptr (GPtrArray) rows = NULL, one = NULL, none = NULL;
  g_autoptr (LscTestOutput) words = NULL, silent = NULL, missing = NULL;

  none = list (place, EXIT_PART, folder, "--experts");
  silent = lsc_test_cli_output (place, EXIT_PART, "communication", folder, "--experts", NULL);
  lsc_test_assert_contains (silent->out, "no kernel of type GroupedMatmul was recorded");
  g_assert_true (json_object_has_member (none->pdata[0], "not_known"));

  g_assert_cmpuint (change (folder, "ascend_pytorch_profiler", GROUPED), ==, 2);
  g_assert_cmpuint (change (folder, "ascend_pytorch_profiler_0", UNEVEN), ==, 1);
  rows = list (place, EXIT_DELIVERED, folder, "--experts");
  g_assert_cmpuint (rows->len, ==, 6);
  check_experts (rows);
  g_assert_cmpfloat_with_epsilon (get_mode_sum (place, folder), (double) sum (rows, "tokens"), 0.5);
  words = lsc_test_cli_output (place, EXIT_DELIVERED, "communication", folder, "--experts", NULL);
  lsc_test_assert_contains (words->out, "Rank 0 takes in most tokens for its experts: 125.0 % of "
                                        "the mean of its expert group, unevenly since step 8.");

  g_assert_cmpuint (change (folder, "ascend_pytorch_profiler_1", NO_SHAPES), ==, 1);
  one = list (place, EXIT_DELIVERED, folder, "--experts");
  g_assert_cmpint (get_int (one->pdata[1], "unread"), ==, A_STEP);
  g_assert_true (json_object_get_null_member (one->pdata[1], "tokens"));
  change (folder, "ascend_pytorch_profiler", NO_SHAPES);
  missing = lsc_test_cli_output (place, EXIT_DELIVERED, "communication", folder, "--experts", NULL);
  lsc_test_assert_contains (missing->out, "GroupedMatmul kernels were recorded without input "
                                          "shapes. Set profiler_level to Level1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/communication/recorded", test_recorded);
  g_test_add_func ("/cli/communication/transfers", test_transfers);
  g_test_add_func ("/cli/communication/tables", test_tables);
  g_test_add_func ("/cli/communication/differing", test_differing);
  g_test_add_func ("/cli/communication/gpu", test_gpu);
  g_test_add_func ("/cli/communication/messages", test_messages);
  g_test_add_func ("/cli/communication/samples", test_samples);
  g_test_add_func ("/cli/communication/numbers", test_numbers);
  g_test_add_func ("/cli/communication/experts", test_experts);
  g_test_add_func ("/cli/communication/reported", test_reported);
  return g_test_run ();
}
