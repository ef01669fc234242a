/* test-golden-reports-ranks.c - who is who, in small inputs with right answers
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "lsc-test-files.h"

/* Each input is opened by the command line, as users do. */

/** What a command printed, and how it ended. */
typedef struct
{
  char *out;
  char *err;
  int status;
} Answer;

static void
answer_clear (Answer *self)
{
  g_free (self->out);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

static char *
get_program (const char *name)
{
  return g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", name, NULL);
}

static Answer
ask (const char *path, const char *command, const char *option, const char *value)
{
  g_autofree char *program = get_program ("cli/lanescope-cli");
  const char *words[] = { program, command, path, option, value, NULL };
  g_autoptr (GError) error = NULL;
  Answer answer = { NULL, NULL, -1 };

  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, 0, NULL, NULL, &answer.out, &answer.err,
                               &answer.status, &error));
  g_assert_no_error (error);
  answer.status = WEXITSTATUS (answer.status);
  return answer;
}

/* (nullable): of a sample; the test is skipped without it */
static char *
find_input (const char *folder, const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, folder, name, NULL) : NULL;

  if (path && g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  g_test_skip ("the input is not there");
  return NULL;
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

/* The member of the nth line of JSON as text, "null" for null. */
static char *
get_member (const char *text, guint line, const char *key)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (JsonNode) root = NULL;
  JsonNode *node;

  g_assert_cmpuint (line, <, g_strv_length (lines));
  root = json_from_string (lines[line], NULL);
  g_assert_nonnull (root);
  node = json_object_get_member (json_node_get_object (root), key);
  if (!node)
    return g_strdup ("none");
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_dup_string (node)
             : json_to_string (node, FALSE);
}

static void
assert_member (const char *text, guint line, const char *key, const char *expected)
{
  g_autofree char *member = get_member (text, line, key);

  g_assert_cmpstr (member, ==, expected);
}

/* Four recordings that each count from rank 0: all are shown, by where their names differ. */
static void
test_replicas (void)
{
  g_autofree char *path = find_input ("reports", "dp-replicas");
  g_auto (Answer) json = { 0 };
  g_auto (Answer) words = { 0 };

  if (!path)
    return;
  json = ask (path, "overview", "--json", NULL);
  words = ask (path, "overview", NULL, NULL);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("dp%u", i);

      assert_member (json.out, i, "rank", "null");
      assert_member (json.out, i, "name", name);
      assert_member (json.out, i, "compute_ns", i == 2 ? "600000" : "400000");
    }
  assert_lacks (words.err, "recorded again");
  assert_lacks (words.out, "only one rank");
  g_assert_cmpint (words.status, ==, 0);
}

/* Ranks that nobody told are not made up. */
static void
test_hosts (void)
{
  g_autofree char *path = find_input ("reports", "host-no-device-id");
  g_auto (Answer) json = { 0 };

  if (!path)
    return;
  json = ask (path, "overview", "--json", NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("node%u", i);

      assert_member (json.out, i, "rank", "null");
      assert_member (json.out, i, "name", name);
    }
}

/* Prefill and decode of the same ranks are recordings to choose from. */
static void
test_phases (void)
{
  g_autofree char *path = find_input ("reports", "prefix-sessions");
  g_auto (Answer) info = { 0 };
  g_auto (Answer) all = { 0 };
  g_auto (Answer) one = { 0 };

  if (!path)
    return;
  info = ask (path, "info", NULL, NULL);
  assert_has (info.out, "--recording decode");
  assert_has (info.out, "--recording prefill");
  assert_lacks (info.err, "recorded again");
  all = ask (path, "overview", NULL, NULL);
  g_assert_cmpint (all.status, ==, 1);
  assert_has (all.err, "--recording prefill");
  one = ask (path, "overview", "--recording", "prefill");
  g_assert_cmpint (one.status, ==, 0);
  assert_has (one.out, "Step time 1.000 ms");
}

