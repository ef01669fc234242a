/* lsc-kineto-lanes.c - the lane tree of a Kineto trace
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "base/lsc-json-scan.h"
#include "read/kineto/lsc-kineto-private.h"
#include "read/lsc-step-lane.h"

#include <string.h>

#define STREAM_PREFIX "stream "

/* lanes.md#tree: steps, threads with their Python stacks, annotations, CUDA runtime, the streams of
 * the cards, communication by group, and what else there is. */

/**
 * Group: nodes of one parent while they are added
 * @name: of the next one, and that of its annotations
 * @reserved: (nullable): names that no node got and none may get
 */
typedef struct
{
  LscKinetoBuild *build;
  guint32 parent;
  GString *name;
  GString *title;
  GHashTable *reserved;
} Group;

static const char *
text_of (const LscKinetoBuild *build, guint32 id)
{
  const char *text = id == LSC_STRING_NONE ? NULL : lsc_intern_text (build->trace->strings, id);

  return text ? text : "";
}

static gboolean
is_taken (const Group *self, const char *name)
{
  return (self->parent != LSC_SLICE_NONE &&
          lsc_timeline_has_child (self->build->timeline, self->parent, name)) ||
         (self->reserved && g_hash_table_contains (self->reserved, name));
}

/* Makes a name unlike that of any sibling. @what, @which: (nullable): words that may help. */
static void
make_unique (const Group *self, GString *name, const char *what, const char *which)
{
  gsize length = name->len;

  if (G_LIKELY (!is_taken (self, name->str)))
    return;
  if (which && (*what || *which))
    g_string_append_printf (name, " (%s%s)", what, which);
  for (guint n = 2; is_taken (self, name->str); n++)
    {
      g_string_truncate (name, length);
      g_string_append_printf (name, " [%u]", n);
    }
}

static void
group_begin (Group *self, LscKinetoBuild *build)
{
  *self = (Group){ .build = build, .parent = LSC_SLICE_NONE };
  self->name = g_string_new (NULL);
  self->title = g_string_new (NULL);
}

static void
group_end (Group *self)
{
  g_string_free (self->name, TRUE);
  g_string_free (self->title, TRUE);
  g_clear_pointer (&self->reserved, g_hash_table_unref);
}

static guint32
group_node (Group *self, LscNodeRole role, const char *name)
{
  if (self->parent == LSC_SLICE_NONE)
    self->parent = lsc_timeline_add_group (self->build->timeline, 0, role, name);
  return self->parent;
}

/* Slices become the lane of a new node. */
static guint32
add_lane (LscKinetoBuild *build, guint32 parent, LscNodeRole role, const char *name, guint32 index)
{
  LscKinetoBucket *bucket = _lsc_kineto_bucket (build, index);
  gboolean is_asked = bucket->ends.n > 0 || bucket->sequences ||
                      bucket->target == LSC_KINETO_TO_COMM ||
                      bucket->target == LSC_KINETO_TO_STREAM;
  LscLane *lane = lsc_lane_new (&bucket->raw, build->rule, is_asked ? &bucket->position : NULL);
  guint32 node = lsc_timeline_add_lane (build->timeline, parent, role, name, lane);

  bucket = _lsc_kineto_bucket (build, index);
  bucket->node = node;
  return node;
}

static void
set_place (LscKinetoBuild *build, guint32 node, guint32 track, const char *text)
{
  LscNode *item;

  if (node == LSC_SLICE_NONE)
    return; /* left out: too many slices */
  item = lsc_timeline_get_node (build->timeline, node);
  if (track < build->trace->tracks->len)
    {
      item->pid = _lsc_kineto_track (build, track)->pid_number;
      item->tid = _lsc_kineto_track (build, track)->tid_number;
    }
  if (text)
    {
      g_free (item->text);
      item->text = g_strdup (text);
    }
}

/* -- Host ----------------------------------------------------------------------------------------
 */

static gboolean
is_filled (const LscKinetoBuild *build, guint32 track, LscKinetoTarget target)
{
  guint32 index = _lsc_kineto_get_bucket (build, track, target);

  return index != LSC_KINETO_NO_BUCKET && _lsc_kineto_bucket (build, index)->raw.n > 0;
}

static gboolean
has_bucket (const LscKinetoBuild *build, guint32 track, LscKinetoTarget target)
{
  return _lsc_kineto_get_bucket (build, track, target) != LSC_KINETO_NO_BUCKET;
}

