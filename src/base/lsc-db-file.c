/* lsc-db-file.c - how a foreign database file may be touched: not at all
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "lsc-db-private.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "lsc-error.h"

/* A plain read-only open of a database in WAL mode leaves a -shm file beside it, and one of a
 * database with a hot journal fails. So either the file is opened as immutable, which reads it and
 * nothing else, or, when rows sit in its log or journal, database and log are copied to a private
 * folder and SQLite may recover the copy (data formats 1). */

#define HEADER_BYTES 100
#define COPY_BYTES ((gsize) 1 << 20)

gboolean
_lsc_file_stamp (const char *path, LscFileStamp *stamp)
{
  struct stat info;

  if (stat (path, &info) != 0)
    return FALSE;
  stamp->inode = info.st_ino;
  stamp->size_bytes = info.st_size;
  stamp->mtime_ns = (gint64) info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
  return TRUE;
}

/* Reads the first bytes of a file; returns how many there were, -1 on failure. */
static gssize
read_head (const char *path, guchar *bytes, gsize n)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gsize got = 0;

  if (fd < 0)
    return -1;
  while (got < n)
    {
      gssize more = read (fd, bytes + got, n - got);

      if (more < 0 && errno == EINTR)
        continue;
      if (more <= 0)
        break;
      got += (gsize) more;
    }
  close (fd);
  return (gssize) got;
}

static gboolean
is_regular (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 && S_ISREG (info.st_mode);
}

/* A log with rows, or a journal that SQLite would play back: one whose first byte is not zero. */
static gboolean
needs_copy (const char *real_path, const char **suffix)
{
  g_autofree char *wal = g_strconcat (real_path, "-wal", NULL);
  g_autofree char *journal = g_strconcat (real_path, "-journal", NULL);
  LscFileStamp stamp;
  guchar first = 0;

  *suffix = "-wal";
  if (_lsc_file_stamp (wal, &stamp) && stamp.size_bytes > 0)
    return TRUE;
  *suffix = "-journal";
  return is_regular (journal) && read_head (journal, &first, 1) == 1 && first != 0;
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
            return set_io_error (error,
                                 more < 0 ? errno : EIO,
                                 _ ("copying it to a temporary folder failed (its newest rows lie "
                                    "in a log beside it); set TMPDIR to a folder with more room"),
                                 path);
          done += more;
        }
      if (!lsc_job_check (self->job, error))
        return FALSE;
    }
}

