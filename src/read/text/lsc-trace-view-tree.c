/* lsc-trace-view-tree.c - the lanes of a text export in their places (lanes.md#tree)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/lsc-overrun-notice.h"
#include "read/lsc-step-lane.h"
#include "read/text/lsc-trace-view-private.h"

#include <inttypes.h>
#include <string.h>

/* Names of groups and lanes are parts of paths that users type and scripts keep, so they are not
 * translated. */

/* ---- building ---- */

static gboolean
needs_links (const LscViewLane *lane)
{
  return lane->class == LSC_VIEW_CANN || lane->class == LSC_VIEW_ANCHORS ||
         lane->class == LSC_VIEW_STREAM || lane->class == LSC_VIEW_COMM_GROUP ||
         (lane->class == LSC_VIEW_COMM_PLANE && lane->has_pairs);
}

/* What the file said of a slice, by its place in the lane. */
static guint32 *
order_links (const guint32 *links, const guint32 *position, gsize n)
{
  guint32 *ordered = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    ordered[position ? position[i] : i] = links[i];
  return ordered;
}

static void
sum_kinds (LscViewLane *self)
{
  for (gsize i = 0; i < self->lane->n; i++)
    if (lsc_slice_kind_is_computing (self->lane->kind[i]))
      self->computing_ns += lsc_lane_get_duration_ns (self->lane, (guint32) i);
    else if (self->lane->kind[i] == LSC_SLICE_COMM_TASK ||
             self->lane->kind[i] == LSC_SLICE_SCHEDULE)
      self->communication_ns += lsc_lane_get_duration_ns (self->lane, (guint32) i);
}

static void
build_lane (gsize index, gpointer user_data)
{
  LscViewLane *self = g_ptr_array_index ((GPtrArray *) user_data, index);
  gsize n = self->raw.n;
  g_autofree guint32 *links = NULL;
  g_autofree guint32 *position = NULL;

  if (needs_links (self))
    {
      links = g_new (guint32, n + 1);
      for (gsize i = 0; i < n; i++)
        links[i] = self->raw.items[i].link;
    }
  if (self->class == LSC_VIEW_STREAM)
    lsc_raw_slices_cut_overruns (&self->raw, &self->cut);
  self->lane = lsc_lane_new (&self->raw, LSC_LANE_NESTED, links ? &position : NULL);
  self->built = self->lane;
  if (links)
    self->links = order_links (links, position, n);
  if (self->class == LSC_VIEW_STREAM)
    sum_kinds (self);
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const LscViewLane *left = *(const LscViewLane *const *) a;
  const LscViewLane *right = *(const LscViewLane *const *) b;

  return left->raw.n > right->raw.n ? -1 : left->raw.n < right->raw.n;
}

/** Makes lanes of all slices, the largest first. */
void
_lsc_view_build_lanes (LscView *self)
{
  g_autoptr (GPtrArray) by_size = g_ptr_array_new ();
  LscOverruns cut = { 0 };

  if (self->trace)
    _lsc_view_add_anchors (self);
  for (guint i = 0; i < self->lanes->len; i++)
    g_ptr_array_add (by_size, g_ptr_array_index (self->lanes, i));
  /* the largest first, so that no thread is left with it when the others are done */
  g_ptr_array_sort (by_size, compare_sizes);
  lsc_job_run_parallel (self->n_threads, by_size->len, build_lane, by_size);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      for (gsize k = 0; k < lane->cut.n; k++)
        lsc_overruns_append (&cut, lane->cut.items[k]);
      lsc_overruns_clear (&lane->cut);
    }
  lsc_timeline_tell_overruns (self->timeline, &cut);
  lsc_overruns_clear (&cut);
}

/* ---- the tree ---- */

static LscNode *
get_node (LscView *self, guint32 node)
{
  return lsc_timeline_get_node (self->timeline, node);
}

