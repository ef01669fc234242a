/* lsc-ascend-timeline-tree.c - the lanes of a database in their places (lanes.md#tree)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/ascend/lsc-ascend-timeline-private.h"

#include <inttypes.h>
#include <string.h>

#include "read/find/lsc-comm-groups.h"
#include "read/lsc-step-lane.h"

/* Names of groups and lanes are parts of paths that users type and scripts keep, so they are not
 * translated. */

#define NO_LANE ((gint64) -1) /* both keys of the lane for what is too much */

static gint64
pid_of (gint64 global_tid)
{
  return global_tid >> 32;
}

static gint64
tid_of (gint64 global_tid)
{
  return global_tid & G_MAXUINT32;
}

static const char *
text_of (LscAscendTimeline *self, gint64 id)
{
  const char *text = id >= 0 && id < LSC_STRING_NONE
                         ? lsc_intern_text (self->timeline->strings, (guint32) id)
                         : NULL;

  return text ? text : "";
}

/* Hands a lane over to the tree. */
static guint32
add_lane (LscAscendTimeline *self, guint32 parent, LscNodeRole role, const char *name,
          LscRawLane *lane)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  guint32 node =
      lsc_timeline_add_lane (self->timeline, parent, role, valid, g_steal_pointer (&lane->lane));

  lane->node = node;
  /* one too many was left out, but what hangs below it was not */
  return node != LSC_SLICE_NONE ? node
                                : lsc_timeline_add_group (self->timeline, parent, role, valid);
}

static LscNode *
get_node (LscAscendTimeline *self, guint32 node)
{
  return lsc_timeline_get_node (self->timeline, node);
}

static void
set_thread (LscAscendTimeline *self, guint32 node, gint64 global_tid)
{
  get_node (self, node)->pid = pid_of (global_tid);
  get_node (self, node)->tid = tid_of (global_tid);
}

/* Lanes of a class in the order of the tree. */
static GPtrArray *
list_lanes (LscAscendTimeline *self, LscRawClass class, GCompareDataFunc compare)
{
  GPtrArray *list = g_ptr_array_new ();

  for (gsize i = 0; i < self->lanes.n; i++)
    if (self->lanes.items[i]->class == class)
      g_ptr_array_add (list, self->lanes.items[i]);
  g_ptr_array_sort_with_data (list, compare, self);
  return list;
}

static int
compare_ids (gint64 a, gint64 b)
{
  return a < b ? -1 : a > b;
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscRawLane *left = *(const LscRawLane *const *) a;
  const LscRawLane *right = *(const LscRawLane *const *) b;
  int order = compare_ids (left->key, right->key);

  return order ? order : compare_ids (left->key2, right->key2);
}

/* ---- host ---- */

static guint
flags_of_thread (LscAscendTimeline *self, gint64 global_tid)
{
  for (gsize i = 0; i < self->lanes.n; i++)
    if (self->lanes.items[i]->class == LSC_RAW_OPS && self->lanes.items[i]->key == global_tid)
      return self->lanes.items[i]->flags;
  return 0;
}

/* main, dequeue, backward, others */
static int
rank_of_thread (guint flags)
{
  if (flags & LSC_RAW_IS_MAIN)
    return 0;
  if (flags & LSC_RAW_IS_DEQUEUE)
    return 1;
  return flags & LSC_RAW_IS_BACKWARD ? 2 : 3;
}

static int
compare_threads (gconstpointer a, gconstpointer b, gpointer user_data)
{
  LscAscendTimeline *self = user_data;
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;
  int order = rank_of_thread (flags_of_thread (self, left)) -
              rank_of_thread (flags_of_thread (self, right));

  return order ? order : compare_ids (left, right);
}

static char *
name_thread (gint64 global_tid, guint flags)
{
  static const char *const roles[] = { " (main)", " (dequeue)", " (backward)", "" };

  if (global_tid == NO_LANE)
    return g_strdup ("Other threads");
  return g_strdup_printf ("Thread %" PRId64 "%s", tid_of (global_tid),
                          roles[rank_of_thread (flags)]);
}

static LscRawLane *
find_lane (LscAscendTimeline *self, LscRawClass class, gint64 key)
{
  for (gsize i = 0; i < self->lanes.n; i++)
    if (self->lanes.items[i]->class == class && self->lanes.items[i]->key == key)
      return self->lanes.items[i];
  return NULL;
}

static void
add_below_thread (LscAscendTimeline *self, guint32 thread, LscNodeRole role, const char *name,
                  LscRawLane *lane)
{
  guint32 node;

  if (!lane)
    return;
  node = add_lane (self, thread, role, name, lane);
  get_node (self, node)->flags |= LSC_NODE_COLLAPSED;
  set_thread (self, node, lane->key);
}

