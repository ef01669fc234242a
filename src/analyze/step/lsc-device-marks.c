/* lsc-device-marks.c - what a device's own marks of steps say beside the steps
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include "analyze/step/lsc-device-marks.h"

#include <string.h>

#include "analyze/step/lsc-step-private.h"

/* steps.md#device-marks. The profiler draws a step on each stream as well: from the first to the
 * last task there that the thread of the mark launched. The first kernel inside is thus told twice,
 * by the mark and by launches; where the two are apart, one of them is wrong, or another thread
 * launched first. */

#define STEP_PREFIX "ProfilerStep#"
/* Marks may be rounded to the microsecond. */
#define ROUNDED_NS 1000
/* What is less apart changes no length that anybody would notice. */
#define LEAST_APART_NS 10000
#define LEAST_APART_SHARE 0.01

/* A step on a stream; @index is that of the step. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gsize index;
} Mark;

LSC_DEFINE_ARRAY (Marks, marks, Mark)

/* Of a step: its first kernel; %G_MAXINT64 = not known. */
typedef struct
{
  gint64 marked_ns;
  gint64 placed_ns;
} FirstKernel;

/**
 * Walk:
 * @index_of: index + 1 of the step with a number; 0 of a number that several steps have
 * @firsts: one for each step
 * @marks: of the stream that comes next, by begin
 * @windows: the host's marks, where launches are not recorded; else empty
 */
typedef struct
{
  const LscDeviceSteps *steps;
  GHashTable *index_of;
  FirstKernel *firsts;
  Marks marks;
  Marks windows;
} Walk;

static GHashTable *
index_steps (const LscDeviceSteps *steps)
{
  GHashTable *index_of = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (gsize i = 0; i < steps->steps.n; i++)
    {
      gint64 *step = &steps->steps.items[i].step;
      gsize index = g_hash_table_contains (index_of, step) ? 0 : i + 1;

      g_hash_table_insert (index_of, step, GSIZE_TO_POINTER (index));
    }
  return index_of;
}

static gint64
get_start_ns (gsize index, gconstpointer data)
{
  return ((const LscLane *) data)->start_ns[index];
}

/* Ranges of the program may stand around steps, so that these are in any row. */
static void
list_marks (Walk *self, const LscTimeline *timeline, const LscLane *lane)
{
  g_autofree guint32 *order =
      lane->n_rows > 1 ? lsc_sort_order (lane->n, get_start_ns, lane) : NULL;

  for (gsize i = 0; i < lane->n; i++)
    {
      guint32 at = order ? order[i] : (guint32) i;
      const char *name = lsc_timeline_text (timeline, lane->name[at]);
      gint64 step;
      gsize index;

      if (name[0] != 'P' || !g_str_has_prefix (name, STEP_PREFIX))
        continue;
      step = g_ascii_strtoll (name + strlen (STEP_PREFIX), NULL, 10);
      index = GPOINTER_TO_SIZE (g_hash_table_lookup (self->index_of, &step));
      if (index > 0)
        marks_append (&self->marks,
                      (Mark){ lane->start_ns[at], lsc_lane_get_end_ns (lane, at), index - 1 });
    }
}

/* Where marks overlap, the later one begins with what begins in it.
 * Returns: (nullable): the mark in which a task begins, which may be rounded */
static const Mark *
find_mark (const Marks *marks, gint64 start_ns, gint64 rounded_ns)
{
  gsize next = LSC_BISECT (i, 0, marks->n, marks->items[i].begin_ns - rounded_ns <= start_ns);
  const Mark *mark = next > 0 ? &marks->items[next - 1] : NULL;

  return mark && start_ns < mark->end_ns ? mark : NULL;
}

static void
learn_kernels (Walk *self, const LscTimeline *timeline, const LscLane *lane)
{
  for (guint32 i = 0; i < lane->n; i++)
    {
      gint64 start_ns = lane->start_ns[i];
      const Mark *mark, *window;

      if (!lsc_slice_kind_is_computing (lane->kind[i]) ||
          !lsc_timeline_counts (timeline, start_ns, lsc_lane_get_end_ns (lane, i)))
        continue;
      mark = find_mark (&self->marks, start_ns, ROUNDED_NS);
      window = find_mark (&self->windows, start_ns, 0);
      if (mark)
        self->firsts[mark->index].marked_ns = MIN (self->firsts[mark->index].marked_ns, start_ns);
      if (window)
        self->firsts[window->index].placed_ns =
            MIN (self->firsts[window->index].placed_ns, start_ns);
    }
}

