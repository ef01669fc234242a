/* lsc-query-scratch.c - where a statement sorts what is too much for its cache
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <string.h>

#include "analyze/query/lsc-query-private.h"

/*
 * SQLite sorts in one go what it keeps in memory, and asks nobody meanwhile: a second for each
 * million rows. What it may write to a temporary file it sorts in runs of two megabytes, and merges
 * those row by row. These are such files, of memory that is booked like all other of the
 * statement; nothing reaches the disk, and no other file can be opened.
 */

#define PIECE_BYTES (64 * 1024)

typedef struct
{
  sqlite3_file base;
  guint8 **pieces;
  gint64 n_pieces;
  gint64 most_pieces;
  gint64 n_bytes;
} Scratch;

static int
on_close (sqlite3_file *file)
{
  Scratch *self = (Scratch *) file;

  for (gint64 i = 0; i < self->n_pieces; i++)
    sqlite3_free (self->pieces[i]);
  sqlite3_free (self->pieces);
  return SQLITE_OK;
}

/* Bytes of the piece at @offset that lie in [offset, end). */
static gsize
count_in_piece (gint64 offset, gint64 end)
{
  return (gsize) MIN (PIECE_BYTES - offset % PIECE_BYTES, end - offset);
}

static int
on_read (sqlite3_file *file, void *data, int n, sqlite3_int64 offset)
{
  Scratch *self = (Scratch *) file;
  gint64 end = MIN (offset + n, self->n_bytes);
  guint8 *to = data;

  for (gsize length; offset < end; offset += (gint64) length, to += length)
    {
      length = count_in_piece (offset, end);
      memcpy (to, self->pieces[offset / PIECE_BYTES] + offset % PIECE_BYTES, length);
    }
  if (to == (guint8 *) data + n)
    return SQLITE_OK;
  memset (to, 0, (gsize) ((guint8 *) data + n - to));
  return SQLITE_IOERR_SHORT_READ;
}

static gboolean
make_room (Scratch *self, gint64 n_bytes)
{
  gint64 n_pieces = (n_bytes + PIECE_BYTES - 1) / PIECE_BYTES;

  if (n_pieces > self->most_pieces)
    {
      gint64 most = MAX (n_pieces, 2 * self->most_pieces);
      guint8 **pieces =
          sqlite3_realloc64 (self->pieces, (sqlite3_uint64) most * sizeof *self->pieces);

      if (!pieces)
        return FALSE;
      self->pieces = pieces;
      self->most_pieces = most;
    }
  for (; self->n_pieces < n_pieces; self->n_pieces++)
    {
      guint8 *piece = sqlite3_malloc (PIECE_BYTES);

      if (!piece)
        return FALSE;
      self->pieces[self->n_pieces] = memset (piece, 0, PIECE_BYTES);
    }
  return TRUE;
}

static int
on_write (sqlite3_file *file, const void *data, int n, sqlite3_int64 offset)
{
  Scratch *self = (Scratch *) file;
  gint64 end = offset + n;
  const guint8 *from = data;

  if (!make_room (self, end))
    return SQLITE_IOERR_NOMEM;
  for (gsize length; offset < end; offset += (gint64) length, from += length)
    {
      length = count_in_piece (offset, end);
      memcpy (self->pieces[offset / PIECE_BYTES] + offset % PIECE_BYTES, from, length);
    }
  self->n_bytes = MAX (self->n_bytes, end);
  return SQLITE_OK;
}

/* Pieces stay until the file is closed: what is cut off is zero when it is written past again. */
static int
on_truncate (sqlite3_file *file, sqlite3_int64 n_bytes)
{
  Scratch *self = (Scratch *) file;

  for (gint64 at = n_bytes; at < self->n_bytes;)
    {
      gsize length = count_in_piece (at, self->n_bytes);

      memset (self->pieces[at / PIECE_BYTES] + at % PIECE_BYTES, 0, length);
      at += (gint64) length;
    }
  self->n_bytes = MIN (self->n_bytes, n_bytes);
  return SQLITE_OK;
}

static int
on_sync (sqlite3_file *file, int flags)
{
  return SQLITE_OK;
}

static int
on_file_size (sqlite3_file *file, sqlite3_int64 *n_bytes)
{
  *n_bytes = ((Scratch *) file)->n_bytes;
  return SQLITE_OK;
}

static int
on_lock (sqlite3_file *file, int level)
{
  return SQLITE_OK;
}

static int
on_check_lock (sqlite3_file *file, int *is_locked)
{
  *is_locked = 0;
  return SQLITE_OK;
}

static int
on_control (sqlite3_file *file, int what, void *data)
{
  return SQLITE_NOTFOUND;
}

static int
on_sector_size (sqlite3_file *file)
{
  return PIECE_BYTES;
}

static int
on_traits (sqlite3_file *file)
{
  return 0;
}

static int
on_open (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_out)
{
  static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_file_size,
    .xLock = on_lock,
    .xUnlock = on_lock,
    .xCheckReservedLock = on_check_lock,
    .xFileControl = on_control,
    .xSectorSize = on_sector_size,
    .xDeviceCharacteristics = on_traits,
  };
  Scratch *self = (Scratch *) file;

  memset (self, 0, sizeof *self);
  if (name)
    return SQLITE_CANTOPEN; /* that would be a file of somebody */
  self->base.pMethods = &methods;
  if (flags_out)
    *flags_out = flags;
  return SQLITE_OK;
}

static int
on_delete (sqlite3_vfs *vfs, const char *name, int is_synced)
{
  return SQLITE_IOERR_DELETE_NOENT;
}

static int
on_access (sqlite3_vfs *vfs, const char *name, int flags, int *is_there)
{
  *is_there = 0;
  return SQLITE_OK;
}

static int
on_full_path (sqlite3_vfs *vfs, const char *name, int n, char *out)
{
  g_strlcpy (out, name, (gsize) n);
  return SQLITE_OK;
}

static gpointer
add_vfs (gpointer data)
{
  static sqlite3_vfs vfs;
  const sqlite3_vfs *usual = sqlite3_vfs_find (NULL);

  if (!usual)
    return NULL;
  /* Time and chance come from where they always do. */
  vfs = *usual;
  vfs.pNext = NULL;
  vfs.zName = "lanescope-scratch";
  vfs.szOsFile = sizeof (Scratch);
  vfs.xOpen = on_open;
  vfs.xDelete = on_delete;
  vfs.xAccess = on_access;
  vfs.xFullPathname = on_full_path;
  return sqlite3_vfs_register (&vfs, 0) == SQLITE_OK ? (gpointer) vfs.zName : NULL;
}

/* Returns: (nullable): the name of the file system of a query's connection; thread: any */
const char *
_lsc_query_scratch_name (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, add_vfs, NULL);
}
