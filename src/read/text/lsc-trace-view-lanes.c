/* lsc-trace-view-lanes.c - the tracks of a trace sorted into lanes, slices into kinds
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <inttypes.h>
#include <string.h>

#include "base/lsc-sort.h"

/* As much of an event is looked at to see whether it is a mark. */
#define MOST_MARK_BYTES 8192

/* What the text of a name says, found once for each name. */
enum
{
  NAME_STEP = 1 << 0,
  NAME_MODULE = 1 << 1,
  NAME_ENQUEUE = 1 << 2,
  NAME_DEQUEUE = 1 << 3,
  NAME_GC = 1 << 4,
};

/* Categories of the Python process, %LSC_SLICE_NONE when the file has none of them. */
typedef struct
{
  int frame, op, enqueue, dequeue, gc;
} Categories;

typedef struct
{
  LscView *view;
  LscTraceFile *trace;
  Categories categories;
  gsize n_names;
  guint8 *classes;   /* NAME_* by name */
  guint32 *stripped; /* of calls: the name without the level in front */
  guint8 *levels;    /* of calls: #LscSliceKind */
} Split;

static guint8
classify (const char *text)
{
  if (text[0] == 'P' && g_str_has_prefix (text, "ProfilerStep#"))
    return NAME_STEP;
  if (text[0] == 'n' && g_str_has_prefix (text, "nn.Module: "))
    return NAME_MODULE;
  if (text[0] == 'E' && g_str_has_prefix (text, "Enqueue"))
    return NAME_ENQUEUE;
  if (text[0] == 'D' && g_str_has_prefix (text, "Dequeue"))
    return NAME_DEQUEUE;
  return strcmp (text, "GC") == 0 ? NAME_GC : 0;
}

static LscTrack *
get_track (LscTraceFile *trace, guint index)
{
  return &g_array_index (trace->tracks, LscTrack, index);
}

static const char *
get_text (const LscTraceFile *trace, guint32 id)
{
  return id != LSC_STRING_NONE ? lsc_intern_text (trace->strings, id) : NULL;
}

/* ---- which process is what ---- */

static gboolean
begins (const char *text, const char *word)
{
  return text && g_str_has_prefix (text, word);
}

/* Bytes up to the brace that closes the first object, all when it is not there. */
static gsize
get_object_length (const char *text, gsize n)
{
  gboolean in_string = FALSE;
  int depth = 0;

  for (gsize i = 0; i < n; i++)
    if (in_string && text[i] == '\\')
      i++;
    else if (text[i] == '"')
      in_string = !in_string;
    else if (!in_string && text[i] == '{')
      depth++;
    else if (!in_string && text[i] == '}' && --depth <= 0)
      return i + 1;
  return n;
}

/* Whether the events of a track are marks of the user's: their process has the name of a program.
 */
static gboolean
has_marks (Split *self, const LscTrack *track)
{
  g_autofree char *text = NULL;
  gsize n = 0, length;

  if (track->domains)
    return TRUE;
  if (track->slices.n == 0)
    return FALSE;
  text = lsc_text_input_read_at (self->trace->input, track->slices.items[0].detail, MOST_MARK_BYTES,
                                 &n, NULL);
  length = text ? get_object_length (text, n) : 0;
  return length > 0 && memmem (text, length, "\"event_type\"", 12);
}

static LscTraceLayer
get_layer (Split *self, const LscTrack *track)
{
  const char *process = get_text (self->trace, track->process_name);
  const Categories *categories = &self->categories;

  if (track->is_async)
    return LSC_LAYER_OTHER;
  if (begins (process, "Python") || begins (process, "MindSpore") || begins (process, "CPU OP"))
    return LSC_LAYER_PYTHON;
  if (begins (process, "CANN"))
    return LSC_LAYER_CANN;
  if (begins (process, "Ascend Hardware"))
    return LSC_LAYER_DEVICE;
  if (begins (process, "HCCL") || begins (process, "Communication"))
    return LSC_LAYER_COMM;
  if (begins (process, "Overlap Analysis"))
    return LSC_LAYER_OVERLAP;
  if (track->slices.n > 0)
    {
      int category = track->slices.items[0].category;

      if (category == categories->op || category == categories->frame ||
          category == categories->enqueue || category == categories->dequeue)
        return LSC_LAYER_PYTHON;
    }
  return has_marks (self, track) ? LSC_LAYER_MARKS : LSC_LAYER_OTHER;
}

