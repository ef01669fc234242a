/* test-synth-traces.c - the profile writer's text results and GPU traces hold the database's events
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <glib/gstdio.h>
#include <string.h>

#include "lsc-test-cli.h"

/* The files are parsed by json-glib and compared with SQL over the database: nothing of the
 * engine is used, except where a test says so. */

static void
write_profile (const char *folder, const char *const *options)
{
  g_autofree char *synth = lsc_test_program ("src/synth/lanescope-synth");
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (LscTestOutput) output = NULL;

  for (int i = 0; options[i]; i++)
    g_ptr_array_add (words, (gpointer) options[i]);
  g_ptr_array_add (words, (gpointer) "--out");
  g_ptr_array_add (words, (gpointer) folder);
  g_ptr_array_add (words, NULL);
  output = lsc_test_spawn (synth, (char **) words->pdata);
  g_assert_cmpint (output->code, ==, 0);
}

/* (transfer full): the file of that ending in the result folder of a rank */
static char *
find_file (const char *folder, const char *ending)
{
  g_autoptr (GQueue) queue = g_queue_new ();
  char *found = NULL;

  g_queue_push_tail (queue, g_strdup (folder));
  while (!g_queue_is_empty (queue))
    {
      g_autofree char *place = g_queue_pop_head (queue);
      g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
      const char *name;

      while (dir && (name = g_dir_read_name (dir)))
        {
          g_autofree char *path = g_build_filename (place, name, NULL);

          if (g_file_test (path, G_FILE_TEST_IS_DIR))
            g_queue_push_tail (queue, g_steal_pointer (&path));
          else if (g_str_has_suffix (name, ending) && (!found || strcmp (path, found) < 0))
            {
              g_free (found);
              found = g_steal_pointer (&path);
            }
        }
    }
  return found;
}

static gint64
sql_number (const char *db, const char *sql)
{
  g_autofree char *text = lsc_test_sql (db, sql);

  return g_ascii_strtoll (text, NULL, 10);
}

/* How many events have that phase and category; NULL = any, "" = none. */
static gint64
count_events (JsonArray *events, const char *phase, const char *category)
{
  gint64 n = 0;

  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i);
      const char *own = json_object_get_string_member_with_default (event, "cat", "");

      n += strcmp (json_object_get_string_member (event, "ph"), phase) == 0 &&
           (!category || strcmp (own, category) == 0);
    }
  return n;
}

static const char *const small[] = { "--preset", "small", "--text", "--kineto", NULL };

static void
test_text (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "small", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *db = NULL;
  g_autofree char *trace = NULL;
  JsonArray *events;

  write_profile (folder, small);
  db = find_file (folder, "profiler_0.db");
  trace = find_file (folder, "trace_view.json");
  g_assert_true (json_parser_load_from_file (parser, trace, NULL));
  events = json_node_get_array (json_parser_get_root (parser));
  g_assert_cmpint (count_events (events, "X", "cpu_op"), ==,
                   sql_number (db, "SELECT count(*) FROM PYTORCH_API WHERE type = 50001") +
                       sql_number (db, "SELECT count(*) FROM STEP_TIME"));
  g_assert_cmpint (count_events (events, "X", "enqueue") + count_events (events, "X", "dequeue"),
                   ==, sql_number (db, "SELECT count(*) FROM PYTORCH_API WHERE type = 50002"));
  g_assert_cmpint (count_events (events, "s", "async_task_queue"), ==,
                   count_events (events, "f", "async_task_queue"));
  g_assert_cmpint (count_events (events, "s", "async_npu"), ==,
                   count_events (events, "f", "async_npu"));
  g_assert_cmpint (count_events (events, "s", "fwdbwd"), ==, count_events (events, "f", "fwdbwd"));
  g_assert_cmpint (count_events (events, "s", "HostToDevice"), ==,
                   count_events (events, "f", "HostToDevice"));
  g_assert_cmpint (count_events (events, "C", NULL), ==,
                   sql_number (db, "SELECT count(*) FROM AICORE_FREQ"));
}

static void
test_kernel_details (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "small", NULL);
  g_autofree char *db = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_comm = 0;

  write_profile (folder, small);
  db = find_file (folder, "profiler_0.db");
  path = find_file (folder, "kernel_details.csv");
  text = lsc_test_read (path, NULL);
  lines = g_strsplit (text, "\r\n", -1);
  for (guint i = 1; lines[i] && *lines[i]; i++)
    n_comm += strstr (lines[i], ",HCCL,") != NULL;
  g_assert_cmpint (g_strv_length (lines) - 2, ==,
                   sql_number (db, "SELECT count(*) FROM COMPUTE_TASK_INFO") +
                       sql_number (db, "SELECT count(*) FROM COMMUNICATION_OP"));
  g_assert_cmpint (n_comm, ==, sql_number (db, "SELECT count(*) FROM COMMUNICATION_OP"));
}

