/* lsc-kineto-sort.c - events of a Kineto trace, dealt out to the lanes they belong to
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/kineto/lsc-kineto-private.h"
#include "read/lsc-overrun-notice.h"

#include <string.h>

/* formats.md#kineto-categories: the category says what an event is, its pid and tid where it ran.
 * One pid and tid may mean two things (process 0 and card 0), so a track is taken apart by
 * category. */

#define CHECK_EVERY 65536

static void
count_device (LscKinetoBuild *build, LscKinetoBucket *bucket, guint kind, gint64 start, gint64 end)
{
  if (kind == LSC_SLICE_COMPUTE)
    bucket->computing_ns += end - start;
  else if (kind == LSC_SLICE_COMM_TASK)
    bucket->comm_ns += end - start;
  if (kind == LSC_SLICE_WAIT)
    return; /* a wait of the host is no work of the device */
  build->device_begin_ns = MIN (build->device_begin_ns, start);
  build->device_end_ns = MAX (build->device_end_ns, end);
}

static gboolean
is_linked_kind (guint kind)
{
  return kind == LSC_SLICE_CANN_RUNTIME || kind == LSC_SLICE_COMPUTE || kind == LSC_SLICE_COPY ||
         kind == LSC_SLICE_COMM_TASK || kind == LSC_SLICE_DEVICE;
}

/* Kernels launched in a step run from later on and to another end: the mark that the profiler draws
 * around them has the name of the step, but not its length. */
static guint32
name_slice (LscKinetoBuild *build, const LscRawSlice *from, LscKinetoPlace place)
{
  LscIntern *strings = build->trace->strings;

  if (place.kind != LSC_SLICE_DEVICE_MARK || !_lsc_kineto_is_step (build, from))
    return from->name;
  return lsc_intern_add_take (
      strings, g_strconcat (lsc_intern_text (strings, from->name), " on the device", NULL));
}

/* By what a call is told that launched it. */
static guint32
find_link (const LscKinetoBuild *build, guint32 track, const LscRawSlice *from,
           LscKinetoPlace place)
{
  if (G_UNLIKELY (build->arrows.n > 0) && place.target == LSC_KINETO_TO_STREAM)
    return _lsc_kineto_find_arrow (build, track, from->start_ns);
  return from->link;
}

/* Of what a device did that is not read only who launched it counts. */
static void
put_far (LscKinetoBuild *build, guint32 track, const LscRawSlice *from, LscKinetoPlace place,
         gint64 start_ns)
{
  guint32 link = find_link (build, track, from, place);

  if (link != LSC_SLICE_NONE && place.target == LSC_KINETO_TO_STREAM && is_linked_kind (place.kind))
    lsc_kineto_fars_append (&build->fars, (LscKinetoFar){ start_ns, link });
}

/** What is told of one slice: indexes, G_MAXUINT32. */
typedef struct
{
  gint64 sequence; /* -1 = none */
  guint32 group;
  guint32 memory;
  guint32 node;
} Extras;

static void
put_slice (LscKinetoBuild *build, guint32 track, const LscRawSlice *from, const Extras *extras,
           LscKinetoPlace place, gint64 start_ns, gint64 end_ns)
{
  guint32 index = _lsc_kineto_need_bucket (build, track, place.target);
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);
  LscRawSlice *to = lsc_raw_slices_add (&bucket->raw, start_ns, end_ns);
  guint32 raw = (guint32) (bucket->raw.n - 1);

  to->detail = from->detail;
  to->name = name_slice (build, from, place);
  to->link = find_link (build, track, from, place);
  to->category = from->category;
  to->flags = from->flags;
  to->kind = (guint8) place.kind;
  if (place.target == LSC_KINETO_TO_STREAM)
    count_device (build, bucket, place.kind, start_ns, end_ns);
  if (to->link != LSC_SLICE_NONE && is_linked_kind (place.kind))
    lsc_kineto_ends_append (&bucket->ends, (LscKinetoEnd){ raw, to->link });
  if (place.is_collective)
    lsc_kineto_looks_append (&build->looks, (LscKinetoLook){ from->detail, start_ns, index, raw,
                                                             extras->group, LSC_STRING_NONE });
  if (extras->node != G_MAXUINT32 && place.target == LSC_KINETO_TO_STREAM)
    lsc_kineto_nodes_append (&build->nodes, (LscKinetoNode){ index, raw, extras->node });
  build->n_launches += place.target == LSC_KINETO_TO_RUNTIME;
}