/* Hands a lane over to the tree. */
static void
add_node (LscView *self, guint32 parent, LscNodeRole role, const char *name, LscViewLane *lane)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  guint32 node =
      lsc_timeline_add_lane (self->timeline, parent, role, valid, g_steal_pointer (&lane->lane));

  lane->node = node;
  if (node == LSC_SLICE_NONE)
    {
      lane->built = NULL;
      return;
    }
  get_node (self, node)->pid = lane->pid;
  get_node (self, node)->tid = lane->tid;
  get_node (self, node)->text = g_strdup (lane->text);
}

static int
compare_ids (gint64 a, gint64 b)
{
  return a < b ? -1 : a > b;
}

/* main, dequeue, backward, others */
static int
get_thread_rank (const LscViewLane *lane)
{
  if (lane->class != LSC_VIEW_OPS)
    return 3;
  return lane->is_main ? 0 : lane->is_dequeue ? 1 : lane->is_backward ? 2 : 3;
}

static int
compare_lanes (gconstpointer a, gconstpointer b)
{
  const LscViewLane *left = *(const LscViewLane *const *) a;
  const LscViewLane *right = *(const LscViewLane *const *) b;
  int order = 0;

  if (left->class == LSC_VIEW_OPS)
    order = get_thread_rank (left) - get_thread_rank (right);
  else if (left->class == LSC_VIEW_MARKS)
    {
      /* ranges of modules first: they are what most users look for */
      order = (strcmp (left->text, "Module") != 0) - (strcmp (right->text, "Module") != 0);
      if (order == 0)
        order = strcmp (left->text, right->text);
    }
  else if (left->class == LSC_VIEW_STREAM)
    {
      /* by what runs there: numbers of streams say nothing */
      order = compare_ids (right->computing_ns, left->computing_ns);
      if (order == 0)
        order = compare_ids (right->communication_ns, left->communication_ns);
    }
  if (order == 0)
    order = compare_ids (left->pid, right->pid);
  if (order == 0)
    order = compare_ids (left->sort, right->sort);
  return order ? order : g_strcmp0 (left->name, right->name);
}

static GPtrArray *
list_lanes (LscView *self, LscViewClass class)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      if (lane->class == class && lane->lane)
        g_ptr_array_add (list, lane);
    }
  g_ptr_array_sort (list, compare_lanes);
  return list;
}

static char *
get_thread_name (const LscViewLane *lane)
{
  static const char *const roles[] = { " (main)", " (dequeue)", " (backward)", "" };
  const char *role = roles[get_thread_rank (lane)];

  if (lane->tid < 0)
    return g_strdup_printf ("%s%s", lane->name ? lane->name : "Thread", role);
  return g_strdup_printf ("Thread %" PRId64 "%s", lane->tid, role);
}

static LscViewLane *
find_frames (GPtrArray *frames, guint track)
{
  for (guint i = 0; i < frames->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (frames, i);

      if (lane->track == track && lane->lane)
        return lane;
    }
  return NULL;
}

static void
add_host (LscView *self)
{
  g_autoptr (GPtrArray) threads = list_lanes (self, LSC_VIEW_OPS);
  g_autoptr (GPtrArray) frames = list_lanes (self, LSC_VIEW_FRAMES);
  guint32 group;

  if (threads->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_HOST, "Python");
  for (guint i = 0; i < threads->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (threads, i);
      LscViewLane *stack = find_frames (frames, lane->track);
      g_autofree char *name = get_thread_name (lane);

      /* A thread with a stack and no ops of its own has no lane, but still a place for its stack.
       */
      if (lane->lane->n == 0 && stack)
        {
          lane->node = lsc_timeline_add_group (self->timeline, group, LSC_ROLE_HOST_THREAD, name);
          lane->built = NULL;
          get_node (self, lane->node)->pid = lane->pid;
          get_node (self, lane->node)->tid = lane->tid;
        }
      else
        add_node (self, group, LSC_ROLE_HOST_THREAD, name, lane);
      if (stack && lane->node != LSC_SLICE_NONE)
        {
          add_node (self, lane->node, LSC_ROLE_PYTHON_STACK, "Python stack", stack);
          if (stack->node != LSC_SLICE_NONE)
            get_node (self, stack->node)->flags |= LSC_NODE_COLLAPSED;
        }
    }
}

