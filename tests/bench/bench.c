/* bench.c - what reading and analysing costs, as figures and ratios
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/lsc-db.h"

/* Every figure is of a child process: its user and system time, and the largest anonymous memory
 * seen by looking every two milliseconds (file mappings do not count). Times are the best of
 * several runs, on a warm page cache. */

#define RUNS 5
#define POLL_US 2000

typedef struct
{
  double cpu_s;
  double wall_s;
  gint64 anonymous_bytes;
  int status;
} Cost;

typedef void (*ChildFunc) (gpointer user_data);

static const char *build_dir;
static gboolean is_full;

static gint64
read_anonymous_bytes (pid_t pid)
{
  char path[64];
  g_autofree char *text = NULL;
  const char *line;

  g_snprintf (path, sizeof path, "/proc/%d/status", (int) pid);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  line = strstr (text, "RssAnon:");
  return line ? g_ascii_strtoll (line + 8, NULL, 10) * 1024 : 0;
}

static double
seconds (const struct timeval *time)
{
  return (double) time->tv_sec + (double) time->tv_usec / 1e6;
}

static Cost
measure_child (ChildFunc func, gpointer user_data)
{
  Cost cost = { 0 };
  struct rusage usage;
  gint64 begin = g_get_monotonic_time ();
  pid_t pid = fork ();

  if (pid == 0)
    {
      func (user_data);
      _exit (0);
    }
  while (wait4 (pid, &cost.status, WNOHANG, &usage) == 0)
    {
      cost.anonymous_bytes = MAX (cost.anonymous_bytes, read_anonymous_bytes (pid));
      g_usleep (POLL_US);
    }
  cost.wall_s = (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
  cost.cpu_s = seconds (&usage.ru_utime) + seconds (&usage.ru_stime);
  return cost;
}

static Cost
best_of (int runs, ChildFunc func, gpointer user_data)
{
  Cost best = measure_child (func, user_data);

  for (int i = 1; i < runs; i++)
    {
      Cost cost = measure_child (func, user_data);

      cost.anonymous_bytes = MAX (best.anonymous_bytes, cost.anonymous_bytes);
      cost.wall_s = MIN (best.wall_s, cost.wall_s);
      if (cost.cpu_s > best.cpu_s)
        cost.cpu_s = best.cpu_s;
      best = cost;
    }
  return best;
}

static void
run_program (gpointer user_data)
{
  char **argv = user_data;
  int null = open ("/dev/null", O_RDWR);

  dup2 (null, STDOUT_FILENO);
  dup2 (null, STDERR_FILENO);
  execv (argv[0], argv);
  _exit (127);
}

static Cost
measure_program (int runs, const char *first, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  va_list args;

  va_start (args, first);
  for (const char *word = first; word; word = va_arg (args, const char *))
    g_ptr_array_add (argv, (gpointer) word);
  va_end (args);
  g_ptr_array_add (argv, NULL);
  return best_of (runs, run_program, argv->pdata);
}

/* ---- The floor: stepping over the same columns -------------------------------------------- */

static const struct
{
  const char *table;
  const char *columns[12];
} scans[] = {
  { "STRING_IDS", { "id", "value" } },
  { "MSTX_EVENTS",
    { "startNs", "endNs", "eventType", "message", "domainId", "globalTid", "connectionId" } },
  { "PYTORCH_API",
    { "startNs",
      "endNs",
      "globalTid",
      "connectionId",
      "name",
      "type",
      "sequenceNumber",
      "fwdThreadId" } },
  { "CONNECTION_IDS", { "id", "connectionId" } },
  { "TASK", { "startNs", "endNs", "globalTaskId", "connectionId" } },
  { "COMPUTE_TASK_INFO",
    { "name",
      "globalTaskId",
      "opType",
      "taskType",
      "inputShapes",
      "inputDataTypes",
      "outputShapes",
      "blockDim" } },
  { "COMMUNICATION_OP", { "opName", "opType", "startNs", "endNs", "connectionId", "opId" } },
};

static void
step_tables (gpointer user_data)
{
  g_autoptr (LscDb) db = lsc_db_open (user_data, NULL, NULL);
  gint64 sum = 0;

  if (!db)
    _exit (1);
  for (gsize i = 0; i < G_N_ELEMENTS (scans); i++)
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

/* ---- Profiles to measure on ---------------------------------------------------------------- */

static char *
program (const char *name)
{
  return g_build_filename (build_dir, "src", name, NULL);
}

static char *
find_database (const char *folder)
{
  g_autoptr (GPtrArray) queue = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (queue, g_strdup (folder));
  for (guint i = 0; i < queue->len; i++)
    {
      const char *place = g_ptr_array_index (queue, i);
      g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
      const char *name;

      while (dir && (name = g_dir_read_name (dir)))
        {
          g_autofree char *path = g_build_filename (place, name, NULL);

          if (g_str_has_prefix (name, "ascend_pytorch_profiler"))
            return g_steal_pointer (&path);
          if (g_file_test (path, G_FILE_TEST_IS_DIR))
            g_ptr_array_add (queue, g_steal_pointer (&path));
        }
    }
  return NULL;
}

static char *
make_profile (const char *name, gint64 tasks, int ranks)
{
  char *folder = g_build_filename (build_dir, "bench", name, NULL);
  g_autofree char *truth = g_build_filename (folder, "truth.json", NULL);
  g_autofree char *synth = program ("synth/lanescope-synth");
  g_autofree char *tasks_text = g_strdup_printf ("%" G_GINT64_FORMAT, tasks);
  g_autofree char *ranks_text = g_strdup_printf ("%d", ranks);
  Cost cost;

  if (g_file_test (truth, G_FILE_TEST_EXISTS))
    return folder;
  g_mkdir_with_parents (folder, 0755);
  cost = measure_program (1,
                          synth,
                          folder,
                          "--preset",
                          "bench",
                          "--tasks",
                          tasks_text,
                          "--ranks",
                          ranks_text,
                          "--force",
                          NULL);
  if (cost.status != 0)
    g_error ("lanescope-synth failed to write %s", folder);
  g_print ("  wrote %s: %.2f s\n", name, cost.wall_s);
  return folder;
}

/* ---- Measurements -------------------------------------------------------------------------- */

static Cost
measure_modules (const char *folder, const char *jobs, int runs)
{
  g_autofree char *cli = program ("cli/lanescope-cli");

  return measure_program (runs,
                          cli,
                          "-m",
                          "module_statistic",
                          "-d",
                          folder,
                          "--mfu",
                          "off",
                          "--export_type",
                          "json",
                          "-o",
                          "-",
                          "-j",
                          jobs,
                          NULL);
}

static void
bench_writer (void)
{
  g_autofree char *folder = g_build_filename (build_dir, "bench", "kernels-1e6", NULL);
  g_autofree char *synth = program ("synth/lanescope-synth");
  Cost cost;

  g_mkdir_with_parents (folder, 0755);
  cost = measure_program (
      1, synth, folder, "--preset", "bench", "--kernels", "1000000", "--force", NULL);
  g_print ("writer: 1,000,000 kernels of one rank in %.2f s (limit 10 s)%s\n",
           cost.wall_s,
           cost.status == 0 ? "" : " FAILED");
}

static void
bench_modules (void)
{
  g_autofree char *folder = make_profile ("tasks-1e6", 1000000, 1);
  g_autofree char *database = find_database (folder);
  Cost floor = best_of (RUNS, step_tables, database);
  Cost cost = measure_modules (folder, "1", RUNS);

  g_print ("module_statistic, 1,000,000 TASK rows, one thread, best of %d:\n", RUNS);
  g_print ("  bare stepping   %.3f s CPU\n", floor.cpu_s);
  g_print ("  whole command   %.3f s CPU%s\n", cost.cpu_s, cost.status == 0 ? "" : " FAILED");
  g_print ("  ratio           %.2f (limit 1.5)\n", cost.cpu_s / floor.cpu_s);
  g_print ("  anonymous peak  %.0f bytes per TASK row (limit 200)\n",
           (double) cost.anonymous_bytes / 1e6);
}

static void
bench_ranks (void)
{
  g_autofree char *folder = make_profile ("ranks-16", 100000, 16);
  Cost cost = measure_modules (folder, "2", 3);

  g_print ("16 ranks of 100,000 TASK rows, -j2: wall %.3f s, CPU %.3f s, ratio %.2f (limit 0.6)\n",
           cost.wall_s,
           cost.cpu_s,
           cost.wall_s / cost.cpu_s);
}

static void
bench_growth (void)
{
  gint64 largest = is_full ? 10000000 : 1000000;

  g_print ("growth of module_statistic%s:\n", is_full ? "" : " (10,000,000 with --full)");
  g_print ("  %12s %12s %14s %14s\n", "TASK rows", "CPU s", "us per row", "bytes per row");
  for (gint64 tasks = 10000, power = 4; tasks <= largest; tasks *= 10, power++)
    {
      g_autofree char *name = g_strdup_printf ("tasks-1e%d", (int) power);
      g_autofree char *folder = make_profile (name, tasks, 1);
      Cost cost = measure_modules (folder, "1", tasks > 1000000 ? 1 : 3);

      g_print ("  %12" G_GINT64_FORMAT " %12.3f %14.3f %14.0f\n",
               tasks,
               cost.cpu_s,
               cost.cpu_s * 1e6 / (double) tasks,
               (double) cost.anonymous_bytes / (double) tasks);
    }
}

static void
bench_part (const char *title, const char *name)
{
  g_autofree char *path = g_build_filename (build_dir, "tests", "bench", name, NULL);
  g_autofree char *wrapper = g_build_filename (g_get_current_dir (), "tests", "wrap-display", NULL);
  int status = 0;
  char *argv[] = { wrapper, path, NULL };

  if (!g_file_test (path, G_FILE_TEST_IS_EXECUTABLE))
    return;
  g_print ("%s:\n", title);
  fflush (stdout);
  g_spawn_sync (NULL,
                strcmp (name, "bench-ui") == 0 ? argv : argv + 1,
                NULL,
                G_SPAWN_CHILD_INHERITS_STDIN,
                NULL,
                NULL,
                NULL,
                NULL,
                &status,
                NULL);
  if (status != 0)
    g_print ("  FAILED (status %d)\n", status);
}

int
main (int argc, char **argv)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *bench = g_path_get_dirname (self ? self : argv[0]);
  g_autofree char *tests = g_path_get_dirname (bench);

  setlocale (LC_ALL, "C.UTF-8");
  build_dir = g_path_get_dirname (tests);
  is_full = argc > 1 && strcmp (argv[1], "--full") == 0;
  g_setenv ("LANESCOPE_BUILD_DIR", build_dir, FALSE);
  bench_writer ();
  bench_modules ();
  bench_ranks ();
  bench_growth ();
  bench_part ("store", "bench-store");
  bench_part ("timeline of a database", "bench-db");
  bench_part ("timeline of a trace file", "bench-json");
  bench_part ("theory of the pipeline", "bench-theory");
  bench_part ("painting the pipeline", "bench-paint");
  bench_part ("painting the timeline", "bench-timeline");
  bench_part ("window", "bench-ui");
  return 0;
}