/* ---- Python ---- */

static guint8
get_host_kind (const Split *self, const LscRawSlice *slice)
{
  guint8 class = slice->name < self->n_names ? self->classes[slice->name] : 0;
  int category = slice->category;

  if (class & NAME_STEP)
    return LSC_SLICE_STEP;
  if (category == self->categories.frame)
    return class & NAME_MODULE ? LSC_SLICE_MODULE : LSC_SLICE_PYTHON;
  if (category == self->categories.enqueue || class & NAME_ENQUEUE)
    return LSC_SLICE_ENQUEUE;
  if (category == self->categories.dequeue || class & NAME_DEQUEUE)
    return LSC_SLICE_DEQUEUE;
  if (category == self->categories.gc || class & NAME_GC)
    return LSC_SLICE_GC;
  return LSC_SLICE_OP;
}

static void
copy_slice (LscRawSlices *to, const LscRawSlices *from, gsize index)
{
  const LscRawSlice *slice = &from->items[index];
  LscRawSlice *copy =
      lsc_raw_slices_add (to, slice->start_ns, lsc_raw_slices_get_end_ns (from, index));

  copy->detail = slice->detail;
  copy->name = slice->name;
  copy->link = slice->link;
  copy->category = slice->category;
  copy->kind = slice->kind;
  copy->flags = slice->flags;
}

static LscViewLane *
add_thread_lane (Split *self, LscViewClass class, guint index)
{
  const LscTrack *track = get_track (self->trace, index);
  const char *name = get_text (self->trace, track->thread_name);
  LscViewLane *lane = _lsc_view_add_lane (self->view, class, index, name);

  lane->pid = track->pid_number;
  lane->tid = track->tid_number;
  lane->sort = track->thread_sort != G_MAXINT64 ? track->thread_sort : lane->tid;
  return lane;
}

static LscViewLane *
find_steps (Split *self)
{
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->view->lanes, i);

      if (lane->class == LSC_VIEW_STEPS)
        return lane;
    }
  return _lsc_view_add_lane (self->view, LSC_VIEW_STEPS, G_MAXUINT32, "Steps");
}

/* Whether a lane needs slices moved: if all go to one lane it takes the array as it is. */
static gsize
count_frames (const LscTrack *track)
{
  gsize n = 0;

  for (gsize i = 0; i < track->slices.n; i++)
    n += track->slices.items[i].kind == LSC_SLICE_PYTHON ||
         track->slices.items[i].kind == LSC_SLICE_MODULE;
  return n;
}

static void
take_all (LscViewLane *lane, LscTrack *track)
{
  lane->raw = track->slices;
  track->slices = (LscRawSlices){ 0 };
}

static void
split_frames (LscViewLane *ops, LscViewLane *frames, LscTrack *track)
{
  for (gsize i = 0; i < track->slices.n; i++)
    {
      guint8 kind = track->slices.items[i].kind;

      copy_slice (kind == LSC_SLICE_PYTHON || kind == LSC_SLICE_MODULE ? &frames->raw : &ops->raw,
                  &track->slices, i);
    }
  lsc_raw_slices_clear (&track->slices);
}

static void
split_python (Split *self, guint index)
{
  LscTrack *track = get_track (self->trace, index);
  LscViewLane *ops = add_thread_lane (self, LSC_VIEW_OPS, index);
  gsize n_frames;

  self->view->lane_of[index] = self->view->lanes->len - 1;
  for (gsize i = 0; i < track->slices.n; i++)
    {
      LscRawSlice *slice = &track->slices.items[i];

      slice->kind = get_host_kind (self, slice);
      ops->is_main = ops->is_main || slice->kind == LSC_SLICE_STEP;
      ops->is_dequeue = ops->is_dequeue || slice->kind == LSC_SLICE_DEQUEUE;
      ops->is_backward = ops->is_backward || (slice->flags & LSC_TRACE_FLAG_BACKWARD) != 0;
      if (slice->kind == LSC_SLICE_STEP)
        copy_slice (&find_steps (self)->raw, &track->slices, i);
    }
  n_frames = count_frames (track);
  if (n_frames == 0)
    {
      take_all (ops, track);
      return;
    }
  if (n_frames == track->slices.n)
    {
      take_all (add_thread_lane (self, LSC_VIEW_FRAMES, index), track);
      return;
    }
  split_frames (ops, add_thread_lane (self, LSC_VIEW_FRAMES, index), track);
}

