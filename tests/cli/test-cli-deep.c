/* test-cli-deep.c - text that is nested deeper than any stack
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"

/* Enough to end a program that calls itself for each level. */
#define N_LEVELS 150000

/* The third begins with a quote that opens no string for those who take single quotes, too: all
 * brackets behind it would look like a string. */
static const struct
{
  const char *start;
  const char *unit;
} kinds[] = { { "", "[" }, { "", "{\"a\":" }, { "['\"',", "[" } };

static char *
make_deep (guint kind)
{
  g_autoptr (GString) text = g_string_new (kinds[kind].start);

  for (guint i = 0; i < N_LEVELS; i++)
    g_string_append (text, kinds[kind].unit);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* As a value inside of JSON: a string whose content is the deep text. */
static char *
make_string (const char *deep)
{
  g_autofree char *escaped = g_strescape (deep, NULL);

  return g_strdup_printf ("\"%s\"", escaped);
}

/* Runs a command; it delivers all, a part, or nothing, but ends in order. Returns what it told. */
static char *
run (LscTestPlace *place, const char *command)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *out = g_build_filename (place->root, "out.db", NULL);
  gboolean is_convert = strcmp (command, "convert") == 0;
  char *words[] = {
    (char *) command, place->data, is_convert ? "--to" : NULL, "db", "--out", out, NULL
  };
  g_autoptr (LscTestOutput) output = lsc_test_spawn (program, words);

  if (output->code != EXIT_DELIVERED && output->code != EXIT_NOTHING && output->code != EXIT_PART)
    g_error ("%s ended with %d: %s", command, output->code, output->err);
  return g_strdup (output->err);
}

/* @code is told by the commands that read what @place holds. */
static void
assert_told (LscTestPlace *place, const char *code)
{
  static const char *const commands[] = { "info", "overlap", "slices", "pp", "tree", "convert" };
  g_autofree char *label = g_strdup_printf ("[%s]", code);
  g_autoptr (GString) told = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *err = run (place, commands[i]);

      g_string_append (told, err);
    }
  lsc_test_assert_contains (told->str, label);
}

static void
put (LscTestPlace *place, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (place->data, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* One rank with modules, a pipeline, a collective and an attention with a mark of its arguments. */
static void
write_rank (LscTestPlace *place)
{
  static const LscTestKernelInfo attention = { .op_type = "FlashAttentionScore",
                                               .task_type = "MIX_AIC",
                                               .input_types = "DT_BF16;DT_BF16;DT_BF16",
                                               .input_shapes = "1,2,64,8;1,2,64,8;1,2,64,8",
                                               .output_types = "DT_BF16",
                                               .output_shapes = "1,2,64,8",
                                               .block_dim = 20 };
  const LscTestCommOp comm = { .op = LSC_TEST_NONE,
                               .op_name = "hcom_allReduce__849_0_1",
                               .op_type = "hcom_allReduce_",
                               .group = "group_9",
                               .start_ns = 1001000,
                               .end_ns = 1001100 };
  g_autoptr (LscTestProfile) p = lsc_test_module_profile (0);
  guint op, kernel;

  lsc_test_add_pipeline (p, 0, 2, 4);
  lsc_test_profile_comm_op (p, &comm, NULL, 0);
  lsc_test_profile_metadata (p, "pp_info", "{\"pp_type\": \"1f1b\"}");
  lsc_test_profile_metadata (p, "distributed_args", "{\"rank\": 0}");
  op = lsc_test_profile_op (p, "attention", 750, 800, 4294967296001);
  kernel =
      lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "FlashAttention", 90000, 90100);
  lsc_test_profile_kernel_set_info (p, kernel, &attention);
  lsc_test_profile_mstx (p, LSC_TEST_MSTX_MARKER, "flash_attn_args", "the arguments", 740, 740, 1,
                         0);
  lsc_test_profile_set_chip (p, 20, "1800");
  g_free (lsc_test_write_rank (p, place->data, 0));
}

/* ---- values in a database ---- */

static void
test_metadata (gconstpointer data)
{
  const char *key = data;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *db = lsc_test_rank_db (place, 0);
      g_autofree char *deep = make_deep (i / 2);
      g_autofree char *value = i % 2 ? make_string (deep) : g_strdup (deep);
      g_autofree char *sql = g_strdup_printf (
          "UPDATE META_DATA SET value = replace('%s', '~', '''') WHERE name = '%s'",
          g_strdelimit (value, "'", '~'), key);

      write_rank (place);
      lsc_test_sql_run (db, sql);
      assert_told (place, "bad-metadata");
    }
}