/* Five of six all-reduces are the same; that recordings begin at different steps is told. */
static void
test_offset (void)
{
  g_autofree char *path = find_input ("reports", "iteration-offset");
  g_auto (Answer) waits = { 0 };
  g_auto (Answer) words = { 0 };
  g_auto (Answer) table = { 0 };

  if (!path)
    return;
  waits = ask (path, "waits", "--json", NULL);
  assert_member (waits.out, 0, "wait_ns", "600000");
  assert_member (waits.out, 1, "wait_ns", "900000");
  assert_member (waits.out, 0, "operators", "5");
  words = ask (path, "overview", NULL, NULL);
  assert_has (words.out, "The recordings begin at different steps: rank 0 at step 100, rank 1 at "
                         "step 101. The common steps 101 to 105 are compared.");
  assert_has (words.out, "Rank 1 waits 180.0 µs per step for rank 0");
  assert_has (words.out, "Rank 0 waits 120.0 µs per step for rank 1");
  table = ask (path, "overview", "--json", NULL);
  assert_member (table.out, 0, "steps", "5");
}

/* Each device of one trace has figures of its own: 400 of 1000 us. */
static void
test_devices (void)
{
  g_autofree char *path = find_input ("reports", "two-gpus-shifted");
  g_auto (Answer) json = { 0 };
  g_auto (Answer) words = { 0 };

  if (!path)
    return;
  json = ask (path, "overview", "--json", NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("GPU %u", i);

      assert_member (json.out, i, "name", name);
      assert_member (json.out, i, "step_ns", "1000000");
      assert_member (json.out, i, "compute_ns", "400000");
    }
  words = ask (path, "overview", NULL, NULL);
  assert_lacks (words.out, "ompute-bound");
}

static JsonNode *
read_rank (const char *path, guint rank)
{
  g_autofree char *file = g_strdup_printf ("%s/rank%u.json", path, rank);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  return json_from_string (text, NULL);
}

static void
write_trace (JsonNode *root, const char *folder, const char *name)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);
  g_autofree char *text = json_to_string (root, FALSE);

  g_assert_true (g_file_set_contents (file, text, -1, NULL));
}

static JsonArray *
get_events (JsonNode *root)
{
  return json_object_get_array_member (json_node_get_object (root), "traceEvents");
}

/* Ranks that share one device to be late: none is slow, and what they wait is told once. */
static void
test_in_turn (void)
{
  g_autofree char *path = find_input ("reports", "iteration-offset");
  g_auto (Answer) words = { 0 };

  if (!path)
    return;
  words = ask (path, "overview", NULL, NULL);
  assert_has (words.out, "Rank 1 waits 180.0 µs per step for rank 0");
  assert_has (words.out, "Rank 0 waits 120.0 µs per step for rank 1");
  assert_has (words.out, "No rank is slow.");
  assert_lacks (words.out, "the waits of all other ranks");
}

/* Traces of two ranks in one file, whose launches have the same numbers: as of two files. */
static void
test_joined (void)
{
  g_autofree char *path = find_input ("reports", "iteration-offset");
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (JsonNode) first = path ? read_rank (path, 0) : NULL;
  g_autoptr (JsonNode) second = path ? read_rank (path, 1) : NULL;
  g_auto (Answer) json = { 0 };
  g_auto (Answer) apart = { 0 };

  if (!path)
    return;
  for (guint i = 0; i < json_array_get_length (get_events (second)); i++)
    json_array_add_element (get_events (first), json_array_dup_element (get_events (second), i));
  json_object_remove_member (json_node_get_object (first), "distributedInfo");
  write_trace (first, dir, "joined.json");
  json = ask (dir, "overview", "--json", NULL);
  apart = ask (path, "overview", "--json", NULL);
  for (guint i = 0; i < 2; i++)
    {
      static const char *const keys[] = { "steps",     "step_ns",        "compute_ns",
                                          "waited_ns", "caused_wait_ns", "slow" };
      g_autofree char *name = g_strdup_printf ("GPU %u", i);

      assert_member (json.out, i, "name", name);
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          g_autofree char *expected = get_member (apart.out, i, keys[k]);

          assert_member (json.out, i, keys[k], expected);
        }
    }
}

/* Without steps, on clocks that are far apart, only numbers tell which collectives are the same: in
 * a database of our own, too. */
