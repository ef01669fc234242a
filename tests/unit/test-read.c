/* test-read.c - profiler databases to runs
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "read-helper.h"
#include "read/ascend/lsc-ascend-db.h"
#include "read/text/lsc-cell.h"

static void
test_fields (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  LscTestKernelInfo info = { .op_type = "MatMulV2",
                             .task_type = "AI_CORE",
                             .input_types = "DT_BF16;DT_BF16",
                             .input_shapes = "4,8;8,2",
                             .output_types = "DT_BF16",
                             .output_shapes = "4,2",
                             .block_dim = 20 };
  g_autoptr (LscRun) run = NULL;
  guint op, other, kernel;

  lsc_test_profile_module (profile, "Net", 0, 1000, 11);
  op = lsc_test_profile_op (profile, "aten::mm", 10, 20, 11);
  other = lsc_test_profile_op (profile, "MmBackward0", 500, 600, 12);
  lsc_test_profile_op_set_sequence (profile, other, 3, 11);
  lsc_test_profile_op (profile, "aten::view", 30, 40, 11);
  lsc_test_profile_queue (profile, "Enqueue", 12, 13, 11);
  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMM, "hcom_allReduce_", 50, 60);
  kernel = lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "mm_0", 100, 150);
  lsc_test_profile_kernel_set_info (profile, kernel, &info);
  lsc_test_profile_kernel_set_place (profile, kernel, 0, 7);
  lsc_test_profile_kernel_on (profile, other, LSC_TEST_KERNEL_SCHEDULE, "aicpu", 70, 80);
  lsc_test_profile_link (profile, op, other);
  lsc_test_profile_step (profile, 8, 500, 900);
  lsc_test_profile_step (profile, 7, 0, 500);
  lsc_test_profile_metadata (profile, "pp_info", "{\"pp_type\": \"1f1b\"}");
  lsc_test_profile_set_chip (profile, 24, "1800");
  run = load (profile, LSC_LOAD_EVERYTHING);

  g_assert_cmpint (run->rank, ==, 0);
  g_assert_cmpint (run->device, ==, 0);
  g_assert_cmpstr (lsc_run_metadata (run, "pp_info"), ==, "{\"pp_type\": \"1f1b\"}");
  g_assert_cmpfloat (run->ai_core_count, ==, 24);
  g_assert_cmpfloat (run->ai_core_mhz, ==, 1800);
  g_assert_cmpint (run->max_core_count, ==, 20);
  g_assert_cmpuint (run->steps.n, ==, 2);
  g_assert_cmpint (run->steps.items[0].id, ==, 7);
  g_assert_cmpint (run->steps.items[1].start_ns, ==, T (500));

  g_assert_cmpuint (run->ops.n, ==, 4);
  g_assert_cmpstr (lsc_run_text (run, run->ops.items[0].name), ==, "aten::mm");
  g_assert_cmpint (run->ops.items[0].start_ns, ==, T (10));
  g_assert_cmpint (run->ops.items[0].end_ns, ==, T (20));
  g_assert_cmpint (run->ops.items[0].type, ==, LSC_OP_FRAMEWORK);
  g_assert_cmpint (run->ops.items[0].fwd_role, ==, LSC_FWD_FORWARD);
  g_assert_cmpint (run->ops.items[1].fwd_role, ==, LSC_FWD_BACKWARD);
  g_assert_cmpint (run->ops.items[2].local_id, ==, LSC_ID_NONE);
  g_assert_cmpint (run->ops.items[3].type, ==, LSC_OP_QUEUE);
  g_assert_cmpint (run->ops.items[3].fwd_role, ==, LSC_FWD_UNKNOWN);
  g_assert_cmpint (run->ops.items[0].thread, !=, run->ops.items[1].thread);
  g_assert_cmpint (run->threads.items[run->ops.items[0].thread] & 0xffffffff, ==, 11);
  g_assert_cmpint (run->marks.items[0].thread, ==, run->ops.items[0].thread);

  g_assert_cmpuint (run->kernels.n, ==, 3);
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COMPUTE], ==, 0);
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COMMUNICATION], ==, 1);
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_SCHEDULE], ==, 2);
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COPY], ==, 3);
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COPY + 1], ==, 3);
  g_assert_cmpstr (kernel_name (run, 0), ==, "mm_0");
  g_assert_cmpint (run->kernels.items[0].start_ns, ==, T (100));
  g_assert_cmpint (run->kernels.items[0].end_ns, ==, T (150));
  g_assert_cmpint (run->kernels.items[0].stream, ==, 7);
  g_assert_cmpint (run->kernels.items[0].kernel_class, ==, LSC_KERNEL_COMPUTE);
  g_assert_cmpint (run->kernels.items[0].connection_id, ==, LSC_TEST_FIRST_LAUNCH_ID + 1);
  g_assert_cmpint (run->kernels.items[0].detail, ==, 0);
  g_assert_cmpstr (lsc_run_text (run, run->kernel_details.items[0].input_shapes), ==,
                   "\"4,8;8,2\"");
  g_assert_cmpstr (lsc_run_text (run, run->kernel_details.items[0].op_type), ==, "MatMulV2");
  g_assert_cmpint (run->kernel_details.items[0].core_count, ==, 20);
  g_assert_cmpstr (kernel_name (run, 1), ==, "hcom_allReduce_");
  g_assert_cmpint (run->kernels.items[1].detail, ==, 0);
  g_assert_cmpstr (lsc_run_text (run, run->comm_ops.items[0].group), ==, "group_name_0");
  g_assert_cmpint (run->comm_ops.items[0].op_connection_id, ==, LSC_STRING_NONE);
  g_assert_cmpstr (kernel_name (run, 2), ==, "aicpu");

  g_assert_cmpuint (run->connections.n, ==, 5);
  g_assert_true (run->has_marks_table);
  g_assert_true (run->has_mark_domains);
  g_assert_cmpstr (lsc_run_text (run, run->marks.items[0].domain), ==, "Module");
  g_assert_cmpstr (lsc_run_text (run, run->marks.items[0].message), ==, "Net");
  g_assert_cmpint (run->marks.items[0].event_type, ==, LSC_MSTX_START_END);
  g_assert_cmpint (run->marks.items[0].row_id, ==, 1);
}

static void
test_flags (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) linked = NULL;
  g_autoptr (LscRun) all = NULL;
  g_autoptr (LscRun) marks = NULL;
  guint op = lsc_test_profile_op (profile, "linked", 10, 20, 1);

  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, "k", 30, 40);
  lsc_test_profile_op (profile, "alone", 20, 30, 1);
  lsc_test_profile_trace_range (profile, "nn.Module: Linear_3", 0, 50, 1);
  lsc_test_profile_trace_range (profile, "train.py(3): step", 0, 60, 1);
  lsc_test_profile_module (profile, "M", 0, 100, 1);
  linked = load (profile, LSC_LOAD_FOR_MODULES);
  all = load (profile, LSC_LOAD_EVERYTHING);
  marks = load (profile, LSC_LOAD_MARKS);
  g_assert_cmpuint (linked->ops.n, ==, 2);
  g_assert_cmpstr (lsc_run_text (linked, linked->ops.items[0].name), ==, "linked");
  g_assert_cmpint (linked->ops.items[1].type, ==, LSC_OP_TRACE);
  g_assert_cmpstr (lsc_run_text (linked, linked->ops.items[1].name), ==, "nn.Module: Linear_3");
  g_assert_cmpuint (linked->kernel_details.n, ==, 0);
  g_assert_cmpuint (linked->kernels.items[0].detail, ==, LSC_ID_NONE);
  g_assert_cmpuint (all->ops.n, ==, 3);
  g_assert_cmpuint (marks->ops.n, ==, 0);
  g_assert_cmpuint (marks->kernels.n, ==, 0);
  g_assert_cmpuint (marks->connections.n, ==, 0);
  g_assert_cmpuint (marks->marks.n, ==, 1);

  /* Without the column of types the names must do. */
  lsc_test_profile_drop_column (profile, "PYTORCH_API", "type");
  g_clear_pointer (&linked, lsc_run_unref);
  linked = load (profile, LSC_LOAD_FOR_MODULES);
  g_assert_cmpuint (linked->ops.n, ==, 2);
  g_assert_cmpint (linked->ops.items[0].type, ==, LSC_OP_UNTYPED);
}

