/* bench-json.c - what a trace costs until its timeline is ready, beside a bare scan of its bytes
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "bench-json.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "analyze/step/lsc-timeline-complete.h"
#include "bench-cost.h"
#include "bench-report.h"
#include "read/lsc-open.h"
#include "read/lsc-timeline-read.h"
#include "read/trace/lsc-trace-file.h"

/* Ready means what the window and the commands ask for: lsc_discover(), lsc_timeline_load() and
 * lsc_timeline_complete(): parsed, interned, grouped, nested, with level of detail, links, overlap,
 * dispatch, and the kernels of kernel_details.csv joined.
 *
 * Every figure is of a child process, the best of several runs on a warm page cache. The floor is a
 * search for every quote of the mapped file. */

#define MOST_FLOOR 2.0
#define MOST_BYTES_PER_EVENT 80
#define MOST_WALL_OF_THREADS 0.75
#define MOST_CPU_OF_GZIP 1.15
#define MOST_WALL_OF_GZIP 1.3
#define MOST_FIRST_PICTURE_S 2.0

/* What the child tells of itself. */
typedef struct
{
  double load_cpu_s; /* CPU when the timeline was loaded and not yet complete */
  gint64 n_events;
} Told;

typedef enum
{
  TASK_QUOTES,
  TASK_INFLATE,
  TASK_SCAN,
  TASK_READY,
} Task;

typedef struct
{
  const char *path;
  Task task;
  guint n_threads;
  Told *shared; /* written by the child */
} Work;

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
inflate_all (const char *path)
{
  g_autofree char *buffer = g_malloc (1 << 18);
  gzFile in = gzopen (path, "rb");
  int n;

  gzbuffer (in, 1 << 17);
  while ((n = gzread (in, buffer, 1 << 18)) > 0)
    ;
  if (n < 0 || gzclose (in) != Z_OK)
    _exit (2);
}

static void
fail (const GError *error)
{
  g_printerr ("%s\n", error ? error->message : "there is nothing to read");
  _exit (2);
}

static LscSource *
find_source (const char *path, LscProject **project)
{
  g_autoptr (GError) error = NULL;
  const LscCluster *cluster;

  *project = lsc_discover (path, NULL, &error);
  if (!*project || (*project)->clusters->len == 0)
    fail (error);
  cluster = g_ptr_array_index ((*project)->clusters, 0);
  if (cluster->sources->len == 0)
    fail (NULL);
  return g_ptr_array_index (cluster->sources, 0);
}

static double
seconds (const struct timeval *time)
{
  return (double) time->tv_sec + (double) time->tv_usec / 1e6;
}

static double
get_cpu_s (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return seconds (&usage.ru_utime) + seconds (&usage.ru_stime);
}

static void
scan (const Work *work)
{
  g_autoptr (GError) error = NULL;
  LscProject *project;
  LscSource *source = find_source (work->path, &project);
  gboolean is_kineto = source->format == LSC_FORMAT_KINETO;
  LscTraceFile *file = lsc_trace_file_read (source, is_kineto ? LSC_TRACE_KINETO : LSC_TRACE_ASCEND,
                                            work->n_threads, NULL, &error);

  if (!file)
    fail (error);
  work->shared->n_events = file->n_events;
}

static void
make_ready (const Work *work)
{
  g_autoptr (GError) error = NULL;
  LscProject *project;
  LscSource *source = find_source (work->path, &project);
  g_autoptr (LscJob) job = lsc_job_new (NULL, NULL, NULL);
  LscTimeline *timeline;

  lsc_job_set_n_threads (job, work->n_threads); /* with several, one of them inflates */
  timeline = lsc_timeline_load (source, work->n_threads, job, &error);
  if (!timeline)
    fail (error);
  work->shared->load_cpu_s = get_cpu_s ();
  if (!lsc_timeline_complete (timeline, NULL, &error))
    fail (error);
}

