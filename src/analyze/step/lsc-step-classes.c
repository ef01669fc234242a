/* lsc-step-classes.c - which steps are alike, and which count
 *
 * Copyright 2026 The Lanescope Authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "analyze/step/lsc-step-marks.h"
#include "analyze/step/lsc-step-private.h"
#include "base/lsc-stats.h"
#include "model/lsc-kernel-name.h"

/* steps.md#classes, #typical. A median over steps that do different things is the length of none of
 * them, and a stub at an end of a recording is no step: what is told of "a step" is of the class
 * that takes most of the time, and of its steps that were recorded whole. */

const LscWord lsc_step_standing_words[LSC_STEP_N_STANDINGS] = {
  [LSC_STEP_TYPICAL] = { "typical", N_ ("counts") },
  [LSC_STEP_FIRST] = { "first", N_ ("first, still warming up") },
  [LSC_STEP_IDLE] = { "idle", N_ ("no device work") },
  [LSC_STEP_STUB] = { "stub", N_ ("cut short") },
  [LSC_STEP_FAR] = { "far", N_ ("far from the length of other steps") },
  [LSC_STEP_OPEN] = { "open", N_ ("last, without the pause before the next") },
  [LSC_STEP_STALLED] = { "stalled", N_ ("stalled by the profiler itself") },
  [LSC_STEP_OTHER] = { "other", N_ ("of another class") },
};

/* Common kernels by all: below it two steps do different things. */
#define LEAST_ALIKE 0.5
/* Of more classes by kernels the rest is one. */
#define MOST_KERNEL_CLASSES 16
/* A step at an end with less than that of the others' work and length is a stub. */
#define STUB_SHARE 0.5
/* How many deviations, and which part of the median, it may be away from the others. */
#define MOST_DEVIATIONS 6
#define FAR_SHARE 0.5
/* Nor is it away from them that exceeds the longest of the inner ones by no more than that. */
#define LIKE_SHARE 0.1
/* So much of a step the profiler's own work takes, and it is longer than others by so much. */
#define STALL_SHARE 0.1
/* Stubs at one end. */
#define MOST_STUBS 2

/** The steps that count, in their order. */
typedef struct
{
  LscDeviceSteps *result;
  LscDeviceStep **steps;
  gsize n;
  gboolean has_device;
} Judging;

static gint64
get_length_ns (const LscDeviceStep *step)
{
  return step->end_ns - step->begin_ns;
}

static gint64
count_work (const LscDeviceStep *step)
{
  return step->tasks.n_kernels + step->tasks.n_comms + step->tasks.n_copies;
}

/* ---- Classes -----------------------------------------------------------------------------------
 */

static guint32
need_class (LscStepClasses *classes, LscStepPhase phase, gint64 batch)
{
  for (gsize i = 0; i < classes->n; i++)
    if (classes->items[i].phase == phase && classes->items[i].batch == batch)
      return (guint32) i;
  lsc_step_classes_append (classes,
                           (LscStepClass){ .phase = phase, .batch = batch, .n_kernels = -1 });
  return (guint32) (classes->n - 1);
}

/* The longest of the marks that begin in a step says what it does. */
static const LscIterationMark *
find_mark (const LscIterationMarks *marks, const LscDeviceStep *step)
{
  const LscIterationMark *longest = NULL;

  for (gsize i = LSC_BISECT (k, 0, marks->n, marks->items[k].start_ns < step->host_begin_ns);
       i < marks->n && marks->items[i].start_ns < step->host_end_ns; i++)
    if (!longest ||
        marks->items[i].end_ns - marks->items[i].start_ns > longest->end_ns - longest->start_ns)
      longest = &marks->items[i];
  return longest;
}

/* Where the program says of most steps what they do. */
static void
class_by_marks (Judging *self, const LscTimeline *timeline)
{
  LscIterationMarks marks = { 0 };
  gsize n_told = 0;

  lsc_iteration_marks_find (&marks, timeline);
  for (gsize i = 0; marks.n > 0 && i < self->n; i++)
    {
      const LscIterationMark *mark = find_mark (&marks, self->steps[i]);

      n_told += mark && mark->about.phase != LSC_STEP_PHASE_NONE;
    }
  for (gsize i = 0; 2 * n_told > self->n && i < self->n; i++)
    {
      const LscIterationMark *mark = find_mark (&marks, self->steps[i]);

      self->steps[i]->class =
          need_class (&self->result->classes, mark ? mark->about.phase : LSC_STEP_PHASE_NONE,
                      mark ? mark->about.batch : -1);
    }
  lsc_iteration_marks_clear (&marks);
}

