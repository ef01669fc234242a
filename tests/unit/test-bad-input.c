/* test-bad-input.c - one test for each row of the bad input table of the module statistic
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-module-rows.h"
#include "analyze/module/lsc-tree.h"
#include "base/lsc-error.h"
#include "lsc-test-cases.h"
#include "read-helper.h"

/* Every case is the same small recording with one defect: M [0,100] with the op a and N [200,300]
 * with the op b, a kernel each. What the defect does not touch must be delivered. Rows about files
 * and ranks are in test-bad-files.c, those about FLOPs in test-bad-flops.c. */

#define TID (G_GINT64_CONSTANT (77) << 32 | 1)
#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define ROW_A "|M|a|ka|10|10|1"
#define ROW_B "|N|b|kb|20|20|1"
#define BOTH LIST (ROW_A, ROW_B)
#define ONLY_A LIST (ROW_A)
#define ONLY_B LIST (ROW_B)

typedef struct
{
  const char *name;                  /* of the row in formats.md#bad-rows */
  void (*spoil) (LscTestProfile *p); /* (nullable) */
  const char *sql;                   /* (nullable): more of the defect */
  const char *const *rows;           /* %NULL: the rank stops */
  const char *const *notices;        /* "code|table|count", table "-" = none; each exactly once */
  const char *const *words;          /* (nullable): of the error or of the first notice */
  const char *const *domains;        /* (nullable): --module-domain */
} BadCase;

static guint
add_op (LscTestProfile *p, const char *name, gint64 start_ns, gint64 end_ns, const char *kernel,
        int n)
{
  guint op = lsc_test_profile_op (p, name, start_ns, end_ns, TID);

  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, kernel, 5000 + start_ns,
                              5000 + start_ns + n);
  return op;
}

/* Rows: PYTORCH_API 1 a, 2 b; MSTX_EVENTS 1 M, 2 N; globalTaskId of ka is 1, of kb 2. */
static LscTestProfile *
build (const BadCase *bad)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100, TID);
  lsc_test_profile_module (p, "N", 200, 300, TID);
  add_op (p, "a", 10, 20, "ka", 10);
  add_op (p, "b", 210, 220, "kb", 20);
  if (bad->spoil)
    bad->spoil (p);
  if (bad->sql)
    lsc_test_profile_sql (p, bad->sql);
  return p;
}

/* ---- what cannot be said in SQL ---- */

static void
add_trace_calls (LscTestProfile *p)
{
  lsc_test_profile_trace_range (p, "nn.Module: M_0", 0, 100, TID);
  lsc_test_profile_trace_range (p, "nn.Module: N_1", 200, 300, TID);
}

static void
add_bad_starts (LscTestProfile *p)
{
  static const char *const starts[] = { "", "oops", "12a", "-5", "9223372036854775808" };

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    lsc_test_profile_op_set_start_text (p, add_op (p, "bad", 12, 18, "kx", 1), starts[i]);
}

static void
add_fraction (LscTestProfile *p)
{
  guint op = add_op (p, "c", 30, 40, "kc", 3);

  lsc_test_profile_op_set_start_text (p, op, "1736414119000000030.99");
}

static void
add_backwards (LscTestProfile *p)
{
  add_op (p, "bad", 40, 30, "kx", 1);
  lsc_test_profile_module (p, "Bad", 90, 5, TID);
  lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_COMPUTE, "kx", 6000, 5999);
  lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_COMM, "hcom_send_", 6000, 5999);
  lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_SCHEDULE, "kxAicpuKernel", 6000, 5999);
}

static void
add_other_kernel (LscTestProfile *p)
{
  lsc_test_profile_module (p, "M", 400, 500, TID);
  add_op (p, "a", 410, 420, "kc", 3);
}

static void
add_open_ranges (LscTestProfile *p)
{
  lsc_test_profile_module (p, "Zero", 50, LSC_TEST_ZERO, TID);
  lsc_test_profile_module (p, "Null", 400, LSC_TEST_NULL, TID);
  add_op (p, "z", 60, 70, "kz", 1);
  add_op (p, "n", 410, 420, "kn", 2);
}

static void
add_endless_kernels (LscTestProfile *p)
{
  lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_COMPUTE, "kx", 6000, LSC_TEST_ZERO);
  lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_COMPUTE, "kx", 6000, LSC_TEST_NULL);
  lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_COMM, "hcom_send_", 6000, LSC_TEST_NULL);
}

