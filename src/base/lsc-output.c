/* lsc-output.c - the one way to write a file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-output.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-output-private.h"

/* A result is made under a temporary name beside its target and renamed over it. What is no regular
 * file (a device, a pipe) cannot be replaced so: the temporary file lies elsewhere then and is
 * copied into it when it is complete. */

#define COPY_BYTES ((gsize) 1 << 20)
#define MOST_TRIES 100

/* Of the target's name in that of the temporary file: what is added, by us and by SQLite, must fit
 * into a name, too, which is 143 bytes where names are encrypted. */
#define MOST_STEM_BYTES 120

struct _LscOutput
{
  char *path;   /* as it was named */
  char *target; /* (nullable): what is replaced; %NULL: the result is copied into @path */
  char *temporary;
  LscLeftover *leftover;
  char *scratch; /* (nullable): a folder */
  LscLeftover *scratch_leftover;
  GOutputStream *stream; /* (nullable): over @fd */
  LscOutputFlags flags;
  int fd; /* -1: closed */
};

/* ---- the temporary file ---- */

/* (transfer full): never ends in the middle of a character, which some file systems refuse. */
static char *
make_stem (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *name = g_path_get_basename (target);
  gsize n = MIN (strlen (name), MOST_STEM_BYTES);

  for (int i = 0; i < 3 && ((guchar) name[n] & 0xc0) == 0x80; i++)
    n--;
  name[n] = '\0';
  return g_build_filename (folder, name, NULL);
}

/* Noted before it is made, so that there is no moment at which a signal would miss it. */
static int
try_create (LscOutput *self, const char *stem, mode_t mode)
{
  g_autofree char *name = g_strdup_printf ("%s.%06x.part", stem, g_random_int () & 0xffffff);
  g_autoptr (LscLeftover) leftover = _lsc_leftover_new (name, FALSE);

  /* O_EXCL and O_NOFOLLOW: what waits there under that name is never written through. */
  self->fd = open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
  if (self->fd < 0)
    return errno;
  self->temporary = g_steal_pointer (&name);
  self->leftover = g_steal_pointer (&leftover);
  return 0;
}

static gboolean
set_temporary_error (int code, GError **error)
{
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("No temporary file can be made in “%s”: %s. Set TMPDIR to a writable folder."),
               g_get_tmp_dir (), g_strerror (code));
  return FALSE;
}

static gboolean
create (LscOutput *self, GError **error)
{
  g_autofree char *stem = self->target ? make_stem (self->target)
                                       : g_build_filename (g_get_tmp_dir (), "lanescope", NULL);
  /* A copy in the folder for all must not be open to all; elsewhere the umask decides. */
  mode_t mode = !self->target || (self->flags & LSC_OUTPUT_PRIVATE) ? 0600 : 0666;
  int code = EEXIST;

  /* Somebody else may have taken the name, by chance or to lead the result astray. */
  for (int i = 0; i < MOST_TRIES && code == EEXIST; i++)
    code = try_create (self, stem, mode);
  if (code == 0)
    return TRUE;
  return self->target ? _lsc_output_fail (self->path, code, error)
                      : set_temporary_error (code, error);
}

/**
 * lsc_output_new:
 * @path: the file to be written in the end, in the encoding of the file system
 *
 * Makes an empty temporary file. Links are followed: what @path leads to is replaced.
 *
 * Errors: %LSC_ERROR_IO when @path belongs to a profile, is a folder or a socket, may not be
 * replaced, or its folder cannot be written. Thread: any; the output is for one at a time.
 *
 * Returns: (transfer full) (nullable): the output, to be ended with lsc_output_commit() or
 *   lsc_output_discard()
 */