/* Which part of what one of two steps runs the other runs as well. */
static double
get_likeness (const LscStepSketch *a, const LscStepSketch *b)
{
  guint64 common = 0, all = 0;

  for (guint i = 0; i < LSC_SKETCH_SIZE; i++)
    {
      common += MIN (a->n[i], b->n[i]);
      all += MAX (a->n[i], b->n[i]);
    }
  return all > 0 ? (double) common / (double) all : 1;
}

/* Each step that was recorded whole is likened to the first of each class: @firsts. */
static void
class_by_kernels (Judging *self, const LscStepSketch *sketches)
{
  LscStepClasses *classes = &self->result->classes;
  const LscStepSketch *firsts[MOST_KERNEL_CLASSES];

  for (gsize i = 0; i < self->n; i++)
    {
      LscDeviceStep *step = self->steps[i];
      const LscStepSketch *sketch = &sketches[step - self->result->steps.items];
      gsize at = 0;

      if (step->standing != LSC_STEP_TYPICAL)
        continue;
      while (at < classes->n && get_likeness (firsts[at], sketch) < LEAST_ALIKE)
        at++;
      if (at == classes->n && at < MOST_KERNEL_CLASSES)
        {
          lsc_step_classes_append (
              classes, (LscStepClass){ .batch = -1, .n_kernels = step->tasks.n_kernels });
          firsts[at] = sketch;
        }
      step->class = (guint32) MIN (at, MOST_KERNEL_CLASSES - 1);
    }
}

static void
drop_classes (Judging *self)
{
  self->result->classes.n = 0;
  for (gsize i = 0; i < self->n; i++)
    self->steps[i]->class = LSC_CLASS_NONE;
}

/* ---- Which steps were recorded whole ------------------------------------------------------------
 */

static gboolean
is_marked (const Judging *self)
{
  return self->result->classes.n > 0 && lsc_step_class_is_marked (self->result->classes.items);
}

/* The lengths, or the work, of the others that may stand beside a step. Of steps that the program
 * tells apart those of its class. */
static gsize
list_others (const Judging *self, gsize index, gboolean is_work, gint64 *values)
{
  const LscDeviceStep *step = self->steps[index];
  gsize n = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscDeviceStep *other = self->steps[i];

      if (i == index || other->standing != LSC_STEP_TYPICAL ||
          (is_marked (self) && other->class != step->class))
        continue;
      values[n++] = is_work ? count_work (other) : get_length_ns (other);
    }
  return n;
}

/* Whether a length is far from that of others, by the deviations of these. */
static gboolean
is_far (gint64 length_ns, gint64 *others, gsize n)
{
  gint64 median, deviation;

  if (n < 2)
    return FALSE;
  median = lsc_median_lower_int64 (others, n);
  for (gsize i = 0; i < n; i++)
    others[i] = ABS (others[i] - median);
  deviation = lsc_median_mean_int64 (others, n);
  return (double) ABS (length_ns - median) >
         MAX (MOST_DEVIATIONS * 1.4826 * (double) deviation, FAR_SHARE * (double) median);
}

/* Whether a length is no further out than that of a step inside the recording, where nothing begins
 * and nothing ends: what hits such steps, too, belongs to the run. */
static gboolean
is_like_inner (const Judging *self, gsize index)
{
  double length_ns = (double) get_length_ns (self->steps[index]);
  gsize begin = index < MOST_STUBS ? MOST_STUBS : 1;
  gsize end = self->n - (index < MOST_STUBS ? 1 : MOST_STUBS);
  double least_ns = G_MAXDOUBLE, most_ns = 0;

  for (gsize i = begin; i < end; i++)
    {
      const LscDeviceStep *other = self->steps[i];

      if (i == index || other->standing != LSC_STEP_TYPICAL ||
          (is_marked (self) && other->class != self->steps[index]->class))
        continue;
      least_ns = MIN (least_ns, (double) get_length_ns (other));
      most_ns = MAX (most_ns, (double) get_length_ns (other));
    }
  return length_ns >= (1 - LIKE_SHARE) * least_ns && length_ns <= (1 + LIKE_SHARE) * most_ns;
}