static void
test_communication (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  LscTestCommTask tasks[] = { { .task_type = "Memcpy",
                                .start_ns = 11,
                                .end_ns = 15,
                                .plane_id = 2,
                                .src_rank = 0,
                                .dst_rank = 4294967295,
                                .transport_type = 1,
                                .link_type = 3 } };
  LscTestCommOp op = { .op = LSC_TEST_NONE,
                       .op_name = "hcom_send__849_0_1",
                       .op_type = LSC_TEST_DANGLING (4000),
                       .group = "g",
                       .start_ns = 10,
                       .end_ns = 20 };
  g_autoptr (LscRun) run = NULL;
  const LscCommTask *task;

  lsc_test_profile_comm_op (profile, &op, tasks, 1);
  op.op_type = "N/A";
  lsc_test_profile_comm_op (profile, &op, NULL, 0);
  lsc_test_profile_sql (
      profile, "INSERT INTO COMMUNICATION_TASK_INFO SELECT * FROM COMMUNICATION_TASK_INFO");
  run = load (profile, LSC_LOAD_KERNELS | LSC_LOAD_COMM_TASKS);
  g_assert_cmpstr (kernel_name (run, 0), ==, "hcom_send");
  /* A text like any other: profiles of level 0 have it and the reference tool shows it. */
  g_assert_cmpstr (kernel_name (run, 1), ==, "N/A");
  expect_notice (run, "unknown-op-type", "COMMUNICATION_OP", 1, NULL);
  /* Two rows about one task: both get its times. */
  g_assert_cmpuint (run->comm_tasks.n, ==, 2);
  g_assert_cmpint (run->comm_tasks.items[1].start_ns, ==, T (11));
  task = &run->comm_tasks.items[0];
  g_assert_cmpint (task->op_id, ==, run->comm_ops.items[0].op_id);
  g_assert_cmpint (task->start_ns, ==, T (11));
  g_assert_cmpint (task->end_ns, ==, T (15));
  g_assert_cmpstr (lsc_run_text (run, task->task_type), ==, "Memcpy");
  g_assert_cmpuint (task->src_rank, ==, 0);
  g_assert_cmpuint (task->dst_rank, ==, LSC_ID_NONE);
  g_clear_pointer (&run, lsc_run_unref);
  run = load (profile, LSC_LOAD_KERNELS);
  g_assert_cmpuint (run->comm_ops.n, ==, 2);
  g_assert_cmpuint (run->comm_tasks.n, ==, 0);
}