static void
test_mark (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *db = lsc_test_rank_db (place, 0);
      g_autofree char *deep = make_deep (i);
      g_autofree char *sql = g_strdup_printf (
          "UPDATE STRING_IDS SET value = replace('%s', '~', '''') WHERE value = 'the arguments'",
          g_strdelimit (deep, "'", '~'));

      write_rank (place);
      lsc_test_sql_run (db, sql);
      assert_told (place, "mfu-bad-mark");
    }
}

/* Every other text of a database: names, shapes, messages, call stacks. */
static void
test_strings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *db = lsc_test_rank_db (place, 0);
      g_autofree char *deep = make_deep (i);
      g_autofree char *sql = g_strdup_printf (
          "UPDATE STRING_IDS SET value = replace('%s', '~', '''') WHERE value NOT LIKE '%%attn%%'",
          g_strdelimit (deep, "'", '~'));
      g_autofree char *told = NULL;

      write_rank (place);
      lsc_test_sql_run (db, sql);
      g_free (run (place, "info"));
      g_free (run (place, "slices"));
      g_free (run (place, "pp"));
      told = run (place, "tree");
    }
}

/* ---- files beside a database ---- */

typedef struct
{
  const char *name; /* below the folder of rank 0 */
  const char *code;
} SideFile;

static const SideFile side_files[] = {
  { "profiler_metadata.json", "bad-metadata" },
  { "profiler_info_0.json", "bad-profiler-info" },
  { "PROF_000001_1_A/device_0/info.json.0", "bad-info-json" },
};

static void
test_side_file (gconstpointer data)
{
  const SideFile *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *folder = lsc_test_rank_dir (place->data, 0);
      g_autofree char *name =
          g_build_filename (folder + strlen (place->data) + 1, self->name, NULL);
      g_autofree char *deep = make_deep (i);

      write_rank (place);
      put (place, name, deep);
      assert_told (place, self->code);
    }
}

/* ---- text exports and traces ---- */

static void
test_text_export (gconstpointer data)
{
  const char *name = data;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *deep = make_deep (i);
      gboolean is_above = strcmp (name, "communication.json") != 0;
      g_autofree char *path = g_strconcat ("r_1_20250109110000000_ascend_pt/",
                                           is_above ? "" : "ASCEND_PROFILER_OUTPUT/", name, NULL);

      put (place, "r_1_20250109110000000_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
           "[{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": 1, \"ts\": \"5\", \"dur\": 1}]");
      put (place, path, deep);
      assert_told (place, !is_above                            ? "bad-table"
                          : strstr (name, "profiler_metadata") ? "bad-metadata"
                                                               : "bad-profiler-info");
    }
}

#define KERNEL                                                                                     \
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"ncclKernel\", \"pid\": 0, \"tid\": 7, "        \
  "\"ts\": "                                                                                       \
  "1, \"dur\": 2, \"args\": {\"stream\": 7, %s}},"                                                 \
  "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"pid\": 1, \"tid\": 1, \"ts\": "  \
  "1, "                                                                                            \
  "\"dur\": 2, \"args\": {%s}},"                                                                   \
  "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::add\", \"pid\": 1, \"tid\": 1, \"ts\": " \
  "5, \"dur\": 2}"

/* The deep text as it is breaks the event it stands in, or the rest of the file; inside of a string
 * it reaches what reads the argument. */
static void
test_kineto_argument (gconstpointer data)
{
  const char *key = data;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *deep = make_deep (i / 2);
      g_autofree char *value = i % 2 ? make_string (deep) : g_strdup (deep);
      g_autofree char *pair = g_strdup_printf ("\"%s\": %s", key, value);
      g_autofree char *events = g_strdup_printf (KERNEL, strstr (key, "Group") ? pair : "",
                                                 strstr (key, "Group") ? "" : pair);
      g_autofree char *trace =
          g_strdup_printf ("{\"schemaVersion\": 1, \"traceEvents\": [%s]}", events);

      put (place, "trace.json", trace);
      g_free (run (place, "info"));
      g_free (run (place, "overlap"));
      g_free (run (place, "slices"));
      g_free (run (place, "tree"));
    }
}

