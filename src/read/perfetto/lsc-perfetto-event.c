/* lsc-perfetto-event.c - TrackEvent: slices, moments and counters of a track
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto: TrackEvent. */

typedef enum
{
  TYPE_NONE,
  TYPE_BEGIN,
  TYPE_END,
  TYPE_INSTANT,
  TYPE_COUNTER,
} EventType;

enum
{
  FIELD_CATEGORY_IID = 3,
  FIELD_ANNOTATION = 4,
  FIELD_LEGACY = 6,
  FIELD_TYPE = 9,
  FIELD_NAME_IID = 10,
  FIELD_TRACK = 11,
  FIELD_CATEGORY = 22,
  FIELD_NAME = 23,
  FIELD_VALUE = 30,
  FIELD_DOUBLE = 44,
  FIELD_LAUNCHED = 3000,
};

/** A TrackEvent taken apart, but for its annotations. */
typedef struct
{
  EventType type;
  guint32 unknown_type;
  gboolean is_legacy;
  gboolean has_value;
  double value;
  guint64 track;
  LscProto launched;
} Parts;

static const char sync_category[] = "cuda_sync";
static const char arrow_category[] = "ac2g";

/**
 * _lsc_pf_add_slice:
 * @end_ns: as the time of @packet where it is not known yet
 *
 * Returns: (nullable): the slice, valid until the next one; %NULL when the track has too many
 */
LscRawSlice *
_lsc_pf_add_slice (LscPfReader *self, LscPfTrack *track, const LscPfPacket *packet,
                   const LscPfEvent *event, gint64 end_ns)
{
  LscTraceFile *file = &self->worker->file;
  LscRawSlice *slice;
  guint32 index;

  if (track->slices.n >= LSC_SLICE_NONE - 1)
    return NULL;
  slice = lsc_raw_slices_add (&track->slices, packet->time_ns, end_ns);
  index = (guint32) (track->slices.n - 1);
  track->is_used = TRUE;
  slice->detail = packet->detail;
  slice->name = event->name != LSC_STRING_NONE ? event->name : lsc_intern_add (file->strings, "");
  slice->category =
      (guint16) (event->category <= G_MAXUINT16 ? event->category : self->no_category);
  slice->kind = LSC_SLICE_OTHER;
  slice->flags = 0;
  slice->link = event->correlation == LSC_TRACE_NO_NUMBER
                    ? LSC_SLICE_NONE
                    : lsc_trace_fold (self->worker, event->correlation);
  file->has_links |= slice->link != LSC_SLICE_NONE;
  if (event->fwd_thread != LSC_TRACE_NO_NUMBER)
    slice->flags = event->fwd_thread == 0 ? LSC_TRACE_FLAG_FORWARD : LSC_TRACE_FLAG_BACKWARD;
  if (event->order >= 0)
    lsc_trace_sequences_append (&file->sequences,
                                (LscTraceSequence){ event->order, track->index, index });
  if (event->has_extras)
    lsc_trace_commit_extras (self->worker, &event->extras, track->index, index);
  return slice;
}

/* ---- annotations ---- */

static void
take_annotation (LscPfReader *self, const LscPfPacket *packet, const LscProto *annotation,
                 LscPfEvent *event)
{
  const LscIntern *strings = self->worker->file.strings;
  const guint8 *key = NULL, *text = NULL;
  gsize n = 0, n_text = 0;
  const LscPfEntry *entry;
  gint64 number = LSC_TRACE_NO_NUMBER;
  LscProto proto;

  lsc_proto_init (&proto, annotation->bytes, annotation->n);
  while (lsc_proto_next (&proto))
    switch (proto.field)
      {
      case 10:
        key = proto.bytes;
        n = proto.n;
        break;
      case 1:
        entry = _lsc_pf_find (packet->generation, LSC_PF_ARG_NAMES, proto.value);
        if (entry && entry->text != LSC_STRING_NONE)
          {
            key = (const guint8 *) lsc_intern_text (strings, entry->text);
            n = lsc_intern_length (strings, entry->text);
          }
        break;
      case 3:
      case 4:
        number = (gint64) proto.value;
        break;
      case 6:
        text = proto.bytes;
        n_text = proto.n;
        break;
      case 17:
        entry = _lsc_pf_find (packet->generation, LSC_PF_TEXTS, proto.value);
        if (entry && entry->text != LSC_STRING_NONE)
          {
            text = (const guint8 *) lsc_intern_text (strings, entry->text);
            n_text = lsc_intern_length (strings, entry->text);
          }
        break;
      default:
        break;
      }
  if (key && text)
    _lsc_pf_take_text (self, event, key, n, text, n_text);
  else if (key && number != LSC_TRACE_NO_NUMBER)
    _lsc_pf_take_number (event, key, n, number);
}

