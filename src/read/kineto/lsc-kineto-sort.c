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
#define STEP_PREFIX "ProfilerStep#"

typedef struct
{
  const char *name;
  LscKinetoCategory category;
} KnownCategory;

static const KnownCategory known_categories[] = {
  { "cpu_op", LSC_KINETO_CPU_OP },
  { "user_annotation", LSC_KINETO_ANNOTATION },
  { "python_function", LSC_KINETO_PYTHON },
  { "cuda_runtime", LSC_KINETO_RUNTIME },
  { "cuda_driver", LSC_KINETO_RUNTIME },
  { "kernel", LSC_KINETO_KERNEL },
  { "gpu_memcpy", LSC_KINETO_COPY },
  { "gpu_memset", LSC_KINETO_COPY },
  { "gpu_user_annotation", LSC_KINETO_GPU_ANNOTATION },
  { "cuda_sync", LSC_KINETO_SYNC },
  { "cuda_profiler_range", LSC_KINETO_RANGE },
  { "cpu_instant_event", LSC_KINETO_INSTANT },
  { "overhead", LSC_KINETO_PROFILER },
  /* as PyTorch 1 calls them */
  { "Operator", LSC_KINETO_OPERATOR },
  { "Runtime", LSC_KINETO_RUNTIME },
  { "Kernel", LSC_KINETO_KERNEL },
  { "Memcpy", LSC_KINETO_COPY },
  { "Memset", LSC_KINETO_COPY },
  { "Trace", LSC_KINETO_PROFILER },
  { "", LSC_KINETO_PROFILER },
};

static LscKinetoCategory
classify_category (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known_categories); i++)
    if (strcmp (known_categories[i].name, name) == 0)
      return known_categories[i].category;
  if (g_str_has_suffix (name, "_runtime") || g_str_has_suffix (name, "_driver"))
    return LSC_KINETO_RUNTIME;
  return LSC_KINETO_UNKNOWN;
}

static void
classify_categories (LscKinetoBuild *build)
{
  const GPtrArray *names = build->trace->categories;

  build->categories = g_new0 (guint8, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    build->categories[i] = (guint8) classify_category (names->pdata[i] ? names->pdata[i] : "");
}

/* formats.md#kineto-communication: case-insensitive. */
#define COMM_PATTERN                                                                               \
  "nccl|rccl|hccl|hcom_|::ep::|deep_ep|nvshmem|all_?(reduce|gather|to_?all)|reduce_?scatter|"      \
  "send_?recv"

static gboolean
is_communication (LscKinetoBuild *build, guint32 name)
{
  if (name >= build->n_names)
    return FALSE;
  if (build->is_comm[name] == 0)
    {
      const char *text = lsc_intern_text (build->trace->strings, name);

      build->is_comm[name] = text && g_regex_match (build->comm_pattern, text, 0, NULL) ? 2 : 1;
    }
  return build->is_comm[name] == 2;
}

static guint32
need_bucket (LscKinetoBuild *build, guint32 track, LscKinetoTarget target)
{
  gsize row = target == LSC_KINETO_TO_STEPS ? build->trace->tracks->len : track;
  guint32 *index = &build->bucket_of[row * LSC_KINETO_N_TARGETS + target];

  if (*index == LSC_KINETO_NO_BUCKET)
    {
      *index = _lsc_kineto_add_bucket (build, target,
                                       target == LSC_KINETO_TO_STEPS ? G_MAXUINT32 : track);
      if (target == build->spare_for)
        {
          _lsc_kineto_bucket (build, *index)->raw = build->spare;
          build->spare = (LscRawSlices){ 0 };
        }
    }
  return *index;
}

/* An event of a category that nobody told us about is one of the device if it names a stream;
 * looked up once for each track and category. */
static gboolean
is_unknown_device (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  gpointer key = GSIZE_TO_POINTER (((gsize) track << 16 | slice->category) + 1);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (build->is_device, key));

  if (known == 0)
    {
      known = _lsc_kineto_has_stream (build, slice->detail) ? 2 : 1;
      g_hash_table_insert (build->is_device, key, GUINT_TO_POINTER (known));
    }
  return known == 2;
}

typedef struct
{
  LscKinetoTarget target;
  LscSliceKind kind;
} Place;

