/* lsc-proto.h - the fields of a protobuf message, one after the other
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/** How a field is written. Groups (3 and 4) are none of ours. */
typedef enum
{
  LSC_PROTO_VARINT = 0,
  LSC_PROTO_FIXED64 = 1,
  LSC_PROTO_BYTES = 2,
  LSC_PROTO_FIXED32 = 5,
} LscProtoType;

/** Messages inside each other, as deep as any that is read. */
#define LSC_PROTO_MOST_DEPTH 32

/**
 * LscProto: a cursor over one message
 * @p, @end: what is left of it
 * @is_bad: it stopped before the end: at a length beyond it, an endless varint, an unknown type
 * @field, @type: of the field it stands on
 * @value: varint and fixed
 * @bytes, @n: (transfer none): of %LSC_PROTO_BYTES
 *
 * Never looks outside of the message and allocates nothing: a length is believed only as far as the
 * message goes.
 */
typedef struct
{
  const guint8 *p;
  const guint8 *end;
  gboolean is_bad;
  guint32 field;
  LscProtoType type;
  guint64 value;
  const guint8 *bytes;
  gsize n;
} LscProto;

const guint8 *lsc_proto_read_long (const guint8 *p, const guint8 *end, guint64 *value);
gboolean lsc_proto_check (const guint8 *bytes, gsize n);

static inline void
lsc_proto_init (LscProto *self, const guint8 *bytes, gsize n)
{
  *self = (LscProto){ .p = bytes, .end = bytes + n };
}

/**
 * lsc_proto_read:
 * @value: (out): a varint
 *
 * Returns: (nullable): the byte behind it, %NULL where it does not end within ten bytes or @end
 */
static inline const guint8 *
lsc_proto_read (const guint8 *p, const guint8 *end, guint64 *value)
{
  if (G_LIKELY (p < end && *p < 0x80))
    {
      *value = *p;
      return p + 1;
    }
  if (G_LIKELY (end - p >= 2 && p[1] < 0x80))
    {
      *value = (guint64) (p[0] & 0x7f) | (guint64) p[1] << 7;
      return p + 2;
    }
  return lsc_proto_read_long (p, end, value);
}

static inline gboolean
lsc_proto_stop (LscProto *self)
{
  self->is_bad = TRUE;
  self->p = self->end;
  return FALSE;
}

/** Moves on to the next field. Returns: %FALSE at the end, or where it is bad */
static inline gboolean
lsc_proto_next (LscProto *self)
{
  const guint8 *p = self->p, *end = self->end;
  guint64 key;

  if (p >= end)
    return FALSE;
  p = lsc_proto_read (p, end, &key);
  if (G_UNLIKELY (!p || key >> 3 == 0 || key > G_MAXUINT32))
    return lsc_proto_stop (self);
  self->field = (guint32) key >> 3;
  self->type = (LscProtoType) (key & 7);
  switch (self->type)
    {
    case LSC_PROTO_VARINT:
      p = lsc_proto_read (p, end, &self->value);
      break;
    case LSC_PROTO_BYTES:
      p = lsc_proto_read (p, end, &key);
      if (G_UNLIKELY (!p || key > (gsize) (end - p)))
        return lsc_proto_stop (self);
      self->bytes = p;
      self->n = (gsize) key;
      p += key;
      break;
    case LSC_PROTO_FIXED64:
      if (G_UNLIKELY (end - p < 8))
        return lsc_proto_stop (self);
      memcpy (&self->value, p, 8);
      self->value = GUINT64_FROM_LE (self->value);
      p += 8;
      break;
    case LSC_PROTO_FIXED32:
      {
        guint32 word;

        if (G_UNLIKELY (end - p < 4))
          return lsc_proto_stop (self);
        memcpy (&word, p, 4);
        self->value = GUINT32_FROM_LE (word);
        p += 4;
        break;
      }
    default:
      p = NULL;
      break;
    }
  if (G_UNLIKELY (!p))
    return lsc_proto_stop (self);
  self->p = p;
  return TRUE;
}

/** Returns: whether the cursor stands on field @field with a value that is @type */
static inline gboolean
lsc_proto_is (const LscProto *self, guint32 field, LscProtoType type)
{
  return self->field == field && self->type == type;
}

/** Returns: the value as a double, of a field of 64 bits */
static inline double
lsc_proto_double (const LscProto *self)
{
  double value;

  memcpy (&value, &self->value, sizeof value);
  return value;
}

G_END_DECLS