static void
test_marks (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  gint64 id;

  id = lsc_test_profile_mstx_task (profile, "default", "{'name': 'forward_step'}", 10, 20, 1, 30,
                                   40, 5);
  lsc_test_profile_mstx (profile, LSC_TEST_MSTX_MARKER, NULL, "m", 50, 50, 1, 4000000000);
  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 60, 70);
  run = load (profile, LSC_LOAD_FOR_PIPELINE);
  g_assert_cmpuint (run->marks.n, ==, 2);
  g_assert_cmpint (run->marks.items[0].connection_id, ==, id);
  g_assert_cmpint (run->marks.items[1].connection_id, ==, -1);
  g_assert_cmpint (run->marks.items[1].domain, ==, LSC_STRING_NONE);
  g_assert_cmpuint (run->mark_tasks.n, ==, 1);
  g_assert_cmpint (run->mark_tasks.items[0].connection_id, ==, id);
  g_assert_cmpint (run->mark_tasks.items[0].start_ns, ==, T (30));
  g_assert_cmpint (run->mark_tasks.items[0].end_ns, ==, T (40));
  g_assert_cmpint (run->mark_tasks.items[0].stream, ==, 5);
}

static void
test_step_tasks (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;

  lsc_test_profile_drop_table (profile, "MSTX_EVENTS");
  lsc_test_profile_sql (profile,
                        "CREATE TABLE StepTaskInfo (name TEXT, startNs INTEGER, endNs INTEGER,"
                        " type INTEGER); INSERT INTO StepTaskInfo VALUES ('1F', 10, 20, 1),"
                        " (NULL, 1, 2, 1), ('2F', 'x', 2, 1), ('3F', 5, 2, 1), ('', 30, 40, 0)");
  run = load (profile, LSC_LOAD_FOR_PIPELINE);
  g_assert_false (run->has_marks_table);
  g_assert_cmpuint (run->step_tasks.n, ==, 2);
  g_assert_cmpstr (lsc_run_text (run, run->step_tasks.items[0].name), ==, "1F");
  g_assert_cmpint (run->step_tasks.items[1].start_ns, ==, 30);
  expect_notice (run, "bad-step-task", "StepTaskInfo", 3, "(rows 2, 3, 4)");
  expect_notice (run, "missing-table", "MSTX_EVENTS", -1, NULL);
}