static void
do_work (gpointer user_data)
{
  const Work *work = user_data;

  switch (work->task)
    {
    case TASK_QUOTES:
      find_quotes (work->path);
      break;
    case TASK_INFLATE:
      inflate_all (work->path);
      break;
    case TASK_SCAN:
      scan (work);
      break;
    case TASK_READY:
    default:
      make_ready (work);
      break;
    }
}

/* ---- Measuring ---------------------------------------------------------------------------- */

static gpointer
spin (gpointer data)
{
  gint64 begin = g_get_monotonic_time ();

  while (g_get_monotonic_time () - begin < 200000)
    ;
  return NULL;
}

/* Share of the processors that others leave: wall times of threads mean nothing much below 1. */
static double
measure_free_share (guint n_threads)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  double cpu_s = get_cpu_s ();
  gint64 begin = g_get_monotonic_time ();

  for (guint i = 0; i < n_threads; i++)
    g_ptr_array_add (threads, g_thread_new ("spin", spin, NULL));
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (g_ptr_array_index (threads, i));
  return (get_cpu_s () - cpu_s) * G_USEC_PER_SEC /
         ((double) (g_get_monotonic_time () - begin) * n_threads);
}

typedef struct
{
  Work work;
  BenchCost best;
  Told told; /* the best, too */
} Case;

/* Kinds take turns, so that a busy minute of the machine touches all of them. */
static void
measure_all (Case *cases, gsize n, int runs)
{
  for (int run = 0; run < runs; run++)
    for (gsize i = 0; i < n; i++)
      {
        BenchCost cost = bench_cost_of_child (1, do_work, &cases[i].work);
        const Told *told = cases[i].work.shared;

        bench_cost_take_better (&cases[i].best, &cost, run == 0);
        cases[i].told.n_events = told->n_events;
        cases[i].told.load_cpu_s =
            run == 0 ? told->load_cpu_s : MIN (cases[i].told.load_cpu_s, told->load_cpu_s);
      }
}

/* ---- Report ------------------------------------------------------------------------------- */

static void
print_case (const char *what, const BenchCost *cost, double n_events)
{
  g_print ("  %-22s %.3f s CPU, %4.0f ns an event, wall %.3f s, %4.0f MB anonymous\n", what,
           cost->cpu_s, cost->cpu_s * 1e9 / n_events, cost->wall_s,
           (double) cost->anonymous_bytes / 1e6);
}

enum
{
  FLOOR,
  INFLATED,
  SCAN,
  ONE,
  THREADS,
  PACKED_ONE,
  PACKED_THREADS,
  N_CASES,
};

static gboolean
has_failed (const Case *cases)
{
  for (gsize i = 0; i < N_CASES; i++)
    if (cases[i].best.status)
      {
        bench_fail ("a run did not finish:");
        return TRUE;
      }
  return FALSE;
}

