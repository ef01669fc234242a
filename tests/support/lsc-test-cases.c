/* lsc-test-cases.c - acceptance cases 1 to 9 of the module statistic, and the list of all cases
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */

#include "lsc-test-cases-private.h"

#include <string.h>

/* Adds an op with one compute kernel that starts 5000 ns after the op. */
guint
_lsc_test_case_op (LscTestProfile *p, const char *name, gint64 start_ns, gint64 end_ns, gint64 tid,
                   const char *kernel, gint64 duration_ns)
{
  guint op = lsc_test_profile_op (p, name, start_ns, end_ns, tid);

  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, kernel, start_ns + 5000,
                              start_ns + 5000 + duration_ns);
  return op;
}

#define op1(p, name, start, end, kernel, duration)                                                 \
  _lsc_test_case_op (p, name, start, end, MAIN_TID, kernel, duration)

static LscTestProfile *
build_basic (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint mm;

  lsc_test_profile_module (p, "Model", 0, 1000, MAIN_TID);
  lsc_test_profile_module (p, "Attn", 10, 300, MAIN_TID);
  lsc_test_profile_module (p, "MLP", 310, 600, MAIN_TID);
  mm = op1 (p, "mm", 20, 40, "k1", 10);
  lsc_test_profile_kernel_on (p, mm, LSC_TEST_KERNEL_COMPUTE, "k2", 6000, 6005);
  op1 (p, "add", 320, 340, "k3", 7);
  op1 (p, "out", 700, 720, "k4", 1);
  op1 (p, "outside", 1700, 1720, "k5", 1);
  return p;
}

static void
add_layer (LscTestProfile *p, const char *name, gint64 start_ns, const char *a, const char *b)
{
  g_autofree char *ka = g_strconcat ("k_", a, NULL);
  g_autofree char *kb = g_strconcat ("k_", b, NULL);

  lsc_test_profile_module (p, name, start_ns, start_ns + 900, MAIN_TID);
  op1 (p, a, start_ns + 10, start_ns + 20, ka, 5);
  if (b != NULL)
    op1 (p, b, start_ns + 30, start_ns + 40, kb, 5);
}

static LscTestProfile *
build_suffix (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  add_layer (p, "L", 0, "a", "b");
  add_layer (p, "L", 1000, "a", "c");
  add_layer (p, "X", 2000, "z", NULL);
  add_layer (p, "L", 3000, "a", "b");
  add_layer (p, "L", 4000, "a", "d");
  return p;
}

static LscTestProfile *
build_interleave (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  for (gint64 i = 0; i < 2; i++)
    {
      gint64 start_ns = i * 1000;

      lsc_test_profile_module (p, "Model", start_ns, start_ns + 900, MAIN_TID);
      op1 (p, "a", start_ns + 10, start_ns + 20, "ka", 1);
      lsc_test_profile_module (p, "Child", start_ns + 100, start_ns + 200, MAIN_TID);
      op1 (p, "x", start_ns + 110, start_ns + 120, "kx", 1);
      op1 (p, i == 0 ? "b" : "c", start_ns + 300, start_ns + 310, i == 0 ? "kb" : "kc", 1);
    }
  return p;
}

static LscTestProfile *
build_other_kernels (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  for (gint64 i = 0; i < 3; i++)
    {
      lsc_test_profile_module (p, "L", i * 1000, i * 1000 + 900, MAIN_TID);
      op1 (p, "a", i * 1000 + 10, i * 1000 + 20, i == 1 ? "k_a2" : "k_a", 5);
      op1 (p, "b", i * 1000 + 30, i * 1000 + 40, "k_b", 7);
    }
  return p;
}

static LscTestProfile *
build_kernel_classes (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint op;

  lsc_test_profile_module (p, "M", 0, 45, MAIN_TID);
  op = lsc_test_profile_op (p, "op", 10, 40, MAIN_TID);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMM, "hcom_allReduce_", 100, 150);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k1", 200, 206);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k0", 90, 95);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_SCHEDULE, "aicpuKernel", 50, 55);
  return p;
}

static LscTestProfile *
build_crossing (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "Root", 0, 1000, MAIN_TID);
  lsc_test_profile_module (p, "M", 10, 100, MAIN_TID);
  lsc_test_profile_module (p, "C", 90, 150, MAIN_TID);
  op1 (p, "x", 95, 98, "k1", 1);
  op1 (p, "y", 120, 130, "k2", 2);
  op1 (p, "z", 200, 210, "k3", 3);
  return p;
}

