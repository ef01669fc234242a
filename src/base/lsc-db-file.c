/* lsc-db-file.c - how a foreign database file may be touched: not at all
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/lsc-error.h"

/* A plain read-only open of a database in WAL mode leaves a -shm file beside it, and one of a
 * database with a hot journal fails. So either the file is opened as immutable, which reads it and
 * nothing else, or, when rows sit in its log or journal, database and log are copied to private
 * files and SQLite may recover the copy (formats.md#opening). */

#define HEADER_BYTES 100
#define COPY_BYTES ((gsize) 1 << 20)

static void
take_stamp (const struct stat *info, LscFileStamp *stamp)
{
  stamp->inode = info->st_ino;
  stamp->size_bytes = info->st_size;
  stamp->mtime_ns = (gint64) info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec;
}

gboolean
_lsc_file_stamp (const char *path, LscFileStamp *stamp)
{
  struct stat info;

  if (stat (path, &info) != 0)
    return FALSE;
  take_stamp (&info, stamp);
  return TRUE;
}

/**
 * lsc_db_check_unchanged:
 *
 * To be called when all has been read: an immutable database that somebody wrote meanwhile may have
 * been read half old, half new.
 *
 * Returns: %FALSE with %LSC_ERROR_IO when size, time or identity of the file differ from those at
 *   opening
 */
gboolean
lsc_db_check_unchanged (LscDb *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);

  g_autofree char *shown = NULL;
  LscFileStamp now;

  if (_lsc_file_stamp (self->real_path, &now) && now.inode == self->stamp.inode &&
      now.size_bytes == self->stamp.size_bytes && now.mtime_ns == self->stamp.mtime_ns)
    return TRUE;
  shown = g_filename_display_name (self->path);
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("%s: the file changed while it was read. Open it again when the program that "
                  "writes it is done."),
               shown);
  return FALSE;
}

/* Reads the first bytes of a file; returns how many there were, -1 on failure. */
static gssize
read_head (int fd, guchar *bytes, gsize n)
{
  gsize got = 0;

  while (got < n)
    {
      gssize more = pread (fd, bytes + got, n - got, (off_t) got);

      if (more < 0 && errno == EINTR)
        continue;
      if (more < 0)
        return -1;
      if (more == 0)
        break;
      got += (gsize) more;
    }
  return (gssize) got;
}

static gboolean
is_regular (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 && S_ISREG (info.st_mode);
}

static gboolean
is_hot (const char *journal)
{
  guchar first = 0;
  LscFileStamp stamp;
  int fd;

  if (!is_regular (journal) || !_lsc_file_stamp (journal, &stamp) || stamp.size_bytes == 0)
    return FALSE;
  fd = open (journal, O_RDONLY | O_CLOEXEC);
  /* What may not be read may be half a transaction; make_copy() says so. */
  if (fd < 0)
    return errno != ENOENT;
  read_head (fd, &first, 1);
  close (fd);
  return first != 0;
}

/* A log with rows, or a journal that SQLite would play back: one whose first byte is not zero.
 * Returns: (transfer full) (nullable): its path */
static char *
find_log (const char *real_path, LscDbPart *part)
{
  g_autofree char *wal = g_strconcat (real_path, "-wal", NULL);
  g_autofree char *journal = g_strconcat (real_path, "-journal", NULL);
  LscFileStamp stamp;

  *part = LSC_DB_WAL;
  if (_lsc_file_stamp (wal, &stamp) && stamp.size_bytes > 0)
    return g_steal_pointer (&wal);
  *part = LSC_DB_JOURNAL;
  return is_hot (journal) ? g_steal_pointer (&journal) : NULL;
}

static gboolean
set_io_error (GError **error, int code, const char *what, const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO, "%s: %s: %s", shown, what, g_strerror (code));
  return FALSE;
}

static gboolean
copy_bytes (LscDb *self, int from, int to, const char *path, GError **error)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);

  for (;;)
    {
      gssize n = read (from, buffer, COPY_BYTES);
      gssize done = 0;

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return set_io_error (error, errno, _ ("reading failed"), path);
      if (n == 0)
        return TRUE;
      while (done < n)
        {
          gssize more = write (to, buffer + done, (gsize) (n - done));

          if (more < 0 && errno == EINTR)
            continue;
          if (more <= 0)
            return set_io_error (error, more < 0 ? errno : EIO,
                                 _ ("copying it to a temporary folder failed (its newest rows are "
                                    "in a log next to it); set TMPDIR to a folder with more room"),
                                 path);
          done += more;
        }
      if (!lsc_job_check (self->job, error))
        return FALSE;
    }
}

/**
 * _lsc_db_file_open_unnamed:
 *
 * Returns: a file in the temporary folder that no name leads to, so that it cannot be left behind;
 *   -1 with errno
 */