/* What autograd said of the op that was put last. */
static void
put_sequence (LscKinetoBuild *build, guint32 track, guint flags, gint64 sequence)
{
  LscKinetoBucket *bucket =
      _lsc_kineto_bucket (build, _lsc_kineto_need_bucket (build, track, LSC_KINETO_TO_OPS));

  if (flags & LSC_TRACE_FLAG_BACKWARD)
    bucket->has_backward = TRUE;
  if (!bucket->sequences)
    bucket->sequences = g_new0 (LscKinetoSequences, 1);
  lsc_kineto_sequences_append (
      bucket->sequences, (LscKinetoSequence){ sequence, (guint32) (bucket->raw.n - 1), flags });
}

/* Reads what is told of some slices of a track along with the slices. */
typedef struct
{
  const LscTraceFile *trace;
  gsize sequence;
  gsize group;
  gsize memory;
  gsize node;
} Cursor;

static inline gboolean
is_before (guint32 item_track, guint32 item_index, guint32 track, guint32 index)
{
  return item_track < track || (item_track == track && item_index < index);
}

static inline Extras
take_extras (Cursor *self, guint32 track, guint32 index)
{
  const LscTraceSequences *sequences = &self->trace->sequences;
  const LscTraceGroups *groups = &self->trace->groups;
  const LscTraceMemories *memories = &self->trace->memories;
  const LscTraceNodes *nodes = &self->trace->graph_nodes;
  Extras extras = { -1, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32 };

#define SEEK(list, at)                                                                             \
  while (at < list->n && is_before (list->items[at].track, list->items[at].index, track, index))   \
    at++;
#define IS_AT(list, at)                                                                            \
  (at < list->n && list->items[at].track == track && list->items[at].index == index)
  SEEK (sequences, self->sequence)
  SEEK (groups, self->group)
  SEEK (memories, self->memory)
  SEEK (nodes, self->node)
  if (IS_AT (sequences, self->sequence))
    extras.sequence = sequences->items[self->sequence].sequence;
  if (IS_AT (groups, self->group) && self->group < G_MAXUINT32)
    extras.group = (guint32) self->group;
  if (IS_AT (memories, self->memory) && self->memory < G_MAXUINT32)
    extras.memory = (guint32) self->memory;
  if (IS_AT (nodes, self->node) && self->node < G_MAXUINT32)
    extras.node = (guint32) self->node;
#undef SEEK
#undef IS_AT
  return extras;
}

static gboolean
find_times (LscKinetoBuild *build, const LscRawSlices *slices, gsize index, gint64 *start_ns,
            gint64 *end_ns)
{
  gint64 base = build->trace->has_base ? build->trace->base_ns : 0;

  if (__builtin_add_overflow (slices->items[index].start_ns, base, start_ns) ||
      __builtin_add_overflow (lsc_raw_slices_get_end_ns (slices, index), base, end_ns) ||
      *start_ns < LSC_TRACE_LEAST_TIME_NS ||
      *end_ns > LSC_TRACE_MOST_TIME_NS + LSC_TRACE_MOST_DURATION_NS)
    {
      build->n_out_of_range++;
      return FALSE;
    }
  *end_ns = MAX (*end_ns, *start_ns);
  return TRUE;
}