LscOutput *
lsc_output_new (const char *path, LscOutputFlags flags, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autoptr (LscOutput) self = g_new0 (LscOutput, 1);

  self->fd = -1;
  self->flags = flags;
  self->path = g_strdup (path);
  if (!_lsc_output_find_target (path, flags, &self->target, error) || !create (self, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * lsc_output_get_temporary:
 *
 * Returns: (transfer none): its name, for who opens it without making it: a signal may remove it at
 *   any moment, and what is made after that stays behind. To be closed before lsc_output_commit().
 */
const char *
lsc_output_get_temporary (const LscOutput *self)
{
  g_return_val_if_fail (self, NULL);
  return self->temporary;
}

/**
 * lsc_output_get_open_name:
 *
 * Returns: (transfer full): a name that leads to the temporary file even when it has lost its own,
 *   for libraries that would make it again; where there is no /proc, its own name
 */
char *
lsc_output_get_open_name (const LscOutput *self)
{
  g_return_val_if_fail (self, NULL);

  g_autofree char *name = g_strdup_printf ("/proc/self/fd/%d", self->fd);

  return access (name, F_OK) == 0 ? g_steal_pointer (&name) : g_strdup (self->temporary);
}

/**
 * lsc_output_make_scratch:
 *
 * Makes a folder for the temporary files of a library; it goes with the output. Once for an output.
 *
 * Returns: (transfer none) (nullable): its path; %NULL with %LSC_ERROR_IO
 */
const char *
lsc_output_make_scratch (LscOutput *self, GError **error)
{
  g_return_val_if_fail (self, NULL);

  int code = EEXIST;

  for (int i = 0; i < MOST_TRIES && code == EEXIST; i++)
    {
      g_autofree char *name =
          g_strdup_printf ("%s/lanescope-%08x", g_get_tmp_dir (), g_random_int ());
      g_autoptr (LscLeftover) leftover = _lsc_leftover_new (name, TRUE);

      if (mkdir (name, 0700) == 0)
        {
          self->scratch_leftover = g_steal_pointer (&leftover);
          self->scratch = g_steal_pointer (&name);
          return self->scratch;
        }
      code = errno;
    }
  set_temporary_error (code, error);
  return NULL;
}

/**
 * lsc_output_get_stream:
 *
 * Returns: (transfer none): a stream that writes where lsc_output_write() does
 */
GOutputStream *
lsc_output_get_stream (LscOutput *self)
{
  g_return_val_if_fail (self, NULL);
  if (!self->stream)
    self->stream = g_unix_output_stream_new (self->fd, FALSE);
  return self->stream;
}

static int
write_bytes (int fd, const char *bytes, gsize n)
{
  while (n > 0)
    {
      gssize done = write (fd, bytes, n);

      if (done < 0 && errno == EINTR)
        continue;
      if (done < 0)
        return errno;
      bytes += done;
      n -= (gsize) done;
    }
  return 0;
}

/**
 * lsc_output_write:
 * @bytes: (array length=n): what comes next
 *
 * Returns: %FALSE with %LSC_ERROR_IO
 */
gboolean
lsc_output_write (LscOutput *self, const void *bytes, gsize n, GError **error)
{
  g_return_val_if_fail (self, FALSE);

  int code = write_bytes (self->fd, bytes, n);

  return code == 0 || _lsc_output_fail (self->path, code, error);
}

static gboolean
set_read_error (const char *path, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("%s cannot be read: %s. Check that it exists and that you may read it"), name,
               g_strerror (code));
  return FALSE;
}

/* Copies from the present position of @from to its end. */
static gboolean
copy_bytes (LscOutput *self, int from, const char *source, int to, LscJob *job, GError **error)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);

  for (;;)
    {
      gssize n = read (from, buffer, COPY_BYTES);
      int code;

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return set_read_error (source, errno, error);
      if (n == 0)
        return TRUE;
      code = write_bytes (to, buffer, (gsize) n);
      if (code != 0)
        return _lsc_output_fail (self->path, code, error);
      if (!lsc_job_check (job, error))
        return FALSE;
    }
}

/**
 * lsc_output_copy_from:
 * @source: a file; appended with its permissions, times and attributes
 *
 * Errors: %LSC_ERROR_IO, %LSC_ERROR_CANCELLED
 */
gboolean
lsc_output_copy_from (LscOutput *self, const char *source, LscJob *job, GError **error)
{
  g_return_val_if_fail (self && source, FALSE);

  g_autoptr (GFile) from_file = g_file_new_for_path (source);
  g_autoptr (GFile) to_file = g_file_new_for_path (self->temporary);
  int from = open (source, O_RDONLY | O_CLOEXEC);
  gboolean is_copied;

  if (from < 0)
    return set_read_error (source, errno, error);
  is_copied = copy_bytes (self, from, source, self->fd, job, error);
  close (from);
  /* Not all file systems keep all of them, and the bytes are what counts. */
  if (is_copied)
    g_file_copy_attributes (from_file, to_file, G_FILE_COPY_ALL_METADATA, NULL, NULL);
  return is_copied;
}

/* ---- its end ---- */

/* Some file systems know no such request; then there is nothing to wait for. */
static int
sync_fd (int fd)
{
  if (fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS || errno == EROFS)
    return 0;
  return errno;
}

static int
close_fd (LscOutput *self)
{
  int fd = self->fd;

  self->fd = -1;
  return close (fd) == 0 || errno == EINTR ? 0 : errno;
}

/* A file that is replaced keeps its owner, or at least its group, where that is allowed. Nobody
 * else gets what the group was given. */
static void
keep_permissions (LscOutput *self)
{
  struct stat old;
  gboolean has_group;

  if ((self->flags & LSC_OUTPUT_PRIVATE) || stat (self->target, &old) != 0)
    return;
  has_group = fchown (self->fd, old.st_uid, old.st_gid) == 0 ||
              fchown (self->fd, (uid_t) -1, old.st_gid) == 0;
  fchmod (self->fd, old.st_mode & (has_group ? 0777 : 0707));
}

