/* lsc-perfetto-track.c - tracks of a Perfetto trace, and the threads that they are
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-sort.h"
#include "read/perfetto/lsc-perfetto-private.h"

/* formats.md#perfetto: a descriptor may follow what is on its track, so that threads are told apart
 * at the end. What is on a track of its own, below a thread, a process or nothing, belongs to no
 * thread. */

#define MOST_PARENTS 16
/* What PyTorch makes of process -1, which holds what the profiler itself cost. */
#define OVERHEAD_PID 0x7fffffff
static const char overhead_pid[] = "-1";
static const char overhead_category[] = "overhead";
static const char mark_category[] = "user_annotation";

/** Frees an #LscPfTrack. */
void
_lsc_pf_track_free (gpointer data)
{
  LscPfTrack *self = data;

  lsc_raw_slices_clear (&self->slices);
  lsc_pf_marks_clear (&self->marks);
  g_free (self);
}

static LscPfTrack *
add_track (LscPfReader *self)
{
  LscPfTrack *track;

  if (self->tracks->len >= LSC_TRACE_MOST_TRACKS)
    return NULL;
  track = g_new0 (LscPfTrack, 1);
  track->index = self->tracks->len;
  track->name = track->process_name = LSC_STRING_NONE;
  g_ptr_array_add (self->tracks, track);
  return track;
}

/**
 * _lsc_pf_get_track:
 *
 * Returns: (transfer none) (nullable): the track of a uuid, new or known; %NULL when there are too
 *   many
 */
LscPfTrack *
_lsc_pf_get_track (LscPfReader *self, guint64 uuid)
{
  LscPfTrack *track = self->last_track;

  if (G_LIKELY (track && track->uuid == uuid))
    return track;
  track = g_hash_table_lookup (self->track_index, &uuid);
  if (!track)
    {
      track = add_track (self);
      if (!track)
        return NULL;
      track->uuid = uuid;
      g_hash_table_insert (self->track_index, &track->uuid, track);
    }
  return self->last_track = track;
}

/**
 * _lsc_pf_get_stream:
 *
 * Returns: (transfer none) (nullable): the track of a stream of a device, as _lsc_pf_get_track()
 */
LscPfTrack *
_lsc_pf_get_stream (LscPfReader *self, gint64 gpu, gint64 stream)
{
  LscPfTrack *track = self->last_stream;
  gint64 key[2] = { gpu, stream };
  g_autoptr (GBytes) bytes = NULL;

  if (G_LIKELY (track && track->pid == gpu && track->tid == stream))
    return track;
  bytes = g_bytes_new (key, sizeof key);
  track = g_hash_table_lookup (self->streams, bytes);
  if (!track)
    {
      track = add_track (self);
      if (!track)
        return NULL;
      track->is_stream = track->has_pid = track->has_tid = TRUE;
      track->pid = gpu;
      track->tid = stream;
      g_hash_table_insert (self->streams, g_steal_pointer (&bytes), track);
    }
  return self->last_stream = track;
}

/* ---- descriptors ---- */

static void
read_process (LscPfReader *self, LscPfTrack *track, const LscProto *field)
{
  LscProto proto;

  track->has_pid = TRUE;
  lsc_proto_init (&proto, field->bytes, field->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
      track->pid = (gint64) (guint32) proto.value;
    else if (lsc_proto_is (&proto, 6, LSC_PROTO_BYTES))
      track->process_name = _lsc_pf_intern (self, proto.bytes, proto.n);
}

static void
read_thread (LscPfReader *self, LscPfTrack *track, const LscProto *field)
{
  LscProto proto;

  track->has_pid = track->has_tid = TRUE;
  lsc_proto_init (&proto, field->bytes, field->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
      track->pid = (gint64) (guint32) proto.value;
    else if (lsc_proto_is (&proto, 2, LSC_PROTO_VARINT))
      track->tid = (gint64) proto.value & G_MAXINT64;
    else if (lsc_proto_is (&proto, 5, LSC_PROTO_BYTES))
      track->name = _lsc_pf_intern (self, proto.bytes, proto.n);
}

static void
read_counter (LscPfTrack *track, const LscProto *field)
{
  LscProto proto;

  track->is_counter = TRUE;
  lsc_proto_init (&proto, field->bytes, field->n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 4, LSC_PROTO_VARINT))
      track->multiplier = (double) (gint64) proto.value;
    else if (lsc_proto_is (&proto, 5, LSC_PROTO_VARINT))
      track->is_incremental = proto.value != 0;
}

/** Reads a TrackDescriptor. */
void
_lsc_pf_read_track (LscPfReader *self, const guint8 *bytes, gsize n)
{
  LscPfTrack *track;
  guint64 uuid = 0;
  LscProto proto;

  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 1, LSC_PROTO_VARINT))
      uuid = proto.value;
  track = proto.is_bad ? NULL : _lsc_pf_get_track (self, uuid);
  if (!track)
    return;
  lsc_proto_init (&proto, bytes, n);
  while (lsc_proto_next (&proto))
    if (lsc_proto_is (&proto, 5, LSC_PROTO_VARINT))
      track->parent = proto.value;
    else if (proto.type != LSC_PROTO_BYTES)
      continue;
    else if (proto.field == 2 && track->name == LSC_STRING_NONE)
      track->name = _lsc_pf_intern (self, proto.bytes, proto.n);
    else if (proto.field == 3)
      read_process (self, track, &proto);
    else if (proto.field == 4)
      read_thread (self, track, &proto);
    else if (proto.field == 8)
      read_counter (track, &proto);
}

