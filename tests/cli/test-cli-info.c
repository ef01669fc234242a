/* test-cli-info.c - info and tree: shape of the documents, sums that close
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-sheet.h"

/* ---- info ---- */

static JsonObject *
info (LscTestPlace *place, int code)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, code, "info", place->data, "--json", NULL);

  g_assert_cmpstr (output->err, ==, "");
  return lsc_test_json_object (output->out);
}

static JsonObject *
nth_rank (JsonObject *document, guint index)
{
  JsonObject *cluster =
      json_array_get_object_element (json_object_get_array_member (document, "clusters"), 0);

  return json_array_get_object_element (json_object_get_array_member (cluster, "ranks"), index);
}

static void
assert_keys (JsonObject *object, const char *expected)
{
  g_autofree char *keys = lsc_test_json_keys (object);

  g_assert_cmpstr (keys, ==, expected);
}

static gsize
count_lines (const char *text, const char *what)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gsize n = 0;

  for (char **line = lines; *line; line++)
    n += strstr (*line, what) != NULL;
  return n;
}

/* What is true of every rank is said once with their number, and of each when asked for all. */
static void
test_same_notice (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) some = NULL, all = NULL;

  lsc_test_write_modules (place, 3);
  for (int rank = 0; rank < 3; rank++)
    {
      g_autofree char *dir = lsc_test_rank_dir (place->data, rank);
      g_autofree char *db = lsc_test_profile_db_path (dir, rank);

      lsc_test_sql_run (db, "DROP TABLE PYTORCH_API");
    }
  some = lsc_test_cli_output (place, EXIT_DELIVERED, "budget", place->data, NULL);
  all = lsc_test_cli_output (place, EXIT_DELIVERED, "budget", place->data, "-v", NULL);
  g_assert_cmpuint (count_lines (some->err, "Table PYTORCH_API is not in the file"), ==, 1);
  g_assert_cmpuint (count_lines (some->err, "and 2 more files"), ==, 1);
  g_assert_cmpuint (count_lines (all->err, "Table PYTORCH_API is not in the file"), ==, 3);
  g_assert_cmpuint (count_lines (all->err, "more files"), ==, 0);
}

static void
test_shape (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonObject) document = NULL;
  g_autofree char *dir = lsc_test_rank_dir (place->data, 1);
  g_autofree char *db = lsc_test_profile_db_path (dir, 1);
  JsonObject *cluster, *rank, *step;

  lsc_test_write_modules (place, 2);
  lsc_test_sql_run (db, "DROP TABLE HOST_INFO");
  document = info (place, EXIT_DELIVERED);
  assert_keys (document, "path,clusters,problems");
  g_assert_cmpstr (json_object_get_string_member (document, "path"), ==, place->data);
  cluster = json_array_get_object_element (json_object_get_array_member (document, "clusters"), 0);
  assert_keys (cluster, "path,name,ranks");
  rank = nth_rank (document, 1);
  assert_keys (rank, "rank,device,device_name,host,folder,database,level,schema,duration_ns,events,"
                     "lanes,steps,tables,estimated_tables");
  g_assert_true (json_object_get_null_member (rank, "events")); /* only the tables are counted */
  g_assert_cmpint (json_object_get_int_member (rank, "rank"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (rank, "folder"), ==, dir);
  g_assert_cmpstr (json_object_get_string_member (rank, "database"), ==, db);
  g_assert_cmpstr (json_object_get_string_member (rank, "schema"), ==, "1.0.0");
  g_assert_true (json_object_get_null_member (rank, "host"));
  step = json_array_get_object_element (json_object_get_array_member (rank, "steps"), 1);
  assert_keys (step, "id,start_ns,end_ns");
  g_assert_cmpint (json_object_get_int_member (step, "id"), ==, 8);
  g_assert_cmpint (json_object_get_int_member (step, "start_ns"), ==, LSC_TEST_T0 + 99990);
  g_assert_cmpint (json_object_get_int_member (step, "end_ns"), ==, LSC_TEST_T0 + 190000);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (rank, "tables"),
                                               "COMPUTE_TASK_INFO"),
                   ==, 18);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (rank, "estimated_tables")),
                    ==, 0);
}

