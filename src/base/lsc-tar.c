/* lsc-tar.c - files on their way into a stream, as a tar archive
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-tar.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gi18n-lib.h>

#include "base/lsc-error.h"

struct _LscTar
{
  struct archive *archive;
  GOutputStream *stream;
  GError *error; /* (nullable): of the stream, the first one */
};

static la_ssize_t
on_write (struct archive *archive, void *data, const void *bytes, size_t n)
{
  LscTar *self = data;

  if (!self->error && g_output_stream_write_all (self->stream, bytes, n, NULL, NULL, &self->error))
    return (la_ssize_t) n;
  archive_set_error (archive, EIO, "stream");
  return ARCHIVE_FATAL;
}

static gboolean
fail (LscTar *self, GError **error)
{
  const char *why = archive_error_string (self->archive);

  if (!self->error)
    return lsc_fail (error, LSC_ERROR_IO, _ ("The tar archive could not be written: %s"),
                     why ? why : "?");
  g_propagate_error (error, g_error_copy (self->error));
  return FALSE;
}

/**
 * lsc_tar_new:
 * @stream: what the archive is written to; it stays open
 *
 * Errors: %LSC_ERROR_IO, or those of @stream
 *
 * Returns: (transfer full) (nullable): an archive without files
 */
LscTar *
lsc_tar_new (GOutputStream *stream, GError **error)
{
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), NULL);

  g_autoptr (LscTar) self = g_new0 (LscTar, 1);

  self->stream = g_object_ref (stream);
  self->archive = archive_write_new ();
  /* GNU's layout takes names of any length as they are. */
  if (!self->archive || archive_write_set_format_gnutar (self->archive) != ARCHIVE_OK ||
      archive_write_open (self->archive, self, NULL, on_write, NULL) != ARCHIVE_OK)
    {
      lsc_fail (error, LSC_ERROR_IO, _ ("The tar archive could not be written: %s"),
                g_strerror (ENOMEM));
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * lsc_tar_add:
 * @name: of the file, in the encoding of the file system
 * @content: all of it
 *
 * Adds a file that everybody may read, of this moment.
 *
 * Errors: as lsc_tar_new()
 */
gboolean
lsc_tar_add (LscTar *self, const char *name, GBytes *content, GError **error)
{
  g_return_val_if_fail (self && name && content, FALSE);

  struct archive_entry *entry = archive_entry_new ();
  gsize n;
  const void *bytes = g_bytes_get_data (content, &n);
  gboolean is_added;

  if (!entry)
    return lsc_fail (error, LSC_ERROR_IO, _ ("The tar archive could not be written: %s"),
                     g_strerror (ENOMEM));
  archive_entry_copy_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) n);
  archive_entry_set_mtime (entry, g_get_real_time () / G_USEC_PER_SEC, 0);
  is_added = archive_write_header (self->archive, entry) >= ARCHIVE_WARN &&
             archive_write_data (self->archive, bytes, n) == (la_ssize_t) n &&
             archive_write_finish_entry (self->archive) >= ARCHIVE_WARN;
  archive_entry_free (entry);
  return is_added || fail (self, error);
}

/** Returns: whether the end of the archive is written, too; errors: as lsc_tar_new() */
gboolean
lsc_tar_finish (LscTar *self, GError **error)
{
  g_return_val_if_fail (self, FALSE);
  return archive_write_close (self->archive) == ARCHIVE_OK || fail (self, error);
}

/** An archive that is not finished has no end. */
void
lsc_tar_free (LscTar *self)
{
  if (!self)
    return;
  if (self->archive)
    {
      archive_write_fail (self->archive);
      archive_write_free (self->archive);
    }
  g_clear_error (&self->error);
  g_object_unref (self->stream);
  g_free (self);
}
