/* test-output.c - writing files: failures of the system, locks, and what is never written
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output.h"
#include "export/lsc-export-step-task.h"
#include "export/lsc-export-table.h"
#include "export/lsc-workbook.h"
#include "lsc-test-files.h"

/* ---- a system that fails ---- */

/* The linker puts these in the place of the calls in the program (--wrap). */
int __real_fsync (int fd);
int __wrap_fsync (int fd);
int __real_close (int fd);
int __wrap_close (int fd);
int __real_rename (const char *from, const char *to);
int __wrap_rename (const char *from, const char *to);
ssize_t __real_write (int fd, const void *bytes, size_t n);
ssize_t __wrap_write (int fd, const void *bytes, size_t n);

typedef enum
{
  CALL_NONE,
  CALL_WRITE,
  CALL_SYNC,
  CALL_CLOSE,
  CALL_RENAME,
} Call;

static Call failing;
static int failing_code;
static GString *trace; /* (nullable): what was called on files of the test */

static gboolean
is_file (int fd, mode_t kind)
{
  struct stat info;

  return fstat (fd, &info) == 0 && (info.st_mode & S_IFMT) == kind;
}

static gboolean
meet (Call call, char letter)
{
  if (trace)
    g_string_append_c (trace, letter);
  if (failing != call)
    return FALSE;
  failing = CALL_NONE;
  errno = failing_code;
  return TRUE;
}

int
__wrap_fsync (int fd)
{
  return meet (CALL_SYNC, is_file (fd, S_IFDIR) ? 'S' : 's') ? -1 : __real_fsync (fd);
}

int
__wrap_close (int fd)
{
  /* Closing what was only read never fails. */
  gboolean is_written = is_file (fd, S_IFREG) && (fcntl (fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
  gboolean fails = is_written && meet (CALL_CLOSE, 'c');
  int code = errno;
  int result = __real_close (fd);

  errno = fails ? code : errno;
  return fails ? -1 : result;
}

int
__wrap_rename (const char *from, const char *to)
{
  return meet (CALL_RENAME, 'r') ? -1 : __real_rename (from, to);
}

ssize_t
__wrap_write (int fd, const void *bytes, size_t n)
{
  if (fd <= 2 || !is_file (fd, S_IFREG))
    return __real_write (fd, bytes, n);
  return meet (CALL_WRITE, 'w') ? -1 : __real_write (fd, bytes, n);
}

/* ---- files ---- */

static void
put (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
assert_text (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static guint
count_entries (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir))
    n++;
  return n;
}

static gboolean
write_text (const char *path, const char *text, GError **error)
{
  return lsc_output_write_file (path, LSC_OUTPUT_PLAIN, text, strlen (text), error);
}

static void
assert_refused (const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (write_text (path, "new", &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, "never written"));
}

static void
assert_written (const char *path)
{
  g_autoptr (GError) error = NULL;

  write_text (path, "new", &error);
  g_assert_no_error (error);
  assert_text (path, "new");
}

/* Whatever fails: the old file is as it was, and there is no other. */
static void
test_failures (void)
{
  static const struct
  {
    Call call;
    int code;
  } failures[] = {
    { CALL_WRITE, ENOSPC }, { CALL_SYNC, EIO },      { CALL_SYNC, ENOSPC },
    { CALL_CLOSE, EDQUOT }, { CALL_RENAME, EACCES },
  };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *old = g_build_filename (dir, "old.txt", NULL);
  g_autofree char *new = g_build_filename (dir, "new.txt", NULL);

  put (old, "old");
  for (gsize i = 0; i < 2 * G_N_ELEMENTS (failures); i++)
    {
      const char *path = i % 2 == 0 ? old : new;
      g_autoptr (GError) error = NULL;

      failing = failures[i / 2].call;
      failing_code = failures[i / 2].code;
      g_assert_false (write_text (path, "more", &error));
      g_assert_cmpint (failing, ==, CALL_NONE);
      g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_nonnull (strstr (error->message, g_strerror (failing_code)));
      assert_text (old, "old");
      g_assert_cmpuint (count_entries (dir), ==, 1);
    }
}

/* Bytes first, then the name, then the folder that holds the name. */
static void
test_order (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "file.txt", NULL);
  g_autoptr (GString) calls = g_string_new (NULL);
  gboolean is_written;

  trace = calls;
  is_written = write_text (path, "text", NULL);
  trace = NULL;
  g_assert_true (is_written);
  g_assert_cmpstr (calls->str, ==, "wscrS");
}

/* A file system that knows no fsync is no reason not to write. */
static void
test_no_sync (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "file.txt", NULL);

  failing = CALL_SYNC;
  failing_code = EINVAL;
  assert_written (path);
  g_assert_cmpint (failing, ==, CALL_NONE);
}

