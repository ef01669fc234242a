/* bench-json.c - what reading a trace costs, beside a bare scan of its bytes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "model/lsc-lane.h"
#include "read/lsc-trace-private.h"

/* Every figure is of a child process: user and system time, wall time, and the largest anonymous
 * memory seen by looking every two milliseconds. Times are the best of several runs, on a warm page
 * cache. The floor is a search for every quote of the mapped file. */

#define POLL_US 2000

typedef struct
{
  double cpu_s;
  double wall_s;
  gint64 anonymous_bytes;
  int status;
} Cost;

typedef enum
{
  TASK_QUOTES,
  TASK_READ,
  TASK_LANES,
} Task;

typedef struct
{
  const char *path;
  Task task;
  guint n_threads;
  gboolean is_kineto;
} Work;

/* ---- A trace to measure on ---------------------------------------------------------------- */

/* printf() with apostrophes for quotes. */
static void G_GNUC_PRINTF (2, 3) write_json (FILE *out, const char *format, ...)
{
  char text[2048];
  va_list args;
  int n;

  va_start (args, format);
  n = g_vsnprintf (text, sizeof text, format, args);
  va_end (args);
  for (int i = 0; i < n; i++)
    if (text[i] == '\'')
      text[i] = '"';
  fwrite (text, 1, (gsize) n, out);
}

#define U64 "%" G_GUINT64_FORMAT

/* The time of an event, in the words of the format. */
#define TS "'ts': '" U64 ".%03u'"

static const char call_stack[] =
    "/home/user/lib/python3.9/site-packages/torch/nn/modules/conv.py(459): _conv_forward;\\r\\n"
    "/home/user/lib/python3.9/site-packages/torch/nn/modules/conv.py(463): forward;\\r\\n"
    "/home/user/lib/python3.9/site-packages/torch/nn/modules/module.py(1501): _call_impl;\\r\\n"
    "/home/user/train/main.py(345): train";

static void
write_op (FILE *out, guint64 i, const char *comma)
{
  guint64 us = 1736412474714258u + i * 40;
  guint op = (guint) (i * 7919 % 211);
  guint tid = (guint) (3178231 + i % 3);
  guint ns = (guint) (i % 1000);

  write_json (out, "%s{'ph': 'X', 'name': 'aten::op_%u', 'pid': 3178231, ", comma, op);
  write_json (out, "'tid': %u, " TS ", 'dur': %u.%02u, ", tid, us, ns, 20 + op % 10, op % 100);
  write_json (out, "'cat': 'cpu_op', 'args': {'Sequence number': %d, ", op % 3 ? -1 : (int) op);
  write_json (out, "'Fwd thread id': 0, 'Input Dims': '32,3,224,224;\\r\\n64,3,7,7', ");
  write_json (out, "'Input type': 'float;\\r\\nfloat', 'Call stack': '%s'}}", call_stack);
  write_json (out, ", {'ph': 'X', 'name': 'Enqueue', 'pid': 3178231, 'tid': %u, ", tid);
  write_json (out, TS ", 'dur': 3.5, 'cat': 'enqueue', ", us + 5, ns);
  write_json (out, "'args': {'correlation_id': " U64 "}}", i);
  write_json (out, ", {'ph': 'X', 'name': 'Dequeue@aclnnOp%u', 'pid': 3178231, ", op);
  write_json (out, "'tid': 3178999, " TS ", 'dur': 18.75, 'cat': 'dequeue', ", us + 10, ns);
  write_json (out, "'args': {'correlation_id': " U64 "}}", i);
}

static void
write_device (FILE *out, guint64 i)
{
  guint64 us = 1736412474714258u + i * 40;
  guint op = (guint) (i * 7919 % 211);
  guint stream = (guint) (2 + i % 4);
  guint ns = (guint) (i % 1000);

  write_json (out, ", {'ph': 'X', 'name': 'AscendCL@aclnnOp%u', 'pid': 3254508512, ", op);
  write_json (out, "'tid': 3178999, " TS ", 'dur': 14.5, ", us + 11, ns);
  write_json (out, "'args': {'Thread Id': 3178999, 'Mode': 'ACL_OP', 'level': 'acl', ");
  write_json (out, "'id': 'aclnnOp%u', 'item_id': '0', 'connection_id': " U64 "}}", op, i);
  write_json (out, ", {'ph': 'X', 'name': 'Node@launch', 'pid': 3254508512, ");
  write_json (out, "'tid': 3178999, " TS ", 'dur': 8.25, ", us + 13, ns);
  write_json (out, "'args': {'Thread Id': 3178999, 'Mode': 'launch', 'level': 'node', ");
  write_json (out, "'id': '0', 'item_id': 'Op%u', 'connection_id': " U64 "}}", op, i);
  write_json (out, ", {'ph': 'X', 'name': 'Op_%u_MatMul', 'pid': 3254508960, ", op);
  write_json (out, "'tid': %u, " TS ", 'dur': %u.%02u, ", stream, us + 100, ns, 20 + op, op % 100);
  write_json (out, "'args': {'Model Id': 4294967295, 'Task Type': 'AI_CORE', ");
  write_json (out, "'Physic Stream Id': %u, 'Task Id': %u, ", stream, (guint) (i % 60000));
  write_json (out, "'Batch Id': 0, 'Subtask Id': 4294967295, 'connection_id': " U64 "}}", i);
}

