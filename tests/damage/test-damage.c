/* test-damage.c - nothing is lost in silence, whatever is damaged and however many threads read it
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/lsc-text-input.h"
#include "lsc-damage.h"
#include "lsc-test-files.h"
#include "read/ascend/lsc-ascend-timeline-private.h"
#include "read/trace/lsc-trace-private.h"

/* For every input, clean or damaged, and every number of threads: what is read is what a plain
 * reader reads from the same file, or the loss is told. Recordings are written by lanescope-synth,
 * small ones of $LANESCOPE_SAMPLES join them. Tables are split from a few rows on, and traces from
 * a few bytes.
 *
 * LANESCOPE_DAMAGE=N: how many files, 3000 without it. LANESCOPE_DAMAGE_FIRST=N: the number of the
 * first, which a failure prints: the damage depends on that number and the recordings alone.
 * LANESCOPE_DAMAGE_KEEP=FILE: where a copy of the last file goes. */

#define USUAL_FILES 3000
#define BATCH 20
#define MOST_FAILURES 100
#define SPLIT_ROWS 20
#define PAGE_BYTES 512
#define MOST_OF_A_SAMPLE 2
#define MOST_SAMPLE_BYTES 400000
/* What one file may take: linear in its size. Under a sanitizer all is slower and larger. */
#define CPU_US 1000000
#define CPU_US_PER_BYTE 10
#define MEMORY_BYTES ((gint64) 96 << 20)
#define MEMORY_PER_BYTE 200

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED TRUE
#else
#define IS_SANITIZED FALSE
#endif

/** What is damaged: each with its share of the files. */
typedef struct
{
  const char *name;
  LscDamageCheck check;
  guint share; /* percent */
  gsize block;
  GArray *cases; /* LscDamageCase */
} Kind;

static Kind kinds[] = {
  { "database", lsc_damage_check_db, 40, PAGE_BYTES, NULL },
  { "trace", lsc_damage_check_trace, 30, 0, NULL },
  { "table", lsc_damage_check_table, 15, 0, NULL },
  { "archive", lsc_damage_check_archive, 15, 0, NULL },
};

enum
{
  KIND_DB,
  KIND_TRACE,
  KIND_TABLE,
  KIND_ARCHIVE,
};

/** What all processes see. */
typedef struct
{
  gint64 counts[G_N_ELEMENTS (kinds)][LSC_DAMAGE_N_OUTCOMES];
  gint next;     /* batch */
  gint64 at[64]; /* number of the file that each worker is at */
} Shared;

static Shared *shared;
static char *folder;

/* ---- what is damaged ---- */

static void
add_case (Kind *kind, LscFormat format, const char *name, const char *below, char *bytes, gsize n)
{
  g_autofree char *place = g_strdup_printf ("%s-%u", kind->name, kind->cases->len);
  g_autofree char *path = g_build_filename (folder, place, below, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *file = NULL;
  LscDamageCase self = { .name = g_strdup (name), .bytes = bytes, .n = n };

  g_assert_cmpint (g_mkdir_with_parents (parent, 0755), ==, 0);
  self.path = g_steal_pointer (&path);
  file = g_str_has_suffix (below, ".zip") ? lsc_archive_join (self.path, "rank0.pt.trace.json")
                                          : g_strdup (self.path);
  self.source = lsc_source_new (format, parent, file);
  g_array_append_val (kind->cases, self);
}

static char *
read_file (const char *path, gsize *n)
{
  char *bytes;

  g_assert_true (g_file_get_contents (path, &bytes, n, NULL));
  return bytes;
}

/* Small pages make deep trees. */
static char *
repack (const char *path, gsize *n)
{
  g_autofree char *copy = g_build_filename (folder, "repacked.db", NULL);
  g_autofree char *bytes = read_file (path, n);
  char *pragma =
      sqlite3_mprintf ("PRAGMA journal_mode=OFF; PRAGMA page_size=%d; VACUUM;", PAGE_BYTES);
  sqlite3 *handle;

  g_assert_true (g_file_set_contents (copy, bytes, (gssize) *n, NULL));
  g_assert_cmpint (sqlite3_open (copy, &handle), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (handle, pragma, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (handle);
  sqlite3_free (pragma);
  g_free (g_steal_pointer (&bytes));
  return read_file (copy, n);
}

static char *
pack_gzip (const char *text, gsize n, gsize *n_out)
{
  g_autoptr (GConverter) packer =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  char *packed = g_malloc (n + 1000);
  gsize n_read;

  g_assert_cmpint (g_converter_convert (packer, text, n, packed, n + 1000, G_CONVERTER_INPUT_AT_END,
                                        &n_read, n_out, NULL),
                   ==, G_CONVERTER_FINISHED);
  return packed;
}

static char *
pack_zip (const char *text, gsize n, const char *method, gsize *n_out)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  char *packed = g_malloc (n + 10000);

  archive_write_set_format_zip (archive);
  archive_write_set_format_option (archive, "zip", "compression", method);
  g_assert_cmpint (archive_write_open_memory (archive, packed, n + 10000, n_out), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, "rank0.pt.trace.json");
  archive_entry_set_size (entry, (gint64) n);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, text, n), ==, (gint64) n);
  archive_entry_free (entry);
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  return packed;
}