static void
test_kineto (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "small", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *db = NULL;
  g_autofree char *trace = NULL;
  JsonObject *root;
  JsonArray *events;

  write_profile (folder, small);
  db = find_file (folder, "profiler_0.db");
  trace = find_file (folder, ".pt.trace.json");
  g_assert_true (json_parser_load_from_file (parser, trace, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  g_assert_true (json_object_has_member (root, "baseTimeNanoseconds"));
  events = json_object_get_array_member (root, "traceEvents");
  g_assert_cmpint (count_events (events, "X", "kernel"), ==,
                   sql_number (db, "SELECT count(*) FROM COMPUTE_TASK_INFO") +
                       sql_number (db, "SELECT count(*) FROM COMMUNICATION_OP"));
  g_assert_cmpint (count_events (events, "X", "cpu_op"), ==,
                   sql_number (db, "SELECT count(*) FROM PYTORCH_API WHERE type = 50001"));
  g_assert_cmpint (count_events (events, "X", "user_annotation"), ==,
                   sql_number (db, "SELECT count(*) FROM STEP_TIME"));
}

/* Every way of writing the same run has the same overlap; here the engine reads all three. */
static void
test_same_overlap (void)
{
  static const char *const db_only[] = { "--preset", "small", NULL };
  static const char *const text_only[] = { "--preset", "small", "--text", "--no-db", NULL };
  static const char *const gpu_only[] = {
    "--preset", "small", "--kineto", "--gzip", "--no-db", NULL
  };
  static const char *const *const ways[] = { db_only, text_only, gpu_only };
  static const char sql[] =
      "SELECT rank, step, computing_ns, communication_ns, communication_not_overlapped_ns, free_ns "
      "FROM steps ORDER BY rank, step";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *first = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/way%zu", place->root, i);
      g_autoptr (LscTestOutput) output = NULL;

      write_profile (folder, ways[i]);
      output =
          lsc_test_cli_output (place, EXIT_DELIVERED, "query", folder, sql, "--json", "-q", NULL);
      if (first)
        g_assert_cmpstr (output->out, ==, first);
      else
        first = g_strdup (output->out);
    }
}

static void
add_step (GString *lines, gint64 rank, JsonObject *step, gint64 length_ns, gint64 host_ns)
{
  g_string_append_printf (lines,
                          "rank %" G_GINT64_FORMAT " step %" G_GINT64_FORMAT ": %" G_GINT64_FORMAT
                          ", host %" G_GINT64_FORMAT ", ahead %" G_GINT64_FORMAT
                          " to %" G_GINT64_FORMAT "\n",
                          rank, json_object_get_int_member (step, "step"), length_ns, host_ns,
                          json_object_get_int_member (step, "lead_begin_ns"),
                          json_object_get_int_member (step, "lead_end_ns"));
}

/* Length of a step on the device and on the host, and how far the host is ahead, a line each: as
 * truth.json tells it. */
static char *
told_steps (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "truth.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  GString *lines = g_string_new (NULL);
  JsonObject *ranks;

  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  ranks = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                         "device_steps");
  for (guint rank = 0; rank < json_object_get_size (ranks); rank++)
    {
      g_autofree char *key = g_strdup_printf ("%u", rank);
      JsonArray *steps = json_object_get_array_member (ranks, key);

      for (guint i = 0; i < json_array_get_length (steps); i++)
        {
          JsonObject *step = json_array_get_object_element (steps, i);

          add_step (lines, rank, step,
                    json_object_get_int_member (step, "end") -
                        json_object_get_int_member (step, "start"),
                    json_object_get_int_member (step, "host_end") -
                        json_object_get_int_member (step, "host_start"));
        }
    }
  return g_string_free (lines, FALSE);
}

/* The same as the command line finds it. */
static char *
found_steps (LscTestPlace *place, const char *folder)
{
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "budget", folder, "--json", "-q", NULL);
  g_auto (GStrv) rows = g_strsplit (output->out, "\n", -1);
  GString *lines = g_string_new (NULL);

  for (guint i = 0; rows[i] && *rows[i]; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      JsonObject *row;

      g_assert_true (json_parser_load_from_data (parser, rows[i], -1, NULL));
      row = json_node_get_object (json_parser_get_root (parser));
      add_step (lines, json_object_get_int_member (row, "rank"), row,
                json_object_get_int_member (row, "step_ns"),
                json_object_get_int_member (row, "host_step_ns"));
    }
  return g_string_free (lines, FALSE);
}

