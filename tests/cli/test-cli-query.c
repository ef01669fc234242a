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

/* ---- columns ---- */

/* What such a recording does not say. The host never waits for the device, so that there is no row
 * of the table of such calls. */
static const char *const empty_columns[] = {
  "steps.reason",    "dispatch.reason",    "breaks.source",
  "kernels.parent",  "kernels.pid",        "collectives.pid",
  "collectives.tid", "collectives.stream", NULL,
};

/* (transfer full): how many values each of these columns has */
static char **
count_values (LscTestPlace *place, const char *folder, const char *table, char **columns)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  g_autoptr (LscTestOutput) output = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; columns[i] != NULL; i++)
    g_string_append_printf (sql, "%scount(\"%s\") AS c%u", i > 0 ? ", " : "", columns[i], i);
  g_string_append_printf (sql, " FROM %s", table);
  output = lsc_test_cli_output (place, EXIT_DELIVERED, "query", folder, sql->str, "--csv", NULL);
  lines = g_strsplit (output->out, "\n", 3);
  return g_strsplit (lines[1], ",", -1);
}

/* @line: "table (column, column)" */
static void
check_columns (LscTestPlace *place, const char *folder, const char *line)
{
  g_auto (GStrv) parts = g_strsplit_set (line, "()", 3);
  const char *table = g_strchomp (parts[0]);
  g_auto (GStrv) columns = g_strsplit (parts[1], ", ", -1);
  g_auto (GStrv) counts = NULL;

  if (g_str_equal (table, "syncs"))
    return;
  counts = count_values (place, folder, table, columns);
  for (guint i = 0; columns[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", table, columns[i]);

      if (g_str_equal (counts[i], "0") != g_strv_contains (empty_columns, name))
        g_error ("%s has %s values", name, counts[i]);
    }
}

/* No column of a table stays empty, except where nothing can be known. */
static void
test_columns (void)
{
  g_autoptr (LscTestPlace) place = lsc_test_place_new ();
  g_autofree char *folder = lsc_test_record (
      place, "pipeline",
      "--preset=demo --pp=2 --ranks=2 --steps=2 --micro-batches=4 --layers=1 --depth=5");
  g_autoptr (LscTestOutput) tables =
      lsc_test_cli_output (place, EXIT_DELIVERED, "query", folder, "--tables", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (tables->out), "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), >=, 16);
  for (guint i = 0; lines[i] != NULL; i++)
    check_columns (place, folder, lines[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/query/arguments", test_arguments);
  g_test_add_func ("/cli/query/bytes", test_bytes);
  g_test_add_func ("/cli/query/columns", test_columns);
  return g_test_run ();
}