static gboolean
copy_file (LscDb *self, const char *suffix, GError **error)
{
  g_autofree char *source = g_strconcat (self->real_path, suffix, NULL);
  g_autofree char *target = g_strconcat (self->copy_dir, "/copy.db", suffix, NULL);
  gboolean ok;
  int from = open (source, O_RDONLY | O_CLOEXEC);
  int to;

  if (from < 0)
    return set_io_error (error, errno, _ ("cannot be opened"), source);
  to = open (target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (to < 0)
    {
      int code = errno;

      close (from);
      return set_io_error (error, code, _ ("cannot be created"), target);
    }
  ok = copy_bytes (self, from, to, source, error);
  close (from);
  if (close (to) != 0 && ok)
    ok = set_io_error (error, errno, _ ("writing failed"), target);
  return ok;
}

/* A journal may end in the name of a super-journal, which SQLite deletes once it has played the
 * journal back, and that could be any file of the user. Without the magic bytes at its end there
 * is no such name; what is left of it is no page. */
static gboolean
cut_super_journal (LscDb *self, GError **error)
{
  static const guchar magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
  g_autofree char *path = g_strconcat (self->copy_dir, "/copy.db-journal", NULL);
  guchar tail[sizeof magic];
  off_t size;
  gboolean ok = TRUE;
  int fd = open (path, O_RDWR | O_CLOEXEC);

  if (fd < 0)
    return set_io_error (error, errno, _ ("cannot be opened"), path);
  for (;;)
    {
      size = lseek (fd, 0, SEEK_END);
      if (size < (off_t) sizeof tail ||
          pread (fd, tail, sizeof tail, size - (off_t) sizeof tail) != sizeof tail ||
          memcmp (tail, magic, sizeof magic) != 0)
        break;
      ok = ftruncate (fd, size - (off_t) sizeof magic) == 0;
      if (!ok)
        break;
    }
  if (!ok)
    set_io_error (error, errno, _ ("writing failed"), path);
  close (fd);
  return ok;
}

static gboolean
has_room (const char *folder, gint64 size_bytes)
{
  struct statvfs info;

  return statvfs (folder, &info) != 0 ||
         (guint64) info.f_bavail * info.f_frsize > (guint64) size_bytes + COPY_BYTES;
}

static gboolean
make_copy (LscDb *self, const char *suffix, GError **error)
{
  g_autofree char *log = g_strconcat (self->real_path, suffix, NULL);
  g_autofree char *shown = g_filename_display_name (self->path);
  g_autoptr (GError) local = NULL;
  LscFileStamp before = { 0 }, after;

  _lsc_file_stamp (log, &before);
  self->size_bytes += before.size_bytes;
  self->copy_dir = g_dir_make_tmp ("lanescope-XXXXXX", &local);
  if (!self->copy_dir)
    {
      g_set_error (error,
                   LSC_ERROR,
                   LSC_ERROR_IO,
                   _ ("%s: its newest rows lie in a log beside it, and no temporary copy could be "
                      "made: %s. Set TMPDIR to a writable folder."),
                   shown,
                   local->message);
      return FALSE;
    }
  if (!has_room (self->copy_dir, self->size_bytes))
    {
      g_set_error (error,
                   LSC_ERROR,
                   LSC_ERROR_IO,
                   _ ("%s: its newest rows lie in a log beside it, and the temporary folder has "
                      "no room for a copy of %" PRId64
                      " bytes. Set TMPDIR to a folder with more room."),
                   shown,
                   self->size_bytes);
      return FALSE;
    }
  if (!copy_file (self, "", error) || !copy_file (self, suffix, error) ||
      (strcmp (suffix, "-journal") == 0 && !cut_super_journal (self, error)))
    return FALSE;
  if (!_lsc_file_stamp (log, &after) || memcmp (&before, &after, sizeof before) != 0)
    {
      g_set_error (error,
                   LSC_ERROR,
                   LSC_ERROR_IO,
                   _ ("%s: another program is writing it. Open it again when that is done."),
                   shown);
      return FALSE;
    }
  return lsc_db_check_unchanged (self, error);
}

/* Finds out what may be opened: the file itself, or, if @may_copy, a copy made here. */
gboolean
_lsc_db_file_prepare (LscDb *self, gboolean may_copy, GError **error)
{
  char *resolved = realpath (self->path, NULL);
  const char *suffix;

  if (!resolved)
    return set_io_error (error, errno, _ ("cannot be opened"), self->path);
  self->real_path = g_strdup (resolved);
  free (resolved);
  if (!is_regular (self->real_path))
    return set_io_error (error, EINVAL, _ ("is not a file"), self->path);
  if (!_lsc_file_stamp (self->real_path, &self->stamp))
    return set_io_error (error, errno, _ ("cannot be opened"), self->path);
  self->size_bytes = self->stamp.size_bytes;
  if (!_lsc_db_file_check_header (self, error))
    return FALSE;
  return !may_copy || !needs_copy (self->real_path, &suffix) || make_copy (self, suffix, error);
}

/* The name under which SQLite opens the file. Escaped are all bytes that mean something in a URI
 * and all that are not ASCII, so that a name need not be UTF-8. */
char *
_lsc_db_file_uri (LscDb *self)
{
  GString *uri = g_string_new ("file://");
  const char *path = self->real_path;

  if (self->copy_dir)
    {
      g_string_free (uri, TRUE);
      return g_build_filename (self->copy_dir, "copy.db", NULL);
    }
  for (; *path; path++)
    {
      if (g_ascii_isalnum (*path) || strchr ("/._-~", *path))
        g_string_append_c (uri, *path);
      else
        g_string_append_printf (uri, "%%%02X", (guint) (guchar) *path);
    }
  g_string_append (uri, "?mode=ro&immutable=1");
  return g_string_free (uri, FALSE);
}

void
_lsc_db_file_cleanup (LscDb *self)
{
  static const char *const suffixes[] = { "", "-wal", "-shm", "-journal" };

  if (!self->copy_dir)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (self->copy_dir, "/copy.db", suffixes[i], NULL);

      g_unlink (path);
    }
  g_rmdir (self->copy_dir);
  g_clear_pointer (&self->copy_dir, g_free);
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
_lsc_db_file_describe_pages (const char *path)
{
  guchar head[HEADER_BYTES];
  LscFileStamp stamp;
  gint64 page_bytes, n_pages, n_there;

  if (!_lsc_file_stamp (path, &stamp) || read_head (path, head, sizeof head) != sizeof head)
    return NULL;
  page_bytes = read_big_endian (head + 16, 2);
  if (page_bytes == 1)
    page_bytes = 65536;
  n_pages = read_big_endian (head + 28, 4);
  if (page_bytes < 512 || n_pages <= 0)
    return NULL;
  n_there = stamp.size_bytes / page_bytes;
  if (n_there >= n_pages)
    return NULL;
  return g_strdup_printf (
      _ ("the file ends after %" PRId64 " of %" PRId64 " pages of %" PRId64 " bytes"),
      n_there,
      n_pages,
      page_bytes);
}

gboolean
_lsc_db_file_check_header (LscDb *self, GError **error)
{
  g_autofree char *shown = g_filename_display_name (self->path);
  guchar head[HEADER_BYTES];
  gssize n = read_head (self->real_path, head, sizeof head);

  if (n < 0)
    return set_io_error (error, errno, _ ("cannot be opened"), self->path);
  if (n == 0)
    {
      g_set_error (error,
                   LSC_ERROR,
                   LSC_ERROR_CORRUPT,
                   _ ("%s: the file is empty (0 bytes). Collect or copy the profile again."),
                   shown);
      return FALSE;
    }
  if (n < (gssize) sizeof head || memcmp (head, "SQLite format 3", 16) != 0)
    {
      g_set_error (error,
                   LSC_ERROR,
                   LSC_ERROR_CORRUPT,
                   _ ("%s: file is not a database: it has no SQLite header, so it is encrypted, "
                      "cut off or of another kind (%" PRId64 " bytes). Copy it again "
                      "from where it was recorded."),
                   shown,
                   self->stamp.size_bytes);
      return FALSE;
    }
  return TRUE;
}