static void
test_numbers_kept (void)
{
  g_autofree char *path = find_input ("reports", "iteration-offset");
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *root = g_build_filename (dir, "run", NULL);
  g_autofree char *file = g_build_filename (dir, "own.db", NULL);
  g_autofree char *out = g_strconcat ("--out=", file, NULL);
  g_auto (Answer) written = { 0 };
  g_auto (Answer) before = { 0 };
  g_auto (Answer) after = { 0 };

  if (!path)
    return;
  g_assert_cmpint (g_mkdir (root, 0700), ==, 0);
  for (guint rank = 0; rank < 2; rank++)
    {
      g_autoptr (JsonNode) node = read_rank (path, rank);
      g_autofree char *name = g_strdup_printf ("rank%u.json", rank);
      JsonArray *events = get_events (node);

      for (guint i = json_array_get_length (events); i-- > 0;)
        {
          JsonObject *event = json_array_get_object_element (events, i);

          if (g_str_has_prefix (json_object_get_string_member (event, "name"), "ProfilerStep"))
            json_array_remove_element (events, i);
          else if (rank == 1 && json_object_has_member (event, "ts"))
            json_object_set_double_member (event, "ts",
                                           json_object_get_double_member (event, "ts") + 7777777);
        }
      write_trace (node, root, name);
    }
  written = ask (root, "convert", "--to=db", out);
  g_assert_cmpint (written.status, ==, 0);
  before = ask (root, "waits", NULL, NULL);
  after = ask (file, "waits", NULL, NULL);
  assert_has (before.out, "900.0 µs");
  g_assert_cmpstr (after.out, ==, before.out);
}

/* GPU traces that tell neither rank nor groups: the advice is for GPU traces. */
static void
test_unknown_groups (void)
{
  static const char text[] =
      "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": "
      "\"gemm\", \"pid\": 0, \"tid\": 7, \"ts\": 1000.0, \"dur\": 500.0, \"args\": {\"stream\": "
      "7}}, {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclDevKernel_AllReduce\", \"pid\": "
      "0, "
      "\"tid\": 8, \"ts\": 1600.0, \"dur\": 300.0, \"args\": {\"stream\": 8}}]}";
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_auto (Answer) words = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *file = g_strdup_printf ("%s/%s.json", root, i == 0 ? "alpha" : "beta");

      g_assert_true (g_file_set_contents (file, text, -1, NULL));
    }
  words = ask (root, "overview", NULL, NULL);
  assert_has (words.out,
              "initialise torch.distributed before the profiler starts, and put the rank");
  assert_lacks (words.out, "profiler_metadata.json");
}

/* Without steps and numbers, rank 1 an iteration less: by ends that agree; ranks are not compared
 * by what they do in all of it. */
static void
test_unmarked (void)
{
  g_autofree char *path = find_input ("reports", "iteration-offset");
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_auto (Answer) waits = { 0 };
  g_auto (Answer) words = { 0 };

  if (!path)
    return;
  for (guint rank = 0; rank < 2; rank++)
    {
      g_autoptr (JsonNode) root = read_rank (path, rank);
      g_autofree char *name = g_strdup_printf ("rank%u.json", rank);
      JsonArray *events = get_events (root);

      for (guint i = json_array_get_length (events); i-- > 0;)
        {
          JsonObject *event = json_array_get_object_element (events, i);
          JsonNode *args = json_object_get_member (event, "args");

          if (args)
            json_object_remove_member (json_node_get_object (args), "Seq");
          if (g_str_has_prefix (json_object_get_string_member (event, "name"), "ProfilerStep") ||
              (rank == 1 && json_object_get_double_member (event, "ts") >= 107000))
            json_array_remove_element (events, i);
        }
      write_trace (root, dir, name);
    }
  waits = ask (dir, "waits", "--json", NULL);
  assert_member (waits.out, 0, "wait_ns", "600000");
  assert_member (waits.out, 1, "wait_ns", "900000");
  words = ask (dir, "overview", NULL, NULL);
  assert_has (words.out, "Which rank is slow is not known, because the recordings hold different "
                         "iterations");
  assert_lacks (words.out, "Slow computation on rank 0:");
}

