/* lsc-perfetto-packet.c - one packet of a Perfetto trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-unpack.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto. A packet belongs to a sequence, whose state it may set, need or lose. */

#define FLAG_CLEARED 1u
#define FLAG_NEEDS 2u
/* Behind the bytes that were unpacked, where texts are looked at eight bytes at a time. */
#define PAD 64

/** A packet taken apart: fields that say what it is, and what it holds. */
typedef struct
{
  guint64 time;
  guint32 sequence;
  guint32 clock;
  guint32 flags;
  gboolean has_time;
  gboolean is_dropped;
  LscProto defaults;
  LscProto interned;
  LscProto payload; /* field 0: none that is read */
  guint32 unknown;  /* the first field that is not read, 0 */
} Parts;

/* What any packet may say of its writer: trusted_uid, trusted_pid, first_packet_on_sequence,
 * machine_id. */
static gboolean
is_about_writer (guint32 field)
{
  return field == 3 || field == 79 || field == 87 || field == 98;
}

static inline void
take_number (Parts *parts, const LscProto *field)
{
  switch (field->field)
    {
    case LSC_PF_TIMESTAMP:
      parts->time = field->value;
      parts->has_time = TRUE;
      break;
    case LSC_PF_SEQUENCE:
      parts->sequence = (guint32) field->value;
      break;
    case LSC_PF_FLAGS:
      parts->flags |= (guint32) field->value;
      break;
    case LSC_PF_CLEARED:
      parts->flags |= field->value ? FLAG_CLEARED : 0;
      break;
    case LSC_PF_DROPPED:
      parts->is_dropped = field->value != 0;
      break;
    case LSC_PF_CLOCK:
      parts->clock = (guint32) field->value;
      break;
    default:
      if (parts->unknown == 0 && !is_about_writer (field->field))
        parts->unknown = field->field;
      break;
    }
}

static inline void
take_bytes (Parts *parts, const LscProto *field)
{
  switch (field->field)
    {
    case LSC_PF_INTERNED:
      parts->interned = *field;
      break;
    case LSC_PF_DEFAULTS:
      parts->defaults = *field;
      break;
    case LSC_PF_CLOCK_SNAPSHOT:
    case LSC_PF_TRACK_EVENT:
    case LSC_PF_DEFLATED:
    case LSC_PF_GPU_COUNTERS:
    case LSC_PF_RENDER_STAGE:
    case LSC_PF_TRACK:
    case LSC_PF_ZSTD:
      parts->payload = *field;
      break;
    default:
      if (parts->unknown == 0 && !is_about_writer (field->field))
        parts->unknown = field->field;
      break;
    }
}

static gboolean
take_apart (const guint8 *bytes, gsize n, Parts *parts)
{
  LscProto proto;

  *parts = (Parts){ 0 };
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (proto.type == LSC_PROTO_BYTES)
      take_bytes (parts, &proto);
    else
      take_number (parts, &proto);
  return !proto.is_bad;
}

/* ---- sequences ---- */

static LscPfSequence *
get_sequence (LscPfReader *self, guint32 id)
{
  LscPfSequence *sequence = self->last;

  if (G_LIKELY (sequence && sequence->id == id))
    return sequence;
  sequence = g_hash_table_lookup (self->sequences, GUINT_TO_POINTER (id));
  if (!sequence)
    {
      sequence = g_new0 (LscPfSequence, 1);
      sequence->id = id;
      sequence->generation = LSC_STRING_NONE;
      g_hash_table_insert (self->sequences, GUINT_TO_POINTER (id), sequence);
    }
  return self->last = sequence;
}

static LscPfGeneration *
get_generation (const LscPfReader *self, const LscPfSequence *sequence)
{
  return sequence->generation == LSC_STRING_NONE
             ? NULL
             : g_ptr_array_index (self->texts->generations, sequence->generation);
}

static gboolean
is_empty (const LscPfGeneration *generation)
{
  for (guint i = 0; i < LSC_PF_N_TABLES; i++)
    if (generation->tables[i].entries.n > 0)
      return FALSE;
  return TRUE;
}

