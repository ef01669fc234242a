/* lsc-trace-view-links.c - which slice of a text export caused which (lanes.md#links)
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/text/lsc-trace-view-private.h"

#include <stdlib.h>
#include <string.h>

#include "read/lsc-id-map.h"

/* Launches are found by the connection ids of calls and tasks. The arrows of the file tell the
 * rest: their ends lie where slices start, so the arrows of a track, by time, and the rows of its
 * lane are walked side by side. The arrows of launches are needed only where ids leave kernels
 * without one, as those of older torch_npu, which count calls and kernels apart; then they are
 * believed before ids. */

#define SLACK_NS 1

typedef enum
{
  FLOW_QUEUE,
  FLOW_OP_DEVICE,
  FLOW_FWD_BWD,
  FLOW_MSTX,
  FLOW_LAUNCH,
  FLOW_OTHER,
} FlowClass;

static const char *const flow_names[] = { "async_task_queue", "async_npu", "fwdbwd", "MsTx",
                                          "HostToDevice" };

typedef struct
{
  gint64 id;
  guint32 flow; /* index */
} FlowStart;

typedef struct
{
  gint64 connection;
  guint32 slice; /* number in the timeline */
  guint32 reserved;
} Launch;

LSC_DEFINE_ARRAY (FlowStarts, flow_starts, FlowStart)
LSC_DEFINE_ARRAY (LaunchList, launch_list, Launch)

typedef struct
{
  LscView *view;
  LscLinkList *links;
  const LscFlows *flows;
  guint8 *classes; /* FlowClass by category */
  gsize n_categories;
  guint8 *is_mark; /* by name: whether marks of the host have it */
  gsize n_names;
  guint32 *ends; /* number of the slice at each end of an arrow, LSC_SLICE_NONE */
  LaunchList launches;
  LscIdMap launch_of;
  guint32 *op_of;          /* by launch: the op linked to it, of several the last */
  gboolean needs_arrows;   /* ids leave kernels without a launch */
  GHashTable *arrow_calls; /* (nullable): number of a task + 1 -> number of its call + 1 */
  GHashTable *arrow_ops;   /* (nullable): number of such a call + 1 -> number of the op + 1 */
} Linking;

static LscViewLane *
get_lane (const LscView *view, guint index)
{
  return index < view->lanes->len ? g_ptr_array_index (view->lanes, index) : NULL;
}

static guint8
get_class (const Linking *self, const LscFlow *flow)
{
  return flow->category < self->n_categories ? self->classes[flow->category] : FLOW_OTHER;
}

static guint32
get_first_id (const Linking *self, const LscViewLane *lane)
{
  return lsc_timeline_get_node (self->view->timeline, lane->node)->first_id;
}

/* ---- launches ---- */

static void
index_launches (Linking *self)
{
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = get_lane (self->view, i);
      guint32 first;

      if (lane->class != LSC_VIEW_CANN || !lane->built)
        continue;
      first = get_first_id (self, lane);
      for (gsize k = 0; k < lane->built->n; k++)
        if (lane->links[k] != LSC_SLICE_NONE)
          launch_list_append (&self->launches,
                              (Launch){ (gint64) lane->links[k], first + (guint32) k, 0 });
    }
  if (self->launches.n > 0)
    lsc_id_map_build (&self->launch_of, &self->launches.items[0].connection, self->launches.n,
                      sizeof *self->launches.items);
}

/* Index into the launches, LSC_ID_MAP_NONE if there is none. */
static guint32
find_item (const Linking *self, guint32 connection)
{
  return connection != LSC_SLICE_NONE && self->launches.n > 0
             ? lsc_id_map_find (&self->launch_of, connection)
             : LSC_ID_MAP_NONE;
}

static guint32
find_launch (const Linking *self, guint32 connection)
{
  guint32 item = find_item (self, connection);

  return item != LSC_ID_MAP_NONE ? self->launches.items[item].slice : LSC_SLICE_NONE;
}

static void
add_link (Linking *self, guint32 from, guint32 to, LscLinkKind kind)
{
  lsc_link_list_append (self->links, (LscLink){ from, to, kind });
}

static gboolean
has_tasks (const LscViewLane *lane)
{
  return (lane->class == LSC_VIEW_STREAM || lane->class == LSC_VIEW_COMM_GROUP) && lane->built;
}

