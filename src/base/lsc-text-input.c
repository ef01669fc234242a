/* lsc-text-input.c - the bytes of a plain, gzipped or packed text file
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-text-input.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lsc-error.h"
#include "base/lsc-text-private.h"

/* Packed text goes through a ring of blocks: the thread fills them in turn, the reader empties them
 * in turn. A block belongs to the reader from one call of next() to the following one. */
#define N_BLOCKS 4

typedef struct
{
  char *memory; /* LSC_TEXT_HEAD, LSC_TEXT_BLOCK, LSC_TEXT_TAIL */
  gsize n;
} Block;

struct _LscTextInput
{
  char *path; /* as opened, with the member */
  char *file; /* the file itself */
  int fd;
  struct stat stat;
  LscJob *job;

  gint64 offset; /* of the next block */
  gint64 told;   /* bytes of the file reported to the job */
  char *memory;  /* plain: the block handed out */

  LscTextPacked *packed; /* (nullable) */
  GThread *thread;
  GMutex lock;
  GCond changed;
  Block ring[N_BLOCKS];
  gsize n_filled;  /* blocks filled since the beginning */
  gsize n_taken;   /* blocks handed out */
  gsize n_emptied; /* blocks given back */
  gboolean is_done;
  gboolean is_stopped;
  gint64 file_bytes; /* of the file, behind the thread */
  GError *failure;   /* why the text ends before its end */

  LscTextInput *more; /* (nullable): stands for what begins at @more_offset */
  gint64 more_offset;
};

static gboolean
refuse (GError **error, LscError code, const char *format, const char *path)
{
  g_autofree char *name = g_filename_display_name (path);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, LSC_ERROR, (int) code, format, name);
#pragma GCC diagnostic pop
  return FALSE;
}

static gboolean
open_file (LscTextInput *self, GError **error)
{
  self->fd = open (self->file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (self->fd < 0 || fstat (self->fd, &self->stat) != 0)
    {
      g_autofree char *name = g_filename_display_name (self->file);

      g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
                   _ ("%s cannot be read: %s. Check that it exists and that you may read it"), name,
                   g_strerror (errno));
      return FALSE;
    }
  if (!S_ISREG (self->stat.st_mode))
    return refuse (error, LSC_ERROR_IO, _ ("%s is no ordinary file. Open a file instead"),
                   self->file);
  if (self->stat.st_size == 0)
    return refuse (error, LSC_ERROR_CORRUPT, _ ("%s is empty. Copy or export it again"),
                   self->file);
  return TRUE;
}