static void
add_file (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  gsize n, n_packed;
  char *bytes, *packed;

  if (g_str_has_prefix (name, "ascend_pytorch") && g_str_has_suffix (name, ".db"))
    {
      bytes = repack (path, &n);
      add_case (&kinds[KIND_DB], LSC_FORMAT_ASCEND_DB, path, name, bytes, n);
    }
  else if (g_str_has_suffix (name, ".pt.trace.json"))
    {
      bytes = read_file (path, &n);
      add_case (&kinds[KIND_TRACE], LSC_FORMAT_KINETO, path, "t.json", bytes, n);
      packed = pack_gzip (bytes, n, &n_packed);
      add_case (&kinds[KIND_ARCHIVE], LSC_FORMAT_KINETO, path, "t.json.gz", packed, n_packed);
      packed = pack_zip (bytes, n, "deflate", &n_packed);
      add_case (&kinds[KIND_ARCHIVE], LSC_FORMAT_KINETO, path, "t.zip", packed, n_packed);
      packed = pack_zip (bytes, n, "store", &n_packed);
      add_case (&kinds[KIND_ARCHIVE], LSC_FORMAT_KINETO, path, "t.zip", packed, n_packed);
    }
  else if (strcmp (name, "kernel_details.csv") == 0)
    {
      bytes = read_file (path, &n);
      add_case (&kinds[KIND_TABLE], LSC_FORMAT_ASCEND_TEXT, path,
                "r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", bytes, n);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sorted: which file has which number must not depend on the file system. */
static GPtrArray *
list_names (const char *path)
{
  g_autoptr (GDir) entries = g_dir_open (path, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (entries && (name = g_dir_read_name (entries)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* @n_left: (inout): how many more; those of few bytes only */
static void
add_files_below (const char *path, guint *n_left)
{
  g_autoptr (GPtrArray) names = list_names (path);

  for (guint i = 0; i<names->len && * n_left> 0; i++)
    {
      g_autofree char *child = g_build_filename (path, names->pdata[i], NULL);
      GStatBuf info;

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        add_files_below (child, n_left);
      else if (g_stat (child, &info) == 0 && info.st_size <= MOST_SAMPLE_BYTES &&
               ((strstr (child, "/ascend_pytorch") && g_str_has_suffix (child, ".db")) ||
                g_str_has_suffix (child, ".pt.trace.json") ||
                g_str_has_suffix (child, "kernel_details.csv")))
        {
          add_file (child);
          --*n_left;
        }
    }
}

static void
add_samples (const char *samples)
{
  g_autoptr (GPtrArray) names = list_names (samples);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *child = g_build_filename (samples, names->pdata[i], NULL);
      guint n_left = MOST_OF_A_SAMPLE;

      add_files_below (child, &n_left);
    }
}

static void
make_recordings (void)
{
  g_autofree char *synth =
      g_build_filename (g_getenv ("LANESCOPE_BUILD_DIR"), "src/synth/lanescope-synth", NULL);
  g_autofree char *out = g_build_filename (folder, "made", NULL);
  g_autofree char *samples = lsc_test_samples_dir ();
  const char *argv[] = { synth,     "--out",  out,         "--ranks",   "1",
                         "--steps", "1",      "--kernels", "60",        "--layers",
                         "1",       "--text", "--kineto",  "--modules", NULL };
  guint n_left = G_MAXUINT;
  gint status;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL,
                               G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    kinds[i].cases = g_array_new (FALSE, FALSE, sizeof (LscDamageCase));
  add_files_below (out, &n_left);
  if (samples)
    add_samples (samples);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (kinds[i].cases->len, >, 0);
}

/* ---- one file ---- */

static void
write_file (const LscDamageCase *self, const char *bytes, gsize n)
{
  g_unlink (self->path);
  g_assert_true (g_file_set_contents_full (self->path, bytes, (gssize) n, G_FILE_SET_CONTENTS_NONE,
                                           0644, NULL));
}

/* As they are all is read, and nothing is told. */
static void
check_clean (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint k = 0; k < kinds[i].cases->len; k++)
      {
        LscDamageCase *self = &g_array_index (kinds[i].cases, LscDamageCase, k);
        gboolean is_told;

        write_file (self, self->bytes, self->n);
        self->print = lsc_damage_load (self->source, 1, &is_told);
        g_test_message ("%s: %s, %zu bytes%s", kinds[i].name, self->name, self->n,
                        is_told ? ", with a loss" : "");
        if (!is_told)
          g_assert_cmpint (kinds[i].check (self, random), ==, LSC_DAMAGE_SAME);
      }
}

static gint64
get_cpu_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* The most memory since that was last asked for, of which @before is what there is now; -1 = the
 * system does not tell. */
static gint64
get_peak_bytes (gboolean is_reset)
{
  g_autofree char *text = NULL;
  const char *at;

  if (is_reset)
    {
      int fd = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
      gboolean ok = fd >= 0 && write (fd, "5", 1) == 1;

      if (fd >= 0)
        close (fd);
      if (!ok)
        return -1;
    }
  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return -1;
  at = strstr (text, "VmHWM:");
  return at ? g_ascii_strtoll (at + strlen ("VmHWM:"), NULL, 10) * 1024 : -1;
}

static const Kind *
choose_kind (GRand *random)
{
  gint32 at = g_rand_int_range (random, 0, 100);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (at < (gint32) kinds[i].share)
        return &kinds[i];
      at -= (gint32) kinds[i].share;
    }
  return &kinds[0];
}

static void
try_file (gint64 number)
{
  g_autoptr (GRand) random = g_rand_new_with_seed_array (
      (const guint32[]){ (guint32) number, (guint32) (number >> 32), 20250109 }, 3);
  const Kind *kind = choose_kind (random);
  const LscDamageCase *self = &g_array_index (
      kind->cases, LscDamageCase, g_rand_int_range (random, 0, (gint32) kind->cases->len));
  gsize n;
  g_autofree char *bytes = lsc_damage_make (self->bytes, self->n, kind->block, random, &n);
  const char *kept = g_getenv ("LANESCOPE_DAMAGE_KEEP");
  gint64 before_us, before_bytes, spent_us, taken_bytes;
  LscDamageOutcome outcome;

  write_file (self, bytes, n);
  if (kept)
    g_assert_true (g_file_set_contents (kept, bytes, (gssize) n, NULL));
  before_bytes = get_peak_bytes (TRUE);
  before_us = get_cpu_us ();
  outcome = kind->check (self, random);
  spent_us = get_cpu_us () - before_us;
  taken_bytes = before_bytes >= 0 ? get_peak_bytes (FALSE) - before_bytes : 0;
  if (spent_us > (CPU_US + CPU_US_PER_BYTE * (gint64) n) * (IS_SANITIZED ? 20 : 1))
    g_error ("%s takes %" G_GINT64_FORMAT " us", self->name, spent_us);
  if (!IS_SANITIZED && taken_bytes > MEMORY_BYTES + MEMORY_PER_BYTE * (gint64) n)
    g_error ("%s takes %" G_GINT64_FORMAT " bytes of memory", self->name, taken_bytes);
  __atomic_fetch_add (&shared->counts[kind - kinds][outcome], 1, __ATOMIC_RELAXED);
}

/* ---- all of them ---- */

static void
use_own_folder (guint worker)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint k = 0; k < kinds[i].cases->len; k++)
      {
        LscDamageCase *self = &g_array_index (kinds[i].cases, LscDamageCase, k);
        const char *below = self->path + strlen (folder) + 1;
        g_autofree char *own = g_strdup_printf ("%s/worker-%u/%s", folder, worker, below);
        g_autofree char *parent = g_path_get_dirname (own);
        g_autofree char *file = g_strconcat (own, self->source->file + strlen (self->path), NULL);

        g_assert_cmpint (g_mkdir_with_parents (parent, 0755), ==, 0);
        self->source = lsc_source_new (self->source->format, parent, file);
        self->path = g_steal_pointer (&own);
      }
}

static void
work (guint worker, gint64 first, gint64 n_files)
{
  use_own_folder (worker);
  for (;;)
    {
      gint64 begin = (gint64) g_atomic_int_add (&shared->next, 1) * BATCH;

      if (begin >= n_files)
        _exit (0);
      for (gint64 i = begin; i < MIN (begin + BATCH, n_files); i++)
        {
          shared->at[worker] = first + i;
          try_file (first + i);
        }
    }
}

static gint64
get_number (const char *name, gint64 usual)
{
  const char *text = g_getenv (name);

  return text && *text ? g_ascii_strtoll (text, NULL, 10) : usual;
}

static void
print_counts (void)
{
  static const char *const words[] = { "same", "agreed", "told", "refused" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GString) line = g_string_new (kinds[i].name);

      for (guint k = 0; k < LSC_DAMAGE_N_OUTCOMES; k++)
        g_string_append_printf (line, ", %s %" G_GINT64_FORMAT, words[k], shared->counts[i][k]);
      g_test_message ("%s", line->str);
    }
}