/* Whether ids leave a kernel or an operator of communication without a launch. */
static gboolean
lacks_launches (const Linking *self)
{
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = get_lane (self->view, i);

      for (gsize k = 0; has_tasks (lane) && k < lane->built->n; k++)
        if ((lsc_slice_kind_is_computing (lane->built->kind[k]) ||
             lane->built->kind[k] == LSC_SLICE_COMM_OP) &&
            find_launch (self, lane->links[k]) == LSC_SLICE_NONE)
          return TRUE;
    }
  return FALSE;
}

/* The call of a task by its arrow, LSC_SLICE_NONE. */
static guint32
find_by_arrow (const Linking *self, guint32 task)
{
  guint call = 0;

  if (self->arrow_calls)
    call = GPOINTER_TO_UINT (
        g_hash_table_lookup (self->arrow_calls, GUINT_TO_POINTER ((guint) task + 1)));
  return call > 0 ? call - 1 : LSC_SLICE_NONE;
}

/* Every task and operator of communication hangs on the call that launched it. */
static void
link_launches (Linking *self)
{
  if (self->launches.n == 0 && !self->arrow_calls)
    return;
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = get_lane (self->view, i);
      guint32 first;

      if (!has_tasks (lane))
        continue;
      first = get_first_id (self, lane);
      for (gsize k = 0; k < lane->built->n; k++)
        {
          guint32 launch = find_by_arrow (self, first + (guint32) k);

          if (launch == LSC_SLICE_NONE)
            launch = find_launch (self, lane->links[k]);
          if (launch == LSC_SLICE_NONE)
            continue;
          add_link (self, launch, first + (guint32) k, LSC_LINK_LAUNCH);
          self->view->has_launches = TRUE;
        }
    }
}

/* ---- the ends of arrows ---- */

static void
note_mark_names (Linking *self)
{
  self->n_names = lsc_intern_size (self->view->timeline->strings);
  self->is_mark = g_new0 (guint8, self->n_names + 1);
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = get_lane (self->view, i);

      for (gsize k = 0; lane->class == LSC_VIEW_MARKS && lane->built && k < lane->built->n; k++)
        if (lane->built->name[k] < self->n_names)
          self->is_mark[lane->built->name[k]] = TRUE;
    }
}

/* How well a slice suits as an end: 0 = not at all. A mark may begin on the device exactly when its
 * first kernel does, but it has the name of its other side. */
static int
get_merit (const Linking *self, const LscFlow *flow, const LscLane *lane, guint32 slice)
{
  gboolean is_start = flow->phase == 's';
  guint8 kind = lane->kind[slice];

  switch ((FlowClass) get_class (self, flow))
    {
    case FLOW_QUEUE:
      return kind == (is_start ? LSC_SLICE_ENQUEUE : LSC_SLICE_DEQUEUE) ? 2 : 0;
    case FLOW_OP_DEVICE:
      if (is_start)
        return kind == LSC_SLICE_OP ? 2 : 1;
      return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COMM_OP ? 2 : 1;
    case FLOW_FWD_BWD:
      return kind == LSC_SLICE_OP ? 2 : 0;
    case FLOW_MSTX:
      return lane->name[slice] < self->n_names && self->is_mark[lane->name[slice]] ? 2 : 1;
    case FLOW_LAUNCH:
      return 1;
    case FLOW_OTHER:
    default:
      return 0;
    }
}

/* Slices of one row that start where arrows end; deeper rows come later and win among equals. */
static void
match_row (Linking *self, const LscLane *lane, guint32 row, guint32 first_id, const guint32 *order,
           gsize n, guint8 *merits)
{
  guint32 slice = lane->row_begin[row], end = lane->row_begin[row + 1];

  for (gsize i = 0; i < n && slice < end; i++)
    {
      const LscFlow *flow = &self->flows->items[order[i]];
      int merit;

      while (slice < end && lane->start_ns[slice] < flow->time_ns)
        slice++;
      if (slice == end || lane->start_ns[slice] != flow->time_ns)
        continue;
      merit = get_merit (self, flow, lane, slice);
      /* >=: of equals the deeper row, which comes later, is what the arrow was drawn at */
      if (merit > 0 && merit >= merits[i])
        {
          merits[i] = (guint8) merit;
          self->ends[order[i]] = first_id + slice;
        }
    }
}

/* An end that lies on no start: the innermost slice around it (lanes.md#launch-anchor). */
static void
match_inside (Linking *self, const LscLane *lane, guint32 first_id, guint32 index)
{
  const LscFlow *flow = &self->flows->items[index];

  /* Times in text were rounded: the end may lie just outside of its slice. */
  for (gint64 slack = 0; slack <= SLACK_NS; slack++)
    for (int sign = -1; sign <= 1; sign += 2)
      {
        guint32 slice = lsc_lane_find_deepest (lane, flow->time_ns + sign * slack);

        if (slice != LSC_SLICE_NONE && get_merit (self, flow, lane, slice) > 0)
          {
            self->ends[index] = first_id + slice;
            return;
          }
      }
}

