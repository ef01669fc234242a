/* test-module-cases.c - the module table on hand-counted profiles
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-module-rows.h"
#include "base/lsc-error.h"
#include "lsc-test-cases.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"

#define TID 7001

static LscRun *
load_flags (LscTestProfile *profile, LscLoadFlags flags)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = NULL;
  LscCluster *cluster;
  LscRun *run;

  lsc_test_profile_write (profile, dir, 0, &error);
  g_assert_no_error (error);
  project = lsc_discover (dir, NULL, &error);
  g_assert_no_error (error);
  cluster = project->clusters->pdata[0];
  run = lsc_run_load (cluster->sources->pdata[0], flags, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static LscRun *
load (LscTestProfile *profile)
{
  return load_flags (profile, LSC_LOAD_FOR_MODULES);
}

static char *
row_text (const LscTable *table, gsize i)
{
  return lsc_test_case_row (lsc_table_get (table, i, 0).text, lsc_table_get (table, i, 1).text,
                            lsc_table_get (table, i, 2).text, lsc_table_get (table, i, 3).text,
                            (gint64) lsc_table_get (table, i, 4).real,
                            lsc_table_get (table, i, 5).real, lsc_table_get (table, i, 6).integer);
}

static void
assert_rows (LscModuleData *data, const char *const *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) table = lsc_module_statistic_table (data, NULL, NULL, &error);
  gsize n = g_strv_length ((char **) expected);

  g_assert_no_error (error);
  for (gsize i = 0; i < MIN (n, lsc_table_get_n_rows (table)); i++)
    {
      g_autofree char *row = row_text (table, i);

      g_assert_cmpstr (row, ==, expected[i]);
    }
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, n);
}

static void
test_case (gconstpointer user_data)
{
  const LscTestCase *test = user_data;
  g_autoptr (LscTestProfile) profile = test->build ();
  g_autoptr (LscRun) run = load (profile);
  LscModuleOptions options = { .allow_empty = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = NULL;

  options.has_step = test->kind == LSC_TEST_CASE_STEP;
  options.step_id = test->step_id;
  if (test->kind == LSC_TEST_CASE_TRACE)
    options.source = LSC_MODULE_SOURCE_TRACE;
  data = lsc_module_data_new (run, &options, NULL, &error);
  g_assert_no_error (error);
  assert_rows (data, test->rows);
}

static const LscNotice *
find_notice (GPtrArray *list, const char *code)
{
  for (guint i = 0; i < list->len; i++)
    if (strcmp (((const LscNotice *) list->pdata[i])->code, code) == 0)
      return list->pdata[i];
  return NULL;
}

static void
assert_notice (LscModuleData *data, const char *code, gint64 count, const char *text)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (data->notices);
  const LscNotice *notice = find_notice (list, code);
  g_autofree char *shown = notice ? lsc_notice_to_text (notice) : NULL;

  if (!notice)
    g_error ("no notice %s", code);
  g_assert_cmpint (notice->count, ==, count);
  if (!strstr (shown, text))
    g_error ("notice %s does not say \"%s\": %s", code, text, shown);
}

static guint
add_op (LscTestProfile *p, const char *name, gint64 start_ns, gint64 end_ns, gint64 tid)
{
  guint op = lsc_test_profile_op (p, name, start_ns, end_ns, tid);

  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k", start_ns + 9000,
                              start_ns + 9010);
  return op;
}

static LscModuleData *
analyse (LscTestProfile *profile, const LscModuleOptions *options)
{
  g_autoptr (LscRun) run = load (profile);
  g_autoptr (GError) error = NULL;
  LscModuleData *data = lsc_module_data_new (run, options, NULL, &error);

  g_assert_no_error (error);
  return data;
}

static void
assert_fails (LscTestProfile *profile, const LscModuleOptions *options, LscError code,
              const char *const *words)
{
  g_autoptr (LscRun) run = load (profile);
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, options, NULL, &error);

  g_assert_null (data);
  g_assert_error (error, LSC_ERROR, (gint) code);
  for (; *words; words++)
    if (!strstr (error->message, *words))
      g_error ("the message lacks \"%s\": %s", *words, error->message);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
test_no_marks (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  add_op (p, "mm", 10, 20, TID);
  assert_fails (p, NULL, LSC_ERROR_MISSING,
                WORDS ("Can not export mstx range event from rank 0", "no mstx data", "mstx=True"));
}

static void
test_other_domains (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  static const char *const domains[] = { "Layer", NULL };
  LscModuleOptions options = { .domains = domains };
  g_autoptr (LscModuleData) data = NULL;

  for (gint64 i = 0; i < 3; i++)
    lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "Layer", "L", i * 100, i * 100 + 50, TID,
                           4000000001 + i);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "other", "x", 0, 5, TID, 4000000009);
  add_op (p, "mm", 10, 20, TID);
  assert_fails (p, NULL, LSC_ERROR_MISSING, WORDS ("Layer (3), other (1)", "--module-domain"));
  data = analyse (p, &options);
  assert_rows (data, WORDS ("|L|mm|k|10|10|1"));
}

static void
test_marks_only (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_mstx (p, LSC_TEST_MSTX_MARKER, "Module", "M", 5, 5, TID, 4000000001);
  add_op (p, "mm", 10, 20, TID);
  assert_fails (p, NULL, LSC_ERROR_MISSING, WORDS ("marks only", "range_start"));
}

static void
test_event_types (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  LscModuleOptions options = { .event_types = 1u << LSC_MSTX_PUSH_POP | 1u << LSC_MSTX_START_END };
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_mstx (p, LSC_TEST_MSTX_PUSH_POP, "Module", "P", 0, 50, TID, 4000000001);
  add_op (p, "mm", 10, 20, TID);
  data = analyse (p, &options);
  assert_rows (data, WORDS ("|P|mm|k|10|10|1"));
}

static void
test_no_domain_column (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  static const char *const any[] = { "*", NULL };
  LscModuleOptions options = { .domains = any };
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 10, 20, TID);
  lsc_test_profile_drop_column (p, "MSTX_EVENTS", "domainId");
  assert_fails (p, NULL, LSC_ERROR_MISSING, WORDS ("predates mstx domains", "--module-domain '*'"));
  data = analyse (p, &options);
  assert_rows (data, WORDS ("|M|mm|k|10|10|1"));
}

static void
test_no_links (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 10, 20, TID);
  lsc_test_profile_sql (p, "UPDATE TASK SET connectionId = connectionId + 100000");
  assert_fails (p, NULL, LSC_ERROR_MISSING,
                WORDS ("Can not export framework op to kernel mapper from rank 0", "0 %"));
  lsc_test_profile_sql (p, "DELETE FROM CONNECTION_IDS");
  assert_fails (p, NULL, LSC_ERROR_MISSING, WORDS ("no launch links"));
}

static void
test_no_op_inside (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  LscModuleOptions lenient = { .allow_empty = TRUE };
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 110, 120, TID);
  assert_fails (p, NULL, LSC_ERROR_MISSING, WORDS ("Failed to extract event tree data for rank 0"));
  data = analyse (p, &lenient);
  assert_notice (data, "no-op-in-module", -1, "None of the");
  g_assert_cmpuint (data->ops.n, ==, 1);
}

static void
test_unknown_step (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  LscModuleOptions options = { .has_step = TRUE, .step_id = 5 };

  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 10, 20, TID);
  assert_fails (p, &options, LSC_ERROR_USAGE, WORDS ("STEP_TIME"));
  lsc_test_profile_step (p, 3, 0, 50);
  lsc_test_profile_step (p, 4, 50, 100);
  assert_fails (p, &options, LSC_ERROR_USAGE, WORDS ("no step 5", "3, 4"));
}

/* One of four kernels was launched before the first step. */
static void
test_outside_steps (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "M", 0, 400, TID);
  lsc_test_profile_step (p, 3, 100, 200);
  lsc_test_profile_step (p, 4, 200, 300);
  for (gint64 start_ns = 10; start_ns < 300; start_ns += 90)
    add_op (p, "mm", start_ns, start_ns + 10, TID);
  data = analyse (p, NULL);
  assert_notice (data, "device-time-outside-steps", -1, "10 ns of 40 ns of device time");
}

