/* test-cli-input.c - bad input: what is wrong is told, the rest is delivered, nothing is changed
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lsc-test-cli.h"

#define SPARSE_BYTES ((off_t) 100 << 30)
#define N_ROWS 7 /* of one rank of the module profile */

static LscTestOutput *
run_modules (LscTestPlace *place, int code, const char *option, const char *value)
{
  return lsc_test_cli_output (place, code, "-v", "-m", "module_statistic", "-d", place->data, "-o",
                              "-", "--export_type", "json", option, value, NULL);
}

/* ---- damaged files ---- */

typedef enum
{
  FILE_EMPTY,
  FILE_SHORT,
  FILE_TEXT,
  FILE_HALF,
  FILE_NOISE,
  FILE_ENCRYPTED,
  FILE_FOLDER,
} FileDamage;

static void
damage_file (const char *path, FileDamage kind)
{
  gsize length;
  g_autofree char *bytes = lsc_test_read (path, &length);

  switch (kind)
    {
    case FILE_EMPTY:
      length = 0;
      break;
    case FILE_SHORT:
      length = 50;
      break;
    case FILE_TEXT:
      memset (bytes, 'a', length);
      break;
    case FILE_HALF:
      length /= 2;
      break;
    case FILE_NOISE:
      for (gsize i = 4096; i < length; i++)
        bytes[i] = (char) (i * 2654435761u >> 13);
      break;
    case FILE_ENCRYPTED:
      for (gsize i = 0; i < length; i++)
        bytes[i] ^= (char) (i * 40503u >> 3 | 1);
      break;
    case FILE_FOLDER:
      g_assert_cmpint (g_remove (path), ==, 0);
      g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
      return;
    }
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
test_file (gconstpointer data)
{
  FileDamage kind = (FileDamage) GPOINTER_TO_INT (data);
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 1);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) info = NULL;
  g_autoptr (LscTestOutput) pp = NULL;
  g_autoptr (LscTestOutput) tree = NULL;

  lsc_test_write_modules (place, 3);
  damage_file (db, kind);
  if (kind == FILE_FOLDER)
    {
      /* a folder is no database: there is a result folder without one */
      output = run_modules (place, EXIT_PART, NULL, NULL);
      g_assert_cmpuint (lsc_test_count_rows (output->out, 2), ==, N_ROWS);
      lsc_test_assert_contains (output->err, "[not-read]");
      return;
    }
  output = run_modules (place, EXIT_PART, NULL, NULL);
  g_assert_cmpuint (lsc_test_count_rows (output->out, 0), ==, N_ROWS);
  g_assert_cmpuint (lsc_test_count_rows (output->out, 1), ==, 0);
  g_assert_cmpuint (lsc_test_count_rows (output->out, 2), ==, N_ROWS);
  lsc_test_assert_contains (output->err, db);
  tree = lsc_test_cli_output (place, EXIT_NOTHING, "tree", place->data, "--rank", "1", NULL);
  lsc_test_assert_contains (tree->err, db);
  pp = lsc_test_cli_output (place, EXIT_NOTHING, "pp", place->data, NULL);
  lsc_test_assert_contains (pp->err, db);
  g_assert_true (g_remove (db) == 0);
}

/* A file that breaks where only info does not look is told by the analyses. */
static void
test_all_damaged (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *result = g_build_filename (place->data, "cluster_analysis_output", NULL);

  lsc_test_write_modules (place, 1);
  damage_file (db, FILE_TEXT);
  output = lsc_test_cli_output (place, EXIT_NOTHING, "-d", place->data, NULL);
  lsc_test_assert_contains (output->err, db);
  lsc_test_assert_contains (output->err, "Nothing could be delivered");
  g_assert_false (g_file_test (result, G_FILE_TEST_EXISTS));
}

/* ---- what is no database at all ---- */

