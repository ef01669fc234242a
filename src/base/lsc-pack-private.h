/* lsc-pack-private.h - numbers of a pack, one by one and as columns
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "base/lsc-pack.h"

G_BEGIN_DECLS

/** Bytes that are read. */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
} LscPackReader;

/** Returns: whether there was a number, of any length */
static inline gboolean
_lsc_pack_take_long_number (LscPackReader *self, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 64 && self->at < self->end; shift += 7)
    {
      guint8 byte = *self->at++;

      *value |= (guint64) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return TRUE;
    }
  return FALSE;
}

/** Returns: whether there was a number; most are small */
static inline gboolean
_lsc_pack_take_number (LscPackReader *self, guint64 *value)
{
  if (G_UNLIKELY (self->at >= self->end || *self->at >= 0x80))
    return _lsc_pack_take_long_number (self, value);
  *value = *self->at++;
  return TRUE;
}

void _lsc_pack_put_number (GByteArray *out, guint64 value);

GBytes *_lsc_pack_deflate (const guint8 *bytes, gsize n);
GBytes *_lsc_pack_inflate (GBytes *bytes);

void _lsc_pack_put_columns (GByteArray *out, const LscPackType *type, const guint8 *items, gsize n);
gboolean _lsc_pack_take_columns (LscPackReader *reader, const LscPackType *type, guint8 *items,
                                 gsize n);
gsize _lsc_pack_count_columns (const LscPackType *type);

G_END_DECLS
