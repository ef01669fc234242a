/* bench-host.c - the modes of the reference tool against stepping over the columns that they read
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib.h>
#include <locale.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "base/lsc-db.h"
#include "bench-cost.h"
#include "bench-profile.h"
#include "bench-report.h"

/* The profile has as many host rows as real recordings. The floor is sqlite3_step() with a read of
 * every column that the mode reads and of no other: when a reader in src/read/ascend comes
 * to read more or less, its list here follows. Floor and command are measured in turn, so that a
 * machine that grows slower meets both. */

#define RUNS 5

typedef struct
{
  const char *table;
  const char *columns[12];
} Scan;

/* lsc-ascend-strings.c, -marks.c, -kernels.c, -comm.c, -ops.c */
#define STRINGS                                                                                    \
  {                                                                                                \
    "STRING_IDS", { "id", "value" }                                                                \
  }
#define MARKS                                                                                      \
  {                                                                                                \
    "MSTX_EVENTS",                                                                                 \
    {                                                                                              \
      "startNs", "endNs", "eventType", "message", "globalTid", "connectionId", "domainId", "rowid" \
    }                                                                                              \
  }
#define TASKS "startNs", "endNs", "globalTaskId", "connectionId", "deviceId"
#define COMM_OPS                                                                                   \
  {                                                                                                \
    "COMMUNICATION_OP",                                                                            \
    {                                                                                              \
      "startNs", "endNs", "opName", "opType", "connectionId", "opId", "groupName", "deviceId",     \
          "opConnectionId"                                                                         \
    }                                                                                              \
  }
#define OPS                                                                                        \
  {                                                                                                \
    "PYTORCH_API",                                                                                 \
    {                                                                                              \
      "startNs", "endNs", "globalTid", "connectionId", "name", "type", "fwdThreadId"               \
    }                                                                                              \
  }
#define LINKS                                                                                      \
  {                                                                                                \
    "CONNECTION_IDS", { "id", "connectionId" }                                                     \
  }

static const Scan with_mfu[] = {
  STRINGS,
  MARKS,
  { "COMPUTE_TASK_INFO",
    { "globalTaskId", "name", "opType", "taskType", "inputShapes", "inputDataTypes", "outputShapes",
      "blockDim" } },
  { "TASK", { TASKS } },
  COMM_OPS,
  OPS,
  LINKS,
  { NULL, { NULL } },
};

static const Scan without_mfu[] = {
  STRINGS,
  MARKS,
  { "COMPUTE_TASK_INFO", { "globalTaskId", "name" } },
  { "TASK", { TASKS } },
  COMM_OPS,
  OPS,
  LINKS,
  { NULL, { NULL } },
};

/* What a chart of the pipeline draws; its look at the ids of compute kernels and at the two ranks
 * of messages comes on top. */
static const Scan pipeline[] = {
  STRINGS, MARKS, { "TASK", { TASKS, "streamId" } }, COMM_OPS, { NULL, { NULL } },
};

typedef struct
{
  GPtrArray *paths; /* of the databases */
  const Scan *scans;
} Floor;

static gint64
step_file (const char *path, const Scan *scans)
{
  g_autoptr (LscDb) db = lsc_db_open (path, NULL, NULL);
  gint64 sum = 0;

  if (!db)
    _exit (1);
  for (gsize i = 0; scans[i].table; i++)
    {
      g_autoptr (LscScan) scan = lsc_db_scan (db, scans[i].table, scans[i].columns, NULL, NULL);
      sqlite3_stmt *stmt = scan ? lsc_scan_get_stmt (scan) : NULL;
      int n = stmt ? sqlite3_column_count (stmt) : 0;

      while (stmt && sqlite3_step (stmt) == SQLITE_ROW)
        for (int k = 0; k < n; k++)
          sum += sqlite3_column_int64 (stmt, k);
    }
  return sum;
}

static void
step_files (gpointer user_data)
{
  const Floor *floor = user_data;
  gint64 sum = 0;

  for (guint i = 0; i < floor->paths->len; i++)
    sum += step_file (g_ptr_array_index (floor->paths, i), floor->scans);
  if (sum == 42) /* or else nothing need be read */
    _exit (2);
}

