/* bench-report.c - whether a figure keeps its limit, and whether all of a program's did
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-report.h"

#include <stdlib.h>

static gboolean has_failed;

/**
 * bench_judge:
 * @value: a figure
 * @limit: the most it may be, in the same unit
 *
 * Remembers a @value over its @limit, or one that is no number, for bench_get_exit_status().
 *
 * Returns: the word that ends the line of the figure: "PASS" or "FAIL"
 */
const char *
bench_judge (double value, double limit)
{
  gboolean is_kept = value <= limit;

  has_failed |= !is_kept;
  return is_kept ? "PASS" : "FAIL";
}

/**
 * bench_report:
 * @what: the name of a figure
 * @value: the figure
 * @limit: the most it may be
 * @unit: of both
 *
 * Prints a line with a figure, its limit and whether it was kept, as bench_judge() says.
 */
void
bench_report (const char *what, double value, double limit, const char *unit)
{
  const char *verdict = bench_judge (value, limit);

  g_print ("  %-52s %9.3f %-8s (limit %g) %s\n", what, value, unit, limit, verdict);
}

/**
 * bench_fail:
 * @format: printf-like: what could not be measured, and why
 * @...: its arguments
 *
 * Prints a line that ends with "FAIL" and remembers it.
 */
void
bench_fail (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  has_failed = TRUE;
  g_print ("  %s FAIL\n", text);
}

/**
 * bench_get_exit_status:
 *
 * Returns: what main() returns: failure if any figure was over its limit
 */
int
bench_get_exit_status (void)
{
  return has_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
