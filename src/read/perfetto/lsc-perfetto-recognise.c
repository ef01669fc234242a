/* lsc-perfetto-recognise.c - what the first bytes of a file say of a Perfetto trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/perfetto/lsc-perfetto-private.h"

/* Packets to know a trace by. */
#define MOST_LOOKED_AT 64
#define REALTIME 1

/* Whether a field of a packet is one that is read. */
static gboolean
is_known_field (guint32 field)
{
  switch (field)
    {
    case LSC_PF_CLOCK_SNAPSHOT:
    case LSC_PF_TIMESTAMP:
    case LSC_PF_SEQUENCE:
    case LSC_PF_TRACK_EVENT:
    case LSC_PF_INTERNED:
    case LSC_PF_FLAGS:
    case LSC_PF_CLEARED:
    case LSC_PF_DROPPED:
    case LSC_PF_DEFLATED:
    case LSC_PF_GPU_COUNTERS:
    case LSC_PF_RENDER_STAGE:
    case LSC_PF_CLOCK:
    case LSC_PF_DEFAULTS:
    case LSC_PF_TRACK:
    case LSC_PF_ZSTD:
      return TRUE;
    default:
      return FALSE;
    }
}

/* 0: what follows is no packet; 1: a packet of fields that are not known; 2: a known one. */
static guint
judge_packet (const guint8 *bytes, gsize n, gboolean is_cut)
{
  guint result = 1;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (is_known_field (proto.field))
      result = 2;
  return proto.is_bad && !is_cut ? 0 : result;
}

/**
 * lsc_perfetto_begins:
 * @head: the first bytes of a file, unpacked
 *
 * Source: formats.md#perfetto: whole packets, and a known field in one of the first 64.
 *
 * Returns: whether it begins as a Perfetto trace does
 */
gboolean
lsc_perfetto_begins (const char *head, gsize n)
{
  const guint8 *p = (const guint8 *) head, *end = p + n;
  gboolean is_known = FALSE;

  for (guint i = 0; i < MOST_LOOKED_AT && p < end && !is_known; i++)
    {
      guint64 length = 0;
      gsize there;
      guint what;

      if (*p != LSC_PF_PACKET_KEY)
        return FALSE;
      p = lsc_proto_read (p + 1, end, &length);
      if (!p || length > LSC_TRACE_MOST_EVENT)
        return FALSE;
      there = (gsize) MIN (length, (guint64) (end - p));
      what = judge_packet (p, there, there < length);
      /* what is cut may be anything, unless something whole came before */
      if (what == 0 || (there < length && i == 0 && what != 2))
        return FALSE;
      is_known = what == 2;
      p += there;
    }
  return is_known;
}

/* The clock of the day in a snapshot. */
static gboolean
find_day (const guint8 *bytes, gsize n, gint64 *time_ns)
{
  LscProto proto, clock;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    {
      guint64 id = 0, value = 0;

      if (!lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
        continue;
      lsc_proto_init (&clock, proto.bytes, proto.n);
      while (lsc_proto_next (&clock))
        if (lsc_proto_is (&clock, 1, LSC_PROTO_VARINT))
          id = clock.value;
        else if (lsc_proto_is (&clock, 2, LSC_PROTO_VARINT))
          value = clock.value;
      *time_ns = (gint64) value;
      if (id == REALTIME && value < (guint64) LSC_TRACE_MOST_TIME_NS)
        return TRUE;
    }
  return FALSE;
}

/**
 * lsc_perfetto_find_begin:
 * @head: the first bytes of a Perfetto trace, unpacked
 * @begin_ns: (out): about when it was recorded, since the epoch
 *
 * Returns: %FALSE where no snapshot of clocks there tells
 */
gboolean
lsc_perfetto_find_begin (const char *head, gsize n, gint64 *begin_ns)
{
  LscProto trace, packet;

  g_return_val_if_fail (head && begin_ns, FALSE);
  lsc_proto_init (&trace, (const guint8 *) head, n);
  while (lsc_proto_next (&trace))
    {
      if (!lsc_proto_is (&trace, LSC_PF_TRACE_PACKET, LSC_PROTO_BYTES))
        continue;
      lsc_proto_init (&packet, trace.bytes, trace.n);
      while (lsc_proto_next (&packet))
        if (lsc_proto_is (&packet, LSC_PF_CLOCK_SNAPSHOT, LSC_PROTO_BYTES) &&
            find_day (packet.bytes, packet.n, begin_ns))
          return TRUE;
    }
  return FALSE;
}

/* The device of a render stage: extra data, which are left out where they are 0, else the event's.
 */
static guint64
find_device (const guint8 *bytes, gsize n)
{
  static const char key[] = "device id";
  guint64 device = 0;
  LscProto stage, extra;

  lsc_proto_init (&stage, bytes, n);
  while (lsc_proto_next (&stage))
    {
      gboolean is_device = FALSE;

      if (lsc_proto_is (&stage, 11, LSC_PROTO_VARINT))
        device = stage.value;
      if (!lsc_proto_is (&stage, 6, LSC_PROTO_BYTES))
        continue;
      lsc_proto_init (&extra, stage.bytes, stage.n);
      while (lsc_proto_next (&extra))
        if (lsc_proto_is (&extra, 1, LSC_PROTO_BYTES))
          is_device = extra.n == strlen (key) && memcmp (extra.bytes, key, extra.n) == 0;
        else if (is_device && lsc_proto_is (&extra, 2, LSC_PROTO_BYTES))
          {
            g_autofree char *text = g_strndup ((const char *) extra.bytes, MIN (extra.n, 20));

            return g_ascii_strtoull (text, NULL, 10);
          }
    }
  return device;
}

#define MOST_DEVICES 64

/**
 * lsc_perfetto_count_stages:
 * @head: the first bytes of a Perfetto trace, unpacked
 * @counts: (element-type utf8 guint): receives the render stages of each device, by its number
 *
 * Packets in packets are not looked into.
 */
void
lsc_perfetto_count_stages (const char *head, gsize n, GHashTable *counts)
{
  LscProto trace, packet;

  g_return_if_fail ((head || n == 0) && counts);
  lsc_proto_init (&trace, (const guint8 *) head, n);
  while (lsc_proto_next (&trace))
    {
      lsc_proto_init (&packet, trace.bytes, trace.type == LSC_PROTO_BYTES ? trace.n : 0);
      while (lsc_proto_next (&packet))
        if (lsc_proto_is (&packet, LSC_PF_RENDER_STAGE, LSC_PROTO_BYTES))
          {
            char *device =
                g_strdup_printf ("%" G_GUINT64_FORMAT, find_device (packet.bytes, packet.n));
            guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, device));

            if (count > 0 || g_hash_table_size (counts) < MOST_DEVICES)
              g_hash_table_replace (counts, device, GUINT_TO_POINTER (count + 1));
            else
              g_free (device);
          }
    }
}