/* An op that reaches 5 ns beyond its module: counted, and inside with a tolerance. */
static void
test_overhang (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  LscModuleOptions slack = { .slack_ns = 5 };
  LscModuleOptions less = { .slack_ns = 4 };
  g_autoptr (LscModuleData) data = NULL, tolerant = NULL, strict = NULL;

  lsc_test_profile_module (p, "M", 100, 200, TID);
  add_op (p, "in", 110, 120, TID);
  add_op (p, "late", 190, 205, TID);
  add_op (p, "early", 95, 105, TID);
  data = analyse (p, NULL);
  assert_rows (data, WORDS ("|M|in|k|10|10|1"));
  assert_notice (data, "ops-stick-out", 2, "5 ns");
  assert_notice (data, "ops-stick-out", 2, "--slack");
  tolerant = analyse (p, &slack);
  assert_rows (tolerant, WORDS ("|M|early|k|10|10|1", "|M|in|k|10|10|1", "|M|late|k|10|10|1"));
  strict = analyse (p, &less);
  assert_rows (strict, WORDS ("|M|in|k|10|10|1"));
}

/* Of four ops that meet the range one reaches far out of it: more than a fifth; of seven, less. */
static void
test_far_overhang (void)
{
  for (int n_inside = 3; n_inside <= 6; n_inside += 3)
    {
      g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
      g_autoptr (LscModuleData) data = NULL;
      g_autoptr (GPtrArray) list = NULL;

      lsc_test_profile_module (p, "M", 100, 9000, TID);
      for (int i = 0; i < n_inside; i++)
        add_op (p, "in", 1000 + 100 * i, 1010 + 100 * i, TID);
      add_op (p, "late", 8000, 20000, TID);
      data = analyse (p, NULL);
      list = lsc_notices_copy_list (data->notices);
      assert_notice (data, "ops-stick-out", 1, "11000 ns");
      g_assert_true (!!find_notice (list, "ops-stick-out")->remedy == (n_inside == 3));
    }
}

