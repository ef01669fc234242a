/* test-golden-operators.c - kernels of the samples, against what exporters and other pages say
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "analyze/module/lsc-tree.h"
#include "base/lsc-csv.h"
#include "lsc-test-files.h"
#include "read/lsc-open.h"
#include "session/lsc-session.h"

#define MOST_NS                                                                                    \
  10 /* of a row: op_statistic.csv has three decimals of us, and sums of rounded ones */
#define MOST_RATIO 0.001 /* % */

/* (nullable): without samples %NULL */
static LscSession *
open_sample (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, name, NULL) : NULL;
  g_autoptr (LscProject) project = path ? lsc_discover (path, NULL, NULL) : NULL;
  g_autoptr (GPtrArray) sources = NULL;
  const LscCluster *cluster;

  if (!root)
    return NULL;
  g_assert_nonnull (project);
  cluster = project->clusters->pdata[0];
  sources = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_source_unref);
  for (guint i = 0; i < cluster->sources->len; i++)
    g_ptr_array_add (sources, lsc_source_ref (cluster->sources->pdata[i]));
  return lsc_session_new (sources, NULL);
}

static LscOperators *
get_operators (LscSession *session)
{
  g_autoptr (GError) error = NULL;
  LscOperators *operators = lsc_session_get_operators (session, NULL, &error);

  g_assert_no_error (error);
  return operators;
}

static LscTable *
group (LscOperators *operators, LscOpKeys keys, gboolean is_whole)
{
  const LscOpFilter filter = { .stream = -1, .is_whole = is_whole };
  g_autoptr (LscOpGroups) groups = lsc_operators_group (operators, keys, &filter, TRUE, NULL, NULL);

  return lsc_op_groups_get_table (groups);
}

static gint64
get_int (const LscTable *table, gsize row, const char *name)
{
  LscValue value = lsc_table_get_named (table, row, name);

  return value.is_null ? LSC_INT_NULL : value.integer;
}

/* ---- what the exporter says ---- */

static gsize
find_row (const LscTable *table, const char *type, const char *core)
{
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (g_strcmp0 (lsc_table_get_named (table, i, "type").text, type) == 0 &&
        g_strcmp0 (lsc_table_get_named (table, i, "core").text, core) == 0)
      return i;
  g_error ("no row of %s on %s", type, core);
}

static char *
get_cell (LscCsv *csv, const char *title)
{
  gsize n;
  const char *text = lsc_csv_get (csv, lsc_csv_find (csv, title), &n);

  g_assert_nonnull (text);
  return g_strndup (text, n);
}

static void
assert_time (LscCsv *csv, const char *title, const LscTable *table, gsize row, const char *key)
{
  g_autofree char *text = get_cell (csv, title);
  double ns = g_ascii_strtod (text, NULL) * 1e3;

  g_test_message ("%s of row %zu: %s", key, row, text);
  g_assert_cmpfloat_with_epsilon ((double) get_int (table, row, key), ns, MOST_NS);
}

static void
compare_row (LscCsv *csv, const LscTable *table)
{
  g_autofree char *type = get_cell (csv, "OP Type");
  g_autofree char *core = get_cell (csv, "Core Type");
  g_autofree char *count = get_cell (csv, "Count");
  g_autofree char *ratio = get_cell (csv, "Ratio(%)");
  gsize row = find_row (table, type, core);

  g_assert_cmpint (get_int (table, row, "count"), ==, g_ascii_strtoll (count, NULL, 10));
  assert_time (csv, "Total Time(us)", table, row, "total_ns");
  assert_time (csv, "Min Time(us)", table, row, "min_ns");
  assert_time (csv, "Avg Time(us)", table, row, "mean_ns");
  assert_time (csv, "Max Time(us)", table, row, "max_ns");
  g_assert_cmpfloat_with_epsilon (100 * lsc_table_get_named (table, row, "share").real,
                                  g_ascii_strtod (ratio, NULL), MOST_RATIO);
}

