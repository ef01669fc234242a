/* lsc-unpack.h - pieces of a file that are packed by themselves
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LSC_PACKING_DEFLATE, /* with the header of zlib or of gzip, or without one */
  LSC_PACKING_ZSTD,
} LscPacking;

gboolean lsc_unpack (LscPacking packing, const guint8 *bytes, gsize n, gsize most, GByteArray *out);

G_END_DECLS