static void
put_file (LscTestPlace *place, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (place->data, name, NULL);
  g_autofree char *dir = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (dir, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Of a trace, which has no header, its events tell. */
static void
test_trace (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (LscTestOutput) text = NULL;
  g_autoptr (LscTestOutput) all = NULL;
  JsonObject *rank, *step;

  put_file (
      place, "rank0.json",
      "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H800\"}],"
      "\"traceEvents\": ["
      "{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#4\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 5, \"dur\": 20},"
      "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": 1, \"tid\": 1, "
      "\"ts\": 6, \"dur\": 2},"
      "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"add\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": 30, \"dur\": 10, \"args\": {\"device\": 0, \"stream\": 7}}]}");
  document = info (place, EXIT_DELIVERED);
  rank = nth_rank (document, 0);
  g_assert_cmpint (json_object_get_int_member (rank, "device"), ==, 0);
  g_assert_cmpstr (json_object_get_string_member (rank, "device_name"), ==, "NVIDIA H800");
  g_assert_cmpint (json_object_get_int_member (rank, "duration_ns"), ==, 35000);
  g_assert_cmpint (json_object_get_int_member (rank, "events"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (rank, "lanes"), ==, 3);
  step = json_array_get_object_element (json_object_get_array_member (rank, "steps"), 0);
  g_assert_cmpint (json_object_get_int_member (step, "id"), ==, 4);
  text = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, NULL);
  lsc_test_assert_contains (text->out, "GPU trace, device 0 (NVIDIA H800)");
  lsc_test_assert_contains (text->out, "35.00 µs, 3 events in 3 lanes");
  lsc_test_assert_contains (text->out, "1 step of 20.00 µs");
  lsc_test_assert_lacks (text->out, "step 4: 20.00 µs");
  all = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "-v", NULL);
  lsc_test_assert_contains (all->out, "step 4: 20.00 µs");
}

/* @kernels_us: how long both kernels are; the table of steps says 100. */
static LscTestOutput *
read_tables (LscTestPlace *place, const char *first_us, const char *second_us, int code)
{
  g_autofree char *kernels =
      g_strdup_printf ("Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                       "7,a,MatMul,AI_CORE,1736408883704643.212,%s\n"
                       "7,b,Add,AI_VECTOR_CORE,1736408883704943.212,%s\n",
                       first_us, second_us);

  put_file (place, "r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", kernels);
  put_file (place, "r_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
            "Device_id,Step,Computing,Free\n0,7,100.0,1.0\n");
  return lsc_test_cli_output (place, code, "info", place->data, NULL);
}

/* Tables of one export that cannot both be right. */
static void
test_tables_disagree (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) agrees = read_tables (place, "60.0", "40.0", EXIT_DELIVERED);
  g_autoptr (LscTestOutput) overlaps = read_tables (place, "90.0", "80.0", EXIT_DELIVERED);
  g_autoptr (LscTestOutput) lacks = read_tables (place, "60.0", "29.9", EXIT_PART);

  lsc_test_assert_lacks (agrees->err, "tables-disagree");
  lsc_test_assert_lacks (overlaps->err, "tables-disagree");
  lsc_test_assert_contains (lacks->err, "take 89.90 µs in total");
  lsc_test_assert_contains (lacks->err, "reports 100.0 µs of computing");
}

/* A table that cannot be counted is null, and what cannot be read is told in the document. */
static void
test_problems (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *dir = lsc_test_rank_dir (place->data, 1);
  g_autofree char *db = lsc_test_profile_db_path (dir, 1);
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (LscTestOutput) text = NULL;
  JsonObject *problem;

  lsc_test_write_modules (place, 3);
  g_assert_true (g_file_set_contents (db, "not a database, whatever its name may say", -1, NULL));
  document = info (place, EXIT_PART);
  g_assert_true (lsc_test_has_problem (document, "rank-unreadable", 1));
  problem = json_array_get_object_element (json_object_get_array_member (document, "problems"), 0);
  assert_keys (problem, "severity,code,rank,file,table,count,what,why,remedy");
  g_assert_cmpstr (json_object_get_string_member (problem, "severity"), ==, "error");
  g_assert_cmpint (json_object_get_int_member (nth_rank (document, 1), "rank"), ==, 1);
  g_assert_true (json_object_get_null_member (nth_rank (document, 1), "level"));
  g_assert_cmpint (json_object_get_int_member (nth_rank (document, 2), "rank"), ==, 2);
  text = lsc_test_cli_output (place, EXIT_PART, "info", place->data, NULL);
  lsc_test_assert_contains (text->out, "could not be read");
  lsc_test_assert_contains (text->err, db);
}