static LscStepStanding
judge_end (const Judging *self, gsize index, gboolean with_length)
{
  const LscDeviceStep *step = self->steps[index];
  g_autofree gint64 *values = g_new (gint64, self->n + 1);
  gsize n = list_others (self, index, TRUE, values);
  double work;

  if (n == 0)
    return LSC_STEP_TYPICAL;
  if (self->has_device && count_work (step) == 0)
    return LSC_STEP_IDLE;
  work = (double) lsc_median_lower_int64 (values, n);
  n = list_others (self, index, FALSE, values);
  if (self->has_device && (double) count_work (step) < STUB_SHARE * work &&
      (double) get_length_ns (step) < STUB_SHARE * (double) lsc_median_lower_int64 (values, n))
    return LSC_STEP_STUB;
  if (with_length && is_far (get_length_ns (step), values, n) && !is_like_inner (self, index))
    return LSC_STEP_FAR;
  return LSC_STEP_TYPICAL;
}

/* From the end of the recording inwards, as long as there is something to leave out. */
static void
judge_last (Judging *self)
{
  for (gsize i = 0; i < MOST_STUBS && i + 1 < self->n; i++)
    {
      LscDeviceStep *step = self->steps[self->n - 1 - i];

      if (step->standing != LSC_STEP_TYPICAL)
        break;
      /* how long it would have been is not known of one without an end */
      step->standing = judge_end (self, self->n - 1 - i, !step->is_open);
      if (step->standing == LSC_STEP_TYPICAL)
        break;
    }
}

/* From its begin. How long the first one is says nothing where it is left out in any case. */
static void
judge_begin (Judging *self)
{
  for (gsize i = 0; i < MOST_STUBS && i + 1 < self->n; i++)
    {
      LscDeviceStep *step = self->steps[i];

      if (step->standing == LSC_STEP_TYPICAL)
        step->standing = judge_end (self, i, is_marked (self));
      if (step->standing == LSC_STEP_TYPICAL)
        break;
    }
}

/* One that was recorded to no end says less than any that was. */
static void
judge_open (Judging *self)
{
  LscDeviceStep *last = self->steps[self->n - 1];
  g_autofree gint64 *values = g_new (gint64, self->n + 1);

  if (last->is_open && last->standing == LSC_STEP_TYPICAL &&
      list_others (self, self->n - 1, FALSE, values) > 0)
    last->standing = LSC_STEP_OPEN;
}

/* Of more than two steps the first does not count, but a server has long been warm. */
static void
judge_first (Judging *self)
{
  gsize n = 0, first = self->n;

  for (gsize i = self->n; i-- > 0;)
    if (self->steps[i]->standing == LSC_STEP_TYPICAL)
      {
        n++;
        first = i;
      }
  if (n > 2 && !is_marked (self))
    self->steps[first]->standing = LSC_STEP_FIRST;
}

/* ---- Steps that the profiler stalls
 * --------------------------------------------------------------
 */

/* The profiler's own work, each moment once. */
static void
list_profiler (const LscTimeline *timeline, LscIntervals *out)
{
  g_autofree guint8 *known = g_new0 (guint8, lsc_intern_size (timeline->strings) + 1);

  for (guint32 i = 0; i < timeline->nodes->len; i++)
    {
      const LscNode *node = lsc_timeline_get_node (timeline, i);

      for (guint32 k = 0; node->lane && node->role == LSC_ROLE_OTHER && k < node->lane->n; k++)
        {
          guint32 name = node->lane->name[k];

          if (name == LSC_STRING_NONE)
            continue;
          if (known[name] == 0)
            known[name] =
                lsc_name_is_of_profiler (lsc_intern_text (timeline->strings, name)) ? 2 : 1;
          if (known[name] == 2)
            lsc_intervals_append (
                out, (LscInterval){ node->lane->start_ns[k], lsc_lane_get_end_ns (node->lane, k) });
        }
    }
  lsc_intervals_merge (out);
}