static LscKinetoCategory
category_of (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  if (slice->category >= build->trace->categories->len)
    return LSC_KINETO_PROFILER; /* without a category */
  return (LscKinetoCategory) build->categories[slice->category];
}

static gboolean
is_step (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  const char *text = lsc_intern_text (build->trace->strings, slice->name);

  return text && g_str_has_prefix (text, STEP_PREFIX) &&
         g_ascii_isdigit (text[strlen (STEP_PREFIX)]);
}

static Place
place_annotation (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  return is_step (build, slice) ? (Place){ LSC_KINETO_TO_STEPS, LSC_SLICE_STEP }
                                : (Place){ LSC_KINETO_TO_MARKS, LSC_SLICE_MARK };
}

static Place
place_python (const LscKinetoBuild *build, const LscRawSlice *slice)
{
  const char *text = lsc_intern_text (build->trace->strings, slice->name);

  return (Place){ LSC_KINETO_TO_STACK, text && g_str_has_prefix (text, "nn.Module: ")
                                           ? LSC_SLICE_MODULE
                                           : LSC_SLICE_PYTHON };
}

static Place
place_unknown (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  if (!is_unknown_device (build, track, slice))
    return (Place){ LSC_KINETO_TO_OTHER, LSC_SLICE_OTHER };
  return (Place){ LSC_KINETO_TO_STREAM,
                  is_communication (build, slice->name) ? LSC_SLICE_COMM_TASK : LSC_SLICE_DEVICE };
}

static Place
place_slice (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice)
{
  Place place;

  switch (category_of (build, slice))
    {
    case LSC_KINETO_CPU_OP:
      return (Place){ LSC_KINETO_TO_OPS, LSC_SLICE_OP };
    case LSC_KINETO_OPERATOR: /* steps are told by their names alone */
      place = place_annotation (build, slice);
      return place.kind == LSC_SLICE_STEP ? place : (Place){ LSC_KINETO_TO_OPS, LSC_SLICE_OP };
    case LSC_KINETO_ANNOTATION:
      return place_annotation (build, slice);
    case LSC_KINETO_PYTHON:
      return place_python (build, slice);
    case LSC_KINETO_RUNTIME:
      return (Place){ LSC_KINETO_TO_RUNTIME, LSC_SLICE_CANN_RUNTIME };
    case LSC_KINETO_KERNEL:
      return (Place){ LSC_KINETO_TO_STREAM, is_communication (build, slice->name)
                                                ? LSC_SLICE_COMM_TASK
                                                : LSC_SLICE_COMPUTE };
    case LSC_KINETO_COPY:
      return (Place){ LSC_KINETO_TO_STREAM, LSC_SLICE_COPY };
    case LSC_KINETO_SYNC:
      return (Place){ LSC_KINETO_TO_STREAM, LSC_SLICE_WAIT };
    case LSC_KINETO_GPU_ANNOTATION:
    case LSC_KINETO_RANGE:
      return (Place){ LSC_KINETO_TO_STREAM_MARKS, LSC_SLICE_DEVICE_MARK };
    case LSC_KINETO_INSTANT:
      return (Place){ LSC_KINETO_TO_MARKS, LSC_SLICE_MARK };
    case LSC_KINETO_PROFILER:
      return (Place){ LSC_KINETO_TO_OTHER, LSC_SLICE_OTHER };
    case LSC_KINETO_UNKNOWN:
    default:
      return place_unknown (build, track, slice);
    }
}

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
name_slice (LscKinetoBuild *build, const LscRawSlice *from, Place place)
{
  LscIntern *strings = build->trace->strings;

  if (place.kind != LSC_SLICE_DEVICE_MARK || !is_step (build, from))
    return from->name;
  return lsc_intern_add_take (
      strings, g_strconcat (lsc_intern_text (strings, from->name), " on the device", NULL));
}