static void
check_lead (LscTestPlace *place, const char *name, const char *const *run, const char *const *way)
{
  g_autofree char *folder = g_build_filename (place->root, name, NULL);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) options = NULL;
  g_autofree char *told = NULL;
  g_autofree char *found = NULL;

  g_strv_builder_addv (words, (const char **) run);
  g_strv_builder_addv (words, (const char **) way);
  options = g_strv_builder_end (words);
  write_profile (folder, (const char *const *) options);
  told = told_steps (folder);
  found = found_steps (place, folder);
  g_assert_cmpstr (found, ==, told);
}

/* Where the host is ahead, every way of writing the run has the steps that the device was given;
 * here, too, the engine reads all three. */
static void
test_lead (void)
{
  static const char *const ways[][3] = { { NULL },
                                         { "--text", "--no-db" },
                                         { "--kineto", "--no-db" } };
  static const char *const runs[][5] = {
    { "--preset=small", "--ranks=2", "--steps=5", "--lead=2" },
    { "--preset=pipeline", "--steps=4", "--jitter=0.2", "--lead=1" },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  for (gsize run = 0; run < G_N_ELEMENTS (runs); run++)
    for (gsize way = 0; way < G_N_ELEMENTS (ways); way++)
      {
        g_autofree char *name = g_strdup_printf ("run%zu-%zu", run, way);

        check_lead (place, name, runs[run], ways[way]);
      }
}

static char *
tell_steps (LscTestPlace *place, const char *folder)
{
  static const char sql[] =
      "SELECT rank, step, computing_ns, communication_ns, free_ns, step_begin_ns, step_end_ns, "
      "host_begin_ns FROM steps ORDER BY rank, step";
  g_autoptr (LscTestOutput) output =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", folder, sql, "--json", "-q", NULL);

  return g_strdup (output->out);
}

/* A text result without its traces. */
static void
write_tables (const char *folder, const char *lead)
{
  const char *const options[] = { "--preset=small", "--ranks=2", "--steps=5", lead,
                                  "--text",         "--no-db",   NULL };

  write_profile (folder, options);
}

static void
remove_traces (const char *folder)
{
  for (guint rank = 0; rank < 2; rank++)
    {
      g_autofree char *path = find_file (folder, "trace_view.json");

      g_assert_cmpint (g_remove (path), ==, 0);
    }
}

/* Tables alone tell the steps of kernels, and how long before them the host's begin; so does a
 * database that is made of them. */
static void
test_lead_of_tables (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "tables", NULL);
  g_autofree char *file = g_build_filename (place->root, "tables.db", NULL);
  g_autofree char *traced = NULL, *told = NULL, *kept = NULL;
  g_autoptr (LscTestOutput) output = NULL;

  write_tables (folder, "--lead=2");
  traced = tell_steps (place, folder);
  remove_traces (folder);
  told = tell_steps (place, folder);
  g_assert_cmpstr (told, ==, traced);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "convert", folder, "--to", "db", "--out",
                                file, "-q", NULL);
  kept = tell_steps (place, file);
  g_assert_cmpstr (kept, ==, traced);
}

static guint
count_text (const char *in, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (in, text, -1);

  return g_strv_length (parts) - 1;
}

/* Where launches are not recorded, every command that speaks of steps says once whose they are, and
 * nothing blames a host of which nothing is known. */
static void
test_words_of_tables (void)
{
  static const char marks[] = "by the host's marks";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = g_build_filename (place->root, "tables", NULL);
  g_autofree char *ahead = g_build_filename (place->root, "ahead", NULL);
  const char *const ways[][3] = { { "overview", folder, NULL },
                                  { "findings", folder, NULL },
                                  { "compare", folder, ahead } };

  write_tables (folder, "--lead=0");
  write_tables (ahead, "--lead=2");
  remove_traces (folder);
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (LscTestOutput) output =
          lsc_test_cli_output (place, EXIT_DELIVERED, ways[i][0], ways[i][1], ways[i][2], NULL);

      g_assert_cmpuint (count_text (output->out, marks), ==, 1);
      g_assert_cmpuint (count_text (output->out, "Host-bound"), ==, 0);
      g_assert_cmpuint (count_text (output->out, "what the host does"), ==, 0);
    }
}