static void
test_kineto_top (gconstpointer data)
{
  const char *key = data;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (LscTestPlace) place = lsc_test_place_new ();
      g_autofree char *events = g_strdup_printf (KERNEL, "\"a\": 1", "\"a\": 1");
      g_autofree char *deep = make_deep (i / 2);
      g_autofree char *value = i % 2 ? make_string (deep) : g_strdup (deep);
      g_autofree char *trace =
          g_strdup_printf ("{\"schemaVersion\": 1, \"traceEvents\": [%s], \"%s\": %s, \"x\": 1}",
                           events, key, value);
      g_autofree char *told = NULL;

      put (place, "trace.json", trace);
      g_free (run (place, "info"));
      g_free (run (place, "tree"));
      g_free (run (place, "slices"));
      told = run (place, "overlap");
      lsc_test_assert_contains (told, "warning: ");
    }
}

/* ---- events inside each other ---- */

#define N_NESTED 60000

static void
run_with_small_stack (LscTestPlace *place, const char *command)
{
  g_autofree char *program = lsc_test_program ("src/cli/lanescope-cli");
  g_autofree char *db = g_build_filename (place->root, "out.db", NULL);
  char *words[] = { "-c",
                    "ulimit -s 2048; exec \"$@\"",
                    "sh",
                    program,
                    (char *) command,
                    place->data,
                    "--to",
                    "db",
                    "--out",
                    db,
                    NULL };
  g_autoptr (LscTestOutput) output = NULL;

  if (strcmp (command, "convert") != 0)
    words[6] = NULL;
  output = lsc_test_spawn ("/bin/sh", words);
  if (output->code != EXIT_DELIVERED)
    g_error ("%s ended with %d: %s", command, output->code, output->err);
}

static void
test_nested_modules (void)
{
  static const char *const commands[] = { "tree", "slices", "overlap", "convert" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autoptr (LscTestProfile) p = lsc_test_profile_new ();
  guint op;

  lsc_test_profile_step (p, 1, 0, 1000000);
  for (gint64 i = 0; i < N_NESTED; i++)
    lsc_test_profile_module (p, "M", 10 + i, 900000 - i, 4294967296001);
  op = lsc_test_profile_op (p, "op", 450000, 450010, 4294967296001);
  lsc_test_profile_kernel_on (p, op, LSC_TEST_KERNEL_COMPUTE, "k", 1000000, 1000100);
  g_free (lsc_test_write_rank (p, place->data, 0));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    run_with_small_stack (place, commands[i]);
}

int
main (int argc, char **argv)
{
  static const char *const values[] = { "parallel_group_info", "distributed_args", "pp_info" };
  static const char *const arguments[] = { "Input Dims", "Input type", "Concrete Inputs",
                                           "Process Group Ranks", "Process Group Name" };
  static const char *const tops[] = { "distributedInfo", "deviceProperties" };
  static const char *const texts[] = { "communication.json", "profiler_metadata.json",
                                       "profiler_info.json" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/deep/value/", values[i], NULL);

      g_test_add_data_func (path, values[i], test_metadata);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (side_files); i++)
    {
      g_autofree char *name = g_path_get_basename (side_files[i].name);
      g_autofree char *path = g_strconcat ("/cli/deep/file/", name, NULL);

      g_test_add_data_func (path, &side_files[i], test_side_file);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/deep/text/", texts[i], NULL);

      g_test_add_data_func (path, texts[i], test_text_export);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/deep/argument/", arguments[i], NULL);

      g_strdelimit (path, " ", '-');
      g_test_add_data_func (path, arguments[i], test_kineto_argument);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (tops); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/deep/trace/", tops[i], NULL);

      g_test_add_data_func (path, tops[i], test_kineto_top);
    }
  g_test_add_func ("/cli/deep/modules", test_nested_modules);
  g_test_add_func ("/cli/deep/mark", test_mark);
  g_test_add_func ("/cli/deep/strings", test_strings);
  return g_test_run ();
}