/* Rank 6 was not opened, but tasks of the all-reduces name it: of one step, that is likely. */
static void
test_awaited (void)
{
  g_autofree char *path = find_input ("", "ascend-db-level1");
  g_autofree char *other = find_input ("", "ascend-db-level2");
  g_autofree char *text = find_input ("", "ascend-text-level1");
  g_auto (Answer) first = { 0 };
  g_auto (Answer) second = { 0 };
  g_auto (Answer) third = { 0 };
  g_auto (Answer) row = { 0 };

  if (!path || !other || !text)
    return;
  first = ask (path, "overview", NULL, NULL);
  assert_has (first.out, "Communication waits for rank 6, which was not opened, on every opened "
                         "rank");
  assert_has (first.out, "Rank 0 waits 97.64 ms per step for rank 6, which was not opened");
  assert_lacks (first.out, "other ranks");
  assert_lacks (first.out, "Group 38306028"); /* a number for a name, and the only group */
  assert_has (first.out, "Which of the opened ranks is slow is not known, because");
  row = ask (path, "findings", "--json", NULL);
  assert_member (row.out, 0, "certainty", "likely");
  second = ask (other, "findings", NULL, NULL);
  assert_has (second.out, "Communication waits for rank 4, which was not opened, on every opened "
                          "rank");
  assert_has (second.out, "Why rank 4 is late is not known, because it was not opened.");
  assert_lacks (second.out, "the members of the group were not recorded");
  third = ask (text, "findings", NULL, NULL);
  assert_has (third.out, "Communication waits for rank 5, which was not opened");
}

/* ---- results none of which tells its rank ---- */

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* Everything that says the number of the rank goes. */
static void
forget_rank (const char *folder)
{
  g_autofree char *output = g_build_filename (folder, "ASCEND_PROFILER_OUTPUT", NULL);
  g_autofree char *db = g_build_filename (output, "ascend_pytorch_profiler.db", NULL);
  g_autofree char *info = g_build_filename (folder, "profiler_info.json", NULL);
  g_autofree char *metadata = g_build_filename (folder, "profiler_metadata.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GDir) dir = g_dir_open (output, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (output, name, NULL);

      if (g_str_has_prefix (name, "ascend_pytorch_profiler_"))
        g_assert_cmpint (g_rename (path, db), ==, 0);
    }
  for (guint rank = 0; rank < 8; rank++)
    {
      g_autofree char *file = g_strdup_printf ("%s/profiler_info_%u.json", folder, rank);

      g_unlink (file);
    }
  g_assert_true (g_file_set_contents (info, "{\"rank_id\":-1}", -1, NULL));
  if (g_file_get_contents (metadata, &text, NULL, NULL))
    {
      g_autoptr (JsonNode) root = json_from_string (text, NULL);

      json_object_remove_member (json_node_get_object (root), "distributed_args");
      write_trace (root, folder, "profiler_metadata.json");
    }
  run_sql (db, "UPDATE RANK_DEVICE_MAP SET rankId = -1;"
               "DELETE FROM META_DATA WHERE name = 'distributed_args'");
}

static void
make_unranked (const char *root, const char *const *options)
{
  g_autofree char *program = get_program ("synth/lanescope-synth");
  const char *words[16] = { program, "--out", root };
  g_autoptr (GDir) dir = NULL;
  const char *name;

  for (guint i = 0; options[i]; i++)
    words[3 + i] = options[i];
  g_assert_true (g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, NULL, NULL));
  dir = g_dir_open (root, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *folder = g_build_filename (root, name, NULL);

      if (g_str_has_suffix (name, "_ascend_pt"))
        forget_rank (folder);
    }
}

static const char *const slow[] = { "--preset", "small",       "--ranks", "4", "--steps",
                                    "4",        "--straggler", "2:1.5",   NULL };

/* Stages of a pipeline are named, too. */
static void
test_stages (void)
{
  static const char *const options[] = { "--schedule", "1f1b", "--pp", "2", "-M", "4", NULL };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *root = g_build_filename (dir, "run", NULL);
  g_auto (Answer) words = { 0 };
  g_auto (Answer) json = { 0 };

  make_unranked (root, options);
  words = ask (root, "pp", NULL, NULL);
  assert_has (words.out, "group (node-00_52000, node-00_52013)");
  assert_has (words.out, "stage 0, node-00_52000: 8 blocks");
  assert_lacks (words.out, "rank -");
  json = ask (root, "pp", "--json", NULL);
  assert_lacks (json.out, "-46116860");
}