static void
add_unlinked (LscTestProfile *p)
{
  for (gint64 i = 0; i < 3; i++)
    lsc_test_profile_kernel_on (p, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "alone", 9000 + i,
                                9001 + i);
}

static void
add_shared_id (LscTestProfile *p)
{
  lsc_test_profile_op_set_local_id (p, 0, 0);
  lsc_test_profile_op_set_local_id (p, 1, 1);
  lsc_test_profile_connection (p, 1, LSC_TEST_FIRST_LAUNCH_ID);
}

static void
add_dangling_names (LscTestProfile *p)
{
  lsc_test_profile_module (p, LSC_TEST_DANGLING (70001), 400, 500, TID);
  add_op (p, LSC_TEST_DANGLING (70002), 410, 420, LSC_TEST_DANGLING (70003), 1);
}

static void
add_untyped_comm (LscTestProfile *p)
{
  LscTestCommOp comm = { .op = lsc_test_profile_op (p, "send", 30, 40, TID),
                         .op_name = "hcom_send__849_0_1",
                         .op_type = LSC_TEST_DANGLING (999),
                         .group = "g",
                         .start_ns = 6000,
                         .end_ns = 6005 };

  lsc_test_profile_comm_op (p, &comm, NULL, 0);
}

static void
add_crossing (LscTestProfile *p)
{
  lsc_test_profile_module (p, "C", 90, 150, TID);
  add_op (p, "c", 92, 98, "kc", 3);
}

static void
add_overhang (LscTestProfile *p)
{
  add_op (p, "c", 95, 105, "kc", 3);
}

static void
add_none_ids (LscTestProfile *p)
{
  guint kernel = lsc_test_profile_kernel_on (p, 0, LSC_TEST_KERNEL_COMPUTE, "kx", 6000, 6001);

  lsc_test_profile_op_set_local_id (p, 0, 0);
  lsc_test_profile_kernel_set_connection (p, kernel, 4294967295);
}

#define NO_MSTX "DROP TABLE MSTX_EVENTS"
#define OTHER_DOMAIN                                                                               \
  "INSERT INTO STRING_IDS VALUES (90001, 'Layer'); UPDATE MSTX_EVENTS SET domainId = 90001"
#define FROM_TRACE LIST ("modules-from-trace|PYTORCH_API|2")

