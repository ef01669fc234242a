/* test-cli-workbook.c - the workbooks: layout of the reference tool, safe texts, full cells
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-golden.h"
#include "lsc-test-sheet.h"

#define MODULE_BOOK "ModuleStatistic/module_statistic_%d.xlsx"

/* Width of a column as it is stored: the program's own width plus the cell's margin. */
#define STORED(width) ((width) + 0.7109375)

static char *
module_book (const LscTestPlace *place, int rank)
{
  g_autofree char *name = g_strdup_printf (MODULE_BOOK, rank);

  return lsc_test_result (place, name);
}

static void
test_layout (void)
{
  static const double widths[] = { 40, 40, 40, 50, 10, 10, 10 };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *book = NULL;
  g_autofree char *merged = NULL;
  g_autofree char *header = NULL;
  g_autofree char *row = NULL;
  g_autofree char *styles = NULL;
  g_autoptr (LscTestSheet) sheet = NULL;

  if (!lsc_test_can_unzip ())
    return;
  lsc_test_write_modules (place, 2);
  lsc_test_cli (place, EXIT_DELIVERED, "cluster", "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "text", "--mfu", "off", NULL);
  g_free (module_book (place, 1));
  book = module_book (place, 0);
  sheet = lsc_test_sheet_read (book, 1);
  header = lsc_test_sheet_row (sheet, 1, 8);
  g_assert_cmpstr (header, ==,
                   "Parent Module|Module|Op Name|Kernel List|Total Kernel Duration(ns)|Avg Kernel "
                   "Duration(ns)|Op Count|");
  row = lsc_test_sheet_row (sheet, 2, 8);
  g_assert_cmpstr (row, ==, "Model|Attention|aclnnMm|MatMul, Cast|214|107|2|");
  g_assert_cmpuint (sheet->n_rows, ==, 8);
  merged = lsc_test_sheet_merged (sheet);
  g_assert_cmpstr (merged, ==, "A2:A4 A5:A6 A7:A8 B2:B3");
  g_assert_cmpuint (sheet->widths->len, ==, G_N_ELEMENTS (widths));
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    g_assert_cmpfloat (g_array_index (sheet->widths, double, i), ==, STORED (widths[i]));
  g_assert_cmpstr (g_hash_table_lookup (sheet->heights, "1"), ==, "27");
  g_assert_cmpstr (sheet->frozen, ==, "A2");
  g_assert_cmpstr (sheet->filter, ==, "A1:G8");
  styles = lsc_test_unzip (book, "xl/styles.xml");
  lsc_test_assert_contains (styles, "Times New Roman");
  lsc_test_assert_contains (styles, "FFAFEEEE");
  lsc_test_assert_contains (styles, "vertical=\"center\"");
}

/* Equal modules under two parents stay two cells (exports.md#q28). */
static void
test_merge_within_parent (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  g_autofree char *book = NULL;
  g_autofree char *merged = NULL;
  g_autoptr (LscTestSheet) sheet = NULL;

  if (!lsc_test_can_unzip ())
    return;
  for (gint64 i = 0; i < 2; i++)
    {
      lsc_test_profile_module (p, i == 0 ? "A" : "B", i * 1000, i * 1000 + 900, 1);
      lsc_test_profile_module (p, "Linear", i * 1000 + 10, i * 1000 + 800, 1);
      for (gint64 k = 0; k < 2; k++)
        {
          gint64 t = i * 1000 + 20 + k * 50;
          guint op = lsc_test_profile_op (p, k == 0 ? "x" : "y", t, t + 10, 1);

          lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k", t + 5000, t + 5003);
        }
    }
  g_free (lsc_test_write_rank (p, place->data, 0));
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "excel", NULL);
  book = module_book (place, 0);
  sheet = lsc_test_sheet_read (book, 1);
  merged = lsc_test_sheet_merged (sheet);
  g_assert_cmpstr (merged, ==, "A2:A3 A4:A5 B2:B3 B4:B5");
}

