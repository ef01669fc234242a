/* lsc-proto.c - the fields of a protobuf message, one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/perfetto/lsc-proto.h"

/* Seven bits a byte, so that 64 bits take ten. */
#define MOST_VARINT 10

/** lsc_proto_read_long: as lsc_proto_read(), of any length */
const guint8 *
lsc_proto_read_long (const guint8 *p, const guint8 *end, guint64 *value)
{
  guint64 sum = 0;

  for (guint i = 0; i < MOST_VARINT && p < end; i++)
    {
      guint8 byte = *p++;

      sum |= (guint64) (byte & 0x7f) << (7 * i);
      if (byte < 0x80)
        {
          *value = sum;
          return p;
        }
    }
  return NULL;
}

/**
 * lsc_proto_check:
 *
 * Returns: whether @bytes are a message all fields of which are well-formed; what is inside of them
 *   is not looked at
 */
gboolean
lsc_proto_check (const guint8 *bytes, gsize n)
{
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    ;
  return !proto.is_bad;
}