static void
assert_not_read (LscTestPlace *place, const char *sentence)
{
  g_autoptr (LscTestOutput) batch =
      lsc_test_cli_output (place, EXIT_NOTHING, "-d", place->data, NULL);
  g_autoptr (LscTestOutput) tree =
      lsc_test_cli_output (place, EXIT_NOTHING, "tree", place->data, NULL);
  g_autoptr (LscTestOutput) pp = lsc_test_cli_output (place, EXIT_NOTHING, "pp", place->data, NULL);
  g_autoptr (LscTestOutput) info =
      lsc_test_cli_output (place, EXIT_NOTHING, "info", place->data, NULL);

  lsc_test_assert_contains (batch->err, sentence);
  lsc_test_assert_contains (tree->err, sentence);
  lsc_test_assert_contains (pp->err, sentence);
  lsc_test_assert_contains (info->err, sentence);
}

static void
put_file (LscTestPlace *place, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (place->data, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_nothing (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *missing = g_build_filename (place->root, "missing", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  put_file (place, "notes.txt", "hello");
  assert_not_read (place, "ascend_pytorch_profiler");
  output = lsc_test_cli_output (place, EXIT_WRONG_USAGE, "-d", missing, NULL);
  lsc_test_assert_contains (output->err, missing);
}

static void
test_unread_results (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  put_file (place, "a_1_20250109110000000_ascend_pt/PROF_000001_1_A/device_0/data.bin", "x");
  assert_not_read (place, "not read by this version; parse it first");
}

/* One rank that was never parsed among others with databases is a rank that failed, a stray trace
 * is not. */
static void
test_unread_among (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) stray = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 2);
  put_file (place, "trace.json", "{\"schemaVersion\": 1, \"traceEvents\": []}");
  stray = run_modules (place, EXIT_DELIVERED, NULL, NULL);
  put_file (place, "a_1_20250109110000000_ascend_pt/PROF_000001_1_A/device_0/data.bin", "x");
  output = run_modules (place, EXIT_PART, NULL, NULL);
  g_assert_cmpstr (output->out, ==, stray->out);
  lsc_test_assert_contains (output->err, "not read by this version; parse it first");
  lsc_test_cli (place, EXIT_PART, "info", place->data, NULL);
}

/* What is no database but read all the same. */
static void
assert_read (LscTestPlace *place)
{
  g_autoptr (LscTestOutput) info =
      lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, NULL);
  g_autoptr (LscTestOutput) tree =
      lsc_test_cli_output (place, EXIT_DELIVERED, "tree", place->data, NULL);

  lsc_test_assert_lacks (info->err, "not read by this version");
  lsc_test_assert_lacks (tree->err, "not read by this version");
}

static void
test_kineto (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  put_file (place, "rank0.json",
            "{\"schemaVersion\": 1, \"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", "
            "\"name\": \"aten::add\", \"pid\": 1, \"tid\": 1, \"ts\": 5, \"dur\": 2}]}");
  assert_read (place);
}

static void
test_msprof (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "msprof_20250109110000.db", NULL);

  put_file (place, "msprof_20250109110000.db", "");
  lsc_test_sql_run (path,
                    "CREATE TABLE STRING_IDS (id, value); CREATE TABLE TASK (startNs, endNs)");
  assert_read (place);
}

/* ---- chip and FLOPs ---- */

static const LscTestKernelInfo matmul = { .op_type = "MatMulV3",
                                          .task_type = "AI_CORE",
                                          .input_types = "DT_BF16;DT_BF16",
                                          .input_shapes = "4096,4096;4096,4096",
                                          .output_types = "DT_BF16",
                                          .output_shapes = "4096,4096",
                                          .block_dim = 20 };

static LscTestProfile *
flops_profile (const char *flops_text, gint64 duration_ns, const char *frequency)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint op, kernel;

  lsc_test_profile_module (p, "M", 0, 1000, 1);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "mfu_flops", flops_text, 5, 100, 1, 0);
  op = lsc_test_profile_op (p, "mm", 10, 20, 1);
  kernel = lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "MatMul", 5000,
                                       5000 + duration_ns);
  lsc_test_profile_kernel_set_info (p, kernel, &matmul);
  if (frequency)
    lsc_test_profile_set_chip (p, 20, frequency);
  return p;
}

typedef struct
{
  const char *name;
  const char *flops_text;
  gint64 duration_ns;
  const char *frequency; /* (nullable) */
  const char *sql;       /* (nullable) */
  const char *code;      /* (nullable) */
  const char *mfu;       /* (nullable): text of the column, NULL = no column */
} Flops;