/* Marks of a thread are on several lanes, one for each domain. */
static void
match_track (Linking *self, guint track, const guint32 *order, gsize n)
{
  g_autofree guint8 *merits = g_new0 (guint8, n + 1);

  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *view = get_lane (self->view, i);
      guint32 first_id;

      if (view->track != track || view->class == LSC_VIEW_FRAMES || !view->built)
        continue;
      first_id = get_first_id (self, view);
      for (guint32 row = 0; row < view->built->n_rows; row++)
        match_row (self, view->built, row, first_id, order, n, merits);
      for (gsize k = 0; k < n; k++)
        if (self->ends[order[k]] == LSC_SLICE_NONE)
          match_inside (self, view->built, first_id, order[k]);
    }
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LscFlow *flows = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  if (flows[left].time_ns != flows[right].time_ns)
    return flows[left].time_ns < flows[right].time_ns ? -1 : 1;
  return left < right ? -1 : left > right;
}

static gboolean
is_sorted (const LscFlow *flows, const guint32 *order, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (flows[order[i]].time_ns < flows[order[i - 1]].time_ns)
      return FALSE;
  return TRUE;
}

static gboolean
is_wanted (const Linking *self, const LscFlow *flow)
{
  FlowClass class = (FlowClass) get_class (self, flow);

  /* Where calls say what they launched, arrows of launches would only repeat it. */
  if (class == FLOW_LAUNCH)
    return self->needs_arrows || (self->launches.n == 0 && flow->phase != 's');
  return class != FLOW_OTHER;
}

/* Arrow ends by track, and by time in each. */
static void
match_ends (Linking *self)
{
  guint n_tracks = self->view->trace->tracks->len;
  g_autofree gsize *begin = g_new0 (gsize, n_tracks + 2);
  g_autofree guint32 *order = NULL;
  g_autofree gsize *next = NULL;

  for (gsize i = 0; i < self->flows->n; i++)
    if (is_wanted (self, &self->flows->items[i]))
      begin[self->flows->items[i].track + 1]++;
  for (guint i = 0; i < n_tracks; i++)
    begin[i + 1] += begin[i];
  order = g_new (guint32, begin[n_tracks] + 1);
  next = g_memdup2 (begin, (n_tracks + 1) * sizeof *begin);
  for (gsize i = 0; i < self->flows->n; i++)
    if (is_wanted (self, &self->flows->items[i]))
      order[next[self->flows->items[i].track]++] = (guint32) i;
  for (guint i = 0; i < n_tracks; i++)
    {
      guint32 *its = order + begin[i];
      gsize n = begin[i + 1] - begin[i];

      /* Writers mostly sort: looking is cheaper than sorting again. */
      if (!is_sorted (self->flows->items, its, n))
        g_qsort_with_data (its, (gint) n, sizeof *its, compare_times, self->flows->items);
      if (n > 0)
        match_track (self, i, its, n);
    }
}

/* ---- arrows ---- */

static guint32
get_connection (const Linking *self, const LscFlow *flow, guint32 id)
{
  const LscViewLane *lane = get_lane (self->view, self->view->lane_of[flow->track]);

  return lane && lane->links ? lane->links[id - get_first_id (self, lane)] : LSC_SLICE_NONE;
}

/* An op hangs on the launch that its device event has, once for all events of that launch. */
static void
link_op (Linking *self, guint32 op, guint32 device, guint32 connection)
{
  guint32 call = find_by_arrow (self, device);
  guint32 item = find_item (self, connection);

  if (call != LSC_SLICE_NONE)
    {
      gpointer known = g_hash_table_lookup (self->arrow_ops, GUINT_TO_POINTER (call + 1));

      if (GPOINTER_TO_UINT (known) == op + 1)
        return;
      g_hash_table_insert (self->arrow_ops, GUINT_TO_POINTER (call + 1), GUINT_TO_POINTER (op + 1));
      add_link (self, op, call, LSC_LINK_OP_LAUNCH);
      return;
    }
  if (item == LSC_ID_MAP_NONE)
    {
      add_link (self, op, device, LSC_LINK_OP_DEVICE);
      return;
    }
  if (self->op_of[item] == op)
    return;
  self->op_of[item] = op;
  add_link (self, op, self->launches.items[item].slice, LSC_LINK_OP_LAUNCH);
}