/* ---- threads ---- */

/* (nullable): the track itself or the nearest one above it that says its process. */
static const LscPfTrack *
find_process (const LscPfReader *self, const LscPfTrack *track, gboolean with_name)
{
  for (guint i = 0; track && i < MOST_PARENTS; i++)
    {
      if (track->has_pid && (!with_name || track->process_name != LSC_STRING_NONE))
        return track;
      track = track->parent != 0 ? g_hash_table_lookup (self->track_index, &track->parent) : NULL;
    }
  return NULL;
}

static gint64
make_text_key (LscPfReader *self, const char *text)
{
  return -1 - (gint64) lsc_intern_add (self->worker->file.strings, text);
}

static gint64
get_pid_key (LscPfReader *self, const LscPfTrack *track)
{
  const LscPfTrack *process = find_process (self, track, FALSE);

  if (!process)
    return make_text_key (self, "");
  return process->pid == OVERHEAD_PID ? make_text_key (self, overhead_pid) : process->pid;
}

static gint64
get_tid_key (LscPfReader *self, const LscPfTrack *track)
{
  g_autofree char *name = NULL;

  if (track->has_tid)
    return track->tid;
  if (track->name != LSC_STRING_NONE)
    return -1 - (gint64) track->name;
  if (track->process_name != LSC_STRING_NONE)
    return -1 - (gint64) track->process_name;
  name = g_strdup_printf ("Track %" G_GINT64_MODIFIER "x", track->uuid);
  return make_text_key (self, name);
}

static void
describe_process (LscPfReader *self, const LscPfTrack *track, gint64 pid_key)
{
  const LscPfTrack *process = find_process (self, track, TRUE);

  if (track->is_stream)
    {
      g_autofree char *label = g_strdup_printf ("GPU %" G_GINT64_FORMAT, track->pid);

      lsc_trace_get_process (self->worker, pid_key)->labels =
          lsc_intern_add (self->worker->file.strings, label);
    }
  else if (process)
    lsc_trace_get_process (self->worker, pid_key)->name = process->process_name;
}

/* Slices without a category: the profiler's own, or marks of who wrote the trace. */
static void
complete_categories (LscPfReader *self, LscPfTrack *track)
{
  const LscPfTrack *process = find_process (self, track, FALSE);
  gboolean is_overhead = process && process->pid == OVERHEAD_PID;
  guint16 category = 0;

  for (gsize i = 0; i < track->slices.n; i++)
    if (track->slices.items[i].category == self->no_category)
      {
        if (category == 0)
          category =
              (guint16) (1 + lsc_trace_add_category (self->worker, is_overhead ? overhead_category
                                                                               : mark_category));
        track->slices.items[i].category = category - 1;
      }
}

static void
finish_track (LscPfReader *self, LscPfTrack *track)
{
  gint64 pid_key = get_pid_key (self, track);
  LscTrack *made;

  track->number = lsc_trace_get_track (self->worker, pid_key, get_tid_key (self, track));
  if (track->number == LSC_SLICE_NONE)
    return;
  if (!track->is_stream)
    complete_categories (self, track);
  describe_process (self, track, pid_key);
  for (gsize i = 0; i < track->slices.n; i++)
    track->slices.items[i].start_ns -= self->base_ns;
  made = &g_array_index (self->worker->file.tracks, LscTrack, track->number);
  made->is_async = !track->has_tid;
  if (track->has_tid && !track->is_stream && track->name != LSC_STRING_NONE)
    made->thread_name = track->name;
  track->first = (guint32) made->slices.n;
  lsc_raw_slices_append_all (&made->slices, &track->slices);
  _lsc_pf_pair (self, track->index);
}

/* ---- what is told of slices ---- */