static gboolean
replace (LscOutput *self, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->target);
  int folder_fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int code;

  keep_permissions (self);
  code = sync_fd (self->fd);
  if (code == 0)
    code = close_fd (self);
  if (code == 0 && rename (self->temporary, self->target) != 0)
    code = errno;
  else if (code == 0)
    g_clear_pointer (&self->temporary, g_free);
  if (code == 0 && folder_fd >= 0)
    code = sync_fd (folder_fd);
  if (folder_fd >= 0)
    close (folder_fd);
  return code == 0 || _lsc_output_fail (self->path, code, error);
}

/* Nobody reading a pipe any more is an error to be told, and no reason to end silently. */
static gboolean
copy_without_signal (LscOutput *self, int to, GError **error)
{
  const struct timespec now = { 0 };
  sigset_t pipe, pending, old;
  gboolean is_copied;
  gboolean was_pending;

  sigemptyset (&pipe);
  sigaddset (&pipe, SIGPIPE);
  sigpending (&pending);
  was_pending = sigismember (&pending, SIGPIPE) == 1;
  pthread_sigmask (SIG_BLOCK, &pipe, &old);
  is_copied = copy_bytes (self, self->fd, self->temporary, to, NULL, error);
  while (!was_pending && sigtimedwait (&pipe, NULL, &now) < 0 && errno == EINTR)
    ;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  return is_copied;
}

static gboolean
copy_into (LscOutput *self, GError **error)
{
  int to = open (self->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  gboolean is_copied;

  if (to < 0)
    return _lsc_output_fail (self->path, errno, error);
  is_copied = lseek (self->fd, 0, SEEK_SET) == 0 ? copy_without_signal (self, to, error)
                                                 : _lsc_output_fail (self->path, errno, error);
  if (close (to) != 0 && errno != EINTR && is_copied)
    return _lsc_output_fail (self->path, errno, error);
  return is_copied;
}

/**
 * lsc_output_commit:
 * @self: (transfer full): a complete output
 *
 * Brings it to the disk and gives it its name, or copies it into the device or pipe, which waits
 * for a reader. On failure what was there before is as it was, and no temporary file is left.
 *
 * Errors: %LSC_ERROR_IO. Thread: any but the main one.
 */
gboolean
lsc_output_commit (LscOutput *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);

  g_autoptr (LscOutput) output = self;
  g_autofree char *target = NULL;

  /* Something else may have taken the name meanwhile. */
  if (!_lsc_output_find_target (self->path, self->flags, &target, error))
    return FALSE;
  if (g_strcmp0 (target, self->target) != 0)
    return _lsc_output_fail (self->path, EEXIST, error);
  return self->target ? replace (self, error) : copy_into (self, error);
}

/**
 * lsc_output_discard:
 * @self: (nullable) (transfer full): an output that is given up
 */
void
lsc_output_discard (LscOutput *self)
{
  if (!self)
    return;
  g_clear_object (&self->stream);
  if (self->temporary)
    _lsc_leftover_remove (self->leftover);
  else
    _lsc_leftover_free (self->leftover);
  _lsc_leftover_remove (self->scratch_leftover);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->scratch);
  g_free (self->temporary);
  g_free (self->target);
  g_free (self->path);
  g_free (self);
}

/**
 * lsc_output_write_file:
 * @bytes: (array length=n): the whole content
 *
 * Writes a file at once, complete or not at all.
 *
 * Errors: those of lsc_output_new() and lsc_output_commit()
 */
gboolean
lsc_output_write_file (const char *path, LscOutputFlags flags, const void *bytes, gsize n,
                       GError **error)
{
  g_return_val_if_fail (path, FALSE);

  g_autoptr (LscOutput) self = lsc_output_new (path, flags, error);

  return self && lsc_output_write (self, bytes, n, error) &&
         lsc_output_commit (g_steal_pointer (&self), error);
}

/**
 * lsc_output_make_folder:
 * @path: a folder, made with its parents unless it is there
 *
 * Returns: %FALSE with %LSC_ERROR_IO, also when it lies in a profile
 */
gboolean
lsc_output_make_folder (const char *path, LscOutputFlags flags, GError **error)
{
  g_return_val_if_fail (path, FALSE);

  g_autofree char *name = g_filename_display_name (path);
  int code;

  if (!lsc_output_check (path, error))
    return FALSE;
  if (g_mkdir_with_parents (path, flags & LSC_OUTPUT_PRIVATE ? 0700 : 0750) == 0)
    return TRUE;
  code = errno;
  g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
               _ ("“%s” could not be written: %s. Name another place with -o."), name,
               g_strerror (code));
  return FALSE;
}