static const Flops flops_cases[] = {
  { "good", "137438953472-matmul", 800000, "1800", NULL, NULL, "58.25%" },
  { "not-digits", "many-matmul", 800000, "1800", NULL, "mfu-bad-range", "58.25%" },
  { "too-many", "99999999999999999999-matmul", 800000, "1800", NULL, "mfu-bad-range", "58.25%" },
  { "above-peak", "137438953472-matmul", 8000, "1800", NULL, "mfu-above-peak", "5825.42%" },
  { "bad-frequency", "137438953472-matmul", 800000, "fast", NULL, "mfu-no-peak", NULL },
  { "no-shapes", "many-matmul", 800000, "1800",
    "UPDATE STRING_IDS SET value = 'N/A' WHERE value LIKE '%4096%'", "mfu-no-shapes", NULL },
};

static void
test_flops (gconstpointer data)
{
  const Flops *self = data;
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p =
      flops_profile (self->flops_text, self->duration_ns, self->frequency);
  g_autofree char *db = lsc_test_write_rank (p, place->data, 0);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *code = g_strdup_printf ("[%s]", self->code);

  if (self->sql)
    lsc_test_sql_run (db, self->sql);
  output = run_modules (place, EXIT_DELIVERED, "--mfu", "auto");
  rows = lsc_test_json_lines (output->out);
  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpstr (json_object_get_string_member_with_default (rows->pdata[0], "avgMFU", NULL), ==,
                   self->mfu);
  if (self->code)
    lsc_test_assert_contains (output->err, code);
}

static void
test_attention_mark (void)
{
  static const LscTestKernelInfo attention = { .op_type = "FlashAttentionScore",
                                               .task_type = "MIX_AIC",
                                               .input_types = "DT_BF16;DT_BF16;DT_BF16",
                                               .input_shapes = "1,2,64,8;1,2,64,8;1,2,64,8",
                                               .output_types = "DT_BF16",
                                               .output_shapes = "1,2,64,8",
                                               .block_dim = 20 };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = flops_profile ("137438953472-matmul", 800000, "1800");
  g_autoptr (LscTestOutput) output = NULL;
  guint op = lsc_test_profile_op (p, "attention", 200, 300, 1);
  guint kernel =
      lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "FlashAttention", 900000, 900100);

  lsc_test_profile_kernel_set_info (p, kernel, &attention);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_MARKER, "flash_attn_args", "{\"input_layout\": ", 150,
                         150, 1, 0);
  g_free (lsc_test_write_rank (p, place->data, 0));
  output = run_modules (place, EXIT_DELIVERED, NULL, NULL);
  g_assert_cmpuint (lsc_test_count_rows (output->out, 0), ==, 2);
  lsc_test_assert_contains (output->err, "[mfu-bad-mark]");
}

/* ---- threads and places ---- */

#define MAIN G_GINT64_CONSTANT (4294967296001)

static void
add_plain_op (LscTestProfile *p, const char *name, gint64 start, gint64 end, gint64 tid)
{
  guint op = lsc_test_profile_op (p, name, start, end, tid);

  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k", 5000 + start, 5005 + start);
}

static void
assert_told (LscTestProfile *p, const char *code, guint n_rows)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *text = g_strdup_printf ("[%s]", code);

  g_free (lsc_test_write_rank (p, place->data, 0));
  output = run_modules (place, EXIT_DELIVERED, NULL, NULL);
  g_assert_cmpuint (lsc_test_count_rows (output->out, 0), ==, n_rows);
  lsc_test_assert_contains (output->err, text);
}

static void
test_ranges_cross (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "Root", 0, 1000, MAIN);
  lsc_test_profile_module (p, "M", 10, 100, MAIN);
  lsc_test_profile_module (p, "C", 90, 150, MAIN);
  add_plain_op (p, "a", 95, 98, MAIN);
  add_plain_op (p, "b", 120, 130, MAIN);
  assert_told (p, "ranges-cross", 2);
}

static void
test_ops_stick_out (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 1000, MAIN);
  add_plain_op (p, "in", 10, 20, MAIN);
  add_plain_op (p, "out", 900, 1100, MAIN);
  assert_told (p, "ops-stick-out", 1);
}

