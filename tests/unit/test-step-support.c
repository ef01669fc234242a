/* test-step-support.c - small timelines written down by hand
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "test-step-support.h"

static const struct
{
  LscNodeRole parent;
  LscNodeRole role;
  const char *name;
  gint64 tid;
  const char *text;
} lanes[N_LANES] = {
  [MAIN] = { LSC_ROLE_HOST, LSC_ROLE_HOST_THREAD, "Thread 1", 1, NULL },
  [DEQUEUE] = { LSC_ROLE_HOST, LSC_ROLE_HOST_THREAD, "Thread 2", 2, NULL },
  [CANN_MAIN] = { LSC_ROLE_CANN, LSC_ROLE_CANN_THREAD, "Thread 1", 1, NULL },
  [CANN_DEQUEUE] = { LSC_ROLE_CANN, LSC_ROLE_CANN_THREAD, "Thread 2", 2, NULL },
  [STREAM_A] = { LSC_ROLE_DEVICE, LSC_ROLE_STREAM, "Stream 2", 2, NULL },
  [STREAM_B] = { LSC_ROLE_DEVICE, LSC_ROLE_STREAM, "Stream 3", 3, NULL },
  [GROUP_TP] = { LSC_ROLE_COMM, LSC_ROLE_COMM_GROUP, "tp [0, 1]", -1, "group-tp" },
  [GROUP_PP] = { LSC_ROLE_COMM, LSC_ROLE_COMM_GROUP, "pp [0, 2]", -1, "group-pp" },
  [PLANE_0] = { LSC_ROLE_COMM, LSC_ROLE_COMM_PLANE, "Plane 0", 0, "group-tp" },
  [PLANE_1] = { LSC_ROLE_COMM, LSC_ROLE_COMM_PLANE, "Plane 1", 1, "group-tp" },
  [MODULES] = { LSC_ROLE_HOST, LSC_ROLE_PYTHON_STACK, "Python 1", 1, NULL },
  [MARKS] = { LSC_ROLE_HOST, LSC_ROLE_MARK_LANE, "Marks 1", 1, NULL },
};

static guint32
ensure_group (LscTimeline *timeline, LscNodeRole role)
{
  guint32 group = lsc_timeline_find_child (timeline, 0, role);
  g_autofree char *name = g_strdup_printf ("Group %d", role);

  return group != LSC_SLICE_NONE ? group : lsc_timeline_add_group (timeline, 0, role, name);
}

static void
add_comm_group (LscTimeline *timeline, const char *name, const char *label, gboolean is_pipeline)
{
  LscCommGroup *group = g_new0 (LscCommGroup, 1);

  group->name = g_strdup (name);
  group->label = g_strdup (label);
  group->is_pipeline = is_pipeline;
  lsc_int64s_append (&group->ranks, 0);
  lsc_int64s_append (&group->ranks, is_pipeline ? 2 : 1);
  g_ptr_array_add (timeline->comm_groups, group);
}

/* Adds the lane, and notes the number of each of its slices. */
static void
add_lane (LscTimeline *timeline, guint lane, const Event *events, gsize n, guint32 *ids)
{
  g_autofree guint32 *position = NULL;
  g_autofree gsize *event_of = g_new (gsize, n + 1);
  LscRawSlices raw = { 0 };
  gsize n_raw = 0;
  LscNode *node;
  guint32 index;

  for (gsize i = 0; i < n; i++)
    {
      LscRawSlice *slice;

      if (events[i].lane != lane)
        continue;
      slice = lsc_raw_slices_add (&raw, events[i].start, events[i].end);
      slice->name = lsc_intern_add (timeline->strings, events[i].name);
      slice->kind = events[i].kind;
      event_of[n_raw++] = i;
    }
  if (n_raw == 0)
    return;
  index = lsc_timeline_add_lane (timeline, ensure_group (timeline, lanes[lane].parent),
                                 lanes[lane].role, lanes[lane].name,
                                 lsc_lane_new (&raw, LSC_LANE_NESTED, &position));
  node = lsc_timeline_get_node (timeline, index);
  node->pid = 1;
  node->tid = lanes[lane].tid;
  node->text = g_strdup (lanes[lane].text);
  for (gsize i = 0; i < n_raw; i++)
    ids[event_of[i]] = node->first_id + (position ? position[i] : (guint32) i);
}

/**
 * test_timeline_new:
 *
 * Returns: (transfer full): a sealed timeline of rank 0, without analysis
 */
LscTimeline *
test_timeline_new (const Event *events, gsize n_events, const Link *links, gsize n_links,
                   const LscStep *steps, gsize n_steps)
{
  g_autoptr (LscSource) source = lsc_source_new (LSC_FORMAT_ASCEND_DB, "/nowhere", "/nowhere/a.db");
  LscTimeline *timeline = lsc_timeline_new (source);
  g_autofree guint32 *ids = g_new0 (guint32, n_events + 1);
  LscLinkList list = { 0 };

  timeline->rank = 0;
  for (guint lane = 0; lane < N_LANES; lane++)
    add_lane (timeline, lane, events, n_events, ids);
  add_comm_group (timeline, "group-tp", "tp [0, 1]", FALSE);
  add_comm_group (timeline, "group-pp", "pp [0, 2]", TRUE);
  for (gsize i = 0; i < n_steps; i++)
    lsc_steps_append (&timeline->steps, steps[i]);
  for (gsize i = 0; i < n_links; i++)
    lsc_link_list_append (&list, (LscLink){ ids[links[i].from], ids[links[i].to], links[i].kind });
  lsc_timeline_seal (timeline, &list);
  return timeline;
}

void
test_timeline_complete (LscTimeline *timeline)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (lsc_timeline_complete (timeline, NULL, &error));
  g_assert_no_error (error);
}

/** Returns: the number of the first slice of that name, %LSC_SLICE_NONE */
guint32
test_timeline_find (const LscTimeline *timeline, const char *name)
{
  guint32 text = lsc_intern_find (timeline->strings, name);

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->lane && k < node->lane->n; k++)
        if (node->lane->name[k] == text)
          return node->first_id + k;
    }
  return LSC_SLICE_NONE;
}
