/* lsc-device-steps.c - steps by what the device does for them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-device-steps.h"

#include "analyze/step/lsc-step-private.h"

/* steps.md#device-step. A task belongs to the step in which the host asked for it: in which its
 * operator began, or its launch where no operator is known; a thread of its own may hand it to the
 * device later. A host that runs ahead asks long before the device comes to it, so that its marks
 * say nothing of how long the device takes: there a step lasts from its first kernel to the first
 * kernel of the next one. */

/* Of which step a task is: its index, or one of these. Of a task that nobody visited 0. */
enum
{
  OF_NOBODY,
  BEFORE,
  BETWEEN,
  AFTER,
  FIRST_STEP,
};

/**
 * Walk:
 * @op_map, @op_at: find operators behind launches, whose numbers rise
 * @owner: of the slices from @first_id on, for those of streams: FIRST_STEP + index, or the above
 * @around: of each mark the last one before it that ends later; G_MAXSIZE = none
 * @sketches: of each step what it runs; @place_of: of each name its place there + 1, 0 = not known
 * @front: what the first step communicates and copies
 * @skew_ns: how much a task starts before its launch at most, 0 or less
 */
typedef struct
{
  const LscTimeline *timeline;
  LscDeviceSteps *result;
  LscSliceMap op_map;
  gsize op_at;
  guint32 first_id;
  guint32 n_ids;
  guint32 *owner;
  gsize *around;
  LscStepSketch *sketches;
  guint8 *place_of;
  LscIntervals front;
  gint64 skew_ns;
  gboolean has_launches;
} Walk;

/* ---- Which step asked ---------------------------------------------------------------------- */

/* When the operator behind a launch began, or the launch where none is known. */
static gint64
find_asked_ns (Walk *self, guint32 launch, gint64 launch_ns)
{
  const LscLinks *links = &self->timeline->links;

  while (self->op_at < links->n && links->items[links->by_to[self->op_at]].to < launch)
    self->op_at++;
  for (gsize i = self->op_at; i < links->n; i++)
    {
      const LscLink *link = &links->items[links->by_to[i]];
      LscFoundSlice op;

      if (link->to != launch)
        break;
      if (link->kind != LSC_LINK_OP_LAUNCH)
        continue;
      op = _lsc_slice_map_find (&self->op_map, link->from);
      if (_lsc_found_counts (self->timeline, &op))
        return _lsc_found_start (&op);
    }
  return launch_ns;
}

/* Marks may stand inside one another, however deep. */
static gsize *
find_around (const LscSteps *steps)
{
  gsize *around = g_new (gsize, steps->n + 1);

  for (gsize i = 0; i < steps->n; i++)
    {
      gsize at = i > 0 ? i - 1 : G_MAXSIZE;

      while (at != G_MAXSIZE && steps->items[at].end_ns <= steps->items[i].end_ns)
        at = around[at];
      around[i] = at;
    }
  return around;
}

/* What is behind an inner mark is of the outer one. */
static guint32
find_owner (const Walk *self, gint64 time_ns)
{
  const LscSteps *steps = &self->timeline->steps;
  gsize next = LSC_BISECT (i, 0, steps->n, steps->items[i].start_ns <= time_ns);

  if (next == 0)
    return BEFORE;
  for (gsize i = next - 1; i != G_MAXSIZE; i = self->around[i])
    if (time_ns < steps->items[i].end_ns)
      return FIRST_STEP + (guint32) i;
  return next == steps->n ? AFTER : BETWEEN;
}

/* ---- What the tasks of a step tell ----------------------------------------------------------- */

static void
count_task (const LscTimeline *timeline, guint8 kind, gint64 end_ns, LscTaskCount *count)
{
  if (lsc_slice_kind_is_computing (kind))
    count->n_kernels++;
  else if (_lsc_kind_is_busy (timeline, kind))
    count->n_comms++;
  else if (kind == LSC_SLICE_COPY)
    count->n_copies++;
  count->end_ns = MAX (count->end_ns, end_ns);
}

static void
sketch_task (Walk *self, guint32 step, guint32 name)
{
  guint8 *place = &self->place_of[name];

  if (*place == 0)
    *place = (guint8) (g_str_hash (lsc_timeline_text (self->timeline, name)) % LSC_SKETCH_SIZE + 1);
  self->sketches[step].n[*place - 1]++;
}