static void
test_crossing_notice (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "A", 0, 100, TID);
  lsc_test_profile_module (p, "B", 50, 150, TID);
  lsc_test_profile_module (p, "C", 150, 250, TID);
  add_op (p, "mm", 60, 70, TID);
  data = analyse (p, NULL);
  assert_notice (data, "ranges-cross", 1, "A, B");
}

static void
test_thread_notices (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscTestProfile) q = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL, queue = NULL;

  lsc_test_profile_module (p, "M", 0, 100, 555);
  add_op (p, "mm", 10, 20, TID);
  data = analyse (p, NULL);
  assert_notice (data, "threads-disjoint", -1, "Threads are ignored");
  assert_rows (data, WORDS ("|M|mm|k|10|10|1"));

  lsc_test_profile_module (q, "M", 0, 100, 555);
  lsc_test_profile_op_set_local_id (q, lsc_test_profile_queue (q, "Dequeue@mm", 30, 40, 555), 50);
  add_op (q, "mm", 10, 20, TID);
  queue = analyse (q, NULL);
  assert_notice (queue, "ranges-on-queue-thread", -1, "without stream");
  assert_rows (queue, WORDS ("|M|mm|k|10|10|1"));
}

/* Ids that agree in their lower half only are the same threads. */
static void
test_thread_halves (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  const gint64 there = (G_GINT64_CONSTANT (77) << 32), here = (G_GINT64_CONSTANT (5) << 32);
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "A", 0, 1000, there | 1);
  lsc_test_profile_module (p, "B", 500, 700, there | 2);
  add_op (p, "a", 600, 610, here | 1);
  add_op (p, "b", 650, 660, here | 2);
  data = analyse (p, NULL);
  assert_rows (data, WORDS ("|A|a|k|10|10|1", "A|B|b|k|10|10|1"));
}

static void
test_open_range (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "Outer", 0, 100, TID);
  lsc_test_profile_module (p, "Open", 10, LSC_TEST_ZERO, TID);
  lsc_test_profile_module (p, "Last", 200, LSC_TEST_NULL, TID);
  add_op (p, "a", 20, 30, TID);
  add_op (p, "b", 210, 230, TID);
  data = analyse (p, NULL);
  assert_notice (data, "range-without-end", 2, "range_end");
  assert_rows (data, WORDS ("Outer|Open|a|k|10|10|1", "|Last|b|k|10|10|1"));
  g_assert_true (data->calls.items[1].flags & LSC_CALL_NEVER_ENDED);
  g_assert_cmpint (data->calls.items[1].end_ns, ==, LSC_TEST_T0 + 100);
  g_assert_cmpint (data->calls.items[2].end_ns, ==, LSC_TEST_T0 + 230);
}

static void
test_link_notices (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 10, 20, TID);
  for (gint64 i = 0; i < 3; i++)
    lsc_test_profile_kernel_on (p, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "alone", 20000 + i * 10,
                                20005 + i * 10);
  lsc_test_profile_kernel_on (p, LSC_TEST_NONE, LSC_TEST_KERNEL_COMM, "hcom_send_", 30000, 30005);
  data = analyse (p, NULL);
  assert_notice (data, "few-kernels-linked", 4,
                 "Only 20 % of the kernels have a link to an op: "
                 "compute 25 %, communication 0 %");
  g_assert_cmpuint (data->unlinked.n, ==, 4);
}