static pid_t
start (guint worker, gint64 first, gint64 n_files)
{
  pid_t pid = fork ();

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    work (worker, first, n_files);
  return pid;
}

/* One that fails leaves the rest of its batch; another goes on with the next. */
static guint
run_workers (guint n_workers, gint64 first, gint64 n_files)
{
  pid_t workers[G_N_ELEMENTS (shared->at)];
  guint n_failed = 0, n_running = n_workers;

  for (guint i = 0; i < n_workers; i++)
    workers[i] = start (i, first, n_files);
  while (n_running > 0)
    {
      int status = 0;
      pid_t pid = waitpid (-1, &status, 0);
      guint i = 0;

      if (pid < 0 && errno == EINTR)
        continue;
      g_assert_cmpint (pid, >, 0);
      while (i < n_workers && workers[i] != pid)
        i++;
      n_running--;
      if (status == 0 || i == n_workers)
        continue;
      n_failed++;
      g_test_message ("file %" G_GINT64_FORMAT " failed, status %d", shared->at[i], status);
      if (n_failed < MOST_FAILURES)
        workers[i] = start (i, first, n_files);
      n_running += n_failed < MOST_FAILURES;
    }
  return n_failed;
}

static void
test_all (void)
{
  gint64 n_files = get_number ("LANESCOPE_DAMAGE", IS_SANITIZED ? USUAL_FILES / 10 : USUAL_FILES);
  gint64 first = get_number ("LANESCOPE_DAMAGE_FIRST", 0);
  guint n_failed;

  make_recordings ();
  check_clean ();
  n_failed =
      run_workers (CLAMP (g_get_num_processors (), 1, G_N_ELEMENTS (shared->at)), first, n_files);
  print_counts ();
  g_assert_cmpuint (n_failed, ==, 0);
}

int
main (int argc, char **argv)
{
  const char *fast = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *pattern = g_build_filename (fast, "lanescope-damage-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_mkdtemp (pattern);
  g_assert_nonnull (folder);
  shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert_true (shared != MAP_FAILED);
  _lsc_ascend_timeline_set_split_rows (SPLIT_ROWS);
  _lsc_trace_file_set_least_part (1000);
  g_test_add_func ("/damage/all", test_all);
  status = g_test_run ();
  lsc_test_remove_tree (folder);
  return status;
}
