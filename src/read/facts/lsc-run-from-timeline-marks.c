/* lsc-run-from-timeline-marks.c - ranges of the user, and when the device worked for them
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "read/facts/lsc-run-from-timeline-private.h"

#include <string.h>

/* pipeline.md#gpu: record_function is host time. Its device extent is the gpu_user_annotation of
 * the same name where there is one, else what the compute kernels span that were launched while it
 * was open, by any thread. `Forward 3` of single-stage schedules also covers the wait for its
 * input, so there the kernels come first. */

/** When a kernel was launched, and when it ran. */
typedef struct
{
  gint64 launch_ns;
  gint64 start_ns;
  gint64 end_ns;
  guint32 stream;
  guint32 device;
} Work;

LSC_DEFINE_ARRAY (Works, works, Work)

/** Work of the device by launch, with a tree of extents: node i holds 2i and 2i + 1. */
typedef struct
{
  Works works;
  gsize n_leaves;
  gint64 *first_ns;
  gint64 *last_ns;
} Extents;

/** A mark of the host or of a stream, on its way. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 name;
  guint32 lane; /* of the device: which one */
  guint32 mark; /* of the host: index in the run */
  guint32 node;
} Named;

LSC_DEFINE_ARRAY (NamedMarks, named_marks, Named)

static int
compare_works (gconstpointer a, gconstpointer b)
{
  const Work *x = a, *y = b;

  return (x->launch_ns > y->launch_ns) - (x->launch_ns < y->launch_ns);
}

static void
collect_work (const LscTimeline *timeline, Works *out)
{
  const LscLinks *links = &timeline->links;

  for (gsize i = 0; i < links->n; i++)
    {
      LscSpot spot;
      const LscNode *node;

      if (links->items[i].kind != LSC_LINK_LAUNCH)
        continue;
      spot = lsc_timeline_get_spot (timeline, links->items[i].to);
      node = lsc_timeline_get_node (timeline, spot.node);
      if (lsc_slice_kind_is_computing (node->lane->kind[spot.slice]))
        works_append (out, (Work){ _lsc_run_build_start (timeline, links->items[i].from),
                                   node->lane->start_ns[spot.slice],
                                   lsc_lane_get_end_ns (node->lane, spot.slice),
                                   (guint32) node->tid, (guint32) MAX (node->pid, 0) });
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof (Work), compare_works);
}

static void
extents_init (Extents *self, const LscTimeline *timeline)
{
  memset (self, 0, sizeof *self);
  collect_work (timeline, &self->works);
  for (self->n_leaves = 1; self->n_leaves < self->works.n;)
    self->n_leaves *= 2;
  self->first_ns = g_new (gint64, 2 * self->n_leaves);
  self->last_ns = g_new (gint64, 2 * self->n_leaves);
  for (gsize i = 0; i < self->n_leaves; i++)
    {
      gboolean is_there = i < self->works.n;

      self->first_ns[self->n_leaves + i] = is_there ? self->works.items[i].start_ns : G_MAXINT64;
      self->last_ns[self->n_leaves + i] = is_there ? self->works.items[i].end_ns : G_MININT64;
    }
  for (gsize i = self->n_leaves; i-- > 1;)
    {
      self->first_ns[i] = MIN (self->first_ns[2 * i], self->first_ns[2 * i + 1]);
      self->last_ns[i] = MAX (self->last_ns[2 * i], self->last_ns[2 * i + 1]);
    }
}

static void
extents_clear (Extents *self)
{
  works_clear (&self->works);
  g_free (self->first_ns);
  g_free (self->last_ns);
}

