/* test-golden-module.c - the module tables equal those of the reference tool on the samples
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/module/lsc-module-rows.h"
#include "base/lsc-error.h"
#include "lsc-test-files.h"
#include "lsc-test-golden.h"
#include "read/lsc-open.h"

/* Values are compared per rank in the order of the reference's rows. Where the project
 * decides to differ (exports.md#differences) the rows we want are written below. */

#define AUXILIARY_KERNEL "aclnnMm_TransposeAiCore_Transpose"

typedef enum
{
  TABLE_STATISTIC,      /* --mfu off */
  TABLE_STATISTIC_PEER, /* --mfu peer */
  TABLE_OPERATOR_MFU,
  TABLE_MODULE_MFU,
  TABLE_OPERATOR_MFU_PEER, /* --mfu peer */
  TABLE_MODULE_MFU_PEER,
  N_TABLES,
} TableKind;

static const struct
{
  const char *file;
  const char *rank_column;
} tables[N_TABLES] = {
  { "module_statistic.ModuleStatistic.jsonl", "rankID" },
  { "module_statistic_avgmfu.ModuleStatistic.jsonl", "rankID" },
  { "operator_mfu.OperatorMFU.jsonl", "rank_id" },
  { "operator_mfu.ModuleMFU.jsonl", "rank_id" },
  { "operator_mfu.OperatorMFU.jsonl", "rank_id" },
  { "operator_mfu.ModuleMFU.jsonl", "rank_id" },
};

typedef struct
{
  char *data;   /* folder to analyse */
  char *golden; /* file */
  TableKind kind;
} Case;

/* "parent|module|op|kernels|total|avg|count", and "|mfu" where there is that column. */
typedef struct
{
  const char *name; /* folder below quirks */
  const char *const *rows;
  gboolean keeps_mfu_table; /* ModuleMFU equals the reference nevertheless */
} Decided;

#define ROWS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const Decided decided[] = {
  { "straddling-op",
    ROWS ("P|M|before|K1|10|10|1", "|P|straddles|K2|10|10|1", "P|M|fits|K3|10|10|1",
          "|P|later|K4|10|10|1"),
    FALSE },
  { "straddling-op-root", ROWS ("|M|before|K1|10|10|1", "|M|fits|K3|10|10|1"), FALSE },
  { "other-thread",
    ROWS ("|M|mine|K1|10|10|1", "|M|theirs|K2|10|10|1", "|M|mine too|K3|10|10|1",
          "|Other|theirs too|K4|10|10|1"),
    FALSE },
  { "null-message", ROWS ("|M|op|K1|10|10|1", "P|<unnamed>|op|K1|10|10|1"), FALSE },
  { "null-message-parent",
    ROWS ("|M|op|K1|10|10|1", "P|<unnamed>|op|K1|10|10|1", "P/<unnamed>|C|op|K1|10|10|1"), FALSE },
  { "backward-inside",
    ROWS ("TrainStep|Attn|f1|F1|10|10|1", "TrainStep|Mlp|f2|F2|10|10|1",
          "TrainStep|[Backward]Mlp|b2|B2|10|10|1", "TrainStep|[Backward]Attn|b1|B1|10|10|1"),
    TRUE },
  { "same-op-key", ROWS ("|M|a|K1|10|10|1", "|M|a|K2|10|10|1"), FALSE },
};

static GPtrArray *
new_rows (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_test_row_free);
}

static void
set_cell (LscTestRow *row, guint column, const LscValue *value)
{
  if (value->is_null)
    return;
  if (value->type == LSC_TYPE_TEXT)
    lsc_test_row_set_text (row, column, value->text);
  else if (value->type == LSC_TYPE_INT)
    lsc_test_row_set_int (row, column, value->integer);
  else
    lsc_test_row_set_real (row, column, value->real);
}