/* exports.md#q28, and the limit of a cell. */
static void
test_texts (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  static const char *const names[] = {
    "=SUM(A1:A9)", "http://example.org/", "{=1}", "+1", "-1", "@x", "007", "'quoted"
  };
  g_autofree char *longest = g_strnfill (32767, 'x');
  g_autofree char *too_long = g_strnfill (40000, 'y');
  g_autofree char *book = NULL;
  g_autoptr (LscTestSheet) sheet = NULL;
  guint op;

  if (!lsc_test_can_unzip ())
    return;
  lsc_test_profile_module (p, "M", 0, 100000, 1);
  for (gint64 i = 0; i < (gint64) G_N_ELEMENTS (names); i++)
    {
      op = lsc_test_profile_op (p, names[i], 100 * i + 100, 100 * i + 150, 1);
      lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "bad \xff", 200000 + 10 * i,
                                  200005 + 10 * i);
    }
  op = lsc_test_profile_op (p, longest, 5000, 5010, 1);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, too_long, 300000, 300001);
  g_free (lsc_test_write_rank (p, place->data, 0));
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "module_statistic", "-d", place->data, "-o",
                place->out, "--export_type", "xlsx", "--mfu", "off", NULL);
  book = module_book (place, 0);
  sheet = lsc_test_sheet_read (book, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *cell = g_strdup_printf ("C%u", i + 2);

      g_assert_cmpstr (g_hash_table_lookup (sheet->cells, cell), ==, names[i]);
      g_assert_cmpstr (g_hash_table_lookup (sheet->types, cell), ==, "text");
    }
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 2, 4), ==, "bad \xef\xbf\xbd");
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 10, 3), ==, longest);
  g_assert_cmpuint (strlen (lsc_test_sheet_cell (sheet, 10, 4)), ==, 32767);
  g_assert_true (g_str_has_suffix (lsc_test_sheet_cell (sheet, 10, 4), "yyy ..."));
}

static LscTestProfile *
mfu_profile (void)
{
  static const LscTestKernelInfo info = { .op_type = "MatMulV3",
                                          .task_type = "AI_CORE",
                                          .input_types = "DT_BF16;DT_BF16",
                                          .input_shapes = "4096,4096;4096,4096",
                                          .output_types = "DT_BF16",
                                          .output_shapes = "4096,4096",
                                          .block_dim = 20 };
  LscTestProfile *p = lsc_test_profile_new ();
  guint op, kernel;

  lsc_test_profile_module (p, "M", 0, 1000, 1);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_START_END, "mfu_flops", "137438953472-matmul", 5, 100, 1,
                         0);
  op = lsc_test_profile_op (p, "mm", 10, 20, 1);
  kernel = lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "MatMul", 5000, 805000);
  lsc_test_profile_kernel_set_info (p, kernel, &info);
  lsc_test_profile_set_chip (p, 20, "1800");
  return p;
}

static void
test_mfu_books (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = mfu_profile ();
  g_autofree char *kernels = NULL;
  g_autofree char *modules = NULL;
  g_autofree char *header = NULL;
  g_autofree char *row = NULL;
  g_autoptr (LscTestSheet) sheet = NULL;
  g_autoptr (LscTestSheet) module_sheet = NULL;

  if (!lsc_test_can_unzip ())
    return;
  g_free (lsc_test_write_rank (p, place->data, 0));
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "operator_mfu", "-d", place->data, "-o", place->out,
                "--export_type", "text", NULL);
  kernels = lsc_test_result (place, "OperatorMfu/operator_mfu_kernel_0.xlsx");
  modules = lsc_test_result (place, "OperatorMfu/operator_mfu_module_0.xlsx");
  sheet = lsc_test_sheet_read (kernels, 1);
  header = lsc_test_sheet_row (sheet, 1, 13);
  g_assert_cmpstr (header, ==,
                   "Rank ID|Op Name|Kernel Name|Kernel Start(ns)|Kernel End(ns)|Kernel "
                   "Duration(ns)|MFU|actual_tflops|chip_peak_tflops|flops|flops_op_name|"
                   "input_shapes|output_shapes");
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 2, 4), ==, "1736414119000005000");
  g_assert_cmpstr (g_hash_table_lookup (sheet->types, "D2"), ==, "text");
  g_assert_cmpfloat (g_array_index (sheet->widths, double, 0), ==, STORED (10));
  module_sheet = lsc_test_sheet_read (modules, 1);
  row = lsc_test_sheet_row (module_sheet, 1, 9);
  g_assert_cmpstr (row, ==,
                   "Rank ID|Parent Module|Module|Op Name|Kernel List|Total Kernel Duration(ns)|Avg "
                   "Kernel Duration(ns)|Op Count|Avg MFU");
  g_assert_cmpstr (lsc_test_sheet_cell (module_sheet, 2, 9), ==, "58.25%");
}