/* 0 main, 1 backward, 2 any other */
static guint8
rank_thread (const LscKinetoBuild *build, guint32 track)
{
  guint32 index = _lsc_kineto_get_bucket (build, track, LSC_KINETO_TO_OPS);
  const LscKinetoBucket *bucket =
      index == LSC_KINETO_NO_BUCKET ? NULL : _lsc_kineto_bucket (build, index);

  if (bucket && bucket->has_steps)
    return 0;
  return bucket && bucket->has_backward ? 1 : 2;
}

static void
rank_threads (LscKinetoBuild *build)
{
  build->thread_ranks = g_new (guint8, build->trace->tracks->len + 1);
  for (guint32 i = 0; i < build->trace->tracks->len; i++)
    build->thread_ranks[i] = rank_thread (build, i);
}

/* Returns: (transfer none): a name that no sibling has, until the next one is asked for */
static const char *
name_thread (Group *group, guint32 track)
{
  static const char *const what[] = { " (main)", " (backward)", "" };
  const LscKinetoBuild *build = group->build;

  g_string_assign (group->name, "Thread ");
  g_string_append (group->name, text_of (build, _lsc_kineto_track (build, track)->tid));
  g_string_append (group->name, what[build->thread_ranks[track]]);
  make_unique (group, group->name, "process ",
               text_of (build, _lsc_kineto_track (build, track)->pid));
  return group->name->str;
}

static void
add_thread (Group *group, guint32 track)
{
  LscKinetoBuild *build = group->build;
  gboolean has_stack = is_filled (build, track, LSC_KINETO_TO_STACK);
  gboolean has_ops = is_filled (build, track, LSC_KINETO_TO_OPS);
  const char *name;
  guint32 index, parent, node;

  if (!has_stack && !has_ops)
    return;
  parent = group_node (group, LSC_ROLE_HOST, "Python");
  name = name_thread (group, track);
  index = _lsc_kineto_get_bucket (build, track, LSC_KINETO_TO_OPS);
  if (has_ops)
    node = add_lane (build, parent, LSC_ROLE_HOST_THREAD, name, index);
  else /* frames without ops: a thread without a lane of its own */
    node = lsc_timeline_add_group (build->timeline, parent, LSC_ROLE_HOST_THREAD, name);
  set_place (build, node, track, NULL);
  if (!has_stack || node == LSC_SLICE_NONE)
    return;
  index = _lsc_kineto_get_bucket (build, track, LSC_KINETO_TO_STACK);
  node = add_lane (build, node, LSC_ROLE_PYTHON_STACK, "Python stack", index);
  set_place (build, node, track, NULL);
  if (node != LSC_SLICE_NONE)
    lsc_timeline_get_node (build->timeline, node)->flags |= LSC_NODE_COLLAPSED;
}

static void
add_threads (LscKinetoBuild *build)
{
  Group group;

  group_begin (&group, build);
  for (int rank = 0; rank <= 2; rank++)
    for (guint32 i = 0; i < build->trace->tracks->len; i++)
      if (build->thread_ranks[i] == rank)
        add_thread (&group, i);
  group_end (&group);
}

/* Anchors are where arrows begin whose call was not recorded: kept for them, not shown. */
static void
hide_anchors (LscKinetoBuild *build, guint32 group, guint32 node)
{
  LscNode *item = node == LSC_SLICE_NONE ? NULL : lsc_timeline_get_node (build->timeline, node);
  gboolean has_calls = FALSE;

  for (guint32 i = 0; item && i < item->lane->n && !has_calls; i++)
    has_calls = item->lane->kind[i] != LSC_SLICE_LAUNCH_ANCHOR;
  if (!item || has_calls)
    lsc_timeline_get_node (build->timeline, group)->flags &= ~LSC_NODE_HIDDEN;
  else
    item->flags |= LSC_NODE_HIDDEN;
}

/* One lane for each thread: annotations, or calls of the runtime. */
static void
add_by_thread (LscKinetoBuild *build, LscKinetoTarget target, LscNodeRole group_role,
               const char *title, LscNodeRole role, const char *text)
{
  Group group;

  group_begin (&group, build);
  for (int rank = 0; rank <= 2; rank++)
    for (guint32 i = 0; i < build->trace->tracks->len; i++)
      if (build->thread_ranks[i] == rank && is_filled (build, i, target))
        {
          gboolean is_first = group.parent == LSC_SLICE_NONE;
          guint32 parent = group_node (&group, group_role, title);
          guint32 index = _lsc_kineto_get_bucket (build, i, target);
          guint32 node;

          if (is_first && target == LSC_KINETO_TO_RUNTIME && build->arrows.n > 0)
            lsc_timeline_get_node (build->timeline, parent)->flags |= LSC_NODE_HIDDEN;
          node = add_lane (build, parent, role, name_thread (&group, i), index);
          set_place (build, node, i, text);
          if (target == LSC_KINETO_TO_RUNTIME && build->arrows.n > 0)
            hide_anchors (build, parent, node);
        }
  group_end (&group);
}