static void
write_flow (FILE *out, const char *phase, const char *category, const char *name, const char *id)
{
  write_json (out, ", {'ph': '%s', 'bp': 'e', 'name': '%s', ", phase, name);
  write_json (out, "'id': %s, 'cat': '%s', ", id, category);
}

static void
write_flows (FILE *out, guint64 i)
{
  guint64 us = 1736412474714258u + i * 40;
  guint ns = (guint) (i % 1000);
  g_autofree char *number = g_strdup_printf (U64, i);
  g_autofree char *id = g_strdup_printf ("'3689348%013" G_GUINT64_FORMAT "'", i % 60000 << 16);
  g_autofree char *name = g_strdup_printf ("HostToDevice%.20s", id + 1);

  write_flow (out, "s", "async_task_queue", "enqueue_to_dequeue", number);
  write_json (out, "'pid': 3178231, 'tid': %u, " TS "}", (guint) (3178231 + i % 3), us + 5, ns);
  write_flow (out, "f", "async_task_queue", "enqueue_to_dequeue", number);
  write_json (out, "'pid': 3178231, 'tid': 3178999, " TS "}", us + 10, ns);
  write_flow (out, "s", "HostToDevice", name, id);
  write_json (out, "'pid': 3254508512, 'tid': 3178999, " TS "}", us + 13, ns);
  write_flow (out, "f", "HostToDevice", name, id);
  write_json (out, "'pid': 3254508960, 'tid': %u, " TS "}", (guint) (2 + i % 4), us + 100, ns);
  if (i % 4 != 0)
    return;
  write_json (out, ", {'name': 'HBM 0/Read', " TS ", 'pid': 3254509088, 'tid': 0, ", us, ns);
  write_json (out, "'args': {'Read(MB/s)': %u.%04u}, 'ph': 'C'}", (guint) (i % 9000), ns);
}

#undef TS

/* Python, CANN and device events in the shape of a level-1 trace with call stacks. */
static gboolean
write_trace (const char *path, gint64 bytes)
{
  FILE *out = g_fopen (path, "wb");
  guint64 i;

  if (!out)
    return FALSE;
  fputc ('[', out);
  for (i = 0; ftell (out) < bytes; i++)
    {
      write_op (out, i, i ? ", " : "");
      write_device (out, i);
      write_flows (out, i);
    }
  fputc (']', out);
  return fclose (out) == 0;
}

static gboolean
pack_file (const char *path, const char *packed)
{
  FILE *in = g_fopen (path, "rb");
  gzFile out = gzopen (packed, "wb4");
  g_autofree char *buffer = g_malloc (1 << 20);
  gsize n;

  while (in && out && (n = fread (buffer, 1, 1 << 20, in)) > 0)
    gzwrite (out, buffer, (unsigned) n);
  if (in)
    fclose (in);
  return out && gzclose (out) == Z_OK;
}

/* ---- Work, in a child --------------------------------------------------------------------- */

