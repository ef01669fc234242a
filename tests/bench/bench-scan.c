/* bench-scan.c - the floor of reading a database: stepping over the columns that are read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-scan.h"

#include <sqlite3.h>
#include <unistd.h>

#include "base/lsc-db.h"

static const BenchScan timeline_scans[] = {
  { "STRING_IDS", { "id", "value" } },
  { "COMPUTE_TASK_INFO", { "name", "globalTaskId", "taskType" } },
  { "COMMUNICATION_TASK_INFO", { "globalTaskId", "taskType", "planeId", "groupName", "opId" } },
  { "COMMUNICATION_SCHEDULE_TASK_INFO", { "name", "globalTaskId", "taskType" } },
  { "MSTX_EVENTS",
    { "startNs", "endNs", "eventType", "message", "globalTid", "connectionId", "domainId",
      "rowid" } },
  { "TASK",
    { "startNs", "endNs", "globalTaskId", "connectionId", "deviceId", "streamId", "taskType",
      "rowid" } },
  { "PYTORCH_API",
    { "startNs", "endNs", "globalTid", "connectionId", "name", "type", "fwdThreadId", "rowid" } },
  { "CANN_API", { "startNs", "endNs", "type", "globalTid", "connectionId", "name", "rowid" } },
  { "CONNECTION_IDS", { "id", "connectionId" } },
  { "COMMUNICATION_OP",
    { "startNs", "endNs", "opName", "connectionId", "groupName", "opId", "deviceId", "rowid" } },
};

static const BenchScan module_scans[] = {
  { "STRING_IDS", { "id", "value" } },
  { "MSTX_EVENTS",
    { "startNs", "endNs", "eventType", "message", "domainId", "globalTid", "connectionId" } },
  { "PYTORCH_API",
    { "startNs", "endNs", "globalTid", "connectionId", "name", "type", "sequenceNumber",
      "fwdThreadId" } },
  { "CONNECTION_IDS", { "id", "connectionId" } },
  { "TASK", { "startNs", "endNs", "globalTaskId", "connectionId" } },
  { "COMPUTE_TASK_INFO",
    { "name", "globalTaskId", "opType", "taskType", "inputShapes", "inputDataTypes", "outputShapes",
      "blockDim" } },
  { "COMMUNICATION_OP", { "opName", "opType", "startNs", "endNs", "connectionId", "opId" } },
};

/** Steps over @scans of @file and does nothing; ends the process if there is no database. */
void
bench_scan_tables (const char *file, const BenchScan *scans, gsize n_scans)
{
  g_autoptr (LscDb) db = lsc_db_open (file, NULL, NULL);
  gint64 sum = 0;

  if (!db)
    _exit (1);
  for (gsize i = 0; i < n_scans; i++)
    {
      g_autoptr (LscScan) scan = lsc_db_scan (db, scans[i].table, scans[i].columns, NULL, NULL);
      sqlite3_stmt *stmt = scan ? lsc_scan_get_stmt (scan) : NULL;
      int n = stmt ? sqlite3_column_count (stmt) : 0;

      while (stmt && sqlite3_step (stmt) == SQLITE_ROW)
        for (int k = 0; k < n; k++)
          sum += sqlite3_column_int64 (stmt, k);
    }
  if (sum == 42)
    _exit (2);
}

/** Steps over the columns that a timeline is made of and does nothing; any thread. */
void
bench_scan_database (const char *file)
{
  bench_scan_tables (file, timeline_scans, G_N_ELEMENTS (timeline_scans));
}

/** Steps over the columns that module_statistic is made of and does nothing; any thread. */
void
bench_scan_modules (const char *file)
{
  bench_scan_tables (file, module_scans, G_N_ELEMENTS (module_scans));
}