/* The rows of a table in the columns of the reference; both must have the same ones. */
static GPtrArray *
rows_of_table (const LscTable *table, const LscTestGolden *golden)
{
  GPtrArray *rows = new_rows ();
  guint n = g_strv_length (golden->columns);

  if (lsc_table_get_n_rows (table) > 0)
    g_assert_cmpuint (lsc_table_get_n_columns (table), ==, n);
  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    {
      LscTestRow *row = lsc_test_row_new (n);

      for (guint c = 0; c < n; c++)
        {
          LscValue value;

          g_assert_cmpstr (lsc_table_get_column (table, c)->name, ==, golden->columns[c]);
          value = lsc_table_get (table, i, c);
          set_cell (row, c, &value);
        }
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static LscTable *
statistic_table (LscRun *run, LscMfuMode mode)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, NULL, NULL, &error);
  LscMfuOptions mfu = { .mode = mode };
  LscTable *table;

  if (!data)
    {
      g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
      return NULL;
    }
  table = lsc_module_statistic_table (data, &mfu, NULL, &error);
  g_assert_no_error (error);
  return table;
}

static LscTable *
mfu_table (LscRun *run, TableKind kind)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTable) operators = NULL;
  g_autoptr (LscTable) modules = NULL;
  LscMfuOptions mfu = { .mode = kind >= TABLE_OPERATOR_MFU_PEER ? LSC_MFU_PEER : LSC_MFU_AUTO };

  if (!lsc_operator_mfu_tables (run, NULL, &mfu, &operators, &modules, NULL, &error))
    {
      g_assert_error (error, LSC_ERROR, LSC_ERROR_MISSING);
      return NULL;
    }
  return kind == TABLE_OPERATOR_MFU || kind == TABLE_OPERATOR_MFU_PEER
             ? g_steal_pointer (&operators)
             : g_steal_pointer (&modules);
}

static LscTable *
table_of_run (LscRun *run, TableKind kind)
{
  if (kind == TABLE_STATISTIC)
    return statistic_table (run, LSC_MFU_OFF);
  if (kind == TABLE_STATISTIC_PEER)
    return statistic_table (run, LSC_MFU_PEER);
  return mfu_table (run, kind);
}

/* The runs below a folder, ascending rank. */
static GPtrArray *
load_runs (const char *path, LscLoadFlags flags)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LscProject) project = lsc_discover (path, NULL, &error);
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) lsc_run_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < project->clusters->len; i++)
    {
      const LscCluster *cluster = project->clusters->pdata[i];

      for (guint k = 0; k < cluster->sources->len; k++)
        {
          g_ptr_array_add (runs, lsc_run_load (cluster->sources->pdata[k], flags, NULL, &error));
          g_assert_no_error (error);
        }
    }
  g_assert_cmpuint (runs->len, >, 0);
  return runs;
}

static gboolean
has_text (const LscTestGolden *golden, const LscTestRow *row, const char *column, const char *part)
{
  gint c = lsc_test_golden_column (golden, column);

  return c >= 0 && strstr (row->texts[c], part) != NULL;
}

/* Modules below the twentieth level, which the reference leaves out (exports.md#q3). */
static gboolean
is_too_deep (const LscTestGolden *golden, const LscTestRow *row)
{
  const char *names[] = { "parentModule", "parent_module" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gint c = lsc_test_golden_column (golden, names[i]);
      guint levels = 1;

      if (c < 0)
        continue;
      for (const char *p = row->texts[c]; *p; p++)
        levels += *p == '/';
      if (levels >= 20)
        return TRUE;
    }
  return FALSE;
}