static void
test_pipeline_book (void)
{
  static const char *const names[] = { "StepTaskInfo", "P2PPairs", "PpBlock",
                                       "PpLink",       "PpMetric", "PpBubble" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *book = NULL;
  g_autofree char *list = NULL;
  g_autofree char *core = NULL;
  g_autofree char *header = NULL;
  g_autoptr (LscTestSheet) sheet = NULL;
  const char *at;

  if (!lsc_test_can_unzip ())
    return;
  lsc_test_write_pipeline (place, 2, 4);
  lsc_test_cli (place, EXIT_DELIVERED, "-m", "pp_chart", "-d", place->data, "-o", place->out,
                "--export_type", "xlsx", NULL);
  book = lsc_test_result (place, "PpChart/pp_chart.xlsx");
  at = list = lsc_test_unzip (book, "xl/workbook.xml");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("name=\"%s\"", names[i]);

      lsc_test_assert_contains (at, name);
      at = strstr (at, name);
    }
  sheet = lsc_test_sheet_read (book, 1);
  header = lsc_test_sheet_row (sheet, 1, 6);
  g_assert_cmpstr (header, ==, "name|startNs|endNs|type|rankID|");
  g_assert_cmpstr (g_hash_table_lookup (sheet->types, "B2"), ==, "text");
  g_assert_cmpuint (sheet->n_rows, ==, 1 + 2 * 8);
  core = lsc_test_unzip (book, "docProps/core.xml");
  lsc_test_assert_contains (core, "1980-01-01T00:00:00Z");
}

/* ---- the reference tool's workbook ---- */

/* Whether a cell is inside a merged range, but not its first cell. */
static gboolean
is_continued (GPtrArray *merged, guint row, char column)
{
  for (guint i = 0; i < merged->len; i++)
    {
      const char *range = merged->pdata[i];
      const char *colon = strchr (range, ':');

      if (range[0] == column && row > strtoul (range + 1, NULL, 10) &&
          row <= strtoul (colon + 2, NULL, 10))
        return TRUE;
    }
  return FALSE;
}

/* A row as a text; @above, the parent and module of the row above, fill merged cells. */
static char *
join_row (char **cells, GPtrArray *merged, guint row, char **above)
{
  for (guint i = 0; i < 2; i++)
    {
      if (is_continued (merged, row, (char) ('A' + i)))
        {
          g_free (cells[i]);
          cells[i] = g_strdup (above[i]);
        }
      g_free (above[i]);
      above[i] = g_strdup (cells[i]);
    }
  return g_strjoinv ("|", cells);
}

static char *
golden_row (JsonArray *cells, GPtrArray *merged, guint row, char **above)
{
  g_auto (GStrv) texts = g_new0 (char *, json_array_get_length (cells) + 1);

  for (guint i = 0; i < json_array_get_length (cells); i++)
    {
      JsonNode *node = json_array_get_element (cells, i);

      if (JSON_NODE_HOLDS_NULL (node))
        texts[i] = g_strdup ("");
      else if (json_node_get_value_type (node) == G_TYPE_STRING)
        texts[i] = g_strdup (json_node_get_string (node));
      else
        texts[i] = g_strdup_printf ("%.9g", json_node_get_double (node));
    }
  return join_row (texts, merged, row, above);
}

