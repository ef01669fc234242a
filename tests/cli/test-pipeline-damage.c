/* test-pipeline-damage.c - damaged recordings of pipelines, theory and predictions asked of each
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "lsc-test-cli.h"

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  return g_test_run ();
}
