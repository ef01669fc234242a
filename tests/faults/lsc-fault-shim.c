/* lsc-fault-shim.c - a library to preload that lets one call of a kind fail
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * LSC_FAULT_ROOTS   folders, parted by colons; only files below them are counted
 * LSC_FAULT         KIND:N, the call that fails, counted from 1; without it all succeed
 * LSC_FAULT_COUNTS  a file that takes the numbers of calls at the end
 * LSC_FAULT_TRACE   when set, the call that fails tells on standard error who made it
 *
 * It stands between the program and the C library, so that what SQLite, libxlsxwriter and GLib do
 * for us fails as well. Streams of stdio call the C library's own read and write, out of reach
 * from here: below the roots they are made of functions of ours.
 */
#undef _FILE_OFFSET_BITS /* open() and open64() are to be two functions */
#include "lsc-fault-shim.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <glib.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__ ((visibility ("default")))
#define MAX_FDS 65536
#define MAX_ROOTS 8

/* The next definition of the function that is being defined. */
#define NEXT(name)                                                                                 \
  static __typeof__ (&name) next;                                                                  \
  if (!next)                                                                                       \
  *(void **) &next = dlsym (RTLD_NEXT, #name)

enum
{
  FD_OTHER,
  FD_READ,
  FD_WRITTEN,
};

static const int fault_errors[LSC_N_FAULTS] = {
  [LSC_FAULT_OPEN] = EMFILE,   [LSC_FAULT_TEMP] = ENOSPC, [LSC_FAULT_READ] = EIO,
  [LSC_FAULT_WRITE] = ENOSPC,  [LSC_FAULT_FSYNC] = EIO,   [LSC_FAULT_CLOSE] = EIO,
  [LSC_FAULT_RENAME] = EACCES,
};

static _Atomic int64_t n_calls[LSC_N_FAULTS];
static _Atomic int armed_kind = -1;
static _Atomic int64_t armed_number;
static _Atomic uint8_t fd_states[MAX_FDS];
static char roots[MAX_ROOTS][PATH_MAX];
static int n_roots;

/* ---- What is to fail ----------------------------------------------------------------------- */

/* Counts a call; returns whether it is the one that fails. */
static int
is_hit (LscFaultKind kind)
{
  int64_t number = atomic_fetch_add (&n_calls[kind], 1) + 1;

  if (atomic_load (&armed_kind) != (int) kind || number != atomic_load (&armed_number))
    return 0;
  if (getenv ("LSC_FAULT_TRACE"))
    {
      void *frames[32];

      backtrace_symbols_fd (frames, backtrace (frames, 32), STDERR_FILENO);
    }
  errno = fault_errors[kind];
  return 1;
}

/* Counts start again from nothing; no @number of 0 ever fails. */
EXPORT void
lsc_fault_arm (LscFaultKind kind, int64_t number)
{
  atomic_store (&armed_kind, -1);
  for (int i = 0; i < LSC_N_FAULTS; i++)
    atomic_store (&n_calls[i], 0);
  atomic_store (&armed_number, number);
  atomic_store (&armed_kind, (int) kind);
}

EXPORT void
lsc_fault_get_counts (int64_t counts[LSC_N_FAULTS])
{
  for (int i = 0; i < LSC_N_FAULTS; i++)
    counts[i] = atomic_load (&n_calls[i]);
}

/* @list: as LSC_FAULT_ROOTS; for a program that makes its folders after it has started */
EXPORT void
lsc_fault_add_roots (const char *list)
{
  while (list && *list && n_roots < MAX_ROOTS)
    {
      size_t length = strcspn (list, ":");

      if (length > 0 && length < PATH_MAX)
        memcpy (roots[n_roots++], list, length);
      list += length + (list[length] == ':');
    }
}

__attribute__ ((constructor)) static void
start (void)
{
  const char *fault = getenv ("LSC_FAULT");

  lsc_fault_add_roots (getenv ("LSC_FAULT_ROOTS"));
  atomic_store (&fd_states[STDOUT_FILENO], FD_WRITTEN);
  for (int i = 0; fault && i < LSC_N_FAULTS; i++)
    {
      size_t length = strlen (lsc_fault_names[i]);

      if (strncmp (fault, lsc_fault_names[i], length) == 0 && fault[length] == ':')
        lsc_fault_arm ((LscFaultKind) i, strtoll (fault + length + 1, NULL, 10));
    }
}

__attribute__ ((destructor)) static void
finish (void)
{
  const char *path = getenv ("LSC_FAULT_COUNTS");
  FILE *file;

  unsetenv ("LSC_FAULT_COUNTS");
  file = path ? fopen (path, "w") : NULL;
  for (int i = 0; file && i < LSC_N_FAULTS; i++)
    fprintf (file, "%lld\n", (long long) atomic_load (&n_calls[i]));
  if (file)
    fclose (file);
}

/* ---- Files --------------------------------------------------------------------------------- */

static int
is_below (const char *path, const char *root)
{
  size_t length = strlen (root);

  return strncmp (path, root, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int
is_ours (int folder, const char *path)
{
  if (path[0] != '/')
    return folder >= 0 && folder < MAX_FDS && atomic_load (&fd_states[folder]) != FD_OTHER;
  for (int i = 0; i < n_roots; i++)
    if (is_below (path, roots[i]))
      return 1;
  return 0;
}

static void
note_fd (int fd, int flags)
{
  if (fd >= 0 && fd < MAX_FDS)
    atomic_store (&fd_states[fd], (flags & O_ACCMODE) == O_RDONLY ? FD_READ : FD_WRITTEN);
}

static int
is_ours_fd (int fd)
{
  return fd >= 0 && fd < MAX_FDS && atomic_load (&fd_states[fd]) != FD_OTHER;
}

static LscFaultKind
kind_of_open (int flags)
{
  return flags & (O_CREAT | __O_TMPFILE) ? LSC_FAULT_TEMP : LSC_FAULT_OPEN;
}

#define DEFINE_OPEN(name)                                                                          \
  EXPORT int name (const char *path, int flags, ...)                                               \
  {                                                                                                \
    va_list rest;                                                                                  \
    mode_t mode;                                                                                   \
    int fd;                                                                                        \
    NEXT (name);                                                                                   \
                                                                                                   \
    va_start (rest, flags);                                                                        \
    mode = va_arg (rest, mode_t);                                                                  \
    va_end (rest);                                                                                 \
    if (!is_ours (-1, path))                                                                       \
      return next (path, flags, mode);                                                             \
    if (is_hit (kind_of_open (flags)))                                                             \
      return -1;                                                                                   \
    fd = next (path, flags, mode);                                                                 \
    note_fd (fd, flags);                                                                           \
    return fd;                                                                                     \
  }

DEFINE_OPEN (open)
DEFINE_OPEN (open64)

#define DEFINE_OPENAT(name)                                                                        \
  EXPORT int name (int folder, const char *path, int flags, ...)                                   \
  {                                                                                                \
    va_list rest;                                                                                  \
    mode_t mode;                                                                                   \
    int fd;                                                                                        \
    NEXT (name);                                                                                   \
                                                                                                   \
    va_start (rest, flags);                                                                        \
    mode = va_arg (rest, mode_t);                                                                  \
    va_end (rest);                                                                                 \
    if (!is_ours (folder, path))                                                                   \
      return next (folder, path, flags, mode);                                                     \
    if (is_hit (kind_of_open (flags)))                                                             \
      return -1;                                                                                   \
    fd = next (folder, path, flags, mode);                                                         \
    note_fd (fd, flags);                                                                           \
    return fd;                                                                                     \
  }

DEFINE_OPENAT (openat)
DEFINE_OPENAT (openat64)

EXPORT DIR *
opendir (const char *path)
{
  NEXT (opendir);

  return is_ours (-1, path) && is_hit (LSC_FAULT_OPEN) ? NULL : next (path);
}

EXPORT int
close (int fd)
{
  int is_written =
      fd >= 0 && fd < MAX_FDS && fd != STDOUT_FILENO && atomic_load (&fd_states[fd]) == FD_WRITTEN;
  NEXT (close);

  if (fd >= 0 && fd < MAX_FDS)
    atomic_store (&fd_states[fd], FD_OTHER);
  if (!is_written || !is_hit (LSC_FAULT_CLOSE))
    return next (fd);
  next (fd);
  errno = EIO;
  return -1;
}

EXPORT int
mkdir (const char *path, mode_t mode)
{
  NEXT (mkdir);

  return is_ours (-1, path) && is_hit (LSC_FAULT_TEMP) ? -1 : next (path, mode);
}

EXPORT int
rename (const char *from, const char *to)
{
  NEXT (rename);

  return is_ours (-1, to) && is_hit (LSC_FAULT_RENAME) ? -1 : next (from, to);
}

EXPORT int
renameat (int from_folder, const char *from, int to_folder, const char *to)
{
  NEXT (renameat);

  return is_ours (to_folder, to) && is_hit (LSC_FAULT_RENAME)
             ? -1
             : next (from_folder, from, to_folder, to);
}

/* ---- Bytes --------------------------------------------------------------------------------- */

#define DEFINE_BYTES(name, result, kind, parameters, arguments)                                    \
  EXPORT result name parameters                                                                    \
  {                                                                                                \
    NEXT (name);                                                                                   \
                                                                                                   \
    return is_ours_fd (fd) && is_hit (kind) ? -1 : next arguments;                                 \
  }

DEFINE_BYTES (read, ssize_t, LSC_FAULT_READ, (int fd, void *bytes, size_t n), (fd, bytes, n))
DEFINE_BYTES (pread, ssize_t, LSC_FAULT_READ, (int fd, void *bytes, size_t n, off_t at),
              (fd, bytes, n, at))
DEFINE_BYTES (pread64, ssize_t, LSC_FAULT_READ, (int fd, void *bytes, size_t n, off64_t at),
              (fd, bytes, n, at))
DEFINE_BYTES (write, ssize_t, LSC_FAULT_WRITE, (int fd, const void *bytes, size_t n),
              (fd, bytes, n))
DEFINE_BYTES (pwrite, ssize_t, LSC_FAULT_WRITE, (int fd, const void *bytes, size_t n, off_t at),
              (fd, bytes, n, at))
DEFINE_BYTES (pwrite64, ssize_t, LSC_FAULT_WRITE, (int fd, const void *bytes, size_t n, off64_t at),
              (fd, bytes, n, at))
DEFINE_BYTES (fsync, int, LSC_FAULT_FSYNC, (int fd), (fd))
DEFINE_BYTES (fdatasync, int, LSC_FAULT_FSYNC, (int fd), (fd))
DEFINE_BYTES (ftruncate, int, LSC_FAULT_WRITE, (int fd, off_t size), (fd, size))
DEFINE_BYTES (ftruncate64, int, LSC_FAULT_WRITE, (int fd, off64_t size), (fd, size))

/* ---- Streams ------------------------------------------------------------------------------- */

static ssize_t
read_stream (void *data, char *bytes, size_t n)
{
  return read ((int) (intptr_t) data, bytes, n);
}

static ssize_t
write_stream (void *data, const char *bytes, size_t n)
{
  ssize_t written = write ((int) (intptr_t) data, bytes, n);

  return written < 0 ? 0 : written; /* how a stream of functions tells an error */
}

static int
seek_stream (void *data, off64_t *offset, int whence)
{
  *offset = lseek64 ((int) (intptr_t) data, *offset, whence);
  return *offset < 0 ? -1 : 0;
}

static int
close_stream (void *data)
{
  return close ((int) (intptr_t) data);
}

static FILE *
make_stream (int fd, const char *mode)
{
  const cookie_io_functions_t functions = { read_stream, write_stream, seek_stream, close_stream };

  return fopencookie ((void *) (intptr_t) fd, mode, functions);
}

static int
flags_of_mode (const char *mode)
{
  int flags = strchr (mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;

  if (mode[0] == 'w')
    flags |= O_CREAT | O_TRUNC;
  else if (mode[0] == 'a')
    flags |= O_CREAT | O_APPEND;
  return flags | O_CLOEXEC;
}

static FILE *
open_stream (const char *path, const char *mode)
{
  int fd = open (path, flags_of_mode (mode), 0666);

  return fd < 0 ? NULL : make_stream (fd, mode);
}

EXPORT FILE *
fopen (const char *path, const char *mode)
{
  NEXT (fopen);

  return is_ours (-1, path) ? open_stream (path, mode) : next (path, mode);
}

EXPORT FILE *
fopen64 (const char *path, const char *mode)
{
  NEXT (fopen64);

  return is_ours (-1, path) ? open_stream (path, mode) : next (path, mode);
}

EXPORT FILE *
fdopen (int fd, const char *mode)
{
  NEXT (fdopen);

  return is_ours_fd (fd) && fd != STDOUT_FILENO ? make_stream (fd, mode) : next (fd, mode);
}

/* ---- Names of temporary files: the C library opens them inside --------------------------------
 */

#define DEFINE_TEMP(name)                                                                          \
  EXPORT int name (char *path)                                                                     \
  {                                                                                                \
    int fd;                                                                                        \
    NEXT (name);                                                                                   \
                                                                                                   \
    if (!is_ours (-1, path))                                                                       \
      return next (path);                                                                          \
    if (is_hit (LSC_FAULT_TEMP))                                                                   \
      return -1;                                                                                   \
    fd = next (path);                                                                              \
    note_fd (fd, O_RDWR);                                                                          \
    return fd;                                                                                     \
  }

DEFINE_TEMP (mkstemp)
DEFINE_TEMP (mkstemp64)

/* ---- SQLite and threads -------------------------------------------------------------------- */

/* What libraries ask of themselves and of each other is not ours to answer for. */
static int
is_from_program (void *caller)
{
  Dl_info program, module;

  return dladdr ((void *) getauxval (AT_PHDR), &program) && dladdr (caller, &module) &&
         program.dli_fbase == module.dli_fbase;
}

#define IS_OURS_AND_HIT(kind) (is_from_program (__builtin_return_address (0)) && is_hit (kind))

EXPORT int
sqlite3_prepare_v2 (sqlite3 *db, const char *sql, int n, sqlite3_stmt **stmt, const char **tail)
{
  NEXT (sqlite3_prepare_v2);

  if (!IS_OURS_AND_HIT (LSC_FAULT_PREPARE))
    return next (db, sql, n, stmt, tail);
  *stmt = NULL;
  return SQLITE_NOMEM;
}

EXPORT int
sqlite3_prepare_v3 (sqlite3 *db, const char *sql, int n, unsigned int flags, sqlite3_stmt **stmt,
                    const char **tail)
{
  NEXT (sqlite3_prepare_v3);

  if (!IS_OURS_AND_HIT (LSC_FAULT_PREPARE))
    return next (db, sql, n, flags, stmt, tail);
  *stmt = NULL;
  return SQLITE_NOMEM;
}

EXPORT int
sqlite3_step (sqlite3_stmt *stmt)
{
  NEXT (sqlite3_step);

  return IS_OURS_AND_HIT (LSC_FAULT_STEP) ? SQLITE_IOERR : next (stmt);
}

EXPORT int
sqlite3_exec (sqlite3 *db, const char *sql, int (*callback) (void *, int, char **, char **),
              void *data, char **message)
{
  NEXT (sqlite3_exec);

  if (!IS_OURS_AND_HIT (LSC_FAULT_STEP))
    return next (db, sql, callback, data, message);
  if (message)
    *message = sqlite3_mprintf ("disk I/O error");
  return SQLITE_IOERR;
}

EXPORT GThread *
g_thread_try_new (const char *name, GThreadFunc run, void *data, GError **error)
{
  NEXT (g_thread_try_new);

  if (!IS_OURS_AND_HIT (LSC_FAULT_THREAD))
    return next (name, run, data, error);
  g_set_error_literal (error, G_THREAD_ERROR, G_THREAD_ERROR_AGAIN, "no more threads");
  return NULL;
}

EXPORT GThread *
g_thread_new (const char *name, GThreadFunc run, void *data)
{
  NEXT (g_thread_new);

  if (IS_OURS_AND_HIT (LSC_FAULT_THREAD))
    g_error ("creating thread '%s': no more threads", name);
  return next (name, run, data);
}