static void
add_marks (LscView *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_VIEW_MARKS);
  guint32 group;

  if (lanes->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_MARKS, "MSTX");
  for (guint i = 0; i < lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (lanes, i);
      LscViewLane *before = i > 0 ? g_ptr_array_index (lanes, i - 1) : NULL;
      LscViewLane *after = i + 1 < lanes->len ? g_ptr_array_index (lanes, i + 1) : NULL;
      gboolean is_shared = (before && strcmp (before->text, lane->text) == 0) ||
                           (after && strcmp (after->text, lane->text) == 0);
      g_autofree char *name =
          is_shared ? g_strdup_printf ("%s (thread %" PRId64 ")", lane->text, lane->tid)
                    : g_strdup (lane->text);

      add_node (self, group, LSC_ROLE_MARK_LANE, name, lane);
    }
}

static void
add_cann (LscView *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_VIEW_CANN);
  g_autoptr (GPtrArray) anchors = list_lanes (self, LSC_VIEW_ANCHORS);
  guint32 group;

  if (lanes->len + anchors->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_CANN, "CANN");
  /* Anchors are where links begin whose call was not recorded: kept for them, not shown. */
  if (lanes->len == 0)
    get_node (self, group)->flags |= LSC_NODE_HIDDEN;
  for (guint i = 0; i < lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (lanes, i);
      g_autofree char *name = get_thread_name (lane);

      add_node (self, group, LSC_ROLE_CANN_THREAD, name, lane);
    }
  for (guint i = 0; i < anchors->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (anchors, i);
      g_autofree char *name = get_thread_name (lane);

      add_node (self, group, LSC_ROLE_CANN_THREAD, name, lane);
      if (lane->node != LSC_SLICE_NONE)
        get_node (self, lane->node)->flags |= LSC_NODE_HIDDEN;
    }
}

static void
add_streams (LscView *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_VIEW_STREAM);
  guint32 group;

  if (lanes->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_DEVICE, "Device");
  for (guint i = 0; i < lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (lanes, i);
      g_autofree char *name =
          lane->name ? g_strdup (lane->name) : g_strdup_printf ("Stream %" PRId64, lane->tid);

      add_node (self, group, LSC_ROLE_STREAM, name, lane);
      if (lane->node != LSC_SLICE_NONE)
        get_node (self, lane->node)->pid = -1;
    }
}

/* ---- communication ---- */

static void
name_groups (LscView *self, GPtrArray *lanes)
{
  for (guint i = 0; i < lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (lanes, i);
      LscCommGroup *group;

      if (lane->text || lane->lane->n == 0)
        continue;
      group = lsc_text_get_group (self->timeline, self->groups,
                                  lsc_timeline_text (self->timeline, lane->lane->name[0]));
      lane->text = g_strdup (group->name);
      g_free (lane->name);
      lane->name = g_strdup (group->label);
    }
}

/* Planes stand behind the lane of their group. */
static gboolean
is_plane_of (const LscViewLane *plane, const LscViewLane *group, const LscViewLane *next)
{
  return plane->pid == group->pid && plane->sort >= group->sort &&
         !(next && next->pid == group->pid && plane->sort >= next->sort);
}

static gint64
get_plane_number (const LscViewLane *lane)
{
  const char *digits = lane->name ? strpbrk (lane->name, "0123456789") : NULL;

  return digits ? g_ascii_strtoll (digits, NULL, 10) : lane->tid;
}

static void
add_planes (LscView *self, GPtrArray *planes, const LscViewLane *group, const LscViewLane *next)
{
  for (guint i = 0; i < planes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (planes, i);
      g_autofree char *name = NULL;

      if (!lane->lane || (group && !is_plane_of (lane, group, next)))
        continue;
      name = g_strdup_printf ("Plane %" PRId64, get_plane_number (lane));
      if (group)
        lane->text = g_strdup (group->text);
      add_node (self,
                group ? group->node : lsc_timeline_find_child (self->timeline, 0, LSC_ROLE_COMM),
                LSC_ROLE_COMM_PLANE, name, lane);
      if (lane->node != LSC_SLICE_NONE)
        {
          get_node (self, lane->node)->pid = -1;
          get_node (self, lane->node)->tid = get_plane_number (lane);
        }
    }
}

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const LscNode *left = a, *right = b;

  return strcmp (left->name, right->name);
}