#define back1(p, name, start, end, kernel, duration)                                               \
  _lsc_test_case_op (p, name, start, end, AUTOGRAD_TID, kernel, duration)

static LscTestProfile *
build_backward (void)
{
  LscTestProfile *p = lsc_test_profile_new ();
  guint a1, a2, b1, loss;

  lsc_test_profile_module (p, "Top", 0, 1000, MAIN_TID);
  lsc_test_profile_module (p, "A", 10, 100, MAIN_TID);
  lsc_test_profile_module (p, "B", 110, 200, MAIN_TID);
  a1 = lsc_test_profile_op (p, "A1", 20, 30, MAIN_TID);
  a2 = lsc_test_profile_op (p, "A2", 40, 50, MAIN_TID);
  b1 = lsc_test_profile_op (p, "B1", 120, 130, MAIN_TID);
  loss = lsc_test_profile_op (p, "loss", 1100, 1150, MAIN_TID);
  lsc_test_profile_link (p, loss, back1 (p, "LossBackward", 2000, 2050, "kloss", 9));
  lsc_test_profile_link (p, b1, back1 (p, "B1Backward", 2100, 2200, "kb1", 2));
  back1 (p, "inner", 2150, 2160, "kb1b", 2);
  back1 (p, "accum", 2210, 2220, "kacc", 4);
  lsc_test_profile_link (p, a2, lsc_test_profile_op (p, "A2Backward", 2300, 2400, AUTOGRAD_TID));
  back1 (p, "inner", 2350, 2360, "ka2", 2);
  back1 (p, "accum", 2410, 2420, "kacc2", 3);
  lsc_test_profile_link (p, a1, lsc_test_profile_op (p, "A1Backward", 2500, 2600, AUTOGRAD_TID));
  back1 (p, "inner", 2550, 2560, "ka1", 2);
  return p;
}

static LscTestProfile *
build_ties (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "Inner", 0, 50, MAIN_TID);
  lsc_test_profile_module (p, "Outer", 0, 100, MAIN_TID);
  lsc_test_profile_module (p, "X", 200, 300, MAIN_TID);
  lsc_test_profile_module (p, "Y", 200, 300, MAIN_TID);
  op1 (p, "i", 10, 20, "ki", 1);
  op1 (p, "o", 60, 70, "ko", 1);
  op1 (p, "y", 200, 300, "ky", 1);
  return p;
}

static LscTestProfile *
build_zero_length (void)
{
  LscTestProfile *p = lsc_test_profile_new ();

  lsc_test_profile_module (p, "M", 0, 100, MAIN_TID);
  lsc_test_profile_module (p, "N", 100, 200, MAIN_TID);
  op1 (p, "z", 100, 100, "kz", 1);
  op1 (p, "last", 200, 200, "kl", 1);
  return p;
}