static void
test_block_num (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  LscTestKernelInfo info = { .op_type = "Add", .task_type = "AI_CORE", .block_dim = 24 };
  g_autoptr (LscRun) run = NULL;
  guint kernel;

  kernel = lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 1, 2);
  lsc_test_profile_kernel_set_info (profile, kernel, &info);
  lsc_test_profile_sql (profile,
                        "ALTER TABLE COMPUTE_TASK_INFO RENAME COLUMN blockDim TO blockNum;"
                        "ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN blockDim INTEGER DEFAULT 999");
  run = load (profile, LSC_LOAD_KERNELS | LSC_LOAD_SHAPES);
  g_assert_cmpint (run->kernel_details.items[0].core_count, ==, 24);
  g_assert_cmpint (run->max_core_count, ==, 24);
}

static void
test_rank_and_device (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) run = NULL;
  guint kernel;

  lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "far", 1, 2);
  kernel = lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 3, 4);
  lsc_test_profile_kernel_set_place (profile, kernel, 4, 1);
  lsc_test_profile_sql (profile, "DELETE FROM RANK_DEVICE_MAP");
  lsc_test_profile_sql (profile, "INSERT INTO RANK_DEVICE_MAP VALUES (-1, 9), (2, 4)");
  run = load (profile, LSC_LOAD_EVERYTHING);
  g_assert_cmpint (run->rank, ==, 0);
  g_assert_cmpint (run->device, ==, 4);
  g_assert_cmpuint (run->kernels.n, ==, 1);
  g_assert_cmpstr (kernel_name (run, 0), ==, "k");
  expect_notice (run, "rank-mismatch", "RANK_DEVICE_MAP", -1, "2 by RANK_DEVICE_MAP");
  expect_notice (run, "several-devices", "TASK", -1, "device 4");
}