static void
add_communication (LscView *self)
{
  g_autoptr (GPtrArray) groups = list_lanes (self, LSC_VIEW_COMM_GROUP);
  g_autoptr (GPtrArray) planes = list_lanes (self, LSC_VIEW_COMM_PLANE);
  guint32 top;

  if (groups->len + planes->len == 0)
    return;
  top = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_COMM, "Communication");
  name_groups (self, groups);
  for (guint i = 0; i < groups->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (groups, i);
      LscViewLane *next = i + 1 < groups->len ? g_ptr_array_index (groups, i + 1) : NULL;

      add_node (self, top, LSC_ROLE_COMM_GROUP, lane->name ? lane->name : "Group", lane);
      if (lane->node == LSC_SLICE_NONE)
        continue;
      get_node (self, lane->node)->flags |= LSC_NODE_COLLAPSED;
      get_node (self, lane->node)->pid = get_node (self, lane->node)->tid = -1;
      add_planes (self, planes, lane, next);
    }
  add_planes (self, planes, NULL, NULL);
  lsc_timeline_order_children (self->timeline, top,
                               (GCompareDataFunc) (void (*) (void)) compare_labels, NULL);
}

static void
add_others (LscView *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_VIEW_OTHER);
  guint32 group;

  if (lanes->len == 0)
    return;
  group = lsc_timeline_add_group (self->timeline, 0, LSC_ROLE_OTHER, "Other processes");
  for (guint i = 0; i < lanes->len; i++)
    {
      LscViewLane *lane = g_ptr_array_index (lanes, i);
      const LscTrack *track = &g_array_index (self->trace->tracks, LscTrack, lane->track);
      const char *process = track->process_name != LSC_STRING_NONE
                                ? lsc_timeline_text (self->timeline, track->process_name)
                                : "Process";
      g_autofree char *thread = get_thread_name (lane);
      g_autofree char *name = g_strdup_printf ("%s: %s", process, thread);

      add_node (self, group, LSC_ROLE_OTHER, name, lane);
    }
}

static void
add_steps (LscView *self)
{
  g_autoptr (GPtrArray) lanes = list_lanes (self, LSC_VIEW_STEPS);

  if (lanes->len > 0)
    add_node (self, 0, LSC_ROLE_STEPS, "Steps", g_ptr_array_index (lanes, 0));
}

/** Puts every lane into the tree. */
void
_lsc_view_build_tree (LscView *self)
{
  add_steps (self);
  add_host (self);
  add_marks (self);
  add_cann (self);
  add_streams (self);
  add_communication (self);
  add_others (self);
  for (guint i = 0; !self->trace && i < self->lanes->len; i++)
    {
      const LscViewLane *lane = g_ptr_array_index (self->lanes, i);

      if (lane->node != LSC_SLICE_NONE)
        g_hash_table_add (self->reader->table_nodes, GUINT_TO_POINTER (lane->node));
    }
}

/* ---- steps ---- */

/**
 * _lsc_view_set_steps:
 *
 * Steps are the ops ProfilerStep#n; without them, what the tables tell.
 *
 * Source: steps.md#step.
 */
void
_lsc_view_set_steps (LscView *self)
{
  LscSteps *steps = &self->timeline->steps;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      const LscViewLane *view = g_ptr_array_index (self->lanes, i);

      if (view->class == LSC_VIEW_STEPS && view->built)
        lsc_step_lane_read (self->timeline, view->built);
    }
  if (steps->n > 0 || !self->kernels)
    return;
  _lsc_view_add_table_steps (self);
  if (steps->n > 0)
    lsc_timeline_add_lane (self->timeline, 0, LSC_ROLE_STEPS, "Steps",
                           lsc_step_lane_new (self->timeline, FALSE));
}