static void
learn_task (Walk *self, guint32 owner, const LscLane *lane, guint32 slice)
{
  LscTaskCount *const others[] = { [BEFORE] = &self->result->before,
                                   [BETWEEN] = &self->result->between,
                                   [AFTER] = &self->result->after };
  gint64 start_ns = lane->start_ns[slice], end_ns = lsc_lane_get_end_ns (lane, slice);
  guint8 kind = lane->kind[slice];
  gboolean is_busy = _lsc_kind_is_busy (self->timeline, kind);
  gboolean is_computing = lsc_slice_kind_is_computing (kind);
  LscDeviceStep *step;

  if (owner < FIRST_STEP)
    {
      count_task (self->timeline, kind, end_ns, others[owner]);
      return;
    }
  step = &self->result->steps.items[owner - FIRST_STEP];
  count_task (self->timeline, kind, end_ns, &step->tasks);
  step->first_task_ns = MIN (step->first_task_ns, start_ns);
  if (is_busy)
    step->first_busy_ns = MIN (step->first_busy_ns, start_ns);
  if (is_computing)
    step->first_compute_ns = MIN (step->first_compute_ns, start_ns);
  if (is_computing)
    sketch_task (self, owner - FIRST_STEP, lane->name[slice]);
  else if (owner == FIRST_STEP && (is_busy || kind == LSC_SLICE_COPY))
    lsc_intervals_append (&self->front, (LscInterval){ start_ns, end_ns });
}

/* As the skew of dispatch is found (times.md#skew). */
static void
learn_skew (Walk *self, const LscFoundSlice *launch, const LscFoundSlice *task)
{
  gint64 start_ns = _lsc_found_start (task);

  if (start_ns - _lsc_found_start (launch) < self->skew_ns && _lsc_found_end (task) > start_ns &&
      _lsc_kind_is_busy (self->timeline, _lsc_found_kind (task)) &&
      _lsc_found_counts (self->timeline, task) && _lsc_found_counts (self->timeline, launch))
    self->skew_ns = start_ns - _lsc_found_start (launch);
}

/* A task may have two links, of its launch and of its operator: the first says whose it is. */
static void
learn_launched (Walk *self, LscSliceMap *map, const LscFoundSlice *launch, const LscLink *link,
                guint32 owner)
{
  guint32 id = link->to;
  LscFoundSlice task = _lsc_slice_map_find (map, id);
  guint8 kind = _lsc_found_kind (&task);

  if (link->kind == LSC_LINK_LAUNCH)
    learn_skew (self, launch, &task);
  if (!lsc_slice_kind_is_device (kind) || !_lsc_found_counts (self->timeline, &task))
    return;
  if (id - self->first_id < self->n_ids)
    {
      if (self->owner[id - self->first_id] != OF_NOBODY)
        return;
      self->owner[id - self->first_id] = owner;
    }
  learn_task (self, owner, task.node->lane, task.slice);
  if (owner >= FIRST_STEP && !lsc_slice_kind_is_computing (kind) &&
      _lsc_kind_is_busy (self->timeline, kind))
    lsc_launched_comms_append (
        &self->result->comms,
        (LscLaunchedComm){ id, self->result->steps.items[owner - FIRST_STEP].step });
}

static gint64
get_slice (gsize index, gconstpointer data)
{
  return ((const LscLaunchedComm *) data)[index].slice;
}

static void
learn_launches (Walk *self)
{
  const LscLinks *links = &self->timeline->links;
  LscSliceMap launches, tasks;
  guint32 launch = LSC_SLICE_NONE, owner = BEFORE;
  LscFoundSlice from = { 0 };
  gboolean is_known = TRUE;

  _lsc_slice_map_init (&launches, self->timeline);
  _lsc_slice_map_init (&tasks, self->timeline);
  for (gsize i = 0; i < links->n; i++)
    {
      const LscLink *link = &links->items[i];

      if (link->kind != LSC_LINK_LAUNCH && link->kind != LSC_LINK_OP_DEVICE)
        continue;
      if (link->from != launch)
        {
          from = _lsc_slice_map_find (&launches, link->from);
          launch = link->from;
          is_known = _lsc_found_kind (&from) != LSC_SLICE_MISTIMED;
          owner = find_owner (self, find_asked_ns (self, launch, _lsc_found_start (&from)));
        }
      if (!is_known) /* as if nobody had recorded it */
        continue;
      self->has_launches = self->has_launches || owner >= FIRST_STEP;
      learn_launched (self, &tasks, &from, link, owner);
    }
}