/* ---- marks ---- */

static LscViewLane *
find_mark_lane (Split *self, guint index, const char *domain)
{
  LscViewLane *lane;

  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      lane = g_ptr_array_index (self->view->lanes, i);
      if (lane->class == LSC_VIEW_MARKS && lane->track == index && strcmp (lane->text, domain) == 0)
        return lane;
    }
  lane = add_thread_lane (self, LSC_VIEW_MARKS, index);
  lane->text = g_strdup (domain);
  return lane;
}

static const char *
get_domain (const Split *self, guint32 domain)
{
  const char *text = get_text (self->trace, domain);

  return text && *text ? text : "default";
}

static void
split_marks (Split *self, guint index)
{
  LscTrack *track = get_track (self->trace, index);
  LscViewLane *lane = NULL;
  guint32 last = LSC_STRING_NONE;
  gboolean is_module = FALSE;

  for (gsize i = 0; i < track->slices.n; i++)
    {
      LscRawSlice *slice = &track->slices.items[i];
      guint32 domain =
          track->domains && i < track->domains->n ? track->domains->items[i] : LSC_STRING_NONE;

      if (!lane || domain != last)
        {
          lane = find_mark_lane (self, index, get_domain (self, domain));
          is_module = strcmp (lane->text, "Module") == 0;
          last = domain;
        }
      slice->kind =
          is_module && !(slice->flags & LSC_TRACE_FLAG_INSTANT) ? LSC_SLICE_MODULE : LSC_SLICE_MARK;
      copy_slice (&lane->raw, &track->slices, i);
    }
  lsc_raw_slices_clear (&track->slices);
}

/* ---- CANN ---- */

static const struct
{
  const char *prefix;
  guint8 kind;
} call_levels[] = {
  { "AscendCL@", LSC_SLICE_CANN_ACL },    { "Model@", LSC_SLICE_CANN_MODEL },
  { "Node@", LSC_SLICE_CANN_NODE },       { "Communication@", LSC_SLICE_CANN_COMM },
  { "Hccl@", LSC_SLICE_CANN_COMM },       { "HCCL@", LSC_SLICE_CANN_COMM },
  { "Runtime@", LSC_SLICE_CANN_RUNTIME },
};

/* The level in front of a call's name is its kind: the rest is the name, as in a database. */
static void
strip_call (Split *self, guint32 name)
{
  g_autofree char *text = g_strdup (lsc_intern_text (self->trace->strings, name));

  self->stripped[name] = name;
  self->levels[name] = LSC_SLICE_CANN_RUNTIME;
  for (gsize i = 0; i < G_N_ELEMENTS (call_levels); i++)
    if (g_str_has_prefix (text, call_levels[i].prefix))
      {
        self->levels[name] = call_levels[i].kind;
        self->stripped[name] =
            lsc_intern_add (self->trace->strings, text + strlen (call_levels[i].prefix));
        return;
      }
}

static void
take_calls (Split *self, guint index)
{
  LscTrack *track = get_track (self->trace, index);
  LscViewLane *lane = add_thread_lane (self, LSC_VIEW_CANN, index);

  self->view->lane_of[index] = self->view->lanes->len - 1;
  for (gsize i = 0; i < track->slices.n; i++)
    {
      LscRawSlice *slice = &track->slices.items[i];

      if (G_UNLIKELY (slice->name >= self->n_names))
        continue;
      if (G_UNLIKELY (self->stripped[slice->name] == LSC_STRING_NONE))
        strip_call (self, slice->name);
      slice->kind = self->levels[slice->name];
      slice->name = self->stripped[slice->name];
    }
  take_all (lane, track);
}

/* ---- device and communication ---- */