static inline void
take_category (const LscPfPacket *packet, guint64 iid, LscPfEvent *event)
{
  const LscPfEntry *entry = _lsc_pf_find (packet->generation, LSC_PF_CATEGORIES, iid);

  if (entry && event->category == G_MAXUINT32)
    event->category = entry->more;
}

static void
take_category_text (LscPfReader *self, const LscProto *field, LscPfEvent *event)
{
  guint32 text = _lsc_pf_intern (self, field->bytes, field->n);

  if (event->category == G_MAXUINT32)
    event->category =
        lsc_trace_add_category (self->worker, lsc_intern_text (self->worker->file.strings, text));
}

/* Numbers in a row, as newer writers give the categories. */
static void
take_categories (const LscPfPacket *packet, const LscProto *field, LscPfEvent *event)
{
  const guint8 *p = field->bytes, *end = field->bytes + field->n;
  guint64 iid;

  while (p < end && (p = lsc_proto_read (p, end, &iid)))
    take_category (packet, iid, event);
}

static gboolean
take_apart (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes, gsize n,
            Parts *parts, LscPfEvent *event)
{
  const LscPfEntry *entry;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    switch (proto.field)
      {
      case FIELD_TYPE:
        parts->type = proto.value <= TYPE_COUNTER ? (EventType) proto.value : TYPE_NONE;
        break;
      case FIELD_TRACK:
        parts->track = proto.value;
        break;
      case FIELD_NAME_IID:
        entry = _lsc_pf_find (packet->generation, LSC_PF_NAMES, proto.value);
        if (entry)
          event->name = entry->text;
        break;
      case FIELD_NAME:
        if (proto.type == LSC_PROTO_BYTES)
          event->name = _lsc_pf_intern (self, proto.bytes, proto.n);
        break;
      case FIELD_CATEGORY_IID:
        if (proto.type == LSC_PROTO_BYTES)
          take_categories (packet, &proto, event);
        else
          take_category (packet, proto.value, event);
        break;
      case FIELD_CATEGORY:
        if (proto.type == LSC_PROTO_BYTES)
          take_category_text (self, &proto, event);
        break;
      case FIELD_ANNOTATION:
        if (proto.type == LSC_PROTO_BYTES)
          take_annotation (self, packet, &proto, event);
        break;
      case FIELD_VALUE:
        parts->value = (double) (gint64) proto.value;
        parts->has_value = TRUE;
        break;
      case FIELD_DOUBLE:
        parts->value = lsc_proto_double (&proto);
        parts->has_value = proto.type == LSC_PROTO_FIXED64;
        break;
      case FIELD_LEGACY:
        parts->is_legacy = TRUE;
        break;
      case FIELD_LAUNCHED:
        if (proto.type == LSC_PROTO_BYTES)
          parts->launched = proto;
        break;
      default:
        break;
      }
  return !proto.is_bad;
}

/* ---- what it makes ---- */

static void
add_flow (LscPfReader *self, const LscPfTrack *track, gint64 time_ns, guint64 id, char phase)
{
  LscFlow *flow = lsc_flows_add (&self->worker->file.flows);

  *flow = (LscFlow){ .time_ns = time_ns,
                     .id = id,
                     .track = track->index,
                     .category = lsc_trace_add_category (self->worker, arrow_category),
                     .phase = phase };
}