static void
find_quotes (const char *path)
{
  int fd = open (path, O_RDONLY);
  struct stat about;
  char *text;
  const char *p, *end;
  volatile gsize n = 0;

  if (fd < 0 || fstat (fd, &about) != 0)
    _exit (2);
  text = mmap (NULL, (gsize) about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (text == MAP_FAILED)
    _exit (2);
  end = text + about.st_size;
  for (p = text; (p = memchr (p, '"', (gsize) (end - p))); p++)
    n = n + 1;
}

static void
build_lane (gsize index, gpointer user_data)
{
  LscTraceFile *file = user_data;

  lsc_lane_new (&g_array_index (file->tracks, LscTrack, index).slices, LSC_LANE_NESTED, NULL);
}

static void
do_work (const Work *work)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_TRACE_VIEW, "/", work->path);
  g_autoptr (GError) error = NULL;
  LscTraceFile *file;

  if (work->task == TASK_QUOTES)
    {
      find_quotes (work->path);
      return;
    }
  file = lsc_trace_file_read (
      source, work->is_kineto ? LSC_TRACE_KINETO : LSC_TRACE_ASCEND, work->n_threads, NULL, &error);
  if (!file)
    {
      g_printerr ("%s\n", error->message);
      _exit (2);
    }
  if (work->task == TASK_LANES)
    lsc_job_run_parallel (work->n_threads, file->tracks->len, build_lane, file);
}

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
measure_once (const Work *work)
{
  Cost cost = { 0 };
  struct rusage usage;
  gint64 begin = g_get_monotonic_time ();
  pid_t pid = fork ();

  if (pid == 0)
    {
      do_work (work);
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
measure (const char *path, Task task, guint n_threads, int runs)
{
  Work work = { path, task, n_threads, strstr (path, "kin") != NULL };
  Cost best = measure_once (&work);

  for (int i = 1; i < runs; i++)
    {
      Cost cost = measure_once (&work);

      best.cpu_s = MIN (best.cpu_s, cost.cpu_s);
      best.wall_s = MIN (best.wall_s, cost.wall_s);
      best.anonymous_bytes = MAX (best.anonymous_bytes, cost.anonymous_bytes);
      best.status |= cost.status;
    }
  return best;
}

/* ---- Report ------------------------------------------------------------------------------- */

static int n_failed;

static void
report (const char *what, double value, const char *unit, double limit)
{
  gboolean is_good = value <= limit;

  n_failed += !is_good;
  g_print (
      "  %-44s %7.2f %s (limit %.2f) %s\n", what, value, unit, limit, is_good ? "PASS" : "FAIL");
}

static gint64
count_events (const char *path)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_TRACE_VIEW, "/", path);
  g_autoptr (LscTraceFile) file = lsc_trace_file_read (source, LSC_TRACE_ASCEND, 1, NULL, NULL);

  return file ? file->n_events : 0;
}

static void
bench_file (const char *path, const char *packed, guint n_threads, int runs)
{
  gint64 n_events = count_events (path);
  Cost floor = measure (path, TASK_QUOTES, 1, runs);
  Cost scan = measure (path, TASK_READ, 1, runs);
  Cost lanes = measure (path, TASK_LANES, 1, runs);
  Cost threads = measure (path, TASK_LANES, n_threads, runs);
  Cost inflated = measure (packed, TASK_LANES, n_threads, runs);
  double per_event = n_events > 0 ? 1e9 / (double) n_events : 0;

  g_print ("%s: %" G_GINT64_FORMAT " events, best of %d\n", path, n_events, runs);
  g_print ("  search for quotes     %.3f s CPU, %.0f ns an event\n",
           floor.cpu_s,
           floor.cpu_s * per_event);
  g_print (
      "  read                  %.3f s CPU, %.0f ns an event\n", scan.cpu_s, scan.cpu_s * per_event);
  g_print ("  read and lanes        %.3f s CPU, %.0f ns an event, wall %.3f s\n",
           lanes.cpu_s,
           lanes.cpu_s * per_event,
           lanes.wall_s);
  g_print ("  %u threads             %.3f s CPU, wall %.3f s\n",
           n_threads,
           threads.cpu_s,
           threads.wall_s);
  g_print ("  gzip, %u threads       %.3f s CPU, wall %.3f s\n",
           n_threads,
           inflated.cpu_s,
           inflated.wall_s);
  report ("read against the search", scan.cpu_s / floor.cpu_s, "", 1.4);
  report ("read and lanes against the search", lanes.cpu_s / floor.cpu_s, "", 2.0);
  report ("anonymous memory an event, bytes",
          n_events > 0 ? (double) lanes.anonymous_bytes / (double) n_events : 0,
          "",
          80);
  report ("wall time with threads against one", threads.wall_s / lanes.wall_s, "", 0.75);
  report ("wall time of gzip against plain, one thread", inflated.wall_s / lanes.wall_s, "", 1.3);
  report ("wall time of gzip against plain, threads", inflated.wall_s / threads.wall_s, "", 1.3);
  if (floor.status || scan.status || lanes.status || threads.status || inflated.status)
    {
      g_print ("  FAILED: a run did not finish\n");
      n_failed++;
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *file = NULL;
  int size = 100, threads = 2, runs = 5;
  const GOptionEntry entries[] = {
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &file, "A trace to measure on", "PATH" },
    { "size", 0, 0, G_OPTION_ARG_INT, &size, "Size of the trace that is made, in MB", "MB" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &threads, "Threads beside one", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "Runs of each kind", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *packed = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  folder = g_dir_make_tmp ("lanescope-bench-XXXXXX", NULL);
  path = file ? g_strdup (file) : g_build_filename (folder, "trace_view.json", NULL);
  packed =
      g_build_filename (folder, strstr (path, "kin") ? "kin.json.gz" : "trace_view.json.gz", NULL);
  if ((file || write_trace (path, (gint64) size * 1000000)) && pack_file (path, packed))
    bench_file (path, packed, (guint) MAX (threads, 1), MAX (runs, 1));
  else
    n_failed++;
  if (!file)
    g_remove (path);
  g_remove (packed);
  g_rmdir (folder);
  return n_failed > 0 ? 2 : 0;
}