static void
take_arrow (Linking *self, FlowClass class, guint32 start, guint32 end)
{
  guint32 from = self->ends[start], to = self->ends[end];

  if (from == LSC_SLICE_NONE || to == LSC_SLICE_NONE || from == to)
    return;
  switch (class)
    {
    case FLOW_QUEUE:
      add_link (self, from, to, LSC_LINK_QUEUE);
      break;
    case FLOW_OP_DEVICE:
      link_op (self, from, to, get_connection (self, &self->flows->items[end], to));
      break;
    case FLOW_FWD_BWD:
      add_link (self, from, to, LSC_LINK_FWD_BWD);
      break;
    case FLOW_MSTX:
      add_link (self, from, to, LSC_LINK_MSTX);
      break;
    case FLOW_LAUNCH:
      if (self->arrow_calls)
        g_hash_table_insert (self->arrow_calls, GUINT_TO_POINTER (to + 1),
                             GUINT_TO_POINTER (from + 1));
      else
        {
          add_link (self, from, to, LSC_LINK_LAUNCH);
          self->view->has_launches = TRUE;
        }
      break;
    case FLOW_OTHER:
    default:
      break;
    }
}

/* The start of an arrow: of several with its id the last before its end, else the first. */
static guint32
find_start (const Linking *self, const FlowStarts *starts, const LscIdMap *map, const LscFlow *end)
{
  guint32 best = LSC_SLICE_NONE;

  for (guint32 item = lsc_id_map_find (map, (gint64) end->id); item != LSC_ID_MAP_NONE;
       item = lsc_id_map_next (map, item))
    {
      guint32 index = starts->items[item].flow;
      const LscFlow *flow = &self->flows->items[index];
      const LscFlow *known = best != LSC_SLICE_NONE ? &self->flows->items[best] : NULL;

      if (!known || (flow->time_ns <= end->time_ns &&
                     (known->time_ns > end->time_ns || flow->time_ns > known->time_ns)))
        best = index;
    }
  return best;
}

/* Arrows of one kind: the numbers of their starts and of their other ends, in the order of the
 * file. */
static void
link_arrows (Linking *self, FlowClass class, const LscIndexes *starts_of, const LscIndexes *ends_of)
{
  FlowStarts starts = { 0 };
  LscIdMap map = { 0 };

  if (starts_of->n == 0 || ends_of->n == 0)
    return;
  flow_starts_reserve (&starts, starts_of->n);
  for (gsize i = 0; i < starts_of->n; i++)
    {
      guint32 index = starts_of->items[i];

      flow_starts_append (&starts, (FlowStart){ (gint64) self->flows->items[index].id, index });
    }
  lsc_id_map_build (&map, &starts.items[0].id, starts.n, sizeof *starts.items);
  for (gsize i = 0; i < ends_of->n; i++)
    {
      guint32 index = ends_of->items[i];
      guint32 start = find_start (self, &starts, &map, &self->flows->items[index]);

      if (start != LSC_SLICE_NONE)
        take_arrow (self, class, start, index);
    }
  lsc_id_map_clear (&map);
  flow_starts_clear (&starts);
}

/* The arrows of the classes from @first to @last. Launches that calls tell of are no arrows. */
static void
link_classes (Linking *self, FlowClass first, FlowClass last)
{
  LscIndexes starts[FLOW_OTHER] = { { 0 } }, ends[FLOW_OTHER] = { { 0 } };

  for (gsize i = 0; i < self->flows->n; i++)
    {
      const LscFlow *flow = &self->flows->items[i];
      guint8 class = get_class (self, flow);

      if (class >= first && class <= last)
        lsc_indexes_append (flow->phase == 's' ? &starts[class] : &ends[class], (guint32) i);
    }
  for (guint class = first; class <= last; class ++)
    {
      link_arrows (self, (FlowClass) class, &starts[class], &ends[class]);
      lsc_indexes_clear (&starts[class]);
      lsc_indexes_clear (&ends[class]);
    }
}

/* ---- anchors ---- */

static gboolean
has_calls (const LscView *view)
{
  for (guint i = 0; i < view->lanes->len; i++)
    if (get_lane (view, i)->class == LSC_VIEW_CANN)
      return TRUE;
  return FALSE;
}