/* A step in which the profiler flushes its buffers is longer for that alone. */
static void
judge_stalled (Judging *self, const LscTimeline *timeline)
{
  LscIntervals work = { 0 };
  g_autofree gint64 *values = g_new (gint64, self->n + 1);

  list_profiler (timeline, &work);
  for (gsize i = 0; work.n > 0 && i < self->n; i++)
    {
      LscDeviceStep *step = self->steps[i];
      gint64 length_ns = get_length_ns (step);
      gint64 ns = _lsc_intervals_length_in (&work, step->begin_ns, step->end_ns);
      gsize n;

      if ((double) ns < STALL_SHARE * (double) length_ns)
        continue;
      n = list_others (self, i, FALSE, values);
      if (n > 0 &&
          (double) length_ns > (1 + STALL_SHARE) * (double) lsc_median_lower_int64 (values, n))
        step->standing = LSC_STEP_STALLED;
    }
  lsc_intervals_clear (&work);
}

/* ---- The class that is told --------------------------------------------------------------------
 */

static void
sum_up_class (Judging *self, guint32 index)
{
  LscStepClass *class = &self->result->classes.items[index];
  g_autofree gint64 *values = g_new (gint64, self->n + 1);
  gsize n = 0, n_all = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      const LscDeviceStep *step = self->steps[i];

      if (step->class != index)
        continue;
      n_all++;
      class->total_ns += get_length_ns (step);
      if (step->standing == LSC_STEP_TYPICAL)
        values[n++] = get_length_ns (step);
    }
  class->n = (gint64) n_all;
  class->n_typical = (gint64) n;
  class->step_ns = class->least_ns = class->most_ns = LSC_INT_NULL;
  if (n == 0)
    return;
  class->step_ns = lsc_median_lower_int64 (values, n);
  class->least_ns = values[0];
  class->most_ns = values[n - 1];
}

/* One that comes again says more of a step than one that came once: that may be the first, which
 * warmed up, or a pause of anything. */
static gboolean
is_more (const LscStepClass *a, const LscStepClass *b)
{
  if ((a->n_typical > 0) != (b->n_typical > 0))
    return a->n_typical > 0;
  if ((a->n_typical > 1) != (b->n_typical > 1))
    return a->n_typical > 1;
  return a->total_ns > b->total_ns;
}

static void
choose_class (Judging *self)
{
  LscStepClasses *classes = &self->result->classes;
  guint32 main = 0;

  for (guint32 i = 0; i < classes->n; i++)
    sum_up_class (self, i);
  for (guint32 i = 1; i < classes->n; i++)
    if (is_more (&classes->items[i], &classes->items[main]))
      main = i;
  self->result->main_class = classes->n > 0 ? main : LSC_CLASS_NONE;
  for (gsize i = 0; classes->n > 0 && i < self->n; i++)
    if (self->steps[i]->class != main && self->steps[i]->standing == LSC_STEP_TYPICAL)
      self->steps[i]->standing = LSC_STEP_OTHER;
}

/**
 * _lsc_device_steps_judge:
 * @self: placed
 * @sketches: (array) (nullable): what each step runs, by its index
 *
 * Puts the steps into classes (steps.md#classes), and says which of them count in lengths
 * (steps.md#typical).
 *
 * Cost: O(slices of host threads + steps * classes).
 */
void
_lsc_device_steps_judge (LscDeviceSteps *self, const LscTimeline *timeline,
                         const LscStepSketch *sketches)
{
  g_autofree LscDeviceStep **steps = g_new (LscDeviceStep *, self->steps.n + 1);
  Judging judging = { .result = self, .steps = steps };

  self->main_class = LSC_CLASS_NONE;
  for (gsize i = 0; i < self->steps.n; i++)
    if (lsc_device_step_counts (&self->steps.items[i]))
      {
        steps[judging.n++] = &self->steps.items[i];
        judging.has_device = judging.has_device || count_work (&self->steps.items[i]) > 0;
      }
  if (judging.n == 0)
    return;
  class_by_marks (&judging, timeline);
  judge_stalled (&judging, timeline);
  judge_last (&judging);
  judge_open (&judging);
  judge_begin (&judging);
  judge_first (&judging);
  if (self->classes.n == 0 && sketches && judging.has_device)
    class_by_kernels (&judging, sketches);
  if (self->classes.n == 1 && !is_marked (&judging))
    drop_classes (&judging);
  choose_class (&judging);
}