static gsize
first_launch (const Extents *self, gint64 time_ns)
{
  gsize low = 0, high = self->works.n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (self->works.items[middle].launch_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* What the kernels launched in [begin_ns, end_ns) span. */
static gboolean
extents_find (const Extents *self, gint64 begin_ns, gint64 end_ns, LscMarkTask *task)
{
  gsize begin = first_launch (self, begin_ns), end = first_launch (self, end_ns);
  gsize low = begin + self->n_leaves, high = end + self->n_leaves;

  if (begin >= end)
    return FALSE;
  task->start_ns = G_MAXINT64;
  task->end_ns = G_MININT64;
  for (; low < high; low /= 2, high /= 2)
    {
      if (low & 1)
        {
          task->start_ns = MIN (task->start_ns, self->first_ns[low]);
          task->end_ns = MAX (task->end_ns, self->last_ns[low]);
          low++;
        }
      if (high & 1)
        {
          high--;
          task->start_ns = MIN (task->start_ns, self->first_ns[high]);
          task->end_ns = MAX (task->end_ns, self->last_ns[high]);
        }
    }
  task->stream = self->works.items[begin].stream;
  task->device = self->works.items[begin].device;
  return TRUE;
}

/* -- Marks ---------------------------------------------------------------------------------------
 */

static gint64
mark_id (gsize index)
{
  return LSC_RUN_FIRST_MARK_ID + (gint64) index;
}

static void
add_marks (LscRunBuild *build, guint32 index, NamedMarks *named)
{
  const LscNode *node = lsc_timeline_get_node (build->timeline, index);
  const LscLane *lane = node->lane;
  LscRun *run = build->run;
  guint32 domain = lsc_intern_add (run->strings, node->text ? node->text : node->name);
  guint32 thread = _lsc_run_build_thread (build, node);

  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 end_ns = lsc_lane_get_end_ns (lane, i);
      gboolean is_range = end_ns > lane->start_ns[i];

      named_marks_append (named, (Named){ lane->start_ns[i], end_ns, lane->name[i], 0,
                                          (guint32) run->marks.n, index });
      lsc_marks_append (&run->marks,
                        (LscMark){ .start_ns = lane->start_ns[i],
                                   .end_ns = end_ns,
                                   .connection_id = mark_id (run->marks.n),
                                   .row_id = (gint64) run->marks.n + 1,
                                   .message = _lsc_run_build_name (build, lane->name[i]),
                                   .domain = domain,
                                   .thread = thread,
                                   .event_type = is_range ? LSC_MSTX_START_END : LSC_MSTX_MARKER });
    }
}

static void
add_mark_task (LscRunBuild *build, guint32 mark, const LscMarkTask *extent)
{
  LscMarkTask task = *extent;

  task.connection_id = mark_id (mark);
  task.row_id = (gint64) build->run->mark_tasks.n + 1;
  lsc_mark_tasks_append (&build->run->mark_tasks, task);
}

/* Ascend exports link the two sides of a mark. */
static void
add_linked_tasks (LscRunBuild *build, const NamedMarks *named)
{
  const LscTimeline *timeline = build->timeline;
  guint32 at = LSC_SLICE_NONE, first_id = 0;

  for (gsize i = 0; i < named->n; i++)
    {
      gsize first, n;

      if (named->items[i].node != at) /* marks of a lane follow each other in its order */
        first_id = lsc_timeline_get_node (timeline, named->items[i].node)->first_id - (guint32) i;
      at = named->items[i].node;
      n = lsc_links_find_from (&timeline->links, first_id + (guint32) i, &first);
      for (gsize k = 0; k < n; k++)
        {
          const LscLink *link = &timeline->links.items[first + k];
          LscSpot spot = lsc_timeline_get_spot (timeline, link->to);
          const LscNode *node = lsc_timeline_get_node (timeline, spot.node);
          LscMarkTask task = { .start_ns = node->lane->start_ns[spot.slice],
                               .end_ns = lsc_lane_get_end_ns (node->lane, spot.slice),
                               .stream = (guint32) node->tid,
                               .device = (guint32) MAX (timeline->device, 0) };

          if (link->kind == LSC_LINK_MSTX)
            add_mark_task (build, named->items[i].mark, &task);
        }
    }
}

/* -- GPU traces: annotations of the device -------------------------------------------------------
 */

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const Named *x = a, *y = b;

  if (x->name != y->name)
    return x->name < y->name ? -1 : 1;
  if (x->lane != y->lane)
    return x->lane < y->lane ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return (x->mark > y->mark) - (x->mark < y->mark);
}

/* Whether kernels that compute ran on the stream of a lane of annotations. */
static gboolean
has_computing (const LscTimeline *timeline, const LscNode *marks)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      if (node->role != LSC_ROLE_STREAM || node->type != LSC_NODE_LANE || node == marks ||
          node->pid != marks->pid || node->tid != marks->tid)
        continue;
      for (guint32 k = 0; k < node->lane->n; k++)
        if (lsc_slice_kind_is_computing (node->lane->kind[k]))
          return TRUE;
    }
  return FALSE;
}

static void
collect_device_marks (const LscTimeline *timeline, NamedMarks *out)
{
  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);
      const LscLane *lane = node->lane;

      if (node->role != LSC_ROLE_STREAM || !lane || lane->n == 0 ||
          lane->kind[0] != LSC_SLICE_DEVICE_MARK || !has_computing (timeline, node))
        continue;
      for (guint32 k = 0; k < lane->n; k++)
        named_marks_append (out, (Named){ lane->start_ns[k], lsc_lane_get_end_ns (lane, k),
                                          lane->name[k], i, 0, i });
    }
  if (out->n > 1)
    qsort (out->items, out->n, sizeof (Named), compare_named);
}