static char *
sheet_row (LscTestSheet *sheet, guint row, char **above)
{
  g_auto (GStrv) texts = g_new0 (char *, 8);

  for (guint i = 0; i < 7; i++)
    {
      const char *cell = lsc_test_sheet_cell (sheet, row, i + 1);

      if (i < 4 || row == 1)
        texts[i] = g_strdup (cell ? cell : "");
      else
        texts[i] = g_strdup_printf ("%.9g", g_ascii_strtod (cell, NULL));
    }
  return join_row (texts, sheet->merged, row, above);
}

static GPtrArray *
golden_merged (JsonObject *golden)
{
  JsonArray *list = json_object_get_array_member (golden, "merged");
  GPtrArray *merged = g_ptr_array_new ();

  for (guint i = 0; i < json_array_get_length (list); i++)
    g_ptr_array_add (merged, (gpointer) json_array_get_string_element (list, i));
  return merged;
}

/* Every row of the reference tool's workbook in its order; ours has further rows of deep modules
 * (exports.md#q3), so that merged ranges cannot be compared one by one. */
static void
compare_books (LscTestSheet *sheet, JsonObject *golden)
{
  JsonArray *rows = json_object_get_array_member (golden, "rows");
  g_autoptr (GPtrArray) merged = golden_merged (golden);
  char *above[2] = { NULL, NULL }, *our_above[2] = { NULL, NULL };
  guint ours = 0;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      g_autofree char *expected =
          golden_row (json_array_get_array_element (rows, i), merged, i + 1, above);
      gboolean is_found = FALSE;

      while (!is_found && ours++ < sheet->n_rows)
        {
          g_autofree char *row = sheet_row (sheet, ours, our_above);

          is_found = strcmp (row, expected) == 0;
        }
      if (!is_found)
        g_error ("row %u of the reference workbook is missing: %s", i + 1, expected);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_free (above[i]);
      g_free (our_above[i]);
    }
}

static void
test_reference_book (void)
{
  g_autofree char *samples = lsc_test_require_samples ();
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *data = NULL;

  if (!samples || !lsc_test_can_unzip ())
    return;
  data = g_build_filename (samples, "module-small", NULL);
  lsc_test_cli (NULL, EXIT_DELIVERED, "-m", "module_statistic", "-d", data, "-o", place->out,
                "--export_type", "xlsx", "--mfu", "off", NULL);
  for (int rank = 0; rank < 2; rank++)
    {
      g_autofree char *name = g_strdup_printf ("golden/module_statistic_%d.xlsx.json", rank);
      g_autofree char *path = g_build_filename (data, name, NULL);
      g_autofree char *text = lsc_test_read (path, NULL);
      g_autofree char *wrapped = g_strdup_printf ("{\"sheets\": %s}", text);
      g_autoptr (JsonObject) all = lsc_test_json_object (wrapped);
      JsonObject *golden =
          json_array_get_object_element (json_object_get_array_member (all, "sheets"), 0);
      JsonObject *widths = json_object_get_object_member (golden, "widths");
      g_autofree char *book = module_book (place, rank);
      g_autoptr (LscTestSheet) sheet = lsc_test_sheet_read (book, 1);

      compare_books (sheet, golden);
      for (guint i = 0; i < 7; i++)
        {
          const char column[] = { (char) ('A' + i), 0 };

          g_assert_cmpfloat (g_array_index (sheet->widths, double, i), ==,
                             json_object_get_double_member (widths, column));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/workbook/layout", test_layout);
  g_test_add_func ("/cli/workbook/merge-within-parent", test_merge_within_parent);
  g_test_add_func ("/cli/workbook/texts", test_texts);
  g_test_add_func ("/cli/workbook/mfu", test_mfu_books);
  g_test_add_func ("/cli/workbook/pipeline", test_pipeline_book);
  g_test_add_func ("/cli/workbook/reference", test_reference_book);
  return g_test_run ();
}