/* What the reference has and we decided to leave out or to write otherwise. */
static GPtrArray *
expected_rows (const LscTestGolden *golden, TableKind kind, gint64 rank)
{
  GPtrArray *rows = new_rows ();
  gint rank_column = lsc_test_golden_column (golden, tables[kind].rank_column);

  for (guint i = 0; i < golden->rows->len; i++)
    {
      const LscTestRow *from = golden->rows->pdata[i];
      LscTestRow *row;

      if (lsc_test_row_int (from, (guint) rank_column) != rank)
        continue;
      /* exports.md#q36: a kernel beside the product of the same op has no FLOPs of its own. */
      if (kind == TABLE_OPERATOR_MFU && has_text (golden, from, "kernel_name", AUXILIARY_KERNEL))
        continue;
      row = lsc_test_row_new (from->n_cells);
      for (guint c = 0; c < from->n_cells; c++)
        {
          const char *text = from->texts[c];

          if (kind == TABLE_MODULE_MFU && g_str_equal (golden->columns[c], "avg_mfu") &&
              has_text (golden, from, "kernel_list", AUXILIARY_KERNEL ", ") && strchr (text, ','))
            text = strchr (text, ',') + 1;
          row->types[c] = from->types[c];
          g_free (row->texts[c]);
          row->texts[c] = g_strdup (text);
        }
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static GPtrArray *
without_deep_rows (GPtrArray *rows, const LscTestGolden *golden)
{
  GPtrArray *kept = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    if (!is_too_deep (golden, rows->pdata[i]))
      g_ptr_array_add (kept, rows->pdata[i]);
  return kept;
}

static void
compare_run (LscRun *run, const Case *test, const LscTestGolden *golden)
{
  g_autoptr (LscTable) table = table_of_run (run, test->kind);
  g_autoptr (GPtrArray) expected = expected_rows (golden, test->kind, run->rank);
  g_autoptr (GPtrArray) all = table ? rows_of_table (table, golden) : new_rows ();
  g_autoptr (GPtrArray) actual = without_deep_rows (all, golden);
  g_autofree char *difference = NULL;

  if (!lsc_test_rows_equal (expected, actual, &difference))
    g_error ("%s, rank %" G_GINT64_FORMAT ": %s", test->golden, run->rank, difference);
}

static void
test_equal (gconstpointer user_data)
{
  const Case *test = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LscTestGolden) golden = lsc_test_golden_load (test->golden, &error);
  g_autoptr (GPtrArray) runs = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (golden->rows->len, >, 0);
  runs = load_runs (test->data, LSC_LOAD_FOR_MODULES | LSC_LOAD_SHAPES);
  for (guint i = 0; i < runs->len; i++)
    compare_run (runs->pdata[i], test, golden);
}

static char *
row_text (const LscTable *table, gsize row, guint first, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint c = first; c < first + n; c++)
    {
      LscValue value = lsc_table_get (table, row, c);

      if (c > first)
        g_string_append_c (text, '|');
      if (value.type == LSC_TYPE_TEXT)
        g_string_append (text, value.text);
      else if (value.type == LSC_TYPE_INT)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, value.integer);
      else
        g_string_append_printf (text, "%.10g", value.real);
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (const LscTable *table, guint first, guint n, const char *const *rows)
{
  gsize n_rows = g_strv_length ((char **) rows);

  for (gsize i = 0; i < MIN (n_rows, lsc_table_get_n_rows (table)); i++)
    {
      g_autofree char *text = row_text (table, i, first, n);

      g_assert_cmpstr (text, ==, rows[i]);
    }
  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, n_rows);
}

static LscRun *
load_quirk (const char *name)
{
  g_autofree char *samples = lsc_test_samples_dir ();
  g_autofree char *path = g_build_filename (samples, "quirks", name, NULL);
  g_autoptr (GPtrArray) runs = load_runs (path, LSC_LOAD_FOR_MODULES | LSC_LOAD_SHAPES);

  g_assert_cmpuint (runs->len, ==, 1);
  return lsc_run_ref (runs->pdata[0]);
}

static void
test_decided (gconstpointer user_data)
{
  const Decided *test = user_data;
  g_autoptr (LscRun) run = load_quirk (test->name);
  g_autoptr (LscTable) table = table_of_run (run, TABLE_STATISTIC);
  g_autoptr (LscTable) mfu = table_of_run (run, TABLE_MODULE_MFU);

  assert_rows (table, 0, 7, test->rows);
  if (!test->keeps_mfu_table)
    assert_rows (mfu, 1, 7, test->rows);
}