/* ---- Tasks without a launch ------------------------------------------------------------------ */

/* What only stands between tasks, such as switches of the profiler, is of no step. */
static gboolean
is_work (guint8 kind)
{
  return lsc_slice_kind_is_computing (kind) || kind == LSC_SLICE_COPY ||
         kind == LSC_SLICE_COMM_OP || kind == LSC_SLICE_COMM_TASK || kind == LSC_SLICE_SCHEDULE;
}

static gint64
get_start_ns (gsize index, gconstpointer data)
{
  return ((const LscLane *) data)->start_ns[index];
}

/* In front of the first task of its stream that has a launch: work from before the recording.
 * Behind it: of the step around, which is that of the launched task before. Tasks that cross stand
 * in rows of the lane, one row after the other. */
static void
learn_stream (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Walk *self = user_data;
  const LscNode *stream = lsc_timeline_get_node (timeline, node);
  const LscLane *lane = stream->lane;
  const guint32 *owners = self->owner + (stream->first_id - self->first_id);
  g_autofree guint32 *order =
      lane->n_rows > 1 ? lsc_sort_order (lane->n, get_start_ns, lane) : NULL;
  guint32 around = BEFORE;

  for (gsize i = 0; i < lane->n; i++)
    {
      guint32 at = order ? order[i] : (guint32) i;
      gint64 end_ns = lsc_lane_get_end_ns (lane, at);

      if (owners[at] != OF_NOBODY)
        around = owners[at];
      else if (is_work (lane->kind[at]) &&
               lsc_timeline_counts (timeline, lane->start_ns[at], end_ns))
        learn_task (self, around, lane, at);
    }
}

/* A table of kernels that tells the step of each says what launches would. */
static void
learn_placed (LscTimeline *timeline, guint32 node_index, gpointer user_data)
{
  Walk *self = user_data;
  const LscSteps *placed = &timeline->placed_steps;
  const LscNode *node = lsc_timeline_get_node (timeline, node_index);
  const LscLane *lane = node->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 start_ns = lane->start_ns[i], end_ns = lsc_lane_get_end_ns (lane, i);
      gsize next = LSC_BISECT (k, 0, placed->n, placed->items[k].start_ns <= start_ns);
      gboolean is_inside = next > 0 && start_ns <= placed->items[next - 1].end_ns;
      guint32 owner = is_inside ? FIRST_STEP + (guint32) next - 1 : next > 0 ? BETWEEN : BEFORE;

      if (!is_work (lane->kind[i]) || !lsc_timeline_counts (timeline, start_ns, end_ns))
        continue;
      learn_task (self, owner, lane, i);
      if (is_inside && lane->kind[i] == LSC_SLICE_COMM_OP)
        lsc_launched_comms_append (
            &self->result->comms,
            (LscLaunchedComm){ node->first_id + i, self->result->steps.items[next - 1].step });
    }
}

/* Without launches what begins in the host's window is what the step does. */
static void
count_stream (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Walk *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  for (guint32 i = 0; i < lane->n; i++)
    {
      guint32 owner = is_work (lane->kind[i]) && lsc_timeline_counts (timeline, lane->start_ns[i],
                                                                      lsc_lane_get_end_ns (lane, i))
                          ? find_owner (self, lane->start_ns[i])
                          : OF_NOBODY;

      if (owner >= FIRST_STEP)
        count_task (timeline, lane->kind[i], lsc_lane_get_end_ns (lane, i),
                    &self->result->steps.items[owner - FIRST_STEP].tasks);
    }
}

static void
learn_range (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Walk *self = user_data;
  const LscNode *stream = lsc_timeline_get_node (timeline, node);
  guint32 end = stream->first_id + (guint32) stream->lane->n;

  if (self->n_ids == 0)
    self->first_id = stream->first_id;
  self->n_ids = MAX (end, self->first_id + self->n_ids) - MIN (self->first_id, stream->first_id);
  self->first_id = MIN (self->first_id, stream->first_id);
}

/* ---- The rule -------------------------------------------------------------------------------- */