/* A lane of marks stands in front of the stream that they are about. */
static void
learn_stream (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  Walk *self = user_data;
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  if (lane->n > 0 && lane->kind[0] == LSC_SLICE_DEVICE_MARK)
    {
      marks_clear (&self->marks);
      list_marks (self, timeline, lane);
      return;
    }
  if (self->marks.n > 0 || self->windows.n > 0)
    learn_kernels (self, timeline, lane);
  marks_clear (&self->marks);
}

static void
find_marks (LscTimeline *timeline, guint32 node, gpointer user_data)
{
  const LscLane *lane = lsc_timeline_get_node (timeline, node)->lane;

  *(gboolean *) user_data |= lane->n > 0 && lane->kind[0] == LSC_SLICE_DEVICE_MARK;
}

static void
walk_init (Walk *self)
{
  const LscDeviceSteps *steps = self->steps;

  self->index_of = index_steps (steps);
  self->firsts = g_new (FirstKernel, steps->steps.n);
  for (gsize i = 0; i < steps->steps.n; i++)
    {
      const LscDeviceStep *step = &steps->steps.items[i];
      gboolean is_placed = steps->rule != LSC_STEPS_UNLINKED;

      self->firsts[i] =
          (FirstKernel){ G_MAXINT64, is_placed ? step->first_compute_ns : G_MAXINT64 };
      if (!is_placed)
        marks_append (&self->windows, (Mark){ step->host_begin_ns, step->host_end_ns, i });
    }
}

static void
walk_clear (Walk *self)
{
  g_hash_table_unref (self->index_of);
  g_free (self->firsts);
  marks_clear (&self->marks);
  marks_clear (&self->windows);
}

static LscDeviceMarks
compare (const Walk *self)
{
  LscDeviceMarks result = { 0 };

  for (gsize i = 0; i < self->steps->steps.n; i++)
    {
      const LscDeviceStep *step = &self->steps->steps.items[i];
      const FirstKernel *first = &self->firsts[i];
      gint64 least_ns = MAX (
          LEAST_APART_NS, (gint64) ((double) (step->end_ns - step->begin_ns) * LEAST_APART_SHARE));
      gint64 apart_ns;

      if (first->marked_ns == G_MAXINT64 || first->placed_ns == G_MAXINT64)
        continue;
      result.n_steps++;
      apart_ns = first->marked_ns - first->placed_ns;
      if (ABS (apart_ns) < least_ns)
        continue;
      if (result.n_apart++ > 0 && ABS (apart_ns) <= ABS (result.apart_ns))
        continue;
      result.step = step->step;
      result.apart_ns = apart_ns;
    }
  return result;
}

/**
 * lsc_device_marks_compare:
 * @steps: of @timeline
 *
 * Compares the first kernel inside the device's own marks of a step (`ProfilerStep#3` on a stream)
 * with the first one that was launched in the step; where launches are not recorded, with the first
 * that begins in the host's mark (steps.md#device-marks). Thread: any. Cost: O(tasks * log steps).
 *
 * Returns: how far they are apart; no steps where there are no such marks
 */
LscDeviceMarks
lsc_device_marks_compare (const LscTimeline *timeline, const LscDeviceSteps *steps)
{
  Walk walk = { .steps = steps };
  gboolean has_marks = FALSE;
  LscDeviceMarks result;

  g_return_val_if_fail (timeline && steps, (LscDeviceMarks){ 0 });
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, 1 << LSC_ROLE_STREAM, find_marks,
                             &has_marks);
  if (!has_marks || steps->rule == LSC_STEPS_NONE || timeline->steps_mark)
    return (LscDeviceMarks){ 0 };
  walk_init (&walk);
  lsc_timeline_foreach_lane ((LscTimeline *) timeline, 1 << LSC_ROLE_STREAM, learn_stream, &walk);
  result = compare (&walk);
  walk_clear (&walk);
  return result;
}