int
_lsc_db_file_open_unnamed (void)
{
  g_autofree char *name = NULL;
  int fd = open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);

  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
    return fd;
  /* A file system that has only files with names: this one loses its own before it gets bytes. */
  name = g_build_filename (g_get_tmp_dir (), "lanescope-XXXXXX", NULL);
  fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0)
    g_unlink (name);
  return fd;
}

/* Returns: a private copy of what @from holds, -1 on failure */
static int
copy_file (LscDb *self, int from, const char *path, GError **error)
{
  /* Without a name: a crash cannot leave gigabytes behind in the temporary folder. */
  int to = _lsc_db_file_open_unnamed ();
  int code = errno;

  if (to < 0)
    {
      g_autofree char *shown = g_filename_display_name (self->path);

      g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
                   _ ("%s: its newest rows are in a log next to it, and no temporary copy could be "
                      "made: %s. Set TMPDIR to a writable folder."),
                   shown, g_strerror (code));
      return -1;
    }
  if (copy_bytes (self, from, to, path, error))
    return to;
  close (to);
  return -1;
}

/* A journal may end in the name of a super-journal, which SQLite deletes once it has played the
 * journal back, and that could be any file of the user. Without the magic bytes at its end there
 * is no such name; what is left of it is no page. */
static gboolean
cut_super_journal (int fd, const char *path, GError **error)
{
  static const guchar magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
  guchar tail[sizeof magic];

  for (;;)
    {
      off_t size = lseek (fd, 0, SEEK_END);

      if (size < (off_t) sizeof tail ||
          pread (fd, tail, sizeof tail, size - (off_t) sizeof tail) != sizeof tail ||
          memcmp (tail, magic, sizeof magic) != 0)
        return TRUE;
      if (ftruncate (fd, size - (off_t) sizeof magic) != 0)
        return set_io_error (error, errno, _ ("writing failed"), path);
    }
}

static gboolean
has_room (const char *folder, gint64 size_bytes)
{
  struct statvfs info;

  /* Where nobody can tell, the copy itself will. */
  return statvfs (folder, &info) != 0 ||
         (guint64) info.f_bavail * info.f_frsize > (guint64) size_bytes + COPY_BYTES;
}

static gboolean
check_room (LscDb *self, GError **error)
{
  g_autofree char *shown = NULL;

  if (has_room (g_get_tmp_dir (), self->size_bytes))
    return TRUE;
  shown = g_filename_display_name (self->path);
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("%s: its newest rows are in a log next to it, and the temporary folder has no "
                  "room for a copy of %" PRId64 " bytes. Set TMPDIR to a folder with more room."),
               shown, self->size_bytes);
  return FALSE;
}

static gboolean
set_busy (LscDb *self, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("%s: another program is writing it. Open it again when that is done."), shown);
  return FALSE;
}

/* Without its log a database may show half a transaction, or rows that were taken back. */
static gboolean
set_log_error (LscDb *self, const char *log, int code, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  g_autofree char *shown_log = g_filename_display_name (log);

  if (code == ENOENT)
    return set_busy (self, error);
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("%s: its log “%s” cannot be read (%s), and without it the rows may be of a "
                  "transaction that was never finished. Make the log readable."),
               shown, shown_log, g_strerror (code));
  return FALSE;
}

static gboolean
copy_both (LscDb *self, LscDbPart part, const char *log, GError **error)
{
  int copy = copy_file (self, self->fds[LSC_DB_MAIN], self->real_path, error);
  int from;

  if (copy < 0)
    return FALSE;
  close (self->fds[LSC_DB_MAIN]);
  self->fds[LSC_DB_MAIN] = copy;
  self->is_copy = TRUE;
  from = open (log, O_RDONLY | O_CLOEXEC);
  if (from < 0)
    return set_log_error (self, log, errno, error);
  self->fds[part] = copy_file (self, from, log, error);
  close (from);
  if (self->fds[part] < 0)
    return FALSE;
  return part != LSC_DB_JOURNAL || cut_super_journal (self->fds[part], log, error);
}

static gboolean
make_copy (LscDb *self, LscDbPart part, const char *log, GError **error)
{
  LscFileStamp before = { 0 }, after;

  _lsc_file_stamp (log, &before);
  self->size_bytes += before.size_bytes;
  if (!check_room (self, error) || !copy_both (self, part, log, error))
    return FALSE;
  /* A log that grew meanwhile and the database before it do not belong together. */
  if (_lsc_file_stamp (log, &after) && memcmp (&before, &after, sizeof before) == 0)
    {
      self->log_part = part;
      self->log_stamp = after;
      return lsc_db_check_unchanged (self, error);
    }
  return set_busy (self, error);
}

