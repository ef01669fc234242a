/* perfetto-helper.c - small Perfetto traces written by tests
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "perfetto-helper.h"

#include <string.h>

#include "lsc-test-files.h"

/* Numbers of the fields are those of docs/definitions/formats.md. */

void
pf_bytes_clear (PfBytes *bytes)
{
  g_clear_pointer (bytes, g_byte_array_unref);
}

void
pf_varint (GByteArray *out, guint64 value)
{
  guint8 byte;

  for (; value > 0x7f; value >>= 7)
    {
      byte = (guint8) (value & 0x7f) | 0x80;
      g_byte_array_append (out, &byte, 1);
    }
  byte = (guint8) value;
  g_byte_array_append (out, &byte, 1);
}

void
pf_number (GByteArray *out, guint32 field, guint64 value)
{
  pf_varint (out, field << 3);
  pf_varint (out, value);
}

void
pf_bytes (GByteArray *out, guint32 field, const void *bytes, gsize n)
{
  pf_varint (out, field << 3 | 2);
  pf_varint (out, n);
  g_byte_array_append (out, bytes, (guint) n);
}

void
pf_text (GByteArray *out, guint32 field, const char *text)
{
  pf_bytes (out, field, text, strlen (text));
}

void
pf_double (GByteArray *out, guint32 field, double value)
{
  pf_varint (out, field << 3 | 1);
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

/** @message: (transfer full): */
void
pf_message (GByteArray *out, guint32 field, GByteArray *message)
{
  pf_bytes (out, field, message->data, message->len);
  g_byte_array_unref (message);
}

/** @packet: (transfer full): */
void
pf_packet (GByteArray *trace, GByteArray *packet)
{
  pf_message (trace, 1, packet);
}

static GByteArray *
make_clock (guint id, gint64 value)
{
  GByteArray *clock = g_byte_array_new ();

  pf_number (clock, 1, id);
  pf_number (clock, 2, (guint64) value);
  return clock;
}

/** Boot time and time of day at one moment. */
void
pf_clocks (GByteArray *trace, gint64 boot_ns, gint64 real_ns)
{
  GByteArray *packet = g_byte_array_new (), *snapshot = g_byte_array_new ();

  pf_message (snapshot, 1, make_clock (6, boot_ns));
  pf_message (snapshot, 1, make_clock (1, real_ns));
  pf_message (packet, 6, snapshot);
  pf_packet (trace, packet);
}

void
pf_process (GByteArray *trace, guint64 uuid, guint64 pid, const char *name)
{
  GByteArray *packet = g_byte_array_new (), *track = g_byte_array_new ();
  GByteArray *process = g_byte_array_new ();

  pf_number (process, 1, pid);
  pf_text (process, 6, name);
  pf_number (track, 1, uuid);
  pf_message (track, 3, process);
  pf_message (packet, 60, track);
  pf_packet (trace, packet);
}

void
pf_thread (GByteArray *trace, guint64 uuid, guint64 parent, guint64 pid, guint64 tid,
           const char *name)
{
  GByteArray *packet = g_byte_array_new (), *track = g_byte_array_new ();
  GByteArray *thread = g_byte_array_new ();

  pf_number (thread, 1, pid);
  pf_number (thread, 2, tid);
  pf_text (thread, 5, name);
  pf_number (track, 1, uuid);
  pf_number (track, 5, parent);
  pf_message (track, 4, thread);
  pf_message (packet, 60, track);
  pf_packet (trace, packet);
}

/** Returns: (transfer full): a TrackEvent with @name and @category (nullable) */
GByteArray *
pf_event (gint64 time_ns, guint type, guint64 track, const char *name, const char *category)
{
  GByteArray *event = g_byte_array_new ();

  pf_number (event, 9, type);
  pf_number (event, 11, track);
  if (name)
    pf_text (event, 23, name);
  if (category)
    pf_text (event, 22, category);
  return event;
}

static void
add_event (GByteArray *trace, gint64 time_ns, GByteArray *event)
{
  GByteArray *packet = g_byte_array_new ();

  pf_number (packet, 8, (guint64) (PF_BASE + time_ns));
  pf_number (packet, 10, 1);
  pf_message (packet, 11, event);
  pf_packet (trace, packet);
}

/** @correlation: 0 = none */
void
pf_begin (GByteArray *trace, gint64 time_ns, guint64 track, const char *name, const char *category,
          guint64 correlation)
{
  GByteArray *event = pf_event (time_ns, 1, track, name, category);

  if (correlation > 0)
    {
      GByteArray *arg = g_byte_array_new ();

      pf_text (arg, 10, "correlation");
      pf_number (arg, 4, correlation);
      pf_message (event, 4, arg);
    }
  add_event (trace, time_ns, event);
}

void
pf_end (GByteArray *trace, gint64 time_ns, guint64 track)
{
  add_event (trace, time_ns, pf_event (time_ns, 2, track, NULL, NULL));
}

static GByteArray *
make_entry (guint64 iid, const char *text)
{
  GByteArray *entry = g_byte_array_new ();

  pf_number (entry, 1, iid);
  pf_text (entry, 2, text);
  return entry;
}

/** Stages Kernel (1) and Memcpy (2), the lane of stream 7 (100), and a name (1). */
void
pf_interned (GByteArray *trace, guint32 sequence)
{
  GByteArray *packet = g_byte_array_new (), *data = g_byte_array_new ();

  pf_message (data, 24, make_entry (1, "Kernel"));
  pf_message (data, 24, make_entry (2, "Memcpy"));
  pf_message (data, 24, make_entry (100, "[07] stream 7"));
  pf_message (data, 2, make_entry (1, "interned name"));
  pf_number (packet, 10, sequence);
  pf_number (packet, 13, 1);
  pf_message (packet, 12, data);
  pf_packet (trace, packet);
}

/** @extra: keys and values in turn, then %NULL */
void
pf_stage (GByteArray *trace, gint64 time_ns, gint64 duration_ns, guint stage, const char *name,
          const char *const *extra)
{
  GByteArray *packet = g_byte_array_new (), *event = g_byte_array_new ();

  pf_number (event, 2, (guint64) duration_ns);
  pf_number (event, 13, 100);
  pf_number (event, 14, stage);
  if (name)
    pf_text (event, 17, name);
  for (gsize i = 0; extra && extra[i]; i += 2)
    {
      GByteArray *item = g_byte_array_new ();

      pf_text (item, 1, extra[i]);
      pf_text (item, 2, extra[i + 1]);
      pf_message (event, 6, item);
    }
  pf_number (packet, 8, (guint64) (PF_BASE + time_ns));
  pf_number (packet, 10, 1);
  pf_number (packet, 13, 2);
  pf_message (packet, 53, event);
  pf_packet (trace, packet);
}

/** Returns: (transfer full): the path of the file that was written */
char *
pf_save (const char *folder, const char *name, const GByteArray *trace)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, (const char *) trace->data, (gssize) trace->len, &error);
  g_assert_no_error (error);
  return path;
}

/** Returns: (transfer full) (nullable): the timeline of a trace, with its file gone */
LscTimeline *
pf_load (const GByteArray *trace, GError **error)
{
  g_auto (LscTestTempDir) folder = lsc_test_temp_dir_new ();
  g_autofree char *path = pf_save (folder, "rank0.pftrace", trace);
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_PERFETTO, folder, path);

  return lsc_timeline_load (source, 1, NULL, error);
}

/** Returns: what a notice counts, -2 where it is not told */
gint64
pf_count_notice (const LscTimeline *timeline, const char *code)
{
  g_autoptr (GPtrArray) list = lsc_notices_copy_list (timeline->notices);

  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (((const LscNotice *) list->pdata[i])->code, code))
      return ((const LscNotice *) list->pdata[i])->count;
  return -2;
}

/** Returns: (transfer none) (nullable): the lane of that name */
const LscLane *
pf_find_lane (const LscTimeline *timeline, const char *name)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->lane && g_strcmp0 (node->name, name) == 0)
        return node->lane;
    }
  return NULL;
}