#define DEFINE_KEY(name, Type)                                                                     \
  static gint64 name (gsize index, gconstpointer data)                                             \
  {                                                                                                \
    return ((const Type *) data)[index].track;                                                     \
  }

DEFINE_KEY (sequence_key, LscTraceSequence)
DEFINE_KEY (group_key, LscTraceGroup)
DEFINE_KEY (node_key, LscTraceNode)

/* In a track that several become, slices stand in the order of the tracks here. What is told of
 * those goes behind the rest in that order; most tracks become one by themselves, and theirs stays
 * in the order of the file. */
static void
sort_joined (const LscPfReader *self, gpointer items, gsize n, gsize item_bytes, LscSortKeyFunc key)
{
  g_autoptr (GByteArray) joined = g_byte_array_new ();
  guint8 *bytes = items;
  gsize n_kept = 0;

  for (gsize i = 0; i < n; i++)
    {
      const LscPfTrack *track = g_ptr_array_index (self->tracks, (guint) key (i, items));

      if (track->is_joined)
        g_byte_array_append (joined, bytes + i * item_bytes, (guint) item_bytes);
      else if (n_kept++ != i)
        memcpy (bytes + (n_kept - 1) * item_bytes, bytes + i * item_bytes, item_bytes);
    }
  lsc_sort_items (joined->data, n - n_kept, item_bytes, key);
  if (n_kept < n)
    memcpy (bytes + n_kept * item_bytes, joined->data, joined->len);
}

#define MOVE(list, Type, key)                                                                      \
  sort_joined (self, list.items, list.n, sizeof (Type), key);                                      \
  for (gsize i = 0; i < list.n; i++)                                                               \
    {                                                                                              \
      const LscPfTrack *track = g_ptr_array_index (self->tracks, list.items[i].track);             \
                                                                                                   \
      list.items[i].track = track->number;                                                         \
      list.items[i].index += track->first;                                                         \
    }

static void
mark_joined (LscPfReader *self)
{
  g_autofree guint32 *counts = g_new0 (guint32, self->worker->file.tracks->len + 1);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const LscPfTrack *track = g_ptr_array_index (self->tracks, i);

      if (track->number != LSC_SLICE_NONE)
        counts[track->number]++;
    }
  for (guint i = 0; i < self->tracks->len; i++)
    {
      LscPfTrack *track = g_ptr_array_index (self->tracks, i);

      track->is_joined = track->number != LSC_SLICE_NONE && counts[track->number] > 1;
    }
}

static void
move_lists (LscPfReader *self)
{
  LscTraceFile *file = &self->worker->file;

  MOVE (file->sequences, LscTraceSequence, sequence_key)
  MOVE (file->groups, LscTraceGroup, group_key)
  MOVE (file->graph_nodes, LscTraceNode, node_key)
}

/* Where correlations tell what launched what, arrows are not needed. */
static void
move_flows (LscPfReader *self)
{
  LscFlows *flows = &self->worker->file.flows;
  gsize n = 0;

  for (gsize i = 0; i < flows->n && !self->worker->file.has_links; i++)
    {
      const LscPfTrack *track = g_ptr_array_index (self->tracks, flows->items[i].track);
      LscFlow flow = flows->items[i];

      if (track->number == LSC_SLICE_NONE)
        continue;
      flow.track = track->number;
      flow.time_ns -= self->base_ns;
      flows->items[n++] = flow;
    }
  flows->n = n;
}

static void
move_samples (LscPfReader *self)
{
  LscTraceFile *file = &self->worker->file;
  guint32 none = lsc_intern_add (file->strings, "");

  for (gsize i = 0; i < self->samples.n; i++)
    {
      LscTraceSample sample = self->samples.items[i];
      const LscPfTrack *track = g_ptr_array_index (self->tracks, sample.track);

      if (track->number == LSC_SLICE_NONE)
        continue;
      sample.track = track->number;
      sample.name = track->name != LSC_STRING_NONE ? track->name : none;
      sample.key = none;
      lsc_trace_samples_append (&file->samples, sample);
    }
  for (gsize i = 0; i < file->samples.n; i++)
    file->samples.items[i].time_ns -= self->base_ns;
}

/**
 * _lsc_pf_finish_tracks:
 *
 * Makes threads and streams of all tracks, once everything is read. Times count from the base then.
 * Cost: O(n log n).
 */
void
_lsc_pf_finish_tracks (LscPfReader *self)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      LscPfTrack *track = g_ptr_array_index (self->tracks, i);

      track->number = LSC_SLICE_NONE;
      if (track->is_used)
        finish_track (self, track);
    }
  mark_joined (self);
  move_lists (self);
  move_flows (self);
  move_samples (self);
}
