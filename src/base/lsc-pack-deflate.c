/* lsc-pack-deflate.c - bytes of a pack, smaller
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-pack-private.h"

#include <gio/gio.h>

/* A list that unpacks to more is hostile: no rank has as much. */
#define MOST_BYTES ((gsize) 1 << 30)
#define LEVEL 6

/* (transfer full): deflated, or inflated; %NULL where it is no deflated text, or too large */
static GBytes *
convert (GConverter *converter, const guint8 *bytes, gsize n)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gsize at = 0;

  for (;;)
    {
      guint8 block[65536];
      gsize n_read = 0, n_written = 0;
      g_autoptr (GError) error = NULL;
      GConverterResult result =
          g_converter_convert (converter, at < n ? bytes + at : (const guint8 *) "", n - at, block,
                               sizeof block, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, &error);

      if (result == G_CONVERTER_ERROR || out->len + n_written > MOST_BYTES)
        return NULL;
      g_byte_array_append (out, block, (guint) n_written);
      at += n_read;
      if (result == G_CONVERTER_FINISHED)
        return g_byte_array_free_to_bytes (g_steal_pointer (&out));
    }
}

/** Returns: (transfer full): the same, deflated */
GBytes *
_lsc_pack_deflate (const guint8 *bytes, gsize n)
{
  g_autoptr (GZlibCompressor) compressor =
      g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL);

  return convert (G_CONVERTER (compressor), bytes, n);
}

/** Returns: (transfer full) (nullable): what was deflated; %NULL where it is no such thing, or too
 * large */
GBytes *
_lsc_pack_inflate (GBytes *bytes)
{
  g_autoptr (GZlibDecompressor) decompressor =
      g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  gsize n;
  const guint8 *data = g_bytes_get_data (bytes, &n);

  return n > 0 ? convert (G_CONVERTER (decompressor), data, n) : NULL;
}