static void
add_thread (LscAscendTimeline *self, guint32 group, gint64 global_tid)
{
  LscRawLane *ops = find_lane (self, LSC_RAW_OPS, global_tid);
  g_autofree char *name = name_thread (global_tid, ops ? ops->flags : 0);
  guint32 node = ops ? add_lane (self, group, LSC_ROLE_HOST_THREAD, name, ops)
                     : lsc_timeline_add_group (self->timeline, group, LSC_ROLE_HOST_THREAD, name);

  set_thread (self, node, global_tid);
  add_below_thread (self, node, LSC_ROLE_PYTHON_STACK, "Python stack",
                    find_lane (self, LSC_RAW_FRAMES, global_tid));
  add_below_thread (self, node, LSC_ROLE_OTHER, "OS runtime",
                    find_lane (self, LSC_RAW_OSRT, global_tid));
}

static void
add_host (LscAscendTimeline *self)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint32 group;

  for (gsize i = 0; i < self->lanes.n; i++)
    {
      LscRawLane *lane = self->lanes.items[i];

      if ((lane->class == LSC_RAW_OPS || lane->class == LSC_RAW_FRAMES ||
           lane->class == LSC_RAW_OSRT) &&
          g_hash_table_add (seen, &lane->key))
        g_array_append_val (threads, lane->key);
    }
  if (threads->len == 0)
    return;
  g_array_sort_with_data (threads, compare_threads, self);
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_HOST, "Python");
  for (guint i = 0; i < threads->len; i++)
    add_thread (self, group, g_array_index (threads, gint64, i));
}

/* ---- steps ---- */

static void
add_steps (LscAscendTimeline *self)
{
  LscRawLane *lane = find_lane (self, LSC_RAW_STEPS, 0);

  /* Without the table, the ops of the steps tell them. */
  if (lane && self->timeline->steps.n == 0)
    lsc_step_lane_read (self->timeline, lane->lane);
  if (lane)
    add_lane (self, 0, LSC_ROLE_STEPS, "Steps", lane);
  else if (self->timeline->steps.n > 0)
    {
      self->steps_are_rows = TRUE;
      lsc_timeline_add_lane (self->timeline, 0, LSC_ROLE_STEPS, "Steps",
                             lsc_step_lane_new (self->timeline, TRUE));
    }
}

/* ---- marks ---- */

static int
compare_marks (gconstpointer a, gconstpointer b, gpointer user_data)
{
  LscAscendTimeline *self = user_data;
  const LscRawLane *left = *(const LscRawLane *const *) a;
  const LscRawLane *right = *(const LscRawLane *const *) b;
  const char *left_text = text_of (self, left->key), *right_text = text_of (self, right->key);
  int order = (strcmp (left_text, "Module") != 0) - (strcmp (right_text, "Module") != 0);

  if (order == 0)
    order = strcmp (left_text, right_text);
  return order ? order : compare_ids (left->key2, right->key2);
}

static void
add_marks (LscAscendTimeline *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_RAW_MARKS, compare_marks);
  guint32 group;

  if (lanes->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_MARKS, "MSTX");
  for (guint i = 0; i < lanes->len; i++)
    {
      LscRawLane *lane = g_ptr_array_index (lanes, i);
      LscRawLane *before = i > 0 ? g_ptr_array_index (lanes, i - 1) : NULL;
      LscRawLane *after = i + 1 < lanes->len ? g_ptr_array_index (lanes, i + 1) : NULL;
      gboolean is_shared =
          (before && before->key == lane->key) || (after && after->key == lane->key);
      const char *text = text_of (self, lane->key);
      g_autofree char *domain = g_strdup (*text ? text : "default");
      g_autofree char *name =
          is_shared ? g_strdup_printf ("%s (thread %" PRId64 ")", domain, tid_of (lane->key2))
                    : g_strdup (domain);
      guint32 node = add_lane (self, group, LSC_ROLE_MARK_LANE, name, lane);

      set_thread (self, node, lane->key2);
      get_node (self, node)->text = g_utf8_make_valid (domain, -1);
    }
}

/* ---- CANN ---- */

static void
add_cann (LscAscendTimeline *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_RAW_CANN, compare_keys);
  guint32 group;

  if (lanes->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_CANN, "CANN");
  for (guint i = 0; i < lanes->len; i++)
    {
      LscRawLane *lane = g_ptr_array_index (lanes, i);
      g_autofree char *name = name_thread (lane->key, 0);

      set_thread (self, add_lane (self, group, LSC_ROLE_CANN_THREAD, name, lane), lane->key);
    }
}

/* ---- device ---- */

/* Streams by computing, then communication, then id. */
static int
compare_streams (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscRawLane *left = *(const LscRawLane *const *) a;
  const LscRawLane *right = *(const LscRawLane *const *) b;
  int order = compare_ids (right->computing_ns, left->computing_ns);

  if (order == 0)
    order = compare_ids (right->communication_ns, left->communication_ns);
  if (order == 0)
    order = compare_ids (left->key2, right->key2);
  return order ? order : compare_ids (left->key, right->key);
}

static char *
name_stream (LscAscendTimeline *self, gint64 device, gint64 stream)
{
  g_autofree char *prefix = self->has_devices && self->device < 0
                                ? g_strdup_printf ("Device %" PRId64 " ", device)
                                : g_strdup ("");

  if (stream == NO_LANE || stream == G_MAXUINT32)
    return g_strdup_printf ("%s%s", prefix, stream == NO_LANE ? "Other streams" : "No stream");
  return g_strdup_printf ("%sStream %" PRId64, prefix, stream);
}