/**
 * _lsc_pf_add_arrow_end:
 * @event: number of a render stage
 *
 * Notes where the arrow of a launch ends; launches come from correlations where there are any.
 */
void
_lsc_pf_add_arrow_end (LscPfReader *self, const LscPfTrack *track, gint64 time_ns, guint64 event)
{
  if (!self->worker->file.has_links)
    add_flow (self, track, time_ns, event, 'f');
}

/* The render stages that a call launched. */
static void
add_arrows (LscPfReader *self, const LscPfTrack *track, gint64 time_ns, const LscProto *launched)
{
  LscProto proto;

  if (!launched->bytes || self->worker->file.has_links)
    return;
  lsc_proto_init (&proto, launched->bytes, launched->n);
  while (lsc_proto_next (&proto))
    {
      const guint8 *p = proto.bytes;
      guint64 id;

      if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
        add_flow (self, track, time_ns, proto.value, 's');
      else if (lsc_proto_is (&proto, 1, LSC_PROTO_BYTES))
        while (p < proto.bytes + proto.n && (p = lsc_proto_read (p, proto.bytes + proto.n, &id)))
          add_flow (self, track, time_ns, id, 's');
    }
}

static void
add_mark (LscPfTrack *track, gint64 time_ns, guint32 slice)
{
  track->is_used = TRUE;
  lsc_pf_marks_append (&track->marks, (LscPfMark){ time_ns, slice, 0 });
}

static void
add_value (LscPfReader *self, LscPfTrack *track, gint64 time_ns, const Parts *parts)
{
  double value = parts->value * (track->multiplier > 0 ? track->multiplier : 1);

  if (!parts->has_value)
    return;
  if (track->is_incremental)
    value = track->sum += value;
  track->is_used = TRUE;
  lsc_trace_samples_append (&self->samples,
                            (LscTraceSample){ time_ns, value, 0, 0, track->index, 0 });
}

/**
 * _lsc_pf_read_event:
 * @bytes: a TrackEvent
 *
 * Returns: %FALSE if it is damaged
 */
gboolean
_lsc_pf_read_event (LscPfReader *self, const LscPfPacket *packet, const guint8 *bytes, gsize n)
{
  Parts parts = { .track = packet->sequence->default_track };
  LscPfEvent event;
  LscPfTrack *track;
  LscRawSlice *slice;

  _lsc_pf_event_init (&event);
  if (G_UNLIKELY (self->kept->len > 0))
    g_ptr_array_set_size (self->kept, 0);
  if (!take_apart (self, packet, bytes, n, &parts, &event))
    return FALSE;
  if (G_UNLIKELY (parts.type == TYPE_NONE))
    {
      _lsc_pf_skip (self, LSC_PF_TRACK_EVENT);
      return TRUE;
    }
  track = _lsc_pf_get_track (self, parts.track);
  if (G_UNLIKELY (!track))
    {
      lsc_trace_note_bad (self->worker, LSC_TRACE_BAD_TRACKS, packet->detail & LSC_PF_OFFSET_MASK);
      return TRUE;
    }
  if (parts.type == TYPE_END)
    add_mark (track, packet->time_ns, LSC_SLICE_NONE);
  else if (parts.type == TYPE_COUNTER)
    add_value (self, track, packet->time_ns, &parts);
  else
    {
      if (event.is_sync && event.category == G_MAXUINT32)
        event.category = lsc_trace_add_category (self->worker, sync_category);
      slice = _lsc_pf_add_slice (self, track, packet, &event, packet->time_ns);
      if (slice && parts.type == TYPE_INSTANT)
        slice->flags |= LSC_TRACE_FLAG_INSTANT;
      else if (slice)
        add_mark (track, packet->time_ns, (guint32) (track->slices.n - 1));
      if (slice)
        add_arrows (self, track, packet->time_ns, &parts.launched);
    }
  return TRUE;
}