static void
take_plain (Split *self, LscViewClass class, guint index, int kind)
{
  LscTrack *track = get_track (self->trace, index);
  LscViewLane *lane = add_thread_lane (self, class, index);

  self->view->lane_of[index] = self->view->lanes->len - 1;
  for (gsize i = 0; kind >= 0 && i < track->slices.n; i++)
    track->slices.items[i].kind = (guint8) kind;
  take_all (lane, track);
}

/* Gives the tasks of the last plane the numbers of their pairs. Nobody asks for their launches. */
static void
take_pairs (Split *self, guint index)
{
  const LscTracePairs *pairs = &self->trace->pairs;
  LscViewLane *lane = g_ptr_array_index (self->view->lanes, self->view->lanes->len - 1);
  gsize first = LSC_BISECT (i, 0, pairs->n, pairs->items[i].track < index);

  for (gsize i = 0; i < lane->raw.n; i++)
    lane->raw.items[i].link = LSC_SLICE_NONE;
  for (gsize i = first; i < MIN (pairs->n, LSC_SLICE_NONE) && pairs->items[i].track == index; i++)
    {
      lane->raw.items[pairs->items[i].index].link = (guint32) i;
      lane->has_pairs = TRUE;
    }
}

static void
take_communication (Split *self, guint index)
{
  const LscTrack *track = get_track (self->trace, index);

  if (begins (get_text (self->trace, track->thread_name), "Plane"))
    {
      take_plain (self, LSC_VIEW_COMM_PLANE, index, LSC_SLICE_COMM_TASK);
      take_pairs (self, index);
    }
  else
    take_plain (self, LSC_VIEW_COMM_GROUP, index, LSC_SLICE_COMM_OP);
}

static void
split_track (Split *self, guint index)
{
  LscTrack *track = get_track (self->trace, index);

  if (track->slices.n == 0)
    return;
  switch ((LscTraceLayer) self->view->layers[index])
    {
    case LSC_LAYER_PYTHON:
      split_python (self, index);
      break;
    case LSC_LAYER_MARKS:
      split_marks (self, index);
      break;
    case LSC_LAYER_CANN:
      take_calls (self, index);
      break;
    case LSC_LAYER_DEVICE:
      take_plain (self, LSC_VIEW_STREAM, index, -1);
      break;
    case LSC_LAYER_COMM:
      take_communication (self, index);
      break;
    case LSC_LAYER_OVERLAP:
      lsc_raw_slices_clear (&track->slices);
      break;
    case LSC_LAYER_OTHER:
    default:
      take_plain (self, LSC_VIEW_OTHER, index, LSC_SLICE_OTHER);
      break;
    }
}

/**
 * _lsc_view_split_tracks:
 *
 * Sorts the slices of the trace into lanes by process, thread, category and domain, and into kinds.
 * The slices are taken from the trace.
 */
void
_lsc_view_split_tracks (LscView *self)
{
  LscTraceFile *trace = self->trace;
  Split split = { .view = self, .trace = trace };

  split.categories = (Categories){ lsc_trace_file_find_category (trace, "python_function"),
                                   lsc_trace_file_find_category (trace, "cpu_op"),
                                   lsc_trace_file_find_category (trace, "enqueue"),
                                   lsc_trace_file_find_category (trace, "dequeue"),
                                   lsc_trace_file_find_category (trace, "GC") };
  split.n_names = lsc_intern_size (trace->strings);
  split.classes = g_new (guint8, split.n_names + 1);
  split.levels = g_new0 (guint8, split.n_names + 1);
  split.stripped = g_new (guint32, split.n_names + 1);
  for (gsize i = 0; i < split.n_names; i++)
    {
      split.classes[i] = classify (lsc_intern_text (trace->strings, (guint32) i));
      split.stripped[i] = LSC_STRING_NONE;
    }
  self->layers = g_new0 (guint8, trace->tracks->len + 1);
  self->lane_of = g_new (guint, trace->tracks->len + 1);
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      self->layers[i] = (guint8) get_layer (&split, get_track (trace, i));
      self->lane_of[i] = G_MAXUINT;
    }
  for (guint i = 0; i < trace->tracks->len; i++)
    split_track (&split, i);
  g_free (split.classes);
  g_free (split.levels);
  g_free (split.stripped);
}