static void
test_double_wrap (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 10, 20, TID);
  data = analyse (p, NULL);
  assert_notice (data, "module-wrapped-twice", 1, "wrapped twice");
  assert_rows (data, WORDS ("M|M|mm|k|10|10|1"));
}

/* exports.md#q14: what autograd did between two linked ops of a module is there by time only.
 * Recomputed calls inside a backward one are marked. */
static void
test_backward_flags (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;
  guint f1, f2, b1, b2;
  gsize n_recompute = 0;

  lsc_test_profile_module (p, "A", 0, 100, TID);
  f1 = add_op (p, "f1", 10, 20, TID);
  f2 = add_op (p, "f2", 30, 40, TID);
  b2 = add_op (p, "b2", 1000, 1100, TID + 1);
  add_op (p, "inner", 1010, 1020, TID + 1);
  add_op (p, "between", 1110, 1120, TID + 1);
  b1 = add_op (p, "b1", 1200, 1300, TID + 1);
  lsc_test_profile_module (p, "R", 1210, 1290, TID + 1);
  add_op (p, "again", 1220, 1230, TID + 1);
  lsc_test_profile_link (p, f1, b1);
  lsc_test_profile_link (p, f2, b2);
  data = analyse (p, NULL);
  g_assert_cmpuint (data->n_pairs_inside, ==, 2);
  g_assert_cmpuint (data->n_backward_calls, ==, 1);
  g_assert_nonnull (data->by_time_only);
  for (gsize i = 0; i < data->ops.n; i++)
    {
      const LscOp *op = &data->run->ops.items[data->ops.items[i].op];

      g_assert_cmpint (data->by_time_only[i], ==,
                       strcmp (lsc_run_text (data->run, op->name), "between") == 0);
    }
  for (gsize i = 0; i < data->calls.n; i++)
    n_recompute += (data->calls.items[i].flags & LSC_CALL_RECOMPUTE) != 0;
  g_assert_cmpuint (n_recompute, ==, 1);
}

/* A long backward op goes on while another thread does its own: its inner op is linked. */
static void
test_by_time_threads (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;
  guint f1, f2;

  lsc_test_profile_module (p, "A", 0, 100, TID);
  lsc_test_profile_module (p, "B", 100, 200, TID);
  f1 = add_op (p, "f1", 10, 20, TID);
  f2 = add_op (p, "f2", 110, 120, TID);
  lsc_test_profile_link (p, f1, add_op (p, "b1", 1000, 2000, TID + 1));
  lsc_test_profile_link (p, f2, add_op (p, "b2", 1100, 1200, TID + 2));
  add_op (p, "inner", 1500, 1510, TID + 1);
  data = analyse (p, NULL);
  g_assert_cmpuint (data->n_backward_calls, ==, 2);
  for (gsize i = 0; i < data->ops.n; i++)
    g_assert_false (data->by_time_only[i]);
}

/* In a pipeline backward calls stand between forward ones: each still knows the call it came from.
 */
static void
test_interleaved (void)
{
  static const char *const names[] = { "A", "A", "B", "B", "C", "C" };
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;

  for (guint i = 0; i < 3; i++)
    {
      gint64 at_ns = i * 1000;
      guint forward;

      lsc_test_profile_module (p, names[2 * i], at_ns, at_ns + 100, TID);
      forward = add_op (p, "f", at_ns + 10, at_ns + 20, TID);
      lsc_test_profile_link (p, forward, add_op (p, "b", at_ns + 300, at_ns + 400, TID + 1));
      add_op (p, "inner", at_ns + 310, at_ns + 320, TID + 1);
    }
  data = analyse (p, NULL);
  g_assert_cmpuint (data->calls.n, ==, G_N_ELEMENTS (names));
  for (guint32 i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const LscCall *call = &data->calls.items[i];

      g_assert_cmpstr (lsc_module_data_text (data, call->name), ==, names[i]);
      g_assert_cmpint (call->kind, ==, i % 2 ? LSC_CALL_BACKWARD : LSC_CALL_FORWARD);
      g_assert_cmpuint (call->forward, ==, i % 2 ? i - 1 : LSC_INDEX_NONE);
    }
  for (gsize i = 0; i < data->ops.n; i++)
    g_assert_false (data->by_time_only[i]);
}