static void
test_level (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  LscTestKernelInfo info = { .op_type = "Add", .task_type = "AI_CORE", .block_dim = 24 };
  g_autoptr (LscRun) zero = NULL;
  g_autoptr (LscRun) one = NULL;
  g_autoptr (LscRun) two = NULL;
  g_autoptr (LscRun) untyped = NULL;
  g_autoptr (LscRun) textless = NULL;
  guint kernel =
      lsc_test_profile_kernel_on (profile, LSC_TEST_NONE, LSC_TEST_KERNEL_COMPUTE, "k", 1, 2);

  zero = load (profile, LSC_LOAD_KERNELS);
  lsc_test_profile_kernel_set_info (profile, kernel, &info);
  lsc_test_profile_sql (profile, "UPDATE CANN_API SET type = 10000");
  one = load (profile, LSC_LOAD_KERNELS);
  lsc_test_profile_sql (profile, "INSERT INTO CANN_API (startNs, endNs, type, connectionId)"
                                 " VALUES (1, 2, 5000, 999999)");
  two = load (profile, LSC_LOAD_KERNELS);
  lsc_test_profile_sql (profile, "UPDATE COMPUTE_TASK_INFO SET opType = NULL");
  untyped = load (profile, LSC_LOAD_KERNELS);
  lsc_test_profile_sql (profile, "DELETE FROM STRING_IDS WHERE value = 'N/A'");
  textless = load (profile, LSC_LOAD_KERNELS);
  g_assert_cmpint (textless->level, ==, 2);
  g_assert_cmpint (untyped->level, ==, 0);
  g_assert_cmpint (zero->level, ==, 0);
  g_assert_cmpint (one->level, ==, 1);
  g_assert_cmpint (two->level, ==, 2);
}