static gint64
count_rows (const Floor *floor)
{
  g_autoptr (LscDb) db = lsc_db_open (g_ptr_array_index (floor->paths, 0), NULL, NULL);
  gint64 n = 0;

  for (gsize i = 0; db && floor->scans[i].table; i++)
    n += MAX (lsc_db_count_rows (db, floor->scans[i].table), 0);
  return MAX (n, 1);
}

static void
report_memory (const char *what, const BenchCost *cost, const Floor *floor)
{
  bench_report (what, (double) cost->anonymous_bytes / (double) count_rows (floor), 32, "B/row");
}

/* Measures the floor and the command in turn. */
static BenchCost
measure (const char *what, Floor *floor, const char *const *argv, double limit)
{
  BenchCost least = { 0 }, best = { 0 };

  for (int i = 0; i < RUNS; i++)
    {
      BenchCost stepping = bench_cost_of_child (1, step_files, floor);
      BenchCost command = bench_cost_of_program (1, argv);

      bench_cost_take_better (&least, &stepping, i == 0);
      bench_cost_take_better (&best, &command, i == 0);
    }
  if (least.status != 0 || best.status != 0)
    bench_fail ("%s did not finish:", what);
  g_print ("  bare stepping %.3f s CPU, command %.3f s CPU\n", least.cpu_s, best.cpu_s);
  bench_report (what, best.cpu_s / MAX (least.cpu_s, 1e-9), limit, "");
  return best;
}

static GPtrArray *
find_databases (const char *folder)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *rank = g_build_filename (folder, name, NULL);
      char *path = bench_find_file (rank, "ascend_pytorch_profiler");

      if (path)
        g_ptr_array_add (paths, path);
    }
  return paths;
}

static void
bench_modules (const char *cli, const char *out)
{
  g_autofree char *folder = bench_make_profile ("host-1e6", "--preset bench-host --tasks 1000000");
  g_autoptr (GPtrArray) paths = find_databases (folder);
  const char *const usual[] = { cli,  "-m", "module_statistic", "-d", folder,
                                "-o", out,  "--force",          "-j", "1",
                                NULL };
  const char *const plain[] = { cli,
                                "-m",
                                "module_statistic",
                                "-d",
                                folder,
                                "--mfu",
                                "off",
                                "--export-type",
                                "json",
                                "-o",
                                "-",
                                "-j",
                                "1",
                                NULL };
  const char *const both[] = { cli,  "-m", "module_statistic", "-d", folder,
                               "-o", out,  "--force",          "-j", "2",
                               NULL };
  Floor floor = { paths, with_mfu };
  BenchCost cost = measure ("db with MFU against bare stepping", &floor, usual, 1.5);

  report_memory ("anonymous peak", &cost, &floor);
  cost = bench_cost_of_program (RUNS, both);
  report_memory ("anonymous peak of two threads", &cost, &floor);
  g_print ("  two threads: %.3f s CPU, %.3f s wall\n", cost.cpu_s, cost.wall_s);
  bench_report ("two threads, wall against CPU", cost.wall_s / cost.cpu_s, 0.65, "");
  floor.scans = without_mfu;
  measure ("json without MFU against bare stepping", &floor, plain, 1.35);
}

static void
bench_pipeline (const char *cli, const char *out)
{
  g_autofree char *folder = bench_make_profile (
      "pipeline-16", "--preset pipeline --pp 16 -M 64 --modules --kernels 75000");
  g_autoptr (GPtrArray) paths = find_databases (folder);
  const char *const argv[] = { cli, "-m",      "pp_chart", "-d", folder, "-o",
                               out, "--force", "-j",       "1",  NULL };
  Floor floor = { paths, pipeline };

  measure ("pp_chart of 16 ranks against bare stepping", &floor, argv, 1.6);
}

int
main (void)
{
  g_autofree char *cli = bench_program ("cli/lanescope-cli");
  g_autofree char *out = g_build_filename (bench_get_build_dir (), "bench", "host-out", NULL);

  setlocale (LC_ALL, "C.UTF-8");
  g_mkdir_with_parents (out, 0755);
  bench_modules (cli, out);
  bench_pipeline (cli, out);
  return bench_get_exit_status ();
}