/* Whether a table tells the steps of kernels, in the order of the steps. */
static gboolean
are_placed (const LscTimeline *timeline)
{
  const LscSteps *placed = &timeline->placed_steps;

  for (gsize i = 1; i < placed->n; i++)
    if (placed->items[i].start_ns <= placed->items[i - 1].end_ns)
      return FALSE;
  return placed->n > 0 && placed->n == timeline->steps.n;
}

static gboolean
is_host_ahead (const LscDeviceSteps *self)
{
  for (gsize i = 0; i < self->steps.n; i++)
    {
      const LscDeviceStep *step = &self->steps.items[i];

      if (step->tasks.end_ns > step->host_end_ns + step->skew_ns)
        return TRUE;
    }
  return FALSE;
}

static void
use_host_windows (LscDeviceSteps *self)
{
  for (gsize i = 0; i < self->steps.n; i++)
    {
      self->steps.items[i].begin_ns = self->steps.items[i].host_begin_ns;
      self->steps.items[i].end_ns = self->steps.items[i].host_end_ns;
    }
}

/* The first kernel; where none computes the first of communication. Copies begin no step: those of
 * a stream of their own run long before. */
static gint64
find_begin_ns (const LscDeviceStep *step)
{
  return step->first_compute_ns < G_MAXINT64 ? step->first_compute_ns : step->first_busy_ns;
}

/* A step for which the device did nothing takes no time of it, and stands where the next begins. */
static void
use_device (LscDeviceSteps *self)
{
  gint64 next_ns = G_MAXINT64;

  for (gsize i = self->steps.n; i-- > 0;)
    {
      LscDeviceStep *step = &self->steps.items[i];
      gint64 begin_ns = find_begin_ns (step);

      if (begin_ns == G_MAXINT64)
        {
          step->begin_ns = step->end_ns = next_ns < G_MAXINT64 ? next_ns : step->host_end_ns;
          continue;
        }
      step->is_open = next_ns == G_MAXINT64;
      step->begin_ns = MIN (begin_ns, next_ns);
      step->end_ns = next_ns < G_MAXINT64 ? next_ns : MAX (step->tasks.end_ns, begin_ns);
      next_ns = step->begin_ns;
    }
}

/* Steps that were recorded twice, by two threads, or inside another one count once. */
static void
list_windows (LscDeviceSteps *self)
{
  gint64 done_ns = G_MININT64;

  for (gsize i = 0; i < self->steps.n; i++)
    {
      LscDeviceStep *step = &self->steps.items[i];

      step->begin_ns = MIN (MAX (step->begin_ns, done_ns), step->end_ns);
      if (!lsc_device_step_counts (step))
        continue;
      done_ns = step->end_ns;
      lsc_steps_append (&self->windows, (LscStep){ step->step, step->begin_ns, step->end_ns });
    }
}

static void
list_steps (LscDeviceSteps *self, const LscSteps *steps)
{
  lsc_device_step_list_reserve (&self->steps, steps->n);
  for (gsize i = 0; i < steps->n; i++)
    {
      LscDeviceStep step = { .step = steps->items[i].id,
                             .host_begin_ns = steps->items[i].start_ns,
                             .host_end_ns = steps->items[i].end_ns,
                             .first_task_ns = G_MAXINT64,
                             .first_busy_ns = G_MAXINT64,
                             .first_compute_ns = G_MAXINT64,
                             .tasks = { .end_ns = G_MININT64 },
                             .class = LSC_CLASS_NONE };

      lsc_device_step_list_append (&self->steps, step);
    }
}

/* What the first step does in front of its first kernel: there it is of no step. */
static void
measure_front (Walk *self)
{
  gint64 begin_ns = self->result->steps.items[0].first_compute_ns, at_ns = G_MININT64;

  if (self->result->rule != LSC_STEPS_BY_DEVICE || begin_ns == G_MAXINT64)
    return;
  lsc_intervals_merge (&self->front);
  for (gsize i = 0; i < self->front.n && self->front.items[i].begin_ns < begin_ns; i++)
    {
      at_ns = MIN (self->front.items[i].end_ns, begin_ns);
      self->result->front_ns += at_ns - self->front.items[i].begin_ns;
    }
}

