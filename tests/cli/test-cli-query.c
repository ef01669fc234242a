/* test-cli-query.c - functions of queries that read the recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"
#include "lsc-test-files.h"

/* What a file says of a slice is a number only where no digit of it gets lost. */
static void
test_arguments (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autoptr (LscTestOutput) output = NULL;

  g_assert_true (g_file_set_contents (
      path,
      "{\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"a\", \"pid\": 1, "
      "\"tid\": 1, \"ts\": 1, \"dur\": 1, \"args\": {\"whole\": \"-5\", \"real\": \"0.25\", "
      "\"power\": \"1e3\", \"handle\": \"0x7ffd1234\", \"id\": \"18446744073709551615\", "
      "\"word\": \"e\"}}]}",
      -1, NULL));
  output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "query", place->data,
      "SELECT arg(id, 'whole') + 1, arg(id, 'real') * 2, arg(id, 'power') + 1, arg(id, 'handle'), "
      "typeof(arg(id, 'id')), arg(id, 'id'), arg(id, 'word'), typeof(arg(id, 'none')) FROM slices",
      "--csv", "--raw", NULL);
  lsc_test_assert_contains (output->out,
                            "-4,0.5,1001.0,0x7ffd1234,text,18446744073709551615,e,null");
}

/* One event: @category and @args, 1000 ns long, on stream 7. */
static char *
make_event (const char *category, const char *name, const char *args)
{
  return g_strdup_printf (
      "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7, "
      "\"ts\": %d, \"dur\": 1, \"args\": {\"device\": 0, \"stream\": 7%s}}",
      category, name, 10 + (int) strlen (name), args);
}

/* What was moved is a size, or elements of a type; kernels move nothing that is recorded. */
static void
test_bytes (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autofree char *kernel = make_event ("kernel", "k", "");
  g_autofree char *copy = make_event ("gpu_memcpy", "Memcpy HtoD", ", \"bytes\": 4096");
  g_autofree char *odd = make_event ("gpu_memset", "Memset (Device)", ", \"bytes\": \"many\"");
  g_autofree char *collective = make_event (
      "kernel", "ncclDevKernel_AllReduce_Sum",
      ", \"In msg nelems\": 1000, \"dtype\": \"BFloat16\", \"Collective name\": \"allreduce\"");
  g_autofree char *trace =
      g_strdup_printf ("{\"deviceProperties\": [], \"traceEvents\": [%s, %s, %s, %s]}", kernel,
                       copy, odd, collective);
  g_autoptr (LscTestOutput) output = NULL;
  g_autoptr (LscTestOutput) all = NULL;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "query", place->data,
      "SELECT group_concat(name || ' ' || stream || ' ' || coalesce(bytes, 'NULL'), '; ') "
      "FROM (SELECT * , bytes FROM slices WHERE stream = 7 ORDER BY name)",
      "--csv", "--raw", NULL);
  lsc_test_assert_contains (output->out, "Memcpy HtoD 7 4096; Memset (Device) 7 NULL; k 7 NULL; "
                                         "ncclDevKernel_AllReduce_Sum 7 2000");
  all = lsc_test_cli_output (place, EXIT_DELIVERED, "query", place->data,
                             "SELECT * FROM collectives", "--csv", "--raw", NULL);
  lsc_test_assert_contains (all->out, ",stream,bytes\n");
  lsc_test_assert_contains (all->out, ",,2000\n");
}

static void
assert_answer (LscTestPlace *place, const char *sample, const char *sql, const char *expected)
{
  g_autofree char *root = lsc_test_require_samples ();
  g_autofree char *path = root ? g_build_filename (root, sample, NULL) : NULL;
  g_autoptr (LscTestOutput) output = NULL;

  if (!root)
    return;
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "query", path, sql, "--csv", "--raw", NULL);
  lsc_test_assert_contains (output->out, expected);
}

/* What is known of kernels stands beside them, in databases, texts and GPU traces; who asks for all
 * columns does not wait for it. */
static void
test_kernels (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();

  assert_answer (place, "ascend-db-level2",
                 "SELECT count(*) || ' ' || count(type) || ' ' || count(bytes) || ' ' || "
                 "count(mac_ratio) AS n FROM kernels",
                 "374 374 336 72");
  assert_answer (place, "ascend-db-level2",
                 "SELECT type || ' ' || core || ' ' || input_formats || ' ' || bytes || ' ' || "
                 "CAST (flops AS INTEGER) || ' ' || mac_ratio AS n FROM kernels "
                 "WHERE flops > 0 ORDER BY start_ns LIMIT 1",
                 "MatMulV2 AI_CORE FORMAT_ND;FORMAT_ND;FORMAT_ND 152715264 2415919104 0.142835");
  assert_answer (place, "ascend-text-level2",
                 "SELECT count(*) || ' ' || count(input_formats) || ' ' || count(mac_ratio) AS n "
                 "FROM kernels",
                 "374 374 72");
  assert_answer (place, "h100/base-1.json.gz",
                 "SELECT count(*) || ' ' || count(occupancy) || ' ' || "
                 "round(sum(occupancy * dur_ns) / sum(dur_ns) * 100, 2) AS n FROM kernels",
                 "2522 1653 39.75");
  assert_answer (place, "ascend-db-level2", "SELECT * FROM kernels LIMIT 1", ",tid,stream\n");
}