/* exports.md#q3: 24 nested modules, of which the reference shows twenty. */
static void
test_deep_nesting (void)
{
  g_autoptr (LscRun) run = load_quirk ("deep-nesting");
  g_autoptr (LscTable) table = table_of_run (run, TABLE_STATISTIC);
  g_autoptr (GString) parent = g_string_new (NULL);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 24);
  for (guint i = 0; i < 24; i++)
    {
      g_autofree char *text = row_text (table, i, 0, 7);
      g_autofree char *expected =
          g_strdup_printf ("%s|L%02u|op%02u|K%02u|10|10|1", parent->str, i + 1, i + 1, i + 1);

      g_assert_cmpstr (text, ==, expected);
      g_string_append_printf (parent, "%sL%02u", i ? "/" : "", i + 1);
    }
}

static void
assert_operator_rows (const char *name, const char *const *rows)
{
  g_autoptr (LscRun) run = load_quirk (name);
  g_autoptr (LscTable) table = table_of_run (run, TABLE_OPERATOR_MFU);
  gsize n = g_strv_length ((char **) rows);

  g_assert_cmpuint (lsc_table_get_n_rows (table), ==, n);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *names = row_text (table, i, 1, 2);
      g_autofree char *figures = row_text (table, i, 5, 6);
      g_autofree char *text = g_strdup_printf ("%s|%s", names, figures);

      g_assert_cmpstr (text, ==, rows[i]);
    }
}

/* exports.md#q36: op|kernel|duration|mfu|TFLOP/s|peak|FLOPs|name. */
static void
test_several_kernels (void)
{
  g_autoptr (LscRun) run = load_quirk ("mfu-several-kernels");
  g_autoptr (LscTable) modules = table_of_run (run, TABLE_MODULE_MFU);

  assert_operator_rows ("mfu-several-kernels", ROWS ("mm|MatMul|40|0.0706|25|353.89|1000000|mm",
                                                     "dash|D|10|0.0001|0.05|353.89|500|a-b"));
  assert_rows (modules, 1, 8,
               ROWS ("|M|mm|Transpose, MatMul|50|50|1|7.06%", "|M|zero|Z|10|10|1|",
                     "|M|odd|O|10|10|1|", "|M|dash|D|10|10|1|0.01%"));
}

/* exports.md#q37: the kernel of an unknown type carries nothing, the others do. */
static void
test_unknown_type (void)
{
  assert_operator_rows ("mfu-unknown-type", ROWS ("mm|MatMul|40|0.0001|0.02|353.89|1000|mm",
                                                  "ok|MatMul|40|0.0001|0.02|353.89|1000|ok"));
}

/* exports.md#q38: the inner range counts, the kernel is there once. */
static void
test_nested_ranges (void)
{
  g_autoptr (LscRun) run = load_quirk ("mfu-nested-ranges");
  g_autoptr (LscTable) modules = table_of_run (run, TABLE_MODULE_MFU);

  assert_operator_rows ("mfu-nested-ranges", ROWS ("mm|MatMul|40|0.0001|0.02|353.89|1000|inner"));
  assert_rows (modules, 1, 8, ROWS ("|M|mm|MatMul|40|40|1|0.01%"));
}

/* exports.md#q3 on a larger profile: what the reference has is what we have without the deep
 * levels. */
static void
test_module_small (void)
{
  g_autofree char *samples = lsc_test_samples_dir ();
  g_autofree char *path = g_build_filename (samples, "module-small", NULL);
  g_autoptr (GPtrArray) runs = load_runs (path, LSC_LOAD_FOR_MODULES);
  gsize n_rows = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      g_autoptr (LscTable) table = table_of_run (runs->pdata[i], TABLE_STATISTIC);

      n_rows += lsc_table_get_n_rows (table);
    }
  g_assert_cmpuint (n_rows, ==, 192);
}