static void
test_discard (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "file.txt", NULL);
  LscOutput *output = lsc_output_new (path, LSC_OUTPUT_PLAIN, NULL);

  g_assert_nonnull (output);
  g_assert_cmpuint (count_entries (dir), ==, 1);
  lsc_output_discard (output);
  g_assert_cmpuint (count_entries (dir), ==, 0);
}

static gboolean
write_form (LscTable *table, guint form, const char *path, GError **error)
{
  switch (form)
    {
    case 0:
      return lsc_export_csv_file (table, LSC_CSV_MARKED, path, NULL, error);
    case 1:
      return lsc_export_json_file (table, NULL, path, NULL, error);
    case 2:
      return lsc_export_db_file (&table, 1, path, NULL, error);
    case 3:
      return lsc_export_xlsx_file (&table, 1, path, 0, NULL, error);
    case 4:
      return lsc_export_module_workbook (table, 0, path, 0, NULL, error);
    default:
      return lsc_export_mfu_workbook (table, 0, path, 0, NULL, error);
    }
}

/* A disk that is full in the middle of a table is told with the name of the file. */
static void
test_full (void)
{
  static const char *const names[] = { "full.csv", "full.json", "full.db" };
  static const LscColumn column = { "a", NULL, LSC_TYPE_INT, LSC_UNIT_NONE, NULL };
  const struct rlimit small = { 100, RLIM_INFINITY };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autoptr (LscTable) table = lsc_table_new ("Table", &column, 1);

  for (gint64 i = 0; i < 1000; i++)
    lsc_table_set_int (table, lsc_table_add_row (table), 0, i);
  signal (SIGXFSZ, SIG_IGN);
  for (guint form = 0; form < G_N_ELEMENTS (names); form++)
    {
      g_autofree char *path = g_build_filename (dir, names[form], NULL);
      g_autoptr (GError) error = NULL;
      struct rlimit before;
      gboolean is_written;

      g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
      is_written = write_form (table, form, path, &error);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
      g_assert_false (is_written);
      g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_cmpuint (count_entries (dir), ==, 0);
    }
  signal (SIGXFSZ, SIG_DFL);
}

/* What a library left in its folder goes with it. */
static void
test_scratch (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "file.txt", NULL);

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (LscOutput) output = lsc_output_new (path, LSC_OUTPUT_PLAIN, NULL);
      g_autofree char *scratch = g_strdup (lsc_output_make_scratch (output, NULL));
      g_autofree char *first = g_build_filename (scratch, "first", NULL);
      g_autofree char *second = g_build_filename (scratch, "second", NULL);

      put (first, "x");
      put (second, "x");
      if (i == 0)
        lsc_output_discard (g_steal_pointer (&output));
      else
        g_assert_true (lsc_output_commit (g_steal_pointer (&output), NULL));
      g_assert_false (g_file_test (scratch, G_FILE_TEST_EXISTS));
    }
}

/* A signal removes the temporary file while other threads go on for a moment: a library that opens
 * it by name must not make it again. */
