/* lsc-test-cases-tree.c - acceptance cases on nesting, threads and backward modules
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
build_op_outlives (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 1000);
  op2 (p, "X", 10, 2000, "kx", 1);
  op1 (p, "Y", 20, 30, "ky", 2);
  return p;
}

static LscTestProfile *
build_threads_mixed (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "A", 0, 1000);
  lsc_test_profile_module (p, "B", 500, 700, T2);
  op1 (p, "a2", 600, 610, "ka", 1);
  op2 (p, "b2", 620, 630, "kb", 2);
  op2 (p, "b3", 800, 810, "kc", 3);
  return p;
}

static LscTestProfile *
build_deep (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  for (gint64 i = 1; i <= 21; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%" G_GINT64_FORMAT, i);

      module1 (p, name, i, 1000 - i);
    }
  op1 (p, "deep", 500, 510, "k", 1);
  return p;
}

static LscTestProfile *
build_identical (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "M", 0, 10);
  module1 (p, "M", 0, 10);
  op1 (p, "a", 2, 4, "ka", 1);
  return p;
}

static LscTestProfile *
build_wrapper (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f;

  module1 (p, "TrainStep", 0, 5000);
  module1 (p, "A", 10, 100);
  f = op1 (p, "f", 20, 30, "kf", 1);
  lsc_test_profile_link (p, f, op2 (p, "b", 2000, 2100, "kb", 2));
  return p;
}

static LscTestProfile *
build_wrapper_deep (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f;

  module1 (p, "TrainStep", 0, 5000);
  module1 (p, "Model", 10, 900);
  module1 (p, "A", 20, 100);
  f = op1 (p, "f", 30, 40, "kf", 1);
  lsc_test_profile_link (p, f, op2 (p, "b", 2000, 2100, "kb", 2));
  return p;
}

static LscTestProfile *
build_foreign_wrapper (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f;

  module1 (p, "Net", 0, 900);
  module1 (p, "A", 20, 100);
  f = op1 (p, "f", 30, 40, "kf", 1);
  module1 (p, "Ne", 1500, 3000);
  lsc_test_profile_link (p, f, op2 (p, "b", 2000, 2100, "kb", 2));
  return p;
}

static LscTestProfile *
build_recompute (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f = lsc_test_profile_op (p, "CheckpointFunction", 10, 90, MAIN_TID);
  guint b = lsc_test_profile_op (p, "CheckpointFunctionBackward", 1000, 1200, T2);

  module1 (p, "Layer", 0, 100);
  module1 (p, "Attn", 20, 80);
  op1 (p, "mm", 30, 40, "k", 3);
  lsc_test_profile_link (p, f, b);
  lsc_test_profile_module (p, "Attn", 1010, 1100, T2);
  op2 (p, "mm", 1020, 1030, "k", 4);
  return p;
}

static LscTestProfile *
build_foreign_node (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f1 = lsc_test_profile_op (p, "f1", 10, 20, MAIN_TID);
  guint f2 = lsc_test_profile_op (p, "f2", 30, 40, MAIN_TID);
  guint f3 = lsc_test_profile_op (p, "f3", 500, 510, MAIN_TID);

  module1 (p, "A", 0, 100);
  lsc_test_profile_link (p, f2, op2 (p, "b2", 1000, 1100, "k2", 1));
  lsc_test_profile_link (p, f3, op2 (p, "b3", 1200, 1300, "k3", 2));
  lsc_test_profile_link (p, f1, op2 (p, "b1", 1400, 1500, "k1", 3));
  return p;
}

static LscTestProfile *
build_backward_missing (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f;

  module1 (p, "A", 0, 100);
  f = op1 (p, "f", 10, 20, "kf", 1);
  lsc_test_profile_op_set_local_id (p, f, 0);
  lsc_test_profile_connection (p, 0, LSC_TEST_FIRST_PAIR_ID);
  lsc_test_profile_connection (p, 99, LSC_TEST_FIRST_PAIR_ID);
  return p;
}

static LscTestProfile *
build_ids_swapped (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f, b;

  module1 (p, "A", 0, 100);
  f = op1 (p, "f", 10, 20, "kf", 1);
  b = op2 (p, "b", 1000, 1100, "kb", 2);
  lsc_test_profile_op_set_local_id (p, f, 50);
  lsc_test_profile_op_set_local_id (p, b, 3);
  lsc_test_profile_link (p, f, b);
  return p;
}

static LscTestProfile *
build_no_fwd_thread (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f;

  module1 (p, "A", 0, 100);
  f = op1 (p, "f", 10, 20, "kf", 1);
  lsc_test_profile_link (p, f, op2 (p, "b", 1000, 1100, "kb", 2));
  lsc_test_profile_drop_column (p, "PYTORCH_API", "fwdThreadId");
  return p;
}

static LscTestProfile *
build_open_range (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "Outer", 0, 100);
  module1 (p, "Inner", 10, LSC_TEST_NULL);
  op1 (p, "o", 2, 4, "ko", 1);
  op1 (p, "i", 20, 30, "ki", 1);
  op1 (p, "j", 90, 95, "kj", 1);
  op1 (p, "none", 150, 160, "kx", 1);
  module1 (p, "M", 1000, LSC_TEST_ZERO);
  op1 (p, "a", 1010, 1020, "ka", 1);
  op1 (p, "b", 1050, 1060, "kb", 1);
  return p;
}

static LscTestProfile *
build_slashes (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  module1 (p, "/A/", 0, 100);
  module1 (p, "B/", 10, 90);
  module1 (p, "C", 40, 80);
  op1 (p, "a", 2, 4, "ka", 1);
  op1 (p, "b", 20, 30, "kb", 1);
  op1 (p, "c", 50, 60, "kc", 1);
  return p;
}

static LscTestProfile *
build_run_cut (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f1 = lsc_test_profile_op (p, "f1", 10, 20, MAIN_TID);
  guint f2 = lsc_test_profile_op (p, "f2", 30, 40, MAIN_TID);
  gint64 third = T2 + 1;

  module1 (p, "A", 0, 100);
  lsc_test_profile_link (p, f2, op2 (p, "b2", 1000, 1100, "k2", 1));
  op2 (p, "loose", 1120, 1150, "kl", 5);
  lsc_test_profile_link (p, f1, _lsc_test_case_op (p, "b1", 1200, 1300, third, "k1", 2));
  return p;
}

static LscTestProfile *
build_foreign_tids (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100, 77);
  lsc_test_profile_module (p, "N", 10, 90, 78);
  op1 (p, "m", 2, 4, "km", 1);
  op2 (p, "n", 20, 30, "kn", 2);
  return p;
}

static LscTestProfile *
build_foreign_tids_nested (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100, 77);
  lsc_test_profile_module (p, "N", 10, 90, 78);
  lsc_test_profile_module (p, "K", 20, 50, 77);
  op1 (p, "k", 25, 30, "kk", 1);
  op1 (p, "n", 60, 70, "kn", 2);
  return p;
}

static LscTestProfile *
build_run_extent (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint f1 = lsc_test_profile_op (p, "f1", 10, 20, MAIN_TID);
  guint f2 = lsc_test_profile_op (p, "f2", 30, 40, MAIN_TID);

  module1 (p, "A", 0, 100);
  lsc_test_profile_link (p, f2, op2 (p, "b2", 1000, 1500, "k2", 1));
  lsc_test_profile_link (p, f1, op2 (p, "b1", 1100, 1200, "k1", 2));
  op2 (p, "loose", 1300, 1400, "kl", 3);
  op2 (p, "out", 1490, 1510, "ko", 4);
  op2 (p, "accum", 1510, 1520, "ka", 5);
  return p;
}

static LscTestProfile *
build_trace (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_trace_range (p, "nn.Module: AlexNet_0", 0, 1000, MAIN_TID);
  lsc_test_profile_trace_range (p, "nn.Module: Linear_12", 10, 100, MAIN_TID);
  lsc_test_profile_trace_range (p, "nn.Module: Linear_13", 110, 200, MAIN_TID);
  lsc_test_profile_trace_range (p, "nn.Module: Net_v2", 210, 300, MAIN_TID);
  lsc_test_profile_trace_range (p, "train.py(3): step", 0, 2000, MAIN_TID);
  op1 (p, "a", 20, 30, "ka", 1);
  op1 (p, "a", 120, 130, "ka", 2);
  op1 (p, "n", 220, 230, "kn", 3);
  return p;
}

static const LscTestCase tree_cases[] = {
  { "q01-op-outlives-module", "an op of another thread that ends later does not close the module",
    LSC_TEST_CASE_DEFAULT, 0, build_op_outlives, ROWS ("|M|Y|ky|2|2|1") },
  { "q02-threads-mixed", "own thread first, then the others", LSC_TEST_CASE_DEFAULT, 0,
    build_threads_mixed, ROWS ("|A|a2|ka|1|1|1", "A|B|b2|kb|2|2|1", "|A|b3|kc|3|3|1") },
  { "q03-deep-nesting", "21 levels", LSC_TEST_CASE_DEFAULT, 0, build_deep,
    ROWS ("m1/m2/m3/m4/m5/m6/m7/m8/m9/m10/m11/m12/m13/m14/m15/m16/m17/m18/m19/m20|m21|deep|k|"
          "1|1|1") },
  { "q11-identical-ranges", "a module wrapped twice", LSC_TEST_CASE_DEFAULT, 0, build_identical,
    ROWS ("M|M|a|ka|1|1|1") },
  { "q12-wrapper", "backward inside the module that wraps the step keeps the forward path",
    LSC_TEST_CASE_DEFAULT, 0, build_wrapper,
    ROWS ("TrainStep|A|f|kf|1|1|1", "TrainStep|[Backward]A|b|kb|2|2|1") },
  { "q12-wrapper-deep", "the same with one more level", LSC_TEST_CASE_DEFAULT, 0,
    build_wrapper_deep,
    ROWS ("TrainStep/Model|A|f|kf|1|1|1", "TrainStep/Model|[Backward]A|b|kb|2|2|1") },
  { "q12-foreign-wrapper", "a wrapper that only shares letters with the path is no prefix",
    LSC_TEST_CASE_DEFAULT, 0, build_foreign_wrapper,
    ROWS ("Net|A|f|kf|1|1|1", "Ne/Net|[Backward]A|b|kb|2|2|1") },
  { "q13-recompute", "recomputed forward work is labelled backward", LSC_TEST_CASE_DEFAULT, 0,
    build_recompute, ROWS ("Layer|Attn|mm|k|3|3|1", "Layer|[Backward]Attn|mm|k|4|4|1") },
  { "q14-foreign-node", "an unattributed backward op inside a run belongs to the run",
    LSC_TEST_CASE_DEFAULT, 0, build_foreign_node,
    ROWS ("|[Backward]A|b2|k2|1|1|1", "|[Backward]A|b3|k3|2|2|1", "|[Backward]A|b1|k1|3|3|1") },
  { "q16-backward-missing", "a pair whose backward row is missing is dropped",
    LSC_TEST_CASE_DEFAULT, 0, build_backward_missing, ROWS ("|A|f|kf|1|1|1") },
  { "q17-ids-swapped", "the op with forward thread 0 is the forward one, whatever its id",
    LSC_TEST_CASE_DEFAULT, 0, build_ids_swapped,
    ROWS ("|A|f|kf|1|1|1", "|[Backward]A|b|kb|2|2|1") },
  { "q17-no-fwd-thread", "without forward threads the smaller id is the forward one",
    LSC_TEST_CASE_DEFAULT, 0, build_no_fwd_thread,
    ROWS ("|A|f|kf|1|1|1", "|[Backward]A|b|kb|2|2|1") },
  { "q24-open-range", "a range without end is closed by its parent or by the last op of its thread",
    LSC_TEST_CASE_DEFAULT, 0, build_open_range,
    ROWS ("|Outer|o|ko|1|1|1", "Outer|Inner|i|ki|1|1|1", "Outer|Inner|j|kj|1|1|1", "|M|a|ka|1|1|1",
          "|M|b|kb|1|1|1") },
  { "q27-slashes", "slashes at the ends of a path are cut, not those of the module",
    LSC_TEST_CASE_DEFAULT, 0, build_slashes,
    ROWS ("|/A/|a|ka|1|1|1", "A|B/|b|kb|1|1|1", "A//B|C|c|kc|1|1|1") },
  { "q50-run-cut", "a run of backward ops is cut where the thread changes", LSC_TEST_CASE_DEFAULT,
    0, build_run_cut, ROWS ("|[Backward]A_0|b2|k2|1|1|1", "|[Backward]A_1|b1|k1|2|2|1") },
  { "foreign-tids", "thread ids that cannot be compared are ignored", LSC_TEST_CASE_DEFAULT, 0,
    build_foreign_tids, ROWS ("|M|m|km|1|1|1", "M|N|n|kn|2|2|1") },
  { "foreign-tids-nested", "with thread ids that cannot be compared, ranges too nest by time alone",
    LSC_TEST_CASE_DEFAULT, 0, build_foreign_tids_nested,
    ROWS ("M/N|K|k|kk|1|1|1", "M|N|n|kn|2|2|1") },
  { "run-extent", "a run reaches to its latest end, which need not be the end of its last op",
    LSC_TEST_CASE_DEFAULT, 0, build_run_extent,
    ROWS ("|[Backward]A|b2|k2|1|1|1", "|[Backward]A|b1|k1|2|2|1", "|[Backward]A|loose|kl|3|3|1") },
  { "trace-ranges", "ranges from Python trace rows", LSC_TEST_CASE_TRACE, 0, build_trace,
    ROWS ("AlexNet|Linear|a|ka|3|1.5|2", "AlexNet|Net_v2|n|kn|3|3|1") },
};

const LscTestCase *
_lsc_test_tree_cases (guint *n_cases_out)
{
  *n_cases_out = G_N_ELEMENTS (tree_cases);
  return tree_cases;
}