/* Of a folder with results all rows, and no others. */
static void
compare_folder (const char *name)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path =
      g_build_filename (root, name, "ASCEND_PROFILER_OUTPUT", "op_statistic.csv", NULL);
  g_autoptr (LscSession) session = open_sample (name);
  g_autoptr (LscOperators) operators = get_operators (session);
  g_autoptr (LscTable) table =
      group (operators, (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_CORE), TRUE);
  g_autoptr (LscCsv) csv = lsc_csv_open (path, NULL, NULL);
  gsize n = 0;

  g_assert_nonnull (csv);
  for (; lsc_csv_next (csv, NULL); n++)
    compare_row (csv, table);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, n);
}

static void
test_op_statistic (void)
{
  static const char *const folders[] = {
    "ascend-text-level1/rank0_ascend_pt",   "ascend-text-level1/rank1_ascend_pt",
    "ascend-text-level2/rank0_ascend_pt",   "ascend-text-level2/rank1_ascend_pt",
    "ascend-4rank-pp2dp2/rank_0_ascend_pt", "ascend-4rank-pp2dp2/rank_2_ascend_pt",
  };
  g_autofree char *root = lsc_test_require_samples ();

  for (gsize i = 0; root && i < G_N_ELEMENTS (folders); i++)
    compare_folder (folders[i]);
}

/* ---- what the budget says ---- */

static gint64
sum_busy (const LscBudgetStep *step)
{
  gint64 ns = 0;

  for (guint i = LSC_BUDGET_COMPUTE; i <= LSC_BUDGET_MEMCPY; i++)
    ns += lsc_int_or_zero (step->ns[i]);
  return ns;
}

/* What the rows of a step own, over all ranks. */
static gint64
sum_owned (const LscTable *table, gint64 step)
{
  gint64 ns = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    if (get_int (table, i, "step") == step)
      ns += get_int (table, i, "exposed_ns");
  return ns;
}

/* What is busy in a step of all ranks, and what of it computes; without those of which only sums
 * were exported. */
static gint64
sum_steps (const GPtrArray *digests, gint64 number, gint64 *computing_ns)
{
  gint64 busy_ns = 0;

  *computing_ns = 0;
  for (guint i = 0; i < digests->len; i++)
    for (gsize k = 0; k < ((LscRankDigest *) digests->pdata[i])->steps.n; k++)
      {
        const LscBudgetStep *step = lsc_rank_digest_get_step (digests->pdata[i], k);

        if (step->is_told || step->step != number)
          continue;
        busy_ns += sum_busy (step);
        *computing_ns += step->ns[LSC_BUDGET_COMPUTE];
      }
  return busy_ns;
}

/* Kinds of work own all of a step that is not idle, to the nanosecond. */
static void
test_closed (gconstpointer data)
{
  g_autoptr (LscSession) session = open_sample (data);
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (GPtrArray) digests = NULL;
  g_autoptr (LscTable) table = NULL, computing = NULL;

  if (!session)
    return;
  operators = get_operators (session);
  digests = lsc_session_get_digests (session, LSC_DIGEST_FIGURES, NULL, NULL);
  table = group (operators, (LscOpKeys) (LSC_OP_BY_FAMILY | LSC_OP_BY_STEP), TRUE);
  computing = group (operators, (LscOpKeys) (LSC_OP_BY_NAME | LSC_OP_BY_STEP), TRUE);
  for (gsize k = 0; k < ((LscRankDigest *) digests->pdata[0])->steps.n; k++)
    {
      gint64 number = lsc_rank_digest_get_step (digests->pdata[0], k)->step, computing_ns;

      g_assert_cmpint (sum_owned (table, number), ==, sum_steps (digests, number, &computing_ns));
      g_assert_cmpint (sum_owned (computing, number), ==, computing_ns);
    }
}

/* ---- what modules say ---- */

