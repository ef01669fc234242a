/* lsc-text-unzip.c - a whole file of gzip, inflated once from its beginning
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/lsc-error.h"
#include "base/lsc-text-private.h"

/* For archives that are packed with gzip: libarchive inflates them, too, and does not look at the
 * checksums. */

#define INPUT_BYTES ((gsize) 64 * 1024)
#define OUTPUT_BYTES ((gsize) 256 * 1024)
#define GZIP_BITS (15 + 16)

struct _LscTextUnzip
{
  FILE *file;
  z_stream zlib;
  gboolean at_end;   /* of the file */
  gboolean is_ended; /* behind a member: another one, or the end */
  guchar *input;
  char *output;
};

/**
 * _lsc_text_unzip_open:
 *
 * Returns: (transfer full) (nullable): what inflates @path; %NULL if it is not packed with gzip
 */
LscTextUnzip *
_lsc_text_unzip_open (const char *path)
{
  FILE *file = fopen (path, "rbe");
  LscTextUnzip *self;
  int first, second;

  if (!file)
    return NULL;
  first = getc (file);
  second = getc (file);
  rewind (file);
  self = g_new0 (LscTextUnzip, 1);
  if (first != 0x1f || second != 0x8b || inflateInit2 (&self->zlib, GZIP_BITS) != Z_OK)
    {
      fclose (file);
      g_free (self);
      return NULL;
    }
  self->file = file;
  self->input = g_malloc (INPUT_BYTES);
  self->output = g_malloc (OUTPUT_BYTES);
  return self;
}

void
_lsc_text_unzip_close (LscTextUnzip *self)
{
  inflateEnd (&self->zlib);
  fclose (self->file);
  g_free (self->input);
  g_free (self->output);
  g_free (self);
}

static void
fill_input (LscTextUnzip *self)
{
  gsize n;

  if (self->zlib.avail_in > 0 || self->at_end)
    return;
  n = fread (self->input, 1, INPUT_BYTES, self->file);
  self->zlib.next_in = self->input;
  self->zlib.avail_in = (uInt) n;
  self->at_end = n == 0;
}

/* Behind a member, what is no member is padding, as for gzip itself. */
static gboolean
begin_member (LscTextUnzip *self)
{
  fill_input (self);
  if (self->zlib.avail_in == 0 || *self->zlib.next_in != 0x1f)
    return FALSE;
  self->is_ended = FALSE;
  return inflateReset (&self->zlib) == Z_OK;
}

static gssize
fail (const LscTextUnzip *self, GError **error)
{
  if (ferror (self->file))
    lsc_fail (error, LSC_ERROR_IO, _ ("reading failed"));
  else if (self->at_end)
    lsc_fail (error, LSC_ERROR_CORRUPT, _ ("the file ends too early"));
  else
    lsc_fail (error, LSC_ERROR_CORRUPT, "%s", self->zlib.msg ? self->zlib.msg : _ ("bad data"));
  return -1;
}

/**
 * _lsc_text_unzip_read:
 * @bytes: (out): what was inflated, until the next call
 *
 * What comes before damage is handed out first; from then on each call fails.
 *
 * Returns: how many bytes, 0 at the end; -1 with @error when the file is damaged, cut off, or its
 *   checksum is wrong
 */
gssize
_lsc_text_unzip_read (LscTextUnzip *self, const void **bytes, GError **error)
{
  int status = Z_OK;

  *bytes = self->output;
  self->zlib.next_out = (Bytef *) self->output;
  self->zlib.avail_out = (uInt) OUTPUT_BYTES;
  while (self->zlib.avail_out > 0 && status == Z_OK)
    {
      if (self->is_ended && !begin_member (self))
        break;
      fill_input (self);
      status = inflate (&self->zlib, Z_NO_FLUSH);
      if (status == Z_STREAM_END)
        {
          self->is_ended = TRUE;
          status = Z_OK;
        }
    }
  if (self->zlib.avail_out < OUTPUT_BYTES || status == Z_OK)
    return (gssize) (OUTPUT_BYTES - self->zlib.avail_out);
  return fail (self, error);
}