static void
add_stream_marks (LscAscendTimeline *self, guint32 group, gint64 device, gint64 stream,
                  GPtrArray *marks)
{
  g_autofree char *stream_name = name_stream (self, device, stream);

  for (guint i = 0; i < marks->len; i++)
    {
      LscRawLane *lane = g_ptr_array_index (marks, i);
      const char *domain = text_of (self, lane->key2);
      g_autofree char *name = NULL;
      guint32 node;

      if (!lane->lane ||
          lane->key != (gint64) ((guint64) (guint32) device << 32 | (guint32) stream))
        continue;
      name = *domain ? g_strdup_printf ("%s MSTX [%s]", stream_name, domain)
                     : g_strdup_printf ("%s MSTX", stream_name);
      node = add_lane (self, group, LSC_ROLE_MARK_LANE, name, lane);
      get_node (self, node)->tid = stream;
      get_node (self, node)->text = g_utf8_make_valid (*domain ? domain : "default", -1);
    }
}

static void
add_device (LscAscendTimeline *self)
{
  g_autoptr (GPtrArray) streams = list_lanes (self, LSC_RAW_STREAM, compare_streams);
  g_autoptr (GPtrArray) marks = list_lanes (self, LSC_RAW_DEVICE_MARK, compare_keys);
  guint32 group;

  if (streams->len == 0 && marks->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_DEVICE, "Device");
  for (guint i = 0; i < streams->len; i++)
    {
      LscRawLane *lane = g_ptr_array_index (streams, i);
      g_autofree char *name = name_stream (self, lane->key, lane->key2);
      guint32 node;

      add_stream_marks (self, group, lane->key, lane->key2, marks);
      node = add_lane (self, group, LSC_ROLE_STREAM, name, lane);
      get_node (self, node)->tid = lane->key2;
    }
  /* streams that carry nothing but marks */
  for (guint i = 0; i < marks->len; i++)
    {
      LscRawLane *lane = g_ptr_array_index (marks, i);
      guint64 key = (guint64) lane->key;

      if (lane->lane)
        add_stream_marks (self, group, (gint64) (key >> 32), (gint64) (guint32) key, marks);
    }
}

/* ---- communication ---- */

typedef struct
{
  gint64 key;
  LscCommGroup *about;
} Group;

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *left = a, *right = b;
  int order = strcmp (left->about->label, right->about->label);

  return order ? order : strcmp (left->about->name, right->about->name);
}

/* Every group that has operators or parts on planes. */
static GArray *
list_groups (LscAscendTimeline *self)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (gsize i = 0; i < self->lanes.n; i++)
    {
      LscRawLane *lane = self->lanes.items[i];
      const char *name = text_of (self, lane->key);
      Group group = { lane->key, NULL };

      if ((lane->class != LSC_RAW_COMM_GROUP && lane->class != LSC_RAW_COMM_PLANE) ||
          !g_hash_table_add (seen, &lane->key))
        continue;
      group.about = lsc_comm_group_new (self->timeline->metadata, *name ? name : "unnamed");
      g_ptr_array_add (self->timeline->comm_groups, group.about);
      g_array_append_val (groups, group);
    }
  g_array_sort (groups, compare_groups);
  return groups;
}

static void
add_planes (LscAscendTimeline *self, guint32 parent, const Group *group, GPtrArray *planes)
{
  for (guint i = 0; i < planes->len; i++)
    {
      LscRawLane *lane = g_ptr_array_index (planes, i);
      g_autofree char *name = NULL;
      guint32 node;

      if (lane->key != group->key)
        continue;
      name = g_strdup_printf ("Plane %" PRId64, lane->key2);
      node = add_lane (self, parent, LSC_ROLE_COMM_PLANE, name, lane);
      get_node (self, node)->tid = lane->key2;
      get_node (self, node)->text = g_strdup (group->about->name);
    }
}

static void
add_communication (LscAscendTimeline *self)
{
  g_autoptr (GArray) groups = list_groups (self);
  g_autoptr (GPtrArray) planes = list_lanes (self, LSC_RAW_COMM_PLANE, compare_keys);
  guint32 top;

  if (groups->len == 0)
    return;
  top = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_COMM, "Communication");
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);
      LscRawLane *ops = find_lane (self, LSC_RAW_COMM_GROUP, group->key);
      guint32 node = ops ? add_lane (self, top, LSC_ROLE_COMM_GROUP, group->about->label, ops)
                         : lsc_timeline_add_group (self->timeline, top, LSC_ROLE_COMM_GROUP,
                                                   group->about->label);

      get_node (self, node)->text = g_strdup (group->about->name);
      get_node (self, node)->flags |= LSC_NODE_COLLAPSED;
      add_planes (self, node, group, planes);
    }
}

/** Puts every lane into the tree. */
void
_lsc_ascend_timeline_build_tree (LscAscendTimeline *self)
{
  add_steps (self);
  add_host (self);
  add_marks (self);
  add_cann (self);
  add_device (self);
  add_communication (self);
}