static void
test_slack (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_profile_module (p, "M", 0, 1000, MAIN);
  add_plain_op (p, "out", 900, 1100, MAIN);
  g_free (lsc_test_write_rank (p, place->data, 0));
  output = run_modules (place, EXIT_DELIVERED, "--slack", "100");
  g_assert_cmpuint (lsc_test_count_rows (output->out, 0), ==, 1);
}

static void
test_threads_disjoint (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 1000, MAIN + 77);
  add_plain_op (p, "a", 10, 20, MAIN);
  assert_told (p, "threads-disjoint", 1);
}

static void
test_queue_thread (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 1000, MAIN + 5);
  lsc_test_profile_link (p, lsc_test_profile_queue (p, "Enqueue", 1, 2, MAIN),
                         lsc_test_profile_queue (p, "Dequeue", 3, 900, MAIN + 5));
  add_plain_op (p, "a", 10, 20, MAIN);
  assert_told (p, "ranges-on-queue-thread", 1);
}

static void
test_trace_source (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_trace_range (p, "nn.Module: M", 0, 1000, MAIN);
  add_plain_op (p, "a", 10, 20, MAIN);
  assert_told (p, "modules-from-trace", 1);
}

static void
test_ids (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autofree char *info = NULL;
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) described = NULL;
  g_autoptr (JsonObject) document = NULL;

  lsc_test_write_modules (place, 1);
  lsc_test_sql_run (db,
                    "UPDATE RANK_DEVICE_MAP SET rankId = 5;"
                    "INSERT INTO CONNECTION_IDS SELECT min (id), 4294967295 FROM CONNECTION_IDS;"
                    "UPDATE TASK SET connectionId = 4294967295 WHERE globalTaskId = 1");
  output = run_modules (place, EXIT_DELIVERED, NULL, NULL);
  g_assert_cmpuint (lsc_test_count_rows (output->out, 0), >, 0);
  lsc_test_assert_lacks (output->out, "\"MatMul, Cast\", \"totalKernelDuration(ns)\": 214.0");
  described = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "--json", NULL);
  document = lsc_test_json_object (described->out);
  g_assert_true (lsc_test_has_problem (document, "rank-mismatch", 0));
}

static void
test_bad_metadata (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *dir = lsc_test_rank_dir (place->data, 0);
  g_autofree char *path = g_build_filename (dir, "profiler_metadata.json", NULL);
  g_autoptr (LscTestOutput) described = NULL;
  g_autoptr (JsonObject) document = NULL;

  lsc_test_write_modules (place, 1);
  g_assert_true (g_file_set_contents (path, "{\"distributed_args\": ", -1, NULL));
  described = lsc_test_cli_output (place, EXIT_PART, "info", place->data, "--json", NULL);
  document = lsc_test_json_object (described->out);
  g_assert_true (lsc_test_has_problem (document, "bad-metadata", 0));
}

/* Room that was set aside for a database, or left by a copy that went wrong, holds no rows: nobody
 * makes room for them. Ids of texts are far apart, as the profiler writes them. */
static void
test_sparse_file (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *db = lsc_test_rank_db (place, 0);
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  char *words[] = { "tree", db, NULL };
  g_autoptr (LscTestOutput) output = NULL;
  struct rusage usage;

  lsc_test_write_modules (place, 1);
  lsc_test_sql_run (db, "INSERT INTO STRING_IDS (id, value) VALUES (268435535, 'the last')");
  if (truncate (db, SPARSE_BYTES) != 0)
    {
      g_test_skip ("no such files here");
      return;
    }
  output = lsc_test_spawn (program, words);
  g_assert_cmpint (output->code, ==, EXIT_DELIVERED);
  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  g_assert_cmpint (usage.ru_maxrss, <, 1000 * 1000); /* kB */
}

/* ---- locks and logs ---- */

/* What a program that died in a transaction leaves: some pages changed, their old contents in the
 * journal. The rows are those before the transaction. */
