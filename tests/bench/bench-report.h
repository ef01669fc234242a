/* bench-report.h - whether a figure keeps its limit, and whether all of a program's did
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *bench_judge (double value, double limit);
void bench_report (const char *what, double value, double limit, const char *unit);
void bench_fail (const char *format, ...) G_GNUC_PRINTF (1, 2);
int bench_get_exit_status (void);

G_END_DECLS