static void
bench_file (const char *path, const char *packed, guint n_threads, int runs)
{
  Told *shared =
      mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Case cases[N_CASES] = {
    [FLOOR] = { { path, TASK_QUOTES, 1, shared }, { 0 }, { 0 } },
    [INFLATED] = { { packed, TASK_INFLATE, 1, shared }, { 0 }, { 0 } },
    [SCAN] = { { path, TASK_SCAN, 1, shared }, { 0 }, { 0 } },
    [ONE] = { { path, TASK_READY, 1, shared }, { 0 }, { 0 } },
    [THREADS] = { { path, TASK_READY, n_threads, shared }, { 0 }, { 0 } },
    [PACKED_ONE] = { { packed, TASK_READY, 1, shared }, { 0 }, { 0 } },
    [PACKED_THREADS] = { { packed, TASK_READY, n_threads, shared }, { 0 }, { 0 } },
  };
  const BenchCost *floor = &cases[FLOOR].best, *one = &cases[ONE].best;
  struct stat about;
  double n_events, free_before = measure_free_share (n_threads);

  measure_all (cases, N_CASES, runs);
  if (has_failed (cases))
    return;
  if (stat (path, &about) != 0)
    g_error ("%s: %s", path, g_strerror (errno));
  n_events = (double) MAX (cases[SCAN].told.n_events, 1);
  g_print ("%s\n  %.0f events in %.0f MB, best of %d\n", path, n_events,
           (double) about.st_size / 1e6, runs);
  g_print ("  %u processors were free by %.2f before, %.2f after%s\n", n_threads, free_before,
           measure_free_share (n_threads),
           free_before < 0.9 ? ": wall times with threads mean little" : "");
  print_case ("search for quotes", floor, n_events);
  print_case ("scan to raw slices", &cases[SCAN].best, n_events);
  print_case ("ready, 1 thread", one, n_events);
  g_print ("    of which completing   %.3f s CPU\n", one->cpu_s - cases[ONE].told.load_cpu_s);
  g_print ("  %-22s (%u threads)\n", "with threads", n_threads);
  print_case ("ready", &cases[THREADS].best, n_events);
  print_case ("inflating alone", &cases[INFLATED].best, n_events);
  print_case ("gzip, 1 thread", &cases[PACKED_ONE].best, n_events);
  print_case ("gzip, threads", &cases[PACKED_THREADS].best, n_events);
  bench_report ("ready against the search, CPU", one->cpu_s / floor->cpu_s, MOST_FLOOR, "");
  bench_report ("anonymous memory", (double) one->anonymous_bytes / n_events, MOST_BYTES_PER_EVENT,
                "B/event");
  bench_report ("the same with threads", (double) cases[THREADS].best.anonymous_bytes / n_events,
                MOST_BYTES_PER_EVENT, "B/event");
  if (about.st_size >= 500000000)
    bench_report ("threads against one thread, wall", cases[THREADS].best.wall_s / one->wall_s,
                  MOST_WALL_OF_THREADS, "");
  if (about.st_size >= 900000000)
    bench_report ("first picture, wall", cases[THREADS].best.wall_s, MOST_FIRST_PICTURE_S, "s");
  /* Nothing can inflate one stream at two places, or read its text there. */
  bench_report ("gzip, 1 thread, against inflating, then plain, CPU",
                cases[PACKED_ONE].best.cpu_s / (cases[INFLATED].best.cpu_s + one->cpu_s),
                MOST_CPU_OF_GZIP, "");
  bench_report ("gzip, threads, against the longer of both, wall",
                cases[PACKED_THREADS].best.wall_s / MAX (cases[INFLATED].best.wall_s, one->wall_s),
                MOST_WALL_OF_GZIP, "");
  munmap (shared, sizeof *shared);
}

/* ---- Traces to measure on ----------------------------------------------------------------- */

static gboolean
pack_file (const char *path, const char *packed)
{
  FILE *in = g_fopen (path, "rb");
  gzFile out = gzopen (packed, "wb6");
  g_autofree char *buffer = g_malloc (1 << 20);
  gsize n;

  while (in && out && (n = fread (buffer, 1, 1 << 20, in)) > 0)
    gzwrite (out, buffer, (unsigned) n);
  if (in)
    fclose (in);
  return out && gzclose (out) == Z_OK;
}

/* A folder like that of @path with the trace packed; everything else are links to the original. */
static char *
pack_beside (const char *path, const char *folder)
{
  g_autofree char *from = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *place = g_build_filename (folder, "packed", NULL);
  g_autofree char *packed_name = g_strconcat (name, ".gz", NULL);
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  const char *entry;
  char *packed = g_build_filename (place, packed_name, NULL);

  g_mkdir_with_parents (place, 0700);
  while (dir && (entry = g_dir_read_name (dir)))
    if (strcmp (entry, name) != 0 && g_str_has_suffix (entry, ".csv"))
      {
        g_autofree char *target = g_build_filename (from, entry, NULL);
        g_autofree char *link_name = g_build_filename (place, entry, NULL);

        if (symlink (target, link_name) != 0)
          g_printerr ("%s: %s\n", link_name, g_strerror (errno));
      }
  if (!pack_file (path, packed))
    g_clear_pointer (&packed, g_free);
  return packed;
}

static void
remove_tree (const char *path)
{
  const char *argv[] = { "rm", "-rf", path, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);
}