static LscViewLane *
get_anchor_lane (LscView *self, guint index)
{
  const LscTrack *track = &g_array_index (self->trace->tracks, LscTrack, index);
  LscViewLane *lane = get_lane (self, self->lane_of[index]);

  if (lane)
    return lane->class == LSC_VIEW_ANCHORS ? lane : NULL;
  lane = _lsc_view_add_lane (self, LSC_VIEW_ANCHORS, index, NULL);
  lane->pid = track->pid_number;
  lane->tid = lane->sort = track->tid_number;
  self->lane_of[index] = self->lanes->len - 1;
  return lane;
}

/**
 * _lsc_view_add_anchors:
 *
 * Level 0 records no calls, but when and on which thread tasks were launched: slices without length
 * stand for the calls (lanes.md#launch-anchor). Their link is the number of the arrow.
 */
void
_lsc_view_add_anchors (LscView *self)
{
  int category = lsc_trace_file_find_category (self->trace, flow_names[FLOW_LAUNCH]);
  guint32 name;

  if (category < 0 || has_calls (self))
    return;
  name = lsc_intern_add (self->timeline->strings, "launch");
  for (gsize i = 0; i < self->trace->flows.n && i < LSC_SLICE_NONE; i++)
    {
      const LscFlow *flow = &self->trace->flows.items[i];
      LscViewLane *lane;
      LscRawSlice *slice;

      if (flow->category != category || flow->phase != 's')
        continue;
      lane = get_anchor_lane (self, flow->track);
      if (!lane)
        continue;
      slice = lsc_raw_slices_add (&lane->raw, flow->time_ns, flow->time_ns);
      slice->detail = -1;
      slice->name = name;
      slice->link = (guint32) i;
      slice->category = 0;
      slice->kind = LSC_SLICE_LAUNCH_ANCHOR;
      slice->flags = 0;
    }
}

static void
match_anchors (Linking *self)
{
  for (guint i = 0; i < self->view->lanes->len; i++)
    {
      const LscViewLane *lane = get_lane (self->view, i);
      guint32 first;

      if (lane->class != LSC_VIEW_ANCHORS || !lane->built)
        continue;
      first = get_first_id (self, lane);
      for (gsize k = 0; k < lane->built->n; k++)
        self->ends[lane->links[k]] = first + (guint32) k;
    }
}

/* ---- the whole ---- */

static void
classify_flows (Linking *self)
{
  self->n_categories = self->view->trace->categories->len;
  self->classes = g_malloc (self->n_categories + 1);
  memset (self->classes, FLOW_OTHER, self->n_categories + 1);
  for (gsize i = 0; i < G_N_ELEMENTS (flow_names); i++)
    {
      int category = lsc_trace_file_find_category (self->view->trace, flow_names[i]);

      if (category >= 0)
        self->classes[category] = (guint8) i;
    }
}

/**
 * _lsc_view_link:
 * @links: receives the links of the trace
 *
 * Source: lanes.md#links; lanes.md#launch-anchor.
 */
void
_lsc_view_link (LscView *self, LscLinkList *links)
{
  Linking linking = { .view = self, .links = links };

  if (!self->trace)
    return;
  linking.flows = &self->trace->flows;
  linking.ends = g_malloc_n (linking.flows->n + 1, sizeof *linking.ends);
  memset (linking.ends, 0xff, (linking.flows->n + 1) * sizeof *linking.ends);
  classify_flows (&linking);
  note_mark_names (&linking);
  index_launches (&linking);
  linking.op_of = g_malloc_n (linking.launches.n + 1, sizeof *linking.op_of);
  memset (linking.op_of, 0xff, (linking.launches.n + 1) * sizeof *linking.op_of);
  linking.needs_arrows = has_calls (self) && lacks_launches (&linking);
  if (linking.needs_arrows)
    {
      linking.arrow_calls = g_hash_table_new (NULL, NULL);
      linking.arrow_ops = g_hash_table_new (NULL, NULL);
    }
  match_ends (&linking);
  match_anchors (&linking);
  if (linking.arrow_calls || linking.launches.n == 0)
    link_classes (&linking, FLOW_LAUNCH, FLOW_LAUNCH);
  link_launches (&linking);
  link_classes (&linking, FLOW_QUEUE, FLOW_MSTX);
  lsc_id_map_clear (&linking.launch_of);
  launch_list_clear (&linking.launches);
  g_free (linking.classes);
  g_free (linking.is_mark);
  g_free (linking.ends);
  g_free (linking.op_of);
  g_clear_pointer (&linking.arrow_calls, g_hash_table_unref);
  g_clear_pointer (&linking.arrow_ops, g_hash_table_unref);
}