static void
test_nothing (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *output = g_build_filename (place->data, "ASCEND_PROFILER_OUTPUT", NULL);
  g_autoptr (LscTestOutput) empty = NULL;
  g_autoptr (JsonObject) reason = NULL;
  g_autoptr (JsonObject) document = NULL;

  empty = lsc_test_cli_output (place, EXIT_NOTHING, "info", place->data, NULL);
  g_assert_cmpstr (empty->out, ==, "");
  lsc_test_assert_contains (empty->err, "ascend_pytorch_profiler");
  reason = info (place, EXIT_NOTHING);
  g_assert_true (lsc_test_has_problem (reason, "nothing-found", -1));
  g_assert_cmpint (g_mkdir_with_parents (output, 0755), ==, 0);
  document = info (place, EXIT_NOTHING);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (document, "clusters")), ==,
                    0);
  g_assert_true (lsc_test_has_problem (document, "not-read", -1));
}

/* The same document for any number of threads. */
static void
test_threads (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) one = NULL;
  g_autoptr (LscTestOutput) four = NULL;

  lsc_test_write_modules (place, 6);
  for (int rank = 0; rank < 6; rank++)
    {
      g_autofree char *dir = lsc_test_rank_dir (place->data, rank);
      g_autofree char *db = lsc_test_profile_db_path (dir, rank);

      lsc_test_sql_run (db, "DROP TABLE CONNECTION_IDS; UPDATE META_DATA SET value = '{'");
    }
  one = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "--json", "-j1", NULL);
  four = lsc_test_cli_output (place, EXIT_DELIVERED, "info", place->data, "--json", "-j4", NULL);
  g_assert_cmpstr (one->out, ==, four->out);
}

/* ---- tree ---- */

static GPtrArray *
tree (LscTestPlace *place, const char *option, const char *value)
{
  g_autoptr (LscTestOutput) output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "tree", place->data, "--json", option, value, NULL);

  return lsc_test_json_lines (output->out);
}

/* Classes contain one another, so their own times add up. */
static gint64
get_part (JsonObject *node, gboolean by_class)
{
  return by_class && strcmp (json_object_get_string_member (node, "kind"), "module") == 0
             ? json_object_get_int_member (node, "self_ns")
             : json_object_get_int_member (node, "total_ns");
}

/* Every node that has children is as long as they are together, and comes before them. */
static void
assert_closes (GPtrArray *nodes, gboolean by_class)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  for (guint i = nodes->len; i-- > 0;)
    {
      JsonObject *node = nodes->pdata[i];
      gint64 id = json_object_get_int_member (node, "id");
      gint64 total = get_part (node, by_class);
      gint64 parent = json_object_get_int_member_with_default (node, "parent", -1);
      const gint64 *children = g_hash_table_lookup (sums, &id);
      gint64 *sum;

      if (children)
        g_assert_cmpint (*children, ==, total);
      sum = g_hash_table_lookup (sums, &parent);
      if (!sum)
        {
          sum = g_new0 (gint64, 1);
          g_hash_table_insert (sums, g_memdup2 (&parent, sizeof parent), sum);
        }
      *sum += total;
      g_hash_table_remove (sums, &id);
    }
  g_assert_cmpuint (g_hash_table_size (sums), ==, 1);
}

static void
test_closes (void)
{
  static const char *const views[] = { "path", "call", "variant", "instance", "class", "op" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  lsc_test_write_modules (place, 1);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (GPtrArray) nodes = tree (place, "--view", views[i]);

      assert_closes (nodes, strcmp (views[i], "class") == 0);
      /* all kernels of both steps: the sums of the seven rows and the op outside modules */
      g_assert_cmpint (json_object_get_int_member (nodes->pdata[0], "total_ns"), ==,
                       214 + 62 + 214 + 6 + 12 + 28 + 420 + 4);
    }
}