static double
sum_totals (const LscTable *table)
{
  guint column = (guint) lsc_table_find_column (table, "totalKernelDuration(ns)");
  double sum = 0;

  for (gsize i = 0; i < lsc_table_get_n_rows (table); i++)
    sum += lsc_table_get (table, i, column).real;
  return sum;
}

/* checks.md#rows: the real recordings, modules from trace rows. */
static void
test_alexnet (gconstpointer user_data)
{
  static const double totals[3][2] = {
    { 5742911, 5719195 },
    { 5782828, 5804938 },
    { 5781537, 5805081 },
  };
  guint level = GPOINTER_TO_UINT (user_data);
  g_autofree char *samples = lsc_test_samples_dir ();
  g_autofree char *name = g_strdup_printf ("ascend-db-level%u", level);
  g_autofree char *path = g_build_filename (samples, name, NULL);
  g_autoptr (GPtrArray) runs = load_runs (path, LSC_LOAD_FOR_MODULES);

  g_assert_cmpuint (runs->len, ==, 2);
  for (guint i = 0; i < runs->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LscModuleData) data = lsc_module_data_new (runs->pdata[i], NULL, NULL, &error);
      g_autoptr (LscTable) table = NULL;

      g_assert_no_error (error);
      g_assert_cmpint (data->source, ==, LSC_MODULE_SOURCE_TRACE);
      g_assert_cmpuint (data->n_forward_calls, ==, 26);
      g_assert_cmpuint (data->n_pairs, ==, 27);
      g_assert_cmpuint (data->n_pairs_inside, ==, 27);
      g_assert_cmpuint (data->n_backward_calls, ==, 23);
      table = lsc_module_statistic_table (data, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (lsc_table_get_n_rows (table), ==, 33);
      g_assert_cmpfloat (sum_totals (table), ==, totals[level][i]);
    }
}

static gint64
kernel_time (const LscModuleData *data, LscKernelClass kernel_class, gboolean only_outside)
{
  gint64 sum = 0;

  for (gsize i = 0; i < data->ops.n; i++)
    {
      const LscOpCall *op = &data->ops.items[i];

      for (guint32 k = 0; k < op->n_kernels; k++)
        {
          const LscKernel *kernel =
              &data->run->kernels.items[data->kernels.items[op->first_kernel + k]];

          if (kernel->kernel_class == kernel_class && (!only_outside || op->call == LSC_INDEX_NONE))
            sum += kernel->end_ns - kernel->start_ns;
        }
    }
  return sum;
}

/* The figures of the level 2 sample, rank 0. */
static void
test_alexnet_details (void)
{
  g_autofree char *samples = lsc_test_samples_dir ();
  g_autofree char *path = g_build_filename (samples, "ascend-db-level2", NULL);
  g_autoptr (GPtrArray) runs = load_runs (path, LSC_LOAD_FOR_MODULES);
  LscRun *run = runs->pdata[0];
  g_autoptr (GError) error = NULL;
  g_autoptr (LscModuleData) data = lsc_module_data_new (run, NULL, NULL, &error);
  g_autoptr (LscTable) table = NULL;
  g_autofree char *first = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (run->class_begin[1], ==, 187);
  g_assert_cmpint (kernel_time (data, LSC_KERNEL_COMPUTE, FALSE), ==, 8900456);
  g_assert_cmpuint (run->class_begin[2] - run->class_begin[1], ==, 4);
  g_assert_cmpint (kernel_time (data, LSC_KERNEL_COMMUNICATION, TRUE), ==, 94107521);
  table = lsc_module_statistic_table (data, NULL, NULL, &error);
  first = row_text (table, 0, 0, 7);
  g_assert_cmpstr (first, ==,
                   "DistributedDataParallel/AlexNet/Sequential|Conv2d|Conv2D|trans_TransData_0, "
                   "trans_TransData_1, Conv2D1, trans_TransData_2|399628|399628|1");
}