static void
test_cancelled (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (LscNotices) failures = lsc_notices_new ();
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  LscCluster *cluster;

  lsc_test_profile_module (profile, "M", 0, 1, 1);
  g_assert_true (lsc_test_profile_write (profile, root, 0, NULL));
  project = lsc_discover (root, NULL, NULL);
  cluster = g_ptr_array_index (project->clusters, 0);
  g_cancellable_cancel (cancellable);
  runs = lsc_runs_load (cluster->sources, LSC_LOAD_EVERYTHING, 1, job, failures);
  g_assert_cmpuint (runs->len, ==, 0);
  g_assert_cmpuint (lsc_notices_get_count (failures), ==, 0);
  g_assert_null (
      lsc_run_load (g_ptr_array_index (cluster->sources, 0), LSC_LOAD_EVERYTHING, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

static void
assert_same_texts (LscRun *a, LscRun *b)
{
  g_assert_cmpuint (lsc_intern_size (a->strings), ==, lsc_intern_size (b->strings));
  for (guint32 i = 0; i < lsc_intern_size (a->strings); i++)
    g_assert_cmpstr (lsc_intern_text (a->strings, i), ==, lsc_intern_text (b->strings, i));
}

static void
assert_same_notices (LscRun *a, LscRun *b)
{
  g_assert_cmpuint (lsc_notices_get_count (a->notices), ==, lsc_notices_get_count (b->notices));
  for (gsize i = 0; i < lsc_notices_get_count (a->notices); i++)
    {
      g_autoptr (LscNotice) x = lsc_notices_copy_nth (a->notices, i);
      g_autoptr (LscNotice) y = lsc_notices_copy_nth (b->notices, i);

      g_assert_cmpstr (x->code, ==, y->code);
      g_assert_cmpstr (x->what, ==, y->what);
      g_assert_cmpstr (x->table, ==, y->table);
      g_assert_cmpint (x->rank, ==, y->rank);
      g_assert_cmpint (x->count, ==, y->count);
    }
}

/* Two threads read the same as one: ids, order and notices included. */
static void
test_side_by_side (void)
{
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRun) one = NULL;
  g_autoptr (LscRun) two = NULL;
  guint op = lsc_test_profile_op (profile, "linked", 10, 20, 5);
  g_autofree guint32 *order = NULL;
  gsize n_links;

  lsc_test_profile_module (profile, "M", 0, 100, 7);
  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMPUTE, LSC_TEST_DANGLING (123), 1, 2);
  lsc_test_profile_kernel_on (profile, op, LSC_TEST_KERNEL_COMM, "hcom_send__1_2_3", 30, 40);
  lsc_test_profile_op (profile, LSC_TEST_DANGLING (456), 22, 24, 6);
  lsc_test_profile_op (profile, LSC_TEST_DANGLING (123), 25, 26, 5);
  lsc_test_profile_op (profile, NULL, 27, 28, 7);
  lsc_test_profile_trace_range (profile, "nn.Module: Linear_3", 0, 50, 8);
  one = load (profile, LSC_LOAD_FOR_TREE);
  two = load (profile, LSC_LOAD_FOR_TREE | LSC_LOAD_SIDE_BY_SIDE);

  assert_same_texts (one, two);
  assert_same_notices (one, two);
  order = lsc_connections_order (&one->connections, &n_links);
  if (two->link_order) /* there was time for it */
    g_assert_cmpmem (order, n_links * sizeof *order, two->link_order, two->n_links * sizeof *order);
  g_assert_cmpuint (one->ops.n, ==, 5);
  g_assert_cmpmem (one->ops.items, one->ops.n * sizeof (LscOp), two->ops.items,
                   two->ops.n * sizeof (LscOp));
  g_assert_cmpmem (one->threads.items, one->threads.n * sizeof (gint64), two->threads.items,
                   two->threads.n * sizeof (gint64));
  g_assert_cmpmem (one->connections.items, one->connections.n * sizeof (LscConnection),
                   two->connections.items, two->connections.n * sizeof (LscConnection));
  g_assert_cmpmem (one->kernels.items, one->kernels.n * sizeof (LscKernel), two->kernels.items,
                   two->kernels.n * sizeof (LscKernel));
}

static void
test_summary (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRunSummary) summary = NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n_marks = -1;
  LscCluster *cluster;

  lsc_test_profile_module (profile, "M", 0, 1, 1);
  lsc_test_profile_module (profile, "N", 2, 3, 1);
  lsc_test_profile_step (profile, 5, 0, 10);
  g_assert_true (lsc_test_profile_write (profile, root, 3, NULL));
  project = lsc_discover (root, NULL, NULL);
  cluster = g_ptr_array_index (project->clusters, 0);
  summary = lsc_run_summary_read (g_ptr_array_index (cluster->sources, 0), NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (summary->rank, ==, 3);
  g_assert_cmpstr (summary->schema_version, ==, "1.0.0");
  g_assert_cmpuint (summary->steps.n, ==, 1);
  g_assert_cmpuint (summary->table_names->len, ==, summary->table_rows.n);
  for (guint i = 0; i < summary->table_names->len; i++)
    if (strcmp (g_ptr_array_index (summary->table_names, i), "MSTX_EVENTS") == 0)
      n_marks = summary->table_rows.items[i];
  g_assert_cmpint (n_marks, ==, 2);
}

/* What there is no time to count is estimated, and the summary says of what. */
static void
test_late_summary (void)
{
  g_auto (LscTestTempDir) root = lsc_test_temp_dir_new ();
  g_autoptr (LscTestProfile) profile = lsc_test_profile_new ();
  g_autoptr (LscRunSummary) summary = NULL;
  g_autoptr (LscProject) project = NULL;
  g_autoptr (GError) error = NULL;
  LscCluster *cluster;
  gsize late;

  for (gint64 i = 0; i < 60000; i++)
    lsc_test_profile_step (profile, i, 10 * i, 10 * i + 10);
  g_assert_true (lsc_test_profile_write (profile, root, 3, NULL));
  project = lsc_discover (root, NULL, NULL);
  cluster = g_ptr_array_index (project->clusters, 0);
  summary = lsc_ascend_db_summarise (g_ptr_array_index (cluster->sources, 0), 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (summary->estimated.n, ==, 1);
  late = summary->estimated.items[0];
  g_assert_cmpstr (g_ptr_array_index (summary->table_names, late), ==, "STEP_TIME");
  g_assert_cmpint (summary->table_rows.items[late], ==, 60000);
}

static void
check_sample (const LscRun *run)
{
  gboolean is_real = strstr (run->source->file, "ascend-db-level") != NULL;

  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COPY + 1], ==, run->kernels.n);
  if (!is_real)
    return;
  /* formats.md#level: the same at every level. */
  g_assert_cmpuint (run->class_begin[LSC_KERNEL_COMMUNICATION], ==, 187);
  g_assert_cmpuint (run->comm_ops.n, ==, 4);
  g_assert_cmpuint (run->comm_tasks.n, ==, 296);
  g_assert_cmpuint (run->steps.n, ==, 1);
  g_assert_cmpint (run->steps.items[0].id, ==, 50);
  g_assert_cmpint (run->level, ==,
                   strstr (run->source->file, "ascend-db-level")[strlen ("ascend-db-level")] - '0');
}