/* One that nothing was put into serves again. */
static void
begin_generation (LscPfReader *self, LscPfSequence *sequence)
{
  GPtrArray *all = self->texts->generations;
  LscPfGeneration *now = get_generation (self, sequence);

  if (now && is_empty (now))
    return;
  sequence->generation = LSC_STRING_NONE;
  if (all->len >= LSC_PF_MOST_GENERATIONS - 1)
    return;
  g_ptr_array_add (all, g_new0 (LscPfGeneration, 1));
  sequence->generation = all->len - 1;
}

static void
read_defaults (LscPfSequence *sequence, const LscProto *defaults)
{
  LscProto proto, inner;

  lsc_proto_init (&proto, defaults->bytes, defaults->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, LSC_PF_CLOCK, LSC_PROTO_VARINT))
      sequence->default_clock = (guint32) proto.value;
    else if (lsc_proto_is (&proto, LSC_PF_TRACK_EVENT, LSC_PROTO_BYTES))
      {
        lsc_proto_init (&inner, proto.bytes, proto.n);
        while (lsc_proto_next (&inner))
          if (lsc_proto_is (&inner, 11, LSC_PROTO_VARINT))
            sequence->default_track = inner.value;
      }
}

/* Returns: FALSE for a packet that cannot be understood: what it needs is gone */
static gboolean
update_state (LscPfReader *self, LscPfSequence *sequence, const Parts *parts)
{
  if (G_UNLIKELY (parts->is_dropped))
    sequence->is_valid = FALSE;
  if (G_UNLIKELY (parts->flags & FLAG_CLEARED))
    {
      begin_generation (self, sequence);
      sequence->is_valid = sequence->generation != LSC_STRING_NONE;
      sequence->default_track = 0;
      sequence->default_clock = 0;
    }
  if ((parts->flags & FLAG_NEEDS) && !sequence->is_valid)
    {
      self->n_stateless++;
      return FALSE;
    }
  if (G_UNLIKELY (parts->interned.bytes))
    {
      if (sequence->generation == LSC_STRING_NONE)
        begin_generation (self, sequence);
      if (sequence->generation != LSC_STRING_NONE)
        _lsc_pf_read_interned (self, get_generation (self, sequence), parts->interned.bytes,
                               parts->interned.n);
    }
  if (G_UNLIKELY (parts->defaults.bytes))
    read_defaults (sequence, &parts->defaults);
  return TRUE;
}

/* ---- packets in packets ---- */

static void
read_inside (LscPfReader *self, const guint8 *bytes, gsize n, gint64 begin)
{
  LscProto proto;
  gsize at = 0;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    {
      if (lsc_proto_is (&proto, LSC_PF_TRACE_PACKET, LSC_PROTO_BYTES))
        _lsc_pf_read_packet (self, proto.bytes, proto.n, begin + (gint64) at);
      at = (gsize) (proto.p - bytes);
    }
  if (proto.is_bad)
    self->n_bundles_bad++;
}

/* Bytes that packed packets may come to: real ones are packed ten times or less. */
static gsize
get_most (const LscPfReader *self)
{
  gint64 most = (gint64) LSC_PF_MOST_BUNDLE + self->n_packed_bytes * LSC_PF_MOST_RATIO -
                (self->inside - LSC_PF_INSIDE);

  most = MIN (most, LSC_PF_OFFSET_MASK - self->inside);
  return (gsize) CLAMP (most, 0, (gint64) LSC_PF_MOST_BUNDLE);
}