/* A number stays one where a column has texts as well, and a text of digits stays a text. */
static void
test_mixed (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autofree char *kernel = make_event ("kernel", "k", "");
  g_autofree char *trace =
      g_strdup_printf ("{\"deviceProperties\": [], \"traceEvents\": [%s]}", kernel);
  g_autoptr (LscTestOutput) output = NULL;

  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  output = lsc_test_cli_output (
      place, EXIT_DELIVERED, "query", place->data,
      "SELECT column1 AS a FROM (VALUES (1), ('x'), (2.5), ('3'), (NULL), (9007199254740993), "
      "(9e999), (x'41'))",
      "--json", NULL);
  g_assert_cmpstr (output->out, ==,
                   "{\"a\": 1}\n{\"a\": \"x\"}\n{\"a\": 2.5}\n{\"a\": \"3\"}\n{\"a\": null}\n"
                   "{\"a\": 9007199254740993}\n{\"a\": \"Inf\"}\n{\"a\": \"x'41'\"}\n");
}

/* What a slice contains is found as a look at every slice finds it, in lanes that nest and in one
 * where slices cross; of no slice nothing. */
static void
test_parents (void)
{
  static const char *const answers[] = {
    "SELECT group_concat(pair, ' ') AS a FROM (SELECT p.name || c.name AS pair FROM slices p CROSS "
    "JOIN slices c ON c.parent = p.id ORDER BY p.id, c.id)",
    "SELECT group_concat(pair, ' ') AS a FROM (SELECT p.name || c.name AS pair FROM slices p CROSS "
    "JOIN slices c ON +c.parent = p.id ORDER BY p.id, c.id)",
    "WITH RECURSIVE t (id, path) AS (SELECT id, name FROM slices WHERE name = 'a' UNION ALL "
    "SELECT s.id, t.path || s.name FROM t JOIN slices s ON s.parent = t.id) "
    "SELECT group_concat(path, ' ') AS a FROM t",
    "SELECT count(*) AS a FROM slices WHERE parent = -1 OR parent = 'x' OR parent = 1e30",
  };
  static const char *const expected[] = { "ab ad bc fg fh gi", "ab ad bc fg fh gi", "a ab ad abc",
                                          "0" };
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path = g_build_filename (place->data, "trace.json", NULL);
  g_autoptr (GString) trace = g_string_new ("{\"traceEvents\": [");
  static const struct
  {
    const char *name;
    int tid, start_us, duration_us;
  } events[] = {
    { "a", 1, 0, 100 }, { "b", 1, 10, 50 }, { "c", 1, 20, 10 },
    { "d", 1, 60, 40 }, { "e", 1, 200, 5 }, { "f", 2, 0, 100 },
    { "g", 2, 10, 60 }, { "h", 2, 50, 45 }, { "i", 2, 20, 10 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    g_string_append_printf (trace,
                            "%s{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%s\", "
                            "\"pid\": 1, \"tid\": %d, \"ts\": %d, \"dur\": %d}",
                            i > 0 ? ", " : "", events[i].name, events[i].tid, events[i].start_us,
                            events[i].duration_us);
  g_string_append (trace, "]}");
  g_assert_true (g_file_set_contents (path, trace->str, -1, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (LscTestOutput) output = lsc_test_cli_output (
          place, EXIT_DELIVERED, "query", place->data, answers[i], "--csv", "--raw", NULL);
      g_autofree char *want = g_strdup_printf ("a\n%s\n", expected[i]);

      g_assert_cmpstr (output->out, ==, want);
    }
}

/* --help and the manual name each table that --tables lists, in the same words. */
static void
test_help (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *path =
      g_build_filename (g_getenv ("LANESCOPE_SOURCE_DIR"), "data", "lanescope-cli.1", NULL);
  g_autofree char *manual = lsc_test_read (path, NULL);
  g_autoptr (LscTestOutput) help =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", "--help", NULL);
  g_autoptr (LscTestOutput) list =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", "--tables", NULL);
  g_auto (GStrv) lines = g_strsplit (list->out, "\n", -1);

  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      g_autofree char *name = g_strndup (lines[i], strcspn (lines[i], " "));
      g_autofree char *row = g_strdup_printf ("\n  %s ", name);
      g_autofree char *text = NULL;
      g_autofree char *item = NULL;
      const char *found;

      lsc_test_assert_contains (help->out, row);
      found = strstr (help->out, row) + strlen (row);
      found += strspn (found, " ");
      text = g_strndup (found, strcspn (found, "\n."));
      item = g_strdup_printf ("\n.B %s\n%s", name, text);
      lsc_test_assert_contains (manual, item);
    }
  lsc_test_assert_contains (help->out, "FROM kernels GROUP BY name");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/query/kernels", test_kernels);
  g_test_add_func ("/cli/query/arguments", test_arguments);
  g_test_add_func ("/cli/query/bytes", test_bytes);
  g_test_add_func ("/cli/query/mixed", test_mixed);
  g_test_add_func ("/cli/query/parents", test_parents);
  g_test_add_func ("/cli/query/help", test_help);
  return g_test_run ();
}