static void
test_unranked (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *root = g_build_filename (dir, "run", NULL);
  g_auto (Answer) json = { 0 };
  g_auto (Answer) words = { 0 };
  g_auto (Answer) findings = { 0 };
  g_auto (Answer) chosen = { 0 };

  make_unranked (root, slow);
  json = ask (root, "overview", "--json", NULL);
  assert_member (json.out, 2, "rank", "null");
  assert_member (json.out, 2, "name", "node-00_52026");
  words = ask (root, "overview", NULL, NULL);
  assert_has (words.out, "node-00_52026 is slow: it computes for");
  assert_has (words.out, "node-00_52039 is slow: it computes for");
  assert_lacks (words.out, "-1");
  findings = ask (root, "findings", "--json", NULL);
  assert_has (findings.out, "\"ranks\":[null,null,");
  assert_has (findings.out, "\"names\":[\"node-00_52000\",\"node-00_52013\",");
  assert_has (findings.out, "\"rank_name\":\"node-00_52");
  assert_lacks (findings.out, "ranks -1");
  chosen = ask (root, "overview", "--rank-list", "node-00_52026");
  g_assert_cmpint (chosen.status, ==, 0);
  assert_lacks (chosen.out, "node-00_52039");
}

/* Tables of msprof of CANN 6: a folder a device, starts in ns. */
static void
test_old_tables (void)
{
  static const char text[] =
      "Device_id,Task ID,Stream ID,Op Name,OP Type,Task Type,Task Start Time,Task Duration(us)\n"
      "0,1,2,MatMul_1,MatMul,AI_CORE,1672574400000000000,100.0\n"
      "0,2,2,Add_1,Add,AI_VECTOR_CORE,1672574400000200000,50.5\n";
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *folder =
      g_build_filename (root, "PROF_000001_20230101120000000_A", "device_0", "summary", NULL);
  g_autofree char *file = g_build_filename (folder, "op_summary_0_1.csv", NULL);
  g_auto (Answer) json = { 0 };
  g_auto (Answer) alone = { 0 };

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  json = ask (root, "overview", "--json", NULL);
  assert_member (json.out, 0, "step_ns", "250500");
  assert_member (json.out, 0, "compute_ns", "150500");
  alone = ask (file, "overview", "--json", NULL);
  assert_member (alone.out, 0, "compute_ns", "150500");
}

/* A process without a device beside ranks, such as a server's front end, is none of them. */
static void
test_front (void)
{
  static const char host[] =
      "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": "
      "\"serve\", \"pid\": 9, \"tid\": 9, \"ts\": 1000.0, \"dur\": 500.0}]}";
  static const char device[] =
      "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": %u}, \"traceEvents\": [{\"ph\": "
      "\"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 1000.0, "
      "\"dur\": 500.0, \"args\": {\"stream\": 7}}]}";
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *front = g_build_filename (root, "api_server.json", NULL);
  g_auto (Answer) json = { 0 };
  g_auto (Answer) notes = { 0 };

  g_assert_true (g_file_set_contents (front, host, -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *file = g_strdup_printf ("%s/rank%u.json", root, i);
      g_autofree char *text = g_strdup_printf (device, i);

      g_assert_true (g_file_set_contents (file, text, -1, NULL));
    }
  json = ask (root, "overview", "--json", NULL);
  g_assert_cmpint (json.status, ==, 0);
  assert_member (json.out, 0, "rank", "0");
  assert_member (json.out, 1, "rank", "1");
  assert_lacks (json.out, "api_server");
  notes = ask (root, "budget", NULL, NULL);
  g_assert_cmpint (notes.status, ==, 0);
  assert_lacks (notes.out, "api_server");
  assert_has (notes.err, "api_server has no device events");
}