static void
test_nodes (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (GPtrArray) flat = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *keys = NULL;

  lsc_test_write_modules (place, 2);
  nodes = tree (place, "--rank", "1");
  keys = lsc_test_json_keys (nodes->pdata[0]);
  g_assert_true (
      g_str_has_prefix (keys, "id,parent,depth,kind,phase,name,calls,total_ns,self_ns,"));
  g_assert_cmpstr (json_object_get_string_member (nodes->pdata[0], "name"), ==, "Rank 1");
  g_assert_true (json_object_get_null_member (nodes->pdata[0], "parent"));
  flat = tree (place, "--depth", "2");
  for (guint i = 0; i < flat->len; i++)
    {
      g_assert_cmpint (json_object_get_int_member (flat->pdata[i], "depth"), <=, 2);
      if (strcmp (json_object_get_string_member (flat->pdata[i], "kind"), "module") == 0)
        g_string_append_printf (names, "%s ",
                                json_object_get_string_member (flat->pdata[i], "name"));
    }
  /* largest first: 214 + 62 + 420 before 214 + 28 */
  g_assert_cmpstr (names->str, ==, "Model Attention MLP ");
}

static void
test_sort (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestOutput) output = NULL;
  const char *attention, *mlp;

  lsc_test_write_modules (place, 1);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "tree", place->data, "--sort", "total_ns",
                                "--ascending", NULL);
  attention = strstr (output->out, "Attention");
  mlp = strstr (output->out, "MLP");
  g_assert_true (attention && mlp && mlp < attention);
}

/* csv and workbook hold the rows of the json form. */
static void
test_forms (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *book = g_build_filename (place->root, "tree.xlsx", NULL);
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (LscTestOutput) csv = NULL;
  g_autoptr (LscTestSheet) sheet = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *keys = NULL;

  lsc_test_write_modules (place, 1);
  nodes = tree (place, NULL, NULL);
  keys = lsc_test_json_keys (nodes->pdata[0]);
  csv = lsc_test_cli_output (place, EXIT_DELIVERED, "tree", place->data, "--csv", NULL);
  lines = g_strsplit (csv->out, "\n", -1);
  g_assert_cmpstr (lines[0], ==, keys);
  g_assert_cmpuint (g_strv_length (lines), ==, nodes->len + 2);
  lsc_test_cli (place, EXIT_DELIVERED, "tree", place->data, "--xlsx", book, NULL);
  if (!lsc_test_can_unzip ())
    return;
  sheet = lsc_test_sheet_read (book, 1);
  g_assert_cmpuint (sheet->n_rows, ==, nodes->len + 1);
  g_assert_cmpstr (lsc_test_sheet_cell (sheet, 1, 1), ==, "id");
  for (guint i = 0; i < nodes->len; i++)
    {
      g_autofree char *total = g_strdup_printf (
          "%" G_GINT64_FORMAT, json_object_get_int_member (nodes->pdata[i], "total_ns"));

      g_assert_cmpstr (lsc_test_sheet_cell (sheet, i + 2, 6), ==,
                       json_object_get_string_member (nodes->pdata[i], "name"));
      g_assert_cmpstr (lsc_test_sheet_cell (sheet, i + 2, 8), ==, total);
    }
}

static void
test_not_written (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *book = g_build_filename (place->root, "no", "such", "tree.xlsx", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  lsc_test_write_modules (place, 1);
  output = lsc_test_cli_output (place, EXIT_IO, "tree", place->data, "--xlsx", book, NULL);
  lsc_test_assert_contains (output->err, book);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/info/same-notice", test_same_notice);
  g_test_add_func ("/cli/info/shape", test_shape);
  g_test_add_func ("/cli/info/trace", test_trace);
  g_test_add_func ("/cli/info/tables-disagree", test_tables_disagree);
  g_test_add_func ("/cli/info/problems", test_problems);
  g_test_add_func ("/cli/info/nothing", test_nothing);
  g_test_add_func ("/cli/info/threads", test_threads);
  g_test_add_func ("/cli/tree/closes", test_closes);
  g_test_add_func ("/cli/tree/nodes", test_nodes);
  g_test_add_func ("/cli/tree/sort", test_sort);
  g_test_add_func ("/cli/tree/forms", test_forms);
  g_test_add_func ("/cli/tree/not-written", test_not_written);
  return g_test_run ();
}