static void
read_bundle (LscPfReader *self, const LscProto *payload, gint64 offset)
{
  gboolean is_zstd = payload->field == LSC_PF_ZSTD;
  gsize n;

  if (self->depth > 0) /* nobody packs twice, but bombs are made so */
    {
      self->n_bundles_bad++;
      return;
    }
  self->n_packed_bytes += (gint64) payload->n;
  g_byte_array_set_size (self->unpacked, 0);
  if (!lsc_unpack (is_zstd ? LSC_PACKING_ZSTD : LSC_PACKING_DEFLATE, payload->bytes, payload->n,
                   get_most (self), self->unpacked))
    {
      if (is_zstd)
        self->n_zstd++;
      else
        self->n_bundles_bad++;
      return;
    }
  n = self->unpacked->len;
  g_byte_array_set_size (self->unpacked, (guint) (n + PAD));
  memset (self->unpacked->data + n, 0, PAD);
  lsc_pf_bundles_append (&self->texts->bundles,
                         (LscPfBundle){ self->inside, self->inside + (gint64) n, offset });
  self->depth++;
  read_inside (self, self->unpacked->data, n, self->inside);
  self->depth--;
  self->inside += (gint64) n;
}

/* ---- packets ---- */

static void
read_payload (LscPfReader *self, LscPfPacket *packet, const LscProto *payload)
{
  gboolean ok = TRUE;

  switch (payload->field)
    {
    case LSC_PF_TRACK:
      _lsc_pf_read_track (self, payload->bytes, payload->n);
      return;
    case LSC_PF_CLOCK_SNAPSHOT:
      _lsc_pf_read_clocks (self, packet->sequence->id, payload->bytes, payload->n);
      return;
    default:
      break;
    }
  self->worker->file.n_events++;
  if (G_UNLIKELY (!packet->has_time))
    lsc_trace_note_bad (self->worker, LSC_TRACE_BAD_FIELDS, packet->detail & LSC_PF_OFFSET_MASK);
  else if (payload->field == LSC_PF_TRACK_EVENT)
    ok = _lsc_pf_read_event (self, packet, payload->bytes, payload->n);
  else if (payload->field == LSC_PF_RENDER_STAGE)
    ok = _lsc_pf_read_stage (self, packet, payload->bytes, payload->n);
  else
    ok = _lsc_pf_read_counters (self, packet, payload->bytes, payload->n);
  if (G_UNLIKELY (!ok))
    lsc_trace_note_bad (self->worker, LSC_TRACE_BAD_JSON, packet->detail & LSC_PF_OFFSET_MASK);
}

static gboolean
is_event (guint32 field)
{
  return field == LSC_PF_TRACK_EVENT || field == LSC_PF_RENDER_STAGE ||
         field == LSC_PF_GPU_COUNTERS;
}

/**
 * _lsc_pf_read_packet:
 * @bytes: a TracePacket of @n bytes, behind which eight more may be read
 * @offset: where its tag stands
 *
 * Takes a packet into the tables, or counts it as bad or not read.
 */
void
_lsc_pf_read_packet (LscPfReader *self, const guint8 *bytes, gsize n, gint64 offset)
{
  LscPfPacket packet = { 0 };
  LscPfSequence *sequence;
  Parts parts;
  guint32 field;

  if (G_UNLIKELY (!take_apart (bytes, n, &parts)))
    {
      self->worker->file.n_events++;
      lsc_trace_note_bad (self->worker, LSC_TRACE_BAD_JSON, offset);
      return;
    }
  field = parts.payload.field;
  packet.sequence = sequence = get_sequence (self, parts.sequence);
  if (!update_state (self, sequence, &parts))
    return;
  packet.generation = get_generation (self, sequence);
  packet.detail = offset | (gint64) (packet.generation ? sequence->generation + 1 : 0)
                               << LSC_PF_OFFSET_BITS;
  packet.has_time = parts.has_time;
  /* A clock that counts from the packet before goes on with any packet. */
  if (parts.has_time &&
      !_lsc_pf_convert (self, sequence->id, parts.clock > 0 ? parts.clock : sequence->default_clock,
                        parts.time, &packet.time_ns) &&
      is_event (field))
    {
      self->n_far_clocks++;
      return;
    }
  if (field == LSC_PF_DEFLATED || field == LSC_PF_ZSTD)
    read_bundle (self, &parts.payload, offset);
  else if (field != 0)
    read_payload (self, &packet, &parts.payload);
  else if (parts.unknown != 0)
    _lsc_pf_skip (self, parts.unknown);
}