static void
walk_init (Walk *self)
{
  const LscTimeline *timeline = self->timeline;

  _lsc_slice_map_init (&self->op_map, timeline);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, 1 << LSC_ROLE_STREAM, learn_range, self);
  self->owner = g_new0 (guint32, (gsize) self->n_ids + 1);
  self->around = find_around (&timeline->steps);
  self->sketches = g_new0 (LscStepSketch, timeline->steps.n);
  self->place_of = g_malloc0 (lsc_intern_size (timeline->strings) + 1);
}

static void
walk_clear (Walk *self)
{
  g_free (self->owner);
  g_free (self->around);
  g_free (self->sketches);
  g_free (self->place_of);
  lsc_intervals_clear (&self->front);
}

static void
learn (Walk *self)
{
  LscTimeline *timeline = (LscTimeline *) self->timeline;
  LscDeviceSteps *result = self->result;
  gboolean is_placed;

  learn_launches (self);
  is_placed = !self->has_launches && are_placed (timeline);
  for (gsize i = 0; i < result->steps.n; i++)
    result->steps.items[i].skew_ns = self->skew_ns;
  if (self->has_launches)
    lsc_timeline_foreach_lane (timeline, 1 << LSC_ROLE_STREAM, learn_stream, self);
  else if (is_placed)
    lsc_timeline_foreach_lane (timeline, 1 << LSC_ROLE_STREAM | 1 << LSC_ROLE_COMM_GROUP,
                               learn_placed, self);
  result->rule = (self->has_launches || is_placed) && is_host_ahead (result) ? LSC_STEPS_BY_DEVICE
                 : self->has_launches                                        ? LSC_STEPS_BY_HOST
                                                                             : LSC_STEPS_UNLINKED;
  lsc_sort_items (result->comms.items, result->comms.n, sizeof (LscLaunchedComm), get_slice);
  if (result->rule == LSC_STEPS_BY_DEVICE)
    use_device (result);
  else
    use_host_windows (result);
  if (result->rule == LSC_STEPS_UNLINKED && !is_placed)
    lsc_timeline_foreach_lane (timeline, 1 << LSC_ROLE_STREAM, count_stream, self);
  measure_front (self);
}

/**
 * lsc_device_steps_new:
 * @timeline: sealed, with links
 *
 * Places the steps of a recording (steps.md#device-step), puts them into classes and says which of
 * them count in lengths. Thread: any. Cost: O(links * log steps + tasks + slices of host threads).
 *
 * Returns: (transfer full): one for each step of the timeline
 */
LscDeviceSteps *
lsc_device_steps_new (const LscTimeline *timeline)
{
  LscDeviceSteps *self;
  Walk walk = { .timeline = timeline };

  g_return_val_if_fail (timeline, NULL);
  self = walk.result = g_new0 (LscDeviceSteps, 1);
  self->before.end_ns = self->between.end_ns = self->after.end_ns = G_MININT64;
  self->main_class = LSC_CLASS_NONE;
  if (timeline->steps.n == 0)
    return self;
  list_steps (self, &timeline->steps);
  walk_init (&walk);
  learn (&walk);
  self->steps.items[self->steps.n - 1].is_cut =
      self->rule == LSC_STEPS_BY_DEVICE && _lsc_device_steps_find_cut (self, timeline);
  list_windows (self);
  _lsc_device_steps_judge (self, timeline, self->rule == LSC_STEPS_UNLINKED ? NULL : walk.sketches);
  walk_clear (&walk);
  return self;
}

void
lsc_device_steps_free (LscDeviceSteps *self)
{
  if (!self)
    return;
  lsc_device_step_list_clear (&self->steps);
  lsc_steps_clear (&self->windows);
  lsc_launched_comms_clear (&self->comms);
  lsc_step_classes_clear (&self->classes);
  g_free (self);
}

/**
 * lsc_device_steps_find_comm:
 * @slice: number of a communication operator, of a GPU of its kernel
 *
 * Cost: O(log n).
 *
 * Returns: number of the step in which it was launched; %LSC_INT_NULL = not known
 */
gint64
lsc_device_steps_find_comm (const LscDeviceSteps *self, guint32 slice)
{
  const LscLaunchedComms *comms;
  gsize at;

  g_return_val_if_fail (self, LSC_INT_NULL);
  comms = &self->comms;
  at = LSC_BISECT (i, 0, comms->n, comms->items[i].slice < slice);
  return at < comms->n && comms->items[at].slice == slice ? comms->items[at].step : LSC_INT_NULL;
}