static const BadCase cases[] = {
  { "mstx-missing", NULL, NO_MSTX, NULL, LIST ("missing-table|MSTX_EVENTS|-1"),
    LIST ("Can not export mstx range event", "mstx=True"), NULL },
  { "mstx-empty", NULL, "DELETE FROM MSTX_EVENTS", NULL, LIST (NULL),
    LIST ("Can not export mstx range event", "mstx=True"), NULL },
  { "mstx-missing-with-trace", add_trace_calls, NO_MSTX, BOTH, FROM_TRACE, LIST ("nn.Module"),
    NULL },
  { "no-module-domain", NULL, OTHER_DOMAIN, NULL, LIST (NULL),
    LIST ("Layer (2)", "--module-domain"), NULL },
  { "no-module-domain-with-trace", add_trace_calls, OTHER_DOMAIN, BOTH, FROM_TRACE, NULL, NULL },
  { "no-module-domain-named", NULL, OTHER_DOMAIN, BOTH, LIST (NULL), NULL, LIST ("Layer") },
  { "only-markers", NULL, "UPDATE MSTX_EVENTS SET eventType = 0", NULL, LIST (NULL),
    LIST ("marks only", "range_start", "range_end"), NULL },
  { "no-domain-column", NULL, "ALTER TABLE MSTX_EVENTS DROP COLUMN domainId", NULL, LIST (NULL),
    LIST ("predates mstx domains", "--module-domain '*'"), NULL },
  { "no-domain-column-any", NULL, "ALTER TABLE MSTX_EVENTS DROP COLUMN domainId", BOTH, LIST (NULL),
    NULL, LIST ("*") },
  { "no-framework-table", NULL, "DROP TABLE PYTORCH_API", NULL,
    LIST ("missing-table|PYTORCH_API|-1"),
    LIST ("Can not export framework op", "no framework data", "CPU"), NULL },
  { "bad-start", add_bad_starts, NULL, BOTH, LIST ("bad-time|PYTORCH_API|5"),
    LIST ("(rows 3, 4, 5, "), NULL },
  { "start-with-fraction", add_fraction, NULL, LIST (ROW_A, "|M|c|kc|3|3|1", ROW_B),
    LIST ("truncated-time|PYTORCH_API|1"), LIST ("(rows 3)"), NULL },
  { "end-before-start", add_backwards, NULL, BOTH,
    LIST ("negative-duration|PYTORCH_API|1", "negative-duration|MSTX_EVENTS|1",
          "negative-duration|TASK|2", "negative-duration|COMMUNICATION_OP|1"),
    LIST ("(rows 3)"), NULL },
  { "open-range", add_open_ranges, NULL,
    LIST (ROW_A, "M|Zero|z|kz|1|1|1", ROW_B, "|Null|n|kn|2|2|1"),
    LIST ("range-without-end|MSTX_EVENTS|2"), NULL, NULL },
  { "endless-kernel", add_endless_kernels, NULL, BOTH,
    LIST ("no-end|TASK|2", "no-end|COMMUNICATION_OP|1"), NULL, NULL },
  /* The greatest number is "not available" (formats.md#opening), 104 days are no length. */
  { "end-not-available", add_open_ranges,
    "UPDATE MSTX_EVENTS SET endNs = 9223372036854775807 WHERE rowid > 2;"
    "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId) SELECT startNs,"
    " 9223372036854775807, deviceId, connectionId, globalTaskId FROM TASK WHERE globalTaskId = 1",
    LIST (ROW_A, "M|Zero|z|kz|1|1|1", ROW_B, "|Null|n|kn|2|2|1"),
    LIST ("range-without-end|MSTX_EVENTS|2", "no-end|TASK|1"), NULL, NULL },
  { "endless-length", add_other_kernel,
    "UPDATE TASK SET startNs = 1 WHERE globalTaskId = 3;"
    "INSERT INTO MSTX_EVENTS SELECT * FROM MSTX_EVENTS WHERE rowid = 1;"
    "UPDATE MSTX_EVENTS SET startNs = 7 WHERE rowid = 1",
    BOTH, LIST ("bad-time|TASK|1", "bad-time|MSTX_EVENTS|1"), NULL, NULL },
  { "no-links-table", NULL, "DROP TABLE CONNECTION_IDS", NULL,
    LIST ("missing-table|CONNECTION_IDS|-1"), LIST ("no launch links"), NULL },
  { "no-links", NULL, "DELETE FROM CONNECTION_IDS", NULL, LIST (NULL), LIST ("no launch links"),
    NULL },
  { "disjoint-links", NULL, "UPDATE CONNECTION_IDS SET connectionId = connectionId + 777777", NULL,
    LIST (NULL), LIST ("0 %", "graph mode", "before profiling started"), NULL },
  { "few-links", add_unlinked, NULL, BOTH, LIST ("few-kernels-linked|CONNECTION_IDS|3"),
    LIST ("40 %", "AI_CORE"), NULL },
  { "shared-id", add_shared_id, NULL, LIST (ROW_A, "N|[Backward]M|b|ka, kb|30|30|1"),
    LIST ("kernel-of-several-ops|CONNECTION_IDS|1"), NULL, NULL },
  { "unknown-name", add_dangling_names, NULL,
    LIST (ROW_A, ROW_B, "|<string 70001>|<string 70002>|<string 70003>|1|1|1"),
    LIST ("unknown-string|MSTX_EVENTS|1", "unknown-string|PYTORCH_API|1",
          "unknown-string|COMPUTE_TASK_INFO|1"),
    NULL, NULL },
  /* A unique key would refuse the defect. */
  { "duplicate-string", NULL,
    "ALTER TABLE STRING_IDS RENAME TO S; CREATE TABLE STRING_IDS (id INTEGER, value TEXT);"
    "INSERT INTO STRING_IDS SELECT * FROM S;"
    "INSERT INTO STRING_IDS SELECT id, 'second' FROM S; DROP TABLE S;"
    "DELETE FROM STRING_IDS WHERE value = 'second' AND id NOT IN"
    " (SELECT id FROM STRING_IDS WHERE value IN ('ka', 'a', 'M'))",
    BOTH, LIST ("duplicate-string|STRING_IDS|3"), NULL, NULL },
  { "not-utf8", add_other_kernel,
    "UPDATE STRING_IDS SET value = CAST (x'6bff' AS TEXT) WHERE value = 'ka';"
    "UPDATE STRING_IDS SET value = CAST (x'6bfe' AS TEXT) WHERE value = 'kc'",
    LIST ("|M|a|k\xef\xbf\xbd|10|10|1", ROW_B, "|M|a|k\xef\xbf\xbd|3|3|1"),
    LIST ("not-utf8|STRING_IDS|2"), LIST ("U+FFFD"), NULL },
  { "graph-replay", NULL,
    "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId) SELECT startNs + 5000,"
    " endNs + 5000, deviceId, connectionId, globalTaskId FROM TASK WHERE globalTaskId = 1",
    LIST ("|M|a|ka, ka|20|20|1", ROW_B), LIST ("graph-replay|TASK|1"), NULL, NULL },
  { "kernel-without-task", NULL, "DELETE FROM TASK WHERE globalTaskId = 1", ONLY_B,
    LIST ("kernel-without-task|COMPUTE_TASK_INFO|1"), NULL, NULL },
  { "unknown-comm-type", add_untyped_comm, NULL, LIST (ROW_A, "|M|send|hcom_send|5|5|1", ROW_B),
    LIST ("unknown-op-type|COMMUNICATION_OP|1"), NULL, NULL },
  { "ranges-cross", add_crossing, NULL, LIST (ROW_A, "|C|c|kc|3|3|1", ROW_B),
    LIST ("ranges-cross|MSTX_EVENTS|1"), LIST ("first M, C"), NULL },
  { "op-sticks-out", add_overhang, NULL, BOTH, LIST ("ops-stick-out|MSTX_EVENTS|1"),
    LIST ("5 ns", "--slack"), NULL },
  { "threads-disjoint", NULL, "UPDATE MSTX_EVENTS SET globalTid = globalTid + 500", BOTH,
    LIST ("threads-disjoint|MSTX_EVENTS|-1"), LIST ("Threads are ignored"), NULL },
  { "queue-thread", NULL,
    "UPDATE MSTX_EVENTS SET globalTid = globalTid + 500;"
    "INSERT INTO STRING_IDS VALUES (90002, 'Dequeue@x');"
    "INSERT INTO PYTORCH_API (startNs, endNs, globalTid, connectionId, name, type)"
    " SELECT startNs, endNs, globalTid + 500, 900, 90002, 50002 FROM PYTORCH_API LIMIT 1",
    BOTH, LIST ("ranges-on-queue-thread|MSTX_EVENTS|-1"), LIST ("without stream"), NULL },
  { "none-id", add_none_ids, NULL, BOTH, LIST ("bad-id|CONNECTION_IDS|1"), NULL, NULL },
  /* Beyond the table: what 2 says of tables that may be missing. */
  { "no-task-table", NULL, "DROP TABLE TASK", NULL, LIST ("missing-table|TASK|-1"),
    LIST ("Can not export framework op"), NULL },
  { "no-strings-table", NULL, "DROP TABLE STRING_IDS", NULL, LIST ("missing-table|STRING_IDS|-1"),
    LIST ("Can not export mstx range event"), NULL },
  { "wide-table", NULL, NULL /* made below */, BOTH, LIST (NULL), NULL, NULL },
};