/* -- Device --------------------------------------------------------------------------------------
 */

typedef struct
{
  guint32 track;
  gint64 device;
  gint64 stream;
  gint64 computing_ns;
  gint64 comm_ns;
} Stream;

/* lanes.md#tree: by total computing time, then communication, then number; cards by number. */
static int
compare_streams (gconstpointer a, gconstpointer b)
{
  const Stream *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  if (x->computing_ns != y->computing_ns)
    return x->computing_ns > y->computing_ns ? -1 : 1;
  if (x->comm_ns != y->comm_ns)
    return x->comm_ns > y->comm_ns ? -1 : 1;
  if (x->stream != y->stream)
    return x->stream < y->stream ? -1 : 1;
  return (x->track > y->track) - (x->track < y->track);
}

/* PyTorch 1 writes "stream 7". Returns: -1 = no number */
static gint64
read_stream (const LscKinetoBuild *build, const LscTrack *track)
{
  const char *text = text_of (build, track->tid);
  gint64 number = track->tid_number;

  if (number == -1 && g_str_has_prefix (text, STREAM_PREFIX) &&
      !lsc_json_parse_int64 (text + strlen (STREAM_PREFIX), strlen (text + strlen (STREAM_PREFIX)),
                             &number))
    return -1;
  return number;
}

static GArray *
list_streams (const LscKinetoBuild *build, gboolean *has_several_devices)
{
  GArray *streams = g_array_new (FALSE, FALSE, sizeof (Stream));

  *has_several_devices = FALSE;
  for (guint32 i = 0; i < build->trace->tracks->len; i++)
    {
      const LscTrack *track = _lsc_kineto_track (build, i);
      guint32 index = _lsc_kineto_get_bucket (build, i, LSC_KINETO_TO_STREAM);
      Stream stream = { i, track->pid_number, read_stream (build, track), 0, 0 };

      if (index == LSC_KINETO_NO_BUCKET && !has_bucket (build, i, LSC_KINETO_TO_STREAM_MARKS))
        continue;
      if (index != LSC_KINETO_NO_BUCKET)
        {
          stream.computing_ns = _lsc_kineto_bucket (build, index)->computing_ns;
          stream.comm_ns = _lsc_kineto_bucket (build, index)->comm_ns;
        }
      g_array_append_val (streams, stream);
      *has_several_devices |= g_array_index (streams, Stream, 0).device != stream.device;
    }
  g_array_sort (streams, compare_streams);
  return streams;
}

/* Host waits that belong to no stream are recorded as stream -1. */
static void
name_stream (Group *group, const Stream *stream, gboolean has_several_devices)
{
  const LscKinetoBuild *build = group->build;
  const LscTrack *track = _lsc_kineto_track (build, stream->track);

  g_string_truncate (group->name, 0);
  if (has_several_devices)
    {
      g_string_append (group->name, "GPU ");
      g_string_append (group->name, text_of (build, track->pid));
      g_string_append_c (group->name, ' ');
    }
  if (stream->stream == -1)
    g_string_append (group->name, "No stream");
  else
    g_string_append_printf (group->name, "Stream %" G_GINT64_FORMAT, stream->stream);
  make_unique (group, group->name, "process ", text_of (build, track->pid));
}

static void
add_stream_marks (Group *group, guint32 parent, const Stream *stream)
{
  LscKinetoBuild *build = group->build;
  guint32 index = _lsc_kineto_get_bucket (build, stream->track, LSC_KINETO_TO_STREAM_MARKS);
  guint32 node;

  g_string_assign (group->title, group->name->str);
  g_string_append (group->title, " annotations");
  make_unique (group, group->title, NULL, NULL);
  node = add_lane (build, parent, LSC_ROLE_STREAM, group->title->str, index);
  set_place (build, node, stream->track, NULL);
}

static void
add_stream (Group *group, const Stream *stream, gboolean has_several_devices)
{
  LscKinetoBuild *build = group->build;
  guint32 parent = group_node (group, LSC_ROLE_DEVICE, "Device");

  name_stream (group, stream, has_several_devices);
  if (has_bucket (build, stream->track, LSC_KINETO_TO_STREAM_MARKS))
    add_stream_marks (group, parent, stream);
  if (has_bucket (build, stream->track, LSC_KINETO_TO_STREAM))
    {
      guint32 index = _lsc_kineto_get_bucket (build, stream->track, LSC_KINETO_TO_STREAM);
      guint32 node = add_lane (build, parent, LSC_ROLE_STREAM, group->name->str, index);

      set_place (build, node, stream->track, NULL);
    }
  else
    {
      if (!group->reserved)
        group->reserved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_add (group->reserved, g_strdup (group->name->str));
    }
}