/* Sums that leave 64 bits are an error, not a wrong number. */
static void
test_overflow (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) table = NULL;
  guint op = lsc_test_profile_op (p, "mm", 10, 20, TID);

  lsc_test_profile_module (p, "M", 0, 100, TID);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k1", 100, 110);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k2", 100, 110);
  run = load (p);
  for (gsize i = 0; i < run->kernels.n; i++)
    {
      run->kernels.items[i].start_ns = 1;
      run->kernels.items[i].end_ns = G_MAXINT64;
    }
  data = lsc_module_data_new (run, NULL, NULL, &error);
  g_assert_no_error (error);
  table = lsc_module_statistic_table (data, NULL, NULL, &error);
  g_assert_null (table);
  g_assert_error (error, LSC_ERROR, LSC_ERROR_LIMIT);
}

static void
test_cancel (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  lsc_test_profile_module (p, "M", 0, 100, TID);
  add_op (p, "mm", 10, 20, TID);
  run = load (p);
  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_module_data_new (run, NULL, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

/* One long op over many nested ranges that all end before it, again and again: the search for its
 * container must not walk the stack. */
static void
test_deep_stacks (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autoptr (LscModuleData) data = NULL;
  const gint64 n = 2000;
  LscModuleOptions lenient = { .allow_empty = TRUE };

  for (gint64 i = 0; i < n; i++)
    lsc_test_profile_module (p, "M", i, 100000 - i, TID);
  for (gint64 i = 0; i < n; i++)
    add_op (p, "long", n + i, 200000, TID);
  add_op (p, "fits", 50000, 50001, TID);
  data = analyse (p, &lenient);
  g_assert_cmpuint (data->calls.items[n - 1].depth, ==, n - 1);
  g_assert_cmpuint (data->ops.items[n].call, ==, n - 1);
  g_assert_cmpuint (data->ops.items[0].call, ==, LSC_INDEX_NONE);
}

/* Every op linked to every kernel: an error in time, not a join without end. */
static void
test_endless_join (void)
{
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100000, TID);
  for (gint64 i = 0; i < 9000; i++)
    {
      guint op = lsc_test_profile_op (p, "x", i, i + 1, TID);
      guint kernel = lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k", i, i + 1);

      lsc_test_profile_kernel_set_connection (p, kernel, 7);
      lsc_test_profile_op_set_local_id (p, op, i);
      lsc_test_profile_connection (p, i, 7);
    }
  assert_fails (p, NULL, LSC_ERROR_LIMIT, WORDS ("CONNECTION_IDS", "damaged"));
}

static void
add_notice_tests (void)
{
  g_test_add_func ("/module/missing/no-marks", test_no_marks);
  g_test_add_func ("/module/missing/other-domains", test_other_domains);
  g_test_add_func ("/module/missing/marks-only", test_marks_only);
  g_test_add_func ("/module/missing/no-domain-column", test_no_domain_column);
  g_test_add_func ("/module/missing/no-links", test_no_links);
  g_test_add_func ("/module/missing/no-op-inside", test_no_op_inside);
  g_test_add_func ("/module/missing/unknown-step", test_unknown_step);
  g_test_add_func ("/module/outside-steps", test_outside_steps);
  g_test_add_func ("/module/options/event-types", test_event_types);
  g_test_add_func ("/module/notices/overhang", test_overhang);
  g_test_add_func ("/module/notices/far-overhang", test_far_overhang);
  g_test_add_func ("/module/notices/crossing", test_crossing_notice);
  g_test_add_func ("/module/notices/threads", test_thread_notices);
  g_test_add_func ("/module/notices/open-range", test_open_range);
  g_test_add_func ("/module/notices/links", test_link_notices);
  g_test_add_func ("/module/notices/double-wrap", test_double_wrap);
}

int
main (int argc, char *argv[])
{
  const LscTestCase *cases;
  guint n;

  g_test_init (&argc, &argv, NULL);
  cases = lsc_test_cases (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/module/cases/", cases[i].id, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  add_notice_tests ();
  g_test_add_func ("/module/thread-halves", test_thread_halves);
  g_test_add_func ("/module/backward-flags", test_backward_flags);
  g_test_add_func ("/module/by-time-threads", test_by_time_threads);
  g_test_add_func ("/module/interleaved", test_interleaved);
  g_test_add_func ("/module/overflow", test_overflow);
  g_test_add_func ("/module/cancel", test_cancel);
  g_test_add_func ("/module/endless-join", test_endless_join);
  g_test_add_func ("/module/deep-stacks", test_deep_stacks);
  return g_test_run ();
}