/* A table of as many columns as SQLite allows, ours last. */
static void
widen_task (LscTestProfile *p)
{
  g_autoptr (GString) sql = g_string_new ("ALTER TABLE TASK RENAME TO T; CREATE TABLE TASK (");

  for (int i = 0; i < 1994; i++)
    g_string_append_printf (sql, "c%d INTEGER, ", i);
  g_string_append (sql, "globalTaskId, connectionId, streamId, deviceId, endNs, startNs);"
                        "INSERT INTO TASK (startNs, endNs, deviceId, connectionId, globalTaskId,"
                        " streamId) SELECT startNs, endNs, deviceId, connectionId, globalTaskId,"
                        " streamId FROM T; DROP TABLE T");
  lsc_test_profile_sql (p, sql->str);
}

/* ---- running them ---- */

static GPtrArray *
list_notices (LscRun *run, LscModuleData *data)
{
  GPtrArray *list = lsc_notices_copy_list (run->notices);

  if (data)
    {
      g_autoptr (GPtrArray) more = lsc_notices_copy_list (data->notices);

      g_ptr_array_extend (list, more, (GCopyFunc) (void (*) (void)) lsc_notice_copy, NULL);
    }
  return list;
}

static const LscNotice *
expect_one (GPtrArray *list, const char *wanted)
{
  g_auto (GStrv) parts = g_strsplit (wanted, "|", 3);
  const LscNotice *found = NULL;

  for (guint i = 0; i < list->len; i++)
    {
      const LscNotice *notice = g_ptr_array_index (list, i);

      if (strcmp (notice->code, parts[0]) != 0 ||
          g_strcmp0 (notice->table ? notice->table : "-", parts[1]) != 0)
        continue;
      g_assert_null (found);
      found = notice;
    }
  if (!found)
    g_error ("no notice %s", wanted);
  g_assert_cmpint (found->count, ==, g_ascii_strtoll (parts[2], NULL, 10));
  g_assert_cmpint (found->rank, ==, 0);
  g_assert_nonnull (found->file);
  return found;
}