/* A pipeline's blocks are found in the GPU traces as in the databases. */
static void
test_pipeline (void)
{
  static const char *const db_only[] = { "--preset", "pipeline", NULL };
  static const char *const gpu_only[] = { "--preset", "pipeline", "--kineto", "--no-db", NULL };
  static const char sql[] =
      "SELECT rank, seq, kind, mb_f, mb_b, start_ns, end_ns FROM blocks ORDER BY "
      "rank, seq";
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *a = g_build_filename (place->root, "db", NULL);
  g_autofree char *b = g_build_filename (place->root, "gpu", NULL);
  g_autoptr (LscTestOutput) of_db = NULL;
  g_autoptr (LscTestOutput) of_gpu = NULL;

  write_profile (a, db_only);
  write_profile (b, gpu_only);
  of_db = lsc_test_cli_output (place, EXIT_DELIVERED, "query", a, sql, "--json", "-q", NULL);
  of_gpu = lsc_test_cli_output (place, EXIT_DELIVERED, "query", b, sql, "--json", "-q", NULL);
  g_assert_cmpuint (strlen (of_db->out), >, 1000);
  lsc_test_assert_lacks (of_db->out, "\"start_ns\":null");
  lsc_test_assert_lacks (of_db->out, "\"end_ns\":null");
  g_assert_cmpstr (of_gpu->out, ==, of_db->out);
}

static void
test_size (void)
{
  static const char *const text[] = { "--ranks", "1",      "--tp",    "1", "--trace-size",
                                      "5M",      "--text", "--no-db", NULL };
  static const char *const gpu[] = { "--ranks", "1",        "--tp",    "1", "--trace-size",
                                     "5M",      "--kineto", "--no-db", NULL };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *a = g_build_filename (place->root, "text", NULL);
  g_autofree char *b = g_build_filename (place->root, "gpu", NULL);
  g_autofree char *trace = NULL;
  g_autofree char *kineto = NULL;
  g_autofree char *db = NULL;
  GStatBuf info;

  write_profile (a, text);
  write_profile (b, gpu);
  trace = find_file (a, "trace_view.json");
  kineto = find_file (b, ".pt.trace.json");
  db = find_file (b, ".db");
  g_assert_null (db);
  g_assert_cmpint (g_stat (trace, &info), ==, 0);
  g_assert_cmpfloat_with_epsilon ((double) info.st_size, 5e6, 0.25e6);
  g_assert_cmpint (g_stat (kineto, &info), ==, 0);
  g_assert_cmpfloat_with_epsilon ((double) info.st_size, 5e6, 0.25e6);
}

static void
test_repeatable (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *a = g_build_filename (place->root, "a", NULL);
  g_autofree char *b = g_build_filename (place->root, "b", NULL);

  write_profile (a, small);
  write_profile (b, small);
  lsc_test_assert_same_tree (a, b);
}

/* The proportions of real recordings that the reader is measured on; the rows of the host are not
 * only views, which it need not look at. */
static void
test_host_rows (void)
{
  static const char *const options[] = { "--preset", "bench-host", "--tasks=2000", NULL };
  static const struct
  {
    const char *table;
    gint64 n_rows;
  } wanted[] = {
    { "TASK", 2000 },           { "PYTORCH_API", 9600 }, { "PYTORCH_API WHERE type = 50001", 5160 },
    { "CONNECTION_IDS", 7600 }, { "MSTX_EVENTS", 1000 },
  };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *a = g_build_filename (place->root, "a", NULL);
  g_autofree char *b = g_build_filename (place->root, "b", NULL);
  g_autofree char *db = NULL;

  write_profile (a, options);
  write_profile (b, options);
  lsc_test_assert_same_tree (a, b);
  db = find_file (a, "profiler_0.db");
  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s", wanted[i].table);

      g_assert_cmpint (sql_number (db, sql), ==, wanted[i].n_rows);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/synth-traces/text", test_text);
  g_test_add_func ("/synth-traces/kernel-details", test_kernel_details);
  g_test_add_func ("/synth-traces/kineto", test_kineto);
  g_test_add_func ("/synth-traces/same-overlap", test_same_overlap);
  g_test_add_func ("/synth-traces/lead", test_lead);
  g_test_add_func ("/synth-traces/lead/tables", test_lead_of_tables);
  g_test_add_func ("/synth-traces/lead/words", test_words_of_tables);
  g_test_add_func ("/synth-traces/pipeline", test_pipeline);
  g_test_add_func ("/synth-traces/size", test_size);
  g_test_add_func ("/synth-traces/repeatable", test_repeatable);
  g_test_add_func ("/synth-traces/host-rows", test_host_rows);
  return g_test_run ();
}
