/* lsc-test-cases-input.c - acceptance cases on odd input, grouping and order
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-cases-private.h"

#define T2 AUTOGRAD_TID
#define op1(p, name, start, end, kernel, duration)                                                 \
  _lsc_test_case_op (p, name, start, end, MAIN_TID, kernel, duration)
#define op2(p, name, start, end, kernel, duration)                                                 \
  _lsc_test_case_op (p, name, start, end, T2, kernel, duration)
#define module1(p, name, start, end) lsc_test_profile_module (p, name, start, end, MAIN_TID)

static LscTestProfile *
build_null_names (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 100);
  op1 (p, "a", 10, 20, LSC_TEST_DANGLING (123), 1);
  op1 (p, NULL, 30, 40, "kn", 1);
  op1 (p, LSC_TEST_DANGLING (456), 50, 60, NULL, 1);
  module1 (p, NULL, 200, 300);
  op1 (p, "b", 210, 220, "kb", 1);
  module1 (p, "C", 230, 290);
  op1 (p, "c", 240, 250, "kc", 1);
  return p;
}

static LscTestProfile *
build_bad_time (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  const char *const bad[] = { "oops", "", "-5", "9999999999999999999999" };

  module1 (p, "M", 10, 30);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    lsc_test_profile_op_set_start_text (p, op1 (p, "bad", 12, 20, "kb", 1), bad[i]);
  op1 (p, "good", 11, 21, "kg", 2);
  lsc_test_profile_op_set_start_text (p, op1 (p, "cut", 22, 25, "kc", 3), "1736414119000000022.75");
  return p;
}

static LscTestProfile *
build_suffix_collides (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "L", 0, 900);
  op1 (p, "a", 10, 20, "ka", 1);
  op1 (p, "b", 30, 40, "kb", 1);
  module1 (p, "L", 1000, 1900);
  op1 (p, "a", 1010, 1020, "ka", 1);
  op1 (p, "c", 1030, 1040, "kc", 1);
  module1 (p, "L_0", 2000, 2900);
  op1 (p, "d", 2010, 2020, "kd", 1);
  return p;
}

static LscTestProfile *
build_overlapping_kernels (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint op, kernel;

  module1 (p, "M", 0, 100);
  op = lsc_test_profile_op (p, "op", 10, 20, MAIN_TID);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k0", 500, 510);
  kernel = lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k1", 505, 515);
  lsc_test_profile_kernel_set_place (p, kernel, 0, 3);
  return p;
}

static LscTestProfile *
build_equal_ops (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 100);
  lsc_test_profile_module (p, "N", 5, 105, T2);
  op1 (p, "x", 10, 20, "k1", 1);
  op2 (p, "x", 10, 20, "k2", 2);
  return p;
}

static LscTestProfile *
build_duplicate_links (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint op;

  module1 (p, "M", 0, 100);
  op = op1 (p, "x", 10, 20, "k1", 4);
  lsc_test_profile_op_set_local_id (p, op, 7);
  lsc_test_profile_connection (p, 7, LSC_TEST_FIRST_LAUNCH_ID);
  return p;
}

static LscTestProfile *
build_negative_kernel (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint both;

  module1 (p, "M", 0, 100);
  op1 (p, "only", 10, 20, "kn", -9);
  both = op1 (p, "both", 30, 40, "kn", -9);
  lsc_test_profile_kernel_on (p, both, LSC_TEST_KERNEL_COMPUTE, "kp", 6000, 6003);
  lsc_test_profile_kernel_on (p, both, LSC_TEST_KERNEL_COMM, "hcom_send_", 7000, 6999);
  return p;
}

static LscTestProfile *
build_tied_rows (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  const char *const names[] = { "c", "a", "b" };

  lsc_test_profile_module (p, "N", 1, 100, T2);
  module1 (p, "M", 0, 95);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *kernel = g_strconcat ("k", names[i], NULL);

      _lsc_test_case_op (p, names[i], 10, 20 + (gint64) i, T2, kernel, 1);
    }
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("op%u", 7 - i);
      guint op = lsc_test_profile_op (p, name, 10, 30, MAIN_TID);

      lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k", 6000 - (gint64) i,
                                  6001 - (gint64) i);
    }
  return p;
}

static LscTestProfile *
build_numeric_start (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  gint64 zero = LSC_TEST_ZERO;

  module1 (p, "M", zero + 90, zero + 1100);
  op1 (p, "late", zero + 1000, zero + 1010, "kl", 1);
  op1 (p, "early", zero + 95, zero + 99, "ke", 1);
  return p;
}

static LscTestProfile *
build_step (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_step (p, 7, 0, 500);
  lsc_test_profile_step (p, 8, 500, 1000);
  module1 (p, "M", 10, 900);
  op1 (p, "a", 20, 30, "ka", 1);
  op1 (p, "b", 490, 510, "kb", 2);
  op1 (p, "c", 500, 520, "kc", 3);
  op1 (p, "d", 600, 620, "kd", 4);
  return p;
}

static LscTestProfile *
build_other_events (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 100);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_PUSH_POP, "Module", "Pushed", 10, 90, MAIN_TID, 0);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "module", "Lower", 11, 89, MAIN_TID, 0);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, NULL, "NoDomain", 12, 88, MAIN_TID, 0);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_MARKER, "Module", "Mark", 13, 13, MAIN_TID, 0);
  op1 (p, "a", 20, 30, "ka", 1);
  return p;
}

static LscTestProfile *
build_repeated_op (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  for (gint64 i = 0; i < 2; i++)
    {
      module1 (p, "M", i * 100, i * 100 + 90);
      for (gint64 k = 0; k < 3; k++)
        op1 (p, "mul", i * 100 + k * 20 + 1, i * 100 + k * 20 + 5, "km", 1 + k + i);
    }
  return p;
}

static LscTestProfile *
build_bad_order (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 100);
  module1 (p, "Bad", 50, 10);
  op1 (p, "bad", 40, 30, "kb", 1);
  op1 (p, "good", 60, 70, "kg", 2);
  return p;
}

static LscTestProfile *
build_comm_type (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  LscTestCommOp comm = { .op_name = "hcom_allGather__865_0_1",
                         .op_type = LSC_TEST_DANGLING (999),
                         .group = "group_name_0",
                         .start_ns = 500,
                         .end_ns = 540 };

  module1 (p, "M", 0, 100);
  comm.op = lsc_test_profile_op (p, "HcclAllgather", 10, 20, MAIN_TID);
  lsc_test_profile_comm_op (p, &comm, NULL, 0);
  return p;
}

static LscTestProfile *
build_no_optional_tables (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 100);
  op1 (p, "a", 10, 20, "ka", 1);
  lsc_test_profile_drop_table (p, "COMMUNICATION_OP");
  lsc_test_profile_drop_table (p, "COMMUNICATION_SCHEDULE_TASK_INFO");
  lsc_test_profile_drop_column (p, "PYTORCH_API", "type");
  return p;
}

static LscTestProfile *
build_shared_launch (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint a, b;

  module1 (p, "M", 0, 100);
  a = op1 (p, "a", 10, 20, "ka", 1);
  b = op1 (p, "b", 30, 40, "kb", 2);
  lsc_test_profile_op_set_local_id (p, a, 0);
  lsc_test_profile_op_set_local_id (p, b, 1);
  lsc_test_profile_kernel_on (p, a, LSC_TEST_KERNEL_COMPUTE, "ka2", 8000, 8004);
  lsc_test_profile_sql (p, "INSERT INTO TASK SELECT startNs + 100, endNs + 100, deviceId, "
                           "connectionId, globalTaskId, globalPid, taskType, contextId, streamId, "
                           "taskId, modelId FROM TASK WHERE globalTaskId = 2");
  return p;
}

static const LscTestCase input_cases[] = {
  { "q04-null-names", "names that are not in the file", LSC_TEST_CASE_DEFAULT, 0, build_null_names,
    ROWS ("|M|a|<string 123>|1|1|1", "|M|<unnamed>|kn|1|1|1", "|M|<string 456>|<unnamed>|1|1|1",
          "|<unnamed>|b|kb|1|1|1", "<unnamed>|C|c|kc|1|1|1") },
  { "q06-bad-time", "one bad time drops its row only; a fraction is cut off", LSC_TEST_CASE_DEFAULT,
    0, build_bad_time, ROWS ("|M|good|kg|2|2|1", "|M|cut|kc|3|3|1") },
  { "q09-suffix-collides", "a suffix may equal a real name", LSC_TEST_CASE_DEFAULT, 0,
    build_suffix_collides,
    ROWS ("|L_0|a|ka|1|1|1", "|L_0|b|kb|1|1|1", "|L_1|a|ka|1|1|1", "|L_1|c|kc|1|1|1",
          "|L_0|d|kd|1|1|1") },
  { "q20-overlapping-kernels", "durations are added even where kernels overlap",
    LSC_TEST_CASE_DEFAULT, 0, build_overlapping_kernels, ROWS ("|M|op|k0, k1|20|20|1") },
  { "q21-equal-ops", "equal ops on two threads stay two ops", LSC_TEST_CASE_DEFAULT, 0,
    build_equal_ops, ROWS ("|M|x|k1|1|1|1", "|N|x|k2|2|2|1") },
  { "q22-duplicate-links", "a link written twice counts once", LSC_TEST_CASE_DEFAULT, 0,
    build_duplicate_links, ROWS ("|M|x|k1|4|4|1") },
  { "q23-negative-kernel", "kernels that end before they start are dropped", LSC_TEST_CASE_DEFAULT,
    0, build_negative_kernel, ROWS ("|M|both|kp|3|3|1") },
  { "q25-tied-rows",
    "rows with equal starts: by position, then by path and label; ops by their first kernel",
    LSC_TEST_CASE_DEFAULT, 0, build_tied_rows,
    ROWS ("|M|op0|k|1|1|1", "|N|c|kc|1|1|1", "|M|op1|k|1|1|1", "|N|a|ka|1|1|1", "|M|op2|k|1|1|1",
          "|N|b|kb|1|1|1", "|M|op3|k|1|1|1", "|M|op4|k|1|1|1", "|M|op5|k|1|1|1", "|M|op6|k|1|1|1",
          "|M|op7|k|1|1|1") },
  { "q26-numeric-start", "starts with other digit counts are compared as numbers",
    LSC_TEST_CASE_DEFAULT, 0, build_numeric_start, ROWS ("|M|early|ke|1|1|1", "|M|late|kl|1|1|1") },
  { "q31-step", "only the ops that start in the step", LSC_TEST_CASE_STEP, 7, build_step,
    ROWS ("|M|a|ka|1|1|1", "|M|b|kb|2|2|1") },
  { "q31-next-step", "a step's end belongs to the next step", LSC_TEST_CASE_STEP, 8, build_step,
    ROWS ("|M|c|kc|3|3|1", "|M|d|kd|4|4|1") },
  { "q34-other-events", "only start/end ranges of the domain", LSC_TEST_CASE_DEFAULT, 0,
    build_other_events, ROWS ("|M|a|ka|1|1|1") },
  { "q35-repeated-op", "each position of an op is a row", LSC_TEST_CASE_DEFAULT, 0,
    build_repeated_op, ROWS ("|M|mul|km|3|1.5|2", "|M|mul|km|5|2.5|2", "|M|mul|km|7|3.5|2") },
  { "end-before-start", "ranges and ops that end before they start are dropped",
    LSC_TEST_CASE_DEFAULT, 0, build_bad_order, ROWS ("|M|good|kg|2|2|1") },
  { "comm-without-type", "a communication op without type is named after itself",
    LSC_TEST_CASE_DEFAULT, 0, build_comm_type, ROWS ("|M|HcclAllgather|hcom_allGather|40|40|1") },
  { "no-optional-tables", "tables and columns that may be missing", LSC_TEST_CASE_DEFAULT, 0,
    build_no_optional_tables, ROWS ("|M|a|ka|1|1|1") },
  { "graph-replay", "several task rows of one id are kernels each", LSC_TEST_CASE_DEFAULT, 0,
    build_shared_launch, ROWS ("|M|a|ka, ka2|5|5|1", "|M|b|kb, kb|4|4|1") },
};

const LscTestCase *
_lsc_test_input_cases (guint *n_cases_out)
{
  *n_cases_out = G_N_ELEMENTS (input_cases);
  return input_cases;
}