static void
expect_words (const char *text, const char *const *words)
{
  for (; words && *words; words++)
    if (!strstr (text, *words))
      g_error ("“%s” is not in: %s", *words, text);
}

static void
expect_rows (LscTable *table, const char *const *rows)
{
  g_autoptr (GPtrArray) got = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL, *wanted = g_strjoinv ("\n", (char **) rows);

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    g_ptr_array_add (
        got,
        lsc_test_case_row (lsc_table_get (table, i, 0).text, lsc_table_get (table, i, 1).text,
                           lsc_table_get (table, i, 2).text, lsc_table_get (table, i, 3).text,
                           (gint64) lsc_table_get (table, i, 4).real,
                           lsc_table_get (table, i, 5).real, lsc_table_get (table, i, 6).integer));
  g_ptr_array_add (got, NULL);
  text = g_strjoinv ("\n", (char **) got->pdata);
  g_assert_cmpstr (text, ==, wanted);
}

static void
expect_stop (const BadCase *bad, LscRun *run, LscModuleOptions options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, &options, NULL, &error);
  g_autoptr (LscModuleData) rest = NULL;

  g_assert_null (data);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
  expect_words (error->message, bad->words);
  /* The tree shows what is there all the same. */
  options.allow_empty = TRUE;
  rest = lsc_module_data_new (run, &options, NULL, NULL);
  g_assert_nonnull (rest);
  g_assert_cmpuint (rest->kernels.n + rest->unlinked.n, ==, run->kernels.n);
}

static void
test_case (gconstpointer user_data)
{
  const BadCase *bad = user_data;
  g_autoptr (LscTestProfile) p = build (bad);
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notices = NULL;
  LscModuleOptions options = { .domains = bad->domains };
  LscMfuOptions no_mfu = { .mode = LSC_MFU_OFF };

  if (strcmp (bad->name, "wide-table") == 0)
    widen_task (p);
  run = load (p, LSC_LOAD_FOR_MODULES | LSC_LOAD_SHAPES);
  if (bad->rows)
    {
      data = lsc_module_data_new (run, &options, NULL, &error);
      g_assert_no_error (error);
      table = lsc_module_statistic_table (data, &no_mfu, NULL, &error);
      g_assert_no_error (error);
      expect_rows (table, bad->rows);
    }
  else
    expect_stop (bad, run, options);
  notices = list_notices (run, data);
  for (gsize i = 0; bad->notices[i]; i++)
    {
      const LscNotice *notice = expect_one (notices, bad->notices[i]);
      g_autofree char *text = lsc_notice_to_text (notice);

      if (i == 0 && bad->rows)
        expect_words (text, bad->words);
    }
}

/* Paths of very deep modules must not take memory with the square of the depth, and stay apart. */
static void
test_deep_paths (void)
{
  enum
  {
    N_LEVELS = 300
  };
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autofree char *name = g_strnfill (100, 'x');
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;

  for (gint64 i = 0; i < N_LEVELS; i++)
    {
      lsc_test_profile_module (p, name, 10 * i, 100000 - i, TID);
      add_op (p, "a", 10 * i + 2, 10 * i + 5, "ka", 1);
    }
  run = load (p, LSC_LOAD_FOR_TREE);
  data = lsc_module_data_new (run, NULL, NULL, &error);
  g_assert_no_error (error);
  tree = lsc_tree_new (data, LSC_TREE_BY_OP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 1; i < lsc_tree_get_n_nodes (tree); i++)
    if (lsc_tree_get_kind (tree, i) == LSC_NODE_MODULE)
      {
        g_assert_cmpuint (strlen (lsc_tree_get_name (tree, i)), <, 1500);
        g_hash_table_add (names, (gpointer) lsc_tree_get_name (tree, i));
      }
  g_assert_cmpuint (g_hash_table_size (names), ==, N_LEVELS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/bad/module/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/bad/module/deep-paths", test_deep_paths);
  return g_test_run ();
}
