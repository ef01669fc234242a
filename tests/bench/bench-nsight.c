/* bench-nsight.c - what an export of Nsight Systems costs, beside a bare scan of its columns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <unistd.h>

#include "bench-recording.h"
#include "bench-report.h"
#include "lsc-test-nsight.h"
#include "read/nsight/lsc-nsight.h"

/* Kernels, each with its call, and a range around every few of them. The floor is sqlite3_step()
 * with a read of the same columns of the same rows. */

#define MOST_FLOOR 1.6
#define PID 4242
#define PER_RANGE 10

/* ---- an export to measure on ---- */

static void
insert (sqlite3_stmt *stmt, const gint64 *values, int n)
{
  for (int i = 0; i < n; i++)
    sqlite3_bind_int64 (stmt, i + 1, values[i]);
  if (sqlite3_step (stmt) != SQLITE_DONE)
    g_error ("a row cannot be written");
  sqlite3_reset (stmt);
}

static sqlite3_stmt *
prepare (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *stmt;

  if (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) != SQLITE_OK)
    g_error ("%s: %s", sqlite3_errmsg (db), sql);
  return stmt;
}

static char *
make_export (const char *folder, gint64 n)
{
  char *path = g_build_filename (folder, "report.sqlite", NULL);
  sqlite3 *db = ns_new (path);
  sqlite3_stmt *kernels = prepare (
      db, "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?1, ?2, 0, 1, NULL, ?3, ?4, ?5, ?6, 6,"
          " 6, 1, 0, 64, 132, 2, 1, 256, 1, 1, 1024, 2048, NULL, NULL)");
  sqlite3_stmt *calls = prepare (db, "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?1, ?2, 0,"
                                     " ?3, ?4, 1, 0, NULL)");
  sqlite3_stmt *ranges = prepare (db, "INSERT INTO NVTX_EVENTS (start, end, eventType, globalTid,"
                                      " textId, domainId) VALUES (?1, ?2, 59, ?3, 5, 0)");

  for (gint64 i = 0; i < n; i++)
    {
      gint64 at = i * 10000;
      const gint64 kernel[] = { at + 5000, at + 14000,         7 + i % 2 * 13,
                                i + 1,     ns_global (PID, 0), 5 + i % 4 };
      const gint64 call[] = { at, at + 4000, ns_global (PID, PID), i + 1 };
      const gint64 range[] = { at, at + 10000 * PER_RANGE - 10, ns_global (PID, PID) };

      insert (kernels, kernel, G_N_ELEMENTS (kernel));
      insert (calls, call, G_N_ELEMENTS (call));
      if (i % PER_RANGE == 0)
        insert (ranges, range, G_N_ELEMENTS (range));
    }
  sqlite3_finalize (kernels);
  sqlite3_finalize (calls);
  sqlite3_finalize (ranges);
  ns_close (db);
  return path;
}

/* ---- the floor ---- */

static void
scan_columns (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *stmt = prepare (db, sql);
  volatile gint64 sum = 0;
  int n = sqlite3_column_count (stmt);

  while (sqlite3_step (stmt) == SQLITE_ROW)
    for (int i = 0; i < n; i++)
      sum += sqlite3_column_int64 (stmt, i);
  sqlite3_finalize (stmt);
}

static void
scan (const char *path)
{
  sqlite3 *db;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
    _exit (2);
  scan_columns (db, "SELECT rowid, start, end, deviceId, streamId, correlationId, globalPid,"
                    " demangledName, shortName, graphNodeId, graphId FROM"
                    " CUPTI_ACTIVITY_KIND_KERNEL NOT INDEXED");
  scan_columns (db, "SELECT rowid, start, end, globalTid, correlationId, nameId, eventClass FROM"
                    " CUPTI_ACTIVITY_KIND_RUNTIME NOT INDEXED");
  scan_columns (db, "SELECT rowid, start, end, eventType, globalTid, text, textId, domainId,"
                    " endGlobalTid FROM NVTX_EVENTS NOT INDEXED");
  sqlite3_close (db);
}

static const BenchReader reader = {
  LSC_FORMAT_NSIGHT, "bare stepping", scan, lsc_nsight_read, BENCH_LOAD, MOST_FLOOR,
};

int
main (int argc, char **argv)
{
  int kernels = 1000000, runs = 5;
  const GOptionEntry entries[] = {
    { "kernels", 0, 0, G_OPTION_ARG_INT, &kernels, "Kernels to write", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "Runs of each kind", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  folder = g_dir_make_tmp ("bench-nsight-XXXXXX", NULL);
  path = make_export (folder, kernels);
  bench_recording (&reader, path, runs);
  g_unlink (path);
  g_rmdir (folder);
  return bench_get_exit_status ();
}