static gboolean
looks_packed (LscTextInput *self)
{
  guchar magic[2] = { 0 };

  return pread (self->fd, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

/* Packed by something else than gzip, which libarchive may be able to unpack. */
static gboolean
looks_packed_otherwise (LscTextInput *self)
{
  guchar magic[6] = { 0 };

  return pread (self->fd, magic, 6, 0) == 6 &&
         (memcmp (magic, "\x28\xb5\x2f\xfd", 4) == 0 || /* zstd */
          memcmp (magic,
                  "\xfd"
                  "7zXZ",
                  5) == 0 ||
          memcmp (magic, "BZh", 3) == 0);
}

static gboolean
looks_like_zip (LscTextInput *self)
{
  char magic[4] = { 0 };

  return pread (self->fd, magic, 4, 0) == 4 && memcmp (magic, "PK\3\4", 4) == 0;
}

/* Waits for a block that may be filled. */
static Block *
get_empty_block (LscTextInput *self)
{
  Block *block = NULL;

  g_mutex_lock (&self->lock);
  while (!self->is_stopped && self->n_filled - self->n_emptied == N_BLOCKS)
    g_cond_wait (&self->changed, &self->lock);
  if (!self->is_stopped)
    block = &self->ring[self->n_filled % N_BLOCKS];
  g_mutex_unlock (&self->lock);
  return block;
}

/* Returns FALSE at the end of the text. */
static gboolean
unpack_block (LscTextInput *self, Block *block)
{
  g_autoptr (GError) error = NULL;
  gssize n = -1;

  if (!block->memory)
    block->memory = g_malloc (LSC_TEXT_HEAD + LSC_TEXT_BLOCK + LSC_TEXT_TAIL);
  if (lsc_job_check (self->job, &error))
    n = _lsc_text_packed_read (self->packed, block->memory + LSC_TEXT_HEAD, LSC_TEXT_BLOCK, &error);
  g_mutex_lock (&self->lock);
  block->n = n > 0 ? (gsize) n : 0;
  self->n_filled += n > 0;
  self->file_bytes = _lsc_text_packed_get_file_bytes (self->packed);
  if (n <= 0)
    {
      self->is_done = TRUE;
      self->failure = g_steal_pointer (&error);
    }
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
  return n > 0;
}

static gpointer
unpack (gpointer data)
{
  LscTextInput *self = data;
  Block *block;

  while ((block = get_empty_block (self)) && unpack_block (self, block))
    ;
  return NULL;
}

/**
 * lsc_text_input_open:
 * @path: a plain file, one packed by gzip, zstd, xz or bzip2, or what lsc_archive_join() made
 * @job: (nullable): told the bytes of the file as they are read, as work added here. If it may use
 *   several threads, one of them unpacks ahead; without a job, for a look at the beginning, none
 *
 * The file is only ever read.
 *
 * Returns: (transfer full) (nullable): the input, at the beginning of the text
 */
LscTextInput *
lsc_text_input_open (const char *path, LscJob *job, GError **error)
{
  g_return_val_if_fail (path, NULL);

  g_autoptr (LscTextInput) self = g_new0 (LscTextInput, 1);
  g_autofree char *member = NULL;

  self->fd = -1;
  self->job = job;
  self->path = g_strdup (path);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  if (!lsc_archive_split (path, &self->file, &member))
    self->file = g_strdup (path);
  if (!open_file (self, error))
    return NULL;
  if (!member && looks_like_zip (self))
    {
      refuse (error, LSC_ERROR_UNSUPPORTED,
              _ ("%s is an archive. Name the file in it, after two slashes"), path);
      return NULL;
    }
  if (!member && looks_packed_otherwise (self))
    member = g_strdup (LSC_TEXT_UNPACKED);
  if (member || looks_packed (self))
    {
      self->packed = _lsc_text_packed_open (self->file, member, error);
      if (!self->packed)
        return NULL;
    }
  lsc_job_add_work (job, self->stat.st_size);
  return g_steal_pointer (&self);
}

/**
 * lsc_text_input_stop:
 *
 * Ends the pass over the text: lsc_text_input_next() delivers nothing any more, the thread and its
 * blocks are gone. Looks at offsets go on.
 */
void
lsc_text_input_stop (LscTextInput *self)
{
  g_return_if_fail (self);
  g_mutex_lock (&self->lock);
  self->is_stopped = TRUE;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
  if (self->thread)
    g_thread_join (g_steal_pointer (&self->thread));
  for (gsize i = 0; i < N_BLOCKS; i++)
    g_clear_pointer (&self->ring[i].memory, g_free);
  g_clear_pointer (&self->memory, g_free);
}

/**
 * lsc_text_input_close:
 * @self: (nullable) (transfer full): an input; its thread ends before this returns
 */
void
lsc_text_input_close (LscTextInput *self)
{
  if (!self)
    return;
  lsc_text_input_stop (self);
  g_clear_pointer (&self->more, lsc_text_input_close);
  if (self->packed)
    _lsc_text_packed_close (self->packed);
  g_clear_error (&self->failure);
  if (self->fd >= 0)
    close (self->fd);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self->path);
  g_free (self->file);
  g_free (self);
}

/* Tells the job how much of the file is behind us. */
static void
tell (LscTextInput *self, gint64 file_bytes)
{
  file_bytes = MIN (file_bytes, self->stat.st_size);
  if (file_bytes > self->told)
    lsc_job_did (self->job, file_bytes - self->told);
  self->told = MAX (self->told, file_bytes);
}

/**
 * lsc_text_input_read_into:
 * @self: a plain file
 * @buffer: room for @n bytes
 *
 * Any thread may call this at any time.
 *
 * Returns: bytes read, fewer than @n only at the end of the file or with @error
 */
gsize
lsc_text_input_read_into (LscTextInput *self, gint64 offset, char *buffer, gsize n, GError **error)
{
  gsize done = 0;

  g_return_val_if_fail (!self->packed, 0);
  while (done < n)
    {
      ssize_t got = pread (self->fd, buffer + done, n - done, offset + (gint64) done);

      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        {
          g_autofree char *name = g_filename_display_name (self->path);

          g_set_error (error, LSC_ERROR, LSC_ERROR_IO,
                       _ ("Reading %s failed at byte %" PRId64 ": %s"), name,
                       offset + (gint64) done, g_strerror (errno));
          break;
        }
      if (got == 0)
        break;
      done += (gsize) got;
    }
  return done;
}

static gboolean
next_plain (LscTextInput *self, LscTextBlock *block, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (!lsc_job_check (self->job, error))
    return FALSE;
  if (!self->memory)
    self->memory = g_malloc (LSC_TEXT_HEAD + LSC_TEXT_BLOCK + LSC_TEXT_TAIL);
  block->data = self->memory + LSC_TEXT_HEAD;
  block->offset = self->offset;
  block->n = lsc_text_input_read_into (self, self->offset, self->memory + LSC_TEXT_HEAD,
                                       LSC_TEXT_BLOCK, &failure);
  self->offset += (gint64) block->n;
  tell (self, self->offset);
  if (block->n == 0 && failure)
    g_propagate_error (error, g_steal_pointer (&failure));
  return block->n > 0;
}

static gboolean
next_packed (LscTextInput *self, LscTextBlock *block, GError **error)
{
  gint64 file_bytes;
  gboolean has_block;

  /* Where no thread can be had, the reader unpacks itself, too. */
  if (!self->thread && self->job && lsc_job_get_n_threads (self->job) > 1)
    self->thread = g_thread_try_new ("lsc-unpack", unpack, self, NULL);
  g_mutex_lock (&self->lock);
  self->n_emptied = self->n_taken;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
  if (!self->thread && !self->is_done)
    unpack_block (self, get_empty_block (self));
  g_mutex_lock (&self->lock);
  while (self->n_filled == self->n_taken && !self->is_done)
    g_cond_wait (&self->changed, &self->lock);
  has_block = self->n_filled > self->n_taken;
  if (has_block)
    {
      const Block *filled = &self->ring[self->n_taken++ % N_BLOCKS];

      block->data = filled->memory + LSC_TEXT_HEAD;
      block->n = filled->n;
      block->offset = self->offset;
      self->offset += (gint64) filled->n;
    }
  else if (self->failure)
    g_propagate_error (error, g_error_copy (self->failure));
  file_bytes = has_block ? self->file_bytes : self->stat.st_size;
  g_mutex_unlock (&self->lock);
  tell (self, file_bytes);
  return has_block;
}

/**
 * lsc_text_input_next:
 * @block: (out): the next piece. The caller may write into the %LSC_TEXT_HEAD bytes in front of it,
 *   and into the %LSC_TEXT_TAIL bytes behind it
 *
 * Returns: %FALSE at the end: without @error the text is complete, with it everything up to the
 *   damage has been handed out
 */
gboolean
lsc_text_input_next (LscTextInput *self, LscTextBlock *block, GError **error)
{
  g_return_val_if_fail (self && block, FALSE);
  if (self->is_stopped)
    return FALSE;
  return self->packed ? next_packed (self, block, error) : next_plain (self, block, error);
}

/**
 * lsc_text_input_is_plain:
 *
 * Returns: whether lsc_text_input_read_into() works: the file itself is the text
 */
gboolean
lsc_text_input_is_plain (LscTextInput *self)
{
  g_return_val_if_fail (self, FALSE);
  return !self->packed;
}

/**
 * lsc_text_input_read_at:
 * @most: bytes wanted
 * @n_out: (out): bytes delivered, fewer at the end of the text
 *
 * Of a gzip file that has been read through once, at most a few MiB are inflated again. Any thread
 * may call this once the text has been read. Where damage ended the text, nothing is delivered from
 * behind it: @error is then that of lsc_text_input_next().
 *
 * Returns: (transfer full) (nullable): the text, followed by %LSC_TEXT_TAIL quotes; %NULL with
 *   @error
 */
char *
lsc_text_input_read_at (LscTextInput *self, gint64 offset, gsize most, gsize *n_out, GError **error)
{
  g_return_val_if_fail (self && n_out, NULL);

  g_autoptr (GError) failure = NULL;
  g_autofree char *text = NULL;

  if (self->more && offset >= self->more_offset)
    return lsc_text_input_read_at (self->more, offset - self->more_offset, most, n_out, error);
  if (self->packed)
    text = _lsc_text_packed_read_at (self->packed, offset, most, n_out, &failure);
  else
    {
      text = g_malloc (most + LSC_TEXT_TAIL);
      *n_out = lsc_text_input_read_into (self, offset, text, most, &failure);
    }
  if (failure)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  memset (text + *n_out, '"', LSC_TEXT_TAIL);
  return g_steal_pointer (&text);
}

/**
 * lsc_text_input_append:
 * @self: a text that has been read
 * @more: (transfer full): another one that has been read
 * @offset: behind the end of @self and of what was appended to it
 *
 * Of a recording in several files: lsc_text_input_read_at() finds the text of @more from @offset
 * on.
 */
void
lsc_text_input_append (LscTextInput *self, LscTextInput *more, gint64 offset)
{
  g_return_if_fail (self && more && self != more);
  while (self->more)
    {
      offset -= self->more_offset;
      self = self->more;
    }
  self->more = more;
  self->more_offset = offset;
}

/**
 * lsc_text_input_get_file_size:
 *
 * Returns: bytes of the file when it was opened; of the archive for a member of one
 */
gint64
lsc_text_input_get_file_size (LscTextInput *self)
{
  g_return_val_if_fail (self, 0);
  return self->stat.st_size;
}

/**
 * lsc_text_input_check_unchanged:
 *
 * Returns: %FALSE with @error when the file is no longer the one that was opened, by size, time and
 *   inode: offsets into it then mean nothing
 */
gboolean
lsc_text_input_check_unchanged (LscTextInput *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);

  struct stat now;

  if (stat (self->file, &now) == 0 && now.st_size == self->stat.st_size &&
      now.st_ino == self->stat.st_ino && now.st_dev == self->stat.st_dev &&
      now.st_mtim.tv_sec == self->stat.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == self->stat.st_mtim.tv_nsec)
    return TRUE;
  return refuse (error, LSC_ERROR_CORRUPT, _ ("%s has changed since it was opened. Open it again"),
                 self->file);
}

const char *
lsc_text_input_get_path (LscTextInput *self)
{
  g_return_val_if_fail (self, NULL);
  return self->path;
}

/**
 * lsc_text_input_get_memory_bytes:
 *
 * Returns: bytes kept for reading at offsets
 */
gsize
lsc_text_input_get_memory_bytes (LscTextInput *self)
{
  g_return_val_if_fail (self, 0);
  return self->packed ? _lsc_text_packed_get_memory_bytes (self->packed) : 0;
}