/* Of the whole recording the same FLOPs and the same share of the peak as the root of the tree. */
static void
test_same_mfu (void)
{
  g_autoptr (LscSession) session = open_sample ("h100/base-1.json.gz");
  const LscOpFilter filter = { .stream = -1,
                               .is_whole = TRUE,
                               .classes = (1 << LSC_OP_N_CLASSES) - 1 };
  const LscModuleOptions options = { .allow_empty = TRUE };
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscOpGroups) groups = NULL;
  g_autoptr (LscTable) table = NULL;
  g_autoptr (LscRun) run = NULL;
  g_autoptr (LscModuleData) data = NULL;
  g_autoptr (LscTree) tree = NULL;
  double mfu;

  if (!session)
    return;
  operators = get_operators (session);
  groups = lsc_operators_group (operators, (LscOpKeys) 0, &filter, FALSE, NULL, NULL);
  table = lsc_op_groups_get_table (groups);
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 1);
  mfu = lsc_table_get_named (table, 0, "mfu").real;
  g_assert_cmpfloat_with_epsilon (mfu, 0.254, 0.0005);
  run = lsc_session_get_run (session, lsc_session_get_sources (session)->pdata[0],
                             LSC_LOAD_FOR_TREE, NULL, NULL);
  data = lsc_module_data_new (run, &options, NULL, NULL);
  tree = lsc_tree_new (data, LSC_TREE_BY_PATH, NULL, NULL, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (lsc_tree_value (tree, 0, LSC_TREE_MFU_TOTAL).real, mfu, 1e-9);
  g_assert_cmpint (lsc_tree_value (tree, 0, LSC_TREE_TOTAL).integer, ==,
                   get_int (table, 0, "total_ns"));
}

/* ---- what is not known ---- */

static void
test_level_0 (void)
{
  g_autoptr (LscSession) session = open_sample ("ascend-db-level0");
  g_autoptr (LscOperators) operators = NULL;
  g_autofree char *line = NULL;

  if (!session)
    return;
  operators = get_operators (session);
  g_assert_cmpint (lsc_operators_get_keys (operators) & (LSC_OP_BY_TYPE | LSC_OP_BY_CORE), ==, 0);
  line = lsc_phrase_to_plain (lsc_operators_get_notes (operators)->pdata[0]);
  g_assert_nonnull (strstr (line, "level was 0"));
}

/* Counters of the table's columns: what a core does not have is empty, not 0. */
static void
test_counters (void)
{
  g_autoptr (LscSession) session = open_sample ("ascend-text-level2");
  g_autoptr (LscOperators) operators = NULL;
  g_autoptr (LscTable) table = NULL;
  gsize row;

  if (!session)
    return;
  operators = get_operators (session);
  table = group (operators, (LscOpKeys) (LSC_OP_BY_TYPE | LSC_OP_BY_CORE), FALSE);
  row = find_row (table, "MatMulV2", "AI_CORE");
  g_assert_cmpfloat_with_epsilon (lsc_table_get_named (table, row, "mac_ratio").real, 0.186, 0.001);
  g_assert_true (lsc_table_get_named (table, row, "vec_ratio").is_null);
  row = find_row (table, "ForeachAddList", "AI_VECTOR_CORE");
  g_assert_true (lsc_table_get_named (table, row, "mac_ratio").is_null);
  g_assert_false (lsc_table_get_named (table, row, "vec_ratio").is_null);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/golden/operators/op-statistic", test_op_statistic);
  g_test_add_data_func ("/golden/operators/closed/db", "ascend-db-level2", test_closed);
  g_test_add_data_func ("/golden/operators/closed/text", "ascend-text-level1", test_closed);
  g_test_add_data_func ("/golden/operators/closed/tables", "ascend-4rank-pp2dp2", test_closed);
  g_test_add_data_func ("/golden/operators/closed/modules", "module-small", test_closed);
  g_test_add_data_func ("/golden/operators/closed/ranks", "pp-1f1b-2x4-tp4-straggler", test_closed);
  g_test_add_data_func ("/golden/operators/closed/gpu", "h100/base-1.json.gz", test_closed);
  g_test_add_data_func ("/golden/operators/closed/graphs", "h100/cuda-graph.json.gz", test_closed);
  g_test_add_data_func ("/golden/operators/closed/serving", "h100/prefill-decode.json.gz",
                        test_closed);
  g_test_add_func ("/golden/operators/mfu", test_same_mfu);
  g_test_add_func ("/golden/operators/level-0", test_level_0);
  g_test_add_func ("/golden/operators/counters", test_counters);
  return g_test_run ();
}
