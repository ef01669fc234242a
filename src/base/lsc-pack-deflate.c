/* lsc-pack-deflate.c - bytes of a pack, smaller
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-pack-private.h"

#include <gio/gio.h>
#include <zlib.h>

/* A list that unpacks to more is hostile: no rank has as much. */
#define MOST_BYTES ((gsize) 1 << 30)
#define LEVEL 6

/* Of most lists; room for more is made when it is needed. */
#define USUAL_RATIO 8
#define LEAST_ROOM 1024

/** Returns: (transfer full): the same, deflated */
GBytes *
_lsc_pack_deflate (const guint8 *bytes, gsize n)
{
  g_autoptr (GZlibCompressor) compressor =
      g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gsize at = 0;

  for (;;)
    {
      guint8 block[65536];
      gsize n_read = 0, n_written = 0;
      g_autoptr (GError) error = NULL;
      GConverterResult result = g_converter_convert (
          G_CONVERTER (compressor), at < n ? bytes + at : (const guint8 *) "", n - at, block,
          sizeof block, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, &error);

      if (result == G_CONVERTER_ERROR || out->len + n_written > MOST_BYTES)
        return NULL;
      g_byte_array_append (out, block, (guint) n_written);
      at += n_read;
      if (result == G_CONVERTER_FINISHED)
        return g_byte_array_free_to_bytes (g_steal_pointer (&out));
    }
}

/* Straight to where it stays, and what fits at once needs no window. @n: (out): bytes of it
 * Returns: (transfer full) (nullable) */
static guint8 *
inflate_all (z_stream *stream, gsize *n)
{
  gsize room = CLAMP ((gsize) stream->avail_in * USUAL_RATIO, LEAST_ROOM, MOST_BYTES);
  g_autofree guint8 *out = g_malloc (room);
  int status = Z_OK;

  *n = 0;
  for (;;)
    {
      stream->next_out = out + *n;
      stream->avail_out = (uInt) (room - *n);
      status = inflate (stream, Z_FINISH);
      *n = room - stream->avail_out;
      if (status == Z_STREAM_END)
        return g_steal_pointer (&out);
      if (stream->avail_out > 0 || (status != Z_OK && status != Z_BUF_ERROR) || room == MOST_BYTES)
        return NULL;
      room = MIN (2 * room, MOST_BYTES);
      out = g_realloc (out, room);
    }
}

/** Returns: (transfer full) (nullable): what was deflated; %NULL where it is no such thing, or too
 * large */
GBytes *
_lsc_pack_inflate (GBytes *bytes)
{
  gsize n, n_out = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  z_stream stream = { .next_in = (Bytef *) (gsize) data, .avail_in = (uInt) n };
  guint8 *out;

  if (n == 0 || n > G_MAXINT32 || inflateInit (&stream) != Z_OK)
    return NULL;
  out = inflate_all (&stream, &n_out);
  inflateEnd (&stream);
  return out ? g_bytes_new_take (out, n_out) : NULL;
}