/* Older traces give samples of memory no category. */
static gboolean
is_moment (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  LscKinetoCategory category = _lsc_kineto_category (build, slice);

  return category == LSC_KINETO_INSTANT ||
         (category == LSC_KINETO_NONE && (slice->flags & LSC_TRACE_FLAG_INSTANT));
}

static void
sort_slice (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice, gint64 start_ns,
            gint64 end_ns, const Extras *extras)
{
  gint64 sequence = extras->sequence;
  LscKinetoPlace place;

  if (slice->name == build->memory_name && is_moment (build, slice))
    {
      if (extras->memory != G_MAXUINT32)
        lsc_kineto_looks_append (&build->looks,
                                 (LscKinetoLook){ slice->detail, start_ns, LSC_KINETO_NO_BUCKET, 0,
                                                  extras->memory, LSC_STRING_NONE });
      return;
    }
  place = _lsc_kineto_place_slice (build, track, slice);
  if (build->is_other_device &&
      (place.target == LSC_KINETO_TO_STREAM || place.target == LSC_KINETO_TO_STREAM_MARKS))
    {
      put_far (build, track, slice, place, start_ns);
      return;
    }
  put_slice (build, track, slice, extras, place, start_ns, end_ns);
  if (place.target == LSC_KINETO_TO_OPS &&
      (sequence >= 0 || (slice->flags & (LSC_TRACE_FLAG_BACKWARD | LSC_TRACE_FLAG_FORWARD))))
    put_sequence (build, track, slice->flags, sequence);
  if (place.target == LSC_KINETO_TO_STEPS)
    {
      guint32 ops = _lsc_kineto_need_bucket (build, track, LSC_KINETO_TO_OPS);

      _lsc_kineto_bucket (build, ops)->has_steps = TRUE;
    }
}

/* Most slices of a track go to one lane. They move up in the memory that they have, which becomes
 * that of the lane, so that only the others are ever there twice. */
static void
offer_memory (LscKinetoBuild *build, guint32 track, const LscRawSlices *slices)
{
  gsize n_categories = build->trace->categories->len;
  g_autofree guint32 *n_of = g_new0 (guint32, n_categories + 1);
  gsize most = n_categories;

  for (gsize i = 0; i < slices->n; i++)
    n_of[MIN (slices->items[i].category, n_categories)]++;
  for (gsize i = 0; i < n_categories; i++)
    if (n_of[i] > n_of[most])
      most = i;
  for (gsize i = 0; i < slices->n; i++)
    if (MIN (slices->items[i].category, n_categories) == most)
      {
        build->spare_for = _lsc_kineto_place_slice (build, track, &slices->items[i]).target;
        break;
      }
  if (build->spare_for != LSC_KINETO_TO_STEPS)
    build->spare = (LscRawSlices){ .items = slices->items, .capacity = slices->n };
}

static gboolean
sort_slices (LscKinetoBuild *build, guint32 track, const LscRawSlices *slices, Cursor *cursor,
             GError **error)
{
  for (gsize i = 0; i < slices->n; i++)
    {
      LscRawSlice slice = slices->items[i]; /* its place may be filled anew */
      Extras extras = take_extras (cursor, track, (guint32) i);
      gint64 start_ns, end_ns;

      if (i % CHECK_EVERY == 0 && !lsc_job_check (build->job, error))
        return FALSE;
      if (find_times (build, slices, i, &start_ns, &end_ns))
        sort_slice (build, track, &slice, start_ns, end_ns, &extras);
    }
  return TRUE;
}

/* Of a trace of several devices one alone is read. */
static gboolean
is_other_device (const LscKinetoBuild *build, guint32 track)
{
  const char *device = build->timeline->source->device;
  guint32 pid = g_array_index (build->trace->tracks, LscTrack, track).pid;

  return device && g_strcmp0 (lsc_intern_text (build->trace->strings, pid), device) != 0;
}

