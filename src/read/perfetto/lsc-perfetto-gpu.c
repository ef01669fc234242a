/* lsc-perfetto-gpu.c - what devices did and measured: render stages and counters
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json-scan.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto: GpuRenderStageEvent, GpuCounterEvent. */

#define STREAM_WORD "stream "

/** A GpuRenderStageEvent taken apart, but for its extra data. */
typedef struct
{
  guint64 event;
  guint64 duration;
  guint64 gpu;
  guint64 lane;
  guint64 stage;
  guint64 kernel;
} Stage;

static void
take_extra (LscPfReader *self, const LscProto *extra, LscPfEvent *event)
{
  const guint8 *key = NULL, *value = NULL;
  gsize n = 0, n_value = 0;
  LscProto proto;

  lsc_proto_init (&proto, extra->bytes, extra->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
      {
        key = proto.bytes;
        n = proto.n;
      }
    else if (lsc_proto_is (&proto, 2, LSC_PROTO_BYTES))
      {
        value = proto.bytes;
        n_value = proto.n;
      }
  if (key && value)
    _lsc_pf_take_text (self, event, key, n, value, n_value);
}

static gboolean
take_apart (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes, gsize n,
            Stage *stage, LscPfEvent *event)
{
  const LscPfEntry *entry;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    switch (proto.field)
      {
      case 1:
        stage->event = proto.value;
        break;
      case 2:
        stage->duration = proto.value;
        break;
      case 6:
        if (proto.type == LSC_PROTO_BYTES)
          take_extra (self, &proto, event);
        break;
      case 11:
        stage->gpu = proto.value;
        break;
      case 13:
        stage->lane = proto.value;
        break;
      case 14:
        stage->stage = proto.value;
        break;
      case 17:
        if (proto.type == LSC_PROTO_BYTES)
          event->name = _lsc_pf_intern (self, proto.bytes, proto.n);
        break;
      case 19:
        stage->kernel = proto.value;
        break;
      case 20:
        entry = _lsc_pf_find (packet->generation, LSC_PF_NAMES, proto.value);
        if (entry)
          event->name = entry->text;
        break;
      default:
        break;
      }
  return !proto.is_bad;
}

/* "[07] stream 7": 7. Lanes of other names go by their numbers. */
static gint64
read_lane (const LscPfReader *self, const LscPfPacket *packet, guint64 iid)
{
  const LscPfEntry *lane = _lsc_pf_find (packet->generation, LSC_PF_SPECIFICATIONS, iid);
  const char *text = lane && lane->text != LSC_STRING_NONE
                         ? lsc_intern_text (self->worker->file.strings, lane->text)
                         : NULL;
  const char *digits = text ? strstr (text, STREAM_WORD) : NULL;
  gint64 number;

  if (digits && lsc_json_parse_int64 (digits + strlen (STREAM_WORD),
                                      strlen (digits + strlen (STREAM_WORD)), &number))
    return number;
  return (gint64) (iid & G_MAXINT32);
}

/* What stage and kernel say of the name and kind of an event. */
static void
complete_event (LscPfReader *self, const LscPfPacket *packet, const Stage *stage, LscPfEvent *event)
{
  const LscPfEntry *of_stage =
      _lsc_pf_find (packet->generation, LSC_PF_SPECIFICATIONS, stage->stage);
  const LscPfEntry *kernel = _lsc_pf_find (packet->generation, LSC_PF_KERNELS, stage->kernel);

  if (of_stage && of_stage->more != G_MAXUINT32)
    event->category = of_stage->more;
  if (event->name == LSC_STRING_NONE && kernel)
    event->name = kernel->text;
  if (event->name == LSC_STRING_NONE && of_stage)
    event->name = of_stage->text;
  if (event->category == G_MAXUINT32)
    event->category = lsc_trace_add_category (self->worker, "GPU stage");
  /* Zeros are left out: the first node of a graph has no number. */
  if (event->has_extras && event->extras.graph >= 0 && event->extras.node < 0)
    event->extras.node = 0;
}

/**
 * _lsc_pf_read_stage:
 * @bytes: a GpuRenderStageEvent
 *
 * Returns: %FALSE if it is damaged
 */
gboolean
_lsc_pf_read_stage (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes, gsize n)
{
  Stage stage = { 0 };
  LscPfEvent event;
  gint64 gpu, stream;
  LscPfTrack *track;

  _lsc_pf_event_init (&event);
  if (G_UNLIKELY (self->kept->len > 0))
    g_ptr_array_set_size (self->kept, 0);
  if (!take_apart (self, packet, bytes, n, &stage, &event) ||
      stage.duration > (guint64) LSC_TRACE_MOST_DURATION_NS)
    return FALSE;
  complete_event (self, packet, &stage, &event);
  gpu = event.has_extras && event.extras.device >= 0 ? event.extras.device
                                                     : (gint64) (guint32) stage.gpu;
  stream = event.has_extras && event.extras.stream >= 0 ? event.extras.stream
                                                        : read_lane (self, packet, stage.lane);
  track = _lsc_pf_get_stream (self, gpu, stream);
  self->n_stages++;
  if (!track)
    {
      lsc_trace_note_bad (self->worker, LSC_TRACE_BAD_TRACKS, packet->detail & LSC_PF_OFFSET_MASK);
      return TRUE;
    }
  if (_lsc_pf_add_slice (self, track, packet, &event, packet->time_ns + (gint64) stage.duration))
    {
      if (event.has_extras && event.extras.copied_bytes >= 0)
        lsc_copies_append (&self->worker->file.copies,
                           (LscCopy){ .detail = packet->detail,
                                      .bytes = event.extras.copied_bytes,
                                      .direction = LSC_COPY_UNKNOWN });
      _lsc_pf_add_arrow_end (self, track, packet->time_ns, stage.event);
    }
  return TRUE;
}

/* ---- counters ---- */

/* As PyTorch calls them in JSON: "GPU 0 Counters". There are many samples, and few devices. */
static guint32
get_counter_track (LscPfReader *self, gint64 gpu)
{
  LscIntern *strings = self->worker->file.strings;
  g_autofree char *name = NULL;

  if (G_LIKELY (self->has_counter_track && self->counter_gpu == gpu))
    return self->counter_track;
  name = g_strdup_printf ("GPU %" G_GINT64_FORMAT " Counters", gpu);
  self->has_counter_track = TRUE;
  self->counter_gpu = gpu;
  self->no_text = lsc_intern_add (strings, "");
  return self->counter_track =
             lsc_trace_get_track (self->worker, -1 - (gint64) lsc_intern_add (strings, name),
                                  -1 - (gint64) self->no_text);
}

static void
add_sample (LscPfReader *self, const LscPfPacket *packet, const LscPfCounterSet *set, guint32 track,
            const LscProto *counter)
{
  LscTraceSample sample = { .time_ns = packet->time_ns, .track = track };
  gboolean has_value = FALSE;
  guint32 id = 0, name;
  LscProto proto;

  lsc_proto_init (&proto, counter->bytes, counter->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
      id = (guint32) proto.value;
    else if (lsc_proto_is (&proto, 2, LSC_PROTO_VARINT))
      {
        sample.value = (double) (gint64) proto.value;
        has_value = TRUE;
      }
    else if (lsc_proto_is (&proto, 3, LSC_PROTO_FIXED64))
      {
        sample.value = lsc_proto_double (&proto);
        has_value = TRUE;
      }
  name = GPOINTER_TO_UINT (g_hash_table_lookup (set->names, GUINT_TO_POINTER (id)));
  if (!has_value || name == 0)
    return;
  sample.name = name - 1;
  sample.key = self->no_text;
  lsc_trace_samples_append (&self->worker->file.samples, sample);
}

static const LscPfCounterSet *
find_set (LscPfReader *self, const LscPfPacket *packet, guint64 iid, gint64 gpu)
{
  const LscPfEntry *entry = _lsc_pf_find (packet->generation, LSC_PF_COUNTERS, iid);
  guint index = entry && entry->more != G_MAXUINT32
                    ? entry->more + 1
                    : GPOINTER_TO_UINT (
                          g_hash_table_lookup (self->inline_sets, GUINT_TO_POINTER ((guint) gpu)));

  return index > 0 && index <= self->counter_sets->len
             ? g_ptr_array_index (self->counter_sets, index - 1)
             : NULL;
}

/**
 * _lsc_pf_read_counters:
 * @bytes: a GpuCounterEvent
 *
 * Returns: %FALSE if it is damaged
 */
gboolean
_lsc_pf_read_counters (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes, gsize n)
{
  const LscPfCounterSet *set;
  guint64 iid = 0;
  gint64 gpu = -1;
  guint32 track = LSC_SLICE_NONE;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 4, LSC_PROTO_VARINT))
      iid = proto.value;
    else if (lsc_proto_is (&proto, 3, LSC_PROTO_VARINT))
      gpu = (gint64) (guint32) proto.value;
  if (proto.is_bad)
    return FALSE;
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
      {
        guint32 index = _lsc_pf_read_counter_set (self, proto.bytes, proto.n, MAX (gpu, 0));

        g_hash_table_insert (self->inline_sets, GUINT_TO_POINTER ((guint) MAX (gpu, 0)),
                             GUINT_TO_POINTER (index + 1));
      }
  set = find_set (self, packet, iid, MAX (gpu, 0));
  if (!set)
    {
      _lsc_pf_skip (self, LSC_PF_GPU_COUNTERS);
      return TRUE;
    }
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 2, LSC_PROTO_BYTES))
      {
        if (track == LSC_SLICE_NONE)
          track = get_counter_track (self, gpu >= 0 ? gpu : set->gpu);
        if (track != LSC_SLICE_NONE)
          add_sample (self, packet, set, track, &proto);
      }
  return TRUE;
}