static gsize
end_of_name (const NamedMarks *self, gsize begin)
{
  gsize end = begin;

  while (end < self->n && self->items[end].name == self->items[begin].name)
    end++;
  return end;
}

static void
widen (const LscTimeline *timeline, LscMarkTask *task, const Named *by)
{
  const LscNode *node = lsc_timeline_get_node (timeline, by->node);

  if (task->connection_id == 0) /* nothing yet */
    *task = (LscMarkTask){ .start_ns = by->start_ns,
                           .end_ns = by->end_ns,
                           .connection_id = 1,
                           .stream = (guint32) node->tid,
                           .device = (guint32) MAX (node->pid, 0) };
  task->start_ns = MIN (task->start_ns, by->start_ns);
  task->end_ns = MAX (task->end_ns, by->end_ns);
}

/* The k-th annotation of a name is the k-th of that name on every stream that has as many. */
static void
match_name (const LscTimeline *timeline, const Named *host, gsize n_host, const Named *device,
            gsize n_device, LscMarkTask *tasks)
{
  gsize end;

  for (gsize begin = 0; begin < n_device; begin = end)
    {
      for (end = begin; end < n_device && device[end].lane == device[begin].lane;)
        end++;
      if (end - begin == n_host)
        for (gsize k = 0; k < n_host; k++)
          widen (timeline, &tasks[host[k].mark], &device[begin + k]);
    }
}

/* Extents by annotations of the device, by mark; connection id 0 = none. */
static LscMarkTask *
match_device_marks (const LscTimeline *timeline, NamedMarks *host)
{
  LscMarkTask *tasks = g_new0 (LscMarkTask, host->n + 1);
  NamedMarks device = { 0 };
  gsize at = 0, end;

  collect_device_marks (timeline, &device);
  if (host->n > 1)
    qsort (host->items, host->n, sizeof (Named), compare_named);
  for (gsize begin = 0; begin < host->n && device.n > 0; begin = end)
    {
      gsize first;

      end = end_of_name (host, begin);
      while (at < device.n && device.items[at].name < host->items[begin].name)
        at++;
      first = at;
      if (at == device.n || device.items[at].name != host->items[begin].name)
        continue;
      at = end_of_name (&device, at);
      match_name (timeline, host->items + begin, end - begin, device.items + first, at - first,
                  tasks);
    }
  named_marks_clear (&device);
  return tasks;
}

/* `Forward 3`, `Backward 3` of PyTorch's single-stage schedules. */
static gboolean
covers_a_wait (const char *text)
{
  const char *number = g_str_has_prefix (text, "Forward ")    ? text + 8
                       : g_str_has_prefix (text, "Backward ") ? text + 9
                                                              : NULL;

  return number && g_ascii_isdigit (*number);
}

static void
add_gpu_tasks (LscRunBuild *build, NamedMarks *named)
{
  const LscRun *run = build->run;
  g_autofree LscMarkTask *known = match_device_marks (build->timeline, named);
  Extents extents;

  extents_init (&extents, build->timeline);
  for (guint32 i = 0; i < run->marks.n; i++)
    {
      const LscMark *mark = &run->marks.items[i];
      gboolean has_known = known[i].connection_id != 0;
      LscMarkTask task = { 0 };

      if (has_known && !covers_a_wait (lsc_run_text (run, mark->message)))
        add_mark_task (build, i, &known[i]);
      else if (mark->end_ns > mark->start_ns &&
               extents_find (&extents, mark->start_ns, mark->end_ns, &task))
        add_mark_task (build, i, &task);
      else if (has_known)
        add_mark_task (build, i, &known[i]);
    }
  extents_clear (&extents);
}

/**
 * _lsc_run_build_marks:
 *
 * Fills marks and their device rows. Cost: O(n log n).
 */
gboolean
_lsc_run_build_marks (LscRunBuild *build, GError **error)
{
  NamedMarks named = { 0 };

  for (guint32 i = 0; i < build->timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (build->timeline, i);

      if (node->type == LSC_NODE_LANE && node->role == LSC_ROLE_MARK_LANE)
        add_marks (build, i, &named);
    }
  if ((build->flags & LSC_LOAD_MARK_TASKS) && build->timeline->is_gpu)
    add_gpu_tasks (build, &named);
  else if (build->flags & LSC_LOAD_MARK_TASKS)
    add_linked_tasks (build, &named);
  named_marks_clear (&named);
  return lsc_job_check (build->job, error);
}