static void
test_not_made_again (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "book.xlsx", NULL);
  g_autoptr (GError) error = NULL;
  LscWorkbook *book = lsc_workbook_open (path, 0, NULL);

  g_assert_nonnull (book);
  g_assert_nonnull (lsc_workbook_add_sheet (book, "Sheet", NULL, 0, NULL));
  g_assert_cmpint (g_unlink (lsc_output_get_temporary (book->output)), ==, 0);
  g_assert_false (lsc_workbook_close (book, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_assert_cmpuint (count_entries (dir), ==, 0);
}

/* What took the name meanwhile is not removed. */
static void
test_name_taken (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "file.txt", NULL);
  g_autoptr (LscOutput) output = lsc_output_new (path, LSC_OUTPUT_PLAIN, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_false (lsc_output_commit (g_steal_pointer (&output), &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_assert_false (g_file_test (path, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpuint (count_entries (dir), ==, 1);
}

/* An open file without a name, while another has the name that the system tells for it. */
static void
test_nameless (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "file", NULL);
  g_autofree char *other = g_build_filename (dir, "file (deleted)", NULL);
  g_autofree char *own = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;
  char written[8] = "";
  int fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_true (g_file_set_contents (other, "mine", -1, NULL));
  own = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_assert_true (lsc_output_write_file (own, LSC_OUTPUT_PLAIN, "new", 3, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (other, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
  g_assert_cmpint (pread (fd, written, sizeof written - 1, 0), ==, 3);
  g_assert_cmpstr (written, ==, "new");
  g_assert_cmpuint (count_entries (dir), ==, 1);
  close (fd);
}

/* A name as long as names may be, and one of characters of three bytes each. */
static void
test_long_name (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *ascii = g_strnfill (255, 'n');
  g_autoptr (GString) wide = g_string_new ("nn");

  while (wide->len + 3 <= 255)
    g_string_append (wide, "名");
  for (int i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (dir, i == 0 ? ascii : wide->str, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscOutput) output = lsc_output_new (path, LSC_OUTPUT_PLAIN, &error);
      g_autofree char *log = NULL;

      g_assert_no_error (error);
      log = g_strconcat (lsc_output_get_temporary (output), "-journal", NULL);
      g_assert_true (g_utf8_validate (log, -1, NULL));
      g_assert_true (g_file_set_contents (log, "", 0, &error));
      g_assert_cmpint (g_unlink (log), ==, 0);
      g_assert_true (lsc_output_commit (g_steal_pointer (&output), &error));
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
  g_assert_cmpuint (count_entries (dir), ==, 2);
}

/* Another program has a database open under that name, or is about to go back over it. */
static void
test_log_beside (void)
{
  static const struct
  {
    const char *suffix;
    const char *content;
    gboolean is_refused;
  } logs[] = { { "-wal", "x", TRUE },
               { "-wal", "", FALSE },
               { "-journal", "x", TRUE },
               { "-journal", "", FALSE } };

  for (gsize i = 0; i < 2 * G_N_ELEMENTS (logs); i++)
    {
      g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
      g_autofree char *path = g_build_filename (dir, "x.db", NULL);
      g_autofree char *log = g_strconcat (path, logs[i / 2].suffix, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LscOutput) output = NULL;

      if (i % 2 == 0)
        g_assert_true (g_file_set_contents (path, "", 0, NULL));
      output = lsc_output_new (path, LSC_OUTPUT_PLAIN, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_set_contents (log, logs[i / 2].content, -1, NULL));
      g_assert_cmpint (lsc_output_commit (g_steal_pointer (&output), &error), !=,
                       logs[i / 2].is_refused);
      if (!logs[i / 2].is_refused)
        continue;
      g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_null (lsc_output_new (path, LSC_OUTPUT_OWN_DATABASE, NULL));
      g_assert_cmpuint (count_entries (dir), ==, i % 2 == 0 ? 2 : 1);
    }
}

static void
test_private (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (dir, "a", "b", NULL);
  g_autofree char *path = g_build_filename (folder, "file.txt", NULL);
  GStatBuf info;

  g_assert_true (lsc_output_make_folder (folder, LSC_OUTPUT_PRIVATE, NULL));
  g_assert_true (lsc_output_write_file (path, LSC_OUTPUT_PRIVATE, "x", 1, NULL));
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
}

/* ---- what is protected ---- */

static void
test_protected_file (void)
{
  static const char *const beside[] = { "-wal", "-shm", "-journal" };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.db", NULL);
  g_autofree char *other_name = g_build_filename (dir, "other.db", NULL);
  g_autofree char *free_name = g_build_filename (dir, "profile.db-copy", NULL);

  put (path, "old");
  lsc_output_protect_file (path);
  g_assert_cmpint (link (path, other_name), ==, 0);
  assert_refused (path);
  assert_refused (other_name);
  for (gsize i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *name = g_strconcat (path, beside[i], NULL);
      g_autofree char *of_other = g_strconcat (other_name, beside[i], NULL);

      assert_refused (name);
      assert_refused (of_other);
    }
  assert_written (free_name);
  assert_text (path, "old");
  g_assert_cmpint (g_unlink (path), ==, 0);
  assert_refused (path); /* gone, but it is what was read */
}

/* A file that was moved is still what was read; one that got its inode later is another. */
static void
test_moved (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.json", NULL);
  g_autofree char *moved = g_build_filename (dir, "moved.json", NULL);
  int fd;

  put (path, "old");
  lsc_output_protect_file (path);
  g_assert_cmpint (g_rename (path, moved), ==, 0);
  assert_refused (moved);
  fd = open (moved, O_WRONLY | O_TRUNC | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  assert_written (moved);
}

static void
test_protected_folder (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *folder = g_build_filename (dir, "first try", NULL);
  g_autofree char *inside = g_build_filename (folder, "deep", "new.txt", NULL);
  g_autofree char *deep = g_path_get_dirname (inside);
  g_autofree char *results = g_build_filename (folder, "cluster_analysis_output", NULL);
  g_autofree char *result = g_build_filename (results, "new.txt", NULL);
  g_autofree char *like = g_build_filename (folder, "cluster_analysis_output.txt", NULL);
  g_autofree char *beside = g_build_filename (dir, "first try.txt", NULL);
  g_autofree char *below = g_build_filename (deep, "more", "folders", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (deep, 0755), ==, 0);
  assert_written (inside);
  lsc_output_protect_folder (folder);
  assert_refused (inside);
  assert_refused (like);
  g_assert_false (lsc_output_make_folder (below, LSC_OUTPUT_PLAIN, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
  g_assert_true (lsc_output_make_folder (results, LSC_OUTPUT_PLAIN, NULL));
  assert_written (result);
  assert_written (beside);
}

/* The exports of the window are these functions. */
static void
test_exports (void)
{
  static const LscColumn column = { "a", NULL, LSC_TYPE_INT, LSC_UNIT_NONE, NULL };
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.json", NULL);
  g_autoptr (LscTable) table = lsc_table_new ("Table", &column, 1);

  put (path, "old");
  lsc_output_protect_file (path);
  for (guint form = 0; form < 6; form++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (write_form (table, form, path, &error));
      g_assert_error (error, LSC_ERROR, LSC_ERROR_IO);
      g_assert_nonnull (strstr (error->message, "never written"));
    }
  assert_text (path, "old");
  g_assert_cmpuint (count_entries (dir), ==, 1);
}

/* ---- one after the other ---- */

typedef struct
{
  GMutex lock;
  GCond changed;
  gboolean is_waiting;
} Wait;

static void
on_progress (double share, const char *what, gpointer user_data)
{
  Wait *wait = user_data;

  if (!g_str_has_prefix (what, "Waiting for another run"))
    return;
  g_mutex_lock (&wait->lock);
  wait->is_waiting = TRUE;
  g_cond_signal (&wait->changed);
  g_mutex_unlock (&wait->lock);
}

typedef struct
{
  const char *path;
  const char *name;
  LscJob *job;
  gboolean is_written;
} Writer;

static LscTable *
make_table (const char *name)
{
  static const LscColumn column = { "a", NULL, LSC_TYPE_INT, LSC_UNIT_NONE, NULL };

  return lsc_table_new (name, &column, 1);
}

static gpointer
write_database (gpointer data)
{
  Writer *writer = data;
  g_autoptr (LscTable) table = make_table (writer->name);

  writer->is_written = lsc_export_db_file (&table, 1, writer->path, writer->job, NULL);
  return NULL;
}

static gpointer
write_steps (gpointer data)
{
  static const LscColumn columns[] = {
    { "name", NULL, LSC_TYPE_TEXT, LSC_UNIT_NONE, NULL },
    { "rankID", NULL, LSC_TYPE_INT, LSC_UNIT_NONE, NULL },
  };
  Writer *writer = data;
  g_autoptr (LscTable) table = lsc_table_new ("Steps", columns, G_N_ELEMENTS (columns));

  writer->is_written = lsc_export_step_tasks (writer->path, 0, table, table, writer->job, NULL);
  return NULL;
}

/* Runs @func while its folder is locked, and sees that it waits. */
static void
run_locked (const char *path, GThreadFunc func, guint n_before)
{
  Wait wait = { .is_waiting = FALSE };
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (LscJob) job = lsc_job_new (NULL, on_progress, &wait);
  Writer writer = { path, "A", job, FALSE };
  LscOutputLock *lock = lsc_output_lock (path, NULL, NULL);
  GThread *thread;

  g_assert_nonnull (lock);
  g_mutex_init (&wait.lock);
  g_cond_init (&wait.changed);
  thread = g_thread_new ("writer", func, &writer);
  g_mutex_lock (&wait.lock);
  while (!wait.is_waiting)
    g_assert_true (g_cond_wait_until (&wait.changed, &wait.lock,
                                      g_get_monotonic_time () + 20 * G_USEC_PER_SEC));
  g_mutex_unlock (&wait.lock);
  g_assert_cmpuint (count_entries (folder), ==, n_before);
  lsc_output_unlock (lock);
  g_thread_join (thread);
  g_assert_true (writer.is_written);
  g_assert_cmpuint (count_entries (folder), ==, n_before + 1);
  g_mutex_clear (&wait.lock);
  g_cond_clear (&wait.changed);
}

static void
test_lock_database (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "result.db", NULL);

  run_locked (path, write_database, 0);
}

/* No backup is made of what another run has changed already. */
static void
test_lock_step_tasks (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "result.db", NULL);
  Writer writer = { path, "A", NULL, FALSE };

  write_database (&writer);
  g_assert_true (writer.is_written);
  run_locked (path, write_steps, 1);
}

static void
test_lock_cancelled (void)
{
  g_auto (LscTestTempDir) dir = lsc_test_temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "result.db", NULL);
  g_autoptr (LscOutputLock) lock = lsc_output_lock (path, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LscJob) job = lsc_job_new (cancellable, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lsc_output_lock (path, job, &error));
  g_assert_error (error, LSC_ERROR, LSC_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/output/failures", test_failures);
  g_test_add_func ("/output/order", test_order);
  g_test_add_func ("/output/no-sync", test_no_sync);
  g_test_add_func ("/output/full", test_full);
  g_test_add_func ("/output/discard", test_discard);
  g_test_add_func ("/output/scratch", test_scratch);
  g_test_add_func ("/output/not-made-again", test_not_made_again);
  g_test_add_func ("/output/name-taken", test_name_taken);
  g_test_add_func ("/output/nameless", test_nameless);
  g_test_add_func ("/output/long-name", test_long_name);
  g_test_add_func ("/output/log-beside", test_log_beside);
  g_test_add_func ("/output/private", test_private);
  g_test_add_func ("/guard/file", test_protected_file);
  g_test_add_func ("/guard/moved", test_moved);
  g_test_add_func ("/guard/folder", test_protected_folder);
  g_test_add_func ("/guard/exports", test_exports);
  g_test_add_func ("/lock/database", test_lock_database);
  g_test_add_func ("/lock/step-tasks", test_lock_step_tasks);
  g_test_add_func ("/lock/cancelled", test_lock_cancelled);
  return g_test_run ();
}
