/* test-cli-query.c - functions of queries that read the recording
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "lsc-test-cli.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/query/arguments", test_arguments);
  g_test_add_func ("/cli/query/bytes", test_bytes);
  g_test_add_func ("/cli/query/mixed", test_mixed);
  return g_test_run ();
}