static gboolean
is_decided (const char *data)
{
  g_autofree char *name = g_path_get_basename (data);
  static const char *const others[] = { "mfu-several-kernels", "mfu-unknown-type",
                                        "mfu-nested-ranges" };

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (name, others[i]))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (decided); i++)
    if (g_str_equal (name, decided[i].name))
      return TRUE;
  return FALSE;
}

static void
case_free (gpointer data)
{
  Case *test = data;

  g_free (test->data);
  g_free (test->golden);
  g_free (test);
}

static void
add_cases (const char *samples, const char *data, const char *golden)
{
  for (guint kind = 0; kind < N_TABLES && !is_decided (data); kind++)
    {
      g_autofree char *file = g_build_filename (golden, tables[kind].file, NULL);
      g_autofree char *path =
          g_strdup_printf ("/golden/module%s/%s%s", data + strlen (samples), tables[kind].file,
                           kind >= TABLE_OPERATOR_MFU_PEER ? "/peer" : "");
      Case *test;

      if (!g_file_test (file, G_FILE_TEST_EXISTS))
        continue;
      test = g_new0 (Case, 1);
      test->kind = (TableKind) kind;
      test->data = g_strdup (data);
      test->golden = g_steal_pointer (&file);
      g_test_add_data_func_full (path, test, test_equal, case_free);
    }
}

/* Looks for `golden` below a folder; below it a folder may hold the results of a part. */
static void
find_cases (const char *samples, const char *folder, guint depth)
{
  g_autofree char *golden = g_build_filename (folder, "golden", NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (golden, G_FILE_TEST_IS_DIR))
    {
      g_autoptr (GDir) parts = g_dir_open (golden, 0, NULL);

      add_cases (samples, folder, golden);
      while (parts && (name = g_dir_read_name (parts)))
        {
          g_autofree char *data = g_build_filename (folder, name, NULL);
          g_autofree char *part = g_build_filename (golden, name, NULL);

          if (g_file_test (part, G_FILE_TEST_IS_DIR))
            add_cases (samples, data, part);
        }
    }
  dir = depth > 0 ? g_dir_open (folder, 0, NULL) : NULL;
  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (folder, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_str_equal (name, "golden"))
        find_cases (samples, child, depth - 1);
    }
}

static void
test_no_samples (void)
{
  g_free (lsc_test_require_samples ());
}

int
main (int argc, char *argv[])
{
  g_autofree char *samples = lsc_test_samples_dir ();

  g_test_init (&argc, &argv, NULL);
  if (!samples)
    {
      g_test_add_func ("/golden/module", test_no_samples);
      return g_test_run ();
    }
  find_cases (samples, samples, 2);
  for (gsize i = 0; i < G_N_ELEMENTS (decided); i++)
    {
      g_autofree char *path = g_strconcat ("/golden/module/decided/", decided[i].name, NULL);

      g_test_add_data_func (path, &decided[i], test_decided);
    }
  g_test_add_func ("/golden/module/decided/deep-nesting", test_deep_nesting);
  g_test_add_func ("/golden/module/decided/mfu-several-kernels", test_several_kernels);
  g_test_add_func ("/golden/module/decided/mfu-unknown-type", test_unknown_type);
  g_test_add_func ("/golden/module/decided/mfu-nested-ranges", test_nested_ranges);
  g_test_add_func ("/golden/module/module-small-rows", test_module_small);
  for (guint level = 0; level < 3; level++)
    {
      g_autofree char *path = g_strdup_printf ("/golden/module/alexnet/level%u", level);

      g_test_add_data_func (path, GUINT_TO_POINTER (level), test_alexnet);
    }
  g_test_add_func ("/golden/module/alexnet/details", test_alexnet_details);
  return g_test_run ();
}
