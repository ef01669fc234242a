/* bench-scan.h - the floor of reading a database: stepping over the columns that are read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Columns of one table that a reader reads; the list ends with %NULL. */
typedef struct
{
  const char *table;
  const char *columns[12];
} BenchScan;

void bench_scan_tables (const char *file, const BenchScan *scans, gsize n_scans);
void bench_scan_database (const char *file);
void bench_scan_modules (const char *file);

G_END_DECLS
