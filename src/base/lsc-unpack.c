/* lsc-unpack.c - pieces of a file that are packed by themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#define CHUNK ((gsize) 64 * 1024)
/* Window of deflate; 32 more let zlib find the header of zlib or gzip by itself. */
#define WINDOW_BITS 15
#define ANY_HEADER 32

/* Room for more at the end of @out, at most up to @most bytes; 0 when there is none. */
static gsize
make_room (GByteArray *out, gsize from, gsize most)
{
  gsize used = out->len - from;
  gsize room = MIN (MAX (used, CHUNK), most - used);

  g_byte_array_set_size (out, (guint) (out->len + room));
  return room;
}

static gboolean
inflate_with (int window_bits, const guint8 *bytes, gsize n, gsize most, GByteArray *out)
{
  z_stream stream = { .next_in = (Bytef *) (gsize) bytes, .avail_in = (uInt) n };
  gsize from = out->len;
  int status = Z_OK;

  if (inflateInit2 (&stream, window_bits) != Z_OK)
    return FALSE;
  while (status == Z_OK)
    {
      gsize at = out->len, room = make_room (out, from, most);

      stream.next_out = out->data + at;
      stream.avail_out = (uInt) room;
      status = room > 0 ? inflate (&stream, Z_NO_FLUSH) : Z_BUF_ERROR;
      g_byte_array_set_size (out, (guint) (at + room - stream.avail_out));
    }
  inflateEnd (&stream);
  if (status != Z_STREAM_END)
    g_byte_array_set_size (out, (guint) from);
  return status == Z_STREAM_END;
}

static gboolean
read_all (struct archive *archive, gsize most, GByteArray *out)
{
  gsize from = out->len;
  la_ssize_t got = 1;

  while (got > 0)
    {
      gsize at = out->len, room = make_room (out, from, most);

      got = room > 0 ? archive_read_data (archive, out->data + at, room) : -1;
      g_byte_array_set_size (out, (guint) (at + (gsize) MAX (got, 0)));
    }
  if (got < 0)
    g_byte_array_set_size (out, (guint) from);
  return got == 0;
}

static gboolean
unpack_zstd (const guint8 *bytes, gsize n, gsize most, GByteArray *out)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
  gboolean ok = archive_read_support_filter_zstd (archive) == ARCHIVE_OK &&
                archive_read_support_format_raw (archive) == ARCHIVE_OK &&
                archive_read_open_memory (archive, bytes, n) == ARCHIVE_OK &&
                archive_read_next_header (archive, &entry) == ARCHIVE_OK &&
                archive_filter_code (archive, 0) == ARCHIVE_FILTER_ZSTD &&
                read_all (archive, most, out);

  archive_read_free (archive);
  return ok;
}

/**
 * lsc_unpack:
 * @bytes: a whole stream of @n bytes
 * @most: bytes that it may come to; below 2 GiB
 * @out: receives them behind what it has
 *
 * Cost: O(@most). Thread: any.
 *
 * Returns: %FALSE where it is damaged, cut, longer than @most or, of zstd, where the library for
 *   archives cannot unpack it; @out is as before then
 */
gboolean
lsc_unpack (LscPacking packing, const guint8 *bytes, gsize n, gsize most, GByteArray *out)
{
  g_return_val_if_fail ((bytes || n == 0) && out, FALSE);
  g_return_val_if_fail (out->len + most < G_MAXINT32, FALSE);
  if (n == 0 || n >= G_MAXINT32 || most == 0)
    return FALSE;
  if (packing == LSC_PACKING_ZSTD)
    return unpack_zstd (bytes, n, most, out);
  return inflate_with (WINDOW_BITS + ANY_HEADER, bytes, n, most, out) ||
         inflate_with (-WINDOW_BITS, bytes, n, most, out);
}
