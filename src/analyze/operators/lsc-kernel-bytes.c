/* lsc-kernel-bytes.c - what a kernel has to move, by the shapes and types of its tensors
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/operators/lsc-kernel-bytes.h"

#include <string.h>

#include "base/lsc-time.h"

/* Each input read once and each output written once (flops.md#bytes): what no kernel can do
 * without. Caches may spare nothing of it, tiles that are read twice come on top. */

#define UNKNOWN (-1)

/**
 * lsc_kernel_type_bits:
 * @type: a data type as CANN names it, `DT_` in front or not, in any case
 *
 * Source: ge::DataType of CANN.
 *
 * Returns: bits of an element, 0 = not known
 */
guint
lsc_kernel_type_bits (const char *type)
{
  static const struct
  {
    const char *name;
    guint bits;
  } known[] = {
    { "FLOAT", 32 },        { "FLOAT32", 32 },    { "FLOAT16", 16 },     { "BF16", 16 },
    { "BFLOAT16", 16 },     { "DOUBLE", 64 },     { "FLOAT64", 64 },     { "INT8", 8 },
    { "UINT8", 8 },         { "INT16", 16 },      { "UINT16", 16 },      { "INT32", 32 },
    { "UINT32", 32 },       { "INT64", 64 },      { "UINT64", 64 },      { "BOOL", 8 },
    { "COMPLEX32", 32 },    { "COMPLEX64", 64 },  { "COMPLEX128", 128 }, { "INT4", 4 },
    { "INT2", 2 },          { "UINT1", 1 },       { "HIFLOAT8", 8 },     { "FLOAT8_E5M2", 8 },
    { "FLOAT8_E4M3FN", 8 }, { "FLOAT8_E8M0", 8 }, { "FLOAT4_E2M1", 4 },  { "FLOAT4_E1M2", 4 },
  };

  g_return_val_if_fail (type, 0);
  if (g_ascii_strncasecmp (type, "DT_", 3) == 0)
    type += 3;
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_ascii_strcasecmp (known[i].name, type) == 0)
      return known[i].bits;
  return 0;
}

/* Elements of `4096,1,128`; FALSE for what is no list of dimensions, or too many. */
static gboolean
count_elements (const char *tensor, gint64 *n)
{
  g_auto (GStrv) dims = g_strsplit (tensor, ",", -1);

  *n = 1;
  for (gsize i = 0; dims[i]; i++)
    {
      gint64 value;

      g_strstrip (dims[i]);
      if (lsc_parse_int64 (dims[i], strlen (dims[i]), &value) != LSC_PARSE_OK || value < 0 ||
          __builtin_mul_overflow (*n, value, n))
        return FALSE;
    }
  return TRUE;
}

/* An empty part is a scalar or an input that was not given: the recording does not tell which,
 * and either is a few bytes. */
static gboolean
add_tensor (const char *tensor, const char *type, gint64 *bytes, gboolean *has_dims)
{
  gint64 n, bits;
  guint size;

  if (*tensor == '\0')
    return TRUE;
  size = lsc_kernel_type_bits (type);
  *has_dims = TRUE;
  if (size == 0 || !count_elements (tensor, &n) || __builtin_mul_overflow (n, size, &bits) ||
      bits > G_MAXINT64 - 7)
    return FALSE;
  return !__builtin_add_overflow (*bytes, (bits + 7) / 8, bytes);
}

/* (transfer full): the parts of a list, without the quotes around it all. */
static char **
split_list (const char *text)
{
  g_autofree char *bare = g_strdup (text);
  gsize length;
  char *begin = bare + strspn (bare, "\"'");
  char **parts;

  length = strlen (begin);
  while (length > 0 && strchr ("\"'", begin[length - 1]))
    begin[--length] = '\0';
  parts = g_strsplit (begin, ";", -1);
  for (gsize i = 0; parts[i]; i++)
    g_strstrip (parts[i]);
  return parts;
}

static gboolean
add_list (const char *shapes, const char *types, gint64 *bytes, gboolean *has_dims)
{
  g_auto (GStrv) tensors = NULL;
  g_auto (GStrv) names = NULL;

  if (!shapes || !types)
    return FALSE;
  tensors = split_list (shapes);
  names = split_list (types);
  /* g_strsplit makes of an empty text no part at all: one tensor without dimensions. */
  if (!tensors[0])
    return names[0] && !names[1];
  if (g_strv_length (tensors) != g_strv_length (names))
    return FALSE;
  for (gsize i = 0; tensors[i]; i++)
    if (!add_tensor (tensors[i], names[i], bytes, has_dims))
      return FALSE;
  return TRUE;
}

/**
 * lsc_kernel_bytes:
 * @shapes_in: (nullable): `"4096,4096;4096,4096"`, quotes or not; `N/A` = not recorded
 * @types_in: (nullable): `FLOAT;DT_BF16`, one for each tensor of @shapes_in
 * @shapes_out: (nullable): likewise of the outputs
 * @types_out: (nullable)
 *
 * Bytes of all inputs and outputs, each counted once (flops.md#bytes). Parts without dimensions
 * count nothing. A product of FLOAT16 of 4 x 8 by 8 x 2 moves 2 * (32 + 16 + 8) = 112 bytes.
 *
 * Cost: O(length). Thread: any.
 * Source: Input Shapes, Input Data Types, Output Shapes, Output Data Types of kernels.
 *
 * Returns: bytes; -1 where a shape or a type of it is not known
 */
gint64
lsc_kernel_bytes (const char *shapes_in, const char *types_in, const char *shapes_out,
                  const char *types_out)
{
  gint64 bytes = 0;
  gboolean has_dims = FALSE;

  if (!add_list (shapes_in, types_in, &bytes, &has_dims) ||
      !add_list (shapes_out, types_out, &bytes, &has_dims) || !has_dims)
    return UNKNOWN;
  return bytes;
}
