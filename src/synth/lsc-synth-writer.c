/* lsc-synth-writer.c - fast writing of large text files, plain or gzipped
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "synth/lsc-synth-trace.h"

#define BUFFER_SIZE (1 << 20)
#define LONGEST_NUMBER 32

struct _LscSynthWriter
{
  char *path;
  FILE *file; /* (nullable): plain */
  gzFile gzip;
  char *buffer;
  gsize n;
  gboolean is_failed;
};

/**
 * lsc_synth_writer_new:
 *
 * Returns: (transfer full) (nullable): a writer of a new file
 */
LscSynthWriter *
lsc_synth_writer_new (const char *path, gboolean gzip, GError **error)
{
  LscSynthWriter *self = g_new0 (LscSynthWriter, 1);

  self->path = g_strdup (path);
  self->buffer = g_malloc (BUFFER_SIZE);
  if (gzip)
    self->gzip = gzopen (path, "wb6");
  else
    self->file = fopen (path, "wbe");
  if (self->gzip || self->file)
    return self;
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", path,
               g_strerror (errno));
  g_free (self->path);
  g_free (self->buffer);
  g_free (self);
  return NULL;
}

static void
flush (LscSynthWriter *self)
{
  if (self->n == 0)
    return;
  if (self->gzip ? gzwrite (self->gzip, self->buffer, (unsigned) self->n) != (int) self->n
                 : fwrite (self->buffer, 1, self->n, self->file) != self->n)
    self->is_failed = TRUE;
  self->n = 0;
}

static void
put_bytes (LscSynthWriter *self, const char *bytes, gsize n)
{
  while (n > 0)
    {
      gsize part = MIN (n, BUFFER_SIZE - self->n);

      memcpy (self->buffer + self->n, bytes, part);
      self->n += part;
      bytes += part;
      n -= part;
      if (self->n == BUFFER_SIZE)
        flush (self);
    }
}

void
lsc_synth_put (LscSynthWriter *self, const char *text)
{
  put_bytes (self, text, strlen (text));
}

void
lsc_synth_put_int (LscSynthWriter *self, gint64 value)
{
  char text[LONGEST_NUMBER];
  char *end = text + sizeof text, *at = end;
  guint64 rest = value < 0 ? (guint64) -value : (guint64) value;

  do
    *--at = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    *--at = '-';
  put_bytes (self, at, (gsize) (end - at));
}

/** lsc_synth_put_us: writes nanoseconds as microseconds with three decimals. */
void
lsc_synth_put_us (LscSynthWriter *self, gint64 ns)
{
  const int rest = (int) (ABS (ns) % 1000);
  const char digits[] = { '.', (char) ('0' + rest / 100), (char) ('0' + rest / 10 % 10),
                          (char) ('0' + rest % 10) };

  if (ns < 0 && ns > -1000)
    put_bytes (self, "-", 1);
  lsc_synth_put_int (self, ns / 1000);
  put_bytes (self, digits, sizeof digits);
}

/** lsc_synth_put_json: writes a text in quotes. */
void
lsc_synth_put_json (LscSynthWriter *self, const char *text)
{
  const char *begin = text;

  put_bytes (self, "\"", 1);
  for (; *text; text++)
    {
      char escape[8];

      if (*text != '"' && *text != '\\' && (guchar) *text >= 32)
        continue;
      put_bytes (self, begin, (gsize) (text - begin));
      if ((guchar) *text >= 32)
        g_snprintf (escape, sizeof escape, "\\%c", *text);
      else
        g_snprintf (escape, sizeof escape, "\\u%04x", (guint) *text);
      lsc_synth_put (self, escape);
      begin = text + 1;
    }
  put_bytes (self, begin, (gsize) (text - begin));
  put_bytes (self, "\"", 1);
}

/** lsc_synth_put_csv: writes a cell, quoted where RFC 4180 asks for it. */
void
lsc_synth_put_csv (LscSynthWriter *self, const char *text)
{
  if (!strpbrk (text, ",\"\r\n"))
    {
      lsc_synth_put (self, text);
      return;
    }
  put_bytes (self, "\"", 1);
  for (; *text; text++)
    {
      if (*text == '"')
        put_bytes (self, "\"", 1);
      put_bytes (self, text, 1);
    }
  put_bytes (self, "\"", 1);
}

/**
 * lsc_synth_writer_close:
 * @self: (transfer full): the writer
 *
 * Returns: %FALSE if anything could not be written
 */
gboolean
lsc_synth_writer_close (LscSynthWriter *self, GError **error)
{
  gboolean is_written;

  flush (self);
  if (self->gzip && gzclose (self->gzip) != Z_OK)
    self->is_failed = TRUE;
  if (self->file && fclose (self->file) != 0)
    self->is_failed = TRUE;
  is_written = !self->is_failed;
  if (!is_written)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", self->path, g_strerror (EIO));
  g_free (self->path);
  g_free (self->buffer);
  g_free (self);
  return is_written;
}