static gboolean
sort_track (LscKinetoBuild *build, guint32 track, Cursor *cursor, GError **error)
{
  LscRawSlices *slices = &g_array_index (build->trace->tracks, LscTrack, track).slices;
  guint32 pid = g_array_index (build->trace->tracks, LscTrack, track).pid;
  guint32 index;
  gboolean ok;

  if (slices->n == 0)
    return TRUE;
  if (build->other_hosts && g_hash_table_contains (build->other_hosts, GUINT_TO_POINTER (pid)))
    {
      lsc_raw_slices_clear (slices);
      return TRUE;
    }
  build->is_other_device = is_other_device (build, track);
  offer_memory (build, track, slices);
  ok = sort_slices (build, track, slices, cursor, error);
  index = _lsc_kineto_get_bucket (build, track, build->spare_for);
  if (build->spare_for != LSC_KINETO_TO_STEPS && index != LSC_KINETO_NO_BUCKET)
    {
      LscRawSlices *raw = &_lsc_kineto_bucket (build, index)->raw;

      slices->items = NULL; /* the lane's now */
      raw->items = g_renew (LscRawSlice, raw->items, MAX (raw->n, 1));
      raw->capacity = MAX (raw->n, 1);
    }
  build->spare = (LscRawSlices){ 0 };
  build->spare_for = LSC_KINETO_TO_STEPS;
  lsc_raw_slices_clear (slices);
  return ok;
}

/* Where the device had done its last task, now that some are shorter. */
static void
find_device_end (LscKinetoBuild *build)
{
  build->device_end_ns = G_MININT64;
  for (guint i = 0; i < build->buckets->len; i++)
    {
      const LscKinetoBucket *bucket = _lsc_kineto_bucket (build, i);

      for (gsize k = 0; bucket->target == LSC_KINETO_TO_STREAM && k < bucket->raw.n; k++)
        if (bucket->raw.items[k].kind != LSC_SLICE_WAIT)
          build->device_end_ns =
              MAX (build->device_end_ns, lsc_raw_slices_get_end_ns (&bucket->raw, k));
    }
}

static void
cut_overruns (LscKinetoBuild *build)
{
  LscOverruns cut = { 0 };

  for (guint i = 0; i < build->buckets->len; i++)
    {
      LscKinetoBucket *bucket = _lsc_kineto_bucket (build, i);

      if (bucket->target == LSC_KINETO_TO_STREAM)
        lsc_raw_slices_cut_overruns (&bucket->raw, &cut);
    }
  if (cut.n > 0)
    find_device_end (build);
  lsc_timeline_tell_overruns (build->timeline, &cut);
  lsc_overruns_clear (&cut);
}

/**
 * _lsc_kineto_sort:
 *
 * Fills the buckets with the slices of all tracks, with absolute times, and empties the tracks.
 * Cost: O(n). Source: formats.md#kineto-categories, #kineto-communication.
 */
gboolean
_lsc_kineto_sort (LscKinetoBuild *build, GError **error)
{
  gsize n_tracks = build->trace->tracks->len;
  gsize n_rows = (n_tracks + 1) * LSC_KINETO_N_TARGETS;
  Cursor cursor = { .trace = build->trace };

  _lsc_kineto_begin_places (build);
  build->other_hosts = _lsc_kineto_find_other_hosts (build);
  _lsc_kineto_take_arrows (build);
  build->memory_name = lsc_intern_find (build->trace->strings, "[memory]");
  build->bucket_of = g_new (guint32, n_rows);
  memset (build->bucket_of, 0xff, n_rows * sizeof (guint32));
  for (gsize i = 0; i < n_tracks; i++)
    if (!sort_track (build, (guint32) i, &cursor, error))
      return FALSE;
  _lsc_kineto_add_anchors (build);
  _lsc_kineto_find_engines (build);
  lsc_trace_sequences_clear (&build->trace->sequences);
  cut_overruns (build);
  return TRUE;
}