/* A program that launches four kernels of 1,150 us in its half of each step of 10 ms. */
static void
write_half (const char *folder, const char *name, guint half)
{
  g_autoptr (GString) text = g_string_new (
      "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": 0}, \"traceEvents\": [");
  g_autofree char *file = g_build_filename (folder, name, NULL);

  for (guint i = 0; i < 24; i++)
    {
      guint step_us = 1000000 + i / 4 * 10000, begin_us = step_us + half * 5000 + i % 4 * 1200;

      if (i % 4 == 0)
        g_string_append_printf (text,
                                "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": "
                                "\"ProfilerStep#%u\", \"pid\": %u, \"tid\": 1, \"ts\": %u.0, "
                                "\"dur\": 10000}, ",
                                i / 4, 100 + half, step_us);
      g_string_append_printf (
          text,
          "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": %u, "
          "\"tid\": 1, \"ts\": %u.0, \"dur\": 10, \"args\": {\"correlation\": %u}}, {\"ph\": "
          "\"X\", "
          "\"cat\": \"kernel\", \"name\": \"gemm\", \"pid\": 0, \"tid\": 7, \"ts\": %u.0, \"dur\": "
          "1150, \"args\": {\"device\": 0, \"stream\": 7, \"correlation\": %u}}%s",
          100 + half, begin_us, i + 1, begin_us + 20, i + 1, i < 23 ? ", " : "]}");
    }
  g_assert_true (g_file_set_contents (file, text->str, -1, NULL));
}

/* A trainer and a server share one device: what one idles while the other computes is nobody's
 * loss. */
static void
test_turns (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autofree char *other = g_build_filename (root, "other", NULL);
  g_auto (Answer) words = { 0 };
  g_auto (Answer) beside = { 0 };

  write_half (root, "trainer_rank0.json", 0);
  write_half (root, "server_rank0.json", 1);
  words = ask (root, "overview", NULL, NULL);
  assert_has (words.out, "server and trainer probably share one device");
  assert_lacks (words.out, "5.230 ms shorter");
  /* two devices work at the same time */
  g_assert_cmpint (g_mkdir (other, 0700), ==, 0);
  write_half (other, "trainer_rank0.json", 0);
  write_half (other, "server_rank0.json", 0);
  beside = ask (other, "overview", NULL, NULL);
  assert_lacks (beside.out, "share one device");
}

/* A database of our own keeps the names. */
static void
test_convert (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *root = g_build_filename (dir, "run", NULL);
  g_autofree char *file = g_build_filename (dir, "own.db", NULL);
  g_autofree char *out = g_strconcat ("--out=", file, NULL);
  g_auto (Answer) written = { 0 };
  g_auto (Answer) json = { 0 };

  make_unranked (root, slow);
  written = ask (root, "convert", "--to=db", out);
  g_assert_cmpint (written.status, ==, 0);
  json = ask (file, "overview", "--json", NULL);
  assert_member (json.out, 2, "rank", "null");
  assert_member (json.out, 2, "name", "node-00_52026");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reports/ranks/replicas", test_replicas);
  g_test_add_func ("/reports/ranks/hosts", test_hosts);
  g_test_add_func ("/reports/ranks/phases", test_phases);
  g_test_add_func ("/reports/ranks/offset", test_offset);
  g_test_add_func ("/reports/ranks/devices", test_devices);
  g_test_add_func ("/reports/ranks/in-turn", test_in_turn);
  g_test_add_func ("/reports/ranks/joined", test_joined);
  g_test_add_func ("/reports/ranks/numbers-kept", test_numbers_kept);
  g_test_add_func ("/reports/ranks/unknown-groups", test_unknown_groups);
  g_test_add_func ("/reports/ranks/unmarked", test_unmarked);
  g_test_add_func ("/reports/ranks/awaited", test_awaited);
  g_test_add_func ("/reports/ranks/unranked", test_unranked);
  g_test_add_func ("/reports/ranks/stages", test_stages);
  g_test_add_func ("/reports/ranks/convert", test_convert);
  g_test_add_func ("/reports/ranks/old-tables", test_old_tables);
  g_test_add_func ("/reports/ranks/front", test_front);
  g_test_add_func ("/reports/ranks/turns", test_turns);
  return g_test_run ();
}
