/* lsc-trace-elements.c - types of elements, as PyTorch calls those of a collective
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "read/trace/lsc-trace-private.h"

#include <string.h>

#include "model/lsc-timeline.h"

/* @data_type: number of ENUM_HCCL_DATA_TYPE, which has no name for some */
static const struct
{
  const char *name;
  guint bytes;
  guint32 data_type;
} elements[] = {
  { "Bool", 1, LSC_DATA_TYPE_UNKNOWN },
  { "Char", 1, 0 },
  { "Byte", 1, 7 },
  { "Float8_e4m3fn", 1, LSC_DATA_TYPE_UNKNOWN },
  { "Float8_e4m3fnuz", 1, LSC_DATA_TYPE_UNKNOWN },
  { "Float8_e5m2", 1, LSC_DATA_TYPE_UNKNOWN },
  { "Float8_e5m2fnuz", 1, LSC_DATA_TYPE_UNKNOWN },
  { "Short", 2, 1 },
  { "UInt16", 2, 8 },
  { "Half", 2, 3 },
  { "BFloat16", 2, 11 },
  { "Int", 4, 2 },
  { "UInt32", 4, 9 },
  { "Float", 4, 4 },
  { "ComplexHalf", 4, LSC_DATA_TYPE_UNKNOWN },
  { "Long", 8, 5 },
  { "UInt64", 8, 6 },
  { "Double", 8, 10 },
  { "ComplexFloat", 8, LSC_DATA_TYPE_UNKNOWN },
  { "ComplexDouble", 16, LSC_DATA_TYPE_UNKNOWN },
};

/**
 * lsc_trace_find_element:
 * @name: of @n bytes, as in args "dtype"
 *
 * Returns: a number for _lsc_trace_get_size(), %LSC_LINK_CODE_UNKNOWN
 */
guint32
lsc_trace_find_element (const char *name, gsize n)
{
  for (guint32 i = 0; i < G_N_ELEMENTS (elements); i++)
    if (strlen (elements[i].name) == n && memcmp (elements[i].name, name, n) == 0)
      return i;
  return LSC_LINK_CODE_UNKNOWN;
}

/**
 * _lsc_trace_get_size:
 * @extras: of a collective
 * @data_type: (out): number of ENUM_HCCL_DATA_TYPE, %LSC_DATA_TYPE_UNKNOWN
 *
 * Returns: bytes that it takes in or gives out, whichever is more (communication.md#sizes); -1 =
 * not recorded
 */
gint64
_lsc_trace_get_size (const LscTraceExtras *extras, guint32 *data_type)
{
  gint64 n = MAX (extras->in_elements, extras->out_elements), bytes;

  *data_type = LSC_DATA_TYPE_UNKNOWN;
  if (extras->element >= G_N_ELEMENTS (elements))
    return -1;
  *data_type = elements[extras->element].data_type;
  if (n < 0 || __builtin_mul_overflow (n, (gint64) elements[extras->element].bytes, &bytes))
    return -1;
  return bytes;
}
