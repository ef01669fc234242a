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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/query/arguments", test_arguments);
  return g_test_run ();
}
