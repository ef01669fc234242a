/* lsc-db-vfs.c - SQLite on files that are open already
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-db-private.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* SQLite's own layer opens, looks for and deletes files by name. This one has a descriptor for the
 * database and one for its log, and nothing else can be reached through it. So
 *
 * - a private copy needs no name, and is gone when the program is, however it ends;
 * - no file of the user can be made or deleted, whatever a journal says;
 * - a path may be longer than the 512 bytes that SQLite takes.
 *
 * Nobody else has these files: locks are always granted, and nothing need be synced. */

#define MAIN_NAME "database"
#define SECTOR_BYTES 4096

typedef struct
{
  sqlite3_file base;
  LscDb *db;
  int fd; /* belongs to the database, not to this */
} File;

static int
close_file (sqlite3_file *file)
{
  return SQLITE_OK;
}

static int
read_file (sqlite3_file *file, void *bytes, int n, sqlite3_int64 offset)
{
  File *self = (File *) file;
  int got = 0;

  while (got < n)
    {
      gssize more = pread (self->fd, (char *) bytes + got, (gsize) (n - got), offset + got);

      if (more < 0 && errno == EINTR)
        continue;
      if (more < 0)
        return SQLITE_IOERR_READ;
      if (more == 0)
        break;
      got += (int) more;
    }
  if (got == n)
    return SQLITE_OK;
  memset ((char *) bytes + got, 0, (gsize) (n - got)); /* as SQLite demands */
  return SQLITE_IOERR_SHORT_READ;
}

static int
write_file (sqlite3_file *file, const void *bytes, int n, sqlite3_int64 offset)
{
  File *self = (File *) file;
  int done = 0;

  if (!self->db->is_copy)
    return SQLITE_READONLY;
  while (done < n)
    {
      gssize more =
          pwrite (self->fd, (const char *) bytes + done, (gsize) (n - done), offset + done);

      if (more < 0 && errno == EINTR)
        continue;
      if (more <= 0)
        return more == 0 || errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
      done += (int) more;
    }
  return SQLITE_OK;
}

static int
truncate_file (sqlite3_file *file, sqlite3_int64 size)
{
  File *self = (File *) file;

  if (!self->db->is_copy)
    return SQLITE_READONLY;
  return ftruncate (self->fd, size) == 0 ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

static int
sync_file (sqlite3_file *file, int flags)
{
  return SQLITE_OK;
}

static int
get_size (sqlite3_file *file, sqlite3_int64 *size)
{
  struct stat info;

  if (fstat (((File *) file)->fd, &info) != 0)
    return SQLITE_IOERR_FSTAT;
  *size = info.st_size;
  return SQLITE_OK;
}

static int
change_lock (sqlite3_file *file, int level)
{
  return SQLITE_OK;
}

static int
check_reserved_lock (sqlite3_file *file, int *is_locked)
{
  *is_locked = 0;
  return SQLITE_OK;
}

static int
control_file (sqlite3_file *file, int what, void *data)
{
  return SQLITE_NOTFOUND;
}

static int
get_sector_bytes (sqlite3_file *file)
{
  return SECTOR_BYTES;
}

static int
get_characteristics (sqlite3_file *file)
{
  return ((File *) file)->db->is_copy ? 0 : SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
  .iVersion = 1, /* no shared memory, so that a log is read in exclusive mode alone */
  .xClose = close_file,
  .xRead = read_file,
  .xWrite = write_file,
  .xTruncate = truncate_file,
  .xSync = sync_file,
  .xFileSize = get_size,
  .xLock = change_lock,
  .xUnlock = change_lock,
  .xCheckReservedLock = check_reserved_lock,
  .xFileControl = control_file,
  .xSectorSize = get_sector_bytes,
  .xDeviceCharacteristics = get_characteristics,
};

/* The descriptor that a name stands for, %NULL if it is none of ours. */
static int *
find_fd (LscDb *db, const char *name)
{
  static const char *const names[LSC_DB_N_PARTS] = {
    [LSC_DB_MAIN] = MAIN_NAME,
    [LSC_DB_JOURNAL] = MAIN_NAME "-journal",
    [LSC_DB_WAL] = MAIN_NAME "-wal",
  };

  for (guint i = 0; name && i < LSC_DB_N_PARTS; i++)
    if (strcmp (name, names[i]) == 0)
      return &db->fds[i];
  return NULL;
}

static int
open_file (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
  File *self = (File *) file;
  LscDb *db = vfs->pAppData;
  int *fd = find_fd (db, name);

  file->pMethods = NULL;
  if (!fd)
    return SQLITE_CANTOPEN;
  if (*fd < 0 && db->is_copy && (flags & SQLITE_OPEN_CREATE))
    *fd = _lsc_db_file_open_unnamed ();
  if (*fd < 0)
    return SQLITE_CANTOPEN;
  self->db = db;
  self->fd = *fd;
  file->pMethods = &methods;
  if (flags_out)
    *flags_out = flags;
  return SQLITE_OK;
}

static int
delete_file (sqlite3_vfs *vfs, const char *name, int must_sync)
{
  int *fd = find_fd (vfs->pAppData, name);

  if (!fd || *fd < 0)
    return SQLITE_IOERR_DELETE_NOENT;
  close (*fd);
  *fd = -1;
  return SQLITE_OK;
}

static int
find_file (sqlite3_vfs *vfs, const char *name, int flags, int *is_there)
{
  int *fd = find_fd (vfs->pAppData, name);

  *is_there = fd && *fd >= 0;
  return SQLITE_OK;
}

static int
complete_name (sqlite3_vfs *vfs, const char *name, int n_bytes, char *full_name)
{
  sqlite3_snprintf (n_bytes, full_name, "%s", name);
  return SQLITE_OK;
}

/**
 * _lsc_db_vfs_open:
 * @self: with its descriptors
 *
 * Opens @self->handle on them; _lsc_db_vfs_close() must follow the end of the handle.
 *
 * Returns: a result code of SQLite
 */
int
_lsc_db_vfs_open (LscDb *self)
{
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE |
              (self->is_copy ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
  sqlite3_vfs *usual = sqlite3_vfs_find (NULL);

  if (!usual)
    return SQLITE_CANTOPEN;
  self->vfs = *usual; /* for time, randomness and the like */
  g_snprintf (self->vfs_name, sizeof self->vfs_name, "lanescope-%p", (void *) self);
  self->vfs.zName = self->vfs_name;
  self->vfs.pAppData = self;
  self->vfs.pNext = NULL;
  self->vfs.szOsFile = sizeof (File);
  self->vfs.xOpen = open_file;
  self->vfs.xDelete = delete_file;
  self->vfs.xAccess = find_file;
  self->vfs.xFullPathname = complete_name;
  if (sqlite3_vfs_register (&self->vfs, FALSE) != SQLITE_OK)
    return SQLITE_CANTOPEN;
  self->is_registered = TRUE;
  return sqlite3_open_v2 (MAIN_NAME, &self->handle, flags, self->vfs_name);
}

void
_lsc_db_vfs_close (LscDb *self)
{
  if (self->is_registered)
    sqlite3_vfs_unregister (&self->vfs);
  self->is_registered = FALSE;
  for (guint i = 0; i < LSC_DB_N_PARTS; i++)
    if (self->fds[i] >= 0)
      close (self->fds[i]);
}