static void
add_streams (LscKinetoBuild *build)
{
  gboolean has_several_devices;
  g_autoptr (GArray) streams = list_streams (build, &has_several_devices);
  Group group;

  group_begin (&group, build);
  for (guint i = 0; i < streams->len; i++)
    add_stream (&group, &g_array_index (streams, Stream, i), has_several_devices);
  if (streams->len > 0)
    build->timeline->device = g_array_index (streams, Stream, 0).device;
  group_end (&group);
}

static void
add_communication (LscKinetoBuild *build)
{
  Group group;

  group_begin (&group, build);
  for (guint i = 0; i < build->groups->len; i++)
    {
      const LscKinetoGroup *item = build->groups->pdata[i];
      guint32 parent = group_node (&group, LSC_ROLE_COMM, "Communication");
      guint32 node;

      g_string_assign (group.name, item->label);
      make_unique (&group, group.name, "", item->name);
      node = add_lane (build, parent, LSC_ROLE_COMM_GROUP, group.name->str, item->bucket);
      set_place (build, node, G_MAXUINT32, item->full_name ? item->full_name : item->name);
    }
  group_end (&group);
}

/* -- The rest ------------------------------------------------------------------------------------
 */

/* Marks of the profiler itself, as the end of its window, have neither process nor thread. */
static void
name_other (Group *group, const LscTrack *track)
{
  const char *pid = text_of (group->build, track->pid), *tid = text_of (group->build, track->tid);

  if (*pid == '\0' && *tid == '\0')
    g_string_assign (group->name, "Marks");
  else
    g_string_printf (group->name, "%s%s%s", pid, *pid == '\0' || *tid == '\0' ? "" : " ", tid);
  make_unique (group, group->name, NULL, NULL);
}

/* Lanes of the profiler itself, or of what began and ended with an id. */
static void
add_other (LscKinetoBuild *build, LscKinetoTarget target, const char *title)
{
  Group group;

  group_begin (&group, build);
  for (guint32 i = 0; i < build->trace->tracks->len; i++)
    {
      const LscTrack *track = _lsc_kineto_track (build, i);
      guint32 index = _lsc_kineto_get_bucket (build, i, target);
      guint32 parent, node;

      if (index == LSC_KINETO_NO_BUCKET)
        continue;
      parent = group_node (&group, LSC_ROLE_OTHER, title);
      name_other (&group, track);
      node = add_lane (build, parent, LSC_ROLE_OTHER, group.name->str, index);
      set_place (build, node, i, NULL);
    }
  group_end (&group);
}

static void
add_steps (LscKinetoBuild *build)
{
  guint32 index = build->bucket_of[(gsize) build->trace->tracks->len * LSC_KINETO_N_TARGETS +
                                   LSC_KINETO_TO_STEPS];
  guint32 node;

  if (index == LSC_KINETO_NO_BUCKET)
    return;
  node = add_lane (build, 0, LSC_ROLE_STEPS, "Steps", index);
  if (node != LSC_SLICE_NONE)
    lsc_step_lane_read (build->timeline, lsc_timeline_get_node (build->timeline, node)->lane);
}

/**
 * _lsc_kineto_make_lanes:
 *
 * Turns the buckets into lanes in the order of lanes.md#tree. Cost: that of the lanes.
 */
gboolean
_lsc_kineto_make_lanes (LscKinetoBuild *build, GError **error)
{
  lsc_timeline_reserve_nodes (build->timeline, build->buckets->len);
  rank_threads (build);
  add_steps (build);
  add_threads (build);
  add_by_thread (build, LSC_KINETO_TO_MARKS, LSC_ROLE_MARKS, "Annotations", LSC_ROLE_MARK_LANE,
                 "user_annotation");
  add_by_thread (build, LSC_KINETO_TO_RUNTIME, LSC_ROLE_CANN, "CUDA runtime", LSC_ROLE_CANN_THREAD,
                 NULL);
  if (!lsc_job_check (build->job, error))
    return FALSE;
  add_streams (build);
  _lsc_kineto_name_groups (build);
  add_communication (build);
  _lsc_kineto_add_counters (build);
  _lsc_kineto_add_memory (build);
  add_other (build, LSC_KINETO_TO_ASYNC, "Async events");
  add_other (build, LSC_KINETO_TO_SYSTEM, "OS calls");
  add_other (build, LSC_KINETO_TO_OTHER, "Profiler");
  return lsc_job_check (build->job, error) && _lsc_kineto_add_sched (build, error);
}