static void
test_hot_journal (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = lsc_test_rank_db (place, 0);
  g_autofree char *journal = g_strconcat (path, "-journal", NULL);
  g_autofree char *kept = g_strconcat (path, ".kept", NULL);
  g_autofree char *kept_journal = g_strconcat (path, ".kept-journal", NULL);
  g_autoptr (LscTestOutput) before = NULL;
  g_autoptr (LscTestOutput) after = NULL;
  sqlite3 *db = NULL;

  lsc_test_write_modules (place, 1);
  before = run_modules (place, EXIT_DELIVERED, NULL, NULL);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "PRAGMA cache_size = 1; BEGIN; UPDATE TASK SET endNs = endNs + 7;"
                                 "DELETE FROM CONNECTION_IDS; UPDATE PYTORCH_API SET endNs = 0;"
                                 "UPDATE STRING_IDS SET value = 'x'",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  lsc_test_copy (path, kept);
  lsc_test_copy (journal, kept_journal);
  sqlite3_close (db);
  g_rename (kept, path);
  g_rename (kept_journal, journal);
  after = run_modules (place, EXIT_DELIVERED, NULL, NULL);
  g_assert_cmpstr (before->out, ==, after->out);
}

/* A result that another program keeps locked is left alone after a wait. */
static void
test_result_locked (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  g_autofree char *path = NULL;
  sqlite3 *db = NULL;

  lsc_test_write_modules (place, 1);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, NULL);
  path = lsc_test_result (place, "cluster_analysis.db");
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), ==, SQLITE_OK);
  output = lsc_test_cli_output (place, EXIT_IO, "-m", "module_statistic", "-d", place->data, "-o",
                                place->out, NULL);
  lsc_test_assert_contains (output->err, path);
  lsc_test_assert_contains (output->err, "locked");
  sqlite3_close (db);
}

static void
test_disk_full (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  static const char *const commands[] = {
    "exec '%s' -m module_statistic -d '%s' -o - --export_type json > /dev/full",
    "exec '%s' tree '%s' > /dev/full",
    "exec '%s' tree '%s' --json > /dev/full",
    "exec '%s' tree '%s' --csv > /dev/full",
    "exec '%s' info '%s' > /dev/full",
    "exec '%s' info '%s' --json > /dev/full",
  };

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  lsc_test_write_modules (place, 1);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_autofree char *line = g_strdup_printf (commands[i], program, place->data);
#pragma GCC diagnostic pop
      char *words[] = { (char *) "-c", line, NULL };
      g_autoptr (LscTestOutput) output = lsc_test_spawn ("/bin/sh", words);

      if (output->code != EXIT_IO)
        g_error ("exit code %d, not %d, of: %s\n%s", output->code, EXIT_IO, line, output->err);
    }
}

int
main (int argc, char **argv)
{
  static const char *const files[] = { "empty", "short",     "text",  "half",
                                       "noise", "encrypted", "folder" };

  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < (int) G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/input/file/%s", files[i]);

      g_test_add_data_func (path, GINT_TO_POINTER (i), test_file);
    }
  for (guint i = 0; i < G_N_ELEMENTS (flops_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/input/flops/%s", flops_cases[i].name);

      g_test_add_data_func (path, &flops_cases[i], test_flops);
    }
  g_test_add_func ("/cli/input/flops/attention-mark", test_attention_mark);
  g_test_add_func ("/cli/input/all-damaged", test_all_damaged);
  g_test_add_func ("/cli/input/nothing", test_nothing);
  g_test_add_func ("/cli/input/text-results", test_unread_results);
  g_test_add_func ("/cli/input/text-among", test_unread_among);
  g_test_add_func ("/cli/input/kineto", test_kineto);
  g_test_add_func ("/cli/input/msprof", test_msprof);
  g_test_add_func ("/cli/input/ranges-cross", test_ranges_cross);
  g_test_add_func ("/cli/input/ops-stick-out", test_ops_stick_out);
  g_test_add_func ("/cli/input/slack", test_slack);
  g_test_add_func ("/cli/input/threads-disjoint", test_threads_disjoint);
  g_test_add_func ("/cli/input/queue-thread", test_queue_thread);
  g_test_add_func ("/cli/input/trace-source", test_trace_source);
  g_test_add_func ("/cli/input/ids", test_ids);
  g_test_add_func ("/cli/input/bad-metadata", test_bad_metadata);
  g_test_add_func ("/cli/input/sparse-file", test_sparse_file);
  g_test_add_func ("/cli/input/hot-journal", test_hot_journal);
  g_test_add_func ("/cli/input/result-locked", test_result_locked);
  g_test_add_func ("/cli/input/disk-full", test_disk_full);
  return g_test_run ();
}