static void
load_samples (const char *folder, guint *n_runs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (folder, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      LscCluster *cluster = g_ptr_array_index (project->clusters, i);
      g_autoptr (LscNotices) failures = lsc_notices_new ();
      g_autoptr (GPtrArray) runs =
          lsc_runs_load (cluster->sources, LSC_LOAD_EVERYTHING, 2, NULL, failures);

      g_assert_cmpuint (lsc_notices_get_count (failures), ==, 0);
      g_assert_cmpuint (runs->len, ==, cluster->sources->len);
      for (guint j = 0; j < runs->len; j++)
        check_sample (g_ptr_array_index (runs, j));
      *n_runs += runs->len;
    }
}

static void
test_samples (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  guint n_runs = 0;

  if (!samples)
    return;
  load_samples (samples, &n_runs);
  g_assert_cmpuint (n_runs, >, 0);
}

/* A time that some tool stored as a floating-point number (formats.md#bad-rows). */
static void
test_real_times (void)
{
  static const struct
  {
    double stored;
    LscParse parse;
    gint64 time_ns;
  } cases[] = {
    { 0, LSC_PARSE_OK, 0 },
    { 4503599627370496, LSC_PARSE_OK, G_GINT64_CONSTANT (4503599627370496) },
    { 12.5, LSC_PARSE_TRUNCATED, 12 },
    { -1, LSC_PARSE_BAD, 0 },
    { 9223372036854775808.0, LSC_PARSE_BAD, 0 },
  };
  sqlite3_stmt *stmt;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT ?", -1, &stmt, NULL), ==, SQLITE_OK);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 time_ns = -1;
      LscCell cell;

      sqlite3_bind_double (stmt, 1, cases[i].stored);
      g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
      lsc_cell_set (&cell, sqlite3_column_value (stmt, 0));
      g_assert_cmpint (lsc_value_time (&cell, &time_ns), ==, cases[i].parse);
      if (cases[i].parse != LSC_PARSE_BAD)
        g_assert_cmpint (time_ns, ==, cases[i].time_ns);
      sqlite3_reset (stmt);
    }
  sqlite3_finalize (stmt);
  sqlite3_close (db);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/read/fields", test_fields);
  g_test_add_func ("/read/flags", test_flags);
  g_test_add_func ("/read/side-by-side", test_side_by_side);
  g_test_add_func ("/read/communication", test_communication);
  g_test_add_func ("/read/marks", test_marks);
  g_test_add_func ("/read/step-tasks", test_step_tasks);
  g_test_add_func ("/read/block-num", test_block_num);
  g_test_add_func ("/read/rank-and-device", test_rank_and_device);
  g_test_add_func ("/read/level", test_level);
  g_test_add_func ("/read/cancelled", test_cancelled);
  g_test_add_func ("/read/real-times", test_real_times);
  g_test_add_func ("/read/summary", test_summary);
  g_test_add_func ("/read/late-summary", test_late_summary);
  g_test_add_func ("/read/samples", test_samples);
  return g_test_run ();
}