static void
put_slice (LscKinetoBuild *build, guint32 track, const LscRawSlice *from, guint32 group,
           Place place, gint64 start_ns, gint64 end_ns)
{
  guint32 index = need_bucket (build, track, place.target);
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);
  LscRawSlice *to = lsc_raw_slices_add (&bucket->raw, start_ns, end_ns);
  guint32 raw = (guint32) (bucket->raw.n - 1);

  to->detail = from->detail;
  to->name = name_slice (build, from, place);
  to->link = from->link;
  to->category = from->category;
  to->flags = from->flags;
  to->kind = (guint8) place.kind;
  if (place.target == LSC_KINETO_TO_STREAM)
    count_device (build, bucket, place.kind, start_ns, end_ns);
  if (from->link != LSC_SLICE_NONE && is_linked_kind (place.kind))
    lsc_kineto_ends_append (&bucket->ends, (LscKinetoEnd){ raw, from->link });
  if (place.kind == LSC_SLICE_COMM_TASK)
    lsc_kineto_looks_append (&build->looks,
                             (LscKinetoLook){ from->detail, start_ns, index, raw, group });
  build->n_launches += place.target == LSC_KINETO_TO_RUNTIME;
}

/* What autograd said of the op that was put last. */
static void
put_sequence (LscKinetoBuild *build, guint32 track, guint flags, gint64 sequence)
{
  LscKinetoBucket *bucket =
      _lsc_kineto_bucket (build, need_bucket (build, track, LSC_KINETO_TO_OPS));

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
} Cursor;

/** What is told of one slice: indexes, G_MAXUINT32. */
typedef struct
{
  gint64 sequence; /* -1 = none */
  guint32 group;
  guint32 memory;
} Extras;

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
  Extras extras = { -1, G_MAXUINT32, G_MAXUINT32 };

#define SEEK(list, at)                                                                             \
  while (at < list->n && is_before (list->items[at].track, list->items[at].index, track, index))   \
    at++;
#define IS_AT(list, at)                                                                            \
  (at < list->n && list->items[at].track == track && list->items[at].index == index)
  SEEK (sequences, self->sequence)
  SEEK (groups, self->group)
  SEEK (memories, self->memory)
  if (IS_AT (sequences, self->sequence))
    extras.sequence = sequences->items[self->sequence].sequence;
  if (IS_AT (groups, self->group) && self->group < G_MAXUINT32)
    extras.group = (guint32) self->group;
  if (IS_AT (memories, self->memory) && self->memory < G_MAXUINT32)
    extras.memory = (guint32) self->memory;
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

static void
sort_slice (LscKinetoBuild *build, guint32 track, const LscRawSlice *slice, gint64 start_ns,
            gint64 end_ns, const Extras *extras)
{
  gint64 sequence = extras->sequence;
  Place place;

  if (slice->name == build->memory_name && category_of (build, slice) == LSC_KINETO_INSTANT)
    {
      if (extras->memory != G_MAXUINT32)
        lsc_kineto_looks_append (
            &build->looks,
            (LscKinetoLook){ slice->detail, start_ns, LSC_KINETO_NO_BUCKET, 0, extras->memory });
      return;
    }
  place = place_slice (build, track, slice);
  put_slice (build, track, slice, extras->group, place, start_ns, end_ns);
  if (place.target == LSC_KINETO_TO_OPS &&
      (sequence >= 0 || (slice->flags & (LSC_TRACE_FLAG_BACKWARD | LSC_TRACE_FLAG_FORWARD))))
    put_sequence (build, track, slice->flags, sequence);
  if (place.target == LSC_KINETO_TO_STEPS)
    {
      guint32 ops = need_bucket (build, track, LSC_KINETO_TO_OPS);

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
        build->spare_for = place_slice (build, track, &slices->items[i]).target;
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

static gboolean
sort_track (LscKinetoBuild *build, guint32 track, Cursor *cursor, GError **error)
{
  LscRawSlices *slices = &g_array_index (build->trace->tracks, LscTrack, track).slices;
  guint32 index;
  gboolean ok;

  if (slices->n == 0)
    return TRUE;
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

  classify_categories (build);
  build->n_names = lsc_intern_size (build->trace->strings);
  build->is_comm = g_new0 (guint8, build->n_names + 1);
  build->comm_pattern =
      g_regex_new (COMM_PATTERN, G_REGEX_CASELESS | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
  build->is_device = g_hash_table_new (NULL, NULL);
  build->memory_name = lsc_intern_find (build->trace->strings, "[memory]");
  build->bucket_of = g_new (guint32, n_rows);
  memset (build->bucket_of, 0xff, n_rows * sizeof (guint32));
  for (gsize i = 0; i < n_tracks; i++)
    if (!sort_track (build, (guint32) i, &cursor, error))
      return FALSE;
  lsc_trace_sequences_clear (&build->trace->sequences);
  cut_overruns (build);
  return TRUE;
}