static gboolean
open_main (LscDb *self, GError **error)
{
  struct stat info;

  if (!is_regular (self->real_path)) /* opening a pipe would wait */
    return set_io_error (error, EINVAL, _ ("is not a file"), self->path);
  self->fds[LSC_DB_MAIN] = open (self->real_path, O_RDONLY | O_CLOEXEC);
  if (self->fds[LSC_DB_MAIN] < 0 || fstat (self->fds[LSC_DB_MAIN], &info) != 0)
    return set_io_error (error, errno, _ ("cannot be opened"), self->path);
  take_stamp (&info, &self->stamp);
  self->size_bytes = self->stamp.size_bytes;
  return TRUE;
}

static gboolean
check_header (LscDb *self, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  guchar head[HEADER_BYTES];
  gssize n = read_head (self->fds[LSC_DB_MAIN], head, sizeof head);

  if (n < 0)
    return set_io_error (error, errno, _ ("cannot be opened"), self->path);
  if (n == 0)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                   _ ("%s: the file is empty (0 bytes). Collect or copy the profile again."),
                   shown);
      return FALSE;
    }
  if (n < (gssize) sizeof head || memcmp (head, "SQLite format 3", 16) != 0)
    {
      g_set_error (error, LSC_ERROR, LSC_ERROR_CORRUPT,
                   _ ("%s: file is not a database: it has no SQLite header, so it is encrypted, "
                      "cut off or of another kind (%" PRId64 " bytes). Copy it again "
                      "from where it was recorded."),
                   shown, self->stamp.size_bytes);
      return FALSE;
    }
  return TRUE;
}

/* Opens what may be read: the file itself, or, if @may_copy, a copy made here. */
gboolean
_lsc_db_file_prepare (LscDb *self, gboolean may_copy, GError **error)
{
  g_autofree char *log = NULL;
  char *resolved = realpath (self->path, NULL);
  LscDbPart part;

  if (!resolved)
    return set_io_error (error, errno, _ ("cannot be opened"), self->path);
  self->real_path = g_strdup (resolved);
  self->looked_at_ns = g_get_real_time () * 1000;
  free (resolved);
  if (!open_main (self, error) || !check_header (self, error))
    return FALSE;
  log = may_copy ? find_log (self->real_path, &part) : NULL;
  return !log || make_copy (self, part, log, error);
}

static gboolean
is_same (const LscFileStamp *a, const LscFileStamp *b)
{
  return a->inode == b->inode && a->size_bytes == b->size_bytes && a->mtime_ns == b->mtime_ns;
}

/* A file that was written as shortly before it was looked at may be written again and look the
 * same: no file system counts in longer steps. */
#define SETTLED_NS (G_GINT64_CONSTANT (2) * 1000000000)

/* Whether whoever writes database or log from now on will be noticed. */
gboolean
_lsc_db_file_is_settled (const LscDb *self)
{
  gint64 latest_ns = MAX (self->stamp.mtime_ns, self->is_copy ? self->log_stamp.mtime_ns : 0);

  return latest_ns < self->looked_at_ns - SETTLED_NS;
}

/* Whether to open the path anew would come to the same file with the same log, and so to the same
 * rows. */
gboolean
_lsc_db_file_is_current (const LscDb *self)
{
  char *resolved = realpath (self->path, NULL);
  gboolean is_same_file = resolved && strcmp (resolved, self->real_path) == 0;
  g_autofree char *log = NULL;
  LscFileStamp now;
  LscDbPart part;

  free (resolved);
  if (!is_same_file || !_lsc_file_stamp (self->real_path, &now) || !is_same (&now, &self->stamp))
    return FALSE;
  log = find_log (self->real_path, &part);
  if (!self->is_copy || !log)
    return !self->is_copy && !log;
  return part == self->log_part && _lsc_file_stamp (log, &now) && is_same (&now, &self->log_stamp);
}

static gint64
read_big_endian (const guchar *bytes, int n)
{
  gint64 value = 0;

  for (int i = 0; i < n; i++)
    value = value << 8 | bytes[i];
  return value;
}

/* Tells pages promised by the header from pages there, %NULL when the header says nothing odd. */
char *
_lsc_db_file_describe_pages (LscDb *self)
{
  guchar head[HEADER_BYTES];
  gint64 page_bytes, n_pages, n_there;

  if (read_head (self->fds[LSC_DB_MAIN], head, sizeof head) != sizeof head)
    return NULL;
  page_bytes = read_big_endian (head + 16, 2);
  if (page_bytes == 1)
    page_bytes = 65536;
  n_pages = read_big_endian (head + 28, 4);
  if (page_bytes < 512 || n_pages <= 0)
    return NULL;
  n_there = self->stamp.size_bytes / page_bytes;
  if (n_there >= n_pages)
    return NULL;
  return g_strdup_printf (
      _ ("the file ends after %" PRId64 " of %" PRId64 " pages of %" PRId64 " bytes"), n_there,
      n_pages, page_bytes);
}