/* The trace somewhere in @folder. */
static char *
find_trace (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char *found;

      if (g_str_equal (name, "trace_view.json") || g_str_has_suffix (name, ".pt.trace.json"))
        return g_steal_pointer (&path);
      if (g_file_test (path, G_FILE_TEST_IS_DIR) && (found = find_trace (path)))
        return found;
    }
  return NULL;
}

static char *
make_trace (const char *synth, const char *kind, const char *folder, int megabytes)
{
  g_autofree char *size = g_strdup_printf ("%dM", megabytes);
  g_autofree char *path = g_build_filename (folder, "trace_view.json", NULL);
  const char *argv[] = { synth, "--ranks", "1",  "--tp",  "1",    "--trace-size",
                         size,  "--no-db", kind, "--out", folder, NULL };
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (strcmp (kind, "stacks") == 0)
    {
      g_mkdir_with_parents (folder, 0700);
      return bench_write_stacks (path, (gint64) megabytes * 1000000) ? g_steal_pointer (&path)
                                                                     : NULL;
    }
  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, &error) ||
      status != 0)
    {
      g_printerr ("%s: %s\n", synth, error ? error->message : "failed");
      return NULL;
    }
  return find_trace (folder);
}

typedef struct
{
  char *file;
  char *synth;
  int threads;
  int runs;
  gboolean is_quick;
  gboolean is_once;
} Options;

static void
bench_trace (const Options *options, const char *kind, int megabytes)
{
  g_autofree char *folder = g_dir_make_tmp ("lanescope-bench-XXXXXX", NULL);
  g_autofree char *made = folder ? g_build_filename (folder, "made", NULL) : NULL;
  g_autofree char *path = NULL;
  g_autofree char *packed = NULL;

  if (folder)
    path = kind ? make_trace (options->synth, kind, made, megabytes) : g_strdup (options->file);
  if (path)
    packed = pack_beside (path, folder);
  if (packed)
    bench_file (path, packed, (guint) MAX (options->threads, 1), MAX (options->runs, 1));
  else
    bench_fail ("there is no trace to measure on:");
  if (folder)
    remove_tree (folder);
}

/* For a profiler: the work itself, in this process. */
static void
run_once (const Options *options)
{
  Told told = { 0 };
  Work work = { options->file, TASK_READY, (guint) MAX (options->threads, 1), &told };

  make_ready (&work);
  g_print ("loaded after %.3f s CPU, complete after %.3f s\n", told.load_cpu_s, get_cpu_s ());
}

int
main (int argc, char **argv)
{
  Options options = { .threads = 2, .runs = 5 };
  const GOptionEntry entries[] = {
    { "file", 0, 0, G_OPTION_ARG_FILENAME, &options.file, "A trace to measure on", "PATH" },
    { "synth", 0, 0, G_OPTION_ARG_FILENAME, &options.synth, "lanescope-synth", "PATH" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options.threads, "Threads beside one", "N" },
    { "runs", 0, 0, G_OPTION_ARG_INT, &options.runs, "Runs of each kind", "N" },
    { "quick", 0, 0, G_OPTION_ARG_NONE, &options.is_quick, "100 MB only", NULL },
    { "once", 0, 0, G_OPTION_ARG_NONE, &options.is_once, "Only load --file, once, in this process",
      NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  if (!options.synth && g_getenv ("LANESCOPE_BUILD_DIR"))
    options.synth = g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src", "synth",
                                      "lanescope-synth", NULL);
  if (!options.synth)
    options.synth = g_strdup ("lanescope-synth");
  if (options.file && options.is_once)
    run_once (&options);
  else if (options.file)
    bench_trace (&options, NULL, 0);
  else
    for (int megabytes = 100; megabytes <= (options.is_quick ? 100 : 1000); megabytes *= 10)
      {
        bench_trace (&options, "--text", megabytes);
        bench_trace (&options, "stacks", megabytes);
        bench_trace (&options, "--kineto", megabytes);
      }
  g_free (options.file);
  g_free (options.synth);
  return bench_get_exit_status ();
}