static const LscTestCase basic_cases[] = {
  { "basic", "two children, two kernels on one op, one op outside", LSC_TEST_CASE_DEFAULT, 0,
    build_basic,
    ROWS ("Model|Attn|mm|k1, k2|15|15|1", "Model|MLP|add|k3|7|7|1", "|Model|out|k4|1|1|1") },
  { "suffix", "variants are named apart only where their rows are neighbours",
    LSC_TEST_CASE_DEFAULT, 0, build_suffix,
    ROWS ("|L_0|a|k_a|10|5|2", "|L_0|b|k_b|10|5|2", "|L_1|a|k_a|5|5|1", "|L_1|c|k_c|5|5|1",
          "|X|z|k_z|5|5|1", "|L|a|k_a|5|5|1", "|L|d|k_d|5|5|1") },
  { "interleave", "one call under two names", LSC_TEST_CASE_DEFAULT, 0, build_interleave,
    ROWS ("|Model|a|ka|1|1|1", "Model|Child|x|kx|2|1|2", "|Model_0|b|kb|1|1|1",
          "|Model_1|a|ka|1|1|1", "|Model_1|c|kc|1|1|1") },
  { "other-kernels", "the same ops with other kernels make a row of their own",
    LSC_TEST_CASE_DEFAULT, 0, build_other_kernels,
    ROWS ("|L|a|k_a|10|5|2", "|L|b|k_b|21|7|3", "|L|a|k_a2|5|5|1") },
  { "kernel-classes", "compute before communication before schedule tasks, all added",
    LSC_TEST_CASE_DEFAULT, 0, build_kernel_classes,
    ROWS ("|M|op|k0, k1, hcom_allReduce_, aicpuKernel|66|66|1") },
  { "crossing", "a range that crosses the end of another takes its place", LSC_TEST_CASE_DEFAULT, 0,
    build_crossing, ROWS ("Root|C|x|k1|1|1|1", "Root|C|y|k2|2|2|1", "|Root|z|k3|3|3|1") },
  { "backward", "runs of linked backward ops become modules; what lies between belongs to them",
    LSC_TEST_CASE_DEFAULT, 0, build_backward,
    ROWS ("Top|[Backward]B|B1Backward|kb1|2|2|1", "Top|[Backward]B|inner|kb1b|2|2|1",
          "Top|[Backward]A|inner|ka2|2|2|1", "Top|[Backward]A|accum|kacc2|3|3|1",
          "Top|[Backward]A|inner|ka1|2|2|1") },
  { "ties", "equal starts: the longer range is outside; equal ranges: the first is outside",
    LSC_TEST_CASE_DEFAULT, 0, build_ties,
    ROWS ("Outer|Inner|i|ki|1|1|1", "|Outer|o|ko|1|1|1", "X|Y|y|ky|1|1|1") },
  { "zero-length", "an op without length between two modules belongs to the second",
    LSC_TEST_CASE_DEFAULT, 0, build_zero_length, ROWS ("|N|z|kz|1|1|1", "|N|last|kl|1|1|1") },
};

/**
 * lsc_test_cases:
 * @n_cases_out: (out): number of cases
 *
 * Lists the acceptance cases (checks.md#rows, and one case for each decision of
 * exports.md#differences that shows in the rows).
 *
 * Returns: (transfer none) (array length=n_cases_out): the cases
 */
const LscTestCase *
lsc_test_cases (guint *n_cases_out)
{
  static GArray *all = NULL;

  if (g_once_init_enter (&all))
    {
      GArray *list = g_array_new (FALSE, FALSE, sizeof (LscTestCase));
      guint n_tree, n_input;
      const LscTestCase *tree = _lsc_test_tree_cases (&n_tree);
      const LscTestCase *input = _lsc_test_input_cases (&n_input);

      g_array_append_vals (list, basic_cases, G_N_ELEMENTS (basic_cases));
      g_array_append_vals (list, tree, n_tree);
      g_array_append_vals (list, input, n_input);
      g_once_init_leave (&all, list);
    }
  *n_cases_out = all->len;
  return (const LscTestCase *) (gpointer) all->data;
}

/**
 * lsc_test_case_find:
 * @id: name of a case
 *
 * Returns: (transfer none) (nullable): the case
 */
const LscTestCase *
lsc_test_case_find (const char *id)
{
  guint n;
  const LscTestCase *cases = lsc_test_cases (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (cases[i].id, id))
      return &cases[i];
  return NULL;
}

/**
 * lsc_test_case_row:
 * @parent: path above the module
 * @module: label of the module
 * @op: name of the op
 * @kernels: joined kernel names
 * @total_ns: summed device time, ns
 * @avg_ns: mean device time, ns
 * @count: number of calls
 *
 * Formats a row as in #LscTestCase: the mean with up to three decimals and no trailing zeros.
 *
 * Returns: (transfer full): the text
 */
char *
lsc_test_case_row (const char *parent, const char *module, const char *op, const char *kernels,
                   gint64 total_ns, double avg_ns, gint64 count)
{
  char avg[G_ASCII_DTOSTR_BUF_SIZE + 8];
  gsize n;

  g_ascii_formatd (avg, sizeof avg, "%.3f", avg_ns);
  n = strlen (avg);
  while (avg[n - 1] == '0')
    avg[--n] = '\0';
  if (avg[n - 1] == '.')
    avg[n - 1] = '\0';
  return g_strdup_printf ("%s|%s|%s|%s|%" G_GINT64_FORMAT "|%s|%" G_GINT64_FORMAT, parent, module,
                          op, kernels, total_ns, avg, count);
}
